//! `sleeve build`: builds or completes a legal deck under the user's conditions. The file lists
//! them.

use super::{
    AnswerStatus, Failure, Session,
    arguments::{FormArgument, OutputArgs},
};
use clap::Args;
use sleeve_requests::{Answer, BuildRequest, Request};

/// Build or complete a deck
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
#[command(override_usage = "sleeve build [OPTIONS] <GAME/FORMAT> [FILE]\n       \
        sleeve build --collection <FILE> --decks <DECK>...")]
pub struct BuildCommand {
    #[command(flatten)]
    request: BuildRequest,
    #[command(flatten)]
    output: OutputArgs,
}

const EXAMPLES: &str = "Examples:
  sleeve build starfighter/guerre-totale pile.toml
  sleeve build swccg/open --role dark --with 'Darth Vader'
  sleeve build battleship-galaxies/fleet --role isn --maximise 'sum(launch)'

More examples:
  sleeve build --collection cards.csv --decks roland.txt agnes.txt skids.txt
  sleeve build swccg/open --role dark --require 'copies(name) <= 3'
  sleeve build swccg/open --role dark --maximise 'sum(power)' --then-minimise 'avg(deploy)'

Without --role you get one deck for each role.";

impl BuildCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let mut answer = self.request.answer(session)?;
        let (style, quiet) = (session.style, session.global.quiet);
        if self.output.form == FormArgument::Human {
            answer.write(session.streams.out, &style, quiet)?;
            session.say_remarks(&answer);
        } else {
            // The document has what the remarks say.
            session.show(&answer, self.output)?;
        }
        answer.finish(session)?;
        Ok(answer.status())
    }
}
