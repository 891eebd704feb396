//! What a card prints in one field, and where its facts are known from: one word for all of them, or a
//! table by field.

use super::attribute::CARD_KEYS;
use super::keys;
use super::messages::DataMessage;
use super::node::{TomlNode, TomlTable};
use super::words::What;
use crate::files::{ExpectedValue, FileMessage};
use crate::model::card::{Choices, Grade, Provenance, StoredFact, Value};
use crate::model::game::{Attribute, AttributeType, Named, ValueId};
use crate::model::{AttributeId, Bounds, FRONT, FaceId, Game, Number};
use toml::de::DeValue;

/// The position of the value that a word names.
pub(super) fn value_id(values: &[Named], word: &str) -> Option<ValueId> {
    let by_id = values.iter().position(|v| v.id == word);
    by_id.or_else(|| values.iter().position(|v| v.means(word))).map(|at| ValueId(at as u16))
}

/// Reads a value of an attribute: plain, `"?"`, or a table of what is known.
pub(super) fn read_fact(
    node: TomlNode<'_>,
    attribute: &Attribute,
    provenance: Provenance,
) -> Option<StoredFact> {
    let plain = |value| StoredFact { value, print: None, provenance, attested: Bounds::OPEN };
    match node.value {
        DeValue::String(text) if text == "?" => Some(plain(Value::Unknown(Bounds::OPEN))),
        DeValue::Table(_) if !is_counted_set(node, attribute) => {
            read_fact_table(node, attribute, provenance)
        }
        _ => read_value(node, attribute).map(plain),
    }
}

/// Whether a table holds the values of a set with their counts rather than `value`, `min`, ….
fn is_counted_set(node: TomlNode<'_>, attribute: &Attribute) -> bool {
    matches!(attribute.kind, AttributeType::Set { .. })
        && node.table().is_some_and(|table| table.get("value").is_none())
}

fn read_fact_table(
    node: TomlNode<'_>,
    attribute: &Attribute,
    provenance: Provenance,
) -> Option<StoredFact> {
    let table = node.table()?;
    table.check_keys(if attribute.is_numeric() { &keys::NUMBER_FACT } else { &keys::OTHER_FACT });
    let print = table.get("print").and_then(|n| n.text()).map(str::to_owned);
    let bounds = if attribute.is_numeric() { read_bounds(table)? } else { Bounds::OPEN };
    let value = match (table.get("value"), table.get("choice")) {
        (Some(_), Some(_)) => {
            let (keys, place) = (&["value", "choice"], keys::NUMBER_FACT.place);
            table.fail(FileMessage::OneOf { keys, place });
            return None;
        }
        (Some(value), None) => read_value(value, attribute)?,
        (None, Some(choice)) => Value::Choice(read_choice(choice, attribute)?),
        (None, None) if bounds == Bounds::OPEN => {
            node.fail_type(ExpectedValue::Fact);
            return None;
        }
        (None, None) => {
            return Some(StoredFact {
                value: Value::Unknown(bounds),
                print,
                provenance,
                attested: bounds,
            });
        }
    };
    Some(StoredFact { value, print, provenance, attested: bounds })
}

fn read_choice(node: TomlNode<'_>, attribute: &Attribute) -> Option<Vec<Number>> {
    let items = node.array()?;
    let numbers: Option<Vec<Number>> =
        items.iter().map(|item| read_number(*item, attribute)).collect();
    let mut numbers = numbers?;
    if !(2..=Choices::MOST).contains(&numbers.len()) {
        node.fail_type(ExpectedValue::Choice);
        return None;
    }
    numbers.sort();
    Some(numbers)
}

/// `min` and `max` of a table of what is known.
pub(super) fn read_bounds(table: TomlTable<'_>) -> Option<Bounds> {
    let end = |key| table.get(key).map(|n| n.number());
    let (min, max) = (end("min"), end("max"));
    let bounds = Bounds {
        min: match min {
            Some(found) => Some(found?),
            None => None,
        },
        max: match max {
            Some(found) => Some(found?),
            None => None,
        },
    };
    if bounds.min.zip(bounds.max).is_some_and(|(min, max)| min > max) {
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
        AttributeType::Date => node.date().map(Value::Date),
        AttributeType::Flag => node.boolean().map(Value::Flag),
        AttributeType::Enum { values, .. } => {
            let word = node.text()?;
            find_value(node, word, attribute, values).map(Value::Enum)
        }
        AttributeType::Set { values, counts } => read_set_value(node, attribute, values, *counts),
    }
}

fn find_value(node: TomlNode<'_>, word: &str, of: &Attribute, values: &[Named]) -> Option<ValueId> {
    let found = value_id(values, word);
    if found.is_none() {
        let known = values.iter();
        node.fail_unknown_named(What::Value(of.named.id.to_string()), word, known);
    }
    found
}

fn read_set_value(
    node: TomlNode<'_>,
    of: &Attribute,
    values: &[Named],
    counts: bool,
) -> Option<Value> {
    let mut found: Vec<(ValueId, u32)> = Vec::new();
    let mut add = |node: TomlNode<'_>, word: &str, count: u32| {
        let Some(id) = find_value(node, word, of, values) else { return };
        if found.iter().any(|(other, _)| *other == id) {
            node.fail(FileMessage::GivenTwice { key: word.to_owned() });
        } else if count > 0 {
            found.push((id, count));
        }
    };
    match node.value {
        DeValue::Array(_) => {
            for item in node.array()? {
                if let Some(word) = item.text() {
                    add(item, word, 1);
                }
            }
        }
        DeValue::Table(_) if counts => {
            for (word, _, count) in node.table()?.entries() {
                add(count, word, count.count()?);
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
    found.sort();
    Some(Value::Set(found))
}

/// A field whose provenance can be told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProvenanceField {
    /// A field of every card, by its key.
    Common(&'static str),
    /// A declared attribute.
    Attribute(AttributeId),
}

/// The field `effects`.
pub(super) const EFFECTS_FIELD: ProvenanceField = ProvenanceField::Common("effects");

/// The field `quantity`.
pub(super) const QUANTITY_FIELD: ProvenanceField = ProvenanceField::Common("quantity");

/// What is said about where facts come from.
#[derive(Clone, Debug)]
pub(super) struct FieldProvenances {
    /// Where nothing else is said.
    pub(super) default: Provenance,
    by_field: Vec<(FaceId, ProvenanceField, Provenance)>,
}

impl FieldProvenances {
    /// One provenance for everything.
    pub(super) fn from_default(default: Provenance) -> FieldProvenances {
        FieldProvenances { default, by_field: Vec::new() }
    }

    /// What is said about exactly this field.
    pub(super) fn stated(&self, face: FaceId, field: ProvenanceField) -> Option<Provenance> {
        let found = self.by_field.iter().find(|(f, what, _)| (*f, *what) == (face, field));
        found.map(|(.., provenance)| *provenance)
    }

    /// Where a field comes from: what is said of it, else the default. What is said of a field of
    /// the whole front does not speak of its halves.
    pub(super) fn provenance(&self, face: FaceId, field: ProvenanceField) -> Provenance {
        self.stated(face, field).unwrap_or(self.default)
    }
}

/// Reads `provenance` of a card over that of its file: one word speaks of the whole card, a table
/// of the fields it names.
pub(super) fn read_provenances(
    node: Option<TomlNode<'_>>,
    otherwise: FieldProvenances,
    game: &Game,
) -> FieldProvenances {
    let Some(node) = node else { return otherwise };
    match node.value {
        DeValue::Table(_) => {
            let mut sources = otherwise;
            if let Some(table) = node.table() {
                read_by_field(&mut sources, table, game);
            }
            sources
        }
        _ => read_provenance(node, game).map_or(otherwise, FieldProvenances::from_default),
    }
}

fn read_by_field(sources: &mut FieldProvenances, table: TomlTable<'_>, game: &Game) {
    for (key, span, node) in table.entries() {
        let Some(provenance) = read_provenance(node, game) else { continue };
        if key == "default" {
            sources.default = provenance;
        } else if let Some((face, field)) = find_provenance_field(key, game) {
            sources.by_field.retain(|(f, what, _)| (*f, *what) != (face, field));
            sources.by_field.push((face, field, provenance));
        } else {
            let known = game.attributes.iter().map(|a| a.named.id.as_str());
            let known = known.chain(CARD_KEYS).chain(["default"]);
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
    let Some((_, grade)) = Grade::WORDS.into_iter().find(|(w, _)| *w == word) else {
        node.fail_unknown(What::Word, word, Grade::WORDS.into_iter().map(|(w, _)| w));
        return None;
    };
    let Some(cited) = cited else { return Some(Provenance::from_grade(grade)) };
    let source = game.sources.iter().position(|s| s.named.id == cited);
    if source.is_none() && grade != Grade::Rulebook {
        node.fail_unknown(What::Source, cited, game.sources.iter().map(|s| s.named.id.as_str()));
    }
    Some(Provenance { grade, source: source.map(|at| at as u8) })
}
