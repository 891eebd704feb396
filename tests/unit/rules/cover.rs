//! Unit tests of `crates/rules/src/cover.rs`.

use super::*;
use proptest::prelude::*;

fn lots(of: &[(u64, u64)]) -> Vec<Lot> {
    of.iter()
        .map(|(copies, meets)| Lot { copies: *copies, allowances: *meets })
        .collect()
}

#[test]
fn copies_that_lie_elsewhere_make_room() {
    let lots = lots(&[(3, 0b11), (3, 0b01)]);
    let cover = CopyCover::new(&lots, &[Some(3), Some(3)]);
    assert!(cover.overflows().is_empty());
    assert_eq!((cover.covered_copies(0, 1), cover.covered_copies(1, 0)), (3, 3));
}

#[test]
fn what_is_left_over_is_told_by_the_full_allowances_that_alone_cover_it() {
    let lots = lots(&[(2, 0b001), (4, 0b011), (9, 0b100), (1, 0), (2, 0)]);
    let cover = CopyCover::new(&lots, &[Some(2), Some(3), None]);
    let found = cover.overflows();
    let first = Overflow { lots: vec![0, 1], allowances: 0b011, over: 1 };
    assert_eq!(found, [first, Overflow { lots: vec![3, 4], allowances: 0, over: 3 }]);
}

/// Every lot meets allowances of its own, which overlap with those of its neighbours and are
/// full.
#[test]
fn the_largest_rule_over_a_large_deck_is_decided_at_once() {
    let meets = |at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 << (at % 64);
    let lots: Vec<Lot> = (0..5_000)
        .map(|at| Lot { copies: 2, allowances: meets(at) })
        .collect();
    for room in [10_000 / 64, 10_000 / 64 + 1] {
        let cover = CopyCover::new(&lots, &[Some(room); 64]);
        let over: u64 = cover.overflows().iter().map(|overflow| overflow.over).sum();
        assert_eq!(over, 10_000_u64.saturating_sub(64 * room));
    }
}

/// Whether copies can be dealt out to allowances, by trying every way.
fn fits(copies: &[u64], room: &mut Vec<Option<u64>>) -> bool {
    let Some((meets, rest)) = copies.split_first() else { return true };
    bit_positions(*meets).any(|at| {
        if room[at] == Some(0) {
            return false;
        }
        room[at] = room[at].map(|n| n - 1);
        let fits = fits(rest, room);
        room[at] = room[at].map(|n| n + 1);
        fits
    })
}

proptest! {
    #[test]
    fn a_cover_is_as_large_as_trying_every_way_finds(
        drawn in prop::collection::vec((0..4u64, 0..16u64), 0..5),
        room in prop::collection::vec(
            prop_oneof![5 => (0..4u64).prop_map(Some), 1 => Just(None)],
            4,
        ),
    ) {
        let lots = lots(&drawn);
        let cover = CopyCover::new(&lots, &room);
        let overflows = cover.overflows();
        let single: Vec<u64> =
            lots.iter().flat_map(|lot| (0..lot.copies).map(|_| lot.allowances)).collect();
        prop_assert_eq!(overflows.is_empty(), fits(&single, &mut room.clone()));
        for (at, lot) in lots.iter().enumerate() {
            let taken: u64 = (0..room.len()).map(|a| cover.covered_copies(at, a)).sum();
            prop_assert_eq!(taken + cover.uncovered[at], lot.copies);
            for a in (0..room.len()).filter(|a| lot.allowances >> a & 1 == 0) {
                prop_assert_eq!(cover.covered_copies(at, a), 0);
            }
        }
        for (at, most) in room.iter().enumerate() {
            let taken: u64 = (0..lots.len()).map(|lot| cover.covered_copies(lot, at)).sum();
            prop_assert!(most.is_none_or(|most| taken <= most));
        }
        // Each reason proves itself: nothing else covers these lots, and they are too many.
        let mut seen = 0;
        for overflow in &overflows {
            let copies: u64 = overflow.lots.iter().map(|at| lots[*at].copies).sum();
            let most: Option<u64> =
                bit_positions(overflow.allowances).map(|at| room[at]).sum();
            prop_assert_eq!(most.map(|most| copies - most), Some(overflow.over));
            for at in &overflow.lots {
                prop_assert_eq!(lots[*at].allowances & !overflow.allowances, 0);
            }
            prop_assert_eq!(seen & overflow.allowances, 0);
            seen |= overflow.allowances;
        }
    }
}
