//! Rules that cards bring with them. A rule is in force where its card lies in the zone that it names.

use sleeve_data::model::card_rule::CardRule;
use sleeve_data::model::{CardIndex, Catalog, Deck, Format, Rule};

/// The rules that cards of a deck bring into a format, in the order of the deck, each once.
pub fn find_rules_in_force<'a>(
    catalog: &'a Catalog,
    format: &Format,
    deck: &Deck,
) -> Vec<&'a Rule> {
    if catalog.card_rules().is_empty() {
        return Vec::new();
    }
    let mut found: Vec<&Rule> = Vec::new();
    for entry in &deck.entries {
        let zone = format.zone(&entry.zone).map(|zone| &zone.named.id);
        for card_rule in
            catalog.rules_of(entry.card).iter().filter(|rule| has_zones_for(format, rule))
        {
            let is_in_zone = zone.is_some_and(|zone| *zone == card_rule.zone);
            if is_in_zone && !found.iter().any(|known| known.id == card_rule.rule.id) {
                found.push(&card_rule.rule);
            }
        }
    }
    found
}

/// Whether a format has all zones that a rule of a card names. Otherwise the rule is never in force there.
pub fn has_zones_for(format: &Format, card_rule: &CardRule) -> bool {
    let has = |id: &String| format.zones.iter().any(|zone| zone.named.id == *id);
    has(&card_rule.zone) && card_rule.rule.zones.iter().all(has)
}

/// The rules that cards of the game may bring into a format, with their cards.
pub fn list_card_rules<'a>(
    catalog: &'a Catalog,
    format: &'a Format,
) -> impl Iterator<Item = (CardIndex, &'a CardRule)> {
    let all = catalog.card_rules().iter();
    let all = all
        .flat_map(|rules| rules.rules.unpacked().iter().map(|card_rule| (rules.card, card_rule)));
    all.filter(|(_, card_rule)| has_zones_for(format, card_rule))
}
