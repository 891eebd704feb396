//! `draw -o json`: hands that were dealt, or very many that were counted.

use super::model::{DrawnRow, ModelRow, RefusalRow};
use crate::draw::{CONFIDENCE_95, wilson};
use crate::language::Truth;
use crate::model::{CardIndex, Lang};
use crate::odds::{Answer, Value};
use crate::report::data::{self, Data, PROGRAM, Program};
use crate::report::dealt::{Answered, Dealing, Hand, Moment};
use crate::report::draws::{self, Drawn, Trials};
use crate::report::odds_model::Source;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Name and version of the document's form.
pub const DRAW: &str = "sleeve/draw/1";

/// Dealt hands.
#[derive(Serialize)]
pub struct DealDocument<'a> {
    schema: &'static str,
    program: Program,
    data: Vec<Data>,
    model: ModelRow<'a>,
    seed: u64,
    generator: &'static str,
    hands: Hands<'a>,
}

/// Written one after the other: a hundred thousand hands are never held as one document.
struct Hands<'a>(&'a Dealing<'a>);

impl Serialize for Hands<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let named = Named::of(self.0);
        to.collect_seq(self.0.hands.iter().map(|hand| HandRow::new(hand, &named)))
    }
}

/// Every card of the hands, named once: a hundred thousand hands are made of a few of them.
struct Named<'a>(BTreeMap<CardIndex, DrawnRow<'a>>);

impl<'a> Named<'a> {
    fn of(dealing: &Dealing<'a>) -> Named<'a> {
        let mut rows = BTreeMap::new();
        for card in dealing.hands.iter().flat_map(Hand::cards) {
            rows.entry(card).or_insert_with(|| DrawnRow::new(&dealing.model.source, card));
        }
        Named(rows)
    }

    fn rows(&self, cards: &[CardIndex]) -> Vec<&DrawnRow<'a>> {
        cards.iter().filter_map(|card| self.0.get(card)).collect()
    }
}

#[derive(Serialize)]
struct HandRow<'a> {
    exchanged: Vec<Vec<&'a DrawnRow<'a>>>,
    bottom: u32,
    turns: Vec<TurnRow<'a>>,
    others: Vec<Vec<&'a DrawnRow<'a>>>,
    row: Vec<&'a DrawnRow<'a>>,
    /// The piles dealt beside the hand by their names, where there are any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    beside: BTreeMap<&'a str, Vec<&'a DrawnRow<'a>>>,
}

#[derive(Serialize)]
struct TurnRow<'a> {
    turn: usize,
    cards: Vec<&'a DrawnRow<'a>>,
    answers: Vec<AnswerRow<'a>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum AnswerRow<'a> {
    Condition { condition: &'a str, holds: Option<bool> },
    Measure { measure: &'a str, value: String },
}

impl<'a> DealDocument<'a> {
    /// The document.
    pub fn new(dealing: &'a Dealing<'a>) -> DealDocument<'a> {
        DealDocument {
            schema: DRAW,
            program: PROGRAM,
            data: data::in_use(dealing.model.source.catalog()),
            model: ModelRow::new(dealing.model),
            seed: dealing.seed,
            generator: dealing.generator,
            hands: Hands(dealing),
        }
    }
}

impl<'a> HandRow<'a> {
    fn new(hand: &'a Hand, named: &'a Named<'a>) -> HandRow<'a> {
        let turn = |(turn, moment): (usize, &'a Moment)| TurnRow {
            turn,
            cards: named.rows(&moment.cards),
            answers: moment.answers.iter().map(answer).collect(),
        };
        HandRow {
            exchanged: hand.exchanged.iter().map(|hand| named.rows(hand)).collect(),
            bottom: hand.bottom,
            turns: hand.moments.iter().enumerate().map(turn).collect(),
            others: hand.partners.iter().map(|hand| named.rows(hand)).collect(),
            row: named.rows(&hand.row),
            beside: hand
                .beside
                .iter()
                .map(|(name, pile)| (name.as_str(), named.rows(pile)))
                .collect(),
        }
    }
}

fn answer((text, answer): &(String, Answered)) -> AnswerRow<'_> {
    match answer {
        Answered::Truth(truth) => AnswerRow::Condition {
            condition: text,
            holds: match truth {
                Truth::True => Some(true),
                Truth::False => Some(false),
                Truth::Unknown => None,
            },
        },
        Answered::Value(value) => AnswerRow::Measure { measure: text, value: value.to_string() },
    }
}

/// Hands that were counted.
#[derive(Serialize)]
pub struct TrialsDocument<'a> {
    schema: &'static str,
    program: Program,
    data: Vec<Data>,
    model: ModelRow<'a>,
    seed: u64,
    generator: &'static str,
    trials: u64,
    stopped: bool,
    results: Vec<ResultRow<'a>>,
}

#[derive(Serialize)]
struct ResultRow<'a> {
    #[serde(flatten)]
    drawn: DrawnResultRow<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u32>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum DrawnResultRow<'a> {
    Condition(ConditionRow<'a>),
    Measure(MeasureRow<'a>),
    Refused { text: &'a str, refused: RefusalRow },
}

#[derive(Serialize)]
struct ConditionRow<'a> {
    condition: &'a str,
    frequency: Option<f64>,
    interval: [f64; 2],
    hits: u64,
    unknown: u64,
    hands: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<ExactRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    disagrees: Option<bool>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum ExactRow {
    Known { fraction: String, probability: f64 },
    Bounds { low: f64, high: f64 },
}

#[derive(Serialize)]
struct MeasureRow<'a> {
    measure: &'a str,
    hands: u64,
    mean: Option<f64>,
    deviation: Option<f64>,
    histogram: Vec<ValueRow>,
}

#[derive(Serialize)]
struct ValueRow {
    value: String,
    count: u64,
    frequency: f64,
}

impl<'a> TrialsDocument<'a> {
    /// The document.
    pub fn new(trials: &'a Trials<'a>) -> TrialsDocument<'a> {
        let result = |result: &'a draws::Result| ResultRow {
            drawn: drawn(result, &trials.model.source),
            turn: (result.turn > 0).then_some(result.turn),
        };
        TrialsDocument {
            schema: DRAW,
            program: PROGRAM,
            data: data::in_use(trials.model.source.catalog()),
            model: ModelRow::new(trials.model),
            seed: trials.seed,
            generator: trials.generator,
            trials: trials.trials,
            stopped: trials.stopped,
            results: trials.results.iter().map(result).collect(),
        }
    }
}

fn drawn<'a>(result: &'a draws::Result, source: &Source<'_>) -> DrawnResultRow<'a> {
    let text = result.text.as_str();
    match &result.drawn {
        Drawn::Condition { hits, unknown, hands, exact } => {
            DrawnResultRow::Condition(condition(text, (*hits, *unknown, *hands), exact.as_ref()))
        }
        Drawn::Measure { hands, values } => DrawnResultRow::Measure(measure(text, *hands, values)),
        Drawn::Refused(refusal) => {
            let catalog = source.catalog().map(|catalog| &**catalog);
            let refused = RefusalRow::new(refusal.diagnostic(catalog, Lang::En));
            DrawnResultRow::Refused { text, refused }
        }
    }
}

fn condition<'a>(
    text: &'a str,
    counts: (u64, u64, u64),
    exact: Option<&Answer>,
) -> ConditionRow<'a> {
    let (hits, unknown, hands) = counts;
    let (low, _) = wilson(hits, hands, CONFIDENCE_95);
    let (_, high) = wilson(hits + unknown, hands, CONFIDENCE_95);
    let exact_row = |exact: &Answer| match exact.exact() {
        Some(p) => ExactRow::Known { fraction: p.to_string(), probability: p.to_f64() },
        None => ExactRow::Bounds { low: exact.low.to_f64(), high: exact.high.to_f64() },
    };
    ConditionRow {
        condition: text,
        frequency: (hands > 0).then(|| hits as f64 / hands as f64),
        interval: [low, high],
        hits,
        unknown,
        hands,
        exact: exact.map(exact_row),
        disagrees: exact.map(|exact| draws::disagrees(counts, exact)),
    }
}

fn measure<'a>(text: &'a str, hands: u64, values: &[(Value, u64)]) -> MeasureRow<'a> {
    let (mean, deviation) = draws::mean(values).unzip();
    let row = |(value, count): &(Value, u64)| ValueRow {
        value: value.0.to_string(),
        count: *count,
        frequency: *count as f64 / hands.max(1) as f64,
    };
    MeasureRow {
        measure: text,
        hands,
        mean,
        deviation,
        histogram: values.iter().map(row).collect(),
    }
}
