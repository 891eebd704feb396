//! How many decks can be built at once from a collection, as text and JSON.

use crate::{
    collection::{MissingCards, WantingRow, write_missing_cards},
    documents::DataHead,
    text::{Style, escape::safe, words::format_count},
};
use sleeve_solve::DeckChoice;
use std::{
    io::{self, Write},
    slice,
};

/// The document's name and version.
pub const BUILD_DECKS: &str = "sleeve/build-decks/1";

/// A number of decks to build at once, those that need the fewest cards.
pub struct DeckBatch {
    pub choice: DeckChoice,
    pub missing: MissingCards,
}

/// The decks that can be built at once from a collection.
pub struct DecksAtOnce {
    /// Paths of the decks.
    pub decks: Vec<String>,
    /// For each number of decks from the most that need no further card up to all.
    pub batches: Vec<DeckBatch>,
}

impl DecksAtOnce {
    /// Whether all decks can be built at once.
    pub fn are_all(&self) -> bool {
        self.batches.len() < 2
    }

    fn paths(&self, choice: &DeckChoice) -> Vec<&str> {
        let paths = choice.decks.iter().filter_map(|at| self.decks.get(*at));
        paths.map(String::as_str).collect()
    }

    /// Writes which decks can be built, which need the fewest cards more, and these cards for all.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        let out = &mut style.typesetter(out);
        for choice in self.batches.iter().map(|batch| &batch.choice) {
            if choice.decks.is_empty() {
                continue;
            }
            let (number, all) = (choice.decks.len(), self.decks.len());
            let copies = u32::try_from(choice.missing).unwrap_or(u32::MAX);
            let cards = format_count(copies, word!(style.lang, "card"), style.lang);
            let text = if copies == 0 {
                say!(style.lang, "{number} of {all} decks can be built at once")
            } else if choice.is_proven {
                say!(style.lang, "{number} of {all} decks need {cards} more")
            } else {
                say!(style.lang, "{number} of {all} decks need at most {cards} more")
            };
            let paths = self.paths(choice).join(", ");
            writeln!(out, "{text}{}{}", style.lang.colon(), safe(&paths))?;
        }
        let last = self.batches.last().map(|batch| &batch.missing);
        write_missing_cards(last.map_or(&[][..], slice::from_ref), style, out)
    }
}

rows! {
    /// The whole document.
    pub struct DecksAtOnceDocument<'a>(found: &'a DecksAtOnce) after {
        let catalogs = found.batches.first().map(|batch| &batch.missing.catalog);
        let batches = found.batches.iter().map(|batch| DeckBatchRow::new(found, batch));
    } {
        ..head: DataHead = DataHead::new(BUILD_DECKS, catalogs),
        /// The decks, as given.
        decks: Vec<&'a str> = found.decks.iter().map(String::as_str).collect(),
        /// The best decks for each number of them, from the most that need no further card up to all.
        choices: Vec<DeckBatchRow<'a>> = batches.collect(),
    }

    struct DeckBatchRow<'a>(found: &'a DecksAtOnce, batch: &'a DeckBatch) {
        /// The decks.
        decks: Vec<&'a str> = found.paths(&batch.choice),
        /// Number of missing copies.
        copies: u64 = batch.choice.missing,
        /// Whether it is proven that no other decks, as many, need fewer.
        proven: bool = batch.choice.is_proven,
        ..missing: WantingRow<'a> = WantingRow::new([&batch.missing]),
    }
}
