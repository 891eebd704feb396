//! The judgements of a hand over all draws that may follow it.

use super::OpeningDeal;
use crate::numbers::{PascalRows, WholeNumber};
use crate::setup::{ClassWalk, DrawSetup};
use crate::tally::{DrawTally, Judgement};

/// Most views whose judgements are remembered while hands are weighed. Many hands with their later draws come to one
/// view, and a judgement costs far more than looking it up.
const MAX_REMEMBERED_VIEWS: usize = 1 << 20;

/// Most draws after one hand that are listed, so that every choice of cards uses them again.
const LISTED_DRAWS: u128 = 1 << 17;

/// All draws that may follow a hand; listed where they are few enough.
pub(super) struct LaterDraws<C> {
    setup: DrawSetup,
    listed: Option<ListedDraws<C>>,
}

/// Draws after a hand: the counts of one after the other; and for each, by how much it raises the number of a view,
/// and how many draws it stands for.
struct ListedDraws<C> {
    width: usize,
    counts: Vec<u32>,
    draws: Vec<(usize, C)>,
}

/// Judges views of hands with their later draws, and remembers the judgements.
pub(super) struct HandValues<'v, 'j> {
    width: usize,
    judge: &'v mut (dyn FnMut(&[u32]) -> Judgement + 'j),
    /// The weight of a card of every column in the number of a view, a mixed radix; empty where views are too many.
    radix: Vec<usize>,
    judgements: Vec<Option<Judgement>>,
    view: Vec<u32>,
}

impl<'v, 'j> HandValues<'v, 'j> {
    /// Judges without remembering: a single hand is not worth the memory.
    pub(super) fn without_memory(
        procedure: &OpeningDeal,
        judge: &'v mut (dyn FnMut(&[u32]) -> Judgement + 'j),
    ) -> HandValues<'v, 'j> {
        let width = procedure.deal.pile.len();
        HandValues { width, judge, radix: Vec::new(), judgements: Vec::new(), view: Vec::new() }
    }

    pub(super) fn new(
        procedure: &OpeningDeal,
        judge: &'v mut (dyn FnMut(&[u32]) -> Judgement + 'j),
    ) -> HandValues<'v, 'j> {
        let most = procedure.deal.hand.saturating_add(procedure.later);
        let mut sizes: Vec<u32> = procedure.deal.pile.iter().map(|n| *n.min(&most)).collect();
        for side in &procedure.deal.beside {
            sizes.extend(procedure.deal.pile.iter().map(|n| *n.min(&side.cards)));
        }
        let others = DrawSetup { piles: procedure.deal.others.clone() };
        for (at, pile) in procedure.deal.others.iter().enumerate() {
            sizes.extend(others.source_classes(at).iter().map(|n| *n.min(&pile.draw)));
        }
        let mut radix = Vec::new();
        let mut all = 1usize;
        for size in &sizes {
            radix.push(all);
            all = all.saturating_mul(*size as usize + 1);
        }
        let few = all <= MAX_REMEMBERED_VIEWS;
        let radix = if few { radix } else { Vec::new() };
        let seen = vec![None; if few { all } else { 0 }];
        HandValues {
            width: procedure.deal.pile.len(),
            judge,
            radix,
            judgements: seen,
            view: Vec::new(),
        }
    }

    /// The draws that may follow a hand.
    pub(super) fn later_draws<C: WholeNumber>(
        &self,
        setup: DrawSetup,
        rows: &mut PascalRows<C>,
    ) -> LaterDraws<C> {
        let listed = (setup.vectors() <= LISTED_DRAWS).then(|| {
            let width = setup.widths().iter().sum();
            let mut listed = ListedDraws { width, counts: Vec::new(), draws: Vec::new() };
            ClassWalk::run_with(&setup, rows, |counts: &[u32], ways: &C| {
                listed.counts.extend_from_slice(counts);
                listed.draws.push((view_number(counts, &self.radix), ways.clone()));
            });
            listed
        });
        LaterDraws { setup, listed }
    }

    /// Tallies the judgements of these cards in hand over all draws that may follow.
    pub(super) fn tally_hand<C: WholeNumber>(
        &mut self,
        hand: &[u32],
        follows: &LaterDraws<C>,
        rows: &mut PascalRows<C>,
    ) -> DrawTally<C> {
        let mut tally = DrawTally::<C>::new();
        let base = view_number(hand, &self.radix);
        match &follows.listed {
            Some(listed) => {
                for (at, (more, ways)) in listed.draws.iter().enumerate() {
                    let judgement = match self.judgements.get(base + more) {
                        Some(Some(known)) => *known,
                        _ => {
                            let counts = &listed.counts[at * listed.width..][..listed.width];
                            self.judge_view(hand, counts, base + more)
                        }
                    };
                    tally.add(judgement, ways);
                }
            }
            None => ClassWalk::run_with(&follows.setup, rows, |counts: &[u32], ways: &C| {
                let number = base + view_number(counts, &self.radix);
                let judgement = match self.judgements.get(number) {
                    Some(Some(known)) => *known,
                    _ => self.judge_view(hand, counts, number),
                };
                tally.add(judgement, ways);
            }),
        }
        tally
    }

    /// Judges a view for the first time.
    fn judge_view(&mut self, hand: &[u32], counts: &[u32], number: usize) -> Judgement {
        self.view.clear();
        self.view.extend(hand.iter().zip(counts).map(|(one, other)| one + other));
        self.view.extend_from_within(..);
        self.view.extend_from_slice(&counts[self.width..]);
        let judgement = (self.judge)(&self.view);
        if let Some(place) = self.judgements.get_mut(number) {
            *place = Some(judgement);
        }
        judgement
    }
}

fn view_number(counts: &[u32], radix: &[usize]) -> usize {
    counts.iter().zip(radix).map(|(n, unit)| *n as usize * unit).sum()
}
