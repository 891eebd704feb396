//! The table of all keys of a `sleeve.toml`: the reader accepts them and the template shows them.

use sleeve_data::files::shape::ValueShape::{
    self, Either, List, Number, Table, Text, Texts, Words,
};
use sleeve_data::keys;
use sleeve_data::model::Lang;
use sleeve_data::problem::BothLanguages;

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
    en: &'static str,
    fr: &'static str,
}

impl ProjectKey {
    /// The meaning of the key, in a line or two.
    pub fn doc(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
        }
    }
}

/// The keys of each table: name, shape, default, example, and the meaning in English and French.
macro_rules! project_keys {
    ($($table:literal {
        $($name:literal: $shape:expr, $default:literal, $example:literal, $en:literal, $fr:literal;)*
    })*) => {
        /// The keys, in the order in which the template shows them.
        pub const KEYS: &[ProjectKey] = &[$($(ProjectKey {
            table: $table,
            name: $name,
            shape: $shape,
            default: $default,
            example: $example,
            en: $en,
            fr: $fr,
        },)*)*];
    };
}

/// The levels of rules and assertions.
pub(super) const LEVELS: [&str; 3] = ["allow", "warn", "deny"];

/// A text in one language or both.
const LOCAL: ValueShape = Either(&[Text, Table(&LANGUAGE_KEYS)]);

keys! {
    static LANGUAGE_KEYS = "a text in two languages", "un texte en deux langues" {
        "en": Text, "In English.";
        "fr": Text, "In French.";
    }
}

project_keys! {
    "" {
        "game": Text, r#""""#, r#""swccg""#,
            "Game of decks that name none; empty: they have to.",
            "Jeu des decks qui n'en nomment pas ; vide : ils doivent le faire.";
        "format": Text, r#""""#, r#""swccg/rulebook""#,
            "Format of decks that name none, an id or GAME/FORMAT; empty: they have to.",
            "Format des decks qui n'en nomment pas, identifiant ou JEU/FORMAT ; vide : ils doivent le faire.";
    }
    "cards" {
        "overlays": List(&Text), "[]", r#"["club"]"#,
            "Folders or files of card data laid over the shipped data, from this folder.",
            "Dossiers ou fichiers de données posés sur les données fournies, à partir de ce dossier.";
    }
    "levels" {
        "RULE": Words(&LEVELS), "", r#""warn""#,
            r#"Rules by id, or GAME/FORMAT/RULE: "allow", "warn" or "deny"."#,
            r#"Règles par identifiant, ou JEU/FORMAT/RÈGLE : "allow", "warn" ou "deny"."#;
    }
    "assert" {
        "id": Text, "", r#""destiny""#,
            "Names its findings: `assert-destiny`.",
            "Nomme ses constats : `assert-destiny`.";
        "require": Text, "", r#""count() >= 1""#,
            "A condition on the deck. Either this or `opening`.",
            "Une condition sur le deck. Ceci, ou `opening`.";
        "opening": Text, "", r#""count() >= 1""#,
            "A condition on the opening hand, together with `at-least`.",
            "Une condition sur la main de départ, avec `at-least`.";
        "at-least": Number, "", "0.9",
            "How probable `opening` has to be, from 0 to 1.",
            "La probabilité que `opening` doit atteindre, de 0 à 1.";
        "zone": Texts, "[]", r#"["deck"]"#,
            "The zone or zones that `require` reads; empty: the whole deck.",
            "La ou les zones que lit `require` ; vide : tout le deck.";
        "decks": List(&Text), "[]", r#"["*.toml"]"#,
            "The decks it concerns, as patterns of paths; empty: every deck below this folder.",
            "Les decks concernés, en motifs de chemins ; vide : tout deck sous ce dossier.";
        "game": Text, r#""""#, r#""swccg""#,
            "The game of the decks it concerns; empty: any.",
            "Le jeu des decks concernés ; vide : n'importe lequel.";
        "format": Text, r#""""#, r#""rulebook""#,
            "The format of the decks it concerns; empty: any.",
            "Le format des decks concernés ; vide : n'importe lequel.";
        "text": LOCAL, r#""""#, r#"{ en = "…", fr = "…" }"#,
            r#"Why, in your own words; a text, or { en = "…", fr = "…" }."#,
            r#"Pourquoi, dans vos mots ; un texte, ou { en = "…", fr = "…" }."#;
        "level": Words(&LEVELS), r#""deny""#, r#""warn""#,
            r#""deny" fails the check, "warn" only says so, "allow" switches it off."#,
            r#""deny" fait échouer la vérification, "warn" le dit seulement, "allow" la désactive."#;
    }
}

/// The name of a table in mistakes.
pub(super) fn table_name(table: &str) -> BothLanguages {
    match table {
        "cards" => BothLanguages("[cards]", "[cards]"),
        "assert" => BothLanguages("an assertion", "une assertion"),
        _ => BothLanguages("sleeve.toml", "sleeve.toml"),
    }
}

/// The names of the keys of a table.
pub(super) fn key_names(table: &str) -> impl Iterator<Item = &'static str> {
    KEYS.iter().filter(move |key| key.table == table).map(|key| key.name)
}
