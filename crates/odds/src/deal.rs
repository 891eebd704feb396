//! One deal of one table: the pile, the opening hand, its exchange, the turns after it, and the
//! cards that a condition reads. The same description is counted here and simulated in `draw`.

use super::{
    budget::Budget,
    exact::{Spending, probability_on_budget},
    first_time::{FirstTime, find_first_time},
    messages::OddsError,
    mulligan::{
        Exchanges, HandDecider, HandRules, HandTest, Keep, OpeningDeal, OpeningHands, Tree,
        mulligan_on_budget,
    },
    setup::{DrawSetup, DrawSource, Pile},
    tally::{Judgement, Probability},
    turns::{HandDiscard, TurnCards, TurnState, Turns, moments},
};

/// Which cards of the hand's pile are counted for a condition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Views {
    pub seen: bool,
    pub hand: bool,
}

/// A pile that is dealt from the same cards as the hand, once that is settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SidePile {
    /// Its name in messages and conditions.
    pub name: String,
    pub cards: u32,
    /// Whether its cards are gone for later draws even if no condition looks at them.
    pub always: bool,
}

/// A pile from which a hand is drawn, and the other draws from it.
///
/// A condition reads class counts: of the cards seen, if `views.seen`; of the hand, if
/// `views.hand`; then of every pile in `beside`, and of every draw in `others`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The name of the pile in messages.
    pub name: String,
    pub pile: Vec<u32>,
    pub hand: u32,
    pub exchanges: Exchanges,
    pub turns: Turns,
    /// The turn in question, once its cards have been drawn; 0 is the opening hand.
    pub turn: u32,
    pub views: Views,
    /// Whether the rules of the game send some opening hands back, or choose one.
    pub forced: bool,
    /// The most times that they do; `None`: any number.
    pub redraws: Option<u32>,
    /// The number of opening hands that are dealt from the pile, of which the rules choose one. The
    /// others are then shuffled in.
    pub choice: u32,
    /// Piles that are dealt from the same cards once the opening hand is kept.
    pub beside: Vec<SidePile>,
    /// Cards dealt to such piles that no condition reads; they only leave fewer cards to draw.
    pub hidden: u32,
    /// Draws from other piles; each a [`DrawSource::Classes`].
    pub others: Vec<Pile>,
}

impl Deal {
    /// An opening hand of `hand` cards without exchanges, turns or further piles.
    pub fn opening(pile: &[u32], hand: u32) -> Deal {
        Deal {
            name: "pile".to_owned(),
            pile: pile.to_vec(),
            hand,
            exchanges: Exchanges::NONE,
            turns: Turns::NONE,
            turn: 0,
            views: Views { seen: false, hand: true },
            forced: false,
            redraws: None,
            choice: 1,
            beside: Vec::new(),
            hidden: 0,
            others: Vec::new(),
        }
    }

    /// How many cards the pile has.
    ///
    /// # Errors
    /// There are more than fit in a `u32`.
    pub fn cards(&self) -> Result<u32, OddsError> {
        let cards: u64 = self.pile.iter().map(|n| u64::from(*n)).sum();
        let limit = u64::from(u32::MAX);
        u32::try_from(cards).map_err(|_| OddsError::PileTooLarge { cards, limit })
    }

    /// The table at the opening and in the turns up to the one asked about.
    pub fn moments(&self) -> Result<Vec<TurnState>, OddsError> {
        self.moments_with_hand(self.hand)
    }

    /// Like [`Deal::moments`], with an opening hand of this many cards.
    pub(crate) fn moments_with_hand(&self, hand: u32) -> Result<Vec<TurnState>, OddsError> {
        let (cards, beside) = (self.cards()?, self.beside_cards());
        let Some(left) = cards.checked_sub(beside).filter(|left| hand <= *left) else {
            let draw = u64::from(hand) + u64::from(beside);
            let (pile, holds) = (self.name.clone(), u64::from(cards));
            return Err(OddsError::DrawsTooMany { pile, draw, holds });
        };
        moments(left, hand, &self.turns, self.turn).map_err(|error| error.of_pile(&self.name))
    }

    /// The number of cards in the other piles together.
    pub fn beside_cards(&self) -> u32 {
        let all = self.beside.iter().map(|pile| pile.cards);
        all.fold(self.hidden, u32::saturating_add)
    }

    /// Whether there is a decision about opening hands: they may be exchanged, or the rules send
    /// some back.
    pub fn exchangeable(&self) -> bool {
        self.exchanges.most != Some(0) || self.forced
    }

    /// The draws to be counted when no hand is exchanged.
    pub fn setup(&self) -> Result<DrawSetup, OddsError> {
        let moments = self.moments()?;
        let (seen, held) = moments
            .last()
            .map_or((0, 0), |moment| (moment.seen, moment.hand));
        Ok(self.setup_of(seen, held))
    }

    /// The draws to count for these numbers of cards seen and in hand.
    pub(crate) fn setup_of(&self, seen: u32, held: u32) -> DrawSetup {
        let mut piles = self.viewed_piles(seen, held);
        // Each pile is dealt from the cards that the draw before it left.
        let mut previous = 0;
        for beside in &self.beside {
            let next = piles.len();
            let (name, source) = (self.name.clone(), DrawSource::RestOfDraw(previous));
            piles.push(Pile { name, source, draw: beside.cards });
            previous = next;
        }
        piles.extend(self.others.iter().cloned());
        DrawSetup { piles }
    }

    /// The draws from the hand's pile that conditions view, for these numbers of cards seen and in
    /// hand.
    pub(crate) fn viewed_piles(&self, seen: u32, held: u32) -> Vec<Pile> {
        let name = &self.name;
        let own = DrawSource::Classes(self.pile.clone());
        let mut piles = Vec::new();
        if self.views.seen {
            piles.push(Pile { name: name.clone(), source: own.clone(), draw: seen });
        }
        if self.views.hand {
            let source = if self.views.seen { DrawSource::PartOfDraw(0) } else { own };
            piles.push(Pile { name: name.clone(), source, draw: held });
        }
        piles
    }

    /// The opening hand and the draws after it, if hands may be exchanged.
    ///
    /// # Errors
    /// Cards leave the hand in the turns: a mulligan tree counts only hands that grow. Or the hands
    /// of a choice are more than the pile has cards for.
    pub(crate) fn procedure(&self) -> Result<OpeningDeal, OddsError> {
        let (draw, holds) = (u64::from(self.hand) * u64::from(self.choice), self.cards()?.into());
        if draw > holds {
            return Err(OddsError::DrawsTooMany { pile: self.name.clone(), draw, holds });
        }
        // The turns from the first that draws to the one asked about.
        let draws = (self.turn + 1).saturating_sub(self.turns.first.max(1));
        let later = match (self.turns.draw, self.turns.discard) {
            (TurnCards::Nothing, HandDiscard::Cards(0)) => 0,
            (TurnCards::Add(cards), HandDiscard::Cards(0)) => cards.saturating_mul(draws),
            (TurnCards::Add(cards), _) if self.turn <= 1 => cards.saturating_mul(draws),
            _ if self.turn <= 1 && draws == 0 => 0,
            _ => return Err(OddsError::ExchangeAndDiscard),
        };
        // Between two turns the hand goes down to its limit; before turn 2 nothing leaves it.
        let held = match self.turns.draw {
            TurnCards::Add(cards) => cards.saturating_mul(draws.saturating_sub(1)),
            _ => 0,
        };
        let most = self.hand.saturating_add(held);
        if self.turn > 1 && self.turns.limit.is_some_and(|limit| most > limit) {
            return Err(OddsError::ExchangeAndDiscard);
        }
        Ok(OpeningDeal { deal: self.clone(), later })
    }

    /// The exact probability of a condition. `keep` matters only if hands may be exchanged,
    /// `thresholds` (see [`probability`](super::probability)) only if they may not.
    pub fn probability(
        &self,
        thresholds: Option<&[u32]>,
        keep: Keep,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Result<Probability, OddsError> {
        let spending = Spending { budget: &Budget::new(), per_judgement: 1 };
        let rules = HandRules { keep, test: None };
        self.probability_on_budget(thresholds, rules, spending, judge)
    }

    /// Like [`Deal::probability`], with no more work than the spending allows.
    pub fn probability_on_budget(
        &self,
        thresholds: Option<&[u32]>,
        rules: HandRules,
        spending: Spending<'_>,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Result<Probability, OddsError> {
        if self.exchangeable() {
            return Ok(self.tree_on_budget(rules, spending, judge)?.answer);
        }
        probability_on_budget(&self.setup()?, thresholds, spending, judge)
    }

    /// The turn in which a condition is first true, up to the turn in question.
    pub fn first_time(
        &self,
        keep: Keep,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Result<FirstTime, OddsError> {
        let tree = if self.exchangeable() { Some(self.tree(keep, judge)?) } else { None };
        let spending = Spending { budget: &Budget::new(), per_judgement: 1 };
        find_first_time(self, tree.as_ref(), spending, judge)
    }

    /// The mulligan tree: the probability, and the decision on every opening hand.
    pub fn tree(
        &self,
        keep: Keep,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Result<Tree, OddsError> {
        self.tree_with(HandRules { keep, test: None }, judge)
    }

    /// Like [`Deal::tree`], if the rules of the game may send hands back.
    pub fn tree_with(
        &self,
        rules: HandRules,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Result<Tree, OddsError> {
        let spending = Spending { budget: &Budget::new(), per_judgement: 1 };
        self.tree_on_budget(rules, spending, judge)
    }

    /// Like [`Deal::tree_with`], with no more work than the spending allows.
    pub fn tree_on_budget(
        &self,
        rules: HandRules,
        spending: Spending<'_>,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Result<Tree, OddsError> {
        let procedure = self.procedure()?;
        let mut judge = self.judge_views(judge);
        mulligan_on_budget(&procedure, rules, spending, &mut judge)
    }

    /// All opening hands with the draws after each, with no more work than the spending allows.
    pub(crate) fn openings_on_budget(
        &self,
        test: Option<HandTest<'_>>,
        spending: Spending<'_>,
        judge: &mut dyn FnMut(&[u32]) -> Judgement,
    ) -> Result<OpeningHands, OddsError> {
        let procedure = self.procedure()?;
        let mut judge = self.judge_views(judge);
        OpeningHands::enumerate(&procedure, None, test, spending, &mut judge)
    }

    pub(crate) fn hand_decider(&self, effort: u64) -> Result<HandDecider, OddsError> {
        HandDecider::new(self.procedure()?, effort)
    }

    /// Judges the counts of a mulligan tree by the views that conditions read: a tree always counts
    /// both the cards seen and the hand.
    pub(crate) fn judge_views<'j>(
        &'j self,
        judge: &'j mut dyn FnMut(&[u32]) -> Judgement,
    ) -> impl FnMut(&[u32]) -> Judgement + 'j {
        let width = self.pile.len();
        let from = if self.views.seen { 0 } else { width };
        let mut view = Vec::new();
        move |counts: &[u32]| {
            // With the hand in view the counts are one stretch; without it they are copied around
            // it.
            if self.views.hand {
                return judge(&counts[from..]);
            }
            view.clear();
            view.extend_from_slice(&counts[from..width.max(from)]);
            view.extend_from_slice(&counts[2 * width..]);
            judge(&view)
        }
    }
}
