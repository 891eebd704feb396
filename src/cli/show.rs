//! `sleeve show`: cards drawn in the terminal.

use super::{
    Failure, Session,
    arguments::{FormArgument, OutputArgs},
};
use clap::{Args, ValueEnum};
use sleeve_requests::{AnswerStatus, ShowRequest};

/// Show cards with all their facts
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve show 3-10
  sleeve show 'ISN Everest (veteran)' 'Erin Cho'
  sleeve show 'Master Luke' --like
  sleeve show --game star-realms 'Blob Wheel' -o json")]
pub struct ShowCommand {
    #[command(flatten)]
    request: ShowRequest,
    /// Output form: human or json
    #[arg(long, short, value_name = "FORM", default_value = "human")]
    output: ShowOutput,
}

/// A form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ShowOutput {
    /// Drawn
    Human,
    /// A document with every fact
    Json,
}

impl ShowCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let form = match self.output {
            ShowOutput::Human => FormArgument::Human,
            ShowOutput::Json => FormArgument::Json,
        };
        session.answer(&self.request, OutputArgs { form })
    }
}
