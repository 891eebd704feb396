//! The proposed JSON. Cards are called by their numbers in the card files, or by our ids as texts.

use super::Writing;
use super::gemp::capital;
use crate::decks::gemp::OUTSIDE;
use crate::decks::holotable::STARTING;
use crate::decks::resolve::number;
use serde::Serialize;

#[derive(Serialize)]
struct Document<'a> {
    decks: [DeckRow<'a>; 1],
}

#[derive(Serialize)]
struct DeckRow<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<&'a str>>,
    cards: Vec<CardRow<'a>>,
}

#[derive(Serialize)]
struct CardRow<'a> {
    id: Id<'a>,
    quantity: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    starting: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outside: Option<bool>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Id<'a> {
    Number(i64),
    Text(&'a str),
}

pub(super) fn write(w: &Writing) -> String {
    let deck = DeckRow {
        title: w.deck.name.as_deref(),
        author: w.deck.player.as_deref(),
        side: w.shared().map(capital),
        url: w.deck.source.as_deref(),
        notes: w.deck.remarks.as_ref().map(|text| text.lines().collect()),
        cards: cards(w),
    };
    // INVARIANT: texts and numbers are always written.
    let text = serde_json::to_string_pretty(&Document { decks: [deck] }).unwrap_or_default();
    format!("{text}\n")
}

fn cards<'a>(w: &'a Writing<'_>) -> Vec<CardRow<'a>> {
    let mut cards = Vec::new();
    for zone in w.zones() {
        for row in w.rows(zone) {
            let of_card = |card| match number(w.catalog, card) {
                Some(number) => Id::Number(number),
                None => Id::Text(w.names.id(card)),
            };
            cards.push(CardRow {
                id: row.what.map_or_else(Id::Text, of_card),
                quantity: row.count,
                starting: (zone == STARTING).then_some(true),
                outside: (zone == OUTSIDE).then_some(true),
            });
        }
    }
    cards
}
