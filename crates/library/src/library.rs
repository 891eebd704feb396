//! Games that are opened once and shared by all callers, the clock that sets their date, and the
//! reasons why a game cannot be opened.

use super::{
    GameHead, GameSources, Shelf, ShippedGames, SupersededGame,
    amendments::{MAX_FILTER_TESTS, deal_out_amendments},
    packed::PackError,
    source::DataProblem,
};
use sleeve_data::{
    files::NotUtf8,
    messages,
    model::{Catalog, Date, DeckReader, Game, Lang, catalog::Overlay},
    problem::{DidYouMean, Joined, Message, Problem, Words},
};
use std::{
    collections::BTreeMap,
    fmt,
    path::PathBuf,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};
use thiserror::Error;

/// Open games by their id and date.
type OpenCatalogs = BTreeMap<(String, Option<Date>), Arc<Catalog>>;

/// The available games, each opened on first use and then kept.
#[derive(Debug, Default)]
pub struct Library {
    shelf: Shelf,
    heads: OnceLock<Vec<GameHead>>,
    catalogs: Mutex<OpenCatalogs>,
    clock: Clock,
}

impl Library {
    /// A library of the shipped games, with these files and folders as overlays.
    pub fn new(shipped: ShippedGames, overlays: &[PathBuf]) -> Result<Library, CatalogError> {
        Library::with_sources(shipped, &GameSources::default(), overlays)
    }

    /// A library of the shipped games and those in the user's folder, with overlays on top of both.
    ///
    /// # Errors
    /// As for [`Shelf::with_sources`].
    pub fn with_sources(
        shipped: ShippedGames,
        surroundings: &GameSources,
        overlays: &[PathBuf],
    ) -> Result<Library, CatalogError> {
        let shelf = Shelf::with_sources(shipped, surroundings, overlays)?;
        Ok(Library::from_shelf(shelf))
    }

    /// The entries of the user's games folder that cannot be used.
    pub fn unusable_games(&self) -> &[CatalogError] {
        self.shelf.unusable_games()
    }

    /// The games in the user's folder that are ignored, because another one there has newer data of
    /// the same game.
    pub fn superseded_games(&self) -> impl Iterator<Item = SupersededGame> {
        self.shelf.superseded_games()
    }

    /// The games of a shelf.
    pub fn from_shelf(shelf: Shelf) -> Library {
        Library { shelf, ..Library::default() }
    }

    /// The ids of games that an overlay declares again, with that overlay.
    pub fn redeclaring_overlays(&self) -> Vec<(String, Overlay)> {
        let mut redeclaring = Vec::new();
        for game in self.shelf.redeclared_games() {
            let Ok(catalog) = self.open(&game) else { continue };
            for overlay in catalog
                .overlays
                .iter()
                .filter(|overlay| overlay.declares_game)
            {
                redeclaring.push((game.clone(), overlay.clone()));
            }
        }
        redeclaring
    }

    /// The overlay files that were read as Windows-1252, with their first byte that is not UTF-8.
    pub fn guessed_encodings(&self) -> impl Iterator<Item = (&str, NotUtf8)> {
        self.shelf.guessed_encodings()
    }

    /// Sets today's date. Data may have several versions with one id, for different days: games
    /// then use the version in force today. Without a date they use the last one.
    pub fn with_today(self, today: impl Into<Clock>) -> Library {
        Library { clock: today.into(), catalogs: Mutex::default(), ..self }
    }

    /// Today's date; `None` if the clock does not know it.
    pub fn today(&self) -> Option<Date> {
        self.clock.day()
    }

    /// Opens the game with this id, name or alias.
    pub fn open(&self, game: &str) -> Result<Arc<Catalog>, CatalogError> {
        self.open_on(game, None)
    }

    /// Opens a game to import cards into it, like [`Shelf::open_for_import`].
    pub fn open_for_import(&self, game: &str) -> Result<Catalog, CatalogError> {
        self.shelf.open_for_import(game)
    }

    /// Opens a game with files that are not written yet, like [`Shelf::open_with_files`].
    pub fn open_with_files(
        &self,
        game: &str,
        files: &[(PathBuf, Option<&str>)],
    ) -> Result<Catalog, CatalogError> {
        self.shelf.open_with_files(game, files)
    }

    /// Opens the game with this id, name or alias as of a date; `None`: today. A game without
    /// versions is the same on every day.
    pub fn open_on(&self, game: &str, day: Option<Date>) -> Result<Arc<Catalog>, CatalogError> {
        // Locked until the game is open, so that no other thread opens it too.
        let mut catalogs = self.catalogs.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (game.to_owned(), None);
        let base = match catalogs.get(&key) {
            Some(base) => Arc::clone(base),
            None => {
                let base = Arc::new(self.shelf.open(game)?);
                catalogs.insert(key, Arc::clone(&base));
                base
            }
        };
        let day = if base.has_versions() {
            day.or_else(|| self.today())
        } else {
            day.filter(|day| base.printings_from(*day).next().is_some())
        };
        if day.is_none() {
            return Ok(base);
        }
        let on_day = catalogs.entry((game.to_owned(), day)).or_insert_with(|| {
            let mut on_day = base.with_day(day);
            if !on_day.cards.has_cards_of(&base.cards) {
                // Filters may find other cards on this day. Their mistakes are known from `base`.
                on_day.set_with_filtered(None);
                deal_out_amendments(&mut on_day, None, &mut MAX_FILTER_TESTS.clone());
            }
            Arc::new(on_day)
        });
        Ok(Arc::clone(on_day))
    }

    /// The heads of all games. A game with mistakes is included as far as it is readable; opening
    /// it returns the mistakes.
    pub fn heads(&self) -> &[GameHead] {
        self.heads.get_or_init(|| {
            let heads = self.shelf.heads_with_opened(&|id| {
                Some(GameHead::from_catalog(self.open(id).ok()?.as_ref()))
            });
            heads.unwrap_or_else(|_| self.shelf.shipped_heads())
        })
    }

    /// The deck file formats that games describe in their data.
    pub fn described_readers(&self) -> Vec<Arc<DeckReader>> {
        self.heads()
            .iter()
            .flat_map(|head| head.described.iter().cloned())
            .collect()
    }

    /// The deck file formats of a game: its own, and those of other games that take decks of every
    /// game.
    pub fn forms_of(&self, game: &Game) -> Vec<Arc<DeckReader>> {
        let mut forms = game.described.clone();
        let others = self.described_readers().into_iter();
        forms.extend(others.filter(|reader| reader.takes_all_zones()));
        forms
    }

    /// The ids of all available games.
    pub fn game_ids(&self) -> Vec<String> {
        self.heads()
            .iter()
            .map(|h| h.named.id.to_string())
            .collect()
    }

    /// The id of the game with this id, name or alias.
    pub fn game_id(&self, word: &str) -> Option<String> {
        // The id of a shipped game is known without reading all heads.
        if self.shelf.ships(word) {
            return Some(word.to_owned());
        }
        let mut heads = self.heads().iter();
        heads
            .find(|h| h.named.means(word))
            .map(|h| h.named.id.to_string())
    }

    /// The ids of games that have a format with this id, name or alias.
    pub fn games_with_format(&self, word: &str) -> Vec<String> {
        let mut games = Vec::new();
        for head in self.heads() {
            let mut concrete = head.formats.iter().filter(|format| !format.is_abstract);
            if concrete.any(|format| format.named.means(word)) {
                games.push(head.named.id.to_string());
            }
        }
        games
    }
}

/// Today's date, read on first use and shared by all copies of the clock. Most commands do not need
/// it, and finding the time zone reads files. The default clock knows no date.
#[derive(Clone, Debug)]
pub struct Clock {
    read_day: fn() -> Option<Date>,
    day: Arc<OnceLock<Option<Date>>>,
}

impl Clock {
    /// A clock that calls `read_day` on first use.
    pub fn new(read_day: fn() -> Option<Date>) -> Clock {
        Clock { read_day, day: Arc::default() }
    }

    /// Today's date; `None` if it is unknown.
    pub fn day(&self) -> Option<Date> {
        *self.day.get_or_init(self.read_day)
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::from(None)
    }
}

/// A clock with a fixed date.
impl From<Option<Date>> for Clock {
    fn from(day: Option<Date>) -> Clock {
        Clock { read_day: || None, day: Arc::new(OnceLock::from(day)) }
    }
}

/// The reason why a game cannot be opened.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CatalogError {
    /// There is no such game, or a packed game cannot be used.
    #[error("{}", .0.title(Lang::En))]
    Unavailable(CatalogMessage),
    /// All mistakes in the data.
    #[error("the data has mistakes ({}), the first: {}", .0.len(), first_mistake(.0))]
    Data(Vec<DataProblem>),
}

fn first_mistake(errors: &[DataProblem]) -> String {
    errors.first().map(ToString::to_string).unwrap_or_default()
}

impl From<CatalogMessage> for CatalogError {
    fn from(message: CatalogMessage) -> CatalogError {
        CatalogError::Unavailable(message)
    }
}

impl From<PackError> for CatalogError {
    fn from(error: PackError) -> CatalogError {
        CatalogError::Unavailable(CatalogMessage::Packed { error })
    }
}

impl CatalogError {
    /// All problems, one for each mistake in the data.
    pub fn problems(&self) -> Vec<Problem> {
        match self {
            CatalogError::Unavailable(message) => vec![Problem::from(message.clone()).into_any()],
            CatalogError::Data(problems) => {
                problems.iter().cloned().map(Problem::into_any).collect()
            }
        }
    }
}

/// The games in `living/`, whose packs come with each release.
const LIVING_GAMES: [&str; 2] = ["arkham", "netrunner"];

/// The id of a game in `living/`.
pub(crate) fn living_game(name: &str) -> Option<&'static str> {
    LIVING_GAMES
        .into_iter()
        .find(|id| id.eq_ignore_ascii_case(name))
}

messages! {
    /// The reason why a game cannot be opened.
    pub enum CatalogMessage {
        UnknownGame {
            name: String,
            known: Vec<String>,
            /// Similar names of games, best first.
            near: Vec<String>,
        } => {
            let id = living_game(&name).unwrap_or_default();
            when !id.is_empty() => {
                title: "there is no game `{name}`",
                help: "each release has a pack of it: run its `install.sh --game {id}`, or put `{id}.sleeve` into your folder of games",
            }
            when near.is_empty() => {
                let known = Joined(&known);
                title: "there is no game `{name}`",
                help: "use one of {known}",
            }
            title: "there is no game `{name}`",
            help: DidYouMean(&near),
        }
        Pack { path: String, error: PackError } => {
            let why = PackReason(&error);
            title: "`{path}` cannot be used: {why}",
            help: "download the file again, or pack the game again: sleeve pack FOLDER FILE",
        }
        SeveralGames { path: String, games: Vec<String> } => {
            let games = Joined(&games);
            title: "`{path}` contains several games: {games}",
            help: "a pack contains one game; use the folder of that game",
        }
        /// A folder to pack is an overlay of another game.
        NoGameOfItsOwn { path: String, game: String } => {
            title: "`{path}` is not a complete game: it only changes {game}",
            help: "share the folder itself; a complete game has a game.toml with `id` and `name`",
        }
        /// A packed game is too large to be read again.
        PackTooLarge { bytes: u64, limit: u64 } => "the packed game would have {bytes} bytes; the limit is {limit}",
        NoGame { path: String } => {
            title: "`{path}` is not a game: it is neither a folder nor a .sleeve file",
            help: "move it out of the games folder",
        }
        /// A packed game that cannot be used.
        Packed { error: PackError } => {
            let why = PackReason(&error);
            title: "the game cannot be opened: {why}",
        }
    }
}

struct PackReason<'e>(&'e PackError);

impl Words for PackReason<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let error = self.0;
        f.write_str(&match error {
            PackError::OtherVersion { found } => say!(lang, "{error}", found, context = "version"),
            PackError::NotPacked => say!(lang, "{error}", context = "not packed"),
            PackError::CutShort => say!(lang, "{error}", context = "cut short"),
            PackError::Changed => say!(lang, "{error}", context = "changed"),
            PackError::Content(_) => say!(lang, "{error}", context = "content"),
            PackError::Cards => say!(lang, "{error}", context = "cards"),
            PackError::FileName { path } => {
                say!(lang, "it contains `{path}`, which is not a valid file path on every system")
            }
            PackError::Files => say!(lang, "{error}", context = "files"),
            PackError::OtherFiles => say!(lang, "{error}", context = "other files"),
        })
    }
}
