//! Forms of output that others have defined, asked of readers that are not ours: SARIF of the
//! schema of its committee, JUnit of a reader of test runners.

use crate::common::{Ran, Sleeve, scratch, write_file};
use quick_junit::{Report, TestCaseStatus};
#[cfg(feature = "schemas")]
use serde_json::Value;
use std::path::PathBuf;

/// Decks of every kind: shipped, broken, unreadable, with names that want to be markup.
fn folder(test: &str) -> PathBuf {
    let folder = scratch(test);
    let hostile = "game = \"starfighter\"\nformat = \"guerre-totale\"\nname = \"]]><b>&\\u0007 =1+1\"\n[zones]\ncruiser = [\"Ares\"]\ndeck = [\"3-10\", \"3-10\", \"<x>\"]\n";
    write_file(&folder, "hostile é <&>.toml", hostile);
    write_file(&folder, "no-toml.toml", "game = \n[zones\n");
    write_file(
        &folder,
        "sleeve.toml",
        "gmae = \"x\"\n[[assert]]\nid = \"a\"\nrequire = \"count() >= 99\"\n",
    );
    write_file(&folder, "notes.bin", [0u8, 1, 2]);
    for deck in ["starfighter/la-meute-d-ares", "star-realms/duel", "swccg/profit"] {
        let name = deck.rsplit('/').next().unwrap_or_default();
        std::fs::copy(format!("decks/{deck}.toml"), folder.join(format!("{name}.toml"))).unwrap();
    }
    folder
}

fn runs(test: &str, form: &str) -> Vec<Ran> {
    let there = folder(test);
    let mut runs = Vec::new();
    for lang in ["en", "fr"] {
        let ask = |sleeve: Sleeve, args: &[&str]| {
            sleeve.run(&[&["check", "-o", form, "--lang", lang][..], args].concat())
        };
        let here = || Sleeve::new().folder(&there);
        runs.push(ask(here(), &["."]));
        runs.push(ask(here(), &["la-meute-d-ares.toml", "--as", "all", "--attested"]));
        runs.push(ask(Sleeve::new(), &["decks", "tests/league/decks"]));
        let text = std::fs::read_to_string(there.join("hostile é <&>.toml")).unwrap();
        runs.push(ask(Sleeve::new().input(text), &["-"]));
    }
    runs
}

#[cfg(feature = "schemas")]
#[test]
fn sarif_is_what_its_schema_says() {
    let schema = std::fs::read_to_string("tests/oasis/sarif-2.1.0.json").unwrap();
    let mut schema: Value = serde_json::from_str(&schema).unwrap();
    // The published pattern of languages closes a bracket that none opens; nothing here says a
    // language.
    for part in ["run", "toolComponent"] {
        let language = schema.pointer_mut(&format!("/definitions/{part}/properties/language"));
        let language = language
            .and_then(Value::as_object_mut)
            .expect("its language may be said");
        language.remove("pattern");
    }
    let validator = jsonschema::validator_for(&schema).expect("a schema can be used");
    let mut results = 0;
    for ran in runs("others-sarif", "sarif") {
        let document = ran.document();
        let mistakes: Vec<String> = validator
            .iter_errors(&document)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(mistakes.is_empty(), "{mistakes:#?}");
        results += document["runs"][0]["results"]
            .as_array()
            .map_or(0, Vec::len);
        let mut broken = document.clone();
        broken["runs"][0]["tool"]["driver"]["name"] = Value::from(1);
        assert!(!validator.is_valid(&broken), "a broken document is told");
    }
    assert!(results > 10, "{results} results were looked at");
}

#[test]
fn junit_is_read_by_others_and_says_what_the_document_says() {
    for ran in runs("others-junit", "junit") {
        let report = Report::deserialize_from_str(&ran.out);
        let report = report.unwrap_or_else(|error| panic!("{error}\n{}", ran.out));
        assert!(!report.test_suites.is_empty());
        for suite in &report.test_suites {
            let cases = &suite.test_cases;
            let failed = cases
                .iter()
                .filter(|case| matches!(case.status, TestCaseStatus::NonSuccess { .. }));
            let failed = failed.count();
            let told = suite.failures + suite.errors;
            assert_eq!((suite.tests, told), (cases.len(), failed), "{:?}", suite.name);
        }
    }
}
