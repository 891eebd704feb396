//! Mistakes in a `sleeve.toml`, and decks without a known game or format, in every language.

use crate::library::living_game;
use sleeve_data::{
    files::FileMessage,
    messages,
    model::{Lang, game::Named},
    of_files,
    problem::{NamedNear, NearOrAll, Quoted, Words, nearest_first},
};
use std::fmt;

/// The id of findings about unknown keys.
pub const UNKNOWN_KEY: &str = "config-unknown-key";

messages! {
    /// The reason why the game or format of a deck is unknown.
    pub enum TargetMessage {
        /// `line` names the game in the syntax of the file; empty if the file cannot name it.
        NoGame { line: String, candidates: Vec<String> } => {
            let games = Quoted(&candidates);
            when line.is_empty() => {
                title: "the deck does not say which game it is for",
                help: "use --game with one of {games}",
                page: "choose one of these games: {games}",
            }
            title: "the deck does not say which game it is for",
            help: "add `{line}`, or use --game with one of {games}",
            page: "add `{line}` with one of {games}",
        }
        GamesOfForm { form: String, candidates: Vec<String> } => {
            let games = Quoted(&candidates);
            title: "the deck does not say which game it is for, and several games have `{form}` files",
            help: "use --game with one of {games}",
            page: "choose one of these games: {games}",
        }
        UnknownGame { name: String, candidates: Vec<String> } => {
            let id = living_game(&name).unwrap_or_default();
            when !id.is_empty() => {
                title: "there is no game `{name}`",
                help: "each release has a pack of it: run its `install.sh --game {id}`, or put `{id}.sleeve` into your folder of games",
            }
            title: "there is no game `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        /// `line` as for a game.
        NoFormat { game: String, line: String, candidates: Vec<String> } => {
            let formats = FewFormats(&game, &candidates);
            let few = FewFormats("", &candidates);
            when line.is_empty() => {
                title: "the deck does not say which format of {game} it is for",
                help: "set the format in a `sleeve.toml` next to it, or use --as with one of {formats}",
                page: "choose one of these formats: {few}",
            }
            title: "the deck does not say which format of {game} it is for",
            help: "add `{line}`, set the format in a `sleeve.toml` next to it, or use --as with one of {formats}",
            page: "add `{line}` with one of {few}",
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
        /// The game has no such format, but another game has it.
        FormatElsewhere { name: String, game: String, candidates: Vec<String>, other: String } => {
            let formats = FewFormats(&game, &candidates);
            let few = FewFormats("", &candidates);
            title: "there is no format `{name}` in {game}",
            help: "`{name}` is a format of {other}; {game} has {formats}",
            page: "`{name}` is a format of {other}; {game} has {few}",
        }
    }
}

/// The most formats that one sentence names.
const FEW_FORMATS: usize = 5;

/// The first formats of a game, with a hint at the command that lists the others. Without a game,
/// the others are only counted.
struct FewFormats<'a>(&'a str, &'a [String]);

impl Words for FewFormats<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FewFormats(game, ids) = self;
        // If only one is left, its name is as short as `and 1 more`.
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

/// A suggested format, or a few formats of the game, most similar first.
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
        word!("use one of ").write(lang, f)?;
        FewFormats(game, &nearest_first(word, named, lang)).write(lang, f)
    }
}

messages! {
    /// A mistake in a `sleeve.toml`. A mistake without an id makes the file unusable.
    pub enum ConfigMessage {
        /// A mistake that any file may have. An unknown key does not make the file unusable.
        File(message: FileMessage) [unknown_key_id(message)] => {
            as: *message,
        }
        OverlayNotRegular { path: String } => "`{path}` is a pipe or a device, not a file or a folder of card data",
        /// Further unknown keys, which are only counted.
        MoreKeys(message: FileMessage) [UNKNOWN_KEY] => {
            as: *message,
        }
        Without { key: &'static str, other: &'static str } => "`{key}` also needs `{other}`",
        BadId { id: String } => {
            title: "`{id}` is not a valid assertion id",
            help: "use lower-case letters, digits and hyphens, such as `average-destiny`",
        }
        Duplicate { id: String, line: usize } => "there is already an assertion `{id}` on line {line}",
        BadLevel { found: String } => {
            title: "`{found}` is not a level",
            help: "write \"allow\", \"warn\" or \"deny\"",
        }
        BadProbability { found: String } => {
            title: "`{found}` is not a probability",
            help: "write a number from 0 to 1, such as 0.9",
        }
        BadPattern { pattern: String, message: String } => "the pattern `{pattern}` has a mistake: {message}",
        NoOverlay { path: String } => {
            title: "there is no card data at `{path}`",
            help: "paths are relative to the folder of this file",
        }
    }
}

fn unknown_key_id(message: &FileMessage) -> Option<&'static str> {
    matches!(message, FileMessage::UnknownKey { .. }).then_some(UNKNOWN_KEY)
}

of_files!(ConfigMessage);
