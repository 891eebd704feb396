//! `check -o json`: a verdict for each deck, with everything that was found.

use super::{CardRow, CopiesRow};
use crate::check::{Batch, CheckedDeck, Tally};
use crate::decks::fingerprint::Fingerprint;
use crate::model::{CardIndex, Catalog, Lang};
use crate::problem::Problem;
use crate::report::collection::{self, Wanting, WantingRow};
use crate::report::config::ConfigRow;
use crate::report::data::{Data, PROGRAM, Program};
use crate::report::diagnostic::{Positions, position};
use crate::report::finding::Wording;
use crate::report::measured::{Amount, Measured, Span};
use crate::report::rules::level_word;
use crate::report::skipped::SkippedRow;
use crate::report::told::{self, Told};
use crate::report::unresolved;
use crate::rules::{Finding, Overrides, Status};
use rayon::prelude::*;
use serde::Serialize;

/// Fewer decks than this are put into words without starting threads.
const WORTH_THREADS: usize = 64;
/// Name and version of the document's form.
pub const CHECK: &str = "sleeve/check/2";

/// The whole document.
#[derive(Serialize)]
pub struct CheckDocument<'a> {
    schema: &'static str,
    program: Program,
    data: Vec<Data>,
    summary: Summary,
    decks: Vec<DeckRow<'a>>,
    configs: Vec<ConfigRow<'a>>,
    skipped: Vec<SkippedRow<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collection: Option<WantingRow<'a>>,
}

#[derive(Serialize)]
struct Summary {
    decks: usize,
    legal: usize,
    illegal: usize,
    undetermined: usize,
    unusable: usize,
}

#[derive(Serialize)]
struct DeckRow<'a> {
    path: &'a str,
    name: Option<&'a str>,
    game: Option<&'a str>,
    format: Option<&'a str>,
    role: Option<&'a str>,
    verdict: &'static str,
    provisional: bool,
    fingerprint: Option<Fingerprint>,
    findings: Vec<FindingRow<'a>>,
    unresolved: Vec<UnresolvedRow<'a>>,
    errors: Vec<ErrorRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    collection: Option<WantingRow<'a>>,
}

/// One finding as documents show it.
#[derive(Serialize)]
pub struct FindingRow<'a> {
    rule: &'a str,
    level: &'static str,
    status: &'static str,
    zone: Vec<&'a str>,
    message: String,
    actual: Option<Amount>,
    limit: Option<Span>,
    actual_text: Option<String>,
    limit_text: Option<String>,
    cards: Vec<CopiesRow<'a>>,
    missing: Vec<MissingRow<'a>>,
    cite: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    fix: Option<String>,
}

#[derive(Serialize)]
struct MissingRow<'a> {
    #[serde(flatten)]
    card: CardRow<'a>,
    field: String,
}

#[derive(Serialize)]
struct UnresolvedRow<'a> {
    line: usize,
    text: &'a str,
    zone: &'a str,
    count: u32,
    candidates: Vec<CardRow<'a>>,
    help: String,
}

#[derive(Serialize)]
struct ErrorRow {
    message: String,
    file: Option<String>,
    line: Option<usize>,
    column: Option<usize>,
    candidates: Vec<String>,
    help: String,
}

impl<'a> CheckDocument<'a> {
    /// The document for some decks, the `sleeve.toml` files that have findings, and what was not read.
    pub fn new(batch: &'a Batch) -> CheckDocument<'a> {
        let Batch { decks, configs, skipped } = batch;
        let tally = Tally::of(decks);
        CheckDocument {
            schema: CHECK,
            program: PROGRAM,
            data: crate::report::data::in_use(decks.iter().filter_map(CheckedDeck::catalog)),
            summary: Summary {
                decks: tally.decks,
                legal: tally.legal,
                illegal: tally.illegal,
                undetermined: tally.undetermined,
                unusable: tally.unusable,
            },
            decks: match decks.len() < WORTH_THREADS {
                true => decks.iter().map(deck_row).collect(),
                false => decks.par_iter().map(deck_row).collect(),
            },
            configs: configs.iter().map(ConfigRow::new).collect(),
            skipped: skipped.iter().map(SkippedRow::new).collect(),
            collection: None,
        }
    }

    /// The same with what of a collection is missing: for every deck alone, unless all are to be had at
    /// the same time, and in all.
    pub fn with_collection(mut self, wanting: &'a Wanting) -> CheckDocument<'a> {
        self.collection = Some(collection::row(&wanting.all));
        if !wanting.together {
            for (row, missing) in self.decks.iter_mut().zip(&wanting.decks) {
                row.collection = missing.as_ref().map(|missing| collection::row([missing]));
            }
        }
        self
    }
}

fn deck_row(deck: &CheckedDeck) -> DeckRow<'_> {
    DeckRow {
        path: &deck.path,
        name: deck.name(),
        game: deck.game(),
        format: deck.format_id(),
        role: deck.role(),
        verdict: deck.verdict().word(),
        provisional: deck.provisional(),
        fingerprint: deck.fingerprint(&Overrides::default()),
        findings: finding_rows(deck),
        unresolved: unresolved_rows(deck),
        errors: error_rows(deck),
        collection: None,
    }
}

fn finding_rows(deck: &CheckedDeck) -> Vec<FindingRow<'_>> {
    let Some(catalog) = deck.catalog() else { return Vec::new() };
    let rows = deck.findings().iter();
    rows.map(|finding| FindingRow::new(finding, catalog, Some(&deck.text))).collect()
}

impl<'a> FindingRow<'a> {
    /// A row; places are in `text`.
    pub fn new(finding: &'a Finding, catalog: &'a Catalog, text: Option<&str>) -> FindingRow<'a> {
        let wording = Wording::new(finding, catalog, Lang::En);
        let Measured { actual, limit } = Measured::of(&finding.problem);
        let place = text.zip(finding.labels.first()).map(|(t, l)| position(t, l.span.start));
        FindingRow {
            rule: &finding.rule,
            level: level_word(finding.level),
            status: status_word(finding.status),
            zone: finding.zones.iter().map(String::as_str).collect(),
            message: wording.title(),
            actual,
            limit,
            actual_text: wording.actual(),
            limit_text: wording.limit(),
            cards: wording
                .cards()
                .into_iter()
                .filter(|(c, _)| *c != CardIndex::STRANGER)
                .map(|of| CopiesRow::new(catalog, of))
                .collect(),
            missing: finding
                .missing
                .iter()
                .filter(|m| m.card != CardIndex::STRANGER)
                .map(|m| MissingRow {
                    card: CardRow::new(catalog, m.card),
                    field: wording.field_of(m),
                })
                .collect(),
            cite: finding.cite.get(Lang::En),
            line: place.map(|p| p.0),
            column: place.map(|p| p.1),
            fix: wording.fix(),
        }
    }
}

/// The contract's word for a status.
pub fn status_word(status: Status) -> &'static str {
    match status {
        Status::Broken => "broken",
        Status::Unknown => "unknown",
        Status::Note => "note",
    }
}

fn unresolved_rows(deck: &CheckedDeck) -> Vec<UnresolvedRow<'_>> {
    let Some((catalog, resolved)) = deck.read() else { return Vec::new() };
    let candidate = |index: &CardIndex| CardRow::new(catalog, *index);
    if resolved.unresolved.is_empty() {
        return Vec::new();
    }
    let unheld = unresolved::unheld(deck, Lang::En);
    let positions = Positions::of(&deck.text);
    let rows = resolved.unresolved.iter().map(|u| UnresolvedRow {
        line: positions.at(u.span.start).0,
        text: &u.text,
        zone: &u.zone,
        count: u.count,
        candidates: u.candidates.iter().map(candidate).collect(),
        help: unresolved::help(u, catalog, &unheld, Lang::En),
    });
    rows.collect()
}

fn error_rows(deck: &CheckedDeck) -> Vec<ErrorRow> {
    let told = told::obstacles(deck, Lang::En).into_iter().zip(deck.obstacles());
    let row = |(told, problem): (Told<'_>, &Problem)| ErrorRow {
        message: told.message,
        file: told.is_elsewhere.then(|| told.place.path.to_owned()),
        line: told.place.at.map(|at| at.start.0),
        column: told.place.at.map(|at| at.start.1),
        candidates: problem.message.candidates().to_vec(),
        help: told.help,
    };
    told.map(row).collect()
}
