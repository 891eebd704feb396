//! How long an editor waits for `sleeve lsp`: from a key to the diagnostics of the new text, to
//! what may be completed there, and for what the pointer rests on. A deck, and a file of game data
//! of a megabyte in the whole game that it is of, without and with mistakes.
//!
//! `cargo bench --bench editor` prints the median and the worst of each row, and how long the
//! server computed on average, which other programs disturb less; a number behind `--` is that of
//! the rounds.

#![allow(
    unreachable_pub,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a benchmark may panic"
)]

#[allow(dead_code, unused_imports, reason = "what the tests need beside it")]
#[path = "../tests/it/lsp/editor.rs"]
mod editor;

use editor::{Editor, at, uri};
use serde_json::{Value, json};
use std::{
    path::Path,
    time::{Duration, Instant},
};

const ROUNDS: usize = 500;
const DATA_BYTES: usize = 1_000_000;
/// One card of so many has a mistake.
const CARDS_PER_MISTAKE: usize = 10;

fn main() {
    let folder = tempfile::tempdir().unwrap();
    let rounds = std::env::args()
        .find_map(|word| word.parse().ok())
        .unwrap_or(ROUNDS);
    println!("{:<44}{:>10}{:>10}{:>10}   of {rounds}, in ms", "", "median", "worst", "computed");
    let deck = Path::new("decks/swccg/court-scum.toml");
    measure("a deck", deck, &std::fs::read_to_string(deck).unwrap(), ("\"Boelo", "\"Boel"), rounds);
    for (name, is_wrong) in [("clean", false), ("with mistakes", true)] {
        let (path, text) = write_game(&folder.path().join(name), is_wrong);
        let name = format!("data of {:.1} MB {name}", text.len() as f64 / 1e6);
        measure(&name, &path, &text, ("name = \"Boelo", "name = \"Boel"), rounds);
    }
}

/// The Star Wars CCG with the cards of many sets in one file.
fn write_game(folder: &Path, is_wrong: bool) -> (std::path::PathBuf, String) {
    std::fs::create_dir(folder).unwrap();
    let mut text = String::from("card = [\n");
    let mut cards = 0;
    let all = std::fs::read_dir("cards/swccg")
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut all: Vec<_> = all.collect();
    // The largest ones first: what is left is small.
    all.sort_by_key(|path| std::cmp::Reverse(std::fs::metadata(path).unwrap().len()));
    for path in all {
        let file = std::fs::read_to_string(&path).unwrap();
        let set = file
            .split_once("file = { set = \"")
            .and_then(|(_, rest)| rest.split_once('"'));
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
fn measure(name: &str, path: &Path, text: &str, (longer, shorter): (&str, &str), rounds: usize) {
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
    let mut computed = [Duration::ZERO; 3];
    let mut time = |editor: &mut Editor, row: usize, step: &dyn Fn(&mut Editor)| {
        let (before, begin) = (computing_time(editor), Instant::now());
        step(editor);
        times[row].push(begin.elapsed());
        computed[row] += computing_time(editor).saturating_sub(before);
    };
    for version in (2..).step_by(2).take(rounds) {
        let is_out = version % 4 == 2;
        let (end, letter) = if is_out { (to, "") } else { (from, &longer[shorter.len()..]) };
        let edit = |end, text| json!([{ "range": { "start": place(from), "end": place(end) }, "text": text }]);
        time(&mut editor, 0, &|editor| {
            editor.change(&address, version, edit(end, letter));
            editor.diagnosed(&address, version);
        });
        // What an editor asks right behind a key.
        time(&mut editor, 1, &|editor| {
            editor.change(&address, version + 1, edit(from, ""));
            ask(editor, "completion", at(&address, line, from));
        });
        editor.diagnosed(&address, version + 1);
        time(&mut editor, 2, &|editor| ask(editor, "hover", at(&address, line, from)));
    }
    let whats = ["key to diagnostics", "key to completion", "hover"];
    for (what, (times, computed)) in whats.iter().zip(times.iter_mut().zip(computed)) {
        times.sort();
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let (median, worst) = (ms(times[times.len() / 2]), ms(times[times.len() - 1]));
        let computed = ms(computed) / times.len() as f64;
        println!("{:<44}{median:>10.1}{worst:>10.1}{computed:>10.1}", format!("{name}: {what}"));
    }
    editor.leave();
}

fn ask(editor: &mut Editor, what: &str, params: Value) {
    editor.ask(&format!("textDocument/{what}"), params);
}

/// How long all threads of the server have computed; nothing where the system does not say.
fn computing_time(editor: &Editor) -> Duration {
    let threads = std::fs::read_dir(editor.process().join("task"))
        .into_iter()
        .flatten()
        .flatten();
    let said = threads.filter_map(|of| std::fs::read_to_string(of.path().join("schedstat")).ok());
    let spent = said.filter_map(|said| said.split(' ').next()?.parse::<u64>().ok());
    Duration::from_nanos(spent.sum())
}
