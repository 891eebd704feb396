//! Copies in a state. Decks with such copies wait until all decks are read. Then one catalog gets
//! the copies of all of them, so that the decks can be compared.

use super::CheckedDeck;
use super::judge::{JudgedFile, Place};
use sleeve_data::model::{CardIndex, Catalog, CopyState};
use sleeve_data::problem::Problem;
use sleeve_decks::DeckMessage;
use sleeve_decks::copies::MAX_STATES;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Copies in a state in decks: each card, with each of its states.
pub(super) type StateCopies = BTreeSet<(CardIndex, CopyState)>;

/// The catalogs of a batch, each with the catalog that also contains the copies in a state of all
/// its decks.
pub(super) struct GameCatalogs(Vec<(Arc<Catalog>, Arc<Catalog>)>);

impl GameCatalogs {
    /// Builds the catalogs of the waiting decks, on top of the copies of another catalog. A deck
    /// that would exceed [`MAX_STATES`] becomes unreadable.
    pub(super) fn from_waiting(
        files: &mut [(Place, JudgedFile)],
        beside: Option<&Arc<Catalog>>,
    ) -> GameCatalogs {
        let mut games: Vec<(Arc<Catalog>, StateCopies)> = Vec::new();
        for (_, file) in files {
            let Some(mut deck) = file.waiting.take() else { continue };
            let known = games.iter().position(|(catalog, _)| Arc::ptr_eq(catalog, &deck.catalog));
            let at = known.unwrap_or_else(|| {
                games.push((Arc::clone(&deck.catalog), StateCopies::new()));
                games.len() - 1
            });
            let Some((_, all)) = games.get_mut(at) else { continue };
            let new = deck.copies.iter().filter(|copy| !all.contains(copy)).count();
            if all.len() + new > MAX_STATES {
                let problem = Problem::from(DeckMessage::TooManyStates).into_any();
                file.decks.push(deck.unreadable_deck(vec![problem]));
            } else {
                all.append(&mut deck.copies);
                file.waiting = Some(deck);
            }
        }
        let with_copies = |(catalog, copies): (Arc<Catalog>, StateCopies)| {
            let same = |other: &&Arc<Catalog>| {
                other.cards.has_cards_of(&catalog.cards) && other.game == catalog.game
            };
            // Copies of another game, or of other data, do not belong to these.
            let cards = beside.filter(same).map_or(&catalog.cards, |other| &other.cards);
            let cards = cards.with_copies(&catalog.game, copies);
            let with_copies = Arc::new(catalog.with_cards(cards));
            (catalog, with_copies)
        };
        GameCatalogs(games.into_iter().map(with_copies).collect())
    }

    /// The catalog with the copies of all decks of a game.
    fn full_catalog(&self, catalog: &Arc<Catalog>) -> Option<&Arc<Catalog>> {
        let game = self.0.iter().find(|(plain, _)| Arc::ptr_eq(plain, catalog));
        game.map(|(_, whole)| whole)
    }

    /// Gives each waiting deck the catalog with all copies.
    pub(super) fn assign_catalogs(&self, files: &mut [(Place, JudgedFile)]) {
        for deck in files.iter_mut().filter_map(|(_, file)| file.waiting.as_mut()) {
            if let Some(whole) = self.full_catalog(&deck.catalog) {
                deck.catalog = Arc::clone(whole);
            }
        }
    }

    /// Gives a deck without copies in a state the same catalog as those with some.
    pub(super) fn assign_catalog(&self, deck: &mut CheckedDeck) {
        if let Some(whole) = deck.catalog().and_then(|catalog| self.full_catalog(catalog)) {
            deck.set_catalog(&Arc::clone(whole));
        }
    }
}

/// Gives two decks one catalog, so that they can be compared. If they were read together, or the
/// second with the first's catalog, one of their catalogs has the copies of both.
pub fn in_one_catalog(a: &mut CheckedDeck, b: &mut CheckedDeck) {
    let Some((first, second)) = a.catalog().cloned().zip(b.catalog().cloned()) else { return };
    let in_place = |small: &Catalog, large: &Catalog| {
        let more = large.cards.span() > small.cards.span() && large.cards.extend(&small.cards);
        more.then(|| Arc::new(small.with_cards(large.cards.clone())))
    };
    if let Some(catalog) = in_place(&first, &second) {
        a.set_catalog(&catalog);
    } else if let Some(catalog) = in_place(&second, &first) {
        b.set_catalog(&catalog);
    }
}

/// Whether copies in a state of two catalogs may have the same index but be different.
pub(super) fn are_apart(a: &Catalog, b: &Catalog) -> bool {
    let any = |catalog: &Catalog| catalog.cards.copies().next().is_some();
    any(a) && any(b) && !a.cards.extend(&b.cards) && !b.cards.extend(&a.cards)
}
