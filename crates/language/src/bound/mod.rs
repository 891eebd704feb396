//! Conditions and measures bound to the cards that piles may contain. Each filter has been tested
//! on each card once; the rest is arithmetic over counts, without allocation.
//!
//! Unknown facts become ranges. An answer of true or false is always certain; an unknown answer is
//! retried by cases of a few unknown facts.

mod bind;
mod cases;
mod classes;
mod fold;
mod group;

use crate::{
    ast::Operator, operation::Operation, quantity::Quantity, rational::Rational, truth::Truth,
};
pub use bind::Lowering;
pub(super) use bind::{Binder, Member};
use cases::Cases;
pub(super) use cases::decide_condition;
pub use fold::{FoldLeaf, FoldTerm};
pub use group::{BoundGroup, GroupLeaf, GroupedCondition, GroupedMeasure, TotalGroup, ValueGroup};
use std::fmt::Debug;

/// The position of a slot in the universe: the index of its pile, and its index there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot {
    pub pile: u32,
    pub slot: u32,
}

/// Numbers of cards: one row per pile of the universe, one number per slot of it.
pub type Counts<'c> = &'c [&'c [u32]];

/// The number of cards at a spot; 0 if the counts have none.
pub(super) fn count_at(counts: Counts<'_>, spot: Spot) -> u32 {
    counts
        .get(spot.pile as usize)
        .and_then(|p| p.get(spot.slot as usize))
        .copied()
        .unwrap_or(0)
}

/// The number of cards at some spots together.
fn count_total(counts: Counts<'_>, spots: &[Spot]) -> u64 {
    // Spots of one pile are mostly neighbours, so a row is looked up once per pile. This loop runs
    // for every hand that exact odds count.
    let (mut pile, mut row): (u32, &[u32]) = (u32::MAX, &[]);
    let mut total = 0;
    for spot in spots {
        if spot.pile != pile {
            pile = spot.pile;
            row = counts.get(pile as usize).copied().unwrap_or(&[]);
        }
        total += u64::from(row.get(spot.slot as usize).copied().unwrap_or(0));
    }
    total
}

fn is_any_present(counts: Counts<'_>, spots: &[Spot]) -> bool {
    spots.iter().any(|spot| count_at(counts, *spot) > 0)
}

/// The cards that a filter counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CountLeaf {
    /// Spots whose cards count.
    pub certain: Vec<Spot>,
    /// The spots whose cards may count.
    pub possible: Vec<Spot>,
}

impl CountLeaf {
    /// The fewest and the most cards that count.
    pub fn range(&self, counts: Counts<'_>) -> (u64, u64) {
        let certain = count_total(counts, &self.certain);
        (
            certain,
            if self.possible.is_empty() {
                certain
            } else {
                certain + count_total(counts, &self.possible)
            },
        )
    }
}

/// What stands for the leaves of a program, and what each of them is worth in a state. The skeleton
/// over them (and, or, not, comparisons, arithmetic) is the same for all.
pub trait Leaves {
    /// The cards that a filter counts.
    type Count: Clone + PartialEq + Debug;
    /// A total, average, smallest or largest number.
    type Fold: Clone + PartialEq + Debug;
    /// Cards by their values.
    type Values: Clone + PartialEq + Debug;
    /// A condition that every group has to satisfy.
    type Each: Clone + PartialEq + Debug;
    /// A condition whose groups are counted.
    type Groups: Clone + PartialEq + Debug;
    /// A measure that is added up over groups.
    type Totals: Clone + PartialEq + Debug;
    /// What the leaves are evaluated for.
    type State<'s>: Copy;

    /// The fewest and the most cards that count.
    fn count(leaf: &Self::Count, state: Self::State<'_>) -> (u64, u64);
    /// The number into which the cards are folded.
    fn fold(leaf: &Self::Fold, state: Self::State<'_>) -> Quantity;
    /// The fewest and the most values.
    fn distinct(leaf: &Self::Values, state: Self::State<'_>) -> (u64, u64);
    /// The fewest and the most cards that share a value.
    fn copies(leaf: &Self::Values, state: Self::State<'_>) -> (u64, u64);
    /// Whether every group satisfies the condition.
    fn each(leaf: &Self::Each, state: Self::State<'_>) -> Truth;
    /// The fewest and the most groups that satisfy the condition.
    fn groups(leaf: &Self::Groups, state: Self::State<'_>) -> (u64, u64);
    /// The total over all groups.
    fn total(leaf: &Self::Totals, state: Self::State<'_>) -> Quantity;
}

/// Leaves that know the spots of their cards, evaluated for numbers of cards at each spot.
#[derive(Clone, PartialEq, Debug)]
pub struct SpotLeaves;

impl Leaves for SpotLeaves {
    type Count = CountLeaf;
    type Fold = FoldLeaf;
    type Values = GroupLeaf;
    type Each = GroupedCondition;
    type Groups = GroupedCondition;
    type Totals = GroupedMeasure;
    type State<'s> = Counts<'s>;

    fn count(leaf: &CountLeaf, counts: Counts<'_>) -> (u64, u64) {
        leaf.range(counts)
    }

    fn fold(leaf: &FoldLeaf, counts: Counts<'_>) -> Quantity {
        leaf.value(counts)
    }

    fn distinct(leaf: &GroupLeaf, counts: Counts<'_>) -> (u64, u64) {
        leaf.distinct(counts)
    }

    fn copies(leaf: &GroupLeaf, counts: Counts<'_>) -> (u64, u64) {
        leaf.copies(counts)
    }

    fn each(grouped: &GroupedCondition, counts: Counts<'_>) -> Truth {
        grouped.all_groups_hold(counts)
    }

    fn groups(grouped: &GroupedCondition, counts: Counts<'_>) -> (u64, u64) {
        grouped.groups(counts)
    }

    fn total(totals: &GroupedMeasure, counts: Counts<'_>) -> Quantity {
        totals.value(counts)
    }
}

/// A condition that its leaves decide.
#[derive(Clone, PartialEq, Debug)]
pub enum Node<L: Leaves = SpotLeaves> {
    /// An answer that does not depend on the counts.
    Constant(Truth),
    All(Vec<Node<L>>),
    Any(Vec<Node<L>>),
    Not(Box<Node<L>>),
    /// A count compared with a whole number: the most common comparison, evaluated in integers.
    Count {
        leaf: L::Count,
        operator: Operator,
        limit: i64,
    },
    Compare {
        left: BoundValue<L>,
        operator: Operator,
        right: BoundValue<L>,
    },
    /// The cards of every value satisfy a condition.
    Each(Box<L::Each>),
}

/// A number that its leaves decide.
#[derive(Clone, PartialEq, Debug)]
pub enum BoundValue<L: Leaves = SpotLeaves> {
    /// A number that does not depend on the counts.
    Exact(Quantity),
    Count(L::Count),
    /// A total, average, smallest or largest number.
    Fold(Box<L::Fold>),
    Distinct(Box<L::Values>),
    /// The most cards that share a value.
    Copies(Box<L::Values>),
    /// How many values' cards satisfy a condition.
    Groups(Box<L::Groups>),
    /// A measure of every value's cards, added up.
    Total(Box<L::Totals>),
    /// 1 if a condition holds, else 0.
    Indicator(Box<Node<L>>),
    Operation(Operation, Vec<BoundValue<L>>),
}

impl<L: Leaves> Node<L> {
    /// Whether it holds in a state of its leaves.
    pub fn truth(&self, state: L::State<'_>) -> Truth {
        match self {
            Node::Constant(truth) => *truth,
            Node::All(items) => Truth::all(items.iter().map(|item| item.truth(state))),
            Node::Any(items) => Truth::any(items.iter().map(|item| item.truth(state))),
            Node::Not(inner) => !inner.truth(state),
            Node::Count { leaf, operator, limit } => {
                let (low, high) = L::count(leaf, state);
                compare_range(low, high, *operator, *limit)
            }
            Node::Compare { left, operator, right } => {
                left.value(state).compare(*operator, &right.value(state))
            }
            Node::Each(leaf) => L::each(leaf, state),
        }
    }
}

/// Compares a count between `low` and `high` with a limit.
pub(super) fn compare_range(low: u64, high: u64, operator: Operator, limit: i64) -> Truth {
    let (low, high) =
        (i64::try_from(low).unwrap_or(i64::MAX), i64::try_from(high).unwrap_or(i64::MAX));
    let is_limit = low == limit && high == limit;
    let is_beside = limit < low || limit > high;
    let (holds, fails) = match operator {
        Operator::AtLeast => (low >= limit, high < limit),
        Operator::Greater => (low > limit, high <= limit),
        Operator::AtMost => (high <= limit, low > limit),
        Operator::Less => (high < limit, low >= limit),
        Operator::Equal | Operator::Has => (is_limit, is_beside),
        Operator::NotEqual => (is_beside, is_limit),
    };
    if holds {
        Truth::True
    } else if fails {
        Truth::False
    } else {
        Truth::Unknown
    }
}

pub(super) fn whole_range((low, high): (u64, u64)) -> Quantity {
    Quantity::range(Rational::new(low.into(), 1), Rational::new(high.into(), 1))
}

impl<L: Leaves> BoundValue<L> {
    /// The number in a state of its leaves.
    pub fn value(&self, state: L::State<'_>) -> Quantity {
        match self {
            BoundValue::Exact(quantity) => *quantity,
            BoundValue::Count(leaf) => whole_range(L::count(leaf, state)),
            BoundValue::Fold(leaf) => L::fold(leaf, state),
            BoundValue::Distinct(leaf) => whole_range(L::distinct(leaf, state)),
            BoundValue::Copies(leaf) => whole_range(L::copies(leaf, state)),
            BoundValue::Groups(leaf) => whole_range(L::groups(leaf, state)),
            BoundValue::Total(leaf) => L::total(leaf, state),
            BoundValue::Indicator(node) => Quantity::indicator(node.truth(state)),
            BoundValue::Operation(operation, operands) => {
                operation.apply(operands.iter().map(|operand| operand.value(state)))
            }
        }
    }

    /// The number, if it does not depend on counts.
    pub fn constant(&self) -> Option<Quantity> {
        match self {
            BoundValue::Exact(quantity) => Some(*quantity),
            _ => None,
        }
    }
}

/// A condition bound to a universe.
#[derive(Clone, PartialEq, Debug)]
pub struct BoundCondition {
    node: Node,
    cases: Cases,
}

impl BoundCondition {
    pub(super) fn new(node: Node) -> BoundCondition {
        BoundCondition { node, cases: Cases::default() }
    }

    /// Whether unknown facts are decided by cases.
    pub fn has_cases(&self) -> bool {
        self.cases.all_nodes().next().is_some()
    }

    /// Drops the cases that decide unknown facts: evaluation is faster and more often unknown.
    pub fn without_cases(self) -> BoundCondition {
        BoundCondition::new(self.node)
    }

    /// Whether the condition is true for these counts: one row per pile of the universe, in its
    /// order. Spots without a count have no cards.
    pub fn truth(&self, counts: Counts<'_>) -> Truth {
        // Each case costs as much as the node, so they are evaluated only if the node leaves the
        // answer open.
        match self.node.truth(counts) {
            Truth::Unknown => self.cases.truth(counts),
            truth => truth,
        }
    }

    /// The bound tree, for consumers that translate it into something else.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// Steps of a few nanoseconds that one evaluation takes.
    pub fn effort(&self) -> u64 {
        let nodes = std::iter::once(&self.node).chain(self.cases.all_nodes());
        nodes.fold(0, |sum, node| sum.saturating_add(condition_effort(node)))
    }
}

/// A measure bound to a universe.
#[derive(Clone, PartialEq, Debug)]
pub struct BoundMeasure {
    value: BoundValue,
}

impl BoundMeasure {
    pub(super) fn new(value: BoundValue) -> BoundMeasure {
        BoundMeasure { value }
    }

    /// The number for these counts, as for [`BoundCondition::truth`].
    pub fn value(&self, counts: Counts<'_>) -> Quantity {
        self.value.value(counts)
    }

    /// The bound tree, for consumers that translate it into something else.
    pub fn node(&self) -> &BoundValue {
        &self.value
    }

    /// Steps of one evaluation, as for [`BoundCondition::effort`].
    pub fn effort(&self) -> u64 {
        measure_effort(&self.value)
    }
}

// The unit is a step of a few nanoseconds; both figures were measured roughly. A consumer adds them
// up before the first of very many evaluations, to estimate how long all of them take.

/// Steps of a calculation with exact fractions.
const CALCULATION_STEPS: u64 = 10;
/// Steps of a comparison of two quantities.
const COMPARISON_STEPS: u64 = 6;

fn sum_efforts(efforts: impl Iterator<Item = u64>) -> u64 {
    efforts.fold(0, u64::saturating_add)
}

fn condition_effort(node: &Node) -> u64 {
    1 + match node {
        Node::Constant(_) => 0,
        Node::All(items) | Node::Any(items) => sum_efforts(items.iter().map(condition_effort)),
        Node::Not(inner) => condition_effort(inner),
        Node::Count { leaf, .. } => count_effort(leaf),
        Node::Compare { left, right, .. } => {
            COMPARISON_STEPS + measure_effort(left) + measure_effort(right)
        }
        Node::Each(grouped) => groups_effort(grouped),
    }
}

fn measure_effort(value: &BoundValue) -> u64 {
    1 + match value {
        BoundValue::Exact(_) => 0,
        BoundValue::Count(leaf) => count_effort(leaf),
        BoundValue::Fold(leaf) => CALCULATION_STEPS + 2 * leaf.terms.len() as u64,
        BoundValue::Distinct(leaf) | BoundValue::Copies(leaf) => value_groups_effort(leaf),
        BoundValue::Groups(grouped) => groups_effort(grouped),
        BoundValue::Total(totals) => totals_effort(totals),
        BoundValue::Indicator(node) => condition_effort(node),
        BoundValue::Operation(operation, operands) => {
            let steps = match operation {
                Operation::Negate | Operation::Floor | Operation::Ceil => COMPARISON_STEPS,
                Operation::Arithmetic(_) => CALCULATION_STEPS,
                Operation::Least | Operation::Greatest => CALCULATION_STEPS * operands.len() as u64,
            };
            steps.saturating_add(sum_efforts(operands.iter().map(measure_effort)))
        }
    }
}

fn count_effort(leaf: &CountLeaf) -> u64 {
    (leaf.certain.len() + leaf.possible.len()) as u64
}

fn value_groups_effort(leaf: &GroupLeaf) -> u64 {
    let groups = leaf
        .groups
        .iter()
        .map(|g| g.certain.len() + g.doubtful.len() + g.candidates.len());
    let uncertain = leaf
        .uncertain
        .iter()
        .map(|s| s.certain.len() + s.possible.len() + s.candidate_groups.len());
    groups.chain(uncertain).map(|spots| spots as u64 + 1).sum()
}

fn groups_effort(grouped: &GroupedCondition) -> u64 {
    let groups = grouped.groups.iter().map(|group| {
        ((group.certain.len() + group.possible.len()) as u64)
            .saturating_add(condition_effort(&group.node))
    });
    let uncertain = grouped.uncertain.iter().map(|uncertain_card| {
        let spots = (uncertain_card.card.certain.len() + uncertain_card.card.possible.len()) as u64;
        spots.saturating_add(sum_efforts(
            uncertain_card
                .joined_groups
                .iter()
                .chain(&uncertain_card.own_group)
                .map(condition_effort),
        ))
    });
    sum_efforts(groups.chain(uncertain))
}

fn totals_effort(totals: &GroupedMeasure) -> u64 {
    let groups = totals.groups.iter().map(|group| {
        let spots = (group.certain.len() + group.possible.len()) as u64;
        spots
            .saturating_add(CALCULATION_STEPS)
            .saturating_add(measure_effort(&group.value))
    });
    let uncertain = totals.uncertain.iter().map(|(uncertain_card, value)| {
        let spots = (uncertain_card.certain.len() + uncertain_card.possible.len()) as u64;
        spots
            .saturating_add(CALCULATION_STEPS)
            .saturating_add(value.as_ref().map_or(0, measure_effort))
    });
    sum_efforts(groups.chain(uncertain))
}
