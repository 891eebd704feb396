//! Rules that a card brings with it: they hold while the card lies in a zone.

use super::cards::CardIndex;
use super::format::Rule;
use super::lazy::Lazy;
use serde::{Deserialize, Serialize};

/// Most rules of one card.
pub const CARD_RULE_LIMIT: usize = 64;

/// A rule of a card. Its id is that of the card, `/`, and its own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct CardRule {
    /// The zone in which the card has to lie for the rule to hold.
    pub zone: String,
    /// The rule.
    pub rule: Rule,
}

/// The rules of one card.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct CardRules {
    /// The card.
    pub card: CardIndex,
    /// Its rules, in order; decoded when the card is there.
    pub rules: Lazy<Vec<CardRule>>,
}
