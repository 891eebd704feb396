//! What all readers of our TOML files do alike with what is wrong: they note it at its place and read on.

use super::shape::Keys;
use super::{ExpectedValue, FileMessage, Located, Mismatch};
use crate::problem::{Both, Candidates, Problem, Problems, Untold};
use std::ops::Range;

/// Messages of a room that reads files: [`FileMessage`]s are among them.
pub trait OfFiles: From<FileMessage> {
    /// What is wrong with the file as any other, if that is what it says.
    fn of_file(&self) -> Option<&FileMessage>;
}

/// Lets the messages of a crate, which have a variant `File`, hold those of every file.
#[macro_export]
macro_rules! of_files {
    ($name:ident) => {
        impl From<$crate::files::FileMessage> for $name {
            fn from(message: $crate::files::FileMessage) -> $name {
                $name::File(message)
            }
        }

        impl $crate::files::OfFiles for $name {
            fn of_file(&self) -> Option<&$crate::files::FileMessage> {
                match self {
                    $name::File(message) => Some(message),
                    _ => None,
                }
            }
        }
    };
}

impl<M: OfFiles> Untold for M {
    fn more(count: Option<usize>) -> M {
        FileMessage::More { count }.into()
    }

    fn untold(&self) -> Option<Option<usize>> {
        match self.of_file() {
            Some(FileMessage::More { count }) => Some(*count),
            _ => None,
        }
    }
}

impl<M: OfFiles> Problems<M> {
    /// Adds what is wrong at a place of the text that is being read.
    pub fn fail(&mut self, span: Range<usize>, message: impl Into<M>) {
        self.push(Problem::from_span(span, message.into()));
    }

    /// What was found where it is of the wanted type; else the mistake is noted.
    pub fn typed<T>(
        &mut self,
        found: Result<T, Mismatch<'_>>,
        expected: ExpectedValue,
    ) -> Option<T> {
        let mismatch = match found {
            Ok(found) => return Some(found),
            Err(mismatch) => mismatch,
        };
        self.add(|| Problem::from_span(mismatch.span(), mismatch.message(expected).into()));
        None
    }

    /// Notes a key that its table does not have.
    pub fn note_unknown_key(&mut self, entry: &Located<'_>, of: &Keys) {
        self.add(|| {
            let message = FileMessage::unknown_key(entry.key, of.place, of.iter_names());
            Problem::from_span(entry.key_span(), message.into())
        });
    }

    /// Notes keys that a table must have and lacks.
    pub fn needed(&mut self, entries: &[Located<'_>], span: &Range<usize>, of: &Keys) {
        for key in of.keys.iter().filter(|key| key.is_needed).map(|key| key.name) {
            if !entries.iter().any(|entry| entry.key == key) {
                self.fail(span.clone(), FileMessage::MissingKey { key, place: of.place });
            }
        }
    }
}

impl FileMessage {
    /// That a table does not have a key, with those of these that it may mean.
    pub fn unknown_key<'n>(
        key: &str,
        place: Both,
        known: impl Iterator<Item = &'n str>,
    ) -> FileMessage {
        let candidates = Candidates::nearest_or_all(key, known);
        FileMessage::UnknownKey { key: key.to_owned(), place, candidates }
    }
}
