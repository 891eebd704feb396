//! The plain simulator deals every hand card by card and counts its classes, whatever happens at the table.

use super::plan::{DealPlan, TurnPlan};
use super::shuffle::Rng;
use super::simulate::{Outcomes, PATIENCE, SimulationRun, expand_classes, run_chunks};
use crate::messages::DrawError;
use crate::{Deal, Decision, DrawSource, OddsError};
use std::collections::BTreeMap;

/// Decides about a hand of these class counts after so many exchanges; `None` where every hand is kept as it is.
pub(super) type ClassChoice<'a> = dyn Fn(usize, &[u32]) -> Option<Decision> + Sync + 'a;

/// The piles of one chunk as class numbers, and the counts of the hand that is dealt.
#[derive(Clone)]
struct HandCounter<'a> {
    deal: &'a Deal,
    plan: &'a DealPlan,
    pile: Vec<u64>,
    others: Vec<Vec<u64>>,
    opened: Vec<u32>,
    counts: Vec<u32>,
    hand_offset: usize,
    beside_offset: usize,
}

pub(super) fn simulate<K: Ord + Clone + Send + Sync>(
    deal: &Deal,
    plan: &DealPlan,
    run: &SimulationRun,
    outcome: &(dyn Fn(&[u32]) -> K + Sync),
    decide: &ClassChoice,
) -> Result<Outcomes<K>, DrawError> {
    let start = HandCounter::new(deal, plan);
    let work = |outcomes: &mut BTreeMap<K, u64>, mut rng: Rng, hands: u64| {
        let mut counter = start.clone();
        for _ in 0..hands {
            counter.deal_hand(decide, &mut rng)?;
            let key = outcome(&counter.counts);
            match outcomes.get_mut(&key) {
                Some(count) => *count += 1,
                None => drop(outcomes.insert(key, 1)),
            }
        }
        Ok(())
    };
    let mut counts = BTreeMap::new();
    let hands = run_chunks(run, work, BTreeMap::new, |outcomes| {
        outcomes.into_iter().for_each(|(key, more)| *counts.entry(key).or_default() += more);
    })?;
    Ok(Outcomes { hands, counts })
}

impl<'a> HandCounter<'a> {
    fn new(deal: &'a Deal, plan: &'a DealPlan) -> HandCounter<'a> {
        let width = deal.pile.len();
        let hand_offset = if deal.views.seen { width } else { 0 };
        let beside_offset = hand_offset + if deal.views.hand { width } else { 0 };
        let mut end = beside_offset + deal.beside.len() * width;
        let mut others = Vec::new();
        for other in &deal.others {
            let DrawSource::Classes(classes) = &other.source else { continue };
            others.push(expand_classes(classes, |class| (end + class) as u64));
            end += classes.len();
        }
        let pile = expand_classes(&deal.pile, |class| class as u64);
        let (opened, counts) = (vec![0; width], vec![0; end]);
        HandCounter { deal, plan, pile, others, opened, counts, hand_offset, beside_offset }
    }

    /// Deals one hand and counts the classes that a condition reads.
    fn deal_hand(&mut self, decide: &ClassChoice, rng: &mut Rng) -> Result<(), OddsError> {
        let (course, bottom) = self.draw_opening(decide, rng)?;
        let course = &self.plan.courses[course];
        course.deal_beside(&mut self.pile, self.deal.beside_cards(), rng);
        for step in course.turns.iter().flat_map(|turn| &turn.steps) {
            step.apply(&mut self.pile, rng);
        }
        self.counts.fill(0);
        if let Some(turn) = course.turns.last() {
            self.count_turn(turn);
        }
        if self.deal.views.hand {
            let hand_counts = &mut self.counts[self.hand_offset..];
            hand_counts.iter_mut().zip(&bottom).for_each(|(count, removed)| *count -= removed);
        }
        if self.deal.views.seen {
            self.counts.iter_mut().zip(&bottom).for_each(|(count, removed)| *count -= removed);
        }
        let (mut first, mut at) = (0, self.beside_offset);
        for beside in &self.deal.beside {
            let cards = &self.pile[first..first + beside.cards as usize];
            cards.iter().for_each(|card| self.counts[at + *card as usize] += 1);
            first += beside.cards as usize;
            at += self.deal.pile.len();
        }
        for ((_, picks, drawn), cards) in self.plan.others.iter().zip(&mut self.others) {
            picks.apply(cards, rng);
            cards[drawn.clone()].iter().for_each(|card| self.counts[*card as usize] += 1);
        }
        Ok(())
    }

    fn count_turn(&mut self, turn: &TurnPlan) {
        if self.deal.views.hand {
            for card in &self.pile[turn.hand.clone()] {
                self.counts[self.hand_offset + *card as usize] += 1;
            }
        }
        if self.deal.views.seen {
            for range in turn.out_of_hand.iter().chain([&turn.hand]) {
                self.pile[range.clone()].iter().for_each(|card| self.counts[*card as usize] += 1);
            }
        }
    }

    /// Draws opening hands until one is settled; returns the number of its course, and its cards that go to the bottom.
    fn draw_opening(
        &mut self,
        decide: &ClassChoice,
        rng: &mut Rng,
    ) -> Result<(usize, Vec<u32>), OddsError> {
        let mut exchanges = 0;
        let mut redrawn = false;
        for _ in 0..PATIENCE {
            let course = &self.plan.courses[exchanges];
            course.opening.apply(&mut self.pile, rng);
            if !self.deal.exchangeable() {
                return Ok((0, Vec::new()));
            }
            self.opened.fill(0);
            for card in &self.pile[course.opening_places.clone()] {
                self.opened[*card as usize] += 1;
            }
            match decide(exchanges, &self.opened) {
                None => return Ok((exchanges, Vec::new())),
                Some(Decision::Keep(bottom)) => return Ok((exchanges, bottom)),
                Some(Decision::Swap(removed)) => {
                    return Ok((self.swap_cards(&removed, rng), Vec::new()));
                }
                Some(Decision::Redraw) => redrawn = true,
                Some(Decision::Exchange) => {
                    redrawn = false;
                    exchanges = (exchanges + 1).min(self.plan.courses.len() - 1);
                }
            }
        }
        Err(if redrawn { OddsError::NoHandStands } else { OddsError::MulliganNeverEnds })
    }

    /// Exchanges so many cards of each class; returns the number of the course that follows.
    fn swap_cards(&mut self, removed: &[u32], rng: &mut Rng) -> usize {
        let number = removed.iter().sum::<u32>() as usize;
        let Some(course) = self.plan.courses.get(number) else { return 0 };
        let mut left = removed.to_vec();
        let mut first = course.opening_places.start;
        for at in course.opening_places.clone() {
            let class = self.pile[at] as usize;
            if let Some(more @ 1..) = left.get(class).copied() {
                left[class] = more - 1;
                self.pile.swap(first, at);
                first += 1;
            }
        }
        if let Some(swap) = &course.swap {
            swap.apply(&mut self.pile, course.opening_places.start, rng);
        }
        number
    }
}
