//! How a game's players name cards on their lists, and which card a shared name means.

use crate::Text;
use crate::lazy::Lazy;
use serde::{Deserialize, Serialize};
use sleeve_text::fold;

/// How a game reads names on deck lists.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Naming {
    /// Steps that choose among several cards of one name, in this order. Each step keeps the cards that it fits best;
    /// without steps a shared name stays ambiguous.
    pub prefer: Vec<Prefer>,
    /// Zones whose section of a list ends at the next heading, whatever that says.
    pub brief: Vec<String>,
    /// Words that players shorten, as they write them, each with what it may stand for
    /// (`jp`, `jabba's palace`), likeliest first.
    pub words: Lazy<Vec<(String, Vec<String>)>>,
    /// The attribute with the number by which other tools call a card.
    pub number: Option<String>,
    /// Attributes whose values are names of their cards, such as a number printed on each.
    pub aliases: Vec<String>,
    /// Headings of posted lists, besides zones, kinds of card and values of fields.
    pub headings: Vec<Heading>,
    /// Cards that there are and that the data lacks, with what to say of them.
    pub absent: Lazy<Vec<AbsentCards>>,
}

/// Cards that the data lacks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct AbsentCards {
    /// What their ids begin with.
    pub ids: Vec<String>,
    pub names: Vec<String>,
    /// What stands behind the name of a card that the data has, such as `(V)`.
    pub endings: Vec<String>,
    /// What they are and who takes them.
    pub text: Text,
}

impl Naming {
    /// What is known of a card that the data lacks, by what a list calls it: an id, a name, or a name with the id in
    /// parentheses behind it. `is_card` tells whether the data has a card of a name.
    pub fn find_absent(
        &self,
        id: Option<&str>,
        name: &str,
        is_card: impl Fn(&str) -> bool,
    ) -> Option<&Text> {
        let inner = name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
        let ids: Vec<&str> = id.into_iter().chain([name]).chain(inner.map(|(_, id)| id)).collect();
        let begins = |start: &String| ids.iter().any(|id| id.starts_with(start.as_str()));
        let ends = |ending: &String| {
            name.strip_suffix(ending.as_str()).is_some_and(|bare| is_card(bare.trim_end()))
        };
        let is_meant = |absent: &&AbsentCards| {
            absent.names.iter().any(|known| fold::alike(known, name))
                || absent.ids.iter().any(begins)
                || absent.endings.iter().any(ends)
        };
        self.absent.iter().find(is_meant).map(|absent| &absent.text)
    }
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
        filter: String,
    },
    /// The cards whose sets are of the first of these classes; unlisted classes come last.
    Classes(Vec<String>),
    /// The cards that were released first.
    Oldest,
}
