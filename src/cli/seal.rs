//! `sleeve seal`: a promise of a deck that hides it, and what opens it.

use super::{
    AnswerStatus, Failure, Session,
    arguments::{FormArgument, OutputArgs},
};
use clap::Args;
use sleeve_requests::SealRequest;

/// Commit to a deck without showing it
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve seal deck.toml
  sleeve check deck.toml --sealed SEAL --nonce NONCE

Publish the seal and keep the nonce: both together prove which deck it was.")]
pub struct SealCommand {
    #[command(flatten)]
    request: SealRequest,
    #[command(flatten)]
    output: OutputArgs,
}

impl SealCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let status = session.answer(&self.request, self.output)?;
        let is_said = self.output.form == FormArgument::Human && !session.global.quiet;
        if is_said && status == AnswerStatus::Fine {
            session.say(word!(
                session.talk.lang,
                "publish the seal and keep the nonce secret; later, show the deck and the nonce: `sleeve check DECK --sealed SEAL --nonce NONCE`"
            ));
        }
        Ok(status)
    }
}
