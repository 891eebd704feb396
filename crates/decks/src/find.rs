//! Finds the deck files, and loads one within a size limit.
//!
//! In a folder, the content decides whether a file is a deck, by stricter rules than for a file
//! that the user named. Some reader accepts any text as a list, but a folder also contains other
//! texts.

use super::{
    decode::{self, DeckText},
    form::{DeckForm, DeckFormat},
    limits::MAX_BYTES,
    line::parse_line,
    messages::{DeckError, DeckMessage, WhySkipped},
    raw::{CopyNotation, RawDeck},
    readers::{Hints, choose_form},
    toml,
};
#[cfg(not(target_family = "wasm"))]
use ignore::{DirEntry, WalkBuilder};
use sleeve_data::{
    files::{self, FileMessage, Links, PathKind, ReadRefusal},
    model::DeckReader,
};
use std::{
    cell::LazyCell,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Extensions of decks; the content is not checked.
const DECK_EXTENSIONS: [&str; 5] = ["toml", "txt", "htd", "xml", "json"];
/// Suffixes of the backup copies that editors and tools write.
const COPY_ENDINGS: [&str; 5] = ["~", ".bak", ".orig", ".rej", ".tmp"];

/// The files found at paths.
#[derive(Debug, Default)]
pub struct FoundDecks {
    /// In the order of the paths; the files of a folder by their names.
    pub files: Vec<DeckFile>,
    /// Files of folders that were not read as decks.
    pub skipped: Vec<Skipped>,
    /// One for each path that cannot be read.
    pub errors: Vec<DeckError>,
}

/// How to search for deck files.
#[derive(Clone, Copy, Debug, Default)]
pub struct DeckSearch {
    pub links: Links,
    /// Whether a file that is named may be skipped like a file in a folder.
    pub only_decks: bool,
}

/// A source of decks.
#[derive(Clone, Debug)]
pub enum Input {
    /// A file, `FILE#2` for one of several decks in it, or every deck of a folder, as the user
    /// wrote it.
    Path(PathBuf),
    /// The content of a file, or why it could not be read, under a path. The `sleeve.toml` of that
    /// path's folder applies to it. A name alone, such as `-`, is relative to the working
    /// directory.
    Content(String, Result<Vec<u8>, DeckError>),
    /// A deck that was already read, under its own path.
    Deck(Box<RawDeck>),
}

impl Input {
    /// The content of a file under its path.
    pub fn bytes(path: &str, bytes: &[u8]) -> Input {
        Input::Content(path.to_owned(), Ok(bytes.to_owned()))
    }

    /// The path as the user would write it.
    pub fn shown_path(&self) -> String {
        match self {
            Input::Path(path) => files::path_text(path),
            Input::Content(path, _) => path.clone(),
            Input::Deck(raw) => raw.path.clone(),
        }
    }
}

/// An input that is one file.
#[derive(Clone, Debug)]
pub struct DeckFile {
    pub input: Input,
    /// Its path; `-` is standard input.
    pub path: PathBuf,
    /// The number of the requested deck; `None` means all decks of the file.
    pub number: Option<usize>,
    /// The folder that the user named; `None` if the user named the file.
    pub found_in: Option<Arc<Path>>,
}

impl DeckFile {
    /// A file that the user names.
    pub fn new(input: Input, path: PathBuf) -> DeckFile {
        DeckFile { input, path, number: None, found_in: None }
    }
}

/// Something in a folder that is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    pub path: PathBuf,
    pub why: WhySkipped,
}

/// Returns the deck files at paths.
///
/// A file is listed under any name; `-` is standard input. In a folder, decks are `*.toml` (except
/// `sleeve.toml`, `event.toml`, `*.event.toml` and `Cargo.toml`; nor `event.lock`), `*.txt`,
/// `*.htd`, `*.xml`, `*.json`, and every other file whose content a reader recognises. Hidden
/// files, READMEs and files ignored by version control are left out; all other files that are not
/// read are listed as skipped.
pub fn find<P: AsRef<Path>>(paths: &[P]) -> FoundDecks {
    find_with_forms(paths, DeckSearch::default(), &Vec::new)
}

/// Like [`find`], with options and the forms that games describe. `described` is called at most
/// once, if a file's name does not show whether it is a deck.
pub fn find_with_forms<P: AsRef<Path>>(
    paths: &[P],
    search: DeckSearch,
    described: &dyn Fn() -> Vec<Arc<DeckReader>>,
) -> FoundDecks {
    let described = LazyCell::new(described);
    let mut found = FoundDecks::default();
    for path in paths.iter().map(AsRef::as_ref) {
        let file = DeckFile::new(Input::Path(path.to_owned()), path.to_owned());
        if path.as_os_str() == "-" {
            found.files.push(file);
            continue;
        }
        match files::read_kind(path) {
            Ok(PathKind::Folder) => walk_folder(path, path, search.links, &described, &mut found),
            Ok(_) if search.only_decks => {
                let folder = path.parent().unwrap_or(path);
                walk_folder(folder, path, search.links, &described, &mut found);
            }
            Ok(PathKind::File | PathKind::Stream) => found.files.push(file),
            Err(refusal) => found.errors.push(refusal_error(path, refusal)),
        }
    }
    found
}

fn refusal_error(path: &Path, refusal: ReadRefusal) -> DeckError {
    DeckError::from_message(&files::path_text(path), FileMessage::from(refusal))
}

#[cfg(not(target_family = "wasm"))]
fn unreadable_error(path: &Path, error: &dyn std::fmt::Display) -> DeckError {
    DeckError::from_message(
        &files::path_text(path),
        FileMessage::Unreadable { reason: error.to_string() },
    )
}

/// The forms that games describe, read when the first file needs them.
type LazyForms<'d> = LazyCell<Vec<Arc<DeckReader>>, &'d dyn Fn() -> Vec<Arc<DeckReader>>>;

/// A browser has no folders.
#[cfg(target_family = "wasm")]
fn walk_folder(_: &Path, path: &Path, _: Links, _: &LazyForms, found: &mut FoundDecks) {
    found
        .errors
        .push(DeckError::from_message(&files::path_text(path), DeckMessage::NoDecks));
}

/// Walks a folder, or takes the file at a path.
#[cfg(not(target_family = "wasm"))]
fn walk_folder(
    folder: &Path,
    path: &Path,
    links: Links,
    described: &LazyForms,
    found: &mut FoundDecks,
) {
    let mut inside = FoundDecks::default();
    let root: Arc<Path> = folder.into();
    for entry in WalkBuilder::new(path).build() {
        match entry {
            Ok(entry) => classify_entry(entry, &root, links, described, &mut inside),
            Err(error) => inside.errors.push(unreadable_error(path, &error)),
        }
    }
    if inside.files.is_empty() && inside.errors.is_empty() && folder == path {
        inside
            .errors
            .push(DeckError::from_message(&files::path_text(path), DeckMessage::NoDecks));
    }
    // File systems list entries in any order, but reports need a fixed one.
    inside.files.sort_by_cached_key(|file| sort_key(&file.path));
    inside
        .skipped
        .sort_by_cached_key(|skipped| sort_key(&skipped.path));
    found.files.append(&mut inside.files);
    found.skipped.append(&mut inside.skipped);
    found.errors.append(&mut inside.errors);
}

/// Adds an entry of a folder to the decks or to the skipped files.
#[cfg(not(target_family = "wasm"))]
fn classify_entry(
    entry: DirEntry,
    folder: &Arc<Path>,
    links: Links,
    described: &LazyForms,
    found: &mut FoundDecks,
) {
    let Some(kind) = entry.file_type().filter(|kind| !kind.is_dir()) else { return };
    let is_link = entry.path_is_symlink();
    let path = entry.into_path();
    let verdict = judge_name(&path);
    if verdict == NameVerdict::Other {
        return;
    }
    // For plain files the folder listing is enough; links and other entries are checked again.
    let kind = if kind.is_file() { Ok(PathKind::File) } else { files::read_kind(&path) };
    let leads_out = is_link && links.check(&path, folder).is_err();
    let why = match (kind, verdict) {
        (Err(refusal), NameVerdict::Deck) => {
            return found.errors.push(refusal_error(&path, refusal));
        }
        (Err(refusal), _) => Some(WhySkipped::Unreadable(refusal.into())),
        (Ok(PathKind::Stream), _) => Some(WhySkipped::NotRegular),
        (Ok(PathKind::Folder), _) => Some(WhySkipped::LinkedFolder),
        _ if leads_out => Some(WhySkipped::LeadsOut),
        (Ok(PathKind::File), NameVerdict::Deck) => None,
        (Ok(PathKind::File), NameVerdict::Copy) => Some(WhySkipped::Copy),
        (Ok(PathKind::File), _) => judge_content(&path, described),
    };
    match why {
        None => {
            let file = DeckFile::new(Input::Path(path.clone()), path);
            found
                .files
                .push(DeckFile { found_in: Some(Arc::clone(folder)), ..file });
        }
        Some(why) => found.skipped.push(Skipped { path, why }),
    }
}

fn judge_content(path: &Path, described: &LazyForms) -> Option<WhySkipped> {
    match files::read_beginning(path, MAX_SNIFFED_BYTES) {
        Ok(bytes) => recognise(path, &bytes, described).err(),
        Err(ReadRefusal::NotRegular) => Some(WhySkipped::NotRegular),
        Err(ReadRefusal::TooLarge { .. }) => Some(WhySkipped::Unrecognised),
        Err(refusal) => Some(WhySkipped::Unreadable(refusal.into())),
    }
}

/// A key that sorts paths folder by folder, because the separator sorts before every other byte.
fn sort_key(path: &Path) -> Vec<u8> {
    let mut key = path.as_os_str().as_encoded_bytes().to_vec();
    for byte in &mut key {
        if char::from(*byte) == std::path::MAIN_SEPARATOR {
            *byte = 0;
        }
    }
    key
}

/// The result of checking a file name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NameVerdict {
    Deck,
    /// Settings, an event, a README or a hidden file: not a deck, and not worth listing as skipped.
    Other,
    /// A backup copy from an editor or a tool.
    Copy,
    /// The content decides.
    Unknown,
}

fn judge_name(path: &Path) -> NameVerdict {
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy().to_ascii_lowercase());
    let Some(name) = name else { return NameVerdict::Unknown };
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    let settings =
        ["sleeve.toml", "event.toml", "event.lock", "cargo.toml"].contains(&name.as_str());
    if settings || name.starts_with('.') || name.ends_with(".event.toml") || stem == "readme" {
        NameVerdict::Other
    } else if COPY_ENDINGS.iter().any(|copy| name.ends_with(copy)) {
        NameVerdict::Copy
    } else if DECK_EXTENSIONS.contains(&ending) {
        NameVerdict::Deck
    } else {
        NameVerdict::Unknown
    }
}

/// Splits `FILE#2` into the file and the number of a deck in it, unless a file has that name.
pub fn split_number(folder: &Path, path: PathBuf) -> (PathBuf, Option<usize>) {
    let split = path.to_str().and_then(|text| text.rsplit_once('#'));
    let numbered =
        split.and_then(|(file, number)| Some((PathBuf::from(file), number.parse().ok()?)));
    match numbered {
        Some((file, number)) if folder.join(&file).is_file() && !folder.join(&path).exists() => {
            (file, Some(number))
        }
        _ => (path, None),
    }
}

/// Returns the requested decks of a file: all of them, or the one with a number.
///
/// # Errors
/// The file has no deck, or none with that number.
pub fn choose_decks(
    path: &str,
    mut decks: Vec<RawDeck>,
    number: Option<usize>,
) -> Result<Vec<RawDeck>, DeckError> {
    let count = decks.len();
    let message = match number {
        None if count > 0 => return Ok(decks),
        Some(number) if (1..=count).contains(&number) => {
            return Ok(vec![decks.swap_remove(number - 1)]);
        }
        Some(number) if count > 0 => DeckMessage::NoDeckOfNumber { number, count },
        _ => DeckMessage::Empty,
    };
    Err(DeckError::from_message(path, message))
}

/// Reads the bytes of a deck file; `-` is standard input. Only a file that the user names may be a
/// pipe.
///
/// # Errors
/// The file cannot be read or is larger than `MAX_BYTES`.
pub fn load(path: &Path, is_named: bool) -> Result<Vec<u8>, DeckError> {
    let read = if !is_named {
        files::read_regular(path, MAX_BYTES)
    } else if path.as_os_str() == "-" {
        files::read_stream(std::io::stdin().lock(), MAX_BYTES)
    } else {
        files::read(path, MAX_BYTES)
    };
    read.map_err(|refusal| refusal_error(path, refusal))
}

/// Bytes of a file that are examined to see whether it is a deck.
pub(super) const MAX_SNIFFED_BYTES: u64 = 64 * 1024;
/// Extensions of card lists, and of decks of other programs.
const LIST_EXTENSIONS: [&str; 6] = ["gemp", "dek", "deck", "dck", "lst", "list"];
/// Fewest lines with a count in a list.
const FEWEST_COUNTED_LINES: usize = 3;

/// Whether the text of a file is a deck, by the rules for folders.
pub fn is_deck(path: &Path, text: &str, described: &[Arc<DeckReader>]) -> bool {
    let bytes = text.as_bytes();
    recognise(path, bytes.get(..MAX_SNIFFED_BYTES as usize).unwrap_or(bytes), described).is_ok()
}

/// Checks the beginning of a file; returns the reason if it is not a deck.
pub(super) fn recognise(
    path: &Path,
    bytes: &[u8],
    described: &[Arc<DeckReader>],
) -> Result<(), WhySkipped> {
    // Texts only contain zero bytes in UTF-16, which starts with its mark.
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

/// Drops the last line, or the last id of a line of ids, if the read limit may have cut it.
fn drop_cut_line(bytes: &[u8]) -> &[u8] {
    if (bytes.len() as u64) < MAX_SNIFFED_BYTES {
        return bytes;
    }
    // Half a line would not be a card, and half an id would be another card.
    let cut = bytes.iter().rposition(|b| matches!(b, b'\n' | b','));
    cut.and_then(|at| bytes.get(..at)).unwrap_or(bytes)
}

/// Drops the last line of UTF-16, if the read limit may have cut a character of two units.
fn drop_cut_utf16_line(bytes: &[u8]) -> &[u8] {
    if (bytes.len() as u64) < MAX_SNIFFED_BYTES {
        return bytes;
    }
    let cut = bytes
        .chunks_exact(2)
        .rposition(|pair| matches!(pair, [b'\n', 0] | [0, b'\n']));
    cut.and_then(|at| bytes.get(..2 * at)).unwrap_or(bytes)
}

/// Whether a text that a built-in reader accepts is really a deck of its format.
fn looks_like_deck(source: &DeckText, reader: DeckFormat) -> bool {
    let text = &source.text;
    match reader {
        DeckFormat::Toml => toml::looks_like_ours(text),
        DeckFormat::Json => text.contains("\"cards\"") || text.contains("\"decks\""),
        DeckFormat::GempText | DeckFormat::Holotable | DeckFormat::Swccgdb => true,
        DeckFormat::Text | DeckFormat::Free => looks_like_list(source),
    }
}

/// Whether a text is a list: by its extension, by its head, or because four of five lines have a
/// count.
fn looks_like_list(source: &DeckText) -> bool {
    if LIST_EXTENSIONS.contains(&source.extension.as_str()) {
        return true;
    }
    let mut lines = source
        .text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
    if lines.clone().take(FEWEST_COUNTED_LINES).any(is_list_head) {
        return true;
    }
    let (mut counted, mut bare) = (0usize, 0usize);
    for line in lines.by_ref() {
        match parse_line(line) {
            // Numbered points occur in texts of every kind.
            Some(_) if is_numbered_point(line) => bare += 1,
            Some(parts) if matches!(parts.notation, CopyNotation::Before | CopyNotation::After) => {
                match parts.count {
                    // `2026 began` is not a count.
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

/// Whether a line names the game or the format, as at the top of a list.
fn is_list_head(line: &str) -> bool {
    let head = line.trim_start_matches('#').trim_start();
    head.split_once([':', '=']).is_some_and(|(key, value)| {
        // A value in quotes is TOML, which a list may only show.
        let is_quoted = value.trim_start().starts_with('"');
        matches!(key.trim().to_lowercase().as_str(), "game" | "jeu" | "format") && !is_quoted
    })
}

/// `1. …`
fn is_numbered_point(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with('.')
}
