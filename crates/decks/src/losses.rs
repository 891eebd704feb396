//! What a format of files cannot store of a deck.

use super::view::{list_rows, text_of};
use sleeve_data::model::{CardIndex, Carried, Catalog, Deck, Entry, Lang, SideboardPlan};
use std::{collections::BTreeMap, sync::Arc};

/// Something that a format cannot store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Loss {
    /// The form of the file, which would be guessed wrong.
    Form(String),
    Name,
    Player,
    /// The secret that opens the seal.
    Nonce,
    /// The game, which the user has to name to read the file.
    Game,
    /// The format, which the user has to name to read the file.
    Format,
    Role,
    Remarks,
    /// The source of the deck.
    Source,
    Parameter(String),
    /// The cargo of a carrier.
    Carried(String),
    /// A plan for the sideboard.
    Plan(String),
    /// Cards of a zone that are in another one in the file.
    Zone {
        zone: String,
        /// The zone of its cards in the file.
        within: String,
        cards: u32,
    },
    /// A card that is left out or read back as another one.
    Card {
        name: String,
        id: String,
        count: u32,
    },
    /// The state of copies; the file contains them without it.
    State {
        /// The card's name with the state.
        name: String,
        count: u32,
    },
    /// A line whose card is unknown.
    Line(String),
}

impl Loss {
    /// The loss as a sentence for a page, which has controls instead of command line options.
    pub fn on_page(&self, lang: Lang) -> String {
        match self {
            Loss::Form(_) => {
                say!(lang, "the file format is not recognised, so the file is read as another deck")
            }
            Loss::Game => say!(lang, "the file does not store the game; choose it above the deck"),
            Loss::Format => {
                say!(lang, "the file does not store the format; choose it above the deck")
            }
            other => other.in_words(lang),
        }
    }

    /// The loss as a sentence.
    pub fn in_words(&self, lang: Lang) -> String {
        let lost = match self {
            Loss::Form(form) => {
                say!(lang, "its file format; add `--from {form}` when you read it")
            }
            Loss::Name => say!(lang, "the deck's name"),
            Loss::Player => say!(lang, "the player"),
            Loss::Nonce => say!(lang, "the nonce"),
            Loss::Game => say!(lang, "the game; add `--game` when you read it"),
            Loss::Format => say!(lang, "the format; add `--as` when you read it"),
            Loss::Role => say!(lang, "the role"),
            Loss::Remarks => say!(lang, "the notes"),
            Loss::Source => say!(lang, "the source"),
            Loss::Parameter(name) => say!(lang, "the parameter `{name}`"),
            Loss::Carried(name) => say!(lang, "what {name} carries"),
            Loss::Plan(name) => say!(lang, "the plan `{name}`"),
            Loss::Zone { zone, within, cards } => {
                return say!(
                    lang,
                    *cards,
                    "in the file, the card of the zone `{zone}` is in `{within}`",
                    "in the file, the {cards} cards of the zone `{zone}` are in `{within}`"
                );
            }
            Loss::Card { name, id, count } => {
                say!(lang, "{count}x {name} ({id})")
            }
            Loss::State { name, count } => say!(lang, "the state of {count}x {name}"),
            Loss::Line(text) => say!(lang, "the line `{text}`, whose card is unknown"),
        };
        say!(lang, "the file does not store {lost}")
    }
}

pub(super) type CopyCounts = BTreeMap<(CardIndex, Arc<str>), u32>;

pub(super) fn count_copies(deck: &Deck) -> CopyCounts {
    let mut counts = CopyCounts::new();
    for entry in &deck.entries {
        *counts
            .entry((entry.card, Arc::clone(&entry.zone)))
            .or_default() += entry.count;
    }
    counts
}

pub(super) fn total_copies(counts: &CopyCounts) -> BTreeMap<CardIndex, u32> {
    let mut totals = BTreeMap::new();
    for ((card, _), count) in counts {
        *totals.entry(*card).or_default() += count;
    }
    totals
}

/// Finds what a deck has and `back` does not. A role is not lost if all cards of the deck share it
/// as a value, because they imply it.
pub(super) fn find_losses(
    deck: &Deck,
    back: &Deck,
    catalog: &Catalog,
    shared: Option<&str>,
) -> Vec<Loss> {
    let mut losses = head_losses(deck, back, shared);
    for (name, value) in &deck.parameters {
        // A file without types writes the digits of a word and of a number the same way.
        let written = value.value.to_string();
        let is_held = back
            .parameters
            .iter()
            .any(|(n, v)| n.value == name.value && v.value.to_string() == written);
        if !is_held {
            losses.push(Loss::Parameter(name.value.clone()));
        }
    }
    for carried in &deck.carried {
        if !back
            .carried
            .iter()
            .any(|other| is_same_cargo(carried, other))
        {
            let name = catalog.cards.card(carried.carrier.value).title(Lang::En);
            losses.push(Loss::Carried(name.to_owned()));
        }
    }
    for plan in &deck.plans {
        if !back
            .plan(&plan.name.value)
            .is_some_and(|other| is_same_plan(plan, other))
        {
            losses.push(Loss::Plan(plan.name.value.clone()));
        }
    }
    card_losses(deck, back, catalog, &mut losses);
    for row in list_rows(deck, &|_| true) {
        let Err(text) = row.card else { continue };
        // A line that is read back may have a set or a remark beside the name.
        let is_held = back.unresolved.iter().any(|line| {
            let written = back.text.get(line.span.clone()).unwrap_or("");
            line.text == text || written.contains(text.trim())
        });
        if !is_held {
            losses.push(Loss::Line(text.to_owned()));
        }
    }
    losses
}

/// Whether two carriers of one name carry the same cards.
fn is_same_cargo(one: &Carried, other: &Carried) -> bool {
    let cards = one.cargo.iter().map(|card| card.value);
    one.carrier.value == other.carrier.value && cards.eq(other.cargo.iter().map(|card| card.value))
}

/// Whether two plans move the same copies.
fn is_same_plan(one: &SideboardPlan, other: &SideboardPlan) -> bool {
    let copies = |entries: &[Entry]| {
        entries
            .iter()
            .map(|e| (e.card, e.count))
            .collect::<Vec<_>>()
    };
    [&one.out, &one.into].map(|cards| copies(cards))
        == [&other.out, &other.into].map(|cards| copies(cards))
}

fn head_losses(deck: &Deck, back: &Deck, shared: Option<&str>) -> Vec<Loss> {
    let role = text_of(&deck.role);
    let cards_tell_role = role.is_some() && shared == role;
    let checks = [
        (Loss::Game, deck.game == back.game),
        (Loss::Format, is_preserved(text_of(&deck.format), text_of(&back.format))),
        (Loss::Name, is_preserved(deck.name.as_deref(), back.name.as_deref())),
        (Loss::Player, is_preserved(deck.player.as_deref(), back.player.as_deref())),
        (Loss::Nonce, is_preserved(deck.nonce.as_deref(), back.nonce.as_deref())),
        (Loss::Role, cards_tell_role || is_preserved(role, text_of(&back.role))),
        (Loss::Remarks, is_preserved(deck.remarks.as_deref(), back.remarks.as_deref())),
        (Loss::Source, is_preserved(deck.source.as_deref(), back.source.as_deref())),
    ];
    checks
        .into_iter()
        .filter(|(_, is_kept)| !is_kept)
        .map(|(loss, _)| loss)
        .collect()
}

/// Whether the file kept the deck's value, if the deck has one.
fn is_preserved(value: Option<&str>, back: Option<&str>) -> bool {
    value.is_none() || value == back
}

/// Counts copies in a state as their card. `state_losses` reports those that only lost their state.
fn count_without_states(deck: &Deck, catalog: &Catalog) -> CopyCounts {
    let mut counts = CopyCounts::new();
    for ((card, zone), count) in count_copies(deck) {
        *counts.entry((catalog.cards.base(card), zone)).or_default() += count;
    }
    counts
}

fn card_losses(deck: &Deck, back: &Deck, catalog: &Catalog, losses: &mut Vec<Loss>) {
    let (before, after) =
        (count_without_states(deck, catalog), count_without_states(back, catalog));
    let (all, left) = (total_copies(&before), total_copies(&after));
    let mut moved: BTreeMap<(String, String), u32> = BTreeMap::new();
    for ((card, zone), count) in &before {
        let remaining = after.get(&(*card, zone.clone())).copied().unwrap_or(0);
        let elsewhere = after.keys().find(|(c, z)| c == card && z != zone);
        if let Some((_, within)) = elsewhere.filter(|_| remaining < *count) {
            *moved
                .entry((zone.to_string(), within.to_string()))
                .or_default() += count - remaining;
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

/// Adds the copies that are in the file without their state.
fn state_losses(deck: &Deck, back: &Deck, catalog: &Catalog, losses: &mut Vec<Loss>) {
    let after = total_copies(&count_copies(back));
    for (card, count) in total_copies(&count_copies(deck)) {
        let lost = count.saturating_sub(after.get(&card).copied().unwrap_or(0));
        if lost > 0 && catalog.cards.state(card).is_some() {
            let name = catalog.cards.card(card).title(Lang::En).to_owned();
            losses.push(Loss::State { name, count: lost });
        }
    }
}
