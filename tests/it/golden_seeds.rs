//! What a seed means, frozen: the same seed deals the same hands and counts the same outcomes in
//! every later version. A snapshot here changes only where the cards of a deck in `decks/` change,
//! never because of the program. The decks mark their starting cards, where their game has any.
//!
//! Hands are shown by the ids of their cards, so that wording and columns may change freely.

use crate::common::Sleeve;
use serde_json::Value;
use std::fmt::Write;

const METE: &str = "decks/starfighter/la-meute-d-ares.toml";
const TRAINING: &str = "decks/starfighter/entrainement.toml";
const DUEL: &str = "decks/star-realms/duel.toml";
const FLEET: &str = "decks/battleship-galaxies/mission-5-isn.toml";
const ALLIANCE: &str = "decks/etoile-noire/trois-joueurs-alliance.toml";
const HUNT: &str = "decks/swccg/hunt-down.toml";
const OPERATIVES: &str = "decks/swccg/operatives-1998.toml";
const PILE: &[&str] = &["--pile", "lands=24,elves=8,other=28", "--draw", "7"];

fn document(command: &[&str], seed: &str) -> Value {
    let args = [&["draw", "-o", "json", "--seed", seed], command].concat();
    let ran = Sleeve::new().run(&args);
    // Attested facts alone leave some answers open.
    assert!([0, 3].contains(&ran.status), "{args:?}\n{ran}");
    ran.document()
}

fn ids(cards: &Value) -> String {
    let word = |card: &Value| {
        card["id"]
            .as_str()
            .or(card["name"].as_str())
            .unwrap()
            .to_owned()
    };
    cards
        .as_array()
        .unwrap()
        .iter()
        .map(word)
        .collect::<Vec<_>>()
        .join(" ")
}

fn hands(all: &[(&[&str], &str)]) -> String {
    let mut text = String::new();
    for (command, seed) in all {
        writeln!(text, "# {} --seed {seed}", command.join(" ")).unwrap();
        for hand in document(command, seed)["hands"].as_array().unwrap() {
            writeln!(text, "hand").unwrap();
            for exchanged in hand["exchanged"].as_array().unwrap() {
                writeln!(text, "  exchanged: {}", ids(exchanged)).unwrap();
            }
            for turn in hand["turns"].as_array().unwrap() {
                writeln!(text, "  turn {}: {}", turn["turn"], ids(&turn["cards"])).unwrap();
                for answer in turn["answers"].as_array().unwrap() {
                    let (asked, found) = match answer.get("condition") {
                        Some(condition) => (condition, &answer["holds"]),
                        None => (&answer["measure"], &answer["value"]),
                    };
                    writeln!(text, "    {}: {found}", asked.as_str().unwrap()).unwrap();
                }
            }
            if hand["bottom"] != 0 {
                writeln!(text, "  to the bottom: {}", hand["bottom"]).unwrap();
            }
            for other in hand["others"].as_array().unwrap() {
                writeln!(text, "  another hand: {}", ids(other)).unwrap();
            }
            if hand["row"] != Value::Array(Vec::new()) {
                writeln!(text, "  row: {}", ids(&hand["row"])).unwrap();
            }
        }
    }
    text
}

fn counts(all: &[(&[&str], &str)]) -> String {
    let mut text = String::new();
    for (command, seed) in all {
        writeln!(text, "# {} --seed {seed}", command.join(" ")).unwrap();
        for result in document(command, seed)["results"].as_array().unwrap() {
            let turn = result
                .get("turn")
                .map_or(String::new(), |turn| format!("turn {turn}: "));
            match result.get("condition") {
                Some(condition) => {
                    let (hits, unknown) = (&result["hits"], &result["unknown"]);
                    let (asked, of) = (condition.as_str().unwrap(), &result["hands"]);
                    writeln!(text, "  {turn}{asked}: {hits} hits, {unknown} unknown, of {of}")
                }
                None => {
                    let values = result["histogram"].as_array().unwrap().iter();
                    let values = values
                        .map(|row| format!("{} {}", row["value"].as_str().unwrap(), row["count"]));
                    let values = values.collect::<Vec<_>>().join(", ");
                    writeln!(text, "  {turn}{}: {values}", result["measure"].as_str().unwrap())
                }
            }
            .unwrap();
        }
    }
    text
}

#[test]
fn a_seed_deals_the_same_hands() {
    let with_pile = [PILE, &["--hands", "3", "count(lands) >= 2"]].concat();
    let turns = [PILE, &["--turns", "1..3", "--on", "draw"]].concat();
    insta::assert_snapshot!(hands(&[
        (&[METE, "--hands", "3", "any(effect:draw)"], "1"),
        (&[TRAINING, "--hands", "2"], "2"),
        (&[DUEL, "--seat", "2", "--hands", "2", "--turns", "1..3", "sum(trade)"], "3"),
        (&[FLEET, "--hands", "2", "--turns", "1..2"], "4"),
        (&[ALLIANCE, "--hands", "2", "--turns", "1..3"], "5"),
        (&[HUNT, "--hands", "3"], "6"),
        (&[OPERATIVES, "--hands", "3", "--set-aside", "Well Guarded"], "18446744073709551615"),
        (&with_pile, "7"),
        (&turns, "0"),
    ]));
}

#[test]
fn a_seed_deals_the_same_hands_when_they_are_exchanged() {
    let london = [PILE, &["--mulligan", "london", "--keep", "count(lands) >= 3"]].concat();
    let london = [&london[..], &["--hands", "4", "--turn", "1"]].concat();
    let fewer = [PILE, &["--mulligan", "vancouver", "--keep", "count(elves) >= 2"]].concat();
    let fewer = [&fewer[..], &["--hands", "3", "--down-to", "5"]].concat();
    insta::assert_snapshot!(hands(&[
        (&[HUNT, "--mulligan", "free", "--keep", "count(kind:character) >= 4"], "1"),
        (
            &[METE, "--mulligan", "redraw-once", "--keep", "count(level:0) >= 3", "--hands", "3"],
            "2"
        ),
        (&london, "3"),
        (&fewer, "4"),
    ]));
}

#[test]
fn a_seed_counts_the_same_outcomes() {
    let pile = [PILE, &["--trials", "20000", "count(lands)", "count(elves) >= 1"]].concat();
    let seen = [PILE, &["--trials", "9000", "--turns", "1..4", "--on", "draw"]].concat();
    let seen = [&seen[..], &["count(elves) in seen >= 1 and count(lands) >= 3"]].concat();
    let given = [PILE, &["--trials", "9000", "--given", "count(lands) >= 3"]].concat();
    let given = [&given[..], &["count(elves) >= 1"]].concat();
    insta::assert_snapshot!(counts(&[
        (&[METE, "--trials", "20000", "any(effect:draw)", "count(level:0)"], "1"),
        (&[METE, "--trials", "9000", "--attested", "count(level:0) >= 2"], "1"),
        (&[DUEL, "--trials", "9000", "sum(trade) >= min(cost) in row", "sum(trade)"], "2"),
        (&[DUEL, "--trials", "9000", "--turns", "1..4", "count(name=Viper) in seen = 2"], "3"),
        (&[FLEET, "--trials", "9000", "--turn", "2", "count(type:weapon) >= 1"], "4"),
        (&[ALLIANCE, "--trials", "9000", "--turns", "1..3", "distinct(name)"], "5"),
        (&[HUNT, "--trials", "20000", "count(kind:character) >= 2", "sum(destiny) >= 20"], "6"),
        (&[OPERATIVES, "--trials", "9000", "count(kind:location)"], "7"),
        (&pile, "8"),
        (&seen, "9"),
        (&given, "10"),
    ]));
}

#[test]
fn a_seed_counts_the_same_outcomes_when_hands_are_exchanged() {
    let ask = |rule: &'static [&'static str], asked: &'static [&'static str]| {
        [PILE, &["--trials", "9000", "--mulligan"], rule, asked].concat()
    };
    let keep = &["--keep", "count(lands) >= 2 and count(lands) <= 5"];
    let london = ask(&["london"], &["--down-to", "5", "count(elves) >= 1"]);
    let later = ask(&["london"], &["--turn", "2", "count(lands) >= 3 and count(elves) >= 1"]);
    let kept = [&ask(&["london"], &["count(elves) >= 1", "--down-to", "6"])[..], keep].concat();
    let fewer = [&ask(&["vancouver"], &["count(elves) >= 1", "count(lands)"])[..], keep].concat();
    let free = ask(&["free"], &["--exchanges", "unlimited", "count(elves) >= 2"]);
    insta::assert_snapshot!(
        "a_seed_counts_the_same_outcomes_when_hands_are_exchanged",
        counts(&[
            (&london, "1"),
            (&later, "2"),
            (&kept, "3"),
            (&fewer, "4"),
            (&free, "5"),
            (&[HUNT, "--trials", "9000", "--mulligan", "free", "count(kind:character) >= 3"], "6"),
        ])
    );
}
