//! The document of `sleeve diff`. The scenarios are in `tests/console/diff.trycmd`.

use crate::common::Sleeve;

const BEFORE: &str = include_str!("../console/diff.in/before.toml");

#[test]
fn the_document_of_a_diff() {
    let after = "tests/console/diff.in/after.toml";
    let ran = Sleeve::new()
        .input(BEFORE)
        .run(&["diff", "-", after, "-o", "json"]);
    let json = ran.document();
    assert_eq!(json["schema"], "sleeve/diff/1");
    assert_eq!(json["decks"][0]["verdict"], "illegal");
    let trade = json["zones"]
        .as_array()
        .unwrap()
        .iter()
        .find(|z| z["zone"] == "trade")
        .unwrap();
    let numbers = |c: &serde_json::Value| (c["before"].as_u64(), c["after"].as_u64());
    let changes: Vec<_> = trade["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(numbers)
        .collect();
    assert_eq!(changes, [(Some(0), Some(1)), (Some(3), Some(0)), (Some(3), Some(2))]);
}
