//! `sleeve diff`: compares two decks.

use super::{AnswerStatus, Failure, Session, arguments::OutputArgs};
use clap::Args;
use sleeve_requests::DiffRequest;

/// Compare two decks
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve diff old.toml new.toml
  sleeve diff old.toml new.toml --measure 'avg(destiny)'")]
pub struct DiffCommand {
    #[command(flatten)]
    request: DiffRequest,
    #[command(flatten)]
    output: OutputArgs,
}

impl DiffCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        session.answer(&self.request, self.output)
    }
}
