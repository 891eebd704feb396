//! The smallest part of a deck that still has a finding.

use super::deck::{CheckedDeck, MAX_MENDED_ENTRIES};
use sleeve_data::model::{Deck, Entry};
use sleeve_odds::vectors;
use sleeve_rules::{CheckOptions, Finding, FindingProblem, Rulebook};
use std::cmp::Ordering;

/// Most parts of a deck that are judged to find the smallest one, which takes a few seconds.
pub const MAX_SHRINK_CHECKS: u32 = 5_000;

/// A part of a deck that has a finding.
#[derive(Clone, Debug)]
pub struct ShrunkDeck {
    /// The cards, without names and notes.
    pub deck: Deck,
    /// Whether all smaller parts were judged, and none has the finding. Otherwise each copy is
    /// needed, but fewer of other cards may do.
    pub is_fewest: bool,
}

/// Finds a small part of a deck that has a finding of a rule, like the whole deck. `None` if the
/// deck has none, or has more than [`MAX_MENDED_ENTRIES`] lines, or too many parts were judged.
pub fn shrink(checked: &CheckedDeck, rule: &str, options: &CheckOptions) -> Option<ShrunkDeck> {
    let (catalog, deck) = checked.catalog_and_deck()?;
    let known = checked
        .findings()
        .iter()
        .find(|of| of.rule == rule && of.is_of_deck())?;
    if deck.entries.len() > MAX_MENDED_ENTRIES {
        return None;
    }
    let rulebook = &Rulebook::new(catalog, checked.format()?);
    let cards = Deck {
        game: deck.game.clone(),
        format: deck.format.clone(),
        role: deck.role.clone(),
        parameters: deck.parameters.clone(),
        entries: deck.entries.clone(),
        ..Deck::default()
    };
    let left = MAX_SHRINK_CHECKS;
    let mut search = ShrinkSearch { rulebook, options, known, cards, left };
    let mut counts = search.count_copies();
    if !search.has_finding(&counts)? {
        // The finding may be about what cards carry.
        search.cards.carried.clone_from(&deck.carried);
        if !search.has_finding(&counts)? {
            return None;
        }
    }
    search.remove_copies(&mut counts)?;
    let is_fewest = search.find_fewer(&mut counts);
    Some(ShrunkDeck { deck: search.part(&counts), is_fewest })
}

/// Whether two findings say the same: too few cards are another problem than too many.
fn is_alike(a: &Finding, b: &Finding) -> bool {
    a.rule == b.rule && a.status == b.status && compare_to_limit(a) == compare_to_limit(b)
}

/// How the deck's number compares to the limit; `None` if both are not known.
fn compare_to_limit(finding: &Finding) -> Option<Ordering> {
    let FindingProblem::Condition(cause) = &finding.problem else { return None };
    Some(cause.actual.exact_value()?.cmp(&cause.limit.exact_value()?))
}

/// A search for a small part of a deck. A part is the number of copies that each line keeps.
struct ShrinkSearch<'s> {
    rulebook: &'s Rulebook<'s>,
    options: &'s CheckOptions,
    known: &'s Finding,
    /// The whole deck.
    cards: Deck,
    /// How many more parts may be judged.
    left: u32,
}

impl ShrinkSearch<'_> {
    fn count_copies(&self) -> Vec<u32> {
        self.cards.entries.iter().map(|entry| entry.count).collect()
    }

    fn part(&self, counts: &[u32]) -> Deck {
        let mut part = self.cards.clone();
        for (entry, count) in part.entries.iter_mut().zip(counts) {
            entry.count = *count;
        }
        part.entries.retain(|entry: &Entry| entry.count > 0);
        part
    }

    /// Whether a part has the finding. `None` if no more parts may be judged.
    fn has_finding(&mut self, counts: &[u32]) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let Ok(judged) = self.rulebook.check(&self.part(counts), self.options) else {
            return Some(false);
        };
        Some(
            judged
                .findings
                .iter()
                .any(|finding| is_alike(finding, self.known)),
        )
    }

    /// Removes copies until the finding needs each of those that are left.
    fn remove_copies(&mut self, counts: &mut [u32]) -> Option<()> {
        let mut is_done = false;
        while !is_done {
            is_done = true;
            for at in 0..counts.len() {
                while self.remove_some(counts, at)? {
                    is_done = false;
                }
            }
        }
        Some(())
    }

    /// Removes all copies of a line, or half of them, or one.
    fn remove_some(&mut self, counts: &mut [u32], at: usize) -> Option<bool> {
        let held = counts[at];
        for kept in [0, held / 2, held.saturating_sub(1)] {
            counts[at] = kept;
            if kept < held && self.has_finding(counts)? {
                return Some(true);
            }
        }
        counts[at] = held;
        Some(false)
    }

    /// Judges all smaller parts, smallest first, and takes the first that has the finding. Returns
    /// false if there are too many.
    fn find_fewer(&mut self, counts: &mut Vec<u32>) -> bool {
        let (whole, size) = (self.count_copies(), counts.iter().sum::<u32>());
        let parts = (0..size)
            .map(|copies| vectors(&whole, copies))
            .fold(0, u128::saturating_add);
        if parts > u128::from(self.left) {
            return false;
        }
        for copies in 0..size {
            let mut smaller = vec![0; whole.len()];
            if self.find_of_size(&whole, &mut smaller, 0, copies) {
                *counts = smaller;
                return true;
            }
        }
        true
    }

    /// Finds a part with so many copies from a line on. The lines above keep what they have.
    fn find_of_size(&mut self, whole: &[u32], counts: &mut [u32], at: usize, copies: u32) -> bool {
        let Some(held) = whole.get(at) else {
            return copies == 0 && self.has_finding(counts) == Some(true);
        };
        for kept in 0..=copies.min(*held) {
            counts[at] = kept;
            if self.find_of_size(whole, counts, at + 1, copies - kept) {
                return true;
            }
        }
        counts[at] = 0;
        false
    }
}
