//! Lists that do not mark their starting cards: what is certain is set aside before hands are drawn
//! and left out of averages, what is open is told and named with `--set-aside`.

use crate::common::{Sleeve, scratch, write_file};
use serde_json::Value;

/// Hunt Down with the two cards it must set out, the two it may, and 55 others.
const HUNT: &str = "1x 7_297\n1x 4_161\n1x 4_135\n1x 4_163\n1x 5_129\n55x 1_194\n";
/// Ralltiir Operations with two cards that can be Ralltiir.
const RALLTIIR: &str = "1x 7_300\n1x 2_148\n1x 220_3\n57x 1_194\n";
/// No Objective, and one location that may start.
const PLAIN: &str = "2x 1_127\n1x 7_128\n57x 1_28\n";

fn ran(command: &str, list: &str, args: &[&str]) -> crate::common::Ran {
    let how = ["--game", "swccg", "--as", "open", "--from", "text"];
    let args: Vec<&str> = [command]
        .into_iter()
        .chain(how)
        .chain(["-"])
        .chain(args.iter().copied())
        .collect();
    Sleeve::new().input(list).run(&args)
}

fn json(command: &str, list: &str, args: &[&str]) -> Value {
    ran(command, list, &[args, &["-o", "json"]].concat())
        .assert_status(0)
        .document()
}

/// Cards of the pile, ids set aside, and the exact probability of a first condition.
fn odds(list: &str, args: &[&str]) -> (u64, Vec<String>, String) {
    let found = json("odds", list, args);
    let aside = found["model"]["aside"].as_array().unwrap().iter();
    let ids = aside
        .map(|card| card["id"].as_str().unwrap().to_owned())
        .collect();
    let cards = found["model"]["cards"].as_u64().unwrap();
    (cards, ids, found["results"][0]["fraction"].to_string().replace('"', ""))
}

#[test]
fn an_objective_and_what_it_must_set_out_never_reach_the_hand() {
    let (cards, aside, _) = odds(HUNT, &["any(kind:objective)"]);
    assert_eq!((cards, aside), (57, vec!["7_297".into(), "4_161".into(), "4_135".into()]));
    let ran = ran("odds", HUNT, &["any(kind:objective)"]);
    for line in [
        "0 = 0.00 %, never",
        "model: hand of 8 from the 57 cards of deck",
        "the deck does not mark its starting cards; these are certain",
        "not set aside: what Hunt Down And Destroy The Jedi may set out; name it with --set-aside \
         (Executor: Meditation Chamber, Epic Duel)",
    ] {
        ran.assert_out(line);
    }
}

#[test]
fn eight_of_fifty_nine_remain_where_one_location_starts() {
    // Two copies of one location leave no choice; the other one is drawn with 8 of 59.
    let (cards, aside, chance) = odds(PLAIN, &["any(id:1_127)"]);
    assert_eq!((cards, aside, chance), (59, vec!["1_127".into()], "8/59".into()));
}

#[test]
fn a_choice_stays_in_the_pile_until_it_is_named() {
    let (cards, aside, _) = odds(RALLTIIR, &["any(kind:location)"]);
    assert_eq!((cards, aside), (59, vec!["7_300".into()]));
    let told = ran("odds", RALLTIIR, &["any(kind:location)"]);
    let line = "not set aside: one card that Ralltiir Operations sets out; name it with --set-aside \
                (one of Ralltiir, Ralltiir (V))";
    told.assert_out(line);
    let (cards, aside, chance) = odds(RALLTIIR, &["--set-aside", "220_3", "any(kind:location)"]);
    assert_eq!((cards, aside, chance), (58, vec!["7_300".into(), "220_3".into()], "4/29".into()));
    let told = ran("odds", RALLTIIR, &["--set-aside", "220_3", "any(kind:location)"]);
    assert!(!told.out.contains("not set aside"), "{told}");
}

#[test]
fn what_nobody_knows_of_a_card_leaves_a_choice_with_those_that_may_start() {
    let folder = scratch("starting-unknown");
    write_file(
        &folder,
        "over.toml",
        "game = \"swccg\"\n[[card]]\nid = \"2_148\"\nsubtype = \"?\"\n",
    );
    let over = folder.join("over.toml").display().to_string();
    let told = ran("odds", RALLTIIR, &["--cards", &over, "any(kind:location)"]);
    told.assert_out("name it with --set-aside (one of Ralltiir, Ralltiir (V))");
}

#[test]
fn a_name_of_several_cards_of_the_deck_is_asked_about() {
    let two = "1x 1_127\n1x 12_84\n58x 1_28\n";
    let asked = ran("odds", two, &["--set-aside", "Tatooine", "any(kind:location)"]);
    assert_eq!(asked.status, 2, "{asked}");
    asked.assert_err("write the id instead: 1_127, 12_84");
    let told = ran("odds", two, &["any(kind:location)"]);
    let line = "not set aside: the card to start with; name it with --set-aside \
                (one of Tatooine [1_127], Tatooine [12_84])";
    told.assert_out(line);
}

#[test]
fn a_deck_that_marks_its_starting_cards_is_taken_at_its_word() {
    let marked = "Starting:\n1x 7_297\n\nDeck:\n1x 4_161\n1x 4_135\n57x 1_194\n";
    let (cards, aside, chance) = odds(marked, &["any(id:4_161)"]);
    assert_eq!((cards, aside, chance), (59, vec!["7_297".into()], "8/59".into()));
    let found = json("odds", marked, &["any(id:4_161)"]);
    assert_eq!(found["model"]["start"], Value::Null);
}

#[test]
fn two_objectives_leave_nothing_certain() {
    let two = "1x 7_297\n1x 7_300\n1x 4_161\n1x 4_135\n56x 1_194\n";
    let (cards, aside, _) = odds(two, &["any(kind:objective)"]);
    assert_eq!((cards, aside), (60, Vec::new()));
    ran("odds", two, &["any(kind:objective)"]).assert_out("not set aside: the card to start with");
}

#[test]
fn hands_are_dealt_without_what_certainly_starts() {
    let found = json("draw", HUNT, &["--seed", "1", "--hands", "200"]);
    let text = found["hands"].to_string();
    assert!(text.contains("1_194"), "{text}");
    for id in ["7_297", "4_161", "4_135"] {
        assert!(!text.contains(&format!("\"{id}\"")), "{id}");
    }
    let start = &found["model"]["start"];
    assert_eq!(start["certain"].as_array().map(Vec::len), Some(3));
    assert_eq!(start["choices"][0]["optional"], true);
}

#[test]
fn averages_without_starting_cards_leave_out_what_certainly_starts() {
    let average = |list: &str, args: &[&str]| {
        let args = [
            &["--measure", "avg(destiny, -zone:starting)", "--measure", "count() in starting"],
            args,
        ];
        let found = json("stats", list, &args.concat());
        let value = |at: usize| found["decks"][0]["measures"][at]["value"].clone();
        (value(0).to_string(), value(1).to_string())
    };
    let marked =
        "Starting:\n1x 7_297\n1x 4_161\n1x 4_135\n\nDeck:\n1x 4_163\n1x 5_129\n55x 1_194\n";
    assert_eq!(average(HUNT, &[]), average(marked, &[]));
    let more = "Starting:\n1x 7_297\n1x 4_161\n1x 4_135\n1x 5_129\n\nDeck:\n1x 4_163\n55x 1_194\n";
    assert_eq!(average(HUNT, &["--set-aside", "Epic Duel"]), average(more, &[]));
    let told = ran("stats", HUNT, &[]);
    let line = "the deck does not mark its starting cards; these are certain: \
                Hunt Down And Destroy The Jedi, Executor: Holotheatre, Visage Of The Emperor";
    told.assert_out(line);
    told.assert_out("60 cards: deck 57, starting 3");
}

#[test]
fn a_list_without_a_format_starts_as_every_format_of_its_game_says() {
    let args = ["stats", "--game", "swccg", "--from", "text", "-o", "json", "-"];
    let ran = Sleeve::new().input(HUNT).run(&args);
    let found = ran.document();
    let deck = &found["decks"][0];
    assert_eq!(deck["cards"], 60, "{ran}");
    assert_eq!(deck["start"]["certain"].as_array().map(Vec::len), Some(3));
    let averages = deck["averages"].as_array().unwrap();
    let without = averages
        .iter()
        .find(|a| a["measure"] == "avg(destiny, -zone:starting)")
        .unwrap();
    assert_eq!(without["averaged"][0]["counted"], 57, "{without}");
}

#[test]
fn a_card_that_no_deck_holds_cannot_be_set_aside() {
    for command in ["stats", "odds"] {
        ran(command, HUNT, &["--set-aside", "2_148"]).assert_status(2);
        let refused =
            ran(command, HUNT, &["--set-aside", "7_297", "--set-aside", "7_297", "any(is:unique)"]);
        assert_eq!(refused.status, 2, "{refused}");
    }
}

#[test]
fn assertions_and_statistics_read_an_unmarked_list_alike() {
    let folder = scratch("assert-starting");
    let head = "# game: swccg\n# format: open\n";
    write_file(&folder, "hunt.txt", format!("{head}{HUNT}"));
    for (measure, value) in [
        ("count() in starting", "3"),
        ("count() in deck", "57"),
        ("count()", "60"),
        ("count(kind:objective, zone:starting)", "1"),
        ("count(-zone:starting)", "57"),
    ] {
        let measure = measure.replace(", ", " ");
        let described = json("stats", HUNT, &["-m", &measure]);
        let measured = described["decks"][0]["measures"][0]["value"]["text"].to_string();
        assert_eq!(measured.replace('"', ""), value, "{measure}: {described}");
        let config = format!("[[assert]]\nid = \"alike\"\nrequire = \"{measure} = {value}\"\n");
        write_file(&folder, "sleeve.toml", config);
        let ran = Sleeve::new()
            .folder(&folder)
            .run(&["check", "hunt.txt", "-o", "json"]);
        assert!(!ran.out.contains("\"rule\": \"alike\""), "{measure}: {ran}");
    }
    // What fails still points at the line of the list.
    let config = "[[assert]]\nid = \"none\"\nrequire = \"none(kind:objective) in starting\"\n";
    write_file(&folder, "sleeve.toml", config);
    let ran = Sleeve::new().folder(&folder).run(&["check", "hunt.txt"]);
    assert!(ran.out.contains("assert-none") || ran.out.contains("[none]"), "{ran}");
    ran.assert_out("1x 7_297");
}
