//! What one evaluation costs, so that a consumer can say before the first of very many how long all
//! of them take. The unit is a step of a few nanoseconds; the figures were measured roughly.

use super::group::{GroupLeaf, Grouped, Totals};
use super::{BoundValue, CountLeaf, FoldLeaf, Node};
use crate::operation::Operation;

/// Steps of a calculation with exact fractions.
const CALCULATION: u64 = 10;
/// Steps of a comparison of two quantities.
const COMPARISON: u64 = 6;

fn sum(efforts: impl Iterator<Item = u64>) -> u64 {
    efforts.fold(0, u64::saturating_add)
}

pub(super) fn of_node(node: &Node) -> u64 {
    1 + match node {
        Node::Constant(_) => 0,
        Node::All(items) | Node::Any(items) => sum(items.iter().map(of_node)),
        Node::Not(inner) => of_node(inner),
        Node::Count { leaf, .. } => count(leaf),
        Node::Compare { left, right, .. } => COMPARISON + of_value(left) + of_value(right),
        Node::Each(grouped) => of_groups(grouped),
    }
}

pub(super) fn of_value(value: &BoundValue) -> u64 {
    1 + match value {
        BoundValue::Exact(_) => 0,
        BoundValue::Count(leaf) => count(leaf),
        BoundValue::Fold(leaf) => fold(leaf),
        BoundValue::Distinct(leaf) | BoundValue::Copies(leaf) => values(leaf),
        BoundValue::Groups(grouped) => of_groups(grouped),
        BoundValue::Total(totals) => of_totals(totals),
        BoundValue::Indicator(node) => of_node(node),
        BoundValue::Operation(operation, operands) => {
            let own = match operation {
                Operation::Negate | Operation::Floor | Operation::Ceil => COMPARISON,
                Operation::Arithmetic(_) => CALCULATION,
                Operation::Least | Operation::Greatest => CALCULATION * operands.len() as u64,
            };
            own.saturating_add(sum(operands.iter().map(of_value)))
        }
    }
}

fn count(leaf: &CountLeaf) -> u64 {
    (leaf.sure.len() + leaf.maybe.len()) as u64
}

fn fold(leaf: &FoldLeaf) -> u64 {
    CALCULATION + 2 * leaf.terms.len() as u64
}

fn values(leaf: &GroupLeaf) -> u64 {
    let groups = leaf.groups.iter().map(|g| g.sure.len() + g.known.len() + g.perhaps.len());
    let strays = leaf.strays.iter().map(|s| s.sure.len() + s.maybe.len() + s.may.len());
    groups.chain(strays).map(|spots| spots as u64 + 1).sum()
}

fn of_groups(grouped: &Grouped) -> u64 {
    let groups = grouped.groups.iter().map(|group| {
        ((group.sure.len() + group.maybe.len()) as u64).saturating_add(of_node(&group.node))
    });
    let strays = grouped.strays.iter().map(|stray| {
        let spots = (stray.stray.sure.len() + stray.stray.maybe.len()) as u64;
        spots.saturating_add(sum(stray.joining.iter().chain(&stray.fresh).map(of_node)))
    });
    sum(groups.chain(strays))
}

fn of_totals(totals: &Totals) -> u64 {
    let groups = totals.groups.iter().map(|group| {
        let spots = (group.sure.len() + group.maybe.len()) as u64;
        spots.saturating_add(CALCULATION).saturating_add(of_value(&group.value))
    });
    let strays = totals.strays.iter().map(|(stray, value)| {
        let spots = (stray.sure.len() + stray.maybe.len()) as u64;
        spots.saturating_add(CALCULATION).saturating_add(value.as_ref().map_or(0, of_value))
    });
    sum(groups.chain(strays))
}
