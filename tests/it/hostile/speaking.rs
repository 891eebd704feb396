//! Data that speaks: nothing from a file or an argument reaches a terminal, a build server's log, a
//! spreadsheet or a written deck as anything but text.

use super::{HEAD, within};
use crate::{
    check::check,
    common::{Sleeve, scratch, write_file},
};
use std::{
    fs::{read_to_string, remove_dir_all, remove_file},
    path::{Path, PathBuf},
};

/// What tries to be obeyed, as strings of TOML and JSON write it: the title of a terminal, the
/// direction of writing, a new line, and so many commands of build servers that one begins a line
/// wherever it is broken.
fn hostile() -> String {
    let commands = "::error::W ".repeat(11);
    format!(r"\u001b]0;W\u0007\u202e\r\n{commands}##[error]##vso[x]")
}

/// The game, decks and files of `tests/hostile`, in which every text is hostile.
fn folder(test: &str) -> PathBuf {
    let folder = scratch(test);
    for name in "game/game.toml game/cards.toml game/formats.toml deck.toml registered/list.txt \
        event.toml sleeve.toml import.toml dump.json"
        .split(' ')
    {
        let text = read_to_string(Path::new("tests/hostile").join(name)).unwrap();
        write_file(&folder, name, text.replace('@', &hostile()));
    }
    folder
}

/// Whether a line would be taken for a command, or a character obeyed.
fn speaks(text: &str) -> Option<String> {
    let begins = |line: &str| line.starts_with("::") && !line.starts_with(":::");
    let commands = |line: &str| {
        begins(line.trim_start()) || line.contains("##[error]") || line.contains("##vso[x")
    };
    let hidden = |c: char| sleeve::model::hidden::is_hidden(c) && c != '\n' && c != '\t';
    text.lines()
        .find(|line| commands(line) || line.trim_end_matches('\r').contains(hidden))
        .map(|line| line.escape_debug().to_string())
}

#[test]
fn no_text_of_a_game_speaks_in_any_command() {
    let folder = folder("speaking");
    let lines = read_to_string("tests/hostile/commands.txt").unwrap();
    for (lang, width) in [("en", None), ("fr", Some(40))] {
        let program = Sleeve::new().folder(&folder);
        let program = match width {
            Some(width) => program.width(width),
            None => program,
        };
        let run = |line: &str| {
            let lays_over = if line.starts_with("lint") { "" } else { " --cards game" };
            program.line(&format!("{line}{lays_over} --lang {lang} --color never"))
        };
        for (status, line) in lines.lines().map(|line| line.split_once(' ').unwrap()) {
            let ran = run(line);
            assert_eq!(ran.status.to_string(), status, "{line}: {ran}");
            for text in [&ran.out, &ran.err] {
                assert_eq!(speaks(text), None, "{line} {width:?}");
            }
        }
        for made in ["game.sleeve", "unpacked"].map(|made| folder.join(made)) {
            remove_file(&made)
                .or_else(|_| remove_dir_all(&made))
                .unwrap();
        }
    }
    // Whatever is added is tried: `lsp` speaks with an editor, in messages.
    for command in Sleeve::new()
        .run(&["help"])
        .out
        .lines()
        .filter(|line| line.starts_with("  "))
    {
        let Some(name) = command
            .split_whitespace()
            .next()
            .filter(|_| !command.starts_with("   "))
        else {
            continue;
        };
        let is_tried = |line: &str| line.split(' ').nth(1) == Some(name);
        assert!(name.starts_with('-') || name == "lsp" || lines.lines().any(is_tried), "{name}");
    }
    let github = within(&folder, &["check", "deck.toml", "-o", "github", "--cards", "game"]);
    let commands = github
        .out
        .lines()
        .filter(|line| line.trim_start().starts_with("::"));
    assert_eq!(commands.count(), github.out.lines().count(), "{github}");
    assert!(
        github
            .out
            .lines()
            .all(|line| line.contains(" file=deck.toml")),
        "{github}"
    );
}

#[test]
fn a_starter_file_of_hostile_data_is_a_deck_file() {
    let ran = within(&folder("speaking-new"), &["new", "speaking/f", "--cards", "game"]);
    let table: toml::Table = ran.out.parse().unwrap();
    let keys: Vec<&str> = table.keys().map(String::as_str).collect();
    assert_eq!(keys, ["format", "game", "name", "role", "zones"], "{ran}");
    ran.assert_out("kind:bird or kind:bird");
}

/// What terminals, editors and readers do not show.
const HIDDEN: [char; 10] = [
    '\u{61c}',
    '\u{200b}',
    '\u{2060}',
    '\u{2061}',
    '\u{2064}',
    '\u{ad}',
    '\u{e0041}',
    '\u{202e}',
    '\u{180e}',
    '\u{feff}',
];

#[test]
fn hidden_characters_are_written_out() {
    for hidden in HIDDEN {
        let deck = format!("{HEAD}# {hidden}\nzones = [ # {hidden}\n");
        let names = format!("{HEAD}name = \"a{hidden}b\"\n[zones]\ndeck = [\"c{hidden}d\"]\n");
        for form in ["human", "json", "github", "sarif", "junit"] {
            for deck in [&deck, &names] {
                let ran = check(deck, &["-o", form]);
                assert!(!ran.out.contains(hidden), "{form}: {}", hidden.escape_unicode());
            }
        }
    }
}

#[test]
fn errors_of_arguments_do_not_echo_what_a_terminal_obeys() {
    for args in [
        &["check", "a.toml", "-o", "x\u{202e}\u{1b}[31m"][..],
        &["\u{202e}check"],
        &["check", "--set", "a\u{202e}\n::error::x", "a.toml"],
        &["rules", "\u{202e}"],
        &["check", "\u{202e}\n::error::x.toml"],
    ] {
        let ran = Sleeve::new().run(args).assert_status(2);
        for text in [&ran.out, &ran.err] {
            assert_eq!(speaks(text), None, "{args:?}");
        }
    }
}

#[test]
fn sentences_are_broken_at_the_width_of_a_narrow_terminal() {
    let deck = format!("{HEAD}[zones]\ncruiser = [\"Ares\"]\ndeck = [\"3-10\"]\n");
    for width in [40, 30] {
        let ran = Sleeve::new()
            .input(deck.as_str())
            .width(width)
            .run(&["check", "-"]);
        let plain = |line: &str| {
            let mut shown = line.to_owned();
            while let Some((start, end)) = shown
                .find('\u{1b}')
                .and_then(|at| Some((at, at + shown.get(at..)?.find('m')? + 1)))
            {
                shown.replace_range(start..end, "");
            }
            shown
        };
        let (diagnostics, _) = ran.out.split_once("1 deck").unwrap();
        let body = diagnostics.split_once("\n\n").unwrap().1;
        let widest = body
            .lines()
            .map(plain)
            .max_by_key(|line| line.chars().count())
            .unwrap();
        assert!(widest.chars().count() <= width, "{width}: {widest}");
    }
    check(&deck, &[]).assert_out("has no upper limit. (rulebook: Mode Guerre Totale)\n");
}
