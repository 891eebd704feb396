//! What holds where a deck lies: its `sleeve.toml`, and the games under that file's overlays.

use super::{Config, ConfigError, Configs};
use crate::catalog::{CatalogError, Library};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// What holds in a folder.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its `sleeve.toml`, if it has one.
    pub config: Option<Arc<Config>>,
    /// The games.
    pub library: Arc<Library>,
}

/// Why decks of a folder cannot be judged.
#[derive(Clone, Debug)]
pub enum Trouble {
    /// Their `sleeve.toml` has mistakes.
    Config(Arc<ConfigError>),
    /// The card data that it (or the command line) names has mistakes.
    Data(Option<Arc<Config>>, Arc<CatalogError>),
}

/// The games, or what is wrong with an overlay.
pub type Opened = Result<Arc<Library>, Arc<CatalogError>>;

/// The `sleeve.toml` files in use, and the games under the overlays of each.
#[derive(Debug)]
pub struct Settings {
    configs: Configs,
    /// Overlays of the command line: they lie over those of every file.
    overlays: Vec<PathBuf>,
    /// By the folder of the file; without a file by the empty path.
    libraries: Mutex<BTreeMap<PathBuf, Opened>>,
}

/// A folder without `.`, `..` and links, so that its parents can be told from its path.
pub fn plain(folder: &Path) -> PathBuf {
    std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

impl Settings {
    /// Nothing read yet. Paths below the current folder (a [`plain`] one) are shown without it.
    pub fn new(current: &Path, overlays: Vec<PathBuf>) -> Settings {
        Settings { configs: Configs::new(current), overlays, libraries: Mutex::default() }
    }

    /// What holds in a [`plain`] folder.
    ///
    /// # Errors
    /// When its `sleeve.toml` or an overlay cannot be used.
    pub fn of(&self, folder: &Path) -> Result<Place, Trouble> {
        let config = self.configs.of(folder).map_err(Trouble::Config)?;
        match self.library(config.as_deref()) {
            Ok(library) => Ok(Place { library, config }),
            Err(error) => Err(Trouble::Data(config, error)),
        }
    }

    /// The games under the overlays of the command line alone.
    ///
    /// # Errors
    /// When an overlay cannot be used.
    pub fn shipped(&self) -> Opened {
        self.library(None)
    }

    fn library(&self, config: Option<&Config>) -> Opened {
        let own = config.filter(|c| !c.overlays.is_empty());
        let key = own.map(|c| c.folder.clone()).unwrap_or_default();
        let mut libraries = self.libraries.lock().unwrap_or_else(PoisonError::into_inner);
        let library = libraries.entry(key).or_insert_with(|| {
            let own = own.into_iter().flat_map(Config::overlay_paths);
            let overlays: Vec<PathBuf> = own.chain(self.overlays.iter().cloned()).collect();
            Library::new(&overlays).map(Arc::new).map_err(Arc::new)
        });
        library.clone()
    }
}
