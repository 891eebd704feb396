//! Mistakes in a `sleeve.toml`, and decks without a known game or format, in every language.

use super::config::UNKNOWN_KEY;
use sleeve_data::files::FileMessage;
use sleeve_data::model::Lang;
use sleeve_data::model::game::Named;
use sleeve_data::problem::{NamedNear, NearOrAll, Quoted, Words, nearest_first};
use sleeve_data::{messages, of_files};
use std::fmt;

messages! {
    /// Why the game and format of a deck are not known.
    #[derive(Clone, PartialEq, Debug)]
    pub enum TargetMessage {
        /// `line` is how the file would state it; empty where it has no such line.
        NoGame { line: String, candidates: Vec<String> } => {
            let games = Quoted(&candidates);
            when line.is_empty() => {
                title: "the deck does not say which game it is for",
                help: "give --game: one of {games}",
                page: "choose a game for it: one of {games}",
            }
            title: "the deck does not say which game it is for",
            help: "write `{line}` in it, or give --game: one of {games}",
            page: "write `{line}` in it: one of {games}",
        }
        GamesOfForm { form: String, candidates: Vec<String> } => {
            let games = Quoted(&candidates);
            title: "the deck does not say which game it is for, and several have decks of the form `{form}`",
            help: "give --game: one of {games}",
            page: "choose a game for it: one of {games}",
        }
        UnknownGame { name: String, candidates: Vec<String> } => {
            title: "there is no game `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        /// `line` as for a game.
        NoFormat { game: String, line: String, candidates: Vec<String> } => {
            let formats = FewFormats(&game, &candidates);
            let few = FewFormats("", &candidates);
            when line.is_empty() => {
                title: "the deck does not say which format of {game} it is for",
                help: "name the format in a `sleeve.toml` beside it, or give --as: one of {formats}",
                page: "choose a format for it: one of {few}",
            }
            title: "the deck does not say which format of {game} it is for",
            help: "write `{line}` in it, name the format in a `sleeve.toml` beside it, or give --as: one of {formats}",
            page: "write `{line}` in it: one of {few}",
        }
        UnknownFormat {
            name: String,
            game: String,
            /// Its formats, nearest first.
            candidates: Vec<String>,
            /// Its formats with all their names.
            named: Vec<Named>,
        } => {
            title: "there is no format `{name}` in {game}",
            help: NearOrFew { word: &name, game: &game, named: &named },
            page: NearOrFew { word: &name, game: "", named: &named },
        }
        /// The game has no such format, and another has.
        FormatElsewhere { name: String, game: String, candidates: Vec<String>, other: String } => {
            let formats = FewFormats(&game, &candidates);
            let few = FewFormats("", &candidates);
            title: "there is no format `{name}` in {game}",
            help: "`{name}` is a format of {other}; {game} has {formats}",
            page: "`{name}` is a format of {other}; {game} has {few}",
        }
    }
}

/// The largest number of formats that one sentence names.
const FEW_FORMATS: usize = 5;

/// The first formats of a game, and where a terminal lists the others; without a game they are
/// counted alone.
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
            more if game.is_empty() => f.write_str(&say!(lang, " and {more} more")),
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
        word!("there are ").write(lang, f)?;
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
        OverlayNotRegular { path: String } => "`{path}` is a pipe or a device, not a file or a folder of card data",
        /// Keys that mean nothing and are not told one by one.
        MoreKeys(message: FileMessage) [UNKNOWN_KEY] => {
            as: *message,
        }
        Without { key: &'static str, other: &'static str } => "`{key}` needs `{other}` beside it",
        BadId { id: String } => {
            title: "`{id}` is no id of an assertion",
            help: "write small letters, digits and hyphens: `average-destiny`",
        }
        Duplicate { id: String, line: usize } => "there is already an assertion `{id}`, in line {line}",
        BadLevel { found: String } => {
            title: "there is no level `{found}`",
            help: "write \"allow\", \"warn\" or \"deny\"",
        }
        BadProbability { found: String } => {
            title: "`{found}` is no probability",
            help: "write a number from 0 to 1, such as 0.9",
        }
        BadPattern { pattern: String, message: String } => "the pattern `{pattern}` has a mistake: {message}",
        NoOverlay { path: String } => {
            title: "there is no card data at `{path}`",
            help: "paths start from the folder of this file",
        }
    }
}

fn unknown_key_id(message: &FileMessage) -> Option<&'static str> {
    matches!(message, FileMessage::UnknownKey { .. }).then_some(UNKNOWN_KEY)
}

of_files!(ConfigMessage);
