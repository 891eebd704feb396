//! The pile, the hand and the discard from turn to turn, in numbers of cards alone: no step looks
//! at a card, so every hand is a random part of the cards seen.

use super::messages::OddsError;

/// The draw at the beginning of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnCards {
    Nothing,
    Add(u32),
    /// The hand is filled up to this number.
    Refill(u32),
}

/// The cards that leave the hand between two turns, played or discarded, each as likely as another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandDiscard {
    Cards(u32),
    Hand,
}

/// When the discard becomes the pile again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Recycle {
    /// Whether it does so when the last card is drawn; if not, only when a card is missing.
    pub at_last_card: bool,
    /// How often at most; `None` without limit.
    pub times: Option<u32>,
    /// Whether discarded cards of the pile leave the game.
    pub leaves_out: bool,
}

/// The rules of later turns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turns {
    pub draw: TurnCards,
    pub discard: HandDiscard,
    /// The first turn that draws: 2, or 1 if the opening hand grows at once.
    pub first: u32,
    /// Most cards in hand at the end of a turn; random others are discarded.
    pub limit: Option<u32>,
    pub recycle: Option<Recycle>,
}

impl Turns {
    /// No turns: only the opening hand counts.
    pub const NONE: Turns = Turns {
        draw: TurnCards::Nothing,
        discard: HandDiscard::Cards(0),
        first: 2,
        limit: None,
        recycle: None,
    };

    /// The cards that leave a hand of this size at the end of a turn: those of the turn, and those
    /// above the limit.
    pub(crate) fn leaving_cards(&self, hand: u32) -> u32 {
        let leaving = match self.discard {
            HandDiscard::Hand => hand,
            HandDiscard::Cards(cards) => cards.min(hand),
        };
        leaving
            + self
                .limit
                .map_or(0, |limit| (hand - leaving).saturating_sub(limit))
    }

    /// The cards that a turn draws to a hand of this size.
    pub(crate) fn missing_cards(&self, hand: u32) -> u32 {
        match self.draw {
            TurnCards::Nothing => 0,
            TurnCards::Add(cards) => cards,
            TurnCards::Refill(to) => to.saturating_sub(hand),
        }
    }
}

/// One move of cards at the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// This many random cards of the hand are discarded.
    Discard(u32),
    Draw(u32),
    /// The discard becomes the pile; the pile was empty.
    Recycle,
}

/// The table in a turn, once its cards have been drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TurnState {
    /// The moves since the turn before.
    pub actions: Vec<Action>,
    pub pile: u32,
    pub hand: u32,
    /// Different cards seen so far.
    pub seen: u32,
    /// Whether fewer cards could be drawn than the turn allows.
    pub short: bool,
}

struct TurnTable {
    cards: u32,
    pile: u32,
    hand: u32,
    discard: u32,
    recycled: u32,
    actions: Vec<Action>,
}

/// Most turns that are followed.
pub const TURN_LIMIT: u32 = 1000;

/// The table after the opening hand of `hand` cards (0) and in turns 1 to `upto`.
///
/// # Errors
/// The pile is smaller than the hand, `upto` is above [`TURN_LIMIT`], or a reshuffle leaves
/// cards out before.
pub fn moments(
    cards: u32,
    hand: u32,
    turns: &Turns,
    upto: u32,
) -> Result<Vec<TurnState>, OddsError> {
    if hand > cards {
        let (draw, holds) = (u64::from(hand), u64::from(cards));
        return Err(OddsError::DrawsTooMany { pile: "pile".to_owned(), draw, holds });
    }
    if upto > TURN_LIMIT {
        return Err(OddsError::NoSuchTurn { turn: upto, limit: TURN_LIMIT });
    }
    let mut table =
        TurnTable { cards, pile: cards, hand: 0, discard: 0, recycled: 0, actions: Vec::new() };
    table.draw_cards(hand, turns.recycle);
    let mut moments = Vec::new();
    for turn in 0..=upto {
        // Cards leave between turns, and no turn comes before the first.
        if turn > 1 {
            table.discard_cards(turns);
        }
        let short = turn >= turns.first.max(1) && !table.draw_turn(turns);
        if table.recycled > 0 && turns.recycle.is_some_and(|recycle| recycle.leaves_out) {
            return Err(OddsError::LeftOut { turn });
        }
        moments.push(TurnState {
            actions: std::mem::take(&mut table.actions),
            pile: table.pile,
            hand: table.hand,
            // The discard becomes the pile only when that is empty, so that every card has been
            // seen by then.
            seen: if table.recycled > 0 { cards } else { cards - table.pile },
            short,
        });
    }
    Ok(moments)
}

impl TurnTable {
    fn discard_cards(&mut self, turns: &Turns) {
        let leaving = turns.leaving_cards(self.hand);
        if leaving > 0 {
            self.actions.push(Action::Discard(leaving));
            self.hand -= leaving;
            self.discard += leaving;
        }
    }

    /// Draws the cards of a turn; returns whether there were enough.
    fn draw_turn(&mut self, turns: &Turns) -> bool {
        self.draw_cards(turns.missing_cards(self.hand), turns.recycle)
    }

    fn draw_cards(&mut self, mut missing: u32, recycle: Option<Recycle>) -> bool {
        while missing > 0 {
            if self.pile == 0 && !self.recycle_discard(recycle) {
                return false;
            }
            let available = missing.min(self.pile);
            self.actions.push(Action::Draw(available));
            self.pile -= available;
            self.hand += available;
            missing -= available;
            if self.pile == 0 && recycle.is_some_and(|r| r.at_last_card) {
                self.recycle_discard(recycle);
            }
        }
        true
    }

    fn recycle_discard(&mut self, recycle: Option<Recycle>) -> bool {
        let allowed = recycle.is_some_and(|r| r.times.is_none_or(|times| self.recycled < times));
        if !allowed || self.discard == 0 {
            return false;
        }
        self.actions.push(Action::Recycle);
        self.pile = std::mem::take(&mut self.discard);
        self.recycled += 1;
        debug_assert_eq!(self.pile + self.hand, self.cards);
        true
    }
}
