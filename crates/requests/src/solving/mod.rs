//! Searches for decks: the smallest repair, and the best new deck.

mod build;
mod fix;
mod like;
mod messages;
mod objectives;

pub use build::BuildRequest;
pub use fix::FixRequest;
pub use like::{LikeDecks, say_shipped_decks};
pub use messages::SolveMessage;
pub use objectives::Objectives;

use crate::{Answer, AnswerStatus, Desk, Refusal, TextValue, desk::say_line, play};
use sleeve_data::model::Lang;
use sleeve_language::{Filter, LanguageError, Scope, Truth, World};
use sleeve_report as report;
use sleeve_report::{
    Style,
    cards::no_match::near_names,
    documents::solved::SolvedDocument,
    several_decks::{DecksAtOnce, DecksAtOnceDocument},
    solved::SolvedDeck,
    text::lines::FoldingWriter,
};
use sleeve_rules::{Rulebook, Verdict};
use std::{
    io::{self, Write},
    path::PathBuf,
    slice,
    time::Duration,
};

/// The decks that a search found.
#[derive(Default)]
pub struct SolvedDecks {
    pub decks: Vec<SolvedDeck>,
    /// The answer of `build --decks`, which searches no new deck.
    at_once: Option<DecksAtOnce>,
    /// Why the other decks were not searched, if one stopped the run.
    failure: Option<Refusal>,
    /// The name of the document.
    document: &'static str,
    shows_alternatives: bool,
    /// For `build`, the file of each deck; `None` for a deck that was not found.
    files: Vec<Option<String>>,
    /// Where the file is written.
    place: Option<PathBuf>,
}

impl Answer for SolvedDecks {
    fn status(&self) -> AnswerStatus {
        if self.at_once.as_ref().is_some_and(|found| !found.are_all()) {
            return AnswerStatus::No;
        }
        let statuses = self.decks.iter().map(|deck| match deck.verdict() {
            Verdict::Legal => AnswerStatus::Fine,
            Verdict::Undetermined => AnswerStatus::Undetermined,
            Verdict::Illegal => AnswerStatus::No,
            Verdict::Unusable => AnswerStatus::Unusable,
        });
        statuses.max().unwrap_or(AnswerStatus::Fine)
    }

    fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        if let Some(found) = &self.at_once {
            return found.write(&mut FoldingWriter::new(out, style), style);
        }
        if self.files.is_empty() {
            return report::solved::write(&self.decks, style, quiet, out);
        }
        for (deck, file) in self.decks.iter().zip(&self.files) {
            match file {
                // The lines of a file are not folded.
                Some(file) if self.place.is_none() => out.write_all(file.as_bytes())?,
                Some(_) => {}
                None => {
                    let out = &mut FoldingWriter::new(out, style);
                    report::solved::write(slice::from_ref(deck), style, quiet, out)?;
                }
            }
        }
        Ok(())
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(found) = &self.at_once {
            return report::forms::json::write(&DecksAtOnceDocument::new(found), out);
        }
        let document = SolvedDocument::new(self.document, &self.decks, self.shows_alternatives);
        report::forms::json::write(&document, out)
    }

    /// The first line about each deck that has a file, and warnings.
    fn remarks(&self, style: &Style, quiet: bool) -> Vec<String> {
        // Lines are not folded, or else the first would be only the beginning of the summary.
        let whole = Style { wraps: false, ..*style };
        let mut remarks = Vec::new();
        for (deck, _) in self
            .decks
            .iter()
            .zip(&self.files)
            .filter(|(_, file)| file.is_some())
        {
            let mut said = Vec::new();
            // A vector takes everything.
            let _ = report::solved::write(slice::from_ref(deck), &whole, quiet, &mut said);
            let said = String::from_utf8_lossy(&said);
            remarks.push(said.lines().next().unwrap_or_default().to_owned());
            remarks.extend(deck.warnings(style.lang));
        }
        remarks
    }

    fn finish(&mut self, desk: &mut dyn Desk) -> Result<(), Refusal> {
        if let Some(refusal) = self.failure.take() {
            return Err(refusal);
        }
        let Some(place) = &self.place else { return Ok(()) };
        if let Some(file) = self.files.iter().flatten().next() {
            return desk.write_file(place, file, false);
        }
        say_line(desk, &SolveMessage::NothingToWrite { path: place.display().to_string() });
        Ok(())
    }
}

fn two_seconds() -> TextValue<Duration> {
    TextValue(Duration::from_secs(2))
}

/// Reads the texts of the query language for one format.
struct WishParser<'a> {
    rulebook: &'a Rulebook<'a>,
    lang: Lang,
}

impl WishParser<'_> {
    fn parse<T>(
        &self,
        text: &str,
        read: impl Fn(&str, &Scope<'_>) -> Result<T, LanguageError>,
    ) -> Result<T, Refusal> {
        play::parse(word!(self.lang, "command line"), text, &self.rulebook.scope, read)
    }

    /// Refuses a filter that matches no card of the game.
    fn require_card(&self, option: &'static str, filter: Option<&Filter>) -> Result<(), Refusal> {
        let Some(unmet) = filter.filter(|filter| !self.finds_card(filter)) else { return Ok(()) };
        let filter = unmet.text().to_owned();
        let near = near_names(&filter, &[self.rulebook.catalog], self.lang);
        Err(SolveMessage::MatchesNothing { option, filter, near }.into())
    }

    /// Whether a filter may match a card of the game in a zone of the format.
    fn finds_card(&self, filter: &Filter) -> bool {
        let world = World::from_catalog(self.rulebook.catalog);
        let mut zones = self
            .rulebook
            .format
            .zones
            .iter()
            .map(|zone| &*zone.named.id);
        zones.any(|zone| {
            let mut cards = self.rulebook.catalog.cards.iter().map(|card| card.index());
            cards.any(|card| filter.test(&world, card, Some(zone)) != Truth::False)
        })
    }
}

impl From<SolveMessage> for Refusal {
    fn from(message: SolveMessage) -> Refusal {
        Refusal::of_message(message)
    }
}
