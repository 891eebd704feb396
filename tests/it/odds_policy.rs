//! `sleeve odds --policy`: the printed conditions go back into `--keep` and are worth what was
//! said, counted and simulated. The scenarios are in `tests/console/odds-by-turn-and-play.trycmd`.

use crate::common::{Sleeve, document_of};
use serde_json::Value;
use sleeve::odds::{
    Exchange, Exchanges, GameTable, KeepConditions, Question, QuestionTerms, Returned,
};

const ELVES: &[&str] = &["--pile", "lands=24,elves=8,other=28", "--draw", "7"];
const LONDON: &[&str] = &["--mulligan", "london", "--down-to", "4", "--turn", "4", "--on", "draw"];
const AIM: &str = "count(lands) >= 4 and count(elves) >= 1";

fn percent(value: &Value) -> String {
    format!("{:.8}", value.as_f64().unwrap() * 100.0)
}

/// The printed conditions as arguments: one `--keep` for each size but the last.
fn keep(policy: &Value) -> Vec<String> {
    let sizes = policy["sizes"].as_array().unwrap();
    let one = |size: &Value| {
        let keep = size["keep"].as_str().unwrap_or("count() >= 0");
        ["--keep".to_owned(), format!("{}: {keep}", size["cards"])]
    };
    sizes.iter().flat_map(one).collect()
}

/// That the printed conditions are worth what is said: by `odds --keep` exactly, by simulation
/// within four standard errors.
fn recomputed(base: &[&str], aim: &str) -> Value {
    let advised = document_of(&[&["odds"], base, &[aim, "--policy"]].concat());
    let policy = &advised["results"][0]["policy"];
    assert_eq!(policy["optimal"]["fraction"], advised["results"][0]["fraction"]);
    assert_eq!(
        policy["optimal"]["fraction"],
        document_of(&[&["odds"], base, &[aim]].concat())["results"][0]["fraction"]
    );
    let keep = keep(policy);
    let keep: Vec<&str> = keep.iter().map(String::as_str).collect();
    let again = document_of(&[&["odds"], base, &[aim], &keep[..]].concat());
    assert_eq!(again["results"][0]["fraction"], policy["short"]["fraction"], "{keep:?}");
    let draw = [&["draw"], base, &[aim, "--trials", "40000", "--seed", "9"], &keep[..]].concat();
    let drawn = document_of(&draw);
    assert_eq!(drawn["results"][0]["disagrees"], false, "{drawn}");
    assert_eq!(drawn["results"][0]["exact"]["fraction"], policy["short"]["fraction"]);
    let [optimal, short] = ["optimal", "short"].map(|k| policy[k]["probability"].as_f64().unwrap());
    assert!(short <= optimal && optimal - short < 1e-4, "{policy}");
    policy.clone()
}

#[test]
fn four_lands_and_an_elf_by_turn_four_on_the_draw() {
    let policy = recomputed(&[ELVES, LONDON].concat(), AIM);
    assert_eq!(percent(&policy["optimal"]["probability"]), "81.90499373");
    let sizes: Vec<(u64, Option<&str>)> = policy["sizes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|size| (size["cards"].as_u64().unwrap(), size["keep"].as_str()))
        .collect();
    assert_eq!(
        sizes,
        [
            (7, Some("count(lands) >= 3 and count(elves) >= 1")),
            (6, Some("count(lands) >= 3 and count(elves) >= 1")),
            (5, Some("count(lands) >= 2 and count(elves) >= 1")),
            (4, None),
        ]
    );
    let hands = policy["sizes"][1]["hands"].as_array().unwrap();
    assert_eq!(hands.len(), 36);
    let hand = |lands: u64, elves: u64| {
        hands
            .iter()
            .find(|hand| hand["classes"]["lands"] == lands && hand["classes"]["elves"] == elves)
            .unwrap()
    };
    assert_eq!(hand(4, 1)["back"], serde_json::json!({ "other": 1 }));
    assert_eq!(hand(5, 2)["back"], serde_json::json!({ "elves": 1 }));
    assert_eq!((&hand(7, 0)["keep"], &hand(7, 0)["back"]), (&false.into(), &serde_json::json!({})));
    // A rule of thumb, beside which this stands.
    let thumb = [&["odds"], ELVES, LONDON, &[AIM, "--keep", "2 <= count(lands) <= 5"]].concat();
    assert_eq!(percent(&document_of(&thumb)["results"][0]["probability"])[..5], *"64.43");
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn every_kind_of_mulligan_prints_conditions_that_are_worth_what_is_said() {
    for rule in [
        &["london"][..],
        &["london", "--free-exchanges", "1"],
        &["vancouver", "--down-to", "5"],
        &["free", "--exchanges", "2"],
        &["redraw-once"],
        &["some-bottom"],
        &["some-aside"],
        &["some-shuffled"],
        &["london", "--redraw-unless", "count(lands) >= 1", "--down-to", "5"],
        &["free", "--beside", "prizes=6"],
    ] {
        let base = [ELVES, &["--turn", "2", "--mulligan"], rule].concat();
        recomputed(&base, "count(lands) >= 3 and count(elves) >= 1 or count(lands) >= 5");
    }
    // Without limit the best hands are waited for.
    let base = [ELVES, &["--mulligan", "free", "--exchanges", "unlimited"]].concat();
    let policy = recomputed(&base, "count(lands) = 4 and count(elves) >= 1");
    assert_eq!(policy["optimal"]["fraction"], "1");
}

#[test]
fn other_conditions_are_told_under_the_play_for_the_first() {
    let args = [&["odds"], ELVES, LONDON, &[AIM, "count(lands) >= 6", "count(elves)", "--policy"]];
    let document = document_of(&args.concat());
    let [aim, lands, elves] = document["results"].as_array().unwrap().as_slice() else { panic!() };
    assert_eq!(percent(&aim["probability"]), "81.90499373");
    assert!(aim["policy"].is_object() && lands["policy"].is_null());
    // The play is for the first condition: hands with many lands alone are given back.
    let alone = document_of(&[&["odds"], ELVES, LONDON, &["count(lands) >= 6"]].concat());
    let alone = alone["results"][0]["probability"].as_f64().unwrap();
    assert!(lands["probability"].as_f64().unwrap() < alone);
    let chances = elves["distribution"].as_array().unwrap();
    let sum: f64 = chances
        .iter()
        .map(|row| row["probability"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-12, "{elves}");
    let none = chances.iter().find(|row| row["value"] == "0").unwrap()["probability"].as_f64();
    let with =
        document_of(&[&["odds"], ELVES, LONDON, &[AIM, "count(elves) = 0", "--policy"]].concat());
    assert_eq!(none, with["results"][1]["probability"].as_f64());
}

#[test]
fn measures_are_distributed_exactly() {
    let document = document_of(&["odds", "--pile", "a=24,b=36", "--draw", "7", "count(a)"]);
    let found = &document["results"][0];
    assert_eq!(found["mean_fraction"], "14/5");
    let shares: Vec<&str> = found["distribution"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["fraction"].as_str().unwrap())
        .collect();
    assert_eq!((shares.len(), shares[3]), (8, "30107/97527"));
    // Star Realms: three of eight Scouts and two Vipers bring 2.4 trade on average, four 3.2, five
    // 4.
    let duel = "decks/star-realms/duel.toml";
    for (seat, mean) in [("1", "12/5"), ("2", "4")] {
        let document = document_of(&["odds", duel, "--seat", seat, "sum(trade)"]);
        assert_eq!(document["results"][0]["mean_fraction"], mean);
    }
    let five = document_of(&["odds", duel, "--seat", "2", "count(name=Viper)"]);
    let five = five["results"][0]["distribution"].as_array().unwrap();
    let shares: Vec<&Value> = five.iter().map(|row| &row["fraction"]).collect();
    assert_eq!(shares, ["2/9", "5/9", "2/9"]);
}

#[test]
fn copies_distinct_and_groups_are_exact_over_a_whole_deck() {
    // Sixty different cards and six of a kind: at most one copy of everything in ten.
    let hunt = "decks/swccg/hunt-down.toml";
    for condition in [
        "copies(name) <= 1",
        "distinct(name) >= 7",
        "each(name, count() <= 2)",
        "groups(name, count() >= 2) = 1",
        "copies(name) <= 1 and sum(destiny) >= 20",
        "max(destiny) >= 5 and distinct(kind) >= 4",
        // A group of which no card was drawn is none.
        "groups(name, count() <= 1) >= 8",
        // All cards of the deck lie in a pile that nothing is drawn from.
        "copies(name) <= 1 and sum(destiny) in deck > 100",
    ] {
        let args = ["odds", hunt, condition];
        let exact = document_of(&args)["results"][0].clone();
        assert!(exact["fraction"].is_string(), "{condition}: {exact}");
        let drawn = document_of(&["draw", hunt, condition, "--trials", "20000", "--seed", "4"]);
        assert_eq!(drawn["results"][0]["disagrees"], false, "{condition}: {drawn}");
    }
}

#[test]
fn turns_pass_until_a_condition_holds() {
    // The first of 4 in 56 others lies, on average, at place 61/5; the hand is of 7, then one a
    // turn.
    let pile = ["odds", "--pile", "elves=4,other=56", "--draw", "0", "--on", "draw"];
    let document = document_of(&[&pile[..], &["--until", "count(elves) >= 1"]].concat());
    let until = &document["results"][0]["until"];
    assert_eq!(
        (&until["mean"]["fraction"], &until["later"]["fraction"]),
        (&"61/5".into(), &"0".into())
    );
    // An ace that is played out again is not forgotten: it has been in hand.
    let exactly = document_of(
        &[&pile[..], &["--until", "count(elves) in seen = 2", "--turn", "30"]].concat(),
    );
    let by = &exactly["results"][0]["until"]["turns"][30]["by_then"]["probability"];
    let at_least =
        document_of(&[&pile[..], &["count(elves) in seen >= 2", "--turn", "30"]].concat());
    assert_eq!(by, &at_least["results"][0]["probability"]);
    // A condition that passes: exactly one elf in hand holds at some time unless none was drawn.
    let one = document_of(&[&pile[..], &["--until", "count(elves) = 1", "--turn", "20"]].concat());
    let any = document_of(&[&pile[..], &["count(elves) >= 1", "--turn", "20"]].concat());
    let last = &one["results"][0]["until"]["turns"][20]["by_then"]["fraction"];
    assert_eq!(last, &any["results"][0]["fraction"]);
}

#[test]
fn the_best_number_of_copies_under_the_best_play() {
    let args = [&["odds"], ELVES, LONDON, &[AIM, "--vary", "lands"]].concat();
    Sleeve::new()
        .run(&args)
        .assert_out("copies of `lands` are best: ");
    let document = document_of(&args);
    let found = &document["results"][0];
    let best = found["best"].as_u64().unwrap();
    let rows = found["copies"].as_array().unwrap();
    let chance = |row: &Value| row["probability"].as_f64().unwrap();
    let most = rows.iter().map(chance).fold(0.0, f64::max);
    assert_eq!(chance(&rows[best as usize]), most);
    assert_eq!(rows.len(), 24 + 28 + 1);
    assert_eq!(percent(&rows[24]["probability"]), "81.90499373");
}

#[test]
fn a_number_of_lands_that_is_best_in_the_middle() {
    // Too many lands are as bad as too few: each number asked alone, with eight elves beside them.
    let aim = "2 <= count(lands) <= 5 and count(elves) >= 1";
    let play = ["--mulligan", "london", "--down-to", "6", "--turn", "3", aim];
    let alone = |lands: u32| {
        let pile = format!("lands={lands},elves=8,other={}", 52 - lands);
        let pile = ["odds", "--pile", &pile, "--draw", "7"];
        percent(&document_of(&[&pile, &play[..]].concat())["results"][0]["probability"])
    };
    let each: Vec<String> = (22..=30).map(alone).collect();
    let most = each
        .iter()
        .max_by(|a, b| a.parse::<f64>().unwrap().total_cmp(&b.parse().unwrap()));
    assert_eq!(most, Some(&each[4]));
    assert_eq!(each[4][..5], *"83.93");
}

#[test]
fn values_that_are_not_given_are_no_values_of_a_distribution() {
    let base = ["odds", "--pile", "a=20,b=20,c=20,d=20", "--draw", "14", "--mulligan", "free"];
    let keep = ["--keep", "count(a) = 0", "count(b) + 20 * count(c) + 400 * count(d)"];
    let ask = |given: &'static str| {
        Sleeve::new().run(&[&base[..], &keep, &["--given", given, "-o", "json"]].concat())
    };
    // Thirteen of the fourteen cards are d: the last one is a, b or d.
    ask("count(b) <= 20")
        .assert_status(2)
        .assert_err("more than 500 different values");
    let document = ask("count(b) <= 1 and count(c) = 0 and count(d) >= 13").document();
    let values = document["results"][0]["distribution"].as_array().unwrap();
    assert_eq!(values.len(), 3, "{document}");
}

#[test]
fn a_question_that_is_too_large_leaves_the_best_play_and_the_others_their_answers() {
    let hunt = "decks/swccg/hunt-down.toml";
    let asks = ["count(kind:location) >= 2", "copies(name) <= 1", "any(name=Alter)"];
    let play = ["odds", hunt, "--mulligan", "london", "--down-to", "6", "--policy"];
    let ran = Sleeve::new()
        .run(&[&play[..], &asks].concat())
        .assert_status(2);
    let alone = Sleeve::new()
        .run(&[&play[..], &[asks[0], asks[2]]].concat())
        .assert_status(0);
    let line = |ran: &str, ask: &str| {
        let mut lines = ran.lines().skip_while(|line| *line != ask).skip(1);
        lines.next().unwrap().to_owned()
    };
    for ask in [asks[0], asks[2]] {
        assert_eq!(line(&ran.out, ask), line(&alone.out, ask));
    }
    assert!(line(&ran.out, asks[1]).contains("the limit is 200000"), "{ran}");
    ran.assert_out("for --keep: --keep '8: count(kind:location) >= 2'");
    let document = Sleeve::new()
        .run(&[&play[..], &asks, &["-o", "json"]].concat())
        .document();
    let refused: Vec<bool> = (0..3)
        .map(|at| document["results"][at]["refused"].is_object())
        .collect();
    assert_eq!(refused, [false, true, false]);
    // Where the aim itself is too large, nothing can be said of the others.
    let ran = Sleeve::new()
        .run(&[&play[..], &[asks[1], asks[0]]].concat())
        .assert_refused();
    ran.assert_err("the limit is 200000");
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn a_play_that_is_too_large_to_print_says_so() {
    let hunt = "decks/swccg/hunt-down.toml";
    let play = ["odds", hunt, "--mulligan", "free", "--policy", "sum(destiny) >= 24"];
    let ran = Sleeve::new().run(&play);
    ran.assert_out("    8: sum(destiny) >= 24\n    8: all\n");
    ran.assert_out("4459 kinds of hands of 8 cards; `-o json` lists them");
    let hands = document_of(&play)["results"][0]["policy"]["sizes"][0]["hands"].clone();
    assert_eq!(hands.as_array().unwrap().len(), 4459);
    let ran = Sleeve::new().run(&[&play[..], &["--lang", "fr"]].concat());
    ran.assert_out("4459 sortes de mains de 8 cartes ; `-o json` les liste");
    // Above the stated limit the document has no list either, and says so by null.
    let play = ["odds", hunt, "--draw", "3", "--mulligan", "free", "--policy", "copies(name) <= 1"];
    let ran = Sleeve::new().run(&play);
    let words = "more than 5000 kinds of hands of 3 cards: too many to list";
    ran.assert_out("    3: copies(name) = 1\n    3: all\n");
    ran.assert_out(words);
    let policy = document_of(&play)["results"][0]["policy"].clone();
    assert!(policy["optimal"]["fraction"].is_string() && policy["short"]["fraction"].is_string());
    for size in policy["sizes"].as_array().unwrap() {
        assert!(size["hands"].is_null(), "{size}");
    }
    assert!(policy["sizes"][0]["keep"].is_string() && policy["sizes"][1]["keep"].is_null());
}

#[test]
fn a_policy_as_json_has_these_fields_and_no_others() {
    let document = document_of(&[&["odds"], ELVES, LONDON, &[AIM, "--policy"]].concat());
    let keys =
        |value: &Value| -> Vec<String> { value.as_object().unwrap().keys().cloned().collect() };
    let policy = &document["results"][0]["policy"];
    assert_eq!(keys(policy), ["optimal", "short", "sizes"]);
    for value in ["optimal", "short"] {
        assert_eq!(keys(&policy[value]), ["fraction", "probability"]);
    }
    let sizes = policy["sizes"].as_array().unwrap();
    let cards: Vec<u64> = sizes
        .iter()
        .map(|size| size["cards"].as_u64().unwrap())
        .collect();
    assert_eq!(cards, [7, 6, 5, 4]);
    for size in sizes {
        assert_eq!(keys(size), ["cards", "keep", "hands"]);
        for hand in size["hands"].as_array().unwrap() {
            assert_eq!(keys(hand), ["classes", "keep", "back"]);
            assert_eq!(keys(&hand["classes"]), ["lands", "elves", "other"]);
            // As drawn: seven cards, whatever goes back, and what goes back only of hands that
            // stay.
            let sum = |of: &Value| -> u64 {
                of.as_object()
                    .unwrap()
                    .values()
                    .map(|n| n.as_u64().unwrap())
                    .sum()
            };
            assert_eq!(sum(&hand["classes"]), 7);
            let back = if hand["keep"] == true { 7 - size["cards"].as_u64().unwrap() } else { 0 };
            assert_eq!(sum(&hand["back"]), back);
        }
    }
}

#[test]
fn the_document_of_several_decks_has_that_of_each() {
    let decks = ["decks/star-realms/duel.toml", "decks/star-realms/duel.toml"];
    let asked = ["sum(trade) >= 3", "sum(trade)", "--turns", "1..2"];
    let document = document_of(&[&["odds"], &decks[..], &asked].concat());
    let alone = document_of(&[&["odds", decks[0]], &asked[..]].concat());
    assert_eq!(document["schema"], "sleeve/odds-decks/1");
    assert_eq!(document["decks"], serde_json::json!([alone, alone]));
}

#[test]
fn a_second_pile_of_the_same_cards_is_asked_about() {
    // Prizes: 6 of 60 are set out after a hand of 7; all four copies of a card lie there.
    let pile = ["odds", "--pile", "gust=4,other=56", "--draw", "7", "--beside", "prizes=6"];
    let all = document_of(&[&pile[..], &["count(gust) in prizes = 4"]].concat());
    let expected =
        document_of(&["odds", "--pile", "gust=4,other=56", "--draw", "6", "count(gust) = 4"]);
    assert_eq!(all["results"][0]["fraction"], expected["results"][0]["fraction"]);
    let both =
        document_of(&[&pile[..], &["count(gust) in hand|prizes >= 1", "--turn", "3"]].concat());
    let expected =
        document_of(&["odds", "--pile", "gust=4,other=56", "--draw", "15", "count(gust) >= 1"]);
    assert_eq!(both["results"][0]["fraction"], expected["results"][0]["fraction"]);
    for rule in ["none", "london", "some-bottom"] {
        let draw = ["--mulligan", rule, "count(gust) in prizes = 0 and count(gust) >= 1"];
        let draw = [&["draw"], &pile[1..], &draw, &["--trials", "20000", "--seed", "2"]].concat();
        assert_eq!(document_of(&draw)["results"][0]["disagrees"], false);
    }
    let dealt = document_of(&[&["draw"], &pile[1..], &["--seed", "1", "--turn", "2"]].concat());
    let cards = |value: &Value| value.as_array().unwrap().len();
    assert_eq!(cards(&dealt["hands"][0]["beside"]["prizes"]), 6);
}

#[test]
fn team_mates_who_draw_from_one_pile_are_asked_about_together() {
    let deck = "decks/etoile-noire/trois-joueurs-alliance.toml";
    let asked = "count() in hand|partners";
    let document = document_of(&["odds", deck, asked, "count() in partners"]);
    let hands = document["model"]["hands"].as_f64().unwrap();
    let hand = document["model"]["hand"].as_f64().unwrap();
    assert_eq!(document["results"][0]["mean"].as_f64().unwrap(), hand * hands);
    assert_eq!(document["results"][1]["mean"].as_f64().unwrap(), hand * (hands - 1.0));
}

#[test]
fn a_question_with_too_many_hands_is_refused_and_the_rest_is_answered() {
    // A limit, the way to simulate, and the other condition answered.
    let classes: Vec<String> = (0..26).map(|n| format!("c{n}=4")).collect();
    let wide: Vec<String> = (0..26).map(|n| format!("count(c{n}) <= 1")).collect();
    let (classes, wide) = (classes.join(","), wide.join(" and "));
    let ran = Sleeve::new().line(&format!(
        "odds --pile {classes} --draw 12 --mulligan london '{wide}' 'count(c0) >= 1'"
    ));
    assert_eq!(ran.status, 2, "{ran}");
    ran.assert_out("no answer")
        .assert_out("the limit is 200000");
    let way =
        "help: say which hands to keep, and simulate: `sleeve draw … --keep … --trials 1000000`";
    ran.assert_out(way);
    ran.assert_out("count(c0) >= 1\n  ").assert_out(" %");
    // That way leads there: the cards to put back are found for each hand that is dealt.
    let draw = ["draw", "--pile", &classes, "--draw", "12", "--mulligan", "london", &wide];
    let keep = ["--keep", "count(c1) <= 1", "--trials", "2000", "--seed", "3"];
    for on in ["play", "draw"] {
        let more = ["count(c0) >= 1", "--turn", "1", "--on", on];
        let ran = Sleeve::new()
            .run(&[&draw[..], &keep, &more].concat())
            .assert_status(0);
        assert_eq!(ran.out.matches(" of 2000 hands), 95 % interval").count(), 2, "{ran}");
    }
    // Too much for each hand is a limit, and the other condition is answered.
    let more = ["count(c0) >= 1", "--turn", "9"];
    let ran = Sleeve::new()
        .run(&[&draw[..], &keep, &more].concat())
        .assert_status(2);
    ran.assert_out("steps per hand; the limit is 10000000");
}

/// A pile of classes, from which hands of so many cards are drawn, with one kind of mulligan.
fn pile(classes: &[u32], hand: u32, exchange: Exchange) -> GameTable {
    let exchanges = Exchanges { exchange, free: 0, most: Some(1) };
    GameTable { exchanges, ..GameTable::from_class_counts(classes, hand) }
}

#[test]
fn hands_looked_at_one_by_one_are_played_like_all_of_them() {
    let names: Vec<String> = ["lands", "elves", "other"].map(str::to_owned).to_vec();
    let scope = sleeve::language::Scope::from_classes(&names);
    let catalog = sleeve::model::Catalog::default();
    let world = sleeve::language::World::from_catalog(&catalog);
    let read = |text: &str| sleeve::language::condition(text, &scope).unwrap();
    let (aim, keep) = (read(AIM), KeepConditions::all(read("2 <= count(lands) <= 4")));
    let asked = QuestionTerms { condition: &aim, given: None, keep: Some(&keep) };
    let some = [Returned::Bottom, Returned::Aside, Returned::Shuffled].map(Exchange::Some);
    for exchange in [&[Exchange::Bottom], &some[..]].concat() {
        let table = pile(&[24, 8, 28], 7, exchange);
        let question = Question::new(&world, &table, asked).unwrap();
        let tree = question
            .tree_on_budget(3, &sleeve::odds::Budget::new())
            .unwrap();
        let each = question.dealt_hand_decider(3).unwrap();
        for (exchanges, decisions) in tree.decisions.iter().enumerate() {
            for (counts, decision) in decisions {
                let found = each.decide(exchanges, counts).unwrap();
                assert_eq!(found, *decision, "{exchange:?} {exchanges} {counts:?}");
            }
        }
    }
}
