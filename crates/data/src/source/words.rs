//! The words by which messages name the things of the data, in both languages.

use crate::model::Lang;
use crate::problem::{Both, Words};
use std::fmt;

/// A sort of thing that has a name in the data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum What {
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

impl What {
    /// `effect`, `aucun effet`: the words after "unknown", and after "ne désigne".
    pub(super) fn unknown(&self) -> impl Words {
        UnknownWord(self)
    }

    fn unknown_word(&self) -> Both {
        match self {
            What::Game => Both("game", "aucun jeu"),
            What::Kind => Both("kind of card", "aucun type de carte"),
            What::Set => Both("set", "aucune extension"),
            What::Effect => Both("effect", "aucun effet"),
            What::Trigger => Both("trigger", "aucun déclencheur"),
            What::Face => Both("part of a card", "aucune partie de carte"),
            What::Source => Both("source", "aucune source"),
            What::Box => Both("box", "aucune boîte"),
            What::Attribute => Both("field", "aucun champ"),
            What::Value(_) => Both("value", "aucune valeur déclarée"),
            What::Card => Both("card", "aucune carte"),
            What::List => Both("list", "aucune liste"),
            What::Format => Both("format", "aucun format"),
            What::Rule => Both("rule", "aucune règle"),
            What::Match => Both("rule for two decks", "aucune règle entre deux decks"),
            What::Zone => Both("zone", "aucune zone"),
            What::Role => Both("role", "aucun rôle"),
            What::Parameter => Both("parameter", "aucun paramètre"),
            What::Inherited => Both("inherited rule or zone", "aucune règle ni zone héritée"),
            What::Place => Both("place that a card sets out", "aucune place d'une mise en place"),
            What::Allowance => Both("allowance", "aucun quota"),
            What::Word => Both("word", "aucun mot attendu ici"),
            What::Reader => Both("reader", "aucun lecteur"),
            What::Pattern => Both("pattern", "aucun motif"),
            What::Ending => Both("ending", "aucune terminaison"),
            What::File => Both("file", "aucun fichier"),
            What::Folder => Both("folder", "aucun dossier"),
        }
    }

    /// `an effect`, `d'un effet`: the words after "the id of".
    pub(super) fn genitive(&self) -> Both {
        match self {
            What::Game => Both("a game", "d'un jeu"),
            What::Kind => Both("a kind", "d'un type"),
            What::Set => Both("a set", "d'une extension"),
            What::Effect => Both("an effect", "d'un effet"),
            What::Trigger => Both("a trigger", "d'un déclencheur"),
            What::Face => Both("a part of a card", "d'une partie de carte"),
            What::Source => Both("a source", "d'une source"),
            What::Box => Both("a box", "d'une boîte"),
            What::Attribute => Both("a field", "d'un champ"),
            What::Value(_) => Both("a value", "d'une valeur"),
            What::Card => Both("a card", "d'une carte"),
            What::List => Both("a list", "d'une liste"),
            What::Format => Both("a format", "d'un format"),
            What::Rule | What::Match | What::Inherited => Both("a rule", "d'une règle"),
            What::Zone => Both("a zone", "d'une zone"),
            What::Role => Both("a role", "d'un rôle"),
            What::Parameter => Both("a parameter", "d'un paramètre"),
            What::Place => Both("a place that a card sets out", "d'une place d'une mise en place"),
            What::Allowance => Both("an allowance", "d'un quota"),
            What::Word => Both("a word", "d'un mot"),
            What::Reader => Both("a reader", "d'un lecteur"),
            What::Pattern => Both("a pattern", "d'un motif"),
            What::Ending => Both("an ending", "d'une terminaison"),
            What::File => Both("a file", "d'un fichier"),
            What::Folder => Both("a folder", "d'un dossier"),
        }
    }

    /// `effects`, `effets`: the words after "more than" and a number, or after "two".
    pub(super) fn plural(&self) -> Both {
        match self {
            What::Game => Both("games", "jeux"),
            What::Kind => Both("kinds", "types"),
            What::Set => Both("sets", "extensions"),
            What::Effect => Both("effects", "effets"),
            What::Trigger => Both("triggers", "déclencheurs"),
            What::Face => Both("parts of a card", "parties de carte"),
            What::Source => Both("sources", "sources"),
            What::Box => Both("boxes", "boîtes"),
            What::Attribute => Both("fields", "champs"),
            What::Value(_) => Both("values", "valeurs"),
            What::Card => Both("cards", "cartes"),
            What::List => Both("lists", "listes"),
            What::Format => Both("formats", "formats"),
            What::Rule | What::Match | What::Inherited => Both("rules", "règles"),
            What::Zone => Both("zones", "zones"),
            What::Role => Both("roles", "rôles"),
            What::Parameter => Both("parameters", "paramètres"),
            What::Place => {
                Both("places that one card sets out", "places mises en place par une carte")
            }
            What::Allowance => Both("allowances of one rule", "quotas d'une règle"),
            What::Word => Both("words", "mots"),
            What::Reader => Both("readers", "lecteurs"),
            What::Pattern => Both("entries of a reader", "entrées d'un lecteur"),
            What::Ending => Both("endings", "terminaisons"),
            What::File => Both("files", "fichiers"),
            What::Folder => Both("folders", "dossiers"),
        }
    }

    /// The id of the mistake of naming an unknown thing.
    pub(super) fn unknown_id(&self) -> &'static str {
        match self {
            What::Game => "unknown-game",
            What::Kind => "unknown-kind",
            What::Set => "unknown-set",
            What::Effect => "unknown-effect",
            What::Trigger => "unknown-trigger",
            What::Face => "unknown-face",
            What::Source => "unknown-source",
            What::Box => "unknown-box",
            What::Attribute => "unknown-field",
            What::Value(_) => "unknown-value",
            What::Card => "unknown-card",
            What::List => "unknown-list",
            What::Format => "unknown-format",
            What::Rule | What::Match => "unknown-rule",
            What::Zone => "unknown-zone",
            What::Role => "unknown-role",
            What::Parameter => "unknown-parameter",
            What::Inherited => "unknown-inherited",
            What::Place => "unknown-place",
            What::Reader => "unknown-reader",
            What::Allowance | What::Word | What::Pattern | What::Ending => "unknown-word",
            What::File | What::Folder => "unknown-word",
        }
    }
}

/// "unknown value of `x`:", "ne désigne aucune valeur déclarée".
struct UnknownWord<'w>(&'w What);

impl Words for UnknownWord<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.unknown_word().write(lang, f)?;
        match (self.0, lang) {
            (What::Value(attribute), Lang::En) => write!(f, " of `{attribute}`:"),
            _ => Ok(()),
        }
    }
}
