//! What a card sets out before play begins: an Objective its locations, an identity its signature
//! cards. Which cards can fill a place follows from a filter, so that a card of a later set counts
//! without being listed.

use super::cards::CardIndex;
use super::format::Origin;
use super::game::KindId;
use super::lazy::Lazy;
use serde::{Deserialize, Serialize};
use sleeve_text::Text;

/// Most places that one card may set out: every one is asked of every card of a deck.
pub const PLACE_LIMIT: usize = 32;

/// What one card sets out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct SetOut {
    /// The card.
    pub card: CardIndex,
    /// The places, in the order of the card; decoded when the card is there.
    pub places: Lazy<Vec<SetupPlace>>,
    /// Citation: `reading: …`, or a source that says it.
    pub cite: Text,
    /// Where it is written.
    pub origin: Origin,
}

/// A place that one card of the deck fills.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct SetupPlace {
    /// Kebab-case identifier, unique among the card's places.
    pub id: String,
    /// What fills it, in words; empty: the name of the first card that can.
    pub name: Text,
    /// The kind of card that fills it; a filter that finds another kind is a mistake of the data.
    pub kind: KindId,
    /// Filter of the cards that can fill it.
    pub cards: String,
    /// Whether its owner may leave it empty.
    pub optional: bool,
}

impl SetOut {
    /// The places that must be filled.
    pub fn required(&self) -> impl Iterator<Item = &SetupPlace> {
        self.places.iter().filter(|place| !place.optional)
    }
}
