//! The data of games as tables, made from the program's documents.

use arrow_array::{
    ArrayRef, BooleanArray, PrimitiveArray, RecordBatch, StringArray,
    builder::{ListBuilder, StringBuilder},
    types::Float64Type,
};
use arrow_schema::{ArrowError, Schema};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::sync::Arc;

/// The cards of a document.
#[derive(Deserialize)]
struct CardsDocument {
    cards: Vec<Map<String, Value>>,
}

/// The cards document as a table with a column for each field that some card has. Inexact numbers
/// are null. Values other than numbers, texts and lists of texts are JSON.
pub fn cards_table(document: &str) -> Result<RecordBatch, ArrowError> {
    let CardsDocument { cards } = serde_json::from_str(document).map_err(unreadable)?;
    let mut names: Vec<&String> = Vec::new();
    for name in cards.iter().flat_map(Map::keys) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.is_empty() {
        return Ok(RecordBatch::new_empty(Arc::new(Schema::empty())));
    }
    let named_column = |name: &String| {
        let values: Vec<&Value> =
            cards.iter().map(|card| card.get(name).unwrap_or(&Value::Null)).collect();
        (name.clone(), column(&values))
    };
    RecordBatch::try_from_iter_with_nullable(
        names.into_iter().map(named_column).map(|(name, of)| (name, of, true)),
    )
}

/// The rules document as a table with a row for each rule of each format.
pub fn rules_table(document: &str) -> Result<RecordBatch, ArrowError> {
    let document: Value = serde_json::from_str(document).map_err(unreadable)?;
    let list =
        |of: &Value, key: &str| of.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let mut rows: Vec<[Value; 8]> = Vec::new();
    for game in list(&document, "games") {
        for format in list(&game, "formats") {
            for rule in list(&format, "rules") {
                let of = |value: &Value, key: &str| value.get(key).cloned().unwrap_or_default();
                let text = rule.pointer("/text/en").cloned().unwrap_or_default();
                let [id, level, require, zones, cite] =
                    ["id", "level", "require", "zones", "cite"].map(|key| of(&rule, key));
                rows.push([
                    of(&game, "id"),
                    of(&format, "id"),
                    id,
                    level,
                    text,
                    require,
                    zones,
                    cite,
                ]);
            }
        }
    }
    let names = ["game", "format", "rule", "level", "text", "require", "zones", "cite"];
    let columns = names.into_iter().enumerate().map(|(at, name)| {
        let values: Vec<&Value> = rows.iter().filter_map(|row| row.get(at)).collect();
        (name, column(&values), true)
    });
    RecordBatch::try_from_iter_with_nullable(columns)
}

fn unreadable(error: serde_json::Error) -> ArrowError {
    ArrowError::JsonError(error.to_string())
}

/// A column of the narrowest type that fits all values.
fn column(values: &[&Value]) -> ArrayRef {
    let known = || values.iter().filter(|value| !value.is_null());
    let is_text_list =
        |value: &Value| value.as_array().is_some_and(|list| list.iter().all(Value::is_string));
    if known().all(|value| value.is_boolean()) && known().next().is_some() {
        return Arc::new(values.iter().map(|value| value.as_bool()).collect::<BooleanArray>());
    }
    if known().any(|value| number(value).is_some())
        && known().all(|value| value.is_number() || value.is_object())
    {
        let numbers = values.iter().map(|value| number(value));
        return Arc::new(numbers.collect::<PrimitiveArray<Float64Type>>());
    }
    if known().all(|value| is_text_list(value)) && known().next().is_some() {
        let mut lists = ListBuilder::new(StringBuilder::new());
        for value in values {
            let list = value.as_array();
            list.into_iter().flatten().for_each(|text| lists.values().append_option(text.as_str()));
            lists.append(list.is_some());
        }
        return Arc::new(lists.finish());
    }
    let text = |value: &&Value| match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        other => Some(other.to_string()),
    };
    Arc::new(values.iter().map(text).collect::<StringArray>())
}

/// A number, even if it is printed in another form.
fn number(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.get("value")?.as_f64())
}
