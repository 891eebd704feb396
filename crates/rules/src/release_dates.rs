//! The days on which cards were released.

use sleeve_data::model::{Card, Catalog, Date, holds_on};
use sleeve_language::Truth;

/// Whether a card was released by a day. The earliest of its sets counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Release {
    Out,
    /// The card was released on this later day.
    Later(Date),
    /// No set with a known day was released by then, and some set has no known day.
    Unknown,
}

impl Release {
    /// Compares the sets of a card with a day. If the game gives no release days, cards were out by
    /// the day of the data, if there is one; before that day nothing is known. A dated list that
    /// has a set before its release, and still on that day, counts as the release.
    pub fn from_card(catalog: &Catalog, card: Card<'_>, day: Date) -> Release {
        let game = &catalog.game;
        let is_undated = game.sets.iter().all(|set| set.released.is_none());
        if is_undated && game.data.is_none_or(|data| data <= day) {
            return Release::Out;
        }
        let mut first: Option<Date> = None;
        let mut all_known = true;
        for set in card.sets() {
            match game.sets.get(set.index()).and_then(|s| s.released) {
                Some(date) => first = Some(first.map_or(date, |f| f.min(date))),
                None => all_known = false,
            }
        }
        match first {
            Some(date) if date <= day => Release::Out,
            Some(date) if is_in_pool(catalog, card, [day, date]) => Release::Out,
            Some(date) if all_known => Release::Later(date),
            _ => Release::Unknown,
        }
    }

    /// Whether the card was released.
    pub fn truth(self) -> Truth {
        match self {
            Release::Out => Truth::True,
            Release::Later(_) => Truth::False,
            Release::Unknown => Truth::Unknown,
        }
    }
}

/// Whether one version of a dated list has a set of the card on both days.
fn is_in_pool(catalog: &Catalog, card: Card<'_>, days: [Date; 2]) -> bool {
    catalog.lists().any(|list| {
        list.dates.0.is_some()
            && days.iter().all(|day| holds_on(list.dates, *day))
            && list.contains_set_of(card)
    })
}
