//! A request to the solver: what it searches for, and how long.

use super::wishes::Wishes;
use std::{sync::atomic::AtomicBool, time::Duration};

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
