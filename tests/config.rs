//! `sleeve.toml`: overlays, defaults, levels and assertions, as `check` uses them.

mod common;

use common::{Sleeve, scratch, sleeve};
use std::fs;
use std::path::{Path, PathBuf};

const DECK: &str = r#"
game = "starfighter"
format = "guerre-totale"

[zones]
cruiser = ["Ares"]
deck = [
    "0-06", "0-11", "0-16", "0-18", "0-21", "0-33", "0-63", "0-76", "0-81",
    "1-08", "1-23", "1-27", "1-37", "1-67", "1-83", "1-98",
    "2-04", "2-09", "2-14", "2-49", "2-89",
    "3-10", "3-15", "3-35", "3-65",
]
"#;

/// A folder with decks and a `sleeve.toml`.
fn club(test: &str, config: &str, decks: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(test);
    put(&folder, "sleeve.toml", config);
    for (name, text) in decks {
        put(&folder, name, text);
    }
    folder
}

fn put(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn check(folder: &Path, args: &[&str]) -> common::Ran {
    let all: Vec<&str> = ["check", "--quiet"].iter().chain(args).copied().collect();
    Sleeve::new().folder(folder).run(&all)
}

#[test]
fn the_template_reads_back_as_the_defaults() {
    use sleeve::config::{Config, KEYS};
    for lang in ["en", "fr"] {
        let ran = sleeve(&["new", "--config", "--lang", lang]);
        let read = Config::parse("sleeve.toml", Path::new("/"), &ran.out).unwrap();
        let default = Config::default();
        assert!(read.unknown_keys.is_empty());
        assert_eq!(read.game, default.game);
        assert_eq!(read.format, default.format);
        assert_eq!(read.overlays, default.overlays);
        assert_eq!(read.levels, default.levels);
        assert!(read.asserts.is_empty());
        for key in KEYS.iter().filter(|key| key.name != "RULE") {
            assert!(ran.out.contains(&format!("{} =", key.name)), "{}", key.name);
        }
        let example: String = ran
            .out
            .lines()
            .skip_while(|line| *line != "# [[assert]]")
            .map(|line| line.strip_prefix("# ").unwrap_or(line).to_owned() + "\n")
            .collect();
        let read = Config::parse("sleeve.toml", Path::new("/"), &example).unwrap();
        let [assertion] = read.asserts.as_slice() else { panic!("one assertion: {example}") };
        assert!(read.unknown_keys.is_empty());
        assert_eq!(assertion.level, Some(sleeve::model::Level::Error));
        assert!(assertion.zones.is_empty() && assertion.decks.patterns().is_empty());
        assert!(assertion.game.is_none() && assertion.format.is_none());
        assert!(assertion.text.is_empty());
    }
}

#[test]
fn the_template_looks_like_this() {
    insta::assert_snapshot!(sleeve(&["new", "--config"]), @"");
}

#[test]
fn a_template_is_written_once() {
    let folder = scratch("config-template");
    let run = || Sleeve::new().folder(&folder).run(&["new", "--config", "sleeve.toml"]);
    assert_eq!(run().status, 0);
    assert_eq!(run().status, 2);
}

#[test]
fn a_met_assertion_says_nothing() {
    let config = "[[assert]]\nid = \"levels\"\nrequire = \"avg(level) >= 1\"\n";
    let folder = club("config-met", config, &[("deck.toml", DECK)]);
    assert_eq!(check(&folder, &["."]).to_string(), "status: 0\n");
}

#[test]
fn a_failed_assertion_leaves_the_verdict_and_fails_the_check() {
    let config = r#"
[[assert]]
id = "levels"
require = "avg(level) >= 1.5"
text = { en = "Low levels are slow.", fr = "Trop lent." }

[[assert]]
id = "draws"
require = "count(effect:draw) >= 20"
zone = "deck"
level = "warn"
"#;
    let folder = club("config-failed", config, &[("deck.toml", DECK)]);
    insta::assert_snapshot!(check(&folder, &["deck.toml"]), @"");
    insta::assert_snapshot!(check(&folder, &["deck.toml", "-o", "github"]), @"");
    insta::assert_snapshot!(check(&folder, &["deck.toml", "-o", "junit"]), @"");
    let json: serde_json::Value =
        serde_json::from_str(&check(&folder, &["deck.toml", "-o", "json"]).out).unwrap();
    let deck = &json["decks"][0];
    assert_eq!(deck["verdict"], "legal");
    let rules: Vec<_> = deck["findings"].as_array().unwrap().iter().map(|f| &f["rule"]).collect();
    assert_eq!(rules, ["assert-levels", "assert-draws"]);
    assert_eq!(json["configs"], serde_json::json!([]));
    let sarif = check(&folder, &["deck.toml", "-o", "sarif"]);
    assert!(sarif.out.contains("\"ruleId\": \"assert-levels\"") && sarif.status == 1);
}

#[test]
fn an_assertion_over_unknown_facts_is_undetermined() {
    let config = "[[assert]]\nid = \"cheap\"\nrequire = \"avg(launch) <= 12\"\n";
    let folder = club("config-unknown", config, &[]);
    let deck = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/decks/battleship-galaxies/fleet-isn-patrol-30.toml"
    ));
    put(&folder, "fleet.toml", &deck.unwrap());
    let ran = check(&folder, &["fleet.toml", "--attested", "-o", "json"]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    let findings = json["decks"][0]["findings"].as_array().unwrap();
    let found = findings.iter().find(|f| f["rule"] == "assert-cheap").unwrap();
    assert_eq!((ran.status, &found["status"]), (3, &serde_json::json!("unknown")));
}

#[test]
fn odds_of_the_opening_hand_can_be_asserted() {
    let config = |least: &str| {
        format!(
            "[[assert]]\nid = \"flat\"\nopening = \"count(level:0) >= 1\"\nat-least = {least}\n"
        )
    };
    // 5 cards from 25, of which 9 are of level 0: 1 - C(16,5)/C(25,5) = 91.78 %.
    let folder = club("config-odds", &config("0.9"), &[("deck.toml", DECK)]);
    assert_eq!(check(&folder, &["."]).to_string(), "status: 0\n");
    put(&folder, "sleeve.toml", &config("0.95"));
    insta::assert_snapshot!(check(&folder, &["."]), @"");
}

#[test]
fn decks_that_name_neither_game_nor_format_get_them_from_the_file() {
    let list = "Ares\n";
    let config = "game = \"starfighter\"\nformat = \"guerre-totale\"\n";
    let folder = club("config-defaults", config, &[("inner/list.txt", list)]);
    let ran = check(&folder, &["inner/list.txt", "-o", "json"]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json["decks"][0]["format"], "guerre-totale", "{ran}");
    put(&folder, "sleeve.toml", "format = \"starfighter/guerre-totale\"\n");
    let ran = check(&folder, &["inner/list.txt", "-o", "json"]);
    assert!(ran.out.contains("\"format\": \"guerre-totale\""), "{ran}");
    let fixed = check(&folder, &["inner/list.txt", "-o", "json", "--as", "escarmouche"]);
    assert!(fixed.out.contains("\"format\": \"escarmouche\""), "{fixed}");
}

#[test]
fn levels_switch_rules_off_and_turn_errors_into_warnings() {
    let small = DECK.replace("    \"3-10\", \"3-15\", \"3-35\", \"3-65\",\n", "");
    let rows = [
        ("", 1),
        ("deck-size = \"warn\"", 0),
        ("deck-size = \"allow\"", 0),
        ("\"starfighter/guerre-totale/deck-size\" = \"allow\"", 0),
        ("\"guerre-totale/deck-size\" = \"allow\"", 0),
        ("\"starfighter/escarmouche/deck-size\" = \"allow\"", 1),
    ];
    for (line, status) in rows {
        let folder =
            club("config-levels", &format!("[levels]\n{line}\n"), &[("deck.toml", &small)]);
        let ran = check(&folder, &["deck.toml"]);
        assert_eq!(ran.status, status, "{line}\n{ran}");
    }
}

#[test]
fn what_has_no_effect_is_a_finding() {
    let config = r#"
forma = "guerre-totale"

[levels]
deck-sise = "warn"
"starfigter/guerre-totale/deck-size" = "warn"

[[assert]]
id = "nowhere"
require = "count() >= 1"
decks = ["drafts/*.toml"]

[[assert]]
id = "elsewhere"
require = "count() >= 1"
game = "swccg"
"#;
    let folder = club("config-idle", config, &[("deck.toml", DECK)]);
    insta::assert_snapshot!(check(&folder, &["deck.toml"]), @"");
    let json: serde_json::Value =
        serde_json::from_str(&check(&folder, &["deck.toml", "-o", "json"]).out).unwrap();
    let rules: Vec<_> =
        json["configs"][0]["findings"].as_array().unwrap().iter().map(|f| &f["rule"]).collect();
    let wanted = ["config-unknown-key", "config-unknown-rule", "config-unknown-rule"];
    assert_eq!(rules[..3], wanted);
    assert_eq!(rules[3..], ["assert-unused", "assert-unused"]);
    put(&folder, "drafts/other.toml", DECK);
    let ran = check(&folder, &["deck.toml"]);
    assert!(!ran.out.contains("assert-nowhere"), "a deck that is not checked now is meant: {ran}");
}

#[test]
fn a_mistake_in_a_condition_is_pointed_at_once() {
    let config = r#"
[[assert]]
id = "levels"
require = "avg(levle) >= 1"

[[assert]]
id = "zone"
require = "count() >= 1"
zone = "dek"

[[assert]]
id = "odds"
opening = "count(colour:gren) >= 1"
at-least = 0.5
"#;
    let decks = [("a.toml", DECK), ("b.toml", DECK)];
    let folder = club("config-mistakes", config, &decks);
    insta::assert_snapshot!(check(&folder, &["."]), @"");
}

#[test]
fn a_file_with_mistakes_keeps_its_decks_from_being_checked() {
    let folder = club("config-broken", "game = 3\n", &[("deck.toml", DECK)]);
    insta::assert_snapshot!(check(&folder, &["deck.toml"]), @"");
    insta::assert_snapshot!(Sleeve::new().folder(&folder).run(&["cards", "level:0"]), @"");
}

#[test]
fn overlays_lie_under_every_deck_below_the_file() {
    let card = "[[card]]\nid = \"9-99\"\nkind = \"squadron\"\nname = \"Club card\"\nlevel = 0\n";
    let config = "[cards]\noverlays = [\"club\"]\n";
    let deck = DECK.replace("\"3-65\"", "\"3-65\", \"Club card\"");
    let files = [("club/starfighter/own.toml", card), ("decks/deck.toml", deck.as_str())];
    let folder = club("config-overlays", config, &files);
    let ran = check(&folder, &["decks/deck.toml"]);
    assert_eq!(ran.to_string(), "status: 0\n");
    let shown = Sleeve::new().folder(folder.join("decks")).run(&["show", "9-99"]);
    assert_eq!(shown.status, 0, "{shown}");
}
