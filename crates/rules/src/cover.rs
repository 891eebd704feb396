//! Covers of copies of cards by allowances of limited capacity, as a maximum flow.
//!
//! Copies that the same allowances may cover are one lot, so that the network has a node for each
//! set of allowances and not for each card. Shortest augmenting paths (Edmonds and Karp) move
//! copies of a lot into its allowances; if these are full, copies that they cover move on to
//! others. If no path is left, the reached allowances are full of copies that nothing else covers:
//! a minimum cut, and the reason that a finding gives.

use sleeve_data::Arrange;
use std::collections::{BTreeSet, VecDeque};

/// Copies that the same allowances may cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Lot {
    pub(super) copies: u64,
    /// Bit set of the allowances that may cover them.
    pub(super) allowances: u64,
}

/// Lots that are not all covered, with the full allowances that are the only ones to cover them: a
/// minimum cut.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Overflow {
    /// Positions of the lots, ascending.
    pub(super) lots: Vec<usize>,
    /// Bit set of the allowances; 0: nothing covers these lots.
    pub(super) allowances: u64,
    pub(super) over: u64,
}

/// A largest cover of lots by allowances.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct CopyCover {
    /// The copies of each lot that each allowance covers.
    covered: Vec<Vec<u64>>,
    /// The copies of each lot that nothing covers.
    uncovered: Vec<u64>,
    lots: Vec<Lot>,
    /// The copies that each allowance can still cover; `None`: any number.
    capacity: Vec<Option<u64>>,
    /// For each allowance, the lots with copies that it covers.
    covered_lots: Vec<BTreeSet<usize>>,
}

/// The positions of the bits of a set, ascending.
pub(super) fn bit_positions(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let next = set.trailing_zeros();
        (set != 0).then(|| {
            set &= set - 1;
            next as usize
        })
    })
}

/// The edge by which the search reached an allowance: from the lot to cover, or from a lot that
/// moves there from another allowance.
#[derive(Clone, Copy)]
enum CoverStep {
    Source,
    Moved { allowance: usize, lot: usize },
}

/// Copies of a lot that move into an allowance.
#[derive(Clone, Copy)]
struct CoverMove {
    lot: usize,
    allowance: usize,
}

/// The path by which the search reached an allowance, from the lot on.
fn trace_path(steps: &[Option<CoverStep>], lot: usize, allowance: usize) -> Vec<CoverMove> {
    let mut path = Vec::new();
    let mut current = allowance;
    while let Some(Some(CoverStep::Moved { allowance: before, lot })) = steps.get(current) {
        path.push(CoverMove { lot: *lot, allowance: current });
        current = *before;
    }
    path.push(CoverMove { lot, allowance: current });
    path.reverse();
    path
}

impl CopyCover {
    /// Computes a largest cover. `capacity` has the most copies that each allowance covers (`None`:
    /// any number), for at most 64 allowances.
    pub(super) fn new(lots: &[Lot], capacity: &[Option<u64>]) -> CopyCover {
        let mut cover = CopyCover {
            covered: vec![vec![0; capacity.len()]; lots.len()],
            uncovered: lots.iter().map(|lot| lot.copies).collect(),
            lots: lots.to_vec(),
            capacity: capacity.to_vec(),
            covered_lots: vec![BTreeSet::new(); capacity.len()],
        };
        // Allowances from which no augmenting path leads on. A set that is full stays full, so that
        // later searches skip it instead of going through it for each uncovered lot.
        let mut closed = 0u64;
        for lot in 0..lots.len() {
            while cover.uncovered.get(lot).is_some_and(|copies| *copies > 0) {
                match cover.find_path(lot, closed) {
                    Ok(path) => cover.augment(lot, &path),
                    Err(visited) => {
                        closed |= visited;
                        break;
                    }
                }
            }
        }
        cover
    }

    pub(super) fn covered_copies(&self, lot: usize, allowance: usize) -> u64 {
        self.covered.get(lot).and_then(|row| row.get(allowance)).copied().unwrap_or(0)
    }

    fn has_room(&self, allowance: usize) -> bool {
        match self.capacity.get(allowance) {
            Some(Some(copies)) => *copies > 0,
            Some(None) => true,
            None => false,
        }
    }

    /// Bit set of the allowances that may cover a lot.
    fn allowances_of(&self, lot: usize) -> u64 {
        self.lots.get(lot).map_or(0, |lot| lot.allowances)
    }

    /// Finds the allowances on a shortest augmenting path from a lot to an allowance with room,
    /// each with the lot that moves there from the one before.
    ///
    /// # Errors
    /// Without such a path, the bit set of all allowances that the search reached, with those
    /// `closed`.
    fn find_path(&self, lot: usize, closed: u64) -> Result<Vec<CoverMove>, u64> {
        let mut steps: Vec<Option<CoverStep>> = vec![None; self.capacity.len()];
        let mut queue: VecDeque<usize> = VecDeque::new();
        let mut seen = closed;
        let mut found = self.allowances_of(lot);
        let mut step = CoverStep::Source;
        let mut moving: Vec<CoverMove> = Vec::new();
        loop {
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
                // Reversed, since `pop` below takes the last: lots are tried in the order of the
                // deck.
                let lots = self.covered_lots.get(allowance).into_iter().flatten().rev();
                moving.extend(lots.map(|lot| CoverMove { lot: *lot, allowance }));
            }
            let Some(CoverMove { lot, allowance }) = moving.pop() else { return Err(seen) };
            found = self.allowances_of(lot);
            step = CoverStep::Moved { allowance, lot };
        }
    }

    /// Moves as many copies as possible along a path: the lot into the first allowance, and copies
    /// of each allowance into the next.
    fn augment(&mut self, lot: usize, path: &[CoverMove]) {
        let mut amount = self.uncovered.get(lot).copied().unwrap_or(0);
        for pair in path.windows(2) {
            if let [from, to] = pair {
                amount = amount.min(self.covered_copies(to.lot, from.allowance));
            }
        }
        let Some(last) = path.last() else { return };
        if let Some(Some(capacity)) = self.capacity.get_mut(last.allowance) {
            amount = amount.min(*capacity);
            *capacity -= amount;
        }
        let mut before = None;
        for step in path {
            if let Some(allowance) = before {
                let covered = self.covered_copies(step.lot, allowance).saturating_sub(amount);
                self.set_covered(CoverMove { lot: step.lot, allowance }, covered);
            }
            let covered = self.covered_copies(step.lot, step.allowance).saturating_add(amount);
            self.set_covered(*step, covered);
            before = Some(step.allowance);
        }
        if let Some(uncovered) = self.uncovered.get_mut(lot) {
            *uncovered -= amount;
        }
    }

    /// Sets how many copies of a lot an allowance covers.
    fn set_covered(&mut self, CoverMove { lot, allowance }: CoverMove, copies: u64) {
        let row = self.covered.get_mut(lot);
        if let Some(covered) = row.and_then(|row| row.get_mut(allowance)) {
            *covered = copies;
        }
        if let Some(lots) = self.covered_lots.get_mut(allowance) {
            if copies > 0 {
                lots.insert(lot);
            } else {
                lots.remove(&lot);
            }
        }
    }

    /// The lots with uncovered copies, each together with the lots that fill the same allowances;
    /// empty if every copy is covered. Overflows that share an allowance are one.
    pub(super) fn overflows(&self) -> Vec<Overflow> {
        let mut found: Vec<Overflow> = Vec::new();
        for (lot, copies) in self.uncovered.iter().enumerate().filter(|(_, copies)| **copies > 0) {
            let wanted = self.allowances_of(lot);
            let mut known = found.iter_mut();
            if let Some(known) = known.find(|known| contains_all(known.allowances, wanted)) {
                known.over = known.over.saturating_add(*copies);
                continue;
            }
            let allowances = self.find_reachable(lot);
            let next = Overflow { lots: vec![lot], allowances, over: *copies };
            found = merge_overflow(found, next);
        }
        for overflow in &mut found {
            for (index, lot) in self.lots.iter().enumerate() {
                if lot.copies > 0 && contains_all(overflow.allowances, lot.allowances) {
                    overflow.lots.push(index);
                }
            }
            overflow.lots.sort_unstable();
            overflow.lots.dedup();
        }
        // In the order of the deck, whichever was found first.
        found.arrange_by(|a, b| a.lots.cmp(&b.lots));
        found
    }

    /// Bit set of the allowances to which copies could move to make room for one copy of a lot.
    fn find_reachable(&self, lot: usize) -> u64 {
        let mut reached = self.allowances_of(lot);
        let mut frontier = reached;
        while frontier != 0 {
            let before = reached;
            for allowance in bit_positions(frontier) {
                for lot in self.covered_lots.get(allowance).into_iter().flatten() {
                    reached |= self.allowances_of(*lot);
                }
            }
            frontier = reached & !before;
        }
        reached
    }
}

/// Whether a set of allowances contains all of another, which is not empty.
fn contains_all(allowances: u64, others: u64) -> bool {
    others != 0 && others & !allowances == 0
}

/// Adds an overflow to others, as one with those whose allowances it shares. Lots that nothing
/// covers are one overflow too.
fn merge_overflow(all: Vec<Overflow>, mut next: Overflow) -> Vec<Overflow> {
    let allowances = next.allowances;
    let mut apart = Vec::new();
    for other in all {
        let is_shared = other.allowances & allowances != 0;
        if is_shared || other.allowances == 0 && allowances == 0 {
            next.lots.extend(other.lots);
            next.allowances |= other.allowances;
            next.over = next.over.saturating_add(other.over);
        } else {
            apart.push(other);
        }
    }
    apart.push(next);
    apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lots(of: &[(u64, u64)]) -> Vec<Lot> {
        of.iter().map(|(copies, meets)| Lot { copies: *copies, allowances: *meets }).collect()
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
        let lots: Vec<Lot> =
            (0..5_000).map(|at| Lot { copies: 2, allowances: meets(at) }).collect();
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
}
