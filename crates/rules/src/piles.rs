//! The zones of a deck, and boxes of cards, as piles that conditions read.

use super::scope::CARRIED;
use sleeve_data::model::{CardIndex, Catalog, Deck, Format, game::BoxId};
use sleeve_language::Piles;

/// Makes a pile of each zone of the format. A measure that names no pile reads `zones`, or all
/// zones if that is empty. An unresolved line counts as cards about which nothing is known.
pub fn from_deck(format: &Format, deck: &Deck, zones: &[String]) -> Piles {
    let ids: Vec<String> = format
        .zones
        .iter()
        .map(|zone| zone.named.id.to_string())
        .collect();
    let mut piles: Vec<(String, Vec<(CardIndex, u32)>)> =
        ids.iter().map(|id| (id.clone(), Vec::new())).collect();
    // Lines of one zone follow each other, so the last pile is remembered instead of looked up.
    let mut last: Option<(&str, Option<usize>)> = None;
    for (zone, card) in deck_lines(deck) {
        let index = match last {
            Some((name, index)) if name == zone => index,
            _ => format
                .zones
                .iter()
                .position(|z| z.named.id == zone)
                .or_else(|| {
                    let meant = format.zone(zone)?;
                    format
                        .zones
                        .iter()
                        .position(|z| z.named.id == meant.named.id)
                }),
        };
        last = Some((zone, index));
        if let Some((_, pile)) = index.and_then(|index| piles.get_mut(index)) {
            if pile.is_empty() {
                pile.reserve(deck.entries.len());
            }
            pile.push(card);
        }
    }
    let carried = deck
        .carried
        .iter()
        .flat_map(|c| &c.cargo)
        .map(|c| (c.value, 1));
    piles.push((CARRIED.to_owned(), carried.collect()));
    Piles { zones: piles, default: if zones.is_empty() { ids } else { zones.to_vec() } }
}

/// Every line of a deck with its zone as the deck names it, unresolved lines last.
fn deck_lines(deck: &Deck) -> impl Iterator<Item = (&str, (CardIndex, u32))> {
    let known = deck.entries.iter().map(|e| (&*e.zone, (e.card, e.count)));
    let unknown = deck.unresolved.iter();
    known.chain(unknown.map(|u| (u.zone.as_str(), (CardIndex::STRANGER, u.count))))
}

/// The cards of the zone with this id, under whichever of its names the deck lists them.
pub fn list_zone_cards(format: &Format, deck: &Deck, zone: &str) -> Vec<(CardIndex, u32)> {
    let mut found = Vec::with_capacity(deck.entries.len());
    let mut last = (zone, true);
    for (name, card) in deck_lines(deck) {
        // Lines of one zone follow each other.
        if last.0 != name {
            let named = format.zone(name).map(|zone| &*zone.named.id);
            last = (name, name == zone || named == Some(zone));
        }
        if last.1 {
            found.push(card);
        }
    }
    found
}

/// Adds copies of a card to a list that has each card once.
pub(super) fn add_copies(cards: &mut Vec<(CardIndex, u32)>, card: CardIndex, copies: u32) {
    match cards.iter_mut().find(|(known, _)| *known == card) {
        Some((_, sum)) => *sum = sum.saturating_add(copies),
        None => cards.push((card, copies)),
    }
}

/// The cards of a number of boxes of each kind, with copies.
pub fn list_box_cards(catalog: &Catalog, boxes: u32) -> Vec<(CardIndex, u32)> {
    let cards = catalog.cards.iter().map(|card| {
        let copies: u32 = card.quantities().map(|(BoxId(_), n)| n).sum();
        (card.index(), copies.saturating_mul(boxes))
    });
    cards.filter(|(_, n)| *n > 0).collect()
}
