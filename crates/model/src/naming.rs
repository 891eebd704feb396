//! How a game's players name cards on their lists, and which card a shared name means.

use serde::{Deserialize, Serialize};

/// How a game reads names on deck lists.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Naming {
    /// Steps that choose among several cards of one name, in this order. Each step keeps the cards that it fits best;
    /// without steps a shared name stays ambiguous.
    pub prefer: Vec<Prefer>,
    /// Zones whose section of a list ends at the next heading, whatever that says.
    pub brief: Vec<String>,
    /// Words that players shorten, as they write them, each with what it may stand for
    /// (`jp`, `jabba's palace`), likeliest first.
    pub words: Vec<(String, Vec<String>)>,
    /// The attribute with the number by which other tools call a card.
    pub number: Option<String>,
    /// Attributes whose values are names of their cards, such as a number printed on each.
    pub aliases: Vec<String>,
    /// Headings of posted lists, besides zones, kinds of card and values of fields.
    pub headings: Vec<Heading>,
}

/// Words that head a section of a posted list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Heading {
    /// As players write them, in the singular or the plural.
    pub words: Vec<String>,
    /// The zone of the cards of the section, where the heading tells.
    pub zone: Option<String>,
    /// The cards of the section, as a filter: of several cards of one name, those that it matches.
    pub cards: Option<String>,
}

/// One step of telling cards of one name apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Prefer {
    /// The cards that have the value of this attribute that most of the deck's other cards have.
    Same(String),
    /// In these zones, the cards that a filter matches.
    Cards {
        /// The zones; empty: every zone.
        zones: Vec<String>,
        /// The filter.
        filter: String,
    },
    /// The cards whose sets are of the first of these classes; unlisted classes come last.
    Classes(Vec<String>),
    /// The cards that were released first.
    Oldest,
}
