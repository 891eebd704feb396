//! Picking random cards: partial Fisher–Yates shuffles, several cards per random word.
//!
//! Up to eight bounded numbers come from one 64-bit word (Brackett-Rozinsky and Lemire, "Batched
//! Ranged Random Integer Generation", 2024): the word is multiplied by one bound after the other,
//! the high halves are the numbers, and it is drawn again in the rare case that the last low half
//! lies below a threshold, which makes every outcome exactly equally likely. How the cards of a
//! draw are grouped is part of what a seed means and does not change.

use super::rng::Rng;

/// Most cards picked with one random word.
const MOST_PICKS: usize = 8;

/// A group of picks from one stretch of the cards, each moved behind those not picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PickGroup {
    /// Where the stretch begins.
    base: usize,
    /// How many cards are left in it.
    size: u64,
    /// How many are picked.
    picks: usize,
    /// Words whose last low half is smaller are drawn again.
    threshold: u64,
}

/// Picks of several cards from one stretch, prepared.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Picks {
    groups: Vec<PickGroup>,
}

impl Picks {
    /// Prepares to pick `count` of the `size` cards from `base` on; no more than there are.
    pub(super) fn new(base: usize, size: usize, count: usize) -> Picks {
        let mut groups = Vec::new();
        let (mut size, mut left) = (size as u64, count.min(size));
        while left > 0 {
            let mut picks = 1;
            let mut product = size;
            while picks < left.min(MOST_PICKS) {
                match product.checked_mul(size - picks as u64) {
                    // A small product keeps the chance of drawing again under 1 in 256.
                    Some(more) if more < 1 << 56 => (product, picks) = (more, picks + 1),
                    _ => break,
                }
            }
            let threshold = product.wrapping_neg() % product;
            groups.push(PickGroup { base, size, picks, threshold });
            size -= picks as u64;
            left -= picks;
        }
        Picks { groups }
    }

    /// Moves random cards to the end of the stretch, the first pick last.
    pub(super) fn apply<T: Copy>(&self, cards: &mut [T], rng: &mut Rng) {
        for group in &self.groups {
            let mut at = [0; MOST_PICKS];
            group.draw_numbers(&mut at[..group.picks], rng);
            for (i, place) in at[..group.picks].iter().enumerate() {
                cards.swap(group.base + place, group.base + group.size as usize - 1 - i);
            }
        }
    }
}

impl PickGroup {
    /// One independent number under `size`, `size - 1`, … for each place.
    #[inline(always)]
    fn draw_numbers(&self, at: &mut [usize], rng: &mut Rng) {
        loop {
            let mut low = rng.next_u64();
            for (i, place) in at.iter_mut().enumerate() {
                let wide = u128::from(low) * u128::from(self.size - i as u64);
                *place = (wide >> 64) as usize;
                low = wide as u64;
            }
            if low >= self.threshold {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn picks_what_it_is_told_and_loses_no_card() {
        let mut rng = Rng::from_seed(7);
        for (base, size, count) in [(0, 60, 8), (3, 57, 25), (0, 5, 5), (2, 9, 0), (0, 5000, 40)] {
            let mut cards: Vec<u32> = (0..5000).collect();
            Picks::new(base, size, count).apply(&mut cards, &mut rng);
            let moved: Vec<usize> = (0..5000).filter(|i| cards[*i] as usize != *i).collect();
            assert!(moved.iter().all(|i| (base..base + size).contains(i)));
            cards.sort_unstable();
            assert!(cards.into_iter().eq(0..5000));
        }
    }

    #[test]
    fn every_ordered_hand_is_equally_likely() {
        let mut rng = Rng::from_seed(1);
        let picks = Picks::new(0, 5, 3);
        let mut seen = HashMap::<[u8; 3], u32>::new();
        let trials = 60_000;
        let mut cards = [0u8, 1, 2, 3, 4];
        for _ in 0..trials {
            picks.apply(&mut cards, &mut rng);
            *seen.entry([cards[4], cards[3], cards[2]]).or_default() += 1;
        }
        assert_eq!(seen.len(), 60);
        let expected = f64::from(trials) / 60.0;
        let chi: f64 = seen.values().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
        // 59 degrees of freedom: mean 59, standard deviation 10.9.
        assert!(chi < 59.0 + 4.0 * 10.9, "{chi}");
    }
}
