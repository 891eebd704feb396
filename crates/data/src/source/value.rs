//! What a card prints in one field.

use super::keys;
use super::messages::DataMessage;
use super::node::{TomlNode, TomlTable};
use super::words::What;
use crate::files::{ExpectedValue, FileMessage};
use crate::model::card::{Choices, Provenance, StoredFact, Value};
use crate::model::game::{Attribute, AttributeType, Named, ValueId};
use crate::model::{Bounds, Number};
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
