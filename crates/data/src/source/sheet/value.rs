//! What the cells of a sheet say, as the values that a data file of TOML would hold. What a cell says
//! that its field cannot mean stays a text: whoever reads the field says what was expected.

use super::cells::SheetCell;
use super::insert_value;
use crate::model::Game;
use crate::model::fold::{alike, fold};
use crate::model::game::{Attribute, AttributeType};
use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// Words for "yes" in a cell.
const YES: [&str; 8] = ["true", "yes", "oui", "vrai", "x", "1", "✓", "✔"];

/// Words for "no" in a cell.
const NO: [&str; 5] = ["false", "no", "non", "faux", "0"];

/// Words for "nothing is printed there", besides a dash.
const NONE: [&str; 4] = ["none", "aucun", "aucune", "rien"];

/// Months as spreadsheets shorten them, in both languages, folded.
const MONTHS: [&str; 23] = [
    "jan", "janv", "feb", "fev", "fevr", "mar", "mars", "apr", "avr", "may", "mai", "jun", "juin",
    "jul", "juil", "aug", "aou", "aout", "sep", "sept", "oct", "nov", "dec",
];

fn text_value(cell: &SheetCell) -> DeValue<'_> {
    DeValue::String(Cow::Borrowed(&cell.text))
}

/// A number, with a point or a comma.
pub(super) fn number_value(cell: &SheetCell) -> DeValue<'_> {
    cell.number.as_deref().and_then(parse_number).unwrap_or_else(|| text_value(cell))
}

/// A number as TOML writes it.
fn parse_number(text: &str) -> Option<DeValue<'_>> {
    let value = DeValue::parse(text).ok()?.into_inner();
    (value.is_integer() || value.is_float()).then_some(value)
}

/// Several words, with `;`, `|` or a new line between them, or a comma where no name has one.
pub(super) fn word_list(cell: &SheetCell, commas: bool) -> DeValue<'_> {
    let mut list = DeArray::new();
    for (word, span) in split_cell(cell, commas) {
        list.push(Spanned::new(span, DeValue::String(Cow::Borrowed(word))));
    }
    DeValue::Array(list)
}

/// The parts of a cell that says several things, each with its place.
fn split_cell(cell: &SheetCell, commas: bool) -> Vec<(&str, Range<usize>)> {
    let between = |c: char| matches!(c, ';' | '|' | '\n') || (commas && c == ',');
    // Where quotes were taken away, places within the cell are not told apart.
    let is_exact = cell.span.len() == cell.text.len();
    let mut found = Vec::new();
    let mut at = 0;
    for part in cell.text.split(between) {
        let start = at + (part.len() - part.trim_start().len());
        let word = part.trim();
        at += part.len() + 1;
        if !word.is_empty() {
            let span = cell.span.start + start..cell.span.start + start + word.len();
            found.push((word, if is_exact { span } else { cell.span.clone() }));
        }
    }
    found
}

fn is_one_of(words: &[&str], text: &str) -> bool {
    let folded = fold(text);
    words.contains(&folded.as_str())
}

/// Whether a cell says that nothing is printed there.
fn marks_nothing(text: &str) -> bool {
    matches!(text, "-" | "–" | "—" | "/") || is_one_of(&NONE, text)
}

/// The effects of a part: as they are shown, with `;`, `|`, a comma or a new line between them.
pub(super) fn effect_list<'t>(cell: &'t SheetCell, game: &Game) -> DeValue<'t> {
    if cell.text == "?" {
        return text_value(cell);
    }
    if marks_nothing(&cell.text) && game.effect(&cell.text).is_none() {
        return DeValue::Array(DeArray::new());
    }
    word_list(cell, true)
}

/// What a card prints in one field.
pub(super) fn fact_value<'t>(cell: &'t SheetCell, attribute: &Attribute) -> DeValue<'t> {
    if cell.text == "?" {
        return text_value(cell);
    }
    match &attribute.kind {
        AttributeType::Integer | AttributeType::Number => {
            if cell.text.contains('|') {
                choice_table(cell)
            } else {
                number_value(cell)
            }
        }
        AttributeType::Text | AttributeType::Date | AttributeType::Enum { .. } => text_value(cell),
        AttributeType::Flag if is_one_of(&YES, &cell.text) => DeValue::Boolean(true),
        AttributeType::Flag if is_one_of(&NO, &cell.text) => DeValue::Boolean(false),
        AttributeType::Flag => text_value(cell),
        AttributeType::Set { .. } if marks_nothing(&cell.text) => DeValue::Array(DeArray::new()),
        AttributeType::Set { counts: true, .. } => count_table(cell),
        AttributeType::Set { .. } => word_list(cell, true),
    }
}

/// `1|6`: numbers of which the owner picks one.
fn choice_table(cell: &SheetCell) -> DeValue<'_> {
    let mut list = DeArray::new();
    for (word, span) in split_cell(cell, false) {
        let value = parse_number(word).unwrap_or(DeValue::String(Cow::Borrowed(word)));
        list.push(Spanned::new(span, value));
    }
    let mut table = DeTable::new();
    insert_value(&mut table, "choice", cell.span.clone(), DeValue::Array(list));
    DeValue::Table(table)
}

/// `pilot 2, compass`: values with their counts.
fn count_table(cell: &SheetCell) -> DeValue<'_> {
    let mut table = DeTable::new();
    for (word, span) in split_cell(cell, true) {
        let counted = word.rsplit_once([' ', '×']);
        let counted = counted.and_then(|(word, count)| Some((word, parse_number(count.trim())?)));
        let (word, count) = match counted {
            Some((word, count)) => (word.trim_end_matches([' ', '×']), count),
            None => (word, DeValue::parse("1").map_or(DeValue::Boolean(true), Spanned::into_inner)),
        };
        if table.keys().any(|key| alike(key.get_ref(), word)) {
            // A value that stands there twice is told by whoever reads a list.
            return word_list(cell, true);
        }
        insert_value(&mut table, word, span, count);
    }
    DeValue::Table(table)
}

/// Whether a cell shows a day, as a spreadsheet makes one of `3-10`: `03-oct`, `10/03/2026`.
pub(super) fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['-', '/', ' ']).collect();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let is_month = |part: &str| is_one_of(&MONTHS, part.trim_end_matches('.'));
    match parts.as_slice() {
        [a, b] => (is_number(a) && is_month(b)) || (is_month(a) && is_number(b)),
        [a, b, c] => {
            let year = [a, c].iter().any(|part| part.len() == 4);
            is_number(a) && is_number(c) && (is_month(b) || (is_number(b) && year))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_that_a_spreadsheet_made_of_a_number_are_known() {
        for text in [
            "03-oct",
            "3-oct.",
            "10-Mar",
            "Oct-03",
            "janv-27",
            "févr.-49",
            "03/10/2026",
            "2026-10-03",
        ] {
            assert!(is_date(text), "{text}");
        }
        for text in ["3-10", "0-01", "oct", "1_168", "isn-everest", "3-10-12", "stand-in"] {
            assert!(!is_date(text), "{text}");
        }
    }
}
