//! Terms: one end of a number of a pile, in a form that can become rows. They are added, negated
//! and scaled here; products, quotients, remainders and rounded numbers are encoded. Also the
//! branches of alternatives, one of which has to be true, and the choice of cases that are worth a
//! branch.

use super::linear::{LinearModel, LinearSum};
use sleeve_language::{Rational, bound::Node};

/// The side of `<=` with a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RowSide {
    Smaller,
    Larger,
}

impl RowSide {
    pub(super) fn other(self) -> RowSide {
        match self {
            RowSide::Smaller => RowSide::Larger,
            RowSide::Larger => RowSide::Smaller,
        }
    }
}

/// The smallest or the largest value that a number may have.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Term {
    /// The number has no value.
    NoValue,
    /// The number has no end on this side.
    Unbounded,
    Sum(LinearSum),
    /// A quotient whose divisor is not below zero; without a value if it is zero.
    Ratio(LinearSum, LinearSum),
    /// The largest of several terms.
    Most(Vec<Term>),
    /// The smallest of several terms.
    Least(Vec<Term>),
    /// Cases, each with facts (sums that are not above zero) and a term: the term of any case whose
    /// facts are true may be picked.
    Cases(Vec<(Vec<LinearSum>, Term)>),
    /// Rows cannot express the number.
    Inexpressible,
}

impl Term {
    /// The term with each of several terms changed; the same term if it is one alone.
    pub(super) fn map_parts(self, mut change: impl FnMut(Term) -> Term) -> Term {
        match self {
            Term::Most(items) => Term::Most(items.into_iter().map(change).collect()),
            Term::Least(items) => Term::Least(items.into_iter().map(change).collect()),
            Term::Cases(cases) => {
                let cases = cases.into_iter().map(|(facts, term)| (facts, change(term)));
                Term::Cases(cases.collect())
            }
            term => term,
        }
    }

    /// Collects the sums that the term may be; `None` if it may be anything else.
    pub(super) fn sums<'t>(&'t self, found: &mut Vec<&'t LinearSum>) -> Option<()> {
        match self {
            Term::Sum(sum) => found.push(sum),
            Term::Most(items) | Term::Least(items) => {
                items.iter().try_for_each(|item| item.sums(found))?;
            }
            Term::Cases(cases) => cases.iter().try_for_each(|(_, term)| term.sums(found))?,
            Term::NoValue => {}
            Term::Unbounded | Term::Ratio(..) | Term::Inexpressible => return None,
        }
        Some(())
    }
}

/// A sum as a term; a sum that is out of range (`None`) cannot be expressed.
pub(super) fn term_from_sum(linear: Option<LinearSum>) -> Term {
    linear.map_or(Term::Inexpressible, Term::Sum)
}

/// The term of the negative number. The largest of several becomes the smallest.
pub(super) fn negate_term(term: Term) -> Term {
    match term {
        Term::Sum(sum) => Term::Sum(sum.negated()),
        Term::Ratio(a, b) => Term::Ratio(a.negated(), b),
        Term::Most(items) => Term::Least(items.into_iter().map(negate_term).collect()),
        Term::Least(items) => Term::Most(items.into_iter().map(negate_term).collect()),
        term => term.map_parts(negate_term),
    }
}

/// The product of a term and a constant.
pub(super) fn scale_term(term: Term, factor: Rational) -> Term {
    if factor < Rational::ZERO {
        return scale_term(negate_term(term), factor.negated());
    }
    match term {
        Term::Sum(linear) => term_from_sum(linear.times(factor)),
        Term::Ratio(a, b) => scale_ratio(&a, &b, factor).unwrap_or(Term::Inexpressible),
        // Zero times a number without an end has no value that could be expressed.
        Term::Unbounded if factor == Rational::ZERO => Term::Inexpressible,
        term => term.map_parts(|item| scale_term(item, factor)),
    }
}

fn scale_ratio(a: &LinearSum, b: &LinearSum, factor: Rational) -> Option<Term> {
    let number = i64::try_from(factor.numerator()).ok()?;
    let divisor = i64::try_from(factor.denominator()).ok()?;
    Some(Term::Ratio(a.times(Rational::whole(number))?, b.times(Rational::whole(divisor))?))
}

pub(super) fn add_terms(a: Term, b: Term) -> Term {
    match (a, b) {
        // A sum has no value as soon as one of its parts has none.
        (Term::NoValue, _) | (_, Term::NoValue) => Term::NoValue,
        (Term::Inexpressible, _) | (_, Term::Inexpressible) => Term::Inexpressible,
        (Term::Unbounded, _) | (_, Term::Unbounded) => Term::Unbounded,
        (parts @ Term::Cases(_), other)
        | (other, parts @ Term::Cases(_))
        | (parts @ Term::Most(_), other)
        | (other, parts @ Term::Most(_))
        | (parts @ Term::Least(_), other)
        | (other, parts @ Term::Least(_)) => parts.map_parts(|item| add_terms(item, other.clone())),
        (Term::Sum(a), Term::Sum(b)) => term_from_sum(a.plus(&b)),
        (Term::Ratio(a, b), Term::Sum(c)) | (Term::Sum(c), Term::Ratio(a, b)) => {
            let shifted = c.constant().and_then(|c| a.plus(&b.times(c)?));
            shifted.map_or(Term::Inexpressible, |a| Term::Ratio(a, b))
        }
        // At a common divisor both would be products of sums.
        (Term::Ratio(..), Term::Ratio(..)) => Term::Inexpressible,
    }
}

/// A branch of an alternative: sums that are not above zero, and further required consequences.
pub(super) struct Alternative<'n> {
    pub(super) facts: Vec<LinearSum>,
    pub(super) consequences: Vec<Consequence<'n>>,
}

pub(super) enum Consequence<'n> {
    /// A condition is true (`true`) or false.
    Node(&'n Node, bool),
    /// The first number is at most the second, or less than it (`true`).
    AtMost(Term, Term, bool),
}

impl<'n> Alternative<'n> {
    pub(super) fn from_node(node: &'n Node, wanted: bool) -> Alternative<'n> {
        Alternative::from_consequence(Consequence::Node(node, wanted))
    }

    /// The first number is at most the second, or less than it (`strictly`), and facts are true.
    pub(super) fn at_most(
        a: &Term,
        b: &Term,
        strictly: bool,
        facts: &[LinearSum],
    ) -> Alternative<'n> {
        let then = Consequence::AtMost(a.clone(), b.clone(), strictly);
        Alternative { facts: facts.to_vec(), consequences: vec![then] }
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

/// A number in one case: sums that are not above zero, and its term then.
type Case = (Vec<LinearSum>, Term);

/// Selects the cases worth trying. Against a constant, a false case is dropped, and so is one whose
/// facts imply those of another true case: of the ends of one extreme, whose facts are nested, a
/// single one is left.
pub(super) fn select_cases<'c>(
    cases: &'c [Case],
    other: &Term,
    side: RowSide,
    strictly: bool,
    model: &LinearModel,
) -> Vec<&'c Case> {
    let answers = cases.iter().map(|case| match side {
        RowSide::Smaller => compare_constants(&case.1, other, strictly),
        RowSide::Larger => compare_constants(other, &case.1, strictly),
    });
    // A term with variables may be true for one deck and not for the next: then every case needs
    // its branch.
    let Some(answers) = answers.collect::<Option<Vec<bool>>>() else {
        return cases.iter().collect();
    };
    let mut selected: Vec<&Case> = Vec::new();
    for case in cases
        .iter()
        .zip(answers)
        .filter_map(|(case, holds)| holds.then_some(case))
    {
        if selected
            .iter()
            .any(|other| implies(&case.0, &other.0, model))
        {
            continue;
        }
        selected.retain(|other| !implies(&other.0, &case.0, model));
        selected.push(case);
    }
    selected
}

/// Whether sums that are not above zero keep others from being above zero, each by one of them that
/// is never smaller.
fn implies(facts: &[LinearSum], others: &[LinearSum], model: &LinearModel) -> bool {
    others.iter().all(|other| {
        let mut differences = facts.iter().filter_map(|fact| fact.minus(other));
        differences.any(|difference| model.sum_range(&difference).low >= 0)
    })
}

/// Compares two constants by `<=`, or `<`; `None` if a term is not constant.
fn compare_constants(a: &Term, b: &Term, strictly: bool) -> Option<bool> {
    let (Term::Sum(a), Term::Sum(b)) = (a, b) else { return None };
    let (a, b) = (a.constant()?, b.constant()?);
    Some(if strictly { a < b } else { a <= b })
}
