//! A verdict for each deck, with every problem at once.

mod event;
mod messages;
mod shrink;

pub use event::EventOptions;
pub use messages::VerdictMessage;
pub use shrink::ShrinkRequest;

use crate::{
    Answer, AnswerStatus, DeckOptions, Desk, Refusal, TextValue, collection::find_missing_cards,
    seal::opens_seal,
};
use event::{EventAnswer, LockFile};
use serde::Deserialize;
use sleeve_check::{Batch, CheckRequest, CheckedConfig, CheckedDeck};
use sleeve_data::{
    model::{Date, Level},
    problem::{Message, Severity},
};
use sleeve_decks::fingerprint::{Nonce, Seal};
use sleeve_language::Truth;
use sleeve_report::{
    Style,
    collection::{CollectionGaps, write_shopping_list},
    documents::check::{CheckDocument, SmallestDeck},
    forms::{FORMS, FormScope, Look, OutputForm, PartWriter, human, json},
    text::{escape::safe, lines::FoldingWriter},
};
use sleeve_rules::{Finding, FindingStatus, Verdict};
use std::{
    io::{self, Write},
    path::PathBuf,
};

fields! {
    /// Verdicts on decks, or on those of an event.
    CheckQuestion -> CheckAnswer; needs [["lock", "event"], ["change", "lock"], ["drop", "lock"], ["round", "event"], ["sealed", "nonce"], ["nonce", "sealed"], ["together", "collection"]] {
        /// Deck files or folders, `-` for standard input
        #[arg(required_unless_present = "event", value_name = "DECK")]
        decks: Vec<PathBuf>,
        /// Skip named files that are not decks
        #[arg(long)]
        only_decks: bool,
        ..deck: DeckOptions,
        ..tournament: EventOptions,
        /// Check as of this day, without later sets
        ///
        /// Later lists and formats do not count either.
        #[arg(long, value_name = "DATE")]
        on: Option<TextValue<Date>>,
        /// Print how long each legal deck stays legal
        ///
        /// As far as later lists and formats are known.
        #[arg(long, conflicts_with = "event")]
        until: bool,
        /// Check that the deck matches this seal
        ///
        /// Write it as `sleeve seal` printed it.
        #[arg(long, value_name = "SEAL", requires = "nonce")]
        sealed: Option<TextValue<Seal>>,
        /// Nonce that opens the seal
        #[arg(long, value_name = "NONCE", requires = "sealed", conflicts_with = "event")]
        nonce: Option<TextValue<Nonce>>,
        /// Print the fewest cards with this finding
        ///
        /// As a text with rule, source and versions, to report a mistake. Name the rule as `check`
        /// prints it.
        #[arg(long, value_name = "RULE", conflicts_with_all = ["event", "until", "sealed", "collection"])]
        shrink: Option<String>,
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
    }
}

/// What counts as a "no" besides illegal decks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum, Deserialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DeniedOutcome {
    /// Broken rules of level warning
    Warnings,
    /// Verdicts that rest on stand-ins or inferred facts
    Provisional,
    /// Verdicts that depend on unpublished facts
    Undetermined,
}

/// The checked decks.
pub struct CheckAnswer {
    pub batch: Batch,
    /// Messages that are no part of the answer. They come after it.
    remarks: Vec<String>,
    /// The lock of the event that is to be written.
    lock: Option<LockFile>,
    /// Why the lock cannot be written. The answer is complete without it.
    failure: Option<Refusal>,
    /// Whether every deck was checked under all formats of its game.
    all_formats: bool,
    gaps: Option<CollectionGaps>,
    shrunk: Option<SmallestDeck>,
    event: Option<EventAnswer>,
    /// The decks as they are written in a form with a row per deck. The batch then has none.
    rows: Option<Vec<u8>>,
    status: AnswerStatus,
}

impl CheckAnswer {
    /// Writes the answer in one of the forms.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write_in_form(
        &self,
        form: &OutputForm,
        out: &mut dyn Write,
        style: &Style,
        quiet: bool,
    ) -> io::Result<()> {
        if let Some(rows) = &self.rows {
            return out.write_all(rows);
        }
        let look = Look { style: *style, quiet, all_formats: self.all_formats };
        if let Some(event) = &self.event {
            return event.write(form, &self.batch, &look, out);
        }
        if let Some(shrunk) = &self.shrunk {
            if form.scope == FormScope::Document {
                return json::write(&CheckDocument::new(&self.batch).with_smallest(shrunk), out);
            }
            return shrunk.write_human(style, out);
        }
        let Some(gaps) = &self.gaps else { return (form.write)(&self.batch, &look, out) };
        if form.scope == FormScope::Document {
            return json::write(&CheckDocument::new(&self.batch).with_collection(gaps), out);
        }
        (form.write)(&self.batch, &look, out)?;
        let paths: Vec<&str> = self
            .batch
            .decks
            .iter()
            .map(|deck| deck.path.as_str())
            .collect();
        write_shopping_list(gaps, &paths, style, &mut FoldingWriter::new(out, style))
    }
}

impl Answer for CheckAnswer {
    fn status(&self) -> AnswerStatus {
        self.status
    }

    fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        let [human, ..] = FORMS;
        self.write_in_form(human, out, style, quiet)
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let [_, json, ..] = FORMS;
        self.write_in_form(json, out, &Style::PLAIN, false)
    }

    fn remarks(&self, _: &Style, _: bool) -> Vec<String> {
        self.remarks.clone()
    }

    fn finish(&mut self, desk: &mut dyn Desk) -> Result<(), Refusal> {
        if let Some(lock) = &self.lock {
            desk.write_file(&lock.path, &lock.text, lock.replaces)?;
        }
        self.failure.take().map_or(Ok(()), Err)
    }
}

impl CheckQuestion {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<CheckAnswer, Refusal> {
        let [_, json, ..] = FORMS;
        self.answer_in_form(desk, json)
    }

    /// Answers only what one of the forms can show.
    ///
    /// # Errors
    /// Why it has no answer, or why the form cannot show it.
    pub fn answer_in_form(
        &self,
        desk: &mut dyn Desk,
        form: &OutputForm,
    ) -> Result<CheckAnswer, Refusal> {
        if let Some(event) = &self.tournament.event {
            return self.answer_event(desk, event, form);
        }
        let shows_all = form.scope != FormScope::Verdict;
        if self.until && form.has_remarks && !shows_all {
            return Err(VerdictMessage::NoRoomForUntil.into());
        }
        if self.shrink.is_some() && !shows_all {
            return Err(VerdictMessage::NoRoomForShrink.into());
        }
        if self.collection.is_some() && !shows_all {
            return Err(VerdictMessage::NoRoomForCollection.into());
        }
        let is_sealed = self.sealed.is_some();
        let request = CheckRequest {
            seek_repairs: shows_all,
            try_formats: shows_all && !is_sealed,
            only_allowing: form.scope == FormScope::Text && self.shrink.is_none(),
            judge_readings: !is_sealed,
            // The cards are dropped, and without them no seal can be compared.
            verdicts_only: !form.has_remarks && !is_sealed,
            ..self.request()
        };
        match form.write_part {
            Some(write) if request.verdicts_only => self.answer_in_rows(desk, &request, write),
            _ => self.answer_at_once(desk, &request, form),
        }
    }

    fn request(&self) -> CheckRequest {
        let mut request = self.deck.request();
        request.options.on = self.on.as_ref().map(|on| on.0);
        request.only_decks = self.only_decks;
        request.find_legal_until = self.until;
        request
    }

    fn answer_at_once(
        &self,
        desk: &mut dyn Desk,
        request: &CheckRequest,
        form: &OutputForm,
    ) -> Result<CheckAnswer, Refusal> {
        let batch = desk.check(&self.decks, request);
        let gaps = match &self.collection {
            Some(path) => Some(find_missing_cards(desk, &batch.decks, path, self.together)?),
            None => None,
        };
        let mut answer = self.new_answer(batch, &desk.talk(), !form.has_remarks);
        if gaps.as_ref().is_some_and(|gaps| !gaps.is_empty()) {
            answer.status = answer.status.max(AnswerStatus::No);
        }
        self.check_seal(&mut answer, &desk.talk());
        if let Some(rule) = &self.shrink {
            answer.shrunk = Some(self.shrink_deck(rule, desk, &answer.batch, request)?);
        }
        Ok(CheckAnswer { all_formats: request.is_all(), gaps, ..answer })
    }

    /// Checks decks for forms with a row per deck. There may be very many, so only the rows are
    /// kept.
    fn answer_in_rows(
        &self,
        desk: &mut dyn Desk,
        request: &CheckRequest,
        write: PartWriter,
    ) -> Result<CheckAnswer, Refusal> {
        let (mut rows, mut status, mut written) = (Vec::new(), AnswerStatus::Fine, Ok(()));
        let batch = desk.check_in_parts(&self.decks, request, &mut |decks| {
            if !decks.is_empty() && written.is_ok() {
                written = write(&decks, rows.is_empty(), &mut rows);
            }
            status = status.max(self.status(&decks));
        });
        // Without a deck no part was written, but the form has its frame all the same.
        if rows.is_empty() {
            written = written.and_then(|()| write(&[], true, &mut rows));
        }
        written.map_err(|error| Refusal::Text(error.to_string()))?;
        let answer = self.new_answer(batch, &desk.talk(), true);
        Ok(CheckAnswer { rows: Some(rows), status: status.max(answer.status), ..answer })
    }

    /// The answer for a batch. `is_bare`: its form has no place for remarks.
    fn new_answer(&self, batch: Batch, talk: &Style, is_bare: bool) -> CheckAnswer {
        let configs = batch
            .configs
            .iter()
            .map(|config| self.config_status(config));
        let status = configs.fold(self.status(&batch.decks), AnswerStatus::max);
        let remarks = if is_bare { human::remarks(&batch, talk) } else { Vec::new() };
        CheckAnswer {
            batch,
            remarks,
            lock: None,
            failure: None,
            all_formats: false,
            gaps: None,
            shrunk: None,
            event: None,
            rows: None,
            status,
        }
    }

    /// Remarks for each deck whether it is the sealed one.
    fn check_seal(&self, answer: &mut CheckAnswer, talk: &Style) {
        let (Some(TextValue(sealed)), Some(TextValue(nonce))) = (&self.sealed, &self.nonce) else {
            return;
        };
        for deck in &answer.batch.decks {
            let same = opens_seal(deck, *sealed, *nonce);
            let message = VerdictMessage::Sealed { path: deck.path.clone(), same };
            answer
                .remarks
                .push(safe(&message.title(talk.lang)).into_owned());
            answer.status = answer.status.max(match same {
                Some(true) => AnswerStatus::Fine,
                Some(false) => AnswerStatus::No,
                None => AnswerStatus::Unusable,
            });
        }
    }

    fn config_status(&self, config: &CheckedConfig) -> AnswerStatus {
        let denied = config.has(Severity::Warning) && self.denies(DeniedOutcome::Warnings);
        if config.is_unusable() {
            AnswerStatus::Unusable
        } else if denied || config.has(Severity::Error) {
            AnswerStatus::No
        } else {
            AnswerStatus::Fine
        }
    }

    /// The status of decks. A deck that is checked against several formats has to be legal in one:
    /// its best format counts.
    fn status(&self, decks: &[CheckedDeck]) -> AnswerStatus {
        let mut worst = AnswerStatus::Fine;
        for rows in sleeve_check::by_deck(decks) {
            let best = rows.iter().map(|deck| self.deck_status(deck)).min();
            worst = worst.max(best.unwrap_or(AnswerStatus::Fine));
        }
        worst
    }

    /// The status of a deck: its verdict, its assertions, and `deny`.
    fn deck_status(&self, deck: &CheckedDeck) -> AnswerStatus {
        let open = if self.denies(DeniedOutcome::Undetermined) {
            AnswerStatus::No
        } else {
            AnswerStatus::Undetermined
        };
        let is_denied = self.denies(DeniedOutcome::Warnings)
            && deck.findings().iter().any(is_broken_warning)
            || self.denies(DeniedOutcome::Provisional) && deck.is_provisional();
        let status = match deck.verdict() {
            Verdict::Unusable => AnswerStatus::Unusable,
            Verdict::Illegal => AnswerStatus::No,
            _ if is_denied => AnswerStatus::No,
            Verdict::Undetermined => open,
            Verdict::Legal => AnswerStatus::Fine,
        };
        status.max(match deck.assertion_truth() {
            Truth::True => AnswerStatus::Fine,
            Truth::Unknown => open,
            Truth::False => AnswerStatus::No,
        })
    }

    fn denies(&self, outcome: DeniedOutcome) -> bool {
        self.deny.contains(&outcome)
    }
}

fn is_broken_warning(finding: &Finding) -> bool {
    finding.level == Level::Warning && finding.status == FindingStatus::Broken
}
