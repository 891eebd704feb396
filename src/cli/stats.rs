//! `sleeve stats`: decks in numbers.

use super::reading::{self, Reading};
use super::{Failure, Session, Status, set_aside};
use crate::check::CheckedDeck;
use crate::report;
use crate::report::documents::stats::StatsDocument;
use crate::report::stats::Described;
use crate::rules::Overrides;
use crate::stats::{self, Asked};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Describe decks in numbers: counts, curves, averages, measures of your own
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve stats dark.toml light.toml
  sleeve stats dark.toml --measure 'avg(destiny, -zone:starting)' --measure 'count(is:unique)'
  sleeve stats duel.toml --zone trade --by faction --measure 'avg(cost)'
With --measure or --by only what is asked for is shown. `sleeve help language` explains measures.
Where a list does not mark its starting cards, those that are certain are set aside; --set-aside names the others.")]
pub struct Stats {
    /// Deck files, folders of them, or `-` for standard input
    #[arg(required = true, value_name = "DECK")]
    decks: Vec<PathBuf>,
    /// Show a measure of the pile language (may be repeated)
    #[arg(long, short, value_name = "MEASURE")]
    measure: Vec<String>,
    /// Group by a field: its values with their cards, and the measures of each (may be repeated)
    #[arg(long, value_name = "FIELD")]
    by: Vec<String>,
    /// Count a card as set out before play, such as a starting card that the list does not mark (may be repeated)
    #[arg(long, value_name = "CARD")]
    set_aside: Vec<String>,
    /// Read this zone instead of the whole deck (may be repeated)
    #[arg(long, value_name = "ZONE")]
    zone: Vec<String>,
    /// Show every value of every tally, not only the most frequent
    #[arg(long)]
    all: bool,
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
    /// A table with one row for each number
    Csv,
}

impl Stats {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        let request = self.reading.request();
        let batch = session.read(&self.decks, &request);
        let decks = session.decks(batch);
        let mut status = Status::Fine;
        for deck in decks.iter().filter(|deck| !deck.is_whole()) {
            reading::complain(session, deck);
            status = Status::Unusable;
        }
        let described = self.describe(session, &decks, &request.options.overrides)?;
        let (style, quiet) = (session.style, session.global.quiet);
        let out = &mut *session.streams.out;
        match self.output {
            Output::Human if described.is_empty() => {}
            Output::Human => report::stats::write(
                &described,
                &style,
                &report::stats::Wanted { quiet, all: self.all },
                out,
            )?,
            Output::Json => report::json::write(&StatsDocument::new(&described), out)?,
            Output::Csv => report::stats::csv(&described, out)?,
        }
        Ok(status)
    }

    fn describe<'d>(
        &self,
        session: &Session<'_, '_>,
        decks: &'d [CheckedDeck],
        overrides: &Overrides,
    ) -> Result<Vec<Described<'d>>, Failure> {
        let asked = Asked {
            zones: self.zone.clone(),
            lens: self.reading.lens(),
            describe: self.measure.is_empty() && self.by.is_empty(),
            measures: self.measure.clone(),
            by: self.by.clone(),
            aside: Vec::new(),
        };
        let mut described = Vec::new();
        self.known(session, decks)?;
        for deck in decks {
            let Some(subject) = deck.subject(overrides) else { continue };
            let words = set_aside::held(subject.catalog, subject.deck, &self.set_aside);
            let aside = set_aside::cards(session, subject.catalog, subject.deck, &words)?;
            let asked = Asked { aside, ..asked.clone() };
            let fail = |error| reading::refuse(session, &error, Some(subject.catalog));
            let statistics = stats::statistics(&subject, &asked).map_err(fail)?;
            let provisional = stats::is_provisional(&subject, &asked, &statistics).map_err(fail)?;
            described.push(Described { deck, statistics, provisional });
        }
        Ok(described)
    }

    /// Refuses a card to set aside that none of the decks holds.
    fn known(&self, session: &Session<'_, '_>, decks: &[CheckedDeck]) -> Result<(), Failure> {
        for word in &self.set_aside {
            let read: Vec<_> = decks.iter().filter_map(CheckedDeck::read).collect();
            let word = std::slice::from_ref(word);
            let held =
                read.iter().any(|(catalog, deck)| !set_aside::held(catalog, deck, word).is_empty());
            let Some((catalog, deck)) = read.first().filter(|_| !held) else { continue };
            let named = set_aside::cards(session, catalog, deck, word)?;
            if let Some(card) = named.first() {
                let error = stats::StatsError::NotThere(*card);
                return Err(reading::refuse(session, &error, Some(catalog)));
            }
        }
        Ok(())
    }
}
