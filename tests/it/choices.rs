//! Parameters that are words: the nearest value, and defaults that decide. The scenarios are in
//! `tests/console/parameters.trycmd`.

use crate::common::{Ran, Sleeve, in_brief, scratch};
use std::fs;
const EXCEPTIONS: &str = "docs/examples/games/exceptions";

/// A hero with as many cards of each of two aspects.
const TWO_ASPECTS: &str = "game = 'exceptions'\nformat = 'hero'\nzones.hero = ['Captain Marvel']\n\
    [zones.deck]\n'For Justice!' = 3\n'Relentless Assault' = 2\n'Counter-Punch' = 3\n";

/// The game of exceptions with other words in its formats.
fn check_with(test: &str, replaced: &[(&str, &str)], deck: &str, args: &[&str]) -> Ran {
    let folder = scratch(test);
    for file in ["game.toml", "cards.toml", "formats.toml", "rules.toml"] {
        let mut text = fs::read_to_string(format!("{EXCEPTIONS}/{file}")).unwrap();
        for (old, new) in replaced {
            text = text.replace(old, new);
        }
        fs::write(folder.join(file), text).unwrap();
    }
    let cards = folder.to_str().unwrap().to_owned();
    Sleeve::new()
        .input(deck)
        .run(&[args, &["--cards", &cards]].concat())
}

#[test]
fn a_deck_that_fits_no_value_is_told_what_stops_the_nearest() {
    let mut told = String::new();
    let few = [("<= count(aspect:$aspect) in deck", "< count(aspect:$aspect) in deck")];
    for lang in ["en", "fr"] {
        let ran = check_with("choices-nearest", &few, TWO_ASPECTS, &["check", "-", "--lang", lang]);
        told += ran.out.split("sleeve 0").next().unwrap();
    }
    insta::assert_snapshot!(in_brief(told));
}

#[test]
fn a_default_that_decides_is_told() {
    let plain = [(
        "implied-by = \"count(-aspect:basic|$aspect) in deck <= count(aspect:$aspect) in deck\"",
        "default = \"justice\"",
    )];
    let note = |deck: &str, more: &[&str]| {
        let ran = check_with("choices-default", &plain, deck, &[&["check", "-"], more].concat());
        ran.out
            .lines()
            .find(|line| line.starts_with("note:"))
            .map(str::to_owned)
    };
    let one = |card: &str| {
        format!(
            "game = 'exceptions'\nformat = 'hero'\nzones.hero = ['Captain Marvel']\n[zones.deck]\n'{card}' = 3\n"
        )
    };
    assert_eq!(
        note(&one("Relentless Assault"), &[]).unwrap(),
        "note: the deck does not set `aspect`; the format's default, `justice`, decides `aspects`"
    );
    // With any value the deck breaks the rule; it breaks none; it states the value.
    assert_eq!(note(TWO_ASPECTS, &[]), None);
    assert_eq!(note(&one("For Justice!"), &[]), None);
    assert_eq!(note(&one("Relentless Assault"), &["--set", "aspect=justice"]), None);
    for args in [&["rules", "exceptions/hero"][..], &["rules", "exceptions/hero", "-o", "json"]] {
        let ran = check_with("choices-default", &[], "", args);
        ran.assert_out("count(-aspect:basic|$aspect) in deck <= count(aspect:$aspect) in deck");
    }
}
