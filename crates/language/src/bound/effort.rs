//! What one evaluation costs, so that a consumer can say before the first of very many how long all
//! of them take. The unit is a step of a few nanoseconds; the figures were measured roughly.

use super::group::{GroupLeaf, Grouped, Totals};
use super::{BoundValue, CountLeaf, FoldLeaf, Node};
use crate::operation::Operation;

/// Steps of a calculation with exact fractions.
const CALCULATION_STEPS: u64 = 10;
/// Steps of a comparison of two quantities.
const COMPARISON_STEPS: u64 = 6;

fn sum_efforts(efforts: impl Iterator<Item = u64>) -> u64 {
    efforts.fold(0, u64::saturating_add)
}

pub(super) fn condition_effort(node: &Node) -> u64 {
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

pub(super) fn measure_effort(value: &BoundValue) -> u64 {
    1 + match value {
        BoundValue::Exact(_) => 0,
        BoundValue::Count(leaf) => count_effort(leaf),
        BoundValue::Fold(leaf) => fold_effort(leaf),
        BoundValue::Distinct(leaf) | BoundValue::Copies(leaf) => value_groups_effort(leaf),
        BoundValue::Groups(grouped) => groups_effort(grouped),
        BoundValue::Total(totals) => totals_effort(totals),
        BoundValue::Indicator(node) => condition_effort(node),
        BoundValue::Operation(operation, operands) => {
            let own = match operation {
                Operation::Negate | Operation::Floor | Operation::Ceil => COMPARISON_STEPS,
                Operation::Arithmetic(_) => CALCULATION_STEPS,
                Operation::Least | Operation::Greatest => CALCULATION_STEPS * operands.len() as u64,
            };
            own.saturating_add(sum_efforts(operands.iter().map(measure_effort)))
        }
    }
}

fn count_effort(leaf: &CountLeaf) -> u64 {
    (leaf.sure.len() + leaf.maybe.len()) as u64
}

fn fold_effort(leaf: &FoldLeaf) -> u64 {
    CALCULATION_STEPS + 2 * leaf.terms.len() as u64
}

fn value_groups_effort(leaf: &GroupLeaf) -> u64 {
    let groups = leaf.groups.iter().map(|g| g.sure.len() + g.known.len() + g.perhaps.len());
    let strays =
        leaf.strays.iter().map(|s| s.sure.len() + s.maybe.len() + s.candidate_groups.len());
    groups.chain(strays).map(|spots| spots as u64 + 1).sum()
}

fn groups_effort(grouped: &Grouped) -> u64 {
    let groups = grouped.groups.iter().map(|group| {
        ((group.sure.len() + group.maybe.len()) as u64)
            .saturating_add(condition_effort(&group.node))
    });
    let strays = grouped.strays.iter().map(|stray| {
        let spots = (stray.stray.sure.len() + stray.stray.maybe.len()) as u64;
        spots.saturating_add(sum_efforts(
            stray.joining.iter().chain(&stray.fresh).map(condition_effort),
        ))
    });
    sum_efforts(groups.chain(strays))
}

fn totals_effort(totals: &Totals) -> u64 {
    let groups = totals.groups.iter().map(|group| {
        let spots = (group.sure.len() + group.maybe.len()) as u64;
        spots.saturating_add(CALCULATION_STEPS).saturating_add(measure_effort(&group.value))
    });
    let strays = totals.strays.iter().map(|(stray, value)| {
        let spots = (stray.sure.len() + stray.maybe.len()) as u64;
        spots
            .saturating_add(CALCULATION_STEPS)
            .saturating_add(value.as_ref().map_or(0, measure_effort))
    });
    sum_efforts(groups.chain(strays))
}
