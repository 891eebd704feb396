//! Starfighter: numbers that were never published. The scenarios are in
//! `tests/console/starfighter.trycmd`.

use super::{judged, shipped, with};
use crate::common::{list, write_file};

#[test]
fn matricules_that_nobody_published_differ_from_each_other() {
    for deck in ["la-meute-d-ares", "la-valse-d-athena", "le-rempart-d-atlas"] {
        let deck = shipped(&format!("starfighter/{deck}"));
        assert_eq!(judged(&deck, &["--attested"]).trim(), "legal");
    }
    let deck = shipped("starfighter/la-meute-d-ares");
    // One card is one matricule, from one box or from two.
    let twice = with(&deck, "\"0-11\",", "\"0-11\", \"0-11\",");
    for args in [&[][..], &["--attested"], &["--attested", "--set", "boxes=2"]] {
        assert!(judged(&twice, args).contains("broken one-per-matricule: 2 × 0-11"), "{args:?}");
    }
    // The number that a card has for certain is not the one that was made up for another.
    let own = |cards: &str, deck: &str| {
        let folder = crate::common::scratch("distinct");
        let text = format!("game = \"starfighter\"\n[file]\nprovenance = \"published\"\n{cards}");
        write_file(&folder, "own.toml", text);
        let path = folder.join("own.toml").display().to_string();
        let lint = crate::common::sleeve(&["lint", &path]);
        let both = [vec!["--cards", &path], vec!["--cards", &path, "--attested"]];
        (lint.out + &lint.err, both.map(|args| judged(deck, &args)))
    };
    let typed =
        |id: &str, number: &str| format!("[[card]]\nid = \"{id}\"\nmatricule = \"{number}\"\n");
    let (lint, verdicts) = own(&typed("0-11", "0-16"), &deck);
    assert!(!lint.contains("shared-value"), "{lint}");
    assert_eq!(verdicts, ["legal", "legal"].map(str::to_owned));
    let (lint, verdicts) = own(&(typed("0-11", "9-99") + &typed("0-16", "9-99")), &deck);
    assert!(lint.contains("[shared-value]: two cards have the `matricule` `9-99`"), "{lint}");
    assert!(
        verdicts
            .iter()
            .all(|said| said.contains("broken one-per-matricule")),
        "{verdicts:?}"
    );
}

#[test]
fn what_is_asked_of_unpublished_matricules_is_answered() {
    let deck = "decks/starfighter/la-meute-d-ares.toml";
    let holds = list(
        "distinct(matricule) in deck = 25; copies(matricule) in deck = 1; \
        each(matricule, count() = 1) in deck; groups(matricule, count() = 1) in deck = 25; \
        total(matricule, count()) in deck = 25",
    );
    for condition in holds {
        let args = ["stats", deck, "--attested", "-o", "json", "--where", condition];
        let ran = crate::common::sleeve(&args);
        let document = ran.document();
        assert_eq!(document["decks"].as_array().map(Vec::len), Some(1), "{condition}: {ran}");
    }
}
