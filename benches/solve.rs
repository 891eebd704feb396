//! What the solver costs: repairs, reasons and proofs, in this process, median and minimum of
//! several runs.
//!
//! `cargo bench --bench solve` prints a row for each.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a benchmark may panic")]

use sleeve::{
    decks::{self, DeckResolver, Hints},
    model::{Catalog, Deck},
    rules::{CheckOptions, Rulebook},
    solve::{self, Aim, Collection, Effort, Ending, Outcome, SolveRequest, Wishes},
};
use std::{
    hint::black_box,
    path::Path,
    time::{Duration, Instant},
};

const ROUNDS: usize = 11;

fn measure(name: &str, goal: f64, mut run: impl FnMut() -> String) {
    let mut times: Vec<f64> = Vec::new();
    let mut told = String::new();
    for _ in 0..ROUNDS {
        let start = Instant::now();
        told = black_box(run());
        times.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    times.sort_by(f64::total_cmp);
    let (median, least) = (times[times.len() / 2], times[0]);
    println!("{name:58} {median:9.2} ms (min {least:8.2}, goal {goal:5}) {told}");
}

fn deck(catalog: &Catalog, path: &str, format: &str) -> Deck {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let bytes = decks::load(&path, true).expect("the deck is there");
    let raw = decks::read("deck", &bytes, &Hints::default()).expect("it is a deck");
    DeckResolver::new(catalog).resolve(&raw, catalog.format(format))
}

fn solved(catalog: &Catalog, format: &str, deck: &Deck, wishes: &Wishes, explain: bool) -> Outcome {
    let rulebook = Rulebook::new(catalog, catalog.format(format).expect("the format is there"));
    let request = SolveRequest {
        wishes,
        effort: Effort::Time(Duration::from_secs(10)),
        alternatives: 0,
        aim: Aim::Nearest,
        explain,
        stop: None,
    };
    solve::solve(&rulebook, deck, &CheckOptions::default(), &request).expect("it can be asked")
}

fn told(outcome: &Outcome) -> String {
    match &outcome.ending {
        Ending::Found(found) => {
            let changes = found.moves.count_changes();
            let core = outcome.core.as_ref().map_or(0, |core| core.sources.len());
            format!("{changes} changes, proven {}, core of {core}", outcome.is_proven)
        }
        other => format!("{other:?}"),
    }
}

fn main() {
    let open = |game: &str| sleeve::catalog::open(game, &[]).expect("a shipped game opens");
    let plain = Wishes::default();
    let swccg = open("swccg");
    let cases = [
        (
            "60-card deck, a card of another set",
            "tests/pairs/swccg/premiere_ds2/legal-sets.illegal.toml",
            "premiere_ds2",
        ),
        (
            "60-card deck, a banned icon",
            "tests/pairs/swccg/classic/banned-icons.illegal.toml",
            "classic",
        ),
        (
            "40-card deck, other formats' size",
            "tests/pairs/swccg/classic/banned-icons.illegal.toml",
            "open40card",
        ),
        (
            "60-card deck into Premiere alone",
            "tests/pairs/swccg/premiere_ds2/legal-sets.illegal.toml",
            "premiere",
        ),
    ];
    for (name, path, format) in cases {
        if swccg.format(format).is_none() {
            println!("{name}: no format {format}");
            continue;
        }
        let deck = deck(&swccg, path, format);
        measure(name, 100.0, || told(&solved(&swccg, format, &deck, &plain, false)));
        measure(&format!("{name}, with its core"), 200.0, || {
            told(&solved(&swccg, format, &deck, &plain, true))
        });
    }
    let galaxies = open("battleship-galaxies");
    let fleet =
        deck(&galaxies, "tests/pairs/battleship-galaxies/fleet/fleet-budget.illegal.toml", "fleet");
    measure("fleet over its budget", 5.0, || {
        told(&solved(&galaxies, "fleet", &fleet, &plain, false))
    });
    measure("fleet over its budget, with its core", 200.0, || {
        told(&solved(&galaxies, "fleet", &fleet, &plain, true))
    });
    let shipped: Vec<Catalog> = sleeve::catalog::games()
        .iter()
        .map(|game| open(&game.named.id))
        .collect();
    measure("a legal deck of every format and role", 2000.0, || {
        let effort = Effort::Time(Duration::from_secs(10));
        let proofs = shipped
            .iter()
            .flat_map(|catalog| solve::prove_formats(catalog, effort));
        let legal = proofs.filter(|proof| matches!(proof.outcome.ending, Ending::Found(_)));
        format!("{} legal decks", legal.count())
    });
    // A collection of 10,000 lines, so that most cards stand there several times.
    let cards: Vec<_> = swccg.cards.iter().collect();
    let lines = cards
        .iter()
        .cycle()
        .take(10_000)
        .map(|card| format!("{},1\n", card.id()));
    let owned: String = std::iter::once("id,count\n".to_owned())
        .chain(lines)
        .collect();
    let five: Vec<Deck> = cases
        .iter()
        .chain(cases.first())
        .map(|(_, path, format)| deck(&swccg, path, format))
        .collect();
    measure("five decks against a collection of 10,000 lines", 200.0, || {
        let owned = Collection::read(&swccg, "owned.csv", owned.as_bytes());
        let owned = owned.expect("it is a collection");
        format!("{} cards missing", owned.missing_together(&swccg, five.iter()).len())
    });
}
