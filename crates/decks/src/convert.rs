//! Writes decks as files of every format, and finds what a format cannot store.
//!
//! Formats do not declare what they lose: the written text is read back and compared.

use super::{
    card_json,
    copies::{copies_of, has_states},
    described,
    form::{DeckForm, DeckFormat},
    gemp, holotable,
    losses::{Loss, count_copies, find_losses, total_copies},
    readers::{Hints, read},
    resolve::{DeckResolver, find_exact},
    swccgdb, text, toml,
    view::{DeckView, NameStyle, show_hidden},
};
use sleeve_data::model::{CardIndex, Catalog, Deck, Lang, hidden};
use std::collections::BTreeSet;

/// A deck as the text of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Written {
    pub text: String,
    /// The parts of the deck that the format cannot store.
    pub losses: Vec<Loss>,
    /// The deck, read back from the text.
    pub back: Deck,
}

/// Number of attempts to write a deck. After each, cards that were read back as others are named by
/// id.
const WRITE_ROUNDS: usize = 3;

/// Writes a deck in a format. Cards have their names in a language if the names identify them,
/// otherwise their ids.
pub fn write(deck: &Deck, catalog: &Catalog, to: impl Into<DeckForm>, lang: Lang) -> Written {
    let to = &to.into();
    let mut by_id = BTreeSet::new();
    let (mut text, mut back) = (String::new(), None);
    // If some cards are named by id, others may be read as their namesakes. After the last round,
    // all are named by id.
    for round in 0.. {
        text = write_text(deck, catalog, to, lang, &by_id);
        back = read_back(&text, &deck.path, deck, catalog, Some(to));
        let misread = back
            .as_ref()
            .map(|back| find_misread_cards(deck, back))
            .unwrap_or_default();
        if misread.is_subset(&by_id) {
            break;
        }
        by_id.extend(misread);
        if round == WRITE_ROUNDS {
            by_id.extend(deck.entries.iter().map(|entry| entry.card));
        }
    }
    let back = back.unwrap_or_default();
    let names = NameStyle { catalog, lang, by_id: &by_id };
    let shared = DeckView { deck, catalog, names }.shared_value();
    let mut losses = find_losses(deck, &back, catalog, shared);
    if !tells_its_form(&text, deck, &back, catalog, to) {
        losses.insert(0, Loss::Form(to.name().to_owned()));
    }
    Written { text, losses, back }
}

/// Whether a reader that does not know the file's form finds the same cards.
fn tells_its_form(text: &str, deck: &Deck, back: &Deck, catalog: &Catalog, to: &DeckForm) -> bool {
    let path = match to {
        DeckForm::Described(reader) => format!("deck.{}", reader.extension),
        DeckForm::Known(_) => "deck".to_owned(),
    };
    let unnamed = read_back(text, &path, deck, catalog, None);
    unnamed.is_some_and(|unnamed| count_copies(&unnamed) == count_copies(back))
}

/// Spells a card for someone who adds it to a deck: its key in our own TOML, and its line in a
/// list. Uses the name if it means only this card.
pub fn spell_new_card(
    catalog: &Catalog,
    lang: Lang,
    card: CardIndex,
    count: u32,
) -> (String, String) {
    let has_namesakes = find_exact(catalog, catalog.cards.card(card).name(lang)).len() > 1;
    let by_id = &has_namesakes.then_some(card).into_iter().collect();
    let names = NameStyle { catalog, lang, by_id };
    (names.unique_name(card).to_owned(), names.list_line(card, count))
}

fn write_text(
    deck: &Deck,
    catalog: &Catalog,
    to: &DeckForm,
    lang: Lang,
    by_id: &BTreeSet<CardIndex>,
) -> String {
    let names = NameStyle { catalog, lang, by_id };
    let writing = DeckView { deck, catalog, names };
    let to = match to {
        DeckForm::Known(reader) => *reader,
        DeckForm::Described(reader) => return described::write(&writing, reader),
    };
    match to {
        DeckFormat::Toml => toml::write(&writing),
        DeckFormat::GempText => show_hidden(&gemp::write(&writing)),
        DeckFormat::Holotable => show_hidden(&holotable::write(&writing)),
        DeckFormat::Swccgdb => show_hidden(&swccgdb::write(&writing)),
        DeckFormat::Json => hidden::escaped_json(&card_json::write(&writing)).into_owned(),
        DeckFormat::Text | DeckFormat::Free => show_hidden(&text::write(&writing)),
    }
}

/// Reads a written file again, and guesses its form unless that is given.
fn read_back(
    text: &str,
    path: &str,
    deck: &Deck,
    catalog: &Catalog,
    form: Option<&DeckForm>,
) -> Option<Deck> {
    let mut hints = Hints::from_game(&catalog.game, form.map(DeckForm::name));
    if let Some(DeckForm::Described(reader)) = form {
        hints.described = std::slice::from_ref(reader);
    }
    let raw = read(path, text.as_bytes(), &hints).ok()?;
    let format = deck.format.as_ref().and_then(|f| catalog.format(&f.value));
    let copies = copies_of(catalog, &raw).unwrap_or_default();
    let with_copies = has_states(catalog, &raw)
        .then(|| catalog.with_cards(catalog.cards.with_copies(&catalog.game, copies)));
    let whole = with_copies.as_ref().unwrap_or(catalog);
    let mut back = DeckResolver::new(whole).resolve(&raw, format);
    // Copies that lost a part of their state count as their card.
    for entry in back
        .entries
        .iter_mut()
        .filter(|e| e.card.index() >= catalog.cards.span())
    {
        entry.card = whole.cards.base(entry.card);
    }
    // The resolver takes the game from the catalog, but the file does not contain it.
    if raw.game.is_none() {
        back.game.clear();
    }
    Some(back)
}

/// Returns the cards that have fewer copies after reading back, or that were chosen among namesakes
/// with a note.
fn find_misread_cards(deck: &Deck, back: &Deck) -> BTreeSet<CardIndex> {
    let (before, after) = (total_copies(&count_copies(deck)), total_copies(&count_copies(back)));
    before
        .keys()
        .copied()
        .filter(|card| before.get(card) > after.get(card) || is_noted(back, *card))
        .collect()
}

/// Whether a note is about a line of a card.
fn is_noted(deck: &Deck, card: CardIndex) -> bool {
    let mut entries = deck.entries.iter().filter(|entry| entry.card == card);
    entries.any(|entry| deck.notes.iter().any(|note| note.span == entry.span))
}
