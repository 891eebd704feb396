//! Words in two languages.

use serde::{Deserialize, Serialize};

/// A language of the program's output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// French.
    Fr,
}

/// A text in English and French. An empty French text means: the same as the English one.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Text {
    /// English.
    pub en: String,
    /// French; empty where it does not differ.
    pub fr: String,
}

impl Text {
    /// The same words in both languages.
    pub fn same(text: impl Into<String>) -> Text {
        Text { en: text.into(), fr: String::new() }
    }

    /// The words in one language.
    pub fn get(&self, lang: Lang) -> &str {
        match lang {
            Lang::Fr if !self.fr.is_empty() => &self.fr,
            _ => &self.en,
        }
    }

    /// Both wordings, once where they are the same.
    pub fn both(&self) -> impl Iterator<Item = &str> {
        let french = (!self.fr.is_empty() && self.fr != self.en).then_some(self.fr.as_str());
        std::iter::once(self.en.as_str()).chain(french)
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.en.is_empty() && self.fr.is_empty()
    }
}
