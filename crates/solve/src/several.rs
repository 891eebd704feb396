//! Several decks from one collection: how many can be built at once, and the fewest cards that are
//! missing for more.

use std::collections::BTreeMap;

/// The most decks of one search.
pub const MAX_SEVERAL_DECKS: usize = 100;

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
    let least = search.least_missing(0);
    search.take_cheapest();
    search.try_all(0);
    let (is_done, all) = (search.steps_left > 0, needs.len());
    for (number, (choice, least)) in search.best.iter_mut().zip(least).enumerate() {
        choice.is_proven = is_done || number == all || choice.missing == least;
        choice.decks.sort_unstable();
    }
    search.best
}

struct SubsetSearch {
    /// The decks with the copies of the cards that are too few for all.
    needs: Vec<Vec<(usize, i64)>>,
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
        let mut sums: BTreeMap<&K, u64> = BTreeMap::new();
        for (card, copies) in needs.iter().flatten() {
            *sums.entry(card).or_default() += u64::from(*copies);
        }
        sums.retain(|card, sum| *sum > owned.get(*card).map_or(0, |copies| u64::from(*copies)));
        let cards: Vec<&K> = sums.into_keys().collect();
        let mut scarce = Vec::new();
        for need in needs {
            let each = cards.iter().enumerate();
            let of_deck = each.filter_map(|(at, card)| Some((at, i64::from(*need.get(*card)?))));
            scarce.push(of_deck.collect());
        }
        let none = DeckChoice { decks: Vec::new(), missing: 0, is_proven: false };
        let mut best = vec![none.clone()];
        best.resize(needs.len() + 1, DeckChoice { missing: u64::MAX, ..none });
        SubsetSearch {
            needs: scarce,
            left: cards
                .iter()
                .map(|card| owned.get(*card).map_or(0, |n| i64::from(*n)))
                .collect(),
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

    /// The least missing copies for each number of further decks from a position on. Each deck
    /// costs more after others than before them, so the cheapest ones alone are a lower bound.
    fn least_missing(&self, from: usize) -> Vec<u64> {
        let mut costs: Vec<u64> = (from..self.needs.len())
            .map(|deck| self.cost(deck))
            .collect();
        costs.sort_unstable();
        costs.insert(0, self.missing);
        for at in 1..costs.len() {
            costs[at] += costs[at - 1];
        }
        costs
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
        let steps = self.needs[from..]
            .iter()
            .map(|need| 1 + need.len() as u64)
            .sum();
        self.steps_left = self.steps_left.saturating_sub(steps);
        if from == self.needs.len() || self.steps_left == 0 {
            return;
        }
        let best = &self.best[self.chosen.len()..];
        let least = self.least_missing(from);
        if least
            .iter()
            .zip(best)
            .all(|(least, best)| *least >= best.missing)
        {
            return;
        }
        self.add(from);
        self.try_all(from + 1);
        self.remove();
        self.try_all(from + 1);
    }
}
