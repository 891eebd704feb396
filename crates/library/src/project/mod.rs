//! The project of a deck: its `sleeve.toml`, searched upwards as cargo does for its manifest; the
//! games with that file's overlays; and the deck's game and format.
//!
//! Conditions of assertions stay texts here, because only the check of a deck knows the game that
//! gives their words a meaning.

mod config;
mod keys;
mod messages;
mod read;

pub use config::{
    Assertion, AssertionBody, Config, ConfigError, ConfigProblem, Globs, MAX_PATTERN, MAX_PATTERNS,
    RuleLevel, TextLiteral, UNKNOWN_RULE, UNUSED_ASSERTION,
};
pub use keys::{KEYS, PROJECT_KEYS, ProjectKey};
pub use messages::{ConfigMessage, TargetMessage, UNKNOWN_KEY};
pub use read::{MAX_ASSERTS, MAX_LEVELS, MAX_OVERLAYS};

use crate::{CatalogError, Clock, GameSources, Library, ShippedGames};
use sleeve_data::{
    files::{self, FileMessage, Links, PathKind},
    model::{Catalog, Format, Lang, game::Named},
    problem::{Problem, nearest_first},
};
use sleeve_decks::{RawDeck, games_recognising};
use std::{
    collections::BTreeMap,
    ops::Range,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// The project of a folder.
#[derive(Clone, Debug)]
pub struct Project {
    pub config: Option<Arc<Config>>,
    pub library: Arc<Library>,
}

/// The reason why the project of a folder cannot be used.
#[derive(Clone, Debug)]
pub enum ProjectError {
    Config(Arc<ConfigError>),
    /// The card data named by the `sleeve.toml` or the command line has mistakes.
    Data(Arc<CatalogError>),
}

/// The games, or the mistakes of an overlay.
pub type OpenedLibrary = Result<Arc<Library>, Arc<CatalogError>>;

/// The `sleeve.toml` files in use, and the games with the overlays of each. Each file is read once,
/// and each game is opened once for each set of overlays.
#[derive(Debug)]
pub struct Projects {
    shipped: ShippedGames,
    folder: PathBuf,
    configs: Configs,
    /// The user's overlays, which come on top of those of every file.
    overlays: Vec<PathBuf>,
    surroundings: GameSources,
    clock: Clock,
    /// Keyed by the folder of the file; the empty path is for no file.
    libraries: Mutex<BTreeMap<PathBuf, OpenedLibrary>>,
}

/// The canonical path of a folder, without `.`, `..` and links, so that its parent folders are the
/// real ones.
pub fn canonical_folder(folder: &Path) -> PathBuf {
    std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

impl Projects {
    /// The shipped games with these overlays, before any file is read. Relative paths start from
    /// the folder, and paths below it are shown without it. The overlays come on top of those of
    /// each `sleeve.toml`.
    pub fn new(shipped: ShippedGames, folder: &Path, overlays: Vec<PathBuf>) -> Projects {
        let configs = Configs::new(&canonical_folder(folder));
        let (folder, surroundings) = (folder.to_owned(), GameSources::default());
        let libraries = Mutex::default();
        Projects {
            shipped,
            folder,
            configs,
            overlays,
            surroundings,
            clock: Clock::default(),
            libraries,
        }
    }

    /// Adds the user's games folder, a store of compiled folders, and the links to follow.
    pub fn with_sources(mut self, surroundings: GameSources) -> Projects {
        self.configs.links = surroundings.links;
        Projects { surroundings, ..self }
    }

    /// The links to follow.
    pub fn links(&self) -> Links {
        self.surroundings.links
    }

    /// Uses these texts as the `sleeve.toml` of their folders, whatever is on disk: an editor's
    /// texts may not be saved yet.
    #[cfg(not(target_family = "wasm"))]
    pub fn with_texts(mut self, texts: BTreeMap<PathBuf, String>) -> Projects {
        self.configs.texts = texts;
        self
    }

    /// Sets today's date, like [`Library::with_today`].
    pub fn with_today(self, today: impl Into<Clock>) -> Projects {
        Projects { clock: today.into(), ..self }
    }

    /// The games of one library without a folder, and without any `sleeve.toml`.
    pub fn from_library(library: Library) -> Projects {
        let libraries = BTreeMap::from([(PathBuf::new(), Ok(Arc::new(library)))]);
        Projects {
            shipped: &[],
            folder: PathBuf::new(),
            configs: Configs::empty(),
            overlays: Vec::new(),
            surroundings: GameSources::default(),
            clock: Clock::default(),
            libraries: Mutex::new(libraries),
        }
    }

    /// The folder that relative paths start from.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The project of the folder that relative paths start from.
    ///
    /// # Errors
    /// Its `sleeve.toml` or an overlay cannot be used.
    pub fn current_project(&self) -> Result<Project, ProjectError> {
        self.find_project(&canonical_folder(&self.folder))
    }

    /// The project of a [`canonical_folder`] folder.
    ///
    /// # Errors
    /// Its `sleeve.toml` or an overlay cannot be used.
    pub fn find_project(&self, folder: &Path) -> Result<Project, ProjectError> {
        let config = self
            .configs
            .find_config(folder)
            .map_err(ProjectError::Config)?;
        let library = self
            .open_library(config.as_deref())
            .map_err(ProjectError::Data)?;
        Ok(Project { library, config })
    }

    /// Like [`Projects::find_project`], for a folder below one that the user named. A stranger may
    /// have written a `sleeve.toml` there, so it must not use overlays outside the named folder.
    ///
    /// # Errors
    /// As for [`Projects::find_project`].
    pub fn find_project_below(
        &self,
        folder: &Path,
        named: Option<&Path>,
    ) -> Result<Project, ProjectError> {
        if let (Links::Inside, Some(named)) = (self.links(), named) {
            self.check_overlays(folder, &canonical_folder(named))
                .map_err(ProjectError::Config)?;
        }
        self.find_project(folder)
    }

    /// Rejects overlays outside a folder, if their file is below it.
    fn check_overlays(&self, folder: &Path, named: &Path) -> Result<(), Arc<ConfigError>> {
        let Some(config) = self.configs.find_config(folder)? else { return Ok(()) };
        if !config
            .folder
            .parent()
            .is_some_and(|above| above.starts_with(named))
        {
            return Ok(());
        }
        let mut problems = Vec::new();
        for overlay in &config.overlays {
            if let Err(refusal) = Links::Inside.check(&config.folder.join(&overlay.value), named) {
                let message = FileMessage::from(refusal).into();
                problems.push(Problem::from_span(overlay.span.clone(), message));
            }
        }
        config.fail_with(problems).map_err(Arc::new)
    }

    /// The games with the user's overlays only, without those of any `sleeve.toml`.
    ///
    /// # Errors
    /// An overlay cannot be used.
    pub fn open_without_config(&self) -> OpenedLibrary {
        self.open_library(None)
    }

    fn open_library(&self, config: Option<&Config>) -> OpenedLibrary {
        // Files without overlays share one library.
        let with_overlays = config.filter(|config| !config.overlays.is_empty());
        let key = with_overlays
            .map(|config| config.folder.clone())
            .unwrap_or_default();
        let mut libraries = self
            .libraries
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let library = libraries.entry(key).or_insert_with(|| {
            let mut overlays: Vec<PathBuf> = with_overlays
                .into_iter()
                .flat_map(Config::overlay_paths)
                .collect();
            overlays.extend_from_slice(&self.overlays);
            match Library::with_sources(self.shipped, &self.surroundings, &overlays) {
                Ok(library) => Ok(Arc::new(library.with_today(self.clock.clone()))),
                Err(error) => Err(Arc::new(error)),
            }
        });
        library.clone()
    }
}

/// The name of a project file.
pub const FILE_NAME: &str = "sleeve.toml";
/// The largest size of a project file, in bytes.
pub const MAX_CONFIG_BYTES: u64 = 1 << 20;

type FoundConfig = Result<Option<Arc<Config>>, Arc<ConfigError>>;

/// All `sleeve.toml` files in use, each read once.
#[derive(Debug, Default)]
pub struct Configs {
    /// The folder that shown paths are relative to.
    shown_from: PathBuf,
    by_folder: Mutex<BTreeMap<PathBuf, FoundConfig>>,
    /// Whether no file is searched for.
    is_disabled: bool,
    /// Whether a file that is a link may point anywhere.
    pub links: Links,
    /// Texts that replace those of files, by folder.
    #[cfg(not(target_family = "wasm"))]
    texts: BTreeMap<PathBuf, String>,
}

impl Configs {
    /// No file yet. Paths below this folder are shown without it.
    pub fn new(shown_from: &Path) -> Configs {
        Configs { shown_from: shown_from.to_owned(), ..Configs::default() }
    }

    /// No files at all, for decks without a folder.
    pub fn empty() -> Configs {
        Configs { is_disabled: true, ..Configs::default() }
    }

    /// Finds the file for a folder: the nearest one in it or above it.
    ///
    /// # Errors
    /// That file cannot be used.
    pub fn find_config(&self, folder: &Path) -> FoundConfig {
        // Browsers have no folders.
        if self.is_disabled || cfg!(target_family = "wasm") {
            return Ok(None);
        }
        let mut passed: Vec<&Path> = Vec::new();
        let mut found: FoundConfig = Ok(None);
        for folder in folder.ancestors() {
            if let Some(known) = self.known_config(folder) {
                found = known;
                break;
            }
            passed.push(folder);
            if let Some(read) = self.read_folder(folder) {
                found = read.map(|config| Some(Arc::new(config))).map_err(Arc::new);
                break;
            }
        }
        let mut by_folder = self
            .by_folder
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        for folder in passed {
            // Another thread may have read the file meanwhile. Keep the first value, so that each
            // file has only one.
            let stored = by_folder
                .entry(folder.to_owned())
                .or_insert_with(|| found.clone());
            found = stored.clone();
        }
        found
    }

    fn known_config(&self, folder: &Path) -> Option<FoundConfig> {
        let by_folder = self
            .by_folder
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        by_folder.get(folder).cloned()
    }

    /// Reads the file of a folder; `None` if it has none.
    fn read_folder(&self, folder: &Path) -> Option<Result<Config, ConfigError>> {
        let file = folder.join(FILE_NAME);
        #[cfg(not(target_family = "wasm"))]
        if let Some(text) = self.texts.get(folder) {
            return Some(self.parse_config(&file, folder, text));
        }
        // A folder with this name is not a project file. Anything else has to be read, and fails
        // if it cannot.
        match files::read_kind(&file) {
            Ok(PathKind::Folder) | Err(_) => None,
            Ok(_) => Some(self.read_config(&file, folder)),
        }
    }

    fn read_config(&self, file: &Path, folder: &Path) -> Result<Config, ConfigError> {
        let shown = files::path_text(file.strip_prefix(&self.shown_from).unwrap_or(file));
        // A link into the working folder belongs to the user, like the folder itself.
        let stays = self
            .links
            .check(file, folder)
            .or(self.links.check(file, &self.shown_from));
        let bytes = stays.and_then(|()| files::read_regular(file, MAX_CONFIG_BYTES));
        match bytes
            .map_err(FileMessage::from)
            .and_then(files::decode_text)
        {
            Ok(text) => self.parse_config(file, folder, &text),
            Err(message) => Err(ConfigError::whole(&shown, message.into())),
        }
    }

    fn parse_config(&self, file: &Path, folder: &Path, text: &str) -> Result<Config, ConfigError> {
        let shown = files::path_text(file.strip_prefix(&self.shown_from).unwrap_or(file));
        let config = Config::parse(&shown, folder, text)?;
        let mut problems = Vec::new();
        for overlay in &config.overlays {
            let path = overlay.value.display().to_string();
            let message = match files::read_kind(&folder.join(&overlay.value)) {
                Ok(PathKind::File | PathKind::Folder) => continue,
                Ok(PathKind::Stream) => ConfigMessage::OverlayNotRegular { path },
                Err(_) => ConfigMessage::NoOverlay { path },
            };
            problems.push(Problem::from_span(overlay.span.clone(), message));
        }
        config.fail_with(problems)?;
        Ok(config)
    }
}

/// The game and format that the user or a `sleeve.toml` sets.
#[derive(Clone, Copy, Debug, Default)]
pub struct TargetRequest<'a> {
    /// The game of decks that name none.
    pub game: Option<&'a str>,
    /// The format, or GAME/FORMAT, which overrides the deck's.
    pub format: Option<&'a str>,
    /// The format, or GAME/FORMAT, of decks that name none.
    pub default_format: Option<&'a str>,
}

/// The reason why a deck's game or format is unknown, with the place in the deck.
pub type TargetProblem = Problem<TargetMessage>;

/// The problem of a game that does not exist.
pub fn unknown_game_problem(
    library: &Library,
    name: &str,
    span: Option<Range<usize>>,
) -> TargetProblem {
    let (name, candidates) = (name.to_owned(), library.game_ids());
    Problem::from_maybe_span(span, TargetMessage::UnknownGame { name, candidates })
}

/// The problem of a format that the game does not have.
pub fn unknown_format_problem(
    library: &Library,
    catalog: &Catalog,
    name: &str,
    span: Option<Range<usize>>,
) -> TargetProblem {
    let (name, game) = (name.to_owned(), catalog.game.id().to_owned());
    let named: Vec<Named> = catalog.formats().map(|f| f.named.clone()).collect();
    let message = match library.games_with_format(&name).into_iter().next() {
        Some(other) => {
            let candidates = named.iter().map(|format| format.id.to_string()).collect();
            TargetMessage::FormatElsewhere { name, game, candidates, other }
        }
        None => {
            let candidates = nearest_first(&name, &named, Lang::En);
            TargetMessage::UnknownFormat { name, game, candidates, named }
        }
    };
    Problem::from_maybe_span(span, message)
}

/// The most cards of a deck that are looked up in all games to find the deck's game.
const SAMPLED_CARDS: usize = 500;

/// Finds the game of a deck by its cards: the only one of these games that has any of them, else
/// the only one that has all, else the only one that has nearly all.
fn find_game_by_cards(library: &Library, raw: &RawDeck, games: &[String]) -> Option<String> {
    let cards: Vec<&str> = raw
        .cards()
        .take(SAMPLED_CARDS)
        .map(|card| &*card.name)
        .collect();
    let mut found: Vec<(&String, usize)> = Vec::new();
    for game in games {
        let Ok(catalog) = library.open(game) else { continue };
        let known = cards
            .iter()
            .filter(|name| !catalog.cards.find_by_name(name).is_empty())
            .count();
        if known > 0 {
            found.push((game, known));
        }
    }
    // Four of five are nearly all: a list has lines for people, and names with slips.
    for least in [1, cards.len(), cards.len() * 4 / 5] {
        let mut games = found.iter().filter(|(_, known)| *known >= least.max(1));
        if let (Some((only, _)), None) = (games.next(), games.next()) {
            return Some((*only).clone());
        }
    }
    None
}

/// Finds the game of a deck that names none: the only one with a format of this name, or else the
/// one that knows the deck's cards or reads such files.
fn find_game(
    library: &Library,
    raw: &RawDeck,
    format: Option<&str>,
) -> Result<String, TargetMessage> {
    let mut games = format
        .map(|word| library.games_with_format(word))
        .unwrap_or_default();
    if games.is_empty() {
        games = library.game_ids();
    }
    if let [only] = games.as_slice() {
        return Ok(only.clone());
    }
    match find_game_by_cards(library, raw, &games) {
        Some(game) => Ok(game),
        None => find_game_by_form(library, raw, &games),
    }
}

/// Finds the only one of these games that recognises the file's format.
fn find_game_by_form(
    library: &Library,
    raw: &RawDeck,
    games: &[String],
) -> Result<String, TargetMessage> {
    let heads = library
        .heads()
        .iter()
        .filter(|head| games.iter().any(|id| head.named.id == *id));
    let described = heads.map(|head| (head.named.id.as_str(), head.described.as_slice()));
    let found: Vec<String> = games_recognising(raw, described)
        .into_iter()
        .map(str::to_owned)
        .collect();
    match found.as_slice() {
        [] => {
            let line = raw.reader.heads().line("game", "…");
            Err(TargetMessage::NoGame { line, candidates: library.game_ids() })
        }
        [only] => Ok(only.clone()),
        _ => Err(TargetMessage::GamesOfForm {
            form: raw.reader.name().to_owned(),
            candidates: found,
        }),
    }
}

/// Whether a format can check any deck. If it has a role, or a parameter without a default, a deck
/// would have to name them, and lists without a format could not be checked.
fn asks_nothing(format: &Format) -> bool {
    format.roles.is_empty() && format.parameters.iter().all(|of| of.default.is_some())
}

/// The id of the game and the word for the format, for checking a deck. If neither the deck nor the
/// user names a game, it is the game that knows the deck's cards, else the only game with such deck
/// files.
pub fn find_target(
    library: &Library,
    raw: &RawDeck,
    wishes: TargetRequest<'_>,
) -> Result<(String, String), TargetProblem> {
    let requested = wishes.format;
    let (requested_game, requested) = match requested.and_then(|f| f.split_once('/')) {
        Some((game, format)) => (Some(game), Some(format)),
        None => (None, requested),
    };
    let (default_game, default) = match wishes.default_format.map(|f| f.split_once('/')) {
        Some(Some((game, format))) => (Some(game), Some(format)),
        _ => (None, wishes.default_format),
    };
    let format = requested.or(raw.format.as_ref().map(|f| f.value.as_str()));
    let named = match (requested_game, &raw.game) {
        (Some(game), _) => Some((game, None)),
        (None, Some(written)) => Some((written.value.as_str(), Some(written.span.clone()))),
        (None, None) => wishes.game.or(default_game).map(|game| (game, None)),
    };
    let game = match named {
        Some((word, span)) => library
            .game_id(word)
            .ok_or_else(|| unknown_game_problem(library, word, span))?,
        None => find_game(library, raw, format.or(default))?,
    };
    // The default belongs to one game; decks of another game have to name their format.
    let default_of_game = default.filter(|format| match default_game {
        Some(word) => library.game_id(word).is_some_and(|id| id == game),
        None => library.games_with_format(format).contains(&game),
    });
    if let Some(format) = format.or(default_of_game) {
        return Ok((game, format.to_owned()));
    }
    let catalog = library.open(&game).ok();
    let formats: Vec<&Format> = catalog
        .iter()
        .flat_map(|catalog| catalog.formats())
        .collect();
    if let [only] = formats.as_slice()
        && asks_nothing(only)
    {
        return Ok((game, only.named.id.to_string()));
    }
    let candidates = formats
        .iter()
        .map(|format| format.named.id.to_string())
        .collect();
    let line = raw.reader.heads().line("format", "…");
    Err(TargetMessage::NoFormat { game, line, candidates }.into())
}
