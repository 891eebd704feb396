//! Why a game could not be opened, in every language.

use super::packed::PackError;
use crate::messages;
use crate::model::Lang;
use crate::problem::{DidYouMean, Joined, Words};
use std::fmt;

messages! {
    /// Why a game could not be opened.
    #[derive(Clone, PartialEq, Debug)]
    pub enum CatalogMessage {
        /// There is no such game.
        UnknownGame {
            /// What was asked for.
            name: String,
            /// Ids of the games there are.
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
        /// A packed game cannot be used.
        Packed {
            /// Why.
            error: PackError,
        } => {
            let why = Why(&error);
            en: "the game cannot be opened: {why}",
            fr: "le jeu ne s'ouvre pas : {why}",
        }
    }
}

struct Why<'e>(&'e PackError);

impl Words for Why<'_> {
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
        };
        f.write_str(french)
    }
}
