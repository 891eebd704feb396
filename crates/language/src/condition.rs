//! Measures and conditions: numbers of piles, and statements about them that are true, false or
//! unknown.

use crate::{
    bound::{
        Binder, BoundCondition, BoundMeasure, Lowering, compare_range, decide_condition,
        whole_range,
    },
    cases::{CASE_LIMIT, Mentions, list_cases},
    explain::{Explainer, Explanation, explain_condition},
    messages::LanguageError,
    operation::Operation,
    piles::{PileView, Piles, SpreadPiles, Universe},
    quantity::Quantity,
    resolve,
    resolved_text::ResolvedText,
    scope::Scope,
    tree::{ConditionKind, ConditionNode, MeasureKind, MeasureNode},
    truth::Truth,
    walk::TreePart,
    words::Describer,
    world::World,
};
use sleeve_data::model::{Catalog, Lang};

/// A condition on piles, resolved against a game.
pub type Condition = ResolvedText<ConditionNode>;

/// Parses a condition and resolves its names.
pub fn condition(text: &str, scope: &Scope<'_>) -> Result<Condition, LanguageError> {
    let (node, group_evaluations) = resolve::condition(text, scope)?;
    let mut condition = ResolvedText::new(text, node, scope);
    condition.group_evaluations = group_evaluations;
    condition.words = text.split_whitespace().count() as u64;
    Ok(condition)
}

impl Condition {
    /// The most evaluations that groups within groups need for one card; 0 without such groups.
    pub fn group_evaluations(&self) -> u64 {
        self.group_evaluations
    }

    /// The number of words in its text.
    pub fn words(&self) -> u64 {
        self.words
    }

    /// Evaluates the condition on some piles.
    pub fn truth(&self, world: &World<'_>, piles: &Piles) -> Truth {
        self.truth_in(&PileView::new(*world, &SpreadPiles::from_piles(piles)))
    }

    /// Evaluates the condition in a view.
    pub fn truth_in(&self, view: &PileView<'_>) -> Truth {
        let binder = view.cached_binder(self.id);
        match evaluate_lazily(&binder, &self.node, view.counts()) {
            Truth::Unknown => decide_condition(&binder, &self.node, view.counts(), CASE_LIMIT),
            truth => truth,
        }
    }

    /// Why it is true, false or undecided for some piles.
    pub fn explain(&self, world: &World<'_>, piles: &Piles) -> Explanation {
        self.explain_in(&PileView::new(*world, &SpreadPiles::from_piles(piles)))
    }

    /// Why it is true, false or undecided in a view.
    pub fn explain_in(&self, view: &PileView<'_>) -> Explanation {
        let (binder, names, counts) = (&view.binder, &*self.names, view.counts());
        explain_condition(&Explainer { binder, names, counts }, &self.node)
    }

    /// The condition in words.
    pub fn in_words(&self, catalog: &Catalog, lang: Lang) -> String {
        Describer { catalog, names: &self.names, lang }.describe_condition(&self.node)
    }

    /// The condition bound to the cards that piles may contain, for many evaluations.
    pub fn bind(&self, world: &World<'_>, universe: &Universe) -> BoundCondition {
        BoundCondition::from_condition(&Binder::new(*world, universe), &self.node, MAX_BOUND_CASES)
    }

    /// The condition bound to the cards of a view, without the cases that would decide an unknown
    /// answer.
    pub fn bind_in(&self, view: &PileView<'_>) -> super::bound::Node {
        view.cached_binder(self.id).bind_condition(&self.node)
    }

    /// The condition bound to the cards of a view, once per case of the unknown facts. Empty if
    /// there is one case only, or more than `limit`, or if an owner picks a fact for every copy.
    /// Stops early when `goes_on` returns false.
    pub fn bind_cases_in(
        &self,
        view: &PileView<'_>,
        limit: usize,
        goes_on: impl Fn() -> bool,
    ) -> Vec<super::bound::Node> {
        let binder = view.cached_binder(self.id);
        let open = binder.open_facts(&Mentions::from_part(TreePart::Condition(&self.node)));
        if open.iter().any(|open| open.is_choice) {
            return Vec::new();
        }
        let mut nodes = Vec::new();
        for case in list_cases(&open, limit) {
            if !goes_on() {
                break;
            }
            nodes.push(binder.with_assumptions(&case).bind_condition(&self.node));
        }
        nodes
    }
}

/// The most cases in which a condition is bound for many evaluations. Fewer than `CASE_LIMIT`,
/// since each case makes each evaluation slower.
const MAX_BOUND_CASES: usize = 32;

/// Evaluates a condition once. Parts that cannot change the answer any more are not even bound.
fn evaluate_lazily(binder: &Binder<'_>, node: &ConditionNode, counts: &[&[u32]]) -> Truth {
    match &node.kind {
        ConditionKind::Junction(junction) => {
            let inside = binder.junction_binder(junction);
            junction.truth(|part| evaluate_lazily(&inside, part, counts))
        }
        ConditionKind::Cards { quantifier, filter, reads } => {
            let (accepted, operator, limit) = quantifier.to_count();
            let (low, high) = binder.count_range(filter, reads, accepted, counts);
            compare_range(low, high, operator, limit)
        }
        ConditionKind::Compare { left, operator, right } => {
            if let MeasureKind::Count { filter, reads } = &left.kind
                && let MeasureKind::Number(number) = &right.kind
                && let Some(limit) = number.to_integer()
            {
                let (low, high) = binder.count_range(filter, reads, true, counts);
                return compare_range(low, high, *operator, limit);
            }
            let left = measure_lazily(binder, left, counts);
            left.compare(*operator, &measure_lazily(binder, right, counts))
        }
        _ => binder.bind_condition(node).truth(counts),
    }
}

/// Evaluates a measure once. Counts are added up without lists of their cards.
fn measure_lazily(binder: &Binder<'_>, node: &MeasureNode, counts: &[&[u32]]) -> Quantity {
    match &node.kind {
        MeasureKind::Count { filter, reads } => {
            whole_range(binder.count_range(filter, reads, true, counts))
        }
        MeasureKind::Operation(operation, operands) => operation.apply(
            operands
                .iter()
                .map(|operand| measure_lazily(binder, operand, counts)),
        ),
        MeasureKind::Indicator(condition) => {
            Quantity::indicator(evaluate_lazily(binder, condition, counts))
        }
        MeasureKind::Whole(measure) => measure_lazily(&binder.whole_binder(), measure, counts),
        MeasureKind::Named(named) => {
            measure_lazily(&binder.named_binder(named), &named.body, counts)
        }
        _ => binder.bind_measure(node).value(counts),
    }
}

/// A measure of piles, resolved against a game.
pub type Measure = ResolvedText<MeasureNode>;

/// Parses a measure and resolves its names.
pub fn measure(text: &str, scope: &Scope<'_>) -> Result<Measure, LanguageError> {
    Ok(ResolvedText::new(text, resolve::measure(text, scope)?, scope))
}

impl MeasureNode {
    /// Evaluates the part on some piles.
    pub fn value(&self, world: &World<'_>, piles: &Piles) -> Quantity {
        let spread = SpreadPiles::from_piles(piles);
        let view = PileView::new(*world, &spread);
        measure_lazily(&view.binder, self, view.counts())
    }
}

impl Measure {
    /// Evaluates the measure on some piles.
    pub fn value(&self, world: &World<'_>, piles: &Piles) -> Quantity {
        self.node.value(world, piles)
    }

    /// Evaluates the measure in a view.
    pub fn value_in(&self, view: &PileView<'_>) -> Quantity {
        measure_lazily(&view.binder, &self.node, view.counts())
    }

    /// The measure with the opposite sign, under the same text.
    pub fn negated(&self) -> Measure {
        let (span, node) = (self.node.span.clone(), self.node.clone());
        let kind = MeasureKind::Operation(Operation::Negate, vec![node]);
        self.with_node(MeasureNode { span, kind })
    }

    /// The measure in words.
    pub fn in_words(&self, catalog: &Catalog, lang: Lang) -> String {
        Describer { catalog, names: &self.names, lang }.describe_measure(&self.node)
    }

    /// The measure in words as the subject of a sentence, with an article in French.
    pub fn as_subject(&self, catalog: &Catalog, lang: Lang) -> String {
        Describer { catalog, names: &self.names, lang }.describe_subject(&self.node)
    }

    /// The measure bound to the cards that piles may contain, for many evaluations.
    pub fn bind(&self, world: &World<'_>, universe: &Universe) -> BoundMeasure {
        BoundMeasure::new(Binder::new(*world, universe).bind_measure(&self.node))
    }

    /// The measure bound to the cards of a view.
    pub fn bind_in(&self, view: &PileView<'_>) -> super::bound::BoundValue {
        view.binder.bind_measure(&self.node)
    }
}
