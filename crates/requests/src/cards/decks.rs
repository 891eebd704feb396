//! Searches within decks, or outside them.

use crate::{Desk, DrawnRefusal, Refusal};
use sleeve_data::{
    files,
    model::{CardIndex, Catalog, Deck},
};
use sleeve_decks::{self as decks, DeckError, DeckResolver, Hints, RawDeck};
use sleeve_report::{Diagnostic, Style};
use std::{
    collections::{BTreeSet, HashMap},
    path::{Path, PathBuf},
};

/// The decks that limit a search, read but not yet resolved in a game.
pub(crate) struct SearchedDecks {
    within: Vec<RawDeck>,
    without: Vec<RawDeck>,
}

/// The cards of a game that the decks let through.
#[derive(Default)]
pub(crate) struct DeckCards {
    /// The zones of each card in the decks to search; `None` without such decks.
    pub zones: Option<HashMap<CardIndex, Vec<String>>>,
    /// Cards in the decks to leave out.
    pub excluded: BTreeSet<CardIndex>,
    /// Names of the zones of the decks to search.
    pub zone_names: Vec<String>,
    /// Path of each deck with lines that name no card, and their number.
    pub unresolved: Vec<(String, usize)>,
}

impl SearchedDecks {
    /// Reads the decks to search and those to leave out.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(crate) fn read(
        desk: &dyn Desk,
        within: &[PathBuf],
        without: &[PathBuf],
    ) -> Result<SearchedDecks, Refusal> {
        let within = read_files(desk, within)?;
        Ok(SearchedDecks { within, without: read_files(desk, without)? })
    }

    /// The game of the first deck that names one.
    pub(crate) fn game(&self) -> Option<&str> {
        let mut all = self.within.iter().chain(&self.without);
        all.find_map(|deck| deck.game.as_ref())
            .map(|game| game.value.as_str())
    }

    /// Resolves the decks in a game.
    pub(crate) fn find_cards(&self, catalog: &Catalog) -> DeckCards {
        let mut chosen = DeckCards::default();
        if self.within.is_empty() && self.without.is_empty() {
            return chosen;
        }
        let mut resolver = DeckResolver::new(catalog);
        for raw in &self.within {
            let deck = resolve_deck(&mut resolver, catalog, raw);
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
            let deck = resolve_deck(&mut resolver, catalog, raw);
            chosen
                .excluded
                .extend(deck.entries.iter().map(|entry| entry.card));
            chosen.unresolved.push((deck.path, deck.unresolved.len()));
        }
        chosen.unresolved.retain(|(_, lines)| *lines > 0);
        chosen
    }
}

fn resolve_deck(resolver: &mut DeckResolver<'_>, catalog: &Catalog, raw: &RawDeck) -> Deck {
    let format = raw
        .format
        .as_ref()
        .and_then(|format| catalog.format(&format.value));
    resolver.resolve(raw, format)
}

fn read_files(desk: &dyn Desk, paths: &[PathBuf]) -> Result<Vec<RawDeck>, Refusal> {
    let mut read = Vec::new();
    for path in paths {
        match read_file(desk, path) {
            Ok(decks) => read.extend(decks),
            Err(error) => return Err(Refusal::Drawn(Box::new(error))),
        }
    }
    Ok(read)
}

fn read_file(desk: &dyn Desk, path: &Path) -> Result<Vec<RawDeck>, DeckError> {
    let folder = desk.folder();
    let (path, number) = decks::split_number(folder, path.to_owned());
    // Messages name a file as the user does, and not by its whole path.
    let shown = files::path_text(&path);
    let bytes = decks::load(&folder.join(path), true)
        .map_err(|error| DeckError { path: shown.clone(), ..error })?;
    let hints = Hints { described: &desk.library().described_readers(), ..Hints::default() };
    let all = decks::read_all(&shown, &bytes, &hints)?;
    decks::choose_decks(&shown, all, number)
}

impl DrawnRefusal for DeckError {
    fn diagnostics(&self, style: &Style) -> Vec<Diagnostic<'_>> {
        let mut drawn = Vec::new();
        for problem in &self.problems {
            let file = Some((self.path.as_str(), &*self.text));
            let diagnostic = Diagnostic::from_problem(problem, file, style.lang);
            let path = if problem.marks.is_empty() { self.path.as_str() } else { "" };
            drawn.push(diagnostic.note(path));
        }
        drawn
    }
}
