//! What a document is, and which files belong to it.

use crate::document::OpenText;
use sleeve_data::model::DeckReader;
use sleeve_data::source;
use sleeve_library::project::{Configs, FILE_NAME, canonical_folder};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What a document is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Deck,
    /// Cards, lists and formats of a game.
    Data,
    /// `game.toml`
    Game,
    /// `sleeve.toml`
    Project,
    Event,
    /// `import.toml`
    Mapping,
    /// Nothing of ours: an editor hands over every file of a language.
    Other,
}

/// Languages that editors call by this, and by this with an ending, hold decks whatever stands in them.
const DECK_LANGUAGE: &str = "sleeve";

impl Kind {
    /// Tells what a document is.
    pub(crate) fn of(
        document: &OpenText,
        described: impl FnOnce() -> Vec<Arc<DeckReader>>,
    ) -> Kind {
        let (name, text) = (document.file_name(), document.text.as_str());
        match name {
            FILE_NAME => return Kind::Project,
            "event.toml" => return Kind::Event,
            "game.toml" => return Kind::Game,
            "import.toml" => return Kind::Mapping,
            "Cargo.toml" => return Kind::Other,
            _ if document.is_too_large => return Kind::Other,
            _ if name.ends_with(".event.toml") => return Kind::Event,
            _ if sleeve_decks::is_game_data(text.as_bytes()) => return Kind::Data,
            _ => {}
        }
        let is_deck = document.language.starts_with(DECK_LANGUAGE)
            || sleeve_decks::is_deck(&document.path, text, &described());
        let extension = document.extension();
        if is_deck {
            Kind::Deck
        } else if ["toml", "csv"].contains(&extension.as_str())
            && data_root(&document.path) != document.path
        {
            Kind::Data
        } else {
            Kind::Other
        }
    }

    /// The schema of its keys, by its name.
    pub(crate) fn schema(self) -> Option<&'static str> {
        match self {
            Kind::Deck => Some("deck"),
            Kind::Data => Some("data"),
            Kind::Game => Some("game"),
            Kind::Project => Some("project"),
            Kind::Event => Some("event"),
            Kind::Mapping => Some("import"),
            Kind::Other => None,
        }
    }
}

/// The folder or file that is linted with a file of data: the whole game that it is of, or the overlay of its `sleeve.toml`, or the
/// file alone.
pub(crate) fn data_root(path: &Path) -> PathBuf {
    let Some(folder) = path.parent() else { return path.to_owned() };
    let mut games = folder.ancestors().take(source::MAX_FOLDERS_DEEP + 1);
    if let Some(game) = games.find(|folder| folder.join("game.toml").is_file()) {
        return game.to_owned();
    }
    if path.file_name().is_some_and(|name| name == "game.toml") {
        return folder.to_owned();
    }
    let config = Configs::new(Path::new("")).find_config(&canonical_folder(folder)).ok().flatten();
    let overlays = config.iter().flat_map(|config| config.overlay_paths().collect::<Vec<_>>());
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut holding = overlays.map(|overlay| canonical_folder(&overlay));
    holding.find(|overlay| real.starts_with(overlay)).unwrap_or_else(|| path.to_owned())
}

/// The files of data below a folder, or a file alone.
pub(crate) fn find_files(root: &Path) -> Vec<PathBuf> {
    let within = root.is_dir().then(|| source::find_data_files(root).unwrap_or_default());
    within.unwrap_or_else(|| vec![root.to_owned()])
}

/// The same, with the texts of the editor where it has them.
pub(crate) fn data_files(
    root: &Path,
    open: &BTreeMap<PathBuf, Arc<OpenText>>,
) -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths = find_files(root);
    // A file that was not saved yet, or has vanished.
    let missing = open.keys().filter(|path| path.starts_with(root) && !paths.contains(path));
    let missing: Vec<PathBuf> = missing.cloned().collect();
    paths.extend(missing);
    let read = |path: &PathBuf| match open.get(path) {
        Some(document) => Some(document.text.clone().into_bytes()),
        // One byte more than the limit shows that it is too large.
        None => sleeve_data::files::read_beginning(path, source::FILE_LIMIT + 1).ok(),
    };
    paths.iter().filter_map(|path| Some((path.clone(), read(path)?))).collect()
}
