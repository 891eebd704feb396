//! What a finding compares, as numbers for documents: the actual value and the limit.

use serde::Serialize;
use serde_json::Number;
use sleeve_data::model::Number as Exact;
use sleeve_language::ast::Operator;
use sleeve_language::{Cause, Quantity, Rational};
use sleeve_rules::{Carrying, Opening, Problem};

/// A number, or the numbers that fit what is known.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Amount {
    /// A known number.
    Exact(Number),
    /// It rests on unknown facts.
    Range(Span),
}

/// The smallest and the largest number; `None` for an open side.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct Span {
    /// The smallest number; null for an open side.
    min: Option<Number>,
    /// The largest number; null for an open side.
    max: Option<Number>,
}

impl Amount {
    /// A quantity that has a value.
    pub fn of(quantity: &Quantity) -> Amount {
        match quantity.known() {
            Some(known) => number(known).map_or(Amount::Range(Span::default()), Amount::Exact),
            None => Amount::Range(between(quantity)),
        }
    }
}

/// What a finding compares; neither where nothing is compared. Shares of opening hands are percentages.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Measured {
    /// The value the deck has.
    pub actual: Option<Amount>,
    /// The values that would be in order.
    pub limit: Option<Span>,
}

impl Measured {
    /// The numbers of a problem.
    pub fn of(problem: &Problem) -> Measured {
        match problem {
            Problem::Condition(cause) => condition(cause),
            Problem::Groups(causes) => {
                let largest = causes.iter().max_by_key(|cause| cause.actual.high());
                largest.map(condition).unwrap_or_default()
            }
            Problem::Parameter { parameter, value } => {
                let numbers = || parameter.allowed.iter().copied();
                let (min, max) = if parameter.allowed.is_empty() {
                    (parameter.min, parameter.max)
                } else {
                    (numbers().min(), numbers().max())
                };
                let limit = Span { min: min.and_then(exact), max: max.and_then(exact) };
                let actual = value.number().and_then(exact).map(Amount::Exact);
                Measured { actual, limit: parameter.words.is_empty().then_some(limit) }
            }
            Problem::Opening(opening) => shares(opening),
            Problem::Carrying(Carrying::TooMuch { needed, capacity, .. }) => Measured {
                actual: exact(*needed).map(Amount::Exact),
                limit: Some(Span { min: None, max: exact(*capacity) }),
            },
            Problem::Carrying(Carrying::NotThere { there, used, .. }) => Measured {
                actual: Some(Amount::Exact(Number::from(*used))),
                limit: Some(Span { min: None, max: Some(Number::from(*there)) }),
            },
            Problem::Uncovered(uncovered) => {
                let copies = uncovered.copies();
                let limit = Number::from(copies.saturating_sub(uncovered.over));
                Measured {
                    actual: Some(Amount::Exact(Number::from(copies))),
                    limit: Some(Span { min: None, max: Some(limit) }),
                }
            }
            Problem::Carrying(
                Carrying::Undecided { .. }
                | Carrying::NoCapacity { .. }
                | Carrying::NotSmaller { .. }
                | Carrying::Apart { .. }
                | Carrying::Placed { .. }
                | Carrying::Nested { .. },
            )
            | Problem::Contents { .. }
            | Problem::Doubtful { .. }
            | Problem::SetsOut { .. }
            | Problem::Zone { .. }
            | Problem::Role { .. }
            | Problem::StatedRole { .. }
            | Problem::Disputed { .. }
            | Problem::Released { .. }
            | Problem::NotInForce { .. }
            | Problem::NotAsked(_)
            | Problem::Note(_) => Measured::default(),
        }
    }
}

fn condition(cause: &Cause) -> Measured {
    let actual = (!cause.actual.is_none()).then(|| Amount::of(&cause.actual));
    Measured { actual, limit: (!cause.limit.is_none()).then(|| allowed(cause)) }
}

/// The values that fit the limit. Where the limit itself rests on unknown facts, all that may fit.
fn allowed(cause: &Cause) -> Span {
    let limit = between(&cause.limit);
    // Of cards there is no half: fewer than 3 are at most 2.
    let step = |by: Rational, end: Option<Rational>| {
        let counted = |end: &Rational| cause.counts_cards && end.to_integer().is_some();
        end.and_then(|end| if counted(&end) { end.plus(by) } else { Some(end) }).and_then(number)
    };
    match cause.operator {
        Operator::Equal | Operator::Has => limit,
        Operator::AtMost => Span { min: None, max: limit.max },
        Operator::AtLeast => Span { min: limit.min, max: None },
        Operator::Less => {
            Span { min: None, max: step(Rational::ONE.negated(), cause.limit.high()) }
        }
        Operator::Greater => Span { min: step(Rational::ONE, cause.limit.low()), max: None },
        Operator::NotEqual => Span::default(),
    }
}

fn shares(opening: &Opening) -> Measured {
    let share = |text: &String| text.parse::<f64>().ok().and_then(Number::from_f64);
    let actual = opening.chance.as_ref().ok().map(|(low, high)| {
        if low == high {
            share(low).map_or(Amount::Range(Span::default()), Amount::Exact)
        } else {
            Amount::Range(Span { min: share(low), max: share(high) })
        }
    });
    Measured { actual, limit: Some(Span { min: share(&opening.at_least), max: None }) }
}

fn between(quantity: &Quantity) -> Span {
    Span { min: quantity.low().and_then(number), max: quantity.high().and_then(number) }
}

fn exact(value: Exact) -> Option<Number> {
    number(Rational::from(value))
}

fn number(value: Rational) -> Option<Number> {
    match value.to_integer() {
        Some(whole) => Some(Number::from(whole)),
        None => Number::from_f64(value.to_f64()),
    }
}
