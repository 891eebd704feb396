//! Messages about files whatever they hold. Crates that read files hold these messages among their own, so that one
//! mistake is one sentence everywhere; readers note a mistake at its place and read on.

use super::shape::Keys;
use super::{
    ExpectedValue, ForeignSentence, FoundValue, Located, Mismatch, NotUtf8, ReadRefusal,
    suggest_paths,
};
use crate::Lang;
use crate::messages;
use crate::problem::{Candidates, CountsUntold, Phrase, Problem, Problems, Quoted, Words};
use crate::word;
use std::fmt;
use std::ops::Range;

/// The form of our own files in [`FileMessage::Syntax`].
pub const TOML: &str = "TOML";

messages! {
    /// Mistakes in any file, whatever it holds.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum FileMessage {
        Unreadable { reason: String } ["unreadable"] => {
            let reason = ForeignSentence(reason.as_str());
            title: "cannot be read: {reason}",
        }
        NotThere { candidates: Candidates } ["unreadable"] => {
            title: "there is no such file or folder",
            help: candidates,
        }
        NotRegular ["unreadable"] => "a pipe or a device, not a file",
        TooLarge { bytes: u64, limit: u64 } ["too-large"] => {
            let most = Size(*limit);
            // A pipe is read one byte beyond the limit: its length is unknown.
            when *bytes == *limit + 1 => "larger than {most}, the most that is read of such a file",
            title: "{bytes} bytes, larger than {most}, the most that is read of such a file",
        }
        NotUtf8(wrong: NotUtf8) ["not-utf-8"] => {
            let byte = format!("0x{:02x}", wrong.byte);
            let line = wrong.line;
            title: "not UTF-8: byte {byte} in line {line}",
            help: "save it as UTF-8, which spreadsheets call \"CSV UTF-8\"",
        }
        /// Not UTF-8, and read all the same.
        Guessed(wrong: NotUtf8) => {
            let byte = format!("0x{:02x}", wrong.byte);
            let line = wrong.line;
            title: "read as Windows-1252: byte {byte} in line {line} is not UTF-8",
        }
        /// Against the syntax of its form ([`TOML`], `JSON`, `XML`), in the words of its parser on one line.
        Syntax { form: &'static str, message: String } [(*form == TOML).then_some("not-toml")] => {
            let message = ForeignSentence(message.as_str());
            title: "not valid {form}: {message}",
        }
        /// A value of another type than its key takes, or beyond its range.
        WrongType { key: String, expected: ExpectedValue, found: FoundValue } ["wrong-type"] => "`{key}` has to be {expected}, not {found}",
        UnknownKey {
            key: String, place: Phrase, candidates: Candidates,
        } ["unknown-field"] => {
            title: "unknown key `{key}` in {place}",
            help: candidates,
        }
        MissingKey { key: &'static str, place: Phrase } ["missing-field"] => "`{key}` is missing in {place}",
        OneOf { keys: &'static [&'static str], place: Phrase } ["one-of"] => {
            let keys = Quoted(&keys);
            title: "{place} needs exactly one of {keys}",
        }
        AnyOf { keys: &'static [&'static str], place: Phrase } ["one-of"] => {
            let keys = Quoted(&keys);
            title: "{place} needs at least one of {keys}",
        }
        /// A key, or a name of a list, that stands there twice.
        GivenTwice { key: String } ["given-twice"] => {
            title: "`{key}` is given twice",
            label: "the second time",
        }
        TooMany { key: &'static str, limit: usize } ["too-many"] => "`{key}` has more than {limit} entries",
        /// Mistakes that are not told one by one; `None`: nobody counted them.
        More { count: Option<usize> } [if count.is_some() { "too-many" } else { "not-toml" }] => {
            let number = count.unwrap_or_default();
            when count.is_none() => {
                title: "there may be more mistakes behind these",
                help: "mend those above and check again",
            }
            when *count == Some(1) => {
                title: "1 more mistake",
                help: "mend those above and check again",
            }
            title: "{number} more mistakes",
            help: "mend those above and check again",
        }
    }
}

impl From<ReadRefusal> for FileMessage {
    fn from(refusal: ReadRefusal) -> FileMessage {
        match refusal {
            ReadRefusal::Missing(path) => {
                FileMessage::NotThere { candidates: suggest_paths(&path) }
            }
            ReadRefusal::Io(error) => FileMessage::Unreadable { reason: error.to_string() },
            ReadRefusal::TooLarge { bytes, limit } => FileMessage::TooLarge { bytes, limit },
            ReadRefusal::NotRegular => FileMessage::NotRegular,
        }
    }
}

/// A number of bytes, in MiB where that is a whole number.
struct Size(u64);

impl Words for Size {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, unit) = match self.0 % (1 << 20) {
            0 => (self.0 >> 20, word!("MiB")),
            _ => (self.0, word!("bytes")),
        };
        write!(f, "{number} ")?;
        unit.write(lang, f)
    }
}

/// Messages of a crate that reads files: [`FileMessage`]s are among them.
pub trait HoldsFileMessages: From<FileMessage> {
    /// The message about files in general, if this is one.
    fn file_message(&self) -> Option<&FileMessage>;
}

/// Lets an enumeration of messages with a variant `File` hold every [`FileMessage`].
#[macro_export]
macro_rules! of_files {
    ($name:ident) => {
        impl From<$crate::files::FileMessage> for $name {
            fn from(message: $crate::files::FileMessage) -> $name {
                $name::File(message)
            }
        }

        impl $crate::files::HoldsFileMessages for $name {
            fn file_message(&self) -> Option<&$crate::files::FileMessage> {
                match self {
                    $name::File(message) => Some(message),
                    _ => None,
                }
            }
        }
    };
}

impl<M: HoldsFileMessages> CountsUntold for M {
    fn more(count: Option<usize>) -> M {
        FileMessage::More { count }.into()
    }

    fn untold(&self) -> Option<Option<usize>> {
        match self.file_message() {
            Some(FileMessage::More { count }) => Some(*count),
            _ => None,
        }
    }
}

impl<M: HoldsFileMessages> Problems<M> {
    /// Adds an error at a place of the text that is being read.
    pub fn fail(&mut self, span: Range<usize>, message: impl Into<M>) {
        self.push(Problem::from_span(span, message.into()));
    }

    /// Unwraps a value of the expected type, or notes the mismatch.
    pub fn unwrap_or_note<T>(
        &mut self,
        found: Result<T, Mismatch<'_>>,
        expected: ExpectedValue,
    ) -> Option<T> {
        let mismatch = match found {
            Ok(found) => return Some(found),
            Err(mismatch) => mismatch,
        };
        self.push_with(|| Problem::from_span(mismatch.span(), mismatch.message(expected).into()));
        None
    }

    /// Notes a key that its table does not have.
    pub fn note_unknown_key(&mut self, entry: &Located<'_>, of: &Keys) {
        self.push_with(|| {
            let message = FileMessage::unknown_key(entry.key, of.place, of.iter_names());
            Problem::from_span(entry.key_span(), message.into())
        });
    }

    /// Notes keys that a table must have and lacks.
    pub fn note_missing_keys(&mut self, entries: &[Located<'_>], span: &Range<usize>, of: &Keys) {
        for key in of.keys.iter().filter(|key| key.is_required).map(|key| key.name) {
            if !entries.iter().any(|entry| entry.key == key) {
                self.fail(span.clone(), FileMessage::MissingKey { key, place: of.place });
            }
        }
    }
}

impl FileMessage {
    /// The message that a table lacks a key, with the known keys that it may mean.
    pub fn unknown_key<'n>(
        key: &str,
        place: Phrase,
        known: impl Iterator<Item = &'n str>,
    ) -> FileMessage {
        let candidates = Candidates::nearest_or_all(key, known);
        FileMessage::UnknownKey { key: key.to_owned(), place, candidates }
    }
}
