//! `match -o json`: may two decks meet?

use super::check::FindingRow;
use crate::data::{self, Data, PROGRAM, ProgramName};
use crate::matched::answer;
use serde::Serialize;
use sleeve_check::{CheckedDeck, Matched};
use sleeve_data::files::path_text;
use std::path::Path;

/// Name and version of the document's form.
pub const MATCH: &str = "sleeve/match/2";

/// The whole document.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MatchDocument<'a> {
    /// Name and version of the form of this document.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = MATCH)))]
    schema: &'static str,
    /// The program that wrote it.
    program: ProgramName,
    /// The data of each game that was used.
    data: Vec<Data>,
    /// Whether the decks may meet.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["yes", "no", "undetermined"])))]
    answer: &'static str,
    /// Whether the answer rests on stand-ins or inferred facts.
    provisional: bool,
    /// How many boxes are on the table, where that matters; null where the decks do not agree on it.
    boxes: Option<u32>,
    /// The two decks.
    decks: [MeetingDeckRow<'a>; 2],
    /// What speaks against it, and notes.
    findings: Vec<FindingRow<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct MeetingDeckRow<'a> {
    /// Path as given.
    path: &'a str,
    /// Its name.
    name: Option<&'a str>,
    /// Id of its game.
    game: Option<&'a str>,
    /// Id of its format.
    format: Option<&'a str>,
    /// Id of its role.
    role: Option<&'a str>,
    /// The verdict on the deck alone.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable"])))]
    verdict: &'static str,
}

/// The document for decks that cannot be used.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct UnusableDocument<'a> {
    /// Name and version of the form of this document.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = MATCH)))]
    schema: &'static str,
    /// The program that wrote it.
    program: ProgramName,
    /// That there is no answer.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["unusable"])))]
    answer: &'static str,
    /// The two decks.
    decks: [PathRow; 2],
    /// Why, in English.
    errors: &'a [String],
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct PathRow {
    /// Path as given.
    path: String,
}

impl<'a> MatchDocument<'a> {
    /// The document.
    pub fn new(
        a: &'a CheckedDeck,
        b: &'a CheckedDeck,
        matched: &'a Matched,
        boxes: Option<u32>,
    ) -> MatchDocument<'a> {
        let row =
            |catalog| matched.findings.iter().map(|f| FindingRow::new(f, catalog, None)).collect();
        MatchDocument {
            schema: MATCH,
            program: PROGRAM,
            data: data::in_use(a.catalog().into_iter().chain(b.catalog())),
            answer: answer(matched.truth),
            provisional: matched.provisional,
            boxes: matched.boxes.or(boxes),
            decks: [
                meeting_deck_row(a, matched.roles.0.as_deref()),
                meeting_deck_row(b, matched.roles.1.as_deref()),
            ],
            findings: a.catalog().map_or_else(Vec::new, |catalog| row(catalog)),
        }
    }
}

fn meeting_deck_row<'a>(deck: &'a CheckedDeck, role: Option<&'a str>) -> MeetingDeckRow<'a> {
    MeetingDeckRow {
        path: &deck.path,
        name: deck.name(),
        game: deck.game(),
        format: deck.format_id(),
        role,
        verdict: deck.verdict().word(),
    }
}

impl<'a> UnusableDocument<'a> {
    /// The document; the errors are worded.
    pub fn new(paths: [&Path; 2], errors: &'a [String]) -> UnusableDocument<'a> {
        UnusableDocument {
            schema: MATCH,
            program: PROGRAM,
            answer: "unusable",
            decks: paths.map(|path| PathRow { path: path_text(path) }),
            errors,
        }
    }
}
