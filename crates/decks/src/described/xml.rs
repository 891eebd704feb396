//! Files of XML, read by paths.

use super::card::CardEntry;
use super::unread::Unread;
use super::{brief, is_empty, put};
use crate::decode::DeckText;
use crate::error::{DeckProblem, MAX_ATTRIBUTES, MAX_ENTRIES};
use crate::gemp::{DOCTYPE, TOO_DEEP};
use crate::messages::DeckMessage;
use crate::raw::RawDeck;
use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesStart, Event};
use sleeve_data::files::FileMessage;
use sleeve_data::model::DeckReader;
use sleeve_data::model::path::{XmlEnd, XmlPath};
use sleeve_data::model::reader::{HeadKey, XmlLayout};
use sleeve_data::problem::{Both, Problem, Problems};
use std::ops::Range;

const FORMAT: &str = "XML";
const OWN_ENTITY: Both = Both("an entity of its own", "une entité qui lui est propre");
/// So many elements may lie inside each other.
const MAX_NESTED: usize = 32;

/// What stands at a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum XmlSlot<'r> {
    Name,
    Id,
    Set,
    Count,
    Zone,
    Key(HeadKey),
    /// What always stands there.
    Fixed(&'r str),
    Ignored,
}

/// Everything that a form knows, by its path.
fn slots(layout: &XmlLayout) -> Vec<(&XmlPath, XmlSlot<'_>)> {
    let fields = [
        (&layout.name, XmlSlot::Name),
        (&layout.id, XmlSlot::Id),
        (&layout.set, XmlSlot::Set),
        (&layout.count, XmlSlot::Count),
        (&layout.zone, XmlSlot::Zone),
    ];
    let fields = fields.into_iter().filter_map(|(path, slot)| Some((path.as_ref()?, slot)));
    let keys = layout.keys.iter().map(|(key, path)| (path, XmlSlot::Key(*key)));
    let fixed = layout.fixed.iter().map(|(path, text)| (path, XmlSlot::Fixed(text)));
    fields
        .chain(keys)
        .chain(fixed)
        .chain(layout.ignored.iter().map(|p| (p, XmlSlot::Ignored)))
        .collect()
}

/// Whether a text is XML that holds an element where this form has cards.
pub(super) fn is_of(text: &str, layout: &XmlLayout) -> bool {
    if !text.trim_start().starts_with('<') {
        return false;
    }
    let mut reader = Reader::from_str(text);
    // How many of the elements around are those around cards.
    let (mut depth, mut along) = (0usize, 0usize);
    loop {
        let (element, opens) = match reader.read_event() {
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
        let fits = along == depth
            && layout
                .card
                .get(depth)
                .is_some_and(|name| name.as_bytes() == element.name().as_ref());
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

/// A value on its way to its card, with the number of elements that it lasts for.
struct HeldValue<'r> {
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
    /// The names of the elements that are open.
    open: Vec<String>,
    /// Where those that are cards begin.
    card: Range<usize>,
    /// From how many elements on nothing is read.
    passed: Option<usize>,
    held: Vec<HeldValue<'r>>,
    /// The text of the innermost element.
    said: String,
    deck: RawDeck,
    unread: Unread,
    problems: Problems<DeckMessage>,
}

/// Reads a file.
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
        open: Vec::new(),
        card: 0..0,
        passed: None,
        held: Vec::new(),
        said: String::new(),
        deck,
        unread: Unread::default(),
        problems: Problems::default(),
    };
    reading.all();
    let XmlReader { mut deck, unread, mut problems, .. } = reading;
    if problems.is_empty() && is_empty(&deck) {
        problems.push(DeckMessage::Empty);
    }
    deck.notes.extend(unread.note(&reader.named.id, &source.text));
    problems.or(vec![deck])
}

fn syntax(span: Range<usize>, error: &dyn std::fmt::Display) -> DeckProblem {
    let message = error.to_string().lines().collect::<Vec<_>>().join("; ");
    Problem::from_span(span, FileMessage::Syntax { form: FORMAT, message }.into())
}

impl XmlReader<'_, '_> {
    fn all(&mut self) {
        let mut reader = Reader::from_str(self.text);
        loop {
            let start = reader.buffer_position() as usize;
            let event = reader.read_event();
            let end = reader.buffer_position() as usize;
            let span = self.trimmed(start..end);
            let refused = |what| {
                Problem::from_span(span.clone(), DeckMessage::Refused { format: FORMAT, what })
            };
            match event {
                Ok(Event::Start(_)) if self.open.len() >= MAX_NESTED => {
                    return self.problems.push(refused(TOO_DEEP));
                }
                Ok(Event::Start(element)) => self.start(&element, span),
                Ok(Event::Empty(element)) => {
                    self.start(&element, span.clone());
                    self.end(span);
                }
                Ok(Event::End(_)) => self.end(span),
                Ok(Event::DocType(_)) => return self.problems.push(refused(DOCTYPE)),
                Ok(Event::Text(text)) => match text.decode() {
                    Ok(text) => self.said.push_str(&text),
                    Err(error) => self.problems.push(syntax(span, &error)),
                },
                Ok(Event::CData(text)) => match text.decode() {
                    Ok(text) => self.said.push_str(&text),
                    Err(error) => self.problems.push(syntax(span, &error)),
                },
                Ok(Event::GeneralRef(entity)) => {
                    let by_number = entity.resolve_char_ref().ok().flatten();
                    let name = entity.decode().unwrap_or_default();
                    match (by_number, resolve_predefined_entity(&name)) {
                        (Some(c), _) => self.said.push(c),
                        (None, Some(text)) => self.said.push_str(text),
                        (None, None) => self.problems.push(refused(OWN_ENTITY)),
                    }
                }
                Ok(Event::Eof) => {
                    if !self.open.is_empty() {
                        let message = "the file ends inside an element".to_owned();
                        let kind = FileMessage::Syntax { form: FORMAT, message };
                        self.problems.fail(end..end, kind);
                    }
                    return;
                }
                Ok(_) => {}
                Err(error) => {
                    let at = reader.error_position() as usize;
                    return self.problems.push(syntax(at..end.max(at), &error));
                }
            }
            if self.deck.items.len() > MAX_ENTRIES {
                return self.problems.push(DeckMessage::TooMany);
            }
        }
    }

    /// A span without the blanks around it.
    fn trimmed(&self, span: Range<usize>) -> Range<usize> {
        let part = self.text.get(span.clone()).unwrap_or("");
        let lead = part.len() - part.trim_start().len();
        span.start + lead..span.start + lead + part.trim().len()
    }

    /// The place of what is open, for people.
    fn path(&self) -> String {
        self.open.join("/")
    }

    fn is_known(&self) -> bool {
        let leads_to = |elements: &[String]| elements.starts_with(&self.open);
        leads_to(&self.layout.card) || self.slots.iter().any(|(path, _)| leads_to(&path.elements))
    }

    fn start(&mut self, element: &BytesStart, span: Range<usize>) {
        // What stands before an element within another is nobody's text.
        if self.passed.is_none() && !self.said.trim().is_empty() {
            self.unread.add(format!("{}/text()", self.path()), span.clone());
        }
        self.said.clear();
        self.open.push(String::from_utf8_lossy(element.name().as_ref()).into_owned());
        if self.passed.is_some() {
            return;
        }
        if self.open.len() == 1 && self.open.first() != self.layout.card.first() {
            let form = self.reader.named.id.to_string();
            self.problems.push(Problem::from_span(span, DeckMessage::OtherForm { form }));
            self.passed = Some(1);
            return;
        }
        let ignored = |(path, slot): &(&XmlPath, XmlSlot)| {
            *slot == XmlSlot::Ignored && path.end == XmlEnd::Element && path.elements == self.open
        };
        if self.slots.iter().any(ignored) {
            self.passed = Some(self.open.len());
            return;
        }
        if !self.is_known() {
            self.unread.add(self.path(), span);
            self.passed = Some(self.open.len());
            return;
        }
        if self.open == self.layout.card {
            self.card = span.clone();
        }
        if let Err(message) = self.attributes(element, &span) {
            self.problems.push(message);
            self.passed = Some(self.open.len());
        }
    }

    /// Takes what stands at the attributes of the innermost element.
    fn attributes(&mut self, element: &BytesStart, span: &Range<usize>) -> Result<(), DeckProblem> {
        let mut seen: Vec<Vec<u8>> = Vec::new();
        // Every attribute is looked at here: the reader's own search for doubles compares all pairs.
        for (at, attribute) in element.attributes().with_checks(false).enumerate() {
            if at == MAX_ATTRIBUTES {
                let kind = FileMessage::TooMany { key: "attributes", limit: MAX_ATTRIBUTES };
                return Err(Problem::from_span(span.clone(), kind.into()));
            }
            let attribute = attribute.map_err(|error| syntax(span.clone(), &error))?;
            let key = attribute.key.as_ref();
            if key == b"xmlns" || key.starts_with(b"xmlns:") {
                continue;
            }
            let name = String::from_utf8_lossy(key).into_owned();
            if seen.iter().any(|other| other == key) {
                let key = brief(&name);
                return Err(Problem::from_span(
                    span.clone(),
                    FileMessage::GivenTwice { key }.into(),
                ));
            }
            seen.push(key.to_owned());
            let value = attribute.unescape_value().map_err(|error| syntax(span.clone(), &error))?;
            self.value(&XmlEnd::Attribute(name), &value, span);
        }
        Ok(())
    }

    /// Takes what stands at the innermost element.
    fn value(&mut self, end: &XmlEnd, text: &str, span: &Range<usize>) {
        let here =
            |(path, _): &&(&XmlPath, XmlSlot)| path.end == *end && path.elements == self.open;
        let slot = self.slots.iter().find(here).map(|(_, slot)| *slot);
        match slot {
            None => {
                let path = XmlPath { elements: self.open.clone(), end: end.clone() };
                self.unread.add(path.to_string(), span.clone());
            }
            Some(XmlSlot::Ignored) => {}
            Some(XmlSlot::Fixed(wanted)) if wanted == text.trim() => {}
            Some(XmlSlot::Fixed(_)) => {
                let path = XmlPath { elements: self.open.clone(), end: end.clone() };
                self.unread.add(format!("{path} = {}", brief(text.trim())), span.clone());
            }
            Some(XmlSlot::Key(key)) => put(&mut self.deck, key, text, span.clone()),
            Some(slot) => {
                // What stands within the card lasts until the card ends.
                let depth = self.open.len().min(self.layout.card.len());
                self.held.push(HeldValue {
                    slot,
                    depth,
                    text: text.to_owned(),
                    span: span.clone(),
                });
            }
        }
    }

    fn end(&mut self, span: Range<usize>) {
        if self.passed.is_none() {
            let said = std::mem::take(&mut self.said);
            if !said.trim().is_empty() {
                self.value(&XmlEnd::Text, said.trim(), &span);
            }
            if self.open == self.layout.card {
                self.finish();
            }
        }
        self.said.clear();
        if self.passed == Some(self.open.len()) {
            self.passed = None;
        }
        let depth = self.open.len();
        self.held.retain(|held| held.depth < depth);
        self.open.pop();
    }

    /// Puts the card that ends here into the deck.
    fn finish(&mut self) {
        let find = |slot: XmlSlot| self.held.iter().rev().find(|held| held.slot == slot);
        let text = |slot| find(slot).map(|held| held.text.clone());
        let count = find(XmlSlot::Count).map(|held| (held.text.clone(), held.span.clone()));
        let said = CardEntry {
            name: text(XmlSlot::Name),
            id: text(XmlSlot::Id),
            set: text(XmlSlot::Set),
            zone: text(XmlSlot::Zone).unwrap_or_default(),
            count,
        };
        if let (None, Some(path)) = (&said.count, &self.layout.count) {
            let kind = DeckMessage::Lacks { what: path.to_string() };
            return self.problems.push(Problem::from_span(self.card.clone(), kind));
        }
        match said.card(self.reader, self.card.clone()) {
            Ok(item) => self.deck.items.push(item),
            Err(problem) => self.problems.push(problem),
        }
    }
}
