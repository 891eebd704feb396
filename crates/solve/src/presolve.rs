//! The presolve: reduces a model to a small program.
//!
//! Cards that no row and no cost distinguishes become one column with the room of all of them.
//! Without this merge, the nearest deck in 1,000 classes took three times as long, at the same
//! optimum. Rows with very many similar ones are lazy: they wait until an answer violates them. A
//! row under a guard gets the smallest big-M factor that switches it off, since larger ones cost a
//! solver in floating point its precision.

use super::{
    linear::{LinearModel, LinearRow, Literal, Range, SourceIndex, Var, activity},
    solver::IntegerProgram,
};
use foldhash::fast::RandomState;
use sleeve_data::Arrange;
use std::collections::HashMap;

/// The part of a model that a search looks at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Focus {
    /// For every source, whether its rows are active; sources beyond the end are.
    pub sources: Vec<bool>,
    /// Lazy rows that an answer violated: they are rows of the program from then on.
    pub activated: Vec<bool>,
    /// Variables that are 0.
    pub absent: Vec<Var>,
    /// Variables with a column of their own.
    pub separate: Vec<bool>,
    /// Whether rows under guards are left out.
    pub skips_guards: bool,
    /// Whether ranges stay as they are and no row is lazy, so that each row of the program can be
    /// traced to its source.
    pub keeps_ranges: bool,
}

impl Focus {
    /// Whether a row is active: its source is in focus, so is that of its zone, and guards are not
    /// left out.
    pub(crate) fn includes(&self, row: &LinearRow) -> bool {
        !(self.skips_guards && row.guard.is_some())
            && self.includes_source(row.source)
            && row.when.is_none_or(|source| self.includes_source(source))
    }

    pub(crate) fn includes_source(&self, source: SourceIndex) -> bool {
        self.sources.get(source as usize).copied().unwrap_or(true)
    }

    fn is_active(&self, index: usize, row: &LinearRow) -> bool {
        self.keeps_ranges || !row.is_lazy || self.activated.get(index).copied().unwrap_or(false)
    }
}

/// The cost of one unit of each variable, in the stage at hand.
#[derive(Clone, Copy)]
pub(crate) enum VariableCost<'c> {
    Nothing,
    /// The value of one variable.
    One(Var),
    /// The price of each variable: variables of different prices are never merged.
    Exact(&'c dyn Fn(Var) -> i64),
    /// The prices of the copies of a variable, the first copy first, with the number of copies of
    /// each price. No copy is cheaper than the one before it, and copies beyond the last price cost
    /// as much. Variables stay merged: the cheapest copies of a class get their own columns, and
    /// those beyond [`COPY_COLUMNS`] cost as much as the first of them, so that an optimum proves
    /// nothing.
    Copies(&'c dyn Fn(Var) -> Vec<(i64, i64)>),
}

/// The most columns of a class that the prices of copies distinguish. A repair that brings in more
/// copies of such cards chooses the rest only by their order.
const COPY_COLUMNS: usize = 64;

impl VariableCost<'_> {
    pub(crate) fn price(self, var: Var) -> i64 {
        match self {
            VariableCost::Nothing => 0,
            VariableCost::One(other) => i64::from(var == other),
            VariableCost::Exact(price) => price(var),
            VariableCost::Copies(prices) => prices(var).first().map_or(0, |(price, _)| *price),
        }
    }

    /// Whether an assignment of the least cost is proven to be the cheapest.
    pub(crate) fn is_exact(self) -> bool {
        matches!(self, VariableCost::One(_) | VariableCost::Exact(_))
    }

    /// The first of these variables that have a price, with their prices.
    pub(crate) fn list_prices(self, variables: usize) -> Vec<(Var, i64)> {
        if let VariableCost::Nothing = self {
            return Vec::new();
        }
        let vars = 0..u32::try_from(variables).unwrap_or(u32::MAX);
        vars.map(|var| (var, self.price(var)))
            .filter(|(_, price)| *price != 0)
            .collect()
    }
}

/// A small program, and the meaning of its columns and rows.
pub(crate) struct ReducedProgram {
    pub program: IntegerProgram,
    /// The variables of each column with the most that each receives of its value, in the order in
    /// which they receive it.
    members: Vec<Vec<(Var, i64)>>,
    /// For each row of the program, its row in the model.
    pub rows: Vec<usize>,
    /// The number of variables of the model.
    variables: usize,
    /// The active rows of the model that are not in the program yet.
    pub lazy_rows: Vec<usize>,
}

/// A model, and the part of it that one stage of a search solves.
pub(crate) struct Reduction<'m> {
    pub model: &'m LinearModel,
    pub focus: &'m Focus,
    /// The number of variables that count cards. They come first, and only they may be merged.
    pub cards: usize,
    /// The rank of each card. Cards that share a column receive its copies in this order.
    pub order: &'m [u32],
    pub cost: VariableCost<'m>,
}

/// The rows that hold, each with its position in the model.
#[derive(Default)]
struct SplitRows<'m> {
    active: Vec<(usize, &'m LinearRow)>,
    lazy: Vec<usize>,
}

impl<'m> Reduction<'m> {
    /// Reduces the model; `None` if narrowed ranges leave no assignment.
    pub(crate) fn reduce(&self) -> Option<ReducedProgram> {
        let ranges = self.find_ranges()?;
        let rows = self.split_rows(&ranges);
        let classes = self.merge_variables(&ranges, &rows.active);
        let mut program = IntegerProgram::default();
        let columns = ColumnMap::new(&classes, ranges.len(), self.cost, &mut program);
        let limits = find_shared_limits(&ranges, &rows.active);
        let mut program_rows = Vec::new();
        for (index, row) in rows.active {
            if let Some((terms, limit)) = reduce_row(row, &ranges, &limits, &columns)
                && (!terms.is_empty() || limit < 0)
            {
                program_rows.push(index);
                program.rows.push((terms, limit));
            }
        }
        Some(ReducedProgram {
            program,
            members: columns.members,
            rows: program_rows,
            variables: ranges.len(),
            lazy_rows: rows.lazy,
        })
    }

    fn find_ranges(&self) -> Option<Vec<Range>> {
        if self.focus.keeps_ranges {
            return Some(self.model.ranges.clone());
        }
        self.model
            .narrow_ranges(&self.focus.absent, |row| self.focus.includes(row))
    }

    fn split_rows(&self, ranges: &[Range]) -> SplitRows<'m> {
        let mut split = SplitRows::default();
        for (index, row) in self.model.rows.iter().enumerate() {
            if !self.focus.includes(row) || !row.is_asked(ranges) {
                continue;
            }
            if self.focus.is_active(index, row) {
                split.active.push((index, row));
            } else {
                split.lazy.push(index);
            }
        }
        split
    }

    /// Merges the variables that may share a column and have the same signature. A variable that is
    /// always 0 is in no class, nor one that is not needed and may be 0.
    fn merge_variables(&self, ranges: &[Range], active: &[(usize, &LinearRow)]) -> Vec<Class> {
        // Prices count as one more row: cards of different prices may not merge, or the cheaper one
        // would be lost among them. Prices of copies merge.
        let is_exact = self.cost.is_exact();
        let prices = if is_exact { self.cost.list_prices(ranges.len()) } else { Vec::new() };
        let terms = active.iter().map(|(_, row)| row.terms.as_slice());
        let signatures = compute_signatures(ranges.len(), terms.chain([prices.as_slice()]));
        let used = find_used_variables(ranges.len(), active, &prices);
        let mut classes: Vec<Class> = Vec::new();
        let mut shared_classes: HashMap<Signature, usize, RandomState> = HashMap::default();
        for index in sort_by_rank(ranges.len(), self.order) {
            let (Some(range), Some(signature)) = (ranges.get(index), signatures.get(index)) else {
                continue;
            };
            let may_be_0 = range.low <= 0 && range.high >= 0;
            let is_needed = index < self.cards || used.get(index).copied().unwrap_or(true);
            if range.low == 0 && range.high == 0 || may_be_0 && !is_needed {
                continue;
            }
            let fresh = classes.len();
            // A merged class knows no lower bound of a single card.
            let class = if range.low <= 0 && self.may_share(index) {
                *shared_classes.entry(*signature).or_insert(fresh)
            } else {
                fresh
            };
            if class == fresh {
                classes.push(Vec::new());
            }
            if let Some(class) = classes.get_mut(class) {
                class.push((u32::try_from(index).unwrap_or(u32::MAX), *range));
            }
        }
        classes
    }

    /// Whether a variable may share a column: only cards are interchangeable.
    fn may_share(&self, index: usize) -> bool {
        index < self.cards && !self.focus.separate.get(index).copied().unwrap_or(false)
    }
}

/// Variables that share a column, with their ranges.
type Class = Vec<(Var, Range)>;

struct ColumnMap {
    /// For each column, its variables and the most that each receives of its value.
    members: Vec<Vec<(Var, i64)>>,
    /// For each variable, the columns of its class.
    of_variable: Vec<Option<std::ops::Range<usize>>>,
    /// The same for the first variable of each class, which represents all of it in each row: rows
    /// have hundreds of thousands of terms.
    of_first: Vec<std::ops::Range<usize>>,
}

impl ColumnMap {
    fn new(
        classes: &[Class],
        variables: usize,
        cost: VariableCost<'_>,
        program: &mut IntegerProgram,
    ) -> ColumnMap {
        let (of_variable, of_first) = (vec![None; variables], vec![0..0; variables]);
        let mut map = ColumnMap { members: Vec::new(), of_variable, of_first };
        for class in classes {
            let first = map.members.len();
            add_columns(class, cost, program, &mut map.members);
            let columns = first..map.members.len();
            if let Some((first, _)) = class.first()
                && let Some(slot) = map.of_first.get_mut(*first as usize)
            {
                slot.clone_from(&columns);
            }
            for (var, _) in class {
                if let Some(slot) = map.of_variable.get_mut(*var as usize) {
                    *slot = Some(columns.clone());
                }
            }
        }
        map
    }
}

/// A row in columns, with its limit; `None` if it is met for all values of the columns.
fn reduce_row(
    row: &LinearRow,
    ranges: &[Range],
    limits: &SharedLimits,
    columns: &ColumnMap,
) -> Option<(Vec<(usize, i64)>, i64)> {
    let room = row.terms.len().min(columns.members.len());
    let mut terms: Vec<(usize, i64)> = Vec::with_capacity(room);
    for (var, factor) in &row.terms {
        if let Some(columns) = columns.of_first.get(*var as usize) {
            terms.extend(columns.clone().map(|column| (column, *factor)));
        }
    }
    let guard_holds = row.guard.map_or(Some(true), |guard| guard.holds(ranges));
    if guard_holds == Some(false) {
        return None;
    }
    let Some(Literal { var, is_positive }) = row.guard.filter(|_| guard_holds.is_none()) else {
        return Some((terms, row.limit));
    };
    // The smallest factor that switches the row off: as much as its terms can exceed the limit.
    let off = upper_bound(ranges, limits, &row.terms).saturating_sub(row.limit);
    // The row is met by every assignment, with or without its guard.
    if off <= 0 {
        return None;
    }
    match columns.of_variable.get(var as usize).cloned().flatten() {
        Some(columns) if is_positive => {
            terms.extend(columns.map(|column| (column, off)));
            // `terms + off * guard <= limit + off`: with the guard at 1 this is the row, with 0 it
            // is always met.
            return Some((terms, row.limit.saturating_add(off)));
        }
        Some(columns) => terms.extend(columns.map(|column| (column, -off))),
        // A guard that cannot be 1 switches a positive row off.
        None if is_positive => return None,
        None => {}
    }
    Some((terms, row.limit))
}

/// The variables by their ranks; those without a rank come last, in their order.
fn sort_by_rank(variables: usize, order: &[u32]) -> Vec<usize> {
    let mut ranked: Vec<Option<usize>> = vec![None; order.len().min(variables)];
    let mut others: Vec<usize> = Vec::new();
    for index in 0..variables {
        let rank = order
            .get(index)
            .and_then(|rank| ranked.get_mut(*rank as usize));
        match rank.filter(|place| place.is_none()) {
            Some(place) => *place = Some(index),
            None => others.push(index),
        }
    }
    ranked.into_iter().flatten().chain(others).collect()
}

/// For each variable, whether a row or a price reads it.
fn find_used_variables(
    variables: usize,
    rows: &[(usize, &LinearRow)],
    prices: &[(Var, i64)],
) -> Vec<bool> {
    let mut used = vec![false; variables];
    let terms = rows
        .iter()
        .flat_map(|(_, row)| row.terms.iter())
        .chain(prices);
    let guards = rows.iter().filter_map(|(_, row)| Some(row.guard?.var));
    for var in terms.map(|(var, _)| *var).chain(guards) {
        if let Some(is_used) = used.get_mut(var as usize) {
            *is_used = true;
        }
    }
    used
}

/// Adds the columns of a class: one, or if the copies of its variables have prices, one for each of
/// the cheapest prices and one for all further copies.
fn add_columns(
    class: &[(Var, Range)],
    cost: VariableCost<'_>,
    program: &mut IntegerProgram,
    members: &mut Vec<Vec<(Var, i64)>>,
) {
    // Variables that do not count copies of cards have no prices, and may be below zero.
    let is_priced = class.iter().any(|(var, _)| cost.price(*var) != 0);
    match cost {
        VariableCost::Copies(prices) if is_priced => {
            add_priced_columns(list_priced_copies(class, prices), program, members);
        }
        _ => {
            let price = class.first().map_or(0, |(var, _)| cost.price(*var));
            let low = class.iter().map(|(_, range)| range.low).sum();
            let high = class.iter().map(|(_, range)| range.high).sum();
            program.columns.push((low, high, price));
            members.push(
                class
                    .iter()
                    .map(|(var, range)| (*var, range.high))
                    .collect(),
            );
        }
    }
}

/// Copies of a variable that have one price.
struct PricedCopies {
    price: i64,
    var: Var,
    most: i64,
    /// How many of them there have to be.
    least: i64,
}

/// Lists the copies of a class, the cheapest first.
fn list_priced_copies(
    class: &[(Var, Range)],
    prices: &dyn Fn(Var) -> Vec<(i64, i64)>,
) -> Vec<PricedCopies> {
    let mut copies = Vec::new();
    for (var, range) in class {
        let mut priced = 0;
        let mut prices = prices(*var);
        match prices.last_mut() {
            // The prices cover all copies: those beyond the last price cost as much.
            Some((_, copies)) => *copies = i64::MAX,
            None => prices.push((0, i64::MAX)),
        }
        for (price, number) in prices {
            let most = number.min(range.high - priced);
            if most > 0 {
                let least = (range.low - priced).clamp(0, most);
                copies.push(PricedCopies { price, var: *var, most, least });
            }
            priced += most;
        }
    }
    // The order among equal prices is that of the class: the sort is stable.
    copies.arrange_by_key(|copies| copies.price);
    copies
}

fn add_priced_columns(
    copies: Vec<PricedCopies>,
    program: &mut IntegerProgram,
    members: &mut Vec<Vec<(Var, i64)>>,
) {
    let first_column = members.len();
    let mut last_price = None;
    for PricedCopies { price, var, most, least } in copies {
        // Copies of one price share a column, and so do all that come after the last column that a
        // class may have.
        if last_price != Some(price) && members.len() - first_column < COPY_COLUMNS {
            program.columns.push((0, 0, price));
            members.push(Vec::new());
        }
        last_price = Some(price);
        if let (Some(column), Some(members)) = (program.columns.last_mut(), members.last_mut()) {
            column.0 += least;
            column.1 += most;
            members.push((var, most));
        }
    }
}

/// A hash of the terms of a variable. Its 128 bits differ for variables that some terms
/// distinguish, except with a negligible chance.
pub(crate) type Signature = (u64, u64);

/// Computes the signature of each variable from the lists of terms that contain it. Two mixes with
/// odd multipliers run side by side; their constants are those of known 64-bit mixers.
pub(crate) fn compute_signatures<'t>(
    variables: usize,
    lists: impl Iterator<Item = &'t [(Var, i64)]>,
) -> Vec<Signature> {
    let mut signatures = vec![(0x9e37_79b9_7f4a_7c15, 0x85eb_ca6b_27d4_eb2f); variables];
    for (index, terms) in lists.enumerate() {
        for (var, factor) in terms {
            let Some((a, b)) = signatures.get_mut(*var as usize) else { continue };
            let part = (index as u64).wrapping_mul(0xff51_afd7_ed55_8ccd)
                ^ (*factor as u64).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
            let mixed = (*a ^ part).wrapping_mul(0x2545_f491_4f6c_dd1d);
            *a = mixed ^ (mixed >> 29);
            let mixed = (*b ^ part.rotate_left(31)).wrapping_mul(0xd6e8_feb8_6659_fd93);
            *b = mixed ^ (mixed >> 32);
        }
    }
    signatures
}

/// Rows that bound many cards together, such as the size of a deck: their limits, and for each
/// variable the bit set of the rows that contain it.
struct SharedLimits {
    limits: Vec<i64>,
    rows_of_variable: Vec<u64>,
}

/// The most such rows: one for each bit of a set.
const SHARED_LIMIT_ROWS: usize = 64;

fn find_shared_limits(ranges: &[Range], rows: &[(usize, &LinearRow)]) -> SharedLimits {
    let mut shared = SharedLimits { limits: Vec::new(), rows_of_variable: vec![0; ranges.len()] };
    for (_, row) in rows {
        let holds = row
            .guard
            .is_none_or(|guard| guard.holds(ranges) == Some(true));
        // A row of one card is no stricter than the range of that card, which propagation has
        // narrowed already.
        let bounds = holds && row.terms.len() > 1 && row.limit > 0;
        if !bounds || shared.limits.len() == SHARED_LIMIT_ROWS || !counts_cards(row, ranges) {
            continue;
        }
        let bit = 1u64 << shared.limits.len();
        shared.limits.push(row.limit);
        for (var, _) in &row.terms {
            if let Some(within) = shared.rows_of_variable.get_mut(*var as usize) {
                *within |= bit;
            }
        }
    }
    shared
}

/// Whether a row has neither negative factors nor variables below zero.
fn counts_cards(row: &LinearRow, ranges: &[Range]) -> bool {
    row.terms.iter().all(|(var, factor)| {
        *factor >= 1
            && ranges
                .get(*var as usize)
                .is_some_and(|range| range.low >= 0)
    })
}

/// An upper bound of a sum of terms: by the ranges of variables, or by a row that bounds all of
/// them together, whichever is smaller.
fn upper_bound(ranges: &[Range], shared: &SharedLimits, terms: &[(Var, i64)]) -> i64 {
    let (mut by_ranges, mut least) = (0i64, 0i64);
    let (mut common, mut largest) = (u64::MAX, 0);
    for (var, factor) in terms {
        let range = ranges
            .get(*var as usize)
            .copied()
            .unwrap_or(Range { low: 0, high: 0 });
        let end = if *factor > 0 { range.high } else { range.low };
        by_ranges = by_ranges.saturating_add(factor.saturating_mul(end));
        if *factor < 0 {
            least = least.saturating_add(factor.saturating_mul(range.low));
        } else if *factor > 0 && range.high > 0 {
            // Cards that cannot be there need not be within a row to be bounded by it.
            common &= shared
                .rows_of_variable
                .get(*var as usize)
                .copied()
                .unwrap_or(0);
            largest = largest.max(*factor);
        }
    }
    // A row in which each factor is at least 1 bounds the number of cards; each counts at most the
    // largest factor here.
    let limits = shared
        .limits
        .iter()
        .enumerate()
        .filter(|(bit, _)| common & (1 << bit) != 0);
    let together = limits.map(|(_, limit)| limit.saturating_mul(largest).saturating_add(least));
    together
        .min()
        .map_or(by_ranges, |together| together.min(by_ranges))
}

impl ReducedProgram {
    /// The values of all variables from those of the columns. The variables of a column receive its
    /// value in order, each as far as lazy rows have room; in a second pass the rest goes to them
    /// in order.
    pub(crate) fn expand(&self, model: &LinearModel, values: &[i64]) -> Vec<i64> {
        let mut spread = vec![0i64; self.variables];
        let mut rooms = LazyRoom::new(model, &self.lazy_rows, self.variables);
        for (members, value) in self.members.iter().zip(values) {
            let mut left = *value;
            if let [(var, _)] = members.as_slice() {
                add_value(&mut spread, *var, left);
                rooms.take(*var, left);
                continue;
            }
            let mut taken = vec![0i64; members.len()];
            // Any distribution has the same cost; one that heeds lazy rows from the start saves
            // further rounds of the search.
            for heeds_lazy_rows in [true, false] {
                for ((var, most), taken) in members.iter().zip(&mut taken) {
                    if left == 0 {
                        break;
                    }
                    let room = if heeds_lazy_rows { rooms.room(*var) } else { i64::MAX };
                    let take = left.min(*most - *taken).min(room).max(0);
                    add_value(&mut spread, *var, take);
                    rooms.take(*var, take);
                    *taken += take;
                    left -= take;
                }
            }
        }
        spread
    }

    pub(crate) fn violated_rows(&self, model: &LinearModel, values: &[i64]) -> Vec<usize> {
        let mut violated = self.lazy_rows.clone();
        violated.retain(|index| {
            let row = model.rows.get(*index);
            row.is_some_and(|row| activity(&row.terms, values) > i128::from(row.limit))
        });
        violated
    }

    /// The values of the columns from those of all variables. If the copies of a variable are in
    /// several columns, the cheapest column receives them first.
    pub(crate) fn aggregate(&self, values: &[i64]) -> Vec<i64> {
        let mut left = values.to_vec();
        left.resize(self.variables, 0);
        let mut columns = Vec::with_capacity(self.members.len());
        for members in &self.members {
            let mut sum = 0;
            for (var, most) in members {
                if let Some(left) = left.get_mut(*var as usize) {
                    let taken = (*left).min(*most);
                    *left -= taken;
                    sum += taken;
                }
            }
            columns.push(sum);
        }
        columns
    }
}

fn add_value(values: &mut [i64], var: Var, value: i64) {
    if let Some(slot) = values.get_mut(var as usize) {
        *slot += value;
    }
}

/// The remaining limits of the lazy rows without negative factors.
struct LazyRoom {
    remaining: Vec<i64>,
    rows_of_variable: Vec<Vec<(u32, i64)>>,
}

impl LazyRoom {
    fn new(model: &LinearModel, lazy_rows: &[usize], variables: usize) -> LazyRoom {
        let mut rooms =
            LazyRoom { remaining: Vec::new(), rows_of_variable: vec![Vec::new(); variables] };
        for row in lazy_rows.iter().filter_map(|index| model.rows.get(*index)) {
            // If a card makes room for others, room depends on the order in which cards are taken;
            // such rows are only checked at the end.
            if row.terms.iter().any(|(_, factor)| *factor < 0) {
                continue;
            }
            let index = u32::try_from(rooms.remaining.len()).unwrap_or(u32::MAX);
            rooms.remaining.push(row.limit);
            for (var, factor) in &row.terms {
                if let Some(rows) = rooms.rows_of_variable.get_mut(*var as usize) {
                    rows.push((index, *factor));
                }
            }
        }
        rooms
    }

    fn room(&self, var: Var) -> i64 {
        let mut room = i64::MAX;
        for (index, factor) in self
            .rows_of_variable
            .get(var as usize)
            .into_iter()
            .flatten()
        {
            let left = self.remaining.get(*index as usize).copied().unwrap_or(0);
            room = room.min(left.div_euclid((*factor).max(1)));
        }
        room
    }

    fn take(&mut self, var: Var, n: i64) {
        for (index, factor) in self
            .rows_of_variable
            .get(var as usize)
            .into_iter()
            .flatten()
        {
            if let Some(left) = self.remaining.get_mut(*index as usize) {
                *left = left.saturating_sub(factor.saturating_mul(n));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_bounded_by_the_smallest_row_that_bounds_all_of_it() {
        let mut ranges = vec![Range { low: 0, high: 9999 }; 6];
        ranges[4] = Range { low: 0, high: 0 };
        ranges[5] = Range { low: 1, high: 3 };
        let row = |terms: &[(Var, i64)], limit| LinearRow::new(terms.to_vec(), limit, None, 0);
        let rows = [
            row(&[(0, 1), (1, 1), (2, 1), (3, 1)], 60),
            row(&[(0, 2), (1, 1)], 40),
            row(&[(2, 1), (3, 1)], 5),
        ];
        let rows: Vec<(usize, &LinearRow)> = rows.iter().enumerate().collect();
        let shared = find_shared_limits(&ranges, &rows);
        let bound = |terms: &[(Var, i64)]| upper_bound(&ranges, &shared, terms);
        assert_eq!(bound(&[(2, 3), (3, 1)]), 15);
        assert_eq!(bound(&[(0, 1), (1, 1)]), 40);
        assert_eq!(bound(&[(0, 1), (2, 1)]), 60);
        // Absent variables widen nothing, and those with a negative factor count at least as often
        // as their range allows.
        assert_eq!(bound(&[(2, 3), (4, 7)]), 15);
        assert_eq!(bound(&[(2, 3), (5, 0)]), 15);
        assert_eq!(bound(&[(2, 3), (5, -2)]), 13);
        // No row bounds both, or ranges bound more.
        assert_eq!(bound(&[(2, 1), (5, 2)]), 9999 + 6);
        assert_eq!(bound(&[(5, 2)]), 6);
    }
}
