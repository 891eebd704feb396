//! A deck file as text, in any of the encodings used for lists.

use super::{
    limits::MAX_BYTES,
    messages::{DeckError, DeckMessage, note_of},
    raw::RawDeck,
};
use sleeve_data::{
    files::{self, FileMessage, NotUtf8},
    model::{deck::Note, game::Named},
};
use std::{borrow::Cow, sync::Arc};

pub(super) struct DeckText {
    pub(super) path: String,
    /// In lower case, without the dot.
    pub(super) extension: String,
    pub(super) text: Arc<str>,
    /// Why the bytes are not UTF-8, if the text was decoded as Windows-1252.
    pub(super) not_utf8: Option<NotUtf8>,
    /// The sides of its game, if known.
    pub(super) sides: Option<Arc<[Named]>>,
}

impl DeckText {
    /// The file of a deck, without its encoding.
    pub(super) fn from_raw(raw: &RawDeck) -> DeckText {
        let (path, text) = (raw.path.clone(), Arc::clone(&raw.text));
        DeckText { extension: extension(&path), path, text, not_utf8: None, sides: None }
    }

    pub(super) fn encoding_note(&self) -> Option<Note> {
        Some(note_of(&FileMessage::Guessed(self.not_utf8?), 0..0))
    }
}

pub(super) fn decode(path: &str, bytes: &[u8]) -> Result<DeckText, DeckError> {
    if bytes.len() as u64 > MAX_BYTES {
        let (bytes, limit) = (bytes.len() as u64, MAX_BYTES);
        return Err(DeckError::from_message(path, FileMessage::TooLarge { bytes, limit }));
    }
    let decoded = files::decode(bytes)
        .map_err(|wrong| DeckError::from_message(path, FileMessage::NotUtf8(wrong)))?;
    let guessed = decoded.not_utf8;
    let text: Arc<str> = Arc::from(normalize_line_ends(decoded.text));
    if text.trim().is_empty() {
        return Err(DeckError::from_message(path, DeckMessage::Empty));
    }
    let (path, extension) = (path.to_owned(), extension(path));
    Ok(DeckText { path, extension, text, not_utf8: guessed, sides: None })
}

/// Why a deck file cannot be rewritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RewriteError {
    /// The file contains a different text from the one that was read.
    Changed,
    /// The file's encoding has no such character.
    Lacks(char),
}

/// The bytes of a deck file with a new text, in the file's encoding, with its byte order mark and
/// line endings.
///
/// # Errors
/// The file no longer contains the old text, or its encoding cannot represent the new one.
pub fn rewrite_bytes(file: &[u8], old: &str, new: &str) -> Result<Vec<u8>, RewriteError> {
    let current = files::decode(file).map_err(|_| RewriteError::Changed)?.text;
    if *normalize_line_ends(Cow::Borrowed(&current)) != *old {
        return Err(RewriteError::Changed);
    }
    files::encode_like(file, &files::match_line_ends(&current, new)).map_err(RewriteError::Lacks)
}

/// Replaces carriage returns that end lines by line feeds, byte for byte, so that spans stay valid.
fn normalize_line_ends(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains('\r') {
        return text;
    }
    let mut bytes = text.as_bytes().windows(2);
    if !bytes.any(|pair| matches!(pair, [b'\r', next] if *next != b'\n')) && !text.ends_with('\r') {
        return text;
    }
    let ends = text
        .split_inclusive('\n')
        .flat_map(|line| match line.strip_suffix("\r\n") {
            Some(line) => [line.replace('\r', "\n"), "\r\n".to_owned()],
            None => [line.replace('\r', "\n"), String::new()],
        });
    Cow::Owned(ends.collect())
}

/// Returns the extension of a file name in lower case, without the dot; empty for `.name`.
fn extension(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    match name.rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => extension.to_ascii_lowercase(),
        _ => String::new(),
    }
}
