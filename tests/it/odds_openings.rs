//! Openings that other games have, said in their data instead of on the command line: mulligans
//! that cost nothing once, hands that the rules send back, piles dealt beside the hand, hands of
//! team-mates.

use crate::common::{Ran, Sleeve, scratch, write_file, write_game};
use serde_json::Value;
use std::{collections::HashMap, path::Path};

const GAME: &str = r#"
id = "toy"
name = "Toy"
[kinds.land]
[kinds.elf]
[kinds.spell]
"#;

const CARDS: &str = r#"
card = [
    { id = "land", kind = "land" },
    { id = "elf", kind = "elf" },
    { id = "spell", kind = "spell" },
]
"#;

const DECK: &str = r#"
game = "toy"
format = "duel"
[zones.main]
land = 24
elf = 8
spell = 28
"#;

/// A game whose only format deals hands of seven, with further words of its opening.
fn game(test: &str, opening: &str) -> std::path::PathBuf {
    let folder = scratch(test);
    let format = format!(
        r#"
[[format]]
id = "duel"
name = "Duel"
cite = "reading: a game of the tests"
[format.zones.main]
name = "Main deck"
accepts = "kind:land or kind:elf or kind:spell"
[format.opening]
from = "main"
draw = 7
turn = {{ draw = 1 }}
cite = "reading: a game of the tests"
text = "Seven cards."
{opening}
"#
    );
    write_game(&folder.join("toy"), [GAME, CARDS, &format]);
    write_file(&folder, "deck.toml", DECK);
    folder
}

fn ran(folder: &Path, args: &[&str]) -> Ran {
    let (deck, cards) = (folder.join("deck.toml"), folder.join("toy"));
    let (deck, cards) = (deck.to_string_lossy(), cards.to_string_lossy());
    let (command, rest) = args.split_first().unwrap();
    Sleeve::new().run(&[&[command, &*deck, "--cards", &cards], rest].concat())
}

fn document(folder: &Path, args: &[&str]) -> Value {
    ran(folder, &[args, &["-o", "json"]].concat())
        .assert_status(0)
        .document()
}

/// The same asked of a pile of classes, with what the data says as arguments.
fn of_pile(args: &[&str]) -> Value {
    let pile = ["odds", "--pile", "land=24,elf=8,spell=28", "--draw", "7", "-o", "json"];
    Sleeve::new()
        .run(&[&pile, args].concat())
        .assert_status(0)
        .document()
}

#[test]
fn what_a_format_says_of_its_opening_is_what_the_command_line_says() {
    for (at, (opening, args)) in [
        ("mulligan = \"london\"", &["--mulligan", "london"][..]),
        (
            "mulligan = { kind = \"london\", down-to = 4, free = 1 }",
            &["--mulligan", "london", "--down-to", "4", "--free-exchanges", "1"],
        ),
        (
            "mulligan = { kind = \"london\", down-to = 5, redraw-unless = \"any(kind:land)\" }",
            &["--mulligan", "london", "--down-to", "5", "--redraw-unless", "count(land) >= 1"],
        ),
        (
            "mulligan = { kind = \"free\", keep = \"count(kind:land) >= 3\" }",
            &["--mulligan", "free", "--keep", "count(land) >= 3"],
        ),
        (
            "mulligan = { kind = \"none\", redraw-unless = \"any(kind:land)\" }",
            &["--redraw-unless", "count(land) >= 1"],
        ),
        (
            "mulligan = \"vancouver\"\nbeside = { prizes = 6 }",
            &["--mulligan", "vancouver", "--beside", "prizes=6"],
        ),
        ("mulligan = \"some-bottom\"", &["--mulligan", "some-bottom"]),
        ("mulligan = \"some-aside\"", &["--mulligan", "some-aside"]),
        ("mulligan = \"some-shuffled\"", &["--mulligan", "some-shuffled"]),
        ("mulligan = \"redraw-once\"", &["--mulligan", "redraw-once"]),
    ]
    .into_iter()
    .enumerate()
    {
        let folder = game(&format!("opening-{at}"), opening);
        let lint = Sleeve::new().run(&["lint", &folder.join("toy").to_string_lossy()]);
        assert!(
            !lint.out.contains("opening") && !lint.err.contains("opening"),
            "{opening}\n{lint}"
        );
        let deck =
            document(&folder, &["odds", "count(kind:land) >= 3 and any(kind:elf)", "--turn", "2"]);
        let pile =
            of_pile(&[args, &["count(land) >= 3 and count(elf) >= 1", "--turn", "2"]].concat());
        assert_eq!(deck["results"][0]["fraction"], pile["results"][0]["fraction"], "{opening}");
        assert_eq!(deck["model"]["mulligan"]["kind"], pile["model"]["mulligan"]["kind"]);
        if opening.contains("keep") || opening.contains("none") {
            continue;
        }
        // The best play of a game with this opening, told as for the pile.
        let aim = ["count(kind:land) >= 3 and any(kind:elf)", "--policy"];
        let deck = document(&folder, &[&["odds"], &aim[..]].concat());
        let pile = of_pile(&[args, &["count(land) >= 3 and count(elf) >= 1", "--policy"]].concat());
        let [deck, pile] = [deck, pile].map(|document| document["results"][0]["policy"].clone());
        assert_eq!(deck["optimal"], pile["optimal"], "{opening}");
        assert_eq!(deck["short"], pile["short"], "{opening}");
    }
}

#[test]
fn prizes_and_team_mates_of_a_format_are_asked_about() {
    let folder = game("opening-prizes", "beside = { prizes = 6 }\nhands = 3");
    let asked = ["count(kind:elf) in prizes", "count(kind:elf) in partners"];
    let found = document(&folder, &[&["odds"], &asked[..]].concat());
    assert_eq!(found["results"][0]["mean_fraction"], "4/5");
    assert_eq!(found["results"][1]["mean_fraction"], "28/15");
    let together = ["count(kind:elf) in hand|partners|prizes >= 1"];
    let found = document(&folder, &[&["odds"], &together[..]].concat());
    // Three hands of seven and six prizes: 27 of 60 cards.
    let drawn = of_pile(&["count(elf) >= 1", "--turn", "21"]);
    assert_eq!(drawn["model"]["hand"], 7);
    assert_eq!(found["results"][0]["fraction"], drawn["results"][0]["fraction"]);
    let ran = ran(&folder, &["draw", "--seed", "3", "--lang", "fr"]);
    // Overlays are named as the user did; the folder of a test is nobody's business.
    insta::assert_snapshot!(ran.out.replace(&*folder.to_string_lossy(), "FOLDER"));
}

#[test]
fn what_says_nothing_of_a_mulligan_is_refused() {
    let ask = |args: &[&str]| {
        let pile = ["odds", "--pile", "land=24,other=36", "--draw", "7", "count(land) >= 3"];
        let ran = Sleeve::new().run(&[&pile, args].concat()).assert_refused();
        ran.err
    };
    let english = [
        &["--down-to", "4"][..],
        &["--exchanges", "2", "--mulligan", "none"],
        &["--mulligan", "some-aside", "--down-to", "4"],
        &["--mulligan", "free", "--free-exchanges", "1"],
        &["--mulligan", "london", "--down-to", "9"],
        &["--mulligan", "london", "--down-to", "4", "--exchanges", "2"],
        &["--mulligan", "none", "--redraw-unless", "count(land) >= 25"],
    ]
    .map(ask);
    let french = [
        &["--down-to", "4", "--lang", "fr"][..],
        &["--mulligan", "some-aside", "--down-to", "4", "--lang", "fr"],
        &["--mulligan", "london", "--down-to", "9", "--lang", "fr"],
        &["--redraw-unless", "count(land) >= 25", "--lang", "fr"],
    ]
    .map(ask);
    insta::assert_snapshot!([&english[..], &french[..]].concat().join("\n"));
    // Dealt by hand or simulated, a hand that no rule lets stand is no endless wait.
    let draw = ["draw", "--pile", "land=24,other=36", "--draw", "7", "--seed", "1"];
    for more in [&["--hands", "2"][..], &["--trials", "100", "count(land) >= 1"]] {
        let never = ["--redraw-unless", "count(land) >= 25"];
        let ran = Sleeve::new()
            .run(&[&draw, &never[..], more].concat())
            .assert_status(2);
        ran.assert_err("no hand meets --redraw-unless");
    }
}

/// Cards of the pile, the hand and the discard: first those that come back, then those that do not.
type Lying = [[u32; 2]; 3];

/// Moves one random card from a place to another; an empty pile is made of the discard before.
fn move_one(tables: HashMap<Lying, f64>, from: usize, to: usize) -> HashMap<Lying, f64> {
    let mut after = HashMap::new();
    for (mut table, chance) in tables {
        if from == 0 && table[0] == [0, 0] {
            table[0] = [table[2][0], 0];
            table[2] = [0, 0];
        }
        let all = table[from][0] + table[from][1];
        for sort in [0, 1].into_iter().filter(|sort| table[from][*sort] > 0) {
            let mut next = table;
            next[from][sort] -= 1;
            next[to][sort] += 1;
            let share = f64::from(table[from][sort]) / f64::from(all);
            *after.entry(next).or_insert(0.0) += chance * share;
        }
    }
    after
}

#[test]
fn what_a_reshuffle_leaves_out_is_not_drawn_again() {
    let deck = "decks/etoile-noire/deux-joueurs-alliance.toml";
    let mut tables = HashMap::from([([[14, 2], [0, 0], [0, 0]], 1.0)]);
    for _ in 0..4 {
        tables = move_one(tables, 0, 1);
    }
    for turn in 2..=40 {
        tables = move_one(move_one(tables, 1, 2), 0, 1);
        if ![13, 14, 16, 40].contains(&turn) {
            continue;
        }
        let held = tables
            .iter()
            .filter(|(table, _)| table[1][1] > 0)
            .map(|(_, chance)| chance);
        let ask = format!("odds {deck} --turn {turn} -o json 'any(\"Luke Red 5\")'");
        let told = Sleeve::new().line(&ask).assert_status(0).document();
        let told = told["results"][0]["probability"].as_f64().unwrap();
        assert!((told - held.sum::<f64>()).abs() < 1e-9, "turn {turn}: {told}");
    }
    // The Empire has no such card, and draws are dealt up to the reshuffle.
    let empire = "decks/etoile-noire/deux-joueurs-empire.toml";
    Sleeve::new()
        .line(&format!("draw {empire} --seed 1 --turn 16"))
        .assert_status(0);
    let refused = Sleeve::new()
        .line(&format!("draw {deck} --seed 1 --turn 16"))
        .assert_refused();
    refused.assert_err("by turn 14, the pile is reshuffled without some of the cards");
}
