//! Many hands, counted, and how far the counts can be trusted. Hands are dealt in chunks, each with
//! its own stream of random numbers. Threads share the chunks, so the sum does not depend on the
//! number of threads. The plain way deals every hand card by card and counts its classes, for any
//! kind of table.

use super::{
    fast_simulator::FastSimulator,
    outcome_table::OutcomeTables,
    plan::{DealPlan, TurnPlan},
    shuffle::Rng,
};
use crate::{
    Deal, Decision, Decisions, DrawSource, Exchange, OddsError, OrderedQuantity,
    messages::DrawError,
};
use std::{
    collections::BTreeMap,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// Hands of one chunk. A seed means other hands with another number.
const CHUNK: u64 = 4096;

/// Most hands of one simulation.
pub const TRIAL_LIMIT: u64 = 10_000_000_000;

/// Exchanges after which a hand without limit of them is given up: almost no hand is kept.
pub(super) const PATIENCE: u32 = 1_000_000;

/// The policy by which opening hands are kept, if they may be exchanged.
pub enum KeepPolicy<'a> {
    Keep,
    /// Follow this decision on a hand of these class counts after this number of exchanges. The
    /// last hand is kept, unless the rules send it back.
    If(&'a (dyn Fn(usize, &[u32]) -> Decision + Sync)),
    Tree(&'a Decisions),
    /// Follow this decision on every hand, the last one included, and on the cards that leave it.
    Each(&'a (dyn Fn(usize, &[u32]) -> Decision + Sync)),
}

/// The size, seed and threads of a simulation.
pub struct SimulationRun<'a> {
    /// Number of hands, which also decides how they are dealt.
    pub trials: u64,
    pub seed: u64,
    /// Number of threads; 0: as many as the machine has.
    pub threads: usize,
    /// Set from outside to stop early.
    pub stop: &'a AtomicBool,
    /// Counts the finished hands, to show progress.
    pub done: &'a AtomicU64,
}

/// Counts of the outcomes of a simulation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcomes<K> {
    /// Number of hands dealt, fewer than the trials if the run was stopped.
    pub hands: u64,
    pub counts: BTreeMap<K, u64>,
}

/// Deals many hands and counts their outcomes, which follow from class counts in the order that
/// [`Deal`] describes.
///
/// # Errors
/// There are no trials or too many, the cards cannot be dealt, or no policy decides which cards
/// leave a hand.
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
    // Tables need the decision on every kind of hand in advance. Such a policy takes long for each,
    // and is used only for hands that are dealt.
    let decides_each = matches!(policy, KeepPolicy::Each(_));
    if !decides_each
        && FastSimulator::supports(deal, &plan)
        && let Some(tables) = OutcomeTables::new(deal, &plan, run.trials, outcome, &decide)?
        && let Some(fast) = FastSimulator::new(deal, &plan, &tables)
    {
        return fast.simulate(&tables, run);
    }
    simulate_plainly(deal, &plan, run, outcome, &decide)
}

/// The decision of a policy on a hand; `None` if every hand is kept as it is.
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

/// Runs the chunks of a simulation on threads: `start` makes the state of a thread, `work` deals
/// one chunk into it, `finish` gets every state. Returns the number of hands.
pub(super) fn run_chunks<T: Send>(
    run: &SimulationRun,
    work: impl Fn(&mut T, Rng, u64) -> Result<(), OddsError> + Sync,
    start: impl Fn() -> T + Sync,
    mut finish: impl FnMut(T),
) -> Result<u64, OddsError> {
    let end = run.trials.div_ceil(CHUNK);
    let (next, hands) = (AtomicU64::new(0), AtomicU64::new(0));
    let failure = Mutex::new(None);
    let worker = || {
        let mut state = start();
        while !run.stop.load(Ordering::Relaxed) {
            // Threads take chunks as they come; each chunk has its own stream of numbers, and sums
            // do not depend on their order.
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            if chunk >= end {
                break;
            }
            let size = CHUNK.min(run.trials - chunk * CHUNK);
            if let Err(error) = work(&mut state, Rng::from_chunk(run.seed, chunk), size) {
                // The other threads find no further chunk.
                next.store(end, Ordering::Relaxed);
                *failure
                    .lock()
                    .unwrap_or_else(|poisoned| poisoned.into_inner()) = Some(error);
                break;
            }
            hands.fetch_add(size, Ordering::Relaxed);
            run.done.fetch_add(size, Ordering::Relaxed);
        }
        state
    };
    let asked = match run.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    // More threads than chunks have nothing to do.
    let threads = asked.min(256).min(usize::try_from(end).unwrap_or(256));
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map_while(|_| std::thread::Builder::new().spawn_scoped(scope, worker).ok())
            .collect();
        // This thread works as well, so that one thread spawns none, and none is needed.
        finish(worker());
        // A worker that panicked is reported by the scope itself.
        others
            .into_iter()
            .flat_map(|other| other.join())
            .for_each(&mut finish);
    });
    match failure
        .into_inner()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
    {
        Some(error) => Err(error),
        None => Ok(hands.into_inner()),
    }
}

/// One entry per card, class by class.
pub(super) fn expand_classes(classes: &[u32], entry: impl Fn(usize) -> u64) -> Vec<u64> {
    let cards = classes.iter().enumerate();
    cards
        .flat_map(|(class, n)| std::iter::repeat_n(entry(class), *n as usize))
        .collect()
}

/// Standard errors of a two-sided interval of 95 % of the normal distribution.
pub const CONFIDENCE_95: f64 = 1.959_963_984_540_054;

/// The score interval of Wilson (1927) for a frequency: `hits` of `trials`, with a width in
/// standard errors. Unlike the textbook interval, it stays between 0 and 1 and is right near both.
pub fn wilson(hits: u64, trials: u64, errors: f64) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let n = trials as f64;
    let p = hits as f64 / n;
    let square = errors * errors;
    // The roots of (p - q)^2 = errors^2 * q * (1 - q) / n in q: Wilson inverts the test of each q.
    let middle = p + square / (2.0 * n);
    let spread = errors * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt();
    let scale = 1.0 + square / n;
    // Rounding must not move the ends away from exactly 0 and 1.
    let low = if hits == 0 { 0.0 } else { (middle - spread) / scale };
    let high = if hits == trials { 1.0 } else { (middle + spread) / scale };
    (low.max(0.0), high.min(1.0))
}

/// The distance of a frequency from its true probability, in standard errors.
pub fn standard_errors(hits: u64, trials: u64, probability: f64) -> f64 {
    let n = trials as f64;
    let spread = (probability * (1.0 - probability) / n).sqrt();
    let off = hits as f64 / n - probability;
    // A probability of 0 or 1 has no spread: any other frequency is infinitely far from it.
    match (off == 0.0, spread == 0.0) {
        (true, _) => 0.0,
        (false, true) => f64::INFINITY,
        (false, false) => off / spread,
    }
}

/// Mean and standard deviation of values, each with its number of occurrences; `None` for no value.
pub fn mean_and_deviation(values: impl Iterator<Item = (f64, u64)> + Clone) -> Option<(f64, f64)> {
    let count: u64 = values.clone().map(|(_, times)| times).sum();
    if count == 0 {
        return None;
    }
    let n = count as f64;
    // Two passes: the mean of the squares less the square of the mean would lose its digits in
    // floating point.
    let mean = values
        .clone()
        .map(|(value, times)| value * times as f64)
        .sum::<f64>()
        / n;
    let square = values
        .map(|(value, times)| (value - mean).powi(2) * times as f64)
        .sum::<f64>();
    Some((mean, (square / n).sqrt()))
}

/// Decides about a hand of these class counts after this number of exchanges; `None` if every hand
/// is kept as it is.
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

fn simulate_plainly<K: Ord + Clone + Send + Sync>(
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
        outcomes
            .into_iter()
            .for_each(|(key, more)| *counts.entry(key).or_default() += more);
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
            hand_counts
                .iter_mut()
                .zip(&bottom)
                .for_each(|(count, removed)| *count -= removed);
        }
        if self.deal.views.seen {
            self.counts
                .iter_mut()
                .zip(&bottom)
                .for_each(|(count, removed)| *count -= removed);
        }
        let (mut first, mut at) = (0, self.beside_offset);
        for beside in &self.deal.beside {
            let cards = &self.pile[first..first + beside.cards as usize];
            cards
                .iter()
                .for_each(|card| self.counts[at + *card as usize] += 1);
            first += beside.cards as usize;
            at += self.deal.pile.len();
        }
        for ((_, picks, drawn), cards) in self.plan.others.iter().zip(&mut self.others) {
            picks.apply(cards, rng);
            cards[drawn.clone()]
                .iter()
                .for_each(|card| self.counts[*card as usize] += 1);
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
                self.pile[range.clone()]
                    .iter()
                    .for_each(|card| self.counts[*card as usize] += 1);
            }
        }
    }

    /// Draws opening hands until one is settled; returns the number of its course, and its cards
    /// that go to the bottom.
    fn draw_opening(
        &mut self,
        decide: &ClassChoice,
        rng: &mut Rng,
    ) -> Result<(usize, Vec<u32>), OddsError> {
        let mut exchanges = 0;
        let (mut redrawn, mut redraws) = (false, 0);
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
                Some(Decision::Redraw) if self.deal.redraws == Some(redraws) => {
                    return Ok((exchanges, Vec::new()));
                }
                Some(Decision::Redraw) => (redrawn, redraws) = (true, redraws + 1),
                Some(Decision::Choose(first)) => {
                    self.choose_hand(first, decide, rng)?;
                    return Ok((exchanges, Vec::new()));
                }
                Some(Decision::Exchange) => {
                    redrawn = false;
                    exchanges = (exchanges + 1).min(self.plan.courses.len() - 1);
                }
            }
        }
        Err(if redrawn { OddsError::NoHandStands } else { OddsError::MulliganNeverEnds })
    }

    /// Deals the other hands of a choice; `first`: the value of the hand that is dealt.
    fn choose_hand(
        &mut self,
        first: OrderedQuantity,
        decide: &ClassChoice,
        rng: &mut Rng,
    ) -> Result<(), OddsError> {
        let opened = &mut self.opened;
        self.plan
            .choose_hand(&mut self.pile, rng, first, &mut |cards: &[u64]| {
                opened.fill(0);
                cards.iter().for_each(|card| opened[*card as usize] += 1);
                match decide(0, opened) {
                    Some(Decision::Choose(value)) => Ok(value),
                    _ => Err(OddsError::UndecidedKeep),
                }
            })
    }

    /// Exchanges this many cards of each class; returns the number of the course that follows.
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
