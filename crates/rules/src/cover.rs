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
        self.covered
            .get(lot)
            .and_then(|row| row.get(allowance))
            .copied()
            .unwrap_or(0)
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
                let covered = self
                    .covered_copies(step.lot, allowance)
                    .saturating_sub(amount);
                self.set_covered(CoverMove { lot: step.lot, allowance }, covered);
            }
            let covered = self
                .covered_copies(step.lot, step.allowance)
                .saturating_add(amount);
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
        for (lot, copies) in self
            .uncovered
            .iter()
            .enumerate()
            .filter(|(_, copies)| **copies > 0)
        {
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
#[path = "../../../tests/unit/rules/cover.rs"]
mod tests;
