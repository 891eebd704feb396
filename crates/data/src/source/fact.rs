//! Facts: what a card prints in one field, and its provenance, either one word for all facts of a
//! card or a table by field.

use super::{
    keys::{self, CARD_KEYS, names::*},
    messages::{DataMessage, NamedThing},
    node::{TomlNode, TomlTable},
};
use crate::{
    files::{ExpectedValue, FileMessage},
    model::{
        AttributeId, Bounds, FRONT, FaceId, Game, Number,
        card::{Choices, DISPUTE_MARK, Grade, Provenance, StoredFact, Value},
        game::{Attribute, AttributeType, CARD_NAME_SEPARATOR, Named, ValueId},
    },
};
use sleeve_text::{Arrange, find_named};
use toml::de::DeValue;

/// The position of the value that a word names. Ids come before names and aliases.
pub(super) fn value_id(values: &[Named], word: &str) -> Option<ValueId> {
    find_named(values, word, |value| value).map(|at| ValueId(at as u16))
}

/// Reads a value of an attribute: a plain value, `"?"` for unknown, or a table.
pub(super) fn read_fact(
    node: TomlNode<'_>,
    attribute: &Attribute,
    provenance: Provenance,
) -> Option<StoredFact> {
    let value = match node.value {
        DeValue::String(text) if text == "?" => Value::Unknown(Bounds::OPEN),
        DeValue::Table(_) if !is_counted_set(node, attribute) => {
            return read_fact_table(node, attribute, provenance);
        }
        _ => read_value(node, attribute)?,
    };
    Some(StoredFact { value, print: None, provenance, attested: Bounds::OPEN })
}

/// Whether a table contains the values of a set with their counts rather than `value`, `min`, ….
fn is_counted_set(node: TomlNode<'_>, attribute: &Attribute) -> bool {
    matches!(attribute.kind, AttributeType::Set { .. })
        && node.table().is_some_and(|table| table.get(VALUE).is_none())
}

fn read_fact_table(
    node: TomlNode<'_>,
    attribute: &Attribute,
    provenance: Provenance,
) -> Option<StoredFact> {
    let table = node.table()?;
    table.check_keys(if attribute.is_numeric() { &keys::NUMBER_FACT } else { &keys::OTHER_FACT });
    if let Some(other) = table.get(DISPUTED) {
        return read_disputed_fact(table, other, attribute, provenance);
    }
    let print = table.read(PRINT);
    let bounds = if attribute.is_numeric() { read_bounds(table)? } else { Bounds::OPEN };
    let value = match (table.get(VALUE), table.get(CHOICE)) {
        (Some(_), Some(_)) => {
            let (keys, place) = (&[VALUE, CHOICE], keys::NUMBER_FACT.place);
            table.fail(FileMessage::OneOf { keys, place });
            return None;
        }
        (Some(value), None) => read_value(value, attribute)?,
        (None, Some(choice)) => Value::Choice(read_choice(choice, attribute)?),
        (None, None) if bounds == Bounds::OPEN => {
            node.fail_type(ExpectedValue::Fact);
            return None;
        }
        (None, None) => Value::Unknown(bounds),
    };
    // Bounds next to a value mean that only the bounds are attested, not the value.
    let is_known = !matches!(value, Value::Unknown(_));
    let is_stand_in = is_known && bounds != Bounds::OPEN && provenance.grade.is_attested();
    let provenance = if is_stand_in { Provenance::from_grade(Grade::StandIn) } else { provenance };
    Some(StoredFact { value, print, provenance, attested: bounds })
}

/// Reads a value on which two sources differ: `disputed` is that of the other source. Without a
/// `value` it is that of cards that print none. Both are the printed form.
fn read_disputed_fact(
    table: TomlTable<'_>,
    other: TomlNode<'_>,
    attribute: &Attribute,
    provenance: Provenance,
) -> Option<StoredFact> {
    let value = match (table.get(VALUE), &attribute.default, &attribute.kind) {
        (Some(value), ..) => read_value(value, attribute)?,
        (None, Some(default), _) => default.value.clone(),
        (None, None, AttributeType::Flag) => Value::Flag(false),
        (None, None, _) => {
            other.fail_type(ExpectedValue::Fact);
            return None;
        }
    };
    let disputed = read_value(other, attribute)?;
    let attested = match (&value, &disputed) {
        (Value::Number(a), Value::Number(b)) => {
            Bounds { min: Some(*a.min(b)), max: Some(*a.max(b)) }
        }
        _ => Bounds::OPEN,
    };
    let print = match (printed(&value, attribute), printed(&disputed, attribute)) {
        (Some(value), Some(disputed)) => Some(format!("{value}{DISPUTE_MARK}{disputed}")),
        _ => None,
    };
    let provenance = Provenance { grade: Grade::Disputed, ..provenance };
    Some(StoredFact { value, print, provenance, attested })
}

/// The printed form of a number or word.
fn printed(value: &Value, attribute: &Attribute) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::Enum(id) => attribute
            .values()
            .get(id.index())
            .map(|of| of.id.to_string()),
        _ => None,
    }
}

fn read_choice(node: TomlNode<'_>, attribute: &Attribute) -> Option<Vec<Number>> {
    let items = node.array()?;
    let numbers: Option<Vec<Number>> = items
        .iter()
        .map(|item| read_number(*item, attribute))
        .collect();
    let mut numbers = numbers?;
    if !(2..=Choices::MOST).contains(&numbers.len()) {
        node.fail_type(ExpectedValue::Choice);
        return None;
    }
    // A choice has no order; sorting makes equal choices equal lists.
    numbers.sort();
    Some(numbers)
}

/// Reads `min` and `max`; `None` if one is invalid or they are in the wrong order.
pub(super) fn read_bounds(table: TomlTable<'_>) -> Option<Bounds> {
    let [min, max] = [MIN, MAX].map(|key| match table.get(key) {
        Some(node) => node.number().map(Some),
        None => Some(None),
    });
    let bounds = Bounds { min: min?, max: max? };
    if bounds
        .min
        .zip(bounds.max)
        .is_some_and(|(min, max)| min > max)
    {
        table.fail(DataMessage::EmptyRange);
        return None;
    }
    Some(bounds)
}

fn read_number(node: TomlNode<'_>, attribute: &Attribute) -> Option<Number> {
    if attribute.kind == AttributeType::Integer {
        let whole = node.integer()?;
        let number = Number::from_integer(whole);
        if number.is_none() {
            node.fail_type(ExpectedValue::Integer);
        }
        return number;
    }
    node.number()
}

fn read_value(node: TomlNode<'_>, attribute: &Attribute) -> Option<Value> {
    match &attribute.kind {
        AttributeType::Integer | AttributeType::Number => {
            read_number(node, attribute).map(Value::Number)
        }
        AttributeType::Text => node.text().map(|text| Value::Text(text.to_owned())),
        AttributeType::Cards { .. } => match node.value {
            DeValue::Array(_) => Some(Value::Text(node.strings().join(CARD_NAME_SEPARATOR))),
            _ => node.text().map(|text| Value::Text(text.to_owned())),
        },
        AttributeType::Date => node.date().map(Value::Date),
        AttributeType::Flag => node.boolean().map(Value::Flag),
        AttributeType::Enum { values, .. } => {
            let word = node.text()?;
            find_value(node, word, attribute, values).map(Value::Enum)
        }
        AttributeType::Set { values, counts } => read_set_value(node, attribute, values, *counts),
    }
}

pub(super) fn find_value(
    node: TomlNode<'_>,
    word: &str,
    attribute: &Attribute,
    values: &[Named],
) -> Option<ValueId> {
    let value = value_id(values, word);
    if value.is_none() {
        let known = values.iter();
        node.fail_unknown_named(NamedThing::Value(attribute.named.id.to_string()), word, known);
    }
    value
}

fn read_set_value(
    node: TomlNode<'_>,
    attribute: &Attribute,
    values: &[Named],
    counts: bool,
) -> Option<Value> {
    let mut read = SetValues { attribute, values, counts: Vec::new() };
    match node.value {
        DeValue::Array(_) => {
            for item in node.array()? {
                if let Some(word) = item.text() {
                    read.add(item, word, 1);
                }
            }
        }
        DeValue::Table(_) if counts => {
            for (word, _, count) in node.table()?.entries() {
                read.add(count, word, count.count()?);
            }
        }
        DeValue::Table(_) => {
            node.fail_type(ExpectedValue::NoCounts);
            return None;
        }
        _ => {
            node.fail_type(ExpectedValue::Values);
            return None;
        }
    }
    // A set has no order; sorting makes equal sets equal lists.
    read.counts.arrange();
    Some(Value::Set(read.counts))
}

/// The values of a set, while they are read.
struct SetValues<'a> {
    attribute: &'a Attribute,
    values: &'a [Named],
    counts: Vec<(ValueId, u32)>,
}

impl SetValues<'_> {
    /// Adds a value; reports an unknown or repeated one at its node.
    fn add(&mut self, node: TomlNode<'_>, word: &str, count: u32) {
        let Some(id) = find_value(node, word, self.attribute, self.values) else { return };
        if self.counts.iter().any(|(other, _)| *other == id) {
            node.fail(FileMessage::GivenTwice { key: word.to_owned() });
        } else if count > 0 {
            self.counts.push((id, count));
        }
    }
}

/// A field with its own provenance.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProvenanceField {
    /// A field of every card, by its key.
    Common(&'static str),
    Attribute(AttributeId),
}

pub(super) const EFFECTS_FIELD: ProvenanceField = ProvenanceField::Common(EFFECTS);

pub(super) const QUANTITY_FIELD: ProvenanceField = ProvenanceField::Common(QUANTITY);

/// Provenances of the facts of a card: a default, and those of individual fields.
#[derive(Clone, Debug)]
pub(super) struct FieldProvenances {
    pub(super) default: Provenance,
    by_field: Vec<(FaceId, ProvenanceField, Provenance)>,
}

impl FieldProvenances {
    pub(super) fn from_default(default: Provenance) -> FieldProvenances {
        FieldProvenances { default, by_field: Vec::new() }
    }

    pub(super) fn exact_provenance(
        &self,
        face: FaceId,
        field: ProvenanceField,
    ) -> Option<Provenance> {
        let entry = self
            .by_field
            .iter()
            .find(|(f, what, _)| (*f, *what) == (face, field));
        entry.map(|(.., provenance)| *provenance)
    }

    /// The provenance of a field: its own, or the default. That of a field on the front does not
    /// apply to the halves of the front.
    pub(super) fn provenance(&self, face: FaceId, field: ProvenanceField) -> Provenance {
        self.exact_provenance(face, field).unwrap_or(self.default)
    }
}

/// Reads `provenance` of a card over that of its file: one word replaces all, a table only the
/// fields it names.
pub(super) fn read_provenances(
    node: Option<TomlNode<'_>>,
    base: FieldProvenances,
    game: &Game,
) -> FieldProvenances {
    let Some(node) = node else { return base };
    match node.value {
        DeValue::Table(_) => {
            let mut provenances = base;
            if let Some(table) = node.table() {
                read_by_field(&mut provenances, table, game);
            }
            provenances
        }
        _ => read_provenance(node, game).map_or(base, FieldProvenances::from_default),
    }
}

fn read_by_field(provenances: &mut FieldProvenances, table: TomlTable<'_>, game: &Game) {
    for (key, span, node) in table.entries() {
        let Some(provenance) = read_provenance(node, game) else { continue };
        if key == DEFAULT {
            provenances.default = provenance;
        } else if let Some((face, field)) = find_provenance_field(key, game) {
            provenances
                .by_field
                .retain(|(f, what, _)| (*f, *what) != (face, field));
            provenances.by_field.push((face, field, provenance));
        } else {
            let attributes = game.attributes.iter().map(|a| a.named.id.as_str());
            let known = attributes.chain(CARD_KEYS).chain([DEFAULT]);
            table.fail_unknown_key(key, span, keys::A_PROVENANCE, known);
        }
    }
}

fn find_provenance_field(key: &str, game: &Game) -> Option<(FaceId, ProvenanceField)> {
    let (face, name) = match key.split_once('.') {
        Some((face, name)) => (game.face(face)?, name),
        None => (FRONT, key),
    };
    if let Some(common) = CARD_KEYS.into_iter().find(|k| *k == name) {
        return Some((face, ProvenanceField::Common(common)));
    }
    Some((face, ProvenanceField::Attribute(game.attribute(name)?)))
}

/// Reads `"published:ludovox"`.
pub(super) fn read_provenance(node: TomlNode<'_>, game: &Game) -> Option<Provenance> {
    let DeValue::String(text) = node.value else {
        node.fail_type(ExpectedValue::Text);
        return None;
    };
    let (word, cited) = match text.split_once(':') {
        Some((word, rest)) => (word.trim(), rest.split(':').next().map(str::trim)),
        None => (text.trim(), None),
    };
    let Some(grade) = Grade::ALL
        .iter()
        .copied()
        .find(|grade| grade.word() == word)
    else {
        node.fail_unknown(NamedThing::Word, word, Grade::WORDS.iter().copied());
        return None;
    };
    let Some(cited) = cited else { return Some(Provenance::from_grade(grade)) };
    let source = game.sources.iter().position(|s| s.named.id == cited);
    if source.is_none() && grade != Grade::Rulebook {
        let known = game.sources.iter().map(|s| s.named.id.as_str());
        node.fail_unknown(NamedThing::Source, cited, known);
    }
    Some(Provenance { grade, source: source.map(|at| at as u8) })
}

/// The provenance of a card if neither the card nor its file has one.
pub(super) const DEFAULT_PROVENANCE: Provenance = Provenance::from_grade(Grade::Published);

/// Whether an attested fact keeps its provenance if a layer repeats it: if the new provenance is
/// not better, or was not given.
pub(super) fn keeps_provenance(known: Provenance, new: Provenance) -> bool {
    // Grades are ordered best first: a smaller one is better.
    known.grade.is_attested() && (known.grade <= new.grade || new == DEFAULT_PROVENANCE)
}
