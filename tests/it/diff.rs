//! `sleeve diff`: what separates two decks.

use crate::common::{Sleeve, scratch, sleeve, write_file};

const BEFORE: &str = "game = \"star-realms\"\nformat = \"two-player\"\nname = \"Before\"\n[zones]\n\
    starter = { Scout = 8, Viper = 2 }\n[zones.trade]\n\"Trade Pod\" = 3\n\"Blob Fighter\" = 3\n";

fn folder(test: &str) -> std::path::PathBuf {
    let folder = scratch(test);
    let after = BEFORE.replace("Before", "After").replace("\"Trade Pod\" = 3", "\"Trade Pod\" = 2");
    let after = after.replace("\"Blob Fighter\" = 3", "Battlecruiser = 1");
    write_file(&folder, "before.toml", BEFORE);
    write_file(&folder, "after.toml", after);
    folder
}

#[test]
fn cards_come_go_and_change_in_number() {
    let folder = folder("diff-cards");
    let run = |args: &[&str]| Sleeve::new().folder(&folder).run(args);
    let all = ["diff", "before.toml", "after.toml", "--measure", "sum(trade)"];
    insta::assert_snapshot!(run(&all), @r#"
    status: 0
    - before.toml  Before (star-realms/two-player)
    + after.toml  After (star-realms/two-player)

    trade 6 → 3
      +1 Battlecruiser (battlecruiser)
      -3 Blob Fighter (blob-fighter)
      3 → 2 Trade Pod (trade-pod)

    verdict          illegal
    trade per card   1.0625 → 1.0769
    combat per card  0.6875 → 0.5385
    cost             1.5 → 3.3333
    sum(trade)       17 → 14

    sleeve 0.1.0, data: star-realms 2026-11-21
    "#);
    insta::assert_snapshot!(run(&["diff", "before.toml", "before.toml"]), @r#"
    status: 0
    - before.toml  Before (star-realms/two-player)
    + before.toml  Before (star-realms/two-player)

    the same cards

    verdict  illegal

    sleeve 0.1.0, data: star-realms 2026-11-21
    "#);
}

#[test]
fn a_budget_and_what_is_spent_of_it() {
    let ran = Sleeve::new().line("diff decks/battleship-galaxies/fleet-isn-patrol-30.toml decks/battleship-galaxies/fleet-isn-carrier-group.toml --lang fr");
    insta::assert_snapshot!("a_budget_and_what_is_spent_of_it", ran);
}

#[test]
fn decks_of_different_file_formats_compare() {
    let folder = folder("diff-formats");
    let list =
        "# game: star-realms\n[starter]\n8 Scout\n2 Viper\n[trade]\n3 Trade Pod\n3 Blob Fighter\n";
    write_file(&folder, "list.txt", list);
    let run = |args: &[&str]| Sleeve::new().input(list).folder(&folder).run(args);
    let piped = run(&["diff", "-", "after.toml", "-q"]);
    assert_eq!(piped.out.lines().last(), Some("cost             1.5 → 3.3333"), "{piped}");
    insta::assert_snapshot!(run(&["diff", "before.toml", "list.txt", "-q"]), @r#"
    status: 0
    - before.toml  Before (star-realms/two-player)
    + list.txt (star-realms/two-player)

    the same cards

    verdict  illegal
    "#);
}

#[test]
fn the_document_of_a_diff() {
    let folder = folder("diff-json");
    let ran =
        Sleeve::new().folder(&folder).run(&["diff", "before.toml", "after.toml", "-o", "json"]);
    let json = ran.document();
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
    insta::assert_snapshot!(ran, @r#"
    status: 2
    --- err
    error: the decks are of different games: star-realms and starfighter
    "#);
    insta::assert_snapshot!(sleeve(&["diff", "decks/star-realms/duel.toml", "none.toml"]), @r"
    status: 2
    --- err
    unusable none.toml

    error: `none.toml`: there is no such file or folder
    ");
    insta::assert_snapshot!(sleeve(&["diff", "decks/star-realms", "decks/star-realms"]), @"
    status: 2
    --- err
    error: `decks/star-realms` names 5 decks
     |
     = help: name one deck and one format
    ");
}
