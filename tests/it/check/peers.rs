//! What other deck checkers get wrong, and this one gets right.

use super::{check, document, judged, shipped, with};
use crate::common::Sleeve;

#[test]
fn a_line_that_means_no_card_is_counted_and_named_not_dropped() {
    let deck = with(
        &shipped("swccg/operatives-1998-rulebook"),
        "\"Monnok\" = 2",
        "\"Monok the Unknown\" = 2",
    );
    insta::assert_snapshot!(judged(&deck, &[]), @r#"
    unusable
    unresolved "Monok the Unknown" in line 31
    "#);
}

#[test]
fn copies_are_counted_over_lines_zones_and_spellings() {
    // Four lines of three make twelve.
    let deck = with(
        &shipped("battleship-galaxies/fleet-isn-carrier-group"),
        "\"Erin Cho\" = 2\n",
        "\"Erin Cho\" = 3\n\"erin cho\" = 3\n\"ERIN CHO\" = 3\n\"Erin Echo\" = 3\n",
    );
    let said = judged(&deck, &[]);
    assert!(
        said.contains("tactic-copies: 12 × Erin Cho, at most 3 allowed; remove 9 copies"),
        "{said}"
    );
    let list =
        "# game: starfighter\n# format: guerre-totale\nCruiser:\nAres\nDeck:\n3-10\n3-35\n3-10\n";
    let said = judged(list, &[]);
    assert!(said.contains("one-per-matricule: 2 × 3-10"), "{said}");
}

#[test]
fn exactly_is_not_at_least() {
    let deck = shipped("swccg/operatives-1998-rulebook");
    for (monnoks, fix) in [("3", "remove 1 card"), ("1", "add 1 card"), ("40", "remove 38 cards")] {
        let said = judged(&with(&deck, "\"Monnok\" = 2", &format!("\"Monnok\" = {monnoks}")), &[]);
        assert!(said.starts_with("illegal") && said.contains(fix), "{said}");
    }
}

#[test]
fn the_order_of_lines_changes_nothing() {
    let mut deck = shipped("swccg/operatives-1998-rulebook");
    deck = with(&deck, "\"Monnok\" = 2", "\"Monnok\" = 1\n\"Luke Skywalker\" = 2");
    let (head, cards) = deck.split_once("[zones.deck]\n").unwrap();
    let mut lines: Vec<&str> = cards.lines().collect();
    lines.reverse();
    let turned = format!("{head}[zones.deck]\n{}\n", lines.join("\n"));
    let rules = |deck: &str| {
        let document = document(deck, &[]);
        let rows = document["decks"][0]["findings"].as_array().unwrap().clone();
        rows.iter()
            .map(|f| format!("{} {}", f["rule"], f["message"]))
            .collect::<Vec<_>>()
    };
    assert_eq!(rules(&deck), rules(&turned));
}

#[test]
fn every_broken_rule_is_reported_and_the_same_run_gives_the_same_report() {
    let deck = "game = \"starfighter\"\nformat = \"guerre-totale\"\n[zones]\ncruiser = [\"3-10\"]\ndeck = [\"Ares\", \"3-10\", \"3-10\"]\n";
    let first = check(deck, &[]);
    for id in ["zone-cruiser", "zone-deck", "deck-size", "one-per-matricule"] {
        assert!(first.out.contains(&format!("error[{id}]")), "{id}: {first}");
    }
    assert_eq!(first, check(deck, &[]));
}

#[test]
fn a_verdict_never_comes_without_its_reason() {
    let decks = [
        with(&shipped("star-realms/duel"), "game = ", "nmae = \"x\"\ngame = "),
        shipped("starfighter/la-meute-d-ares").replace("\"3-65\",", ""),
        with(&shipped("starfighter/escarmouche-atlas-apollo"), "\"Apollo\"", "\"Atlas\""),
    ];
    for deck in decks {
        let ran = check(&deck, &["--quiet"]);
        assert!(ran.status > 0 && ran.out.lines().count() > 2, "{ran}");
    }
}

#[test]
fn many_decks_come_in_the_order_in_which_they_are_named() {
    let names: Vec<String> = (0..40)
        .map(|i| match i % 2 {
            0 => "decks/star-realms/duel.toml".to_owned(),
            _ => "decks/starfighter/la-meute-d-ares.toml".to_owned(),
        })
        .collect();
    let mut args = vec!["check", "-o", "json"];
    args.extend(names.iter().map(String::as_str));
    let document = Sleeve::new().run(&args).document();
    let paths: Vec<&str> = document["decks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| d["path"].as_str().unwrap())
        .collect();
    assert_eq!(paths, names);
}
