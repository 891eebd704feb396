//! The fast simulator deals many hands at a time and looks their outcomes up in tables. It is for hands that are drawn
//! and then only grow, as in most simulations; the plain simulator deals the others.

use super::lanes::{LANES, Lanes, Stack};
use super::outcome_table::{EXCHANGE, OutcomeTables};
use super::plan::{Course, DealPlan};
use super::shuffle::Rng;
use super::simulate::{Outcomes, PATIENCE, SimulationRun, run_chunks};
use crate::messages::DrawError;
use crate::{Deal, DrawSource, OddsError, Pile};

/// A deal prepared for lanes: the draws of hands, and the tables of outcomes by their weights.
pub(super) struct FastSimulator<'a> {
    pile: Stack,
    others: Vec<Stack>,
    /// The numbers of drawn cards after which hands are weighed.
    marks: Vec<usize>,
    stages: Vec<HandStage<'a>>,
}

/// The verdicts and outcomes of a hand after so many exchanges.
#[derive(Clone, Copy)]
struct HandStage<'a> {
    /// The mark of the opening hand, and the verdicts by its weight; `None` where every hand is kept as it is.
    opening: Option<(usize, &'a [u32])>,
    /// The mark when all has been drawn.
    drawn_mark: usize,
    results: &'a [u32],
}

/// The weights of the hands in all lanes. Later draws are made with the opening hand, and thrown away where that is
/// exchanged: an exchange then costs one hand and nothing else.
struct HandWeights {
    /// The weight drawn from the pile by every mark.
    pile: Vec<Lanes>,
    /// The weight drawn from the other piles.
    others: Lanes,
    refused: Lanes,
}

impl<'a> FastSimulator<'a> {
    /// Whether whole hands are exchanged and then only grow, and nothing is dealt beside them.
    pub(super) fn supports(deal: &Deal, plan: &DealPlan) -> bool {
        let plain =
            !deal.forced && deal.beside_cards() == 0 && deal.exchanges.partial_exchange().is_none();
        plain && plan.courses.iter().all(|course| course.only_grows)
    }

    /// Prepares a deal that the simulator [supports](Self::supports); `None` where weights exceed 16 bits, or a pile is
    /// not for lanes.
    pub(super) fn new<K>(
        deal: &Deal,
        plan: &DealPlan,
        tables: &'a OutcomeTables<K>,
    ) -> Option<FastSimulator<'a>> {
        // A lane has 16 bits for a weight.
        if tables.results.iter().any(|results| results.len() > 1 << u16::BITS) {
            return None;
        }
        let courses = || plan.courses.iter().zip(&tables.verdicts);
        let opened = courses().filter(|(_, verdicts)| !verdicts.is_empty());
        let opened = opened.map(|(course, _)| course.opening_places.len());
        // Hands are weighed only where a table is asked: at the opening, and when all is drawn.
        let mut marks: Vec<usize> = courses().map(|(c, _)| cards_drawn(c)).chain(opened).collect();
        marks.sort_unstable();
        marks.dedup();
        let mark = |cards| marks.partition_point(|mark| *mark < cards);
        let stage = |((course, verdicts), results): ((&Course, &'a Vec<u32>), &'a Vec<u32>)| {
            let opening = (mark(course.opening_places.len()), verdicts.as_slice());
            let opening = Some(opening).filter(|(_, verdicts)| !verdicts.is_empty());
            HandStage { opening, drawn_mark: mark(cards_drawn(course)), results }
        };
        let stages = courses().zip(&tables.results).map(stage).collect();
        let held: Vec<u32> = tables.weights.iter().map(|(held, _)| *held).collect();
        let pile = build_stack(&deal.pile, &held, &marks)?;
        let other = |(pile, weights): (&Pile, &Vec<u32>)| match &pile.source {
            DrawSource::Classes(classes) => build_stack(classes, weights, &[pile.draw as usize]),
            _ => None,
        };
        let others = deal.others.iter().zip(&tables.others).map(other).collect::<Option<_>>()?;
        Some(FastSimulator { pile, others, marks, stages })
    }

    /// Runs a simulation and counts the outcomes of the tables.
    pub(super) fn simulate<K: Ord + Clone>(
        &self,
        tables: &OutcomeTables<K>,
        run: &SimulationRun,
    ) -> Result<Outcomes<K>, DrawError> {
        let size = tables.outcomes.len();
        let nothing = || vec![0u64; size];
        let mut totals = nothing();
        let work =
            |counts: &mut Vec<u64>, rng: Rng, hands: u64| self.deal_hands(hands, rng, counts);
        let hands = run_chunks(run, work, nothing, |counts| {
            totals.iter_mut().zip(counts).for_each(|(total, more)| *total += more);
        })?;
        let counted = tables.outcomes.iter().cloned().zip(totals).filter(|(_, n)| *n > 0);
        Ok(Outcomes { hands, counts: counted.collect() })
    }

    /// Deals so many hands and counts their outcomes.
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
                // A refused lane held no hand at all: that it is passed over favours no hand.
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
                    // The verdict is the weight of what went to the bottom, which counts neither as held nor as
                    // seen.
                    u32::from(hands.pile[stage.drawn_mark][lane] + hands.others[lane]) - verdict;
                counts[stage.results[weight as usize] as usize] += 1;
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
            hands.others.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
    }
}

impl HandStage<'_> {
    /// Counts the outcomes where every hand is kept, at most `left` of them; returns how many are left to deal.
    fn count_outcomes(&self, hands: &HandWeights, mut left: u64, counts: &mut [u64]) -> u64 {
        let drawn = &hands.pile[self.drawn_mark];
        let weight = |lane: usize| usize::from(drawn[lane] + hands.others[lane]);
        // All outcomes are looked up before any is counted, so that reads do not wait for writes.
        let outcomes: [u32; LANES] = std::array::from_fn(|lane| self.results[weight(lane)]);
        for (outcome, refused) in outcomes.iter().zip(&hands.refused) {
            if *refused == 0 && left > 0 {
                counts[*outcome as usize] += 1;
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

/// How many cards a course draws from the pile in all.
fn cards_drawn(course: &Course) -> usize {
    course.turns.last().map_or(0, |turn| turn.hand.len())
}

fn build_stack(classes: &[u32], weights: &[u32], marks: &[usize]) -> Option<Stack> {
    let classes: Vec<_> = classes.iter().copied().zip(weights.iter().copied()).collect();
    Stack::new(&classes, marks)
}
