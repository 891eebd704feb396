//! Errors of deck files, and the limits of their size.

use super::messages::DeckMessage;
use sleeve_data::files::FileMessage;
use sleeve_data::model::Lang;
use sleeve_data::problem::Problem;
use std::sync::Arc;

/// Largest file that is read, in bytes.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// Largest number of copies on one line.
pub const MAX_COUNT: u32 = 9_999;
/// Largest number of entries in one deck.
pub(crate) const MAX_ENTRIES: usize = 100_000;
/// Largest number of zones, of parameters and of carriers in one deck file of ours.
pub(crate) const MAX_TABLES: usize = 256;
/// Largest number of attributes of one element of an XML file.
pub(crate) const MAX_ATTRIBUTES: usize = 64;

/// Largest number of cards, copies counted, in one deck.
pub(crate) const MAX_CARDS: u64 = 100_000;

/// A problem of a deck file, with its span.
pub type DeckProblem = Problem<DeckMessage>;

/// A file that is not a deck, with all its problems.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{path}: {}", summary(problems))]
pub struct DeckError {
    /// Path or `-`, as given.
    pub path: String,
    /// The text that the spans point into; empty where nothing could be decoded.
    pub text: Arc<str>,
    /// In the order of the file.
    pub problems: Vec<DeckProblem>,
}

fn summary(problems: &[DeckProblem]) -> String {
    let first = problems.first().map_or_else(String::new, |p| p.title(Lang::En));
    match problems.len() {
        0 | 1 => first,
        n => format!("{first} (and {} more)", n - 1),
    }
}

impl DeckError {
    /// An error about a whole file.
    pub fn from_message(path: &str, message: impl Into<DeckMessage>) -> DeckError {
        let problems = vec![message.into().into()];
        DeckError { path: path.to_owned(), text: Arc::from(""), problems }
    }

    /// An error about a file of more than [`MAX_BYTES`] bytes.
    pub fn too_large(path: &str) -> DeckError {
        let (bytes, limit) = (MAX_BYTES + 1, MAX_BYTES);
        DeckError::from_message(path, FileMessage::TooLarge { bytes, limit })
    }
}
