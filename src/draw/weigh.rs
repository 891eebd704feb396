//! Simulating with tables: hands are sums of weights.

use super::error::DrawError;
use super::plan::{Course, Plan};
use super::rng::Rng;
use super::shuffle::{Picks, Small};
use super::simulate::{Outcomes, PATIENCE, Run, deck, share};
use super::table::{EXCHANGE, Tables};
use crate::odds::{Deal, OddsError, Source};

/// The piles of one chunk as weights. Low half of a number: the weight of a card in hand; high
/// half: of one that was seen and is gone.
#[derive(Clone)]
struct Weighed {
    pile: Cards,
    others: Vec<Vec<u64>>,
}

/// A small pile in an array, a large one in memory of its own.
#[derive(Clone)]
enum Cards {
    Small(Box<Small>),
    Large(Vec<u64>),
}

pub(crate) fn simulate<K: Ord + Clone + Send + Sync>(
    deal: &Deal,
    plan: &Plan,
    tables: &Tables<K>,
    run: &Run,
) -> Result<Outcomes<K>, DrawError> {
    let start = weighed(deal, tables);
    let mut totals = vec![0u64; tables.outcomes.len()];
    let work = |found: &mut Vec<u64>, mut rng: Rng, hands: u64| {
        let mut piles = start.clone();
        let hand = Hand { deal, plan, tables };
        if let (true, Cards::Small(cards)) = (hand.plain(), &mut piles.pile) {
            return Plain::new(&hand).deal(hands, cards, rng, found);
        }
        for _ in 0..hands {
            found[hand.outcome(&mut piles, &mut rng)? as usize] += 1;
        }
        Ok(())
    };
    let nothing = || vec![0u64; tables.outcomes.len()];
    let hands = share(run, work, nothing, |found| {
        totals.iter_mut().zip(found).for_each(|(total, more)| *total += more);
    })?;
    let counted = tables.outcomes.iter().cloned().zip(totals).filter(|(_, n)| *n > 0);
    Ok(Outcomes { hands, counts: counted.collect() })
}

fn weighed<K>(deal: &Deal, tables: &Tables<K>) -> Weighed {
    let pile = deck(&deal.pile, |class| {
        let (held, gone) = tables.weights[class];
        u64::from(held) | u64::from(gone) << 32
    });
    let others = deal.others.iter().zip(&tables.others).map(|(other, weights)| {
        let Source::Own(classes) = &other.source else { return Vec::new() };
        deck(classes, |class| u64::from(weights[class]))
    });
    let mut small = [0; 256];
    let pile = match small.get_mut(..pile.len()) {
        Some(place) => {
            place.copy_from_slice(&pile);
            Cards::Small(Box::new(small))
        }
        None => Cards::Large(pile),
    };
    Weighed { pile, others: others.collect() }
}

struct Hand<'a, K> {
    deal: &'a Deal,
    plan: &'a Plan,
    tables: &'a Tables<K>,
}

impl<K> Hand<'_, K> {
    /// Whether hands are drawn from one pile, all alike, and then only grow.
    fn plain(&self) -> bool {
        let courses = &self.plan.courses;
        let alike = courses.iter().all(|c| c.opening == courses[0].opening && c.later.is_some());
        alike && self.plan.others.is_empty()
    }

    /// Deals one hand: the number of its outcome.
    #[inline]
    fn outcome(&self, piles: &mut Weighed, rng: &mut Rng) -> Result<u32, OddsError> {
        let (course, mut weight) = match &mut piles.pile {
            Cards::Small(cards) => self.small(cards, rng)?,
            Cards::Large(cards) => {
                let (course, away) = self.open(|c| open_large(c, cards, rng))?;
                (course, self.play(&self.plan.courses[course], cards, rng).wrapping_sub(away))
            }
        };
        for ((_, picks, drawn), cards) in self.plan.others.iter().zip(&mut piles.others) {
            picks.apply(cards, rng);
            weight = weight.wrapping_add(sum(&cards[drawn.clone()]) as u32);
        }
        Ok(self.tables.results[course][weight as usize])
    }

    #[inline]
    fn small(&self, cards: &mut Small, rng: &mut Rng) -> Result<(usize, u32), OddsError> {
        let mut opened = 0;
        let (course, away) = self.open(|course| {
            opened = course.opening.sum(cards, rng) as u32;
            opened
        })?;
        let plan = &self.plan.courses[course];
        let weight = match &plan.later {
            Some(later) => opened.wrapping_add(later.sum(cards, rng) as u32),
            None => self.play(plan, &mut cards[..self.plan.cards as usize], rng),
        };
        Ok((course, weight.wrapping_sub(away)))
    }

    /// Draws opening hands until one is kept: the number of exchanges, and the weight of the cards
    /// that then go to the bottom. `draw` deals one and weighs it.
    #[inline]
    fn open(&self, mut draw: impl FnMut(&Course) -> u32) -> Result<(usize, u32), OddsError> {
        let mut exchanges = 0;
        for _ in 0..PATIENCE {
            let weight = draw(&self.plan.courses[exchanges]);
            let verdicts = &self.tables.verdicts[exchanges];
            let verdict = if verdicts.is_empty() { 0 } else { verdicts[weight as usize] };
            if verdict != EXCHANGE {
                return Ok((exchanges, verdict));
            }
            exchanges = (exchanges + 1).min(self.plan.courses.len() - 1);
        }
        Err(OddsError::MulliganNeverEnds)
    }

    /// Plays the turns after the opening and weighs what is then seen.
    fn play(&self, course: &Course, cards: &mut [u64], rng: &mut Rng) -> u32 {
        for turn in &course.turns {
            turn.steps.iter().for_each(|step| step.apply(cards, rng));
        }
        let Some(turn) = course.turns.last() else { return 0 };
        let mut weight = sum(&cards[turn.hand.clone()]) as u32;
        if self.deal.views.seen {
            let gone = turn.gone.iter().map(|range| (sum(&cards[range.clone()]) >> 32) as u32);
            weight += gone.sum::<u32>();
        }
        weight
    }
}

/// Hands that are drawn from one pile, all alike, and then only grow: the same as [`Hand`] deals,
/// in a loop of its own because most simulations are of this kind.
struct Plain<'a> {
    opening: &'a Picks,
    stages: Vec<Stage<'a>>,
    /// Verdicts where every hand is kept as it is.
    kept: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Stage<'a> {
    verdicts: Option<&'a [u32]>,
    later: &'a Picks,
    results: &'a [u32],
}

impl<'a> Plain<'a> {
    fn new<K>(hand: &Hand<'a, K>) -> Plain<'a> {
        let tables = hand.tables;
        let opening = &hand.plan.courses[0].opening;
        let parts = hand.plan.courses.iter().zip(&tables.verdicts).zip(&tables.results);
        let stage = |((course, verdicts), results): ((&'a Course, &'a Vec<u32>), &'a Vec<u32>)| {
            let verdicts = Some(verdicts.as_slice()).filter(|table| !table.is_empty());
            Stage { verdicts, later: course.later.as_ref().unwrap_or(opening), results }
        };
        let kept = vec![0; tables.results.first().map_or(0, Vec::len)];
        Plain { opening, stages: parts.map(stage).collect(), kept }
    }

    fn deal(
        &self,
        hands: u64,
        cards: &mut Small,
        rng: Rng,
        found: &mut [u64],
    ) -> Result<(), OddsError> {
        match self.opening.first() {
            0 => self.run::<0>(hands, cards, rng, found),
            1 => self.run::<1>(hands, cards, rng, found),
            2 => self.run::<2>(hands, cards, rng, found),
            3 => self.run::<3>(hands, cards, rng, found),
            4 => self.run::<4>(hands, cards, rng, found),
            5 => self.run::<5>(hands, cards, rng, found),
            6 => self.run::<6>(hands, cards, rng, found),
            7 => self.run::<7>(hands, cards, rng, found),
            _ => self.run::<8>(hands, cards, rng, found),
        }
    }

    fn run<const K: usize>(
        &self,
        hands: u64,
        cards: &mut Small,
        mut rng: Rng,
        found: &mut [u64],
    ) -> Result<(), OddsError> {
        if let [Stage { verdicts: None, later, results }] = self.stages.as_slice()
            && later.is_empty()
        {
            for _ in 0..hands {
                let weight = self.opening.sum_of::<K>(cards, &mut rng) as u32;
                found[results[weight as usize] as usize] += 1;
            }
            return Ok(());
        }
        for _ in 0..hands {
            let mut stages = self.stages.iter();
            let Some(mut stage) = stages.next() else { return Ok(()) };
            let mut patience = PATIENCE;
            let (weight, away) = loop {
                let weight = self.opening.sum_of::<K>(cards, &mut rng) as u32;
                let away = stage.verdicts.unwrap_or(&self.kept)[weight as usize];
                if away != EXCHANGE {
                    break (weight, away);
                }
                stage = stages.next().unwrap_or(stage);
                patience -= 1;
                if patience == 0 {
                    return Err(OddsError::MulliganNeverEnds);
                }
            };
            let later = stage.later.sum(cards, &mut rng) as u32;
            let weight = weight.wrapping_add(later).wrapping_sub(away);
            found[stage.results[weight as usize] as usize] += 1;
        }
        Ok(())
    }
}

fn open_large(course: &Course, cards: &mut [u64], rng: &mut Rng) -> u32 {
    course.opening.apply(cards, rng);
    sum(&cards[course.opened.clone()]) as u32
}

fn sum(cards: &[u64]) -> u64 {
    cards.iter().sum()
}
