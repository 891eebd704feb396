//! Every command in every form of output, over shipped decks and one that is broken in many ways;
//! what people read in both languages, documents in one: their words are those of the findings.

use crate::common::{Sleeve, scratch, undated};
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
    std::fs::write(folder.join("broken.toml"), BROKEN).unwrap();
    std::fs::write(folder.join("sleeve.toml"), CONFIG).unwrap();
    for deck in ["starfighter/la-meute-d-ares", "star-realms/duel", "swccg/profit"] {
        let name = deck.rsplit('/').next().unwrap();
        let to = folder.join(format!("{name}.toml"));
        std::fs::copy(format!("decks/{deck}.toml"), to).unwrap();
    }
    folder
}

/// What a command prints, with what changes from version to version and from day to day left out.
fn printed(test: &str, lang: &str, args: &[&str]) -> String {
    let folder = folder(test);
    let ran = Sleeve::new().folder(&folder).run(&[args, &["--lang", lang]].concat());
    undated(&ran.to_string()).replace(&*folder.to_string_lossy(), "FOLDER")
}

macro_rules! forms {
    ($($name:ident: $($arg:literal)+;)+) => {
        $(#[test]
        fn $name() {
            let args = [$($arg),+];
            let test = concat!("net-", stringify!($name));
            insta::assert_snapshot!(concat!(stringify!($name), "_en"), printed(test, "en", &args));
            if !args.contains(&"json") {
                insta::assert_snapshot!(concat!(stringify!($name), "_fr"), printed(test, "fr", &args));
            }
        })+
    };
}

forms! {
    check_human: "check" ".";
    check_json: "check" "." "-o" "json";
    check_github: "check" "." "-o" "github";
    check_sarif: "check" "broken.toml" "-o" "sarif";
    check_junit: "check" "." "-o" "junit";
    check_every_format: "check" "la-meute-d-ares.toml" "--as" "all" "-o" "json";
    match_human: "match" "la-meute-d-ares.toml" "la-meute-d-ares.toml";
    match_json: "match" "la-meute-d-ares.toml" "la-meute-d-ares.toml" "-o" "json";
    cards_human: "cards" "--game" "star-realms" "effect:draw";
    cards_json: "cards" "--game" "star-realms" "effect:draw cost<=3" "-o" "json";
    cards_csv: "cards" "--game" "star-realms" "effect:draw" "-o" "csv";
    cards_groups: "cards" "--game" "star-realms" "kind:base" "--group" "faction" "-o" "json";
    cards_missing: "cards" "--game" "battleship-galaxies" "Everest" "--missing" "-o" "json";
    show_human: "show" "Everest";
    show_json: "show" "3-10" "--game" "starfighter" "-o" "json";
    stats_human: "stats" "la-meute-d-ares.toml";
    stats_json: "stats" "duel.toml" "--measure" "avg(cost)" "-o" "json";
    stats_csv: "stats" "duel.toml" "-o" "csv";
    diff_human: "diff" "duel.toml" "duel.toml";
    diff_json: "diff" "duel.toml" "duel.toml" "-o" "json";
    odds_human: "odds" "la-meute-d-ares.toml" "count(level:0) >= 1";
    odds_json: "odds" "la-meute-d-ares.toml" "count(level:0) >= 1" "-o" "json";
    odds_mulligan: "odds" "--pile" "lands=24,elves=8,other=28" "--draw" "7" "--mulligan" "london" "2 <= count(lands) <= 5" "-o" "json";
    draw_human: "draw" "la-meute-d-ares.toml" "--seed" "7";
    draw_json: "draw" "la-meute-d-ares.toml" "--seed" "7" "-o" "json";
    draw_trials: "draw" "la-meute-d-ares.toml" "count(level:0) >= 1" "--trials" "1000" "--seed" "7" "-o" "json";
    rules_human: "rules" "starfighter/guerre-totale";
    rules_json: "rules" "starfighter/guerre-totale" "-o" "json";
    convert_text: "convert" "profit.toml" "--to" "text";
    new_deck: "new" "starfighter/guerre-totale";
    new_config: "new" "--config";
    lint_json: "lint" "broken.toml" "-o" "json";
}
