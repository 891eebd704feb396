//! Copies in a state: fingerprints, round trips, many decks. The scenarios are in
//! `tests/console/copies.trycmd`.

use crate::common::{Sleeve, scratch, write_file, write_game};
use serde_json::Value;
use sleeve::{
    check::{self, CheckRequest, Input},
    project::Projects,
};
use std::path::{Path, PathBuf};

const GAME: &str = "docs/examples/games/smithy";
const DECKS: &str = "docs/examples/decks/smithy";

fn run(args: &[&str]) -> crate::common::Ran {
    Sleeve::new().run(&[args, &["--cards", GAME]].concat())
}

fn document(args: &[&str]) -> Value {
    run(&[args, &["-o", "json"]].concat()).document()
}

fn check(text: &str, args: &[&str]) -> crate::common::Ran {
    Sleeve::new()
        .input(text)
        .run(&[&["check", "-", "--cards", GAME], args].concat())
}

fn toml(deck: &str) -> String {
    format!(
        "game = \"smithy\"\nformat = \"season\"\n\n[zones]\nhero = [\"brenna\"]\n\n[zones.deck]\n{deck}"
    )
}

fn fingerprint(path: &str) -> String {
    let found = &document(&["check", path])["decks"][0]["fingerprint"];
    found
        .as_str()
        .unwrap_or_else(|| panic!("{path} has none"))
        .to_owned()
}

fn canonical(name: &str) -> String {
    let projects =
        Projects::new(&sleeve::catalog::GAMES, Path::new("."), vec![PathBuf::from(GAME)]);
    let path = format!("{DECKS}/{name}.toml");
    let batch = check::check(&projects, vec![Input::Path(path.into())], &CheckRequest::default());
    batch.decks[0].canonical_text(&Default::default()).unwrap()
}

#[test]
fn a_state_is_part_of_what_a_deck_is_and_no_state_is_none() {
    insta::assert_snapshot!(canonical("season-1"), @r"
    sleeve-deck/1
    game smithy
    role
    deck 2 charge
    deck 2 long-spear foil=yes level=1
    deck 2 parry
    deck 1 runic-axe level=1
    deck 1 runic-axe level=2 runes=ward
    hero 1 brenna
    ");
    // Old Blade is of level 2 with one rune: what says no more than that is no state.
    insta::assert_snapshot!(canonical("season-2"), @r"
    sleeve-deck/1
    game smithy
    role
    deck 2 charge
    deck 2 long-spear
    deck 1 old-blade level=0 runes=
    deck 1 old-blade level=4
    deck 2 parry
    hero 1 brenna
    ");
    let print = |deck: &str| {
        let ran = check(&toml(deck), &["-o", "json"]);
        let document = ran.document();
        document["decks"][0]["fingerprint"]
            .as_str()
            .unwrap_or_else(|| panic!("{ran}"))
            .to_owned()
    };
    let plain = print("\"Old Blade\" = 2\n\"Parry\" = 2\n");
    for same in [
        "\"Old Blade\" = { count = 2, level = 2, runes = [\"keen\"] }\nParry = { count = 2, foil = false }\n",
        "\"Old Blade\" = [{ level = 2 }, 1]\nParry = [{ level = 0 }, {}]\n"
            .replace(", 1]", ", {}]")
            .as_str(),
        "parry = 2\n[[zones.deck.\"Vieille Lame\"]]\ncount = 2\nniveau = 2\n",
    ] {
        assert_eq!(print(same), plain, "{same}");
    }
    let other = print("\"Old Blade\" = 2\n\"Parry\" = { count = 2, foil = true }\n");
    assert_ne!(other, plain);
    // Several entries in one state are one.
    let twice = "\"Parry\" = [{ count = 1, level = 3 }, { count = 1, level = 3 }]\n";
    assert_eq!(print(twice), print("\"Parry\" = { count = 2, level = 3 }\n"));
}

#[test]
fn decks_with_states_read_back_as_they_were_written() {
    let folder = scratch("states-round-trips");
    let mut decks: Vec<PathBuf> = std::fs::read_dir(DECKS)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    decks.sort();
    for path in decks {
        let path = path.to_str().unwrap().replace('\\', "/");
        for form in ["toml", "text"] {
            for lang in ["en", "fr"] {
                let ran = run(&["convert", &path, "--to", form, "--lang", lang]);
                assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran}");
                let back =
                    folder.join(format!("back.{}", if form == "toml" { form } else { "txt" }));
                std::fs::write(&back, &ran.out).unwrap();
                let back = back.to_str().unwrap();
                assert_eq!(fingerprint(back), fingerprint(&path), "{path} as {form}\n{ran}");
            }
        }
    }
}

#[test]
fn sheets_name_copies_with_their_state() {
    let ran = run(&["sheet", &format!("{DECKS}/season-1.toml")]);
    for name in
        ["Long Spear {level 1, foil}", "Runic Axe {level 1}", "Runic Axe {level 2, runes ward}"]
    {
        ran.assert_out(&format!("<span class=\"name\">{name}</span>"));
    }
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn very_many_states_are_read_or_refused() {
    let folder = scratch("states-many");
    let game = std::fs::read_to_string(format!("{GAME}/game.toml")).unwrap();
    let game = game.replace("max = 4", "max = 1000000");
    let read = |name: &str| std::fs::read_to_string(format!("{GAME}/{name}.toml")).unwrap();
    write_game(&folder.join("game"), [&game, &read("cards"), &read("formats")]);
    let deck = |count: usize, more: &str| {
        let states: Vec<String> = (1..=count)
            .map(|level| format!("{{ level = {level}{more} }}"))
            .collect();
        toml(&format!("\"Runic Axe\" = [{}]\n", states.join(", ")))
    };
    let cards = folder.join("game").display().to_string();
    let check = |text: String| {
        Sleeve::new()
            .input(text)
            .run(&["check", "-", "--cards", &cards, "-o", "csv"])
    };
    let many = check(deck(10_000, "")).assert_status(1);
    many.assert_out("illegal");
    check(deck(10_001, "")).assert_status(2);
    // Read without rules: together these have too many, and the last of them is told so.
    let decks = (0..11).map(|at| {
        let states: Vec<String> = (1..=9_500)
            .map(|n| format!("{{ level = {} }}", at * 10_000 + n))
            .collect();
        let text = toml(&format!("\"Runic Axe\" = [{}]\n", states.join(", ")));
        Input::bytes(&format!("{at}.toml"), text.as_bytes())
    });
    let projects =
        Projects::new(&sleeve::catalog::GAMES, Path::new("."), vec![PathBuf::from(&cards)]);
    let batch = check::read(&projects, decks.collect(), &CheckRequest::default());
    let read: Vec<bool> = batch
        .decks
        .iter()
        .map(|deck| deck.deck().is_some())
        .collect();
    assert_eq!(read, [vec![true; 10], vec![false]].concat());
    let why = batch.decks[10].obstacles()[0].title(sleeve::model::Lang::En);
    assert_eq!(why, "more than 100000 different states of cards in the decks read together");
}

#[test]
fn many_decks_with_and_without_states_are_of_one_game() {
    let folder = scratch("states-folder");
    for at in 0..40 {
        let level = at % 5;
        let text = match at % 3 {
            0 => "\"Runic Axe\" = 2\n\"Parry\" = 2\n".to_owned(),
            _ => format!("\"Runic Axe\" = {{ count = 2, level = {level} }}\n\"Parry\" = 2\n"),
        };
        write_file(&folder, &format!("{at:02}.toml"), toml(&text));
    }
    let folder = folder.to_str().unwrap();
    let usage = document(&["stats", "--usage", folder]);
    let games = usage["games"].as_array().unwrap();
    assert_eq!(games.len(), 1, "{usage}");
    let axe = &games[0]["cards"]
        .as_array()
        .unwrap()
        .iter()
        .find(|c| c["id"] == "runic-axe");
    assert_eq!(axe.unwrap()["decks"], 40, "{usage}");
    // Every deck has the fingerprint that it has alone.
    let all = document(&["check", folder]);
    for deck in all["decks"].as_array().unwrap() {
        let path = deck["path"].as_str().unwrap();
        assert_eq!(deck["fingerprint"].as_str(), Some(fingerprint(path).as_str()), "{path}");
    }
    let ran = run(&["check", folder]);
    assert_eq!(ran, run(&["check", folder]));
}

#[test]
fn a_packed_game_knows_fields_of_the_copy() {
    let folder = scratch("states-pack");
    let pack = folder.join("smithy.sleeve").display().to_string();
    Sleeve::new().run(&["pack", GAME, &pack]).assert_status(0);
    let path = format!("{DECKS}/season-1.toml");
    let packed = Sleeve::new()
        .run(&["check", &path, "--cards", &pack, "-o", "json"])
        .document();
    assert_eq!(packed["decks"][0]["fingerprint"].as_str(), Some(fingerprint(&path).as_str()));
}
