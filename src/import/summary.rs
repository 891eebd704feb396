//! What an import changes: cards and fields of two sets of card files compared.

use std::collections::{BTreeMap, BTreeSet};

use super::{ImportMessage, ImportedFile};
use crate::model::Lang;

/// Differences between earlier and newer card files.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Cards that only the newer files hold: id and name.
    pub added: Vec<(String, String)>,
    /// Cards that only the earlier files hold: id and name.
    pub removed: Vec<(String, String)>,
    /// Cards whose facts differ.
    pub changed: Vec<Change>,
}

/// A card whose facts differ.
#[derive(Debug, PartialEq, Eq)]
pub struct Change {
    /// Id of the card.
    pub id: String,
    /// Name of the card in the newer files.
    pub name: String,
    /// Fields that differ: name, earlier value, newer value, as TOML; absent values are `None`.
    pub fields: Vec<(String, Option<String>, Option<String>)>,
}

impl Summary {
    /// True when the files hold the same facts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }
}

impl Summary {
    /// One line per card, `+` added, `-` removed, `~` changed, the latter followed by its fields.
    #[must_use]
    pub fn lines(&self, lang: Lang) -> Vec<String> {
        let nothing = match lang {
            Lang::En => "nothing",
            Lang::Fr => "rien",
        };
        let mut lines: Vec<String> = Vec::new();
        lines.extend(self.added.iter().map(|(id, name)| format!("+ {id} {name}")));
        lines.extend(self.removed.iter().map(|(id, name)| format!("- {id} {name}")));
        for change in &self.changed {
            lines.push(format!("~ {} {}", change.id, change.name));
            for (field, before, after) in &change.fields {
                let show =
                    |value: &Option<String>| value.clone().unwrap_or_else(|| nothing.to_owned());
                lines.push(format!("    {field}: {} -> {}", show(before), show(after)));
            }
        }
        lines
    }
}

/// Compares the card files of an earlier import with newer ones.
pub fn compare(before: &[ImportedFile], after: &[ImportedFile]) -> Result<Summary, ImportMessage> {
    let (before, after) = (cards(before)?, cards(after)?);
    let mut summary = Summary::default();
    for id in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
        match (before.get(id), after.get(id)) {
            (None, Some(new)) => summary.added.push((id.clone(), name(new))),
            (Some(old), None) => summary.removed.push((id.clone(), name(old))),
            (Some(old), Some(new)) if old != new => {
                summary.changed.push(Change {
                    id: id.clone(),
                    name: name(new),
                    fields: fields(old, new),
                });
            }
            _ => {}
        }
    }
    Ok(summary)
}

fn cards(files: &[ImportedFile]) -> Result<BTreeMap<String, toml::Table>, ImportMessage> {
    let mut cards = BTreeMap::new();
    for file in files {
        let fail = |message: String| ImportMessage::Earlier { path: file.path.clone(), message };
        let table: toml::Table =
            file.text.parse().map_err(|e: toml::de::Error| fail(e.message().to_owned()))?;
        let defaults =
            table.get("file").and_then(toml::Value::as_table).cloned().unwrap_or_default();
        let list = table
            .get("card")
            .and_then(toml::Value::as_array)
            .ok_or_else(|| fail("it has no `card`".to_owned()))?;
        for card in list {
            let mut full = defaults.clone();
            full.extend(card.as_table().cloned().unwrap_or_default());
            let id = full
                .get("id")
                .and_then(toml::Value::as_str)
                .ok_or_else(|| fail("a card has no `id`".to_owned()))?;
            cards.insert(id.to_owned(), full);
        }
    }
    Ok(cards)
}

fn fields(old: &toml::Table, new: &toml::Table) -> Vec<(String, Option<String>, Option<String>)> {
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let show = |value: Option<&toml::Value>| value.map(ToString::to_string);
    keys.into_iter()
        .filter(|key| old.get(*key) != new.get(*key))
        .map(|key| (key.clone(), show(old.get(key)), show(new.get(key))))
        .collect()
}

fn name(card: &toml::Table) -> String {
    card.get("name").and_then(toml::Value::as_str).unwrap_or_default().to_owned()
}
