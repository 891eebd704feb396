//! The project of a deck: its `sleeve.toml`, found upwards as cargo finds its manifest, the games under that
//! file's overlays, and the game and format to check the deck against.
//!
//! The conditions of assertions stay texts here: only the check of a deck knows the game that gives their
//! words a meaning.

mod config;
mod keys;
mod messages;
mod read;
mod target;
#[cfg(test)]
mod tests;

use crate::{CatalogError, Clock, GameSources, Library, ShippedGames};
pub use config::{
    Assertion, AssertionBody, Config, ConfigError, ConfigProblem, Globs, MAX_PATTERN, MAX_PATTERNS,
    RuleLevel, TextLiteral, UNKNOWN_KEY, UNKNOWN_RULE, UNUSED_ASSERTION,
};
pub use keys::{KEYS, PROJECT_KEYS, ProjectKey};
pub use messages::{ConfigMessage, TargetMessage};
pub use read::{MAX_ASSERTS, MAX_LEVELS, MAX_OVERLAYS};
use sleeve_data::files::{self, FileMessage, PathKind};
use sleeve_data::model::Spanned;
use sleeve_data::problem::Problem;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
pub use target::{
    TargetProblem, TargetRequest, find_target, unknown_format_problem, unknown_game_problem,
};

/// The project of a folder.
#[derive(Clone, Debug)]
pub struct Project {
    pub config: Option<Arc<Config>>,
    pub library: Arc<Library>,
}

/// Why the project of a folder cannot be used.
#[derive(Clone, Debug)]
pub enum ProjectError {
    Config(Arc<ConfigError>),
    /// The card data that the `sleeve.toml` or the command line names has mistakes.
    Data(Arc<CatalogError>),
}

/// The games, or the mistakes of an overlay.
pub type OpenedLibrary = Result<Arc<Library>, Arc<CatalogError>>;

/// The `sleeve.toml` files in use, and the games under the overlays of each. Each file is read once,
/// and each game opened once for every set of overlays.
#[derive(Debug)]
pub struct Projects {
    shipped: ShippedGames,
    folder: PathBuf,
    configs: Configs,
    /// Overlays of the user: they lie over those of every file.
    overlays: Vec<PathBuf>,
    surroundings: GameSources,
    clock: Clock,
    /// By the folder of the file; without a file by the empty path.
    libraries: Mutex<BTreeMap<PathBuf, OpenedLibrary>>,
}

/// The canonical path of a folder, without `.`, `..` and links, so that its ancestors are those of the path.
pub fn canonical_folder(folder: &Path) -> PathBuf {
    std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

impl Projects {
    /// The shipped games and these overlays; no file is read yet. Relative paths start from the folder, and paths below it are shown without
    /// it; the overlays lie over those of every `sleeve.toml`.
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

    /// Adds a folder of games of the user's and a store of compiled folders.
    pub fn with_sources(self, surroundings: GameSources) -> Projects {
        Projects { surroundings, ..self }
    }

    /// Takes these texts for the `sleeve.toml` of their folders, whatever lies there: those of an editor may not be saved yet.
    #[cfg(not(target_family = "wasm"))]
    pub fn with_texts(mut self, texts: BTreeMap<PathBuf, String>) -> Projects {
        self.configs.texts = texts;
        self
    }

    /// Sets the day of today, as [`Library::with_today`].
    pub fn with_today(self, today: impl Into<Clock>) -> Projects {
        Projects { clock: today.into(), ..self }
    }

    /// The games of one library without any folder: no `sleeve.toml` is looked for.
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
    /// When its `sleeve.toml` or an overlay cannot be used.
    pub fn current_project(&self) -> Result<Project, ProjectError> {
        self.find_project(&canonical_folder(&self.folder))
    }

    /// The project of a [`canonical_folder`] folder.
    ///
    /// # Errors
    /// When its `sleeve.toml` or an overlay cannot be used.
    pub fn find_project(&self, folder: &Path) -> Result<Project, ProjectError> {
        let config = self.configs.find_config(folder).map_err(ProjectError::Config)?;
        let library = self.open_library(config.as_deref()).map_err(ProjectError::Data)?;
        Ok(Project { library, config })
    }

    /// The games under the overlays of the user, without those of any `sleeve.toml`.
    ///
    /// # Errors
    /// When an overlay cannot be used.
    pub fn open_without_config(&self) -> OpenedLibrary {
        self.open_library(None)
    }

    fn open_library(&self, config: Option<&Config>) -> OpenedLibrary {
        // Files without overlays share one library.
        let config = config.filter(|c| !c.overlays.is_empty());
        let key = config.map(|c| c.folder.clone()).unwrap_or_default();
        let mut libraries = self.libraries.lock().unwrap_or_else(PoisonError::into_inner);
        let library = libraries.entry(key).or_insert_with(|| {
            let overlays = config.into_iter().flat_map(Config::overlay_paths);
            let overlays: Vec<PathBuf> = overlays.chain(self.overlays.iter().cloned()).collect();
            let library = Library::with_sources(self.shipped, &self.surroundings, &overlays);
            library
                .map(|library| Arc::new(library.with_today(self.clock.clone())))
                .map_err(Arc::new)
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
    /// Whether no file is looked for.
    is_disabled: bool,
    /// Texts that stand for those of files, by folder.
    #[cfg(not(target_family = "wasm"))]
    texts: BTreeMap<PathBuf, String>,
}

impl Configs {
    /// No file yet; paths below this folder are shown without it.
    pub fn new(shown_from: &Path) -> Configs {
        Configs { shown_from: shown_from.to_owned(), ..Configs::default() }
    }

    /// No file ever, for decks that lie in no folder.
    pub fn empty() -> Configs {
        Configs { is_disabled: true, ..Configs::default() }
    }

    /// Finds the file for a folder: the nearest one in it or above it.
    ///
    /// # Errors
    /// When that file cannot be used.
    pub fn find_config(&self, folder: &Path) -> FoundConfig {
        if self.is_disabled {
            return Ok(None);
        }
        let known = |folder: &Path| {
            let by_folder = self.by_folder.lock().unwrap_or_else(PoisonError::into_inner);
            by_folder.get(folder).cloned()
        };
        let mut passed: Vec<&Path> = Vec::new();
        let mut found: FoundConfig = Ok(None);
        for folder in folder.ancestors() {
            if let Some(cached) = known(folder) {
                found = cached;
                break;
            }
            passed.push(folder);
            let file = folder.join(FILE_NAME);
            #[cfg(not(target_family = "wasm"))]
            if let Some(text) = self.texts.get(folder) {
                let config = self.parse_config(&file, folder, text);
                found = config.map(|config| Some(Arc::new(config))).map_err(Arc::new);
                break;
            }
            // A folder of this name is no project file; anything else is meant to be read, and fails where it cannot.
            if files::read_kind(&file).is_ok_and(|kind| kind != PathKind::Folder) {
                found =
                    self.read_config(&file, folder).map(|c| Some(Arc::new(c))).map_err(Arc::new);
                break;
            }
        }
        let mut by_folder = self.by_folder.lock().unwrap_or_else(PoisonError::into_inner);
        for folder in passed {
            // Another thread may have read the file meanwhile: the first value stays, so that one file is one value.
            let stored = by_folder.entry(folder.to_owned()).or_insert_with(|| found.clone());
            found = stored.clone();
        }
        found
    }

    fn read_config(&self, file: &Path, folder: &Path) -> Result<Config, ConfigError> {
        let shown = files::path_text(file.strip_prefix(&self.shown_from).unwrap_or(file));
        let bytes = files::read_regular(file, MAX_CONFIG_BYTES).map_err(FileMessage::from);
        let text = bytes.and_then(files::decode_text);
        let text = text.map_err(|message| ConfigError::whole(&shown, message.into()))?;
        self.parse_config(file, folder, &text)
    }

    fn parse_config(&self, file: &Path, folder: &Path, text: &str) -> Result<Config, ConfigError> {
        let shown = files::path_text(file.strip_prefix(&self.shown_from).unwrap_or(file));
        let config = Config::parse(&shown, folder, text)?;
        let problem = |path: &Spanned<PathBuf>| {
            let shown = path.value.display().to_string();
            let kind = match files::read_kind(&folder.join(&path.value)) {
                Ok(PathKind::File | PathKind::Folder) => return None,
                Ok(PathKind::Stream) => ConfigMessage::OverlayNotRegular { path: shown },
                Err(_) => ConfigMessage::NoOverlay { path: shown },
            };
            Some(Problem::from_span(path.span.clone(), kind))
        };
        let problems: Vec<ConfigProblem> = config.overlays.iter().filter_map(problem).collect();
        if problems.is_empty() {
            return Ok(config);
        }
        Err(ConfigError { path: shown, text: config.text, problems })
    }
}
