//! What the certain lines of a deck tell about its other cards.

use super::{item::LineItem, preferences::CardChooser};
use sleeve_data::{
    Arrange,
    model::{CardIndex, Catalog, Lang, fold},
};
use sleeve_language::{Filter, Scope, Truth, World, filter};
use std::{cell::OnceCell, collections::BTreeSet};

/// The places and set-out cards of a deck, from the lines that name exactly one card.
pub(super) struct Surroundings<'d, 'a> {
    catalog: &'a Catalog,
    /// The first card that each line may mean.
    pub(super) cards: BTreeSet<CardIndex>,
    places: OnceCell<BTreeSet<String>>,
    set_out: OnceCell<Vec<Filter>>,
    chooser: &'d CardChooser<'a>,
    /// The release date of its newest card; `None` if it has too few cards to tell.
    newest: Option<i32>,
}

/// Fewest known lines from which a deck's age can be estimated.
const FEWEST_LINES: usize = 10;
/// Days after the newest certain card in which other cards of the deck may have been released.
const LATEST: i32 = 600;

impl<'d, 'a> Surroundings<'d, 'a> {
    pub(super) fn new(
        chooser: &'d CardChooser<'a>,
        catalog: &'a Catalog,
        items: &[LineItem<'_>],
    ) -> Surroundings<'d, 'a> {
        let lines = items.iter().filter_map(LineItem::card);
        let cards: BTreeSet<CardIndex> = lines
            .clone()
            .filter_map(|line| line.meaning.cards.first().copied())
            .collect();
        let mut days: Vec<i32> = Vec::new();
        for line in lines.filter(|line| line.meaning.is_printed_name) {
            days.extend(
                line.meaning
                    .cards
                    .iter()
                    .filter_map(|c| chooser.released(*c))
                    .min(),
            );
        }
        let newest = second_largest(days).filter(|_| cards.len() >= FEWEST_LINES);
        let (places, set_out) = (OnceCell::new(), OnceCell::new());
        Surroundings { catalog, cards, places, set_out, chooser, newest }
    }

    /// Whether a card was released long after the deck's other cards.
    pub(super) fn is_later(&self, card: CardIndex) -> bool {
        let days = self.newest.zip(self.chooser.released(card));
        days.is_some_and(|(newest, released)| released > newest + LATEST)
    }

    /// Whether a card of the deck sets a card out, or whether it is a place of the deck or another
    /// site of such a place.
    pub(super) fn suits(&self, card: CardIndex) -> bool {
        let set_out = self.set_out.get_or_init(|| {
            let scope = Scope::from_catalog(self.catalog);
            let set_outs = self
                .catalog
                .set_outs()
                .iter()
                .filter(|s| self.cards.contains(&s.card));
            let places = set_outs.flat_map(|set_out| set_out.places.iter());
            places
                .filter_map(|place| filter(&place.cards, &scope).ok())
                .collect()
        });
        let world = World::from_catalog(self.catalog);
        if set_out
            .iter()
            .any(|filter| filter.test(&world, card, None) == Truth::True)
        {
            return true;
        }
        let places = self.places.get_or_init(|| {
            let names = self.cards.iter().map(|card| self.name(*card));
            names
                .map(|name| fold::key(name.split(':').next().unwrap_or(name)))
                .collect()
        });
        self.name(card)
            .split_once(':')
            .is_some_and(|(place, _)| places.contains(&fold::key(place)))
    }

    fn name(&self, card: CardIndex) -> &'a str {
        self.catalog.cards.card(card).name(Lang::En)
    }
}

/// The release date of all cards but the newest one, because one card may be misread.
fn second_largest(mut days: Vec<i32>) -> Option<i32> {
    days.arrange();
    days.len()
        .checked_sub(2)
        .and_then(|at| days.get(at))
        .copied()
}
