//! The fewest cards of a deck that give a finding, as a text to report.

use super::{CheckQuestion, VerdictMessage};
use crate::{DeckOptions, Desk, Refusal, RequestMessage};
use sleeve_check::{Batch, CheckRequest, CheckedDeck, DeckState, Input};
use sleeve_data::model::Spanned;
use sleeve_decks::{self as decks, DeckFormat};
use sleeve_library::project::Projects;
use sleeve_report::{Style, documents::check::SmallestDeck, forms::human};
use sleeve_rules::{CheckOptions, FindingStatus};
use std::path::Path;

impl CheckQuestion {
    /// Shrinks the one deck of a batch to the fewest cards that give the finding of a rule.
    pub(super) fn shrink_deck(
        &self,
        rule: &str,
        desk: &dyn Desk,
        batch: &Batch,
        request: &CheckRequest,
    ) -> Result<SmallestDeck, Refusal> {
        let [checked] = batch.decks.as_slice() else {
            let path = self.decks.first().map_or(Path::new(""), |path| path);
            return Err(RequestMessage::not_one_deck(path, &batch.decks).into());
        };
        let request = ShrinkRequest {
            rule,
            deck: &self.deck,
            options: &request.options,
            projects: desk.projects(),
            style: Style { lang: desk.talk().lang, ..Style::PLAIN },
            describe,
        };
        Ok(request.shrink(checked)?)
    }
}

/// The verdict as `check` prints it.
fn describe(judged: &Batch, style: &Style) -> String {
    let mut said = Vec::new();
    // Writing to memory does not fail.
    let _ = human::write_decks(judged, style, false, &mut said);
    String::from_utf8_lossy(&said).into_owned()
}

/// A question for the fewest cards of a deck that give a finding.
pub struct ShrinkRequest<'r> {
    /// The rule of the finding.
    pub rule: &'r str,
    /// What overrides the deck.
    pub deck: &'r DeckOptions,
    pub options: &'r CheckOptions,
    pub projects: &'r Projects,
    pub style: Style,
    /// Puts the verdict on these cards into words.
    pub describe: fn(&Batch, &Style) -> String,
}

impl ShrinkRequest<'_> {
    /// Finds the cards. Their file is judged once more, like any deck.
    ///
    /// # Errors
    /// The deck does not have the finding, or no smaller one was found.
    pub fn shrink(&self, checked: &CheckedDeck) -> Result<SmallestDeck, VerdictMessage> {
        let of_deck = checked
            .findings()
            .iter()
            .filter(|of| of.is_of_deck() && of.status != FindingStatus::Note);
        let mut known: Vec<String> = of_deck.map(|finding| finding.rule.clone()).collect();
        known.dedup();
        let rule = self.rule.to_owned();
        let Some(catalog) = checked.catalog().filter(|_| known.contains(&rule)) else {
            return Err(VerdictMessage::NoFinding { rule, known });
        };
        let Some(mut shrunk) = sleeve_check::shrink(checked, self.rule, self.options) else {
            return Err(VerdictMessage::NotShrunk { rule });
        };
        self.deck.override_deck(&mut shrunk.deck, checked);
        let format = checked.format_id().unwrap_or_default().to_owned();
        shrunk
            .deck
            .format
            .get_or_insert_with(|| Spanned::new(format, 0..0));
        let lang = self.style.lang;
        let text = decks::write(&shrunk.deck, catalog, DeckFormat::Toml, lang).text;
        let judged = self.judge(checked, &text);
        let verdict = (self.describe)(&judged, &self.style);
        Ok(SmallestDeck::new(self.rule, &shrunk, text, &judged, &verdict, lang))
    }

    /// The finding alone, as the file of the fewest cards has it.
    fn judge(&self, checked: &CheckedDeck, text: &str) -> Batch {
        let path = Path::new(checked.file_path()).with_file_name("smallest.toml");
        let input = Input::bytes(&path.display().to_string(), text.as_bytes());
        let request = CheckRequest { options: self.options.clone(), ..CheckRequest::default() };
        let mut judged = sleeve_check::check(self.projects, vec![input], &request);
        for deck in &mut judged.decks {
            if let DeckState::Judged { checked, .. } = &mut deck.state {
                checked.findings.retain(|finding| finding.rule == self.rule);
            }
        }
        judged
    }
}
