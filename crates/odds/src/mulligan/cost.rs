//! The steps of a mulligan tree, known before any hand is evaluated.

use super::OpeningDeal;
use crate::budget::{HAND_LIMIT, visit_steps};
use crate::exact::{check_size, row_steps, word_count};
use crate::messages::OddsError;
use crate::setup::{DrawSetup, DrawSource, Pile, vectors};
use sleeve_data::model::{Exchange, Returned};

/// Steps of weighing one hand, besides those of the draws after it.
const WEIGHING_STEPS: u128 = 150;

/// Refuses hands and draws that cannot be dealt; returns the number of the last exchange.
pub(super) fn check_exchanges(procedure: &OpeningDeal) -> Result<u32, OddsError> {
    let deal = &procedure.deal;
    let (name, hand, exchanges) = (deal.name.clone(), deal.hand, deal.exchanges);
    let mut piles = vec![Pile { name, source: DrawSource::Classes(deal.pile.clone()), draw: hand }];
    piles.extend(deal.others.iter().cloned());
    let opening = DrawSetup { piles };
    opening.validate()?;
    let last = match exchanges.most {
        Some(most) => most,
        None if exchanges.exchange == Exchange::Anew => 0,
        None => exchanges.free.saturating_add(hand),
    };
    if exchanges.cost(last) > hand {
        return Err(OddsError::TooManyExchanges { exchanges: last, hand });
    }
    if exchanges.partial_exchange().is_some() && last > 1 {
        return Err(OddsError::SomeOnlyOnce { exchanges: last });
    }
    let remaining = opening.available(0) - u64::from(hand);
    let beside = deal.beside.iter().map(|side| u64::from(side.cards)).sum::<u64>();
    let later_cards = u64::from(procedure.later) + beside + u64::from(deal.hidden);
    if later_cards > remaining {
        return Err(match exchanges.cost(last) {
            0 => OddsError::DrawsTooMany {
                pile: deal.name.clone(),
                draw: u64::from(hand) + later_cards,
                holds: opening.available(0),
            },
            _ => OddsError::ReachesTheBottom { draw: later_cards },
        });
    }
    if exchanges.partial_exchange() == Some(Returned::Bottom)
        && later_cards + u64::from(hand) > remaining
    {
        return Err(OddsError::ReachesTheBottom { draw: later_cards + u64::from(hand) });
    }
    if exchanges.partial_exchange() == Some(Returned::Aside) && u64::from(hand) > remaining {
        return Err(OddsError::DrawsTooMany {
            pile: deal.name.clone(),
            draw: 2 * u64::from(hand),
            holds: opening.available(0),
        });
    }
    check_size(&opening)?;
    Ok(if exchanges.partial_exchange().is_some() { 0 } else { last })
}

/// How many steps a mulligan tree takes; `known`: decisions were taken before.
pub(super) fn steps_of_tree(
    procedure: &OpeningDeal,
    last: u32,
    known: bool,
    effort: u64,
) -> Result<u128, OddsError> {
    let choices = |cards| if known { 1 } else { count_choices(procedure, cards) };
    let (mut hands, mut steps) = (0u128, 0u128);
    for exchange in 0..=last {
        let (draw, bottom) = procedure.deal.exchanges.stage(procedure.deal.hand, exchange);
        let level = vectors(&procedure.deal.pile, draw);
        hands = hands.saturating_add(level);
        if hands > HAND_LIMIT {
            return Err(OddsError::TooManyHands { hands, limit: HAND_LIMIT });
        }
        let each = steps_per_hand(procedure, (draw, bottom), &choices, effort);
        steps = steps.saturating_add(level.saturating_mul(each));
    }
    Ok(steps)
}

/// Most steps of deciding about one hand.
pub(super) fn steps_of_hand(procedure: &OpeningDeal, last: u32, effort: u64) -> u128 {
    let stages =
        (0..=last).map(|exchange| procedure.deal.exchanges.stage(procedure.deal.hand, exchange));
    let steps = stages.map(|stage| {
        let of_hand = |cards| vectors(&vec![1; stage.0 as usize], cards);
        let choices = |cards| count_choices(procedure, cards).min(of_hand(cards));
        steps_per_hand(procedure, stage, &choices, effort)
    });
    steps.max().unwrap_or(0)
}

/// How many steps one hand takes of `draw` cards, of which `bottom` go to the bottom.
fn steps_per_hand(
    procedure: &OpeningDeal,
    (draw, bottom): (u32, u32),
    choices: &dyn Fn(u32) -> u128,
    effort: u64,
) -> u128 {
    let Some(returned) = procedure.deal.exchanges.partial_exchange() else {
        return choices(bottom).saturating_mul(steps_after_hand(procedure, 0, effort));
    };
    (0..=draw).fold(0u128, |sum, swapped| {
        let (drawn, again) = match returned {
            Returned::Aside if procedure.later > 0 => (0, vectors(&procedure.deal.pile, swapped)),
            _ => (swapped, 1),
        };
        let follows = steps_after_hand(procedure, drawn, effort).saturating_mul(again);
        sum.saturating_add(choices(swapped).saturating_mul(follows))
    })
}

/// An upper bound of the ways to choose so many cards of a hand.
fn count_choices(procedure: &OpeningDeal, cards: u32) -> u128 {
    let capped: Vec<u32> = procedure.deal.pile.iter().map(|n| *n.min(&cards)).collect();
    vectors(&capped, cards)
}

/// Steps of the draws after one hand, with so many further cards.
fn steps_after_hand(procedure: &OpeningDeal, more: u32, effort: u64) -> u128 {
    let follows = procedure
        .draws_after_hand(procedure.deal.pile.clone(), procedure.later.saturating_add(more));
    let words = word_count(&follows);
    let each = visit_steps(words).saturating_add(u128::from(effort));
    follows
        .vectors()
        .saturating_mul(each)
        .saturating_add(row_steps(&follows, words))
        .saturating_add(WEIGHING_STEPS)
}
