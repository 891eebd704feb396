//! TOML with every mistake of its syntax, up to a limit (a file full of mistakes would otherwise
//! cost a thousand times its length), and its values with their keys and places, which the readers
//! of all our files use.

use super::{ExpectedValue, FileMessage, FoundValue, TOML};
use crate::{Arrange, problem::Problem};
use std::ops::Range;
use toml::{
    Spanned,
    de::{DeTable, DeValue, Error},
};

/// The most syntax mistakes of one file that are listed.
pub(super) const MAX_SYNTAX_MISTAKES: usize = 20;
/// Bytes after the first mistake that are searched for more mistakes.
pub(super) const MAX_SYNTAX_SEARCH: usize = 16 * 1024;

/// A parsed file: its table, or its mistakes.
#[derive(Debug)]
pub struct ParsedToml<'t> {
    /// Empty if the file has mistakes.
    pub table: DeTable<'t>,
    /// The first mistakes.
    pub mistakes: Vec<SyntaxMistake>,
    /// Whether there may be more mistakes.
    pub more: bool,
}

/// Why a text is not TOML, at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxMistake {
    /// The words of the parser, on one line.
    pub message: String,
    pub span: Range<usize>,
}

impl SyntaxMistake {
    /// The message of this mistake.
    pub fn message(self) -> FileMessage {
        FileMessage::Syntax { form: TOML, message: self.message }
    }
}

impl<'t> ParsedToml<'t> {
    /// The table of a file without mistakes.
    ///
    /// # Errors
    /// All mistakes, and whether there may be more.
    pub fn table_or<M: From<FileMessage>>(self) -> Result<DeTable<'t>, Vec<Problem<M>>> {
        if self.mistakes.is_empty() {
            return Ok(self.table);
        }
        let mut problems: Vec<Problem<M>> = Vec::new();
        for mistake in self.mistakes {
            problems.push(Problem::from_span(mistake.span.clone(), mistake.message().into()));
        }
        if self.more {
            problems.push(M::from(FileMessage::More { count: None }).into());
        }
        Err(problems)
    }
}

impl From<&Error> for SyntaxMistake {
    fn from(error: &Error) -> SyntaxMistake {
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        SyntaxMistake { message, span: error.span().unwrap_or(0..0) }
    }
}

/// Parses a file; continues after the first mistake for up to `MAX_SYNTAX_SEARCH` bytes.
pub fn parse(text: &str) -> ParsedToml<'_> {
    let first = match DeTable::parse(text) {
        Ok(table) => {
            return ParsedToml { table: table.into_inner(), mistakes: Vec::new(), more: false };
        }
        Err(error) => SyntaxMistake::from(&error),
    };
    let end = find_search_end(text, first.span.start);
    // Only now the parser that continues after mistakes: nearly all files have none.
    let (_, errors) = DeTable::parse_recoverable(text.get(..end).unwrap_or(text));
    let mut mistakes: Vec<SyntaxMistake> = errors
        .iter()
        .take(MAX_SYNTAX_MISTAKES + 1)
        .map(SyntaxMistake::from)
        // A mistake at the end of the search may only be there because the text is cut.
        .filter(|mistake| end == text.len() || mistake.span.end < end)
        .take(MAX_SYNTAX_MISTAKES)
        .collect();
    if mistakes.is_empty() {
        mistakes.push(first);
    }
    let more = end < text.len() || errors.len() > mistakes.len();
    ParsedToml { table: DeTable::new(), mistakes, more }
}

/// The text under a top-level key, which shows the kind of file; the file may have mistakes
/// elsewhere.
pub fn find_text(text: &str, key: &str) -> Option<Spanned<String>> {
    let table = match DeTable::parse(text) {
        Ok(table) => table,
        Err(error) => {
            let end = find_search_end(text, error.span().map_or(0, |span| span.start));
            DeTable::parse_recoverable(text.get(..end).unwrap_or(text)).0
        }
    };
    let value = table.get_ref().get(key)?;
    Some(Spanned::new(value.span(), value.get_ref().as_str()?.to_owned()))
}

/// The end of the search for more mistakes, at the end of a line, in bytes.
fn find_search_end(text: &str, first: usize) -> usize {
    let from = first.saturating_add(MAX_SYNTAX_SEARCH);
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    rest.iter()
        .position(|byte| *byte == b'\n')
        .map_or(text.len(), |at| from + at + 1)
}

/// A value under its key. The items of an array bear the array's key.
#[derive(Clone, Copy, Debug)]
pub struct Located<'d> {
    pub key: &'d str,
    pub value: &'d DeValue<'d>,
    // Pairs, because a `Range` is not `Copy`.
    key_bounds: (usize, usize),
    bounds: (usize, usize),
}

/// A value that is not of the expected type. It has no words, because a reader of a key with
/// several types tries one after the other: only the last mismatch becomes a message.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch<'d>(Located<'d>);

impl Mismatch<'_> {
    /// Bytes of the value in its text, quotes included.
    pub fn span(&self) -> Range<usize> {
        self.0.span()
    }

    /// The message that the value is not of this type.
    pub fn message(&self, expected: ExpectedValue) -> FileMessage {
        let (key, found) = (self.0.key.to_owned(), FoundValue::from(self.0.value));
        FileMessage::WrongType { key, expected, found }
    }
}

/// The values of a table, in the order of the file.
pub fn entries<'d>(table: &'d DeTable<'d>) -> Vec<Located<'d>> {
    let mut entries: Vec<Located<'d>> = Vec::with_capacity(table.len());
    for (key, value) in table {
        entries.push(Located::with_key(key.get_ref(), key.span(), value));
    }
    // The parser keeps tables sorted by key.
    entries.arrange_by_key(|entry| entry.key_bounds);
    entries
}

/// The value under a key.
pub fn find<'d>(table: &'d DeTable<'d>, key: &str) -> Option<Located<'d>> {
    let (key, value) = table.get_key_value(key)?;
    Some(Located::with_key(key.get_ref(), key.span(), value))
}

impl<'d> Located<'d> {
    fn with_key(
        key: &'d str,
        key_span: Range<usize>,
        value: &'d toml::Spanned<DeValue<'d>>,
    ) -> Located<'d> {
        let (key_at, at) = ((key_span.start, key_span.end), value.span());
        Located { key, value: value.get_ref(), key_bounds: key_at, bounds: (at.start, at.end) }
    }

    /// The place of the value.
    pub fn span(&self) -> Range<usize> {
        self.bounds.0..self.bounds.1
    }

    /// Bytes of the key in its text.
    pub fn key_span(&self) -> Range<usize> {
        self.key_bounds.0..self.key_bounds.1
    }

    /// A mismatch of this value, for types that the caller checks itself.
    pub fn mismatch(&self) -> Mismatch<'d> {
        Mismatch(*self)
    }

    fn or_mismatch<T>(&self, found: Option<T>) -> Result<T, Mismatch<'d>> {
        found.ok_or_else(|| self.mismatch())
    }

    /// A text.
    ///
    /// # Errors
    /// When it is none.
    pub fn text(&self) -> Result<&'d str, Mismatch<'d>> {
        self.or_mismatch(self.value.as_str())
    }

    /// True or false.
    ///
    /// # Errors
    /// When it is neither.
    pub fn boolean(&self) -> Result<bool, Mismatch<'d>> {
        self.or_mismatch(self.value.as_bool())
    }

    /// A whole number.
    ///
    /// # Errors
    /// When it is none, or one of more than 63 bits.
    pub fn integer(&self) -> Result<i64, Mismatch<'d>> {
        let number = self.value.as_integer();
        self.or_mismatch(number.and_then(|n| i64::from_str_radix(n.as_str(), n.radix()).ok()))
    }

    /// A whole number that counts something.
    ///
    /// # Errors
    /// When it is none, negative, or one of more than 32 bits.
    pub fn count(&self) -> Result<u32, Mismatch<'d>> {
        let number = self.value.as_integer();
        self.or_mismatch(number.and_then(|n| u32::from_str_radix(n.as_str(), n.radix()).ok()))
    }

    /// A decimal number as it is written, without a plus sign.
    ///
    /// # Errors
    /// When it is no number, or one of another base.
    pub fn decimal(&self) -> Result<&'d str, Mismatch<'d>> {
        let text = match self.value {
            DeValue::Integer(n) if n.radix() == 10 => Some(n.as_str()),
            DeValue::Float(n) => Some(n.as_str()),
            _ => None,
        };
        // TOML allows `+3`, which readers of numbers do not know.
        self.or_mismatch(text.map(|text| text.trim_start_matches('+')))
    }

    /// The items of an array, each under the array's key.
    ///
    /// # Errors
    /// When it is none.
    pub fn array(&self) -> Result<Vec<Located<'d>>, Mismatch<'d>> {
        let items = self.or_mismatch(self.value.as_array())?;
        Ok(items
            .iter()
            .map(|item| Located::with_key(self.key, self.key_span(), item))
            .collect())
    }

    /// The values of a table, in the order of the file.
    ///
    /// # Errors
    /// When it is none.
    pub fn table(&self) -> Result<Vec<Located<'d>>, Mismatch<'d>> {
        self.or_mismatch(self.value.as_table()).map(entries)
    }
}
