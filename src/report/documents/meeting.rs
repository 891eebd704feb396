//! `match -o json`: may two decks meet?

use super::check::FindingRow;
use crate::check::{CheckedDeck, Matched};
use crate::report::data::{self, Data, PROGRAM, Program};
use crate::report::matched::answer;
use serde::Serialize;
use std::path::Path;

/// Name and version of the document's form.
pub const MATCH: &str = "sleeve/match/2";

/// The whole document.
#[derive(Serialize)]
pub struct MatchDocument<'a> {
    schema: &'static str,
    program: Program,
    data: Vec<Data>,
    answer: &'static str,
    provisional: bool,
    boxes: Option<u32>,
    decks: [DeckRow<'a>; 2],
    findings: Vec<FindingRow<'a>>,
}

#[derive(Serialize)]
struct DeckRow<'a> {
    path: &'a str,
    name: Option<&'a str>,
    game: Option<&'a str>,
    format: Option<&'a str>,
    role: Option<&'a str>,
    verdict: &'static str,
}

/// The document for decks that cannot be used.
#[derive(Serialize)]
pub struct UnusableDocument<'a> {
    schema: &'static str,
    program: Program,
    answer: &'static str,
    decks: [PathRow; 2],
    errors: &'a [String],
}

#[derive(Serialize)]
struct PathRow {
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
            boxes,
            decks: [deck(a, matched.roles.0.as_deref()), deck(b, matched.roles.1.as_deref())],
            findings: a.catalog().map_or_else(Vec::new, |catalog| row(catalog)),
        }
    }
}

fn deck<'a>(deck: &'a CheckedDeck, role: Option<&'a str>) -> DeckRow<'a> {
    DeckRow {
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
            decks: paths.map(|path| PathRow { path: path.display().to_string() }),
            errors,
        }
    }
}
