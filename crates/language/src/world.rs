//! The world that a text is evaluated in: facts, parameters, a day, and a policy for choices.

use crate::field::Field;
use crate::quantity::Quantity;
use crate::truth::Truth;
use crate::zone_contents::ZoneContents;
use sleeve_data::model::{
    CardIndex, CardList, Catalog, Date, Game, Lang, Lens, Number, Setting, holds_on,
};
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

/// Parameters by id, and the contents of the zones of the deck. A parameter that is not set is unknown.
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

    /// Sets the contents of the zones of the deck, which filters may compare cards with (`$zone.field`). Without
    /// them such filters are unknown.
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
                Quantity::range(low.map(super::Rational::from), high.map(super::Rational::from))
            }
            ParameterValue::Unknown => Quantity::UNKNOWN,
        }
    }
}

/// Answers `legal:FORMAT`. A trait, since the crate that knows formats depends on this one.
pub trait Legality {
    /// Whether a format, named by its id, allows a card: in decks with these parameters, as far as
    /// it has them.
    fn legal(&self, format: &str, card: CardIndex, parameters: &Parameters) -> Truth;
}

/// The surroundings of an evaluation. Cheap to copy.
#[derive(Clone, Copy)]
pub struct World<'a> {
    pub catalog: &'a Catalog,
    /// Decides which facts count as known.
    pub lens: Lens,
    pub parameters: &'a Parameters,
    /// The day of play, for lists in force from a date; `None`: every list is in force.
    pub date: Option<Date>,
    /// Answers `legal:FORMAT`; `None`: the answer is unknown.
    pub legality: Option<&'a dyn Legality>,
    pub choice: ChoicePolicy,
}

impl<'a> World<'a> {
    /// All shipped facts, no parameters, no day.
    pub fn from_catalog(catalog: &'a Catalog) -> World<'a> {
        World {
            catalog,
            lens: Lens::Shipped,
            parameters: Parameters::NONE,
            date: None,
            legality: None,
            choice: ChoicePolicy::Range,
        }
    }

    /// The list at a position in the catalog, if it is in force on the day.
    pub(super) fn list_in_force(&self, list: usize) -> Option<&'a CardList> {
        let list = self.catalog.list_at(list)?;
        let holds = self.date.is_none_or(|day| holds_on(list.dates, day));
        holds.then_some(list)
    }

    /// Replaces the parameters.
    pub fn with_parameters(self, parameters: &'a Parameters) -> World<'a> {
        World { parameters, ..self }
    }

    /// Replaces the lens.
    pub fn with_lens(self, lens: Lens) -> World<'a> {
        World { lens, ..self }
    }
}

/// A fact that would have to be known for an answer to be certain.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MissingFact {
    pub card: CardIndex,
    pub fact: MissingKind,
}

/// A fact about a card that may be unknown.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MissingKind {
    /// A field: an attribute, the effects, the id, the copies in a box, the day of release.
    Field(Field),
    /// Whether a format, named by its id, allows it.
    Legal(String),
}

impl MissingKind {
    /// The name of the fact, as above a column.
    pub fn heading(&self, game: &Game, lang: Lang) -> String {
        match self {
            MissingKind::Field(field) => field.heading(game, lang),
            MissingKind::Legal(format) => format!("legal:{format}"),
        }
    }

    /// The word that names it in data.
    pub fn id(&self, game: &Game) -> String {
        match self {
            MissingKind::Field(field) => field.id(game),
            MissingKind::Legal(format) => format!("legal:{format}"),
        }
    }
}
