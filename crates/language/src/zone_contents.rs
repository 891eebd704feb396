//! The contents of the zones of a deck, which filters compare cards with. `$identity.faction` means
//! all values of `faction` that the cards of the zone `identity` have. `sum(red) in leader` within
//! a number of one card means the sum over the whole zone `leader`.

use crate::{
    field::Field,
    parameters::{ChoicePolicy, ParameterValue},
    possible_values::PossibleValues,
    quantity::Quantity,
    tree::ZoneField,
};
use sleeve_data::model::{CardIndex, Date, Lens};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

/// Everything that a number of zones depends on besides the contents.
#[derive(Clone, PartialEq)]
pub(super) struct ZoneNumberKey {
    pub(super) number: u64,
    pub(super) lens: Lens,
    pub(super) choice: ChoicePolicy,
    pub(super) on: Option<Date>,
    pub(super) parameters: Vec<(String, ParameterValue)>,
}

/// The different cards in each zone of a deck, and how many of each.
#[derive(Default)]
pub struct ZoneContents {
    pub(super) zones: Vec<(String, Vec<(CardIndex, u32)>)>,
    /// Values of the cards of a zone, as values of the field that they are compared with.
    pub(super) value_cache: Mutex<HashMap<(ZoneField, Field, Lens), Arc<PossibleValues>>>,
    pub(super) number_cache: Mutex<Vec<(ZoneNumberKey, Quantity)>>,
}

impl std::fmt::Debug for ZoneContents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.zones).finish()
    }
}

impl PartialEq for ZoneContents {
    fn eq(&self, other: &ZoneContents) -> bool {
        self.zones == other.zones
    }
}

impl Eq for ZoneContents {}

impl ZoneContents {
    /// One zone with only this card, or none.
    pub fn single_card(zone: &str, card: Option<CardIndex>) -> ZoneContents {
        let zones = vec![(zone.to_owned(), card.into_iter().map(|card| (card, 1)).collect())];
        ZoneContents { zones, ..ZoneContents::default() }
    }

    /// The cards of a zone; `None` if that is not a zone of the deck.
    pub(super) fn cards(&self, zone: &str) -> Option<&[(CardIndex, u32)]> {
        self.zones
            .iter()
            .find(|(name, _)| name == zone)
            .map(|(_, cards)| cards.as_slice())
    }
}
