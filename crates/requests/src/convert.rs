//! Decks in other file formats, and what these cannot hold.

use crate::{
    AnswerStatus, DeckOptions, Desk, Refusal, RequestMessage, deck::say_unusable_deck,
    desk::say_message, file::FileAnswer,
};
use sleeve_check::CheckedDeck;
use sleeve_data::{
    messages,
    model::{DeckReader, Level},
    problem::{NearOrAll, Quoted, Severity},
};
use sleeve_decks::{self as decks, DeckForm, Loss};
use sleeve_report::Diagnostic;
use sleeve_rules::{CheckOptions, CheckResult, FindingStatus, Rulebook, Verdict};
use std::{path::PathBuf, sync::Arc};

messages! {
    /// Messages about decks in other file formats.
    pub enum ConvertMessage {
        /// The deck is legal, but not as it is read back.
        Spoiled { format: String, rules: Vec<String> } => {
            let rules = Quoted(&rules);
            title: "the deck is legal in {format}, but the converted file is not: {rules}",
            help: "`--to toml` and `--to text` keep every zone",
        }
        NoFileFormat { name: String, candidates: Vec<String> } => {
            title: "there is no file format `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        /// Lines of the deck name no card.
        WrittenInPart { lines: usize } => {
            when *lines == 1 => "1 line of the deck was not written, because it names no card",
            title: "{lines} lines of the deck were not written, because they name no card",
        }
    }
}

fields! {
    /// A deck in another file format.
    ConvertRequest -> FileAnswer {
        /// Deck, or `-` for standard input
        #[arg(value_name = "DECK")]
        deck: PathBuf,
        /// File format to write, such as toml or text
        ///
        /// Other tools' formats and those that the game describes work too.
        #[arg(long, value_name = "READER")]
        to: String,
        /// File to write (default: standard output)
        ///
        /// An existing file is never overwritten.
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        ..options: DeckOptions,
    }
}

impl ConvertRequest {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<FileAnswer, Refusal> {
        let request = self.options.request();
        let batch = desk.check(std::slice::from_ref(&self.deck), &request);
        let checked = desk.take_decks(batch);
        self.refuse_unknown_form(desk, &checked)?;
        let [deck] = checked.as_slice() else {
            return Err(RequestMessage::not_one_deck(&self.deck, &checked).into());
        };
        let Some((catalog, read)) = deck.catalog_and_deck() else {
            say_unusable_deck(desk, deck);
            return Ok(FileAnswer::empty(AnswerStatus::Unusable));
        };
        let form = self.find_form(&desk.library().forms_of(&catalog.game))?;
        let mut converted = read.clone();
        self.options.override_deck(&mut converted, deck);
        let written = decks::write(&converted, catalog, form, desk.talk().lang);
        say_losses(desk, deck, &written, &request.options);
        let mut answer = FileAnswer::place(desk, self.file.as_deref(), written.text)?;
        if !deck.is_whole() {
            say_unusable_deck(desk, deck);
            say_unwritten_lines(desk, &written.losses);
            answer.status = AnswerStatus::Unusable;
        }
        Ok(answer)
    }

    /// Refuses a format that no game has. A deck may bring a game whose file formats the games of
    /// the current folder do not have.
    fn refuse_unknown_form(&self, desk: &dyn Desk, decks: &[CheckedDeck]) -> Result<(), Refusal> {
        let mut described = desk.library().described_readers();
        for (catalog, _) in decks.iter().filter_map(CheckedDeck::catalog_and_deck) {
            described.extend(catalog.game.described.iter().cloned());
        }
        self.find_form(&described).map(|_| ())
    }

    fn find_form(&self, described: &[Arc<DeckReader>]) -> Result<DeckForm, Refusal> {
        DeckForm::from_name(&self.to, described).ok_or_else(|| {
            let (name, candidates) = (self.to.clone(), DeckForm::names(described));
            Refusal::of_message(ConvertMessage::NoFileFormat { name, candidates })
        })
    }
}

/// Warns of what the file cannot hold, before it is written. A legal deck that becomes illegal
/// comes first.
fn say_losses(
    desk: &mut dyn Desk,
    deck: &CheckedDeck,
    written: &decks::Written,
    options: &CheckOptions,
) {
    let rules = find_spoiled_rules(deck, written, options).unwrap_or_default();
    if !rules.is_empty() {
        let format = deck.format_id().unwrap_or_default().to_owned();
        say_message(desk, Severity::Warning, ConvertMessage::Spoiled { format, rules });
    }
    let talk = desk.talk();
    for loss in &written.losses {
        let note = Diagnostic::error(loss.in_words(talk.lang)).severity(Severity::Note);
        desk.say(&note.render(&talk));
    }
}

fn say_unwritten_lines(desk: &mut dyn Desk, losses: &[Loss]) {
    let lines = losses
        .iter()
        .filter(|loss| matches!(loss, Loss::Line(_)))
        .count();
    if lines > 0 {
        say_message(desk, Severity::Warning, ConvertMessage::WrittenInPart { lines });
    }
}

/// The rules that a legal deck breaks when it is read back. `None` if it was not legal.
fn find_spoiled_rules(
    deck: &CheckedDeck,
    written: &decks::Written,
    options: &CheckOptions,
) -> Option<Vec<String>> {
    let (catalog, format) = deck.catalog().zip(deck.format())?;
    if matches!(deck.verdict(), Verdict::Illegal | Verdict::Unusable) {
        return None;
    }
    // Losing the role is not a broken rule: the deck is judged in the role that it had.
    let mut options = options.clone();
    options.overrides.role = deck.role().map(str::to_owned).or(options.overrides.role);
    let checked = Rulebook::new(catalog, format)
        .check(&written.back, &options)
        .ok()?;
    if CheckResult::judge_findings(&checked.findings) != Verdict::Illegal {
        return None;
    }
    let mut rules = Vec::new();
    for finding in checked.findings {
        if finding.level == Level::Error && finding.status == FindingStatus::Broken {
            rules.push(finding.rule);
        }
    }
    rules.dedup();
    Some(rules)
}
