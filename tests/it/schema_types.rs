//! Generates the schemas from types, requests and tables of keys and compares them with `schemas/`,
//! and the tables of keys with `docs/data.md`. `SCHEMAS=write` updates both.

use schemars::{JsonSchema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};
use sleeve::{
    catalog::source::keys,
    decks::DECK_KEYS,
    event::{EVENT_KEYS, LOCK_KEYS},
    files::shape::{Keys, ValueShape},
    import::IMPORT_KEYS,
    project::PROJECT_KEYS,
    report::{
        cards::json::CardsShape,
        documents::{
            ERROR, ErrorDocument, SealDocument,
            check::{CHECK, CheckDocument, EVENT, EventDocument},
            draw::{DRAW, DealDocument, TrialsDocument},
            odds::{ODDS, OddsDocument, SeveralDocument},
            rules::{LINT, LintDocument, RULES, RulesDocument},
            solved::{BUILD, FIX, SolvedDocument},
            stats::{STATS, StatsDocument, USAGE, UsageDocument, WIDE, WideDocument},
            two_decks::{DIFF, DiffDocument, MATCH, MatchDocument, UnusableDocument},
        },
        forms::overview::OverviewRow,
        schemas::{DocumentSchema, SCHEMAS},
        several_decks::{BUILD_DECKS, DecksAtOnceDocument},
    },
    requests::{
        BuildRequest, CardsRequest, CheckQuestion, ConvertRequest, DiffRequest, DrawRequest,
        FixRequest, LintRequest, MatchRequest, OddsRequest, ReportRequest, RulesRequest,
        SealRequest, SheetRequest, ShowRequest, StatsQuestion,
    },
};
use std::{collections::BTreeMap, fmt::Write as _, path::PathBuf};

fn schema_generator() -> SchemaGenerator {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
}

fn type_schema<T: JsonSchema>() -> Value {
    schema_generator().into_root_schema_for::<T>().to_value()
}

fn request_schema<T: JsonSchema>() -> Value {
    schemars::schema_for!(T).to_value()
}

/// Generates the schema of a document, or of its several shapes, with the value of `schema` in
/// each.
fn document_schema<T: JsonSchema>(form: &str) -> Value {
    fn set_form(schema: &mut Value, form: &str) {
        if schema.pointer("/properties/program").is_some() {
            schema["properties"]["schema"]["const"] = json!(form);
        }
        let shapes = schema.get_mut("$defs").and_then(Value::as_object_mut);
        shapes
            .into_iter()
            .flatten()
            .for_each(|(_, shape)| set_form(shape, form));
    }
    let mut document = type_schema::<T>();
    set_form(&mut document, form);
    document
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

/// Generates the schema of a document that two commands print, each with its own `schema`.
fn solved_schema(form: &str) -> Value {
    let mut document = type_schema::<SolvedDocument<'_>>();
    document["properties"]["schema"]["enum"] = json!([form]);
    document
}

fn several_schema() -> Value {
    let mut several = type_schema::<SeveralDocument<'_>>();
    let mut one = document_schema::<OddsDocument<'_>>(ODDS);
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
        "check" => document_schema::<CheckDocument<'_>>(CHECK),
        "check-row" => type_schema::<OverviewRow<'_>>(),
        "event-check" => document_schema::<EventDocument<'_>>(EVENT),
        "stats-wide" => document_schema::<WideDocument<'_>>(WIDE),
        "stats-usage" => document_schema::<UsageDocument<'_>>(USAGE),
        "match" => document_schema::<Meeting<'_>>(MATCH),
        "cards" => type_schema::<CardsShape<'_>>(),
        "stats" => document_schema::<StatsDocument<'_>>(STATS),
        "diff" => document_schema::<DiffDocument<'_>>(DIFF),
        "odds" => document_schema::<OddsDocument<'_>>(ODDS),
        "odds-decks" => several_schema(),
        "draw" => document_schema::<SchemaShape<'_>>(DRAW),
        "rules" => document_schema::<RulesDocument<'_>>(RULES),
        "fix" => solved_schema(FIX),
        "build" => solved_schema(BUILD),
        "build-decks" => document_schema::<DecksAtOnceDocument<'_>>(BUILD_DECKS),
        "lint" => document_schema::<LintDocument<'_>>(LINT),
        "seal" => type_schema::<SealDocument>(),
        "error" => document_schema::<ErrorDocument<'_>>(ERROR),
        "ask-build" => request_schema::<BuildRequest>(),
        "ask-cards" => request_schema::<CardsRequest>(),
        "ask-check" => request_schema::<CheckQuestion>(),
        "ask-convert" => request_schema::<ConvertRequest>(),
        "ask-diff" => request_schema::<DiffRequest>(),
        "ask-draw" => request_schema::<DrawRequest>(),
        "ask-fix" => request_schema::<FixRequest>(),
        "ask-lint" => request_schema::<LintRequest>(),
        "ask-match" => request_schema::<MatchRequest>(),
        "ask-odds" => request_schema::<OddsRequest>(),
        "ask-report" => request_schema::<ReportRequest>(),
        "ask-rules" => request_schema::<RulesRequest>(),
        "ask-seal" => request_schema::<SealRequest>(),
        "ask-sheet" => request_schema::<SheetRequest>(),
        "ask-show" => request_schema::<ShowRequest>(),
        "ask-stats" => request_schema::<StatsQuestion>(),
        "deck-json" => sleeve::decks::json_schema(schema_generator()).to_value(),
        "deck" => file_schema(&DECK_KEYS),
        "event" => file_schema(&EVENT_KEYS),
        "event-lock" => file_schema(&LOCK_KEYS),
        "project" => file_schema(&PROJECT_KEYS),
        "game" => file_schema(&keys::GAME),
        "data" => file_schema(&keys::DATA),
        "import" => file_schema(&IMPORT_KEYS),
        other => panic!("no schema is generated for `{other}`"),
    }
}

/// Compares the schema of a name, as it was generated, with its file in `schemas/`.
///
/// # Errors
/// They differ.
fn compare_schema(schema: &DocumentSchema, generated: Value) -> Result<(), String> {
    let text = format!("{:#}\n", finish_schema(schema, generated));
    compare_file(&format!("schemas/{}.json", schema.name), &text)
}

/// Compares a text with a file of the repository, or writes it there if `SCHEMAS=write`.
///
/// # Errors
/// They differ, or the file cannot be written.
fn compare_file(path: &str, text: &str) -> Result<(), String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var("SCHEMAS").as_deref() == Ok("write") {
        std::fs::write(&path, text).map_err(|error| error.to_string())?;
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = || format!("{} differs from the types; SCHEMAS=write updates it", path.display());
    if there == text { Ok(()) } else { Err(differs()) }
}

/// A generated schema as its file has it: with a title, and without what readers do not need.
fn finish_schema(schema: &DocumentSchema, mut generated: Value) -> Value {
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
    let needed: Vec<Value> = map
        .get("required")
        .and_then(Value::as_array)
        .cloned()
        .unwrap_or_default();
    let fields = map.get_mut("properties").and_then(Value::as_object_mut);
    for (name, field) in fields.into_iter().flatten() {
        let said = field
            .get("description")
            .and_then(Value::as_str)
            .unwrap_or_default();
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

#[test]
fn schemas_are_what_the_types_and_the_readers_say() {
    for schema in SCHEMAS {
        compare_schema(schema, generate_schema(schema.name)).unwrap();
    }
}

#[test]
fn the_manual_has_every_table_of_keys() {
    let manual = std::fs::read_to_string("docs/data.md").unwrap_or_default();
    let mut tables = Vec::new();
    collect_tables("data", &keys::DATA, &mut tables);
    collect_tables("game", &keys::GAME, &mut tables);
    let mut page = String::new();
    let mut is_in_table = false;
    for line in manual.lines() {
        is_in_table &= line.is_empty() || line.starts_with('|');
        if !is_in_table {
            let _ = writeln!(page, "{line}");
        }
        let marker = line
            .strip_prefix("<!-- keys: ")
            .and_then(|rest| rest.strip_suffix(" -->"));
        let Some(marker) = marker else { continue };
        is_in_table = true;
        tables.retain(|(place, keys)| {
            if place == marker {
                write_keys(keys, &mut page);
            }
            place != marker
        });
        page.push('\n');
    }
    let places: Vec<&str> = tables.iter().map(|(place, _)| place.as_str()).collect();
    assert!(places.is_empty(), "docs/data.md needs `<!-- keys: PLACE -->` for {places:?}");
    compare_file("docs/data.md", &page).unwrap();
}

/// Collects the tables below a table under their places, such as `data/format/rule`.
fn collect_tables(place: &str, keys: &'static Keys, found: &mut Vec<(String, &'static Keys)>) {
    if found.iter().any(|(_, known)| std::ptr::eq(*known, keys)) {
        return;
    }
    found.push((place.to_owned(), keys));
    for key in keys.keys {
        for table in tables_of(key.shape) {
            collect_tables(&format!("{place}/{}", key.name), table, found);
        }
    }
}

fn tables_of(shape: ValueShape) -> Vec<&'static Keys> {
    match shape {
        ValueShape::Table(keys) => vec![keys],
        ValueShape::By(inner) | ValueShape::List(inner) => tables_of(*inner),
        ValueShape::Either(shapes) => shapes.iter().flat_map(|shape| tables_of(*shape)).collect(),
        _ => Vec::new(),
    }
}

fn write_keys(keys: &Keys, page: &mut String) {
    let _ = write!(page, "\n| {} | value | meaning |\n|---|---|---|\n", keys.place.en);
    for key in keys.keys {
        let required = if key.is_required { ", required" } else { "" };
        let (value, doc) = (shape_in_words(key.shape), key.doc.trim().replace('|', "\\|"));
        let _ = writeln!(page, "| `{}` | {value}{required} | {doc} |", key.name);
    }
}

fn shape_in_words(shape: ValueShape) -> String {
    match shape {
        ValueShape::Text => "text".to_owned(),
        ValueShape::Words(words) => format!("`{}`", words.join("`, `")),
        ValueShape::Texts => "text or list of texts".to_owned(),
        ValueShape::Local => "text, or `{ en, fr }`".to_owned(),
        ValueShape::Boolean => "`true` or `false`".to_owned(),
        ValueShape::Count => "whole number".to_owned(),
        ValueShape::Number => "number".to_owned(),
        ValueShape::Date => "date".to_owned(),
        ValueShape::Measure => "number or measure".to_owned(),
        ValueShape::Table(keys) => keys.place.en.to_owned(),
        ValueShape::By(inner) => format!("table: {}", shape_in_words(*inner)),
        ValueShape::List(inner) => format!("list: {}", shape_in_words(*inner)),
        ValueShape::Either(shapes) => {
            let words: Vec<String> = shapes.iter().map(|shape| shape_in_words(*shape)).collect();
            words.join(" or ")
        }
        ValueShape::Open => "anything".to_owned(),
    }
}

#[test]
fn everything_in_a_schema_is_described() {
    let mut bare = Vec::new();
    for schema in SCHEMAS {
        collect_undescribed(
            &finish_schema(schema, generate_schema(schema.name)),
            schema.name,
            &mut bare,
        );
    }
    assert!(bare.is_empty(), "without a description: {bare:#?}");
}

fn collect_undescribed(value: &Value, path: &str, bare: &mut Vec<String>) {
    let Some(map) = value.as_object() else { return };
    for (key, property) in map
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        // The two languages of a text need no description.
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
            Value::Array(items) => items
                .iter()
                .for_each(|i| collect_undescribed(i, &format!("{path}/{key}"), bare)),
            Value::Object(inner) if key == "$defs" => inner
                .iter()
                .for_each(|(name, i)| collect_undescribed(i, &format!("{path}#{name}"), bare)),
            other => collect_undescribed(other, path, bare),
        }
    }
}

/// Generates the schema of a file whose top level is a table.
fn file_schema(keys: &'static Keys) -> Value {
    let mut defined = BTreeMap::new();
    let top = table_schema(keys, &mut defined);
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
            with_description(shape_schema(key.shape, defined), key.doc.trim()),
        );
    }
    let needed: Vec<&str> = keys
        .keys
        .iter()
        .filter(|k| k.is_required)
        .map(|k| k.name)
        .collect();
    let others = keys
        .others
        .map_or(json!(false), |shape| shape_schema(shape, defined));
    let mut table =
        json!({"type": "object", "properties": properties, "additionalProperties": others});
    if let (Some(map), false) = (table.as_object_mut(), needed.is_empty()) {
        map.insert("required".to_owned(), json!(needed));
    }
    table
}

/// Names a table among the definitions by its place, with a number if several share it.
fn definition_name(keys: &'static Keys, defined: &BTreeMap<String, Value>) -> String {
    let words = ["a ", "an ", "the "]
        .iter()
        .find_map(|article| keys.place.en.strip_prefix(article));
    let words = words.unwrap_or(keys.place.en);
    let word = words.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    let base = word.trim_matches('-').replace("--", "-");
    let mut name = base.clone();
    let mut at = 1;
    while defined
        .get(&name)
        .is_some_and(|other| !defines_table(other, keys))
    {
        at += 1;
        name = format!("{base}-{at}");
    }
    name
}

/// Whether a definition has the keys of a table; this includes one that is still being written.
fn defines_table(schema: &Value, keys: &'static Keys) -> bool {
    let names = schema.get("properties").and_then(Value::as_object);
    names.is_some_and(|n| {
        n.keys()
            .map(String::as_str)
            .eq(keys.keys.iter().map(|k| k.name))
    })
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
            defined
                .entry("text".to_owned())
                .or_insert(any_of([json!({"type": "string"}), both]));
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
                // A table may contain itself, so its name is taken before its keys are read.
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
