//! `sleeve match`: may two decks meet at one table?

use super::{
    AnswerStatus, Failure, Session,
    arguments::{FormArgument, OutputArgs},
};
use clap::Args;
use sleeve_data::model::Lang;
use sleeve_report::{self as report, Style, documents::two_decks::UnusableDocument};
use sleeve_requests::{MatchRequest, Refusal};

/// Check whether two decks may meet
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve match mine.toml yours.toml
  sleeve match mine.toml yours.toml --boxes 2")]
pub struct MatchCommand {
    #[command(flatten)]
    request: MatchRequest,
    #[command(flatten)]
    output: OutputArgs,
}

impl MatchCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        if self.output.form == FormArgument::Human {
            return session.answer(&self.request, self.output);
        }
        // The messages are part of the document too, which is English and has no colours.
        session.style.lang = Lang::En;
        session.talk = Style { colour: false, ..session.style };
        let outcome = session.answer(&self.request, self.output);
        if let Err(Failure::Refused(refusal)) = &outcome
            && let Refusal::Decks(refusals) = &**refusal
        {
            let texts: Vec<String> = refusals
                .iter()
                .map(|one| one.render(&session.talk))
                .collect();
            let document = UnusableDocument::new([&self.request.a, &self.request.b], &texts);
            report::forms::json::write(&document, session.streams.out)?;
        }
        outcome
    }
}
