//! The games at hand: the shipped ones, with the user's own files over them.

use super::embedded::GAMES;
use super::error::CatalogError;
use super::lint;
use super::messages::CatalogMessage;
use super::packed::{self, GameHead};
use super::source::{self, DataProblem, Layer};
use crate::files::NotUtf8;
use crate::model::Catalog;
use crate::model::catalog::Overlay;
use crate::model::game::Named;
use std::path::{Path, PathBuf};

/// The games at hand. Overlays are read once, when the shelf is set up.
#[derive(Debug, Default)]
pub struct Shelf {
    layers: Vec<Layer>,
}

impl Shelf {
    /// The shipped games under these files and folders, which are laid over them in this order.
    pub fn new(overlays: &[PathBuf]) -> Result<Shelf, CatalogError> {
        let mut shelf = Shelf::default();
        let mut errors = Vec::new();
        for path in overlays {
            match source::layers(path, &shelf.known()) {
                Ok(layers) => shelf.layers.extend(layers),
                Err(mistakes) => errors.extend(mistakes),
            }
        }
        if errors.is_empty() { Ok(shelf) } else { Err(CatalogError::Data(errors)) }
    }

    /// The shipped games under files that were read already, each with its path below the folder.
    ///
    /// # Errors
    /// Every mistake of the files.
    pub fn of_files(folder: &Path, files: Vec<(PathBuf, Vec<u8>)>) -> Result<Shelf, CatalogError> {
        let shelf = Shelf::default();
        let layers =
            source::layers_of(folder, files, &shelf.known()).map_err(CatalogError::Data)?;
        Ok(Shelf { layers })
    }

    /// Whether a game of exactly this id is shipped.
    pub fn ships(id: &str) -> bool {
        shipped(id).is_some()
    }

    /// The games that some layer declares as if for itself though they were there already.
    pub fn declared_again(&self) -> Vec<String> {
        let mut again: Vec<String> = Vec::new();
        for (at, layer) in self.layers.iter().enumerate() {
            let earlier = self.layers.iter().take(at).any(|other| other.game == layer.game);
            let is_there = Shelf::ships(&layer.game) || earlier;
            if is_there && layer.is_whole() && !again.contains(&layer.game) {
                again.push(layer.game.clone());
            }
        }
        again
    }

    /// The files that were taken for Windows-1252, with the first byte that is not UTF-8.
    pub fn guessed(&self) -> impl Iterator<Item = (&str, NotUtf8)> {
        let files = self.layers.iter().flat_map(|layer| &layer.files);
        files.filter_map(|file| Some((file.path.as_str(), file.guessed?)))
    }

    /// The names of every game, shipped or declared by an overlay.
    fn known(&self) -> Vec<Named> {
        let mut known: Vec<Named> = super::games().into_iter().map(|head| head.named).collect();
        for layer in &self.layers {
            if !known.iter().any(|named| named.id == layer.game) {
                known.push(Named { id: layer.game.clone().into(), ..Named::default() });
            }
        }
        known
    }

    /// Every game with its formats, by id, those of overlays after the shipped ones. A game whose data
    /// has mistakes is among them as far as it could be read: opening it says what is wrong.
    pub fn games(&self) -> Result<Vec<GameHead>, CatalogError> {
        let touched = |id: &str| self.layers.iter().any(|layer| layer.game == id);
        let mut heads = Vec::new();
        for (id, bytes) in &GAMES {
            heads.push(if touched(id) { self.head(id)? } else { packed::head(bytes)? });
        }
        for layer in &self.layers {
            if !heads.iter().any(|head| head.named.id == layer.game) {
                heads.push(self.head(&layer.game)?);
            }
        }
        Ok(heads)
    }

    fn head(&self, id: &str) -> Result<GameHead, CatalogError> {
        let base = shipped(id).map(packed::unpack).transpose()?.unwrap_or_default();
        let mut head = GameHead::of(&self.assembled(id, base).0);
        head.named.id = id.into();
        Ok(head)
    }

    /// Opens a game by its id, name or alias.
    pub fn open(&self, game: &str) -> Result<Catalog, CatalogError> {
        let catalog = match shipped(game) {
            Some(bytes) => packed::unpack(bytes)?,
            None if self.layers.iter().any(|layer| layer.game == game) => Catalog::default(),
            None => return self.open_by_word(game),
        };
        let id = if catalog.game.id().is_empty() {
            game.to_owned()
        } else {
            catalog.game.id().to_owned()
        };
        let (catalog, errors) = self.assembled(&id, catalog);
        if errors.is_empty() { Ok(catalog) } else { Err(CatalogError::Data(errors)) }
    }

    /// A game with its layers laid over what is shipped of it, and everything that is wrong with them.
    fn assembled(&self, id: &str, mut catalog: Catalog) -> (Catalog, Vec<DataProblem>) {
        let mut errors = Vec::new();
        // The first layer of a game that is not shipped is laid over nothing.
        let mut is_over = !catalog.game.id().is_empty();
        for layer in self.layers.iter().filter(|layer| layer.game == id) {
            let mut applied = source::apply(catalog, layer);
            if applied.errors.is_empty() {
                errors.extend(lint::mistakes(&applied.catalog, &applied.places));
            }
            errors.append(&mut applied.errors);
            let overlay = Overlay {
                path: layer.path.clone(),
                changed: applied.changed,
                declares: is_over && layer.is_whole(),
            };
            is_over = true;
            applied.catalog.overlays.push(overlay);
            catalog = applied.catalog;
        }
        (catalog, errors)
    }

    fn open_by_word(&self, word: &str) -> Result<Catalog, CatalogError> {
        let known = self.known();
        if let Some(named) = known.iter().find(|named| named.means(word) && named.id != word) {
            return self.open(&named.id);
        }
        let candidates = crate::problem::nearest(word, known.iter().flat_map(Named::words));
        let known = known.into_iter().map(|named| named.id.into()).collect();
        let (name, near) = (word.to_owned(), candidates);
        Err(CatalogError::NotThere(CatalogMessage::UnknownGame { name, known, near }))
    }
}

fn shipped(id: &str) -> Option<&'static [u8]> {
    GAMES.iter().find(|(known, _)| *known == id).map(|(_, bytes)| *bytes)
}
