//! Conditions that rows say by cases, in games that ask for them.

use crate::common::{Ran, Sleeve, scratch};
use serde_json::Value;
use std::path::{Path, PathBuf};

const ACCORD: &str = "docs/examples/games/accord";

/// A game of three units, of which each is of its own `fac`, with formats of these rules.
pub fn game(test: &str, rules: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(test);
    std::fs::create_dir(folder.join("tg")).unwrap();
    let put = |name: &str, text: &str| std::fs::write(folder.join("tg").join(name), text).unwrap();
    let number = |id: &str| {
        format!("attributes.{id} = {{ type = \"integer\", name = \"{id}\", doc = \"{id}\" }}\n")
    };
    put(
        "game.toml",
        &format!(
            "id = \"tg\"\nname = \"Test\"\ndata = 2026-11-22\nreaders = [\"toml\", \"text\"]\n\
             sources.rulebook.name = \"Rulebook\"\nkinds.unit = {{ name = \"unit\", plural = \"units\" }}\n\
             kinds.spell = {{ name = \"spell\", plural = \"spells\" }}\n\
             sets.first = {{ name = \"First\", released = 2024-01-01 }}\n\
             attributes.fac = {{ type = \"enum\", name = \"fac\", doc = \"fac\", values = [\"f\", \"g\", \"h\"] }}\n{}{}",
            number("cost"),
            number("pow")
        ),
    );
    let card = |(id, fac, cost, pow): (&str, &str, u32, u32)| {
        format!(
            "[[card]]\nid = \"{id}\"\nname = \"{id}{id}\"\nkind = \"unit\"\nfac = \"{fac}\"\ncost = {cost}\npow = {pow}\n"
        )
    };
    let cards = [("a", "f", 1, 2), ("b", "g", 4, 1), ("c", "h", 0, 5)].map(card).concat();
    put("cards.toml", &format!("[file]\nset = \"first\"\nprovenance = \"rulebook\"\n{cards}"));
    let mut formats = String::from(
        "[[format]]\nid = \"f\"\nname = \"F\"\ncite = \"rulebook\"\n\
         zones.deck.accepts = \"kind:unit\"\nzones.side.accepts = \"kind:spell\"\n",
    );
    for (at, (zone, rule)) in rules.iter().enumerate() {
        formats.push_str(&format!(
            "[[format.rule]]\nid = \"r{at}\"\nzone = \"{zone}\"\nrequire = \"{rule}\"\ncite = \"rulebook\"\ntext = \"t\"\n"
        ));
    }
    put("formats.toml", &formats);
    folder
}

/// Runs the program on that game, with a deck of these cards in `deck.toml`.
pub fn run(folder: &Path, deck: &str, args: &[&str]) -> Ran {
    let deck = format!("game = \"tg\"\nformat = \"f\"\n[zones.deck]\n{deck}\n");
    std::fs::write(folder.join("deck.toml"), deck).unwrap();
    Sleeve::new().folder(folder).run(&[args, &["--cards", "tg"]].concat())
}

fn first(ran: &Ran) -> Value {
    let document: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{ran}"));
    document["decks"][0].clone()
}

#[test]
fn what_is_said_by_cases_is_mended_by_the_fewest_changes() {
    let cases: [(&[(&str, &str)], &str, u64); 4] = [
        (&[("deck", "total(fac, least(count(), 2)) <= 2"), ("deck", "count() = 3")], "a = 4", 1),
        // Of no card nothing is the dearest.
        (&[("deck", "not (max(cost) != 4)")], "a = 1", 1),
        (&[("deck", "not (sum(pow) / sum(cost) >= 2)")], "a = 1\nc = 3", 1),
        (&[("deck", "not (count() / (sum(cost) - 2) < 3)")], "a = 1", 1),
    ];
    for (at, (rules, deck, changes)) in cases.into_iter().enumerate() {
        let folder = game(&format!("by-cases-{at}"), rules);
        let ran = run(&folder, deck, &["fix", "deck.toml", "--time", "60", "-o", "json"]);
        let said = first(&ran);
        assert_eq!((&said["changes"], &said["proven"]), (&changes.into(), &true.into()), "{ran}");
    }
}

#[test]
fn the_first_copy_is_free_in_repairs_and_for_both_roles() {
    let deck = "docs/examples/decks/accord/free-first-copy.influence.toml";
    let own = ["--cards", ACCORD, "--time", "60", "-o", "json"];
    let ran = Sleeve::new().run(&[&["fix", deck], &own[..]].concat());
    let said = first(&ran);
    assert_eq!((&said["changes"], &said["proven"]), (&1.into(), &true.into()), "{ran}");
    let ran = Sleeve::new().run(&[&["build", "accord/free-first-copy"], &own[..]].concat());
    let document: Value = serde_json::from_str(&ran.out).unwrap();
    let verdicts: Vec<&Value> =
        document["decks"].as_array().unwrap().iter().map(|deck| &deck["verdict"]).collect();
    assert_eq!(verdicts, ["legal", "legal"], "{ran}");
}
