//! Whether a shuffler is fair: how often a condition was seen in games, and how often chance alone
//! shows it that often. The number of games with the condition follows the binomial distribution.

use super::{budget::Budget, messages::OddsError, numbers::Fraction, tally::Probability};
use dashu_int::{UBig, ops::BitTest};

/// The most games in which a condition was looked for.
const MAX_SEEN_GAMES: u32 = 10_000;

/// How often a condition was seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeenCount {
    /// Games in which it certainly held.
    pub least: u32,
    /// Games in which it certainly or perhaps held.
    pub most: u32,
    pub games: u32,
}

/// What chance alone makes of a [`SeenCount`]. Unknown facts leave ranges.
#[derive(Clone, PartialEq, Debug)]
pub struct Fairness {
    pub seen: SeenCount,
    /// The mean number of games with the condition.
    pub expected: Probability,
    /// The chance of as few games, or fewer.
    pub at_most: Probability,
    /// The chance of as many games, or more.
    pub at_least: Probability,
    /// Twice the smaller of both chances, at most 1.
    pub two_sided: Probability,
    /// The same after [`correct_for_all`].
    pub corrected: Probability,
}

impl Fairness {
    /// Computes the chances of a count if the condition holds in each game with this probability.
    ///
    /// # Errors
    /// There are too many games, or the exact numbers take more work than is left.
    pub fn new(
        seen: SeenCount,
        chance: &Probability,
        budget: &Budget,
    ) -> Result<Fairness, OddsError> {
        let SeenCount { games, .. } = seen;
        if games > MAX_SEEN_GAMES {
            return Err(OddsError::TooManyGames { games, limit: MAX_SEEN_GAMES });
        }
        // The count is as far below the mean as it may be, and as far above.
        let low = Tails::new(seen.least, games, &chance.high, budget)?;
        let high = match chance.exact() {
            Some(_) if seen.least == seen.most => low.clone(),
            _ => Tails::new(seen.most, games, &chance.low, budget)?,
        };
        let least = (&low.at_most).min(&high.at_least);
        let may_be_usual = low.at_most < low.at_least && high.at_least < high.at_most;
        let two_sided = Probability {
            low: double(least),
            high: if may_be_usual {
                Fraction::one()
            } else {
                low.two_sided().max(high.two_sided())
            },
        };
        let [fewest, most] = [&chance.low, &chance.high].map(|chance| chance.scale(games.into()));
        Ok(Fairness {
            seen,
            expected: Probability { low: fewest, high: most },
            corrected: two_sided.clone(),
            two_sided,
            at_most: Probability { low: low.at_most, high: high.at_most },
            at_least: Probability { low: high.at_least, high: low.at_least },
        })
    }
}

/// The chances of a number of games or fewer, and of it or more.
#[derive(Clone)]
struct Tails {
    at_most: Fraction,
    at_least: Fraction,
}

impl Tails {
    fn new(hits: u32, games: u32, chance: &Fraction, budget: &Budget) -> Result<Tails, OddsError> {
        Ok(Tails {
            at_most: count_tail(games - hits, games, &chance.complement(), budget)?,
            at_least: count_tail(hits, games, chance, budget)?,
        })
    }

    fn two_sided(&self) -> Fraction {
        double((&self.at_most).min(&self.at_least))
    }
}

/// The chance of this number of hits or more.
fn count_tail(
    hits: u32,
    games: u32,
    chance: &Fraction,
    budget: &Budget,
) -> Result<Fraction, OddsError> {
    let (holds, all) = (chance.numerator(), chance.denominator());
    let words = all.bit_len() as u128 * u128::from(games) / 64;
    budget.spend(words * u128::from(games))?;
    if *holds == UBig::ZERO {
        return Ok(if hits == 0 { Fraction::one() } else { Fraction::zero() });
    }
    let fails = all - holds;
    let mut here = holds.pow(games as usize);
    let mut sum = here.clone();
    for number in (hits..games).rev() {
        // C(n, k) aᵏ bⁿ⁻ᵏ from the term for k + 1; the division leaves no rest.
        here = here * &fails * (number + 1) / (holds * (games - number));
        sum += &here;
    }
    Ok(Fraction::reduce(sum, all.pow(games as usize)))
}

fn double(chance: &Fraction) -> Fraction {
    chance.scale(2).min(Fraction::one())
}

/// Corrects two-sided chances for the number of conditions that were looked at, by Holm's method.
pub fn correct_for_all(found: &mut [Fairness]) {
    let low = correct(found.iter().map(|one| one.two_sided.low.clone()).collect());
    let high = correct(found.iter().map(|one| one.two_sided.high.clone()).collect());
    for (one, (low, high)) in found.iter_mut().zip(low.into_iter().zip(high)) {
        one.corrected = Probability { low, high };
    }
}

/// The smallest of the chances counts as often as there are chances, the next once less, and so
/// on. None gets smaller than the one before it.
fn correct(mut chances: Vec<Fraction>) -> Vec<Fraction> {
    let mut order: Vec<&mut Fraction> = chances.iter_mut().collect();
    order.sort();
    let mut left = order.len() as u64;
    let mut before = Fraction::zero();
    for chance in order {
        before = chance.scale(left).min(Fraction::one()).max(before);
        chance.clone_from(&before);
        left -= 1;
    }
    chances
}
