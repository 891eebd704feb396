//! Random numbers, and picking random cards with them.
//!
//! The generator is xoshiro256++ by Blackman and Vigna, seeded with SplitMix64 by Steele, Lea and
//! Flood. Both are written out here so that a seed gives the same hands in every later version.
//!
//! Cards are picked by partial Fisher–Yates shuffles, several per random word.
//!
//! Up to eight bounded numbers come from one 64-bit word (Brackett-Rozinsky and Lemire, "Batched
//! Ranged Random Integer Generation", 2024). The word is multiplied by one bound after the other,
//! and the high halves are the numbers. In the rare case that the last low half is below a
//! threshold, the word is drawn again, which makes every outcome exactly equally likely. The
//! grouping of the cards of a draw must not change: it decides what a seed deals.

/// The name of the generator, printed with a seed.
pub const GENERATOR: &str = "xoshiro256++";

/// A xoshiro256++ generator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator of a seed, whose state is the first four outputs of SplitMix64.
    pub fn from_seed(seed: u64) -> Rng {
        let mut split = seed;
        Rng { state: std::array::from_fn(|_| split_mix(&mut split)) }
    }

    /// The generator of one chunk of a simulation. The mixed number of the chunk enters the seed,
    /// so that every chunk has its own stream.
    pub fn from_chunk(seed: u64, chunk: u64) -> Rng {
        let mut number = chunk;
        let mut mixed = seed ^ split_mix(&mut number);
        Rng::from_seed(split_mix(&mut mixed))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        // As the authors publish it: not a bit may change, or seeds would mean other hands.
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let shifted = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= shifted;
        s[3] = s[3].rotate_left(45);
        result
    }
}

fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Most cards picked with one random word.
const MOST_PICKS: usize = 8;

/// Picks with one random word from one stretch of the cards; each picked card moves after the
/// others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PickGroup {
    base: usize,
    /// The number of cards in the stretch before these picks.
    size: u64,
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
    /// Prepares to pick `count` of the `size` cards from `base` on, or all of them if `count` is
    /// larger.
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
            // 2^64 mod product: this many words are too many for all outcomes to be equally likely.
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
                // Picked cards gather after the stretch, where later groups do not reach.
                cards.swap(group.base + place, group.base + group.size as usize - 1 - i);
            }
        }
    }
}

impl PickGroup {
    /// Draws independent numbers below `size`, `size - 1`, …, one for each place.
    #[inline(always)]
    fn draw_numbers(&self, at: &mut [usize], rng: &mut Rng) {
        loop {
            let mut low = rng.next_u64();
            for (i, place) in at.iter_mut().enumerate() {
                // The high half is the number; the low half is as random as the word was, and
                // serves the next.
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
    use std::collections::BTreeMap;

    #[test]
    fn picks_what_it_is_told_and_loses_no_card() {
        let mut rng = Rng::from_seed(7);
        for (base, size, count) in [(0, 60, 8), (3, 57, 25), (0, 5, 5), (2, 9, 0), (0, 5000, 40)] {
            let mut cards: Vec<usize> = (0..5000).collect();
            Picks::new(base, size, count).apply(&mut cards, &mut rng);
            assert!((0..5000).all(|at| cards[at] == at || (base..base + size).contains(&at)));
            cards.sort_unstable();
            assert!(cards.into_iter().eq(0..5000));
        }
    }

    #[test]
    fn every_ordered_hand_is_equally_likely() {
        let (mut rng, mut cards) = (Rng::from_seed(1), [0u8, 1, 2, 3, 4]);
        let mut seen = BTreeMap::<[u8; 3], f64>::new();
        for _ in 0..60_000 {
            Picks::new(0, 5, 3).apply(&mut cards, &mut rng);
            *seen.entry([cards[4], cards[3], cards[2]]).or_default() += 1.0;
        }
        let chi: f64 = seen.values().map(|n| (n - 1000.0).powi(2) / 1000.0).sum();
        // 59 degrees of freedom: mean 59, standard deviation 10.9.
        assert!(seen.len() == 60 && chi < 59.0 + 4.0 * 10.9, "{chi}");
    }
}
