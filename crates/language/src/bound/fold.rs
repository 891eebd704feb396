//! Totals, averages and extremes of a number over cards.

use super::{Counts, Spot, count_at};
use crate::{
    quantity::{Presence, Quantity},
    rational::{Rational, common_denominator},
    tree::Fold,
};
use sleeve_data::Arrange;
use std::cmp::Reverse;

/// The number of one card: a range in units of the leaf, open if an end is `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoldTerm {
    pub spot: Spot,
    pub low: Option<i64>,
    pub high: Option<i64>,
    /// The card is certainly counted and certainly has a value.
    pub is_certain: bool,
}

/// A number of cards folded into one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoldLeaf {
    pub fold: Fold,
    /// Units per whole: values are stored as integers, multiplied by this.
    pub unit: i64,
    /// The cards that have a value, or may have one.
    pub terms: Vec<FoldTerm>,
    /// Every term is sure and known, so that no ranges are needed.
    exact: bool,
    /// Positions of the terms that are not sure, by falling largest value.
    by_high: Vec<u32>,
    /// Positions of the terms that are not sure, by rising smallest value.
    by_low: Vec<u32>,
}

impl FoldTerm {
    /// The largest number (`sign` 1), or the smallest with its sign changed (-1).
    fn signed_end(&self, sign: i128) -> Option<i128> {
        let end = if sign > 0 { self.high } else { self.low };
        end.map(|end| sign * i128::from(end))
    }
}

/// An end of a range in units; `None` if it is open or too fine for them.
fn in_units(end: Option<Rational>, unit: i64) -> Option<i64> {
    end?.scaled(unit)?.to_integer()
}

/// Adds some copies of a number to a total; `None` if one of them has no end.
fn add_copies(total: Option<i128>, number: Option<i64>, copies: u32) -> Option<i128> {
    Some(total? + i128::from(number?) * i128::from(copies))
}

impl FoldLeaf {
    /// Makes the leaf of these cards; a card without a value is left out.
    pub(super) fn new(fold: Fold, cards: Vec<(Spot, Quantity, bool)>) -> FoldLeaf {
        let mut unit = 1i64;
        let ends = cards
            .iter()
            .flat_map(|(_, q, _)| [q.low(), q.high()])
            .flatten();
        for end in ends {
            // A fraction too fine for the common unit becomes an open end below.
            unit = common_denominator(unit, end.denominator()).unwrap_or(unit);
        }
        let mut terms: Vec<FoldTerm> = Vec::new();
        for (spot, quantity, is_certain) in cards {
            if quantity.presence() != Presence::Never {
                let is_certain = is_certain && quantity.presence() == Presence::Certain;
                let low = in_units(quantity.low(), unit);
                let high = in_units(quantity.high(), unit);
                terms.push(FoldTerm { spot, low, high, is_certain });
            }
        }
        let mut by_high: Vec<u32> = Vec::new();
        by_high.extend(
            (0u32..)
                .zip(&terms)
                .filter(|(_, t)| !t.is_certain)
                .map(|(i, _)| i),
        );
        let mut by_low = by_high.clone();
        by_high.arrange_by_key(|i| {
            Reverse(
                terms
                    .get(*i as usize)
                    .map(|term| term.high.unwrap_or(i64::MAX)),
            )
        });
        by_low.arrange_by_key(|i| {
            terms
                .get(*i as usize)
                .map(|term| term.low.unwrap_or(i64::MIN))
        });
        let exact = terms
            .iter()
            .all(|t| t.is_certain && t.low.is_some() && t.low == t.high);
        FoldLeaf { fold, unit, terms, exact, by_high, by_low }
    }

    fn present_terms<'l>(
        &'l self,
        counts: Counts<'l>,
    ) -> impl Iterator<Item = (&'l FoldTerm, u32)> {
        self.terms
            .iter()
            .map(move |t| (t, count_at(counts, t.spot)))
            .filter(|(_, n)| *n > 0)
    }

    fn number_from_units(&self, numerator: i128) -> Option<Rational> {
        Rational::new(numerator, i128::from(self.unit))
    }

    /// The number for these counts.
    pub fn value(&self, counts: Counts<'_>) -> Quantity {
        match self.fold {
            Fold::Sum => self.sum(counts),
            Fold::Avg => self.average(counts),
            Fold::Median => self.median(counts),
            Fold::Min => self.extreme(counts, -1),
            Fold::Max => self.extreme(counts, 1),
        }
    }

    /// The total in units, and the number of cards, if every value is known.
    fn exact_total(&self, counts: Counts<'_>) -> (i128, i128) {
        let (mut sum, mut weight) = (0i128, 0i128);
        for term in &self.terms {
            let n = count_at(counts, term.spot);
            if n > 0 {
                sum += i128::from(term.low.unwrap_or(0)) * i128::from(n);
                weight += i128::from(n);
            }
        }
        (sum, weight)
    }

    fn sum(&self, counts: Counts<'_>) -> Quantity {
        // Nearly every sum: no ranges to add.
        if self.exact {
            let total = self.number_from_units(self.exact_total(counts).0);
            return Quantity::range(total, total);
        }
        let (mut low, mut high) = (Some(0i128), Some(0i128));
        for (term, n) in self.present_terms(counts) {
            let (mut least, mut most) = (term.low, term.high);
            if !term.is_certain {
                // The card may not count: then it adds 0, if that moves the end further out.
                least = least.map(|end| end.min(0));
                most = most.map(|end| end.max(0));
            }
            low = add_copies(low, least, n);
            high = add_copies(high, most, n);
        }
        Quantity::range(
            low.and_then(|total| self.number_from_units(total)),
            high.and_then(|total| self.number_from_units(total)),
        )
    }

    /// Starts with the sure cards, then adds those unsure ones that move the average further.
    fn average(&self, counts: Counts<'_>) -> Quantity {
        if self.exact {
            let (total, weight) = self.exact_total(counts);
            if weight == 0 {
                return Quantity::NONE;
            }
            let units = weight.checked_mul(i128::from(self.unit));
            let average = units.and_then(|units| Rational::new(total, units));
            return Quantity::range(average, average);
        }
        let (mut weight, mut is_any_present) = (0i128, false);
        let (mut low, mut high) = (Some(0i128), Some(0i128));
        for (term, n) in self.present_terms(counts) {
            is_any_present = true;
            if term.is_certain {
                weight += i128::from(n);
                low = add_copies(low, term.low, n);
                high = add_copies(high, term.high, n);
            }
        }
        if !is_any_present {
            return Quantity::NONE;
        }
        let range = Quantity::range(
            low.and_then(|total| self.furthest_average(counts, &self.by_low, total, weight, -1)),
            high.and_then(|total| self.furthest_average(counts, &self.by_high, total, weight, 1)),
        );
        if weight == 0 { range.perhaps() } else { range }
    }

    /// The highest (`sign` 1) or lowest (-1) average that the unsure cards of `order` allow; `None`
    /// if it is unbounded. Cards come by falling effect, so the first that does not move the
    /// average further ends the search.
    fn furthest_average(
        &self,
        counts: Counts<'_>,
        order: &[u32],
        mut total: i128,
        mut weight: i128,
        sign: i128,
    ) -> Option<Rational> {
        for term in order.iter().filter_map(|i| self.terms.get(*i as usize)) {
            let n = i128::from(count_at(counts, term.spot));
            if n == 0 {
                continue;
            }
            let signed = term.signed_end(sign)?;
            // Not beyond the average so far, `total / weight`: multiplied out, so that numbers stay
            // whole.
            if weight > 0 && signed * weight <= sign * total {
                break;
            }
            total += sign * signed * n;
            weight += n;
        }
        Rational::new(total, weight.checked_mul(i128::from(self.unit))?)
    }

    fn median(&self, counts: Counts<'_>) -> Quantity {
        let mut present = self.present_terms(counts).peekable();
        if present.peek().is_none() {
            return Quantity::NONE;
        }
        let low = self.furthest_median(counts, &self.by_low, -1);
        let range = Quantity::range(low, self.furthest_median(counts, &self.by_high, 1));
        if present.any(|(term, _)| term.is_certain) { range } else { range.perhaps() }
    }

    /// The highest (`sign` 1) or lowest (-1) median that the unsure cards of `order` allow, as for
    /// averages.
    fn furthest_median(&self, counts: Counts<'_>, order: &[u32], sign: i128) -> Option<Rational> {
        let mut numbers: Vec<(i128, u32)> = Vec::new();
        for (term, n) in self
            .present_terms(counts)
            .filter(|(term, _)| term.is_certain)
        {
            numbers.push((term.signed_end(sign)?, n));
        }
        for term in order.iter().filter_map(|i| self.terms.get(*i as usize)) {
            let n = count_at(counts, term.spot);
            if n == 0 {
                continue;
            }
            let number = term.signed_end(sign)?;
            if doubled_median(&mut numbers).is_some_and(|median| 2 * number <= median) {
                break;
            }
            numbers.push((number, n));
        }
        let doubled = sign * doubled_median(&mut numbers)?;
        Rational::new(doubled, 2 * i128::from(self.unit))
    }

    /// The largest number (`sign` 1) or the smallest (-1), which is the largest of the numbers with
    /// the sign changed.
    fn extreme(&self, counts: Counts<'_>, sign: i128) -> Quantity {
        let (mut any, mut certain) = (false, false);
        let mut high = Some(i128::MIN);
        // If no card is certain, any of them may be the only one: then the smallest of their near
        // ends is the bound.
        let (mut sure_low, mut maybe_low) = (None::<i128>, Some(i128::MAX));
        for (term, _) in self.present_terms(counts) {
            let far = term.signed_end(sign);
            let near = term.signed_end(-sign).map(|end| -end);
            any = true;
            high = high.zip(far).map(|(a, b)| a.max(b));
            if term.is_certain {
                certain = true;
                sure_low = sure_low.max(near);
            } else {
                maybe_low = maybe_low.zip(near).map(|(a, b)| a.min(b));
            }
        }
        if !any {
            return Quantity::NONE;
        }
        let low = if certain { sure_low } else { maybe_low };
        let signed = Quantity::range(
            low.and_then(|end| self.number_from_units(end)),
            high.and_then(|end| self.number_from_units(end)),
        );
        let range = if sign > 0 { signed } else { signed.negated() };
        if certain { range } else { range.perhaps() }
    }
}

/// Twice the median of numbers with their counts; `None` without numbers.
fn doubled_median(numbers: &mut [(i128, u32)]) -> Option<i128> {
    numbers.arrange();
    let total: u64 = numbers.iter().map(|(_, n)| u64::from(*n)).sum();
    Some(number_at(numbers, total.checked_sub(1)? / 2)? + number_at(numbers, total / 2)?)
}

/// The number at a place, counted from 0, if each is repeated as often as its count says.
fn number_at(numbers: &[(i128, u32)], place: u64) -> Option<i128> {
    let mut end = 0;
    for (number, n) in numbers {
        end += u64::from(*n);
        if place < end {
            return Some(*number);
        }
    }
    None
}
