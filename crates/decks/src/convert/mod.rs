//! Writes decks as files of every format, and finds what a format cannot hold.
//!
//! No format declares what it loses: the written text is read back and compared.

mod deck_view;
mod loss;

pub(super) use deck_view::{DeckView, ListRow, list_rows};
pub use loss::Loss;
pub(super) use loss::find_losses;

use super::{DeckForm, DeckFormat, DeckResolver, Hints, read};
use super::{card_json, described, gemp, holotable, swccgdb, text, toml};
use deck_view::NameStyle;
use sleeve_data::model::{CardIndex, Catalog, Deck, Lang, hidden};
use std::collections::BTreeSet;

/// A deck as the text of a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Written {
    pub text: String,
    /// The parts of the deck that the format cannot hold.
    pub losses: Vec<Loss>,
    /// The deck as it is read back from the text.
    pub back: Deck,
}

/// How often a deck is written anew, with the cards called by their ids that were read back as
/// others.
const WRITE_ROUNDS: usize = 3;

/// Writes a deck in a format. Cards are called by their names in a language where those are enough
/// to find them again, and by their ids otherwise.
pub fn write(deck: &Deck, catalog: &Catalog, to: impl Into<DeckForm>, lang: Lang) -> Written {
    let to = &to.into();
    let mut by_id = BTreeSet::new();
    let (mut text, mut back) = (String::new(), None);
    // With some cards called by their ids, others may be read as their namesakes; after the last
    // round all are called by their ids.
    for round in 0.. {
        text = write_text(deck, catalog, to, lang, &by_id);
        back = read_back(&text, deck, catalog, to);
        let misread =
            back.as_ref().map(|back| loss::find_misread_cards(deck, back)).unwrap_or_default();
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
    let losses = loss::find_losses(deck, &back, catalog, shared);
    Written { text, losses, back }
}

/// Spells a new card: its key in our own TOML, and its line in a list.
pub(super) fn spell_card(
    catalog: &Catalog,
    lang: Lang,
    by_id: &BTreeSet<CardIndex>,
    card: CardIndex,
    count: u32,
) -> (String, String) {
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
        DeckFormat::GempXml => gemp::write_xml(&writing),
        DeckFormat::GempLine => show_hidden(&gemp::write_line(&writing)),
        DeckFormat::GempText => show_hidden(&gemp::write_text(&writing)),
        DeckFormat::Holotable => show_hidden(&holotable::write(&writing)),
        DeckFormat::Swccgdb => show_hidden(&swccgdb::write(&writing)),
        DeckFormat::Json => hidden::escaped_json(&card_json::write(&writing)).into_owned(),
        DeckFormat::Text | DeckFormat::Free => show_hidden(&text::write(&writing)),
    }
}

/// Escapes hidden characters of names: a list may reach a terminal.
pub(super) fn show_hidden(text: &str) -> String {
    hidden::escaped_lines(text).into_owned()
}

fn read_back(text: &str, deck: &Deck, catalog: &Catalog, to: &DeckForm) -> Option<Deck> {
    let hints = Hints::from_game(&catalog.game, Some(to.name()));
    let raw = read(&deck.path, text.as_bytes(), &hints).ok()?;
    let format = deck.format.as_ref().and_then(|f| catalog.format(&f.value));
    let mut back = DeckResolver::new(catalog).resolve(&raw, format);
    // The resolver takes the game from the catalog; the file does not have it.
    if raw.game.is_none() {
        back.game.clear();
    }
    Some(back)
}

/// Joins the lines of a text into one.
pub(super) fn join_lines(text: &str) -> String {
    text.split(['\n', '\r'])
        .map(str::trim)
        .filter(|l| !l.is_empty())
        .collect::<Vec<_>>()
        .join(" / ")
}
