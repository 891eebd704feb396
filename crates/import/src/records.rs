//! Records of the sources: paths into them, and which of them are printings of one card.

use super::mapping::{Mapping, Rewrite};
use super::messages::{RecordMessage, RecordPlace};
use super::path::{PathStart, RecordPath};
use super::sources::RecordContext;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// One record of a source.
#[derive(Debug)]
pub(super) struct Record {
    pub context: Arc<RecordContext>,
    pub place: RecordPlace,
    /// The card's id; of records of a join what they are found by.
    pub key: String,
    pub value: Value,
    /// What the joins found, by their names.
    pub joined: BTreeMap<String, Vec<Arc<Record>>>,
}

impl Record {
    /// A record whose id is not known yet.
    pub(super) fn new(place: RecordPlace, value: Value, context: &Arc<RecordContext>) -> Record {
        let context = Arc::clone(context);
        Record { context, place, key: String::new(), value, joined: BTreeMap::new() }
    }

    /// All scalar values at a path, lists flattened, as they would be printed.
    pub(super) fn strings(&self, path: &RecordPath) -> Vec<String> {
        let mut found = Vec::new();
        self.collect_strings(path, &mut found);
        found
    }

    fn collect_strings(&self, path: &RecordPath, found: &mut Vec<String>) {
        let context = &self.context;
        match &path.start {
            PathStart::Record | PathStart::Face => collect_scalars(&self.value, &path.steps, found),
            PathStart::Key => found.extend(context.key.as_deref().map(str::to_owned)),
            PathStart::File => found.push(context.file.to_string()),
            PathStart::Folder => found.push(context.folder.to_string()),
            PathStart::Up(depth) => {
                if let Some(up) = context.enclosing.get(*depth) {
                    collect_scalars(up, &path.steps, found);
                }
            }
            PathStart::Joined(join, inner) => {
                for record in self.joined.get(join).into_iter().flatten() {
                    record.collect_strings(inner, found);
                }
            }
        }
        found.retain(|text| !text.is_empty());
    }

    /// Whether an object stands at a path of the record.
    pub(super) fn has_object(&self, path: &RecordPath) -> bool {
        let mut at = &self.value;
        for step in &path.steps {
            match at.get(step) {
                Some(inner) => at = inner,
                None => return false,
            }
        }
        at.is_object()
    }
}

fn collect_scalars(value: &Value, steps: &[String], found: &mut Vec<String>) {
    if let Value::Array(list) = value {
        return list.iter().for_each(|item| collect_scalars(item, steps, found));
    }
    let Some((head, rest)) = steps.split_first() else {
        match value {
            Value::String(text) if !text.trim().is_empty() => found.push(text.trim().to_owned()),
            Value::Number(number) => found.push(number.to_string()),
            Value::Bool(true) => found.push("true".to_owned()),
            _ => {}
        }
        return;
    };
    if let Some(next) = value.get(head) {
        collect_scalars(next, rest, found);
    }
}

/// Puts the record that stands for the card first: the one whose title carries the fewest marks of a variant printing.
pub(super) fn put_main_record_first(records: &mut [Record], mapping: &Mapping) {
    if records.len() < 2 || mapping.variants.is_empty() {
        return;
    }
    records.sort_by_cached_key(|record| {
        let title = titles(record, mapping).into_iter().next().unwrap_or_default();
        (rewrite(&title, &mapping.variants) != title, title.chars().count())
    });
}

/// The titles of a record's front; where several fields make one, that one.
pub(super) fn titles(record: &Record, mapping: &Mapping) -> Vec<String> {
    let shape = &mapping.records;
    match shape.title.as_slice() {
        [one] => record.strings(&one.resolve_face(&shape.front)),
        several => {
            let first = |path: &RecordPath| {
                record.strings(&path.resolve_face(&shape.front)).into_iter().next()
            };
            let parts: Vec<String> = several.iter().filter_map(first).collect();
            if parts.is_empty() { parts } else { vec![parts.join(&shape.title_join)] }
        }
    }
}

/// Applies rewrites one after the other.
pub(super) fn rewrite(text: &str, rewrites: &[Rewrite]) -> String {
    let mut text = text.to_owned();
    for rule in rewrites {
        text = rule.pattern.replace_all(&text, rule.with.as_str()).into_owned();
    }
    text.trim().to_owned()
}

/// Whether a text is an id of a card.
pub(super) fn is_card_id(text: &str) -> bool {
    text.len() <= 100
        && text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_' | '-'))
}

/// A record that did not become a card.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedRecord {
    /// The file.
    pub input: String,
    /// Where in it.
    pub place: RecordPlace,
    /// The card's id, where it is known, else the key under which the record stands.
    pub id: Option<String>,
    /// Why.
    pub why: RecordMessage,
}
