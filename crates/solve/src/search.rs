//! The search for the cheapest assignment of a model: reduces the model, solves the small program,
//! expands its answer, and repeats with the lazy rows that the answer violates until it violates
//! none.

use super::{
    linear::{LinearModel, LinearRow, LinearSum, MAX_COPIES, Range, Var, activity},
    presolve::{Focus, ReducedProgram, Reduction, VariableCost},
    solver::{Deadline, IntegerProgram, Solver, SolverAnswer},
};
use sleeve_data::Arrange;

/// The cheapest assignment of a model that a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BestAssignment {
    pub values: Vec<i64>,
    /// Whether the search proved that no assignment costs less.
    pub is_proven: bool,
    /// A lower bound of the cost of every assignment, if known.
    pub at_least: Option<i64>,
}

/// The reason why a search returns no assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoAssignment {
    Impossible,
    /// The time is over, or the numbers are out of the solver's resolution; with a lower bound of
    /// the cost of every assignment, if known.
    GaveUp(Option<i64>),
    /// No assignment within [`MAX_COPIES`] exists; with more copies there may be one.
    CopyLimit,
}

/// The first upper limits of a variable whose smallest value is sought.
const SMALL_VALUES: [i64; 3] = [2, 8, 32];

/// The error, in millionths, that a bound in fractions may have before it is rounded up.
const RELAXED_SLACK: i128 = 1000;

/// The most combinations of parts of zones that a search tries one by one: each may run the solver.
const PARTS_LIMIT: usize = 512;

/// A model, the part of it to search, and the means.
pub(crate) struct ModelSearch<'s> {
    pub solver: &'s dyn Solver,
    pub model: LinearModel,
    /// The number of leading variables that presolve may merge.
    pub card_variables: usize,
    /// The rank of each card among merged ones.
    pub order: &'s [u32],
    pub focus: Focus,
    /// The variables that are absent in the parts to which the search keeps; `None`: it tries all
    /// parts.
    pub kept: Option<Vec<Var>>,
    pub deadline: Deadline<'s>,
}

/// What the parts of a search came to.
struct FoundParts {
    /// The best assignment, and its cost.
    best: Option<(i64, BestAssignment)>,
    /// A lower bound over the parts that were searched; `None` if one part has no bound.
    at_least: Option<i64>,
    is_proven: bool,
}

impl FoundParts {
    fn add(&mut self, found: Result<BestAssignment, NoAssignment>, priced: &[(Var, i64)]) {
        let bound = match &found {
            Ok(found) => found.at_least,
            Err(NoAssignment::GaveUp(bound)) => *bound,
            Err(NoAssignment::Impossible | NoAssignment::CopyLimit) => return,
        };
        self.at_least = self.at_least.zip(bound).map(|(a, b)| a.min(b));
        self.is_proven &= found.as_ref().is_ok_and(|found| found.is_proven);
        if let Ok(found) = found {
            let reached = i64::try_from(activity(priced, &found.values)).unwrap_or(i64::MAX);
            self.best = Some((reached, found));
        }
    }

    fn into_best(self) -> Result<BestAssignment, NoAssignment> {
        let FoundParts { best, at_least, is_proven } = self;
        match best {
            Some((reached, found)) => {
                let least = at_least.map(|least| least.min(reached));
                Ok(BestAssignment { is_proven, at_least: least, ..found })
            }
            None if is_proven => Err(NoAssignment::Impossible),
            None => Err(NoAssignment::GaveUp(at_least.filter(|least| *least < i64::MAX))),
        }
    }
}

impl ModelSearch<'_> {
    /// Finds the assignment that costs least. `hint` is an assignment to start from.
    ///
    /// # Errors
    /// There is no assignment, or none was found in time.
    pub(crate) fn find_cheapest(
        &mut self,
        cost: VariableCost<'_>,
        hint: Option<&[i64]>,
    ) -> Result<BestAssignment, NoAssignment> {
        match self.search_parts(cost, hint, i64::MIN) {
            Err(NoAssignment::Impossible) => Err(self.classify_failure(None)),
            found => found,
        }
    }

    /// Finds the assignment for which a variable that is never below zero is smallest. First the
    /// variable is kept small: rows under a guard then need only a small factor to be switched off,
    /// and few parts are left.
    ///
    /// # Errors
    /// As for [`find_cheapest`](Self::find_cheapest).
    pub(crate) fn find_smallest(&mut self, var: Var) -> Result<BestAssignment, NoAssignment> {
        let cost = VariableCost::One(var);
        if self.model.partitions.is_empty() {
            return self.find_cheapest(cost, None);
        }
        let floor = self.bound_without_guards(var);
        let mut at_least = floor;
        // A failed search below one value is not wasted: it raises the bound that a search reports
        // when it gives up.
        for most in SMALL_VALUES.iter().filter(|most| **most >= floor) {
            let rows = self.model.rows.len();
            self.model
                .rows
                .push(LinearRow::new(vec![(var, 1)], *most, None, 0));
            let found = self.search_parts(cost, None, floor);
            self.model.rows.truncate(rows);
            match found {
                Err(NoAssignment::Impossible) => at_least = most + 1,
                Err(NoAssignment::GaveUp(bound)) => {
                    return Err(NoAssignment::GaveUp(bound.max(Some(at_least))));
                }
                found => return found,
            }
        }
        match self.search_parts(cost, None, floor) {
            Err(NoAssignment::Impossible) => Err(self.classify_failure(Some(at_least))),
            Err(NoAssignment::GaveUp(bound)) => {
                Err(NoAssignment::GaveUp(bound.max(Some(at_least))))
            }
            found => found,
        }
    }

    /// A lower bound of a variable that is never below zero, by the rows without guards alone.
    fn bound_without_guards(&mut self, var: Var) -> i64 {
        self.focus.skips_guards = true;
        let reduced = self.reduce(VariableCost::One(var));
        self.focus.skips_guards = false;
        let Some(reduced) = reduced else { return 0 };
        // Fractions are enough for a bound, and take one run of the simplex method instead of a
        // tree.
        let program = IntegerProgram { is_relaxed: true, ..reduced.program };
        match self.solver.solve(&program, None, self.deadline) {
            SolverAnswer::Found(millionths, _) => {
                // A bound that is too high by a rounding error would prove something false; one too
                // low costs only a search.
                let least = program.cost(&millionths) - RELAXED_SLACK;
                let whole =
                    least.div_euclid(1_000_000) + i128::from(least.rem_euclid(1_000_000) > 0);
                i64::try_from(whole).unwrap_or(0).max(0)
            }
            SolverAnswer::Optimal(_) | SolverAnswer::Infeasible | SolverAnswer::GaveUp(_) => 0,
        }
    }

    /// Whether rows of an active source are left out, because the rule that keeps a zone at one
    /// card is.
    pub(crate) fn leaves_out_split_rows(&self) -> bool {
        self.model.rows.iter().any(|row| {
            self.focus.includes_source(row.source)
                && row
                    .when
                    .is_some_and(|rule| !self.focus.includes_source(rule))
        })
    }

    /// Keeps to the parts of the partitions that contain an assignment.
    pub(crate) fn keep_parts(&mut self, values: &[i64]) {
        self.kept = self.list_parts(Some(values)).into_iter().next();
    }

    /// The ranges of the variables in the parts to which the search keeps; `None` if no assignment
    /// is left.
    pub(crate) fn narrow_ranges(&self) -> Option<Vec<Range>> {
        let absent = self.kept.as_deref().unwrap_or(&[]);
        self.model
            .narrow_ranges(absent, |row| self.focus.includes(row))
    }

    /// Lists the absent variables in each combination of parts of the partitions, those of the hint
    /// or of the center of changes first.
    fn list_parts(&self, hint: Option<&[i64]>) -> Vec<Vec<Var>> {
        let center = self
            .model
            .proximity
            .as_ref()
            .map(|near| near.center.as_slice());
        let near = hint.or(center).unwrap_or(&[]);
        let mut lists = vec![Vec::new()];
        for partition in &self.model.partitions {
            let count = lists.len().saturating_mul(partition.parts.len());
            // Skipping a partition loses no answer: the rows express the same, under guards.
            if !self.focus.includes_source(partition.source) || count > PARTS_LIMIT {
                continue;
            }
            let mut parts: Vec<&Vec<Var>> = partition.parts.iter().collect();
            // The sort is stable.
            parts.arrange_by_key(|part| {
                !part
                    .iter()
                    .any(|var| near.get(*var as usize).is_some_and(|value| *value > 0))
            });
            let mut longer = Vec::with_capacity(count);
            for absent in &lists {
                for kept in &parts {
                    let others = partition.parts.iter().filter(|part| part != kept).flatten();
                    longer.push(absent.iter().chain(others).copied().collect());
                }
            }
            lists = longer;
        }
        lists
    }

    /// Finds the cheapest assignment by trying the parts of the partitions. No assignment costs
    /// less than the floor.
    fn search_parts(
        &mut self,
        cost: VariableCost<'_>,
        hint: Option<&[i64]>,
        floor: i64,
    ) -> Result<BestAssignment, NoAssignment> {
        let parts = match &self.kept {
            Some(kept) => vec![kept.clone()],
            None => self.list_parts(hint),
        };
        let priced = cost.list_prices(self.model.ranges.len());
        let mut all = FoundParts { best: None, at_least: Some(i64::MAX), is_proven: true };
        for (index, absent) in parts.iter().enumerate() {
            let rows = self.model.rows.len();
            if let Some((reached, _)) = all.best {
                if reached <= floor {
                    (all.at_least, all.is_proven) = (Some(floor), true);
                }
                // If copies have prices, an optimum proves nothing: the first part is as good as
                // another.
                if !cost.is_exact() || reached <= floor {
                    break;
                }
                if self.needs_more(&priced, reached - 1, absent) {
                    continue;
                }
                // A further part counts only if it costs less: the presolve then refutes most of
                // them at once.
                self.model
                    .rows
                    .push(LinearRow::new(priced.clone(), reached - 1, None, 0));
            }
            self.focus.absent.clone_from(absent);
            // The hint is in the first part: parts near it come first.
            let found = self.search_part(cost, hint.filter(|_| index == 0));
            self.model.rows.truncate(rows);
            all.add(found, &priced);
        }
        // Who searches next sees all parts again.
        self.focus.absent.clear();
        all.into_best()
    }

    /// Whether the absent variables alone take more changes than `most`, if the cost is changes.
    fn needs_more(&self, priced: &[(Var, i64)], most: i64, absent: &[Var]) -> bool {
        let Some(near) = &self.model.proximity else { return false };
        let mut copies = absent
            .iter()
            .filter_map(|var| near.center.get(*var as usize));
        priced == [(near.distance, 1)] && copies.any(|copies| *copies > most)
    }

    /// Finds the cheapest assignment among those without the absent variables.
    fn search_part(
        &mut self,
        cost: VariableCost<'_>,
        hint: Option<&[i64]>,
    ) -> Result<BestAssignment, NoAssignment> {
        let (mut hint, mut at_least) = (hint, None);
        loop {
            if self.deadline.is_over() {
                return Err(NoAssignment::GaveUp(at_least));
            }
            let Some(reduced) = self.reduce(cost) else { return Err(NoAssignment::Impossible) };
            let small = hint.map(|values| reduced.aggregate(values));
            let solved = self
                .solver
                .solve(&reduced.program, small.as_deref(), self.deadline);
            let (columns, is_proven, bound) = match solved {
                SolverAnswer::Optimal(values) => (values, true, None),
                SolverAnswer::Found(values, bound) => (values, false, bound),
                SolverAnswer::Infeasible => return Err(NoAssignment::Impossible),
                SolverAnswer::GaveUp(bound) => {
                    return Err(NoAssignment::GaveUp(bound.max(at_least)));
                }
            };
            // Lazy rows only make answers more expensive, so a bound without them is valid.
            at_least = at_least.max(bound);
            if is_proven {
                at_least = at_least.max(i64::try_from(reduced.program.cost(&columns)).ok());
            }
            let values = reduced.expand(&self.model, &columns);
            let violated = reduced.violated_rows(&self.model, &values);
            if violated.is_empty() {
                return Ok(BestAssignment { values, is_proven, at_least });
            }
            self.focus.activated.resize(self.model.rows.len(), false);
            for row in violated {
                if let Some(is_active) = self.focus.activated.get_mut(row) {
                    *is_active = true;
                }
            }
            hint = None;
        }
    }

    /// Finds out whether the limit of copies is the reason why there is no assignment.
    fn classify_failure(&self, at_least: Option<i64>) -> NoAssignment {
        let lifted = self.model.with_more_copies();
        // Bound propagation is exact and quick: most contradictions show without the solver.
        let Some(ranges) = lifted.narrow_ranges(&[], |row| self.focus.includes(row)) else {
            return NoAssignment::Impossible;
        };
        // If rows themselves keep every card below the limit, the limit excludes nothing.
        if ranges
            .iter()
            .take(self.card_variables)
            .all(|range| range.high <= MAX_COPIES)
        {
            return NoAssignment::Impossible;
        }
        let reduction = Reduction { model: &lifted, ..self.reduction(VariableCost::Nothing) };
        let Some(reduced) = reduction.reduce() else { return NoAssignment::Impossible };
        // The solver takes ends of ranges as `i32`.
        let mut ends = reduced
            .program
            .columns
            .iter()
            .flat_map(|(low, high, _)| [*low, *high]);
        let is_exact = ends.all(|end| i32::try_from(end).is_ok());
        match self.solver.solve(&reduced.program, None, self.deadline) {
            SolverAnswer::Infeasible if is_exact => NoAssignment::Impossible,
            SolverAnswer::Optimal(_) | SolverAnswer::Found(..) => NoAssignment::CopyLimit,
            SolverAnswer::Infeasible | SolverAnswer::GaveUp(_) => NoAssignment::GaveUp(at_least),
        }
    }

    fn reduction<'m>(&'m self, cost: VariableCost<'m>) -> Reduction<'m> {
        let ModelSearch { model, focus, card_variables, order, .. } = self;
        Reduction { model, focus, cards: *card_variables, order, cost }
    }

    /// Reduces the model; `None` if narrowed ranges leave no assignment.
    pub(crate) fn reduce(&self, cost: VariableCost<'_>) -> Option<ReducedProgram> {
        self.reduction(cost).reduce()
    }

    /// Adds a row: a sum is not above zero.
    pub(crate) fn constrain(&mut self, sum: &LinearSum) {
        let (terms, limit) = (sum.terms.clone(), -sum.constant);
        self.model.rows.push(LinearRow::new(terms, limit, None, 0));
    }

    /// Gives a variable a column of its own, since rows that are added later read it alone.
    pub(crate) fn separate_variable(&mut self, var: Var) {
        let index = var as usize;
        if self.focus.separate.len() <= index {
            self.focus.separate.resize(index + 1, false);
        }
        if let Some(is_separate) = self.focus.separate.get_mut(index) {
            *is_separate = true;
        }
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/solve/search.rs"]
mod tests;
