//! The words by which messages name the things of the data, in both languages.

use crate::model::Lang;
use crate::problem::{BothLanguages, Words};
use std::fmt;

/// A sort of thing that has a name in the data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NamedThing {
    Game,
    Kind,
    Set,
    Effect,
    Trigger,
    Face,
    Source,
    Box,
    Attribute,
    /// A value of the attribute of this id.
    Value(String),
    Card,
    List,
    Format,
    Rule,
    /// A rule for two decks.
    Match,
    Zone,
    Role,
    Parameter,
    /// A rule, zone or parameter that a format inherits.
    Inherited,
    /// A place that a card sets out.
    Place,
    Allowance,
    /// One of a fixed list of words that a key takes.
    Word,
    Reader,
    /// A pattern, path or word of a reader.
    Pattern,
    /// The ending of a file's name.
    Ending,
    File,
    Folder,
}

impl NamedThing {
    /// `effect`, `aucun effet`: the words after "unknown", and after "ne désigne".
    pub(super) fn unknown(&self) -> impl Words {
        UnknownWord(self)
    }

    fn unknown_word(&self) -> BothLanguages {
        match self {
            NamedThing::Game => BothLanguages("game", "aucun jeu"),
            NamedThing::Kind => BothLanguages("kind of card", "aucun type de carte"),
            NamedThing::Set => BothLanguages("set", "aucune extension"),
            NamedThing::Effect => BothLanguages("effect", "aucun effet"),
            NamedThing::Trigger => BothLanguages("trigger", "aucun déclencheur"),
            NamedThing::Face => BothLanguages("part of a card", "aucune partie de carte"),
            NamedThing::Source => BothLanguages("source", "aucune source"),
            NamedThing::Box => BothLanguages("box", "aucune boîte"),
            NamedThing::Attribute => BothLanguages("field", "aucun champ"),
            NamedThing::Value(_) => BothLanguages("value", "aucune valeur déclarée"),
            NamedThing::Card => BothLanguages("card", "aucune carte"),
            NamedThing::List => BothLanguages("list", "aucune liste"),
            NamedThing::Format => BothLanguages("format", "aucun format"),
            NamedThing::Rule => BothLanguages("rule", "aucune règle"),
            NamedThing::Match => {
                BothLanguages("rule for two decks", "aucune règle entre deux decks")
            }
            NamedThing::Zone => BothLanguages("zone", "aucune zone"),
            NamedThing::Role => BothLanguages("role", "aucun rôle"),
            NamedThing::Parameter => BothLanguages("parameter", "aucun paramètre"),
            NamedThing::Inherited => {
                BothLanguages("inherited rule or zone", "aucune règle ni zone héritée")
            }
            NamedThing::Place => {
                BothLanguages("place that a card sets out", "aucune place d'une mise en place")
            }
            NamedThing::Allowance => BothLanguages("allowance", "aucun quota"),
            NamedThing::Word => BothLanguages("word", "aucun mot attendu ici"),
            NamedThing::Reader => BothLanguages("reader", "aucun lecteur"),
            NamedThing::Pattern => BothLanguages("pattern", "aucun motif"),
            NamedThing::Ending => BothLanguages("ending", "aucune terminaison"),
            NamedThing::File => BothLanguages("file", "aucun fichier"),
            NamedThing::Folder => BothLanguages("folder", "aucun dossier"),
        }
    }

    /// `an effect`, `d'un effet`: the words after "the id of".
    pub(super) fn genitive(&self) -> BothLanguages {
        match self {
            NamedThing::Game => BothLanguages("a game", "d'un jeu"),
            NamedThing::Kind => BothLanguages("a kind", "d'un type"),
            NamedThing::Set => BothLanguages("a set", "d'une extension"),
            NamedThing::Effect => BothLanguages("an effect", "d'un effet"),
            NamedThing::Trigger => BothLanguages("a trigger", "d'un déclencheur"),
            NamedThing::Face => BothLanguages("a part of a card", "d'une partie de carte"),
            NamedThing::Source => BothLanguages("a source", "d'une source"),
            NamedThing::Box => BothLanguages("a box", "d'une boîte"),
            NamedThing::Attribute => BothLanguages("a field", "d'un champ"),
            NamedThing::Value(_) => BothLanguages("a value", "d'une valeur"),
            NamedThing::Card => BothLanguages("a card", "d'une carte"),
            NamedThing::List => BothLanguages("a list", "d'une liste"),
            NamedThing::Format => BothLanguages("a format", "d'un format"),
            NamedThing::Rule | NamedThing::Match | NamedThing::Inherited => {
                BothLanguages("a rule", "d'une règle")
            }
            NamedThing::Zone => BothLanguages("a zone", "d'une zone"),
            NamedThing::Role => BothLanguages("a role", "d'un rôle"),
            NamedThing::Parameter => BothLanguages("a parameter", "d'un paramètre"),
            NamedThing::Place => {
                BothLanguages("a place that a card sets out", "d'une place d'une mise en place")
            }
            NamedThing::Allowance => BothLanguages("an allowance", "d'un quota"),
            NamedThing::Word => BothLanguages("a word", "d'un mot"),
            NamedThing::Reader => BothLanguages("a reader", "d'un lecteur"),
            NamedThing::Pattern => BothLanguages("a pattern", "d'un motif"),
            NamedThing::Ending => BothLanguages("an ending", "d'une terminaison"),
            NamedThing::File => BothLanguages("a file", "d'un fichier"),
            NamedThing::Folder => BothLanguages("a folder", "d'un dossier"),
        }
    }

    /// `effects`, `effets`: the words after "more than" and a number, or after "two".
    pub(super) fn plural(&self) -> BothLanguages {
        match self {
            NamedThing::Game => BothLanguages("games", "jeux"),
            NamedThing::Kind => BothLanguages("kinds", "types"),
            NamedThing::Set => BothLanguages("sets", "extensions"),
            NamedThing::Effect => BothLanguages("effects", "effets"),
            NamedThing::Trigger => BothLanguages("triggers", "déclencheurs"),
            NamedThing::Face => BothLanguages("parts of a card", "parties de carte"),
            NamedThing::Source => BothLanguages("sources", "sources"),
            NamedThing::Box => BothLanguages("boxes", "boîtes"),
            NamedThing::Attribute => BothLanguages("fields", "champs"),
            NamedThing::Value(_) => BothLanguages("values", "valeurs"),
            NamedThing::Card => BothLanguages("cards", "cartes"),
            NamedThing::List => BothLanguages("lists", "listes"),
            NamedThing::Format => BothLanguages("formats", "formats"),
            NamedThing::Rule | NamedThing::Match | NamedThing::Inherited => {
                BothLanguages("rules", "règles")
            }
            NamedThing::Zone => BothLanguages("zones", "zones"),
            NamedThing::Role => BothLanguages("roles", "rôles"),
            NamedThing::Parameter => BothLanguages("parameters", "paramètres"),
            NamedThing::Place => BothLanguages(
                "places that one card sets out",
                "places mises en place par une carte",
            ),
            NamedThing::Allowance => BothLanguages("allowances of one rule", "quotas d'une règle"),
            NamedThing::Word => BothLanguages("words", "mots"),
            NamedThing::Reader => BothLanguages("readers", "lecteurs"),
            NamedThing::Pattern => BothLanguages("entries of a reader", "entrées d'un lecteur"),
            NamedThing::Ending => BothLanguages("endings", "terminaisons"),
            NamedThing::File => BothLanguages("files", "fichiers"),
            NamedThing::Folder => BothLanguages("folders", "dossiers"),
        }
    }

    /// The id of the mistake of naming an unknown thing.
    pub(super) fn unknown_id(&self) -> &'static str {
        match self {
            NamedThing::Game => "unknown-game",
            NamedThing::Kind => "unknown-kind",
            NamedThing::Set => "unknown-set",
            NamedThing::Effect => "unknown-effect",
            NamedThing::Trigger => "unknown-trigger",
            NamedThing::Face => "unknown-face",
            NamedThing::Source => "unknown-source",
            NamedThing::Box => "unknown-box",
            NamedThing::Attribute => "unknown-field",
            NamedThing::Value(_) => "unknown-value",
            NamedThing::Card => "unknown-card",
            NamedThing::List => "unknown-list",
            NamedThing::Format => "unknown-format",
            NamedThing::Rule | NamedThing::Match => "unknown-rule",
            NamedThing::Zone => "unknown-zone",
            NamedThing::Role => "unknown-role",
            NamedThing::Parameter => "unknown-parameter",
            NamedThing::Inherited => "unknown-inherited",
            NamedThing::Place => "unknown-place",
            NamedThing::Reader => "unknown-reader",
            NamedThing::Allowance | NamedThing::Word | NamedThing::Pattern | NamedThing::Ending => {
                "unknown-word"
            }
            NamedThing::File | NamedThing::Folder => "unknown-word",
        }
    }
}

/// "unknown value of `x`:", "ne désigne aucune valeur déclarée".
struct UnknownWord<'w>(&'w NamedThing);

impl Words for UnknownWord<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.unknown_word().write(lang, f)?;
        match (self.0, lang) {
            (NamedThing::Value(attribute), Lang::En) => write!(f, " of `{attribute}`:"),
            _ => Ok(()),
        }
    }
}
