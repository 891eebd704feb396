//! Unit tests of `crates/solve/src/repair.rs`.

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
        objectives: vec![Objective::new(Direction::Maximise, &rulebook.measure(maximise).unwrap())],
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
    let first = found
        .iter()
        .position(|is_found| *is_found)
        .expect("there is a deck");
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
