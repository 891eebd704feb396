//! Bytes to text: UTF-8, and for lists Windows-1252.

use super::error::{DeckError, DeckProblem, MAX_BYTES};
use super::messages::DeckMessage;
use crate::model::Text;
use crate::model::deck::Note;
use std::sync::Arc;

/// A file's text and what is known about it.
pub(super) struct Source {
    pub(super) path: String,
    /// In lower case, without the dot.
    pub(super) extension: String,
    pub(super) text: Arc<str>,
    /// Why the bytes are not UTF-8, where the text was decoded as Windows-1252.
    pub(super) problem: Option<DeckProblem>,
}

impl Source {
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

/// What Windows-1252 has at 0x80 to 0x9f; the bytes without a character stay what they are.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(bytes: &[u8]) -> String {
    let char_of = |b: &u8| match b {
        0x80..=0x9f => HIGH[usize::from(b - 0x80)],
        _ => char::from(*b),
    };
    bytes.iter().map(char_of).collect()
}

pub(super) fn decode(path: &str, bytes: &[u8]) -> Result<Source, DeckError> {
    if bytes.len() as u64 > MAX_BYTES {
        return Err(DeckError::whole(path, DeckMessage::TooLarge));
    }
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let (text, problem): (Arc<str>, _) = match std::str::from_utf8(bytes) {
        Ok(text) => (Arc::from(text), None),
        Err(error) => {
            let at = error.valid_up_to();
            let line = 1 + bytes.iter().take(at).filter(|b| **b == b'\n').count();
            let byte = bytes.get(at).copied().unwrap_or(0);
            let kind = DeckMessage::NotUtf8 { line, byte };
            let binary = bytes.contains(&0);
            if binary {
                return Err(DeckError::whole(path, kind));
            }
            (Arc::from(windows_1252(bytes)), Some(kind.into()))
        }
    };
    if text.trim().is_empty() {
        return Err(DeckError::whole(path, DeckMessage::Empty));
    }
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let extension = match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => extension.to_ascii_lowercase(),
        _ => String::new(),
    };
    Ok(Source { path: path.to_owned(), extension, text, problem })
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
