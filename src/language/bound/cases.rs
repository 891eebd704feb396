//! Conditions decided by cases: see [`cases`](crate::language::cases). Bound once per case, they are
//! asked only where the plain answer is unknown.

use super::bind::Binder;
use super::{Bound, Counts, Node, Spot, total};
use crate::language::cases::{Open, agreed, cases};
use crate::language::mentions::Mentions;
use crate::language::tree::ConditionNode;
use crate::language::truth::Truth;
use crate::language::walk::TreePart;

/// A condition in each of the cases that unknown facts leave.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Cases {
    pub(super) nodes: Vec<Node>,
    /// Cards of which a value is picked: of several copies each may have another, and then the
    /// cases are not all there are.
    pub(super) picked: Vec<Vec<Spot>>,
}

impl Cases {
    /// The answer that all cases give for these counts.
    pub(super) fn truth(&self, counts: Counts<'_>) -> Truth {
        if self.picked.iter().any(|spots| total(counts, spots) > 1) {
            return Truth::Unknown;
        }
        agreed(self.nodes.iter().map(|node| node.truth(counts)))
    }
}

impl Bound {
    /// A condition bound to the cards of a binder, in no more cases than `limit` where facts are
    /// unknown.
    pub(in crate::language) fn of(
        binder: &Binder<'_>,
        condition: &ConditionNode,
        limit: usize,
    ) -> Bound {
        let node = binder.condition(condition);
        if let Node::Constant(_) = node {
            return Bound { node, cases: Cases::default() };
        }
        let open = binder.open(&Mentions::of(TreePart::Condition(condition)));
        Bound { node, cases: by_cases(binder, condition, &open, limit) }
    }
}

fn by_cases(binder: &Binder<'_>, condition: &ConditionNode, open: &[Open], limit: usize) -> Cases {
    let nodes = cases(open, limit);
    let nodes = nodes.iter().map(|case| binder.assuming(case).condition(condition)).collect();
    let picked = open.iter().filter(|open| open.is_choice);
    Cases { nodes, picked: picked.map(|open| binder.spots_of(open.card())).collect() }
}

/// Whether a condition holds for these counts that is unknown when every comparison of it is told
/// by itself. Cases are bound one after the other, until two of them differ.
pub(in crate::language) fn decide(
    binder: &Binder<'_>,
    condition: &ConditionNode,
    counts: Counts<'_>,
    limit: usize,
) -> Truth {
    let open = binder.open(&Mentions::of(TreePart::Condition(condition)));
    let picked = |open: &&Open| open.is_choice;
    if open.iter().filter(picked).any(|o| total(counts, &binder.spots_of(o.card())) > 1) {
        return Truth::Unknown;
    }
    let cases = cases(&open, limit);
    agreed(cases.iter().map(|case| binder.assuming(case).condition(condition).truth(counts)))
}
