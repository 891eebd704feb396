//! What can be wrong with a mapping, in every language.

use sleeve_data::files::FileMessage;
use sleeve_data::problem::{Candidates, Quoted};
use sleeve_data::{errors, messages, of_files};

messages! {
    /// What is wrong with a mapping.
    #[derive(Clone, PartialEq, Debug)]
    pub enum MappingMessage {
        /// What can be wrong with any file.
        File(message: FileMessage) => {
            as: *message,
        }
        /// A word where only certain ones may stand.
        UnknownWord {
            /// The key.
            key: String,
            /// What is written.
            word: String,
            /// The words there are.
            candidates: Candidates,
        } => {
            en: "`{word}` is no word for `{key}`",
            fr: "`{word}` n'est pas un mot pour `{key}`",
            help: candidates,
        }
        /// Two keys that exclude each other.
        Both {
            /// The key.
            key: &'static str,
            /// The other.
            other: &'static str,
        } => {
            en: "`{key}` and `{other}` cannot stand together",
            fr: "`{key}` et `{other}` ne vont pas ensemble",
        }
        /// A key that goes only with a certain form of field.
        OnlyNumbers {
            /// The key.
            key: String,
        } => {
            en: "`{key}` is for numbers: write `as = \"number\"`",
            fr: "`{key}` ne va qu'aux nombres : écrivez `as = \"number\"`",
        }
        /// A pattern that is none.
        BadPattern {
            /// As it is written.
            pattern: String,
            /// What is wrong with it, on one line.
            message: String,
        } => {
            en: "the pattern `{pattern}` is not a regular expression: {message}",
            fr: "le motif `{pattern}` n'est pas une expression rationnelle : {message}",
        }
        /// A pattern of files that is none.
        BadGlob {
            /// As it is written.
            pattern: String,
        } => {
            en: "`{pattern}` is no pattern of files",
            fr: "`{pattern}` n'est pas un motif de fichiers",
            help_en: "write the end of a path, with `*` for any name: `pack/*.json`",
            help_fr: "écrivez la fin d'un chemin, avec `*` pour n'importe quel nom : `pack/*.json`",
        }
        /// A path that is none.
        BadPath {
            /// As it is written.
            path: String,
        } => {
            en: "`{path}` is no path",
            fr: "`{path}` n'est pas un chemin",
            help_en: "write names with dots between them, a name with a dot in quotes: `set.code`, `\"Set.Code\"`",
            help_fr: "écrivez des noms séparés par des points, un nom à point entre guillemets : `set.code`, `\"Set.Code\"`",
        }
        /// A path that begins around the record, where nothing of that name is.
        BadStart {
            /// As it is written.
            path: String,
            /// What it may begin with.
            candidates: Vec<String>,
        } => {
            let known = Quoted(&candidates);
            en: "`{path}` begins with a word that means nothing",
            fr: "`{path}` commence par un mot qui ne veut rien dire",
            help_en: "around a record are {known}, and `@` with the name of a join",
            help_fr: "autour d'une fiche se trouvent {known}, et `@` suivi du nom d'une jointure",
        }
        /// A name that two joins have.
        JoinTwice {
            /// The name.
            name: String,
        } => {
            en: "there are two joins called `{name}`",
            fr: "deux jointures s'appellent `{name}`",
        }
        /// The name of a join that paths cannot use.
        BadJoinName {
            /// The name.
            name: String,
        } => {
            en: "`{name}` is no name of a join",
            fr: "`{name}` n'est pas un nom de jointure",
            help_en: "write small letters, digits and hyphens, and none of `up`, `key`, `file`, `folder`",
            help_fr: "écrivez des minuscules, des chiffres et des traits d'union, et aucun de `up`, `key`, `file`, `folder`",
        }
        /// A field that the game does not declare.
        NoAttribute {
            /// The field.
            name: String,
            /// Those it declares.
            candidates: Candidates,
        } => {
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
        /// A kind of card that the game does not declare.
        NoKind {
            /// The kind.
            name: String,
            /// Those it declares.
            candidates: Candidates,
        } => {
            en: "`{name}` is not a kind of card of the game",
            fr: "`{name}` n'est pas une sorte de carte du jeu",
            help: candidates,
        }
        /// An effect that the game does not declare.
        NoEffect {
            /// The effect.
            name: String,
            /// Those it declares.
            candidates: Candidates,
        } => {
            en: "`{name}` is not an effect of the game",
            fr: "`{name}` n'est pas un effet du jeu",
            help: candidates,
        }
        /// An effect that comes with another and has no pattern of its own.
        NoPattern {
            /// The effect.
            name: String,
            /// Those that have one.
            candidates: Candidates,
        } => {
            en: "`{name}` is not the id of a pattern",
            fr: "`{name}` n'est l'id d'aucun motif",
            help: candidates,
        }
        /// A value by hand that the game does not declare.
        NoValue {
            /// The field.
            field: String,
            /// The value.
            value: String,
            /// Those it declares.
            candidates: Candidates,
        } => {
            en: "`{value}` is not a value of `{field}`",
            fr: "`{value}` n'est pas une valeur de `{field}`",
            help: candidates,
        }
        /// A field that is of another type in the game.
        OtherType {
            /// The field.
            field: String,
            /// How the mapping writes it.
            form: &'static str,
            /// The type that the game declares.
            declared: &'static str,
        } => {
            en: "`{field}` is of the type `{declared}`, which `as = \"{form}\"` does not write",
            fr: "`{field}` est du type `{declared}`, que `as = \"{form}\"` n'écrit pas",
        }
    }
}

errors!(MappingMessage);
of_files!(MappingMessage);
