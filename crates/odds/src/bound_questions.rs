//! Conditions and measures bound to one table, with the rules for its opening hands; every way of
//! counting them begins here.

use super::{
    budget::Budget,
    deal::Deal,
    distribution::{self, Distribution, OrderedQuantity},
    exact::{self, Spending},
    keep_conditions::KeepConditions,
    layout::ClassLayout,
    left_out::{self, MarkedPile},
    messages::{AskError, OddsError},
    mulligan::{self, Decision, Decisions, HandRules, HandTest, Keep, Tree},
    pile_reads::PileReader,
    registers,
    table::{GameTable, ROW, SEEN},
    tally::{DrawTally, Judgement, Probability},
};
use dashu_int::UBig;
use sleeve_language::{Condition, Truth, World};
use std::sync::atomic::{AtomicBool, Ordering};

/// Conditions and measures bound to one table in one set of classes, with the conditions that
/// decide about its opening hands.
pub(super) struct BoundQuestions {
    pub(super) layout: ClassLayout,
    pub(super) given: Option<usize>,
    /// The condition on hands to keep by the number of exchanges before; `None` if there is none.
    keep: Option<Vec<Option<usize>>>,
    /// Which opening hands the rules allow.
    allowed: Option<usize>,
    /// The measure by which the rules choose an opening hand.
    choice: Option<usize>,
    /// How many cards in hand a reshuffle would leave out.
    left_out: Option<usize>,
    pub(super) table: GameTable,
    /// Whether counting class by class has failed. It would fail on another turn too, after the
    /// same work.
    class_count_failed: AtomicBool,
}

impl BoundQuestions {
    pub(super) fn new<'a>(
        world: &World<'_>,
        table: &'a GameTable,
        asks: &[PileReader<'a>],
        given: Option<&'a Condition>,
        keep: Option<&'a KeepConditions>,
    ) -> Result<BoundQuestions, AskError> {
        let mut list = AskList { table, asks: asks.to_vec() };
        let given = given.map(|given| list.add(PileReader::Condition(given)));
        let exchanged = table.exchanges.most != Some(0);
        let keep = match keep.filter(|_| exchanged) {
            Some(keep) => Some(list.add_keep_conditions(keep)?),
            None => None,
        };
        let allowed = match table.allowed.as_deref() {
            Some(allowed) => Some(list.add_for_hands(PileReader::Condition(allowed))?),
            None => None,
        };
        let choice = match &table.choice {
            Some((_, measure)) => Some(list.add_for_hands(PileReader::Measure(measure))?),
            None => None,
        };
        let left_out = table.left_out.as_deref();
        let left_out_at = left_out.map(|left_out| list.add(PileReader::Measure(left_out)));
        let exchangeable = exchanged || table.settles_hands();
        Ok(BoundQuestions {
            layout: ClassLayout::new(world, table, &list.asks, exchangeable)?,
            given,
            keep,
            allowed,
            choice,
            left_out: left_out_at,
            table: table.clone(),
            class_count_failed: AtomicBool::new(false),
        })
    }

    pub(super) fn deal(&self, turn: u32) -> Result<Deal, AskError> {
        Ok(Deal { turns: self.table.turns_for(turn)?, turn, ..self.layout.deal.clone() })
    }

    pub(super) fn given(&self, counts: &[u32]) -> Truth {
        self.given
            .map_or(Truth::True, |at| self.layout.truth(at, counts))
    }

    /// The truth of the given condition, and the value of a measure.
    fn value_given(&self, at: usize, counts: &[u32]) -> (Truth, OrderedQuantity) {
        (self.given(counts), self.layout.value(at, counts))
    }

    pub(super) fn judge(&self, at: usize, counts: &[u32]) -> Judgement {
        let given = self.given(counts);
        // What `given` leaves out does not count, so that the condition need not be asked there.
        let condition = match given {
            Truth::False => Truth::False,
            _ => self.layout.truth(at, counts),
        };
        Judgement { condition, given }
    }

    /// Whether the hand after this number of exchanges is kept; `None` if no condition decides
    /// that.
    fn keeps_hand(&self, exchanges: usize, counts: &[u32]) -> Option<Truth> {
        let stages = self.keep.as_ref()?;
        let condition = stages.get(exchanges).or(stages.last()).copied().flatten();
        Some(condition.map_or(Truth::True, |at| self.layout.truth_of_opening(at, counts)))
    }

    fn allows_hand(&self, counts: &[u32]) -> Truth {
        self.allowed
            .map_or(Truth::True, |at| self.layout.truth_of_opening(at, counts))
    }

    /// The decision on an opening hand by the conditions.
    pub(super) fn opening_decision(
        &self,
        exchanges: usize,
        counts: &[u32],
    ) -> Result<Decision, OddsError> {
        if let Some(at) = self.choice {
            let value = self.layout.value_of_opening(at, counts);
            return if value.0.is_open() {
                Err(OddsError::UndecidedKeep)
            } else {
                Ok(Decision::Choose(value))
            };
        }
        let table = &self.table.exchanges;
        // Without an exchange left it does not matter whether a condition would keep the hand.
        let is_last = table.partial_exchange().is_none()
            && table.most.is_some_and(|most| exchanges >= most as usize);
        match (self.allows_hand(counts), self.keeps_hand(exchanges, counts)) {
            (Truth::False, _) => Ok(Decision::Redraw),
            (Truth::True, Some(Truth::False)) => Ok(Decision::Exchange),
            (Truth::True, Some(Truth::Unknown)) if !is_last => Err(OddsError::UndecidedKeep),
            (Truth::True, _) => Ok(Decision::Keep(Vec::new())),
            (Truth::Unknown, _) => Err(OddsError::UndecidedKeep),
        }
    }

    pub(super) fn spending<'b>(&self, budget: &'b Budget) -> Spending<'b> {
        Spending { budget, per_judgement: self.layout.effort }
    }

    /// Asks with rules for opening hands: `keep`, or the conditions on hands to keep, or the best
    /// play.
    pub(super) fn with_hand_rules<T>(
        &self,
        keep: Option<Keep<'_>>,
        ask: impl FnOnce(HandRules<'_, '_>) -> Result<T, AskError>,
    ) -> Result<T, AskError> {
        let mut allows = |counts: &[u32]| self.allows_hand(counts);
        let mut keeps =
            |at: usize, counts: &[u32]| self.keeps_hand(at, counts).unwrap_or(Truth::True);
        let mut value;
        let test = match (self.choice, self.allowed) {
            (Some(at), _) => {
                value = move |counts: &[u32]| self.layout.value_of_opening(at, counts);
                Some(HandTest::Greatest(&mut value))
            }
            (None, Some(_)) => Some(HandTest::Allowed(&mut allows)),
            (None, None) => None,
        };
        match (keep, &self.keep) {
            (Some(keep), _) => ask(HandRules { keep, test }),
            (None, Some(_)) => ask(HandRules { keep: Keep::If(&mut keeps), test }),
            (None, None) => ask(HandRules { keep: Keep::Best, test }),
        }
    }

    /// Counts class by class with a share of the budget; `None` if that is not possible or takes
    /// too long.
    fn count_by_class<T>(
        &self,
        at: usize,
        budget: &Budget,
        count: impl FnOnce(registers::BoundQuery, Spending<'_>) -> Option<Result<T, OddsError>>,
    ) -> Option<T> {
        if self.class_count_failed.load(Ordering::Relaxed) {
            return None;
        }
        let asks = registers::BoundQuery { asked: at, given: self.given };
        let counted = budget
            .part(registers::BUDGET_SHARE, |part| count(asks, self.spending(part)))
            .and_then(Result::ok);
        self.class_count_failed
            .store(counted.is_none(), Ordering::Relaxed);
        counted
    }

    pub(super) fn tree(
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

    /// The number of steps of [`BoundQuestions::tree`]; `known`: hands are kept as decided before.
    pub(super) fn tree_steps(&self, turn: u32, known: bool) -> Result<u128, AskError> {
        let deal = self.deal(turn)?;
        let effort = self.layout.effort;
        Ok(mulligan::mulligan_steps(&deal.procedure()?, known, effort)?)
    }

    pub(super) fn probability(
        &self,
        at: usize,
        deal: &Deal,
        budget: &Budget,
        keep: Option<Keep<'_>>,
    ) -> Result<Probability, AskError> {
        let (caps, spending) = (self.layout.thresholds.as_deref(), self.spending(budget));
        if let Some(counted) = self.probability_by_left_out(at, deal, spending)? {
            return Ok(counted);
        }
        if !deal.exchangeable() && registers::is_worth(deal, caps, spending)? {
            let counted = self.count_by_class(at, budget, |asks, spending| {
                registers::probability(&self.layout, deal, asks, spending)
            });
            if let Some(counted) = counted {
                return Ok(counted);
            }
        }
        self.with_hand_rules(keep, |rules| {
            Ok(deal.probability_on_budget(caps, rules, spending, &mut |c| self.judge(at, c))?)
        })
    }

    /// The probability after a reshuffle that leaves cards out, where hands are not all equally
    /// likely; `None` in other turns, and if hands are exchanged or other piles dealt.
    fn probability_by_left_out(
        &self,
        at: usize,
        deal: &Deal,
        spending: Spending<'_>,
    ) -> Result<Option<Probability>, AskError> {
        let is_plain = !deal.exchangeable() && deal.beside_cards() == 0;
        let Some(left_out) = self.left_out.filter(|_| is_plain) else { return Ok(None) };
        let Some(marked) = whole(self.layout.value_of_opening(left_out, &deal.pile)) else {
            return Ok(None);
        };
        let pile = MarkedPile { cards: deal.cards()?, marked };
        let hands =
            left_out::hands_of_turn(pile, deal.hand, &deal.turns, deal.turn, spending.budget)?;
        let Some(hands) = hands else { return Ok(None) };
        // Hands of equally many cards, and of those that would be left out, are equally likely.
        let mut common = UBig::ONE;
        for (hand, chance) in &hands {
            common *= chance.denominator() * pile.count_ways(*hand);
        }
        let mut tally = DrawTally::new();
        for (hand, chance) in &hands {
            let setup = deal.setup_of(pile.cards, hand.cards);
            let counted =
                exact::tally_on_budget(&setup, None, spending, &mut |counts| match whole(
                    self.layout.value(left_out, counts),
                ) {
                    Some(held) if held == hand.marked => self.judge(at, counts),
                    _ => Judgement { condition: Truth::False, given: Truth::False },
                })?;
            let part = chance.denominator() * pile.count_ways(*hand);
            tally.add_all(&counted, &(chance.numerator() * (&common / part)));
        }
        Ok(Some(tally.probability().ok_or(OddsError::ImpossibleGiven)?))
    }

    pub(super) fn distribution(
        &self,
        at: usize,
        turn: u32,
        budget: &Budget,
        decisions: Option<&Decisions>,
    ) -> Result<Distribution, AskError> {
        let deal = self.deal(turn)?;
        let spending = self.spending(budget);
        if !deal.exchangeable() {
            if registers::is_worth(&deal, None, spending)? {
                let counted = self.count_by_class(at, budget, |asks, spending| {
                    registers::distribution(&self.layout, &deal, asks, spending)
                });
                if let Some(counted) = counted {
                    return Ok(counted);
                }
            }
            return Ok(distribution::count_draws(&deal.setup()?, spending, &mut |counts| {
                self.value_given(at, counts)
            })?);
        }
        let exchanged = deal.exchanges.most != Some(0);
        let bottom = deal.exchanges.exchange == sleeve_data::model::Exchange::Bottom;
        if decisions.is_none()
            && exchanged
            && (self.keep.is_none() || bottom || deal.exchanges.partial_exchange().is_some())
        {
            return Err(AskError::MeasureHasNoBest);
        }
        distribution::ask_each_value(&mut |c| self.value_given(at, c), &mut |judge| {
            let keep = decisions.map(|decisions| Keep::As(decisions));
            self.with_hand_rules(keep, |rules| {
                Ok(deal.tree_on_budget(rules, spending, judge)?.answer)
            })
        })
    }
}

/// The conditions and measures to bind to a table; each has the number of its position.
struct AskList<'a> {
    table: &'a GameTable,
    asks: Vec<PileReader<'a>>,
}

impl<'a> AskList<'a> {
    fn add(&mut self, reader: PileReader<'a>) -> usize {
        self.asks.push(reader);
        self.asks.len() - 1
    }

    /// Adds one that decides about opening hands.
    fn add_for_hands(&mut self, reader: PileReader<'a>) -> Result<usize, AskError> {
        check_hand_piles(self.table, reader)?;
        Ok(self.add(reader))
    }

    /// Adds conditions on hands to keep; returns the one of each stage.
    fn add_keep_conditions(
        &mut self,
        keep: &'a KeepConditions,
    ) -> Result<Vec<Option<usize>>, AskError> {
        let sizes = self.table.exchanges.sizes(self.table.hand);
        if let Some(size) = keep.sizes_without_hand(&sizes).first() {
            return Err(AskError::KeepsNoHand(*size));
        }
        let first = self.asks.len();
        for (_, condition) in &keep.conditions {
            self.add_for_hands(PileReader::Condition(condition))?;
        }
        let stages = keep.conditions_by_stage(&sizes).into_iter();
        Ok(stages.map(|at| at.map(|at| first + at)).collect())
    }
}

/// The number, if it is known and whole.
fn whole(value: OrderedQuantity) -> Option<u32> {
    value
        .0
        .exact_value()?
        .to_integer()
        .and_then(|number| u32::try_from(number).ok())
}

/// Refuses to decide about hands by piles that are not known yet.
fn check_hand_piles(table: &GameTable, reader: PileReader<'_>) -> Result<(), AskError> {
    let piles = match reader {
        PileReader::Condition(condition) => condition.piles(),
        PileReader::Measure(measure) => measure.piles(),
    };
    for name in piles {
        if table.row.is_some() && name == ROW
            || name == SEEN
            || table.beside.iter().any(|pile| pile.name == *name)
        {
            return Err(AskError::KeepReads(name.clone()));
        }
    }
    Ok(())
}
