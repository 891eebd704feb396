//! The draws of a question: piles of cards in classes, and how many cards come from each.

use super::{
    messages::OddsError,
    numbers::{PascalRows, WholeNumber, binomial},
};
use dashu_int::{UBig, ops::BitTest};
use std::rc::Rc;

/// Most class vectors that are counted before the answer is rejected.
pub const VECTOR_LIMIT: u128 = 20_000_000;

/// The source of the cards of a draw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DrawSource {
    /// A separate pile, by the number of cards of each class.
    Classes(Vec<u32>),
    /// The cards of an earlier draw, by its position: the hand is part of the cards seen.
    PartOfDraw(usize),
    /// The cards that an earlier draw left, by its position: a second hand of one pile.
    RestOfDraw(usize),
}

/// Cards that are dealt at random from one source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pile {
    /// Its name in messages.
    pub name: String,
    pub source: DrawSource,
    pub draw: u32,
}

/// Draws that are counted together. A condition reads the class counts of all of them, one draw
/// after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DrawSetup {
    /// The draws, each before those that refer to it.
    pub piles: Vec<Pile>,
}

impl DrawSetup {
    /// One hand drawn from one pile.
    pub fn hand(classes: &[u32], draw: u32) -> DrawSetup {
        let source = DrawSource::Classes(classes.to_vec());
        DrawSetup { piles: vec![Pile { name: "pile".to_owned(), source, draw }] }
    }

    /// How many classes each draw has.
    pub fn widths(&self) -> Vec<usize> {
        (0..self.piles.len())
            .map(|p| self.source_classes(p).len())
            .collect()
    }

    /// The sizes of the classes in the separate pile from which a draw comes, perhaps through
    /// earlier draws.
    pub fn source_classes(&self, pile: usize) -> &[u32] {
        match self.piles.get(pile).map(|p| &p.source) {
            Some(DrawSource::Classes(classes)) => classes,
            Some(DrawSource::PartOfDraw(draw) | DrawSource::RestOfDraw(draw)) if *draw < pile => {
                self.source_classes(*draw)
            }
            _ => &[],
        }
    }

    /// How many cards a draw chooses from.
    pub fn available(&self, pile: usize) -> u64 {
        match self.piles.get(pile).map(|p| &p.source) {
            Some(DrawSource::Classes(classes)) => classes.iter().map(|n| u64::from(*n)).sum(),
            Some(DrawSource::PartOfDraw(draw)) if *draw < pile => u64::from(self.piles[*draw].draw),
            Some(DrawSource::RestOfDraw(draw)) if *draw < pile => self
                .available(*draw)
                .saturating_sub(u64::from(self.piles[*draw].draw)),
            _ => 0,
        }
    }

    /// Refuses draws of more cards than there are.
    pub fn validate(&self) -> Result<(), OddsError> {
        for (at, pile) in self.piles.iter().enumerate() {
            let holds = self.available(at);
            if u64::from(pile.draw) > holds {
                let draw = u64::from(pile.draw);
                return Err(OddsError::DrawsTooMany { pile: pile.name.clone(), draw, holds });
            }
        }
        Ok(())
    }

    /// How many class vectors there are; an upper bound if one draw depends on another.
    pub fn vectors(&self) -> u128 {
        let each = self
            .piles
            .iter()
            .enumerate()
            .map(|(at, p)| vectors(self.source_classes(at), p.draw));
        each.fold(1, u128::saturating_mul)
    }

    /// How many equally likely draws there are.
    pub fn total(&self) -> UBig {
        let each = self.piles.iter().enumerate().map(|(at, pile)| {
            let available = u32::try_from(self.available(at)).unwrap_or(u32::MAX);
            binomial(available, pile.draw)
        });
        each.fold(UBig::ONE, |product, ways| product * ways)
    }

    /// An upper bound of the bits of the number of draws, found without counting them.
    pub fn bits(&self) -> u64 {
        let bits = self.piles.iter().enumerate().map(|(at, pile)| {
            let available = self.available(at);
            let draw = u64::from(pile.draw).min(available.saturating_sub(u64::from(pile.draw)));
            // C(n, k) < (e n / k)^k, and e < 3.
            let base = (available.saturating_mul(3).checked_div(draw)).unwrap_or(0) + 1;
            draw.saturating_mul(u64::from(base.ilog2()) + 1)
        });
        bits.fold(0, u64::saturating_add)
    }

    /// Whether every number of draws fits `u128`.
    pub(crate) fn is_small(&self) -> bool {
        // The bound is cheap and mostly enough; the exact number is found only beyond it.
        self.bits() < 127 || self.total().bit_len() < 127
    }
}

/// Most numbers kept while vectors are counted; what needs more counts as too many vectors.
const CELL_LIMIT: u64 = 4_000_000;

/// In how many ways `draw` cards can spread over classes of these sizes (`u128::MAX` from 2^100 on,
/// and where even finding out would take too long).
pub fn vectors(classes: &[u32], draw: u32) -> u128 {
    let total: u64 = classes.iter().map(|n| u64::from(*n)).sum();
    if u64::from(draw) > total {
        return 0;
    }
    // Choosing the drawn cards is choosing those that stay: the smaller of the two is cheaper to
    // count.
    let draw = u64::from(draw).min(total - u64::from(draw));
    if (draw + 1).saturating_mul(classes.len() as u64) > CELL_LIMIT {
        return u128::MAX;
    }
    let draw = draw as usize;
    // The coefficients of the product of `1 + x + … + x^size` over the classes: a sliding window
    // multiplies by one factor in a single pass.
    let mut ways = vec![0u128; draw + 1];
    ways[0] = 1;
    for &size in classes {
        let mut window = 0u128;
        let before = ways.clone();
        for at in 0..=draw {
            window += before[at];
            if let Some(out) = at.checked_sub(size as usize + 1) {
                window -= before[out];
            }
            ways[at] = window;
        }
        // The final counts grow up to the middle, and `draw` is not beyond it: no partial count up
        // to it is larger than the result. Below 2^100, a window of at most CELL_LIMIT counts fits
        // `u128`.
        if ways.iter().any(|w| w >> 100 != 0) {
            return u128::MAX;
        }
    }
    ways[draw]
}

/// Visits every vector of class counts with the number of draws that have it.
pub struct ClassWalk<'a, 'r, C, V> {
    setup: &'a DrawSetup,
    offsets: Vec<usize>,
    counts: Vec<u32>,
    /// Per draw: the sizes of its classes, the rows of Pascal's triangle for them, and how many
    /// cards the classes from each on hold together.
    sizes: Vec<Vec<u32>>,
    rows: Vec<Vec<Rc<[C]>>>,
    suffix: Vec<Vec<u64>>,
    pascal: &'r mut PascalRows<C>,
    visit: V,
}

impl<'a, 'r, C: WholeNumber, V: FnMut(&[u32], &C)> ClassWalk<'a, 'r, C, V> {
    /// Visits all vectors of a set-up that was validated.
    pub fn run(setup: &'a DrawSetup, visit: V) {
        let widest = setup.piles.iter().map(|p| p.draw).max().unwrap_or(0);
        ClassWalk::run_with(setup, &mut PascalRows::with_widest(widest), visit);
    }

    /// Like [`ClassWalk::run`], with rows of Pascal's triangle that other walks share, as wide as
    /// the largest draw.
    pub fn run_with(setup: &'a DrawSetup, pascal: &'r mut PascalRows<C>, visit: V) {
        let widths = setup.widths();
        let mut offsets = vec![0];
        for width in &widths {
            offsets.push(offsets[offsets.len() - 1] + width);
        }
        let mut walk = ClassWalk {
            setup,
            counts: vec![0; offsets[widths.len()]],
            offsets,
            sizes: widths.iter().map(|w| vec![0; *w]).collect(),
            rows: widths.iter().map(|_| Vec::new()).collect(),
            suffix: widths.iter().map(|w| vec![0; *w + 1]).collect(),
            pascal,
            visit,
        };
        for pile in 0..setup.piles.len() {
            if matches!(setup.piles[pile].source, DrawSource::Classes(_)) {
                walk.prepare_pile(pile);
            }
        }
        walk.walk_pile(0, &C::from_u64(1));
    }

    fn prepare_pile(&mut self, pile: usize) {
        for class in 0..self.sizes[pile].len() {
            self.sizes[pile][class] = match &self.setup.piles[pile].source {
                DrawSource::Classes(classes) => classes[class],
                DrawSource::PartOfDraw(draw) => self.counts[self.offsets[*draw] + class],
                DrawSource::RestOfDraw(draw) => {
                    self.sizes[*draw][class] - self.counts[self.offsets[*draw] + class]
                }
            };
        }
        self.rows[pile].clear();
        for class in (0..self.sizes[pile].len()).rev() {
            let size = self.sizes[pile][class];
            self.suffix[pile][class] = self.suffix[pile][class + 1] + u64::from(size);
        }
        for class in 0..self.sizes[pile].len() {
            let row = self.pascal.row(self.sizes[pile][class]);
            self.rows[pile].push(row);
        }
    }

    fn walk_pile(&mut self, pile: usize, weight: &C) {
        let Some(next) = self.setup.piles.get(pile) else {
            (self.visit)(&self.counts, weight);
            return;
        };
        if !matches!(next.source, DrawSource::Classes(_)) {
            self.prepare_pile(pile);
        }
        if self.sizes[pile].is_empty() {
            return self.walk_pile(pile + 1, weight);
        }
        self.walk_class(pile, 0, next.draw, weight);
    }

    fn walk_class(&mut self, pile: usize, class: usize, left: u32, weight: &C) {
        let at = self.offsets[pile] + class;
        let row = Rc::clone(&self.rows[pile][class]);
        let after = self.suffix[pile][class + 1];
        // The classes after it have `after` cards: this one must give the rest.
        let least = u64::from(left).saturating_sub(after) as u32;
        let most = left.min(self.sizes[pile][class]);
        let last = class + 1 == self.sizes[pile].len();
        for k in least..=most {
            self.counts[at] = k;
            let weight = weight.times(&row[k as usize]);
            if !last {
                self.walk_class(pile, class + 1, left - k, &weight);
            } else if pile + 1 == self.setup.piles.len() {
                (self.visit)(&self.counts, &weight);
            } else {
                self.walk_pile(pile + 1, &weight);
            }
        }
    }
}
