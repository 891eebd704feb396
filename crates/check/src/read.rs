//! From a file to a deck whose game is open.

use super::deck::{CheckedDeck, DeckState};
use super::input::{FileContent, InputFile};
use super::judge::{GameDeck, Judge, JudgedFile};
use super::messages::{CheckMessage, data_problems};
use sleeve_data::problem::Problem;
use sleeve_decks::{self as decks, DeckError, DeckForm, DeckMessage, Hints, RawDeck};
use sleeve_library::Library;
use sleeve_library::project::{Config, ProjectError, TargetMessage, TargetRequest, find_target};
use std::sync::Arc;

/// A file that is not one deck to be judged.
pub(super) enum UnjudgedFile {
    /// The file as an unreadable deck.
    Unreadable(Box<CheckedDeck>),
    /// The path of a file with data of a game, as users see it.
    Data(String),
    /// Its decks, as files of their own that are called `path#1`, `path#2`.
    Several(Vec<InputFile>),
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
        file: InputFile,
    ) -> Result<GameDeck, UnjudgedFile> {
        let InputFile { shown, path, number, content } = file;
        let part = if let FileContent::Read(raw) = &content { raw.part } else { None };
        let unreadable = |text: &Arc<str>, obstacles| {
            UnjudgedFile::from_obstacles((&shown, part), text, obstacles)
        };
        let refused = |error: DeckError| {
            let obstacles = error.problems.into_iter().map(Problem::into_any).collect();
            unreadable(&error.text, obstacles)
        };
        let nothing: Arc<str> = Arc::from("");
        let (given, bytes) = match content {
            FileContent::Read(raw) => (Some(*raw), Vec::new()),
            FileContent::Given(bytes) => (None, bytes.map_err(refused)?),
            FileContent::Stored(file) => {
                let bytes = decks::load(&file).map_err(refused)?;
                if !file.named && judged.is_data(&bytes) {
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
                let mut raws = self.read_decks(library, &shown, &bytes, wishes).map_err(refused)?;
                let count = raws.len();
                if number.is_none() && count > 1 {
                    let file = |raw: RawDeck| InputFile {
                        shown: raw.path.clone(),
                        path: path.clone(),
                        number: None,
                        content: FileContent::Read(Box::new(raw)),
                    };
                    return Err(UnjudgedFile::Several(raws.into_iter().map(file).collect()));
                }
                let at = number.unwrap_or(1).checked_sub(1).filter(|at| *at < count);
                let at = at.ok_or_else(|| {
                    let message = match number {
                        Some(number) if count > 0 => DeckMessage::NoDeckOfNumber { number, count },
                        _ => DeckMessage::Empty,
                    };
                    refused(DeckError::from_message(&shown, message))
                })?;
                (raws.swap_remove(at), count == 1)
            }
        };
        let unusable = |raw: &RawDeck, obstacles| {
            UnjudgedFile::from_obstacles((&raw.path, raw.part), &raw.text, obstacles)
        };
        let (game, format) = match find_target(library, &raw, wishes) {
            Ok((game, format)) => (game, Ok(format)),
            Err(problem) => match &problem.message {
                TargetMessage::NoFormat { game, .. } => (game.clone(), Err(problem)),
                _ => return Err(unusable(&raw, vec![problem.into_any()])),
            },
        };
        match library.open_on(&game, self.request.options.on) {
            Ok(catalog) => {
                // The form of file of another game names other zones, so the deck's own game reads the file again.
                if let DeckForm::Described(reader) = &raw.reader
                    && is_whole_file
                    && !catalog.game.described.contains(reader)
                {
                    let raws = self.read_raws(library, &shown, &bytes, Some(&game));
                    raw = raws.map_err(refused)?.pop().unwrap_or(raw);
                }
                Ok(GameDeck { raw, catalog, format })
            }
            Err(error) => Err(unusable(&raw, data_problems(&error))),
        }
    }

    /// The game and format that the user names, else those that the `sleeve.toml` names.
    fn deck_wishes<'w>(&'w self, config: Option<&'w Config>) -> TargetRequest<'w> {
        let game = config.and_then(|c| c.game.as_ref()).map(|game| game.value.as_str());
        let format = config.and_then(|c| c.format.as_ref()).map(|format| format.value.as_str());
        TargetRequest {
            game: self.request.game.as_deref().or(game),
            format: self.request.format.as_deref(),
            default_format: format.or(self.request.default_format.as_deref()),
        }
    }

    /// Reads the decks of a file with the readers of its game, where the user says which game that is.
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
        // The ending alone tells our own files, so the games need not be opened for them.
        let described = if reader.is_none() && path.ends_with(".toml") {
            Vec::new()
        } else {
            library.described_readers()
        };
        let hints = Hints { reader, described: &described, ..Hints::default() };
        decks::read_all(path, bytes, &hints)
    }

    /// Reads the decks of a file. In a list their game tells where one begins: without it any word is taken for a side.
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
