//! Whether a file of a folder is a deck, by what stands in it: its name says nothing.
//!
//! This is stricter than choosing a reader for a file that the user named: there is always one that
//! takes a text for a list, and a folder holds other texts besides decks.

use super::decode::{self, DeckText};
use super::line::parse_line;
use super::messages::WhySkipped;
use super::raw::CopyNotation;
use super::{DeckForm, DeckFormat, Hints, choose_form, toml};
use sleeve_data::files::FileMessage;
use sleeve_data::model::DeckReader;
use std::path::Path;
use std::sync::Arc;

/// Bytes of a file that are read to tell whether it is a deck.
pub(super) const MAX_SNIFFED_BYTES: u64 = 64 * 1024;
/// Extensions of lists of cards, and of decks of other programs.
const LIST_EXTENSIONS: [&str; 6] = ["gemp", "dek", "deck", "dck", "lst", "list"];
/// Fewer lines with a count than this are no list.
const FEWEST_COUNTED_LINES: usize = 3;

/// Whether the text of a file is a deck, as in a folder.
pub fn is_deck(path: &Path, text: &str, described: &[Arc<DeckReader>]) -> bool {
    let bytes = text.as_bytes();
    recognise(path, bytes.get(..MAX_SNIFFED_BYTES as usize).unwrap_or(bytes), described).is_ok()
}

/// Tells by the beginning of a file whether it is a deck; if not, why.
pub(super) fn recognise(
    path: &Path,
    bytes: &[u8],
    described: &[Arc<DeckReader>],
) -> Result<(), WhySkipped> {
    // Texts have zero bytes only in UTF-16, which its mark tells.
    let is_utf16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    if bytes.contains(&0) && !is_utf16 {
        return Err(WhySkipped::Binary);
    }
    let bytes = if is_utf16 { drop_cut_utf16_line(bytes) } else { drop_cut_line(bytes) };
    let source = decode::decode(&path.to_string_lossy(), bytes).map_err(|error| {
        match error.problems.first().map(|p| &p.message) {
            Some(super::DeckMessage::File(FileMessage::NotUtf8(_))) => WhySkipped::Binary,
            _ => WhySkipped::Unrecognised,
        }
    })?;
    let hints = Hints { described, ..Hints::default() };
    match choose_form(&source, &hints) {
        Ok(DeckForm::Described(_)) => Ok(()),
        Ok(DeckForm::Known(reader)) if looks_like_deck(&source, reader) => Ok(()),
        _ => Err(WhySkipped::Unrecognised),
    }
}

/// Drops the last line, or the last id of a line of ids, where the read limit may have cut it.
fn drop_cut_line(bytes: &[u8]) -> &[u8] {
    if (bytes.len() as u64) < MAX_SNIFFED_BYTES {
        return bytes;
    }
    // Half a line would be no card, and half an id another one.
    let cut = bytes.iter().rposition(|b| matches!(b, b'\n' | b','));
    cut.and_then(|at| bytes.get(..at)).unwrap_or(bytes)
}

/// Drops the last line of UTF-16, where the read limit may have cut a character of two units.
fn drop_cut_utf16_line(bytes: &[u8]) -> &[u8] {
    if (bytes.len() as u64) < MAX_SNIFFED_BYTES {
        return bytes;
    }
    let is_newline = |pair: &[u8]| matches!(pair, [b'\n', 0] | [0, b'\n']);
    let cut = bytes.chunks_exact(2).rposition(is_newline);
    cut.and_then(|at| bytes.get(..2 * at)).unwrap_or(bytes)
}

/// Whether a text that a reader of the program would take is a deck of its format.
fn looks_like_deck(source: &DeckText, reader: DeckFormat) -> bool {
    let contains = |word: &str| source.text.contains(word);
    match reader {
        DeckFormat::Toml => toml::looks_like_ours(&source.text),
        DeckFormat::GempXml => contains("blueprintId"),
        DeckFormat::Json => contains("\"cards\"") || contains("\"decks\""),
        DeckFormat::GempLine
        | DeckFormat::GempText
        | DeckFormat::Holotable
        | DeckFormat::Swccgdb => true,
        DeckFormat::Text | DeckFormat::Free => looks_like_list(source),
    }
}

/// Whether a text is a list: by its extension, by its head, or because four lines of five have a
/// count.
fn looks_like_list(source: &DeckText) -> bool {
    if LIST_EXTENSIONS.contains(&source.extension.as_str()) {
        return true;
    }
    let mut lines = source.text.lines().map(str::trim).filter(|line| !line.is_empty());
    let is_head = |line: &str| {
        let line = line.trim_start_matches('#').trim_start();
        let key = line.split_once([':', '=']).map(|(key, _)| key.trim().to_lowercase());
        key.is_some_and(|key| matches!(key.as_str(), "game" | "jeu" | "format"))
    };
    if lines.clone().take(FEWEST_COUNTED_LINES).any(is_head) {
        return true;
    }
    let (mut counted, mut bare) = (0usize, 0usize);
    for line in lines.by_ref() {
        match parse_line(line) {
            // Points that are numbered stand in texts of every kind.
            Some(_) if is_numbered_point(line) => bare += 1,
            Some(parts) if matches!(parts.notation, CopyNotation::Before | CopyNotation::After) => {
                match parts.count {
                    // `2026 began` is no count.
                    Ok(1..=99) => counted += 1,
                    _ => bare += 1,
                }
            }
            Some(_) if !line.ends_with(':') && !line.starts_with(['#', '[', '/']) => bare += 1,
            _ => {}
        }
    }
    counted >= FEWEST_COUNTED_LINES && counted >= 4 * bare
}

/// `1. …`
fn is_numbered_point(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recognise_text(name: &str, text: &str) -> Result<(), WhySkipped> {
        recognise(Path::new(name), text.as_bytes(), &[])
    }

    #[test]
    fn decks_are_told_by_their_content() {
        for (name, text) in [
            ("a", "game = \"g\"\n[zones]\n"),
            ("a.cards", "<deck><card blueprintId=\"1_1\"/></deck>"),
            ("a.gemp", "1_1,1_2|1_3"),
            ("a", "1_1,1_2|1_3"),
            ("a", "# game: g\nOne\nTwo\n"),
            ("a.dat", "Deck:\n3x One\n2 Two\nThree x4\n1 Four\n"),
            ("a.list", "One\nTwo\n"),
            ("a", "{\"cards\": []}"),
        ] {
            assert_eq!(recognise_text(name, text), Ok(()), "{name}: {text}");
        }
    }

    #[test]
    fn other_texts_are_not_taken_for_decks() {
        for (name, text) in [
            ("LICENSE", "Permission is granted\nto anyone\n"),
            ("a.svg", "<?xml version=\"1.0\"?><svg/>"),
            ("a.o8d", "<deck game=\"x\"><section name=\"Main\"/></deck>"),
            ("a.md", "# Title\n1. one\n2. two\n3. three\n4. four\n"),
            ("a", "{\"name\": 1}"),
            ("a.log", "2026 began\n2027 went on\n2028 too\n"),
            ("a.dek", ""),
        ] {
            assert_eq!(recognise_text(name, text), Err(WhySkipped::Unrecognised), "{name}: {text}");
        }
        assert_eq!(recognise_text("a.png", "\u{89}PNG\0"), Err(WhySkipped::Binary));
    }
}
