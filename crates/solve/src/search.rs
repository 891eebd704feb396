//! The search for the cheapest assignment of a model: reduces the model, solves the small program, expands
//! its answer, and repeats with the lazy rows that the answer violates until it violates none.

use super::linear::{LinearModel, LinearRow, LinearSum, MAX_COPIES, Var};
use super::presolve::{Focus, VariableCost, reduce_model};
use super::solver::{Deadline, Solver, SolverAnswer};

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
    /// The time is over, or the numbers are out of the solver's resolution; with a lower bound of the cost of
    /// every assignment, if known.
    GaveUp(Option<i64>),
    /// No assignment within [`MAX_COPIES`] exists; with more copies there may be one.
    CopyLimit,
}

/// A model, the part of it to search, and the means.
pub(crate) struct ModelSearch<'s> {
    pub solver: &'s dyn Solver,
    pub model: LinearModel,
    /// The number of leading variables that presolve may merge.
    pub card_variables: usize,
    /// The rank of each card among merged ones.
    pub order: &'s [u32],
    pub focus: Focus,
    pub deadline: Deadline<'s>,
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
        let mut hint: Option<Vec<i64>> = hint.map(<[i64]>::to_vec);
        let mut at_least = None;
        loop {
            if self.deadline.is_over() {
                return Err(NoAssignment::GaveUp(at_least));
            }
            let reduced =
                reduce_model(&self.model, &self.focus, self.card_variables, self.order, cost);
            let Some(reduced) = reduced else { return Err(self.classify_failure(at_least)) };
            let small = hint.as_ref().map(|values| reduced.aggregate(values));
            let solved = self.solver.solve(&reduced.program, small.as_deref(), self.deadline);
            let (values, is_proven, bound) = match solved {
                SolverAnswer::Optimal(values) => (values, true, None),
                SolverAnswer::Found(values, bound) => (values, false, bound),
                SolverAnswer::Infeasible => return Err(self.classify_failure(at_least)),
                SolverAnswer::GaveUp(bound) => {
                    return Err(NoAssignment::GaveUp(bound.max(at_least)));
                }
            };
            // Lazy rows only make answers dearer, so that a bound without them holds.
            at_least = at_least.max(bound);
            if is_proven {
                let cost = i64::try_from(reduced.program.cost(&values)).ok();
                at_least = at_least.max(cost);
            }
            let values = reduced.expand(&self.model, &values);
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
        let holds =
            |row: &LinearRow| self.focus.sources.get(row.source as usize).copied().unwrap_or(true);
        let Some(ranges) = lifted.narrow_ranges(holds) else { return NoAssignment::Impossible };
        // Where rows themselves keep every card below the limit, the limit excludes nothing.
        if ranges.iter().take(self.card_variables).all(|range| range.high <= MAX_COPIES) {
            return NoAssignment::Impossible;
        }
        let Some(reduced) = reduce_model(
            &lifted,
            &self.focus,
            self.card_variables,
            self.order,
            VariableCost::Nothing,
        ) else {
            return NoAssignment::Impossible;
        };
        // The solver takes ends of ranges as `i32`.
        let is_in_range = |n: &i64| i32::try_from(*n).is_ok();
        let is_exact = reduced
            .program
            .columns
            .iter()
            .all(|(low, high, _)| is_in_range(low) && is_in_range(high));
        match self.solver.solve(&reduced.program, None, self.deadline) {
            SolverAnswer::Infeasible if is_exact => NoAssignment::Impossible,
            SolverAnswer::Optimal(_) | SolverAnswer::Found(..) => NoAssignment::CopyLimit,
            SolverAnswer::Infeasible | SolverAnswer::GaveUp(_) => NoAssignment::GaveUp(at_least),
        }
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
