//! From cards to classes: cards that no condition distinguishes are one class, and conditions
//! are bound to one card of each.

use super::{
    copies::VariedCards,
    deal::{Deal, Views},
    distribution::OrderedQuantity,
    messages::AskError,
    pile_reads::{
        BoundReader, MAX_PILES, PileRead, PileReader, PileUse, class_numbers, read_piles,
        reduce_pile, universe,
    },
    setup::vectors,
    table::GameTable,
};
use sleeve_language::{Filter, Truth, Universe, World};
use std::{collections::BTreeSet, ops::Range};

/// Most steps of judging all opening hands with which unknown facts are still decided by cases.
const CASES_STEPS: u128 = 20_000_000;

/// The places where the bound conditions read the counts of a pile.
#[derive(Clone, PartialEq, Eq, Debug)]
enum CountPlace {
    Drawn(Range<usize>),
    Fixed(Vec<u32>),
}

/// Cards that were dealt, each given by its position in [`GameTable::pile`] or in the row's cards.
#[derive(Clone, Copy, Default)]
pub struct DealtCards<'c> {
    pub seen: &'c [usize],
    pub hand: &'c [usize],
    /// The other piles dealt, in the order of [`GameTable::beside`].
    pub beside: &'c [Vec<usize>],
    pub row: &'c [usize],
}

/// A table in classes, with the conditions and measures that are bound to it.
pub(crate) struct ClassLayout {
    pub bound: Vec<BoundReader>,
    pub deal: Deal,
    pub thresholds: Option<Vec<u32>>,
    /// Steps of evaluating all of `bound` once.
    pub effort: u64,
    /// Classes of the hand's pile for its slots, in the order of [`GameTable::pile`].
    classes: Vec<usize>,
    /// Classes of the row for its slots, in the order of [`super::table::OpenCards::cards`].
    row_classes: Vec<usize>,
    places: Vec<CountPlace>,
    pile_uses: Vec<PileUse>,
}

impl ClassLayout {
    /// The layout of a table for everything in `reads`; `exchangeable`: opening hands may be
    /// exchanged or sent back.
    pub(crate) fn new(
        world: &World<'_>,
        table: &GameTable,
        reads: &[PileReader<'_>],
        exchangeable: bool,
    ) -> Result<ClassLayout, AskError> {
        let whole = ClassLayout::bind(world, table, reads, exchangeable, |r, w, u| r.bind(w, u))?;
        let kinds = vectors(&whole.deal.pile, whole.deal.hand);
        // Deciding unknown facts by cases gives narrower bounds, but every case is a separate
        // judgement.
        if kinds.saturating_mul(u128::from(whole.effort)) <= CASES_STEPS {
            return Ok(whole);
        }
        ClassLayout::bind(world, table, reads, exchangeable, |r, w, u| r.bind_plain(w, u))
    }

    fn bind(
        world: &World<'_>,
        table: &GameTable,
        reads: &[PileReader<'_>],
        exchangeable: bool,
        bind: fn(PileReader<'_>, &World<'_>, &Universe) -> BoundReader,
    ) -> Result<ClassLayout, AskError> {
        let read = read_piles(world, table, reads, exchangeable)?;
        let full = universe(&read);
        let bound_to_all: Vec<BoundReader> = reads
            .iter()
            .map(|reader| bind(*reader, world, &full))
            .collect();
        let classes: Vec<Vec<usize>> = (0..read.len())
            .map(|pile| class_numbers(&read, pile, &bound_to_all))
            .collect();
        let reduced: Vec<PileRead> = read
            .iter()
            .zip(&classes)
            .map(|(r, c)| reduce_pile(r, c))
            .collect();
        // Bound twice: first to all cards, to find the classes, then to one card of each class for
        // evaluation.
        let small = universe(&reduced);
        // One card now represents its class. Cases that were too many for all cards, and so
        // distinguished none, must not be tried on the few that are left.
        let mut bound: Vec<BoundReader> = Vec::new();
        for (reader, first) in reads.iter().zip(&bound_to_all) {
            bound.push(if first.is_by_cases() {
                bind(*reader, world, &small)
            } else {
                reader.bind_plain(world, &small)
            });
        }
        let effort = bound
            .iter()
            .fold(0u64, |sum, bound| sum.saturating_add(bound.effort()));
        let row = read.iter().position(|r| r.kind == PileUse::Row);
        let row_classes = row.map_or_else(Vec::new, |at| classes[at].clone());
        let hand_pile = read
            .iter()
            .position(|r| matches!(r.kind, PileUse::Seen | PileUse::Hand));
        let classes = hand_pile.map_or_else(|| vec![0; table.pile.len()], |at| classes[at].clone());
        let mut layout = ClassLayout {
            bound,
            deal: deal_classes(table, &reduced),
            thresholds: None,
            effort,
            classes,
            row_classes,
            places: count_places(&reduced),
            pile_uses: reduced.iter().map(|r| r.kind).collect(),
        };
        layout.thresholds = Some(layout.class_thresholds(&reduced));
        Ok(layout)
    }

    /// Whether another layout answers every question alike.
    pub(crate) fn is_same_as(&self, other: &ClassLayout) -> bool {
        self.bound == other.bound && self.deal == other.deal && self.places == other.places
    }

    /// Fills in the counts of each pile that the bound conditions read.
    #[inline]
    pub(crate) fn fill_rows<'c>(&'c self, counts: &'c [u32], rows: &mut [&'c [u32]; MAX_PILES]) {
        for (place, row) in self.places.iter().zip(rows) {
            *row = match place {
                CountPlace::Drawn(range) => &counts[range.clone()],
                CountPlace::Fixed(counts) => counts,
            };
        }
    }

    /// Whether a bound condition holds for these counts.
    #[inline]
    pub(crate) fn truth(&self, at: usize, counts: &[u32]) -> Truth {
        let mut rows: [&[u32]; MAX_PILES] = [&[]; MAX_PILES];
        self.fill_rows(counts, &mut rows);
        self.bound[at].truth(&rows[..self.places.len()])
    }

    /// The value of a bound measure for these counts.
    pub(crate) fn value(&self, at: usize, counts: &[u32]) -> OrderedQuantity {
        let mut rows: [&[u32]; MAX_PILES] = [&[]; MAX_PILES];
        self.fill_rows(counts, &mut rows);
        self.bound[at].value(&rows[..self.places.len()])
    }

    /// Whether a bound condition is true for an opening hand of these counts, before anything else
    /// is drawn.
    pub(crate) fn truth_of_opening(&self, at: usize, counts: &[u32]) -> Truth {
        self.bound[at].truth(&self.opening_rows(counts)[..self.places.len()])
    }

    /// The value of a bound measure for an opening hand of these counts.
    pub(crate) fn value_of_opening(&self, at: usize, counts: &[u32]) -> OrderedQuantity {
        self.bound[at].value(&self.opening_rows(counts)[..self.places.len()])
    }

    fn opening_rows<'c>(&'c self, counts: &'c [u32]) -> [&'c [u32]; MAX_PILES] {
        let mut rows: [&[u32]; MAX_PILES] = [&[]; MAX_PILES];
        for ((place, kind), row) in self.places.iter().zip(&self.pile_uses).zip(&mut rows) {
            *row = match (place, kind) {
                (CountPlace::Fixed(counts), _) => counts,
                (_, PileUse::Seen | PileUse::Hand) => counts,
                _ => &[],
            };
        }
        rows
    }

    /// The use of each pile that bound conditions read, in their order.
    pub(crate) fn pile_uses(&self) -> &[PileUse] {
        &self.pile_uses
    }

    /// The counts of a pile that nothing is drawn from; empty for a drawn one.
    pub(crate) fn fixed_counts(&self, pile: usize) -> &[u32] {
        match self.places.get(pile) {
            Some(CountPlace::Fixed(counts)) => counts,
            _ => &[],
        }
    }

    /// The class of every card of [`GameTable::pile`].
    pub(crate) fn classes(&self) -> &[usize] {
        &self.classes
    }

    pub(crate) fn count_cards(&self, cards: &DealtCards<'_>) -> Vec<u32> {
        let mut counts = Vec::new();
        for (kind, place) in self.pile_uses.iter().zip(&self.places) {
            let CountPlace::Drawn(range) = place else { continue };
            let (slots, classes): (&[usize], &[usize]) = match kind {
                PileUse::Seen => (cards.seen, &self.classes),
                PileUse::Hand => (cards.hand, &self.classes),
                PileUse::Beside(at) => {
                    (cards.beside.get(*at).map_or(&[], |pile| pile), &self.classes)
                }
                PileUse::Row => (cards.row, &self.row_classes),
                PileUse::Fixed => (&[], &[]),
            };
            counts.resize(range.end, 0u32);
            for class in slots.iter().filter_map(|slot| classes.get(*slot)) {
                counts[range.start + class] += 1;
            }
        }
        counts
    }

    /// For each drawn class the count from which on no bound condition changes.
    fn class_thresholds(&self, reduced: &[PileRead]) -> Vec<u32> {
        let mut caps = Vec::new();
        for (pile, read) in reduced
            .iter()
            .enumerate()
            .filter(|(_, r)| r.kind != PileUse::Fixed)
        {
            let mut most = vec![0u32; read.slots.len()];
            for bound in &self.bound {
                for (cap, all) in bound
                    .class_caps(pile, read.slots.len())
                    .into_iter()
                    .zip(&mut most)
                {
                    let end = cap
                        .and_then(|cap| u32::try_from(cap).ok())
                        .unwrap_or(u32::MAX);
                    // A count still matters up to the largest cap of any condition that reads it.
                    *all = end.max(*all);
                }
            }
            caps.extend(most);
        }
        caps
    }

    /// The cards that match a filter, and a class that no condition reads, which makes room for
    /// them.
    pub(crate) fn find_varied(
        &self,
        world: &World<'_>,
        table: &GameTable,
        filter: &Filter,
    ) -> Result<VariedCards, AskError> {
        let (mut matching, mut copies) = (BTreeSet::new(), 0u32);
        for ((slot, count), class) in table.pile.iter().zip(&self.classes) {
            if filter.test(world, slot.card, slot.zone.as_deref()) == Truth::True {
                matching.insert(*class);
                copies = copies.saturating_add(*count);
            }
        }
        let class = match matching.into_iter().collect::<Vec<_>>().as_slice() {
            [] => return Err(AskError::VariesNothing),
            // Cards that conditions distinguish cannot be varied as one number.
            [class] => *class,
            _ => return Err(AskError::VariesUnlike),
        };
        let width = self.deal.pile.len();
        let Views { seen, hand } = self.deal.views;
        let views = usize::from(seen) + usize::from(hand) + self.deal.beside.len();
        let caps = self.thresholds.as_deref().unwrap_or(&[]);
        let mut classes = 0..width;
        match classes.find(|class| (0..views).all(|v| caps.get(v * width + class) == Some(&0))) {
            Some(rest) if rest != class => Ok(VariedCards { class, copies, rest }),
            Some(_) => Err(AskError::VariesUnread),
            None => Err(AskError::NoRoom),
        }
    }
}

fn find_read(reduced: &[PileRead], kind: PileUse) -> Option<&PileRead> {
    reduced.iter().find(|read| read.kind == kind)
}

fn deal_classes(table: &GameTable, reduced: &[PileRead]) -> Deal {
    let (seen, hand) = (find_read(reduced, PileUse::Seen), find_read(reduced, PileUse::Hand));
    let pile = seen
        .or(hand)
        .map_or_else(Vec::new, |read| read.counts.clone());
    let row = find_read(reduced, PileUse::Row).zip(table.row.as_ref());
    let others = row.map(|(read, row)| row.pile(read.counts.clone()));
    let (mut beside, mut hidden) = (Vec::new(), 0u32);
    for (at, pile) in table.beside.iter().enumerate() {
        if find_read(reduced, PileUse::Beside(at)).is_some() {
            beside.push(pile.clone());
        } else if pile.always {
            hidden = hidden.saturating_add(pile.cards);
        }
    }
    Deal {
        name: table.from.join("|"),
        exchanges: table.exchanges,
        views: Views { seen: seen.is_some(), hand: hand.is_some() },
        forced: table.settles_hands(),
        redraws: table.redraws,
        choice: table.hands_to_choose_from(),
        beside,
        hidden,
        others: others.into_iter().collect(),
        ..Deal::opening(&pile, table.hand)
    }
}

fn count_places(reduced: &[PileRead]) -> Vec<CountPlace> {
    let mut next = 0;
    let mut places = Vec::new();
    for read in reduced {
        if read.kind == PileUse::Fixed {
            places.push(CountPlace::Fixed(read.counts.clone()));
            continue;
        }
        let first = next;
        next += read.counts.len();
        places.push(CountPlace::Drawn(first..next));
    }
    places
}
