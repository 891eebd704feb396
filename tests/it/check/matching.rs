//! `match`: may two decks meet?

use super::shipped;
use crate::common::{Ran, Sleeve, in_brief, scratch, sleeve, write_file};
use serde_json::Value;
use sleeve::check::{self, CheckRequest, Input};
use sleeve::rules::Verdict;
use std::fs;
use std::path::Path;

const ARES: &str = "decks/starfighter/la-meute-d-ares.toml";
const ATLAS: &str = "decks/starfighter/le-rempart-d-atlas.toml";
const ATHENA: &str = "decks/starfighter/la-valse-d-athena.toml";

fn meet(a: &str, b: &str, args: &[&str]) -> Ran {
    let args: Vec<&str> = ["match", a, b].iter().chain(args).copied().collect();
    sleeve(&args)
}

#[test]
fn two_piles_of_one_box_have_no_card_in_common() {
    insta::assert_snapshot!(meet(ARES, ATLAS, &[]), @r"
    status: 0
    a: La meute d'Arès
    b: Le rempart d'Atlas
    yes: the two decks may meet
    sleeve 0.1.0, data: starfighter 2026-11-21
    ");
    insta::assert_snapshot!(in_brief(meet(ARES, ATHENA, &["--quiet", "--boxes", "1"])), @"
    status: 1
    a: La meute d'Arès
    b: La valse d'Athéna
    error[shared-box]: 2 × 3-35, 2 × 0-11, 2 × 0-18, 2 × 0-81, 2 × 1-27, 2 × 2-14; at most 1 allowed each = note: One box holds each card once, so two piles from one box have no card in common; with two boxes each player has every card. (rulebook: Mode Guerre Totale) = help: remove 1 card of each
    no: the two decks may not meet
    ");
}

#[test]
fn two_boxes_free_both_players() {
    for args in [["--boxes", "2"], ["--set", "boxes=2"]] {
        assert_eq!(meet(ARES, ATHENA, &args).status, 0, "{args:?}");
        assert_eq!(meet(ARES, ARES, &args).status, 0, "{args:?}");
    }
    assert_eq!(meet(ARES, ATHENA, &["--boxes", "1"]).status, 1);
    assert_eq!(meet(ARES, ATHENA, &["--boxes", "0"]).status, 2);
}

#[test]
fn decks_that_disagree_on_the_boxes_have_no_answer() {
    insta::assert_snapshot!(in_brief(meet(ARES, ATHENA, &[])), @"
    status: 3
    a: La meute d'Arès
    b: La valse d'Athéna
    undetermined[shared-parameter]: boxes is 1 in the first deck and 2 in the second = note: Both decks need the same value for each parameter of the table. = help: choose one with --set boxes=…
    undetermined: the decks disagree on what is on the table
    sleeve 0.1.0, data: starfighter 2026-11-21
    ");
    let boxes = |a: &str, b: &str, args: &[&str]| {
        let ran = meet(a, b, &[&["-o", "json"], args].concat());
        let document = ran.document();
        (ran.status, document["boxes"].as_u64())
    };
    assert_eq!(boxes(ATHENA, ARES, &[]), (3, None));
    assert_eq!(boxes(ATHENA, ATHENA, &[]), (0, Some(2)));
    assert_eq!(boxes(ARES, ATLAS, &[]), (0, Some(1)));
    assert_eq!(boxes(ATHENA, ARES, &["--set", "boxes=2"]), (0, Some(2)));
    let duel = "decks/star-realms/duel.toml";
    assert_eq!(boxes(duel, duel, &[]), (0, None));
}

#[test]
fn the_order_of_two_decks_makes_no_difference() {
    let projects =
        sleeve::project::Projects::new(&sleeve::catalog::GAMES, Path::new("."), Vec::new());
    let request = CheckRequest::default();
    let files = sleeve::decks::find(&["decks"]).files;
    let mut inputs = Vec::new();
    for file in files {
        let path = file.path.display().to_string();
        let text = fs::read_to_string(&file.path).unwrap();
        if !text.contains("[parameters]") && text.contains("[zones.") {
            let text = text.replacen("[zones.", "[parameters]\nboxes = 2\n\n[zones.", 1);
            inputs.push(Input::bytes(&path, text.as_bytes()));
        }
        inputs.push(Input::bytes(&path, text.as_bytes()));
    }
    let mut decks = check::check(&projects, inputs, &request).decks;
    decks.retain(|deck| deck.verdict() == Verdict::Legal);
    let mut undetermined = 0;
    for (at, a) in decks.iter().enumerate() {
        for b in decks.iter().take(at).filter(|b| a.game() == b.game()) {
            let said = |a, b| {
                let met = check::may_meet(a, b, None, &request.options).unwrap();
                let mut rules: Vec<String> = met.findings.into_iter().map(|f| f.rule).collect();
                rules.sort_unstable();
                (met.truth, met.provisional, met.boxes, rules)
            };
            let (one, other) = (said(a, b), said(b, a));
            assert_eq!(one, other, "{} {}", a.path, b.path);
            undetermined += usize::from(one.3.iter().any(|rule| rule == "shared-parameter"));
        }
    }
    assert!(undetermined > 10, "{undetermined}");
}

#[test]
fn the_same_cruiser_twice_is_undetermined() {
    let folder = scratch("same-cruiser");
    write_file(&folder, "a.toml", shipped("starfighter/la-meute-d-ares"));
    let b = shipped("starfighter/le-rempart-d-atlas").replace("[\"Atlas\"]", "[\"Ares\"]");
    write_file(&folder, "b.toml", b);
    let ran = Sleeve::new().folder(&folder).run(&["match", "a.toml", "b.toml"]);
    insta::assert_snapshot!(in_brief(ran), @"
    status: 3
    a: La meute d'Arès
    b: Le rempart d'Atlas
    undetermined[cruiser-boards]: cannot be decided: 2 × Ares, at most 1 to 3 (boards) allowed = note: needed to decide: Boards of Ares = note: With one box the two cruisers lie on different boards; whether two boards show the same cruiser is not published. (ludovox: the boards let every pair of cruisers meet)
    undetermined: it depends on unpublished facts
    sleeve 0.1.0, data: starfighter 2026-11-21
    ");
}

#[test]
fn matricules_that_are_stand_ins_differ_under_attested() {
    assert_eq!(meet(ARES, ATLAS, &["--attested"]).status, 0);
    assert_eq!(meet(ARES, ATHENA, &["--attested", "--boxes", "1"]).status, 1);
    assert_eq!(meet(ARES, ARES, &["--attested", "--boxes", "1"]).status, 1);
}

#[test]
fn roles_have_to_differ_where_the_mission_says_so() {
    let (isn, wretch) = (
        "decks/battleship-galaxies/mission-4-isn.toml",
        "decks/battleship-galaxies/mission-4-wretch.toml",
    );
    assert_eq!(meet(isn, wretch, &[]).status, 0);
    insta::assert_snapshot!(in_brief(meet(isn, isn, &[])), @"
    status: 1
    a: Mission 4, ISN team (isn)
    b: Mission 4, ISN team (isn)
    error[opposite-roles]: both decks have the same role: ISN = note: One player leads the ISN and the other the Wretch. (rulebook: p. 3, Setting up)
    no: the two decks may not meet
    sleeve 0.1.0, data: battleship-galaxies 2026-11-21
    ");
}

#[test]
fn decks_of_other_games_or_formats_never_meet() {
    insta::assert_snapshot!(in_brief(meet(ARES, "decks/star-realms/duel.toml", &[])), @"
    status: 1
    a: La meute d'Arès
    b: Duel
    error[same-game]: the decks are for different games: starfighter and star-realms = note: Both decks need the same game and the same format.
    no: the two decks may not meet
    sleeve 0.1.0, data: starfighter 2026-11-21, star-realms 2026-11-21
    ");
    insta::assert_snapshot!(in_brief(meet(ARES, "decks/starfighter/entrainement.toml", &[])), @"
    status: 1
    a: La meute d'Arès
    b: Première partie
    error[same-format]: the decks are for different formats: guerre-totale and entrainement = note: Both decks need the same game and the same format.
    no: the two decks may not meet
    sleeve 0.1.0, data: starfighter 2026-11-21
    ");
    assert_eq!(
        meet(
            "decks/swccg/hunt-down.toml",
            "decks/swccg/jedi-training-endor.toml",
            &["--as", "open"]
        )
        .status,
        0
    );
}

#[test]
fn the_document_says_what_the_report_says() {
    let ran = meet(ARES, ATHENA, &["-o", "json", "--lang", "fr", "--set", "boxes=1"]);
    let document = ran.document();
    let keys: Vec<&str> = document.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        ["schema", "program", "data", "answer", "provisional", "boxes", "decks", "findings"]
    );
    assert_eq!((ran.status, &document["answer"]), (1, &Value::from("no")));
    assert_eq!(document["boxes"], 1);
    assert_eq!(document["decks"][1]["name"], "La valse d'Athéna");
    assert_eq!(document["schema"], "sleeve/match/2");
    assert_eq!(document["decks"][1]["verdict"], "legal");
    let finding = &document["findings"][0];
    assert_eq!(
        finding["message"],
        "2 × 3-35, 2 × 0-11, 2 × 0-18, 2 × 0-81, 2 × 1-27, 2 × 2-14; at most 1 allowed each"
    );
    assert_eq!(finding["actual"], 2);
    assert_eq!(finding["limit"]["max"], 1);
    assert_eq!(finding["cards"].as_array().unwrap().len(), 6);
}

#[test]
fn what_cannot_be_used_is_named_and_still_gives_a_document() {
    let ran = meet("nowhere.toml", "decks/starfighter", &["-o", "json"]);
    let document = ran.document();
    assert_eq!((ran.status, &document["answer"]), (2, &Value::from("unusable")));
    insta::assert_snapshot!(in_brief(ran.err), @"
    error: `nowhere.toml`: there is no such file or folder
    error: `decks/starfighter` contains 5 decks; one is needed = help: name one file
    ");
}

#[test]
fn fleets_of_different_budgets_do_not_meet() {
    let (patrol, armada) = (
        "decks/battleship-galaxies/fleet-isn-patrol-30.toml",
        "decks/battleship-galaxies/fleet-wretch-armada-73.toml",
    );
    insta::assert_snapshot!(in_brief(meet(patrol, armada, &["-q"])), @"
    status: 1
    a: Patrouille de 30 (isn)
    b: The whole armada (wretch)
    error[equal-budgets]: a.budget is 30, exactly 73 (b.budget) required = note: Both fleets are built within one and the same budget. (reading: p. 3 gives the fleets of a mission one budget; p. 10, Variants: 48 or 42)
    no: the two decks may not meet
    ");
    let ambush = "decks/battleship-galaxies/fleet-wretch-ambush-30.toml";
    assert_eq!(meet(patrol, ambush, &[]).status, 0);
    let mission = |a: &str, b: &str| {
        let path = |deck: &str| format!("decks/battleship-galaxies/mission-1-free-{deck}.toml");
        meet(&path(a), &path(b), &[]).status
    };
    assert_eq!(mission("isn-42", "wretch-42"), 0);
    assert_eq!(mission("isn-48", "wretch-42"), 1);
}

#[test]
fn a_deck_that_is_itself_illegal_meets_nobody() {
    let folder = scratch("illegal-at-the-table");
    let (a, b) = ("starfighter/la-meute-d-ares", "starfighter/le-rempart-d-atlas");
    write_file(&folder, "a.toml", shipped(a).replace("\"3-65\",", ""));
    write_file(&folder, "b.toml", shipped(b));
    let run = |args: &[&str]| {
        let args = [&["match", "a.toml", "b.toml"], args].concat();
        Sleeve::new().folder(&folder).run(&args)
    };
    insta::assert_snapshot!(in_brief(run(&[])), @"
    status: 1
    a: La meute d'Arès
    b: Le rempart d'Atlas
    error[illegal-deck]: `La meute d'Arès` itself is illegal (`deck-size`); `sleeve check a.toml` shows why = note: Each deck has to be legal in its own format.
    no: the two decks may not meet
    sleeve 0.1.0, data: starfighter 2026-11-21
    ");
    let french = run(&["--lang", "fr", "-q"]);
    french.assert_out("« La meute d'Arès » est lui-même illégal (`deck-size`)");
    let document = run(&["-o", "json"]).document();
    assert_eq!(document["decks"][0]["verdict"], "illegal");
    assert_eq!(document["decks"][1]["verdict"], "legal");
    assert_eq!(document["findings"][0]["rule"], "illegal-deck");
}

#[test]
fn all_common_cards_stand_in_one_finding() {
    let document = meet(ARES, ARES, &["-o", "json"]).document();
    let shared: Vec<&Value> = document["findings"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|f| f["rule"] == "shared-box")
        .collect();
    assert_eq!(shared.len(), 1);
    let cards = shared[0]["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 25);
    let message = shared[0]["message"].as_str().unwrap();
    assert!(cards.iter().all(|card| message.contains(card["name"].as_str().unwrap())), "{message}");
}
