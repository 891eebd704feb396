//! Terms: one end of a number of a pile, in a form that rows can be made of; how terms are added, negated and
//! scaled.

use super::linear::LinearSum;
use sleeve_language::Rational;

/// The side of `<=` on which a number stands.
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
    /// A quotient whose divisor is not below zero; without a value where it is zero.
    Ratio(LinearSum, LinearSum),
    /// The largest of several terms.
    Most(Vec<Term>),
    /// The smallest of several terms.
    Least(Vec<Term>),
    /// Cases, each with facts (sums that are not above zero) and a term: the term of any case whose facts hold
    /// may be picked.
    Cases(Vec<(Vec<LinearSum>, Term)>),
    /// Rows cannot express the number.
    Inexpressible,
}

impl Term {
    /// Collects the sums that the term may be; `None` where it may be anything else.
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

/// The product of a term and a constant.
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

/// The sum of two terms.
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
