//! From files to checked decks, many at a time.

use super::copy_states::{GameCatalogs, StateCopies};
use super::deck::{
    CheckedDeck, DeckState, LegalUntil, MAX_MENDED_DECKS, find_legal_until, find_repair, start_day,
};
use super::messages::{too_many_headings, unknown_lines};
use super::read::{Catalogs, CheckCache, Memory, UnjudgedFile};
use super::{CheckRequest, Watch, assertions, is_all, readings};
use sleeve_data::Arrange;
use sleeve_data::model::{Catalog, Date, Format};
use sleeve_data::problem::Problem;
use sleeve_decks::copies::{copies_of_named, has_states};
use sleeve_decks::{self as decks, DeckFile, DeckMessage, DeckProblem, NamedDeck, RawDeck};
use sleeve_library::project::{self, Config, Project, ProjectError, Projects, TargetProblem};
use sleeve_odds::Budget;
use sleeve_rules::{CheckOptions, CheckResult, Rulebook, Verdict, WorkBudget};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Most unresolved lines. A file with more is not a deck of the game, and only the first of them
/// become problems.
pub const MAX_UNKNOWN: usize = 1_000;
/// Most headings of a deck list. A file with more is not a list.
pub const MAX_HEADINGS: usize = 1_000;

/// A file with its decks and problems.
pub(super) struct JudgedFile {
    pub(super) path: PathBuf,
    /// The deck of the file, once for each format it was checked against.
    pub(super) decks: Vec<CheckedDeck>,
    /// The deck of the file while it waits for a catalog with the copies of all decks.
    pub(super) waiting: Option<Box<GameDeck>>,
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
    fn new(file: &DeckFile, folder: &FolderProject) -> JudgedFile {
        let name = file.path.file_name();
        JudgedFile {
            path: name.map_or_else(|| folder.folder.clone(), |name| folder.folder.join(name)),
            decks: Vec::with_capacity(1),
            waiting: None,
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
}

/// The budgets of one deck, shared by all formats it is checked against, so that `all` costs no
/// multiple.
#[derive(Default)]
pub(super) struct Costs {
    /// For the conditions of formats.
    rules: WorkBudget,
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

/// One step of the work on a file.
enum Task {
    File(DeckFile),
    /// A file whose deck waited for its catalog.
    Waited(Box<JudgedFile>),
}

impl Task {
    /// The path shown to users.
    fn shown(self) -> String {
        match self {
            Task::File(file) => file.input.shown_path(),
            Task::Waited(file) => match file.waiting {
                Some(deck) => deck.raw.path,
                None => file.decks.into_iter().map(|deck| deck.path).next().unwrap_or_default(),
            },
        }
    }
}

/// The position of a file among the files, and that of a deck in a file with several.
pub(super) type Place = (usize, usize);

/// The results of tasks, each with its place.
#[derive(Default)]
struct TaskResults {
    judged: Vec<(Place, JudgedFile)>,
    /// Files whose decks wait until all are read.
    waiting: Vec<(Place, JudgedFile)>,
}

/// A folder with its project. A worker keeps the last one, because files of one folder follow each
/// other.
struct FolderProject {
    /// The folder, as in the path of the file.
    given: PathBuf,
    /// The folder without `.`, `..` and links.
    folder: PathBuf,
    /// Same as for the file.
    found_in: Option<Arc<Path>>,
    project: Result<Project, ProjectError>,
}

/// A deck of a known game.
pub(super) struct GameDeck {
    pub(super) raw: RawDeck,
    pub(super) catalog: Arc<Catalog>,
    /// The word for the format, or `all`; `Err` if there is none.
    pub(super) format: Result<String, TargetProblem>,
    /// The copies in a state that it may contain, while no catalog has them.
    pub(super) copies: StateCopies,
}

impl Judge<'_> {
    /// Whether to search for repairs: few decks are known so far.
    pub(super) fn seeks_repairs(&self) -> bool {
        let is_sought = self.request.seek_repairs && !self.request.is_all();
        is_sought && self.deck_count.load(Ordering::Relaxed) <= MAX_MENDED_DECKS
    }

    /// Reads and checks files. Returns the judged ones in order, and the paths of those left when
    /// the user stopped. A few files are judged on this thread with this memory, many on several
    /// threads, each with its own memory.
    pub(super) fn judge_all(
        &self,
        files: Vec<DeckFile>,
        watch: &dyn Watch,
        memory: &mut Memory<'_>,
    ) -> (Vec<JudgedFile>, Vec<String>) {
        let files = files.into_iter().enumerate();
        let files = files.map(|(at, file)| ((at, 0), Task::File(file))).collect();
        let (mut done, mut left) = self.run_tasks(files, watch, memory);
        let mut waiting = std::mem::take(&mut done.waiting);
        let games =
            GameCatalogs::from_waiting(&mut waiting, self.request.compared_catalog.as_ref());
        games.assign_catalogs(&mut waiting);
        done.judged
            .iter_mut()
            .flat_map(|(_, file)| &mut file.decks)
            .for_each(|d| games.assign_catalog(d));
        let waited = waiting.into_iter().map(|(place, file)| (place, Task::Waited(Box::new(file))));
        let (more, also_left) = self.run_tasks(waited.collect(), watch, memory);
        done.judged.extend(more.judged);
        // Threads finish in any order.
        done.judged.arrange_by_key(|(place, _)| *place);
        left.extend(also_left);
        (done.judged.into_iter().map(|(_, judged)| judged).collect(), left)
    }

    /// Runs tasks, on several threads unless there are few files. Returns the results and the paths
    /// of the remaining files.
    fn run_tasks(
        &self,
        tasks: Vec<(Place, Task)>,
        watch: &dyn Watch,
        memory: &mut Memory<'_>,
    ) -> (TaskResults, Vec<String>) {
        let mut tasks = tasks.into_iter();
        if self.is_single_threaded || tasks.len() == 0 {
            return (self.work_through(memory, || tasks.next(), || {}), Vec::new());
        }
        // One queue for all threads, because decks take very different times and fixed shares would
        // leave threads idle. A lock poisoned by a panic is ignored: the queue is intact, and the
        // panic ends the scope anyway.
        let queue = Mutex::new(tasks);
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let run_worker = || {
            let catalogs = Catalogs::default();
            let mut memory = Memory::new(&catalogs, true, self.request);
            self.work_through(&mut memory, || watch.goes_on().then(next)?, || watch.advances())
        };
        let done = Mutex::new(TaskResults::default());
        let collect = |part: TaskResults| {
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done.judged.extend(part.judged);
            done.waiting.extend(part.waiting);
        };
        // The calling thread works too, because its memory grows in larger steps than that of
        // spawned threads.
        sleeve_threads::in_place_scope(|scope| {
            (1..sleeve_threads::current_num_threads())
                .for_each(|_| scope.spawn(|_| collect(run_worker())));
            collect(run_worker());
        });
        let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Threads finish in any order, but the rest must not depend on it.
        done.waiting.arrange_by_key(|(place, _)| *place);
        let left = queue.into_inner().unwrap_or_else(PoisonError::into_inner);
        (done, left.map(|(_, task)| task.shown()).collect())
    }

    /// Runs tasks on this thread until `next` has none.
    fn work_through<'c>(
        &self,
        memory: &mut Memory<'c>,
        mut next: impl FnMut() -> Option<(Place, Task)>,
        is_done: impl Fn(),
    ) -> TaskResults {
        let Memory { catalogs, cache, .. } = memory;
        let mut last: Option<FolderProject> = None;
        let mut done = TaskResults::default();
        // The decks of a file with several, the last first.
        let mut parts: Vec<(Place, Task)> = Vec::new();
        while let Some((place, task)) = parts.pop().or_else(&mut next) {
            let (mut judged, deck, waited) = match task {
                Task::Waited(mut file) => {
                    let deck = file.waiting.take();
                    (*file, deck, true)
                }
                Task::File(file) => {
                    let folder = self.find_folder(&file, last.take());
                    let mut judged = JudgedFile::new(&file, last.insert(folder));
                    match self.read_deck(&judged, file) {
                        Ok(deck) => (judged, Some(deck), false),
                        Err(UnjudgedFile::Unreadable(deck)) => {
                            judged.decks.push(*deck);
                            (judged, None, false)
                        }
                        Err(UnjudgedFile::Data(path)) => {
                            judged.data_path = Some(path);
                            done.judged.push((place, judged));
                            is_done();
                            continue;
                        }
                        Err(UnjudgedFile::Several(files)) => {
                            // Nothing waits for the count: if it comes too late, `parts::run` drops
                            // the repairs.
                            self.deck_count.fetch_add(files.len() - 1, Ordering::Relaxed);
                            // The decks of one file go through the same steps as files, and keep
                            // its position among them.
                            let task = |(at, file)| ((place.0, at), Task::File(file));
                            parts.extend(files.into_iter().enumerate().map(task).rev());
                            continue;
                        }
                    }
                }
            };
            let copies = match &deck {
                Some(deck) if !waited => match catalogs.intern(&deck.catalog) {
                    Some(catalog) => deck.state_copies(catalog, cache),
                    // More catalogs are in use than the cache can store, so this deck is judged
                    // without it.
                    None => deck.state_copies(&deck.catalog, &mut CheckCache::default()),
                },
                _ => None,
            };
            match (deck, copies) {
                (None, _) => {}
                (Some(deck), Some(Err(wrong))) => judged.decks.push(deck.unreadable_deck(wrong)),
                (Some(mut deck), Some(Ok(copies))) => {
                    deck.copies = copies;
                    judged.waiting = Some(deck);
                    done.waiting.push((place, judged));
                    continue;
                }
                (Some(deck), None) => match catalogs.intern(&deck.catalog) {
                    Some(catalog) => {
                        self.judge_deck(&mut judged, &deck, catalog, catalogs, cache);
                    }
                    None => {
                        let (catalogs, mut cache) = (Catalogs::default(), CheckCache::default());
                        self.judge_deck(&mut judged, &deck, &deck.catalog, &catalogs, &mut cache);
                    }
                },
            }
            if self.request.find_legal_until {
                judged.decks.iter_mut().for_each(|deck| {
                    deck.legal_until.get_or_insert(LegalUntil::NotLegal);
                });
            }
            if self.request.verdicts_only {
                judged.decks.iter_mut().for_each(CheckedDeck::drop_contents);
            }
            done.judged.push((place, judged));
            if parts.is_empty() {
                is_done();
            }
        }
        done
    }

    /// Finds the folder of a file, which is usually that of the last one.
    fn find_folder(&self, file: &DeckFile, last: Option<FolderProject>) -> FolderProject {
        let given = file.path.parent().unwrap_or(Path::new(""));
        let is_same = |last: &FolderProject| last.given == given && last.found_in == file.found_in;
        last.filter(is_same).unwrap_or_else(|| {
            let (folder, found_in) = (project::canonical_folder(given), file.found_in.clone());
            let project = self.projects.find_project_below(&folder, found_in.as_deref());
            FolderProject { given: given.to_owned(), folder, found_in, project }
        })
    }

    /// Checks a deck against its format, or with `all` against every format of its game.
    fn judge_deck<'c>(
        &self,
        judged: &mut JudgedFile,
        deck: &GameDeck,
        catalog: &'c Catalog,
        catalogs: &'c Catalogs,
        cache: &mut CheckCache<'c>,
    ) {
        let named = cache.resolver(catalog).look_up_names(&deck.raw);
        let headings = named.count_headings();
        if headings > MAX_HEADINGS {
            return judged.decks.push(deck.unreadable_deck(vec![too_many_headings(headings)]));
        }
        if named.count_unknown() > MAX_UNKNOWN {
            let placed = cache.resolver(catalog).place_cards(&named, None, None);
            return judged.decks.push(deck.unreadable_deck(unknown_lines(placed)));
        }
        let costs = Costs::default();
        let format = match &deck.format {
            Ok(word) if is_all(word) => {
                for format in catalog.formats() {
                    let context = (catalog, format, catalogs);
                    self.judge_format(judged, (deck, &named), context, cache, &costs);
                }
                return;
            }
            Ok(word) => {
                let format = catalog.format(word).filter(|format| !format.is_abstract);
                format.ok_or_else(|| self.unknown_format(judged, deck, word))
            }
            Err(error) => Err(Some(error.clone())),
        };
        match format {
            Ok(format) => {
                let context = (catalog, format, catalogs);
                self.judge_format(judged, (deck, &named), context, cache, &costs);
            }
            Err(error) => {
                let placed = cache.resolver(catalog).place_cards(&named, None, None);
                judged.decks.push(deck.without_verdict(
                    placed,
                    None,
                    error.map(Problem::into_any).into_iter().collect(),
                ));
            }
        }
    }

    fn unknown_format(
        &self,
        judged: &JudgedFile,
        deck: &GameDeck,
        word: &str,
    ) -> Option<TargetProblem> {
        let written = deck.raw.format.as_ref().filter(|_| self.request.format.is_none());
        let span = written.map(|format| format.span.clone());
        // INVARIANT: a deck has a game only if its folder has a library.
        let library = &judged.project.as_ref().ok()?.library;
        Some(project::unknown_format_problem(library, &deck.catalog, word, span))
    }

    fn judge_format<'c>(
        &self,
        judged: &mut JudgedFile,
        (deck, named): (&GameDeck, &NamedDeck<'_, 'c>),
        (catalog, format, catalogs): (&'c Catalog, &'c Format, &'c Catalogs),
        cache: &mut CheckCache<'c>,
        costs: &Costs,
    ) {
        let role = self.request.options.overrides.role.as_deref();
        let placed = cache.resolver(catalog).place_cards(named, Some(format), role);
        // Counted again, because the format decides which ambiguous names are resolved.
        if placed.unresolved.len() > MAX_UNKNOWN {
            return judged.decks.push(deck.unreadable_deck(unknown_lines(placed)));
        }
        // A list that is all text is not an empty deck, so the rules of a format do not apply.
        if placed.entries.is_empty()
            && placed.unresolved.is_empty()
            && let Some(first) = deck.raw.cards().next()
        {
            let no_cards = Problem::from_span(first.span.clone(), DeckMessage::NoCards);
            return judged.decks.push(deck.unreadable_deck(vec![no_cards.into_any()]));
        }
        let id = format.named.id.to_string();
        if !self.asks_rules {
            return judged.decks.push(deck.without_verdict(placed, Some(id), Vec::new()));
        }
        let mut options =
            assertions::options_with_levels(judged, &self.request.options, catalog, format);
        // INVARIANT: a deck has a game only if its folder has a library.
        let library = judged.project.as_ref().ok().map(|project| Arc::clone(&project.library));
        let start = library.as_deref().filter(|_| self.request.find_legal_until);
        let start = start.and_then(|library| start_day(library, &mut options));
        let rulebook = cache.rulebook(catalog, format);
        let mut checked = match rulebook.check_with_budget(&placed, &options, &costs.rules) {
            Ok(mut checked) => {
                let mend = self
                    .seeks_repairs()
                    .then(|| find_repair(rulebook, &placed, &options, &checked));
                // Files written by tools, and our own form, name cards exactly: an unknown or
                // ambiguous name is a mistake in the file. The engine of the page has a size limit,
                // and asks about every line instead.
                let asks = cfg!(not(target_family = "wasm"))
                    && self.request.judge_readings
                    && checked.unknown_names.is_empty()
                    && deck.raw.reader.is_list();
                let judged_readings = asks.then(|| {
                    readings::judge_readings(rulebook, &placed, &checked, &options, &costs.rules)
                });
                let readings = judged_readings.flatten().map(|(readings, common)| {
                    if let Some(common) = common {
                        checked = common;
                    }
                    readings
                });
                let asserted =
                    assertions::check_assertions(judged, rulebook, &placed, &options, costs);
                checked.findings.extend(asserted);
                CheckResult::sort_findings(&mut checked.findings);
                deck.with_state(DeckState::Judged {
                    catalog: Arc::clone(&deck.catalog),
                    deck: placed,
                    format: id,
                    checked,
                    repair: mend.flatten(),
                    readings,
                })
            }
            Err(error) => deck.without_verdict(placed, Some(id), error.problems(Some(catalog))),
        };
        let is_legal = checked.verdict() == Verdict::Legal;
        if let (Some(library), Some(start)) = (library, start)
            && let DeckState::Judged { deck, .. } = &checked.state
        {
            let (changes, id) = (catalog.list_changes_after(start, format), &format.named.id);
            let check_on = |day: Date| {
                // Copies in a state belong to the deck's own catalog.
                let in_states = catalog.cards.copies().next().is_some();
                let catalog = if in_states {
                    Arc::new(catalog.with_day(Some(day)))
                } else {
                    library.open_on(catalog.game.id(), Some(day)).ok()?
                };
                let options = CheckOptions { on: Some(day), ..options.clone() };
                let Some(interned) = catalogs.intern(&catalog) else {
                    let book = Rulebook::new(&catalog, catalog.format(id)?);
                    return Some(book.check_with_budget(deck, &options, &WorkBudget::default()));
                };
                let book = cache.rulebook(interned, interned.format(id)?);
                Some(book.check_with_budget(deck, &options, &WorkBudget::default()))
            };
            checked.legal_until = Some(if is_legal && !deck.unresolved.is_empty() {
                LegalUntil::NotJudged
            } else {
                find_legal_until((is_legal, start), changes, check_on)
            });
        }
        judged.decks.push(checked);
    }
}

impl GameDeck {
    /// The copies in a state that the deck may contain; `None` if it has no copy fields, so that it
    /// need not wait for the other decks.
    fn state_copies<'c>(
        &self,
        catalog: &'c Catalog,
        cache: &mut CheckCache<'c>,
    ) -> Option<Result<StateCopies, Vec<Problem>>> {
        let any = |wrong: Vec<DeckProblem>| wrong.into_iter().map(Problem::into_any).collect();
        let named = || cache.resolver(catalog).look_up_names(&self.raw);
        has_states(catalog, &self.raw)
            .then(named)
            .map(|named| copies_of_named(catalog, &named).map_err(any))
    }

    /// The file as one that is not a deck of the game.
    pub(super) fn unreadable_deck(&self, obstacles: Vec<Problem>) -> CheckedDeck {
        self.with_state(DeckState::Unreadable(obstacles))
    }

    fn with_state(&self, state: DeckState) -> CheckedDeck {
        let (path, text) = (self.raw.path.clone(), Arc::clone(&self.raw.text));
        CheckedDeck { path, part: self.raw.part, text, state, legal_until: None }
    }

    fn without_verdict(
        &self,
        deck: sleeve_data::model::Deck,
        format: Option<String>,
        obstacles: Vec<Problem>,
    ) -> CheckedDeck {
        let catalog = Arc::clone(&self.catalog);
        self.with_state(DeckState::Read { catalog, deck, format, obstacles })
    }
}
