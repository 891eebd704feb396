//! Comparisons of decks: the changes from one to another, and the use of each card in many decks,
//! with the cards it is played with.
//!
//! How closely two cards belong together is the Jaccard index of the decks that contain them: the
//! decks that contain both, divided by the decks that contain at least one. It is 1 if neither is
//! played without the other. It does not depend on how many decks contain neither, and ignores the
//! number of copies. (P. Jaccard, "The distribution of the flora in the alpine zone", New
//! Phytologist 11, 1912.)

use super::subject::Subject;
use sleeve_data::{
    Arrange, Gather,
    model::{CardIndex, Deck},
};
use sleeve_threads::prelude::*;
use std::{cmp::Ordering, collections::BTreeMap};

/// The changes in one zone from one deck to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneChanges {
    pub zone: String,
    /// The numbers of its cards, before and after.
    pub size: (u64, u64),
    /// The cards whose copies differ: those of the second deck alone, then those of the first
    /// alone, then the others.
    pub changes: Vec<CopiesChange>,
}

/// A card whose copies differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopiesChange {
    pub card: CardIndex,
    pub before: u64,
    pub after: u64,
}

fn zone_copies(deck: &Subject<'_>, zone: &str) -> Vec<(CardIndex, u64)> {
    let piles = deck.piles(&[]);
    let mut copies: Vec<(CardIndex, u64)> = Vec::new();
    for (card, n) in piles
        .zone(zone)
        .iter()
        .filter(|(card, _)| *card != CardIndex::STRANGER)
    {
        match copies.iter_mut().find(|(c, _)| c == card) {
            Some((_, total)) => *total += u64::from(*n),
            None => copies.push((*card, u64::from(*n))),
        }
    }
    copies
}

fn count_unresolved(deck: &Deck, zone: &str) -> u64 {
    let unresolved = deck.unresolved.iter().filter(|u| u.zone == zone);
    unresolved.map(|u| u64::from(u.count)).sum()
}

/// The changes from one deck to another of the same game, zone by zone. Unresolved lines count only
/// in the sizes.
pub fn compare_zones(before: &Subject<'_>, after: &Subject<'_>) -> Vec<ZoneChanges> {
    let zones = before.zones().into_iter().chain(after.zones()).each_once();
    zones
        .into_iter()
        .map(|zone| zone_changes(before, after, zone))
        .collect()
}

fn zone_changes(before: &Subject<'_>, after: &Subject<'_>, zone: String) -> ZoneChanges {
    let (old, new) = (zone_copies(before, &zone), zone_copies(after, &zone));
    let (mut added, mut removed, mut changed) = (Vec::new(), Vec::new(), Vec::new());
    for (card, after) in &new {
        if find_copies(&old, *card) == 0 {
            added.push(CopiesChange { card: *card, before: 0, after: *after });
        }
    }
    for (card, before) in &old {
        let change = CopiesChange { card: *card, before: *before, after: find_copies(&new, *card) };
        if change.after == 0 {
            removed.push(change);
        } else if change.after != change.before {
            changed.push(change);
        }
    }
    let size = (
        sum_copies(&old) + count_unresolved(before.deck, &zone),
        sum_copies(&new) + count_unresolved(after.deck, &zone),
    );
    ZoneChanges { zone, size, changes: [added, removed, changed].concat() }
}

fn find_copies(copies: &[(CardIndex, u64)], card: CardIndex) -> u64 {
    copies
        .iter()
        .find(|(other, _)| *other == card)
        .map_or(0, |(_, n)| *n)
}

fn sum_copies(copies: &[(CardIndex, u64)]) -> u64 {
    copies.iter().map(|(_, n)| n).sum()
}

/// The most pairs of cards, each counted once in every deck with both, that are compared.
pub const PAIR_LIMIT: u64 = 500_000_000;
/// Most companions listed for a card.
pub(super) const LISTED_COMPANIONS: usize = 5;
/// The fewest decks with both cards that make them companions: one deck is no evidence.
pub(super) const LEAST_TOGETHER: u64 = 2;

/// The cards of one deck, each once, with all its copies.
pub type DeckCopies = BTreeMap<CardIndex, u64>;

/// The use of cards in many decks.
#[derive(Clone, PartialEq, Debug)]
pub struct Usage {
    pub decks: u64,
    /// The cards by falling number of decks, then by falling number of copies, then in the order of
    /// the game.
    pub cards: Vec<CardUsage>,
    /// The number of pairs, if it is above [`PAIR_LIMIT`] and no companions were searched.
    pub too_many_pairs: Option<u64>,
}

/// A card with the numbers of its decks and copies.
#[derive(Clone, PartialEq, Debug)]
pub struct CardUsage {
    pub card: CardIndex,
    pub decks: u64,
    pub copies: u64,
    /// The closest companions, the closest first; equal ones by falling number of common decks,
    /// then in the order of the game.
    pub companions: Vec<Companion>,
}

/// A card that is played with another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Companion {
    pub card: CardIndex,
    pub together: u64,
    pub either: u64,
}

impl Companion {
    /// The Jaccard index, above 0 and at most 1.
    pub fn affinity(&self) -> f64 {
        self.together as f64 / self.either as f64
    }

    fn closest_first(&self, other: &Companion) -> Ordering {
        // Fractions are compared by cross multiplication, which is exact.
        let (a, b) = (
            u128::from(self.together) * u128::from(other.either),
            u128::from(other.together) * u128::from(self.either),
        );
        b.cmp(&a)
            .then(other.together.cmp(&self.together))
            .then(self.card.cmp(&other.card))
    }
}

/// How many decks contain each card together with one card. Only counts that were touched are
/// cleared, so that a card of few decks costs no pass over all cards.
#[derive(Default)]
struct PairCounter {
    together: Vec<u64>,
    touched: Vec<usize>,
}

impl PairCounter {
    fn add(&mut self, place: usize) {
        let Some(count) = self.together.get_mut(place) else { return };
        if *count == 0 {
            self.touched.push(place);
        }
        *count += 1;
    }

    fn drain(&mut self) -> impl Iterator<Item = (usize, u64)> {
        let PairCounter { together, touched: seen } = self;
        seen.drain(..)
            .map(|place| (place, together.get_mut(place).map(std::mem::take).unwrap_or(0)))
    }
}

/// The use of each card in decks of one game.
pub fn count_usage(decks: &[DeckCopies]) -> Usage {
    let mut held_cards: BTreeMap<CardIndex, HeldCard> = BTreeMap::new();
    for (at, held) in decks.iter().enumerate() {
        for (card, copies) in held {
            let fresh = HeldCard { card: *card, holders: Vec::new(), copies: 0 };
            let used = held_cards.entry(*card).or_insert(fresh);
            used.holders.push(at);
            used.copies += copies;
        }
    }
    let pairs: u64 = decks
        .iter()
        .map(|held| (held.len() as u64).saturating_pow(2))
        .sum();
    let too_many_pairs = (pairs > PAIR_LIMIT).then_some(pairs);
    let places: BTreeMap<CardIndex, usize> = held_cards
        .keys()
        .enumerate()
        .map(|(at, card)| (*card, at))
        .gather();
    let mut counter = UsageCounter { cards: held_cards.into_values().collect(), decks: Vec::new() };
    if too_many_pairs.is_none() {
        for held in decks {
            counter.decks.push(
                held.keys()
                    .filter_map(|card| places.get(card))
                    .copied()
                    .collect(),
            );
        }
    }
    let mut cards: Vec<CardUsage> = counter
        .cards
        .par_iter()
        .enumerate()
        .map_init(PairCounter::default, |pairs, (place, used)| counter.count(place, used, pairs))
        .collect();
    cards.arrange_by(|a, b| b.decks.cmp(&a.decks).then(b.copies.cmp(&a.copies)));
    Usage { decks: decks.len() as u64, cards, too_many_pairs }
}

/// A card of some decks.
struct HeldCard {
    card: CardIndex,
    /// Positions of the decks that contain it.
    holders: Vec<usize>,
    copies: u64,
}

/// Counts the use of cards. Cards become places in a vector, so that counting a pair is one
/// addition.
struct UsageCounter {
    cards: Vec<HeldCard>,
    /// The places of the cards of each deck; empty if there are too many pairs.
    decks: Vec<Vec<usize>>,
}

impl UsageCounter {
    fn count(&self, place: usize, used: &HeldCard, pairs: &mut PairCounter) -> CardUsage {
        CardUsage {
            card: used.card,
            decks: used.holders.len() as u64,
            copies: used.copies,
            companions: self.find_companions(place, used, pairs),
        }
    }

    fn find_companions(
        &self,
        place: usize,
        used: &HeldCard,
        pairs: &mut PairCounter,
    ) -> Vec<Companion> {
        pairs.together.resize(self.cards.len(), 0);
        for held in used.holders.iter().filter_map(|at| self.decks.get(*at)) {
            held.iter().for_each(|other| pairs.add(*other));
        }
        let mut best: Vec<Companion> = Vec::with_capacity(LISTED_COMPANIONS + 1);
        for (at, together) in pairs.drain() {
            let Some(other) = self.cards.get(at) else { continue };
            if at == place || together < LEAST_TOGETHER {
                continue;
            }
            let either = (used.holders.len() + other.holders.len()) as u64 - together;
            let companion = Companion { card: other.card, together, either };
            let after = best.partition_point(|known| known.closest_first(&companion).is_lt());
            if after < LISTED_COMPANIONS {
                best.insert(after, companion);
                best.truncate(LISTED_COMPANIONS);
            }
        }
        best
    }
}

/// The copies that two decks share, and those of their union: the quotient is the Jaccard index of
/// multisets.
pub fn count_shared(a: &DeckCopies, b: &DeckCopies) -> (u64, u64) {
    let shared: u64 = a
        .iter()
        .filter_map(|(card, copies)| b.get(card).map(|other| other.min(copies)))
        .sum();
    let all: u64 = a.values().chain(b.values()).sum();
    (shared, all - shared)
}
