//! Few boxes that cover about the hands which gain by being kept.
//!
//! A hand is a point whose coordinates are measures; a box bounds some of them. The best interval of
//! one measure, the others bounded, is the contiguous part of largest sum (Bentley, "Algorithm Design
//! Techniques", 1984); the best pair of intervals is found by trying the bounds of the first. Boxes
//! grow from every such pair, measure by measure, as long as that gains.

use super::plane::{Axis, HandSet, Interval, Plane, Region};
use std::collections::HashMap;

/// What another bound or another box must gain, in probability, to be worth reading.
const WORTH: f64 = 2e-6;

/// How many times more than it costs a hand that should be outside keeps a box from growing over it:
/// the first box should not take what others leave clean.
const CAUTION: [f64; 3] = [1.0, 4.0, 1000.0];

/// Most boxes of one condition.
const BOXES: usize = 3;

/// Most sums over hands that growing boxes may take.
const EFFORT: usize = 20_000_000;

/// Boxes, and whether hands are kept inside them or outside.
pub(super) struct Fitted {
    pub(super) regions: Vec<Region>,
    pub(super) negated: bool,
}

impl Fitted {
    /// Which of the hands are kept.
    pub(super) fn keeps(&self, plane: &Plane<'_>) -> Vec<bool> {
        let mut inside = HandSet::none(plane.count);
        for region in &self.regions {
            plane.hands(region).each(|hand| inside.insert(hand));
        }
        (0..plane.count).map(|hand| inside.holds(hand) != self.negated).collect()
    }

    fn bounds(&self, axes: &[&Axis]) -> usize {
        let bounds: usize = self.regions.iter().map(|region| region.bounds(axes)).sum();
        bounds + self.regions.len() + usize::from(self.negated)
    }

    fn gain(&self, plane: &Plane<'_>, gains: &[f64]) -> f64 {
        let kept = self.keeps(plane);
        gains.iter().zip(kept).filter(|(_, kept)| *kept).map(|(gain, _)| gain).sum()
    }
}

/// The boxes that gain most, few and with few bounds: around the hands to keep, or around those to
/// exchange.
pub(super) fn fit(plane: &Plane<'_>, gains: &[f64]) -> Fitted {
    let fitted = [false, true].into_iter().flat_map(|negated| {
        CAUTION.into_iter().map(move |caution| {
            let seen = |gain: &f64| {
                let gain = if negated { -gain } else { *gain };
                if gain < 0.0 { gain * caution } else { gain }
            };
            let regions = cover(plane, &gains.iter().map(seen).collect::<Vec<_>>());
            Fitted { regions, negated }
        })
    });
    let worth =
        |fitted: &Fitted| fitted.gain(plane, gains) - WORTH * fitted.bounds(plane.axes) as f64;
    let weighed = fitted.map(|fitted| (worth(&fitted), fitted));
    // The first of several that are worth the same is the plainest.
    let best = weighed.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map_or(Fitted { regions: Vec::new(), negated: true }, |(_, fitted)| fitted)
}

/// Boxes one after the other, each the best around what is left.
fn cover(plane: &Plane<'_>, gains: &[f64]) -> Vec<Region> {
    let mut left = gains.to_vec();
    let mut regions = Vec::new();
    while regions.len() < BOXES {
        let (region, gain) = best(plane, &left);
        let least = if regions.is_empty() { f64::NEG_INFINITY } else { 2.0 * WORTH };
        let nothing = gain <= 0.0 && gains.contains(&0.0);
        if gain < least || (!regions.is_empty() && gain <= 0.0) || (gain < 0.0 && !nothing) {
            break;
        }
        plane.hands(&region).each(|hand| left[hand] = 0.0);
        regions.push(region);
    }
    regions
}

/// The box with the largest gain, less what its bounds must be worth.
fn best(plane: &Plane<'_>, gains: &[f64]) -> (Region, f64) {
    let axes = plane.axes;
    let total: f64 = gains.iter().sum();
    let mut best = (Region::whole(axes), total);
    let mut worth = total;
    let pass = gains.len().saturating_mul(axes.len() + 1).saturating_mul(axes.len() + 1);
    let passes = EFFORT / pass.max(1);
    let mut starts = vec![Region::whole(axes)];
    for one in 0..axes.len() {
        for other in one + 1..axes.len() {
            starts.push(best_pair(axes, gains, one, other));
        }
    }
    let mut grown = Grown { plane, gains, moves: HashMap::new() };
    for start in starts.into_iter().take(passes.max(1)) {
        let Some((region, gain)) = grown.from(start) else { continue };
        let mine = gain - WORTH * region.bounds(axes) as f64;
        if mine > worth {
            worth = mine;
            best = (region, gain);
        }
    }
    best
}

/// The best intervals of two measures, all others unbounded.
fn best_pair(axes: &[&Axis], gains: &[f64], one: usize, other: usize) -> Region {
    let (rows, columns) = (axes[one].values.len(), axes[other].values.len());
    let mut grid = vec![0.0; rows * columns];
    for (gain, (row, column)) in gains.iter().zip(axes[one].at.iter().zip(&axes[other].at)) {
        grid[row * columns + column] += gain;
    }
    let mut best = Region::whole(axes);
    let mut most = f64::NEG_INFINITY;
    let mut sums = vec![0.0; columns];
    for low in 0..rows {
        sums.fill(0.0);
        for high in low..rows {
            let row = &grid[high * columns..(high + 1) * columns];
            sums.iter_mut().zip(row).for_each(|(sum, gain)| *sum += gain);
            let (interval, gain) = best_interval(&sums);
            if gain > most {
                most = gain;
                best.intervals[one] = (low, high);
                best.intervals[other] = interval;
            }
        }
    }
    best
}

/// Boxes that were grown around the same gains.
struct Grown<'a> {
    plane: &'a Plane<'a>,
    gains: &'a [f64],
    /// The boxes on the way, with the number of moves to where they led.
    moves: HashMap<Region, usize>,
}

impl Grown<'_> {
    /// A box after its bounds were moved, one measure at a time, as long as that gains; then bounds
    /// that are worth nothing are dropped. `None` where another one led to the same.
    fn from(&mut self, mut region: Region) -> Option<(Region, f64)> {
        let most = self.plane.axes.len() + 1;
        let mut gain = self.plane.hands(&region).gain(self.gains);
        let (mut way, mut sums) = (Vec::new(), Vec::new());
        for moved in 0..=most {
            if self.moves.get(&region).is_some_and(|more| moved + more <= most) {
                return None;
            }
            if moved == most {
                // It did not come to rest: others on this way might go further.
                way.clear();
                break;
            }
            way.push(region.clone());
            self.plane.gains_by_value(&region, self.gains, &mut sums);
            let Some((measure, interval, found)) = self.next(&region, gain, &sums) else { break };
            region.intervals[measure] = interval;
            gain = found;
        }
        let places = way.into_iter().rev().enumerate();
        self.moves.extend(places.map(|(more, region)| (region, more)));
        Some(self.plainer(region, gain))
    }

    /// The move that gains most.
    fn next(&self, region: &Region, gain: f64, sums: &[f64]) -> Option<(usize, Interval, f64)> {
        let mut moved: Option<(usize, Interval, f64)> = None;
        for (measure, ends) in self.plane.from.windows(2).enumerate() {
            let (interval, found) = best_interval(&sums[ends[0]..ends[1]]);
            let most = moved.map_or(gain + WORTH / 2.0, |(_, _, most)| most);
            if interval != region.intervals[measure] && found > most {
                moved = Some((measure, interval, found));
            }
        }
        moved
    }

    /// A box without the bounds that are worth nothing.
    fn plainer(&self, mut region: Region, mut gain: f64) -> (Region, f64) {
        let axes = self.plane.axes;
        for (measure, axis) in axes.iter().enumerate() {
            for (low, high) in [(true, true), (true, false), (false, true)] {
                let mut wider = region.clone();
                let interval = &mut wider.intervals[measure];
                *interval =
                    (if low { 0 } else { interval.0 }, if high { axis.last() } else { interval.1 });
                if wider == region {
                    continue;
                }
                let saved = WORTH * (region.bounds(axes) - wider.bounds(axes)) as f64;
                let all = self.plane.hands(&wider).gain(self.gains);
                if gain - all <= saved {
                    (gain, region) = (all, wider);
                }
            }
        }
        (region, gain)
    }
}

/// The contiguous part of largest sum, the widest of several; never empty.
fn best_interval(sums: &[f64]) -> (Interval, f64) {
    let mut best = ((0, 0), f64::NEG_INFINITY);
    let (mut start, mut sum) = (0, 0.0);
    for (at, value) in sums.iter().enumerate() {
        if sum < 0.0 {
            (start, sum) = (at, 0.0);
        }
        sum += value;
        if sum >= best.1 {
            best = ((start, at), sum);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use sleeve_language::Rational;

    fn axis(values: &[i64]) -> Axis {
        Axis::of(values.iter().map(|value| Rational::whole(*value)).collect())
    }

    #[test]
    fn the_best_interval_is_the_part_of_largest_sum() {
        assert_eq!(best_interval(&[-2.0, 1.0, -3.0, 4.0, -1.0, 2.0, 1.0, -5.0]), ((3, 6), 6.0));
        assert_eq!(best_interval(&[-2.0, -1.0, -3.0]), ((1, 1), -1.0));
    }

    #[test]
    fn a_box_is_found_again_and_two_where_one_is_not_enough() {
        let points: Vec<(i64, i64)> = (0..6).flat_map(|a| (0..6).map(move |b| (a, b))).collect();
        let one = axis(&points.iter().map(|(a, _)| *a).collect::<Vec<_>>());
        let two = axis(&points.iter().map(|(_, b)| *b).collect::<Vec<_>>());
        let axes = [&one, &two];
        let learn = |good: &dyn Fn(i64, i64) -> bool| {
            let gains: Vec<f64> =
                points.iter().map(|(a, b)| if good(*a, *b) { 0.01 } else { -0.01 }).collect();
            let plane = Plane::of(&axes, points.len());
            let fitted = fit(&plane, &gains);
            let kept = fitted.keeps(&plane);
            for (kept, (a, b)) in kept.into_iter().zip(&points) {
                assert_eq!(kept, good(*a, *b), "{a} {b}");
            }
            (fitted.regions.len(), fitted.negated)
        };
        assert_eq!(learn(&|a, b| (2..=4).contains(&a) && b >= 1), (1, false));
        assert_eq!(learn(&|a, b| (a >= 3 && b >= 1) || (a >= 1 && b >= 4)), (2, false));
        assert_eq!(learn(&|a, b| (a >= 2 && b >= 1) || a >= 4), (2, false));
        assert_eq!(learn(&|a, b| !(a == 2 && b == 2)), (1, true));
        assert_eq!(learn(&|_, _| true), (1, false));
    }
}
