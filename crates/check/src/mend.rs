//! The smallest repair of a deck that is illegal, where it is quick to find: `check` tells it beside
//! what is wrong, and `fix` says more of it.

use sleeve_data::model::Deck;
use sleeve_decks::Moves;
use sleeve_rules::{CheckOptions, CheckResult, Rulebook, Verdict};
use sleeve_solve::{self as solve, Ending, Wishes};
use std::time::Duration;

/// With more decks at once none is mended.
pub const MAX_MENDED_DECKS: usize = 9;
/// A deck of more entries is not mended.
pub const MAX_MENDED_ENTRIES: usize = 200;
/// A repair that takes longer to find, in milliseconds, is left to `fix`.
pub const MAX_MEND_MILLISECONDS: u64 = 200;
/// A build that is not optimised takes that much longer over the same work.
const SLOWER: u32 = if cfg!(debug_assertions) { 100 } else { 1 };

/// The smallest repair of a deck.
#[derive(Clone, PartialEq, Debug)]
pub struct Mend {
    /// What changes.
    pub moves: Moves,
    /// For every card that comes in, how many others would do as well.
    pub alike: Vec<u32>,
}

/// The smallest repair of an illegal deck, where it is found quickly, is proven to be the smallest, and
/// makes the deck legal whatever unknown facts are.
pub(super) fn mend(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    checked: &CheckResult,
) -> Option<Mend> {
    let whole = deck.unresolved.is_empty() && checked.unknown_names.is_empty();
    let small = deck.entries.len() <= MAX_MENDED_ENTRIES;
    if checked.verdict != Verdict::Illegal || !whole || !small {
        return None;
    }
    let request = solve::SolveRequest {
        wishes: &Wishes::default(),
        time: Duration::from_millis(MAX_MEND_MILLISECONDS) * SLOWER,
        alternatives: 0,
        goal_first: false,
        explain: false,
        stop: None,
    };
    let outcome = solve::solve(rulebook, deck, options, &request).ok()?;
    let found = match outcome.ending {
        Ending::Found(found) if outcome.is_proven => found,
        _ => return None,
    };
    let is_legal = found.checked.verdict == Verdict::Legal && found.moves.count_changes() > 0;
    is_legal.then_some(Mend { moves: found.moves, alike: found.equivalent_cards })
}
