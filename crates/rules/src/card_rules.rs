//! Rules that cards bring with them. A rule is in force while its card is in the zone that it
//! names; during that time it may lift rules of the format.

use sleeve_data::model::card_rule::{CardRule, NumberChange};
use sleeve_data::model::{CardIndex, Catalog, Deck, Format, Rule};

/// The rules that cards of a deck bring into a format, in the order of the deck, each once.
pub fn find_rules_in_force<'a>(
    catalog: &'a Catalog,
    format: &Format,
    deck: &Deck,
) -> Vec<&'a CardRule> {
    if catalog.card_rules().is_empty() {
        return Vec::new();
    }
    let mut found: Vec<&CardRule> = Vec::new();
    for entry in &deck.entries {
        let zone = format.zone(&entry.zone).map(|zone| &zone.named.id);
        for card_rule in
            catalog.rules_of(entry.card).iter().filter(|rule| may_hold_in(format, rule))
        {
            let is_in_zone = zone.is_some_and(|zone| *zone == card_rule.zone);
            if is_in_zone && !found.iter().any(|known| known.rule.id == card_rule.rule.id) {
                found.push(card_rule);
            }
        }
    }
    found
}

/// Whether one of the rules in force lifts a rule of the format.
pub fn is_lifted(in_force: &[&CardRule], rule: &Rule) -> bool {
    in_force.iter().any(|card_rule| card_rule.lifts.contains(&rule.id))
}

/// Whether a format has all zones that a rule of a card names and a rule that it lifts, if it lifts any, and does not
/// drop it. Otherwise the rule is never in force there.
pub fn may_hold_in(format: &Format, card_rule: &CardRule) -> bool {
    let CardRule { zone, lifts, rule } = card_rule;
    let lifts_some = || format.rules.iter().any(|of_format| lifts.contains(&of_format.id));
    let zones = std::iter::once(zone).chain(&rule.zones);
    format.admits(&rule.id, zones) && (lifts.is_empty() || lifts_some())
}

/// What cards of the game may add to a number of a format, with their cards.
pub fn list_changes<'a>(
    catalog: &'a Catalog,
    format: &'a Format,
    number: &'a str,
) -> impl Iterator<Item = (CardIndex, &'a NumberChange)> {
    let is_number = format.numbers.iter().any(|of| of.named.id == number);
    let all = catalog.card_rules().iter().filter(move |_| is_number);
    let all = all.flat_map(|of| of.changes.iter().map(|change| (of.card, change)));
    all.filter(move |(card, change)| {
        let id = format!("{}/{number}", catalog.cards.card(*card).id());
        change.of == number && format.admits(&id, std::iter::once(&change.zone))
    })
}

/// The rules that cards of the game may bring into a format, with their cards.
pub fn list_card_rules<'a>(
    catalog: &'a Catalog,
    format: &'a Format,
) -> impl Iterator<Item = (CardIndex, &'a CardRule)> {
    let all = catalog.card_rules().iter();
    let all = all
        .flat_map(|rules| rules.rules.unpacked().iter().map(|card_rule| (rules.card, card_rule)));
    all.filter(|(_, card_rule)| may_hold_in(format, card_rule))
}
