//! Reads JSON files by pointers.

use super::{CardEntry, UnreadParts, finish_deck, set_head, shorten};
use crate::{
    card_json::{found_value, json_type, syntax_error},
    decode::DeckText,
    limits::MAX_ENTRIES,
    line::are_digits,
    messages::{DeckMessage, DeckProblem},
    raw::{RawDeck, RawField, RawItem, WrittenValue},
};
use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;
use sleeve_data::{
    files::{ExpectedValue, FileMessage},
    model::{
        DeckReader,
        reader::{CardBy, HeadKey, JsonLayout, Pointer},
    },
    problem::{Problems, span_within},
};
use std::{borrow::Cow, collections::HashSet, fmt, ops::Range};

/// The members of an object, in order. Duplicates are kept so that they can be reported.
struct Members<'a>(Vec<(PlacedKey<'a>, &'a RawValue)>);

/// A key. It borrows from the text and therefore has a position, unless it contains a backslash.
#[derive(Deserialize, Clone, PartialEq, Eq, Hash)]
struct PlacedKey<'a>(#[serde(borrow)] Cow<'a, str>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Members<'a>, D::Error> {
        struct MembersVisitor;

        impl<'de> Visitor<'de> for MembersVisitor {
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

        from.deserialize_map(MembersVisitor)
    }
}

/// The meaning of a pointer in a form.
#[derive(Clone, Copy)]
enum JsonSlot<'r> {
    Counts,
    Single,
    List,
    Object,
    Key(&'r HeadKey),
    /// A constant text.
    Fixed(&'r str),
    Ignored,
}

/// Everything a form knows, with its pointer.
fn slots(layout: &JsonLayout) -> Vec<(&Pointer, JsonSlot<'_>)> {
    let mut slots: Vec<(&Pointer, JsonSlot)> = Vec::new();
    slots.extend(layout.counts.iter().map(|p| (p, JsonSlot::Counts)));
    slots.extend(layout.single.iter().map(|p| (p, JsonSlot::Single)));
    slots.extend(layout.lists.iter().map(|p| (p, JsonSlot::List)));
    slots.extend(layout.objects.iter().map(|p| (p, JsonSlot::Object)));
    slots.extend(layout.keys.iter().map(|(key, p)| (p, JsonSlot::Key(key))));
    slots.extend(
        layout
            .fixed
            .iter()
            .map(|(p, text)| (p, JsonSlot::Fixed(text))),
    );
    slots.extend(layout.ignored.iter().map(|p| (p, JsonSlot::Ignored)));
    slots
}

/// The items of a list.
fn list_items(value: &RawValue) -> Vec<&RawValue> {
    serde_json::from_str(value.get()).unwrap_or_default()
}

/// Whether a value is empty.
fn is_blank(value: &RawValue) -> bool {
    matches!(value.get(), "null" | "[]" | "\"\"")
}

/// Whether a text is JSON with cards at the places of this form.
pub(super) fn matches_layout(text: &str, layout: &JsonLayout) -> bool {
    text.trim_start().starts_with(['{', '['])
        && (leads_any(text, &layout.counts, b'{')
            || leads_any(text, &layout.objects, b'{')
            || leads_any(text, &layout.lists, b'[')
            || leads_any(text, &layout.single, b'"'))
}

/// Whether a value at one of these places begins with a byte.
fn leads_any(text: &str, pointers: &[Pointer], first: u8) -> bool {
    pointers
        .iter()
        .any(|pointer| begins_with(text, &pointer.keys, first))
}

/// Whether a value at these steps begins with a byte.
fn begins_with(json: &str, steps: &[String], first: u8) -> bool {
    let text = json.trim_ascii_start();
    let Some((step, rest)) = steps.split_first() else { return text.bytes().next() == Some(first) };
    if text.starts_with('[') {
        let items: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
        return items.iter().enumerate().any(|(at, item)| {
            (step == "*" || *step == at.to_string()) && begins_with(item.get(), rest, first)
        });
    }
    let Ok(Members(members)) = serde_json::from_str(text) else { return false };
    members.iter().any(|(name, value)| {
        (step == "*" || name.0 == **step) && begins_with(value.get(), rest, first)
    })
}

struct JsonReader<'t, 'r> {
    text: &'t str,
    reader: &'r DeckReader,
    layout: &'r JsonLayout,
    slots: Vec<(&'r Pointer, JsonSlot<'r>)>,
    deck: RawDeck,
    unread: UnreadParts<'r>,
    problems: Problems<DeckMessage>,
    /// The items of single cards, with their places.
    singles: Vec<(String, usize)>,
    /// The states of cards by their ids in the file.
    states: Vec<(String, RawField)>,
}

pub(super) fn read(
    source: &DeckText,
    deck: RawDeck,
    layout: &JsonLayout,
    reader: &DeckReader,
) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let text = &*source.text;
    let whole: &RawValue = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return Err(vec![syntax_error(text, &error)]),
    };
    let (unread, problems) = (UnreadParts::new(reader), Problems::default());
    let slots = slots(layout);
    let (singles, states) = (Vec::new(), Vec::new());
    let mut reading =
        JsonReader { text, reader, layout, slots, deck, unread, problems, singles, states };
    reading.read_value(whole, 0..0, &mut Vec::new());
    reading.finish();
    let JsonReader { deck, unread, problems, .. } = reading;
    finish_deck(vec![deck], unread, problems)
}

impl<'t> JsonReader<'t, '_> {
    fn span_of(&self, value: &RawValue) -> Range<usize> {
        span_within(self.text, value.get())
    }

    /// The span of a member, starting at its key if the key's position is known.
    fn span_of_member(&self, key: &PlacedKey<'t>, value: &RawValue) -> Range<usize> {
        let value = self.span_of(value);
        match &key.0 {
            // One byte before the key, for the quote.
            Cow::Borrowed(key) => span_within(self.text, key).start.saturating_sub(1)..value.end,
            Cow::Owned(_) => value,
        }
    }

    /// Whether an object has a key twice; reports it.
    fn is_double(
        &mut self,
        seen: &mut HashSet<PlacedKey<'t>>,
        key: &PlacedKey<'t>,
        span: &Range<usize>,
    ) -> bool {
        let is_double = !seen.insert(key.clone());
        if is_double {
            let key = shorten(&key.0);
            self.problems
                .fail(span.clone(), FileMessage::GivenTwice { key });
        }
        is_double
    }

    fn push_wrong_type(&mut self, key: String, value: &RawValue, expected: ExpectedValue) {
        let message = FileMessage::WrongType { key, expected, found: found_value(value) };
        self.problems.fail(self.span_of(value), message);
    }

    /// The members of an object; reports a value that is not an object.
    fn parse_object(&mut self, key: &str, value: &'t RawValue) -> Option<Members<'t>> {
        match serde_json::from_str(value.get()) {
            Ok(members) => Some(members),
            Err(_) => {
                self.push_wrong_type(key.to_owned(), value, ExpectedValue::Table);
                None
            }
        }
    }

    /// A text, or a number as written; `None` for `null`.
    fn parse_word(&mut self, key: &str, value: &'t RawValue) -> Option<String> {
        match json_type(value) {
            "null" => None,
            "number" => Some(value.get().to_owned()),
            _ => {
                let word = serde_json::from_str(value.get()).ok();
                if word.is_none() {
                    self.push_wrong_type(key.to_owned(), value, ExpectedValue::Text);
                }
                word
            }
        }
    }

    /// Reads everything in the object at this path of keys.
    fn read_members(&mut self, Members(members): Members<'t>, at: &mut Vec<String>) {
        let mut seen = HashSet::new();
        for (key, value) in members {
            let span = self.span_of_member(&key, value);
            if self.is_double(&mut seen, &key, &span) {
                continue;
            }
            at.push(key.0.into_owned());
            self.read_value(value, span, at);
            at.pop();
        }
    }

    /// Reads the value at a path: what the form has there, or the values in it.
    fn read_value(&mut self, value: &'t RawValue, span: Range<usize>, at: &mut Vec<String>) {
        let slot = self
            .slots
            .iter()
            .find(|(pointer, _)| pointer.matches(at))
            .copied();
        let mut used = self
            .slots
            .iter()
            .filter(|(_, slot)| !matches!(slot, JsonSlot::Ignored));
        let leads_on = at.is_empty() || used.any(|(pointer, _)| pointer.leads_on(at));
        match slot {
            Some((_, JsonSlot::Ignored)) if leads_on => {}
            Some((pointer, slot)) => {
                return self.read_slot(slot, &pointer.to_string(), value, at);
            }
            None => {}
        }
        if self
            .layout
            .embedded
            .iter()
            .any(|pointer| pointer.keys == *at)
        {
            return self.read_embedded(value, at);
        }
        match json_type(value) {
            "object" if leads_on => {
                if let Some(inner) = self.parse_object("", value) {
                    self.read_members(inner, at);
                }
            }
            "array" if leads_on => {
                for (index, item) in list_items(value).into_iter().enumerate() {
                    at.push(index.to_string());
                    self.read_value(item, self.span_of(item), at);
                    at.pop();
                }
            }
            _ if is_blank(value) || value.get() == "{}" => {}
            _ => self
                .unread
                .add(Pointer { keys: at.clone() }.to_string(), span),
        }
    }

    /// Reads a text that contains JSON; ignores an empty text.
    fn read_embedded(&mut self, value: &'t RawValue, at: &mut Vec<String>) {
        let pointer = Pointer { keys: at.clone() }.to_string();
        let Some(text) = self
            .parse_word(&pointer, value)
            .filter(|text| !text.trim().is_empty())
        else {
            return;
        };
        let span = self.span_of(value);
        let Ok(Members(members)) = serde_json::from_str(&text) else {
            return self.unread.add(pointer, span);
        };
        for (key, value) in members {
            at.push(key.0.into_owned());
            self.read_embedded_member(value, at, &span);
            at.pop();
        }
    }

    /// Reads a value of embedded JSON, which has no span of its own.
    fn read_embedded_member(&mut self, value: &RawValue, at: &[String], span: &Range<usize>) {
        let found = self.slots.iter().find(|(pointer, _)| pointer.keys == *at);
        let slot = found.map(|(_, slot)| *slot);
        let word: Option<String> = match json_type(value) {
            "string" => serde_json::from_str(value.get()).ok(),
            "object" | "array" => None,
            _ => Some(value.get().to_owned()),
        };
        if let (None, Some(word)) = (slot, &word)
            && self.read_ticks(at, word, span)
        {
            return;
        }
        let pointer = Pointer { keys: at.to_owned() }.to_string();
        match (slot, word) {
            (Some(JsonSlot::Ignored), _) => {}
            (Some(JsonSlot::Single), Some(word)) => self.read_single(&word, &pointer, span),
            (Some(JsonSlot::Fixed(wanted)), Some(word)) if wanted == word => {}
            (Some(JsonSlot::Key(_) | JsonSlot::Single) | None, _) if is_blank(value) => {}
            (Some(JsonSlot::Key(key)), Some(word)) => {
                set_head(&mut self.deck, key, &word, span.clone());
            }
            _ => self.unread.add(pointer, span.clone()),
        }
    }

    /// Reads a card, or several separated by commas, from one value.
    fn read_single(&mut self, word: &str, zone: &str, span: &Range<usize>) {
        let words = word
            .split(',')
            .map(str::trim)
            .filter(|word| !word.is_empty() && *word != "null");
        for word in words {
            let entry = CardEntry { zone: zone.to_owned(), ..self.entry_by_key(word.to_owned()) };
            let item = self.deck.items.len();
            self.push_card(entry, span.clone());
            self.singles.push((zone.to_owned(), item));
        }
    }

    /// Reads the ticks of a card, such as `2|1,5|4`; returns whether its key is one for ticks.
    fn read_ticks(&mut self, at: &[String], word: &str, span: &Range<usize>) -> bool {
        let layout = self.layout;
        let mut ticks: Vec<(&str, u64)> = Vec::new();
        for entry in word.split(',') {
            let mut parts = entry.split('|').map(str::trim);
            if let (Some(tick), Some(Ok(count @ 1..))) =
                (parts.next(), parts.next().map(str::parse))
            {
                ticks.push((tick, count));
            }
        }
        let total = ticks
            .iter()
            .fold(0_u64, |sum, (_, count)| sum.saturating_add(*count));
        let mut is_known = false;
        for (pointer, field) in &layout.totals {
            let Some(card) = card_at(pointer, at) else { continue };
            is_known = true;
            let (field, per) = field.split_once('/').unwrap_or((field, "1"));
            let per = per.parse().unwrap_or(1).max(1);
            if total > 0 {
                let value = WrittenValue::Number(total.div_ceil(per).to_string());
                self.states
                    .push((card.to_owned(), RawField::new(field, value, span)));
            }
        }
        for (pointer, field) in &layout.marks {
            let Some(card) = card_at(pointer, at) else { continue };
            is_known = true;
            let words = ticks
                .iter()
                .map(|(tick, count)| format!("{tick}-{count}"))
                .collect();
            if total > 0 {
                let value = WrittenValue::Words(words);
                self.states
                    .push((card.to_owned(), RawField::new(field, value, span)));
            }
        }
        is_known
    }

    /// Gives the copies their states, and leaves out single cards that others replace.
    fn finish(&mut self) {
        for item in &mut self.deck.items {
            let RawItem::Card(card) = item else { continue };
            let states = self
                .states
                .iter()
                .filter(|(id, _)| card.id.as_ref() == Some(id));
            card.state.extend(states.map(|(_, field)| field.clone()));
        }
        let singles = self
            .singles
            .iter()
            .filter(|(zone, _)| self.is_replaced(zone));
        let replaced: Vec<usize> = singles.map(|(_, item)| *item).collect();
        for item in replaced.into_iter().rev() {
            self.deck.items.remove(item);
        }
    }

    /// Whether the single cards of a zone count only if another place has none.
    fn is_replaced(&self, zone: &str) -> bool {
        self.layout
            .instead
            .iter()
            .filter(|(_, other)| other == zone)
            .any(|(place, _)| {
                let place = place.to_string();
                self.singles.iter().any(|(zone, _)| *zone == place)
            })
    }

    /// Reads a value that the form has; `word` is the pointer, which is the word for its zone.
    fn read_slot(
        &mut self,
        slot: JsonSlot<'_>,
        word: &str,
        value: &'t RawValue,
        at: &mut Vec<String>,
    ) {
        let pointer = Pointer { keys: at.clone() }.to_string();
        match slot {
            JsonSlot::Ignored => {}
            JsonSlot::Fixed(wanted) => {
                if let Some(word) = self
                    .parse_word(&pointer, value)
                    .filter(|word| word != wanted)
                {
                    self.unread
                        .add(format!("{pointer} = {}", shorten(&word)), self.span_of(value));
                }
            }
            JsonSlot::Key(key) => {
                if let Some(word) = self.parse_word(&pointer, value) {
                    let span = self.span_of(value);
                    set_head(&mut self.deck, key, &word, span);
                }
            }
            // An empty zone.
            _ if is_blank(value) => {}
            JsonSlot::Single => {
                if let Some(text) = self.parse_word(&pointer, value) {
                    let span = self.span_of(value);
                    self.read_single(&text, word, &span);
                }
            }
            JsonSlot::Counts => self.read_counts(&pointer, word, value),
            JsonSlot::List => self.read_list(pointer, word, value, at),
            JsonSlot::Object => {
                if let Some(card) = self.parse_list_item(value, word, at) {
                    self.push_card(card, self.span_of(value));
                }
            }
        }
    }

    /// Reads an object with the numbers of copies by card.
    fn read_counts(&mut self, pointer: &str, zone: &str, value: &'t RawValue) {
        let Some(Members(cards)) = self.parse_object(pointer, value) else { return };
        let mut seen = HashSet::new();
        for (key, value) in cards {
            let span = self.span_of_member(&key, value);
            if self.is_double(&mut seen, &key, &span) {
                continue;
            }
            let card = CardEntry {
                zone: zone.to_owned(),
                count: Some((value.get().to_owned(), self.span_of(value))),
                ..self.entry_by_key(key.0.into_owned())
            };
            if !self.push_card(card, span) {
                return;
            }
        }
    }

    fn read_list(
        &mut self,
        pointer: String,
        zone: &str,
        value: &'t RawValue,
        at: &mut Vec<String>,
    ) {
        let items: Vec<&'t RawValue> = match serde_json::from_str(value.get()) {
            Ok(items) => items,
            Err(_) => return self.push_wrong_type(pointer, value, ExpectedValue::Array),
        };
        for (index, item) in items.into_iter().enumerate() {
            at.push(index.to_string());
            let card = self.parse_list_item(item, zone, at);
            at.pop();
            if card.is_some_and(|card| !self.push_card(card, self.span_of(item))) {
                return;
            }
        }
    }

    /// A card by id or by name, depending on the form.
    fn entry_by_key(&self, word: String) -> CardEntry {
        match self.layout.by {
            CardBy::Id => CardEntry { id: Some(word), ..CardEntry::default() },
            CardBy::Name => CardEntry { name: Some(word), ..CardEntry::default() },
        }
    }

    /// Parses an object or a word at a path as a card.
    fn parse_list_item(
        &mut self,
        item: &'t RawValue,
        zone: &str,
        at: &mut Vec<String>,
    ) -> Option<CardEntry> {
        let pointer = Pointer { keys: at.clone() }.to_string();
        if matches!(json_type(item), "string" | "number") {
            let word = self.parse_word(&pointer, item)?;
            // No id contains blanks: it is a remark, such as where the list comes from.
            if self.layout.by == CardBy::Id && word.contains(char::is_whitespace) {
                self.unread.add(pointer, self.span_of(item));
                return None;
            }
            return Some(CardEntry { zone: zone.to_owned(), ..self.entry_by_key(word) });
        }
        let Members(members) = self.parse_object(&pointer, item)?;
        let mut card = CardEntry { zone: zone.to_owned(), ..CardEntry::default() };
        let mut seen = HashSet::new();
        for (key, value) in members {
            let span = self.span_of_member(&key, value);
            if self.is_double(&mut seen, &key, &span) {
                return None;
            }
            at.push(key.0.into_owned());
            self.read_member(&mut card, value, span, at);
            at.pop();
        }
        if let (None, Some(what)) = (&card.count, &self.layout.count) {
            let kind = DeckMessage::Lacks { what: what.clone() };
            self.problems.fail(self.span_of(item), kind);
            return None;
        }
        Some(card)
    }

    /// Reads a member of a card's object.
    fn read_member(
        &mut self,
        card: &mut CardEntry,
        value: &'t RawValue,
        span: Range<usize>,
        at: &[String],
    ) {
        let (layout, key) = (self.layout, at.last());
        let Some(name) = key else { return };
        if key == layout.count.as_ref() {
            card.count = Some((value.get().to_owned(), self.span_of(value)));
        } else if key == layout.name.as_ref() {
            card.name = self.parse_word(name, value);
        } else if key == layout.id.as_ref() {
            card.id = self.parse_word(name, value);
        } else if key == layout.set.as_ref() {
            card.set = self.parse_word(name, value);
        } else if key == layout.zone.as_ref() {
            card.zone = self.parse_word(name, value).unwrap_or_default();
        } else if let Some((field, _)) = layout.states.iter().find(|(_, its)| its == name) {
            let value = self.parse_state(name, value);
            card.state
                .extend(value.map(|value| RawField::new(field, value, &span)));
        } else if !layout.ignored.iter().any(|pointer| pointer.matches(at)) {
            let steps = at
                .iter()
                .map(|step| if is_index(step) { "*" } else { step });
            self.unread
                .add(steps.fold(String::new(), |path, step| path + "/" + step), span);
        }
    }

    /// The value of a field of the copy; `None` for an empty one.
    fn parse_state(&mut self, key: &str, value: &'t RawValue) -> Option<WrittenValue> {
        match json_type(value) {
            _ if is_blank(value) => None,
            "boolean" => Some(WrittenValue::Flag(value.get() == "true")),
            "array" => {
                let words = list_items(value)
                    .into_iter()
                    .filter_map(|item| self.parse_word(key, item));
                Some(WrittenValue::Words(words.collect()))
            }
            _ => self.parse_word(key, value).map(WrittenValue::from_text),
        }
    }

    /// Adds a card to the deck; returns `false` if the deck is full.
    fn push_card(&mut self, card: CardEntry, span: Range<usize>) -> bool {
        if self.deck.items.len() >= MAX_ENTRIES {
            self.problems.fail(span, DeckMessage::TooMany);
            return false;
        }
        match card.into_item(self.reader, span) {
            Ok(item) => self.deck.items.push(item),
            Err(problem) => self.problems.push(problem),
        }
        true
    }
}

/// The card of a key such as `ticks_ID`, in the object at a pointer such as `/meta/ticks_*`.
fn card_at<'k>(pointer: &Pointer, at: &'k [String]) -> Option<&'k str> {
    let (last, around) = pointer.keys.split_last()?;
    let (key, before) = at.split_last()?;
    if around != before {
        return None;
    }
    key.strip_prefix(last.strip_suffix('*')?)
}

/// Whether a step of a path is the place in a list.
pub(super) fn is_index(step: &str) -> bool {
    are_digits(step)
}
