//! The table of all keys of a `sleeve.toml`: the reader accepts them and the template shows them.

use sleeve_data::files::shape::{self, Keys, ValueShape};
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

const fn key(
    table: &'static str,
    name: &'static str,
    shape: ValueShape,
    default: &'static str,
    example: &'static str,
    en: &'static str,
    fr: &'static str,
) -> ProjectKey {
    ProjectKey { table, name, shape, default, example, en, fr }
}

/// The levels of rules and assertions.
pub(super) const LEVELS: [&str; 3] = ["allow", "warn", "deny"];

/// A text in one language or both.
const TEXT: ValueShape = ValueShape::Either(&[ValueShape::Text, ValueShape::Table(&LANGUAGE_KEYS)]);

static LANGUAGE_KEYS: Keys = Keys::new(
    "a text in two languages",
    "un texte en deux langues",
    &[
        shape::key("en", ValueShape::Text, "In English."),
        shape::key("fr", ValueShape::Text, "In French."),
    ],
);

/// The keys, in the order in which the template shows them.
pub const KEYS: &[ProjectKey] = &[
    key(
        "",
        "game",
        ValueShape::Text,
        "\"\"",
        "\"swccg\"",
        "Game of decks that name none; empty: they have to.",
        "Jeu des decks qui n'en nomment pas ; vide : ils doivent le faire.",
    ),
    key(
        "",
        "format",
        ValueShape::Text,
        "\"\"",
        "\"swccg/rulebook\"",
        "Format of decks that name none, an id or GAME/FORMAT; empty: they have to.",
        "Format des decks qui n'en nomment pas, identifiant ou JEU/FORMAT ; vide : ils doivent le faire.",
    ),
    key(
        "cards",
        "overlays",
        ValueShape::List(&ValueShape::Text),
        "[]",
        "[\"club\"]",
        "Folders or files of card data laid over the shipped data, from this folder.",
        "Dossiers ou fichiers de données posés sur les données fournies, à partir de ce dossier.",
    ),
    key(
        "levels",
        "RULE",
        ValueShape::Words(&LEVELS),
        "",
        "\"warn\"",
        "Rules by id, or GAME/FORMAT/RULE: \"allow\", \"warn\" or \"deny\".",
        "Règles par identifiant, ou JEU/FORMAT/RÈGLE : \"allow\", \"warn\" ou \"deny\".",
    ),
    key(
        "assert",
        "id",
        ValueShape::Text,
        "",
        "\"destiny\"",
        "Names its findings: `assert-destiny`.",
        "Nomme ses constats : `assert-destiny`.",
    ),
    key(
        "assert",
        "require",
        ValueShape::Text,
        "",
        "\"count() >= 1\"",
        "A condition on the deck. Either this or `opening`.",
        "Une condition sur le deck. Ceci, ou `opening`.",
    ),
    key(
        "assert",
        "opening",
        ValueShape::Text,
        "",
        "\"count() >= 1\"",
        "A condition on the opening hand, together with `at-least`.",
        "Une condition sur la main de départ, avec `at-least`.",
    ),
    key(
        "assert",
        "at-least",
        ValueShape::Number,
        "",
        "0.9",
        "How probable `opening` has to be, from 0 to 1.",
        "La probabilité que `opening` doit atteindre, de 0 à 1.",
    ),
    key(
        "assert",
        "zone",
        ValueShape::Texts,
        "[]",
        "[\"deck\"]",
        "The zone or zones that `require` reads; empty: the whole deck.",
        "La ou les zones que lit `require` ; vide : tout le deck.",
    ),
    key(
        "assert",
        "decks",
        ValueShape::List(&ValueShape::Text),
        "[]",
        "[\"*.toml\"]",
        "The decks it concerns, as patterns of paths; empty: every deck below this folder.",
        "Les decks concernés, en motifs de chemins ; vide : tout deck sous ce dossier.",
    ),
    key(
        "assert",
        "game",
        ValueShape::Text,
        "\"\"",
        "\"swccg\"",
        "The game of the decks it concerns; empty: any.",
        "Le jeu des decks concernés ; vide : n'importe lequel.",
    ),
    key(
        "assert",
        "format",
        ValueShape::Text,
        "\"\"",
        "\"rulebook\"",
        "The format of the decks it concerns; empty: any.",
        "Le format des decks concernés ; vide : n'importe lequel.",
    ),
    key(
        "assert",
        "text",
        TEXT,
        "\"\"",
        "{ en = \"…\", fr = \"…\" }",
        "Why, in your own words; a text, or { en = \"…\", fr = \"…\" }.",
        "Pourquoi, dans vos mots ; un texte, ou { en = \"…\", fr = \"…\" }.",
    ),
    key(
        "assert",
        "level",
        ValueShape::Words(&LEVELS),
        "\"deny\"",
        "\"warn\"",
        "\"deny\" fails the check, \"warn\" only says so, \"allow\" switches it off.",
        "\"deny\" fait échouer la vérification, \"warn\" le dit seulement, \"allow\" la désactive.",
    ),
];

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
