//! Filters decided by cases: see [`list_cases`](super::list_cases). What cannot be listed (texts, effects,
//! sets, what a format allows) is at least one and the same wherever the same test stands twice.

use super::cases::{CASE_LIMIT, common_answer, list_cases, open_facts};
use super::facts::CardView;
use super::mentions::Mentions;
use super::tree::{CardExpr, CardExprKind, FilterNode, Test};
use super::truth::Truth;
use super::walk::TreePart;
use std::collections::BTreeMap;

/// Most different tests of which each is taken to hold and not to hold.
const TEST_LIMIT: usize = 8;

/// Whether a filter holds that is unknown when every test of it is told by itself.
pub(super) fn decide_filter(eye: &CardView<'_>, filter: &FilterNode) -> Truth {
    if eye.is_stranger() {
        return decide_by_tests(eye, filter);
    }
    let mentions = Mentions::from_part(TreePart::Filter(filter));
    if mentions.attributes.is_empty() {
        return decide_by_tests(eye, filter);
    }
    let open: Vec<_> = open_facts(eye, &mentions).collect();
    match list_cases(&open, CASE_LIMIT) {
        none if none.is_empty() => decide_by_tests(eye, filter),
        cases => common_answer(cases.iter().map(|case| {
            let eye = eye.with_assumptions(case);
            match eye.test_separately(filter) {
                Truth::Unknown => decide_by_tests(&eye, filter),
                truth => truth,
            }
        })),
    }
}

/// The answer if it is the same whether the tests that are unknown hold or not, of which some stand
/// there twice.
fn decide_by_tests(eye: &CardView<'_>, filter: &FilterNode) -> Truth {
    let mut unknown = BTreeMap::<String, usize>::new();
    count_unknown_tests(eye, filter, &mut unknown);
    if unknown.len() > TEST_LIMIT || unknown.values().all(|times| *times < 2) {
        return Truth::Unknown;
    }
    let forms: Vec<&String> = unknown.keys().collect();
    common_answer((0..1u32 << forms.len()).map(|case| {
        let holds = |at: usize| Truth::from(case >> at & 1 == 1);
        let settled: Vec<(String, Truth)> =
            forms.iter().enumerate().map(|(at, form)| ((*form).clone(), holds(at))).collect();
        eye.with_settled_tests(&settled).test_separately(filter)
    }))
}

fn count_unknown_tests(
    eye: &CardView<'_>,
    filter: &FilterNode,
    found: &mut BTreeMap<String, usize>,
) {
    TreePart::Filter(filter).walk(&mut |part| {
        let TreePart::Test(test) = part else { return true };
        if eye.evaluate_test(test) == Truth::Unknown {
            *found.entry(test_form(test)).or_default() += 1;
        }
        false
    });
}

/// A test in a form that is the same wherever it stands.
pub(super) fn test_form(test: &Test) -> String {
    match test {
        Test::Compare { left, operator, right } => {
            format!("{:?} {operator:?} {:?}", without_spans(left), without_spans(right))
        }
        other => format!("{other:?}"),
    }
}

/// Whether two calculations are one and the same.
pub(super) fn is_same_calculation(left: &CardExpr, right: &CardExpr) -> bool {
    without_spans(left) == without_spans(right)
}

/// A calculation without its place in the text.
fn without_spans(expr: &CardExpr) -> CardExpr {
    let kind = match &expr.kind {
        CardExprKind::Operation(operation, operands) => {
            CardExprKind::Operation(*operation, operands.iter().map(without_spans).collect())
        }
        leaf => leaf.clone(),
    };
    CardExpr { span: 0..0, kind }
}
