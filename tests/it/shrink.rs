//! The fewest cards that give a finding, against all parts of small decks.

use crate::common::{Ran, Sleeve};
use serde_json::Value;

const CARDS: &str = "tests/console/plans.in/ferry";
const HEAD: &str = "game = \"ferry\"\nformat = \"match\"\nplayer = \"Anna\"\n[zones]\n";

fn run(text: &str, more: &[&str]) -> Ran {
    Sleeve::new().input(text).run(&[&["check", "-", "--cards", CARDS], more].concat())
}

fn shrink(cards: &str, rule: &str) -> Value {
    run(&format!("{HEAD}{cards}"), &["--shrink", rule, "-o", "json"]).document()["shrunk"].clone()
}

/// Arithmetic is the second witness: four of a card, three storms, nothing at all.
#[test]
fn the_fewest_cards_are_found() {
    let deck = "captain = [\"Captain\"]\ndeck = { Otter = 3, Heron = 5, Wave = 2, Squall = 2 }\n";
    for (rule, cards) in [("copies", 4), ("storms", 3), ("deck-size", 0)] {
        let shrunk = shrink(deck, rule);
        assert_eq!((&shrunk["cards"], &shrunk["fewest"]), (&cards.into(), &true.into()), "{rule}");
    }
    let copies = shrink(deck, "copies");
    let file = copies["deck"].as_str().unwrap();
    assert_eq!(file, "game = \"ferry\"\nformat = \"match\"\n\n[zones.deck]\n\"Heron\" = 4\n");
    let report = copies["report"].as_str().unwrap();
    assert!(report.contains("error[copies]: 4 × Heron") && report.contains("ferry 2026-11-28"));
    assert!(!report.contains("Anna") && !report.contains("deck-size"), "{report}");
    // The file that is printed gives the finding again.
    let again = run(file, &["-o", "json"]).document();
    let found = again["decks"][0]["findings"].as_array().unwrap();
    assert!(found.iter().any(|finding| finding["rule"] == "copies"));
}

/// All parts of a deck, judged one by one.
#[test]
fn no_smaller_part_has_the_finding() {
    let whole = [("Otter", 4), ("Heron", 4), ("Wave", 2), ("Squall", 1)];
    let table = |counts: &[u32]| {
        let pairs = whole.iter().zip(counts).filter(|(_, count)| **count > 0);
        let rows: Vec<String> = pairs.map(|((name, _), n)| format!("{name} = {n}")).collect();
        format!("deck = {{ {} }}\n", rows.join(", "))
    };
    let all = whole.map(|(_, count)| count);
    for rule in ["copies", "storms"] {
        let shrunk = shrink(&table(&all), rule);
        let mut fewest = u32::MAX;
        for at in 0..5 * 5 * 3 * 2 {
            let counts = [at % 5, at / 5 % 5, at / 25 % 3, at / 75];
            let judged = run(&format!("{HEAD}{}", table(&counts)), &["-o", "json"]).document();
            let found = judged["decks"][0]["findings"].as_array().unwrap();
            if found.iter().any(|finding| finding["rule"] == rule) {
                fewest = fewest.min(counts.iter().sum());
            }
        }
        assert_eq!(shrunk["cards"], fewest, "{rule}");
        assert_eq!(shrunk["fewest"], true);
    }
}

#[test]
fn a_finding_that_the_deck_has_not_is_refused() {
    let ran = run(&format!("{HEAD}deck = {{ Otter = 4 }}\n"), &["--shrink", "copeis"]);
    ran.assert_status(2).assert_err("did you mean `copies`?");
}
