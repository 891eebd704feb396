//! Decks in numbers, as text, JSON and CSV.

mod document;
mod human;
mod side;
pub mod words;

pub use document::{csv, json};
pub use human::write;

use super::checked::CheckedDeck;
use crate::stats::Statistics;

/// A deck with its numbers.
#[derive(Clone, Debug)]
pub struct Described<'a> {
    /// The deck as it was read.
    pub deck: &'a CheckedDeck,
    /// Its numbers.
    pub statistics: Statistics,
    /// Whether they rest on stand-ins or inferred facts.
    pub provisional: bool,
}
