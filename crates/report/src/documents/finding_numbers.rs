//! The numbers that a finding compares, for documents: the actual value and the limit.

use serde::Serialize;
use serde_json::Number;
use sleeve_data::model::{Lang, Number as Exact, Setting, format::Parameter};
use sleeve_language::{Cause, NamedTerm, NamedValue, Quantity, Rational, ast::Operator};
use sleeve_rules::{Carrying, FindingProblem, OpeningShare};

/// A number, or the range that fits the known facts.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Amount {
    /// A known number.
    Exact(Number),
    /// A range, because facts are unknown.
    Range(NumberRange),
}

rows! {
    /// The smallest and the largest number; `None` for an open end.
    #[derive(Clone, PartialEq, Debug, Default)]
    pub struct NumberRange(quantity: &Quantity) {
        /// Smallest number; null for an open end.
        pub min: Option<Number> = quantity.low().and_then(json_rational),
        /// Largest number; null for an open end.
        pub max: Option<Number> = quantity.high().and_then(json_rational),
    }
}

impl Amount {
    /// Returns the amount of a quantity that has a value.
    pub fn from_quantity(quantity: &Quantity) -> Amount {
        match quantity.exact_value() {
            Some(known) => Amount::from_number(json_rational(known)),
            None => Amount::Range(NumberRange::new(quantity)),
        }
    }

    /// Returns an open range if JSON has no such number.
    fn from_number(number: Option<Number>) -> Amount {
        number.map_or(Amount::Range(NumberRange::default()), Amount::Exact)
    }
}

rows! {
    /// A named number that is compared, with its terms.
    pub struct NamedValueRow<'a>(named: &'a NamedValue) {
        /// Name, in English.
        name: &'a str = named.name.get(Lang::En),
        /// Value.
        value: Amount = Amount::from_quantity(&named.value),
        /// Terms that add up to it.
        terms: Vec<TermRow<'a>> = named.terms.iter().map(TermRow::new).collect(),
    }

    /// A term of a named number.
    struct TermRow<'a>(term: &'a NamedTerm) {
        /// The card or measure that adds it, in English; empty for the number without cards.
        name: &'a str = term.words.get(Lang::En),
        /// Amount; a negative one is subtracted.
        value: Amount = Amount::from_quantity(&term.value),
    }
}

impl<'a> NamedValueRow<'a> {
    /// Describes the named numbers that a finding compares.
    pub fn from_problem(problem: &'a FindingProblem) -> Vec<NamedValueRow<'a>> {
        let FindingProblem::Condition(cause) = problem else { return Vec::new() };
        cause.named_values.iter().map(NamedValueRow::new).collect()
    }
}

/// The numbers that a finding compares; both `None` if it compares nothing. Shares of opening hands
/// are percentages.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FindingNumbers {
    /// The deck's value.
    pub actual: Option<Amount>,
    /// The allowed values.
    pub limit: Option<NumberRange>,
}

impl FindingNumbers {
    /// Reads the numbers from a problem.
    pub fn from_problem(problem: &FindingProblem) -> FindingNumbers {
        match problem {
            FindingProblem::Condition(cause) => condition_numbers(cause),
            FindingProblem::Groups(causes) => {
                let largest = causes.iter().max_by_key(|cause| cause.actual.high());
                largest.map(condition_numbers).unwrap_or_default()
            }
            FindingProblem::Parameter { parameter, value } => parameter_numbers(parameter, value),
            FindingProblem::Opening(opening) => opening_numbers(opening),
            FindingProblem::Carrying(carrying) => carrying_numbers(carrying),
            FindingProblem::Uncovered(uncovered) => {
                let copies = uncovered.copies();
                let covered = copies.saturating_sub(uncovered.over);
                FindingNumbers::at_most(Some(Number::from(copies)), Some(Number::from(covered)))
            }
            FindingProblem::Contents { .. }
            | FindingProblem::Doubtful { .. }
            | FindingProblem::SetsOut { .. }
            | FindingProblem::Zone { .. }
            | FindingProblem::Role { .. }
            | FindingProblem::StatedValue { .. }
            | FindingProblem::Disputed { .. }
            | FindingProblem::Released { .. }
            | FindingProblem::NotInForce { .. }
            | FindingProblem::NotAsked(_)
            | FindingProblem::Note(_) => FindingNumbers::default(),
        }
    }

    fn at_most(actual: Option<Number>, most: Option<Number>) -> FindingNumbers {
        let limit = Some(NumberRange { min: None, max: most });
        FindingNumbers { actual: actual.map(Amount::Exact), limit }
    }
}

fn carrying_numbers(carrying: &Carrying) -> FindingNumbers {
    match carrying {
        Carrying::TooMuch { needed, capacity, .. } => {
            FindingNumbers::at_most(json_number(*needed), json_number(*capacity))
        }
        Carrying::NotThere { there, used, .. } => {
            FindingNumbers::at_most(Some(Number::from(*used)), Some(Number::from(*there)))
        }
        Carrying::Undecided { .. }
        | Carrying::NoCapacity { .. }
        | Carrying::NotSmaller { .. }
        | Carrying::Apart { .. }
        | Carrying::Placed { .. }
        | Carrying::Nested { .. } => FindingNumbers::default(),
    }
}

/// Returns the range of a parameter, even if it only allows some numbers in it. Words have none.
fn parameter_numbers(parameter: &Parameter, value: &Setting) -> FindingNumbers {
    let (min, max) = if parameter.allowed.is_empty() {
        (parameter.min, parameter.max)
    } else {
        (parameter.allowed.iter().copied().min(), parameter.allowed.iter().copied().max())
    };
    let range = NumberRange { min: min.and_then(json_number), max: max.and_then(json_number) };
    FindingNumbers {
        actual: value.number().and_then(json_number).map(Amount::Exact),
        limit: parameter.words.is_empty().then_some(range),
    }
}

fn condition_numbers(cause: &Cause) -> FindingNumbers {
    let actual = (!cause.actual.is_none()).then(|| Amount::from_quantity(&cause.actual));
    FindingNumbers { actual, limit: (!cause.limit.is_none()).then(|| allowed_range(cause)) }
}

/// Returns the values that a limit allows. If the limit depends on unknown facts, these are all
/// that it may allow.
fn allowed_range(cause: &Cause) -> NumberRange {
    let limit = NumberRange::new(&cause.limit);
    match cause.operator {
        Operator::Equal | Operator::Has => limit,
        Operator::AtMost => NumberRange { min: None, max: limit.max },
        Operator::AtLeast => NumberRange { min: limit.min, max: None },
        Operator::Less => {
            let most = step_inside(cause, cause.limit.high(), Rational::ONE.negated());
            NumberRange { min: None, max: most }
        }
        Operator::Greater => {
            let least = step_inside(cause, cause.limit.low(), Rational::ONE);
            NumberRange { min: least, max: None }
        }
        Operator::NotEqual => NumberRange::default(),
    }
}

/// Returns the last allowed number before an excluded end, or the end itself if there is none.
/// Cards are whole: fewer than 3 cards are at most 2.
fn step_inside(cause: &Cause, end: Option<Rational>, by: Rational) -> Option<Number> {
    let end = end?;
    let is_whole_count = cause.counts_cards && end.to_integer().is_some();
    json_rational(if is_whole_count { end.plus(by)? } else { end })
}

fn opening_numbers(opening: &OpeningShare) -> FindingNumbers {
    let actual = match &opening.chance {
        Ok((low, high)) if low == high => Some(Amount::from_number(read_share(low))),
        Ok((low, high)) => {
            Some(Amount::Range(NumberRange { min: read_share(low), max: read_share(high) }))
        }
        Err(_) => None,
    };
    let limit = Some(NumberRange { min: read_share(&opening.at_least), max: None });
    FindingNumbers { actual, limit }
}

fn read_share(text: &str) -> Option<Number> {
    text.parse::<f64>().ok().and_then(Number::from_f64)
}

fn json_number(value: Exact) -> Option<Number> {
    json_rational(Rational::from(value))
}

fn json_rational(value: Rational) -> Option<Number> {
    match value.to_integer() {
        Some(whole) => Some(Number::from(whole)),
        None => Number::from_f64(value.to_f64()),
    }
}
