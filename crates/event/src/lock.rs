//! The lock of an event: a fingerprint for each player and role that registered a deck. The program writes it, no hand does.

use super::messages::EventMessage;
use super::read::{self, EventReader};
use super::{Event, EventError, read_text};
use sleeve_data::files::shape::ValueShape::{Date as Day, List, Table as Of, Text, Words};
use sleeve_data::files::{ExpectedValue, FileMessage, Located, entries};
use sleeve_data::keys;
use sleeve_data::model::{Date, Spanned, fold};
use sleeve_decks::fingerprint::Fingerprint;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use toml::de::DeTable;
use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, value};

/// Name and version of the form of a lock.
pub const LOCK: &str = "sleeve/lock/1";
/// Most bytes of a lock.
pub const MAX_LOCK_BYTES: u64 = 1 << 24;
/// Most decks of a lock.
pub const MAX_LOCKED: usize = 100_000;

keys! {
    /// The keys of a lock.
    pub static LOCK_KEYS = "a lock", "un verrou" {
        required "lock": Words(&[LOCK]), "Name and version of the form of this file."
            => reader.check_form(entry);
        required "event": Text, "Name of the event." => lock.event = reader.plain_text(entry);
        "day": Day, "Its day." => lock.day = reader.day(entry);
        required "format": Text, "Its format, as the event writes it."
            => lock.format = reader.plain_text(entry);
        "deck": List(&Of(&LOCKED_KEYS)), "The decks that were registered."
            => lock.decks = reader.decks(entry);
    }
    fn read_lock_key(key: &str, entry: &Located<'_>, reader: &mut EventReader, lock: &mut Lock);

    static LOCKED_KEYS = "a registered deck", "un deck enregistré" {
        required "player": Text, "Its player." => deck.player = reader.text(field);
        "role": Text, "The role that it was brought for, where players bring a deck for each of several."
            => deck.role = reader.text(field);
        required "fingerprint": Text, "What it holds, as `sleeve check` prints it."
            => deck.fingerprint = reader.text(field);
    }
    fn read_locked_key(key: &str, field: &Located<'_>, reader: &mut EventReader, deck: &mut LockedTexts);
}

/// A deck of a lock as it is written.
#[derive(Default)]
struct LockedTexts {
    player: Option<Spanned<String>>,
    role: Option<Spanned<String>>,
    fingerprint: Option<Spanned<String>>,
}

/// A deck that was registered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockedDeck {
    pub player: String,
    /// The role that it was brought for, where players bring a deck for each of several.
    pub role: Option<String>,
    pub fingerprint: Fingerprint,
}

/// The decks that were registered for an event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lock {
    pub event: String,
    pub day: Option<Date>,
    /// As the event writes it.
    pub format: String,
    /// In the order of the players of the event, then of their roles.
    pub decks: Vec<LockedDeck>,
}

impl Lock {
    /// The lock of an event with these decks.
    pub fn new(event: &Event, decks: Vec<LockedDeck>) -> Lock {
        let (name, format) = (event.name.clone(), event.format.value.clone());
        Lock { event: name, day: event.day, format, decks }
    }

    /// The lock as TOML; `file` is the name of the event's file, for the comment at its head.
    pub fn text(&self, file: &str) -> String {
        let mut document = DocumentMut::new();
        document.insert("lock", value(LOCK));
        document.insert("event", value(self.event.as_str()));
        if let Some(day) = self.day {
            document.insert("day", value(day.to_string()));
        }
        document.insert("format", value(self.format.as_str()));
        let mut decks = ArrayOfTables::new();
        for deck in &self.decks {
            let mut table = Table::new();
            table.insert("player", value(deck.player.as_str()));
            if let Some(role) = &deck.role {
                table.insert("role", value(role.as_str()));
            }
            table.insert("fingerprint", value(deck.fingerprint.to_string()));
            decks.push(table);
        }
        document.insert("deck", Item::ArrayOfTables(decks));
        format!("# Written by `sleeve check --event {file} --lock`.\n{document}")
    }

    /// Reads a lock; `shown` is its path in messages.
    ///
    /// # Errors
    /// When it cannot be read, or has mistakes.
    pub fn read(path: &Path, shown: &str) -> Result<Lock, EventError> {
        Lock::parse(shown, &read_text(path, shown, MAX_LOCK_BYTES, false)?)
    }

    /// Reads the text of a lock.
    ///
    /// # Errors
    /// When it has mistakes.
    pub fn parse(shown: &str, text: &str) -> Result<Lock, EventError> {
        read::read_table(shown, text, EventReader::lock_from_table)
    }

    /// Checks that this is the lock of an event.
    ///
    /// # Errors
    /// When it is that of another, with everything that differs.
    pub fn check_event(&self, event: &Event, shown: &str) -> Result<(), EventError> {
        let day = |day: Option<Date>| day.map_or_else(|| "–".to_owned(), |day| day.to_string());
        let quote = |text: &str| format!("`{text}`");
        let pairs = [
            ("event", quote(&self.event), quote(&event.name)),
            ("day", day(self.day), day(event.day)),
            ("format", quote(&self.format), quote(&event.format.value)),
        ];
        let other = |(key, locked, event)| EventMessage::OtherEvent { key, locked, event }.into();
        let problems: Vec<_> =
            pairs.into_iter().filter(|(_, locked, event)| locked != event).map(other).collect();
        if problems.is_empty() {
            return Ok(());
        }
        Err(EventError { path: shown.to_owned(), text: Arc::from(""), problems })
    }

    /// The deck registered for a player, whatever the case and accents of the name, and a role.
    pub fn find(&self, player: &str, role: Option<&str>) -> Option<&LockedDeck> {
        let key = fold::key(player);
        self.decks
            .iter()
            .find(|deck| deck.role.as_deref() == role && fold::key(&deck.player) == key)
    }
}

impl EventReader {
    fn lock_from_table(&mut self, table: &DeTable<'_>) -> Lock {
        let mut lock = Lock::default();
        self.read_entries(&entries(table), &(0..0), &LOCK_KEYS, |reader, entry| {
            read_lock_key(entry.key, entry, reader, &mut lock)
        });
        lock
    }

    fn check_form(&mut self, entry: &Located<'_>) {
        if let Some(form) = self.text(entry).filter(|form| form.value != LOCK) {
            let message = EventMessage::OtherLock { found: form.value, wanted: LOCK };
            self.problems.fail(form.span, message);
        }
    }

    fn decks(&mut self, entry: &Located<'_>) -> Vec<LockedDeck> {
        let items =
            self.problems.unwrap_or_note(entry.array(), ExpectedValue::Tables).unwrap_or_default();
        if items.len() > MAX_LOCKED {
            let message = FileMessage::TooMany { key: "deck", limit: MAX_LOCKED };
            self.problems.fail(entry.key_span(), message);
            return Vec::new();
        }
        let mut decks = Vec::new();
        let mut seen = BTreeMap::new();
        for item in &items {
            let Some(deck) = self.deck(item) else { continue };
            let key = (fold::key(&deck.player), deck.role.clone());
            if seen.insert(key, ()).is_some() {
                let role = deck.role.clone().unwrap_or_default();
                let player = deck.player.clone();
                self.problems.fail(item.span(), EventMessage::LockedTwice { player, role });
            }
            decks.push(deck);
        }
        decks
    }

    fn deck(&mut self, item: &Located<'_>) -> Option<LockedDeck> {
        let fields = self.problems.unwrap_or_note(item.table(), ExpectedValue::Tables)?;
        let mut deck = LockedTexts::default();
        self.read_entries(&fields, &item.span(), &LOCKED_KEYS, |reader, field| {
            read_locked_key(field.key, field, reader, &mut deck)
        });
        let (player, written) = deck.player.zip(deck.fingerprint)?;
        match written.value.parse() {
            Ok(fingerprint) => {
                let role = deck.role.map(|role| role.value);
                Some(LockedDeck { player: player.value, role, fingerprint })
            }
            Err(_) => {
                self.problems
                    .fail(written.span, EventMessage::NoFingerprint { found: written.value });
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sleeve_data::model::Lang;
    use sleeve_data::problem::Message;

    fn lock() -> Lock {
        let locked = |player: &str, role: Option<&str>| LockedDeck {
            player: player.to_owned(),
            role: role.map(str::to_owned),
            fingerprint: Fingerprint::from_canonical(player),
        };
        Lock {
            event: "Cup \"of\" Zoé\n".trim().to_owned(),
            day: Date::parse("2027-03-01"),
            format: "a/b".to_owned(),
            decks: vec![locked("Anna", Some("x")), locked("Anna", Some("y")), locked("Zoé", None)],
        }
    }

    #[test]
    fn a_lock_is_read_as_it_was_written() {
        let lock = lock();
        let text = lock.text("event.toml");
        assert_eq!(Lock::parse("event.lock", &text).unwrap(), lock, "{text}");
        assert_eq!(lock.find("ZOE", None), Some(&lock.decks[2]));
        assert_eq!(lock.find("Zoé", Some("x")), None);
    }

    #[test]
    fn a_malformed_lock_says_where() {
        let text = lock().text("event.toml");
        let wrong = |text: &str| -> Vec<String> {
            let error = Lock::parse("event.lock", text).unwrap_err();
            error.problems.iter().map(|p| p.message.title(Lang::En)).collect()
        };
        assert_eq!(
            wrong(&text.replace("lock/1", "lock/9")),
            ["is a lock of the form `sleeve/lock/9`, and this program reads `sleeve/lock/1`"]
        );
        assert_eq!(
            wrong(&text.replace("role = \"y\"", "role = \"x\"")),
            ["`Anna` has two decks here for `x`"]
        );
        assert_eq!(
            wrong(&text.replace("player = \"Zoé\"", "name = \"Zoé\"")),
            ["`player` is missing in a registered deck", "unknown key `name` in a registered deck"]
        );
        let found =
            text.replace(&Fingerprint::from_canonical("Zoé").to_string(), "0000-0000-0000-000");
        assert_eq!(wrong(&found), ["`0000-0000-0000-000` is no fingerprint"]);
        assert_eq!(wrong("deck = 3\n").len(), 4);
    }
}
