//! Integer programs, and the solver behind a trait: branch and bound of `microlp`, which builds for
//! WebAssembly. Its answers are computed in floating point, so each is checked in whole numbers.

use super::request::{Effort, SearchLimit, SolveRequest};
use microlp::{
    ComparisonOp, OptimizationDirection, Problem, ResumeOptions, SolutionStatus, SolveOptions,
    SolveOutcome,
};
use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};
use web_time::Instant;

/// An integer program: minimise the cost under rows `terms <= limit`.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct IntegerProgram {
    /// For each column, its smallest value, its largest value, and the cost of one unit.
    pub columns: Vec<(i64, i64, i64)>,
    /// For each row, its columns with coefficients, and the limit of their sum.
    pub rows: Vec<(Vec<(usize, i64)>, i64)>,
    /// Whether columns may have fractions as values (the linear relaxation).
    pub is_relaxed: bool,
}

impl IntegerProgram {
    /// Whether an assignment meets every row and every range, in exact arithmetic.
    pub(crate) fn admits(&self, values: &[i64]) -> bool {
        if values.len() != self.columns.len() {
            return false;
        }
        for (value, (low, high, _)) in values.iter().zip(&self.columns) {
            if value < low || value > high {
                return false;
            }
        }
        self.rows.iter().all(|(terms, limit)| {
            let mut sum = 0;
            for (column, factor) in terms {
                let value = values.get(*column).copied().unwrap_or(0);
                sum += i128::from(value) * i128::from(*factor);
            }
            sum <= i128::from(*limit)
        })
    }

    pub(crate) fn cost(&self, values: &[i64]) -> i128 {
        values
            .iter()
            .zip(&self.columns)
            .map(|(v, (_, _, c))| i128::from(*v) * i128::from(*c))
            .sum()
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum SolverAnswer {
    /// An assignment, and no other costs less.
    Optimal(Vec<i64>),
    /// An assignment, and a lower bound of the cost of every assignment, if known. The values of a
    /// relaxed program are millionths.
    Found(Vec<i64>, Option<i64>),
    Infeasible,
    /// No assignment, because the time or the numeric resolution ran out; and a lower bound of the
    /// cost of every assignment, if known.
    GaveUp(Option<i64>),
}

/// The end of the time for a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline<'s> {
    pub until: Instant,
    /// A flag that the caller sets to stop the search.
    pub stop: Option<&'s AtomicBool>,
    /// The work that is left, if work and not the clock bounds the search.
    pub work: Option<&'s Cell<u64>>,
    /// For tests: how many more looks at the clock find that the time is not over.
    #[cfg(test)]
    pub looks: Option<&'s Cell<i64>>,
}

/// The work between two checks of the time.
pub(crate) const LOOK_WORK: u64 = 1000;

/// The nodes that the solver visits before it counts its work; few, since it may overrun the
/// remaining work by as many.
const NODE_SLICE: u64 = 16;

/// The time by which the solver may run over on thousands of cards: it looks at the clock only once
/// in a thousand pivots.
const OVERRUN: Duration = Duration::from_millis(300);

impl Deadline<'_> {
    /// The deadline of a request, whose work is kept in `work`. By the clock it is early enough for
    /// an answer within the time, despite the solver's overrun.
    pub(crate) fn from_request<'s>(
        request: &SolveRequest<'s>,
        work: &'s Cell<u64>,
    ) -> Deadline<'s> {
        let deadline = match request.effort {
            // Of a short time a fifth is left for the overrun, or nothing would be left to search.
            Effort::Time(time) => {
                Deadline::from_duration(time.saturating_sub(OVERRUN.min(time / 5)))
            }
            Effort::Work(all) => {
                work.set(all);
                Deadline { work: Some(work), ..Deadline::from_duration(Duration::ZERO) }
            }
        };
        Deadline { stop: request.stop, ..deadline }
    }

    /// A deadline after `time` from now.
    pub(crate) fn from_duration(time: Duration) -> Deadline<'static> {
        let now = Instant::now();
        let until = now.checked_add(time).unwrap_or(now);
        Deadline {
            until,
            stop: None,
            work: None,
            #[cfg(test)]
            looks: None,
        }
    }

    /// The same deadline, but by the clock no later than after `time` from now.
    pub(crate) fn within(self, time: Duration) -> Self {
        Deadline { until: self.until.min(Deadline::from_duration(time).until), ..self }
    }

    /// A part of the time that is left. Work of it is taken out into `share` until it is
    /// [given back](Self::give_back).
    pub(crate) fn part<'w>(self, parts: u32, share: &'w Cell<u64>) -> Deadline<'w>
    where
        Self: 'w,
    {
        let Some(all) = self.work else { return self.within(self.left() / parts) };
        share.set(all.get() / u64::from(parts));
        all.set(all.get() - share.get());
        Deadline { work: Some(share), ..self }
    }

    /// Gives back the work of a part that was not spent.
    pub(crate) fn give_back(&self, share: &Cell<u64>) {
        if let Some(all) = self.work {
            all.set(all.get().saturating_add(share.take()));
        }
    }

    /// Whether the time is over, or the caller stopped the search.
    pub(crate) fn is_over(&self) -> bool {
        #[cfg(test)]
        if let Some(looks) = self.looks {
            looks.set(looks.get() - 1);
            return looks.get() < 0;
        }
        self.spend(LOOK_WORK);
        self.left().is_zero()
    }

    /// Takes from the work that is left.
    fn spend(&self, work: u64) {
        if let Some(left) = self.work {
            left.set(left.get().saturating_sub(work));
        }
    }

    /// The reason why a search did not finish: the caller, the time, or else the numbers.
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

    /// The time and the nodes of the next slice of the solver's work.
    fn slice(&self) -> (Option<Duration>, Option<u64>) {
        match self.work {
            Some(_) => (None, Some(NODE_SLICE)),
            None => (Some(SLICE.min(self.left())), None),
        }
    }

    fn left(&self) -> Duration {
        if self.is_stopped() {
            return Duration::ZERO;
        }
        if let Some(work) = self.work {
            return if work.get() == 0 { Duration::ZERO } else { Duration::MAX };
        }
        self.until.saturating_duration_since(Instant::now())
    }
}

/// A solver of integer programs.
pub(crate) trait Solver {
    /// Solves a program. `hint` is an assignment to start from.
    fn solve(
        &self,
        program: &IntegerProgram,
        hint: Option<&[i64]>,
        deadline: Deadline<'_>,
    ) -> SolverAnswer;
}

/// Branch and bound in floating point. Its assignments are checked in whole numbers; infeasibility
/// of a program depends on floating point alone.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BranchAndBound;

/// The time that the solver works before it looks whether the caller wants to stop.
const SLICE: Duration = Duration::from_millis(100);

/// The rounding error that a bound of whole-number costs may have before it is rounded up.
const SLACK: f64 = 1e-6;

/// The distances from a whole number within which the solver takes a value as whole. The finer one
/// is tried if rounding a guard by the coarser one violates its row.
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
            solved = solve_with_tolerance(tolerance, program, hint, deadline);
        }
        solved
    }
}

fn solve_with_tolerance(
    tolerance: f64,
    program: &IntegerProgram,
    hint: Option<&[i64]>,
    deadline: Deadline<'_>,
) -> SolverAnswer {
    let (problem, columns) = build_problem(program);
    let mut options = SolveOptions::default();
    options.int_tol = tolerance;
    (options.time_limit, options.node_limit) = deadline.slice();
    options.warm_start = hint.map(|values| {
        columns
            .iter()
            .copied()
            .zip(values.iter().map(|value| *value as f64))
            .collect()
    });
    // Reading the program in is work as well; a very large one would otherwise be free before its
    // first pivot.
    deadline.spend(
        program
            .rows
            .iter()
            .map(|(terms, _)| terms.len() as u64)
            .sum(),
    );
    // A pivot touches about every row and column, so that its work is their number: the same on
    // every machine, unlike time.
    let size = (program.rows.len() + program.columns.len()) as u64;
    let mut pivots = 0;
    let mut answer = problem.solve_with(options);
    loop {
        let outcome = match answer {
            Ok(outcome) => outcome,
            Err(microlp::Error::Infeasible) => return SolverAnswer::Infeasible,
            Err(_) => return SolverAnswer::GaveUp(None),
        };
        let all_pivots = outcome.stats().lp_iterations;
        deadline.spend((all_pivots - pivots).saturating_mul(size));
        pivots = all_pivots;
        if outcome.is_optimal() || deadline.is_over() {
            return read_answer(program, &columns, outcome);
        }
        let mut slice = ResumeOptions::default();
        (slice.time_limit, slice.node_limit) = deadline.slice();
        answer = outcome.resume_with(slice);
    }
}

/// The program for the solver, with the variables of its columns.
fn build_problem(program: &IntegerProgram) -> (Problem, Vec<microlp::Variable>) {
    let mut problem = Problem::new(OptimizationDirection::Minimize);
    let mut columns = Vec::with_capacity(program.columns.len());
    for (low, high, cost) in &program.columns {
        columns.push(if program.is_relaxed {
            problem.add_var(*cost as f64, (*low as f64, *high as f64))
        } else {
            problem.add_integer_var(*cost as f64, (clamp_to_i32(*low), clamp_to_i32(*high)))
        });
    }
    for (row, limit) in &program.rows {
        let mut terms: Vec<(microlp::Variable, f64)> = Vec::with_capacity(row.len());
        for (column, factor) in row {
            terms.extend(columns.get(*column).map(|column| (*column, *factor as f64)));
        }
        problem.add_constraint(terms.as_slice(), ComparisonOp::Le, *limit as f64);
    }
    (problem, columns)
}

/// The solver takes the ends of whole-number ranges as `i32`.
fn clamp_to_i32(n: i64) -> i32 {
    n.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

fn read_answer(
    program: &IntegerProgram,
    columns: &[microlp::Variable],
    outcome: SolveOutcome,
) -> SolverAnswer {
    let lower = outcome.stats().best_bound.filter(|bound| bound.is_finite());
    // Costs are whole numbers, so that a bound between two of them is the upper one.
    let bound = lower.map(|bound| (bound - SLACK).ceil() as i64);
    let SolveOutcome::Solution(solution) = outcome else { return SolverAnswer::GaveUp(bound) };
    // Millionths fit into whole numbers; the caller verifies its conclusions.
    let unit = if program.is_relaxed { 1e6 } else { 1.0 };
    let values: Vec<i64> = columns
        .iter()
        .map(|column| (solution.var_value(*column) * unit).round() as i64)
        .collect();
    match solution.status() {
        _ if program.is_relaxed => SolverAnswer::Found(values, None),
        // Rounded values may violate a row that the solver's own values meet within its tolerance.
        _ if !program.admits(&values) => SolverAnswer::GaveUp(bound),
        SolutionStatus::Optimal => SolverAnswer::Optimal(values),
        SolutionStatus::Feasible => SolverAnswer::Found(values, bound),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_bounds_a_search_whatever_the_clock_says() {
        // Weights of two sums that have to be met exactly: thousands of nodes.
        let weights: Vec<i64> = (0..40).map(|n| 1000 + n * n * 37 % 8999).collect();
        let terms = |sign: i64| weights.iter().enumerate().map(move |(i, w)| (i, sign * w));
        let rows = vec![(terms(1).collect(), 91_543), (terms(-1).collect(), -91_543)];
        let program = IntegerProgram { columns: vec![(0, 1, 1); 40], rows, is_relaxed: false };
        let solve = |work: u64, time: Duration| {
            let left = Cell::new(work);
            let deadline = Deadline { work: Some(&left), ..Deadline::from_duration(time) };
            (BranchAndBound.solve(&program, None, deadline), left.get())
        };
        let hour = Duration::from_secs(3600);
        for work in [1, 5_000, 50_000, 200_000_000] {
            assert_eq!(solve(work, Duration::ZERO), solve(work, hour), "{work}");
        }
        assert_eq!(solve(1, hour), (SolverAnswer::GaveUp(None), 0));
        let (answer, left) = solve(200_000_000, Duration::ZERO);
        assert!(!matches!(answer, SolverAnswer::GaveUp(_)), "{answer:?}");
        assert!(left < 200_000_000 - 50_000, "{left} left");
        let late = Deadline::from_duration(Duration::ZERO);
        assert_eq!(BranchAndBound.solve(&program, None, late), SolverAnswer::GaveUp(None));
    }
}
