//! The schemas made anew: `schemas/` has to hold them, and `SCHEMAS=write` writes them.

use super::{DocumentSchema, SCHEMAS, page, tables};
use crate::cards_json::CardsShape;
use crate::documents::ErrorDocument;
use crate::documents::check::CheckDocument;
use crate::documents::diff::DiffDocument;
use crate::documents::draw::{DealDocument, TrialsDocument};
use crate::documents::event::EventDocument;
use crate::documents::lint::LintDocument;
use crate::documents::many::{UsageDocument, WideDocument};
use crate::documents::meeting::{MatchDocument, UnusableDocument};
use crate::documents::odds::{OddsDocument, SeveralDocument};
use crate::documents::rules::RulesDocument;
use crate::documents::seal::SealDocument;
use crate::documents::stats::StatsDocument;
use crate::overview::OverviewRow;
use crate::solved_json::{BUILD, FIX, SolvedDocument};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Value, json};
use sleeve_data::source::keys;
use sleeve_decks::DECK;
use sleeve_event::{EVENT_KEYS, LOCK_KEYS};
use sleeve_import::IMPORT_KEYS;
use std::path::PathBuf;

fn schema_generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12().for_serialize().into_generator()
}

fn document_schema<T: JsonSchema>() -> Value {
    schema_generator().into_root_schema_for::<T>().to_value()
}

#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Meeting<'a> {
    Answered(MatchDocument<'a>),
    Unusable(UnusableDocument<'a>),
}

#[derive(JsonSchema)]
#[serde(untagged)]
#[allow(dead_code)]
enum SchemaShape<'a> {
    Dealt(DealDocument<'a>),
    Counted(TrialsDocument<'a>),
}

fn solved_schema(schema: &str) -> Value {
    let mut document = document_schema::<SolvedDocument<'_>>();
    document["properties"]["schema"]["enum"] = json!([schema]);
    document
}

fn several_schema() -> Value {
    let mut several = document_schema::<SeveralDocument<'_>>();
    let mut one = document_schema::<OddsDocument<'_>>();
    // INVARIANT: in tests only; a schema that is made of a struct is an object.
    let one = one.as_object_mut().expect("a schema is an object");
    one.shift_remove("$schema");
    let defined = one.shift_remove("$defs");
    several["properties"]["decks"]["items"] = json!({"$ref": "#/$defs/OddsDocument"});
    several["$defs"] = defined.unwrap_or_else(|| json!({}));
    several["$defs"]["OddsDocument"] = json!(one);
    several
}

fn generate_schema(name: &str) -> Value {
    match name {
        "check" => document_schema::<CheckDocument<'_>>(),
        "check-row" => document_schema::<OverviewRow<'_>>(),
        "event-check" => document_schema::<EventDocument<'_>>(),
        "stats-wide" => document_schema::<WideDocument<'_>>(),
        "stats-usage" => document_schema::<UsageDocument<'_>>(),
        "match" => document_schema::<Meeting<'_>>(),
        "cards" => document_schema::<CardsShape<'_>>(),
        "stats" => document_schema::<StatsDocument<'_>>(),
        "diff" => document_schema::<DiffDocument<'_>>(),
        "odds" => document_schema::<OddsDocument<'_>>(),
        "odds-decks" => several_schema(),
        "draw" => document_schema::<SchemaShape<'_>>(),
        "rules" => document_schema::<RulesDocument<'_>>(),
        "fix" => solved_schema(FIX),
        "build" => solved_schema(BUILD),
        "lint" => document_schema::<LintDocument<'_>>(),
        "seal" => document_schema::<SealDocument<'_>>(),
        "error" => document_schema::<ErrorDocument<'_>>(),
        "deck-json" => sleeve_decks::json_schema(schema_generator()).to_value(),
        "deck" => tables::file_schema(&DECK),
        "event" => tables::file_schema(&EVENT_KEYS),
        "event-lock" => tables::file_schema(&LOCK_KEYS),
        "project" => tables::project_schema(),
        "game" => tables::file_schema(&keys::GAME),
        "data" => tables::file_schema(&keys::DATA),
        "import" => tables::file_schema(&IMPORT_KEYS),
        // INVARIANT: in tests only; the names are those of our own table.
        other => panic!("nothing is said of how the schema `{other}` is made"),
    }
}

/// Widths of numbers are of no use to readers of JSON.
fn without_widths(value: &mut Value) {
    match value {
        Value::Object(map) => {
            // A field may be called `format` too.
            if map.get("format").is_some_and(Value::is_string) {
                map.shift_remove("format");
            }
            map.values_mut().for_each(without_widths);
        }
        Value::Array(items) => items.iter_mut().for_each(without_widths),
        _ => {}
    }
}

/// A field that is left out where it has no value is never null, unless its description says so.
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

/// The schema of a name, as its file holds it.
pub(super) fn finished_schema(schema: &DocumentSchema) -> Value {
    let mut made = generate_schema(schema.name);
    without_widths(&mut made);
    without_idle_nulls(&mut made);
    // INVARIANT: in tests only; every arm above makes an object.
    let map = made.as_object_mut().expect("a schema is an object");
    map.shift_remove("description");
    map.shift_remove("title");
    let mut whole = serde_json::Map::new();
    whole.extend(map.shift_remove_entry("$schema"));
    whole.insert("title".to_owned(), json!(format!("sleeve {}", schema.name)));
    whole.insert("description".to_owned(), json!(schema.words.0));
    whole.append(map);
    Value::Object(whole)
}

fn compare(path: &str, text: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    if std::env::var("SCHEMAS").as_deref() == Ok("write") {
        // INVARIANT: in tests only, where whoever runs them asks for it; no user's path comes here.
        std::fs::write(&path, text).expect("a schema can be written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    let same = there == text;
    assert!(same, "{} is not what the types say; SCHEMAS=write writes it", path.display());
}

#[test]
fn schemas_are_what_the_types_and_the_readers_say() {
    for schema in SCHEMAS {
        // INVARIANT: in tests only; a JSON value with keys of text is always written.
        let text = serde_json::to_string_pretty(&finished_schema(schema))
            .expect("a schema is JSON")
            + "\n";
        compare(&format!("schemas/{}.json", schema.name), &text);
    }
}

#[test]
fn the_page_of_documents_is_what_the_schemas_say() {
    compare("docs/json.md", &page::render_page());
}

#[test]
fn everything_in_a_schema_is_described() {
    let mut bare = Vec::new();
    for schema in SCHEMAS {
        collect_undescribed(&finished_schema(schema), schema.name, &mut bare);
    }
    assert!(bare.is_empty(), "without a description: {bare:#?}");
}

fn collect_undescribed(value: &Value, path: &str, bare: &mut Vec<String>) {
    let Some(map) = value.as_object() else { return };
    for (key, property) in map.get("properties").and_then(Value::as_object).into_iter().flatten() {
        // The two languages of a text speak for themselves.
        if property.get("description").is_none() && !["en", "fr"].contains(&key.as_str()) {
            let is_table = property.get("properties").is_some() || property.get("items").is_some();
            if !is_table && property.get("additionalProperties").is_none() {
                bare.push(format!("{path}.{key}"));
            }
        }
        collect_undescribed(property, &format!("{path}.{key}"), bare);
    }
    for (key, inner) in map.iter().filter(|(key, _)| *key != "properties") {
        match inner {
            Value::Array(items) => {
                items.iter().for_each(|i| collect_undescribed(i, &format!("{path}/{key}"), bare))
            }
            Value::Object(inner) if key == "$defs" => inner
                .iter()
                .for_each(|(name, i)| collect_undescribed(i, &format!("{path}#{name}"), bare)),
            other => collect_undescribed(other, path, bare),
        }
    }
}
