//! `draw -o json`: dealt or simulated hands.

use super::{
    DataHead,
    model::{DrawnRow, ModelRow, RefusalRow},
};
use crate::{
    draws::{self, Dealing, HandAnswer, HandMoment, HandView, SimulationReport},
    odds::openings_diagnostic,
};
use serde::{Serialize, Serializer};
use sleeve_data::model::{CardIndex, Lang};
use sleeve_odds::{
    OrderedQuantity, Probability,
    draw::{CONFIDENCE_95, DrawResult, wilson},
};
use std::collections::BTreeMap;

/// The document's name and version.
pub const DRAW: &str = "sleeve/draw/1";

rows! {
    /// Dealt hands.
    pub struct DealDocument<'a>(dealing: &'a Dealing) {
        ..head: DataHead = DataHead::new(DRAW, dealing.model.cards.catalog()),
        /// The cards that were dealt from, and how.
        model: ModelRow<'a> = ModelRow::new(&dealing.model),
        /// Seed; the same seed deals the same hands.
        seed: u64 = dealing.seed,
        /// Random generator, and how it is used.
        generator: &'static str = dealing.generator,
        /// The hands.
        hands: HandSequence<'a> = HandSequence(dealing),
    }
}

/// The hands, written one by one, so that a hundred thousand hands never exist as one document.
struct HandSequence<'a>(&'a Dealing);

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

/// The cards of all hands, each built once: a hundred thousand hands contain few different cards.
struct HandCards<'a>(BTreeMap<CardIndex, DrawnRow<'a>>);

impl<'a> HandCards<'a> {
    fn from_dealing(dealing: &'a Dealing) -> HandCards<'a> {
        let mut rows = BTreeMap::new();
        for card in dealing.hands.iter().flat_map(HandView::cards) {
            rows.entry(card)
                .or_insert_with(|| DrawnRow::new(&dealing.model.cards, card));
        }
        HandCards(rows)
    }

    fn rows(&self, cards: &[CardIndex]) -> Vec<&DrawnRow<'a>> {
        cards.iter().filter_map(|card| self.0.get(card)).collect()
    }
}

rows! {
    struct HandRow<'a>(hand: &'a HandView, named: &'a HandCards<'a>) {
        /// Hands that were exchanged before this one, in order.
        exchanged: Vec<Vec<&'a DrawnRow<'a>>> = hand.exchanged.iter().map(|hand| named.rows(hand)).collect(),
        /// Number of cards put at the bottom of the pile.
        bottom: u32 = hand.bottom,
        /// The opening hand, then the hand after each turn.
        turns: Vec<TurnRow<'a>> = hand.moments.iter().enumerate().map(|(turn, of)| TurnRow::new(turn, of, named)).collect(),
        /// Hands of the other players who draw from the same cards.
        others: Vec<Vec<&'a DrawnRow<'a>>> = hand.partners.iter().map(|hand| named.rows(hand)).collect(),
        /// The open row.
        row: Vec<&'a DrawnRow<'a>> = named.rows(&hand.open_row),
        /// Other piles that were dealt, by name; left out if empty.
        beside?: BTreeMap<&'a str, Vec<&'a DrawnRow<'a>>> = hand
            .other_piles
            .iter()
            .map(|(name, pile)| (name.as_str(), named.rows(pile)))
            .collect(),
    }

    struct TurnRow<'a>(turn: usize, moment: &'a HandMoment, named: &'a HandCards<'a>) {
        /// Turn; 0 is the opening hand.
        turn: usize,
        /// Cards in hand.
        cards: Vec<&'a DrawnRow<'a>> = named.rows(&moment.cards),
        /// The conditions and measures for this hand.
        answers: Vec<AnswerRow<'a>> = moment.answers.iter().map(|(text, answer)| answer_row(text, answer)).collect(),
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum AnswerRow<'a> {
    Condition {
        /// The condition.
        condition: &'a str,
        /// Whether it is true; null if unknown.
        holds: Option<bool>,
    },
    Measure {
        /// The measure.
        measure: &'a str,
        /// Its value.
        value: String,
    },
}

fn answer_row<'a>(text: &'a str, answer: &HandAnswer) -> AnswerRow<'a> {
    match answer {
        HandAnswer::Truth(truth) => {
            AnswerRow::Condition { condition: text, holds: truth.as_bool() }
        }
        HandAnswer::Value(value) => AnswerRow::Measure { measure: text, value: value.to_string() },
    }
}

rows! {
    /// Simulated hands.
    pub struct TrialsDocument<'a>(trials: &'a SimulationReport) {
        ..head: DataHead = DataHead::new(DRAW, trials.model.cards.catalog()),
        /// The cards that were dealt from, and how.
        model: ModelRow<'a> = ModelRow::new(&trials.model),
        /// Seed; the same seed deals the same hands.
        seed: u64 = trials.seed,
        /// Random generator, and how it is used.
        generator: &'static str = trials.generator,
        /// Number of hands to simulate.
        trials: u64 = trials.trials,
        /// Whether the simulation was stopped early.
        stopped: bool = trials.stopped,
        /// Results, by question and turn.
        results: Vec<DrawResultRow<'a>> = trials.results.iter().map(DrawResultRow::new).collect(),
    }

    pub(crate) struct DrawResultRow<'a>(result: &'a draws::SimulationResult) {
        ..drawn: DrawnResultRow<'a> = drawn_result_row(result),
        /// Turn; left out for the opening hand.
        turn?: Option<u32> = (result.turn > 0).then_some(result.turn),
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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

rows! {
    struct ConditionRow<'a>(text: &'a str, counts: (u64, u64, u64), exact: Option<&Probability>) after {
        let (hits, unknown, hands) = counts;
        // Undecided hands may be hits or misses, so the interval covers both cases.
        let (low, _) = wilson(hits, hands, CONFIDENCE_95);
        let (_, high) = wilson(hits + unknown, hands, CONFIDENCE_95);
        let exact_row = |exact: &Probability| match exact.exact() {
            Some(p) => ExactRow::Known { fraction: p.to_string(), probability: p.to_f64() },
            None => ExactRow::Bounds { low: exact.low.to_f64(), high: exact.high.to_f64() },
        };
    } {
        /// The condition.
        condition: &'a str = text,
        /// Share of hands that satisfy it; null if no hand counts.
        frequency: Option<f64> = (hands > 0).then(|| hits as f64 / hands as f64),
        /// Wilson interval at 95 %.
        interval: [f64; 2] = [low, high],
        /// Number of hands that satisfy it.
        hits: u64,
        /// Number of hands for which it is unknown.
        unknown: u64,
        /// Number of hands that count.
        hands: u64,
        /// Exact odds, if they could be computed.
        exact?: Option<ExactRow> = exact.map(exact_row),
        /// Whether the exact odds contradict the simulation.
        disagrees?: Option<bool> = exact.map(|exact| draws::disagrees(hits, unknown, hands, exact)),
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum ExactRow {
    Known {
        /// Exact fraction.
        fraction: String,
        /// The fraction as a number from 0 to 1.
        probability: f64,
    },
    Bounds {
        /// Smallest probability that fits the known facts.
        low: f64,
        /// Largest probability that fits the known facts.
        high: f64,
    },
}

rows! {
    struct MeasureRow<'a>(text: &'a str, hands: u64, values: &[(OrderedQuantity, u64)]) after {
        let (mean, deviation) = draws::mean(values).unzip();
    } {
        /// The measure.
        measure: &'a str = text,
        /// Number of hands that count.
        hands: u64,
        /// The mean.
        mean: Option<f64>,
        /// The standard deviation.
        deviation: Option<f64>,
        /// How often each value occurred.
        histogram: Vec<DrawValueRow> = values.iter().map(|(value, count)| DrawValueRow::new(value, *count, hands)).collect(),
    }

    struct DrawValueRow(value: &OrderedQuantity, count: u64, hands: u64) {
        /// The value.
        value: String = value.0.to_string(),
        /// Number of hands with it.
        count: u64 = count,
        /// Share of hands with it.
        frequency: f64 = count as f64 / hands.max(1) as f64,
    }
}

fn drawn_result_row<'a>(result: &'a draws::SimulationResult) -> DrawnResultRow<'a> {
    let text = result.text.as_str();
    match &result.outcome {
        DrawResult::Condition { hits, unknown, hands, exact } => DrawnResultRow::Condition(
            ConditionRow::new(text, (*hits, *unknown, *hands), exact.as_ref()),
        ),
        DrawResult::Measure { hands, values } => {
            DrawnResultRow::Measure(MeasureRow::new(text, *hands, values))
        }
        DrawResult::Refused(refusal) => {
            let refused = RefusalRow::new(openings_diagnostic(refusal, Lang::En));
            DrawnResultRow::Refused { text, refused }
        }
    }
}
