//! Piles as they lie in a world: what many conditions are asked of, one after the other.

use super::bound::Binder;
use super::filter_cache::FilterCache;
use super::world::{Spread, World};
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
    pub fn new(world: World<'u>, spread: &'u Spread) -> PileView<'u> {
        let counts = spread.counts.iter().map(Vec::as_slice).collect();
        PileView { binder: Binder::new(world, &spread.universe), counts, cache: None }
    }

    /// The same, where these piles are read by default.
    pub fn reading(&self, piles: Rc<[String]>) -> PileView<'u> {
        PileView { binder: self.binder.reading(piles), ..self.clone() }
    }

    /// The same, where what filters say of single cards is remembered. The cache has to be of the
    /// same catalog and day.
    pub fn with_cache(self, cache: &'u FilterCache) -> PileView<'u> {
        PileView { cache: Some(cache), ..self }
    }

    /// The binder for the filters of a condition.
    pub(super) fn binder_of(&self, condition: u64) -> Binder<'u> {
        match self.cache {
            Some(cache) => self.binder.with_cache(cache, condition),
            None => self.binder.clone(),
        }
    }

    /// The different cards of every pile, added up: what a question of all of them costs at most.
    pub fn different_cards(&self) -> usize {
        self.counts.iter().map(|row| row.len()).sum()
    }

    pub(super) fn counts(&self) -> &[&'u [u32]] {
        &self.counts
    }
}
