//! Schemas as their files have them. Only tests use this: those of this crate, and those of crates
//! above it whose types have schemas too.

use super::DocumentSchema;
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// Compares the schema of a name, as it was generated, with its file in `schemas/`.
///
/// # Errors
/// They differ.
pub fn compare_schema(schema: &DocumentSchema, generated: Value) -> Result<(), String> {
    let text = format!("{:#}\n", finish_schema(schema, generated));
    compare_file(&format!("schemas/{}.json", schema.name), &text)
}

/// Compares a text with a file of the repository, or writes it there if `SCHEMAS=write`.
///
/// # Errors
/// They differ, or the file cannot be written.
pub fn compare_file(path: &str, text: &str) -> Result<(), String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var("SCHEMAS").as_deref() == Ok("write") {
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = || format!("{} differs from the types; SCHEMAS=write updates it", path.display());
    if there == text { Ok(()) } else { Err(differs()) }
}

/// A generated schema as its file has it: with a title, and without what readers do not need.
pub fn finish_schema(schema: &DocumentSchema, mut generated: Value) -> Value {
    without_widths(&mut generated);
    without_idle_nulls(&mut generated);
    let mut whole = Map::new();
    if let Value::Object(map) = &mut generated {
        map.shift_remove("description");
        map.shift_remove("title");
        whole.extend(map.shift_remove_entry("$schema"));
        whole.insert("title".to_owned(), json!(format!("sleeve {}", schema.name)));
        whole.insert("description".to_owned(), json!(schema.words.en));
        whole.append(map);
    }
    Value::Object(whole)
}

/// Removes the widths of numbers, which readers of JSON do not need.
fn without_widths(value: &mut Value) {
    match value {
        Value::Object(map) => {
            // A field may also be called `format`.
            if map.get("format").is_some_and(Value::is_string) {
                map.shift_remove("format");
            }
            map.values_mut().for_each(without_widths);
        }
        Value::Array(items) => items.iter_mut().for_each(without_widths),
        _ => {}
    }
}

/// Removes `null` from fields that are left out if they have no value, unless their description
/// mentions it.
fn without_idle_nulls(value: &mut Value) {
    if let Value::Array(items) = value {
        return items.iter_mut().for_each(without_idle_nulls);
    }
    let Value::Object(map) = value else { return };
    let needed: Vec<Value> =
        map.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let fields = map.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        let said = field.get("description").and_then(Value::as_str).unwrap_or_default();
        if !needed.iter().any(|n| n == name) && !said.contains("null") {
            without_null(field);
        }
    }
    map.values_mut().for_each(without_idle_nulls);
}

fn without_null(field: &mut Value) {
    let Value::Object(map) = field else { return };
    if let Some(Value::Array(kinds)) = map.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [one] = kinds.as_slice() {
            let one = one.clone();
            map.insert("type".to_owned(), one);
        }
    }
    if let Some(Value::Array(forms)) = map.get_mut("anyOf") {
        forms.retain(|form| form.get("type").is_none_or(|kind| kind != "null"));
        if let [Value::Object(one)] = forms.as_slice() {
            let one = one.clone();
            map.shift_remove("anyOf");
            map.extend(one);
        }
    }
}
