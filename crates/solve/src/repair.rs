//! The search for the nearest legal deck, or the best one: which cases and roles are searched, in
//! which order, and what their answers prove together. `case` searches one of them.

use super::{
    case::explain_open,
    implied::find_nearest,
    other_values::list_other_values,
    outcome::{Ending, Outcome},
    parts::RepairInput,
    reads::{are_states_read, list_assumed_values},
    request::{Aim, SearchLimit, SolveRequest},
    roles::{find_in_other_roles, list_role_cards},
    solver::Deadline,
};
use sleeve_data::model::{CardIndex, Deck};
use sleeve_language::ParameterValue;
use sleeve_rules::{CheckError, CheckOptions, Rulebook, UNREAD, Verdict};
use std::cell::Cell;

/// Finds the legal deck with the fewest changes, or the one with the largest goal.
///
/// # Errors
/// The deck does not fit the format, or a rule has a mistake.
pub fn solve(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    request: &SolveRequest<'_>,
) -> Result<Outcome, CheckError> {
    // No repair removes the unread parts of the file.
    if deck.unread.is_some() && !matches!(options.levels.get(UNREAD), Some(None)) {
        return Ok(Outcome::undecided(SearchLimit::Unread));
    }
    let work = Cell::new(0);
    let deadline = Deadline::from_request(request, &work);
    let wishes = request.wishes.with_known_decks(rulebook.catalog);
    let request = &SolveRequest { wishes: &wishes, ..request.clone() };
    let input = RepairInput::new(rulebook, deck, options, request, deadline);
    let mut outcome = find_with_role(&input)?;
    let keeping = RepairInput { keeps_role_cards: !outcome.kept.is_empty(), ..input };
    outcome.other_values = list_other_values(&keeping, &outcome)?;
    outcome.keeps_states = are_states_read(rulebook, &wishes);
    let is_found = matches!(outcome.ending, Ending::Found(_));
    if outcome.at_least == 0 && !(outcome.is_proven && (is_found || outcome.keeps_states)) {
        outcome.at_least = u64::from(needs_change(&input));
    }
    outcome.is_proven |= reaches_bound(&outcome, request);
    if outcome.is_proven || !(is_found || outcome.ending == Ending::Undecided) {
        outcome.limit = None;
    }
    outcome.assumed_values = list_assumed_values(&input, &outcome);
    outcome.known_decks = wishes
        .like
        .as_ref()
        .map_or(0, |corpus| corpus.count_decks());
    Ok(outcome)
}

/// Whether the deck as it is needs a change: it is illegal, or it cannot be judged because its
/// cards imply no value of a parameter. Where states of copies count, other states were not tried.
fn needs_change(input: &RepairInput<'_, '_>) -> bool {
    let judged = input.rulebook.check(input.deck, input.options);
    judged.map_or(true, |judged| judged.verdict == Verdict::Illegal)
}

/// Whether a legal deck has no more changes than any legal deck needs.
fn reaches_bound(outcome: &Outcome, request: &SolveRequest<'_>) -> bool {
    let Ending::Found(found) = &outcome.ending else { return false };
    request.aim == Aim::Nearest
        && request.wishes.objectives.is_empty()
        && found.checked.verdict == Verdict::Legal
        && outcome.at_least >= found.moves.count_changes()
}

/// Finds a repair that keeps the cards that name the role of the deck, and one that sets out
/// others; without one, any repair.
fn find_with_role(input: &RepairInput<'_, '_>) -> Result<Outcome, CheckError> {
    let mut kept = list_role_cards(input);
    if !kept.is_empty() {
        let keeping = RepairInput { keeps_role_cards: true, ..*input };
        let outcome = find_in_other_roles(&keeping, find_nearest(&keeping)?)?;
        if let Ending::Found(found) = &outcome.ending
            && found.checked.verdict == Verdict::Legal
        {
            kept.retain(|card: &CardIndex| found.deck.entries.iter().any(|e| e.card == *card));
            return Ok(Outcome { kept, ..outcome });
        }
    }
    find_in_other_roles(input, find_nearest(input)?)
}

/// Proves that no deck meets rules and wishes, for all values of the `open` parameters, with the
/// reason; `None` if there is no such proof.
pub(super) fn find_refutation(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    request: &SolveRequest<'_>,
    open: &[(String, ParameterValue)],
) -> Result<Option<Outcome>, CheckError> {
    let work = Cell::new(0);
    let deadline = Deadline::from_request(request, &work);
    explain_open(&RepairInput::new(rulebook, deck, options, request, deadline), open, None)
}

#[cfg(test)]
#[path = "../../../tests/unit/solve/repair.rs"]
mod tests;
