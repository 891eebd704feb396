//! `sleeve diff`: compares two decks.

use super::arguments::{self, OutputArgs};
use super::{AnswerStatus, Failure, Session};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_check::{self as check, CheckRequest, CheckedDeck, CompareError};
use sleeve_odds::stats::StatsRequest;
use sleeve_report::documents::two_decks::DiffDocument;
use sleeve_report::{self as report};
use sleeve_requests::DeckOptions;
use std::path::PathBuf;

/// Compare two decks
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve diff old.toml new.toml
  sleeve diff old.toml new.toml --measure 'avg(destiny)'")]
pub struct DiffCommand {
    /// Old deck, or `-` for standard input
    #[arg(value_name = "DECK")]
    before: PathBuf,
    /// New deck
    #[arg(value_name = "DECK")]
    after: PathBuf,
    /// Also compare this measure
    #[arg(long, short, value_name = "MEASURE")]
    measure: Vec<String>,
    #[command(flatten)]
    deck_args: DeckOptions,
    #[command(flatten)]
    output: OutputArgs,
}

impl DiffCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let request = self.deck_args.request();
        let (before, after) = self.read_decks(session, &request)?;
        let unusable = [&before, &after].into_iter().filter(|deck| !deck.is_whole());
        let status = arguments::say_unusable_decks(session, unusable);
        let subject = StatsRequest {
            lens: self.deck_args.judge.lens(),
            describe: true,
            measures: self.measure.clone(),
            ..StatsRequest::default()
        };
        let compared = check::compare(&before, &after, &subject, &request.options.overrides);
        let compared = match compared {
            Ok(compared) => compared,
            // Its problems were reported above.
            Err(CompareError::Unreadable) => return Ok(AnswerStatus::Unusable),
            Err(CompareError::DifferentGames([before, after])) => {
                return Err(session.refusal(CliMessage::DifferentGames { before, after }));
            }
            Err(CompareError::SeparateCatalogs) => {
                return Err(session.refusal(CliMessage::ReadApart));
            }
            Err(CompareError::Describe(error)) => {
                return Err(arguments::description_failure(session, &error));
            }
        };
        session.print(
            self.output,
            |out, style, quiet| report::two_decks::write_diff(&compared, style, quiet, out),
            || DiffDocument::new(&compared),
        )?;
        Ok(status)
    }

    /// Reads both decks. A deck without a format gets the format of the other. Standard input can
    /// be read only once, so it comes second.
    fn read_decks(
        &self,
        session: &mut Session<'_>,
        request: &CheckRequest,
    ) -> Result<(CheckedDeck, CheckedDeck), Failure> {
        let piped = self.before.as_os_str() == "-";
        let (first, second) =
            if piped { (&self.after, &self.before) } else { (&self.before, &self.after) };
        let mut a = read_deck(session, first, request, None)?;
        let beside = CheckRequest { compared_catalog: a.catalog().cloned(), ..request.clone() };
        let mut b = read_deck(session, second, &beside, format_path(&a).as_deref())?;
        if a.format_id().is_none() && b.format_id().is_some() && first.as_os_str() != "-" {
            let beside = CheckRequest { compared_catalog: b.catalog().cloned(), ..request.clone() };
            a = read_deck(session, first, &beside, format_path(&b).as_deref())?;
        }
        check::in_one_catalog(&mut a, &mut b);
        Ok(if piped { (b, a) } else { (a, b) })
    }
}

/// GAME/FORMAT of a deck.
fn format_path(deck: &CheckedDeck) -> Option<String> {
    Some(format!("{}/{}", deck.game()?, deck.format_id()?))
}

fn read_deck(
    session: &mut Session<'_>,
    path: &PathBuf,
    request: &CheckRequest,
    format: Option<&str>,
) -> Result<CheckedDeck, Failure> {
    let request = CheckRequest { default_format: format.map(str::to_owned), ..request.clone() };
    session.check_deck(path, &request).map_err(|decks| {
        let (path, count) = (sleeve_data::files::path_text(path), decks.len());
        session.refusal(CliMessage::NotOneComparedDeck { path, count })
    })
}
