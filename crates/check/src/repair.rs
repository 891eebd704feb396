//! The smallest repair of an illegal deck, where it is quick to find: `check` shows it below the findings,
//! and `fix` explains it.

use sleeve_data::model::Deck;
use sleeve_decks::Moves;
use sleeve_rules::{CheckOptions, CheckResult, Rulebook, Verdict};
use sleeve_solve::{self as solve, Ending, Wishes};

/// The largest number of decks in one call for which repairs are looked for.
pub const MAX_MENDED_DECKS: usize = 9;
/// The largest number of entries of a deck that is repaired.
pub const MAX_MENDED_ENTRIES: usize = 200;
/// The work of finding a repair, in rows and columns of pivots: ten times what the dearest repair of the tests
/// needs, and a third of a second. The clock decides nothing, so that the same deck has the same lines on every
/// machine. A longer search is left to `fix`.
pub const MAX_MEND_WORK: u64 = 4_000_000;

/// The smallest repair of a deck.
#[derive(Clone, PartialEq, Debug)]
pub struct Repair {
    pub moves: Moves,
    /// For every card that goes out, then every card that comes in, the number of other cards that would do as well.
    pub equivalent_cards: Vec<u32>,
}

/// The smallest repair of an illegal deck, where it is found quickly, is proven to be the smallest, and
/// makes the deck legal whatever unknown facts are.
pub(super) fn find_repair(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    checked: &CheckResult,
) -> Option<Repair> {
    let whole = deck.unresolved.is_empty() && checked.unknown_names.is_empty();
    let small = deck.entries.len() <= MAX_MENDED_ENTRIES;
    if checked.verdict != Verdict::Illegal || !whole || !small {
        return None;
    }
    let request = solve::SolveRequest {
        wishes: &Wishes::default(),
        effort: solve::Effort::Work(MAX_MEND_WORK),
        alternatives: 0,
        aim: solve::Aim::Nearest,
        explain: false,
        stop: None,
    };
    let outcome = solve::solve(rulebook, deck, options, &request).ok()?;
    let repair = match outcome.ending {
        Ending::Found(repair) if outcome.is_proven => repair,
        _ => return None,
    };
    let is_legal = repair.checked.verdict == Verdict::Legal && repair.moves.count_changes() > 0;
    is_legal.then_some(Repair { moves: repair.moves, equivalent_cards: repair.equivalent_cards })
}
