//! Renaming of a card within a file: each line that names it gets another of its names.

use crate::{
    action::workspace_edit,
    complete::escape_quotes,
    document::{Kind, OpenText},
    failure,
    toml_place::find_key,
    worker::Worker,
};
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::{Position, RenameParams, TextEdit};
use serde_json::{Value, json};
use sleeve_check::Batch;
use sleeve_data::model::{CardIndex, Catalog, Deck};
use sleeve_decks::{Hints, RawDeck, read_all};
use sleeve_report::text::escape::plain;
use std::{ops::Range, sync::Arc};

/// A card of a deck, and the places of its names in the text, without quotes.
struct RenamedCard {
    catalog: Arc<Catalog>,
    card: CardIndex,
    spans: Vec<Range<usize>>,
}

impl RenamedCard {
    /// Whether a text names this card and no other.
    fn has_name(&self, name: &str) -> bool {
        let cards = &self.catalog.cards;
        let found = cards.find_by_name(name);
        !found.is_empty() && found.iter().all(|card| cards.base(*card) == self.card)
    }
}

impl Worker {
    /// The name at a position, for the editor to show before it asks for another.
    pub(crate) fn prepare_rename(
        &mut self,
        document: &OpenText,
        position: Position,
    ) -> Result<Value, ResponseError> {
        let offset = document.offset(position);
        let named = self.named_card(document, offset)?;
        let Some(span) = named.spans.iter().find(|span| span.end >= offset) else {
            return Ok(Value::Null);
        };
        let written = document.text.get(span.clone()).unwrap_or_default();
        Ok(json!({ "range": document.range(span), "placeholder": written }))
    }

    /// Writes another name of a card wherever the file names it.
    pub(crate) fn rename(
        &mut self,
        document: &OpenText,
        params: &RenameParams,
    ) -> Result<Value, ResponseError> {
        let offset = document.offset(params.text_document_position.position);
        let named = self.named_card(document, offset)?;
        let new = params.new_name.trim();
        if !named.has_name(new) {
            return Err(self.refuse_name(&named, new));
        }
        let mut text = document.text.clone();
        let mut edits = Vec::new();
        // From the end, so that the spans before stay valid.
        for span in named.spans.iter().rev() {
            let new_text = quote_like(document, span, new);
            text.replace_range(span.clone(), &new_text);
            edits.push(TextEdit { range: document.range(span), new_text });
        }
        // The name may be another key of the table, or mean something else in this form of file.
        if !has_same_cards(&self.read(document, &document.text), &self.read(document, &text)) {
            let message = say!(self.lang, "with `{new}`, the file would be read differently");
            return Err(failure(ErrorCode::RequestFailed, self.set(&message)));
        }
        Ok(json!(workspace_edit(document, edits)))
    }

    fn refuse_name(&self, named: &RenamedCard, new: &str) -> ResponseError {
        let card = named.catalog.cards.card(named.card);
        let mut names: Vec<&str> = card.names().map(|(_, name, _)| name).collect();
        names.push(card.id());
        names.retain(|name| named.has_name(name));
        names.dedup();
        let (name, new, names) =
            (plain(card.name(self.lang)), plain(new), plain(&names.join(", ")));
        let message = say!(self.lang, "`{new}` is no name of {name}; use one of: {names}");
        failure(ErrorCode::RequestFailed, self.set(&message))
    }

    fn named_card(
        &mut self,
        document: &OpenText,
        offset: usize,
    ) -> Result<RenamedCard, ResponseError> {
        let is_deck = self.kind(document) == Kind::Deck;
        let Some((catalog, card)) = self.card_at(document, offset).filter(|_| is_deck) else {
            let message = say!(self.lang, "only a card of a deck can be renamed");
            return Err(failure(ErrorCode::RequestFailed, message));
        };
        let analysis = self.analyse(document);
        let raw = self.read_raw(document).unwrap_or_default();
        let mut spans = Vec::new();
        for deck in &analysis.decks {
            let Some((own, read)) = deck.catalog_and_deck() else { continue };
            for (index, place) in cards_of(read) {
                if Arc::ptr_eq(own, &catalog) && catalog.cards.base(index) == card {
                    spans.extend(find_name(document, &raw, place));
                }
            }
        }
        spans.sort_by_key(|span| span.start);
        spans.dedup();
        Ok(RenamedCard { catalog, card, spans })
    }

    /// The decks of a text as written.
    fn read_raw(&self, document: &OpenText) -> Option<Vec<RawDeck>> {
        let described = self.library(document)?.described_readers();
        let hints = Hints { described: &described, ..Hints::default() };
        let text = document.text.get(document.mark_length()..)?;
        read_all(&self.deck_path(document), text.as_bytes(), &hints).ok()
    }
}

/// The cards of a deck with their places, also those that cards carry, and those of plans.
fn cards_of(deck: &Deck) -> Vec<(CardIndex, &Range<usize>)> {
    let mut cards: Vec<_> = deck
        .entries
        .iter()
        .map(|entry| (entry.card, &entry.span))
        .collect();
    for carried in &deck.carried {
        let all = std::iter::once(&carried.carrier).chain(&carried.cargo);
        cards.extend(all.map(|card| (card.value, &card.span)));
    }
    let planned = deck
        .plans
        .iter()
        .flat_map(|plan| plan.out.iter().chain(&plan.into));
    cards.extend(planned.map(|entry| (entry.card, &entry.span)));
    cards
}

fn has_same_cards(old: &Batch, new: &Batch) -> bool {
    let pairs = old.decks.iter().zip(&new.decks);
    let mut decks = pairs.map(|(old, new)| old.deck().zip(new.deck()));
    decks.all(|pair| {
        pair.is_some_and(|(old, new)| {
            let (old_cards, new_cards) = (cards_of(old), cards_of(new));
            old_cards
                .iter()
                .map(|(card, _)| card)
                .eq(new_cards.iter().map(|(card, _)| card))
        })
    })
}

/// Finds the name within a card's place, which may be a whole line.
fn find_name(document: &OpenText, raw: &[RawDeck], place: &Range<usize>) -> Option<Range<usize>> {
    let span = document.read_span(place);
    if document.extension() == "toml" {
        return Some(find_key(&document.text, span.start)?.span);
    }
    let card = raw
        .iter()
        .flat_map(RawDeck::cards)
        .find(|card| card.span == *place)?;
    let name = card
        .id
        .as_ref()
        .filter(|_| card.name.is_empty())
        .unwrap_or(&card.name);
    let start = span.start + document.text.get(span)?.find(name.as_str())?;
    Some(start..start + name.len())
}

/// A name in quotes like those around a span; with quotes of its own for a bare key of TOML.
fn quote_like(document: &OpenText, span: &Range<usize>, name: &str) -> String {
    let before = document.text.get(..span.start).unwrap_or_default();
    match before.chars().next_back() {
        Some('"') => escape_quotes(name),
        Some('\'') => name.to_owned(),
        _ if document.extension() == "toml" => format!("\"{}\"", escape_quotes(name)),
        _ => name.to_owned(),
    }
}
