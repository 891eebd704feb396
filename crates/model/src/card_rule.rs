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

/// Most rules and changes that `[[rule-of-cards]]` and `[[change-of-cards]]` of a layer give to
/// cards by name, and those of a game by filters. Each is a copy for its card, so that a long one
/// counts once more for every `RULE_BYTES` of it.
pub const MAX_RULES_OF_CARDS: usize = 20_000;
const RULE_BYTES: usize = 1_000;
/// Most rules, changes and entries of lists that filters give in a game: each filter is asked of every card when the game is
/// opened.
pub const MAX_FILTERED: usize = 1_000;

/// What cards have that do not say it themselves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub enum Amendment {
    /// Its id is that of the rule of a card, with [`ANY_CARD`] in the place of the card.
    Rule(CardRule),
    Change(NumberChange),
    /// A place on the list of this key.
    Listing(String),
}

/// What stands for the card in the id of a rule that a filter gives to cards.
pub const ANY_CARD: &str = "*";

impl Amendment {
    /// How much it counts towards [`MAX_RULES_OF_CARDS`] for each card.
    pub fn cost(&self) -> usize {
        match self {
            Amendment::Rule(CardRule { rule, .. }) => {
                let words = rule.text.wordings().map(str::len).sum::<usize>();
                1 + (rule.body.to_string().len() + words) / RULE_BYTES
            }
            Amendment::Change(_) | Amendment::Listing(_) => 1,
        }
    }

    /// Whether it takes the place of another one for the same cards.
    fn replaces(&self, other: &Amendment) -> bool {
        match (self, other) {
            (Amendment::Rule(new), Amendment::Rule(old)) => new.rule.id == old.rule.id,
            (Amendment::Change(new), Amendment::Change(old)) => {
                (&new.of, &new.zone) == (&old.of, &old.zone)
            }
            (Amendment::Listing(new), Amendment::Listing(old)) => new == old,
            _ => false,
        }
    }
}

/// A rule or change that every card has for which a filter surely holds, or a list that it is on.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct FilteredAmendment {
    /// A filter of the pile language that reads nothing but cards.
    pub cards: String,
    /// Where the filter stands.
    pub origin: Origin,
    pub amendment: Amendment,
}

impl FilteredAmendment {
    /// Whether it takes the place of one that an older layer has: a rule of that id, or a change of that number by the
    /// same filter.
    pub fn replaces(&self, other: &FilteredAmendment) -> bool {
        let is_rule = matches!(self.amendment, Amendment::Rule(_));
        self.amendment.replaces(&other.amendment) && (is_rule || self.cards == other.cards)
    }

    /// The key of the place of its filter.
    pub fn place(&self) -> String {
        format!("filtered/{}:{}", self.origin.file, self.origin.line)
    }
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

    /// Adds what a filter gives to the card, whose id is `id`; what the card has itself stays in its place.
    pub fn add_filtered(&mut self, id: &str, amendment: &Amendment) {
        match amendment {
            Amendment::Rule(card_rule) => {
                let mut new = card_rule.clone();
                let of_any = new.rule.id.strip_prefix(ANY_CARD).unwrap_or_default();
                new.rule.id = format!("{id}{of_any}");
                if !self.rules.iter().any(|old| old.rule.id == new.rule.id) {
                    self.rules.push(new);
                }
            }
            Amendment::Change(new) => {
                let is_same = |old: &&NumberChange| (&old.of, &old.zone) == (&new.of, &new.zone);
                if !self.changes.iter().any(|old| is_same(&old)) {
                    self.changes.push(new.clone());
                }
            }
            // The catalog says which cards a list holds.
            Amendment::Listing(_) => {}
        }
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
