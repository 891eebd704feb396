//! The budget that all conditions on one deck share.
//! [`GROUPING_LIMIT`](sleeve_language::GROUPING_LIMIT) bounds one condition with nested groups, but
//! not a thousand of them.

use super::answers::AnswersByDeck;
use sleeve_language::{Condition, PileView};
use std::cell::Cell;
use thiserror::Error;

/// The most evaluations of a card in nested groups, over all conditions on one deck in one command.
/// An evaluation that leads to a finding takes some microseconds.
pub const ASKED_LIMIT: u64 = 200_000;
/// Words of conditions tested on a card that cost as much as one evaluation: such a test takes 0.2
/// microseconds.
const WORDS_OF_AN_EVALUATION: u64 = 200;

/// The evaluations that conditions on one deck may still spend: conditions of all formats that the
/// deck is checked against, or all assertions on it.
#[derive(Debug)]
pub struct WorkBudget {
    remaining: Cell<u64>,
    /// The answers of the conditions; `None` if they are not kept.
    pub(super) answers: Option<AnswersByDeck>,
    pub(super) stops_at_error: bool,
}

/// A condition that is skipped because it costs more than the budget has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("conditions test cards {times} times; {left} of {ASKED_LIMIT} tests are left")]
pub struct TooMuchWork {
    /// Evaluations that it would spend.
    pub times: u64,
    /// Evaluations that the budget had.
    pub left: u64,
}

impl Default for WorkBudget {
    fn default() -> WorkBudget {
        WorkBudget { remaining: Cell::new(ASKED_LIMIT), answers: None, stops_at_error: false }
    }
}

impl WorkBudget {
    /// Keeps the answers of conditions on one deck for several formats.
    pub fn keep_answers(&mut self) {
        self.answers.get_or_insert_default();
    }

    /// Ends each check at the first certain error, whose causes are not asked for: enough to know
    /// that a format forbids a deck.
    pub fn stop_at_error(&mut self) {
        self.stops_at_error = true;
    }

    /// Spends the cost of a condition on the cards of a view; a refused condition spends nothing.
    ///
    /// # Errors
    /// The condition costs more than is left.
    pub(super) fn spend(
        &self,
        condition: &Condition,
        view: &PileView<'_>,
    ) -> Result<(), TooMuchWork> {
        let cards = view.different_cards() as u64;
        let tests = condition.words().saturating_mul(cards) / WORDS_OF_AN_EVALUATION;
        self.take(
            condition
                .group_evaluations()
                .saturating_mul(cards)
                .saturating_add(tests),
        )
    }

    /// Spends the cost of a condition on a number of different cards; a refused condition spends
    /// nothing.
    ///
    /// # Errors
    /// The condition costs more than is left.
    pub fn spend_for_cards(&self, condition: &Condition, cards: usize) -> Result<(), TooMuchWork> {
        self.take(condition.group_evaluations().saturating_mul(cards as u64))
    }

    fn take(&self, times: u64) -> Result<(), TooMuchWork> {
        let left = self.remaining.get();
        match left.checked_sub(times) {
            Some(remaining) => {
                self.remaining.set(remaining);
                Ok(())
            }
            None => Err(TooMuchWork { times, left }),
        }
    }
}
