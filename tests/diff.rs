//! `sleeve diff`: what separates two decks.

mod common;

use common::{Sleeve, scratch, sleeve};
use std::fs;

const BEFORE: &str = "game = \"star-realms\"\nformat = \"two-player\"\nname = \"Before\"\n[zones]\n\
    starter = { Scout = 8, Viper = 2 }\n[zones.trade]\n\"Trade Pod\" = 3\n\"Blob Fighter\" = 3\n";

fn folder(test: &str) -> std::path::PathBuf {
    let folder = scratch(test);
    let after = BEFORE.replace("Before", "After").replace("\"Trade Pod\" = 3", "\"Trade Pod\" = 2");
    let after = after.replace("\"Blob Fighter\" = 3", "Battlecruiser = 1");
    fs::write(folder.join("before.toml"), BEFORE).unwrap();
    fs::write(folder.join("after.toml"), after).unwrap();
    folder
}

#[test]
fn cards_come_go_and_change_in_number() {
    let folder = folder("diff-cards");
    let run = |args: &[&str]| Sleeve::new().folder(&folder).run(args);
    let all = ["diff", "before.toml", "after.toml", "--measure", "sum(trade)"];
    insta::assert_snapshot!(run(&all), @"");
    insta::assert_snapshot!(run(&["diff", "before.toml", "before.toml"]), @"");
}

#[test]
fn a_budget_and_what_is_spent_of_it() {
    let ran = sleeve(&[
        "diff",
        "decks/battleship-galaxies/fleet-isn-patrol-30.toml",
        "decks/battleship-galaxies/fleet-isn-carrier-group.toml",
        "--lang",
        "fr",
    ]);
    insta::assert_snapshot!(ran, @"");
}

#[test]
fn decks_of_different_file_formats_compare() {
    let folder = folder("diff-formats");
    let list =
        "# game: star-realms\n[starter]\n8 Scout\n2 Viper\n[trade]\n3 Trade Pod\n3 Blob Fighter\n";
    fs::write(folder.join("list.txt"), list).unwrap();
    let ran = Sleeve::new().folder(&folder).run(&["diff", "before.toml", "list.txt", "-q"]);
    insta::assert_snapshot!(ran, @"");
}

#[test]
fn the_document_of_a_diff() {
    let folder = folder("diff-json");
    let ran =
        Sleeve::new().folder(&folder).run(&["diff", "before.toml", "after.toml", "-o", "json"]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["schema"], "sleeve/diff/1");
    assert_eq!(json["decks"][0]["verdict"], "illegal");
    let trade = json["zones"].as_array().unwrap().iter().find(|z| z["zone"] == "trade").unwrap();
    let numbers = |c: &serde_json::Value| (c["before"].as_u64(), c["after"].as_u64());
    let changes: Vec<_> = trade["changes"].as_array().unwrap().iter().map(numbers).collect();
    assert_eq!(changes, [(Some(0), Some(1)), (Some(3), Some(0)), (Some(3), Some(2))]);
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let ran =
        sleeve(&["diff", "decks/star-realms/duel.toml", "decks/starfighter/entrainement.toml"]);
    insta::assert_snapshot!(ran, @"");
    insta::assert_snapshot!(sleeve(&["diff", "decks/star-realms/duel.toml", "none.toml"]), @"");
    insta::assert_snapshot!(sleeve(&["diff", "decks/star-realms", "decks/star-realms"]), @"");
}
