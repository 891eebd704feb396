//! The words of a game that imported cards may use, the check that a mapping writes no others, and
//! the words of imported cards that the game does not declare: kinds, fields with their values,
//! effects, sets.

use sleeve_data::model::{Game, game::AttributeType};
use std::collections::{BTreeMap, BTreeSet};

/// Words that a game declares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Code of a set → its id; a set without a code is found by its id.
    pub sets: BTreeMap<String, String>,
    /// By id.
    pub attributes: BTreeMap<String, DeclaredAttribute>,
    /// Ids.
    pub kinds: BTreeSet<String>,
    /// Ids.
    pub effects: BTreeSet<String>,
}

/// An attribute declared by a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeclaredAttribute {
    /// Its type in `game.toml`.
    pub kind: &'static str,
    /// Whether a card may have a value several times.
    pub counts: bool,
    /// Ids of the values of an enumeration or set.
    pub values: BTreeSet<String>,
}

impl Vocabulary {
    /// Collects the words of a game.
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
            kinds: game
                .kinds
                .iter()
                .map(|kind| kind.named.id.to_string())
                .collect(),
            effects: game
                .effects
                .iter()
                .map(|effect| effect.named.id.to_string())
                .collect(),
        }
    }

    /// The id of the set with this code, or with this id.
    pub(super) fn set(&self, code: &str) -> Option<&str> {
        let by_code = self.sets.get(code);
        by_code
            .or_else(|| self.sets.values().find(|id| *id == code))
            .map(String::as_str)
    }
}

fn attribute_type(kind: &AttributeType) -> (&'static str, bool) {
    match kind {
        AttributeType::Integer => ("integer", false),
        AttributeType::Number => ("number", false),
        AttributeType::Text => ("text", false),
        AttributeType::Cards { .. } => ("cards", false),
        AttributeType::Date => ("date", false),
        AttributeType::Enum { .. } => ("enum", false),
        AttributeType::Set { counts, .. } => ("set", *counts),
        AttributeType::Flag => ("flag", false),
    }
}

/// The field of every card that games do not declare: copies in a box.
pub(super) const QUANTITY_KEY: &str = "quantity";
