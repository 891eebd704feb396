//! Decks that say something of single copies wait until all were read: then there is one catalog with
//! the copies of all of them, so that they can be compared with each other.

use super::CheckedDeck;
use super::judge::{Judged, OfGame};
use sleeve_data::model::{CardIndex, Catalog, CopyState};
use sleeve_data::problem::Problem;
use sleeve_decks::DeckMessage;
use sleeve_decks::copies::MAX_STATES;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Copies of cards in a state.
pub(super) type StateCopies = BTreeSet<(CardIndex, CopyState)>;

/// A deck that waits for its catalog.
pub(super) struct Waiting {
    /// What is known of its file.
    pub(super) judged: Judged,
    /// The deck; where it holds too many copies in a state, what is to be said of it.
    pub(super) deck: Result<OfGame, Box<CheckedDeck>>,
    /// The copies in a state that it may hold.
    pub(super) copies: StateCopies,
}

/// Games, each with the copies in a state that the decks of a batch hold of its cards.
pub(super) struct Games(Vec<(Arc<Catalog>, Arc<Catalog>)>);

impl Games {
    /// The games of the decks that wait, beside another catalog; decks with which there would be too
    /// many copies in a state are told that.
    pub(super) fn of(waiting: &mut [(usize, Waiting)], beside: Option<&Arc<Catalog>>) -> Games {
        let mut games: Vec<(Arc<Catalog>, StateCopies)> = Vec::new();
        for (_, waiting) in waiting {
            let Ok(deck) = &waiting.deck else { continue };
            let known = games.iter().position(|(catalog, _)| Arc::ptr_eq(catalog, &deck.catalog));
            let at = known.unwrap_or_else(|| {
                games.push((Arc::clone(&deck.catalog), StateCopies::new()));
                games.len() - 1
            });
            let Some((_, all)) = games.get_mut(at) else { continue };
            let new = waiting.copies.iter().filter(|copy| !all.contains(copy)).count();
            if all.len() + new > MAX_STATES {
                let problem = Problem::from(DeckMessage::TooManyStates).into_any();
                waiting.deck = Err(Box::new(deck.none(vec![problem])));
            } else {
                all.append(&mut waiting.copies);
            }
        }
        let with_copies = |(catalog, copies): (Arc<Catalog>, StateCopies)| {
            let same = |other: &&Arc<Catalog>| {
                other.cards.has_cards_of(&catalog.cards) && other.game == catalog.game
            };
            let cards = beside.filter(same).map_or(&catalog.cards, |other| &other.cards);
            let cards = cards.with_copies(&catalog.game, copies);
            let with_copies = Arc::new(catalog.with_cards(cards));
            (catalog, with_copies)
        };
        Games(games.into_iter().map(with_copies).collect())
    }

    /// The catalog that has the copies of all decks of a game.
    fn whole(&self, catalog: &Arc<Catalog>) -> Option<&Arc<Catalog>> {
        let game = self.0.iter().find(|(plain, _)| Arc::ptr_eq(plain, catalog));
        game.map(|(_, whole)| whole)
    }

    /// The decks that waited, each with its catalog.
    pub(super) fn hand_out(&self, waiting: &mut [(usize, Waiting)]) {
        for deck in waiting.iter_mut().filter_map(|(_, waiting)| waiting.deck.as_mut().ok()) {
            if let Some(whole) = self.whole(&deck.catalog) {
                deck.catalog = Arc::clone(whole);
            }
        }
    }

    /// Puts a deck that holds no copies in a state into the same catalog as those that do.
    pub(super) fn join(&self, deck: &mut CheckedDeck) {
        if let Some(whole) = deck.catalog().and_then(|catalog| self.whole(catalog)) {
            deck.put_into(&Arc::clone(whole));
        }
    }
}

/// Two decks that are to be compared, in one catalog: where they were read together, or the second
/// [beside](super::CheckRequest::beside) the first, one of their catalogs has the copies of both.
pub fn in_one_catalog(a: &mut CheckedDeck, b: &mut CheckedDeck) {
    let Some((first, second)) = a.catalog().cloned().zip(b.catalog().cloned()) else { return };
    let in_place = |small: &Catalog, large: &Catalog| {
        let more = large.cards.span() > small.cards.span() && large.cards.extend(&small.cards);
        more.then(|| Arc::new(small.with_cards(large.cards.clone())))
    };
    if let Some(catalog) = in_place(&first, &second) {
        a.put_into(&catalog);
    } else if let Some(catalog) = in_place(&second, &first) {
        b.put_into(&catalog);
    }
}

/// Whether copies in a state of two catalogs may have the same index and be different copies.
pub(super) fn are_apart(a: &Catalog, b: &Catalog) -> bool {
    let any = |catalog: &Catalog| catalog.cards.copies().next().is_some();
    any(a) && any(b) && !a.cards.extend(&b.cards) && !b.cards.extend(&a.cards)
}
