//! Rules that the cards of a deck bring with them: those are in force whose card lies in their zone.

use sleeve_data::model::card_rule::CardRule;
use sleeve_data::model::{CardIndex, Catalog, Deck, Format, Rule};

/// The rules that cards of a deck bring into a format, in the order of the deck; those of a card once.
pub fn in_force<'a>(catalog: &'a Catalog, format: &Format, deck: &Deck) -> Vec<&'a Rule> {
    if catalog.card_rules().is_empty() {
        return Vec::new();
    }
    let mut found: Vec<&Rule> = Vec::new();
    for entry in &deck.entries {
        let here = format.zone(&entry.zone).map(|zone| &zone.named.id);
        for of in catalog.rules_of(entry.card).iter().filter(|of| knows(format, of)) {
            let lies = here.is_some_and(|here| *here == of.zone);
            if lies && !found.iter().any(|known| known.id == of.rule.id) {
                found.push(&of.rule);
            }
        }
    }
    found
}

/// Whether a format has the zones that a rule of a card is about; else the rule never holds there.
pub fn knows(format: &Format, of: &CardRule) -> bool {
    let has = |id: &String| format.zones.iter().any(|zone| zone.named.id == *id);
    has(&of.zone) && of.rule.zones.iter().all(has)
}

/// The rules that cards may bring into a format, by card.
pub fn of_format<'a>(
    catalog: &'a Catalog,
    format: &'a Format,
) -> impl Iterator<Item = (CardIndex, &'a CardRule)> {
    let all = catalog.card_rules().iter();
    let all = all.flat_map(|rules| rules.rules.unpacked().iter().map(|of| (rules.card, of)));
    all.filter(|(_, of)| knows(format, of))
}
