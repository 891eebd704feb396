//! Few boxes that cover roughly the hands that are worth keeping.
//!
//! A hand is a point whose coordinates are measures; a box bounds some of them. The best interval
//! of one measure, with the others bounded, is the contiguous part with the largest sum (Bentley,
//! "Algorithm Design Techniques", 1984). The best pair of intervals is found by trying the bounds
//! of the first. Boxes grow from every such pair, measure by measure, as long as that gains.

use sleeve_data::Arrange;
use sleeve_language::Rational;
use std::collections::HashMap;

/// The probability that another bound or another box must gain to be worth reading.
const BOUND_WORTH: f64 = 2e-6;

/// Factors by which the cost of hands that should be outside is exaggerated: with a high one, the
/// first box does not grow over hands that further boxes would leave out.
const CAUTION_FACTORS: [f64; 3] = [1.0, 4.0, 1000.0];

/// Most boxes of one condition.
const MOST_BOXES: usize = 3;

/// Most terms of sums over hands that growing boxes may add.
const GROWTH_SUMS: usize = 20_000_000;

/// Boxes, with whether hands are kept inside or outside of them.
pub(super) struct FittedBoxes {
    pub(super) regions: Vec<Region>,
    pub(super) negated: bool,
}

impl FittedBoxes {
    pub(super) fn kept_hands(&self, plane: &Plane<'_>) -> Vec<bool> {
        let mut inside = HandSet::empty(plane.count);
        for region in &self.regions {
            plane
                .hands_in_box(region)
                .for_each(|hand| inside.insert(hand));
        }
        (0..plane.count)
            .map(|hand| inside.contains(hand) != self.negated)
            .collect()
    }

    fn count_bounds(&self, axes: &[&Axis]) -> usize {
        let bounds: usize = self
            .regions
            .iter()
            .map(|region| region.count_bounds(axes))
            .sum();
        bounds + self.regions.len() + usize::from(self.negated)
    }

    fn total_gain(&self, plane: &Plane<'_>, gains: &[f64]) -> f64 {
        let kept = self.kept_hands(plane);
        gains
            .iter()
            .zip(kept)
            .filter(|(_, kept)| *kept)
            .map(|(gain, _)| gain)
            .sum()
    }
}

/// The few boxes with few bounds that gain most, around the hands to keep or around those to
/// exchange.
pub(super) fn fit_boxes(plane: &Plane<'_>, gains: &[f64]) -> FittedBoxes {
    let mut best: Option<(f64, FittedBoxes)> = None;
    for negated in [false, true] {
        for caution in CAUTION_FACTORS {
            let weighed: Vec<f64> = gains
                .iter()
                .map(|gain| weigh_gain(*gain, negated, caution))
                .collect();
            let fitted = FittedBoxes { regions: cover_gains(plane, &weighed), negated };
            let worth = fitted.total_gain(plane, gains)
                - BOUND_WORTH * fitted.count_bounds(plane.axes) as f64;
            // Of equal worth the first is the plainest: not negated, least exaggerated.
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, fitted));
            }
        }
    }
    best.map_or(FittedBoxes { regions: Vec::new(), negated: true }, |(_, fitted)| fitted)
}

/// The gain of having a hand inside, or of having it outside; a loss is exaggerated.
fn weigh_gain(gain: f64, negated: bool, caution: f64) -> f64 {
    let inside = if negated { -gain } else { gain };
    if inside < 0.0 { inside * caution } else { inside }
}

/// Boxes one after the other, each the best around the hands outside the boxes before.
fn cover_gains(plane: &Plane<'_>, gains: &[f64]) -> Vec<Region> {
    let mut left = gains.to_vec();
    let mut regions = Vec::new();
    while regions.len() < MOST_BOXES {
        let (region, gain) = best_box(plane, &left);
        let least = if regions.is_empty() { f64::NEG_INFINITY } else { 2.0 * BOUND_WORTH };
        let nothing = gain <= 0.0 && gains.contains(&0.0);
        if gain < least || (!regions.is_empty() && gain <= 0.0) || (gain < 0.0 && !nothing) {
            break;
        }
        // The hands in a box are decided: the next box neither gains nor loses by containing them
        // too.
        plane
            .hands_in_box(&region)
            .for_each(|hand| left[hand] = 0.0);
        regions.push(region);
    }
    regions
}

/// The box with the largest gain, less the worth of its bounds, and its gain.
fn best_box(plane: &Plane<'_>, gains: &[f64]) -> (Region, f64) {
    let axes = plane.axes;
    let total: f64 = gains.iter().sum();
    let mut best = (Region::unbounded(axes), total);
    let mut worth = total;
    let pass = gains
        .len()
        .saturating_mul(axes.len() + 1)
        .saturating_mul(axes.len() + 1);
    let passes = GROWTH_SUMS / pass.max(1);
    let mut starts = vec![Region::unbounded(axes)];
    for first in 0..axes.len() {
        for second in first + 1..axes.len() {
            starts.push(best_pair(axes, gains, first, second));
        }
    }
    let mut grower = BoxGrower { plane, gains, moves: HashMap::new() };
    for start in starts.into_iter().take(passes.max(1)) {
        let Some((region, gain)) = grower.grow_box(start) else { continue };
        let net_gain = gain - BOUND_WORTH * region.count_bounds(axes) as f64;
        if net_gain > worth {
            worth = net_gain;
            best = (region, gain);
        }
    }
    best
}

/// The best intervals of two measures, all others unbounded: for every pair of rows of a grid, the
/// best run of columns (Bentley's way to the subarray of largest sum).
fn best_pair(axes: &[&Axis], gains: &[f64], one: usize, other: usize) -> Region {
    let (rows, columns) = (axes[one].values.len(), axes[other].values.len());
    let mut grid = vec![0.0; rows * columns];
    for (gain, (row, column)) in gains
        .iter()
        .zip(axes[one].positions.iter().zip(&axes[other].positions))
    {
        grid[row * columns + column] += gain;
    }
    let mut best = Region::unbounded(axes);
    let mut most = f64::NEG_INFINITY;
    let mut sums = vec![0.0; columns];
    for low in 0..rows {
        sums.fill(0.0);
        for high in low..rows {
            let row = &grid[high * columns..(high + 1) * columns];
            sums.iter_mut()
                .zip(row)
                .for_each(|(sum, gain)| *sum += gain);
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

/// Grows boxes around one set of gains, and remembers the boxes on the way.
struct BoxGrower<'a> {
    plane: &'a Plane<'a>,
    gains: &'a [f64],
    /// The boxes on the way, with the number of moves to their end: no box is grown twice.
    moves: HashMap<Region, usize>,
}

impl BoxGrower<'_> {
    /// Moves the bounds of a box, one measure at a time, as long as that gains; then drops bounds
    /// that gain nothing. `None` if another box led to the same end.
    fn grow_box(&mut self, mut region: Region) -> Option<(Region, f64)> {
        let most = self.plane.axes.len() + 1;
        let mut gain = self.plane.hands_in_box(&region).gain(self.gains);
        let (mut way, mut sums) = (Vec::new(), Vec::new());
        for moved in 0..=most {
            if self
                .moves
                .get(&region)
                .is_some_and(|more| moved + more <= most)
            {
                return None;
            }
            if moved == most {
                // The moves ran out before an end: other boxes on this way might go further.
                way.clear();
                break;
            }
            way.push(region.clone());
            self.plane.gains_by_value(&region, self.gains, &mut sums);
            let Some((measure, interval, new_gain)) = self.best_move(&region, gain, &sums) else {
                break;
            };
            region.intervals[measure] = interval;
            gain = new_gain;
        }
        let places = way.into_iter().rev().enumerate();
        self.moves
            .extend(places.map(|(more, region)| (region, more)));
        Some(self.drop_bounds(region, gain))
    }

    fn best_move(
        &self,
        region: &Region,
        gain: f64,
        sums: &[f64],
    ) -> Option<(usize, Interval, f64)> {
        let mut moved: Option<(usize, Interval, f64)> = None;
        for (measure, ends) in self.plane.offsets.windows(2).enumerate() {
            let (interval, new_gain) = best_interval(&sums[ends[0]..ends[1]]);
            let most = moved.map_or(gain + BOUND_WORTH / 2.0, |(_, _, most)| most);
            if interval != region.intervals[measure] && new_gain > most {
                moved = Some((measure, interval, new_gain));
            }
        }
        moved
    }

    /// Drops the bounds of a box that are worth nothing.
    fn drop_bounds(&self, mut region: Region, mut gain: f64) -> (Region, f64) {
        let axes = self.plane.axes;
        for (measure, axis) in axes.iter().enumerate() {
            for (low, high) in [(true, true), (true, false), (false, true)] {
                let mut wider = region.clone();
                let interval = &mut wider.intervals[measure];
                *interval = (
                    if low { 0 } else { interval.0 },
                    if high { axis.last_position() } else { interval.1 },
                );
                if wider == region {
                    continue;
                }
                let saved =
                    BOUND_WORTH * (region.count_bounds(axes) - wider.count_bounds(axes)) as f64;
                let all = self.plane.hands_in_box(&wider).gain(self.gains);
                if gain - all <= saved {
                    (gain, region) = (all, wider);
                }
            }
        }
        (region, gain)
    }
}

/// The contiguous part of largest sum, the widest of several, never empty, in one pass.
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

/// Most words of 64 hands that are kept so that bounds need not be evaluated hand by hand: 8 MiB.
const CACHED_WORDS: usize = 1 << 20;

/// The first and the last value inside an interval, by their positions.
pub(super) type Interval = (usize, usize);

#[derive(Clone)]
pub(super) struct Axis {
    /// Its different values, ascending.
    pub(super) values: Vec<Rational>,
    /// The position of every hand's value.
    pub(super) positions: Vec<usize>,
}

impl Axis {
    pub(super) fn new(values: Vec<Rational>) -> Axis {
        let mut different = values.clone();
        different.arrange();
        different.dedup();
        let at = values
            .iter()
            .map(|value| different.partition_point(|other| other < value));
        Axis { positions: at.collect(), values: different }
    }

    pub(super) fn last_position(&self) -> usize {
        self.values.len().saturating_sub(1)
    }

    /// For each value the set of hands with a smaller one; then the set of all hands.
    fn hands_below(&self, count: usize) -> Vec<HandSet> {
        let mut each = vec![HandSet::empty(count); self.values.len() + 1];
        self.positions
            .iter()
            .enumerate()
            .for_each(|(hand, at)| each[at + 1].insert(hand));
        for at in 1..each.len() {
            let (smaller, rest) = each.split_at_mut(at);
            rest[0]
                .words
                .iter_mut()
                .zip(&smaller[at - 1].words)
                .for_each(|(a, b)| *a |= b);
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
    pub(super) fn unbounded(axes: &[&Axis]) -> Region {
        Region { intervals: axes.iter().map(|axis| (0, axis.last_position())).collect() }
    }

    /// The measures that the box bounds, with their intervals.
    fn bounded_measures(&self, axes: &[&Axis]) -> Vec<(usize, Interval)> {
        let each = self.intervals.iter().zip(axes).enumerate();
        let bounded = each.filter(|(_, (interval, axis))| **interval != (0, axis.last_position()));
        bounded
            .map(|(measure, (interval, _))| (measure, *interval))
            .collect()
    }

    /// How many bounds a reader of the condition has to read.
    pub(super) fn count_bounds(&self, axes: &[&Axis]) -> usize {
        let mut bounds = 0;
        for ((low, high), axis) in self.intervals.iter().zip(axes) {
            bounds += usize::from(*low > 0) + usize::from(*high + 1 < axis.values.len());
        }
        bounds
    }
}

/// A set of hands, a bit for each.
#[derive(Clone)]
pub(super) struct HandSet {
    words: Vec<u64>,
}

impl HandSet {
    pub(super) fn empty(count: usize) -> HandSet {
        HandSet { words: vec![0; count.div_ceil(64)] }
    }

    pub(super) fn insert(&mut self, hand: usize) {
        self.words[hand / 64] |= 1 << (hand % 64);
    }

    pub(super) fn contains(&self, hand: usize) -> bool {
        (self.words[hand / 64] >> (hand % 64)) & 1 == 1
    }

    /// Visits all hands of the set in their order.
    pub(super) fn for_each(&self, mut visit: impl FnMut(usize)) {
        for (at, word) in self.words.iter().enumerate() {
            let mut left = *word;
            while left != 0 {
                visit(at * 64 + left.trailing_zeros() as usize);
                left &= left - 1;
            }
        }
    }

    pub(super) fn gain(&self, gains: &[f64]) -> f64 {
        let mut sum = 0.0;
        self.for_each(|hand| sum += gains[hand]);
        sum
    }
}

/// All measures of all hands, laid out so that the sums over them are fast.
pub(super) struct Plane<'a> {
    pub(super) axes: &'a [&'a Axis],
    pub(super) count: usize,
    /// The offset of each measure's sums, and the end of the last.
    pub(super) offsets: Vec<usize>,
    /// For one hand after the other, the place of its sum for each measure.
    places: Vec<usize>,
    /// For each measure the sets of [`Axis::hands_below`]; empty if they would take too much
    /// memory.
    below: Vec<Vec<HandSet>>,
}

impl<'a> Plane<'a> {
    /// The plane of `count` hands by these measures.
    pub(super) fn new(axes: &'a [&'a Axis], count: usize) -> Plane<'a> {
        let mut from = vec![0];
        let mut end = 0;
        for axis in axes {
            end += axis.values.len();
            from.push(end);
        }
        let mut places = Vec::with_capacity(count * axes.len());
        for hand in 0..count {
            places.extend(
                axes.iter()
                    .zip(&from)
                    .map(|(axis, from)| from + axis.positions[hand]),
            );
        }
        let few = (end + axes.len()).saturating_mul(count.div_ceil(64)) <= CACHED_WORDS;
        let below = if few {
            axes.iter().map(|axis| axis.hands_below(count)).collect()
        } else {
            Vec::new()
        };
        Plane { axes, count, offsets: from, places, below }
    }

    /// Keeps the hands of a set whose values of a measure are in an interval.
    fn keep_interval(&self, hands: &mut HandSet, measure: usize, (low, high): Interval) {
        match self.below.get(measure) {
            Some(below) => {
                let (over, under) = (&below[high + 1].words, &below[low].words);
                for (word, (over, under)) in hands.words.iter_mut().zip(over.iter().zip(under)) {
                    *word &= over & !under;
                }
            }
            None => {
                let mut left = HandSet::empty(self.count);
                let at = &self.axes[measure].positions;
                hands.for_each(|hand| {
                    if (low..=high).contains(&at[hand]) {
                        left.insert(hand);
                    }
                });
                *hands = left;
            }
        }
    }

    fn hands_within(&self, bounds: impl Iterator<Item = (usize, Interval)>) -> HandSet {
        // Bits beyond the last hand stay clear: visits of the set rely on it.
        let mut hands = HandSet { words: vec![u64::MAX; self.count.div_ceil(64)] };
        if let Some(last) = hands
            .words
            .last_mut()
            .filter(|_| !self.count.is_multiple_of(64))
        {
            *last = (1 << (self.count % 64)) - 1;
        }
        for (measure, interval) in bounds {
            self.keep_interval(&mut hands, measure, interval);
        }
        hands
    }

    pub(super) fn hands_in_box(&self, region: &Region) -> HandSet {
        self.hands_within(region.bounded_measures(self.axes).into_iter())
    }

    /// For every measure the sum of gains by its value, over the hands inside the bounds of all
    /// other measures.
    pub(super) fn gains_by_value(&self, region: &Region, gains: &[f64], sums: &mut Vec<f64>) {
        sums.clear();
        sums.resize(self.offsets[self.axes.len()], 0.0);
        let bounded = region.bounded_measures(self.axes);
        let width = self.axes.len();
        self.hands_within(bounded.iter().copied()).for_each(|hand| {
            let places = &self.places[hand * width..(hand + 1) * width];
            places.iter().for_each(|place| sums[*place] += gains[hand]);
        });
        for (measure, _) in &bounded {
            let others = bounded
                .iter()
                .filter(|(other, _)| other != measure)
                .copied();
            // The sums of a bounded measure are made anew: without its own bound more hands are
            // inside.
            sums[self.offsets[*measure]..self.offsets[measure + 1]].fill(0.0);
            self.hands_within(others).for_each(|hand| {
                sums[self.places[hand * width + measure]] += gains[hand];
            });
        }
    }
}

#[cfg(test)]
#[path = "../../../../tests/unit/odds/advice_boxes.rs"]
mod tests;
