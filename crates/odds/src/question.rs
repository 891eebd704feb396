//! Conditions and measures asked of a table.

use super::budget::Budget;
use super::by_class;
use super::deal::Deal;
use super::distribution::{self, Distribution};
use super::exact::Spending;
use super::fraction::Fraction;
use super::kept::HandsKept;
use super::layout::{ClassLayout, ROW, SEEN};
use super::messages::{AskError, OddsError};
use super::mulligan::{
    self, Decision, Decisions, HandDecider, HandRules, HandTest, Keep, OpeningHands, Tree,
};
use super::piles_read::PileReader;
use super::table::GameTable;
use super::tally::{Judgement, Probability};
use super::until::{FirstTime, find_first_time};
use super::value::OrderedQuantity;
use super::vary::{CopiesOdds, vary};
use sleeve_language::{Condition, Filter, Measure, Truth, World};
use std::sync::atomic::{AtomicBool, Ordering};

/// What is asked.
#[derive(Clone, Copy)]
pub struct QuestionTerms<'a> {
    /// The condition whose probability is wanted.
    pub condition: &'a Condition,
    /// A condition that is known to hold.
    pub given: Option<&'a Condition>,
    /// Which opening hands are kept; `None`: those that are best for the condition.
    pub keep: Option<&'a HandsKept>,
}

/// Conditions and measures bound to one table in one set of classes, with what decides about its
/// opening hands.
struct BoundQuestions {
    layout: ClassLayout,
    given: Option<usize>,
    /// By the number of hands exchanged before; `None` where nothing was said of hands to keep.
    keep: Option<Vec<Option<usize>>>,
    /// Which opening hands the rules let stand.
    allowed: Option<usize>,
    table: GameTable,
    /// Whether counting class by class was tried in vain: for another turn it would be, too.
    class_count_failed: AtomicBool,
}

impl BoundQuestions {
    fn new(
        world: &World<'_>,
        table: &GameTable,
        asks: &[PileReader<'_>],
        given: Option<&Condition>,
        keep: Option<&HandsKept>,
    ) -> Result<BoundQuestions, AskError> {
        let mut asks = asks.to_vec();
        let given = given.map(|given| {
            asks.push(PileReader::Condition(given));
            asks.len() - 1
        });
        let exchanged = table.exchanges.most != Some(0);
        let allowed = table.allowed.as_deref();
        let keep = match keep.filter(|_| exchanged) {
            Some(keep) => {
                let sizes = table.exchanges.sizes(table.hand);
                if let Some(size) = keep.sizes_without_hand(&sizes).first() {
                    return Err(AskError::KeepsNoHand(*size));
                }
                let first = asks.len();
                for (_, condition) in &keep.conditions {
                    check_keep_condition(table, condition)?;
                    asks.push(PileReader::Condition(condition));
                }
                let stages = keep.conditions_by_stage(&sizes).into_iter();
                Some(stages.map(|at| at.map(|at| first + at)).collect())
            }
            None => None,
        };
        let allowed = match allowed {
            Some(allowed) => {
                check_keep_condition(table, allowed)?;
                asks.push(PileReader::Condition(allowed));
                Some(asks.len() - 1)
            }
            None => None,
        };
        let layout = ClassLayout::new(world, table, &asks, exchanged || allowed.is_some())?;
        let in_vain = AtomicBool::new(false);
        Ok(BoundQuestions {
            layout,
            given,
            keep,
            allowed,
            table: table.clone(),
            class_count_failed: in_vain,
        })
    }

    fn deal(&self, turn: u32) -> Result<Deal, AskError> {
        Ok(Deal { turns: self.table.turns_for(turn)?, turn, ..self.layout.deal.clone() })
    }

    fn given(&self, counts: &[u32]) -> Truth {
        self.given.map_or(Truth::True, |at| self.layout.truth(at, counts))
    }

    fn judge(&self, at: usize, counts: &[u32]) -> Judgement {
        let given = self.given(counts);
        let condition = match given {
            Truth::False => Truth::False,
            _ => self.layout.truth(at, counts),
        };
        Judgement { condition, given }
    }

    /// Whether the hand after so many exchanges is kept; `None` where that follows from something
    /// else.
    fn keeps(&self, exchanges: usize, counts: &[u32]) -> Option<Truth> {
        let stages = self.keep.as_ref()?;
        let condition = stages.get(exchanges).or(stages.last()).copied().flatten();
        Some(condition.map_or(Truth::True, |at| self.layout.truth_of_opening(at, counts)))
    }

    fn allows(&self, counts: &[u32]) -> Truth {
        self.allowed.map_or(Truth::True, |at| self.layout.truth_of_opening(at, counts))
    }

    /// What was said of an opening hand.
    fn opening_decision(&self, exchanges: usize, counts: &[u32]) -> Result<Decision, OddsError> {
        let table = &self.table.exchanges;
        let is_last = table.partial_exchange().is_none()
            && table.most.is_some_and(|most| exchanges >= most as usize);
        match (self.allows(counts), self.keeps(exchanges, counts)) {
            (Truth::False, _) => Ok(Decision::Redraw),
            (Truth::True, Some(Truth::False)) => Ok(Decision::Exchange),
            (Truth::True, Some(Truth::Unknown)) if !is_last => Err(OddsError::UndecidedKeep),
            (Truth::True, _) => Ok(Decision::Keep(Vec::new())),
            (Truth::Unknown, _) => Err(OddsError::UndecidedKeep),
        }
    }

    fn spending<'b>(&self, budget: &'b Budget) -> Spending<'b> {
        Spending { budget, per_judgement: self.layout.effort }
    }

    /// Asks something with what was said of hands to keep; without that, the best are.
    fn with_hand_rules<T>(
        &self,
        keep: Option<Keep<'_>>,
        ask: impl FnOnce(HandRules<'_, '_>) -> Result<T, AskError>,
    ) -> Result<T, AskError> {
        let mut allows = |counts: &[u32]| self.allows(counts);
        let mut keeps = |at: usize, counts: &[u32]| self.keeps(at, counts).unwrap_or(Truth::True);
        let allowed: Option<HandTest<'_>> = match self.allowed {
            Some(_) => Some(&mut allows),
            None => None,
        };
        match (keep, &self.keep) {
            (Some(keep), _) => ask(HandRules { keep, allowed }),
            (None, Some(_)) => ask(HandRules { keep: Keep::If(&mut keeps), allowed }),
            (None, None) => ask(HandRules { keep: Keep::Best, allowed }),
        }
    }

    /// Counts class by class with a part of what is left; `None` where that leads nowhere.
    fn count_by_class<T>(
        &self,
        at: usize,
        budget: &Budget,
        count: impl FnOnce(by_class::BoundQuery, Spending<'_>) -> Option<Result<T, OddsError>>,
    ) -> Option<T> {
        if self.class_count_failed.load(Ordering::Relaxed) {
            return None;
        }
        let asks = by_class::BoundQuery { asked: at, given: self.given };
        let counted = budget.part(by_class::BUDGET_SHARE, |part| count(asks, self.spending(part)));
        let counted = counted.and_then(Result::ok);
        self.class_count_failed.store(counted.is_none(), Ordering::Relaxed);
        counted
    }

    fn tree(
        &self,
        at: usize,
        turn: u32,
        budget: &Budget,
        keep: Option<Keep<'_>>,
    ) -> Result<Tree, AskError> {
        let deal = self.deal(turn)?;
        self.with_hand_rules(keep, |rules| {
            Ok(deal.tree_on_budget(rules, self.spending(budget), &mut |c| self.judge(at, c))?)
        })
    }

    /// How many steps [`BoundQuestions::tree`] takes; `known`: hands are kept as was decided before.
    fn tree_steps(&self, turn: u32, known: bool) -> Result<u128, AskError> {
        let deal = self.deal(turn)?;
        let effort = self.layout.effort;
        Ok(mulligan::mulligan_steps(&deal.procedure()?, deal.exchanges, known, effort)?)
    }

    fn probability(
        &self,
        at: usize,
        deal: &Deal,
        budget: &Budget,
        keep: Option<Keep<'_>>,
    ) -> Result<Probability, AskError> {
        let (caps, spending) = (self.layout.thresholds.as_deref(), self.spending(budget));
        if !deal.exchangeable() && by_class::is_worth(deal, caps, spending)? {
            let counted = self.count_by_class(at, budget, |asks, spending| {
                by_class::probability(&self.layout, deal, asks, spending)
            });
            if let Some(counted) = counted {
                return Ok(counted);
            }
        }
        let mut judge = |counts: &[u32]| self.judge(at, counts);
        self.with_hand_rules(keep, |rules| {
            Ok(deal.probability_on_budget(caps, rules, spending, &mut judge)?)
        })
    }
}

/// A condition bound to a table, ready to be counted or simulated.
pub struct Question {
    bound: BoundQuestions,
}

impl Question {
    /// Asks a condition of a table.
    pub fn new(
        world: &World<'_>,
        table: &GameTable,
        asked: QuestionTerms<'_>,
    ) -> Result<Question, AskError> {
        Question::with_others(world, table, asked, &[])
    }

    /// The same, told in classes in which other conditions and measures can be asked, too.
    pub fn with_others(
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

    /// What holds of a draw of these class counts.
    pub fn judge(&self, counts: &[u32]) -> Judgement {
        self.bound.judge(0, counts)
    }

    /// What holds of cards that were dealt, each given by its position in [`GameTable::pile`] or in the
    /// row's cards.
    pub fn judge_cards(&self, cards: &super::layout::DealtCards<'_>) -> Judgement {
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

    /// What was said of an opening hand of these class counts after so many exchanges: the rules send it
    /// back, it is exchanged, or it is kept, as is every hand of which nothing was said.
    ///
    /// # Errors
    /// When that depends on unknown facts.
    pub fn decision(&self, exchanges: usize, counts: &[u32]) -> Result<Decision, OddsError> {
        self.bound.opening_decision(exchanges, counts)
    }

    /// The exact probability at some turn; 0 is the opening hand.
    pub fn probability(&self, turn: u32) -> Result<Probability, AskError> {
        self.probability_on_budget(turn, &Budget::new())
    }

    /// The same counted class by class, even where another way takes less time; `None` where that way
    /// does not lead there.
    pub fn probability_by_class(&self, turn: u32) -> Option<Result<Probability, AskError>> {
        let (deal, budget) = (self.deal(turn).ok()?, Budget::new());
        let asks = by_class::BoundQuery { asked: 0, given: self.bound.given };
        let spending = self.bound.spending(&budget);
        let counted = by_class::probability(&self.bound.layout, &deal, asks, spending);
        counted.filter(|_| !deal.exchangeable()).map(|found| found.map_err(AskError::from))
    }

    /// The same, with no more work than is left.
    pub fn probability_on_budget(
        &self,
        turn: u32,
        budget: &Budget,
    ) -> Result<Probability, AskError> {
        self.bound.probability(0, &self.deal(turn)?, budget, None)
    }

    /// The mulligan worked out at some turn, with no more work than is left.
    pub fn tree_on_budget(&self, turn: u32, budget: &Budget) -> Result<Tree, AskError> {
        self.bound.tree(0, turn, budget, None)
    }

    /// The probability of this condition (0) or another one at some turn, hands being kept as was
    /// decided.
    pub(crate) fn probability_with_decisions(
        &self,
        at: usize,
        turn: u32,
        decisions: &Decisions,
        budget: &Budget,
    ) -> Result<Probability, AskError> {
        self.bound.probability(at, &self.deal(turn)?, budget, Some(Keep::As(decisions)))
    }

    /// The distribution of one of the other measures, hands being kept as was decided.
    pub(crate) fn distribution_with_decisions(
        &self,
        at: usize,
        turn: u32,
        decisions: &Decisions,
        budget: &Budget,
    ) -> Result<Distribution, AskError> {
        self.bound.distribution(at, turn, budget, Some(decisions))
    }

    /// The opening hands at some turn with what follows each, with no more work than is left.
    pub fn openings(&self, turn: u32, budget: &Budget) -> Result<OpeningHands, AskError> {
        let deal = self.deal(turn)?;
        self.bound.with_hand_rules(Some(Keep::Best), |rules| {
            let mut judge = |counts: &[u32]| self.judge(counts);
            let spending = self.bound.spending(budget);
            Ok(deal.openings_on_budget(rules.allowed, spending, &mut judge)?)
        })
    }

    /// Its opening hands at some turn, to be looked at one by one as they are dealt, where all kinds of
    /// them are too many.
    pub fn one_by_one(&self, turn: u32) -> Result<DealtOneByOne<'_>, AskError> {
        let deal = self.deal(turn)?;
        let hands = deal.hand_decider(self.bound.layout.effort)?;
        Ok(DealtOneByOne { question: self, deal, hands })
    }

    /// Whether the best play can be worked out, told, and followed for so many other questions, with no
    /// more work than is left.
    pub(crate) fn tree_fits(
        &self,
        turn: u32,
        others: usize,
        budget: &Budget,
    ) -> Result<(), AskError> {
        let (best, known) =
            (self.bound.tree_steps(turn, false)?, self.bound.tree_steps(turn, true)?);
        let others = known.saturating_mul(others as u128);
        Ok(budget.check(best.saturating_add(others))?)
    }

    /// The number that one of the other measures has for an opening hand of these class counts.
    pub(crate) fn measure_of_opening(&self, at: usize, counts: &[u32]) -> OrderedQuantity {
        self.bound.layout.value_of_opening(at, counts)
    }

    /// The class of every card of [`GameTable::pile`].
    pub fn classes(&self) -> &[usize] {
        self.bound.layout.classes()
    }

    /// When the condition holds for the first time, in the turns up to one; what is done with opening
    /// hands is worked out for the condition at that turn.
    pub fn until_on_budget(&self, turn: u32, budget: &Budget) -> Result<FirstTime, AskError> {
        let deal = self.deal(turn)?;
        let tree =
            if deal.exchangeable() { Some(self.tree_on_budget(turn, budget)?) } else { None };
        let spending = (budget, self.bound.layout.effort);
        Ok(find_first_time(&deal, tree.as_ref(), spending, &mut |counts| self.judge(counts))?)
    }

    /// Whether another question has the same answers at every turn: cards and conditions are alike
    /// in classes.
    pub fn is_same_as(&self, other: &Question) -> bool {
        self.bound.layout.is_same_as(&other.bound.layout)
    }

    /// The probability at some turn by the number of cards that match a filter, others making room
    /// for them; see [`vary`].
    pub fn copies(
        &self,
        world: &World<'_>,
        filter: &Filter,
        turn: u32,
        enough: Option<(&Fraction, usize)>,
        budget: &Budget,
    ) -> Result<Vec<CopiesOdds>, AskError> {
        let varied = self.bound.layout.find_varied(world, &self.bound.table, filter)?;
        let deal = self.deal(turn)?;
        vary(&deal.pile, varied, enough, &mut |classes| {
            let varied = Deal { pile: classes.to_vec(), ..deal.clone() };
            self.bound.probability(0, &varied, budget, None)
        })
    }
}

/// Opening hands that are looked at as they are dealt: whether they stay, is said; which of their cards
/// do not, is best for the condition.
pub struct DealtOneByOne<'q> {
    question: &'q Question,
    deal: Deal,
    hands: HandDecider,
}

impl DealtOneByOne<'_> {
    /// What is done with a hand of these class counts after so many exchanges.
    ///
    /// # Errors
    /// When that depends on unknown facts.
    pub fn decide(&self, exchanges: usize, counts: &[u32]) -> Result<Decision, OddsError> {
        let keep = match self.question.decision(exchanges, counts)? {
            Decision::Redraw => return Ok(Decision::Redraw),
            said => matches!(said, Decision::Keep(_)),
        };
        let mut judge = |counts: &[u32]| self.question.judge(counts);
        Ok(self.hands.decide(exchanges, counts, keep, &mut self.deal.judge_views(&mut judge)))
    }
}

fn check_keep_condition(table: &GameTable, keep: &Condition) -> Result<(), AskError> {
    let row = table.row.as_ref().map(|_| ROW);
    let beside = |name: &str| table.beside.iter().any(|pile| pile.name == name);
    let unknown = |name: &&String| {
        Some(name.as_str()) == row || name.as_str() == SEEN || beside(name.as_str())
    };
    match keep.piles().iter().find(unknown) {
        Some(name) => Err(AskError::KeepReads(name.clone())),
        None => Ok(()),
    }
}

/// Adds a card that the pile does not hold, so that a filter which matches nothing there can be
/// varied from none on.
pub fn with_candidate(world: &World<'_>, table: &GameTable, filter: &Filter) -> GameTable {
    let mut table = table.clone();
    let zone: Option<std::sync::Arc<str>> =
        table.from.first().map(|zone| std::sync::Arc::from(zone.as_str()));
    let matches = |card| filter.test(world, card, zone.as_deref()) == Truth::True;
    if !table.pile.iter().any(|(slot, _)| matches(slot.card)) {
        let mut cards = world.catalog.cards.iter().map(|card| card.index());
        if let Some(card) = cards.find(|card| matches(*card)) {
            table.pile.push((sleeve_language::Slot { card, zone: zone.clone() }, 0));
        }
    }
    table
}

/// A measure bound to a table, ready to be counted or simulated.
pub struct MeasureQuestion {
    bound: BoundQuestions,
}

impl MeasureQuestion {
    /// Asks a measure of a table.
    pub fn new(
        world: &World<'_>,
        table: &GameTable,
        measure: &Measure,
        (given, keep): (Option<&Condition>, Option<&HandsKept>),
    ) -> Result<MeasureQuestion, AskError> {
        let asks = [PileReader::Measure(measure)];
        Ok(MeasureQuestion { bound: BoundQuestions::new(world, table, &asks, given, keep)? })
    }

    /// The deal in classes at some turn; 0 is the opening hand.
    pub fn deal(&self, turn: u32) -> Result<Deal, AskError> {
        self.bound.deal(turn)
    }

    /// The measure of cards that were dealt; see [`Question::judge_cards`].
    pub fn value_of_cards(&self, cards: &super::layout::DealtCards<'_>) -> OrderedQuantity {
        self.value(&self.bound.layout.count_cards(cards))
    }

    /// The measure of a draw of these class counts.
    pub fn value(&self, counts: &[u32]) -> OrderedQuantity {
        self.bound.layout.value(0, counts)
    }

    /// The same, unless what is given certainly does not hold.
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

impl BoundQuestions {
    fn distribution(
        &self,
        at: usize,
        turn: u32,
        budget: &Budget,
        decisions: Option<&Decisions>,
    ) -> Result<Distribution, AskError> {
        let deal = self.deal(turn)?;
        let spending = self.spending(budget);
        let mut value = |counts: &[u32]| (self.given(counts), self.layout.value(at, counts));
        if !deal.exchangeable() {
            if by_class::is_worth(&deal, None, spending)? {
                let counted = self.count_by_class(at, budget, |asks, spending| {
                    by_class::distribution(&self.layout, &deal, asks, spending)
                });
                if let Some(counted) = counted {
                    return Ok(counted);
                }
            }
            return Ok(distribution::count_draws(&deal.setup()?, spending, &mut value)?);
        }
        let exchanged = deal.exchanges.most != Some(0);
        let bottom = deal.exchanges.exchange == sleeve_data::model::Exchange::Bottom;
        if decisions.is_none()
            && exchanged
            && (self.keep.is_none() || bottom || deal.exchanges.partial_exchange().is_some())
        {
            return Err(AskError::MeasureHasNoBest);
        }
        distribution::ask_each_value(&mut value, &mut |judge| {
            let keep = decisions.map(|decisions| Keep::As(decisions));
            self.with_hand_rules(keep, |rules| {
                Ok(deal.tree_on_budget(rules, spending, judge)?.answer)
            })
        })
    }
}
