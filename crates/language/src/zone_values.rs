//! The values and numbers that the zones of a deck have in a world.

use crate::{
    bound::{Binder, Lowering},
    facts::{CardView, find_declared_value},
    field::{Field, FieldKind},
    piles::{Piles, SpreadPiles},
    possible_values::{OtherValues, PossibleValues},
    quantity::Quantity,
    tree::{GroupKey, ZoneField, ZoneNumber},
    world::World,
    zone_contents::{ZoneContents, ZoneNumberKey},
};
use sleeve_data::model::{CardIndex, Game};
use std::sync::{Arc, MutexGuard, PoisonError};

/// The values of a field that the cards of a zone have.
pub(super) enum ZoneFacts {
    /// The contents are not known.
    Unknown,
    /// The zone has no cards, so there is nothing to compare with.
    Empty,
    /// The values of all its cards together.
    Values(Arc<PossibleValues>),
}

impl ZoneContents {
    /// A number of zones; unknown if one of them is not a zone of the deck.
    pub(super) fn number(&self, world: World<'_>, number: &ZoneNumber) -> Quantity {
        let parameters = world
            .parameters
            .iter()
            .map(|(name, value)| (name.to_owned(), value.clone()));
        let key = ZoneNumberKey {
            number: number.id,
            lens: world.lens,
            choice: world.choice,
            on: world.date,
            parameters: parameters.collect(),
        };
        if let Some((_, known)) = self.lock_numbers().iter().find(|(known, _)| *known == key) {
            return *known;
        }
        let mut zones = Vec::with_capacity(number.zones.len());
        for zone in &number.zones {
            let Some(cards) = self.cards(zone) else { return Quantity::UNKNOWN };
            zones.push((zone.clone(), cards.to_vec()));
        }
        let spread = SpreadPiles::from_piles(&Piles { zones, default: Vec::new() });
        let counts: Vec<&[u32]> = spread.counts.iter().map(Vec::as_slice).collect();
        let binder = Binder::new(world, &spread.universe);
        let quantity = binder.bind_measure(&number.measure).value(&counts);
        self.lock_numbers().push((key, quantity));
        quantity
    }

    /// The known numbers. Not locked while a number is computed, since its measure may need another
    /// one. A panic leaves complete entries: they are pushed when they are done.
    fn lock_numbers(&self) -> MutexGuard<'_, Vec<(ZoneNumberKey, Quantity)>> {
        self.number_cache
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn values(
        &self,
        world: World<'_>,
        right: &ZoneField,
        left: Field,
        cards: &[(CardIndex, u32)],
    ) -> Arc<PossibleValues> {
        let mut known = self
            .value_cache
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let values = known
            .entry((right.clone(), left, world.lens))
            .or_insert_with(|| {
                let each = cards.iter().map(|(card, _)| {
                    let eye = CardView::new(world, *card, Some(&right.zone));
                    let values = eye.possible_values(right.field);
                    translate_values(&world.catalog.game, values, right.field.kind, left.kind)
                });
                Arc::new(merge_values(each))
            });
        Arc::clone(values)
    }
}

impl CardView<'_> {
    /// The values of the cards of a zone, as values of the field `left` that they are compared
    /// with.
    pub(super) fn zone_facts(&self, left: Field, right: &ZoneField) -> ZoneFacts {
        let Some(contents) = self.world.parameters.zone_contents() else {
            return ZoneFacts::Unknown;
        };
        match contents.cards(&right.zone) {
            None => ZoneFacts::Unknown,
            Some([]) => ZoneFacts::Empty,
            Some(cards) => ZoneFacts::Values(contents.values(self.world, right, left, cards)),
        }
    }

    pub(super) fn zone_number(&self, number: &ZoneNumber) -> Quantity {
        match self.world.parameters.zone_contents() {
            Some(contents) => contents.number(self.world, number),
            None => Quantity::UNKNOWN,
        }
    }
}

pub(super) fn merge_values(each: impl Iterator<Item = PossibleValues>) -> PossibleValues {
    let mut all = PossibleValues::default();
    for values in each {
        let new_keys = values
            .certain
            .into_iter()
            .filter(|key| !all.certain.contains(key));
        let new_keys: Vec<GroupKey> = new_keys.collect();
        all.certain.extend(new_keys);
        all.others = match (std::mem::take(&mut all.others), values.others) {
            (OtherValues::Nothing, more) | (more, OtherValues::Nothing) => more,
            (OtherValues::OneOf(mut keys), OtherValues::OneOf(others)) => {
                keys.extend(others);
                OtherValues::OneOf(keys)
            }
            _ => OtherValues::Anything,
        };
        all.may_have_many |= values.may_have_many;
    }
    all
}

/// Translates values of one field to those of another with the same names. Values that the other
/// field does not have are dropped.
fn translate_values(
    game: &Game,
    values: PossibleValues,
    from: FieldKind,
    to: FieldKind,
) -> PossibleValues {
    if from == to {
        return values;
    }
    let translate = |key: GroupKey| translate_value(game, key, from, to);
    let others = match values.others {
        OtherValues::OneOf(others) => {
            OtherValues::OneOf(others.into_iter().filter_map(translate).collect())
        }
        others => others,
    };
    let certain = values.certain.into_iter().filter_map(translate).collect();
    PossibleValues { certain, others, ..values }
}

fn translate_value(game: &Game, key: GroupKey, from: FieldKind, to: FieldKind) -> Option<GroupKey> {
    let (GroupKey::Value(value), FieldKind::Attribute(id)) = (&key, from) else {
        return Some(key);
    };
    let named = game.get_attribute(id)?.values().get(value.index())?;
    find_declared_value(game, to, &named.id)
}
