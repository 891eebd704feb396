//! A word for what is counted, with what its languages need to say how many of it there are.

use super::text::{Lang, Text};
use serde::{Deserialize, Serialize};

/// The gender of a French noun: participles and adjectives about it agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Gender {
    /// Masculine.
    Masculine,
    /// Feminine.
    Feminine,
}

/// What a rule counts: `squadron`, `squadrons`; `escadrille`, feminine.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Noun {
    /// One of it; empty where the data names nothing.
    pub one: Text,
    /// Several of it; empty in a language whose plural is formed by rule.
    pub many: Text,
    /// Its gender in French, where the data says it.
    pub gender: Option<Gender>,
}

impl Noun {
    /// Whether the data names nothing.
    pub fn is_empty(&self) -> bool {
        self.one.is_empty()
    }

    /// One of it.
    pub fn get(&self, lang: Lang) -> &str {
        self.one.get(lang)
    }

    /// Several of it, where the data says the word.
    pub fn plural(&self, lang: Lang) -> Option<&str> {
        let word: &str = match lang {
            Lang::En => &self.many.en,
            Lang::Fr => &self.many.fr,
        };
        (!word.is_empty()).then_some(word)
    }
}
