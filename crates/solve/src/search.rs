//! The best assignment of a model: solved small, dealt out to the cards, and solved again with the
//! waiting rows that the answer breaks until it breaks none.

use super::linear::{LinearModel, LinearRow, LinearSum, MAX_COPIES, Var};
use super::presolve::{Focus, VariableCost, reduce_model};
use super::solver::{Deadline, Solver, SolverAnswer};

/// An assignment of all variables of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BestAssignment {
    /// The values.
    pub values: Vec<i64>,
    /// Whether no assignment costs less.
    pub is_proven: bool,
    /// What every assignment costs at least, as far as that is known.
    pub at_least: Option<i64>,
}

/// Why there is no assignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoAssignment {
    /// None exists.
    Impossible,
    /// None was found in time; every one costs at least so much, as far as that is known.
    GaveUp(Option<i64>),
    /// None of so few copies of each card exists; with more there may be one.
    CopyLimit,
}

/// A model being searched.
pub(crate) struct ModelSearch<'s> {
    /// The solver.
    pub solver: &'s dyn Solver,
    /// The model.
    pub model: LinearModel,
    /// Variables below this may be put together.
    pub cards: usize,
    /// The order of cards that are put together.
    pub order: &'s [u32],
    /// What is asked.
    pub focus: Focus,
    /// How long.
    pub deadline: Deadline<'s>,
}

impl ModelSearch<'_> {
    /// The assignment that costs least.
    ///
    /// # Errors
    /// When there is none, or none was found in time.
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
            let reduced = reduce_model(&self.model, &self.focus, self.cards, self.order, cost);
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
            // Waiting rows only make answers dearer, so that a bound without them holds.
            at_least = at_least.max(bound);
            if is_proven {
                let cost = i64::try_from(reduced.program.cost(&values)).ok();
                at_least = at_least.max(cost);
            }
            let values = reduced.expand(&self.model, &values);
            let broken = reduced.violated_rows(&self.model, &values);
            if broken.is_empty() {
                return Ok(BestAssignment { values, is_proven, at_least });
            }
            self.focus.activated.resize(self.model.rows.len(), false);
            for at in broken {
                if let Some(woken) = self.focus.activated.get_mut(at) {
                    *woken = true;
                }
            }
            hint = None;
        }
    }

    /// Why there is nothing of so few copies: there is nothing of any number of them either, or that is
    /// not known.
    fn classify_failure(&self, at_least: Option<i64>) -> NoAssignment {
        let lifted = self.model.with_more_copies();
        let holds =
            |row: &LinearRow| self.focus.sources.get(row.source as usize).copied().unwrap_or(true);
        let Some(ranges) = lifted.narrow_ranges(holds) else { return NoAssignment::Impossible };
        // Where the rows themselves ask for so few, no more were left out.
        if ranges.iter().take(self.cards).all(|range| range.high <= MAX_COPIES) {
            return NoAssignment::Impossible;
        }
        let Some(reduced) =
            reduce_model(&lifted, &self.focus, self.cards, self.order, VariableCost::Nothing)
        else {
            return NoAssignment::Impossible;
        };
        let is_told = |n: &i64| i32::try_from(*n).is_ok();
        let whole =
            reduced.program.columns.iter().all(|(low, high, _)| is_told(low) && is_told(high));
        match self.solver.solve(&reduced.program, None, self.deadline) {
            SolverAnswer::Infeasible if whole => NoAssignment::Impossible,
            SolverAnswer::Optimal(_) | SolverAnswer::Found(..) => NoAssignment::CopyLimit,
            SolverAnswer::Infeasible | SolverAnswer::GaveUp(_) => NoAssignment::GaveUp(at_least),
        }
    }

    /// A row that holds from now on: a sum that is not above zero.
    pub(crate) fn constrain(&mut self, sum: &LinearSum) {
        let (terms, limit) = (sum.terms.clone(), -sum.constant);
        self.model.rows.push(LinearRow::new(terms, limit, None, 0));
    }

    /// Takes a variable out of its column.
    pub(crate) fn separate_variable(&mut self, var: Var) {
        let at = var as usize;
        if self.focus.separate.len() <= at {
            self.focus.separate.resize(at + 1, false);
        }
        if let Some(alone) = self.focus.separate.get_mut(at) {
            *alone = true;
        }
    }
}
