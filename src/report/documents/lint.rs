//! `lint -o json`: mistakes in the data, and what of it is attested.

use super::Object;
use crate::catalog::lint::{LintFinding, LintReport, Standing};
use crate::model::Lang;
use crate::report::data::{PROGRAM, Program};
use serde::Serialize;

/// Name and version of the document's form.
pub const LINT: &str = "sleeve/lint/1";

/// The whole document.
#[derive(Serialize)]
pub struct LintDocument<'a> {
    schema: &'static str,
    program: Program,
    games: usize,
    cards: usize,
    formats: usize,
    findings: Vec<FindingRow<'a>>,
    standing: Vec<StandingRow<'a>>,
}

#[derive(Serialize)]
struct FindingRow<'a> {
    id: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    message: String,
    help: String,
}

#[derive(Serialize)]
struct StandingRow<'a> {
    game: &'a str,
    kind: &'a str,
    cards: usize,
    invented: usize,
    unknown: usize,
    fields: Object<usize>,
}

impl LintDocument<'_> {
    /// The document.
    pub fn new(report: &LintReport) -> LintDocument<'_> {
        LintDocument {
            schema: LINT,
            program: PROGRAM,
            games: report.games,
            cards: report.cards,
            formats: report.formats,
            findings: report.findings.iter().map(finding).collect(),
            standing: report.standing.iter().map(standing).collect(),
        }
    }
}

fn finding(finding: &LintFinding) -> FindingRow<'_> {
    FindingRow {
        id: finding.id().unwrap_or_default(),
        file: finding.source().map_or("", |source| &source.path),
        line: finding.line(),
        column: finding.column(),
        message: finding.title(Lang::En),
        help: finding.help(Lang::En),
    }
}

fn standing(standing: &Standing) -> StandingRow<'_> {
    StandingRow {
        game: &standing.id,
        kind: &standing.kind_id,
        cards: standing.cards,
        invented: standing.invented,
        unknown: standing.unknown,
        fields: Object(standing.fields.clone()),
    }
}
