//! The decks that come with the program.

use crate::common::sleeve;
use std::collections::BTreeSet;

#[test]
fn at_least_25_decks_of_every_game_and_format_are_all_legal_and_named() {
    let ran = sleeve(&["check", "decks/", "-o", "json"]);
    assert_eq!(ran.status, 0, "{}", ran.out);
    let document = ran.document();
    let decks = document["decks"].as_array().unwrap();
    assert!(decks.len() >= 25, "{}", decks.len());
    assert_eq!(document["summary"]["legal"], decks.len());
    let mut played = BTreeSet::new();
    let mut names = BTreeSet::new();
    for deck in decks {
        let name = deck["name"].as_str().unwrap_or_default();
        assert!(!name.is_empty(), "{} has no name", deck["path"]);
        assert!(names.insert((deck["game"].to_string(), name.to_owned())), "{name} stands twice");
        let word = |key: &str| deck[key].as_str().unwrap_or_default().to_owned();
        played.insert((word("game"), word("format")));
    }
    let mut missing = Vec::new();
    for head in sleeve::catalog::games() {
        for format in head.formats.iter().filter(|f| !f.is_abstract) {
            let key = (head.named.id.to_string(), format.named.id.to_string());
            if !played.contains(&key) {
                missing.push(key);
            }
        }
    }
    assert!(missing.is_empty(), "formats without a deck: {missing:?}");
}
