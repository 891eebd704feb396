//! Files of JSON, read by pointers.

use super::card::CardEntry;
use super::unread::Unread;
use super::{brief, is_empty, put};
use crate::card_json::{found, kind_of, syntax};
use crate::decode::DeckText;
use crate::error::{DeckProblem, MAX_ENTRIES};
use crate::line::place;
use crate::messages::DeckMessage;
use crate::raw::RawDeck;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use sleeve_data::files::{ExpectedValue, FileMessage};
use sleeve_data::model::DeckReader;
use sleeve_data::model::path::Pointer;
use sleeve_data::model::reader::{CardBy, HeadKey, JsonLayout};
use sleeve_data::problem::{Problem, Problems};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::ops::Range;

/// The members of an object in their order, doubles among them.
struct Members<'a>(Vec<(PlacedKey<'a>, &'a RawValue)>);

/// A key, of which the place is known where nothing in it is written with a backslash.
#[derive(Deserialize, Clone, PartialEq, Eq, Hash)]
struct PlacedKey<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Members<'a>, D::Error> {
        struct Each;

        impl<'de> Visitor<'de> for Each {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members<'de>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        from.deserialize_map(Each)
    }
}

/// What stands at a pointer.
#[derive(Clone, Copy)]
enum JsonSlot<'r> {
    Counts,
    Single,
    List,
    Key(HeadKey),
    /// What always stands there.
    Fixed(&'r str),
    Ignored,
}

/// Everything that a form knows, by its pointer.
fn slots(layout: &JsonLayout) -> Vec<(&Pointer, JsonSlot<'_>)> {
    let mut slots: Vec<(&Pointer, JsonSlot)> = Vec::new();
    slots.extend(layout.counts.iter().map(|p| (p, JsonSlot::Counts)));
    slots.extend(layout.single.iter().map(|p| (p, JsonSlot::Single)));
    slots.extend(layout.lists.iter().map(|p| (p, JsonSlot::List)));
    slots.extend(layout.keys.iter().map(|(key, p)| (p, JsonSlot::Key(*key))));
    slots.extend(layout.fixed.iter().map(|(p, text)| (p, JsonSlot::Fixed(text))));
    slots.extend(layout.ignored.iter().map(|p| (p, JsonSlot::Ignored)));
    slots
}

/// Whether a text is JSON that holds cards where this form has them.
pub(super) fn is_of(text: &str, layout: &JsonLayout) -> bool {
    if !text.trim_start().starts_with('{') {
        return false;
    }
    let found = |pointer: &Pointer| {
        let mut text = text;
        for key in &pointer.keys {
            let Members(members) = serde_json::from_str(text).ok()?;
            text = members.iter().find(|(name, _)| name.0 == **key)?.1.get();
        }
        text.bytes().find(|b| !b.is_ascii_whitespace())
    };
    let any = |pointers: &[Pointer], first: u8| pointers.iter().any(|p| found(p) == Some(first));
    any(&layout.counts, b'{') || any(&layout.lists, b'[') || any(&layout.single, b'"')
}

struct JsonReader<'t, 'r> {
    text: &'t str,
    reader: &'r DeckReader,
    layout: &'r JsonLayout,
    slots: Vec<(&'r Pointer, JsonSlot<'r>)>,
    deck: RawDeck,
    unread: Unread,
    problems: Problems<DeckMessage>,
}

/// Reads a file.
pub(super) fn read(
    source: &DeckText,
    deck: RawDeck,
    layout: &JsonLayout,
    reader: &DeckReader,
) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let text = &*source.text;
    let whole: Members = match serde_json::from_str(text) {
        Ok(members) => members,
        Err(error) => return Err(vec![syntax(text, &error)]),
    };
    let (unread, problems) = (Unread::default(), Problems::default());
    let slots = slots(layout);
    let mut reading = JsonReader { text, reader, layout, slots, deck, unread, problems };
    reading.members(whole, &mut Vec::new());
    let JsonReader { mut deck, unread, mut problems, .. } = reading;
    if problems.is_empty() && is_empty(&deck) {
        problems.push(DeckMessage::Empty);
    }
    deck.notes.extend(unread.note(&reader.named.id, text));
    problems.or(vec![deck])
}

impl<'t> JsonReader<'t, '_> {
    fn place(&self, value: &RawValue) -> Range<usize> {
        place(self.text, value.get())
    }

    /// Where a member stands.
    fn place_of(&self, key: &PlacedKey<'t>, value: &RawValue) -> Range<usize> {
        let value = self.place(value);
        match &key.0 {
            Cow::Borrowed(key) => place(self.text, key).start.saturating_sub(1)..value.end,
            Cow::Owned(_) => value,
        }
    }

    fn wrong(&mut self, key: String, value: &RawValue, expected: ExpectedValue) {
        let message = FileMessage::WrongType { key, expected, found: found(value) };
        self.problems.fail(self.place(value), message);
    }

    /// The members of an object, where it is one; a member that stands there twice is told.
    fn object(&mut self, key: &str, value: &'t RawValue) -> Option<Members<'t>> {
        match serde_json::from_str(value.get()) {
            Ok(members) => Some(members),
            Err(_) => {
                self.wrong(key.to_owned(), value, ExpectedValue::Table);
                None
            }
        }
    }

    /// A text, or a number as it is written.
    fn word(&mut self, key: &str, value: &'t RawValue) -> Option<String> {
        match kind_of(value) {
            "null" => None,
            "number" => Some(value.get().to_owned()),
            _ => {
                let word = serde_json::from_str(value.get()).ok();
                if word.is_none() {
                    self.wrong(key.to_owned(), value, ExpectedValue::Text);
                }
                word
            }
        }
    }

    /// Everything in an object at these keys.
    fn members(&mut self, Members(members): Members<'t>, at: &mut Vec<String>) {
        let mut seen = HashSet::new();
        for (key, value) in members {
            let span = self.place_of(&key, value);
            if !seen.insert(key.clone()) {
                let key = brief(&key.0);
                self.problems.fail(span, FileMessage::GivenTwice { key });
                continue;
            }
            at.push(key.0.into_owned());
            let slot = self.slots.iter().find(|(pointer, _)| pointer.keys == *at);
            let leads_on = self.slots.iter().any(|(pointer, _)| pointer.keys.starts_with(at));
            match slot.map(|(_, slot)| *slot) {
                Some(slot) => self.slot(slot, value, at),
                None if leads_on && kind_of(value) == "object" => {
                    if let Some(inner) = self.object("", value) {
                        self.members(inner, at);
                    }
                }
                None => {
                    let pointer = Pointer { keys: at.clone() }.to_string();
                    self.unread.add(pointer, span);
                }
            }
            at.pop();
        }
    }

    fn slot(&mut self, slot: JsonSlot<'_>, value: &'t RawValue, at: &[String]) {
        let pointer = Pointer { keys: at.to_vec() }.to_string();
        let nothing = matches!(value.get(), "null" | "[]" | "\"\"");
        match slot {
            JsonSlot::Ignored => {}
            JsonSlot::Fixed(wanted) => {
                if let Some(word) = self.word(&pointer, value).filter(|word| word != wanted) {
                    self.unread.add(format!("{pointer} = {}", brief(&word)), self.place(value));
                }
            }
            JsonSlot::Key(key) => {
                if let Some(word) = self.word(&pointer, value) {
                    let span = self.place(value);
                    put(&mut self.deck, key, &word, span);
                }
            }
            _ if nothing => {}
            JsonSlot::Single => {
                if let Some(word) = self.word(&pointer, value) {
                    let span = self.place(value);
                    self.card(CardEntry { zone: pointer, ..self.called(word) }, span);
                }
            }
            JsonSlot::Counts => {
                let Some(Members(cards)) = self.object(&pointer, value) else { return };
                let mut seen = HashSet::new();
                for (key, value) in cards {
                    let span = self.place_of(&key, value);
                    if !seen.insert(key.clone()) {
                        let key = brief(&key.0);
                        self.problems.fail(span, FileMessage::GivenTwice { key });
                        continue;
                    }
                    let count = Some((value.get().to_owned(), self.place(value)));
                    let said = CardEntry {
                        zone: pointer.clone(),
                        count,
                        ..self.called(key.0.into_owned())
                    };
                    if !self.card(said, span) {
                        return;
                    }
                }
            }
            JsonSlot::List => {
                let items: Vec<&'t RawValue> = match serde_json::from_str(value.get()) {
                    Ok(items) => items,
                    Err(_) => return self.wrong(pointer, value, ExpectedValue::Array),
                };
                for item in items {
                    let said = self.listed(item, &pointer);
                    if said.is_some_and(|said| !self.card(said, self.place(item))) {
                        return;
                    }
                }
            }
        }
    }

    /// A card that is called by a word.
    fn called(&self, word: String) -> CardEntry {
        match self.layout.by {
            CardBy::Id => CardEntry { id: Some(word), ..CardEntry::default() },
            CardBy::Name => CardEntry { name: Some(word), ..CardEntry::default() },
        }
    }

    /// What an object of a list says of its card.
    fn listed(&mut self, item: &'t RawValue, pointer: &str) -> Option<CardEntry> {
        let Members(members) = self.object(pointer, item)?;
        let layout = self.layout;
        let mut said = CardEntry { zone: pointer.to_owned(), ..CardEntry::default() };
        let mut seen = HashSet::new();
        for (key, value) in members {
            let span = self.place_of(&key, value);
            if !seen.insert(key.clone()) {
                let key = brief(&key.0);
                self.problems.fail(span, FileMessage::GivenTwice { key });
                return None;
            }
            let key = key.0;
            let is = |member: &Option<String>| member.as_deref() == Some(&*key);
            if is(&layout.count) {
                said.count = Some((value.get().to_owned(), self.place(value)));
            } else if is(&layout.name) {
                said.name = self.word(&key, value);
            } else if is(&layout.id) {
                said.id = self.word(&key, value);
            } else if is(&layout.set) {
                said.set = self.word(&key, value);
            } else if is(&layout.zone) {
                said.zone = self.word(&key, value).unwrap_or_default();
            } else {
                self.unread.add(format!("{pointer}/*/{key}"), span);
            }
        }
        if let (None, Some(what)) = (&said.count, &layout.count) {
            let kind = DeckMessage::Lacks { what: what.clone() };
            self.problems.push(Problem::from_span(self.place(item), kind));
            return None;
        }
        Some(said)
    }

    /// Puts a card into the deck; false where there is no room for more.
    fn card(&mut self, said: CardEntry, span: Range<usize>) -> bool {
        if self.deck.items.len() >= MAX_ENTRIES {
            self.problems.push(Problem::from_span(span, DeckMessage::TooMany));
            return false;
        }
        match said.card(self.reader, span) {
            Ok(item) => self.deck.items.push(item),
            Err(problem) => self.problems.push(problem),
        }
        true
    }
}
