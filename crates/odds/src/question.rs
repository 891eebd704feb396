//! Questions to a table: the probability of a condition, the distribution of a measure, and how
//! both change with the number of copies of a card.

use super::{
    bound_questions::BoundQuestions,
    budget::Budget,
    copies::{CopiesOdds, vary_copies},
    deal::Deal,
    distribution::{Distribution, OrderedQuantity},
    first_time::{FirstTime, find_first_time},
    keep_conditions::KeepConditions,
    layout::DealtCards,
    messages::{AskError, OddsError},
    mulligan::{Decision, Decisions, HandDecider, Keep, OpeningHands, Tree},
    numbers::Fraction,
    pile_reads::PileReader,
    registers,
    table::GameTable,
    tally::{Judgement, Probability},
};
use sleeve_language::{Condition, Filter, Measure, Slot, Truth, World};
use std::sync::Arc;

/// The conditions of a question.
#[derive(Clone, Copy)]
pub struct QuestionTerms<'a> {
    pub condition: &'a Condition,
    pub given: Option<&'a Condition>,
    /// The opening hands to keep; `None`: those that are best for the condition.
    pub keep: Option<&'a KeepConditions>,
}

/// A condition bound to a table, ready to be counted or simulated.
pub struct Question {
    bound: BoundQuestions,
}

impl Question {
    /// Binds a condition to a table.
    pub fn new(
        world: &World<'_>,
        table: &GameTable,
        asked: QuestionTerms<'_>,
    ) -> Result<Question, AskError> {
        Question::with_further_readers(world, table, asked, &[])
    }

    /// Like [`Question::new`], in classes fine enough for further conditions and measures.
    pub fn with_further_readers(
        world: &World<'_>,
        table: &GameTable,
        asked: QuestionTerms<'_>,
        others: &[PileReader<'_>],
    ) -> Result<Question, AskError> {
        let asks = [&[PileReader::Condition(asked.condition)], others].concat();
        Ok(Question { bound: BoundQuestions::new(world, table, &asks, asked.given, asked.keep)? })
    }

    /// The deal in classes at some turn; 0 is the opening hand.
    pub fn deal(&self, turn: u32) -> Result<Deal, AskError> {
        self.bound.deal(turn)
    }

    /// The truth of the conditions for a draw of these class counts.
    pub fn judge(&self, counts: &[u32]) -> Judgement {
        self.bound.judge(0, counts)
    }

    /// The truth of the conditions for dealt cards, each given by its position in
    /// [`GameTable::pile`] or in the row's cards.
    pub fn judge_cards(&self, cards: &DealtCards<'_>) -> Judgement {
        self.judge(&self.bound.layout.count_cards(cards))
    }

    /// The class counts of an opening hand, each card given by its position in [`GameTable::pile`].
    pub fn count_opening(&self, hand: &[usize]) -> Vec<u32> {
        let classes = self.bound.layout.classes();
        let mut counts = vec![0; self.bound.layout.deal.pile.len()];
        for class in hand.iter().filter_map(|slot| classes.get(*slot)) {
            counts[*class] += 1;
        }
        counts
    }

    /// The decision on an opening hand of these class counts after this number of exchanges: the
    /// rules send it back, it is exchanged, or it is kept. A hand without a condition is kept.
    ///
    /// # Errors
    /// The decision depends on unknown facts.
    pub fn decision(&self, exchanges: usize, counts: &[u32]) -> Result<Decision, OddsError> {
        self.bound.opening_decision(exchanges, counts)
    }

    /// The exact probability at some turn; 0 is the opening hand.
    pub fn probability(&self, turn: u32) -> Result<Probability, AskError> {
        self.probability_on_budget(turn, &Budget::new())
    }

    /// The probability counted class by class, even if another way takes less time; `None` if the
    /// condition cannot be counted that way. Tests compare both ways.
    pub fn probability_by_class(&self, turn: u32) -> Option<Result<Probability, AskError>> {
        let (deal, budget) = (self.deal(turn).ok()?, Budget::new());
        let asks = registers::BoundQuery { asked: 0, given: self.bound.given };
        let spending = self.bound.spending(&budget);
        let counted = registers::probability(&self.bound.layout, &deal, asks, spending);
        counted
            .filter(|_| !deal.exchangeable())
            .map(|counted| counted.map_err(AskError::from))
    }

    /// Like [`Question::probability`], with no more work than is left.
    pub fn probability_on_budget(
        &self,
        turn: u32,
        budget: &Budget,
    ) -> Result<Probability, AskError> {
        self.bound.probability(0, &self.deal(turn)?, budget, None)
    }

    /// The mulligan tree at some turn, with no more work than is left.
    pub fn tree_on_budget(&self, turn: u32, budget: &Budget) -> Result<Tree, AskError> {
        self.bound.tree(0, turn, budget, None)
    }

    /// The probability of the condition itself (0) or of a further one at some turn, with given
    /// decisions on opening hands.
    pub(crate) fn probability_with_decisions(
        &self,
        at: usize,
        turn: u32,
        decisions: &Decisions,
        budget: &Budget,
    ) -> Result<Probability, AskError> {
        self.bound
            .probability(at, &self.deal(turn)?, budget, Some(Keep::As(decisions)))
    }

    /// The distribution of one of the further measures, with given decisions on opening hands.
    pub(crate) fn distribution_with_decisions(
        &self,
        at: usize,
        turn: u32,
        decisions: &Decisions,
        budget: &Budget,
    ) -> Result<Distribution, AskError> {
        self.bound.distribution(at, turn, budget, Some(decisions))
    }

    /// All opening hands with the draws after each up to some turn, with no more work than is left.
    pub fn openings(&self, turn: u32, budget: &Budget) -> Result<OpeningHands, AskError> {
        let deal = self.deal(turn)?;
        self.bound.with_hand_rules(Some(Keep::Best), |rules| {
            let spending = self.bound.spending(budget);
            Ok(deal.openings_on_budget(rules.test, spending, &mut |counts| self.judge(counts))?)
        })
    }

    /// Decides about opening hands one by one as they are dealt, for tables with too many kinds of
    /// them.
    pub fn dealt_hand_decider(&self, turn: u32) -> Result<DealtHandDecider<'_>, AskError> {
        let deal = self.deal(turn)?;
        let hands = deal.hand_decider(self.bound.layout.effort)?;
        Ok(DealtHandDecider { question: self, deal, hands })
    }

    /// Refuses a best play that, with this many further questions under it, takes more work than is
    /// left.
    pub(crate) fn tree_fits(
        &self,
        turn: u32,
        others: usize,
        budget: &Budget,
    ) -> Result<(), AskError> {
        let best = self.bound.tree_steps(turn, false)?;
        let further = self
            .bound
            .tree_steps(turn, true)?
            .saturating_mul(others as u128);
        Ok(budget.check(best.saturating_add(further))?)
    }

    /// The value of one of the further measures for an opening hand of these class counts.
    pub(crate) fn measure_of_opening(&self, at: usize, counts: &[u32]) -> OrderedQuantity {
        self.bound.layout.value_of_opening(at, counts)
    }

    /// The class of every card of [`GameTable::pile`].
    pub fn classes(&self) -> &[usize] {
        self.bound.layout.classes()
    }

    /// The turn in which the condition is first true, up to a last turn; decisions on opening hands
    /// are the best for the condition at that turn.
    pub fn first_time_on_budget(&self, turn: u32, budget: &Budget) -> Result<FirstTime, AskError> {
        let deal = self.deal(turn)?;
        let tree =
            if deal.exchangeable() { Some(self.tree_on_budget(turn, budget)?) } else { None };
        let spending = self.bound.spending(budget);
        Ok(find_first_time(&deal, tree.as_ref(), spending, &mut |counts| self.judge(counts))?)
    }

    /// Whether another question has the same answers at every turn, because its classes and bound
    /// conditions are equal.
    pub fn is_same_as(&self, other: &Question) -> bool {
        self.bound.layout.is_same_as(&other.bound.layout)
    }

    /// The probability at some turn by the number of cards that match a filter, while other cards
    /// make room; see [`vary_copies`].
    pub fn probability_by_copies(
        &self,
        world: &World<'_>,
        filter: &Filter,
        turn: u32,
        enough: Option<(&Fraction, usize)>,
        budget: &Budget,
    ) -> Result<Vec<CopiesOdds>, AskError> {
        let varied = self
            .bound
            .layout
            .find_varied(world, &self.bound.table, filter)?;
        let deal = self.deal(turn)?;
        vary_copies(&deal.pile, varied, enough, &mut |classes| {
            let varied = Deal { pile: classes.to_vec(), ..deal.clone() };
            self.bound.probability(0, &varied, budget, None)
        })
    }
}

/// Decides about opening hands as they are dealt: the conditions decide whether one is kept, and
/// the cards that then leave it are the best for the question.
pub struct DealtHandDecider<'q> {
    question: &'q Question,
    deal: Deal,
    hands: HandDecider,
}

impl DealtHandDecider<'_> {
    /// The decision on a hand of these class counts after this number of exchanges.
    ///
    /// # Errors
    /// The decision depends on unknown facts.
    pub fn decide(&self, exchanges: usize, counts: &[u32]) -> Result<Decision, OddsError> {
        let keep = match self.question.decision(exchanges, counts)? {
            Decision::Redraw => return Ok(Decision::Redraw),
            decision => matches!(decision, Decision::Keep(_)),
        };
        Ok(self.hands.decide(
            exchanges,
            counts,
            keep,
            &mut self
                .deal
                .judge_views(&mut |counts| self.question.judge(counts)),
        ))
    }
}

/// Adds zero copies of a card that matches the filter if the pile has none, so that its number can
/// be varied from zero on.
pub fn add_candidate_card(world: &World<'_>, table: &GameTable, filter: &Filter) -> GameTable {
    let mut varied = table.clone();
    let zone: Option<Arc<str>> = table.from.first().map(|zone| Arc::from(zone.as_str()));
    for (slot, _) in &table.pile {
        if filter.test(world, slot.card, zone.as_deref()) == Truth::True {
            return varied;
        }
    }
    let mut cards = world.catalog.cards.iter().map(|card| card.index());
    if let Some(card) = cards.find(|card| filter.test(world, *card, zone.as_deref()) == Truth::True)
    {
        varied.pile.push((Slot { card, zone }, 0));
    }
    varied
}

/// A measure bound to a table, ready to be counted or simulated.
pub struct MeasureQuestion {
    bound: BoundQuestions,
}

impl MeasureQuestion {
    /// Binds a measure to a table.
    pub fn new(
        world: &World<'_>,
        table: &GameTable,
        measure: &Measure,
        (given, keep): (Option<&Condition>, Option<&KeepConditions>),
    ) -> Result<MeasureQuestion, AskError> {
        let asks = [PileReader::Measure(measure)];
        Ok(MeasureQuestion { bound: BoundQuestions::new(world, table, &asks, given, keep)? })
    }

    /// The deal in classes at some turn; 0 is the opening hand.
    pub fn deal(&self, turn: u32) -> Result<Deal, AskError> {
        self.bound.deal(turn)
    }

    /// The value of dealt cards; see [`Question::judge_cards`].
    pub fn value_of_cards(&self, cards: &DealtCards<'_>) -> OrderedQuantity {
        self.value(&self.bound.layout.count_cards(cards))
    }

    /// The value of a draw of these class counts.
    pub fn value(&self, counts: &[u32]) -> OrderedQuantity {
        self.bound.layout.value(0, counts)
    }

    /// The value of a draw; `None` if the given condition certainly does not hold.
    pub fn value_given(&self, counts: &[u32]) -> Option<OrderedQuantity> {
        (self.bound.given(counts) != Truth::False).then(|| self.value(counts))
    }

    /// See [`Question::decision`].
    ///
    /// # Errors
    /// When that depends on unknown facts.
    pub fn decision(&self, exchanges: usize, counts: &[u32]) -> Result<Decision, OddsError> {
        self.bound.opening_decision(exchanges, counts)
    }

    /// Whether another measure has the same values at every turn.
    pub fn is_same_as(&self, other: &MeasureQuestion) -> bool {
        self.bound.layout.is_same_as(&other.bound.layout)
    }

    /// The exact distribution at some turn, with no more work than is left; 0 is the opening hand.
    pub fn distribution_on_budget(
        &self,
        turn: u32,
        budget: &Budget,
    ) -> Result<Distribution, AskError> {
        self.bound.distribution(0, turn, budget, None)
    }
}
