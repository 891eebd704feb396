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
        leaving + self.limit.map_or(0, |limit| (hand - leaving).saturating_sub(limit))
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

#[cfg(test)]
mod tests {
    use super::*;

    const ALWAYS: Option<Recycle> =
        Some(Recycle { at_last_card: false, times: None, leaves_out: false });

    fn drawing(draw: TurnCards, recycle: Option<Recycle>) -> Turns {
        Turns { draw, recycle, ..Turns::NONE }
    }

    fn sizes(cards: u32, hand: u32, turns: Turns, upto: u32) -> Vec<(u32, u32, u32)> {
        let all = moments(cards, hand, &turns, upto).unwrap();
        all.iter().skip(1).map(|m| (m.hand, m.seen, m.pile)).collect()
    }

    #[test]
    fn a_deck_of_ten_is_reshuffled_when_it_runs_out() {
        let turns = Turns { discard: HandDiscard::Hand, ..drawing(TurnCards::Add(5), ALWAYS) };
        let expected = [(3, 3, 7), (5, 8, 2), (5, 10, 5), (5, 10, 0), (5, 10, 5)];
        assert_eq!(sizes(10, 3, turns, 5), expected);
        let third = &moments(10, 3, &turns, 3).unwrap()[3];
        use Action::{Discard, Draw};
        assert_eq!(third.actions, [Discard(5), Draw(2), Action::Recycle, Draw(3)]);
    }

    #[test]
    fn a_kept_hand_grows_until_its_limit_or_the_end_of_the_pile() {
        let turns = Turns { first: 1, limit: Some(7), ..drawing(TurnCards::Add(1), None) };
        let expected = [(6, 6, 4), (7, 7, 3), (8, 8, 2), (8, 9, 1), (8, 10, 0), (7, 10, 0)];
        assert_eq!(sizes(10, 5, turns, 6), expected);
        assert!(moments(10, 5, &turns, 6).unwrap()[6].short);
        let once = Some(Recycle { at_last_card: true, times: Some(1), leaves_out: false });
        let turns = Turns { recycle: once, ..turns };
        let expected = [(6, 6, 4), (7, 7, 3), (8, 8, 2), (8, 9, 1), (8, 10, 2), (8, 10, 1)];
        assert_eq!(sizes(10, 5, turns, 6), expected);
    }

    #[test]
    fn a_refilled_hand_sees_as_many_cards_as_were_played() {
        let refill = drawing(TurnCards::Refill(4), ALWAYS);
        let turns = Turns { discard: HandDiscard::Cards(1), ..refill };
        assert_eq!(sizes(16, 4, turns, 3), [(4, 4, 12), (4, 5, 11), (4, 6, 10)]);
    }

    #[test]
    fn impossible_turns_are_refused() {
        assert!(moments(4, 5, &Turns::NONE, 1).is_err());
        assert_eq!(moments(4, 3, &Turns::NONE, 0).unwrap().len(), 1);
        assert!(moments(4, 3, &Turns::NONE, u32::MAX).is_err());
    }
}
