//! From files to checked decks, many at a time.

use super::{
    Watch, assertions,
    copy_states::complete_catalogs,
    deck::{CheckedDeck, DeckState, LegalUntil, find_legal_until, find_repair, start_day},
    judged::{Costs, FolderProject, GameDeck, Judge, JudgedFile},
    messages::{too_many_headings, unknown_lines},
    plans,
    read::{Catalogs, Memory},
    readings,
};
use sleeve_data::{
    model::{Catalog, Date, Deck, Format},
    problem::Problem,
};
use sleeve_decks::{DeckFile, DeckMessage, DeckResolver, NamedDeck, RawDeck};
use sleeve_library::{Library, project::TargetMessage};
use sleeve_rules::{CheckOptions, CheckResult, Rulebook, Verdict, WorkBudget};
use std::sync::{Arc, Mutex, PoisonError};

/// Most unresolved lines. A file with more is not a deck of the game, and only the first of them
/// become problems.
pub const MAX_UNKNOWN: usize = 1_000;
/// Most headings of a deck list. A file with more is not a list.
pub const MAX_HEADINGS: usize = 1_000;

/// A step of the work on a file.
type FileWork<J> = fn(&J, &mut JudgedFile, &mut Memory<'_>);

/// A deck with its names looked up, and the formats that it is checked against.
struct FormatLookup<'d, 'c> {
    deck: &'d GameDeck,
    named: &'d NamedDeck<'d, 'c>,
    formats: &'d [&'c Format],
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

impl FormatCase<'_, '_> {
    fn without_verdict(&self, placed: Deck, obstacles: Vec<Problem>) -> CheckedDeck {
        self.deck
            .without_verdict(placed, Some(self.format.named.id.to_string()), obstacles)
    }
}

impl Judge<'_> {
    /// Reads and judges files. A few files are judged on this thread with this memory, many on
    /// several threads, each with its own memory. Files that are left when the user stops stay
    /// unread.
    pub(super) fn judge_all(
        &self,
        files: Vec<DeckFile>,
        watch: &dyn Watch,
        memory: &mut Memory<'_>,
    ) -> Vec<JudgedFile> {
        let mut all = Vec::with_capacity(files.len());
        let mut last: Option<FolderProject> = None;
        for file in files {
            let folder = FolderProject::of_file(&file, self.projects, last);
            all.push(JudgedFile::new(file, &folder));
            last = Some(folder);
        }
        self.work_through(all.iter_mut(), watch, memory, Self::judge_file);
        complete_catalogs(&mut all, self.request.compared_catalog.as_ref());
        let waiting = all.iter_mut().filter(|file| !file.read.is_empty());
        self.work_through(waiting, watch, memory, Self::judge_decks);
        all
    }

    /// Does the same work on each file, on several threads unless there are few files.
    fn work_through<'f>(
        &self,
        mut files: impl Iterator<Item = &'f mut JudgedFile> + Send,
        watch: &dyn Watch,
        memory: &mut Memory<'_>,
        work: FileWork<Self>,
    ) {
        if self.is_single_threaded {
            for file in files {
                work(self, file, memory);
            }
            return;
        }
        let Some(first) = files.next() else { return };
        // One queue for all threads, because decks take very different times and fixed shares would
        // leave threads idle.
        let queue = Mutex::new(std::iter::once(first).chain(files));
        // The calling thread works too, because its memory grows in larger steps than that of
        // spawned threads.
        sleeve_threads::in_place_scope(|scope| {
            for _ in 1..sleeve_threads::current_num_threads() {
                scope.spawn(|_| self.empty_queue(&queue, watch, work));
            }
            self.empty_queue(&queue, watch, work);
        });
    }

    /// Works on files of a queue until it is empty or the user stops.
    fn empty_queue<'f>(
        &self,
        queue: &Mutex<impl Iterator<Item = &'f mut JudgedFile>>,
        watch: &dyn Watch,
        work: FileWork<Self>,
    ) {
        let catalogs = Catalogs::default();
        let mut memory = Memory::new(&catalogs, true, self.request);
        while watch.goes_on() {
            // A lock poisoned by a panic is ignored: the queue is intact, and the panic ends the
            // scope anyway.
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(file) = next else { return };
            work(self, file, &mut memory);
            if file.read.is_empty() {
                watch.advances();
            }
        }
    }

    /// Reads a file, and judges its decks unless one has copies in a state.
    fn judge_file(&self, file: &mut JudgedFile, memory: &mut Memory<'_>) {
        self.read_file(file, memory);
        if file
            .read
            .iter()
            .flatten()
            .all(|deck| deck.copies.is_empty())
        {
            self.judge_decks(file, memory);
        }
    }

    /// Judges the decks of a file, and drops what the request does not ask for.
    fn judge_decks(&self, file: &mut JudgedFile, memory: &mut Memory<'_>) {
        let read = std::mem::take(&mut file.read);
        file.decks.reserve_exact(read.len());
        for deck in read {
            match deck {
                Ok(deck) => {
                    let judged = self.judge_deck(file, &deck, memory);
                    file.decks.extend(judged);
                }
                Err(unreadable) => file.decks.push(*unreadable),
            }
        }
        for deck in &mut file.decks {
            if self.request.find_legal_until {
                deck.legal_until.get_or_insert(LegalUntil::NotLegal);
            }
            if self.request.verdicts_only {
                deck.drop_contents();
            }
        }
    }

    /// Checks a deck against its format, or with `all` against every format of its game.
    fn judge_deck(
        &self,
        file: &mut JudgedFile,
        deck: &GameDeck,
        memory: &mut Memory<'_>,
    ) -> Vec<CheckedDeck> {
        let catalog = memory.catalogs.intern(&deck.catalog);
        let resolver = memory.cache.resolver(catalog);
        let named = resolver.look_up_names(&deck.raw);
        if let Some(obstacles) = refuse_lines(&named, resolver) {
            return vec![CheckedDeck::unreadable(&deck.raw, obstacles)];
        }
        let problem = match &deck.formats {
            Ok(words) => {
                let formats: Vec<_> = words
                    .iter()
                    .filter_map(|word| catalog.format(word))
                    .collect();
                let lookup = FormatLookup { deck, named: &named, formats: &formats };
                return self.judge_formats(file, &lookup, Costs::default(), memory);
            }
            Err(problem) => problem,
        };
        let is_missing = matches!(problem.message, TargetMessage::NoFormat { .. });
        if is_missing && self.request.try_formats && self.has_few_decks() {
            let formats: Vec<_> = catalog.formats().collect();
            let lookup = FormatLookup { deck, named: &named, formats: &formats };
            let tried = self.try_formats(file, &lookup, memory);
            if tried.iter().any(|deck| deck.verdict() != Verdict::Unusable) {
                return tried;
            }
        }
        // A command that only reads decks needs no format, but one that is named has to exist.
        let is_unknown = matches!(problem.message, TargetMessage::UnknownFormat { .. });
        let obstacles = vec![problem.clone().into_any()];
        if is_unknown && self.request.format.is_some() {
            return vec![CheckedDeck::unreadable(&deck.raw, obstacles)];
        }
        let placed = memory
            .cache
            .resolver(catalog)
            .place_cards(&named, None, None);
        vec![deck.without_verdict(placed, None, obstacles)]
    }

    /// Checks a deck that names no format against all formats of its game. If only those that
    /// allow it are of interest, it is first found out whether there are any.
    fn try_formats<'c>(
        &self,
        file: &mut JudgedFile,
        lookup: &FormatLookup<'_, 'c>,
        memory: &mut Memory<'c>,
    ) -> Vec<CheckedDeck> {
        let whole = Costs::default();
        // Lines may have several readings, and assertions have one answer.
        let is_plain = lookup.named.count_unknown() == 0 && file.config().is_none();
        if !self.request.only_allowing || !is_plain {
            return self.judge_formats(file, lookup, whole, memory);
        }
        let mut costs = Costs::default();
        costs.rules.stop_at_error();
        let tried = self.judge_formats(file, lookup, costs, memory);
        let mut decks = tried.iter().filter_map(CheckedDeck::deck);
        let is_clear = decks.all(|deck| deck.unresolved.is_empty());
        if is_clear && tried.iter().any(|row| row.verdict() < Verdict::Illegal) {
            return tried;
        }
        self.judge_formats(file, lookup, whole, memory)
    }

    /// Checks a deck against each of these formats.
    fn judge_formats<'c>(
        &self,
        file: &mut JudgedFile,
        lookup: &FormatLookup<'_, 'c>,
        mut costs: Costs,
        memory: &mut Memory<'c>,
    ) -> Vec<CheckedDeck> {
        let FormatLookup { deck, named, formats } = *lookup;
        let catalog = memory.catalogs.intern(&deck.catalog);
        let is_only = formats.len() == 1;
        if !is_only {
            named.keep_placed();
            costs.rules.keep_answers();
            // All formats of a game ask much the same of the cards of a deck.
            memory.cache.caches_rules = true;
        }
        let mut decks = Vec::with_capacity(formats.len());
        for format in formats {
            let case = FormatCase { deck, named, catalog, format, costs: &costs, is_only };
            decks.push(self.judge_format(file, &case, memory));
        }
        decks
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
        let placed = memory
            .cache
            .resolver(catalog)
            .place_cards(case.named, Some(format), role);
        if let Some(obstacles) = refuse_text(&placed, &deck.raw) {
            return CheckedDeck::unreadable(&deck.raw, obstacles);
        }
        if !self.asks_rules {
            return self.read_for_format(case, placed);
        }
        let mut options =
            assertions::options_with_levels(judged, &self.request.options, catalog, format);
        let library = judged.library().filter(|_| self.request.find_legal_until);
        let start = library
            .as_deref()
            .and_then(|library| start_day(library, &mut options));
        let rulebook = memory.cache.rulebook(catalog, format);
        let checked = match rulebook.check_with_budget(&placed, &options, &case.costs.rules) {
            Ok(checked) => checked,
            Err(error) => {
                return case.without_verdict(placed, error.problems(Some(catalog)));
            }
        };
        let state = self.judge_cards(judged, rulebook, placed, checked, &options, case);
        let mut judged_deck = CheckedDeck::new(&deck.raw, state);
        if let (Some(library), Some(start)) = (library, start) {
            let until = find_end(&library, case, &judged_deck, start, &options, memory);
            judged_deck.legal_until = until;
        }
        judged_deck
    }

    /// A deck that is only read. The options still have to be those of its format.
    fn read_for_format(&self, case: &FormatCase<'_, '_>, placed: Deck) -> CheckedDeck {
        let overrides = &self.request.options.overrides;
        let unknown = sleeve_rules::unknown_overrides(case.format, overrides);
        if unknown.is_empty() {
            return case.without_verdict(placed, Vec::new());
        }
        let obstacles = unknown.into_iter().map(Problem::into_any).collect();
        CheckedDeck::unreadable(&case.deck.raw, obstacles)
    }

    /// Adds to the result of the rules what else the request asks for: the smallest repair, the
    /// verdicts under other readings, the findings of assertions.
    fn judge_cards(
        &self,
        judged: &mut JudgedFile,
        rulebook: &Rulebook<'_>,
        placed: Deck,
        mut checked: CheckResult,
        options: &CheckOptions,
        case: &FormatCase<'_, '_>,
    ) -> DeckState {
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
        let budget = &case.costs.rules;
        let planned = plans::check_plans(rulebook, &placed, &checked.findings, options, budget);
        checked.findings.extend(planned);
        CheckResult::sort_findings(&mut checked.findings);
        DeckState::Judged {
            catalog: Arc::clone(&case.deck.catalog),
            deck: placed,
            format: case.format.named.id.to_string(),
            obstacles: checked.obstacles(),
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

/// The problems of a file that is no deck of the game: too many headings or unknown lines.
fn refuse_lines<'c>(
    named: &NamedDeck<'_, 'c>,
    resolver: &mut DeckResolver<'c>,
) -> Option<Vec<Problem>> {
    let headings = named.count_headings();
    if headings > MAX_HEADINGS {
        return Some(vec![too_many_headings(headings)]);
    }
    let has_too_many = named.count_unknown() > MAX_UNKNOWN;
    has_too_many.then(|| unknown_lines(resolver.place_cards(named, None, None)))
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
    judged: &CheckedDeck,
    start: Date,
    options: &CheckOptions,
    memory: &mut Memory<'c>,
) -> Option<LegalUntil> {
    let deck = judged.deck()?;
    if judged.verdict() != Verdict::Legal {
        return Some(LegalUntil::NotLegal);
    }
    if !deck.unresolved.is_empty() {
        return Some(LegalUntil::NotJudged);
    }
    let FormatCase { catalog, format, .. } = *case;
    let id = &format.named.id;
    let has_states = catalog.cards.copies().next().is_some();
    let changes = catalog.list_changes_after(start, format);
    Some(find_legal_until(start, changes, |day| {
        let on_day = CheckOptions { on: Some(day), ..options.clone() };
        let budget = WorkBudget::default();
        if has_states {
            // Copies in a state belong to the deck's own catalog.
            let catalog_on_day = catalog.with_day(Some(day));
            let rulebook = Rulebook::new(&catalog_on_day, catalog_on_day.format(id)?);
            return Some(rulebook.check_with_budget(deck, &on_day, &budget));
        }
        let opened = library.open_on(catalog.game.id(), Some(day)).ok()?;
        let catalog_on_day = memory.catalogs.intern(&opened);
        let rulebook = memory
            .cache
            .rulebook(catalog_on_day, catalog_on_day.format(id)?);
        Some(rulebook.check_with_budget(deck, &on_day, &budget))
    }))
}
