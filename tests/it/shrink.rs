//! The fewest cards that give a finding, against all parts of small decks.

use crate::common::{Ran, Sleeve, scratch, write_file};
use serde_json::Value;

const CARDS: &str = "tests/console/plans.in/ferry";
const HEAD: &str = "game = \"ferry\"\nformat = \"match\"\nplayer = \"Anna\"\n[zones]\n";

fn run(text: &str, more: &[&str]) -> Ran {
    Sleeve::new()
        .input(text)
        .run(&[&["check", "-", "--cards", CARDS], more].concat())
}

fn shrink(cards: &str, rule: &str) -> Value {
    run(&format!("{HEAD}{cards}"), &["--shrink", rule, "-o", "json"]).document()["shrunk"].clone()
}

/// Arithmetic is the second witness: four of a card, three storms, one more than eight.
#[test]
fn the_fewest_cards_are_found() {
    let deck = "captain = [\"Captain\"]\ndeck = { Otter = 3, Heron = 5, Wave = 2, Squall = 2 }\n";
    for (rule, cards) in [("copies", 4), ("storms", 3), ("deck-size", 9)] {
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
        let rows: Vec<String> = pairs
            .map(|((name, _), n)| format!("{name} = {n}"))
            .collect();
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

/// 9 copies of each of 5 cards have more parts below 31 cards than are judged. Each card counts
/// the same, so that 31 is the fewest all the same.
#[test]
fn too_many_parts_prove_nothing() {
    let deck = "game = \"ferry\"\nformat = \"regatta\"\n\
        [zones]\ndeck = { Otter = 9, Heron = 9, Fog = 9, Wave = 9, Squall = 9 }\n";
    let shrunk = run(deck, &["--shrink", "deck-size", "-o", "json"]).document()["shrunk"].clone();
    assert_eq!((&shrunk["cards"], &shrunk["fewest"]), (&31.into(), &false.into()));
    let ran = run(deck, &["--shrink", "deck-size"]);
    assert!(
        ran.out
            .starts_with("`deck-size` with 31 cards, none of which can be left out\n")
    );
}

/// A hold is part of the report if the finding is about it.
#[test]
fn cards_in_holds_stay_where_the_finding_needs_them() {
    let shrink = |rule| {
        let file = "tests/console/fleets.in/carried-carrier.toml";
        let ran = Sleeve::new().run(&["check", file, "--shrink", rule, "-o", "json"]);
        ran.document()["shrunk"]["deck"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let deck = shrink("carriers");
    assert!(deck.contains("[carried]") && !deck.contains("zones.tactics"), "{deck}");
}

/// The address of the form has the title and the text, as any server decodes them.
#[test]
fn the_form_of_a_game_is_filled() {
    let deck = "captain = [\"Captain\"]\ndeck = { Otter = 4, Wave = 4 }\n";
    let shrunk = shrink(deck, "copies");
    let link = shrunk["link"].as_str().unwrap();
    let filled = link.strip_prefix("https://example.org/new?title=").unwrap();
    let (title, body) = filled.split_once("&body=").unwrap();
    let report = shrunk["report"].as_str().unwrap();
    assert_eq!(decode(title), report.lines().next().unwrap());
    assert_eq!(decode(body), report);
    let printed = run(&format!("{HEAD}{deck}"), &["--shrink", "copies"]).out;
    assert!(printed.ends_with(&format!("Report it with the text above: {link}\n")));
}

/// Decodes `%41` to `A`.
fn decode(text: &str) -> String {
    let mut parts = text.split('%');
    let mut bytes = parts.next().unwrap().as_bytes().to_vec();
    for part in parts {
        bytes.push(u8::from_str_radix(&part[..2], 16).unwrap());
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).unwrap()
}

/// A server refuses a long address, so that only the title is left in it.
#[test]
fn a_long_report_is_not_put_into_the_address() {
    let rule = "game = \"ferry\"\n[[format]]\nid = \"long\"\nextends = \"match\"\nname = \"Long\"\n\
        [[format.rule]]\nid = \"copies\"\nzone = \"deck\"\nrequire = \"copies(name) <= 3\"\ntext = ";
    let folder = scratch("long-report");
    let file = folder.join("long.toml");
    for (length, is_full) in [(100, true), (8_000, false)] {
        write_file(
            &folder,
            "long.toml",
            format!("{rule}\"{}\"\ncite = \"reading: long\"\n", "x".repeat(length)),
        );
        let more = ["--cards", &file.display().to_string(), "--shrink", "copies", "-o", "json"];
        let deck = "game = \"ferry\"\nformat = \"long\"\n[zones]\ndeck = { Otter = 4 }\n";
        let link = run(deck, &more).document()["shrunk"]["link"].clone();
        let link = link.as_str().unwrap();
        assert_eq!((link.len() < 8_000, !link.ends_with("body=")), (true, is_full), "{link}");
    }
}

#[test]
fn a_finding_that_the_deck_has_not_is_refused() {
    let ran = run(&format!("{HEAD}deck = {{ Otter = 4 }}\n"), &["--shrink", "copeis"]);
    ran.assert_status(2).assert_err("did you mean `copies`?");
    // A remark of the reader is no finding to shrink.
    let talk = "# game: swccg\n# format: open\nI won with this\n1 Battle Order\n";
    let ran = Sleeve::new()
        .input(talk)
        .run(&["check", "-", "--shrink", "side"]);
    assert!(!ran.err.contains("`note`"), "{}", ran.err);
    ran.assert_status(2).assert_err("no finding `side`");
}
