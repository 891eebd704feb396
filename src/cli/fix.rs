//! `sleeve fix`: finds the legal deck with the fewest changes, and proves that fewer are not
//! enough.

use super::arguments::{FormArgument, OutputArgs};
use super::{AnswerStatus, Failure, Session};
use clap::Args;
use sleeve_data::model::Lang;
use sleeve_requests::{Answer, FixRequest, Request};
use std::path::PathBuf;

/// Make a deck legal with as few changes as possible
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct FixCommand {
    /// Deck files or folders, `-` for standard input
    #[arg(required = true, value_name = "DECK")]
    decks: Vec<PathBuf>,
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
        if self.output.form == FormArgument::Json {
            session.style.lang = Lang::En;
        }
        let request = FixRequest { decks: self.decks.clone(), ..self.request.clone() };
        let mut answer = request.answer(session)?;
        session.show(&answer, self.output)?;
        match answer.failure.take() {
            Some(refusal) => Err(refusal.into()),
            None => Ok(answer.status()),
        }
    }
}
