//! `draw -o json`: hands that were dealt, or very many that were counted.

use super::DataHead;
use super::model::{DrawnRow, ModelRow, RefusalRow};
use crate::draws::{self, Dealing, HandAnswer, HandMoment, HandView, SimulationReport};
use crate::odds::{OddsModel, openings_diagnostic};
use crate::schemas::JsonSchema;
use serde::{Serialize, Serializer};
use sleeve_data::model::{CardIndex, Lang};
use sleeve_odds::draw::{CONFIDENCE_95, DrawResult, wilson};
use sleeve_odds::{OrderedQuantity, Probability};
use std::collections::BTreeMap;

/// Name and version of the document's form.
pub const DRAW: &str = "sleeve/draw/1";

rows! {
    /// Dealt hands.
    pub struct DealDocument<'a>(dealing: &'a Dealing<'a>) {
        ..head: DataHead = DataHead::new(DRAW, dealing.model.source.catalog()),
        /// What was dealt from, and how.
        model: ModelRow<'a> = ModelRow::new(dealing.model),
        /// The seed; the same seed deals the same hands.
        seed: u64 = dealing.seed,
        /// The generator and how it is used.
        generator: &'static str = dealing.generator,
        /// The hands.
        hands: HandSequence<'a> = HandSequence(dealing),
    }
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

rows! {
    struct HandRow<'a>(hand: &'a HandView, named: &'a HandCards<'a>) {
        /// Hands that were exchanged before, in order.
        exchanged: Vec<Vec<&'a DrawnRow<'a>>> = hand.exchanged.iter().map(|hand| named.rows(hand)).collect(),
        /// Cards that were put back under the pile.
        bottom: u32 = hand.bottom,
        /// The hand and every turn after it.
        turns: Vec<TurnRow<'a>> = hand.moments.iter().enumerate().map(|(turn, of)| TurnRow::new(turn, of, named)).collect(),
        /// Hands of the other players that draw from the same cards.
        others: Vec<Vec<&'a DrawnRow<'a>>> = hand.partners.iter().map(|hand| named.rows(hand)).collect(),
        /// The open row.
        row: Vec<&'a DrawnRow<'a>> = named.rows(&hand.open_row),
        /// The piles dealt beside the hand by their names, where there are any.
        beside?: BTreeMap<&'a str, Vec<&'a DrawnRow<'a>>> = hand
            .other_piles
            .iter()
            .map(|(name, pile)| (name.as_str(), named.rows(pile)))
            .collect(),
    }

    struct TurnRow<'a>(turn: usize, moment: &'a HandMoment, named: &'a HandCards<'a>) {
        /// The turn; 0 is the opening hand.
        turn: usize,
        /// The cards in hand.
        cards: Vec<&'a DrawnRow<'a>> = named.rows(&moment.cards),
        /// The conditions and measures that were asked, of this hand.
        answers: Vec<AnswerRow<'a>> = moment.answers.iter().map(answer_row).collect(),
    }
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

fn answer_row((text, answer): &(String, HandAnswer)) -> AnswerRow<'_> {
    match answer {
        HandAnswer::Truth(truth) => {
            AnswerRow::Condition { condition: text, holds: truth.as_bool() }
        }
        HandAnswer::Value(value) => AnswerRow::Measure { measure: text, value: value.to_string() },
    }
}

rows! {
    /// Hands that were counted.
    pub struct TrialsDocument<'a>(
        trials: &SimulationReport<'a>, model: &'a OddsModel<'a>, results: &'a [draws::SimulationResult],
    ) {
        ..head: DataHead = DataHead::new(DRAW, model.source.catalog()),
        /// What was dealt from, and how.
        model: ModelRow<'a> = ModelRow::new(model),
        /// The seed; the same seed deals the same hands.
        seed: u64 = trials.seed,
        /// The generator and how it is used.
        generator: &'a str = trials.generator,
        /// How many hands were asked for.
        trials: u64 = trials.trials,
        /// Whether it was interrupted before.
        stopped: bool = trials.stopped,
        /// What was counted, by question and turn.
        results: Vec<DrawResultRow<'a>> = results.iter().map(DrawResultRow::new).collect(),
    }

    pub(crate) struct DrawResultRow<'a>(result: &'a draws::SimulationResult) {
        ..drawn: DrawnResultRow<'a> = drawn_result_row(result),
        /// The turn, where it is not the opening hand.
        turn?: Option<u32> = (result.turn > 0).then_some(result.turn),
    }
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

rows! {
    struct ConditionRow<'a>(text: &'a str, counts: (u64, u64, u64), exact: Option<&Probability>) after {
        let (hits, unknown, hands) = counts;
        // Undecided hands may count or not: the interval reaches from none of them to all of them.
        let (low, _) = wilson(hits, hands, CONFIDENCE_95);
        let (_, high) = wilson(hits + unknown, hands, CONFIDENCE_95);
        let exact_row = |exact: &Probability| match exact.exact() {
            Some(p) => ExactRow::Known { fraction: p.to_string(), probability: p.to_f64() },
            None => ExactRow::Bounds { low: exact.low.to_f64(), high: exact.high.to_f64() },
        };
    } {
        /// The condition.
        condition: &'a str = text,
        /// In which part of the hands it holds; null where no hand counts.
        frequency: Option<f64> = (hands > 0).then(|| hits as f64 / hands as f64),
        /// The Wilson interval at 95 %.
        interval: [f64; 2] = [low, high],
        /// Hands in which it holds.
        hits: u64,
        /// Hands of which that is not known.
        unknown: u64,
        /// Hands that count.
        hands: u64,
        /// The exact odds, where they are to be had.
        exact?: Option<ExactRow> = exact.map(exact_row),
        /// Whether the exact odds lie outside the interval.
        disagrees?: Option<bool> = exact.map(|exact| draws::disagrees(counts, exact)),
    }
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

rows! {
    struct MeasureRow<'a>(text: &'a str, hands: u64, values: &[(OrderedQuantity, u64)]) after {
        let (mean, deviation) = draws::mean(values).unzip();
    } {
        /// The measure.
        measure: &'a str = text,
        /// Hands that count.
        hands: u64,
        /// The mean.
        mean: Option<f64>,
        /// The standard deviation.
        deviation: Option<f64>,
        /// How often each value came.
        histogram: Vec<DrawValueRow> = values.iter().map(|(value, count)| DrawValueRow::new(value, *count, hands)).collect(),
    }

    struct DrawValueRow(value: &OrderedQuantity, count: u64, hands: u64) {
        /// The value.
        value: String = value.0.to_string(),
        /// In how many hands.
        count: u64 = count,
        /// In which part of the hands.
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
