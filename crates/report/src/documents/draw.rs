//! `draw -o json`: hands that were dealt, or very many that were counted.

use super::DataHead;
use super::model::{DrawnRow, ModelRow, RefusalRow};
use crate::draws::{self, Dealing, DrawResult, HandAnswer, HandMoment, HandView, SimulationReport};
use crate::odds::openings_diagnostic;
use crate::schemas::JsonSchema;
use serde::{Serialize, Serializer};
use sleeve_data::model::{CardIndex, Lang};
use sleeve_language::Truth;
use sleeve_odds::draw::{CONFIDENCE_95, wilson};
use sleeve_odds::{OrderedQuantity, Probability};
use std::collections::BTreeMap;

/// Name and version of the document's form.
pub const DRAW: &str = "sleeve/draw/1";

/// Dealt hands.
#[derive(Serialize, JsonSchema)]
pub struct DealDocument<'a> {
    #[serde(flatten)]
    head: DataHead,
    /// What was dealt from, and how.
    model: ModelRow<'a>,
    /// The seed; the same seed deals the same hands.
    seed: u64,
    /// The generator and how it is used.
    generator: &'static str,
    /// The hands.
    hands: HandSequence<'a>,
}

/// Written one after the other: a hundred thousand hands are never held as one document.
struct HandSequence<'a>(&'a Dealing<'a>);

impl Serialize for HandSequence<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let named = HandCards::from_dealing(self.0);
        to.collect_seq(self.0.hands.iter().map(|hand| HandRow::new(hand, &named)))
    }
}

#[cfg(feature = "schemas")]
impl schemars::JsonSchema for HandSequence<'_> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hands".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<Vec<HandRow<'_>>>()
    }
}

/// Every card of the hands, named once: a hundred thousand hands are made of a few of them.
struct HandCards<'a>(BTreeMap<CardIndex, DrawnRow<'a>>);

impl<'a> HandCards<'a> {
    fn from_dealing(dealing: &Dealing<'a>) -> HandCards<'a> {
        let mut rows = BTreeMap::new();
        for card in dealing.hands.iter().flat_map(HandView::cards) {
            rows.entry(card).or_insert_with(|| DrawnRow::new(&dealing.model.source, card));
        }
        HandCards(rows)
    }

    fn rows(&self, cards: &[CardIndex]) -> Vec<&DrawnRow<'a>> {
        cards.iter().filter_map(|card| self.0.get(card)).collect()
    }
}

#[derive(Serialize, JsonSchema)]
struct HandRow<'a> {
    /// Hands that were exchanged before, in order.
    exchanged: Vec<Vec<&'a DrawnRow<'a>>>,
    /// Cards that were put back under the pile.
    bottom: u32,
    /// The hand and every turn after it.
    turns: Vec<TurnRow<'a>>,
    /// Hands of the other players that draw from the same cards.
    others: Vec<Vec<&'a DrawnRow<'a>>>,
    /// The open row.
    row: Vec<&'a DrawnRow<'a>>,
    /// The piles dealt beside the hand by their names, where there are any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    beside: BTreeMap<&'a str, Vec<&'a DrawnRow<'a>>>,
}

#[derive(Serialize, JsonSchema)]
struct TurnRow<'a> {
    /// The turn; 0 is the opening hand.
    turn: usize,
    /// The cards in hand.
    cards: Vec<&'a DrawnRow<'a>>,
    /// The conditions and measures that were asked, of this hand.
    answers: Vec<AnswerRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum AnswerRow<'a> {
    Condition {
        /// The condition.
        condition: &'a str,
        /// Whether it holds; null where that is not known.
        holds: Option<bool>,
    },
    Measure {
        /// The measure.
        measure: &'a str,
        /// Its value.
        value: String,
    },
}

impl<'a> DealDocument<'a> {
    /// Describes dealt hands.
    pub fn new(dealing: &'a Dealing<'a>) -> DealDocument<'a> {
        DealDocument {
            head: DataHead::new(DRAW, dealing.model.source.catalog()),
            model: ModelRow::new(dealing.model),
            seed: dealing.seed,
            generator: dealing.generator,
            hands: HandSequence(dealing),
        }
    }
}

impl<'a> HandRow<'a> {
    fn new(hand: &'a HandView, named: &'a HandCards<'a>) -> HandRow<'a> {
        let turn = |(turn, moment): (usize, &'a HandMoment)| TurnRow {
            turn,
            cards: named.rows(&moment.cards),
            answers: moment.answers.iter().map(answer_row).collect(),
        };
        HandRow {
            exchanged: hand.exchanged.iter().map(|hand| named.rows(hand)).collect(),
            bottom: hand.bottom,
            turns: hand.moments.iter().enumerate().map(turn).collect(),
            others: hand.partners.iter().map(|hand| named.rows(hand)).collect(),
            row: named.rows(&hand.open_row),
            beside: hand
                .other_piles
                .iter()
                .map(|(name, pile)| (name.as_str(), named.rows(pile)))
                .collect(),
        }
    }
}

fn answer_row((text, answer): &(String, HandAnswer)) -> AnswerRow<'_> {
    match answer {
        HandAnswer::Truth(truth) => AnswerRow::Condition {
            condition: text,
            holds: match truth {
                Truth::True => Some(true),
                Truth::False => Some(false),
                Truth::Unknown => None,
            },
        },
        HandAnswer::Value(value) => AnswerRow::Measure { measure: text, value: value.to_string() },
    }
}

/// Hands that were counted.
#[derive(Serialize, JsonSchema)]
pub struct TrialsDocument<'a> {
    #[serde(flatten)]
    head: DataHead,
    /// What was dealt from, and how.
    model: ModelRow<'a>,
    /// The seed; the same seed deals the same hands.
    seed: u64,
    /// The generator and how it is used.
    generator: &'static str,
    /// How many hands were asked for.
    trials: u64,
    /// Whether it was interrupted before.
    stopped: bool,
    /// What was counted, by question and turn.
    results: Vec<DrawResultRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct DrawResultRow<'a> {
    #[serde(flatten)]
    drawn: DrawnResultRow<'a>,
    /// The turn, where it is not the opening hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u32>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum DrawnResultRow<'a> {
    Condition(ConditionRow<'a>),
    Measure(MeasureRow<'a>),
    Refused {
        /// The condition or measure.
        text: &'a str,
        /// Why there is no answer.
        refused: RefusalRow,
    },
}

#[derive(Serialize, JsonSchema)]
struct ConditionRow<'a> {
    /// The condition.
    condition: &'a str,
    /// In which part of the hands it holds; null where no hand counts.
    frequency: Option<f64>,
    /// The Wilson interval at 95 %.
    interval: [f64; 2],
    /// Hands in which it holds.
    hits: u64,
    /// Hands of which that is not known.
    unknown: u64,
    /// Hands that count.
    hands: u64,
    /// The exact odds, where they are to be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<ExactRow>,
    /// Whether the exact odds lie outside the interval.
    #[serde(skip_serializing_if = "Option::is_none")]
    disagrees: Option<bool>,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum ExactRow {
    Known {
        /// The exact fraction.
        fraction: String,
        /// The same, from 0 to 1.
        probability: f64,
    },
    Bounds {
        /// The smallest probability that fits what is known.
        low: f64,
        /// The largest probability that fits what is known.
        high: f64,
    },
}

#[derive(Serialize, JsonSchema)]
struct MeasureRow<'a> {
    /// The measure.
    measure: &'a str,
    /// Hands that count.
    hands: u64,
    /// The mean.
    mean: Option<f64>,
    /// The standard deviation.
    deviation: Option<f64>,
    /// How often each value came.
    histogram: Vec<DrawValueRow>,
}

#[derive(Serialize, JsonSchema)]
struct DrawValueRow {
    /// The value.
    value: String,
    /// In how many hands.
    count: u64,
    /// In which part of the hands.
    frequency: f64,
}

impl<'a> TrialsDocument<'a> {
    /// Describes what a simulation counted.
    pub fn new(trials: &'a SimulationReport<'a>) -> TrialsDocument<'a> {
        let result = |result: &'a draws::SimulationResult| DrawResultRow {
            drawn: drawn_result_row(result),
            turn: (result.turn > 0).then_some(result.turn),
        };
        TrialsDocument {
            head: DataHead::new(DRAW, trials.model.source.catalog()),
            model: ModelRow::new(trials.model),
            seed: trials.seed,
            generator: trials.generator,
            trials: trials.trials,
            stopped: trials.stopped,
            results: trials.results.iter().map(result).collect(),
        }
    }
}

fn drawn_result_row<'a>(result: &'a draws::SimulationResult) -> DrawnResultRow<'a> {
    let text = result.text.as_str();
    match &result.outcome {
        DrawResult::Condition { hits, unknown, hands, exact } => DrawnResultRow::Condition(
            condition_row(text, (*hits, *unknown, *hands), exact.as_ref()),
        ),
        DrawResult::Measure { hands, values } => {
            DrawnResultRow::Measure(measure_row(text, *hands, values))
        }
        DrawResult::Refused(refusal) => {
            let refused = RefusalRow::new(openings_diagnostic(refusal, Lang::En));
            DrawnResultRow::Refused { text, refused }
        }
    }
}

fn condition_row<'a>(
    text: &'a str,
    counts: (u64, u64, u64),
    exact: Option<&Probability>,
) -> ConditionRow<'a> {
    let (hits, unknown, hands) = counts;
    // Undecided hands may count or not: the interval reaches from none of them to all of them.
    let (low, _) = wilson(hits, hands, CONFIDENCE_95);
    let (_, high) = wilson(hits + unknown, hands, CONFIDENCE_95);
    let exact_row = |exact: &Probability| match exact.exact() {
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

fn measure_row<'a>(text: &'a str, hands: u64, values: &[(OrderedQuantity, u64)]) -> MeasureRow<'a> {
    let (mean, deviation) = draws::mean(values).unzip();
    let row = |(value, count): &(OrderedQuantity, u64)| DrawValueRow {
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
