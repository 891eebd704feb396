//! `check --collection`: what of some decks is not owned.

use super::solving;
use super::{Failure, Session};
use sleeve_check::CheckedDeck;
use sleeve_data::model::{CardIndex, Catalog, Deck};
use sleeve_report::collection::{MissingCards, Wanting};
use sleeve_solve::Collection;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// What the decks lack, one after the other or all at the same time.
pub(super) fn find_missing_cards(
    session: &mut Session<'_, '_>,
    decks: &[CheckedDeck],
    path: &Path,
    together: bool,
) -> Result<Wanting, Failure> {
    let mut wanting = Wanting { path: path.display().to_string(), together, ..Wanting::default() };
    let mut games: BTreeMap<String, (Arc<Catalog>, Collection)> = BTreeMap::new();
    // A pipe is read once.
    let bytes = solving::read_collection_bytes(session, path)?;
    for deck in decks {
        let Some(catalog) = deck.catalog() else { continue };
        if !games.contains_key(catalog.game.id()) {
            let owned = solving::parse_collection(session, catalog, path, &bytes)?;
            games.insert(catalog.game.id().to_owned(), (Arc::clone(catalog), owned));
        }
    }
    solving::say_unknown_lines(session, path, games.values().map(|(_, owned)| owned));
    // Under several formats a deck stands there several times.
    let mut seen: Vec<&str> = Vec::new();
    let mut all: BTreeMap<String, Vec<&Deck>> = BTreeMap::new();
    for checked in decks {
        let known = checked.catalog().and_then(|catalog| games.get(catalog.game.id()));
        let (Some((catalog, owned)), Some(deck)) = (known, checked.deck()) else {
            wanting.decks.push(None);
            continue;
        };
        let cards = owned.missing_cards(catalog, deck);
        wanting.decks.push(Some(MissingCards { catalog: Arc::clone(catalog), cards }));
        if !seen.contains(&checked.path.as_str()) {
            seen.push(&checked.path);
            all.entry(catalog.game.id().to_owned()).or_default().push(deck);
        }
    }
    for (game, decks) in all {
        let Some((catalog, owned)) = games.get(&game) else { continue };
        let cards = if together {
            owned.missing_together(catalog, decks)
        } else {
            largest_counts(decks.iter().map(|deck| owned.missing_cards(catalog, deck)))
        };
        wanting.all.push(MissingCards { catalog: Arc::clone(catalog), cards });
    }
    Ok(wanting)
}

/// Of every card as many copies as any one deck lacks.
fn largest_counts(lists: impl Iterator<Item = Vec<(CardIndex, u32)>>) -> Vec<(CardIndex, u32)> {
    let mut most: BTreeMap<CardIndex, u32> = BTreeMap::new();
    for (card, n) in lists.flatten() {
        let known = most.entry(card).or_insert(0);
        *known = (*known).max(n);
    }
    most.into_iter().collect()
}
