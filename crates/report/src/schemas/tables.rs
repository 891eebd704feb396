//! Schemas of TOML files, from the tables of keys that their readers accept.

use serde_json::{Map, Value, json};
use sleeve_data::files::shape::{Keys, ValueShape};
use sleeve_library::project;
use std::collections::BTreeMap;

/// The schema of a file whose top level is a table.
pub(super) fn file_schema(keys: &'static Keys) -> Value {
    let mut defined = BTreeMap::new();
    let top = table_schema(keys, &mut defined);
    with_definitions(top, defined)
}

/// The schema of a `sleeve.toml`.
pub(super) fn project_schema() -> Value {
    let mut defined = BTreeMap::new();
    let mut top = Map::new();
    for name in ["", "cards", "levels", "assert"] {
        let keys: Vec<&project::ProjectKey> =
            project::KEYS.iter().filter(|k| k.table == name).collect();
        assert!(!keys.is_empty(), "`{name}` is no table of a sleeve.toml any more");
        let mut properties = Map::new();
        for key in &keys {
            let doc = key.doc(sleeve_data::model::Lang::En);
            properties.insert(
                key.name.to_owned(),
                with_description(shape_schema(key.shape, &mut defined), doc),
            );
        }
        match name {
            "" => top = properties,
            "levels" => {
                // INVARIANT: in tests only; our own table of keys has `RULE` under `levels`.
                let each = properties.remove("RULE").expect("levels are by rule");
                top.insert(
                    name.to_owned(),
                    json!({"type": "object", "additionalProperties": each}),
                );
            }
            _ => {
                let table = json!({"type": "object", "properties": properties, "additionalProperties": false});
                let is_list = name == "assert";
                let value = if is_list { json!({"type": "array", "items": table}) } else { table };
                top.insert(name.to_owned(), value);
            }
        }
    }
    let tables = top.keys().filter(|key| project::KEYS.iter().all(|k| k.table != **key)).count();
    assert_eq!(tables + 3, top.len(), "a table of a sleeve.toml has no schema");
    let top = json!({"type": "object", "properties": top, "additionalProperties": false});
    with_definitions(top, defined)
}

fn with_definitions(top: Value, defined: BTreeMap<String, Value>) -> Value {
    let mut root = Map::new();
    root.insert("$schema".to_owned(), json!("https://json-schema.org/draft/2020-12/schema"));
    if let Value::Object(top) = top {
        root.extend(top);
    }
    if !defined.is_empty() {
        root.insert("$defs".to_owned(), json!(defined));
    }
    Value::Object(root)
}

fn with_description(schema: Value, doc: &str) -> Value {
    let mut all = Map::new();
    all.insert("description".to_owned(), json!(doc));
    if let Value::Object(schema) = schema {
        all.extend(schema);
    }
    Value::Object(all)
}

fn table_schema(keys: &'static Keys, defined: &mut BTreeMap<String, Value>) -> Value {
    let mut properties = Map::new();
    for key in keys.keys {
        properties.insert(
            key.name.to_owned(),
            with_description(shape_schema(key.shape, defined), key.doc),
        );
    }
    let needed: Vec<&str> = keys.keys.iter().filter(|k| k.is_needed).map(|k| k.name).collect();
    let others = keys.others.map_or(json!(false), |shape| shape_schema(shape, defined));
    let mut table =
        json!({"type": "object", "properties": properties, "additionalProperties": others});
    if let (Some(map), false) = (table.as_object_mut(), needed.is_empty()) {
        map.insert("required".to_owned(), json!(needed));
    }
    table
}

/// The name of a table among the definitions: its place, and a number where several share that.
fn definition_name(keys: &'static Keys, defined: &BTreeMap<String, Value>) -> String {
    let words = ["a ", "an ", "the "].iter().find_map(|article| keys.place.0.strip_prefix(article));
    let words = words.unwrap_or(keys.place.0);
    let word = words.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let base = word.trim_matches('-').replace("--", "-");
    let mut name = base.clone();
    let mut at = 1;
    while defined.get(&name).is_some_and(|other| !defines_table(other, keys)) {
        at += 1;
        name = format!("{base}-{at}");
    }
    name
}

/// Whether a definition is that of a table, by its keys; one that is being written says them too.
fn defines_table(schema: &Value, keys: &'static Keys) -> bool {
    let names = schema.get("properties").and_then(Value::as_object);
    names.is_some_and(|n| n.keys().map(String::as_str).eq(keys.keys.iter().map(|k| k.name)))
}

fn shape_schema(shape: ValueShape, defined: &mut BTreeMap<String, Value>) -> Value {
    match shape {
        ValueShape::Text => json!({"type": "string"}),
        ValueShape::Words(words) => json!({"enum": words}),
        ValueShape::Texts => any_of([
            json!({"type": "string"}),
            json!({"type": "array", "items": {"type": "string"}}),
        ]),
        ValueShape::Local => {
            let both = json!({
                "type": "object",
                "properties": {"en": {"type": "string"}, "fr": {"type": "string"}},
                "required": ["en"],
                "additionalProperties": false,
            });
            defined.entry("text".to_owned()).or_insert(any_of([json!({"type": "string"}), both]));
            json!({"$ref": "#/$defs/text"})
        }
        ValueShape::Boolean => json!({"type": "boolean"}),
        ValueShape::Count => json!({"type": "integer", "minimum": 0}),
        ValueShape::Number => json!({"type": "number"}),
        ValueShape::Date => json!({"type": "string", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"}),
        ValueShape::Measure => json!({"type": ["number", "string"]}),
        ValueShape::By(inner) => {
            json!({"type": "object", "additionalProperties": shape_schema(*inner, defined)})
        }
        ValueShape::List(inner) => json!({"type": "array", "items": shape_schema(*inner, defined)}),
        ValueShape::Either(shapes) => {
            any_of(shapes.iter().map(|shape| shape_schema(*shape, defined)))
        }
        ValueShape::Open => json!({}),
        ValueShape::Table(keys) => {
            let name = definition_name(keys, defined);
            if !defined.contains_key(&name) {
                let names = keys.keys.iter().map(|k| (k.name.to_owned(), json!({})));
                let names: Map<String, Value> = names.collect();
                defined.insert(name.clone(), json!({"properties": names}));
                let written = table_schema(keys, defined);
                defined.insert(name.clone(), written);
            }
            json!({"$ref": format!("#/$defs/{name}")})
        }
    }
}

fn any_of(schemas: impl IntoIterator<Item = Value>) -> Value {
    json!({"anyOf": schemas.into_iter().collect::<Vec<Value>>()})
}
