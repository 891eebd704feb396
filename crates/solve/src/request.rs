//! A request to the solver with the wishes of the user, and its outcome.

use super::choices::ParameterChoice;
use super::corpus::DeckCorpus;
use super::other_values::OtherValue;
use super::unsat_core::Core;
use sleeve_data::model::{CardIndex, Catalog, Deck};
use sleeve_decks::Moves;
use sleeve_language::{Condition, Filter, Measure, Quantity, Rational};
use sleeve_rules::CheckResult;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The bound of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// By the clock.
    Time(Duration),
    /// By work, so that the answer is the same on every machine, idle or busy: rows and columns of
    /// each pivot of the solver, and a thousand for each check of the remaining work.
    Work(u64),
}

/// The aim of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aim {
    /// The fewest changes; objectives choose among those decks.
    Nearest,
    /// The best deck: objectives and the shape of known decks go before few changes.
    Best,
    /// Any deck of few cards: a proof that there is one needs no choice between decks.
    Any,
}

/// A request for the nearest legal deck, or the best one.
#[derive(Clone, Debug)]
pub struct SolveRequest<'r> {
    pub wishes: &'r Wishes,
    /// The bound of search and explanation together.
    pub effort: Effort,
    /// The number of other answers with as few changes to look for.
    pub alternatives: usize,
    pub aim: Aim,
    /// Whether to find out why there is no answer, or none with fewer changes.
    pub explain: bool,
    /// A flag that the caller sets to stop the search.
    pub stop: Option<&'r AtomicBool>,
}

impl<'r> SolveRequest<'r> {
    /// A request for the nearest legal deck alone.
    pub fn nearest(wishes: &'r Wishes, effort: Effort) -> SolveRequest<'r> {
        let (alternatives, aim) = (0, Aim::Nearest);
        SolveRequest { wishes, effort, alternatives, aim, explain: false, stop: None }
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

/// Whether a number is to be large or small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Maximise,
    Minimise,
}

/// A number of the deck that is to be as large, or as small, as it can be.
#[derive(Clone, Debug)]
pub struct Objective {
    direction: Direction,
    /// The number to maximise: of a number to minimise its negative.
    maximised: Measure,
}

impl Objective {
    /// The objective of making a measure large or small.
    pub fn new(direction: Direction, measure: &Measure) -> Objective {
        let maximised = match direction {
            Direction::Maximise => measure.clone(),
            Direction::Minimise => measure.negated(),
        };
        Objective { direction, maximised }
    }

    pub(super) fn maximised(&self) -> &Measure {
        &self.maximised
    }

    /// The value of the measure, from that of the number to maximise.
    pub(super) fn value(&self, maximised: Quantity) -> Quantity {
        match self.direction {
            Direction::Maximise => maximised,
            Direction::Minimise => maximised.negated(),
        }
    }

    /// The bound of the measure, from that of the number to maximise.
    pub(super) fn bound(&self, maximised: Rational) -> Rational {
        match self.direction {
            Direction::Maximise => maximised,
            Direction::Minimise => maximised.negated(),
        }
    }
}

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

worded! {
    /// The reason why a search has no proof.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum SearchLimit, word {
        Time = "time",
        Stopped = "stopped",
        /// The rules engine rejected too many answers.
        Rejected = "rejected",
        /// Rows are stricter or looser than rules and wishes.
        Inexact = "inexact",
        /// More copies of a card than the search looks at may be needed.
        Copies = "copies",
        /// Parameters have more values than were tried.
        Values = "values",
        /// Numbers are too far apart for a solver in floating point.
        Resolution = "resolution",
        /// The file has unread parts that rules may depend on.
        Unread = "unread",
    }
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
}

/// Demands of the user on a deck, besides the rules of its format.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Cards of the deck that match stay.
    pub lock: Option<Filter>,
    /// Only cards that match may come in; `None`: all cards.
    pub only: Option<Filter>,
    /// Whether every card of the deck stays.
    pub keeps_deck: bool,
    /// Conditions that the deck has to meet.
    pub require: Vec<Condition>,
    /// Cards that have to be in the deck, with the fewest copies.
    pub with: Vec<(CardIndex, u32)>,
    /// The collection, with copies: the deck has no more than these; `None`: any card.
    pub owned: Option<BTreeMap<CardIndex, u32>>,
    /// What to maximise or minimise: those further on choose between decks that are equal before.
    pub objectives: Vec<Objective>,
    /// Decks that show which cards are played together, for the choice between otherwise equal
    /// decks; `None`: those that the game ships.
    pub like: Option<Arc<DeckCorpus>>,
}

impl Wishes {
    /// The wishes with the decks that the game ships, if they name no decks.
    pub(crate) fn with_known_decks(&self, catalog: &Catalog) -> Cow<'_, Wishes> {
        if self.like.is_some() {
            return Cow::Borrowed(self);
        }
        let like = Some(Arc::new(DeckCorpus::from_game(catalog)));
        Cow::Owned(Wishes { like, ..self.clone() })
    }
}

/// The origin of a demand on a deck.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WishOrigin {
    /// The definition of changes, which is no demand.
    Structure,
    /// The filter of a zone, by the id of the zone.
    Zone(String),
    /// A rule of the format, by its position.
    Rule(usize),
    /// A rule that a card brings with it, by its position among the rules of the card.
    CardRule(CardIndex, usize),
    /// A parameter with a value that the format does not allow.
    Parameter(String),
    /// The value of a parameter that cards imply.
    Implied(String),
    Released,
    /// The role that cards of the deck name or imply.
    Role(String),
    /// The stated role, which no card may contradict.
    StatedRole(String),
    /// The cards that name the role of the deck or set out others, which stay.
    RoleCards,
    /// The wish that cards stay.
    Lock,
    /// The wish that the whole deck stays.
    Deck,
    /// The wish that only some cards come in.
    Only,
    /// A condition of the user, by its position.
    Require(usize),
    /// A card that the user wants in the deck, by its position.
    With(usize),
    Owned,
    /// A limit of the number of changes.
    Changes(i64),
    /// A parameter without a value that makes a deck possible.
    Choices(String),
}
