//! Messages about files of any kind, and the words in them: the value that a key takes, the value
//! found, and the sentences of parsers and systems, which are English. Crates that read files
//! include these messages in their own, so that one mistake has the same sentence everywhere.
//! Readers note a mistake at its place and continue.

use super::{Located, Mismatch, NotUtf8, ReadRefusal, shape::Keys, suggest_paths};
use crate::{
    Lang, messages,
    problem::{Candidates, CountsUntold, Phrase, Problem, Problems, Quoted, Words},
    say, terms,
    text::word_rows,
    word, word_files,
};
use std::{fmt, ops::Range};
use toml::de::DeValue;

/// The form of our own files in [`FileMessage::Syntax`].
pub const TOML: &str = "TOML";

messages! {
    /// Mistakes in files of any kind.
    #[derive(Eq)]
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
        LeadsOut ["leads-out"] => "this link leads out of its folder: name its target, or use `--follow`",
        TooLarge { bytes: u64, limit: u64 } ["too-large"] => {
            let most = Size(*limit);
            // A pipe is read one byte beyond the limit: its length is unknown.
            when *bytes == *limit + 1 => "larger than {most}, the limit for such a file",
            title: "{bytes} bytes, larger than {most}, the limit for such a file",
        }
        NotUtf8(wrong: NotUtf8) ["not-utf-8"] => {
            let byte = format!("0x{:02x}", wrong.byte);
            let line = wrong.line;
            title: "not UTF-8: byte {byte} in line {line}",
            help: "save it as UTF-8 (spreadsheets call it \"CSV UTF-8\")",
        }
        Guessed(wrong: NotUtf8) => {
            let byte = format!("0x{:02x}", wrong.byte);
            let line = wrong.line;
            title: "read as Windows-1252: byte {byte} in line {line} is not UTF-8",
        }
        /// Against the syntax of its form ([`TOML`], `JSON`, `XML`), in the words of its parser on
        /// one line.
        Syntax { form: &'static str, message: String } [(*form == TOML).then_some("not-toml")] => {
            let message = ForeignSentence(message.as_str());
            title: "not valid {form}: {message}",
        }
        WrongType { key: String, expected: ExpectedValue, found: FoundValue } ["wrong-type"] => "`{key}` has to be {expected}, not {found}",
        UnknownKey {
            key: String, place: Phrase, candidates: Candidates,
        } ["unknown-field"] => {
            title: "unknown key `{key}` in {place}",
            help: candidates,
        }
        MissingKey { key: &'static str, place: Phrase } ["missing-field"] => "{place} needs `{key}`",
        OneOf { keys: &'static [&'static str], place: Phrase } ["one-of"] => {
            let keys = Quoted(&keys);
            title: "{place} needs exactly one of {keys}",
        }
        AnyOf { keys: &'static [&'static str], place: Phrase } ["one-of"] => {
            let keys = Quoted(&keys);
            title: "{place} needs at least one of {keys}",
        }
        /// A key, or a name in a list, that appears twice.
        GivenTwice { key: String } ["given-twice"] => {
            title: "`{key}` is given twice",
            label: "the second time",
        }
        TooMany { key: &'static str, limit: usize } ["too-many"] => "`{key}` has more than {limit} entries",
        /// Mistakes that are not listed; `None`: they were not counted.
        More { count: Option<usize> } [if count.is_some() { "too-many" } else { "not-toml" }] => {
            let number = count.unwrap_or_default();
            when count.is_none() => {
                title: "there may be more mistakes after these",
                help: "fix those above and check again",
            }
            when *count == Some(1) => {
                title: "1 more mistake",
                help: "fix those above and check again",
            }
            title: "{number} more mistakes",
            help: "fix those above and check again",
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
            ReadRefusal::LeadsOut => FileMessage::LeadsOut,
        }
    }
}

/// A number of bytes, in MiB if that is a whole number.
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

/// Lets an enumeration of messages with a variant `File` contain every [`FileMessage`].
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

    /// Notes the required keys that a table does not have.
    pub fn note_missing_keys(&mut self, entries: &[Located<'_>], span: &Range<usize>, of: &Keys) {
        for key in of
            .keys
            .iter()
            .filter(|key| key.is_required)
            .map(|key| key.name)
        {
            if !entries.iter().any(|entry| entry.key == key) {
                self.fail(span.clone(), FileMessage::MissingKey { key, place: of.place });
            }
        }
    }
}

impl FileMessage {
    /// The message for a key that a table does not know, with the known keys that it may mean.
    pub fn unknown_key<'n>(
        key: &str,
        place: Phrase,
        known: impl Iterator<Item = &'n str>,
    ) -> FileMessage {
        let candidates = Candidates::nearest_or_all(key, known);
        FileMessage::UnknownKey { key: key.to_owned(), place, candidates }
    }
}

terms! {
    /// The kind of value that a key takes.
    pub enum ExpectedValue {
        Text => "a text in quotes";
        LocalText => "a text in quotes, or { en = \"…\", fr = \"…\" }";
        Texts => "a text in quotes, or a list of them";
        TextList => "a list of texts in brackets";
        Boolean => "true or false";
        Integer => "a whole number";
        Count => "a whole number from 0 to 4294967295";
        Number => "a number with at most six decimals";
        Setting => "a number, or a word in quotes";
        Date => "a day such as 1998-11-30";
        Array => "a list in brackets";
        Table => "a table";
        Tables => "a list of tables, with `[[…]]` above each";
        Measure => "a number, or a measure in quotes";
        Choice => "a list of two to four numbers";
        Values => "a list of values in brackets";
        NoCounts => "a list of values in brackets (the field is not declared with `counts = true`)";
        Fact => "a value, \"?\", or a table of `value`, `min`, `max`, `choice`, `disputed` and `print`";
        Effect => "an effect: \"…\" or { effect = \"…\", amount = … }";
        Allowances => "a list with at least one allowance: { cards = \"…\", up-to = … }";
        ListedCards => "a list of card names, or a table of names and numbers (a filter is given by `filter`)";
        /// A value that a mapping writes into a field of every card.
        Constant => "a text, a number, true, or a list of texts";
        /// The terms that a mapping adds to a number.
        Terms => "a number, a path, or a list of them";
        Colour => "a colour such as #7a1f1f";
        /// The address of a form to report errors with.
        ReportForm => "an address of at most 500 bytes that begins with https://, with the words title and body in braces at most once, and without spaces";
        Zones => "a table of zones";
        Cards => "a list of card names, or a table of names and counts";
        Names => "a list of card names";
        Name => "the name or id of a card, in quotes";
        Copies => "a whole number of copies";
        /// The state of copies in a deck.
        State => "a table such as `{ count = 2, … }`";
        /// The value of a field that a deck states of copies.
        Said => "a number, a word or a list of words in quotes, true or false";
    }
}

/// Bytes of the longest value that is quoted; a longer one is described by its type.
const LONGEST_LITERAL: usize = 24;

/// The value found instead of the expected one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoundValue {
    /// A number, a day, `true`, `false` or `null`, as it is written.
    Literal(String),
    /// A number that is too long to be quoted.
    LongNumber,
    Text,
    List,
    EmptyList,
    /// A table, or an object of JSON.
    Table,
    EmptyTable,
}

impl FoundValue {
    /// A value that is quoted if it is short enough.
    pub fn literal(text: impl Into<String>) -> FoundValue {
        let literal: String = text.into();
        if literal.len() > LONGEST_LITERAL {
            FoundValue::LongNumber
        } else {
            FoundValue::Literal(literal)
        }
    }
}

impl From<&DeValue<'_>> for FoundValue {
    fn from(value: &DeValue<'_>) -> FoundValue {
        match value {
            DeValue::String(_) => FoundValue::Text,
            DeValue::Integer(n) => FoundValue::literal(n.to_string()),
            DeValue::Float(n) => FoundValue::literal(n.as_str()),
            DeValue::Boolean(flag) => FoundValue::literal(flag.to_string()),
            DeValue::Datetime(when) => FoundValue::literal(when.to_string()),
            DeValue::Array(list) if list.is_empty() => FoundValue::EmptyList,
            DeValue::Array(_) => FoundValue::List,
            DeValue::Table(table) if table.is_empty() => FoundValue::EmptyTable,
            DeValue::Table(_) => FoundValue::Table,
        }
    }
}

impl Words for FoundValue {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = match self {
            FoundValue::Literal(text) => return write!(f, "`{text}`"),
            FoundValue::LongNumber => {
                word!("a very long number")
            }
            FoundValue::Text => word!("a text"),
            FoundValue::List => word!("a list"),
            FoundValue::EmptyList => word!("an empty list"),
            FoundValue::Table => word!("a table"),
            FoundValue::EmptyTable => word!("an empty table"),
        };
        both.write(lang, f)
    }
}

/// A sentence of a parser or of the system: in French our own words if it is known, else quoted.
#[derive(Clone, Copy, Debug)]
pub struct ForeignSentence<'m>(pub &'m str);

impl Words for ForeignSentence<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if lang == Lang::En {
            return f.write_str(self.0);
        }
        let files = word_files!("foreign.txt");
        let file = files.into_iter().find(|(code, _)| *code == lang.code());
        let rows = file
            .into_iter()
            .flat_map(|(code, text)| word_rows(text, code));
        // The longest fits best: "missing value" begins "missing value for key" too.
        match rows
            .filter(|(en, _)| self.begins_with(en))
            .max_by_key(|(en, _)| en.len())
        {
            Some((_, ours)) => f.write_str(ours),
            None => f.write_str(&say!(lang, "\"{sentence}\"", sentence = self.0)),
        }
    }
}

impl ForeignSentence<'_> {
    /// Whether it begins with these whole words.
    fn begins_with(self, words: &str) -> bool {
        let rest = self.0.strip_prefix(words);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-'))
    }
}
