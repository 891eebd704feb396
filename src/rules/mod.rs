//! Checking a deck against a format, and two decks against each other.
//!
//! Nothing here knows a game: the rules are conditions of the pile language, fixed lists and
//! carrier rules, all read from the game's data.

mod target;

pub use target::{TargetError, Wanted, target};
