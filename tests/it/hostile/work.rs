//! Conditions of which one is cheap and a thousand are not: all that are asked of one deck share
//! what they may cost, and what costs more is said.

use crate::common::{Ran, scratch, write_file};
use crate::hostile::within;
use std::fs;
use std::path::PathBuf;

/// Counts as asked of every card of a deck some hundred times, and is decided by its first word.
const HEAVY: &str = "count() <= 500 or each(icons, each(icons, each(name, count() >= 0)))";
/// More of them than one deck is asked.
const MANY: usize = 300;

fn folder(test: &str, name: &str, text: &str) -> PathBuf {
    let folder = scratch(test);
    fs::copy("decks/swccg/profit.toml", folder.join("deck.toml")).unwrap();
    write_file(&folder, name, text);
    folder
}

fn formats(count: usize) -> String {
    let rule = |id: &str, condition: &str| {
        format!("[[format.rule]]\nid = \"{id}\"\nrequire = \"{condition}\"\n")
    };
    let heavy: String = (0..MANY).map(|at| rule(&format!("heavy{at}"), HEAVY)).collect();
    let rules = heavy + &rule("light", "count() >= 61");
    let head = |at: usize| format!("[[format]]\nid = \"club{at}\"\nextends = \"open\"\n");
    let formats: String = (0..count).map(|at| head(at) + &rules).collect();
    format!("game = \"swccg\"\n{formats}")
}

fn not_asked(ran: &Ran) -> usize {
    ran.out.matches("not asked: it would ask about cards").count()
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes long unoptimised: CI runs it optimised")]
fn rules_that_cost_more_than_is_left_are_said_and_the_others_are_answered() {
    let folder = folder("work-rules", "club.toml", &formats(3));
    let args = |format| ["check", "deck.toml", "--as", format, "--cards", "club.toml"];
    let ran = within(&folder, &args("club0"));
    let told = not_asked(&ran);
    assert!(ran.status == 1 && (1..MANY).contains(&told), "{told} {}", ran.status);
    ran.assert_out("60 cards, at least 61");
    let french = within(&folder, &[&args("club0")[..], &["--lang", "fr"]].concat());
    assert_eq!(french.out.matches("règle non vérifiée : elle examinerait").count(), told);
    let document = within(&folder, &[&args("all")[..], &["-o", "json"]].concat()).document();
    let clubs = document["decks"].as_array().unwrap().iter();
    let clubs = clubs.filter(|deck| deck["format"].as_str().unwrap().starts_with("club"));
    let findings: Vec<&serde_json::Value> =
        clubs.flat_map(|deck| deck["findings"].as_array().unwrap()).collect();
    // Every format that the deck is checked against draws on the same.
    let heavy = findings.iter().filter(|f| f["rule"].as_str().unwrap().starts_with("heavy"));
    let heavy: Vec<_> = heavy.collect();
    assert_eq!(heavy.len(), told + 2 * MANY);
    assert!(heavy.iter().all(|f| f["status"] == "unknown" && f["limit"].is_null()), "{heavy:?}");
    assert_eq!(findings.iter().filter(|f| f["rule"] == "light").count(), 3);
}

#[test]
fn assertions_that_cost_more_than_is_left_are_said_and_the_others_are_answered() {
    let assertion = |id: &str, what: &str, condition: &str, rest: &str| {
        format!("[[assert]]\nid = \"{id}\"\n{what} = '{condition}'\n{rest}")
    };
    let heavy = |at: usize| assertion(&format!("heavy{at}"), "require", HEAVY, "");
    let text: String = (0..MANY).map(heavy).collect();
    let opening = format!("({HEAVY}) and count() >= 9");
    let text = text
        + &assertion("light", "require", "count() >= 61", "")
        + &assertion("seldom", "opening", "count() >= 9", "at-least = 0.5\n")
        + &assertion("deep", "opening", &opening, "at-least = 0.5\n");
    let folder = folder("work-assertions", "sleeve.toml", &text);
    let ran = within(&folder, &["check", "deck.toml"]);
    let told = not_asked(&ran);
    assert!(ran.status == 1 && (2..MANY).contains(&told), "{told} {}", ran.status);
    ran.assert_out(&format!("[assert-deep]: `{opening}`: not asked"));
    assert!(ran.out.contains("at least 61") && ran.out.contains("0.00 % of opening hands"));
}
