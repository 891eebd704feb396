//! What a text may know about parameters, choices of owners, and the zones of the deck.

use crate::{quantity::Quantity, rational::Rational, zone_contents::ZoneContents};
use sleeve_data::model::{Number, Setting};
use std::sync::Arc;

/// The way to count a value that the owner of a card picks (a destiny of "1 or 6").
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ChoicePolicy {
    /// As a range: an answer is certain if it is the same for every choice.
    #[default]
    Range,
    Highest,
    Lowest,
}

/// The knowledge about a parameter: it decides whether conditions on it are true, false or unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ParameterValue {
    Number(Number),
    /// A word, such as a role.
    Text(String),
    /// A number between two ends, inclusive; `None` is an open end.
    Range(Option<Number>, Option<Number>),
    /// Not known: conditions on it are unknown.
    Unknown,
}

impl From<&Setting> for ParameterValue {
    fn from(setting: &Setting) -> ParameterValue {
        match setting {
            Setting::Number(number) => ParameterValue::Number(*number),
            Setting::Word(word) => ParameterValue::Text(word.clone()),
        }
    }
}

/// Parameters by id, and the contents of the zones of the deck. A parameter that is not set is
/// unknown.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parameters {
    values: Vec<(String, ParameterValue)>,
    zone_contents: Option<Arc<ZoneContents>>,
}

impl Parameters {
    pub const NONE: &'static Parameters = &Parameters { values: Vec::new(), zone_contents: None };

    /// No parameters.
    pub fn new() -> Parameters {
        Parameters::default()
    }

    /// Sets a parameter, replacing its old value.
    pub fn set(&mut self, name: impl Into<String>, value: ParameterValue) {
        let name = name.into();
        self.values.retain(|(n, _)| *n != name);
        self.values.push((name, value));
    }

    /// Sets a parameter to a number.
    pub fn with_number(mut self, name: impl Into<String>, value: Number) -> Parameters {
        self.set(name, ParameterValue::Number(value));
        self
    }

    /// Sets a parameter to a word.
    pub fn with_text(mut self, name: impl Into<String>, value: impl Into<String>) -> Parameters {
        self.set(name, ParameterValue::Text(value.into()));
        self
    }

    /// Sets the contents of the zones of the deck, which filters may compare cards with
    /// (`$zone.field`). Without them such filters are unknown.
    pub fn set_zone_contents(&mut self, contents: ZoneContents) {
        self.zone_contents = Some(Arc::new(contents));
    }

    /// Removes the contents of the zones of the deck.
    pub fn without_zone_contents(self) -> Parameters {
        Parameters { zone_contents: None, ..self }
    }

    pub(super) fn zone_contents(&self) -> Option<&ZoneContents> {
        self.zone_contents.as_deref()
    }

    /// The knowledge about the parameter of this name; one that is not set is unknown.
    pub fn get(&self, name: &str) -> &ParameterValue {
        let found = self.values.iter().find(|(n, _)| n == name);
        found.map_or(&ParameterValue::Unknown, |(_, value)| value)
    }

    /// The parameters that are set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &ParameterValue)> {
        self.values.iter().map(|(n, v)| (n.as_str(), v))
    }

    pub(super) fn quantity(&self, name: &str) -> Quantity {
        match self.get(name) {
            ParameterValue::Number(number) => Quantity::from(*number),
            ParameterValue::Text(text) => {
                Number::parse(text).map_or(Quantity::NONE, Quantity::from)
            }
            ParameterValue::Range(low, high) => {
                Quantity::range(low.map(Rational::from), high.map(Rational::from))
            }
            ParameterValue::Unknown => Quantity::UNKNOWN,
        }
    }
}
