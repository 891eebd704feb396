//! The exact probability of a condition over the draws of a set-up.

use super::budget::{Budget, CLASS_LIMIT, DRAW_LIMIT, visit_steps};
use super::capped;
use super::count::WholeNumber;
use super::messages::OddsError;
use super::setup::{ClassWalk, DrawSetup, DrawSource, VECTOR_LIMIT};
use super::tally::{DrawTally, Judgement, Probability};
use dashu_int::UBig;

/// What may be spent on a count, and what one judgement costs.
#[derive(Clone, Copy, Debug)]
pub struct Spending<'b> {
    /// What is left.
    pub budget: &'b Budget,
    /// Steps of one judgement.
    pub per_judgement: u64,
}

/// The probability that a draw satisfies a condition.
///
/// `judge` sees the class counts of all draws, one after the other; a plain [`Truth`] turns into a
/// [`Judgement`] without a given condition. `thresholds`, where they are known, say per class from
/// which count on the judgement cannot change: it may then see counts cut at them.
///
/// [`Truth`]: super::Truth
pub fn probability(
    setup: &DrawSetup,
    thresholds: Option<&[u32]>,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Result<Probability, OddsError> {
    probability_on_budget(
        setup,
        thresholds,
        Spending { budget: &Budget::new(), per_judgement: 1 },
        judge,
    )
}

/// The same, with no more work than the spending allows.
pub(crate) fn probability_on_budget(
    setup: &DrawSetup,
    thresholds: Option<&[u32]>,
    spending: Spending<'_>,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Result<Probability, OddsError> {
    setup.validate()?;
    check_size(setup)?;
    let (way, steps) = CountingWay::choose(setup, thresholds, spending.per_judgement)?;
    spending.budget.spend(steps)?;
    let tally = if setup.is_small() {
        tally_draws::<u128>(setup, way, judge).to_big()
    } else {
        tally_draws::<UBig>(setup, way, judge)
    };
    tally.probability().ok_or(OddsError::ImpossibleGiven)
}

#[derive(Clone, Copy)]
enum CountingWay<'a> {
    Enumerate,
    Capped(&'a [u32]),
}

impl<'a> CountingWay<'a> {
    /// The cheaper way, and how many steps it takes.
    fn choose(
        setup: &DrawSetup,
        thresholds: Option<&'a [u32]>,
        effort: u64,
    ) -> Result<(CountingWay<'a>, u128), OddsError> {
        let (all, words) = (setup.vectors(), word_count(setup));
        let each = visit_steps(words).saturating_add(u128::from(effort));
        let rows = row_steps(setup, words);
        let enumerate = all.saturating_mul(each).saturating_add(rows);
        let cut = thresholds.and_then(|caps| {
            let cost = capped::capped_cost(setup, caps, visit_steps(words))?;
            let steps = cost.vectors.saturating_mul(each).saturating_add(cost.steps);
            Some((caps, cost.vectors, steps.saturating_add(rows)))
        });
        let (way, vectors, steps) = match cut {
            Some((caps, vectors, steps)) if steps < enumerate || all > VECTOR_LIMIT => {
                (CountingWay::Capped(caps), vectors, steps)
            }
            _ => (CountingWay::Enumerate, all, enumerate),
        };
        if vectors > VECTOR_LIMIT {
            return Err(OddsError::TooManyVectors { vectors, limit: VECTOR_LIMIT });
        }
        Ok((way, steps))
    }
}

/// How many steps counting vectors takes; as many as there can be where they are too many.
pub(crate) fn counting_steps(setup: &DrawSetup, thresholds: Option<&[u32]>, effort: u64) -> u128 {
    CountingWay::choose(setup, thresholds, effort).map_or(u128::MAX, |(_, steps)| steps)
}

/// Refuses more classes than are told apart, and draws of more cards than are counted.
pub(crate) fn check_size(setup: &DrawSetup) -> Result<(), OddsError> {
    let classes: usize = setup.widths().iter().sum();
    if classes > CLASS_LIMIT {
        return Err(OddsError::TooManyClasses { classes, limit: CLASS_LIMIT });
    }
    match setup.piles.iter().map(|pile| u64::from(pile.draw)).max() {
        Some(draw) if draw > DRAW_LIMIT => Err(OddsError::DrawTooLarge { draw, limit: DRAW_LIMIT }),
        _ => Ok(()),
    }
}

/// How many words of 64 bits a number of draws may have; `None` where all of them are small.
pub(crate) fn word_count(setup: &DrawSetup) -> Option<u128> {
    let bits = setup.bits();
    (bits >= 127).then_some(u128::from(bits) / 64 + 1)
}

/// Steps of the rows of Pascal's triangle.
pub(crate) fn row_steps(setup: &DrawSetup, words: Option<u128>) -> u128 {
    let drawn = setup.piles.iter().map(|p| u128::from(p.draw)).max().unwrap_or(0);
    let nested = setup.piles.iter().any(|p| !matches!(p.source, DrawSource::Own(_)));
    let rows = if nested {
        // What is drawn within another draw may come from any number of cards.
        (0..setup.piles.len()).map(|p| u128::from(setup.available(p))).max().unwrap_or(0)
    } else {
        setup.widths().iter().sum::<usize>() as u128
    };
    rows.saturating_mul(drawn + 1).saturating_mul(visit_steps(words))
}

fn tally_draws<C: WholeNumber>(
    setup: &DrawSetup,
    way: CountingWay,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> DrawTally<C> {
    let mut tally = DrawTally::<C>::new();
    let mut visit = |counts: &[u32], weight: &C| tally.add(judge(counts), weight);
    match way {
        CountingWay::Enumerate => ClassWalk::run(setup, &mut visit),
        CountingWay::Capped(caps) => capped::walk_capped(setup, caps, &mut visit),
    }
    tally
}
