//! The wishes of the user, and the origins of the demands on a deck.

use super::corpus::DeckCorpus;
use sleeve_data::model::{CardIndex, Catalog};
use sleeve_language::{Condition, Filter, Measure, Quantity, Rational};
use std::{borrow::Cow, collections::BTreeMap, sync::Arc};

/// Demands of the user on a deck, besides the rules of its format.
#[derive(Clone, Debug, Default)]
pub struct Wishes {
    /// Cards of the deck that match stay.
    pub lock: Option<Filter>,
    /// Only cards that match may come in; `None`: all cards.
    pub only: Option<Filter>,
    /// Whether every card of the deck stays.
    pub keeps_deck: bool,
    /// Conditions that the deck has to meet.
    pub require: Vec<Condition>,
    /// Cards that have to be in the deck, with the fewest copies.
    pub with: Vec<(CardIndex, u32)>,
    /// The collection, with copies: the deck has no more than these; `None`: any card.
    pub owned: Option<BTreeMap<CardIndex, u32>>,
    /// What to maximise or minimise: those further on choose between decks that are equal before.
    pub objectives: Vec<Objective>,
    /// Decks that show which cards are played together, for the choice between otherwise equal
    /// decks; `None`: those that the game ships.
    pub like: Option<Arc<DeckCorpus>>,
}

impl Wishes {
    /// The wishes with the decks that the game ships, if they name no decks.
    pub(crate) fn with_known_decks(&self, catalog: &Catalog) -> Cow<'_, Wishes> {
        if self.like.is_some() {
            return Cow::Borrowed(self);
        }
        let like = Some(Arc::new(DeckCorpus::from_game(catalog)));
        Cow::Owned(Wishes { like, ..self.clone() })
    }
}

/// Whether a number is to be large or small.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Maximise,
    Minimise,
}

/// A number of the deck that is to be as large, or as small, as it can be.
#[derive(Clone, Debug)]
pub struct Objective {
    direction: Direction,
    /// The number to maximise: of a number to minimise its negative.
    maximised: Measure,
}

impl Objective {
    /// The objective of making a measure large or small.
    pub fn new(direction: Direction, measure: &Measure) -> Objective {
        let maximised = match direction {
            Direction::Maximise => measure.clone(),
            Direction::Minimise => measure.negated(),
        };
        Objective { direction, maximised }
    }

    pub(super) fn maximised(&self) -> &Measure {
        &self.maximised
    }

    /// The value of the measure, from that of the number to maximise.
    pub(super) fn value(&self, maximised: Quantity) -> Quantity {
        match self.direction {
            Direction::Maximise => maximised,
            Direction::Minimise => maximised.negated(),
        }
    }

    /// The bound of the measure, from that of the number to maximise.
    pub(super) fn bound(&self, maximised: Rational) -> Rational {
        match self.direction {
            Direction::Maximise => maximised,
            Direction::Minimise => maximised.negated(),
        }
    }
}

/// The origin of a demand on a deck.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum WishOrigin {
    /// The definition of changes, which is no demand.
    Structure,
    /// The filter of a zone, by the id of the zone.
    Zone(String),
    /// A rule of the format, by its position.
    Rule(usize),
    /// A rule that a card brings with it, by its position among the rules of the card.
    CardRule(CardIndex, usize),
    /// A parameter with a value that the format does not allow.
    Parameter(String),
    /// The value of a parameter that cards imply.
    Implied(String),
    Released,
    /// The role that cards of the deck name or imply.
    Role(String),
    /// The stated role, which no card may contradict.
    StatedRole(String),
    /// The cards that name the role of the deck or set out others, which stay.
    RoleCards,
    /// The wish that cards stay.
    Lock,
    /// The wish that the whole deck stays.
    Deck,
    /// The wish that only some cards come in.
    Only,
    /// A condition of the user, by its position.
    Require(usize),
    /// A card that the user wants in the deck, by its position.
    With(usize),
    Owned,
    /// A limit of the number of changes.
    Changes(i64),
    /// A parameter without a value that makes a deck possible.
    Choices(String),
}
