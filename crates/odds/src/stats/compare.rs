//! What separates two decks, card by card.

use super::subject::Subject;
use sleeve_data::model::{CardIndex, Deck};

/// The changes in one zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneChanges {
    /// The zone.
    pub zone: String,
    /// Cards it held and holds.
    pub size: (u64, u64),
    /// Cards whose number differs, those that only the second deck has first, then those that only
    /// the first has, then the others.
    pub changes: Vec<CopiesChange>,
}

/// A card whose number differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopiesChange {
    /// The card.
    pub card: CardIndex,
    /// Copies in the first deck.
    pub before: u64,
    /// Copies in the second.
    pub after: u64,
}

fn zone_copies(deck: &Subject<'_>, zone: &str) -> Vec<(CardIndex, u64)> {
    let piles = deck.piles(&[]);
    let mut copies: Vec<(CardIndex, u64)> = Vec::new();
    for (card, n) in piles.zone(zone).iter().filter(|(card, _)| *card != CardIndex::STRANGER) {
        match copies.iter_mut().find(|(c, _)| c == card) {
            Some((_, total)) => *total += u64::from(*n),
            None => copies.push((*card, u64::from(*n))),
        }
    }
    copies
}

fn count_unresolved(deck: &Deck, zone: &str) -> u64 {
    let here = deck.unresolved.iter().filter(|u| u.zone == zone);
    here.map(|u| u64::from(u.count)).sum()
}

/// What changes from one deck to another of the same game, zone by zone. Lines that could not be
/// resolved are counted in the sizes and nowhere else.
pub fn changes(before: &Subject<'_>, after: &Subject<'_>) -> Vec<ZoneChanges> {
    let mut zones = before.zones();
    for zone in after.zones() {
        if !zones.contains(&zone) {
            zones.push(zone);
        }
    }
    zones.into_iter().map(|zone| zone_changes(before, after, zone)).collect()
}

fn zone_changes(before: &Subject<'_>, after: &Subject<'_>, zone: String) -> ZoneChanges {
    let (old, new) = (zone_copies(before, &zone), zone_copies(after, &zone));
    let number = |cards: &[(CardIndex, u64)], card: CardIndex| {
        cards.iter().find(|(c, _)| *c == card).map_or(0, |(_, n)| *n)
    };
    let mut changes: Vec<CopiesChange> = Vec::new();
    let gone = old.iter().filter(|(card, _)| number(&new, *card) == 0);
    let come = new.iter().filter(|(card, _)| number(&old, *card) == 0);
    changes.extend(come.map(|(card, n)| CopiesChange { card: *card, before: 0, after: *n }));
    changes.extend(gone.map(|(card, n)| CopiesChange { card: *card, before: *n, after: 0 }));
    for (card, n) in &old {
        let now = number(&new, *card);
        if now != 0 && now != *n {
            changes.push(CopiesChange { card: *card, before: *n, after: now });
        }
    }
    let total = |cards: &[(CardIndex, u64)], deck: &Deck| {
        cards.iter().map(|(_, n)| n).sum::<u64>() + count_unresolved(deck, &zone)
    };
    let size = (total(&old, before.deck), total(&new, after.deck));
    ZoneChanges { zone, size, changes }
}
