//! The fewest cards of a deck that give a finding, as a text to report.

use super::{CheckQuestion, VerdictMessage};
use crate::{Desk, Refusal, RequestMessage};
use sleeve_check::{Batch, CheckRequest, DeckState, Input};
use sleeve_data::model::Spanned;
use sleeve_decks::{self as decks, DeckFormat};
use sleeve_report::{Style, documents::check::SmallestDeck};
use std::path::Path;

impl CheckQuestion {
    /// Shrinks the one deck of a batch to the fewest cards that give the finding of a rule. The
    /// file of these cards is judged once more, like any deck.
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
        let of_deck = checked.findings().iter().filter(|finding| finding.is_of_deck());
        let mut known: Vec<String> = of_deck.map(|finding| finding.rule.clone()).collect();
        known.dedup();
        let rule = rule.to_owned();
        let Some(catalog) = checked.catalog().filter(|_| known.contains(&rule)) else {
            return Err(VerdictMessage::NoFinding { rule, known }.into());
        };
        let Some(mut shrunk) = sleeve_check::shrink(checked, &rule, &request.options) else {
            return Err(VerdictMessage::NotShrunk { rule }.into());
        };
        self.deck.override_deck(&mut shrunk.deck, checked);
        let format = checked.format_id().unwrap_or_default().to_owned();
        shrunk.deck.format.get_or_insert_with(|| Spanned::new(format, 0..0));
        let talk = desk.talk();
        let text = decks::write(&shrunk.deck, catalog, DeckFormat::Toml, talk.lang).text;
        let path = Path::new(checked.file_path()).with_file_name("smallest.toml");
        let input = Input::bytes(&path.display().to_string(), text.as_bytes());
        let request = CheckRequest { options: request.options.clone(), ..CheckRequest::default() };
        let mut judged = sleeve_check::check(desk.projects(), vec![input], &request);
        for deck in &mut judged.decks {
            if let DeckState::Judged { checked, .. } = &mut deck.state {
                checked.findings.retain(|finding| finding.rule == rule);
            }
        }
        let style = Style { lang: talk.lang, ..Style::PLAIN };
        Ok(SmallestDeck::new(rule, &shrunk, text, &judged, &style))
    }
}
