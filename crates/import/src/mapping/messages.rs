//! Mistakes in a mapping, in every language.

use sleeve_data::files::FileMessage;
use sleeve_data::problem::{Candidates, Quoted};
use sleeve_data::{errors, messages, of_files};

messages! {
    /// A mistake in a mapping.
    #[derive(Clone, PartialEq, Debug)]
    pub enum MappingMessage {
        File(message: FileMessage) => {
            as: *message,
        }
        UnknownWord { key: String, word: String, candidates: Candidates } => {
            title: "`{word}` is no word for `{key}`",
            help: candidates,
        }
        Both { key: &'static str, other: &'static str } => "`{key}` and `{other}` cannot stand together",
        OnlyNumbers { key: String } => "`{key}` is for numbers: write `as = \"number\"`",
        OnlyWords { key: String } => "`{key}` is for words: write `as = \"word\"`, `\"words\"` or `\"counted\"`",
        BadPattern { pattern: String, message: String } => "the pattern `{pattern}` is not a regular expression: {message}",
        ManyPatterns { limit: usize } => "all patterns together take more than {limit} bytes when they are compiled",
        LongText { key: String, bytes: usize, limit: usize } => "`{key}` has {bytes} bytes; {limit} at most",
        ManyTitles { count: usize, limit: usize } => "a title of {count} parts; {limit} at most",
        BadGlob { pattern: String } => {
            title: "`{pattern}` is no pattern of files",
            help: "write the end of a path, with `*` for any name: `pack/*.json`",
        }
        BadPath { path: String } => {
            title: "`{path}` is no path",
            help: "write names with dots between them, a name with a dot in quotes: `set.code`, `\"Set.Code\"`",
        }
        BadStart { path: String, candidates: Vec<String> } => {
            let known = Quoted(&candidates);
            title: "`{path}` begins with a word that means nothing",
            help: "around a record are {known}, and `@` with the name of a join",
        }
        JoinTwice { name: String } => "there are two joins called `{name}`",
        BadJoinName { name: String } => {
            title: "`{name}` is no name of a join",
            help: "write small letters, digits and hyphens, and none of `up`, `key`, `file`, `folder`",
        }
        NoAttribute { name: String, candidates: Candidates } => {
            when candidates.are_near => {
                title: "the game declares no attribute `{name}`",
                help: candidates,
                also: "`--vocabulary` declares what is new",
            }
            title: "the game declares no attribute `{name}`",
            help: "declare it in game.toml, or let `--vocabulary` do so",
        }
        NoKind { name: String, candidates: Candidates } => {
            title: "`{name}` is not a kind of card of the game",
            help: candidates,
        }
        NoEffect { name: String, candidates: Candidates } => {
            title: "`{name}` is not an effect of the game",
            help: candidates,
        }
        NoPattern { name: String, candidates: Candidates } => {
            title: "`{name}` is not the id of a pattern",
            help: candidates,
        }
        NoValue { field: String, value: String, candidates: Candidates } => {
            title: "`{value}` is not a value of `{field}`",
            help: candidates,
        }
        OtherType { field: String, form: &'static str, declared: &'static str } => "`{field}` is of the type `{declared}`, which `as = \"{form}\"` does not write",
    }
}

errors!(MappingMessage);
of_files!(MappingMessage);
