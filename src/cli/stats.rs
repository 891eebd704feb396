//! `sleeve stats`: decks in numbers.

use super::deck_args::{self, DeckArgs};
use super::{Failure, Session, Status};
use crate::check;
use crate::report;
use crate::report::documents::stats::StatsDocument;
use crate::stats::Asked;
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
    reading: DeckArgs,
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
            deck_args::complain(session, deck);
            status = Status::Unusable;
        }
        let asked = Asked {
            zones: self.zone.clone(),
            lens: self.reading.lens(),
            describe: self.measure.is_empty() && self.by.is_empty(),
            measures: self.measure.clone(),
            by: self.by.clone(),
            aside: Vec::new(),
        };
        let described =
            check::describe(&decks, &asked, &self.set_aside, &request.options.overrides);
        let described = described.map_err(|error| deck_args::refuse(session, &error))?;
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
}
