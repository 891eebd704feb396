//! What the cards of a deck say of its other cards: the places that they belong to, and what they set out.

use super::lines::LineItem;
use super::preferences::CardChooser;
use sleeve_data::model::{CardIndex, Catalog, Lang, fold};
use sleeve_language::{Filter, Scope, Truth, World, filter};
use std::cell::OnceCell;
use std::collections::BTreeSet;

/// The places and set-out cards of a deck, by the lines that name one card.
pub(super) struct Surroundings<'d, 'a> {
    catalog: &'a Catalog,
    cards: BTreeSet<CardIndex>,
    places: OnceCell<BTreeSet<String>>,
    set_out: OnceCell<Vec<Filter>>,
    chooser: &'d CardChooser<'a>,
    /// The day on which its newest card was released; `None` if it has too few cards to tell.
    newest: Option<i32>,
}

/// Fewer known lines than this do not tell of which time a deck is.
const FEWEST_LINES: usize = 10;
/// Days after the newest card that is known for sure, in which other cards of the deck may have come out.
const LATEST: i32 = 600;

impl<'d, 'a> Surroundings<'d, 'a> {
    pub(super) fn new(
        chooser: &'d CardChooser<'a>,
        catalog: &'a Catalog,
        items: &[LineItem<'_>],
    ) -> Surroundings<'d, 'a> {
        let lines = || items.iter().filter_map(LineItem::card);
        let cards: BTreeSet<CardIndex> = lines().filter_map(|l| l.cards.first().copied()).collect();
        let day = |cards: &[CardIndex]| cards.iter().filter_map(|c| chooser.released(*c)).min();
        let sure = lines().filter(|line| line.is_printed_name);
        let days: Vec<i32> = sure.filter_map(|line| day(&line.cards)).collect();
        let newest = second_largest(days).filter(|_| cards.len() >= FEWEST_LINES);
        let (places, set_out) = (OnceCell::new(), OnceCell::new());
        Surroundings { catalog, cards, places, set_out, chooser, newest }
    }

    /// Whether a card came out long after the deck's other cards.
    pub(super) fn is_later(&self, card: CardIndex) -> bool {
        let days = self.newest.zip(self.chooser.released(card));
        days.is_some_and(|(newest, released)| released > newest + LATEST)
    }

    /// Whether a card is set out by a card of the deck, or else of a place that the deck has:
    /// `Place: Site` beside another site of it, or the place itself.
    pub(super) fn suits(&self, card: CardIndex) -> bool {
        let set_out = self.set_out.get_or_init(|| {
            let scope = Scope::from_catalog(self.catalog);
            let set_outs = self.catalog.set_outs().iter().filter(|s| self.cards.contains(&s.card));
            let places = set_outs.flat_map(|set_out| set_out.places.iter());
            places.filter_map(|place| filter(&place.cards, &scope).ok()).collect()
        });
        let world = World::from_catalog(self.catalog);
        if set_out.iter().any(|filter| filter.test(&world, card, None) == Truth::True) {
            return true;
        }
        let name = |card| self.catalog.cards.card(card).name(Lang::En);
        let places = self.places.get_or_init(|| {
            let names = self.cards.iter().map(|card| name(*card));
            names.map(|name| fold::key(name.split(':').next().unwrap_or(name))).collect()
        });
        name(card).split_once(':').is_some_and(|(place, _)| places.contains(&fold::key(place)))
    }
}

/// The day before which all cards but one came out: one may be misread.
fn second_largest(mut days: Vec<i32>) -> Option<i32> {
    days.sort_unstable();
    days.len().checked_sub(2).and_then(|at| days.get(at)).copied()
}
