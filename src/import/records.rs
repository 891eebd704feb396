//! Records of the inputs: reading, paths into them, and which of them are printings of one card.

use std::collections::BTreeMap;

use serde_json::Value;

use super::mapping::{Mapping, Rewrite};
use super::{ImportError, ImportInput};

/// One record of an input.
#[derive(Debug)]
pub(super) struct Record<'a> {
    pub input: &'a str,
    pub key: String,
    pub value: Value,
}

impl Record<'_> {
    /// An error about this record.
    pub(super) fn fail(&self, message: String) -> ImportError {
        ImportError::Record { input: self.input.to_owned(), record: self.key.clone(), message }
    }
}

/// Reads all inputs; the records of one key stand together, in the order of the inputs.
pub(super) fn read<'a>(
    inputs: &[ImportInput<'a>],
    mapping: &Mapping,
) -> Result<BTreeMap<String, Vec<Record<'a>>>, ImportError> {
    let mut cards: BTreeMap<String, Vec<Record<'a>>> = BTreeMap::new();
    for input in inputs {
        let fail = |message: String| ImportError::Input { input: input.name.to_owned(), message };
        let text = input.text.trim_start_matches('\u{feff}');
        let root: Value = serde_json::from_str(text).map_err(|e| fail(format!("not JSON: {e}")))?;
        let list = match root {
            Value::Array(list) => list,
            Value::Object(mut object) => match object.remove(&mapping.records.list) {
                Some(Value::Array(list)) => list,
                _ => {
                    return Err(fail(format!(
                        "expected a list of records under `{}`",
                        mapping.records.list
                    )));
                }
            },
            _ => return Err(fail("expected an object or a list of records".to_owned())),
        };
        for (index, value) in list.into_iter().enumerate() {
            let place = format!("number {}", index + 1);
            let Some(key) =
                strings(&value, &mapping.records.key).into_iter().next().filter(|k| is_id(k))
            else {
                let message = format!(
                    "no usable `{}`; expected letters, digits, `.`, `_` and `-`",
                    mapping.records.key
                );
                return Err(ImportError::Record {
                    input: input.name.to_owned(),
                    record: place,
                    message,
                });
            };
            let record = Record { input: input.name, key: key.clone(), value };
            if strings(
                &record.value,
                &format!("{}.{}", mapping.records.front, mapping.records.title),
            )
            .is_empty()
            {
                return Err(record
                    .fail(format!("no `{}.{}`", mapping.records.front, mapping.records.title)));
            }
            cards.entry(key).or_default().push(record);
        }
    }
    Ok(cards)
}

/// Puts the record that stands for the card first: the one whose title carries the fewest marks of a variant printing.
pub(super) fn fold(records: &mut [Record<'_>], mapping: &Mapping) {
    let path = format!("{}.{}", mapping.records.front, mapping.records.title);
    records.sort_by_cached_key(|record| {
        let title = strings(&record.value, &path).into_iter().next().unwrap_or_default();
        (rewrite(&title, &mapping.variants) != title, title.chars().count())
    });
}

/// Applies rewrites one after the other.
pub(super) fn rewrite(text: &str, rewrites: &[Rewrite]) -> String {
    let mut text = text.to_owned();
    for rule in rewrites {
        text = rule.pattern.replace_all(&text, rule.with.as_str()).into_owned();
    }
    text.trim().to_owned()
}

/// All scalar values at a dotted path, lists flattened, as they would be printed.
pub(super) fn strings(value: &Value, path: &str) -> Vec<String> {
    let mut found = Vec::new();
    collect(value, path, &mut found);
    found
}

fn collect(value: &Value, path: &str, found: &mut Vec<String>) {
    if let Value::Array(list) = value {
        return list.iter().for_each(|item| collect(item, path, found));
    }
    if path.is_empty() {
        match value {
            Value::String(text) if !text.trim().is_empty() => found.push(text.trim().to_owned()),
            Value::Number(number) => found.push(number.to_string()),
            Value::Bool(true) => found.push("true".to_owned()),
            _ => {}
        }
        return;
    }
    let (head, rest) = path.split_once('.').unwrap_or((path, ""));
    if let Some(next) = value.get(head) {
        collect(next, rest, found);
    }
}

fn is_id(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '.' | '_' | '-'))
}
