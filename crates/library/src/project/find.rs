//! Finding the `sleeve.toml` of a deck.

use super::Config;
use super::error::{ConfigError, ConfigProblem};
use super::messages::ConfigMessage;
use sleeve_data::files::{self, FileMessage, PathKind};
use sleeve_data::model::Spanned;
use sleeve_data::problem::Problem;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The name of the file.
pub const FILE_NAME: &str = "sleeve.toml";
/// Larger files are refused, in bytes.
pub const MAX_CONFIG_BYTES: u64 = 1 << 20;

type FoundProject = Result<Option<Arc<Config>>, Arc<ConfigError>>;

/// Every `sleeve.toml` in use, each read once.
#[derive(Debug, Default)]
pub struct Configs {
    /// The folder that shown paths are relative to.
    shown_from: PathBuf,
    by_folder: Mutex<BTreeMap<PathBuf, FoundProject>>,
    /// Whether none is looked for.
    is_off: bool,
}

impl Configs {
    /// None yet; paths below this folder are shown without it.
    pub fn new(shown_from: &Path) -> Configs {
        Configs { shown_from: shown_from.to_owned(), ..Configs::default() }
    }

    /// None ever: decks do not lie in folders.
    pub fn empty() -> Configs {
        Configs { is_off: true, ..Configs::default() }
    }

    /// The file that holds for what lies in a folder: the nearest one in the folder or above it.
    ///
    /// # Errors
    /// When that file cannot be used.
    pub fn find_config(&self, folder: &Path) -> FoundProject {
        if self.is_off {
            return Ok(None);
        }
        let known = |folder: &Path| {
            let by_folder = self.by_folder.lock().unwrap_or_else(PoisonError::into_inner);
            by_folder.get(folder).cloned()
        };
        let mut passed: Vec<&Path> = Vec::new();
        let mut found: FoundProject = Ok(None);
        for folder in folder.ancestors() {
            if let Some(before) = known(folder) {
                found = before;
                break;
            }
            passed.push(folder);
            let file = folder.join(FILE_NAME);
            // A folder of this name is a folder; anything else is meant to be read.
            if files::kind(&file).is_ok_and(|kind| kind != PathKind::Folder) {
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
        let shown = files::path_text(file.strip_prefix(&self.shown_from).unwrap_or(file));
        let bytes = files::read_regular(file, MAX_CONFIG_BYTES).map_err(FileMessage::from);
        let text = bytes.and_then(files::text);
        let text = text.map_err(|message| ConfigError::whole(&shown, message.into()))?;
        let config = Config::parse(&shown, folder, &text)?;
        let problem = |path: &Spanned<PathBuf>| {
            let shown = path.value.display().to_string();
            let kind = match files::kind(&folder.join(&path.value)) {
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
