//! Exit statuses, `--deny`, `--as`, standard input, folders.

use super::{check, document, shipped, verdict, with};
use crate::common::{Sleeve, in_brief, list, scratch, sleeve, write_file};
use std::fs;

fn legal() -> String {
    shipped("star-realms/duel")
}

fn illegal() -> String {
    shipped("starfighter/la-meute-d-ares").replace("\"3-65\",", "")
}

fn undetermined() -> String {
    with(&shipped("starfighter/escarmouche-atlas-apollo"), "\"Apollo\"", "\"Atlas\"")
}

fn unusable() -> String {
    legal().replace("star-realms", "star-reams")
}

fn provisional() -> String {
    shipped("starfighter/entrainement")
}

fn pile() -> String {
    shipped("starfighter/la-meute-d-ares")
}

fn warned() -> String {
    let deck = shipped("battleship-galaxies/fleet-isn-carrier-group");
    let start = deck.find("ships = [").unwrap();
    let end = start + deck[start..].find("]\n").unwrap();
    let text = format!("{}ships = [{}", &deck[..start], &deck[end..]);
    text[..text.find("[carried]").unwrap()].to_owned()
}

#[test]
fn every_exit_status_comes_with_its_verdict_and_a_document() {
    let cases = [
        (legal(), 0, "legal"),
        (illegal(), 1, "illegal"),
        (unusable(), 2, "unusable"),
        (undetermined(), 3, "undetermined"),
    ];
    for (deck, status, word) in cases {
        assert_eq!(check(&deck, &[]).status, status, "{word}");
        let json = check(&deck, &["-o", "json"]);
        assert_eq!((json.status, json.err.as_str()), (status, ""));
        let document = document(&deck, &[]);
        assert_eq!(document["decks"][0]["verdict"], word);
        assert_eq!(document["summary"][word], 1);
        for form in ["github", "sarif", "junit"] {
            assert_eq!(check(&deck, &["-o", form]).status, status, "{form}");
        }
    }
}

#[test]
fn of_several_decks_the_worst_counts() {
    let folder = scratch("several");
    let decks = [
        ("legal", legal()),
        ("undetermined", undetermined()),
        ("illegal", illegal()),
        ("unusable", unusable()),
    ];
    for (name, text) in &decks {
        write_file(&folder, &format!("{name}.toml"), text);
    }
    let status = |names: &[&str]| {
        let mut args = vec!["check"];
        args.extend(names);
        Sleeve::new().folder(&folder).run(&args).status
    };
    let (legal, undetermined) = ("legal.toml", "undetermined.toml");
    let (illegal, unusable) = ("illegal.toml", "unusable.toml");
    assert_eq!(status(&[legal, legal]), 0);
    assert_eq!(status(&[undetermined, legal]), 3);
    assert_eq!(status(&[legal, undetermined, illegal]), 1);
    assert_eq!(status(&[unusable, illegal, undetermined, legal]), 2);
}

#[test]
fn what_is_denied_counts_as_one() {
    let status = |deck: &str, deny: &str| check(deck, &["--deny", deny]).status;
    assert_eq!(check(&warned(), &[]).status, 0);
    assert_eq!(status(&warned(), "warnings"), 1);
    assert_eq!(status(&warned(), "undetermined"), 0);
    assert_eq!(check(&provisional(), &[]).status, 0);
    assert_eq!(status(&provisional(), "provisional"), 1);
    assert_eq!(status(&legal(), "provisional,warnings,undetermined"), 0);
    assert_eq!(status(&undetermined(), "undetermined"), 1);
    assert_eq!(status(&undetermined(), "warnings"), 3);
    assert_eq!(status(&unusable(), "warnings,provisional,undetermined"), 2);
    assert_eq!(check(&legal(), &["--deny", "everything"]).status, 2);
}

#[test]
fn a_denied_warning_counts_beside_an_undetermined_rule() {
    let folder = scratch("denied");
    let club = "game = \"starfighter\"\n[[format]]\nid = \"club\"\nname = \"Club\"\nextends = \"escarmouche\"\ncite = \"reading: ours\"\n[[format.rule]]\nid = \"hundred\"\nzone = \"deck\"\nlevel = \"warning\"\nrequire = \"count() <= 99\"\ncite = \"reading: ours\"\ntext = \"Ours.\"\n";
    write_file(&folder, "club.toml", club);
    let sleeve = Sleeve::new().folder(&folder).input(undetermined());
    let args = ["check", "-", "--cards", "club.toml", "--as", "club"];
    assert_eq!(sleeve.run(&args).status, 3);
    let denied: Vec<&str> = args.iter().copied().chain(["--deny", "warnings"]).collect();
    assert_eq!(sleeve.run(&denied).status, 1);
}

#[test]
fn a_warning_stands_beside_the_verdict() {
    insta::assert_snapshot!(in_brief(check(&warned(), &[])), @"
    status: 0
    legal        - (battleship-galaxies/fleet, isn)
    warning[no-fleet]: no ships, at least 1 required (-:8:1) {ships} no ships = note: A player without a ship loses after the second turn. (reading: p. 3 sets no smallest fleet, but p. 8 ends the game for who has no ship on the board) = help: add 1 ship
    1 deck: 1 legal
    fingerprint KD16-ZX0F-JAYA-2XTV
    sleeve 0.1.0, data: battleship-galaxies 2026-11-21
    ");
}

#[test]
fn another_format_is_named_by_id_name_alias_or_with_its_game() {
    let deck = pile();
    for format in list(
        "guerre-totale; Guerre Totale; total-war; TOTAL WAR; starfighter/guerre-totale; \
        starfighter/total-war",
    ) {
        assert_eq!(verdict(&deck, &["--as", format]), "legal", "{format}");
    }
    assert_eq!(verdict(&deck, &["--as", "escarmouche"]), "illegal");
    insta::assert_snapshot!(in_brief(check(&deck, &["--as", "two-player"])), @"
    status: 2
    unusable     - (starfighter)
    error: there is no format `two-player` in starfighter = help: `two-player` is a format of star-realms; starfighter has `escarmouche`, `entrainement`, `guerre-totale`
    1 deck: 1 unusable
    sleeve 0.1.0, data: starfighter 2026-11-21
    ");
    insta::assert_snapshot!(in_brief(check(&deck, &["--as", "guerre-totle"])), @"
    status: 2
    unusable     - (starfighter)
    error: there is no format `guerre-totle` in starfighter = help: did you mean `guerre-totale` (Total War)?
    1 deck: 1 unusable
    sleeve 0.1.0, data: starfighter 2026-11-21
    ");
}

#[test]
fn under_all_formats_one_that_allows_the_deck_is_enough() {
    insta::assert_snapshot!(check(&pile(), &["--as", "all"]), @r"
    status: 0
    -
      illegal      escarmouche    [two-cruisers] 1 cruiser, exactly 2 required (and 1 more)
      illegal      entrainement   [two-cruisers] 1 cruiser, exactly 2 required (and 1 more)
      legal        guerre-totale

    sleeve 0.1.0, data: starfighter 2026-11-21
    ");
    assert_eq!(check(&illegal(), &["--as", "all"]).status, 1);
    let bare = pile().replace("game = \"starfighter\"\nformat = \"guerre-totale\"\n", "");
    assert_eq!(check(&bare, &["--as", "starfighter/all"]).status, 0);
    assert_eq!(check(&bare, &["--game", "starfighter", "--as", "all"]).status, 0);
    assert_eq!(check(&bare, &["--as", "all"]).status, 0, "its cards tell its game");
    let document = document(&pile(), &["--as", "all"]);
    let formats: Vec<_> = document["decks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|d| d["format"].as_str().unwrap())
        .collect();
    assert_eq!(formats, ["escarmouche", "entrainement", "guerre-totale"]);
}

#[test]
fn a_deck_that_names_no_game_is_told_the_candidates() {
    let bare = "[zones]\ndeck = [\"3-10\"]\n";
    insta::assert_snapshot!(in_brief(check(bare, &[])), @r#"
    status: 2
    unusable     -
    error: the deck does not say which game it is for = help: add `game = "…"`, or use --game with one of `battleship-galaxies`, `etoile-noire`, `star-realms`, `starfighter`, `swccg`
    1 deck: 1 unusable
    sleeve 0.1.0
    "#);
    let near = "game = \"starfigter\"\n[zones]\ndeck = [\"3-10\"]\n";
    insta::assert_snapshot!(in_brief(check(near, &[])), @r#"
    status: 2
    unusable     -
    error: there is no game `starfigter` (-:1:8) {"starfigter"} = help: did you mean `starfighter`?
    1 deck: 1 unusable
    sleeve 0.1.0
    "#);
    let role = shipped("etoile-noire/deux-joueurs-alliance").replace("role = \"alliance\"\n", "");
    let role = role.lines().take_while(|l| !l.starts_with('[')).collect::<Vec<_>>().join("\n");
    let role = check(&format!("{role}\n[zones]\nreserve = []\n"), &[]).assert_status(2);
    role.assert_out("`alliance`, `empire`");
}

#[test]
fn a_list_on_standard_input_takes_game_and_format_from_the_command_line() {
    let list = "# pasted from a chat\nCruiser:\nAres\nDeck:\n3-10\n2x 3-35\n";
    let args = ["--game", "starfighter", "--as", "guerre-totale"];
    let ran = check(list, &args).assert_status(1);
    ran.assert_out("3 squadrons, at least 25 required");
    ran.assert_out("2 × 3-35, at most 1 allowed");
}

#[test]
fn folders_are_walked_for_decks_and_nothing_else() {
    let folder = scratch("walked");
    fs::create_dir_all(folder.join("club/.git")).unwrap();
    fs::create_dir_all(folder.join("ignored")).unwrap();
    // What `.gitignore` names is ignored in a repository.
    fs::create_dir_all(folder.join(".git")).unwrap();
    let files = list(
        "b.toml; club/a.toml; ignored/c.toml; club/.git/d.toml; .hidden.toml; README.txt; README.md; \
        event.event.toml; Cargo.toml; notes.md",
    );
    for file in files {
        write_file(&folder, file, legal());
    }
    write_file(&folder, "sleeve.toml", "");
    write_file(&folder, ".gitignore", "ignored/\n");
    let ran = Sleeve::new().folder(&folder).run(&["check", "."]);
    let paths: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|l| l.split_whitespace().nth(1))
        .filter(|w| w.contains(".toml"))
        .collect();
    assert_eq!(paths.len(), 2, "{ran}");
    assert!(
        paths.iter().any(|p| p.ends_with("b.toml")) && paths.iter().any(|p| p.ends_with("a.toml")),
        "{ran}"
    );
    // What is named is read, whatever it is called.
    let named = Sleeve::new().folder(&folder).run(&[
        "check",
        ".hidden.toml",
        "README.md",
        "ignored/c.toml",
    ]);
    named.assert_out(".hidden.toml").assert_out("ignored/c.toml");
}

#[test]
fn quiet_says_nothing_of_a_legal_deck() {
    assert_eq!(check(&legal(), &["--quiet"]).out, "");
    assert!(check(&illegal(), &["--quiet"]).out.contains("deck-size"));
}

#[test]
fn usage_errors_go_to_the_other_stream_with_status_two() {
    sleeve(&["check"]).assert_refused();
    check(&legal(), &["--set", "budget"]).assert_status(2).assert_err("NAME=VALUE");
    check(&legal(), &["--on", "1998-13-01"]).assert_status(2).assert_err("1998-11-30");
}
