//! `sleeve build`: builds or completes a legal deck under the user's conditions. The file lists
//! them.

use super::arguments::{FormArgument, OutputArgs};
use super::{AnswerStatus, Failure, Session};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_data::model::Lang;
use sleeve_report::solved::SolvedDeck;
use sleeve_report::{self as report, Style};
use sleeve_requests::{Answer, BuildRequest, Request, SolvedDecks};
use std::path::PathBuf;

/// Build or complete a deck
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct BuildCommand {
    /// What to build: starfighter/guerre-totale
    #[arg(value_name = "GAME/FORMAT")]
    what: String,
    /// File to write (default: standard output)
    ///
    /// An existing file is never overwritten.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
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
  sleeve build swccg/open --role dark --require 'copies(name) <= 3'
  sleeve build swccg/open --role dark --maximise 'sum(power)' --then-minimise 'avg(deploy)'

Without --role you get one deck for each role.";

impl BuildCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let is_json = self.output.form == FormArgument::Json;
        if is_json {
            session.style.lang = Lang::En;
        }
        let request = BuildRequest { what: self.what.clone(), ..self.request.clone() };
        let answer = request.answer(session)?;
        if is_json {
            self.print_document(session, &answer)?;
        }
        let found = answer.decks.iter().filter(|deck| deck.repair().is_some()).count();
        let file = self.file.as_ref().map(|file| file.display().to_string());
        if found > 1
            && let Some(file) = file
        {
            return Err(session.refusal(CliMessage::OneFileForRoles { file }));
        }
        for deck in &answer.decks {
            self.print_deck(session, &request, deck)?;
        }
        if found == 0
            && let Some(path) = file
        {
            session.say_line(&CliMessage::NothingToWrite { path });
        }
        Ok(answer.status())
    }

    fn print_document(
        &self,
        session: &mut Session<'_>,
        answer: &SolvedDecks,
    ) -> Result<(), Failure> {
        let style = session.style;
        session.write_beside(|session| answer.write(&mut session.folded_output(), &style, true))?;
        Ok(answer.write_json(session.streams.out)?)
    }

    /// Prints the file of a deck and talks about the deck. A document has said the latter.
    fn print_deck(
        &self,
        session: &mut Session<'_>,
        request: &BuildRequest,
        deck: &SolvedDeck,
    ) -> Result<(), Failure> {
        let is_json = self.output.form == FormArgument::Json;
        let (style, talk, quiet) = (session.style, session.talk, session.global.quiet);
        let alone = std::slice::from_ref(deck);
        let (Some(found), Some(catalog)) = (deck.repair(), deck.before.catalog()) else {
            if !is_json {
                report::solved::write(alone, &style, quiet, &mut session.folded_output())?;
            }
            return Ok(());
        };
        if !is_json {
            let mut said: Vec<u8> = Vec::new();
            // Lines are not folded, or else the first would be only the beginning of the summary.
            let whole = Style { wraps: false, ..talk };
            report::solved::write(alone, &whole, quiet, &mut said)?;
            let said = String::from_utf8(said).unwrap_or_default();
            session.say(said.lines().next().unwrap_or_default());
            for warning in deck.warnings(talk.lang) {
                session.say(&warning);
            }
        }
        if !is_json || self.file.is_some() {
            let text = request.deck_file(catalog, &found.deck, talk.lang);
            session.write_or_print(self.file.as_ref(), &text)?;
        }
        Ok(())
    }
}
