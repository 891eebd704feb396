//! The exact probability of a condition over the draws of a set-up: vectors of class counts are
//! visited one by one, or with counts cut off beyond which the condition does not change.
//!
//! A condition that compares counts with constants cannot distinguish four lands from five once
//! four are enough. Each class count is cut at its threshold. The number of draws with the cut
//! counts is a coefficient of a product of polynomials, `Σ C(n, k) xᵏ` per class: a generating
//! function, in which Vandermonde's identity adds up the counts that a cut merges.

use super::{
    budget::{Budget, CLASS_LIMIT, DRAW_LIMIT, VECTOR_BYTES, visit_steps},
    messages::OddsError,
    numbers::{PascalRows, WholeNumber},
    setup::{ClassWalk, DrawSetup, DrawSource, VECTOR_LIMIT},
    tally::{DrawTally, Judgement, Probability},
};
use dashu_int::UBig;
use sleeve_data::Arrange;
use std::rc::Rc;

/// The budget of a count, and the steps that one judgement takes.
#[derive(Clone, Copy, Debug)]
pub struct Spending<'b> {
    pub budget: &'b Budget,
    /// Steps of one judgement.
    pub per_judgement: u64,
}

/// The probability that a draw satisfies a condition.
///
/// `judge` sees the class counts of all draws, one after the other; a plain [`Truth`] turns into a
/// [`Judgement`] without a given condition. `thresholds`, if they are known, give for each class
/// the count from which the judgement cannot change: it may then see counts cut at them.
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

/// Like [`probability`], with no more work than the spending allows.
pub(crate) fn probability_on_budget(
    setup: &DrawSetup,
    thresholds: Option<&[u32]>,
    spending: Spending<'_>,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Result<Probability, OddsError> {
    let tally = tally_on_budget(setup, thresholds, spending, judge)?;
    tally.probability().ok_or(OddsError::ImpossibleGiven)
}

/// The draws by their truth, with no more work than the spending allows.
pub(crate) fn tally_on_budget(
    setup: &DrawSetup,
    thresholds: Option<&[u32]>,
    spending: Spending<'_>,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Result<DrawTally<UBig>, OddsError> {
    setup.validate()?;
    check_size(setup)?;
    let (way, steps) = CountingWay::choose(setup, thresholds, spending.per_judgement)?;
    spending.budget.spend(steps)?;
    Ok(if setup.is_small() {
        tally_draws::<u128>(setup, way, judge).to_big()
    } else {
        tally_draws::<UBig>(setup, way, judge)
    })
}

#[derive(Clone, Copy)]
enum CountingWay<'a> {
    Enumerate,
    Capped(&'a [u32]),
}

impl<'a> CountingWay<'a> {
    /// The way that takes fewer steps, and how many these are.
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
            let cost = capped_cost(setup, caps, visit_steps(words))?;
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

/// The number of steps of counting vectors; `u128::MAX` if there are too many vectors.
pub(crate) fn counting_steps(setup: &DrawSetup, thresholds: Option<&[u32]>, effort: u64) -> u128 {
    CountingWay::choose(setup, thresholds, effort).map_or(u128::MAX, |(_, steps)| steps)
}

/// Refuses more classes than [`CLASS_LIMIT`], and draws of more cards than [`DRAW_LIMIT`].
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

/// How many words of 64 bits a number of draws may have; `None` if every number fits `u128`.
pub(crate) fn word_count(setup: &DrawSetup) -> Option<u128> {
    let bits = setup.bits();
    (bits >= 127).then_some(u128::from(bits) / 64 + 1)
}

/// Steps of the rows of Pascal's triangle.
pub(crate) fn row_steps(setup: &DrawSetup, words: Option<u128>) -> u128 {
    let drawn = setup
        .piles
        .iter()
        .map(|p| u128::from(p.draw))
        .max()
        .unwrap_or(0);
    let nested = setup
        .piles
        .iter()
        .any(|p| !matches!(p.source, DrawSource::Classes(_)));
    let rows = if nested {
        // A draw within another draw may come from any number of cards.
        (0..setup.piles.len())
            .map(|p| u128::from(setup.available(p)))
            .max()
            .unwrap_or(0)
    } else {
        setup.widths().iter().sum::<usize>() as u128
    };
    rows.saturating_mul(drawn + 1)
        .saturating_mul(visit_steps(words))
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
        CountingWay::Capped(caps) => walk_capped(setup, caps, &mut visit),
    }
    tally
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CountingCost {
    /// How many vectors of cut counts there are at most.
    pub vectors: u128,
    /// Steps until their weights are known.
    pub steps: u128,
}

/// The cost of counting with cut counts (saturating), if a product takes `steps_per_product`;
/// `None` if draws depend on others, or the vectors would not fit in memory.
pub(crate) fn capped_cost(
    setup: &DrawSetup,
    thresholds: &[u32],
    steps_per_product: u128,
) -> Option<CountingCost> {
    let mut caps = thresholds;
    let (mut vectors, mut steps, mut bytes) = (1u128, 0u128, 0u128);
    for pile in &setup.piles {
        let DrawSource::Classes(classes) = &pile.source else { return None };
        let (own_caps, rest) = caps.split_at_checked(classes.len())?;
        caps = rest;
        let draw = u128::from(pile.draw);
        let mut nodes = 1u128;
        let order = class_order(classes, own_caps);
        for (depth, class) in order.iter().copied().enumerate() {
            let most = classes[class].min(pile.draw);
            // Of the last product only the coefficient of the whole draw is needed.
            let coefficients = if depth + 1 == order.len() { 1 } else { draw + 1 };
            let terms = nodes
                .saturating_mul(coefficients)
                .saturating_mul(u128::from(most) + 1);
            steps = steps.saturating_add(terms.saturating_mul(steps_per_product));
            nodes = nodes.saturating_mul(u128::from(own_caps[class].min(most)) + 1);
        }
        // Four bytes for each count, and 64 for the vector and its weight.
        bytes = bytes.saturating_add(nodes.saturating_mul(4 * classes.len() as u128 + 64));
        vectors = vectors.saturating_mul(nodes);
    }
    (caps.is_empty() && bytes <= VECTOR_BYTES).then_some(CountingCost { vectors, steps })
}

/// The classes that matter, in the order in which they are counted: the widest last, because it
/// needs only one coefficient.
fn class_order(classes: &[u32], caps: &[u32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..classes.len()).filter(|i| caps[*i] > 0).collect();
    order.arrange_by_key(|i| caps[*i].min(classes[*i]));
    order
}

/// The cut counts of one draw and how many hands have them.
type CutCounts<C> = Vec<(Vec<u32>, C)>;

/// Visits every vector of cut counts with the number of draws that have it.
pub(crate) fn walk_capped<C: WholeNumber>(
    setup: &DrawSetup,
    thresholds: &[u32],
    visit: &mut impl FnMut(&[u32], &C),
) {
    let mut caps = thresholds;
    let mut cut_counts = Vec::new();
    for pile in &setup.piles {
        let DrawSource::Classes(classes) = &pile.source else { return };
        let (own_caps, rest) = caps.split_at(classes.len().min(caps.len()));
        caps = rest;
        cut_counts.push(cut_pile(classes, own_caps, pile.draw));
    }
    let mut counts = Vec::new();
    visit_product(&cut_counts, &mut counts, &C::from_u64(1), visit);
}

fn visit_product<C: WholeNumber>(
    cut_counts: &[CutCounts<C>],
    counts: &mut Vec<u32>,
    weight: &C,
    visit: &mut impl FnMut(&[u32], &C),
) {
    let Some((first, rest)) = cut_counts.split_first() else { return visit(counts, weight) };
    for (vector, ways) in first {
        let before = counts.len();
        counts.extend_from_slice(vector);
        visit_product(rest, counts, &weight.times(ways), visit);
        counts.truncate(before);
    }
}

struct CountCutter<'a, C> {
    caps: &'a [u32],
    rows: Vec<Rc<[C]>>,
    order: Vec<usize>,
    counts: Vec<u32>,
    cut_counts: CutCounts<C>,
}

fn cut_pile<C: WholeNumber>(classes: &[u32], caps: &[u32], draw: u32) -> CutCounts<C> {
    let mut pascal = PascalRows::<C>::with_widest(draw);
    let ignored = classes
        .iter()
        .zip(caps)
        .filter(|(_, cap)| **cap == 0)
        .map(|(n, _)| *n)
        .sum();
    // The cards that do not matter are one class, with whose polynomial the product begins.
    let mut start = vec![C::from_u64(0); draw as usize + 1];
    start[..=draw.min(ignored) as usize].clone_from_slice(&pascal.row(ignored));
    let mut cutter = CountCutter {
        caps,
        rows: classes.iter().map(|n| pascal.row(*n)).collect(),
        order: class_order(classes, caps),
        counts: vec![0; classes.len()],
        cut_counts: Vec::new(),
    };
    cutter.cut_class(0, &start);
    cutter.cut_counts
}

impl<C: WholeNumber> CountCutter<'_, C> {
    fn cut_class(&mut self, depth: usize, polynomial: &[C]) {
        let top = polynomial.len() - 1;
        let Some(class) = self.order.get(depth).copied() else {
            return self.add_counts(polynomial[top].clone());
        };
        let row = Rc::clone(&self.rows[class]);
        let most = row.len() - 1;
        let cap = self.caps[class] as usize;
        let is_last = depth + 1 == self.order.len();
        for k in 0..=cap.min(most) {
            self.counts[class] = k as u32;
            // The cap means itself and all counts above it.
            let tail = if k == cap { k..=most } else { k..=k };
            if is_last {
                let ways = coefficient(polynomial, &row, tail, top);
                self.add_counts(ways);
            } else {
                let next: Vec<C> = (0..=top)
                    .map(|n| coefficient(polynomial, &row, tail.clone(), n))
                    .collect();
                self.cut_class(depth + 1, &next);
            }
        }
    }

    fn add_counts(&mut self, ways: C) {
        if !ways.is_zero() {
            self.cut_counts.push((self.counts.clone(), ways));
        }
    }
}

/// The coefficient of `xⁿ` in `polynomial × Σ row[k] xᵏ` over `k` in `tail`.
fn coefficient<C: WholeNumber>(
    polynomial: &[C],
    row: &[C],
    tail: std::ops::RangeInclusive<usize>,
    n: usize,
) -> C {
    let mut sum = C::from_u64(0);
    for k in *tail.start()..=(*tail.end()).min(n) {
        if !polynomial[n - k].is_zero() {
            sum.add(&polynomial[n - k].times(&row[k]));
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::ClassWalk;
    use std::collections::BTreeMap;

    #[test]
    fn cut_counts_have_the_weights_of_all_the_counts_behind_them() {
        let (classes, caps) = ([5, 3, 7, 2], [2, 0, 9, 1]);
        let setup = DrawSetup::hand(&classes, 6);
        let mut expected = BTreeMap::<Vec<u32>, u128>::new();
        ClassWalk::run(&setup, |counts: &[u32], weight: &u128| {
            let cut = counts
                .iter()
                .zip(caps)
                .map(|(k, cap)| *k.min(&cap))
                .collect();
            *expected.entry(cut).or_default() += weight;
        });
        let mut found = BTreeMap::<Vec<u32>, u128>::new();
        walk_capped(&setup, &caps, &mut |counts: &[u32], weight: &u128| {
            assert!(found.insert(counts.to_vec(), *weight).is_none());
        });
        assert_eq!(found, expected);
        assert_eq!(capped_cost(&setup, &caps, 1).map(|cost| cost.vectors), Some(3 * 7 * 2));
        assert_eq!(capped_cost(&setup, &[u32::MAX; 3], 1), None);
        assert_eq!(capped_cost(&DrawSetup::hand(&[9999; 40], 30), &[2; 40], 1), None);
    }
}
