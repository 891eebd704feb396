//! `sleeve draw`: opening hands dealt as at the table, or very many of them counted.

mod hands;
mod trials;

use super::arguments::OutputArgs;
use super::odds::parse_turns;
use super::play::{PlayArgs, PlayQuestion, PlayTable, hands_kept_text, parse_questions};
use super::{Failure, RunStatus, Session};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_language::Condition;
use sleeve_odds::draw::{DrawError, GENERATOR};
use sleeve_odds::{AskError, KeepConditions};
use sleeve_report::odds::{OddsModel, ask_diagnostic, draw_diagnostic};
use std::hash::{BuildHasher, RandomState};

/// Deal opening hands, or simulate very many
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve draw decks/starfighter/la-meute-d-ares.toml
  sleeve draw decks/star-realms/duel.toml --seat 2 --hands 3 --seed 7
  sleeve draw deck.toml 'count(level:0) >= 1' --turns 1..4
  sleeve draw deck.toml 'any(effect:draw)' 'sum(fighters)' --trials 1000000
  sleeve draw --pile 'lands=24,other=36' --draw 7 'count(lands)' --trials 1000000
A measure among the conditions is shown as a distribution. The seed is printed, so that any deal can be
repeated with --seed.
Where a list does not mark its starting cards, those that are certain are set aside; --set-aside names the others.")]
pub struct DrawCommand {
    /// The deck (unless --pile), then conditions and measures
    #[arg(value_name = "DECK|CONDITION")]
    words: Vec<String>,
    #[command(flatten)]
    play: PlayArgs,
    /// Deal so many hands
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000), conflicts_with = "trials")]
    hands: u32,
    /// Simulate so many hands instead of showing them
    #[arg(long, value_name = "N")]
    trials: Option<u64>,
    /// The seed; the same seed gives the same hands, in every later version too
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Threads of a simulation; they change nothing but the time
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Follow the table up to this turn
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000), conflicts_with = "turns")]
    turn: Option<u32>,
    /// Follow these turns: 1..4
    #[arg(long, value_name = "FROM..TO", value_parser = parse_turns)]
    turns: Option<(u32, u32)>,
    /// Simulate only draws that satisfy this
    #[arg(long, value_name = "CONDITION", requires = "trials")]
    given: Option<String>,
    /// Digits of percentages
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(0..=15))]
    digits: u32,
    #[command(flatten)]
    output: OutputArgs,
}

impl DrawCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<RunStatus, Failure> {
        let mut act = |session: &mut Session<'_>, stage: &PlayTable<'_>, words: &[String]| {
            self.draw_at_table(session, stage, words)
        };
        self.play.act_at_table(session, &self.words, &mut act)
    }

    fn seed(&self) -> u64 {
        // The hasher is the only source of randomness in the standard library. 32 bits are enough, and easy to type.
        self.seed.unwrap_or_else(|| RandomState::new().hash_one(0u8) >> 32)
    }

    fn turn_range(&self) -> (u32, u32) {
        let one = self.turn.unwrap_or(0);
        self.turns.unwrap_or((one, one))
    }

    fn draw_at_table(
        &self,
        session: &mut Session<'_>,
        stage: &PlayTable<'_>,
        words: &[String],
    ) -> Result<RunStatus, Failure> {
        let asks = parse_questions(session, stage, words)?;
        if self.trials.is_some() && asks.is_empty() {
            return Err(session.refusal(CliMessage::NothingAsked));
        }
        let given =
            self.given.as_deref().map(|text| stage.parse_condition(session, text)).transpose()?;
        let keep = self.play.read_hands_kept(session, stage)?;
        let model = OddsModel {
            source: stage.source,
            table: &stage.table,
            turn: self.turn_range().1,
            given: self.given.as_deref(),
            keep: keep.as_ref().map(hands_kept_text),
            seen: asks.iter().any(PlayQuestion::reads_seen),
            varied: false,
        };
        let whole = DrawRequest { stage, questions: asks, keep, given, model, seed: self.seed() };
        match self.trials {
            Some(trials) => self.simulate(session, &whole, trials),
            None => self.deal(session, &whole),
        }
    }
}

/// What `sleeve draw` was asked for, read and checked.
struct DrawRequest<'a> {
    stage: &'a PlayTable<'a>,
    questions: Vec<PlayQuestion>,
    keep: Option<KeepConditions>,
    given: Option<Condition>,
    model: OddsModel<'a>,
    seed: u64,
}

impl DrawRequest<'_> {
    fn question_failure(&self, session: &Session<'_>, error: &AskError) -> Failure {
        session.failure(&ask_diagnostic(error, session.talk.lang))
    }

    fn draw_failure(&self, session: &Session<'_>, error: &DrawError) -> Failure {
        session.failure(&draw_diagnostic(error, session.talk.lang))
    }

    fn generator(&self) -> &'static str {
        GENERATOR
    }
}
