//! `check -o json`: the document that scripts read. Its fields are a contract.

use super::checked::{CheckedDeck, Tally};
use super::collection::{self, Wanting, WantingRow};
use super::config::CheckedConfig;
use super::data::{Data, PROGRAM, Program};
use super::diagnostic::{Positions, position};
use super::escape::is_unsafe;
use super::finding::Wording;
use super::measured::{Amount, Measured, Span};
use super::problem::InputProblem;
use super::skipped::SkippedFile;
use super::unresolved;
use crate::model::{CardIndex, Catalog, Lang};
use crate::rules::{Finding, Status};
use rayon::prelude::*;
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};
use std::io::{self, Write};

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
    configs: Vec<serde_json::Value>,
    skipped: Vec<serde_json::Value>,
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
    findings: Vec<FindingRow<'a>>,
    unresolved: Vec<UnresolvedRow<'a>>,
    errors: Vec<ErrorRow<'a>>,
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
    cards: Vec<CardRow<'a>>,
    missing: Vec<MissingRow<'a>>,
    cite: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    fix: Option<String>,
}

#[derive(Serialize)]
struct CardRow<'a> {
    id: &'a str,
    name: &'a str,
    count: u32,
}

#[derive(Serialize)]
struct MissingRow<'a> {
    id: &'a str,
    name: &'a str,
    field: String,
}

#[derive(Serialize)]
struct UnresolvedRow<'a> {
    line: usize,
    text: &'a str,
    zone: &'a str,
    count: u32,
    candidates: Vec<CandidateRow<'a>>,
    help: String,
}

#[derive(Serialize)]
struct CandidateRow<'a> {
    id: &'a str,
    name: &'a str,
}

#[derive(Serialize)]
struct ErrorRow<'a> {
    message: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    candidates: &'a [String],
    help: &'a str,
}

impl<'a> CheckDocument<'a> {
    /// The document for some decks, the `sleeve.toml` files that have findings, and what was not read.
    pub fn new(
        decks: &'a [CheckedDeck],
        configs: &[CheckedConfig],
        skipped: &[SkippedFile],
    ) -> CheckDocument<'a> {
        let mut tally = Tally::default();
        decks.iter().for_each(|deck| tally.add(deck));
        CheckDocument {
            schema: CHECK,
            program: PROGRAM,
            data: super::data::in_use(decks.iter().filter_map(|d| d.catalog.as_ref())),
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
            configs: configs.iter().map(CheckedConfig::json).collect(),
            skipped: super::skipped::rows(skipped),
            collection: None,
        }
    }

    /// The same with what of a collection is missing: for every deck alone, unless all are to be had at
    /// the same time, and in all.
    pub fn with_collection(mut self, wanting: Option<&'a Wanting>) -> CheckDocument<'a> {
        let Some(wanting) = wanting else { return self };
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
        format: deck.format.as_deref(),
        role: deck.role(),
        verdict: deck.outcome().word(),
        provisional: deck.provisional(),
        findings: finding_rows(deck),
        unresolved: unresolved_rows(deck),
        errors: deck.problems.iter().map(|p| error_row(deck, p)).collect(),
        collection: None,
    }
}

fn finding_rows(deck: &CheckedDeck) -> Vec<FindingRow<'_>> {
    let (Some(catalog), Some(checked)) = (&deck.catalog, &deck.checked) else { return Vec::new() };
    let rows = checked.findings.iter();
    rows.map(|finding| finding_row(finding, catalog, Some(&deck.text))).collect()
}

/// A finding as documents show it; places are in `text`.
pub fn finding_row<'a>(
    finding: &'a Finding,
    catalog: &'a Catalog,
    text: Option<&str>,
) -> FindingRow<'a> {
    let wording = Wording::new(finding, catalog, Lang::En);
    let Measured { actual, limit } = Measured::of(&finding.problem);
    let place = text.zip(finding.labels.first()).map(|(t, l)| position(t, l.span.start));
    let card = |(index, count): (CardIndex, u32)| {
        let card = catalog.cards.card(index);
        CardRow { id: card.id(), name: card.name(Lang::En), count }
    };
    FindingRow {
        rule: &finding.rule,
        level: super::rules::level_word(finding.level),
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
            .map(card)
            .collect(),
        missing: finding
            .missing
            .iter()
            .filter(|m| m.card != CardIndex::STRANGER)
            .map(|m| {
                let card = catalog.cards.card(m.card);
                let field = wording.field_of(m);
                MissingRow { id: card.id(), name: card.name(Lang::En), field }
            })
            .collect(),
        cite: finding.cite.get(Lang::En),
        line: place.map(|p| p.0),
        column: place.map(|p| p.1),
        fix: wording.fix(),
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
    let (Some(catalog), Some(resolved)) = (&deck.catalog, &deck.deck) else { return Vec::new() };
    let candidate = |index: &CardIndex| {
        let card = catalog.cards.card(*index);
        CandidateRow { id: card.id(), name: card.name(Lang::En) }
    };
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

fn error_row<'a>(deck: &'a CheckedDeck, problem: &'a InputProblem) -> ErrorRow<'a> {
    let place = deck.place(problem);
    let file = problem.elsewhere.is_some().then_some(place.path);
    let place = place.start();
    ErrorRow {
        message: &problem.message,
        file,
        line: place.map(|p| p.0),
        column: place.map(|p| p.1),
        candidates: &problem.candidates,
        help: &problem.help,
    }
}

/// Writes a document, indented, with a line feed at its end. What a terminal would obey is escaped.
pub fn write<T: Serialize>(document: &T, out: &mut dyn Write) -> io::Result<()> {
    let mut serializer =
        serde_json::Serializer::with_formatter(&mut *out, Plain(PrettyFormatter::default()));
    document.serialize(&mut serializer)?;
    writeln!(out)
}

/// The same on one line, without a line feed.
pub fn write_line<T: Serialize + ?Sized>(value: &T, out: &mut dyn Write) -> io::Result<()> {
    let formatter = Plain(serde_json::ser::CompactFormatter);
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, formatter);
    Ok(value.serialize(&mut serializer)?)
}

/// Writes a part of a string in which no build server sees a command.
fn disarmed<W: ?Sized + Write>(text: &str, out: &mut W) -> io::Result<()> {
    for (at, part) in text.split("##[").enumerate() {
        if at > 0 {
            out.write_all(b"\\u0023#[")?;
        }
        out.write_all(part.as_bytes())?;
    }
    Ok(())
}

/// JSON as another formatter lays it out, where strings escape more than JSON asks.
struct Plain<F>(F);

impl<F: Formatter> Formatter for Plain<F> {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        text: &str,
    ) -> io::Result<()> {
        if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && !text.contains("##[") {
            return out.write_all(text.as_bytes());
        }
        let mut rest = text;
        while let Some(at) = rest.find(is_unsafe) {
            let (before, after) = rest.split_at(at);
            disarmed(before, out)?;
            let length = after.chars().next().map_or(0, char::len_utf8);
            let (one, after) = after.split_at(length);
            for unit in one.encode_utf16() {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = after;
        }
        disarmed(rest, out)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}
