//! What can be wrong with the data, as data, and its wording.

use super::near::Candidates;
use super::stand_in::StandIn;
use super::words::{Expected, What, list, place_fr};
use crate::model::{Number, Text};

/// A mistake in the data.
#[derive(Clone, PartialEq, Debug)]
pub enum Problem {
    /// The file or folder could not be read.
    Unreadable {
        /// What the system says.
        reason: String,
    },
    /// The file is longer than the limit.
    TooLarge {
        /// Its length in bytes.
        bytes: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// The file is not UTF-8.
    NotUtf8 {
        /// Position of the first wrong byte.
        offset: usize,
        /// Its line, from 1.
        line: u32,
    },
    /// The file is not TOML.
    NotToml {
        /// What the TOML parser says.
        message: String,
    },
    /// A key that nobody declared.
    UnknownKey {
        /// The key.
        key: String,
        /// Where it stands (`a card`, `[[format.rule]]`).
        place: String,
        /// Keys it may mean.
        candidates: Candidates,
    },
    /// A key that must be there is not.
    MissingKey {
        /// The key.
        key: &'static str,
        /// Where it belongs.
        place: String,
    },
    /// A value of another type than expected.
    WrongType {
        /// What was expected.
        expected: Expected,
        /// What stands there, as TOML names it.
        found: &'static str,
    },
    /// A name that means nothing here.
    UnknownName {
        /// What was to be named.
        what: What,
        /// The name.
        name: String,
        /// Names it may mean.
        candidates: Candidates,
    },
    /// A name that means several things.
    AmbiguousName {
        /// What was to be named.
        what: What,
        /// The name.
        name: String,
        /// What it means.
        candidates: Vec<String>,
    },
    /// An id that is not written as ids are.
    BadId {
        /// The id.
        id: String,
        /// What was to be named.
        what: What,
    },
    /// An id given twice.
    DuplicateId {
        /// What bears it.
        what: What,
        /// The id.
        id: String,
        /// File and line of the first.
        first: (String, u32),
    },
    /// A value written twice under different words.
    GivenTwice {
        /// The field.
        key: String,
    },
    /// A field that cards of this kind do not carry.
    NotOnKind {
        /// The field.
        attribute: String,
        /// The kind of the card.
        kind: String,
        /// The kinds that carry it.
        kinds: Vec<String>,
    },
    /// An effect with an amount or trigger that the vocabulary does not give it.
    NotOnEffect {
        /// The effect.
        effect: String,
        /// `amount` or `when`.
        key: &'static str,
    },
    /// A field declared with a name that every card uses already.
    Reserved {
        /// The name.
        name: String,
    },
    /// A choice that cannot be changed by an overlay.
    TypeChanged {
        /// The attribute.
        attribute: String,
    },
    /// Formats that extend each other in a circle.
    Cycle {
        /// Their ids.
        chain: Vec<String>,
    },
    /// Exactly one of several keys must be there.
    OneOf {
        /// The keys.
        keys: &'static [&'static str],
        /// Where.
        place: String,
    },
    /// A range whose smallest value is above its largest.
    EmptyRange,
    /// Mistakes that are not told one by one.
    More {
        /// How many, where that was counted.
        count: Option<usize>,
    },
    /// A pipe, a socket or a device where a file was expected.
    NotRegular,
    /// A folder too deep in others, or a format with too many others above it.
    TooDeep {
        /// Of what.
        what: What,
        /// The limit.
        limit: usize,
    },
    /// More of something than the program takes.
    TooMany {
        /// Of what.
        what: What,
        /// The limit.
        limit: usize,
    },
    /// A text of the pile language with a mistake in it, in that language's own words.
    BadCondition {
        /// What is wrong.
        title: Text,
        /// What to write instead; empty where that cannot be told.
        help: Text,
    },
    /// A field that is to be the card's id and is not a text.
    NotText {
        /// The field.
        attribute: String,
    },
    /// A number below the smallest or above the largest that makes sense.
    OutOfRange {
        /// The field.
        attribute: String,
        /// The card.
        card: String,
        /// The number.
        value: Number,
        /// The limit.
        limit: Number,
        /// Whether the limit is the smallest value.
        is_min: bool,
    },
    /// A card that cannot take the place of a stand-in.
    StandIn(StandIn),
    /// A sheet that is not written as sheets are.
    Sheet(super::sheet::SheetProblem),
    /// A file that does not say which game it is for.
    NoGame,
    /// A folder without any data.
    NoData,
}

pub(super) fn text(en: String, fr: String) -> Text {
    Text { en: en.into(), fr: fr.into() }
}

impl Problem {
    /// The kebab-case id of the mistake.
    pub fn id(&self) -> &'static str {
        match self {
            Problem::Unreadable { .. } | Problem::NotRegular => "unreadable",
            Problem::TooLarge { .. } => "too-large",
            Problem::NotUtf8 { .. } => "not-utf-8",
            Problem::NotToml { .. } | Problem::More { count: None } => "not-toml",
            Problem::UnknownKey { .. } => "unknown-field",
            Problem::MissingKey { .. } => "missing-field",
            Problem::WrongType { .. } => "wrong-type",
            Problem::UnknownName { what, .. } => what.unknown_id(),
            Problem::AmbiguousName { .. } => "ambiguous-name",
            Problem::BadId { .. } => "bad-id",
            Problem::DuplicateId { .. } => "duplicate-id",
            Problem::GivenTwice { .. } => "given-twice",
            Problem::NotOnKind { .. } => "not-on-this-kind",
            Problem::NotOnEffect { .. } => "not-on-this-effect",
            Problem::Reserved { .. } => "reserved-name",
            Problem::TypeChanged { .. } => "type-changed",
            Problem::Cycle { .. } => "extends-cycle",
            Problem::OneOf { .. } => "one-of",
            Problem::EmptyRange => "empty-range",
            Problem::TooMany { .. }
            | Problem::TooDeep { .. }
            | Problem::More { count: Some(_) } => "too-many",
            Problem::BadCondition { .. } => "bad-condition",
            Problem::NotText { .. } => "wrong-type",
            Problem::OutOfRange { is_min: true, .. } => "below-min",
            Problem::OutOfRange { is_min: false, .. } => "above-max",
            Problem::StandIn(problem) => problem.id(),
            Problem::Sheet(problem) => problem.id(),
            Problem::NoGame => "no-game",
            Problem::NoData => "no-data",
        }
    }

    /// What is wrong, in one sentence.
    pub fn title(&self) -> Text {
        match self {
            Problem::Unreadable { reason } => {
                text(format!("cannot be read: {reason}"), format!("lecture impossible : {reason}"))
            }
            Problem::TooLarge { bytes, limit } => text(
                format!("the file has {bytes} bytes; the limit is {limit}"),
                format!("le fichier compte {bytes} octets ; la limite est {limit}"),
            ),
            Problem::NotUtf8 { offset, line } => text(
                format!("not UTF-8: byte {offset}, in line {line}"),
                format!("pas de l'UTF-8 : octet {offset}, ligne {line}"),
            ),
            Problem::NotToml { message } => {
                text(format!("not TOML: {message}"), format!("pas du TOML : {message}"))
            }
            Problem::BadCondition { title, .. } => title.clone(),
            Problem::NotRegular => text(
                "a pipe or a device, where a file was expected".to_owned(),
                "un tube ou un périphérique, là où un fichier est attendu".to_owned(),
            ),
            Problem::More { count: Some(1) } => {
                text("1 more mistake".to_owned(), "1 autre erreur".to_owned())
            }
            Problem::More { count: Some(n) } => {
                text(format!("{n} more mistakes"), format!("{n} autres erreurs"))
            }
            Problem::More { count: None } => {
                text("more mistakes".to_owned(), "d'autres erreurs".to_owned())
            }
            Problem::TooDeep { what: What::Format, limit } => text(
                format!("more than {limit} formats above each other by `extends`"),
                format!("plus de {limit} formats l'un sur l'autre par « extends »"),
            ),
            Problem::TooDeep { limit, .. } => text(
                format!("folders are read {limit} deep, and this one lies deeper"),
                format!("les dossiers sont lus sur {limit} niveaux, celui-ci est plus profond"),
            ),
            Problem::StandIn(problem) => problem.title(),
            Problem::Sheet(problem) => problem.title(),
            Problem::NoGame => text(
                "the file does not say which game it is for".to_owned(),
                "le fichier ne dit pas pour quel jeu il est".to_owned(),
            ),
            Problem::NoData => text(
                "the folder holds no game data".to_owned(),
                "le dossier ne contient aucune donnée de jeu".to_owned(),
            ),
            Problem::Cycle { chain } => text(
                format!("formats extend each other in a circle: {}", chain.join(", ")),
                format!("des formats s'étendent en cercle : {}", chain.join(", ")),
            ),
            _ => self.title_of_name().or_else(|| self.title_of_key()).unwrap_or_default(),
        }
    }

    fn title_of_name(&self) -> Option<Text> {
        Some(match self {
            Problem::UnknownName { what, name, .. } => {
                let (en, fr) = what.unknown();
                text(format!("unknown {en} `{name}`"), format!("« {name} » ne désigne {fr}"))
            }
            Problem::AmbiguousName { name, candidates, .. } => text(
                format!("`{name}` means {} cards; one is needed here", candidates.len()),
                format!("« {name} » désigne {} cartes ; il en faut une seule", candidates.len()),
            ),
            Problem::BadId { id, what } => {
                let (en, fr) = what.of();
                text(format!("`{id}` cannot be the id of {en}"), {
                    format!("« {id} » ne peut être l'identifiant {fr}")
                })
            }
            Problem::DuplicateId { what, id, .. } => {
                let (en, fr) = what.two();
                text(
                    format!("the id `{id}` is given to two {en}"),
                    format!("l'identifiant « {id} » est donné à deux {fr}"),
                )
            }
            Problem::Reserved { name } => text(
                format!("`{name}` is a field of every card and cannot be declared"),
                format!("« {name} » est un champ de toute carte et ne peut être déclaré"),
            ),
            _ => return None,
        })
    }

    fn title_of_key(&self) -> Option<Text> {
        Some(match self {
            Problem::UnknownKey { key, place, .. } => text(
                format!("unknown field `{key}` in {place}"),
                format!("champ inconnu « {key} » dans {}", place_fr(place)),
            ),
            Problem::MissingKey { key, place } => text(
                format!("`{key}` is missing in {place}"),
                format!("il manque « {key} » dans {}", place_fr(place)),
            ),
            Problem::WrongType { expected, found } => {
                let (en, fr) = expected.words();
                text(
                    format!("expected {en}, found {}", super::words::found_en(found)),
                    format!("attendu : {fr} ; trouvé : {}", super::words::found_fr(found)),
                )
            }
            Problem::GivenTwice { key } => {
                text(format!("`{key}` is given twice"), format!("« {key} » est donné deux fois"))
            }
            Problem::NotOnKind { attribute, kind, .. } => text(
                format!("a card of kind `{kind}` carries no `{attribute}`"),
                format!("une carte de type « {kind} » ne porte pas « {attribute} »"),
            ),
            Problem::NotOnEffect { effect, key } => text(
                format!("the effect `{effect}` takes no `{key}`"),
                format!("l'effet « {effect} » n'admet pas « {key} »"),
            ),
            Problem::NotText { attribute } => text(
                format!("`{attribute}` is no text, and the id of a card is one"),
                format!(
                    "« {attribute} » n'est pas un texte, or l'identifiant d'une carte en est un"
                ),
            ),
            Problem::OutOfRange { attribute, card, value, limit, is_min: true } => text(
                format!("`{attribute}` of `{card}` is {value}; it cannot be below {limit}"),
                format!("« {attribute} » de « {card} » vaut {value} ; c'est au moins {limit}"),
            ),
            Problem::OutOfRange { attribute, card, value, limit, is_min: false } => text(
                format!("`{attribute}` of `{card}` is {value}; it cannot be above {limit}"),
                format!("« {attribute} » de « {card} » vaut {value} ; c'est au plus {limit}"),
            ),
            Problem::TypeChanged { attribute } => text(
                format!("an overlay cannot change the type of `{attribute}`"),
                format!("une surcouche ne peut changer le type de « {attribute} »"),
            ),
            Problem::OneOf { keys, place } => text(
                format!("{place} needs exactly one of {}", list(keys)),
                format!("{} demande exactement l'un de {}", place_fr(place), list(keys)),
            ),
            Problem::EmptyRange => text(
                "the smallest value is above the largest".to_owned(),
                "la plus petite valeur dépasse la plus grande".to_owned(),
            ),
            Problem::TooMany { what, limit } => {
                let (en, fr) = what.two();
                text(format!("more than {limit} {en}"), format!("plus de {limit} {fr}"))
            }
            _ => return None,
        })
    }

    /// What to write instead, if that can be told.
    pub fn help(&self) -> Option<Text> {
        let near = |candidates: &Candidates| {
            let names: Vec<&str> = candidates.names.iter().map(String::as_str).collect();
            let shown = list(&names);
            let is = if names.len() == 1 { "is" } else { "are" };
            (!names.is_empty()).then(|| match (candidates.are_near, candidates.more) {
                (true, _) => {
                    text(format!("did you mean {shown}?"), format!("vouliez-vous dire {shown} ?"))
                }
                (false, 0) => text(format!("there {is} {shown}"), format!("il y a {shown}")),
                (false, n) => text(
                    format!("there are {shown} and {n} more"),
                    format!("il y a {shown} et {n} autres"),
                ),
            })
        };
        match self {
            Problem::UnknownKey { candidates, .. } | Problem::UnknownName { candidates, .. } => {
                near(candidates)
            }
            Problem::AmbiguousName { candidates, .. } => {
                let names: Vec<&str> = candidates.iter().map(String::as_str).collect();
                Some(text(
                    format!("write its id: {}", list(&names)),
                    format!("écrivez son identifiant : {}", list(&names)),
                ))
            }
            Problem::BadId { .. } => Some(text(
                "ids are lower-case ASCII letters and digits with `-`, `_` or `.` between them"
                    .to_owned(),
                "un identifiant s'écrit en minuscules ASCII et chiffres, avec « - », « _ » ou « . »"
                    .to_owned(),
            )),
            Problem::DuplicateId { first: (file, line), .. } => Some(text(
                format!("the first stands in {file}, line {line}"),
                format!("le premier se trouve dans {file}, ligne {line}"),
            )),
            Problem::NotOnKind { kinds, .. } => Some(text(
                format!("it is declared for {}", kinds.join(", ")),
                format!("il est déclaré pour {}", kinds.join(", ")),
            )),
            Problem::NotOnEffect { key, .. } => Some(text(
                format!("declare it with `{} = true` under [effects]", declared_by(key)),
                format!("déclarez-le par « {} = true » sous [effects]", declared_by(key)),
            )),
            Problem::More { .. } => Some(text(
                "mend those above and check again".to_owned(),
                "corrigez celles du dessus et vérifiez à nouveau".to_owned(),
            )),
            Problem::OutOfRange { attribute, limit, is_min, .. } => {
                let key = if *is_min { "min" } else { "max" };
                Some(text(
                    format!("`{key} = {limit}` is declared under [attributes.{attribute}]"),
                    format!("« {key} = {limit} » est déclaré sous [attributes.{attribute}]"),
                ))
            }
            Problem::MissingKey { key: "kind", place } if place == "a card" => Some(text(
                "a card that is new says its kind; one that takes the place of a stand-in says `replaces = \"…\"`".to_owned(),
                "une carte nouvelle dit sa sorte ; celle qui prend la place d'une carte provisoire dit « replaces = \"…\" »".to_owned(),
            )),
            Problem::NotUtf8 { .. } => Some(text(
                "save it as UTF-8; spreadsheets call it \"CSV UTF-8\"".to_owned(),
                "enregistrez-le en UTF-8 ; les tableurs disent « CSV UTF-8 »".to_owned(),
            )),
            Problem::StandIn(problem) => problem.help(),
            Problem::Sheet(problem) => problem.help(),
            Problem::BadCondition { help, .. } => Some(help.clone()).filter(|h| !h.is_empty()),
            Problem::NoGame => Some(text(
                "write `game = \"…\"` at its top (in a sheet `# game: …`), or put it into a folder named after the game"
                    .to_owned(),
                "écrivez « game = \"…\" » en tête (dans une feuille « # game: … »), ou rangez-le dans un dossier au nom du jeu"
                    .to_owned(),
            )),
            _ => None,
        }
    }
}

fn declared_by(key: &str) -> &str {
    if key == "when" { "trigger" } else { key }
}
