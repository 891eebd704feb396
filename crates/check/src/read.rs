//! From a file to a deck whose game is open. Also a cache across decks, with resolved names and
//! compiled rules, so that many decks take little more time than reading them.

use super::CheckRequest;
use super::deck::{CheckedDeck, DeckState};
use super::judged::{GameDeck, Judge, JudgedFile};
use super::messages::{CheckMessage, data_problems};
use elsa::FrozenVec;
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
use std::path::Path;
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
    fn from_error(path: &str, error: DeckError) -> UnjudgedFile {
        let obstacles = error.problems.into_iter().map(Problem::into_any).collect();
        UnjudgedFile::from_obstacles((path, None), &error.text, obstacles)
    }

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
    /// Reads the deck of a file and opens its game.
    pub(super) fn read_deck(
        &self,
        judged: &JudgedFile,
        file: DeckFile,
    ) -> Result<Box<GameDeck>, UnjudgedFile> {
        let DeckFile { input, path, number, found_in } = file;
        let shown = input.shown_path();
        let part = if let Input::Deck(raw) = &input { raw.part } else { None };
        let given = load_input(judged, input, &path, found_in.is_none())?;
        let project = judged.project.as_ref().map_err(|error| {
            let text: Arc<str> = Arc::from("");
            UnjudgedFile::from_obstacles((&shown, part), &text, project_problems(error))
        })?;
        let library = &*project.library;
        let wishes = self.deck_wishes(project.config.as_deref());
        let raw = match given {
            GivenDeck::Read(raw) => *raw,
            GivenDeck::Bytes(bytes) => {
                let reader = self.request.reader.as_deref();
                let reading = FileReading { library, shown: &shown, bytes: &bytes, wishes, reader };
                let raws = reading.read_decks();
                let raws = raws.and_then(|raws| decks::choose_decks(&shown, raws, number));
                let raws = raws.map_err(|error| UnjudgedFile::from_error(&shown, error))?;
                match <[RawDeck; 1]>::try_from(raws) {
                    Ok([raw]) => raw,
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
        self.open_game(library, raw, wishes)
    }

    /// Finds the game and the format of a deck, and opens the game.
    fn open_game(
        &self,
        library: &Library,
        raw: RawDeck,
        wishes: TargetRequest<'_>,
    ) -> Result<Box<GameDeck>, UnjudgedFile> {
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
            Ok(catalog) => Ok(Box::new(GameDeck { raw, catalog, format })),
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
}

/// The content of an input.
enum GivenDeck {
    Read(Box<RawDeck>),
    Bytes(Vec<u8>),
}

/// Loads the bytes of an input, or takes a deck that is read already.
fn load_input(
    judged: &JudgedFile,
    input: Input,
    path: &Path,
    is_named: bool,
) -> Result<GivenDeck, UnjudgedFile> {
    let shown = input.shown_path();
    let refused = |error| UnjudgedFile::from_error(&shown, error);
    match input {
        Input::Deck(raw) => Ok(GivenDeck::Read(raw)),
        Input::Content(_, bytes) => bytes.map(GivenDeck::Bytes).map_err(refused),
        Input::Path(_) => {
            let bytes = decks::load(path, is_named).map_err(refused)?;
            if !is_named && judged.is_data(&bytes) {
                return Err(UnjudgedFile::Data(shown));
            }
            Ok(GivenDeck::Bytes(bytes))
        }
    }
}

impl FileReading<'_> {
    /// Reads the decks of the file as those of any game. Where its game reads it differently, that
    /// game reads it again: only its sides show where the decks of a list begin, and its own form of
    /// a file has other zones than another game's.
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
            return decks::read_all(path, self.bytes, &Hints::from_game(&catalog.game, reader));
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
pub(super) struct Catalogs(FrozenVec<Arc<Catalog>>);

impl Catalogs {
    /// The catalog with the lifetime of `self`.
    pub(super) fn intern(&self, catalog: &Arc<Catalog>) -> &Catalog {
        let known = self.0.iter().find(|known| std::ptr::eq(*known, &**catalog));
        known.unwrap_or_else(|| self.0.push_get(Arc::clone(catalog)))
    }

    /// The number of catalogs.
    fn len(&self) -> usize {
        self.0.len()
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
