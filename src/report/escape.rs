//! Nothing from a file reaches a terminal unescaped.

use std::borrow::Cow;

fn is_unsafe(c: char) -> bool {
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
    fn cells_are_not_formulas() {
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("@x"), "'@x");
        assert_eq!(cell("-3"), "-3");
        assert_eq!(cell("-3+A1"), "'-3+A1");
    }
}
