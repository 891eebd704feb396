//! The words by which messages name the things of the data, in both languages.

use crate::model::Lang;
use crate::problem::{Phrase, Words};
use std::fmt;

/// The words for a sort of thing.
struct ThingWords {
    /// `effect`, `aucun effet`: the words after "unknown", and after "ne désigne".
    unknown: Phrase,
    /// `an effect`, `d'un effet`: the words after "the id of".
    genitive: Phrase,
    /// `effects`, `effets`: the words after "more than" and a number, or after "two".
    plural: Phrase,
    /// The id of the mistake of naming an unknown thing.
    unknown_id: &'static str,
}

/// Each thing has three words.
macro_rules! named_things {
    ($($(#[$doc:meta])* $thing:ident $(($of:ty))? [$id:literal]: $unknown:literal, $genitive:literal,
        $plural:literal;)*) => {
        /// A sort of thing that has a name in the data.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub enum NamedThing {
            $($(#[$doc])* $thing $(($of))?,)*
        }

        impl NamedThing {
            fn words(&self) -> ThingWords {
                match self {
                    $(NamedThing::$thing { .. } => ThingWords {
                        unknown: word!($unknown, context = "unknown"),
                        genitive: word!($genitive, context = "of"),
                        plural: word!($plural, context = "number"),
                        unknown_id: $id,
                    },)*
                }
            }
        }
    };
}

named_things! {
    Game ["unknown-game"]: "game", "a game", "games";
    Kind ["unknown-kind"]: "kind of card", "a kind", "kinds";
    Set ["unknown-set"]: "set", "a set", "sets";
    Effect ["unknown-effect"]: "effect", "an effect", "effects";
    Trigger ["unknown-trigger"]: "trigger", "a trigger", "triggers";
    Face ["unknown-face"]: "part of a card", "a part of a card", "parts of a card";
    Source ["unknown-source"]: "source", "a source", "sources";
    Box ["unknown-box"]: "box", "a box", "boxes";
    Attribute ["unknown-field"]: "field", "a field", "fields";
    /// A value of the attribute of this id.
    Value(String) ["unknown-value"]: "value", "a value", "values";
    Card ["unknown-card"]: "card", "a card", "cards";
    /// A card in a field of another.
    Relation ["unknown-card"]: "card of a field", "a card of a field", "cards in fields of cards";
    List ["unknown-list"]: "list", "a list", "lists";
    Format ["unknown-format"]: "format", "a format", "formats";
    Rule ["unknown-rule"]: "rule", "a rule", "rules";
    /// A rule for two decks.
    Match ["unknown-rule"]: "rule for two decks", "a rule", "rules";
    Zone ["unknown-zone"]: "zone", "a zone", "zones";
    Role ["unknown-role"]: "role", "a role", "roles";
    Parameter ["unknown-parameter"]: "parameter", "a parameter", "parameters";
    /// A number that a format names.
    Number ["unknown-number"]: "number of a format", "a number", "numbers";
    /// A rule, zone or parameter that a format inherits.
    Inherited ["unknown-inherited"]: "inherited rule or zone", "a rule", "rules";
    /// A place that a card sets out.
    Place ["unknown-place"]:
        "place that a card sets out", "a place that a card sets out", "places that one card sets out";
    Allowance ["unknown-word"]: "allowance", "an allowance", "allowances of one rule";
    /// One of a fixed list of words that a key takes.
    Word ["unknown-word"]: "word", "a word", "words";
    Reader ["unknown-reader"]: "reader", "a reader", "readers";
    /// A pattern, path or word of a reader.
    Pattern ["unknown-word"]: "pattern", "a pattern", "entries of a reader";
    /// The ending of a file's name.
    Ending ["unknown-word"]: "ending", "an ending", "endings";
    File ["unknown-word"]: "file", "a file", "files";
    Folder ["unknown-word"]: "folder", "a folder", "folders";
}

impl NamedThing {
    pub(super) fn unknown(&self) -> impl Words {
        UnknownWord(self)
    }

    pub(super) fn genitive(&self) -> Phrase {
        self.words().genitive
    }

    pub(super) fn plural(&self) -> Phrase {
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
