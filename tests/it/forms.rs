//! The same decks in every file format, told in every form of output: each says the same of each.

use crate::common::{Sleeve, scratch, sleeve, write_file};
use serde_json::{Value, json};
use std::{collections::BTreeMap, path::Path};

/// File formats that a deck of this game is written in, and how their files end.
const WRITTEN: [(&str, &str); 8] = [
    ("toml", "toml"),
    ("text", "txt"),
    ("gemp-xml", "xml"),
    ("gemp-line", "line.txt"),
    ("gemp-text", "gemp.txt"),
    ("holotable", "htd"),
    ("swccgdb", "db.txt"),
    ("json", "json"),
];

/// Decks by their file, each in every format: the files of one deck begin alike.
fn write_all(folder: &Path) -> usize {
    let mut decks: Vec<_> = std::fs::read_dir("decks/swccg")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    decks.sort();
    let decks: Vec<_> = decks.iter().step_by(7).collect();
    for (at, deck) in decks.iter().enumerate() {
        for (format, ending) in WRITTEN {
            let ran = Sleeve::new().run(&["convert", &deck.to_string_lossy(), "--to", format]);
            assert_eq!(ran.status, 0, "{ran}");
            write_file(folder, &format!("{at}.{ending}"), ran.out);
        }
    }
    decks.len()
}

type Verdicts = BTreeMap<String, String>;

fn of_csv(out: &str) -> Verdicts {
    let mut reader = csv::Reader::from_reader(out.as_bytes());
    let rows = reader.records().map(|row| row.unwrap());
    rows.map(|row| (row[0].to_owned(), row[6].to_owned()))
        .collect()
}

fn of_ndjson(out: &str) -> Verdicts {
    let rows = out
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    rows.map(|row| (text(&row["path"]), text(&row["verdict"])))
        .collect()
}

fn of_junit(out: &str) -> Verdicts {
    let report = quick_junit::Report::deserialize_from_str(out).unwrap();
    let cases = report
        .test_suites
        .iter()
        .flat_map(|suite| &suite.test_cases);
    let verdict = |case: &quick_junit::TestCase| match &case.status {
        quick_junit::TestCaseStatus::Success { .. } => "legal",
        quick_junit::TestCaseStatus::Skipped { .. } => "undetermined",
        quick_junit::TestCaseStatus::NonSuccess { kind, .. } => match kind {
            quick_junit::NonSuccessKind::Failure => "illegal",
            quick_junit::NonSuccessKind::Error => "unusable",
        },
    };
    cases
        .map(|case| (case.name.to_string(), verdict(case).to_owned()))
        .collect()
}

/// The table at the end of what people read.
fn of_table(out: &str) -> Verdicts {
    let rows = out
        .lines()
        .skip_while(|line| !line.starts_with("Verdict "))
        .skip(1);
    let rows = rows.take_while(|line| !line.is_empty());
    let cells = rows.map(|line| line.split_whitespace().collect::<Vec<_>>());
    // The folder that all have in common stands in the heading.
    let rows = cells.filter(|cells| cells.get(1).is_some_and(|path| path.contains('.')));
    rows.map(|cells| (format!("lists/{}", cells[1]), cells[0].to_owned()))
        .collect()
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn every_form_of_output_says_the_same_of_every_form_of_file() {
    let folder = scratch("forms");
    std::fs::create_dir(folder.join("lists")).unwrap();
    let decks = write_all(&folder.join("lists"));
    let run = |form: &str| {
        let args = ["check", "lists", "--game", "swccg", "--as", "open", "-o", form];
        Sleeve::new().folder(&folder).run(&args)
    };
    let csv = run("csv");
    let told = of_csv(&csv.out);
    assert_eq!(told.len(), decks * WRITTEN.len(), "{csv}");
    assert_eq!(of_ndjson(&run("ndjson").out), told);
    assert_eq!(of_junit(&run("junit").out), told);
    assert_eq!(of_table(&run("human").out), told);
    for deck in 0..decks {
        let own = &told[&format!("lists/{deck}.toml")];
        for (format, ending) in WRITTEN {
            let path = format!("lists/{deck}.{ending}");
            assert_eq!(&told[&path], own, "{path} ({format})\n{csv}");
        }
    }
    let kinds: std::collections::BTreeSet<&String> = told.values().collect();
    assert!(kinds.len() > 1, "one verdict only: {kinds:?}");
}

#[cfg(unix)]
#[test]
fn names_that_are_not_utf8_stay_apart_in_every_form() {
    use std::{collections::BTreeSet, ffi::OsStr, os::unix::ffi::OsStrExt as _};
    let folder = scratch("raw-names");
    let names: [(&[u8], &str, &str); 4] = [
        (b"\xfe.toml", "\\xFE.toml", "%FE.toml"),
        (b"\xff.toml", "\\xFF.toml", "%FF.toml"),
        (b"\\xFF.toml", "\\x5CxFF.toml", "%5CxFF.toml"),
        (b"a #%?.toml", "a #%?.toml", "a%20%23%25%3F.toml"),
    ];
    for (name, _, _) in names {
        let deck = "game = \"starfighter\"\nformat = \"entrainement\"\n";
        std::fs::write(folder.join(OsStr::from_bytes(name)), deck).unwrap();
    }
    let run = |form: &str| {
        Sleeve::new()
            .folder(&folder)
            .run(&["check", ".", "-o", form])
            .out
    };
    let known = |paths: Vec<String>| paths.into_iter().collect::<BTreeSet<_>>();
    let texts = known(names.map(|(_, text, _)| text.to_owned()).into());
    let keys = |told: Verdicts| known(told.into_keys().collect());
    assert_eq!(keys(of_csv(&run("csv"))), texts);
    assert_eq!(keys(of_ndjson(&run("ndjson"))), texts);
    assert_eq!(keys(of_junit(&run("junit"))), texts);
    let github = run("github");
    for text in &texts {
        assert!(github.contains(&format!("file={},", text.replace('%', "%25"))), "{github}");
    }
    let sarif: serde_json::Value = serde_json::from_str(&run("sarif")).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap().iter();
    let uri = "/locations/0/physicalLocation/artifactLocation/uri";
    let uris = results.map(|result| result.pointer(uri).unwrap().as_str().unwrap().to_owned());
    assert_eq!(known(uris.collect()), known(names.map(|(_, _, uri)| uri.to_owned()).into()));
}

/// Asks a question in JSON: its document and its text, or the messages.
fn ask(question: &str, fields: serde_json::Value) -> Result<[String; 2], String> {
    let root = std::path::PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let projects = sleeve::project::Projects::new(&sleeve::catalog::GAMES, &root, Vec::new());
    let projects = std::sync::Arc::new(projects);
    let host = sleeve::cli::Host { projects: &projects, decks: &[], today: None.into() };
    let mut fields = fields.as_object().unwrap().clone();
    fields.insert("lang".to_owned(), "en".into());
    let question = sleeve::requests::find_question(question).unwrap();
    let answer = sleeve::cli::answer_hosted(question, fields, &host)?;
    Ok([answer.document, answer.text])
}

#[test]
fn a_question_in_json_has_the_answer_of_its_command() {
    let [duel, dark] = ["decks/star-realms/duel.toml", "decks/swccg/dark-combat.toml"];
    let condition = "count(kind:ship) >= 1";
    let questions = [
        ("odds", json!({"decks": duel, "conditions": condition, "turns": "1..3", "seat": 2}), format!("odds|{duel}|{condition}|--turns|1..3|--seat|2")),
        ("odds", json!({"pile": "a=4,b=56", "draw": 7, "conditions": ["count(a) >= 1"], "at_least": 0.9, "vary": "a", "keep": null}), "odds|--pile|a=4,b=56|--draw|7|count(a) >= 1|--at-least|0.9|--vary|a".to_owned()),
        ("draw", json!({"deck": duel, "hands": 2, "seed": 7, "sorted": true}), format!("draw|{duel}|--hands|2|--seed|7|--sorted")),
        ("check", json!({"decks": [duel, dark], "format": "all"}), format!("check|{duel}|{dark}|--as|all")),
        ("stats", json!({"decks": duel, "measure": "avg(cost)", "where": "count() >= 1"}), format!("stats|{duel}|--measure|avg(cost)|--where|count() >= 1")),
        ("check", json!({"decks": dark, "deny": ["warnings,provisional", "warnings"]}), format!("check|{dark}|--deny|warnings,provisional|--deny|warnings")),
        ("diff", json!({"before": dark, "after": dark}), format!("diff|{dark}|{dark}")),
        ("match", json!({"a": duel, "b": duel, "set": {}}), format!("match|{duel}|{duel}")),
        ("cards", json!({"filter": ["effect:draw", "cost<=3"], "game": "star-realms", "columns": "name,cost", "sort": ["-cost"]}), "cards|effect:draw|cost<=3|--game|star-realms|--columns|name,cost|--sort|-cost".to_owned()),
        ("show", json!({"names": "Blob Wheel", "game": "star-realms"}), "show|Blob Wheel|--game|star-realms".to_owned()),
        ("rules", json!({"what": "star-realms"}), "rules|star-realms".to_owned()),
        ("fix", json!({"decks": duel, "then_minimise": ["avg(cost)"], "maximise": "count(kind:base)", "all": 2}), format!("fix|{duel}|--maximise|count(kind:base)|--then-minimise|avg(cost)|--all|2")),
        ("build", json!({"what": "star-realms/two-player"}), "build|star-realms/two-player".to_owned()),
        ("build", json!({"decks": [duel, duel], "collection": duel}), format!("build|--collection|{duel}|--decks|{duel}|{duel}")),
        ("odds", json!({"pile": "a=4,b=56", "draw": 7, "conditions": "count(a) >= 1", "seen": "3/9"}), "odds|--pile|a=4,b=56|--draw|7|count(a) >= 1|--seen|3/9".to_owned()),
        ("draw", json!({"pile": "a=30,b=30", "draw": 7, "beside": {"prizes": 6}, "conditions": "count(a) in prizes", "trials": 100, "seed": 1}), "draw|--pile|a=30,b=30|--draw|7|--beside|prizes=6|count(a) in prizes|--trials|100|--seed|1".to_owned()),
    ];
    for (question, fields, line) in questions {
        let args: Vec<&str> = line.split('|').collect();
        let of_command = [sleeve(&[&args[..], &["-o", "json"]].concat()).out, sleeve(&args).out];
        assert_eq!(ask(question, fields), Ok(of_command), "{line}");
    }
}

#[test]
fn a_question_in_json_refuses_fields_that_it_does_not_have_or_that_clash() {
    let pile = json!({"pile": "a=4,b=56", "draw": 7, "conditions": ["count(a) >= 1"]});
    let mistakes = [
        ("odds", json!({"trials": 5}), "this question has no field `trials`"),
        ("odds", json!({"turn": 1, "turns": "1..2"}), "`turn` and `turns` exclude each other"),
        ("odds", json!({"decks": "deck.toml"}), "`deck` and `pile` exclude each other"),
        ("odds", json!({"game": "swccg"}), "`pile` and `game` exclude each other"),
        ("draw", json!({"given": "count(b) > 0"}), "`given` needs `trials`"),
        ("draw", json!({"hands": 0}), "0 is not from 1 to 100000"),
        ("draw", json!({"hands": "two"}), "the question cannot be read"),
        (
            "check",
            json!({"decks": "a.toml", "event": "event.toml"}),
            "`event` and `decks` exclude each other",
        ),
        ("check", json!({"lock": true}), "`lock` needs `event`"),
        ("stats", json!({"decks": "a.toml", "wide": true}), "`wide` needs `measure`"),
        ("build", json!({}), "this question needs the field `what`"),
        ("build", json!({"decks": ["a.toml"]}), "`decks` needs `collection`"),
        ("sheet", json!({}), "this question needs the field `decks`"),
        ("convert", json!({"deck": "a.toml"}), "this question needs the field `to`"),
        ("fix", json!({"decks": ["a.toml"], "all": 101}), "101 is not from 1 to 100"),
        ("rules", json!({"decks": ["a.toml"]}), "this question has no field `decks`"),
    ];
    for (question, fields, message) in mistakes {
        let of_hands = ["odds", "draw"].contains(&question);
        let mut asked = if of_hands { pile.clone() } else { json!({}) };
        asked
            .as_object_mut()
            .unwrap()
            .extend(fields.as_object().unwrap().clone());
        let said = ask(question, asked).unwrap_err();
        assert!(said.contains(message), "{said}");
    }
}
