//! Simulates very many hands and counts outcomes.

use super::super::{Failure, RunStatus, Session, progress};
use super::{DrawCommand, DrawRequest, FormArgument, PlayQuestion};
use crate::cli::messages::CliMessage;
use crate::cli::words::RefusedValue;
use sleeve_odds::Budget;
use sleeve_odds::draw::{DrawResult, SimulationRun, Simulator};
use sleeve_report::documents::draw::TrialsDocument;
use sleeve_report::documents::draw_parts::PartDocument;
use sleeve_report::draws::{SimulationReport, SimulationResult as Line, describe_basis};
use sleeve_report::odds::openings_diagnostic;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Parses `0..1000`.
pub(super) fn parse_chunks(text: &str) -> Result<Range<u64>, RefusedValue> {
    let wrong = || RefusedValue::from(word!("write A..B, such as 0..1000; B is not included"));
    let (start, end) = text.split_once("..").ok_or_else(wrong)?;
    Ok(start.parse().map_err(|_| wrong())?..end.parse().map_err(|_| wrong())?)
}

impl DrawCommand {
    /// Simulates each question for each turn, and prints the counts.
    pub(super) fn simulate(
        &self,
        session: &mut Session<'_>,
        whole: &DrawRequest<'_>,
        trials: u64,
    ) -> Result<RunStatus, Failure> {
        let results = self.simulate_questions(session, whole, trials);
        let (results, stopped) = results;
        let refused = |line: &&Line| matches!(line.outcome, DrawResult::Refused(_));
        let refusals = results.iter().filter(refused).count();
        // Where every question is refused, the first refusal is the failure of the command; a part has all answers.
        let is_failure = refusals == results.len() || self.chunks.is_some();
        if let (true, Some(Line { outcome: DrawResult::Refused(first), .. })) =
            (is_failure, results.iter().find(refused))
        {
            return Err(session.failure(&openings_diagnostic(first, session.talk.lang)));
        }
        // Without a hand that counts the answer stays open, unless the user stopped the run before one was dealt.
        let is_open = !stopped && results.iter().any(|line| line.outcome.is_empty());
        let status = match &self.chunks {
            _ if refusals > 0 => RunStatus::Unusable,
            None if is_open => RunStatus::Undetermined,
            _ => RunStatus::Fine,
        };
        let report = SimulationReport {
            generator: whole.generator(),
            seed: whole.seed,
            trials,
            chunks: self.chunks.clone(),
            stopped,
            results: &results,
            digits: self.digits,
        };
        if self.chunks.is_some() && self.output.form == FormArgument::Json {
            if stopped {
                return Err(session.refusal(CliMessage::PartStopped));
            }
            let part = PartDocument::new(&report, &whole.model, self.play.is_attested());
            sleeve_report::json::write(&part, session.streams.out)?;
            return Ok(status);
        }
        session.print(
            self.output,
            |out, style, quiet| {
                let basis = (!quiet).then(|| describe_basis(&whole.model, style));
                report.write(out, style, &basis.unwrap_or_default())
            },
            || TrialsDocument::new(&report, &whole.model, &results),
        )?;
        Ok(status)
    }

    /// The results by question and turn, and whether the user stopped the run before the last hand.
    fn simulate_questions(
        &self,
        session: &mut Session<'_>,
        whole: &DrawRequest<'_>,
        trials: u64,
    ) -> (Vec<Line>, bool) {
        let (first, last) = self.turn_range();
        let done = AtomicU64::new(0);
        let run = SimulationRun {
            trials,
            chunks: self.chunks.clone(),
            seed: whole.seed,
            threads: self.threads.map_or(0, usize::from),
            stop: progress::watch_interrupt(),
            done: &done,
        };
        let (hands, words) = (run.hands().max(1), word!(session.talk.lang, "hands"));
        let line = |taken: Duration| {
            let dealt = done.load(Ordering::Relaxed);
            let percent = u128::from(dealt) * 100 / u128::from(hands);
            Some(format!("{percent} %, {dealt} {words}, {} s ", taken.as_secs()))
        };
        let mut simulator = Simulator {
            world: &whole.stage.world,
            table: &whole.stage.table,
            given: whole.given.as_ref(),
            keep: whole.keep.as_ref(),
            run,
            dealing: &mut |deal| {
                done.store(0, Ordering::Relaxed);
                progress::run_with_progress(session.terminal(), line, deal);
            },
            budget: Budget::new(),
            stopped: false,
        };
        let mut lines = Vec::new();
        for ask in &whole.questions {
            for turn in first..=last {
                if simulator.stopped {
                    break;
                }
                let outcome = match ask {
                    PlayQuestion::Condition(condition) => {
                        simulator.simulate_condition(condition, turn)
                    }
                    PlayQuestion::Measure(measure) => simulator.simulate_measure(measure, turn),
                };
                let outcome = outcome.unwrap_or_else(DrawResult::Refused);
                lines.push(Line { text: ask.text().to_owned(), turn, outcome });
            }
        }
        (lines, simulator.stopped)
    }
}
