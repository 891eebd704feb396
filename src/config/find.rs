//! Finding the `sleeve.toml` of a deck.

use super::Config;
use super::problem::{ConfigError, Problem, ProblemKind};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The name of the file.
pub const FILE_NAME: &str = "sleeve.toml";
/// Larger files are refused.
const MAX_BYTES: u64 = 1 << 20;

type Found = Result<Option<Arc<Config>>, Arc<ConfigError>>;

/// Every `sleeve.toml` in use, each read once.
#[derive(Debug, Default)]
pub struct Configs {
    /// The folder that shown paths are relative to.
    shown_from: PathBuf,
    by_folder: Mutex<BTreeMap<PathBuf, Found>>,
}

impl Configs {
    /// None yet; paths below this folder are shown without it.
    pub fn new(shown_from: &Path) -> Configs {
        Configs { shown_from: shown_from.to_owned(), by_folder: Mutex::default() }
    }

    /// The file that holds for what lies in a folder: the nearest one in the folder or above it.
    ///
    /// # Errors
    /// When that file cannot be used.
    pub fn of(&self, folder: &Path) -> Found {
        let known = |folder: &Path| {
            let by_folder = self.by_folder.lock().unwrap_or_else(PoisonError::into_inner);
            by_folder.get(folder).cloned()
        };
        let mut passed: Vec<&Path> = Vec::new();
        let mut found: Found = Ok(None);
        for folder in folder.ancestors() {
            if let Some(before) = known(folder) {
                found = before;
                break;
            }
            passed.push(folder);
            let file = folder.join(FILE_NAME);
            if file.is_file() {
                found = self.read(&file, folder).map(|c| Some(Arc::new(c))).map_err(Arc::new);
                break;
            }
        }
        let mut by_folder = self.by_folder.lock().unwrap_or_else(PoisonError::into_inner);
        for folder in passed {
            // Whoever read it first is kept, so that one file is one value.
            let kept = by_folder.entry(folder.to_owned()).or_insert_with(|| found.clone());
            found = kept.clone();
        }
        found
    }

    fn read(&self, file: &Path, folder: &Path) -> Result<Config, ConfigError> {
        let shown = file.strip_prefix(&self.shown_from).unwrap_or(file).display().to_string();
        let whole = |kind| ConfigError::whole(&shown, kind);
        let unreadable = |e: std::io::Error| whole(ProblemKind::Unreadable(e.to_string()));
        if std::fs::metadata(file).map_err(unreadable)?.len() > MAX_BYTES {
            return Err(whole(ProblemKind::TooLarge));
        }
        let text = std::fs::read_to_string(file).map_err(unreadable)?;
        let config = Config::parse(&shown, folder, &text)?;
        let missing = config.overlays.iter().filter(|path| !folder.join(&path.value).exists());
        let problems: Vec<Problem> = missing
            .map(|path| {
                let kind = ProblemKind::NoOverlay { path: path.value.display().to_string() };
                Problem { span: Some(path.span.clone()), kind }
            })
            .collect();
        if problems.is_empty() {
            return Ok(config);
        }
        Err(ConfigError { path: shown, text: config.text, problems })
    }
}
