//! The random numbers: xoshiro256++ by Blackman and Vigna, seeded with SplitMix64 by Steele, Lea
//! and Flood, both written out here so that a seed means the same hands in every later version.

/// The generator's name, as it is printed beside a seed.
pub const GENERATOR: &str = "xoshiro256++";

/// A xoshiro256++ generator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The generator of a seed: its state is the first four outputs of SplitMix64.
    pub fn from_seed(seed: u64) -> Rng {
        let mut split = seed;
        Rng { state: std::array::from_fn(|_| split_mix(&mut split)) }
    }

    /// The generator of one chunk of a simulation: the chunk's number, mixed, enters the seed, so
    /// that every chunk has a stream of its own.
    pub fn from_chunk(seed: u64, chunk: u64) -> Rng {
        let mut number = chunk;
        let mut mixed = seed ^ split_mix(&mut number);
        Rng::from_seed(split_mix(&mut mixed))
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_numbers_of_the_reference_implementation() {
        // From xoshiro256plusplus.c, state 1, 2, 3, 4; as quoted in the tests of `rand`.
        let expected: [u64; 10] = [
            41_943_041,
            58_720_359,
            3_588_806_011_781_223,
            3_591_011_842_654_386,
            9_228_616_714_210_784_205,
            9_973_669_472_204_895_162,
            14_011_001_112_246_962_877,
            12_406_186_145_184_390_807,
            15_849_039_046_786_891_736,
            10_450_023_813_501_588_000,
        ];
        let mut rng = Rng { state: [1, 2, 3, 4] };
        assert_eq!(expected, std::array::from_fn(|_| rng.next_u64()));
    }

    #[test]
    fn seeds_through_split_mix() {
        // From the tests of `rand`: seed 0.
        let expected: [u64; 4] = [
            5_987_356_902_031_041_503,
            7_051_070_477_665_621_255,
            6_633_766_593_972_829_180,
            211_316_841_551_650_330,
        ];
        let mut rng = Rng::from_seed(0);
        assert_eq!(expected, std::array::from_fn(|_| rng.next_u64()));
    }

    #[test]
    fn chunks_have_streams_of_their_own() {
        let first = |seed, chunk| Rng::from_chunk(seed, chunk).next_u64();
        let mut seen: Vec<u64> =
            (0..50).flat_map(|seed| (0..50).map(move |chunk| first(seed, chunk))).collect();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 2500);
    }
}
