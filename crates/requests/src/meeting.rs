//! Whether two decks may meet at one table.

use crate::{
    Answer, AnswerStatus, Desk, JudgeOptions, Refusal, TextValue, deck::check_one_deck,
    values::within,
};
use sleeve_check::{self as check, CheckRequest, CheckedDeck, MatchResult};
use sleeve_data::model::Date;
use sleeve_language::Truth;
use sleeve_report::{self as report, Style, documents::two_decks::MatchDocument};
use std::{
    io::{self, Write},
    path::PathBuf,
};

fields! {
    /// Whether two decks may meet at one table.
    MatchRequest -> MatchAnswer {
        /// First deck
        #[arg(value_name = "DECK")]
        a: PathBuf,
        /// Second deck
        #[arg(value_name = "DECK")]
        b: PathBuf,
        /// Number of boxes that the two players share
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
        #[serde(deserialize_with = "within::<1, 99, _, _>")]
        boxes: Option<u32>,
        /// Format to use, whatever a deck says
        ///
        /// An id, a name, an alias or GAME/FORMAT.
        #[arg(long = "as", value_name = "FORMAT")]
        format: Option<String>,
        /// Game of decks that do not name one
        #[arg(long, value_name = "GAME")]
        game: Option<String>,
        ..judge: JudgeOptions,
        /// Check as of this day, without later sets
        ///
        /// Later lists and formats do not count either.
        #[arg(long, value_name = "DATE")]
        on: Option<TextValue<Date>>,
    }
}

/// Whether two decks may meet, with the reasons against it.
pub struct MatchAnswer {
    pub decks: [CheckedDeck; 2],
    pub matched: MatchResult,
    /// The number of boxes of the request.
    boxes: Option<u32>,
}

impl Answer for MatchAnswer {
    fn status(&self) -> AnswerStatus {
        match self.matched.truth {
            Truth::True => AnswerStatus::Fine,
            Truth::Unknown => AnswerStatus::Undetermined,
            Truth::False => AnswerStatus::No,
        }
    }

    fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        let [a, b] = &self.decks;
        report::two_decks::write_match(a, b, &self.matched, style, quiet, out)
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let [a, b] = &self.decks;
        report::forms::json::write(&MatchDocument::new(a, b, &self.matched, self.boxes), out)
    }
}

impl MatchRequest {
    /// Without two usable decks, the refusal has the reasons for each.
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<MatchAnswer, Refusal> {
        let day = self.on.as_ref().map(|TextValue(day)| *day);
        let request = CheckRequest {
            game: self.game.clone(),
            format: self.format.clone(),
            options: self.judge.options(None, day),
            ..CheckRequest::default()
        };
        let first = check_one_deck(desk, &self.a, &request);
        let compared_catalog = first.as_ref().ok().and_then(|a| a.catalog().cloned());
        let beside = CheckRequest { compared_catalog, ..request.clone() };
        let (mut a, mut b) = match (first, check_one_deck(desk, &self.b, &beside)) {
            (Ok(a), Ok(b)) => (a, b),
            (a, b) => {
                return Err(Refusal::Decks([a.err(), b.err()].into_iter().flatten().collect()));
            }
        };
        check::in_one_catalog(&mut a, &mut b);
        let matched = check::may_meet(&a, &b, self.boxes, &request.options).map_err(|error| {
            Refusal::of_problems(error.problems(a.catalog().map(|catalog| &**catalog)))
        })?;
        Ok(MatchAnswer { decks: [a, b], matched, boxes: self.boxes })
    }
}
