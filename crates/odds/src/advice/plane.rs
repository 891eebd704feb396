//! Measures of hands as axes of a space: boxes in it, the hands that boxes hold, and sums over these.

use sleeve_language::Rational;

/// Most words of 64 hands that are kept so that bounds need not be evaluated hand by hand: 8 MiB.
const CACHED_WORDS: usize = 1 << 20;

/// The first and the last value inside an interval, by their positions.
pub(super) type Interval = (usize, usize);

/// A measure of all hands.
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
        different.sort();
        different.dedup();
        let at = values.iter().map(|value| different.partition_point(|other| other < value));
        Axis { positions: at.collect(), values: different }
    }

    pub(super) fn last_position(&self) -> usize {
        self.values.len().saturating_sub(1)
    }

    /// For each value the set of hands with a smaller one; then the set of all hands.
    fn hands_below(&self, count: usize) -> Vec<HandSet> {
        let mut each = vec![HandSet::empty(count); self.values.len() + 1];
        self.positions.iter().enumerate().for_each(|(hand, at)| each[at + 1].insert(hand));
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
    pub(super) fn unbounded(axes: &[&Axis]) -> Region {
        Region { intervals: axes.iter().map(|axis| (0, axis.last_position())).collect() }
    }

    /// The measures that the box bounds, with their intervals.
    fn bounded_measures(&self, axes: &[&Axis]) -> Vec<(usize, Interval)> {
        let each = self.intervals.iter().zip(axes).enumerate();
        let bounded = each.filter(|(_, (interval, axis))| **interval != (0, axis.last_position()));
        bounded.map(|(measure, (interval, _))| (measure, *interval)).collect()
    }

    /// How many bounds a reader of the condition has to read.
    pub(super) fn count_bounds(&self, axes: &[&Axis]) -> usize {
        let bound = |((low, high), axis): (&Interval, &&Axis)| {
            usize::from(*low > 0) + usize::from(*high + 1 < axis.values.len())
        };
        self.intervals.iter().zip(axes).map(bound).sum()
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
    /// For each measure the sets of [`Axis::hands_below`]; empty where they would take too much memory.
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
        let place = |hand: usize| {
            axes.iter().zip(&from).map(move |(axis, from)| from + axis.positions[hand])
        };
        let places = (0..count).flat_map(place).collect();
        let few = (end + axes.len()).saturating_mul(count.div_ceil(64)) <= CACHED_WORDS;
        let below = if few {
            axes.iter().map(|axis| axis.hands_below(count)).collect()
        } else {
            Vec::new()
        };
        Plane { axes, count, offsets: from, places, below }
    }

    /// Keeps the hands of a set whose values of a measure lie in an interval.
    fn keep_interval(&self, hands: &mut HandSet, (measure, (low, high)): (usize, Interval)) {
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

    /// The hands inside all of these bounds.
    fn hands_within(&self, bounds: impl Iterator<Item = (usize, Interval)>) -> HandSet {
        // Bits beyond the last hand stay clear: visits of the set rely on it.
        let mut hands = HandSet { words: vec![u64::MAX; self.count.div_ceil(64)] };
        if let Some(last) = hands.words.last_mut().filter(|_| !self.count.is_multiple_of(64)) {
            *last = (1 << (self.count % 64)) - 1;
        }
        bounds.for_each(|bound| self.keep_interval(&mut hands, bound));
        hands
    }

    /// The hands that a box holds.
    pub(super) fn hands_in_box(&self, region: &Region) -> HandSet {
        self.hands_within(region.bounded_measures(self.axes).into_iter())
    }

    /// For every measure the sum of gains by its value, over the hands inside the bounds of all other measures.
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
            let others = bounded.iter().filter(|(other, _)| other != measure).copied();
            // The sums of a bounded measure are made anew: without its own bound more hands are inside.
            sums[self.offsets[*measure]..self.offsets[measure + 1]].fill(0.0);
            let add = |hand: usize| sums[self.places[hand * width + measure]] += gains[hand];
            self.hands_within(others).for_each(add);
        }
    }
}
