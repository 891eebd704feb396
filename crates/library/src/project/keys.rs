//! The table of all keys of a `sleeve.toml`: the reader accepts them and the template shows them.

use sleeve_data::files::shape::ValueShape::{
    self, Either, List, Number, Table, Text, Texts, Words,
};
use sleeve_data::keys;
use sleeve_data::model::Lang;
use sleeve_data::problem::Phrase;

/// A key of the file.
#[derive(Clone, Copy, Debug)]
pub struct ProjectKey {
    /// The table of the key; empty: the top level.
    pub table: &'static str,
    pub name: &'static str,
    pub shape: ValueShape,
    /// The default as TOML; empty where the key is required or its table has no fixed keys.
    pub default: &'static str,
    /// An example, where it has no default.
    pub example: &'static str,
    doc: Phrase,
}

impl ProjectKey {
    /// The meaning of the key, in a line or two.
    pub fn doc(&self, lang: Lang) -> &'static str {
        self.doc.get(lang)
    }
}

/// The keys of each table: name, shape, default, example, and the meaning.
macro_rules! project_keys {
    ($($table:literal {
        $($name:literal: $shape:expr, $default:literal, $example:literal, $doc:literal;)*
    })*) => {
        /// The keys, in the order in which the template shows them.
        pub const KEYS: &[ProjectKey] = &[$($(ProjectKey {
            table: $table,
            name: $name,
            shape: $shape,
            default: $default,
            example: $example,
            doc: word!($doc),
        },)*)*];
    };
}

/// The levels of rules and assertions.
pub(super) const LEVELS: [&str; 3] = ["allow", "warn", "deny"];

/// A text in one language or both.
const LOCAL: ValueShape = Either(&[Text, Table(&LANGUAGE_KEYS)]);

keys! {
    static LANGUAGE_KEYS = "a text in two languages" {
        "en": Text, "In English.";
        "fr": Text, "In French.";
    }
}

project_keys! {
    "" {
        "game": Text, r#""""#, r#""swccg""#,
            "Game of decks that name none; empty: they have to.";
        "format": Text, r#""""#, r#""swccg/rulebook""#,
            "Format of decks that name none, an id or GAME/FORMAT; empty: they have to.";
    }
    "cards" {
        "overlays": List(&Text), "[]", r#"["club"]"#,
            "Folders or files of card data laid over the shipped data, from this folder.";
    }
    "levels" {
        "RULE": Words(&LEVELS), "", r#""warn""#,
            r#"Rules by id, or GAME/FORMAT/RULE: "allow", "warn" or "deny"."#;
    }
    "assert" {
        "id": Text, "", r#""destiny""#,
            "Names its findings: `assert-destiny`.";
        "require": Text, "", r#""count() >= 1""#,
            "A condition on the deck. Either this or `opening`.";
        "opening": Text, "", r#""count() >= 1""#,
            "A condition on the opening hand, together with `at-least`.";
        "at-least": Number, "", "0.9",
            "How probable `opening` has to be, from 0 to 1.";
        "zone": Texts, "[]", r#"["deck"]"#,
            "The zone or zones that `require` reads; empty: the whole deck.";
        "decks": List(&Text), "[]", r#"["*.toml"]"#,
            "The decks it concerns, as patterns of paths; empty: every deck below this folder.";
        "game": Text, r#""""#, r#""swccg""#,
            "The game of the decks it concerns; empty: any.";
        "format": Text, r#""""#, r#""rulebook""#,
            "The format of the decks it concerns; empty: any.";
        "text": LOCAL, r#""""#, r#"{ en = "…", fr = "…" }"#,
            r#"Why, in your own words; a text, or { en = "…", fr = "…" }."#;
        "level": Words(&LEVELS), r#""deny""#, r#""warn""#,
            r#""deny" fails the check, "warn" only says so, "allow" switches it off."#;
    }
}

/// The name of a table in mistakes.
pub(super) fn table_name(table: &str) -> Phrase {
    match table {
        "cards" => word!("[cards]"),
        "assert" => word!("an assertion"),
        _ => word!("sleeve.toml"),
    }
}

/// The names of the keys of a table.
pub(super) fn key_names(table: &str) -> impl Iterator<Item = &'static str> {
    KEYS.iter().filter(move |key| key.table == table).map(|key| key.name)
}
