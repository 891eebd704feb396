//! The fast simulator deals many hands at a time and looks their outcomes up in tables. It handles
//! hands that are drawn and then only grow, as in most simulations; the plain way deals the others.
//!
//! Hands are dealt in parallel, one in every lane of an array, so that loops over lanes become
//! vector instructions. The cards of a pile are sorted by class, so the ends of the classes
//! describe it. A random place among the remaining cards is the card drawn; its class and all after
//! it then end one place earlier. No card is looked up, moved or put back: a hand of eight cards
//! took half the time of the array of cards used before.
//!
//! A place is the high half of a random number of 16 bits times the number of cards left. It is
//! exactly uniform if low halves below a threshold are refused (Lemire, "Fast Random Integer
//! Generation in an Interval", 2019). A lane with a refusal has no hand; the refusal does not
//! depend on the cards of that hand. The order in which lanes get random numbers must not change:
//! it decides what a seed deals.

use super::{
    outcome_table::{EXCHANGE, OutcomeTables},
    plan::{Course, DealPlan},
    shuffle::Rng,
    simulate::{Outcomes, PATIENCE, SimulationRun, run_chunks},
};
use crate::{Deal, DrawSource, OddsError, messages::DrawError};

/// A deal prepared for lanes: the draws of hands, and the tables of outcomes by their weights.
pub(super) struct FastSimulator<'a> {
    pile: Stack,
    others: Vec<Stack>,
    /// The numbers of drawn cards after which hands are weighed.
    marks: Vec<usize>,
    stages: Vec<HandStage<'a>>,
}

/// The verdicts and outcomes of a hand after this number of exchanges.
#[derive(Clone, Copy)]
struct HandStage<'a> {
    /// The mark of the opening hand, and the verdicts by its weight; `None` if every hand is kept
    /// as it is.
    opening: Option<(usize, &'a [u32])>,
    /// The mark when all has been drawn.
    drawn_mark: usize,
    results: &'a [u32],
}

/// The weights of the hands in all lanes. Later draws are made with the opening hand, and discarded
/// if it is exchanged: an exchange then costs one hand and nothing else.
struct HandWeights {
    /// The weight drawn from the pile by every mark.
    pile: Vec<Lanes>,
    /// The weight drawn from the other piles.
    others: Lanes,
    refused: Lanes,
}

impl<'a> FastSimulator<'a> {
    /// Whether whole hands are exchanged and then only grow, and no other piles are dealt.
    pub(super) fn supports(deal: &Deal, plan: &DealPlan) -> bool {
        let plain =
            !deal.forced && deal.beside_cards() == 0 && deal.exchanges.partial_exchange().is_none();
        plain && plan.courses.iter().all(|course| course.only_grows)
    }

    /// Prepares a deal that the simulator [supports](Self::supports); `None` if weights exceed 16
    /// bits, or a pile does not suit lanes.
    pub(super) fn new<K>(
        deal: &Deal,
        plan: &DealPlan,
        tables: &'a OutcomeTables<K>,
    ) -> Option<FastSimulator<'a>> {
        // A lane has 16 bits for a weight.
        if tables
            .results
            .iter()
            .any(|results| results.len() > 1 << u16::BITS)
        {
            return None;
        }
        // Hands are weighed only if a table is asked: at the opening, and when all is drawn.
        let mut marks: Vec<usize> = Vec::new();
        for (course, verdicts) in plan.courses.iter().zip(&tables.verdicts) {
            marks.push(cards_drawn(course));
            if !verdicts.is_empty() {
                marks.push(course.opening_places.len());
            }
        }
        marks.sort_unstable();
        marks.dedup();
        let mut stages = Vec::with_capacity(plan.courses.len());
        let courses = plan
            .courses
            .iter()
            .zip(&tables.verdicts)
            .zip(&tables.results);
        for ((course, verdicts), results) in courses {
            let opening_mark = find_mark(&marks, course.opening_places.len());
            let opening = (!verdicts.is_empty()).then_some((opening_mark, verdicts.as_slice()));
            let drawn_mark = find_mark(&marks, cards_drawn(course));
            stages.push(HandStage { opening, drawn_mark, results });
        }
        let held: Vec<u32> = tables.weights.iter().map(|(held, _)| *held).collect();
        let pile = build_stack(&deal.pile, &held, &marks)?;
        let mut others = Vec::new();
        for (pile, weights) in deal.others.iter().zip(&tables.others) {
            let DrawSource::Classes(classes) = &pile.source else { return None };
            others.push(build_stack(classes, weights, &[pile.draw as usize])?);
        }
        Some(FastSimulator { pile, others, marks, stages })
    }

    /// Runs a simulation and counts the outcomes of the tables.
    pub(super) fn simulate<K: Ord + Clone>(
        &self,
        tables: &OutcomeTables<K>,
        run: &SimulationRun,
    ) -> Result<Outcomes<K>, DrawError> {
        let size = tables.outcomes.len();
        let mut totals = vec![0u64; size];
        let hands = run_chunks(
            run,
            |counts: &mut Vec<u64>, rng, hands| self.deal_hands(hands, rng, counts),
            || vec![0u64; size * COUNTERS],
            |counts| {
                for (total, counts) in totals.iter_mut().zip(counts.chunks_exact(COUNTERS)) {
                    *total += counts.iter().sum::<u64>();
                }
            },
        )?;
        let counted = tables
            .outcomes
            .iter()
            .cloned()
            .zip(totals)
            .filter(|(_, n)| *n > 0);
        Ok(Outcomes { hands, counts: counted.collect() })
    }

    /// Deals this number of hands and counts their outcomes.
    fn deal_hands(&self, count: u64, mut rng: Rng, counts: &mut [u64]) -> Result<(), OddsError> {
        let pile = vec![[0; LANES]; self.marks.len()];
        let mut hands = HandWeights { pile, others: [0; LANES], refused: [0; LANES] };
        match self.stages.as_slice() {
            [stage @ HandStage { opening: None, .. }] => {
                let mut left = count;
                while left > 0 {
                    self.draw_lanes(&mut hands, &mut rng);
                    left = stage.count_outcomes(&hands, left, counts);
                }
                Ok(())
            }
            _ => self.deal_exchanged(count, &mut hands, &mut rng, counts),
        }
    }

    /// Deals hands that may be exchanged: the hand of one lane is exchanged for that of the next.
    fn deal_exchanged(
        &self,
        count: u64,
        hands: &mut HandWeights,
        rng: &mut Rng,
        counts: &mut [u64],
    ) -> Result<(), OddsError> {
        let last = self.stages.len() - 1;
        let (mut left, mut exchanges, mut stage) = (count, 0, self.stages[0]);
        loop {
            self.draw_lanes(hands, rng);
            for lane in 0..LANES {
                // A refused lane never had a hand: skipping it favours no hand.
                if hands.refused[lane] != 0 {
                    continue;
                }
                let verdict = stage.verdict(hands, lane);
                if verdict == EXCHANGE {
                    exchanges += 1;
                    if exchanges == PATIENCE {
                        return Err(OddsError::MulliganNeverEnds);
                    }
                    stage = self.stages[last.min(exchanges as usize)];
                    continue;
                }
                let weight =
                    // The verdict is the weight of the cards on the bottom, which count neither as
                    // in hand nor as seen.
                    u32::from(hands.pile[stage.drawn_mark][lane] + hands.others[lane]) - verdict;
                counts[stage.results[weight as usize] as usize * COUNTERS] += 1;
                left -= 1;
                if left == 0 {
                    return Ok(());
                }
                if exchanges > 0 {
                    (exchanges, stage) = (0, self.stages[0]);
                }
            }
        }
    }

    fn draw_lanes(&self, hands: &mut HandWeights, rng: &mut Rng) {
        hands.refused = [0; LANES];
        self.pile.deal(rng, &mut hands.pile, &mut hands.refused);
        hands.others = [0; LANES];
        for stack in &self.others {
            let mut weights = [0; LANES];
            stack.deal(rng, std::slice::from_mut(&mut weights), &mut hands.refused);
            hands
                .others
                .iter_mut()
                .zip(weights)
                .for_each(|(sum, weight)| *sum += weight);
        }
    }
}

impl HandStage<'_> {
    /// Counts the outcomes if every hand is kept, at most `left` of them; returns the number left
    /// to deal.
    fn count_outcomes(&self, hands: &HandWeights, mut left: u64, counts: &mut [u64]) -> u64 {
        let drawn = &hands.pile[self.drawn_mark];
        // All outcomes are looked up before any is counted, so that reads do not wait for writes.
        let outcomes: [u32; LANES] =
            std::array::from_fn(|lane| self.results[usize::from(drawn[lane] + hands.others[lane])]);
        if left >= LANES as u64 && hands.refused == [0; LANES] {
            for (lane, outcome) in outcomes.iter().enumerate() {
                counts[*outcome as usize * COUNTERS + lane % COUNTERS] += 1;
            }
            return left - LANES as u64;
        }
        for (outcome, refused) in outcomes.iter().zip(&hands.refused) {
            if *refused == 0 && left > 0 {
                counts[*outcome as usize * COUNTERS] += 1;
                left -= 1;
            }
        }
        left
    }

    /// The weight of the cards that go to the bottom, or [`EXCHANGE`].
    #[inline]
    fn verdict(&self, hands: &HandWeights, lane: usize) -> u32 {
        match self.opening {
            Some((mark, verdicts)) => verdicts[usize::from(hands.pile[mark][lane])],
            None => 0,
        }
    }
}

/// The position of the mark of this many drawn cards.
fn find_mark(marks: &[usize], cards: usize) -> usize {
    marks.partition_point(|mark| *mark < cards)
}

/// How many cards a course draws from the pile in all.
fn cards_drawn(course: &Course) -> usize {
    course.turns.last().map_or(0, |turn| turn.hand.len())
}

fn build_stack(classes: &[u32], weights: &[u32], marks: &[usize]) -> Option<Stack> {
    let classes: Vec<_> = classes
        .iter()
        .copied()
        .zip(weights.iter().copied())
        .collect();
    Stack::new(&classes, marks)
}

/// Counters of each outcome. Neighbouring lanes have different ones: most hands have the same few
/// outcomes, and adding to one counter waits until the last addition is written.
const COUNTERS: usize = 4;

/// Hands dealt at a time: sixteen numbers of 16 bits fill a vector of 256 bits.
pub(super) const LANES: usize = 16;

pub(super) type Lanes = [u16; LANES];

/// Most cards of a pile: places are compared as signed numbers, as vectors can.
const CARD_LIMIT: u32 = i16::MAX as u32;

/// Most classes that weigh something.
const CLASS_LIMIT: usize = 16;

/// The most refused lanes, of 65,536: one in four.
const REFUSAL_LIMIT: u32 = 1 << 14;

/// Draws from one pile, prepared.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    /// The picks, in stretches; the hands are weighed after each.
    stretches: Vec<Vec<Pick>>,
    /// The classes whose cards have a weight; the others come after them.
    classes: Vec<LaneClass>,
}

#[derive(Clone, Copy, Debug)]
struct Pick {
    cards_left: u16,
    /// Low halves below this are refused.
    threshold: u16,
}

#[derive(Clone, Copy, Debug, Default)]
struct LaneClass {
    /// The number of cards up to the end of the class.
    end: u16,
    /// The weight of a card less that of a card of the next class.
    weight_step: u16,
}

impl Stack {
    /// Prepares to draw from a pile, given by the size of every class and the weight of its cards,
    /// and to weigh the drawn cards at each of the ascending `marks`. `None` if numbers do not fit
    /// in 16 bits, or too many lanes would be refused.
    pub(super) fn new(classes: &[(u32, u32)], marks: &[usize]) -> Option<Stack> {
        let drawn = u32::try_from(marks.last().copied().unwrap_or(0)).ok()?;
        let cards = classes.iter().map(|(size, _)| size).sum::<u32>();
        if cards > CARD_LIMIT || drawn > cards {
            return None;
        }
        let picks: Vec<Pick> = (0..drawn).map(|drawn| Pick::new(cards - drawn)).collect();
        let refused: u32 = picks.iter().map(|pick| u32::from(pick.threshold)).sum();
        let weighing: Vec<_> =
            // Classes without weight are never looked up: they only make room, after the others.
            classes.iter().filter(|(size, weight)| *size > 0 && *weight > 0).collect();
        let heaviest: u32 = weighing
            .iter()
            .map(|(size, weight)| drawn.min(*size) * weight)
            .sum();
        if refused > REFUSAL_LIMIT || weighing.len() > CLASS_LIMIT || heaviest > u32::from(u16::MAX)
        {
            return None;
        }
        let next = weighing
            .iter()
            .skip(1)
            .map(|(_, weight)| *weight as u16)
            .chain([0]);
        let mut end = 0;
        let mut classes = Vec::with_capacity(weighing.len());
        for ((size, weight), next) in weighing.iter().zip(next) {
            end += *size as u16;
            // A card moves its class and all after it: with the differences of weights, each end
            // counts by itself.
            classes.push(LaneClass { end, weight_step: (*weight as u16).wrapping_sub(next) });
        }
        let from = [0].into_iter().chain(marks.iter().copied());
        let stretches = from
            .zip(marks)
            .map(|(from, to)| picks[from..*to].to_vec())
            .collect();
        Some(Stack { stretches, classes })
    }

    /// Draws in all lanes, and weighs the hands after every stretch. Refused lanes are marked by a
    /// number other than 0.
    pub(super) fn deal(&self, rng: &mut Rng, weights: &mut [Lanes], refused: &mut Lanes) {
        match self.classes.len() {
            0 => weights.fill([0; LANES]),
            1 => self.deal_classes::<1>(rng, weights, refused),
            2 => self.deal_classes::<2>(rng, weights, refused),
            3 => self.deal_classes::<3>(rng, weights, refused),
            4 => self.deal_classes::<4>(rng, weights, refused),
            5 => self.deal_classes::<5>(rng, weights, refused),
            6 => self.deal_classes::<6>(rng, weights, refused),
            // Each arm is a separate function in the program: beyond six classes some ends are
            // spare.
            7 | 8 => self.deal_classes::<8>(rng, weights, refused),
            _ => self.deal_classes::<CLASS_LIMIT>(rng, weights, refused),
        }
    }

    /// Deals up to `C` classes. A constant number lets the ends stay in registers of the processor.
    fn deal_classes<const C: usize>(
        &self,
        rng: &mut Rng,
        weights: &mut [Lanes],
        refused: &mut Lanes,
    ) {
        // Missing classes end before the first place, so that no draw touches them.
        let classes: [LaneClass; C] =
            std::array::from_fn(|at| self.classes.get(at).copied().unwrap_or_default());
        let mut ends = classes.map(|class| [class.end; LANES]);
        for (stretch, weights) in self.stretches.iter().zip(weights) {
            for pick in stretch {
                pick.draw(random_lanes(rng), &mut ends, refused);
            }
            *weights = weigh_drawn(&classes, &ends);
        }
    }
}

impl Pick {
    fn new(left: u32) -> Pick {
        // 2^16 mod `left`: this many numbers are too many for all places to be equally likely.
        Pick { cards_left: left as u16, threshold: ((1 << 16) % left) as u16 }
    }

    #[inline(always)]
    fn draw<const C: usize>(&self, random: Lanes, ends: &mut [Lanes; C], refused: &mut Lanes) {
        for lane in 0..LANES {
            let wide = u32::from(random[lane]) * u32::from(self.cards_left);
            // Without a branch: the vector continues, and refusals show at the end.
            refused[lane] |= self.threshold.saturating_sub(wide as u16);
            let place = (wide >> 16) as i16;
            for end in ends.iter_mut() {
                end[lane] -= u16::from(place < end[lane] as i16);
            }
        }
    }
}

/// The weight of the drawn cards. Differences of weights may be negative: they wrap around, and the
/// sum wraps back.
#[inline(always)]
fn weigh_drawn<const C: usize>(classes: &[LaneClass; C], ends: &[Lanes; C]) -> Lanes {
    let mut weights = [0u16; LANES];
    for (class, ends) in classes.iter().zip(ends) {
        for (weight, end) in weights.iter_mut().zip(ends) {
            *weight = weight.wrapping_add(class.weight_step.wrapping_mul(class.end - end));
        }
    }
    weights
}

/// Random bits for every lane, the lowest of a word first.
#[inline(always)]
fn random_lanes(rng: &mut Rng) -> Lanes {
    let mut lanes = [0; LANES];
    for quarter in lanes.chunks_exact_mut(4) {
        let word = rng.next_u64().to_le_bytes();
        for (lane, bytes) in quarter.iter_mut().zip(word.chunks_exact(2)) {
            *lane = u16::from_le_bytes([bytes[0], bytes[1]]);
        }
    }
    lanes
}

#[cfg(test)]
#[path = "../../../../tests/unit/odds/draw_fast_simulator.rs"]
mod tests;
