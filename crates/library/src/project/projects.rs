//! What holds in a folder: its `sleeve.toml`, and the games under that file's overlays.

use super::{Config, ConfigError, Configs};
use crate::{CatalogError, Clock, Library, ShippedGames, Surroundings};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What holds in a folder.
#[derive(Clone, Debug)]
pub struct Project {
    pub config: Option<Arc<Config>>,
    pub library: Arc<Library>,
}

/// Why decks of a folder cannot be judged.
#[derive(Clone, Debug)]
pub enum ProjectError {
    Config(Arc<ConfigError>),
    /// The card data that it (or the command line) names has mistakes.
    Data(Arc<CatalogError>),
}

/// The games, or what is wrong with an overlay.
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
    surroundings: Surroundings,
    clock: Clock,
    /// By the folder of the file; without a file by the empty path.
    libraries: Mutex<BTreeMap<PathBuf, OpenedLibrary>>,
}

/// A folder without `.`, `..` and links, so that its parents can be told from its path.
pub fn plain(folder: &Path) -> PathBuf {
    std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

impl Projects {
    /// The shipped games and these overlays; no file is read yet. Relative paths start from the folder, and paths below it are shown without
    /// it; the overlays lie over those of every `sleeve.toml`.
    pub fn new(shipped: ShippedGames, folder: &Path, overlays: Vec<PathBuf>) -> Projects {
        let configs = Configs::new(&plain(folder));
        let (folder, around) = (folder.to_owned(), Surroundings::default());
        let libraries = Mutex::default();
        Projects {
            shipped,
            folder,
            configs,
            overlays,
            surroundings: around,
            clock: Clock::default(),
            libraries,
        }
    }

    /// The same with a folder of games of the user's, and with who keeps what was compiled.
    pub fn with_surroundings(self, around: Surroundings) -> Projects {
        Projects { surroundings: around, ..self }
    }

    /// The same where this day is today, as [`Library::clock`].
    pub fn today(self, today: impl Into<Clock>) -> Projects {
        Projects { clock: today.into(), ..self }
    }

    /// These games and no others, with no folder: what decks name is all that holds for them.
    pub fn from_library(library: Library) -> Projects {
        let libraries = BTreeMap::from([(PathBuf::new(), Ok(Arc::new(library)))]);
        Projects {
            shipped: &[],
            folder: PathBuf::new(),
            configs: Configs::empty(),
            overlays: Vec::new(),
            surroundings: Surroundings::default(),
            clock: Clock::default(),
            libraries: Mutex::new(libraries),
        }
    }

    /// The folder that relative paths start from.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// What holds in the folder that relative paths start from.
    ///
    /// # Errors
    /// When its `sleeve.toml` or an overlay cannot be used.
    pub fn current_project(&self) -> Result<Project, ProjectError> {
        self.find_project(&plain(&self.folder))
    }

    /// What holds in a [`plain`] folder.
    ///
    /// # Errors
    /// When its `sleeve.toml` or an overlay cannot be used.
    pub fn find_project(&self, folder: &Path) -> Result<Project, ProjectError> {
        let config = self.configs.find_config(folder).map_err(ProjectError::Config)?;
        let library = self.open_library(config.as_deref()).map_err(ProjectError::Data)?;
        Ok(Project { library, config })
    }

    /// The games under the overlays of the user alone.
    ///
    /// # Errors
    /// When an overlay cannot be used.
    pub fn without_config(&self) -> OpenedLibrary {
        self.open_library(None)
    }

    fn open_library(&self, config: Option<&Config>) -> OpenedLibrary {
        let own = config.filter(|c| !c.overlays.is_empty());
        let key = own.map(|c| c.folder.clone()).unwrap_or_default();
        let mut libraries = self.libraries.lock().unwrap_or_else(PoisonError::into_inner);
        let library = libraries.entry(key).or_insert_with(|| {
            let own = own.into_iter().flat_map(Config::overlay_paths);
            let overlays: Vec<PathBuf> = own.chain(self.overlays.iter().cloned()).collect();
            let library = Library::with_surroundings(self.shipped, &self.surroundings, &overlays);
            library.map(|library| Arc::new(library.today(self.clock.clone()))).map_err(Arc::new)
        });
        library.clone()
    }
}
