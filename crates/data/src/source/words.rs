//! The words by which messages name the things of the data, in both languages.

use crate::model::Lang;
use crate::problem::{BothLanguages, Words};
use std::fmt;

/// The words for a sort of thing.
struct ThingWords {
    /// `effect`, `aucun effet`: the words after "unknown", and after "ne désigne".
    unknown: BothLanguages,
    /// `an effect`, `d'un effet`: the words after "the id of".
    genitive: BothLanguages,
    /// `effects`, `effets`: the words after "more than" and a number, or after "two".
    plural: BothLanguages,
    /// The id of the mistake of naming an unknown thing.
    unknown_id: &'static str,
}

/// Each thing has three words in English, then those in French.
macro_rules! named_things {
    ($($(#[$doc:meta])* $thing:ident $(($of:ty))? [$id:literal]: $en:literal, $en_genitive:literal,
        $en_plural:literal; $fr:literal, $fr_genitive:literal, $fr_plural:literal;)*) => {
        /// A sort of thing that has a name in the data.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum NamedThing {
            $($(#[$doc])* $thing $(($of))?,)*
        }

        impl NamedThing {
            fn words(&self) -> ThingWords {
                match self {
                    $(NamedThing::$thing { .. } => ThingWords {
                        unknown: BothLanguages($en, $fr),
                        genitive: BothLanguages($en_genitive, $fr_genitive),
                        plural: BothLanguages($en_plural, $fr_plural),
                        unknown_id: $id,
                    },)*
                }
            }
        }
    };
}

named_things! {
    Game ["unknown-game"]: "game", "a game", "games";
        "aucun jeu", "d'un jeu", "jeux";
    Kind ["unknown-kind"]: "kind of card", "a kind", "kinds";
        "aucun type de carte", "d'un type", "types";
    Set ["unknown-set"]: "set", "a set", "sets";
        "aucune extension", "d'une extension", "extensions";
    Effect ["unknown-effect"]: "effect", "an effect", "effects";
        "aucun effet", "d'un effet", "effets";
    Trigger ["unknown-trigger"]: "trigger", "a trigger", "triggers";
        "aucun déclencheur", "d'un déclencheur", "déclencheurs";
    Face ["unknown-face"]: "part of a card", "a part of a card", "parts of a card";
        "aucune partie de carte", "d'une partie de carte", "parties de carte";
    Source ["unknown-source"]: "source", "a source", "sources";
        "aucune source", "d'une source", "sources";
    Box ["unknown-box"]: "box", "a box", "boxes";
        "aucune boîte", "d'une boîte", "boîtes";
    Attribute ["unknown-field"]: "field", "a field", "fields";
        "aucun champ", "d'un champ", "champs";
    /// A value of the attribute of this id.
    Value(String) ["unknown-value"]: "value", "a value", "values";
        "aucune valeur déclarée", "d'une valeur", "valeurs";
    Card ["unknown-card"]: "card", "a card", "cards";
        "aucune carte", "d'une carte", "cartes";
    /// A card in a field of another.
    Relation ["unknown-card"]: "card of a field", "a card of a field", "cards in fields of cards";
        "aucune carte d'un champ", "d'une carte d'un champ", "cartes dans des champs de cartes";
    List ["unknown-list"]: "list", "a list", "lists";
        "aucune liste", "d'une liste", "listes";
    Format ["unknown-format"]: "format", "a format", "formats";
        "aucun format", "d'un format", "formats";
    Rule ["unknown-rule"]: "rule", "a rule", "rules";
        "aucune règle", "d'une règle", "règles";
    /// A rule for two decks.
    Match ["unknown-rule"]: "rule for two decks", "a rule", "rules";
        "aucune règle entre deux decks", "d'une règle", "règles";
    Zone ["unknown-zone"]: "zone", "a zone", "zones";
        "aucune zone", "d'une zone", "zones";
    Role ["unknown-role"]: "role", "a role", "roles";
        "aucun rôle", "d'un rôle", "rôles";
    Parameter ["unknown-parameter"]: "parameter", "a parameter", "parameters";
        "aucun paramètre", "d'un paramètre", "paramètres";
    /// A number that a format names.
    Number ["unknown-number"]: "number of a format", "a number", "numbers";
        "aucun nombre d'un format", "d'un nombre", "nombres";
    /// A rule, zone or parameter that a format inherits.
    Inherited ["unknown-inherited"]: "inherited rule or zone", "a rule", "rules";
        "aucune règle ni zone héritée", "d'une règle", "règles";
    /// A place that a card sets out.
    Place ["unknown-place"]:
        "place that a card sets out", "a place that a card sets out", "places that one card sets out";
        "aucune place d'une mise en place", "d'une place d'une mise en place", "places mises en place par une carte";
    Allowance ["unknown-word"]: "allowance", "an allowance", "allowances of one rule";
        "aucun quota", "d'un quota", "quotas d'une règle";
    /// One of a fixed list of words that a key takes.
    Word ["unknown-word"]: "word", "a word", "words";
        "aucun mot attendu ici", "d'un mot", "mots";
    Reader ["unknown-reader"]: "reader", "a reader", "readers";
        "aucun lecteur", "d'un lecteur", "lecteurs";
    /// A pattern, path or word of a reader.
    Pattern ["unknown-word"]: "pattern", "a pattern", "entries of a reader";
        "aucun motif", "d'un motif", "entrées d'un lecteur";
    /// The ending of a file's name.
    Ending ["unknown-word"]: "ending", "an ending", "endings";
        "aucune terminaison", "d'une terminaison", "terminaisons";
    File ["unknown-word"]: "file", "a file", "files";
        "aucun fichier", "d'un fichier", "fichiers";
    Folder ["unknown-word"]: "folder", "a folder", "folders";
        "aucun dossier", "d'un dossier", "dossiers";
}

impl NamedThing {
    pub(super) fn unknown(&self) -> impl Words {
        UnknownWord(self)
    }

    pub(super) fn genitive(&self) -> BothLanguages {
        self.words().genitive
    }

    pub(super) fn plural(&self) -> BothLanguages {
        self.words().plural
    }

    pub(super) fn unknown_id(&self) -> &'static str {
        self.words().unknown_id
    }
}

/// "unknown value of `x`:", "ne désigne aucune valeur déclarée".
struct UnknownWord<'w>(&'w NamedThing);

impl Words for UnknownWord<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.words().unknown.write(lang, f)?;
        match (self.0, lang) {
            (NamedThing::Value(attribute), Lang::En) => write!(f, " of `{attribute}`:"),
            _ => Ok(()),
        }
    }
}
