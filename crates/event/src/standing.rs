//! Who brought what, and what of it is missing, wrong or not what was registered.

use super::{Event, Lock, Locked};
use sleeve_check::CheckedDeck;
use sleeve_data::model::fold;
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_library::project::plain;
use sleeve_rules::{Overrides, Verdict};
use std::collections::BTreeMap;
use std::path::Path;

/// The players of an event with what they brought.
#[derive(Clone, Debug)]
pub struct EventEntries<'d> {
    /// The players, as the event names them, then by name.
    pub players: Vec<Player<'d>>,
    /// Decks of which nobody knows whose they are.
    pub strays: Vec<&'d CheckedDeck>,
}

/// A player.
#[derive(Clone, Debug)]
pub struct Player<'d> {
    /// The name as the event writes it, else as the first of the decks does.
    pub name: String,
    /// For each deck that players bring, what this one brought.
    pub brought: Vec<Brought<'d>>,
    /// What is missing or wrong.
    pub troubles: Vec<Trouble<'d>>,
}

/// What a player brought for a role.
#[derive(Clone, Debug)]
pub struct Brought<'d> {
    /// The role; `None` where players bring one deck of any.
    pub role: Option<String>,
    /// The decks: one, where all is well.
    pub decks: Vec<&'d CheckedDeck>,
    /// What was registered, where that is locked.
    pub registered: Option<Fingerprint>,
    /// What is played, where it is one deck that is whole.
    pub fingerprint: Option<Fingerprint>,
}

/// Something that is missing or wrong with what a player brought.
#[derive(Clone, Debug)]
pub enum Trouble<'d> {
    /// The event does not expect this player.
    NotExpected,
    /// No deck for a role.
    Missing {
        /// The role.
        role: Option<String>,
    },
    /// Several decks for one role.
    Several {
        /// The role.
        role: Option<String>,
        /// The decks.
        decks: Vec<&'d CheckedDeck>,
    },
    /// A deck of a role that nobody brings, or of none that can be told.
    OtherRole {
        /// The deck.
        deck: &'d CheckedDeck,
    },
    /// A deck that is not legal for certain.
    Deck {
        /// The deck.
        deck: &'d CheckedDeck,
    },
    /// A deck that is not the one that was registered.
    Differs {
        /// The role.
        role: Option<String>,
        /// The deck.
        deck: &'d CheckedDeck,
        /// What was registered.
        registered: Fingerprint,
        /// What it is.
        found: Fingerprint,
    },
    /// A deck where none was registered.
    NotRegistered {
        /// The role.
        role: Option<String>,
        /// The deck.
        deck: &'d CheckedDeck,
    },
}

impl<'d> EventEntries<'d> {
    /// What lies in a folder of an event, compared with its lock where there is one. Paths of decks start from `base`.
    pub fn new(
        event: &Event,
        decks: &'d [CheckedDeck],
        (base, folder): (&Path, &Path),
        lock: Option<&Lock>,
    ) -> EventEntries<'d> {
        let mut names: Vec<(String, String)> =
            event.players.iter().map(|p| (fold::key(&p.value), p.value.clone())).collect();
        let expected = names.len();
        let mut owned: BTreeMap<String, Vec<&'d CheckedDeck>> = BTreeMap::new();
        let mut found: BTreeMap<String, String> = BTreeMap::new();
        let mut strays = Vec::new();
        let folder = plain(&base.join(folder));
        for deck in decks {
            let Some(player) = find_player(deck, base, &folder) else {
                strays.push(deck);
                continue;
            };
            let key = fold::key(&player);
            found.entry(key.clone()).or_insert(player);
            owned.entry(key).or_default().push(deck);
        }
        for locked in lock.iter().flat_map(|lock| &lock.decks) {
            found.entry(fold::key(&locked.player)).or_insert_with(|| locked.player.clone());
        }
        let known: std::collections::BTreeSet<String> =
            names.iter().map(|(key, _)| key.clone()).collect();
        names.extend(found.into_iter().filter(|(key, _)| !known.contains(key)));
        let registered: BTreeMap<(String, Option<String>), &Locked> = lock
            .iter()
            .flat_map(|lock| &lock.decks)
            .map(|locked| ((fold::key(&locked.player), locked.role.clone()), locked))
            .collect();
        let player = |(at, (key, name)): (usize, (String, String))| {
            let decks = owned.remove(&key).unwrap_or_default();
            let registered = |role: &Option<String>| {
                registered.get(&(key.clone(), role.clone())).map(|locked| locked.fingerprint)
            };
            let mut player = check_player(event, name, decks, registered, lock.is_some());
            if at >= expected && expected > 0 {
                player.troubles.insert(0, Trouble::NotExpected);
            }
            player
        };
        EventEntries { players: names.into_iter().enumerate().map(player).collect(), strays }
    }

    /// The decks to be locked: those of every player, one for each role, none of them illegal or unusable. `None`
    /// where something stands in the way; an older lock does not.
    pub fn to_lock(&self) -> Option<Vec<Locked>> {
        let stands_in_the_way = |trouble: &Trouble<'_>| match trouble {
            Trouble::NotExpected
            | Trouble::Missing { .. }
            | Trouble::Several { .. }
            | Trouble::OtherRole { .. } => true,
            Trouble::Deck { deck } => deck.verdict() != Verdict::Undetermined,
            Trouble::Differs { .. } | Trouble::NotRegistered { .. } => false,
        };
        let clear = |player: &Player<'_>| !player.troubles.iter().any(stands_in_the_way);
        if !self.strays.is_empty() || !self.players.iter().all(clear) {
            return None;
        }
        let locked = |player: &Player<'_>| -> Option<Vec<Locked>> {
            let locked = |brought: &Brought<'_>| {
                let (player, role) = (player.name.clone(), brought.role.clone());
                Some(Locked { player, role, fingerprint: brought.fingerprint? })
            };
            player.brought.iter().map(locked).collect()
        };
        let all: Option<Vec<Vec<Locked>>> = self.players.iter().map(locked).collect();
        Some(all?.into_iter().flatten().collect())
    }
}

/// Whose deck it is: the player that it names, else the folder that it lies in, directly below that of all decks.
fn find_player(deck: &CheckedDeck, base: &Path, folder: &Path) -> Option<String> {
    let named = deck.deck().and_then(|deck| deck.player.as_deref()).map(str::trim);
    if let Some(name) = named.filter(|name| !fold::key(name).is_empty()) {
        return Some(name.to_owned());
    }
    let lies = plain(base.join(&deck.path).parent()?);
    let first = lies.strip_prefix(folder).ok()?.components().next()?;
    Some(first.as_os_str().to_str()?.to_owned())
}

fn check_player<'d>(
    event: &Event,
    name: String,
    decks: Vec<&'d CheckedDeck>,
    registered: impl Fn(&Option<String>) -> Option<Fingerprint>,
    is_locked: bool,
) -> Player<'d> {
    let roles: Vec<Option<String>> = if event.brings.is_empty() {
        vec![None]
    } else {
        event.brings.iter().map(|role| Some(role.value.clone())).collect()
    };
    let fits = |deck: &CheckedDeck, role: &Option<String>| {
        role.as_ref().is_none_or(|role| deck.role() == Some(role))
    };
    let mut player = Player { name, brought: Vec::new(), troubles: Vec::new() };
    for role in roles.clone() {
        let own: Vec<&CheckedDeck> = decks.iter().copied().filter(|d| fits(d, &role)).collect();
        let fingerprint = match own.as_slice() {
            [one] => one.fingerprint(&Overrides::default()),
            _ => None,
        };
        let registered = registered(&role);
        match own.as_slice() {
            [] => player.troubles.push(Trouble::Missing { role: role.clone() }),
            // A deck that cannot be used is said to be that.
            [deck] if is_locked => match (registered, fingerprint) {
                (Some(registered), Some(found)) if registered != found => {
                    let role = role.clone();
                    player.troubles.push(Trouble::Differs { role, deck, registered, found });
                }
                (None, Some(_)) => {
                    player.troubles.push(Trouble::NotRegistered { role: role.clone(), deck });
                }
                (_, None) | (Some(_), Some(_)) => {}
            },
            [_] => {}
            several => {
                let decks = several.to_vec();
                player.troubles.push(Trouble::Several { role: role.clone(), decks });
            }
        }
        player.brought.push(Brought { role, decks: own, registered, fingerprint });
    }
    for deck in decks {
        let usable = deck.verdict() != Verdict::Unusable;
        if usable && !roles.iter().any(|role| fits(deck, role)) {
            player.troubles.push(Trouble::OtherRole { deck });
        }
        if deck.verdict() != Verdict::Legal {
            player.troubles.push(Trouble::Deck { deck });
        }
    }
    player
}
