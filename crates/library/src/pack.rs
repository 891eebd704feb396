//! Games that are one file: packed from a folder of data, laid beside the shipped ones.

use super::ShippedGames;
use super::error::{CatalogError, CatalogMessage};
use super::lint;
use super::packed::{self, GameHead, MAX_PACK_BYTES, PACKED_ENDING, PackError};
use super::source::{self, Layer};
use sleeve_data::files::{self, PathKind, ReadRefusal};
use sleeve_data::model::Catalog;
use sleeve_data::model::catalog::Overlay;
use sleeve_data::model::game::Named;
use std::path::Path;

/// A packed game beside the shipped ones.
#[derive(Debug)]
pub(super) struct InstalledPack {
    pub(super) path: String,
    pub(super) head: GameHead,
    bytes: &'static [u8],
    list_count: usize,
}

impl InstalledPack {
    /// A packed game that was verified. Its bytes are kept as long as the program runs: catalogs
    /// decode of them what they are asked for.
    pub(super) fn from_bytes(path: String, bytes: Vec<u8>) -> Result<InstalledPack, CatalogError> {
        let bytes: &'static [u8] = bytes.leak();
        let read = || {
            packed::verify(bytes)?;
            Ok((packed::read_head(bytes)?, packed::unpack(bytes)?.list_names().len()))
        };
        match read() {
            Ok((head, lists)) => Ok(InstalledPack { path, head, bytes, list_count: lists }),
            Err(error) => Err(CatalogMessage::Pack { path, error }.into()),
        }
    }

    /// Id of the game.
    pub(super) fn id(&self) -> &str {
        &self.head.named.id
    }

    /// The game, which says where it comes from; `replaces` one that was there before.
    pub(super) fn open(&self, replaces: bool) -> Result<Catalog, PackError> {
        let mut catalog = packed::unpack(self.bytes)?;
        let changed = self.head.cards as usize + self.head.formats.len() + self.list_count;
        let path = self.path.clone();
        catalog.overlays.push(Overlay { path, changed, declares: replaces, replaces });
        Ok(catalog)
    }
}

/// The packed game of a file, if it is one; a file that only its name makes one says why it is none.
pub(super) fn read_pack(path: &Path) -> Result<Option<InstalledPack>, CatalogError> {
    if !matches!(files::kind(path), Ok(PathKind::File)) {
        return Ok(None);
    }
    let shown = path.to_string_lossy().into_owned();
    let fails = |refusal| CatalogError::Data(vec![source::refusal_problem(shown.clone(), refusal)]);
    let named = shown.ends_with(PACKED_ENDING);
    let begins = files::sniff(path, packed::MAGIC.len() as u64).map_err(fails)?;
    if !named && !packed::is_packed(&begins) {
        return Ok(None);
    }
    let bytes = files::read_regular(path, MAX_PACK_BYTES).map_err(fails)?;
    InstalledPack::from_bytes(shown, bytes).map(Some)
}

/// A packed game whose bytes were read already.
pub(super) fn from_read_bytes(path: &Path, bytes: Vec<u8>) -> Result<InstalledPack, CatalogError> {
    let shown = path.to_string_lossy().into_owned();
    let (held, limit) = (bytes.len() as u64, MAX_PACK_BYTES);
    if held > limit {
        let refusal = ReadRefusal::TooLarge { bytes: held, limit };
        return Err(CatalogError::Data(vec![source::refusal_problem(shown, refusal)]));
    }
    InstalledPack::from_bytes(shown, bytes)
}

/// A folder of data packed into one file, with what it holds.
///
/// # Errors
/// Every mistake of the data; and a folder that is not one game of its own.
pub fn pack(shipped: ShippedGames, folder: &Path) -> Result<(Vec<u8>, GameHead), CatalogError> {
    let shipped: Vec<Named> =
        super::game_heads(shipped).into_iter().map(|head| head.named).collect();
    let layers = source::read_layers(folder, &shipped).map_err(CatalogError::Data)?;
    let path = folder.to_string_lossy().into_owned();
    let [layer] = layers.as_slice() else {
        let games = layers.iter().map(|layer| layer.game.clone()).collect();
        return Err(CatalogMessage::SeveralGames { path, games }.into());
    };
    if !layer.is_whole() {
        return Err(CatalogMessage::NoGameOfItsOwn { path, game: layer.game.clone() }.into());
    }
    let catalog = apply_to_nothing(layer)?;
    let bytes = packed::pack(&catalog)?;
    let size = bytes.len() as u64;
    if size > MAX_PACK_BYTES {
        return Err(CatalogMessage::PackTooLarge { bytes: size, limit: MAX_PACK_BYTES }.into());
    }
    Ok((bytes, GameHead::from_catalog(&catalog)))
}

/// The game that a layer declares, laid over nothing.
fn apply_to_nothing(layer: &Layer) -> Result<Catalog, CatalogError> {
    let mut applied = source::apply_layer(Catalog::default(), layer);
    if applied.errors.is_empty() {
        applied.errors = lint::mistakes(&applied.catalog, &applied.places);
    }
    if applied.errors.is_empty() {
        Ok(applied.catalog)
    } else {
        Err(CatalogError::Data(applied.errors))
    }
}

/// The packed form of every game of a folder; `None` where that says less than its files: they have
/// mistakes, or were guessed to be in another encoding, or are laid over other games.
pub(super) fn pack_layers(layers: &[Layer], known: impl Fn(&str) -> bool) -> Option<Vec<Vec<u8>>> {
    let plain = |layer: &Layer| {
        let guessed = layer.files.iter().any(|file| file.guessed.is_some());
        layer.is_whole() && !known(&layer.game) && !guessed
    };
    if !layers.iter().all(plain) {
        return None;
    }
    layers.iter().map(|layer| packed::pack(&apply_to_nothing(layer).ok()?).ok()).collect()
}
