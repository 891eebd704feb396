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
            en: "`{word}` is no word for `{key}`",
            fr: "`{word}` n'est pas un mot pour `{key}`",
            help: candidates,
        }
        Both { key: &'static str, other: &'static str } => {
            en: "`{key}` and `{other}` cannot stand together",
            fr: "`{key}` et `{other}` ne vont pas ensemble",
        }
        OnlyNumbers { key: String } => {
            en: "`{key}` is for numbers: write `as = \"number\"`",
            fr: "`{key}` ne va qu'aux nombres : écrivez `as = \"number\"`",
        }
        BadPattern { pattern: String, message: String } => {
            en: "the pattern `{pattern}` is not a regular expression: {message}",
            fr: "le motif `{pattern}` n'est pas une expression rationnelle : {message}",
        }
        ManyPatterns { limit: usize } => {
            en: "all patterns together take more than {limit} bytes when they are compiled",
            fr: "tous les motifs ensemble prennent plus de {limit} octets une fois compilés",
        }
        LongText { key: String, bytes: usize, limit: usize } => {
            en: "`{key}` has {bytes} bytes; {limit} at most",
            fr: "`{key}` compte {bytes} octets : {limit} au plus",
        }
        ManyTitles { count: usize, limit: usize } => {
            en: "a title of {count} parts; {limit} at most",
            fr: "un titre de {count} parties : {limit} au plus",
        }
        BadGlob { pattern: String } => {
            en: "`{pattern}` is no pattern of files",
            fr: "`{pattern}` n'est pas un motif de fichiers",
            help_en: "write the end of a path, with `*` for any name: `pack/*.json`",
            help_fr: "écrivez la fin d'un chemin, avec `*` pour n'importe quel nom : `pack/*.json`",
        }
        BadPath { path: String } => {
            en: "`{path}` is no path",
            fr: "`{path}` n'est pas un chemin",
            help_en: "write names with dots between them, a name with a dot in quotes: `set.code`, `\"Set.Code\"`",
            help_fr: "écrivez des noms séparés par des points, un nom à point entre guillemets : `set.code`, `\"Set.Code\"`",
        }
        BadStart { path: String, candidates: Vec<String> } => {
            let known = Quoted(&candidates);
            en: "`{path}` begins with a word that means nothing",
            fr: "`{path}` commence par un mot qui ne veut rien dire",
            help_en: "around a record are {known}, and `@` with the name of a join",
            help_fr: "autour d'une fiche se trouvent {known}, et `@` suivi du nom d'une jointure",
        }
        JoinTwice { name: String } => {
            en: "there are two joins called `{name}`",
            fr: "deux jointures s'appellent `{name}`",
        }
        BadJoinName { name: String } => {
            en: "`{name}` is no name of a join",
            fr: "`{name}` n'est pas un nom de jointure",
            help_en: "write small letters, digits and hyphens, and none of `up`, `key`, `file`, `folder`",
            help_fr: "écrivez des minuscules, des chiffres et des traits d'union, et aucun de `up`, `key`, `file`, `folder`",
        }
        NoAttribute { name: String, candidates: Candidates } => {
            when candidates.are_near => {
                en: "the game declares no attribute `{name}`",
                fr: "le jeu ne déclare pas d'attribut `{name}`",
                help: candidates,
                also_en: "`--vocabulary` declares what is new",
                also_fr: "`--vocabulary` déclare ce qui est nouveau",
            }
            en: "the game declares no attribute `{name}`",
            fr: "le jeu ne déclare pas d'attribut `{name}`",
            help_en: "declare it in game.toml, or let `--vocabulary` do so",
            help_fr: "déclarez-le dans game.toml, ou laissez faire `--vocabulary`",
        }
        NoKind { name: String, candidates: Candidates } => {
            en: "`{name}` is not a kind of card of the game",
            fr: "`{name}` n'est pas une sorte de carte du jeu",
            help: candidates,
        }
        NoEffect { name: String, candidates: Candidates } => {
            en: "`{name}` is not an effect of the game",
            fr: "`{name}` n'est pas un effet du jeu",
            help: candidates,
        }
        NoPattern { name: String, candidates: Candidates } => {
            en: "`{name}` is not the id of a pattern",
            fr: "`{name}` n'est l'id d'aucun motif",
            help: candidates,
        }
        NoValue { field: String, value: String, candidates: Candidates } => {
            en: "`{value}` is not a value of `{field}`",
            fr: "`{value}` n'est pas une valeur de `{field}`",
            help: candidates,
        }
        OtherType { field: String, form: &'static str, declared: &'static str } => {
            en: "`{field}` is of the type `{declared}`, which `as = \"{form}\"` does not write",
            fr: "`{field}` est du type `{declared}`, que `as = \"{form}\"` n'écrit pas",
        }
    }
}

errors!(MappingMessage);
of_files!(MappingMessage);
