//! Counting class by class, where vectors of class counts are too many.
//!
//! What a condition will say depends on few numbers: totals, the largest group so far, how many groups
//! there were. Classes are dealt out one after the other, and what has been dealt is kept as these
//! numbers (registers) instead of as a vector. A group of cards is over when its last class was dealt;
//! its registers then flow into that of the whole and are free again.

mod program;

use super::budget::visit;
use super::count::{PascalRows, WholeNumber};
use super::deal::Deal;
use super::distribution::{self, Distribution};
use super::exact::{self, Spending, words};
use super::layout::ClassLayout;
use super::messages::OddsError;
use super::setup::DrawSetup;
use super::tally::{DrawTally, Judgement, Probability};
use super::value::OrderedQuantity;
use dashu_int::UBig;
use program::{PlaceCounts, RegisterProgram};
use sleeve_language::Truth;
use std::collections::{BTreeMap, HashMap};

/// Most states of the registers that are told apart at once.
pub const REGISTER_LIMIT: usize = 50_000;

/// Steps of changing one register of one state.
const CHANGE: u128 = 3;

/// Steps of finding the place of a state.
const STORE: u128 = 40;

/// What is asked of the draws of a deal.
#[derive(Clone, Copy)]
pub(crate) struct Asks {
    /// The bound condition or measure.
    pub at: usize,
    /// The bound condition that is given.
    pub given: Option<usize>,
}

/// Steps that counting class by class may take of a command's work: where it takes more, vectors are
/// counted.
pub(crate) const PART: u64 = 20_000_000;

/// Steps of counting vectors up to which nothing else is tried.
const CHEAP: u128 = 400_000;

/// Most cards of a draw that are dealt out class by class.
const DRAWN: u32 = 500;

/// Whether counting vectors takes so long that class by class may be faster.
pub(crate) fn is_worth(
    deal: &Deal,
    thresholds: Option<&[u32]>,
    spending: Spending<'_>,
) -> Result<bool, OddsError> {
    let setup = deal.setup()?;
    setup.validate()?;
    exact::check_size(&setup)?;
    let drawn = setup.piles.iter().map(|pile| pile.draw).max().unwrap_or(0);
    Ok(drawn <= DRAWN && exact::steps(&setup, thresholds, spending.per_judgement) > CHEAP)
}

/// The probability of a bound condition; `None` where it cannot be counted class by class.
pub(crate) fn probability(
    layout: &ClassLayout,
    deal: &Deal,
    asks: Asks,
    spending: Spending<'_>,
) -> Option<Result<Probability, OddsError>> {
    let setup = deal.setup().ok()?;
    let program = RegisterProgram::of(layout, deal, &setup, asks)?;
    Some(if setup.is_small() {
        judged::<u128>(&program, &setup, spending)
    } else {
        judged::<UBig>(&program, &setup, spending)
    })
}

fn judged<C: WholeNumber>(
    program: &RegisterProgram,
    setup: &DrawSetup,
    spending: Spending<'_>,
) -> Result<Probability, OddsError> {
    let mut tally = DrawTally::<C>::new();
    for (registers, ways) in dealt::<C>(program, setup, spending)? {
        let given = program.given(&registers);
        let condition = match given {
            Truth::False => Truth::False,
            _ => program.truth(&registers),
        };
        tally.add(Judgement { condition, given }, &ways);
    }
    tally.big().answer().ok_or(OddsError::ImpossibleGiven)
}

/// The distribution of a bound measure; `None` where it cannot be counted class by class.
pub(crate) fn distribution(
    layout: &ClassLayout,
    deal: &Deal,
    asks: Asks,
    spending: Spending<'_>,
) -> Option<Result<Distribution, OddsError>> {
    let setup = deal.setup().ok()?;
    let program = RegisterProgram::of(layout, deal, &setup, asks)?;
    Some(if setup.is_small() {
        valued::<u128>(&program, &setup, spending)
    } else {
        valued::<UBig>(&program, &setup, spending)
    })
}

fn valued<C: WholeNumber>(
    program: &RegisterProgram,
    setup: &DrawSetup,
    spending: Spending<'_>,
) -> Result<Distribution, OddsError> {
    let mut found = BTreeMap::<OrderedQuantity, UBig>::new();
    let mut all = UBig::ZERO;
    for (registers, ways) in dealt::<C>(program, setup, spending)? {
        match program.given(&registers) {
            Truth::False => {}
            Truth::Unknown => return Err(OddsError::UndecidedGiven),
            Truth::True => {
                let ways = ways.big();
                all += &ways;
                *found.entry(program.value(&registers)).or_default() += ways;
            }
        }
    }
    distribution::in_shares(found.into_iter(), &all)
}

/// The registers when all classes were dealt, and in how many ways each state comes about.
fn dealt<C: WholeNumber>(
    program: &RegisterProgram,
    setup: &DrawSetup,
    spending: Spending<'_>,
) -> Result<HashMap<Box<[i64]>, C>, OddsError> {
    let words = words(setup);
    let widest = setup.piles.iter().map(|pile| pile.draw).max().unwrap_or(0);
    let mut pascal = PascalRows::<C>::up_to(widest.max(1));
    let mut states: HashMap<Box<[i64]>, C> = HashMap::new();
    states.insert(program.start(), C::from_u64(1));
    let each = visit(words) + STORE + CHANGE * program.registers() as u128;
    for step in program.steps() {
        let ways = u128::from(step.ways(setup));
        spending.budget.spend_more(ways.saturating_mul(each))?;
        let spreads: Vec<(PlaceCounts, C)> = step.spreads(setup, &mut pascal);
        let steps = (states.len() as u128).saturating_mul(spreads.len() as u128);
        spending.budget.spend_more(steps.saturating_mul(each))?;
        let mut next: HashMap<Box<[i64]>, C> = HashMap::with_capacity(states.len());
        for (state, ways) in &states {
            for (spread, chosen) in &spreads {
                let mut state = state.clone();
                if !step.deal(program, spread, &mut state) {
                    continue;
                }
                let ways = ways.times(chosen);
                match next.get_mut(&state) {
                    Some(sum) => sum.add(&ways),
                    None => drop(next.insert(state, ways)),
                }
            }
        }
        if next.len() > REGISTER_LIMIT {
            let (states, limit) = (next.len() as u128, REGISTER_LIMIT as u128);
            return Err(OddsError::TooManyVectors { vectors: states, limit });
        }
        states = next;
    }
    states.retain(|state, _| program.is_complete(state));
    Ok(states)
}
