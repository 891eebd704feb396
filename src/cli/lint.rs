//! `sleeve lint`: checks card and format data.

use super::{
    AnswerStatus, Failure, Session,
    arguments::{FormArgument, OutputArgs},
};
use clap::{Args, ValueEnum};
use sleeve_requests::{Answer, LintRequest, Request};

/// Find mistakes in card and format data
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve lint my-game
  sleeve lint my-game --witness")]
pub struct LintCommand {
    #[command(flatten)]
    request: LintRequest,
    /// Output form: human, json or github
    #[arg(long, short, value_name = "FORM", default_value = "human")]
    output: LintOutput,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LintOutput {
    /// Text for people
    Human,
    /// A document for scripts
    Json,
    /// GitHub annotations
    Github,
}

impl LintCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let mut request = self.request.clone();
        request.paths.extend(session.global.cards.iter().cloned());
        let form = match self.output {
            LintOutput::Human => FormArgument::Human,
            LintOutput::Json => FormArgument::Json,
            LintOutput::Github => {
                let answer = request.answer(session)?;
                answer.write_annotations(session.streams.out, &session.style)?;
                return Ok(answer.status());
            }
        };
        session.answer(&request, OutputArgs { form })
    }
}
