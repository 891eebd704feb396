//! How many decks can be built at once from a collection, as text and JSON.

use crate::collection::{MissingCards, WantingRow, write_missing_cards};
use crate::documents::DataHead;
use crate::text::Style;
use crate::text::escape::safe;
use crate::text::words::format_count;
use sleeve_data::model::Catalog;
use std::io::{self, Write};
use std::sync::Arc;

/// The document's name and version.
pub const BUILD_DECKS: &str = "sleeve/build-decks/1";

/// A number of decks to build at once, those that need the fewest cards.
#[derive(Debug)]
pub struct DeckBatch {
    /// Their positions among all decks, in order.
    pub decks: Vec<usize>,
    /// The cards that are missing for them, by game.
    pub missing: Vec<MissingCards>,
    /// Whether it is proven that no other decks, as many, need fewer cards.
    pub is_proven: bool,
}

impl DeckBatch {
    /// The number of missing copies.
    pub fn copies(&self) -> u32 {
        self.missing.iter().flat_map(|missing| &missing.cards).map(|(_, copies)| *copies).sum()
    }
}

/// The decks that can be built at once from a collection.
#[derive(Debug)]
pub struct DecksAtOnce {
    /// Path of the collection as given.
    pub path: String,
    /// Paths of the decks.
    pub decks: Vec<String>,
    /// The games of the decks.
    pub catalogs: Vec<Arc<Catalog>>,
    /// For each number of decks from the most that need no further card up to all.
    pub batches: Vec<DeckBatch>,
}

impl DecksAtOnce {
    /// Whether all decks can be built at once.
    pub fn are_all(&self) -> bool {
        self.batches.len() < 2
    }

    /// Whether it is proven that no more decks than those of the first batch can be built.
    fn is_proven(&self) -> bool {
        self.batches.get(1).is_none_or(|more| more.is_proven)
    }

    fn names(&self, is_listed: impl Fn(usize) -> bool) -> String {
        let listed = self.decks.iter().enumerate().filter(|(at, _)| is_listed(*at));
        listed.map(|(_, path)| safe(path)).collect::<Vec<_>>().join(", ")
    }

    /// Writes how many decks can be built, which, and what is missing for more. The cards are
    /// listed for one more deck and for all.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        let Some((first, more)) = self.batches.split_first() else { return Ok(()) };
        let out = &mut style.typesetter(out);
        let (path, all, number) = (safe(&self.path), self.decks.len(), first.decks.len());
        let text = say!(
            style.lang,
            number,
            "{number} of {all} decks can be built from {path}",
            "{number} of {all} decks can be built at once from {path}"
        );
        writeln!(out, "{}", style.bold(&text))?;
        if number > 0 {
            writeln!(out, "  {}", self.names(|at| first.decks.contains(&at)))?;
        }
        if !self.is_proven() {
            let text = word!(style.lang, "the search stopped early: perhaps more can be built");
            writeln!(out, "  {}", style.doubtful(text))?;
        }
        for (at, batch) in more.iter().enumerate() {
            writeln!(out, "{}", self.describe_batch(batch, style))?;
            if at == 0 || at + 1 == more.len() {
                write_missing_cards(&batch.missing, style, out)?;
            }
        }
        Ok(())
    }

    fn describe_batch(&self, batch: &DeckBatch, style: &Style) -> String {
        let number = batch.decks.len();
        let cards = format_count(batch.copies(), word!(style.lang, "card"), style.lang);
        let mut text = if batch.is_proven {
            say!(
                style.lang,
                number,
                "{number} deck needs {cards} more",
                "{number} decks need {cards} more"
            )
        } else {
            say!(style.lang, "{number} decks need at most {cards} more")
        };
        if number < self.decks.len() {
            let names = self.names(|at| !batch.decks.contains(&at));
            text += &say!(style.lang, ", without {names}");
        }
        text
    }
}

rows! {
    /// The whole document.
    pub struct DecksAtOnceDocument<'a>(found: &'a DecksAtOnce) after {
        let batches = found.batches.iter().map(|batch| DeckBatchRow::new(found, batch));
    } {
        ..head: DataHead = DataHead::new(BUILD_DECKS, &found.catalogs),
        /// The collection, as given.
        collection: &'a str = &found.path,
        /// The decks, as given.
        decks: Vec<&'a str> = found.decks.iter().map(String::as_str).collect(),
        /// The most decks that can be built at once.
        at_once: usize = found.batches.first().map_or(0, |batch| batch.decks.len()),
        /// Whether it is proven that no more decks can be built at once.
        proven: bool = found.is_proven(),
        /// The best decks for each number of them, from that number up to all.
        choices: Vec<DeckBatchRow<'a>> = batches.collect(),
    }

    struct DeckBatchRow<'a>(found: &'a DecksAtOnce, batch: &'a DeckBatch) after {
        let paths = batch.decks.iter().filter_map(|at| found.decks.get(*at));
    } {
        /// The decks.
        decks: Vec<&'a str> = paths.map(String::as_str).collect(),
        /// Number of missing copies.
        copies: u32 = batch.copies(),
        /// Whether it is proven that no other decks, as many, need fewer.
        proven: bool = batch.is_proven,
        ..missing: WantingRow<'a> = WantingRow::new(&batch.missing),
    }
}
