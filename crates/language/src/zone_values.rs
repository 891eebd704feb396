//! The values and numbers that the zones of a deck have in a world.

use crate::bound::{Binder, Lowering};
use crate::facts::{CardView, find_declared_value};
use crate::field::{Field, FieldKind};
use crate::piles::{Piles, SpreadPiles};
use crate::possible_values::{OtherValues, PossibleValues};
use crate::quantity::Quantity;
use crate::tree::{GroupKey, ZoneField, ZoneNumber};
use crate::world::World;
use crate::zone_contents::{ZoneContents, ZoneNumberKey};
use sleeve_data::model::{CardIndex, Game};
use std::sync::{Arc, PoisonError};

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
        let parameters =
            world.parameters.iter().map(|(name, value)| (name.to_owned(), value.clone()));
        let circumstances = ZoneNumberKey {
            number: number.id,
            lens: world.lens,
            choice: world.choice,
            on: world.date,
            parameters: parameters.collect(),
        };
        // Not locked while a number is computed, since its measure may need another one. A panic
        // leaves complete entries: they are pushed when they are done.
        let numbers = || self.number_cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = numbers().iter().find(|(known, _)| *known == circumstances) {
            return *known;
        }
        let zone_cards = |zone: &String| Some((zone.clone(), self.cards(zone)?.to_vec()));
        let Some(zones) = number.zones.iter().map(zone_cards).collect::<Option<Vec<_>>>() else {
            return Quantity::UNKNOWN;
        };
        let spread = SpreadPiles::from_piles(&Piles { zones, default: Vec::new() });
        let counts: Vec<&[u32]> = spread.counts.iter().map(Vec::as_slice).collect();
        let binder = Binder::new(world, &spread.universe);
        let quantity = binder.bind_measure(&number.measure).value(&counts);
        numbers().push((circumstances, quantity));
        quantity
    }

    fn values(
        &self,
        world: World<'_>,
        right: &ZoneField,
        left: Field,
        cards: &[(CardIndex, u32)],
    ) -> Arc<PossibleValues> {
        let mut known = self.value_cache.lock().unwrap_or_else(PoisonError::into_inner);
        let values = known.entry((right.clone(), left, world.lens)).or_insert_with(|| {
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
    /// The values of the cards of a zone, as values of the field `left` that they are compared with.
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
        let new_keys = values.certain.into_iter().filter(|key| !all.certain.contains(key));
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
    let key = |key: GroupKey| match (&key, from) {
        (GroupKey::Value(value), FieldKind::Attribute(id)) => {
            let named = game.get_attribute(id)?.values().get(value.index())?;
            find_declared_value(game, to, &named.id)
        }
        _ => Some(key),
    };
    let keys = |keys: Vec<GroupKey>| keys.into_iter().filter_map(key).collect::<Vec<_>>();
    let others = match values.others {
        OtherValues::OneOf(others) => OtherValues::OneOf(keys(others)),
        others => others,
    };
    PossibleValues { certain: keys(values.certain), others, ..values }
}
