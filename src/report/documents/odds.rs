//! `odds -o json`: exact probabilities.

use super::model::{ModelRow, RefusalRow};
use crate::model::Lang;
use crate::odds::{Answer, AskError, Copies, Fraction, fewest};
use crate::report::data::{self, Data, PROGRAM, Program};
use crate::report::odds::{Asked, Odds, reached};
use serde::Serialize;

/// Name and version of the document's form.
pub const ODDS: &str = "sleeve/odds/1";

/// The whole document.
#[derive(Serialize)]
pub struct OddsDocument<'a> {
    schema: &'static str,
    program: Program,
    data: Vec<Data>,
    model: ModelRow<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vary: Option<&'a str>,
    results: Vec<ResultRow<'a>>,
}

/// The answer to a condition at a turn: no figures where it is refused.
#[derive(Serialize)]
struct ResultRow<'a> {
    condition: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u32>,
    #[serde(flatten)]
    probability: ProbabilityRow,
    /// Null where it depends on unknown facts.
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<Option<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<RefusalRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<Vec<CopiesRow>>,
    /// The fewest copies that are enough; null where no number is.
    #[serde(skip_serializing_if = "Option::is_none")]
    enough: Option<Option<u32>>,
    provisional: bool,
}

#[derive(Serialize)]
struct CopiesRow {
    copies: u32,
    #[serde(flatten)]
    probability: ProbabilityRow,
}

/// A probability; where unknown facts leave bounds the figures are null and the bounds stand beside them.
#[derive(Default, Serialize)]
struct ProbabilityRow {
    fraction: Option<String>,
    probability: Option<f64>,
    one_in: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<EndRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<EndRow>,
}

#[derive(Serialize)]
struct EndRow {
    fraction: String,
    probability: f64,
}

impl<'a> OddsDocument<'a> {
    /// The document.
    pub fn new(odds: &'a Odds<'a>) -> OddsDocument<'a> {
        let results = odds.asked.iter().flat_map(|asked| {
            asked.turns.iter().map(move |(turn, found)| result(odds, asked, *turn, found))
        });
        OddsDocument {
            schema: ODDS,
            program: PROGRAM,
            data: data::in_use(odds.model.source.catalog()),
            model: ModelRow::new(&odds.model),
            at_least: odds.enough.as_ref().map(|(enough, _)| enough.to_string()),
            vary: odds.enough.as_ref().and_then(|(_, filter)| filter.as_deref()),
            results: results.collect(),
        }
    }
}

fn result<'a>(
    odds: &Odds<'_>,
    asked: &'a Asked,
    turn: u32,
    found: &Result<Answer, AskError>,
) -> ResultRow<'a> {
    let refuse = |error: &AskError| RefusalRow::new(odds.diagnostic(error, Lang::En));
    let enough = odds.enough.as_ref().map(|(enough, _)| enough);
    let varied = asked.copies.as_ref().and_then(|copies| copies.as_ref().ok());
    let unvaried = asked.copies.as_ref().and_then(|copies| copies.as_ref().err());
    ResultRow {
        condition: &asked.condition,
        turn: (turn > 0).then_some(turn),
        probability: found.as_ref().map(ProbabilityRow::new).unwrap_or_default(),
        reached: found.as_ref().ok().zip(enough).map(|(found, p)| reached(found, p).known()),
        refused: found.as_ref().err().or(unvaried).map(refuse),
        copies: varied.map(|copies| copies.iter().map(copies_row).collect()),
        enough: varied
            .map(|copies| enough.and_then(|enough| fewest(copies, enough)).map(|line| line.copies)),
        provisional: asked.provisional,
    }
}

fn copies_row(line: &Copies) -> CopiesRow {
    CopiesRow { copies: line.copies, probability: ProbabilityRow::new(&line.answer) }
}

impl ProbabilityRow {
    fn new(found: &Answer) -> ProbabilityRow {
        let exact = found.exact();
        let one_in = |f: &Fraction| Some(1.0 / f.to_f64()).filter(|n| n.is_finite());
        let end = |f: &Fraction| EndRow { fraction: f.to_string(), probability: f.to_f64() };
        let bounds = exact.is_none();
        ProbabilityRow {
            fraction: exact.map(Fraction::to_string),
            probability: exact.map(Fraction::to_f64),
            one_in: exact.and_then(one_in),
            low: bounds.then(|| end(&found.low)),
            high: bounds.then(|| end(&found.high)),
        }
    }
}
