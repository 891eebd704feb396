//! The seals that players publish before an event, and the nonces that open them.

use super::messages::EventMessage;
use super::read::{EventReader, MAX_NAME_BYTES, MAX_PLAYERS};
use sleeve_check::CheckedDeck;
use sleeve_data::files::{ExpectedValue, FileMessage, Located};
use sleeve_data::model::game::Named;
use sleeve_data::model::{Format, Spanned, fold};
use sleeve_data::problem::Problem;
use sleeve_decks::fingerprint::{Hex, Nonce, Seal, seal};
use sleeve_rules::Overrides;
use std::collections::BTreeSet;

/// What a player gives for one deck.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerEntry<T> {
    pub player: Spanned<String>,
    /// The role of the deck, where players bring a deck for each of several.
    pub role: Option<Spanned<String>>,
    pub value: T,
}

impl<T: Copy> PlayerEntry<T> {
    /// The value of a player and role; the name is folded.
    pub(super) fn find(entries: &[Self], key: &str, role: Option<&str>) -> Option<T> {
        let is_role = |entry: &&Self| entry.role.as_ref().map(|role| role.value.as_str()) == role;
        let mut own = entries.iter().filter(|entry| fold::key(&entry.player.value) == key);
        own.find(is_role).map(|entry| entry.value)
    }
}

/// How a deck stands to the seal that its player published.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SealState {
    /// The deck is the sealed one.
    Opened,
    /// The deck, or the nonce, is another.
    Other,
    /// Nobody gave a nonce.
    NoNonce,
    /// The nonce in the deck is none.
    MalformedNonce,
}

/// Compares a deck with a seal; a nonce that the event has goes before the one in the deck. `None` where a line of the deck names no card.
pub(super) fn open_seal(
    deck: &CheckedDeck,
    sealed: Seal,
    nonce: Option<Nonce>,
) -> Option<SealState> {
    let text = deck.canonical_text(&Overrides::default())?;
    let written = || deck.deck().and_then(|deck| deck.nonce.as_deref()).map(str::parse::<Nonce>);
    Some(match nonce.map(Ok).or_else(written) {
        None => SealState::NoNonce,
        Some(Err(_)) => SealState::MalformedNonce,
        Some(Ok(nonce)) if seal(&text, nonce) == sealed => SealState::Opened,
        Some(Ok(_)) => SealState::Other,
    })
}

/// Looks up the roles of entries, and writes their ids in their place; notes those that are not for a deck of the event.
pub(super) fn resolve_roles<T>(
    entries: &mut [PlayerEntry<T>],
    format: &Format,
    brings: &[Spanned<String>],
    problems: &mut Vec<Problem<EventMessage>>,
) {
    let roles: Vec<String> = brings.iter().map(|role| role.value.clone()).collect();
    for entry in entries {
        let id = |named: &Named| named.id.to_string();
        let found = entry.role.as_mut().map(|role| {
            if let Some(known) = format.role(&role.value) {
                role.value = id(&known.named);
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

/// Notes nonces without a seal that they could open.
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
        let rows =
            self.problems.unwrap_or_note(entry.table(), ExpectedValue::Table).unwrap_or_default();
        if rows.len() > MAX_PLAYERS {
            let message = FileMessage::TooMany { key: table, limit: MAX_PLAYERS };
            self.problems.fail(entry.key_span(), message);
            return Vec::new();
        }
        let (mut found, mut seen) = (Vec::new(), BTreeSet::new());
        for row in &rows {
            let Some(player) = self.key(row, table) else { continue };
            if !seen.insert(fold::key(&player.value)) {
                let (key, name) = (table.to_owned(), player.value.clone());
                self.problems.fail(player.span.clone(), EventMessage::Twice { key, name });
            }
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
            self.problems.fail(text.span, EventMessage::NoDigits { key, digits });
        }
        parsed
    }
}
