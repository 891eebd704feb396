//! A club's league as its CI sees it: a legal deck, a broken one, one that fails an assertion, and one that a new list makes illegal.

use crate::common::{Ran, Sleeve};
use std::path::PathBuf;

fn league(args: &[&str]) -> Ran {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/league");
    Sleeve::new().folder(folder).run(args)
}

#[test]
fn each_deck_ends_with_its_own_status() {
    for (deck, status) in [("anna", 0), ("boris", 1), ("chloe", 1), ("dario", 1)] {
        let ran = league(&["check", &format!("decks/{deck}.toml")]);
        assert_eq!(ran.status, status, "{deck}: {ran}");
    }
}

#[test]
fn the_list_holds_from_its_first_day() {
    let before = league(&["check", "decks/dario.toml", "--on", "2026-11-30"]);
    let after = league(&["check", "decks/dario.toml", "--on", "2026-12-01"]);
    assert_eq!((before.status, after.status), (0, 1), "{before}\n{after}");
    after.assert_out("error[winter-list]: 2 squadrons not allowed: 2-89, 3-65");
}

#[test]
fn annotations_name_every_problem_at_its_line() {
    let ran = league(&["check", "decks", "-o", "github"]);
    assert_eq!(ran.status, 1);
    let places: Vec<&str> = ran.out.lines().filter_map(|l| l.split("::").nth(1)).collect();
    insta::assert_snapshot!(places.join("\n"), @"
    error file=decks/boris.toml,line=6,col=1,title=deck-size
    error file=decks/boris.toml,line=9,col=37,title=one-per-matricule
    error file=decks/chloe.toml,title=assert-first-turns
    error file=decks/dario.toml,line=9,col=37,title=winter-list
    ");
}

#[test]
fn what_a_provider_runs_is_what_the_program_offers() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("the file is there");
    for entry in read(".pre-commit-hooks.yaml")
        .lines()
        .filter_map(|l| l.trim().strip_prefix("entry: sleeve "))
    {
        assert_eq!(league(&[entry, "--help"]).status, 0, "{entry}");
    }
    let workflow = read("tests/league/.github/workflows/decks.yml");
    assert!(workflow.contains("uses: OWNER/sleeve@"));
    assert!(read("tests/league/.pre-commit-config.yaml").contains("id: sleeve-check"));
}
