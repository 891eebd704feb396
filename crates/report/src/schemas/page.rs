//! `docs/json.md`, made from the schemas.

use super::generate::finished_schema;
use super::{SCHEMAS, SchemaKind};
use serde_json::{Map, Value};
use std::fmt::Write as _;

const HEAD: &str = "# Documents for programs

With `-o json` every command that answers prints one JSON document; `check -o ndjson` prints one object on a line for each
deck, `stats --wide -o ndjson` and `cards -o ndjson` the entries of `decks` and `cards` of their documents. Each document says in `schema` which form it has. Within a form no field changes its meaning and none goes; new ones
may come, so that a reader should pass over what it does not know. Words of documents (ids, verdicts, levels) are the same in every
language; sentences are English.

`sleeve schema` lists the JSON Schemas of all documents and files, `sleeve schema NAME` prints one; they lie in `schemas/`
too. Those of files let an editor complete and check TOML: with Taplo (or an editor that uses it) write the path as the first
line of a file, `#:schema schemas/deck.json`, or name it once for a folder, as the `.taplo.toml` of this repository does.

Below, `[]` stands for each item of a list, `*` for any key. A field that may be missing is marked \"not always\".

This page is made from the schemas, and those from the types that are printed: `SCHEMAS=write cargo test -p sleeve-report --features schemas` writes
both.
";

/// Writes the page: a section and a table of fields for each document.
pub(super) fn render_page() -> String {
    let mut page = HEAD.to_owned();
    for schema in SCHEMAS.iter().filter(|schema| schema.kind == SchemaKind::Document) {
        let root = finished_schema(schema);
        let form = root.pointer("/properties/schema").or_else(|| {
            root.pointer("/anyOf/0")
                .and_then(|one| resolve_reference(one, &root)?.pointer("/properties/schema"))
        });
        let form = form.and_then(|form| form.get("const").or_else(|| form.pointer("/enum/0")));
        let form = form.and_then(Value::as_str).map(|form| format!(" (`{form}`)"));
        // INVARIANT: writing to a text succeeds.
        let _ = write!(
            page,
            "\n## {}\n\n{}{}.\n",
            schema.name,
            schema.words.en,
            form.unwrap_or_default()
        );
        match root.get("anyOf").and_then(Value::as_array) {
            Some(forms) => {
                for one in forms.iter().filter_map(|one| resolve_reference(one, &root)) {
                    let said = one.get("description").and_then(Value::as_str).unwrap_or_default();
                    let _ = write!(page, "\n{said}\n");
                    write_table(one, &root, &mut page);
                }
            }
            None => write_table(&root, &root, &mut page),
        }
    }
    page
}

fn resolve_reference<'v>(schema: &'v Value, root: &'v Value) -> Option<&'v Value> {
    match schema.get("$ref").and_then(Value::as_str) {
        Some(path) => root.pointer(path.trim_start_matches('#')),
        None => Some(schema),
    }
}

fn write_table(schema: &Value, root: &Value, page: &mut String) {
    page.push_str("\n| field | what it holds | what it means |\n|---|---|---|\n");
    write_fields(schema, root, "", page);
}

/// The schemas that a value may have besides null, and whether it may be null.
fn forms<'v>(schema: &'v Value, root: &'v Value) -> (Vec<&'v Value>, bool) {
    let is_null = |one: &Value| one.get("type").and_then(Value::as_str) == Some("null");
    let all = ["anyOf", "oneOf"].iter().find_map(|key| schema.get(*key)?.as_array());
    if let Some(all) = all {
        let mut found = Vec::new();
        let mut null = false;
        for one in all {
            if is_null(one) {
                null = true;
                continue;
            }
            let Some(one) = resolve_reference(one, root) else { continue };
            let (inner, open) = forms(one, root);
            found.extend(inner);
            null |= open;
        }
        return (found, null);
    }
    let types = schema.get("type").and_then(Value::as_array);
    let null = types.is_some_and(|types| types.iter().any(|t| t == "null")) || is_null(schema);
    match resolve_reference(schema, root) {
        Some(one) if one.get("$ref").is_none() && schema.get("$ref").is_some() => {
            let (found, open) = forms(one, root);
            (found, null || open)
        }
        Some(one) => (vec![one], null),
        None => (Vec::new(), null),
    }
}

fn write_fields(schema: &Value, root: &Value, path: &str, page: &mut String) {
    let needed = schema.get("required").and_then(Value::as_array);
    let properties = schema.get("properties").and_then(Value::as_object);
    for (name, property) in properties.into_iter().flat_map(Map::iter) {
        let is_needed = needed.is_some_and(|needed| needed.iter().any(|n| n == name));
        let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        write_row(property, root, &path, is_needed, page);
    }
    // What one of several shapes adds.
    for key in ["anyOf", "oneOf", "allOf"] {
        for one in schema.get(key).and_then(Value::as_array).into_iter().flatten() {
            if let Some(one) =
                resolve_reference(one, root).filter(|one| one.get("properties").is_some())
            {
                write_fields(&without_required(one), root, path, page);
            }
        }
    }
    if let Some(others) = schema.get("additionalProperties").filter(|o| o.is_object()) {
        let path = if path.is_empty() { "*".to_owned() } else { format!("{path}.*") };
        write_row(others, root, &path, true, page);
    }
}

fn without_required(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(map) = schema.as_object_mut() {
        map.remove("required");
    }
    schema
}

fn write_row(schema: &Value, root: &Value, path: &str, is_needed: bool, page: &mut String) {
    let (forms, null) = forms(schema, root);
    let mut words: Vec<String> = Vec::new();
    for form in &forms {
        let word = describe_kind(form, root);
        if !words.contains(&word) {
            words.push(word);
        }
    }
    if null {
        words.push("null".to_owned());
    }
    let missing = if is_needed { "" } else { "; not always" };
    let own = schema.get("description").or_else(|| forms.first()?.get("description"));
    let text = own.and_then(Value::as_str).unwrap_or_default().replace('\n', " ");
    let _ = writeln!(
        page,
        "| `{path}` | {}{missing} | {} |",
        words.join(" or "),
        text.replace('|', "\\|")
    );
    for form in forms {
        write_nested(form, root, path, page);
    }
}

fn write_nested(form: &Value, root: &Value, path: &str, page: &mut String) {
    let is_object = form.get("properties").is_some()
        || form.get("additionalProperties").is_some_and(Value::is_object);
    if is_object {
        return write_fields(form, root, path, page);
    }
    let Some(items) = form.get("items") else { return };
    let path = format!("{path}[]");
    for item in forms(items, root).0 {
        write_nested(item, root, &path, page);
    }
}

fn describe_kind(form: &Value, root: &Value) -> String {
    let words = |values: &Vec<Value>| {
        let words = values.iter().filter_map(Value::as_str).map(|word| format!("`{word}`"));
        words.collect::<Vec<_>>().join(", ")
    };
    if let Some(word) = form.get("const").and_then(Value::as_str) {
        return format!("`{word}`");
    }
    if let Some(values) = form.get("enum").and_then(Value::as_array) {
        return words(values);
    }
    let of_type = form.get("type").and_then(|kind| match kind {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null"),
        other => other.as_str(),
    });
    match of_type {
        Some("string") => "a text".to_owned(),
        Some("integer") => "a whole number".to_owned(),
        Some("number") => "a number".to_owned(),
        Some("boolean") => "true or false".to_owned(),
        Some("array") => {
            let items = form.get("items").map(|items| forms(items, root));
            let (inner, null) = items.unwrap_or_default();
            let mut kinds: Vec<String> =
                inner.iter().map(|one| pluralize_kind(&describe_kind(one, root))).collect();
            kinds.dedup();
            if null {
                kinds.push("null".to_owned());
            }
            format!("a list of {}", kinds.join(" or "))
        }
        Some("object") => "an object".to_owned(),
        _ => "anything".to_owned(),
    }
}

fn pluralize_kind(word: &str) -> String {
    match word {
        "a text" => "texts".to_owned(),
        "a whole number" => "whole numbers".to_owned(),
        "a number" => "numbers".to_owned(),
        "an object" => "objects".to_owned(),
        other => other.strip_prefix("a list").map_or(other.to_owned(), |of| format!("lists{of}")),
    }
}
