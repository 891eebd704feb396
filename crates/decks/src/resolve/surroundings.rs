//! What the cards of a deck say of its other cards: the places that they belong to, and what they set
//! out.

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
    /// The highest rank of the classes of its sets; `None` if the deck has too few cards to tell.
    rank: Option<usize>,
}

/// Fewer known lines than this do not tell from which sets a deck is.
const FEWEST_LINES: usize = 10;

impl<'d, 'a> Surroundings<'d, 'a> {
    pub(super) fn new(
        chooser: &'d CardChooser<'a>,
        catalog: &'a Catalog,
        items: &[LineItem<'_>],
    ) -> Surroundings<'d, 'a> {
        let lines = || items.iter().filter_map(LineItem::card);
        let cards: BTreeSet<CardIndex> = lines().filter_map(|l| l.cards.first().copied()).collect();
        let least = |cards: &[CardIndex]| cards.iter().map(|card| chooser.rank(*card)).min();
        let rank = lines().filter_map(|line| least(&line.cards)).max();
        let rank = rank.filter(|_| cards.len() >= FEWEST_LINES);
        let (places, set_out) = (OnceCell::new(), OnceCell::new());
        Surroundings { catalog, cards, places, set_out, chooser, rank }
    }

    /// Whether a card is of a class of sets that the deck has no other card of.
    pub(super) fn is_of_later_class(&self, card: CardIndex) -> bool {
        self.rank.is_some_and(|rank| self.chooser.rank(card) > rank)
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
