//! The piles that a deck's conditions read.

use super::setup::CARRIED;
use sleeve_data::model::game::BoxId;
use sleeve_data::model::{CardIndex, Catalog, Deck, Format};
use sleeve_language::Piles;

/// The zones of a deck as piles. A measure that names no pile reads `zones`, all zones where that
/// is empty. A line that could not be resolved counts as cards of which nothing is known.
pub fn of_deck(format: &Format, deck: &Deck, zones: &[String]) -> Piles {
    let ids = || format.zones.iter().map(|z| z.named.id.to_string());
    let mut piles: Vec<(String, Vec<(CardIndex, u32)>)> =
        ids().map(|id| (id, Vec::new())).collect();
    // Cards of one zone stand together: its pile is looked up once.
    let mut last: Option<(&str, Option<usize>)> = None;
    for (zone, card) in deck_lines(deck) {
        let at = match last {
            Some((name, at)) if name == zone => at,
            _ => format.zones.iter().position(|z| z.named.id == zone).or_else(|| {
                let meant = format.zone(zone)?;
                format.zones.iter().position(|z| z.named.id == meant.named.id)
            }),
        };
        last = Some((zone, at));
        if let Some((_, pile)) = at.and_then(|at| piles.get_mut(at)) {
            if pile.is_empty() {
                pile.reserve(deck.entries.len());
            }
            pile.push(card);
        }
    }
    let carried = deck.carried.iter().flat_map(|c| &c.cargo).map(|c| (c.value, 1));
    piles.push((CARRIED.to_owned(), carried.collect()));
    Piles { zones: piles, default: if zones.is_empty() { ids().collect() } else { zones.to_vec() } }
}

/// Every line of a deck with its zone as the deck names it, the lines that could not be resolved last.
fn deck_lines(deck: &Deck) -> impl Iterator<Item = (&str, (CardIndex, u32))> {
    let known = deck.entries.iter().map(|e| (&*e.zone, (e.card, e.count)));
    let unknown = deck.unresolved.iter();
    known.chain(unknown.map(|u| (u.zone.as_str(), (CardIndex::STRANGER, u.count))))
}

/// The cards of one zone, wherever the deck names it by its id or another of its names.
pub fn zone_cards(format: &Format, deck: &Deck, zone: &str) -> Vec<(CardIndex, u32)> {
    let here = |name: &str| name == zone || format.zone(name).is_some_and(|z| z.named.id == zone);
    let mut found = Vec::with_capacity(deck.entries.len());
    found.extend(deck_lines(deck).filter(|(name, _)| here(name)).map(|(_, card)| card));
    found
}

/// Every card that so many of each box hold.
pub fn boxes(catalog: &Catalog, boxes: u32) -> Vec<(CardIndex, u32)> {
    let cards = catalog.cards.iter().map(|card| {
        let copies: u32 = card.quantities().map(|(BoxId(_), n)| n).sum();
        (card.index(), copies.saturating_mul(boxes))
    });
    cards.filter(|(_, n)| *n > 0).collect()
}
