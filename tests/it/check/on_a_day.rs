//! `--on`: what was out on a day.

use super::{document, judged, shipped, verdict, with};
use crate::common::{Sleeve, scratch, sleeve, write_file, write_game};

const DAY: [&str; 2] = ["--on", "1995-12-31"];

fn of_2000() -> String {
    with(&shipped("swccg/operatives-1998-rulebook"), "\"Monnok\" = 2", "\"Lord Vader\" = 2")
}

#[test]
fn a_card_that_was_not_out_is_a_finding_with_its_day() {
    for format in ["rulebook", "open", "premiere_ds2"] {
        let args = ["--as", format, "--on", "1999-12-31"];
        let judged = judged(&of_2000(), &args);
        let line = judged
            .lines()
            .find(|line| line.contains("not-released"))
            .unwrap_or(&judged);
        assert_eq!(
            line,
            "broken not-released: `2 × Lord Vader` came out on 2000-07-01, after 1999-12-31; remove 2 × Lord Vader",
            "{format}"
        );
        assert!(judged.starts_with("illegal\n"), "{format}: {judged}");
    }
    assert_eq!(verdict(&of_2000(), &["--as", "rulebook", "--on", "2000-07-01"]), "legal");
    assert_eq!(verdict(&of_2000(), &["--as", "rulebook"]), "legal");
}

#[test]
fn every_card_of_a_later_set_is_named_at_its_line() {
    let document = document(&shipped("swccg/operatives-1998-rulebook"), &DAY);
    let deck = &document["decks"][0];
    let late: Vec<&serde_json::Value> = deck["findings"].as_array().unwrap().iter().collect();
    assert_eq!(deck["verdict"], "illegal");
    let named = |name: &str| late.iter().find(|f| f["cards"][0]["name"] == name);
    let eriadu = named("Eriadu").expect("the Jedi Pack came out in 1996");
    assert_eq!(eriadu["rule"], "not-released");
    assert_eq!(eriadu["actual_text"], "1996-10-01");
    assert_eq!(eriadu["limit_text"], "<= 1995-12-31");
    assert!(eriadu["line"].as_u64().unwrap() > 1);
    assert!(named("Stormtrooper").is_none());
}

#[test]
fn a_card_of_which_no_day_is_known_leaves_the_verdict_open() {
    let judged = judged(&shipped("star-realms/duel"), &["--on", "2020-01-01"]);
    assert!(judged.starts_with("undetermined\n"), "{judged}");
    let lines: Vec<&str> = judged
        .lines()
        .filter(|l| l.contains("not-released"))
        .collect();
    assert_eq!(lines.len(), 1, "{judged}");
    assert!(lines[0].contains("came out by 2020-01-01"), "{}", lines[0]);
}

#[test]
fn cards_of_a_game_without_days_were_out_by_the_day_of_its_data() {
    let duel = shipped("star-realms/duel");
    assert_eq!(verdict(&duel, &["--on", "2026-11-20"]), "undetermined");
    assert_eq!(verdict(&duel, &["--on", "2026-11-21"]), "legal");
    assert_eq!(verdict(&duel, &["--on", "2027-03-01"]), "legal");
}

#[test]
fn a_set_that_is_printed_again_counts_from_its_first_day() {
    let starfighter = shipped("starfighter/entrainement");
    assert_eq!(verdict(&starfighter, &["--on", "2015-06-26"]), "illegal");
    assert_ne!(verdict(&starfighter, &["--on", "2015-06-27"]), "illegal");
}

#[test]
fn legal_in_a_filter_knows_the_day_too() {
    let count = |args: &[&str]| {
        let filter = ["cards", "--game", "swccg", "name=\"Lord Vader\" legal:open"];
        sleeve(&[&filter, args].concat()).out
    };
    assert!(count(&[]).contains("Lord Vader"));
    assert!(!count(&["--on", "1995-12-31"]).contains("Lord Vader"));
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn a_format_that_does_not_hold_on_the_day_is_a_finding_with_its_days() {
    let folder = scratch("on-a-day-format");
    let overlay = "game = \"swccg\"\n[[format]]\nid = \"season\"\nextends = \"open\"\nfrom = 2001-01-01\nto = 2001-12-31\n";
    write_file(&folder, "season.toml", overlay);
    let deck = shipped("swccg/operatives-1998-rulebook").replace("\"rulebook\"", "\"season\"");
    write_file(&folder, "deck.toml", deck);
    let check = |args: &[&str]| {
        let given = ["check", "deck.toml", "--cards", "season.toml"];
        Sleeve::new().folder(&folder).run(&[&given, args].concat())
    };
    let early = check(&["--on", "2000-12-31"]).assert_status(1);
    let said = "error[not-in-force]: this format starts on 2001-01-01, after 2000-12-31";
    early.assert_out(said);
    assert!(early.out.contains("format = \"season\""), "it points at the line: {early}");
    let late = check(&["--on", "2002-01-01", "--lang", "fr"]);
    let said = "ce format a pris fin le 2001-12-31, avant le 2002-01-01";
    late.assert_out(said);
    for day in ["2001-01-01", "2001-12-31"] {
        assert_eq!(check(&["--on", day]).status, 0, "{day}");
    }
    assert_eq!(check(&[]).status, 0);
    let json = check(&["--on", "2002-01-01", "-o", "json"]).out;
    assert!(json.contains("\"actual_text\": \"2002-01-01\""), "{json}");
    assert!(json.contains("\"limit_text\": \">= 2001-01-01, <= 2001-12-31\""), "{json}");
    write_file(&folder, "sleeve.toml", "[levels]\nnot-in-force = \"allow\"\n");
    assert_eq!(check(&["--on", "2002-01-01"]).status, 0);
}

#[test]
fn many_decks_are_judged_on_the_day_as_each_alone() {
    let folder = scratch("on-a-day-many");
    let game =
        "id = \"toy\"\nname = \"Toy\"\nsources.book.name = \"Book\"\nkinds.land.name = \"land\"\n";
    let cards = r#"
card = [{ id = "a", kind = "land" }, { id = "b", kind = "land" }]
list = [{ id = "later", name = "Later", cards = ["a"], from = 2020-01-01, cite = "book: 1" }]
"#;
    let formats = r#"
[[format]]
id = "f"
name = "F"
cite = "book: 1"
zones.deck = "kind:land"
roles = [
    { id = "old", name = "Old", implied-by = "any(in:later)" },
    { id = "new", name = "New", implied-by = "none(in:later)" },
]
[[format.rule]]
id = "late"
require = "none(in:later)"
cite = "book: 1"
text = "None of the list."
"#;
    write_game(&folder.join("cards"), [game, cards, formats]);
    std::fs::create_dir(folder.join("decks")).unwrap();
    let deck = "game = \"toy\"\nformat = \"f\"\nzones.deck.a = 1\n";
    let names: Vec<String> = (10..50)
        .map(|number| format!("decks/{number}.toml"))
        .collect();
    for name in &names {
        write_file(&folder, name, deck);
    }
    for day in ["2019-12-31", "2020-01-01"] {
        let rows = |decks: &str| {
            let args = ["check", decks, "--cards", "cards", "--on", day, "-o", "csv"];
            Sleeve::new().folder(&folder).run(&args)
        };
        let alone: String = names
            .iter()
            .flat_map(|name| {
                let ran = rows(name);
                ran.out
                    .lines()
                    .skip(1)
                    .map(|row| format!("{row}\n"))
                    .collect::<Vec<_>>()
            })
            .collect();
        let together = rows("decks").out;
        let (_, together) = together.split_once('\n').unwrap();
        assert_eq!(together, alone, "on {day}");
    }
}
