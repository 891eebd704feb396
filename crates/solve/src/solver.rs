//! Solving integer programs: one trait, one solver behind it.

use super::request::SearchLimit;
use microlp::{
    ComparisonOp, OptimizationDirection, Problem, ResumeOptions, SolutionStatus, SolveOptions,
    SolveOutcome,
};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

/// A whole-number program: minimise the cost under rows `terms <= limit`.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct IntegerProgram {
    /// Columns: smallest value, largest value, cost of one.
    pub columns: Vec<(i64, i64, i64)>,
    /// Rows: column and coefficient, and what they add up to at most.
    pub rows: Vec<(Vec<(usize, i64)>, i64)>,
    /// Whether fractions count as well: what is asked is only whether a row of multipliers exists.
    pub is_relaxed: bool,
}

impl IntegerProgram {
    /// Whether an assignment meets every row and range exactly.
    pub(crate) fn admits(&self, values: &[i64]) -> bool {
        let inside =
            |(value, (low, high, _)): (&i64, &(i64, i64, i64))| low <= value && value <= high;
        values.len() == self.columns.len()
            && values.iter().zip(&self.columns).all(inside)
            && self.rows.iter().all(|(terms, limit)| {
                let value = |at: usize| i128::from(values.get(at).copied().unwrap_or(0));
                let sum: i128 = terms.iter().map(|(at, n)| value(*at) * i128::from(*n)).sum();
                sum <= i128::from(*limit)
            })
    }

    /// What an assignment costs.
    pub(crate) fn cost(&self, values: &[i64]) -> i128 {
        values.iter().zip(&self.columns).map(|(v, (_, _, c))| i128::from(*v) * i128::from(*c)).sum()
    }
}

/// What a solver says of a program.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum SolverAnswer {
    /// No assignment costs less.
    Optimal(Vec<i64>),
    /// An assignment, and what every one costs at least, as far as that is known.
    Found(Vec<i64>, Option<i64>),
    /// There is no assignment.
    Infeasible,
    /// Out of time, or out of numeric resolution, without an assignment; and what every one would
    /// cost at least.
    GaveUp(Option<i64>),
}

/// How long a solver may work.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline<'s> {
    /// Until when.
    pub until: Instant,
    /// Set from outside when the user wants to stop.
    pub stop: Option<&'s AtomicBool>,
    /// In place of the time: how many more looks find that it is not over.
    #[cfg(test)]
    pub looks: Option<&'s std::cell::Cell<i64>>,
}

/// The solver looks at the clock every thousand pivots only: on thousands of cards it may run over by so long.
const OVERRUN: Duration = Duration::from_millis(300);

impl Deadline<'_> {
    /// So that an answer is there in a time from now on, the solver's overrun counted.
    pub(crate) fn with_overrun(time: Duration) -> Deadline<'static> {
        Deadline::from_duration(time.saturating_sub(OVERRUN.min(time / 5)))
    }

    /// For so long from now on.
    pub(crate) fn from_duration(time: Duration) -> Deadline<'static> {
        let now = Instant::now();
        let until = now.checked_add(time).unwrap_or(now);
        Deadline {
            until,
            stop: None,
            #[cfg(test)]
            looks: None,
        }
    }

    /// Whether it is over.
    pub(crate) fn is_over(&self) -> bool {
        #[cfg(test)]
        if let Some(looks) = self.looks {
            looks.set(looks.get() - 1);
            return looks.get() < 0;
        }
        self.left().is_zero()
    }

    /// What kept a search from its end: the user, the time, or else the numbers.
    pub(crate) fn limit(&self) -> SearchLimit {
        match (self.is_stopped(), self.is_over()) {
            (true, _) => SearchLimit::Stopped,
            (false, true) => SearchLimit::Time,
            (false, false) => SearchLimit::Resolution,
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn left(&self) -> Duration {
        if self.is_stopped() {
            return Duration::ZERO;
        }
        self.until.saturating_duration_since(Instant::now())
    }
}

/// Something that solves whole-number programs.
pub(crate) trait Solver {
    /// Solves one, with an assignment to start from where one is known.
    fn solve(
        &self,
        program: &IntegerProgram,
        hint: Option<&[i64]>,
        deadline: Deadline<'_>,
    ) -> SolverAnswer;
}

/// Branch and bound in floating point: what it finds is checked in whole numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BranchAndBound;

/// So long the solver works before it is asked whether to go on.
const SLICE: Duration = Duration::from_millis(100);

/// Whether a sum of whole-number costs may be rounded up that far.
const SLACK: f64 = 1e-6;

/// How far from a whole number a value may be that counts as one: the second where rounding breaks a row whose
/// guard is that little off.
const TOLERANCES: [f64; 2] = [1e-6, 1e-9];

impl Solver for BranchAndBound {
    fn solve(
        &self,
        program: &IntegerProgram,
        hint: Option<&[i64]>,
        deadline: Deadline<'_>,
    ) -> SolverAnswer {
        let mut solved = SolverAnswer::GaveUp(None);
        for tolerance in TOLERANCES {
            if !matches!(solved, SolverAnswer::GaveUp(_)) || deadline.is_over() {
                break;
            }
            solved = solve_within(tolerance, program, hint, deadline);
        }
        solved
    }
}

fn solve_within(
    tolerance: f64,
    program: &IntegerProgram,
    hint: Option<&[i64]>,
    deadline: Deadline<'_>,
) -> SolverAnswer {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let small = |n: i64| n.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
    let mut columns = Vec::with_capacity(program.columns.len());
    for (low, high, cost) in &program.columns {
        columns.push(if program.is_relaxed {
            problem.add_var(*cost as f64, (*low as f64, *high as f64))
        } else {
            problem.add_integer_var(*cost as f64, (small(*low), small(*high)))
        });
    }
    for (terms, limit) in &program.rows {
        let terms = terms.iter().filter_map(|(at, n)| Some((*columns.get(*at)?, *n as f64)));
        let terms: Vec<(microlp::Variable, f64)> = terms.collect();
        problem.add_constraint(terms.as_slice(), ComparisonOp::Le, *limit as f64);
    }
    let mut options = SolveOptions::default();
    options.int_tol = tolerance;
    options.time_limit = Some(SLICE.min(deadline.left()));
    options.warm_start = hint.map(|values| {
        columns.iter().copied().zip(values.iter().map(|value| *value as f64)).collect()
    });
    let mut outcome = match problem.solve_with(options) {
        Ok(outcome) => outcome,
        Err(microlp::Error::Infeasible) => return SolverAnswer::Infeasible,
        Err(_) => return SolverAnswer::GaveUp(None),
    };
    while !outcome.is_optimal() && !deadline.is_over() {
        let mut slice = ResumeOptions::default();
        slice.time_limit = Some(SLICE.min(deadline.left()));
        outcome = match outcome.resume_with(slice) {
            Ok(outcome) => outcome,
            Err(microlp::Error::Infeasible) => return SolverAnswer::Infeasible,
            Err(_) => return SolverAnswer::GaveUp(None),
        };
    }
    let bound = outcome.stats().best_bound.filter(|bound| bound.is_finite());
    let bound = bound.map(|bound| (bound - SLACK).ceil() as i64);
    let SolveOutcome::Solution(solution) = outcome else { return SolverAnswer::GaveUp(bound) };
    if program.is_relaxed {
        // Fractions are told in millionths; whoever asks verifies them.
        let values = columns.iter().map(|c| (solution.var_value(*c) * 1e6).round() as i64);
        return SolverAnswer::Found(values.collect(), None);
    }
    let values: Vec<i64> =
        columns.iter().map(|column| solution.var_value(*column).round() as i64).collect();
    match solution.status() {
        _ if !program.admits(&values) => SolverAnswer::GaveUp(bound),
        SolutionStatus::Optimal => SolverAnswer::Optimal(values),
        SolutionStatus::Feasible => SolverAnswer::Found(values, bound),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve(program: &IntegerProgram) -> SolverAnswer {
        BranchAndBound.solve(program, None, Deadline::from_duration(Duration::from_secs(5)))
    }

    #[test]
    fn the_cheapest_assignment_in_whole_numbers_is_found() {
        // 2x + 2y >= 3 costs 2 in whole numbers, 1.5 otherwise.
        let rows = vec![(vec![(0, -2), (1, -2)], -3)];
        let program =
            IntegerProgram { columns: vec![(0, 9, 1), (0, 9, 1)], rows, is_relaxed: false };
        let SolverAnswer::Optimal(values) = solve(&program) else { panic!("it is solved") };
        assert_eq!(program.cost(&values), 2);
    }

    #[test]
    fn what_cannot_be_is_told() {
        let rows = vec![(vec![(0, 2), (1, 2)], 3), (vec![(0, -2), (1, -2)], -3)];
        let program =
            IntegerProgram { columns: vec![(0, 9, 1), (0, 9, 1)], rows, is_relaxed: false };
        assert_eq!(solve(&program), SolverAnswer::Infeasible);
    }

    #[test]
    fn no_time_is_no_answer() {
        let program = IntegerProgram { columns: vec![(0, 9, -1)], ..IntegerProgram::default() };
        let solved = BranchAndBound.solve(&program, None, Deadline::from_duration(Duration::ZERO));
        assert_eq!(solved, SolverAnswer::GaveUp(None));
    }
}
