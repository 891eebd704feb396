//! What the data claims of its facts and rules, and what it leaves out where there is nothing to
//! say.

use crate::common::sleeve;
use serde_json::Value;

fn card(game: &str, id: &str, args: &[&str]) -> Value {
    let document = sleeve(&[&["show", "--game", game, id, "-o", "json"], args].concat()).document();
    document["cards"][0].clone()
}

fn rules(format: &str) -> Value {
    sleeve(&["rules", format, "-o", "json"]).document()
}

/// The citation of a rule, or of a rule for two decks.
fn cite(format: &str, id: &str) -> String {
    fn find(value: &Value, id: &str) -> Option<String> {
        match value {
            Value::Object(map) if map.get("id").is_some_and(|v| v == id) => {
                map.get("cite").and_then(Value::as_str).map(str::to_owned)
            }
            Value::Object(map) => map.values().find_map(|v| find(v, id)),
            Value::Array(items) => items.iter().find_map(|v| find(v, id)),
            _ => None,
        }
    }
    find(&rules(format), id).unwrap_or_else(|| panic!("{format} has no `{id}`"))
}

#[test]
fn copies_that_nobody_has_counted_are_a_stand_in() {
    let looping = card("etoile-noire", "alliance-looping", &[]);
    assert_eq!(looping["quantity"], 2);
    assert_eq!(looping["provenance"]["quantity"], "stand-in");
    let shown = sleeve(&["show", "--game", "etoile-noire", "alliance-looping", "--attested"]);
    shown.assert_out("In a box        ?");
    let counted = |args: &[&str]| {
        let query = ["cards", "--game", "etoile-noire", "kind:action quantity=2", "-o", "json"];
        let document = sleeve(&[&query, args].concat()).document();
        document["cards"].as_array().unwrap().len()
    };
    assert_eq!((counted(&[]), counted(&["--attested"])), (16, 0));
    let fighters = card("etoile-noire", "tie-fighter", &["--attested"]);
    assert_eq!(fighters["quantity"], 6);
}

#[test]
fn what_was_worked_out_by_reading_says_so() {
    for (format, id) in [
        ("etoile-noire/trois-joueurs", "empire-board"),
        ("etoile-noire/trois-joueurs", "empire-reserve"),
        ("battleship-galaxies/fleet", "own-ships"),
        ("battleship-galaxies/mission-1-free", "equal-budgets"),
        ("battleship-galaxies/mission-1-free", "mission-1-free"),
    ] {
        let cite = cite(format, id);
        assert!(cite.starts_with("reading: "), "{format}, {id}: {cite}");
    }
}

#[test]
fn a_booklet_is_cited_where_it_was_found() {
    let source = |game: &str| {
        let catalog = sleeve::catalog::open(game, &[]).unwrap();
        catalog
            .game
            .sources
            .iter()
            .find(|s| s.named.id == "rulebook")
            .unwrap()
            .url
            .clone()
    };
    assert_eq!(source("star-realms"), None);
    assert_eq!(source("etoile-noire").as_deref(), Some("https://escaleajeux.fr"));
}

#[test]
fn an_optional_discard_lets_more_cards_be_seen() {
    let deck = "decks/etoile-noire/deux-joueurs-alliance.toml";
    let probability = |args: &[&str]| {
        let question = ["odds", deck, "any(effect:hero) in seen", "--turn", "3", "-o", "json"];
        let document = sleeve(&[&question, args].concat()).document();
        document["results"][0].to_string()
    };
    assert_eq!(probability(&[]), probability(&["--set", "discarded=0"]));
    assert_ne!(probability(&[]), probability(&["--set", "discarded=1"]));
}

#[test]
fn a_game_without_boxes_has_no_copies_in_a_box() {
    let luke = card("swccg", "1_19", &[]);
    assert_eq!(luke["quantity"], Value::Null);
    let shown = sleeve(&["show", "--game", "swccg", "1_19", "--lang", "fr"]);
    assert!(!shown.out.contains("Par boîte"), "{shown}");
    assert!(
        sleeve(&["show", "--game", "star-realms", "scout"])
            .out
            .contains("In a box")
    );
}

#[test]
fn force_icons_are_counted_for_each_player() {
    let measured = |name: &str, deck: &str| {
        let document = sleeve(&["stats", deck, "-o", "json"]).document();
        let averages = document["decks"][0]["averages"].as_array().unwrap().clone();
        let found = averages.iter().find(|a| a["name"]["en"] == name).cloned();
        found.unwrap_or_else(|| panic!("no `{name}` in {averages:#?}"))["value"]["text"].clone()
    };
    let own = "own Force icons, own locations";
    let opponents = "opponent's Force icons, own locations";
    let activated = "Force activated with all own locations on the table";
    let by_hand = |measure: &str, deck: &str| {
        let document = sleeve(&["stats", deck, "--measure", measure, "-o", "json"]).document();
        document["decks"][0]["measures"][0]["value"]["low"]
            .as_f64()
            .unwrap()
    };
    let text = |value: f64| Value::from(value.to_string());
    for (deck, mine, theirs) in [
        ("decks/swccg/hunt-down.toml", "sum(dark-icons)", "sum(light-icons)"),
        ("decks/swccg/jedi-training-endor.toml", "sum(light-icons)", "sum(dark-icons)"),
    ] {
        assert_eq!(measured(own, deck), text(by_hand(mine, deck)), "{deck}");
        assert_eq!(measured(opponents, deck), text(by_hand(theirs, deck)), "{deck}");
        assert_eq!(measured(activated, deck), text(by_hand(mine, deck) + 1.0), "{deck}");
    }
}

#[test]
fn an_id_that_an_owner_attests_loses_its_star() {
    let folder = crate::common::scratch("attested-ids");
    let overlay = folder.join("box.toml");
    let shown = |id: &str, provenance: &str| {
        let text =
            format!("game = \"starfighter\"\n[[card]]\nid = \"{id}\"\nlevel = 1\n{provenance}\n");
        std::fs::write(&overlay, text).unwrap();
        let overlay = overlay.to_str().unwrap();
        sleeve(&["--cards", overlay, "show", "--game", "starfighter", id]).out
    };
    for provenance in [
        "provenance = \"rulebook\"",
        "provenance = { id = \"rulebook\" }",
        "provenance = { default = \"published\", level = \"rulebook\" }",
    ] {
        let out = shown("1-08", provenance);
        assert!(!out.contains("1-08 *") && !out.contains("the id itself"), "{provenance}\n{out}");
    }
    for provenance in ["", "provenance = { level = \"rulebook\" }"] {
        assert!(shown("1-08", provenance).contains("1-08 *"), "{provenance}");
    }
}

#[test]
fn of_too_few_names_every_card_is_listed() {
    let deck = std::fs::read_to_string("decks/etoile-noire/deux-joueurs-alliance.toml").unwrap();
    let lines: Vec<&str> = deck.lines().collect();
    let shield = lines
        .iter()
        .position(|l| l.contains("Bouclier") || l.contains("Shield"))
        .unwrap();
    let without: Vec<&str> = lines
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != shield)
        .map(|(_, l)| *l)
        .collect();
    let ran = crate::common::Sleeve::new()
        .input(without.join("\n"))
        .run(&["check", "-"]);
    let line = ran
        .out
        .lines()
        .find(|l| l.contains("the cards:"))
        .unwrap_or_else(|| panic!("{ran}"));
    assert_eq!(line.matches(',').count(), 6, "{line}");
    assert!(!line.contains("more"), "{line}");
}
