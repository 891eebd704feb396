//! One end of a number of a pile, in a form that rows can be made of, and how ends are added, turned round and
//! scaled.

use super::linear::Linear;
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
    Never,
    /// There is no end on this side.
    Endless,
    /// A sum of variables.
    Sum(Linear),
    /// A quotient whose divisor is not below zero; no value where it is zero.
    Ratio(Linear, Linear),
    /// The largest of them.
    Most(Vec<Term>),
    /// The smallest of them.
    Least(Vec<Term>),
    /// The term of a case whose facts (sums that are not above zero) hold; one that may be picked.
    Cases(Vec<(Vec<Linear>, Term)>),
    /// It cannot be made of rows.
    Unsaid,
}

impl Term {
    /// The sums that it may be; `None` where it may be something else.
    pub(super) fn sums<'t>(&'t self, found: &mut Vec<&'t Linear>) -> Option<()> {
        match self {
            Term::Sum(sum) => found.push(sum),
            Term::Most(items) | Term::Least(items) => {
                items.iter().try_for_each(|item| item.sums(found))?;
            }
            Term::Cases(cases) => cases.iter().try_for_each(|(_, term)| term.sums(found))?,
            Term::Never => {}
            Term::Endless | Term::Ratio(..) | Term::Unsaid => return None,
        }
        Some(())
    }
}

pub(super) fn sum(linear: Option<Linear>) -> Term {
    linear.map_or(Term::Unsaid, Term::Sum)
}

pub(super) fn negated(term: Term) -> Term {
    let all = |items: Vec<Term>| items.into_iter().map(negated).collect();
    match term {
        Term::Sum(sum) => Term::Sum(sum.negated()),
        Term::Ratio(a, b) => Term::Ratio(a.negated(), b),
        Term::Most(items) => Term::Least(all(items)),
        Term::Least(items) => Term::Most(all(items)),
        Term::Cases(cases) => {
            Term::Cases(cases.into_iter().map(|(facts, term)| (facts, negated(term))).collect())
        }
        Term::Never | Term::Endless | Term::Unsaid => term,
    }
}

pub(super) fn scale(term: Term, factor: Rational) -> Term {
    if factor < Rational::ZERO {
        return scale(negated(term), factor.negated());
    }
    let all = |items: Vec<Term>| items.into_iter().map(|item| scale(item, factor)).collect();
    match term {
        Term::Sum(linear) => sum(linear.times(factor)),
        Term::Ratio(a, b) => {
            let number = i64::try_from(factor.numerator()).ok();
            let divisor = i64::try_from(factor.denominator()).ok();
            match number.zip(divisor) {
                Some((number, divisor)) => {
                    let a = a.times(Rational::whole(number));
                    let b = b.times(Rational::whole(divisor));
                    a.zip(b).map_or(Term::Unsaid, |(a, b)| Term::Ratio(a, b))
                }
                None => Term::Unsaid,
            }
        }
        Term::Most(items) => Term::Most(all(items)),
        Term::Least(items) => Term::Least(all(items)),
        Term::Cases(cases) => {
            let cases = cases.into_iter().map(|(facts, term)| (facts, scale(term, factor)));
            Term::Cases(cases.collect())
        }
        Term::Endless if factor == Rational::ZERO => Term::Unsaid,
        Term::Never | Term::Endless | Term::Unsaid => term,
    }
}

/// The sum of two ends.
pub(super) fn plus(a: Term, b: Term) -> Term {
    let each = |items: Vec<Term>, other: &Term| -> Vec<Term> {
        items.into_iter().map(|item| plus(item, other.clone())).collect()
    };
    match (a, b) {
        (Term::Never, _) | (_, Term::Never) => Term::Never,
        (Term::Unsaid, _) | (_, Term::Unsaid) => Term::Unsaid,
        (Term::Endless, _) | (_, Term::Endless) => Term::Endless,
        (Term::Cases(cases), other) | (other, Term::Cases(cases)) => {
            let cases = cases.into_iter().map(|(facts, term)| (facts, plus(term, other.clone())));
            Term::Cases(cases.collect())
        }
        (Term::Most(items), other) | (other, Term::Most(items)) => Term::Most(each(items, &other)),
        (Term::Least(items), other) | (other, Term::Least(items)) => {
            Term::Least(each(items, &other))
        }
        (Term::Sum(a), Term::Sum(b)) => sum(a.plus(&b)),
        (Term::Ratio(a, b), Term::Sum(c)) | (Term::Sum(c), Term::Ratio(a, b)) => {
            let shifted = c.constant().and_then(|c| a.plus(&b.times(c)?));
            shifted.map_or(Term::Unsaid, |a| Term::Ratio(a, b))
        }
        (Term::Ratio(..), Term::Ratio(..)) => Term::Unsaid,
    }
}
