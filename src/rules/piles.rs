//! The piles that a deck's conditions read.

use super::setup::CARRIED;
use crate::language::Piles;
use crate::model::game::BoxId;
use crate::model::{CardIndex, Catalog, Deck, Format};

/// The zones of a deck as piles. A measure that names no pile reads `zones`, all zones where that
/// is empty. A line that could not be resolved counts as cards of which nothing is known.
pub fn of_deck(format: &Format, deck: &Deck, zones: &[String]) -> Piles {
    let all: Vec<String> = format.zones.iter().map(|z| z.named.id.clone()).collect();
    let cards = |zone: &String| (zone.clone(), zone_cards(format, deck, zone));
    let mut piles: Vec<_> = all.iter().map(cards).collect();
    let carried = deck.carried.iter().flat_map(|c| &c.cargo).map(|c| (c.value, 1));
    piles.push((CARRIED.to_owned(), carried.collect()));
    Piles { zones: piles, default: if zones.is_empty() { all } else { zones.to_vec() } }
}

/// The cards of one zone, wherever the deck names it by its id or another of its names.
pub fn zone_cards(format: &Format, deck: &Deck, zone: &str) -> Vec<(CardIndex, u32)> {
    let here = |name: &str| name == zone || format.zone(name).is_some_and(|z| z.named.id == zone);
    let known = deck.entries.iter().filter(|e| here(&e.zone)).map(|e| (e.card, e.count));
    let unknown = deck.unresolved.iter().filter(|u| here(&u.zone));
    known.chain(unknown.map(|u| (CardIndex::STRANGER, u.count))).collect()
}

/// Every card that so many of each box hold.
pub fn boxes(catalog: &Catalog, boxes: u32) -> Vec<(CardIndex, u32)> {
    let cards = catalog.cards.iter().map(|card| {
        let copies: u32 = card.quantities().map(|(BoxId(_), n)| n).sum();
        (card.index(), copies.saturating_mul(boxes))
    });
    cards.filter(|(_, n)| *n > 0).collect()
}
