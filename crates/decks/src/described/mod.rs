//! Deck files in forms that games describe as data: told by what stands in them, and read.

mod card;
mod json;
mod lines;
mod unread;
mod xml;

use super::decode::DeckText;
use super::error::DeckProblem;
use super::raw::{RawDeck, RawItem};
use super::{Confidence, DeckForm};
use sleeve_data::model::reader::{FileLayout, HeadKey};
use sleeve_data::model::{DeckReader, Spanned};
use std::ops::Range;
use std::sync::Arc;

/// Endings that several forms share: they tell no form.
const SHARED_ENDINGS: [&str; 5] = ["toml", "txt", "json", "xml", "htd"];

/// How sure it is that a file is of a form: by all that stands in it, or by its ending alone.
pub(super) fn detect(source: &DeckText, reader: &DeckReader) -> Confidence {
    let told = match &reader.layout {
        FileLayout::Lines(layout) => lines::matches_layout(&source.text, layout, reader),
        FileLayout::Xml(layout) => xml::matches_layout(&source.text, layout),
        FileLayout::Json(layout) => json::matches_layout(&source.text, layout),
    };
    let ending = source.extension.as_str();
    let own = ending == reader.extension && !SHARED_ENDINGS.contains(&ending) && !ending.is_empty();
    match (told, own) {
        (true, _) => Confidence::Yes,
        (false, true) => Confidence::Likely,
        (false, false) => Confidence::No,
    }
}

/// Of games with the forms that each describes those that recognise the file of a deck best: by all
/// that stands in it, else by its ending. None where no game describes the form in which it was read.
pub fn games_of<'g>(
    raw: &RawDeck,
    games: impl Iterator<Item = (&'g str, &'g [Arc<DeckReader>])>,
) -> Vec<&'g str> {
    let DeckForm::Described(_) = raw.reader else { return Vec::new() };
    let source = DeckText::from_raw(raw);
    let (mut most, mut found) = (Confidence::No, Vec::new());
    for (game, described) in games {
        let sure = described.iter().map(|reader| detect(&source, reader)).max();
        let sure = sure.unwrap_or(Confidence::No);
        if sure > most {
            (most, found) = (sure, Vec::new());
        }
        if sure == most && sure > Confidence::No {
            found.push(game);
        }
    }
    found
}

/// Whether a form says itself that its files are UTF-8.
pub(super) fn is_always_utf8(reader: &DeckReader) -> bool {
    match &reader.layout {
        FileLayout::Lines(_) => false,
        FileLayout::Xml(_) | FileLayout::Json(_) => true,
    }
}

/// Reads a file in a form.
pub(super) fn read(
    source: &DeckText,
    deck: RawDeck,
    reader: &DeckReader,
) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    match &reader.layout {
        FileLayout::Lines(layout) => lines::read(source, deck, layout, reader),
        FileLayout::Xml(layout) => xml::read(source, deck, layout, reader),
        FileLayout::Json(layout) => json::read(source, deck, layout, reader),
    }
}

/// The zone that a word of the file means; a word that the form does not list may be a zone's own.
fn zone_of(reader: &DeckReader, word: &str) -> Option<String> {
    let listed = reader.zones.iter().find(|(listed, _)| listed == word);
    match listed {
        Some((_, zone)) => Some(zone.clone()),
        None if word.is_empty() || reader.zones.is_empty() => None,
        None => Some(word.to_owned()),
    }
}

/// Takes what a file says of its deck, the first time that it does.
fn set_head(deck: &mut RawDeck, key: HeadKey, value: &str, span: Range<usize>) {
    let value = value.trim();
    if value.is_empty() {
        return;
    }
    let placed = || Some(Spanned::new(value.to_owned(), span));
    match key {
        HeadKey::Name if deck.name.is_none() => deck.name = placed(),
        HeadKey::Player if deck.player.is_none() => deck.player = placed(),
        HeadKey::Format if deck.format.is_none() => deck.format = placed(),
        HeadKey::Role if deck.role.is_none() => deck.role = placed(),
        HeadKey::Source if deck.source.is_none() => deck.source = Some(value.to_owned()),
        HeadKey::Notes if deck.remarks.is_none() => deck.remarks = Some(value.to_owned()),
        _ => {}
    }
}

/// So many characters of something that a file says are told.
const QUOTED_CHARS: usize = 60;

/// The beginning of what a file says, as far as it is told.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => text.get(..end).unwrap_or("").to_owned() + "…",
        None => text.to_owned(),
    }
}

/// Whether a deck holds anything.
fn has_no_cards(deck: &RawDeck) -> bool {
    !deck.items.iter().any(|item| matches!(item, RawItem::Card(_)))
}
