//! Effects, derived from a card's text by the patterns of the mapping. The text itself goes nowhere.

use super::mapping::{Effect, Mapping};
use super::parts;
use super::path::Path;
use super::records::{Record, rewrite};
use super::value::Value;
use crate::model::Number;

/// The group of a pattern that is the amount of an effect.
pub(super) const AMOUNT: &str = "amount";

/// The effects that the patterns find on one face of a card of this kind.
pub(super) fn derive(record: &Record, face: &Path, kind: &str, mapping: &Mapping) -> Vec<Value> {
    mapping
        .effects
        .iter()
        .filter(|effect| effect.kinds.is_empty() || effect.kinds.iter().any(|k| k == kind))
        .filter_map(|effect| find(effect, record, face, mapping))
        .collect()
}

fn find(effect: &Effect, record: &Record, face: &Path, mapping: &Mapping) -> Option<Value> {
    let mut found = false;
    let mut amount: Option<u32> = None;
    for path in &effect.from {
        for text in parts::of_face(record, path, face, mapping) {
            let mut text = rewrite(&text, &mapping.clean);
            for pattern in &effect.unless {
                text = pattern.replace_all(&text, " ").into_owned();
            }
            for captures in effect.patterns.iter().flat_map(|p| p.captures_iter(&text)) {
                found = true;
                let here = captures.name(AMOUNT).and_then(|m| m.as_str().parse().ok());
                amount = amount.max(here);
            }
        }
    }
    let number = |amount: u32| Number::from_integer(i64::from(amount)).map(Value::Number);
    match (found, amount.and_then(number)) {
        (false, _) => None,
        (true, None) => Some(Value::text(&effect.id)),
        (true, Some(amount)) => {
            let entries =
                vec![("effect".to_owned(), Value::text(&effect.id)), ("amount".to_owned(), amount)];
            Some(Value::Table(entries))
        }
    }
}
