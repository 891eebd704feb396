//! `sleeve seal`: a promise of a deck that hides it, and what opens it.

use super::arguments::{self, FormArgument, OutputArgs};
use super::{AnswerStatus, Failure, Session};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_check::CheckedDeck;
use sleeve_decks::fingerprint::{Fingerprint, Hex, Nonce, Seal as Sealed, seal};
use sleeve_report::documents::{SEAL, SealDocument};
use sleeve_report::{self as report};
use sleeve_requests::DeckOptions;
use sleeve_requests::RequestMessage;
use sleeve_rules::Overrides;
use std::path::PathBuf;

/// Commit to a deck without showing it
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve seal deck.toml
  sleeve check deck.toml --sealed SEAL --nonce NONCE

Publish the seal and keep the nonce: both together prove which deck it was.")]
pub struct SealCommand {
    /// Deck, or `-` for standard input
    #[arg(value_name = "DECK")]
    deck: PathBuf,
    #[command(flatten)]
    deck_args: DeckOptions,
    #[command(flatten)]
    output: OutputArgs,
}

/// Whether a deck is the sealed one. `None` if a line names no card: the canonical text is then
/// unknown.
pub(super) fn opens_seal(deck: &CheckedDeck, sealed: Sealed, nonce: Nonce) -> Option<bool> {
    Some(seal(&deck.canonical_text(&Overrides::default())?, nonce) == sealed)
}

impl SealCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let deck = session
            .check_deck(&self.deck, &self.deck_args.request())
            .map_err(|decks| RequestMessage::not_one_deck(&self.deck, &decks))?;
        let Some(text) = deck.canonical_text(&Overrides::default()) else {
            arguments::say_unusable_deck(session, &deck);
            return Ok(AnswerStatus::Unusable);
        };
        // 128 random bits: without them, anyone could try likely decks until one has the seal.
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| {
            session.refusal(CliMessage::NoRandomBytes { error: error.to_string() })
        })?;
        let nonce: Nonce = Hex(bytes);
        let (fingerprint, sealed) = (Fingerprint::from_canonical(&text), seal(&text, nonce));
        match self.output.form {
            FormArgument::Json => {
                let document = SealDocument {
                    schema: SEAL,
                    path: &deck.path,
                    fingerprint: fingerprint.to_string(),
                    seal: sealed.to_string(),
                    nonce: nonce.to_string(),
                };
                report::forms::json::write(&document, session.streams.out)?;
            }
            FormArgument::Human => {
                let style = session.style;
                let out = &mut *session.streams.out;
                writeln!(out, "{:12} {fingerprint}", word!(style.lang, "fingerprint"))?;
                writeln!(out, "{:12} {sealed}", word!(style.lang, "seal"))?;
                writeln!(out, "{:12} {nonce}", "nonce")?;
                let hint = word!(
                    style.lang,
                    "publish the seal and keep the nonce secret; later, show the deck and the nonce: `sleeve check DECK --sealed SEAL --nonce NONCE`"
                );
                if !session.global.quiet {
                    session.say(hint);
                }
            }
        }
        Ok(AnswerStatus::Fine)
    }
}
