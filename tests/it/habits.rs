//! What users of other tools expect: names of formats as players write them, lists that are written
//! for them, quiet that is quiet, losses said before they happen.

use crate::common::{Ran, Sleeve, scratch, sleeve, write_file};
use serde_json::Value;
use std::fs;

fn format_of(word: &str) -> String {
    let deck = fs::read_to_string("decks/swccg/hunt-down.toml").unwrap();
    // Rows seek no repair, which would take far longer than the verdict.
    let ran = Sleeve::new()
        .input(deck)
        .run(&["check", "-", "--as", word, "-o", "csv"]);
    ran.first_cell("format")
}

#[test]
fn formats_are_found_as_players_write_them() {
    for (word, id) in [
        ("P-DSII", "premiere_ds2"),
        ("dsii", "premiere_ds2"),
        ("ds2", "premiere_ds2"),
        ("ref2", "premiere_ref2"),
        ("P-RefII", "premiere_ref2"),
        ("anh", "premiere_anh"),
        ("decipher only", "open_no_virtual"),
        ("Decipher-Only", "open_no_virtual"),
        ("classic no v", "classic_no_virtual"),
    ] {
        assert_eq!(format_of(word), id, "{word}");
    }
}

#[test]
fn a_misspelt_format_is_sought_among_names_in_the_language_of_the_user() {
    let help =
        |word: &str, lang: &str| sleeve(&["rules", &format!("swccg/{word}"), "--lang", lang]).err;
    let english = help("Limited Ressource", "en");
    assert!(english.contains("did you mean `limited_resources` (Limited Resources)?"), "{english}");
    let french = help("récupératteur", "fr");
    assert!(
        french.contains("vouliez-vous dire `scavenger_premiere_ds2` (Récupérateur) ?"),
        "{french}"
    );
    let id = help("premiere_ds3", "en");
    assert!(id.contains("did you mean `premiere_ds2` (Premiere - Death Star II)?"), "{id}");
}

#[test]
fn a_form_of_the_output_that_is_written_as_an_option_is_told_with_its_option() {
    let said = |arg: &str, lang: &str| sleeve(&["check", "deck.toml", arg, "--lang", lang]).err;
    let english = said("--json", "en");
    assert!(english.contains("a similar argument exists: '--output json'"), "{english}");
    assert!(!english.contains("-- --json"), "{english}");
    let french = said("--csv", "fr");
    assert!(french.contains("--output csv") && !french.contains("-- --csv"), "{french}");
    // What no option takes is told as before.
    assert!(said("--yaml", "en").contains("-- --yaml"));
}

#[test]
fn commands_and_options_of_other_tools_lead_to_ours() {
    let said = |line: &str| Sleeve::new().line(line).err;
    assert!(said("search kind:unit").contains("'cards'"), "{}", said("search kind:unit"));
    assert!(said("validate deck.toml --lang fr").contains("nom voisin (sous-commande)"));
    assert!(said("check deck.toml --format open").contains("'--as'"));
    assert!(!said("fmt --format open").contains("'--as'"));
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn quiet_is_quiet() {
    let silent =
        |ran: Ran| assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    let (a, b) =
        ("decks/starfighter/la-meute-d-ares.toml", "decks/starfighter/le-rempart-d-atlas.toml");
    silent(sleeve(&["match", a, b, "-q"]));
    silent(sleeve(&["check", a, b, "-q"]));
    silent(sleeve(&["lint", "-q"]));
    let folder = scratch("quiet");
    let run = |args: &[&str]| Sleeve::new().folder(&folder).run(args);
    silent(run(&["new", "star-realms/two-player", "deck.toml", "-q"]));
    silent(run(&["convert", "deck.toml", "--to", "toml", "again.toml", "-q"]));
}

#[test]
fn odds_say_whether_they_reach_what_is_required() {
    let pile = ["odds", "--pile", "elves=4,other=56", "--draw", "7", "count(elves) >= 1"];
    let run = |args: &[&str]| sleeve(&[&pile, args].concat());
    let failed = run(&["--at-least", "0.9"]);
    assert_eq!(failed.status, 1);
    failed.assert_out("at least 90.00 % is not reached");
    let met = run(&["--at-least", "39.9%"]);
    assert_eq!(met.status, 0);
    met.assert_out("at least 39.90 % is reached");
    run(&["--at-least", "0.9", "--lang", "fr"]).assert_out("au moins 90,00 % : non atteint");
    let reached = |args: &[&str]| {
        let document = run(&[args, &["-o", "json"]].concat()).document();
        document["results"][0]["reached"].clone()
    };
    assert_eq!(reached(&["--at-least", "0.9"]), false);
    assert_eq!(reached(&["--at-least", "0.3"]), true);
    assert_eq!(reached(&[]), Value::Null);
}

#[test]
fn a_new_deck_of_a_prescribed_list_is_complete() {
    for (what, role) in [
        ("battleship-galaxies/mission-1", "isn"),
        ("battleship-galaxies/mission-1", "wretch"),
        ("battleship-galaxies/mission-1-no-tactics", "isn"),
        ("battleship-galaxies/mission-5", "isn"),
        ("battleship-galaxies/mission-5", "wretch"),
    ] {
        let deck = sleeve(&["new", what, "--role", role]).out;
        let ran = Sleeve::new().input(deck.clone()).run(&["check", "-"]);
        assert_eq!(ran.status, 0, "{what} {role}: {ran}\n{deck}");
    }
    for what in ["star-realms/two-player", "star-realms/free-for-all"] {
        for lang in ["en", "fr"] {
            let deck = sleeve(&["new", what, "--lang", lang]).out;
            let ran = Sleeve::new().input(deck.clone()).run(&["check", "-"]);
            assert_eq!(ran.status, 0, "{what}: {ran}\n{deck}");
        }
    }
    let open = sleeve(&["new", "battleship-galaxies/mission-1"]).out;
    assert!(
        open.contains(
            "# With `--role isn` or `--role wretch`, the prescribed lists are written here."
        ),
        "{open}"
    );
}

fn convert(test: &str, deck: &str, args: &[&str]) -> Ran {
    let folder = scratch(test);
    write_file(&folder, "a-list.txt", deck);
    let args = [&["convert", "a-list.txt"], args].concat();
    Sleeve::new().folder(&folder).run(&args)
}

#[test]
fn a_deck_that_is_converted_in_part_says_so() {
    let args = ["--game", "star-realms", "--to", "gemp-line"];
    let ran = convert("converted-in-part", "Scout x8\nNobody at all x2\n", &args).assert_status(2);
    ran.assert_out("scout,scout");
    let lacks = "warning: 1 line of the deck was not written, because it names no card\n";
    assert!(ran.err.ends_with(lacks), "{ran}");
}

#[test]
fn a_converted_deck_is_of_the_format_that_it_was_read_as() {
    let list = "Scout x8\nViper x2\n";
    let args = ["--game", "star-realms", "--as", "two-player", "--to", "toml"];
    convert("converted-format", list, &args).assert_out("format = \"two-player\"");
    let fleet = "# game: battleship-galaxies\nISN Everest standard\n";
    let args = ["--as", "fleet", "--role", "isn", "--set", "budget=42", "--to", "toml"];
    let ran = convert("converted-format", fleet, &args);
    for line in ["format = \"fleet\"", "role = \"isn\"", "budget = 42"] {
        ran.assert_out(line);
    }
}

#[test]
fn a_converted_deck_is_not_called_by_its_path() {
    let list = "# game: swccg\n1x Kessel\n";
    for to in ["swccgdb", "gemp-text"] {
        let ran = convert("converted-name", list, &["--to", to]);
        assert_eq!(ran.out.lines().next(), Some("a-list"), "{to}: {ran}");
    }
}

#[test]
fn a_legal_deck_that_a_file_spoils_is_told_so_before_it_is_written() {
    let deck = "decks/swccg/hunt-down.toml";
    let text = fs::read_to_string(deck).unwrap();
    assert!(!text.contains("outside"), "the deck has cards outside by now: use them");
    let outside = text + "\n[zones.outside]\n\"13_54\" = 1\n";
    let folder = scratch("spoiled");
    write_file(&folder, "deck.toml", outside);
    let run = |args: &[&str]| {
        Sleeve::new()
            .folder(&folder)
            .run(&[&["convert", "deck.toml", "--as", "open"], args].concat())
    };
    let swccgdb = run(&["--to", "swccgdb"]);
    assert!(
        swccgdb.err.starts_with(
            "warning: the deck is legal in open, but the converted file is not: `deck-size`"
        ),
        "{swccgdb}"
    );
    swccgdb.assert_err("note: in the file, the card of the zone `outside` is in `deck`");
    let holotable = run(&["--to", "holotable", "--lang", "fr"]);
    holotable.assert_err("le fichier ne conserve pas 1x Battle Order");
    let text = run(&["--to", "text"]);
    assert!(!text.err.contains("warning"), "{text}");
}

#[test]
fn a_list_whose_names_belong_to_one_game_needs_no_game() {
    let check = |list: &str| Sleeve::new().input(list).run(&["check", "-", "-o", "json"]);
    let game = |list: &str| {
        let document = check(list).document();
        document["decks"][0]["game"].as_str().map(str::to_owned)
    };
    assert_eq!(game("1 Luke Skywalker\n1 Mistyped Name\n2 Sense\n").as_deref(), Some("swccg"));
    assert_eq!(game("# format: fleet\n3 Erin Cho\n").as_deref(), Some("battleship-galaxies"));
    // Two games have this card, and one of them the rest.
    assert_eq!(game("1 Darth Vader\n1 Sense\n").as_deref(), Some("swccg"));
    assert_eq!(game("1 Darth Vader\n"), None);
    assert_eq!(game("1 Nobody At All\n"), None);
}
