//! The decks that `--in` and `--not-in` name.

use crate::cli::{Failure, Session};
use sleeve_data::model::{CardIndex, Catalog, Deck};
use sleeve_decks::{self as decks, DeckError, DeckFile, DeckResolver, Hints, RawDeck};
use sleeve_report::Diagnostic;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;

/// The decks of both options, read but not yet resolved in a game.
pub struct SearchedDecks {
    within: Vec<RawDeck>,
    without: Vec<RawDeck>,
}

/// The cards of a game that the decks let through.
#[derive(Default)]
pub struct DeckCards {
    /// The zones of each card in the decks of `--in`; `None` without that option.
    pub zones: Option<HashMap<CardIndex, Vec<String>>>,
    /// Cards in the decks of `--not-in`.
    pub excluded: BTreeSet<CardIndex>,
    /// Names of the zones of the decks of `--in`.
    pub zone_names: Vec<String>,
    /// Path of each deck with lines that name no card, and their number.
    pub unresolved: Vec<(String, usize)>,
}

/// Reads the decks of `--in` and `--not-in`.
pub fn read_decks(
    session: &Session<'_>,
    within: &[PathBuf],
    without: &[PathBuf],
) -> Result<SearchedDecks, Failure> {
    let one = |path: &PathBuf| {
        let shown = sleeve_data::files::path_text(path);
        let bytes = decks::load(&DeckFile { path: session.streams.folder.join(path), named: true });
        let bytes = bytes.map_err(|mut error| {
            error.path.clone_from(&shown);
            error
        });
        let raw = bytes.and_then(|bytes| decks::read(&shown, &bytes, &Hints::default()));
        raw.map_err(|error| deck_failure(session, &error))
    };
    let all = |paths: &[PathBuf]| paths.iter().map(one).collect::<Result<Vec<_>, _>>();
    Ok(SearchedDecks { within: all(within)?, without: all(without)? })
}

fn deck_failure(session: &Session<'_>, error: &DeckError) -> Failure {
    let lang = session.talk.lang;
    let texts: Vec<String> = error
        .problems
        .iter()
        .map(|problem| {
            let diagnostic =
                Diagnostic::from_problem(problem, Some((&error.path, &error.text)), lang);
            let path = if problem.marks.is_empty() { error.path.as_str() } else { "" };
            diagnostic.note(path).render(&session.talk)
        })
        .collect();
    Failure::Unusable(texts.join("\n\n"))
}

impl SearchedDecks {
    /// The game of the first deck that names one.
    pub fn game(&self) -> Option<&str> {
        let mut all = self.within.iter().chain(&self.without);
        all.find_map(|deck| deck.game.as_ref()).map(|game| game.value.as_str())
    }

    /// Resolves the decks in a game.
    pub fn find_cards(&self, catalog: &Catalog) -> DeckCards {
        let mut chosen = DeckCards::default();
        if self.within.is_empty() && self.without.is_empty() {
            return chosen;
        }
        let mut resolver = DeckResolver::new(catalog);
        let mut deck = |raw: &RawDeck| -> Deck {
            let format = raw.format.as_ref().and_then(|f| catalog.format(&f.value));
            resolver.resolve(raw, format)
        };
        for raw in &self.within {
            let deck = deck(raw);
            let zones = chosen.zones.get_or_insert_default();
            for entry in &deck.entries {
                let of: &mut Vec<String> = zones.entry(entry.card).or_default();
                for known in [of, &mut chosen.zone_names] {
                    if !known.iter().any(|zone| **zone == *entry.zone) {
                        known.push(entry.zone.to_string());
                    }
                }
            }
            chosen.unresolved.push((deck.path, deck.unresolved.len()));
        }
        for raw in &self.without {
            let deck = deck(raw);
            chosen.excluded.extend(deck.entries.iter().map(|entry| entry.card));
            chosen.unresolved.push((deck.path, deck.unresolved.len()));
        }
        chosen.unresolved.retain(|(_, lines)| *lines > 0);
        chosen
    }
}
