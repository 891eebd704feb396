//! Reasons why there is no deck, or none with fewer changes: an irreducible unsatisfiable core of
//! rules, found by a deletion filter (Chinneck and Dravnieks, 1991), and whole multipliers under
//! which its rows add up to a contradiction (Farkas' lemma), verified exactly.
//!
//! The solver gives no certificate of infeasibility, and proof-logging solvers are too large or too
//! slow for this. The deletion filter leaves out several rules at once, and finds the four
//! contradictory ones of 30 in milliseconds.

use super::{
    ground::Ground,
    linear::{LinearRow, RowScale},
    presolve::{Focus, ReducedProgram, VariableCost},
    search::{ModelSearch, NoAssignment},
    solver::{Deadline, IntegerProgram, SolverAnswer},
    wishes::WishOrigin,
};
use sleeve_data::Arrange;
use sleeve_language::Rational;
use std::{cell::Cell, collections::BTreeMap, time::Duration};

/// An unsatisfiable core: rules that contradict each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Core {
    /// The sources of its rules and wishes.
    pub sources: Vec<WishOrigin>,
    /// Whether it was proven in time that none of the sources can be left out.
    pub is_irreducible: bool,
    /// Whether more time may show that some can be left out.
    pub is_cut: bool,
    /// The contradiction as a sum of the rules' numbers; `None` if no such sum was found.
    pub sum: Option<Sum>,
}

/// A contradiction in the numbers of the rules: together they need more than they leave.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    /// The least that each source needs; `None` is the sum of the remaining sources.
    pub at_least: Vec<(Option<WishOrigin>, Rational)>,
    /// The most that each source leaves; `None` as above.
    pub at_most: Vec<(Option<WishOrigin>, Rational)>,
}

impl Sum {
    /// The sums of both sides; `None` if one is out of range.
    pub fn totals(&self) -> Option<(Rational, Rational)> {
        Some((add_parts(&self.at_least)?, add_parts(&self.at_most)?))
    }

    fn is_whole(&self) -> bool {
        self.totals()
            .is_some_and(|(a, b)| a.denominator() == 1 && b.denominator() == 1)
    }
}

fn add_parts(parts: &[(Option<WishOrigin>, Rational)]) -> Option<Rational> {
    parts
        .iter()
        .try_fold(Rational::ZERO, |sum, (_, part)| sum.plus(*part))
}

/// The index of the structure of decks among the sources: a ground begins with it.
const STRUCTURE: usize = 0;

/// The largest whole multiplier that is tried.
const LARGEST_DIVISOR: i64 = 60;

/// The time for the question whether a rule that keeps a zone at one card can be left out.
const ZONE_TIME: Duration = Duration::from_millis(300);

/// The most terms of rows for which multipliers are sought. Beyond it, a core has no sum.
const SUM_LIMIT: usize = 200_000;

/// The parts of the time of which a reason takes one: who searches next has the others.
const CORE_PARTS: u32 = 2;

/// The parts of the time of a reason of which each trial takes one: without rules that narrow it, a
/// search may have no end.
const TRIAL_PARTS: u32 = 8;

/// Whether a deck, as the values of variables, meets the demands that a test names.
pub(crate) type MeetsDemands<'m> = &'m dyn Fn(&[i64], &dyn Fn(&WishOrigin) -> bool) -> bool;

/// The question why a ground has no assignment, or none with at most `changes`.
pub(crate) struct CoreRequest<'c> {
    pub ground: &'c Ground,
    pub changes: Option<i64>,
    /// Rows of sources that it rejects do not count.
    pub includes: &'c dyn Fn(&WishOrigin) -> bool,
    /// Builds the ground whose conditions read zones of any number of cards.
    pub unsplit: &'c dyn Fn() -> Option<Ground>,
    /// Asks the rules engine if rows allow more than their source: then they prove nothing
    /// possible.
    pub meets: MeetsDemands<'c>,
}

/// Finds out why a ground has no assignment; `search` is one of its rows.
pub(crate) fn find_core(request: &CoreRequest<'_>, search: ModelSearch<'_>) -> Core {
    let (whole, share, trial) = (search.deadline, Cell::new(0), Cell::new(0));
    let deadline = whole.part(CORE_PARTS, &share);
    let core = shrink_core(request, ModelSearch { deadline, ..search }, &trial);
    whole.give_back(&share);
    core
}

/// Finds a core by the deletion filter; `trial` keeps the work of its trials.
fn shrink_core<'s>(
    request: &CoreRequest<'_>,
    mut search: ModelSearch<'s>,
    trial: &'s Cell<u64>,
) -> Core {
    let (ground, deadline) = (request.ground, search.deadline);
    let mut sources = ground.sources.clone();
    if let Some(limit) = request.changes {
        let source = u32::try_from(sources.len()).unwrap_or(u32::MAX);
        sources.push(WishOrigin::Changes(limit));
        let terms = vec![(ground.changes, 1)];
        search
            .model
            .rows
            .push(LinearRow::new(terms, limit, None, source));
    }
    let asking = find_asking(request, &search, &sources);
    search.focus = Focus { sources: asking.clone(), ..Focus::default() };
    // All rows together first: if these contradict nothing, no part of them does.
    if search.find_cheapest(VariableCost::Nothing, None) != Err(NoAssignment::Impossible) {
        // Rows alone contradict nothing: the rules engine rejected a property that rows cannot
        // express.
        let is_cut = deadline.is_over();
        return Core { sources: list_asking(&sources, &asking), is_cut, ..Core::default() };
    }
    let mut order: Vec<usize> = (0..sources.len()).collect();
    order.retain(|index| {
        asking.get(*index) == Some(&true) && sources.get(*index) != Some(&WishOrigin::Structure)
    });
    // The rule that keeps a zone at one card comes last: without it, rules that read the zone are
    // hard to search.
    order.arrange_by_key(|index| keeps_zone(ground, *index));
    let lots = order
        .iter()
        .filter(|index| !keeps_zone(ground, **index))
        .count();
    let mut filter = DeletionFilter {
        request,
        search: &mut search,
        sources: &sources,
        asking,
        deadline,
        trial,
        is_cut: false,
    };
    let is_decided = filter.shrink(&order, lots);
    let (asking, is_cut) = (filter.asking, filter.is_cut);
    search.deadline = deadline;
    let left = list_asking(&sources, &asking);
    let demands = left
        .iter()
        .filter(|source| !matches!(source, WishOrigin::Changes(_)));
    // A core of one source is irreducible, as the deck itself is there without it.
    let is_irreducible = is_decided || demands.count() <= 1;
    search.focus = Focus { sources: asking.clone(), ..Focus::default() };
    let splits = search.leaves_out_split_rows();
    let sum = if splits { None } else { find_sum(&mut search, &sources, &asking) };
    Core { sources: left, is_irreducible, is_cut, sum }
}

/// For each source, whether its rows are asked for. Nothing requires that a warning is heeded.
fn find_asking(
    request: &CoreRequest<'_>,
    search: &ModelSearch<'_>,
    sources: &[WishOrigin],
) -> Vec<bool> {
    let warnings = &request.ground.heeded_warnings;
    let mut asking: Vec<bool> = sources
        .iter()
        .map(|s| *s == WishOrigin::Structure)
        .collect();
    for row in &search.model.rows {
        let is_warning = row
            .guard
            .is_some_and(|guard| warnings.binary_search(&guard.var).is_ok());
        let index = row.source as usize;
        if let (Some(asks), Some(source)) = (asking.get_mut(index), sources.get(index))
            && !is_warning
        {
            *asks |= (request.includes)(source);
        }
    }
    asking
}

/// Lists the sources that are asked for, besides the structure.
fn list_asking(sources: &[WishOrigin], asking: &[bool]) -> Vec<WishOrigin> {
    let mut listed = Vec::new();
    for (source, asks) in sources.iter().zip(asking) {
        if *asks && *source != WishOrigin::Structure {
            listed.push(source.clone());
        }
    }
    listed
}

/// Whether a source, by its position, is the rule that keeps a zone at one card.
fn keeps_zone(ground: &Ground, index: usize) -> bool {
    ground
        .model
        .partitions
        .iter()
        .any(|partition| partition.source as usize == index)
}

/// What comes of leaving sources out of a contradiction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Removal {
    /// The others contradict each other still.
    Done,
    /// The others allow a deck.
    Refused,
    Undecided,
}

/// The deletion filter: sources stay out if the others contradict each other without them.
struct DeletionFilter<'f, 's> {
    request: &'f CoreRequest<'f>,
    search: &'f mut ModelSearch<'s>,
    sources: &'f [WishOrigin],
    /// For each source, whether it is still in.
    asking: Vec<bool>,
    deadline: Deadline<'s>,
    /// The work of a trial that is left.
    trial: &'s Cell<u64>,
    /// Whether the time ended a trial.
    is_cut: bool,
}

impl DeletionFilter<'_, '_> {
    /// Leaves out the sources of `order` that can go; the first `lots` of them several at once, as
    /// most can go. Returns whether the rest is proven to be irreducible.
    fn shrink(&mut self, order: &[usize], lots: usize) -> bool {
        let mut doubtful = Vec::new();
        let (mut at, mut lot) = (0, lots.div_ceil(2));
        while at < order.len() {
            if self.deadline.is_over() {
                self.is_cut = true;
                return false;
            }
            let end = (at + lot).min(lots).max(at + 1);
            let tried = order.get(at..end).unwrap_or_default();
            match self.remove(tried) {
                Removal::Done => (at, lot) = (end, lot * 2),
                _ if tried.len() > 1 => lot = tried.len() / 2,
                Removal::Refused => (at, lot) = (end, 1),
                Removal::Undecided => {
                    doubtful.extend(tried);
                    (at, lot) = (end, 1);
                }
            }
        }
        // With fewer sources beside it, one that was undecided may be decided.
        self.is_cut = false;
        let mut is_decided = true;
        for index in doubtful {
            is_decided &= self.remove(&[index]) != Removal::Undecided;
        }
        is_decided
    }

    /// Leaves sources out if the others contradict each other without them.
    fn remove(&mut self, tried: &[usize]) -> Removal {
        let mut without = self.asking.clone();
        for index in tried {
            if let Some(asks) = without.get_mut(*index) {
                *asks = false;
            }
        }
        self.search.focus = Focus { sources: without.clone(), ..Focus::default() };
        self.search.deadline = self.deadline.part(TRIAL_PARTS, self.trial);
        let asks = |origin: &WishOrigin| {
            self.sources
                .iter()
                .zip(&without)
                .any(|(source, asks)| *asks && source == origin)
        };
        let found = if self.search.leaves_out_split_rows() {
            search_unsplit(self.search, self.request, &asks)
        } else {
            let is_loose = self.request.ground.has_loose_rows(&without);
            let found = self.search.find_cheapest(VariableCost::Nothing, None);
            found.map(|best| FoundWithout { values: best.values, is_loose })
        };
        self.is_cut |=
            matches!(found, Err(NoAssignment::GaveUp(_)) if self.search.deadline.is_over());
        self.deadline.give_back(self.trial);
        match found {
            Err(NoAssignment::Impossible) => {
                self.asking = without;
                Removal::Done
            }
            // An undecided source is kept: the core still contradicts itself, but may be larger
            // than necessary.
            Err(NoAssignment::GaveUp(_) | NoAssignment::CopyLimit) => Removal::Undecided,
            // Without a limit of changes there is the repair that was found.
            Ok(found) if !found.is_loose || self.includes_limit(tried) => Removal::Refused,
            Ok(found) if (self.request.meets)(&found.values, &asks) => Removal::Refused,
            Ok(_) => Removal::Undecided,
        }
    }

    /// Whether the limit of changes is among some sources.
    fn includes_limit(&self, tried: &[usize]) -> bool {
        let mut sources = tried.iter().filter_map(|index| self.sources.get(*index));
        sources.any(|source| matches!(source, WishOrigin::Changes(_)))
    }
}

/// An assignment without some sources.
struct FoundWithout {
    values: Vec<i64>,
    /// Whether the rows that are left allow more than their sources.
    is_loose: bool,
}

/// Searches the ground whose conditions read zones of any number of cards, for a short time.
fn search_unsplit(
    search: &ModelSearch<'_>,
    request: &CoreRequest<'_>,
    asks: &dyn Fn(&WishOrigin) -> bool,
) -> Result<FoundWithout, NoAssignment> {
    let Some(ground) = (request.unsplit)() else { return Err(NoAssignment::GaveUp(None)) };
    let mut sources: Vec<bool> = ground.sources.iter().map(asks).collect();
    if let Some(structure) = sources.get_mut(STRUCTURE) {
        *structure = true;
    }
    let is_loose = ground.has_loose_rows(&sources);
    let mut model = ground.model;
    if let Some(limit) = request
        .changes
        .filter(|limit| asks(&WishOrigin::Changes(*limit)))
    {
        model
            .rows
            .push(LinearRow::new(vec![(ground.changes, 1)], limit, None, 0));
    }
    let focus = Focus { sources, ..Focus::default() };
    let deadline = search.deadline.within(ZONE_TIME);
    let mut unsplit = ModelSearch { model, focus, deadline, kept: None, ..*search };
    let best = unsplit.find_cheapest(VariableCost::Nothing, None)?;
    Ok(FoundWithout { values: best.values, is_loose })
}

/// The contradiction as a sum; `None` also if only whole numbers contradict each other.
fn find_sum(search: &mut ModelSearch<'_>, sources: &[WishOrigin], asking: &[bool]) -> Option<Sum> {
    // The sum must not rest on the limit of copies that the search looks at.
    search.model = search.model.with_more_copies();
    if !search.model.partitions.is_empty() {
        // Rows that a guard switches off add up to nothing readable, and there are many of them.
        search.model.rows.retain(|row| row.guard.is_none());
    }
    // First with ranges as they are, so that each number is that of a rule; then with narrowed
    // ranges.
    for keeps_ranges in [true, false] {
        if search.deadline.is_over() {
            return None;
        }
        search.focus = Focus { sources: asking.to_vec(), keeps_ranges, ..Focus::default() };
        let Some(reduced) = search.reduce(VariableCost::Nothing) else { continue };
        let terms: usize = reduced
            .program
            .rows
            .iter()
            .map(|(terms, _)| terms.len())
            .sum();
        // The verdict is valid without a sum; only its explanation becomes shorter.
        if terms > SUM_LIMIT {
            continue;
        }
        let dual = build_dual(&reduced.program);
        let SolverAnswer::Found(weights, _) = search.solver.solve(&dual, None, search.deadline)
        else {
            continue;
        };
        let of_rows = weights.get(..reduced.program.rows.len()).unwrap_or(&[]);
        if let Some(multipliers) = round_multipliers(of_rows, &reduced.program, search.deadline) {
            let proof = FarkasProof { search, reduced: &reduced, multipliers };
            return proof.sum_by_source(sources);
        }
    }
    None
}

/// Builds the Farkas dual: its answers are multipliers of rows under which the least value of the
/// weighted sum is above the weighted limits. Columns: one for each row, then the coefficient of
/// each column in the sum, split into a part above and a part below zero.
fn build_dual(program: &IntegerProgram) -> IntegerProgram {
    // The solver wants ranges; multipliers scale freely.
    const MOST: i64 = 1_000_000;
    let (rows, columns) = (program.rows.len(), program.columns.len());
    let mut dual = IntegerProgram { is_relaxed: true, ..IntegerProgram::default() };
    // Each multiplier costs one: small sums of few rows are the ones that can be read.
    dual.columns
        .extend(program.rows.iter().map(|_| (0, MOST, 1)));
    dual.columns.extend((0..2 * columns).map(|_| (0, MOST, 0)));
    let mut sums: Vec<Vec<(usize, i64)>> = vec![Vec::new(); columns];
    let mut gain: Vec<(usize, i64)> = Vec::new();
    for (index, (terms, limit)) in program.rows.iter().enumerate() {
        for (column, factor) in terms {
            if let Some(sum) = sums.get_mut(*column) {
                sum.push((index, *factor));
            }
        }
        gain.push((index, *limit));
    }
    for (index, (mut sum, (low, high, _))) in sums.into_iter().zip(&program.columns).enumerate() {
        sum.push((rows + index, -1));
        sum.push((rows + columns + index, 1));
        // An equation is two rows, for a program knows only `<=`.
        let other = sum.iter().map(|(column, n)| (*column, -n)).collect();
        dual.rows.push((sum, 0));
        dual.rows.push((other, 0));
        gain.push((rows + index, -low));
        gain.push((rows + columns + index, *high));
    }
    gain.retain(|(_, n)| *n != 0);
    // The contradiction has to be real, and any size will do since multipliers scale: at least one.
    dual.rows.push((gain, -1));
    dual
}

/// Rounds multipliers (in millionths) to the smallest whole ones that prove the contradiction
/// exactly.
fn round_multipliers(
    weights: &[i64],
    program: &IntegerProgram,
    deadline: Deadline<'_>,
) -> Option<Vec<i64>> {
    let largest = weights.iter().copied().max().filter(|n| *n > 0)?;
    for divisor in 1..=LARGEST_DIVISOR {
        if deadline.is_over() {
            return None;
        }
        // The largest weight becomes `divisor`; the others follow in proportion.
        let scaled = weights.iter().map(|weight| {
            let exact = *weight as f64 * divisor as f64 / largest as f64;
            exact.round() as i64
        });
        let multipliers: Vec<i64> = scaled.collect();
        // The rounded multipliers are proven again in whole numbers, so nothing depends on floating
        // point.
        if is_contradiction(&multipliers, program) {
            return Some(multipliers);
        }
    }
    None
}

/// Whether the least value of the weighted sum of rows is above the weighted sum of their limits.
fn is_contradiction(weights: &[i64], program: &IntegerProgram) -> bool {
    let (least, limit) = weigh_rows(weights, program);
    least > limit
}

/// The least value of the weighted sum of rows within the ranges, and the weighted sum of their
/// limits.
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

/// The part of one source in a contradiction.
struct Contribution {
    /// Their limits, each as often as its row counts: below zero is needed, above zero is left.
    total: Rational,
    /// How often each row counts, in the numbers of the source; `None` if its rows count
    /// differently often.
    multiplier: Option<Rational>,
}

/// Multipliers under which rows add up to a contradiction.
struct FarkasProof<'f, 's> {
    search: &'f ModelSearch<'s>,
    reduced: &'f ReducedProgram,
    /// How often each row of the program counts.
    multipliers: Vec<i64>,
}

impl FarkasProof<'_, '_> {
    /// The contradiction by source. A source is given in its own numbers, those of its condition,
    /// or not at all: in a proof such as `14 * 6 > 42 + 40`, where a budget leaves 42, a reader of
    /// `at least 84` does not find the 84 in any rule. So the rest is added up, and reads
    /// `44 > 42`.
    fn sum_by_source(&self, sources: &[WishOrigin]) -> Option<Sum> {
        let contributions = self.find_contributions()?;
        let counted = contributions
            .values()
            .filter(|part| part.total != Rational::ZERO);
        let mut multipliers: Vec<Rational> = counted.filter_map(|part| part.multiplier).collect();
        multipliers.sort();
        let units = multipliers.iter().rev();
        let sums = units.filter_map(|unit| sum_in_units(*unit, &contributions, sources));
        // Among sums that show equally many rules, one in whole numbers, then the one in the
        // smallest numbers.
        sums.max_by_key(|sum| (sum.at_least.len() + sum.at_most.len(), sum.is_whole()))
    }

    /// The part of each source, by its position.
    fn find_contributions(&self) -> Option<BTreeMap<usize, Contribution>> {
        let mut contributions: BTreeMap<usize, Contribution> = BTreeMap::new();
        for (at, weight) in self.reduced.rows.iter().zip(&self.multipliers) {
            if *weight == 0 {
                continue;
            }
            let row = self.search.model.rows.get(*at)?;
            if row.guard.is_some() {
                // A row under a guard is part of an alternative and has no number of its own.
                return None;
            }
            let RowScale { limit, scale, divisor } = row.original;
            let multiplier = Some(multiply(*weight, scale, divisor)?);
            let contribution = contributions
                .entry(row.source as usize)
                .or_insert(Contribution { total: Rational::ZERO, multiplier });
            contribution.total = contribution
                .total
                .plus(multiply(*weight, limit, divisor)?)?;
            if contribution.multiplier != multiplier {
                contribution.multiplier = None;
            }
        }
        // Ranges contribute to the side of the structure, unless rules narrowed them: then the
        // numbers would not be those of the rules.
        let (least, _) = weigh_rows(&self.multipliers, &self.reduced.program);
        if !self.search.focus.keeps_ranges && least != 0 {
            return None;
        }
        let structure = contributions
            .entry(STRUCTURE)
            .or_insert(Contribution { total: Rational::ZERO, multiplier: None });
        structure.total = structure.total.minus(Rational::new(least, 1)?)?;
        structure.multiplier = None;
        Some(contributions)
    }
}

/// The number of a row that counts `weight` times, before its row was divided.
fn multiply(weight: i64, number: i64, divisor: i64) -> Option<Rational> {
    Rational::new(i128::from(weight) * i128::from(number), divisor.into())
}

/// The contradiction scaled so that rows with this multiplier count once; the others are added up.
fn sum_in_units(
    multiplier: Rational,
    contributions: &BTreeMap<usize, Contribution>,
    sources: &[WishOrigin],
) -> Option<Sum> {
    let (mut rest, mut is_rest_structure) = (Rational::ZERO, true);
    let mut parts: Vec<(Option<WishOrigin>, Rational)> = Vec::new();
    for (index, contribution) in contributions {
        let part = contribution.total.divide(multiplier)?;
        if contribution.multiplier == Some(multiplier) {
            parts.push((sources.get(*index).cloned(), part));
        } else {
            rest = rest.plus(part)?;
            is_rest_structure &= *index == STRUCTURE || part == Rational::ZERO;
        }
    }
    parts.insert(0, (is_rest_structure.then_some(WishOrigin::Structure), rest));
    let (needed, left): (Vec<_>, Vec<_>) = parts
        .into_iter()
        .filter(|(_, n)| *n != Rational::ZERO)
        .partition(|(_, n)| *n < Rational::ZERO);
    let at_least = needed
        .into_iter()
        .map(|(source, n)| (source, n.negated()))
        .collect();
    let sum = Sum { at_least, at_most: left };
    // A sum needs both sides, and the contradiction has to survive the original numbers.
    let both = !sum.at_least.is_empty() && !sum.at_most.is_empty();
    sum.totals()
        .is_some_and(|(least, most)| least > most && both)
        .then_some(sum)
}
