//! Hands of a table, card by card: opening hands as `draw` shows them, and a hand that players deal
//! themselves and exchange as often as they like, with the turns after it.

use super::{
    dealer::{Dealer, DealtTable},
    plan::CARD_LIMIT,
};
use crate::{
    AskError, Decision, Exchanges, GameTable, KeepConditions, OddsError, Question, QuestionTerms,
    Turns, messages::DrawError,
};
use sleeve_data::model::CardIndex;
use sleeve_language::{Scope, World, condition};
use sleeve_rules::PreparedFormat;
use thiserror::Error;

/// Why hands could not be dealt.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OpeningsError {
    /// The conditions on opening hands cannot be asked.
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error(transparent)]
    Draw(#[from] DrawError),
}

/// Deals this number of opening hands by the rules of the table. Without conditions on hands to
/// keep, none is exchanged. A seed deals the same hands as `draw`.
///
/// # Errors
/// The numbers do not fit, or the cards of a hand need too many classes.
pub fn deal_openings(
    setup: &PreparedFormat<'_>,
    world: &World<'_>,
    table: &GameTable,
    keep: Option<&KeepConditions>,
    seed: u64,
    hands: u32,
) -> Result<Vec<Vec<CardIndex>>, OpeningsError> {
    if table.cards() > CARD_LIMIT {
        let (cards, limit) = (table.cards(), CARD_LIMIT);
        return Err(DrawError::from(OddsError::PileTooLarge { cards, limit }).into());
    }
    let mut table = table.clone();
    if keep.is_none() {
        table.exchanges = Exchanges::NONE;
    }
    let rules = ask_which_hands_stay(&setup.scope, world, &table, keep)?;
    let dealer = Dealer::new(&table.deal(Turns::NONE, 0), table.hands)?;
    let slots = TableSlots::new(&table);
    let mut dealt = Vec::new();
    for number in 0..hands {
        let table_dealt = dealer.deal(seed, u64::from(number), &mut |exchanges, hand| {
            let Some(rules) = &rules else { return Ok(Decision::Keep(Vec::new())) };
            rules.decision(exchanges, &rules.count_opening(&slots.pile_slots(hand)))
        })?;
        dealt.push(
            slots
                .to_hand(&table, &table_dealt, false)
                .turns
                .into_iter()
                .next()
                .unwrap_or_default(),
        );
    }
    Ok(dealt)
}

/// The question which opening hands stay; `None` if all do. A question needs a condition, and this
/// one is always true.
fn ask_which_hands_stay(
    scope: &Scope<'_>,
    world: &World<'_>,
    table: &GameTable,
    keep: Option<&KeepConditions>,
) -> Result<Option<Question>, AskError> {
    let has_rules = keep.is_some() || table.settles_hands();
    let always_true = condition("count() >= 0", scope).ok().filter(|_| has_rules);
    let ask =
        |condition| Question::new(world, table, QuestionTerms { condition, given: None, keep });
    always_true.as_ref().map(ask).transpose()
}

/// A hand that a player dealt, with the turns after it.
///
/// A seed and a number of exchanges always deal the same cards. One more turn shows the cards that
/// come next, and one more exchange the cards that would have come instead.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerHand {
    /// The hand at the opening and in every turn.
    pub turns: Vec<Vec<CardIndex>>,
    /// Opening hands that the player exchanged or the rules sent back, in the order of their draw.
    pub exchanged: Vec<Vec<CardIndex>>,
    /// How many cards of the opening hand go to the bottom.
    pub bottom: u32,
    /// The other piles dealt, each with its name.
    pub beside: Vec<(String, Vec<CardIndex>)>,
    /// The opening hands of the other players who draw from the same pile.
    pub partners: Vec<Vec<CardIndex>>,
    pub row: Vec<CardIndex>,
    pub may_exchange: bool,
}

/// Deals a hand of a table, exchanged this many times, up to a turn (0: only the opening hand).
///
/// # Errors
/// The numbers do not fit, the turns cannot be followed, or the condition that sends hands back
/// cannot be evaluated.
pub fn deal_player_hand(
    scope: &Scope<'_>,
    world: &World<'_>,
    table: &GameTable,
    seed: u64,
    exchanges: u32,
    last: u32,
) -> Result<PlayerHand, OpeningsError> {
    let row = table
        .row
        .iter()
        .flat_map(|row| &row.cards)
        .map(|(_, n)| u64::from(*n))
        .sum();
    for cards in [table.cards(), row] {
        if cards > CARD_LIMIT {
            let limit = CARD_LIMIT;
            return Err(DrawError::from(OddsError::PileTooLarge { cards, limit }).into());
        }
    }
    let turns = table.turns_for(last).map_err(AskError::from)?;
    let dealer = Dealer::new(&table.deal(turns, last), table.hands)?;
    dealer.check(1, 0)?;
    let slots = TableSlots::new(table);
    // The player decides about exchanges: the question only knows which hands the rules send back.
    let without_exchanges = GameTable { exchanges: Exchanges::NONE, ..table.clone() };
    let rules = ask_which_hands_stay(scope, world, &without_exchanges, None)?;
    let mut exchanged = 0;
    let dealt = dealer.deal(seed, 0, &mut |_, hand| {
        if let Some(rules) = &rules {
            let decision = rules.decision(0, &rules.count_opening(&slots.pile_slots(hand)))?;
            if matches!(decision, Decision::Redraw | Decision::Choose(_)) {
                return Ok(decision);
            }
        }
        if exchanged == exchanges {
            return Ok(Decision::Keep(Vec::new()));
        }
        exchanged += 1;
        Ok(Decision::Exchange)
    })?;
    Ok(slots.to_hand(table, &dealt, table.exchanges.most.is_none_or(|most| exchanged < most)))
}

/// The slot or card of each number of a dealt card.
struct TableSlots {
    pile: Vec<usize>,
    row: Vec<CardIndex>,
}

impl TableSlots {
    fn new(table: &GameTable) -> TableSlots {
        let pile = table.pile.iter().enumerate();
        let row = table.row.iter().flat_map(|row| &row.cards);
        TableSlots {
            pile: pile
                .flat_map(|(at, (_, n))| std::iter::repeat_n(at, *n as usize))
                .collect(),
            row: row
                .flat_map(|(slot, n)| std::iter::repeat_n(slot.card, *n as usize))
                .collect(),
        }
    }

    fn pile_slots(&self, cards: &[usize]) -> Vec<usize> {
        cards
            .iter()
            .filter_map(|card| self.pile.get(*card).copied())
            .collect()
    }

    fn to_hand(&self, table: &GameTable, dealt: &DealtTable, may_exchange: bool) -> PlayerHand {
        let cards = |dealt: &Vec<usize>| -> Vec<CardIndex> {
            let slots = self.pile_slots(dealt).into_iter();
            slots
                .filter_map(|slot| Some(table.pile.get(slot)?.0.card))
                .collect()
        };
        let row = dealt.others.first().into_iter().flatten();
        let names = table.beside.iter().map(|pile| pile.name.clone());
        PlayerHand {
            turns: dealt.hands.iter().map(cards).collect(),
            exchanged: dealt.exchanged.iter().map(cards).collect(),
            bottom: dealt.bottom,
            beside: names.zip(dealt.beside.iter().map(cards)).collect(),
            partners: dealt.partners.iter().map(cards).collect(),
            row: row
                .filter_map(|card| self.row.get(*card).copied())
                .collect(),
            may_exchange,
        }
    }
}
