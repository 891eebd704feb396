//! Mistakes in a `sleeve.toml`, and decks without a known game or format, in every language.

use super::config::UNKNOWN_KEY;
use sleeve_data::files::FileMessage;
use sleeve_data::model::Lang;
use sleeve_data::model::game::Named;
use sleeve_data::problem::{BothLanguages, NamedNear, NearOrAll, Quoted, Words, nearest_first};
use sleeve_data::{messages, of_files};
use std::fmt;

messages! {
    /// Why the game and format of a deck are not known.
    #[derive(Clone, PartialEq, Debug)]
    pub enum TargetMessage {
        NoGame { candidates: Vec<String> } => {
            let games = Quoted(&candidates);
            en: "the deck does not say which game it is for",
            fr: "le deck ne dit pas pour quel jeu il est fait",
            help_en: "write `game = \"…\"` in it, or give --game: one of {games}",
            help_fr: "écrivez-y `game = \"…\"`, ou donnez --game : parmi {games}",
            page_en: "write `game = \"…\"` in it, or choose the game above it: one of {games}",
            page_fr: "écrivez-y `game = \"…\"`, ou choisissez le jeu au-dessus : parmi {games}",
        }
        /// Nothing names a game, and several recognise the form of the file.
        GamesOfForm { form: String, candidates: Vec<String> } => {
            let games = Quoted(&candidates);
            en: "the deck does not say which game it is for, and several have decks of the form `{form}`",
            fr: "le deck ne dit pas pour quel jeu il est fait, et plusieurs ont des decks de la forme « {form} »",
            help_en: "give --game: one of {games}",
            help_fr: "donnez --game : parmi {games}",
            page_en: "choose the game above it: one of {games}",
            page_fr: "choisissez le jeu au-dessus : parmi {games}",
        }
        UnknownGame { name: String, candidates: Vec<String> } => {
            en: "there is no game `{name}`",
            fr: "il n'y a pas de jeu « {name} »",
            help: NearOrAll(&name, &candidates),
        }
        NoFormat { game: String, candidates: Vec<String> } => {
            let formats = FewFormats(&game, &candidates);
            en: "the deck does not say which format of {game} it is for",
            fr: "le deck ne dit pas pour quel format de {game} il est fait",
            help_en: "write `format = \"…\"` in it, or give --as: one of {formats}",
            help_fr: "écrivez-y `format = \"…\"`, ou donnez --as : parmi {formats}",
            page_en: "write `format = \"…\"` in it, or choose the format above it",
            page_fr: "écrivez-y `format = \"…\"`, ou choisissez le format au-dessus",
        }
        UnknownFormat {
            name: String,
            game: String,
            /// Its formats, nearest first.
            candidates: Vec<String>,
            /// Its formats with all their names.
            named: Vec<Named>,
        } => {
            en: "there is no format `{name}` in {game}",
            fr: "il n'y a pas de format « {name} » dans {game}",
            help: NearOrFew { word: &name, game: &game, named: &named },
        }
        /// The game has no such format, and another has.
        FormatElsewhere { name: String, game: String, candidates: Vec<String>, other: String } => {
            let formats = FewFormats(&game, &candidates);
            en: "there is no format `{name}` in {game}",
            fr: "il n'y a pas de format « {name} » dans {game}",
            help_en: "`{name}` is a format of {other}; {game} has {formats}",
            help_fr: "« {name} » est un format de {other} ; {game} a {formats}",
        }
    }
}

/// The largest number of formats that one sentence names.
const FEW_FORMATS: usize = 5;

/// The first formats of a game, and where the others are listed.
struct FewFormats<'a>(&'a str, &'a [String]);

impl Words for FewFormats<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FewFormats(game, ids) = self;
        // With a single one left, its name is no longer than saying that there is one more.
        let few = if ids.len() <= FEW_FORMATS + 1 { ids.len() } else { FEW_FORMATS };
        let (first, rest) = ids.split_at(few);
        Quoted(first).write(lang, f)?;
        match rest.len() {
            0 => Ok(()),
            more => f.write_str(&say!(lang, " and {more} more (`sleeve rules {game}` lists them)")),
        }
    }
}

/// The format that was probably meant, or a few of the game's, nearest first.
struct NearOrFew<'a> {
    word: &'a str,
    game: &'a str,
    named: &'a [Named],
}

impl Words for NearOrFew<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NearOrFew { word, game, named } = self;
        let near = NamedNear(word, named);
        if near.is_any(lang) {
            return near.write(lang, f);
        }
        BothLanguages("there are ", "il y a ").write(lang, f)?;
        FewFormats(game, &nearest_first(word, named, lang)).write(lang, f)
    }
}

messages! {
    /// What can be wrong with a `sleeve.toml`. What has no id keeps the file from being used.
    #[derive(Clone, PartialEq, Debug)]
    pub enum ConfigMessage {
        /// What can be wrong with any file; a key that means nothing keeps none from being used.
        File(message: FileMessage) [unknown_key_id(message)] => {
            as: *message,
        }
        OverlayNotRegular { path: String } => {
            en: "`{path}` is a pipe or a device, not a file or a folder of card data",
            fr: "`{path}` est un tube ou un périphérique, pas des données de cartes",
        }
        /// Keys that mean nothing and are not told one by one.
        MoreKeys(message: FileMessage) [UNKNOWN_KEY] => {
            as: *message,
        }
        Without { key: &'static str, other: &'static str } => {
            en: "`{key}` needs `{other}` beside it",
            fr: "`{key}` demande `{other}` à côté",
        }
        /// An id that is not kebab-case.
        BadId { id: String } => {
            en: "`{id}` is no id of an assertion",
            fr: "`{id}` n'est pas un identifiant d'assertion",
            help_en: "write small letters, digits and hyphens: `average-destiny`",
            help_fr: "écrivez des minuscules, des chiffres et des traits d'union : `destin-moyen`",
        }
        Duplicate { id: String, line: usize } => {
            en: "there is already an assertion `{id}`, in line {line}",
            fr: "il y a déjà une assertion `{id}`, ligne {line}",
        }
        BadLevel { found: String } => {
            en: "there is no level `{found}`",
            fr: "il n'y a pas de niveau `{found}`",
            help_en: "write \"allow\", \"warn\" or \"deny\"",
            help_fr: "écrivez \"allow\", \"warn\" ou \"deny\"",
        }
        BadProbability { found: String } => {
            en: "`{found}` is no probability",
            fr: "`{found}` n'est pas une probabilité",
            help_en: "write a number from 0 to 1, such as 0.9",
            help_fr: "écrivez un nombre de 0 à 1, comme 0.9",
        }
        BadPattern { pattern: String, message: String } => {
            en: "the pattern `{pattern}` has a mistake: {message}",
            fr: "le motif `{pattern}` est fautif : {message}",
        }
        NoOverlay { path: String } => {
            en: "there is no card data at `{path}`",
            fr: "il n'y a pas de données de cartes à `{path}`",
            help_en: "paths start from the folder of this file",
            help_fr: "les chemins partent du dossier de ce fichier",
        }
    }
}

/// The id of an unknown key.
fn unknown_key_id(message: &FileMessage) -> Option<&'static str> {
    matches!(message, FileMessage::UnknownKey { .. }).then_some(UNKNOWN_KEY)
}

of_files!(ConfigMessage);
