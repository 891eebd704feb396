//! Why a probability could not be told.

use thiserror::Error;

/// Why a question about draws has no answer, or none within the stated limits.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OddsError {
    /// More cards are drawn than there are.
    #[error("{draw} cards are drawn from the {pile}, which holds {holds}")]
    DrawsTooMany {
        /// The pile's name.
        pile: String,
        /// How many are drawn.
        draw: u64,
        /// How many there are.
        holds: u64,
    },
    /// The hands are of too many kinds to count them all.
    #[error(
        "about {vectors} kinds of hands would have to be counted, more than the limit of {limit}: \
         estimate instead with `sleeve draw --trials 1000000`, or ask about fewer kinds of cards"
    )]
    TooManyVectors {
        /// How many vectors of class counts there are, at least approximately.
        vectors: u128,
        /// The most that are counted.
        limit: u128,
    },
    /// More classes than are told apart.
    #[error("{classes} kinds of cards would have to be told apart; the limit is {limit}")]
    TooManyClasses {
        /// How many there are.
        classes: usize,
        /// The most.
        limit: usize,
    },
    /// More cards are drawn than are counted.
    #[error("a draw of {draw} cards is not counted; the limit is {limit}")]
    DrawTooLarge {
        /// Cards drawn.
        draw: u64,
        /// The most.
        limit: u64,
    },
    /// More kinds of opening hands than a mulligan is worked out for.
    #[error("{hands} kinds of opening hands would have to be weighed; the limit is {limit}")]
    TooManyHands {
        /// How many kinds there are, over all exchanges.
        hands: u128,
        /// The most.
        limit: u128,
    },
    /// Choosing the cards that do not stay takes too long for each hand of a simulation.
    #[error("deciding about one hand takes {steps} steps, and the limit is {limit}")]
    HandTooLong {
        /// How many steps it takes at most.
        steps: u128,
        /// The limit.
        limit: u64,
    },
    /// Counting takes more work than is left.
    #[error("counting takes {steps} steps; {left} of the limit of {limit} are left")]
    TooMuchWork {
        /// Steps that it takes.
        steps: u128,
        /// Steps that are left.
        left: u64,
        /// Steps that one command may take.
        limit: u64,
    },
    /// No draw satisfies the condition after `--given`.
    #[error("no draw satisfies the condition of `--given`, so nothing can be said of such draws")]
    ImpossibleGiven,
    /// Whether what is given holds depends on unknown facts.
    #[error("whether `--given` holds depends on facts that are not known")]
    UndecidedGiven,
    /// A measure has more values than are told apart.
    #[error("the measure has more than {limit} different values")]
    TooManyValues {
        /// The most.
        limit: usize,
    },
    /// When a condition holds first depends on unknown facts.
    #[error("when the condition first holds depends on facts that are not known")]
    UndecidedUntil,
    /// Piles beside the hand are not followed from turn to turn.
    #[error("piles dealt beside the hand are not followed from turn to turn")]
    UntilBeside,
    /// Hands of which some cards are exchanged are not followed from turn to turn.
    #[error("hands of which some cards are exchanged are not followed from turn to turn")]
    UntilSome,
    /// More states of pile and hand than are told apart.
    #[error("{states} states of pile and hand would have to be told apart; the limit is {limit}")]
    TooManyStates {
        /// How many there are, at least.
        states: u128,
        /// The most.
        limit: u128,
    },
    /// Whether a hand is kept depends on unknown facts.
    #[error("whether a hand is kept depends on facts that are not known")]
    UndecidedKeep,
    /// Unlimited exchanges and no hand that ends them.
    #[error(
        "the mulligan would never end: no hand satisfies `--keep`, and the exchanges are not limited"
    )]
    MulliganNeverEnds,
    /// The rules send every opening hand back.
    #[error("no opening hand satisfies `--redraw-unless`")]
    NoHandStands,
    /// Exchanges go on below an empty hand.
    #[error(
        "{exchanges} exchanges leave no cards of a hand of {hand}; at most {hand} are possible"
    )]
    TooManyExchanges {
        /// Exchanges asked for.
        exchanges: u32,
        /// Cards of the opening hand.
        hand: u32,
    },
    /// Some cards of a hand are exchanged more than once.
    #[error("cards of a hand are exchanged for others once, not {exchanges} times")]
    SomeOnlyOnce {
        /// Exchanges asked for.
        exchanges: u32,
    },
    /// The cards drawn after a mulligan reach those put on the bottom.
    #[error("after a mulligan {draw} further cards reach the cards on the bottom of the pile")]
    ReachesTheBottom {
        /// Cards drawn after the opening hand.
        draw: u64,
    },
    /// A turn that is not followed.
    #[error("there is no turn {turn}: turns are numbered from 1 to {limit}")]
    NoSuchTurn {
        /// The turn asked about.
        turn: u32,
        /// The last that is followed.
        limit: u32,
    },
    /// More cards than can be dealt.
    #[error("the pile holds {cards} cards; at most {limit} can be dealt")]
    PileTooLarge {
        /// Cards of the pile.
        cards: u64,
        /// The largest pile.
        limit: u64,
    },
    /// Exchanges together with turns in which cards leave the hand.
    #[error(
        "a mulligan is followed by turns that only add cards to the hand: \
         leave out the mulligan, or ask about the opening hand"
    )]
    ExchangeAndDiscard,
}

impl OddsError {
    /// The same error about a pile of this name.
    #[must_use]
    pub(crate) fn of_pile(self, name: &str) -> OddsError {
        match self {
            OddsError::DrawsTooMany { draw, holds, .. } => {
                OddsError::DrawsTooMany { pile: name.to_owned(), draw, holds }
            }
            other => other,
        }
    }
}
