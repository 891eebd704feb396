//! From a file to a deck whose game is open. Also a cache across decks, with resolved names and
//! compiled rules, so that many decks take little more time than reading them.

use super::CheckRequest;
use super::copy_states::StateCopies;
use super::deck::{CheckedDeck, DeckState};
use super::judge::{GameDeck, Judge, JudgedFile};
use super::messages::{CheckMessage, data_problems};
use sleeve_data::model::{Catalog, Format};
use sleeve_data::problem::Problem;
use sleeve_decks::{
    self as decks, DeckError, DeckFile, DeckForm, DeckResolver, Hints, Input, RawDeck,
};
use sleeve_library::Library;
use sleeve_library::project::{
    Config, ProjectError, TargetMessage, TargetRequest, find_target, unknown_game_problem,
};
use sleeve_rules::Rulebook;
use std::cell::OnceCell;
use std::sync::Arc;

/// A file that is not a single deck to judge.
pub(super) enum UnjudgedFile {
    /// The file as an unreadable deck.
    Unreadable(Box<CheckedDeck>),
    /// The path, shown to users, of a file with data of a game.
    Data(String),
    /// Its decks as separate files called `path#1`, `path#2`.
    Several(Vec<DeckFile>),
}

impl UnjudgedFile {
    fn from_obstacles(
        (path, part): (&str, Option<usize>),
        text: &Arc<str>,
        obstacles: Vec<Problem>,
    ) -> UnjudgedFile {
        UnjudgedFile::Unreadable(Box::new(CheckedDeck {
            path: path.to_owned(),
            part,
            text: Arc::clone(text),
            state: DeckState::Unreadable(obstacles),
            legal_until: None,
        }))
    }
}

impl Judge<'_> {
    /// Reads the deck of a file and opens its game.
    pub(super) fn read_deck(
        &self,
        judged: &JudgedFile,
        file: DeckFile,
    ) -> Result<Box<GameDeck>, UnjudgedFile> {
        let DeckFile { input, path, number, found_in } = file;
        let shown = input.shown_path();
        let part = if let Input::Deck(raw) = &input { raw.part } else { None };
        let unreadable = |text: &Arc<str>, obstacles| {
            UnjudgedFile::from_obstacles((&shown, part), text, obstacles)
        };
        let refused = |error: DeckError| {
            let obstacles = error.problems.into_iter().map(Problem::into_any).collect();
            unreadable(&error.text, obstacles)
        };
        let nothing: Arc<str> = Arc::from("");
        let (given, bytes) = match input {
            Input::Deck(raw) => (Some(*raw), Vec::new()),
            Input::Content(_, bytes) => (None, bytes.map_err(refused)?),
            Input::Path(_) => {
                let bytes = decks::load(&path, found_in.is_none()).map_err(refused)?;
                if found_in.is_some() && judged.is_data(&bytes) {
                    return Err(UnjudgedFile::Data(shown));
                }
                (None, bytes)
            }
        };
        let project = judged.project.as_ref().map_err(|error| {
            let obstacles = match error {
                ProjectError::Config(error) => {
                    vec![
                        Problem::from(CheckMessage::Config { path: error.path.clone() }).into_any(),
                    ]
                }
                ProjectError::Data(error) => data_problems(error),
            };
            unreadable(&nothing, obstacles)
        })?;
        let wishes = self.deck_wishes(project.config.as_deref());
        let library = &*project.library;
        let (mut raw, is_whole_file) = match given {
            Some(raw) => (raw, false),
            None => {
                let raws = self.read_decks(library, &shown, &bytes, wishes).map_err(refused)?;
                let is_whole_file = raws.len() == 1;
                let raws = decks::choose_decks(&shown, raws, number).map_err(refused)?;
                match <[RawDeck; 1]>::try_from(raws) {
                    Ok([raw]) => (raw, is_whole_file),
                    Err(raws) => {
                        let file = |raw| DeckFile {
                            input: Input::Deck(Box::new(raw)),
                            path: path.clone(),
                            number: None,
                            found_in: found_in.clone(),
                        };
                        return Err(UnjudgedFile::Several(raws.into_iter().map(file).collect()));
                    }
                }
            }
        };
        let unusable = |raw: &RawDeck, obstacles| {
            UnjudgedFile::from_obstacles((&raw.path, raw.part), &raw.text, obstacles)
        };
        // Also if the deck names its game, because an option with an unknown game is a mistake.
        if let Some(word) = self.request.game.as_deref()
            && library.game_id(word).is_none()
        {
            let problem = unknown_game_problem(library, word, None);
            return Err(unusable(&raw, vec![problem.into_any()]));
        }
        let (game, format) = match find_target(library, &raw, wishes) {
            Ok((game, format)) => (game, Ok(format)),
            Err(problem) => match &problem.message {
                TargetMessage::NoFormat { game, .. } => (game.clone(), Err(problem)),
                _ => return Err(unusable(&raw, vec![problem.into_any()])),
            },
        };
        match library.open_on(&game, self.request.options.on) {
            Ok(catalog) => {
                // Another game's form of the file has other zones, so the deck's own game reads the
                // file again.
                if let DeckForm::Described(reader) = &raw.reader
                    && is_whole_file
                    && !catalog.game.described.contains(reader)
                {
                    let raws = self.read_raws(library, &shown, &bytes, Some(&game));
                    raw = raws.map_err(refused)?.pop().unwrap_or(raw);
                }
                Ok(Box::new(GameDeck { raw, catalog, format, copies: StateCopies::new() }))
            }
            Err(error) => Err(unusable(&raw, data_problems(&error))),
        }
    }

    /// The game and format that the user names, or those of the `sleeve.toml`.
    fn deck_wishes<'w>(&'w self, config: Option<&'w Config>) -> TargetRequest<'w> {
        let game = config.and_then(|c| c.game.as_ref()).map(|game| game.value.as_str());
        let format = config.and_then(|c| c.format.as_ref()).map(|format| format.value.as_str());
        TargetRequest {
            game: self.request.game.as_deref().or(game),
            format: self.request.format.as_deref(),
            default_format: format.or(self.request.default_format.as_deref()),
        }
    }

    /// Reads the decks of a file with the readers of its game, if the user names the game.
    fn read_raws(
        &self,
        library: &Library,
        path: &str,
        bytes: &[u8],
        game: Option<&str>,
    ) -> Result<Vec<RawDeck>, DeckError> {
        let catalog = game.and_then(|game| library.open(game).ok());
        let reader = self.request.reader.as_deref();
        if let Some(catalog) = catalog {
            return decks::read_all(path, bytes, &Hints::from_game(&catalog.game, reader));
        }
        // The extension alone identifies our own files, so the games need not be opened for them.
        let described = if reader.is_none() && path.ends_with(".toml") {
            Vec::new()
        } else {
            library.described_readers()
        };
        let hints = Hints { reader, described: &described, ..Hints::default() };
        decks::read_all(path, bytes, &hints)
    }

    /// Reads the decks of a file. In a list, the game's sides show where a deck begins; without a
    /// game, any word may be a side.
    fn read_decks(
        &self,
        library: &Library,
        path: &str,
        bytes: &[u8],
        wishes: TargetRequest<'_>,
    ) -> Result<Vec<RawDeck>, DeckError> {
        let raws = self.read_raws(library, path, bytes, wishes.game)?;
        let first = raws.first().filter(|first| first.reader.is_list());
        let may_be_several = |raw: &&RawDeck| raws.len() > 1 || decks::may_name_sides(&raw.text);
        let Some(first) = first.filter(may_be_several) else { return Ok(raws) };
        let game = match find_target(library, first, wishes) {
            Ok((game, _)) => Some(game),
            Err(Problem { message: TargetMessage::NoFormat { game, .. }, .. }) => Some(game),
            Err(_) => None,
        };
        let Some(catalog) = game.and_then(|game| library.open(&game).ok()) else { return Ok(raws) };
        let hints = Hints::from_game(&catalog.game, Some(first.reader.name()));
        let hints = Hints { sides: Some(&decks::sides_of(&catalog)), ..hints };
        decks::read_all(path, bytes, &hints)
    }
}

/// The catalogs in use. They are stored outside the cache, which borrows from them.
pub(super) struct Catalogs(Vec<OnceCell<Arc<Catalog>>>);

impl Default for Catalogs {
    fn default() -> Catalogs {
        // One for each game with each set of overlays: few runs need more. The number is fixed,
        // because a growing vector would move borrowed items.
        const MOST: usize = 64;
        Catalogs(vec![OnceCell::new(); MOST])
    }
}

impl Catalogs {
    /// The catalog with the lifetime of `self`; `None` if there are too many.
    pub(super) fn intern(&self, catalog: &Arc<Catalog>) -> Option<&Catalog> {
        let same = |cell: &&OnceCell<Arc<Catalog>>| {
            Arc::ptr_eq(cell.get_or_init(|| Arc::clone(catalog)), catalog)
        };
        self.0.iter().find(same).and_then(OnceCell::get).map(|interned| &**interned)
    }

    /// The number of catalogs.
    fn len(&self) -> usize {
        self.0.iter().filter(|cell| cell.get().is_some()).count()
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
        let cache = CheckCache::new(many)
            .with_terse(request.verdicts_only)
            .with_plain_lines(request.without_suggestions);
        Memory { catalogs, cache }
    }

    /// Whether it can also serve another request. Decks with copies in a state bring their own
    /// catalogs; a few of them are kept.
    pub(super) fn serves(&self, request: &CheckRequest) -> bool {
        const MOST: usize = 8;
        let CheckCache { terse, has_plain_lines, .. } = self.cache;
        (terse, has_plain_lines) == (request.verdicts_only, request.without_suggestions)
            && self.catalogs.len() <= MOST
    }
}

/// Resolvers with their lookups, and rulebooks with their compiled rules.
#[derive(Default)]
pub(super) struct CheckCache<'c> {
    resolvers: Vec<(&'c Catalog, DeckResolver<'c>)>,
    rulebooks: Vec<Rulebook<'c>>,
    /// Whether rulebooks keep compiled rules, which is not worthwhile for a few decks.
    caches_rules: bool,
    /// Whether suggestions for mistakes in a deck are skipped.
    terse: bool,
    /// Whether they are skipped for unresolved lines.
    has_plain_lines: bool,
}

impl<'c> CheckCache<'c> {
    /// An empty cache, for many decks or for few.
    pub(super) fn new(many: bool) -> CheckCache<'c> {
        CheckCache { caches_rules: many, ..CheckCache::default() }
    }

    /// Skips suggestions: the possible meanings of unresolved lines, and the cards that would fill
    /// an empty place.
    pub(super) fn with_terse(self, terse: bool) -> CheckCache<'c> {
        CheckCache { terse, ..self }
    }

    /// Skips the possible meanings of unresolved lines.
    pub(super) fn with_plain_lines(self, plain: bool) -> CheckCache<'c> {
        CheckCache { has_plain_lines: plain, ..self }
    }

    pub(super) fn resolver(&mut self, catalog: &'c Catalog) -> &mut DeckResolver<'c> {
        let known = self.resolvers.iter().position(|(of, _)| std::ptr::eq(*of, catalog));
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
        let known = self.rulebooks.iter().position(|book| std::ptr::eq(book.format, format));
        let at = known.unwrap_or_else(|| {
            let rulebook = Rulebook::new(catalog, format);
            let rulebook = if self.terse { rulebook.without_candidates() } else { rulebook };
            self.rulebooks.push(if self.caches_rules { rulebook.with_cache() } else { rulebook });
            self.rulebooks.len() - 1
        });
        // INVARIANT: the index of a known one, or of the one just added.
        &self.rulebooks[at]
    }
}
