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
    outcome.known_decks = wishes.like.as_ref().map_or(0, |corpus| corpus.count_decks());
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
mod tests {
    use super::*;
    use crate::{
        request::Effort,
        wishes::{Direction, Objective, Wishes},
    };
    use sleeve_data::{model::Catalog, source};
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
