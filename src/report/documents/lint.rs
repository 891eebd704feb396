//! `lint -o json`: mistakes in the data, and what of it is attested.

use super::Object;
use crate::catalog::lint::{LintFinding, LintReport, Standing};
use crate::model::Lang;
use crate::report::data::{PROGRAM, Program};
use crate::report::lint_proofs::ProofRow;
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
    #[serde(skip_serializing_if = "Option::is_none")]
    proofs: Option<Vec<ProofRow<'a>>>,
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

impl<'a> LintDocument<'a> {
    /// The same with what was proven of formats.
    pub fn with_proofs(self, proofs: Vec<ProofRow<'a>>) -> LintDocument<'a> {
        LintDocument { proofs: Some(proofs), ..self }
    }

    /// The document.
    pub fn new(report: &'a LintReport) -> LintDocument<'a> {
        LintDocument {
            schema: LINT,
            program: PROGRAM,
            games: report.games,
            cards: report.cards,
            formats: report.formats,
            findings: report.findings.iter().map(finding).collect(),
            standing: report.standing.iter().map(standing).collect(),
            proofs: None,
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
