//! The JSON Schemas of every document that the program prints and of every TOML file that it reads.
//!
//! They are made of the types that are printed and of the keys that are read, and lie in `schemas/`, from where
//! they are put into the program: editors read them there, and a test compares.
//!
//! INVARIANT: what makes them runs in tests only. No argument and no file reaches its `expect`s; they tell that
//! two of our own tables differ.

#[cfg(all(test, feature = "schemas"))]
mod generate;
#[cfg(all(test, feature = "schemas"))]
mod page;

#[cfg(feature = "schemas")]
pub(crate) use schemars::JsonSchema;
#[cfg(not(feature = "schemas"))]
pub(crate) use sleeve_noschema::JsonSchema;

/// What a schema describes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaKind {
    /// A JSON document that the program prints.
    Document,
    /// A TOML file that the program reads.
    File,
}

/// A schema under its name.
#[derive(Clone, Copy, Debug)]
pub struct DocumentSchema {
    /// The argument of `sleeve schema`, and the name of the file in `schemas/`.
    pub name: &'static str,
    pub kind: SchemaKind,
    /// What it describes, in English and in French.
    pub words: (&'static str, &'static str),
    /// The schema as JSON, with a line feed at its end.
    pub text: &'static str,
}

macro_rules! schemas {
    ($($name:literal, $of:ident: $en:literal, $fr:literal;)+) => {
        &[$(DocumentSchema {
            name: $name,
            kind: SchemaKind::$of,
            words: ($en, $fr),
            text: include_str!(concat!("../../../../schemas/", $name, ".json")),
        }),+]
    };
}

/// All schemas: first those of documents, then those of files.
pub const SCHEMAS: &[DocumentSchema] = schemas! {
    "check", Document: "`check -o json`: a verdict for each deck", "`check -o json` : un verdict par deck";
    "check-row", Document: "A line of `check -o ndjson`: a deck as one row", "Une ligne de `check -o ndjson` : un deck";
    "event-check", Document: "`check --event -o json`: the decks of a tournament day", "`check --event -o json` : les decks d'un jour de tournoi";
    "match", Document: "`match -o json`: whether two decks may meet", "`match -o json` : si deux decks peuvent se rencontrer";
    "cards", Document: "`cards -o json` and `show -o json`: cards with their facts", "`cards -o json` et `show -o json` : des cartes et leurs faits";
    "stats", Document: "`stats -o json`: decks in numbers", "`stats -o json` : des decks en chiffres";
    "stats-wide", Document: "`stats --wide -o json`: a row for each deck", "`stats --wide -o json` : une ligne par deck";
    "stats-usage", Document: "`stats --usage -o json`: in how many decks each card stands", "`stats --usage -o json` : dans combien de decks figure chaque carte";
    "diff", Document: "`diff -o json`: what separates two decks", "`diff -o json` : ce qui sépare deux decks";
    "odds", Document: "`odds -o json`: exact probabilities", "`odds -o json` : des probabilités exactes";
    "odds-decks", Document: "`odds -o json` of several decks", "`odds -o json` pour plusieurs decks";
    "draw", Document: "`draw -o json`: hands that were dealt, or counted", "`draw -o json` : des mains distribuées, ou comptées";
    "rules", Document: "`rules -o json`: games, formats and their rules", "`rules -o json` : les jeux, les formats et leurs règles";
    "fix", Document: "`fix -o json`: the fewest changes that make decks legal", "`fix -o json` : le moins de changements qui rendent les decks légaux";
    "build", Document: "`build -o json`: a deck that was built", "`build -o json` : un deck construit";
    "lint", Document: "`lint -o json`: mistakes in card and format data", "`lint -o json` : les erreurs des données de cartes et de formats";
    "seal", Document: "`seal -o json`: a commitment to a deck", "`seal -o json` : un engagement sur un deck";
    "deck-json", Document: "`convert --to json`: a deck as JSON", "`convert --to json` : un deck en JSON";
    "error", Document: "`-o json` of input that cannot be used", "`-o json` d'une entrée inutilisable";
    "deck", File: "A deck", "Un deck";
    "event", File: "`event.toml`: a tournament day", "`event.toml` : un jour de tournoi";
    "event-lock", File: "`event.lock`: the decks that were registered for an event", "`event.lock` : les decks inscrits à un événement";
    "project", File: "`sleeve.toml`: settings and assertions of a folder", "`sleeve.toml` : réglages et assertions d'un dossier";
    "game", File: "`game.toml`: the vocabulary of a game", "`game.toml` : le vocabulaire d'un jeu";
    "data", File: "Cards, lists and formats of a game", "Les cartes, listes et formats d'un jeu";
    "import", File: "`import.toml`: how card records of others become cards", "`import.toml` : comment des fiches d'autrui deviennent des cartes";
};

/// Finds a schema by its name.
pub fn find_schema(name: &str) -> Option<&'static DocumentSchema> {
    SCHEMAS.iter().find(|schema| schema.name == name)
}
