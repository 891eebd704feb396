//! What a pile's slot is to the solver: a variable, or a number of cards that stays.

use super::linear::{Linear, Var};
use sleeve_language::bound::Spot;

/// What lies at a spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// As many cards as the variable says.
    Free(Var),
    /// So many cards, whatever is changed.
    Fixed(u32),
    /// So many cards that could not be told, which are not held against a deck.
    Stranger(u32),
}

/// The seats of all piles, pile by pile.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Board {
    /// Every pile's slots.
    pub seats: Vec<Vec<Seat>>,
}

impl Board {
    /// What lies at a spot; nothing where there is no such spot.
    pub(crate) fn seat(&self, spot: Spot) -> Seat {
        let pile = self.seats.get(spot.pile as usize);
        pile.and_then(|p| p.get(spot.slot as usize)).copied().unwrap_or(Seat::Fixed(0))
    }

    /// The cards at some spots, each as often as its factor says, divided by `scale`.
    pub(crate) fn total(&self, spots: impl Iterator<Item = (Spot, i64)>, scale: i64) -> Linear {
        let (mut terms, mut constant) = (Vec::new(), 0i64);
        for (spot, factor) in spots {
            match self.seat(spot) {
                Seat::Free(var) => terms.push((var, factor)),
                Seat::Fixed(n) | Seat::Stranger(n) => {
                    constant = constant.saturating_add(factor.saturating_mul(i64::from(n)));
                }
            }
        }
        Linear::of(terms, constant, scale)
    }

    /// How many cards lie at some spots.
    pub(crate) fn count<'s>(&self, spots: impl IntoIterator<Item = &'s Spot>) -> Linear {
        self.total(spots.into_iter().map(|spot| (*spot, 1)), 1)
    }

    /// Whether a spot holds cards that could not be told.
    pub(crate) fn is_stranger(&self, spot: Spot) -> bool {
        matches!(self.seat(spot), Seat::Stranger(_))
    }
}
