//! Cards that are suggested for a deck: what known decks play with its cards, and its format takes.

use super::{toy, twins::read};
use crate::common::{Ran, sleeve};
use sleeve::{
    model::Entry,
    rules::{CheckOptions, Rulebook},
    solve::{DeckCorpus, suggest_cards},
};
use std::{path::PathBuf, sync::Arc};

const FLEET: &str = "format = \"fleet\"\nrole = \"red\"";

/// A folder with a deck of one Scout and two Smiths, and known decks around it.
fn write_decks(test: &str) -> PathBuf {
    let folder = toy::write(test);
    toy::write_deck(&folder, "known/mine.toml", FLEET, "scout = 1\nsmith = 2\n");
    for (name, role, crew) in [
        ("a", "red", "scout = 2\nsmith = 3\nvera = 1\ncook = 1\n"),
        ("b", "red", "scout = 1\nvera = 1\nspy = 1\n"),
        ("c", "blue", "scout = 1\ncaptain = 2\nanvil = 1\nvera-and-tom = 1\n"),
        ("d", "red", "vera-and-tom = 1\n"),
    ] {
        let head = format!("format = \"fleet\"\nrole = \"{role}\"");
        toy::write_deck(&folder, &format!("known/{name}.toml"), &head, crew);
    }
    folder
}

fn suggest(folder: &std::path::Path, deck: &str, more: &[&str]) -> Ran {
    let path = |name: &str| folder.join(name).display().to_string();
    let (cards, deck, known) = (path("toy"), path(deck), path("known"));
    let args = ["cards", "--cards", &cards, "--with", &deck, "--like", &known];
    sleeve(&[&args, more].concat())
}

fn ids(ran: &Ran) -> Vec<String> {
    let cards = ran.document()["suggested"]["cards"].clone();
    let cards = cards.as_array().unwrap().iter();
    cards
        .map(|card| card["id"].as_str().unwrap().to_owned())
        .collect()
}

/// Blue cards, a spy and a third Smith are played with these cards too, but the fleet takes none of
/// them.
#[test]
fn what_the_format_refuses_is_not_suggested() {
    let folder = write_decks("suggested");
    let ran = suggest(&folder, "known/mine.toml", &["-o", "json"]).assert_status(0);
    assert_eq!(ids(&ran), ["cook", "vera", "scout"]);
    let suggested = &ran.document()["suggested"];
    // The deck itself says nothing of itself.
    assert_eq!(suggested["known_decks"], 4);
    // Of the red decks the first shares a Scout, which two decks hold, and two Smiths: 2 + 1/√2.
    // The second shares the Scout: 1/√2. Both hold Vera, and the rate of a second Scout is at
    // most that of the first.
    let first = 2.0 + 0.5f64.sqrt();
    let vera = (first + 0.5f64.sqrt()) / 2f64.sqrt();
    let fit = (1000.0 * vera / first).round() as u64;
    let fits = |at: usize| suggested["cards"][at]["fit"].as_u64().unwrap();
    assert_eq!([fits(0), fits(1), fits(2)], [1000, fit, fit]);
    assert_eq!(suggested["cards"][2]["copy"], 2);
    let only = suggest(&folder, "known/mine.toml", &["hero:vera", "-o", "json"]);
    assert_eq!(ids(&only), ["vera"]);
    let shown = |more: &[&str]| {
        suggest(&folder, "known/mine.toml", more)
            .to_string()
            .replace(&folder.display().to_string(), "FOLDER")
    };
    insta::assert_snapshot!(format!(
        "{}\n{}\n{}\n{}",
        shown(&[]),
        shown(&["--lang", "fr", "--limit", "1"]),
        shown(&["-o", "csv"]),
        shown(&["hero:tom", "--lang", "fr"])
    ));
}

#[test]
fn without_a_format_all_that_is_played_is_suggested_and_it_is_said() {
    let folder = write_decks("suggested-freely");
    toy::write_deck(&folder, "bare.toml", "", "scout = 1\n");
    let ran = suggest(&folder, "bare.toml", &["-o", "json"]).assert_status(0);
    assert!(ids(&ran).contains(&"captain".to_owned()) && ids(&ran).contains(&"spy".to_owned()));
    assert!(ran.err.contains("names no format"), "{ran}");
    assert_eq!(ran.document()["suggested"]["format"], serde_json::Value::Null);
    let path = folder.join("bare.toml").display().to_string();
    let cards = folder.join("toy").display().to_string();
    let alone = sleeve(&["cards", "--cards", &cards, "--with", &path]).assert_refused();
    assert!(alone.err.contains("--like"), "{alone}");
}

/// The rules engine is the witness: a suggested card in a zone that it is suggested for is not one
/// that the zone refuses, nor a copy too many.
#[test]
fn suggestions_for_shipped_decks_are_taken_by_their_zones() {
    for (game, file) in [
        ("swccg", "court-scum"),
        ("battleship-galaxies", "fleet-isn-patrol-30"),
        ("starfighter", "la-meute-d-ares"),
        ("starfighter", "entrainement"),
    ] {
        let catalog = sleeve::catalog::open(game, &[]).unwrap();
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("decks")
            .join(game);
        let (deck, format) = read(&catalog, &folder.join(format!("{file}.toml")));
        let rulebook = Rulebook::new(&catalog, catalog.format(&format).unwrap()).with_cache();
        let corpus = DeckCorpus::from_game(&catalog);
        let options = CheckOptions::default();
        let suggested = suggest_cards(&catalog, Some(&rulebook), &deck, &options, &corpus).unwrap();
        // A training deck is printed card by card: nothing may be added.
        assert_eq!(suggested.is_empty(), file == "entrainement", "{game}");
        if suggested.is_empty() {
            continue;
        }
        assert!(suggested.is_sorted_by_key(|s| std::cmp::Reverse(s.fit)));
        let broken = |deck: &sleeve::model::Deck| {
            let checked = rulebook.check(deck, &options).unwrap();
            let zones = checked.findings.into_iter().map(|finding| finding.rule);
            zones.filter(|rule| rule.starts_with("zone-")).count()
        };
        let before = broken(&deck);
        for suggestion in suggested.iter().step_by(suggested.len().div_ceil(12)) {
            let mut more = deck.clone();
            let (zone, card) = (Arc::from(suggestion.zones[0].as_str()), suggestion.card);
            more.entries
                .push(Entry { zone, card, count: 1, span: 0..0 });
            assert_eq!(broken(&more), before, "{}", catalog.cards.card(card).id());
        }
    }
}

#[test]
fn a_deck_that_is_taken_out_leaves_nothing() {
    let catalog = toy::open();
    let folder = write_decks("suggested-without");
    let deck = |name: &str| read(&catalog, &folder.join("known").join(name)).0;
    let mut corpus = DeckCorpus::default();
    let known = ["a.toml", "b.toml", "c.toml", "d.toml"].map(deck);
    known
        .iter()
        .for_each(|deck| assert!(corpus.add_deck(&catalog, deck, None)));
    let rulebook = Rulebook::new(&catalog, catalog.format("fleet").unwrap());
    let ask = |corpus: &DeckCorpus| {
        let mine = deck("mine.toml");
        suggest_cards(&catalog, Some(&rulebook), &mine, &CheckOptions::default(), corpus).unwrap()
    };
    let before = ask(&corpus);
    let mine = deck("mine.toml");
    assert!(corpus.add_deck(&catalog, &mine, None));
    assert_ne!(ask(&corpus), before);
    corpus.remove_deck(&catalog, &mine, None);
    assert_eq!((corpus.count_decks(), ask(&corpus)), (4, before));
    corpus.remove_deck(&catalog, &mine, None);
    assert_eq!(corpus.count_decks(), 4);
}
