//! What can be wrong with a deck file, as data: where, what was expected, what it may have meant.

use crate::model::Lang;
use std::ops::Range;
use std::sync::Arc;

/// Largest file that is read.
pub(crate) const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// Largest number of copies on one line.
pub(crate) const MAX_COUNT: u32 = 9_999;
/// Largest number of entries in one deck.
pub(crate) const MAX_ENTRIES: usize = 100_000;
/// Largest number of zones, of parameters and of carriers in one deck file of ours.
pub(crate) const MAX_TABLES: usize = 256;
/// Largest number of attributes of one element of an XML file.
pub(crate) const MAX_ATTRIBUTES: usize = 64;

/// Largest number of cards, copies counted, in one deck.
pub(crate) const MAX_CARDS: u64 = 100_000;

/// A file that is not a deck, with everything that is wrong with it.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{path}: {}", summary(problems))]
pub struct DeckError {
    /// Path or `-`, as given.
    pub path: String,
    /// The text that the spans point into; empty where nothing could be decoded.
    pub text: Arc<str>,
    /// What is wrong, in the order of the file.
    pub problems: Vec<Problem>,
}

fn summary(problems: &[Problem]) -> String {
    let first = problems.first().map_or_else(String::new, |p| p.title(Lang::En));
    match problems.len() {
        0 | 1 => first,
        n => format!("{first} (and {} more)", n - 1),
    }
}

impl DeckError {
    /// An error about a whole file.
    pub fn whole(path: &str, kind: ProblemKind) -> DeckError {
        DeckError { path: path.to_owned(), text: Arc::from(""), problems: vec![kind.into()] }
    }
}

/// One thing that is wrong.
#[derive(Clone, PartialEq, Debug)]
pub struct Problem {
    /// Where, if at a place.
    pub span: Option<Range<usize>>,
    /// A second place that explains it, with what to say there.
    pub other: Option<Range<usize>>,
    /// What.
    pub kind: ProblemKind,
}

impl From<ProblemKind> for Problem {
    fn from(kind: ProblemKind) -> Problem {
        Problem { span: None, other: None, kind }
    }
}

impl Problem {
    /// A problem at a place.
    pub fn at(span: Range<usize>, kind: ProblemKind) -> Problem {
        Problem { span: Some(span), other: None, kind }
    }
}

/// The kinds of problem.
#[derive(Clone, PartialEq, Debug)]
pub enum ProblemKind {
    /// The system would not give the file.
    Unreadable(String),
    /// Larger than `MAX_BYTES`.
    TooLarge,
    /// A pipe, a socket or a device where a file was expected.
    NotRegular,
    /// More problems than are told one by one; how many more, where that was counted.
    More {
        /// How many.
        count: Option<usize>,
    },
    /// More of something than a deck can have.
    TooManyOf {
        /// The key.
        key: &'static str,
        /// The limit.
        limit: usize,
    },
    /// Nothing in it, or nothing but blanks and comments.
    Empty,
    /// Bytes that are not UTF-8.
    NotUtf8 {
        /// Line, from 1.
        line: usize,
        /// The offending byte.
        byte: u8,
    },
    /// A folder without a file that could be a deck.
    NoDecks,
    /// The file breaks the syntax of its format.
    Syntax {
        /// The format's name.
        format: &'static str,
        /// What its parser says.
        message: String,
    },
    /// A part of the format that decks must not use.
    Refused {
        /// The format's name.
        format: &'static str,
        /// What is refused.
        what: &'static str,
    },
    /// More than `MAX_ENTRIES` entries.
    TooMany,
    /// More than `MAX_CARDS` cards.
    TooManyCards {
        /// How many.
        cards: u64,
    },
    /// A key that decks do not have.
    UnknownKey {
        /// The key.
        key: String,
        /// The keys nearest to it.
        candidates: Vec<String>,
    },
    /// A key that stands there twice.
    Duplicate {
        /// The key.
        key: String,
    },
    /// A value of the wrong type.
    WrongType {
        /// The key.
        key: String,
        /// What it should be.
        expected: Expected,
        /// What it is.
        found: &'static str,
    },
    /// A key that must be there.
    Missing {
        /// The key.
        key: &'static str,
    },
    /// A number of copies that no deck has.
    Count {
        /// As it is written.
        found: String,
    },
    /// Several decks where one was expected.
    Several {
        /// How many.
        count: usize,
    },
    /// A name of a reader or writer that does not exist.
    UnknownFormat {
        /// The name.
        name: String,
        /// The names there are.
        candidates: Vec<String>,
    },
    /// A zone, role, parameter or format that does not exist where the deck uses it.
    Unknown {
        /// What it should have been.
        what: Thing,
        /// As it is written.
        name: String,
        /// Where it was looked for.
        within: String,
        /// The names there are, nearest first.
        candidates: Vec<String>,
    },
    /// A deck for another game than the one asked for.
    OtherGame {
        /// The game it names.
        found: String,
        /// The game in use.
        wanted: String,
    },
    /// A parameter's value that its format does not allow.
    Value {
        /// The parameter.
        name: String,
        /// As it is written.
        found: String,
        /// What is allowed.
        allowed: String,
    },
    /// A card that could not be told.
    Card {
        /// As it is written.
        name: String,
        /// Names of cards that it may mean, best first, with their ids.
        candidates: Vec<(String, String)>,
        /// Whether they all fit equally.
        ambiguous: bool,
    },
}

/// Something that a deck names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// A zone of a format.
    Zone,
    /// A role of a format.
    Role,
    /// A parameter of a format.
    Parameter,
    /// A format of a game.
    Format,
}

impl Thing {
    pub(super) fn word(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Thing::Zone, _) => "zone",
            (Thing::Role, Lang::En) => "role",
            (Thing::Role, Lang::Fr) => "rôle",
            (Thing::Parameter, Lang::En) => "parameter",
            (Thing::Parameter, Lang::Fr) => "paramètre",
            (Thing::Format, _) => "format",
        }
    }
}

/// The type that a value should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A text.
    Text,
    /// A number.
    Number,
    /// A table of zones.
    Zones,
    /// An array of names or a table of names and counts.
    Cards,
    /// An array of names.
    Names,
    /// The name of a card.
    Name,
    /// A whole number of copies.
    Copies,
    /// A table.
    Table,
    /// True or false.
    Flag,
}

impl Expected {
    pub(super) fn words(self, lang: Lang) -> &'static str {
        match (self, lang) {
            (Expected::Text, Lang::En) => "a text in quotes",
            (Expected::Text, Lang::Fr) => "un texte entre guillemets",
            (Expected::Number, Lang::En) => "a number",
            (Expected::Number, Lang::Fr) => "un nombre",
            (Expected::Zones, Lang::En) => "a table of zones",
            (Expected::Zones, Lang::Fr) => "une table de zones",
            (Expected::Cards, Lang::En) => "an array of card names, or a table of names and counts",
            (Expected::Cards, Lang::Fr) => {
                "un tableau de noms de cartes, ou une table de noms et de nombres"
            }
            (Expected::Names, Lang::En) => "an array of card names",
            (Expected::Names, Lang::Fr) => "un tableau de noms de cartes",
            (Expected::Name, Lang::En) => "the name or id of a card, in quotes",
            (Expected::Name, Lang::Fr) => "le nom ou l'identifiant d'une carte, entre guillemets",
            (Expected::Copies, Lang::En) => "a whole number of copies",
            (Expected::Copies, Lang::Fr) => "un nombre entier d'exemplaires",
            (Expected::Table, Lang::En) => "a table",
            (Expected::Table, Lang::Fr) => "une table",
            (Expected::Flag, Lang::En) => "true or false",
            (Expected::Flag, Lang::Fr) => "true ou false",
        }
    }
}
