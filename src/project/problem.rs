//! What can be wrong with a `sleeve.toml`, as data: where, and what it may have meant.

use crate::model::Lang;
use std::ops::Range;
use std::sync::Arc;

/// A `sleeve.toml` that cannot be used, with everything that is wrong with it.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{path}: {} mistakes", problems.len())]
pub struct ConfigError {
    /// Its path as messages show it.
    pub path: String,
    /// Its text; empty where it could not be read.
    pub text: Arc<str>,
    /// What is wrong, in the order of the file.
    pub problems: Vec<Problem>,
}

impl ConfigError {
    /// An error about the whole file.
    pub fn whole(path: &str, kind: ProblemKind) -> ConfigError {
        let problems = vec![Problem { span: None, kind }];
        ConfigError { path: path.to_owned(), text: Arc::from(""), problems }
    }
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// Where, if at a place.
    pub span: Option<Range<usize>>,
    /// What.
    pub kind: ProblemKind,
}

/// The kinds of problem.
#[derive(Clone, PartialEq, Debug)]
pub enum ProblemKind {
    /// The system would not give the file.
    Unreadable(String),
    /// Larger than any list of settings.
    TooLarge,
    /// A pipe, a socket or a device stands where the file should be.
    NotRegular,
    /// Card data that is a pipe, a socket or a device.
    OverlayNotRegular {
        /// As it is written.
        path: String,
    },
    /// More of something than a file takes.
    TooMany {
        /// The key.
        key: &'static str,
        /// The limit.
        limit: usize,
    },
    /// Problems that are not told one by one; how many, where that was counted.
    More {
        /// How many.
        count: Option<usize>,
    },
    /// It is no TOML.
    Syntax(String),
    /// A value of the wrong type.
    WrongType {
        /// The key.
        key: String,
        /// What it should be.
        expected: Expected,
        /// What it is.
        found: &'static str,
    },
    /// A key that means nothing.
    UnknownKey {
        /// The key.
        key: String,
        /// The table it stands in; empty: the top.
        table: &'static str,
        /// The keys nearest to it, or all of the table where none is near.
        candidates: Vec<String>,
    },
    /// A key that has to be there.
    Missing {
        /// The key, or keys of which one has to be there.
        keys: &'static str,
    },
    /// A key that goes only with another.
    Without {
        /// The key.
        key: &'static str,
        /// The one that is missing.
        other: &'static str,
    },
    /// Two keys that exclude each other.
    Both {
        /// The key.
        key: &'static str,
        /// The other.
        other: &'static str,
    },
    /// An id that is not kebab-case.
    BadId {
        /// As it is written.
        id: String,
    },
    /// An id that another assertion has.
    Duplicate {
        /// The id.
        id: String,
        /// The line of the first.
        line: usize,
    },
    /// A level that does not exist.
    BadLevel {
        /// As it is written.
        found: String,
    },
    /// A number that is no probability.
    BadProbability {
        /// As it is written.
        found: String,
    },
    /// A pattern that is none.
    BadPattern {
        /// As it is written.
        pattern: String,
        /// What is wrong with it.
        message: String,
    },
    /// A folder or file of card data that does not exist.
    NoOverlay {
        /// As it is written.
        path: String,
    },
}

/// The type that a value should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A text.
    Text,
    /// A number.
    Number,
    /// A table.
    Table,
    /// An array of tables.
    Tables,
    /// An array of texts.
    Texts,
    /// A text or an array of texts.
    TextOrTexts,
    /// A text, or one for each language.
    Localised,
}

impl Expected {
    fn words(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Expected::Text, Lang::En) => "a text in quotes",
            (Expected::Text, Lang::Fr) => "un texte entre guillemets",
            (Expected::Number, Lang::En) => "a number",
            (Expected::Number, Lang::Fr) => "un nombre",
            (Expected::Table, Lang::En) => "a table",
            (Expected::Table, Lang::Fr) => "une table",
            (Expected::Tables, Lang::En) => "tables: write `[[assert]]` above each",
            (Expected::Tables, Lang::Fr) => {
                "des tables : écrivez `[[assert]]` au-dessus de chacune"
            }
            (Expected::Texts, Lang::En) => "an array of texts",
            (Expected::Texts, Lang::Fr) => "un tableau de textes",
            (Expected::TextOrTexts, Lang::En) => "a text or an array of texts",
            (Expected::TextOrTexts, Lang::Fr) => "un texte ou un tableau de textes",
            (Expected::Localised, Lang::En) => "a text, or { en = \"…\", fr = \"…\" }",
            (Expected::Localised, Lang::Fr) => "un texte, ou { en = \"…\", fr = \"…\" }",
        }
    }
}

impl ProblemKind {
    /// What is wrong, in one sentence.
    pub fn title(&self, lang: Lang) -> String {
        let say = |en: String, fr: String| if lang == Lang::Fr { fr } else { en };
        match self {
            ProblemKind::Unreadable(why) => {
                say(format!("cannot read it: {why}"), format!("lecture impossible : {why}"))
            }
            ProblemKind::TooLarge => {
                say("it is larger than 1 MiB".into(), "il dépasse 1 Mio".into())
            }
            ProblemKind::NotRegular => say(
                "it is a pipe or a device, not a file".into(),
                "c'est un tube ou un périphérique, pas un fichier".into(),
            ),
            ProblemKind::OverlayNotRegular { path } => say(
                format!("`{path}` is a pipe or a device, not a file or a folder of card data"),
                format!("`{path}` est un tube ou un périphérique, pas des données de cartes"),
            ),
            ProblemKind::TooMany { key, limit } => say(
                format!("`{key}` holds more than {limit}"),
                format!("`{key}` en compte plus de {limit}"),
            ),
            ProblemKind::More { count: Some(1) } => {
                say("1 more problem in this file".into(), "1 autre problème dans ce fichier".into())
            }
            ProblemKind::More { count: Some(n) } => say(
                format!("{n} more problems in this file"),
                format!("{n} autres problèmes dans ce fichier"),
            ),
            ProblemKind::More { count: None } => say(
                "more problems in this file".into(),
                "d'autres problèmes dans ce fichier".into(),
            ),
            ProblemKind::Syntax(why) => {
                say(format!("this is not TOML: {why}"), format!("ce n'est pas du TOML : {why}"))
            }
            ProblemKind::WrongType { key, expected, found } => {
                let wanted = expected.words(lang);
                say(
                    format!("`{key}` has to be {wanted}, not {found}"),
                    format!("`{key}` doit être {wanted}, pas {found}"),
                )
            }
            ProblemKind::UnknownKey { key, table: "", .. } => say(
                format!("the key `{key}` means nothing here"),
                format!("la clé `{key}` ne veut rien dire ici"),
            ),
            ProblemKind::UnknownKey { key, table, .. } => say(
                format!("the key `{key}` means nothing in `{table}`"),
                format!("la clé `{key}` ne veut rien dire dans `{table}`"),
            ),
            ProblemKind::Missing { keys } => say(
                format!("the assertion lacks {keys}"),
                format!("il manque {keys} à l'assertion"),
            ),
            ProblemKind::Without { key, other } => say(
                format!("`{key}` needs `{other}` beside it"),
                format!("`{key}` demande `{other}` à côté"),
            ),
            ProblemKind::Both { key, other } => say(
                format!("`{key}` and `{other}` cannot stand in one assertion"),
                format!("`{key}` et `{other}` ne vont pas dans la même assertion"),
            ),
            ProblemKind::BadId { id } => say(
                format!("`{id}` is no id of an assertion"),
                format!("`{id}` n'est pas un identifiant d'assertion"),
            ),
            ProblemKind::Duplicate { id, line } => say(
                format!("there is already an assertion `{id}`, in line {line}"),
                format!("il y a déjà une assertion `{id}`, ligne {line}"),
            ),
            ProblemKind::BadLevel { found } => say(
                format!("there is no level `{found}`"),
                format!("il n'y a pas de niveau `{found}`"),
            ),
            ProblemKind::BadProbability { found } => say(
                format!("`{found}` is no probability"),
                format!("`{found}` n'est pas une probabilité"),
            ),
            ProblemKind::BadPattern { pattern, message } => say(
                format!("the pattern `{pattern}` has a mistake: {message}"),
                format!("le motif `{pattern}` est fautif : {message}"),
            ),
            ProblemKind::NoOverlay { path } => say(
                format!("there is no card data at `{path}`"),
                format!("il n'y a pas de données de cartes à `{path}`"),
            ),
        }
    }

    /// What to write instead, if that can be told; else empty.
    pub fn help(&self, lang: Lang) -> String {
        let say = |en: &str, fr: &str| if lang == Lang::Fr { fr } else { en }.to_owned();
        match self {
            ProblemKind::UnknownKey { candidates, .. } => match candidates.as_slice() {
                [one] => say("did you mean", "vouliez-vous dire") + &format!(" `{one}`?"),
                all => say("the keys are ", "les clés sont ") + &quoted(all),
            },
            ProblemKind::BadId { .. } => say(
                "write small letters, digits and hyphens: `average-destiny`",
                "écrivez des minuscules, des chiffres et des traits d'union : `destin-moyen`",
            ),
            ProblemKind::BadLevel { .. } => say(
                "write \"allow\", \"warn\" or \"deny\"",
                "écrivez \"allow\", \"warn\" ou \"deny\"",
            ),
            ProblemKind::BadProbability { .. } => say(
                "write a number from 0 to 1, such as 0.9",
                "écrivez un nombre de 0 à 1, comme 0.9",
            ),
            ProblemKind::NoOverlay { .. } => say(
                "paths start from the folder of this file",
                "les chemins partent du dossier de ce fichier",
            ),
            _ => String::new(),
        }
    }
}

fn quoted(names: &[String]) -> String {
    names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
}
