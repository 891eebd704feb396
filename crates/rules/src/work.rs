//! What the conditions on one deck may cost together. A condition within groups within groups is bounded
//! by itself ([`GROUPING_LIMIT`](sleeve_language::GROUPING_LIMIT)); a thousand of them are not.

use sleeve_language::{Condition, PileView};
use std::cell::Cell;
use thiserror::Error;

/// Most times that all conditions asked of one deck in one command ask about a card in groups within
/// groups. A time takes some microseconds where a finding follows.
pub const ASKED_LIMIT: u64 = 200_000;

/// What conditions on one deck may still cost: those of all formats it is checked against, or all
/// assertions on it.
#[derive(Debug)]
pub struct Work {
    remaining: Cell<u64>,
}

/// A condition that is not asked, because it costs more than is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "cards are asked about {times} times in groups within groups; {left} of {ASKED_LIMIT} are left"
)]
pub struct TooMuchWork {
    /// How often it would ask about a card.
    pub times: u64,
    /// How often was left.
    pub left: u64,
}

impl Default for Work {
    fn default() -> Work {
        Work { remaining: Cell::new(ASKED_LIMIT) }
    }
}

impl Work {
    /// Takes away what a condition costs that is asked of the cards of a view. What is refused costs
    /// nothing.
    ///
    /// # Errors
    /// It costs more than is left.
    pub(super) fn spend(
        &self,
        condition: &Condition,
        view: &PileView<'_>,
    ) -> Result<(), TooMuchWork> {
        self.spend_on(condition, view.different_cards())
    }

    /// The same of so many different cards.
    ///
    /// # Errors
    /// It costs more than is left.
    pub fn spend_on(&self, condition: &Condition, cards: usize) -> Result<(), TooMuchWork> {
        let times = condition.asked_in_groups().saturating_mul(cards as u64);
        let left = self.remaining.get();
        match left.checked_sub(times) {
            Some(rest) => {
                self.remaining.set(rest);
                Ok(())
            }
            None => Err(TooMuchWork { times, left }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sleeve_data::packed;
    use sleeve_language::{Scope, condition};

    #[test]
    fn conditions_share_what_they_may_cost_and_what_is_refused_costs_nothing() {
        let games: Vec<_> =
            sleeve_games::GAMES.iter().map(|(_, bytes)| packed::unpack(bytes).unwrap()).collect();
        let flat = condition("each(kind, count() >= 1)", &Scope::from_catalog(&games[0])).unwrap();
        assert_eq!(flat.asked_in_groups(), 0);
        // Some game has a field of which a card has several values.
        let deep = games.iter().find_map(|game| {
            game.game.attributes.iter().find_map(|attribute| {
                let field = &attribute.named.id;
                let text = format!("each({field}, each({field}, count() >= 1))");
                condition(&text, &Scope::from_catalog(game))
                    .ok()
                    .filter(|deep| deep.asked_in_groups() > 1)
            })
        });
        let deep = deep.unwrap();
        let one = deep.asked_in_groups();
        let affordable = usize::try_from(ASKED_LIMIT / one).unwrap();
        let work = Work::default();
        let refused = TooMuchWork { times: one * (affordable as u64 + 1), left: ASKED_LIMIT };
        assert_eq!(work.spend_on(&deep, affordable + 1), Err(refused));
        assert_eq!(work.spend_on(&deep, affordable - 1), Ok(()));
        assert_eq!(work.spend_on(&deep, 1), Ok(()));
        let left = ASKED_LIMIT - one * affordable as u64;
        assert_eq!(work.spend_on(&deep, 1), Err(TooMuchWork { times: one, left }));
        assert_eq!(work.spend_on(&flat, usize::MAX), Ok(()));
    }
}
