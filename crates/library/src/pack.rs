//! Packed games: data folders packed into one file each, which can be used next to the shipped
//! games.

use super::{
    ShippedGames,
    amendments::{MAX_FILTER_TESTS, deal_out_amendments},
    library::{CatalogError, CatalogMessage},
    lint,
    packed::{self, GameHead, MAX_PACK_BYTES, PACKED_ENDING, PackError},
    source::{self, Layer},
};
use sleeve_data::{
    files::{self, Links, PathKind, ReadRefusal},
    model::{Catalog, catalog::Overlay, game::Named},
    source_folders::{MAX_SOURCE_BYTES, SourceFile, SourceFolder},
};
use std::path::{Path, PathBuf};

/// A packed game that is not shipped.
#[derive(Clone, Debug)]
pub(super) struct InstalledPack {
    pub(super) path: String,
    pub(super) head: GameHead,
    bytes: &'static [u8],
    list_count: usize,
}

impl InstalledPack {
    /// Verifies a packed game from any source. Its bytes are leaked, because catalogs decode them
    /// on demand until the program ends.
    pub(super) fn from_bytes(path: String, bytes: Vec<u8>) -> Result<InstalledPack, CatalogError> {
        InstalledPack::from_verified(path, bytes.leak(), packed::verify)
    }

    /// Like [`from_bytes`](Self::from_bytes), for a game that this program packed.
    pub(super) fn from_own_bytes(
        path: String,
        bytes: Vec<u8>,
    ) -> Result<InstalledPack, CatalogError> {
        InstalledPack::from_verified(path, bytes.leak(), packed::verify_own)
    }

    fn from_verified(
        path: String,
        bytes: &'static [u8],
        verify: fn(&'static [u8]) -> Result<(), PackError>,
    ) -> Result<InstalledPack, CatalogError> {
        let read =
            verify(bytes).and_then(|()| Ok((packed::read_head(bytes)?, packed::unpack(bytes)?)));
        match read {
            Ok((head, catalog)) => {
                let list_count = catalog.list_names().len();
                Ok(InstalledPack { path, head, bytes, list_count })
            }
            Err(error) => Err(CatalogMessage::Pack { path, error }.into()),
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.head.named.id
    }

    fn read_folders(&self) -> Result<Vec<SourceFolder>, CatalogError> {
        let path = self.path.clone();
        packed::read_folders(self.bytes)
            .map_err(|error| CatalogMessage::Pack { path, error }.into())
    }

    /// Opens the game, with its path as an overlay. `replaces` is true if it replaces another game
    /// with this id.
    pub(super) fn open(&self, replaces: bool) -> Result<Catalog, PackError> {
        // The author of the pack could claim any digest.
        let mut catalog = packed::unpack(self.bytes)?.with_digest(None);
        let changed = self.head.cards as usize + self.head.formats.len() + self.list_count;
        let path = self.path.clone();
        catalog.overlays.push(Overlay {
            path,
            changed,
            declares_game: replaces,
            replaces_game: replaces,
        });
        Ok(catalog)
    }
}

/// Reads a packed game from a file. Returns `None` for other files. A file with the extension of
/// packed games has to be a valid one.
pub(super) fn read_pack(path: &Path) -> Result<Option<InstalledPack>, CatalogError> {
    if !matches!(files::read_kind(path), Ok(PathKind::File)) {
        return Ok(None);
    }
    let shown = path.to_string_lossy().into_owned();
    let begins = files::read_beginning(path, packed::MAGIC.len() as u64)
        .map_err(|refusal| refuse_file(&shown, refusal))?;
    if !shown.ends_with(PACKED_ENDING) && !packed::is_packed(&begins) {
        return Ok(None);
    }
    let bytes = files::read_regular(path, MAX_PACK_BYTES)
        .map_err(|refusal| refuse_file(&shown, refusal))?;
    InstalledPack::from_bytes(shown, bytes).map(Some)
}

fn refuse_file(shown: &str, refusal: ReadRefusal) -> CatalogError {
    CatalogError::Data(vec![source::refusal_problem(shown.to_owned(), refusal)])
}

/// A packed game from its bytes.
pub(super) fn from_read_bytes(path: &Path, bytes: Vec<u8>) -> Result<InstalledPack, CatalogError> {
    let shown = path.to_string_lossy().into_owned();
    let (size, limit) = (bytes.len() as u64, MAX_PACK_BYTES);
    if size > limit {
        return Err(refuse_file(&shown, ReadRefusal::TooLarge { bytes: size, limit }));
    }
    InstalledPack::from_bytes(shown, bytes)
}

/// Packs a data folder or a packed game, with these overlays, into the bytes of one file. Returns
/// them with the game's head. The file also contains the source files.
///
/// # Errors
/// All mistakes of the data; a folder that is not exactly one game; an overlay of another game.
pub fn pack(
    shipped: ShippedGames,
    game: &Path,
    overlays: &[PathBuf],
    links: Links,
) -> Result<(Vec<u8>, GameHead), CatalogError> {
    let mut known = shipped_names(shipped);
    let (mut catalog, mut folders) = match read_pack(game)? {
        Some(pack) => (packed::unpack(pack.bytes)?.with_digest(None), pack.read_folders()?),
        None => {
            let layers = source::read_layers(game, links, &known).map_err(CatalogError::Data)?;
            let layer = find_only_game(game, &layers)?;
            // Mistakes are shown with the paths of the user.
            apply_to(Catalog::default(), layer)?;
            let catalog = apply_to(Catalog::default(), &layer.with_inner_paths(""))?;
            (catalog, vec![SourceFolder::from_layer(layer)])
        }
    };
    name_game(&mut known, &catalog);
    for (number, overlay) in (1..).zip(overlays) {
        let layers = source::read_layers(overlay, links, &known).map_err(CatalogError::Data)?;
        lay_over(catalog.clone(), overlay, &layers)?;
        let name = format!("overlay-{number}/");
        let inner: Vec<Layer> = layers
            .iter()
            .map(|layer| layer.with_inner_paths(&name))
            .collect();
        catalog = lay_over(catalog, overlay, &inner)?;
        folders.extend(layers.iter().map(SourceFolder::from_layer));
    }
    let files = folders
        .iter()
        .flat_map(|folder| &folder.files)
        .map(|file| file.text.len() as u64);
    check_size(files.sum(), MAX_SOURCE_BYTES as u64)?;
    let bytes = packed::pack_with_folders(&catalog, &folders).map_err(|error| {
        let path = game.to_string_lossy().into_owned();
        CatalogError::from(CatalogMessage::Pack { path, error })
    })?;
    check_size(bytes.len() as u64, MAX_PACK_BYTES)?;
    Ok((bytes, GameHead::from_catalog(&catalog)))
}

fn check_size(bytes: u64, limit: u64) -> Result<(), CatalogError> {
    if bytes > limit {
        return Err(CatalogMessage::PackTooLarge { bytes, limit }.into());
    }
    Ok(())
}

fn shipped_names(shipped: ShippedGames) -> Vec<Named> {
    super::game_heads(shipped)
        .into_iter()
        .map(|head| head.named)
        .collect()
}

/// Lets overlays find a game, which replaces a shipped one with its id.
fn name_game(known: &mut Vec<Named>, catalog: &Catalog) {
    known.retain(|named| named.id != catalog.game.named.id);
    known.push(catalog.game.named.clone());
}

/// Applies the layers of a path to a game. All of them have to be for this game.
fn lay_over(mut catalog: Catalog, path: &Path, layers: &[Layer]) -> Result<Catalog, CatalogError> {
    for layer in layers {
        if layer.game != catalog.game.id() {
            let (path, game) = (path.to_string_lossy().into_owned(), layer.game.clone());
            return Err(CatalogMessage::NoGameOfItsOwn { path, game }.into());
        }
        catalog = apply_to(catalog, layer)?;
    }
    Ok(catalog)
}

/// Returns the source folders of a packed game, its own and those of its overlays, with its head.
/// They match the pack: both have the same digest.
///
/// # Errors
/// A file that is not a packed game, or has no source folders, or has sources that do not match it.
pub fn unpack(
    shipped: ShippedGames,
    path: &Path,
) -> Result<(Vec<SourceFolder>, GameHead), CatalogError> {
    let shown = path.to_string_lossy().into_owned();
    let Some(pack) = read_pack(path)? else {
        files::read_kind(path).map_err(|refusal| refuse_file(&shown, refusal))?;
        return Err(CatalogMessage::Pack { path: shown, error: PackError::NotPacked }.into());
    };
    let other_files = CatalogMessage::Pack { path: shown, error: PackError::OtherFiles };
    let folders = pack.read_folders()?;
    let mut known = shipped_names(shipped);
    let mut catalog = Catalog::default();
    for folder in &folders {
        let Some(applied) = apply_folder(catalog, folder, &known) else {
            return Err(other_files.into());
        };
        catalog = applied;
        name_game(&mut known, &catalog);
    }
    // The digest is computed from the content: the pack could claim any.
    let packed = packed::unpack(pack.bytes)?.with_digest(None);
    if packed.digest() != catalog.digest() {
        return Err(other_files.into());
    }
    Ok((folders, pack.head))
}

/// Applies a source folder to a game, or to an empty catalog; `None` if it cannot be its source.
fn apply_folder(catalog: Catalog, folder: &SourceFolder, known: &[Named]) -> Option<Catalog> {
    // Any name works, because nothing is read from disk.
    let root = Path::new("pack");
    let mut files = Vec::new();
    for SourceFile { path, text, .. } in &folder.files {
        files.push((root.join(path), text.clone().into_bytes()));
    }
    let layers = source::read_layers_from_bytes(root, files, known).ok()?;
    // A file that is not data would be written although it belongs to nothing.
    if layers.iter().map(|layer| layer.files.len()).sum::<usize>() != folder.files.len() {
        return None;
    }
    if catalog.game.id().is_empty() {
        apply_to(catalog, find_only_game(root, &layers).ok()?).ok()
    } else {
        lay_over(catalog, root, &layers).ok()
    }
}

/// The only layer of a folder, which has to be a complete game.
fn find_only_game<'l>(folder: &Path, layers: &'l [Layer]) -> Result<&'l Layer, CatalogError> {
    let path = folder.to_string_lossy().into_owned();
    let [layer] = layers else {
        let games = layers.iter().map(|layer| layer.game.clone()).collect();
        return Err(CatalogMessage::SeveralGames { path, games }.into());
    };
    if !layer.is_whole() {
        return Err(CatalogMessage::NoGameOfItsOwn { path, game: layer.game.clone() }.into());
    }
    Ok(layer)
}

/// Applies a layer to a game, or to an empty catalog.
fn apply_to(base: Catalog, layer: &Layer) -> Result<Catalog, CatalogError> {
    let mut applied = source::apply_layer(base, layer);
    if applied.errors.is_empty() {
        let (places, mut tests_left) = (Some(&applied.places), MAX_FILTER_TESTS);
        let refused = deal_out_amendments(&mut applied.catalog, places, &mut tests_left);
        applied.errors.extend(refused);
    }
    if applied.errors.is_empty() {
        applied.errors = lint::find_text_mistakes(&applied.catalog, &applied.places);
    }
    if applied.errors.is_empty() {
        Ok(applied.catalog)
    } else {
        Err(CatalogError::Data(applied.errors))
    }
}

/// Packs each game of a folder. Returns `None` if packs would lose something: mistakes, a guessed
/// encoding, or overlays of other games.
pub(super) fn pack_layers(layers: &[Layer], known: impl Fn(&str) -> bool) -> Option<Vec<Vec<u8>>> {
    for layer in layers {
        let is_guessed = layer.files.iter().any(|file| file.guessed.is_some());
        if !layer.is_whole() || known(&layer.game) || is_guessed {
            return None;
        }
    }
    let catalogs = layers
        .iter()
        .map(|layer| apply_to(Catalog::default(), layer).ok());
    catalogs
        .map(|catalog| packed::pack(&catalog?).ok())
        .collect()
}
