//! `sleeve check` and `sleeve match` from outside: what issue and contract promise, with whole
//! outputs.
mod documents;
mod fixes;
mod input;
mod matching;
mod on_a_day;
mod overlays;
mod peers;
mod proviso;
mod seats;
mod starfighter;
mod status;
mod swccg;

use crate::common::{Ran, Sleeve};
use serde_json::Value;

/// A deck that comes with the program.
pub fn shipped(path: &str) -> String {
    std::fs::read_to_string(format!("decks/{path}.toml")).unwrap()
}

/// A text with one place changed, which must be there once.
pub fn with(text: &str, from: &str, to: &str) -> String {
    assert_eq!(text.matches(from).count(), 1, "`{from}` stands once in:\n{text}");
    text.replace(from, to)
}

/// Checks a deck given on standard input.
pub fn check(deck: &str, args: &[&str]) -> Ran {
    let args: Vec<&str> = ["check", "-"].iter().chain(args).copied().collect();
    Sleeve::new().input(deck).run(&args)
}

/// The document for a deck given on standard input.
pub fn document(deck: &str, args: &[&str]) -> Value {
    let args: Vec<&str> = args.iter().copied().chain(["-o", "json"]).collect();
    check(deck, &args).document()
}

/// The verdict on a deck, then a line for each finding: status and rule, what is wrong, what to do.
/// Nine more decks stand behind it, so that no repair is sought, which takes far longer than the
/// verdict and is not told here.
pub fn judged(deck: &str, args: &[&str]) -> String {
    let others = ["decks/star-realms/duel.toml"; 9];
    let document = document(deck, &[&others, args].concat());
    let deck = &document["decks"][0];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let provisional = if deck["provisional"] == true { ", provisional" } else { "" };
    let mut lines = vec![format!("{}{provisional}", text(&deck["verdict"]))];
    lines.extend(
        deck["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|e| text(&e["message"])),
    );
    for line in deck["unresolved"].as_array().unwrap() {
        lines.push(format!("unresolved {} in line {}", line["text"], line["line"]));
    }
    for finding in deck["findings"].as_array().unwrap() {
        let (status, rule) = (text(&finding["status"]), text(&finding["rule"]));
        let fix = finding["fix"]
            .as_str()
            .map(|fix| format!("; {fix}"))
            .unwrap_or_default();
        lines.push(format!("{status} {rule}: {}{fix}", text(&finding["message"])));
    }
    lines.join("\n")
}

/// The verdict alone.
pub fn verdict(deck: &str, args: &[&str]) -> String {
    judged(deck, args)
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned()
}
