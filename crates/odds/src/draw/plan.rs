//! A deal planned as moves of cards in one array, before the first hand is dealt.
//!
//! The array contains the pile, then the hand, then the discard. A draw picks random cards of the
//! pile and moves the border. The pile is never shuffled: random picks from any order are random.

use super::shuffle::{Picks, Rng};
use crate::{Action, Deal, OddsError, OrderedQuantity, Returned, TurnState};
use std::ops::Range;

/// Most cards of a pile that hands are dealt from.
pub const CARD_LIMIT: u64 = 1_000_000;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum DealStep {
    Pick(Picks),
    /// The pile was empty and the discard becomes the pile: the hand, at these places, moves after
    /// it.
    Recycle(Range<usize>),
}

/// The moves of one turn, and the places of its cards afterwards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TurnPlan {
    pub steps: Vec<DealStep>,
    pub hand: Range<usize>,
    /// The places of cards that were seen and are not in hand.
    pub out_of_hand: Vec<Range<usize>>,
}

/// The course of a deal whose opening hand is kept after this number of exchanges.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Course {
    pub opening: Picks,
    /// The places of the opening hand.
    pub opening_places: Range<usize>,
    pub bottom: u32,
    /// The exchange of some of its cards, if there is one.
    pub swap: Option<SwapPlan>,
    /// Picks of the other piles, whose cards then come first of all.
    pub beside: Option<Picks>,
    /// Whether the only later moves are draws.
    pub(crate) only_grows: bool,
    /// The opening (0), then the turns.
    pub turns: Vec<TurnPlan>,
}

/// The exchange of some cards of a hand for as many others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SwapPlan {
    returned: Returned,
    cards: usize,
    picks: Picks,
}

impl SwapPlan {
    fn new(returned: Returned, pile: usize, cards: usize) -> SwapPlan {
        // The new cards, picked from pile and exchanged cards together, are where the exchanged
        // ones were.
        let from = if returned == Returned::Shuffled { pile + cards } else { pile };
        SwapPlan { returned, cards, picks: Picks::new(0, from, cards) }
    }

    /// Exchanges the first cards of a hand that begins at `hand`.
    pub(super) fn apply<T: Copy>(&self, cards: &mut [T], hand: usize, rng: &mut Rng) {
        self.picks.apply(cards, rng);
        if self.returned == Returned::Shuffled {
            return;
        }
        // The picked cards are last in the pile, and change places with the exchanged ones.
        for at in hand - self.cards..hand {
            cards.swap(at, at + self.cards);
        }
        if self.returned == Returned::Bottom {
            // The bottom is the beginning of the array: no later draw reaches it.
            cards[..hand].rotate_right(self.cards);
        }
    }

    /// How many cards at the beginning of the pile no draw reaches: those exchanged to the bottom.
    fn unreachable_cards(&self) -> usize {
        if self.returned == Returned::Bottom { self.cards } else { 0 }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DealPlan {
    /// Cards of the hand's pile.
    pub cards: u32,
    /// By the number of exchanges; if some cards of a hand are exchanged, by the number of these
    /// cards.
    pub(crate) courses: Vec<Course>,
    /// Whether the last course may be repeated without end.
    pub unlimited: bool,
    /// The other hands of a choice: their picks, and the places of their cards.
    pub choice: Vec<(Picks, Range<usize>)>,
    /// Draws from other piles: the size of the pile, the picks, the places of the picked cards.
    pub others: Vec<(u32, Picks, Range<usize>)>,
}

impl DealPlan {
    pub(super) fn new(deal: &Deal) -> Result<DealPlan, OddsError> {
        let cards = check_card_limit(u64::from(deal.cards()?))?;
        let unlimited = deal.exchanges.most.is_none();
        let mut courses = Vec::new();
        if deal.exchangeable() {
            deal.procedure()?;
        }
        for exchange in 0..=deal.exchanges.most.unwrap_or(0) {
            let (draw, bottom) = deal.exchanges.stage(deal.hand, exchange);
            if deal.exchanges.cost(exchange) > deal.hand {
                let exchanges = deal.exchanges.most.unwrap_or(0);
                return Err(OddsError::TooManyExchanges { exchanges, hand: deal.hand });
            }
            let swap = None;
            courses.push(plan_course(
                deal,
                draw as usize,
                bottom,
                &deal.moments_with_hand(draw)?,
                swap,
            )?);
            if let Some(returned) = deal.exchanges.partial_exchange() {
                let pile = (cards - draw) as usize;
                for swapped in 1..=draw as usize {
                    let swap = Some(SwapPlan::new(returned, pile, swapped));
                    let moments = deal.moments_with_hand(draw)?;
                    courses.push(plan_course(deal, draw as usize, bottom, &moments, swap)?);
                }
                break;
            }
        }
        let mut others = Vec::new();
        for (at, pile) in deal.others.iter().enumerate() {
            let setup = crate::DrawSetup { piles: deal.others.clone() };
            setup.validate()?;
            let size = check_card_limit(setup.available(at))?;
            let drawn = pile.draw as usize;
            let lies = size as usize - drawn..size as usize;
            others.push((size, Picks::new(0, size as usize, drawn), lies));
        }
        let mut choice = Vec::new();
        for before in 1..deal.choice as usize {
            let hand = deal.hand as usize;
            let end = cards as usize - before * hand;
            choice.push((Picks::new(0, end, hand), end - hand..end));
        }
        Ok(DealPlan { cards, courses, unlimited, choice, others })
    }

    /// Deals the other hands of a choice, and puts the first with the greatest value into the place
    /// of the opening hand. `first`: the value of the hand there.
    pub(super) fn choose_hand<T: Copy>(
        &self,
        cards: &mut [T],
        rng: &mut Rng,
        first: OrderedQuantity,
        value: &mut dyn FnMut(&[T]) -> Result<OrderedQuantity, OddsError>,
    ) -> Result<(), OddsError> {
        let mut greatest = first;
        for (picks, places) in &self.choice {
            picks.apply(cards, rng);
            let found = value(&cards[places.clone()])?;
            if found > greatest {
                greatest = found;
                let kept = self.courses[0].opening_places.clone();
                kept.zip(places.clone())
                    .for_each(|(one, other)| cards.swap(one, other));
            }
        }
        Ok(())
    }
}

fn check_card_limit(cards: u64) -> Result<u32, OddsError> {
    match u32::try_from(cards) {
        Ok(small) if cards <= CARD_LIMIT => Ok(small),
        _ => Err(OddsError::PileTooLarge { cards, limit: CARD_LIMIT }),
    }
}

fn plan_course(
    deal: &Deal,
    draw: usize,
    bottom: u32,
    moments: &[TurnState],
    swap: Option<SwapPlan>,
) -> Result<Course, OddsError> {
    let (cards, beside) = (deal.cards()? as usize, deal.beside_cards() as usize);
    let opening = Picks::new(0, cards, draw);
    let opening_places = cards - draw..cards;
    let under = swap.as_ref().map_or(0, SwapPlan::unreachable_cards);
    let base = under + beside;
    let beside = (beside > 0).then(|| Picks::new(under, opening_places.start - under, beside));
    let (mut pile, mut end) = (opening_places.start, cards);
    let mut recycled = false;
    let mut turns = Vec::new();
    for (at, moment) in moments.iter().enumerate() {
        let mut steps = Vec::new();
        // The first action of the opening is the draw of the opening hand, which is in `opening`.
        let skip = usize::from(at == 0 && draw > 0);
        for action in moment.actions.iter().skip(skip) {
            match *action {
                Action::Draw(count) => {
                    steps.push(DealStep::Pick(Picks::new(base, pile - base, count as usize)));
                    pile -= count as usize;
                }
                Action::Discard(count) => {
                    if (count as usize) < end - pile {
                        steps.push(DealStep::Pick(Picks::new(pile, end - pile, count as usize)));
                    }
                    end -= count as usize;
                }
                Action::Recycle => {
                    steps.push(DealStep::Recycle(base..end));
                    (pile, end) = (base + cards - end, cards);
                    recycled = true;
                }
            }
        }
        let recycled_pile = if recycled { base..pile } else { 0..0 };
        let out_of_hand = [end..cards, recycled_pile]
            .into_iter()
            .filter(|range| !range.is_empty())
            .collect();
        turns.push(TurnPlan { steps, hand: pile..end, out_of_hand });
    }
    let only_grows = !recycled && end == cards;
    Ok(Course { opening, opening_places, bottom, swap, beside, only_grows, turns })
}

impl Course {
    /// Deals the `beside` cards of the other piles, which then come first of all.
    pub(super) fn deal_beside<T: Copy>(&self, cards: &mut [T], beside: u32, rng: &mut Rng) {
        if let Some(picks) = &self.beside {
            picks.apply(cards, rng);
            cards[..self.opening_places.start].rotate_right(beside as usize);
        }
    }
}

impl DealStep {
    #[inline]
    pub(super) fn apply<T: Copy>(&self, cards: &mut [T], rng: &mut Rng) {
        match self {
            DealStep::Pick(picks) => picks.apply(cards, rng),
            DealStep::Recycle(hand) => cards[hand.start..].rotate_left(hand.len()),
        }
    }
}

#[cfg(test)]
#[path = "../../../../tests/unit/odds/draw_plan.rs"]
mod tests;
