//! A library: games that are opened once and shared by everything that runs, the clock that says on which day they are looked
//! at, and why a game could not be opened, in every language.

use super::packed::PackError;
use super::source::DataProblem;
use super::{GameHead, GameSources, Shelf, ShippedGames, SupersededGame};
use sleeve_data::files::NotUtf8;
use sleeve_data::messages;
use sleeve_data::model::catalog::Overlay;
use sleeve_data::model::{Catalog, Date, DeckReader, Lang};
use sleeve_data::problem::{DidYouMean, Joined, Message, Problem, Words};
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use thiserror::Error;

/// Open games by their ids and the day on which they are looked at.
type OpenCatalogs = BTreeMap<(String, Option<Date>), Arc<Catalog>>;

/// The games at hand, each opened on first use and then kept.
#[derive(Debug, Default)]
pub struct Library {
    shelf: Shelf,
    heads: OnceLock<Vec<GameHead>>,
    catalogs: Mutex<OpenCatalogs>,
    clock: Clock,
}

impl Library {
    /// A library of the shipped games with these files and folders laid over them.
    pub fn new(shipped: ShippedGames, overlays: &[PathBuf]) -> Result<Library, CatalogError> {
        Library::with_sources(shipped, &GameSources::default(), overlays)
    }

    /// A library of the shipped games and those of the user's folder, with overlays over both.
    ///
    /// # Errors
    /// As [`Shelf::with_sources`].
    pub fn with_sources(
        shipped: ShippedGames,
        surroundings: &GameSources,
        overlays: &[PathBuf],
    ) -> Result<Library, CatalogError> {
        let shelf = Shelf::with_sources(shipped, surroundings, overlays)?;
        Ok(Library::from_shelf(shelf))
    }

    /// The entries of the user's folder of games that cannot be used.
    pub fn unusable_games(&self) -> &[CatalogError] {
        self.shelf.unusable_games()
    }

    /// The games of the user's folder that are not used, as another there has newer data of the same game.
    pub fn superseded_games(&self) -> impl Iterator<Item = SupersededGame> {
        self.shelf.superseded_games()
    }

    /// The games of a shelf.
    pub fn from_shelf(shelf: Shelf) -> Library {
        Library { shelf, ..Library::default() }
    }

    /// Ids of games that an overlay declares again, each with that overlay.
    pub fn redeclaring_overlays(&self) -> Vec<(String, Overlay)> {
        let games = self.shelf.redeclared_games();
        let open = games.iter().filter_map(|game| Some((game, self.open(game).ok()?)));
        let overlays = open.flat_map(|(game, catalog)| {
            let declaring = catalog.overlays.iter().filter(|overlay| overlay.declares_game);
            declaring.map(|overlay| (game.clone(), overlay.clone())).collect::<Vec<_>>()
        });
        overlays.collect()
    }

    /// The files of overlays that were read as Windows-1252, with the first byte that is not UTF-8.
    pub fn guessed_encodings(&self) -> impl Iterator<Item = (&str, NotUtf8)> {
        self.shelf.guessed_encodings()
    }

    /// Sets the day of today. Of several versions under one id, each for other days, games then have the one
    /// that holds today; without a day, the last one.
    pub fn with_today(self, today: impl Into<Clock>) -> Library {
        Library { clock: today.into(), catalogs: Mutex::default(), ..self }
    }

    /// The day of today; `None` where the clock knows none.
    pub fn today(&self) -> Option<Date> {
        self.clock.day()
    }

    /// Opens the game with this id, name or alias.
    pub fn open(&self, game: &str) -> Result<Arc<Catalog>, CatalogError> {
        self.open_on(game, None)
    }

    /// Opens a game to import cards into it, as [`Shelf::open_for_import`] does.
    pub fn open_for_import(&self, game: &str) -> Result<Catalog, CatalogError> {
        self.shelf.open_for_import(game)
    }

    /// Opens a game with files that are not written yet, as [`Shelf::open_with_files`] does.
    pub fn open_with_files(
        &self,
        game: &str,
        files: &[(PathBuf, Option<&str>)],
    ) -> Result<Catalog, CatalogError> {
        self.shelf.open_with_files(game, files)
    }

    /// Opens the game with this id, name or alias as it is on a day; `None`: today. A game without versions is
    /// the same on every day.
    pub fn open_on(&self, game: &str, day: Option<Date>) -> Result<Arc<Catalog>, CatalogError> {
        // Locked until the game is open, so that no other thread opens it as well.
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
        let day = if base.has_versions() { day.or_else(|| self.today()) } else { None };
        if day.is_none() {
            return Ok(base);
        }
        let on_day =
            catalogs.entry((game.to_owned(), day)).or_insert_with(|| Arc::new(base.with_day(day)));
        Ok(Arc::clone(on_day))
    }

    /// The heads of every game. A game whose data has mistakes is among them as far as it could be read;
    /// opening it returns the mistakes.
    pub fn heads(&self) -> &[GameHead] {
        let opened = |id: &str| self.open(id).ok().map(|catalog| GameHead::from_catalog(&catalog));
        let games = || self.shelf.heads_with_opened(&opened);
        self.heads.get_or_init(|| games().unwrap_or_else(|_| self.shelf.shipped_heads()))
    }

    /// The forms of deck files that the data of games describes.
    pub fn described_readers(&self) -> Vec<Arc<DeckReader>> {
        self.heads().iter().flat_map(|head| head.described.iter().cloned()).collect()
    }

    /// Ids of all games at hand: the shipped ones and those of the user.
    pub fn game_ids(&self) -> Vec<String> {
        self.heads().iter().map(|h| h.named.id.to_string()).collect()
    }

    /// The id of the game that a word names.
    pub fn game_id(&self, word: &str) -> Option<String> {
        // The id of a shipped game is told without the heads of all.
        if self.shelf.ships(word) {
            return Some(word.to_owned());
        }
        let mut heads = self.heads().iter();
        heads.find(|h| h.named.means(word)).map(|h| h.named.id.to_string())
    }

    /// Ids of the games that have a format of this id, name or alias.
    pub fn games_with_format(&self, word: &str) -> Vec<String> {
        let has = |h: &&GameHead| h.formats.iter().any(|f| !f.is_abstract && f.named.means(word));
        self.heads().iter().filter(has).map(|h| h.named.id.to_string()).collect()
    }
}

/// The day of today, read on first use and once for all that share the clock: most commands need no day, and
/// the time zone of a machine is read from files. The default knows no day.
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

    /// The day of today; `None` where it is not known.
    pub fn day(&self) -> Option<Date> {
        *self.day.get_or_init(self.read_day)
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::from(None)
    }
}

/// A clock that stands still.
impl From<Option<Date>> for Clock {
    fn from(day: Option<Date>) -> Clock {
        Clock { read_day: || None, day: Arc::new(OnceLock::from(day)) }
    }
}

/// Why a game could not be opened.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CatalogError {
    /// No such game exists, or a packed one cannot be used.
    #[error("{}", .0.title(Lang::En))]
    Unavailable(CatalogMessage),
    /// The data has mistakes; these are all of them.
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
    /// All problems, one for each mistake of the data.
    pub fn problems(&self) -> Vec<Problem> {
        match self {
            CatalogError::Unavailable(message) => vec![Problem::from(message.clone()).into_any()],
            CatalogError::Data(problems) => {
                problems.iter().cloned().map(Problem::into_any).collect()
            }
        }
    }
}

messages! {
    /// Why a game could not be opened.
    #[derive(Clone, PartialEq, Debug)]
    pub enum CatalogMessage {
        UnknownGame {
            name: String,
            known: Vec<String>,
            /// Words for games that it may mean, best first.
            near: Vec<String>,
        } => {
            when near.is_empty() => {
                let known = Joined(&known);
                title: "there is no game `{name}`",
                help: "there are {known}",
            }
            title: "there is no game `{name}`",
            help: DidYouMean(&near),
        }
        Pack { path: String, error: PackError } => {
            let why = PackReason(&error);
            title: "`{path}` cannot be used: {why}",
            help: "get the file again from where it comes, or pack the game again: sleeve pack FOLDER FILE",
        }
        SeveralGames { path: String, games: Vec<String> } => {
            let games = Joined(&games);
            title: "`{path}` holds several games: {games}",
            help: "a pack is one game: name its folder",
        }
        /// A folder that is to be packed is laid over another game.
        NoGameOfItsOwn { path: String, game: String } => {
            title: "`{path}` is no game of its own: it is laid over {game}",
            help: "hand on the folder itself; a game of its own has a game.toml with `id` and `name`",
        }
        /// A packed game is larger than one that is read.
        PackTooLarge { bytes: u64, limit: u64 } => "the packed game would have {bytes} bytes; the limit is {limit}",
        NoGame { path: String } => {
            title: "`{path}` is no game: neither a folder nor a file that ends in .sleeve",
            help: "move it out of the folder of games",
        }
        /// A packed game cannot be used.
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
                say!(lang, "`{path}` in it is no path that every system takes for a file")
            }
            PackError::Files => say!(lang, "{error}", context = "files"),
            PackError::OtherFiles => say!(lang, "{error}", context = "other files"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Clock;
    use sleeve_data::model::Date;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_day_is_asked_for_once_and_only_where_it_is_needed() {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let clock = Clock::new(|| {
            ASKED.fetch_add(1, Ordering::Relaxed);
            Date::parse("1998-11-30")
        });
        let other = clock.clone();
        assert_eq!(ASKED.load(Ordering::Relaxed), 0);
        assert_eq!((clock.day(), other.day()), (Date::parse("1998-11-30"), clock.day()));
        assert_eq!(ASKED.load(Ordering::Relaxed), 1);
        assert_eq!(Clock::default().day(), None);
    }
}
