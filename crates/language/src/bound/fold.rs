//! Totals, averages and extremes of a number over cards.

use super::{Counts, Spot, count_at};
use crate::quantity::{Presence, Quantity};
use crate::rational::{Rational, common_denominator};
use crate::tree::Fold;
use sleeve_data::Arrange;

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

impl FoldLeaf {
    /// Makes the leaf of these cards; a card without a value is left out.
    pub(super) fn new(fold: Fold, cards: Vec<(Spot, Quantity, bool)>) -> FoldLeaf {
        let mut unit = 1i64;
        let ends = cards.iter().flat_map(|(_, q, _)| [q.low(), q.high()]).flatten();
        for end in ends {
            // A fraction too fine for the common unit becomes an open end below.
            unit = common_denominator(unit, end.denominator()).unwrap_or(unit);
        }
        let scale = |end: Option<Rational>| end?.scaled(unit)?.to_integer();
        let mut terms = Vec::new();
        for (spot, quantity, is_certain) in cards {
            if quantity.presence() != Presence::Never {
                let is_certain = is_certain && quantity.presence() == Presence::Certain;
                let (low, high) = (scale(quantity.low()), scale(quantity.high()));
                terms.push(FoldTerm { spot, low, high, is_certain });
            }
        }
        let mut by_high: Vec<u32> = Vec::new();
        by_high.extend((0u32..).zip(&terms).filter(|(_, t)| !t.is_certain).map(|(i, _)| i));
        let mut by_low = by_high.clone();
        let term = |i: &u32| terms.get(*i as usize).copied();
        by_high.arrange_by_key(|i| std::cmp::Reverse(term(i).map(|t| t.high.unwrap_or(i64::MAX))));
        by_low.arrange_by_key(|i| term(i).map(|t| t.low.unwrap_or(i64::MIN)));
        let exact = terms.iter().all(|t| t.is_certain && t.low.is_some() && t.low == t.high);
        FoldLeaf { fold, unit, terms, exact, by_high, by_low }
    }

    fn present_terms<'l>(
        &'l self,
        counts: Counts<'l>,
    ) -> impl Iterator<Item = (&'l FoldTerm, u32)> {
        self.terms.iter().map(move |t| (t, count_at(counts, t.spot))).filter(|(_, n)| *n > 0)
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
            // A card that may not count adds 0 instead, if that moves the end further out.
            let add = |total: Option<i128>, end: Option<i64>, keep: fn(i64) -> i64| {
                let end = end.map(|e| if term.is_certain { e } else { keep(e) });
                Some(total? + i128::from(end?) * i128::from(n))
            };
            low = add(low, term.low, |e| e.min(0));
            high = add(high, term.high, |e| e.max(0));
        }
        let end = |total: Option<i128>| total.and_then(|t| self.number_from_units(t));
        Quantity::range(end(low), end(high))
    }

    /// Starts with the sure cards, then adds those unsure ones that move the average further.
    fn average(&self, counts: Counts<'_>) -> Quantity {
        if self.exact {
            let (total, weight) = self.exact_total(counts);
            if weight == 0 {
                return Quantity::NONE;
            }
            let average = weight.checked_mul(i128::from(self.unit));
            let average = average.and_then(|weight| Rational::new(total, weight));
            return Quantity::range(average, average);
        }
        let (mut weight, mut is_any_present) = (0i128, false);
        let (mut low, mut high) = (Some(0i128), Some(0i128));
        for (term, n) in self.present_terms(counts) {
            is_any_present = true;
            if term.is_certain {
                weight += i128::from(n);
                let add = |total: Option<i128>, end: Option<i64>| {
                    Some(total? + i128::from(end?) * i128::from(n))
                };
                low = add(low, term.low);
                high = add(high, term.high);
            }
        }
        if !is_any_present {
            return Quantity::NONE;
        }
        let low =
            low.and_then(|total| self.furthest_average(counts, &self.by_low, total, weight, -1));
        let high =
            high.and_then(|total| self.furthest_average(counts, &self.by_high, total, weight, 1));
        let range = Quantity::range(low, high);
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
            let value = i128::from(if sign > 0 { term.high? } else { term.low? });
            // Not beyond the average so far, `total / weight`: multiplied out, so that numbers stay whole.
            if weight > 0 && sign * value * weight <= sign * total {
                break;
            }
            total += value * n;
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
        let end = |term: &FoldTerm| {
            let end = if sign > 0 { term.high } else { term.low };
            end.map(|end| sign * i128::from(end))
        };
        let sure = self.present_terms(counts).filter(|(term, _)| term.is_certain);
        let sure = sure.map(|(term, n)| Some((end(term)?, n)));
        let mut numbers: Vec<(i128, u32)> = sure.collect::<Option<_>>()?;
        for term in order.iter().filter_map(|i| self.terms.get(*i as usize)) {
            let n = count_at(counts, term.spot);
            if n == 0 {
                continue;
            }
            let number = end(term)?;
            if doubled_median(&mut numbers).is_some_and(|median| 2 * number <= median) {
                break;
            }
            numbers.push((number, n));
        }
        let doubled = sign * doubled_median(&mut numbers)?;
        Rational::new(doubled, 2 * i128::from(self.unit))
    }

    /// The largest number (`sign` 1) or the smallest (-1), which is the largest of the numbers with the sign changed.
    fn extreme(&self, counts: Counts<'_>, sign: i128) -> Quantity {
        let (mut any, mut certain) = (false, false);
        let mut high = Some(i128::MIN);
        // If no card is certain, any of them may be the only one: then the smallest of their near
        // ends is the bound.
        let (mut sure_low, mut maybe_low) = (None::<i128>, Some(i128::MAX));
        for (term, _) in self.present_terms(counts) {
            let (near, far) = if sign > 0 { (term.low, term.high) } else { (term.high, term.low) };
            let signed = |end: Option<i64>| end.map(|end| sign * i128::from(end));
            any = true;
            high = high.zip(signed(far)).map(|(a, b)| a.max(b));
            if term.is_certain {
                certain = true;
                sure_low = sure_low.max(signed(near));
            } else {
                maybe_low = maybe_low.zip(signed(near)).map(|(a, b)| a.min(b));
            }
        }
        if !any {
            return Quantity::NONE;
        }
        let end = |end: Option<i128>| end.and_then(|end| self.number_from_units(end));
        let range = Quantity::range(end(if certain { sure_low } else { maybe_low }), end(high));
        let range = if sign > 0 { range } else { range.negated() };
        if certain { range } else { range.perhaps() }
    }
}

/// Twice the median of numbers with their counts; `None` without numbers.
fn doubled_median(numbers: &mut [(i128, u32)]) -> Option<i128> {
    numbers.arrange();
    let total: u64 = numbers.iter().map(|(_, n)| u64::from(*n)).sum();
    let at = |place: u64| {
        let mut end = 0;
        let mut numbers = numbers.iter();
        numbers.find(|(_, n)| {
            end += u64::from(*n);
            place < end
        })
    };
    Some(at(total.checked_sub(1)? / 2)?.0 + at(total / 2)?.0)
}
