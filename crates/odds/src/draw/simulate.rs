//! Many hands, counted: chunks of hands with a stream of random numbers each, shared out over
//! threads, so that the sum does not depend on how many there are.

use super::fast::FastSimulator;
use super::messages::DrawError;
use super::outcome_table::OutcomeTables;
use super::plain;
use super::plan::DealPlan;
use super::rng::Rng;
use crate::{Deal, Decision, Decisions, Exchange, OddsError};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Hands of one chunk. Part of what a seed means.
pub const CHUNK: u64 = 4096;

/// Most hands of one simulation.
pub const TRIAL_LIMIT: u64 = 10_000_000_000;

/// Exchanges without limit after which one hand is given up.
pub(super) const PATIENCE: u32 = 1_000_000;

/// Which opening hands are kept, where they may be exchanged.
pub enum KeepPolicy<'a> {
    /// All of them.
    Keep,
    /// What this says of a hand of these class counts after so many exchanges; a hand that is the last
    /// one is kept, unless the rules send it back.
    If(&'a (dyn Fn(usize, &[u32]) -> Decision + Sync)),
    /// As a mulligan tree says.
    Tree(&'a Decisions),
    /// What this says of every hand, the last one, too, and of the cards that do not stay.
    Each(&'a (dyn Fn(usize, &[u32]) -> Decision + Sync)),
}

/// How a simulation is run.
pub struct SimulationRun<'a> {
    /// Number of hands.
    pub trials: u64,
    /// The seed.
    pub seed: u64,
    /// Number of threads; 0: as many as the machine offers.
    pub threads: usize,
    /// Set from outside to stop early.
    pub stop: &'a AtomicBool,
    /// Counts the hands that are done, for whoever shows progress.
    pub done: &'a AtomicU64,
}

/// What came out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcomes<K> {
    /// Number of hands dealt; fewer than asked for if the run was stopped.
    pub hands: u64,
    /// How often each outcome occurred.
    pub counts: BTreeMap<K, u64>,
}

/// Deals many hands and counts what `outcome` says of their class counts (in the order that
/// [`Deal`] describes).
pub fn simulate<K: Ord + Clone + Send + Sync>(
    deal: &Deal,
    policy: &KeepPolicy,
    run: &SimulationRun,
    outcome: &(dyn Fn(&[u32]) -> K + Sync),
) -> Result<Outcomes<K>, DrawError> {
    if run.trials == 0 || run.trials > TRIAL_LIMIT {
        return Err(DrawError::Trials { trials: run.trials, limit: TRIAL_LIMIT });
    }
    let plan = DealPlan::new(deal)?;
    if deal.exchanges.partial_exchange().is_some()
        && !matches!(policy, KeepPolicy::Tree(_) | KeepPolicy::Each(_))
    {
        return Err(DrawError::NoChoiceOfCards);
    }
    if matches!(policy, KeepPolicy::Keep | KeepPolicy::If(_))
        && deal.exchanges.exchange == Exchange::Bottom
        && plan.courses.iter().any(|c| c.bottom > 0)
    {
        return Err(DrawError::NoChoiceOfBottom);
    }
    let decide = |exchanges: usize, counts: &[u32]| decide_hand(&plan, policy, exchanges, counts);
    // What takes long for every hand is not asked of all that there are.
    let each = matches!(policy, KeepPolicy::Each(_));
    if !each
        && FastSimulator::supports(deal, &plan)
        && let Some(tables) = OutcomeTables::new(deal, &plan, run.trials, outcome, &decide)?
        && let Some(fast) = FastSimulator::new(deal, &plan, &tables)
    {
        return fast.simulate(&tables, run);
    }
    plain::simulate(deal, &plan, run, outcome, &decide)
}

/// What a policy does with a hand; `None` where every hand is kept as it is.
fn decide_hand(
    plan: &DealPlan,
    policy: &KeepPolicy,
    exchanges: usize,
    counts: &[u32],
) -> Option<Decision> {
    let last = exchanges + 1 == plan.courses.len() && !plan.unlimited;
    match policy {
        KeepPolicy::Keep => None,
        KeepPolicy::If(decide) => match decide(exchanges, counts) {
            Decision::Exchange if last => None,
            Decision::Keep(_) if last => None,
            decision => Some(decision),
        },
        KeepPolicy::Tree(decisions) => decisions.get(exchanges)?.get(counts).cloned(),
        KeepPolicy::Each(decide) => Some(decide(exchanges, counts)),
    }
}

/// Shares the chunks out over threads and adds up what `work` finds in each.
pub(super) fn run_chunks<T: Send>(
    run: &SimulationRun,
    work: impl Fn(&mut T, Rng, u64) -> Result<(), OddsError> + Sync,
    start: impl Fn() -> T + Sync,
    mut finish: impl FnMut(T),
) -> Result<u64, OddsError> {
    let chunks = run.trials.div_ceil(CHUNK);
    let (next, hands) = (AtomicU64::new(0), AtomicU64::new(0));
    let failure = Mutex::new(None);
    let worker = || {
        let mut mine = start();
        while !run.stop.load(Ordering::Relaxed) {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= chunks {
                break;
            }
            let size = CHUNK.min(run.trials - chunk * CHUNK);
            if let Err(error) = work(&mut mine, Rng::from_chunk(run.seed, chunk), size) {
                next.store(chunks, Ordering::Relaxed);
                *failure.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(error);
                break;
            }
            hands.fetch_add(size, Ordering::Relaxed);
            run.done.fetch_add(size, Ordering::Relaxed);
        }
        mine
    };
    let offered = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if run.threads == 0 { offered() } else { run.threads };
    let threads = threads.min(256).min(usize::try_from(chunks).unwrap_or(256));
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(worker)).collect();
        finish(worker());
        // A worker that panicked is reported by the scope itself.
        others.into_iter().flat_map(|other| other.join()).for_each(&mut finish);
    });
    match failure.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
        Some(error) => Err(error),
        None => Ok(hands.into_inner()),
    }
}

/// One entry per card, class by class.
pub(super) fn expand_classes(classes: &[u32], entry: impl Fn(usize) -> u64) -> Vec<u64> {
    let cards = classes.iter().enumerate();
    cards.flat_map(|(class, n)| std::iter::repeat_n(entry(class), *n as usize)).collect()
}
