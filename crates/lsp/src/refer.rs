//! Definitions, references and symbols of the workspace: a card of a deck in the data, a rule in
//! its file, a card in the decks of the open folders.

use crate::{
    diagnose::{origin_location, uri},
    document::{Kind, OpenText, data_root, find_files},
    structure::tables,
    toml_place::find_place,
    worker::{Worker, deck_at},
};
use lsp_types::{Location, Position, SymbolKind, WorkspaceSymbolParams};
use serde_json::{Value, json};
use sleeve_check::{Batch, Input};
use sleeve_data::{
    files,
    model::{CardIndex, Catalog, fold::fold},
    source,
};
use sleeve_report::text::escape::plain;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// The most decks that are searched for a card.
const MAX_SEARCHED: usize = 5_000;
/// The most places that are returned.
const MAX_PLACES: usize = 2_000;

impl Worker {
    /// The place in the data that defines the thing at a position.
    pub(crate) fn define(&mut self, document: &OpenText, position: Position) -> Option<Location> {
        let offset = document.offset(position);
        let (catalog, card) = match self.kind(document) {
            Kind::Deck => self.card_at(document, offset)?,
            Kind::Project => return self.define_rule(document, offset),
            _ => return None,
        };
        let defined = self.find_card(document, &catalog, card);
        // Editors offer the references to something that is defined where it is used.
        defined.or_else(|| {
            let range = document.range(&document.line_at(offset));
            Some(Location { uri: uri(&document.uri)?, range })
        })
    }

    pub(crate) fn card_at(
        &mut self,
        document: &OpenText,
        offset: usize,
    ) -> Option<(Arc<Catalog>, CardIndex)> {
        let analysis = self.analyse(document);
        let at = offset.saturating_sub(document.mark_length());
        let deck = deck_at(&analysis, at)?;
        let (catalog, read) = deck.catalog_and_deck()?;
        let mut entries = read.entries.iter();
        let entry = entries.find(|entry| entry.span.start <= at && at <= entry.span.end)?;
        let card = catalog.cards.base(entry.card);
        (card != CardIndex::STRANGER).then(|| (Arc::clone(catalog), card))
    }

    /// The line of the data with a card's id or name. Shipped games have no files.
    fn find_card(
        &self,
        document: &OpenText,
        catalog: &Catalog,
        card: CardIndex,
    ) -> Option<Location> {
        let shown = catalog.cards.card(card);
        let (id, name) = (shown.id(), shown.name(self.lang));
        let said =
            [format!("id = \"{id}\""), format!("name = \"{name}\""), format!("= \"{name}\"")];
        for path in self.card_files(document, catalog) {
            let Some(text) = read_text(&path, source::FILE_LIMIT) else { continue };
            if let Some(at) = said.iter().find_map(|said| text.find(said.as_str())) {
                let there = OpenText::from_file(&path, &text, self.encoding);
                return Some(Location { uri: uri(&there.uri)?, range: there.range(&(at..at)) });
            }
        }
        None
    }

    /// The files on this disk with cards of a game: those of its overlays, and of the open folders.
    fn card_files(&self, document: &OpenText, catalog: &Catalog) -> Vec<PathBuf> {
        let mut roots: Vec<PathBuf> = Vec::new();
        roots.extend(
            catalog
                .overlays
                .iter()
                .map(|overlay| self.absolute(&overlay.path)),
        );
        if let Some(config) = self.config(document) {
            roots.extend(config.overlay_paths());
        }
        let folders = self.desk.roots().into_iter();
        roots.extend(folders.map(|root| root.join("cards").join(catalog.game.id())));
        roots.iter().flat_map(|root| find_files(root)).collect()
    }

    /// The line of a rule whose level a `sleeve.toml` sets.
    fn define_rule(&self, document: &OpenText, offset: usize) -> Option<Location> {
        let place = find_place(&document.text, offset);
        let key = document.text.get(place.span)?;
        let id = key.rsplit('/').next()?;
        let library = self.library(document)?;
        let roots = [data_root(&document.path)];
        for catalog in library
            .game_ids()
            .iter()
            .filter_map(|game| library.open(game).ok())
        {
            let mut rules = catalog.formats().flat_map(|format| format.rules.iter());
            let rule = rules.find(|rule| rule.id == id);
            if let Some(location) = rule.and_then(|rule| origin_location(&rule.origin, &roots)) {
                return Some(location);
            }
        }
        None
    }

    /// The lines of decks that contain the card at a position.
    pub(crate) fn references(
        &mut self,
        document: &OpenText,
        position: Position,
        stop: &AtomicBool,
    ) -> Option<Vec<Location>> {
        let offset = document.offset(position);
        if self.kind(document) != Kind::Deck {
            return None;
        }
        let (catalog, card) = self.card_at(document, offset)?;
        let id = catalog.cards.card(card).id().to_owned();
        let open = self.open_texts();
        let mut paths = self.deck_files();
        if !paths.contains(&document.path) {
            paths.insert(0, document.path.clone());
        }
        // A deck with the card contains its id, or the longest word of one of its names. Other
        // files are not read.
        let names = catalog
            .cards
            .card(card)
            .names()
            .map(|(_, _, folded)| folded);
        let mut said: Vec<String> = names.map(longest_word).collect();
        said.push(fold(&id));
        let mut places = Vec::new();
        for path in paths.into_iter().take(MAX_SEARCHED) {
            if stop.load(Ordering::Relaxed) || places.len() >= MAX_PLACES {
                break;
            }
            let Some(text) = text_of(&path, &open) else { continue };
            let folded = fold(&text);
            if !said.iter().any(|word| folded.contains(word.as_str())) {
                continue;
            }
            let there = OpenText::from_file(&path, &text, self.encoding);
            for deck in self.read_deck_file(&path, &text).decks {
                let Some((other, read)) = deck.catalog_and_deck() else { continue };
                if other.game.id() != catalog.game.id() {
                    continue;
                }
                for entry in &read.entries {
                    let base = other.cards.base(entry.card);
                    if base != CardIndex::STRANGER && other.cards.card(base).id() == id {
                        places.push(locate(&there, &entry.span)?);
                    }
                }
            }
        }
        Some(places)
    }

    /// The decks of the open folders.
    fn deck_files(&self) -> Vec<PathBuf> {
        let library = self.projects.open_without_config().ok();
        let search =
            sleeve_decks::DeckSearch { links: self.projects.links(), ..Default::default() };
        let found = sleeve_decks::find_with_forms(&self.desk.roots(), search, &|| {
            library
                .as_ref()
                .map(|library| library.described_readers())
                .unwrap_or_default()
        });
        found.files.into_iter().map(|file| file.path).collect()
    }

    fn read_deck_file(&self, path: &Path, text: &str) -> Batch {
        self.read_input(Input::bytes(&files::path_text(path), text.as_bytes()))
    }

    /// The decks of the open folders whose names contain a text, the cards in these decks, and the
    /// cards in the data of the games that are open.
    pub(crate) fn workspace_symbols(
        &self,
        params: &WorkspaceSymbolParams,
        stop: &AtomicBool,
    ) -> Vec<Value> {
        let wanted = fold(params.query.trim());
        let open = self.open_texts();
        let mut found = Vec::new();
        let data = self.data_paths(&open);
        let mut decks = self.deck_files();
        decks.retain(|path| !data.contains(path));
        decks.truncate(MAX_SEARCHED);
        for path in &decks {
            let there = OpenText::from_file(path, "", self.encoding);
            if fold(there.file_name()).contains(&wanted) {
                found.push(symbol(&there, there.file_name(), &(0..0)));
            }
        }
        for path in decks.iter().chain(&data) {
            // Without a text, every card of every deck would match.
            if wanted.is_empty() || found.len() >= MAX_PLACES || stop.load(Ordering::Relaxed) {
                break;
            }
            let Some(text) = text_of(path, &open) else { continue };
            if !fold(&text).contains(&wanted) {
                continue;
            }
            found.extend(if data.contains(path) {
                self.matching_tables(path, &text, &wanted)
            } else {
                self.matching_cards(path, &text, &wanted)
            });
        }
        found.truncate(MAX_PLACES);
        found
    }

    /// The cards of a deck whose names contain a folded text.
    fn matching_cards(&self, path: &Path, text: &str, wanted: &str) -> Vec<Value> {
        let there = OpenText::from_file(path, text, self.encoding);
        let mut found = Vec::new();
        for deck in self.read_deck_file(path, text).decks {
            let Some((catalog, read)) = deck.catalog_and_deck() else { continue };
            for entry in &read.entries {
                let name = catalog.cards.card(entry.card).name(self.lang);
                if fold(name).contains(wanted) {
                    found.push(symbol(&there, name, &there.read_span(&entry.span)));
                }
            }
        }
        found
    }

    /// The cards in the data of a file whose names contain a folded text.
    fn matching_tables(&self, path: &Path, text: &str, wanted: &str) -> Vec<Value> {
        let there = OpenText::from_file(path, text, self.encoding);
        let mut cards = tables(&there, self.lang);
        cards.retain(|table| table.detail == "card" && fold(&table.name).contains(wanted));
        cards
            .iter()
            .map(|card| symbol(&there, &card.name, &card.heading))
            .collect()
    }

    /// The files with cards in the open folders and around the open data. Shipped games have none.
    fn data_paths(&self, open: &OpenTexts) -> BTreeSet<PathBuf> {
        let mut roots: Vec<PathBuf> = self
            .desk
            .roots()
            .iter()
            .map(|root| root.join("cards"))
            .collect();
        for document in open.values() {
            if matches!(self.kind(document), Kind::Data | Kind::Game) {
                roots.push(data_root(&document.path));
            }
        }
        roots.iter().flat_map(|root| find_files(root)).collect()
    }
}

type OpenTexts = BTreeMap<PathBuf, Arc<OpenText>>;

/// The place of a span that a reader gave.
fn locate(document: &OpenText, span: &Range<usize>) -> Option<Location> {
    Some(Location { uri: uri(&document.uri)?, range: document.range(&document.read_span(span)) })
}

/// A card, or at the beginning of its file a deck.
fn symbol(document: &OpenText, name: &str, span: &Range<usize>) -> Value {
    let kind = if span.is_empty() { SymbolKind::FILE } else { SymbolKind::ENUM_MEMBER };
    json!({
        "name": plain(name),
        "kind": kind,
        "location": { "uri": document.uri, "range": document.range(span) },
        "containerName": document.file_name(),
    })
}

/// The text of a file: the editor's, if it is open.
fn text_of(path: &Path, open: &OpenTexts) -> Option<String> {
    match open.get(path) {
        Some(document) => Some(document.text.clone()),
        None => read_text(path, sleeve_decks::MAX_BYTES),
    }
}

fn read_text(path: &Path, limit: u64) -> Option<String> {
    files::decode_text(files::read_regular(path, limit).ok()?).ok()
}

fn longest_word(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    words
        .max_by_key(|word| word.len())
        .unwrap_or_default()
        .to_owned()
}
