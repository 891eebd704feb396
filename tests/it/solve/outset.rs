//! Warnings of decks that are built and repaired: heeded where that costs nothing, else named.

use crate::common::{Sleeve, scratch, write_file};
use serde_json::Value;

fn run(args: &[&str], deck: &str) -> (Value, String) {
    run_as("open", args, deck)
}

fn run_as(format: &str, args: &[&str], deck: &str) -> (Value, String) {
    let test = std::thread::current().name().unwrap().replace("::", "-");
    let folder = scratch(&test);
    write_file(
        &folder,
        "deck.toml",
        format!("game = \"outset\"\nformat = \"{format}\"\n[zones]\n{deck}\n"),
    );
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outset");
    let known = format!("{root}/known.toml");
    let game = format!("{root}/outset");
    let more = ["--cards", &game, "--like", &known, "--time", "60"];
    let here = || Sleeve::new().folder(&folder);
    let document = here()
        .run(&[args, &more, &["-o", "json"]].concat())
        .document();
    let ran = here().run(&[args, &more].concat());
    (document["decks"][0].clone(), format!("{}{}", ran.out, ran.err))
}

fn ids(deck: &Value, of: &str) -> Vec<String> {
    let cards = deck[of].as_array().unwrap().iter();
    cards
        .map(|card| format!("{} {}", card["count"], card["id"].as_str().unwrap()))
        .collect()
}

#[test]
fn a_new_deck_brings_what_its_plan_sets_out() {
    let (deck, _) = run(&["build", "outset/open", "--with", "The Plan"], "");
    assert_eq!(deck["verdict"], "legal");
    assert_eq!(deck["warnings"], Value::Null, "{deck}");
    let cards = ids(&deck, "in");
    assert!(cards.contains(&"1 tower".to_owned()) && cards.contains(&"1 hero".to_owned()));
    // A second plan would lie outside, where nothing sets it out.
    let (deck, _) = run(&["build", "outset/open", "--with", "2x The Plan"], "");
    assert_eq!((&deck["verdict"], &deck["proven"]), (&"illegal".into(), &true.into()));
    let why = deck["why"]
        .as_array()
        .unwrap()
        .iter()
        .map(|why| why["rule"].as_str().unwrap());
    assert_eq!(why.collect::<Vec<_>>(), ["one-plan", "--with"]);
    // A goal goes first, and the first line says what is lost for it.
    let most =
        ["build", "outset/open", "--with", "The Plan", "--maximise", "count(kind:scout) in deck"];
    let (deck, said) = run(&most, "");
    assert_eq!(deck["reached"]["value"], "5");
    assert_eq!(deck["warnings"].as_array().unwrap().len(), 2, "{deck}");
    assert!(said.contains("legal, 2 warnings (outset/open"), "{said}");
}

#[test]
fn a_repair_adds_no_warning_or_names_it() {
    let fix = |more: &[&str], deck: &str| run(&[&["fix", "deck.toml"], more].concat(), deck);
    // Legal as it is: nothing changes, whatever warns.
    let (deck, said) = fix(&[], "deck = { plan = 1, a = 5 }");
    assert_eq!((&deck["changes"], ids(&deck, "out").len()), (&0.into(), 0));
    assert!(
        said.starts_with("legal, 2 warnings deck.toml (outset/open): nothing has to change\n"),
        "{said}"
    );
    assert_eq!(said.matches("[set-out] ").count(), 2, "{said}");
    // One card of seven goes, and what the plan sets out stays.
    let seven = "deck = { plan = 1, tower = 1, hero = 1, a = 1, b = 1, c = 2 }";
    let (deck, said) = fix(&[], seven);
    assert_eq!((&deck["changes"], &deck["warnings"]), (&1.into(), &Value::Null), "{said}");
    let (deck, said) = fix(&["--lock", "kind:scout", "--lock", "kind:plan"], seven);
    assert_eq!((&deck["changes"], deck["warnings"].as_array().unwrap().len()), (&1.into(), 1));
    assert!(said.starts_with("legal, 1 warning deck.toml"), "{said}");
}

#[test]
fn a_repair_that_only_removes_brings_nothing_in() {
    let (deck, _) = run(&["fix", "deck.toml"], "deck = { a = 9, b = 2 }");
    assert_eq!((&deck["changes"], ids(&deck, "in").len()), (&5.into(), 0), "{deck}");
}

/// Whether a card is red is known of one alone.
#[test]
fn a_card_that_perhaps_may_come_in_leaves_the_answer_open() {
    let only = ["build", "outset/open", "--only", "colour:blue"];
    let (deck, _) = run(&only, "");
    assert_eq!(deck["verdict"], "undetermined", "{deck}");
    let locked = ["fix", "deck.toml", "--lock", "colour:blue"];
    let (deck, _) = run(&locked, "deck = { a = 7 }");
    assert_eq!((&deck["verdict"], &deck["changes"]), (&"undetermined".into(), &1.into()), "{deck}");
    let (deck, _) = run(&locked, "deck = { c = 7 }");
    assert_eq!((&deck["verdict"], &deck["changes"]), (&"legal".into(), &1.into()), "{deck}");
}

/// Two scouts in the side would be one change, if it accepted scouts.
#[test]
fn a_reason_that_rests_on_the_filter_of_a_zone_names_it() {
    let (deck, said) = run_as("sorted", &["fix", "deck.toml"], "side = { a = 1 }");
    assert_eq!((&deck["changes"], &deck["why_is_minimal"]), (&3.into(), &true.into()), "{said}");
    let why = deck["why"]
        .as_array()
        .unwrap()
        .iter()
        .map(|why| why["rule"].as_str().unwrap());
    assert_eq!(why.collect::<Vec<_>>(), ["zone-side", "side", "changes"]);
}
