//! What a mapping has to know of the game that it imports cards for.

use sleeve_data::model::Game;
use sleeve_data::model::game::AttributeType;
use std::collections::{BTreeMap, BTreeSet};

/// The words of a game that imported cards may use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Code of a set → id of the set; a set without a code is found by its id.
    pub sets: BTreeMap<String, String>,
    /// The attributes.
    pub attributes: BTreeMap<String, DeclaredAttribute>,
    /// Ids of the kinds of card.
    pub kinds: BTreeSet<String>,
    /// Ids of the effects.
    pub effects: BTreeSet<String>,
}

/// An attribute as a game declares it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeclaredAttribute {
    /// The type, as `game.toml` writes it.
    pub kind: &'static str,
    /// Whether a value may stand on a card several times.
    pub counts: bool,
    /// The values of an enumeration or set.
    pub values: BTreeSet<String>,
}

impl Vocabulary {
    /// The vocabulary of a game.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let sets = game.sets.iter().map(|set| {
            let code = set.code.as_ref().unwrap_or(&set.named.id);
            (code.to_string(), set.named.id.to_string())
        });
        let attributes = game.attributes.iter().map(|attribute| {
            let values = attribute.values().iter().map(|value| value.id.to_string());
            let (kind, counts) = attribute_type(&attribute.kind);
            let declared = DeclaredAttribute { kind, counts, values: values.collect() };
            (attribute.named.id.to_string(), declared)
        });
        Self {
            sets: sets.collect(),
            attributes: attributes.collect(),
            kinds: game.kinds.iter().map(|kind| kind.named.id.to_string()).collect(),
            effects: game.effects.iter().map(|effect| effect.named.id.to_string()).collect(),
        }
    }

    /// The id of the set of this code: a code, or else an id.
    pub(super) fn set(&self, code: &str) -> Option<&str> {
        let by_id = || self.sets.values().find(|id| *id == code);
        self.sets.get(code).or_else(by_id).map(String::as_str)
    }
}

fn attribute_type(kind: &AttributeType) -> (&'static str, bool) {
    match kind {
        AttributeType::Integer => ("integer", false),
        AttributeType::Number => ("number", false),
        AttributeType::Text => ("text", false),
        AttributeType::Date => ("date", false),
        AttributeType::Enum { .. } => ("enum", false),
        AttributeType::Set { counts, .. } => ("set", *counts),
        AttributeType::Flag => ("flag", false),
    }
}
