//! The smallest repair that `check` tells of an illegal deck.

use crate::common::{Sleeve, scratch, sleeve, write_file};
use sleeve::check::MAX_MENDED_DECKS;

const TWIN: &str = "tests/pairs/battleship-galaxies/fleet/fleet-budget.illegal.toml";
const OTHER: &str = "tests/pairs/swccg/classic/banned-icons.illegal.toml";

#[test]
fn an_illegal_deck_is_told_with_its_smallest_repair() {
    sleeve(&["check", TWIN]).assert_out("\nfix: -1 F-51 Blue Sparrows (seasoned)");
    let ran = sleeve(&["check", OTHER, "--lang", "fr"]);
    ran.assert_out("\nréparation : -1 Aurra Sing, +1 Vader (ou l'une de ");
}

#[test]
fn the_repair_is_the_one_that_fix_finds() {
    for deck in [TWIN, OTHER] {
        // A machine that is busy may need more than the ten seconds of a search for its proof.
        let checked = sleeve(&["check", deck, "-o", "json"]).document();
        let fixed = sleeve(&["fix", deck, "-o", "json", "--time", "600"]).document();
        let (repair, fix) = (&checked["decks"][0]["repair"], &fixed["decks"][0]);
        assert_ne!(repair["changes"], 0);
        for key in ["changes", "out", "in"] {
            assert_eq!(repair[key], fix[key], "{deck} {key}");
        }
    }
}

#[test]
fn decks_of_one_file_are_counted_one_by_one() {
    let folder = scratch("repairs-of-many");
    let list = sleeve(&["convert", TWIN, "--to", "text"]).out;
    write_file(&folder, "one.toml", std::fs::read_to_string(TWIN).unwrap());
    for (count, is_told) in [(2, true), (MAX_MENDED_DECKS, false)] {
        write_file(&folder, "list.txt", list.repeat(count));
        let ran = Sleeve::new()
            .folder(&folder)
            .run(&["check", "one.toml", "list.txt"]);
        let ran = ran.assert_status(1);
        ran.assert_out(&format!("{} decks: ", count + 1));
        assert_eq!(ran.out.contains("\nfix: "), is_told, "{ran}");
    }
}

#[test]
fn legal_decks_many_decks_and_lists_with_lost_lines_have_none() {
    let silent = |args: &[&str]| {
        let ran = sleeve(args);
        assert!(!ran.out.contains("\nfix: "), "{ran}");
    };
    silent(&["check", "tests/pairs/battleship-galaxies/fleet/fleet-budget.legal.toml"]);
    silent(&["check", TWIN, "--as", "all"]);
    let mut many = vec!["check"];
    many.extend([TWIN; 10]);
    silent(&many);
    let lost = "game = \"battleship-galaxies\"\nformat = \"fleet\"\nrole = \"isn\"\n[zones]\nships = [\"Nobody\"]\n";
    let ran = Sleeve::new().input(lost).run(&["check", "-"]);
    assert!(!ran.out.contains("\nfix: "), "{ran}");
}
