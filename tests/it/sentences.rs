//! What is said where a sentence stands alone: what it counts, in which order, how wide, in which
//! form.

use crate::{
    common::{Ran, Sleeve, scratch, sleeve, words, write_file},
    french::COMMANDS,
};
use serde_json::Value;
use std::{fs, path::Path};
use unicode_width::UnicodeWidthStr;

fn starfighter(deck: &str) -> String {
    format!(
        "game = \"starfighter\"\nformat = \"guerre-totale\"\n[zones]\ncruiser = [\"Ares\"]\n{deck}\n"
    )
}

/// 25 numbers of cards on one line, the last that of the first.
fn doubled() -> String {
    let ares = fs::read_to_string("decks/starfighter/la-meute-d-ares.toml").unwrap();
    let (_, numbers) = ares.split_once("deck = [").unwrap();
    let numbers: Vec<&str> = numbers
        .trim_end_matches(['\n', ']', ','])
        .split_whitespace()
        .collect();
    starfighter(&format!("deck = [{}]", numbers.join(" ").replace("\"3-65\"", "\"0-06\"")))
}

#[test]
fn findings_say_what_they_count() {
    let folder = scratch("counted");
    let empire = fs::read_to_string("decks/etoile-noire/trois-joueurs-empire.toml").unwrap();
    let empire = empire.replace("\"TIE fighter de Vador\" = 1", "");
    let ours =
        "[[assert]]\nid = \"high\"\ngame = \"starfighter\"\nrequire = \"count(level:9) >= 2\"\n";
    write_file(&folder, "a.toml", &empire);
    write_file(&folder, "b.toml", doubled());
    write_file(&folder, "sleeve.toml", ours);
    let ran = Sleeve::new()
        .folder(&folder)
        .run(&["check", ".", "-o", "github"]);
    let said = |id: &str| -> String {
        let line = ran
            .out
            .lines()
            .find(|line| line.contains(&format!("title={id}::")));
        line.and_then(|line| line.rsplit_once("::"))
            .expect(id)
            .1
            .to_owned()
    };
    assert_eq!(
        said("empire-reserve"),
        "no fighters (hero), exactly 1 required%0Aadd 1 fighter (hero)"
    );
    let high = "`count(level:9) >= 2`: no cards (level equal to 9), at least 2 required";
    assert!(said("assert-high").starts_with(high), "{ran}");
}

#[test]
fn a_rule_of_a_game_is_known_by_its_game_and_format() {
    let document = Sleeve::new()
        .input("game: swccg\nformat: open\n# side: dark\n1 Sense\n")
        .run(&["check", "-", "tests/pairs/starfighter", "-o", "sarif"])
        .document();
    let rules = document["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap();
    let of = |id: &str| {
        rules.iter().find(|rule| rule["id"] == id).unwrap()["shortDescription"]["text"].clone()
    };
    assert_ne!(of("swccg/open/deck-size"), of("starfighter/guerre-totale/deck-size"));
    let results = document["runs"][0]["results"].as_array().unwrap();
    assert!(
        results
            .iter()
            .all(|result| rules.iter().any(|rule| rule["id"] == result["ruleId"]))
    );
}

#[test]
fn what_makes_a_deck_illegal_stands_first_and_a_rule_says_its_words_once() {
    let ran = Sleeve::new().input("game: swccg\nformat: open\n# side: dark\n60 Sniper\n1 Hunt Down And Destroy The Jedi\n").run(&["check", "-"]);
    let heads: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|line| line.split_once('['))
        .map(|(head, _)| head)
        .collect();
    let sorted = heads
        .iter()
        .position(|head| *head == "warning")
        .unwrap_or(heads.len());
    assert!(sorted > 0 && heads[sorted..].iter().all(|head| *head != "error"), "{ran}");
    let attested = sleeve(&["check", "decks/starfighter", "--attested"]);
    assert_eq!(attested.out.matches("Two cards of one").count().min(9), 0, "{attested}");
}

#[test]
fn data_of_a_game_is_no_deck_and_a_project_is_checked_whole() {
    let league = || Sleeve::new().folder("tests/league");
    let checked = league().run(&["check", "."]).assert_status(1);
    checked.assert_out("not read     rules/winter.toml: card data");
    league().run(&["lint", "."]).assert_status(0);
    let folder = scratch("own-game");
    let run = |folder: &Path, args: &[&str]| Sleeve::new().folder(folder).run(args);
    assert_eq!(run(&folder, &["new", "game", "ours"]).status, 0);
    let ours = folder.join("ours");
    let checked = run(&ours, &["check", ".", "-o", "json"]);
    let document = checked.document();
    assert_eq!((checked.status, document["decks"].as_array().unwrap().len()), (1, 2), "{checked}");
    assert_eq!(document["skipped"][0]["reason"], "card-data", "{checked}");
    for args in [&["lint", "."][..], &["lint"], &["lint", ".", "cards"]] {
        assert_eq!(run(&ours, args).status, 0, "{args:?}: {}", run(&ours, args));
    }
    run(&ours, &["check", "cards"]).assert_status(2);
}

/// What a command prints on a terminal of so many columns has no longer line.
fn fits(sleeve: Sleeve, width: usize, args: &[&str]) -> Ran {
    let ran = sleeve
        .width(width)
        .run(&[args, &["--color", "never"]].concat());
    for line in ran.out.lines().chain(ran.err.lines()) {
        assert!(line.width() <= width, "{args:?} at {width}: {} in {line}\n{ran}", line.width());
    }
    ran
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let folder = scratch("wide");
    write_file(&folder, "double.toml", doubled());
    for width in [40, 60, 80] {
        let ran = fits(Sleeve::new().folder(&folder), width, &["check", "double.toml"]);
        assert!(ran.out.contains('…') || ran.out.contains("..."), "{ran}");
        let deck = "decks/starfighter/la-meute-d-ares.toml";
        let star = "decks/star-realms/duel.toml";
        for lang in ["en", "fr"] {
            for args in [
                &["check", deck, star][..],
                &["check", "decks/starfighter", "--attested"],
                &["check", deck, "--as", "all"],
                &["rules", "starfighter/guerre-totale"],
                &["rules", "star-realms/two-player"],
                &["odds", star, "any(Viper)"],
                &["odds", star, "any(Viper)", "--turns", "1..2"],
                &["stats", star],
                &["fix", "decks/etoile-noire/trois-joueurs-empire.toml"],
                &["build", "starfighter/guerre-totale", "-o", "human"],
                &["cards", "--game", "starfighter", "level:1", "effect:draw"],
                &["show", "Ares"],
                &["match", deck, deck],
                &["diff", deck, "decks/starfighter/la-valse-d-athena.toml"],
            ] {
                let args = [args, &["--lang", lang]].concat();
                if args[0] == "build" {
                    let ran = Sleeve::new().width(width).run(&args);
                    assert!(ran.err.lines().all(|line| line.width() <= width), "{width}: {ran}");
                } else {
                    fits(Sleeve::new(), width, &args);
                }
            }
        }
    }
}

#[test]
fn short_help_fits_on_a_screen() {
    let all = words(COMMANDS).into_iter().map(Some).chain([None]);
    for (command, lang) in all.flat_map(|command| [(command, "en"), (command, "fr")]) {
        let args: Vec<&str> = command.into_iter().chain(["-h", "--lang", lang]).collect();
        let page = sleeve(&args).assert_status(0).out;
        let lines = page.lines().count();
        assert!(lines <= 40, "{lines} lines of {args:?}\n{page}");
        let wide: Vec<&str> = page.lines().filter(|line| line.width() > 80).collect();
        assert!(wide.is_empty(), "{args:?} has {wide:#?}");
        let summary = page.lines().next().unwrap_or_default();
        assert!((1..=60).contains(&summary.width()), "{args:?}: {summary}");
        // What `-h` only names, `--help` explains.
        let long = sleeve(&[&args[..], &["--help"]].concat()).out;
        for option in page
            .split_whitespace()
            .filter(|word| word.starts_with("--") && !word.starts_with("--help"))
        {
            let option = option.trim_end_matches([',', ')']);
            assert!(long.contains(option), "{option} of {args:?}\n{long}");
        }
    }
}

#[test]
fn two_marks_far_apart_on_a_line_are_drawn_one_after_the_other() {
    let folder = scratch("marks");
    write_file(&folder, "double.toml", doubled());
    let ran = Sleeve::new()
        .folder(&folder)
        .width(60)
        .line("check double.toml --color never -q");
    insta::assert_snapshot!(ran.out, @r#"
    illegal      double.toml (starfighter/guerre-totale)

    error[one-per-matricule]: 2 × 0-06, at most 1 allowed
     --> double.toml:5:201
      |
    5 | ... "3-15", "3-35", "0-06"]
      |                     ^^^^^^ 2 × 0-06
      |
     ::: double.toml:5:9
      |
    5 | deck = ["0-06", "0-11", "0-16", "0-18", "0-21", "0-33...
      |         ------ first here
      |
      = note: A pile holds each card once; the matricule
              tells cards apart. (rulebook: Mode Guerre
              Totale)
      = help: remove 1 copy (0-06)

    fix: -1 0-06, +1 0-36
    "#);
}

#[test]
fn an_answer_that_says_nothing_is_undetermined() {
    let deck = "decks/starfighter/la-meute-d-ares.toml";
    let asked = sleeve(&["odds", deck, "any(colour:green)", "--attested"]);
    asked.assert_out("between 0.00 % and 100.00 %");
    assert_eq!(asked.status, 3, "{asked}");
    assert_eq!(sleeve(&["odds", deck, "any(colour:green)"]).status, 0);
}

#[test]
fn standard_input_is_read_once() {
    let ran = Sleeve::new().input(doubled()).run(&["check", "-", "-"]);
    ran.assert_out("standard input was already read");
}

#[test]
fn lines_of_json_are_the_rows_of_the_document() {
    let lines = |ran: &Ran| -> Vec<Value> {
        ran.out
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let asked = ["cards", "--game", "starfighter", "kind:cruiser"];
    let document = sleeve(&[&asked[..], &["-o", "json"]].concat()).document();
    let cards = lines(&sleeve(&[&asked[..], &["-o", "ndjson"]].concat()));
    assert_eq!(&cards, document["cards"].as_array().unwrap());
    let asked = ["stats", "decks/starfighter", "--wide", "-m", "count()"];
    let document = sleeve(&[&asked[..], &["-o", "json"]].concat()).document();
    let decks = lines(&sleeve(&[&asked[..], &["-o", "ndjson"]].concat()));
    assert_eq!(&decks, document["decks"].as_array().unwrap());
    assert_eq!(sleeve(&["stats", "decks/starfighter", "-o", "ndjson"]).status, 2);
}

#[test]
fn with_json_there_is_a_document_whatever_the_status() {
    let deck = "decks/starfighter/la-meute-d-ares.toml";
    for args in [
        &["check", deck, "--cards", "/nonexistent"][..],
        &["check", "--event", "/nonexistent"],
        &["odds", deck, "count(nothing:1) >= 1"],
        &["odds", "/nonexistent", "count() >= 1"],
        &["draw", "/nonexistent"],
        &["diff", "/nonexistent", deck],
        &["seal", "/nonexistent"],
        &["build", "starfighter/nonexistent"],
        &["rules", "nonexistent"],
        &["cards", "nonexistent:1"],
        &["check", "/nonexistent"],
        &["fix", "/nonexistent"],
        &["match", "/nonexistent", deck],
        &["stats", "/nonexistent"],
    ] {
        let ran = sleeve(&[args, &["-o", "json"]].concat());
        assert_eq!(ran.status, 2, "{args:?}: {ran}");
        let document: Result<Value, _> = serde_json::from_str(&ran.out);
        assert!(document.is_ok_and(|document| document["schema"].is_string()), "{args:?}: {ran}");
    }
}

#[test]
fn a_name_that_others_contain_says_how_many() {
    let ran = sleeve(&["cards", "--game", "swccg", "vader", "-o", "names"]);
    assert_eq!(ran.out, "Vader\n", "{ran}");
    let more = sleeve(&["cards", "--game", "swccg", "name:\"vader\"", "-o", "names"])
        .out
        .lines()
        .count()
        - 1;
    ran.assert_err(&format!("{more} more cards have `vader` in their names"));
    assert_eq!(sleeve(&["cards", "--game", "swccg", "Sense", "-q"]).err, "");
}

#[test]
fn helps_name_what_fits() {
    for command in ["new", "build"] {
        let ran = sleeve(&[command, "starfighter"]);
        ran.assert_err("starfighter/guerre-totale");
        assert!(!ran.err.contains("--as"), "{ran}");
    }
    let missing = sleeve(&["fix", "/nonexistent"]);
    assert!(missing.out.starts_with("unusable /nonexistent\n"), "{missing}");
    let junit = sleeve(&["check", "tests/pairs/starfighter", "-o", "junit"]);
    assert!(junit.out.lines().nth(1).unwrap().contains("skipped=\"0\""), "{junit}");
}
