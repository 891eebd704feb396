//! `sleeve convert`: writes a deck in another file format and reports what that format cannot hold.

use super::{AnswerStatus, Failure, Session};
use clap::Args;
use sleeve_requests::ConvertRequest;

/// Convert between deck file formats
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve convert deck.txt --to toml deck.toml
  sleeve convert deck.toml --to text

sleeve lists what the new format cannot hold.")]
pub struct ConvertCommand {
    #[command(flatten)]
    request: ConvertRequest,
}

impl ConvertCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        session.answer_with_file(&self.request)
    }
}
