//! `match`: order and documents. The scenarios are in `tests/console/match.trycmd`.

use crate::common::{Ran, in_brief, sleeve};
use serde_json::Value;
use sleeve::{
    check::{self, CheckRequest, Input},
    rules::Verdict,
};
use std::{fs, path::Path};

const ARES: &str = "decks/starfighter/la-meute-d-ares.toml";
const ATHENA: &str = "decks/starfighter/la-valse-d-athena.toml";

fn meet(a: &str, b: &str, args: &[&str]) -> Ran {
    let args: Vec<&str> = ["match", a, b].iter().chain(args).copied().collect();
    sleeve(&args)
}

#[test]
fn the_order_of_two_decks_makes_no_difference() {
    let projects =
        sleeve::project::Projects::new(&sleeve::catalog::GAMES, Path::new("."), Vec::new());
    let request = CheckRequest::default();
    let files = sleeve::decks::find(&["decks"]).files;
    let mut inputs = Vec::new();
    for file in files {
        let path = file.path.display().to_string();
        let text = fs::read_to_string(&file.path).unwrap();
        if !text.contains("[parameters]") && text.contains("[zones.") {
            let text = text.replacen("[zones.", "[parameters]\nboxes = 2\n\n[zones.", 1);
            inputs.push(Input::bytes(&path, text.as_bytes()));
        }
        inputs.push(Input::bytes(&path, text.as_bytes()));
    }
    let mut decks = check::check(&projects, inputs, &request).decks;
    decks.retain(|deck| deck.verdict() == Verdict::Legal);
    let mut undetermined = 0;
    for (at, a) in decks.iter().enumerate() {
        for b in decks.iter().take(at).filter(|b| a.game() == b.game()) {
            let said = |a, b| {
                let met = check::may_meet(a, b, None, &request.options).unwrap();
                let mut rules: Vec<String> = met.findings.into_iter().map(|f| f.rule).collect();
                rules.sort_unstable();
                (met.truth, met.provisional, met.boxes, rules)
            };
            let (one, other) = (said(a, b), said(b, a));
            assert_eq!(one, other, "{} {}", a.path, b.path);
            undetermined += usize::from(one.3.iter().any(|rule| rule == "shared-parameter"));
        }
    }
    assert!(undetermined > 10, "{undetermined}");
}

#[test]
fn the_document_says_what_the_report_says() {
    let ran = meet(ARES, ATHENA, &["-o", "json", "--lang", "fr", "--set", "boxes=1"]);
    let document = ran.document();
    let keys: Vec<&str> = document
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        keys,
        ["schema", "program", "data", "answer", "provisional", "boxes", "decks", "findings"]
    );
    assert_eq!((ran.status, &document["answer"]), (1, &Value::from("no")));
    assert_eq!(document["boxes"], 1);
    assert_eq!(document["decks"][1]["name"], "La valse d'Athéna");
    assert_eq!(document["schema"], "sleeve/match/2");
    assert_eq!(document["decks"][1]["verdict"], "legal");
    let finding = &document["findings"][0];
    assert_eq!(
        finding["message"],
        "2 × 3-35, 2 × 0-11, 2 × 0-18, 2 × 0-81, 2 × 1-27, 2 × 2-14; at most 1 allowed each"
    );
    assert_eq!(finding["actual"], 2);
    assert_eq!(finding["limit"]["max"], 1);
    assert_eq!(finding["cards"].as_array().unwrap().len(), 6);
}

#[test]
fn what_cannot_be_used_is_named_and_still_gives_a_document() {
    let ran = meet("nowhere.toml", "decks/starfighter", &["-o", "json"]);
    let document = ran.document();
    assert_eq!((ran.status, &document["answer"]), (2, &Value::from("unusable")));
    insta::assert_snapshot!(in_brief(ran.err), @"
    error: `nowhere.toml`: there is no such file or folder
    error: `decks/starfighter` contains 5 decks; one is needed = help: name one file
    ");
}
