//! Opening hands of a table, card by card: the same that `draw` shows with the same seed.

use super::dealer::Dealer;
use super::messages::DrawError;
use super::plan::CARD_LIMIT;
use crate::{
    AskError, Decision, Exchanges, GameTable, HandsKept, OddsError, Question, QuestionTerms, Turns,
};
use sleeve_data::model::CardIndex;
use sleeve_language::{World, condition};
use sleeve_rules::PreparedFormat;
use thiserror::Error;

/// Why no hands were dealt.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OpeningsError {
    /// What decides which hands are kept cannot be asked.
    #[error(transparent)]
    Ask(#[from] AskError),
    /// The cards cannot be dealt.
    #[error(transparent)]
    Draw(#[from] DrawError),
}

/// Deals so many opening hands, as the rules say. Where nothing says which hands are kept, none is
/// exchanged.
///
/// # Errors
/// When the numbers do not fit, or the cards of a hand cannot be told apart within the limits.
pub fn openings(
    setup: &PreparedFormat<'_>,
    world: &World<'_>,
    table: &GameTable,
    keep: Option<&HandsKept>,
    (seed, hands): (u64, u32),
) -> Result<Vec<Vec<CardIndex>>, OpeningsError> {
    if table.cards() > CARD_LIMIT {
        let (cards, limit) = (table.cards(), CARD_LIMIT);
        return Err(DrawError::from(OddsError::PileTooLarge { cards, limit }).into());
    }
    let slots = table.pile.iter().enumerate();
    let pile: Vec<usize> =
        slots.flat_map(|(at, (_, n))| std::iter::repeat_n(at, *n as usize)).collect();
    let slots_of = |cards: &[usize]| -> Vec<usize> {
        cards.iter().filter_map(|card| pile.get(*card).copied()).collect()
    };
    let mut table = table.clone();
    if keep.is_none() {
        table.exchanges = Exchanges::NONE;
    }
    let looks = keep.is_some() || table.allowed.is_some();
    let any = condition("count() >= 0", &setup.scope).ok().filter(|_| looks);
    let rules = any.as_ref().map(|any| {
        Question::new(world, &table, QuestionTerms { condition: any, given: None, keep })
    });
    let rules = rules.transpose()?;
    let dealer = Dealer::new(&table.deal(Turns::NONE, 0), table.hands)?;
    let mut dealt = Vec::new();
    for number in 0..hands {
        let mut look = |exchanges: usize, hand: &[usize]| {
            let Some(rules) = &rules else { return Ok(Decision::Keep(Vec::new())) };
            rules.decision(exchanges, &rules.count_opening(&slots_of(hand)))
        };
        let found = dealer.deal(seed, u64::from(number), &mut look)?;
        let hand = found.hands.first().map(|hand| slots_of(hand)).unwrap_or_default();
        let card = |slot: &usize| table.pile.get(*slot).map(|(slot, _)| slot.card);
        dealt.push(hand.iter().filter_map(card).collect());
    }
    Ok(dealt)
}
