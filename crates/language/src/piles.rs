//! Piles of cards: as given, the different cards that they may contain, and their places in a
//! world.

use crate::{
    bound::{Binder, Spot},
    filter_cache::FilterCache,
    possible_values::PossibleValues,
    quantity::Quantity,
    world::World,
    zone_contents::ZoneContents,
    zone_reads::ZoneReads,
};
use foldhash::fast::RandomState;
use sleeve_data::model::CardIndex;
use std::{collections::HashMap, rc::Rc, sync::Arc};

/// Piles of cards by name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Piles {
    /// Every pile: its name, and its cards with their numbers. A card may appear several times.
    pub zones: Vec<(String, Vec<(CardIndex, u32)>)>,
    /// The piles whose union is read without `in`.
    pub default: Vec<String>,
}

impl Piles {
    /// One pile, read by default.
    pub fn from_pile(name: &str, cards: Vec<(CardIndex, u32)>) -> Piles {
        Piles { zones: vec![(name.to_owned(), cards)], default: vec![name.to_owned()] }
    }

    /// The cards of a pile.
    pub fn zone(&self, name: &str) -> &[(CardIndex, u32)] {
        self.zones
            .iter()
            .find(|(n, _)| n == name)
            .map_or(&[], |(_, cards)| cards)
    }
}

/// A kind of card in a pile: which card, and the zone of the deck it comes from (for `zone:`).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Slot {
    pub card: CardIndex,
    /// Its zone, if it is in one.
    pub zone: Option<Arc<str>>,
}

/// The different cards that each pile may contain, in any number.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Universe {
    /// Every pile: its name and its slots. Counts are given in this order.
    pub piles: Vec<(String, Vec<Slot>)>,
    /// The piles whose union is read without `in`.
    pub default: Vec<String>,
}

impl Universe {
    /// One pile, read by default.
    pub fn from_pile(name: &str, slots: Vec<Slot>) -> Universe {
        Universe { piles: vec![(name.to_owned(), slots)], default: vec![name.to_owned()] }
    }
}

/// Piles spread out: the different cards in each, and how many of each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SpreadPiles {
    /// The different cards. The zone of a card is the name of its pile.
    pub universe: Universe,
    /// Copies of each: one row per pile.
    pub counts: Vec<Vec<u32>>,
}

impl SpreadPiles {
    /// Spreads piles out.
    pub fn from_piles(piles: &Piles) -> SpreadPiles {
        let mut spread = SpreadPiles::default();
        spread.universe.default.clone_from(&piles.default);
        for (name, cards) in &piles.zones {
            let zone: Arc<str> = Arc::from(name.as_str());
            let mut slots: Vec<Slot> = Vec::with_capacity(cards.len());
            let mut row: Vec<u32> = Vec::with_capacity(cards.len());
            let mut seen: HashMap<CardIndex, usize, RandomState> =
                HashMap::with_capacity_and_hasher(cards.len(), RandomState::default());
            for (card, count) in cards {
                let at = *seen.entry(*card).or_insert_with(|| {
                    slots.push(Slot { card: *card, zone: Some(Arc::clone(&zone)) });
                    row.push(0);
                    slots.len() - 1
                });
                if let Some(total) = row.get_mut(at) {
                    *total = total.saturating_add(*count);
                }
            }
            spread.universe.piles.push((name.clone(), slots));
            spread.counts.push(row);
        }
        spread
    }
}

/// Piles seen in a world.
#[derive(Clone)]
pub struct PileView<'u> {
    pub(super) binder: Binder<'u>,
    counts: Rc<[&'u [u32]]>,
    cache: Option<&'u FilterCache>,
}

impl<'u> PileView<'u> {
    /// These piles in this world.
    pub fn new(world: World<'u>, spread: &'u SpreadPiles) -> PileView<'u> {
        let counts = spread.counts.iter().map(Vec::as_slice).collect();
        PileView { binder: Binder::new(world, &spread.universe), counts, cache: None }
    }

    /// Reads other piles by default.
    pub fn with_default_piles(&self, piles: Rc<[String]>) -> PileView<'u> {
        PileView { binder: self.binder.with_default_piles(piles), ..self.clone() }
    }

    /// Remembers the answers of filters in a cache, which must belong to the same catalog and day.
    pub fn with_cache(self, cache: &'u FilterCache) -> PileView<'u> {
        PileView { cache: Some(cache), ..self }
    }

    /// The binder for the filters of a condition.
    pub(super) fn cached_binder(&self, condition: u64) -> Binder<'u> {
        match self.cache {
            Some(cache) => self.binder.with_cache(cache, condition),
            None => self.binder.clone(),
        }
    }

    /// Looks at the piles in another world, which must have the same cards.
    pub fn in_world<'s>(&'s self, world: World<'s>) -> PileView<'s> {
        PileView {
            binder: self.binder.with_world(world),
            counts: Rc::clone(&self.counts),
            cache: self.cache,
        }
    }

    /// Groups the slots of a pile that no text can distinguish if one of their cards is there
    /// alone: cards with equal values of all fields and numbers in `reads_there`. Each group comes
    /// with one of its cards.
    pub fn alike(&self, pile: &str, reads_there: &ZoneReads) -> Vec<(CardIndex, Vec<Spot>)> {
        type ReadValues = (Vec<PossibleValues>, Vec<Quantity>);
        let mut groups: Vec<(ReadValues, CardIndex, Vec<Spot>)> = Vec::new();
        let reads = Some(vec![pile.to_owned()]);
        for member in self.binder.read_members(&reads) {
            let eye = self.binder.card_view(member);
            let fields = reads_there
                .fields
                .iter()
                .map(|read| eye.possible_values(read.field))
                .collect();
            let contents = ZoneContents::single_card(pile, Some(member.card));
            let numbers = reads_there.numbers.iter();
            let numbers = numbers
                .map(|number| contents.number(self.binder.world(), number))
                .collect();
            let values = (fields, numbers);
            match groups.iter_mut().find(|(known, ..)| *known == values) {
                Some((.., spots)) => spots.push(member.spot),
                None => groups.push((values, member.card, vec![member.spot])),
            }
        }
        groups
            .into_iter()
            .map(|(_, card, spots)| (card, spots))
            .collect()
    }

    /// The different cards of every pile, added up: the most cards that one evaluation looks at.
    pub fn different_cards(&self) -> usize {
        self.counts.iter().map(|row| row.len()).sum()
    }

    pub(super) fn counts(&self) -> &[&'u [u32]] {
        &self.counts
    }
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
}
