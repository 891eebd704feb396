//! What the user asks beside the rules.

use sleeve_data::model::CardIndex;
use sleeve_language::{Condition, Filter, Measure};
use std::collections::BTreeMap;

/// What the user asks of a deck beside the rules of its format.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Cards of the deck that stay.
    pub lock: Option<Filter>,
    /// Cards that may come in; `None`: all.
    pub only: Option<Filter>,
    /// Whether every card of the deck stays.
    pub keeps_deck: bool,
    /// Conditions that have to hold.
    pub require: Vec<Condition>,
    /// Cards that have to be in the deck, with copies.
    pub with: Vec<(CardIndex, u32)>,
    /// Cards that are owned, with copies: a deck holds no more of them.
    pub owned: Option<BTreeMap<CardIndex, u32>>,
    /// A number that is to be as large as it can be.
    pub maximise: Option<Measure>,
}

/// What asks for something of a deck.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WishOrigin {
    /// What changes are: no rule.
    Structure,
    /// What a zone accepts, by its id.
    Zone(String),
    /// A rule of the format, by its position.
    Rule(usize),
    /// A rule that a card brings with it, by its position among those of the card.
    CardRule(CardIndex, usize),
    /// A parameter with a value that the format does not allow.
    Parameter(String),
    /// The day of the check.
    Released,
    /// The role that the deck's cards show.
    Role(String),
    /// The role that is stated, which no card may contradict.
    StatedRole(String),
    /// Cards that stay.
    Lock,
    /// The deck that is completed.
    Deck,
    /// Cards that may come in.
    Only,
    /// A condition of the user, by its position.
    Require(usize),
    /// A card that has to be there, by its position.
    With(usize),
    /// What is owned.
    Owned,
    /// At most so many changes.
    Changes(i64),
    /// A parameter that has no value with which it would be possible.
    Choices(String),
}
