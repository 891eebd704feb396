//! Which files are decks, and reading one within a limit.

use super::error::{DeckError, MAX_BYTES};
use super::messages::{DeckMessage, WhySkipped};
use super::recognise::{SNIFF_BYTES, recognise};
#[cfg(not(target_family = "wasm"))]
use ignore::{DirEntry, WalkBuilder};
use sleeve_data::files::{self, FileMessage, PathKind, ReadRefusal};
use sleeve_data::model::DeckReader;
use std::cell::LazyCell;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files that are decks by their ending, whatever stands in them.
const DECK_EXTENSIONS: [&str; 5] = ["toml", "txt", "htd", "xml", "json"];
/// How copies end that editors and tools leave beside a file.
const COPY_ENDINGS: [&str; 5] = ["~", ".bak", ".orig", ".rej", ".tmp"];

/// What paths mean.
#[derive(Debug, Default)]
pub struct FoundDecks {
    /// Deck files, in the order given, a folder's in the order of their names.
    pub files: Vec<DeckFile>,
    /// What lies in a folder and was not taken for a deck.
    pub skipped: Vec<Skipped>,
    /// Paths that mean nothing.
    pub errors: Vec<DeckError>,
}

/// A file to be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckFile {
    /// Where it lies; `-` for standard input.
    pub path: PathBuf,
    /// Whether the user named it, rather than a folder it lies in.
    pub named: bool,
}

/// Something in a folder that is not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skipped {
    /// Where it lies.
    pub path: PathBuf,
    /// Why it is not read.
    pub why: WhySkipped,
}

/// The deck files that paths mean.
///
/// A file is listed whatever it is called; `-` stands for standard input. In a folder, decks are
/// `*.toml` (but `sleeve.toml`, `event.toml`, `*.event.toml` and `Cargo.toml`), `*.txt`, `*.htd`,
/// `*.xml`, `*.json`, and every other file whose content a reader recognises. Hidden files, READMEs
/// and what version control ignores are passed over; everything else that is not read is named.
pub fn find<P: AsRef<Path>>(paths: &[P]) -> FoundDecks {
    find_among(paths, &Vec::new)
}

/// The same with the forms that games describe, which are asked for where a file's name tells nothing.
pub fn find_among<P: AsRef<Path>>(
    paths: &[P],
    described: &dyn Fn() -> Vec<Arc<DeckReader>>,
) -> FoundDecks {
    let described = LazyCell::new(described);
    let mut found = FoundDecks::default();
    for path in paths {
        let path = path.as_ref();
        let named = DeckFile { path: path.to_owned(), named: true };
        if path.as_os_str() == "-" {
            found.files.push(named);
            continue;
        }
        match files::kind(path) {
            Ok(PathKind::Folder) => walk_folder(path, &described, &mut found),
            Ok(PathKind::File | PathKind::Stream) => found.files.push(named),
            Err(refusal) => found.errors.push(refusal_error(path, refusal)),
        }
    }
    found
}

fn refusal_error(path: &Path, refusal: ReadRefusal) -> DeckError {
    DeckError::whole(&files::path_text(path), FileMessage::from(refusal))
}

#[cfg(not(target_family = "wasm"))]
fn unreadable_error(path: &Path, error: &dyn std::fmt::Display) -> DeckError {
    DeckError::whole(&files::path_text(path), FileMessage::Unreadable { reason: error.to_string() })
}

/// The forms that games describe, as far as somebody asked.
type DescribedForms<'d> = LazyCell<Vec<Arc<DeckReader>>, &'d dyn Fn() -> Vec<Arc<DeckReader>>>;

/// A browser has no folders.
#[cfg(target_family = "wasm")]
fn walk_folder(path: &Path, _: &DescribedForms, found: &mut FoundDecks) {
    found.errors.push(DeckError::whole(&files::path_text(path), DeckMessage::NoDecks));
}

#[cfg(not(target_family = "wasm"))]
fn walk_folder(path: &Path, described: &DescribedForms, found: &mut FoundDecks) {
    let mut own = FoundDecks::default();
    for entry in WalkBuilder::new(path).build() {
        match entry {
            Ok(entry) => self::classify_entry(entry, described, &mut own),
            Err(error) => own.errors.push(unreadable_error(path, &error)),
        }
    }
    if own.files.is_empty() && own.errors.is_empty() {
        own.errors.push(DeckError::whole(&files::path_text(path), DeckMessage::NoDecks));
    }
    own.files.sort_by_cached_key(|file| sort_key(&file.path));
    own.skipped.sort_by_cached_key(|skipped| sort_key(&skipped.path));
    found.files.append(&mut own.files);
    found.skipped.append(&mut own.skipped);
    found.errors.append(&mut own.errors);
}

/// Takes one entry of a folder for a deck, or says why not.
#[cfg(not(target_family = "wasm"))]
fn classify_entry(entry: DirEntry, described: &DescribedForms, found: &mut FoundDecks) {
    let Some(kind) = entry.file_type().filter(|kind| !kind.is_dir()) else { return };
    let path = entry.into_path();
    let by_name = judge_name(&path);
    if by_name == NameVerdict::Other {
        return;
    }
    // What the folder says of a file is believed; links and the rest are looked at.
    let kind = if kind.is_file() { Ok(PathKind::File) } else { files::kind(&path) };
    let why = match (kind, by_name) {
        (Err(refusal), NameVerdict::Deck) => {
            return found.errors.push(refusal_error(&path, refusal));
        }
        (Err(refusal), _) => Some(WhySkipped::Unreadable(refusal.into())),
        (Ok(PathKind::Stream), _) => Some(WhySkipped::NotRegular),
        (Ok(PathKind::Folder), _) => Some(WhySkipped::LinkedFolder),
        (Ok(PathKind::File), NameVerdict::Deck) => None,
        (Ok(PathKind::File), NameVerdict::Copy) => Some(WhySkipped::Copy),
        (Ok(PathKind::File), _) => judge_content(&path, described),
    };
    match why {
        None => found.files.push(DeckFile { path, named: false }),
        Some(why) => found.skipped.push(Skipped { path, why }),
    }
}

fn judge_content(path: &Path, described: &DescribedForms) -> Option<WhySkipped> {
    match files::sniff(path, SNIFF_BYTES) {
        Ok(bytes) => recognise(path, &bytes, described).err(),
        Err(ReadRefusal::NotRegular) => Some(WhySkipped::NotRegular),
        Err(ReadRefusal::TooLarge { .. }) => Some(WhySkipped::Unrecognised),
        Err(refusal) => Some(WhySkipped::Unreadable(refusal.into())),
    }
}

/// What sorts a path by the names of its folders, one after the other.
fn sort_key(path: &Path) -> Vec<u8> {
    let separator = |byte: u8| char::from(byte) == std::path::MAIN_SEPARATOR;
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes.map(|byte| if separator(*byte) { 0 } else { *byte }).collect()
}

/// What a name says of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NameVerdict {
    /// A deck.
    Deck,
    /// Settings, an event, a README: no deck, and nobody takes it for one.
    Other,
    /// A copy of a file.
    Copy,
    /// Nothing.
    Unknown,
}

fn judge_name(path: &Path) -> NameVerdict {
    let name = path.file_name().map(|n| n.to_string_lossy().to_ascii_lowercase());
    let Some(name) = name else { return NameVerdict::Unknown };
    let (stem, ending) = name.rsplit_once('.').unwrap_or((&name, ""));
    let settings = ["sleeve.toml", "event.toml", "cargo.toml"].contains(&name.as_str());
    if settings || name.ends_with(".event.toml") || stem == "readme" {
        NameVerdict::Other
    } else if COPY_ENDINGS.iter().any(|copy| name.ends_with(copy)) {
        NameVerdict::Copy
    } else if DECK_EXTENSIONS.contains(&ending) {
        NameVerdict::Deck
    } else {
        NameVerdict::Unknown
    }
}

/// The bytes of a deck file; `-` reads standard input. Only what the user named may be a pipe.
///
/// # Errors
/// When the file cannot be read or is larger than `MAX_BYTES`.
pub fn load(file: &DeckFile) -> Result<Vec<u8>, DeckError> {
    let path = &file.path;
    let read = if !file.named {
        files::read_regular(path, MAX_BYTES)
    } else if path.as_os_str() == "-" {
        files::read_stream(std::io::stdin().lock(), MAX_BYTES)
    } else {
        files::read(path, MAX_BYTES)
    };
    read.map_err(|refusal| refusal_error(path, refusal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_are_told_by_their_names() {
        let by_name = |name: &str| super::judge_name(Path::new(name));
        for name in ["a.toml", "b.TXT", "c.htd", "d.xml", "e.json", "readme-first.txt"] {
            assert_eq!(by_name(name), NameVerdict::Deck, "{name}");
        }
        for name in
            ["sleeve.toml", "event.toml", "x.event.toml", "Cargo.toml", "README.txt", "README"]
        {
            assert_eq!(by_name(name), NameVerdict::Other, "{name}");
        }
        for name in ["a.toml~", "a.txt.bak", "a.orig"] {
            assert_eq!(by_name(name), NameVerdict::Copy, "{name}");
        }
        for name in ["a.md", "toml", "a.dek", "a.gemp"] {
            assert_eq!(by_name(name), NameVerdict::Unknown, "{name}");
        }
    }

    #[test]
    fn a_missing_path_is_an_error_and_the_others_are_still_found() {
        let found = find(&["-", "no/such/file", "Cargo.toml"]);
        let paths: Vec<_> = found.files.iter().map(|f| f.path.clone()).collect();
        assert_eq!(paths, [PathBuf::from("-"), PathBuf::from("Cargo.toml")]);
        assert!(matches!(
            found.errors[0].problems[0].message,
            DeckMessage::File(FileMessage::NotThere { .. })
        ));
    }
}
