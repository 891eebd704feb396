//! Precision and recall of the effects that imports derive, computed again from the judged cards under `tests/effects/`.
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::Deserialize;
use xxhash_rust::xxh3::xxh3_64;

#[derive(Deserialize)]
struct Judgement {
    unjudged: BTreeSet<String>,
    list: Vec<List>,
}

#[derive(Deserialize)]
struct List {
    seed: String,
    share: u64,
    cards: BTreeMap<String, BTreeSet<String>>,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
struct Measured {
    cards: usize,
    precision: f64,
    recall: f64,
    by_effect: BTreeMap<String, Count>,
}

#[derive(Deserialize, PartialEq, Debug, Default)]
struct Count {
    read: u32,
    found: u32,
    right: u32,
}

fn read(path: &Path) -> toml::Table {
    std::fs::read_to_string(path).unwrap().parse().unwrap()
}

/// Every card of a game with the effects its file gives it, on either face.
fn tags(game: &str) -> BTreeMap<String, BTreeSet<String>> {
    let mut tags = BTreeMap::new();
    for entry in std::fs::read_dir(format!("cards/{game}")).unwrap() {
        let path = entry.unwrap().path();
        let table = read(&path);
        for card in table.get("card").and_then(|c| c.as_array()).into_iter().flatten() {
            let back = card.get("faces").and_then(|f| f.get("back"));
            let effects = [Some(card), back].into_iter().flatten().filter_map(|f| f.get("effects"));
            let ids = effects.flat_map(|e| e.as_array().unwrap()).map(|effect| {
                let id = effect.as_str().or_else(|| effect.get("effect").and_then(|e| e.as_str()));
                id.unwrap().to_owned()
            });
            tags.insert(card["id"].as_str().unwrap().to_owned(), ids.collect());
        }
    }
    tags
}

/// Every game that has judged cards.
fn judged_games() -> Vec<(String, Judgement)> {
    let mut games = Vec::new();
    for entry in std::fs::read_dir("tests/effects").unwrap() {
        let path = entry.unwrap().path();
        let game = path.file_stem().unwrap().to_str().unwrap().to_owned();
        games.push((game, read(&path).try_into().unwrap()));
    }
    assert!(!games.is_empty());
    games
}

#[test]
fn precision_and_recall_are_what_the_table_of_patterns_says() {
    for (game, judgement) in judged_games() {
        let tags = tags(&game);
        let mut counts: BTreeMap<String, Count> = BTreeMap::new();
        let cards = judgement.list.iter().flat_map(|list| &list.cards);
        for (id, read) in cards.clone() {
            let found: BTreeSet<String> =
                tags[id].difference(&judgement.unjudged).cloned().collect();
            for effect in read.union(&found) {
                let count = counts.entry(effect.clone()).or_default();
                count.read += u32::from(read.contains(effect));
                count.found += u32::from(found.contains(effect));
                count.right += u32::from(read.contains(effect) && found.contains(effect));
            }
        }
        let sum = |of: fn(&Count) -> u32| f64::from(counts.values().map(of).sum::<u32>());
        let share = |part: f64, whole: f64| (part / whole * 1000.0).round() / 1000.0;
        let computed = Measured {
            cards: cards.count(),
            precision: share(sum(|c| c.right), sum(|c| c.found)),
            recall: share(sum(|c| c.right), sum(|c| c.read)),
            by_effect: counts,
        };
        let mapping = read(Path::new(&format!("cards/{game}/import.toml")));
        let mut stated: Measured = mapping["effects"]["measured"].clone().try_into().unwrap();
        stated.by_effect.retain(|_, count| *count != Count::default());
        assert_eq!(stated, computed, "{game}: [effects.measured] of import.toml");
    }
}

#[test]
fn the_judged_cards_are_the_ones_that_the_seed_draws() {
    for (game, judgement) in judged_games() {
        let mut earlier = BTreeSet::new();
        for list in &judgement.list {
            let draws = |id: &String| {
                xxh3_64(format!("{}:{id}", list.seed).as_bytes()) < u64::MAX / list.share
            };
            let drawn: BTreeSet<String> =
                tags(&game).into_keys().filter(|id| draws(id) && !earlier.contains(id)).collect();
            let judged: BTreeSet<String> = list.cards.keys().cloned().collect();
            assert_eq!(judged, drawn, "{game}: the list drawn by {}", list.seed);
            earlier.extend(drawn);
        }
    }
}
