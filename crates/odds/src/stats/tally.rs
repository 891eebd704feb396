//! Cards by the values of a field.

use super::subject::PreparedDeck;
use sleeve_data::Arrange;
use sleeve_data::model::{CardIndex, Fact, Number};
use sleeve_language::field::FieldKind;
use sleeve_language::tree::GroupKey;
use sleeve_language::{BOX, Field, Piles, Quantity};
use std::collections::BTreeMap;

/// Cards by the values of a field.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueTally {
    /// The word by which the field was asked.
    pub word: String,
    pub field: Field,
    /// Whether the values have an order: numbers, days, ordered enumerations.
    pub ordered: bool,
    /// The values in their order, or else by falling number of cards.
    pub rows: Vec<ValueCount>,
    /// Cards with an unknown value, or perhaps further values, by the range that is known.
    pub unknown: Vec<UnknownCards>,
    pub without: u64,
}

/// The cards with one value.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueCount {
    pub key: GroupKey,
    /// A card with the value, perhaps one whose owner may pick it.
    pub example: CardIndex,
    /// Cards that certainly have the value.
    pub cards: u64,
    /// `cards` with those whose owner may pick the value.
    pub most: u64,
}

/// Cards with an unknown value.
#[derive(Clone, PartialEq, Debug)]
pub struct UnknownCards {
    /// The known range; `None` where the field is no number.
    pub number: Option<Quantity>,
    pub cards: u64,
}

impl ValueTally {
    /// Whether no card has a value, known or not.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.unknown.is_empty()
    }
}

/// The values of a card in a tally.
enum CardValues {
    /// The card has these values.
    Values(Vec<GroupKey>),
    /// The owner picks one of these values.
    Pick(Vec<GroupKey>),
    /// The card has these values, and perhaps others; with the known range of a number.
    Open(Vec<GroupKey>, Option<Quantity>),
}

fn card_values(
    prepared: &PreparedDeck<'_>,
    field: Field,
    zone: &str,
    card: CardIndex,
) -> CardValues {
    if card == CardIndex::STRANGER {
        return match field.kind {
            FieldKind::Zone => CardValues::Values(vec![GroupKey::Zone(zone.to_owned())]),
            _ => CardValues::Open(
                Vec::new(),
                field.kind.is_numeric(&prepared.catalog.game).then_some(Quantity::UNKNOWN),
            ),
        };
    }
    let world = prepared.world();
    if let FieldKind::Attribute(attribute) = field.kind {
        let card = prepared.catalog.cards.card(card);
        let fact = card.fact(&prepared.catalog.game, field.face, attribute, prepared.lens);
        if let Fact::Choice(choices) = fact {
            let keys = choices.values().iter().map(|n: &Number| GroupKey::Number((*n).into()));
            return CardValues::Pick(keys.collect());
        }
    }
    let values = field.values(&world, card, Some(zone));
    if values.open {
        let number = Some(values.number).filter(|_| field.kind.is_numeric(&prepared.catalog.game));
        CardValues::Open(values.values, number)
    } else {
        CardValues::Values(values.values)
    }
}

/// Tallies the cards that are read by the values of a field.
pub(super) fn tally_field(prepared: &PreparedDeck<'_>, word: &str, field: Field) -> ValueTally {
    let mut rows: BTreeMap<GroupKey, ValueCount> = BTreeMap::new();
    let mut unknown: Vec<UnknownCards> = Vec::new();
    let mut without = 0;
    for (zone, card, n) in &prepared.cards {
        let n = u64::from(*n);
        let mut add = |key: &GroupKey, certain: u64| {
            let new = || ValueCount { key: key.clone(), example: *card, cards: 0, most: 0 };
            let row = rows.entry(key.clone()).or_insert_with(new);
            row.cards += certain;
            row.most += n;
        };
        match card_values(prepared, field, zone, *card) {
            CardValues::Values(keys) if keys.is_empty() => without += n,
            CardValues::Values(keys) => keys.iter().for_each(|key| add(key, n)),
            CardValues::Pick(keys) => keys.iter().for_each(|key| add(key, 0)),
            CardValues::Open(keys, number) => {
                keys.iter().for_each(|key| add(key, n));
                match unknown.iter_mut().find(|u| u.number == number) {
                    Some(same) => same.cards += n,
                    None => unknown.push(UnknownCards { number, cards: n }),
                }
            }
        }
    }
    let ordered = field.kind.is_ordered(&prepared.catalog.game);
    let mut rows: Vec<ValueCount> = rows.into_values().collect();
    if !ordered {
        rows.arrange_by(|a, b| b.cards.cmp(&a.cards).then(a.key.cmp(&b.key)));
    }
    let low = |u: &UnknownCards| u.number.and_then(|q| q.low());
    unknown.arrange_by_key(low);
    ValueTally { word: word.to_owned(), field, ordered, rows, unknown, without }
}

/// The piles of a deck with only the cards that have the value of a row. The boxes stay whole: they are no part of the
/// deck.
pub(super) fn group_piles(
    prepared: &PreparedDeck<'_>,
    tally: &ValueTally,
    row: &ValueCount,
) -> Piles {
    let has = |zone: &str, card: CardIndex| match card_values(prepared, tally.field, zone, card) {
        CardValues::Values(keys) | CardValues::Pick(keys) | CardValues::Open(keys, _) => {
            keys.contains(&row.key)
        }
    };
    let mut piles = prepared.piles.clone();
    for (zone, cards) in piles.zones.iter_mut().filter(|(zone, _)| zone != BOX) {
        cards.retain(|(card, _)| has(zone, *card));
    }
    piles
}
