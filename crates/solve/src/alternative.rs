//! The branches of an alternative, of which one has to hold, and which of several cases are worth a branch.

use super::linear::LinearSum;
use super::term::{RowSide, Term};
use sleeve_language::bound::Node;

/// A branch of an alternative: sums that are not above zero, and consequences that have to hold besides.
pub(super) struct Alternative<'n> {
    pub(super) facts: Vec<LinearSum>,
    pub(super) consequences: Vec<Consequence<'n>>,
}

pub(super) enum Consequence<'n> {
    /// A condition holds (`true`) or does not.
    Node(&'n Node, bool),
    /// The first number is at most the second, or less than it (`true`).
    AtMost(Term, Term, bool),
}

impl<'n> Alternative<'n> {
    pub(super) fn from_node(node: &'n Node, wanted: bool) -> Alternative<'n> {
        Alternative::from_consequence(Consequence::Node(node, wanted))
    }

    pub(super) fn from_consequence(then: Consequence<'n>) -> Alternative<'n> {
        Alternative { facts: Vec::new(), consequences: vec![then] }
    }
}

/// Turns `sum <= 0` into `sum < 0` for `strictly`: numerators are whole numbers.
pub(super) fn make_strict(mut sum: LinearSum, strictly: bool) -> LinearSum {
    if strictly {
        sum.constant = sum.constant.saturating_add(1);
    }
    sum
}

/// Selects the cases worth trying. Against a constant one case is enough, the weakest of those that hold: the
/// largest where cases stand on the smaller side, else the smallest.
pub(super) fn select_cases<'c>(
    cases: &'c [(Vec<LinearSum>, Term)],
    other: &Term,
    side: RowSide,
    strictly: bool,
) -> Vec<&'c (Vec<LinearSum>, Term)> {
    let answers = cases.iter().map(|case| match side {
        RowSide::Smaller => compare_constants(&case.1, other, strictly),
        RowSide::Larger => compare_constants(other, &case.1, strictly),
    });
    // A term with variables may hold for one deck and not for the next: then every case needs its branch.
    let Some(answers) = answers.collect::<Option<Vec<bool>>>() else {
        return cases.iter().collect();
    };
    let holding = cases.iter().zip(answers).filter_map(|(case, holds)| holds.then_some(case));
    let weaker = |best: &'c (Vec<LinearSum>, Term), next: &'c (Vec<LinearSum>, Term)| {
        let is_below = compare_constants(&best.1, &next.1, false) == Some(true);
        if is_below == (side == RowSide::Smaller) { next } else { best }
    };
    holding.reduce(weaker).into_iter().collect()
}

/// Compares two constants by `<=`, or `<`; `None` where a term is not constant.
fn compare_constants(a: &Term, b: &Term, strictly: bool) -> Option<bool> {
    let (Term::Sum(a), Term::Sum(b)) = (a, b) else { return None };
    let (a, b) = (a.constant()?, b.constant()?);
    Some(if strictly { a < b } else { a <= b })
}
