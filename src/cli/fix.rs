//! `sleeve fix`: finds the legal deck with the fewest changes, and proves that fewer are not
//! enough.

use super::{AnswerStatus, Failure, Session, arguments::OutputArgs};
use clap::Args;
use sleeve_requests::FixRequest;

/// Make a deck legal with as few changes as possible
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct FixCommand {
    #[command(flatten)]
    request: FixRequest,
    #[command(flatten)]
    output: OutputArgs,
}

const EXAMPLES: &str = "Examples:
  sleeve fix deck.toml
  sleeve fix old.txt --as premiere_ds2 --write
  sleeve fix deck.toml --lock kind:objective --only set:premiere
  sleeve fix deck.toml --maximise 'avg(destiny)' --all 3

sleeve searches for the smallest repairs first; a measure then chooses among them.";

impl FixCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        session.answer(&self.request, self.output)
    }
}
