//! Parameters whose values the cards imply: a deck that states none has the first allowed value
//! that fits its cards, else the default. A search tries the values, and rows make the cards imply
//! the value for which the rules became rows.

use super::choices::CHOICES_LIMIT;
use super::repair::{RepairInput, bound_open, explain_fewest, find_in_case, find_refuted};
use super::request::{Aim, Ending, Outcome, Repaired, SearchLimit, WishOrigin};
use super::unsat_core::Core;
use sleeve_data::model::format::{Level, Parameter};
use sleeve_data::model::{Deck, Setting, Spanned};
use sleeve_rules::setup::given_value;
use sleeve_rules::{
    CheckError, CheckOptions, CheckResult, Finding, FindingStatus, Overrides, Rulebook, Verdict,
};
use std::cmp::Ordering;

/// Parameters, by their ids, each with the value that the cards imply; `None`: no value fits the
/// cards, so the default applies.
pub(super) type ImpliedCase = Vec<(String, Option<Setting>)>;

/// The parameters that cards imply and that are not stated.
pub(super) fn list_implied<'a>(
    rulebook: &Rulebook<'a>,
    deck: &Deck,
    options: &CheckOptions,
) -> Vec<&'a Parameter> {
    let is_open = |parameter: &&Parameter| {
        let condition = parameter.implied_by.as_deref();
        condition.is_some_and(|text| rulebook.condition(text).is_ok())
            && given_value(parameter, deck, &options.overrides).is_none()
    };
    rulebook.format.parameters.iter().filter(is_open).collect()
}

/// The overrides of a search: a parameter without a default has a value there, since cards that
/// imply none keep a deck from being prepared. The search puts the value of each case in its place.
pub(super) fn override_implied(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
) -> Overrides {
    let mut overrides = options.overrides.clone();
    for parameter in list_implied(rulebook, deck, options) {
        if parameter.default.is_some() || !parameter.by_role.is_empty() {
            continue;
        }
        let first = parameter.choices().into_iter().next();
        overrides.parameters.extend(first.map(|value| (parameter.named.id.to_string(), value)));
    }
    overrides
}

/// Whether a search can begin at a deck: it fits its format, whether or not its cards imply the
/// values of parameters.
pub fn is_solvable(rulebook: &Rulebook<'_>, deck: &Deck, options: &CheckOptions) -> bool {
    let setup = rulebook.prepare(deck, &override_implied(rulebook, deck, options));
    setup.is_ok_and(|setup| setup.unknown_names.is_empty())
}

/// Finds the nearest deck for all values that its cards may imply for these parameters, or the best
/// deck for all values it may state: a new deck whose cards imply a value may state it as well, and
/// is then one of those.
pub(super) fn find_in_cases(
    input: &RepairInput<'_, '_>,
    implied: &[&Parameter],
) -> Result<Outcome, CheckError> {
    let names: Vec<String> = implied.iter().map(|p| p.named.id.to_string()).collect();
    let is_repair = input.request.aim == Aim::Nearest;
    let mut cases = list_cases(input, implied)?;
    cases.retain(|case| is_repair || case.iter().all(|(_, value)| value.is_some()));
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
    let mut deck = input.deck.clone();
    let values = case.into_iter().filter_map(|(name, value)| Some((name, value?)));
    deck.parameters.extend(values.map(|(name, value)| (unspanned(name), unspanned(value))));
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
    let setup = input.rulebook.prepare(input.deck, &overrides);
    let setup = setup.map_err(CheckError::Setup)?;
    let mut cases: Vec<ImpliedCase> = vec![Vec::new()];
    for parameter in implied {
        let id = parameter.named.id.as_str();
        let now = setup.implied.iter().find(|(other, _)| other.named.id == parameter.named.id);
        let now = now.and_then(|(_, values)| values.first().cloned());
        let mut values: Vec<Option<Setting>> = parameter.choices().into_iter().map(Some).collect();
        let role = input.shown_role.or(setup.role.as_deref());
        values.extend(parameter.default_for(role).map(|_| None));
        if let Some(at) = values.iter().position(|value| *value == now) {
            values[..=at].rotate_right(1);
        }
        let mut longer = Vec::new();
        for case in &cases {
            for value in values.iter().take((CHOICES_LIMIT + 1).saturating_sub(longer.len())) {
                longer.push([case.as_slice(), &[(id.to_owned(), value.clone())]].concat());
            }
        }
        cases = longer;
    }
    Ok(cases)
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
    let is_refuted = |outcome: &&Outcome| outcome.ending == Ending::Impossible;
    let open: Vec<&Outcome> = outcomes.iter().filter(|outcome| !is_refuted(outcome)).collect();
    let least = open.iter().map(|outcome| outcome.at_least).min().unwrap_or(0);
    let all_proven = has_all && outcomes.iter().all(|outcome| outcome.is_proven);
    let cut = outcomes.iter().find(|outcome| !outcome.is_proven).and_then(|outcome| outcome.limit);
    let cut = cut.unwrap_or(SearchLimit::Values);
    if open.is_empty() {
        return if has_all { refute(input, outcomes, names) } else { Ok(Outcome::undecided(cut)) };
    }
    let best = outcomes.into_iter().reduce(|best, other| match compare(input, &other, &best) {
        Ordering::Greater => other,
        _ => best,
    });
    let best = best.unwrap_or_else(|| Outcome::undecided(cut));
    let mut at_least = if has_all { least } else { 0 };
    let Ending::Found(found) = &best.ending else {
        return Ok(Outcome { at_least, core: None, ..Outcome::undecided(cut) });
    };
    let changes = found.moves.count_changes();
    let is_counted =
        input.request.aim == Aim::Nearest && input.request.wishes.objectives.is_empty();
    if is_counted && at_least < changes {
        at_least = at_least.max(bound_open(input)?);
    }
    let has_fewest = is_counted && at_least >= changes;
    let is_proven = best.is_proven && (all_proven || has_fewest);
    let core = if is_proven { explain_fewest(input, changes)? } else { None };
    // The limit of a proven outcome says nothing.
    let limit = best.limit.filter(|_| !best.is_proven).unwrap_or(cut);
    let limit = Some(limit).filter(|_| !is_proven);
    Ok(Outcome { is_proven, at_least: at_least.min(changes), limit, core, ..best })
}

/// The outcome if no value makes a deck possible: by rules that contradict each other for all
/// values at once, else by those of all of them.
fn refute(
    input: &RepairInput<'_, '_>,
    outcomes: Vec<Outcome>,
    names: &[String],
) -> Result<Outcome, CheckError> {
    let refuted = find_refuted(input)?;
    let mut all = Core::default();
    if outcomes.iter().all(|outcome| outcome.core.is_some()) {
        for source in outcomes
            .iter()
            .filter_map(|outcome| outcome.core.as_ref())
            .flat_map(|core| &core.sources)
        {
            if !all.sources.contains(source) {
                all.sources.push(source.clone());
            }
        }
    }
    let all = Some(all).filter(|all| !all.sources.is_empty());
    let first = outcomes.into_iter().next();
    let first = first.unwrap_or_else(|| Outcome::undecided(SearchLimit::Values));
    let core = refuted.map_or(all, |refuted| refuted.core);
    Ok(name_choices(Outcome { core, ..first }, names))
}

/// Marks a core as valid for all values that cards may imply.
fn name_choices(mut outcome: Outcome, names: &[String]) -> Outcome {
    if let Some(core) = &mut outcome.core {
        core.sources.retain(|source| !matches!(source, WishOrigin::Implied(_)));
        core.sources.extend(names.iter().cloned().map(WishOrigin::Choices));
    }
    outcome
}

pub(super) fn unspanned<T>(value: T) -> Spanned<T> {
    Spanned { value, span: 0..0 }
}

/// Which of two outcomes is better; the greater one is.
fn compare(input: &RepairInput<'_, '_>, one: &Outcome, other: &Outcome) -> Ordering {
    let rank = |outcome: &Outcome| match &outcome.ending {
        Ending::Found(found) if found.checked.verdict == Verdict::Legal => 3,
        Ending::Found(_) => 2,
        Ending::Impossible => 0,
        _ => 1,
    };
    let by_rank = rank(one).cmp(&rank(other));
    let (Ending::Found(one), Ending::Found(other)) = (&one.ending, &other.ending) else {
        return by_rank;
    };
    let fewer = match input.request.aim {
        Aim::Nearest => other.moves.count_changes().cmp(&one.moves.count_changes()),
        Aim::Best | Aim::Any => Ordering::Equal,
    };
    let warnings = || count_warnings(&other.checked).cmp(&count_warnings(&one.checked));
    by_rank.then(fewer).then_with(|| compare_goals(input, one, other)).then_with(warnings)
}

fn count_warnings(checked: &CheckResult) -> usize {
    let warns = |of: &&Finding| of.level == Level::Warning && of.status == FindingStatus::Broken;
    checked.findings.iter().filter(warns).count()
}

/// The warnings of the deck as it is; none if it cannot be judged.
fn count_warnings_now(input: &RepairInput<'_, '_>) -> usize {
    let checked = input.rulebook.check(input.deck, input.options);
    checked.map_or(0, |checked| count_warnings(&checked))
}

/// Compares two decks by their objectives, in order. A value is better than none.
fn compare_goals(input: &RepairInput<'_, '_>, one: &Repaired, other: &Repaired) -> Ordering {
    let pairs = one.reached.iter().zip(&other.reached).zip(&input.request.wishes.objectives);
    let compared = pairs.map(|((one, other), objective)| {
        let low = |value| objective.value(value).low();
        low(one.value).cmp(&low(other.value))
    });
    compared.fold(Ordering::Equal, Ordering::then)
}
