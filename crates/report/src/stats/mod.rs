//! Decks in numbers, as text, JSON and CSV.

pub mod asked;
mod csv;
mod human;
mod side;
pub mod usage;
pub mod wide;
pub mod words;

pub use csv::csv;
pub use human::write;

use sleeve_odds::stats::ValueTally;

/// The most values of a tally without an order of its own that are shown unasked.
const VALUE_ROW_LIMIT: usize = 6;

/// How much is to be shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct StatsDetail {
    /// No hints, no word on the data in use.
    pub quiet: bool,
    /// Every value of every tally, not only the most frequent ones.
    pub all: bool,
}

impl StatsDetail {
    /// How many of so many values of a tally are shown: one that is left over is no shorter than saying so.
    fn row_count(&self, tally: &ValueTally, values: usize) -> usize {
        if self.all || tally.ordered || values <= VALUE_ROW_LIMIT + 1 {
            values
        } else {
            VALUE_ROW_LIMIT
        }
    }
}
