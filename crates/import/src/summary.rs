//! Differences between the card files of two imports, by card and field.

use crate::{ImportMessage, ImportedFile};
use sleeve_data::model::Lang;
use std::collections::{BTreeMap, BTreeSet};

/// Most cards of each kind of difference that are listed; the rest are counted.
pub(super) const MAX_LISTED_CARDS: usize = 1_000;
/// Cards of a first import that are listed. All of them are new: a line for each of thousands would say nothing.
const FIRST_IMPORT_LISTED: usize = 5;

// What stands before the ids of lists and of rules among those of cards, which have no such sign.
const LIST_PREFIX: &str = "list/";
const RULE_PREFIX: &str = "rule/";

/// Differences between earlier and newer card files.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct CardDifferences {
    /// Cards that only the newer files hold: id and name.
    pub added: Vec<(String, String)>,
    /// Cards that only the earlier files hold: id and name.
    pub removed: Vec<(String, String)>,
    pub changed: Vec<CardChange>,
    /// Whether the earlier files held no card.
    pub is_first: bool,
}

/// A card whose facts differ.
#[derive(Debug, PartialEq, Eq)]
pub struct CardChange {
    pub id: String,
    /// Name in the newer files.
    pub name: String,
    /// Name, earlier value and newer value of each field that differs, as TOML; `None` is an absent value.
    pub fields: Vec<(String, Option<String>, Option<String>)>,
}

impl CardDifferences {
    /// Whether the files hold equal facts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.removed.is_empty() && self.changed.is_empty()
    }

    /// Numbers of cards that were added, removed and changed, without lists and rules.
    #[must_use]
    pub fn card_counts(&self) -> [usize; 3] {
        let is_card = |id: &str| !id.starts_with(LIST_PREFIX) && !id.starts_with(RULE_PREFIX);
        let ids = |pairs: &[(String, String)]| pairs.iter().filter(|(id, _)| is_card(id)).count();
        let changed = self.changed.iter().filter(|card| is_card(&card.id));
        [ids(&self.added), ids(&self.removed), changed.count()]
    }

    /// A line for each card, `+` added, `-` removed, `~` changed and followed by its fields; a line for each sign
    /// counts the cards beyond the limit.
    #[must_use]
    pub fn lines(&self, lang: Lang) -> Vec<String> {
        let nothing = word!(lang, "nothing");
        let more = |sign: char, count: usize, limit: usize| match count.saturating_sub(limit) {
            0 => None,
            more => Some(say!(lang, "{sign} and {more} more")),
        };
        let mut lines: Vec<String> = Vec::new();
        let limit = if self.is_first { FIRST_IMPORT_LISTED } else { MAX_LISTED_CARDS };
        lines.extend(self.added.iter().take(limit).map(|(id, name)| format!("+ {id} {name}")));
        lines.extend(more('+', self.added.len(), limit));
        let removed = self.removed.iter().take(MAX_LISTED_CARDS);
        lines.extend(removed.map(|(id, name)| format!("- {id} {name}")));
        lines.extend(more('-', self.removed.len(), MAX_LISTED_CARDS));
        for change in self.changed.iter().take(MAX_LISTED_CARDS) {
            lines.push(format!("~ {} {}", change.id, change.name));
            for (field, before, after) in &change.fields {
                let show =
                    |value: &Option<String>| value.clone().unwrap_or_else(|| nothing.to_owned());
                lines.push(format!("    {field}: {} -> {}", show(before), show(after)));
            }
        }
        lines.extend(more('~', self.changed.len(), MAX_LISTED_CARDS));
        lines
    }
}

/// Compares the card files of an earlier import with newer ones.
pub fn compare_files(
    before: &[ImportedFile],
    after: &[ImportedFile],
) -> Result<CardDifferences, ImportMessage> {
    let (before, after) = (cards_by_id(before)?, cards_by_id(after)?);
    let mut summary = CardDifferences { is_first: before.is_empty(), ..CardDifferences::default() };
    for id in before.keys().chain(after.keys()).collect::<BTreeSet<_>>() {
        match (before.get(id), after.get(id)) {
            (None, Some(new)) => summary.added.push((id.clone(), card_name(new))),
            (Some(old), None) => summary.removed.push((id.clone(), card_name(old))),
            (Some(old), Some(new)) if old != new => {
                summary.changed.push(CardChange {
                    id: id.clone(),
                    name: card_name(new),
                    fields: changed_fields(old, new),
                });
            }
            _ => {}
        }
    }
    Ok(summary)
}

fn cards_by_id(files: &[ImportedFile]) -> Result<BTreeMap<String, toml::Table>, ImportMessage> {
    let mut cards = BTreeMap::new();
    for file in files {
        let fail = |message: String| ImportMessage::Earlier { path: file.path.clone(), message };
        let table: toml::Table =
            file.text.parse().map_err(|e: toml::de::Error| fail(e.message().to_owned()))?;
        let defaults =
            table.get("file").and_then(toml::Value::as_table).cloned().unwrap_or_default();
        let tables = |key: &str| {
            let list = table.get(key).and_then(toml::Value::as_array).into_iter().flatten();
            list.filter_map(toml::Value::as_table)
        };
        cards.extend(tables("list").map(list_by_card));
        cards.extend(tables("rule-of-cards").flat_map(rule_by_card));
        if table.contains_key("list") || table.contains_key("rule-of-cards") {
            continue;
        }
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

/// A list under an id that no card has, with each of its cards as a field.
fn list_by_card(list: &toml::Table) -> (String, toml::Table) {
    let text = |key: &str| list.get(key).and_then(toml::Value::as_str).unwrap_or_default();
    let day = list.get("from").map(|day| format!("@{day}")).unwrap_or_default();
    let mut fields = list.clone();
    match fields.remove("cards") {
        Some(toml::Value::Table(cards)) => fields.extend(cards),
        cards => {
            let cards = cards.as_ref().and_then(toml::Value::as_array).into_iter().flatten();
            let cards = cards.filter_map(toml::Value::as_str);
            fields.extend(cards.map(|card| (card.to_owned(), toml::Value::Boolean(true))));
        }
    }
    (format!("{LIST_PREFIX}{}{day}", text("id")), fields)
}

/// A rule of cards under an id for each of its cards.
fn rule_by_card(rule: &toml::Table) -> Vec<(String, toml::Table)> {
    let mut fields = rule.clone();
    let cards = fields.remove("cards");
    let id = rule.get("id").and_then(toml::Value::as_str).unwrap_or_default();
    let cards = cards.as_ref().and_then(toml::Value::as_array).into_iter().flatten();
    let cards = cards.filter_map(toml::Value::as_str);
    cards.map(|card| (format!("{RULE_PREFIX}{card}/{id}"), fields.clone())).collect()
}

fn changed_fields(
    old: &toml::Table,
    new: &toml::Table,
) -> Vec<(String, Option<String>, Option<String>)> {
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let show = |value: Option<&toml::Value>| value.map(ToString::to_string);
    keys.into_iter()
        .filter(|key| old.get(*key) != new.get(*key))
        .map(|key| (key.clone(), show(old.get(key)), show(new.get(key))))
        .collect()
}

fn card_name(card: &toml::Table) -> String {
    card.get("name").and_then(toml::Value::as_str).unwrap_or_default().to_owned()
}
