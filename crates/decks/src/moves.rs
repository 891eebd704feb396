//! Changes between two decks: copies of cards that go out of zones and come into them.

use sleeve_data::model::{CardIndex, Deck, Entry, Format, Spanned};
use std::sync::Arc;

/// Copies of a card that go out of a zone or come into it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    /// The zone's id; `carried` for what lies in holds.
    pub zone: String,
    /// The card.
    pub card: CardIndex,
    /// How many copies.
    pub count: u32,
}

/// What goes out and what comes in, by zone in the order of the format.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Moves {
    /// Cards that go out.
    pub out: Vec<Move>,
    /// Cards that come in.
    pub come: Vec<Move>,
}

impl Moves {
    /// The number of changes: an exchange is one.
    pub fn changes(&self) -> u64 {
        let sum = |moves: &[Move]| moves.iter().map(|m| u64::from(m.count)).sum::<u64>();
        sum(&self.out).max(sum(&self.come))
    }
}

/// Makes changes in a deck: copies go from the last lines of a card, and come to its line where it has
/// one.
pub fn apply(deck: &mut Deck, format: &Format, moves: &Moves) {
    let zone_id = |name: &str| format.zone(name).map(|z| z.named.id.to_string());
    let is_of = |entry: &Entry, m: &Move| {
        entry.card == m.card
            && (*entry.zone == *m.zone || zone_id(&entry.zone) == Some(m.zone.clone()))
    };
    for gone in &moves.out {
        let mut left = gone.count;
        for entry in deck.entries.iter_mut().rev().filter(|entry| is_of(entry, gone)) {
            let take = left.min(entry.count);
            entry.count -= take;
            left -= take;
        }
    }
    deck.entries.retain(|entry| entry.count > 0);
    for come in &moves.come {
        match deck.entries.iter_mut().find(|entry| is_of(entry, come)) {
            Some(entry) => entry.count = entry.count.saturating_add(come.count),
            None => deck.entries.push(Entry {
                zone: Arc::from(come.zone.as_str()),
                card: come.card,
                count: come.count,
                span: 0..0,
            }),
        }
        let named = |zone: &Spanned<String>| {
            zone.value == come.zone || zone_id(&zone.value).as_ref() == Some(&come.zone)
        };
        if !deck.zones.iter().any(named) {
            deck.zones.push(Spanned { value: come.zone.clone(), span: 0..0 });
        }
    }
}
