//! Numbers of draws by their truth, and the resulting probability.

use super::numbers::{Fraction, WholeNumber};
use dashu_int::UBig;
use sleeve_language::Truth;

/// The truth of the condition asked, and of the one that is given, for one draw.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Judgement {
    pub condition: Truth,
    pub given: Truth,
}

impl From<Truth> for Judgement {
    fn from(condition: Truth) -> Judgement {
        Judgement { condition, given: Truth::True }
    }
}

/// A probability: one fraction, or two bounds where facts are unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Probability {
    /// The smallest possible value.
    pub low: Fraction,
    pub high: Fraction,
}

impl Probability {
    /// The probability, unless unknown facts leave a range.
    pub fn exact(&self) -> Option<&Fraction> {
        (self.low == self.high).then_some(&self.low)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct DrawTally<C> {
    cells: [C; 9],
}

impl<C: WholeNumber> DrawTally<C> {
    pub(crate) fn new() -> DrawTally<C> {
        DrawTally { cells: std::array::from_fn(|_| C::from_u64(0)) }
    }

    #[inline]
    pub(crate) fn add(&mut self, judgement: Judgement, weight: &C) {
        self.cells[judgement.condition as usize * 3 + judgement.given as usize].add(weight);
    }

    /// Adds another tally, every draw of it counting `weight` times.
    pub(crate) fn add_all(&mut self, other: &DrawTally<C>, weight: &C) {
        for (cell, more) in self.cells.iter_mut().zip(&other.cells) {
            if !more.is_zero() {
                cell.add(&more.times(weight));
            }
        }
    }

    /// The numbers of draws whose condition is certainly and possibly true, where `given` may hold.
    /// Hands are compared by this pair.
    pub(crate) fn merit(&self) -> (C, C) {
        let mut certain = self.cell(Truth::True, Truth::True).clone();
        certain.add(self.cell(Truth::True, Truth::Unknown));
        let mut possible = certain.clone();
        possible.add(self.cell(Truth::Unknown, Truth::True));
        possible.add(self.cell(Truth::Unknown, Truth::Unknown));
        (certain, possible)
    }

    fn cell(&self, condition: Truth, given: Truth) -> &C {
        &self.cells[condition as usize * 3 + given as usize]
    }

    pub(crate) fn to_big(&self) -> DrawTally<UBig> {
        DrawTally { cells: std::array::from_fn(|i| self.cells[i].to_big()) }
    }

    pub(crate) fn pack(&self) -> PackedTally {
        let cells = (0..).zip(&self.cells).filter(|(_, cell)| !cell.is_zero());
        PackedTally { cells: cells.map(|(at, cell)| (at, cell.to_big())).collect() }
    }
}

/// A tally without its empty cells. Most tallies fill one or two of nine, and a mulligan tree keeps
/// very many.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct PackedTally {
    cells: Box<[(u8, UBig)]>,
}

impl PackedTally {
    pub(crate) fn unpack(&self) -> DrawTally<UBig> {
        let mut tally = DrawTally::<UBig>::new();
        for (at, cell) in &self.cells {
            tally.cells[usize::from(*at)].clone_from(cell);
        }
        tally
    }

    pub(crate) fn merit(&self) -> (UBig, UBig) {
        self.unpack().merit()
    }
}

impl DrawTally<UBig> {
    /// The draws whose truths, of the condition and of `given`, are picked.
    fn sum(&self, pick: fn(usize, usize) -> bool) -> UBig {
        let cells = self
            .cells
            .iter()
            .enumerate()
            .filter(|(i, _)| pick(i / 3, i % 3));
        cells.map(|(_, cell)| cell).sum()
    }

    /// The probability of the condition among the draws for which `given` holds; `None` if it
    /// holds for none.
    pub(crate) fn probability(&self) -> Option<Probability> {
        // `Truth` as a number: 0 false, 1 unknown, 2 true. The lower bound counts an unknown draw
        // against the condition (and as given), the upper bound for it.
        let certain = self.sum(|c, g| c == 2 && g == 2);
        let against = self.sum(|c, g| c < 2 && g > 0);
        let possible = self.sum(|c, g| c > 0 && g > 0);
        let surely_against = self.sum(|c, g| c == 0 && g == 2);
        let low_of = &certain + against;
        let high_of = &possible + surely_against;
        match (Fraction::new(certain, low_of), Fraction::new(possible, high_of)) {
            (None, None) => None,
            (low, high) => Some(Probability {
                low: low.unwrap_or_else(Fraction::zero),
                high: high.unwrap_or_else(Fraction::one),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(cells: &[(Truth, Truth, u64)]) -> Option<(String, String)> {
        let mut tally = DrawTally::<UBig>::new();
        for (condition, given, weight) in cells {
            let judgement = Judgement { condition: *condition, given: *given };
            tally.add(judgement, &UBig::from(*weight));
        }
        tally
            .probability()
            .map(|a| (a.low.to_string(), a.high.to_string()))
    }

    #[test]
    fn unknown_facts_leave_bounds() {
        use Truth::{False, True, Unknown};
        let both = |low: &str, high: &str| Some((low.to_owned(), high.to_owned()));
        assert_eq!(answer(&[(True, True, 1), (False, True, 3)]), both("1/4", "1/4"));
        assert_eq!(
            answer(&[(True, True, 1), (Unknown, True, 1), (False, True, 2)]),
            both("1/4", "1/2")
        );
        assert_eq!(answer(&[(True, True, 1), (False, Unknown, 1)]), both("1/2", "1"));
        assert_eq!(answer(&[(True, Unknown, 1), (False, True, 1)]), both("0", "1/2"));
        assert_eq!(answer(&[(True, False, 1)]), None);
    }
}
