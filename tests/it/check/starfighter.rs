//! Starfighter: Total War, Training, Skirmish.

use super::{check, judged, shipped, with};
use crate::common::{list, write_file};

const FIVE: &str = r#"game = "starfighter"
format = "guerre-totale"
name = "Everything at once"

[zones]
cruiser = ["Ares", "Atlas", "0-01"]
deck = [
    "0-06", "0-11", "0-16", "0-18", "0-21", "0-33", "0-63", "0-76",
    "1-08", "1-23", "1-27", "1-37", "1-67", "1-83", "1-98",
    "2-04", "2-09", "2-14", "2-49",
    "3-10", "3-15", "3-35", "3-10", "3-99",
]
"#;

#[test]
fn five_problems_are_reported_in_one_run() {
    insta::assert_snapshot!(check(FIVE, &[]), @r#"
    status: 2
    unusable     - (starfighter/guerre-totale)

    error: there is no card `3-99`
      --> -:11:37
       |
    11 |     "3-10", "3-15", "3-35", "3-10", "3-99",
       |                                     ^^^^^^
       |
       = help: did you mean `3-90`, `3-95`, `2-99`, `0-91` or `0-93`?

    error[zone-cruiser]: `0-01` is not allowed in `cruiser`
     --> -:6:29
      |
    6 | cruiser = ["Ares", "Atlas", "0-01"]
      |                             ^^^^^^ 0-01
      |
      = note: rulebook: Mode Guerre Totale
      = help: move it to `deck`, or remove it

    error[one-cruiser]: 3 cruisers, exactly 1 required
     --> -:6:12
      |
    6 | cruiser = ["Ares", "Atlas", "0-01"]
      |            ^^^^^^  ^^^^^^^  ^^^^^^ 0-01
      |            |       |
      |            |       Atlas
      |            Ares
      |
      = note: A player commands one cruiser. (rulebook: Mode Guerre Totale)
      = help: remove 2 cruisers

    error[deck-size]: 24 squadrons, at least 25 required
     --> -:7:1
      |
    7 | deck = [
      | ^^^^ 24 squadrons
      |
      = note: A pile holds at least 25 squadron cards and has no upper limit. (rulebook: Mode Guerre Totale)
      = help: add 1 squadron

    error[one-per-matricule]: 2 × 3-10, at most 1 allowed
      --> -:11:29
       |
    11 |     "3-10", "3-15", "3-35", "3-10", "3-99",
       |     ------ first here       ^^^^^^ 2 × 3-10
       |
       = note: A pile holds each card once; the matricule tells cards apart. (rulebook: Mode Guerre Totale)
       = help: remove 1 copy (3-10)

    1 deck: 1 unusable
    sleeve 0.1.0, data: starfighter 2026-11-21
    "#);
}

#[test]
fn a_legal_pile_says_so_and_rests_on_no_stand_in() {
    let deck = shipped("starfighter/la-meute-d-ares");
    insta::assert_snapshot!(check(&deck, &[]), @r"
    status: 0
    legal        - (starfighter/guerre-totale)
    1 deck: 1 legal
    fingerprint VN6R-GYCP-XYZK-GNK8
    sleeve 0.1.0, data: starfighter 2026-11-21
    ");
}

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
    assert!(verdicts.iter().all(|said| said.contains("broken one-per-matricule")), "{verdicts:?}");
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

#[test]
fn a_pile_has_no_upper_limit() {
    let deck =
        with(&shipped("starfighter/la-meute-d-ares"), "\"3-65\",", "\"3-65\", \"3-20\", \"3-25\",");
    insta::assert_snapshot!(judged(&deck, &[]), @"legal");
}

#[test]
fn training_is_exactly_the_green_cards_with_ares_and_athena() {
    let deck = shipped("starfighter/entrainement");
    let blue = with(&deck, "\"3-40\"", "\"3-45\"");
    insta::assert_snapshot!(judged(&blue, &[]), @"
    illegal, provisional
    broken common-pile: 1 squadron missing, 1 too many; add 3-40; remove 3-45
    ");
    let cruiser = with(&deck, "\"Athena\"", "\"Atlas\"");
    insta::assert_snapshot!(judged(&cruiser, &[]), @r"
    illegal
    broken training-cruisers: 1 cruiser not allowed: Atlas; remove Atlas
    ");
    insta::assert_snapshot!(judged(&deck, &["--attested"]), @r"
    undetermined
    unknown common-pile: cannot be decided: 100 squadrons may or may not belong to the list
    ");
}

#[test]
fn the_same_cruiser_twice_is_undetermined_in_a_skirmish() {
    let deck = with(&shipped("starfighter/escarmouche-atlas-apollo"), "\"Apollo\"", "\"Atlas\"");
    insta::assert_snapshot!(judged(&deck, &[]), @r"
    undetermined
    unknown cruiser-boards: cannot be decided: 2 × Atlas, at most 1 to 3 (boards) allowed
    ");
}

#[test]
fn boxes_are_whole() {
    let deck = super::shipped("starfighter/la-valse-d-athena");
    let halved = super::with(&deck, "boxes = 2", "boxes = 1.5");
    insta::assert_snapshot!(super::judged(&halved, &[]), @"
    illegal
    broken parameter-boxes: boxes has to be a whole number, not `1.5`; set boxes to a whole number, at least 1
    ");
    assert!(super::judged(&deck, &["--set", "boxes=2.5"]).starts_with("illegal"));
    let four = super::shipped("star-realms/free-for-all-three");
    let three = super::judged(&super::with(&four, "players = 3", "players = 3.5"), &[]);
    assert!(three.contains("broken parameter-players"), "{three}");
}
