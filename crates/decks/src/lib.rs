//! Reads and writes deck files, with one reader and one writer for each format, named after the
//! tool that writes it, and one resolver of names for all of them.
//!
//! [`find`] lists the files, [`load`] reads one, [`read`] turns it into a [`RawDeck`], a
//! [`DeckResolver`] turns that into a [`Deck`](sleeve_data::model::Deck), and [`inspect`] reports
//! what makes it unusable.

#![warn(unreachable_pub)]
#![cfg_attr(
    target_family = "wasm",
    allow(
        dead_code,
        unused_imports,
        reason = "a browser has no folders, so their readers are left out"
    )
)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[macro_use(say, word)]
extern crate sleeve_data;

mod card_json;
mod columns;
mod convert;
pub mod copies;
mod decode;
mod described;
mod edit;
mod find;
pub mod fingerprint;
mod form;
mod gemp;
mod holotable;
mod inspect;
mod line;
mod markup;
mod messages;
mod nearest;
mod raw;
mod resolve;
mod swccgdb;
mod text;
mod toml;

pub use self::toml::{DECK_KEYS, is_game_data};
#[cfg(feature = "schemas")]
pub use card_json::schema as json_schema;
pub use convert::{Loss, Written, spell_new_card, write};
pub use copies::{RawField, WrittenValue, copies_of};
pub use decode::{RewriteError, rewrite_bytes};
pub use described::games_recognising;
pub use edit::{EditError, Move, Moves, Restatement, add_head, apply_moves, edit, state_format};
pub use find::{
    DeckFile, DeckSearch, FoundDecks, Input, Skipped, choose_decks, find, find_with_forms, is_deck,
    load, split_number,
};
pub use form::DeckForm;
pub use inspect::inspect;
pub use messages::{
    DeckError, DeckMessage, DeckProblem, DeckTerm, MAX_BYTES, MAX_COUNT, WhySkipped,
};
pub use nearest::nearest_cards;
pub use raw::{CopyNotation, RawCard, RawDeck, RawItem};
pub use resolve::{DeckResolver, NamedDeck, name_and_id, sides_of};
pub use text::{head_at_end, may_name_sides};

use decode::DeckText;
use messages::MAX_CARDS;
use sleeve_data::files::FileMessage;
use sleeve_data::model::deck::Note;
use sleeve_data::model::game::Named;
use sleeve_data::model::reader::FileLayout;
use sleeve_data::model::{DeckReader, Game, Text};
use sleeve_data::problem::{Message, Phrase, Problems};
use std::sync::Arc;

/// How sure a reader is that a file has its format; ordered.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Confidence {
    No,
    Perhaps,
    Likely,
    Yes,
}

type DetectFunction = fn(&DeckText) -> Confidence;
type ReadFunction = fn(&DeckText, RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>>;

/// A built-in reader. `words` describes its files.
struct ReaderDef {
    reader: DeckFormat,
    name: &'static str,
    words: Phrase,
    detect: DetectFunction,
    read: ReadFunction,
}

macro_rules! readers {
    ($($format:ident, $name:literal, $($module:ident)::+: $words:literal;)+) => {
        /// A format of deck files.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum DeckFormat {
            $(#[doc = $words] $format,)+
        }

        const READERS: &[ReaderDef] = &[$(ReaderDef {
            reader: DeckFormat::$format,
            name: $name,
            words: word!($words),
            detect: $($module)::+::detect,
            read: $($module)::+::read,
        }),+];
    };
}

// Preferred in this order if readers are equally sure. Lists come last, because any text may be a
// list.
readers! {
    Toml, "toml", toml: "sleeve's own format";
    GempXml, "gemp-xml", gemp::xml: "XML export of the GEMP server";
    GempLine, "gemp-line", gemp::line: "line of ids stored by the GEMP server";
    GempText, "gemp-text", gemp::text: "text of a deck page of the GEMP server";
    Holotable, "holotable", holotable: "deck of Holotable and Holodeck";
    Swccgdb, "swccgdb", swccgdb: "text export of swccgdb";
    Json, "json", card_json: "JSON proposed with the community's card files";
    Text, "text", text: "plain list, one card a line";
    Free, "free", text: "list as posted in forums";
}

/// Hints on the format of a file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints<'a> {
    /// The name of the reader that the user requested.
    pub reader: Option<&'a str>,
    /// The readers of the game in use, best first; empty means all of them.
    pub readers: &'a [String],
    /// The readers that games describe.
    pub described: &'a [Arc<DeckReader>],
    /// The [sides](sides_of) of the game: the next deck of a list begins with a word for one of
    /// them. Without them, any word for a side will do.
    pub sides: Option<&'a Arc<[Named]>>,
}

impl<'a> Hints<'a> {
    /// The readers of a game, or the one that the user names.
    pub fn from_game(game: &'a Game, reader: Option<&'a str>) -> Hints<'a> {
        Hints { reader, readers: &game.readers, described: &game.described, sides: None }
    }
}

/// Reads a file with one deck in any known format.
///
/// # Errors
/// All problems of the file at once. Several decks in a file are a problem.
pub fn read(path: &str, bytes: &[u8], hints: &Hints) -> Result<RawDeck, DeckError> {
    let mut decks = read_all(path, bytes, hints)?;
    // `pop` comes first, so the length is that of the rest.
    match (decks.pop(), decks.len()) {
        (Some(deck), 0) => Ok(deck),
        (_, others) => {
            Err(DeckError::from_message(path, DeckMessage::Several { count: others + 1 }))
        }
    }
}

/// Reads every deck of a file. If there are several, as in JSON, GEMP XML and lists, they are
/// called `path#1`, `path#2`.
///
/// # Errors
/// All problems of the file at once.
pub fn read_all(path: &str, bytes: &[u8], hints: &Hints) -> Result<Vec<RawDeck>, DeckError> {
    let mut source = decode::decode(path, bytes)?;
    source.sides = hints.sides.cloned();
    let form = choose_form(&source, hints)?;
    let fail = |problems| DeckError { path: path.to_owned(), text: source.text.clone(), problems };
    let deck = RawDeck::new(path, source.text.clone(), form.clone());
    if let Some(wrong) = source.not_utf8.filter(|_| is_always_utf8(&form)) {
        return Err(fail(vec![DeckMessage::from(FileMessage::NotUtf8(wrong)).into()]));
    }
    let decks = match &form {
        DeckForm::Known(reader) => match READERS.iter().find(|def| def.reader == *reader) {
            Some(def) => (def.read)(&source, deck),
            None => Ok(Vec::new()),
        },
        DeckForm::Described(reader) => described::read(&source, deck, reader),
    };
    let mut decks = decks.map_err(|problems| fail(Problems::sort_by_place(problems)))?;
    for deck in &mut decks {
        // The encoding comes first, because everything else depends on it.
        deck.notes.splice(0..0, source.encoding_note());
    }
    let cards = |deck: &RawDeck| deck.cards().map(|card| u64::from(card.count)).sum();
    match decks.iter().map(cards).find(|cards: &u64| *cards > MAX_CARDS) {
        Some(cards) => Err(fail(vec![DeckMessage::TooManyCards { cards }.into()])),
        None => Ok(decks),
    }
}

/// Reads the text of a deck again in a described form of lines, with a note that says so. `None` if
/// the form has other files, or refuses the text.
pub fn reread(raw: &RawDeck, reader: &Arc<DeckReader>) -> Option<RawDeck> {
    let FileLayout::Lines(_) = reader.layout else { return None };
    let deck =
        RawDeck::new(&raw.path, Arc::clone(&raw.text), DeckForm::Described(Arc::clone(reader)));
    let mut deck = described::read(&DeckText::from_raw(raw), deck, reader).ok()?.pop()?;
    let message = DeckMessage::ReadByForm { form: reader.named.id.to_string() };
    let message = Text::from_words(|lang| message.title(lang));
    deck.notes.insert(0, Note { message, span: 0..0, lines: Vec::new() });
    Some(deck)
}

/// Whether the form itself requires UTF-8.
fn is_always_utf8(form: &DeckForm) -> bool {
    match form {
        DeckForm::Known(reader) => matches!(reader, DeckFormat::Json | DeckFormat::GempXml),
        DeckForm::Described(reader) => described::is_always_utf8(reader),
    }
}

/// Chooses the form of a file: the one that the user names, otherwise a described one that is
/// certain, otherwise the surest built-in one, unless a described one is surer (by its own
/// extension).
fn choose_form(source: &DeckText, hints: &Hints) -> Result<DeckForm, DeckError> {
    if let Some(name) = hints.reader {
        return DeckForm::from_name(name, hints.described).ok_or_else(|| {
            let candidates = DeckForm::names(hints.described);
            let kind = DeckMessage::UnknownFormat { name: name.to_owned(), candidates };
            DeckError::from_message(&source.path, kind)
        });
    }
    let rank = |name: &str| hints.readers.iter().position(|known| known == name);
    let mut best_described: Option<(Confidence, usize, &Arc<DeckReader>)> = None;
    for (i, reader) in hints.described.iter().enumerate() {
        let place = rank(&reader.named.id).unwrap_or(hints.readers.len() + i);
        let confidence = described::detect(source, reader);
        // Earlier readers win among equally sure ones.
        if best_described.is_none_or(|(most, first, _)| (confidence, first) > (most, place))
            && confidence > Confidence::No
        {
            best_described = Some((confidence, place, reader));
        }
    }
    if let Some((Confidence::Yes, _, reader)) = best_described {
        return Ok(DeckForm::Described(Arc::clone(reader)));
    }
    let mut best: Option<(Confidence, usize, &'static ReaderDef)> = None;
    for (i, def) in READERS.iter().enumerate() {
        let place = if hints.readers.is_empty() { Some(i) } else { rank(def.name) };
        let Some(place) = place else { continue };
        let confidence = (def.detect)(source);
        if best.is_none_or(|(most, first, _)| (confidence, first) > (most, place))
            && confidence > Confidence::No
        {
            best = Some((confidence, place, def));
        }
        // In the built-in order, no later reader beats a certain one.
        if confidence == Confidence::Yes && hints.readers.is_empty() {
            break;
        }
    }
    if let Some((confidence, _, reader)) = best_described
        && best.is_none_or(|(most, ..)| most < confidence)
    {
        return Ok(DeckForm::Described(Arc::clone(reader)));
    }
    // INVARIANT: the list of readers is not empty and starts with our own.
    Ok(DeckForm::Known(best.map_or(READERS[0].reader, |(_, _, def)| def.reader)))
}

#[cfg(test)]
mod tests;
