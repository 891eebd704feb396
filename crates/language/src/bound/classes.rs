//! Which cards are interchangeable under a condition.

use super::group::{GroupLeaf, Grouped, Totals};
use super::{Bound, BoundValue, CountLeaf, FoldLeaf, Node, Spot};
use crate::ast::Operator;
use crate::quantity::Quantity;
use std::collections::HashMap;

/// What a leaf says of a spot: which leaf, how it takes part, and with which values.
type LeafColumn = (u32, u32, Option<i64>, Option<i64>);

#[derive(Default)]
struct Columns {
    pile: u32,
    slots: Vec<Vec<LeafColumn>>,
    caps: Vec<Cap>,
    next: u32,
}

#[derive(Clone, Copy, Default)]
enum Cap {
    #[default]
    Unused,
    At(u64),
    None,
}

pub(super) fn of_bound(bound: &Bound, pile: usize, slots: usize) -> Vec<usize> {
    let mut columns = Columns::new(pile, slots);
    columns.bound(bound);
    columns.classes()
}

pub(super) fn of_value(value: &BoundValue, pile: usize, slots: usize) -> Vec<usize> {
    let mut columns = Columns::new(pile, slots);
    columns.value(value, None);
    columns.classes()
}

pub(super) fn caps(bound: &Bound, pile: usize, slots: usize) -> Vec<Option<u64>> {
    let mut columns = Columns::new(pile, slots);
    columns.bound(bound);
    let cap = |cap: Cap| match cap {
        Cap::Unused => Some(0),
        Cap::At(cap) => Some(cap),
        Cap::None => None,
    };
    columns.caps.into_iter().map(cap).collect()
}

impl Columns {
    fn new(pile: usize, slots: usize) -> Columns {
        Columns {
            pile: u32::try_from(pile).unwrap_or(u32::MAX),
            slots: vec![Vec::new(); slots],
            caps: vec![Cap::Unused; slots],
            next: 0,
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

    fn leaf(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn put(&mut self, spot: Spot, column: LeafColumn, cap: Option<u64>) {
        if spot.pile != self.pile {
            return;
        }
        if let Some(columns) = self.slots.get_mut(spot.slot as usize) {
            columns.push(column);
        }
        if let Some(here) = self.caps.get_mut(spot.slot as usize) {
            *here = match (*here, cap) {
                (Cap::None, _) | (_, None) => Cap::None,
                (Cap::Unused, Some(cap)) => Cap::At(cap),
                (Cap::At(old), Some(cap)) => Cap::At(old.max(cap)),
            };
        }
    }

    fn put_all(&mut self, leaf: u32, role: u32, spots: &[Spot], cap: Option<u64>) {
        spots.iter().for_each(|spot| self.put(*spot, (leaf, role, None, None), cap));
    }

    fn bound(&mut self, bound: &Bound) {
        self.node(&bound.node);
        bound.cases.nodes().for_each(|node| self.node(node));
        for spots in &bound.cases.picked {
            let number = self.leaf();
            // One copy or several is all that matters.
            self.put_all(number, 0, spots, Some(2));
        }
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Constant(_) => {}
            Node::All(items) | Node::Any(items) => items.iter().for_each(|i| self.node(i)),
            Node::Not(inner) => self.node(inner),
            Node::Count { leaf, limit, .. } => {
                self.count(leaf, Some(u64::try_from(*limit).unwrap_or(0).saturating_add(1)));
            }
            Node::Compare { left, operator, right } => {
                self.value(left, cap_of(*operator, right));
                self.value(right, cap_of(*operator, left));
            }
            Node::Each(grouped) => self.grouped(grouped),
        }
    }

    fn value(&mut self, value: &BoundValue, cap: Option<u64>) {
        match value {
            BoundValue::Exact(_) => {}
            BoundValue::Count(leaf) => self.count(leaf, cap),
            BoundValue::Fold(leaf) => self.fold(leaf),
            BoundValue::Copies(leaf) => self.groups(leaf, cap),
            BoundValue::Distinct(leaf) => self.groups(leaf, Some(1)),
            BoundValue::Groups(grouped) => self.grouped(grouped),
            BoundValue::Total(totals) => self.totals(totals),
            BoundValue::Indicator(node) => self.node(node),
            BoundValue::Operation(_, operands) => operands.iter().for_each(|o| self.value(o, None)),
        }
    }

    fn totals(&mut self, totals: &Totals) {
        let number = self.leaf();
        let mut role = 0;
        for group in &totals.groups {
            self.put_all(number, role, &group.sure, Some(1));
            self.put_all(number, role + 1, &group.maybe, Some(1));
            self.value(&group.value, None);
            role += 2;
        }
        for (stray, value) in &totals.strays {
            self.put_all(number, role, &stray.sure, None);
            self.put_all(number, role + 1, &stray.maybe, None);
            role += 2;
            if let Some(value) = value {
                self.value(value, None);
            }
        }
    }

    fn count(&mut self, leaf: &CountLeaf, cap: Option<u64>) {
        let number = self.leaf();
        self.put_all(number, 0, &leaf.sure, cap);
        self.put_all(number, 1, &leaf.maybe, cap);
    }

    fn fold(&mut self, leaf: &FoldLeaf) {
        let number = self.leaf();
        for term in &leaf.terms {
            self.put(term.spot, (number, u32::from(term.sure), term.low, term.high), None);
        }
    }

    fn groups(&mut self, leaf: &GroupLeaf, cap: Option<u64>) {
        let number = self.leaf();
        let mut role = 0;
        for group in &leaf.groups {
            self.put_all(number, role, &group.sure, cap);
            self.put_all(number, role + 1, &group.known, cap);
            self.put_all(number, role + 2, &group.perhaps, cap);
            role += 3;
        }
        for stray in &leaf.strays {
            // As many copies may have as many values.
            let cap = if stray.apart { cap.map(|cap| cap.max(stray.most)) } else { cap };
            self.put_all(number, role, &stray.sure, cap);
            self.put_all(number, role + 1, &stray.maybe, cap);
            role += 2;
        }
    }

    fn grouped(&mut self, grouped: &Grouped) {
        let number = self.leaf();
        let mut role = 0;
        for group in &grouped.groups {
            self.put_all(number, role, &group.sure, Some(1));
            self.put_all(number, role + 1, &group.maybe, Some(1));
            self.node(&group.node);
            role += 2;
        }
        for stray in &grouped.strays {
            self.put_all(number, role, &stray.stray.sure, Some(1));
            self.put_all(number, role + 1, &stray.stray.maybe, Some(1));
            stray.joining.iter().chain(&stray.fresh).for_each(|node| self.node(node));
            role += 2;
        }
    }
}

/// From how many cards on a comparison with a constant cannot change any more.
fn cap_of(_operator: Operator, other: &BoundValue) -> Option<u64> {
    let limit: Quantity = other.constant()?;
    let ceiling = limit.exact_value()?.ceil().to_integer()?;
    Some(u64::try_from(ceiling).unwrap_or(0).saturating_add(1))
}
