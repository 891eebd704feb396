//! Whole numbers to count hands with: `u128` where every total fits, arbitrary size beyond.

use dashu_int::UBig;
use std::collections::HashMap;

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
        // Dividing first keeps the intermediate result below the final one.
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

/// Counts nothing, for walks that only ask which vectors there are.
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

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// The number of ways to choose `k` of `n` things.
pub fn binomial(n: u32, k: u32) -> UBig {
    if k > n {
        return UBig::ZERO;
    }
    let k = k.min(n - k);
    (0..k).fold(UBig::ONE, |c, i| c.scale(u64::from(n - i), u64::from(i) + 1))
}

/// Rows of Pascal's triangle, each computed when it is first needed: `row(n)[k]` is `C(n, k)` for
/// `k` up to the smaller of `n` and the largest draw.
pub struct PascalRows<C> {
    widest: u32,
    rows: HashMap<u32, std::rc::Rc<[C]>>,
}

impl<C: WholeNumber> PascalRows<C> {
    pub fn with_widest(widest: u32) -> PascalRows<C> {
        PascalRows { widest, rows: HashMap::new() }
    }

    pub fn row(&mut self, n: u32) -> std::rc::Rc<[C]> {
        let widest = self.widest.min(n);
        let row = self.rows.entry(n).or_insert_with(|| {
            let mut row = Vec::with_capacity(widest as usize + 1);
            let mut value = C::from_u64(1);
            for k in 0..widest {
                let next = value.scale(u64::from(n - k), u64::from(k) + 1);
                row.push(std::mem::replace(&mut value, next));
            }
            row.push(value);
            row.into()
        });
        std::rc::Rc::clone(row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dashu_int::ops::BitTest;

    #[test]
    fn binomials_are_exact_in_both_sizes() {
        assert_eq!(binomial(60, 7), UBig::from(386_206_920u64));
        assert_eq!(binomial(5, 6), UBig::ZERO);
        assert_eq!(binomial(250, 125).bit_len(), 246);
        let mut small = PascalRows::<u128>::with_widest(65);
        let mut large = PascalRows::<UBig>::with_widest(65);
        for n in [0, 1, 7, 64, 130] {
            let (small, large) = (small.row(n), large.row(n));
            assert_eq!(small.len(), large.len());
            assert!(small.iter().zip(large.iter()).all(|(a, b)| a.to_big() == *b));
            assert!(large.iter().enumerate().all(|(k, c)| *c == binomial(n, k as u32)));
        }
    }
}
