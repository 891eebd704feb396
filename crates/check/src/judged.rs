//! Files and decks on their way to a verdict, and what all of them share.

use super::CheckRequest;
use super::deck::{CheckedDeck, DeckState};
use sleeve_data::model::{Catalog, Deck};
use sleeve_data::problem::Problem;
use sleeve_decks::{self as decks, DeckFile, RawDeck};
use sleeve_library::Library;
use sleeve_library::project::{self, Config, Project, ProjectError, Projects, TargetProblem};
use sleeve_odds::Budget;
use sleeve_rules::WorkBudget;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

/// A file with its decks and problems.
pub(super) struct JudgedFile {
    pub(super) path: PathBuf,
    /// The deck of the file, once for each format it was checked against.
    pub(super) decks: Vec<CheckedDeck>,
    /// The project of the file's folder.
    pub(super) project: Result<Project, ProjectError>,
    /// Indices of the file's assertions in the `sleeve.toml`.
    pub(super) concerned_assertions: Vec<usize>,
    pub(super) assertion_mistakes: Vec<Problem>,
    /// Whether a format is known for one of its decks.
    pub(super) has_format: bool,
    /// The path shown to users, if the file contains data of a game and not a deck.
    pub(super) data_path: Option<String>,
}

impl JudgedFile {
    /// A file of which only the folder is known.
    pub(super) fn new(file: &DeckFile, folder: &FolderProject) -> JudgedFile {
        let name = file.path.file_name();
        JudgedFile {
            path: name.map_or_else(|| folder.folder.clone(), |name| folder.folder.join(name)),
            decks: Vec::with_capacity(1),
            project: folder.project.clone(),
            concerned_assertions: Vec::new(),
            assertion_mistakes: Vec::new(),
            has_format: false,
            data_path: None,
        }
    }

    /// Whether a file found in a folder contains data of a game: it belongs to an overlay of the
    /// `sleeve.toml`, or declares cards, formats or lists.
    pub(super) fn is_data(&self, bytes: &[u8]) -> bool {
        let config = self.config();
        let mut overlays = config.iter().flat_map(|config| config.overlay_paths());
        let is_toml = self.path.extension().is_some_and(|ending| ending == "toml");
        overlays.any(|overlay| self.path.starts_with(project::canonical_folder(&overlay)))
            || is_toml && decks::is_game_data(bytes)
    }

    /// Whether a `sleeve.toml` applies to it, or has a mistake.
    pub(super) fn has_config(&self) -> bool {
        self.project.as_ref().map_or(true, |project| project.config.is_some())
    }

    /// The `sleeve.toml` that applies to it.
    pub(super) fn config(&self) -> Option<Arc<Config>> {
        self.project.as_ref().ok().and_then(|project| project.config.clone())
    }

    /// The games of its folder; every deck with a game has some.
    pub(super) fn library(&self) -> Option<Arc<Library>> {
        self.project.as_ref().ok().map(|project| Arc::clone(&project.library))
    }
}

/// The budgets of one deck, shared by all formats it is checked against, so that `all` costs no
/// multiple.
#[derive(Default)]
pub(super) struct Costs {
    /// For the conditions of formats.
    pub(super) rules: WorkBudget,
    /// For the conditions of assertions.
    pub(super) assertions: WorkBudget,
    /// For counting opening hands.
    pub(super) openings: Budget,
}

/// Reads and checks files for one request.
pub(super) struct Judge<'r> {
    pub(super) projects: &'r Projects,
    pub(super) request: &'r CheckRequest,
    pub(super) asks_rules: bool,
    /// The known number of decks: at first that of the files, each of which may contain several.
    pub(super) deck_count: AtomicUsize,
    /// Whether one thread does all the work, which is fastest for a few files.
    pub(super) is_single_threaded: bool,
}

/// The position of a file among the files, and that of a deck in a file with several.
pub(super) type Place = (usize, usize);

/// A folder with its project. A worker keeps the last one, because files of one folder follow each
/// other.
pub(super) struct FolderProject {
    /// The folder, as in the path of the file.
    pub(super) given: PathBuf,
    /// The folder without `.`, `..` and links.
    pub(super) folder: PathBuf,
    /// Same as for the file.
    pub(super) found_in: Option<Arc<Path>>,
    pub(super) project: Result<Project, ProjectError>,
}

/// A deck of a known game, as written.
pub(super) struct GameDeck {
    pub(super) raw: RawDeck,
    pub(super) catalog: Arc<Catalog>,
    /// The word for the format, or `all`; `Err` if there is none.
    pub(super) format: Result<String, TargetProblem>,
}

impl GameDeck {
    /// The file as one that is not a deck of the game.
    pub(super) fn unreadable_deck(&self, obstacles: Vec<Problem>) -> CheckedDeck {
        self.with_state(DeckState::Unreadable(obstacles))
    }

    pub(super) fn with_state(&self, state: DeckState) -> CheckedDeck {
        let (path, text) = (self.raw.path.clone(), Arc::clone(&self.raw.text));
        CheckedDeck { path, part: self.raw.part, text, state, legal_until: None }
    }

    pub(super) fn without_verdict(
        &self,
        deck: Deck,
        format: Option<String>,
        obstacles: Vec<Problem>,
    ) -> CheckedDeck {
        let catalog = Arc::clone(&self.catalog);
        self.with_state(DeckState::Read { catalog, deck, format, obstacles })
    }
}
