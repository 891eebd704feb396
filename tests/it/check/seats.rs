//! Missions of Battleship Galaxies that treat their two sides, or their team-mates, differently.

use super::{judged, shipped};
use crate::common::{Sleeve, scratch, sleeve, write_game};

fn carried(deck: &str, load: &str) -> String {
    judged(&format!("{}\n[carried]\n{load}\n", shipped(deck)), &[])
}

#[test]
fn a_ship_that_starts_on_the_board_is_in_no_hold() {
    let torrent = carried(
        "battleship-galaxies/mission-4-isn",
        "\"ISN Everest standard\" = [\"ISN Torrent standard\"]",
    );
    assert!(
        torrent.contains("broken carriers: `ISN Torrent (standard)` starts on the table"),
        "{torrent}"
    );
}

#[test]
fn a_team_mate_s_ship_is_in_no_hold() {
    let fighter = carried(
        "battleship-galaxies/mission-4-isn",
        "\"ISN Everest standard\" = [\"Rook's F-54 standard\"]",
    );
    assert!(
        fighter.contains("broken carriers: `Rook's F-54 (standard)` is not in the same zone as `ISN Everest (standard)`"),
        "{fighter}"
    );
    let rival = carried(
        "battleship-galaxies/mission-5-wretch",
        "\"Vapor's Fate (seasoned)\" = [\"Red Fuvu (seasoned)\"]",
    );
    assert!(rival.contains("is not in the same zone as"), "{rival}");
    let own = carried(
        "battleship-galaxies/mission-5-wretch",
        "\"Vapor's Fate (seasoned)\" = [\"Red Tougu (seasoned)\"]",
    );
    assert!(own.starts_with("legal"), "{own}");
}

/// How probable it is that the energy of the first turn is this: 1 or 0.
fn probability(deck: &str, amount: u32) -> serde_json::Value {
    let path = format!("decks/battleship-galaxies/{deck}.toml");
    let document = sleeve(&["odds", &path, &format!("energy = {amount}"), "-o", "json"]).document();
    document["results"][0]["probability"].clone()
}

#[test]
fn energy_of_the_first_turn_has_a_default_for_each_role() {
    let first_turns = [
        ("mission-2-isn", 10),
        ("mission-2-wretch", 20),
        ("mission-4-isn", 28),
        ("mission-5-isn", 15),
        ("mission-5-wretch", 21),
    ];
    for (deck, amount) in first_turns {
        assert_eq!(probability(deck, amount), 1.0, "{deck}");
    }
    let rules = sleeve(&["rules", "battleship-galaxies/mission-2"]);
    rules.assert_out("energy = 10 (isn), 20 (wretch) (0 to 40)");
    let starter = sleeve(&["new", "battleship-galaxies/mission-2", "--role", "wretch"]);
    starter.assert_out("# energy = 20  # 0 to 40");
    let starter = sleeve(&["new", "battleship-galaxies/mission-2"]);
    starter.assert_out("# energy = 10 (isn), 20 (wretch)  # 0 to 40");
}

#[test]
fn a_list_of_the_cards_of_a_role_asks_for_the_role() {
    let folder = scratch("seats-list-of-a-role");
    let game = r#"
id = "toy"
name = "Toy"
sources.book.name = "Book"
kinds.unit.name = "unit"
attributes.side = { type = "enum", name = "side", values = ["red", "blue"] }
"#;
    let cards = r#"card = [{ id = "a", kind = "unit", side = "red" }, { id = "b", kind = "unit", side = "blue" }]"#;
    let formats = r#"
[[format]]
id = "f"
name = "F"
cite = "book: 1"
zones.deck = "kind:unit"
roles = [{ id = "red", name = "Red" }, { id = "blue", name = "Blue" }]
[[format.rule]]
id = "list"
contents = { filter = "side:$role", each = "1" }
zone = "deck"
cite = "book: 1"
text = "The cards of the role."
"#;
    write_game(&folder.join("cards"), [game, cards, formats]);
    let deck = "game = \"toy\"\nformat = \"f\"\nzones.deck.a = 1\n";
    std::fs::write(folder.join("deck.toml"), deck).unwrap();
    let check = |more: &[&str]| {
        let args = [&["check", "deck.toml", "--cards", "cards"], more].concat();
        Sleeve::new().folder(&folder).run(&args)
    };
    let ran = check(&[]);
    assert!(
        ran.out
            .contains("the deck does not say which role it plays"),
        "{ran}"
    );
    assert!(check(&["--role", "red"]).out.starts_with("legal"), "{ran}");
    assert!(check(&["--role", "blue"]).out.starts_with("illegal"), "{ran}");
}
