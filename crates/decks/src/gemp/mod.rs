//! The decks of the GEMP game server: its XML export, the line in its database, and the text of its
//! deck page.

pub(super) mod line;
pub(super) mod text;
pub(super) mod xml;

use super::view::{DeckView, ListRow, list_rows};
use sleeve_data::model::CardIndex;

/// The zone of the cards that the server calls outside the deck.
pub(super) const OUTSIDE: &str = "outside";

/// The marks that the server adds to ids.
const MARKS: [char; 2] = ['*', '^'];

/// The rows of all zones but one, because the server has no other zones.
fn rows_inside<'a>(view: &DeckView<'a>) -> Vec<ListRow<'a>> {
    list_rows(view.deck, &|zone| zone != OUTSIDE)
}

/// Repeats each card for each copy, without unresolved lines.
fn expand_copies(rows: &[ListRow]) -> Vec<CardIndex> {
    let cards = rows.iter().filter_map(|row| Some((row.card.ok()?, row.count)));
    cards.flat_map(|(card, count)| std::iter::repeat_n(card, count as usize)).collect()
}
