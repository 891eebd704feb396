//! Exact odds for scripts.

use super::{Asked, Found, Odds, reached};
use crate::language::Truth;
use crate::model::Lang;
use crate::odds::{Advice, Answer, AskError, Copies, Distribution, Fraction, Until, best, fewest};
use crate::report::Diagnostic;
use crate::report::data::{self, PROGRAM};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// Why something has no answer.
#[derive(Serialize)]
pub(in crate::report) struct Refused {
    message: String,
    help: Vec<String>,
}

impl Refused {
    pub(in crate::report) fn of(why: &Diagnostic<'_>) -> Refused {
        let helps = why.helps.iter().filter(|help| !help.is_empty());
        Refused { message: why.title.to_string(), help: helps.map(ToString::to_string).collect() }
    }
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    program: data::Program,
    data: Vec<data::Data>,
    model: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    vary: Option<&'a str>,
    results: Vec<Row<'a>>,
}

/// A condition or measure at one turn.
#[derive(Serialize)]
struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    measure: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u32>,
    #[serde(flatten)]
    figures: Option<Figures>,
    #[serde(flatten)]
    values: Option<Values>,
    /// Whether what is enough is reached; null where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    reached: Option<Option<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<Refused>,
    #[serde(skip_serializing_if = "Option::is_none")]
    copies: Option<Vec<CopiesRow>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    enough: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<UntilTurns>,
    #[serde(skip_serializing_if = "Option::is_none")]
    policy: Option<Policy>,
    provisional: bool,
}

/// A probability; where unknown facts leave bounds its figures are null and `low` and `high` stand
/// beside them.
#[derive(Serialize, Default)]
struct Figures {
    fraction: Option<String>,
    probability: Option<f64>,
    one_in: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<Chance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<Chance>,
}

impl Figures {
    fn of(found: &Answer) -> Figures {
        let exact = found.exact();
        let one_in = |f: &Fraction| Some(1.0 / f.to_f64()).filter(|n| n.is_finite());
        let end = |f: &Fraction| exact.is_none().then(|| Chance::of(f));
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
#[derive(Serialize)]
struct Chance {
    fraction: String,
    probability: f64,
}

impl Chance {
    fn of(fraction: &Fraction) -> Chance {
        Chance { fraction: fraction.to_string(), probability: fraction.to_f64() }
    }
}

/// The distribution of a measure; null figures where unknown facts leave them open.
#[derive(Serialize)]
struct Values {
    mean: Option<f64>,
    mean_fraction: Option<String>,
    deviation: Option<f64>,
    distribution: Vec<ValueRow>,
}

#[derive(Serialize)]
struct ValueRow {
    value: String,
    #[serde(flatten)]
    chance: Chance,
}

impl Values {
    fn of(found: &Distribution) -> Values {
        let mean = found.mean();
        let row = |(value, chance): &(crate::odds::Value, Fraction)| ValueRow {
            value: value.0.to_string(),
            chance: Chance::of(chance),
        };
        Values {
            mean: mean.as_ref().map(|mean| mean.mean),
            deviation: mean.as_ref().map(|mean| mean.deviation),
            mean_fraction: mean.map(|mean| mean.exact),
            distribution: found.values.iter().map(row).collect(),
        }
    }
}

#[derive(Serialize)]
struct CopiesRow {
    copies: u32,
    #[serde(flatten)]
    figures: Figures,
}

impl CopiesRow {
    fn of(line: &Copies) -> CopiesRow {
        CopiesRow { copies: line.copies, figures: Figures::of(&line.answer) }
    }
}

/// When a condition holds first.
#[derive(Serialize)]
struct UntilTurns {
    /// The mean turn where it holds at all in the turns followed; the opening hand is turn 0.
    mean: Option<Chanceless>,
    turns: Vec<UntilRow>,
    /// How likely it is later or never.
    later: Chance,
}

#[derive(Serialize)]
struct Chanceless {
    fraction: String,
    value: f64,
}

#[derive(Serialize)]
struct UntilRow {
    turn: usize,
    first: Chance,
    by_then: Chance,
}

impl UntilTurns {
    fn of(until: &Until) -> UntilTurns {
        let rows = until.turns.iter().zip(until.by_turn()).enumerate();
        let row = |(turn, (first, sum)): (usize, (&Fraction, Fraction))| UntilRow {
            turn,
            first: Chance::of(first),
            by_then: Chance::of(&sum),
        };
        let mean = until.mean();
        UntilTurns {
            mean: mean.map(|mean| Chanceless { fraction: mean.to_string(), value: mean.to_f64() }),
            turns: rows.map(row).collect(),
            later: Chance::of(&until.later),
        }
    }
}

/// What is best done with opening hands.
#[derive(Serialize)]
struct Policy {
    /// The value of the best play.
    optimal: PolicyValue,
    /// The value of keeping by the printed conditions, the best cards being put back.
    short: PolicyValue,
    /// By size of hand, in the order in which hands are drawn.
    sizes: Vec<PolicySize>,
}

/// A probability; where unknown facts leave bounds its figures are null.
#[derive(Serialize)]
struct PolicyValue {
    fraction: Option<String>,
    probability: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<Chance>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<Chance>,
}

impl PolicyValue {
    fn of(found: &Answer) -> PolicyValue {
        let Figures { fraction, probability, low, high, .. } = Figures::of(found);
        PolicyValue { fraction, probability, low, high }
    }
}

#[derive(Serialize)]
struct PolicySize {
    /// How many cards stay.
    cards: u32,
    /// The condition of hands that are kept, read as drawn; null keeps all.
    keep: Option<String>,
    /// Every kind of hand; null where there are too many.
    hands: Option<Vec<PolicyHand>>,
}

#[derive(Serialize)]
struct PolicyHand {
    classes: Map<String, Value>,
    keep: bool,
    back: Map<String, Value>,
}

impl Policy {
    fn of(advice: &Advice, names: &[String]) -> Policy {
        let counts = |counts: &[u32], all: bool| -> Map<String, Value> {
            let each = names.iter().zip(counts).filter(|(_, n)| all || **n > 0);
            each.map(|(name, n)| (name.clone(), json!(n))).collect()
        };
        let sizes = advice.sizes.iter().map(|size| PolicySize {
            cards: size.cards,
            keep: size.keep.clone(),
            hands: size.hands.as_ref().map(|hands| {
                let hand = |hand: &crate::odds::HandAdvice| PolicyHand {
                    classes: counts(&hand.classes, true),
                    keep: hand.keep,
                    back: counts(&hand.back, false),
                };
                hands.iter().map(hand).collect()
            }),
        });
        Policy {
            optimal: PolicyValue::of(&advice.optimal),
            short: PolicyValue::of(&advice.short),
            sizes: sizes.collect(),
        }
    }
}

impl Odds<'_> {
    /// The answers for scripts.
    pub fn document(&self) -> Value {
        let rows = self.asked.iter().flat_map(|asked| {
            let turns = asked.turns.iter().enumerate();
            let last = asked.turns.len().saturating_sub(1);
            turns.map(move |(at, (turn, found))| self.row(asked, *turn, found, at == last))
        });
        let document = Document {
            schema: "sleeve/odds/1",
            program: PROGRAM,
            data: data::in_use(self.model.source.catalog()),
            model: self.model.json(),
            at_least: self.wanted.enough.as_ref().map(Fraction::to_string),
            vary: self.wanted.vary.as_deref(),
            results: rows.collect(),
        };
        // INVARIANT: keys are texts and numbers are finite, so that nothing fails.
        serde_json::to_value(document).unwrap_or(Value::Null)
    }

    fn row<'r>(
        &'r self,
        asked: &'r Asked,
        turn: u32,
        found: &Result<Found, AskError>,
        last: bool,
    ) -> Row<'r> {
        let enough = self.wanted.enough.as_ref();
        let chance = match found {
            Ok(Found::Chance(answer)) => Some(answer),
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
            Ok(Found::Chance(answer)) => Some(Figures::of(answer)),
            Ok(Found::Values(_)) => None,
            Err(_) => Some(Figures::default()),
        };
        Row {
            condition: (!asked.is_measure).then_some(asked.text.as_str()),
            measure: asked.is_measure.then_some(asked.text.as_str()),
            turn: (turn > 0).then_some(turn),
            figures,
            values: match found {
                Ok(Found::Values(found)) => Some(Values::of(found)),
                _ => None,
            },
            reached: enough.zip(chance).map(|(enough, found)| match reached(found, enough) {
                Truth::True => Some(true),
                Truth::False => Some(false),
                Truth::Unknown => None,
            }),
            refused: failed.map(|error| Refused::of(&self.diagnostic(error, Lang::En))),
            copies: copies.map(|copies| copies.iter().map(CopiesRow::of).collect()),
            enough: copies.zip(enough).map(|(copies, p)| fewest(copies, p).map(|line| line.copies)),
            best: match enough {
                Some(_) => None,
                None => copies.and_then(|copies| best(copies)).map(|line| line.copies),
            },
            until: match &asked.until {
                Some(Ok(until)) => Some(UntilTurns::of(until)),
                _ => None,
            },
            policy: asked
                .advice
                .as_ref()
                .filter(|_| last)
                .map(|advice| Policy::of(advice, &self.class_names(advice, Lang::En))),
            provisional: asked.provisional,
        }
    }
}
