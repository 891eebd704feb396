//! Counting class by class, if there are too many vectors of class counts.
//!
//! A condition depends on few numbers: totals, the largest group so far, the number of groups.
//! Classes are dealt one after the other, and the cards dealt so far are kept as these numbers
//! (registers) instead of as a vector: a dynamic program. A group of cards ends when its last class
//! was dealt; its registers then flow into that of the whole and are free again.

mod program;

use super::{
    budget::visit_steps,
    deal::Deal,
    distribution::{self, Distribution, OrderedQuantity},
    exact::{self, Spending, word_count},
    layout::ClassLayout,
    messages::OddsError,
    numbers::{PascalRows, WholeNumber},
    setup::DrawSetup,
    tally::{DrawTally, Judgement, Probability},
};
use dashu_int::UBig;
use program::{PlaceCounts, RegisterProgram};
use sleeve_language::Truth;
use std::collections::{BTreeMap, HashMap};

/// Most states of the registers at once.
pub const REGISTER_LIMIT: usize = 50_000;

/// Steps of changing one register of one state.
const CHANGE_STEPS: u128 = 3;

/// Steps of finding a state in the hash map.
const STORE_STEPS: u128 = 40;

/// A query to bound conditions and measures, by their positions in the layout.
#[derive(Clone, Copy)]
pub(crate) struct BoundQuery {
    /// The condition or measure asked.
    pub asked: usize,
    /// The condition that is given.
    pub given: Option<usize>,
}

/// The most steps of a command's budget for counting class by class. The number of states is not
/// known in advance, so if it takes more, vectors are counted instead.
pub(crate) const BUDGET_SHARE: u64 = 20_000_000;

/// Steps up to which vectors are counted without trying another way.
const CHEAP_STEPS: u128 = 400_000;

/// Most cards of a draw that is counted class by class, because a class spreads in a way for each
/// number of its cards.
const MAX_CLASSWISE_DRAW: u32 = 500;

/// Whether counting vectors takes so long that counting class by class may be faster: small
/// questions are answered before a program is even compiled.
pub(crate) fn is_worth(
    deal: &Deal,
    thresholds: Option<&[u32]>,
    spending: Spending<'_>,
) -> Result<bool, OddsError> {
    let setup = deal.setup()?;
    setup.validate()?;
    exact::check_size(&setup)?;
    let drawn = setup.piles.iter().map(|pile| pile.draw).max().unwrap_or(0);
    Ok(drawn <= MAX_CLASSWISE_DRAW
        && exact::counting_steps(&setup, thresholds, spending.per_judgement) > CHEAP_STEPS)
}

/// The probability of a bound condition; `None` if it cannot be counted class by class.
pub(crate) fn probability(
    layout: &ClassLayout,
    deal: &Deal,
    query: BoundQuery,
    spending: Spending<'_>,
) -> Option<Result<Probability, OddsError>> {
    let setup = deal.setup().ok()?;
    let program = RegisterProgram::compile(layout, deal, &setup, query)?;
    Some(if setup.is_small() {
        tally_condition::<u128>(&program, &setup, spending)
    } else {
        tally_condition::<UBig>(&program, &setup, spending)
    })
}

fn tally_condition<C: WholeNumber>(
    program: &RegisterProgram,
    setup: &DrawSetup,
    spending: Spending<'_>,
) -> Result<Probability, OddsError> {
    let mut tally = DrawTally::<C>::new();
    for (registers, ways) in deal_classes::<C>(program, setup, spending)? {
        let given = program.given_truth(&registers);
        let condition = match given {
            Truth::False => Truth::False,
            _ => program.truth(&registers),
        };
        tally.add(Judgement { condition, given }, &ways);
    }
    tally
        .to_big()
        .probability()
        .ok_or(OddsError::ImpossibleGiven)
}

/// The distribution of a bound measure; `None` if it cannot be counted class by class.
pub(crate) fn distribution(
    layout: &ClassLayout,
    deal: &Deal,
    query: BoundQuery,
    spending: Spending<'_>,
) -> Option<Result<Distribution, OddsError>> {
    let setup = deal.setup().ok()?;
    let program = RegisterProgram::compile(layout, deal, &setup, query)?;
    Some(if setup.is_small() {
        tally_measure::<u128>(&program, &setup, spending)
    } else {
        tally_measure::<UBig>(&program, &setup, spending)
    })
}

fn tally_measure<C: WholeNumber>(
    program: &RegisterProgram,
    setup: &DrawSetup,
    spending: Spending<'_>,
) -> Result<Distribution, OddsError> {
    let mut ways_by_value = BTreeMap::<OrderedQuantity, UBig>::new();
    let mut all = UBig::ZERO;
    for (registers, ways) in deal_classes::<C>(program, setup, spending)? {
        match program.given_truth(&registers) {
            Truth::False => {}
            Truth::Unknown => return Err(OddsError::UndecidedGiven),
            Truth::True => {
                let big = ways.to_big();
                all += &big;
                *ways_by_value.entry(program.value(&registers)).or_default() += big;
            }
        }
    }
    distribution::from_ways(ways_by_value.into_iter(), &all)
}

/// The states of the registers after all classes, each with the number of draws that lead to it.
fn deal_classes<C: WholeNumber>(
    program: &RegisterProgram,
    setup: &DrawSetup,
    spending: Spending<'_>,
) -> Result<HashMap<Box<[i64]>, C>, OddsError> {
    let words = word_count(setup);
    let widest = setup.piles.iter().map(|pile| pile.draw).max().unwrap_or(0);
    let mut pascal = PascalRows::<C>::with_widest(widest.max(1));
    let mut states: HashMap<Box<[i64]>, C> = HashMap::new();
    states.insert(program.start_state(), C::from_u64(1));
    let each = visit_steps(words) + STORE_STEPS + CHANGE_STEPS * program.register_count() as u128;
    for step in program.steps() {
        let ways = u128::from(step.count_spreads(setup));
        // Paid before the spreads are listed, which alone may be very many.
        spending.budget.spend_more(ways.saturating_mul(each))?;
        let spreads: Vec<(PlaceCounts, C)> = step.list_spreads(setup, &mut pascal);
        let steps = (states.len() as u128).saturating_mul(spreads.len() as u128);
        spending.budget.spend_more(steps.saturating_mul(each))?;
        let mut next: HashMap<Box<[i64]>, C> = HashMap::with_capacity(states.len());
        for (state, ways) in &states {
            for (spread, chosen) in &spreads {
                let mut changed = state.clone();
                if !step.deal_class(program, spread, &mut changed) {
                    continue;
                }
                let product = ways.times(chosen);
                match next.get_mut(&changed) {
                    Some(sum) => sum.add(&product),
                    None => drop(next.insert(changed, product)),
                }
            }
        }
        // The number of states shows only while they are made; counting vectors is tried instead.
        if next.len() > REGISTER_LIMIT {
            let (states, limit) = (next.len() as u128, REGISTER_LIMIT as u128);
            return Err(OddsError::TooManyVectors { vectors: states, limit });
        }
        states = next;
    }
    states.retain(|state, _| program.is_complete(state));
    Ok(states)
}
