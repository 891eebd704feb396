//! What a card brings with it besides its facts: rules that hold while it lies in a zone, and the cards that it sets
//! out before play begins (an Objective its locations, an identity its signature cards). Filters say which cards fill a
//! place, so that a card of a later set counts without being listed.

use super::cards::CardIndex;
use super::format::{Origin, Rule};
use super::game::KindId;
use super::lazy::Lazy;
use serde::{Deserialize, Serialize};
use sleeve_text::Text;

/// Largest number of rules of one card, and of its changes of numbers.
pub const CARD_RULE_LIMIT: usize = 64;

/// A rule of a card. Messages call it by the id of the card, `/` and the id of the rule.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct CardRule {
    /// The rule holds while the card lies in this zone.
    pub zone: String,
    /// Ids of the rules of the format that do not hold as long.
    pub lifts: Vec<String>,
    pub rule: Rule,
}

/// What a card adds to a number of the format.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct NumberChange {
    /// It counts while the card lies in this zone, however many copies do.
    pub zone: String,
    pub of: String,
    /// What is added: a measure of numbers and parameters.
    pub add: String,
    pub origin: Origin,
}

/// The rules of one card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct CardRules {
    pub card: CardIndex,
    /// In the order of the data; decoded when a deck holds the card.
    pub rules: Lazy<Vec<CardRule>>,
    /// What it adds to numbers of formats, in the order of the data.
    pub changes: Vec<NumberChange>,
}

impl CardRules {
    /// Rules and changes of a card that has none yet.
    pub fn new(card: CardIndex) -> CardRules {
        CardRules { card, rules: Vec::new().into(), changes: Vec::new() }
    }
}

/// Largest number of places of one card: each is tried with every card of a deck.
pub const PLACE_LIMIT: usize = 32;

/// The places that one card sets out.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct SetOutPlaces {
    pub card: CardIndex,
    /// In the order of the card; decoded when a deck holds the card.
    pub places: Lazy<Vec<SetupPlace>>,
    /// Citation: `reading: …`, or a source that says it.
    pub cite: Text,
    pub origin: Origin,
}

/// A place that one card of the deck fills.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct SetupPlace {
    /// Kebab-case identifier, unique among the card's places.
    #[serde(deserialize_with = "sleeve_text::deserialize_id")]
    pub id: String,
    /// The card that fills it, in words; empty: the name of the first card that can.
    pub name: Text,
    /// The kind of card that fills it; a filter that finds another kind is a mistake of the data.
    pub kind: KindId,
    /// Filter of the cards that can fill it.
    pub cards: String,
    /// Whether its owner may leave it empty.
    pub optional: bool,
}

impl SetOutPlaces {
    /// The places that must be filled.
    pub fn required(&self) -> impl Iterator<Item = &SetupPlace> {
        self.places.iter().filter(|place| !place.optional)
    }
}
