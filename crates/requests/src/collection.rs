//! Collections: the file of owned cards, and the cards of decks that it does not have.

use crate::{Desk, Refusal, desk::say_line};
use sleeve_check::CheckedDeck;
use sleeve_data::{
    messages,
    model::{CardIndex, Catalog, Deck},
    problem::{Joined, Quoted},
};
use sleeve_decks::MAX_BYTES;
use sleeve_report::{
    collection::{CollectionGaps, MissingCards},
    several_decks::{DeckBatch, DecksAtOnce},
};
use sleeve_solve::{Collection, CollectionError, choose_decks, count_needed};
use std::{collections::BTreeMap, path::Path, sync::Arc};

messages! {
    /// Errors and notes about collections.
    pub enum CollectionMessage {
        NoColumn { path: String, columns: Vec<String> } => {
            let columns = Joined(&columns);
            title: "`{path}` has no column for names or ids",
            help: "its columns are {columns}; call one `name` or `id`",
        }
        NoNumber { path: String, line: u64, text: String } => "`{path}`, line {line}: `{text}` is not a number of copies",
        NoRow { path: String, line: u64 } => "`{path}`, line {line}: the row cannot be read",
        NotOwned { path: String, lines: Vec<String> } => {
            let quoted = Quoted(&lines);
            let names = Joined(&lines);
            title: ("note: these lines of `{path}` name no known card and are ignored: {quoted}", names),
        }
    }
}

/// Reads a collection of cards of one game, and notes lines that name no card.
pub(crate) fn read_collection(
    desk: &mut dyn Desk,
    catalog: &Catalog,
    path: &Path,
) -> Result<Collection, Refusal> {
    let bytes = desk.read_file(path, MAX_BYTES)?;
    let collection = parse_collection(catalog, path, &bytes)?;
    say_unknown_lines(desk, path, std::iter::once(&collection));
    Ok(collection)
}

fn parse_collection(catalog: &Catalog, path: &Path, bytes: &[u8]) -> Result<Collection, Refusal> {
    let path = path.display().to_string();
    Collection::read(catalog, &path, bytes).map_err(|error| {
        Refusal::of_message(match error {
            CollectionError::Deck(error) => {
                return Refusal::of_file(error.path, error.text, error.problems);
            }
            CollectionError::NoColumn { columns } => CollectionMessage::NoColumn { path, columns },
            CollectionError::Count { line, text } => {
                CollectionMessage::NoNumber { path, line, text }
            }
            CollectionError::Row { line } => CollectionMessage::NoRow { path, line },
        })
    })
}

/// Notes the lines of a collection that name no card in any of the games.
fn say_unknown_lines<'c>(
    desk: &mut dyn Desk,
    path: &Path,
    collections: impl Iterator<Item = &'c Collection>,
) {
    let mut unknown: Option<Vec<String>> = None;
    for collection in collections {
        let here = collection.unresolved.iter().map(|line| line.text.clone());
        unknown = Some(match unknown {
            None => here.collect(),
            Some(lines) => {
                let here: Vec<String> = here.collect();
                lines
                    .into_iter()
                    .filter(|line| here.contains(line))
                    .collect()
            }
        });
    }
    let lines = unknown.unwrap_or_default();
    if !lines.is_empty() {
        let path = path.display().to_string();
        say_line(desk, &CollectionMessage::NotOwned { path, lines });
    }
}

/// The collection, read once for each game of some decks.
type GameCollections = BTreeMap<String, (Arc<Catalog>, Collection)>;

/// The missing cards of each deck and of all decks, which share the copies if they are built
/// `together`.
pub(crate) fn find_missing_cards(
    desk: &mut dyn Desk,
    decks: &[CheckedDeck],
    path: &Path,
    together: bool,
) -> Result<CollectionGaps, Refusal> {
    let games = read_for_games(desk, decks, path)?;
    let mut gaps =
        CollectionGaps { path: path.display().to_string(), together, ..CollectionGaps::default() };
    // Checked under several formats a deck comes several times, but needs its cards once.
    let mut seen: Vec<&str> = Vec::new();
    let mut all: BTreeMap<&str, Vec<&Deck>> = BTreeMap::new();
    for checked in decks {
        let game = checked.catalog().map_or("", |catalog| catalog.game.id());
        let (Some((catalog, owned)), Some(deck)) = (games.get(game), checked.deck()) else {
            gaps.decks.push(None);
            continue;
        };
        let cards = owned.missing_cards(catalog, deck);
        gaps.decks
            .push(Some(MissingCards { catalog: Arc::clone(catalog), cards }));
        if !seen.contains(&checked.path.as_str()) {
            seen.push(&checked.path);
            all.entry(game).or_default().push(deck);
        }
    }
    for (game, decks) in all {
        let Some((catalog, owned)) = games.get(game) else { continue };
        let cards = if together {
            owned.missing_together(catalog, decks)
        } else {
            largest_counts(decks.iter().map(|deck| owned.missing_cards(catalog, deck)))
        };
        gaps.all
            .push(MissingCards { catalog: Arc::clone(catalog), cards });
    }
    Ok(gaps)
}

/// Which decks of a game can be built at once, and what is missing for more.
pub(crate) fn share_collection(
    desk: &mut dyn Desk,
    decks: &[CheckedDeck],
    path: &Path,
) -> Result<DecksAtOnce, Refusal> {
    let mut found = DecksAtOnce { decks: Vec::new(), batches: Vec::new() };
    let read: Vec<_> = decks
        .iter()
        .filter_map(CheckedDeck::catalog_and_deck)
        .collect();
    let Some((catalog, _)) = read.first() else { return Ok(found) };
    let owned = read_collection(desk, catalog, path)?;
    let needs: Vec<_> = read
        .iter()
        .map(|(_, deck)| count_needed(catalog, [*deck]))
        .collect();
    let choices = choose_decks(&needs, &owned.cards);
    let most = choices
        .iter()
        .rposition(|choice| choice.missing == 0)
        .unwrap_or_default();
    for choice in choices.into_iter().skip(most) {
        let chosen = choice
            .decks
            .iter()
            .filter_map(|at| read.get(*at))
            .map(|(_, deck)| *deck);
        let cards = owned.missing_together(catalog, chosen);
        let missing = MissingCards { catalog: Arc::clone(catalog), cards };
        found.batches.push(DeckBatch { choice, missing });
    }
    found.decks = decks.iter().map(|deck| deck.path.clone()).collect();
    Ok(found)
}

fn read_for_games(
    desk: &mut dyn Desk,
    decks: &[CheckedDeck],
    path: &Path,
) -> Result<GameCollections, Refusal> {
    let mut games = GameCollections::new();
    // Standard input can be read only once, and decks may be of several games.
    let bytes = desk.read_file(path, MAX_BYTES)?;
    for catalog in decks.iter().filter_map(CheckedDeck::catalog) {
        if !games.contains_key(catalog.game.id()) {
            let owned = parse_collection(catalog, path, &bytes)?;
            games.insert(catalog.game.id().to_owned(), (Arc::clone(catalog), owned));
        }
    }
    say_unknown_lines(desk, path, games.values().map(|(_, owned)| owned));
    Ok(games)
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
