//! What an editor shows is what `check -o json` and `lint -o json` say of the same text.

use super::{Editor, uri};
use crate::common::Sleeve;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

/// What is said at a place: line and column, a word for how grave it is, the first words.
type Said = (u64, u64, String, String);

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let (mut folders, mut found) = (vec![PathBuf::from(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|of| of == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// What an editor shows; the texts that it joins begin with what the document says.
fn shown(diagnostic: &Value) -> Said {
    let start = &diagnostic["range"]["start"];
    let place = |key: &str| start[key].as_u64().unwrap() + 1;
    let level = diagnostic["severity"].as_u64().unwrap().to_string();
    (place("line"), place("character"), level, diagnostic["message"].as_str().unwrap().to_owned())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// A message with what helps below it, as an editor shows both.
fn joined(message: &Value, help: &Value) -> String {
    match text(help).as_str() {
        "" => text(message),
        help => format!("{}\n{help}", text(message)),
    }
}

/// What the document of `check` says of a deck.
fn told(deck: &Value) -> Vec<Said> {
    let place = |row: &Value, key: &str| row[key].as_u64().unwrap_or(1);
    let mut told = Vec::new();
    for row in deck["findings"].as_array().unwrap() {
        let level = match (row["status"].as_str().unwrap(), row["level"].as_str().unwrap()) {
            ("note", _) => "4",
            ("unknown", _) => "3",
            (_, "error") => "1",
            _ => "2",
        };
        let said = joined(&row["message"], &row["fix"]);
        told.push((place(row, "line"), place(row, "column"), level.to_owned(), said));
    }
    for row in deck["errors"].as_array().unwrap() {
        let said = joined(&row["message"], &row["help"]);
        told.push((place(row, "line"), place(row, "column"), "1".to_owned(), said));
    }
    told.sort();
    told
}

/// The lines that name no card have no column in the document, and another message.
fn is_line(diagnostic: &Value) -> bool {
    diagnostic["code"] == "unresolved"
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn every_deck_has_the_diagnostics_that_check_tells() {
    let mut editor = Editor::start(&[], &["utf-32", "utf-8", "utf-16"]);
    let folders = ["decks", "tests/pairs", "tests/league", "tests/oasis"];
    let mut paths: Vec<PathBuf> = folders.iter().flat_map(|of| files(of, "toml")).collect();
    paths.retain(|path| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        text.contains("[zones") && !["sleeve.toml", "event.toml"].contains(&name)
    });
    assert!(paths.len() > 150, "{}", paths.len());
    let mut compared = 0;
    for path in &paths {
        let (shown_path, address) = (path.to_str().unwrap(), uri(path));
        let ran = Sleeve::new().run(&["check", shown_path, "-o", "json"]);
        let document = ran.document();
        let deck = &document["decks"][0];
        let source = std::fs::read_to_string(path).unwrap();
        editor.open(&address, "toml", &source);
        let all = editor.diagnosed(&address, 1);
        let column = |said: &mut Said| {
            // Columns of the document count characters, those of this editor bytes.
            let line = source.lines().nth(said.0 as usize - 1).unwrap_or_default();
            said.1 = line
                .get(..said.1 as usize - 1)
                .map_or(0, |of| of.chars().count() as u64)
                + 1;
        };
        let mut seen: Vec<Said> = all.iter().filter(|of| !is_line(of)).map(shown).collect();
        seen.iter_mut().for_each(column);
        seen.sort();
        assert_eq!(seen, told(deck), "{shown_path}");
        let lines = |rows: Vec<u64>| rows.into_iter().collect::<BTreeSet<u64>>();
        let unresolved = deck["unresolved"].as_array().unwrap();
        let expected = lines(
            unresolved
                .iter()
                .map(|row| row["line"].as_u64().unwrap())
                .collect(),
        );
        let open = all.iter().filter(|of| is_line(of));
        assert_eq!(lines(open.map(|of| shown(of).0).collect()), expected, "{shown_path}");
        compared += seen.len() + expected.len();
        editor.close(&address);
    }
    assert!(compared > 150, "{compared}");
    editor.leave();
}

#[test]
fn every_fixture_of_the_linter_has_the_diagnostics_that_lint_tells() {
    let mut editor = Editor::start(&[], &["utf-16"]);
    let mut compared = 0;
    for entry in std::fs::read_dir("tests/lint").unwrap() {
        let folder = entry.unwrap().path();
        let data = |path: &&PathBuf| path.extension().is_some_and(|of| of == "toml");
        let texts: Vec<PathBuf> = files(folder.to_str().unwrap(), "toml");
        let Some(first) = texts.iter().find(data) else { continue };
        if !folder.join("game.toml").is_file() || std::fs::read_to_string(first).is_err() {
            continue;
        }
        let absolute = std::path::absolute(&folder).unwrap();
        let ran = Sleeve::new().run(&["lint", absolute.to_str().unwrap(), "-o", "json"]);
        let document = ran.document();
        let address = uri(first);
        editor.open(&address, "toml", &std::fs::read_to_string(first).unwrap());
        editor.diagnosed(&address, 1);
        let mut expected = BTreeSet::new();
        for finding in document["findings"].as_array().unwrap() {
            let file = uri(Path::new(finding["file"].as_str().unwrap()));
            expected.insert((
                file,
                finding["line"].as_u64().unwrap(),
                joined(&finding["message"], &finding["help"]),
            ));
        }
        // The diagnostics of other files of the game come with those of the one that is open,
        // before them or behind them.
        editor.ask("textDocument/hover", super::at(&address, 0, 0));
        let mut seen = BTreeSet::new();
        for (file, (_, all)) in &editor.diagnostics {
            seen.extend(
                all.iter()
                    .map(|of| (file.clone(), shown(of).0, shown(of).3)),
            );
        }
        assert_eq!(seen, expected, "{}", folder.display());
        compared += expected.len();
        editor.close(&address);
        editor.diagnostics.clear();
    }
    assert!(compared > 50, "{compared}");
    editor.leave();
}
