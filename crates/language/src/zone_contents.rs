//! The contents of the zones of a deck, which filters compare cards with. `$identity.faction` means
//! all values of `faction` that the cards of the zone `identity` have. `sum(red) in leader` within
//! a number of one card means the sum over the whole zone `leader`.

use crate::bound::Binder;
use crate::facts::{CardView, OtherValues, PossibleValues, find_declared_value};
use crate::field::{Field, FieldKind};
use crate::filter_cache;
use crate::piles::{Piles, SpreadPiles};
use crate::quantity::Quantity;
use crate::tree::{GroupKey, MeasureNode};
use crate::walk::TreePart;
use crate::world::{ChoicePolicy, ParameterValue, World};
use sleeve_data::model::{CardIndex, Date, Game, Lens};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// A field of the cards in a zone of the deck: `$identity.faction`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ZoneField {
    pub zone: String,
    pub field: Field,
}

/// A number of zones of the deck within a number of one card, equal for every card. It reads the whole zones, even
/// inside `each`, `groups` and `total`, and even if the pile is a hand.
#[derive(Clone, Debug)]
pub struct ZoneNumber {
    /// Identifies the place in the text, for equality and for the cache.
    id: u64,
    pub zones: Vec<String>,
    pub measure: MeasureNode,
}

/// Equal only to its own clones: the same place of the same text.
impl PartialEq for ZoneNumber {
    fn eq(&self, other: &ZoneNumber) -> bool {
        self.id == other.id
    }
}

impl ZoneNumber {
    pub(super) fn new(zones: Vec<String>, measure: MeasureNode) -> ZoneNumber {
        ZoneNumber { id: filter_cache::next_text_id(), zones, measure }
    }
}

/// The fields and numbers of zones that a text compares single cards with, each once.
#[derive(Clone, Debug, Default)]
pub struct ZoneReads {
    pub fields: Vec<ZoneField>,
    pub numbers: Vec<ZoneNumber>,
}

impl ZoneReads {
    pub(super) fn from_part(part: TreePart<'_>) -> ZoneReads {
        let mut reads = ZoneReads::default();
        reads.add(part);
        reads
    }

    fn add(&mut self, part: TreePart<'_>) {
        part.walk(&mut |part| {
            match part {
                TreePart::ZoneField(field) if !self.fields.contains(field) => {
                    self.fields.push(field.clone());
                }
                TreePart::ZoneNumber(number) if !self.numbers.contains(number) => {
                    self.numbers.push(number.clone());
                    self.add(TreePart::Measure(&number.measure));
                }
                _ => {}
            }
            true
        });
    }

    /// Adds the reads of another text.
    pub fn extend(&mut self, others: ZoneReads) {
        self.fields.extend(others.fields);
        self.numbers.extend(others.numbers);
    }

    /// The zones that are read.
    pub fn zones(&self) -> impl Iterator<Item = &str> {
        let of_fields = self.fields.iter().map(|read| read.zone.as_str());
        of_fields.chain(self.numbers.iter().flat_map(|n| n.zones.iter().map(String::as_str)))
    }
}

/// Everything that a number of zones depends on besides the contents.
#[derive(Clone, PartialEq)]
struct ZoneNumberKey {
    number: u64,
    lens: Lens,
    choice: ChoicePolicy,
    on: Option<Date>,
    parameters: Vec<(String, ParameterValue)>,
}

/// The different cards in each zone of a deck, and how many of each.
#[derive(Default)]
pub struct ZoneContents {
    zones: Vec<(String, Vec<(CardIndex, u32)>)>,
    /// Values of the cards of a zone, as values of the field that they are compared with.
    value_cache: Mutex<HashMap<(ZoneField, Field, Lens), Arc<PossibleValues>>>,
    number_cache: Mutex<Vec<(ZoneNumberKey, Quantity)>>,
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
    /// Takes the piles as the zones.
    pub fn from_piles(spread: &SpreadPiles) -> ZoneContents {
        let piles = spread.universe.piles.iter().zip(&spread.counts);
        let zones = piles.map(|((name, slots), row)| {
            let present = slots.iter().zip(row).filter(|(_, count)| **count > 0);
            (name.clone(), present.map(|(slot, count)| (slot.card, *count)).collect())
        });
        ZoneContents { zones: zones.collect(), ..ZoneContents::default() }
    }

    /// One zone with only this card, or none.
    pub fn single_card(zone: &str, card: Option<CardIndex>) -> ZoneContents {
        let zones = vec![(zone.to_owned(), card.into_iter().map(|card| (card, 1)).collect())];
        ZoneContents { zones, ..ZoneContents::default() }
    }

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

    /// The cards of a zone; `None` if that is not a zone of the deck.
    pub(super) fn cards(&self, zone: &str) -> Option<&[(CardIndex, u32)]> {
        self.zones.iter().find(|(name, _)| name == zone).map(|(_, cards)| cards.as_slice())
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
