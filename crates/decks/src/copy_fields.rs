//! Fields of single copies, which a game declares and a deck sets.
//!
//! Our own TOML writes them next to the number of copies (`{ count = 2, level = 4 }`), a list
//! writes them in braces after the name (`2x Runic Axe {level 4, tags hh}`). Copies with such
//! fields are *in a state*.

use super::{
    line::parse_line,
    messages::{DeckMessage, DeckProblem},
    raw::{RawCard, RawDeck, RawField, WrittenValue},
};
use sleeve_data::{
    files::FileMessage,
    model::{
        AttributeId, CardIndex, Catalog, CopyState, Game, Number, ValueId,
        card::Value,
        find_named,
        game::{self, Attribute, AttributeType},
    },
    problem::{Candidates, Problem},
};
use std::ops::Range;

/// Splits `Name {state}` into the name and the text of the state.
pub(super) fn split_state(name: &str) -> Option<(&str, &str)> {
    let (before, inner) = name.strip_suffix('}')?.rsplit_once('{')?;
    let (name, state) = (before.trim_end(), inner.trim());
    (!name.is_empty() && !state.is_empty()).then_some((name, state))
}

/// Whether a game declares fields of the copy.
pub(super) fn has_copy_fields(game: &Game) -> bool {
    game.copy_fields().next().is_some()
}

/// Returns a line without the state in braces after its name; `None` if it has none or the game has
/// no states.
pub(super) fn without_state(game: &Game, card: &RawCard) -> Option<RawCard> {
    let name = match split_line_state(game, card) {
        Some((name, _)) => name,
        None => split_line_mark(game, card)?.0,
    };
    let mut line = RawCard { name: name.to_owned(), ..card.clone() };
    // The braces hid a hint from the line parser: `Name [Set] {state}`.
    if let Some(parts) = parse_line(name).filter(|parts| parts.hint.is_some()) {
        line.hints.extend(parts.hint.map(str::to_owned));
        line.name = parts.name.to_owned();
    }
    Some(line)
}

fn split_line_state<'r>(game: &Game, card: &'r RawCard) -> Option<(&'r str, &'r str)> {
    split_state(&card.name).filter(|_| card.is_list_line && has_copy_fields(game))
}

/// Splits `Name *F*` into the name and the mark; `None` for a mark that is no field of copies.
fn split_line_mark<'r>(game: &Game, card: &'r RawCard) -> Option<(&'r str, RawField)> {
    let (name, mark) = card.name.strip_suffix('*')?.rsplit_once(" *")?;
    let field = RawField::new("", WrittenValue::Word(mark.to_owned()), &card.span);
    let is_mark = card.is_list_line && mark_field(game, &field).is_some();
    Some((name.trim_end(), field)).filter(|(name, _)| is_mark && !name.is_empty())
}

/// The values of copy fields on a line.
///
/// # Errors
/// All problems of the line.
pub(super) fn values_of_line(
    game: &Game,
    card: &RawCard,
) -> Result<Vec<(AttributeId, Value)>, Vec<DeckProblem>> {
    let mut values: Vec<(AttributeId, Value)> = Vec::new();
    // Nearly all lines end here.
    if card.state.is_empty() && !card.name.ends_with(['}', '*']) {
        return Ok(values);
    }
    let mut problems = Vec::new();
    let parts = split_line_state(game, card)
        .into_iter()
        .flat_map(|(_, inner)| inner.split(','));
    let in_braces = parts.map(|part| parse_inline_field(game, part, &card.span));
    let mark = split_line_mark(game, card).map(|(_, mark)| mark);
    let keyed = card
        .state
        .iter()
        .chain(&mark)
        .filter_map(|raw| match raw.field.value.as_str() {
            "" => Some(parse_keyed_field(game, &mark_field(game, raw)?)),
            _ => Some(parse_keyed_field(game, raw)),
        });
    let fields = keyed.chain(in_braces);
    for field in fields {
        match field {
            Ok((id, _, span)) if values.iter().any(|(other, _)| *other == id) => {
                let key = game
                    .get_attribute(id)
                    .map_or("", |of| &of.named.id)
                    .to_owned();
                problems.push(Problem::from_span(span, FileMessage::GivenTwice { key }.into()));
            }
            Ok((id, value, _)) => values.push((id, value)),
            Err(problem) => problems.push(problem),
        }
    }
    if problems.is_empty() { Ok(values) } else { Err(problems) }
}

/// A field of the copy with its value and the span of the value.
type CopyField = (AttributeId, Value, Range<usize>);

/// The field of the copy for a mark: a flag that it names, or a field with a value that it names.
fn mark_field(game: &Game, mark: &RawField) -> Option<RawField> {
    let word = mark.value.to_text();
    game.copy_fields().find_map(|(_, field)| {
        let value = match &field.kind {
            AttributeType::Flag if field.named.means(&word) => WrittenValue::Flag(true),
            _ if field.values().iter().any(|value| value.means(&word)) => mark.value.clone(),
            _ => return None,
        };
        Some(RawField::new(&field.named.id, value, &mark.span))
    })
}

fn parse_keyed_field(game: &Game, raw: &RawField) -> Result<CopyField, DeckProblem> {
    let word = &raw.field.value;
    let Some((id, attribute)) = find_field(game, word) else {
        return Err(unknown_field(game, word, raw.field.span.clone()));
    };
    match parse_value(attribute, &raw.value) {
        Ok(value) => Ok((id, value, raw.span.clone())),
        Err(wrong) => Err(Problem::from_span(raw.span.clone(), wrong)),
    }
}

/// Parses `level 4`, `tags hh ww`, `foil`: the longest prefix that names a field, then its value.
fn parse_inline_field(
    game: &Game,
    part: &str,
    span: &Range<usize>,
) -> Result<CopyField, DeckProblem> {
    let words: Vec<&str> = part.split_whitespace().collect();
    // The longest name first, because the name of one field may begin with that of another.
    let field = (1..=words.len()).rev().find_map(|n| {
        let (before, behind) = words.split_at_checked(n)?;
        find_field(game, &before.join(" ")).map(|found| (found, behind))
    });
    let Some(((id, attribute), behind)) = field else {
        return Err(unknown_field(game, words.first().copied().unwrap_or_default(), span.clone()));
    };
    let written = match (&attribute.kind, behind) {
        (AttributeType::Flag, []) => WrittenValue::Flag(true),
        (_, []) => WrittenValue::Word(words.join(" ")),
        (AttributeType::Integer | AttributeType::Number, _) => {
            WrittenValue::Number(behind.join(" "))
        }
        (AttributeType::Set { .. }, _) => {
            let words = behind.iter().filter(|word| **word != "+");
            WrittenValue::Words(words.map(|word| (*word).to_owned()).collect())
        }
        _ => WrittenValue::Word(behind.join(" ")),
    };
    match parse_value(attribute, &written) {
        Ok(value) => Ok((id, value, span.clone())),
        Err(wrong) => Err(Problem::from_span(span.clone(), wrong)),
    }
}

/// Finds the field of the copy with a name.
fn find_field<'g>(game: &'g Game, word: &str) -> Option<(AttributeId, &'g Attribute)> {
    let mut by_id = game
        .copy_fields()
        .filter(|(_, field)| field.named.id == word);
    by_id.next().or_else(|| {
        game.copy_fields()
            .find(|(_, field)| field.named.means(word))
    })
}

fn unknown_field(game: &Game, word: &str, span: Range<usize>) -> DeckProblem {
    let field = word.to_owned();
    if !has_copy_fields(game) {
        return Problem::from_span(
            span,
            DeckMessage::NoCopyFields { field, game: game.id().to_owned() },
        );
    }
    if let Some(attribute) = game.attribute(word).and_then(|id| game.get_attribute(id)) {
        let field = attribute.named.id.to_string();
        return Problem::from_span(span, DeckMessage::OfTheCard { field });
    }
    let fields: Vec<&game::Named> = game
        .copy_fields()
        .map(|(_, attribute)| &attribute.named)
        .collect();
    let candidates = Candidates::nearest_or_all_named(word, fields.into_iter());
    Problem::from_span(span, DeckMessage::NoCopyField { field, candidates })
}

fn parse_value(attribute: &Attribute, written: &WrittenValue) -> Result<Value, DeckMessage> {
    match (&attribute.kind, written) {
        (AttributeType::Integer | AttributeType::Number, _) => parse_number(attribute, written),
        (AttributeType::Flag, WrittenValue::Flag(flag)) => Ok(Value::Flag(*flag)),
        (AttributeType::Flag, written) => match written.to_text().as_str() {
            "yes" | "oui" if matches!(written, WrittenValue::Word(_)) => Ok(Value::Flag(true)),
            "no" | "non" if matches!(written, WrittenValue::Word(_)) => Ok(Value::Flag(false)),
            found => {
                let field = attribute.named.id.to_string();
                Err(DeckMessage::CopyFlag { field, found: found.to_owned() })
            }
        },
        (AttributeType::Enum { .. }, written) => {
            find_value(attribute, &written.to_text()).map(Value::Enum)
        }
        (AttributeType::Set { counts, .. }, written) => parse_set(attribute, *counts, written),
        (AttributeType::Text | AttributeType::Date | AttributeType::Cards { .. }, _) => {
            Err(DeckMessage::OfTheCard { field: attribute.named.id.to_string() })
        }
    }
}

fn parse_number(attribute: &Attribute, written: &WrittenValue) -> Result<Value, DeckMessage> {
    let whole = attribute.kind == AttributeType::Integer;
    if let WrittenValue::Number(text) = written
        && let Some(number) = Number::parse(text)
        && attribute.min.is_none_or(|min| min <= number)
        && attribute.max.is_none_or(|max| number <= max)
        && (!whole || number.to_integer().is_some())
    {
        return Ok(Value::Number(number));
    }
    let (min, max) = (attribute.min, attribute.max);
    let (field, found) = (attribute.named.id.to_string(), written.to_text());
    Err(DeckMessage::CopyNumber { field, found, whole, min, max })
}

/// Finds the value of a field that a word names.
fn find_value(attribute: &Attribute, word: &str) -> Result<ValueId, DeckMessage> {
    let values = attribute.values();
    let place = find_named(values, word, |value| value).and_then(|at| u16::try_from(at).ok());
    place.map(ValueId).ok_or_else(|| {
        let candidates = Candidates::nearest_or_all_named(word, values.iter());
        let field = attribute.named.id.to_string();
        DeckMessage::NoCopyValue { field, found: word.to_owned(), candidates }
    })
}

fn parse_set(
    attribute: &Attribute,
    counts: bool,
    written: &WrittenValue,
) -> Result<Value, DeckMessage> {
    let words = match written {
        WrittenValue::Words(words) if words.len() == 1 && means_empty_set(attribute, words) => {
            Vec::new()
        }
        WrittenValue::Words(words) => words.clone(),
        // Lines of other tools separate the words with commas.
        other => other
            .to_text()
            .split(',')
            .map(|word| word.trim().to_owned())
            .collect(),
    };
    let mut values: Vec<(ValueId, u32)> = Vec::new();
    for text in words {
        let value = find_value(attribute, &text)?;
        match values.iter_mut().find(|(other, _)| *other == value) {
            Some((_, times)) if counts => *times += 1,
            Some(_) => return Err(FileMessage::GivenTwice { key: text }.into()),
            None => values.push((value, 1)),
        }
    }
    // A set has no order; sorting makes equal sets equal states.
    values.sort_unstable();
    Ok(Value::Set(values))
}

/// Whether words mean the empty set, such as `tags none` in a list, and are not values of the set.
fn means_empty_set(attribute: &Attribute, words: &[String]) -> bool {
    words
        .iter()
        .all(|word| matches!(word.as_str(), "none" | "aucun"))
        && attribute
            .values()
            .iter()
            .all(|v| !words.iter().any(|w| v.means(w)))
}

/// The state of copies of a card with these values.
///
/// # Errors
/// The first field that cards of this kind do not have.
pub(super) fn copy_state(
    catalog: &Catalog,
    card: CardIndex,
    values: &[(AttributeId, Value)],
) -> Result<CopyState, AttributeId> {
    let card = catalog.cards.card(card);
    for (id, _) in values {
        let attribute = catalog.game.get_attribute(*id);
        if !attribute.is_some_and(|attribute| attribute.applies_to(card.kind())) {
            return Err(*id);
        }
    }
    Ok(CopyState::new(card, &catalog.game, values.to_vec()))
}

/// Whether a deck states fields of copies.
pub fn has_states(catalog: &Catalog, raw: &RawDeck) -> bool {
    let game = &catalog.game;
    raw.cards().any(|card| {
        !card.state.is_empty()
            || split_line_state(game, card).is_some()
            || split_line_mark(game, card).is_some()
    })
}
