//! Counting with class counts cut off where a condition stops caring.
//!
//! A condition that compares counts with constants cannot tell four lands from five once four are
//! enough. Each class count is cut at its threshold; how many draws have the cut counts is a
//! coefficient of a product of polynomials, `Σ C(n, k) xᵏ` per class.

use super::budget::VECTOR_BYTES;
use super::count::{PascalRows, WholeNumber};
use super::setup::{DrawSetup, DrawSource};

/// What counting cut counts takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CountingCost {
    /// How many vectors of cut counts there are at most.
    pub vectors: u128,
    /// Steps until their weights are known.
    pub steps: u128,
}

/// What counting cut counts takes (saturating), a product of two numbers taking `each` steps;
/// `None` where draws depend on others, or the vectors would not fit in memory.
pub(crate) fn capped_cost(
    setup: &DrawSetup,
    thresholds: &[u32],
    each: u128,
) -> Option<CountingCost> {
    let mut caps = thresholds;
    let (mut vectors, mut steps, mut bytes) = (1u128, 0u128, 0u128);
    for pile in &setup.piles {
        let DrawSource::Own(classes) = &pile.source else { return None };
        let (mine, rest) = caps.split_at_checked(classes.len())?;
        caps = rest;
        let draw = u128::from(pile.draw);
        let mut nodes = 1u128;
        let order = class_order(classes, mine);
        for (depth, class) in order.iter().copied().enumerate() {
            let most = classes[class].min(pile.draw);
            let coefficients = if depth + 1 == order.len() { 1 } else { draw + 1 };
            let terms = nodes.saturating_mul(coefficients).saturating_mul(u128::from(most) + 1);
            steps = steps.saturating_add(terms.saturating_mul(each));
            nodes = nodes.saturating_mul(u128::from(mine[class].min(most)) + 1);
        }
        bytes = bytes.saturating_add(nodes.saturating_mul(4 * classes.len() as u128 + 64));
        vectors = vectors.saturating_mul(nodes);
    }
    (caps.is_empty() && bytes <= VECTOR_BYTES).then_some(CountingCost { vectors, steps })
}

/// The classes that are told apart, in the order in which they are counted: the widest last, where
/// only one coefficient is needed.
fn class_order(classes: &[u32], caps: &[u32]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..classes.len()).filter(|i| caps[*i] > 0).collect();
    order.sort_by_key(|i| caps[*i].min(classes[*i]));
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
    let mut lots = Vec::new();
    for pile in &setup.piles {
        let DrawSource::Own(classes) = &pile.source else { return };
        let (mine, rest) = caps.split_at(classes.len().min(caps.len()));
        caps = rest;
        lots.push(cut_pile(classes, mine, pile.draw));
    }
    let mut counts = Vec::new();
    visit_product(&lots, &mut counts, &C::from_u64(1), visit);
}

fn visit_product<C: WholeNumber>(
    lots: &[CutCounts<C>],
    counts: &mut Vec<u32>,
    weight: &C,
    visit: &mut impl FnMut(&[u32], &C),
) {
    let Some((first, rest)) = lots.split_first() else { return visit(counts, weight) };
    for (vector, ways) in first {
        let before = counts.len();
        counts.extend_from_slice(vector);
        visit_product(rest, counts, &weight.times(ways), visit);
        counts.truncate(before);
    }
}

struct Cutter<'a, C> {
    caps: &'a [u32],
    rows: Vec<std::rc::Rc<[C]>>,
    order: Vec<usize>,
    counts: Vec<u32>,
    lots: CutCounts<C>,
}

fn cut_pile<C: WholeNumber>(classes: &[u32], caps: &[u32], draw: u32) -> CutCounts<C> {
    let mut pascal = PascalRows::<C>::with_widest(draw);
    let ignored = classes.iter().zip(caps).filter(|(_, cap)| **cap == 0).map(|(n, _)| *n).sum();
    let mut start = vec![C::from_u64(0); draw as usize + 1];
    start[..=draw.min(ignored) as usize].clone_from_slice(&pascal.row(ignored));
    let mut cutter = Cutter {
        caps,
        rows: classes.iter().map(|n| pascal.row(*n)).collect(),
        order: class_order(classes, caps),
        counts: vec![0; classes.len()],
        lots: Vec::new(),
    };
    cutter.cut_class(0, &start);
    cutter.lots
}

impl<C: WholeNumber> Cutter<'_, C> {
    fn cut_class(&mut self, depth: usize, sofar: &[C]) {
        let top = sofar.len() - 1;
        let Some(class) = self.order.get(depth).copied() else {
            return self.add_counts(sofar[top].clone());
        };
        let row = std::rc::Rc::clone(&self.rows[class]);
        let most = row.len() - 1;
        let cap = self.caps[class] as usize;
        let last = depth + 1 == self.order.len();
        for k in 0..=cap.min(most) {
            self.counts[class] = k as u32;
            let tail = if k == cap { k..=most } else { k..=k };
            if last {
                let ways = coefficient(sofar, &row, tail, top);
                self.add_counts(ways);
            } else {
                let next: Vec<C> =
                    (0..=top).map(|n| coefficient(sofar, &row, tail.clone(), n)).collect();
                self.cut_class(depth + 1, &next);
            }
        }
    }

    fn add_counts(&mut self, ways: C) {
        if !ways.is_zero() {
            self.lots.push((self.counts.clone(), ways));
        }
    }
}

/// The coefficient of `xⁿ` in `sofar × Σ row[k] xᵏ` over `k` in `tail`.
fn coefficient<C: WholeNumber>(
    sofar: &[C],
    row: &[C],
    tail: std::ops::RangeInclusive<usize>,
    n: usize,
) -> C {
    let mut sum = C::from_u64(0);
    for k in *tail.start()..=(*tail.end()).min(n) {
        if !sofar[n - k].is_zero() {
            sum.add(&sofar[n - k].times(&row[k]));
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
            let cut = counts.iter().zip(caps).map(|(k, cap)| *k.min(&cap)).collect();
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
