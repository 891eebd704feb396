//! Tables of outcomes. Every card weighs a number in a mixed radix, so the sum of the weights
//! encodes the class counts, and a table has the outcome of each sum.

use super::plan::{Course, DealPlan};
use crate::{ClassWalk, Deal, Decision, DrawSetup, DrawSource, OddsError, Uncounted};
use std::collections::BTreeMap;

/// Most entries of a table, one for each sum of weights: 4 MiB for each course.
const SPACE_LIMIT: usize = 1 << 20;

/// The verdict on a hand that is exchanged.
pub(super) const EXCHANGE: u32 = u32::MAX;

/// Verdicts on opening hands by weight: [`EXCHANGE`], or the weight of the cards that go to the
/// bottom.
pub(super) type Verdicts = Vec<u32>;

/// The weights of cards and the tables for one deal.
pub(super) struct OutcomeTables<K> {
    /// The weight of a card in hand and of one out of hand, by its class in the hand's pile.
    pub weights: Vec<(u32, u32)>,
    /// The weight of a card by its other pile and class.
    pub others: Vec<Vec<u32>>,
    pub outcomes: Vec<K>,
    /// The number of the outcome by course and weight.
    pub results: Vec<Vec<u32>>,
    /// The verdicts by course and weight; empty if every hand is kept as it is.
    pub verdicts: Vec<Verdicts>,
}

/// The numbers of cards seen and in hand at the end of a course.
fn view_sizes(deal: &Deal, course: &Course) -> (u32, u32) {
    let turn = course.turns.last();
    let drawn = turn.map_or(0, |t| t.hand.len()) as u32;
    let out_of_hand =
        turn.map_or(0, |t| t.out_of_hand.iter().map(|r| r.len()).sum::<usize>()) as u32;
    debug_assert!(deal.hand >= course.bottom);
    // Cards on the bottom are neither in hand nor count as seen.
    let held = drawn.saturating_sub(course.bottom);
    (held + out_of_hand, held)
}

/// Weights for classes when at most `draw` cards are drawn. The largest class weighs nothing: its
/// count follows from the others, and the table is smallest without it.
fn radix_weights(classes: &[u32], draw: u32, unit: &mut usize) -> Option<Vec<u32>> {
    let implied = (0..classes.len()).max_by_key(|i| classes[*i]);
    let mut weights = vec![0; classes.len()];
    for (class, size) in classes.iter().enumerate() {
        // Each class is a digit of its own, whose base is one more than the copies that can be
        // drawn.
        if Some(class) != implied {
            weights[class] = u32::try_from(*unit).ok()?;
            *unit = unit
                .checked_mul(draw.min(*size) as usize + 1)
                .filter(|u| *u <= SPACE_LIMIT)?;
        }
    }
    Some(weights)
}

impl<K: Ord + Clone> OutcomeTables<K> {
    /// The tables of a deal; `None` if they would be too large or not worth their time.
    pub(super) fn new(
        deal: &Deal,
        plan: &DealPlan,
        trials: u64,
        outcome: &dyn Fn(&[u32]) -> K,
        decide: &dyn Fn(usize, &[u32]) -> Option<Decision>,
    ) -> Result<Option<OutcomeTables<K>>, OddsError> {
        let Some((weights, others, space)) = weigh_cards(deal, plan) else { return Ok(None) };
        let setups: Vec<DrawSetup> = plan.courses.iter().map(|c| course_setup(deal, c)).collect();
        let vectors = setups
            .iter()
            .fold(0u128, |sum, s| sum.saturating_add(s.vectors()));
        // Tables pay only if far more hands are dealt than there are vectors to evaluate.
        if vectors > u128::from((trials / 2).clamp(1024, SPACE_LIMIT as u64)) {
            return Ok(None);
        }
        let mut numbers = BTreeMap::<K, u32>::new();
        let mut outcomes = Vec::new();
        let mut results = Vec::new();
        let flat = flat_weights(deal, &weights, &others);
        for setup in &setups {
            let mut table = vec![0; space];
            ClassWalk::run(setup, |counts: &[u32], _: &Uncounted| {
                let key = outcome(counts);
                // Outcomes are counted by number: keys may be large, and the tables have an entry
                // for each sum of weights.
                let number = *numbers.entry(key.clone()).or_insert_with(|| {
                    outcomes.push(key);
                    outcomes.len() as u32 - 1
                });
                let weights = counts.iter().zip(&flat);
                table[weights
                    .map(|(n, weight)| (n * weight) as usize)
                    .sum::<usize>()] = number;
            });
            results.push(table);
        }
        let verdicts = opening_verdicts(deal, plan, &weights, space, decide);
        Ok(Some(OutcomeTables { weights, others, outcomes, results, verdicts }))
    }
}

/// The weights by class in hand and out of hand, by other pile and class, and the number of all
/// sums.
type Weights = (Vec<(u32, u32)>, Vec<Vec<u32>>, usize);

fn weigh_cards(deal: &Deal, plan: &DealPlan) -> Option<Weights> {
    let all = plan
        .courses
        .iter()
        .map(|c| (view_sizes(deal, c), c.opening_places.len() as u32));
    let seen = all.clone().map(|((seen, _), _)| seen).max().unwrap_or(0);
    let held = all
        .map(|((_, held), opened)| held.max(opened))
        .max()
        .unwrap_or(0);
    let mut unit = 1;
    let (mut out_of_hand, mut in_hand) = (vec![0; deal.pile.len()], vec![0; deal.pile.len()]);
    if deal.views.seen {
        out_of_hand = radix_weights(&deal.pile, seen, &mut unit)?;
    }
    if deal.views.hand {
        in_hand = radix_weights(&deal.pile, held, &mut unit)?;
    }
    let mut others = Vec::new();
    for pile in &deal.others {
        let DrawSource::Classes(classes) = &pile.source else { return None };
        others.push(radix_weights(classes, pile.draw, &mut unit)?);
    }
    let weights = in_hand
        .into_iter()
        .zip(out_of_hand)
        .map(|(hand, seen)| (hand + seen, seen))
        .collect();
    Some((weights, others, unit))
}

fn course_setup(deal: &Deal, course: &Course) -> DrawSetup {
    let (seen, held) = view_sizes(deal, course);
    let mut piles = deal.viewed_piles(seen, held);
    piles.extend(deal.others.iter().cloned());
    DrawSetup { piles }
}

/// The weights in the order of the counts that a condition reads.
fn flat_weights(deal: &Deal, weights: &[(u32, u32)], others: &[Vec<u32>]) -> Vec<u32> {
    let seen = weights.iter().map(|w| w.1).filter(|_| deal.views.seen);
    let hand = weights
        .iter()
        .map(|w| w.0 - w.1)
        .filter(|_| deal.views.hand);
    seen.chain(hand)
        .chain(others.iter().flatten().copied())
        .collect()
}

fn opening_verdicts(
    deal: &Deal,
    plan: &DealPlan,
    weights: &[(u32, u32)],
    space: usize,
    decide: &dyn Fn(usize, &[u32]) -> Option<Decision>,
) -> Vec<Verdicts> {
    let mut all = Vec::new();
    for (exchanges, course) in plan.courses.iter().enumerate() {
        let mut table = Vec::new();
        let opened = DrawSetup::hand(&deal.pile, course.opening_places.len() as u32);
        ClassWalk::run(&opened, |counts: &[u32], _: &Uncounted| {
            let Some(decision) = decide(exchanges, counts) else { return };
            table.resize(space, 0);
            let at: u32 = counts
                .iter()
                .zip(weights)
                .map(|(count, (held, _))| count * held)
                .sum();
            table[at as usize] = match decision {
                Decision::Keep(bottom) => bottom
                    .iter()
                    .zip(weights)
                    .map(|(n, (held, _))| n * held)
                    .sum(),
                // Deals whose rules choose or redraw hands have no tables.
                Decision::Exchange | Decision::Swap(_) | Decision::Redraw | Decision::Choose(_) => {
                    EXCHANGE
                }
            };
        });
        all.push(table);
    }
    all
}
