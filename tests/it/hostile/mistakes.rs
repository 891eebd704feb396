//! Files full of mistakes: `sleeve` reports the first, counts the rest, and bounds the work.

use super::HEAD;
use crate::{
    check::check,
    common::{Ran, Sleeve, scratch, write_file},
};
use sleeve::{
    catalog::{
        self,
        source::{self, DataProblem, Layer},
    },
    decks::{self, DeckMessage, Hints},
    files::FileMessage,
    problem::{MAX_PROBLEMS, SourceText},
};
use std::{fmt::Write, fs, sync::Arc};

/// A text made of a line for each number.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, at| {
        let _ = writeln!(text, "{}", line(at));
        text
    })
}

/// The problems of a deck file, and how many more are counted.
fn problems(path: &str, text: &str) -> (usize, Option<usize>) {
    let catalog = catalog::open("swccg", &[]).unwrap();
    let hints = Hints { described: &catalog.game.described, ..Hints::default() };
    let error = decks::read(path, text.as_bytes(), &hints).unwrap_err();
    let more = error.problems.iter().find_map(|p| match p.message {
        DeckMessage::File(FileMessage::More { count }) => count,
        _ => None,
    });
    (error.problems.len() - usize::from(more.is_some()), more)
}

#[test]
fn problems_of_a_deck_are_told_up_to_a_limit_and_counted_beyond() {
    let all = |more| (MAX_PROBLEMS, Some(more));
    let keys = lines(20_000, |i| format!("key{i} = 1"));
    assert_eq!(problems("a.toml", &format!("{HEAD}{keys}[zones]\n")), all(19_900));
    let counts = lines(20_000, |i| format!("\"c{i}\" = 10000"));
    assert_eq!(problems("a.toml", &format!("{HEAD}[zones.deck]\n{counts}")), all(19_900));
    let names: Vec<String> = (0..20_000).map(|i| i.to_string()).collect();
    let names = format!("{HEAD}[zones]\ndeck = [{}]\n", names.join(","));
    assert_eq!(problems("a.toml", &names), all(19_900));
    let elements = format!("<deck>{}</deck>", "<c/>".repeat(20_000));
    assert_eq!(problems("a.xml", &elements), all(19_900));
    let cards = lines(20_000, |_| "card x".to_owned());
    assert_eq!(problems("a.htd", &cards), all(19_900));
    let keys: Vec<String> = (0..20_000).map(|i| format!("\"k{i}\":1")).collect();
    let keys = format!("{{{},\"cards\":[]}}", keys.join(","));
    assert_eq!(problems("a.json", &keys), all(19_900));
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn every_form_says_how_many_problems_are_not_told() {
    let text = format!("{HEAD}{}[zones]\n", lines(20_000, |i| format!("key{i} = 1")));
    for (form, says) in [
        ("human", "error: 19900 more mistakes"),
        ("json", "19900 more mistakes"),
        ("github", "19900 more mistakes"),
        ("sarif", "19900 more mistakes"),
        ("junit", "19900 more mistakes"),
    ] {
        let ran = check(&text, &["-o", form]);
        assert!(ran.status == 2 && ran.out.contains(says), "{form}: {}", ran.status);
    }
    check(&text, &["--lang", "fr"]).assert_out("19900 autres erreurs");
}

#[test]
fn zones_parameters_and_carriers_are_bounded() {
    for (key, text) in [
        ("zones", format!("[zones]\n{}", lines(10_000, |i| format!("z{i} = []")))),
        (
            "parameters",
            format!("[zones]\n[parameters]\n{}", lines(10_000, |i| format!("p{i} = 1"))),
        ),
        ("carried", format!("[zones]\n[carried]\n{}", lines(10_000, |i| format!("c{i} = []")))),
    ] {
        let error = decks::read("a.toml", format!("{HEAD}{text}").as_bytes(), &Hints::default());
        let problems = error.unwrap_err().problems;
        let [problem] = problems.as_slice() else { panic!("{problems:?}") };
        assert!(
            matches!(&problem.message, DeckMessage::File(FileMessage::TooMany { key: of, limit: 256 }) if *of == key),
            "{problem:?}"
        );
    }
}

#[test]
fn attributes_of_an_element_are_bounded_and_given_once() {
    let catalog = catalog::open("swccg", &[]).unwrap();
    let hints = Hints::from_game(&catalog.game, Some("gemp-xml"));
    let many: String = (0..200_000).fold(String::new(), |mut text, i| {
        let _ = write!(text, " a{i}=\"\"");
        text
    });
    let text = format!("<deck><card{many} blueprintId=\"1_1\"/></deck>");
    let error = decks::read("a.xml", text.as_bytes(), &hints).unwrap_err();
    assert_eq!(
        error.problems[0].message,
        FileMessage::TooMany { key: "attributes", limit: 64 }.into(),
        "not a comparison of all pairs"
    );
    let twice = "<deck><card blueprintId=\"1_1\" blueprintId=\"1_2\"/></deck>";
    let error = decks::read("a.xml", twice.as_bytes(), &hints).unwrap_err();
    let key = "blueprintId".to_owned();
    assert_eq!(error.problems[0].message, FileMessage::GivenTwice { key }.into());
}

fn mistakes(file: &str, text: String) -> Vec<DataProblem> {
    let game = "id = \"toy\"\nname = \"Toy\"\n[kinds.ship]\n[sets.first]\n[boxes.base]\n";
    let mut files = vec![Arc::new(SourceText::new("game.toml", game))];
    match file {
        "game.toml" => files = vec![Arc::new(SourceText::new(file, format!("{text}{game}")))],
        _ => files.push(Arc::new(SourceText::new(file, text))),
    }
    let layer = Layer { game: "toy".to_owned(), path: "toy".to_owned(), files };
    source::apply_layer(Default::default(), &layer).errors
}

#[test]
fn mistakes_in_card_data_are_told_up_to_a_limit_and_counted_beyond() {
    let card = |i| format!("[[card]]\nid = \"c{i}\"\nkind = \"k{i}\"");
    for (file, text) in [
        ("cards.toml", lines(20_000, card)),
        ("cards.toml", lines(20_000, |i| format!("k{i} = 1"))),
        ("game.toml", lines(20_000, |i| format!("k{i} = 1"))),
        ("cards.toml", lines(20_000, |_| "[[card]]\nid = \"c\"\nkind = \"ship\"".to_owned())),
    ] {
        let found = mistakes(file, text);
        assert_eq!(found.len(), MAX_PROBLEMS + 1, "{file}");
        let last = found.last().unwrap();
        assert!(last.to_string().contains("more mistakes"), "{last}");
    }
}

#[test]
fn findings_of_the_linter_are_told_up_to_a_limit_and_counted_beyond() {
    let card = |i| format!("[[card]]\nid = \"c{i}\"\nname = \"C\"\nkind = \"squadron\"");
    let text = format!("game = \"starfighter\"\n{}", lines(5_000, card));
    let ran = with_game("many-findings", &[("cards.toml", &text)], &["lint", "toy", "-o", "json"]);
    let found = ran.document();
    let found = found["findings"].as_array().unwrap();
    assert_eq!((ran.status, found.len()), (1, 1_001));
    let last = found.last().unwrap()["message"].as_str().unwrap();
    assert!(last.ends_with(" more mistakes"), "{last}");
}

fn rules(count: usize) -> String {
    let rule = |i| format!("[[format.rule]]\nid = \"r{i}\"\nrequire = \"count() > 1\"");
    let head = "[[format]]\nid = \"base\"\nname = \"B\"\nzones.deck = \"kind:ship\"";
    format!("{head}\n{}", lines(count, rule))
}

#[test]
fn rules_and_formats_are_bounded() {
    let one = |text: String, says: &str| {
        let found = mistakes("formats.toml", text);
        assert!(found.iter().any(|e| e.to_string().contains(says)), "{says}: {found:?}");
    };
    one(rules(20_000), "more than 1000 rules");
    let format =
        |i: usize, parent: &str| format!("[[format]]\nid = \"f{i}\"\nname = \"F\"\n{parent}");
    one(lines(5_000, |i| format(i, "")), "more than 2000 formats");
    let child = |i| format(i, "extends = \"base\"");
    let wide = format!("{}{}", rules(1_000), lines(500, child));
    one(wide, "more than 20000 rules");
}

#[test]
fn what_extends_what_is_read_in_any_order_and_not_without_end() {
    let chain = |count: usize, backwards: bool| {
        let format = |i: usize| {
            let parent = if i == 0 { "base".to_owned() } else { format!("f{}", i - 1) };
            format!("[[format]]\nid = \"f{i}\"\nname = \"F\"\nextends = \"{parent}\"")
        };
        let at = |i: usize| if backwards { format(count - 1 - i) } else { format(i) };
        mistakes("formats.toml", format!("{}{}", rules(2), lines(count, at)))
    };
    for backwards in [false, true] {
        assert!(chain(source::MAX_EXTENDS, backwards).is_empty());
        let deep = chain(1_900, backwards);
        let says = "more than 32 formats in a chain of `extends`";
        assert!(deep.iter().any(|e| e.to_string().contains(says)), "{deep:?}");
    }
    let circle = |i: usize| {
        format!("[[format]]\nid = \"f{i}\"\nname = \"F\"\nextends = \"f{}\"", (i + 1) % 1_000)
    };
    let found = mistakes("formats.toml", lines(1_000, circle));
    assert_eq!(found.len(), MAX_PROBLEMS + 1);
}

fn with_game(test: &str, files: &[(&str, &str)], args: &[&str]) -> Ran {
    let folder = scratch(test);
    fs::create_dir_all(folder.join("toy")).unwrap();
    for (name, text) in files {
        fs::write(folder.join("toy").join(name), text).unwrap();
    }
    Sleeve::new().folder(&folder).run(args)
}

#[test]
fn a_mistake_of_syntax_in_game_toml_is_told_alone() {
    let fixture = "tests/lint/no-text";
    let read = |name: &str| fs::read_to_string(format!("{fixture}/{name}")).unwrap();
    let game = read("game.toml").replace("[attributes.cost]", "[attributes.cost");
    let (cards, formats) = (read("cards.toml"), read("formats.toml"));
    let files = [
        ("game.toml", game.as_str()),
        ("cards.toml", cards.as_str()),
        ("formats.toml", formats.as_str()),
    ];
    let ran = with_game("broken-game", &files, &["lint", "toy", "-o", "json"]);
    let found = ran.document();
    let ids: Vec<&str> = found["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["not-toml"], "{ran}");
    // A broken file of cards is not followed by the cards that are missing from it.
    let list = format!("{formats}\n[[list]]\nid = \"l\"\nname = \"L\"\ncards = [\"hawk\"]\n");
    let broken = cards.replace("[[card]]\nid = \"hawk\"", "[[card]\nid = \"hawk\"");
    let game = read("game.toml");
    let files = [("game.toml", game.as_str()), ("cards.toml", &broken), ("formats.toml", &list)];
    let ran = with_game("broken-cards", &files, &["rules", "--cards", "toy", "toy"]);
    assert!(ran.err.contains("not valid TOML") && !ran.err.contains("unknown card"), "{ran}");
}

#[test]
fn unknown_values_zones_and_keys_list_what_there_is() {
    let ran = with_game(
        "lists",
        &[(
            "x.toml",
            "game = \"starfighter\"\n[[card]]\nid = \"n\"\nkind = \"qqqqqq\"\nxxxxxx = 1\n\
             [[format]]\nid = \"f\"\nname = \"F\"\nextends = \"guerre-totale\"\n\
             [[format.rule]]\nid = \"r\"\nzone = \"qqqqqq\"\nrequire = \"count() > 1\"\n",
        )],
        &["lint", "toy"],
    );
    ran.assert_out("= help: use `cruiser` or `squadron`");
    ran.assert_out("= help: use `cruiser` or `deck`");
    let deck = check(&format!("{HEAD}qqqqqq = 1\n[zones]\n"), &[]);
    deck.assert_out("= help: use `game`, `format`, `name`, `player`, `role`");
}

#[test]
fn settings_of_nothing_but_mistakes_are_bounded() {
    let folder = scratch("settings");
    write_file(&folder, "a.toml", format!("{HEAD}[zones]\n"));
    for (text, says) in [
        (lines(20_000, |i| format!("k{i} = 1")), "19900 more mistakes"),
        (format!("[levels]\n{}", lines(20_000, |i| format!("k{i} = \"warn\""))), "more than 1000"),
        (
            lines(5_000, |i| format!("[[assert]]\nid = \"a{i}\"\nrequire = \"count() > 1\"")),
            "more than 1000",
        ),
        (lines(20_000, |_| "=".to_owned()), "there may be more mistakes after these"),
    ] {
        write_file(&folder, "sleeve.toml", text);
        let ran = Sleeve::new().folder(&folder).run(&["check", "a.toml"]);
        assert!(ran.out.contains(says), "{says}: {}", &ran.out[..ran.out.len().min(2_000)]);
    }
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn a_deck_of_names_that_are_no_cards_is_told_once_and_not_for_every_format() {
    let names: String = (0..20_000).map(|i| format!("\"Q{i:06}\",\n")).collect();
    let deck = format!("game = \"swccg\"\nformat = \"open\"\n[zones]\ndeck = [\n{names}]\n");
    for args in [&["check", "-"][..], &["check", "-", "--as", "all"]] {
        let ran = Sleeve::new().input(deck.as_str()).run(args);
        assert_eq!(ran.status, 2);
        ran.assert_out("none of the 20000 lines names a card: this is not a deck of the game");
        assert!(ran.out.len() < 30_000, "{}", ran.out.len());
    }
    let ran = Sleeve::new()
        .input(deck.as_str())
        .run(&["check", "-", "--as", "all", "-o", "json"]);
    let document = ran.document();
    let decks = document["decks"].as_array().unwrap();
    assert_eq!(decks.len(), 1);
    assert_eq!(decks[0]["verdict"], "unusable");
    assert_eq!(decks[0]["errors"].as_array().unwrap().len(), 101);
    // Nothing of it is written elsewhere as if it were all.
    let ran = Sleeve::new()
        .input(deck.as_str())
        .run(&["convert", "-", "--to", "text"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, ""));
}

#[test]
fn near_names_are_sought_for_few_of_the_cards_that_are_carried() {
    let cargo: String = (0..20_000).map(|i| format!("\"F-51 x{i}\",")).collect();
    let deck = format!(
        "game = \"battleship-galaxies\"\nformat = \"fleet\"\n[zones]\nships = [\"ISN Everest (veteran)\"]\n[carried]\n\"ISN Everest (veteran)\" = [{cargo}]\n"
    );
    let ran = Sleeve::new().input(deck).run(&["check", "-", "-o", "json"]);
    let document = ran.document();
    let errors = document["decks"][0]["errors"].as_array().unwrap();
    let first = errors[0]["message"].as_str().unwrap();
    assert_eq!((ran.status, errors.len()), (2, 101));
    assert_eq!(first, "none of the 20000 lines names a card: this is not a deck of the game");
}

#[test]
fn a_list_of_headings_is_refused_and_strange_ones_share_a_note() {
    let list = |count: usize| {
        format!(
            "# game: swccg\n# format: open\n{}",
            lines(count, |at| format!("[Heading {at}]\n1 Yoda"))
        )
    };
    let ran = Sleeve::new()
        .input(list(5_000))
        .run(&["check", "-", "--as", "all"]);
    assert_eq!(ran.status, 2);
    ran.assert_out("5000 headings in one list; the limit is 1000");
    let ran = Sleeve::new().input(list(900)).run(&["check", "-"]);
    assert_eq!(
        ran.out
            .matches("these headings are not zones of open")
            .count(),
        1,
        "{ran}"
    );
    ran.assert_out("`Heading 0` (line 3)")
        .assert_out("and 840 more");
    let folded = Sleeve::new()
        .input(list(3))
        .run(&["check", "-", "--lang", "fr"]);
    folded.assert_out("ces titres ne sont pas des zones de open");
}
