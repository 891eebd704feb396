//! A hand that a player deals, exchanges and draws to, one step at a time.

use crate::{
    DeckOptions, PlayOptions, Refusal, RequestPart,
    play::{PlayTable, carry_out_plan},
    values::{list, within},
};
use serde::Deserialize;
use sleeve_check::CheckedDeck;
use sleeve_odds::{
    TurnCards,
    draw::{OpeningsError, PlayerHand, deal_player_hand},
};
use sleeve_report::odds::OddsModel;
use sleeve_rules as rules;

/// One hand of a deck. The player decides which hands to exchange.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(default, deny_unknown_fields)]
pub struct HandRequest {
    pub deck: DeckOptions,
    /// The player's seat at the table, from 1.
    #[serde(deserialize_with = "within::<1, { u32::MAX as u64 }, _, _>")]
    pub seat: Option<u32>,
    #[serde(deserialize_with = "within::<1, { u32::MAX as u64 }, _, _>")]
    pub players: Option<u32>,
    /// Cards to set aside before play. Those that left the deck are skipped.
    #[serde(deserialize_with = "list")]
    pub set_aside: Vec<String>,
    /// The plan of the deck file that is played.
    pub plan: Option<String>,
    /// A seed and a number of mulligans always deal the same cards.
    pub seed: u64,
    /// Mulligans taken so far.
    pub mulligans: u32,
    /// The last turn; 0 is the opening hand.
    pub turn: u32,
}

/// A dealt hand.
pub struct DealtHand {
    pub hand: PlayerHand,
    pub model: OddsModel,
    /// The next turn that draws a card, if any.
    pub next_turn: Option<u32>,
}

impl HandRequest {
    /// As a part of a request, in the field `hand`.
    pub const PART: RequestPart = RequestPart::new::<HandRequest>("hand", &[DeckOptions::PART]);

    /// Exchanges the cards of a deck by the plan, if there is one.
    ///
    /// # Errors
    /// The deck has no such plan, or its cards are not there.
    pub fn carry_out_plan(&self, deck: &mut CheckedDeck) -> Result<(), Refusal> {
        let Some(plan) = &self.plan else { return Ok(()) };
        carry_out_plan(deck, plan)
    }

    /// Deals the hand.
    ///
    /// # Errors
    /// A deck that cannot be set up, and fields that say nothing about such a hand.
    pub fn deal(&self, deck: &CheckedDeck) -> Result<DealtHand, Refusal> {
        let mut play = PlayOptions {
            deck: self.deck.clone(),
            seat: self.seat,
            players: self.players,
            ..PlayOptions::default()
        };
        if let Some((catalog, read)) = deck.catalog_and_deck() {
            play.set_aside = rules::select_words_in_deck(catalog, read, &self.set_aside);
        }
        let table = play.set_up_deck(deck)?;
        let hand = self.deal_at(&table, self.turn)?;
        let next = self.next_turn(&table);
        let next_turn = next.filter(|turn| self.deal_at(&table, *turn).is_ok());
        Ok(DealtHand { hand, model: table.model(self.turn), next_turn })
    }

    fn deal_at(&self, table: &PlayTable<'_>, turn: u32) -> Result<PlayerHand, OpeningsError> {
        let (scope, world) = (&table.scope, table.world());
        deal_player_hand(scope, &world, &table.table, self.seed, self.mulligans, turn)
    }

    fn next_turn(&self, table: &PlayTable<'_>) -> Option<u32> {
        let turns = table.table.turns.as_ref().ok()?;
        let draws = !matches!(turns.draw, TurnCards::Nothing | TurnCards::Add(0));
        draws.then(|| turns.first.max(self.turn.saturating_add(1)))
    }
}
