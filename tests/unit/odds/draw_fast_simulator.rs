//! Unit tests of `crates/odds/src/draw/fast_simulator.rs`.

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
            let cards = order
                .iter()
                .flat_map(|(n, w)| std::iter::repeat_n(*w, *n as usize));
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
