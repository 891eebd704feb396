//! The kinds of opening hands of every level, the choices for each, and the judgements of a hand
//! over all draws that may follow it.
//!
//! Levels with equal draws have the same hands: each hand is evaluated once for all of them. Levels
//! with equally many cards on the bottom, too, are one.

use super::{Decision, HandTest, KnownHands, OpeningDeal};
use crate::{
    distribution::OrderedQuantity,
    messages::OddsError,
    numbers::{PascalRows, WholeNumber},
    setup::{ClassWalk, DrawSetup},
    tally::{DrawTally, Judgement, PackedTally},
};
use dashu_int::{UBig, ops::Gcd};
use sleeve_data::model::Returned;
use sleeve_language::Truth;
use std::{collections::HashMap, rc::Rc};

/// One kind of opening hand: the number of draws that give it, and the choices for it.
pub(super) struct OpeningHand {
    pub(super) counts: Vec<u32>,
    pub(super) ways: UBig,
    /// The cards that go to the bottom if it is kept.
    keep_choice: Option<ExchangeChoice>,
    /// The cards that are best exchanged if it is not kept, if some may be.
    swap_choice: Option<ExchangeChoice>,
}

/// Cards that leave a hand, and the judgements that follow.
struct ExchangeChoice {
    removed: Vec<u32>,
    value: PackedTally,
}

impl OpeningHand {
    /// The judgements after keeping it, or after exchanging some of its cards; `None` if a new hand
    /// is drawn.
    pub(super) fn outcome(&self, keep: bool) -> Option<&PackedTally> {
        let choice = if keep { &self.keep_choice } else { &self.swap_choice };
        choice.as_ref().map(|choice| &choice.value)
    }

    /// Whether some of its cards may be exchanged.
    pub(super) fn may_be_swapped(&self) -> bool {
        self.swap_choice.is_some()
    }

    pub(super) fn decision(&self, keep: bool) -> Decision {
        match (keep, &self.keep_choice, &self.swap_choice) {
            (true, Some(kept), _) => Decision::Keep(kept.removed.clone()),
            (false, _, Some(swapped)) => Decision::Swap(swapped.removed.clone()),
            _ => Decision::Exchange,
        }
    }

    pub(super) fn merit(&self, keep: bool) -> (UBig, UBig) {
        self.outcome(keep)
            .map_or((UBig::ZERO, UBig::ZERO), PackedTally::merit)
    }
}

pub(super) struct ExchangeLevel {
    pub(super) hands: Vec<OpeningHand>,
    /// The number of draws that follow each hand, all equally likely.
    pub(super) total: UBig,
    /// The hands that the rules of the game send back.
    pub(super) refused: RefusedHands,
}

/// Hands by their class counts, each with the number of draws that give it.
type WeightedHands = Vec<(Vec<u32>, UBig)>;

/// Hands that the rules of the game send back, shared by all levels with them.
type RefusedHands = Rc<[Vec<u32>]>;

/// The task for the hands of one or several levels.
#[derive(Clone, Copy)]
struct WeighingPlan<'a> {
    bottom: u32,
    /// The decisions taken before, which need no search.
    known: Option<&'a HashMap<Vec<u32>, Decision>>,
}

/// Evaluates the hands of all levels of a mulligan.
pub(super) struct Weigher<'a> {
    pub(super) procedure: &'a OpeningDeal,
    pub(super) last: u32,
    /// The decisions taken before, which need no search.
    pub(super) known: KnownHands<'a>,
}

impl Weigher<'_> {
    /// Every level with all kinds of allowed hands and the best choices for each.
    pub(super) fn weigh_levels(
        &self,
        mut test: Option<HandTest<'_>>,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Result<Vec<Rc<ExchangeLevel>>, OddsError> {
        let mut values = HandValues::new(self.procedure, judge);
        let deal = &self.procedure.deal;
        let stages: Vec<(u32, u32)> = (0..=self.last)
            .map(|exchange| deal.exchanges.stage(deal.hand, exchange))
            .collect();
        let mut levels = Vec::new();
        for equal_draws in stages.chunk_by(|(draw, _), (other, _)| draw == other) {
            let Some((draw, _)) = equal_draws.first() else { continue };
            let (mut plans, mut numbers) = (Vec::<WeighingPlan>::new(), Vec::new());
            for (_, bottom) in equal_draws {
                let exchange = levels.len() + numbers.len();
                let known = self.known.and_then(|known| known.get(exchange));
                let same = plans.last().is_some_and(|plan| plan.bottom == *bottom);
                // Decisions taken before differ from level to level: each needs a plan of its own.
                if !same || self.known.is_some() {
                    plans.push(WeighingPlan { bottom: *bottom, known });
                }
                numbers.push(plans.len() - 1);
            }
            let (weighted_hands, refused) = self.list_hands(*draw, test.as_mut())?;
            let mut weighed: Vec<Rc<ExchangeLevel>> = Vec::new();
            for (hands, total) in self.weigh_hands(*draw, weighted_hands, &plans, &mut values) {
                let refused = Rc::clone(&refused);
                weighed.push(Rc::new(ExchangeLevel { hands, total, refused }));
            }
            levels.extend(
                numbers
                    .into_iter()
                    .map(|number: usize| Rc::clone(&weighed[number])),
            );
        }
        Ok(levels)
    }

    /// The decision on one hand after this number of exchanges.
    pub(super) fn decide_hand(
        &self,
        exchange: u32,
        counts: &[u32],
        keep: bool,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Decision {
        if !keep && self.procedure.deal.exchanges.partial_exchange().is_none() {
            return Decision::Exchange;
        }
        let (draw, bottom) = self
            .procedure
            .deal
            .exchanges
            .stage(self.procedure.deal.hand, exchange);
        let mut values = HandValues::without_memory(self.procedure, judge);
        let weighted_hands = vec![(counts.to_vec(), UBig::ONE)];
        let weighed = self.weigh_hands(
            draw,
            weighted_hands,
            &[WeighingPlan { bottom, known: None }],
            &mut values,
        );
        let mut hands = weighed.iter().flat_map(|(hands, _)| hands);
        hands
            .next()
            .map_or(Decision::Exchange, |hand| hand.decision(keep))
    }

    /// The kinds of hands of this size that may stay by the rules, and those that they always send
    /// back.
    fn list_hands(
        &self,
        draw: u32,
        mut test: Option<&mut HandTest<'_>>,
    ) -> Result<(WeightedHands, RefusedHands), OddsError> {
        let deal = &self.procedure.deal;
        let (mut weighted_hands, mut refused, mut undecided) = (Vec::new(), Vec::new(), false);
        let mut values = HashMap::new();
        let setup = DrawSetup::hand(&deal.pile, draw);
        ClassWalk::run(&setup, |counts: &[u32], ways: &UBig| {
            match test_hand(test.as_deref_mut(), counts, &mut values) {
                Truth::True => weighted_hands.push((counts.to_vec(), ways.clone())),
                Truth::False => refused.push((counts.to_vec(), ways.clone())),
                Truth::Unknown => undecided = true,
            }
        });
        if undecided {
            return Err(OddsError::UndecidedKeep);
        }
        if let Some(most) = deal.redraws {
            weigh_redraws(&mut weighted_hands, refused, most);
            return Ok((weighted_hands, Rc::default()));
        }
        if weighted_hands.is_empty() {
            return Err(OddsError::NoHandStands);
        }
        if deal.choice > 1 {
            HandChooser { values, draw }.weigh(&deal.pile, deal.choice, &mut weighted_hands);
        }
        Ok((weighted_hands, refused.into_iter().map(|(counts, _)| counts).collect()))
    }

    /// The hands weighed for each plan, and the number of draws that follow them.
    fn weigh_hands(
        &self,
        draw: u32,
        weighted_hands: WeightedHands,
        plans: &[WeighingPlan<'_>],
        values: &mut HandValues<'_, '_>,
    ) -> Vec<(Vec<OpeningHand>, UBig)> {
        let procedure = self.procedure;
        if let Some(returned) = self.procedure.deal.exchanges.partial_exchange() {
            // Fewer cards have fewer ways to be replaced: the least common multiple brings all to
            // one number.
            let totals = (0..=draw).map(|n| self.swap_total(n, returned));
            let total = totals.fold(UBig::ONE, |all, n| &all / (&all).gcd(&n) * n);
            let known = plans.first().and_then(|plan| plan.known);
            let mut rows = PascalRows::with_widest(
                self.largest_draw()
                    .max(procedure.later.saturating_add(draw)),
            );
            let mut hands = Vec::with_capacity(weighted_hands.len());
            for (counts, ways) in weighted_hands {
                let decided = known.map(|known| known.get(&counts));
                let choices = self.weigh_swaps(&counts, returned, decided, values, &mut rows);
                let (keep_choice, swap_choice) = best_choices(choices, &total);
                hands.push(OpeningHand { counts, ways, keep_choice, swap_choice });
            }
            return vec![(hands, total)];
        }
        let small = procedure
            .draws_after_hand(procedure.deal.pile.clone(), procedure.later)
            .bits()
            < 127;
        let each = if small {
            self.weigh_kept::<u128>(&weighted_hands, plans, values)
        } else {
            self.weigh_kept::<UBig>(&weighted_hands, plans, values)
        };
        let cards: u32 = procedure.deal.pile.iter().sum();
        let total = procedure
            .draws_after_hand(vec![cards - draw], procedure.later)
            .total();
        let mut levels = Vec::with_capacity(each.len());
        for kept in each {
            let hands = weighted_hands
                .iter()
                .zip(kept)
                .map(|((counts, ways), kept)| OpeningHand {
                    counts: counts.clone(),
                    ways: ways.clone(),
                    keep_choice: kept,
                    swap_choice: None,
                });
            levels.push((hands.collect(), total.clone()));
        }
        levels
    }

    /// The most cards that one of the draws after a hand takes.
    fn largest_draw(&self) -> u32 {
        let others = self.procedure.deal.others.iter().map(|pile| pile.draw);
        others
            .chain(self.procedure.deal.beside.iter().map(|side| side.cards))
            .fold(self.procedure.later, u32::max)
    }

    /// For every plan and hand the cards whose loss is the best choice, or was chosen.
    fn weigh_kept<C: WholeNumber>(
        &self,
        weighted_hands: &WeightedHands,
        plans: &[WeighingPlan<'_>],
        values: &mut HandValues<'_, '_>,
    ) -> Vec<Vec<Option<ExchangeChoice>>> {
        let procedure = self.procedure;
        let mut rows = PascalRows::<C>::with_widest(self.largest_draw());
        let mut each: Vec<Vec<Option<ExchangeChoice>>> = plans.iter().map(|_| Vec::new()).collect();
        for (counts, _) in weighted_hands {
            let setup = procedure
                .draws_after_hand(remaining_cards(&procedure.deal.pile, counts), procedure.later);
            let follows = values.later_draws::<C>(setup, &mut rows);
            for (plan, choices) in plans.iter().zip(&mut each) {
                choices.push(match plan.known.map(|known| known.get(counts)) {
                    Some(Some(Decision::Keep(removed))) => {
                        let hand = remaining_cards(counts, removed);
                        let value = values.tally_hand(&hand, &follows, &mut rows).pack();
                        Some(ExchangeChoice { removed: removed.clone(), value })
                    }
                    Some(_) => None,
                    None => {
                        let mut best: Option<(Vec<u32>, DrawTally<C>)> = None;
                        visit_choices(counts, plan.bottom, &mut |removed| {
                            let hand = remaining_cards(counts, removed);
                            let value = values.tally_hand(&hand, &follows, &mut rows);
                            if best
                                .as_ref()
                                .is_none_or(|(_, old)| value.merit() > old.merit())
                            {
                                best = Some((removed.to_vec(), value));
                            }
                        });
                        best.map(|(removed, value)| ExchangeChoice { removed, value: value.pack() })
                    }
                });
            }
        }
        each
    }

    /// For every number of cards the best ones of a hand to exchange for as many others, or those
    /// decided before.
    fn weigh_swaps(
        &self,
        counts: &[u32],
        returned: Returned,
        known: Option<Option<&Decision>>,
        values: &mut HandValues<'_, '_>,
        rows: &mut PascalRows<UBig>,
    ) -> Vec<(Vec<u32>, SwapOutcome)> {
        let cards: u32 = counts.iter().sum();
        let mut choices = Vec::new();
        for swapped in 0..=cards {
            let mut best: Option<(Vec<u32>, SwapOutcome)> = None;
            visit_choices(counts, swapped, &mut |removed| {
                let is_candidate = match known {
                    Some(Some(Decision::Swap(known))) => known == removed,
                    Some(_) => is_empty_choice(removed),
                    None => true,
                };
                if is_candidate {
                    let value = self.weigh_swap(counts, removed, returned, values, rows);
                    let merit = value.tally.merit();
                    if best
                        .as_ref()
                        .is_none_or(|(_, old)| merit > old.tally.merit())
                    {
                        best = Some((removed.to_vec(), value));
                    }
                }
            });
            choices.extend(best);
        }
        choices
    }

    /// The number of draws that follow when this many cards are exchanged.
    fn swap_total(&self, cards: u32, returned: Returned) -> UBig {
        let procedure = self.procedure;
        let left: u32 = procedure.deal.pile.iter().sum::<u32>() - procedure.deal.hand;
        match returned {
            Returned::Bottom => procedure
                .draws_after_hand(vec![left], procedure.later + cards)
                .total(),
            Returned::Shuffled => procedure
                .draws_after_hand(vec![left + cards], procedure.later + cards)
                .total(),
            Returned::Aside => {
                DrawSetup::hand(&[left], cards).total()
                    * procedure
                        .draws_after_hand(vec![left], procedure.later)
                        .total()
            }
        }
    }

    /// The judgements of a hand with some cards exchanged.
    fn weigh_swap(
        &self,
        counts: &[u32],
        removed: &[u32],
        returned: Returned,
        values: &mut HandValues<'_, '_>,
        rows: &mut PascalRows<UBig>,
    ) -> SwapOutcome {
        let procedure = self.procedure;
        let (stays, rest) =
            (remaining_cards(counts, removed), remaining_cards(&procedure.deal.pile, counts));
        let cards: u32 = removed.iter().sum();
        let mut tally = DrawTally::<UBig>::new();
        match returned {
            Returned::Bottom | Returned::Shuffled => {
                let from =
                    if returned == Returned::Bottom { rest } else { join_cards(&rest, removed) };
                let setup = procedure.draws_after_hand(from, procedure.later + cards);
                let follows = values.later_draws(setup, rows);
                tally = values.tally_hand(&stays, &follows, rows);
            }
            Returned::Aside => {
                ClassWalk::run(&DrawSetup::hand(&rest, cards), |drawn: &[u32], ways: &UBig| {
                    let from = join_cards(&remaining_cards(&rest, drawn), removed);
                    let hand = join_cards(&stays, drawn);
                    let follows =
                        values.later_draws(procedure.draws_after_hand(from, procedure.later), rows);
                    tally.add_all(&values.tally_hand(&hand, &follows, rows), ways);
                });
            }
        }
        SwapOutcome { tally, total: self.swap_total(cards, returned) }
    }
}

/// Whether a hand may stay; `values` gets the value by which the rules may choose it.
fn test_hand(
    test: Option<&mut HandTest<'_>>,
    counts: &[u32],
    values: &mut HashMap<Vec<u32>, OrderedQuantity>,
) -> Truth {
    match test {
        None => Truth::True,
        Some(HandTest::Allowed(allowed)) => allowed(counts),
        Some(HandTest::Greatest(value)) => {
            let value = value(counts);
            values.insert(counts.to_vec(), value);
            if value.0.is_open() { Truth::Unknown } else { Truth::True }
        }
    }
}

/// Weighs hands when those that are refused are drawn anew at most this many times, and then stand.
fn weigh_redraws(stand: &mut WeightedHands, refused: WeightedHands, most: u32) {
    let again = sum_ways(&refused);
    let all = &again + sum_ways(stand);
    let (mut at_any, mut at_last) = (UBig::ONE, UBig::ONE);
    for _ in 0..most {
        at_any = at_any * &all + &at_last * &again;
        at_last *= &again;
    }
    for (_, ways) in stand.iter_mut() {
        *ways *= &at_any;
    }
    stand.extend(
        refused
            .into_iter()
            .map(|(counts, ways)| (counts, ways * &at_last)),
    );
    stand.retain(|(_, ways)| *ways != UBig::ZERO);
}

fn sum_ways(hands: &WeightedHands) -> UBig {
    hands.iter().map(|(_, ways)| ways).sum()
}

/// Chooses between hands that are dealt from one pile, one after the other.
struct HandChooser {
    values: HashMap<Vec<u32>, OrderedQuantity>,
    draw: u32,
}

impl HandChooser {
    /// Multiplies the ways of each hand by those in which it stays as one of `hands`: those before
    /// it are worth less, and those after it no more.
    fn weigh(&self, pile: &[u32], hands: u32, weighted: &mut WeightedHands) {
        for (counts, ways) in &mut *weighted {
            let (rest, Some(value)) = (remaining_cards(pile, counts), self.values.get(counts))
            else {
                continue;
            };
            *ways *= (0..hands)
                .map(|less| self.others(&rest, *value, less, hands - 1))
                .sum::<UBig>();
        }
        weighted.retain(|(_, ways)| *ways != UBig::ZERO);
    }

    /// The ways to deal `all` hands from a pile, `less` of them worth less than a value, the others
    /// at most as much.
    fn others(&self, pile: &[u32], value: OrderedQuantity, less: u32, all: u32) -> UBig {
        let Some(rest) = all.checked_sub(1) else { return UBig::ONE };
        let mut sum = UBig::ZERO;
        ClassWalk::run(&DrawSetup::hand(pile, self.draw), |counts: &[u32], ways: &UBig| {
            let other = self.values.get(counts).copied();
            if other < Some(value) || less == 0 && other == Some(value) {
                let pile = remaining_cards(pile, counts);
                sum += ways * self.others(&pile, value, less.saturating_sub(1), rest);
            }
        });
        sum
    }
}

/// The judgements after an exchange of some cards, and the number of draws they cover.
struct SwapOutcome {
    tally: DrawTally<UBig>,
    total: UBig,
}

/// The choice of exchanging no card, and the best exchange of some, both brought to `total` draws.
fn best_choices(
    choices: Vec<(Vec<u32>, SwapOutcome)>,
    total: &UBig,
) -> (Option<ExchangeChoice>, Option<ExchangeChoice>) {
    let (mut kept, mut swapped) = (None, None::<ExchangeChoice>);
    for (removed, outcome) in choices {
        let mut value = DrawTally::<UBig>::new();
        value.add_all(&outcome.tally, &(total / &outcome.total));
        let choice = ExchangeChoice { removed, value: value.pack() };
        if is_empty_choice(&choice.removed) {
            kept = Some(choice);
        } else if swapped
            .as_ref()
            .is_none_or(|old| choice.value.merit() > old.value.merit())
        {
            swapped = Some(choice);
        }
    }
    (kept, swapped)
}

fn remaining_cards(cards: &[u32], removed: &[u32]) -> Vec<u32> {
    cards
        .iter()
        .zip(removed)
        .map(|(n, k)| n.saturating_sub(*k))
        .collect()
}

fn join_cards(cards: &[u32], more: &[u32]) -> Vec<u32> {
    cards.iter().zip(more).map(|(n, k)| n + k).collect()
}

fn is_empty_choice(removed: &[u32]) -> bool {
    removed.iter().all(|cards| *cards == 0)
}

/// Visits every way to choose `cards` of these cards, those with the fewest of the first classes
/// first. The order decides among equally good choices, so that the same hand always gets the same
/// advice.
fn visit_choices(counts: &[u32], cards: u32, visit: &mut dyn FnMut(&[u32])) {
    visit_choices_from(counts, 0, cards, &mut vec![0; counts.len()], visit);
}

fn visit_choices_from(
    counts: &[u32],
    class: usize,
    cards: u32,
    chosen: &mut Vec<u32>,
    visit: &mut dyn FnMut(&[u32]),
) {
    let Some((count, rest)) = counts.get(class..).and_then(|counts| counts.split_first()) else {
        return visit(chosen);
    };
    let after: u32 = rest.iter().sum();
    for n in cards.saturating_sub(after)..=cards.min(*count) {
        chosen[class] = n;
        visit_choices_from(counts, class + 1, cards - n, chosen, visit);
    }
}

/// Most views whose judgements are remembered while hands are weighed. Many hands with their later
/// draws come to one view, and a judgement costs far more than looking it up.
const MAX_REMEMBERED_VIEWS: usize = 1 << 20;

/// Most draws after one hand that are listed, so that every choice of cards uses them again.
const LISTED_DRAWS: u128 = 1 << 17;

/// All draws that may follow a hand; listed if they are few enough.
pub(super) struct LaterDraws<C> {
    setup: DrawSetup,
    listed: Option<ListedDraws<C>>,
}

/// Draws after a hand: the counts of one after the other; and for each, by how much it raises the
/// number of a view, and how many draws it represents.
struct ListedDraws<C> {
    width: usize,
    counts: Vec<u32>,
    draws: Vec<(usize, C)>,
}

/// Judges views of hands with their later draws, and remembers the judgements.
pub(super) struct HandValues<'v, 'j> {
    width: usize,
    judge: &'v mut (dyn FnMut(&[u32]) -> Judgement + 'j),
    /// The weight of a card of every column in the number of a view, a mixed radix; empty if there
    /// are too many views.
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
        let judgements = vec![None; if few { all } else { 0 }];
        if !few {
            radix.clear();
        }
        let width = procedure.deal.pile.len();
        HandValues { width, judge, radix, judgements, view: Vec::new() }
    }

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
                listed
                    .draws
                    .push((view_number(counts, &self.radix), ways.clone()));
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

    fn judge_view(&mut self, hand: &[u32], counts: &[u32], number: usize) -> Judgement {
        self.view.clear();
        self.view
            .extend(hand.iter().zip(counts).map(|(one, other)| one + other));
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
    counts
        .iter()
        .zip(radix)
        .map(|(n, unit)| *n as usize * unit)
        .sum()
}
