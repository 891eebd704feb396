//! From files to checked decks, many at a time.

use super::copy_states::{GameCatalogs, WaitingDeck};
use super::deck::{
    CheckedDeck, DeckState, LegalUntil, MAX_MENDED_DECKS, find_legal_until, find_repair, start_day,
};
use super::judged::{Costs, FolderProject, GameDeck, Judge, JudgedFile, Place};
use super::messages::{too_many_headings, unknown_lines};
use super::read::{Catalogs, Memory, UnjudgedFile};
use super::{Watch, assertions, is_all, readings};
use sleeve_data::Arrange;
use sleeve_data::model::{Catalog, Date, Deck, Format};
use sleeve_data::problem::Problem;
use sleeve_decks::copies::{copies_of_named, has_states};
use sleeve_decks::{self as decks, DeckFile, DeckMessage, DeckResolver, NamedDeck, RawDeck};
use sleeve_library::Library;
use sleeve_library::project::{self, TargetMessage, TargetProblem};
use sleeve_rules::{CheckOptions, CheckResult, Rulebook, Verdict, WorkBudget};
use std::cmp::Reverse;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

/// Most unresolved lines. A file with more is not a deck of the game, and only the first of them
/// become problems.
pub const MAX_UNKNOWN: usize = 1_000;
/// Most headings of a deck list. A file with more is not a list.
pub const MAX_HEADINGS: usize = 1_000;

/// One step of the work on a file.
enum Task {
    File(DeckFile),
    /// A deck whose catalog is complete now.
    Waited(Box<WaitingDeck>),
}

impl Task {
    /// The path shown to users.
    fn shown(self) -> String {
        match self {
            Task::File(file) => file.input.shown_path(),
            Task::Waited(waited) => waited.deck.raw.path,
        }
    }
}

/// The result of a task.
enum TaskResult {
    Judged(JudgedFile),
    /// Its deck has copies in a state: it waits until the catalog has those of all decks.
    Waits(Box<WaitingDeck>),
    /// The file contains several decks.
    Several(Vec<DeckFile>),
}

/// The results of tasks, each with its place.
#[derive(Default)]
struct TaskResults {
    judged: Vec<(Place, JudgedFile)>,
    /// Decks that wait until all are read.
    waiting: Vec<(Place, Box<WaitingDeck>)>,
}

/// A deck with its names looked up, and the format that it is checked against.
struct FormatCase<'d, 'c> {
    deck: &'d GameDeck,
    named: &'d NamedDeck<'d, 'c>,
    catalog: &'c Catalog,
    format: &'c Format,
    costs: &'d Costs,
    /// Whether it is the only format the deck is checked against.
    is_only: bool,
}

impl Judge<'_> {
    /// Whether to search for repairs.
    pub(super) fn seeks_repairs(&self) -> bool {
        self.request.seek_repairs && !self.request.is_all() && self.has_few_decks()
    }

    /// Whether few decks are known so far.
    fn has_few_decks(&self) -> bool {
        self.deck_count.load(Ordering::Relaxed) <= MAX_MENDED_DECKS
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
        for deck in done.judged.iter_mut().flat_map(|(_, file)| &mut file.decks) {
            games.assign_catalog(deck);
        }
        let waited = waiting.into_iter().map(|(place, deck)| (place, Task::Waited(deck)));
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
        let mut last: Option<FolderProject> = None;
        let mut done = TaskResults::default();
        // The decks of a file with several, the last first.
        let mut parts: Vec<(Place, Task)> = Vec::new();
        while let Some((place, task)) = parts.pop().or_else(&mut next) {
            let result = match task {
                Task::Waited(waited) => TaskResult::Judged(self.judge_waited(*waited, memory)),
                Task::File(file) => {
                    let folder = self.find_folder(&file, last.take());
                    let judged = JudgedFile::new(&file, last.insert(folder));
                    self.judge_file(judged, file, memory)
                }
            };
            match result {
                TaskResult::Judged(file) => {
                    done.judged.push((place, self.finish_file(file)));
                    if parts.is_empty() {
                        is_done();
                    }
                }
                TaskResult::Waits(deck) => done.waiting.push((place, deck)),
                TaskResult::Several(files) => {
                    // Nothing waits for the count: if it comes too late, `parts::run` drops the
                    // repairs.
                    self.deck_count.fetch_add(files.len() - 1, Ordering::Relaxed);
                    // The decks of one file go through the same steps as files, and keep its
                    // position among them.
                    let task = |(at, file)| ((place.0, at), Task::File(file));
                    parts.extend(files.into_iter().enumerate().map(task).rev());
                }
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

    /// Reads and checks a file, unless its deck has to wait.
    fn judge_file<'c>(
        &self,
        mut judged: JudgedFile,
        file: DeckFile,
        memory: &mut Memory<'c>,
    ) -> TaskResult {
        let deck = match self.read_deck(&judged, file) {
            Ok(deck) => deck,
            Err(UnjudgedFile::Several(files)) => return TaskResult::Several(files),
            Err(UnjudgedFile::Data(path)) => {
                judged.data_path = Some(path);
                return TaskResult::Judged(judged);
            }
            Err(UnjudgedFile::Unreadable(deck)) => {
                judged.decks.push(*deck);
                return TaskResult::Judged(judged);
            }
        };
        let catalog = memory.catalogs.intern(&deck.catalog);
        let deck = self.prefer_described(deck, memory.cache.resolver(catalog));
        if !has_states(catalog, &deck.raw) {
            judged.decks = self.judge_deck(&mut judged, &deck, catalog, memory);
            return TaskResult::Judged(judged);
        }
        let named = memory.cache.resolver(catalog).look_up_names(&deck.raw);
        match copies_of_named(catalog, &named) {
            Ok(copies) => {
                drop(named);
                TaskResult::Waits(Box::new(WaitingDeck { file: judged, deck, copies, fits: true }))
            }
            Err(wrong) => {
                let obstacles = wrong.into_iter().map(Problem::into_any).collect();
                judged.decks.push(deck.unreadable_deck(obstacles));
                TaskResult::Judged(judged)
            }
        }
    }

    /// Reads a list again in a form that the game describes, if more lines name cards there, not
    /// more name none, and no other form does so as well.
    fn prefer_described(
        &self,
        mut deck: Box<GameDeck>,
        resolver: &mut DeckResolver<'_>,
    ) -> Box<GameDeck> {
        let described = &deck.catalog.game.described;
        let is_free = self.request.reader.is_none() && deck.raw.part.is_none();
        if described.is_empty() || !is_free || !deck.raw.reader.is_list() {
            return deck;
        }
        // Fewest lines without a card come first, then most with one: a form that passes lines over
        // leaves few of both.
        let count =
            |named: &NamedDeck<'_, '_>| (named.count_unknown(), Reverse(named.count_known()));
        let plain = count(&resolver.look_up_names(&deck.raw));
        let mut readings: Vec<((usize, Reverse<usize>), RawDeck)> = Vec::new();
        for raw in described.iter().filter_map(|reader| decks::reread(&deck.raw, reader)) {
            let counted = count(&resolver.look_up_names(&raw));
            if counted.0 <= plain.0 && counted.1 < plain.1 {
                readings.push((counted, raw));
            }
        }
        readings.arrange_by_key(|(counted, _)| *counted);
        let is_unique = match readings.as_slice() {
            [first, second, ..] => first.0 != second.0,
            _ => true,
        };
        if let Some((_, raw)) = readings.into_iter().next().filter(|_| is_unique) {
            deck.raw = raw;
        }
        deck
    }

    /// Checks a deck whose catalog has the copies of all decks.
    fn judge_waited<'c>(&self, waited: WaitingDeck, memory: &mut Memory<'c>) -> JudgedFile {
        let WaitingDeck { mut file, deck, fits, .. } = waited;
        if fits {
            let catalog = memory.catalogs.intern(&deck.catalog);
            file.decks = self.judge_deck(&mut file, &deck, catalog, memory);
        } else {
            let problem = Problem::from(DeckMessage::TooManyStates).into_any();
            file.decks.push(deck.unreadable_deck(vec![problem]));
        }
        file
    }

    /// Drops what the request does not ask for.
    fn finish_file(&self, mut file: JudgedFile) -> JudgedFile {
        for deck in &mut file.decks {
            if self.request.find_legal_until {
                deck.legal_until.get_or_insert(LegalUntil::NotLegal);
            }
            if self.request.verdicts_only {
                deck.drop_contents();
            }
        }
        file
    }

    /// Checks a deck against its format, or with `all` against every format of its game.
    fn judge_deck<'c>(
        &self,
        judged: &mut JudgedFile,
        deck: &GameDeck,
        catalog: &'c Catalog,
        memory: &mut Memory<'c>,
    ) -> Vec<CheckedDeck> {
        let named = memory.cache.resolver(catalog).look_up_names(&deck.raw);
        let headings = named.count_headings();
        if headings > MAX_HEADINGS {
            return vec![deck.unreadable_deck(vec![too_many_headings(headings)])];
        }
        if named.count_unknown() > MAX_UNKNOWN {
            let placed = memory.cache.resolver(catalog).place_cards(&named, None, None);
            return vec![deck.unreadable_deck(unknown_lines(placed))];
        }
        let problem = match self.find_formats(judged, deck, catalog) {
            Ok(formats) => {
                return self.judge_formats(judged, deck, &named, catalog, &formats, memory);
            }
            Err(problem) => problem,
        };
        if deck.format.is_err() && self.request.try_formats && self.has_few_decks() {
            let formats: Vec<&Format> = catalog.formats().collect();
            let tried = self.judge_formats(judged, deck, &named, catalog, &formats, memory);
            if tried.iter().any(|deck| deck.verdict() != Verdict::Unusable) {
                return tried;
            }
        }
        // A command that only reads decks needs no format, but one that is named has to exist.
        let is_unknown = |problem: &TargetProblem| {
            matches!(problem.message, TargetMessage::UnknownFormat { .. })
        };
        let is_wrong = problem.as_ref().is_some_and(is_unknown);
        let obstacles = problem.map(Problem::into_any).into_iter().collect();
        if is_wrong && self.request.format.is_some() {
            return vec![deck.unreadable_deck(obstacles)];
        }
        let placed = memory.cache.resolver(catalog).place_cards(&named, None, None);
        vec![deck.without_verdict(placed, None, obstacles)]
    }

    /// Checks a deck against each of these formats.
    fn judge_formats<'c>(
        &self,
        judged: &mut JudgedFile,
        deck: &GameDeck,
        named: &NamedDeck<'_, 'c>,
        catalog: &'c Catalog,
        formats: &[&'c Format],
        memory: &mut Memory<'c>,
    ) -> Vec<CheckedDeck> {
        let costs = Costs::default();
        let mut decks = Vec::with_capacity(formats.len());
        for format in formats {
            let is_only = formats.len() == 1;
            let case = FormatCase { deck, named, catalog, format, costs: &costs, is_only };
            decks.push(self.judge_format(judged, &case, memory));
        }
        decks
    }

    /// The formats that a deck is checked against: its own, or with `all` every one of its game.
    ///
    /// # Errors
    /// The problem if it names none, or one that the game does not have.
    fn find_formats<'c>(
        &self,
        judged: &JudgedFile,
        deck: &GameDeck,
        catalog: &'c Catalog,
    ) -> Result<Vec<&'c Format>, Option<TargetProblem>> {
        let word = deck.format.as_ref().map_err(|problem| Some(problem.clone()))?;
        if is_all(word) {
            return Ok(catalog.formats().collect());
        }
        match catalog.format(word).filter(|format| !format.is_abstract) {
            Some(format) => Ok(vec![format]),
            None => Err(self.unknown_format(judged, deck, word)),
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
        let library = judged.library()?;
        Some(project::unknown_format_problem(&library, &deck.catalog, word, span))
    }

    /// Checks a deck against one format.
    fn judge_format<'c>(
        &self,
        judged: &mut JudgedFile,
        case: &FormatCase<'_, 'c>,
        memory: &mut Memory<'c>,
    ) -> CheckedDeck {
        let FormatCase { deck, catalog, format, .. } = *case;
        let role = self.request.options.overrides.role.as_deref();
        let placed = memory.cache.resolver(catalog).place_cards(case.named, Some(format), role);
        if let Some(obstacles) = refuse_text(&placed, &deck.raw) {
            return deck.unreadable_deck(obstacles);
        }
        let id = format.named.id.to_string();
        if !self.asks_rules {
            let unknown = sleeve_rules::unknown_overrides(format, &self.request.options.overrides);
            if !unknown.is_empty() {
                return deck.unreadable_deck(unknown.into_iter().map(Problem::into_any).collect());
            }
            return deck.without_verdict(placed, Some(id), Vec::new());
        }
        let mut options =
            assertions::options_with_levels(judged, &self.request.options, catalog, format);
        let library = judged.library().filter(|_| self.request.find_legal_until);
        let start = library.as_deref().and_then(|library| start_day(library, &mut options));
        let rulebook = memory.cache.rulebook(catalog, format);
        let checked = match rulebook.check_with_budget(&placed, &options, &case.costs.rules) {
            Ok(checked) => checked,
            Err(error) => {
                return deck.without_verdict(placed, Some(id), error.problems(Some(catalog)));
            }
        };
        let state =
            self.judge_cards(judged, rulebook, CheckedCards { placed, checked }, &options, case);
        let mut judged_deck = deck.with_state(state);
        if let (Some(library), Some(start)) = (library, start) {
            let until = find_end(&library, case, (&judged_deck, start), &options, memory);
            judged_deck.legal_until = until;
        }
        judged_deck
    }

    /// Adds to the result of the rules what else the request asks for: the smallest repair, the
    /// verdicts under other readings, the findings of assertions.
    fn judge_cards(
        &self,
        judged: &mut JudgedFile,
        rulebook: &Rulebook<'_>,
        cards: CheckedCards,
        options: &CheckOptions,
        case: &FormatCase<'_, '_>,
    ) -> DeckState {
        let CheckedCards { placed, mut checked } = cards;
        let repair = if case.is_only && self.seeks_repairs() {
            find_repair(rulebook, &placed, options, &checked)
        } else {
            None
        };
        let mut readings = None;
        if self.asks_readings(&case.deck.raw, &checked)
            && let Some((found, common)) =
                readings::judge_readings(rulebook, &placed, &checked, options, &case.costs.rules)
        {
            checked = common.unwrap_or(checked);
            readings = Some(found);
        }
        let asserted = assertions::check_assertions(judged, rulebook, &placed, options, case.costs);
        checked.findings.extend(asserted);
        CheckResult::sort_findings(&mut checked.findings);
        DeckState::Judged {
            catalog: Arc::clone(&case.deck.catalog),
            deck: placed,
            format: case.format.named.id.to_string(),
            checked,
            repair,
            readings,
        }
    }

    /// Whether to judge a deck under every reading. Files written by tools, and our own form, name
    /// cards exactly: an unknown or ambiguous name is a mistake in the file. The engine of the page
    /// has a size limit, and asks about every line instead.
    fn asks_readings(&self, raw: &RawDeck, checked: &CheckResult) -> bool {
        cfg!(not(target_family = "wasm"))
            && self.request.judge_readings
            && checked.unknown_names.is_empty()
            && raw.reader.is_list()
    }
}

/// A deck with its cards, and what the rules say about it.
struct CheckedCards {
    placed: Deck,
    checked: CheckResult,
}

/// The problems of a file that is no deck of the format: too many unknown lines, or only text.
fn refuse_text(placed: &Deck, raw: &RawDeck) -> Option<Vec<Problem>> {
    // Counted again, because the format decides which ambiguous names are resolved.
    if placed.unresolved.len() > MAX_UNKNOWN {
        return Some(unknown_lines(placed.clone()));
    }
    // A list that is all text is not an empty deck, so the rules of a format do not apply.
    if !placed.entries.is_empty() || !placed.unresolved.is_empty() {
        return None;
    }
    let first = raw.cards().next()?;
    Some(vec![Problem::from_span(first.span.clone(), DeckMessage::NoCards).into_any()])
}

/// Finds the last day on which a deck stays legal; `None` if it was not judged.
fn find_end<'c>(
    library: &Library,
    case: &FormatCase<'_, 'c>,
    (judged, start): (&CheckedDeck, Date),
    options: &CheckOptions,
    memory: &mut Memory<'c>,
) -> Option<LegalUntil> {
    let deck = judged.deck()?;
    let is_legal = judged.verdict() == Verdict::Legal;
    if is_legal && !deck.unresolved.is_empty() {
        return Some(LegalUntil::NotJudged);
    }
    let FormatCase { catalog, format, .. } = *case;
    let id = &format.named.id;
    let has_states = catalog.cards.copies().next().is_some();
    let check_on = |day: Date| {
        let options = CheckOptions { on: Some(day), ..options.clone() };
        let budget = WorkBudget::default();
        if has_states {
            // Copies in a state belong to the deck's own catalog.
            let catalog = catalog.with_day(Some(day));
            let rulebook = Rulebook::new(&catalog, catalog.format(id)?);
            return Some(rulebook.check_with_budget(deck, &options, &budget));
        }
        let catalog = library.open_on(catalog.game.id(), Some(day)).ok()?;
        let catalog = memory.catalogs.intern(&catalog);
        let rulebook = memory.cache.rulebook(catalog, catalog.format(id)?);
        Some(rulebook.check_with_budget(deck, &options, &budget))
    };
    Some(find_legal_until((is_legal, start), catalog.list_changes_after(start, format), check_on))
}
