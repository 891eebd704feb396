//! The exact probability of a condition over the draws of a set-up.

use super::count::Count;
use super::error::OddsError;
use super::saturate;
use super::setup::{Setup, Source, VECTOR_LIMIT, Walk};
use super::tally::{Answer, Judgement, Tally};
use dashu_int::UBig;

/// Most classes that are told apart; each is one level of the recursion that counts them.
const CLASS_LIMIT: usize = 2000;

/// The probability that a draw satisfies a condition.
///
/// `judge` sees the class counts of all draws, one after the other; a plain [`Truth`] turns into a
/// [`Judgement`] without a given condition. `thresholds`, where they are known, say per class from
/// which count on the judgement cannot change: it may then see counts cut at them.
///
/// [`Truth`]: super::Truth
pub fn probability(
    setup: &Setup,
    thresholds: Option<&[u32]>,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Result<Answer, OddsError> {
    setup.validate()?;
    let way = Way::choose(setup, thresholds)?;
    let tally = if setup.is_small() {
        tally::<u128>(setup, way, judge).big()
    } else {
        tally::<UBig>(setup, way, judge)
    };
    tally.answer().ok_or(OddsError::ImpossibleGiven)
}

#[derive(Clone, Copy)]
enum Way<'a> {
    Enumerate,
    Saturate(&'a [u32]),
}

impl<'a> Way<'a> {
    fn choose(setup: &Setup, thresholds: Option<&'a [u32]>) -> Result<Way<'a>, OddsError> {
        let all = setup.vectors();
        let cut = thresholds.and_then(|caps| Some((caps, saturate::vectors(setup, caps)?)));
        let (way, vectors) = match cut {
            // One cut vector costs about as much as four whole ones.
            Some((caps, cut)) if cut.saturating_mul(4) < all => (Way::Saturate(caps), cut),
            _ => (Way::Enumerate, all),
        };
        check(setup, vectors)?;
        Ok(way)
    }
}

/// Refuses what cannot be counted in reasonable time and memory.
pub(crate) fn check(setup: &Setup, vectors: u128) -> Result<(), OddsError> {
    let classes: usize = setup.widths().iter().sum();
    if vectors > VECTOR_LIMIT || classes > CLASS_LIMIT {
        return Err(OddsError::TooManyVectors { vectors, limit: VECTOR_LIMIT });
    }
    // Long numbers and long rows cost time and memory as well: the work is vectors × words.
    let drawn = setup.piles.iter().map(|p| u128::from(p.draw)).max().unwrap_or(0);
    let cards: u64 = (0..setup.piles.len()).map(|p| setup.available(p)).max().unwrap_or(0);
    let words = drawn * u128::from(cards.max(2).ilog2() + 1) / 64 + 1;
    let nested = setup.piles.iter().any(|p| !matches!(p.source, Source::Own(_)));
    let rows = if nested { u128::from(cards) } else { classes as u128 };
    let work = vectors.saturating_mul(words).max(rows * (drawn + 1) * words);
    if work > 4 * VECTOR_LIMIT {
        return Err(OddsError::TooManyVectors {
            vectors: vectors.max(work / words),
            limit: VECTOR_LIMIT,
        });
    }
    Ok(())
}

fn tally<C: Count>(
    setup: &Setup,
    way: Way,
    judge: &mut dyn FnMut(&[u32]) -> Judgement,
) -> Tally<C> {
    let mut tally = Tally::<C>::new();
    let mut visit = |counts: &[u32], weight: &C| tally.add(judge(counts), weight);
    match way {
        Way::Enumerate => Walk::run(setup, &mut visit),
        Way::Saturate(caps) => saturate::walk(setup, caps, &mut visit),
    }
    tally
}
