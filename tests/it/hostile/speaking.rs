//! Data that speaks: nothing from a file or an argument reaches a terminal, a build server's log, a
//! spreadsheet or a written deck as anything but text.

use super::{HEAD, within};
use crate::check::check;
use crate::common::{Sleeve, scratch, write_file};
use std::path::PathBuf;

/// Card data that tries: new lines, commands of build servers, escapes, hidden characters.
const DATA: &str = r#"
game = "starfighter"

[[card]]
id = "9-90"
kind = "squadron"
name = "\n::error::card\u001b[31m\u202e\u200b"

[[card]]
id = "9-91"
kind = "squadron"
name = "::error::card"

[[format]]
id = "f"
extends = "guerre-totale"
name = "F\n::error::name\u001b[31m"
cite = "reading:\n::error::cite"
text = "T\n##[error]text"
zones.deck = { accepts = """kind:squadron
or kind:squadron""", name = "Z\n::error::zone" }

[[format.rule]]
id = "deck-size"
zone = "deck"
require = """count()
= 300"""
cite = "reading:\n::error::cite"
text = "T\r\n::error::rule\u001b[31m\u202e"
noun = "n\n::error::noun"
"#;

fn folder(test: &str) -> PathBuf {
    let folder = scratch(test);
    write_file(&folder, "data.toml", DATA);
    let deck = "game = \"starfighter\"\nformat = \"f\"\nname = \"d\\n::error::deck\\u001b\\u202e\"\n\
                [zones]\ncruiser = [\"Ares\"]\ndeck = [\"9-90\", \"9-91\"]\n";
    write_file(&folder, "deck.toml", deck);
    folder
}

/// Whether a line would be taken for a command, or a character obeyed.
fn speaks(text: &str) -> Option<String> {
    let commands = |line: &str| line.trim_start().starts_with("::") || line.contains("##[error]");
    let hidden = |c: char| sleeve::model::hidden::is_hidden(c) && c != '\n' && c != '\t';
    text.lines()
        .find(|line| commands(line) || line.trim_end_matches('\r').contains(hidden))
        .map(|line| line.escape_debug().to_string())
}

#[test]
fn no_text_of_the_data_speaks_in_any_command() {
    let folder = folder("speaking");
    for args in [
        &["check", "deck.toml"][..],
        &["check", "deck.toml", "--as", "all"],
        &["check", "deck.toml", "-o", "json"],
        &["check", "deck.toml", "-o", "sarif"],
        &["check", "deck.toml", "-o", "junit"],
        &["rules", "starfighter"],
        &["rules", "starfighter/f"],
        &["rules", "starfighter/f", "-o", "json"],
        &["new", "starfighter/f"],
        &["cards", "--game", "starfighter", "kind:squadron"],
        &["cards", "--game", "starfighter", "kind:squadron", "-o", "names"],
        &["cards", "--game", "starfighter", "kind:squadron", "-o", "csv"],
        &["cards", "--game", "starfighter", "kind:squadron", "-o", "tsv"],
        &["cards", "--game", "starfighter", "kind:squadron", "-o", "json"],
        &["show", "9-90"],
        &["stats", "deck.toml"],
        &["help", "language", "starfighter"],
        &["convert", "deck.toml", "--to", "toml"],
        &["convert", "deck.toml", "--to", "text"],
        &["convert", "deck.toml", "--to", "gemp-text"],
        &["convert", "deck.toml", "--to", "gemp-xml"],
        &["convert", "deck.toml", "--to", "swccgdb"],
        &["convert", "deck.toml", "--to", "holotable"],
        &["convert", "deck.toml", "--to", "json"],
        &["draw", "deck.toml", "--seed", "1"],
        &["diff", "deck.toml", "deck.toml"],
        &["lint", "data.toml"],
    ] {
        let args: Vec<&str> = args.iter().copied().chain(["--cards", "data.toml"]).collect();
        let ran = within(&folder, &args);
        for text in [&ran.out, &ran.err] {
            assert_eq!(speaks(text), None, "{args:?}");
        }
        assert!(!ran.out.is_empty() || !ran.err.is_empty(), "{args:?}");
    }
    let github = within(&folder, &["check", "deck.toml", "-o", "github", "--cards", "data.toml"]);
    let commands = github.out.lines().filter(|line| line.trim_start().starts_with("::"));
    assert_eq!(commands.count(), github.out.lines().count(), "{github}");
    assert!(github.out.lines().all(|line| line.contains(" file=deck.toml")), "{github}");
}

#[test]
fn a_starter_file_of_hostile_data_is_a_deck_file() {
    let ran = within(&folder("speaking-new"), &["new", "starfighter/f", "--cards", "data.toml"]);
    let table: toml::Table = ran.out.parse().unwrap();
    let keys: Vec<&str> = table.keys().map(String::as_str).collect();
    assert_eq!(keys, ["format", "game", "name", "zones"], "{ran}");
    ran.assert_out("kind:squadron or kind:squadron");
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
        let ran = Sleeve::new().input(deck.as_str()).width(width).run(&["check", "-"]);
        let plain = |line: &str| {
            let mut shown = line.to_owned();
            while let Some((start, end)) =
                shown.find('\u{1b}').and_then(|at| Some((at, at + shown.get(at..)?.find('m')? + 1)))
            {
                shown.replace_range(start..end, "");
            }
            shown
        };
        let (diagnostics, _) = ran.out.split_once("1 deck").unwrap();
        let body = diagnostics.split_once("\n\n").unwrap().1;
        let widest = body.lines().map(plain).max_by_key(|line| line.chars().count()).unwrap();
        assert!(widest.chars().count() <= width, "{width}: {widest}");
    }
    check(&deck, &[]).assert_out("has no upper limit. (rulebook: Mode Guerre Totale)\n");
}
