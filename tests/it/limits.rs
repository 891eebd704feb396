//! Questions that are too large: every one ends at once, with its limit stated and what to ask
//! instead, and never takes the memory that it would need.

use crate::common::{Ran, Sleeve, scratch, words, write_file, write_game};
use serde_json::Value;
use std::{
    fmt::Write,
    time::{Duration, Instant},
};

/// What no command may take on a small input; generous, because tests are not optimised.
const PATIENCE: Duration = Duration::from_secs(30);

#[track_caller]
fn refused(args: &[&str], words: &[&str]) -> Ran {
    let start = Instant::now();
    let ran = Sleeve::new().run(args);
    assert!(start.elapsed() < PATIENCE, "{args:?} took {:?}", start.elapsed());
    assert_eq!(ran.status, 2, "{args:?}\n{ran}");
    for word in words {
        ran.assert_err(word);
    }
    ran
}

fn list(count: usize, item: impl Fn(usize) -> String, between: &str) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(between)
}

/// As many kinds of hands as are needed to be too many.
const WIDE: &str = "count(c0) + count(c1) * 2 + count(c2) * 3 + count(c3) * 4 + count(c4) * 5 + \
    count(c5) * 6 + count(c6) * 7 + count(c7) * 8 + count(c8) * 9 + count(c9) * 10 + \
    count(c10) * 11 + count(c11) * 12 + count(c12) * 13 + count(c13) * 14 + count(c14) * 15 + \
    count(c15) * 16 + count(c16) * 17 + count(c17) * 18 + count(c18) * 19 + count(c19) * 20 >= 60";

fn wide() -> String {
    list(20, |i| format!("c{i}=3"), ",")
}

#[test]
fn one_condition_over_the_limit_leaves_the_others_their_answers() {
    let pile = wide();
    let ask = ["odds", "--pile", &pile, "--draw", "9", "count(c0) >= 1", WIDE, "count(c1) >= 1"];
    let ran = Sleeve::new().run(&ask);
    assert_eq!((ran.status, ran.err.as_str()), (2, ""), "{ran}");
    assert_eq!(ran.out.matches("2679/6844 = 39.14 %").count(), 2, "{ran}");
    ran.assert_out("no answer: ");
    let ran = Sleeve::new().run(&[&ask[..], &["-o", "json"]].concat());
    let document = ran.document();
    let results = document["results"].as_array().unwrap();
    assert_eq!((ran.status, results.len()), (2, 3), "{ran}");
    assert_eq!(results[0]["fraction"], results[2]["fraction"]);
    assert_eq!(results[0]["fraction"], "2679/6844");
    assert_eq!(results[1]["fraction"], Value::Null);
    assert!(
        results[1]["refused"]["message"]
            .as_str()
            .unwrap()
            .contains("the limit is"),
        "{ran}"
    );
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn one_turn_over_the_limit_leaves_the_others_their_answers() {
    let pile = wide();
    let ask = ["odds", "--pile", &pile, "--draw", "3", WIDE, "--turns", "1..9"];
    let ran = Sleeve::new().run(&ask);
    assert_eq!((ran.status, ran.err.as_str()), (2, ""), "{ran}");
    ran.assert_out("no answer: ");
    let ran = Sleeve::new().run(&[&ask[..], &["-o", "json"]].concat());
    let document = ran.document();
    let turns = document["results"].as_array().unwrap();
    assert_eq!((ran.status, turns.len()), (2, 9), "{ran}");
    assert!(turns[0]["fraction"].is_string() && turns[0].get("refused").is_none(), "{ran}");
    assert!(turns[8]["fraction"].is_null() && turns[8]["refused"].is_object(), "{ran}");
}

#[test]
fn the_number_in_a_refusal_is_above_the_limit_beside_it() {
    let pile = list(6, |i| format!("c{i}=1000"), ",");
    let sum = list(6, |i| format!("count(c{i}) * {}", i + 2), " + ");
    for (draw, limit) in [("9", 0), ("20", 0), ("300", 0), ("2000", 0), ("3000", 1)] {
        let ran =
            Sleeve::new().run(&["odds", "--pile", &pile, "--draw", draw, &format!("{sum} >= 500")]);
        if ran.status == 0 {
            assert_eq!(limit, 0, "{ran}");
            continue;
        }
        assert_eq!(ran.status, 2, "{ran}");
        if ran.err.contains("far too many") || ran.err.contains("10^") {
            continue;
        }
        let title = ran.err.lines().next().unwrap();
        let numbers = title
            .split(|c: char| !c.is_ascii_digit())
            .filter(|n| !n.is_empty());
        let numbers: Vec<u128> = numbers.map(|n| n.parse().unwrap()).collect();
        let [asked, allowed] = numbers.as_slice() else { panic!("{ran}") };
        assert!(asked > allowed, "{ran}");
    }
}

#[test]
fn piles_of_billions_are_refused_before_memory_is_taken() {
    let pile = ["--pile", "a=4294967295,b=20", "--draw", "1"];
    let draw = |more: &[&'static str]| [&["draw"][..], &pile, more].concat();
    refused(&draw(&[]), &["the pile has 4294967315 cards", "the limit is 1000000"]);
    refused(&draw(&["count(a) >= 1", "--trials", "10"]), &["4294967315", "4294967295"]);
    refused(&["draw", "--pile", "a=4294967295", "--draw", "1"], &["the limit is 1000000"]);
    let half = ["odds", "--pile", "a=4294967000,b=20", "--draw", "2147483000", "count(a) >= 1"];
    refused(&half, &["2147483000", "100000"]);
    let half = ["odds", "--pile", "a=1000000,b=1000000", "--draw", "100000", "count(a) >= 50000"];
    refused(&half, &["the limit is"]);
    let many = list(2001, |i| format!("c{i}=1"), ",");
    let ran = Sleeve::new().run(&["odds", "--pile", &many, "--draw", "1", "count() >= 1"]);
    assert!(ran.status == 2 && ran.err.contains("at most 2000 classes"), "{ran}");
}

#[test]
fn hands_without_number_are_refused_before_they_are_dealt() {
    let deal = |more: &[&'static str]| {
        [&["draw", "--pile", "a=900000,b=20", "--draw", "7", "--hands", "100000"][..], more]
            .concat()
    };
    refused(&deal(&[]), &["the limit is 20000000", "--trials 1000000"]);
    let turns =
        ["draw", "--pile", "a=60", "--draw", "0", "--hands", "100000", "--turns", "1..1000"];
    refused(&turns, &["the limit is 20000000"]);
    let endless = words(
        "draw --pile a=1,b=999999 --draw 50000 --mulligan free --exchanges unlimited --keep 'count(b) = 0'",
    );
    refused(&endless, &["would never end"]);
}

#[test]
fn a_mulligan_of_too_many_kinds_of_hands_is_refused() {
    let pile = wide();
    for rule in ["london", "vancouver", "free"] {
        refused(
            &["odds", "--pile", &pile, "--draw", "8", WIDE, "--mulligan", rule],
            &["kinds of opening hands", "the limit is 200000"],
        );
    }
}

#[test]
fn counting_with_cut_counts_is_bounded_too() {
    let pile = list(14, |i| format!("c{i}=200"), ",");
    let some = list(14, |i| format!("count(c{i}) >= 2"), " or ");
    refused(&["odds", "--pile", &pile, "--draw", "1400", &some], &["the limit is"]);
    let pile = list(26, |i| format!("c{i}=2"), ",");
    let some = list(26, |i| format!("count(c{i}) = 1"), " or ");
    refused(&["odds", "--pile", &pile, "--draw", "26", &some], &["the limit is"]);
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn the_work_of_a_command_is_shared_by_all_that_it_asks() {
    let pile = wide();
    let many = vec![WIDE; 400];
    let ran = Sleeve::new().run(&[&["odds", "--pile", &pile, "--draw", "5"], &many[..]].concat());
    assert_eq!(ran.status, 2);
    let (answers, refusals) =
        (ran.out.matches("1 in").count(), ran.out.matches("no answer").count());
    assert!(answers > 0 && refusals > 0 && answers + refusals == 400, "{answers} {refusals}");
    assert!(ran.out.contains("ask for fewer conditions"), "{}", ran.out);
    let vary = ["odds", "--pile", "a=1,b=4000000000", "--draw", "7", "count(a) >= 7"];
    let vary = [&vary[..], &["--vary", "a", "--at-least", "1"]].concat();
    refused(&vary, &["are left"]);
}

fn nested(depth: usize, field: &str) -> String {
    (0..depth).fold("count() >= 1".to_owned(), |inner, _| format!("each({field}, {inner})"))
}

#[test]
fn groups_within_groups_are_bounded_by_their_work() {
    let deck = "decks/swccg/hunt-down.toml";
    let wide = "the limit is 1000";
    refused(&["odds", deck, &nested(8, "icons")], &["groups within groups", wide]);
    refused(
        &["stats", deck, "--measure", &format!("groups(icons, {})", nested(7, "icons"))],
        &[wide],
    );
    let many = list(200, |_| nested(2, "icons"), " and ");
    refused(&["odds", deck, &many], &[wide]);
    // Fields of one value may be nested as deep as anything else.
    Sleeve::new()
        .run(&["odds", deck, &nested(20, "side")])
        .assert_status(0);
    // Two fields of many values do.
    let two = Sleeve::new()
        .line(&format!("stats {deck} --measure 'groups(icons, each(icons, count() >= 1))'"));
    assert_eq!(two.status, 0, "{two}");
}

#[test]
fn groups_within_groups_are_refused_in_a_format_too() {
    let folder = crate::common::scratch("nested-groups");
    let mut format =
        String::from("[[format]]\nid = \"nest\"\nname = \"Nest\"\nextends = \"two-player\"\n");
    write!(
        format,
        "[[format.rule]]\nid = \"deep\"\nzone = \"trade\"\nrequire = \"{}\"\n",
        nested(12, "effect")
    )
    .unwrap();
    write_file(&folder, "star-realms/formats.toml", format);
    let start = Instant::now();
    let ran = Sleeve::new().run(&[
        "check",
        "--cards",
        folder.to_str().unwrap(),
        "decks/star-realms/duel.toml",
        "--as",
        "nest",
    ]);
    assert!(start.elapsed() < PATIENCE);
    assert!(ran.status != 0 && format!("{ran}").contains("groups within groups"), "{ran}");
}

#[test]
fn up_to_64_values_of_a_field_are_headings() {
    let folder = scratch("heading-values");
    for (values, status) in [(64, 0), (65, 2)] {
        let values = list(values, |at| format!("\"house-{at}\""), ", ");
        let game = format!(
            "id = \"houses\"\nname = \"Houses\"\nreaders = [\"text\"]\nsources.book.name = \"Book\"\nkinds.card.name = \"card\"\nattributes.house = {{ type = \"enum\", name = \"house\", values = [{values}] }}\n"
        );
        let cards = "card = [{ id = \"a\", name = \"Ann\", kind = \"card\", house = \"house-7\" }]\n[file]\nprovenance = \"published:book\"\n";
        let formats = "[[format]]\nid = \"open\"\nname = \"Open\"\ncite = \"reading: a test\"\n[format.zones.deck]\naccepts = \"kind:card\"\n";
        write_game(&folder, [&game, cards, formats]);
        let ask = ["check", "-", "--cards", ".", "--game", "houses", "--as", "open"];
        let ran = Sleeve::new()
            .folder(&folder)
            .input("1 Ann\n\nhouse-7\n1 Ann\n")
            .run(&ask);
        assert_eq!(ran.status, status, "{ran}");
    }
}
