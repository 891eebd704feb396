//! Piles as they lie in a world: what many conditions are asked of, one after the other.

use super::bound::Binder;
use super::world::{Spread, World};
use std::rc::Rc;

/// Piles seen in a world.
#[derive(Clone)]
pub struct View<'u> {
    pub(super) binder: Binder<'u>,
    counts: Rc<[&'u [u32]]>,
}

impl<'u> View<'u> {
    /// These piles in this world.
    pub fn new(world: World<'u>, spread: &'u Spread) -> View<'u> {
        let counts = spread.counts.iter().map(Vec::as_slice).collect();
        View { binder: Binder::new(world, &spread.universe), counts }
    }

    /// The same, where these piles are read by default.
    pub fn reading(&self, piles: Rc<[String]>) -> View<'u> {
        View { binder: self.binder.reading(piles), counts: Rc::clone(&self.counts) }
    }

    pub(super) fn counts(&self) -> &[&'u [u32]] {
        &self.counts
    }
}
