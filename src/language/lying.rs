//! What lies in the zones of a deck, for texts that read it of every card: `$identity.faction` is what
//! the cards of the zone `identity` have of the field `faction`, all of them together.

use super::facts::{CardView, More, Possible, declared};
use super::field::{Field, FieldKind};
use super::tree::Key;
use super::world::{Spread, World};
use crate::model::{CardIndex, Game, Lens};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A field of the cards that lie in a zone of the deck.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ZoneField {
    /// The zone.
    pub zone: String,
    /// The field.
    pub field: Field,
}

/// The different cards that lie in each zone of a deck.
#[derive(Default)]
pub struct Lying {
    zones: Vec<(String, Vec<CardIndex>)>,
    /// What the cards of a zone have, as values of a field that is compared with it.
    known: Mutex<HashMap<(ZoneField, Field, Lens), Arc<Possible>>>,
}

impl std::fmt::Debug for Lying {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.zones).finish()
    }
}

impl PartialEq for Lying {
    fn eq(&self, other: &Lying) -> bool {
        self.zones == other.zones
    }
}

impl Eq for Lying {}

/// What the cards of a zone have.
pub(super) enum There {
    /// Nobody says what lies there.
    Unknown,
    /// No card lies there, so that there is nothing to compare with.
    Empty,
    /// The values of all its cards together.
    Values(Arc<Possible>),
}

impl Lying {
    /// What lies in these piles.
    pub fn of(spread: &Spread) -> Lying {
        let piles = spread.universe.piles.iter().zip(&spread.counts);
        let zones = piles.map(|((name, slots), row)| {
            let there = slots.iter().zip(row).filter(|(_, count)| **count > 0);
            (name.clone(), there.map(|(slot, _)| slot.card).collect())
        });
        Lying { zones: zones.collect(), known: Mutex::default() }
    }

    /// Where nothing lies in a zone but this card, or nothing at all.
    pub(crate) fn alone(zone: &str, card: Option<CardIndex>) -> Lying {
        let zones = vec![(zone.to_owned(), card.into_iter().collect())];
        Lying { zones, known: Mutex::default() }
    }

    /// The cards of a zone; `None` where that is not a zone of the deck.
    pub(super) fn cards(&self, zone: &str) -> Option<&[CardIndex]> {
        self.zones.iter().find(|(name, _)| name == zone).map(|(_, cards)| cards.as_slice())
    }

    fn values(
        &self,
        world: World<'_>,
        right: &ZoneField,
        left: Field,
        cards: &[CardIndex],
    ) -> Arc<Possible> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let values = known.entry((right.clone(), left, world.lens)).or_insert_with(|| {
            let each = cards.iter().map(|card| {
                let eye = CardView::new(world, *card, Some(&right.zone));
                let values = eye.possible(right.field);
                translated(&world.catalog.game, values, right.field.kind, left.kind)
            });
            Arc::new(together(each))
        });
        Arc::clone(values)
    }
}

impl CardView<'_> {
    /// What the cards of a zone have, as values of a field that is compared with it.
    pub(super) fn there(&self, left: Field, right: &ZoneField) -> There {
        let Some(lying) = self.world.parameters.lying() else { return There::Unknown };
        match lying.cards(&right.zone) {
            None => There::Unknown,
            Some([]) => There::Empty,
            Some(cards) => There::Values(lying.values(self.world, right, left, cards)),
        }
    }
}

/// All values of several cards.
fn together(each: impl Iterator<Item = Possible>) -> Possible {
    let mut all = Possible::default();
    for values in each {
        let fresh = values.sure.into_iter().filter(|key| !all.sure.contains(key));
        let fresh: Vec<Key> = fresh.collect();
        all.sure.extend(fresh);
        all.more = match (std::mem::take(&mut all.more), values.more) {
            (More::Nothing, more) | (more, More::Nothing) => more,
            (More::OneOf(mut keys), More::OneOf(others)) => {
                keys.extend(others);
                More::OneOf(keys)
            }
            _ => More::Anything,
        };
        all.many |= values.many;
    }
    all
}

/// Values of one field as values of another, which calls them alike; a value that the other does not
/// have is none of it.
fn translated(game: &Game, values: Possible, from: FieldKind, to: FieldKind) -> Possible {
    if from == to {
        return values;
    }
    let key = |key: Key| match (&key, from) {
        (Key::Value(value), FieldKind::Attribute(id)) => {
            let named = game.attribute_of(id)?.values().get(value.index())?;
            declared(game, to, &named.id)
        }
        _ => Some(key),
    };
    let keys = |keys: Vec<Key>| keys.into_iter().filter_map(key).collect::<Vec<_>>();
    let more = match values.more {
        More::OneOf(others) => More::OneOf(keys(others)),
        more => more,
    };
    Possible { sure: keys(values.sure), more, ..values }
}
