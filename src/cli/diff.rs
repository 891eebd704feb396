//! `sleeve diff`: what separates two decks, and what it means.

use super::reading::{self, Reading};
use super::{Failure, Session, Status};
use crate::check::{CheckedDeck, Request};
use crate::report::diff::{Compared, Side};
use crate::report::documents::diff::DiffDocument;
use crate::report::{self, Diagnostic};
use crate::rules::Overrides;
use crate::stats::{self, Asked, Subject};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Say what separates two decks: cards, verdict, parameters, averages
#[derive(Args, Debug)]
pub struct Diff {
    /// The deck before, or `-` for standard input
    #[arg(value_name = "DECK")]
    before: PathBuf,
    /// The deck after
    #[arg(value_name = "DECK")]
    after: PathBuf,
    /// Compare a measure of the pile language as well (may be repeated)
    #[arg(long, short, value_name = "MEASURE")]
    measure: Vec<String>,
    #[command(flatten)]
    reading: Reading,
    /// Form of the output
    #[arg(long, short, value_name = "FORM", default_value = "human")]
    output: Output,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Output {
    /// Text for people
    Human,
    /// The document for scripts
    Json,
}

impl Diff {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        let request = self.reading.request();
        let (before, after) = self.decks(session, &request)?;
        let mut status = Status::Fine;
        for deck in [&before, &after] {
            if !deck.is_whole() {
                reading::complain(session, deck);
                status = Status::Unusable;
            }
        }
        let overrides = &request.options.overrides;
        let subjects = before.subject(overrides).zip(after.subject(overrides));
        let Some((a, b)) = subjects else { return Ok(Status::Unusable) };
        if before.game() != after.game() {
            return Err(different(session, &before, &after));
        }
        let compared = Compared {
            before: self.side(session, &before, &a, overrides)?,
            after: self.side(session, &after, &b, overrides)?,
            zones: stats::changes(&a, &b),
        };
        let style = session.style;
        let out = &mut *session.streams.out;
        match self.output {
            Output::Human => report::diff::write(&compared, &style, session.global.quiet, out)?,
            Output::Json => report::json::write(&DiffDocument::new(&compared), out)?,
        }
        Ok(status)
    }

    /// Both decks. One that names no format is read as one of the other's.
    fn decks(
        &self,
        session: &mut Session<'_, '_>,
        request: &Request,
    ) -> Result<(CheckedDeck, CheckedDeck), Failure> {
        let piped = self.before.as_os_str() == "-";
        let (first, second) =
            if piped { (&self.after, &self.before) } else { (&self.before, &self.after) };
        let mut a = deck(session, first, request, None)?;
        let b = deck(session, second, request, named(&a).as_deref())?;
        if a.format_id().is_none() && b.format_id().is_some() && first.as_os_str() != "-" {
            a = deck(session, first, request, named(&b).as_deref())?;
        }
        Ok(if piped { (b, a) } else { (a, b) })
    }

    fn side<'d>(
        &self,
        session: &Session<'_, '_>,
        deck: &'d CheckedDeck,
        subject: &Subject<'d>,
        overrides: &Overrides,
    ) -> Result<Side<'d>, Failure> {
        let asked = Asked {
            lens: self.reading.lens(),
            describe: true,
            measures: self.measure.clone(),
            ..Asked::default()
        };
        let subject = Subject { overrides, ..*subject };
        let statistics = stats::statistics(&subject, &asked);
        Ok(Side {
            deck,
            statistics: statistics.map_err(|error| {
                reading::refuse(session, &error, deck.catalog().map(|catalog| &**catalog))
            })?,
            limits: stats::limits(&subject, self.reading.lens()),
            parameters: subject.parameters(),
        })
    }
}

/// GAME/FORMAT of a deck.
fn named(deck: &CheckedDeck) -> Option<String> {
    Some(format!("{}/{}", deck.game()?, deck.format_id()?))
}

fn deck(
    session: &mut Session<'_, '_>,
    path: &PathBuf,
    request: &Request,
    format: Option<&str>,
) -> Result<CheckedDeck, Failure> {
    let request = Request { default_format: format.map(str::to_owned), ..request.clone() };
    let batch = session.check(std::slice::from_ref(path), &request);
    let decks = session.decks(batch);
    let count = decks.len();
    <[CheckedDeck; 1]>::try_from(decks).map(|[deck]| deck).map_err(|_| {
        let talk = session.talk;
        let means = talk.say("means", "désigne");
        let title = format!("`{}` {means} {count} decks", path.display());
        let help = talk.say("name one deck and one format", "nommez un deck et un format");
        session.unusable(&Diagnostic::error(title).help(help))
    })
}

fn different(session: &Session<'_, '_>, a: &CheckedDeck, b: &CheckedDeck) -> Failure {
    let (before, after) = (a.game().unwrap_or(""), b.game().unwrap_or(""));
    let title = match session.talk.lang {
        crate::model::Lang::En => {
            format!("the decks are of different games: {before} and {after}")
        }
        crate::model::Lang::Fr => {
            format!("les decks sont de jeux différents : {before} et {after}")
        }
    };
    session.unusable(&Diagnostic::error(title))
}
