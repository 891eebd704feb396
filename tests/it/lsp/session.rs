//! Sessions: a deck is typed letter by letter, completed, repaired and closed, in both languages.

use super::{Editor, at, uri};
use serde_json::{Value, json};
use std::{collections::BTreeSet, path::Path};

const DECK: &str = "game = \"battleship-galaxies\"
format = \"fleet\"
role = \"isn\"

[zones]
ships = [\"Rook's F-54 standard\"]

[zones.tactics]
\"Zinc\" = 1
\"É🚀\" = 2
";

fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics
        .iter()
        .map(|of| of["code"].as_str().unwrap())
        .collect()
}

fn labels(completions: &Value) -> Vec<&str> {
    let items = completions["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["label"].as_str().unwrap())
        .collect()
}

#[test]
fn a_deck_is_typed_letter_by_letter() {
    for (lang, unknown) in [("en", "there is no card"), ("fr", "il n'y a pas de carte")] {
        let mut editor = Editor::start(&["--lang", lang], &[]);
        assert_eq!(editor.greeting["capabilities"]["positionEncoding"], "utf-16");
        let address = uri(Path::new("decks/typed.toml"));
        editor.open(&address, "toml", "");
        let (mut line, mut column) = (0, 0);
        for (version, letter) in (2..).zip(DECK.chars()) {
            let place = json!({ "line": line, "character": column });
            let range = json!({ "start": place, "end": place });
            editor.change(
                &address,
                version,
                json!([{ "range": range, "text": letter.to_string() }]),
            );
            (line, column) = match letter {
                '\n' => (line + 1, 0),
                letter => (line, column + letter.len_utf16()),
            };
        }
        let last = DECK.chars().count() as i64 + 1;
        let said = editor.diagnosed(&address, last);
        let lines = said.iter().filter(|of| of["code"] == "unresolved");
        let lines: Vec<u64> = lines
            .map(|of| of["range"]["start"]["line"].as_u64().unwrap())
            .collect();
        assert_eq!(lines, [8, 9], "{said:?}");
        let message = said.iter().find(|of| of["code"] == "unresolved").unwrap()["message"]
            .as_str()
            .unwrap();
        assert!(message.contains(unknown), "{message}");
        // The end of a name beyond the plane of 16 bits.
        assert_eq!(
            said.iter()
                .find(|of| of["range"]["start"]["line"] == 9)
                .unwrap()["range"]["end"]["character"]
                .as_u64()
                .unwrap()
                % 2,
            1
        );
        let shown = editor.ask("textDocument/hover", at(&address, 5, 13));
        assert!(
            shown["contents"]["value"]
                .as_str()
                .unwrap()
                .contains("F-54"),
            "{shown}"
        );
        editor.close(&address);
        editor.leave();
    }
}

#[test]
fn what_is_typed_is_completed() {
    let mut editor = Editor::start(&[], &["utf-8"]);
    let address = uri(Path::new("decks/typed.toml"));
    let mut version = 1;
    editor.open(&address, "toml", "");
    let mut complete = |editor: &mut Editor, text: &str| {
        version += 1;
        let caret = text.find('|').unwrap();
        let before = &text[..caret];
        let line = before.matches('\n').count();
        let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
        editor.change(&address, version, json!([{ "text": text.replacen('|', "", 1) }]));
        editor.ask("textDocument/completion", at(&address, line, column))
    };
    let head = "game = \"battleship-galaxies\"\nformat = \"fleet\"\nrole = \"isn\"\n";
    let games = complete(&mut editor, "game = \"star|\"\n[zones]\n");
    assert_eq!(labels(&games), ["star-realms", "starfighter"]);
    let keys = complete(&mut editor, &format!("{head}[zones]\n\nfor|"));
    assert!(labels(&keys).is_empty(), "within zones no key of the file: {keys}");
    let zones = complete(&mut editor, &format!("{head}[zones.|]\n"));
    assert!(labels(&zones).contains(&"tactics"), "{zones}");
    let cards = complete(&mut editor, &format!("{head}[zones.tactics]\n\"cho|\n\"Zinc\" = 1\n"));
    assert_eq!(cards["items"][0]["textEdit"]["newText"], "Erin Cho\" = 1", "{cards}");
    assert!(cards["items"][0].get("tags").is_none(), "{cards}");
    let cards = complete(&mut editor, &format!("{head}[zones]\nships = [\"erin|\"]\n"));
    assert_eq!(cards["items"][0]["textEdit"]["newText"], "Erin Cho", "{cards}");
    assert_eq!(cards["items"][0]["tags"], json!([1]), "{cards}");
    let why = cards["items"][0]["detail"].as_str().unwrap();
    assert!(why.contains("is not allowed in"), "{why}");
    let cards =
        complete(&mut editor, &format!("{head}[zones.tactics]\n\"Erin Cho\" = 3\n\"cho|\n"));
    assert_eq!(cards["items"][0]["tags"], json!([1]), "a fourth copy: {cards}");
    let cards =
        complete(&mut editor, &format!("{head}[zones]\n[carried]\n\"Rook\" = [\"erin|\"]\n"));
    assert_eq!(cards["items"][0]["textEdit"]["newText"], "Erin Cho", "{cards}");
    // Of the other side, in a deck whose cards alone say which one it plays; each card with its
    // set.
    let deck = std::fs::read_to_string("decks/swccg/court-scum.toml").unwrap();
    let cards =
        complete(&mut editor, &deck.replacen("[zones.deck]\n", "[zones.deck]\n\"luke sky|\n", 1));
    let luke = &cards["items"][0];
    assert_eq!((&luke["label"], &luke["tags"]), (&json!("Luke Skywalker"), &json!([1])), "{luke}");
    assert_eq!(luke["labelDetails"]["description"], "Premiere", "{luke}");
    assert!(luke["detail"].as_str().unwrap().starts_with("All cards"), "{luke}");
    editor.leave();
}

#[test]
fn messages_that_nobody_knows_are_answered_as_the_protocol_says() {
    let mut editor = Editor::start(&[], &[]);
    let code = |answer: Value| answer["error"]["code"].as_i64().unwrap();
    let unknown = editor.send("sleeve/unknown", json!({}));
    assert_eq!(code(editor.wait(unknown)), -32601);
    let again = editor.send("initialize", json!({ "capabilities": {} }));
    assert_eq!(code(editor.wait(again)), -32600);
    let wrong = editor.send("textDocument/hover", json!({ "textDocument": 7 }));
    assert_eq!(code(editor.wait(wrong)), -32602);
    // An action that is whole stays as it is.
    let whole = json!({ "title": "a", "edit": { "changes": {} } });
    assert_eq!(editor.ask("codeAction/resolve", whole.clone()), whole);
    let closed = json!({ "title": "a", "data": { "uri": "file:///nowhere.toml" } });
    assert_eq!(editor.ask("codeAction/resolve", closed.clone()), closed);
    editor.note("sleeve/unknown", json!({}));
    editor.note("$/cancelRequest", json!({ "id": 12345 }));
    editor.write(&json!({ "jsonrpc": "2.0", "neither": "one" }));
    editor.write(&json!({ "jsonrpc": "2.0", "id": 7, "method": 7 }));
    editor.write(&json!({ "jsonrpc": "2.0", "id": 1.5, "method": "shutdown" }));
    for _ in 0..3 {
        let garbled = editor.read();
        assert_eq!((garbled["id"].clone(), code(garbled)), (Value::Null, -32600));
    }
    // A document that is not open.
    let hover = at("file:///nowhere.toml", 0, 0);
    assert_eq!(editor.ask("textDocument/hover", hover), Value::Null);
    assert_eq!(editor.hang_up(), Some(1), "an editor that leaves without a word");
}

#[test]
fn what_waits_at_a_shutdown_is_answered() {
    let mut editor = Editor::start(&[], &[]);
    let address = uri(Path::new("decks/typed.toml"));
    editor.open(&address, "toml", DECK);
    let asked: BTreeSet<i64> = (0..40)
        .map(|_| editor.send("textDocument/completion", at(&address, 8, 3)))
        .collect();
    let end = editor.send("shutdown", Value::Null);
    let mut answered = BTreeSet::new();
    while !answered.contains(&end) {
        answered.extend(editor.read()["id"].as_i64());
    }
    assert!(asked.is_subset(&answered), "{answered:?}");
    editor.note("exit", Value::Null);
    assert_eq!(editor.hang_up(), Some(0));
}

#[test]
fn edits_and_places_that_are_none_are_taken_as_the_nearest() {
    let mut editor = Editor::start(&[], &[]);
    let address = uri(Path::new("decks/typed.toml"));
    // Every end of line that the protocol knows.
    let text = DECK.replacen('\n', "\r\n", 2).replacen("\n\n", "\r\n", 1);
    editor.open(&address, "toml", &text);
    let whole = editor.diagnosed(&address, 1);
    let end = json!({ "line": u32::MAX, "character": u32::MAX });
    let places =
        [(8, 1), (8, 3), (8, 999), (99, 0)].map(|(line, character)| at(&address, line, character));
    for mut asked in places {
        for what in ["hover", "completion", "definition", "references", "signatureHelp"] {
            asked["context"] =
                json!({ "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false });
            editor.ask(&format!("textDocument/{what}"), asked.clone());
        }
        asked["range"] = json!({ "start": end, "end": asked["position"] });
        asked["context"] = json!({ "diagnostics": whole });
        editor.ask("textDocument/inlayHint", asked.clone());
        editor.ask("textDocument/codeAction", asked);
    }
    // An edit from behind to before, one within a pair of units, one behind the end; then of a text
    // that is closed.
    let start = json!({ "line": 0, "character": 0 });
    let pair = json!({ "line": 8, "character": 3 });
    for (version, range) in (2..).zip([(&end, &start), (&pair, &pair), (&end, &end)]) {
        let range = json!({ "start": range.0, "end": range.1 });
        editor.change(&address, version, json!([{ "range": range, "text": "" }]));
        assert_eq!(editor.diagnosed(&address, version), whole);
    }
    editor.close(&address);
    editor.change(&address, 9, json!([{ "text": "[" }]));
    editor.close(&address);
    assert_eq!(editor.ask("textDocument/hover", at(&address, 0, 0)), Value::Null);
    for wrong in [json!(7), json!({}), json!({ "textDocument": 7 }), Value::Null] {
        for what in ["didOpen", "didChange", "didClose"] {
            editor.note(&format!("textDocument/{what}"), wrong.clone());
        }
        editor.note("workspace/didChangeWorkspaceFolders", wrong.clone());
        editor.note("$/cancelRequest", wrong);
    }
    editor.leave();
}

#[test]
fn every_request_is_answered_once_also_where_it_is_cancelled() {
    let mut editor = Editor::start(&[], &[]);
    let path = Path::new("decks/swccg/court-scum.toml");
    let address = uri(path);
    editor.open(&address, "toml", &std::fs::read_to_string(path).unwrap());
    let asked: Vec<i64> = (0..40)
        .map(|line| editor.send("textDocument/completion", at(&address, line, 2)))
        .collect();
    for id in &asked[10..] {
        editor.note("$/cancelRequest", json!({ "id": id }));
    }
    let (mut answered, mut cancelled) = (Vec::new(), 0);
    while answered.len() < asked.len() {
        let message = editor.read();
        if message.get("method").is_none() {
            cancelled += usize::from(message["error"]["code"] == -32800);
            answered.push(message["id"].as_i64().unwrap());
        }
    }
    answered.sort_unstable();
    assert_eq!(answered, asked);
    assert!(cancelled > 0, "the last ones wait for the first");
    editor.leave();
}

#[test]
fn a_deck_beside_the_data_of_its_game_keeps_its_diagnostics() {
    let mut editor = Editor::start(&[], &[]);
    let folder = Path::new("docs/examples/games/smithy");
    let (deck, data) = (uri(&folder.join("mine.toml")), uri(&folder.join("cards.toml")));
    let text = "game = \"starfighter\"\nformat = \"guerre-totale\"\n[zones.deck]\n\"Zinc\" = 1\n";
    editor.open(&deck, "toml", text);
    assert!(codes(&editor.diagnosed(&deck, 1)).contains(&"unresolved"));
    let cards = std::fs::read_to_string(folder.join("cards.toml")).unwrap();
    editor.open(&data, "toml", &cards);
    editor.diagnosed(&data, 1);
    editor.ask("textDocument/hover", at(&data, 0, 0));
    assert!(codes(&editor.diagnosed(&deck, 1)).contains(&"unresolved"));
    editor.leave();
}

#[test]
fn files_that_are_none_of_ours_stay_silent() {
    let mut editor = Editor::start(&[], &[]);
    let folder = tempfile::tempdir().unwrap();
    let texts = [
        ("Cargo.toml", "toml", "[package]\nname = \"x\"\n"),
        ("notes.txt", "plaintext", "Milk, and what else?\n"),
        ("empty.toml", "toml", ""),
        ("other.json", "json", "{\"a\": "),
    ];
    for (name, language, text) in texts {
        let address = uri(&folder.path().join(name));
        editor.open(&address, language, text);
        assert_eq!(editor.diagnosed(&address, 1), Vec::<Value>::new(), "{name}");
    }
    let untitled = "untitled:Untitled-1";
    editor.open(untitled, "sleeve-deck", DECK);
    assert!(codes(&editor.diagnosed(untitled, 1)).contains(&"unresolved"));
    editor.leave();
}

/// A range from the first line to beyond the last.
pub fn whole() -> Value {
    json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } })
}

/// What mends a whole document with these diagnostics.
fn actions(editor: &mut Editor, address: &str, said: &[Value]) -> Vec<Value> {
    let context = json!({ "diagnostics": said });
    let asked = json!({ "textDocument": { "uri": address }, "range": whole(), "context": context });
    editor
        .ask("textDocument/codeAction", asked)
        .as_array()
        .unwrap()
        .clone()
}

/// A text as the action with these words in its title leaves it.
fn mend(editor: &mut Editor, address: &str, text: &str, said: &[Value], title: &str) -> String {
    let actions = actions(editor, address, said);
    let mut titled = actions
        .iter()
        .filter(|of| of["title"].as_str().unwrap().contains(title));
    let action = titled.next().unwrap_or_else(|| panic!("{actions:?}"));
    edited(text, &action["edit"]["changes"][address])
}

/// A text with the edits of one document, of which there may be one only.
pub fn edited(text: &str, edits: &Value) -> String {
    let [edit] = edits.as_array().unwrap().as_slice() else { panic!("one edit: {edits}") };
    let byte = |place: &Value| {
        let number = |key: &str| place[key].as_u64().unwrap() as usize;
        let start: usize = text
            .split_inclusive('\n')
            .take(number("line"))
            .map(str::len)
            .sum();
        start + number("character")
    };
    let (start, end) = (byte(&edit["range"]["start"]), byte(&edit["range"]["end"]));
    format!("{}{}{}", &text[..start], edit["newText"].as_str().unwrap(), &text[end..])
}

#[test]
fn a_deck_is_mended_by_single_edits_that_keep_its_comments() {
    let mut editor = Editor::start(&[], &["utf-8"]);
    let address = uri(Path::new("decks/typed.toml"));
    let legal =
        std::fs::read_to_string("decks/battleship-galaxies/fleet-isn-patrol-30.toml").unwrap();
    // Copies too many, a remark, line ends of another system.
    let text = legal
        .replacen("\"Erin Cho\" = 2", "\"Erin Cho\" = 9 # kept", 1)
        .replace('\n', "\r\n");
    editor.open(&address, "toml", &text);
    let said = editor.diagnosed(&address, 1);
    assert!(
        said.iter().any(|of| of["code"]
            .as_str()
            .unwrap()
            .starts_with("battleship-galaxies/fleet/")),
        "{said:?}"
    );
    let fix = |editor: &mut Editor| {
        let actions = actions(editor, &address, &said);
        actions
            .into_iter()
            .find(|of| of.get("data").is_some())
            .unwrap()
    };
    let chosen = fix(&mut editor);
    let mended = editor.ask("codeAction/resolve", chosen);
    let mended = edited(&text, &mended["edit"]["changes"][&address]);
    // An editor that asks for no edits later has this one at once.
    let mut simple = Editor::start_resolving(&[], &["utf-8"], &[]);
    simple.open(&address, "toml", &text);
    assert_eq!(edited(&text, &fix(&mut simple)["edit"]["changes"][&address]), mended);
    assert!(
        mended.contains("\"Erin Cho\" = 3 # kept\r\n")
            && !mended.replace("\r\n", "").contains('\n'),
        "{mended:?}"
    );
    editor.change(&address, 2, json!([{ "text": mended }]));
    let left = editor.diagnosed(&address, 2);
    assert!(left.iter().all(|of| of["severity"] != 1), "{left:?}");
    // A name that was meant, and a format.
    let slip = DECK
        .replace("Zinc", "Erin Chu")
        .replace("\"fleet\"", "\"flet\"");
    editor.change(&address, 3, json!([{ "text": slip }]));
    let said = editor.diagnosed(&address, 3);
    let mended = mend(&mut editor, &address, &slip, &said, "write Erin Cho");
    assert_eq!(mended, slip.replace("Erin Chu", "Erin Cho"));
    let mended = mend(&mut editor, &address, &slip, &said, "write fleet");
    assert_eq!(mended, slip.replace("flet", "fleet"));
    // The one style.
    editor.change(&address, 4, json!([{ "text": DECK.replace(" = ", "=") }]));
    let asked = json!({ "textDocument": { "uri": address }, "options": { "tabSize": 4, "insertSpaces": true } });
    let styled = editor.ask("textDocument/formatting", asked);
    let styled = edited(&DECK.replace(" = ", "="), &styled);
    assert!(styled.contains("game = \"battleship-galaxies\""), "{styled}");
    editor.leave();
}

#[test]
fn a_deck_shows_its_parts_its_limits_and_where_its_cards_stand() {
    let mut editor = Editor::start(&["--lang", "fr"], &["utf-8"]);
    let path = Path::new("decks/battleship-galaxies/fleet-isn-patrol-30.toml");
    let (address, text) = (uri(path), std::fs::read_to_string(path).unwrap());
    editor.open(&address, "toml", &text);
    let document = json!({ "textDocument": { "uri": address } });
    let zones = editor.ask("textDocument/documentSymbol", document.clone());
    let detail = |of: &Value| of["detail"].as_str().unwrap().to_owned();
    assert!(
        zones
            .as_array()
            .unwrap()
            .iter()
            .all(|of| detail(of).contains("carte")),
        "{zones}"
    );
    let folds = editor.ask("textDocument/foldingRange", document.clone());
    assert!(!folds.as_array().unwrap().is_empty());
    let asked = json!({ "textDocument": { "uri": address }, "range": whole() });
    let hints = editor.ask("textDocument/inlayHint", asked);
    let hints = hints.as_array().unwrap();
    let lines: std::collections::BTreeSet<u64> = hints
        .iter()
        .map(|of| of["position"]["line"].as_u64().unwrap())
        .collect();
    assert_eq!(lines.len(), hints.len(), "one beside a line: {hints:?}");
    let hints: Vec<&str> = hints
        .iter()
        .map(|of| of["label"].as_str().unwrap())
        .collect();
    assert!(hints.iter().any(|of| of.contains(" sur 30")), "{hints:?}");
    assert!(hints.contains(&"encore 1"), "{hints:?}");
    let line = text
        .lines()
        .position(|line| line.starts_with("budget"))
        .unwrap();
    let shown = editor.ask("textDocument/hover", at(&address, line, 2));
    assert!(shown["contents"]["value"].as_str().unwrap().contains("48"), "its default: {shown}");
    // A card, its line in the data, and its lines in other decks.
    let line = text.lines().position(|line| line.starts_with('"')).unwrap();
    let place = editor.ask("textDocument/definition", at(&address, line, 3));
    assert!(
        place["uri"]
            .as_str()
            .unwrap()
            .contains("/cards/battleship-galaxies/"),
        "{place}"
    );
    let mut asked = at(&address, line, 3);
    asked["context"] = json!({ "includeDeclaration": true });
    let places = editor.ask("textDocument/references", asked);
    let files: std::collections::BTreeSet<&str> = places
        .as_array()
        .unwrap()
        .iter()
        .map(|of| of["uri"].as_str().unwrap())
        .collect();
    assert!(files.contains(address.as_str()) && files.len() > 1, "{files:?}");
    editor.leave();
}

#[test]
fn data_is_completed_and_explained() {
    let mut editor = Editor::start(&[], &["utf-8"]);
    let path = Path::new("cards/starfighter/formats.toml");
    let (address, text) = (uri(path), std::fs::read_to_string(path).unwrap());
    editor.open(&address, "toml", &text);
    assert_eq!(editor.diagnosed(&address, 1), Vec::<Value>::new());
    let (line, rule) = text
        .lines()
        .enumerate()
        .find(|(_, of)| of.contains("require") && of.contains("count("))
        .unwrap();
    let column = rule.find("count(").unwrap();
    let shown = editor.ask("textDocument/hover", at(&address, line, column + 2));
    assert!(
        shown["contents"]["value"]
            .as_str()
            .unwrap()
            .contains("`count(FILTER)`"),
        "{shown}"
    );
    let help = editor.ask("textDocument/signatureHelp", at(&address, line, column + 6));
    assert_eq!(help["signatures"][0]["label"], "count(FILTER)");
    let offered = editor.ask("textDocument/completion", at(&address, line, column + 3));
    assert!(labels(&offered).contains(&"count("), "{offered}");
    // A field of the game, and an effect.
    let cards = Path::new("cards/swccg/13-reflections-3.toml");
    let (of_cards, cards) = (uri(cards), std::fs::read_to_string(cards).unwrap());
    editor.open(&of_cards, "toml", &cards);
    for (word, meaning) in [("destiny =", "number"), ("\"retrieve\"", "Force")] {
        let mut lines = cards.lines().enumerate();
        let (line, column) = lines
            .find_map(|(at, of)| Some((at, of.find(word)?)))
            .unwrap();
        let shown = editor.ask("textDocument/hover", at(&of_cards, line, column + 2));
        assert!(
            shown["contents"]["value"]
                .as_str()
                .unwrap()
                .contains(meaning),
            "{shown}"
        );
    }
    editor.close(&of_cards);
    // A key of a rule.
    let place = json!({ "line": line, "character": 0 });
    editor.change(
        &address,
        2,
        json!([{ "range": { "start": place, "end": place }, "text": "le\n" }]),
    );
    let offered = editor.ask("textDocument/completion", at(&address, line, 2));
    assert_eq!(labels(&offered).first(), Some(&"level"), "{offered}");
    let said = editor.diagnosed(&address, 2);
    assert!(!said.is_empty());
    // A word that was meant.
    let slip = text.replacen("require = ", "requier = ", 1);
    editor.change(&address, 3, json!([{ "text": slip }]));
    let said = editor.diagnosed(&address, 3);
    let mended = mend(&mut editor, &address, &slip, &said, "write require");
    assert!(mended.matches("requier").count() == 0, "{said:?}");
    editor.leave();
}

#[test]
fn cards_are_completed_in_lists_of_markup() {
    let mut editor = Editor::start(&[], &["utf-8"]);
    let folder = tempfile::tempdir().unwrap();
    let (mut version, root) = (0, env!("CARGO_MANIFEST_DIR"));
    let mut complete = |game: &str, list: &str, (from, to): (&str, &str)| {
        let examples = Path::new(root).join("docs/examples");
        let overlay = examples.join("games").join(game);
        let settings =
            format!("game = \"{game}\"\n[cards]\noverlays = ['{}']\n", overlay.display());
        std::fs::write(folder.path().join("sleeve.toml"), settings).unwrap();
        let text = std::fs::read_to_string(examples.join("decks").join(game).join(list)).unwrap();
        let text = text.replacen(from, to, 1);
        let (before, behind) = text.split_once('|').unwrap();
        let (line, column) = (before.matches('\n').count(), before.lines().last().unwrap().len());
        let address = uri(&folder.path().join(list));
        version += 1;
        editor.note("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
        editor.open(&address, "sleeve-deck", &format!("{before}{behind}"));
        let offered = editor.ask("textDocument/completion", at(&address, line, column));
        let first = &offered["items"][0];
        format!("{} {}", first["label"], first["textEdit"]["newText"])
    };
    // By their ids where the others stand by theirs, else by their names.
    let list = "standard.json";
    assert_eq!(complete("arkham", list, ("01030", "mag|")), r#""Magnifying Glass" "01030""#);
    assert_eq!(complete("arkham", list, ("01030", "0103|")), r#""Magnifying Glass" "01030""#);
    assert_eq!(complete("circle", "duel.o8d", (">Wisp<", ">wis|<")), r#""Wisp" "Wisp""#);
    assert_eq!(complete("circle", "duel.o8d", (">Wisp</card>", ">wis|")), r#""Wisp" "Wisp""#);
    editor.leave();
}

#[test]
fn what_an_objective_sets_out_is_put_in_and_its_rule_said() {
    let mut editor = Editor::start(&[], &["utf-8"]);
    let address = uri(Path::new("decks/typed.toml"));
    let legal = std::fs::read_to_string("decks/swccg/court-scum.toml").unwrap();
    let text = legal.replacen("\"Jabba's Palace: Audience Chamber\" = 1\n", "", 1);
    editor.open(&address, "toml", &text);
    let said = editor.diagnosed(&address, 1);
    let put = "add Jabba's Palace: Audience Chamber to the deck";
    let text = mend(&mut editor, &address, &text, &said, put);
    editor.change(&address, 2, json!([{ "text": text }]));
    assert_eq!(editor.diagnosed(&address, 2), Vec::<Value>::new());
    // The code of a diagnostic leads to its rule in words where the pointer rests.
    let line = said[0]["range"]["start"]["line"].as_u64().unwrap() as usize;
    editor.change(&address, 3, json!([{ "text": text.replacen("\"Boelo\" = 1\n", "", 1) }]));
    assert_eq!(codes(&editor.diagnosed(&address, 3)), ["swccg/premiere_ref2/deck-size"]);
    let shown = editor.ask("textDocument/hover", at(&address, line, 2));
    let shown = shown["contents"]["value"].as_str().unwrap();
    assert!(shown.contains("**deck\\-size**") && shown.contains("exact size"), "{shown}");
    editor.leave();
}

#[test]
fn an_ambiguous_name_is_written_out() {
    let mut editor = Editor::start(&[], &["utf-8"]);
    let address = uri(Path::new("decks/typed.toml"));
    let head = "game = \"swccg\"\nformat = \"premiere_ref2\"\n[zones.deck]\n";
    let text = format!("{head}\"Jabba's Palace Sabacc\" = 1 # of which side?\n");
    editor.open(&address, "toml", &text);
    let said = editor.diagnosed(&address, 1);
    let text = mend(&mut editor, &address, &text, &said, "6_156");
    assert_eq!(text, format!("{head}\"6_156\" = 1 # of which side?\n"));
    editor.leave();
}

#[test]
fn folders_that_join_and_files_that_vanish_are_noticed() {
    let mut editor = Editor::start(&[], &["utf-8"]);
    let folder = tempfile::tempdir().unwrap();
    let deck = std::fs::read_to_string("decks/swccg/court-scum.toml").unwrap();
    let names = ["a.toml", "b.toml"];
    names
        .iter()
        .for_each(|name| std::fs::write(folder.path().join(name), &deck).unwrap());
    let (root, one) = (uri(folder.path()), uri(&folder.path().join("a.toml")));
    editor.open(&one, "toml", &deck);
    let line = deck
        .lines()
        .position(|line| line.starts_with("\"Boelo"))
        .unwrap();
    let mut asked = at(&one, line, 2);
    asked["context"] = json!({ "includeDeclaration": false });
    let found = |editor: &mut Editor| {
        let places = editor.ask("textDocument/references", asked.clone());
        let places = places.as_array().unwrap().iter();
        places
            .filter(|of| of["uri"].as_str().unwrap().starts_with(&root))
            .count()
    };
    assert_eq!(found(&mut editor), 1, "the deck that is open");
    let event =
        |added: Value, removed: Value| json!({ "event": { "added": added, "removed": removed } });
    let this = json!([{ "uri": root, "name": "decks" }]);
    editor.note("workspace/didChangeWorkspaceFolders", event(this.clone(), json!([])));
    assert_eq!(found(&mut editor), 2, "and one beside it");
    std::fs::remove_file(folder.path().join("b.toml")).unwrap();
    assert_eq!(found(&mut editor), 1, "which vanished");
    editor.note("workspace/didChangeWorkspaceFolders", event(json!([]), this));
    editor.close(&one);
    // A file of a game that vanishes takes its mistakes with it.
    let game = folder.path().join("game");
    std::fs::create_dir(&game).unwrap();
    for file in ["game.toml", "formats.toml", "cards.toml"] {
        let from = Path::new("docs/examples/games/smithy").join(file);
        std::fs::copy(from, game.join(file)).unwrap();
    }
    let (wrong, cards) = (game.join("wrong.toml"), game.join("cards.toml"));
    std::fs::write(&wrong, "[[card]]\nid = 7\n").unwrap();
    let address = uri(&cards);
    editor.open(&address, "toml", &std::fs::read_to_string(&cards).unwrap());
    editor.diagnosed(&address, 1);
    editor.ask("textDocument/hover", at(&address, 0, 0));
    assert!(!editor.diagnostics[&uri(&wrong)].1.is_empty());
    std::fs::remove_file(&wrong).unwrap();
    editor.note(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": uri(&wrong), "type": 3 }] }),
    );
    while !editor.diagnostics[&uri(&wrong)].1.is_empty() {
        editor.read();
    }
    editor.leave();
}
