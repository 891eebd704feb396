//! `sleeve rules`: games, formats, parameters, and every rule in words with its citation.

use super::{Failure, Session, arguments::OutputArgs};
use clap::Args;
use sleeve_requests::{AnswerStatus, RulesRequest};

/// List formats and their rules
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve rules
  sleeve rules swccg
  sleeve rules swccg/open")]
pub struct RulesCommand {
    #[command(flatten)]
    request: RulesRequest,
    #[command(flatten)]
    output: OutputArgs,
}

impl RulesCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        session.answer(&self.request, self.output)
    }
}
