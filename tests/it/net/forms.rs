//! Every command in every form of output, over shipped decks and one that is broken in many ways;
//! what people read in both languages, documents in one: their words are those of the findings.

use crate::common::{Sleeve, scratch, undated, words, write_file};
use std::path::PathBuf;

const BROKEN: &str = r#"game = "battleship-galaxies"
format = "fleet"
role = "isn"
name = "The Everest <twice>"
[zones]
ships = ["ISN Everest (veteran)", "ISN Everest (standard)", "ISN Everst"]
[zones.tactics]
"Erin Cho" = 4
"LR5 Nuclear Warhead" = 3
"#;

const CONFIG: &str = r#"game = "battleship-galaxies"
[[assert]]
id = "crew"
require = "count(\"Erin Cho\") <= 3"
"#;

fn folder(test: &str) -> PathBuf {
    let folder = scratch(test);
    write_file(&folder, "broken.toml", BROKEN);
    write_file(&folder, "sleeve.toml", CONFIG);
    for deck in ["starfighter/la-meute-d-ares", "star-realms/duel", "swccg/profit"] {
        let name = deck.rsplit('/').next().unwrap();
        let to = folder.join(format!("{name}.toml"));
        std::fs::copy(format!("decks/{deck}.toml"), to).unwrap();
    }
    folder
}

/// What each command prints in every language in which it has words of its own, with what changes
/// from version to version and from day to day left out.
fn printed(test: &str, commands: &[&str]) -> String {
    let folder = folder(test);
    let mut out = String::new();
    for command in commands {
        let args = words(command);
        let langs = if args.contains(&"json") { &["en"][..] } else { &["en", "fr"] };
        for lang in langs {
            let ran = Sleeve::new()
                .folder(&folder)
                .run(&[&args[..], &["--lang", lang]].concat());
            let ran = undated(&ran.to_string()).replace(&*folder.to_string_lossy(), "FOLDER");
            out += &format!("$ sleeve {command} --lang {lang}\n{ran}\n");
        }
    }
    out
}

#[test]
fn checks_are_printed_as_before() {
    insta::assert_snapshot!(printed(
        "net-check",
        &[
            "check .",
            "check . -o json",
            "check . -o github",
            "check broken.toml -o sarif",
            "check . -o junit",
            "check la-meute-d-ares.toml --as all -o json",
        ]
    ));
}

#[test]
fn decks_at_one_table_are_printed_as_before() {
    insta::assert_snapshot!(printed(
        "net-tables",
        &[
            "match la-meute-d-ares.toml la-meute-d-ares.toml",
            "match la-meute-d-ares.toml la-meute-d-ares.toml -o json",
            "diff duel.toml duel.toml",
            "diff duel.toml duel.toml -o json",
        ]
    ));
}

#[test]
fn cards_are_printed_as_before() {
    insta::assert_snapshot!(printed(
        "net-cards",
        &[
            "cards --game star-realms effect:draw",
            "cards --game star-realms 'effect:draw cost<=3' -o json",
            "cards --game star-realms effect:draw -o csv",
            "cards --game star-realms kind:base --group faction -o json",
            "cards --game battleship-galaxies Everest --missing -o json",
            "show Everest",
            "show 3-10 --game starfighter -o json",
        ]
    ));
}

#[test]
fn numbers_are_printed_as_before() {
    insta::assert_snapshot!(printed(
        "net-numbers",
        &[
            "stats la-meute-d-ares.toml",
            "stats duel.toml --measure 'avg(cost)' -o json",
            "stats duel.toml -o csv",
            "odds la-meute-d-ares.toml 'count(level:0) >= 1'",
            "odds la-meute-d-ares.toml 'count(level:0) >= 1' -o json",
            "odds --pile lands=24,elves=8,other=28 --draw 7 --mulligan london '2 <= count(lands) <= 5' -o json",
            "draw la-meute-d-ares.toml --seed 7",
            "draw la-meute-d-ares.toml --seed 7 -o json",
            "draw la-meute-d-ares.toml 'count(level:0) >= 1' --trials 1000 --seed 7 -o json",
        ]
    ));
}

#[test]
fn rules_starters_and_lists_are_printed_as_before() {
    insta::assert_snapshot!(printed(
        "net-data",
        &[
            "rules starfighter/guerre-totale",
            "rules starfighter/guerre-totale -o json",
            "convert profit.toml --to text",
            "new starfighter/guerre-totale",
            "new --config",
            "lint broken.toml -o json",
        ]
    ));
}
