//! Inputs of a check, and the deck files that they stand for.

use sleeve_data::files::{FileMessage, path_from_text, path_text};
use sleeve_data::problem::Candidates;
use sleeve_decks::{self as decks, DeckError, DeckFile, Input, WhySkipped};
use sleeve_library::project::{self, Projects};
use std::path::{Path, PathBuf};

/// The largest number of unreadable paths for which similar file names are looked up.
const MAX_NEAR_PATHS: usize = 10;

/// Something in a folder that was not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedFile {
    /// Its path as the user would write it.
    pub path: String,
    pub why: WhySkipped,
}

fn refused_file(path: PathBuf, error: DeckError) -> DeckFile {
    DeckFile::new(Input::Content(error.path.clone(), Err(error)), path)
}

/// Collects the deck files of inputs, in their order, and the files of folders that are no decks.
pub(super) fn collect_files(
    inputs: Vec<Input>,
    projects: &Projects,
) -> (Vec<DeckFile>, Vec<SkippedFile>) {
    let folder = projects.folder();
    let (mut files, mut skipped, mut lost) = (Vec::new(), Vec::new(), 0);
    for input in inputs {
        match input {
            Input::Path(path) => {
                let (path, number) = split_number(folder, path);
                let before = files.len();
                if lost >= MAX_NEAR_PATHS && !folder.join(&path).exists() {
                    let message = FileMessage::NotThere { candidates: Candidates::default() };
                    let error = DeckError::from_message(&path_text(&path), message);
                    files.push(refused_file(path, error));
                } else {
                    add_stored_files(&path, projects, &mut files, &mut skipped);
                }
                let new = files.get_mut(before..).unwrap_or_default();
                let is_refused = |file: &&DeckFile| matches!(file.input, Input::Content(_, Err(_)));
                lost += new.iter().filter(is_refused).count();
                new.iter_mut().for_each(|file| file.number = number);
            }
            given => {
                let path = folder.join(path_from_text(&given.shown_path()));
                files.push(DeckFile::new(given, path));
            }
        }
    }
    (files, skipped)
}

/// Splits `FILE#2` into the file and the number of a deck in it, unless a file has that name.
fn split_number(folder: &Path, path: PathBuf) -> (PathBuf, Option<usize>) {
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

fn add_stored_files(
    path: &Path,
    projects: &Projects,
    files: &mut Vec<DeckFile>,
    skipped: &mut Vec<SkippedFile>,
) {
    let folder = projects.folder();
    let within = folder.join(path);
    let described = || {
        let project = projects.find_project(&project::canonical_folder(&within));
        project.map(|project| project.library.described_readers()).unwrap_or_default()
    };
    let found = decks::find_with_forms(&[&within], &described);
    files.extend(found.files.into_iter().map(|found| DeckFile {
        input: Input::Path(relative_path(&found.path, folder, path).to_owned()),
        ..found
    }));
    skipped.extend(found.skipped.into_iter().map(|found| SkippedFile {
        path: path_text(relative_path(&found.path, folder, path)),
        why: found.why,
    }));
    files.extend(found.errors.into_iter().map(|mut error| {
        let found = path_from_text(&error.path);
        error.path = if found == folder.join(path) {
            path_text(path)
        } else {
            path_text(relative_path(&found, folder, path))
        };
        refused_file(path.to_owned(), error)
    }));
}

/// A path as the user would write it: relative where the path given was.
fn relative_path<'p>(found: &'p Path, folder: &Path, given: &Path) -> &'p Path {
    let relative = found.strip_prefix(folder).ok().filter(|_| given.is_relative());
    relative.unwrap_or(found)
}
