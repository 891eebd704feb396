//! XML files, read and written by paths.

use super::{
    CardEntry, UnreadParts, ZonePart, finish_deck, head_value, row_id, row_name, row_set, set_head,
    shorten, zone_parts,
};
use crate::{
    decode::DeckText,
    limits::{MAX_ATTRIBUTES, MAX_ENTRIES},
    messages::{DeckMessage, DeckProblem},
    raw::RawDeck,
    toml::DECK_KEYS,
    view::{DeckView, ListRow, join_lines},
};
use quick_xml::{
    Reader, XmlVersion,
    encoding::EncodingError,
    escape::{escape, partial_escape, resolve_predefined_entity},
    events::{BytesStart, Event},
};
use sleeve_data::{
    files::FileMessage,
    model::{
        DeckReader, hidden,
        reader::{ANY, HeadKey, XmlEnd, XmlLayout, XmlPath},
    },
    problem::{Phrase, Problem, Problems},
};
use std::{borrow::Cow, fmt::Write as _, ops::Range};

const FORMAT: &str = "XML";
// A DOCTYPE may declare entities that expand without limit.
const DOCTYPE: Phrase = word!("a DOCTYPE");
const TOO_DEEP: Phrase = word!("elements nested this deep");
const CUSTOM_ENTITY: Phrase = word!("a custom entity");
/// Largest depth of nested elements.
const MAX_NESTED: usize = 32;

/// The meaning of a path in a form.
#[derive(Clone, Copy, PartialEq, Eq)]
enum XmlSlot<'r> {
    Name,
    Id,
    Set,
    Count,
    Zone,
    Key(&'r HeadKey),
    /// A constant text.
    Fixed(&'r str),
    Ignored,
}

/// Everything a form knows, with its path.
fn slots(layout: &XmlLayout) -> Vec<(&XmlPath, XmlSlot<'_>)> {
    let fields = [
        (&layout.name, XmlSlot::Name),
        (&layout.id, XmlSlot::Id),
        (&layout.set, XmlSlot::Set),
        (&layout.count, XmlSlot::Count),
        (&layout.zone, XmlSlot::Zone),
    ];
    let known = fields
        .into_iter()
        .filter_map(|(path, slot)| Some((path.as_ref()?, slot)));
    let keys = layout
        .keys
        .iter()
        .map(|(key, path)| (path, XmlSlot::Key(key)));
    let fixed = layout
        .fixed
        .iter()
        .map(|(path, text)| (path, XmlSlot::Fixed(text)));
    known
        .chain(keys)
        .chain(fixed)
        .chain(layout.ignored.iter().map(|p| (p, XmlSlot::Ignored)))
        .collect()
}

/// Whether a text is XML with an element at the place of this form's cards.
pub(super) fn matches_layout(text: &str, layout: &XmlLayout, reader: &DeckReader) -> bool {
    if !text.trim_start().starts_with('<') {
        return false;
    }
    let mut events = Reader::from_str(text);
    // `along` is the number of open elements on the path to cards.
    let (mut depth, mut along) = (0usize, 0usize);
    loop {
        let (element, opens) = match events.read_event() {
            Ok(Event::Start(element)) => (element, true),
            Ok(Event::Empty(element)) => (element, false),
            Ok(Event::End(_)) => {
                depth = depth.saturating_sub(1);
                along = along.min(depth);
                continue;
            }
            Ok(Event::Eof | Event::DocType(_)) | Err(_) => return false,
            Ok(_) => continue,
        };
        let name = String::from_utf8_lossy(element.name().as_ref()).into_owned();
        if depth == 0 && layout.decks.as_ref() == Some(&name) {
            continue;
        }
        let fits = along == depth
            && layout
                .card
                .get(depth)
                .is_some_and(|step| match step.as_str() {
                    ANY => reader.zone(&name).is_some(),
                    step => step == name,
                });
        if depth == 0 && !fits {
            return false;
        }
        if fits && depth + 1 == layout.card.len() {
            return true;
        }
        if opens {
            depth += 1;
            along += usize::from(fits);
        }
    }
}

/// A value that waits for its card. It is valid while more than `depth - 1` elements are open.
struct PendingValue<'r> {
    slot: XmlSlot<'r>,
    depth: usize,
    text: String,
    span: Range<usize>,
}

struct XmlReader<'t, 'r> {
    text: &'t str,
    reader: &'r DeckReader,
    layout: &'r XmlLayout,
    slots: Vec<(&'r XmlPath, XmlSlot<'r>)>,
    /// The names of the open elements, outermost first.
    open_elements: Vec<String>,
    /// The span of the start tag of the open card.
    card_span: Range<usize>,
    /// At this depth and below, nothing is read.
    skip_depth: Option<usize>,
    values: Vec<PendingValue<'r>>,
    /// Whether an element around several decks is open.
    is_wrapped: bool,
    /// Whether a deck began.
    is_begun: bool,
    /// The number of cards in all decks.
    cards: usize,
    /// The decks above this one.
    decks: Vec<RawDeck>,
    /// The text of the innermost element so far.
    inner_text: String,
    deck: RawDeck,
    unread: UnreadParts<'r>,
    problems: Problems<DeckMessage>,
}

pub(super) fn read(
    source: &DeckText,
    deck: RawDeck,
    layout: &XmlLayout,
    reader: &DeckReader,
) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let mut reading = XmlReader {
        text: &source.text,
        reader,
        layout,
        slots: slots(layout),
        open_elements: Vec::new(),
        card_span: 0..0,
        skip_depth: None,
        values: Vec::new(),
        is_wrapped: false,
        is_begun: false,
        cards: 0,
        decks: Vec::new(),
        inner_text: String::new(),
        deck,
        unread: UnreadParts::new(reader),
        problems: Problems::default(),
    };
    reading.read_all();
    let XmlReader { deck, mut decks, unread, problems, .. } = reading;
    decks.push(deck);
    finish_deck(decks, unread, problems)
}

impl<'r> XmlReader<'_, 'r> {
    fn read_all(&mut self) {
        let mut reader = Reader::from_str(self.text);
        loop {
            let start = reader.buffer_position() as usize;
            let event = reader.read_event();
            let end = reader.buffer_position() as usize;
            let span = trim_span(self.text, start..end);
            match event {
                Ok(Event::Start(_)) if self.open_elements.len() >= MAX_NESTED => {
                    return self.problems.push(refuse(span, TOO_DEEP));
                }
                Ok(Event::Start(element)) => self.start_element(&element, span),
                Ok(Event::Empty(element)) => {
                    self.start_element(&element, span.clone());
                    self.end_element(span);
                }
                Ok(Event::End(_)) => self.end_element(span),
                Ok(Event::DocType(_)) => return self.problems.push(refuse(span, DOCTYPE)),
                Ok(Event::Text(text)) => self.read_text(text.decode(), span),
                Ok(Event::CData(text)) => self.read_text(text.decode(), span),
                Ok(Event::GeneralRef(entity)) => {
                    let by_number = entity.resolve_char_ref().ok().flatten();
                    let name = entity.decode().unwrap_or_default();
                    match (by_number, resolve_predefined_entity(&name)) {
                        (Some(c), _) => self.inner_text.push(c),
                        (None, Some(text)) => self.inner_text.push_str(text),
                        (None, None) => self.problems.push(refuse(span, CUSTOM_ENTITY)),
                    }
                }
                Ok(Event::Eof) => {
                    if self.is_wrapped || !self.open_elements.is_empty() {
                        let message = "the file ends inside an element".to_owned();
                        let kind = FileMessage::Syntax { form: FORMAT, message };
                        self.problems.fail(end..end, kind);
                    }
                    return;
                }
                Ok(_) => {}
                Err(error) => {
                    let at = reader.error_position() as usize;
                    return self.problems.push(syntax_error(at..end.max(at), &error));
                }
            }
            if self.cards > MAX_ENTRIES {
                return self.problems.push(DeckMessage::TooMany);
            }
        }
    }

    fn read_text(&mut self, text: Result<Cow<'_, str>, EncodingError>, span: Range<usize>) {
        match text {
            Ok(text) => self.inner_text.push_str(&text),
            Err(error) => self.problems.push(syntax_error(span, &error)),
        }
    }

    /// The path of the innermost element, for messages.
    fn open_path(&self) -> String {
        self.open_elements.join("/")
    }

    fn is_known(&self) -> bool {
        self.layout.card.starts_with(&self.open_elements)
            || self
                .slots
                .iter()
                .any(|(path, _)| path.elements.starts_with(&self.open_elements))
    }

    fn path_to(&self, end: &XmlEnd) -> XmlPath {
        XmlPath { elements: self.open_elements.clone(), end: end.clone() }
    }

    /// The meaning of the open element or of a value in it.
    fn find_slot(&self, end: &XmlEnd) -> Option<XmlSlot<'r>> {
        let mut slots = self.slots.iter();
        let slot = slots.find(|(path, _)| path.end == *end && path.elements == self.open_elements);
        slot.map(|(_, slot)| *slot)
    }

    fn start_element(&mut self, element: &BytesStart, span: Range<usize>) {
        // Text before an inner element belongs to no path.
        if self.skip_depth.is_none() && !self.inner_text.trim().is_empty() {
            self.unread
                .add(format!("{}/text()", self.open_path()), span.clone());
        }
        self.inner_text.clear();
        let name = String::from_utf8_lossy(element.name().as_ref()).into_owned();
        if self.open_elements.is_empty() && self.layout.decks.as_ref() == Some(&name) {
            self.is_wrapped = true;
            return;
        }
        let names_zone = self.names_zone();
        self.open_elements
            .push(if names_zone { ANY.to_owned() } else { name.clone() });
        if self.skip_depth.is_some() {
            return;
        }
        let begins = (!names_zone || self.begin_zone(&name, &span)) && self.begin(element, span);
        if !begins {
            self.skip_depth = Some(self.open_elements.len());
        }
    }

    /// Begins the innermost element; returns whether it is read.
    fn begin(&mut self, element: &BytesStart, span: Range<usize>) -> bool {
        if self.open_elements.len() == 1 {
            self.begin_deck();
            if self.open_elements.first() != self.layout.card.first() {
                let form = self.reader.named.id.to_string();
                self.problems.fail(span, DeckMessage::OtherForm { form });
                return false;
            }
        }
        if self.find_slot(&XmlEnd::Element) == Some(XmlSlot::Ignored) {
            return false;
        }
        if !self.is_known() {
            self.unread.add(self.open_path(), span);
            return false;
        }
        if self.open_elements == self.layout.card {
            self.card_span = span.clone();
        }
        match self.read_attributes(element, &span) {
            Ok(()) => true,
            Err(problem) => {
                self.problems.push(problem);
                false
            }
        }
    }

    /// Whether the name of the next element is the word for a zone.
    fn names_zone(&self) -> bool {
        self.layout
            .card
            .strip_prefix(&*self.open_elements)
            .is_some_and(|rest| rest == [ANY])
    }

    /// Begins a card whose element is called by the word for its zone; reports an unknown word.
    fn begin_zone(&mut self, word: &str, span: &Range<usize>) -> bool {
        let known = self.reader.zones.iter().map(|(word, _)| word.as_str());
        if self.reader.zone(word).is_none() {
            let message = FileMessage::unknown_key(word, DECK_KEYS.place, known);
            self.problems.fail(span.clone(), message);
            return false;
        }
        let (text, span) = (word.to_owned(), span.clone());
        let depth = self.open_elements.len();
        self.values
            .push(PendingValue { slot: XmlSlot::Zone, depth, text, span });
        true
    }

    /// Begins another deck, in a form with several.
    fn begin_deck(&mut self) {
        if std::mem::replace(&mut self.is_begun, true) && self.layout.decks.is_some() {
            let another = self.deck.begin_another();
            self.decks.push(std::mem::replace(&mut self.deck, another));
        }
    }

    fn read_attributes(
        &mut self,
        element: &BytesStart,
        span: &Range<usize>,
    ) -> Result<(), DeckProblem> {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        // Duplicates are found below, because the XML reader's own check compares all pairs of
        // attributes.
        for (at, attribute) in element.attributes().with_checks(false).enumerate() {
            if at == MAX_ATTRIBUTES {
                let kind = FileMessage::TooMany { key: "attributes", limit: MAX_ATTRIBUTES };
                return Err(Problem::from_span(span.clone(), kind.into()));
            }
            let attribute = attribute.map_err(|error| syntax_error(span.clone(), &error))?;
            let key = attribute.key.as_ref();
            if key == b"xmlns" || key.starts_with(b"xmlns:") {
                continue;
            }
            let name = String::from_utf8_lossy(key).into_owned();
            if seen.iter().any(|other| other == key) {
                let key = shorten(&name);
                return Err(Problem::from_span(
                    span.clone(),
                    FileMessage::GivenTwice { key }.into(),
                ));
            }
            seen.push(key.to_owned());
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| syntax_error(span.clone(), &error))?;
            self.read_value(&XmlEnd::Attribute(name), &value, span);
        }
        Ok(())
    }

    fn read_value(&mut self, end: &XmlEnd, text: &str, span: &Range<usize>) {
        match self.find_slot(end) {
            None => self.unread.add(self.path_to(end).to_string(), span.clone()),
            Some(XmlSlot::Ignored) => {}
            Some(XmlSlot::Fixed(wanted)) if wanted == text.trim() => {}
            Some(XmlSlot::Fixed(_)) => {
                let shown = format!("{} = {}", self.path_to(end), shorten(text.trim()));
                self.unread.add(shown, span.clone());
            }
            Some(XmlSlot::Key(key)) => set_head(&mut self.deck, key, text, span.clone()),
            Some(slot) => {
                // A value within a card is valid until the card ends.
                let depth = self.open_elements.len().min(self.layout.card.len());
                self.values.push(PendingValue {
                    slot,
                    depth,
                    text: text.to_owned(),
                    span: span.clone(),
                });
            }
        }
    }

    fn end_element(&mut self, span: Range<usize>) {
        if self.open_elements.is_empty() {
            self.is_wrapped = false;
            return;
        }
        if self.skip_depth.is_none() {
            let text = std::mem::take(&mut self.inner_text);
            if !text.trim().is_empty() {
                self.read_value(&XmlEnd::Text, text.trim(), &span);
            }
            if self.open_elements == self.layout.card {
                self.push_card();
            }
        }
        self.inner_text.clear();
        if self.skip_depth == Some(self.open_elements.len()) {
            self.skip_depth = None;
        }
        let depth = self.open_elements.len();
        self.values.retain(|value| value.depth < depth);
        self.open_elements.pop();
    }

    /// The innermost value with a meaning.
    fn find_value(&self, slot: XmlSlot) -> Option<&PendingValue<'r>> {
        self.values.iter().rev().find(|value| value.slot == slot)
    }

    fn find_text(&self, slot: XmlSlot) -> Option<String> {
        self.find_value(slot).map(|value| value.text.clone())
    }

    /// Adds the card whose element ends to the deck.
    fn push_card(&mut self) {
        self.cards += 1;
        let count = self.find_value(XmlSlot::Count);
        let card = CardEntry {
            name: self.find_text(XmlSlot::Name),
            id: self.find_text(XmlSlot::Id),
            set: self.find_text(XmlSlot::Set),
            zone: self.find_text(XmlSlot::Zone).unwrap_or_default(),
            count: count.map(|value| (value.text.clone(), value.span.clone())),
            state: Vec::new(),
        };
        if let (None, Some(path)) = (&card.count, &self.layout.count) {
            let kind = DeckMessage::Lacks { what: path.to_string() };
            return self.problems.fail(self.card_span.clone(), kind);
        }
        match card.into_item(self.reader, self.card_span.clone()) {
            Ok(item) => self.deck.items.push(item),
            Err(problem) => self.problems.push(problem),
        }
    }
}

fn refuse(span: Range<usize>, what: Phrase) -> DeckProblem {
    Problem::from_span(span, DeckMessage::Refused { format: FORMAT, what })
}

fn syntax_error(span: Range<usize>, error: &dyn std::fmt::Display) -> DeckProblem {
    let message = error.to_string().lines().collect::<Vec<_>>().join("; ");
    Problem::from_span(span, FileMessage::Syntax { form: FORMAT, message }.into())
}

/// The part of a span without the spaces around it.
fn trim_span(text: &str, span: Range<usize>) -> Range<usize> {
    let part = text.get(span.clone()).unwrap_or("");
    let lead = part.len() - part.trim_start().len();
    span.start + lead..span.start + lead + part.trim().len()
}

/// An element to write.
#[derive(Clone, Default)]
struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    inner: Vec<Element>,
}

impl Element {
    /// The element of a layout at a depth of the path to cards, with the layout's constant values.
    fn from_layout(layout: &XmlLayout, depth: usize) -> Element {
        let path = layout.card.get(..=depth).unwrap_or(&[]);
        let name = path.last().cloned().unwrap_or_default();
        let mut element = Element { name, ..Element::default() };
        for (place, text) in layout
            .fixed
            .iter()
            .filter(|(place, _)| place.elements == path)
        {
            element.set_end(&place.end, text.clone());
        }
        element
    }

    fn set_end(&mut self, end: &XmlEnd, value: String) {
        match end {
            XmlEnd::Attribute(name) => self.attributes.push((name.clone(), value)),
            XmlEnd::Text => self.text = value,
            XmlEnd::Name => self.name = value,
            XmlEnd::Element => {}
        }
    }

    /// Sets the value at a path below this element, which is at `depth` of the path. Creates
    /// elements on the way.
    fn set_path(&mut self, path: &XmlPath, depth: usize, value: String) {
        let Some(name) = path.elements.get(depth + 1) else {
            return self.set_end(&path.end, value);
        };
        let known = self.inner.iter().position(|inner| inner.name == *name);
        let at = known.unwrap_or_else(|| {
            self.inner
                .push(Element { name: name.clone(), ..Element::default() });
            self.inner.len() - 1
        });
        if let Some(inner) = self.inner.get_mut(at) {
            inner.set_path(path, depth + 1, value);
        }
    }

    /// Wraps the element in the elements around it, up to a depth.
    fn wrap(self, layout: &XmlLayout, depth: usize, down_to: usize) -> Element {
        (down_to..depth).rev().fold(self, |inner, depth| {
            let mut outer = Element::from_layout(layout, depth);
            outer.inner.push(inner);
            outer
        })
    }

    fn write(&self, indent: usize, step: usize, out: &mut String) {
        let blanks = "  ".repeat(indent);
        let _ = write!(out, "{blanks}<{}", self.name);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escape(hidden::escaped(&join_lines(value))));
        }
        if self.inner.is_empty() && self.text.is_empty() {
            out.push_str("/>\n");
            return;
        }
        let text = partial_escape(hidden::escaped_lines(&self.text)).into_owned();
        let _ = write!(out, ">{text}");
        if !self.inner.is_empty() {
            out.push('\n');
            self.inner
                .iter()
                .for_each(|inner| inner.write(indent + step, step, out));
            out.push_str(&blanks);
        }
        let _ = writeln!(out, "</{}>", self.name);
    }
}

pub(super) fn write(view: &DeckView, layout: &XmlLayout, reader: &DeckReader) -> String {
    let mut root = Element::from_layout(layout, 0);
    for (key, path) in &layout.keys {
        if let Some(value) = head_value(view.deck, key) {
            root.set_path(path, 0, value);
        }
    }
    for (path, value) in &layout.fixed {
        let is_outside_cards = path.elements.len() > 1
            && !layout.card.starts_with(&path.elements)
            && !path.elements.starts_with(&layout.card);
        if is_outside_cards {
            root.set_path(path, 0, value.clone());
        }
    }
    let last = layout.card.len().saturating_sub(1);
    // The depth of the element with the zone: each zone has its own, and the elements around it are
    // written once.
    let zone = layout
        .zone
        .as_ref()
        .map_or(last, |path| path.elements.len() - 1)
        .clamp(1, last);
    let mut outer: Option<Element> = None;
    for ZonePart { word, rows, .. } in zone_parts(view, reader) {
        let cards: Vec<Element> = rows
            .iter()
            .flat_map(|row| card_elements(view, layout, reader, row, word))
            .collect();
        let groups =
            if zone == last { cards } else { vec![group_cards(layout, cards, word, zone)] };
        match (&mut outer, zone) {
            (_, 1) => root.inner.extend(groups),
            (Some(outer), _) => last_descendant(outer, zone - 2).inner.extend(groups),
            (None, _) => {
                let mut parent = Element::from_layout(layout, zone - 1);
                parent.inner = groups;
                outer = Some(parent.wrap(layout, zone - 1, 1));
            }
        }
    }
    root.inner.extend(outer);
    let alone = if layout.java { " standalone=\"no\"" } else { "" };
    let mut out = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"{alone}?>\n");
    root.write(0, if layout.java { 2 } else { 1 }, &mut out);
    if layout.java {
        out = out.replace("&apos;", "'").replace('\n', "\r\n");
    }
    out
}

/// The element of a zone, at a depth, with its cards.
fn group_cards(layout: &XmlLayout, cards: Vec<Element>, word: &str, depth: usize) -> Element {
    let last = layout.card.len().saturating_sub(1);
    let mut innermost = Element::from_layout(layout, last - 1);
    innermost.inner = cards;
    let mut group = innermost.wrap(layout, last - 1, depth);
    if word.is_empty() {
        return group;
    }
    // The zone's word goes before the constant attributes.
    if let Some(XmlPath { end: XmlEnd::Attribute(name), .. }) = &layout.zone {
        group.attributes.insert(0, (name.clone(), word.to_owned()));
    }
    group
}

/// The last element this many levels below another.
fn last_descendant(element: &mut Element, levels: usize) -> &mut Element {
    if levels == 0 || element.inner.is_empty() {
        return element;
    }
    let last = element.inner.len() - 1;
    // INVARIANT: there is a last one.
    last_descendant(&mut element.inner[last], levels - 1)
}

/// A row as elements: one, or one per copy if the form has no counts.
fn card_elements(
    view: &DeckView,
    layout: &XmlLayout,
    reader: &DeckReader,
    row: &ListRow,
    word: &str,
) -> Vec<Element> {
    let depth = layout.card.len().saturating_sub(1);
    let id = layout
        .id
        .as_ref()
        .and_then(|path| Some((path, row_id(view, reader, row)?)));
    let name = layout
        .name
        .as_ref()
        .map(|path| (path, row_name(view, reader, row)));
    if id.is_none() && name.is_none() {
        return Vec::new();
    }
    let set = layout
        .set
        .as_ref()
        .and_then(|path| Some((path, row_set(view, row)?)));
    let count = layout
        .count
        .as_ref()
        .map(|path| (path, row.count.to_string()));
    let zone = layout
        .zone
        .as_ref()
        .filter(|path| path.elements.len() > depth && !word.is_empty())
        .map(|path| (path, word.to_owned()));
    let times = if count.is_some() { 1 } else { row.count };
    let mut element = Element::from_layout(layout, depth);
    let fixed = std::mem::take(&mut element.attributes);
    for (path, value) in [id, count, zone, name, set].into_iter().flatten() {
        element.set_path(path, depth, value);
    }
    element.attributes.extend(fixed);
    vec![element; times as usize]
}
