//! Inputs of a check, and the deck files that they stand for.

use sleeve_data::files::{FileMessage, path_from_text, path_text};
use sleeve_data::problem::Candidates;
use sleeve_decks::{self as decks, DeckError, RawDeck, WhySkipped};
use sleeve_library::project::{self, Projects};
use std::path::{Path, PathBuf};

/// The largest number of unreadable paths for which similar file names are looked up.
const MAX_NEAR_PATHS: usize = 10;

/// A source of decks.
#[derive(Clone, Debug)]
pub enum Input {
    /// A file, `FILE#2` for one deck of several in it, or every deck of a folder, as the user writes it.
    Path(PathBuf),
    /// The content of a file, or why it could not be read, under a path. The `sleeve.toml` of that
    /// path's folder holds for it; a name alone, such as `-`, lies where relative paths start.
    Content(String, Result<Vec<u8>, DeckError>),
    /// A deck that was read already, under its own path.
    Deck(Box<RawDeck>),
}

impl Input {
    /// The content of a file under the path it is known by.
    pub fn bytes(path: &str, bytes: &[u8]) -> Input {
        Input::Content(path.to_owned(), Ok(bytes.to_owned()))
    }

    /// Its path as the user would write it.
    pub(super) fn shown_path(&self) -> String {
        match self {
            Input::Path(path) => path_text(path),
            Input::Content(path, _) => path.clone(),
            Input::Deck(raw) => raw.path.clone(),
        }
    }
}

/// Something in a folder that was not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedFile {
    /// Its path as the user would write it.
    pub path: String,
    pub why: WhySkipped,
}

/// An input that is one file.
pub(super) struct InputFile {
    pub(super) input: Input,
    /// Where it lies.
    pub(super) path: PathBuf,
    /// The number of the deck that is asked for; `None`: all decks of the file.
    pub(super) number: Option<usize>,
    /// Whether the user named it; else it was found in a folder.
    pub(super) is_named: bool,
}

impl InputFile {
    /// A file that the caller names.
    pub(super) fn new(input: Input, path: PathBuf) -> InputFile {
        InputFile { input, path, number: None, is_named: true }
    }

    fn refused(path: PathBuf, error: DeckError) -> InputFile {
        InputFile::new(Input::Content(error.path.clone(), Err(error)), path)
    }

    fn is_refused(&self) -> bool {
        matches!(self.input, Input::Content(_, Err(_)))
    }
}

/// Collects the deck files of inputs, in their order, and the files of folders that are no decks.
pub(super) fn collect_files(
    inputs: Vec<Input>,
    projects: &Projects,
) -> (Vec<InputFile>, Vec<SkippedFile>) {
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
                    files.push(InputFile::refused(path, error));
                } else {
                    add_stored_files(&path, projects, &mut files, &mut skipped);
                }
                let new = files.get_mut(before..).unwrap_or_default();
                lost += new.iter().filter(|file| file.is_refused()).count();
                new.iter_mut().for_each(|file| file.number = number);
            }
            given => {
                let path = folder.join(path_from_text(&given.shown_path()));
                files.push(InputFile::new(given, path));
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
    files: &mut Vec<InputFile>,
    skipped: &mut Vec<SkippedFile>,
) {
    let folder = projects.folder();
    let within = folder.join(path);
    let described = || {
        let project = projects.find_project(&project::canonical_folder(&within));
        project.map(|project| project.library.described_readers()).unwrap_or_default()
    };
    let found = decks::find_with_forms(&[&within], &described);
    files.extend(found.files.into_iter().map(|found| InputFile {
        input: Input::Path(relative_path(&found.path, folder, path).to_owned()),
        is_named: found.named,
        path: found.path,
        number: None,
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
        InputFile::refused(path.to_owned(), error)
    }));
}

/// A path as the user would write it: relative where the path given was.
fn relative_path<'p>(found: &'p Path, folder: &Path, given: &Path) -> &'p Path {
    let relative = found.strip_prefix(folder).ok().filter(|_| given.is_relative());
    relative.unwrap_or(found)
}
