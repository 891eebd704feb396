//! One attribute of one face: from the values of a record to a value of a card file.

use std::collections::BTreeMap;

use super::mapping::{As, Field, Mapping, Number, When};
use super::records::{Record, rewrite, strings};
use super::value::{Value, word};
use super::{ImportError, Note};

/// Prefix of a path that is looked up in whichever face is being read.
pub(super) const FACE: &str = "face.";

/// A path of the mapping, looked up in this face where it names none.
pub(super) fn face_path(path: &str, face: &str) -> String {
    path.strip_prefix(FACE).map_or_else(|| path.to_owned(), |rest| format!("{face}.{rest}"))
}

/// The value of an attribute on one face, or nothing where none is printed.
pub(super) fn read(
    field: &Field,
    record: &Record<'_>,
    face: &str,
    mapping: &Mapping,
    notes: &mut Vec<Note>,
) -> Result<Option<Value>, ImportError> {
    let values = raw_values(field, record, face);
    let holds = |when: &When| {
        let found = strings(&record.value, &face_path(&when.from, face));
        found.iter().any(|value| when.pattern.is_match(value))
    };
    if values.is_empty() || !field.when.iter().all(holds) {
        return Ok(None);
    }
    let value = match field.form {
        As::Flag => Value::Flag,
        As::Text => Value::Text(values.join("; ")),
        As::Number => number(field, &values, record, mapping)?,
        As::Word => {
            let one = word(values.first().map_or("", String::as_str));
            declared(field, &one, record, mapping, notes);
            Value::Text(one)
        }
        As::Words => {
            let mut words: Vec<String> = Vec::new();
            for one in values.iter().map(|v| word(v)) {
                declared(field, &one, record, mapping, notes);
                if !words.contains(&one) {
                    words.push(one);
                }
            }
            Value::List(words.into_iter().map(Value::Text).collect())
        }
        As::Counted => counted(field, &values, record, mapping, notes)?,
    };
    Ok(Some(value))
}

/// The printed values after splitting, rewriting, keeping and dropping.
fn raw_values(field: &Field, record: &Record<'_>, face: &str) -> Vec<String> {
    let mut values = Vec::new();
    for path in &field.from {
        for printed in strings(&record.value, &face_path(path, face)) {
            let parts: Vec<&str> = match &field.split {
                Some(pattern) => pattern.split(&printed).collect(),
                None => vec![printed.as_str()],
            };
            values.extend(parts.into_iter().map(|part| part.trim().to_owned()));
        }
    }
    values.retain(|v| {
        field.keep.as_ref().is_none_or(|p| p.is_match(v))
            && !field.drop.as_ref().is_some_and(|p| p.is_match(v))
    });
    values.iter().map(|v| rewrite(v, &field.rewrite)).filter(|v| !v.is_empty()).collect()
}

fn declared(
    field: &Field,
    value: &str,
    record: &Record<'_>,
    mapping: &Mapping,
    notes: &mut Vec<Note>,
) {
    if mapping.vocabulary.attributes.get(&field.to).is_some_and(|known| !known.contains(value)) {
        let message =
            format!("`{value}` is not a declared value of `{}`; declare it in game.toml", field.to);
        notes.push(Note { card: record.key.clone(), message });
    }
}

/// Words with counts: `Pilot x2`, or one word twice.
fn counted(
    field: &Field,
    values: &[String],
    record: &Record<'_>,
    mapping: &Mapping,
    notes: &mut Vec<Note>,
) -> Result<Value, ImportError> {
    let mut order: Vec<String> = Vec::new();
    let mut counts: BTreeMap<String, f64> = BTreeMap::new();
    for printed in values {
        let (name, count) = match printed
            .rsplit_once(" x")
            .and_then(|(name, n)| Some((name, n.parse::<u8>().ok()?)))
        {
            Some((_, 0)) => {
                return Err(record.fail(format!("`{}`: `{printed}` counts nothing", field.to)));
            }
            Some((name, count)) => (name, count),
            None => (printed.as_str(), 1),
        };
        let name = word(name);
        declared(field, &name, record, mapping, notes);
        if !order.contains(&name) {
            order.push(name.clone());
        }
        *counts.entry(name).or_default() += f64::from(count);
    }
    if counts.values().all(|count| *count <= 1.0) {
        return Ok(Value::List(order.into_iter().map(Value::Text).collect()));
    }
    let count = |name: &String| Value::Number(counts.get(name).copied().unwrap_or(1.0));
    Ok(Value::Table(order.iter().map(|name| (name.clone(), count(name))).collect()))
}

fn number(
    field: &Field,
    values: &[String],
    record: &Record<'_>,
    mapping: &Mapping,
) -> Result<Value, ImportError> {
    let [printed] = values else {
        return Err(record.fail(format!(
            "`{}` has {} values, expected one",
            field.to,
            values.len()
        )));
    };
    if let Some(plain) = decimal(printed) {
        return Ok(Value::Number(plain));
    }
    let covers = |n: &&Number| {
        n.pattern.is_match(printed) && (n.fields.is_empty() || n.fields.contains(&field.to))
    };
    let Some(pattern) = mapping.numbers.iter().find(covers) else {
        let message = format!(
            "`{}` is `{printed}`: not a number, and no [[number]] pattern of the mapping covers it",
            field.to
        );
        return Err(record.fail(message));
    };
    odd(pattern, printed).map_err(|text| {
        record.fail(format!(
            "`{}`: the pattern for `{printed}` gives `{text}`, not a number",
            field.to
        ))
    })
}

/// A number of at most two decimals, or none: neither `inf` nor `1e9` is printed on a card.
fn decimal(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.len() <= 9
        && digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    if plain { text.parse().ok() } else { None }
}

/// Applies a number pattern; the error is the text that is not a number.
fn odd(pattern: &Number, printed: &str) -> Result<Value, String> {
    let fill = |template: &String| {
        let filled = pattern.pattern.replace(printed, template.as_str()).into_owned();
        decimal(&filled).ok_or(filled)
    };
    if let (Some(value), false) = (&pattern.value, pattern.print) {
        return Ok(Value::Number(fill(value)?));
    }
    let mut entries = Vec::new();
    if let Some(value) = &pattern.value {
        entries.push(("value".to_owned(), Value::Number(fill(value)?)));
    }
    if !pattern.choice.is_empty() {
        let mut choice = pattern.choice.iter().map(fill).collect::<Result<Vec<_>, _>>()?;
        choice.sort_by(f64::total_cmp);
        entries.push((
            "choice".to_owned(),
            Value::List(choice.into_iter().map(Value::Number).collect()),
        ));
    }
    if let Some(min) = &pattern.min {
        entries.push(("min".to_owned(), Value::Number(fill(min)?)));
    }
    if pattern.print {
        entries.push(("print".to_owned(), Value::text(printed)));
    }
    Ok(Value::Table(entries))
}
