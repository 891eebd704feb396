//! Why hands could not be dealt.

use crate::odds::{OddsError, TableError};
use thiserror::Error;

/// Why hands could not be dealt or simulated.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum DrawError {
    /// The table itself is impossible.
    #[error(transparent)]
    Odds(#[from] OddsError),
    /// The deck cannot be set out so.
    #[error(transparent)]
    Table(Box<TableError>),
    /// No hands, or more than are simulated.
    #[error("{trials} hands cannot be simulated: from 1 to {limit} are")]
    Trials {
        /// Hands asked for.
        trials: u64,
        /// The most.
        limit: u64,
    },
    /// More cards than are dealt one by one.
    #[error("{cards} cards would have to be dealt one by one; the limit is {limit}")]
    TooManyCards {
        /// Cards of all hands, turns and piles.
        cards: u64,
        /// The most.
        limit: u64,
    },
    /// Cards go to the bottom, and nothing says which.
    #[error(
        "which cards go to the bottom after a mulligan follows from a condition; none is given"
    )]
    NoChoiceOfBottom,
    /// Some cards are exchanged, and nothing says which.
    #[error("which cards of a hand are exchanged follows from a condition; none is given")]
    NoChoiceOfCards,
}
