//! The keys of a `sleeve.toml`: one table for the reader, the schema, `sleeve fmt` and the
//! template.

use super::read::{AssertionDraft, ProjectReader};
use sleeve_data::{
    files::{
        Located,
        shape::ValueShape::{self, By, Either, List, Number, Table, Text, Texts, Words},
    },
    keys,
    model::Lang,
    problem::Phrase,
};

/// A key in the template.
#[derive(Clone, Copy, Debug)]
pub struct ProjectKey {
    /// The table of the key; empty: the top level.
    pub table: &'static str,
    pub name: &'static str,
    /// The default as TOML; empty if the key is required or is a table.
    pub default: &'static str,
    /// An example for a key without a default.
    pub example: &'static str,
    doc: Phrase,
}

impl ProjectKey {
    /// The meaning of the key, in one or two lines.
    pub fn doc(&self, lang: Lang) -> &'static str {
        self.doc.get(lang)
    }
}

/// Declares tables of keys as [`keys!`] does, with their names in the template. A key that the
/// template shows also has a default and an example.
macro_rules! project_keys {
    ($(
        $(#[$meta:meta])* $vis:vis static $keys:ident = $place:literal, $table:literal {
            $($name:literal: $shape:expr, $([$default:literal, $example:literal],)? $doc:literal => $read:expr;)*
        }
        fn $reader:ident($key:ident: $key_type:ty $(, $into:ident: $type:ty)*);
    )*) => {
        keys! {$(
            $(#[$meta])* $vis static $keys = $place { $($name: $shape, $doc => $read;)* }
            pub(super) fn $reader($key: $key_type $(, $into: $type)*);
        )*}

        /// The keys in the template's order.
        pub const KEYS: &[ProjectKey] = &[$($($(ProjectKey {
            table: $table,
            name: $name,
            default: $default,
            example: $example,
            doc: word!($doc),
        },)?)*)*];
    };
}

/// The levels of rules and assertions.
const LEVELS: [&str; 3] = ["allow", "warn", "deny"];

/// A text in one language or both.
const LOCAL: ValueShape = Either(&[Text, Table(&LANGUAGE_KEYS)]);

keys! {
    static LANGUAGE_KEYS = "a text in two languages" {
        "en": Text, "In English.";
        "fr": Text, "In French.";
    }
}

project_keys! {
    /// The keys of a `sleeve.toml`.
    pub static PROJECT_KEYS = "sleeve.toml", "" {
        "game": Text, [r#""""#, r#""my-game""#],
            "The game of decks that do not name one; empty: every deck has to name its game."
            => reader.config.game = reader.read_word(entry);
        "format": Text, [r#""""#, r#""my-game/standard""#],
            "The format of decks that do not name one: an id or GAME/FORMAT; empty: every deck has to name its format."
            => reader.config.format = reader.read_word(entry);
        "cards": Table(&CARD_DATA_KEYS), "Your own card data." => reader.read_cards(entry);
        "levels": By(&Words(&LEVELS)), ["", r#""warn""#],
            r#"The level of rules, by id or GAME/FORMAT/RULE: "allow", "warn" or "deny"."#
            => reader.read_levels(entry);
        "assert": List(&Table(&ASSERTION_KEYS)), "Conditions that decks have to meet."
            => reader.read_assertions(entry);
    }
    fn read_project_key(key: &str, entry: &Located<'_>, reader: &mut ProjectReader<'_>);

    pub(super) static CARD_DATA_KEYS = "[cards]", "cards" {
        "overlays": List(&Text), ["[]", r#"["club"]"#],
            "Folders or files of card data that extend or override the built-in data, relative to this folder."
            => reader.read_overlays(entry);
    }
    fn read_card_data_key(key: &str, entry: &Located<'_>, reader: &mut ProjectReader<'_>);

    pub(super) static ASSERTION_KEYS = "an assertion", "assert" {
        "id": Text, ["", r#""destiny""#],
            "Its id; the findings of `destiny` are called `assert-destiny`."
            => draft.id = reader.read_string(entry);
        "require": Text, ["", r#""count() >= 1""#],
            "A condition on the deck. Use either this or `opening`."
            => draft.require = reader.read_literal(entry);
        "opening": Text, ["", r#""count() >= 1""#],
            "A condition on the opening hand. It also needs `at-least`."
            => draft.opening = reader.read_literal(entry);
        "at-least": Number, ["", "0.9"],
            "The smallest allowed probability of `opening`, from 0 to 1."
            => draft.at_least = reader.read_probability(entry);
        "zone": Texts, ["[]", r#"["deck"]"#],
            "The zone or zones that `require` counts; empty: the whole deck."
            => draft.zones = reader.read_zones(entry);
        "decks": List(&Text), ["[]", r#"["*.toml"]"#],
            "The decks it applies to, as path patterns; empty: every deck below this folder."
            => draft.decks = reader.read_globs(entry);
        "game": Text, [r#""""#, r#""my-game""#],
            "The game of the decks it applies to; empty: any game."
            => draft.game = reader.read_word(entry);
        "format": Text, [r#""""#, r#""standard""#],
            "The format of the decks it applies to; empty: any format."
            => draft.format = reader.read_word(entry);
        "text": LOCAL, [r#""""#, r#"{ en = "…", fr = "…" }"#],
            r#"The reason, in your own words: a text, or { en = "…", fr = "…" }."#
            => draft.text = reader.read_translations(entry);
        "level": Words(&LEVELS), [r#""deny""#, r#""warn""#],
            r#""deny" fails the check, "warn" only reports it, "allow" switches it off."#
            => draft.level = reader.read_level(entry).unwrap_or_default();
    }
    fn read_assertion_key(key: &str, entry: &Located<'_>, reader: &mut ProjectReader<'_>, draft: &mut AssertionDraft);
}
