//! The words by which messages name the things of the data, in both languages.

use crate::model::Lang;
use crate::problem::{Both, Words};
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

    fn unknown_word(&self) -> Both {
        match self {
            NamedThing::Game => Both("game", "aucun jeu"),
            NamedThing::Kind => Both("kind of card", "aucun type de carte"),
            NamedThing::Set => Both("set", "aucune extension"),
            NamedThing::Effect => Both("effect", "aucun effet"),
            NamedThing::Trigger => Both("trigger", "aucun déclencheur"),
            NamedThing::Face => Both("part of a card", "aucune partie de carte"),
            NamedThing::Source => Both("source", "aucune source"),
            NamedThing::Box => Both("box", "aucune boîte"),
            NamedThing::Attribute => Both("field", "aucun champ"),
            NamedThing::Value(_) => Both("value", "aucune valeur déclarée"),
            NamedThing::Card => Both("card", "aucune carte"),
            NamedThing::List => Both("list", "aucune liste"),
            NamedThing::Format => Both("format", "aucun format"),
            NamedThing::Rule => Both("rule", "aucune règle"),
            NamedThing::Match => Both("rule for two decks", "aucune règle entre deux decks"),
            NamedThing::Zone => Both("zone", "aucune zone"),
            NamedThing::Role => Both("role", "aucun rôle"),
            NamedThing::Parameter => Both("parameter", "aucun paramètre"),
            NamedThing::Inherited => Both("inherited rule or zone", "aucune règle ni zone héritée"),
            NamedThing::Place => {
                Both("place that a card sets out", "aucune place d'une mise en place")
            }
            NamedThing::Allowance => Both("allowance", "aucun quota"),
            NamedThing::Word => Both("word", "aucun mot attendu ici"),
            NamedThing::Reader => Both("reader", "aucun lecteur"),
            NamedThing::Pattern => Both("pattern", "aucun motif"),
            NamedThing::Ending => Both("ending", "aucune terminaison"),
            NamedThing::File => Both("file", "aucun fichier"),
            NamedThing::Folder => Both("folder", "aucun dossier"),
        }
    }

    /// `an effect`, `d'un effet`: the words after "the id of".
    pub(super) fn genitive(&self) -> Both {
        match self {
            NamedThing::Game => Both("a game", "d'un jeu"),
            NamedThing::Kind => Both("a kind", "d'un type"),
            NamedThing::Set => Both("a set", "d'une extension"),
            NamedThing::Effect => Both("an effect", "d'un effet"),
            NamedThing::Trigger => Both("a trigger", "d'un déclencheur"),
            NamedThing::Face => Both("a part of a card", "d'une partie de carte"),
            NamedThing::Source => Both("a source", "d'une source"),
            NamedThing::Box => Both("a box", "d'une boîte"),
            NamedThing::Attribute => Both("a field", "d'un champ"),
            NamedThing::Value(_) => Both("a value", "d'une valeur"),
            NamedThing::Card => Both("a card", "d'une carte"),
            NamedThing::List => Both("a list", "d'une liste"),
            NamedThing::Format => Both("a format", "d'un format"),
            NamedThing::Rule | NamedThing::Match | NamedThing::Inherited => {
                Both("a rule", "d'une règle")
            }
            NamedThing::Zone => Both("a zone", "d'une zone"),
            NamedThing::Role => Both("a role", "d'un rôle"),
            NamedThing::Parameter => Both("a parameter", "d'un paramètre"),
            NamedThing::Place => {
                Both("a place that a card sets out", "d'une place d'une mise en place")
            }
            NamedThing::Allowance => Both("an allowance", "d'un quota"),
            NamedThing::Word => Both("a word", "d'un mot"),
            NamedThing::Reader => Both("a reader", "d'un lecteur"),
            NamedThing::Pattern => Both("a pattern", "d'un motif"),
            NamedThing::Ending => Both("an ending", "d'une terminaison"),
            NamedThing::File => Both("a file", "d'un fichier"),
            NamedThing::Folder => Both("a folder", "d'un dossier"),
        }
    }

    /// `effects`, `effets`: the words after "more than" and a number, or after "two".
    pub(super) fn plural(&self) -> Both {
        match self {
            NamedThing::Game => Both("games", "jeux"),
            NamedThing::Kind => Both("kinds", "types"),
            NamedThing::Set => Both("sets", "extensions"),
            NamedThing::Effect => Both("effects", "effets"),
            NamedThing::Trigger => Both("triggers", "déclencheurs"),
            NamedThing::Face => Both("parts of a card", "parties de carte"),
            NamedThing::Source => Both("sources", "sources"),
            NamedThing::Box => Both("boxes", "boîtes"),
            NamedThing::Attribute => Both("fields", "champs"),
            NamedThing::Value(_) => Both("values", "valeurs"),
            NamedThing::Card => Both("cards", "cartes"),
            NamedThing::List => Both("lists", "listes"),
            NamedThing::Format => Both("formats", "formats"),
            NamedThing::Rule | NamedThing::Match | NamedThing::Inherited => Both("rules", "règles"),
            NamedThing::Zone => Both("zones", "zones"),
            NamedThing::Role => Both("roles", "rôles"),
            NamedThing::Parameter => Both("parameters", "paramètres"),
            NamedThing::Place => {
                Both("places that one card sets out", "places mises en place par une carte")
            }
            NamedThing::Allowance => Both("allowances of one rule", "quotas d'une règle"),
            NamedThing::Word => Both("words", "mots"),
            NamedThing::Reader => Both("readers", "lecteurs"),
            NamedThing::Pattern => Both("entries of a reader", "entrées d'un lecteur"),
            NamedThing::Ending => Both("endings", "terminaisons"),
            NamedThing::File => Both("files", "fichiers"),
            NamedThing::Folder => Both("folders", "dossiers"),
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
