//! The JSON Schemas of every document that the program prints, every TOML file that it reads, and
//! every question in JSON.
//!
//! Tests generate them from the printed types and the keys that are read, and compare them with
//! `schemas/`, which is built into the program. Editors use them from there too.

use sleeve_data::problem::Phrase;

/// Documents that the program writes, and files that it reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SchemaKind {
    /// A JSON document that the program prints.
    Document,
    /// A TOML file that the program reads.
    File,
    /// A question in JSON.
    Request,
}

/// A schema with its name.
#[derive(Clone, Copy, Debug)]
pub struct DocumentSchema {
    /// The argument of `sleeve schema`, and the name of the file in `schemas/`.
    pub name: &'static str,
    pub kind: SchemaKind,
    /// Title of the schema.
    pub words: Phrase,
    /// The schema as JSON, with a line feed at the end.
    pub text: &'static str,
}

macro_rules! schemas {
    ($($name:literal, $of:ident: $words:literal;)+) => {
        &[$(DocumentSchema {
            name: $name,
            kind: SchemaKind::$of,
            words: word!($words),
            text: include_str!(concat!("../../../../schemas/", $name, ".json")),
        }),+]
    };
}

/// All schemas, first those of documents, then those of files, then those of requests.
pub const SCHEMAS: &[DocumentSchema] = schemas! {
    "check", Document: "`check -o json`: a verdict for each deck";
    "check-row", Document: "A line of `check -o ndjson`: a deck as one row";
    "event-check", Document: "`check --event -o json`: the decks of a tournament day";
    "match", Document: "`match -o json`: whether two decks may meet";
    "cards", Document: "`cards -o json` and `show -o json`: cards with their facts";
    "stats", Document: "`stats -o json`: decks in numbers";
    "stats-wide", Document: "`stats --wide -o json`: a row for each deck";
    "stats-usage", Document: "`stats --usage -o json`: how many decks play each card";
    "diff", Document: "`diff -o json`: the differences between two decks";
    "odds", Document: "`odds -o json`: exact probabilities";
    "odds-decks", Document: "`odds -o json` of several decks";
    "draw", Document: "`draw -o json`: dealt or simulated hands";
    "rules", Document: "`rules -o json`: games, formats and their rules";
    "fix", Document: "`fix -o json`: the fewest changes that make decks legal";
    "build", Document: "`build -o json`: a deck built to your wishes";
    "build-decks", Document: "`build --decks -o json`: which decks can be built at once";
    "lint", Document: "`lint -o json`: mistakes in card and format data";
    "seal", Document: "`seal -o json`: a commitment to a deck";
    "deck-json", Document: "`convert --to json`: a deck as JSON";
    "error", Document: "`-o json` for input that cannot be used";
    "deck", File: "A deck";
    "event", File: "`event.toml`: a tournament day";
    "event-lock", File: "`event.lock`: the decks registered for an event";
    "project", File: "`sleeve.toml`: settings and assertions of a folder";
    "game", File: "`game.toml`: the vocabulary of a game";
    "data", File: "Cards, lists and formats of a game";
    "import", File: "`import.toml`: how other people's card data becomes cards";
    "ask-build", Request: "`build` as a question in JSON";
    "ask-cards", Request: "`cards` as a question in JSON";
    "ask-check", Request: "`check` as a question in JSON";
    "ask-convert", Request: "`convert` as a question in JSON";
    "ask-diff", Request: "`diff` as a question in JSON";
    "ask-draw", Request: "`draw` as a question in JSON";
    "ask-fix", Request: "`fix` as a question in JSON";
    "ask-lint", Request: "`lint` as a question in JSON";
    "ask-match", Request: "`match` as a question in JSON";
    "ask-odds", Request: "`odds` as a question in JSON";
    "ask-report", Request: "`report` as a question in JSON";
    "ask-rules", Request: "`rules` as a question in JSON";
    "ask-seal", Request: "`seal` as a question in JSON";
    "ask-sheet", Request: "`sheet` as a question in JSON";
    "ask-show", Request: "`show` as a question in JSON";
    "ask-stats", Request: "`stats` as a question in JSON";
};

/// Returns the schema of this name.
pub fn find_schema(name: &str) -> Option<&'static DocumentSchema> {
    SCHEMAS.iter().find(|schema| schema.name == name)
}
