//! What the cards of a deck set out before play begins, and which of it is not there.

use crate::language::{Filter, MissingFact, Truth, World};
use crate::model::{CardIndex, Place};
use std::ops::Deref;

/// A place that no card of a deck is known to fill.
pub(super) struct Empty<'a> {
    /// The card that sets it out.
    pub(super) card: CardIndex,
    /// The place.
    pub(super) place: &'a Place,
    /// Facts that would tell whether some card fills it; none: nothing does.
    pub(super) missing: Vec<MissingFact>,
}

/// The places that must be filled, of each of these cards (with their zones) that a filter matches,
/// and are not. What only hangs on a line that could not be told is left out: the line is reported.
pub(super) fn empty_places<'a, E, F: Deref<Target = Filter>>(
    world: &World<'a>,
    there: &[(CardIndex, &str)],
    setters: &Filter,
    read: &dyn Fn(&str) -> Result<F, E>,
) -> Result<Vec<Empty<'a>>, E> {
    let mut empty = Vec::new();
    let mut seen: Vec<CardIndex> = Vec::new();
    for (card, zone) in there {
        if seen.contains(card) || setters.test(world, *card, Some(zone)) != Truth::True {
            continue;
        }
        seen.push(*card);
        let Some(set_out) = world.catalog.set_out(*card) else { continue };
        for place in set_out.required() {
            let filter = read(&place.cards)?;
            let mut missing = Vec::new();
            let mut doubtful = false;
            let mut filled = false;
            for (other, zone) in there {
                match filter.test(world, *other, Some(zone)) {
                    Truth::True => filled = true,
                    Truth::Unknown => {
                        doubtful = true;
                        let facts = filter.missing(world, *other, Some(zone));
                        missing.extend(facts.into_iter().filter(|f| f.card != CardIndex::STRANGER));
                    }
                    Truth::False => {}
                }
            }
            if !filled && !(doubtful && missing.is_empty()) {
                empty.push(Empty { card: *card, place, missing });
            }
        }
    }
    Ok(empty)
}

/// Every card of the game that a filter matches.
pub(super) fn candidates(world: &World<'_>, filter: &Filter) -> Vec<CardIndex> {
    let all = world.catalog.cards.iter().map(|card| card.index());
    all.filter(|card| filter.test(world, *card, None) == Truth::True).collect()
}
