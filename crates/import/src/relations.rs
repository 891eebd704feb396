//! Fields that hold cards: what stands in them beside names of cards is somebody's text, and is left out.

use crate::card::ImportedCard;
use crate::card_files::ForeignValue;
use crate::mapping::{FieldForm, Mapping};
use crate::messages::ImportMessage;
use sleeve_data::model::fold;
use sleeve_data::model::hidden::toml_key;
use std::collections::HashSet;

/// Entries that the message names.
const EXAMPLES_NAMED: usize = 5;

/// Removes from fields of cards what is the name of no card, neither of these nor of `others`, the keys of names in the game.
pub(super) fn remove_other_words(
    cards: &mut [ImportedCard],
    others: &HashSet<String>,
    mapping: &Mapping,
) -> Option<ImportMessage> {
    let fields = mapping.fields.iter().filter(|field| field.form == FieldForm::Cards);
    let fields: HashSet<String> = fields.map(|field| toml_key(&field.to)).collect();
    if fields.is_empty() {
        return None;
    }
    let mut names = HashSet::new();
    cards.iter().for_each(|card| add_names(&card.entries, &mut names));
    let (mut count, mut examples) = (0, Vec::new());
    let mut keeps = |value: &ForeignValue| {
        let ForeignValue::Text(text) = value else { return true };
        let key = fold::key(text);
        if names.contains(&key) || others.contains(&key) {
            return true;
        }
        count += 1;
        if examples.len() < EXAMPLES_NAMED && !examples.contains(text) {
            examples.push(text.clone());
        }
        false
    };
    for card in cards {
        filter_entries(&mut card.entries, &fields, &mut keeps);
    }
    (count > 0).then_some(ImportMessage::NoNames { count, examples })
}

/// Adds the keys of all that a card is called.
pub(super) fn add_names(entries: &[(String, ForeignValue)], names: &mut HashSet<String>) {
    for (key, value) in entries {
        match (key.as_str(), value) {
            ("id" | "name", ForeignValue::Text(text)) => {
                names.insert(fold::key(text));
            }
            ("aliases", ForeignValue::List(list)) => {
                let texts = list.iter().filter_map(|value| match value {
                    ForeignValue::Text(text) => Some(fold::key(text)),
                    _ => None,
                });
                names.extend(texts);
            }
            (_, ForeignValue::Table(part)) => add_names(part, names),
            _ => {}
        }
    }
}

/// Filters the lists of some fields, of the parts of a card too; an empty one goes.
fn filter_entries(
    entries: &mut Vec<(String, ForeignValue)>,
    fields: &HashSet<String>,
    keeps: &mut impl FnMut(&ForeignValue) -> bool,
) {
    entries.retain_mut(|(key, value)| {
        match value {
            ForeignValue::List(list) if fields.contains(key) => {
                list.retain(&mut *keeps);
                return !list.is_empty();
            }
            ForeignValue::Table(part) => filter_entries(part, fields, keeps),
            _ => {}
        }
        true
    });
}
