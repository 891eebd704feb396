//! TOML with every mistake of its syntax, as far as a person reads on: a file of nothing but
//! mistakes would otherwise cost a thousand times its length.

use super::{FileMessage, TOML};
use crate::problem::Problem;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, Error};

/// Largest number of syntax mistakes of one file that are told one by one.
pub(super) const MAX_SYNTAX_MISTAKES: usize = 20;
/// Bytes behind the first mistake that are searched for more mistakes.
pub(super) const MAX_SYNTAX_SEARCH: usize = 16 * 1024;

/// A parsed file: its table, or its mistakes.
#[derive(Debug)]
pub struct ParsedToml<'t> {
    /// Empty where the file has mistakes.
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
        let problem = |m: SyntaxMistake| Problem::from_span(m.span.clone(), m.message().into());
        let mut problems: Vec<Problem<M>> = self.mistakes.into_iter().map(problem).collect();
        let more = || M::from(FileMessage::More { count: None }).into();
        problems.extend(self.more.then(more));
        Err(problems)
    }
}

impl From<&Error> for SyntaxMistake {
    fn from(error: &Error) -> SyntaxMistake {
        let message = error.message().lines().collect::<Vec<_>>().join("; ");
        SyntaxMistake { message, span: error.span().unwrap_or(0..0) }
    }
}

/// Parses a file; goes on behind the first mistake up to `MAX_SYNTAX_SEARCH` bytes.
pub fn parse(text: &str) -> ParsedToml<'_> {
    let first = match DeTable::parse(text) {
        Ok(table) => {
            return ParsedToml { table: table.into_inner(), mistakes: Vec::new(), more: false };
        }
        Err(error) => SyntaxMistake::from(&error),
    };
    let end = find_search_end(text, first.span.start);
    let (_, errors) = DeTable::parse_recoverable(text.get(..end).unwrap_or(text));
    // A mistake at the end of the search may only be there because the text is cut.
    let within = |m: &SyntaxMistake| end == text.len() || m.span.end < end;
    let mut mistakes: Vec<SyntaxMistake> = errors
        .iter()
        .take(MAX_SYNTAX_MISTAKES + 1)
        .map(SyntaxMistake::from)
        .filter(within)
        .take(MAX_SYNTAX_MISTAKES)
        .collect();
    if mistakes.is_empty() {
        mistakes.push(first);
    }
    let more = end < text.len() || errors.len() > mistakes.len();
    ParsedToml { table: DeTable::new(), mistakes, more }
}

/// The text under a top-level key, which says what the file is about; the file may have mistakes elsewhere.
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

/// Where the search for more mistakes ends: at the end of a line, in bytes.
fn find_search_end(text: &str, first: usize) -> usize {
    let from = first.saturating_add(MAX_SYNTAX_SEARCH);
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    rest.iter().position(|byte| *byte == b'\n').map_or(text.len(), |at| from + at + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_told_one_by_one_up_to_a_limit() {
        assert!(parse("a = 1\n").mistakes.is_empty());
        assert_eq!(parse("a = \nb = ]\nc = 1\n").mistakes.len(), 2);
        let text = "=\n".repeat(300_000);
        assert_eq!(parse(&text).mistakes.len(), MAX_SYNTAX_MISTAKES);
        let late = format!("{}a = ]\n", "# fine\n".repeat(100_000));
        assert_eq!(parse(&late).mistakes[0].span.start, late.len() - 2);
    }

    #[test]
    fn a_mistake_that_reaches_to_the_end_of_the_search_is_told() {
        let text = format!("a = [\n{}", "1,\n".repeat(100_000));
        let parsed = parse(&text);
        assert!(!parsed.mistakes.is_empty(), "{parsed:?}");
    }
}
