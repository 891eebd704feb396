//! A condition asked of a table.

use super::budget::Budget;
use super::deal::Deal;
use super::exact::Spending;
use super::fraction::Fraction;
use super::layout::{AskError, Layout, SEEN};
use super::mulligan::{Keep, Tree};
use super::piles_read::Ask;
use super::table::Table;
use super::tally::{Answer, Judgement};
use super::vary::{Copies, vary};
use crate::language::{Condition, Filter, Measure, Quantity, Truth, World};
use crate::model::CardIndex;
use std::cmp::Ordering;
use std::sync::Arc;

/// What is asked.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// The condition whose probability is wanted.
    pub condition: &'a Condition,
    /// A condition that is known to hold.
    pub given: Option<&'a Condition>,
    /// Which opening hands are kept; `None`: those that are best for the condition.
    pub keep: Option<&'a Condition>,
}

/// A condition bound to a table, ready to be counted or simulated.
pub struct Question {
    layout: Layout,
    given: Option<usize>,
    keep: Option<usize>,
    table: Table,
}

impl Question {
    /// Asks a condition of a table.
    pub fn new(world: &World<'_>, table: &Table, asked: Asked<'_>) -> Result<Question, AskError> {
        let mut reads = vec![Ask::Condition(asked.condition)];
        let given = asked.given.map(|_| reads.len());
        reads.extend(asked.given.map(Ask::Condition));
        let exchangeable = table.exchanges.most != Some(0);
        let keep = asked.keep.filter(|_| exchangeable);
        if let Some(keep) = keep {
            check_keep(table, keep)?;
        }
        let kept = keep.map(|_| reads.len());
        reads.extend(keep.map(Ask::Condition));
        let layout = Layout::new(world, table, &reads, exchangeable)?;
        Ok(Question { layout, given, keep: kept, table: table.clone() })
    }

    /// The deal in classes at some turn; 0 is the opening hand.
    pub fn deal(&self, turn: u32) -> Result<Deal, AskError> {
        Ok(Deal { turns: self.table.turns_for(turn)?, turn, ..self.layout.deal.clone() })
    }

    /// What holds of a draw of these class counts.
    pub fn judge(&self, counts: &[u32]) -> Judgement {
        let given = self.given.map_or(Truth::True, |at| self.layout.truth(at, counts));
        let condition = match given {
            Truth::False => Truth::False,
            _ => self.layout.truth(0, counts),
        };
        Judgement { condition, given }
    }

    /// What holds of cards that were dealt, each given by its position in [`Table::pile`] or in the
    /// row's cards.
    pub fn judge_cards(&self, seen: &[usize], hand: &[usize], row: &[usize]) -> Judgement {
        self.judge(&self.layout.count(seen, hand, row))
    }

    /// Whether an opening hand of these class counts is to be kept; `None` where that follows from
    /// the condition.
    pub fn keeps(&self, counts: &[u32]) -> Option<Truth> {
        self.keep.map(|at| self.layout.truth_of_opening(at, counts))
    }

    /// The exact probability at some turn; 0 is the opening hand.
    pub fn probability(&self, turn: u32) -> Result<Answer, AskError> {
        self.probability_on_budget(turn, &Budget::new())
    }

    /// The same, with no more work than is left.
    pub fn probability_on_budget(&self, turn: u32, budget: &Budget) -> Result<Answer, AskError> {
        self.answer(&self.deal(turn)?, budget)
    }

    fn answer(&self, deal: &Deal, budget: &Budget) -> Result<Answer, AskError> {
        let mut keeps = |counts: &[u32]| self.keeps(counts).unwrap_or(Truth::True);
        let keep = if self.keep.is_some() { Keep::If(&mut keeps) } else { Keep::Best };
        let caps = self.layout.thresholds.as_deref();
        let spending = Spending { budget, per_judgement: self.layout.effort };
        Ok(deal.probability_on_budget(caps, keep, spending, &mut |counts| self.judge(counts))?)
    }

    /// The mulligan worked out at some turn, with no more work than is left.
    pub fn tree_on_budget(&self, turn: u32, budget: &Budget) -> Result<Tree, AskError> {
        let mut keeps = |counts: &[u32]| self.keeps(counts).unwrap_or(Truth::True);
        let keep = if self.keep.is_some() { Keep::If(&mut keeps) } else { Keep::Best };
        let spending = Spending { budget, per_judgement: self.layout.effort };
        Ok(self.deal(turn)?.tree_on_budget(keep, spending, &mut |counts| self.judge(counts))?)
    }

    /// Whether another question has the same answers at every turn: cards and conditions are alike
    /// in classes.
    pub fn is_same_as(&self, other: &Question) -> bool {
        self.layout.is_same_as(&other.layout)
    }

    /// The probability at some turn by the number of cards that match a filter, others making room
    /// for them; see [`vary`].
    pub fn copies(
        &self,
        world: &World<'_>,
        filter: &Filter,
        turn: u32,
        (enough, beyond): (&Fraction, usize),
        budget: &Budget,
    ) -> Result<Vec<Copies>, AskError> {
        let (class, rest) = self.layout.varied(world, &self.table, filter)?;
        let deal = self.deal(turn)?;
        vary(&deal.pile, class, rest, enough, beyond, &mut |classes| {
            self.answer(&Deal { pile: classes.to_vec(), ..deal.clone() }, budget)
        })
    }
}

fn check_keep(table: &Table, keep: &Condition) -> Result<(), AskError> {
    let row = table.row.as_ref().map(|_| super::layout::ROW);
    let unknown = |name: &&String| Some(name.as_str()) == row || name.as_str() == SEEN;
    match keep.piles().iter().find(unknown) {
        Some(name) => Err(AskError::KeepReads(name.clone())),
        None => Ok(()),
    }
}

/// Adds a card that the pile does not hold, so that a filter which matches nothing there can be
/// varied from none on.
pub fn with_candidate(world: &World<'_>, table: &Table, filter: &Filter) -> Table {
    let mut table = table.clone();
    let zone: Option<Arc<str>> = table.from.first().map(|z| Arc::from(z.as_str()));
    let matches = |card: CardIndex| filter.test(world, card, zone.as_deref()) == Truth::True;
    if !table.pile.iter().any(|(slot, _)| matches(slot.card)) {
        let mut cards = world.catalog.cards.iter().map(|card| card.index());
        if let Some(card) = cards.find(|card| matches(*card)) {
            table.pile.push((crate::language::Slot { card, zone: zone.clone() }, 0));
        }
    }
    table
}

/// A measure bound to a table, ready to be simulated.
pub struct Measured {
    layout: Layout,
    given: Option<usize>,
    keep: Option<usize>,
    table: Table,
}

impl Measured {
    /// Asks a measure of a table.
    pub fn new(
        world: &World<'_>,
        table: &Table,
        measure: &Measure,
        (given, keep): (Option<&Condition>, Option<&Condition>),
    ) -> Result<Measured, AskError> {
        let exchangeable = table.exchanges.most != Some(0);
        let mut reads = vec![Ask::Measure(measure)];
        let known = given.map(|_| reads.len());
        reads.extend(given.map(Ask::Condition));
        let keep = keep.filter(|_| exchangeable);
        if let Some(keep) = keep {
            check_keep(table, keep)?;
        }
        let kept = keep.map(|_| reads.len());
        reads.extend(keep.map(Ask::Condition));
        let layout = Layout::new(world, table, &reads, exchangeable)?;
        Ok(Measured { layout, given: known, keep: kept, table: table.clone() })
    }

    /// The deal in classes at some turn; 0 is the opening hand.
    pub fn deal(&self, turn: u32) -> Result<Deal, AskError> {
        Ok(Deal { turns: self.table.turns_for(turn)?, turn, ..self.layout.deal.clone() })
    }

    /// The measure of cards that were dealt; see [`Question::judge_cards`].
    pub fn value_of_cards(&self, seen: &[usize], hand: &[usize], row: &[usize]) -> Value {
        self.value(&self.layout.count(seen, hand, row))
    }

    /// The measure of a draw of these class counts.
    pub fn value(&self, counts: &[u32]) -> Value {
        self.layout.value(counts)
    }

    /// The same, unless what is given certainly does not hold.
    pub fn value_given(&self, counts: &[u32]) -> Option<Value> {
        let given = self.given.map_or(Truth::True, |at| self.layout.truth(at, counts));
        (given != Truth::False).then(|| self.value(counts))
    }

    /// Whether an opening hand of these class counts is kept.
    pub fn keeps(&self, counts: &[u32]) -> bool {
        let truth = self.keep.map(|at| self.layout.truth_of_opening(at, counts));
        truth.is_none_or(|truth| truth == Truth::True)
    }
}

/// A quantity in an order: none first, then by its smallest and its largest value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value(pub Quantity);

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let key = |value: &Value| {
            let quantity = value.0;
            (!quantity.is_none(), quantity.low(), quantity.high(), quantity.presence() as u8)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
