//! The search for the nearest legal deck, or the best one: which grounds are searched, in which
//! order, and what their answers prove together. `attempt` searches one of them.

use super::attempt::{RepairAttempt, new_search, order_cards};
use super::choices;
use super::corpus::{DeckShape, HeldCopies};
use super::encode::Certainty;
use super::ground::{Ground, GroundParts};
use super::implied::{find_in_cases, list_implied};
use super::other_values::list_other_values;
use super::presolve::VariableCost;
use super::request::{Aim, Ending, Outcome, Repaired, SearchLimit, SolveRequest};
use super::roles::{find_in_other_roles, list_role_cards};
use super::search::NoAssignment;
use super::solver::Deadline;
use super::unsat_core::Core;
use sleeve_data::model::{CardIndex, Deck, Setting};
use sleeve_language::ParameterValue;
use sleeve_rules::{CheckError, CheckOptions, CheckResult, Rulebook, UNREAD, Verdict};
use std::cell::{Cell, OnceCell};

/// The most answers that the rules engine may reject before a search ends undecided: each costs a search of its own.
pub const REJECTED_LIMIT: usize = 40;

/// The most alternatives that a search looks for.
pub const ALTERNATIVES_LIMIT: usize = 100;

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
        return Ok(Outcome { limit: Some(SearchLimit::Unread), ..Outcome::default() });
    }
    let work = Cell::new(0);
    let deadline = Deadline::from_request(request, &work);
    let wishes = request.wishes.with_known_decks(rulebook.catalog);
    let request = &SolveRequest { wishes: &wishes, ..request.clone() };
    let input = RepairInput::new(rulebook, deck, options, request, deadline);
    let mut outcome = find_with_role(&input)?;
    let keeping = RepairInput { keeps_role_cards: !outcome.kept.is_empty(), ..input };
    outcome.other_values = list_other_values(&keeping, &outcome)?;
    let is_found = matches!(outcome.ending, Ending::Found(_));
    let keeps_states = choices::are_states_read(rulebook, request.wishes);
    if outcome.at_least == 0 && !(outcome.is_proven && (is_found || keeps_states)) {
        // An illegal deck needs at least one change; where states of copies count, other states were not tried.
        // A deck that cannot be judged needs one as well: its cards imply no value of a parameter.
        let is_open = |judged: CheckResult| judged.verdict != Verdict::Illegal;
        outcome.at_least = u64::from(!rulebook.check(deck, options).is_ok_and(is_open));
    }
    outcome.is_proven |= reaches_bound(&outcome, request);
    if outcome.is_proven || !(is_found || matches!(outcome.ending, Ending::Undecided)) {
        outcome.limit = None;
    }
    let assumed = choices::list_assumed_values(rulebook, deck, options, request, &outcome);
    let known_decks = wishes.like.as_ref().map_or(0, |corpus| corpus.count_decks());
    Ok(Outcome { assumed_values: assumed, keeps_states, known_decks, ..outcome })
}

/// Whether a legal deck has no more changes than any legal deck needs.
fn reaches_bound(outcome: &Outcome, request: &SolveRequest<'_>) -> bool {
    let Ending::Found(found) = &outcome.ending else { return false };
    request.aim == Aim::Nearest
        && request.wishes.objectives.is_empty()
        && found.checked.verdict == Verdict::Legal
        && outcome.at_least >= found.moves.count_changes()
}

#[derive(Clone, Copy)]
pub(super) struct RepairInput<'p, 'a> {
    pub rulebook: &'p Rulebook<'a>,
    pub deck: &'p Deck,
    pub options: &'p CheckOptions,
    pub request: &'p SolveRequest<'p>,
    pub deadline: Deadline<'p>,
    /// As of [`GroundParts`].
    pub shown_role: Option<&'p str>,
    /// As of [`GroundParts`].
    pub keeps_role_cards: bool,
}

impl<'p, 'a> RepairInput<'p, 'a> {
    fn new(
        rulebook: &'p Rulebook<'a>,
        deck: &'p Deck,
        options: &'p CheckOptions,
        request: &'p SolveRequest<'p>,
        deadline: Deadline<'p>,
    ) -> RepairInput<'p, 'a> {
        let (shown_role, keeps_role_cards) = (None, false);
        RepairInput { rulebook, deck, options, request, deadline, shown_role, keeps_role_cards }
    }

    /// The input of a ground in which all that may have several values is open.
    pub(super) fn open_parts(
        &self,
        open_parameters: &'p [(String, ParameterValue)],
    ) -> GroundParts<'p, 'a> {
        GroundParts {
            rulebook: self.rulebook,
            deck: self.deck,
            options: self.options,
            wishes: self.request.wishes,
            open_parameters,
            implied_values: &[],
            shown_role: self.shown_role,
            keeps_role_cards: self.keeps_role_cards,
            opens_zones: false,
            shape: None,
            splits_zones: true,
        }
    }
}

/// Finds a repair that keeps the cards that name the role of the deck, and one that sets out
/// others; without one, any repair.
fn find_with_role(input: &RepairInput<'_, '_>) -> Result<Outcome, CheckError> {
    let kept = list_role_cards(input);
    if !kept.is_empty() {
        let keeping = RepairInput { keeps_role_cards: true, ..*input };
        let outcome = find_in_other_roles(&keeping, find_nearest(&keeping)?)?;
        if let Ending::Found(found) = &outcome.ending
            && found.checked.verdict == Verdict::Legal
        {
            let stays = |card: &CardIndex| found.deck.entries.iter().any(|e| e.card == *card);
            let kept = kept.into_iter().filter(stays).collect();
            return Ok(Outcome { kept, ..outcome });
        }
    }
    find_in_other_roles(input, find_nearest(input)?)
}

pub(super) fn find_nearest(input: &RepairInput<'_, '_>) -> Result<Outcome, CheckError> {
    match list_implied(input.rulebook, input.deck, input.options) {
        implied if implied.is_empty() => find_in_case(input, &[]),
        implied => find_in_cases(input, &implied),
    }
}

/// Finds the nearest deck, or the best one, among those whose cards imply these values of parameters.
pub(super) fn find_in_case(
    input: &RepairInput<'_, '_>,
    implied_values: &[(String, Option<Setting>)],
) -> Result<Outcome, CheckError> {
    let RepairInput { rulebook, deck, options, request, deadline, .. } = *input;
    let shape = find_shape(rulebook, deck, options, request);
    let parts = GroundParts { implied_values, shape: shape.as_ref(), ..input.open_parts(&[]) };
    let Some(certain) = Ground::new(&parts, Certainty::Certain, deadline)? else {
        return Ok(Outcome::undecided(deadline.limit()));
    };
    let order = order_cards(rulebook, &certain);
    let attempt = RepairAttempt::new(parts, input, &certain, &order);
    let first = attempt.run(Certainty::Certain)?;
    let is_impossible = first.ending == Ending::Impossible;
    let is_settled = !certain.is_stricter || first.is_proven;
    if !matches!(first.ending, Ending::Impossible | Ending::Undecided) && is_settled {
        return attempt.explain(first, Certainty::Certain);
    }
    // If rows are stricter than rules, no amount of time proves that a number is the largest.
    let has_goal = !request.wishes.objectives.is_empty();
    // Decks that are certainly legal go before those that may be: these are only searched now.
    let Some(possible) = Ground::new(&attempt.parts, Certainty::Possible, deadline)? else {
        return Ok(match first.ending {
            Ending::Found(_) => {
                let limit = first.limit.filter(|_| has_goal).or(Some(deadline.limit()));
                Outcome { is_proven: false, at_least: 0, limit, ..first }
            }
            _ => Outcome::undecided(deadline.limit()),
        });
    };
    if let Ending::Found(found) = &first.ending {
        let changes = found.moves.count_changes();
        let order = order_cards(rulebook, &possible);
        let wider = RepairAttempt {
            ground: &possible,
            order: &order,
            preferences: OnceCell::new(),
            ..attempt
        };
        let (at_least, cut) = wider.bound_changes();
        // Certainly legal decks are among the possibly legal ones: a bound for these applies to
        // all.
        let is_proven = at_least >= changes && !has_goal;
        let limit = cut.filter(|_| !has_goal).or(first.limit);
        let first = Outcome { is_proven, at_least: at_least.min(changes), limit, ..first };
        if !is_proven {
            return Ok(first);
        }
        let explained = wider.explain(first, Certainty::Possible)?;
        // Fewer rules may contradict each other if they have to be met for certain.
        let core = explained.core.map(|core| Core { is_irreducible: false, ..core });
        return Ok(Outcome { core, ..explained });
    }
    // No row rests on an unknown fact: a second search would find the same.
    if possible.model == certain.model {
        return attempt.explain(first, Certainty::Certain);
    }
    let order = order_cards(rulebook, &possible);
    let attempt =
        RepairAttempt { ground: &possible, order: &order, preferences: OnceCell::new(), ..attempt };
    let second = attempt.run(Certainty::Possible)?;
    match second.ending {
        Ending::Found(_) => {
            let limit = second.limit.or(first.limit);
            Ok(Outcome { is_proven: second.is_proven && is_impossible, limit, ..second })
        }
        Ending::Impossible => attempt.explain(second, Certainty::Possible),
        _ => Ok(Outcome { ending: Ending::Undecided, is_proven: false, ..second }),
    }
}

/// The shape of known decks, for a new deck.
fn find_shape(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    request: &SolveRequest<'_>,
) -> Option<DeckShape> {
    let corpus = request.wishes.like.as_ref().filter(|_| request.aim == Aim::Best)?;
    let cards = &rulebook.catalog.cards;
    let mut kept = HeldCopies::new();
    let own = deck.entries.iter().filter(|entry| entry.card != CardIndex::STRANGER);
    let own = own.map(|entry| (cards.base(entry.card), entry.count));
    for (card, count) in own.chain(request.wishes.with.iter().copied()) {
        *kept.entry(card).or_insert(0) += count;
    }
    let role = rulebook.prepare(deck, &options.overrides).ok().and_then(|setup| setup.role);
    corpus.average_shape((&rulebook.format.named.id, role.as_deref()), &kept)
}

/// Proves that no deck meets rules and wishes, for all values of the `open` parameters, with the
/// reason; `None` if there is no such proof.
pub(super) fn find_refutation(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    request: &SolveRequest<'_>,
    open: &[String],
) -> Result<Option<Outcome>, CheckError> {
    let open = choices::open_parameters(rulebook, open);
    let work = Cell::new(0);
    let deadline = Deadline::from_request(request, &work);
    let input = RepairInput::new(rulebook, deck, options, request, deadline);
    explain_open(&input, &open, None)
}

/// Finds the deck with the fewest changes if each row may take any value of open parameters; `None`
/// if none is found. The deck need not be legal under one value.
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

/// Refutes all decks, for all values that their cards may imply.
pub(super) fn find_refuted(input: &RepairInput<'_, '_>) -> Result<Option<Outcome>, CheckError> {
    explain_open(input, &[], None)
}

/// A lower bound of the changes for all values that cards may imply.
pub(super) fn bound_open(input: &RepairInput<'_, '_>) -> Result<u64, CheckError> {
    let ground = Ground::new(&input.open_parts(&[]), Certainty::Possible, input.deadline)?;
    let least =
        ground.and_then(|ground| find_least_changes(input.rulebook, &ground, input.deadline));
    Ok(least.unwrap_or(0))
}

/// The core that excludes fewer than `changes` changes, for all values that cards may imply; `None`
/// if none is found.
pub(super) fn explain_fewest(
    input: &RepairInput<'_, '_>,
    changes: u64,
) -> Result<Option<Core>, CheckError> {
    let fewer = i64::try_from(changes).ok().and_then(|changes| changes.checked_sub(1));
    let is_asked = input.request.explain && input.request.aim == Aim::Nearest;
    let Some(fewer) = fewer.filter(|fewer| *fewer >= 0 && is_asked) else { return Ok(None) };
    Ok(explain_open(input, &[], Some(fewer))?.and_then(|outcome| outcome.core))
}

/// Proves that there is no deck, or none with at most this many changes, for all values of open
/// parameters.
fn explain_open<'p>(
    input: &RepairInput<'p, '_>,
    open: &'p [(String, ParameterValue)],
    changes: Option<i64>,
) -> Result<Option<Outcome>, CheckError> {
    let RepairInput { rulebook, deadline, .. } = *input;
    let parts = input.open_parts(open);
    let Some(ground) = Ground::new(&parts, Certainty::Possible, deadline)? else { return Ok(None) };
    let order = order_cards(rulebook, &ground);
    let attempt = RepairAttempt::new(parts, input, &ground, &order);
    if ground.is_stricter {
        return Ok(None);
    }
    let impossible = Outcome {
        ending: Ending::Impossible,
        is_proven: true,
        ..Outcome::undecided(SearchLimit::Inexact)
    };
    if let Some(changes) = changes {
        let least = find_least_changes(rulebook, &ground, deadline);
        let is_excluded =
            least.is_none_or(|least| i64::try_from(least).is_ok_and(|least| least > changes));
        if !is_excluded {
            return Ok(None);
        }
        let core = attempt.find_core(Certainty::Possible, Some(changes));
        let core = attempt.widen_core(core, Certainty::Possible, Some(changes))?;
        return Ok(Some(Outcome { core: Some(core), ..impossible }));
    }
    let Err(NoAssignment::Impossible) =
        attempt.new_search().find_cheapest(VariableCost::Nothing, None)
    else {
        return Ok(None);
    };
    attempt.explain(impossible, Certainty::Possible).map(Some)
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
    let price = |var| i64::from(var == ground.changes);
    let found =
        new_search(ground, &order, deadline).find_cheapest(VariableCost::Exact(&price), None);
    let bound = match found {
        Ok(best) => best.at_least,
        Err(NoAssignment::GaveUp(bound)) => bound,
        Err(NoAssignment::CopyLimit) => None,
        Err(NoAssignment::Impossible) => return None,
    };
    Some(u64::try_from(bound.unwrap_or(0)).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::{Direction, Effort, Objective, Wishes};
    use sleeve_data::model::Catalog;
    use sleeve_data::source;
    use std::time::Duration;

    /// A game of thirty cards of levels 0 to 3; a deck contains 25 or more of them, each once.
    fn thirty_cards() -> Catalog {
        let mut text = String::from(
            r#"
id = "thirty"
name = "Thirty"
readers = ["toml"]
[sources.rulebook]
name = "Rulebook"
[kinds.card]
name = "card"
[attributes.level]
type = "integer"
name = "level"
[sets.first]
name = "First"
"#,
        );
        let game = ("game.toml".into(), std::mem::take(&mut text).into_bytes());
        text.push_str("[file]\nset = \"first\"\nprovenance = \"rulebook\"\n");
        for at in 0..30 {
            let level = at % 4;
            text += &format!("[[card]]\nid = \"c{at}\"\nkind = \"card\"\nlevel = {level}\n");
        }
        text.push_str(
            r#"
[[format]]
id = "all"
name = "All"
[format.zones]
deck = ""
[[format.rule]]
id = "size"
require = "count() >= 25"
[[format.rule]]
id = "once"
require = "copies(id) <= 1"
"#,
        );
        let files = vec![game, ("cards.toml".into(), text.into_bytes())];
        let layers = source::read_layers_from_bytes("thirty".as_ref(), files, &[]).unwrap();
        let applied = source::apply_layer(Catalog::default(), &layers[0]);
        assert!(applied.errors.is_empty(), "{:?}", applied.errors);
        applied.catalog
    }

    /// The outcome for a pile if the time is over after a number of looks at the clock, and the
    /// looks left.
    fn solved_after(looks: i64, (require, maximise): (&str, &str)) -> (i64, Outcome) {
        let catalog = thirty_cards();
        let format = catalog.formats().next().unwrap();
        let rulebook = Rulebook::new(&catalog, format).with_cache();
        let wishes = Wishes {
            require: vec![(*rulebook.condition(require).unwrap()).clone()],
            objectives: vec![Objective::new(
                Direction::Maximise,
                &rulebook.measure(maximise).unwrap(),
            )],
            ..Wishes::default()
        };
        let request = SolveRequest {
            wishes: &wishes,
            effort: Effort::Time(Duration::ZERO),
            alternatives: 2,
            aim: Aim::Best,
            explain: true,
            stop: None,
        };
        let left = Cell::new(looks);
        let deadline =
            Deadline { looks: Some(&left), ..Deadline::from_duration(Duration::from_secs(600)) };
        let (deck, options) = (Deck::default(), CheckOptions::default());
        let (rulebook, deck, options, request) = (&rulebook, &deck, &options, &request);
        let input = RepairInput::new(rulebook, deck, options, request, deadline);
        let outcome = find_nearest(&input).unwrap();
        (left.get(), outcome)
    }

    #[test]
    fn whoever_works_looks_at_the_clock_and_claims_nothing_when_it_is_over() {
        let asked = ("count() in deck = 10", "avg(level)");
        let all = 10_000 - solved_after(10_000, asked).0;
        let mut is_known = false;
        for looks in 0..all {
            let (left, outcome) = solved_after(looks, asked);
            assert!(left >= -12, "{looks}: {} looks more", -left);
            is_known |= outcome.ending == Ending::Impossible;
            let undecided = Outcome::undecided(SearchLimit::Time);
            assert!(is_known && outcome.is_proven || outcome == undecided, "{looks}: {outcome:?}");
        }
        assert!(is_known);
    }

    #[test]
    fn a_deck_that_was_found_is_not_lost_when_the_time_is_over() {
        let asked = ("count() in deck = 25", "sum(level)");
        let all = 10_000 - solved_after(10_000, asked).0;
        let found: Vec<bool> = (0..=all)
            .map(|looks| matches!(solved_after(looks, asked).1.ending, Ending::Found(_)))
            .collect();
        let first = found.iter().position(|is_found| *is_found).expect("there is a deck");
        assert!(found[first..].iter().all(|is_found| *is_found), "{found:?}");
        // Half of the looks are for the goal and for the choice between equal decks.
        assert!(first * 2 < found.len(), "{first} of {}", found.len());
    }

    #[test]
    fn the_time_is_not_blamed_for_what_no_time_would_prove() {
        let asked = ("not (sum(level) / distinct(name) >= 2)", "sum(level)");
        let all = 10_000 - solved_after(10_000, asked).0;
        let limit = |looks| solved_after(looks, asked).1.limit;
        assert_eq!(
            [0, all - 1, all].map(limit),
            [SearchLimit::Time, SearchLimit::Inexact, SearchLimit::Inexact].map(Some)
        );
    }
}
