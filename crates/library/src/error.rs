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
                en: "there is no game `{name}`",
                fr: "il n'y a pas de jeu « {name} »",
                help_en: "there are {known}",
                help_fr: "il y a {known}",
            }
            en: "there is no game `{name}`",
            fr: "il n'y a pas de jeu « {name} »",
            help: DidYouMean(&near),
        }
        Pack { path: String, error: PackError } => {
            let why = PackReason(&error);
            en: "`{path}` cannot be used: {why}",
            fr: "« {path} » est inutilisable : {why}",
            help_en: "get the file again from where it comes, or pack the game again: sleeve pack FOLDER FILE",
            help_fr: "reprenez le fichier à sa source, ou empaquetez de nouveau le jeu : sleeve pack DOSSIER FICHIER",
        }
        SeveralGames { path: String, games: Vec<String> } => {
            let games = Joined(&games);
            en: "`{path}` holds several games: {games}",
            fr: "« {path} » contient plusieurs jeux : {games}",
            help_en: "a pack is one game: name its folder",
            help_fr: "un fichier empaqueté est un seul jeu : nommez son dossier",
        }
        /// A folder that is to be packed is laid over another game.
        NoGameOfItsOwn { path: String, game: String } => {
            en: "`{path}` is no game of its own: it is laid over {game}",
            fr: "« {path} » n'est pas un jeu à part entière : il se pose sur {game}",
            help_en: "hand on the folder itself; a game of its own has a game.toml with `id` and `name`",
            help_fr: "transmettez le dossier lui-même ; un jeu à part entière a un game.toml avec « id » et « name »",
        }
        /// A packed game is larger than one that is read.
        PackTooLarge { bytes: u64, limit: u64 } => {
            en: "the packed game would have {bytes} bytes; the limit is {limit}",
            fr: "le jeu empaqueté compterait {bytes} octets ; la limite est {limit}",
        }
        NoGame { path: String } => {
            en: "`{path}` is no game: neither a folder nor a file that ends in .sleeve",
            fr: "« {path} » n'est pas un jeu : ni un dossier, ni un fichier qui finit par .sleeve",
            help_en: "move it out of the folder of games",
            help_fr: "sortez-le du dossier des jeux",
        }
        /// A packed game cannot be used.
        Packed { error: PackError } => {
            let why = PackReason(&error);
            en: "the game cannot be opened: {why}",
            fr: "le jeu ne s'ouvre pas : {why}",
        }
    }
}

struct PackReason<'e>(&'e PackError);

impl Words for PackReason<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let french = match self.0 {
            _ if lang == Lang::En => return write!(f, "{}", self.0),
            PackError::OtherVersion { found } => {
                return write!(f, "empaqueté dans la version {found} du format, inconnue ici");
            }
            PackError::NotPacked => "ce n'est pas un jeu empaqueté",
            PackError::CutShort => "le fichier est coupé",
            PackError::Changed => "le fichier a été modifié après son écriture",
            PackError::Content(_) => "son contenu n'est pas celui d'un jeu",
            PackError::Cards => "ses cartes ne sont pas telles qu'on les empaquette",
        };
        f.write_str(french)
    }
}
