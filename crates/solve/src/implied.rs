//! Repairs for all values of parameters that the cards imply: a deck that states none has the first
//! allowed value that fits its cards, else the default. A search tries the values, and rows make
//! the cards imply the value for which the rules became rows.

use super::{
    case::{bound_open, explain_fewest, explain_open, find_in_case},
    outcome::{Ending, Outcome, Repaired},
    parameters::{CHOICES_LIMIT, combine_values, list_implied, override_implied, state_values},
    parts::RepairInput,
    request::{Aim, SearchLimit},
    unsat_core::Core,
    wishes::WishOrigin,
};
use sleeve_data::{
    Gather,
    model::{
        Setting,
        format::{Level, Parameter},
    },
};
use sleeve_rules::{CheckError, CheckResult, FindingStatus, Verdict};
use std::cmp::Ordering;

/// Parameters, by their ids, each with the value that the cards imply; `None`: no value fits the
/// cards, so the default applies.
type ImpliedCase = Vec<(String, Option<Setting>)>;

/// Finds the nearest legal deck, or the best one, that plays the role of the deck.
pub(super) fn find_nearest(input: &RepairInput<'_, '_>) -> Result<Outcome, CheckError> {
    let implied = list_implied(input.rulebook, input.deck, input.options);
    if implied.is_empty() { find_in_case(input, &[]) } else { find_in_cases(input, &implied) }
}

/// Finds the nearest deck for all values that its cards may imply for these parameters, or the best
/// deck for all values it may state: a new deck whose cards imply a value may state it as well, and
/// is then one of those.
fn find_in_cases(
    input: &RepairInput<'_, '_>,
    implied: &[&Parameter],
) -> Result<Outcome, CheckError> {
    let names: Vec<String> = implied.iter().map(|p| p.named.id.to_string()).collect();
    let is_repair = input.request.aim == Aim::Nearest;
    let mut cases = list_cases(input, implied)?;
    if !is_repair {
        cases.retain(|case| case.iter().all(|(_, value)| value.is_some()));
    }
    let has_all = cases.len() <= CHOICES_LIMIT;
    let mut outcomes: Vec<Outcome> = Vec::new();
    for case in cases.into_iter().take(CHOICES_LIMIT) {
        let outcome =
            if is_repair { find_in_case(input, &case)? } else { find_stated(input, case)? };
        if is_final(input, &outcome) {
            return Ok(outcome);
        }
        outcomes.push(outcome);
    }
    merge(input, outcomes, has_all, &names)
}

/// Finds the best deck that states these values.
fn find_stated(input: &RepairInput<'_, '_>, case: ImpliedCase) -> Result<Outcome, CheckError> {
    let values = case
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    let deck = state_values(input.deck, values);
    find_in_case(&RepairInput { deck: &deck, ..*input }, &[])
}

/// Whether no other value can make the outcome of one better.
fn is_final(input: &RepairInput<'_, '_>, outcome: &Outcome) -> bool {
    match &outcome.ending {
        Ending::Unbounded | Ending::GoalUnsaid => true,
        Ending::Found(_) if !input.request.wishes.objectives.is_empty() => false,
        // An illegal deck needs a change: nothing is less than one.
        Ending::Found(found) if input.request.aim == Aim::Nearest => {
            outcome.is_proven
                && found.moves.count_changes() <= 1
                && count_warnings(&found.checked) <= count_warnings_now(input)
        }
        Ending::Found(found) => found.checked.verdict == Verdict::Legal,
        Ending::Impossible | Ending::Undecided => false,
    }
}

/// Every combination of values; one more than the limit if there are too many. That of the deck as
/// it is comes first, because one change under it ends the search.
fn list_cases(
    input: &RepairInput<'_, '_>,
    implied: &[&Parameter],
) -> Result<Vec<ImpliedCase>, CheckError> {
    let overrides = override_implied(input.rulebook, input.deck, input.options);
    let setup = input
        .rulebook
        .prepare(input.deck, &overrides)
        .map_err(CheckError::Setup)?;
    let role = input.shown_role.or(setup.role.as_deref());
    let mut lists: Vec<(String, Vec<Option<Setting>>)> = Vec::new();
    for parameter in implied {
        let now = setup
            .implied
            .iter()
            .find(|(other, _)| other.named.id == parameter.named.id);
        let value_now = now.and_then(|(_, values)| values.first().cloned());
        let mut values: Vec<Option<Setting>> = parameter.choices().into_iter().map(Some).collect();
        values.extend(parameter.default_for(role).map(|_| None));
        if let Some(at) = values.iter().position(|value| *value == value_now) {
            values[..=at].rotate_right(1);
        }
        lists.push((parameter.named.id.to_string(), values));
    }
    Ok(combine_values(&lists))
}

/// The best of the outcomes, proven if it is proven for every case.
fn merge(
    input: &RepairInput<'_, '_>,
    mut outcomes: Vec<Outcome>,
    has_all: bool,
    names: &[String],
) -> Result<Outcome, CheckError> {
    if has_all
        && outcomes.len() == 1
        && let Some(only) = outcomes.pop()
    {
        return Ok(name_choices(only, names));
    }
    let unproven = outcomes.iter().find(|outcome| !outcome.is_proven);
    let cut = unproven
        .and_then(|outcome| outcome.limit)
        .unwrap_or(SearchLimit::Values);
    let are_all_proven = has_all && unproven.is_none();
    let open = outcomes
        .iter()
        .filter(|outcome| outcome.ending != Ending::Impossible);
    let Some(least) = open.map(|outcome| outcome.at_least).min() else {
        return if has_all { refute(input, outcomes, names) } else { Ok(Outcome::undecided(cut)) };
    };
    let best = outcomes
        .into_iter()
        .reduce(|best, other| match compare(input, &other, &best) {
            Ordering::Greater => other,
            _ => best,
        });
    let best = best.unwrap_or_default();
    let mut at_least = if has_all { least } else { 0 };
    let Some(changes) = best.count_changes() else {
        return Ok(Outcome { at_least, core: None, ..Outcome::undecided(cut) });
    };
    let is_counted =
        input.request.aim == Aim::Nearest && input.request.wishes.objectives.is_empty();
    if is_counted && at_least < changes {
        at_least = at_least.max(bound_open(input)?);
    }
    let has_fewest = is_counted && at_least >= changes;
    let is_proven = best.is_proven && (are_all_proven || has_fewest);
    let core = if is_proven { explain_fewest(input, changes)? } else { None };
    let limit = match best.limit {
        _ if is_proven => None,
        Some(limit) if !best.is_proven => Some(limit),
        // The limit of a proven outcome says nothing.
        _ => Some(cut),
    };
    Ok(Outcome { is_proven, at_least: at_least.min(changes), limit, core, ..best })
}

/// The outcome if no value makes a deck possible: by rules that contradict each other for all
/// values at once, else by those of all of them.
fn refute(
    input: &RepairInput<'_, '_>,
    outcomes: Vec<Outcome>,
    names: &[String],
) -> Result<Outcome, CheckError> {
    let core = match explain_open(input, &[], None)? {
        Some(refuted) => refuted.core,
        None => join_cores(&outcomes),
    };
    let first = outcomes.into_iter().next();
    let first = first.unwrap_or_else(|| Outcome::undecided(SearchLimit::Values));
    Ok(name_choices(Outcome { core, ..first }, names))
}

/// The sources of the cores of all outcomes; `None` if one of them has no core.
fn join_cores(outcomes: &[Outcome]) -> Option<Core> {
    let cores: Option<Vec<&Core>> = outcomes
        .iter()
        .map(|outcome| outcome.core.as_ref())
        .collect();
    let sources = cores?
        .into_iter()
        .flat_map(|core| &core.sources)
        .cloned()
        .each_once();
    (!sources.is_empty()).then(|| Core { sources, ..Core::default() })
}

/// Marks a core as valid for all values that cards may imply.
fn name_choices(mut outcome: Outcome, names: &[String]) -> Outcome {
    if let Some(core) = &mut outcome.core {
        core.sources
            .retain(|source| !matches!(source, WishOrigin::Implied(_)));
        core.sources
            .extend(names.iter().cloned().map(WishOrigin::Choices));
    }
    outcome
}

/// Which of two outcomes is better; the greater one is.
fn compare(input: &RepairInput<'_, '_>, one: &Outcome, other: &Outcome) -> Ordering {
    let by_rank = rank(&one.ending).cmp(&rank(&other.ending));
    let (Ending::Found(one), Ending::Found(other)) = (&one.ending, &other.ending) else {
        return by_rank;
    };
    let fewer = match input.request.aim {
        Aim::Nearest => other.moves.count_changes().cmp(&one.moves.count_changes()),
        Aim::Best | Aim::Any => Ordering::Equal,
    };
    by_rank
        .then(fewer)
        .then_with(|| compare_goals(input, one, other))
        .then_with(|| count_warnings(&other.checked).cmp(&count_warnings(&one.checked)))
}

fn rank(ending: &Ending) -> u8 {
    match ending {
        Ending::Found(found) if found.checked.verdict == Verdict::Legal => 3,
        Ending::Found(_) => 2,
        Ending::Undecided | Ending::Unbounded | Ending::GoalUnsaid => 1,
        Ending::Impossible => 0,
    }
}

fn count_warnings(checked: &CheckResult) -> usize {
    let warnings = checked
        .findings
        .iter()
        .filter(|finding| finding.level == Level::Warning);
    warnings
        .filter(|finding| finding.status == FindingStatus::Broken)
        .count()
}

/// The warnings of the deck as it is; none if it cannot be judged.
fn count_warnings_now(input: &RepairInput<'_, '_>) -> usize {
    let checked = input.rulebook.check(input.deck, input.options);
    checked.map_or(0, |checked| count_warnings(&checked))
}

/// Compares two decks by their objectives, in order. A value is better than none.
fn compare_goals(input: &RepairInput<'_, '_>, one: &Repaired, other: &Repaired) -> Ordering {
    let mut compared = Ordering::Equal;
    let objectives = &input.request.wishes.objectives;
    for ((objective, one), other) in objectives.iter().zip(&one.reached).zip(&other.reached) {
        let low = objective.value(one.value).low();
        compared = compared.then(low.cmp(&objective.value(other.value).low()));
    }
    compared
}
