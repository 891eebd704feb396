//! Columns of a sheet, by their names in the first row, in either language; and the cells below as
//! the values of an equivalent TOML file. A cell that does not fit its field stays a text, so that
//! the reader of the field reports what it expected.

use super::{SheetMistakes, cells::SheetCell, insert_value};
use crate::{
    files::FileMessage,
    model::{
        AttributeId, FRONT, Game,
        fold::{alike, fold},
        game::{Attribute, AttributeType, Named},
    },
    problem::{Candidates, nearest_names},
    source::{keys::names::*, messages::DataMessage},
};
use std::{borrow::Cow, collections::HashSet, ops::Range};
use toml::{
    Spanned,
    de::{DeArray, DeTable, DeValue},
};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum SheetColumn {
    /// An unknown column, which is already reported, or one without a name.
    Unknown,
    /// A key that every card has.
    Key(&'static str),
    /// The name in every language.
    Name,
    /// The name in one language.
    NameIn(&'static str),
    Quantity,
    /// A list of words, by its key.
    Words(&'static str),
    /// A field of the card, or of a part of it.
    Fact {
        /// `None` means the front.
        face: Option<String>,
        attribute: AttributeId,
    },
    /// The effects of the card, or of a part of it.
    Effects {
        /// `None` means the front.
        face: Option<String>,
    },
}

/// Column names for every game.
const COMMON: [(&str, SheetColumn); 20] = [
    (ID, SheetColumn::Key(ID)),
    (REPLACES, SheetColumn::Key(REPLACES)),
    ("remplace", SheetColumn::Key(REPLACES)),
    (KIND, SheetColumn::Key(KIND)),
    ("sorte", SheetColumn::Key(KIND)),
    (PROVENANCE, SheetColumn::Key(PROVENANCE)),
    (NAME, SheetColumn::Name),
    ("nom", SheetColumn::Name),
    ("name.en", SheetColumn::NameIn(EN)),
    ("nom.en", SheetColumn::NameIn(EN)),
    ("name.fr", SheetColumn::NameIn(FR)),
    ("nom.fr", SheetColumn::NameIn(FR)),
    (QUANTITY, SheetColumn::Quantity),
    ("quantité", SheetColumn::Quantity),
    (SETS, SheetColumn::Words(SETS)),
    (SET, SheetColumn::Words(SETS)),
    ("extension", SheetColumn::Words(SETS)),
    ("extensions", SheetColumn::Words(SETS)),
    (ALIASES, SheetColumn::Words(ALIASES)),
    ("alias", SheetColumn::Words(ALIASES)),
];

/// Column names for the effects of a card.
const EFFECTS: [&str; 4] = ["effects", "effect", "effets", "effet"];

/// Reads the first row of a sheet; `None` if no column identifies the card of a row.
pub(super) fn read_head(
    game: &Game,
    head: &[SheetCell],
    mistakes: &SheetMistakes<'_>,
) -> Option<Vec<SheetColumn>> {
    let printed = game.printed_id();
    let has_id = head.iter().any(|cell| alike(&cell.text, ID));
    let mut seen = HashSet::new();
    let mut columns = Vec::new();
    for cell in head {
        let mut column = find_column(game, &cell.text).unwrap_or(SheetColumn::Unknown);
        // Sheets of a game use its own word for the id, such as `matricule`.
        if let SheetColumn::Fact { face: None, attribute } = column
            && Some(attribute) == printed
            && !has_id
        {
            column = SheetColumn::Key(ID);
        }
        if column == SheetColumn::Unknown && !cell.text.is_empty() {
            mistakes.fail(cell.span.clone(), unknown_column(game, &cell.text));
        } else if column != SheetColumn::Unknown && !seen.insert(column.clone()) {
            let problem = FileMessage::GivenTwice { key: cell.text.clone() };
            mistakes.fail(cell.span.clone(), problem.into());
            column = SheetColumn::Unknown;
        }
        columns.push(column);
    }
    if !columns
        .iter()
        .any(|column| matches!(column, SheetColumn::Key(ID | REPLACES)))
    {
        let attribute = printed.and_then(|id| game.get_attribute(id));
        let id = attribute
            .map_or(ID, |attribute| attribute.named.id.as_str())
            .to_owned();
        let place = head.first().map_or(0..0, |cell| cell.span.clone());
        mistakes.fail(place, DataMessage::NoIdColumn { id });
        return None;
    }
    Some(columns)
}

fn unknown_column(game: &Game, word: &str) -> DataMessage {
    let fields = game.attributes.iter().map(|attribute| &attribute.named);
    let common = COMMON.iter().map(|(word, _)| *word).chain(EFFECTS);
    let words = fields.clone().flat_map(Named::words).chain(common.clone());
    let ids = fields.map(|named| named.id.as_str());
    let candidates = Candidates::from_near(nearest_names(word, words), ids.chain(common));
    DataMessage::UnknownColumn { name: word.to_owned(), candidates }
}

fn find_column(game: &Game, word: &str) -> Option<SheetColumn> {
    for (other, column) in &COMMON {
        // `alike` ignores the dot between a field and its language or its part of the card.
        if other.eq_ignore_ascii_case(word) || (alike(other, word) && !word.contains('.')) {
            return Some(column.clone());
        }
    }
    if let Some(column) = find_part_column(game, None, word) {
        return Some(column);
    }
    let (part, rest) = word.split_once('.')?;
    let face = game.face(part)?;
    let id = game
        .faces
        .get(face.index())
        .map(|def| def.named.id.to_string());
    find_part_column(game, id.filter(|_| face != FRONT), rest)
}

fn find_part_column(game: &Game, face: Option<String>, word: &str) -> Option<SheetColumn> {
    if let Some(attribute) = game.attribute(word) {
        return Some(SheetColumn::Fact { face, attribute });
    }
    EFFECTS
        .iter()
        .any(|other| alike(other, word))
        .then_some(SheetColumn::Effects { face })
}

/// Words for "yes" in a cell.
const YES: [&str; 8] = ["true", "yes", "oui", "vrai", "x", "1", "✓", "✔"];

/// Words for "no" in a cell.
const NO: [&str; 5] = ["false", "no", "non", "faux", "0"];

/// Words for "nothing is printed here", in addition to a dash.
const NONE: [&str; 4] = ["none", "aucun", "aucune", "rien"];

/// Months as abbreviated by spreadsheets, in both languages, folded.
const MONTHS: [&str; 23] = [
    "jan", "janv", "feb", "fev", "fevr", "mar", "mars", "apr", "avr", "may", "mai", "jun", "juin",
    "jul", "juil", "aug", "aou", "aout", "sep", "sept", "oct", "nov", "dec",
];

pub(super) fn text_value(cell: &SheetCell) -> DeValue<'_> {
    DeValue::String(Cow::Borrowed(&cell.text))
}

/// A number, with a point or a comma.
pub(super) fn number_value(cell: &SheetCell) -> DeValue<'_> {
    cell.number
        .as_deref()
        .and_then(parse_number)
        .unwrap_or_else(|| text_value(cell))
}

/// A number as TOML writes it.
fn parse_number(text: &str) -> Option<DeValue<'_>> {
    let value = DeValue::parse(text).ok()?.into_inner();
    (value.is_integer() || value.is_float()).then_some(value)
}

/// A list of words separated by `;`, `|` or a new line, and by a comma if names contain none.
pub(super) fn word_list(cell: &SheetCell, commas: bool) -> DeValue<'_> {
    let mut list = DeArray::new();
    for (word, span) in split_cell(cell, commas) {
        list.push(Spanned::new(span, DeValue::String(Cow::Borrowed(word))));
    }
    DeValue::Array(list)
}

/// Splits a cell into words with their places.
fn split_cell(cell: &SheetCell, commas: bool) -> Vec<(&str, Range<usize>)> {
    let separators: &[char] = if commas { &[';', '|', '\n', ','] } else { &[';', '|', '\n'] };
    // Without its quotes the text is shorter than the cell, so positions within it are unknown.
    let is_exact = cell.span.len() == cell.text.len();
    let mut words = Vec::new();
    let mut offset = 0;
    for part in cell.text.split(separators) {
        let start = offset + (part.len() - part.trim_start().len());
        let word = part.trim();
        offset += part.len() + 1;
        if !word.is_empty() {
            let span = cell.span.start + start..cell.span.start + start + word.len();
            words.push((word, if is_exact { span } else { cell.span.clone() }));
        }
    }
    words
}

fn is_one_of(words: &[&str], text: &str) -> bool {
    let folded = fold(text);
    words.contains(&folded.as_str())
}

/// Whether a cell means that nothing is printed.
fn marks_nothing(text: &str) -> bool {
    matches!(text, "-" | "–" | "—" | "/") || is_one_of(&NONE, text)
}

/// The printed effects of a part, separated by `;`, `|`, a comma or a new line.
pub(super) fn effect_list<'t>(cell: &'t SheetCell, game: &Game) -> DeValue<'t> {
    if cell.text == "?" {
        return text_value(cell);
    }
    if marks_nothing(&cell.text) && game.effect(&cell.text).is_none() {
        return DeValue::Array(DeArray::new());
    }
    word_list(cell, true)
}

/// The value of a field from a cell.
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
        AttributeType::Text
        | AttributeType::Date
        | AttributeType::Enum { .. }
        | AttributeType::Cards { .. } => text_value(cell),
        AttributeType::Flag if is_one_of(&YES, &cell.text) => DeValue::Boolean(true),
        AttributeType::Flag if is_one_of(&NO, &cell.text) => DeValue::Boolean(false),
        AttributeType::Flag => text_value(cell),
        AttributeType::Set { .. } if marks_nothing(&cell.text) => DeValue::Array(DeArray::new()),
        AttributeType::Set { counts: true, .. } => count_table(cell),
        AttributeType::Set { .. } => word_list(cell, true),
    }
}

/// Reads `1|6`: numbers that the owner chooses from.
fn choice_table(cell: &SheetCell) -> DeValue<'_> {
    let mut list = DeArray::new();
    for (word, span) in split_cell(cell, false) {
        let value = parse_number(word).unwrap_or(DeValue::String(Cow::Borrowed(word)));
        list.push(Spanned::new(span, value));
    }
    let mut table = DeTable::new();
    insert_value(&mut table, CHOICE, cell.span.clone(), DeValue::Array(list));
    DeValue::Table(table)
}

/// Reads `pilot 2, compass`: values with their counts.
fn count_table(cell: &SheetCell) -> DeValue<'_> {
    let mut table = DeTable::new();
    for (word, span) in split_cell(cell, true) {
        let split = word.rsplit_once([' ', '×']);
        let counted = split.and_then(|(word, count)| Some((word, parse_number(count.trim())?)));
        let (word, count) = match counted {
            Some((word, count)) => (word.trim_end_matches([' ', '×']), count),
            // Only its parser creates TOML integers, so `1` is parsed.
            None => (word, DeValue::parse("1").map_or(DeValue::Boolean(true), Spanned::into_inner)),
        };
        if table.keys().any(|key| alike(key.get_ref(), word)) {
            // A table cannot contain a key twice; the reader of a list reports the repetition.
            return word_list(cell, true);
        }
        insert_value(&mut table, word, span, count);
    }
    DeValue::Table(table)
}

/// Whether a cell contains a date that a spreadsheet made of the card number `3-10`: `03-oct`,
/// `10/03/2026`.
pub(super) fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split(['-', '/', ' ']).collect();
    match parts.as_slice() {
        [a, b] => (is_number(a) && is_month(b)) || (is_month(a) && is_number(b)),
        [a, b, c] => {
            let year = [a, c].iter().any(|part| part.len() == 4);
            is_number(a) && is_number(c) && (is_month(b) || (is_number(b) && year))
        }
        _ => false,
    }
}

fn is_number(part: &str) -> bool {
    !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit())
}

fn is_month(part: &str) -> bool {
    is_one_of(&MONTHS, part.trim_end_matches('.'))
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
