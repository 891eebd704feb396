//! Deals and simulations by a seed, the same on every platform and for any number of threads.
//!
//! A [`Dealer`] deals single hands of numbered cards. [`simulate`] counts very many: in parallel
//! lanes if hands are drawn and then only grow, card by card otherwise. Both ways give equal
//! numbers only on average, so the choice between them must not change: it decides what a seed
//! deals. A [`Simulator`] asks questions of it.

mod dealer;
mod fast_simulator;
mod hands;
mod outcome_table;
mod plan;
mod shuffle;
mod simulate;

pub use crate::messages::DrawError;
pub use dealer::{DEALT_LIMIT, Dealer, DealtTable};
pub use hands::{OpeningsError, PlayerHand, deal_openings, deal_player_hand};
pub use plan::CARD_LIMIT;
pub use shuffle::{GENERATOR, Rng};
pub use simulate::{
    CONFIDENCE_95, KeepPolicy, Outcomes, SimulationRun, TRIAL_LIMIT, mean_and_deviation, simulate,
    standard_errors, wilson,
};

use crate::{
    AskError, Budget, Deal, Decision, Exchange, GameTable, Judgement, KeepConditions,
    MeasureQuestion, OddsError, OrderedQuantity, Probability, Question, QuestionTerms, TableError,
    Tree,
};
use sleeve_language::{Condition, Measure, Truth, World};
use std::{collections::BTreeMap, sync::OnceLock};

/// The result of a simulation for one condition or measure.
pub enum DrawResult {
    Condition {
        /// Hands for which it is true.
        hits: u64,
        /// Hands for which it depends on unknown facts.
        unknown: u64,
        /// All hands for which `given` may be true.
        hands: u64,
        /// The exact probability, if it could be computed.
        exact: Option<Probability>,
    },
    Measure {
        /// All hands for which `given` may be true.
        hands: u64,
        /// Each value with the number of its hands, in order.
        values: Vec<(OrderedQuantity, u64)>,
    },
    /// Why it was not simulated.
    Refused(OpeningsError),
}

impl DrawResult {
    /// Whether `given` let no hand through.
    pub fn is_empty(&self) -> bool {
        matches!(
            self,
            DrawResult::Condition { hands: 0, .. } | DrawResult::Measure { hands: 0, .. }
        )
    }

    /// Whether the answer stays open: no hand counts, or unknown facts decide some.
    pub fn is_open(&self) -> bool {
        match self {
            DrawResult::Condition { unknown, .. } => *unknown > 0 || self.is_empty(),
            DrawResult::Measure { values, .. } => {
                self.is_empty() || values.iter().any(|(value, _)| value.0.is_open())
            }
            DrawResult::Refused(_) => false,
        }
    }
}

/// What runs the work of dealing once, in any thread.
pub type DealingRunner<'a> = dyn FnMut(&mut (dyn FnMut() + Send)) + 'a;

/// Simulates questions about one table, whose exact answers share a budget.
pub struct Simulator<'a> {
    pub world: &'a World<'a>,
    pub table: &'a GameTable,
    /// Only hands that satisfy this count.
    pub given: Option<&'a Condition>,
    pub keep: Option<&'a KeepConditions>,
    pub run: SimulationRun<'a>,
    /// Runs the dealing, during which a front end may show its progress.
    pub dealing: &'a mut DealingRunner<'a>,
    pub budget: Budget,
    /// Whether a question was stopped before all its hands were dealt.
    pub stopped: bool,
}

impl Simulator<'_> {
    /// Counts the hands that satisfy a condition after a turn.
    ///
    /// # Errors
    /// When it cannot be asked of this table, or its hands cannot be dealt.
    pub fn simulate_condition(
        &mut self,
        condition: &Condition,
        turn: u32,
    ) -> Result<DrawResult, OpeningsError> {
        let keep = self.keep;
        let terms = QuestionTerms { condition, given: self.given, keep };
        let question = Question::new(self.world, self.table, terms)?;
        let deal = question.deal(turn)?;
        let (tree, each) = match self.solve_mulligan(&question, &deal, turn) {
            Ok(tree) => (tree, None),
            Err(error) if keep.is_some() && is_too_large(&error) => {
                (None, Some(question.dealt_hand_decider(turn)?))
            }
            Err(error) => return Err(error.into()),
        };
        let exact: Option<Probability> = match (&tree, &each) {
            (Some(tree), _) => Some(tree.answer.clone()),
            (None, Some(_)) => None,
            (None, None) => match question.probability_on_budget(turn, &self.budget) {
                Ok(answer) => Some(answer),
                // No hand satisfies `--given`: a simulation would count nothing.
                Err(error @ AskError::Table(TableError::Odds(OddsError::ImpossibleGiven))) => {
                    return Err(error.into());
                }
                Err(_) => None,
            },
        };
        let undecided = UndecidedHands::default();
        let decide = |exchanges: usize, counts: &[u32]| {
            undecided.decide_or_record(match &each {
                Some(each) => each.decide(exchanges, counts),
                None => question.decision(exchanges, counts),
            })
        };
        let policy = match (&tree, &each, deal.exchangeable()) {
            (Some(tree), ..) => KeepPolicy::Tree(&tree.decisions),
            (None, Some(_), _) => KeepPolicy::Each(&decide),
            (None, None, true) => KeepPolicy::If(&decide),
            (None, None, false) => KeepPolicy::Keep,
        };
        let outcomes =
            self.run_simulation(&deal, &policy, &|counts: &[u32]| question.judge(counts))?;
        undecided.into_result()?;
        let (mut hits, mut unknown, mut hands) = (0, 0, 0);
        for (Judgement { condition, given }, count) in &outcomes.counts {
            match (given, condition) {
                (Truth::False, _) => continue,
                (Truth::True, Truth::True) => hits += count,
                (Truth::Unknown, _) | (_, Truth::Unknown) => unknown += count,
                (Truth::True, Truth::False) => {}
            }
            hands += count;
        }
        Ok(DrawResult::Condition { hits, unknown, hands, exact })
    }

    /// Solves the mulligan if the simulation needs its decisions: the player chooses cards to put
    /// back, or no condition decides which hands to keep.
    fn solve_mulligan(
        &self,
        question: &Question,
        deal: &Deal,
        turn: u32,
    ) -> Result<Option<Tree>, AskError> {
        let chosen = matches!(deal.exchanges.exchange, Exchange::Bottom | Exchange::Some(_));
        if deal.exchanges.most == Some(0) || !(chosen || self.keep.is_none()) {
            return Ok(None);
        }
        question.tree_on_budget(turn, &self.budget).map(Some)
    }

    /// Counts the values of a measure after a turn.
    ///
    /// # Errors
    /// When it cannot be asked of this table, or its hands cannot be dealt.
    pub fn simulate_measure(
        &mut self,
        measure: &Measure,
        turn: u32,
    ) -> Result<DrawResult, OpeningsError> {
        let terms = (self.given, self.keep);
        let measured = MeasureQuestion::new(self.world, self.table, measure, terms)?;
        let deal = measured.deal(turn)?;
        let undecided = UndecidedHands::default();
        let decide = |exchanges: usize, counts: &[u32]| {
            undecided.decide_or_record(measured.decision(exchanges, counts))
        };
        let policy = if deal.exchangeable() { KeepPolicy::If(&decide) } else { KeepPolicy::Keep };
        let outcomes: Outcomes<Option<OrderedQuantity>> =
            self.run_simulation(&deal, &policy, &|counts: &[u32]| measured.value_given(counts))?;
        undecided.into_result()?;
        let counted = outcomes.counts.into_iter();
        let values: Vec<(OrderedQuantity, u64)> = counted
            .filter_map(|(value, count)| Some((value?, count)))
            .collect();
        Ok(DrawResult::Measure { hands: values.iter().map(|(_, count)| count).sum(), values })
    }

    fn run_simulation<K: Ord + Clone + Send + Sync>(
        &mut self,
        deal: &Deal,
        policy: &KeepPolicy<'_>,
        outcome: &(dyn Fn(&[u32]) -> K + Sync),
    ) -> Result<Outcomes<K>, OpeningsError> {
        let (run, mut dealt) = (&self.run, Ok(Outcomes { hands: 0, counts: BTreeMap::new() }));
        (self.dealing)(&mut || dealt = simulate(deal, policy, run, outcome));
        let outcomes = dealt?;
        self.stopped |= outcomes.hands < self.run.trials;
        Ok(outcomes)
    }
}

/// Whether a mulligan could not be solved because it has too many hands: each hand is then decided
/// by itself.
fn is_too_large(error: &AskError) -> bool {
    let AskError::Table(TableError::Odds(error)) = error else { return false };
    matches!(error, OddsError::TooManyHands { .. } | OddsError::TooMuchWork { .. })
}

/// Remembers the first hand whose decision depends on unknown facts. The simulation cannot stop at
/// it, so it is reported at the end.
#[derive(Default)]
struct UndecidedHands(OnceLock<OddsError>);

impl UndecidedHands {
    /// The decision on a hand; one that is undecided is kept and remembered.
    fn decide_or_record(&self, decided: Result<Decision, OddsError>) -> Decision {
        decided.unwrap_or_else(|error| {
            self.0.get_or_init(|| error);
            Decision::Keep(Vec::new())
        })
    }

    fn into_result(self) -> Result<(), AskError> {
        self.0
            .into_inner()
            .map_or(Ok(()), |error| Err(error.into()))
    }
}
