//! Few boxes that cover about the hands which gain by being kept.
//!
//! A hand is a point whose coordinates are measures; a box bounds some of them. The best interval of
//! one measure, the others bounded, is the contiguous part of largest sum (Bentley, "Algorithm Design
//! Techniques", 1984); the best pair of intervals is found by trying the bounds of the first. Boxes
//! grow from every such pair, measure by measure, as long as that gains.

use crate::language::Rational;

/// What another bound or another box must gain, in probability, to be worth reading.
const WORTH: f64 = 2e-6;

/// How many times more than it costs a hand that should be outside keeps a box from growing over it:
/// the first box should not take what others leave clean.
const CAUTION: [f64; 3] = [1.0, 4.0, 1000.0];

/// Most boxes of one condition.
const BOXES: usize = 3;

/// Most sums over hands that growing boxes may take.
const EFFORT: usize = 20_000_000;

/// The first and the last value that are let through, by their positions.
pub(super) type Interval = (usize, usize);

/// A measure of hands.
pub(super) struct Axis {
    /// Its different values, rising.
    pub(super) values: Vec<Rational>,
    /// The position of every hand's value.
    pub(super) at: Vec<usize>,
}

impl Axis {
    pub(super) fn of(values: Vec<Rational>) -> Axis {
        let mut different = values.clone();
        different.sort();
        different.dedup();
        let at = values.iter().map(|value| different.partition_point(|other| other < value));
        Axis { at: at.collect(), values: different }
    }
}

/// A box: an interval for each measure.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Region {
    pub(super) intervals: Vec<Interval>,
}

impl Region {
    fn whole(axes: &[&Axis]) -> Region {
        Region { intervals: axes.iter().map(|axis| (0, axis.values.len() - 1)).collect() }
    }

    fn holds(&self, axes: &[&Axis], hand: usize) -> bool {
        let mut each = self.intervals.iter().zip(axes);
        each.all(|((low, high), axis)| (*low..=*high).contains(&axis.at[hand]))
    }

    /// The measures that it bounds.
    fn bounded(&self, axes: &[&Axis]) -> Vec<(usize, Interval)> {
        let each = self.intervals.iter().zip(axes).enumerate();
        let bounded = each.filter(|(_, (interval, axis))| **interval != (0, axis.values.len() - 1));
        bounded.map(|(measure, (interval, _))| (measure, *interval)).collect()
    }

    /// The gain of the hands that it holds.
    fn gain(&self, axes: &[&Axis], gains: &[f64]) -> f64 {
        let bounded = self.bounded(axes);
        let within = |hand: usize| {
            let mut each = bounded.iter();
            each.all(|(measure, (low, high))| (*low..=*high).contains(&axes[*measure].at[hand]))
        };
        gains.iter().enumerate().filter(|(hand, _)| within(*hand)).map(|(_, gain)| gain).sum()
    }

    /// For every measure the gains by its value, of the hands that the other bounds let through.
    fn gains_by_value(&self, axes: &[&Axis], gains: &[f64]) -> Vec<Vec<f64>> {
        let mut sums: Vec<Vec<f64>> =
            axes.iter().map(|axis| vec![0.0; axis.values.len()]).collect();
        let bounded = self.bounded(axes);
        for (hand, gain) in gains.iter().enumerate() {
            let outside = |(measure, (low, high)): &&(usize, Interval)| {
                !(*low..=*high).contains(&axes[*measure].at[hand])
            };
            let mut outside = bounded.iter().filter(outside);
            match (outside.next(), outside.next()) {
                (None, _) => {
                    sums.iter_mut().zip(axes).for_each(|(sums, axis)| sums[axis.at[hand]] += gain);
                }
                (Some((measure, _)), None) => sums[*measure][axes[*measure].at[hand]] += gain,
                (Some(_), Some(_)) => {}
            }
        }
        sums
    }

    /// How many bounds are read.
    fn bounds(&self, axes: &[&Axis]) -> usize {
        let bound = |((low, high), axis): (&Interval, &&Axis)| {
            usize::from(*low > 0) + usize::from(*high + 1 < axis.values.len())
        };
        self.intervals.iter().zip(axes).map(bound).sum()
    }
}

/// Boxes, and whether hands are kept inside them or outside.
pub(super) struct Fitted {
    pub(super) regions: Vec<Region>,
    pub(super) negated: bool,
}

impl Fitted {
    pub(super) fn keeps(&self, axes: &[&Axis], hand: usize) -> bool {
        self.regions.iter().any(|region| region.holds(axes, hand)) != self.negated
    }

    fn bounds(&self, axes: &[&Axis]) -> usize {
        let bounds: usize = self.regions.iter().map(|region| region.bounds(axes)).sum();
        bounds + self.regions.len() + usize::from(self.negated)
    }

    fn gain(&self, axes: &[&Axis], gains: &[f64]) -> f64 {
        (0..gains.len()).filter(|hand| self.keeps(axes, *hand)).map(|hand| gains[hand]).sum()
    }
}

/// The boxes that gain most, few and with few bounds: around the hands to keep, or around those to
/// exchange.
pub(super) fn fit(axes: &[&Axis], gains: &[f64]) -> Fitted {
    let fitted = [false, true].into_iter().flat_map(|negated| {
        CAUTION.into_iter().map(move |caution| {
            let seen = |gain: &f64| {
                let gain = if negated { -gain } else { *gain };
                if gain < 0.0 { gain * caution } else { gain }
            };
            let regions = cover(axes, &gains.iter().map(seen).collect::<Vec<_>>());
            Fitted { regions, negated }
        })
    });
    let worth = |fitted: &Fitted| fitted.gain(axes, gains) - WORTH * fitted.bounds(axes) as f64;
    let weighed = fitted.map(|fitted| (worth(&fitted), fitted));
    // The first of several that are worth the same is the plainest.
    let best = weighed.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map_or(Fitted { regions: Vec::new(), negated: true }, |(_, fitted)| fitted)
}

/// Boxes one after the other, each the best around what is left.
fn cover(axes: &[&Axis], gains: &[f64]) -> Vec<Region> {
    let mut left = gains.to_vec();
    let mut regions = Vec::new();
    while regions.len() < BOXES {
        let (region, gain) = best(axes, &left);
        let least = if regions.is_empty() { f64::NEG_INFINITY } else { 2.0 * WORTH };
        let nothing = gain <= 0.0 && gains.contains(&0.0);
        if gain < least || (!regions.is_empty() && gain <= 0.0) || (gain < 0.0 && !nothing) {
            break;
        }
        for (hand, gain) in left.iter_mut().enumerate() {
            if region.holds(axes, hand) {
                *gain = 0.0;
            }
        }
        regions.push(region);
    }
    regions
}

/// The box with the largest gain, less what its bounds must be worth.
fn best(axes: &[&Axis], gains: &[f64]) -> (Region, f64) {
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
    for start in starts.into_iter().take(passes.max(1)) {
        let (region, gain) = grown(axes, gains, start);
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
    let mut grid = vec![vec![0.0; columns]; rows];
    for (hand, gain) in gains.iter().enumerate() {
        grid[axes[one].at[hand]][axes[other].at[hand]] += gain;
    }
    let mut best = Region::whole(axes);
    let mut most = f64::NEG_INFINITY;
    for low in 0..rows {
        let mut sums = vec![0.0; columns];
        for (high, row) in grid.iter().enumerate().skip(low) {
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

/// A box after its bounds were moved, one measure at a time, as long as that gains; then bounds that
/// are worth nothing are dropped.
fn grown(axes: &[&Axis], gains: &[f64], mut region: Region) -> (Region, f64) {
    let mut gain = region.gain(axes, gains);
    for _ in 0..axes.len() + 1 {
        let mut moved: Option<(usize, Interval, f64)> = None;
        for (measure, sums) in region.gains_by_value(axes, gains).iter().enumerate() {
            let (interval, found) = best_interval(sums);
            let most = moved.map_or(gain + WORTH / 2.0, |(_, _, most)| most);
            if interval != region.intervals[measure] && found > most {
                moved = Some((measure, interval, found));
            }
        }
        let Some((measure, interval, found)) = moved else { break };
        region.intervals[measure] = interval;
        gain = found;
    }
    for measure in 0..axes.len() {
        let last = axes[measure].values.len() - 1;
        for (low, high) in [(true, true), (true, false), (false, true)] {
            let mut wider = region.clone();
            let interval = &mut wider.intervals[measure];
            *interval = (if low { 0 } else { interval.0 }, if high { last } else { interval.1 });
            let saved = WORTH * (region.bounds(axes) - wider.bounds(axes)) as f64;
            if wider == region {
                continue;
            }
            let all = wider.gain(axes, gains);
            if gain - all <= saved {
                (gain, region) = (all, wider);
            }
        }
    }
    (region, gain)
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
            let fitted = fit(&axes, &gains);
            for (hand, (a, b)) in points.iter().enumerate() {
                assert_eq!(fitted.keeps(&axes, hand), good(*a, *b), "{a} {b}");
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
