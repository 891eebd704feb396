//! The sides of a comparison: which of them a cause is told of, and which piles they read.

use crate::ast::Operator;
use crate::bound::Binder;
use crate::resolved_text::PileReads;
use crate::tree::{ConditionKind, ConditionNode, Fold, MeasureKind, MeasureNode};
use crate::walk::TreePart;

/// The piles that a measure names, together with the default piles if it reads these too. Empty if it reads the
/// default piles only.
pub(super) fn named_piles(binder: &Binder<'_>, measure: &MeasureNode) -> Vec<String> {
    let reads = PileReads::from_part(TreePart::Measure(measure));
    let default = reads.default;
    let mut names = reads.names();
    if default && !names.is_empty() {
        names.extend(binder.default_piles().iter().cloned());
        names.sort();
        names.dedup();
    }
    names
}

/// The first comparison of a chain, `2 * count(kind:a) <= count() <= 9`, told of the measure in the middle; `None` for two that are
/// no chain.
pub(super) fn turn_to_middle<'n>(
    first: &'n ConditionNode,
    second: &ConditionNode,
) -> Option<(&'n MeasureNode, Operator, &'n MeasureNode)> {
    let ConditionKind::Compare { left, operator, right } = &first.kind else { return None };
    let ConditionKind::Compare { left: middle, .. } = &second.kind else { return None };
    (right.span == middle.span).then(|| (right, operator.mirrored(), left))
}

/// Whether the left of two measures of different piles limits the right one: `5 * count() in hero <= count()` is
/// about the number of cards in the deck. The limited side is the one that reads the default piles; else the one
/// that is no minimum, maximum or average; else the one that is not calculated.
pub(super) fn is_limiting_side(
    binder: &Binder<'_>,
    left: &MeasureNode,
    right: &MeasureNode,
) -> bool {
    let weight = |measure: &MeasureNode| {
        let part = TreePart::Measure(measure);
        let reads = PileReads::from_part(part);
        let totals = part.any(|part| {
            let TreePart::Measure(node) = part else { return false };
            match &node.kind {
                MeasureKind::Fold { fold, .. } => *fold == Fold::Sum,
                MeasureKind::Number(_)
                | MeasureKind::Parameter(_)
                | MeasureKind::Operation(..)
                | MeasureKind::Whole(_)
                | MeasureKind::Named(_) => false,
                _ => true,
            }
        });
        let plain = !matches!(measure.kind, MeasureKind::Operation(..));
        (reads.default, totals, plain)
    };
    let different = named_piles(binder, left) != named_piles(binder, right);
    different && weight(left) < weight(right)
}

pub(super) fn counts_cards(measure: &MeasureNode) -> bool {
    matches!(measure.kind, MeasureKind::Count { .. } | MeasureKind::Copies { .. })
}
