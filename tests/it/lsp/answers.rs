//! The server's answers to other requests: each case of `tests/editor/answers.txt`, in UTF-16, and
//! symbols and hovers of the shipped data.

use super::{
    Editor, at,
    outcomes::{Bench, cases},
    session::whole,
    uri,
};
use serde_json::{Value, json};
use std::path::Path;

fn place(range: &Value) -> String {
    let ends = ["start", "end"].map(|end| {
        let end = &range[end];
        format!("{}:{}", end["line"], end["character"])
    });
    ends.join("-")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The byte of a place in UTF-16.
fn byte(text: &str, place: &Value) -> usize {
    let number = |key: &str| place[key].as_u64().unwrap() as usize;
    let start: usize = text
        .split_inclusive('\n')
        .take(number("line"))
        .map(str::len)
        .sum();
    let (mut at, mut units) = (start, 0);
    for c in text[start..].chars().take_while(|c| *c != '\n') {
        if units >= number("character") {
            break;
        }
        (at, units) = (at + c.len_utf8(), units + c.len_utf16());
    }
    at
}

/// A text with edits, which come from its end to its beginning.
fn rewrite(text: &str, edits: &Value) -> String {
    let mut text = text.to_owned();
    for edit in edits.as_array().unwrap() {
        let (start, end) = (&edit["range"]["start"], &edit["range"]["end"]);
        let span = byte(&text, start)..byte(&text, end);
        text.replace_range(span, edit["newText"].as_str().unwrap());
    }
    text
}

/// Symbols with those below them, one a line.
fn outline(symbols: &Value, indent: usize) -> String {
    let mut lines = String::new();
    for symbol in symbols.as_array().unwrap() {
        let (name, detail) = (text(&symbol["name"]), text(&symbol["detail"]));
        lines += &format!("{:indent$}{name} {detail} {}\n", "", place(&symbol["range"]));
        lines += &outline(&symbol["children"], indent + 2);
    }
    lines
}

/// The answer of a server in short.
fn answer(bench: &mut Bench, address: &str, written: &str, request: &str, new: &str) -> String {
    let (before, behind) = written.split_once('|').unwrap_or((written, ""));
    let line = before.rsplit('\n').next().unwrap();
    let column = line.encode_utf16().count();
    let mut asked = at(address, before.matches('\n').count(), column);
    asked["newName"] = json!(new);
    asked["range"] = whole();
    asked["options"] = json!({ "tabSize": 4, "insertSpaces": true });
    let id = bench.editor.send(&format!("textDocument/{request}"), asked);
    let told = bench.editor.wait(id);
    let result = &told["result"];
    match request {
        _ if told.get("error").is_some() => format!("{}\n", text(&told["error"]["message"])),
        "rename" => rewrite(&format!("{before}{behind}"), &result["changes"][address]),
        "prepareRename" => {
            format!("{} {}\n", place(&result["range"]), text(&result["placeholder"]))
        }
        "documentSymbol" => outline(result, 0),
        "formatting" => format!("{}\n", bench.editor.shown.pop().unwrap()),
        "inlayHint" => {
            let hints = result.as_array().unwrap().iter();
            let hints = hints.map(|hint| {
                let at = &hint["position"];
                format!("{}:{} {}\n", at["line"], at["character"], text(&hint["label"]))
            });
            hints.collect()
        }
        // Above the last part of a hover stands the card.
        _ => format!(
            "{}\n",
            text(&result["contents"]["value"])
                .rsplit("---\n\n")
                .next()
                .unwrap()
        ),
    }
}

#[test]
fn requests_are_answered_as_the_cases_say() {
    let mut benches = ["en", "fr"].map(|lang| Bench::start(&["--lang", lang], "utf-16"));
    let mut wrong = Vec::new();
    for (head, case) in cases("answers.txt") {
        let (written, expected) = case.split_once("---\n").unwrap();
        let mut words = head.splitn(4, ' ');
        let (lang, file, request) =
            (words.next().unwrap(), words.next().unwrap(), words.next().unwrap());
        let bench = &mut benches[usize::from(lang == "fr")];
        let (address, _) = bench.open(file, &written.replacen('|', "", 1));
        let told = answer(bench, &address, written, request, words.next().unwrap_or_default());
        bench.editor.close(&address);
        // A breaking space before a colon would end a line in the middle of a French sentence.
        if told.replace(['\u{a0}', '\u{202f}'], " ") != expected {
            wrong.push(format!("=== {head}\n{written}---\n{told}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join(""));
    for bench in benches {
        bench.editor.leave();
    }
}

#[test]
fn the_workspace_has_the_decks_and_the_cards_of_its_files() {
    let mut editor = Editor::start(&[], &[]);
    let folder = tempfile::tempdir().unwrap();
    let deck =
        "game = \"swccg\"\nformat = \"open\"\n[zones.deck]\n\"Sense\" = 1\n\"Lord Vader\" = 1\n";
    std::fs::create_dir(folder.path().join("cards")).unwrap();
    let data =
        "game = \"swccg\"\n[[card]]\nid = \"x\"\nname = \"Vader's Aunt\"\n[[card]]\nid = \"y\"\n";
    std::fs::write(folder.path().join("cards/own.toml"), data).unwrap();
    std::fs::write(folder.path().join("vader-late.toml"), deck).unwrap();
    std::fs::write(folder.path().join("other.toml"), deck.replace("Lord Vader", "Alter")).unwrap();
    let roots = editor.root.clone();
    let event = json!({ "added": [{ "uri": uri(folder.path()), "name": "mine" }], "removed": [{ "uri": roots, "name": "" }] });
    editor.note("workspace/didChangeWorkspaceFolders", json!({ "event": event }));
    let mut find = |query: &str| {
        let found = editor.ask("workspace/symbol", json!({ "query": query }));
        let found = found.as_array().unwrap().iter().map(|of| {
            let (name, file) = (text(&of["name"]), text(&of["containerName"]));
            format!("{name} {file} {}", place(&of["location"]["range"]))
        });
        let mut found: Vec<String> = found.collect();
        found.sort();
        found
    };
    assert_eq!(
        find("vàder"),
        [
            "Lord Vader vader-late.toml 4:0-4:16",
            "Vader's Aunt own.toml 1:0-1:8",
            "vader-late.toml vader-late.toml 0:0-0:0",
        ]
    );
    assert_eq!(
        find(""),
        ["other.toml other.toml 0:0-0:0", "vader-late.toml vader-late.toml 0:0-0:0"]
    );
    assert_eq!(find("nobody"), Vec::<String>::new());
    // A card without a file is defined where it is used, so that editors show its references.
    let address = uri(&folder.path().join("vader-late.toml"));
    editor.open(&address, "toml", deck);
    let defined = editor.ask("textDocument/definition", at(&address, 4, 3));
    assert_eq!(
        (text(&defined["uri"]), place(&defined["range"])),
        (address.as_str(), "4:0-4:16".to_owned())
    );
    editor.leave();
}

#[test]
fn a_format_under_the_pointer_fits_on_one_screen() {
    let mut editor = Editor::start(&[], &[]);
    for (game, format) in
        [("swccg", "open"), ("swccg", "premiere_set3"), ("battleship-galaxies", "fleet")]
    {
        let address = uri(Path::new(&format!("decks/{game}-{format}.toml")));
        let deck = format!("game = \"{game}\"\nformat = \"{format}\"\n[zones]\n");
        editor.open(&address, "toml", &deck);
        let shown = editor.ask("textDocument/hover", at(&address, 1, 10));
        let lines = text(&shown["contents"]["value"]).lines().count();
        assert!((10..=40).contains(&lines), "{game}/{format}: {lines} lines");
        editor.close(&address);
    }
    editor.leave();
}
