//! From a file to a deck whose game is open. Also a cache across decks, with resolved names and
//! compiled rules, so that many decks take little more time than reading them.

use super::{
    CheckRequest,
    copy_states::StateCopies,
    deck::CheckedDeck,
    is_all,
    judged::{GameDeck, Judge, JudgedFile, ReadDeck},
    messages::{CheckMessage, data_problems},
};
use elsa::FrozenVec;
use sleeve_data::{
    model::{Catalog, Format},
    problem::Problem,
};
use sleeve_decks::{
    self as decks, DeckError, DeckFile, DeckForm, DeckResolver, Hints, Input, RawDeck,
    copies::{copies_of_named, has_states},
};
use sleeve_library::{
    Library,
    project::{
        Config, ProjectError, TargetMessage, TargetProblem, TargetRequest, find_target,
        unknown_format_problem, unknown_game_problem,
    },
};
use sleeve_rules::Rulebook;
use std::{
    cmp::{
        Ordering::{Equal, Greater, Less},
        Reverse,
    },
    sync::{Arc, atomic::Ordering},
};

/// A file on the way to its decks: what messages about it say, and how it is read.
struct FileReading<'f> {
    library: &'f Library,
    /// The path shown to users.
    shown: &'f str,
    bytes: &'f [u8],
    /// The game and format that the user or the `sleeve.toml` names.
    wishes: TargetRequest<'f>,
    reader: Option<&'f str>,
}

impl Judge<'_> {
    /// Reads the decks of a file, opens their games and finds their formats.
    pub(super) fn read_file(&self, file: &mut JudgedFile, memory: &mut Memory<'_>) {
        let Some(input) = file.unread.take() else { return };
        let raws = match self.read_decks(file, input) {
            Ok(raws) => raws,
            Err(unreadable) => {
                file.read.push(Err(unreadable));
                return;
            }
        };
        // Nothing waits for the count: if it comes too late, `parts::run` drops the repairs.
        self.deck_count
            .fetch_add(raws.len().saturating_sub(1), Ordering::Relaxed);
        file.read.reserve_exact(raws.len());
        for raw in raws {
            let deck = self.open_game(file, raw);
            file.read
                .push(deck.and_then(|deck| self.prepare_deck(deck, memory)));
        }
    }

    /// Reads the decks of a file as written; none if it contains data of a game.
    fn read_decks(
        &self,
        file: &mut JudgedFile,
        given: DeckFile,
    ) -> Result<Vec<RawDeck>, Box<CheckedDeck>> {
        let DeckFile { input, path, number, found_in } = given;
        let content = match input {
            Input::Deck(raw) => return Ok(vec![*raw]),
            Input::Content(_, content) => content,
            Input::Path(_) => decks::load(&path, found_in.is_none()),
        };
        let bytes = content.map_err(|error| unreadable_file(&file.shown, error))?;
        if found_in.is_some() && file.has_data(&bytes) {
            file.is_data = true;
            return Ok(Vec::new());
        }
        let project = file.project.as_ref().map_err(|error| {
            Box::new(CheckedDeck::no_deck(&file.shown, &Arc::from(""), project_problems(error)))
        })?;
        let reading = FileReading {
            library: &project.library,
            shown: &file.shown,
            bytes: &bytes,
            wishes: self.deck_wishes(project.config.as_deref()),
            reader: self.request.reader.as_deref(),
        };
        reading
            .read_decks()
            .and_then(|raws| decks::choose_decks(&file.shown, raws, number))
            .map_err(|error| unreadable_file(&file.shown, error))
    }

    /// Finds the game and the formats of a deck, and opens the game.
    fn open_game(&self, file: &JudgedFile, mut raw: RawDeck) -> ReadDeck {
        let project = match &file.project {
            Ok(project) => project,
            Err(error) => return Err(unreadable_deck(&raw, project_problems(error))),
        };
        let library = &*project.library;
        // Also if the deck names its game, because an option with an unknown game is a mistake.
        if let Some(word) = self.request.game.as_deref()
            && library.game_id(word).is_none()
        {
            let problem = unknown_game_problem(library, word, None);
            return Err(unreadable_deck(&raw, vec![problem.into_any()]));
        }
        let wishes = self.deck_wishes(project.config.as_deref());
        let (game, format) = match find_target(library, &raw, wishes) {
            Ok((game, format)) => (game, Ok(format)),
            Err(problem) => match &problem.message {
                TargetMessage::NoFormat { game, .. } => (game.clone(), Err(problem)),
                _ => return Err(unreadable_deck(&raw, vec![problem.into_any()])),
            },
        };
        if self.request.ignores_plans {
            raw.plans.clear();
        }
        let catalog = match library.open_on(&game, self.request.options.on) {
            Ok(catalog) => catalog,
            Err(error) => return Err(unreadable_deck(&raw, data_problems(&error))),
        };
        let formats = format.and_then(|word| self.find_formats(library, &catalog, &raw, word));
        Ok(Box::new(GameDeck { raw, catalog, formats, copies: StateCopies::new() }))
    }

    /// The words for the formats that a deck is checked against: its own, or with `all` every one
    /// of its game.
    ///
    /// # Errors
    /// The game does not have the format.
    fn find_formats(
        &self,
        library: &Library,
        catalog: &Catalog,
        raw: &RawDeck,
        word: String,
    ) -> Result<Vec<String>, TargetProblem> {
        if is_all(&word) {
            return Ok(catalog
                .formats()
                .map(|format| format.named.id.to_string())
                .collect());
        }
        if catalog
            .format(&word)
            .is_some_and(|format| !format.is_abstract)
        {
            return Ok(vec![word]);
        }
        let written = raw
            .format
            .as_ref()
            .filter(|_| self.request.format.is_none());
        let span = written.map(|format| format.span.clone());
        Err(unknown_format_problem(library, catalog, &word, span))
    }

    /// Chooses the form of a deck, and finds its copies in a state.
    fn prepare_deck(&self, mut deck: Box<GameDeck>, memory: &mut Memory<'_>) -> ReadDeck {
        let catalog = memory.catalogs.intern(&deck.catalog);
        let resolver = memory.cache.resolver(catalog);
        if self.request.reader.is_none() && deck.raw.part.is_none() {
            prefer_described(&mut deck, resolver);
        }
        if has_states(catalog, &deck.raw) {
            match copies_of_named(catalog, &resolver.look_up_names(&deck.raw)) {
                Ok(copies) => deck.copies = copies,
                Err(wrong) => {
                    let obstacles = wrong.into_iter().map(Problem::into_any).collect();
                    return Err(unreadable_deck(&deck.raw, obstacles));
                }
            }
        }
        Ok(deck)
    }

    /// The game and format that the user names, or those of the `sleeve.toml`.
    fn deck_wishes<'w>(&'w self, config: Option<&'w Config>) -> TargetRequest<'w> {
        let game = config
            .and_then(|c| c.game.as_ref())
            .map(|game| game.value.as_str());
        let format = config
            .and_then(|c| c.format.as_ref())
            .map(|format| format.value.as_str());
        TargetRequest {
            game: self.request.game.as_deref().or(game),
            format: self.request.format.as_deref(),
            default_format: format.or(self.request.default_format.as_deref()),
        }
    }
}

/// Reads a list again in a form that the game describes, if more lines name cards there, not more
/// name none, and no other form does so as well.
fn prefer_described(deck: &mut GameDeck, resolver: &mut DeckResolver<'_>) {
    let described = &deck.catalog.game.described;
    if described.is_empty() || !deck.raw.reader.is_list() {
        return;
    }
    let mut read: Vec<(LineCounts, RawDeck)> = Vec::new();
    for raw in described
        .iter()
        .filter_map(|reader| decks::reread(&deck.raw, reader))
    {
        read.push((count_lines(&raw, resolver), raw));
    }
    read.retain(|((_, known), _)| *known != Reverse(0));
    // Few lists are written in such a form. The names of the others are looked up only once.
    if read.is_empty() {
        return;
    }
    let plain = count_lines(&deck.raw, resolver);
    let mut best: Option<(LineCounts, RawDeck)> = None;
    let mut is_unique = true;
    for (counts, raw) in read {
        if counts.0 > plain.0 || counts.1 >= plain.1 {
            continue;
        }
        match best.as_ref().map_or(Less, |(least, _)| counts.cmp(least)) {
            Less => (best, is_unique) = (Some((counts, raw)), true),
            Equal => is_unique = false,
            Greater => {}
        }
    }
    if let Some((_, raw)) = best.filter(|_| is_unique) {
        deck.raw = raw;
    }
}

/// The lines of a deck without a card, and with one. Fewest of the first come first, then most of
/// the second: a form that passes lines over leaves few of both.
type LineCounts = (usize, Reverse<usize>);

fn count_lines(raw: &RawDeck, resolver: &mut DeckResolver<'_>) -> LineCounts {
    let named = resolver.look_up_lines(raw);
    (named.count_unknown(), Reverse(named.count_known()))
}

fn unreadable_file(path: &str, error: DeckError) -> Box<CheckedDeck> {
    let obstacles = error.problems.into_iter().map(Problem::into_any).collect();
    Box::new(CheckedDeck::no_deck(path, &error.text, obstacles))
}

fn unreadable_deck(raw: &RawDeck, obstacles: Vec<Problem>) -> Box<CheckedDeck> {
    Box::new(CheckedDeck::unreadable(raw, obstacles))
}

impl FileReading<'_> {
    /// Reads the decks of the file as those of any game. Where its game reads it differently, that
    /// game reads it again: only its sides show where the decks of a list begin, and its own form
    /// of a file has other zones than another game's.
    fn read_decks(&self) -> Result<Vec<RawDeck>, DeckError> {
        let raws = self.read_as(self.wishes.game)?;
        let Some(first) = raws.first() else { return Ok(raws) };
        let may_have_sides =
            first.reader.is_list() && (raws.len() > 1 || decks::may_name_sides(&first.text));
        let is_described = raws.len() == 1 && matches!(first.reader, DeckForm::Described(_));
        if !may_have_sides && !is_described {
            return Ok(raws);
        }
        let Some(game) = self.game_of(first) else { return Ok(raws) };
        if let DeckForm::Described(reader) = &first.reader {
            let catalog = self.library.open(&game);
            let is_own = catalog.is_ok_and(|catalog| catalog.game.described.contains(reader));
            return if is_own { Ok(raws) } else { self.read_as(Some(&game)) };
        }
        let Ok(catalog) = self.library.open(&game) else { return Ok(raws) };
        let hints = Hints::from_game(&catalog.game, Some(first.reader.name()));
        let hints = Hints { sides: Some(&decks::sides_of(&catalog)), ..hints };
        decks::read_all(self.shown, self.bytes, &hints)
    }

    /// The game of a deck, if it can be found.
    fn game_of(&self, raw: &RawDeck) -> Option<String> {
        match find_target(self.library, raw, self.wishes) {
            Ok((game, _)) => Some(game),
            Err(Problem { message: TargetMessage::NoFormat { game, .. }, .. }) => Some(game),
            Err(_) => None,
        }
    }

    /// Reads the decks with the readers of a game; `None`: with those of all games.
    fn read_as(&self, game: Option<&str>) -> Result<Vec<RawDeck>, DeckError> {
        let (path, reader) = (self.shown, self.reader);
        if let Some(catalog) = game.and_then(|game| self.library.open(game).ok()) {
            let forms;
            let mut hints = Hints::from_game(&catalog.game, reader);
            // A form that the user names may be another game's.
            if reader.is_some() {
                forms = self.library.forms_of(&catalog.game);
                hints.described = &forms;
            }
            return decks::read_all(path, self.bytes, &hints);
        }
        // The extension alone identifies our own files, so the games need not be opened for them.
        let described = if reader.is_none() && path.ends_with(".toml") {
            Vec::new()
        } else {
            self.library.described_readers()
        };
        let hints = Hints { reader, described: &described, ..Hints::default() };
        decks::read_all(path, self.bytes, &hints)
    }
}

fn project_problems(error: &ProjectError) -> Vec<Problem> {
    match error {
        ProjectError::Config(error) => {
            let path = error.path.clone();
            vec![Problem::from(CheckMessage::Config { path }).into_any()]
        }
        ProjectError::Data(error) => data_problems(error),
    }
}

/// The catalogs in use. They are stored outside the cache, which borrows from them.
#[derive(Default)]
#[expect(clippy::redundant_allocation, reason = "the list gives out what a box holds")]
pub(super) struct Catalogs(FrozenVec<Box<Arc<Catalog>>>);

impl Catalogs {
    /// The catalog with the lifetime of `self`.
    pub(super) fn intern(&self, catalog: &Arc<Catalog>) -> &Catalog {
        let known = self.0.iter().find(|known| Arc::ptr_eq(known, catalog));
        known.unwrap_or_else(|| self.0.push_get(Box::new(Arc::clone(catalog))))
    }

    /// The number of catalogs that only this cache holds. Their project has changed, or they have
    /// copies in a state of earlier decks.
    fn count_unused(&self) -> usize {
        self.0
            .iter()
            .filter(|catalog| Arc::strong_count(catalog) == 1)
            .count()
    }
}

/// The lookups and parsed rules of one thread, for later decks.
pub(super) struct Memory<'c> {
    pub(super) catalogs: &'c Catalogs,
    pub(super) cache: CheckCache<'c>,
}

impl<'c> Memory<'c> {
    /// An empty memory for the decks of a request, many or few.
    pub(super) fn new(catalogs: &'c Catalogs, many: bool, request: &CheckRequest) -> Memory<'c> {
        let cache = CheckCache {
            caches_rules: many,
            terse: request.verdicts_only,
            has_plain_lines: request.without_suggestions,
            ..CheckCache::default()
        };
        Memory { catalogs, cache }
    }

    /// Whether it fits another request too. It keeps a few catalogs that only it holds.
    pub(super) fn serves(&self, request: &CheckRequest) -> bool {
        const MOST: usize = 8;
        let CheckCache { terse, has_plain_lines, .. } = self.cache;
        (terse, has_plain_lines) == (request.verdicts_only, request.without_suggestions)
            && self.catalogs.count_unused() <= MOST
    }
}

/// Resolvers with their lookups, and rulebooks with their compiled rules.
#[derive(Default)]
pub(super) struct CheckCache<'c> {
    resolvers: Vec<(&'c Catalog, DeckResolver<'c>)>,
    rulebooks: Vec<Rulebook<'c>>,
    /// Whether rulebooks keep compiled rules, which is not worthwhile for a few decks.
    pub(super) caches_rules: bool,
    /// Whether suggestions for mistakes in a deck are skipped.
    terse: bool,
    /// Whether they are skipped for unresolved lines.
    has_plain_lines: bool,
}

impl<'c> CheckCache<'c> {
    /// An empty cache that keeps compiled rules.
    pub(super) fn with_rules() -> CheckCache<'c> {
        CheckCache { caches_rules: true, ..CheckCache::default() }
    }

    pub(super) fn resolver(&mut self, catalog: &'c Catalog) -> &mut DeckResolver<'c> {
        let known = self
            .resolvers
            .iter()
            .position(|(of, _)| std::ptr::eq(*of, catalog));
        let at = known.unwrap_or_else(|| {
            let resolver = DeckResolver::new(catalog);
            self.resolvers.push((
                catalog,
                if self.terse || self.has_plain_lines {
                    resolver.without_suggestions()
                } else {
                    resolver
                },
            ));
            self.resolvers.len() - 1
        });
        // INVARIANT: the index of a known one, or of the one just added.
        &mut self.resolvers[at].1
    }

    pub(super) fn rulebook(&mut self, catalog: &'c Catalog, format: &'c Format) -> &Rulebook<'c> {
        let known = self
            .rulebooks
            .iter()
            .position(|book| std::ptr::eq(book.format, format));
        let at = known.unwrap_or_else(|| {
            let rulebook = Rulebook::new(catalog, format);
            let rulebook = if self.terse { rulebook.without_candidates() } else { rulebook };
            let alike = self
                .rulebooks
                .iter()
                .find(|known| known.has_names_of(&rulebook));
            self.rulebooks.push(match alike {
                Some(known) => rulebook.sharing(known),
                None if self.caches_rules => rulebook.with_cache(),
                None => rulebook,
            });
            self.rulebooks.len() - 1
        });
        // INVARIANT: the index of a known one, or of the one just added.
        &self.rulebooks[at]
    }
}
