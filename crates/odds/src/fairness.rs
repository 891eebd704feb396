//! Whether a shuffler is fair: how often a condition was seen in games, and how often chance alone
//! shows it that often. The number of games with the condition follows the binomial distribution.

use super::budget::Budget;
use super::messages::OddsError;
use super::numbers::Fraction;
use super::tally::Probability;
use dashu_int::UBig;
use dashu_int::ops::BitTest;

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
        let (holds, all) = (chance.numerator(), chance.denominator());
        let fails = all - holds;
        let words = all.bit_len() as u128 * u128::from(games) / 64;
        budget.spend(words * u128::from(games))?;
        let whole = all.pow(games as usize);
        // The end with fewer terms, and never a division by zero.
        let is_turned = fails == UBig::ZERO || 2 * hits > games && *holds != UBig::ZERO;
        let (up_to, here) = if is_turned {
            count_up_to(games - hits, games, &fails, holds)
        } else {
            count_up_to(hits, games, holds, &fails)
        };
        let from = &whole - &up_to + here;
        let [up_to, from] = [up_to, from].map(|ways| Fraction::reduce(ways, whole.clone()));
        Ok(if is_turned {
            Tails { at_most: from, at_least: up_to }
        } else {
            Tails { at_most: up_to, at_least: from }
        })
    }

    fn two_sided(&self) -> Fraction {
        double((&self.at_most).min(&self.at_least))
    }
}

/// Counts the ways to have up to this number of hits, and those to have exactly as many. A game
/// has `holds` ways to be a hit and `fails` ways not to.
fn count_up_to(hits: u32, games: u32, holds: &UBig, fails: &UBig) -> (UBig, UBig) {
    let mut here = fails.pow(games as usize);
    let mut sum = here.clone();
    for number in 1..=hits {
        // C(n, k) aᵏ bⁿ⁻ᵏ from the term before it; the division leaves no rest.
        here = here * holds * (games - number + 1) / (fails * number);
        sum += &here;
    }
    (sum, here)
}

fn double(chance: &Fraction) -> Fraction {
    chance.scale(2).min(Fraction::one())
}

/// Corrects two-sided chances for the number of conditions that were looked at, by Holm's method.
/// A condition without an answer may have any chance.
pub fn correct_for_all(found: &mut [Option<Fairness>]) {
    let any = Probability { low: Fraction::zero(), high: Fraction::one() };
    let chances = found.iter().map(|found| found.as_ref().map_or(&any, |found| &found.two_sided));
    let (low, high) = chances.map(|chance| (chance.low.clone(), chance.high.clone())).unzip();
    for (found, (low, high)) in found.iter_mut().zip(correct(low).into_iter().zip(correct(high))) {
        if let Some(found) = found {
            found.corrected = Probability { low, high };
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(up: u64, down: u64) -> Fraction {
        Fraction::ratio(up, down).unwrap()
    }

    fn range(low: Fraction, high: Fraction) -> Probability {
        Probability { low, high }
    }

    /// The chance of each number of hits, game by game.
    fn play(games: u32, chance: &Fraction) -> Vec<Fraction> {
        let mut chances = vec![Fraction::one()];
        for _ in 0..games {
            let mut next = vec![Fraction::zero(); chances.len() + 1];
            for (hits, before) in chances.iter().enumerate() {
                next[hits] = next[hits].plus(&before.times(&chance.complement()));
                next[hits + 1] = next[hits + 1].plus(&before.times(chance));
            }
            chances = next;
        }
        chances
    }

    fn sum(chances: &[Fraction]) -> Fraction {
        chances.iter().fold(Fraction::zero(), |sum, chance| sum.plus(chance))
    }

    #[test]
    fn tails_are_those_of_every_series() {
        for (games, up, down) in (0..=7).flat_map(|n| (0..=5).map(move |up| (n, up, 5))) {
            let chance = fraction(up, down);
            let series = play(games, &chance);
            for hits in 0..=games {
                let found = Tails::new(hits, games, &chance, &Budget::new()).unwrap();
                assert_eq!(found.at_most, sum(&series[..=hits as usize]), "{hits}/{games} {up}");
                assert_eq!(found.at_least, sum(&series[hits as usize..]), "{hits}/{games} {up}");
            }
        }
    }

    /// Every count and probability that the ranges allow lies within the answer, and the ends of
    /// its ranges are reached.
    #[test]
    fn ranges_hold_every_case() {
        let budget = Budget::new();
        for (low, high) in (0..=6).flat_map(|low| (low..=6).map(move |high| (low, high))) {
            for (least, most) in (0..=5).flat_map(|least| (least..=5).map(move |n| (least, n))) {
                let chance = range(fraction(low, 6), fraction(high, 6));
                let seen = SeenCount { least, most, games: 5 };
                let found = Fairness::new(seen, &chance, &budget).unwrap();
                let cases = (low..=high).flat_map(|up| (least..=most).map(move |hits| (up, hits)));
                let each: Vec<Tails> = cases
                    .map(|(up, hits)| Tails::new(hits, 5, &fraction(up, 6), &budget).unwrap())
                    .collect();
                let ends = |of: fn(&Tails) -> Fraction| {
                    range(each.iter().map(of).min().unwrap(), each.iter().map(of).max().unwrap())
                };
                assert_eq!(found.at_most, ends(|tails| tails.at_most.clone()));
                assert_eq!(found.at_least, ends(|tails| tails.at_least.clone()));
                let two_sided = ends(Tails::two_sided);
                assert_eq!(found.two_sided.low, two_sided.low);
                // Between two sixths the count may be as usual as can be.
                assert!(found.two_sided.high >= two_sided.high);
                assert!(
                    found.two_sided.high == two_sided.high
                        || found.two_sided.high == Fraction::one()
                );
            }
        }
    }

    /// The numbers are those of Python's `fractions`. In 101 of 126 games a player of OCTGN saw at
    /// least three of a card (octgn/OCTGN#1094).
    #[test]
    fn chances_are_those_of_another_program() {
        let seen = SeenCount { least: 101, most: 101, games: 126 };
        let chance = fraction(1_258_071_761, 5_125_856_575);
        let found = Fairness::new(seen, &range(chance.clone(), chance), &Budget::new()).unwrap();
        assert_eq!(found.expected.low, fraction(22_645_291_698, 732_265_225));
        let once = |chance: &Probability| chance.low.one_in().unwrap();
        assert_eq!(once(&found.at_least), "267713470464515502816340354949241948131");
        assert_eq!(once(&found.two_sided), "133856735232257751408170177474620974066");
        let few = found.at_most.low.complement();
        assert_eq!(few.one_in().unwrap(), "3372305648444785219015315445359428737000");
        let found = Tails::new(4, 5, &fraction(1, 3), &Budget::new()).unwrap();
        assert_eq!((found.at_most, found.at_least), (fraction(242, 243), fraction(11, 243)));
    }

    #[test]
    fn corrections_are_holms() {
        let corrected = correct([4, 1, 3, 2].map(|up| fraction(up, 100)).to_vec());
        // Sorted: 1/100 · 4, 2/100 · 3, 3/100 · 2, 4/100 · 1, and never less than before.
        assert_eq!(corrected, [6, 4, 6, 6].map(|up| fraction(up, 100)));
        assert_eq!(correct(vec![fraction(2, 3), fraction(3, 4)]), vec![Fraction::one(); 2]);
    }

    #[test]
    fn many_games_are_refused() {
        let seen = SeenCount { least: 0, most: 0, games: MAX_SEEN_GAMES + 1 };
        let half = fraction(1, 2);
        let found = Fairness::new(seen, &range(half.clone(), half), &Budget::new());
        assert!(matches!(found, Err(OddsError::TooManyGames { .. })));
    }
}
