//! The world that a text is evaluated in: facts, parameters, a day, and a policy for choices.

use crate::{
    field::Field,
    parameters::{ChoicePolicy, Parameters},
    truth::Truth,
};
use sleeve_data::model::{CardIndex, CardList, Catalog, Date, Game, Lang, Lens, holds_on};

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
