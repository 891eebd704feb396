//! `lint -o json`: mistakes in the data, and what of it is attested.

use super::{DocumentHead, Object};
use crate::lint::ProofRow;
use crate::schemas::JsonSchema;
use serde::Serialize;
use sleeve_data::model::Lang;
use sleeve_library::lint::{KindSummary, LintFinding, LintReport};

/// Name and version of the document's form.
pub const LINT: &str = "sleeve/lint/1";

/// The whole document.
#[derive(Serialize, JsonSchema)]
pub struct LintDocument<'a> {
    #[serde(flatten)]
    head: DocumentHead,
    /// How many games were read.
    games: usize,
    /// How many cards.
    cards: usize,
    /// How many formats.
    formats: usize,
    /// Mistakes in the data.
    findings: Vec<LintFindingRow<'a>>,
    /// What of the data is attested, by game and kind of card.
    standing: Vec<StandingRow<'a>>,
    /// Which formats admit a deck (`--prove`).
    #[serde(skip_serializing_if = "Option::is_none")]
    proofs: Option<Vec<ProofRow<'a>>>,
}

#[derive(Serialize, JsonSchema)]
struct LintFindingRow<'a> {
    /// What kind of mistake it is.
    id: &'a str,
    /// The file.
    file: &'a str,
    /// The line, from 1.
    line: u32,
    /// The column, from 1.
    column: u32,
    /// What is wrong, in English.
    message: String,
    /// What to do, in English.
    help: String,
}

#[derive(Serialize, JsonSchema)]
struct StandingRow<'a> {
    /// Id of the game.
    game: &'a str,
    /// Id of the kind of card.
    kind: &'a str,
    /// Cards of the kind.
    cards: usize,
    /// Cards whose very id is a stand-in.
    invented: usize,
    /// Facts that are printed and published nowhere.
    unknown: usize,
    /// By id of the field, how many cards have no attested value.
    fields: Object<usize>,
}

impl<'a> LintDocument<'a> {
    /// Adds which formats are proven to admit a deck.
    pub fn with_proofs(self, proofs: Vec<ProofRow<'a>>) -> LintDocument<'a> {
        LintDocument { proofs: Some(proofs), ..self }
    }

    /// Describes what the linter found.
    pub fn new(report: &'a LintReport) -> LintDocument<'a> {
        LintDocument {
            head: DocumentHead::new(LINT),
            games: report.games,
            cards: report.cards,
            formats: report.formats,
            findings: report.findings.iter().map(finding_row).collect(),
            standing: report.unattested.iter().map(kind_row).collect(),
            proofs: None,
        }
    }
}

fn finding_row(finding: &LintFinding) -> LintFindingRow<'_> {
    LintFindingRow {
        id: finding.id().unwrap_or_default(),
        file: finding.source().map_or("", |source| &source.path),
        line: finding.line(),
        column: finding.column(),
        message: finding.title(Lang::En),
        help: finding.help(Lang::En),
    }
}

fn kind_row(standing: &KindSummary) -> StandingRow<'_> {
    StandingRow {
        game: &standing.id,
        kind: &standing.kind_id,
        cards: standing.cards,
        invented: standing.invented,
        unknown: standing.unknown,
        fields: Object(standing.fields.iter().map(|(key, _, n)| (key.clone(), *n)).collect()),
    }
}
