//! A shelf of games: the shipped ones, with the user's files on top.

use super::{
    amendments::{MAX_FILTER_TESTS, deal_out_amendments},
    library::{CatalogError, CatalogMessage},
    lint,
    pack::{self, InstalledPack},
    packed::{self, GameHead, PackError},
    source::{self, DataMessage, DataProblem, Layer},
};
use sleeve_data::{
    Arrange, Gather,
    files::{Links, NotUtf8},
    model::{Catalog, catalog::Overlay, game::Named},
    problem::SourceText,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Debug,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The packed games that a front end ships, with their ids, in the order of lists.
pub type ShippedGames = &'static [(&'static str, &'static [u8])];

/// A store of packed games, so that each folder is compiled only once. It returns only data that
/// the user wrote: its games are not verified card by card.
pub trait PackStore: Debug + Send + Sync {
    /// Returns the packed games of a folder: the stored ones if the folder has not changed since,
    /// else those from `compile`, which it stores. Returns `None` if `compile` does.
    fn games(
        &self,
        folder: &Path,
        compile: &mut dyn FnMut() -> Option<Vec<Vec<u8>>>,
    ) -> Option<Vec<Vec<u8>>>;
}

/// Sources of games other than the shipped ones and overlays.
#[derive(Clone, Debug, Default)]
pub struct GameSources {
    /// The user's games folder, whose folders and packed games are all available.
    pub games: Option<PathBuf>,
    /// The store of compiled folders; `None`: folders are read again each time.
    pub compiled: Option<Arc<dyn PackStore>>,
    /// The links to follow in data folders.
    pub links: Links,
}

/// A game in the user's folder that is ignored, because another one there has data of the same
/// game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SupersededGame {
    pub game: String,
    /// Its path.
    pub path: String,
    /// The path of the game that is used instead.
    pub newer: String,
    /// Whether its data is older; otherwise both are equally old.
    pub is_older: bool,
}

/// The available games. Overlays are read once, when the shelf is created.
#[derive(Debug, Default)]
pub struct Shelf {
    shipped: ShippedGames,
    /// Packed games that are not shipped; of several with one id, the last counts.
    packs: Vec<InstalledPack>,
    /// Games in the user's folder that are ignored, because another one there is newer.
    superseded: Vec<InstalledPack>,
    layers: Vec<Layer>,
    unusable: Vec<CatalogError>,
    links: Links,
}

/// The paths in order, without those that a later one repeats in another spelling.
fn deduplicate_paths(paths: &[PathBuf]) -> impl Iterator<Item = &PathBuf> {
    let mut seen = BTreeSet::new();
    let mut kept = Vec::new();
    for path in paths.iter().rev() {
        if seen.insert(path.canonicalize().unwrap_or_else(|_| path.clone())) {
            kept.push(path);
        }
    }
    kept.into_iter().rev()
}

impl Shelf {
    /// Only the shipped games.
    pub fn from_shipped(shipped: ShippedGames) -> Shelf {
        Shelf { shipped, ..Shelf::default() }
    }

    /// The shipped games with these files and folders as overlays, in this order.
    pub fn new(shipped: ShippedGames, overlays: &[PathBuf]) -> Result<Shelf, CatalogError> {
        Shelf::with_sources(shipped, &GameSources::default(), overlays)
    }

    /// A shelf of the shipped games and those in the user's folder, with overlays on top of both.
    /// An overlay named several times counts at its last position.
    ///
    /// # Errors
    /// All mistakes in the overlays. A game in the user's folder that has mistakes becomes
    /// [unusable](Shelf::unusable_games) instead, and the others still work.
    pub fn with_sources(
        shipped: ShippedGames,
        surroundings: &GameSources,
        overlays: &[PathBuf],
    ) -> Result<Shelf, CatalogError> {
        let mut shelf = Shelf { links: surroundings.links, ..Shelf::from_shipped(shipped) };
        for path in surroundings
            .games
            .iter()
            .flat_map(|folder| list_visible_entries(folder))
        {
            if let Err(error) = shelf.add_folder_entry(&path, surroundings) {
                shelf.unusable.push(error);
            }
        }
        shelf.keep_newest();
        let mut errors = Vec::new();
        for path in deduplicate_paths(overlays) {
            match shelf.add_path(path, surroundings, false) {
                Ok(()) => {}
                Err(CatalogError::Data(mistakes)) => errors.extend(mistakes),
                Err(error) => return Err(error),
            }
        }
        if errors.is_empty() { Ok(shelf) } else { Err(CatalogError::Data(errors)) }
    }

    /// Keeps the newest of several games with one id. A game without a date is the oldest; of
    /// equally old ones, the last counts.
    fn keep_newest(&mut self) {
        let mut places: BTreeMap<String, usize> = BTreeMap::new();
        let mut kept: Vec<InstalledPack> = Vec::new();
        for pack in std::mem::take(&mut self.packs) {
            let at = *places.entry(pack.id().to_owned()).or_insert(kept.len());
            let older = match kept.get_mut(at) {
                Some(known) if known.head.data > pack.head.data => pack,
                Some(known) => std::mem::replace(known, pack),
                None => {
                    kept.push(pack);
                    continue;
                }
            };
            self.superseded.push(older);
        }
        self.packs = kept;
    }

    /// The games in the user's folder that are ignored, because another one there has data of the
    /// same game that is not older.
    pub fn superseded_games(&self) -> impl Iterator<Item = SupersededGame> {
        self.superseded.iter().filter_map(|older| {
            // Those in the folder come before overlays.
            let newer = self.packs.iter().find(|pack| pack.id() == older.id())?;
            Some(SupersededGame {
                game: older.id().to_owned(),
                path: older.path.clone(),
                newer: newer.path.clone(),
                is_older: older.head.data < newer.head.data,
            })
        })
    }

    /// Adds an entry of the user's games folder.
    fn add_folder_entry(
        &mut self,
        path: &Path,
        surroundings: &GameSources,
    ) -> Result<(), CatalogError> {
        let shown = path.to_string_lossy();
        // Reading from a pipe in the folder could wait forever.
        if path.is_dir() || shown.ends_with(packed::PACKED_ENDING) && path.is_file() {
            self.add_path(path, surroundings, true)
        } else {
            Err(CatalogMessage::NoGame { path: shown.into_owned() }.into())
        }
    }

    /// Adds a packed game, a file or a data folder on top of the games so far. A complete game in
    /// the user's games folder (`is_own`) is added next to others with its id there, so that the
    /// newest counts, with or without a cache.
    fn add_path(
        &mut self,
        path: &Path,
        surroundings: &GameSources,
        is_own: bool,
    ) -> Result<(), CatalogError> {
        if let Some(pack) = pack::read_pack(path)? {
            self.packs.push(pack);
            return Ok(());
        }
        let mut read = None;
        if path.is_dir() && (is_own || surroundings.compiled.is_some()) {
            let packs = self.compile_folder(path, surroundings, is_own, &mut read);
            if !packs.is_empty() {
                self.packs.extend(packs);
                return Ok(());
            }
        }
        let layers = match read {
            Some(layers) => layers,
            None => source::read_layers(path, surroundings.links, &self.known_names()),
        };
        self.layers.extend(layers.map_err(CatalogError::Data)?);
        Ok(())
    }

    /// Compiles the games of a folder, or takes them from the store. Returns none if packs cannot
    /// replace the folder's layers, which go to `read` once they are read.
    fn compile_folder(
        &self,
        path: &Path,
        surroundings: &GameSources,
        is_own: bool,
        read: &mut Option<Result<Vec<Layer>, Vec<DataProblem>>>,
    ) -> Vec<InstalledPack> {
        let mut compile = || {
            let layers =
                read.insert(source::read_layers(path, surroundings.links, &self.known_names()));
            pack::pack_layers(layers.as_deref().ok()?, |id| self.is_taken(id, is_own))
        };
        let compiled = match &surroundings.compiled {
            Some(store) => store.games(path, &mut compile),
            None => compile(),
        };
        let shown = path.to_string_lossy().into_owned();
        let mut packs = Vec::new();
        for bytes in compiled.into_iter().flatten() {
            match InstalledPack::from_own_bytes(shown.clone(), bytes) {
                Ok(pack) if !self.is_taken(pack.id(), is_own) => packs.push(pack),
                _ => return Vec::new(),
            }
        }
        packs
    }

    /// Whether a folder with a game of this id changes that game, instead of adding one.
    fn is_taken(&self, id: &str, is_own: bool) -> bool {
        if is_own { self.ships(id) } else { self.has_game(id) }
    }

    /// The entries of the user's games folder that cannot be used.
    pub fn unusable_games(&self) -> &[CatalogError] {
        &self.unusable
    }

    /// The shipped games with files that are already in memory: packed games and data files, each
    /// with its path below the folder.
    ///
    /// # Errors
    /// All mistakes in the files.
    pub fn from_files(
        shipped: ShippedGames,
        folder: &Path,
        files: Vec<(PathBuf, Vec<u8>)>,
    ) -> Result<Shelf, CatalogError> {
        let mut shelf = Shelf::from_shipped(shipped);
        let (packs, data): (Vec<_>, Vec<_>) = files
            .into_iter()
            .partition(|(path, _)| path.to_string_lossy().ends_with(packed::PACKED_ENDING));
        for (path, bytes) in packs {
            shelf.packs.push(pack::from_read_bytes(&path, bytes)?);
        }
        // No files at all count as a folder without data. Packed games alone do not.
        if shelf.packs.is_empty() || !data.is_empty() {
            let layers = source::read_layers_from_bytes(folder, data, &shelf.known_names());
            shelf.layers = layers.map_err(CatalogError::Data)?;
        }
        Ok(shelf)
    }

    /// Whether a game with exactly this id is shipped.
    pub fn ships(&self, id: &str) -> bool {
        self.shipped_bytes(id).is_some()
    }

    pub(super) fn shipped_heads(&self) -> Vec<GameHead> {
        super::game_heads(self.shipped)
    }

    fn shipped_bytes(&self, id: &str) -> Option<&'static [u8]> {
        self.shipped
            .iter()
            .find(|(shipped, _)| *shipped == id)
            .map(|(_, bytes)| *bytes)
    }

    /// Whether a game with exactly this id is available.
    fn has_game(&self, id: &str) -> bool {
        self.ships(id)
            || self.packs.iter().any(|pack| pack.id() == id)
            || self.layers.iter().any(|layer| layer.game == id)
    }

    /// The ids of games that a layer or packed game declares again.
    pub fn redeclared_games(&self) -> Vec<String> {
        let mut repeated: Vec<String> = Vec::new();
        for (at, pack) in self.packs.iter().enumerate() {
            let id = pack.id();
            if self.ships(id) || self.packs.iter().take(at).any(|other| other.id() == id) {
                repeated.push(id.to_owned());
            }
        }
        for (at, layer) in self.layers.iter().enumerate() {
            let is_there = self.ships(&layer.game)
                || self.packs.iter().any(|pack| pack.id() == layer.game)
                || self
                    .layers
                    .iter()
                    .take(at)
                    .any(|other| other.game == layer.game);
            if is_there && layer.is_whole() {
                repeated.push(layer.game.clone());
            }
        }
        repeated.into_iter().each_once()
    }

    /// The files that were read as Windows-1252, with their first byte that is not UTF-8.
    pub fn guessed_encodings(&self) -> impl Iterator<Item = (&str, NotUtf8)> {
        let files = self.layers.iter().flat_map(|layer| &layer.files);
        files.filter_map(|file| Some((file.path.as_str(), file.guessed?)))
    }

    /// The names of all games, shipped or declared by an overlay.
    fn known_names(&self) -> Vec<Named> {
        let mut known: Vec<Named> = self
            .shipped_heads()
            .into_iter()
            .map(|head| head.named)
            .collect();
        // Every user folder needs these, and there may be thousands.
        let last: BTreeMap<&str, usize> = self
            .packs
            .iter()
            .enumerate()
            .map(|(at, pack)| (pack.id(), at))
            .gather();
        known.retain(|named| !last.contains_key(&*named.id));
        for (at, pack) in self.packs.iter().enumerate() {
            if last.get(pack.id()) == Some(&at) {
                known.push(pack.head.named.clone());
            }
        }
        let mut ids: BTreeSet<String> = known.iter().map(|named| named.id.to_string()).collect();
        for layer in &self.layers {
            if ids.insert(layer.game.clone()) {
                known.push(Named { id: layer.game.clone().into(), ..Named::default() });
            }
        }
        known
    }

    /// The heads of all games: shipped ones, packed ones, then those of overlays. A game with
    /// mistakes is included as far as it is readable; opening it returns the mistakes.
    pub fn games(&self) -> Result<Vec<GameHead>, CatalogError> {
        self.heads_with_opened(&|_| None)
    }

    /// Like [`games`](Shelf::games), but takes the heads of games that are already open, which
    /// saves assembling them.
    pub(super) fn heads_with_opened(
        &self,
        opened: &dyn Fn(&str) -> Option<GameHead>,
    ) -> Result<Vec<GameHead>, CatalogError> {
        let shipped = self.shipped.iter().map(|(id, _)| *id);
        let packed = self.packs.iter().map(InstalledPack::id);
        let layered = self.layers.iter().map(|layer| layer.game.as_str());
        let mut heads: Vec<GameHead> = Vec::new();
        for id in shipped.chain(packed).chain(layered) {
            if !heads.iter().any(|head| head.named.id == id) {
                heads.push(self.read_head(id, opened)?);
            }
        }
        Ok(heads)
    }

    /// The head of a game. A game without layers need not be assembled.
    fn read_head(
        &self,
        id: &str,
        opened: &dyn Fn(&str) -> Option<GameHead>,
    ) -> Result<GameHead, CatalogError> {
        if !self.layers.iter().any(|layer| layer.game == id) {
            if let Some(pack) = self.find_pack(id) {
                return Ok(pack.head.clone());
            }
            if let Some(bytes) = self.shipped_bytes(id) {
                return Ok(packed::read_head(bytes)?);
            }
        }
        if let Some(head) = opened(id) {
            return Ok(head);
        }
        let base = self.open_base(id)?.unwrap_or_default();
        let mut head = GameHead::from_catalog(&self.assemble(id, base).0);
        head.named.id = id.into();
        Ok(head)
    }

    /// The last packed game with this id.
    fn find_pack(&self, id: &str) -> Option<&InstalledPack> {
        self.packs.iter().rfind(|pack| pack.id() == id)
    }

    /// Opens the catalog below a game's layers: the packed game, else the shipped one.
    fn open_base(&self, id: &str) -> Result<Option<Catalog>, PackError> {
        let Some(pack) = self.find_pack(id) else {
            return self.shipped_bytes(id).map(packed::unpack).transpose();
        };
        let pack_count = self.packs.iter().filter(|pack| pack.id() == id).count();
        Ok(Some(pack.open(self.ships(id) || pack_count > 1)?))
    }

    /// Opens a game by its id, name or alias.
    pub fn open(&self, game: &str) -> Result<Catalog, CatalogError> {
        self.open_unless(game, &|_| true)
    }

    /// Opens a game to import cards into it. Its files and conditions may name cards and sets that
    /// are still missing, because the import may add them.
    ///
    /// # Errors
    /// As for [`open`](Shelf::open), except for missing names.
    pub fn open_for_import(&self, game: &str) -> Result<Catalog, CatalogError> {
        self.open_unless(game, &|problem| !may_be_imported(problem))
    }

    /// Opens a game as it will be after some files are written and others removed (`None`). The
    /// other files may name missing things, as in [`open_for_import`](Shelf::open_for_import).
    ///
    /// # Errors
    /// All mistakes of the game.
    pub fn open_with_files(
        &self,
        game: &str,
        files: &[(PathBuf, Option<&str>)],
    ) -> Result<Catalog, CatalogError> {
        let places: Vec<PathBuf> = files.iter().map(|(path, _)| real_path(path)).collect();
        let (compiled, packs): (Vec<_>, Vec<_>) = self.packs.iter().cloned().partition(|pack| {
            let folder = real_path(Path::new(&pack.path));
            places.iter().any(|place| place.starts_with(&folder))
        });
        let mut layers = Vec::new();
        for pack in compiled {
            let read = source::read_layers(Path::new(&pack.path), self.links, &self.known_names());
            layers.extend(read.map_err(CatalogError::Data)?);
        }
        layers.extend(self.layers.iter().cloned());
        for layer in &mut layers {
            layer
                .files
                .retain(|file| !places.contains(&real_path(Path::new(&file.path))));
        }
        let mut written = Vec::new();
        for ((path, text), place) in files.iter().zip(&places) {
            let Some(text) = text else { continue };
            let file = Arc::new(SourceText::new(path.to_string_lossy().into_owned(), *text));
            add_file(&mut layers, game, place, Arc::clone(&file));
            written.push(file);
        }
        for layer in &mut layers {
            layer
                .files
                .arrange_by_key(|file| (!source::is_game_file(file), file.path.clone()));
        }
        let shelf = Shelf { shipped: self.shipped, packs, layers, ..Shelf::default() };
        shelf.open_unless(game, &|problem| {
            !may_be_imported(problem)
                || problem
                    .source()
                    .is_some_and(|source| written.iter().any(|file| Arc::ptr_eq(file, source)))
        })
    }

    /// Opens a game unless its data has a mistake of this kind.
    fn open_unless(
        &self,
        game: &str,
        is_mistake: &dyn Fn(&DataProblem) -> bool,
    ) -> Result<Catalog, CatalogError> {
        let catalog = match self.open_base(game)? {
            Some(base) => base,
            None if self.layers.iter().any(|layer| layer.game == game) => Catalog::default(),
            None => return self.open_by_word(game, is_mistake),
        };
        let id = if catalog.game.id().is_empty() {
            game.to_owned()
        } else {
            catalog.game.id().to_owned()
        };
        let (catalog, errors) = self.assemble(&id, catalog);
        if errors.iter().any(is_mistake) { Err(CatalogError::Data(errors)) } else { Ok(catalog) }
    }

    /// Applies a game's layers to its base. Also returns all mistakes in them.
    fn assemble(&self, id: &str, mut catalog: Catalog) -> (Catalog, Vec<DataProblem>) {
        let mut tests_left = MAX_FILTER_TESTS;
        let refused = deal_out_amendments(&mut catalog, None, &mut tests_left);
        let mut errors: Vec<_> = refused.into_iter().collect();
        // A game that is not shipped has no base for its first layer.
        let mut has_base = !catalog.game.id().is_empty();
        for layer in self.layers.iter().filter(|layer| layer.game == id) {
            let mut applied = source::apply_layer(catalog, layer);
            if applied.errors.is_empty() {
                let places = Some(&applied.places);
                errors.extend(deal_out_amendments(&mut applied.catalog, places, &mut tests_left));
                errors.extend(lint::find_text_mistakes(&applied.catalog, &applied.places));
            }
            errors.append(&mut applied.errors);
            let overlay = Overlay {
                path: layer.path.clone(),
                changed: applied.changed,
                declares_game: has_base && layer.is_whole(),
                replaces_game: false,
            };
            has_base = true;
            applied.catalog.overlays.push(overlay);
            catalog = applied.catalog;
        }
        (catalog, errors)
    }

    fn open_by_word(
        &self,
        word: &str,
        is_mistake: &dyn Fn(&DataProblem) -> bool,
    ) -> Result<Catalog, CatalogError> {
        let known = self.known_names();
        if let Some(named) = known
            .iter()
            .find(|named| named.means(word) && named.id != word)
        {
            return self.open_unless(&named.id, is_mistake);
        }
        // The names in a folder are known only after it is read.
        let heads = if self.layers.is_empty() { Vec::new() } else { self.games()? };
        let by_name = heads
            .iter()
            .find(|head| head.named.means(word) && head.named.id != word);
        if let Some(head) = by_name {
            return self.open_unless(&head.named.id, is_mistake);
        }
        let near = sleeve_data::problem::nearest_names(word, known.iter().flat_map(Named::words));
        Err(CatalogError::Unavailable(CatalogMessage::UnknownGame {
            name: word.to_owned(),
            known: known.into_iter().map(|named| named.id.into()).collect(),
            near,
        }))
    }
}

/// Adds a file to the last layer of its game whose folder contains it, or as a new layer.
fn add_file(layers: &mut Vec<Layer>, game: &str, place: &Path, file: Arc<SourceText>) {
    let mut own = layers.iter_mut().filter(|layer| layer.game == game);
    if let Some(layer) = own.rfind(|layer| place.starts_with(real_path(Path::new(&layer.path)))) {
        layer.files.push(file);
        return;
    }
    let path = place
        .parent()
        .unwrap_or(place)
        .to_string_lossy()
        .into_owned();
    layers.push(Layer { game: game.to_owned(), path, files: vec![file] });
}

/// Whether a mistake is only a missing name, which an import may add.
fn may_be_imported(problem: &DataProblem) -> bool {
    matches!(problem.message, DataMessage::BadCondition { .. })
        || problem.message.names_unknown_data()
}

/// A path without links. If it does not exist yet, only its folder is resolved.
fn real_path(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => real_path(folder).join(name),
        _ => path.to_owned(),
    }
}

/// The visible entries of a games folder, sorted by name.
fn list_visible_entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok);
    let visible = entries.filter(|entry| !entry.file_name().to_string_lossy().starts_with('.'));
    let mut paths: Vec<PathBuf> = visible.map(|entry| entry.path()).collect();
    // File systems list entries in any order, but the result must not depend on the machine.
    paths.arrange();
    paths
}
