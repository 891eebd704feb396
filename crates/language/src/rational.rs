//! Exact fractions for measures, with checked arithmetic: `None` when a number grows too large.

use sleeve_data::model::{Lang, Number};
use std::{cmp::Ordering, fmt};

/// An exact fraction in lowest terms, its denominator above zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rational {
    numerator: i128,
    denominator: i128,
}

fn wide_gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // A division of 64-bit numbers is many times faster than one of 128 bits.
        if let (Ok(small_a), Ok(small_b)) = (u64::try_from(a), u64::try_from(b)) {
            return u128::from(gcd(small_a, small_b));
        }
        (a, b) = (b, a % b);
    }
    a
}

/// The greatest common divisor; 0 of zeros only.
pub fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple of two numbers above zero. `None` from 2^40 on, which leaves 23 bits
/// of an `i64` for the count of such parts.
pub fn common_denominator(a: i64, b: i128) -> Option<i64> {
    let shared = wide_gcd(a.unsigned_abs().into(), b.unsigned_abs()) as i128;
    i64::try_from((b / shared).checked_mul(i128::from(a))?)
        .ok()
        .filter(|n| *n < 1 << 40)
}

impl Rational {
    pub const ZERO: Rational = Rational::whole(0);
    pub const ONE: Rational = Rational::whole(1);

    /// The whole number as a fraction over 1.
    pub const fn whole(value: i64) -> Rational {
        Rational { numerator: value as i128, denominator: 1 }
    }

    /// A fraction; `None` if the denominator is zero or the numbers are out of range.
    pub fn new(numerator: i128, denominator: i128) -> Option<Rational> {
        // The smallest `i128` has no opposite, which signs need.
        if denominator == 0 || numerator == i128::MIN || denominator == i128::MIN {
            return None;
        }
        // Whole numbers are in lowest terms already.
        if denominator == 1 {
            return Some(Rational { numerator, denominator });
        }
        let divisor = wide_gcd(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128;
        let sign = denominator.signum();
        Some(Rational {
            numerator: sign * (numerator / divisor),
            denominator: sign * (denominator / divisor),
        })
    }

    /// The numerator, in lowest terms.
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// The denominator, in lowest terms and above zero.
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// The value as a whole number, or `None` if it has a fraction or is out of range.
    pub fn to_integer(self) -> Option<i64> {
        if self.denominator == 1 { i64::try_from(self.numerator).ok() } else { None }
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The value with the sign changed.
    pub fn negated(self) -> Rational {
        // INVARIANT: `new` refuses `i128::MIN`, so the sign can be changed.
        Rational { numerator: -self.numerator, denominator: self.denominator }
    }

    /// The sum, or `None` on overflow.
    pub fn plus(self, other: Rational) -> Option<Rational> {
        if self.denominator == 1 && other.denominator == 1 {
            let numerator = self.numerator.checked_add(other.numerator)?;
            return (numerator != i128::MIN).then_some(Rational { numerator, denominator: 1 });
        }
        let left = self.numerator.checked_mul(other.denominator)?;
        let right = other.numerator.checked_mul(self.denominator)?;
        Rational::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator)?)
    }

    /// The difference, or `None` on overflow.
    pub fn minus(self, other: Rational) -> Option<Rational> {
        self.plus(other.negated())
    }

    /// The product, or `None` on overflow.
    pub fn times(self, other: Rational) -> Option<Rational> {
        Rational::new(
            self.numerator.checked_mul(other.numerator)?,
            self.denominator.checked_mul(other.denominator)?,
        )
    }

    /// The quotient, or `None` on overflow and for a division by zero.
    pub fn divide(self, other: Rational) -> Option<Rational> {
        Rational::new(
            self.numerator.checked_mul(other.denominator)?,
            self.denominator.checked_mul(other.numerator)?,
        )
    }

    /// The largest whole number not above it.
    pub fn floor(self) -> Rational {
        Rational { numerator: self.numerator.div_euclid(self.denominator), denominator: 1 }
    }

    /// The smallest whole number not below it.
    pub fn ceil(self) -> Rational {
        self.negated().floor().negated()
    }

    /// The remainder of the division with floor (so `-1 % 3` is 2); `None` on overflow and if
    /// `other` is zero.
    pub fn modulo(self, other: Rational) -> Option<Rational> {
        self.minus(other.times(self.divide(other)?.floor())?)
    }

    /// The value times a whole number, or `None` on overflow.
    pub fn scaled(self, factor: i64) -> Option<Rational> {
        self.times(Rational::whole(factor))
    }
}

impl From<Number> for Rational {
    fn from(number: Number) -> Rational {
        if let Some(whole) = number.to_integer() {
            return Rational::whole(whole);
        }
        let millionths = i128::from(number.millionths());
        // INVARIANT: the denominator is a positive constant and an `i64` is not `i128::MIN`.
        Rational::new(millionths, i128::from(Number::SCALE)).unwrap_or(Rational::ZERO)
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.denominator == other.denominator {
            return self.numerator.cmp(&other.numerator);
        }
        let left = self.numerator.checked_mul(other.denominator);
        let right = other.numerator.checked_mul(self.denominator);
        match (left, right) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => compare_long(*self, *other),
        }
    }
}

/// Compares as continued fractions: whole parts first, then the reciprocals of the rests.
/// Cross-multiplication would overflow here; these numbers only become smaller.
fn compare_long(mut a: Rational, mut b: Rational) -> Ordering {
    loop {
        let (whole_a, whole_b) = (a.floor().numerator, b.floor().numerator);
        if whole_a != whole_b {
            return whole_a.cmp(&whole_b);
        }
        let rest_a = a.numerator.rem_euclid(a.denominator);
        let rest_b = b.numerator.rem_euclid(b.denominator);
        match (rest_a, rest_b) {
            (0, 0) => return Ordering::Equal,
            (0, _) => return Ordering::Less,
            (_, 0) => return Ordering::Greater,
            _ => {}
        }
        let flipped_b = Rational { numerator: b.denominator, denominator: rest_b };
        b = Rational { numerator: a.denominator, denominator: rest_a };
        a = flipped_b;
    }
}

impl Rational {
    /// The printed form, with the decimal sign of the language.
    pub fn in_words(self, lang: Lang) -> String {
        lang.set_decimals(&self.to_string())
    }
}

impl fmt::Display for Rational {
    /// Whole numbers and short decimals exactly, other fractions to four decimals.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            return f.pad(&self.numerator.to_string());
        }
        let exact = i128::from(Number::SCALE) % self.denominator == 0;
        let (unit, places) = if exact { (1_000_000, 6) } else { (10_000, 4) };
        let scaled = self.numerator.checked_mul(unit).map(|n| {
            // Rounds half up: floor((2n + d) / 2d).
            let twice = n
                .checked_mul(2)
                .and_then(|n| n.checked_add(self.denominator));
            twice.map_or(n / self.denominator, |t| t.div_euclid(self.denominator * 2))
        });
        let Some(scaled) = scaled else {
            return f.pad(&format!("{}/{}", self.numerator, self.denominator));
        };
        let sign = if scaled < 0 { "-" } else { "" };
        let (whole, part) =
            (scaled.unsigned_abs() / unit as u128, scaled.unsigned_abs() % unit as u128);
        let decimals = format!("{part:0places$}");
        let decimals = decimals.trim_end_matches('0');
        let dot = if decimals.is_empty() { "" } else { "." };
        f.pad(&format!("{sign}{whole}{dot}{decimals}"))
    }
}
