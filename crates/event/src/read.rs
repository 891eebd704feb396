//! Reads an [`Event`] from TOML, with a place for every mistake.

use super::{Event, EventError, messages::EventMessage};
use sleeve_data::{
    files::{
        self, ExpectedValue, FileMessage, Located, entries,
        shape::{
            Keys,
            ValueShape::{By, Date as Day, Either, List, Number as Decimal, Text},
        },
    },
    keys,
    model::{Date, Number, Setting, Spanned, fold},
    problem::{Problem, Problems},
};
use std::{collections::BTreeMap, ops::Range, path::PathBuf, sync::Arc};
use toml::de::{DeTable, DeValue};

/// Largest size of an event's file, in bytes.
pub const MAX_EVENT_BYTES: u64 = 1 << 20;
/// Longest text in an event, such as the name of a player or a path, in bytes.
pub const MAX_NAME_BYTES: usize = 1000;
/// Largest number of players in an event.
pub const MAX_PLAYERS: usize = 10_000;
/// Largest number of rounds in an event.
pub const MAX_ROUNDS: usize = 100;
/// Largest number of decks that each player brings.
pub const MAX_BROUGHT: usize = 16;

keys! {
    /// The keys of an event.
    pub static EVENT_KEYS = "an event" {
        /// Its name.
        required "name": Text => event.name = reader.plain_text(entry);
        /// Its date.
        "day": Day => event.day = reader.day(entry);
        /// The format, as GAME/FORMAT.
        required "format": Text => event.format = reader.text(entry).unwrap_or_default();
        /// The roles that every player brings a deck for; if empty, one deck of any role.
        "brings": List(&Text) => event.brings = reader.texts(entry, "brings", MAX_BROUGHT);
        /// Values of the format's parameters.
        "parameters": By(&Either(&[Decimal, Text])) => event.parameters = reader.parameters(entry);
        /// The players; by default, those named in the decks.
        "players": List(&Text) => event.players = reader.texts(entry, "players", MAX_PLAYERS);
        /// The folder of the registered decks.
        required "decks": Text => event.decks = reader.text(entry).map(path).unwrap_or_default();
        /// The folders of the decks of each round.
        "rounds": List(&Text)
            => event.rounds = reader.texts(entry, "rounds", MAX_ROUNDS).into_iter().map(path).collect();
        /// The seals that players published, by player, or by player and role if each brings
        /// several decks.
        "seals": By(&Either(&[Text, By(&Text)]))
            => event.seals = reader.digits_by_player(entry, "seals");
        /// The secrets that open the seals, in the same form, if they are not in the decks.
        "nonces": By(&Either(&[Text, By(&Text)]))
            => event.nonces = reader.digits_by_player(entry, "nonces");
    }
    fn read_event_key(key: &str, entry: &Located<'_>, reader: &mut EventReader, event: &mut Event);
}

fn path(text: Spanned<String>) -> Spanned<PathBuf> {
    Spanned::new(PathBuf::from(text.value), text.span)
}

/// Collects the problems of an event or a lock while its keys are read.
pub(super) struct EventReader {
    pub(super) problems: Problems<EventMessage>,
}

/// Parses a TOML text and passes its table to `read`; fails with all problems, in the order of the
/// file.
pub(super) fn read_table<T>(
    shown: &str,
    text: &str,
    read: impl FnOnce(&mut EventReader, &DeTable<'_>) -> T,
) -> Result<T, EventError> {
    match parse_table(text, read) {
        Ok(found) => Ok(found),
        Err(problems) => {
            Err(EventError { path: shown.to_owned(), text: Arc::from(text), problems })
        }
    }
}

fn parse_table<T>(
    text: &str,
    read: impl FnOnce(&mut EventReader, &DeTable<'_>) -> T,
) -> Result<T, Vec<Problem<EventMessage>>> {
    let table = files::parse(text).table_or()?;
    let mut reading = EventReader { problems: Problems::default() };
    let found = read(&mut reading, &table);
    reading
        .problems
        .into_result(found)
        .map_err(Problems::sort_by_place)
}

impl Event {
    /// Reads the text of a file; `shown` is its path in messages.
    ///
    /// # Errors
    /// All mistakes, up to a limit.
    pub fn parse(shown: &str, text: &str) -> Result<Event, EventError> {
        read_table(shown, text, |reader, table| {
            let mut event =
                Event { path: shown.to_owned(), text: Arc::from(text), ..Event::default() };
            reader.read_entries(&entries(table), &(0..0), &EVENT_KEYS, |reader, entry| {
                read_event_key(entry.key, entry, reader, &mut event)
            });
            event
        })
    }
}

impl EventReader {
    /// Reads every entry of a table with `read`, which returns whether it knows the key; reports
    /// unknown and missing keys.
    pub(super) fn read_entries(
        &mut self,
        table: &[Located<'_>],
        span: &Range<usize>,
        keys: &Keys,
        mut read: impl FnMut(&mut EventReader, &Located<'_>) -> bool,
    ) {
        for entry in table {
            if !read(self, entry) {
                self.problems.note_unknown_key(entry, keys);
            }
        }
        self.problems.note_missing_keys(table, span, keys);
    }

    /// Like [`text`](EventReader::text), without its place.
    pub(super) fn plain_text(&mut self, entry: &Located<'_>) -> String {
        self.text(entry).map(|text| text.value).unwrap_or_default()
    }

    /// A text that is not empty, without surrounding spaces.
    pub(super) fn text(&mut self, entry: &Located<'_>) -> Option<Spanned<String>> {
        let text = self
            .problems
            .unwrap_or_note(entry.text(), ExpectedValue::Text)?;
        if text.trim().is_empty() {
            self.problems
                .fail(entry.span(), EventMessage::Empty { key: entry.key.to_owned() });
            return None;
        }
        let (key, bytes, limit) = (entry.key, text.trim().len(), MAX_NAME_BYTES);
        if bytes > limit {
            let key = key.to_owned();
            self.problems
                .fail(entry.span(), EventMessage::LongName { key, bytes, limit });
            return None;
        }
        Some(Spanned::new(text.trim().to_owned(), entry.span()))
    }

    /// A date, as a TOML date or as a text.
    pub(super) fn day(&mut self, entry: &Located<'_>) -> Option<Date> {
        let text = match entry.value {
            DeValue::Datetime(day) => day.to_string(),
            _ => self
                .problems
                .unwrap_or_note(entry.text(), ExpectedValue::Date)?
                .to_owned(),
        };
        let day = Date::parse(&text);
        if day.is_none() {
            self.problems
                .fail(entry.span(), EventMessage::NoDay { found: text });
        }
        day
    }

    /// A list of texts. A repeated one, ignoring case and accents, is a problem.
    fn texts(
        &mut self,
        entry: &Located<'_>,
        key: &'static str,
        limit: usize,
    ) -> Vec<Spanned<String>> {
        let texts = self.text_list(entry, key, limit);
        let mut seen = BTreeMap::new();
        for text in &texts {
            self.note_twice(&mut seen, key, text);
        }
        texts
    }

    /// Like [`texts`](EventReader::texts), without their places.
    pub(super) fn plain_texts(
        &mut self,
        entry: &Located<'_>,
        key: &'static str,
        limit: usize,
    ) -> Vec<String> {
        self.texts(entry, key, limit)
            .into_iter()
            .map(|text| text.value)
            .collect()
    }

    /// Reports a name that equals an earlier one, by their keys.
    pub(super) fn note_twice(
        &mut self,
        seen: &mut BTreeMap<String, String>,
        key: &'static str,
        name: &Spanned<String>,
    ) {
        if let Some(first) = seen.insert(fold::key(&name.value), name.value.clone()) {
            let (key, name, span) = (key.to_owned(), name.value.clone(), name.span.clone());
            self.problems
                .fail(span, EventMessage::Twice { key, name, first });
        }
    }

    pub(super) fn text_list(
        &mut self,
        entry: &Located<'_>,
        key: &'static str,
        limit: usize,
    ) -> Vec<Spanned<String>> {
        let Some(items) = self
            .problems
            .unwrap_or_note(entry.array(), ExpectedValue::TextList)
        else {
            return Vec::new();
        };
        if items.len() > limit {
            self.problems
                .fail(entry.key_span(), FileMessage::TooMany { key, limit });
            return Vec::new();
        }
        items.iter().filter_map(|item| self.text(item)).collect()
    }

    fn parameters(&mut self, entry: &Located<'_>) -> Vec<(Spanned<String>, Setting)> {
        let entries = self
            .problems
            .unwrap_or_note(entry.table(), ExpectedValue::Table)
            .unwrap_or_default();
        let mut parameters = Vec::new();
        for entry in entries {
            let setting = if let Ok(word) = entry.text() {
                Setting::Word(word.to_owned())
            } else {
                let text = self
                    .problems
                    .unwrap_or_note(entry.decimal(), ExpectedValue::Setting);
                let Some(text) = text else { continue };
                let Some(number) = Number::parse(text) else {
                    let key = entry.key.to_owned();
                    self.problems
                        .fail(entry.span(), EventMessage::NoNumber { key });
                    continue;
                };
                Setting::Number(number)
            };
            let name = Spanned::new(entry.key.to_owned(), entry.key_span());
            parameters.push((name, setting));
        }
        parameters
    }
}
