//! Which files are decks, and reading one within a limit.

use super::error::{DeckError, MAX_BYTES, ProblemKind};
use crate::model::fold;
use ignore::WalkBuilder;
use std::io::Read;
use std::path::{Path, PathBuf};

const EXTENSIONS: [&str; 5] = ["toml", "txt", "htd", "xml", "json"];

/// The deck files that paths mean, in the order given, a folder's in the order of their names.
///
/// A file is listed whatever it is called; `-` stands for standard input. In a folder, decks are
/// `*.toml` (but `sleeve.toml`, `*.event.toml` and `Cargo.toml`), `*.txt`, `*.htd`, `*.xml` and
/// `*.json`; hidden files, READMEs and what version control ignores are skipped.
///
/// # Errors
/// One for each path that does not exist, and for each folder without a deck.
pub fn find<P: AsRef<Path>>(paths: &[P]) -> (Vec<PathBuf>, Vec<DeckError>) {
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        let path = path.as_ref();
        if path.as_os_str() == "-" {
            files.push(path.to_owned());
            continue;
        }
        match std::fs::metadata(path) {
            Ok(meta) if meta.is_dir() => folder(path, &mut files, &mut errors),
            Ok(_) => files.push(path.to_owned()),
            Err(error) => errors.push(unreadable(path, &error)),
        }
    }
    (files, errors)
}

fn unreadable(path: &Path, error: &dyn std::fmt::Display) -> DeckError {
    DeckError::whole(&path.to_string_lossy(), ProblemKind::Unreadable(error.to_string()))
}

fn folder(path: &Path, files: &mut Vec<PathBuf>, errors: &mut Vec<DeckError>) {
    let before = (files.len(), errors.len());
    for entry in WalkBuilder::new(path).build() {
        match entry {
            Ok(entry) => {
                let is_file = entry.file_type().is_some_and(|t| !t.is_dir());
                if is_file && is_deck(entry.path()) {
                    files.push(entry.into_path());
                }
            }
            Err(error) => errors.push(unreadable(path, &error)),
        }
    }
    if let Some(found) = files.get_mut(before.0..) {
        found.sort_by_cached_key(|file| in_order(file));
    }
    if before == (files.len(), errors.len()) {
        errors.push(DeckError::whole(&path.to_string_lossy(), ProblemKind::NoDecks));
    }
}

/// What sorts a path by the names of its folders, one after the other.
fn in_order(path: &Path) -> Vec<u8> {
    let separator = |byte: u8| char::from(byte) == std::path::MAIN_SEPARATOR;
    let bytes = path.as_os_str().as_encoded_bytes().iter();
    bytes.map(|byte| if separator(*byte) { 0 } else { *byte }).collect()
}

fn is_deck(path: &Path) -> bool {
    let name = path.file_name().map(|n| n.to_string_lossy().to_ascii_lowercase());
    let Some(name) = name else { return false };
    let Some((stem, extension)) = name.rsplit_once('.') else { return false };
    let settings = ["sleeve.toml", "cargo.toml"].contains(&name.as_str());
    let other = settings || name.ends_with(".event.toml") || stem == "readme";
    EXTENSIONS.contains(&extension) && !other
}

/// The bytes of a deck file; `-` reads standard input.
///
/// # Errors
/// When the file cannot be read or is larger than [`MAX_BYTES`].
pub fn load(path: &Path) -> Result<Vec<u8>, DeckError> {
    let shown = path.to_string_lossy();
    let mut bytes = Vec::new();
    let read = if path.as_os_str() == "-" {
        std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(path).and_then(|file| {
            let size = file.metadata().map_or(0, |m| m.len()).min(MAX_BYTES) as usize;
            bytes.reserve_exact(size + 1);
            file.take(MAX_BYTES + 1).read_to_end(&mut bytes)
        })
    };
    match read {
        Err(error) => Err(unreadable(path, &error)),
        Ok(n) if n as u64 > MAX_BYTES => Err(DeckError::whole(&shown, ProblemKind::TooLarge)),
        Ok(_) => Ok(bytes),
    }
}

/// The words nearest to one that is not among them, best first: at most three, and none that is far off.
pub(super) fn nearest<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let key = fold::key(word);
    let mut near: Vec<(f64, &str)> = words
        .map(|w| (strsim::jaro_winkler(&key, &fold::key(w)), w))
        .filter(|(score, _)| *score >= 0.7)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.dedup_by(|a, b| a.1 == b.1);
    near.into_iter().take(3).map(|(_, w)| w.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decks_are_told_by_their_names() {
        for name in ["a.toml", "b.TXT", "c.htd", "d.xml", "e.json", "readme-first.txt"] {
            assert!(is_deck(Path::new(name)), "{name}");
        }
        for name in ["sleeve.toml", "x.event.toml", "Cargo.toml", "README.txt", "a.md", "toml"] {
            assert!(!is_deck(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn a_missing_path_is_an_error_and_the_others_are_still_found() {
        let (files, errors) = find(&["-", "no/such/file", "Cargo.toml"]);
        assert_eq!(files, [PathBuf::from("-"), PathBuf::from("Cargo.toml")]);
        assert!(matches!(errors[0].problems[0].kind, ProblemKind::Unreadable(_)));
    }
}
