//! `sleeve odds` and `sleeve draw`: simulation, openings and limits. The scenarios are in
//! `tests/console/odds.trycmd`.

use crate::common::{Sleeve, document_of, scratch, sleeve, write_file};
use serde_json::Value;
use std::{collections::BTreeMap, path::Path};

#[track_caller]
fn says(args: &[&str], lines: &[&str]) {
    let ran = Sleeve::new().run(args).assert_status(0);
    for line in lines {
        ran.assert_out(line);
    }
}

#[track_caller]
fn refuses(args: &[&str], lines: &[&str]) {
    let ran = Sleeve::new().run(args).assert_refused();
    for line in lines {
        ran.assert_err(line);
    }
}

const METE: &str = "decks/starfighter/la-meute-d-ares.toml";
const DUEL: &str = "decks/star-realms/duel.toml";
const OPERATIVES: &str = "decks/swccg/operatives-1998.toml";

#[test]
fn a_name_that_finds_no_card_says_which_cards_were_meant() {
    let deck = "decks/swccg/bring-him-before-me.toml";
    let meant = "`vader` finds no card in the draw pile; did you mean `name:vader`, which finds 7?";
    says(&["odds", deck, "count(vader) >= 1"], &[meant]);
    let kind =
        "`starship` finds no card in the draw pile; did you mean `kind:starship`, which finds 4?";
    says(&["odds", "decks/swccg/all-your-base.toml", "count(starship) >= 1"], &[kind]);
    // The same number by the lines of the file.
    let text = std::fs::read_to_string(deck).unwrap();
    let lines = text
        .lines()
        .filter(|line| line.contains("Vader"))
        .filter_map(|line| line.split_once(" = "));
    assert_eq!(
        lines
            .filter_map(|(_, copies)| copies.parse::<u32>().ok())
            .sum::<u32>(),
        7
    );
}

#[test]
fn mulligans_are_exact_and_simulated_alike() {
    let ask = ["--pile", "combo=4,other=56", "--draw", "7", "count(combo) >= 1"];
    for rule in [&["london"][..], &["vancouver"], &["free"], &["redraw-once"]] {
        let more = [&["--mulligan"][..], rule].concat();
        let exact = document_of(&[&["odds"][..], &ask, &more].concat());
        let seed = ["--trials", "20000", "--seed", "11"];
        let simulated = document_of(&[&["draw"][..], &ask, &more, &seed].concat());
        let result = &simulated["results"][0];
        assert_eq!(result["exact"]["fraction"], exact["results"][0]["fraction"]);
        assert_eq!(result["disagrees"], false, "{simulated}");
    }
}

#[test]
fn the_same_seed_gives_the_same_hands_on_any_number_of_threads() {
    let dealt = document_of(&["draw", DUEL, "--seat", "2", "--seed", "1998", "--hands", "2"]);
    let names = |cards: &Value| -> String {
        let names = cards
            .as_array()
            .unwrap()
            .iter()
            .map(|card| card["name"].as_str().unwrap());
        names.collect::<Vec<_>>().join(", ")
    };
    let first = &dealt["hands"][0];
    assert_eq!(names(&first["turns"][0]["cards"]), "Scout, Scout, Scout, Viper, Scout");
    let row = "Battle Mech, Defense Center, Space Station, Mech World, Cutter";
    assert_eq!(names(&first["row"]), row);
    assert_ne!(names(&dealt["hands"][1]["row"]), row);
    let hits = |threads| {
        let base = ["draw", METE, "sum(fighters) >= 12", "--trials", "50000", "--seed", "4"];
        document_of(&[&base[..], &["--threads", threads]].concat())["results"][0]["hits"].clone()
    };
    assert_eq!((hits("1"), hits("2")), (35852.into(), 35852.into()));
}

#[test]
fn turns_whose_draw_players_choose_assume_the_fewest_and_say_what_is_usual() {
    let turns = |args: &[&str]| {
        let asked = [&["odds"], args, &["any(kind:effect)", "--turn", "1"]].concat();
        document_of(&asked)["model"]["turns"].clone()
    };
    // The icons of the deck's own locations, added up from the cards.
    let deck = "decks/swccg/death-star-sites.toml";
    let cards = document_of(&["cards", "--in", deck, "kind:location"]);
    let icons = |card: &Value| {
        let side = if card["side"] == "light" { "light-icons" } else { "dark-icons" };
        card[side].as_u64().unwrap_or_default()
    };
    let cards = cards["cards"].as_array().unwrap();
    let all = 1 + cards.iter().map(icons).sum::<u64>();
    assert_eq!((&turns(&[deck])["draw"], &turns(&[deck])["most"]), (&1.into(), &all.into()));
    let room = cards
        .iter()
        .find(|card| card["name"] == "Death Star: War Room")
        .unwrap();
    let started = turns(&[deck, "--set-aside", "Death Star: War Room"]);
    assert!(icons(room) > 0);
    assert_eq!((&started["draw"], &started["most"]), (&(1 + icons(room)).into(), &all.into()));
    // Who says how many assumes nothing; the first turn draws as ever, and turn 0 is the opening
    // hand.
    let said = turns(&[deck, "--per-turn", "3"]);
    assert_eq!((&said["draw"], &said["first"], said.get("most")), (&3.into(), &1.into(), None));
    let shown = sleeve(&["odds", deck, "any(kind:effect)", "--turns", "0..1"]);
    shown.assert_out(&format!("  1 is assumed, 1 to {all} are usual (--per-turn):\n"));
    shown.assert_out("\n   0     8     8");
}

#[test]
fn an_opening_hand_of_the_whole_pile_is_not_exchanged() {
    // A game as `sleeve new game` writes it, whose opening hand is above the limit of hands and may
    // be exchanged.
    let folder = scratch("odds-small-deck");
    let run = |line: &str| Sleeve::new().folder(&folder).line(line);
    run("new game start").assert_status(0);
    write_file(&folder, "start/decks/small.toml", "game = \"start\"\n[zones.deck]\nReef = 2\n");
    run("odds start/decks/small.toml 'count() = 2'")
        .assert_status(0)
        .assert_out("1 = 100.00 %");
    let formats = std::fs::read_to_string(folder.join("start/cards/formats.toml")).unwrap();
    let opening = "[format.opening]\nlimit = 4\nmulligan = \"redraw-once\"\n";
    let formats = formats.replacen("[format.opening]\n", opening, 1);
    write_file(&folder, "start/cards/formats.toml", formats);
    let odds = |more: &str| run(&format!("odds start/decks/legal.toml any(flag:north) {more}"));
    odds("").assert_status(0);
    odds("--turn 1").assert_status(0);
    odds("--turn 2")
        .assert_refused()
        .assert_err("--mulligan none");
    odds("--turn 2 --mulligan none").assert_status(0);
    let drawn = run("draw start/decks/legal.toml --seed 1").assert_status(0);
    drawn
        .assert_err("no hand is exchanged")
        .assert_out("hands kept: count() >= 0");
}

#[test]
fn a_pile_of_ten_thousand_cards_in_300_classes_meets_a_stated_limit() {
    let classes: Vec<String> = (0..300).map(|i| format!("c{i}={}", 33 + i % 3)).collect();
    let pile = classes.join(",");
    let one_of_each: Vec<String> = (0..300).map(|i| format!("count(c{i}) = 1")).collect();
    let hard = one_of_each.join(" or ");
    let base = ["--pile", &pile, "--draw", "40"];
    refuses(
        &[&["odds"][..], &base, &[&hard]].concat(),
        &["the limit is 20000000", "--trials 1000000"],
    );
    says(&[&["odds"][..], &base, &["count(c7) >= 1"]].concat(), &["from the 10200 cards"]);
    let trials = ["--trials", "2000", "--seed", "1"];
    says(&[&["draw"][..], &base, &[&hard], &trials].concat(), &["of 2000 hands"]);
}

/// A deck of every game, and which cards its conditions are about.
fn decks() -> BTreeMap<&'static str, (&'static str, &'static str)> {
    BTreeMap::from([
        ("starfighter", (METE, "count(effect:draw) >= 1 and sum(fighters) >= 10")),
        (
            "battleship-galaxies",
            ("decks/battleship-galaxies/mission-1-isn.toml", "copies(name) >= 2 or any(type:hero)"),
        ),
        ("swccg", (OPERATIVES, "count(kind:character) >= 2 and any(kind:location)")),
        ("star-realms", (DUEL, "sum(trade) >= min(cost) in row")),
        ("etoile-noire", ("decks/etoile-noire/trois-joueurs-empire.toml", "distinct(name) >= 4")),
    ])
}

#[test]
fn simulation_agrees_with_exact_odds_for_the_opening_of_every_format() {
    for (game, (deck, condition)) in decks() {
        let catalog = sleeve::catalog::open(game, &[]).unwrap();
        let openings = catalog.formats().filter(|format| format.opening.is_some());
        for format in openings.map(|f| f.named.id.as_str()) {
            // Formats with zones of their own have a deck named after them.
            let own = format!("decks/{game}/{format}-isn.toml");
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            let deck = if root.join(&own).exists() { own.as_str() } else { deck };
            let target = format!("{game}/{format}");
            let draw = ["draw", deck, condition, "--as", &target];
            let found = document_of(&[&draw[..], &["--trials", "8000", "--seed", "20"]].concat());
            let result = &found["results"][0];
            assert!(result["exact"]["probability"].is_number(), "{target}: {result}");
            assert_eq!(result["disagrees"], false, "{target}: {result}");
        }
    }
}
