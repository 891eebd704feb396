//! Nothing from a file reaches a terminal unescaped.

use std::borrow::Cow;

/// Whether a terminal would obey this character, or shows nothing of it.
pub(super) fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// A text with control characters and direction overrides written as `\u{1b}`.
pub fn safe(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_unsafe(c) {
            shown.extend(c.escape_unicode());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// The same for a text of several lines: line feeds and tabs stay.
pub fn safe_lines(text: &str) -> Cow<'_, str> {
    let fine = |c: char| matches!(c, '\n' | '\t') || !is_unsafe(c);
    if text.chars().all(fine) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if fine(c) { shown.push(c) } else { shown.extend(c.escape_unicode()) }
    }
    Cow::Owned(shown)
}

/// The same with one visible character for each, as long in bytes: places in the text stay where they are.
pub fn visible(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| is_unsafe(c) && c.len_utf8() > 1;
    if !text.chars().any(hidden) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|c| match c.len_utf8() {
        2 if hidden(c) => '\u{bf}',
        3 if hidden(c) => '\u{fffd}',
        _ => c,
    });
    Cow::Owned(shown.collect())
}

/// A CSV cell that no spreadsheet takes for a formula: `'` stands before `= + - @` unless the cell is a number.
pub fn cell(text: &str) -> Cow<'_, str> {
    let risky = text.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let number = crate::model::Number::parse(text).is_some();
    if risky && !number { Cow::Owned(format!("'{text}")) } else { Cow::Borrowed(text) }
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
    }
}
