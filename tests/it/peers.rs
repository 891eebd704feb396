//! Decks from the tests of other communities' programs: `sleeve` judges them as those programs do,
//! for the same reason.

use crate::common::{scratch, sleeve, write_file};
use serde_json::Value;
use std::path::Path;

#[derive(serde::Deserialize)]
struct Peer {
    peer: String,
    source: String,
    date: toml::value::Datetime,
    options: Vec<String>,
    case: Vec<Case>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    id: String,
    deck: String,
    verdict: String,
    /// The rules that the deck breaks by the peer.
    #[serde(default)]
    rules: Vec<String>,
    /// Those that it breaks besides, which the peer does not ask.
    #[serde(default)]
    more: Vec<String>,
    /// Why the answers differ, and who is right.
    differs: Option<String>,
    #[serde(default)]
    options: Vec<String>,
}

/// What `sleeve` says to a deck: its verdict, and the rules that it breaks.
fn answer(deck: &Value) -> (String, Vec<String>) {
    let findings = deck["findings"].as_array().unwrap().iter();
    let errors = findings.filter(|finding| finding["level"] == "error");
    // A rule of a card is called CARD/RULE.
    let ids = errors.map(|finding| {
        finding["rule"]
            .as_str()
            .unwrap()
            .rsplit('/')
            .next()
            .unwrap()
    });
    let mut rules: Vec<_> = ids.map(str::to_owned).collect();
    rules.sort();
    rules.dedup();
    (deck["verdict"].as_str().unwrap().to_owned(), rules)
}

/// The cases of a peer that `sleeve` answers in another way than the file says.
fn surprises(peer: &Peer, folder: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    for cases in peer.case.chunk_by(|a, b| a.options == b.options) {
        let mut args = vec!["check", "-o", "json"];
        args.extend(
            peer.options
                .iter()
                .chain(&cases[0].options)
                .map(String::as_str),
        );
        let _ = std::fs::remove_dir_all(folder);
        for (at, case) in cases.iter().enumerate() {
            write_file(folder, &format!("{at:03}"), &case.deck);
        }
        let files: Vec<_> = (0..cases.len())
            .map(|at| folder.join(format!("{at:03}")))
            .collect();
        args.extend(files.iter().map(|file| file.to_str().unwrap()));
        let document = sleeve(&args).document();
        for (case, deck) in cases.iter().zip(document["decks"].as_array().unwrap()) {
            let mut rules = [&*case.rules, &case.more].concat();
            rules.sort();
            let said = answer(deck);
            if (said == (case.verdict.clone(), rules)) == case.differs.is_some() {
                wrong.push(format!("{}: {said:?}\n", case.id));
            }
        }
    }
    wrong
}

#[test]
fn decks_are_judged_as_their_communities_judge_them() {
    let table = std::fs::read_to_string("docs/peers.md").unwrap();
    for entry in std::fs::read_dir("tests/peers").unwrap() {
        let file = entry.unwrap().path().join("cases.toml");
        let peer: Peer = toml::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
        let wrong = surprises(&peer, &scratch("peers"));
        assert!(wrong.is_empty(), "{}: {}\n{}", peer.peer, wrong.len(), wrong.concat());
        let right = peer
            .case
            .iter()
            .filter(|case| case.differs.is_none())
            .count();
        let (Peer { peer, source, date, .. }, cases) = (&peer, peer.case.len());
        let row = format!("| {peer} | {date} | {source} | {cases} | {right} |");
        assert!(table.contains(&row), "docs/peers.md has no row `{row}`");
    }
}
