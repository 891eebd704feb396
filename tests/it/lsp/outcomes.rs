//! What quick fixes and completions leave: each one that is offered is taken, on lists, TOML and
//! JSON.

use super::{Editor, at, session::edited, uri};
use serde_json::{Value, json};
use std::path::Path;

/// The cases of a fixture: the words behind `===`, and the text below.
pub fn cases(file: &str) -> Vec<(String, String)> {
    let text = std::fs::read_to_string(Path::new("tests/editor").join(file)).unwrap();
    let cases = text.split("\n=== ").skip(1);
    cases
        .map(|case| {
            let (head, text) = case.split_once('\n').unwrap();
            (head.to_owned(), format!("{}\n", text.trim_end_matches('\n')))
        })
        .collect()
}

/// A session with documents in a folder of its own, of which `arkham` has the data of that game.
pub struct Bench {
    pub editor: Editor,
    folder: tempfile::TempDir,
    opened: usize,
}

impl Bench {
    fn new() -> Bench {
        Bench::start(&[], "utf-8")
    }

    pub fn start(args: &[&str], encoding: &str) -> Bench {
        let folder = tempfile::tempdir().unwrap();
        let data = std::path::absolute("docs/examples/games/arkham").unwrap();
        let settings = format!("game = \"arkham\"\n[cards]\noverlays = ['{}']\n", data.display());
        std::fs::create_dir(folder.path().join("arkham")).unwrap();
        std::fs::write(folder.path().join("arkham/sleeve.toml"), settings).unwrap();
        Bench { editor: Editor::start(args, &[encoding]), folder, opened: 0 }
    }

    /// Opens a text under a name; its address and its diagnostics.
    pub fn open(&mut self, name: &str, text: &str) -> (String, Vec<Value>) {
        self.opened += 1;
        let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
        let address = uri(&self
            .folder
            .path()
            .join(folder)
            .join(self.opened.to_string())
            .join(file));
        self.editor.open(&address, "", text);
        let said = self.editor.diagnosed(&address, 1);
        (address, said)
    }

    /// Whether a text has as many mistakes of form as another, or fewer.
    fn is_no_worse(&mut self, name: &str, text: &str, than: &[Value]) -> bool {
        let count = |said: &[Value]| said.iter().filter(|of| of["code"] == "unusable").count();
        let (address, said) = self.open(name, text);
        self.editor.close(&address);
        count(&said) <= count(than)
    }
}

#[test]
fn every_quick_fix_mends_what_it_is_for_and_spoils_no_line() {
    let mut bench = Bench::new();
    for (head, case) in cases("outcomes.txt") {
        let Some((name, wanted)) = head.split_once(" fix ") else { continue };
        let (text, expected) = case.split_once("---\n").unwrap();
        let (address, said) = bench.open(name, text);
        let end = json!({ "line": 999, "character": 0 });
        let whole = json!({ "start": { "line": 0, "character": 0 }, "end": end });
        let asked = json!({ "textDocument": { "uri": address }, "range": whole, "context": { "diagnostics": said } });
        let actions = bench.editor.ask("textDocument/codeAction", asked);
        // Behind the name of a card stands its id.
        let is_wanted = |title: &str| title.split(" (").next() == Some(wanted);
        let (mut titles, mut preferred) = (Vec::new(), 0);
        for action in actions.as_array().unwrap() {
            let title = action["title"].as_str().unwrap();
            titles.push(title.to_owned());
            preferred += usize::from(action["isPreferred"] == true);
            // The smallest repair is asked for once it is chosen.
            let Some(edits) = action["edit"]["changes"].get(&address) else { continue };
            let left = edited(text, edits);
            if is_wanted(title) {
                assert_eq!(left, expected, "{head}: {title}");
            }
            let kept = |line: &&str| left.lines().any(|other| other == *line);
            let lost = text.lines().filter(|line| !kept(line)).count();
            // A line that joins another goes.
            let added = left.lines().count().wrapping_sub(text.lines().count());
            assert!(lost.wrapping_add(added) == 1, "{head}: {title} leaves {left:?}");
            assert!(bench.is_no_worse(name, &left, &said), "{head}: {title} leaves {left:?}");
        }
        assert!(
            titles.iter().any(|title| is_wanted(title)) || wanted == "-none-",
            "{head}: {titles:?} of {said:?}"
        );
        assert!(preferred <= 1, "{head}: {actions}");
        // Not an option of the command line.
        let said = json!(said).to_string();
        assert!(!said.contains(" --") && !said.contains("`--"), "{head}: {said}");
        bench.editor.close(&address);
    }
    bench.editor.leave();
}

#[test]
fn every_completion_is_a_line_that_reads_and_stands_once() {
    let mut bench = Bench::new();
    for (head, case) in cases("outcomes.txt") {
        let Some((name, wanted)) = head.split_once(" complete ") else { continue };
        let (text, expected) = case.split_once("---\n").unwrap();
        let (before, behind) = text.split_once('|').unwrap();
        let (line, column) =
            (before.matches('\n').count(), before.rsplit('\n').next().unwrap().len());
        let text = format!("{before}{behind}");
        let (address, said) = bench.open(name, &text);
        let offered = bench
            .editor
            .ask("textDocument/completion", at(&address, line, column));
        let items = offered["items"].as_array().unwrap();
        let first = items
            .first()
            .map_or("-none-", |item| item["label"].as_str().unwrap());
        assert_eq!(first, wanted, "{head}");
        for (at, item) in items.iter().take(8).enumerate() {
            let left = edited(&text, &json!([item["textEdit"]]));
            if at == 0 {
                assert_eq!(left, expected, "{head}");
            }
            // `$0` is the place of the cursor.
            let left = left.replace("= $0", "= 1").replace("$0", "");
            assert!(bench.is_no_worse(name, &left, &said), "{head}: {item} leaves {left:?}");
        }
        bench.editor.close(&address);
    }
    bench.editor.leave();
}

#[test]
fn strangers_files_stay_silent_until_they_name_a_game_or_a_card() {
    let mut bench = Bench::new();
    for (name, text) in cases("strangers.txt") {
        let (address, said) = bench.open(&name, &text);
        assert_eq!(said, Vec::<Value>::new(), "{name}");
        bench.editor.close(&address);
    }
    let ours = [
        ("a.txt", "# game: swccg\n1 Nobody\n"),
        ("b.txt", "3 Darth Vader\n2 Sense\n1 Nobody\n"),
        ("c.toml", "[zones.deck]\n\"Darth Vader\" = 1\n"),
        ("d.toml", "game = \"swccg\"\n[zones.deck\n"),
        ("event.toml", "name = \"Cup\"\nformat = \"swccg/nowhere\"\n"),
        ("e.toml", "game = \"swccg\"\n[[card]]\nid = 7\n"),
    ];
    for (name, text) in ours {
        let (address, said) = bench.open(name, text);
        assert!(!said.is_empty(), "{name}");
        bench.editor.close(&address);
    }
    bench.editor.leave();
}
