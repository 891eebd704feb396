//! How a measure is distributed over draws, exactly.

use super::{
    budget::visit_steps,
    exact::{Spending, check_size, row_steps, word_count},
    messages::{AskError, OddsError},
    numbers::{Fraction, WholeNumber},
    setup::{ClassWalk, DrawSetup, VECTOR_LIMIT},
    tally::{Judgement, Probability},
};
use dashu_int::{IBig, Sign, UBig, ops::Gcd};
use sleeve_language::{Quantity, Rational, Truth};
use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

/// A quantity in an order, so that values can be counted: none first, then by its smallest and its
/// largest value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderedQuantity(pub Quantity);

impl Ord for OrderedQuantity {
    fn cmp(&self, other: &OrderedQuantity) -> Ordering {
        let (one, other) = (self.0, other.0);
        (!one.is_none())
            .cmp(&!other.is_none())
            .then_with(|| one.low().cmp(&other.low()))
            .then_with(|| one.high().cmp(&other.high()))
            .then_with(|| (one.presence() as u8).cmp(&(other.presence() as u8)))
    }
}

impl PartialOrd for OrderedQuantity {
    fn partial_cmp(&self, other: &OrderedQuantity) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Most different values of one distribution.
pub const VALUE_LIMIT: usize = 10_000;

/// How likely each value is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution {
    /// The values in order, none of them impossible; together they are certain.
    pub values: Vec<(OrderedQuantity, Fraction)>,
}

/// A mean: its exact value, as a fraction in lowest terms, and the nearest numbers of it and of the
/// standard deviation.
#[derive(Clone, PartialEq, Debug)]
pub struct Mean {
    /// The fraction; a whole number has no denominator.
    pub exact: String,
    pub mean: f64,
    /// The standard deviation of the values.
    pub deviation: f64,
}

impl Distribution {
    /// The mean over all draws for which the measure has a value; `None` if there are none, or if
    /// some value is not known exactly.
    pub fn mean(&self) -> Option<Mean> {
        let (mut all, mut sum, mut square) =
            (SignedFraction::ZERO, SignedFraction::ZERO, SignedFraction::ZERO);
        for (value, chance) in self.values.iter().filter(|(value, _)| !value.0.is_none()) {
            let value = SignedFraction::from_rational(value.0.exact_value()?);
            let chance = SignedFraction::from_fraction(chance);
            sum = sum.plus(&value.times(&chance));
            square = square.plus(&value.times(&value).times(&chance));
            all = all.plus(&chance);
        }
        if all.numerator == IBig::ZERO {
            return None;
        }
        // The mean of the squares minus the square of the mean is the variance (König and Huygens).
        // Floating point would lose its digits here; fractions do not.
        let (mean, square) = (sum.divide(&all), square.divide(&all));
        let variance = square.minus(&mean.times(&mean));
        Some(Mean {
            exact: mean.to_text(),
            mean: mean.to_f64(),
            deviation: variance.to_f64().max(0.0).sqrt(),
        })
    }
}

/// A fraction with a sign, in lowest terms; the denominator is never zero. The mean of a measure
/// may be negative, a [`Fraction`] may not.
#[derive(Clone)]
struct SignedFraction {
    numerator: IBig,
    denominator: UBig,
}

impl SignedFraction {
    const ZERO: SignedFraction = SignedFraction { numerator: IBig::ZERO, denominator: UBig::ONE };

    fn from_rational(number: Rational) -> SignedFraction {
        // INVARIANT: the denominator of a rational number is positive.
        let down = UBig::try_from(number.denominator()).unwrap_or(UBig::ONE);
        SignedFraction { numerator: IBig::from(number.numerator()), denominator: down }
    }

    fn from_fraction(chance: &Fraction) -> SignedFraction {
        SignedFraction {
            numerator: chance.numerator().clone().into(),
            denominator: chance.denominator().clone(),
        }
    }

    fn new(up: IBig, down: UBig) -> SignedFraction {
        let (sign, size) = up.into_parts();
        let shared = (&size).gcd(&down);
        SignedFraction {
            numerator: IBig::from_parts(sign, size / &shared),
            denominator: down / shared,
        }
    }

    fn plus(&self, other: &SignedFraction) -> SignedFraction {
        let up = &self.numerator * IBig::from(other.denominator.clone())
            + &other.numerator * IBig::from(self.denominator.clone());
        SignedFraction::new(up, &self.denominator * &other.denominator)
    }

    fn minus(&self, other: &SignedFraction) -> SignedFraction {
        self.plus(&SignedFraction {
            numerator: -other.numerator.clone(),
            denominator: other.denominator.clone(),
        })
    }

    fn times(&self, other: &SignedFraction) -> SignedFraction {
        SignedFraction::new(
            &self.numerator * &other.numerator,
            &self.denominator * &other.denominator,
        )
    }

    fn divide(&self, other: &SignedFraction) -> SignedFraction {
        let (_, size) = other.numerator.clone().into_parts();
        SignedFraction::new(
            &self.numerator * IBig::from(other.denominator.clone()),
            &self.denominator * size,
        )
    }

    fn to_f64(&self) -> f64 {
        let (sign, size) = self.numerator.clone().into_parts();
        let size = Fraction::new(size, self.denominator.clone()).map_or(0.0, |size| size.to_f64());
        if sign == Sign::Negative { -size } else { size }
    }

    fn to_text(&self) -> String {
        if self.denominator == UBig::ONE {
            return self.numerator.to_string();
        }
        format!("{}/{}", self.numerator, self.denominator)
    }
}

/// Whether the given condition is true for a draw, and the value of the measure.
type DrawValue<'v> = dyn FnMut(&[u32]) -> (Truth, OrderedQuantity) + 'v;

/// The distribution over the draws of a set-up.
pub(crate) fn count_draws(
    setup: &DrawSetup,
    spending: Spending<'_>,
    value: &mut DrawValue<'_>,
) -> Result<Distribution, OddsError> {
    setup.validate()?;
    check_size(setup)?;
    let (vectors, words) = (setup.vectors(), word_count(setup));
    if vectors > VECTOR_LIMIT {
        return Err(OddsError::TooManyVectors { vectors, limit: VECTOR_LIMIT });
    }
    let each = visit_steps(words)
        .saturating_add(u128::from(spending.per_judgement))
        .saturating_add(STORE_STEPS);
    let steps = vectors
        .saturating_mul(each)
        .saturating_add(row_steps(setup, words));
    spending.budget.spend(steps)?;
    if setup.is_small() {
        count_values::<u128>(setup, value)
    } else {
        count_values::<UBig>(setup, value)
    }
}

/// Steps of finding a value in the ordered map.
const STORE_STEPS: u128 = 20;

fn count_values<C: WholeNumber>(
    setup: &DrawSetup,
    value: &mut DrawValue<'_>,
) -> Result<Distribution, OddsError> {
    let mut ways_by_value = BTreeMap::<OrderedQuantity, C>::new();
    let mut all = C::from_u64(0);
    let mut failure = None;
    ClassWalk::run(setup, |counts: &[u32], ways: &C| {
        let (given, value) = value(counts);
        match given {
            Truth::False => {}
            Truth::Unknown => failure = Some(OddsError::UndecidedGiven),
            Truth::True => {
                all.add(ways);
                if let Some(sum) = ways_by_value.get_mut(&value) {
                    sum.add(ways);
                } else if ways_by_value.len() < VALUE_LIMIT {
                    ways_by_value.insert(value, ways.clone());
                } else {
                    failure = Some(OddsError::TooManyValues { limit: VALUE_LIMIT });
                }
            }
        }
    });
    match failure {
        Some(failure) => Err(failure),
        None => from_ways(
            ways_by_value
                .into_iter()
                .map(|(value, n)| (value, n.to_big())),
            &all.to_big(),
        ),
    }
}

pub(super) fn from_ways(
    ways_by_value: impl Iterator<Item = (OrderedQuantity, UBig)>,
    all: &UBig,
) -> Result<Distribution, OddsError> {
    let mut values = Vec::new();
    for (value, ways) in ways_by_value {
        if ways != UBig::ZERO {
            let share = Fraction::new(ways, all.clone()).ok_or(OddsError::ImpossibleGiven)?;
            values.push((value, share));
        }
    }
    if values.is_empty() {
        return Err(OddsError::ImpossibleGiven);
    }
    Ok(Distribution { values })
}

/// Asks the probability of a judgement when hands may be exchanged.
type AskHands<'a> =
    dyn FnMut(&mut dyn FnMut(&[u32]) -> Judgement) -> Result<Probability, AskError> + 'a;

/// The distribution if hands may be exchanged: the probability of one value after the other.
pub(crate) fn ask_each_value(
    value_of: &mut DrawValue<'_>,
    ask: &mut AskHands<'_>,
) -> Result<Distribution, AskError> {
    let mut values_seen = BTreeSet::new();
    let mut undecided = false;
    ask(&mut |counts| {
        let (given, value) = value_of(counts);
        undecided |= given == Truth::Unknown;
        // One value more than the limit shows that there are too many.
        if given == Truth::True && values_seen.len() <= HAND_VALUE_LIMIT {
            values_seen.insert(value);
        }
        Judgement { condition: Truth::True, given }
    })?;
    if undecided {
        return Err(OddsError::UndecidedGiven.into());
    }
    if values_seen.len() > HAND_VALUE_LIMIT {
        return Err(OddsError::TooManyValues { limit: HAND_VALUE_LIMIT }.into());
    }
    let mut values = Vec::new();
    for value in values_seen {
        let answer = ask(&mut |counts| {
            let (given, other) = value_of(counts);
            Judgement { condition: Truth::from(other == value), given }
        })?;
        values.push((value, answer.low));
    }
    values.retain(|(_, chance)| *chance != Fraction::zero());
    Ok(Distribution { values })
}

/// Most different values of a distribution over hands that may be exchanged: each is counted alone.
pub const HAND_VALUE_LIMIT: usize = 500;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;

    #[test]
    fn more_vectors_than_the_limit_are_refused_by_their_number() {
        let budget = Budget::new();
        let spending = Spending { budget: &budget, per_judgement: 1 };
        let setup = DrawSetup::hand(&[9; 40], 30);
        let found = count_draws(&setup, spending, &mut |_: &[u32]| panic!("no vector is visited"));
        let vectors = setup.vectors();
        assert_eq!(found, Err(OddsError::TooManyVectors { vectors, limit: VECTOR_LIMIT }));
        assert!(vectors > VECTOR_LIMIT);
    }
}
