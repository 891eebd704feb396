//! What Objectives set out: which cards fill each place, what the rules make of it, where a deck
//! may start.

use crate::common::Sleeve;
use serde_json::Value;
use sleeve::{
    language::{self, Scope, Truth, World},
    model::{Catalog, SetOutPlaces},
};
use std::collections::{BTreeMap, BTreeSet};

fn catalog() -> Catalog {
    sleeve::catalog::open("swccg", &[]).unwrap()
}

/// The ids of the cards that a filter finds.
fn members(catalog: &Catalog, filter: &str) -> BTreeSet<String> {
    let filter = language::filter(filter, &Scope::from_catalog(catalog)).unwrap();
    let world = World::from_catalog(catalog);
    let found = catalog
        .cards
        .iter()
        .filter(|c| filter.test(&world, c.index(), None) == Truth::True);
    found.map(|card| card.id().to_owned()).collect()
}

fn id(catalog: &Catalog, set_out: &SetOutPlaces) -> String {
    catalog.cards.card(set_out.card).id().to_owned()
}

type Key = BTreeMap<(String, String, bool), BTreeSet<String>>;

/// The key judged by hand: Objective, place and whether it is optional, with the cards that fill
/// it.
fn judged() -> Key {
    let text = std::fs::read_to_string("tests/swccg/objectives.toml").unwrap();
    let table: toml::Table = text.parse().unwrap();
    let ids = |value: &toml::Value| -> BTreeSet<String> {
        let ids = value.as_array().unwrap().iter();
        ids.map(|id| id.as_str().unwrap().to_owned()).collect()
    };
    let mut key = Key::new();
    for (card, places) in &table {
        for (place, value) in places.as_table().unwrap() {
            match value.as_table() {
                Some(optional) => key.extend(
                    optional
                        .iter()
                        .map(|(p, v)| ((card.clone(), p.clone(), true), ids(v))),
                ),
                None => {
                    key.insert((card.clone(), place.clone(), false), ids(value));
                }
            }
        }
    }
    key
}

#[test]
fn every_place_is_filled_by_the_cards_that_were_judged() {
    let catalog = catalog();
    let mut found = Key::new();
    for set_out in catalog.set_outs().iter() {
        for place in &set_out.places {
            let key = (id(&catalog, set_out), place.id.clone(), place.optional);
            found.insert(key, members(&catalog, &place.cards));
        }
    }
    let judged = judged();
    let differing: Vec<_> = found
        .iter()
        .filter(|(key, cards)| judged.get(key) != Some(cards))
        .collect();
    assert!(differing.is_empty(), "not as judged: {differing:#?}");
    assert_eq!(found.len(), judged.len(), "judged, and set out by no Objective");
}

#[test]
fn every_objective_is_judged_and_says_that_it_was_read() {
    let catalog = catalog();
    let set_out: BTreeSet<String> = catalog.set_outs().iter().map(|s| id(&catalog, s)).collect();
    assert_eq!(set_out, members(&catalog, "kind:objective"));
    assert_eq!(set_out.len(), 58);
    for entry in catalog.set_outs().iter() {
        assert!(entry.cite.en.starts_with("reading:"), "{}", id(&catalog, entry));
        assert!(entry.required().next().is_some(), "{}", id(&catalog, entry));
    }
}

#[test]
fn the_lists_of_locations_follow_from_what_the_objectives_set_out() {
    let catalog = catalog();
    let (mut named, mut of_choice) = (BTreeSet::new(), BTreeSet::new());
    for set_out in catalog.set_outs().iter() {
        let location = catalog.game.kind("location").unwrap();
        for place in set_out.places.iter().filter(|place| place.kind == location) {
            if place.name.is_empty() {
                named.extend(members(&catalog, &place.cards));
            } else {
                of_choice.insert(id(&catalog, set_out));
            }
        }
    }
    assert_eq!(members(&catalog, "in:objective-locations"), named);
    assert_eq!(members(&catalog, "in:objectives-of-choice"), of_choice);
}

/// Rule, status and message of the findings of a list.
fn findings(list: &str) -> Vec<(String, String)> {
    let args = ["check", "--game", "swccg", "--as", "open", "--from", "text", "-o", "json", "-"];
    let ran = Sleeve::new().input(list).run(&args);
    let document = ran.document();
    let findings = document["decks"][0]["findings"]
        .as_array()
        .unwrap_or_else(|| panic!("{ran}"));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let told = findings.iter().filter(|f| f["status"] != "note");
    told.map(|f| (text(&f["rule"]), text(&f["message"])))
        .collect()
}

#[test]
fn hunt_down_with_the_meditation_chamber_raises_no_warning() {
    let hunt = "Starting:\n1x 7_297\n1x 4_161\n1x 4_135\n1x 4_163\n1x 5_129\n\nDeck:\n55x 1_194\n";
    assert_eq!(findings(hunt), []);
    let without = "Starting:\n1x 7_297\n1x 4_161\n1x 4_135\n\nDeck:\n57x 1_194\n";
    assert_eq!(findings(without), []);
}

#[test]
fn the_original_rescue_the_princess_has_its_corridor() {
    let rescue = "1x 7_139\n1x 7_118\n1x 1_17\n1x 1_124\n1x 1_136\n1x 1_139\n54x 1_28\n";
    assert_eq!(findings(rescue), []);
    let missing = findings("1x 7_139\n1x 1_17\n1x 1_124\n1x 1_136\n1x 1_139\n55x 1_28\n");
    let (rule, message) = ("objective-cards", "Death Star: Detention Block Corridor");
    assert!(missing.len() == 1 && missing[0].0 == rule, "{missing:?}");
    assert!(missing[0].1.contains(message), "{missing:?}");
}

#[test]
fn a_name_that_contains_the_persona_does_not_fill_its_place() {
    // First Officer Thaneespi and Enhanced Proton Torpedoes hold the letters of Han.
    let profit = "1x 110_4\n1x 7_131\n1x 6_81\n1x 9_12\n1x 9_88\n55x 1_28\n";
    let found = findings(profit);
    assert!(found.len() == 1 && found[0].1.contains("sets out Han,"), "{found:?}");
    for han in ["1_11", "5_1", "7_48", "102_2", "215_11"] {
        let profit = format!("1x 110_4\n1x 7_131\n1x 6_81\n1x {han}\n56x 1_28\n");
        assert_eq!(findings(&profit), [], "{han}");
    }
}

#[test]
fn a_set_icon_narrows_what_fills_a_place() {
    let list = |visage: &str| format!("1x 213_31\n1x 209_50\n1x {visage}\n1x 5_168\n56x 1_194\n");
    assert_eq!(findings(&list("213_16")), []);
    let original = findings(&list("4_135"));
    assert!(original.len() == 1 && original[0].0 == "objective-cards", "{original:?}");
}

#[test]
fn three_dots_may_start_and_diamonds_and_sites_aboard_may_not() {
    let starting = |card: &str, filler: &str| {
        findings(&format!("Starting:\n1x {card}\n\nDeck:\n1x {filler}\n58x {filler}\n"))
    };
    for (card, filler) in
        [("6_85", "1_28"), ("6_169", "1_194"), ("8_74", "1_28"), ("8_165", "1_194")]
    {
        assert_eq!(starting(card, filler), [], "{card}");
    }
    let refused = ["7_128", "4_82", "2_66", "2_62"].map(|card| (card, "1_28"));
    for (card, filler) in refused
        .into_iter()
        .chain([("2_149", "1_194"), ("4_165", "1_194")])
    {
        let rules: Vec<String> = starting(card, filler)
            .into_iter()
            .map(|(rule, _)| rule)
            .collect();
        let both = ["eligible-starting-location", "starting-location-eligible"];
        assert_eq!(rules, both, "{card}");
    }
}

#[test]
fn a_missing_place_is_told_with_what_to_add() {
    let args = ["check", "--game", "swccg", "--as", "open", "--from", "text", "-"];
    let ran = Sleeve::new().input("1x 7_300\n59x 1_194\n").run(&args);
    for line in [
        "`Ralltiir Operations` sets out Ralltiir, but the deck has none",
        "help: add one of Ralltiir, Ralltiir (V)",
    ] {
        ran.assert_out(line);
    }
    let french: Vec<&str> = ["--lang", "fr"].into_iter().chain(args).collect();
    let ran = Sleeve::new().input("1x 7_300\n59x 1_194\n").run(&french);
    for line in [
        "« Ralltiir Operations » met en place Ralltiir, mais le deck n'en a pas",
        "aide : ajouter l'une de : Ralltiir, Ralltiir (V)",
    ] {
        ran.assert_out(line);
    }
}

#[test]
fn show_says_what_a_card_sets_out_and_that_it_was_read() {
    let ran = Sleeve::new().run(&["show", "7_297"]);
    for line in [
        "Sets out  Executor: Holotheatre (1 card)",
        "Visage Of The Emperor (2 cards)",
        "Executor: Meditation Chamber (optional, 1 card)",
        "reading: what the Objective says it deploys",
    ] {
        ran.assert_out(line);
    }
    let ran = Sleeve::new().run(&["show", "7_297", "-o", "json"]);
    let document = ran.document();
    let set_out = &document["cards"][0]["sets-out"];
    assert_eq!(set_out["places"][0]["id"], "holotheatre", "{ran}");
    assert_eq!(set_out["places"][2]["optional"], true, "{ran}");
    assert!(
        set_out["cite"]
            .as_str()
            .is_some_and(|cite| cite.starts_with("reading:")),
        "{ran}"
    );
}
