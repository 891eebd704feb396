//! What a parameter of a format is set to.

use super::number::Number;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The value of a parameter: a number, or a word where the format lists words.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Setting {
    /// A number.
    Number(Number),
    /// A word.
    Word(String),
}

impl Setting {
    /// A value as it is typed: a number where it reads as one.
    pub fn parse(text: &str) -> Setting {
        Number::parse(text).map_or_else(|| Setting::Word(text.to_owned()), Setting::Number)
    }

    /// This word.
    pub fn word(word: &str) -> Setting {
        Setting::Word(word.to_owned())
    }

    /// The number that it is, if it is one.
    pub fn number(&self) -> Option<Number> {
        match self {
            Setting::Number(number) => Some(*number),
            Setting::Word(_) => None,
        }
    }
}

impl From<Number> for Setting {
    fn from(number: Number) -> Setting {
        Setting::Number(number)
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Setting::Number(number) => number.fmt(f),
            Setting::Word(word) => f.write_str(word),
        }
    }
}
