//! Why a game could not be opened, as an error and in every language.

use super::packed::PackError;
use super::source::DataProblem;
use sleeve_data::messages;
use sleeve_data::model::Lang;
use sleeve_data::problem::{DidYouMean, Joined, Message, Problem, Words};
use std::fmt;
use thiserror::Error;

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
