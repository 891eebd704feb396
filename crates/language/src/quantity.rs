//! Numbers that are unknown, known as a range, or exact. This is interval arithmetic over exact
//! fractions, with a third state for numbers that do not exist.

use super::{operation::Operator, rational::Rational, truth::Truth};
use sleeve_data::model::{Bounds, Lang, Number};
use std::fmt;

/// Whether a quantity has a value at all.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Presence {
    /// It has one.
    Certain,
    /// It has one or none, depending on unknown facts.
    Perhaps,
    /// It has none: an absent field, the least of an empty pile, a division by zero.
    Never,
}

impl Presence {
    fn and(self, other: Presence) -> Presence {
        match (self, other) {
            (Presence::Never, _) | (_, Presence::Never) => Presence::Never,
            (Presence::Certain, Presence::Certain) => Presence::Certain,
            _ => Presence::Perhaps,
        }
    }
}

/// A number as far as it is known: an inclusive range of exact fractions, open if an end is `None`,
/// and perhaps no value at all.
///
/// Two quantities are treated as independent: `x - x` over an unknown `x` is a range around zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quantity {
    low: Option<Rational>,
    high: Option<Rational>,
    presence: Presence,
}

impl Quantity {
    /// 1 for true, 0 for false, either for unknown.
    pub fn indicator(truth: Truth) -> Quantity {
        match truth {
            Truth::True => Quantity::whole(1),
            Truth::False => Quantity::ZERO,
            Truth::Unknown => Quantity::range(Some(Rational::ZERO), Some(Rational::ONE)),
        }
    }

    /// The quantity as a part of a total, in which a missing value counts as zero.
    pub fn or_zero(self) -> Quantity {
        self.or_else(Quantity::ZERO)
    }

    /// The number, or another if there is no value.
    pub fn or_else(self, other: Quantity) -> Quantity {
        match self.presence() {
            Presence::Certain => self,
            Presence::Never => other,
            Presence::Perhaps => Quantity { presence: Presence::Certain, ..self }.join(other),
        }
    }

    /// No value; comparing it is false.
    pub const NONE: Quantity = Quantity { low: None, high: None, presence: Presence::Never };
    /// A value about which nothing is known.
    pub const UNKNOWN: Quantity = Quantity { low: None, high: None, presence: Presence::Certain };
    pub const ZERO: Quantity = Quantity::exact(Rational::ZERO);

    /// The number that is known exactly.
    pub const fn exact(value: Rational) -> Quantity {
        Quantity { low: Some(value), high: Some(value), presence: Presence::Certain }
    }

    /// The whole number that is known exactly.
    pub const fn whole(value: i64) -> Quantity {
        Quantity::exact(Rational::whole(value))
    }

    /// A number within a range, open if an end is `None`.
    pub const fn range(low: Option<Rational>, high: Option<Rational>) -> Quantity {
        Quantity { low, high, presence: Presence::Certain }
    }

    /// The quantity, with the possibility that there is no value.
    pub fn perhaps(self) -> Quantity {
        let presence = self.presence.and(Presence::Perhaps);
        Quantity { presence, ..self }
    }

    /// The smallest possible value; `None` if there is no end or no value.
    pub const fn low(&self) -> Option<Rational> {
        self.low
    }

    /// The largest possible value; `None` if there is no end or no value.
    pub const fn high(&self) -> Option<Rational> {
        self.high
    }

    /// Whether it has a value.
    pub const fn presence(&self) -> Presence {
        self.presence
    }

    /// The value, if it is known exactly.
    pub fn exact_value(&self) -> Option<Rational> {
        if self.presence == Presence::Certain && self.low == self.high { self.low } else { None }
    }

    /// Whether unknown facts leave it open.
    pub fn is_open(&self) -> bool {
        !self.is_none() && self.exact_value().is_none()
    }

    /// Whether it has no value.
    pub fn is_none(&self) -> bool {
        self.presence == Presence::Never
    }

    /// The smallest range that contains both.
    pub fn join(self, other: Quantity) -> Quantity {
        match (self.presence, other.presence) {
            (Presence::Never, Presence::Never) => Quantity::NONE,
            (Presence::Never, _) => other.perhaps(),
            (_, Presence::Never) => self.perhaps(),
            (a, b) => Quantity {
                low: self.low.zip(other.low).map(|(a, b)| a.min(b)),
                high: self.high.zip(other.high).map(|(a, b)| a.max(b)),
                presence: a.and(b),
            },
        }
    }

    fn combine(
        self,
        other: Quantity,
        make: impl FnOnce(Quantity, Quantity) -> (Option<Rational>, Option<Rational>),
    ) -> Quantity {
        let presence = self.presence.and(other.presence);
        if presence == Presence::Never {
            return Quantity::NONE;
        }
        let (low, high) = make(self, other);
        Quantity { low, high, presence }
    }

    fn map(self, make: impl Fn(Rational) -> Option<Rational>) -> Quantity {
        Quantity {
            low: self.low.and_then(&make),
            high: self.high.and_then(&make),
            presence: self.presence,
        }
    }

    /// The sum of any two values within the ranges; an overflow is an open end.
    pub fn plus(self, other: Quantity) -> Quantity {
        self.combine(other, |a, b| (add_ends(a.low, b.low), add_ends(a.high, b.high)))
    }

    /// The value with the sign changed.
    pub fn negated(self) -> Quantity {
        Quantity {
            low: self.high.map(Rational::negated),
            high: self.low.map(Rational::negated),
            presence: self.presence,
        }
    }

    /// The difference of any two values within the ranges; an overflow is an open end.
    pub fn minus(self, other: Quantity) -> Quantity {
        self.plus(other.negated())
    }

    /// The product of any two values within the ranges; an overflow is an open end.
    pub fn times(self, other: Quantity) -> Quantity {
        self.combine(other, |a, b| {
            // Nothing of anything is nothing, however little is known of it.
            if a.is_zero() || b.is_zero() {
                return (Some(Rational::ZERO), Some(Rational::ZERO));
            }
            // A product is monotone in each factor, so its extremes are at the ends.
            let ends = [(a.low, b.low), (a.low, b.high), (a.high, b.low), (a.high, b.high)];
            let mut products = ends.map(|(a, b)| multiply_ends(a, b));
            if products.iter().all(Option::is_some) {
                products.sort();
                return (products[0], products[3]);
            }
            half_open_product(a, b)
        })
    }

    fn is_zero(&self) -> bool {
        self.low == Some(Rational::ZERO) && self.high == Some(Rational::ZERO)
    }

    fn is_non_negative(&self) -> bool {
        self.low.is_some_and(|l| l >= Rational::ZERO)
    }

    fn is_not_above_zero(&self) -> bool {
        self.high.is_some_and(|h| h <= Rational::ZERO)
    }

    fn contains_zero(&self) -> bool {
        self.low.is_none_or(|l| l <= Rational::ZERO)
            && self.high.is_none_or(|h| h >= Rational::ZERO)
    }

    /// The quotient: no value if the divisor is zero.
    pub fn divide(self, other: Quantity) -> Quantity {
        if self.is_none() || other.is_none() || other.is_zero() {
            return Quantity::NONE;
        }
        // Both signs changed, only divisors that are not negative remain.
        if other.is_not_above_zero() {
            return self.negated().divide(other.negated());
        }
        // A quotient is a product with the inverse; an inverse turns the ends around, and at zero
        // it has no end.
        let quotient = if other.is_non_negative() {
            let low = other
                .high
                .map_or(Some(Rational::ZERO), |h| Rational::ONE.divide(h));
            let high = other.low.and_then(|l| Rational::ONE.divide(l));
            self.times(Quantity { low, high, presence: other.presence })
        } else {
            Quantity { presence: self.presence.and(other.presence), ..Quantity::UNKNOWN }
        };
        if other.contains_zero() { quotient.perhaps() } else { quotient }
    }

    /// The remainder of the division with floor; not negative for a positive divisor.
    pub fn modulo(self, other: Quantity) -> Quantity {
        if self.is_none() || other.is_none() || other.is_zero() {
            return Quantity::NONE;
        }
        let presence = self.presence.and(other.presence);
        let presence =
            if other.contains_zero() { presence.and(Presence::Perhaps) } else { presence };
        let (low, high) = modulo_ends(self, other);
        Quantity { low, high, presence }
    }

    /// The largest whole number not above it.
    pub fn floor(self) -> Quantity {
        self.map(|r| Some(r.floor()))
    }

    /// The smallest whole number not below it.
    pub fn ceil(self) -> Quantity {
        self.map(|r| Some(r.ceil()))
    }

    /// The smaller of two; no value if one has none.
    pub fn least(self, other: Quantity) -> Quantity {
        self.combine(other, |a, b| {
            // An open upper end is larger than any number, so the other end is the smaller one.
            let high = match (a.high, b.high) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (one, other) => one.or(other),
            };
            (a.low.zip(b.low).map(|(a, b)| a.min(b)), high)
        })
    }

    /// The larger of two; no value if one has none.
    pub fn greatest(self, other: Quantity) -> Quantity {
        self.negated().least(other.negated()).negated()
    }

    /// Whether a comparison holds. Comparing no value is false, `!=` included.
    pub fn compare(&self, operator: Operator, other: &Quantity) -> Truth {
        let presence = self.presence.and(other.presence);
        if presence == Presence::Never {
            return Truth::False;
        }
        let truth = match operator {
            Operator::Less => is_less(self, other),
            Operator::Greater => is_less(other, self),
            Operator::AtMost => !is_less(other, self),
            Operator::AtLeast => !is_less(self, other),
            Operator::Equal | Operator::Has => is_equal(self, other),
            Operator::NotEqual => !is_equal(self, other),
        };
        // Without a value the comparison is false, so it is never true for sure.
        if presence == Presence::Perhaps { truth.and(Truth::Unknown) } else { truth }
    }

    /// In words: `31`, `31 or more`, `2.4 to 2.6`, `unknown`, `no value`.
    pub fn in_words(&self, lang: Lang) -> String {
        let range = match (self.low, self.high) {
            _ if self.is_none() => return say!(lang, "no value"),
            (Some(low), Some(high)) if low == high => low.in_words(lang),
            (Some(low), Some(high)) => {
                say!(lang, "{low} to {high}", low = low.in_words(lang), high = high.in_words(lang))
            }
            (Some(low), None) => say!(lang, "{low} or more", low = low.in_words(lang)),
            (None, Some(high)) => say!(lang, "{high} or less", high = high.in_words(lang)),
            (None, None) => say!(lang, "unknown"),
        };
        match self.presence {
            Presence::Perhaps => say!(lang, "{range} or no value"),
            _ => range,
        }
    }
}

fn is_less(a: &Quantity, b: &Quantity) -> Truth {
    if is_below(a, b) {
        Truth::True
    } else if a.low.zip(b.high).is_some_and(|(a, b)| a >= b) {
        Truth::False
    } else {
        Truth::Unknown
    }
}

fn is_below(a: &Quantity, b: &Quantity) -> bool {
    a.high.zip(b.low).is_some_and(|(a, b)| a < b)
}

fn add_ends(a: Option<Rational>, b: Option<Rational>) -> Option<Rational> {
    a?.plus(b?)
}

fn multiply_ends(a: Option<Rational>, b: Option<Rational>) -> Option<Rational> {
    a?.times(b?)
}

fn is_equal(a: &Quantity, b: &Quantity) -> Truth {
    if is_below(a, b) || is_below(b, a) {
        Truth::False
    } else if a.low.is_some() && a.low == a.high && b.low == a.low && b.high == a.low {
        Truth::True
    } else {
        Truth::Unknown
    }
}

/// The product if an end is open or overflowed. Only certain ends are kept: both signs of both
/// factors are reduced to non-negative ranges, and a factor around zero leaves both ends open.
fn half_open_product(a: Quantity, b: Quantity) -> (Option<Rational>, Option<Rational>) {
    let (low, high) = match (a.is_not_above_zero(), b.is_not_above_zero()) {
        (true, true) => return half_open_product(a.negated(), b.negated()),
        (true, false) => half_open_product(a.negated(), b),
        (false, true) => half_open_product(a, b.negated()),
        (false, false) if a.is_non_negative() && b.is_non_negative() => {
            let low = multiply_ends(a.low, b.low).or(Some(Rational::ZERO));
            return (low, multiply_ends(a.high, b.high));
        }
        (false, false) => return (None, None),
    };
    // One factor had its sign changed, so the product turns around.
    (high.map(Rational::negated), low.map(Rational::negated))
}

fn modulo_ends(a: Quantity, b: Quantity) -> (Option<Rational>, Option<Rational>) {
    if let (Some(divisor), Some(low), Some(high)) = (b.exact_value(), a.low, a.high) {
        // Within one turn of the divisor the remainder grows with the number.
        let first_turn = low.divide(divisor).map(Rational::floor);
        let last_turn = high.divide(divisor).map(Rational::floor);
        if first_turn.is_some() && first_turn == last_turn {
            return (low.modulo(divisor), high.modulo(divisor));
        }
    }
    if b.is_non_negative() {
        (Some(Rational::ZERO), b.high)
    } else if b.is_not_above_zero() {
        (b.low, Some(Rational::ZERO))
    } else {
        (b.low, b.high)
    }
}

impl From<Number> for Quantity {
    fn from(number: Number) -> Quantity {
        Quantity::exact(number.into())
    }
}

impl From<Bounds> for Quantity {
    fn from(bounds: Bounds) -> Quantity {
        Quantity::range(bounds.min.map(Rational::from), bounds.max.map(Rational::from))
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.in_words(Lang::En))
    }
}
