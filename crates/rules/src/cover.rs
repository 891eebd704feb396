//! Who covers whom: copies of cards and allowances that take so many of them each, as a flow.
//!
//! Copies that the same allowances may cover are one lot. Each lot is poured into its allowances; where
//! these are full, copies that lie there move on to others, along a shortest way. A copy for which there
//! is no such way shows a set of allowances that are full of cards which nothing else covers: a smallest
//! cut, and the reason that is told.

use std::collections::{BTreeSet, VecDeque};

/// Copies that the same allowances may cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lot {
    /// How many there are.
    pub(super) copies: u64,
    /// The allowances that may cover them, a bit each.
    pub(super) meets: u64,
}

/// Copies that are not all covered, with the allowances that alone may cover them, all of which are full.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Overflow {
    /// Positions of the lots, in order.
    pub(super) lots: Vec<usize>,
    /// The allowances, a bit each; none: nothing covers these lots.
    pub(super) allowances: u64,
    /// How many copies are left over.
    pub(super) over: u64,
}

/// As many copies covered as can be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CopyCover {
    /// How many copies of each lot each allowance covers.
    taken: Vec<Vec<u64>>,
    /// How many copies of each lot nothing covers.
    uncovered: Vec<u64>,
    lots: Vec<Lot>,
    /// Copies that each allowance still takes; `None`: any number.
    capacity: Vec<Option<u64>>,
    /// The lots of which each allowance covers copies.
    covered_lots: Vec<BTreeSet<usize>>,
}

/// The positions of the bits of a set.
pub(super) fn bit_positions(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            next as usize
        })
    })
}

/// How an allowance was come by: by the lot that wants it, or by one that leaves another for it.
#[derive(Clone, Copy)]
enum CoverStep {
    Source,
    Moved { allowance: usize, lot: usize },
}

/// The way by which an allowance was come by, from a lot on.
fn trace_path(steps: &[Option<CoverStep>], lot: usize, allowance: usize) -> Vec<(usize, usize)> {
    let mut way = Vec::new();
    let mut here = allowance;
    while let Some(Some(CoverStep::Moved { allowance: before, lot })) = steps.get(here) {
        way.push((here, *lot));
        here = *before;
    }
    way.push((here, lot));
    way.reverse();
    way
}

impl CopyCover {
    /// The largest cover of some lots by allowances that take so many copies (`None`: any number). There
    /// are at most 64 allowances.
    pub(super) fn new(lots: &[Lot], room: &[Option<u64>]) -> CopyCover {
        let mut cover = CopyCover {
            taken: vec![vec![0; room.len()]; lots.len()],
            uncovered: lots.iter().map(|lot| lot.copies).collect(),
            lots: lots.to_vec(),
            capacity: room.to_vec(),
            covered_lots: vec![BTreeSet::new(); room.len()],
        };
        // Allowances from which no way leads on any more: nothing is ever sought there again.
        let mut closed = 0u64;
        for at in 0..lots.len() {
            while cover.uncovered.get(at).is_some_and(|left| *left > 0) {
                match cover.find_path(at, closed) {
                    Ok(way) => cover.augment(at, &way),
                    Err(seen) => {
                        closed |= seen;
                        break;
                    }
                }
            }
        }
        cover
    }

    /// How many copies of a lot an allowance covers.
    pub(super) fn taken(&self, lot: usize, allowance: usize) -> u64 {
        self.taken.get(lot).and_then(|row| row.get(allowance)).copied().unwrap_or(0)
    }

    fn has_room(&self, allowance: usize) -> bool {
        self.capacity.get(allowance).is_some_and(|room| room.is_none_or(|room| room > 0))
    }

    /// The allowances on a shortest way from a lot to one with room, each with the lot that moves there
    /// from the one before; or else every allowance that was come by.
    fn find_path(&self, lot: usize, closed: u64) -> Result<Vec<(usize, usize)>, u64> {
        let wanted = self.lots.get(lot).map_or(0, |lot| lot.meets);
        let mut steps: Vec<Option<CoverStep>> = vec![None; self.capacity.len()];
        let mut queue: VecDeque<usize> = VecDeque::new();
        let mut seen = closed;
        let mut next = (wanted, CoverStep::Source);
        let mut moving: Vec<(usize, usize)> = Vec::new();
        loop {
            let (found, step) = next;
            for allowance in bit_positions(found & !seen) {
                if let Some(known) = steps.get_mut(allowance) {
                    *known = Some(step);
                    queue.push_back(allowance);
                }
                if self.has_room(allowance) {
                    return Ok(trace_path(&steps, lot, allowance));
                }
            }
            seen |= found;
            while moving.is_empty() {
                let Some(allowance) = queue.pop_front() else { return Err(seen) };
                let lots = self.covered_lots.get(allowance).into_iter().flatten().rev();
                moving.extend(lots.map(|lot| (allowance, *lot)));
            }
            let Some((allowance, lot)) = moving.pop() else { return Err(seen) };
            let meets = self.lots.get(lot).map_or(0, |lot| lot.meets);
            next = (meets, CoverStep::Moved { allowance, lot });
        }
    }

    /// Moves as many copies along a way as it takes: the lot into the first allowance, copies that lie
    /// in each into the next.
    fn augment(&mut self, lot: usize, way: &[(usize, usize)]) {
        let mut amount = self.uncovered.get(lot).copied().unwrap_or(0);
        for pair in way.windows(2) {
            if let [(from, _), (_, moving)] = pair {
                amount = amount.min(self.taken(*moving, *from));
            }
        }
        let Some((last, _)) = way.last() else { return };
        if let Some(Some(room)) = self.capacity.get_mut(*last) {
            amount = amount.min(*room);
            *room -= amount;
        }
        let mut add = |lot: usize, allowance: usize, more: bool| {
            if let Some(n) = self.taken.get_mut(lot).and_then(|row| row.get_mut(allowance)) {
                *n = if more { n.saturating_add(amount) } else { n.saturating_sub(amount) };
                if let Some(holds) = self.covered_lots.get_mut(allowance) {
                    if *n > 0 {
                        holds.insert(lot)
                    } else {
                        holds.remove(&lot)
                    };
                }
            }
        };
        for (at, (allowance, moving)) in way.iter().enumerate() {
            if let Some((before, _)) = at.checked_sub(1).and_then(|at| way.get(at)) {
                add(*moving, *before, false);
            }
            add(*moving, *allowance, true);
        }
        if let Some(left) = self.uncovered.get_mut(lot) {
            *left -= amount;
        }
    }

    /// The lots of which copies are left over, together with those that fill the same allowances; empty
    /// where all is covered.
    pub(super) fn overflows(&self) -> Vec<Overflow> {
        let mut found: Vec<Overflow> = Vec::new();
        for (at, left) in self.uncovered.iter().enumerate().filter(|(_, left)| **left > 0) {
            let wants = self.lots.get(at).map_or(0, |lot| lot.meets);
            let known = |of: &&mut Overflow| wants != 0 && wants & !of.allowances == 0;
            if let Some(known) = found.iter_mut().find(known) {
                known.over = known.over.saturating_add(*left);
                continue;
            }
            let mut next =
                Overflow { lots: vec![at], allowances: self.find_reachable(at), over: *left };
            let meets = |other: &Overflow| {
                other.allowances & next.allowances != 0
                    || other.allowances == 0 && next.allowances == 0
            };
            let (together, apart): (Vec<Overflow>, Vec<Overflow>) =
                found.into_iter().partition(meets);
            for other in together {
                next.lots.extend(other.lots);
                next.allowances |= other.allowances;
                next.over = next.over.saturating_add(other.over);
            }
            found = apart;
            found.push(next);
        }
        for overflow in &mut found {
            let fills = |at: &usize| {
                self.lots.get(*at).is_some_and(|lot| {
                    lot.copies > 0 && lot.meets != 0 && lot.meets & !overflow.allowances == 0
                })
            };
            overflow.lots.extend((0..self.lots.len()).filter(fills));
            overflow.lots.sort_unstable();
            overflow.lots.dedup();
        }
        found.sort_by(|a, b| a.lots.cmp(&b.lots));
        found
    }

    /// Every allowance to which copies could move if there were room for one of a lot.
    fn find_reachable(&self, lot: usize) -> u64 {
        let mut reached = self.lots.get(lot).map_or(0, |lot| lot.meets);
        let mut left = reached;
        while left != 0 {
            let holds =
                bit_positions(left).filter_map(|allowance| self.covered_lots.get(allowance));
            let lots = holds.flatten().filter_map(|lot| self.lots.get(*lot));
            let next = lots.fold(reached, |all, lot| all | lot.meets);
            left = next & !reached;
            reached = next;
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lots(of: &[(u64, u64)]) -> Vec<Lot> {
        of.iter().map(|(copies, meets)| Lot { copies: *copies, meets: *meets }).collect()
    }

    #[test]
    fn copies_that_lie_elsewhere_make_room() {
        let lots = lots(&[(3, 0b11), (3, 0b01)]);
        let cover = CopyCover::new(&lots, &[Some(3), Some(3)]);
        assert!(cover.overflows().is_empty());
        assert_eq!((cover.taken(0, 1), cover.taken(1, 0)), (3, 3));
    }

    #[test]
    fn what_is_left_over_is_told_by_the_full_allowances_that_alone_cover_it() {
        let lots = lots(&[(2, 0b001), (4, 0b011), (9, 0b100), (1, 0), (2, 0)]);
        let cover = CopyCover::new(&lots, &[Some(2), Some(3), None]);
        let found = cover.overflows();
        let first = Overflow { lots: vec![0, 1], allowances: 0b011, over: 1 };
        assert_eq!(found, [first, Overflow { lots: vec![3, 4], allowances: 0, over: 3 }]);
    }

    /// Every lot meets allowances of its own, which overlap with those of its neighbours and are full.
    #[test]
    fn the_largest_rule_over_a_large_deck_is_decided_at_once() {
        let meets = |at: u64| at.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1 << (at % 64);
        let lots: Vec<Lot> = (0..5_000).map(|at| Lot { copies: 2, meets: meets(at) }).collect();
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
            room in prop::collection::vec(prop_oneof![5 => (0..4u64).prop_map(Some), 1 => Just(None)], 4),
        ) {
            let lots = lots(&drawn);
            let cover = CopyCover::new(&lots, &room);
            let overflows = cover.overflows();
            let single: Vec<u64> =
                lots.iter().flat_map(|lot| (0..lot.copies).map(|_| lot.meets)).collect();
            prop_assert_eq!(overflows.is_empty(), fits(&single, &mut room.clone()));
            for (at, lot) in lots.iter().enumerate() {
                let taken: u64 = (0..room.len()).map(|a| cover.taken(at, a)).sum();
                prop_assert_eq!(taken + cover.uncovered[at], lot.copies);
                let strange = (0..room.len()).any(|a| cover.taken(at, a) > 0 && lot.meets >> a & 1 == 0);
                prop_assert!(!strange);
            }
            for (at, most) in room.iter().enumerate() {
                let taken: u64 = (0..lots.len()).map(|lot| cover.taken(lot, at)).sum();
                prop_assert!(most.is_none_or(|most| taken <= most));
            }
            // Each reason proves itself: nothing else covers these lots, and they are too many.
            let mut seen = 0;
            for overflow in &overflows {
                let copies: u64 = overflow.lots.iter().map(|at| lots[*at].copies).sum();
                let most: Option<u64> =
                    bit_positions(overflow.allowances).map(|at| room[at]).sum();
                prop_assert_eq!(most.map(|most| copies - most), Some(overflow.over));
                prop_assert!(overflow.lots.iter().all(|at| lots[*at].meets & !overflow.allowances == 0));
                prop_assert_eq!(seen & overflow.allowances, 0);
                seen |= overflow.allowances;
            }
        }
    }
}
