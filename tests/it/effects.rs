//! Precision and recall of the effects that imports derive, computed again from the judged cards
//! under `tests/effects/`, and the effects, faces and facts that imports had wrong before.
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use serde::Deserialize;
use xxhash_rust::xxh3::xxh3_64;

use crate::common::{Sleeve, sleeve};

/// Card → effects.
type Effects = BTreeMap<String, BTreeSet<String>>;

#[derive(Deserialize)]
struct Judgement {
    unjudged: BTreeSet<String>,
    /// Cards that came after the lists were drawn.
    later: BTreeSet<String>,
    list: Vec<List>,
}

#[derive(Deserialize)]
struct List {
    id: String,
    seed: String,
    share: u64,
    /// Effects that were added or redefined after the list was judged.
    #[serde(default)]
    unjudged: BTreeSet<String>,
    cards: Effects,
    /// What the patterns did not find when the list was judged.
    #[serde(default)]
    missed: Effects,
    /// What they found then, and the texts do not have.
    #[serde(default)]
    wrong: Effects,
}

/// `[effects.measured]` and `[effects.repaired]` of a mapping.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stated {
    measured: Measured,
    repaired: BTreeMap<String, Share>,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "kebab-case")]
struct Measured {
    list: String,
    cards: usize,
    precision: f64,
    recall: f64,
    by_effect: BTreeMap<String, Count>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Share {
    cards: usize,
    precision: f64,
    recall: f64,
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

/// The effects of a card's table, or of a face's.
fn effects(table: &toml::Value) -> BTreeSet<String> {
    let list = table
        .get("effects")
        .and_then(|e| e.as_array())
        .into_iter()
        .flatten();
    let id = |effect: &toml::Value| {
        effect
            .as_str()
            .or_else(|| effect.get("effect").and_then(|e| e.as_str()))
            .map(str::to_owned)
    };
    list.map(|effect| id(effect).unwrap()).collect()
}

/// Every card of a game as its file has it.
fn cards(game: &str) -> BTreeMap<String, toml::Value> {
    let mut cards = BTreeMap::new();
    for entry in std::fs::read_dir(format!("cards/{game}")).unwrap() {
        let table = read(&entry.unwrap().path());
        // Earlier printings have only the facts that changed.
        if table
            .get("file")
            .is_some_and(|file| file.get("until").is_some())
        {
            continue;
        }
        for card in table
            .get("card")
            .and_then(|c| c.as_array())
            .into_iter()
            .flatten()
        {
            cards.insert(card["id"].as_str().unwrap().to_owned(), card.clone());
        }
    }
    cards
}

fn back(card: &toml::Value) -> Option<&toml::Value> {
    card.get("faces").and_then(|faces| faces.get("back"))
}

/// Every card of a game with the effects its file gives it, on either face.
fn tags(game: &str) -> Effects {
    let both = |card: &toml::Value| {
        effects(card)
            .into_iter()
            .chain(back(card).map(effects).unwrap_or_default())
            .collect()
    };
    cards(game)
        .iter()
        .map(|(id, card)| (id.clone(), both(card)))
        .collect()
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

fn stated(game: &str) -> Stated {
    let mapping = read(Path::new(&format!("cards/{game}/import.toml")));
    let keep =
        ["measured", "repaired"].map(|key| (key.to_owned(), mapping["effects"][key].clone()));
    toml::Table::from_iter(keep).try_into().unwrap()
}

/// How often each effect was read, found, and both.
fn counted(read: &Effects, found: &Effects) -> BTreeMap<String, Count> {
    let mut counts: BTreeMap<String, Count> = BTreeMap::new();
    for (id, read) in read {
        for effect in read.union(&found[id]) {
            let count = counts.entry(effect.clone()).or_default();
            count.read += u32::from(read.contains(effect));
            count.found += u32::from(found[id].contains(effect));
            count.right += u32::from(read.contains(effect) && found[id].contains(effect));
        }
    }
    counts
}

/// Precision and recall, to three places.
fn share(cards: usize, counts: &BTreeMap<String, Count>) -> Share {
    let sum = |of: fn(&Count) -> u32| f64::from(counts.values().map(of).sum::<u32>());
    let share = |part: f64, whole: f64| (part / whole * 1000.0).round() / 1000.0;
    let right = sum(|c| c.right);
    Share {
        cards,
        precision: share(right, sum(|c| c.found)),
        recall: share(right, sum(|c| c.read)),
    }
}

#[test]
fn the_published_figures_are_those_of_cards_the_patterns_had_not_seen() {
    for (game, judgement) in judged_games() {
        let stated = stated(&game).measured;
        let list = judgement
            .list
            .iter()
            .find(|list| list.id == stated.list)
            .unwrap();
        assert!(list.cards.len() >= 200, "{game}: {} cards", list.cards.len());
        assert!(
            !list.missed.is_empty() && !list.wrong.is_empty(),
            "{game}: nothing is ever perfect"
        );
        let none = BTreeSet::new();
        let then = |id: &String, read: &BTreeSet<String>| -> BTreeSet<String> {
            let missed = list.missed.get(id).unwrap_or(&none);
            let wrong = list.wrong.get(id).unwrap_or(&none);
            assert!(missed.is_subset(read) && wrong.is_disjoint(read), "{game}: {id}");
            read.difference(missed).chain(wrong).cloned().collect()
        };
        let found = list
            .cards
            .iter()
            .map(|(id, read)| (id.clone(), then(id, read)))
            .collect();
        let by_effect = counted(&list.cards, &found);
        let Share { cards, precision, recall } = share(list.cards.len(), &by_effect);
        let computed = Measured { list: list.id.clone(), cards, precision, recall, by_effect };
        assert_eq!(stated, computed, "{game}: [effects.measured] of import.toml");
    }
}

#[test]
fn the_shipped_effects_are_as_right_on_judged_cards_as_import_toml_says() {
    for (game, judgement) in judged_games() {
        let tags = tags(&game);
        let mut computed = BTreeMap::new();
        for list in &judgement.list {
            let off = &judgement.unjudged | &list.unjudged;
            let judged = |(id, all): (&String, &BTreeSet<String>)| (id.clone(), all - &off);
            let read: Effects = list.cards.iter().map(judged).collect();
            let found = list
                .cards
                .keys()
                .map(|id| judged((id, &tags[id])))
                .collect();
            computed.insert(list.id.clone(), share(read.len(), &counted(&read, &found)));
        }
        let stated = stated(&game);
        assert_eq!(stated.repaired, computed, "{game}: [effects.repaired] of import.toml");
        let floor = &computed[&stated.measured.list];
        assert!(floor.precision >= stated.measured.precision, "{game}: {floor:?}");
        assert!(floor.recall >= stated.measured.recall, "{game}: {floor:?}");
    }
}

#[test]
fn the_judged_cards_are_the_ones_that_the_seed_draws() {
    for (game, judgement) in judged_games() {
        let mut earlier = judgement.later;
        for list in &judgement.list {
            let draws = |id: &String| {
                xxh3_64(format!("{}:{id}", list.seed).as_bytes()) < u64::MAX / list.share
            };
            let drawn: BTreeSet<String> = tags(&game)
                .into_keys()
                .filter(|id| draws(id) && !earlier.contains(id))
                .collect();
            let judged: BTreeSet<String> = list.cards.keys().cloned().collect();
            assert_eq!(judged, drawn, "{game}: the list drawn by {}", list.seed);
            earlier.extend(drawn);
        }
    }
}

/// Asserts that each card has, or lacks, an effect on either face.
fn tagged(cases: &[(&str, &str, bool)]) {
    let tags = tags("swccg");
    for (id, effect, has) in cases {
        assert_eq!(tags[*id].contains(*effect), *has, "{id}: {effect}");
    }
}

#[test]
fn patterns_read_other_words_for_one_effect() {
    tagged(&[
        ("212_4", "immune-to-card", false), // effects that are always immune
        ("202_7", "immune-to-card", false), // a card that is not immune
        ("12_16", "immune-to-card", true),  // immune to attrition and a card
        ("9_128", "retrieve", true),        // a cost "to retrieve"
        ("11_25", "retrieve", true),
        ("225_36", "retrieve", true),
        ("7_228", "retrieve", true),
        ("217_33", "drain-cancel", true), // no Force drains here
        ("12_46", "drain-cancel", true),
        ("209_33", "drain-cancel", false), // may not cancel Force drains
        ("7_308", "power-penalty", true),  // power - 2
        ("202_14", "power-penalty", false),
        ("110_3", "deploy-free", true), // deploys and moves for free
        ("7_228", "deploy-free", true),
        ("217_16", "deploy-free", false), // Effects that deploy for free
        ("209_42", "deploy-free", false), // fire for free
        ("9_141", "force-loss", false),   // one's own loss
        ("8_116", "deploy-dearer", false),
    ]);
}

#[test]
fn what_stands_far_apart_is_read_together_and_conditions_are_no_effects() {
    tagged(&[
        ("226_28", "destiny-penalty", true), // a condition stands between destiny and -1
        ("219_3", "power-bonus", true),      // [Pilot] 2
        ("219_26", "power-bonus", true),
        ("8_134", "power-bonus", true), // the second of three numbers
        ("12_70", "power-bonus", true), // power + X
        ("2_42", "destiny-bonus", false), // (total destiny + X + Y - Z) > 15
        ("5_151", "force-loss", true),  // the last of three choices
        ("1_283", "cancel", true),      // Force drain +1 and a card is canceled
        ("205_14", "cancel", false),    // if a card is suspended
        ("14_52", "cancel", true),
        ("221_66", "duel", false), // if you won a duel
        ("5_118", "duel", false),
        ("8_28", "search", false),   // a top card
        ("227_3", "to-hand", false), // if you just took a card
    ]);
    assert!(!effects(back(&cards("swccg")["14_52"]).unwrap()).contains("cancel"));
}

#[test]
fn canceling_a_game_text_is_canceling() {
    for (id, card) in cards("swccg") {
        for face in [Some(&card), back(&card)].into_iter().flatten() {
            let effects = effects(face);
            let has = |effect: &str| effects.contains(effect);
            assert!(has("cancel") || !has("cancel-game-text"), "{id}");
        }
    }
}

#[test]
fn cards_that_the_newest_card_files_lack_are_there_with_what_is_published() {
    let json = |args: &[&str]| -> serde_json::Value {
        let ran = sleeve(&[&["cards", "--game", "swccg", "-o", "json"], args].concat());
        assert_eq!(ran.status, 0, "{ran}");
        ran.document()
    };
    let ids = |filter: &str| -> Vec<String> {
        let all = json(&[filter]);
        let all = all["cards"].as_array().unwrap().iter();
        all.map(|card| card["id"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(ids("\"No Bargain (V)\" side:dark kind:effect destiny=4 set:225"), ["225_4"]);
    assert_eq!(ids("set:227").len(), 6);
    assert_eq!(ids("set:227 rarity:u"), ["227_1"], "a rarity that nobody published is not told");
    assert_eq!(ids("id:227_5 persona:chewie deploy=4 ability=2"), ["227_5"]);
    assert_eq!(ids("set:227 in:server-lacks"), [""; 0]);
    let deck = "1 No Bargain (V)\n";
    let ran = Sleeve::new()
        .input(deck)
        .run(&["check", "-", "--as", "swccg/open"]);
    assert!(!ran.out.contains("unusable"), "{ran}");
}

#[test]
fn effects_that_players_ask_for_most_are_tagged() {
    tagged(&[
        ("1_246", "draw-destiny", true),
        ("1_157", "draw-destiny", true),
        ("1_13", "draw-destiny", false),
        ("1_268", "to-hand", true),
        ("11_35", "to-hand", false), // reveals a hand
        ("215_8", "to-hand", false),
        ("7_35", "search", true),
        ("14_5", "search", true),
        ("200_40", "search", false), // top cards
        ("6_62", "cancel-game-text", true),
        ("1_210", "cancel-game-text", false),
        ("5_98", "move-forbidden", true),
        ("2_128", "stack", true),
        ("4_141", "hand-loss", true),
        ("3_26", "hand-loss", false), // only looks
        ("221_22", "protect-drain", true),
        ("12_42", "protect-drain", false), // a loss that cannot be reduced
    ]);
}

#[test]
fn most_cards_that_search_a_reserve_deck_are_tagged_as_searching() {
    let tags = tags("swccg");
    let fetch = tags
        .values()
        .filter(|t| t.contains("deploy-from-reserve"))
        .count();
    let search = tags
        .values()
        .filter(|t| t.contains("deploy-from-reserve") && t.contains("search"))
        .count();
    assert!(fetch > 300 && search * 100 >= fetch * 97, "{search} of {fetch}");
}

#[test]
fn effects_of_the_back_stand_on_the_back() {
    let cards = cards("swccg");
    let card = &cards["9_151"];
    let (front, back_face) = (effects(card), effects(back(card).unwrap()));
    assert!(front.contains("deploy-from-reserve") && !back_face.contains("deploy-from-reserve"));
    assert!(back_face.contains("duel") && !front.contains("duel"), "{front:?}");
    let objectives = cards
        .values()
        .filter(|c| c["kind"].as_str() == Some("objective"));
    let backs = objectives
        .filter_map(back)
        .filter(|face| !effects(face).is_empty())
        .count();
    assert!(backs >= 55, "{backs} Objectives with effects on the back");
    let found =
        sleeve(&["cards", "--game", "swccg", "-o", "names", "back.effect:duel kind:objective"]);
    assert!(
        found
            .out
            .lines()
            .any(|name| name.starts_with("Bring Him Before Me")),
        "{found}"
    );
}

#[test]
fn matching_keeps_virtual_cards() {
    let cards = cards("swccg");
    let is_virtual = |id: &toml::Value| {
        let name = &cards[id.as_str().unwrap()]["name"];
        name.as_str().is_some_and(|name| name.contains("(V)"))
    };
    let virtuals = |card: &toml::Value| {
        let ids = card
            .get("matching")
            .and_then(|m| m.as_array())
            .into_iter()
            .flatten();
        ids.filter(|id| is_virtual(id)).count()
    };
    assert_eq!(cards.values().map(virtuals).sum::<usize>(), 225);
}

#[test]
fn battlegrounds_have_icons_of_both_sides_but_for_places_that_never_are_one() {
    let ids = |filter: &str| {
        let ran = sleeve(&["cards", "--game", "swccg", "-o", "json", filter]).assert_status(0);
        let found = ran.document()["cards"].as_array().unwrap().clone();
        found
            .iter()
            .map(|card| card["id"].as_str().unwrap().to_owned())
            .collect::<BTreeSet<_>>()
    };
    let (battlegrounds, icons) = (ids("is:battleground"), ids("light-icons>=1 dark-icons>=1"));
    assert!(battlegrounds.is_subset(&icons));
    assert_eq!((battlegrounds.len(), icons.len()), (316, 327));
    // Dagobah, Ahch-To, the Galactic Senate and holosites, whatever their icons.
    let never = "2_63 2_145 4_84 4_88 7_279 12_75 12_167 211_46 211_47 211_48 217_33";
    let never: BTreeSet<String> = never.split(' ').map(str::to_owned).collect();
    assert_eq!(
        icons
            .difference(&battlegrounds)
            .cloned()
            .collect::<BTreeSet<_>>(),
        never
    );
}
