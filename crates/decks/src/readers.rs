//! Reads files in every form: the built-in readers, and the choice of the form of a file.

use super::{
    card_json,
    decode::{self, DeckText},
    described,
    form::{Confidence, DeckForm, DeckFormat},
    gemp, holotable,
    limits::MAX_CARDS,
    messages::{DeckError, DeckMessage, DeckProblem, note_of},
    raw::RawDeck,
    swccgdb, text, toml,
};
use sleeve_data::{
    files::FileMessage,
    model::{DeckReader, Game, game::Named, reader::FileLayout},
    problem::Problems,
};
use std::sync::Arc;

type DetectFunction = fn(&DeckText) -> Confidence;
type ReadFunction = fn(&DeckText, RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>>;

/// Returns the functions that recognise and read the files of a built-in format.
fn reader_of(format: DeckFormat) -> (DetectFunction, ReadFunction) {
    match format {
        DeckFormat::Toml => (toml::detect, toml::read),
        DeckFormat::GempText => (gemp::detect, gemp::read),
        DeckFormat::Holotable => (holotable::detect, holotable::read),
        DeckFormat::Swccgdb => (swccgdb::detect, swccgdb::read),
        DeckFormat::Json => (card_json::detect, card_json::read),
        DeckFormat::Text | DeckFormat::Free => (text::detect, text::read),
    }
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
    /// The [sides](crate::sides_of) of the game: the next deck of a list begins with a word for
    /// one of them. Without them, any word for a side will do.
    pub sides: Option<&'a Arc<[Named]>>,
}

impl<'a> Hints<'a> {
    /// The readers of a game, or the one that the user names.
    pub fn from_game(game: &'a Game, reader: Option<&'a str>) -> Hints<'a> {
        Hints { reader, readers: &game.readers, described: &game.described, sides: None }
    }

    /// Returns the place of a reader among those of the game.
    fn rank(&self, name: &str) -> Option<usize> {
        self.readers.iter().position(|known| known == name)
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

/// Reads every deck of a file. If there are several, as in JSON, XML and lists, they are
/// called `path#1`, `path#2`.
///
/// # Errors
/// All problems of the file at once.
pub fn read_all(path: &str, bytes: &[u8], hints: &Hints) -> Result<Vec<RawDeck>, DeckError> {
    let mut source = decode::decode(path, bytes)?;
    source.sides = hints.sides.cloned();
    let form = choose_form(&source, hints)?;
    match read_form(&source, &form) {
        Ok(decks) => Ok(decks),
        Err(problems) => {
            Err(DeckError { path: path.to_owned(), text: Arc::clone(&source.text), problems })
        }
    }
}

/// Reads the decks of a file in a form.
fn read_form(source: &DeckText, form: &DeckForm) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    if let Some(wrong) = source.not_utf8
        && is_always_utf8(form)
    {
        return Err(vec![DeckMessage::from(FileMessage::NotUtf8(wrong)).into()]);
    }
    let deck = RawDeck::new(&source.path, Arc::clone(&source.text), form.clone());
    let read = match form {
        DeckForm::Known(format) => reader_of(*format).1(source, deck),
        DeckForm::Described(reader) => described::read(source, deck, reader),
    };
    let mut decks = read.map_err(Problems::sort_by_place)?;
    for deck in &mut decks {
        // The encoding comes first, because everything else depends on it.
        deck.notes.splice(0..0, source.encoding_note());
    }
    for deck in &decks {
        let cards: u64 = deck.cards().map(|card| u64::from(card.count)).sum();
        if cards > MAX_CARDS {
            return Err(vec![DeckMessage::TooManyCards { cards }.into()]);
        }
    }
    Ok(decks)
}

/// Reads the text of a deck again in a described form of lines, with a note that says so. `None` if
/// the form has other files or all cards on one line, or refuses the text.
pub fn reread(raw: &RawDeck, reader: &Arc<DeckReader>) -> Option<RawDeck> {
    let FileLayout::Lines(layout) = &reader.layout else { return None };
    // A list has a card on each line.
    if !layout.between.is_empty() {
        return None;
    }
    let form = DeckForm::Described(Arc::clone(reader));
    let deck = RawDeck::new(&raw.path, Arc::clone(&raw.text), form);
    let mut deck = described::read(&DeckText::from_raw(raw), deck, reader)
        .ok()?
        .pop()?;
    let message = DeckMessage::ReadByForm { form: reader.named.id.to_string() };
    deck.notes.insert(0, note_of(&message, 0..0));
    Some(deck)
}

/// Whether the form itself requires UTF-8.
fn is_always_utf8(form: &DeckForm) -> bool {
    match form {
        DeckForm::Known(reader) => *reader == DeckFormat::Json,
        DeckForm::Described(reader) => described::is_always_utf8(reader),
    }
}

/// A form that a file may have.
struct Candidate {
    confidence: Confidence,
    /// Its place in the order of preference.
    place: usize,
    form: DeckForm,
}

impl Candidate {
    /// Replaces the best candidate so far, if this one is surer, or as sure and preferred.
    fn compete(self, best: &mut Option<Candidate>) {
        let is_better = best
            .as_ref()
            .is_none_or(|best| (self.confidence, best.place) > (best.confidence, self.place));
        if is_better && self.confidence > Confidence::No {
            *best = Some(self);
        }
    }
}

/// Chooses the form of a file: the one that the user names, otherwise a described one that is
/// certain, otherwise the surest built-in one, unless a described one is surer (by its own
/// extension).
pub(super) fn choose_form(source: &DeckText, hints: &Hints) -> Result<DeckForm, DeckError> {
    if let Some(name) = hints.reader {
        return DeckForm::from_name(name, hints.described).ok_or_else(|| {
            let candidates = DeckForm::names(hints.described);
            let kind = DeckMessage::UnknownFormat { name: name.to_owned(), candidates };
            DeckError::from_message(&source.path, kind)
        });
    }
    let described = find_described_form(source, hints);
    if let Some(Candidate { confidence: Confidence::Yes, form, .. }) = described {
        return Ok(form);
    }
    let built_in = find_built_in_form(source, hints);
    // A built-in form wins over a described one that is as sure.
    let best = match (described, built_in) {
        (Some(described), Some(built_in)) if described.confidence > built_in.confidence => {
            Some(described)
        }
        (described, built_in) => built_in.or(described),
    };
    Ok(best.map_or(DeckForm::Known(DeckFormat::Toml), |best| best.form))
}

/// Returns the surest of the forms that games describe.
fn find_described_form(source: &DeckText, hints: &Hints) -> Option<Candidate> {
    let mut best = None;
    for (i, reader) in hints.described.iter().enumerate() {
        let place = hints
            .rank(&reader.named.id)
            .unwrap_or(hints.readers.len() + i);
        let confidence = described::detect(source, reader);
        let form = DeckForm::Described(Arc::clone(reader));
        Candidate { confidence, place, form }.compete(&mut best);
    }
    best
}

/// Returns the surest of the built-in forms.
fn find_built_in_form(source: &DeckText, hints: &Hints) -> Option<Candidate> {
    let mut best = None;
    for (i, format) in DeckFormat::ALL.into_iter().enumerate() {
        let is_open = hints.readers.is_empty();
        let place = if is_open { Some(i) } else { hints.rank(format.name()) };
        let Some(place) = place else { continue };
        let confidence = reader_of(format).0(source);
        Candidate { confidence, place, form: DeckForm::Known(format) }.compete(&mut best);
        // In the built-in order, no later reader beats a certain one.
        if confidence == Confidence::Yes && is_open {
            break;
        }
    }
    best
}
