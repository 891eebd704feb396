//! The searches for one case: the values of parameters are those that are given, or each row may
//! take any of them. `attempt` searches one ground.

use super::{
    attempt::{RepairAttempt, new_search, order_cards},
    certainty::Certainty,
    corpus::{DeckShape, HeldCopies},
    ground::Ground,
    outcome::{Ending, Outcome, Repaired},
    parts::{GroundParts, RepairInput},
    presolve::VariableCost,
    request::{Aim, SearchLimit},
    search::NoAssignment,
    solver::Deadline,
    unsat_core::Core,
};
use sleeve_data::model::{CardIndex, Setting};
use sleeve_language::ParameterValue;
use sleeve_rules::{CheckError, Rulebook};

/// Finds the nearest deck, or the best one, among those whose cards imply these values of
/// parameters.
pub(super) fn find_in_case(
    input: &RepairInput<'_, '_>,
    implied_values: &[(String, Option<Setting>)],
) -> Result<Outcome, CheckError> {
    let RepairInput { rulebook, deadline, .. } = *input;
    let shape = find_shape(input);
    let parts = GroundParts { implied_values, shape: shape.as_ref(), ..input.open_parts(&[]) };
    let Some(certain) = Ground::new(&parts, Certainty::Certain, deadline)? else {
        return Ok(Outcome::undecided(deadline.limit()));
    };
    let order = order_cards(rulebook, &certain);
    let attempt = RepairAttempt::new(parts, input, &certain, &order);
    let first = attempt.run(Certainty::Certain)?;
    let is_settled = !certain.is_stricter || first.is_proven;
    if !matches!(first.ending, Ending::Impossible | Ending::Undecided) && is_settled {
        return attempt.explain(first, Certainty::Certain);
    }
    // Decks that are certainly legal go before those that may be: these are only searched now.
    let Some(possible) = Ground::new(&parts, Certainty::Possible, deadline)? else {
        return Ok(leave_unproven(input, first));
    };
    let order = order_cards(rulebook, &possible);
    let wider = attempt.on_ground(&possible, &order);
    match first.count_changes() {
        Some(changes) => bound_by_possible(&wider, first, changes),
        // No row rests on an unknown fact: a second search would find the same.
        None if possible.model == certain.model => attempt.explain(first, Certainty::Certain),
        None => search_possible(&wider, &first),
    }
}

/// The outcome if the time ends before decks that may be legal are searched.
fn leave_unproven(input: &RepairInput<'_, '_>, first: Outcome) -> Outcome {
    let time = input.deadline.limit();
    if !matches!(first.ending, Ending::Found(_)) {
        return Outcome::undecided(time);
    }
    // If rows are stricter than rules, no amount of time proves that a number is the largest.
    let has_goal = !input.request.wishes.objectives.is_empty();
    let limit = first.limit.filter(|_| has_goal).or(Some(time));
    Outcome { is_proven: false, at_least: 0, limit, ..first }
}

/// Bounds the changes of a certainly legal deck by those of the possibly legal ones: they include
/// all certainly legal decks.
fn bound_by_possible(
    wider: &RepairAttempt<'_, '_, '_>,
    first: Outcome,
    changes: u64,
) -> Result<Outcome, CheckError> {
    let has_goal = !wider.request.wishes.objectives.is_empty();
    let (at_least, cut) = wider.bound_changes();
    let is_proven = at_least >= changes && !has_goal;
    let limit = cut.filter(|_| !has_goal).or(first.limit);
    let bounded = Outcome { is_proven, at_least: at_least.min(changes), limit, ..first };
    if !is_proven {
        return Ok(bounded);
    }
    let explained = wider.explain(bounded, Certainty::Possible)?;
    // Fewer rules may contradict each other if they have to be met for certain.
    let core = explained
        .core
        .map(|core| Core { is_irreducible: false, ..core });
    Ok(Outcome { core, ..explained })
}

/// Finds a possibly legal deck if no certainly legal one was found.
fn search_possible(
    wider: &RepairAttempt<'_, '_, '_>,
    first: &Outcome,
) -> Result<Outcome, CheckError> {
    let second = wider.run(Certainty::Possible)?;
    match second.ending {
        Ending::Found(_) => {
            let is_proven = second.is_proven && first.ending == Ending::Impossible;
            let limit = second.limit.or(first.limit);
            Ok(Outcome { is_proven, limit, ..second })
        }
        Ending::Impossible => wider.explain(second, Certainty::Possible),
        _ => Ok(Outcome { ending: Ending::Undecided, is_proven: false, ..second }),
    }
}

/// The shape of known decks, for a new deck.
fn find_shape(input: &RepairInput<'_, '_>) -> Option<DeckShape> {
    let RepairInput { rulebook, deck, options, request, .. } = *input;
    let corpus = request
        .wishes
        .like
        .as_ref()
        .filter(|_| request.aim == Aim::Best)?;
    let mut kept = HeldCopies::new();
    for entry in deck
        .entries
        .iter()
        .filter(|entry| entry.card != CardIndex::STRANGER)
    {
        *kept
            .entry(rulebook.catalog.cards.base(entry.card))
            .or_insert(0) += entry.count;
    }
    for (card, count) in &request.wishes.with {
        *kept.entry(*card).or_insert(0) += count;
    }
    let role = rulebook
        .prepare(deck, &options.overrides)
        .ok()
        .and_then(|setup| setup.role);
    corpus.average_shape(&rulebook.format.named.id, role.as_deref(), &kept)
}

/// Finds the deck with the fewest changes if each row may take any value of open parameters;
/// `None` if none is found. The deck need not be legal under one value.
pub(super) fn find_under_any_value(
    input: &RepairInput<'_, '_>,
    open: &[(String, ParameterValue)],
) -> Result<Option<Repaired>, CheckError> {
    let parts = input.open_parts(open);
    let Some(ground) = Ground::new(&parts, Certainty::Possible, input.deadline)? else {
        return Ok(None);
    };
    let order = order_cards(input.rulebook, &ground);
    let attempt = RepairAttempt::new(parts, input, &ground, &order);
    let Ok(nearest) = attempt.new_search().find_smallest(ground.changes) else { return Ok(None) };
    Ok(attempt.build_repaired(&nearest.values).ok())
}

/// A lower bound of the changes for all values that cards may imply.
pub(super) fn bound_open(input: &RepairInput<'_, '_>) -> Result<u64, CheckError> {
    let ground = Ground::new(&input.open_parts(&[]), Certainty::Possible, input.deadline)?;
    let Some(ground) = ground else { return Ok(0) };
    Ok(find_least_changes(input.rulebook, &ground, input.deadline).unwrap_or(0))
}

/// The core that excludes fewer than `changes` changes, for all values that cards may imply; `None`
/// if none is found.
pub(super) fn explain_fewest(
    input: &RepairInput<'_, '_>,
    changes: u64,
) -> Result<Option<Core>, CheckError> {
    if !input.request.explain || input.request.aim != Aim::Nearest || changes == 0 {
        return Ok(None);
    }
    let Ok(fewer) = i64::try_from(changes - 1) else { return Ok(None) };
    Ok(explain_open(input, &[], Some(fewer))?.and_then(|outcome| outcome.core))
}

/// Proves that there is no deck, or none with at most this many changes, for all values of open
/// parameters; with the reason.
pub(super) fn explain_open<'p>(
    input: &RepairInput<'p, '_>,
    open: &'p [(String, ParameterValue)],
    changes: Option<i64>,
) -> Result<Option<Outcome>, CheckError> {
    let RepairInput { rulebook, deadline, .. } = *input;
    let parts = input.open_parts(open);
    let Some(ground) = Ground::new(&parts, Certainty::Possible, deadline)? else { return Ok(None) };
    if ground.is_stricter {
        return Ok(None);
    }
    let order = order_cards(rulebook, &ground);
    let attempt = RepairAttempt::new(parts, input, &ground, &order);
    let is_refuted = match changes {
        Some(most) => find_least_changes(rulebook, &ground, deadline)
            .is_none_or(|least| i64::try_from(least).is_ok_and(|least| least > most)),
        None => {
            let found = attempt
                .new_search()
                .find_cheapest(VariableCost::Nothing, None);
            found == Err(NoAssignment::Impossible)
        }
    };
    if !is_refuted {
        return Ok(None);
    }
    let impossible = Outcome {
        ending: Ending::Impossible,
        is_proven: true,
        ..Outcome::undecided(SearchLimit::Inexact)
    };
    attempt
        .explain_limit(impossible, Certainty::Possible, changes)
        .map(Some)
}

/// A lower bound of the changes of any deck that a ground allows; `None` if it allows none.
pub(super) fn find_least_changes(
    rulebook: &Rulebook<'_>,
    ground: &Ground,
    deadline: Deadline<'_>,
) -> Option<u64> {
    if ground.is_stricter {
        return Some(0);
    }
    let order = order_cards(rulebook, ground);
    let cost = VariableCost::One(ground.changes);
    let bound = match new_search(ground, &order, deadline).find_cheapest(cost, None) {
        Ok(best) => best.at_least,
        Err(NoAssignment::GaveUp(bound)) => bound,
        Err(NoAssignment::CopyLimit) => None,
        Err(NoAssignment::Impossible) => return None,
    };
    Some(u64::try_from(bound.unwrap_or(0)).unwrap_or(0))
}
