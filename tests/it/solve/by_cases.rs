//! Conditions that rows say by cases, in games that ask for them.

use crate::common::{Ran, Sleeve, scratch, write_file};
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
    let cards = [("a", "f", 1, 2), ("b", "g", 4, 1), ("c", "h", 0, 5)]
        .map(card)
        .concat();
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
    write_file(folder, "deck.toml", deck);
    Sleeve::new()
        .folder(folder)
        .run(&[args, &["--cards", "tg"]].concat())
}

fn first(ran: &Ran) -> Value {
    let document = ran.document();
    document["decks"][0].clone()
}

/// A zone and what is asked of it.
type Rule = (&'static str, &'static str);

#[test]
fn what_is_said_by_cases_is_mended_by_the_fewest_changes() {
    let cases: [(&[Rule], &str, u64); 5] = [
        (&[("deck", "total(fac, least(count(), 2)) <= 2"), ("deck", "count() = 3")], "a = 4", 1),
        // Of no card nothing is the dearest.
        (&[("deck", "not (max(cost) != 4)")], "a = 1", 1),
        (&[("deck", "not (sum(pow) / sum(cost) >= 2)")], "a = 1\nc = 3", 1),
        (&[("deck", "not (count() / (sum(cost) - 2) < 3)")], "a = 1", 1),
        // Ten of power for a cost of six: halves in the divisor are no wholes.
        (
            &[("deck", "sum(pow) / (sum(cost) / 2) <= 4"), ("deck", "count() = 4")],
            "a = 2\nc = 2",
            1,
        ),
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
    let document = ran.document();
    let verdicts: Vec<&Value> = document["decks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|deck| &deck["verdict"])
        .collect();
    assert_eq!(verdicts, ["legal", "legal"], "{ran}");
}

#[test]
fn a_search_that_gives_up_names_the_limit_that_it_met() {
    let rules = ["count() * count() > 9999", "count() <= 60", "none(fac:g)", "none(fac:h)"];
    let folder = game("limit-met", &rules.map(|rule| ("deck", rule)));
    let fix = |time: &str, more: &[&str]| {
        run(&folder, "a = 1", &[&["fix", "deck.toml", "--time", time], more].concat())
    };
    // Products are not searched: the rules refuse what is found, whatever time there is.
    let ran = fix("60", &[]).assert_status(3);
    assert!(
        ran.out.contains("the rules reject the 40 nearest decks") && !ran.out.contains("--time"),
        "{ran}"
    );
    let said = first(&fix("60", &["-o", "json"]));
    assert_eq!(said["limit"], "rejected");
    // Of the rules only the first is broken.
    assert_eq!(said["why"][0]["rule"], "r0", "{said}");
    assert_eq!(said["why"].as_array().map(Vec::len), Some(1));
    assert!(said["at_least"].as_u64() >= Some(1), "{said}");
    fix("0.000001", &[]).assert_out("in time; allow more with --time");
    assert_eq!(first(&fix("0.000001", &["-o", "json"]))["limit"], "time");
}

/// The same game where decks have a budget.
fn with_budget(test: &str, budget: &str, rules: &[&str]) -> PathBuf {
    let rules: Vec<(&str, &str)> = rules.iter().map(|rule| ("deck", *rule)).collect();
    let folder = game(test, &rules);
    let formats = folder.join("tg").join("formats.toml");
    // No card is a spell, which `lint` tells before it proves anything.
    let text = std::fs::read_to_string(&formats).unwrap();
    let text = text.replace("zones.side.accepts = \"kind:spell\"\n", "");
    let text = format!("{text}[format.parameters.budget]\nname = \"budget\"\n{budget}\n");
    std::fs::write(formats, text).unwrap();
    folder
}

#[test]
fn more_copies_and_other_values_are_no_matter_of_time() {
    let many = game("copies-limit", &[("deck", "count() = 40000")]);
    let other =
        with_budget("values-limit", "default = 5\nmin = 1", &["count() = 77", "count() = budget"]);
    let met = [
        (many, "copies", "with at most 9999 copies of each card"),
        (other, "values", "with the parameter values that were tried; try others with --set"),
    ];
    for (folder, limit, told) in met {
        let build =
            |more: &[&str]| run(&folder, "", &[&["build", "tg/f", "--time", "60"], more].concat());
        let ran = build(&[]);
        assert!(ran.out.contains(told) && !ran.out.contains("time"), "{ran}");
        assert_eq!(first(&build(&["-o", "json"]))["limit"], limit);
    }
    // What is bounded only beyond those copies has a largest value all the same.
    let large = game("copies-bounded", &[("deck", "count() <= 40000")]);
    let ran = run(&large, "", &["build", "tg/f", "--maximise", "count()", "--time", "60"]);
    assert!(ran.err.contains("count() is 29997") && !ran.err.contains("proven"), "{ran}");
}

#[test]
fn values_of_parameters_that_nobody_gives_are_named() {
    let allowed = "default = 5\nallowed = [5, 50]";
    let folder =
        with_budget("chosen", allowed, &["count() <= budget", "count() + count(fac:f) >= 20"]);
    let json = ["-o", "json"];
    let row =
        |value: &str, by: &str| serde_json::json!([{ "id": "budget", "value": value, "by": by }]);
    let build = ["build", "tg/f", "--time", "60"];
    run(&folder, "", &build).assert_err("legal (tg/f, budget 50 chosen): 10 cards");
    assert_eq!(
        first(&run(&folder, "", &[&build[..], &json].concat()))["parameters"],
        row("50", "chosen")
    );
    let given = [&build[..], &["--set", "budget=50"], &json].concat();
    assert_eq!(first(&run(&folder, "", &given))["parameters"], row("50", "given"));
    let fix = ["fix", "deck.toml", "--time", "60"];
    run(&folder, "a = 10", &fix).assert_out("illegal deck.toml (tg/f, budget 5 by default)");
    assert_eq!(
        first(&run(&folder, "a = 10", &[&fix[..], &json].concat()))["parameters"],
        row("5", "default")
    );
    let lint = |more: &[&str]| {
        let lint = ["lint", "tg", "--witness", "--time", "60"];
        Sleeve::new()
            .folder(&folder)
            .run(&[&lint[..], more].concat())
    };
    assert!(lint(&[]).out.contains("# legal, budget 50 chosen"), "{}", lint(&[]));
    let document = lint(&json).document();
    assert_eq!(document["proofs"][0]["parameters"], row("50", "chosen"));
}

#[test]
fn an_illegal_deck_needs_a_change_at_least() {
    let folder = game("at-least", &[("deck", "not (sum(pow) / distinct(fac) >= 2)")]);
    let ran = run(&folder, "a = 1", &["fix", "deck.toml", "--time", "60"]);
    ran.assert_out("1 change, proven to be the fewest");
    let said = first(&run(&folder, "a = 1", &["fix", "deck.toml", "--time", "60", "-o", "json"]));
    assert_eq!((&said["proven"], &said["at_least"]), (&true.into(), &1.into()));
}

#[test]
fn a_contradiction_with_what_a_zone_accepts_names_the_zone() {
    let folder = game("zone-core", &[("side", "count() = 2")]);
    let ran = run(&folder, "a = 1", &["fix", "deck.toml", "--time", "60", "-o", "json"]);
    let said = first(&ran);
    let rules: Vec<&Value> = said["why"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reason| &reason["rule"])
        .collect();
    assert_eq!(rules, ["zone-side", "r0"], "{ran}");
    assert_eq!(said["why_is_minimal"], true);
    let ran = run(&folder, "a = 1", &["fix", "deck.toml", "--time", "60"]);
    ran.assert_out("without any one of them it would be possible");
    ran.assert_out("zone-side: the zone `side` accepts kind:spell");
}

#[test]
fn what_was_reached_is_said_and_whether_it_is_the_largest() {
    let folder = game("reached", &[("deck", "count() <= 3")]);
    let goal = ["--maximise", "sum(cost)", "--time", "60"];
    let build = |more: &[&str]| run(&folder, "", &[&["build", "tg/f"], &goal[..], more].concat());
    build(&[]).assert_err("3 cards; sum(cost) is 12, proven to be the largest");
    let reached = serde_json::json!({
        "measure": "sum(cost)", "value": "12", "proven": true, "bound": "12"
    });
    assert_eq!(first(&build(&["-o", "json"]))["reached"], reached);
    let ran = run(&folder, "a = 4", &[&["fix", "deck.toml"], &goal[..]].concat());
    ran.assert_out("1 change, proven to be the fewest; sum(cost) is 3,");
    // The file is written in every form of output.
    let ran = build(&["new.toml", "-o", "json"]);
    assert!(ran.err.contains("wrote new.toml") && folder.join("new.toml").exists(), "{ran}");
}

#[test]
fn reasons_are_sought_within_the_same_time() {
    let began = std::time::Instant::now();
    let args = ["build", "swccg/premiere_ds2", "--role", "dark", "--time", "6"];
    let ran = Sleeve::new().run(&[&args[..], &["--maximise", "avg(forfeit)"]].concat());
    // The cards are read before, and the deck is judged behind it.
    let took = began.elapsed().as_secs_f64();
    assert!(took < 10.0, "{took} s: {ran}");
}

#[test]
fn a_sheet_without_a_row_says_that_nothing_is_owned() {
    let folder = game("owns-nothing", &[("deck", "count() = 1")]);
    write_file(&folder, "owned.csv", "name,count\n");
    let args = ["check", "deck.toml", "--collection", "owned.csv", "-o", "json"];
    let ran = run(&folder, "a = 1", &args);
    assert_eq!(first(&ran)["collection"]["missing"][0]["count"], 1, "{ran}");
}

/// Adds a unit of which a value is not known.
fn add_unit(folder: &Path, fac: &str, cost: &str) {
    let path = folder.join("tg").join("cards.toml");
    let cards = std::fs::read_to_string(&path).unwrap();
    let unit = format!(
        "[[card]]\nid = \"u\"\nname = \"uu\"\nkind = \"unit\"\nfac = {fac}\ncost = {cost}\npow = 1\n"
    );
    std::fs::write(path, cards + &unit).unwrap();
}

#[test]
fn what_rests_on_unknown_values_is_claimed_where_it_holds_for_all_of_them() {
    let folder = game("unknown-totals", &[("deck", "count() = 4")]);
    add_unit(&folder, "\"?\"", "9");
    // Four cards of one kind are two, and no four are fewer; more might be, with the unknown kind.
    for (goal, value, is_proven) in [("--minimise", "2", true), ("--maximise", "4", false)] {
        let measure = "total(fac, least(count(), 2))";
        let ran = run(&folder, "", &["build", "tg/f", goal, measure, "--time", "60", "-o", "json"]);
        let reached = first(&ran)["reached"].clone();
        assert_eq!(
            (&reached["value"], &reached["proven"]),
            (&value.into(), &is_proven.into()),
            "{ran}"
        );
    }
}

/// Whatever faction the unit is of, each copy is of it or is not, which rows that take each
/// comparison by itself do not know: by them both copies would have to go, and two changes would be
/// called the fewest.
#[test]
fn a_rule_of_several_parts_is_gone_through_value_by_value_where_one_of_them_needs_it() {
    for (test, parts) in [
        ("parts-all", "count() = 2 and count(fac:f) + count(-fac:f) = 2"),
        ("parts-any", "count(fac:f) >= 2 or count(-fac:f) >= 2"),
    ] {
        let folder = game(test, &[("deck", "count() = 2"), ("deck", parts)]);
        add_unit(&folder, "\"?\"", "9");
        let fix = ["fix", "deck.toml", "--time", "60", "-o", "json"];
        let said = first(&run(&folder, "u = 2\nb = 1", &fix));
        assert_eq!((&said["changes"], &said["proven"]), (&1.into(), &true.into()), "{said}");
    }
}

#[test]
fn reasons_are_given_where_only_decks_that_may_be_legal_prove_the_fewest_changes() {
    let folder = game("unknown-average", &[("deck", "avg(cost) <= 2")]);
    add_unit(&folder, "\"f\"", "\"?\"");
    let ran = run(&folder, "a = 1\nb = 1", &["fix", "deck.toml", "--time", "60"]);
    ran.assert_out("1 change, proven to be the fewest");
    ran.assert_out("These contradict each other; some of them may be enough.\n  r0: t");
}

#[test]
fn a_goal_without_a_largest_value_is_said_where_facts_are_unknown_too() {
    let folder = game("unknown-goal", &[("deck", "none(fac:g)")]);
    add_unit(&folder, "\"?\"", "9");
    for (goal, told) in [
        ("count() * count()", "this measure cannot be maximised"),
        ("count()", "a measure to maximise (or minimise) has no limit"),
    ] {
        let ran = run(&folder, "", &["build", "tg/f", "--maximise", goal, "--time", "60"]);
        assert!(ran.to_string().contains(told), "{ran}");
    }
}

#[test]
fn what_no_known_deck_plays_goes_before_what_is_played_together() {
    let folder = game("odd-card", &[("deck", "count() = 2")]);
    std::fs::create_dir(folder.join("known")).unwrap();
    for odd in ["a", "b", "c"] {
        let played: Vec<String> = ["a", "b", "c"]
            .iter()
            .filter(|id| **id != odd)
            .map(|id| format!("{id} = 1"))
            .collect();
        let played = played.join("\n");
        for name in ["known/one.toml", "known/two.toml"] {
            let deck = format!("game = \"tg\"\nformat = \"f\"\n[zones.deck]\n{played}\n");
            write_file(&folder, name, deck);
        }
        // Of cards that fit alike, the one that is named last would go.
        let fix = ["fix", "deck.toml", "--like", "known", "--time", "60", "-o", "json"];
        let ran = run(&folder, &format!("{odd} = 1\n{played}"), &fix);
        assert_eq!(first(&ran)["out"][0]["id"], odd, "{ran}");
    }
}

/// Without any card a number is another one than its cards have, and a deck with those cards is no
/// worse.
#[test]
fn a_number_with_another_where_no_card_has_it_rules_no_deck_out() {
    for (at, rule) in [
        "(max(cost) else 4) <= 4",
        "(max(cost) else 0) >= 0",
        "(max(cost) else 5) != 6",
        "3 + (max(cost) else 0) >= 3",
        "greatest(max(cost) else 4, 1) <= 4",
        "(min(cost) else 9) < 9",
    ]
    .into_iter()
    .enumerate()
    {
        let rules = [("deck", "count() = 1"), ("deck", rule)];
        let folder = game(&format!("else-{at}"), &rules);
        run(&folder, "a = 1", &["check", "deck.toml"]).assert_status(0);
        let fixed = run(&folder, "a = 2", &["fix", "deck.toml", "-o", "json"]);
        let deck = first(&fixed);
        assert_eq!((&deck["changes"], &deck["proven"]), (&1.into(), &true.into()), "{rule}");
    }
}

/// A group that lies in no zone adds nothing, whatever its number reads elsewhere.
#[test]
fn a_group_without_cards_adds_nothing_to_a_total() {
    let folder = game("total-elsewhere", &[("side", "total(fac, (count(cost=1) in deck)) < 3")]);
    run(&folder, "a = 3", &["check", "deck.toml"]).assert_status(0);
    let fixed = run(&folder, "a = 3", &["fix", "deck.toml", "-o", "json"]);
    assert_eq!(first(&fixed)["changes"], 0, "{fixed}");
}
