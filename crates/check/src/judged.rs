//! Files and decks on their way to a verdict, and what all of them share.

use super::{
    CheckRequest,
    copy_states::StateCopies,
    deck::{CheckedDeck, DeckState},
    messages::CheckMessage,
};
use sleeve_data::{
    model::{Catalog, Deck},
    problem::Problem,
};
use sleeve_decks::{self as decks, DeckFile, RawDeck};
use sleeve_library::{
    Library,
    project::{self, Config, Project, ProjectError, Projects, TargetProblem},
};
use sleeve_odds::Budget;
use sleeve_rules::WorkBudget;
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// A file with its decks and problems.
pub(super) struct JudgedFile {
    /// The file, until it is read.
    pub(super) unread: Option<DeckFile>,
    pub(super) path: PathBuf,
    /// The path as the user would write it.
    pub(super) shown: String,
    /// The decks that are read but not judged.
    pub(super) read: Vec<ReadDeck>,
    /// Its judged decks, each once for each format it was checked against.
    pub(super) decks: Vec<CheckedDeck>,
    /// The project of the file's folder.
    pub(super) project: Result<Project, ProjectError>,
    /// Indices of the file's assertions in the `sleeve.toml`.
    pub(super) concerned_assertions: Vec<usize>,
    pub(super) assertion_mistakes: Vec<Problem<CheckMessage>>,
    /// Whether a format is known for one of its decks.
    pub(super) has_format: bool,
    /// Whether it contains data of a game and not a deck.
    pub(super) is_data: bool,
}

impl JudgedFile {
    /// A file of which only the folder is known.
    pub(super) fn new(file: DeckFile, folder: &FolderProject) -> JudgedFile {
        let name = file.path.file_name();
        JudgedFile {
            path: name.map_or_else(|| folder.folder.clone(), |name| folder.folder.join(name)),
            shown: file.input.shown_path(),
            unread: Some(file),
            read: Vec::new(),
            decks: Vec::new(),
            project: folder.project.clone(),
            concerned_assertions: Vec::new(),
            assertion_mistakes: Vec::new(),
            has_format: false,
            is_data: false,
        }
    }

    /// Whether a file found in a folder contains data of a game: it belongs to an overlay of the
    /// `sleeve.toml`, or declares cards, formats or lists.
    pub(super) fn has_data(&self, bytes: &[u8]) -> bool {
        let config = self.config();
        let mut overlays = config.iter().flat_map(|config| config.overlay_paths());
        let is_toml = self.path.extension().is_some_and(|ending| ending == "toml");
        overlays.any(|overlay| self.path.starts_with(project::canonical_folder(&overlay)))
            || is_toml && decks::is_game_data(bytes)
    }

    /// Whether it was not read or not judged, because the user stopped.
    pub(super) fn is_left(&self) -> bool {
        self.unread.is_some() || !self.read.is_empty()
    }

    /// Whether a `sleeve.toml` applies to it, or has a mistake.
    pub(super) fn has_config(&self) -> bool {
        self.project
            .as_ref()
            .map_or(true, |project| project.config.is_some())
    }

    /// The `sleeve.toml` that applies to it.
    pub(super) fn config(&self) -> Option<Arc<Config>> {
        // In a browser there is none: what follows from one is left out of the engine.
        let project = self
            .project
            .as_ref()
            .ok()
            .filter(|_| cfg!(not(target_family = "wasm")))?;
        project.config.clone()
    }

    /// The games of its folder; every deck with a game has some.
    pub(super) fn library(&self) -> Option<Arc<Library>> {
        self.project
            .as_ref()
            .ok()
            .map(|project| Arc::clone(&project.library))
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

/// Fewer files than this are read and checked on the calling thread, because starting others would
/// take longer.
const MIN_FILES_FOR_THREADS: usize = 16;

impl<'r> Judge<'r> {
    pub(super) fn new(
        projects: &'r Projects,
        request: &'r CheckRequest,
        asks_rules: bool,
        files: usize,
    ) -> Judge<'r> {
        let is_single_threaded = files < MIN_FILES_FOR_THREADS;
        Judge { projects, request, asks_rules, deck_count: files.into(), is_single_threaded }
    }

    /// Whether to search for repairs.
    pub(super) fn seeks_repairs(&self) -> bool {
        self.request.seek_repairs && !self.request.is_all() && self.has_few_decks()
    }

    /// Whether few decks are known so far.
    pub(super) fn has_few_decks(&self) -> bool {
        self.deck_count.load(Ordering::Relaxed) <= super::MAX_MENDED_DECKS
    }
}

/// A folder with its project.
pub(super) struct FolderProject {
    /// The folder, as in the path of the file.
    given: PathBuf,
    /// The folder without `.`, `..` and links.
    folder: PathBuf,
    /// Same as for the file.
    found_in: Option<Arc<Path>>,
    project: Result<Project, ProjectError>,
}

impl FolderProject {
    /// The folder of a file, which is usually that of the last one.
    pub(super) fn of_file(
        file: &DeckFile,
        projects: &Projects,
        last: Option<FolderProject>,
    ) -> FolderProject {
        let given = file.path.parent().unwrap_or(Path::new(""));
        if let Some(last) = last
            && last.given == given
            && last.found_in == file.found_in
        {
            return last;
        }
        let (folder, found_in) = (project::canonical_folder(given), file.found_in.clone());
        let project = projects.find_project_below(&folder, found_in.as_deref());
        FolderProject { given: given.to_owned(), folder, found_in, project }
    }
}

/// A deck of a known game, or a file that is none.
pub(super) type ReadDeck = Result<Box<GameDeck>, Box<CheckedDeck>>;

/// A deck of a known game, as written.
pub(super) struct GameDeck {
    pub(super) raw: RawDeck,
    pub(super) catalog: Arc<Catalog>,
    /// The words for the formats to check it against, which the game has; `Err` if there are none.
    pub(super) formats: Result<Vec<String>, TargetProblem>,
    /// The copies in a state that it may contain, until its catalog has them.
    pub(super) copies: StateCopies,
}

impl GameDeck {
    /// The deck without a result of the rules.
    pub(super) fn without_verdict(
        &self,
        deck: Deck,
        format: Option<String>,
        obstacles: Vec<Problem>,
    ) -> CheckedDeck {
        let catalog = Arc::clone(&self.catalog);
        CheckedDeck::new(&self.raw, DeckState::Read { catalog, deck, format, obstacles })
    }
}
