//! Recognises, reads and writes deck files in forms that games describe as data. Unknown parts of a
//! file are skipped, and a note lists them.

mod json;
mod json_write;
mod lines;
mod xml;

use super::{
    decode::DeckText,
    form::{Confidence, DeckForm},
    line::parse_copies,
    messages::{DeckMessage, DeckProblem, note_of},
    raw::{CopyNotation, RawCard, RawDeck, RawField, RawItem},
    resolve::{ValueWords, card_code, fits_any, meanings_of_word},
    view::{DeckView, ListRow, list_rows, show_hidden},
};
use sleeve_data::{
    Arrange, messages,
    model::{
        Deck, DeckReader, Lang, Setting, Spanned,
        card::NameRole,
        deck::Note,
        game::Attribute,
        hidden,
        reader::{FileLayout, HeadKey, IdField},
    },
    problem::{Problem, Problems, Words},
};
use std::{collections::BTreeMap, fmt, ops::Range, sync::Arc};

/// Extensions that several forms share, and that therefore identify none.
const SHARED_ENDINGS: [&str; 5] = ["toml", "txt", "json", "xml", "htd"];

/// How sure it is that a file has a form: certain if all its content matches, likely if only the
/// extension does.
pub(super) fn detect(source: &DeckText, reader: &DeckReader) -> Confidence {
    let ending = source.extension.as_str();
    let matches_layout = match &reader.layout {
        FileLayout::Lines(layout) => lines::matches_layout(&source.text, layout, reader),
        FileLayout::Xml(layout) => xml::matches_layout(&source.text, layout, reader),
        FileLayout::Json(layout) => json::matches_layout(&source.text, layout),
    };
    let has_own_ending =
        ending == reader.extension && !SHARED_ENDINGS.contains(&ending) && !ending.is_empty();
    // What begins as XML and is called so is no list, so that its mistakes are those of XML.
    let is_other_xml = ending == "xml"
        && matches!(reader.layout, FileLayout::Xml(_))
        && source.text.trim_start().starts_with('<');
    match (matches_layout, has_own_ending || is_other_xml) {
        (true, _) => Confidence::Yes,
        (false, true) => Confidence::Likely,
        (false, false) => Confidence::No,
    }
}

/// Returns the games whose described forms match the file of a deck best: by all its content,
/// otherwise by its extension. Empty if no game describes the form in which it was read.
pub fn games_recognising<'g>(
    raw: &RawDeck,
    games: impl Iterator<Item = (&'g str, &'g [Arc<DeckReader>])>,
) -> Vec<&'g str> {
    let DeckForm::Described(_) = raw.reader else { return Vec::new() };
    let source = DeckText::from_raw(raw);
    let (mut most, mut found) = (Confidence::No, Vec::new());
    for (game, described) in games {
        let surest = described.iter().map(|reader| detect(&source, reader)).max();
        let confidence = surest.unwrap_or(Confidence::No);
        if confidence > most {
            (most, found) = (confidence, Vec::new());
        }
        if confidence == most && confidence > Confidence::No {
            found.push(game);
        }
    }
    found
}

/// Whether the form itself requires UTF-8.
pub(super) fn is_always_utf8(reader: &DeckReader) -> bool {
    match &reader.layout {
        FileLayout::Lines(_) => false,
        FileLayout::Xml(_) | FileLayout::Json(_) => true,
    }
}

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

/// Returns the zone for a word of the file. A word that the form does not list may be the name of a
/// zone.
fn zone_of(reader: &DeckReader, word: &str) -> Option<String> {
    match reader.zone(word) {
        Some(DeckReader::OTHER_ZONES) => None,
        Some(zone) => Some(zone.to_owned()),
        None if word.is_empty() || reader.zones.is_empty() => None,
        None => Some(word.to_owned()),
    }
}

/// Sets a value of the deck's head, unless the file has already set it.
fn set_head(deck: &mut RawDeck, key: &HeadKey, value: &str, span: Range<usize>) {
    let value = value.trim();
    if value.is_empty() {
        return;
    }
    let slot = match key {
        HeadKey::Name => &mut deck.name,
        HeadKey::Player => &mut deck.player,
        HeadKey::Format => &mut deck.format,
        HeadKey::Role => &mut deck.role,
        HeadKey::Source => {
            deck.source.get_or_insert_with(|| value.to_owned());
            return;
        }
        HeadKey::Notes => {
            deck.remarks.get_or_insert_with(|| value.to_owned());
            return;
        }
        HeadKey::Parameter(id) => {
            if deck.parameters.iter().all(|(name, _)| name.value != *id) {
                let name = Spanned::new(id.clone(), span.clone());
                deck.parameters
                    .push((name, Spanned::new(Setting::parse(value), span)));
            }
            return;
        }
    };
    slot.get_or_insert_with(|| Spanned::new(value.to_owned(), span));
}

/// Longest quote of the file's text in messages, in characters.
const QUOTED_CHARS: usize = 60;

/// Shortens a text of the file for a message.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(QUOTED_CHARS) {
        Some((end, _)) => text.get(..end).unwrap_or("").to_owned() + "…",
        None => text.to_owned(),
    }
}

fn has_no_cards(deck: &RawDeck) -> bool {
    !deck
        .items
        .iter()
        .any(|item| matches!(item, RawItem::Card(_)))
}

/// The values of one card in the file.
#[derive(Default)]
pub(super) struct CardEntry {
    pub(super) name: Option<String>,
    pub(super) id: Option<String>,
    pub(super) set: Option<String>,
    /// The word for its zone.
    pub(super) zone: String,
    /// The number of copies as written, with its span; `None` means one copy.
    pub(super) count: Option<(String, Range<usize>)>,
    pub(super) state: Vec<RawField>,
}

fn non_blank(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

impl CardEntry {
    /// Turns the values into an item of the deck, at a span.
    pub(super) fn into_item(
        self,
        reader: &DeckReader,
        span: Range<usize>,
    ) -> Result<RawItem, DeckProblem> {
        let (name, id) = (non_blank(self.name), non_blank(self.id));
        if name.is_none() && id.is_none() {
            return Err(Problem::from_span(span, DeckMessage::NoNameOrId));
        }
        let count = match self.count {
            None => 1,
            Some((digits, at)) => match parse_copies(digits.trim()) {
                Some(count) => count,
                None => {
                    let found = shorten(&digits);
                    return Err(Problem::from_span(at, DeckMessage::Count { found }));
                }
            },
        };
        Ok(RawItem::Card(RawCard {
            name: name.map(|name| name.trim().to_owned()).unwrap_or_default(),
            id: id.map(|id| reader.trim_id(&id)),
            hints: non_blank(self.set).into_iter().collect(),
            zone: zone_of(reader, self.zone.trim()),
            count,
            has_no_copies: count == 0,
            state: self.state,
            notation: CopyNotation::Separate,
            span,
            ..RawCard::default()
        }))
    }
}

/// Writes a deck as the text of a file.
pub(super) fn write(view: &DeckView, reader: &DeckReader) -> String {
    match &reader.layout {
        FileLayout::Lines(layout) => show_hidden(&lines::write(view, layout, reader)),
        FileLayout::Xml(layout) => xml::write(view, layout, reader),
        FileLayout::Json(layout) => {
            hidden::escaped_json(&json_write::write(view, layout, reader)).into_owned()
        }
    }
}

/// Returns the value of a deck's head for a key.
fn head_value(deck: &Deck, key: &HeadKey) -> Option<String> {
    match key {
        HeadKey::Name => deck.name.clone(),
        HeadKey::Player => deck.player.clone(),
        HeadKey::Format => deck.format.as_ref().map(|f| f.value.clone()),
        HeadKey::Role => deck.role.as_ref().map(|r| r.value.clone()),
        HeadKey::Source => deck.source.clone(),
        HeadKey::Notes => deck.remarks.clone(),
        HeadKey::Parameter(id) => {
            let stated = deck.parameters.iter().find(|(name, _)| name.value == *id);
            stated.map(|(_, value)| value.value.to_string())
        }
    }
}

/// Rows of a zone that are written together.
struct ZonePart<'w, 'r> {
    /// The zone's id; empty if the form has no zones, `*` for all zones without a word.
    zone: &'w str,
    word: &'r str,
    rows: Vec<ListRow<'w>>,
}

/// Returns the zones by their words, the empty word first. If a zone has several words, a card is
/// put under the first one that describes it (its kind, a value of a field), otherwise under the
/// first. A zone without a word and without its own lines is not in the form, unless the form has
/// no zones at all.
fn zone_parts<'w, 'r>(view: &DeckView<'w>, reader: &'r DeckReader) -> Vec<ZonePart<'w, 'r>> {
    if reader.zones.is_empty() {
        let rows = view
            .zones()
            .into_iter()
            .flat_map(|zone| view.rows(zone))
            .collect();
        return vec![ZonePart { zone: "", word: "", rows }];
    }
    let mut parts: Vec<ZonePart> = Vec::new();
    if let [word, ..] = *reader.words_of(DeckReader::OTHER_ZONES) {
        let rows = list_rows(view.deck, &|zone| reader.words_of(zone).is_empty());
        parts.push(ZonePart { zone: DeckReader::OTHER_ZONES, word, rows });
    }
    for zone in view.zones() {
        let mut words = reader.words_of(zone);
        if let FileLayout::Lines(layout) = &reader.layout
            && words.is_empty()
            && layout.has_own_lines(zone)
        {
            words.push("");
        }
        let rows_of_words = split_by_words(view, view.rows(zone), &words);
        for (at, (word, rows)) in words.into_iter().zip(rows_of_words).enumerate() {
            if at == 0 || !rows.is_empty() {
                parts.push(ZonePart { zone, word, rows });
            }
        }
    }
    if reader.by_id {
        parts
            .iter_mut()
            .for_each(|part| part.rows.retain(|row| row.card.is_ok()));
    }
    // Cards under no heading have to be above the first heading.
    parts.arrange_by_key(|part| !part.word.is_empty());
    parts
}

/// Puts each row of a zone under the first of its words that describes the card, otherwise under
/// the first.
fn split_by_words<'w>(
    view: &DeckView<'w>,
    rows: Vec<ListRow<'w>>,
    words: &[&str],
) -> Vec<Vec<ListRow<'w>>> {
    if words.len() < 2 {
        return vec![rows];
    }
    let game = &view.catalog.game;
    let values = ValueWords::new(game);
    let meanings: Vec<_> = words
        .iter()
        .map(|word| meanings_of_word(game, &values, word))
        .collect();
    let mut split = vec![Vec::new(); words.len()];
    for row in rows {
        let described = row.card.ok().and_then(|card| {
            meanings
                .iter()
                .position(|its| fits_any(its, view.catalog, card))
        });
        if let Some(its) = split.get_mut(described.unwrap_or(0)) {
            its.push(row);
        }
    }
    split
}

/// The id of a row's card in the form; `None` if the card has none.
fn row_id(view: &DeckView, reader: &DeckReader, row: &ListRow) -> Option<String> {
    match row.card {
        Ok(card) => card_code(view.catalog, card, &reader.ids),
        Err(text) => Some(text.to_owned()),
    }
}

fn row_name(view: &DeckView, reader: &DeckReader, row: &ListRow) -> String {
    let name = row
        .card
        .map_or_else(|text| text, |card| view.names.name(card));
    name.strip_suffix(reader.name_without.as_str())
        .unwrap_or(name)
        .to_owned()
}

/// The code of the set of a row's card, or the set's id.
fn row_set(view: &DeckView, row: &ListRow) -> Option<String> {
    let set = view.catalog.cards.card(row.card.ok()?).sets().next()?;
    let set = view.catalog.game.sets.get(set.index())?;
    Some(set.code.as_ref().unwrap_or(&set.named.id).to_string())
}

/// The set of a row's card and its number in the set, from the field of the form's ids or from an
/// alias such as `OBF 125`.
fn row_print(view: &DeckView, reader: &DeckReader, row: &ListRow) -> Option<(String, String)> {
    match reader.ids {
        IdField::Id => None,
        IdField::Field(_) => row_set(view, row).zip(row_id(view, reader, row)),
        IdField::Alias => {
            let names = view.catalog.cards.card(row.card.ok()?).names();
            let aliases = names.filter(|(role, ..)| *role == NameRole::Alias);
            let mut prints = aliases.filter_map(|(_, alias, _)| alias.rsplit_once(' '));
            let (set, number) = prints.find(|(set, _)| view.catalog.game.set(set).is_some())?;
            Some((set.to_owned(), number.to_owned()))
        }
    }
}

/// The fields that a row's copies state: ids with the words of their values.
fn row_state(view: &DeckView, row: &ListRow) -> Vec<(String, Vec<String>)> {
    let state = row
        .card
        .ok()
        .and_then(|card| view.catalog.cards.state(card));
    state
        .map(|state| state.to_ids(&view.catalog.game))
        .unwrap_or_default()
}

/// Returns a field of the copies.
fn copy_field<'a>(view: &DeckView<'a>, id: &str) -> Option<&'a Attribute> {
    view.catalog
        .game
        .copy_fields()
        .map(|(_, field)| field)
        .find(|field| field.named.id == id)
}

/// Unknown parts that are listed one by one; the rest are counted.
const MAX_UNREAD: usize = 20;

/// The skipped parts, by path.
#[derive(Default)]
struct UnreadItems {
    /// The span of the first part at a path, and the number of parts.
    places: BTreeMap<String, (Range<usize>, usize)>,
    /// Parts beyond the first [`MAX_UNREAD`] paths.
    omitted: usize,
    /// The start of each part.
    starts: Vec<usize>,
}

/// A skipped part: its path, its line from 1, and the number of other parts at that path.
#[derive(Clone, PartialEq, Debug)]
struct UnreadPlace {
    path: String,
    line: usize,
    others: usize,
}

impl Words for UnreadPlace {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnreadPlace { path, line, others } = self;
        f.write_str(&match *others {
            0 => say!(lang, "`{path}` (line {line})"),
            more => say!(lang, more, "`{path}` (line {line} and {more} more)"),
        })
    }
}

#[derive(Clone, PartialEq, Debug)]
struct UnreadPlaces(Vec<UnreadPlace>, usize);

impl Words for UnreadPlaces {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, place) in self.0.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            place.write(lang, f)?;
        }
        match self.1 {
            0 => Ok(()),
            more => f.write_str(&say!(lang, more, " and {more} more", context = "cards")),
        }
    }
}

messages! {
    /// The note on skipped parts.
    enum UnreadReason {
        /// Parts that the form does not know.
        NotRead {
            form: String,
            places: UnreadPlaces,
        } => "ignored, because `{form}` files do not use it: {places}",
        /// Parts that rules may depend on.
        Needed {
            places: UnreadPlaces,
        } => "the rules may depend on this, but it is not read: {places}",
    }
}

/// The skipped parts; those that rules may depend on are kept separately.
struct UnreadParts<'r> {
    reader: &'r DeckReader,
    others: UnreadItems,
    needed: UnreadItems,
}

impl<'r> UnreadParts<'r> {
    fn new(reader: &'r DeckReader) -> UnreadParts<'r> {
        UnreadParts { reader, others: UnreadItems::default(), needed: UnreadItems::default() }
    }

    fn add(&mut self, path: String, span: Range<usize>) {
        let is_needed = self.reader.is_needed(&path);
        let items = if is_needed { &mut self.needed } else { &mut self.others };
        items.add(path, span);
    }

    /// Adds the notes on skipped parts to the deck.
    fn tell(self, deck: &mut RawDeck) {
        let form = self.reader.named.id.to_string();
        let note = self
            .others
            .note(&deck.text, |places| UnreadReason::NotRead { form, places });
        deck.notes.extend(note);
        deck.unread = self
            .needed
            .note(&deck.text, |places| UnreadReason::Needed { places });
    }
}

/// Ends the reading of a file with unread parts.
fn finish_deck(
    mut decks: Vec<RawDeck>,
    unread: UnreadParts<'_>,
    mut problems: Problems<DeckMessage>,
) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    if problems.is_empty() && decks.iter().all(has_no_cards) {
        problems.push(DeckMessage::Empty);
    }
    if let Some(first) = decks.first_mut() {
        unread.tell(first);
    }
    problems.into_result(RawDeck::number(decks))
}

/// The lines, from 1, of positions in the order of a text, without repeats.
fn line_numbers(text: &str, starts: &[usize]) -> Vec<u32> {
    let (mut lines, mut line, mut at) = (Vec::new(), 1, 0);
    for start in starts {
        let between = text.as_bytes().get(at..*start).unwrap_or_default();
        line += between.iter().filter(|byte| **byte == b'\n').count() as u32;
        at = *start;
        lines.push(line);
    }
    lines.dedup();
    lines
}

impl UnreadItems {
    fn add(&mut self, path: String, span: Range<usize>) {
        self.starts.push(span.start);
        let path = shorten(&path);
        let room = self.places.len() < MAX_UNREAD;
        match self.places.get_mut(&path) {
            Some((_, count)) => *count += 1,
            None if room => {
                self.places.insert(path, (span, 1));
            }
            None => self.omitted += 1,
        }
    }

    /// Returns the note that lists the parts; `None` if everything was read.
    fn note(
        mut self,
        text: &str,
        reason: impl FnOnce(UnreadPlaces) -> UnreadReason,
    ) -> Option<Note> {
        self.starts.arrange();
        let lines = line_numbers(text, &self.starts);
        let mut places: Vec<(String, (Range<usize>, usize))> = self.places.into_iter().collect();
        // Parts were collected by path, but a note lists them in the order of the file.
        places.arrange_by_key(|(_, (span, _))| span.start);
        let span = places.first()?.1.0.clone();
        let mut listed = Vec::new();
        for (path, (span, count)) in places {
            let line = 1 + text
                .bytes()
                .take(span.start)
                .filter(|b| *b == b'\n')
                .count();
            listed.push(UnreadPlace { path, line, others: count - 1 });
        }
        let places = UnreadPlaces(listed, self.omitted);
        Some(Note { lines, ..note_of(&reason(places), span) })
    }
}
