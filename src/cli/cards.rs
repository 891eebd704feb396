//! `sleeve cards`: every card that a filter describes.

use super::{Failure, Session, messages::CliMessage};
use clap::{Args, ValueEnum};
use sleeve_requests::{Answer, AnswerStatus, CardsAnswer, CardsRequest, Refusal, Request};
use std::io;

/// Search cards
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve cards effect:pivot 'level<=1'
  sleeve cards --game star-realms 'effect:draw cost<=3' --sort cost
  sleeve cards --with deck.toml kind:character --limit 5

More examples:
  sleeve cards 'power>ability is:unique' --group rarity --limit 5
  sleeve cards --game battleship-galaxies --missing > my-box.toml
  sleeve cards --game starfighter --missing -o csv > my-box.csv

`-` before a filter negates it: '-kind:unit'. `sleeve help language` explains filters.")]
pub struct CardsCommand {
    #[command(flatten)]
    request: CardsRequest,
    /// Output form: human, json, csv, names, …
    ///
    /// Default: a table, or a file to fill in with --missing.
    #[arg(long, short, value_name = "FORM", display_order = 10)]
    output: Option<CardsOutput>,
}

/// A form of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum CardsOutput {
    /// A table
    Human,
    /// A document with every fact
    Json,
    /// Comma-separated values
    Csv,
    /// Tab-separated values
    Tsv,
    /// A JSON object on a line for each card
    Ndjson,
    /// One name per line
    Names,
    /// An overlay to fill in, with --missing
    Toml,
}

impl CardsCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        self.check_output()?;
        let answer = self.request.answer(session)?;
        self.write(session, &answer)?;
        session.say_remarks(&answer);
        Ok(answer.status())
    }

    /// Refuses a form of output that does not fit `--missing`, or fits only that.
    fn check_output(&self) -> Result<(), Refusal> {
        match (self.request.missing, self.output) {
            (true, None | Some(CardsOutput::Toml | CardsOutput::Csv)) => Ok(()),
            (false, form) if form != Some(CardsOutput::Toml) => Ok(()),
            (true, _) => Err(Refusal::of_message(CliMessage::MissingForm)),
            (false, _) => Err(Refusal::of_message(CliMessage::OnlyMissing)),
        }
    }

    fn write(&self, session: &mut Session<'_>, answer: &CardsAnswer) -> io::Result<()> {
        let (style, quiet) = (session.style, session.global.quiet);
        let form = self.output.filter(|_| !self.request.explain);
        let out = &mut *session.streams.out;
        match form {
            // The lines of a file are not folded.
            None | Some(CardsOutput::Toml) if self.request.missing => {
                return answer.write(out, &style, quiet);
            }
            None | Some(CardsOutput::Human | CardsOutput::Toml) => {
                return answer.write(&mut session.folded_output(), &style, quiet);
            }
            Some(CardsOutput::Json) => return answer.write_json(out),
            Some(CardsOutput::Ndjson) => answer.report.write_json_lines(out)?,
            Some(CardsOutput::Names) => answer.report.write_names(out, style.lang)?,
            Some(CardsOutput::Csv) => answer.write_sheet(out, style.lang, false)?,
            Some(CardsOutput::Tsv) => answer.write_sheet(out, style.lang, true)?,
        }
        // These forms have no room for the cards that may match.
        if let Some(line) = answer.report.undetermined_line(&session.talk)
            && !quiet
            && !self.request.missing
        {
            session.say(&line);
        }
        Ok(())
    }
}
