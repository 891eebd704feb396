//! Why there is no deck, or none with fewer changes: the smallest set of rules that contradict each
//! other, found by leaving out one after the other, and whole multipliers under which their rows add
//! up to something impossible, verified exactly.

use super::ground::Ground;
use super::linear::{LinearRow, RowScale};
use super::presolve::{Focus, VariableCost, reduce_model};
use super::request::WishOrigin;
use super::search::{ModelSearch, NoAssignment};
use super::solver::{IntegerProgram, SolverAnswer};
use sleeve_language::Rational;
use std::collections::BTreeMap;

/// Rules that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Core {
    /// What asks for them; none of them can be left out, if that was proven.
    pub sources: Vec<WishOrigin>,
    /// Whether it was proven in time that none can be left out.
    pub is_irreducible: bool,
    /// The contradiction as a sum, where there is one.
    pub sum: Option<Sum>,
    /// Whether fractions of cards would do: only whole numbers make it impossible.
    pub needs_whole_numbers: bool,
}

/// A contradiction in numbers, those of the rules themselves: what is needed at least is more than what there is at most.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    /// What each source needs at least.
    pub at_least: Vec<(WishOrigin, Rational)>,
    /// What each source leaves at most.
    pub at_most: Vec<(WishOrigin, Rational)>,
}

impl Sum {
    /// Both sides added up; `None` where that is out of range.
    pub fn totals(&self) -> Option<(Rational, Rational)> {
        let total = |parts: &[(WishOrigin, Rational)]| {
            parts.iter().try_fold(Rational::ZERO, |sum, (_, n)| sum.plus(*n))
        };
        Some((total(&self.at_least)?, total(&self.at_most)?))
    }
}

/// Multipliers are sought among fractions of no larger divisor.
const LARGEST_DIVISOR: i64 = 60;

/// Rows of more terms than this are not added up: the rules are named alone.
const SUM_LIMIT: usize = 200_000;

/// Why a ground has no assignment, or none with at most so many changes.
/// Sources that are not `among` those looked at ask for nothing.
pub(crate) fn find_core(
    ground: &Ground,
    mut search: ModelSearch<'_>,
    changes: Option<i64>,
    among: &dyn Fn(&WishOrigin) -> bool,
) -> Core {
    let mut sources = ground.sources.clone();
    if let Some(limit) = changes {
        let asker = u32::try_from(sources.len()).unwrap_or(u32::MAX);
        sources.push(WishOrigin::Changes(limit));
        let terms = vec![(ground.changes, 1)];
        search.model.rows.push(LinearRow::new(terms, limit, None, asker));
    }
    let mut asking: Vec<bool> = sources.iter().map(|s| *s == WishOrigin::Structure).collect();
    for row in &search.model.rows {
        // A warning asks for nothing that must be.
        let warns =
            row.guard.is_some_and(|guard| ground.heeded_warnings.binary_search(&guard.var).is_ok());
        if let Some(asks) = asking.get_mut(row.source as usize).filter(|_| !warns) {
            *asks |= sources.get(row.source as usize).is_some_and(among);
        }
    }
    let named = |asking: &[bool]| -> Vec<WishOrigin> {
        let named = sources.iter().zip(asking);
        let named = named.filter(|(source, asks)| **asks && **source != WishOrigin::Structure);
        named.map(|(source, _)| source.clone()).collect()
    };
    search.focus = Focus { sources: asking.clone(), ..Focus::default() };
    if search.find_cheapest(VariableCost::Nothing, None) != Err(NoAssignment::Impossible) {
        // The rules engine refuses what rows cannot say: which rules do so is not told.
        return Core { sources: named(&asking), ..Core::default() };
    }
    let mut is_irreducible = true;
    for at in 0..sources.len() {
        let kept = asking.get(at).copied().unwrap_or(false);
        if !kept || sources.get(at) == Some(&WishOrigin::Structure) {
            continue;
        }
        if search.deadline.is_over() {
            is_irreducible = false;
            break;
        }
        let mut without = asking.clone();
        if let Some(asks) = without.get_mut(at) {
            *asks = false;
        }
        search.focus = Focus { sources: without.clone(), ..Focus::default() };
        match search.find_cheapest(VariableCost::Nothing, None) {
            Err(NoAssignment::Impossible) => asking = without,
            Err(NoAssignment::GaveUp(_) | NoAssignment::CopyLimit) => is_irreducible = false,
            Ok(_) => {}
        }
    }
    let (sum, needs_whole_numbers) = find_sum(&mut search, &sources, &asking);
    Core { sources: named(&asking), is_irreducible, sum, needs_whole_numbers }
}

/// The contradiction as a sum; and whether there is none because only whole numbers contradict.
fn find_sum(
    search: &mut ModelSearch<'_>,
    sources: &[WishOrigin],
    asking: &[bool],
) -> (Option<Sum>, bool) {
    // No proof rests on how many copies are looked at.
    search.model = search.model.with_more_copies();
    for is_plain in [true, false] {
        if search.deadline.is_over() {
            return (None, false);
        }
        let focus = Focus { sources: asking.to_vec(), keeps_ranges: is_plain, ..Focus::default() };
        let Some(reduced) =
            reduce_model(&search.model, &focus, search.cards, search.order, VariableCost::Nothing)
        else {
            continue;
        };
        let terms: usize = reduced.program.rows.iter().map(|(terms, _)| terms.len()).sum();
        if terms > SUM_LIMIT {
            continue;
        }
        let dual = build_dual(&reduced.program);
        let SolverAnswer::Found(weights, _) = search.solver.solve(&dual, None, search.deadline)
        else {
            continue;
        };
        let rows = reduced.program.rows.len();
        let weights = weights.get(..rows).unwrap_or(&[]);
        let goes_on = || !search.deadline.is_over();
        let Some(whole) = round_multipliers(weights, &reduced.program, goes_on) else { continue };
        return (
            sum_by_source((search, is_plain), sources, &reduced.rows, &whole, &reduced.program),
            false,
        );
    }
    // Without the time to look, nothing is claimed.
    let focus = Focus { sources: asking.to_vec(), ..Focus::default() };
    let relaxed =
        reduce_model(&search.model, &focus, search.cards, search.order, VariableCost::Nothing);
    let fractions = relaxed.is_some_and(|reduced| {
        let program = IntegerProgram { is_relaxed: true, ..reduced.program };
        matches!(search.solver.solve(&program, None, search.deadline), SolverAnswer::Found(..))
    });
    (None, fractions)
}

/// The program whose answers are multipliers of rows: their weighted sum is, at its least, above the
/// weighted sum of their limits. Columns: one for each row, then what the sum has of each column above
/// and below zero.
fn build_dual(program: &IntegerProgram) -> IntegerProgram {
    const MOST: i64 = 1_000_000;
    let (rows, columns) = (program.rows.len(), program.columns.len());
    let mut dual = IntegerProgram { is_relaxed: true, ..IntegerProgram::default() };
    dual.columns.extend(program.rows.iter().map(|_| (0, MOST, 1)));
    dual.columns.extend((0..2 * columns).map(|_| (0, MOST, 0)));
    let mut sums: Vec<Vec<(usize, i64)>> = vec![Vec::new(); columns];
    let mut gain: Vec<(usize, i64)> = Vec::new();
    for (at, (terms, limit)) in program.rows.iter().enumerate() {
        for (column, factor) in terms {
            if let Some(sum) = sums.get_mut(*column) {
                sum.push((at, *factor));
            }
        }
        gain.push((at, *limit));
    }
    for (at, (mut sum, (low, high, _))) in sums.into_iter().zip(&program.columns).enumerate() {
        sum.push((rows + at, -1));
        sum.push((rows + columns + at, 1));
        let other = sum.iter().map(|(column, n)| (*column, -n)).collect();
        dual.rows.push((sum, 0));
        dual.rows.push((other, 0));
        gain.push((rows + at, -low));
        gain.push((rows + columns + at, *high));
    }
    gain.retain(|(_, n)| *n != 0);
    dual.rows.push((gain, -1));
    dual
}

/// Whole multipliers near these millionths that prove the contradiction exactly.
fn round_multipliers(
    weights: &[i64],
    program: &IntegerProgram,
    goes_on: impl Fn() -> bool,
) -> Option<Vec<i64>> {
    let largest = weights.iter().copied().max().filter(|n| *n > 0)?;
    (1..=LARGEST_DIVISOR).take_while(|_| goes_on()).find_map(|divisor| {
        // The largest weight becomes `divisor`; the others follow in proportion.
        let scaled = weights.iter().map(|n| {
            let exact = *n as f64 * divisor as f64 / largest as f64;
            exact.round() as i64
        });
        let scaled: Vec<i64> = scaled.collect();
        is_contradiction(&scaled, program).then_some(scaled)
    })
}

/// Whether the weighted sum of rows is, at its least, above the weighted sum of their limits.
fn is_contradiction(weights: &[i64], program: &IntegerProgram) -> bool {
    let (least, limit) = weigh_rows(weights, program);
    least > limit
}

/// The least that the weighted sum of rows can be, and the weighted sum of their limits.
fn weigh_rows(weights: &[i64], program: &IntegerProgram) -> (i128, i128) {
    let mut sums = vec![0i128; program.columns.len()];
    let mut limits = 0i128;
    for (weight, (terms, limit)) in weights.iter().zip(&program.rows) {
        limits += i128::from(*weight) * i128::from(*limit);
        for (column, factor) in terms {
            if let Some(sum) = sums.get_mut(*column) {
                *sum += i128::from(*weight) * i128::from(*factor);
            }
        }
    }
    let least = sums
        .iter()
        .zip(&program.columns)
        .map(|(sum, (low, high, _))| sum * i128::from(if *sum > 0 { *low } else { *high }));
    (least.sum(), limits)
}

/// The contradiction by what asks for its rows, in the numbers in which it asks: each rule as often as it
/// takes, none in part.
fn sum_by_source(
    (search, is_plain): (&ModelSearch<'_>, bool),
    sources: &[WishOrigin],
    rows: &[usize],
    weights: &[i64],
    program: &IntegerProgram,
) -> Option<Sum> {
    let mut parts: BTreeMap<usize, Rational> = BTreeMap::new();
    let mut unit = Rational::ZERO;
    for (at, weight) in rows.iter().zip(weights).filter(|(_, weight)| **weight != 0) {
        let row: &LinearRow = search.model.rows.get(*at)?;
        if row.guard.is_some() {
            // What holds under a guard has no number of its own.
            return None;
        }
        let RowScale { limit, scale, divisor } = row.original;
        let share = |n: i64| Rational::new(i128::from(*weight) * i128::from(n), divisor.into());
        let part = parts.entry(row.source as usize).or_insert(Rational::ZERO);
        *part = part.plus(share(limit)?)?;
        unit = common_divisor(unit, share(scale)?)?;
    }
    // What ranges contribute belongs to the deck as it is, unless rules made them narrow.
    let (least, _) = weigh_rows(weights, program);
    if !is_plain && least != 0 {
        return None;
    }
    let part = parts.entry(0).or_insert(Rational::ZERO);
    *part = part.minus(Rational::new(least, 1)?)?;
    let mut sum = Sum { at_least: Vec::new(), at_most: Vec::new() };
    for (asker, part) in parts {
        let (source, part) = (sources.get(asker)?.clone(), part.divide(unit)?);
        if part < Rational::ZERO {
            sum.at_least.push((source, part.negated()));
        } else if part > Rational::ZERO {
            sum.at_most.push((source, part));
        }
    }
    // What nothing stands against is no sum; nor is what rests on rounding.
    let both = !sum.at_least.is_empty() && !sum.at_most.is_empty();
    sum.totals().is_some_and(|(least, most)| least > most && both).then_some(sum)
}

/// The largest number of which two are whole multiples.
fn common_divisor(a: Rational, b: Rational) -> Option<Rational> {
    let x = a.numerator().checked_mul(b.denominator())?;
    let y = b.numerator().checked_mul(a.denominator())?;
    Rational::new(gcd(x.abs(), y.abs()), a.denominator().checked_mul(b.denominator())?)
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
