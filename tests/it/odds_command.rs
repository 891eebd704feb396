//! `sleeve odds` and `sleeve draw` as a user runs them.

use crate::common::{Sleeve, document_of, scratch, sleeve, words, write_file};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

#[track_caller]
fn says(args: &[&str], lines: &[&str]) {
    let ran = Sleeve::new().run(args).assert_status(0);
    for line in lines {
        ran.assert_out(line);
    }
}

#[track_caller]
fn refuses(args: &[&str], lines: &[&str]) {
    let ran = Sleeve::new().run(args).assert_refused();
    for line in lines {
        ran.assert_err(line);
    }
}

const METE: &str = "decks/starfighter/la-meute-d-ares.toml";
const DUEL: &str = "decks/star-realms/duel.toml";
const OPERATIVES: &str = "decks/swccg/operatives-1998.toml";

#[test]
fn answers_with_fraction_percentage_and_one_in_n() {
    let pile = ["odds", "-q", "--pile", "lands=24,elves=8,other=28", "--draw", "7"];
    let ran = Sleeve::new().run(&[&pile[..], &["count(lands) >= 2", "count(elves) >= 1"]].concat());
    insta::assert_snapshot!(ran.out, @r"
    count(lands) >= 2
      139357/162545 = 85.73 %, 1 in 1.17

    count(elves) >= 1
      6310559/9655173 = 65.36 %, 1 in 1.53
    ");
}

#[test]
fn a_name_that_finds_no_card_says_which_cards_were_meant() {
    let deck = "decks/swccg/bring-him-before-me.toml";
    let meant = "`vader` finds no card in the draw pile; did you mean `name:vader`, which finds 7?";
    says(&["odds", deck, "count(vader) >= 1"], &[meant]);
    // The same number by the lines of the file.
    let text = std::fs::read_to_string(deck).unwrap();
    let lines = text
        .lines()
        .filter(|line| line.contains("Vader"))
        .filter_map(|line| line.split_once(" = "));
    assert_eq!(lines.filter_map(|(_, copies)| copies.parse::<u32>().ok()).sum::<u32>(), 7);
}

#[test]
fn gives_the_digits_that_are_asked_for() {
    let ask = ["odds", "--pile", "a=4,b=56", "--draw", "7", "count(a) >= 1", "--digits"];
    says(&[&ask[..], &["0"]].concat(), &["= 40 %"]);
    says(&[&ask[..], &["12"]].concat(), &["= 39.949962574467 %"]);
}

#[test]
fn a_starfighter_hand_is_as_large_as_the_cruiser_says() {
    says(
        &["odds", METE, "count(level:0) >= 1"],
        &["1161/1265 = 91.78 %, 1 in 1.09", "model: hand of 5 from the 25 cards of deck"],
    );
    // Level 0 is a stand-in for most cards of this deck.
    says(&["odds", METE, "count(level:0) >= 1"], &["provisional"]);
    let open = sleeve(&["odds", METE, "count(level:0) >= 1", "--attested"]).assert_status(3);
    open.assert_out("between 0.00 % and 99.998 % (it depends on unpublished facts)");
}

#[test]
fn the_starting_location_is_not_among_the_cards_drawn() {
    says(
        &["odds", OPERATIVES, "any(kind:location)"],
        &["hand of 8 from the 59 cards of deck", "set aside first: Imperial Occupation"],
    );
    says(&["odds", OPERATIVES, "any(name=\"Imperial Occupation\")"], &["0 = 0.00 %, never"]);
    says(
        &["odds", OPERATIVES, "count() = 8", "--set-aside", "Well Guarded"],
        &["hand of 8 from the 58 cards of deck", "1 = 100.00 %, always"],
    );
}

#[test]
fn star_realms_buys_in_the_first_turn_from_either_seat() {
    let buy = "sum(trade) >= min(cost) in row";
    says(&["odds", DUEL, buy], &["9804617/10927280 = 89.73 %", "hand of 3 from the 10 cards"]);
    says(
        &["odds", DUEL, buy, "--seat", "2"],
        &["15397891/15454296 = 99.64 %", "row of 5 from the 80 cards of trade"],
    );
    refuses(&["odds", DUEL, buy, "--seat", "3"], &["there is no seat 3 at a table of 2"]);
    let three = "decks/star-realms/free-for-all-three.toml";
    says(&["odds", three, buy, "--seat", "3", "--players", "4"], &["seat 3, 4 players"]);
    let vipers = "count(name=Viper) in seen = 2";
    let found = document_of(&["odds", DUEL, vipers, "--turns", "1..3"]);
    let by_turn: Vec<&str> =
        (0..3).filter_map(|i| found["results"][i]["fraction"].as_str()).collect();
    assert_eq!(by_turn, ["1/15", "28/45", "1"]);
}

#[test]
fn no_more_players_sit_down_than_the_format_seats() {
    let three = "decks/star-realms/free-for-all-three.toml";
    let asks = |deck, seat, players: &[&str], told: [&str; 2]| {
        let args = [&["odds", deck, "any(Viper)", "--seat", seat], players].concat();
        let ran = Sleeve::new().run(&args).assert_status(2);
        ran.assert_err(told[0]);
        assert!(ran.err.ends_with(&format!(" = help: use {}\n", told[1])), "{ran}");
    };
    let unknown = "the format has no opening for 3 players";
    asks(DUEL, "3", &["--players", "3"], [unknown, "--players 2"]);
    asks(DUEL, "3", &[], ["there is no seat 3 at a table of 2", "--seat 1..2"]);
    asks(DUEL, "3", &["--players", "2"], ["there is no seat 3 at a table of 2", "--seat 1..2"]);
    asks(three, "1", &["--players", "2"], ["no opening for 2 players", "--players 3.."]);
    asks(three, "4", &[], ["no seat 4 at a table of 3", "--seat 1..3 | --players 4"]);
    let hydra = "decks/star-realms/hydra-three-heads.toml";
    asks(hydra, "7", &[], ["no seat 7 at a table of 6", "--seat 1..6"]);
    asks(hydra, "1", &["--players", "5"], ["no opening for 5 players", "--players 4 | 6"]);
    let deck = std::fs::read_to_string(three).unwrap().replace("players = 3", "players = 4");
    let folder = crate::common::scratch("seats");
    write_file(&folder, "four.toml", deck);
    let seated = |seat| {
        let args = ["odds", "four.toml", "any(Viper)", "--seat", seat];
        crate::common::Sleeve::new().folder(&folder).run(&args).status
    };
    assert_eq!((seated("4"), seated("5")), (0, 2));
}

#[test]
fn a_hero_in_hand_and_energy_for_the_everest() {
    let found = document_of(&words(
        "odds decks/battleship-galaxies/mission-1-isn.toml 'any(type:hero) and min(launch, name:everest) in ships <= energy' --turn 1 --set energy=25",
    ));
    let probability = found["results"][0]["probability"].as_f64().unwrap();
    assert!(probability > 0.0 && probability < 1.0, "{found}");
    let poor = "any(type:hero) and min(launch, name:everest) in ships <= 1";
    says(
        &["odds", "decks/battleship-galaxies/mission-1-isn.toml", poor],
        &["0 = 0.00 %, never", "hand of 5"],
    );
}

#[test]
fn on_the_play_or_the_draw_and_given_another_condition() {
    let ask = |more: &[&str]| {
        let base = ["odds", "--pile", "A=4,other=56", "--draw", "7", "count(A) >= 1"];
        document_of(&[&base[..], more].concat())["results"][0]["fraction"].clone()
    };
    assert_eq!(ask(&["--turn", "2"]), ask(&["--turn", "1", "--on", "draw"]));
    assert_eq!(ask(&["--turn", "1"]), "38962/97527");
    assert_eq!(ask(&["--given", "count(A) <= 0"]), "0");
    assert_eq!(ask(&["--given", "count(A) >= 1"]), "1");
}

#[test]
fn tells_how_many_copies_are_needed() {
    let base = ["odds", "--pile", "elves=4,other=56", "--draw", "7", "count(elves) >= 1"];
    let table = [&base[..], &["--at-least", "0.9", "--vary", "elves"]].concat();
    says(&table, &["16  90.08  <- enough", "16 copies of `elves` give at least 90.00 %"]);
    let found = document_of(&table);
    assert_eq!(found["results"][0]["enough"], 16);
    let more = "count(effect:draw) >= 1";
    says(&["odds", METE, more, "--at-least", "95%", "--vary", "effect:draw"], &["<- enough"]);
    let failed = [&base[..], &["--at-least", "2/5"]].concat();
    assert_eq!(Sleeve::new().run(&failed).status, 1);
    let met = [&base[..], &["--at-least", "39.9%"]].concat();
    assert_eq!(Sleeve::new().run(&met).status, 0);
}

#[test]
fn enough_copies_give_at_least_what_was_asked() {
    let base = ["odds", "--pile", "elves=4,other=56", "--draw", "7", "count(elves) >= 1"];
    let asked = [&base[..], &["--at-least", "0.9", "--vary", "elves"]].concat();
    says(&asked, &["16 copies of `elves` give at least 90.00 %"]);
    let french = [&asked[..], &["--lang", "fr"]].concat();
    says(&french, &["donnent au moins 90,00"]);
}

#[test]
fn a_negated_word_of_one_letter_is_the_value_of_an_option() {
    let base = ["odds", "--pile", "a=4,b=56", "--draw", "7", "count(a) >= 1"];
    let apart = [&base[..], &["--vary", "-b"]].concat();
    let joined = [&base[..], &["--vary=-b"]].concat();
    let run = |args: &[&str]| Sleeve::new().run(args);
    assert_eq!((run(&apart).status, run(&apart)), (0, run(&joined)));
}

#[test]
fn mulligans_are_exact_and_simulated_alike() {
    let ask = ["--pile", "combo=4,other=56", "--draw", "7", "count(combo) >= 1"];
    for rule in [&["london"][..], &["vancouver"], &["free"], &["redraw-once"]] {
        let more = [&["--mulligan"][..], rule].concat();
        let exact = document_of(&[&["odds"][..], &ask, &more].concat());
        let seed = ["--trials", "20000", "--seed", "11"];
        let simulated = document_of(&[&["draw"][..], &ask, &more, &seed].concat());
        let result = &simulated["results"][0];
        assert_eq!(result["exact"]["fraction"], exact["results"][0]["fraction"]);
        assert_eq!(result["disagrees"], false, "{simulated}");
    }
}

#[test]
fn the_same_seed_gives_the_same_hands_on_any_number_of_threads() {
    let dealt = document_of(&["draw", DUEL, "--seat", "2", "--seed", "1998", "--hands", "2"]);
    let names = |cards: &Value| -> String {
        let names = cards.as_array().unwrap().iter().map(|card| card["name"].as_str().unwrap());
        names.collect::<Vec<_>>().join(", ")
    };
    let first = &dealt["hands"][0];
    assert_eq!(names(&first["turns"][0]["cards"]), "Scout, Scout, Scout, Viper, Scout");
    let row = "Battle Mech, Defense Center, Space Station, Mech World, Cutter";
    assert_eq!(names(&first["row"]), row);
    assert_ne!(names(&dealt["hands"][1]["row"]), row);
    let hits = |threads| {
        let base = ["draw", METE, "sum(fighters) >= 12", "--trials", "50000", "--seed", "4"];
        document_of(&[&base[..], &["--threads", threads]].concat())["results"][0]["hits"].clone()
    };
    assert_eq!((hits("1"), hits("2")), (35852.into(), 35852.into()));
}

#[test]
fn measures_are_shown_as_distributions() {
    let pile = ["draw", "-q", "--pile", "lands=24,other=36", "--draw", "7", "count(lands)"];
    let ran = Sleeve::new().run(&[&pile[..], &["--trials", "100000", "--seed", "1"]].concat());
    insta::assert_snapshot!(ran.out, @r"
    count(lands)
      mean 2.7973, standard deviation 1.2317 (100000 hands)
    0 ███▋ 2.19 %
    1 ████████████████████ 12.29 %
    2 ███████████████████████████████████████████▊ 26.84 %
    3 ██████████████████████████████████████████████████ 30.68 %
    4 ████████████████████████████████▏ 19.75 %
    5 ███████████▎ 6.92 %
    6 ██ 1.26 %
    7 ▏ 0.09 %
    ");
}

#[test]
fn turns_whose_draw_players_choose_assume_the_fewest_and_say_what_is_usual() {
    let turns = |args: &[&str]| {
        let asked = [&["odds"], args, &["any(kind:effect)", "--turn", "1"]].concat();
        document_of(&asked)["model"]["turns"].clone()
    };
    // The icons of the deck's own locations, added up from the cards.
    let deck = "decks/swccg/death-star-sites.toml";
    let cards = document_of(&["cards", "--in", deck, "kind:location"]);
    let icons = |card: &Value| {
        let side = if card["side"] == "light" { "light-icons" } else { "dark-icons" };
        card[side].as_u64().unwrap_or_default()
    };
    let cards = cards["cards"].as_array().unwrap();
    let all = 1 + cards.iter().map(icons).sum::<u64>();
    assert_eq!((&turns(&[deck])["draw"], &turns(&[deck])["most"]), (&1.into(), &all.into()));
    let room = cards.iter().find(|card| card["name"] == "Death Star: War Room").unwrap();
    let started = turns(&[deck, "--set-aside", "Death Star: War Room"]);
    assert!(icons(room) > 0);
    assert_eq!((&started["draw"], &started["most"]), (&(1 + icons(room)).into(), &all.into()));
    // Who says how many assumes nothing; the first turn draws as ever, and turn 0 is the opening hand.
    let said = turns(&[deck, "--per-turn", "3"]);
    assert_eq!((&said["draw"], &said["first"], said.get("most")), (&3.into(), &1.into(), None));
    let shown = sleeve(&["odds", deck, "any(kind:effect)", "--turns", "0..1"]);
    shown.assert_out(&format!("  1 is assumed, 1 to {all} are usual (--per-turn):\n"));
    shown.assert_out("\n   0     8     8");
}

#[test]
fn a_pile_that_is_smaller_than_the_hand_is_dealt_whole() {
    let whole = ["odds", "--pile", "a=1,b=3", "--draw", "5", "--mulligan", "london"];
    let ran = sleeve(&[&whole[..], &["count(a) = 1 and count(b) = 3"]].concat()).assert_status(0);
    ran.assert_out("1 = 100.00 %").assert_out("hand of 4 from the 4 cards");
    refuses(&[&whole[..5], &["--beside", "rest=1", "count() > 0"]].concat(), &["which has only 4"]);
    // A game as `sleeve new game` writes it, whose opening hand is above the limit of hands and may
    // be exchanged.
    let folder = scratch("odds-small-deck");
    let run = |line: &str| Sleeve::new().folder(&folder).line(line);
    run("new game start").assert_status(0);
    write_file(&folder, "start/decks/small.toml", "game = \"start\"\n[zones.deck]\nReef = 2\n");
    run("odds start/decks/small.toml 'count() = 2'").assert_status(0).assert_out("1 = 100.00 %");
    let formats = std::fs::read_to_string(folder.join("start/cards/formats.toml")).unwrap();
    let opening = "[format.opening]\nlimit = 4\nmulligan = \"redraw-once\"\n";
    let formats = formats.replacen("[format.opening]\n", opening, 1);
    write_file(&folder, "start/cards/formats.toml", formats);
    let odds = |more: &str| run(&format!("odds start/decks/legal.toml any(flag:north) {more}"));
    odds("").assert_status(0);
    odds("--turn 1").assert_status(0);
    odds("--turn 2").assert_refused().assert_err("--mulligan none");
    odds("--turn 2 --mulligan none").assert_status(0);
    let drawn = run("draw start/decks/legal.toml --seed 1").assert_status(0);
    drawn.assert_err("no hand is exchanged").assert_out("hands kept: count() >= 0");
}

#[test]
fn an_open_answer_has_a_status_of_its_own() {
    let deck = "decks/starfighter/la-meute-d-ares.toml";
    for (command, asked) in [
        ("odds", "count(colour:green) >= 2"),
        ("odds", "any(colour:green)"),
        ("odds", "count(colour:green)"),
        ("draw --seed 1 --trials 500", "count(colour:green) >= 2"),
        ("draw --seed 1 --trials 500", "count(colour:green)"),
        ("draw --seed 1", "count(colour:green)"),
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let ask = |more: &[&str]| sleeve(&[&words[..], &[deck, asked], more].concat()).status;
        assert_eq!([ask(&[]), ask(&["--attested"])], [0, 3], "{command} {asked}");
    }
}

#[test]
fn refuses_what_cannot_be_answered() {
    let pile = |more: &[&'static str]| {
        [&["odds", "--pile", "lands=24,x=3", "--draw", "5"][..], more].concat()
    };
    refuses(&["odds", "--pile", "a=4", "count() > 0"], &["add --draw 7"]);
    refuses(&pile(&["count(lands) >= 2", "--given", "count(x) >= 4"]), &["--given"]);
    refuses(&pile(&["count(land) >= 2"]), &["did you mean `lands`?"]);
    refuses(&["odds", METE, "sum(destiny) >= 3"], &["no field is named `destiny`"]);
    refuses(&["odds", METE], &["a condition is missing"]);
    refuses(&["odds", "nothing.toml", "count() > 0"], &["there is no deck file", "--pile"]);
    let smithy = ["--cards", "docs/examples/games/smithy"];
    let season = ["odds", "docs/examples/decks/smithy/season-1.toml", "count() > 0"];
    refuses(&[&season[..], &smithy, &["--turn", "2"]].concat(), &["use --per-turn 1"]);
    let endless = ["--mulligan", "free", "--exchanges", "unlimited", "--keep", "count(x) >= 4"];
    refuses(&pile(&[&["count() > 0"][..], &endless].concat()), &["would never end"]);
    for trials in ["0", "1000000000000000000"] {
        refuses(
            &["draw", "--pile", "a=4", "--draw", "2", "count() > 0", "--trials", trials],
            &["cannot be simulated", "1 to 10000000000"],
        );
    }
}

#[test]
fn hands_that_unknown_facts_leave_open_are_refused_by_draws_as_by_odds() {
    let open = ["--mulligan", "vancouver", "--down-to", "2", "--attested"];
    let keep = ["--keep", "count(colour:green) >= 2"];
    let asked = |command: &[&'static str]| [command, &open, &keep].concat();
    let message = &["whether to keep a hand depends on card values that were never published"];
    refuses(&asked(&["odds", METE, "count() >= 1"]), message);
    refuses(&asked(&["draw", METE, "count() >= 1", "--seed", "1", "--trials", "1000"]), message);
    refuses(&asked(&["draw", METE, "count()", "--seed", "1", "--trials", "9"]), message);
    refuses(&asked(&["draw", METE, "--seed", "1"]), message);
}

#[test]
fn a_pile_of_ten_thousand_cards_in_300_classes_meets_a_stated_limit() {
    let classes: Vec<String> = (0..300).map(|i| format!("c{i}={}", 33 + i % 3)).collect();
    let pile = classes.join(",");
    let one_of_each: Vec<String> = (0..300).map(|i| format!("count(c{i}) = 1")).collect();
    let hard = one_of_each.join(" or ");
    let base = ["--pile", &pile, "--draw", "40"];
    refuses(
        &[&["odds"][..], &base, &[&hard]].concat(),
        &["the limit is 20000000", "--trials 1000000"],
    );
    says(&[&["odds"][..], &base, &["count(c7) >= 1"]].concat(), &["from the 10200 cards"]);
    let trials = ["--trials", "2000", "--seed", "1"];
    says(&[&["draw"][..], &base, &[&hard], &trials].concat(), &["of 2000 hands"]);
}

/// A deck of every game, and which cards its conditions are about.
fn decks() -> BTreeMap<&'static str, (&'static str, &'static str)> {
    BTreeMap::from([
        ("starfighter", (METE, "count(effect:draw) >= 1 and sum(fighters) >= 10")),
        (
            "battleship-galaxies",
            ("decks/battleship-galaxies/mission-1-isn.toml", "copies(name) >= 2 or any(type:hero)"),
        ),
        ("swccg", (OPERATIVES, "count(kind:character) >= 2 and any(kind:location)")),
        ("star-realms", (DUEL, "sum(trade) >= min(cost) in row")),
        ("etoile-noire", ("decks/etoile-noire/trois-joueurs-empire.toml", "distinct(name) >= 4")),
    ])
}

#[test]
fn simulation_agrees_with_exact_odds_for_the_opening_of_every_format() {
    for (game, (deck, condition)) in decks() {
        let catalog = sleeve::catalog::open(game, &[]).unwrap();
        let openings = catalog.formats().filter(|format| format.opening.is_some());
        for format in openings.map(|f| f.named.id.as_str()) {
            // Formats with zones of their own have a deck named after them.
            let own = format!("decks/{game}/{format}-isn.toml");
            let root = Path::new(env!("CARGO_MANIFEST_DIR"));
            let deck = if root.join(&own).exists() { own.as_str() } else { deck };
            let target = format!("{game}/{format}");
            let draw = ["draw", deck, condition, "--as", &target];
            let found = document_of(&[&draw[..], &["--trials", "8000", "--seed", "20"]].concat());
            let result = &found["results"][0];
            assert!(result["exact"]["probability"].is_number(), "{target}: {result}");
            assert_eq!(result["disagrees"], false, "{target}: {result}");
        }
    }
}
