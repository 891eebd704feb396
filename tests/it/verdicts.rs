//! The verdicts of every format over decks that an outside judge has judged, listed under `tests/verdicts/`.
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

#[derive(Deserialize)]
struct Judged {
    /// Formats of the base format named `extends` are those that were judged.
    judge: String,
    /// Deck → the formats that admit it.
    legal: BTreeMap<String, BTreeSet<String>>,
}

/// The formats that were judged: those that extend the judge's, the judge's own aside.
fn judged_formats(game: &str, judge: &str) -> BTreeSet<String> {
    let catalog = sleeve::catalog::open(game, &[]).unwrap();
    let formats = catalog.formats().filter(|f| f.extends.iter().any(|id| id == judge));
    formats.filter(|f| !f.is_abstract).map(|f| f.named.id.to_string()).collect()
}

#[test]
fn every_judged_deck_gets_the_verdict_of_its_judge_in_every_format() {
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir("tests/verdicts").unwrap() {
        let path = entry.unwrap().path();
        let game = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut judged: Judged = toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        if cfg!(debug_assertions) {
            // Unoptimised, one check takes as long as thirty: one deck for each answer is enough there.
            let mut answers = BTreeSet::new();
            judged.legal.retain(|_, formats| answers.insert(formats.clone()));
        }
        let formats = judged_formats(&game, &judged.judge);
        let files: Vec<String> =
            judged.legal.keys().map(|deck| format!("decks/{game}/{deck}.toml")).collect();
        let mut args = vec!["check", "--as", "all", "-o", "json"];
        args.extend(files.iter().map(String::as_str));
        let report = crate::common::sleeve(&args).document();
        let mut seen = 0;
        for check in report["decks"].as_array().unwrap() {
            let deck = Path::new(check["path"].as_str().unwrap()).file_stem().unwrap();
            let format = check["format"].as_str().unwrap();
            if !formats.contains(format) {
                continue;
            }
            let allowed = judged.legal[deck.to_str().unwrap()].contains(format);
            let expected = if allowed { "legal" } else { "illegal" };
            if check["verdict"] != expected {
                let verdict = &check["verdict"];
                wrong.push(format!(
                    "{} in {format}: {verdict}, {expected} expected",
                    deck.display()
                ));
            }
            seen += 1;
        }
        assert_eq!(seen, judged.legal.len() * formats.len(), "{game}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
