//! Collections: the file of owned cards, and the cards of decks that it does not have (`check
//! --collection`).

use super::session::resolve_path;
use super::{Failure, Session};
use crate::cli::messages::CliMessage;
use sleeve_check::CheckedDeck;
use sleeve_data::files;
use sleeve_data::model::{CardIndex, Catalog, Deck};
use sleeve_decks as decks;
use sleeve_report::collection::{CollectionGaps, MissingCards};
use sleeve_solve::{Collection, CollectionError};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Reads a collection of cards of one game; lines that name no card are listed in the talk.
pub(super) fn read_collection(
    session: &mut Session<'_>,
    catalog: &Catalog,
    path: &Path,
) -> Result<Collection, Failure> {
    let bytes = read_collection_bytes(session, path)?;
    let collection = parse_collection(session, catalog, path, &bytes)?;
    say_unknown_lines(session, path, std::iter::once(&collection));
    Ok(collection)
}

/// Reads the file of a collection, or standard input for `-`.
pub(super) fn read_collection_bytes(
    session: &mut Session<'_>,
    path: &Path,
) -> Result<Vec<u8>, Failure> {
    let bytes = if path.as_os_str() == "-" {
        files::read_stream(&mut *session.streams.input, decks::MAX_BYTES)
    } else {
        files::read(&resolve_path(&session.streams.folder, path), decks::MAX_BYTES)
    };
    bytes.map_err(|refusal| session.read_failure(path.display().to_string(), refusal))
}

/// Parses a collection: the cards of one game.
pub(super) fn parse_collection(
    session: &Session<'_>,
    catalog: &Catalog,
    path: &Path,
    bytes: &[u8],
) -> Result<Collection, Failure> {
    let path = path.display().to_string();
    Collection::read(catalog, &path, bytes).map_err(|error| {
        session.refusal(match error {
            CollectionError::Deck(error) => {
                return session.failure_in_file((&error.path, &error.text), &error.problems);
            }
            CollectionError::NoColumn { columns } => CliMessage::NoColumn { path, columns },
            CollectionError::Count { line, text } => CliMessage::NoNumber { path, line, text },
            CollectionError::Row { line } => CliMessage::NoRow { path, line },
        })
    })
}

/// Lists the lines of a collection that name no card in any of the games.
pub(super) fn say_unknown_lines<'c>(
    session: &mut Session<'_>,
    path: &Path,
    collections: impl Iterator<Item = &'c Collection>,
) {
    let lines =
        |c: &Collection| -> Vec<String> { c.unresolved.iter().map(|u| u.text.clone()).collect() };
    let unknown = collections
        .map(lines)
        .reduce(|a, b| a.into_iter().filter(|line| b.contains(line)).collect());
    let Some(lines) = unknown.filter(|lines| !lines.is_empty()) else { return };
    session.say_line(&CliMessage::NotOwned { path: path.display().to_string(), lines });
}

/// The missing cards of each deck and of all decks. With `--together`, all decks share the copies.
pub(super) fn find_missing_cards(
    session: &mut Session<'_>,
    decks: &[CheckedDeck],
    path: &Path,
    together: bool,
) -> Result<CollectionGaps, Failure> {
    let mut gaps =
        CollectionGaps { path: path.display().to_string(), together, ..CollectionGaps::default() };
    let mut games: BTreeMap<String, (Arc<Catalog>, Collection)> = BTreeMap::new();
    // Standard input can be read only once, and decks may be of several games.
    let bytes = read_collection_bytes(session, path)?;
    for deck in decks {
        let Some(catalog) = deck.catalog() else { continue };
        if !games.contains_key(catalog.game.id()) {
            let owned = parse_collection(session, catalog, path, &bytes)?;
            games.insert(catalog.game.id().to_owned(), (Arc::clone(catalog), owned));
        }
    }
    say_unknown_lines(session, path, games.values().map(|(_, owned)| owned));
    // Checked under several formats a deck comes several times, but needs its cards once.
    let mut seen: Vec<&str> = Vec::new();
    let mut all: BTreeMap<String, Vec<&Deck>> = BTreeMap::new();
    for checked in decks {
        let known = checked.catalog().and_then(|catalog| games.get(catalog.game.id()));
        let (Some((catalog, owned)), Some(deck)) = (known, checked.deck()) else {
            gaps.decks.push(None);
            continue;
        };
        let cards = owned.missing_cards(catalog, deck);
        gaps.decks.push(Some(MissingCards { catalog: Arc::clone(catalog), cards }));
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
        gaps.all.push(MissingCards { catalog: Arc::clone(catalog), cards });
    }
    Ok(gaps)
}

/// The largest count of each card over all lists: one copy can move from deck to deck.
fn largest_counts(lists: impl Iterator<Item = Vec<(CardIndex, u32)>>) -> Vec<(CardIndex, u32)> {
    let mut most: BTreeMap<CardIndex, u32> = BTreeMap::new();
    for (card, n) in lists.flatten() {
        let known = most.entry(card).or_insert(0);
        *known = (*known).max(n);
    }
    most.into_iter().collect()
}
