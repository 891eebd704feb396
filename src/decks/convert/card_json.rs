//! The proposed JSON. Cards are called by their numbers in the card files, or by our ids as texts.

use super::Writing;
use super::gemp::capital;
use crate::decks::gemp::OUTSIDE;
use crate::decks::holotable::STARTING;
use crate::decks::resolve::number;
use serde_json::{Map, Value, json};

pub(super) fn write(w: &Writing) -> String {
    let mut deck = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            deck.insert(key.to_owned(), value);
        }
    };
    put("title", w.deck.name.as_deref().map(Value::from));
    put("author", w.deck.player.as_deref().map(Value::from));
    put("side", w.shared().map(|side| Value::from(capital(side))));
    put("url", w.deck.source.as_deref().map(Value::from));
    let lines = |text: &String| Value::from(text.lines().map(Value::from).collect::<Vec<_>>());
    put("notes", w.deck.remarks.as_ref().map(lines));
    put("cards", Some(Value::from(cards(w))));
    let decks = json!({ "decks": [deck] });
    format!("{decks:#}\n")
}

fn cards(w: &Writing) -> Vec<Value> {
    let mut cards = Vec::new();
    for zone in w.zones() {
        for row in w.rows(zone) {
            let id = match row.what {
                Ok(card) => number(w.catalog, card)
                    .map_or_else(|| Value::from(w.names.id(card)), Value::from),
                Err(text) => Value::from(text),
            };
            let mut card = json!({ "id": id, "quantity": row.count });
            if let (Some(card), STARTING | OUTSIDE) = (card.as_object_mut(), zone) {
                card.insert(zone.to_owned(), Value::from(true));
            }
            cards.push(card);
        }
    }
    cards
}
