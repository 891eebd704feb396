//! One end of a number of a pile, in a form that rows can be made of, and how ends are added, turned round and
//! scaled.

use super::linear::LinearSum;
use sleeve_language::Rational;

/// On which side of `<=` a number stands.
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

/// An end of a number.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Term {
    /// It never has a value.
    NoValue,
    /// There is no end on this side.
    Unbounded,
    /// A sum of variables.
    Sum(LinearSum),
    /// A quotient whose divisor is not below zero; no value where it is zero.
    Ratio(LinearSum, LinearSum),
    /// The largest of them.
    Most(Vec<Term>),
    /// The smallest of them.
    Least(Vec<Term>),
    /// The term of a case whose facts (sums that are not above zero) hold; one that may be picked.
    Cases(Vec<(Vec<LinearSum>, Term)>),
    /// It cannot be made of rows.
    Inexpressible,
}

impl Term {
    /// The sums that it may be; `None` where it may be something else.
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

pub(super) fn term_from_sum(linear: Option<LinearSum>) -> Term {
    linear.map_or(Term::Inexpressible, Term::Sum)
}

pub(super) fn negate_term(term: Term) -> Term {
    let all = |items: Vec<Term>| items.into_iter().map(negate_term).collect();
    match term {
        Term::Sum(sum) => Term::Sum(sum.negated()),
        Term::Ratio(a, b) => Term::Ratio(a.negated(), b),
        Term::Most(items) => Term::Least(all(items)),
        Term::Least(items) => Term::Most(all(items)),
        Term::Cases(cases) => {
            Term::Cases(cases.into_iter().map(|(facts, term)| (facts, negate_term(term))).collect())
        }
        Term::NoValue | Term::Unbounded | Term::Inexpressible => term,
    }
}

pub(super) fn scale_term(term: Term, factor: Rational) -> Term {
    if factor < Rational::ZERO {
        return scale_term(negate_term(term), factor.negated());
    }
    let all = |items: Vec<Term>| items.into_iter().map(|item| scale_term(item, factor)).collect();
    match term {
        Term::Sum(linear) => term_from_sum(linear.times(factor)),
        Term::Ratio(a, b) => {
            let number = i64::try_from(factor.numerator()).ok();
            let divisor = i64::try_from(factor.denominator()).ok();
            match number.zip(divisor) {
                Some((number, divisor)) => {
                    let a = a.times(Rational::whole(number));
                    let b = b.times(Rational::whole(divisor));
                    a.zip(b).map_or(Term::Inexpressible, |(a, b)| Term::Ratio(a, b))
                }
                None => Term::Inexpressible,
            }
        }
        Term::Most(items) => Term::Most(all(items)),
        Term::Least(items) => Term::Least(all(items)),
        Term::Cases(cases) => {
            let cases = cases.into_iter().map(|(facts, term)| (facts, scale_term(term, factor)));
            Term::Cases(cases.collect())
        }
        Term::Unbounded if factor == Rational::ZERO => Term::Inexpressible,
        Term::NoValue | Term::Unbounded | Term::Inexpressible => term,
    }
}

/// The sum of two ends.
pub(super) fn add_terms(a: Term, b: Term) -> Term {
    let each = |items: Vec<Term>, other: &Term| -> Vec<Term> {
        items.into_iter().map(|item| add_terms(item, other.clone())).collect()
    };
    match (a, b) {
        (Term::NoValue, _) | (_, Term::NoValue) => Term::NoValue,
        (Term::Inexpressible, _) | (_, Term::Inexpressible) => Term::Inexpressible,
        (Term::Unbounded, _) | (_, Term::Unbounded) => Term::Unbounded,
        (Term::Cases(cases), other) | (other, Term::Cases(cases)) => {
            let cases =
                cases.into_iter().map(|(facts, term)| (facts, add_terms(term, other.clone())));
            Term::Cases(cases.collect())
        }
        (Term::Most(items), other) | (other, Term::Most(items)) => Term::Most(each(items, &other)),
        (Term::Least(items), other) | (other, Term::Least(items)) => {
            Term::Least(each(items, &other))
        }
        (Term::Sum(a), Term::Sum(b)) => term_from_sum(a.plus(&b)),
        (Term::Ratio(a, b), Term::Sum(c)) | (Term::Sum(c), Term::Ratio(a, b)) => {
            let shifted = c.constant().and_then(|c| a.plus(&b.times(c)?));
            shifted.map_or(Term::Inexpressible, |a| Term::Ratio(a, b))
        }
        (Term::Ratio(..), Term::Ratio(..)) => Term::Inexpressible,
    }
}
