//! Limits on measures, and pairs of them that no deck can satisfy together.

use super::ranges::Ranges;
use sleeve_data::model::format::Rule;
use sleeve_language::ast::Operator;
use sleeve_language::tree::{ConditionKind, ConditionNode, MeasureKind, MeasureNode};
use sleeve_language::{Quantity, Rational, parse};
use std::ops::Range;

/// A comparison of a measure with a number that does not depend on the deck.
#[derive(Clone, Debug)]
pub(super) struct MeasureLimit {
    /// The measure in normal spelling, with the piles it reads.
    measure: String,
    /// The smallest value that may satisfy the limit, over all values of the parameters; `None`: unbounded.
    low: Option<Rational>,
    high: Option<Rational>,
    roles: Vec<String>,
    /// The key of the text.
    pub(super) place: String,
    pub(super) text: String,
    /// The comparison in the text.
    pub(super) span: Range<usize>,
}

impl MeasureLimit {
    /// The comparison as the data has it.
    pub(super) fn written_text(&self) -> &str {
        self.text.get(self.span.clone()).unwrap_or("").trim()
    }

    fn excludes(&self, other: &MeasureLimit) -> bool {
        let above = |low: Option<Rational>, high: Option<Rational>| {
            low.zip(high).is_some_and(|(low, high)| low > high)
        };
        let share = |a: &[String], b: &[String]| {
            a.is_empty() || b.is_empty() || a.iter().any(|role| b.contains(role))
        };
        self.measure == other.measure
            && share(&self.roles, &other.roles)
            && (above(self.low, other.high) || above(other.low, self.high))
    }
}

/// Collects the limits that have to hold for a condition to hold.
pub(super) fn collect_limits(
    node: &ConditionNode,
    ranges: &Ranges<'_>,
    rule: &Rule,
    found: &mut Vec<MeasureLimit>,
) {
    match &node.kind {
        ConditionKind::All(items) => {
            items.iter().for_each(|item| collect_limits(item, ranges, rule, found))
        }
        ConditionKind::Compare { left, operator, right } => {
            let sides = match (left.reads_cards(), right.reads_cards()) {
                (true, false) => (left, *operator, right),
                (false, true) => (right, operator.mirrored(), left),
                _ => return,
            };
            found.extend(read_limit(sides, ranges, rule, &node.span));
        }
        _ => {}
    }
}

fn read_limit(
    (measure, operator, bound): (&MeasureNode, Operator, &MeasureNode),
    ranges: &Ranges<'_>,
    rule: &Rule,
    span: &Range<usize>,
) -> Option<MeasureLimit> {
    let bound: Quantity = ranges.measure_range(bound);
    let whole = is_integer(measure);
    let (low, high) = match operator {
        Operator::Equal | Operator::Has => (bound.low(), bound.high()),
        Operator::AtLeast => (bound.low(), None),
        Operator::AtMost => (None, bound.high()),
        Operator::Greater if whole => (bound.low()?.floor().plus(Rational::ONE), None),
        Operator::Less if whole => (None, bound.high()?.ceil().minus(Rational::ONE)),
        // There is no next smaller or larger decimal number, so the bound itself is taken as allowed.
        Operator::Greater => (bound.low(), None),
        Operator::Less => (None, bound.high()),
        Operator::NotEqual => return None,
    };
    Some(MeasureLimit {
        measure: measure_identity(measure, ranges)?,
        low,
        high,
        roles: rule.roles.clone(),
        place: format!("format/{}/rule/{}/require", rule.format, rule.id),
        text: ranges.text.to_owned(),
        span: span.clone(),
    })
}

fn is_integer(node: &MeasureNode) -> bool {
    let counted = matches!(node.kind, MeasureKind::Count { .. } | MeasureKind::Distinct { .. });
    counted || matches!(node.kind, MeasureKind::Copies { .. } | MeasureKind::Groups { .. })
}

/// A key that is equal for texts that measure the same thing; `None` for measures that read no piles.
fn measure_identity(node: &MeasureNode, ranges: &Ranges<'_>) -> Option<String> {
    let reads = match &node.kind {
        MeasureKind::Count { reads, .. }
        | MeasureKind::Fold { reads, .. }
        | MeasureKind::Distinct { reads, .. }
        | MeasureKind::Copies { reads, .. }
        | MeasureKind::Total { reads, .. }
        | MeasureKind::Groups { reads, .. } => reads,
        _ => return None,
    };
    let mut piles = ranges.piles(reads).to_vec();
    piles.sort();
    let written = ranges.slice(&node.span);
    let call = match (reads, written.rfind(')')) {
        (Some(_), Some(end)) => written.get(..=end)?,
        _ => written,
    };
    let spelling = parse(call).ok()?.to_string();
    Some(format!("{spelling} in {}", piles.join("|")))
}

/// The pairs of limits that no deck can satisfy together; the earlier limit comes first.
pub(super) fn contradictory_pairs(limits: &[MeasureLimit]) -> Vec<(&MeasureLimit, &MeasureLimit)> {
    let mut pairs = Vec::new();
    for (at, second) in limits.iter().enumerate() {
        let excluded = limits.iter().take(at).filter(|first| first.excludes(second));
        pairs.extend(excluded.map(|first| (first, second)));
    }
    pairs
}
