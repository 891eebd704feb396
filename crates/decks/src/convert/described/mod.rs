//! Decks in forms that games describe as data.

mod json;
mod lines;
mod xml;

use super::rows::ListRow;
use super::{DeckView, escape_json, show_hidden};
use crate::resolve::card_code;
use sleeve_data::model::reader::{FileLayout, HeadKey};
use sleeve_data::model::{Deck, DeckReader};

/// The deck as the text of a file.
pub(super) fn write(w: &DeckView, reader: &DeckReader) -> String {
    match &reader.layout {
        FileLayout::Lines(layout) => show_hidden(&lines::write(w, layout, reader)),
        FileLayout::Xml(layout) => xml::write(w, layout, reader),
        FileLayout::Json(layout) => escape_json(&json::write(w, layout, reader)),
    }
}

/// What a deck says of itself under a key.
fn head_value(deck: &Deck, key: HeadKey) -> Option<&str> {
    match key {
        HeadKey::Name => deck.name.as_deref(),
        HeadKey::Player => deck.player.as_deref(),
        HeadKey::Format => deck.format.as_ref().map(|f| f.value.as_str()),
        HeadKey::Role => deck.role.as_ref().map(|r| r.value.as_str()),
        HeadKey::Source => deck.source.as_deref(),
        HeadKey::Notes => deck.remarks.as_deref(),
    }
}

/// The parts of a file: the word for each zone with its cards, what stands under no word first. A zone
/// without a word has no place in the form, unless the form knows no zones at all.
fn zone_parts<'w, 'r>(
    w: &DeckView<'w>,
    reader: &'r DeckReader,
) -> Vec<(&'r str, Vec<ListRow<'w>>)> {
    if reader.zones.is_empty() {
        let rows = w.zones().into_iter().flat_map(|zone| w.rows(zone)).collect();
        return vec![("", rows)];
    }
    let word = |zone: &str| reader.zones.iter().find(|(_, of)| of == zone).map(|(word, _)| word);
    let placed =
        w.zones().into_iter().filter_map(|zone| Some((word(zone)?.as_str(), w.rows(zone))));
    let mut parts: Vec<(&str, Vec<ListRow>)> = placed.collect();
    parts.sort_by_key(|(word, _)| !word.is_empty());
    parts
}

/// What a row's card is called by its id, where the form and the card have one.
fn row_id(w: &DeckView, reader: &DeckReader, row: &ListRow) -> Option<String> {
    match row.card {
        Ok(card) => card_code(w.catalog, card, &reader.ids),
        Err(text) => Some(text.to_owned()),
    }
}

/// What a row's card is called by its name.
fn row_name(w: &DeckView, row: &ListRow) -> String {
    match row.card {
        Ok(card) => w.names.name(card).to_owned(),
        Err(text) => text.to_owned(),
    }
}

/// The set of a row's card: its code, else its id.
fn row_set(w: &DeckView, row: &ListRow) -> Option<String> {
    let set = w.catalog.cards.card(row.card.ok()?).sets().next()?;
    let set = w.catalog.game.sets.get(set.index())?;
    Some(set.code.as_ref().unwrap_or(&set.named.id).to_string())
}
