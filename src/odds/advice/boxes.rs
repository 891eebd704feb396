//! Few boxes that cover about the hands which gain by being kept.
//!
//! A hand is a point whose coordinates are measures; a box bounds some of them. The best interval of
//! one measure, the others bounded, is the contiguous part of largest sum (Bentley, "Algorithm Design
//! Techniques", 1984); the best pair of intervals is found by trying the bounds of the first. Boxes
//! grow from every such pair, measure by measure, as long as that gains.

use crate::language::Rational;
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

/// Most words of 64 hands that are kept so that bounds are found ready.
const WORDS: usize = 1 << 20;

/// The first and the last value that are let through, by their positions.
pub(super) type Interval = (usize, usize);

/// A measure of hands.
#[derive(Clone)]
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

    fn last(&self) -> usize {
        self.values.len().saturating_sub(1)
    }

    /// For each value the hands with a smaller one, and then all.
    fn below(&self, count: usize) -> Vec<Hands> {
        let mut each = vec![Hands::none(count); self.values.len() + 1];
        self.at.iter().enumerate().for_each(|(hand, at)| each[at + 1].insert(hand));
        for at in 1..each.len() {
            let (smaller, rest) = each.split_at_mut(at);
            rest[0].words.iter_mut().zip(&smaller[at - 1].words).for_each(|(a, b)| *a |= b);
        }
        each
    }
}

/// A box: an interval for each measure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Region {
    pub(super) intervals: Vec<Interval>,
}

impl Region {
    fn whole(axes: &[&Axis]) -> Region {
        Region { intervals: axes.iter().map(|axis| (0, axis.last())).collect() }
    }

    /// The measures that it bounds.
    fn bounded(&self, axes: &[&Axis]) -> Vec<(usize, Interval)> {
        let each = self.intervals.iter().zip(axes).enumerate();
        let bounded = each.filter(|(_, (interval, axis))| **interval != (0, axis.last()));
        bounded.map(|(measure, (interval, _))| (measure, *interval)).collect()
    }

    /// How many bounds are read.
    fn bounds(&self, axes: &[&Axis]) -> usize {
        let bound = |((low, high), axis): (&Interval, &&Axis)| {
            usize::from(*low > 0) + usize::from(*high + 1 < axis.values.len())
        };
        self.intervals.iter().zip(axes).map(bound).sum()
    }
}

/// A set of hands, a bit for each.
#[derive(Clone)]
struct Hands {
    words: Vec<u64>,
}

impl Hands {
    fn none(count: usize) -> Hands {
        Hands { words: vec![0; count.div_ceil(64)] }
    }

    fn insert(&mut self, hand: usize) {
        self.words[hand / 64] |= 1 << (hand % 64);
    }

    fn holds(&self, hand: usize) -> bool {
        self.words[hand / 64] >> (hand % 64) & 1 == 1
    }

    /// Visits all of them in their order.
    fn each(&self, mut visit: impl FnMut(usize)) {
        for (at, word) in self.words.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                visit(at * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    fn gain(&self, gains: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.each(|hand| sum += gains[hand]);
        sum
    }
}

/// Boxes, and whether hands are kept inside them or outside.
pub(super) struct Fitted {
    pub(super) regions: Vec<Region>,
    pub(super) negated: bool,
}

impl Fitted {
    /// Which of the hands are kept.
    pub(super) fn keeps(&self, plane: &Plane<'_>) -> Vec<bool> {
        let mut inside = Hands::none(plane.count);
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

/// All measures of all hands, laid out so that the sums over them are fast.
pub(super) struct Plane<'a> {
    axes: &'a [&'a Axis],
    /// How many hands there are.
    count: usize,
    /// Where the sums of each measure begin, and where those of the last end.
    from: Vec<usize>,
    /// For one hand after the other, where each measure's sum for its value is.
    places: Vec<usize>,
    /// For each of these sums the hands with a smaller value, and at the end of each measure all;
    /// empty where that would be too much.
    below: Vec<Vec<Hands>>,
}

impl<'a> Plane<'a> {
    /// So many hands by these measures.
    pub(super) fn of(axes: &'a [&'a Axis], count: usize) -> Plane<'a> {
        let mut from = vec![0];
        let mut end = 0;
        for axis in axes {
            end += axis.values.len();
            from.push(end);
        }
        let place =
            |hand: usize| axes.iter().zip(&from).map(move |(axis, from)| from + axis.at[hand]);
        let places = (0..count).flat_map(place).collect();
        let few = (end + axes.len()).saturating_mul(count.div_ceil(64)) <= WORDS;
        let below =
            if few { axes.iter().map(|axis| axis.below(count)).collect() } else { Vec::new() };
        Plane { axes, count, from, places, below }
    }

    /// Leaves those of a set whose values of a measure are in an interval.
    fn cut(&self, hands: &mut Hands, (measure, (low, high)): (usize, Interval)) {
        match self.below.get(measure) {
            Some(below) => {
                let (over, under) = (&below[high + 1].words, &below[low].words);
                for (word, (over, under)) in hands.words.iter_mut().zip(over.iter().zip(under)) {
                    *word &= over & !under;
                }
            }
            None => {
                let mut left = Hands::none(self.count);
                let at = &self.axes[measure].at;
                hands.each(|hand| {
                    if (low..=high).contains(&at[hand]) {
                        left.insert(hand);
                    }
                });
                *hands = left;
            }
        }
    }

    /// The hands that all of these bounds let through.
    fn through(&self, bounds: impl Iterator<Item = (usize, Interval)>) -> Hands {
        let mut hands = Hands { words: vec![u64::MAX; self.count.div_ceil(64)] };
        if let Some(last) = hands.words.last_mut().filter(|_| self.count % 64 > 0) {
            *last = (1 << (self.count % 64)) - 1;
        }
        bounds.for_each(|bound| self.cut(&mut hands, bound));
        hands
    }

    /// The hands that a box holds.
    fn hands(&self, region: &Region) -> Hands {
        self.through(region.bounded(self.axes).into_iter())
    }

    /// For every measure the gains by its value, of the hands that the other bounds let through.
    fn gains_by_value(&self, region: &Region, gains: &[f64], sums: &mut Vec<f64>) {
        sums.clear();
        sums.resize(self.from[self.axes.len()], 0.0);
        let bounded = region.bounded(self.axes);
        let width = self.axes.len();
        self.through(bounded.iter().copied()).each(|hand| {
            let places = &self.places[hand * width..(hand + 1) * width];
            places.iter().for_each(|place| sums[*place] += gains[hand]);
        });
        for (measure, _) in &bounded {
            let others = bounded.iter().filter(|(other, _)| other != measure).copied();
            // Of these the hands inside the box are already there.
            sums[self.from[*measure]..self.from[measure + 1]].fill(0.0);
            let add = |hand: usize| sums[self.places[hand * width + measure]] += gains[hand];
            self.through(others).each(add);
        }
    }
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
