//! The decks that can be built at once, against every set of decks.

use sleeve::solve::choose_decks;
use std::collections::BTreeMap;

/// Missing copies of the decks of a mask.
fn missing(needs: &[BTreeMap<u8, u32>], owned: &BTreeMap<u8, u32>, mask: u32) -> u64 {
    let mut sum: BTreeMap<u8, u32> = BTreeMap::new();
    for (at, need) in needs
        .iter()
        .enumerate()
        .filter(|(at, _)| mask >> at & 1 == 1)
    {
        assert!(at < 32);
        for (card, copies) in need {
            *sum.entry(*card).or_default() += copies;
        }
    }
    let short = |(card, n): (&u8, &u32)| n.saturating_sub(owned.get(card).copied().unwrap_or(0));
    sum.iter().map(short).map(u64::from).sum()
}

/// A small generator of numbers: the tests need no good one.
fn next(state: &mut u64, below: u64) -> u64 {
    *state = state
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

#[test]
fn choices_are_those_of_every_set_of_decks() {
    let mut state = 7;
    for _ in 0..300 {
        let decks = next(&mut state, 9) as usize;
        let mut needs = vec![BTreeMap::new(); decks];
        for need in &mut needs {
            for card in 0..6 {
                need.insert(card, next(&mut state, 4) as u32);
            }
        }
        if decks > 2 {
            needs[2] = needs[0].clone();
        }
        let owned = (0..6)
            .map(|card| (card, next(&mut state, 9) as u32))
            .collect();
        let found = choose_decks(&needs, &owned);
        assert_eq!(found.len(), decks + 1);
        for (number, choice) in found.iter().enumerate() {
            let sets = (0..1u32 << decks).filter(|mask| mask.count_ones() as usize == number);
            let least = sets
                .map(|mask| missing(&needs, &owned, mask))
                .min()
                .unwrap();
            assert_eq!((choice.missing, choice.is_proven), (least, true));
            let mask = choice.decks.iter().map(|at| 1 << at).sum();
            assert_eq!(missing(&needs, &owned, mask), least);
            assert_eq!(choice.decks.len(), number);
        }
    }
}
