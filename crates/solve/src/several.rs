//! Several decks from one collection: how many can be built at once, and the fewest cards that are
//! missing for more.

use std::collections::BTreeMap;
use std::mem;

/// Steps of the search for the decks that can be built at once. A step looks at one card of a deck.
const MAX_SEVERAL_STEPS: u64 = 20_000_000;

/// A number of decks to build at once: those that need the fewest cards, as far as is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeckChoice {
    /// The positions of the decks, in order.
    pub decks: Vec<usize>,
    /// Missing copies.
    pub missing: u64,
    /// Whether no other choice of as many decks needs fewer.
    pub is_proven: bool,
}

/// Finds the best choice for each number of decks, from none to all. Each owned copy serves one
/// deck.
pub fn choose_decks<K: Ord>(
    needs: &[BTreeMap<K, u32>],
    owned: &BTreeMap<K, u32>,
) -> Vec<DeckChoice> {
    let mut search = SubsetSearch::new(needs, owned);
    let least = search.least_missing(0, 0);
    search.take_cheapest();
    search.try_all(0);
    let (is_done, all) = (search.steps_left > 0, needs.len());
    for (number, (choice, least)) in search.best.iter_mut().zip(least).enumerate() {
        choice.is_proven = is_done || number == all || choice.missing == least;
        choice.decks = choice.decks.iter().map(|at| search.order[*at]).collect();
        choice.decks.sort_unstable();
    }
    search.best
}

struct SubsetSearch {
    /// The decks with the copies of the cards that are too few for all. Equal decks are neighbours.
    needs: Vec<Vec<(usize, i64)>>,
    /// The position of each of them among the given decks.
    order: Vec<usize>,
    /// The copies left of each card; negative if some are missing.
    left: Vec<i64>,
    chosen: Vec<usize>,
    missing: u64,
    /// By number of decks.
    best: Vec<DeckChoice>,
    steps_left: u64,
}

impl SubsetSearch {
    fn new<K: Ord>(needs: &[BTreeMap<K, u32>], owned: &BTreeMap<K, u32>) -> SubsetSearch {
        let mut left: BTreeMap<&K, i64> = BTreeMap::new();
        for (card, copies) in needs.iter().flatten() {
            let own = || owned.get(card).map_or(0, |copies| i64::from(*copies));
            *left.entry(card).or_insert_with(own) -= i64::from(*copies);
        }
        left.retain(|_, left| *left < 0);
        let cards: BTreeMap<&K, usize> = left.keys().copied().zip(0..).collect();
        let mut decks: Vec<(Vec<(usize, i64)>, usize)> = Vec::new();
        for (at, need) in needs.iter().enumerate() {
            let scarce =
                need.iter().filter_map(|(card, n)| Some((*cards.get(card)?, i64::from(*n))));
            decks.push((scarce.collect(), at));
        }
        decks.sort();
        let (needs, order): (Vec<_>, Vec<_>) = decks.into_iter().unzip();
        let owned = cards.keys().map(|card| owned.get(card).map_or(0, |copies| i64::from(*copies)));
        let none = DeckChoice { decks: Vec::new(), missing: u64::MAX, is_proven: false };
        let mut best = vec![none; needs.len() + 1];
        if let Some(first) = best.first_mut() {
            first.missing = 0;
        }
        SubsetSearch {
            left: owned.collect(),
            needs,
            order,
            chosen: Vec::new(),
            missing: 0,
            best,
            steps_left: MAX_SEVERAL_STEPS,
        }
    }

    /// The copies that one more deck needs.
    fn cost(&self, deck: usize) -> u64 {
        let mut cost = 0;
        for (card, copies) in &self.needs[deck] {
            cost += (copies - self.left[*card].max(0)).max(0);
        }
        cost.unsigned_abs()
    }

    fn add(&mut self, deck: usize) {
        self.missing += self.cost(deck);
        for (card, copies) in &self.needs[deck] {
            self.left[*card] -= copies;
        }
        self.chosen.push(deck);
        let best = &mut self.best[self.chosen.len()];
        if self.missing < best.missing {
            (best.missing, best.decks) = (self.missing, self.chosen.clone());
        }
    }

    fn remove(&mut self) {
        let Some(deck) = self.chosen.pop() else { return };
        for (card, copies) in &self.needs[deck] {
            self.left[*card] += copies;
        }
        self.missing -= self.cost(deck);
    }

    /// The least missing copies for each number of further decks from a position on. Each deck costs
    /// more after others than before them, so the cheapest ones alone are a lower bound.
    fn least_missing(&self, from: usize, missing: u64) -> Vec<u64> {
        let mut costs: Vec<u64> = (from..self.needs.len()).map(|deck| self.cost(deck)).collect();
        costs.sort_unstable();
        let mut least = vec![missing];
        for cost in costs {
            least.push(least.last().copied().unwrap_or_default() + cost);
        }
        least
    }

    /// Adds the deck that costs the least, again and again: a good choice for each number.
    fn take_cheapest(&mut self) {
        for _ in 0..self.needs.len() {
            let rest = (0..self.needs.len()).filter(|deck| !self.chosen.contains(deck));
            let Some(deck) = rest.min_by_key(|deck| self.cost(*deck)) else { break };
            self.add(deck);
        }
        for _ in 0..self.needs.len() {
            self.remove();
        }
    }

    /// Tries each choice of decks from a position on that may be better than the known ones.
    fn try_all(&mut self, from: usize) {
        let steps = self.needs[from..].iter().map(|need| 1 + need.len() as u64).sum();
        self.steps_left = self.steps_left.saturating_sub(steps);
        if from == self.needs.len() || self.steps_left == 0 {
            return;
        }
        let best = &self.best[self.chosen.len()..];
        let least = self.least_missing(from, self.missing);
        if least.iter().zip(best).all(|(least, best)| *least >= best.missing) {
            return;
        }
        self.add(from);
        self.try_all(from + 1);
        self.remove();
        // Without this deck, those that are equal to it add nothing new.
        let need = mem::take(&mut self.needs[from]);
        let next = (from + 1..self.needs.len()).find(|deck| self.needs[*deck] != need);
        self.needs[from] = need;
        if let Some(next) = next {
            self.try_all(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Missing copies of the decks of a mask.
    fn missing(needs: &[BTreeMap<u8, u32>], owned: &BTreeMap<u8, u32>, mask: u32) -> u64 {
        let mut sum: BTreeMap<u8, u32> = BTreeMap::new();
        for (at, need) in needs.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1) {
            assert!(at < 32);
            for (card, copies) in need {
                *sum.entry(*card).or_default() += copies;
            }
        }
        let short =
            |(card, n): (&u8, &u32)| n.saturating_sub(owned.get(card).copied().unwrap_or(0));
        sum.iter().map(short).map(u64::from).sum()
    }

    /// A small generator of numbers: the tests need no good one.
    fn next(state: &mut u64, below: u64) -> u64 {
        *state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) % below
    }

    #[test]
    fn choices_are_those_of_every_set_of_decks() {
        let mut state = 7;
        for _ in 0..300 {
            let decks = next(&mut state, 9) as usize;
            let mut needs = vec![BTreeMap::new(); decks];
            for need in &mut needs {
                for card in 0..6 {
                    need.insert(card, next(&mut state, 4) as u32);
                }
            }
            if decks > 2 {
                needs[2] = needs[0].clone();
            }
            let owned = (0..6).map(|card| (card, next(&mut state, 9) as u32)).collect();
            let found = choose_decks(&needs, &owned);
            assert_eq!(found.len(), decks + 1);
            for (number, choice) in found.iter().enumerate() {
                let sets = (0..1u32 << decks).filter(|mask| mask.count_ones() as usize == number);
                let least = sets.map(|mask| missing(&needs, &owned, mask)).min().unwrap();
                assert_eq!((choice.missing, choice.is_proven), (least, true));
                let mask = choice.decks.iter().map(|at| 1 << at).sum();
                assert_eq!(missing(&needs, &owned, mask), least);
                assert_eq!(choice.decks.len(), number);
            }
        }
    }

    #[test]
    fn equal_decks_are_not_tried_in_every_order() {
        let needs = vec![BTreeMap::from([(0, 1)]); 100];
        let found = choose_decks(&needs, &BTreeMap::from([(0, 50)]));
        assert_eq!((found[50].missing, found[51].missing), (0, 1));
        assert!(found.iter().all(|choice| choice.is_proven));
    }
}
