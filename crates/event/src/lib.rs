//! An event: who brings what (`event.toml`), what was registered (its lock), and which decks are
//! missing, wrong or different.
//!
//! A deck belongs to the player it names, otherwise to the player named by its folder directly
//! below the folder of decks. Names that only differ in case and accents are one player.

mod compare;
mod entries;
mod lock;
mod messages;
mod read;

pub use compare::{ChangedCard, HeldInPart};
pub use entries::{BroughtDecks, EventEntries, Player, Trouble, name_players};
pub use lock::{
    LOCK, LOCK_KEYS, Lock, LockedDeck, MAX_CHANGES, MAX_LOCK_BYTES, MAX_LOCKED, PlayerEntry,
    SealState,
};
pub use messages::EventMessage;
pub use read::{EVENT_KEYS, MAX_BROUGHT, MAX_EVENT_BYTES, MAX_NAME_BYTES, MAX_PLAYERS, MAX_ROUNDS};

use sleeve_data::{
    files::{self, FileMessage, Links},
    model::{Catalog, Date, Format, Setting, Spanned},
    problem::Problem,
};
use sleeve_decks::fingerprint::{Nonce, Seal};
use sleeve_library::{
    CatalogError, Library,
    project::{self, canonical_folder},
};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// A day on which decks are registered and played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Event {
    /// The path in messages.
    pub path: String,
    pub text: Arc<str>,
    pub name: String,
    /// The day for which decks are judged.
    pub day: Option<Date>,
    /// As GAME/FORMAT.
    pub format: Spanned<String>,
    /// The roles that every player brings a deck for; empty means one deck of any role.
    pub brings: Vec<Spanned<String>>,
    /// Such as the number of boxes on the table.
    pub parameters: Vec<(Spanned<String>, Setting)>,
    /// The expected players; empty means those with decks.
    pub players: Vec<Spanned<String>>,
    /// The folder of the registered decks, relative to the event's file.
    pub decks: Spanned<PathBuf>,
    /// The folder of the decks played in each round, relative to the event's file.
    pub rounds: Vec<Spanned<PathBuf>>,
    /// The players' commitments before they hand their decks in.
    pub seals: Vec<PlayerEntry<Seal>>,
    /// The secrets that open the seals, if they are not in the decks.
    pub nonces: Vec<PlayerEntry<Nonce>>,
}

/// An unusable event file or lock.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{path}: {} mistakes", problems.len())]
pub struct EventError {
    /// The path in messages.
    pub path: String,
    /// Empty if the file could not be read.
    pub text: Arc<str>,
    /// In the order of the file.
    pub problems: Vec<Problem<EventMessage>>,
}

/// Why the format, roles or parameters of an event cannot be looked up.
#[derive(Debug, thiserror::Error)]
pub enum ResolveError {
    /// The event names something that does not exist.
    #[error(transparent)]
    Event(EventError),
    /// The data of the game has mistakes.
    #[error("{0}")]
    Data(CatalogError),
}

impl EventError {
    /// An error about the whole file.
    pub fn from_message(path: &str, message: impl Into<EventMessage>) -> EventError {
        let problems = vec![message.into().into()];
        EventError { path: path.to_owned(), text: Arc::from(""), problems }
    }
}

/// Reads a file. A file that the user names may be a pipe, and a link to anywhere. A file next to
/// it (`beside`, with the links to follow) may not, because a pipe could block forever.
fn read_text(
    path: &Path,
    shown: &str,
    limit: u64,
    beside: Option<Links>,
) -> Result<String, EventError> {
    let bytes = match beside {
        None => files::read(path, limit),
        Some(links) => links
            .check(path, path.parent().unwrap_or(path))
            .and_then(|()| files::read_regular(path, limit)),
    };
    let text = bytes
        .map_err(FileMessage::from)
        .and_then(files::decode_text);
    text.map_err(|message| EventError::from_message(shown, message))
}

impl Event {
    /// Reads a file; `shown` is its path in messages.
    ///
    /// # Errors
    /// It cannot be read, or has mistakes.
    pub fn read(path: &Path, shown: &str) -> Result<Event, EventError> {
        Event::parse(shown, &read_text(path, shown, MAX_EVENT_BYTES, None)?)
    }

    /// An error with these problems of the file.
    pub fn error_with(&self, problems: Vec<Problem<EventMessage>>) -> EventError {
        EventError { path: self.path.clone(), text: Arc::clone(&self.text), problems }
    }

    /// Looks up the format, the roles and the parameters that the file names, and replaces them by
    /// ids.
    ///
    /// # Errors
    /// All names that do not exist, or the mistakes in the game's data.
    pub fn resolve(&mut self, library: &Library) -> Result<Arc<Catalog>, ResolveError> {
        let (word, span) = (self.format.value.clone(), self.format.span.clone());
        let Some((game, format)) = word.split_once('/') else {
            let problem = Problem::from_span(span, EventMessage::NoGame { found: word });
            return Err(ResolveError::Event(self.error_with(vec![problem])));
        };
        let Some(id) = library.game_id(game) else {
            let problem = project::unknown_game_problem(library, game, Some(span));
            return Err(ResolveError::Event(
                self.error_with(vec![problem.map(EventMessage::Target)]),
            ));
        };
        let catalog = library.open(&id).map_err(ResolveError::Data)?;
        let Some(known) = catalog.format(format).filter(|format| !format.is_abstract) else {
            let problem = project::unknown_format_problem(library, &catalog, format, Some(span));
            return Err(ResolveError::Event(
                self.error_with(vec![problem.map(EventMessage::Target)]),
            ));
        };
        self.format.value = format!("{id}/{}", known.named.id);
        let mut problems = Vec::new();
        self.resolve_brings(known, &mut problems);
        lock::resolve_roles(&mut self.seals, known, &self.brings, &mut problems);
        lock::resolve_roles(&mut self.nonces, known, &self.brings, &mut problems);
        if problems.is_empty() {
            lock::note_loose_nonces(&self.seals, &self.nonces, &mut problems);
        }
        self.resolve_parameters(known, &mut problems);
        if problems.is_empty() {
            Ok(catalog)
        } else {
            Err(ResolveError::Event(self.error_with(problems)))
        }
    }

    fn resolve_brings(&mut self, format: &Format, problems: &mut Vec<Problem<EventMessage>>) {
        let mut seen: Vec<String> = Vec::new();
        for role in &mut self.brings {
            let name = std::mem::take(&mut role.value);
            let Some(found) = format.role(&name) else {
                let candidates = format
                    .roles
                    .iter()
                    .map(|known| known.named.id.to_string())
                    .collect();
                let message = EventMessage::UnknownRole { name, candidates };
                problems.push(Problem::from_span(role.span.clone(), message));
                continue;
            };
            role.value = found.named.id.to_string();
            // Two names may mean the same role, which only shows after both are looked up.
            if seen.contains(&role.value) {
                let first = role.value.clone();
                let message = EventMessage::Twice { key: "brings".to_owned(), name, first };
                problems.push(Problem::from_span(role.span.clone(), message));
            }
            seen.push(role.value.clone());
        }
    }

    fn resolve_parameters(&mut self, format: &Format, problems: &mut Vec<Problem<EventMessage>>) {
        for (parameter, value) in &mut self.parameters {
            let name = std::mem::take(&mut parameter.value);
            let Some(found) = format.parameter(&name) else {
                let candidates = format
                    .parameters
                    .iter()
                    .map(|known| known.named.id.to_string())
                    .collect();
                let message = EventMessage::UnknownParameter { name, candidates };
                problems.push(Problem::from_span(parameter.span.clone(), message));
                continue;
            };
            parameter.value = found.named.id.to_string();
            *value = found.normalize(value);
            if let Setting::Word(word) = &*value
                && !found.allows(value)
            {
                let words = found.words.iter().map(|word| word.id.to_string()).collect();
                let message = EventMessage::NotAWord { name, word: word.clone(), words };
                problems.push(Problem::from_span(parameter.span.clone(), message));
            }
        }
    }

    /// The path of an event's lock: next to its file, with the extension `.lock`.
    pub fn lock_path(path: &Path) -> PathBuf {
        path.with_extension("lock")
    }

    /// The folder of the registered decks, or of a round (counted from 1), relative to the event's
    /// file. The folders of other rounds may be missing. No folder may contain another or the file
    /// itself, because a deck would be read twice, or the file would be read as a deck.
    ///
    /// # Errors
    /// Every folder that breaks one of these conditions.
    pub fn folder(
        &self,
        round: Option<usize>,
        folder: &Path,
        links: Links,
    ) -> Result<&Path, EventError> {
        let file = canonical_folder(&folder.join(""));
        let named: Vec<&Spanned<PathBuf>> =
            std::iter::once(&self.decks).chain(&self.rounds).collect();
        let places: Vec<PathBuf> = named
            .iter()
            .map(|one| canonical_folder(&folder.join(&one.value)))
            .collect();
        // The registered decks come first, so that the number of a round is its index.
        let wanted = round.unwrap_or(0);
        let mut problems = Vec::new();
        for (at, (one, place)) in named.iter().zip(&places).enumerate() {
            let path = one.value.display().to_string();
            let message = if !place.is_dir() {
                if at != wanted {
                    continue;
                }
                EventMessage::NoFolder { path }
            } else if file.starts_with(place) {
                EventMessage::HoldsEvent { path }
            } else if let Err(refusal) = links.check(place, &file) {
                FileMessage::from(refusal).into()
            } else if let Some(other) = places
                .iter()
                .take(at)
                .position(|other| place.starts_with(other) || other.starts_with(place))
            {
                let other = named[other].value.display().to_string();
                EventMessage::Within { path, other }
            } else {
                continue;
            };
            problems.push(Problem::from_span(one.span.clone(), message));
        }
        if problems.is_empty() {
            Ok(named.get(wanted).map_or(Path::new(""), |one| &one.value))
        } else {
            Err(self.error_with(problems))
        }
    }
}
