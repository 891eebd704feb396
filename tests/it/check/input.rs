//! Bad input of every kind: a clear error and status 2, never a panic and never silence.

use super::check;
use crate::common::{Sleeve, in_brief, scratch, write_file};
use std::fs;

const HEAD: &str = "game = \"starfighter\"\nformat = \"guerre-totale\"\n";

/// What is wrong with a deck, without verdict, summary and data line.
fn errors(deck: &str) -> String {
    let ran = check(deck, &[]).assert_status(2);
    assert!(ran.out.starts_with("unusable     -"), "{ran}");
    let body = ran.out.split_once("\n\n").unwrap().1;
    body.rsplit_once("\n\n1 deck").unwrap().0.to_owned()
}

#[test]
fn what_is_not_toml_says_where() {
    insta::assert_snapshot!(in_brief(errors("game = \"starfighter\"\nzones = [\n")), @"error: not valid TOML: unclosed array, expected `]` (-:2:10) {} here");
}

#[test]
fn what_is_not_utf_8_says_so() {
    let ran = Sleeve::new().input(b"game = \"\x00\xff\"\n".to_vec()).run(&["check", "-"]);
    insta::assert_snapshot!(in_brief(ran), @r#"
    status: 2
    unusable     -
    error: not UTF-8: byte 0xff in line 1 = help: save it as UTF-8 (spreadsheets call it "CSV UTF-8")
    1 deck: 1 unusable
    sleeve 0.1.0
    "#);
}

#[test]
fn an_empty_file_is_no_deck() {
    for text in ["", "\n\n", "# nothing\n", "\u{feff}"] {
        let ran = check(text, &[]);
        assert!(ran.status == 2 && ran.out.contains("the deck file is empty"), "{text:?}: {ran}");
    }
}

#[test]
fn a_path_that_leads_nowhere_names_what_lies_near_it() {
    let offers = |path: &str, help: &str| {
        for args in [&["check", path][..], &["odds", path, "count() > 1"], &["fmt", path]] {
            let ran = Sleeve::new().run(args);
            let told = format!("{}{}", ran.out, ran.err);
            assert!(ran.status == 2 && told.contains(help), "{args:?}: {ran}");
        }
    };
    offers("decks/swccg/proft.toml", "did you mean `profit.toml`?");
    offers("decks/swccg/profit", "did you mean `profit.toml`?");
    offers("dekcs/swccg/profit.toml", "did you mean `decks`?");
    let many = Sleeve::new().run(&[&["check"][..], &["decks/swccg/proft.toml"; 60]].concat());
    assert_eq!(many.out.matches("did you mean").count(), 10, "{many}");
    assert_eq!(many.out.matches("there is no such file or folder").count(), 60, "{many}");
}

#[test]
fn a_folder_without_decks_and_a_missing_file_are_errors() {
    let folder = scratch("bare");
    fs::create_dir_all(folder.join("empty")).unwrap();
    let ran = Sleeve::new().folder(&folder).run(&["check", "empty", "missing.toml"]);
    insta::assert_snapshot!(in_brief(ran), @"
    status: 2
    unusable     empty
    error: no deck file in this folder = help: decks are *.toml, *.txt, *.htd, *.xml and *.json files, and others that look like a deck; to read any other file, name it
    unusable     missing.toml
    error: there is no such file or folder
    2 decks: 2 unusable
    sleeve 0.1.0
    ");
}

#[test]
fn impossible_counts_are_refused_one_by_one() {
    let deck = format!(
        "{HEAD}[zones.deck]\n\"3-10\" = 0\n\"3-35\" = -1\n\"3-15\" = 1000000000\n\"3-65\" = 18446744073709551616\n\"3-20\" = 1.5\n\"3-25\" = \"2\"\n"
    );
    insta::assert_snapshot!(in_brief(errors(&deck)), @r#"
    error: `0` is not a number of copies; write a number from 1 to 9999 (-:4:10) {0} here
    error: `-1` is not a number of copies; write a number from 1 to 9999 (-:5:10) {-1} here
    error: `1000000000` is not a number of copies; write a number from 1 to 9999 (-:6:10) {1000000000} here
    error: `18446744073709551616` is not a number of copies; write a number from 1 to 9999 (-:7:10) {18446744073709551616} here
    error: `3-20` has to be a whole number of copies, not `1.5` (-:8:10) {1.5} here
    error: `3-25` has to be a whole number of copies, not a text (-:9:10) {"2"} here
    "#);
}

#[test]
fn impossible_counts_in_a_text_list_too() {
    let deck = "# game: starfighter\n# format: guerre-totale\nDeck:\n0x 3-10\n-1 3-35\n1000000000x 3-15\n18446744073709551616x 3-65\n";
    insta::assert_snapshot!(in_brief(errors(deck)), @"
    error: `-1 3-35` needs a number of copies from 1 to 9999 (-:5:1) {-1 3-35}
    error: `1000000000x 3-15` needs a number of copies from 1 to 9999 (-:6:1) {1000000000x 3-15}
    error: `18446744073709551616x 3-65` needs a number of copies from 1 to 9999 (-:7:1) {18446744073709551616x 3-65}
    note: this card has 0 copies and is left out: `0x 3-10` (line 4) (-:4:1) {0x 3-10}
    ");
}

#[test]
fn a_key_stands_once() {
    insta::assert_snapshot!(in_brief(errors(&format!("{HEAD}[zones.deck]\n\"3-10\" = 1\n\"3-10\" = 2\n"))), @r#"error: not valid TOML: duplicate key (-:5:1) {"3-10"} here"#);
}

#[test]
fn keys_zones_and_parameters_nobody_declared_are_not_dropped() {
    insta::assert_snapshot!(in_brief(errors(&format!("{HEAD}nmae = \"x\"\n[zones]\ndeck = [\"3-10\"]\n"))), @"error: unknown key `nmae` in a deck (-:3:1) {nmae} here = help: did you mean `name`?");
    let deck = format!(
        "{HEAD}[zones]\ncruiser = [\"Ares\"]\ndck = [\"3-10\"]\n[parameters]\nbudget = 42\n"
    );
    insta::assert_snapshot!(in_brief(errors(&deck)), @"
    error: there is no parameter `budget` in this format (-:7:1) {budget} = help: use `boxes` or `visible`
    error: there is no zone `dck` in this format (-:5:1) {dck} = help: did you mean `deck`?
    ");
}

#[test]
fn a_format_of_another_game_says_which_game_has_it() {
    insta::assert_snapshot!(in_brief(errors("game = \"starfighter\"\nformat = \"two-player\"\n[zones]\ndeck = [\"3-10\"]\n")), @r#"error: there is no format `two-player` in starfighter (-:2:10) {"two-player"} = help: `two-player` is a format of star-realms; starfighter has `escarmouche`, `entrainement`, `guerre-totale`"#);
}

#[test]
fn values_of_the_wrong_type_say_what_was_expected() {
    insta::assert_snapshot!(in_brief(errors("game = 3\nformat = \"x\"\nzones = \"Ares\"\n")), @r#"
    error: `game` has to be a text in quotes, not `3` (-:1:8) {3} here
    error: `zones` has to be a table of zones, not a text (-:3:9) {"Ares"} here
    "#);
    insta::assert_snapshot!(in_brief(errors(&format!("{HEAD}[zones]\ndeck = [1, [\"3-10\"]]\n"))), @r#"
    error: `deck` has to be the name or id of a card, in quotes, not `1` (-:4:9) {1} here
    error: `deck` has to be the name or id of a card, in quotes, not a list (-:4:12) {["3-10"]} here
    "#);
}

#[test]
fn parameters_out_of_range_are_findings() {
    let deck = "game = \"battleship-galaxies\"\nformat = \"mission-1-free\"\nrole = \"isn\"\n[parameters]\nbudget = 45\n[zones]\nships = []\n";
    let ran = check(deck, &[]).assert_status(1);
    ran.assert_out("error[parameter-budget]: budget has to be 42 or 48, not `45`");
}

#[test]
fn a_hundred_megabytes_are_refused_by_a_stated_limit() {
    let folder = scratch("large");
    let file = fs::File::create(folder.join("large.toml")).unwrap();
    file.set_len(100_000_000).unwrap();
    let ran = Sleeve::new().folder(&folder).run(&["check", "large.toml"]).assert_status(2);
    ran.assert_out("larger than 16 MiB");
    let ran = Sleeve::new().input(vec![b'a'; 17 << 20]).run(&["check", "-"]);
    assert!(ran.status == 2 && ran.out.contains("larger than 16 MiB"), "{ran}");
}

#[test]
fn nesting_is_bounded_in_deck_files() {
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    for deck in [format!("{HEAD}[zones]\ndeck = {deep}\n"), format!("x = {deep}"), deep.clone()] {
        assert_eq!(check(&deck, &[]).status, 2);
        for reader in ["json", "gemp", "holotable"] {
            assert_eq!(check(&deck, &["--from", reader]).status, 2, "{reader}");
        }
    }
    let xml = "<a>".repeat(10_000);
    assert_eq!(check(&xml, &["--from", "holotable"]).status, 2);
}

/// Escape sequences of C0 and C1, a bell, and overrides of the writing direction.
const HOSTILE: [&str; 6] = ["\u{1b}[31m", "\u{9b}31m", "\u{7}", "\u{202e}", "\u{2028}", "\u{7f}"];

#[test]
fn control_characters_reach_no_output_unescaped() {
    let folder = scratch("hostile\u{1b}[31m");
    let mut names = Vec::new();
    for (i, hostile) in HOSTILE.iter().enumerate() {
        let escaped: String = hostile.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect();
        let toml = format!(
            "{HEAD}name = \"a{escaped}b\"\n[zones]\n\"x{escaped}\" = [\"3-10\"]\ndeck = [\"c{escaped}d\"]\n[parameters]\n\"e{escaped}\" = 1\n"
        );
        let game = format!(
            "game = \"star{escaped}\"\nformat = \"f{escaped}\"\nrole = \"r{escaped}\"\n[zones]\ndeck = [\"3-10\"]\n"
        );
        let key = format!("{HEAD}\"k{escaped}\" = 1\n");
        let list = format!(
            "# game: starfighter\n# format: guerre-totale\n[zone{hostile}]\n2x c{hostile}d\n{hostile}\nDeck:\ne{hostile}f\n"
        );
        let raw = format!("{HEAD}# {hostile}\nzones = [ # {hostile}\n");
        for (kind, text) in
            [("a.toml", toml), ("b.toml", game), ("c.toml", key), ("d.txt", list), ("e.toml", raw)]
        {
            let name = format!("{i}{hostile}-{kind}");
            write_file(&folder, &name, text);
            names.push(name);
        }
    }
    for form in ["human", "json", "github", "sarif", "junit"] {
        let mut args = vec!["check", "-o", form];
        args.extend(names.iter().map(String::as_str));
        let ran = Sleeve::new().folder(&folder).run(&args);
        assert_eq!(ran.status, 2);
        for text in [&ran.out, &ran.err] {
            let hostile = |c: &char| {
                (c.is_control() && !matches!(c, '\n')) || matches!(c, '\u{202e}' | '\u{2028}')
            };
            let found = text.chars().find(hostile);
            assert_eq!(
                found,
                None,
                "in {form}:\n{}",
                text.lines().find(|l| l.chars().any(|c| hostile(&c))).unwrap_or_default()
            );
        }
    }
}

#[test]
fn shipped_decks_cut_or_bent_anywhere_never_panic() {
    let deck = super::shipped("battleship-galaxies/mission-5-isn");
    let bytes = deck.as_bytes();
    let mut state = 0x9e37_79b9_u32;
    for _ in 0..150 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let at = state as usize % bytes.len();
        let mut bent = bytes.to_vec();
        match state >> 30 {
            0 => bent.truncate(at),
            1 => bent[at] = (state >> 8) as u8,
            2 => bent.insert(at, b"[]\"=\\{}#"[(state >> 4) as usize % 8]),
            _ => drop(bent.drain(at..(at + 40).min(bytes.len()))),
        }
        let ran = Sleeve::new().input(bent).run(&["check", "-", "-o", "json"]);
        assert!(
            ran.status <= 3 && serde_json::from_str::<serde_json::Value>(&ran.out).is_ok(),
            "{ran}"
        );
    }
}
