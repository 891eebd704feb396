//! A format of one's own takes one TOML file: `docs/examples/club.toml`.

use super::{check, judged, shipped, verdict, with};

const ARGS: [&str; 4] = ["--cards", "docs/examples/club.toml", "--as", "guerre-totale-30"];

/// Thirty cards of one cruiser, none of which turns around.
fn thirty() -> String {
    let deck = shipped("starfighter/la-meute-d-ares");
    with(&deck, "\"3-65\",", "\"3-65\", \"3-05\", \"3-20\", \"3-25\", \"2-19\", \"2-24\",")
}

#[test]
fn thirty_cards_without_retournement_are_legal() {
    assert_eq!(judged(&thirty(), &ARGS), "legal, provisional");
    assert_eq!(check(&thirty(), &ARGS).status, 0);
}

#[test]
fn a_card_too_few_or_one_that_turns_around_is_not() {
    insta::assert_snapshot!(judged(&with(&thirty(), "\"2-24\",", ""), &ARGS), @r"
    illegal
    broken deck-size: 29 squadrons, exactly 30 required; add 1 squadron
    ");
    insta::assert_snapshot!(judged(&with(&thirty(), "\"2-24\"", &flipping()), &ARGS), @r"
    illegal, provisional
    broken no-flip: 1 squadron not allowed: 1-47; remove 1-47
    ");
}

/// The first card that turns around, in quotes.
fn flipping() -> String {
    let ran =
        crate::common::sleeve(&["cards", "effect:flip", "--game", "starfighter", "-o", "names"]);
    format!("\"{}\"", ran.out.lines().next().unwrap().trim_end_matches('*'))
}

#[test]
fn everything_else_stays_as_in_total_war() {
    assert_eq!(verdict(&with(&thirty(), "[\"Ares\"]", "[\"Ares\", \"Atlas\"]"), &ARGS), "illegal");
    assert_eq!(verdict(&thirty(), &[]), "legal");
}

#[test]
fn the_example_passes_the_linter() {
    crate::common::sleeve(&["lint", "docs/examples/club.toml"]).assert_status(0);
}
