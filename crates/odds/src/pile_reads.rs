//! The piles that a question reads, the cards in them, and the cards that count alike.

use super::{
    distribution::OrderedQuantity,
    messages::AskError,
    table::{GameTable, HAND, ROW, SEEN},
};
use sleeve_data::Arrange;
use sleeve_language::{
    BOX, BOXES, BoundCondition, BoundMeasure, Condition, Measure, Quantity, Slot, Truth, Universe,
    World,
};
use sleeve_rules::piles;
use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

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
        names
            .iter()
            .cloned()
            .chain(default.then(|| HAND.to_owned()))
            .collect()
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

/// The use of a pile, in the order in which piles are read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum PileUse {
    Seen,
    Hand,
    /// A pile that is dealt from the cards of the hand's pile, by its position at the table.
    Beside(usize),
    Row,
    Fixed,
}

impl PileUse {
    /// Whether its cards come from the pile of the hand.
    fn is_of_hand(self) -> bool {
        matches!(self, PileUse::Seen | PileUse::Hand | PileUse::Beside(_))
    }
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
    if names.len() > MAX_PILES {
        return Err(AskError::TooManyPiles(names.len()));
    }
    let mut uses: Vec<(PileUse, String)> = names
        .into_iter()
        .map(|name| (find_use(table, &name), name))
        .collect();
    uses.arrange_by_key(|(kind, _)| *kind);
    let mut read = Vec::new();
    for (kind, name) in uses {
        let cards = match (kind, &table.row) {
            (PileUse::Seen | PileUse::Hand | PileUse::Beside(_), _) => table.pile.clone(),
            (PileUse::Row, Some(row)) => row.cards.clone(),
            (PileUse::Row, None) => return Err(AskError::NoPile(name)),
            (PileUse::Fixed, _) => undrawn_cards(world, table, &name)?,
        };
        let (slots, counts) = cards.into_iter().unzip();
        read.push(PileRead { name, kind, slots, counts });
    }
    Ok(read)
}

fn find_use(table: &GameTable, name: &str) -> PileUse {
    match name {
        SEEN => PileUse::Seen,
        HAND => PileUse::Hand,
        _ => match table.beside.iter().position(|pile| pile.name == name) {
            Some(at) => PileUse::Beside(at),
            None if name == ROW => PileUse::Row,
            None => PileUse::Fixed,
        },
    }
}

/// The cards of a zone that nothing is drawn from, or of the boxes of the game.
fn undrawn_cards(
    world: &World<'_>,
    table: &GameTable,
    name: &str,
) -> Result<Vec<(Slot, u32)>, AskError> {
    let zone: Arc<str> = Arc::from(name);
    let cards = match table.zones.iter().find(|(zone, _)| zone == name) {
        Some((_, cards)) => cards.clone(),
        None if name == BOX => piles::list_box_cards(world.catalog, count_boxes(world)),
        None => return Err(AskError::NoPile(name.to_owned())),
    };
    let mut undrawn = Vec::new();
    for (card, count) in cards {
        undrawn.push((Slot { card, zone: Some(Arc::clone(&zone)) }, count));
    }
    Ok(undrawn)
}

/// The number of boxes; one if it is unknown.
fn count_boxes(world: &World<'_>) -> u32 {
    let boxes = match world.parameters.get(BOXES) {
        sleeve_language::ParameterValue::Number(n) => n.to_integer(),
        _ => None,
    };
    boxes.and_then(|n| u32::try_from(n).ok()).unwrap_or(1)
}

/// The slots of these piles, to which conditions are bound.
pub(crate) fn universe(read: &[PileRead]) -> Universe {
    Universe {
        piles: read
            .iter()
            .map(|r| (r.name.clone(), r.slots.clone()))
            .collect(),
        default: vec![HAND.to_owned()],
    }
}

/// Class numbers from 0 for the slots of a pile; hand and seen cards are classed alike.
pub(crate) fn class_numbers(read: &[PileRead], pile: usize, bound: &[BoundReader]) -> Vec<usize> {
    let slots = read[pile].slots.len();
    let mut columns: Vec<Vec<usize>> = Vec::new();
    for (at, other) in read.iter().enumerate() {
        if at == pile || other.kind.is_of_hand() && read[pile].kind.is_of_hand() {
            columns.extend(bound.iter().map(|bound| bound.classes(at, slots)));
        }
    }
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
