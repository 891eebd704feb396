//! The decks that each player brought, and which of them are missing, wrong or different from the
//! registered ones.

use super::{
    Event, Lock, LockedDeck, PlayerEntry, SealState,
    compare::{ChangedCard, HeldInPart},
    lock::open_seal,
};
use sleeve_check::CheckedDeck;
use sleeve_data::{Arrange, Gather, model::fold};
use sleeve_decks::fingerprint::{Fingerprint, Seal};
use sleeve_library::project::canonical_folder;
use sleeve_rules::{Overrides, Verdict};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

/// The players of an event and their decks.
#[derive(Clone, Debug)]
pub struct EventEntries<'d> {
    /// First the players in the event, in its order, then others by name.
    pub players: Vec<Player<'d>>,
    /// Decks without a player.
    pub unassigned: Vec<&'d CheckedDeck>,
}

/// A player who is expected, registered or named by a deck.
#[derive(Clone, Debug)]
pub struct Player<'d> {
    /// The name as written in the event, or in the first of the decks.
    pub name: String,
    /// One for each role of the event.
    pub brought: Vec<BroughtDecks<'d>>,
    /// All decks of the player, for any role.
    pub decks: Vec<&'d CheckedDeck>,
    pub troubles: Vec<Trouble<'d>>,
    /// Decks with the registered cards, as far as the file form can store them.
    pub held_in_part: Vec<HeldInPart<'d>>,
    /// Whether the player left the event, so that nothing more is expected.
    pub is_dropped: bool,
}

/// The decks of a player for a role.
#[derive(Clone, Debug)]
pub struct BroughtDecks<'d> {
    /// The role; `None` if players bring one deck of any role.
    pub role: Option<String>,
    /// One deck, if everything is fine.
    pub decks: Vec<&'d CheckedDeck>,
    /// The fingerprint in the lock; `None` without a lock.
    pub registered: Option<Fingerprint>,
    /// The fingerprints in the lock before late changes, oldest first.
    pub earlier: Vec<Fingerprint>,
    /// The comparison with the seal; `None` without a seal, or without a deck to compare.
    pub seal: Option<SealState>,
    /// The fingerprint of the played deck; `None` unless `decks` is one deck without unresolved
    /// lines.
    pub fingerprint: Option<Fingerprint>,
}

/// A missing or wrong deck of a player.
#[derive(Clone, Debug)]
pub enum Trouble<'d> {
    /// The event does not expect this player.
    NotExpected,
    /// No deck for a role, although one may have been sealed.
    Missing {
        role: Option<String>,
        sealed: bool,
    },
    Several {
        role: Option<String>,
        decks: Vec<&'d CheckedDeck>,
    },
    /// A deck of a role that the event does not ask for, or of an unknown role.
    OtherRole {
        deck: &'d CheckedDeck,
    },
    /// A deck that is not certainly legal.
    Deck {
        deck: &'d CheckedDeck,
    },
    /// A deck that differs from the registered one.
    Differs {
        role: Option<String>,
        deck: &'d CheckedDeck,
        registered: Fingerprint,
        found: Fingerprint,
        /// Whether it was registered before a late change.
        was_registered: bool,
        /// The cards that differ; empty until [`EventEntries::compare_cards`] finds them.
        changes: Vec<ChangedCard>,
    },
    /// A deck without a registered one.
    NotRegistered {
        role: Option<String>,
        deck: &'d CheckedDeck,
    },
    /// A deck that differs from the sealed one, or a nonce that does not belong to the seal.
    NotSealed {
        role: Option<String>,
        deck: &'d CheckedDeck,
    },
    /// A deck whose seal cannot be opened: its nonce is missing or `malformed`.
    NoNonce {
        role: Option<String>,
        deck: &'d CheckedDeck,
        malformed: bool,
    },
}

/// Adds the player to each deck that names none, as the event writes the name, and sorts the decks
/// by player: first the players in the event, then others by name, then decks without a player.
/// Paths of decks are relative to `base`.
pub fn name_players(event: &Event, decks: &mut [CheckedDeck], base: &Path, folder: &Path) {
    let expected: BTreeMap<String, (usize, &str)> = event
        .players
        .iter()
        .enumerate()
        .map(|(at, player)| (fold::key(&player.value), (at, player.value.as_str())))
        .gather();
    let folder = canonical_folder(&base.join(folder));
    for deck in decks.iter_mut() {
        if let Some(found) = find_player(deck, base, &folder) {
            let known = expected.get(&fold::key(&found));
            deck.name_player(known.map_or(&found, |(_, name)| name));
        }
    }
    decks.arrange_by_cached_key(|deck| {
        let key = deck.player().map(fold::key);
        let place = key
            .as_ref()
            .and_then(|key| expected.get(key))
            .map(|(at, _)| *at);
        (key.is_none(), place.unwrap_or(usize::MAX), key)
    });
}

impl<'d> EventEntries<'d> {
    /// Sorts the decks in an event's folder by player, and compares them with the lock, if there is
    /// one. Paths of decks are relative to `base`.
    pub fn new(
        event: &Event,
        decks: &'d [CheckedDeck],
        base: &Path,
        folder: &Path,
        lock: Option<&'d Lock>,
    ) -> EventEntries<'d> {
        let mut names: Vec<(String, String)> = event
            .players
            .iter()
            .map(|p| (fold::key(&p.value), p.value.clone()))
            .collect();
        let expected = names.len();
        let mut owned: BTreeMap<String, Vec<&'d CheckedDeck>> = BTreeMap::new();
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        let mut unassigned = Vec::new();
        let folder = canonical_folder(&base.join(folder));
        for deck in decks {
            let Some(player) = find_player(deck, base, &folder) else {
                unassigned.push(deck);
                continue;
            };
            let key = fold::key(&player);
            found.entry(key.clone()).or_insert(player);
            owned.entry(key).or_default().push(deck);
        }
        // A player who registered or sealed a deck but brought none is listed as well.
        for sealed in &event.seals {
            let player = &sealed.player.value;
            found
                .entry(fold::key(player))
                .or_insert_with(|| player.clone());
        }
        for locked in lock.iter().flat_map(|lock| &lock.decks) {
            found
                .entry(fold::key(&locked.player))
                .or_insert_with(|| locked.player.clone());
        }
        let known: BTreeSet<String> = names.iter().map(|(key, _)| key.clone()).collect();
        names.extend(found.into_iter().filter(|(key, _)| !known.contains(key)));
        let registration = Registration::new(event, lock);
        let mut players = Vec::new();
        for (at, (key, name)) in names.into_iter().enumerate() {
            let decks = owned.remove(&key).unwrap_or_default();
            let mut player = registration.check_player(&key, name, decks);
            player.is_dropped = lock.is_some_and(|lock| lock.has_dropped(&player.name));
            if player.is_dropped {
                player.troubles.clear();
            } else if at >= expected && expected > 0 {
                // An event without players expects everyone.
                player.troubles.insert(0, Trouble::NotExpected);
            }
            players.push(player);
        }
        EventEntries { players, unassigned }
    }

    /// Returns the decks to lock: those of every player, one for each role, none of them illegal or
    /// unusable. `None` if a trouble prevents it; a difference from an older lock does not.
    pub fn decks_to_lock(&self) -> Option<Vec<LockedDeck>> {
        if !self.unassigned.is_empty() {
            return None;
        }
        let playing = self.players.iter().filter(|player| !player.is_dropped);
        let all: Option<Vec<_>> = playing.map(Player::decks_to_lock).collect();
        Some(all?.into_iter().flatten().collect())
    }

    /// Returns the player with a name, ignoring case and accents.
    pub fn find_player(&self, name: &str) -> Option<&Player<'d>> {
        let key = fold::key(name);
        self.players
            .iter()
            .find(|player| fold::key(&player.name) == key)
    }

    /// Returns a lock with new decks for some players, some players dropped, and all others
    /// unchanged.
    ///
    /// # Errors
    /// The names of the players who prevent it: changed players whose decks cannot be locked, and
    /// others who did not bring their registered decks.
    pub fn change_lock(
        &self,
        lock: &Lock,
        changed: &[&Player<'d>],
        dropped: &[&Player<'d>],
    ) -> Result<Lock, Vec<String>> {
        let (mut decks, mut in_the_way) = (Vec::new(), Vec::new());
        // A player who leaves changes no deck, so the other players need not be in order.
        let concerned = self
            .players
            .iter()
            .filter(|player| !player.is_among(dropped));
        for player in concerned.filter(|_| !changed.is_empty()) {
            if player.is_among(changed) {
                match player.decks_to_lock() {
                    Some(own) => decks.extend(own),
                    None => in_the_way.push(player.name.clone()),
                }
            // A deck that is not legal may still be the registered one.
            } else if !player
                .troubles
                .iter()
                .all(|t| matches!(t, Trouble::Deck { .. }))
            {
                in_the_way.push(player.name.clone());
            }
        }
        if !in_the_way.is_empty() {
            return Err(in_the_way);
        }
        let left = dropped.iter().map(|player| player.name.clone());
        Ok(left.fold(lock.with_changes(decks), Lock::with_dropped))
    }
}

impl Player<'_> {
    /// Returns the decks to lock; `None` if one is missing, illegal or otherwise wrong. A
    /// difference from an older lock does not matter.
    fn decks_to_lock(&self) -> Option<Vec<LockedDeck>> {
        if self.troubles.iter().any(Trouble::prevents_lock) {
            return None;
        }
        let mut decks = Vec::new();
        for brought in &self.brought {
            decks.push(LockedDeck {
                player: self.name.clone(),
                role: brought.role.clone(),
                fingerprint: brought.fingerprint?,
                earlier: Vec::new(),
            });
        }
        Some(decks)
    }

    fn is_among(&self, others: &[&Player<'_>]) -> bool {
        others.iter().any(|other| other.name == self.name)
    }
}

impl Trouble<'_> {
    /// Whether no deck of the player can be locked.
    fn prevents_lock(&self) -> bool {
        match self {
            Trouble::NotExpected
            | Trouble::Missing { .. }
            | Trouble::Several { .. }
            | Trouble::OtherRole { .. }
            | Trouble::NotSealed { .. }
            | Trouble::NoNonce { .. } => true,
            Trouble::Deck { deck } => deck.verdict() != Verdict::Undetermined,
            Trouble::Differs { .. } | Trouble::NotRegistered { .. } => false,
        }
    }
}

/// The player that a deck names, or the name of its folder directly below the folder of all decks.
fn find_player(deck: &CheckedDeck, base: &Path, folder: &Path) -> Option<String> {
    let named = deck
        .deck()
        .and_then(|deck| deck.player.as_deref())
        .map(str::trim);
    if let Some(name) = named.filter(|name| !fold::key(name).is_empty()) {
        return Some(name.to_owned());
    }
    let lies = canonical_folder(base.join(&deck.path).parent()?);
    let first = lies.strip_prefix(folder).ok()?.components().next()?;
    Some(first.as_os_str().to_str()?.to_owned())
}

/// Whether a deck is of a role; every deck is one of any role.
fn is_of_role(deck: &CheckedDeck, role: &Option<String>) -> bool {
    role.as_ref().is_none_or(|role| deck.role() == Some(role))
}

/// What the decks of players are compared with: the lock and the seals.
struct Registration<'e, 'd> {
    event: &'e Event,
    lock: Option<&'d Lock>,
    /// By the key of the player and the role.
    locked: BTreeMap<(String, Option<String>), &'d LockedDeck>,
}

impl<'e, 'd> Registration<'e, 'd> {
    fn new(event: &'e Event, lock: Option<&'d Lock>) -> Registration<'e, 'd> {
        let mut locked = BTreeMap::new();
        for deck in lock.iter().flat_map(|lock| &lock.decks) {
            locked.insert((fold::key(&deck.player), deck.role.clone()), deck);
        }
        Registration { event, lock, locked }
    }

    /// Collects a player's decks for each role of the event, and their troubles.
    fn check_player(&self, key: &str, name: String, decks: Vec<&'d CheckedDeck>) -> Player<'d> {
        // Without roles, every player brings one deck of any role.
        let roles: Vec<Option<String>> = if self.event.brings.is_empty() {
            vec![None]
        } else {
            self.event
                .brings
                .iter()
                .map(|role| Some(role.value.clone()))
                .collect()
        };
        let (mut brought, mut troubles) = (Vec::new(), Vec::new());
        for role in &roles {
            let own = decks
                .iter()
                .copied()
                .filter(|deck| is_of_role(deck, role))
                .collect();
            let found = self.collect_decks(key, role.clone(), own);
            troubles.extend(self.find_trouble(key, &found));
            troubles.extend(find_seal_trouble(&found));
            brought.push(found);
        }
        for deck in &decks {
            let is_usable = deck.verdict() != Verdict::Unusable;
            if is_usable && !roles.iter().any(|role| is_of_role(deck, role)) {
                troubles.push(Trouble::OtherRole { deck });
            }
            if deck.verdict() != Verdict::Legal {
                troubles.push(Trouble::Deck { deck });
            }
        }
        Player { name, brought, decks, troubles, held_in_part: Vec::new(), is_dropped: false }
    }

    /// Compares a player's decks of a role with the lock and the seal.
    fn collect_decks(
        &self,
        key: &str,
        role: Option<String>,
        decks: Vec<&'d CheckedDeck>,
    ) -> BroughtDecks<'d> {
        let (mut fingerprint, mut seal) = (None, None);
        if let [deck] = *decks {
            fingerprint = deck.fingerprint(&Overrides::default());
            seal = self.find_seal(key, role.as_deref()).and_then(|sealed| {
                let nonce = PlayerEntry::find(&self.event.nonces, key, role.as_deref());
                open_seal(deck, sealed, nonce)
            });
        }
        let locked = self.locked.get(&(key.to_owned(), role.clone()));
        BroughtDecks {
            role,
            decks,
            registered: locked.map(|locked| locked.fingerprint),
            earlier: locked
                .map(|locked| locked.earlier.clone())
                .unwrap_or_default(),
            seal,
            fingerprint,
        }
    }

    fn find_seal(&self, key: &str, role: Option<&str>) -> Option<Seal> {
        PlayerEntry::find(&self.event.seals, key, role)
    }

    /// Finds what is wrong with a player's decks of a role, apart from the seal.
    fn find_trouble(&self, key: &str, brought: &BroughtDecks<'d>) -> Option<Trouble<'d>> {
        let role = brought.role.clone();
        match (&*brought.decks, brought.registered, brought.fingerprint) {
            ([], ..) => {
                let sealed = self.find_seal(key, role.as_deref()).is_some();
                Some(Trouble::Missing { role, sealed })
            }
            ([deck], Some(registered), Some(found)) if registered != found => {
                let was_registered = brought.earlier.contains(&found);
                let changes = Vec::new();
                Some(Trouble::Differs { role, deck, registered, found, was_registered, changes })
            }
            ([deck], None, Some(_)) if self.lock.is_some() => {
                Some(Trouble::NotRegistered { role, deck })
            }
            // A deck without a fingerprint is reported as unusable, not as different.
            ([_], ..) => None,
            (several, ..) => Some(Trouble::Several { role, decks: several.to_vec() }),
        }
    }
}

fn find_seal_trouble<'d>(brought: &BroughtDecks<'d>) -> Option<Trouble<'d>> {
    let [deck] = *brought.decks else { return None };
    let role = brought.role.clone();
    match brought.seal? {
        SealState::Opened => None,
        SealState::Other => Some(Trouble::NotSealed { role, deck }),
        SealState::NoNonce => Some(Trouble::NoNonce { role, deck, malformed: false }),
        SealState::MalformedNonce => Some(Trouble::NoNonce { role, deck, malformed: true }),
    }
}
