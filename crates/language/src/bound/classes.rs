//! Classes of interchangeable cards. Two slots of a pile are interchangeable if every leaf of the
//! bound tree treats them alike. Then only their total number matters, which makes exact odds
//! affordable.

use super::{
    BoundCondition, BoundMeasure, BoundValue, CountLeaf, FoldLeaf, Node, Spot,
    group::{GroupLeaf, GroupedCondition, GroupedMeasure},
};
use crate::quantity::Quantity;
use std::collections::HashMap;

/// The role of a slot in one leaf: the number of the leaf, the list of it that contains the slot,
/// and the slot's lowest and highest value.
type LeafColumn = (u32, u32, Option<i64>, Option<i64>);

/// Collects the columns of each slot of one pile. Slots with equal columns are one class.
#[derive(Default)]
struct Columns {
    pile: u32,
    slots: Vec<Vec<LeafColumn>>,
    caps: Vec<Cap>,
    last_leaf: u32,
}

/// The number of cards of a slot from which on more of them change nothing.
#[derive(Clone, Copy, Default)]
enum Cap {
    #[default]
    Unused,
    Count(u64),
    Unlimited,
}

impl Cap {
    fn count(self) -> Option<u64> {
        match self {
            Cap::Unused => Some(0),
            Cap::Count(cap) => Some(cap),
            Cap::Unlimited => None,
        }
    }
}

impl BoundCondition {
    /// A class number for every slot of a pile: slots of one class are interchangeable, so that
    /// only the number of cards per class matters. Class numbers are shared between piles only by
    /// accident.
    pub fn classes(&self, pile: usize, slots: usize) -> Vec<usize> {
        let mut columns = Columns::new(pile, slots);
        columns.add_bound(self);
        columns.classes()
    }

    /// For every slot of a pile the number of cards beyond which more of its class change nothing,
    /// if such a number is known.
    pub fn caps(&self, pile: usize, slots: usize) -> Vec<Option<u64>> {
        let mut columns = Columns::new(pile, slots);
        columns.add_bound(self);
        columns.caps.into_iter().map(Cap::count).collect()
    }
}

impl BoundMeasure {
    /// A class number for every slot of a pile, as for [`BoundCondition::classes`].
    pub fn classes(&self, pile: usize, slots: usize) -> Vec<usize> {
        let mut columns = Columns::new(pile, slots);
        columns.add_value(&self.value, None);
        columns.classes()
    }
}

impl Columns {
    fn new(pile: usize, slots: usize) -> Columns {
        Columns {
            pile: u32::try_from(pile).unwrap_or(u32::MAX),
            slots: vec![Vec::new(); slots],
            caps: vec![Cap::Unused; slots],
            last_leaf: 0,
        }
    }

    fn classes(self) -> Vec<usize> {
        let mut numbers: HashMap<Vec<LeafColumn>, usize> = HashMap::new();
        let mut classes = Vec::with_capacity(self.slots.len());
        for columns in self.slots {
            let next = numbers.len();
            classes.push(*numbers.entry(columns).or_insert(next));
        }
        classes
    }

    fn number_leaf(&mut self) -> u32 {
        self.last_leaf += 1;
        self.last_leaf
    }

    fn add_spot(&mut self, spot: Spot, column: LeafColumn, cap: Option<u64>) {
        if spot.pile != self.pile {
            return;
        }
        if let Some(columns) = self.slots.get_mut(spot.slot as usize) {
            columns.push(column);
        }
        if let Some(known) = self.caps.get_mut(spot.slot as usize) {
            *known = match (*known, cap) {
                // One leaf without a cap is enough to make every card count.
                (Cap::Unlimited, _) | (_, None) => Cap::Unlimited,
                (Cap::Unused, Some(cap)) => Cap::Count(cap),
                (Cap::Count(old), Some(cap)) => Cap::Count(old.max(cap)),
            };
        }
    }

    fn add_spots(&mut self, leaf: u32, role: u32, spots: &[Spot], cap: Option<u64>) {
        spots
            .iter()
            .for_each(|spot| self.add_spot(*spot, (leaf, role, None, None), cap));
    }

    fn add_bound(&mut self, bound: &BoundCondition) {
        self.add_node(&bound.node);
        // Cards that only one case distinguishes are distinguished too.
        bound.cases.all_nodes().for_each(|node| self.add_node(node));
        for spots in &bound.cases.choice_spots {
            let number = self.number_leaf();
            // `Cases::truth` only asks whether there are several copies.
            self.add_spots(number, 0, spots, Some(2));
        }
    }

    fn add_node(&mut self, node: &Node) {
        match node {
            Node::Constant(_) => {}
            Node::All(items) | Node::Any(items) => items.iter().for_each(|i| self.add_node(i)),
            Node::Not(inner) => self.add_node(inner),
            Node::Count { leaf, limit, .. } => {
                // One more than the limit: `= 3` and `<= 3` change once more between 3 and 4.
                self.add_count(leaf, Some(u64::try_from(*limit).unwrap_or(0).saturating_add(1)));
            }
            Node::Compare { left, right, .. } => {
                self.add_value(left, comparison_cap(right));
                self.add_value(right, comparison_cap(left));
            }
            Node::Each(grouped) => self.add_groups(grouped),
        }
    }

    fn add_value(&mut self, value: &BoundValue, cap: Option<u64>) {
        match value {
            BoundValue::Exact(_) => {}
            BoundValue::Count(leaf) => self.add_count(leaf, cap),
            BoundValue::Fold(leaf) => self.add_fold(leaf),
            BoundValue::Copies(leaf) => self.add_value_groups(leaf, cap),
            // A value counts once, with one card or with many.
            BoundValue::Distinct(leaf) => self.add_value_groups(leaf, Some(1)),
            BoundValue::Groups(grouped) => self.add_groups(grouped),
            BoundValue::Total(totals) => self.add_totals(totals),
            BoundValue::Indicator(node) => self.add_node(node),
            BoundValue::Operation(_, operands) => {
                // Each further card changes the operands of a sum or a product, and so the result.
                operands.iter().for_each(|o| self.add_value(o, None))
            }
        }
    }

    fn add_totals(&mut self, totals: &GroupedMeasure) {
        let number = self.number_leaf();
        let mut role = 0;
        for group in &totals.groups {
            self.add_spots(number, role, &group.certain, Some(1));
            self.add_spots(number, role + 1, &group.possible, Some(1));
            self.add_value(&group.value, None);
            role += 2;
        }
        for (uncertain, value) in &totals.uncertain {
            self.add_spots(number, role, &uncertain.certain, None);
            self.add_spots(number, role + 1, &uncertain.possible, None);
            role += 2;
            if let Some(value) = value {
                self.add_value(value, None);
            }
        }
    }

    fn add_count(&mut self, leaf: &CountLeaf, cap: Option<u64>) {
        let number = self.number_leaf();
        self.add_spots(number, 0, &leaf.certain, cap);
        self.add_spots(number, 1, &leaf.possible, cap);
    }

    fn add_fold(&mut self, leaf: &FoldLeaf) {
        let number = self.number_leaf();
        for term in &leaf.terms {
            // No cap: each further card moves a total or an average.
            self.add_spot(
                term.spot,
                (number, u32::from(term.is_certain), term.low, term.high),
                None,
            );
        }
    }

    fn add_value_groups(&mut self, leaf: &GroupLeaf, cap: Option<u64>) {
        let number = self.number_leaf();
        let mut role = 0;
        for group in &leaf.groups {
            self.add_spots(number, role, &group.certain, cap);
            self.add_spots(number, role + 1, &group.doubtful, cap);
            self.add_spots(number, role + 2, &group.candidates, cap);
            role += 3;
        }
        for uncertain in &leaf.uncertain {
            // Every copy may have a value of its own.
            let cap =
                if uncertain.per_copy { cap.map(|cap| cap.max(uncertain.max_values)) } else { cap };
            self.add_spots(number, role, &uncertain.certain, cap);
            self.add_spots(number, role + 1, &uncertain.possible, cap);
            role += 2;
        }
    }

    fn add_groups(&mut self, grouped: &GroupedCondition) {
        let number = self.number_leaf();
        let mut role = 0;
        for group in &grouped.groups {
            self.add_spots(number, role, &group.certain, Some(1));
            self.add_spots(number, role + 1, &group.possible, Some(1));
            self.add_node(&group.node);
            role += 2;
        }
        for uncertain in &grouped.uncertain {
            self.add_spots(number, role, &uncertain.card.certain, Some(1));
            self.add_spots(number, role + 1, &uncertain.card.possible, Some(1));
            uncertain
                .joined_groups
                .iter()
                .chain(&uncertain.own_group)
                .for_each(|node| self.add_node(node));
            role += 2;
        }
    }
}

/// The number of cards from which on a comparison with a constant cannot change any more.
fn comparison_cap(other: &BoundValue) -> Option<u64> {
    let limit: Quantity = other.constant()?;
    let ceiling = limit.exact_value()?.ceil().to_integer()?;
    Some(u64::try_from(ceiling).unwrap_or(0).saturating_add(1))
}
