//! Whole numbers that count hands, `u128` if every total fits and of arbitrary size beyond, and
//! fractions of them: exact probabilities, and how to write them.

use dashu_int::{
    UBig,
    ops::{BitTest, Gcd},
};
use sleeve_language::gcd;
use std::{cmp::Ordering, collections::HashMap, fmt, rc::Rc};

/// A whole number that hands are counted in. Operations never overflow: a total that does not fit
/// `u128` is counted in [`UBig`] from the start.
pub trait WholeNumber: Clone + PartialEq + PartialOrd {
    fn from_u64(value: u64) -> Self;
    fn is_zero(&self) -> bool;
    fn add(&mut self, other: &Self);
    fn times(&self, other: &Self) -> Self;
    /// `self × up ÷ down`, known to be whole.
    fn scale(&self, up: u64, down: u64) -> Self;
    fn to_big(&self) -> UBig;
}

impl WholeNumber for u128 {
    fn from_u64(value: u64) -> u128 {
        u128::from(value)
    }
    fn is_zero(&self) -> bool {
        *self == 0
    }
    #[inline]
    fn add(&mut self, other: &u128) {
        *self += other;
    }
    #[inline]
    fn times(&self, other: &u128) -> u128 {
        self * other
    }
    fn scale(&self, up: u64, down: u64) -> u128 {
        // Dividing first keeps the intermediate result below the final one. It leaves no rest,
        // because the remaining factors of `down` and `up` have no factor in common.
        let shared = gcd(up, down);
        (self / u128::from(down / shared)).saturating_mul(u128::from(up / shared))
    }
    fn to_big(&self) -> UBig {
        UBig::from(*self)
    }
}

impl WholeNumber for UBig {
    fn from_u64(value: u64) -> UBig {
        UBig::from(value)
    }
    fn is_zero(&self) -> bool {
        self == &UBig::ZERO
    }
    fn add(&mut self, other: &UBig) {
        *self += other;
    }
    fn times(&self, other: &UBig) -> UBig {
        self * other
    }
    fn scale(&self, up: u64, down: u64) -> UBig {
        self * up / down
    }
    fn to_big(&self) -> UBig {
        self.clone()
    }
}

/// A number that counts nothing, for walks that only list the vectors.
#[derive(Clone, PartialEq, PartialOrd)]
pub struct Uncounted;

impl WholeNumber for Uncounted {
    fn from_u64(_: u64) -> Uncounted {
        Uncounted
    }
    fn is_zero(&self) -> bool {
        false
    }
    fn add(&mut self, _: &Uncounted) {}
    fn times(&self, _: &Uncounted) -> Uncounted {
        Uncounted
    }
    fn scale(&self, _: u64, _: u64) -> Uncounted {
        Uncounted
    }
    fn to_big(&self) -> UBig {
        UBig::ZERO
    }
}

/// The number of ways to choose `k` of `n` things; zero for `k` above `n`.
pub fn binomial(n: u32, k: u32) -> UBig {
    if k > n {
        return UBig::ZERO;
    }
    // C(n, k) = C(n, n - k): the smaller of the two takes fewer steps.
    let steps = k.min(n - k);
    (0..steps).fold(UBig::ONE, |c, i| c.scale(u64::from(n - i), u64::from(i) + 1))
}

/// Rows of Pascal's triangle, each computed when it is first needed: `row(n)[k]` is `C(n, k)` for
/// `k` up to the smaller of `n` and the largest draw.
pub struct PascalRows<C> {
    widest: u32,
    rows: HashMap<u32, Rc<[C]>>,
}

impl<C: WholeNumber> PascalRows<C> {
    /// No row yet; `widest` is the largest draw.
    pub fn with_widest(widest: u32) -> PascalRows<C> {
        PascalRows { widest, rows: HashMap::new() }
    }

    /// The row of `n` cards.
    pub fn row(&mut self, n: u32) -> Rc<[C]> {
        let widest = self.widest.min(n);
        let row = self.rows.entry(n).or_insert_with(|| {
            let mut row = Vec::with_capacity(widest as usize + 1);
            let mut value = C::from_u64(1);
            for k in 0..widest {
                // C(n, k + 1) = C(n, k) × (n - k) ÷ (k + 1), which is whole at every step.
                let next = value.scale(u64::from(n - k), u64::from(k) + 1);
                row.push(std::mem::replace(&mut value, next));
            }
            row.push(value);
            row.into()
        });
        Rc::clone(row)
    }
}

/// Most decimals of a percentage, unless more are asked for. A number beyond them is written
/// `<0.01` or `>99.99`.
const MAX_DIGITS: u32 = 12;

/// An exact number that is not negative, in lowest terms; probabilities and means are fractions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    numerator: UBig,
    denominator: UBig,
}

impl Fraction {
    /// `numerator / denominator`, reduced; `None` for a zero denominator.
    pub fn new(numerator: UBig, denominator: UBig) -> Option<Fraction> {
        if denominator == UBig::ZERO {
            return None;
        }
        Some(Fraction::reduce(numerator, denominator))
    }

    /// A fraction in lowest terms; a product of two denominators, neither of which is zero, is not
    /// zero.
    pub(super) fn reduce(numerator: UBig, denominator: UBig) -> Fraction {
        let shared = (&numerator).gcd(&denominator);
        Fraction { numerator: numerator / &shared, denominator: denominator / shared }
    }

    /// A ratio of two small numbers; `None` for a zero denominator.
    pub fn ratio(numerator: u64, denominator: u64) -> Option<Fraction> {
        Fraction::new(UBig::from(numerator), UBig::from(denominator))
    }

    /// The probability of an impossible event.
    pub fn zero() -> Fraction {
        Fraction { numerator: UBig::ZERO, denominator: UBig::ONE }
    }

    /// The probability of a certain event.
    pub fn one() -> Fraction {
        Fraction { numerator: UBig::ONE, denominator: UBig::ONE }
    }

    /// The number above the line.
    pub fn numerator(&self) -> &UBig {
        &self.numerator
    }

    /// The number below the line, at least 1.
    pub fn denominator(&self) -> &UBig {
        &self.denominator
    }

    /// The exact sum, in lowest terms.
    pub fn plus(&self, other: &Fraction) -> Fraction {
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        Fraction::reduce(numerator, &self.denominator * &other.denominator)
    }

    /// Subtracts another fraction; zero if that is larger.
    pub fn minus(&self, other: &Fraction) -> Fraction {
        let (up, down) =
            (&self.numerator * &other.denominator, &other.numerator * &self.denominator);
        if up <= down {
            return Fraction::zero();
        }
        Fraction::reduce(up - down, &self.denominator * &other.denominator)
    }

    /// The exact product, in lowest terms.
    pub fn times(&self, other: &Fraction) -> Fraction {
        let numerator = &self.numerator * &other.numerator;
        Fraction::reduce(numerator, &self.denominator * &other.denominator)
    }

    /// The product with a whole number. It takes no common divisor of large numbers.
    pub(super) fn scale(&self, factor: u64) -> Fraction {
        if factor == 0 {
            return Fraction::zero();
        }
        let rest = &self.denominator % UBig::from(factor);
        let shared = gcd(factor, u64::try_from(rest).unwrap_or_default());
        Fraction {
            numerator: &self.numerator * (factor / shared),
            denominator: self.denominator.clone() / shared,
        }
    }

    /// Divides by another fraction; `None` if that is zero.
    pub fn divide(&self, other: &Fraction) -> Option<Fraction> {
        let numerator = &self.numerator * &other.denominator;
        Fraction::new(numerator, &self.denominator * &other.numerator)
    }

    /// One minus the number; zero for numbers above one.
    pub fn complement(&self) -> Fraction {
        if self.numerator >= self.denominator {
            return Fraction::zero();
        }
        let numerator = &self.denominator - &self.numerator;
        Fraction { numerator, denominator: self.denominator.clone() }
    }

    /// The nearest floating-point number.
    pub fn to_f64(&self) -> f64 {
        quotient(&self.numerator, &self.denominator)
    }

    /// The number as a decimal with `digits` digits after the point, rounded from the exact value
    /// (halves away from zero).
    pub fn decimal(&self, digits: u32) -> String {
        self.rounded(UBig::ONE, digits)
    }

    /// The number as a percentage with `digits` digits, without the sign; with more digits if it
    /// would read as impossible or certain and is neither.
    pub fn percentage(&self, digits: u32) -> String {
        let (shown, rest) = (self.percentage_text(digits), self.complement());
        let is_none = shown.bytes().all(|byte| matches!(byte, b'0' | b'.'));
        let is_open = self.numerator != UBig::ZERO && rest.numerator != UBig::ZERO;
        if !is_open || !(is_none || shown.starts_with("100")) {
            return shown;
        }
        let small = if is_none { self } else { &rest };
        for digits in digits..=MAX_DIGITS {
            let unit = UBig::from(10u8).pow(digits as usize + 2);
            if &small.numerator * unit >= small.denominator {
                return self.percentage_text(digits);
            }
        }
        if is_none { "<0.01".to_owned() } else { ">99.99".to_owned() }
    }

    fn percentage_text(&self, digits: u32) -> String {
        self.rounded(UBig::from(100u8), digits)
    }

    fn rounded(&self, factor: UBig, digits: u32) -> String {
        // The power of ten below is as long as the digits: a bound keeps it small.
        let digits = digits.min(1000) as usize;
        let scaled = &self.numerator * factor * UBig::from(10u8).pow(digits) * 2u8;
        let units = (scaled + &self.denominator) / (&self.denominator * UBig::from(2u8));
        let text = format!("{units}");
        if digits == 0 {
            return text;
        }
        let padded = format!("{text:0>width$}", width = digits + 1);
        let (whole, decimals) = padded.split_at(padded.len() - digits);
        format!("{whole}.{decimals}")
    }

    /// The `n` of "1 in n": whole from 100 on, one digit from 10, two below; `None` for zero.
    pub fn one_in(&self) -> Option<String> {
        if self.numerator == UBig::ZERO {
            return None;
        }
        let inverse =
            Fraction { numerator: self.denominator.clone(), denominator: self.numerator.clone() };
        let whole = &self.denominator / &self.numerator;
        let digits = if inverse.denominator == UBig::ONE || whole >= UBig::from(100u8) {
            0
        } else if whole >= UBig::from(10u8) {
            1
        } else {
            2
        };
        Some(inverse.decimal(digits))
    }

    /// Reads `0.9`, `90%`, `9/10`, `1`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Fraction> {
        let text = text.trim();
        if let Some(percent) = text.strip_suffix('%') {
            return Some(Fraction::parse(percent)?.times(&Fraction::ratio(1, 100)?));
        }
        if let Some((up, down)) = text.split_once('/') {
            let up = digits(up.trim(), MAX_FRACTION_DIGITS)?;
            return Fraction::new(up, digits(down.trim(), MAX_FRACTION_DIGITS)?);
        }
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        // The power of ten below is as long as the decimals: a bound keeps it small.
        if whole.is_empty() || decimals.len() > 60 || whole.len() > 60 || text.ends_with('.') {
            return None;
        }
        let all = digits(&format!("{whole}{decimals}"), MAX_FRACTION_DIGITS)?;
        Fraction::new(all, UBig::from(10u8).pow(decimals.len()))
    }
}

/// Digits of a fraction that is read, above or below its bar.
const MAX_FRACTION_DIGITS: usize = 1000;

fn digits(text: &str, most: usize) -> Option<UBig> {
    let plain = !text.is_empty() && text.len() <= most && text.bytes().all(|b| b.is_ascii_digit());
    if plain { text.parse().ok() } else { None }
}

/// The floating-point number nearest to a quotient, which need not be in lowest terms; zero for a
/// zero denominator.
pub(crate) fn quotient(numerator: &UBig, denominator: &UBig) -> f64 {
    if *numerator == UBig::ZERO || *denominator == UBig::ZERO {
        return 0.0;
    }
    // 65 significant bits with a sticky last one, so that the final rounding is the only one.
    let shift = 66 + denominator.bit_len() as i64 - numerator.bit_len() as i64;
    let (up, down) = if shift >= 0 {
        (numerator << shift as usize, denominator.clone())
    } else {
        (numerator.clone(), denominator << (-shift) as usize)
    };
    let quotient = &up / &down;
    let sticky = u128::from(&quotient * &down != up);
    let mantissa = u128::try_from(quotient).unwrap_or(u128::MAX) | sticky;
    let exponent = i32::try_from(-shift).unwrap_or(i32::MIN);
    scale(mantissa as f64, exponent)
}

/// `value × 2^exponent` without overflow on the way.
fn scale(value: f64, exponent: i32) -> f64 {
    let half = exponent / 2;
    value * 2f64.powi(half) * 2f64.powi(exponent - half)
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == UBig::ONE {
            return f.pad(&self.numerator.to_string());
        }
        f.pad(&format!("{}/{}", self.numerator, self.denominator))
    }
}
