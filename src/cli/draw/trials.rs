//! Simulates very many hands and counts outcomes.

use super::super::{Failure, RunStatus, Session, progress};
use super::{DrawCommand, DrawRequest, PlayQuestion};
use sleeve_language::{Condition, Measure, Truth};
use sleeve_odds::draw::{DrawError, KeepPolicy, OpeningsError, Outcomes, SimulationRun, simulate};
use sleeve_odds::{
    self as odds, AskError, Budget, Deal, Decision, Exchange, Judgement, MeasureQuestion,
    OddsError, OrderedQuantity, Probability, Question, TableError, Tree,
};
use sleeve_report::documents::draw::TrialsDocument;
use sleeve_report::draws::{DrawResult, SimulationReport, SimulationResult as Line};
use sleeve_report::odds::openings_diagnostic;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

impl DrawCommand {
    /// Simulates each question for each turn, and prints the counts.
    pub(super) fn simulate(
        &self,
        session: &mut Session<'_>,
        whole: &DrawRequest<'_>,
        trials: u64,
    ) -> Result<RunStatus, Failure> {
        let (first, last) = self.turn_range();
        let mut lines = Vec::new();
        let mut simulator =
            Simulator { draw: self, whole, trials, stopped: false, budget: Budget::new() };
        for ask in &whole.questions {
            for turn in first..=last {
                if simulator.stopped {
                    break;
                }
                let drawn = match ask {
                    PlayQuestion::Condition(condition) => {
                        simulator.simulate_condition(session, condition, turn)
                    }
                    PlayQuestion::Measure(measure) => {
                        simulator.simulate_measure(session, measure, turn)
                    }
                };
                let drawn = drawn.unwrap_or_else(DrawResult::Refused);
                lines.push(Line { text: ask.text().to_owned(), turn, outcome: drawn });
            }
        }
        let stopped = simulator.stopped;
        let refused =
            lines.iter().filter(|line| matches!(line.outcome, DrawResult::Refused(_))).count();
        // Where every question is refused, the first refusal is the failure of the command.
        if let (true, Some(Line { outcome: DrawResult::Refused(first), .. })) =
            (refused == lines.len(), lines.first())
        {
            return Err(session.failure(&openings_diagnostic(first, session.talk.lang)));
        }
        // Without a hand that counts the answer stays open, unless the user stopped the run before one was dealt.
        let status = if refused > 0 {
            RunStatus::Unusable
        } else if !stopped && lines.iter().any(|line| line.outcome.is_empty()) {
            RunStatus::Undetermined
        } else {
            RunStatus::Fine
        };
        let report = SimulationReport {
            model: &whole.model,
            generator: whole.generator(),
            seed: whole.seed,
            trials,
            stopped,
            results: lines,
            digits: self.digits,
        };
        session.print(
            self.output,
            |out, style, quiet| report.write(out, style, quiet),
            || TrialsDocument::new(&report),
        )?;
        Ok(status)
    }
}

struct Simulator<'a> {
    draw: &'a DrawCommand,
    whole: &'a DrawRequest<'a>,
    trials: u64,
    stopped: bool,
    budget: Budget,
}

impl Simulator<'_> {
    fn simulate_condition(
        &mut self,
        session: &mut Session<'_>,
        condition: &Condition,
        turn: u32,
    ) -> Result<DrawResult, OpeningsError> {
        let (given, keep) = (self.whole.given.as_ref(), self.whole.keep.as_ref());
        let terms = odds::QuestionTerms { condition, given, keep };
        let stage = self.whole.stage;
        let question = Question::new(&stage.world, &stage.table, terms)?;
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
            self.run_simulation(session, &deal, &policy, &|counts: &[u32]| question.judge(counts))?;
        undecided.into_result()?;
        let count = |wanted: &dyn Fn(&Judgement) -> bool| -> u64 {
            outcomes.counts.iter().filter(|(j, _)| wanted(j)).map(|(_, n)| n).sum()
        };
        Ok(DrawResult::Condition {
            hits: count(&|j| j.given == Truth::True && j.condition == Truth::True),
            unknown: count(&|j| {
                j.given != Truth::False
                    && (j.given == Truth::Unknown || j.condition == Truth::Unknown)
            }),
            hands: count(&|j| j.given != Truth::False),
            exact,
        })
    }

    /// Solves the mulligan where the simulation needs its decisions: where the player chooses cards to put back, or no condition
    /// says which hands are kept.
    fn solve_mulligan(
        &self,
        question: &Question,
        deal: &Deal,
        turn: u32,
    ) -> Result<Option<Tree>, AskError> {
        let chosen = matches!(deal.exchanges.exchange, Exchange::Bottom | Exchange::Some(_));
        if deal.exchanges.most == Some(0) || !(chosen || self.whole.keep.is_none()) {
            return Ok(None);
        }
        question.tree_on_budget(turn, &self.budget).map(Some)
    }

    fn simulate_measure(
        &mut self,
        session: &mut Session<'_>,
        measure: &Measure,
        turn: u32,
    ) -> Result<DrawResult, OpeningsError> {
        let stage = self.whole.stage;
        let (given, keep) = (self.whole.given.as_ref(), self.whole.keep.as_ref());
        let measured = MeasureQuestion::new(&stage.world, &stage.table, measure, (given, keep))?;
        let deal = measured.deal(turn)?;
        let undecided = UndecidedHands::default();
        let decide = |exchanges: usize, counts: &[u32]| {
            undecided.decide_or_record(measured.decision(exchanges, counts))
        };
        let policy = if deal.exchangeable() { KeepPolicy::If(&decide) } else { KeepPolicy::Keep };
        let outcomes: Outcomes<Option<OrderedQuantity>> =
            self.run_simulation(session, &deal, &policy, &|counts: &[u32]| {
                measured.value_given(counts)
            })?;
        undecided.into_result()?;
        let counted = outcomes.counts.into_iter();
        let values: Vec<(OrderedQuantity, u64)> =
            counted.filter_map(|(value, count)| Some((value?, count))).collect();
        Ok(DrawResult::Measure { hands: values.iter().map(|(_, count)| count).sum(), values })
    }

    /// Simulates in another thread, and shows progress on a terminal.
    fn run_simulation<K: Ord + Clone + Send + Sync>(
        &mut self,
        session: &mut Session<'_>,
        deal: &Deal,
        policy: &KeepPolicy<'_>,
        outcome: &(dyn Fn(&[u32]) -> K + Sync),
    ) -> Result<Outcomes<K>, DrawError> {
        let (stop, done) = (progress::watch_interrupt(), AtomicU64::new(0));
        let threads = self.draw.threads.map_or(0, usize::from);
        let run = SimulationRun {
            trials: self.trials,
            seed: self.whole.seed,
            threads,
            stop,
            done: &done,
        };
        let (trials, words) = (self.trials, word!(session.talk.lang, "hands"));
        let line = |taken: Duration| {
            let hands = done.load(Ordering::Relaxed);
            let percent = u128::from(hands) * 100 / u128::from(trials.max(1));
            Some(format!("{percent} %, {hands} {words}, {} s ", taken.as_secs()))
        };
        let outcomes = progress::run_with_progress(session.terminal(), line, || {
            simulate(deal, policy, &run, outcome)
        })?;
        self.stopped = outcomes.hands < self.trials;
        Ok(outcomes)
    }
}

/// Whether a mulligan could not be solved because it has too many hands: each hand is then decided by itself.
fn is_too_large(error: &AskError) -> bool {
    let AskError::Table(TableError::Odds(error)) = error else { return false };
    matches!(error, OddsError::TooManyHands { .. } | OddsError::TooMuchWork { .. })
}

/// Remembers the first hand whose decision depends on unknown facts. The simulation cannot stop at it, so that it is reported at
/// the end.
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
        self.0.into_inner().map_or(Ok(()), |error| Err(error.into()))
    }
}
