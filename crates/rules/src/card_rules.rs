//! Rules that cards bring with them. A rule is in force while its card is in the zone that it
//! names; during that time it may lift rules of the format.

use sleeve_data::model::{
    CardIndex, Catalog, Deck, Format, Rule,
    card_rule::{CardRule, NumberChange},
};

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
        for card_rule in catalog.rules_of(entry.card) {
            if zone.is_some_and(|zone| *zone == card_rule.zone)
                && may_hold_in(format, card_rule)
                && !found.iter().any(|known| known.rule.id == card_rule.rule.id)
            {
                found.push(card_rule);
            }
        }
    }
    found
}

/// Whether one of the rules in force lifts a rule of the format.
pub fn is_lifted(in_force: &[&CardRule], rule: &Rule) -> bool {
    in_force
        .iter()
        .any(|card_rule| card_rule.lifts.contains(&rule.id))
}

/// Whether a format has all zones that a rule of a card names and a rule that it lifts, if it lifts
/// any, and does not drop it. Otherwise the rule is never in force there.
pub fn may_hold_in(format: &Format, card_rule: &CardRule) -> bool {
    let CardRule { zone, lifts, rule } = card_rule;
    format.admits(&rule.id, std::iter::once(zone).chain(&rule.zones))
        && (lifts.is_empty()
            || format
                .rules
                .iter()
                .any(|of_format| lifts.contains(&of_format.id)))
}

/// What cards of the game may add to a number of a format, with their cards.
pub fn list_changes<'a>(
    catalog: &'a Catalog,
    format: &'a Format,
    number: &'a str,
) -> impl Iterator<Item = (CardIndex, &'a NumberChange)> {
    let is_number = format.numbers.iter().any(|of| of.named.id == number);
    let card_rules = catalog.card_rules().iter().filter(move |_| is_number);
    let changes = card_rules.flat_map(|of| of.changes.iter().map(|change| (of.card, change)));
    changes.filter(move |(card, change)| {
        let id = format!("{}/{number}", catalog.cards.card(*card).id());
        change.of == number && format.admits(&id, std::iter::once(&change.zone))
    })
}

/// The rules that cards of the game may bring into a format, with their cards.
pub fn list_card_rules<'a>(
    catalog: &'a Catalog,
    format: &'a Format,
) -> impl Iterator<Item = (CardIndex, &'a CardRule)> {
    let of_card = catalog.card_rules().iter();
    let all = of_card.flat_map(|of| of.rules.unpacked().iter().map(|rule| (of.card, rule)));
    all.filter(|(_, card_rule)| may_hold_in(format, card_rule))
}
