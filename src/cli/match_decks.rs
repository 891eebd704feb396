//! `sleeve match`: may two decks meet at one table?

use super::arguments::{FormArgument, OutputArgs, parse_date};
use super::{AnswerStatus, Failure, Session};
use clap::Args;
use sleeve_check::{self as check, CheckRequest, CheckedDeck};
use sleeve_data::model::{Date, Lang};
use sleeve_language::Truth;
use sleeve_report::documents::two_decks::{MatchDocument, UnusableDocument};
use sleeve_report::{self as report, Style};
use sleeve_requests::JudgeOptions;
use sleeve_requests::RequestMessage;
use sleeve_rules::Verdict;
use std::path::PathBuf;

/// Check whether two decks may meet
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve match mine.toml yours.toml
  sleeve match mine.toml yours.toml --boxes 2")]
pub struct MatchCommand {
    /// First deck
    #[arg(value_name = "DECK")]
    a: PathBuf,
    /// Second deck
    #[arg(value_name = "DECK")]
    b: PathBuf,
    /// Number of boxes that the two players share
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    boxes: Option<u32>,
    /// Format to use, whatever a deck says
    ///
    /// An id, a name, an alias or GAME/FORMAT.
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<String>,
    /// Game of decks that do not name one
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    #[command(flatten)]
    judge: JudgeOptions,
    /// Check as of this day, without later sets
    ///
    /// Later lists and formats do not count either.
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    on: Option<Date>,
    #[command(flatten)]
    output: OutputArgs,
}

impl MatchCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let request = CheckRequest {
            game: self.game.clone(),
            format: self.format.clone(),
            options: self.judge.options(None, self.on),
            ..CheckRequest::default()
        };
        if self.output.form == FormArgument::Json {
            // The messages are part of the document too, which is English and has no colours.
            session.style.lang = Lang::En;
            session.talk = Style { colour: false, ..session.style };
        }
        let first = read_one_deck(session, &self.a, &request);
        let beside = first.as_ref().ok().and_then(|a| a.catalog().cloned());
        let second = read_one_deck(
            session,
            &self.b,
            &CheckRequest { compared_catalog: beside, ..request.clone() },
        );
        let (a, b) = match (first, second) {
            (Ok(mut a), Ok(mut b)) => {
                check::in_one_catalog(&mut a, &mut b);
                (a, b)
            }
            (a, b) => return self.report_unusable_decks(session, [a.err(), b.err()]),
        };
        let matched = check::may_meet(&a, &b, self.boxes, &request.options).map_err(|error| {
            session.failure_from_problems(&error.problems(a.catalog().map(|catalog| &**catalog)))
        })?;
        session.print(
            self.output,
            |out, style, quiet| report::two_decks::write_match(&a, &b, &matched, style, quiet, out),
            || MatchDocument::new(&a, &b, &matched, self.boxes),
        )?;
        Ok(match matched.truth {
            Truth::True => AnswerStatus::Fine,
            Truth::Unknown => AnswerStatus::Undetermined,
            Truth::False => AnswerStatus::No,
        })
    }

    /// Reports the problems of unusable decks, and prints a document if the form asks for one.
    fn report_unusable_decks(
        &self,
        session: &mut Session<'_>,
        failures: [Option<Failure>; 2],
    ) -> Result<AnswerStatus, Failure> {
        let mut texts = Vec::new();
        for failure in failures.into_iter().flatten() {
            match failure {
                Failure::Unusable(text) => texts.push(text),
                Failure::Refused(refusal) => texts.push(refusal.render(&session.talk)),
                other => return Err(other),
            }
        }
        if self.output.form == FormArgument::Json {
            let document = UnusableDocument::new([&self.a, &self.b], &texts);
            report::forms::json::write(&document, session.streams.out)?;
        }
        Err(Failure::Unusable(texts.join("\n\n")))
    }
}

/// One deck that can be used.
pub(super) fn read_one_deck(
    session: &mut Session<'_>,
    path: &PathBuf,
    request: &CheckRequest,
) -> Result<CheckedDeck, Failure> {
    let deck = session
        .check_deck(path, request)
        .map_err(|decks| RequestMessage::not_one_deck(path, &decks))?;
    if deck.verdict() == Verdict::Unusable {
        return Err(Failure::Unusable(report::forms::human::describe_unusable(
            &deck,
            &session.talk,
        )));
    }
    Ok(deck)
}
