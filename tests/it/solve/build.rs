//! `sleeve build`, `check --collection` and the proofs of `lint`.

use crate::common::{Ran, Sleeve, scratch, words, write_file};
use insta::assert_snapshot;
use serde_json::Value;

fn run(args: &[&str]) -> Ran {
    Sleeve::new().run(args)
}

#[test]
fn a_fleet_costs_as_much_as_the_budget_allows() {
    let args = ["build", "battleship-galaxies/fleet", "--role", "isn", "--time", "60"];
    let ran = run(&[&args[..], &["--maximise", "sum(launch) in ships"]].concat()).assert_status(0);
    assert_snapshot!(ran);
}

/// All fleets within 48, counted by hand: the dearest that the solver finds is the dearest there
/// is.
#[test]
fn no_fleet_of_all_fleets_is_dearer() {
    let catalog = sleeve::catalog::open("battleship-galaxies", &[]).unwrap();
    let launch = catalog.game.attribute("launch").unwrap();
    let unit = catalog.game.attribute("unit").unwrap();
    for role in ["isn", "wretch"] {
        let filter = format!("kind:ship faction:{role}");
        let scope = sleeve::language::Scope::from_catalog(&catalog);
        let filter = sleeve::language::filter(&filter, &scope).unwrap();
        let world = sleeve::language::World::from_catalog(&catalog);
        let mut units: std::collections::BTreeMap<String, Vec<i64>> = Default::default();
        for card in catalog.cards.iter() {
            if filter.test(&world, card.index(), None) != sleeve::language::Truth::True {
                continue;
            }
            let lens = sleeve::model::Lens::Shipped;
            let front = sleeve::model::FRONT;
            let cost = card
                .plain_number(front, launch, lens)
                .unwrap()
                .to_integer()
                .unwrap();
            let name = format!("{:?}", card.fact(&catalog.game, front, unit, lens));
            units.entry(name).or_default().push(cost);
        }
        let mut costs = vec![0i64];
        for versions in units.values() {
            let with = |cost: &i64| {
                let cost = *cost;
                std::iter::once(cost).chain(versions.iter().map(move |v| cost + v))
            };
            costs = costs
                .iter()
                .flat_map(with)
                .filter(|cost| *cost <= 48)
                .collect();
        }
        let dearest = *costs.iter().max().unwrap();
        let ran = run(&words(&format!(
            "build battleship-galaxies/fleet --role {role} --maximise 'sum(launch) in ships' --time 60 -o json"
        )));
        let document = ran.document();
        let deck = &document["decks"][0];
        assert_eq!((&deck["verdict"], &deck["proven"]), (&"legal".into(), &true.into()), "{ran}");
        let cards = deck["in"].as_array().unwrap();
        let total: i64 = cards
            .iter()
            .filter(|card| card["zone"] == "ships")
            .map(|card| {
                let card = catalog.cards.by_id(card["id"].as_str().unwrap()).unwrap();
                let lens = sleeve::model::Lens::Shipped;
                card.plain_number(sleeve::model::FRONT, launch, lens)
                    .unwrap()
                    .to_integer()
                    .unwrap()
            })
            .sum();
        assert_eq!(total, dearest, "{role}, of {} fleets", costs.len());
    }
}

#[test]
fn wishes_that_contradict_the_rules_are_told_with_their_sum() {
    let args = ["build", "battleship-galaxies/mission-3", "--role", "isn", "--time", "60"];
    let wishes = ["--require", "count(type:hero) in tactics >= 10"];
    let ran = run(&[&args[..], &wishes].concat()).assert_status(1);
    assert_snapshot!(ran);
}

#[test]
fn what_has_no_largest_value_is_said() {
    run(&words(
        "build starfighter/guerre-totale --maximise 'count() in cruiser * count() in deck'",
    ))
    .assert_status(2);
    assert_eq!(run(&["build", "starfighter/guerre-totale", "--with", "Nobody"]).status, 2);
    assert_eq!(run(&["build", "starfighter/guerre-totale", "--require", "cuont() > 1"]).status, 2);
    assert_eq!(run(&["build", "battleship-galaxies/fleet", "--role", "pirate"]).status, 2);
}

#[test]
fn a_collection_is_a_shopping_list() {
    let folder = scratch("collection");
    let root = env!("CARGO_MANIFEST_DIR");
    for name in ["fleet-budget.legal.toml", "one-per-card.legal.toml"] {
        let from = format!("{root}/tests/pairs/battleship-galaxies/fleet/{name}");
        std::fs::copy(from, folder.join(name)).unwrap();
    }
    let sheet = "name,count\nSuperior Squadron Tactics,3\nSparrow Cover Fire,3\nNobody at all,2\nErin Cho,1\n";
    write_file(&folder, "owned.csv", sheet);
    let here = || Sleeve::new().folder(&folder);
    let alone = here()
        .run(&["check", ".", "--collection", "owned.csv"])
        .assert_status(1);
    assert_snapshot!(alone);
    let together =
        here().run(&["check", ".", "--collection", "owned.csv", "--together", "-o", "json"]);
    let (alone, together) = (
        here()
            .run(&["check", ".", "--collection", "owned.csv", "-o", "json"])
            .document(),
        together.document(),
    );
    let total = |document: &Value| -> i64 {
        let missing = document["collection"]["missing"].as_array().unwrap();
        missing
            .iter()
            .map(|card| card["count"].as_i64().unwrap())
            .sum()
    };
    assert!(total(&together) > total(&alone));
    assert_eq!(alone["decks"][0]["verdict"], "legal");
    assert!(alone["decks"][0]["collection"]["missing"].is_array());
    assert!(together["decks"][0]["collection"].is_null());
    let refused = here().run(&["check", ".", "--collection", "owned.csv", "-o", "sarif"]);
    assert_eq!(refused.status, 2, "{refused}");
    write_file(&folder, "bad.csv", "a,b\n1,2\n");
    assert_eq!(
        here()
            .run(&["check", ".", "--collection", "bad.csv"])
            .status,
        2
    );
}

#[test]
fn a_collection_that_cannot_be_read_is_named_with_the_place() {
    let folder = scratch("collection-lost");
    let root = env!("CARGO_MANIFEST_DIR");
    let deck = "tests/pairs/battleship-galaxies/fleet/fleet-budget.legal.toml";
    std::fs::copy(format!("{root}/{deck}"), folder.join("fleet.toml")).unwrap();
    write_file(&folder, "owned.toml", "zones = [\n");
    write_file(&folder, "empty.txt", "");
    let owning = |file: &str| {
        let args = ["check", "fleet.toml", "--collection", file];
        let ran = Sleeve::new().folder(&folder).run(&args).assert_status(2);
        ran.err
    };
    assert_snapshot!(
        ["owend.toml", "owned.toml", "empty.txt"]
            .map(owning)
            .join("\n")
    );
}

/// Mission 4 asks for a pile of 36 tactic cards beside the preselected ones: read to the letter,
/// that is more than a faction has.
const STRICT: &str = r#"[[format]]
id = "strict"
extends = "mission-4"
name = "Mission 4 to the letter"
cite = "reading: a test"

[[format.rule]]
id = "pile-to-the-letter"
zone = "tactics"
require = "count() = 36"
cite = "reading: a test"
text = "Thirty-six tactic cards beside the preselected ones."
"#;

#[test]
fn mission_4_to_the_letter_is_a_contradiction_and_as_shipped_is_not() {
    let folder = scratch("lint-proof");
    let game = folder.join("battleship-galaxies");
    write_file(&game, "formats.toml", STRICT);
    let lint = |more: &[&str]| {
        let args = ["lint", "battleship-galaxies", "--time", "60"];
        Sleeve::new()
            .folder(&folder)
            .run(&[&args[..], more].concat())
    };
    let ran = lint(&[]).assert_status(1);
    // The folder of a test lies elsewhere on every machine.
    let shown = ran
        .to_string()
        .replace(&format!("{}/", folder.display()), "");
    assert_snapshot!(shown);
    let document = lint(&["-o", "json", "--witness"]).document();
    let proofs = document["proofs"].as_array().unwrap();
    let of = |format: &str| -> Vec<&str> {
        let of = proofs.iter().filter(|proof| proof["format"] == format);
        of.map(|proof| proof["verdict"].as_str().unwrap()).collect()
    };
    assert_eq!(of("strict"), ["illegal", "illegal"]);
    assert_eq!(of("mission-4"), ["legal", "legal"]);
    let shipped = proofs.iter().filter(|proof| proof["format"] != "strict");
    for proof in shipped {
        assert_ne!(proof["verdict"], "illegal", "{proof}");
        assert!(proof["deck"].is_array(), "{proof}");
    }
}

/// What a built deck comes to by a measure, as `stats` says, and whether that is proven to be the
/// most.
fn most(args: &[&str], measure: &str) -> (String, bool) {
    let folder = scratch("most");
    let ran = run(&[args, &["--maximise", measure, "--time", "60", "-o", "json"]].concat());
    let proven = ran.document()["decks"][0]["proven"] == true;
    let ran = run(&[args, &["--maximise", measure, "--time", "60"]].concat());
    write_file(&folder, "built.toml", &ran.out);
    let ran = Sleeve::new()
        .folder(&folder)
        .run(&["stats", "built.toml", "--measure", measure]);
    let line = ran.out.lines().find_map(|line| line.strip_prefix(measure));
    let number = line
        .unwrap_or_else(|| panic!("{ran}"))
        .split_whitespace()
        .next()
        .unwrap();
    (number.to_owned(), proven)
}

/// Cards that no rule tells apart differ in the measure alone.
#[test]
fn the_largest_number_is_found_where_cards_differ_in_nothing_else() {
    let pile = ["build", "starfighter/guerre-totale", "--require", "count() in deck = 25"];
    assert_eq!(most(&pile, "sum(level)"), ("70".to_owned(), true));
    assert_eq!(most(&pile, "count(effect:draw)"), ("15".to_owned(), true));
    let dark = ["build", "swccg/premiere_ds2", "--role", "dark"];
    for (measure, number) in
        [("sum(destiny)", "420"), ("sum(power)", "720"), ("avg(forfeit)", "15")]
    {
        assert_eq!(most(&dark, measure), (number.to_owned(), true), "{measure}");
    }
    let folder = scratch("most-of-a-repair");
    let cruiser =
        "game = \"starfighter\"\nformat = \"guerre-totale\"\n[zones]\ncruiser = [\"Ares\"]\n";
    write_file(&folder, "gt.toml", cruiser);
    let here = || Sleeve::new().folder(&folder);
    let ran =
        here().run(&["fix", "gt.toml", "--maximise", "sum(level)", "--write", "--time", "60"]);
    ran.assert_out("25 changes, proven to be the fewest");
    here()
        .run(&["stats", "gt.toml", "--measure", "sum(level)"])
        .assert_out("sum(level)  70");
}

/// A folder with a game of three cards, whose formats are given.
fn game(name: &str, formats: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    let game = folder.join("tg");
    std::fs::create_dir_all(&game).unwrap();
    let words = "id = \"tg\"\nname = \"Toy\"\n[sources.rulebook]\nname = \"Rules\"\n[kinds.unit]\n\
        [attributes.pow]\ntype = \"number\"\nname = \"power\"\n";
    write_file(&game, "game.toml", words);
    let card = |(id, pow)| {
        format!("[[card]]\nid = \"{id}\"\nname = \"{id}\"\nkind = \"unit\"\npow = {pow}\n")
    };
    let cards: String = [("a", 0), ("b", 1), ("c", 0)].map(card).concat();
    write_file(&game, "cards.toml", format!("[file]\nprovenance = \"rulebook\"\n{cards}"));
    write_file(&game, "formats.toml", formats);
    folder
}

/// A format of two zones with some lines.
fn format_of(lines: &str) -> String {
    let head = "[[format]]\nid = \"f\"\nname = \"F\"\ncite = \"reading: a test\"\n";
    format!("{head}zones = {{ main = \"kind:unit\", side = \"kind:unit\" }}\n{lines}\n")
}

/// A rule of that format.
fn rule(id: &str, require: &str) -> String {
    format!("[[format.rule]]\nid = \"{id}\"\nrequire = \"{require}\"\ncite = \"reading: a test\"\n")
}

#[test]
fn a_number_is_sought_in_every_zone_and_a_value_goes_before_none() {
    let rules = rule("main", "count() in main <= 2") + &rule("side", "count() in side <= 2");
    let folder = game("most-by-zone", &(format_of("") + &rules));
    let built = |measure: &str| {
        let args = ["build", "tg/f", "--cards", "tg", "--maximise", measure, "-o", "json"];
        let ran = Sleeve::new().folder(&folder).run(&args);
        let deck = &ran.document()["decks"][0];
        assert_eq!(deck["proven"], true, "{ran}");
        let cards = deck["in"].as_array().unwrap().iter();
        cards
            .map(|card| format!("{} {}", card["count"], card["id"].as_str().unwrap()))
            .collect()
    };
    let (sum, average, least): (Vec<String>, Vec<String>, Vec<String>) =
        (built("sum(pow)"), built("avg(pow)"), built("-avg(pow)"));
    assert_eq!(sum, ["2 b", "2 b"]);
    assert_eq!((average, least), (vec!["1 b".to_owned()], vec!["1 a".to_owned()]));
}

/// Nothing is divided: the numbers of a proof are those of the rules.
#[test]
fn a_proof_shows_the_numbers_of_the_rules() {
    let why = |args: &[&str]| {
        let args = [&["build"], args, &["--time", "60"]].concat();
        let (ran, document) = (run(&args), run(&[&args[..], &["-o", "json"]].concat()).document());
        let sum = document["decks"][0]["sum"]
            .as_str()
            .unwrap_or_else(|| panic!("{ran}"));
        ran.assert_out(sum);
        sum.to_owned()
    };
    let pile = ["starfighter/guerre-totale", "--require", "count() in deck = 10"];
    assert_eq!(why(&pile), "25 > 10");
    let none = run(&[&["build"], &pile[..], &["none.toml", "--time", "60"]].concat());
    assert_eq!(none.err, "`none.toml` is not written: no deck was found\n");
    let three = "count(level:1) in deck >= 6 and count(level:2) in deck >= 6 and count(level:3) in deck >= 6";
    let folder = game(
        "proof",
        &(format_of("") + &rule("size", "sum(pow * 4) <= 42") + &rule("many", "count(id=b) >= 11")),
    );
    let args = ["build", "tg/f", "--cards", "tg", "-o", "json"];
    let half = Sleeve::new().folder(&folder).run(&args).document();
    assert_eq!(half["decks"][0]["sum"], "44 > 42");
    let fifteen = why(&words(&format!(
        "starfighter/guerre-totale --require '{three}' --require 'count() in deck = 15'"
    )));
    assert!(["18 > 15", "25 > 15"].contains(&fifteen.as_str()), "{fifteen}");
}

/// A rule that counts several times in a proof has no number there that anybody finds in it.
#[test]
fn a_proof_shows_a_rule_in_its_own_numbers_or_not_at_all() {
    let proof = |args: &[&str]| {
        let ran = run(&[&["build"], args, &["--time", "60"]].concat());
        let shares = ran
            .out
            .lines()
            .filter(|line| line.contains(": at least ") || line.contains(": at most "));
        let shares = shares.map(|line| line.trim().split_once(": a").map_or("", |(rule, _)| rule));
        let document =
            run(&[&["build"], args, &["--time", "60", "-o", "json"]].concat()).document();
        let sum = document["decks"][0]["sum"].as_str().map(str::to_owned);
        (shares.map(str::to_owned).collect::<Vec<_>>(), sum.unwrap_or_else(|| panic!("{ran}")))
    };
    let shown = |rules: &[&str]| {
        rules
            .iter()
            .map(|rule| (*rule).to_owned())
            .collect::<Vec<_>>()
    };
    let six = ["battleship-galaxies/mission-1-free", "--role", "isn", "--set", "budget=42"];
    let six = [&six[..], &["--require", "count(kind:ship) = 6"]].concat();
    assert_eq!(
        proof(&six),
        (shown(&["fleet-budget", "the others together"]), "44 > 42".to_owned())
    );
    let average = ["starfighter/guerre-totale", "--require", "avg(level) in deck >= 2.9"];
    assert_eq!(
        proof(&average),
        (shown(&["deck-size", "the others together"]), "25 > 24".to_owned())
    );
}

/// Where no deck is legal, a deck that is illegal is not said to need no change.
#[test]
fn an_illegal_deck_that_nothing_mends_needs_a_change() {
    let deck = "game = \"battleship-galaxies\"\nformat = \"mission-1-free\"\nrole = \"isn\"\n[parameters]\nbudget = 44\n[zones]\n";
    let fixed = Sleeve::new()
        .input(deck)
        .run(&["fix", "-", "-o", "json"])
        .document();
    assert_eq!(
        (&fixed["decks"][0]["changes"], &fixed["decks"][0]["at_least"]),
        (&Value::Null, &1.into())
    );
}

/// Cards alike have the room of all of them, and no claim rests on how many copies are looked at.
#[test]
fn cards_alike_keep_their_room() {
    let built = |n: u32| {
        let folder =
            game("room", &(format_of("") + &rule("many", &format!("count() in main = {n}"))));
        let deck = Sleeve::new()
            .folder(&folder)
            .run(&["build", "tg/f", "--cards", "tg", "-o", "json"])
            .document();
        let count = |card: &Value| card["count"].as_u64().unwrap();
        let cards: u64 = deck["decks"][0]["in"]
            .as_array()
            .unwrap()
            .iter()
            .map(count)
            .sum();
        (deck["decks"][0]["verdict"].as_str().unwrap().to_owned(), cards)
    };
    assert_eq!(built(10_000), ("legal".to_owned(), 10_000));
    assert_eq!(built(100_000), ("undetermined".to_owned(), 0));
}

/// Where no deck is legal with the defaults of parameters, one may be with other values.
#[test]
fn numbers_of_parameters_are_tried_before_nothing_is_legal() {
    let ran = |parameter: &str, require: &str| {
        let parameters = format!("parameters.budget = {{ {parameter} }}");
        let rules = rule("size", "count() <= budget") + &rule("many", require);
        let folder = game("parameters", &(format_of(&parameters) + &rules));
        let run = |args: &[&str]| {
            Sleeve::new()
                .folder(&folder)
                .run(&[args, &["--cards", "tg"]].concat())
        };
        let (lint, built) = (run(&["lint", "tg"]), run(&["build", "tg/f"]));
        assert!(!lint.out.contains("no-legal-deck") || built.status == 1, "{lint}{built}");
        built
    };
    for parameter in ["default = 5, allowed = [5, 50]", "default = 5, min = 1"] {
        ran(parameter, "count() >= 20")
            .assert_status(0)
            .assert_out("budget = ");
    }
    let never = ran("default = 5, allowed = [5, 50]", "count() >= 60");
    never.assert_out("parameter-budget: for every value of `budget` (5, 50)");
    never.assert_out("60 > 50");
    ran("default = 5, min = 1, max = 73", "count() >= 100")
        .assert_status(1)
        .assert_out("100 > 73");
    // Whatever it is, it does not matter.
    let alone = ran("default = 5, min = 1", "count() >= 3 and count() <= 2");
    assert!(alone.status == 1 && !alone.out.contains("budget"), "{alone}");
    assert_eq!(ran("default = 5, min = 1", "count() * 3 = 10 * budget + 1").status, 3);
}
