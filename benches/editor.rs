//! How long an editor waits for `sleeve lsp`: from a key to the diagnostics of the new text, to what may be completed there, and for what
//! the pointer rests on. A deck, and a file of game data of a megabyte in the whole game that it is of, without and with mistakes.
//!
//! `cargo bench --bench editor` prints the median and the worst of each row.

#[allow(dead_code, unused_imports, reason = "what the tests need beside it")]
#[path = "../tests/it/lsp/editor.rs"]
mod editor;

use editor::{Editor, at, uri};
use serde_json::{Value, json};
use std::path::Path;
use std::time::{Duration, Instant};

const ROUNDS: i64 = 500;
const DATA_BYTES: usize = 1_000_000;
/// One card of so many has a mistake.
const CARDS_PER_MISTAKE: usize = 10;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    println!("{:<44}{:>12}{:>12}   of {ROUNDS}, in ms", "", "median", "worst");
    let deck = Path::new("decks/swccg/court-scum.toml");
    measure("a deck", deck, &std::fs::read_to_string(deck).unwrap(), ("\"Boelo", "\"Boel"));
    for (name, is_wrong) in [("clean", false), ("with mistakes", true)] {
        let (path, text) = write_game(&folder.path().join(name), is_wrong);
        let name = format!("data of {:.1} MB {name}", text.len() as f64 / 1e6);
        measure(&name, &path, &text, ("name = \"Boelo", "name = \"Boel"));
    }
}

/// The Star Wars CCG with the cards of many sets in one file.
fn write_game(folder: &Path, is_wrong: bool) -> (std::path::PathBuf, String) {
    std::fs::create_dir(folder).unwrap();
    let mut text = String::from("card = [\n");
    let mut cards = 0;
    let all = std::fs::read_dir("cards/swccg").unwrap().map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = all.collect();
    // The largest ones first: what is left is small.
    all.sort_by_key(|path| std::cmp::Reverse(std::fs::metadata(path).unwrap().len()));
    for path in all {
        let file = std::fs::read_to_string(&path).unwrap();
        let set = file.split_once("file = { set = \"").and_then(|(_, rest)| rest.split_once('"'));
        let Some((set, _)) = set.filter(|_| text.len() < DATA_BYTES) else {
            std::fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
            continue;
        };
        for line in file.lines().filter(|line| line.starts_with("    { id = ")) {
            cards += 1;
            let has_sets = line.contains(", sets = [");
            let of_set = if has_sets { String::new() } else { format!("set = \"{set}\", ") };
            let mut line = line.replacen("{ ", &format!("{{ {of_set}"), 1);
            if is_wrong && cards % CARDS_PER_MISTAKE == 0 {
                // A letter is missing in one of its last texts.
                let end = line.rfind('"').unwrap_or(0);
                line.remove(line[..end].rfind(char::is_alphabetic).unwrap_or(0));
            }
            text += &line;
            text.push('\n');
        }
    }
    text += "]\n";
    let path = folder.join("cards.toml");
    std::fs::write(&path, &text).unwrap();
    (path, text)
}

/// Types a letter of a name out and in again.
fn measure(name: &str, path: &Path, text: &str, (longer, shorter): (&str, &str)) {
    let mut editor = Editor::start(&[], &["utf-8"]);
    let address = uri(path);
    editor.open(&address, "toml", text);
    editor.diagnosed(&address, 1);
    let found = text.find(longer).unwrap();
    let line = text[..found].matches('\n').count();
    let start = found - text[..found].rfind('\n').map_or(0, |end| end + 1);
    let (from, to) = (start + shorter.len(), start + longer.len());
    let place = |column: usize| json!({ "line": line, "character": column });
    let mut times: [Vec<Duration>; 3] = Default::default();
    for version in 2..2 + ROUNDS {
        let is_out = version % 2 == 0;
        let end = if is_out { to } else { from };
        let letter = if is_out { "" } else { &longer[shorter.len()..] };
        let range = json!({ "start": place(from), "end": place(end) });
        let change = |editor: &mut Editor, version| {
            editor.change(&address, version, json!([{ "range": range, "text": letter }]));
        };
        let begin = Instant::now();
        change(&mut editor, 2 * version);
        editor.diagnosed(&address, 2 * version);
        times[0].push(begin.elapsed());
        // The same text again, and what an editor asks right behind a key.
        let typed = json!([{ "range": { "start": place(from), "end": place(from) }, "text": "" }]);
        let begin = Instant::now();
        editor.change(&address, 2 * version + 1, typed);
        ask(&mut editor, "completion", at(&address, line, from));
        times[1].push(begin.elapsed());
        editor.diagnosed(&address, 2 * version + 1);
        let begin = Instant::now();
        ask(&mut editor, "hover", at(&address, line, from));
        times[2].push(begin.elapsed());
    }
    for (what, times) in ["key to diagnostics", "key to completion", "hover"].iter().zip(&mut times)
    {
        times.sort();
        let ms = |time: Option<&Duration>| time.map_or(0.0, Duration::as_secs_f64) * 1000.0;
        let (median, worst) = (ms(times.get(times.len() / 2)), ms(times.last()));
        println!("{:<44}{median:>12.1}{worst:>12.1}", format!("{name}: {what}"));
    }
    editor.leave();
}

fn ask(editor: &mut Editor, what: &str, params: Value) {
    editor.ask(&format!("textDocument/{what}"), params);
}
