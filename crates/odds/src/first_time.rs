//! The exact turn in which a condition is first true.
//!
//! The table from turn to turn is a Markov chain: its state is the class counts of the pile and of
//! the hand. States in which the condition is true leave the chain.

use super::{
    budget::visit_steps,
    deal::Deal,
    exact::Spending,
    messages::OddsError,
    mulligan::{Decision, Tree},
    numbers::{Fraction, binomial},
    setup::{ClassWalk, DrawSetup, vectors},
    tally::Judgement,
    turns::{Action, TurnState},
};
use dashu_int::UBig;
use sleeve_language::Truth;
use std::collections::HashMap;

/// Most states of pile and hand in one turn.
pub const STATE_LIMIT: u128 = 200_000;

/// Steps of finding a state in the hash map, whose keys are two vectors.
const STORE_STEPS: u128 = 100;

/// When a condition is first true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstTime {
    /// The probability of each turn, from the opening hand (0) on.
    pub turns: Vec<Fraction>,
    /// The probability that it comes true later or never.
    pub later: Fraction,
}

impl FirstTime {
    /// The mean turn over the games in which the condition comes true in the turns followed; `None`
    /// if it never does.
    pub fn mean(&self) -> Option<Fraction> {
        let (mut weighted, mut all) = (Fraction::zero(), Fraction::zero());
        for (turn, chance) in (0..).zip(&self.turns) {
            weighted = weighted.plus(&chance.times(&Fraction::ratio(turn, 1)?));
            all = all.plus(chance);
        }
        weighted.divide(&all)
    }

    /// The probability that it has come true by each turn.
    pub fn by_turn(&self) -> Vec<Fraction> {
        let mut sum = Fraction::zero();
        let mut by_turn = Vec::new();
        for chance in &self.turns {
            sum = sum.plus(chance);
            by_turn.push(sum.clone());
        }
        by_turn
    }
}

/// The class counts of the pile and of the hand.
type PileState = (Vec<u32>, Vec<u32>);

/// States, each with the number of ways in which it is reached.
type States = HashMap<PileState, UBig>;

/// Follows a table from its opening hands on. `tree` decides about these, if they may be exchanged;
/// `judge` sees the class counts as [`Deal`] describes.
pub(crate) fn find_first_time(
    deal: &Deal,
    tree: Option<&Tree>,
    spending: Spending<'_>,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Result<FirstTime, OddsError> {
    if !deal.beside.is_empty() || (deal.hidden > 0 && deal.turns.recycle.is_some()) {
        return Err(OddsError::UntilBeside);
    }
    let moments = deal.moments()?;
    let mut turns = vec![Fraction::zero(); moments.len()];
    let others = DrawSetup { piles: deal.others.clone() };
    others.validate()?;
    // Draws from other piles stay as they are over all turns: each of them is a chain of its own.
    let rows = others.total();
    let mut failure = None;
    ClassWalk::run(&others, |row: &[u32], ways: &UBig| {
        if failure.is_some() {
            return;
        }
        let mut chain = TurnChain { deal, row, spending, judge: &mut *judge };
        let chance = Fraction::new(ways.clone(), rows.clone()).unwrap_or_else(Fraction::zero);
        match chain.follow_turns(tree, &moments) {
            Ok(chances) => {
                for (sum, turn_chance) in turns.iter_mut().zip(chances) {
                    *sum = sum.plus(&turn_chance.times(&chance));
                }
            }
            Err(error) => failure = Some(error),
        }
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    let held = turns
        .iter()
        .fold(Fraction::zero(), |sum, chance| sum.plus(chance));
    Ok(FirstTime { turns, later: held.complement() })
}

/// The cards that are left of each class.
fn subtract(cards: &[u32], gone: &[u32]) -> Vec<u32> {
    cards
        .iter()
        .zip(gone)
        .map(|(n, k)| n.saturating_sub(*k))
        .collect()
}

struct TurnChain<'c> {
    deal: &'c Deal,
    row: &'c [u32],
    spending: Spending<'c>,
    judge: &'c mut dyn FnMut(&[u32]) -> Judgement,
}

impl TurnChain<'_> {
    fn follow_turns(
        &mut self,
        tree: Option<&Tree>,
        moments: &[TurnState],
    ) -> Result<Vec<Fraction>, OddsError> {
        let (mut states, mut total) = match tree {
            Some(tree) => self.kept_hands(tree)?,
            None => self.initial_states(),
        };
        let mut recycled = false;
        let mut chances = Vec::new();
        for (turn, moment) in moments.iter().enumerate() {
            for (at, action) in moment.actions.iter().enumerate() {
                // The tree has drawn the opening hands.
                if turn == 0 && at == 0 && tree.is_some() && matches!(action, Action::Draw(_)) {
                    continue;
                }
                recycled |= *action == Action::Recycle;
                (states, total) = self.apply_action(states, total, *action)?;
            }
            let steps = (states.len() as u128)
                .saturating_mul(u128::from(self.spending.per_judgement) + STORE_STEPS);
            self.spending.budget.spend_more(steps)?;
            let mut held = UBig::ZERO;
            let mut left = States::new();
            for (state, ways) in states {
                match self.judge_state(&state, recycled).condition {
                    Truth::True => held += ways,
                    Truth::False => drop(left.insert(state, ways)),
                    Truth::Unknown => return Err(OddsError::UndecidedUntil),
                }
            }
            states = left;
            chances.push(Fraction::new(held, total.clone()).unwrap_or_else(Fraction::zero));
        }
        Ok(chances)
    }

    /// The one state with all cards in the pile.
    fn initial_states(&self) -> (States, UBig) {
        let pile = self.deal.pile.clone();
        let hand = vec![0; pile.len()];
        (States::from([((pile, hand), UBig::ONE)]), UBig::ONE)
    }

    /// The opening hands that are kept, with the number of all draws. Ways of different exchanges
    /// are brought to one total: a hand counts as often as all later exchanges can go on.
    fn kept_hands(&self, tree: &Tree) -> Result<(States, UBig), OddsError> {
        let all: Vec<UBig> = tree.ways.iter().map(|ways| ways.values().sum()).collect();
        let (mut states, mut total) = (States::new(), UBig::ZERO);
        let mut reached = UBig::ONE;
        for (stage, (decisions, ways)) in tree.decisions.iter().zip(&tree.ways).enumerate() {
            let after = all
                .iter()
                .skip(stage + 1)
                .fold(UBig::ONE, |product, all| product * all);
            let mut exchanged = UBig::ZERO;
            for (counts, ways) in ways {
                match decisions.get(counts) {
                    Some(Decision::Keep(bottom)) => {
                        let hand = subtract(counts, bottom);
                        let pile = subtract(&self.deal.pile, counts);
                        let weight = &reached * ways * &after;
                        total += &weight;
                        *states.entry((pile, hand)).or_default() += weight;
                    }
                    Some(Decision::Swap(_)) => return Err(OddsError::UntilSome),
                    _ => exchanged += ways,
                }
            }
            reached *= exchanged;
        }
        Ok((states, total))
    }

    fn apply_action(
        &self,
        states: States,
        total: UBig,
        action: Action,
    ) -> Result<(States, UBig), OddsError> {
        let (n, from_pile) = match action {
            Action::Draw(n) => (n, true),
            Action::Discard(n) => (n, false),
            Action::Recycle => {
                // The pile is empty: all cards outside the hand become the pile.
                let mut again = States::new();
                for ((_, hand), ways) in states {
                    again.insert((subtract(&self.deal.pile, &hand), hand), ways);
                }
                return Ok((again, total));
            }
        };
        let each = visit_steps(Some(4)).saturating_add(STORE_STEPS);
        let mut steps = 0u128;
        for (pile, hand) in states.keys() {
            steps = steps.saturating_add(vectors(if from_pile { pile } else { hand }, n));
        }
        self.spending
            .budget
            .spend_more(steps.saturating_mul(each))?;
        let mut next = States::new();
        let mut cards = 0;
        for ((pile, hand), ways) in states {
            let from = if from_pile { &pile } else { &hand };
            cards = from.iter().sum();
            ClassWalk::run(&DrawSetup::hand(from, n), |drawn: &[u32], chosen: &UBig| {
                let state = if from_pile {
                    (subtract(&pile, drawn), hand.iter().zip(drawn).map(|(n, k)| n + k).collect())
                } else {
                    (pile.clone(), subtract(&hand, drawn))
                };
                *next.entry(state).or_default() += chosen * &ways;
            });
            if next.len() as u128 > STATE_LIMIT {
                let states = next.len() as u128;
                return Err(OddsError::TooManyStates { states, limit: STATE_LIMIT });
            }
        }
        Ok((next, total * binomial(cards, n)))
    }

    fn judge_state(&mut self, (pile, hand): &PileState, recycled: bool) -> Judgement {
        let mut view = Vec::new();
        if self.deal.views.seen {
            let grown = self.deal.exchangeable();
            let seen = self.deal.pile.iter().zip(pile.iter().zip(hand));
            // If hands are exchanged, none of their cards leaves later, and the bottom does not
            // count as seen: the hand is all. A pile that was made anew had been drawn to its last
            // card, so every card was seen.
            view.extend(seen.map(|(all, (pile, hand))| match (grown, recycled) {
                (true, _) => *hand,
                (false, true) => *all,
                (false, false) => all - pile,
            }));
        }
        if self.deal.views.hand {
            view.extend_from_slice(hand);
        }
        view.extend_from_slice(self.row);
        (self.judge)(&view)
    }
}
