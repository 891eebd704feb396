//! A model made small: cards that no row and no cost tells apart are one column, which has room for all
//! of them; rows of which there are very many alike wait until an answer breaks them; and a row under a
//! guard gets the smallest factor that switches it off.

use super::linear::{LinearModel, LinearRow, Literal, Range, Var, activity};
use super::solver::IntegerProgram;
use std::collections::HashMap;

/// What of a model is asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Focus {
    /// For every asker, whether its rows hold; askers beyond the end hold.
    pub sources: Vec<bool>,
    /// Waiting rows that were broken and hold from now on.
    pub activated: Vec<bool>,
    /// Variables that stand alone.
    pub separate: Vec<bool>,
    /// Whether ranges stay as they are, and no row waits: for whoever reads the rows.
    pub keeps_ranges: bool,
}

impl Focus {
    fn includes(&self, row: &LinearRow) -> bool {
        self.sources.get(row.source as usize).copied().unwrap_or(true)
    }

    fn is_active(&self, at: usize, row: &LinearRow) -> bool {
        self.keeps_ranges || !row.is_lazy || self.activated.get(at).copied().unwrap_or(false)
    }
}

/// What one of a variable costs in the respect that is looked at.
#[derive(Clone, Copy)]
pub(crate) enum VariableCost<'c> {
    /// Nothing.
    Nothing,
    /// So much: cards that cost different things are never put together.
    Exact(&'c dyn Fn(Var) -> i64),
    /// Of cards that are put together, each what the first of them costs: nothing can be proven of that.
    Rough(&'c dyn Fn(Var) -> i64),
}

impl VariableCost<'_> {
    /// What one of a variable costs.
    pub(crate) fn price(self, var: Var) -> i64 {
        match self {
            VariableCost::Nothing => 0,
            VariableCost::Exact(price) | VariableCost::Rough(price) => price(var),
        }
    }

    /// What tells variables apart: every one that costs something, with its price.
    fn prices(self, variables: usize) -> Vec<(Var, i64)> {
        match self {
            VariableCost::Exact(price) => {
                let vars = 0..u32::try_from(variables).unwrap_or(u32::MAX);
                vars.map(|var| (var, price(var))).filter(|(_, price)| *price != 0).collect()
            }
            VariableCost::Nothing | VariableCost::Rough(_) => Vec::new(),
        }
    }
}

/// A small program and what its columns stand for.
pub(crate) struct ReducedProgram {
    /// The program.
    pub program: IntegerProgram,
    /// The variables of every column in the order in which they are used up, with their ranges.
    pub members: Vec<Vec<(Var, Range)>>,
    /// The rows of the model that are rows of the program, in its order.
    pub rows: Vec<usize>,
    /// The column of every variable; none for those that are zero.
    pub columns: Vec<Option<u32>>,
    /// Rows that wait, and hold for the model.
    pub lazy_rows: Vec<usize>,
}

/// Makes a model small. `cards` says below which variables those are that may be put together;
/// `order` the place of each in its column.
/// `None` where no assignment is left.
pub(crate) fn reduce_model(
    model: &LinearModel,
    focus: &Focus,
    cards: usize,
    order: &[u32],
    cost: VariableCost<'_>,
) -> Option<ReducedProgram> {
    let ranges = if focus.keeps_ranges {
        model.ranges.clone()
    } else {
        model.narrow_ranges(|row| focus.includes(row))?
    };
    let held = || model.rows.iter().enumerate().filter(|(_, row)| focus.includes(row));
    let active: Vec<usize> =
        held().filter(|(at, row)| focus.is_active(*at, row)).map(|(at, _)| at).collect();
    let waiting: Vec<usize> =
        held().filter(|(at, row)| !focus.is_active(*at, row)).map(|(at, _)| at).collect();
    let rows = |active: &[usize]| -> Vec<(usize, &LinearRow)> {
        active.iter().filter_map(|at| Some((*at, model.rows.get(*at)?))).collect()
    };
    let terms = active.iter().filter_map(|at| model.rows.get(*at)).map(|row| row.terms.as_slice());
    let prices = cost.prices(ranges.len());
    let signatures = compute_signatures(ranges.len(), terms.chain([prices.as_slice()]));
    let mut columns: Vec<Option<u32>> = vec![None; ranges.len()];
    let mut members: Vec<Vec<(Var, Range)>> = Vec::new();
    let mut classes: HashMap<Signature, u32> = HashMap::new();
    let mut sorted: Vec<usize> = (0..ranges.len()).collect();
    sorted.sort_by_key(|at| order.get(*at).copied().unwrap_or(u32::MAX));
    for at in sorted {
        let (Some(range), Some(signature)) = (ranges.get(at), signatures.get(at)) else { continue };
        if range.low == 0 && range.high == 0 {
            continue;
        }
        let fresh = u32::try_from(members.len()).unwrap_or(u32::MAX);
        let alone =
            at >= cards || range.low > 0 || focus.separate.get(at).copied().unwrap_or(false);
        let column = if alone { fresh } else { *classes.entry(*signature).or_insert(fresh) };
        if column == fresh {
            members.push(Vec::new());
        }
        if let Some(members) = members.get_mut(column as usize) {
            members.push((u32::try_from(at).unwrap_or(u32::MAX), *range));
        }
        if let Some(slot) = columns.get_mut(at) {
            *slot = Some(column);
        }
    }
    let wide = find_shared_limits(&ranges, &rows(&active));
    let mut program = IntegerProgram::default();
    for members in &members {
        let total = |end: fn(&Range) -> i64| members.iter().map(|(_, r)| end(r)).sum::<i64>();
        let first = members.first().map_or(0, |(var, _)| cost.price(*var));
        program.columns.push((total(|r| r.low), total(|r| r.high), first));
    }
    let mut kept = Vec::new();
    for (at, row) in rows(&active) {
        let mut terms: Vec<(usize, i64)> = Vec::with_capacity(row.terms.len().min(members.len()));
        for (var, factor) in &row.terms {
            let Some(column) = columns.get(*var as usize).copied().flatten() else { continue };
            let first = members.get(column as usize).and_then(|m| m.first());
            if first.is_some_and(|(first, _)| first == var) {
                terms.push((column as usize, *factor));
            }
        }
        let mut limit = row.limit;
        if let Some(Literal { var, is_positive }) = row.guard {
            let most = upper_bound(&ranges, &wide, &row.terms);
            let off = most.saturating_sub(limit);
            if off <= 0 {
                continue;
            }
            match columns.get(var as usize).copied().flatten() {
                Some(column) if is_positive => {
                    terms.push((column as usize, off));
                    limit = limit.saturating_add(off);
                }
                Some(column) => terms.push((column as usize, -off)),
                // A guard that cannot be 1 switches a positive row off.
                None if is_positive => continue,
                None => {}
            }
        }
        if terms.is_empty() && limit >= 0 {
            continue;
        }
        kept.push(at);
        program.rows.push((terms, limit));
    }
    Some(ReducedProgram { program, members, rows: kept, columns, lazy_rows: waiting })
}

/// Numbers that differ for variables that some terms tell apart.
pub(crate) type Signature = (u64, u64);

/// The signature of every variable, by the lists of terms in which they stand.
pub(crate) fn compute_signatures<'t>(
    variables: usize,
    lists: impl Iterator<Item = &'t [(Var, i64)]>,
) -> Vec<Signature> {
    let mut signatures = vec![(0x9e37_79b9_7f4a_7c15, 0x85eb_ca6b_27d4_eb2f); variables];
    for (at, terms) in lists.enumerate() {
        for (var, factor) in terms {
            let Some((a, b)) = signatures.get_mut(*var as usize) else { continue };
            let part = (at as u64).wrapping_mul(0xff51_afd7_ed55_8ccd)
                ^ (*factor as u64).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
            let mixed = (*a ^ part).wrapping_mul(0x2545_f491_4f6c_dd1d);
            *a = mixed ^ (mixed >> 29);
            let mixed = (*b ^ part.rotate_left(31)).wrapping_mul(0xd6e8_feb8_6659_fd93);
            *b = mixed ^ (mixed >> 32);
        }
    }
    signatures
}

/// Rows that bound the number of very many cards together: their limits, and for every variable
/// which of them it is in.
struct SharedLimits {
    limits: Vec<i64>,
    rows_of_variable: Vec<u64>,
}

/// So many such rows are looked at.
const SHARED_LIMIT_ROWS: usize = 64;

fn find_shared_limits(ranges: &[Range], rows: &[(usize, &LinearRow)]) -> SharedLimits {
    let mut wide = SharedLimits { limits: Vec::new(), rows_of_variable: vec![0; ranges.len()] };
    for (_, row) in rows {
        let bounds = row.guard.is_none() && row.terms.len() > 1 && row.limit > 0;
        let positive = |(var, factor): &(Var, i64)| {
            *factor >= 1 && ranges.get(*var as usize).is_some_and(|range| range.low >= 0)
        };
        if !bounds || wide.limits.len() == SHARED_LIMIT_ROWS || !row.terms.iter().all(positive) {
            continue;
        }
        let bit = 1u64 << wide.limits.len();
        wide.limits.push(row.limit);
        for (var, _) in &row.terms {
            if let Some(within) = wide.rows_of_variable.get_mut(*var as usize) {
                *within |= bit;
            }
        }
    }
    wide
}

/// The largest that terms can add up to, by the ranges of variables or by a row that bounds all of
/// them together.
fn upper_bound(ranges: &[Range], wide: &SharedLimits, terms: &[(Var, i64)]) -> i64 {
    let range = |var: Var| ranges.get(var as usize).copied().unwrap_or(Range { low: 0, high: 0 });
    let each = terms.iter().map(|(var, factor)| {
        factor.saturating_mul(if *factor > 0 { range(*var).high } else { range(*var).low })
    });
    let by_ranges = each.fold(0, i64::saturating_add);
    let live = || terms.iter().filter(|(var, factor)| *factor > 0 && range(*var).high > 0);
    let common = live().fold(u64::MAX, |bits, (var, _)| {
        bits & wide.rows_of_variable.get(*var as usize).copied().unwrap_or(0)
    });
    let largest = live().map(|(_, factor)| *factor).max().unwrap_or(0);
    let negative = terms.iter().filter(|(_, factor)| *factor < 0);
    let least: i64 = negative.map(|(var, n)| n.saturating_mul(range(*var).low)).sum();
    let limits = wide.limits.iter().enumerate().filter(|(bit, _)| common & (1 << bit) != 0);
    let together = limits.map(|(_, limit)| limit.saturating_mul(largest).saturating_add(least));
    together.min().map_or(by_ranges, |together| together.min(by_ranges))
}

impl ReducedProgram {
    /// The numbers of all variables from those of the columns. The cards of a column are used up in
    /// order, each as far as rows that wait have room; what then is left over, in order again.
    pub(crate) fn expand(&self, model: &LinearModel, values: &[i64]) -> Vec<i64> {
        let mut spread = vec![0i64; self.columns.len()];
        let mut rooms = LazyRoom::new(model, &self.lazy_rows, self.columns.len());
        for (members, value) in self.members.iter().zip(values) {
            let mut left = *value;
            if let [(var, _)] = members.as_slice() {
                set_value(&mut spread, *var, left);
                rooms.take(*var, left);
                continue;
            }
            for heeds in [true, false] {
                for (var, range) in members {
                    if left == 0 {
                        break;
                    }
                    let has = spread.get(*var as usize).copied().unwrap_or(0);
                    let room = if heeds { rooms.room(*var) } else { i64::MAX };
                    let take = left.min(range.high - has).min(room).max(0);
                    set_value(&mut spread, *var, has + take);
                    rooms.take(*var, take);
                    left -= take;
                }
            }
        }
        spread
    }

    /// The waiting rows that an assignment breaks.
    pub(crate) fn violated_rows(&self, model: &LinearModel, values: &[i64]) -> Vec<usize> {
        let breaks = |at: &usize| {
            let row = model.rows.get(*at);
            row.is_some_and(|row| activity(&row.terms, values) > i128::from(row.limit))
        };
        self.lazy_rows.iter().copied().filter(breaks).collect()
    }

    /// The numbers of the columns from those of all variables.
    pub(crate) fn aggregate(&self, values: &[i64]) -> Vec<i64> {
        let value = |var: Var| values.get(var as usize).copied().unwrap_or(0);
        self.members.iter().map(|m| m.iter().map(|(var, _)| value(*var)).sum()).collect()
    }
}

fn set_value(values: &mut [i64], var: Var, value: i64) {
    if let Some(slot) = values.get_mut(var as usize) {
        *slot = value;
    }
}

/// What is left of the limits of waiting rows whose factors are all positive.
struct LazyRoom {
    remaining: Vec<i64>,
    rows_of_variable: Vec<Vec<(u32, i64)>>,
}

impl LazyRoom {
    fn new(model: &LinearModel, waiting: &[usize], variables: usize) -> LazyRoom {
        let mut rooms =
            LazyRoom { remaining: Vec::new(), rows_of_variable: vec![Vec::new(); variables] };
        for row in waiting.iter().filter_map(|at| model.rows.get(*at)) {
            if row.terms.iter().any(|(_, factor)| *factor < 0) {
                continue;
            }
            let at = u32::try_from(rooms.remaining.len()).unwrap_or(u32::MAX);
            rooms.remaining.push(row.limit);
            for (var, factor) in &row.terms {
                if let Some(of) = rooms.rows_of_variable.get_mut(*var as usize) {
                    of.push((at, *factor));
                }
            }
        }
        rooms
    }

    fn room(&self, var: Var) -> i64 {
        let of = self.rows_of_variable.get(var as usize).into_iter().flatten();
        let left = |at: u32| self.remaining.get(at as usize).copied().unwrap_or(0);
        of.map(|(at, factor)| left(*at).div_euclid((*factor).max(1))).min().unwrap_or(i64::MAX)
    }

    fn take(&mut self, var: Var, n: i64) {
        for (at, factor) in self.rows_of_variable.get(var as usize).into_iter().flatten() {
            if let Some(left) = self.remaining.get_mut(*at as usize) {
                *left = left.saturating_sub(factor.saturating_mul(n));
            }
        }
    }
}
