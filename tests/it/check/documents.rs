//! The forms of output: JSON field by field, GitHub, SARIF, JUnit.

use super::{check, document, shipped, with};
use crate::common::{list, write_file};
use serde_json::Value;

fn broken() -> String {
    let deck = shipped("starfighter/la-meute-d-ares");
    with(&deck, "\"3-15\"", "\"3-10\", \"3-99\"")
}

fn keys(value: &Value) -> Vec<&str> {
    value
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect()
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let document = document(&broken(), &[]);
    assert_eq!(document["schema"], "sleeve/check/2");
    for key in ["schema", "program", "data", "summary", "decks"] {
        assert!(keys(&document).contains(&key), "{key}");
    }
    assert_eq!(document["program"]["name"], "sleeve");
    assert_eq!(document["program"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(document["data"][0]["game"], "starfighter");
    assert!(
        document["data"][0]["date"]
            .as_str()
            .unwrap()
            .starts_with("20")
    );
    assert_eq!(
        keys(&document["summary"]),
        ["decks", "legal", "illegal", "undetermined", "unusable"]
    );
    let deck = &document["decks"][0];
    for key in list("path; name; game; format; role; verdict; provisional; findings; unresolved") {
        assert!(keys(deck).contains(&key), "{key}");
    }
    assert_eq!(
        (&deck["path"], &deck["name"]),
        (&Value::from("-"), &Value::from("La meute d'Arès"))
    );
    assert_eq!(
        (&deck["game"], &deck["format"]),
        (&Value::from("starfighter"), &Value::from("guerre-totale"))
    );
    assert_eq!((&deck["role"], &deck["provisional"]), (&Value::Null, &Value::from(false)));
    let finding = &deck["findings"][0];
    for key in list(
        "rule; level; status; zone; message; actual; limit; actual_text; limit_text; cards; cite; line; \
        column; fix",
    ) {
        assert!(keys(finding).contains(&key), "{key}");
    }
    insta::assert_snapshot!(serde_json::to_string_pretty(finding).unwrap());
    let unresolved = &deck["unresolved"][0];
    assert_eq!(
        (&unresolved["line"], &unresolved["text"]),
        (&Value::from(12), &Value::from("3-99"))
    );
    assert!(
        unresolved["candidates"]
            .as_array()
            .unwrap()
            .iter()
            .all(|c| c["id"].is_string() && c["name"].is_string())
    );
}

#[test]
fn json_names_the_facts_that_would_decide() {
    let deck = shipped("battleship-galaxies/fleet-isn-carrier-group");
    let document = document(&deck, &["--attested"]);
    let findings = document["decks"][0]["findings"].as_array().unwrap().clone();
    let budget = findings
        .iter()
        .find(|f| f["rule"] == "fleet-budget")
        .unwrap();
    assert_eq!(budget["status"], "unknown");
    let missing: Vec<(&str, &str)> = budget["missing"]
        .as_array()
        .unwrap()
        .iter()
        .map(|m| (m["id"].as_str().unwrap(), m["field"].as_str().unwrap()))
        .collect();
    assert!(missing.contains(&("isn-everest-seasoned", "Launch")), "{missing:?}");
}

#[test]
fn json_does_not_change_with_the_language() {
    let noformat = "game = \"starfighter\"\n[zones]\ndeck = [\"3-10\"]\n";
    for deck in [broken(), noformat.to_owned(), "x = [".to_owned()] {
        let french = check(&deck, &["-o", "json", "--lang", "fr"]);
        assert_eq!(french, check(&deck, &["-o", "json"]));
    }
}

#[test]
fn github_gets_a_line_for_each_problem() {
    insta::assert_snapshot!(check(&broken(), &["-o", "github"]));
}

#[test]
fn junit_has_a_case_for_each_deck() {
    insta::assert_snapshot!(check(&broken(), &["-o", "junit"]));
}

/// Of the first finding of a rule: actual value, limit, and the words of both.
fn measured(deck: &str, args: &[&str], rule: &str) -> [Value; 4] {
    let document = document(deck, args);
    let findings = document["decks"][0]["findings"].as_array().unwrap().clone();
    let finding = findings.iter().find(|f| f["rule"] == rule);
    let finding = finding.unwrap_or_else(|| panic!("no `{rule}` in {findings:#?}"));
    ["actual", "limit", "actual_text", "limit_text"].map(|key| finding[key].clone())
}

fn span(min: impl Into<Value>, max: impl Into<Value>) -> Value {
    serde_json::json!({ "min": min.into(), "max": max.into() })
}

#[test]
fn actual_and_limit_are_numbers_with_their_words_beside_them() {
    let none = Value::Null;
    let few = shipped("starfighter/la-meute-d-ares").replace("\"3-65\",", "");
    assert_eq!(
        measured(&few, &[], "deck-size"),
        [24.into(), span(25, none.clone()), "24".into(), ">= 25".into()]
    );
    let fleet = shipped("battleship-galaxies/fleet-isn-carrier-group");
    let budget = with(&fleet, "\n[zones]\n", "\nparameters = { budget = 99 }\n[zones]\n");
    assert_eq!(
        measured(&budget, &[], "parameter-budget"),
        [99.into(), span(1, 73), "99".into(), "1 to 73".into()]
    );
    assert_eq!(
        measured(&fleet, &["--attested"], "fleet-budget"),
        [span(5, none.clone()), span(none.clone(), 48), "5 or more".into(), "<= 48".into()]
    );
    assert_eq!(
        measured(&broken(), &[], "one-per-matricule"),
        [2.into(), span(none.clone(), 1), "2".into(), "<= 1".into()]
    );
    let swapped = shipped("starfighter/la-meute-d-ares").replace("[\"Ares\"]", "[\"3-10\"]");
    let zone = measured(&swapped, &[], "zone-cruiser");
    assert_eq!(zone, [none.clone(), none.clone(), none.clone(), none]);
}

#[test]
fn sarif_places_every_result_and_describes_every_rule() {
    let folder = crate::common::scratch("sarif");
    let deck = broken();
    write_file(&folder, "a.toml", &deck);
    write_file(&folder, "b.toml", "");
    write_file(&folder, "sleeve.toml", "nothing = 1\n");
    let run = |deck: &str| {
        let session = crate::common::Sleeve::new().folder(&folder).input(deck);
        let ran = session.run(&["check", "a.toml", "b.toml", "-", "missing.toml", "-o", "sarif"]);
        let document = ran.document();
        document["runs"][0].clone()
    };
    let found = run(&deck);
    let rules = found["tool"]["driver"]["rules"].as_array().unwrap();
    for rule in rules {
        assert!(!rule["fullDescription"]["text"].as_str().unwrap().is_empty(), "{rule}");
    }
    let results = found["results"].as_array().unwrap();
    let mut prints = std::collections::BTreeSet::new();
    for result in results {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
        let place = &result["locations"][0]["physicalLocation"];
        for key in ["startLine", "startColumn", "endLine", "endColumn"] {
            assert!(place["region"][key].as_u64().is_some_and(|n| n >= 1), "{result}");
        }
        let print = result["partialFingerprints"]["primaryLocationLineHash"]
            .as_str()
            .unwrap();
        assert!(prints.insert(print.to_owned()), "{print} is given twice");
    }
    let uris: Vec<&str> = results
        .iter()
        .map(|r| &r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
        .map(|uri| uri.as_str().unwrap())
        .collect();
    assert!(uris.contains(&"stdin") && !uris.contains(&"-"), "{uris:?}");
    assert!(uris.contains(&"sleeve.toml"), "{uris:?}");
    let prints_of = |run: &Value| -> Vec<Value> {
        let results = run["results"].as_array().unwrap();
        results
            .iter()
            .map(|r| r["partialFingerprints"].clone())
            .collect()
    };
    let moved = run(&format!("# a line above\n{deck}"));
    assert_eq!(prints_of(&moved), prints_of(&found), "lines above do not change what is known");
}
