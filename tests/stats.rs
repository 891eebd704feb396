//! `sleeve stats`: decks in numbers.

mod common;

use common::{Ran, Sleeve, scratch, sleeve};
use serde_json::Value;
use std::fs;

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {ran}"))
}

fn stats(args: &[&str]) -> Value {
    let all: Vec<&str> = ["stats", "-o", "json"].iter().chain(args).copied().collect();
    let ran = sleeve(&all);
    assert_eq!(ran.status, 0, "{ran}");
    json(&ran)
}

/// The rows of a curve: value and cards.
fn curve(deck: &Value, field: &str) -> Vec<(String, u64)> {
    let curves = deck["curves"].as_array().unwrap();
    let curve = curves.iter().find(|c| c["field"] == field).unwrap();
    let rows = curve["rows"].as_array().unwrap().iter();
    rows.map(|r| (r["value"].as_str().unwrap().to_owned(), r["cards"].as_u64().unwrap())).collect()
}

fn fraction(deck: &Value, name: &str) -> String {
    let averages = deck["averages"].as_array().unwrap();
    let found = averages.iter().find(|a| a["name"]["en"] == name).unwrap();
    found["value"]["fraction"].as_str().unwrap().to_owned()
}

fn rows(numbers: &[(u32, u64)]) -> Vec<(String, u64)> {
    numbers.iter().map(|(value, cards)| (value.to_string(), *cards)).collect()
}

#[test]
fn destiny_of_the_1998_champion_dark_side() {
    let document = stats(&["decks/swccg/operatives-1998.toml"]);
    let deck = &document["decks"][0];
    let wanted = [(0, 10), (1, 3), (2, 4), (3, 32), (4, 3), (5, 7), (6, 1)];
    assert_eq!(curve(deck, "destiny"), rows(&wanted));
    assert_eq!(fraction(deck, "destiny"), "8/3");
    assert_eq!(deck["cards"], 60);
}

#[test]
fn destiny_of_the_1998_champion_light_side() {
    // The list itself is published nowhere; its histogram is, and any cards of these destinies do.
    let wanted = [(0, 10), (1, 3), (2, 2), (3, 32), (4, 2), (5, 10), (6, 1)];
    let mut deck = "game = \"swccg\"\nformat = \"rulebook\"\n[zones.deck]\n".to_owned();
    for (destiny, cards) in wanted {
        let filter = format!("side:light destiny={destiny}");
        let ran = sleeve(&["cards", "--game", "swccg", &filter, "--limit", "1", "-o", "json"]);
        let id = json(&ran)["cards"][0]["id"].as_str().unwrap().to_owned();
        deck.push_str(&format!("\"{id}\" = {cards}\n"));
    }
    let ran = Sleeve::new().input(deck).run(&["stats", "-", "-o", "json"]);
    let document = json(&ran);
    assert_eq!(curve(&document["decks"][0], "destiny"), rows(&wanted));
    assert_eq!(fraction(&document["decks"][0], "destiny"), "167/60");
}

#[test]
fn cards_with_two_destinies_are_a_range_everywhere() {
    // Artoo (V) has a destiny of 1 or 6.
    let deck =
        "game = \"swccg\"\nformat = \"rulebook\"\n[zones.deck]\n\"219_28\" = 1\n\"1_11\" = 3\n";
    let ran = Sleeve::new().input(deck).run(&[
        "stats",
        "-",
        "--by",
        "destiny",
        "--measure",
        "avg(destiny)",
    ]);
    insta::assert_snapshot!(ran, @"");
}

#[test]
fn a_deck_of_starfighter() {
    insta::assert_snapshot!(sleeve(&["stats", "decks/starfighter/la-meute-d-ares.toml"]), @"");
}

#[test]
fn starting_cards_are_left_out_where_the_measure_says_so() {
    let deck = "game = \"swccg\"\nformat = \"rulebook\"\n[zones]\nstarting = [\"1_289\"]\n[zones.deck]\n\"1_11\" = 2\n";
    let measures = ["stats", "-", "-m", "avg(destiny)", "-m", "avg(destiny, -zone:starting)"];
    insta::assert_snapshot!(Sleeve::new().input(deck).run(&measures), @"");
}

#[test]
fn what_is_not_known_is_counted_and_not_dropped() {
    let deck = "decks/battleship-galaxies/fleet-isn-patrol-30.toml";
    let ran = sleeve(&[
        "stats",
        deck,
        "--attested",
        "-m",
        "sum(launch)",
        "-m",
        "avg(hull)",
        "--by",
        "size",
    ]);
    insta::assert_snapshot!(ran, @"");
    assert_eq!(stats(&[deck])["decks"][0]["provisional"], true);
    assert_eq!(stats(&[deck, "--attested"])["decks"][0]["provisional"], false);
}

#[test]
fn decks_of_one_game_stand_side_by_side() {
    let ran = sleeve(&[
        "stats",
        "decks/star-realms/duel.toml",
        "decks/star-realms/hunter-four.toml",
        "--zone",
        "starter",
        "--zone",
        "trade",
        "--lang",
        "fr",
    ]);
    insta::assert_snapshot!(ran, @"");
}

#[test]
fn groups_have_measures_of_their_own() {
    let ran = sleeve(&[
        "stats",
        "decks/star-realms/duel.toml",
        "--zone",
        "trade",
        "--by",
        "faction",
        "--measure",
        "avg(cost)",
        "-o",
        "csv",
    ]);
    insta::assert_snapshot!(ran, @"");
}

#[test]
fn averages_agree_with_the_cards_themselves() {
    let ran = sleeve(&["cards", "--in", "decks/starfighter/le-rempart-d-atlas.toml", "-o", "json"]);
    let cards = json(&ran)["cards"].as_array().unwrap().clone();
    let level = |card: &Value| card["attributes"]["level"].as_u64().or(card["level"].as_u64());
    let levels: Vec<u64> = cards.iter().filter_map(level).collect();
    if levels.is_empty() {
        panic!("no levels in {}", cards[0]);
    }
    let document = stats(&["decks/starfighter/le-rempart-d-atlas.toml"]);
    let rows = curve(&document["decks"][0], "level");
    for (value, count) in rows.iter().filter(|(value, _)| value != "0") {
        let wanted = levels.iter().filter(|l| l.to_string() == *value).count() as u64;
        assert_eq!(*count, wanted, "level {value}");
    }
}

#[test]
fn lines_that_cannot_be_told_are_said_and_counted() {
    let deck = "game = \"starfighter\"\n[zones]\ncruiser = [\"Ares\"]\ndeck = [\"3-10\", \"no such card\"]\n";
    let ran = Sleeve::new().input(deck).run(&["stats", "-", "--by", "level", "-m", "count()"]);
    insta::assert_snapshot!(ran, @"");
}

#[test]
fn mistakes_are_pointed_at() {
    let deck = "decks/star-realms/duel.toml";
    insta::assert_snapshot!(sleeve(&["stats", deck, "--measure", "avg(cst)"]), @"");
    insta::assert_snapshot!(sleeve(&["stats", deck, "--by", "factoin"]), @"");
    insta::assert_snapshot!(sleeve(&["stats", deck, "--zone", "trad"]), @"");
    insta::assert_snapshot!(sleeve(&["stats", "decks/no-such-deck.toml"]), @"");
}

#[test]
fn names_from_a_file_reach_neither_terminal_nor_sheet_as_commands() {
    let folder = scratch("stats-hostile");
    let deck = "game = \"star-realms\"\nname = \"\\u001b[31m=1+1\"\n[zones]\n\"=trade\" = [\"Explorer\"]\n";
    fs::write(folder.join("=x.toml"), deck).unwrap();
    let human = Sleeve::new().folder(&folder).run(&["stats", "=x.toml"]);
    assert!(!human.out.contains('\u{1b}'), "{human}");
    let sheet = Sleeve::new().folder(&folder).run(&["stats", "=x.toml", "-o", "csv"]);
    assert!(sheet.out.lines().skip(1).all(|line| line.starts_with("'=x.toml")), "{sheet}");
    assert!(sheet.out.contains(",'=trade,"), "{sheet}");
}
