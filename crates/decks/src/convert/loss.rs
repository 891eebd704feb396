//! Compares a deck with its file as it is read back, and names what was lost.

use super::list_rows;
use sleeve_data::model::{CardIndex, Catalog, Deck, Lang};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Something that a format cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    Name,
    Player,
    /// What opens the seal.
    Nonce,
    /// The game, which has to be named when the file is read.
    Game,
    /// The format, which has to be named when the file is read.
    Format,
    Role,
    Remarks,
    /// Where the deck comes from.
    Source,
    Parameter(String),
    /// The cargo of a carrier.
    Carried(String),
    /// Cards of a zone that stand in another one.
    Zone {
        zone: String,
        /// The zone of its cards in the file.
        within: String,
        cards: u32,
    },
    /// A card, left out or read back as another one.
    Card {
        name: String,
        id: String,
        count: u32,
    },
    /// The state of copies, which stand in the file without it.
    State {
        /// The card's name with the state.
        name: String,
        count: u32,
    },
    /// A line whose card is not known.
    Line(String),
}

impl Loss {
    /// The loss as a sentence of a page, which has controls where the command line has options.
    pub fn on_page(&self, lang: Lang) -> String {
        match self {
            Loss::Game => say!(lang, "the file does not hold the game: choose it above the deck"),
            Loss::Format => {
                say!(lang, "the file does not hold the format: choose it above the deck")
            }
            other => other.in_words(lang),
        }
    }

    /// The loss as a sentence.
    pub fn in_words(&self, lang: Lang) -> String {
        let lost = match self {
            Loss::Name => say!(lang, "the deck's name"),
            Loss::Player => say!(lang, "the player"),
            Loss::Nonce => say!(lang, "the nonce"),
            Loss::Game => say!(lang, "the game: name it where the file is read (`--game`)"),
            Loss::Format => say!(lang, "the format: name it where the file is read (`--as`)"),
            Loss::Role => say!(lang, "the role"),
            Loss::Remarks => say!(lang, "the notes"),
            Loss::Source => say!(lang, "the source"),
            Loss::Parameter(name) => say!(lang, "the parameter `{name}`"),
            Loss::Carried(name) => say!(lang, "what {name} carries"),
            Loss::Zone { zone, within, cards } => {
                return say!(
                    lang,
                    *cards,
                    "the card of the zone `{zone}` stands in `{within}` in the file",
                    "the {cards} cards of the zone `{zone}` stand in `{within}` in the file"
                );
            }
            Loss::Card { name, id, count } => {
                say!(lang, "{count}x {name} ({id}): there is no place for it")
            }
            Loss::State { name, count } => say!(lang, "the state of {count}x {name}"),
            Loss::Line(text) => say!(lang, "the line `{text}`, whose card is not known"),
        };
        say!(lang, "the file does not hold {lost}")
    }
}

type CopyCounts = BTreeMap<(CardIndex, Arc<str>), u32>;

fn count_copies(deck: &Deck) -> CopyCounts {
    let mut counts = CopyCounts::new();
    for entry in &deck.entries {
        *counts.entry((entry.card, Arc::clone(&entry.zone))).or_default() += entry.count;
    }
    counts
}

fn total_copies(counts: &CopyCounts) -> BTreeMap<CardIndex, u32> {
    let mut totals = BTreeMap::new();
    for ((card, _), count) in counts {
        *totals.entry(*card).or_default() += count;
    }
    totals
}

/// The cards that have fewer copies when they are read back, or that were chosen among namesakes
/// with a note.
pub(super) fn find_misread_cards(deck: &Deck, back: &Deck) -> BTreeSet<CardIndex> {
    let (before, after) = (total_copies(&count_copies(deck)), total_copies(&count_copies(back)));
    let is_fewer = |card: &CardIndex| before.get(card) > after.get(card);
    let is_noted = |card: &CardIndex| {
        let spans = back.entries.iter().filter(|e| e.card == *card).map(|e| &e.span);
        spans.into_iter().any(|span| back.notes.iter().any(|note| note.span == *span))
    };
    before.keys().copied().filter(|card| is_fewer(card) || is_noted(card)).collect()
}

/// Finds what a deck has and `back` has not. A role is not lost if it is the value that all cards
/// of the deck share, since they tell it.
pub(crate) fn find_losses(
    deck: &Deck,
    back: &Deck,
    catalog: &Catalog,
    shared: Option<&str>,
) -> Vec<Loss> {
    let mut losses = head_losses(deck, back, shared);
    for (name, value) in &deck.parameters {
        if !back.parameters.iter().any(|(n, v)| n.value == name.value && v.value == value.value) {
            losses.push(Loss::Parameter(name.value.clone()));
        }
    }
    for carried in &deck.carried {
        let is_same = |other: &sleeve_data::model::Carried| {
            let cargo = |c: &sleeve_data::model::Carried| {
                c.cargo.iter().map(|card| card.value).collect::<Vec<_>>()
            };
            other.carrier.value == carried.carrier.value && cargo(other) == cargo(carried)
        };
        if !back.carried.iter().any(is_same) {
            let name = catalog.cards.card(carried.carrier.value).title(Lang::En);
            losses.push(Loss::Carried(name.to_owned()));
        }
    }
    card_losses(deck, back, catalog, &mut losses);
    let unresolved: BTreeSet<&str> = back.unresolved.iter().map(|u| u.text.as_str()).collect();
    for row in list_rows(deck, &|_| true) {
        if let Err(text) = row.card
            && !unresolved.contains(text)
        {
            losses.push(Loss::Line(text.to_owned()));
        }
    }
    losses
}

fn head_losses(deck: &Deck, back: &Deck, shared: Option<&str>) -> Vec<Loss> {
    let value =
        |slot: &Option<sleeve_data::model::Spanned<String>>| slot.as_ref().map(|s| s.value.clone());
    let cards_tell_role = value(&deck.role).is_some_and(|role| shared == Some(role.as_str()));
    let checks = [
        (Loss::Game, deck.game == back.game),
        (Loss::Format, is_preserved(&value(&deck.format), &value(&back.format))),
        (Loss::Name, is_preserved(&deck.name, &back.name)),
        (Loss::Player, is_preserved(&deck.player, &back.player)),
        (Loss::Nonce, is_preserved(&deck.nonce, &back.nonce)),
        (Loss::Role, cards_tell_role || is_preserved(&value(&deck.role), &value(&back.role))),
        (Loss::Remarks, is_preserved(&deck.remarks, &back.remarks)),
        (Loss::Source, is_preserved(&deck.source, &back.source)),
    ];
    checks.into_iter().filter(|(_, is_kept)| !is_kept).map(|(loss, _)| loss).collect()
}

/// Whether the file has the deck's value, if the deck has one.
fn is_preserved(value: &Option<String>, back: &Option<String>) -> bool {
    value.is_none() || value == back
}

fn card_losses(deck: &Deck, back: &Deck, catalog: &Catalog, losses: &mut Vec<Loss>) {
    // A copy that lost its state alone is one for `state_losses`; here it counts as its card.
    let plain = |counts: CopyCounts| {
        let mut plain = CopyCounts::new();
        for ((card, zone), count) in counts {
            *plain.entry((catalog.cards.base(card), zone)).or_default() += count;
        }
        plain
    };
    let (before, after) = (plain(count_copies(deck)), plain(count_copies(back)));
    let (all, left) = (total_copies(&before), total_copies(&after));
    let mut moved: BTreeMap<(String, String), u32> = BTreeMap::new();
    for ((card, zone), count) in &before {
        let remaining = after.get(&(*card, zone.clone())).copied().unwrap_or(0);
        let elsewhere = after.keys().find(|(c, z)| c == card && z != zone);
        if let Some((_, within)) = elsewhere.filter(|_| remaining < *count) {
            *moved.entry((zone.to_string(), within.to_string())).or_default() += count - remaining;
        }
    }
    for ((zone, within), cards) in moved {
        losses.push(Loss::Zone { zone, within, cards });
    }
    for (card, count) in all {
        let missing = count.saturating_sub(left.get(&card).copied().unwrap_or(0));
        if missing > 0 {
            let card = catalog.cards.card(card);
            let (name, id) = (card.name(Lang::En).to_owned(), card.id().to_owned());
            losses.push(Loss::Card { name, id, count: missing });
        }
    }
    state_losses(deck, back, catalog, losses);
}

/// Adds the copies that are in the file, but not in their state.
fn state_losses(deck: &Deck, back: &Deck, catalog: &Catalog, losses: &mut Vec<Loss>) {
    let after = total_copies(&count_copies(back));
    for (card, count) in total_copies(&count_copies(deck)) {
        let count = count.saturating_sub(after.get(&card).copied().unwrap_or(0));
        if count > 0 && catalog.cards.state(card).is_some() {
            let name = catalog.cards.card(card).title(Lang::En).to_owned();
            losses.push(Loss::State { name, count });
        }
    }
}
