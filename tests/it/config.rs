//! `sleeve.toml`: its template, its overlays, its limits. The scenarios are in
//! `tests/console/project-file.trycmd`.

use crate::common::{Sleeve, list, scratch, sleeve, write_file};
use std::{fs, path::Path};

#[test]
fn the_template_reads_back_as_the_defaults() {
    use sleeve::project::{Config, KEYS};
    for lang in ["en", "fr"] {
        let ran = sleeve(&["new", "--config", "--lang", lang]);
        let read = Config::parse("sleeve.toml", Path::new("/"), &ran.out).unwrap();
        let default = Config::default();
        assert!(read.unknown_keys.is_empty());
        assert_eq!(read.game, default.game);
        assert_eq!(read.format, default.format);
        assert_eq!(read.overlays, default.overlays);
        assert_eq!(read.levels, default.levels);
        assert!(read.assertions.is_empty());
        for key in KEYS.iter().filter(|key| key.name != "levels") {
            assert!(ran.out.contains(&format!("{} =", key.name)), "{}", key.name);
        }
        let example: String = ran
            .out
            .lines()
            .skip_while(|line| *line != "# [[assert]]")
            .map(|line| line.strip_prefix("# ").unwrap_or(line).to_owned() + "\n")
            .collect();
        let read = Config::parse("sleeve.toml", Path::new("/"), &example).unwrap();
        let [assertion] = read.assertions.as_slice() else { panic!("one assertion: {example}") };
        assert!(read.unknown_keys.is_empty());
        assert_eq!(assertion.level, Some(sleeve::model::Level::Error));
        assert!(assertion.zones.is_empty() && assertion.decks.patterns().is_empty());
        assert!(assertion.game.is_none() && assertion.format.is_none());
        assert!(assertion.text.is_empty());
    }
}

#[test]
fn a_template_is_written_once() {
    let folder = scratch("config-template");
    let run = || {
        Sleeve::new()
            .folder(&folder)
            .run(&["new", "--config", "sleeve.toml"])
    };
    assert_eq!(run().status, 0);
    assert_eq!(run().status, 2);
}

#[test]
fn overlays_lie_under_every_deck_below_the_file() {
    let folder = scratch("config-overlays");
    let card = "[[card]]\nid = \"9-99\"\nkind = \"squadron\"\nname = \"Club card\"\nlevel = 0\n";
    let deck = fs::read_to_string("tests/console/assertions.in/deck.toml").unwrap();
    write_file(&folder, "sleeve.toml", "[cards]\noverlays = [\"club\"]\n");
    write_file(&folder, "club/starfighter/own.toml", card);
    write_file(&folder, "decks/deck.toml", deck.replace("\"3-65\"", "\"3-65\", \"Club card\""));
    let ran = Sleeve::new()
        .folder(&folder)
        .run(&["check", "--quiet", "decks/deck.toml"]);
    assert_eq!(ran.to_string(), "status: 0\n");
    Sleeve::new()
        .folder(folder.join("decks"))
        .run(&["show", "9-99"])
        .assert_status(0);
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn the_assertions_on_the_opening_hand_of_a_deck_share_what_may_be_counted() {
    let folder = crate::common::scratch("config-openings");
    std::fs::copy("decks/swccg/profit.toml", folder.join("deck.toml")).unwrap();
    let names = list(
        "Artoo; Corran Horn; Harc Seff; Master Luke; A Gift; Mechanical Failure; Lando With Vibro-Ax; \
        Luke With Lightsaber; Chewbacca, Protector; Honor Of The Jedi; Spaceport Docking Bay; \
        Leia, Rebel Princess",
    );
    let weighed = names
        .iter()
        .zip(1..)
        .map(|(name, n)| format!("{n} * count(name=\"{name}\")"));
    let weighed = weighed.collect::<Vec<_>>().join(" + ");
    let assert = |at: usize| {
        format!("[[assert]]\nid = \"a{at}\"\nopening = '{weighed} >= {at}'\nat-least = 0.0\n")
    };
    let asserts: String = (0..700).map(assert).collect();
    write_file(&folder, "sleeve.toml", asserts);
    let ran = Sleeve::new().folder(&folder).run(&["check", "deck.toml"]);
    ran.assert_out("cannot tell how often opening hands satisfy");
    let told = ran.out.matches("cannot tell how often").count();
    assert!((1..700).contains(&told), "{told} of 700");
}
