//! One game with its cards, lists and formats, ready for use.

use super::cards::{CardIndex, Cards};
use super::format::Format;
use super::game::{Game, Named};
use super::lazy::{Identified, Lazy, Listed};
use super::number::Date;
use super::text::{Str, Text};
use serde::{Deserialize, Serialize};

/// A list of cards that formats refer to (`in:LIST`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct CardList {
    /// Identifier and names.
    pub named: Named,
    /// Its cards, sorted.
    pub cards: Vec<CardIndex>,
    /// Ids it names that no card file has.
    pub absent: Vec<String>,
    /// First and last day it holds.
    pub dates: (Option<Date>, Option<Date>),
    /// Citation.
    pub cite: String,
    /// In words.
    pub text: Text,
}

impl CardList {
    /// Whether a card is on the list.
    pub fn contains(&self, card: CardIndex) -> bool {
        self.cards.binary_search(&card).is_ok()
    }
}

/// A format's names, known without unpacking it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct FormatHead {
    /// Identifier, names and other words.
    pub named: Named,
    /// Only there to be extended.
    pub is_abstract: bool,
}

impl Identified for FormatHead {
    fn id(&self) -> &Str {
        &self.named.id
    }
}

/// A folder or file that was laid over the shipped data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overlay {
    /// Its path as given.
    pub path: String,
    /// How many cards and formats it added or changed.
    pub changed: usize,
    /// Whether it declares, with id and name, the game that it is laid over: as a game of its own
    /// would, perhaps by mistake.
    pub declares: bool,
}

/// A game in use.
#[derive(Debug, Default)]
pub struct Catalog {
    /// The game.
    pub game: Game,
    /// Its cards.
    pub cards: Cards,
    /// Names of its formats, in the order of the data.
    pub heads: Listed<FormatHead>,
    /// The formats, in the order of `heads`.
    pub bodies: Vec<Lazy<Format>>,
    /// Names of its lists, in the order of the data.
    pub list_heads: Lazy<Vec<Named>>,
    /// The lists, in the order of `list_heads`.
    pub lists: Vec<Lazy<CardList>>,
    /// What was laid over the shipped data.
    pub overlays: Vec<Overlay>,
}

impl Catalog {
    /// The format that a word names (id, name, alias), abstract ones included.
    pub fn format(&self, word: &str) -> Option<&Format> {
        let means = || self.heads.iter().position(|h| h.named.means(word));
        let at = self.heads.position(word).or_else(means)?;
        self.bodies.get(at).map(Lazy::unpacked)
    }

    /// Every format that decks are built for.
    pub fn formats(&self) -> impl Iterator<Item = &Format> {
        let playable = self.heads.iter().zip(&self.bodies).filter(|(h, _)| !h.is_abstract);
        playable.map(|(_, body)| body.unpacked())
    }

    /// The list that a word names.
    pub fn list(&self, word: &str) -> Option<&CardList> {
        let by_id = self.list_heads.iter().position(|h| h.id == word);
        let at = by_id.or_else(|| self.list_heads.iter().position(|h| h.means(word)))?;
        self.lists.get(at).map(Lazy::unpacked)
    }
}
