//! Sums of whole-number variables with exact coefficients, and the model that rows of them make up.

use sleeve_language::{Rational, common_denominator};

/// A variable of a program: its position.
pub(crate) type Var = u32;

/// The most copies of one card in a zone that a search considers: as many as a line of a deck file
/// may have.
pub const MAX_COPIES: i64 = 9999;

/// An upper bound of the copies of a number of cards together.
pub(crate) fn max_total_copies(cards: usize) -> i64 {
    MAX_COPIES.saturating_mul(i64::try_from(cards.max(100)).unwrap_or(i64::MAX))
}

/// A sum of variables and a constant, divided by a whole number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LinearSum {
    /// Variables with their coefficients, each variable once, in order.
    pub terms: Vec<(Var, i64)>,
    pub constant: i64,
    /// The divisor of the whole sum; at least 1.
    pub scale: i64,
}

impl LinearSum {
    pub(crate) const ZERO: LinearSum = LinearSum::from_whole(0);

    pub(crate) const fn from_whole(constant: i64) -> LinearSum {
        LinearSum { terms: Vec::new(), constant, scale: 1 }
    }

    /// A constant fraction; `None` if it is out of range.
    pub(crate) fn from_rational(number: Rational) -> Option<LinearSum> {
        let constant = i64::try_from(number.numerator()).ok()?;
        let scale = i64::try_from(number.denominator()).ok()?;
        Some(LinearSum { terms: Vec::new(), constant, scale })
    }

    pub(crate) fn from_variable(var: Var) -> LinearSum {
        LinearSum { terms: vec![(var, 1)], constant: 0, scale: 1 }
    }

    /// A sum of terms in any order, in which a variable may appear several times.
    pub(crate) fn new(mut terms: Vec<(Var, i64)>, constant: i64, scale: i64) -> LinearSum {
        // The sort is adaptive: lists that are sorted already are only merged.
        terms.sort_by_key(|(var, _)| *var);
        terms.dedup_by(|next, previous| {
            let is_same = next.0 == previous.0;
            if is_same {
                previous.1 = previous.1.saturating_add(next.1);
            }
            is_same
        });
        terms.retain(|(_, factor)| *factor != 0);
        LinearSum { terms, constant, scale }
    }

    pub(crate) fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// The value of a sum without variables; `None` with variables.
    pub(crate) fn constant(&self) -> Option<Rational> {
        if !self.is_constant() {
            return None;
        }
        Rational::new(i128::from(self.constant), i128::from(self.scale))
    }

    /// Multiplies every part, but not the scale; `None` if a part is out of range.
    fn multiplied(&self, factor: i64) -> Option<LinearSum> {
        let mut terms = Vec::with_capacity(self.terms.len());
        for (var, n) in &self.terms {
            terms.push((*var, multiply_exactly(*n, factor)?));
        }
        let constant = multiply_exactly(self.constant, factor)?;
        Some(LinearSum { terms, constant, scale: self.scale })
    }

    /// The same number at a multiple of its scale; `None` if a part is out of range.
    pub(crate) fn at_scale(&self, scale: i64) -> Option<LinearSum> {
        Some(LinearSum { scale, ..self.multiplied(scale / self.scale)? })
    }

    /// The sum; `None` if a part is out of range.
    pub(crate) fn plus(&self, other: &LinearSum) -> Option<LinearSum> {
        let common = common_denominator(self.scale, other.scale.into())?;
        let (a, b) = (self.at_scale(common)?, other.at_scale(common)?);
        let constant = a.constant.checked_add(b.constant)?;
        Some(LinearSum::new([a.terms, b.terms].concat(), constant, common))
    }

    pub(crate) fn negated(&self) -> LinearSum {
        let terms = self.terms.iter().map(|(var, n)| (*var, -n)).collect();
        LinearSum { terms, constant: -self.constant, scale: self.scale }
    }

    /// The difference; `None` if a part is out of range.
    pub(crate) fn minus(&self, other: &LinearSum) -> Option<LinearSum> {
        self.plus(&other.negated())
    }

    /// The product with a number; `None` if a part is out of range.
    pub(crate) fn times(&self, number: Rational) -> Option<LinearSum> {
        let mut product = self.multiplied(i64::try_from(number.numerator()).ok()?)?;
        product.scale = product
            .scale
            .checked_mul(i64::try_from(number.denominator()).ok()?)?;
        (product.scale < 1 << 40).then_some(product)
    }

    /// The coefficient of a variable, times the scale; 0 if it is not in the sum.
    pub(crate) fn factor(&self, var: Var) -> i64 {
        let position = self.terms.binary_search_by_key(&var, |(var, _)| *var);
        position
            .ok()
            .and_then(|index| self.terms.get(index))
            .map_or(0, |(_, factor)| *factor)
    }

    /// The value for an assignment, times the scale.
    pub(crate) fn evaluate(&self, values: &[i64]) -> i128 {
        i128::from(self.constant) + activity(&self.terms, values)
    }
}

/// The product, if the solver can compute with it: in `f64`, which is exact for whole numbers below
/// 2^53, a bit is left for a sum of two.
fn multiply_exactly(a: i64, b: i64) -> Option<i64> {
    a.checked_mul(b)
        .filter(|product| product.unsigned_abs() < 1 << 52)
}

/// The sum of terms for an assignment.
pub(crate) fn activity(terms: &[(Var, i64)], values: &[i64]) -> i128 {
    let mut sum = 0;
    for (var, factor) in terms {
        let value = values.get(*var as usize).copied().unwrap_or(0);
        sum += i128::from(value) * i128::from(*factor);
    }
    sum
}

/// Adds all sums at once; `None` if a part is out of range.
pub(crate) fn add_sums(parts: &[LinearSum]) -> Option<LinearSum> {
    let (fine, scale) = bring_to_one_scale(parts.iter())?;
    let constant = fine
        .iter()
        .try_fold(0i64, |sum, part| sum.checked_add(part.constant))?;
    let terms = fine.into_iter().flat_map(|part| part.terms).collect();
    Some(LinearSum::new(terms, constant, scale))
}

/// Brings sums to their common scale; `None` if a part is out of range.
pub(crate) fn bring_to_one_scale<'l>(
    sums: impl Iterator<Item = &'l LinearSum> + Clone,
) -> Option<(Vec<LinearSum>, i64)> {
    let scale = sums
        .clone()
        .try_fold(1, |scale, sum| common_denominator(scale, sum.scale.into()))?;
    let fine: Option<Vec<LinearSum>> = sums.map(|sum| sum.at_scale(scale)).collect();
    Some((fine?, scale))
}

/// A variable that is 0 or 1, or its complement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Literal {
    pub var: Var,
    /// Whether it is the variable itself, not its complement.
    pub is_positive: bool,
}

impl Literal {
    /// Whether it is 1 for all values of its variable (`true`), or 0; `None`: it may be either.
    pub(crate) fn holds(self, ranges: &[Range]) -> Option<bool> {
        let range = ranges.get(self.var as usize)?;
        (range.low == range.high).then_some((range.low > 0) == self.is_positive)
    }

    /// Fixes it at 1; returns whether that narrows the range of its variable.
    fn fix(self, ranges: &mut [Range]) -> bool {
        let Some(range) = ranges.get_mut(self.var as usize) else { return false };
        let value = i64::from(self.is_positive);
        let fixed = Range { low: range.low.max(value), high: range.high.min(value) };
        std::mem::replace(range, fixed) != fixed
    }

    pub(crate) fn opposite(self) -> Literal {
        Literal { is_positive: !self.is_positive, ..self }
    }
}

/// Position of the source of a row in the sources of a [`Ground`](super::ground::Ground).
pub(crate) type SourceIndex = u32;

/// `terms <= limit`, if the guard is 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LinearRow {
    /// Variables with their coefficients, each once, in order.
    pub terms: Vec<(Var, i64)>,
    pub limit: i64,
    /// The row applies only if this literal is 1; `None`: always.
    pub guard: Option<Literal>,
    /// Position of the source of the row.
    pub source: SourceIndex,
    /// The row applies only while this source is active; `None`: always.
    pub when: Option<SourceIndex>,
    /// The row only serves rows under this guard: if it is 0, the row is not needed. `None`:
    /// always.
    pub serves: Option<Literal>,
    /// Whether the row may wait until an answer violates it: one of very many alike.
    pub is_lazy: bool,
    /// The numbers in which its source states it.
    pub original: RowScale,
}

/// The numbers in which the source of a row states it. Rows are multiplied to have whole numbers,
/// and then divided to have small ones; reasons are given in the original numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RowScale {
    pub limit: i64,
    pub scale: i64,
    pub divisor: i64,
}

impl LinearRow {
    /// A row whose numbers are those of its source.
    pub(crate) fn new(
        terms: Vec<(Var, i64)>,
        limit: i64,
        guard: Option<Literal>,
        source: SourceIndex,
    ) -> LinearRow {
        let original = RowScale { limit, scale: 1, divisor: 1 };
        LinearRow {
            terms,
            limit,
            guard,
            source,
            when: None,
            serves: None,
            is_lazy: false,
            original,
        }
    }
}

/// The most terms of a row under an open guard that bound propagation looks at: long rows seldom
/// decide their guard, and there are many of them.
const GUARD_TERMS: usize = 64;

impl LinearRow {
    /// Whether something may ask for the row.
    pub(crate) fn is_asked(&self, ranges: &[Range]) -> bool {
        self.serves
            .is_none_or(|guard| guard.holds(ranges) != Some(false))
    }

    /// Whether some variable that it reads is one of these.
    fn reads_any(&self, is_one: impl Fn(&Var) -> bool) -> bool {
        let literals = self
            .guard
            .iter()
            .chain(&self.serves)
            .map(|literal| &literal.var);
        self.terms
            .iter()
            .map(|(var, _)| var)
            .chain(literals)
            .any(is_one)
    }

    /// Whether bound propagation should try to find that the guard is 0.
    fn can_deny_guard(&self, ranges: &[Range]) -> bool {
        self.terms.len() <= GUARD_TERMS
            && self
                .guard
                .is_some_and(|guard| guard.holds(ranges).is_none())
    }
}

/// The smallest and the largest value of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Range {
    pub low: i64,
    pub high: i64,
}

/// An integer model: variables with ranges, and rows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct LinearModel {
    pub ranges: Vec<Range>,
    pub rows: Vec<LinearRow>,
    pub proximity: Option<Proximity>,
    pub partitions: Vec<Partition>,
}

/// A consequence of the rows about changes: none of the first variables differs from its number in
/// `center` by more than the variable `distance`. The rows bound all differences together; presolve
/// sees only one row at a time and would not find the bound of each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Proximity {
    pub distance: Var,
    pub center: Vec<i64>,
}

/// A consequence of the rows of one source: at most one of some variables is above zero. The search
/// tries its parts one by one, because each part leaves few rows under a guard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Partition {
    pub source: SourceIndex,
    /// Variables that no row distinguishes by whether they are above zero.
    pub parts: Vec<Vec<Var>>,
}

impl LinearModel {
    pub(crate) fn add_variable(&mut self, low: i64, high: i64) -> Var {
        self.ranges.push(Range { low, high });
        u32::try_from(self.ranges.len() - 1).unwrap_or(u32::MAX)
    }

    /// Adds a variable that is 0 or 1, as a literal.
    pub(crate) fn add_literal(&mut self) -> Literal {
        Literal { var: self.add_variable(0, 1), is_positive: true }
    }

    /// The model with room for more copies of cards: at least ten times as many, and more than any
    /// limit of a row. No more than that: with ranges a thousand times as wide, a solver in
    /// floating point fails to switch rows off.
    pub(crate) fn with_more_copies(&self) -> LinearModel {
        let largest = self
            .rows
            .iter()
            .map(|row| row.limit.saturating_abs())
            .max()
            .unwrap_or(0);
        // Twice the largest limit: a sum that a row bounds at all is then below the new ends.
        let factor = (largest / MAX_COPIES).saturating_mul(2).max(10);
        let mut lifted = self.clone();
        for Range { low, high } in &mut lifted.ranges {
            for end in [low, high] {
                // Ends below the limit come from rules or from the deck, not from the limit: they
                // stay.
                if end.saturating_abs() >= MAX_COPIES {
                    *end = end.saturating_mul(factor);
                }
            }
        }
        lifted
    }

    /// The smallest sum of terms within the ranges.
    pub(crate) fn lower_bound(&self, terms: &[(Var, i64)]) -> i64 {
        extreme_sum(&self.ranges, terms, false)
    }

    /// The largest sum of terms within the ranges.
    pub(crate) fn upper_bound(&self, terms: &[(Var, i64)]) -> i64 {
        extreme_sum(&self.ranges, terms, true)
    }

    /// The smallest and the largest value of a sum within the ranges, times its scale.
    pub(crate) fn sum_range(&self, sum: &LinearSum) -> Range {
        Range {
            low: sum.constant.saturating_add(self.lower_bound(&sum.terms)),
            high: sum.constant.saturating_add(self.upper_bound(&sum.terms)),
        }
    }

    /// Narrows the ranges of variables by the active rows (bound propagation), if some variables
    /// are `absent`, that is 0; `None` if no assignment is left.
    pub(crate) fn narrow_ranges(
        &self,
        absent: &[Var],
        holds: impl Fn(&LinearRow) -> bool,
    ) -> Option<Vec<Range>> {
        let mut ranges = self.ranges.clone();
        for var in absent {
            if let Some(range) = ranges.get_mut(*var as usize) {
                range.high = range.high.min(0);
            }
        }
        let changed = vec![0u32; ranges.len()];
        let mut narrowing = Narrowing { ranges, changed, round: 0, has_changed: true };
        let rows: Vec<&LinearRow> = self.rows.iter().filter(|row| holds(row)).collect();
        while narrowing.has_changed && narrowing.round < NARROWING_ROUNDS {
            narrowing.round += 1;
            narrowing.has_changed = false;
            for row in &rows {
                narrowing.narrow_by_row(row)?;
            }
            if let Some(proximity) = &self.proximity {
                narrowing.narrow_to_center(proximity);
            }
        }
        let ranges = narrowing.ranges;
        ranges
            .iter()
            .all(|range| range.low <= range.high)
            .then_some(ranges)
    }
}

/// Ranges that rows narrow, round by round.
struct Narrowing {
    ranges: Vec<Range>,
    /// The round in which each range changed last.
    changed: Vec<u32>,
    round: u32,
    /// Whether a range changed in this round.
    has_changed: bool,
}

impl Narrowing {
    /// Narrows ranges by a row; `None` if the row leaves no assignment.
    fn narrow_by_row(&mut self, row: &LinearRow) -> Option<()> {
        // A row gives nothing new until a range that it reads has changed. The first round looks at
        // every row; later changes are few, and most rows read none of them.
        if self.round > 1 && !row.reads_any(|var| self.has_changed_lately(*var)) {
            return Some(());
        }
        let is_certain = row
            .guard
            .is_none_or(|guard| guard.holds(&self.ranges) == Some(true));
        if !row.is_asked(&self.ranges) || !is_certain && !row.can_deny_guard(&self.ranges) {
            return Some(());
        }
        let (least, widest) = smallest_sum(&self.ranges, &row.terms);
        if least > row.limit {
            // Even the smallest sum breaks the row: so its guard is 0, and without a guard there is
            // no assignment.
            let guard = row.guard.filter(|_| !is_certain)?;
            self.has_changed |= guard.opposite().fix(&mut self.ranges);
            if let Some(last) = self.changed.get_mut(guard.var as usize) {
                *last = self.round;
            }
        }
        let room = row.limit.saturating_sub(least);
        // Mostly nothing reaches beyond the room, once ranges are narrow.
        if is_certain && room < widest {
            self.narrow_terms(&row.terms, room);
        }
        Some(())
    }

    fn has_changed_lately(&self, var: Var) -> bool {
        self.changed
            .get(var as usize)
            .is_some_and(|last| last + 1 >= self.round)
    }

    /// Narrows the range of each variable: it may use all the room that the others leave at their
    /// smallest.
    fn narrow_terms(&mut self, terms: &[(Var, i64)], room: i64) {
        for (var, factor) in terms {
            let index = *var as usize;
            let (Some(range), Some(last)) =
                (self.ranges.get_mut(index), self.changed.get_mut(index))
            else {
                continue;
            };
            let steps = room / factor.abs();
            if *factor > 0 && range.high > range.low.saturating_add(steps) {
                range.high = range.low + steps;
            } else if *factor < 0 && range.low < range.high.saturating_sub(steps) {
                range.low = range.high - steps;
            } else {
                continue;
            }
            (self.has_changed, *last) = (true, self.round);
        }
    }

    fn narrow_to_center(&mut self, proximity: &Proximity) {
        let distance = self.ranges.get(proximity.distance as usize);
        let most = distance.map_or(i64::MAX, |range| range.high);
        let ranges = self
            .ranges
            .iter_mut()
            .zip(&proximity.center)
            .zip(&mut self.changed);
        for ((range, center), last) in ranges {
            let (low, high) = (center.saturating_sub(most), center.saturating_add(most));
            if range.low < low || range.high > high {
                range.low = range.low.max(low);
                range.high = range.high.min(high);
                (self.has_changed, *last) = (true, self.round);
            }
        }
    }
}

/// The smallest sum of terms within ranges, and the most that one variable can add to it.
fn smallest_sum(ranges: &[Range], terms: &[(Var, i64)]) -> (i64, i64) {
    let (mut least, mut widest) = (0i64, 0i64);
    for (var, factor) in terms {
        let range = ranges
            .get(*var as usize)
            .copied()
            .unwrap_or(Range { low: 0, high: 0 });
        let Range { low, high } = range;
        let (from, to) = if *factor > 0 { (low, high) } else { (high, low) };
        let from = factor.saturating_mul(from);
        least = least.saturating_add(from);
        widest = widest.max(factor.saturating_mul(to).saturating_sub(from));
    }
    (least, widest)
}

/// The smallest or the largest sum of terms within ranges.
fn extreme_sum(ranges: &[Range], terms: &[(Var, i64)], largest: bool) -> i64 {
    let mut sum = 0i64;
    for (var, factor) in terms {
        let range = ranges
            .get(*var as usize)
            .copied()
            .unwrap_or(Range { low: 0, high: 0 });
        let end = if (*factor > 0) == largest { range.high } else { range.low };
        sum = sum.saturating_add(factor.saturating_mul(end));
    }
    sum
}

/// The most passes of bound propagation. Ranges may shrink by one in each pass, so that some limit
/// is needed; stopping early only leaves ranges wider.
const NARROWING_ROUNDS: u32 = 6;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_keep_exact_fractions() {
        let half = LinearSum::from_rational(Rational::new(1, 2).unwrap()).unwrap();
        let third = LinearSum::from_variable(3)
            .times(Rational::new(1, 3).unwrap())
            .unwrap();
        let sum = half.plus(&third).unwrap();
        assert_eq!(sum, LinearSum { terms: vec![(3, 2)], constant: 3, scale: 6 });
        assert_eq!(sum.minus(&third).unwrap().constant(), Rational::new(1, 2));
    }

    #[test]
    fn ranges_are_narrowed_until_nothing_changes() {
        let mut model = LinearModel::default();
        let (x, y) = (model.add_variable(0, MAX_COPIES), model.add_variable(0, MAX_COPIES));
        let row = |terms: &[(Var, i64)], limit| LinearRow::new(terms.to_vec(), limit, None, 0);
        model.rows.push(row(&[(x, 2), (y, 1)], 7));
        model.rows.push(row(&[(x, -1)], -2));
        let narrow = vec![Range { low: 2, high: 3 }, Range { low: 0, high: 3 }];
        assert_eq!(model.narrow_ranges(&[], |_| true), Some(narrow));
        model.rows.push(row(&[(y, -1)], -4));
        assert_eq!(model.narrow_ranges(&[], |_| true), None);
    }
}
