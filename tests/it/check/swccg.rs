//! Star Wars CCG: sizes, sides, starting locations, copies.

use super::{judged, shipped, with};

fn deck() -> String {
    shipped("swccg/operatives-1998-rulebook")
}

#[test]
fn a_deck_has_exactly_sixty_cards() {
    let few = with(&deck(), "\"Monnok\" = 2", "\"Monnok\" = 1");
    insta::assert_snapshot!(judged(&few, &[]), @r"
    illegal
    broken deck-size: 59 cards, exactly 60 (cards in a deck) required; add 1 card
    ");
    let many = with(&deck(), "\"Monnok\" = 2", "\"Monnok\" = 3");
    insta::assert_snapshot!(judged(&many, &[]), @r"
    illegal
    broken deck-size: 61 cards, exactly 60 (cards in a deck) required; remove 1 card
    ");
}

#[test]
fn both_sides_do_not_mix() {
    let deck = with(&deck(), "\"Monnok\" = 2", "\"Monnok\" = 1\n\"Luke Skywalker\" = 1");
    insta::assert_snapshot!(judged(&deck, &[]), @r"
    illegal
    broken one-side: 1 card not allowed: Luke Skywalker; remove Luke Skywalker
    ");
}

#[test]
fn generic_locations_alone_are_no_place_to_start_from() {
    let deck = with(&deck(), "starting = [\"Imperial Occupation\"]\n", "");
    let deck = with(&deck, "\"Eriadu\" = 1\n", "\"Swamp\" = 2\n");
    let deck = with(&deck, "\"Swamp\" = 1\n", "\"Forest\" = 2\n");
    let deck = with(&deck, "\"Forest\" = 1\n", "");
    insta::assert_snapshot!(judged(&deck, &[]), @"
    illegal
    broken starting-location: no locations (not generic), at least 1 required; add 1 location (not generic)
    ");
}

#[test]
fn two_objectives_are_one_too_many() {
    let deck = with(&deck(), "\"Monnok\" = 2", "\"Monnok\" = 1\n\"Carbon Chamber Testing\" = 1");
    insta::assert_snapshot!(judged(&deck, &[]), @r"
    illegal
    broken one-objective: 2 Objectives, at most 1 allowed; remove 1 Objective
    ");
}

#[test]
fn ten_copies_of_a_unique_card_are_legal() {
    let deck = with(
        &deck(),
        "\"Eriadu Operative\" = 20",
        "\"Eriadu Operative\" = 10\n\"Darth Vader\" = 10",
    );
    insta::assert_snapshot!(judged(&deck, &[]), @"legal");
}

#[test]
fn a_title_of_several_cards_is_decided_with_a_note() {
    let deck = with(&deck(), "\"Monnok\" = 2", "\"Control\" = 2");
    insta::assert_snapshot!(judged(&deck, &[]), @r"
    legal
    note note: `Control` is read as Control (Interrupt, Dagobah, 4_139); if you mean another, write its id: 12_146 (Interrupt, Coruscant)
    ");
}

#[test]
fn a_format_whose_cards_are_not_here_says_so_of_unknown_names() {
    let list = "# game: swccg\n# format: legacy\n1x Weapons Mastery\n1x Probott\n1x Darth Vader\n";
    let ran = super::check(list, &[]);
    insta::assert_snapshot!(ran, @"
    status: 1
    illegal      - (swccg/legacy, dark)

    warning: there is no card `Weapons Mastery`; the deck is illegal whichever card it is
     --> -:3:1
      |
    3 | 1x Weapons Mastery
      | ^^^^^^^^^^^^^^^^^^
      |
      = help: this format allows cards of `Virtual Legacy`, which are not in this data; it may be one of those

    error[deck-size]: 3 cards, exactly 60 (cards in a deck) required
     --> -:4:1
      |
    4 | 1x Probott
      | ^^^^^^^^^^ Probot
    5 | 1x Darth Vader
      | ^^^^^^^^^^^^^^ Darth Vader
      |
      = note: A deck has an exact size, 60 cards unless the format says otherwise; the cards it starts with are counted. (rulebook: A Votre premier paquet de jeu)
      = help: add 57 cards

    error[legal-sets]: 1 to 2 cards not allowed: Probot
     --> -:4:1
      |
    4 | 1x Probott
      | ^^^^^^^^^^ Probot
      |
      = note: Only cards printed in the sets of this format are legal. (gemp: swccgFormats.json, legacy)
      = help: remove Probot

    note: `Probott` is read as Probot (character, Virtual Set 0, 200_88)
     --> -:4:1
      |
    4 | 1x Probott
      | ^^^^^^^^^^

    1 deck: 1 illegal
    sleeve 0.1.0, data: swccg 2026-11-21 (cards 2026-05-21, formats 2026-08-22)
    ");
    let french = super::check(list, &["--lang", "fr"]);
    french.assert_out("ce format admet des cartes de Virtual Legacy, absentes de ces données");
    let document = super::document(list, &[]);
    let help = document["decks"][0]["unresolved"][0]["help"].as_str().unwrap();
    assert!(help.starts_with("this format allows cards of `Virtual Legacy`"), "{help}");
    let open = super::check(list, &["--as", "open"]);
    assert!(!open.out.contains("Virtual Legacy"), "{open}");
}

#[test]
fn cards_of_the_other_side_than_the_role_are_illegal_in_every_format() {
    for (role, card, place) in [("dark", "1_19", "1_131"), ("light", "1_168", "1_290")] {
        let deck = format!(
            "game = \"swccg\"\nrole = \"{role}\"\n[zones.deck]\n\"{card}\" = 59\n\"{place}\" = 1\n"
        );
        let formats = super::document(&deck, &["--as", "all"])["decks"].clone();
        let formats = formats.as_array().unwrap();
        assert_eq!(formats.len(), 37);
        for checked in formats {
            let mut findings = checked["findings"].as_array().unwrap().iter();
            let sides = findings.find(|finding| finding["rule"] == "one-side").unwrap();
            assert_eq!(sides["actual"], 60, "{checked}");
        }
        let decided = deck.replace(&format!("role = \"{role}\"\n"), "");
        assert!(super::judged(&decided, &["--as", "open"]).starts_with("legal"), "{role}");
        let asked = super::judged(&decided, &["--as", "open", "--role", role]);
        assert!(asked.contains("broken one-side"), "{asked}");
    }
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn a_deck_that_is_built_is_of_the_side_of_its_role() {
    let run = |args: &[&str]| {
        let ran = crate::common::sleeve(&[args, &["-o", "json"]].concat());
        serde_json::from_str::<serde_json::Value>(&ran.out).unwrap()
    };
    let ids = |cards: &serde_json::Value| -> std::collections::BTreeSet<String> {
        cards.as_array().unwrap().iter().map(|card| card["id"].to_string()).collect()
    };
    for role in ["dark", "light"] {
        let built = run(&["build", "swccg/premiere_ds2", "--role", role, "--time", "60"]);
        let side = run(&["cards", "--game", "swccg", &format!("side:{role}")]);
        let built = ids(&built["decks"][0]["in"]);
        assert!(!built.is_empty() && built.is_subset(&ids(&side["cards"])), "{role}: {built:?}");
    }
}
