//! Simulating with tables: hands are sums of weights, many abreast where they only grow, otherwise
//! one by one.

use super::abreast::Abreast;
use super::error::DrawError;
use super::plan::{Course, Plan};
use super::rng::Rng;
use super::shuffle::Small;
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
    let abreast = Abreast::new(deal, plan, tables);
    let work = |found: &mut Vec<u64>, mut rng: Rng, hands: u64| {
        if let Some(abreast) = &abreast {
            return abreast.deal(hands, rng, found);
        }
        let mut piles = start.clone();
        let hand = Hand { deal, plan, tables };
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

fn open_large(course: &Course, cards: &mut [u64], rng: &mut Rng) -> u32 {
    course.opening.apply(cards, rng);
    sum(&cards[course.opened.clone()]) as u32
}

fn sum(cards: &[u64]) -> u64 {
    cards.iter().sum()
}
