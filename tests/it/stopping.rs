//! Many decks on a terminal: how far the reading is, and Ctrl-C before its end.
//!
//! One of the decks is a pipe that gives nothing until the test wants it to, so that nothing here
//! hangs on how fast a machine is. Python holds the other end of the terminal; without it these
//! tests say that they were not run.

#![cfg(unix)]

use crate::common::scratch;
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

const HOLDER: &str = include_str!("../stopping/holder.py");

/// How many decks there are beside the pipe.
const DECKS: usize = 20;

/// A folder with a pipe and decks.
fn folder(test: &str) -> PathBuf {
    let folder = scratch(test);
    std::fs::create_dir(folder.join("decks")).unwrap();
    for at in 0..DECKS {
        std::fs::copy(deck(), folder.join(format!("decks/{at:02}.toml"))).unwrap();
    }
    let made = Command::new("mkfifo")
        .arg(folder.join("pipe.toml"))
        .status();
    assert!(made.is_ok_and(|made| made.success()), "a pipe cannot be made");
    folder
}

fn deck() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("decks/starfighter/la-meute-d-ares.toml")
}

struct Told {
    status: i64,
    out: String,
    err: String,
}

/// Runs the program until it says `until` on its terminal, sends so many signals, and then gives
/// the pipe its deck. Nothing where there is no Python.
fn run(
    folder: &Path,
    args: &[&str],
    (terminal, until, signals): (bool, &str, u32),
) -> Option<Told> {
    let mut command = vec![env!("CARGO_BIN_EXE_sleeve")];
    command.extend(args);
    let spec = json!({
        "command": command, "folder": folder, "terminal": terminal, "until": until, "signals": signals,
        "pipe": folder.join("pipe.toml"), "deck": deck(), "out": folder.join("out"),
    });
    let Ok(ran) = Command::new("python3")
        .args(["-c", HOLDER, &spec.to_string()])
        .output()
    else {
        eprintln!("NOT RUN: there is no python3 to hold a terminal");
        return None;
    };
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let told: Value = serde_json::from_slice(&ran.stdout).unwrap();
    Some(Told {
        status: told["status"].as_i64().unwrap(),
        out: std::fs::read_to_string(folder.join("out")).unwrap(),
        err: told["err"].as_str().unwrap().replace("\r\n", "\n"),
    })
}

fn rows(csv: &str) -> usize {
    csv.lines().count() - 1
}

#[test]
fn a_terminal_sees_how_far_it_is_and_keeps_nothing_of_it() {
    let folder = folder("stopping-progress");
    let args = ["check", "decks", "pipe.toml", "-o", "csv"];
    let Some(told) = run(&folder, &args, (true, "95 %, 20 of 21 decks, ", 0)) else { return };
    assert_eq!((told.status, rows(&told.out)), (0, DECKS + 1), "{}", told.err);
    // What was written is written over with spaces, and nothing stands after it.
    let lines: Vec<&str> = told.err.split('\r').collect();
    let (last, before) = (lines[lines.len() - 1], lines[lines.len() - 2]);
    assert_eq!((last, before.trim()), ("", ""), "{:?}", told.err);
    assert!(lines.iter().all(|line| line.len() <= before.len()), "{:?}", told.err);

    let french = [&args[..], &["--lang", "fr"]].concat();
    let told = run(&folder, &french, (true, "95 %, 20 decks sur 21, ", 0)).unwrap();
    assert_eq!((told.status, rows(&told.out)), (0, DECKS + 1), "{}", told.err);
    // Neither those who want quiet nor programs hear of it.
    let quiet = run(&folder, &[&args[..], &["-q"]].concat(), (true, "", 0)).unwrap();
    assert_eq!((quiet.status, quiet.err.as_str()), (0, ""));
    let piped = run(&folder, &args, (false, "", 0)).unwrap();
    assert_eq!((piped.status, piped.err.as_str()), (0, ""));
    assert_eq!((&quiet.out, &piped.out), (&told.out, &told.out));
}

#[test]
#[ignore = "waits six seconds: CI runs it"]
fn a_run_that_is_stopped_shows_what_is_done_and_says_so() {
    let folder = folder("stopping-ctrl-c");
    let stop = (true, "0 %, 0 of 21 decks, ", 1);
    let said = "warning: stopped: only 1 of 21 files was read
";
    let left = "not read     20 files: the run stopped before them
";
    let args = ["check", "pipe.toml", "decks", "-o", "csv"];
    let Some(told) = run(&folder, &args, stop) else { return };
    assert_eq!((told.status, rows(&told.out)), (3, 1), "{}", told.err);
    assert!(told.err.ends_with(&format!("{left}{said}")), "{:?}", told.err);

    let wide = ["stats", "pipe.toml", "decks", "--wide", "-m", "count()", "-o", "csv"];
    let told = run(&folder, &wide, stop).unwrap();
    assert_eq!((told.status, rows(&told.out)), (3, 1), "{}", told.err);
    assert!(told.err.ends_with(&format!("{left}{said}")), "{:?}", told.err);

    // Documents name every file that was left.
    let told = run(&folder, &["check", "pipe.toml", "decks", "-o", "json"], stop).unwrap();
    let document: Value = serde_json::from_str(&told.out).unwrap();
    #[cfg(feature = "schemas")]
    crate::schemas::verify(&["check", "-o", "json"], &told.out);
    assert_eq!((told.status, document["summary"]["decks"].as_u64()), (3, Some(1)));
    let skipped = document["skipped"].as_array().unwrap();
    assert_eq!(skipped.len(), DECKS);
    assert_eq!(
        skipped[0],
        json!({
            "path": "decks/00.toml", "reason": "stopped", "message": "the run stopped before it was read",
        })
    );
    // What a deck is known to be counts more than what is not known of the others.
    let early = ["check", "pipe.toml", "decks", "--on", "1900-01-01", "-q", "--lang", "fr"];
    let told = run(&folder, &early, (false, "", 1)).unwrap();
    let said = "interrompu : seul 1 fichier sur 21 a été lu";
    assert_eq!(told.status, 1, "{}", told.err);
    assert!(told.err.contains(said), "{}", told.err);
}

#[test]
#[ignore = "waits six seconds: CI runs it"]
fn a_run_that_is_stopped_writes_no_file() {
    let folder = folder("stopping-files");
    let stop = (true, "0 %, 0 of 21 decks, ", 1);
    let sheet = ["sheet", "pipe.toml", "decks", "--into", "sheets.html"];
    let Some(told) = run(&folder, &sheet, stop) else { return };
    assert_eq!(told.status, 2, "{}", told.err);
    assert!(
        told.err
            .contains("`sheets.html` is not written: the run was stopped"),
        "{}",
        told.err
    );
    assert!(!folder.join("sheets.html").exists());
    // Without a file the sheets that are done are printed.
    let told = run(&folder, &sheet[..3], stop).unwrap();
    assert_eq!((told.status, told.out.matches("<article").count()), (3, 1), "{}", told.err);

    // The second time the program ends where it is.
    let twice = ["check", "pipe.toml", "decks", "-o", "csv"];
    let told = run(&folder, &twice, (true, "0 %, 0 of 21 decks, ", 2)).unwrap();
    assert_eq!((told.status, told.out.as_str()), (130, ""), "{}", told.err);
}
