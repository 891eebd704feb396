//! Definitions and references: a card of a deck in the data, a rule in its file, a card in the
//! decks of the open folders.

use crate::diagnose::{origin_location, uri};
use crate::document::{Kind, OpenText, data_root, find_files};
use crate::toml_place::find_place;
use crate::worker::Worker;
use lsp_types::{Location, Position};
use sleeve_check::Input;
use sleeve_data::model::fold::fold;
use sleeve_data::model::{CardIndex, Catalog};
use sleeve_data::{files, source};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
        self.find_card(document, &catalog, card)
    }

    fn card_at(&mut self, document: &OpenText, offset: usize) -> Option<(Arc<Catalog>, CardIndex)> {
        let analysis = self.analyse(document);
        let at = offset.saturating_sub(document.mark_length());
        let deck = analysis.deck_at(at)?;
        let (catalog, read) = deck.catalog_and_deck()?;
        let is_here = |span: &std::ops::Range<usize>| span.start <= at && at <= span.end;
        let entry = read.entries.iter().find(|entry| is_here(&entry.span))?;
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
        let overlays = catalog.overlays.iter().map(|overlay| self.absolute(&overlay.path));
        let config = self.config(document);
        let named = config.iter().flat_map(|config| config.overlay_paths().collect::<Vec<_>>());
        let own =
            self.desk.roots().into_iter().map(|root| root.join("cards").join(catalog.game.id()));
        let (id, name) = (shown.id(), shown.name(self.lang));
        let said =
            [format!("id = \"{id}\""), format!("name = \"{name}\""), format!("= \"{name}\"")];
        for root in overlays.chain(named).chain(own) {
            for path in find_files(&root) {
                let Ok(bytes) = files::read_regular(&path, source::FILE_LIMIT) else { continue };
                let Ok(text) = files::decode_text(bytes) else { continue };
                if let Some(at) = said.iter().find_map(|said| text.find(said.as_str())) {
                    let there = OpenText::from_file(&path, &text, self.encoding);
                    return Some(Location { uri: uri(&there.uri)?, range: there.range(&(at..at)) });
                }
            }
        }
        None
    }

    /// The line of a rule whose level a `sleeve.toml` sets.
    fn define_rule(&self, document: &OpenText, offset: usize) -> Option<Location> {
        let place = find_place(&document.text, offset);
        let key = document.text.get(place.span)?;
        let id = key.rsplit('/').next()?;
        let library = self.library(document)?;
        let catalogs = library.game_ids().into_iter().filter_map(|game| library.open(&game).ok());
        let roots = [data_root(&document.path)];
        catalogs.into_iter().find_map(|catalog| {
            let mut rules = catalog.formats().flat_map(|format| format.rules.iter());
            let rule = rules.find(|rule| rule.id == id)?;
            origin_location(&rule.origin, &roots)
        })
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
        let library = self.library(document)?;
        let described = || library.described_readers();
        let search =
            sleeve_decks::DeckSearch { links: self.projects.links(), ..Default::default() };
        let found = sleeve_decks::find_with_forms(&self.desk.roots(), search, &described);
        let open = self.open_texts();
        let mut paths: Vec<PathBuf> = found.files.into_iter().map(|of| of.path).collect();
        if !paths.contains(&document.path) {
            paths.insert(0, document.path.clone());
        }
        // A deck with the card contains its id, or the longest word of one of its names. Other
        // files are not read.
        let names = catalog.cards.card(card).names().map(|(_, _, folded)| folded);
        let word = |name: &str| {
            let words = name.split(|c: char| !c.is_alphanumeric());
            words.max_by_key(|word| word.len()).unwrap_or_default().to_owned()
        };
        let said: Vec<String> = names.map(word).chain([fold(&id)]).collect();
        let mut places = Vec::new();
        for path in paths.into_iter().take(MAX_SEARCHED) {
            if stop.load(Ordering::Relaxed) || places.len() >= MAX_PLACES {
                break;
            }
            let text = match open.get(&path) {
                Some(open) => open.text.clone(),
                None => {
                    let bytes = files::read_regular(&path, sleeve_decks::MAX_BYTES);
                    let Some(text) = bytes.ok().and_then(|bytes| files::decode_text(bytes).ok())
                    else {
                        continue;
                    };
                    text
                }
            };
            let folded = fold(&text);
            if !said.iter().any(|word| folded.contains(word.as_str())) {
                continue;
            }
            let there = OpenText::from_file(&path, &text, self.encoding);
            let input = Input::bytes(&files::path_text(&path), text.as_bytes());
            for deck in self.read_input(input).decks {
                let Some((other, read)) = deck.catalog_and_deck() else { continue };
                if other.game.id() != catalog.game.id() {
                    continue;
                }
                for entry in &read.entries {
                    let base = other.cards.base(entry.card);
                    if base != CardIndex::STRANGER && other.cards.card(base).id() == id {
                        let mark = there.mark_length();
                        let span = entry.span.start + mark..entry.span.end + mark;
                        places.push(Location { uri: uri(&there.uri)?, range: there.range(&span) });
                    }
                }
            }
        }
        Some(places)
    }
}
