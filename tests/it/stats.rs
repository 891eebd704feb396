//! `sleeve stats`: curves and averages, exactly. The scenarios are in `tests/console/stats.trycmd`.

use crate::common::{Sleeve, scratch, sleeve, write_file};
use serde_json::Value;

fn stats(args: &[&str]) -> Value {
    let all: Vec<&str> = ["stats", "-o", "json"]
        .iter()
        .chain(args)
        .copied()
        .collect();
    sleeve(&all).assert_status(0).document()
}

/// The rows of a curve: value and cards.
fn curve(deck: &Value, field: &str) -> Vec<(String, u64)> {
    let curves = deck["curves"].as_array().unwrap();
    let curve = curves.iter().find(|c| c["field"] == field).unwrap();
    let rows = curve["rows"].as_array().unwrap().iter();
    rows.map(|r| (r["value"].as_str().unwrap().to_owned(), r["cards"].as_u64().unwrap()))
        .collect()
}

fn fraction(deck: &Value, name: &str) -> String {
    let averages = deck["averages"].as_array().unwrap();
    let found = averages.iter().find(|a| a["name"]["en"] == name).unwrap();
    found["value"]["fraction"].as_str().unwrap().to_owned()
}

fn rows(numbers: &[(u32, u64)]) -> Vec<(String, u64)> {
    numbers
        .iter()
        .map(|(value, cards)| (value.to_string(), *cards))
        .collect()
}

#[test]
fn fields_that_no_card_has_are_left_out() {
    // Cards of this game print no effects.
    let deck = "decks/battleship-galaxies/fleet-isn-carrier-group.toml";
    let document = stats(&[deck]);
    let tallies = document["decks"][0]["tallies"].as_array().unwrap();
    let fields: Vec<&Value> = tallies.iter().map(|tally| &tally["field"]).collect();
    assert!(fields.contains(&&"kind".into()) && !fields.contains(&&"effect".into()), "{fields:?}");
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
        let id = ran.document()["cards"][0]["id"]
            .as_str()
            .unwrap()
            .to_owned();
        deck.push_str(&format!("\"{id}\" = {cards}\n"));
    }
    let ran = Sleeve::new().input(deck).run(&["stats", "-", "-o", "json"]);
    let document = ran.document();
    assert_eq!(curve(&document["decks"][0], "destiny"), rows(&wanted));
    assert_eq!(fraction(&document["decks"][0], "destiny"), "167/60");
}

#[test]
fn averages_agree_with_the_cards_themselves() {
    let ran = sleeve(&["cards", "--in", "decks/starfighter/le-rempart-d-atlas.toml", "-o", "json"]);
    let cards = ran.document()["cards"].as_array().unwrap().clone();
    let levels: Vec<u64> = cards
        .iter()
        .filter_map(|card| card["level"].as_u64())
        .collect();
    let document = stats(&["decks/starfighter/le-rempart-d-atlas.toml"]);
    let rows = curve(&document["decks"][0], "level");
    let counted = |value: &str| levels.iter().filter(|l| l.to_string() == value).count() as u64;
    assert_eq!(rows.iter().map(|(_, cards)| cards).sum::<u64>(), 30);
    for (value, cards) in &rows {
        assert_eq!(*cards, counted(value), "level {value}");
    }
}

#[test]
fn names_from_a_file_reach_neither_terminal_nor_sheet_as_commands() {
    let folder = scratch("stats-hostile");
    let deck = "game = \"star-realms\"\nname = \"\\u001b[31m=1+1\"\n[zones]\n\"=trade\" = [\"Explorer\"]\n";
    write_file(&folder, "=x.toml", deck);
    let human = Sleeve::new().folder(&folder).run(&["stats", "=x.toml"]);
    assert!(!human.out.contains('\u{1b}'), "{human}");
    let sheet = Sleeve::new()
        .folder(&folder)
        .run(&["stats", "=x.toml", "-o", "csv"]);
    assert!(
        sheet
            .out
            .lines()
            .skip(1)
            .all(|line| line.starts_with("'=x.toml")),
        "{sheet}"
    );
}
