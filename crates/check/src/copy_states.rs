//! Copies in a state. Files with such copies are judged after all are read. Then one catalog has
//! the copies of all decks of a game, so that the decks can be compared.

use super::{
    CheckedDeck,
    judged::{GameDeck, JudgedFile},
};
use sleeve_data::{
    model::{CardIndex, Catalog, CopyState},
    problem::Problem,
};
use sleeve_decks::{DeckMessage, copies::MAX_STATES};
use std::{collections::BTreeSet, sync::Arc};

/// Copies in a state in decks: each card, with each of its states.
pub(super) type StateCopies = BTreeSet<(CardIndex, CopyState)>;

/// Gives all decks of a game a catalog with the copies in a state of all of them, after those of
/// the catalog `beside`. Decks that would exceed [`MAX_STATES`] become unreadable.
pub(super) fn complete_catalogs(files: &mut [JudgedFile], beside: Option<&Arc<Catalog>>) {
    let mut games: Vec<(Arc<Catalog>, StateCopies)> = Vec::new();
    for read in files.iter_mut().flat_map(|file| &mut file.read) {
        if let Ok(deck) = read
            && !deck.copies.is_empty()
            && !collect_copies(deck, &mut games)
        {
            let problem = Problem::from(DeckMessage::TooManyStates).into_any();
            *read = Err(Box::new(CheckedDeck::unreadable(&deck.raw, vec![problem])));
        }
    }
    for (plain, copies) in games {
        let whole = catalog_with_copies(&plain, copies, beside);
        for file in &mut *files {
            for deck in file.read.iter_mut().flatten() {
                if Arc::ptr_eq(&deck.catalog, &plain) {
                    deck.catalog = Arc::clone(&whole);
                }
            }
            for deck in &mut file.decks {
                if deck
                    .catalog()
                    .is_some_and(|catalog| Arc::ptr_eq(catalog, &plain))
                {
                    deck.set_catalog(&whole);
                }
            }
        }
    }
}

/// Adds the copies of a deck to those of its game, unless there would be too many.
fn collect_copies(deck: &mut GameDeck, games: &mut Vec<(Arc<Catalog>, StateCopies)>) -> bool {
    let known = games
        .iter_mut()
        .position(|(catalog, _)| Arc::ptr_eq(catalog, &deck.catalog));
    let at = known.unwrap_or(games.len());
    if known.is_none() {
        games.push((Arc::clone(&deck.catalog), StateCopies::new()));
    }
    let Some((_, all)) = games.get_mut(at) else { return false };
    if all.len() + deck.copies.difference(all).count() > MAX_STATES {
        return false;
    }
    all.append(&mut deck.copies);
    true
}

/// A catalog with more copies in a state, after those of another catalog with the same cards.
fn catalog_with_copies(
    catalog: &Arc<Catalog>,
    copies: StateCopies,
    beside: Option<&Arc<Catalog>>,
) -> Arc<Catalog> {
    // Copies of another game, or of other data, do not belong to these.
    let cards = match beside {
        Some(other) if other.cards.has_cards_of(&catalog.cards) && other.game == catalog.game => {
            &other.cards
        }
        _ => &catalog.cards,
    };
    Arc::new(catalog.with_cards(cards.with_copies(&catalog.game, copies)))
}

/// Gives two decks one catalog, so that they can be compared. If they were read together, or the
/// second with the first's catalog, one of their catalogs has the copies of both.
pub fn in_one_catalog(a: &mut CheckedDeck, b: &mut CheckedDeck) {
    let Some((first, second)) = a.catalog().cloned().zip(b.catalog().cloned()) else { return };
    if let Some(catalog) = with_more_copies(&first, &second) {
        a.set_catalog(&catalog);
    } else if let Some(catalog) = with_more_copies(&second, &first) {
        b.set_catalog(&catalog);
    }
}

/// A catalog with the copies of another, if these contain its own and more.
fn with_more_copies(small: &Catalog, large: &Catalog) -> Option<Arc<Catalog>> {
    let has_more = large.cards.span() > small.cards.span() && large.cards.extend(&small.cards);
    has_more.then(|| Arc::new(small.with_cards(large.cards.clone())))
}

/// Whether copies in a state of two catalogs may have the same index but be different.
pub(super) fn are_apart(a: &Catalog, b: &Catalog) -> bool {
    [a, b]
        .iter()
        .all(|catalog| catalog.cards.copies().next().is_some())
        && !a.cards.extend(&b.cards)
        && !b.cards.extend(&a.cards)
}
