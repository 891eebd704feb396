//! From inputs to checked decks: all at once, or in parts for very many decks if only verdicts are
//! needed. Also finds the deck files of inputs.

use super::{
    Batch, CheckRequest, Watch, config,
    deck::CheckedDeck,
    judged::{Judge, JudgedFile},
    read::{Catalogs, Memory},
};
use sleeve_data::{
    files::{FileMessage, path_from_text, path_text},
    problem::Candidates,
};
use sleeve_decks::{
    self as decks, DeckError, DeckFile, DeckMessage, DeckProblem, DeckSearch, Input, WhySkipped,
};
use sleeve_library::project::{self, Projects};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// Number of files judged before their verdicts are passed on: enough to make the caches of a part
/// worthwhile.
const FILES_OF_A_PART: usize = 4_096;

/// Number of calls after which a thread clears its lookups, because names of decks would eventually
/// fill the memory.
const CALLS_OF_A_MEMORY: usize = 512;

/// A call of [`check`](super::check()) that waits for its turn.
pub struct CheckCall {
    pub projects: Arc<Projects>,
    pub inputs: Vec<Input>,
    pub request: CheckRequest,
    /// Takes the result.
    pub answer: Box<dyn FnOnce(Batch) + Send>,
}

/// Checks one call after another on this thread, until `next` has none. Lookups and parsed rules
/// are reused for later calls, which makes each as cheap as one deck of many.
pub fn check_in_turn(mut next: impl FnMut() -> Option<CheckCall>) {
    let mut waiting = next();
    while let Some(first) = &waiting {
        let catalogs = Catalogs::default();
        let mut memory = Memory::new(&catalogs, true, &first.request);
        for _ in 0..CALLS_OF_A_MEMORY {
            let Some(call) = waiting.take_if(|call| memory.serves(&call.request)) else { break };
            let CheckCall { projects, inputs, request, answer } = call;
            let mut decks = Vec::new();
            let batch = run_with(&mut memory, &projects, inputs, &request, true, &(), |part| {
                decks.extend(part);
            });
            answer(Batch { decks, ..batch });
            waiting = next();
        }
    }
}

/// Reads inputs and checks them if requested. `take` gets the decks in the order of the inputs: all
/// at once, or in parts if only verdicts are needed, so that none of them is kept.
pub(super) fn run(
    projects: &Projects,
    inputs: Vec<Input>,
    request: &CheckRequest,
    asks_rules: bool,
    watch: &dyn Watch,
    take: impl FnMut(Vec<CheckedDeck>),
) -> Batch {
    let catalogs = Catalogs::default();
    let mut memory = Memory::new(&catalogs, false, request);
    run_with(&mut memory, projects, inputs, request, asks_rules, watch, take)
}

/// Like [`run`], with a thread's memory.
fn run_with(
    memory: &mut Memory<'_>,
    projects: &Projects,
    inputs: Vec<Input>,
    request: &CheckRequest,
    asks_rules: bool,
    watch: &dyn Watch,
    mut take: impl FnMut(Vec<CheckedDeck>),
) -> Batch {
    let mut given = inputs
        .iter()
        .filter(|input| matches!(input, Input::Path(_)));
    let first_path = given.next().map(Input::shown_path);
    let (files, skipped) = collect_files(inputs, projects, request.only_decks);
    let judge = Judge::new(projects, request, asks_rules, files.len());
    if !judge.is_single_threaded {
        watch.begins(files.len());
    }
    let most = if request.verdicts_only { FILES_OF_A_PART } else { usize::MAX };
    let mut rest = FileRests { skipped, ..FileRests::default() };
    let mut unread = files.into_iter();
    while unread.len() > 0 {
        let judged = judge.judge_all(unread.by_ref().take(most).collect(), watch, memory);
        let mut decks = Vec::with_capacity(judged.iter().map(|file| file.decks.len()).sum());
        for file in judged {
            rest.add_file(file, &mut decks);
        }
        // The first decks are repaired before a later file turns out to contain many.
        if !judge.seeks_repairs() {
            for deck in &mut decks {
                deck.drop_repair();
            }
        }
        take(decks);
    }
    let FileRests { mut skipped, left, of_projects, has_decks } = rest;
    // A folder with data and no deck: the user probably meant another folder, which is an error.
    if !request.only_decks
        && !has_decks
        && let Some(path) = first_path
        && skipped.iter().any(|file| file.why == WhySkipped::Data)
    {
        let obstacles = vec![DeckProblem::from(DeckMessage::NoDecks).into_any()];
        take(vec![CheckedDeck::no_deck(&path, &Arc::from(""), obstacles)]);
    }
    skipped.extend(left);
    let configs = if asks_rules { config::check_configs(&of_projects) } else { Vec::new() };
    Batch { decks: Vec::new(), configs, skipped }
}

/// What a batch needs of files apart from their decks.
#[derive(Default)]
struct FileRests {
    /// The files that are not decks.
    skipped: Vec<SkippedFile>,
    /// The files that were left when the user stopped.
    left: Vec<SkippedFile>,
    /// The files to which a `sleeve.toml` applies.
    of_projects: Vec<JudgedFile>,
    has_decks: bool,
}

impl FileRests {
    /// Adds a file whose decks go to the others.
    fn add_file(&mut self, mut file: JudgedFile, decks: &mut Vec<CheckedDeck>) {
        let path = file.shown.clone();
        if file.is_left() {
            self.left
                .push(SkippedFile { path, why: WhySkipped::Stopped });
            return;
        }
        if file.is_data {
            self.skipped
                .push(SkippedFile { path, why: WhySkipped::Data });
        }
        file.has_format = file.decks.iter().any(|deck| deck.format_id().is_some());
        self.has_decks |= !file.decks.is_empty();
        decks.append(&mut file.decks);
        if file.has_config() {
            self.of_projects.push(file);
        }
    }
}

/// Most unreadable paths for which similar file names are searched.
const MAX_NEAR_PATHS: usize = 10;

/// Something in a folder that was not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedFile {
    /// The path as the user would write it.
    pub path: String,
    pub why: WhySkipped,
}

fn refused_file(path: PathBuf, error: DeckError) -> DeckFile {
    DeckFile::new(Input::Content(error.path.clone(), Err(error)), path)
}

/// Collects the deck files of inputs, in order, and the files of folders that are not decks.
pub(super) fn collect_files(
    inputs: Vec<Input>,
    projects: &Projects,
    only_decks: bool,
) -> (Vec<DeckFile>, Vec<SkippedFile>) {
    let folder = projects.folder();
    let search = DeckSearch { links: projects.links(), only_decks };
    let (mut files, mut skipped, mut lost) = (Vec::new(), Vec::new(), 0);
    for input in inputs {
        match input {
            Input::Path(path) => {
                let (path, number) = decks::split_number(folder, path);
                let before = files.len();
                if lost >= MAX_NEAR_PATHS && !folder.join(&path).exists() {
                    let message = FileMessage::NotThere { candidates: Candidates::default() };
                    let error = DeckError::from_message(&path_text(&path), message);
                    files.push(refused_file(path, error));
                } else {
                    add_stored_files(&path, projects, search, &mut files, &mut skipped);
                }
                for file in files.get_mut(before..).unwrap_or_default() {
                    lost += usize::from(matches!(file.input, Input::Content(_, Err(_))));
                    file.number = number;
                }
            }
            given => {
                let path = folder.join(path_from_text(&given.shown_path()));
                files.push(DeckFile::new(given, path));
            }
        }
    }
    (files, skipped)
}

fn add_stored_files(
    path: &Path,
    projects: &Projects,
    search: DeckSearch,
    files: &mut Vec<DeckFile>,
    skipped: &mut Vec<SkippedFile>,
) {
    let folder = projects.folder();
    let within = folder.join(path);
    let found = decks::find_with_forms(&[&within], search, &|| {
        let project = projects.find_project(&project::canonical_folder(&within));
        project
            .map(|project| project.library.described_readers())
            .unwrap_or_default()
    });
    files.extend(found.files.into_iter().map(|found| DeckFile {
        input: Input::Path(relative_path(&found.path, folder, path).to_owned()),
        ..found
    }));
    skipped.extend(found.skipped.into_iter().map(|found| SkippedFile {
        path: path_text(relative_path(&found.path, folder, path)),
        why: found.why,
    }));
    files.extend(found.errors.into_iter().map(|mut error| {
        let found = path_from_text(&error.path);
        error.path = if found == folder.join(path) {
            path_text(path)
        } else {
            path_text(relative_path(&found, folder, path))
        };
        refused_file(path.to_owned(), error)
    }));
}

/// A path as the user would write it: relative if the given path was.
fn relative_path<'p>(found: &'p Path, folder: &Path, given: &Path) -> &'p Path {
    let relative = found
        .strip_prefix(folder)
        .ok()
        .filter(|_| given.is_relative());
    relative.unwrap_or(found)
}
