//! Piles as they lie in a world: what many conditions are asked of, one after the other.

use super::bound::{Binder, Spot};
use super::facts::PossibleValues;
use super::filter_cache::FilterCache;
use super::lying::{ZoneContents, ZoneReads};
use super::quantity::Quantity;
use super::world::{SpreadPiles, World};
use sleeve_data::model::CardIndex;
use std::rc::Rc;

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

    /// The same, where these piles are read by default.
    pub fn with_default_piles(&self, piles: Rc<[String]>) -> PileView<'u> {
        PileView { binder: self.binder.with_default_piles(piles), ..self.clone() }
    }

    /// The same, where what filters say of single cards is remembered. The cache has to be of the
    /// same catalog and day.
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

    /// The same in another world of the same cards.
    pub fn in_world<'s>(&'s self, world: World<'s>) -> PileView<'s> {
        PileView {
            binder: self.binder.with_world(world),
            counts: Rc::clone(&self.counts),
            cache: self.cache,
        }
    }

    /// Where the cards of a pile may lie, together those that have the same of what is read there, if one
    /// of them lies there alone; with one card of each.
    pub fn alike(&self, pile: &str, reads_there: &ZoneReads) -> Vec<(CardIndex, Vec<Spot>)> {
        type Had = (Vec<PossibleValues>, Vec<Quantity>);
        let mut groups: Vec<(Had, CardIndex, Vec<Spot>)> = Vec::new();
        let reads = Some(vec![pile.to_owned()]);
        for member in self.binder.read_members(&reads) {
            let eye = self.binder.card_view(member);
            let fields =
                reads_there.fields.iter().map(|read| eye.possible_values(read.field)).collect();
            let alone = ZoneContents::single_card(pile, Some(member.card));
            let numbers = reads_there.numbers.iter();
            let numbers = numbers.map(|number| alone.number(self.binder.world(), number)).collect();
            let has = (fields, numbers);
            match groups.iter_mut().find(|(known, ..)| *known == has) {
                Some((.., spots)) => spots.push(member.spot),
                None => groups.push((has, member.card, vec![member.spot])),
            }
        }
        groups.into_iter().map(|(_, card, spots)| (card, spots)).collect()
    }

    /// The different cards of every pile, added up: what a question of all of them costs at most.
    pub fn different_cards(&self) -> usize {
        self.counts.iter().map(|row| row.len()).sum()
    }

    pub(super) fn counts(&self) -> &[&'u [u32]] {
        &self.counts
    }
}
