//! Hands after a reshuffle that leaves discarded cards out of the game. The number of these cards
//! in hand by then decides how many the new pile has, so each number is followed with its
//! probability.

use super::{
    budget::Budget,
    messages::OddsError,
    numbers::{Fraction, binomial},
    turns::Turns,
};
use std::collections::BTreeMap;

/// Turns that are followed beyond a reshuffle that leaves cards out: the fractions grow with every
/// turn.
pub const LEFT_OUT_TURN_LIMIT: u32 = 100;

/// Steps of work of one more fraction.
const STEPS_OF_BRANCH: u128 = 100;

/// Cards of a pile, and how many of them a reshuffle leaves out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct MarkedPile {
    pub(crate) cards: u32,
    pub(crate) marked: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
struct MarkedTable {
    pile: MarkedPile,
    hand: MarkedPile,
    discard: MarkedPile,
    recycled: u32,
}

type Chances<T> = BTreeMap<T, Fraction>;

fn add<T: Ord>(chances: &mut Chances<T>, at: T, chance: Fraction) {
    let known = chances.entry(at).or_insert_with(Fraction::zero);
    *known = known.plus(&chance);
}

impl MarkedPile {
    /// The number of ways to take this many of the cards.
    pub(crate) fn count_ways(self, taken: MarkedPile) -> dashu_int::UBig {
        let others = binomial(self.cards - self.marked, taken.cards - taken.marked);
        binomial(self.marked, taken.marked) * others
    }

    /// The possible draws of this many random cards of the pile, each with its probability.
    fn take(self, cards: u32) -> Vec<(MarkedPile, Fraction)> {
        let all = binomial(self.cards, cards);
        let mut draws = Vec::new();
        for marked in 0..=cards.min(self.marked) {
            let taken = MarkedPile { cards, marked };
            if let Some(chance) = Fraction::new(self.count_ways(taken), all.clone())
                && chance != Fraction::zero()
            {
                draws.push((taken, chance));
            }
        }
        draws
    }

    /// Moves cards to another pile.
    fn give(&mut self, taken: MarkedPile, to: &mut MarkedPile) {
        self.cards -= taken.cards;
        self.marked -= taken.marked;
        to.cards += taken.cards;
        to.marked += taken.marked;
    }
}

/// The hands of a turn with their probabilities, after an opening hand of this many cards from the
/// pile; `None` before the first reshuffle.
///
/// # Errors
/// The turn is above [`LEFT_OUT_TURN_LIMIT`], or it takes more work than is left.
pub(crate) fn hands_of_turn(
    pile: MarkedPile,
    hand: u32,
    turns: &Turns,
    turn: u32,
    budget: &Budget,
) -> Result<Option<Chances<MarkedPile>>, OddsError> {
    if turn > LEFT_OUT_TURN_LIMIT {
        return Err(OddsError::NoSuchTurn { turn, limit: LEFT_OUT_TURN_LIMIT });
    }
    let dealt = MarkedTable { pile, ..MarkedTable::default() };
    let mut tables = draw(BTreeMap::from([(dealt, Fraction::one())]), turns, |_| hand);
    let branches = u128::from(pile.marked) + 1;
    for now in 0..=turn {
        budget.spend(tables.len() as u128 * branches * branches * STEPS_OF_BRANCH)?;
        if now > 1 {
            tables = discard(tables, turns);
        }
        if now >= turns.first.max(1) {
            tables = draw(tables, turns, |hand| turns.missing_cards(hand));
        }
    }
    // Up to the first reshuffle all tables have equal numbers of cards.
    if tables.keys().any(|table| table.recycled == 0) {
        return Ok(None);
    }
    let mut hands = BTreeMap::new();
    tables
        .into_iter()
        .for_each(|(table, chance)| add(&mut hands, table.hand, chance));
    Ok(Some(hands))
}

fn discard(tables: Chances<MarkedTable>, turns: &Turns) -> Chances<MarkedTable> {
    let mut after = BTreeMap::new();
    for (table, chance) in tables {
        for (taken, part) in table.hand.take(turns.leaving_cards(table.hand.cards)) {
            let mut next = table;
            next.hand.give(taken, &mut next.discard);
            add(&mut after, next, chance.times(&part));
        }
    }
    after
}

fn draw(
    tables: Chances<MarkedTable>,
    turns: &Turns,
    missing: impl Fn(u32) -> u32,
) -> Chances<MarkedTable> {
    let mut open: Chances<(u32, MarkedTable)> = BTreeMap::new();
    for (table, chance) in tables {
        open.insert((missing(table.hand.cards), table), chance);
    }
    let mut drawn = BTreeMap::new();
    while let Some(((missing, mut table), chance)) = open.pop_last() {
        if missing == 0 || table.pile.cards == 0 && !table.recycle(turns) {
            add(&mut drawn, table, chance);
            continue;
        }
        let cards = missing.min(table.pile.cards);
        for (taken, part) in table.pile.take(cards) {
            let mut next = table;
            next.pile.give(taken, &mut next.hand);
            if next.pile.cards == 0 && turns.recycle.is_some_and(|recycle| recycle.at_last_card) {
                next.recycle(turns);
            }
            add(&mut open, (missing - cards, next), chance.times(&part));
        }
    }
    drawn
}

impl MarkedTable {
    /// Makes the discard the pile, except the marked cards; returns whether there is a pile again.
    fn recycle(&mut self, turns: &Turns) -> bool {
        let times = turns
            .recycle
            .map(|recycle| recycle.times.unwrap_or(u32::MAX));
        if times.is_none_or(|times| self.recycled >= times) || self.discard.cards == 0 {
            return false;
        }
        self.pile.cards = self.discard.cards - self.discard.marked;
        self.discard = MarkedPile::default();
        // Without a limit it does not matter how often it was.
        self.recycled = (self.recycled + u32::from(times != Some(u32::MAX))).max(1);
        self.pile.cards > 0
    }
}
