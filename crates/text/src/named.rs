//! Things that people call by several words.

use super::fold::alike;
use super::text::{Str, Text};
use serde::{Deserialize, Serialize};

/// Something with an id, names in both languages and further words that mean it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Named {
    /// Stable identifier, never translated.
    pub id: Str,
    /// Names in both languages.
    pub name: Text,
    /// Other words for it.
    pub aliases: Vec<Str>,
}

impl Named {
    /// Every word that means it: the id, the names, the aliases.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.id.as_str())
            .chain(self.name.wordings())
            .chain(self.aliases.iter().map(Str::as_str))
    }

    /// Whether `word` means it, case and accents aside.
    pub fn means(&self, word: &str) -> bool {
        self.words().any(|w| alike(w, word))
    }
}
