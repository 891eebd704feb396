//! How well cards fit a deck.

use sleeve_data::model::CardIndex;

/// How well a card fits a deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fit {
    /// It belongs to the other side.
    Unfit,
    Fits,
    /// It belongs with the deck: its place is in the deck, or a card of the deck sets it out.
    Suits,
}

pub(super) type Fitting<'f> = &'f dyn Fn(CardIndex) -> Fit;

/// The fit of a card that also has to meet a condition.
pub(super) fn fit_where(fit: Fitting<'_>, card: CardIndex, holds: bool) -> Fit {
    if holds { fit(card) } else { Fit::Unfit }
}

/// Returns the items that fit, or all if none does.
pub(super) fn keep_fitting<T: Copy>(all: &[T], fits: impl Fn(T) -> bool) -> Vec<T> {
    let fitting: Vec<T> = all.iter().copied().filter(|one| fits(*one)).collect();
    if fitting.is_empty() { all.to_vec() } else { fitting }
}
