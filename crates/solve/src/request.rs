//! What is asked of the solver, and what comes of it.

use super::choices::ParameterChoice;
use super::unsat_core::Core;
use sleeve_data::model::{CardIndex, Deck};
use sleeve_decks::Moves;
use sleeve_language::{Condition, Filter, Measure, Quantity};
use sleeve_rules::CheckResult;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// What is asked of the solver.
#[derive(Clone, Debug)]
pub struct SolveRequest<'r> {
    /// What the user asks beside the rules.
    pub wishes: &'r Wishes,
    /// How long to search and to explain.
    pub time: Duration,
    /// How many other answers of the same size to look for.
    pub alternatives: usize,
    /// Whether a largest number goes before few changes.
    pub goal_first: bool,
    /// Whether to say why there is no answer, or none with fewer changes.
    pub explain: bool,
    /// Set from outside when the user wants to stop.
    pub stop: Option<&'r AtomicBool>,
}

/// A deck that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Repaired {
    /// The deck.
    pub deck: Deck,
    /// What the rules engine says of it.
    pub checked: CheckResult,
    /// What changes.
    pub moves: Moves,
    /// For every card that comes in, how many others would do as well: nothing that is asked tells
    /// them apart.
    pub alike: Vec<u32>,
    /// What the number comes to that was to be as large as it can be, as the rules engine counts it.
    pub reached: Option<Quantity>,
}

/// How a search ended.
#[derive(Clone, PartialEq, Debug)]
pub enum Ending {
    /// With a deck.
    Found(Box<Repaired>),
    /// No deck meets everything.
    Impossible,
    /// Without a deck, and without a proof that there is none.
    Undecided,
    /// The number that was to be as large as it can be has no largest value.
    Unbounded,
    /// The number that was to be as large as it can be cannot be put into rows.
    GoalUnsaid,
}

/// What kept a search from a proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SearchLimit {
    /// The time.
    Time,
    /// The user stopped it.
    Stopped,
    /// The rules engine took too many answers back.
    Rejected,
    /// Something that is asked cannot be put into rows as it is.
    Inexact,
    /// More copies of a card than are looked at may be needed.
    Copies,
    /// Parameters have more values than were tried.
    Values,
    /// Numbers too far apart for a solver in floating point.
    Resolution,
}

impl SearchLimit {
    /// Its name in documents.
    pub fn word(self) -> &'static str {
        match self {
            SearchLimit::Time => "time",
            SearchLimit::Stopped => "stopped",
            SearchLimit::Rejected => "rejected",
            SearchLimit::Inexact => "inexact",
            SearchLimit::Copies => "copies",
            SearchLimit::Values => "values",
            SearchLimit::Resolution => "resolution",
        }
    }
}

/// What came of a request.
#[derive(Clone, PartialEq, Debug)]
pub struct Outcome {
    /// How it ended.
    pub ending: Ending,
    /// Whether that is proven: no smaller answer exists, none with a larger number where one was to be as
    /// large as it can be, or none at all.
    pub is_proven: bool,
    /// What kept the search from a proof, where it has none.
    pub limit: Option<SearchLimit>,
    /// How many changes are needed at least, as far as that is known.
    pub at_least: u64,
    /// Other answers of the same size.
    pub alternatives: Vec<Moves>,
    /// What makes fewer changes, or any deck, impossible.
    pub core: Option<Core>,
    /// The values of parameters that the answer rests on, of those that may have others.
    pub assumed: Vec<ParameterChoice>,
    /// Whether something that is asked reads what single copies are in. That stays as it is, copies that
    /// come in are as their card is, and what is proven is proven of such decks alone.
    pub keeps_states: bool,
}

impl Outcome {
    /// Nothing is known.
    pub(super) fn undecided(limit: SearchLimit) -> Outcome {
        Outcome {
            ending: Ending::Undecided,
            is_proven: false,
            limit: Some(limit),
            at_least: 0,
            alternatives: Vec::new(),
            core: None,
            assumed: Vec::new(),
            keeps_states: false,
        }
    }

    /// Whether no deck at all meets everything.
    pub fn is_contradiction(&self) -> bool {
        self.ending == Ending::Impossible && !self.keeps_states
    }
}

/// What the user asks of a deck beside the rules of its format.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Cards of the deck that stay.
    pub lock: Option<Filter>,
    /// Cards that may come in; `None`: all.
    pub only: Option<Filter>,
    /// Whether every card of the deck stays.
    pub keeps_deck: bool,
    /// Conditions that have to hold.
    pub require: Vec<Condition>,
    /// Cards that have to be in the deck, with copies.
    pub with: Vec<(CardIndex, u32)>,
    /// Cards that are owned, with copies: a deck holds no more of them.
    pub owned: Option<BTreeMap<CardIndex, u32>>,
    /// A number that is to be as large as it can be.
    pub maximise: Option<Measure>,
}

/// What asks for something of a deck.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WishOrigin {
    /// What changes are: no rule.
    Structure,
    /// What a zone accepts, by its id.
    Zone(String),
    /// A rule of the format, by its position.
    Rule(usize),
    /// A rule that a card brings with it, by its position among those of the card.
    CardRule(CardIndex, usize),
    /// A parameter with a value that the format does not allow.
    Parameter(String),
    /// The day of the check.
    Released,
    /// The role that the deck's cards show.
    Role(String),
    /// The role that is stated, which no card may contradict.
    StatedRole(String),
    /// Cards that stay.
    Lock,
    /// The deck that is completed.
    Deck,
    /// Cards that may come in.
    Only,
    /// A condition of the user, by its position.
    Require(usize),
    /// A card that has to be there, by its position.
    With(usize),
    /// What is owned.
    Owned,
    /// At most so many changes.
    Changes(i64),
    /// A parameter that has no value with which it would be possible.
    Choices(String),
}
