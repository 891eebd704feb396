//! Unit tests of `web/engine/src/build.rs`.

use super::*;
use serde_json::{Value, json};

const DECK: &str = "game = \"smithy\"\nformat = \"season\"\n\n[zones.deck]\n\"Runic Axe\" = { count = 2, level = 2 }\n\"Long Spear\" = [{ level = 1 }, { level = 2 }]\n\"Parry\" = 2\n";

fn desk() -> Desk {
    let mut desk = Desk::new();
    for file in ["game.toml", "cards.toml", "formats.toml"] {
        let path =
            format!("{}/../../docs/examples/games/smithy/{file}", env!("CARGO_MANIFEST_DIR"));
        desk.put(&format!("smithy/{file}"), &std::fs::read(path).unwrap());
    }
    let laid = desk.own("{}");
    assert!(laid.contains("smithy"), "{laid}");
    desk
}

/// The rows of the zone of a deck.
fn rows(desk: &mut Desk, text: &str) -> Vec<Value> {
    desk.put("deck.toml", text.as_bytes());
    let answer: Value = serde_json::from_str(&desk.check("{}")).unwrap();
    let zones = answer["ok"]["decks"][0]["zones"].as_array().unwrap();
    zones.iter().find(|zone| zone["id"] == "deck").unwrap()["entries"]
        .as_array()
        .unwrap()
        .clone()
}

/// The text after adding or removing copies of a row, or the reason why not.
fn changed(desk: &mut Desk, text: &str, row: &Value, by: i32) -> Result<String, String> {
    desk.put("deck.toml", text.as_bytes());
    let ask = json!({ "card": row["id"], "state": row["state"], "zone": "deck", "by": by });
    let answer: Value = serde_json::from_str(&desk.change(&ask.to_string())).unwrap();
    let text = |value: &Value| value.as_str().map(str::to_owned);
    text(&answer["ok"]["text"]).ok_or_else(|| text(&answer["refused"]["message"]).unwrap())
}

#[test]
fn one_more_is_one_more_in_the_state_of_its_row() {
    let mut desk = desk();
    let rows = rows(&mut desk, DECK);
    assert_eq!(rows.len(), 4, "copies in two states have a row each: {rows:?}");
    let row = |name: &str| {
        rows.iter()
            .find(|row| row["name"].as_str().unwrap().contains(name))
            .unwrap()
    };
    let mut change = |row: &Value, by| changed(&mut desk, DECK, row, by);
    let axe = row("Runic Axe");
    let more = change(axe, 1).unwrap();
    assert_eq!(more, DECK.replace("count = 2", "count = 3"));
    assert_eq!(change(axe, -1).unwrap(), DECK.replace("count = 2", "count = 1"));
    let second = rows
        .iter()
        .rfind(|row| row["name"].as_str().unwrap().contains("Spear"))
        .unwrap();
    assert_eq!(
        change(second, 1).unwrap(),
        DECK.replace("{ level = 2 }]", "{ level = 2, count = 2 }]")
    );
    assert_eq!(change(row("Parry"), 1).unwrap(), DECK.replace("\"Parry\" = 2", "\"Parry\" = 3"));
    // A search finds cards in their default state.
    let plain = json!({ "id": axe["id"] });
    assert!(
        change(&plain, 1)
            .unwrap()
            .contains("[{ count = 2, level = 2 }, { count = 1 }]")
    );
    let other = json!({ "id": axe["id"], "state": "level 9" });
    assert_eq!(change(&other, 1).unwrap_err(), "no copies of the card are in this state");
}

/// A line that names no card stays as it is.
#[test]
fn one_more_changes_no_line_beside_it() {
    let text = DECK.replace("\"Long Spear\"", "\"Unheard of\" = 4\n\"Long Spear\"");
    let mut desk = desk();
    let rows = rows(&mut desk, &text);
    let parry = rows
        .iter()
        .find(|row| row["name"].as_str().unwrap().contains("Parry"))
        .unwrap();
    let more = changed(&mut desk, &text, parry, 1).unwrap();
    assert_eq!(more, text.replace("\"Parry\" = 2", "\"Parry\" = 3"));
}
