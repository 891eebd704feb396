//! A deck file as text, in any of the encodings that lists are written in.

use super::error::{DeckError, DeckProblem, MAX_BYTES};
use super::messages::DeckMessage;
use super::raw::RawDeck;
use crate::files::{self, NotUtf8};
use crate::model::Text;
use crate::model::deck::Note;
use std::sync::Arc;

/// A file's text and what is known about it.
pub(super) struct DeckText {
    pub(super) path: String,
    /// In lower case, without the dot.
    pub(super) extension: String,
    pub(super) text: Arc<str>,
    /// Why the bytes are not UTF-8, where the text was decoded as Windows-1252.
    pub(super) problem: Option<DeckProblem>,
}

impl DeckText {
    /// The file that a deck was read from.
    pub(super) fn of(raw: &RawDeck) -> DeckText {
        let (path, text) = (raw.path.clone(), Arc::clone(&raw.text));
        DeckText { extension: extension(&path), path, text, problem: None }
    }

    pub(super) fn note(&self) -> Option<Note> {
        let message = self.problem.as_ref().map(|problem| &problem.message);
        let Some(DeckMessage::NotUtf8 { line, byte }) = message else { return None };
        let message = Text {
            en: format!("read as Windows-1252: byte 0x{byte:02x} in line {line} is not UTF-8")
                .into(),
            fr: format!(
                "lu en Windows-1252 : l'octet 0x{byte:02x} à la ligne {line} n'est pas de l'UTF-8"
            )
            .into(),
        };
        Some(Note { message, span: 0..0 })
    }
}

pub(super) fn decode(path: &str, bytes: &[u8]) -> Result<DeckText, DeckError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(DeckError::whole(path, DeckMessage::TooLarge));
    }
    let kind =
        |wrong: NotUtf8| DeckMessage::NotUtf8 { line: wrong.line as usize, byte: wrong.byte };
    let decoded = files::decode(bytes).map_err(|wrong| DeckError::whole(path, kind(wrong)))?;
    let problem = decoded.guessed.map(|wrong| kind(wrong).into());
    let text: Arc<str> = Arc::from(decoded.text);
    if text.trim().is_empty() {
        return Err(DeckError::whole(path, DeckMessage::Empty));
    }
    Ok(DeckText { path: path.to_owned(), extension: extension(path), text, problem })
}

/// How a file's name ends, in lower case, without the dot.
fn extension(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => extension.to_ascii_lowercase(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_bullets_and_quotes_are_read_and_said() {
        let source = decode("a.txt", b"1 \x95Luke\n1 It\x92s A Trap").unwrap();
        assert_eq!(&*source.text, "1 •Luke\n1 It’s A Trap");
        let note = source.note().unwrap();
        assert_eq!(note.message.en, "read as Windows-1252: byte 0x95 in line 1 is not UTF-8");
    }

    #[test]
    fn refuses_what_is_no_text() {
        let kind = |bytes: &[u8]| decode("a.txt", bytes).err().unwrap().problems[0].message.clone();
        assert_eq!(kind(b""), DeckMessage::Empty);
        assert_eq!(kind(b"\xef\xbb\xbf \r\n"), DeckMessage::Empty);
        assert_eq!(kind(b"a\n\xff\0"), DeckMessage::NotUtf8 { line: 2, byte: 0xff });
        assert_eq!(kind(&vec![b' '; 16 * 1024 * 1024 + 1]), DeckMessage::TooLarge);
    }
}
