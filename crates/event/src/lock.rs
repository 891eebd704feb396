//! The lock of an event: a fingerprint for each player and role with a registered deck. It is
//! written by the program, not by hand. Also the seals that players publish before an event, and
//! the nonces that open them.

use super::{
    Event, EventError,
    messages::EventMessage,
    read::{self, EventReader, MAX_NAME_BYTES, MAX_PLAYERS},
    read_text,
};
use sleeve_check::CheckedDeck;
use sleeve_data::{
    files::{
        ExpectedValue, FileMessage, Links, Located, entries,
        shape::ValueShape::{Date as Day, List, Table as Of, Text, Words},
    },
    keys,
    model::{Date, Format, Spanned, fold},
    problem::Problem,
};
use sleeve_decks::fingerprint::{Fingerprint, Hex, Nonce, Seal, seal};
use sleeve_rules::Overrides;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::Arc,
};
use toml::de::DeTable;
use toml_edit::{Array, ArrayOfTables, DocumentMut, Item, Table, value};

/// Name and version of the lock's format.
pub const LOCK: &str = "sleeve/lock/1";
/// Largest size of a lock, in bytes.
pub const MAX_LOCK_BYTES: u64 = 1 << 24;
/// Largest number of decks in a lock.
pub const MAX_LOCKED: usize = 100_000;
/// Largest number of late changes of a deck in a lock.
pub const MAX_CHANGES: usize = 100;

keys! {
    /// The keys of a lock.
    pub static LOCK_KEYS = "a lock" {
        /// The format and version of this file.
        required "lock": Words(&[LOCK]) => reader.check_form(entry);
        /// The name of the event.
        required "event": Text => lock.event = reader.plain_text(entry);
        /// Its date.
        "day": Day => lock.day = reader.day(entry);
        /// Its format, as written in the event.
        required "format": Text => lock.format = reader.plain_text(entry);
        /// The digest of the data that judged the decks.
        "data": Text => lock.data = reader.digest(entry);
        /// The players who left the event.
        "dropped": List(&Text) => lock.dropped = reader.plain_texts(entry, "dropped", MAX_PLAYERS);
        /// The registered decks.
        "deck": List(&Of(&LOCKED_KEYS)) => lock.decks = reader.decks(entry);
    }
    fn read_lock_key(key: &str, entry: &Located<'_>, reader: &mut EventReader, lock: &mut Lock);

    static LOCKED_KEYS = "a registered deck" {
        /// Its player.
        required "player": Text => deck.player = reader.text(field);
        /// Its role, if players bring a deck for each of several roles.
        "role": Text => deck.role = reader.text(field);
        /// The fingerprint of its cards, as printed by `sleeve check`.
        required "fingerprint": Text => deck.fingerprint = reader.text(field);
        /// Its fingerprints before late changes, oldest first.
        "earlier": List(&Text) => deck.earlier = reader.text_list(field, "earlier", MAX_CHANGES);
    }
    fn read_locked_key(
        key: &str, field: &Located<'_>, reader: &mut EventReader, deck: &mut LockedTexts
    );
}

/// A deck of a lock, as written.
#[derive(Default)]
struct LockedTexts {
    player: Option<Spanned<String>>,
    role: Option<Spanned<String>>,
    fingerprint: Option<Spanned<String>>,
    earlier: Vec<Spanned<String>>,
}

/// A deck that was registered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockedDeck {
    pub player: String,
    /// The role of the deck, if players bring a deck for each of several roles.
    pub role: Option<String>,
    pub fingerprint: Fingerprint,
    /// The fingerprints before late changes, oldest first.
    pub earlier: Vec<Fingerprint>,
}

/// The decks registered for an event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lock {
    pub event: String,
    pub day: Option<Date>,
    /// As written in the event.
    pub format: String,
    /// The digest of the data that judged the decks; `None` if they were judged by different data,
    /// and in locks without a digest.
    pub data: Option<Fingerprint>,
    /// The players who left the event, whose decks no longer count.
    pub dropped: Vec<String>,
    /// In the order of the event's players, then of their roles.
    pub decks: Vec<LockedDeck>,
}

impl Lock {
    /// A lock for an event with these decks, judged by data with this digest.
    pub fn new(event: &Event, data: Option<Fingerprint>, decks: Vec<LockedDeck>) -> Lock {
        let (name, format) = (event.name.clone(), event.format.value.clone());
        Lock { event: name, day: event.day, format, data, dropped: Vec::new(), decks }
    }

    /// The lock as TOML; `file` is the name of the event's file, for the comment at the top.
    pub fn text(&self, file: &str) -> String {
        let mut document = DocumentMut::new();
        document.insert("lock", value(LOCK));
        document.insert("event", value(self.event.as_str()));
        if let Some(day) = self.day {
            document.insert("day", value(day.to_string()));
        }
        document.insert("format", value(self.format.as_str()));
        if let Some(digest) = self.data {
            document.insert("data", value(digest.to_string()));
        }
        if !self.dropped.is_empty() {
            document.insert("dropped", value(self.dropped.iter().collect::<Array>()));
        }
        let mut decks = ArrayOfTables::new();
        for deck in &self.decks {
            let mut table = Table::new();
            table.insert("player", value(deck.player.as_str()));
            if let Some(role) = &deck.role {
                table.insert("role", value(role.as_str()));
            }
            table.insert("fingerprint", value(deck.fingerprint.to_string()));
            if !deck.earlier.is_empty() {
                let earlier = deck.earlier.iter().map(Fingerprint::to_string);
                table.insert("earlier", value(earlier.collect::<Array>()));
            }
            decks.push(table);
        }
        document.insert("deck", Item::ArrayOfTables(decks));
        format!("# Written by `sleeve check --event {file} --lock`.\n{document}")
    }

    /// Reads a lock; `shown` is its path in messages.
    ///
    /// # Errors
    /// It cannot be read, or has mistakes.
    pub fn read(path: &Path, shown: &str, links: Links) -> Result<Lock, EventError> {
        Lock::parse(shown, &read_text(path, shown, MAX_LOCK_BYTES, Some(links))?)
    }

    /// Reads the text of a lock.
    ///
    /// # Errors
    /// It has mistakes.
    pub fn parse(shown: &str, text: &str) -> Result<Lock, EventError> {
        read::read_table(shown, text, EventReader::lock_from_table)
    }

    /// Checks that this lock belongs to an event.
    ///
    /// # Errors
    /// It belongs to another event; contains everything that differs.
    pub fn check_event(&self, event: &Event, shown: &str) -> Result<(), EventError> {
        let pairs = [
            ("event", quote(&self.event), quote(&event.name)),
            ("day", show_day(self.day), show_day(event.day)),
            ("format", quote(&self.format), quote(&event.format.value)),
        ];
        let mut problems = Vec::new();
        for (key, locked, event) in pairs {
            if locked != event {
                problems.push(EventMessage::OtherEvent { key, locked, event }.into());
            }
        }
        if problems.is_empty() {
            return Ok(());
        }
        Err(EventError { path: shown.to_owned(), text: Arc::from(""), problems })
    }

    /// Returns the lock with new decks for some players, and keeps the fingerprints of their
    /// earlier ones. A player without a registered deck is added, and a dropped player returns. All
    /// other decks are unchanged.
    pub fn with_changes(&self, changed: Vec<LockedDeck>) -> Lock {
        let mut lock = self.clone();
        for deck in changed {
            let key = fold::key(&deck.player);
            lock.dropped.retain(|player| fold::key(player) != key);
            let mut own = lock
                .decks
                .iter_mut()
                .filter(|known| fold::key(&known.player) == key);
            match own.find(|known| known.role == deck.role) {
                Some(known) if known.fingerprint == deck.fingerprint => {}
                Some(known) => {
                    let earlier = std::mem::replace(&mut known.fingerprint, deck.fingerprint);
                    known.earlier.push(earlier);
                    // The oldest are dropped, because a lock that exceeds the limit could not be
                    // read again.
                    known
                        .earlier
                        .drain(..known.earlier.len().saturating_sub(MAX_CHANGES));
                }
                None => lock.decks.push(deck),
            }
        }
        lock
    }

    /// Returns the lock with a player who left.
    #[must_use]
    pub fn with_dropped(mut self, player: String) -> Lock {
        if !self.has_dropped(&player) {
            self.dropped.push(player);
        }
        self
    }

    /// Whether a player left, ignoring case and accents of the name.
    pub fn has_dropped(&self, player: &str) -> bool {
        let key = fold::key(player);
        self.dropped.iter().any(|dropped| fold::key(dropped) == key)
    }

    /// Whether these are its decks of the players who have not left.
    pub fn holds(&self, decks: &[LockedDeck]) -> bool {
        let held = self
            .decks
            .iter()
            .filter(|deck| !self.has_dropped(&deck.player))
            .count();
        decks.len() == held && self.with_changes(decks.to_vec()) == *self
    }

    /// The registered deck of a player, ignoring case and accents of the name, for a role.
    pub fn find(&self, player: &str, role: Option<&str>) -> Option<&LockedDeck> {
        let key = fold::key(player);
        self.decks
            .iter()
            .find(|deck| deck.role.as_deref() == role && fold::key(&deck.player) == key)
    }
}

fn show_day(day: Option<Date>) -> String {
    day.map_or_else(|| "–".to_owned(), |day| day.to_string())
}

fn quote(text: &str) -> String {
    format!("`{text}`")
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
        let items = self
            .problems
            .unwrap_or_note(entry.array(), ExpectedValue::Tables)
            .unwrap_or_default();
        if items.len() > MAX_LOCKED {
            let message = FileMessage::TooMany { key: "deck", limit: MAX_LOCKED };
            self.problems.fail(entry.key_span(), message);
            return Vec::new();
        }
        let mut decks = Vec::new();
        let mut seen = BTreeSet::new();
        for item in &items {
            let Some(deck) = self.deck(item) else { continue };
            let key = (fold::key(&deck.player), deck.role.clone());
            if !seen.insert(key) {
                let role = deck.role.clone().unwrap_or_default();
                let player = deck.player.clone();
                self.problems
                    .fail(item.span(), EventMessage::LockedTwice { player, role });
            }
            decks.push(deck);
        }
        decks
    }

    fn deck(&mut self, item: &Located<'_>) -> Option<LockedDeck> {
        let fields = self
            .problems
            .unwrap_or_note(item.table(), ExpectedValue::Tables)?;
        let mut deck = LockedTexts::default();
        self.read_entries(&fields, &item.span(), &LOCKED_KEYS, |reader, field| {
            read_locked_key(field.key, field, reader, &mut deck)
        });
        let (player, written) = deck.player.zip(deck.fingerprint)?;
        let fingerprint = self.fingerprint(written)?;
        let earlier = deck
            .earlier
            .into_iter()
            .filter_map(|text| self.fingerprint(text))
            .collect();
        let role = deck.role.map(|role| role.value);
        Some(LockedDeck { player: player.value, role, fingerprint, earlier })
    }

    fn digest(&mut self, entry: &Located<'_>) -> Option<Fingerprint> {
        let written = self.text(entry)?;
        self.fingerprint(written)
    }

    fn fingerprint(&mut self, written: Spanned<String>) -> Option<Fingerprint> {
        let parsed = written.value.parse().ok();
        if parsed.is_none() {
            self.problems
                .fail(written.span, EventMessage::NoFingerprint { found: written.value });
        }
        parsed
    }
}

/// A player's value for one deck.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerEntry<T> {
    pub player: Spanned<String>,
    /// The role of the deck, if players bring a deck for each of several roles.
    pub role: Option<Spanned<String>>,
    pub value: T,
}

impl<T: Copy> PlayerEntry<T> {
    /// The value for a player and role; the name is folded.
    pub(super) fn find(entries: &[Self], key: &str, role: Option<&str>) -> Option<T> {
        let mut own = entries
            .iter()
            .filter(|entry| fold::key(&entry.player.value) == key);
        own.find(|entry| entry.role.as_ref().map(|role| role.value.as_str()) == role)
            .map(|entry| entry.value)
    }
}

/// The result of comparing a deck with its player's seal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SealState {
    /// The deck is the sealed one.
    Opened,
    /// The deck or the nonce is a different one.
    Other,
    /// There is no nonce.
    NoNonce,
    /// The nonce in the deck is malformed.
    MalformedNonce,
}

/// Compares a deck with a seal. A nonce in the event takes precedence over the one in the deck.
/// `None` if the deck has an unresolved line.
pub(super) fn open_seal(
    deck: &CheckedDeck,
    sealed: Seal,
    nonce: Option<Nonce>,
) -> Option<SealState> {
    let text = deck.canonical_text(&Overrides::default())?;
    let written = deck.deck().and_then(|deck| deck.nonce.as_deref());
    Some(match nonce.map(Ok).or_else(|| written.map(str::parse)) {
        None => SealState::NoNonce,
        Some(Err(_)) => SealState::MalformedNonce,
        Some(Ok(nonce)) if seal(&text, nonce) == sealed => SealState::Opened,
        Some(Ok(_)) => SealState::Other,
    })
}

/// Looks up the roles of entries, and replaces them by ids; notes those that do not belong to a
/// deck of the event.
pub(super) fn resolve_roles<T>(
    entries: &mut [PlayerEntry<T>],
    format: &Format,
    brings: &[Spanned<String>],
    problems: &mut Vec<Problem<EventMessage>>,
) {
    let roles: Vec<String> = brings.iter().map(|role| role.value.clone()).collect();
    for entry in entries {
        let found = entry.role.as_mut().map(|role| {
            if let Some(known) = format.role(&role.value) {
                role.value = known.named.id.to_string();
            }
            roles.contains(&role.value)
        });
        if found.unwrap_or(roles.is_empty()) {
            continue;
        }
        let (player, roles) = (entry.player.value.clone(), roles.clone());
        let span = entry.role.as_ref().unwrap_or(&entry.player).span.clone();
        problems.push(Problem::from_span(span, EventMessage::OtherRoles { player, roles }));
    }
}

/// Notes nonces without a seal to open.
pub(super) fn note_loose_nonces(
    seals: &[PlayerEntry<Seal>],
    nonces: &[PlayerEntry<Nonce>],
    problems: &mut Vec<Problem<EventMessage>>,
) {
    for nonce in nonces {
        let role = nonce.role.as_ref().map(|role| role.value.as_str());
        if PlayerEntry::find(seals, &fold::key(&nonce.player.value), role).is_none() {
            let player = nonce.player.value.clone();
            let players = seals.iter().map(|seal| seal.player.value.clone()).collect();
            let message = EventMessage::NothingSealed { player, players };
            problems.push(Problem::from_span(nonce.player.span.clone(), message));
        }
    }
}

impl EventReader {
    /// A table by player: digits, or a table of digits by role.
    pub(super) fn digits_by_player<const N: usize>(
        &mut self,
        entry: &Located<'_>,
        table: &'static str,
    ) -> Vec<PlayerEntry<Hex<N>>> {
        let rows = self
            .problems
            .unwrap_or_note(entry.table(), ExpectedValue::Table)
            .unwrap_or_default();
        if rows.len() > MAX_PLAYERS {
            let message = FileMessage::TooMany { key: table, limit: MAX_PLAYERS };
            self.problems.fail(entry.key_span(), message);
            return Vec::new();
        }
        let (mut found, mut seen) = (Vec::new(), BTreeMap::new());
        for row in &rows {
            let Some(player) = self.key(row, table) else { continue };
            self.note_twice(&mut seen, table, &player);
            let Ok(by_role) = row.table() else {
                let value = self.digits(row);
                found.extend(value.map(|value| PlayerEntry { player, role: None, value }));
                continue;
            };
            for cell in &by_role {
                let role = self.key(cell, table);
                let value = self.digits(cell);
                let player = player.clone();
                found.extend(value.map(|value| PlayerEntry { player, role, value }));
            }
        }
        found
    }

    /// A key that names a player or a role.
    fn key(&mut self, entry: &Located<'_>, table: &'static str) -> Option<Spanned<String>> {
        let (key, bytes, limit) = (table.to_owned(), entry.key.len(), MAX_NAME_BYTES);
        if bytes > limit {
            let message = EventMessage::LongName { key, bytes, limit };
            self.problems.fail(entry.key_span(), message);
            return None;
        }
        Some(Spanned::new(entry.key.trim().to_owned(), entry.key_span()))
    }

    fn digits<const N: usize>(&mut self, entry: &Located<'_>) -> Option<Hex<N>> {
        let text = self.text(entry)?;
        let parsed = text.value.parse().ok();
        if parsed.is_none() {
            let (key, digits) = (entry.key.to_owned(), 2 * N);
            self.problems
                .fail(text.span, EventMessage::NoDigits { key, digits });
        }
        parsed
    }
}
