//! Copies in a state. Decks with such copies wait until all decks are read. Then one catalog gets
//! the copies of all of them, so that the decks can be compared.

use super::CheckedDeck;
use super::judged::{GameDeck, JudgedFile, Place};
use sleeve_data::model::{CardIndex, Catalog, CopyState};
use sleeve_decks::copies::MAX_STATES;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Copies in a state in decks: each card, with each of its states.
pub(super) type StateCopies = BTreeSet<(CardIndex, CopyState)>;

/// A deck with copies in a state, which waits for a catalog with the copies of all decks.
pub(super) struct WaitingDeck {
    /// Its file.
    pub(super) file: JudgedFile,
    pub(super) deck: Box<GameDeck>,
    /// The copies in a state that it may contain.
    pub(super) copies: StateCopies,
    /// Whether all decks together have at most [`MAX_STATES`] with its copies.
    pub(super) fits: bool,
}

/// The catalogs of a batch, each with the catalog that also contains the copies in a state of all
/// its decks.
pub(super) struct GameCatalogs(Vec<(Arc<Catalog>, Arc<Catalog>)>);

impl GameCatalogs {
    /// Builds the catalogs of the waiting decks, on top of the copies of another catalog, and gives
    /// each deck its own. Decks that would exceed [`MAX_STATES`] do not fit.
    pub(super) fn from_waiting(
        waiting: &mut [(Place, Box<WaitingDeck>)],
        beside: Option<&Arc<Catalog>>,
    ) -> GameCatalogs {
        let mut games: Vec<(Arc<Catalog>, StateCopies)> = Vec::new();
        for (_, waits) in waiting.iter_mut() {
            let catalog = &waits.deck.catalog;
            let known = games.iter().position(|(of, _)| Arc::ptr_eq(of, catalog));
            let at = known.unwrap_or_else(|| {
                games.push((Arc::clone(catalog), StateCopies::new()));
                games.len() - 1
            });
            let Some((_, all)) = games.get_mut(at) else { continue };
            let new = waits.copies.iter().filter(|copy| !all.contains(copy)).count();
            waits.fits = all.len() + new <= MAX_STATES;
            if waits.fits {
                all.append(&mut waits.copies);
            }
        }
        let games = games.into_iter().map(|(catalog, copies)| {
            let whole = catalog_with_copies(&catalog, copies, beside);
            (catalog, whole)
        });
        let games = GameCatalogs(games.collect());
        for deck in waiting.iter_mut().map(|(_, waits)| &mut waits.deck) {
            if let Some(whole) = games.full_catalog(&deck.catalog) {
                deck.catalog = Arc::clone(whole);
            }
        }
        games
    }

    /// The catalog with the copies of all decks of a game.
    fn full_catalog(&self, catalog: &Arc<Catalog>) -> Option<&Arc<Catalog>> {
        let game = self.0.iter().find(|(plain, _)| Arc::ptr_eq(plain, catalog));
        game.map(|(_, whole)| whole)
    }

    /// Gives a deck without copies in a state the same catalog as those with some.
    pub(super) fn assign_catalog(&self, deck: &mut CheckedDeck) {
        if let Some(whole) = deck.catalog().and_then(|catalog| self.full_catalog(catalog)) {
            deck.set_catalog(&Arc::clone(whole));
        }
    }
}

/// A catalog with more copies in a state, after those of another catalog with the same cards.
fn catalog_with_copies(
    catalog: &Arc<Catalog>,
    copies: StateCopies,
    beside: Option<&Arc<Catalog>>,
) -> Arc<Catalog> {
    // Copies of another game, or of other data, do not belong to these.
    let is_same = |other: &&Arc<Catalog>| {
        other.cards.has_cards_of(&catalog.cards) && other.game == catalog.game
    };
    let cards = beside.filter(is_same).map_or(&catalog.cards, |other| &other.cards);
    Arc::new(catalog.with_cards(cards.with_copies(&catalog.game, copies)))
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
