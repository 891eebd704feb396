//! Adds a head that a deck file does not have: its game, its format or its role.

use super::line_range;
use crate::{Hints, raw::RawDeck, read};
use sleeve_data::model::DeckReader;
use std::sync::Arc;

/// Returns the line for a head, with its line feed, and the byte where it is inserted: below the
/// heads of the file, or at the top. `None` if the form has no such line, or if the line would
/// change how cards are read.
pub fn add_head(
    path: &str,
    text: &str,
    described: &[Arc<DeckReader>],
    key: &str,
    value: &str,
) -> Option<(usize, String)> {
    let hints = Hints { described, ..Hints::default() };
    let before = read(path, text.as_bytes(), &hints).ok()?;
    let line = before.reader.heads().line(key, value);
    let heads = [&before.game, &before.format, &before.name, &before.player]
        .into_iter()
        .flatten();
    let at = heads
        .map(|head| line_range(text, &head.span).end)
        .max()
        .unwrap_or(0);
    let (above, below) = text.split_at_checked(at)?;
    let feed = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let is_open = at > 0 && !above.ends_with('\n');
    let added = if is_open { format!("{feed}{line}") } else { format!("{line}{feed}") };
    let after = read(path, [above, &added, below].concat().as_bytes(), &hints).ok()?;
    (!line.is_empty() && cards(&before).eq(cards(&after))).then_some((at, added))
}

fn cards(deck: &RawDeck) -> impl Iterator<Item = (&str, Option<&String>, u32)> {
    deck.cards()
        .map(|card| (card.name.as_str(), card.id.as_ref(), card.count))
}
