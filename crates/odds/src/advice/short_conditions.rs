//! Short conditions on opening hands, made of the measures that the asked condition reads, such as
//! numbers of cards.

use super::boxes::{Axis, Interval, Plane, Region, fit_boxes};
use crate::{
    mulligan::WeighedHand,
    table::{HAND, SEEN},
};
use sleeve_language::{
    Filter, Measure, Rational, Scope,
    ast::{Expr, ExprKind},
    docs::{Function, FunctionResult},
    filter, measure, parse,
};

/// Most filters of a condition that are paired: four give six pairs, each with `or` and `and`.
const PAIRED_FILTERS: usize = 4;

/// The most measures of short conditions; the work of fitting boxes grows with the square of their
/// number.
const MOST_MEASURES: usize = 16;

/// The filters and measures by which a condition reads a hand.
pub(super) struct Features {
    pub(super) filters: Vec<(String, Filter)>,
    /// Measures of a hand: text and parsed.
    pub(super) measures: Vec<(String, Measure)>,
}

/// Hands, and the measures that distinguish some of them, each with its position in
/// [`Features::measures`].
pub(super) struct MeasuredHands {
    hands: Vec<Vec<u32>>,
    axes: Vec<(usize, Axis)>,
}

impl MeasuredHands {
    pub(super) fn are_of_hands(&self, hands: &[WeighedHand<'_>]) -> bool {
        self.hands.iter().eq(hands.iter().map(|hand| hand.counts))
    }
}

/// A short condition, and the hands that satisfy it.
pub(super) struct ShortCondition {
    /// The text; `None`: all hands are kept.
    pub(super) text: Option<String>,
    pub(super) kept_hands: Vec<bool>,
}

impl Features {
    /// Collects the filters and measures of a condition, and counts of pairs of its filters.
    pub(super) fn from_condition(text: &str, scope: &Scope<'_>) -> Features {
        let (mut filters, mut measures) = (Vec::new(), Vec::new());
        if let Ok(tree) = parse(text) {
            collect_measures(&tree, &mut filters, &mut measures);
        }
        let counted = filters.iter().map(|text| format!("count({text})"));
        let mut texts: Vec<String> = counted.chain(measures).collect();
        for (at, first) in filters.iter().enumerate().take(PAIRED_FILTERS) {
            for second in &filters[at + 1..filters.len().min(PAIRED_FILTERS)] {
                let (first, second) = (bracket_filter(first), bracket_filter(second));
                texts.push(format!("count({first} or {second})"));
                texts.push(format!("count({first} and {second})"));
            }
        }
        let mut features = Features { filters: Vec::new(), measures: Vec::new() };
        for text in texts {
            if features.measures.len() < MOST_MEASURES
                && let Ok(read) = measure(&text, scope)
            {
                features.measures.push((text, read));
            }
        }
        for text in filters {
            if let Ok(read) = filter(&text, scope) {
                features.filters.push((text, read));
            }
        }
        features
    }

    /// The measures that distinguish some of these hands; of measures with the same order, the
    /// first.
    pub(super) fn measure_hands(
        &self,
        hands: &[WeighedHand<'_>],
        value: &dyn Fn(usize, &[u32]) -> Option<Rational>,
    ) -> MeasuredHands {
        let mut axes: Vec<(usize, Axis)> = Vec::new();
        for feature in 0..self.measures.len() {
            let values: Option<Vec<Rational>> = hands
                .iter()
                .map(|hand| value(feature, hand.counts))
                .collect();
            if let Some(axis) = values.map(Axis::new).filter(|axis| axis.values.len() > 1)
                && !axes
                    .iter()
                    .any(|(_, other)| other.positions == axis.positions)
            {
                axes.push((feature, axis));
            }
        }
        MeasuredHands { hands: hands.iter().map(|hand| hand.counts.to_vec()).collect(), axes }
    }

    /// The shortest condition that keeps roughly the hands that gain by it. `weight` is the
    /// probability of drawing hands of this size: rare hands are not worth many bounds.
    pub(super) fn shortest_condition(
        &self,
        hands: &[WeighedHand<'_>],
        weight: f64,
        measured: &MeasuredHands,
    ) -> ShortCondition {
        let gains: Vec<f64> = hands.iter().map(|hand| hand.gain * weight).collect();
        let axes = &measured.axes;
        let only: Vec<&Axis> = axes.iter().map(|(_, axis)| axis).collect();
        let plane = Plane::new(&only, hands.len());
        let fitted = fit_boxes(&plane, &gains);
        let kept = fitted.kept_hands(&plane);
        let text = match (kept.iter().all(|kept| *kept), kept.iter().any(|kept| *kept)) {
            (true, _) => None,
            // No hand satisfies it, since no count is below 0.
            (_, false) => Some("count() < 0".to_owned()),
            _ => Some(self.write_condition(&fitted.regions, fitted.negated, axes)),
        };
        ShortCondition { text, kept_hands: kept }
    }

    fn write_condition(&self, regions: &[Region], negated: bool, axes: &[(usize, Axis)]) -> String {
        let mut texts: Vec<String> = Vec::new();
        for region in regions {
            let mut bounds: Vec<String> = Vec::new();
            for (interval, (feature, axis)) in region.intervals.iter().zip(axes) {
                let Some((text, _)) = self.measures.get(*feature) else { continue };
                bounds.extend(write_bound(text, *interval, axis));
            }
            let text = bounds.join(" and ");
            let has_several = regions.len() > 1 && bounds.len() > 1;
            texts.push(if has_several { format!("({text})") } else { text });
        }
        let text = texts.join(" or ");
        if negated { format!("not ({text})") } else { text }
    }
}

/// Writes a bound, such as `2 <= count(lands) <= 5`; `None` if there is no bound.
fn write_bound(text: &str, (low, high): Interval, axis: &Axis) -> Option<String> {
    let last = axis.values.len() - 1;
    let (from, to) = (write_number(*axis.values.get(low)?), write_number(*axis.values.get(high)?));
    match (low == 0, high == last) {
        (true, true) => None,
        _ if low == high => Some(format!("{text} = {from}")),
        (true, false) => Some(format!("{text} <= {to}")),
        (false, true) => Some(format!("{text} >= {from}")),
        (false, false) => Some(format!("{from} <= {text} <= {to}")),
    }
}

fn write_number(number: Rational) -> String {
    match number.to_integer() {
        Some(whole) => whole.to_string(),
        None => format!("{}/{}", number.numerator(), number.denominator()),
    }
}

/// Puts a filter in brackets if it could not be joined with another.
fn bracket_filter(text: &str) -> String {
    match parse(text).map(|tree| tree.kind) {
        Ok(ExprKind::And(_) | ExprKind::Or(_) | ExprKind::If(..)) => format!("({text})"),
        _ => text.to_owned(),
    }
}

fn add_text(list: &mut Vec<String>, text: String) {
    if !text.is_empty() && !list.contains(&text) {
        list.push(text);
    }
}

/// Collects the filters and measures of a condition that read the hand, each once.
fn collect_measures(expr: &Expr, filters: &mut Vec<String>, measures: &mut Vec<String>) {
    match &expr.kind {
        ExprKind::Call { function, arguments } => match (function, arguments.as_slice()) {
            (Function::Count | Function::Any | Function::None, [filter]) => {
                add_text(filters, filter.to_string());
            }
            // All cards satisfy it if there are none against it.
            (Function::All, [filter]) => add_text(filters, format!("not ({filter})")),
            (Function::Count, _) => {}
            (function, _) if function.row().result == FunctionResult::Measure => {
                add_text(measures, expr.to_string());
            }
            (Function::Floor | Function::Ceil | Function::Least | Function::Greatest, items) => {
                items
                    .iter()
                    .for_each(|item| collect_measures(item, filters, measures));
            }
            _ => {}
        },
        ExprKind::In { inner, piles, .. } => {
            if piles
                .iter()
                .any(|pile| pile.text == HAND || pile.text == SEEN)
            {
                collect_measures(inner, filters, measures);
            }
        }
        ExprKind::Not(inner) | ExprKind::Negate(inner) | ExprKind::Bracket(inner) => {
            collect_measures(inner, filters, measures);
        }
        ExprKind::Arithmetic { left, right, .. } => {
            collect_measures(left, filters, measures);
            collect_measures(right, filters, measures);
        }
        ExprKind::Compare { first, rest } => {
            collect_measures(first, filters, measures);
            for value in rest.iter().flat_map(|comparison| &comparison.values) {
                collect_measures(value, filters, measures);
            }
        }
        ExprKind::And(items) | ExprKind::Or(items) => {
            items
                .iter()
                .for_each(|item| collect_measures(item, filters, measures));
        }
        ExprKind::If(condition, then) => {
            collect_measures(condition, filters, measures);
            collect_measures(then, filters, measures);
        }
        ExprKind::Number(_)
        | ExprKind::Word(_)
        | ExprKind::Phrase(_)
        | ExprKind::Regex(_)
        | ExprKind::Parameter(_)
        | ExprKind::Cards(_)
        | ExprKind::Unknown => {}
    }
}
