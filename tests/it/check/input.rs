//! Paths that lead nowhere, files that are too large or too deep, hostile texts. The scenarios are
//! in `tests/console/decks-with-mistakes.trycmd`.

use super::check;
use crate::common::{Sleeve, scratch, write_file};
use std::fs;

const HEAD: &str = "game = \"starfighter\"\nformat = \"guerre-totale\"\n";

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
fn a_hundred_megabytes_are_refused_by_a_stated_limit() {
    let folder = scratch("large");
    let file = fs::File::create(folder.join("large.toml")).unwrap();
    file.set_len(100_000_000).unwrap();
    let ran = Sleeve::new()
        .folder(&folder)
        .run(&["check", "large.toml"])
        .assert_status(2);
    ran.assert_out("larger than 16 MiB");
    let ran = Sleeve::new()
        .input(vec![b'a'; 17 << 20])
        .run(&["check", "-"]);
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
        let escaped: String = hostile
            .chars()
            .map(|c| format!("\\u{:04x}", u32::from(c)))
            .collect();
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
                text.lines()
                    .find(|l| l.chars().any(|c| hostile(&c)))
                    .unwrap_or_default()
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
