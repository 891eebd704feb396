//! Effects, derived from a card's text by the patterns of the mapping. The text itself goes nowhere.

use super::mapping::{EffectMapping, Mapping};
use super::parts;
use super::path::RecordPath;
use super::records::{Record, rewrite};
use super::value::ForeignValue;
use sleeve_data::model::Number;
use std::collections::BTreeSet;

/// The group of a pattern that is the amount of an effect.
pub(super) const AMOUNT_GROUP: &str = "amount";

/// The effects that the patterns find on one face of a card of this kind, and those that come with them.
pub(super) fn derive_effects(
    record: &Record,
    face: &RecordPath,
    kind: &str,
    mapping: &Mapping,
) -> Vec<ForeignValue> {
    let of_kind =
        |effect: &&EffectMapping| effect.kinds.is_empty() || effect.kinds.iter().any(|k| k == kind);
    let effects = mapping.effects.iter().filter(of_kind);
    let found: Vec<_> = effects.map(|e| (e, derive_effect(e, record, face, mapping))).collect();
    let others = found.iter().filter(|(_, value)| value.is_some()).flat_map(|(e, _)| &e.also);
    let others: BTreeSet<&str> = others.map(|(id, _)| id.as_str()).collect();
    let with_others = |(effect, value): &(&EffectMapping, Option<ForeignValue>)| {
        let id = effect.id.as_str();
        value.clone().or_else(|| others.contains(id).then(|| ForeignValue::text(id)))
    };
    found.iter().filter_map(with_others).collect()
}

fn derive_effect(
    effect: &EffectMapping,
    record: &Record,
    face: &RecordPath,
    mapping: &Mapping,
) -> Option<ForeignValue> {
    let mut found = false;
    let mut amount: Option<u32> = None;
    for path in &effect.from {
        for text in parts::face_texts(record, path, face, mapping) {
            let mut text = rewrite(&text, &mapping.clean);
            for pattern in &effect.unless {
                text = pattern.replace_all(&text, " ").into_owned();
            }
            for captures in effect.patterns.iter().flat_map(|p| p.captures_iter(&text)) {
                found = true;
                let here = captures.name(AMOUNT_GROUP).and_then(|m| m.as_str().parse().ok());
                amount = amount.max(here);
            }
        }
    }
    let number = |amount: u32| Number::from_integer(i64::from(amount)).map(ForeignValue::Number);
    match (found, amount.and_then(number)) {
        (false, _) => None,
        (true, None) => Some(ForeignValue::text(&effect.id)),
        (true, Some(amount)) => {
            let entries = vec![
                ("effect".to_owned(), ForeignValue::text(&effect.id)),
                ("amount".to_owned(), amount),
            ];
            Some(ForeignValue::Table(entries))
        }
    }
}
