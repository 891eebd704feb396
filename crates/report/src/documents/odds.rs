//! `odds -o json`: exact probabilities, distributions, and what is best done with opening hands.

use super::DataHead;
use super::model::{ModelRow, RefusalRow};
use crate::odds::{OddsAnswer, OddsReport, OddsResult, is_reached};
use crate::schemas::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use sleeve_data::model::Lang;
use sleeve_language::Truth;
use sleeve_odds::{
    Advice, AskError, CopiesOdds, Distribution, FirstTime, Fraction, HandAdvice, Probability,
    best_copies, fewest_copies,
};

/// Name and version of the document's form.
pub const ODDS: &str = "sleeve/odds/1";

/// Name and version of the form for several decks.
pub const SEVERAL: &str = "sleeve/odds-decks/1";

/// The whole document.
#[derive(Serialize, JsonSchema)]
pub struct OddsDocument<'a> {
    #[serde(flatten)]
    head: DataHead,
    /// What is drawn from, and how.
    model: ModelRow<'a>,
    /// The probability that is enough, as a fraction (`--at-least`).
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    /// The class whose copies are varied (`--vary`).
    #[serde(skip_serializing_if = "Option::is_none")]
    vary: Option<&'a str>,
    /// The answers, by question and turn.
    results: Vec<TurnAnswerRow<'a>>,
}

/// Several decks that were asked the same.
#[derive(Serialize, JsonSchema)]
pub struct SeveralDocument<'a> {
    /// Name and version of the form of this document.
    #[schemars(extend("const" = SEVERAL))]
    schema: &'static str,
    /// The document of each deck.
    decks: Vec<&'a Value>,
}

impl<'a> SeveralDocument<'a> {
    /// Puts the documents of several decks into one.
    pub fn new(decks: Vec<&'a Value>) -> SeveralDocument<'a> {
        SeveralDocument { schema: SEVERAL, decks }
    }
}

/// A condition or measure at one turn.
#[derive(Serialize, JsonSchema)]
struct TurnAnswerRow<'a> {
    /// The condition, where one was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<&'a str>,
    /// The measure, where one was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<&'a str>,
    /// The turn, where it is not the opening hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u32>,
    #[serde(flatten)]
    figures: Option<Figures>,
    #[serde(flatten)]
    values: Option<DistributionRow>,
    /// Whether what is enough is reached; null where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<Option<bool>>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<RefusalRow>,
    /// The probability by number of copies.
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<Vec<CopiesOddsRow>>,
    /// The fewest copies that are enough; null where none are.
    #[serde(skip_serializing_if = "Option::is_none")]
    enough: Option<Option<u32>>,
    /// The number of copies with the largest probability.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<u32>,
    /// When the condition holds first.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<UntilTurns>,
    /// What is best done with opening hands (`--policy`).
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<PolicyRow>,
    /// Whether the answer rests on stand-ins or inferred facts.
    provisional: bool,
}

/// A probability; where unknown facts leave bounds its figures are null and `low` and `high` stand
/// beside them.
#[derive(Serialize, Default, JsonSchema)]
struct Figures {
    /// The exact fraction; null where unknown facts leave bounds.
    fraction: Option<String>,
    /// The same, from 0 to 1; null where unknown facts leave bounds.
    probability: Option<f64>,
    /// One in how many hands; null where that is no number.
    one_in: Option<f64>,
    /// The smallest probability that fits what is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<Chance>,
    /// The largest probability that fits what is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<Chance>,
}

impl Figures {
    fn from_probability(found: &Probability) -> Figures {
        let exact = found.exact();
        let one_in = |f: &Fraction| Some(1.0 / f.to_f64()).filter(|n| n.is_finite());
        let end = |f: &Fraction| exact.is_none().then(|| Chance::from_fraction(f));
        Figures {
            fraction: exact.map(Fraction::to_string),
            probability: exact.map(Fraction::to_f64),
            one_in: exact.and_then(one_in),
            low: end(&found.low),
            high: end(&found.high),
        }
    }
}

/// A probability of which more need not be said.
#[derive(Serialize, JsonSchema)]
struct Chance {
    /// The exact fraction.
    fraction: String,
    /// The same, from 0 to 1.
    probability: f64,
}

impl Chance {
    fn from_fraction(fraction: &Fraction) -> Chance {
        Chance { fraction: fraction.to_string(), probability: fraction.to_f64() }
    }
}

/// The distribution of a measure; null figures where unknown facts leave them open.
#[derive(Serialize, JsonSchema)]
struct DistributionRow {
    /// The mean; null where unknown facts leave it open.
    mean: Option<f64>,
    /// The mean as an exact fraction; null as above.
    mean_fraction: Option<String>,
    /// The standard deviation; null as above.
    deviation: Option<f64>,
    /// The probability of each value.
    distribution: Vec<ValueRow>,
}

#[derive(Serialize, JsonSchema)]
struct ValueRow {
    /// The value.
    value: String,
    #[serde(flatten)]
    chance: Chance,
}

impl DistributionRow {
    fn from_distribution(found: &Distribution) -> DistributionRow {
        let mean = found.mean();
        let row = |(value, chance): &(sleeve_odds::OrderedQuantity, Fraction)| ValueRow {
            value: value.0.to_string(),
            chance: Chance::from_fraction(chance),
        };
        DistributionRow {
            mean: mean.as_ref().map(|mean| mean.mean),
            deviation: mean.as_ref().map(|mean| mean.deviation),
            mean_fraction: mean.map(|mean| mean.exact),
            distribution: found.values.iter().map(row).collect(),
        }
    }
}

#[derive(Serialize, JsonSchema)]
struct CopiesOddsRow {
    /// How many copies.
    copies: u32,
    #[serde(flatten)]
    figures: Figures,
}

impl CopiesOddsRow {
    fn new(line: &CopiesOdds) -> CopiesOddsRow {
        CopiesOddsRow { copies: line.copies, figures: Figures::from_probability(&line.answer) }
    }
}

/// When a condition holds first.
#[derive(Serialize, JsonSchema)]
struct UntilTurns {
    /// The mean turn where it holds at all in the turns followed; the opening hand is turn 0.
    mean: Option<Chanceless>,
    /// By turn.
    turns: Vec<UntilRow>,
    /// How likely it is later or never.
    later: Chance,
}

#[derive(Serialize, JsonSchema)]
struct Chanceless {
    /// The exact fraction.
    fraction: String,
    /// The nearest number.
    value: f64,
}

#[derive(Serialize, JsonSchema)]
struct UntilRow {
    /// The turn; 0 is the opening hand.
    turn: usize,
    /// How likely it holds then for the first time.
    first: Chance,
    /// How likely it has held by then.
    by_then: Chance,
}

impl UntilTurns {
    fn from_first_time(until: &FirstTime) -> UntilTurns {
        let rows = until.turns.iter().zip(until.by_turn()).enumerate();
        let row = |(turn, (first, sum)): (usize, (&Fraction, Fraction))| UntilRow {
            turn,
            first: Chance::from_fraction(first),
            by_then: Chance::from_fraction(&sum),
        };
        let mean = until.mean();
        UntilTurns {
            mean: mean.map(|mean| Chanceless { fraction: mean.to_string(), value: mean.to_f64() }),
            turns: rows.map(row).collect(),
            later: Chance::from_fraction(&until.later),
        }
    }
}

/// What is best done with opening hands.
#[derive(Serialize, JsonSchema)]
struct PolicyRow {
    /// The value of the best play.
    optimal: PolicyValue,
    /// The value of keeping by the printed conditions, the best cards being put back.
    short: PolicyValue,
    /// By size of hand, in the order in which hands are drawn.
    sizes: Vec<PolicySize>,
}

/// A probability; where unknown facts leave bounds its figures are null.
#[derive(Serialize, JsonSchema)]
struct PolicyValue {
    /// The exact fraction.
    fraction: Option<String>,
    /// The same, from 0 to 1.
    probability: Option<f64>,
    /// The smallest probability that fits what is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<Chance>,
    /// The largest probability that fits what is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<Chance>,
}

impl PolicyValue {
    fn from_probability(found: &Probability) -> PolicyValue {
        let Figures { fraction, probability, low, high, .. } = Figures::from_probability(found);
        PolicyValue { fraction, probability, low, high }
    }
}

#[derive(Serialize, JsonSchema)]
struct PolicySize {
    /// How many cards stay.
    cards: u32,
    /// The condition of hands that are kept, read as drawn; null keeps all.
    keep: Option<String>,
    /// Every kind of hand; null where there are too many.
    hands: Option<Vec<PolicyHand>>,
}

#[derive(Serialize, JsonSchema)]
struct PolicyHand {
    /// How many cards of each class the hand has.
    classes: serde_json::Map<String, Value>,
    /// Whether it is kept.
    keep: bool,
    /// How many cards of each class are put back.
    back: serde_json::Map<String, Value>,
}

impl PolicyRow {
    fn from_advice(advice: &Advice, names: &[String]) -> PolicyRow {
        let counts = |counts: &[u32], all: bool| -> serde_json::Map<String, Value> {
            let each = names.iter().zip(counts).filter(|(_, n)| all || **n > 0);
            each.map(|(name, n)| (name.clone(), Value::from(*n))).collect()
        };
        let sizes = advice.sizes.iter().map(|size| PolicySize {
            cards: size.cards,
            keep: size.keep.clone(),
            hands: size.hands.as_ref().map(|hands| {
                let hand = |hand: &HandAdvice| PolicyHand {
                    classes: counts(&hand.classes, true),
                    keep: hand.keep,
                    back: counts(&hand.back, false),
                };
                hands.iter().map(hand).collect()
            }),
        });
        PolicyRow {
            optimal: PolicyValue::from_probability(&advice.optimal),
            short: PolicyValue::from_probability(&advice.short),
            sizes: sizes.collect(),
        }
    }
}

impl<'a> OddsDocument<'a> {
    /// Describes the answers for one deck.
    pub fn new(odds: &'a OddsReport<'a>) -> OddsDocument<'a> {
        let results = odds.asked.iter().flat_map(|asked| {
            let last = asked.turns.len().saturating_sub(1);
            let turns = asked.turns.iter().enumerate();
            turns.map(move |(at, (turn, found))| answer_row(odds, asked, *turn, found, at == last))
        });
        OddsDocument {
            head: DataHead::new(ODDS, odds.model.source.catalog()),
            model: ModelRow::new(&odds.model),
            at_least: odds.wanted.enough.as_ref().map(Fraction::to_string),
            vary: odds.wanted.vary.as_deref(),
            results: results.collect(),
        }
    }

    /// Returns the document as a value, to be put into the document of several decks.
    pub fn value(&self) -> Value {
        // INVARIANT: keys are texts and numbers are finite, so that nothing fails.
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

fn answer_row<'a>(
    odds: &OddsReport<'_>,
    asked: &'a OddsAnswer,
    turn: u32,
    found: &Result<OddsResult, AskError>,
    last: bool,
) -> TurnAnswerRow<'a> {
    let enough = odds.wanted.enough.as_ref();
    let chance = match found {
        Ok(OddsResult::Chance(answer)) => Some(answer),
        _ => None,
    };
    let failed = [
        found.as_ref().err(),
        asked.copies.as_ref().and_then(|copies| copies.as_ref().err()),
        asked.until.as_ref().and_then(|until| until.as_ref().err()),
    ];
    let failed = failed.into_iter().flatten().next();
    let copies = asked.copies.as_ref().and_then(|copies| copies.as_ref().ok());
    let figures = match found {
        Ok(OddsResult::Chance(answer)) => Some(Figures::from_probability(answer)),
        Ok(OddsResult::Values(_)) => None,
        Err(_) => Some(Figures::default()),
    };
    TurnAnswerRow {
        condition: (!asked.is_measure).then_some(asked.text.as_str()),
        measure: asked.is_measure.then_some(asked.text.as_str()),
        turn: (turn > 0).then_some(turn),
        figures,
        values: match found {
            Ok(OddsResult::Values(found)) => Some(DistributionRow::from_distribution(found)),
            _ => None,
        },
        reached: enough.zip(chance).map(|(enough, found)| match is_reached(found, enough) {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Unknown => None,
        }),
        refused: failed.map(|error| RefusalRow::new(odds.diagnostic(error, Lang::En))),
        copies: copies.map(|copies| copies.iter().map(CopiesOddsRow::new).collect()),
        enough: copies
            .zip(enough)
            .map(|(copies, p)| fewest_copies(copies, p).map(|line| line.copies)),
        best: match enough {
            Some(_) => None,
            None => copies.and_then(|copies| best_copies(copies)).map(|line| line.copies),
        },
        until: match &asked.until {
            Some(Ok(until)) => Some(UntilTurns::from_first_time(until)),
            _ => None,
        },
        policy: asked
            .advice
            .as_ref()
            .filter(|_| last)
            .map(|advice| PolicyRow::from_advice(advice, &odds.class_names(advice, Lang::En))),
        provisional: asked.provisional,
    }
}
