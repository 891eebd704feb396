//! `sleeve convert`: writes a deck in another file format and reports what that format cannot hold.

use super::arguments;
use super::{AnswerStatus, Failure, Session};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_check::CheckedDeck;
use sleeve_data::model::{Catalog, Deck, DeckReader, Level};
use sleeve_decks::{self as decks, DeckForm, Loss, Written};
use sleeve_report::{Diagnostic, Severity};
use sleeve_requests::DeckOptions;
use sleeve_requests::RequestMessage;
use sleeve_rules::{self as rules, CheckOptions, CheckResult, Rulebook, Verdict};
use std::path::PathBuf;
use std::sync::Arc;

/// Convert between deck file formats
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve convert deck.txt --to toml deck.toml
  sleeve convert deck.toml --to text

sleeve lists what the new format cannot hold.")]
pub struct ConvertCommand {
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
    #[command(flatten)]
    deck_args: DeckOptions,
}

impl ConvertCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let request = self.deck_args.request();
        let checked = session.check_decks(std::slice::from_ref(&self.deck), &request);
        // A deck may bring a game whose file formats the games of the current folder do not have.
        let mut described = session.library.described_readers();
        let catalogs =
            checked.iter().filter_map(|deck| deck.catalog_and_deck()).map(|(catalog, _)| catalog);
        described.extend(catalogs.flat_map(|catalog| catalog.game.described.iter().cloned()));
        if DeckForm::from_name(&self.to, &described).is_none() {
            return Err(self.unknown_format_failure(session, &described));
        }
        let [deck] = checked.as_slice() else {
            return Err(RequestMessage::not_one_deck(&self.deck, &checked).into());
        };
        let Some((catalog, resolved)) = deck.catalog_and_deck() else {
            arguments::say_unusable_deck(session, deck);
            return Ok(AnswerStatus::Unusable);
        };
        let described = &catalog.game.described;
        let Some(to) = DeckForm::from_name(&self.to, described) else {
            return Err(self.unknown_format_failure(session, described));
        };
        let lang = session.talk.lang;
        let mut resolved = resolved.clone();
        self.deck_args.override_deck(&mut resolved, deck);
        let written = decks::write(&resolved, catalog, to, lang);
        self.say_losses(session, deck, catalog, &written, &request.options);
        session.write_or_print(self.file.as_ref(), &written.text)?;
        if deck.is_whole() {
            return Ok(AnswerStatus::Fine);
        }
        arguments::say_unusable_deck(session, deck);
        let lost = written.losses.iter().filter(|loss| matches!(loss, Loss::Line(_)));
        let lines = lost.count();
        if lines > 0 {
            session.say_message(Severity::Warning, CliMessage::WrittenInPart { lines });
        }
        Ok(AnswerStatus::Unusable)
    }

    /// Reports what the file cannot hold, before it is written. A legal deck that becomes illegal
    /// is reported first.
    fn say_losses(
        &self,
        session: &mut Session<'_>,
        deck: &CheckedDeck,
        catalog: &Catalog,
        written: &Written,
        options: &CheckOptions,
    ) {
        let talk = session.talk;
        if let Some((format, rules)) = find_spoiled_rules(deck, catalog, &written.back, options) {
            session.say_message(Severity::Warning, CliMessage::Spoiled { format, rules });
        }
        for loss in &written.losses {
            let note = Diagnostic::error(loss.in_words(talk.lang)).severity(Severity::Note);
            session.say(&note.render(&talk));
        }
    }

    fn unknown_format_failure(
        &self,
        session: &Session<'_>,
        described: &[Arc<DeckReader>],
    ) -> Failure {
        let candidates = DeckForm::names(described);
        session.refusal(CliMessage::NoFileFormat { name: self.to.clone(), candidates })
    }
}

/// The format, and the rules that a legal deck breaks when it is read back. `None` if it breaks
/// none or was not legal.
fn find_spoiled_rules(
    deck: &CheckedDeck,
    catalog: &Catalog,
    back: &Deck,
    options: &CheckOptions,
) -> Option<(String, Vec<String>)> {
    let format = deck.format()?;
    if matches!(deck.verdict(), Verdict::Illegal | Verdict::Unusable) {
        return None;
    }
    // Losing the role is not a broken rule: the deck is judged in the role that it had.
    let mut options = options.clone();
    options.overrides.role = deck.role().map(str::to_owned).or(options.overrides.role);
    let checked = Rulebook::new(catalog, format).check(back, &options).ok()?;
    if CheckResult::judge_findings(&checked.findings) != Verdict::Illegal {
        return None;
    }
    let broken =
        |f: &&rules::Finding| f.level == Level::Error && f.status == rules::FindingStatus::Broken;
    let mut ids: Vec<String> =
        checked.findings.iter().filter(broken).map(|f| f.rule.clone()).collect();
    ids.dedup();
    Some((format.named.id.to_string(), ids))
}
