//! The outcome of a search: the deck that it found, or why there is none.

use super::{request::SearchLimit, unsat_core::Core, wishes::WishOrigin};
use sleeve_data::model::{CardIndex, Deck, Setting};
use sleeve_decks::Moves;
use sleeve_language::{Quantity, Rational};
use sleeve_rules::CheckResult;

/// The end of a search.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Ending {
    Found(Box<Repaired>),
    /// No deck meets all rules and wishes.
    Impossible,
    /// No deck was found, nor a proof that there is none.
    #[default]
    Undecided,
    /// The number of an objective has no best value.
    Unbounded,
    /// Rows cannot express the number of an objective.
    GoalUnsaid,
}

/// The outcome of a request.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Outcome {
    pub ending: Ending,
    /// Whether it is proven: no answer has fewer changes, none comes to more of the objectives, or
    /// there is no answer at all.
    pub is_proven: bool,
    /// The reason why it is not proven; `None` if it is.
    pub limit: Option<SearchLimit>,
    /// A proven lower bound of the number of changes.
    pub at_least: u64,
    /// Other answers with as few changes.
    pub alternatives: Vec<Moves>,
    /// The unsatisfiable core that excludes fewer changes, or any deck.
    pub core: Option<Core>,
    /// The demands that reject the answer that the search took for the nearest, if the rules engine
    /// rejected too many.
    pub refusals: Vec<WishOrigin>,
    /// The number of known decks that show which cards are played together, which decides between
    /// equal answers.
    pub known_decks: usize,
    /// The values of open parameters that the answer rests on.
    pub assumed_values: Vec<ParameterChoice>,
    /// Values of parameters under which far fewer changes are enough, or under which there is a
    /// deck.
    pub other_values: Vec<OtherValue>,
    /// The cards that name the role of the deck or set out others, and stay, if the answer is among
    /// decks with them.
    pub kept: Vec<CardIndex>,
    /// Whether a rule or wish reads the state of single copies. Copies of the deck keep their state
    /// and cards that come in have none, so proofs cover only such decks.
    pub keeps_states: bool,
}

impl Outcome {
    /// An outcome without a deck or a proof.
    pub(super) fn undecided(limit: SearchLimit) -> Outcome {
        Outcome { limit: Some(limit), ..Outcome::default() }
    }

    /// The changes of the deck that was found; `None` without one.
    pub(super) fn count_changes(&self) -> Option<u64> {
        match &self.ending {
            Ending::Found(found) => Some(found.moves.count_changes()),
            _ => None,
        }
    }

    /// A lower bound of the number of changes; the largest number if no deck is possible.
    pub(super) fn least_changes(&self) -> u64 {
        if self.ending == Ending::Impossible { u64::MAX } else { self.at_least }
    }

    /// Whether no deck at all meets rules and wishes, for all states of its copies.
    pub fn is_contradiction(&self) -> bool {
        self.ending == Ending::Impossible && !self.keeps_states
    }
    /// Marks the values of some parameters as chosen by the search.
    pub(super) fn with_searched_values<'n>(
        mut self,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Outcome {
        for choice in &mut self.assumed_values {
            if names.clone().any(|name| name == choice.parameter) {
                choice.giver = Giver::Search;
            }
        }
        self
    }
}

/// A deck that the search found and the rules engine checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Repaired {
    pub deck: Deck,
    /// The answer of the rules engine.
    pub checked: CheckResult,
    pub moves: Moves,
    /// For each card that goes out, then for each that comes in, how many other cards would do as
    /// well: no rule or wish distinguishes them. Cards beyond the list have none.
    pub equivalent_cards: Vec<u32>,
    /// What each objective comes to, in their order.
    pub reached: Vec<ReachedValue>,
}

/// What an objective comes to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReachedValue {
    /// The value, as the rules engine counts it.
    pub value: Quantity,
    /// A proven end: no deck with the same values of the objectives before it has a better value;
    /// `None` if none is proven.
    pub bound: Option<Rational>,
    /// Whether it is proven that no such deck has a better value.
    pub is_proven: bool,
}

worded! {
    /// The origin of the value of a parameter.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Giver, word {
        /// The user, the deck or its cards.
        Given = "given",
        /// The format, by its default.
        Default = "default",
        /// The search: with the default no deck is legal, or a better one is with another value.
        Search = "chosen",
    }
}

/// A value of a parameter that an answer rests on.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterChoice {
    pub parameter: String,
    pub value: Setting,
    pub giver: Giver,
}

/// Another value of a parameter, and the number of changes that are enough under it.
#[derive(Clone, PartialEq, Debug)]
pub struct OtherValue {
    pub parameter: String,
    pub value: Setting,
    pub changes: u64,
}
