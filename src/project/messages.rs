//! What can be wrong with a `sleeve.toml`, and with what a deck is for, in every language.

use super::config::UNKNOWN_KEY;
use crate::messages;
use crate::model::Lang;
use crate::model::game::Named;
use crate::problem::{
    Both, Candidates, NamedNear, NearOrAll, Quoted, Untold, Words, nearest_first,
};
use crate::terms;
use std::fmt;

messages! {
    /// Why a deck's game and format cannot be told.
    #[derive(Clone, PartialEq, Debug)]
    pub enum TargetMessage {
        /// Neither the deck nor the user names a game.
        NoGame {
            /// The games there are.
            candidates: Vec<String>,
        } => {
            let games = Quoted(&candidates);
            en: "the deck does not say which game it is for",
            fr: "le deck ne dit pas pour quel jeu il est fait",
            help_en: "write `game = \"…\"` in it, or give --game: one of {games}",
            help_fr: "écrivez-y `game = \"…\"`, ou donnez --game : parmi {games}",
            page_en: "write `game = \"…\"` in it, or choose the game above it: one of {games}",
            page_fr: "écrivez-y `game = \"…\"`, ou choisissez le jeu au-dessus : parmi {games}",
        }
        /// Nothing names a game, and several recognise the form of the file.
        GamesOfForm {
            /// The form.
            form: String,
            /// The games.
            candidates: Vec<String>,
        } => {
            let games = Quoted(&candidates);
            en: "the deck does not say which game it is for, and several have decks of the form `{form}`",
            fr: "le deck ne dit pas pour quel jeu il est fait, et plusieurs ont des decks de la forme « {form} »",
            help_en: "give --game: one of {games}",
            help_fr: "donnez --game : parmi {games}",
            page_en: "choose the game above it: one of {games}",
            page_fr: "choisissez le jeu au-dessus : parmi {games}",
        }
        /// There is no such game.
        UnknownGame {
            /// What is named.
            name: String,
            /// The games there are.
            candidates: Vec<String>,
        } => {
            en: "there is no game `{name}`",
            fr: "il n'y a pas de jeu « {name} »",
            help: NearOrAll(&name, &candidates),
        }
        /// Neither the deck nor the user names a format.
        NoFormat {
            /// The game.
            game: String,
            /// Its formats.
            candidates: Vec<String>,
        } => {
            let formats = Few(&game, &candidates);
            en: "the deck does not say which format of {game} it is for",
            fr: "le deck ne dit pas pour quel format de {game} il est fait",
            help_en: "write `format = \"…\"` in it, or give --as: one of {formats}",
            help_fr: "écrivez-y `format = \"…\"`, ou donnez --as : parmi {formats}",
            page_en: "write `format = \"…\"` in it, or choose the format above it",
            page_fr: "écrivez-y `format = \"…\"`, ou choisissez le format au-dessus",
        }
        /// The game has no such format.
        UnknownFormat {
            /// What is named.
            name: String,
            /// The game.
            game: String,
            /// Its formats, nearest first.
            candidates: Vec<String>,
            /// The same with all their names.
            named: Vec<Named>,
        } => {
            en: "there is no format `{name}` in {game}",
            fr: "il n'y a pas de format « {name} » dans {game}",
            help: NearOrFew { word: &name, game: &game, named: &named },
        }
        /// The game has no such format, and another has.
        FormatElsewhere {
            /// What is named.
            name: String,
            /// The game.
            game: String,
            /// Its formats.
            candidates: Vec<String>,
            /// The game that has such a format.
            other: String,
        } => {
            let formats = Few(&game, &candidates);
            en: "there is no format `{name}` in {game}",
            fr: "il n'y a pas de format « {name} » dans {game}",
            help_en: "`{name}` is a format of {other}; {game} has {formats}",
            help_fr: "« {name} » est un format de {other} ; {game} a {formats}",
        }
    }
}

/// So many formats of a game are named in one sentence.
const FEW_FORMATS: usize = 5;

/// The first formats of a game, and where the others are listed.
struct Few<'a>(&'a str, &'a [String]);

impl Words for Few<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Few(game, ids) = self;
        // One that is left would be no longer than saying so.
        let few = if ids.len() <= FEW_FORMATS + 1 { ids.len() } else { FEW_FORMATS };
        let (first, rest) = ids.split_at(few);
        Quoted(first).write(lang, f)?;
        match (rest.len(), lang) {
            (0, _) => Ok(()),
            (more, Lang::En) => write!(f, " and {more} more (`sleeve rules {game}` lists them)"),
            (more, Lang::Fr) => write!(f, " et {more} autres (`sleeve rules {game}` les énumère)"),
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
        Both("there are ", "il y a ").write(lang, f)?;
        Few(game, &nearest_first(word, named, lang)).write(lang, f)
    }
}

messages! {
    /// What can be wrong with a `sleeve.toml`. What has no id keeps the file from being used.
    #[derive(Clone, PartialEq, Debug)]
    pub enum ConfigMessage {
        /// The system would not give the file.
        Unreadable {
            /// What it says.
            reason: String,
        } => {
            en: "cannot read it: {reason}",
            fr: "lecture impossible : {reason}",
        }
        /// Larger than any list of settings.
        TooLarge => {
            en: "it is larger than 1 MiB",
            fr: "il dépasse 1 Mio",
        }
        /// A pipe, a socket or a device stands where the file should be.
        NotRegular => {
            en: "it is a pipe or a device, not a file",
            fr: "c'est un tube ou un périphérique, pas un fichier",
        }
        /// Card data that is a pipe, a socket or a device.
        OverlayNotRegular {
            /// As it is written.
            path: String,
        } => {
            en: "`{path}` is a pipe or a device, not a file or a folder of card data",
            fr: "`{path}` est un tube ou un périphérique, pas des données de cartes",
        }
        /// More of something than a file takes.
        TooMany {
            /// The key.
            key: &'static str,
            /// The limit.
            limit: usize,
        } => {
            en: "`{key}` holds more than {limit}",
            fr: "`{key}` en compte plus de {limit}",
        }
        /// Problems that are not told one by one.
        More {
            /// How many, where that was counted.
            count: Option<usize>,
        } => {
            let number = count.filter(|count| *count != 1);
            let problems = more(*count);
            en: "{number}{problems} in this file",
            fr: "{number}{problems} dans ce fichier",
        }
        /// Keys that mean nothing and are not told one by one.
        MoreKeys {
            /// How many.
            count: usize,
        } [UNKNOWN_KEY] => {
            let number = Some(*count).filter(|count| *count != 1);
            let problems = more(Some(*count));
            en: "{number}{problems} in this file",
            fr: "{number}{problems} dans ce fichier",
        }
        /// It is no TOML.
        Syntax {
            /// What the TOML parser says.
            message: String,
        } => {
            en: "this is not TOML: {message}",
            fr: "ce n'est pas du TOML : {message}",
        }
        /// A value of the wrong type.
        WrongType {
            /// The key.
            key: String,
            /// What it should be.
            expected: Expected,
            /// What it is.
            found: &'static str,
        } => {
            en: "`{key}` has to be {expected}, not {found}",
            fr: "`{key}` doit être {expected}, pas {found}",
        }
        /// A key that means nothing.
        UnknownKey {
            /// The key.
            key: String,
            /// The table it stands in; empty: the top.
            table: &'static str,
            /// The keys nearest to it, or all of the table where none is near.
            candidates: Candidates,
        } [UNKNOWN_KEY] => {
            let help = KeysMeant(&candidates);
            when table.is_empty() => {
                en: "the key `{key}` means nothing here",
                fr: "la clé `{key}` ne veut rien dire ici",
                help: help,
            }
            en: "the key `{key}` means nothing in `{table}`",
            fr: "la clé `{key}` ne veut rien dire dans `{table}`",
            help: help,
        }
        /// A key that has to be there.
        Missing {
            /// The key, or keys of which one has to be there.
            keys: &'static str,
        } => {
            en: "the assertion lacks {keys}",
            fr: "il manque {keys} à l'assertion",
        }
        /// A key that goes only with another.
        Without {
            /// The key.
            key: &'static str,
            /// The one that is missing.
            other: &'static str,
        } => {
            en: "`{key}` needs `{other}` beside it",
            fr: "`{key}` demande `{other}` à côté",
        }
        /// Two keys that exclude each other.
        Both {
            /// The key.
            key: &'static str,
            /// The other.
            other: &'static str,
        } => {
            en: "`{key}` and `{other}` cannot stand in one assertion",
            fr: "`{key}` et `{other}` ne vont pas dans la même assertion",
        }
        /// An id that is not kebab-case.
        BadId {
            /// As it is written.
            id: String,
        } => {
            en: "`{id}` is no id of an assertion",
            fr: "`{id}` n'est pas un identifiant d'assertion",
            help_en: "write small letters, digits and hyphens: `average-destiny`",
            help_fr: "écrivez des minuscules, des chiffres et des traits d'union : `destin-moyen`",
        }
        /// An id that another assertion has.
        Duplicate {
            /// The id.
            id: String,
            /// The line of the first.
            line: usize,
        } => {
            en: "there is already an assertion `{id}`, in line {line}",
            fr: "il y a déjà une assertion `{id}`, ligne {line}",
        }
        /// A level that does not exist.
        BadLevel {
            /// As it is written.
            found: String,
        } => {
            en: "there is no level `{found}`",
            fr: "il n'y a pas de niveau `{found}`",
            help_en: "write \"allow\", \"warn\" or \"deny\"",
            help_fr: "écrivez \"allow\", \"warn\" ou \"deny\"",
        }
        /// A number that is no probability.
        BadProbability {
            /// As it is written.
            found: String,
        } => {
            en: "`{found}` is no probability",
            fr: "`{found}` n'est pas une probabilité",
            help_en: "write a number from 0 to 1, such as 0.9",
            help_fr: "écrivez un nombre de 0 à 1, comme 0.9",
        }
        /// A pattern that is none.
        BadPattern {
            /// As it is written.
            pattern: String,
            /// What is wrong with it.
            message: String,
        } => {
            en: "the pattern `{pattern}` has a mistake: {message}",
            fr: "le motif `{pattern}` est fautif : {message}",
        }
        /// A folder or file of card data that does not exist.
        NoOverlay {
            /// As it is written.
            path: String,
        } => {
            en: "there is no card data at `{path}`",
            fr: "il n'y a pas de données de cartes à `{path}`",
            help_en: "paths start from the folder of this file",
            help_fr: "les chemins partent du dossier de ce fichier",
        }
    }
}

/// What follows the number of problems that are not told.
fn more(count: Option<usize>) -> Both {
    match count {
        Some(1) => Both("1 more problem", "1 autre problème"),
        Some(_) => Both(" more problems", " autres problèmes"),
        None => Both("more problems", "d'autres problèmes"),
    }
}

impl Untold for ConfigMessage {
    fn more(count: Option<usize>) -> ConfigMessage {
        ConfigMessage::More { count }
    }

    fn untold(&self) -> Option<Option<usize>> {
        match self {
            ConfigMessage::More { count } => Some(*count),
            _ => None,
        }
    }
}

/// The keys that were meant, or all keys of the table.
struct KeysMeant<'a>(&'a Candidates);

impl Words for KeysMeant<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.are_near {
            return self.0.write(lang, f);
        }
        Both("the keys are ", "les clés sont ").write(lang, f)?;
        Quoted(&self.0.names).write(lang, f)
    }
}

terms! {
    /// The type that a value should have.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Expected {
        /// A text.
        Text => "a text in quotes", "un texte entre guillemets";
        /// A number.
        Number => "a number", "un nombre";
        /// A table.
        Table => "a table", "une table";
        /// An array of tables.
        Tables => "tables: write `[[assert]]` above each", "des tables : écrivez `[[assert]]` au-dessus de chacune";
        /// An array of texts.
        Texts => "an array of texts", "un tableau de textes";
        /// A text or an array of texts.
        TextOrTexts => "a text or an array of texts", "un texte ou un tableau de textes";
        /// A text, or one for each language.
        Localised => "a text, or { en = \"…\", fr = \"…\" }", "un texte, ou { en = \"…\", fr = \"…\" }";
    }
}
