//! `sleeve stats`: decks in numbers.

use super::{
    AnswerStatus, Failure, Session,
    arguments::{FormArgument, OutputArgs},
};
use crate::cli::messages::CliMessage;
use clap::{Args, ValueEnum};
use sleeve_requests::{Answer, Request, StatsQuestion};

/// Show curves, averages and counts
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve stats dark.toml light.toml
  sleeve stats duel.toml --zone trade --by faction --measure 'avg(cost)'
  sleeve stats decks --usage

More examples:
  sleeve stats dark.toml --measure 'avg(destiny, -zone:starting)' --measure 'count(is:unique)'
  sleeve stats decks --wide -m 'count()' -m 'avg(destiny)' --where 'count(is:unique) >= 2' -o csv

With --measure or --by you only see what you ask for. `sleeve help language` explains measures.

--usage compares the decks with both cards to those with at least one.

If a list does not mark its starting cards, sleeve sets aside those that are certain. Name the others
with --set-aside.")]
pub struct StatsCommand {
    #[command(flatten)]
    question: StatsQuestion,
    /// Output form: human, json, csv or ndjson
    #[arg(long, short, value_name = "FORM", default_value = "human")]
    output: StatsOutput,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StatsOutput {
    /// Text for people
    Human,
    /// The document for scripts
    Json,
    /// A table with one row for each number, deck or card
    Csv,
    /// With --wide: a JSON object on a line for each deck
    Ndjson,
}

impl StatsCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        if self.output == StatsOutput::Ndjson && !self.question.wide {
            return Err(session.refusal(CliMessage::NdjsonOfWide));
        }
        let mut question = self.question.clone();
        // Computed only if they are shown.
        question.unmarked = self.output == StatsOutput::Csv
            || self.output == StatsOutput::Human && session.global.quiet;
        question.without_fingerprints =
            matches!(self.output, StatsOutput::Csv | StatsOutput::Human);
        let form = match self.output {
            StatsOutput::Human => FormArgument::Human,
            StatsOutput::Json => FormArgument::Json,
            StatsOutput::Csv | StatsOutput::Ndjson => {
                let answer = question.answer(session)?;
                match self.output {
                    StatsOutput::Csv => answer.write_csv(session.streams.out)?,
                    _ => answer.write_lines(session.streams.out)?,
                }
                return Ok(answer.status());
            }
        };
        session.answer(&question, OutputArgs { form })
    }
}
