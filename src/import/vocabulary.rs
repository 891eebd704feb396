//! What a mapping has to know of the game that it imports cards for.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::Game;

/// The words of a game that imported cards may use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Code of a set → id of the set; a set without a code is found by its id.
    pub sets: BTreeMap<String, String>,
    /// Attribute → the values it declares; none for attributes that are no enumeration or set.
    pub attributes: BTreeMap<String, BTreeSet<String>>,
    /// Ids of the kinds of card.
    pub kinds: BTreeSet<String>,
    /// Ids of the effects.
    pub effects: BTreeSet<String>,
}

impl Vocabulary {
    /// The vocabulary of a game.
    #[must_use]
    pub fn of(game: &Game) -> Self {
        let sets = game.sets.iter().map(|set| {
            let code = set.code.as_ref().unwrap_or(&set.named.id);
            (code.to_string(), set.named.id.to_string())
        });
        let attributes = game.attributes.iter().map(|attribute| {
            let values = attribute.values().iter().map(|value| value.id.to_string());
            (attribute.named.id.to_string(), values.collect())
        });
        Self {
            sets: sets.collect(),
            attributes: attributes.collect(),
            kinds: game.kinds.iter().map(|kind| kind.named.id.to_string()).collect(),
            effects: game.effects.iter().map(|effect| effect.named.id.to_string()).collect(),
        }
    }
}
