//! A promise of a deck that hides it, and what opens it.

use crate::{
    Answer, AnswerStatus, DeckOptions, Desk, Refusal,
    deck::{check_any_deck, say_unusable_deck},
};
use sleeve_check::CheckedDeck;
use sleeve_decks::fingerprint::{Fingerprint, Hex, Nonce, Seal, seal};
use sleeve_report::{
    Style,
    documents::{SEAL, SealDocument},
    forms::json,
};
use sleeve_rules::Overrides;
use std::{
    io::{self, Write},
    path::PathBuf,
};

fields! {
    /// The seal of a deck.
    SealRequest -> SealAnswer {
        /// Deck, or `-` for standard input
        #[arg(value_name = "DECK")]
        deck: PathBuf,
        ..options: DeckOptions,
    }
}

/// A seal, and what opens it. `None` for a deck that cannot be used.
pub struct SealAnswer(Option<SealDocument>);

impl Answer for SealAnswer {
    fn status(&self) -> AnswerStatus {
        if self.0.is_some() { AnswerStatus::Fine } else { AnswerStatus::Unusable }
    }

    fn write(&self, out: &mut dyn Write, style: &Style, _: bool) -> io::Result<()> {
        let Some(SealDocument { fingerprint, seal, nonce, .. }) = &self.0 else { return Ok(()) };
        writeln!(out, "{:12} {fingerprint}", word!(style.lang, "fingerprint"))?;
        writeln!(out, "{:12} {seal}", word!(style.lang, "seal"))?;
        writeln!(out, "{:12} {nonce}", "nonce")
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        self.0
            .as_ref()
            .map_or(Ok(()), |document| json::write(document, out))
    }
}

/// Whether a deck is the sealed one. `None` if a line names no card: the canonical text is then
/// unknown.
pub(crate) fn opens_seal(deck: &CheckedDeck, sealed: Seal, nonce: Nonce) -> Option<bool> {
    Some(seal(&deck.canonical_text(&Overrides::default())?, nonce) == sealed)
}

impl SealRequest {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<SealAnswer, Refusal> {
        let deck = check_any_deck(desk, &self.deck, &self.options.request())?;
        let Some(text) = deck.canonical_text(&Overrides::default()) else {
            say_unusable_deck(desk, &deck);
            return Ok(SealAnswer(None));
        };
        // 128 random bits: without them, anyone could try likely decks until one has the seal.
        let nonce: Nonce = Hex(desk.random_bytes()?);
        Ok(SealAnswer(Some(SealDocument {
            schema: SEAL,
            path: deck.path,
            fingerprint: Fingerprint::from_canonical(&text).to_string(),
            seal: seal(&text, nonce).to_string(),
            nonce: nonce.to_string(),
        })))
    }
}
