//! Deals many hands abreast, one in every lane of an array, so that loops over lanes become vector instructions.
//!
//! The cards of a pile lie class by class, so that the ends of the classes say everything. A random place among the cards
//! left is the card drawn; its class and all behind it then end one place earlier. No card is looked up, moved or put
//! back: a hand of eight cards took half the time of the array of cards used before.
//!
//! A place is the high half of a random number of 16 bits times the number of cards left. It is exactly uniform if low
//! halves below a threshold are refused (Lemire, "Fast Random Integer Generation in an Interval", 2019). A lane with a
//! refusal holds no hand; the refusal does not depend on the cards that the hand would have held. The order in which
//! lanes get random numbers is part of what a seed means.

use super::shuffle::Rng;

/// Hands dealt at a time: sixteen numbers of 16 bits fill a vector of 256 bits.
pub(super) const LANES: usize = 16;

/// A number for each hand.
pub(super) type Lanes = [u16; LANES];

/// Most cards of a pile: places are compared as signed numbers, as vectors can.
const CARD_LIMIT: u32 = i16::MAX as u32;

/// Most classes that weigh something.
const CLASS_LIMIT: usize = 16;

/// Most refused lanes, of 65,536: one in four.
const REFUSAL_LIMIT: u32 = 1 << 14;

/// Draws from one pile, prepared.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    /// The picks, in stretches after each of which the hands are weighed.
    stretches: Vec<Vec<Pick>>,
    /// The classes whose cards weigh something; the others lie behind them.
    classes: Vec<LaneClass>,
}

/// One card to be drawn.
#[derive(Clone, Copy, Debug)]
struct Pick {
    cards_left: u16,
    /// Low halves below this are refused.
    threshold: u16,
}

#[derive(Clone, Copy, Debug, Default)]
struct LaneClass {
    /// The number of cards up to the end of the class.
    end: u16,
    /// The weight of a card less that of a card of the next class.
    weight_step: u16,
}

impl Stack {
    /// Prepares to draw from a pile, given by the size of every class and the weight of its cards, and to weigh the drawn
    /// cards at each of the ascending `marks`. `None` where numbers do not fit in 16 bits, or too many lanes would be
    /// refused.
    pub(super) fn new(classes: &[(u32, u32)], marks: &[usize]) -> Option<Stack> {
        let drawn = u32::try_from(marks.last().copied().unwrap_or(0)).ok()?;
        let cards = classes.iter().map(|(size, _)| size).sum::<u32>();
        if cards > CARD_LIMIT || drawn > cards {
            return None;
        }
        let picks: Vec<Pick> = (0..drawn).map(|drawn| Pick::new(cards - drawn)).collect();
        let refused: u32 = picks.iter().map(|pick| u32::from(pick.threshold)).sum();
        let weighing: Vec<_> =
            // What weighs nothing is never asked about: it only makes room, behind the others.
            classes.iter().filter(|(size, weight)| *size > 0 && *weight > 0).collect();
        let heaviest: u32 = weighing.iter().map(|(size, weight)| drawn.min(*size) * weight).sum();
        if refused > REFUSAL_LIMIT || weighing.len() > CLASS_LIMIT || heaviest > u32::from(u16::MAX)
        {
            return None;
        }
        let next = weighing.iter().skip(1).map(|(_, weight)| *weight as u16).chain([0]);
        let mut end = 0;
        let class = |((size, weight), next): (&&(u32, u32), u16)| {
            end += *size as u16;
            // A card moves its class and all behind it: with the differences of weights each end counts by itself.
            LaneClass { end, weight_step: (*weight as u16).wrapping_sub(next) }
        };
        let classes = weighing.iter().zip(next).map(class).collect();
        let from = [0].into_iter().chain(marks.iter().copied());
        let stretches = from.zip(marks).map(|(from, to)| picks[from..*to].to_vec()).collect();
        Some(Stack { stretches, classes })
    }

    /// Draws in all lanes, and weighs the hands after every stretch. Refused lanes are marked by a number other than 0.
    pub(super) fn deal(&self, rng: &mut Rng, weights: &mut [Lanes], refused: &mut Lanes) {
        match self.classes.len() {
            0 => weights.fill([0; LANES]),
            1 => self.deal_classes::<1>(rng, weights, refused),
            2 => self.deal_classes::<2>(rng, weights, refused),
            3 => self.deal_classes::<3>(rng, weights, refused),
            4 => self.deal_classes::<4>(rng, weights, refused),
            5 => self.deal_classes::<5>(rng, weights, refused),
            6 => self.deal_classes::<6>(rng, weights, refused),
            // Each arm is a function of its own in the program: beyond six classes some ends are spare.
            7 | 8 => self.deal_classes::<8>(rng, weights, refused),
            _ => self.deal_classes::<CLASS_LIMIT>(rng, weights, refused),
        }
    }

    /// Deals up to `C` classes. A constant number lets the ends stay in registers of the processor.
    fn deal_classes<const C: usize>(
        &self,
        rng: &mut Rng,
        weights: &mut [Lanes],
        refused: &mut Lanes,
    ) {
        // Missing classes end before the first place, so that no draw touches them.
        let classes: [LaneClass; C] =
            std::array::from_fn(|at| self.classes.get(at).copied().unwrap_or_default());
        let mut ends = classes.map(|class| [class.end; LANES]);
        for (stretch, weights) in self.stretches.iter().zip(weights) {
            for pick in stretch {
                pick.draw(random_lanes(rng), &mut ends, refused);
            }
            *weights = weigh_drawn(&classes, &ends);
        }
    }
}

impl Pick {
    fn new(left: u32) -> Pick {
        // 2^16 mod `left`: so many numbers are too many for all places to be equally likely.
        Pick { cards_left: left as u16, threshold: ((1 << 16) % left) as u16 }
    }

    /// Draws a card in every lane.
    #[inline(always)]
    fn draw<const C: usize>(&self, random: Lanes, ends: &mut [Lanes; C], refused: &mut Lanes) {
        for lane in 0..LANES {
            let wide = u32::from(random[lane]) * u32::from(self.cards_left);
            // Without a branch: the vector goes on, and what was refused shows at the end.
            refused[lane] |= self.threshold.saturating_sub(wide as u16);
            let place = (wide >> 16) as i16;
            for end in ends.iter_mut() {
                end[lane] -= u16::from(place < end[lane] as i16);
            }
        }
    }
}

/// The weight of the drawn cards. Differences of weights may be negative: they wrap around, and the sum wraps back.
#[inline(always)]
fn weigh_drawn<const C: usize>(classes: &[LaneClass; C], ends: &[Lanes; C]) -> Lanes {
    let mut weights = [0u16; LANES];
    for (class, ends) in classes.iter().zip(ends) {
        for (weight, end) in weights.iter_mut().zip(ends) {
            *weight = weight.wrapping_add(class.weight_step.wrapping_mul(class.end - end));
        }
    }
    weights
}

/// Random bits for every lane, the lowest of a word first.
#[inline(always)]
fn random_lanes(rng: &mut Rng) -> Lanes {
    let mut lanes = [0; LANES];
    for quarter in lanes.chunks_exact_mut(4) {
        let word = rng.next_u64().to_le_bytes();
        for (lane, bytes) in quarter.iter_mut().zip(word.chunks_exact(2)) {
            *lane = u16::from_le_bytes([bytes[0], bytes[1]]);
        }
    }
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hands_are_those_of_cards_taken_out_one_by_one() {
        let classes = [(5, 7), (9, 0), (0, 50), (1, 400), (12, 2)];
        let stack = Stack::new(&classes, &[4, 4, 10, 27]).unwrap();
        let (mut rng, mut same) = (Rng::from_seed(3), Rng::from_seed(3));
        for _ in 0..50 {
            let (mut weights, mut refused) = ([[0; LANES]; 4], [0; LANES]);
            stack.deal(&mut rng, &mut weights, &mut refused);
            let numbers: Vec<Lanes> = (0..27).map(|_| random_lanes(&mut same)).collect();
            for lane in 0..LANES {
                let order = [classes[0], classes[3], classes[4], classes[1]];
                let cards = order.iter().flat_map(|(n, w)| std::iter::repeat_n(*w, *n as usize));
                let mut cards: Vec<u32> = cards.collect();
                let mut drawn = vec![0];
                for number in numbers.iter().map(|lanes| usize::from(lanes[lane])) {
                    let card = cards.remove((number * cards.len()) >> 16);
                    drawn.push(drawn[drawn.len() - 1] + card);
                }
                let expected = [4, 4, 10, 27].map(|mark| drawn[mark]);
                assert_eq!(weights.map(|lanes| u32::from(lanes[lane])), expected);
            }
        }
    }

    #[test]
    fn a_pile_that_weighs_nothing_takes_no_random_numbers() {
        // What a seed means for the piles after it would change.
        let stack = Stack::new(&[(50, 0), (10, 0)], &[7]).unwrap();
        let (mut rng, mut same) = (Rng::from_seed(3), Rng::from_seed(3));
        let (mut weights, mut refused) = ([[1; LANES]], [0; LANES]);
        stack.deal(&mut rng, &mut weights, &mut refused);
        assert_eq!((weights, refused), ([[0; LANES]], [0; LANES]));
        assert_eq!(rng.next_u64(), same.next_u64());
    }

    #[test]
    fn every_place_is_exactly_as_likely_as_another() {
        for cards in [1, 2, 3, 7, 52, 60, 64, 99, 250, 1000, 32_767] {
            let pick = Pick::new(cards);
            let first = cards.div_ceil(3);
            let mut taken = [0; 2];
            for number in 0..=u16::MAX {
                let mut ends = [[cards as u16; LANES], [first as u16; LANES]];
                let mut refused = [0; LANES];
                pick.draw([number; LANES], &mut ends, &mut refused);
                if refused[0] == 0 {
                    taken[0] += cards - u32::from(ends[0][0]);
                    taken[1] += first - u32::from(ends[1][0]);
                }
            }
            let each = (1 << 16) / cards;
            assert_eq!(taken, [each * cards, each * first]);
        }
    }

    #[test]
    fn what_does_not_fit_is_not_for_lanes() {
        assert!(Stack::new(&[(40, 1), (20, 0)], &[8]).is_some());
        assert!(Stack::new(&[(40, 1), (20, 0)], &[61]).is_none());
        assert!(Stack::new(&[(40_000, 1)], &[8]).is_none());
        assert!(Stack::new(&[(40, 20_000), (20, 0)], &[8]).is_none());
        assert!(Stack::new(&[(30_000, 1), (2_000, 0)], &[600]).is_none());
        assert!(Stack::new(&[(2, 1); 17], &[1]).is_none());
    }
}
