//! `sleeve stats`: decks in numbers.

use crate::common::{Sleeve, in_brief, scratch, sleeve, write_file};
use serde_json::Value;

fn stats(args: &[&str]) -> Value {
    let all: Vec<&str> = ["stats", "-o", "json"].iter().chain(args).copied().collect();
    sleeve(&all).assert_status(0).document()
}

/// The rows of a curve: value and cards.
fn curve(deck: &Value, field: &str) -> Vec<(String, u64)> {
    let curves = deck["curves"].as_array().unwrap();
    let curve = curves.iter().find(|c| c["field"] == field).unwrap();
    let rows = curve["rows"].as_array().unwrap().iter();
    rows.map(|r| (r["value"].as_str().unwrap().to_owned(), r["cards"].as_u64().unwrap())).collect()
}

fn fraction(deck: &Value, name: &str) -> String {
    let averages = deck["averages"].as_array().unwrap();
    let found = averages.iter().find(|a| a["name"]["en"] == name).unwrap();
    found["value"]["fraction"].as_str().unwrap().to_owned()
}

fn rows(numbers: &[(u32, u64)]) -> Vec<(String, u64)> {
    numbers.iter().map(|(value, cards)| (value.to_string(), *cards)).collect()
}

#[test]
fn curves_come_first_and_the_long_tail_on_request() {
    let deck = "decks/swccg/profit.toml";
    let shown = sleeve(&["stats", deck, "--lang", "en"]).out;
    let place = |text: &str| shown.find(text).unwrap_or_else(|| panic!("no {text}: {shown}"));
    assert!(place("\nDestiny\n") < place("\nAverages\n"));
    assert!(place("\nAverages\n") < place("\nKind\n"));
    assert!(place("\nKind\n") < place("\nEffects\n"));
    assert!(shown.contains("… and 37 more values; --all shows them"), "{shown}");
    assert!(shown.lines().count() <= 75, "{} lines", shown.lines().count());
    let all = sleeve(&["stats", deck, "--lang", "en", "--all"]).out;
    assert!(!all.contains("more values") && all.contains("battle-forbidden"), "{all}");
    let asked = sleeve(&["stats", deck, "--lang", "en", "--by", "effect"]).out;
    assert!(asked.contains("battle-forbidden"), "what is grouped by is shown whole: {asked}");
    let two = sleeve(&["stats", deck, "decks/swccg/profit.toml", "--lang", "en"]).out;
    assert!(two.contains("(--all)"), "{two}");
}

#[test]
fn fields_that_no_card_has_are_left_out() {
    // Cards of this game print no effects.
    let deck = "decks/battleship-galaxies/fleet-isn-carrier-group.toml";
    let document = stats(&[deck]);
    let tallies = document["decks"][0]["tallies"].as_array().unwrap();
    let fields: Vec<&Value> = tallies.iter().map(|tally| &tally["field"]).collect();
    assert!(fields.contains(&&"kind".into()) && !fields.contains(&&"effect".into()), "{fields:?}");
}

#[test]
fn destiny_of_the_1998_champion_dark_side() {
    let document = stats(&["decks/swccg/operatives-1998.toml"]);
    let deck = &document["decks"][0];
    let wanted = [(0, 10), (1, 3), (2, 4), (3, 32), (4, 3), (5, 7), (6, 1)];
    assert_eq!(curve(deck, "destiny"), rows(&wanted));
    assert_eq!(fraction(deck, "destiny"), "8/3");
    assert_eq!(deck["cards"], 60);
}

#[test]
fn destiny_of_the_1998_champion_light_side() {
    // The list itself is published nowhere; its histogram is, and any cards of these destinies do.
    let wanted = [(0, 10), (1, 3), (2, 2), (3, 32), (4, 2), (5, 10), (6, 1)];
    let mut deck = "game = \"swccg\"\nformat = \"rulebook\"\n[zones.deck]\n".to_owned();
    for (destiny, cards) in wanted {
        let filter = format!("side:light destiny={destiny}");
        let ran = sleeve(&["cards", "--game", "swccg", &filter, "--limit", "1", "-o", "json"]);
        let id = ran.document()["cards"][0]["id"].as_str().unwrap().to_owned();
        deck.push_str(&format!("\"{id}\" = {cards}\n"));
    }
    let ran = Sleeve::new().input(deck).run(&["stats", "-", "-o", "json"]);
    let document = ran.document();
    assert_eq!(curve(&document["decks"][0], "destiny"), rows(&wanted));
    assert_eq!(fraction(&document["decks"][0], "destiny"), "167/60");
}

#[test]
fn cards_with_two_destinies_are_a_range_everywhere() {
    // Artoo (V) has a destiny of 1 or 6.
    let deck =
        "game = \"swccg\"\nformat = \"rulebook\"\n[zones.deck]\n\"219_28\" = 1\n\"1_11\" = 3\n";
    let ran = Sleeve::new().input(deck).line("stats - --by destiny --measure avg(destiny)");
    insta::assert_snapshot!(ran, @r#"
    status: 0
    -  (swccg/rulebook)
    4 cards: deck 4

    avg(destiny)  1 to 2.25  (of 4 cards, 1 with several values)

    Destiny
    1 █████████████████████████████████████▌░░░░░░░░░░░░ 3 to 4
    6 ░░░░░░░░░░░░ 0 to 1

    avg(destiny)
    1 ████████▍░░░░░░░░░ 1 to 2.25
    6 ████████▍░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 1 to 6

    fingerprint S2VN-7JM4-YAH2-VZVS
    sleeve 0.1.0, data: swccg 2026-11-21 (cards 2026-05-21, formats 2026-08-22)
    "#);
}

#[test]
fn starting_cards_are_left_out_where_the_measure_says_so() {
    let deck = "game = \"swccg\"\nformat = \"rulebook\"\n[zones]\nstarting = [\"1_289\"]\n[zones.deck]\n\"1_11\" = 2\n";
    let measures = ["stats", "-", "-m", "avg(destiny)", "-m", "avg(destiny, -zone:starting)"];
    insta::assert_snapshot!(Sleeve::new().input(deck).run(&measures), @r#"
    status: 0
    -  (swccg/rulebook)
    3 cards: deck 2, starting 1

    avg(destiny)                  0.6667  (of 3 cards)
    avg(destiny, -zone:starting)  1       (of 2 cards)

    fingerprint KE24-GQJY-JJN2-JMNJ
    sleeve 0.1.0, data: swccg 2026-11-21 (cards 2026-05-21, formats 2026-08-22)
    "#);
}

#[test]
fn what_is_not_known_is_counted_and_not_dropped() {
    let deck = "decks/battleship-galaxies/fleet-isn-patrol-30.toml";
    let ran = Sleeve::new()
        .line(&format!("stats {deck} --attested -m sum(launch) -m avg(hull) --by size"));
    insta::assert_snapshot!(ran, @"
    status: 0
    Patrouille de 30  decks/battleship-galaxies/fleet-isn-patrol-30.toml (battleship-galaxies/fleet)
    19 cards: ships 4, tactics 15

    sum(launch)  0 or more
    avg(hull)    1 or more  (of 0 cards, 4 unknown, 15 without a value, left out)

    Size
      small ██████████████████████████████████████████████████ 2
     medium █████████████████████████ 1
    unknown ░░░░░░░░░░░░░░░░░░░░░░░░░ 1
       none 15

    sum(launch)
     small 0 or more
    medium 0 or more

    avg(hull)
     small ██████████████████████████████████████████████████ 1 or more
    medium ██████████████████████████████████████████████████ 1 or more

    fingerprint 9809-86XR-30XQ-2283
    sleeve 0.1.0, data: battleship-galaxies 2026-11-21
    ");
    assert_eq!(stats(&[deck])["decks"][0]["provisional"], true);
    assert_eq!(stats(&[deck, "--attested"])["decks"][0]["provisional"], false);
}

#[test]
fn decks_of_one_game_stand_side_by_side() {
    let ran = Sleeve::new().line("stats decks/star-realms/duel.toml decks/star-realms/hunter-four.toml --zone starter --zone trade --lang fr");
    insta::assert_snapshot!("decks_of_one_game_stand_side_by_side", ran);
}

#[test]
fn groups_have_measures_of_their_own() {
    let ran = Sleeve::new().line(
        "stats decks/star-realms/duel.toml --zone trade --by faction --measure avg(cost) -o csv",
    );
    insta::assert_snapshot!(ran, @r#"
    status: 0
    deck,section,field,value,low,high
    decks/star-realms/duel.toml,cards,,,80,80
    decks/star-realms/duel.toml,zone,starter,,10,10
    decks/star-realms/duel.toml,zone,trade,,80,80
    decks/star-realms/duel.toml,zone,explorers,,10,10
    decks/star-realms/duel.toml,measure,avg(cost),,3.6,3.6
    decks/star-realms/duel.toml,group,faction,blob,20,20
    decks/star-realms/duel.toml,group,faction,trade-federation,20,20
    decks/star-realms/duel.toml,group,faction,star-empire,20,20
    decks/star-realms/duel.toml,group,faction,machine-cult,20,20
    decks/star-realms/duel.toml,group,avg(cost),blob,3.4,3.4
    decks/star-realms/duel.toml,group,avg(cost),trade-federation,3.7,3.7
    decks/star-realms/duel.toml,group,avg(cost),star-empire,3.65,3.65
    decks/star-realms/duel.toml,group,avg(cost),machine-cult,3.65,3.65
    "#);
}

#[test]
fn averages_agree_with_the_cards_themselves() {
    let ran = sleeve(&["cards", "--in", "decks/starfighter/le-rempart-d-atlas.toml", "-o", "json"]);
    let cards = ran.document()["cards"].as_array().unwrap().clone();
    let levels: Vec<u64> = cards.iter().filter_map(|card| card["level"].as_u64()).collect();
    let document = stats(&["decks/starfighter/le-rempart-d-atlas.toml"]);
    let rows = curve(&document["decks"][0], "level");
    let counted = |value: &str| levels.iter().filter(|l| l.to_string() == value).count() as u64;
    assert_eq!(rows.iter().map(|(_, cards)| cards).sum::<u64>(), 30);
    for (value, cards) in &rows {
        assert_eq!(*cards, counted(value), "level {value}");
    }
}

#[test]
fn lines_that_cannot_be_told_are_said_and_counted() {
    let deck = "game = \"starfighter\"\n[zones]\ncruiser = [\"Ares\"]\ndeck = [\"3-10\", \"no such card\"]\n";
    let ran = Sleeve::new().input(deck).run(&["stats", "-", "--by", "level", "-m", "count()"]);
    insta::assert_snapshot!(ran, @r#"
    status: 2
    -  (starfighter)
    3 cards: cruiser 1, deck 2

    count()  3

    Level
          3 ██████████████████████████████████████████████████ 1
    unknown ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░ 1
       none 1

    count()
    3 ██████████████████████████████████████████████████ 1

    sleeve 0.1.0, data: starfighter 2026-11-21
    --- err
    unusable -

    error: there is no card `no such card`
     --> -:4:17
      |
    4 | deck = ["3-10", "no such card"]
      |                 ^^^^^^^^^^^^^^
    "#);
}

#[test]
fn mistakes_are_pointed_at() {
    let deck = "decks/star-realms/duel.toml";
    insta::assert_snapshot!(in_brief(sleeve(&["stats", deck, "--measure", "avg(cst)"])), @"
    status: 2
    --- err
    error: no field is named `cst` (command line:1:5) {cst} = help: did you mean `cost`?
    ");
    insta::assert_snapshot!(in_brief(sleeve(&["stats", deck, "--by", "factoin"])), @"
    status: 2
    --- err
    error: no field is named `factoin` (command line:1:1) {factoin} = help: did you mean `faction`?
    ");
    insta::assert_snapshot!(in_brief(sleeve(&["stats", deck, "--zone", "trad"])), @"
    status: 2
    --- err
    error: there is no zone `trad` = help: did you mean `trade`?
    ");
    insta::assert_snapshot!(sleeve(&["stats", "decks/no-such-deck.toml"]), @r"
    status: 2
    --- err
    unusable decks/no-such-deck.toml

    error: `decks/no-such-deck.toml`: there is no such file or folder
    ");
}

#[test]
fn names_from_a_file_reach_neither_terminal_nor_sheet_as_commands() {
    let folder = scratch("stats-hostile");
    let deck = "game = \"star-realms\"\nname = \"\\u001b[31m=1+1\"\n[zones]\n\"=trade\" = [\"Explorer\"]\n";
    write_file(&folder, "=x.toml", deck);
    let human = Sleeve::new().folder(&folder).run(&["stats", "=x.toml"]);
    assert!(!human.out.contains('\u{1b}'), "{human}");
    let sheet = Sleeve::new().folder(&folder).run(&["stats", "=x.toml", "-o", "csv"]);
    assert!(sheet.out.lines().skip(1).all(|line| line.starts_with("'=x.toml")), "{sheet}");
}
