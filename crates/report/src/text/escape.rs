//! Escaping, so that nothing from a file reaches a terminal as it is.

use crate::text::Style;
pub(crate) use hidden::is_hidden as is_unsafe;
pub use hidden::{escaped as safe, escaped_lines as safe_lines};
use sleeve_data::model::{Number, hidden};
use std::borrow::Cow;

/// Prepares a text of the data for a sentence: on one line, hidden characters escaped.
pub fn plain(text: &str) -> String {
    safe(&hidden::one_line(text)).into_owned()
}

/// Replaces each hidden character with a visible one of the same length in bytes, so spans stay
/// valid.
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

/// Prepares a text of several lines for printing: like [`safe_lines`], but our own colours pass if
/// there is colour.
pub(crate) fn safe_print<'t>(text: &'t str, style: &Style) -> Cow<'t, str> {
    if !style.colour {
        return safe_lines(text);
    }
    let (mut shown, mut copied) = (String::with_capacity(text.len()), 0);
    for (at, _) in text.match_indices(ESCAPE) {
        let Some(code) = text.get(at..).and_then(colour_code) else { continue };
        // A line may begin after a colour.
        shown += &safe_lines(text.get(copied..at).unwrap_or_default());
        shown += code;
        copied = at + code.len();
    }
    shown += &safe_lines(text.get(copied..).unwrap_or_default());
    Cow::Owned(shown)
}

const ESCAPE: &str = "\u{1b}[";

/// Returns the code that a text begins with, if it is one of ours: it colours text, and neither
/// hides it nor moves the cursor.
fn colour_code(text: &str) -> Option<&str> {
    let numbers = text.strip_prefix(ESCAPE)?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    let (numbers, rest) = numbers.split_at(end);
    let colours = |number: &str| matches!(number.parse(), Ok(0..=2u8 | 31..=36 | 91..=97));
    let is_ours = rest.starts_with('m') && numbers.split(';').all(colours);
    is_ours.then(|| text.get(..=ESCAPE.len() + end))?
}

/// Prepares a CSV cell that no spreadsheet takes for a formula: puts `'` before `= + - @`, in any
/// width and after any blanks, unless the cell is a number or a range of numbers.
pub fn cell(text: &str) -> Cow<'_, str> {
    const RISKY: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let text = safe_lines(text);
    let risky = text.trim_start().starts_with(RISKY) || text.starts_with(['\t', '\n']);
    let is_number = |part: &str| part.is_empty() || Number::parse(part).is_some();
    if risky && !text.split("..").all(is_number) { Cow::Owned(format!("'{text}")) } else { text }
}
