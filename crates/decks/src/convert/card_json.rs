//! The proposed JSON. Cards are called by their numbers in the card files, or by our ids as texts.

use super::DeckView;
use super::gemp::capitalize;
use crate::gemp::OUTSIDE;
use crate::holotable::STARTING;
use crate::resolve::card_number;
use serde::Serialize;

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Document<'a> {
    /// The deck.
    decks: [ConvertedDeck<'a>; 1],
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ConvertedDeck<'a> {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    /// Its player.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'a str>,
    /// The side it plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<String>,
    /// Where it is from.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    /// Remarks, line by line.
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<&'a str>>,
    /// Its cards.
    cards: Vec<ConvertedCard<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ConvertedCard<'a> {
    /// The number of the card in the community's card files, or its id here as a text.
    id: Id<'a>,
    /// How many copies.
    quantity: u32,
    /// Whether it is a starting card.
    #[serde(skip_serializing_if = "Option::is_none")]
    starting: Option<bool>,
    /// Whether it stays outside the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    outside: Option<bool>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Id<'a> {
    Number(i64),
    Text(&'a str),
}

pub(super) fn write(w: &DeckView) -> String {
    let deck = ConvertedDeck {
        title: w.deck.name.as_deref(),
        author: w.deck.player.as_deref(),
        side: w.shared_value().map(capitalize),
        url: w.deck.source.as_deref(),
        notes: w.deck.remarks.as_ref().map(|text| text.lines().collect()),
        cards: cards(w),
    };
    // INVARIANT: texts and numbers are always written.
    let text = serde_json::to_string_pretty(&Document { decks: [deck] }).unwrap_or_default();
    format!("{text}\n")
}

/// The schema of what is written.
#[cfg(feature = "schemas")]
pub fn schema(generator: schemars::SchemaGenerator) -> schemars::Schema {
    generator.into_root_schema_for::<Document<'_>>()
}

fn cards<'a>(w: &'a DeckView<'_>) -> Vec<ConvertedCard<'a>> {
    let mut cards = Vec::new();
    for zone in w.zones() {
        for row in w.rows(zone) {
            let of_card = |card| match card_number(w.catalog, card) {
                Some(number) => Id::Number(number),
                None => Id::Text(w.names.id(card)),
            };
            cards.push(ConvertedCard {
                id: row.card.map_or_else(Id::Text, of_card),
                quantity: row.count,
                starting: (zone == STARTING).then_some(true),
                outside: (zone == OUTSIDE).then_some(true),
            });
        }
    }
    cards
}
