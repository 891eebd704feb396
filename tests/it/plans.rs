//! Plans for the sideboard, against the decks that they make. The scenarios are in
//! `tests/console/plans.trycmd`.

use crate::common::{Sleeve, scratch, write_file};
use serde_json::Value;
use std::{fmt::Write, path::PathBuf};

const CARDS: &str = "tests/console/plans.in/ferry";
const HEAD: &str = "game = \"ferry\"\nformat = \"match\"\n[zones]\ncaptain = [\"Captain\"]\n";

/// Copies of `Otter`, `Heron` and `Fog` that leave, and of `Wave` and `Squall` that enter.
type Copies = [u32; 5];

const NAMES: [&str; 5] = ["Otter", "Heron", "Fog", "Wave", "Squall"];
/// The copies in the zone that each leaves.
const HELD: Copies = [3, 3, 2, 2, 1];

/// All plans that the deck can carry out, but those that take out all Otters.
fn all_plans() -> Vec<Copies> {
    let mut plans = vec![[0; 5]];
    for (at, most) in [2, 3, 2, 2, 1].into_iter().enumerate() {
        let longer = |plan: &Copies| {
            let plan = *plan;
            (0..=most).map(move |copies| {
                let mut plan = plan;
                plan[at] = copies;
                plan
            })
        };
        plans = plans.iter().flat_map(longer).collect();
    }
    plans
}

fn name(plan: &Copies) -> String {
    plan.map(|copies| copies.to_string()).concat()
}

fn table(cards: impl Iterator<Item = (&'static str, u32)>) -> String {
    let some = cards.filter(|(_, copies)| *copies > 0);
    some.map(|(name, copies)| format!("{name} = {copies}"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The deck with these plans.
fn deck(plans: &[Copies]) -> String {
    let mut text = zones(&[0; 5]);
    for plan in plans {
        let pairs = || NAMES.into_iter().zip(*plan);
        let (out, into) = (table(pairs().take(3)), table(pairs().skip(3)));
        writeln!(text, "[plans.\"{}\"]\nout = {{ {out} }}\nin = {{ {into} }}", name(plan)).unwrap();
    }
    text
}

/// The deck after a plan, without plans.
fn zones(plan: &Copies) -> String {
    let moved = || {
        NAMES
            .into_iter()
            .zip(HELD.into_iter().zip(*plan))
            .enumerate()
    };
    let zone = |is_deck: bool| {
        table(moved().map(|(at, (name, (held, moved)))| {
            (name, if (at < 3) == is_deck { held - moved } else { moved })
        }))
    };
    format!("{HEAD}deck = {{ {} }}\nsideboard = {{ {} }}\n", zone(true), zone(false))
}

fn check(text: &str) -> Value {
    Sleeve::new()
        .input(text)
        .run(&["check", "-", "--cards", CARDS, "-o", "json"])
        .document()
}

/// The rule and the message of each finding.
fn findings(document: &Value, plan: Option<&str>) -> Vec<(String, String)> {
    let all = document["decks"][0]["findings"].as_array().unwrap();
    let of_plan = all
        .iter()
        .filter(|finding| finding["plan"].as_str() == plan);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    of_plan
        .map(|finding| (text(&finding["rule"]), text(&finding["message"])))
        .collect()
}

/// Second witnesses: arithmetic, and the file of the deck that the plan makes.
#[test]
fn a_plan_is_judged_like_the_deck_that_it_makes() {
    let plans = all_plans();
    assert_eq!(plans.len(), 216);
    let document = check(&deck(&plans));
    assert_eq!(document["decks"][0]["verdict"], "legal");
    for (at, plan) in plans.iter().enumerate() {
        let id = name(plan);
        let found = findings(&document, Some(&id));
        let [otters, herons, fogs, waves, squalls] = *plan;
        let (leaving, entering) = (otters + herons + fogs, waves + squalls);
        let mut broken = Vec::new();
        broken.extend((leaving != entering).then_some("deck-size"));
        broken.extend((entering > 2).then_some("storms"));
        assert_eq!(found.iter().map(|(rule, _)| rule).collect::<Vec<_>>(), broken, "{id}");
        // A run for each seventh plan keeps the test short.
        if at % 7 > 0 {
            continue;
        }
        let made = findings(&check(&zones(plan)), None);
        let named = made
            .into_iter()
            .map(|(rule, said)| (rule, format!("plan `{id}`: {said}")));
        assert_eq!(found, named.collect::<Vec<_>>());
    }
}

#[test]
fn odds_of_a_plan_are_those_of_the_deck_that_it_makes() {
    let condition = "count(is:storm) = 1 and any(name:Heron)";
    let odds = |text: &str, more: &[&str]| -> Value {
        let args = ["odds", "-", condition, "--cards", CARDS, "-o", "json"];
        let ran = Sleeve::new().input(text).run(&[&args, more].concat());
        ran.assert_status(0).document()["results"].clone()
    };
    for plan in [[0, 2, 0, 2, 0], [2, 1, 0, 1, 1], [0, 0, 2, 2, 0]] {
        let made = odds(&zones(&plan), &[]);
        assert!(made.is_array(), "{made}");
        assert_eq!(odds(&deck(&[plan]), &["--plan", &name(&plan)]), made);
    }
}

#[test]
fn a_plan_is_no_part_of_fingerprint_seal_and_lock() {
    let plain = zones(&[0; 5]);
    let planned = deck(&[[0, 2, 0, 2, 0], [0, 0, 1, 0, 0]]);
    let print = |text: &str| check(text)["decks"][0]["fingerprint"].clone();
    assert_eq!(print(&planned), print(&plain));
    let run = |text: &str, args: &[&str]| {
        Sleeve::new()
            .input(text)
            .run(&[args, &["--cards", CARDS]].concat())
            .assert_status(0)
    };
    let sealed = run(&planned, &["seal", "-", "-o", "json"]).document();
    let [seal, nonce] = ["seal", "nonce"].map(|key| sealed[key].as_str().unwrap());
    run(&plain, &["check", "-", "--sealed", seal, "--nonce", nonce]);
    let folder = scratch("plans-of-players");
    let event = "name = \"Cup\"\nformat = \"ferry/match\"\ndecks = \"decks\"\n";
    write_file(&folder, "event.toml", event);
    let cards = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(CARDS);
    let run = |more: &[&str]| {
        let cards = cards.display().to_string();
        let args = ["check", "--event", "event.toml", "--cards", &cards];
        Sleeve::new()
            .folder(&folder)
            .run(&[&args, more].concat())
            .assert_status(0);
    };
    write_file(&folder, "decks/Anna/deck.toml", &planned);
    run(&["--lock"]);
    write_file(&folder, "decks/Anna/deck.toml", &plain);
    run(&[]);
    // Typing mistakes in a plan are no matter for an event either.
    write_file(
        &folder,
        "decks/Anna/deck.toml",
        format!("{plain}[plans.x]\nout = {{ Oter = 1 }}\n"),
    );
    run(&[]);
}

#[test]
fn a_sheet_has_a_card_for_each_plan() {
    let sheet = |text: &str| {
        Sleeve::new()
            .input(text)
            .run(&["sheet", "-", "--cards", CARDS])
            .assert_status(0)
            .out
    };
    let page = sheet(&deck(&[[0, 2, 0, 2, 0], [1, 0, 0, 0, 1]]));
    assert_eq!(page.matches("<article>").count(), 3);
    assert_eq!(page.matches("Out (2)").count(), 1);
    assert_eq!(page.matches("In (1)").count(), 1);
    assert_eq!(sheet(&zones(&[0; 5])).matches("<article>").count(), 1);
}

#[test]
fn fix_keeps_plans() {
    let folder = scratch("plans-that-stay");
    let text = deck(&[[1, 0, 0, 1, 0]]).replace("Otter = 3", "Otter = 5");
    write_file(&folder, "deck.toml", &text);
    let cards = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(CARDS)
        .display()
        .to_string();
    let args = ["fix", "deck.toml", "--write", "--cards", &cards];
    Sleeve::new().folder(&folder).run(&args).assert_status(0);
    let fixed = std::fs::read_to_string(folder.join("deck.toml")).unwrap();
    let plans = |text: &str| text.split_once("[plans").map(|(_, plans)| plans.to_owned());
    assert_ne!(fixed, text);
    assert_eq!(plans(&fixed), plans(&text));
}
