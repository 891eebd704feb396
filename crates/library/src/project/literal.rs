//! A text as TOML writes it: so that a mistake within it can be pointed at.

use std::ops::Range;

/// A string value with its place in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextLiteral {
    /// The value.
    pub text: String,
    /// Where it stands in the file, its quotes included.
    pub span: Range<usize>,
    /// Where its first byte stands, if it is written without escapes.
    start: Option<usize>,
}

impl TextLiteral {
    /// A value that stands at a place of a file.
    pub fn new(file: &str, value: &str, span: Range<usize>) -> TextLiteral {
        let raw = file.get(span.clone()).unwrap_or("");
        let opening = ["\"\"\"\r\n", "\"\"\"\n", "\"\"\"", "'''\r\n", "'''\n", "'''", "\"", "'"];
        let quotes = opening.into_iter().find(|q| raw.starts_with(q)).map_or(0, str::len);
        let plain = raw.get(quotes..).is_some_and(|rest| rest.starts_with(value));
        TextLiteral { text: value.to_owned(), start: plain.then_some(span.start + quotes), span }
    }

    /// The place in the file of some bytes of the value; the whole literal where it has escapes.
    pub fn place(&self, within: Range<usize>) -> Range<usize> {
        match self.start {
            Some(start) => start + within.start..start + within.end,
            None => self.span.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_within_a_text_are_places_in_the_file() {
        let literal = |file: &str, value: &str| TextLiteral::new(file, value, 4..file.len());
        let cut = |file: &str, value: &str| {
            let place = literal(file, value).place(2..4);
            file[place].to_owned()
        };
        assert_eq!(cut("a = \"count\"", "count"), "un");
        assert_eq!(cut("a = '''\ncount'''", "count"), "un");
        assert_eq!(cut("a = \"\"\"count\"\"\"", "count"), "un");
        assert_eq!(cut("a = \"c\\u006funt\"", "count"), "\"c\\u006funt\"");
    }
}
