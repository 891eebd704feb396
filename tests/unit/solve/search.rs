//! Unit tests of `crates/solve/src/search.rs`.

use super::*;
use crate::{linear::Partition, solver::BranchAndBound};
use std::{cell::Cell, time::Duration};

/// A solver that gives up from one of its programs on.
struct TiredSolver {
    programs: Cell<usize>,
}

impl Solver for TiredSolver {
    fn solve(
        &self,
        program: &IntegerProgram,
        hint: Option<&[i64]>,
        deadline: Deadline<'_>,
    ) -> SolverAnswer {
        match self.programs.get().checked_sub(1) {
            Some(left) => {
                self.programs.set(left);
                BranchAndBound.solve(program, hint, deadline)
            }
            None => SolverAnswer::GaveUp(None),
        }
    }
}

/// The cheapest of six points, if a card of two points and one of three exclude each other,
/// with a solver for this many programs.
fn find_six_points(programs: usize) -> Result<BestAssignment, NoAssignment> {
    let solver = TiredSolver { programs: Cell::new(programs) };
    let mut model = LinearModel::default();
    let (two, three) = (model.add_variable(0, 5), model.add_variable(0, 5));
    model
        .rows
        .push(LinearRow::new(vec![(two, -2), (three, -3)], -6, None, 0));
    model
        .partitions
        .push(Partition { source: 0, parts: vec![vec![two], vec![three]] });
    let mut search = ModelSearch {
        solver: &solver,
        model,
        card_variables: 2,
        order: &[0, 1],
        focus: Focus::default(),
        kept: None,
        deadline: Deadline::from_duration(Duration::from_secs(600)),
    };
    search.find_cheapest(VariableCost::Exact(&|_| 1), None)
}

#[test]
fn what_was_given_up_in_one_part_is_proven_by_no_other() {
    assert_eq!(find_six_points(0), Err(NoAssignment::GaveUp(None)));
    let first = find_six_points(1).unwrap();
    assert_eq!((first.values.as_slice(), first.is_proven), (&[3, 0][..], false));
    let both = find_six_points(2).unwrap();
    assert_eq!((both.values.as_slice(), both.is_proven), (&[0, 2][..], true));
}
