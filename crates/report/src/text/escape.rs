//! Nothing from a file reaches a terminal unescaped.

pub(crate) use hidden::is_hidden as is_unsafe;
pub use hidden::{escaped as safe, escaped_lines as safe_lines};
use sleeve_data::model::hidden;
use std::borrow::Cow;

/// A text of the data for use in a sentence: on one line, hidden characters escaped.
pub fn plain(text: &str) -> String {
    safe(&hidden::one_line(text)).into_owned()
}

/// Replaces each hidden character by a visible one of as many bytes, so that spans in the text stay valid.
pub fn visible(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| is_unsafe(c) && c.len_utf8() > 1;
    if !text.chars().any(hidden) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|c| match c.len_utf8() {
        2 if hidden(c) => '\u{bf}',
        3 if hidden(c) => '\u{fffd}',
        4 if hidden(c) => '\u{1f6ab}',
        _ => c,
    });
    Cow::Owned(shown.collect())
}

/// A CSV cell that no spreadsheet takes for a formula: `'` stands before `= + - @`, in any width and
/// behind any blanks, unless the cell is a number.
pub fn cell(text: &str) -> Cow<'_, str> {
    const RISKY: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let text = safe_lines(text);
    let risky = text.trim_start().starts_with(RISKY) || text.starts_with(['\t', '\n']);
    let number = || sleeve_data::model::Number::parse(&text).is_some();
    if risky && !number() { Cow::Owned(format!("'{text}")) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_what_a_terminal_would_obey() {
        assert_eq!(safe("a\u{1b}[31mb"), "a\\u{1b}[31mb");
        assert_eq!(safe("L’Étoile"), "L’Étoile");
        assert_eq!(safe_lines("a\n\tb\u{7}"), "a\n\tb\\u{7}");
    }

    #[test]
    fn sources_keep_their_length() {
        assert_eq!(visible("\u{e0041}").len(), 4);
        assert_ne!(visible("\u{e0041}"), "\u{e0041}");
        let text = "a\u{9b}31m\u{202e}b";
        assert_eq!(visible(text), "a\u{bf}31m\u{fffd}b");
        assert_eq!(visible(text).len(), text.len());
        assert_eq!(
            visible("\u{1b}é"),
            "\u{1b}é",
            "what takes one byte is for who draws the source"
        );
    }

    #[test]
    fn cells_are_not_formulas() {
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("@x"), "'@x");
        assert_eq!(cell("-3"), "-3");
        assert_eq!(cell("-3+A1"), "'-3+A1");
        assert_eq!(cell("\n=1+1"), "'\n=1+1");
        assert_eq!(cell(" \n =1+1"), "' \n =1+1");
        assert_eq!(cell("＝1+1"), "'＝1+1");
        assert_eq!(cell("a\u{1b}[31m"), "a\\u{1b}[31m");
        assert_eq!(cell("\r=1"), "\\u{d}=1");
    }
}
