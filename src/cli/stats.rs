//! `sleeve stats`: decks in numbers.

use super::arguments;
use super::event::OpenedEvent;
use super::{AnswerStatus, Failure, Session};
use crate::cli::messages::CliMessage;
use clap::{Args, ValueEnum};
use sleeve_check::{self as check, CheckedDeck, KeptDecks, RefusedText, RowExtras};
use sleeve_odds::stats::StatsRequest;
use sleeve_report as report;
use sleeve_report::documents::stats::{StatsDocument, UsageDocument, WhereRow, WideDocument};
use sleeve_report::stats::{describe_kept, refusal_note, usage, wide};
use sleeve_requests::DeckOptions;
use sleeve_rules::Overrides;
use std::path::PathBuf;

/// Show curves, averages and counts
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve stats dark.toml light.toml
  sleeve stats duel.toml --zone trade --by faction --measure 'avg(cost)'
  sleeve stats decks --usage

More examples:
  sleeve stats dark.toml --measure 'avg(destiny, -zone:starting)' --measure 'count(is:unique)'
  sleeve stats decks --wide -m 'count()' -m 'avg(destiny)' --where 'count(is:unique) >= 2' -o csv

With --measure or --by you only see what you ask for. `sleeve help language` explains measures.

--usage compares the decks with both cards to those with at least one.

If a list does not mark its starting cards, sleeve sets aside those that are certain. Name the others
with --set-aside.")]
pub struct StatsCommand {
    /// Deck files or folders, `-` for standard input
    #[arg(required_unless_present = "event", value_name = "DECK")]
    decks: Vec<PathBuf>,
    /// Read the decks of an event (event.toml)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "format", "game", "role"])]
    event: Option<PathBuf>,
    /// Measure to show, such as 'avg(destiny)'
    #[arg(long, short, value_name = "MEASURE")]
    measure: Vec<String>,
    /// One row per deck, one column per measure
    #[arg(long, requires = "measure", conflicts_with_all = ["by", "all"])]
    wide: bool,
    /// Show how often each card is played
    ///
    /// You also see with how many copies, and what is played together.
    #[arg(long, conflicts_with_all = ["wide", "measure", "by", "set_aside"])]
    usage: bool,
    /// Only decks that satisfy this condition
    #[arg(long = "where", value_name = "CONDITION")]
    condition: Option<String>,
    /// Group by a field
    ///
    /// Each value is listed with its cards and measures.
    #[arg(long, value_name = "FIELD")]
    by: Vec<String>,
    /// Set a card aside before play (starting card)
    ///
    /// For starting cards that the list does not mark.
    #[arg(long, value_name = "CARD")]
    set_aside: Vec<String>,
    /// Read this zone instead of the whole deck
    #[arg(long, value_name = "ZONE")]
    zone: Vec<String>,
    /// Show all values and cards, not just the top
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    deck_args: DeckOptions,
    /// Output form: human, json, csv or ndjson
    #[arg(long, short, value_name = "FORM", default_value = "human")]
    output: StatsOutput,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum StatsOutput {
    /// Text for people
    Human,
    /// The document for scripts
    Json,
    /// A table with one row for each number, deck or card
    Csv,
    /// With --wide: a JSON object on a line for each deck
    Ndjson,
}

impl StatsCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        if self.output == StatsOutput::Ndjson && !self.wide {
            return Err(session.refusal(CliMessage::NdjsonOfWide));
        }
        let mut request = self.deck_args.request();
        let opened = self.event.as_ref().map(|path| OpenedEvent::open(session, path, None));
        let opened = opened.transpose()?;
        if let Some(opened) = &opened {
            opened.complete(&mut request);
        }
        let paths =
            opened.as_ref().map_or(&*self.decks, |opened| std::slice::from_ref(&opened.folder));
        let mut decks = session.read_decks(paths, &request);
        if let Some(opened) = &opened {
            opened.name_players(session, &mut decks);
        }
        let overrides = request.options.overrides;
        let unusable = decks.iter().filter(|deck| !deck.is_whole());
        let status = arguments::say_unusable_decks(session, unusable);
        let kept = match &self.condition {
            None => None,
            Some(condition) => {
                let kept = check::filter_decks(
                    decks,
                    condition,
                    &self.subject(),
                    &self.set_aside,
                    &overrides,
                );
                let mut kept =
                    kept.map_err(|error| arguments::description_failure(session, &error))?;
                self.say_kept(session, &kept, condition);
                decks = std::mem::take(&mut kept.decks);
                Some(kept)
            }
        };
        let kept = kept.as_ref().zip(self.condition.as_deref());
        let kept = kept.map(|(kept, condition)| WhereRow::new(condition, kept, decks.len()));
        match (self.wide, self.usage) {
            (true, _) => self.print_wide_table(session, &decks, &overrides, kept)?,
            (_, true) => self.print_usage(session, &decks, &overrides, kept)?,
            _ => self.print_descriptions(session, &decks, &overrides, kept)?,
        }
        Ok(status)
    }

    fn subject(&self) -> StatsRequest {
        StatsRequest {
            zones: self.zone.clone(),
            lens: self.deck_args.judge.lens(),
            describe: self.measure.is_empty() && self.by.is_empty(),
            measures: self.measure.clone(),
            by: self.by.clone(),
            aside: Vec::new(),
        }
    }

    fn say_kept(&self, session: &mut Session<'_>, kept: &KeptDecks, condition: &str) {
        let talk = session.talk;
        say_refused(session, &kept.refused);
        let mut lines = describe_kept(kept, condition, &talk).into_iter();
        // The first line only counts. The others name decks that were left out and are always
        // printed.
        let counted = lines.next().filter(|_| !session.global.quiet);
        counted.into_iter().chain(lines).for_each(|line| session.say(&line));
    }

    fn print_descriptions(
        &self,
        session: &mut Session<'_>,
        decks: &[CheckedDeck],
        overrides: &Overrides,
        kept: Option<WhereRow<'_>>,
    ) -> Result<(), Failure> {
        let described = check::describe_all(decks, &self.subject(), &self.set_aside, overrides);
        let (described, refused) =
            described.map_err(|error| arguments::description_failure(session, &error))?;
        say_refused(session, &refused);
        let (style, quiet) = (session.style, session.global.quiet);
        let detail = report::stats::StatsDetail { quiet, all: self.all };
        let human = |session: &mut Session<'_>| {
            if described.is_empty() {
                return Ok(());
            }
            report::stats::write(&described, &style, &detail, &mut session.folded_output())
        };
        match self.output {
            StatsOutput::Human => human(session)?,
            StatsOutput::Json => {
                session.write_beside(human)?;
                let document =
                    StatsDocument::new(&described).with_kept(kept).with_refused(&refused);
                report::forms::json::write(&document, session.streams.out)?;
            }
            // `run` refused ndjson without --wide.
            StatsOutput::Csv | StatsOutput::Ndjson => {
                report::stats::csv(&described, session.streams.out)?;
            }
        }
        Ok(())
    }

    fn print_wide_table(
        &self,
        session: &mut Session<'_>,
        decks: &[CheckedDeck],
        overrides: &Overrides,
        kept: Option<WhereRow<'_>>,
    ) -> Result<(), Failure> {
        let beside = RowExtras {
            // Computed only if it is shown, because it takes as long as all measures together.
            provisional: match self.output {
                StatsOutput::Human => !session.global.quiet,
                StatsOutput::Json | StatsOutput::Ndjson => true,
                StatsOutput::Csv => false,
            },
            fingerprint: matches!(self.output, StatsOutput::Json | StatsOutput::Ndjson),
        };
        let subject = self.subject();
        let measures = check::measure_decks(decks, &subject, &self.set_aside, overrides, beside);
        let measures = measures.map_err(|error| arguments::description_failure(session, &error))?;
        say_refused(session, &measures.refused);
        let (style, quiet) = (session.style, session.global.quiet);
        let human = |session: &mut Session<'_>| {
            wide::write(decks, &measures, &style, quiet, &mut session.folded_output())
        };
        if self.output == StatsOutput::Json {
            session.write_beside(human)?;
        }
        let out = &mut *session.streams.out;
        match self.output {
            StatsOutput::Human => human(session)?,
            StatsOutput::Json => {
                report::forms::json::write(&WideDocument::new(decks, &measures, kept), out)?
            }
            StatsOutput::Csv => wide::csv(decks, &measures, out)?,
            StatsOutput::Ndjson => WideDocument::new(decks, &measures, kept).write_lines(out)?,
        }
        Ok(())
    }

    fn print_usage(
        &self,
        session: &mut Session<'_>,
        decks: &[CheckedDeck],
        overrides: &Overrides,
        kept: Option<WhereRow<'_>>,
    ) -> Result<(), Failure> {
        let counted = check::count_usage(decks, &self.zone, overrides);
        let (games, refused) =
            counted.map_err(|error| arguments::description_failure(session, &error))?;
        say_refused(session, &refused);
        let (style, quiet) = (session.style, session.global.quiet);
        for game in &games {
            if let Some(remark) = usage::missing_pairs_note(game, style.lang) {
                let remark = remark.render(&session.talk);
                session.say(&remark);
            }
        }
        let human = |session: &mut Session<'_>| {
            usage::write(&games, &style, (quiet, self.all), &mut session.folded_output())
        };
        if self.output == StatsOutput::Json {
            session.write_beside(human)?;
        }
        let out = &mut *session.streams.out;
        match self.output {
            StatsOutput::Human => human(session)?,
            StatsOutput::Json => {
                report::forms::json::write(&UsageDocument::new(&games, &refused, kept), out)?;
            }
            // `run` refused ndjson without --wide.
            StatsOutput::Csv | StatsOutput::Ndjson => usage::csv(&games, out)?,
        }
        Ok(())
    }
}

fn say_refused(session: &mut Session<'_>, refused: &[RefusedText]) {
    for refused in refused {
        let note = refusal_note(refused, &session.talk).render(&session.talk);
        session.say(&note);
    }
}
