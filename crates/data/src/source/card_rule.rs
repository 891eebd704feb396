//! Rules that cards bring with them.

use super::extend::{self, NamePlaces};
use super::messages::DataMessage;
use super::node::{TomlNode, TomlTable};
use super::rule;
use super::words::What;
use crate::model::card_rule::{CARD_RULE_LIMIT, CardRule};
use crate::model::format::{Contents, RuleBody};
use crate::model::{CardIndex, Catalog, Game};
use std::collections::BTreeMap;
use toml::de::DeValue;

/// The key of a card's rules.
pub(super) const RULES_KEY: &str = "rule";

/// Whether a value under [`RULES_KEY`] is a list of rules: a game may have a field of that name.
pub(super) fn is_rule_list(game: &Game, node: &TomlNode<'_>) -> bool {
    let DeValue::Array(items) = node.value else { return false };
    match items.first() {
        Some(first) => matches!(first.get_ref(), DeValue::Table(_)),
        None => game.attribute(RULES_KEY).is_none(),
    }
}

/// Reads the rules of every card of a layer. What a layer says of a card takes the place of what was said
/// of it below. Returns of how many cards the layer speaks.
pub(super) fn read_card_rules(catalog: &mut Catalog, data: &[TomlTable<'_>]) -> usize {
    let mut found: BTreeMap<CardIndex, Vec<CardRule>> = BTreeMap::new();
    let tables =
        data.iter().filter_map(|root| root.get("card")).flat_map(|n| n.tables_unreported());
    for table in tables {
        let Some(node) = table.get(RULES_KEY).filter(|node| is_rule_list(&catalog.game, node))
        else {
            continue;
        };
        let id = table.get("id").or_else(|| table.get("replaces"));
        let id = id.and_then(|node| node.value.as_str());
        // What is wrong with the card itself is said where it is read.
        let Some(card) = id.and_then(|id| find_card(catalog, id)) else { continue };
        let id = catalog.cards.card(card).id().to_owned();
        found.insert(card, read_rules_of_card(catalog, node, &id));
    }
    let changed = found.len();
    found.into_iter().for_each(|(card, rules)| catalog.put_rules_of(card, rules));
    changed
}

fn find_card(catalog: &Catalog, id: &str) -> Option<CardIndex> {
    let by_id = catalog.cards.by_id(id).map(|card| card.index());
    // A stand-in whose place was taken is another name of its card.
    by_id.or_else(|| match catalog.cards.find_by_name(id).as_slice() {
        [one] => Some(*one),
        _ => None,
    })
}

fn read_rules_of_card(catalog: &Catalog, node: TomlNode<'_>, card: &str) -> Vec<CardRule> {
    let mut rules: Vec<CardRule> = Vec::new();
    for (at, table) in node.tables().into_iter().enumerate() {
        if at == CARD_RULE_LIMIT {
            table.fail(DataMessage::TooMany { what: What::Rule, limit: CARD_RULE_LIMIT });
            break;
        }
        let Some(mut read) = rule::read_card_rule(table, card) else { continue };
        if let Some(first) = rules.iter().find(|other| other.rule.id == read.rule.id) {
            let first = (first.rule.origin.file.clone(), first.rule.origin.line);
            let id = table.get("id").and_then(|node| node.text()).unwrap_or_default().to_owned();
            table.fail(DataMessage::DuplicateId { what: What::Rule, id, first });
            continue;
        }
        if let RuleBody::Contents(Contents::List(list)) = &mut read.rule.body {
            let checked = NamePlaces { context: table.context, fallback: table.span() };
            for (name, _) in list {
                let key = format!("card/{}/contents/{name}", read.rule.id);
                if let Some(id) = extend::find_only_card(catalog, name, &key, &checked) {
                    *name = id;
                }
            }
        }
        rules.push(read);
    }
    rules
}
