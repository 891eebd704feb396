//! The sample decks of the game server, where the id stands behind every card.

use sleeve::catalog;
use sleeve::decks::{DeckResolver, Hints, read};
use sleeve::model::{Catalog, Deck, Lang};
use std::path::PathBuf;

fn lists() -> Vec<PathBuf> {
    let folder = std::fs::read_dir("tests/swccg/decks").unwrap();
    let named = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with("gemp-");
    let mut lists: Vec<PathBuf> = folder.map(|e| e.unwrap().path()).filter(named).collect();
    lists.sort();
    assert_eq!(lists.len(), 34);
    lists
}

fn resolved(text: &str, catalog: &Catalog) -> Deck {
    let raw = read("list.txt", text.as_bytes(), &Hints::default()).unwrap();
    DeckResolver::new(catalog).resolve(&raw, catalog.format("open"))
}

/// Copies and id of every line.
fn wanted(text: &str) -> Vec<(u32, String)> {
    let lines = text.lines().filter_map(|line| {
        let (card, id) = line.split_once("  # ")?;
        let count = card.split_once("x ")?.0.parse().ok()?;
        Some((count, id.split_whitespace().next()?.to_owned()))
    });
    lines.collect()
}

#[test]
fn every_sample_deck_resolves_to_its_ids_or_says_which_cards_are_missing() {
    let catalog = catalog::open("swccg", &[]).unwrap();
    for list in lists() {
        let text = std::fs::read_to_string(&list).unwrap();
        let deck = resolved(&text, &catalog);
        let known = |id: &str| !catalog.cards.find_by_name(id).is_empty();
        let (here, missing): (Vec<_>, Vec<_>) =
            wanted(&text).into_iter().partition(|(_, id)| known(id));
        let found: Vec<(u32, String)> = deck
            .entries
            .iter()
            .map(|e| (e.count, catalog.cards.card(e.card).id().to_owned()))
            .collect();
        let canonical = |(count, id): (u32, String)| {
            let card = catalog.cards.find_by_name(&id).into_iter().next().unwrap();
            (count, catalog.cards.card(card).id().to_owned())
        };
        let here: Vec<_> = here.into_iter().map(canonical).collect();
        assert_eq!(found, here, "{}", list.display());
        assert_eq!(deck.unresolved.len(), missing.len(), "{}", list.display());
        let name = list.file_name().unwrap().to_string_lossy().into_owned();
        let incomplete = name.contains("legacy") || name.contains("utinni");
        assert!(missing.is_empty() || incomplete, "{name}: {missing:?}");
    }
}

#[test]
fn without_the_ids_titles_still_mean_cards_of_that_title() {
    let catalog = catalog::open("swccg", &[]).unwrap();
    for list in lists() {
        let text = std::fs::read_to_string(&list).unwrap();
        let bare: Vec<&str> = text
            .lines()
            .map(|line| line.split_once("  # ").map_or(line, |(card, _)| card))
            .collect();
        let deck = resolved(&bare.join("\n"), &catalog);
        for entry in &deck.entries {
            let written = deck.text[entry.span.clone()].split_once("x ").unwrap().1;
            let title = catalog.cards.card(entry.card).name(Lang::En);
            let front =
                |name: &str| name.split(" / ").next().unwrap().replace(['(', ')', '\''], "");
            assert_eq!(front(written), front(title), "{}", list.display());
        }
    }
}
