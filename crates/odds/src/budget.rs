//! Limits of counting. The cost of a count is known before it begins, so a question that is too
//! large fails at once instead of making you wait.

use super::messages::OddsError;
use std::cell::Cell;

/// Most steps of counting that one command spends, over all its conditions, turns and numbers of
/// copies. A step is a few nanoseconds; all of them together take about a second.
pub const WORK_LIMIT: u64 = 250_000_000;

/// The most classes; each is one level of the recursion that counts them.
pub const CLASS_LIMIT: usize = 2000;

/// Most cards that a draw which is counted takes.
pub const DRAW_LIMIT: u64 = 100_000;

/// The most kinds of opening hands that a mulligan tree keeps in memory at once, over all
/// exchanges.
pub const HAND_LIMIT: u128 = 200_000;

/// The most steps of deciding about one hand, if a simulation looks at hands one by one.
pub const ONE_HAND_LIMIT: u64 = 10_000_000;

/// Most bytes of class vectors that are kept in memory at once: 64 MiB.
pub(crate) const VECTOR_BYTES: u128 = 64 << 20;

/// Steps of the smallest question: setting it up. Without them, very many tiny questions would cost
/// nothing.
const SETUP_STEPS: u128 = 10_000;

/// The steps of visiting one class vector: few if its number of draws fits `u128` (`None`), more if
/// it takes this many words of 64 bits.
pub(crate) fn visit_steps(words: Option<u128>) -> u128 {
    match words {
        None => 5,
        Some(words) => 60 + 2 * words,
    }
}

/// What may still be spent on counting.
#[derive(Debug)]
pub struct Budget {
    steps_left: Cell<u64>,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget::new()
    }
}

impl Budget {
    /// All that one command may spend.
    pub fn new() -> Budget {
        Budget { steps_left: Cell::new(WORK_LIMIT) }
    }

    /// Runs work on a budget of at most this many steps; the steps it spends are taken from this
    /// budget.
    pub fn part<T>(&self, most: u64, work: impl FnOnce(&Budget) -> T) -> T {
        let share = self.steps_left.get().min(most);
        let part = Budget { steps_left: Cell::new(share) };
        let done = work(&part);
        self.steps_left
            .set(self.steps_left.get() - (share - part.steps_left.get()));
        done
    }

    /// Takes the steps of one count, or refuses them; refused steps cost nothing.
    pub fn spend(&self, steps: u128) -> Result<(), OddsError> {
        self.spend_more(steps.saturating_add(SETUP_STEPS))
    }

    /// Refuses the steps of counts that have not begun if fewer are left; takes none.
    pub fn check(&self, steps: u128) -> Result<(), OddsError> {
        let left = self.steps_left.get();
        match steps.saturating_add(SETUP_STEPS) {
            // The remaining steps are reported with the limit: the same question may fit into a
            // command of its own.
            steps if steps > u128::from(left) => {
                Err(OddsError::TooMuchWork { steps, left, limit: WORK_LIMIT })
            }
            _ => Ok(()),
        }
    }

    /// Takes further steps of a count that has begun, or refuses them; refused steps cost nothing.
    pub(crate) fn spend_more(&self, steps: u128) -> Result<(), OddsError> {
        let left = self.steps_left.get();
        match u64::try_from(steps)
            .ok()
            .and_then(|steps| left.checked_sub(steps))
        {
            Some(rest) => {
                self.steps_left.set(rest);
                Ok(())
            }
            None => Err(OddsError::TooMuchWork { steps, left, limit: WORK_LIMIT }),
        }
    }
}
