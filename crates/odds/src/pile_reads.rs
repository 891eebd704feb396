//! The piles that a question reads, the cards in them, and the cards that count alike.

use super::distribution::OrderedQuantity;
use super::messages::AskError;
use super::table::{GameTable, HAND, ROW, SEEN};
use sleeve_data::Arrange;
use sleeve_data::model::CardIndex;
use sleeve_language::{
    BOX, BOXES, BoundCondition, BoundMeasure, Condition, Measure, Quantity, Slot, Truth, Universe,
    World,
};
use sleeve_rules::piles;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// Most piles that one condition may read.
pub(crate) const MAX_PILES: usize = 16;

/// A condition or measure that reads piles.
#[derive(Clone, Copy)]
pub enum PileReader<'a> {
    Condition(&'a Condition),
    Measure(&'a Measure),
}

/// A condition or measure bound to the slots of a table.
#[derive(PartialEq)]
pub(crate) enum BoundReader {
    Condition(BoundCondition),
    Measure(BoundMeasure),
}

impl PileReader<'_> {
    fn pile_names(self) -> Vec<String> {
        let (names, default) = match self {
            PileReader::Condition(c) => (c.piles(), c.reads_default()),
            PileReader::Measure(m) => (m.piles(), m.reads_default()),
        };
        names.iter().cloned().chain(default.then(|| HAND.to_owned())).collect()
    }

    /// Like `bind`, but leaves unknown facts undecided where cases would decide them.
    pub(crate) fn bind_plain(self, world: &World<'_>, universe: &Universe) -> BoundReader {
        match self.bind(world, universe) {
            BoundReader::Condition(bound) => BoundReader::Condition(bound.without_cases()),
            measure @ BoundReader::Measure(_) => measure,
        }
    }

    pub(crate) fn bind(self, world: &World<'_>, universe: &Universe) -> BoundReader {
        match self {
            PileReader::Condition(c) => BoundReader::Condition(c.bind(world, universe)),
            PileReader::Measure(m) => BoundReader::Measure(m.bind(world, universe)),
        }
    }
}

impl BoundReader {
    /// Whether unknown facts are decided by cases.
    pub(crate) fn is_by_cases(&self) -> bool {
        match self {
            BoundReader::Condition(bound) => bound.has_cases(),
            BoundReader::Measure(_) => false,
        }
    }

    fn classes(&self, pile: usize, slots: usize) -> Vec<usize> {
        match self {
            BoundReader::Condition(bound) => bound.classes(pile, slots),
            BoundReader::Measure(bound) => bound.classes(pile, slots),
        }
    }

    /// Whether it is true for these counts; unknown for a measure.
    #[inline]
    pub(crate) fn truth(&self, counts: &[&[u32]]) -> Truth {
        match self {
            BoundReader::Condition(bound) => bound.truth(counts),
            BoundReader::Measure(_) => Truth::Unknown,
        }
    }

    /// Its value for these counts; none for a condition.
    pub(crate) fn value(&self, counts: &[&[u32]]) -> OrderedQuantity {
        OrderedQuantity(match self {
            BoundReader::Condition(_) => Quantity::NONE,
            BoundReader::Measure(bound) => bound.value(counts),
        })
    }

    /// Steps of evaluating it once.
    pub(crate) fn effort(&self) -> u64 {
        match self {
            BoundReader::Condition(bound) => bound.effort(),
            BoundReader::Measure(bound) => bound.effort(),
        }
    }

    pub(crate) fn class_caps(&self, pile: usize, slots: usize) -> Vec<Option<u64>> {
        match self {
            BoundReader::Condition(bound) => bound.caps(pile, slots),
            BoundReader::Measure(_) => vec![None; slots],
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PileUse {
    Seen,
    Hand,
    /// A pile that is dealt from the cards of the hand's pile, by its position at the table.
    Beside(usize),
    Row,
    Fixed,
}

pub(crate) struct PileRead {
    pub name: String,
    pub kind: PileUse,
    pub slots: Vec<Slot>,
    pub counts: Vec<u32>,
}

/// The piles that are read: drawn ones first, then those of the deck that nothing is drawn from.
pub(crate) fn read_piles(
    world: &World<'_>,
    table: &GameTable,
    reads: &[PileReader<'_>],
    exchangeable: bool,
) -> Result<Vec<PileRead>, AskError> {
    let mut names: BTreeSet<String> = reads.iter().flat_map(|r| r.pile_names()).collect();
    if exchangeable || !names.contains(SEEN) {
        // Every deal draws a hand, even if the condition names no drawn pile.
        names.insert(HAND.to_owned());
    }
    let beside = |name: &str| table.beside.iter().position(|pile| pile.name == name);
    // The empty name marks the place of the other piles, third of all.
    let order = |name: &str| match beside(name) {
        Some(at) => (2, at),
        None => ([SEEN, HAND, "", ROW].iter().position(|n| *n == name).unwrap_or(4), 0),
    };
    let mut names: Vec<String> = names.into_iter().collect();
    names.arrange_by_key(|name| order(name));
    if names.len() > MAX_PILES {
        return Err(AskError::TooManyPiles(names.len()));
    }
    let split = |cards: &[(Slot, u32)]| cards.iter().cloned().unzip();
    names
        .into_iter()
        .map(|name| {
            let (kind, (slots, counts)) = match name.as_str() {
                SEEN => (PileUse::Seen, split(&table.pile)),
                HAND => (PileUse::Hand, split(&table.pile)),
                name if beside(name).is_some() => {
                    (PileUse::Beside(beside(name).unwrap_or(0)), split(&table.pile))
                }
                ROW => match &table.row {
                    Some(row) => (PileUse::Row, split(&row.cards)),
                    None => return Err(AskError::NoPile(name)),
                },
                _ => (PileUse::Fixed, split(&undrawn_cards(world, table, &name)?)),
            };
            Ok(PileRead { name, kind, slots, counts })
        })
        .collect()
}

/// The cards of a zone that nothing is drawn from, or of the boxes of the game.
fn undrawn_cards(
    world: &World<'_>,
    table: &GameTable,
    name: &str,
) -> Result<Vec<(Slot, u32)>, AskError> {
    let zone: Arc<str> = Arc::from(name);
    let slot = |card: CardIndex| Slot { card, zone: Some(Arc::clone(&zone)) };
    if let Some((_, cards)) = table.zones.iter().find(|(zone, _)| zone == name) {
        return Ok(cards.iter().map(|(card, count)| (slot(*card), *count)).collect());
    }
    if name != BOX {
        return Err(AskError::NoPile(name.to_owned()));
    }
    let boxes = match world.parameters.get(BOXES) {
        sleeve_language::ParameterValue::Number(n) => n.to_integer(),
        _ => None,
    };
    let boxes = boxes.and_then(|n| u32::try_from(n).ok()).unwrap_or(1);
    let cards = piles::list_box_cards(world.catalog, boxes).into_iter();
    Ok(cards.map(|(card, count)| (slot(card), count)).collect())
}

/// The slots of these piles, to which conditions are bound.
pub(crate) fn universe(read: &[PileRead]) -> Universe {
    Universe {
        piles: read.iter().map(|r| (r.name.clone(), r.slots.clone())).collect(),
        default: vec![HAND.to_owned()],
    }
}

/// Class numbers from 0 for the slots of a pile; hand and seen cards are classed alike.
pub(crate) fn class_numbers(read: &[PileRead], pile: usize, bound: &[BoundReader]) -> Vec<usize> {
    let drawn = |kind: PileUse| matches!(kind, PileUse::Seen | PileUse::Hand | PileUse::Beside(_));
    let is_classed_alike =
        |other: &usize| *other == pile || (drawn(read[*other].kind) && drawn(read[pile].kind));
    let slots = read[pile].slots.len();
    let columns: Vec<Vec<usize>> = (0..read.len())
        .filter(is_classed_alike)
        .flat_map(|other| bound.iter().map(move |b| b.classes(other, slots)))
        .collect();
    let mut numbers = HashMap::new();
    (0..slots)
        .map(|slot| {
            let key: Vec<usize> = columns.iter().map(|column| column[slot]).collect();
            let next = numbers.len();
            *numbers.entry(key).or_insert(next)
        })
        .collect()
}

/// One slot per class, with the cards of all.
pub(crate) fn reduce_pile(read: &PileRead, classes: &[usize]) -> PileRead {
    let mut reduced = PileRead {
        name: read.name.clone(),
        kind: read.kind,
        slots: Vec::new(),
        counts: Vec::new(),
    };
    for ((slot, count), class) in read.slots.iter().zip(&read.counts).zip(classes) {
        match reduced.counts.get_mut(*class) {
            Some(total) => *total = total.saturating_add(*count),
            None => {
                reduced.slots.push(slot.clone());
                reduced.counts.push(*count);
            }
        }
    }
    reduced
}
