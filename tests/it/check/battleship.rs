//! Battleship Galaxies: budgets, versions, tactic decks, carriers, missions.

use super::{check, judged, shipped, with};

fn fleet() -> String {
    shipped("battleship-galaxies/fleet-isn-carrier-group")
}

/// The fleet with other ships, nothing in the holds.
fn ships(names: &[&str]) -> String {
    let deck = fleet();
    let start = deck.find("ships = [").unwrap();
    let end = start + deck[start..].find("]\n").unwrap();
    let list: Vec<String> = names.iter().map(|n| format!("\"{n}\"")).collect();
    let text = format!("{}ships = [{}{}", &deck[..start], list.join(", "), &deck[end..]);
    text[..text.find("[carried]").unwrap()].to_owned()
}

fn carrying(ships_there: &[&str], carried: &str) -> String {
    format!("{}\n[carried]\n{carried}\n", ships(ships_there))
}

#[test]
fn a_fleet_over_budget_says_by_how_much() {
    let deck = ships(&[
        "ISN Everest (veteran)",
        "ISN Barrage (veteran)",
        "Torrent veteran",
        "Rook's F-54 (veteran)",
    ]);
    insta::assert_snapshot!(check(&deck, &[]), @r#"
    status: 1
    illegal      - (battleship-galaxies/fleet, isn, provisional)

    error[fleet-budget]: 55 points, at most 48 (fleet budget) allowed
     --> -:8:10
      |
    8 | ships = ["ISN Everest (veteran)", "ISN Barrage (veteran)", "Torrent veter...
      |          ^^^^^^^^^^^^^^^^^^^^^^^  ^^^^^^^^^^^^^^^^^^^^^^^ ISN Barrage (veteran)
      |          |
      |          ISN Everest (veteran)
      |
     ::: -:8:60
      |
    8 | ...", "Torrent veteran", "Rook's F-54 (veteran)"]
      |       ^^^^^^^^^^^^^^^^^  ^^^^^^^^^^^^^^^^^^^^^^^ Rook's F-54 (veteran)
      |       |
      |       ISN Torrent (veteran)
      |
      = note: The launch costs of the fleet add up to no more than its budget. (rulebook: p. 3, Ships of the player's choice)
      = help: 7 points too many

    fix: -1 Rook's F-54 (veteran) (or one of 3 others)

    1 deck: 1 illegal
    1 verdict is provisional: it rests on stand-in values; `--attested` names them
    fingerprint PVG8-TG7B-BZYM-V34Y
    sleeve 0.1.0, data: battleship-galaxies 2026-11-21
    "#);
}

#[test]
fn under_attested_the_budget_names_the_values_to_type_in() {
    insta::assert_snapshot!(check(&fleet(), &["--attested"]), @r#"
    status: 3
    undetermined - (battleship-galaxies/fleet, isn)

    undetermined[carriers]: cannot tell whether `ISN Everest (seasoned)` may carry its load
      --> -:29:1
       |
    29 | "ISN Everest (seasoned)" = ["F-51 Blue Sparrows (seasoned)", "F-47 Blue ...
       | ^^^^^^^^^^^^^^^^^^^^^^^^ ISN Everest (seasoned)
       |
       = note: needed to decide: Capacity of ISN Everest (seasoned)
       = note: A hold takes smaller units of its own fleet only, whole squadrons, as many spaces as its capacity, and nothing that carries something itself. (rulebook: p. 4 and 6, Capacity of carriers)

    undetermined[fleet-budget]: cannot be decided: 5 or more points, at most 48 (fleet budget) allowed
     --> -:8:1
      |
    8 | ships = [
      | ^^^^^ 5 or more points
      |
      = note: the cards: F-47 Blue Hawks (seasoned) = 5; ISN Everest (seasoned), ISN Barrage (seasoned), Rook's F-54 (seasoned), F-51 Blue Sparrows (seasoned) (values not known)
      = note: needed to decide: Launch of ISN Everest (seasoned), ISN Barrage (seasoned), Rook's F-54 (seasoned), F-51 Blue Sparrows (seasoned)
      = note: The launch costs of the fleet add up to no more than its budget. (rulebook: p. 3, Ships of the player's choice)

    1 deck: 1 undetermined
    fingerprint RM06-MF43-P99T-4AQY
    sleeve 0.1.0, data: battleship-galaxies 2026-11-21
    "#);
}

#[test]
fn attested_costs_alone_can_break_a_budget() {
    let deck = ships(&["F-47 Blue Hawks (seasoned)"]);
    insta::assert_snapshot!(judged(&deck, &["--attested", "--set", "budget=4"]), @r"
    illegal
    broken fleet-budget: 5 points, at most 4 (fleet budget) allowed; 1 point too many
    broken tactic-deck-size: 24 cards, exactly 2 (fleet budget / 2, rounded down) required; remove 22 cards
    ");
}

#[test]
fn two_versions_of_one_ship_do_not_sail_together() {
    let deck = ships(&["ISN Torrent (standard)", "ISN Torrent (veteran)"]);
    insta::assert_snapshot!(judged(&deck, &[]), @r"
    illegal
    broken one-per-name: 2 × ISN Torrent, at most 1 allowed; remove 1 version (ISN Torrent)
    ");
    let deck = ships(&["ISN Torrent (standard)", "ISN Torrent (standard)"]);
    insta::assert_snapshot!(judged(&deck, &[]), @r"
    illegal
    broken one-per-card: 2 × ISN Torrent (standard), at most 1 allowed; remove 1 card (ISN Torrent (standard))
    broken one-per-name: 2 × ISN Torrent, at most 1 allowed; remove 1 version (ISN Torrent)
    ");
}

#[test]
fn a_tactic_deck_is_exactly_half_the_budget() {
    let few = with(&fleet(), "\"Charles Yeboah\" = 1\n", "");
    insta::assert_snapshot!(judged(&few, &[]), @r"
    illegal
    broken tactic-deck-size: 23 cards, exactly 24 (fleet budget / 2, rounded down) required; add 1 card
    ");
    let many = with(&fleet(), "\"Charles Yeboah\" = 1\n", "\"Charles Yeboah\" = 2\n");
    insta::assert_snapshot!(judged(&many, &[]), @r"
    illegal
    broken tactic-deck-size: 25 cards, exactly 24 (fleet budget / 2, rounded down) required; remove 1 card
    ");
    let odd = judged(&few, &["--set", "budget=47"]);
    assert!(!odd.contains("tactic-deck-size"), "half of 47 is 23: {odd}");
}

#[test]
fn a_fourth_copy_is_too_many_wherever_it_stands() {
    let deck = with(&fleet(), "\"Erin Cho\" = 2\n\"Bronson Skiles\" = 2\n", "\"Erin Cho\" = 4\n");
    insta::assert_snapshot!(judged(&deck, &[]), @r"
    illegal
    broken tactic-copies: 4 × Erin Cho, at most 3 allowed; remove 1 copy (Erin Cho)
    ");
    // One preselected counts against the three.
    let mission = shipped("battleship-galaxies/mission-4-isn");
    assert!(mission.contains("preselected"), "{mission}");
    let two = mission.lines().find(|l| l.starts_with("\"Erin Cho\"")).unwrap().to_owned();
    let three = with(&mission, &two, "\"Erin Cho\" = 3");
    insta::assert_snapshot!(judged(&three, &[]), @r"
    illegal
    broken preselected-isn: 2 cards too many; remove 2 × Erin Cho
    broken team-deck-size: 38 cards, exactly 36 required; remove 2 cards
    broken tactic-copies: 5 × Erin Cho, at most 3 allowed; remove 2 copies (Erin Cho)
    ");
}

#[test]
fn foreign_ships_and_tactics_are_named() {
    let deck = with(
        &ships(&["ISN Torrent (standard)", "Red Fuvu (standard)"]),
        "\"Charles Yeboah\"",
        "\"Shield Siphon\"",
    );
    insta::assert_snapshot!(judged(&deck, &[]), @r"
    illegal
    broken own-ships: 1 ship not allowed: Red Fuvu (standard); remove Red Fuvu (standard)
    broken own-tactics: 1 card not allowed: Shield Siphon; remove Shield Siphon
    ");
}

#[test]
fn a_squadron_cannot_be_split_between_carriers() {
    let deck = carrying(
        &["ISN Everest (standard)", "ISN Barrage (standard)", "F-51 Blue Sparrows (standard)"],
        "\"ISN Everest (standard)\" = [\"F-51 Blue Sparrows (standard)\"]\n\"ISN Barrage (standard)\" = [\"F-51 Blue Sparrows (standard)\"]",
    );
    insta::assert_snapshot!(check(&deck, &[]), @r#"
    status: 1
    illegal      - (battleship-galaxies/fleet, isn)

    error[carriers]: 2 × `F-51 Blue Sparrows (standard)` in holds, but the deck has only 1
      --> -:25:29
       |
    25 | "ISN Barrage (standard)" = ["F-51 Blue Sparrows (standard)"]
       |                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 2 × F-51 Blue Sparrows (standard)
       |
       = note: A hold takes smaller units of its own fleet only, whole squadrons, as many spaces as its capacity, and nothing that carries something itself. (rulebook: p. 4 and 6, Capacity of carriers)

    fix: -1 F-51 Blue Sparrows (standard)

    1 deck: 1 illegal
    fingerprint EEEZ-TGPD-VJ80-M6DN
    sleeve 0.1.0, data: battleship-galaxies 2026-11-21
    "#);
}

#[test]
fn a_medium_ship_takes_no_medium_ship() {
    let deck = carrying(
        &["ISN Barrage (standard)", "ISN Torrent (standard)"],
        "\"ISN Barrage (standard)\" = [\"ISN Torrent (standard)\"]",
    );
    insta::assert_snapshot!(judged(&deck, &[]), @"
    illegal, provisional
    broken carriers: `ISN Torrent (standard)` does not fit into `ISN Barrage (standard)`: it has to be smaller
    ");
}

#[test]
fn a_carrier_that_is_carried_carries_nothing() {
    let deck = carrying(
        &["ISN Everest (standard)", "ISN Barrage (standard)", "Rook's F-54 (standard)"],
        "\"ISN Everest (standard)\" = [\"ISN Barrage (standard)\"]\n\"ISN Barrage (standard)\" = [\"Rook's F-54 (standard)\"]",
    );
    insta::assert_snapshot!(judged(&deck, &[]), @"
    illegal
    broken carriers: `ISN Barrage (standard)` is in a hold, so it cannot carry anything
    ");
}

#[test]
fn a_hold_is_not_overloaded_and_takes_only_ships_of_the_fleet() {
    let deck = carrying(
        &["ISN Barrage (standard)", "Rook's F-54 (standard)", "F-51 Blue Sparrows (standard)"],
        "\"ISN Barrage (standard)\" = [\"Rook's F-54 (standard)\", \"F-51 Blue Sparrows (standard)\", \"F-47 Blue Hawks (standard)\"]",
    );
    insta::assert_snapshot!(judged(&deck, &[]), @"
    illegal
    broken carriers: `ISN Barrage (standard)` carries 7 spaces, at most 3 allowed; free 4 spaces
    broken carriers: 1 × `F-47 Blue Hawks (standard)` in holds, but the deck has only 0
    ");
    let stranger =
        carrying(&["ISN Barrage (standard)"], "\"ISN Barrage (standard)\" = [\"Rook's F-45\"]");
    insta::assert_snapshot!(judged(&stranger, &[]), @r#"
    unusable
    unresolved "Rook's F-45" in line 24
    "#);
}

#[test]
fn a_mission_deck_one_card_off_says_which() {
    let deck = shipped("battleship-galaxies/mission-1-isn");
    let off = with(&deck, "\"Erin Cho\" = 2", "\"Erin Cho\" = 1\n\"Charles Yeboah\" = 1");
    insta::assert_snapshot!(judged(&off, &[]), @"
    illegal
    broken mission-deck-isn: 1 card missing, 1 too many; add Erin Cho; remove Charles Yeboah
    ");
}

#[test]
fn names_are_found_in_either_language_and_order() {
    let deck = ships(&[
        "everest veteran",
        "Torrent chevronné",
        "Sparrows bleus vétéran",
        "rook’s f-54 (STANDARD)",
    ]);
    let said = judged(&deck, &[]);
    assert!(!said.contains("unresolved"), "{said}");
}
