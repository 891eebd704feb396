//! Filters decided by cases: see [`cases`](super::cases). What cannot be listed (texts, effects,
//! sets, what a format allows) is at least one and the same wherever the same test stands twice.

use super::cases::{CASE_LIMIT, agreed, cases, open};
use super::facts::CardView;
use super::mentions::Mentions;
use super::tree::{CardExpr, CardExprKind, FilterNode, Test};
use super::truth::Truth;
use super::walk::TreePart;
use std::collections::BTreeMap;

/// Most different tests of which each is taken to hold and not to hold.
const TEST_LIMIT: usize = 8;

/// Whether a filter holds that is unknown when every test of it is told by itself.
pub(super) fn filter(eye: &CardView<'_>, filter: &FilterNode) -> Truth {
    if eye.is_stranger() {
        return by_tests(eye, filter);
    }
    let mentions = Mentions::of(TreePart::Filter(filter));
    if mentions.attributes.is_empty() {
        return by_tests(eye, filter);
    }
    let open: Vec<_> = open(eye, &mentions).collect();
    match cases(&open, CASE_LIMIT) {
        none if none.is_empty() => by_tests(eye, filter),
        cases => agreed(cases.iter().map(|case| {
            let eye = eye.assuming(case);
            match eye.holds(filter) {
                Truth::Unknown => by_tests(&eye, filter),
                truth => truth,
            }
        })),
    }
}

/// The answer if it is the same whether the tests that are unknown hold or not, of which some stand
/// there twice.
fn by_tests(eye: &CardView<'_>, filter: &FilterNode) -> Truth {
    let mut unknown = BTreeMap::<String, usize>::new();
    unknown_tests(eye, filter, &mut unknown);
    if unknown.len() > TEST_LIMIT || unknown.values().all(|times| *times < 2) {
        return Truth::Unknown;
    }
    let forms: Vec<&String> = unknown.keys().collect();
    agreed((0..1u32 << forms.len()).map(|case| {
        let holds = |at: usize| Truth::from(case >> at & 1 == 1);
        let settled: Vec<(String, Truth)> =
            forms.iter().enumerate().map(|(at, form)| ((*form).clone(), holds(at))).collect();
        eye.settling(&settled).holds(filter)
    }))
}

fn unknown_tests(eye: &CardView<'_>, filter: &FilterNode, found: &mut BTreeMap<String, usize>) {
    TreePart::Filter(filter).walk(&mut |part| {
        let TreePart::Test(test) = part else { return true };
        if eye.ask(test) == Truth::Unknown {
            *found.entry(form(test)).or_default() += 1;
        }
        false
    });
}

/// A test in a form that is the same wherever it stands.
pub(super) fn form(test: &Test) -> String {
    match test {
        Test::Compare { left, operator, right } => {
            format!("{:?} {operator:?} {:?}", bare(left), bare(right))
        }
        other => format!("{other:?}"),
    }
}

/// Whether two calculations are one and the same.
pub(super) fn is_same(left: &CardExpr, right: &CardExpr) -> bool {
    bare(left) == bare(right)
}

/// A calculation without its place in the text.
fn bare(expr: &CardExpr) -> CardExpr {
    let kind = match &expr.kind {
        CardExprKind::Operation(operation, operands) => {
            CardExprKind::Operation(*operation, operands.iter().map(bare).collect())
        }
        leaf => leaf.clone(),
    };
    CardExpr { span: 0..0, kind }
}
