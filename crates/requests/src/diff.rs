//! Two decks compared.

use crate::{Answer, AnswerStatus, DeckOptions, Desk, Refusal, deck::say_unusable_decks};
use sleeve_check::{self as check, CheckRequest, CheckedDeck, CompareError, ComparedPair};
use sleeve_data::{files::path_text, messages};
use sleeve_odds::stats::StatsRequest;
use sleeve_report::{self as report, Style, documents::two_decks::DiffDocument};
use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

messages! {
    /// Messages about two decks that cannot be compared.
    pub enum DiffMessage {
        /// A path means several decks, or a deck in several formats.
        NotOneComparedDeck { path: String, count: usize } => {
            title: "`{path}` names {count} decks",
            help: "name one deck and one format",
        }
        DifferentGames { before: String, after: String } => "the decks are of different games: {before} and {after}",
        /// Decks with copies in a state, from different data of one game.
        ReadApart => {
            title: "the decks have copies in a state, but use different data for their game",
            help: "use the same data for both: `--cards`",
        }
    }
}

fields! {
    /// What differs between two decks.
    DiffRequest -> DiffAnswer {
        /// Old deck, or `-` for standard input
        #[arg(value_name = "DECK")]
        before: PathBuf,
        /// New deck
        #[arg(value_name = "DECK")]
        after: PathBuf,
        /// Also compare this measure
        #[arg(long, short, value_name = "MEASURE")]
        measure: Vec<String>,
        ..deck: DeckOptions,
    }
}

/// The differences of two decks.
pub struct DiffAnswer {
    /// `None` if a deck could not be read.
    pub compared: Option<ComparedPair>,
    status: AnswerStatus,
}

impl Answer for DiffAnswer {
    fn status(&self) -> AnswerStatus {
        self.status
    }

    fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        let Some(compared) = &self.compared else { return Ok(()) };
        report::two_decks::write_diff(compared, style, quiet, out)
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(compared) = &self.compared else { return Ok(()) };
        report::forms::json::write(&DiffDocument::new(compared), out)
    }
}

impl DiffRequest {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<DiffAnswer, Refusal> {
        let request = self.deck.request();
        let [before, after] = self.read_decks(desk, &request)?;
        let unusable = [&before, &after]
            .into_iter()
            .filter(|deck| !deck.is_whole());
        let status = say_unusable_decks(desk, unusable);
        let asked = StatsRequest {
            lens: self.deck.judge.lens(),
            describe: true,
            measures: self.measure.clone(),
            ..StatsRequest::default()
        };
        match check::compare(&before, &after, &asked, &request.options.overrides) {
            Ok(compared) => Ok(DiffAnswer { compared: Some(compared), status }),
            // Its problems were said above.
            Err(CompareError::Unreadable) => Ok(DiffAnswer { compared: None, status }),
            Err(CompareError::DifferentGames([before, after])) => {
                Err(Refusal::of_message(DiffMessage::DifferentGames { before, after }))
            }
            Err(CompareError::SeparateCatalogs) => Err(Refusal::of_message(DiffMessage::ReadApart)),
            Err(CompareError::Describe(error)) => Err(error.into()),
        }
    }

    /// Reads both decks. A deck without a format gets the format of the other. Standard input can
    /// be read only once, so it comes second.
    fn read_decks(
        &self,
        desk: &mut dyn Desk,
        request: &CheckRequest,
    ) -> Result<[CheckedDeck; 2], Refusal> {
        let piped = is_piped(&self.before);
        let (first, second) =
            if piped { (&self.after, &self.before) } else { (&self.before, &self.after) };
        let mut a = read_deck(desk, first, request)?;
        let mut b = read_deck(desk, second, &request_beside(request, &a))?;
        if a.format_id().is_none() && b.format_id().is_some() && !is_piped(first) {
            a = read_deck(desk, first, &request_beside(request, &b))?;
        }
        check::in_one_catalog(&mut a, &mut b);
        Ok(if piped { [b, a] } else { [a, b] })
    }
}

fn is_piped(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The request for a deck that is compared with another.
fn request_beside(request: &CheckRequest, other: &CheckedDeck) -> CheckRequest {
    let format = other.game().zip(other.format_id());
    CheckRequest {
        compared_catalog: other.catalog().cloned(),
        default_format: format.map(|(game, format)| format!("{game}/{format}")),
        ..request.clone()
    }
}

fn read_deck(
    desk: &mut dyn Desk,
    path: &Path,
    request: &CheckRequest,
) -> Result<CheckedDeck, Refusal> {
    let batch = desk.check(&[path.to_owned()], request);
    let decks = <[CheckedDeck; 1]>::try_from(desk.take_decks(batch));
    decks.map(|[deck]| deck).map_err(|decks| {
        let (path, count) = (path_text(path), decks.len());
        Refusal::of_message(DiffMessage::NotOneComparedDeck { path, count })
    })
}
