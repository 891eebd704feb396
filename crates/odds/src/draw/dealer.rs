//! Deals hands one by one, card by card, as at the table.

use super::{
    plan::DealPlan,
    shuffle::{Picks, Rng},
    simulate::PATIENCE,
};
use crate::{Deal, Decision, OddsError, SidePile, messages::DrawError};
use std::ops::Range;

/// The most cards that the hands of one command handle: the cards of the piles for every hand, and
/// those that every turn shows.
pub const DEALT_LIMIT: u64 = 20_000_000;

/// The most cards of opening hands exchanged before one is kept, since all of them are returned to
/// be shown.
const EXCHANGED_LIMIT: u64 = 1_000_000;

/// The cost of a turn in cards, besides those in it.
const TURN_COST: u64 = 8;

/// Deals hands of numbered cards.
pub struct Dealer {
    plan: DealPlan,
    /// Whether somebody decides about opening hands.
    asks_decisions: bool,
    /// The most hands that the rules send back.
    redraws: Option<u32>,
    beside: Vec<SidePile>,
    /// The number of cards in the other piles together.
    beside_cards: u32,
    /// Opening hands of the other players who draw from the same pile: picks, and the places of
    /// their cards.
    partners: Vec<(Picks, Range<usize>)>,
}

/// The hands and piles that were dealt, each card by its number in its pile.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DealtTable {
    pub exchanged: Vec<Vec<usize>>,
    /// How many cards of the opening hand go to the bottom.
    pub bottom: u32,
    /// The hand at the opening and in every turn.
    pub hands: Vec<Vec<usize>>,
    pub seen: Vec<Vec<usize>>,
    pub beside: Vec<Vec<usize>>,
    /// The opening hands of the other players who draw from the pile.
    pub partners: Vec<Vec<usize>>,
    /// The cards drawn from each other pile.
    pub others: Vec<Vec<usize>>,
}

/// Decides about an opening hand after this number of exchanges, from the numbers of its cards in
/// the pile.
pub(super) type DealerChoice<'d> = dyn FnMut(usize, &[usize]) -> Result<Decision, OddsError> + 'd;

impl Dealer {
    /// Prepares to deal `hands` hands from the pile of a deal, whose classes do not matter, only
    /// its number of cards. Only the first hand is followed from turn to turn.
    ///
    /// # Errors
    /// The pile has too few cards or too many, or some cards of a hand are exchanged: nothing
    /// decides which.
    pub fn new(deal: &Deal, hands: u32) -> Result<Dealer, DrawError> {
        if deal.exchanges.partial_exchange().is_some() {
            return Err(DrawError::NoChoiceOfCards);
        }
        let plan = DealPlan::new(deal)?;
        let beside = deal.beside_cards() as usize;
        let mut end = plan.cards as usize - deal.hand.min(plan.cards) as usize;
        let mut partners = Vec::new();
        for _ in 1..hands {
            let count = deal.hand as usize;
            if count + beside > end {
                let (draw, holds) =
                    (u64::from(deal.hand) * u64::from(hands), u64::from(plan.cards));
                return Err(OddsError::DrawsTooMany { pile: deal.name.clone(), draw, holds }.into());
            }
            partners.push((Picks::new(beside, end - beside, count), end - count..end));
            end -= count;
        }
        let (beside, beside_cards) = (deal.beside.clone(), deal.beside_cards());
        let (asks_decisions, redraws) = (deal.exchangeable(), deal.redraws);
        Ok(Dealer { plan, asks_decisions, redraws, beside, beside_cards, partners })
    }

    /// Refuses to deal more cards than [`DEALT_LIMIT`] for this number of hands, if every turn
    /// answers this number of questions.
    pub fn check(&self, hands: u32, questions: usize) -> Result<(), DrawError> {
        let others = self.plan.others.iter().map(|(cards, ..)| u64::from(*cards));
        let piles = others.sum::<u64>() + u64::from(self.plan.cards);
        let turns = self.plan.courses.iter().map(|course| {
            let seen = course.turns.iter().map(|turn| {
                turn.hand.len()
                    + turn
                        .out_of_hand
                        .iter()
                        .map(|range| range.len())
                        .sum::<usize>()
            });
            seen.map(|cards| cards as u64 + TURN_COST).sum::<u64>()
        });
        let shown = turns
            .max()
            .unwrap_or(0)
            .saturating_mul(questions as u64 + 1);
        let cards = shown.saturating_add(piles).saturating_mul(u64::from(hands));
        if cards > DEALT_LIMIT {
            Err(DrawError::TooManyCards { cards, limit: DEALT_LIMIT })
        } else {
            Ok(())
        }
    }

    /// Deals the hand of this number. `decide` gets every opening hand that may be exchanged or
    /// sent back, with the number of exchanges before. The last hand is kept even if `decide` would
    /// exchange it.
    pub fn deal(
        &self,
        seed: u64,
        number: u64,
        decide: &mut DealerChoice<'_>,
    ) -> Result<DealtTable, DrawError> {
        let mut rng = Rng::from_chunk(seed, number);
        let mut pile: Vec<usize> = (0..self.plan.cards as usize).collect();
        let mut dealt = DealtTable::default();
        let exchanges = self.draw_opening(&mut pile, &mut rng, decide, &mut dealt)?;
        self.plan.courses[exchanges].deal_beside(&mut pile, self.beside_cards, &mut rng);
        let mut first = 0;
        for beside in &self.beside {
            let end = first + beside.cards as usize;
            dealt.beside.push(draw_order(&pile[first..end]));
            first = end;
        }
        if dealt.exchanged.is_empty() && !self.partners.is_empty() {
            // The others draw from the cards that the first hand left. A copy of the pile and
            // separate random numbers keep the turns as they are without partners.
            let mut rest = pile.clone();
            let mut partner_rng = Rng::from_chunk(!seed, number);
            for (picks, lies) in &self.partners {
                picks.apply(&mut rest, &mut partner_rng);
                dealt.partners.push(draw_order(&rest[lies.clone()]));
            }
        }
        for turn in &self.plan.courses[exchanges].turns {
            turn.steps
                .iter()
                .for_each(|step| step.apply(&mut pile, &mut rng));
            dealt.hands.push(draw_order(&pile[turn.hand.clone()]));
            let out_of_hand = turn
                .out_of_hand
                .iter()
                .flat_map(|range| &pile[range.clone()]);
            dealt.seen.push(
                pile[turn.hand.clone()]
                    .iter()
                    .chain(out_of_hand)
                    .copied()
                    .collect(),
            );
        }
        for (cards, picks, lies) in &self.plan.others {
            let mut other: Vec<usize> = (0..*cards as usize).collect();
            picks.apply(&mut other, &mut rng);
            dealt.others.push(draw_order(&other[lies.clone()]));
        }
        Ok(dealt)
    }

    /// Draws opening hands until one is settled; returns the number of exchanges.
    fn draw_opening(
        &self,
        pile: &mut [usize],
        rng: &mut Rng,
        decide: &mut DealerChoice<'_>,
        dealt: &mut DealtTable,
    ) -> Result<usize, DrawError> {
        let mut exchanges = 0;
        // Exchanged hands are kept to be shown, so patience ends sooner than if they were only
        // counted.
        for patience in (0..PATIENCE.min(10_000)).rev() {
            let course = &self.plan.courses[exchanges];
            course.opening.apply(pile, rng);
            let last = exchanges + 1 == self.plan.courses.len() && !self.plan.unlimited;
            let hand = draw_order(&pile[course.opening_places.clone()]);
            let decision = if self.asks_decisions {
                decide(exchanges, &hand)?
            } else {
                Decision::Keep(Vec::new())
            };
            if let Decision::Choose(first) = decision {
                self.plan
                    .choose_hand(pile, rng, first, &mut |cards| match decide(
                        exchanges,
                        &draw_order(cards),
                    )? {
                        Decision::Choose(value) => Ok(value),
                        _ => Err(OddsError::UndecidedKeep),
                    })?;
                let others = self.plan.choice.iter();
                dealt
                    .exchanged
                    .extend(others.map(|(_, places)| draw_order(&pile[places.clone()])));
                return Ok(exchanges);
            }
            let is_sent_back = decision == Decision::Redraw
                && self
                    .redraws
                    .is_none_or(|most| dealt.exchanged.len() < most as usize);
            if matches!(decision, Decision::Keep(_)) || (last && !is_sent_back) {
                dealt.bottom = course.bottom;
                return Ok(exchanges);
            }
            let exchanged = (dealt.exchanged.len() as u64 + 1).saturating_mul(hand.len() as u64);
            if patience == 0 || exchanged > EXCHANGED_LIMIT {
                return Err(if is_sent_back {
                    OddsError::NoHandStands
                } else {
                    OddsError::MulliganNeverEnds
                }
                .into());
            }
            dealt.exchanged.push(hand);
            if !is_sent_back {
                exchanges = (exchanges + 1).min(self.plan.courses.len() - 1);
            }
        }
        Ok(exchanges)
    }
}

/// The cards in the order of their draw: the first pick is last.
fn draw_order(cards: &[usize]) -> Vec<usize> {
    cards.iter().rev().copied().collect()
}
