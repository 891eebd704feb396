//! What a card adds to a game besides its facts: rules that apply while it is in a zone, and the
//! cards that it sets out before play begins (an Objective its locations, an identity its signature
//! cards). Filters decide which cards can fill a place, so that a card of a later set counts
//! without being listed.

use super::{
    format::{Origin, Rule},
    ids::{CardIndex, KindId},
    lazy::Lazy,
};
use sleeve_text::{Text, packed};

/// The most rules, and the most changes of numbers, of one card.
pub const CARD_RULE_LIMIT: usize = 64;

/// A rule of a card. Messages name it by the card's id, `/` and the rule's id.
#[packed]
pub struct CardRule {
    /// The rule applies while the card is in this zone.
    pub zone: String,
    /// Ids of the format's rules that it suspends meanwhile.
    pub lifts: Vec<String>,
    pub rule: Rule,
}

/// What a card adds to a number of the format.
#[packed]
pub struct NumberChange {
    /// It counts once while the card is in this zone, for any number of copies.
    pub zone: String,
    pub of: String,
    /// The amount to add: a measure of numbers and parameters.
    pub add: String,
    pub origin: Origin,
}

/// The most rules and changes that `[[rule-of-cards]]` and `[[change-of-cards]]` of a layer give to
/// named cards, and that filters give in a game. Each card gets a copy, and a long one counts once
/// more for each `RULE_BYTES` of it.
pub const MAX_RULES_OF_CARDS: usize = 20_000;
const RULE_BYTES: usize = 1_000;
/// The most rules, changes and list entries that filters give in a game. Opening the game runs each
/// filter on every card.
pub const MAX_FILTERED: usize = 1_000;

/// Something that cards get from elsewhere in the data.
#[packed]
pub enum Amendment {
    /// Its id is like that of a card's own rule, with [`ANY_CARD`] instead of the card.
    Rule(CardRule),
    Change(NumberChange),
    /// An entry on the list with this key.
    Listing(String),
}

/// Replaces the card in the id of a rule that a filter gives to cards.
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

    /// Whether it replaces another one for the same cards.
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

/// A rule, change or list entry for every card that a filter certainly matches.
#[packed]
pub struct FilteredAmendment {
    /// A filter of the query language that uses only facts about cards.
    pub cards: String,
    /// The place of the filter in the data.
    pub origin: Origin,
    pub amendment: Amendment,
}

impl FilteredAmendment {
    /// Whether it replaces one of an older layer: a rule with the same id, or a change of the same
    /// number by the same filter.
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
#[packed]
pub struct CardRules {
    pub card: CardIndex,
    /// In the order of the data; decoded when a deck contains the card.
    pub rules: Lazy<Vec<CardRule>>,
    /// The changes to numbers of formats, in the order of the data.
    pub changes: Vec<NumberChange>,
}

impl CardRules {
    /// The entry of a card without rules and changes.
    pub fn new(card: CardIndex) -> CardRules {
        CardRules { card, rules: Vec::new().into(), changes: Vec::new() }
    }

    /// Adds what a filter gives to the card with this id. The card's own rules keep their places.
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
                let mut changes = self.changes.iter();
                if !changes.any(|old| (&old.of, &old.zone) == (&new.of, &new.zone)) {
                    self.changes.push(new.clone());
                }
            }
            // The catalog knows which cards are on a list.
            Amendment::Listing(_) => {}
        }
    }
}

/// The most places of one card. Each is tried with every card of a deck.
pub const PLACE_LIMIT: usize = 32;

/// The places that one card sets out.
#[packed]
pub struct SetOutPlaces {
    pub card: CardIndex,
    /// In the order of the card; decoded when a deck contains the card.
    pub places: Lazy<Vec<SetupPlace>>,
    /// The citation: `reading: …`, or a source.
    pub cite: Text,
    pub origin: Origin,
}

/// A place to be filled by one card of the deck.
#[packed]
pub struct SetupPlace {
    /// Kebab-case identifier, unique among the card's places.
    #[serde(deserialize_with = "sleeve_text::deserialize_id")]
    pub id: String,
    /// The name of the card to fill it; empty: the name of the first card that can.
    pub name: Text,
    /// The kind of card that fills it. A filter that finds another kind is a mistake in the data.
    pub kind: KindId,
    /// A filter for the cards that can fill it.
    pub cards: String,
    /// Whether its owner may leave it empty.
    pub optional: bool,
}

impl SetOutPlaces {
    /// The places that have to be filled.
    pub fn required(&self) -> impl Iterator<Item = &SetupPlace> {
        self.places.iter().filter(|place| !place.optional)
    }
}
