//! Reads TOML with positions. Every accessor reports unexpected values at their byte, and
//! continues.

use super::{
    declared::Declared,
    keys::{self, names::*},
    messages::{DataMessage, Mistakes, NamedThing},
};
use crate::{
    files::{
        ExpectedValue, FileMessage, FoundValue, Located, Mismatch, entries, find, shape::Keys,
    },
    model::{
        Date, Lazy, Number, Str, Text,
        format::Origin,
        game::{Attribute, Named},
        hidden::one_line,
    },
    problem::{Candidates, Phrase, Problem, SourceText},
};
use std::{cell::RefCell, collections::HashMap, ops::Range, sync::Arc};
use toml::de::{DeTable, DeValue};

/// The current file, the mistakes of all files so far, and the places of values that were read.
#[derive(Clone, Copy)]
pub(super) struct FileContext<'d> {
    pub(super) file: &'d Arc<SourceText>,
    pub(super) errors: &'d RefCell<Mistakes>,
    pub(super) places: &'d RefCell<PathPlaces>,
}

impl<'d> FileContext<'d> {
    pub(super) fn fail(&self, span: Range<usize>, problem: impl Into<DataMessage>) {
        self.fail_with(span, || problem);
    }

    /// Like `fail`, but builds the problem only if it will be reported. Problems beyond the limit
    /// are only counted, and searching near names is slow.
    pub(super) fn fail_with<P: Into<DataMessage>>(
        &self,
        span: Range<usize>,
        problem: impl FnOnce() -> P,
    ) {
        self.errors
            .borrow_mut()
            .push_with(|| Problem::from_source(self.file, span, problem().into()));
    }

    /// Reports an unknown name, with near ones.
    pub(super) fn fail_unknown<'n>(
        &self,
        span: Range<usize>,
        what: NamedThing,
        name: &str,
        known: impl Iterator<Item = &'n str>,
    ) {
        self.fail_with(span, || {
            let candidates = Candidates::nearest_or_all(name, known);
            DataMessage::UnknownName { what, name: name.to_owned(), candidates }
        });
    }

    /// Reports an id that is used twice.
    pub(super) fn fail_duplicate(
        &self,
        span: Range<usize>,
        what: NamedThing,
        id: &str,
        first: &Origin,
    ) {
        let first = (first.file.clone(), first.line);
        self.fail(span, DataMessage::DuplicateId { what, id: id.to_owned(), first });
    }

    pub(super) fn origin(&self, span: &Range<usize>) -> Origin {
        Origin { file: self.file.path.clone(), line: self.file.line(span.start) }
    }

    pub(super) fn record_place(&self, key: impl Into<String>, span: Range<usize>) {
        self.places.borrow_mut().record(key.into(), self.file, span);
    }
}

/// One value of a TOML file.
#[derive(Clone, Copy)]
pub(super) struct TomlNode<'d> {
    pub(super) context: FileContext<'d>,
    pub(super) value: &'d DeValue<'d>,
    at: Located<'d>,
    /// The name of the field that the value belongs to.
    field: Option<&'d Text>,
}

impl<'d> TomlNode<'d> {
    fn new(context: FileContext<'d>, at: Located<'d>) -> TomlNode<'d> {
        TomlNode { context, value: at.value, at, field: None }
    }

    /// Marks the value of a field: messages name the field in the user's language, not by its key.
    pub(super) fn with_field(self, attribute: &'d Attribute) -> TomlNode<'d> {
        TomlNode { field: Some(&attribute.named.name), ..self }
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.at.span()
    }

    pub(super) fn fail(&self, problem: impl Into<DataMessage>) {
        self.context.fail(self.span(), problem);
    }

    pub(super) fn fail_type(&self, expected: ExpectedValue) {
        self.fail(self.with_written_number(self.at.mismatch().message(expected)));
    }

    pub(super) fn fail_unknown<'n>(
        &self,
        what: NamedThing,
        name: &str,
        known: impl Iterator<Item = &'n str>,
    ) {
        self.context.fail_unknown(self.span(), what, name, known);
    }

    /// Like `fail_unknown`, but suggests things that have several names each.
    pub(super) fn fail_unknown_named<'n>(
        &self,
        what: NamedThing,
        name: &str,
        known: impl Iterator<Item = &'n Named> + Clone,
    ) {
        self.context.fail_with(self.span(), || {
            let candidates = Candidates::nearest_or_all_named(name, known);
            DataMessage::UnknownName { what, name: name.to_owned(), candidates }
        });
    }

    /// Returns the meaning of one of these words.
    pub(super) fn word<T: Copy>(&self, words: &[(&str, T)]) -> Option<T> {
        let word = self.text()?;
        let meaning = words
            .iter()
            .find(|(known, _)| *known == word)
            .map(|(_, meaning)| *meaning);
        if meaning.is_none() {
            self.fail_unknown(NamedThing::Word, word, words.iter().map(|(known, _)| *known));
        }
        meaning
    }

    /// Returns the thing that `find` finds for a text; otherwise suggests known ones.
    pub(super) fn named<T, D: Declared>(
        &self,
        what: NamedThing,
        find: impl FnOnce(&str) -> Option<T>,
        known: &[D],
    ) -> Option<T> {
        let word = self.text()?;
        let found = find(word);
        if found.is_none() {
            self.fail_unknown_named(what, word, known.iter().map(D::named));
        }
        found
    }

    /// Stores the value in a slot, if it has the right type.
    pub(super) fn put<T: FromNode<'d>>(self, slot: &mut T) {
        if let Some(value) = T::from_node(self) {
            *slot = value;
        }
    }

    /// Returns the value if it has the expected type; otherwise reports the mistake.
    fn ok_or_fail<T>(&self, value: Result<T, Mismatch<'_>>, expected: ExpectedValue) -> Option<T> {
        value
            .map_err(|mismatch| self.fail(self.with_written_number(mismatch.message(expected))))
            .ok()
    }

    /// The message with a number as written in its file: a sheet may write `2.5` as `2,5`.
    fn with_written_number(&self, mut message: FileMessage) -> DataMessage {
        if let FileMessage::WrongType { found: FoundValue::Literal(number), .. } = &mut message {
            let written = self
                .context
                .file
                .text
                .get(self.span())
                .unwrap_or_default()
                .trim_matches('"');
            if written.replace(',', ".") == *number {
                written.clone_into(number);
            }
        }
        match (message, self.field) {
            (FileMessage::WrongType { expected, found, .. }, Some(name)) => {
                DataMessage::WrongFact { attribute: name.clone(), expected, found }
            }
            (message, _) => message.into(),
        }
    }

    pub(super) fn text(&self) -> Option<&'d str> {
        self.ok_or_fail(self.at.text(), ExpectedValue::Text)
    }

    pub(super) fn boolean(&self) -> Option<bool> {
        self.ok_or_fail(self.at.boolean(), ExpectedValue::Boolean)
    }

    pub(super) fn integer(&self) -> Option<i64> {
        self.ok_or_fail(self.at.integer(), ExpectedValue::Integer)
    }

    pub(super) fn count(&self) -> Option<u32> {
        self.ok_or_fail(self.at.count(), ExpectedValue::Count)
    }

    pub(super) fn is_table(&self) -> bool {
        matches!(self.value, DeValue::Table(_))
    }

    pub(super) fn is_number(&self) -> bool {
        self.value.is_integer() || self.value.is_float()
    }

    pub(super) fn number(&self) -> Option<Number> {
        let number = match self.value {
            DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix())
                .ok()
                .and_then(Number::from_integer),
            DeValue::Float(n) => {
                // Decimals are parsed as text, because a binary float would round `0.1`. Only `1e3`
                // needs a float.
                let text = n.as_str().trim_start_matches('+');
                match Number::parse(text) {
                    None if text.contains(['e', 'E']) => {
                        text.parse::<f64>().ok().and_then(Number::from_f64)
                    }
                    decimal => decimal,
                }
            }
            _ => None,
        };
        self.ok_or_fail(number.ok_or_else(|| self.at.mismatch()), ExpectedValue::Number)
    }

    pub(super) fn date(&self) -> Option<Date> {
        let date = match self.value {
            DeValue::Datetime(when) if when.time.is_none() => when.date.and_then(|d| {
                Date::from_ymd(i32::from(d.year), u32::from(d.month), u32::from(d.day))
            }),
            // Only a full date: `Date::parse` reads `1998` as its first day.
            DeValue::String(text) if text.len() == 10 => Date::parse(text),
            _ => None,
        };
        self.ok_or_fail(date.ok_or_else(|| self.at.mismatch()), ExpectedValue::Date)
    }

    pub(super) fn array(&self) -> Option<Vec<TomlNode<'d>>> {
        let mut nodes = Vec::new();
        for item in self.ok_or_fail(self.at.array(), ExpectedValue::Array)? {
            nodes.push(TomlNode { field: self.field, ..TomlNode::new(self.context, item) });
        }
        Some(nodes)
    }

    /// The values of a list, or the single value if it is not a list.
    pub(super) fn items(&self) -> Vec<TomlNode<'d>> {
        match self.value {
            DeValue::Array(_) => self.array().unwrap_or_default(),
            _ => vec![*self],
        }
    }

    /// One text or a list of texts, each with its place.
    pub(super) fn texts(&self) -> Vec<(&'d str, TomlNode<'d>)> {
        match self.value {
            DeValue::String(text) => vec![(text.as_ref(), *self)],
            DeValue::Array(_) => {
                let items = self.array().unwrap_or_default();
                items
                    .into_iter()
                    .filter_map(|item| Some((item.text()?, item)))
                    .collect()
            }
            _ => {
                self.fail_type(ExpectedValue::Texts);
                Vec::new()
            }
        }
    }

    pub(super) fn strings(&self) -> Vec<String> {
        self.texts()
            .into_iter()
            .map(|(text, _)| text.to_owned())
            .collect()
    }

    pub(super) fn table(&self) -> Option<TomlTable<'d>> {
        let map = self.value.as_table().ok_or_else(|| self.at.mismatch());
        let map = self.ok_or_fail(map, ExpectedValue::Table)?;
        Some(TomlTable { context: self.context, map, span: (self.span().start, self.span().end) })
    }

    /// Returns the table, and reports unknown and missing keys.
    pub(super) fn checked_table(&self, keys: &Keys) -> Option<TomlTable<'d>> {
        let table = self.table()?;
        table.check_keys(keys);
        Some(table)
    }

    /// The tables of `[[…]]`, or of a list of inline tables.
    pub(super) fn tables(&self) -> Vec<TomlTable<'d>> {
        let items = self
            .ok_or_fail(self.at.array(), ExpectedValue::Tables)
            .unwrap_or_default();
        items
            .into_iter()
            .filter_map(|item| TomlNode::new(self.context, item).table())
            .collect()
    }

    /// Like `tables`, but reports nothing, for a key that is read twice.
    pub(super) fn tables_unreported(&self) -> Vec<TomlTable<'d>> {
        let items = self.at.array().ok().into_iter().flatten();
        let nodes = items.map(|item| TomlNode::new(self.context, item));
        nodes
            .filter(|n| matches!(n.value, DeValue::Table(_)))
            .filter_map(|n| n.table())
            .collect()
    }

    /// A text, or one in each language, joined to a single line.
    pub(super) fn localized_text(&self) -> Option<Text> {
        match self.value {
            DeValue::String(text) => Some(Text::untranslated(one_line(text).as_ref())),
            DeValue::Table(_) => {
                let table = self.checked_table(&keys::TWO_LANGUAGES)?;
                let en = one_line(table.read(EN)?).into_owned();
                let fr = one_line(table.read(FR).unwrap_or(""));
                // Equal texts are stored once: an empty French text means the English one.
                let fr = if fr == en { String::new() } else { fr.into_owned() };
                Some(Text { en: en.into(), fr: fr.into() })
            }
            _ => {
                self.fail_type(ExpectedValue::LocalText);
                None
            }
        }
    }

    /// The text of a measure: a number, or an expression of the query language.
    pub(super) fn measure(&self) -> Option<String> {
        match self.value {
            DeValue::String(text) => Some(text.as_ref().to_owned()),
            _ if self.is_number() => self.number().map(|n| n.to_string()),
            _ => {
                self.fail_type(ExpectedValue::Measure);
                None
            }
        }
    }
}

/// One table of a TOML file.
#[derive(Clone, Copy)]
pub(super) struct TomlTable<'d> {
    pub(super) context: FileContext<'d>,
    map: &'d DeTable<'d>,
    // A pair, because a `Range` cannot be copied.
    span: (usize, usize),
}

impl<'d> TomlTable<'d> {
    pub(super) fn root(context: FileContext<'d>, map: &'d DeTable<'d>) -> TomlTable<'d> {
        // If something is missing from the whole file, the mark is before its first byte.
        TomlTable { context, map, span: (0, 0) }
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.span.0..self.span.1
    }

    pub(super) fn fail(&self, problem: impl Into<DataMessage>) {
        self.context.fail(self.span(), problem);
    }

    pub(super) fn get(&self, key: &str) -> Option<TomlNode<'d>> {
        find(self.map, key).map(|at| TomlNode::new(self.context, at))
    }

    /// Returns a value of this type; `None` if there is none.
    pub(super) fn read<T: FromNode<'d>>(&self, key: &str) -> Option<T> {
        self.get(key).and_then(T::from_node)
    }

    /// A value of this type, or its default.
    pub(super) fn read_or_default<T: FromNode<'d> + Default>(&self, key: &str) -> T {
        self.read(key).unwrap_or_default()
    }

    /// Like `get`, but records the place of the value under that of its table.
    pub(super) fn get_placed(&self, key: &str, place: &str) -> Option<TomlNode<'d>> {
        let node = self.get(key)?;
        self.context
            .record_place(format!("{place}/{key}"), node.span());
        Some(node)
    }

    /// Returns the tables of a list; none if there is no such key.
    pub(super) fn tables(&self, key: &str) -> Vec<TomlTable<'d>> {
        self.get(key).map(|node| node.tables()).unwrap_or_default()
    }

    pub(super) fn table(&self, key: &str) -> Option<TomlTable<'d>> {
        self.get(key)?.table()
    }

    /// Returns the table under a key, and reports its unknown and missing keys.
    pub(super) fn checked_table(&self, key: &str, keys: &Keys) -> Option<TomlTable<'d>> {
        self.get(key)?.checked_table(keys)
    }

    /// The place of the id, or of the table.
    pub(super) fn id_span(&self) -> Range<usize> {
        self.get(ID).map_or(self.span(), |node| node.span())
    }

    /// Returns a required value; reports if it is missing.
    pub(super) fn require(&self, key: &'static str, keys: &Keys) -> Option<TomlNode<'d>> {
        let node = self.get(key);
        if node.is_none() {
            self.fail(FileMessage::MissingKey { key, place: keys.place });
        }
        node
    }

    /// Entries in the order of the file: key, place of the key, value.
    pub(super) fn entries(&self) -> Vec<(&'d str, Range<usize>, TomlNode<'d>)> {
        let located = entries(self.map).into_iter();
        located
            .map(|at| (at.key, at.key_span(), TomlNode::new(self.context, at)))
            .collect()
    }

    /// The keys in the order of the file.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'d str> + use<'d> {
        entries(self.map).into_iter().map(|at| at.key)
    }

    /// Stores the value of a key in a slot, if it has the right type.
    pub(super) fn put<T: FromNode<'d>>(&self, key: &str, slot: &mut T) {
        if let Some(node) = self.get(key) {
            node.put(slot);
        }
    }

    /// Reads each value with `read`, which returns whether it knows the key. Reports unknown keys,
    /// and required keys that are missing.
    pub(super) fn read_keys(&self, keys: &Keys, read: &mut dyn FnMut(&str, TomlNode<'d>) -> bool) {
        for (key, span, node) in self.entries() {
            if !read(key, node) {
                self.fail_unknown_key(key, span, keys.place, keys.iter_names());
            }
        }
        self.require_keys(keys);
    }

    /// Reports keys that are not in the table of keys, and required keys that are missing.
    pub(super) fn check_keys(&self, keys: &Keys) {
        // Tables without a mistake do not need an ordered list of their entries.
        if self.map.keys().all(|key| is_key(keys, key.get_ref())) {
            self.require_keys(keys);
        } else {
            self.read_keys(keys, &mut |key, _| is_key(keys, key));
        }
    }

    fn require_keys(&self, keys: &Keys) {
        for key in keys.keys.iter().filter(|key| key.is_required) {
            self.require(key.name, keys);
        }
    }

    pub(super) fn fail_unknown_key<'n>(
        &self,
        key: &str,
        span: Range<usize>,
        place: Phrase,
        known: impl Iterator<Item = &'n str>,
    ) {
        self.context
            .fail_with(span, || FileMessage::unknown_key(key, place, known));
    }

    /// The table's `id`, if present and valid.
    pub(super) fn id(&self, what: NamedThing) -> Option<&'d str> {
        let node = self.get(ID)?;
        let id = node.text()?;
        if is_id(id) {
            return Some(id);
        }
        node.fail(DataMessage::BadId { id: id.to_owned(), what });
        None
    }

    /// Sub-tables by name: `[attributes.level]`.
    pub(super) fn named_tables(
        &self,
        key: &str,
        what: &NamedThing,
    ) -> Vec<(&'d str, Range<usize>, TomlTable<'d>)> {
        let Some(table) = self.get(key).and_then(|node| node.table()) else { return Vec::new() };
        let mut tables = Vec::new();
        for (id, span, node) in table.entries() {
            if !is_id(id) {
                self.context
                    .fail(span, DataMessage::BadId { id: id.to_owned(), what: what.clone() });
            } else if let Some(inner) = node.table() {
                tables.push((id, span, inner));
            }
        }
        tables
    }
}

/// A type whose values have a single form in TOML.
pub(super) trait FromNode<'d>: Sized {
    /// Returns the value of a node; `None` is reported.
    fn from_node(node: TomlNode<'d>) -> Option<Self>;
}

macro_rules! from_node {
    ($($type:ty: $node:ident => $value:expr;)*) => {
        $(impl<'d> FromNode<'d> for $type {
            fn from_node($node: TomlNode<'d>) -> Option<$type> {
                $value
            }
        })*
    };
}

from_node! {
    &'d str: node => node.text();
    String: node => node.text().map(str::to_owned);
    Str: node => node.text().map(Str::from);
    Text: node => node.localized_text();
    Lazy<Text>: node => node.localized_text().map(Lazy::from);
    bool: node => node.boolean();
    u32: node => node.count();
    Number: node => node.number();
    Date: node => node.date();
    Vec<String>: node => Some(node.strings());
}

impl<'d, T: FromNode<'d>> FromNode<'d> for Option<T> {
    fn from_node(node: TomlNode<'d>) -> Option<Option<T>> {
        T::from_node(node).map(Some)
    }
}

fn is_key(keys: &Keys, key: &str) -> bool {
    keys.iter_names().any(|name| name == key)
}

/// Longest id of a card or of anything else in a game, in bytes.
pub const MAX_ID_BYTES: usize = 100;

/// Whether a text is a valid id: `[a-z0-9][a-z0-9._-]*`.
pub fn is_id(text: &str) -> bool {
    !text.is_empty()
        && text.len() <= MAX_ID_BYTES
        && !text.starts_with(['.', '_', '-'])
        && text
            .bytes()
            .all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-'))
}

/// Places of values in files, for messages after reading. The key is a path such as
/// `format/guerre-totale/rule/deck-size/require`.
#[derive(Debug, Default)]
pub struct PathPlaces {
    places: HashMap<String, (Arc<SourceText>, Range<usize>)>,
}

impl PathPlaces {
    pub(super) fn record(&mut self, key: String, file: &Arc<SourceText>, span: Range<usize>) {
        // Earlier printings of a card are read after the newest one, which has the place.
        self.places.entry(key).or_insert((Arc::clone(file), span));
    }

    /// Returns the place of a value, if it was read from a file.
    pub fn get(&self, key: &str) -> Option<(&Arc<SourceText>, Range<usize>)> {
        self.places
            .get(key)
            .map(|(file, span)| (file, span.clone()))
    }

    /// Places whose path begins with `prefix`.
    pub fn with_prefix<'p>(
        &'p self,
        prefix: &'p str,
    ) -> impl Iterator<Item = (&'p str, &'p Arc<SourceText>, Range<usize>)> {
        let matching = self
            .places
            .iter()
            .filter(move |(key, _)| key.starts_with(prefix));
        matching.map(|(key, (file, span))| (key.as_str(), file, span.clone()))
    }

    /// Returns the place of a part of a text value: the bytes `inner` of the text whose place is
    /// `key`. The whole value if the text contains escapes.
    pub fn part(
        &self,
        key: &str,
        text: &str,
        inner: Range<usize>,
    ) -> Option<(Arc<SourceText>, Range<usize>)> {
        let (file, span) = self.get(key)?;
        let raw = file.text.get(span.clone()).unwrap_or("");
        let inner = match raw.find(text) {
            Some(at) if !text.is_empty() => {
                let start = span.start + at;
                start + inner.start.min(text.len())..start + inner.end.min(text.len())
            }
            _ => span,
        };
        Some((Arc::clone(file), inner))
    }
}
