//! `sleeve check`: a verdict for each deck, with every problem at once.

use super::arguments::{parse_date, parse_hex};
use super::event::EventArgs;
use super::seal::opens_seal;
use super::{AnswerStatus, Failure, Session};
use crate::cli::messages::CliMessage;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use sleeve_check::{Batch, CheckRequest, CheckedConfig, CheckedDeck};
use sleeve_data::model::{Date, Level};
use sleeve_data::problem::Severity;
use sleeve_decks::fingerprint::{Nonce, Seal};
use sleeve_language::Truth;
use sleeve_report::collection::{self, CollectionGaps};
use sleeve_report::documents::check::CheckDocument;
use sleeve_report::forms::{FORMS, Look, OutputForm, PartWriter, human};
use sleeve_report::{self as report};
use sleeve_requests::DeckOptions;
use sleeve_rules::{self as rules, Verdict};
use std::path::PathBuf;

/// Replaces the help of the shared option: only this command takes `all`.
const FORMAT_HELP: &str = "Format to check against, or `all`";
const FORMAT_DETAILS: &str = "Format to check against, or `all`

An id, a name, an alias or GAME/FORMAT; `all` stands for all formats of the deck's game.";

/// Check decks against a format and list every problem
#[derive(Args, Debug)]
#[command(
    mut_arg("format", |arg| arg.help(FORMAT_HELP).long_help(FORMAT_DETAILS)),
    after_help = "Examples:
  sleeve check deck.txt --game swccg --as premiere_ds2
  sleeve check decks --as all
  sleeve check --event event.toml -o csv",
    override_usage = "sleeve check [OPTIONS] <DECK>...\n       sleeve check [OPTIONS] --event event.toml"
)]
pub struct CheckCommand {
    /// Deck files or folders, `-` for standard input
    #[arg(required_unless_present = "event", value_name = "DECK")]
    decks: Vec<PathBuf>,
    /// Skip named files that are not decks
    #[arg(long)]
    only_decks: bool,
    #[command(flatten)]
    deck_args: DeckOptions,
    #[command(flatten)]
    event: EventArgs,
    /// Check as of this day, without later sets
    ///
    /// Later lists and formats do not count either.
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    on: Option<Date>,
    /// Print how long each legal deck stays legal
    ///
    /// As far as later lists and formats are known.
    #[arg(long, conflicts_with = "event")]
    until: bool,
    /// Check that the deck matches this seal
    ///
    /// Write it as `sleeve seal` printed it.
    #[arg(long, value_name = "SEAL", value_parser = parse_hex::<32>, requires = "nonce")]
    sealed: Option<Seal>,
    /// Nonce that opens the seal
    #[arg(long, value_name = "NONCE", value_parser = parse_hex::<16>, requires = "sealed", conflicts_with = "event")]
    nonce: Option<Nonce>,
    /// Also fail on warnings, provisional, undetermined
    ///
    /// The exit status is then 1. Separate several with commas.
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    deny: Vec<DeniedOutcome>,
    /// Print the cards missing from this collection
    ///
    /// A list in any deck format, or CSV.
    #[arg(long, value_name = "FILE")]
    collection: Option<PathBuf>,
    /// Use each owned copy for one deck only
    #[arg(long, requires = "collection", conflicts_with = "event")]
    together: bool,
    /// Output form: human, json, csv, github, …
    #[arg(long, short, value_name = "FORM", default_value = "human", value_parser = form_parser())]
    pub(super) output: OutputForm,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum DeniedOutcome {
    /// Broken rules of level warning
    Warnings,
    /// Verdicts that rest on stand-ins or inferred facts
    Provisional,
    /// Verdicts that depend on unpublished facts
    Undetermined,
}

/// Parses the name of a form of output, one of those in the table of forms.
fn form_parser() -> impl TypedValueParser<Value = OutputForm> {
    let values = FORMS.iter().map(|form| PossibleValue::new(form.name).help(form.description.en));
    PossibleValuesParser::new(values).try_map(|name| {
        FORMS.iter().find(|form| form.name == name).copied().ok_or("no form of output")
    })
}

impl CheckCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let mut request = self.deck_args.request();
        request.options.on = self.on;
        request.only_decks = self.only_decks;
        request.find_legal_until = self.until;
        if let Some(event) = &self.event.event {
            return self.event.run(session, event, self, request);
        }
        if self.until && self.output.has_remarks && !self.output.shows_all {
            return Err(session.refusal(CliMessage::NoRoomForUntil));
        }
        request.seek_repairs = self.output.shows_all;
        request.try_formats = self.output.shows_all && self.sealed.is_none();
        request.judge_readings = self.sealed.is_none();
        request.verdicts_only = !self.output.has_remarks && self.sealed.is_none();
        if let Some(write) = self.output.write_part.filter(|_| request.verdicts_only) {
            return self.run_in_parts(session, &request, write);
        }
        let batch = session.check(&self.decks, &request);
        let (style, quiet, all_formats) = (session.style, session.global.quiet, request.is_all());
        let look = Look { style, quiet, all_formats };
        let gaps = self.find_missing_cards(session, &batch)?;
        self.print(session, &batch, &look, gaps.as_ref())?;
        self.tell_remarks(session, &batch);
        let lacks = gaps.is_some_and(|gaps| !gaps.is_empty());
        let owned = if lacks { AnswerStatus::No } else { AnswerStatus::Fine };
        let opened = self.check_seal(session, &batch.decks).max(Some(owned));
        let status = self.status(&batch.decks).max(self.worst_config(&batch));
        Ok(opened.map_or(status, |opened| status.max(opened)))
    }

    /// Checks decks for forms with a row per deck. There may be very many, so only the rows are
    /// kept.
    fn run_in_parts(
        &self,
        session: &mut Session<'_>,
        request: &CheckRequest,
        write: PartWriter,
    ) -> Result<AnswerStatus, Failure> {
        if self.collection.is_some() {
            return Err(session.refusal(CliMessage::NoRoomForCollection));
        }
        let (mut rows, mut status, mut written) = (Vec::new(), AnswerStatus::Fine, Ok(()));
        let batch = session.check_in_parts(&self.decks, request, |decks| {
            if !decks.is_empty() && written.is_ok() {
                written = write(&decks, rows.is_empty(), &mut rows);
            }
            status = status.max(self.status(&decks));
        });
        written?;
        // Without a deck no part was written, but the form has its frame all the same.
        if rows.is_empty() {
            write(&[], true, &mut rows)?;
        }
        session.streams.out.write_all(&rows)?;
        self.tell_remarks(session, &batch);
        Ok(status.max(self.worst_config(&batch)))
    }

    /// Reports on standard error what the form of output has no place for.
    fn tell_remarks(&self, session: &mut Session<'_>, batch: &Batch) {
        if !self.output.has_remarks {
            let remarks = human::remarks(batch, &session.talk);
            remarks.iter().for_each(|remark| session.say(remark));
        }
    }

    fn worst_config(&self, batch: &Batch) -> AnswerStatus {
        batch.configs.iter().map(|c| self.config_status(c)).max().unwrap_or(AnswerStatus::Fine)
    }

    /// The cards missing from the collection; `None` without `--collection`.
    fn find_missing_cards(
        &self,
        session: &mut Session<'_>,
        batch: &Batch,
    ) -> Result<Option<CollectionGaps>, Failure> {
        let Some(path) = &self.collection else { return Ok(None) };
        if !self.output.shows_all {
            return Err(session.refusal(CliMessage::NoRoomForCollection));
        }
        super::collection::find_missing_cards(session, &batch.decks, path, self.together).map(Some)
    }

    fn print(
        &self,
        session: &mut Session<'_>,
        batch: &Batch,
        look: &Look,
        gaps: Option<&CollectionGaps>,
    ) -> Result<(), Failure> {
        if let ("json", Some(human)) = (self.output.name, report::forms::FORMS.first()) {
            session.write_beside(|session| (human.write)(batch, look, session.streams.out))?;
        }
        let out = &mut *session.streams.out;
        if let (Some(gaps), true) = (gaps, self.output.name == "json") {
            let document = CheckDocument::new(batch).with_collection(gaps);
            return Ok(report::forms::json::write(&document, out)?);
        }
        (self.output.write)(batch, look, out)?;
        if let Some(gaps) = gaps {
            let paths: Vec<&str> = batch.decks.iter().map(|deck| deck.path.as_str()).collect();
            let out = &mut session.folded_output();
            collection::write_shopping_list(gaps, &paths, &look.style, out)?;
        }
        Ok(())
    }

    /// Reports for each deck whether it is the sealed one. `None` without `--sealed`.
    fn check_seal(&self, session: &mut Session<'_>, decks: &[CheckedDeck]) -> Option<AnswerStatus> {
        let (sealed, nonce) = self.sealed.zip(self.nonce)?;
        let mut worst = AnswerStatus::Fine;
        for deck in decks {
            let same = opens_seal(deck, sealed, nonce);
            session.say_line(&CliMessage::Sealed { path: deck.path.clone(), same });
            worst = worst.max(match same {
                Some(true) => AnswerStatus::Fine,
                Some(false) => AnswerStatus::No,
                None => AnswerStatus::Unusable,
            });
        }
        Some(worst)
    }

    pub(super) fn config_status(&self, config: &CheckedConfig) -> AnswerStatus {
        let denied = config.has(Severity::Warning) && self.deny.contains(&DeniedOutcome::Warnings);
        if config.is_unusable() {
            AnswerStatus::Unusable
        } else if denied || config.has(Severity::Error) {
            AnswerStatus::No
        } else {
            AnswerStatus::Fine
        }
    }

    /// The exit status for decks. A deck that is checked against several formats has to be legal in
    /// one: its best format counts.
    fn status(&self, decks: &[CheckedDeck]) -> AnswerStatus {
        let mut worst = AnswerStatus::Fine;
        for rows in sleeve_check::by_deck(decks) {
            let best = rows.iter().map(|d| self.deck_status(d)).min();
            worst = worst.max(best.unwrap_or(AnswerStatus::Fine));
        }
        worst
    }

    /// The exit status for a deck: its verdict, its assertions, and `--deny`.
    pub(super) fn deck_status(&self, deck: &CheckedDeck) -> AnswerStatus {
        let denied = |what| self.deny.contains(&what);
        let broken = |f: &rules::Finding| f.status == rules::FindingStatus::Broken;
        let warned = deck.findings().iter().any(|f| f.level == Level::Warning && broken(f));
        let status = match deck.verdict() {
            Verdict::Unusable => AnswerStatus::Unusable,
            Verdict::Illegal => AnswerStatus::No,
            _ if denied(DeniedOutcome::Warnings) && warned => AnswerStatus::No,
            _ if denied(DeniedOutcome::Provisional) && deck.is_provisional() => AnswerStatus::No,
            Verdict::Undetermined if denied(DeniedOutcome::Undetermined) => AnswerStatus::No,
            Verdict::Undetermined => AnswerStatus::Undetermined,
            Verdict::Legal => AnswerStatus::Fine,
        };
        match deck.assertion_truth() {
            Truth::True => status,
            Truth::Unknown if denied(DeniedOutcome::Undetermined) => status.max(AnswerStatus::No),
            Truth::Unknown => status.max(AnswerStatus::Undetermined),
            Truth::False => status.max(AnswerStatus::No),
        }
    }
}
