//! Why a condition holds, fails or is undecided: the comparisons that make it so, with the actual
//! value, the limit, and the cards that make the difference.

mod against;
mod cards;
mod cause;

pub use against::Against;
pub(super) use against::against;
use cause::distance;
pub use cause::{Cause, CauseGroup, Distance, Explanation};

use super::ast::{Operator, Span};
use super::bound::{Binder, Node, decide};
use super::cases::CASE_LIMIT;
use super::field::{Field, FieldKind};
use super::quantity::Quantity;
use super::rational::Rational;
use super::tree::{
    ConditionKind, ConditionNode, FilterKind, FilterNode, Fold, GroupKey, MeasureKind, MeasureNode,
    ParameterTerm, Quantifier, Reads,
};
use super::truth::Truth;
use super::walk::TreePart;
use super::words::{Describer, ScopeNames, both};
use super::world::{ParameterValue, World};
use sleeve_data::model::{CardIndex, Text};

/// Explains one condition for some counts.
pub(super) struct Explainer<'e> {
    pub(super) world: World<'e>,
    pub(super) names: &'e ScopeNames,
    pub(super) counts: &'e [&'e [u32]],
}

pub(super) fn explain(
    explainer: &Explainer<'_>,
    binder: &Binder<'_>,
    node: &ConditionNode,
) -> Explanation {
    let truth = explainer.truth(binder, node, false);
    let mut causes = Vec::new();
    explainer.collect(binder, node, false, None, &mut causes);
    if causes.is_empty() && truth != Truth::True {
        let subject = explainer.both(|s| s.condition(node));
        causes.push(explainer.cause(truth, &node.span, subject, None));
    }
    // What was decided by cases only holds of the whole: no single fact would change it.
    for cause in causes.iter_mut().filter(|cause| cause.truth != truth) {
        cause.truth = truth;
        cause.missing.clear();
        cause.parameters.clear();
        cause.distance = distance(cause);
    }
    Explanation { truth, causes }
}

impl Explainer<'_> {
    fn truth(&self, binder: &Binder<'_>, node: &ConditionNode, negated: bool) -> Truth {
        let truth = match binder.condition(node).truth(self.counts) {
            Truth::Unknown => decide(binder, node, self.counts, CASE_LIMIT),
            truth => truth,
        };
        if negated { !truth } else { truth }
    }

    fn collect(
        &self,
        binder: &Binder<'_>,
        node: &ConditionNode,
        negated: bool,
        group: Option<&CauseGroup>,
        causes: &mut Vec<Cause>,
    ) {
        match &node.kind {
            ConditionKind::All(items) | ConditionKind::Any(items) => {
                let items: Vec<(&ConditionNode, bool)> =
                    items.iter().map(|i| (i, negated)).collect();
                let conjunction = matches!(node.kind, ConditionKind::All(_)) != negated;
                if conjunction {
                    self.collect_all(binder, &items, conjunction, group, causes)
                } else {
                    self.collect_ways(binder, (node, negated), &items, group, causes)
                }
            }
            ConditionKind::If(condition, then) => {
                let items = [(&**condition, !negated), (&**then, negated)];
                // What is broken is the consequence; that the condition holds is no fault.
                if negated || self.truth(binder, node, false) != Truth::False {
                    self.collect_all(binder, &items, negated, group, causes);
                    return;
                }
                let before = causes.len();
                self.collect(binder, then, negated, group, causes);
                let mut holds = Vec::new();
                self.collect(binder, condition, false, group, &mut holds);
                let because = cards::gathered(holds.into_iter().flat_map(|cause| cause.cards));
                for cause in causes.iter_mut().skip(before).filter(|c| c.because.is_empty()) {
                    cause.because.clone_from(&because);
                }
            }
            ConditionKind::Not(inner) => self.collect(binder, inner, !negated, group, causes),
            ConditionKind::Compare { left, operator, right } => {
                let truth = self.truth(binder, node, negated);
                let operator = if negated { operator.opposite() } else { *operator };
                let asked = (left, operator, right);
                self.compare(binder, (&node.span, truth), asked, group, causes);
            }
            ConditionKind::Cards { quantifier, filter, reads } => {
                let asked = (*quantifier, filter, reads);
                causes.push(self.cards_cause(binder, &node.span, asked, negated, group));
            }
            ConditionKind::Each { field, condition, reads } => {
                self.each(binder, node, (*field, condition, reads), negated, causes);
            }
            ConditionKind::Terms { left, right, negated: unequal } => {
                let truth = self.truth(binder, node, negated);
                let subject = self.both(|s| s.condition(node));
                let mut cause = self.cause(truth, &node.span, subject, group);
                let names = [left, right].into_iter().filter_map(|term| match term {
                    ParameterTerm::Parameter(name) => Some(name.as_str()),
                    ParameterTerm::Text(_) => None,
                });
                cause.parameters = self.unknown(names);
                if let (Some(actual), Some(limit)) = (self.number(left), self.number(right)) {
                    cause.subject = self.both(|s| s.term(left));
                    cause.limit_words = Some(self.both(|s| s.term(right)));
                    (cause.actual, cause.limit) = (actual, limit);
                    if *unequal != negated {
                        cause.operator = Operator::NotEqual;
                    }
                }
                if truth == Truth::False {
                    cause.instead = self.instead(left, right);
                }
                causes.push(cause);
            }
        }
    }

    /// What two decks have of one parameter, where it is a word of each.
    fn instead(&self, left: &ParameterTerm, right: &ParameterTerm) -> Option<Text> {
        let (ParameterTerm::Parameter(left), ParameterTerm::Parameter(right)) = (left, right)
        else {
            return None;
        };
        let what = left.strip_prefix("a.").or_else(|| left.strip_prefix("b."))?;
        let other = right.strip_prefix("a.").or_else(|| right.strip_prefix("b."))?;
        let word = |name: &str| match self.world.parameters.get(name) {
            ParameterValue::Text(word) => Some(word),
            _ => None,
        };
        let (first, second) = (word(left)?, word(right)?);
        (what == other).then(|| self.both(|s| s.of_both_decks(what, first, second)))
    }

    /// The parts of a conjunction that fail, of a disjunction all; the other way round where it
    /// holds; where it is undecided, the parts that are.
    fn collect_all(
        &self,
        binder: &Binder<'_>,
        items: &[(&ConditionNode, bool)],
        conjunction: bool,
        group: Option<&CauseGroup>,
        causes: &mut Vec<Cause>,
    ) {
        let truths: Vec<Truth> =
            items.iter().map(|(n, negated)| self.truth(binder, n, *negated)).collect();
        let all = truths.iter().copied();
        let truth = if conjunction { Truth::all(all) } else { Truth::any(all) };
        for ((node, negated), own) in items.iter().zip(truths) {
            if own == truth {
                self.collect(binder, node, *negated, group, causes);
            }
        }
    }

    /// The parts of a disjunction. Where it does not hold though it could have held in several ways,
    /// they are one cause: none of them is asked by itself.
    fn collect_ways(
        &self,
        binder: &Binder<'_>,
        (node, negated): (&ConditionNode, bool),
        items: &[(&ConditionNode, bool)],
        group: Option<&CauseGroup>,
        causes: &mut Vec<Cause>,
    ) {
        let truth = self.truth(binder, node, negated);
        let truths: Vec<Truth> = items.iter().map(|(n, not)| self.truth(binder, n, *not)).collect();
        // Where only the whole is decided, what its parts leave open is shown.
        let shown = Truth::any(truths.iter().copied());
        let mut ways = Vec::new();
        for ((item, negated), own) in items.iter().zip(truths) {
            if own == shown {
                let mut way = Vec::new();
                self.collect(binder, item, *negated, group, &mut way);
                ways.push(way);
            }
        }
        ways.retain(|way| !way.is_empty());
        if truth == Truth::True || ways.len() < 2 {
            causes.extend(ways.into_iter().flatten());
            return;
        }
        let subject = self.both(|s| s.condition(node));
        let mut cause = self.cause(truth, &node.span, subject, group);
        for one in ways.iter().flatten() {
            cause.missing.extend(one.missing.iter().cloned());
            cause.parameters.extend(one.parameters.iter().cloned());
            cause.piles.extend(one.piles.iter().cloned());
        }
        cause.missing.sort();
        cause.missing.dedup();
        for names in [&mut cause.parameters, &mut cause.piles] {
            names.sort();
            names.dedup();
        }
        cause.ways = ways;
        causes.push(cause);
    }

    fn both(&self, say: impl Fn(&Describer<'_>) -> String) -> Text {
        both(self.world.catalog, self.names, say)
    }

    fn unknown<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<String> {
        let unknown = |name: &&str| *self.world.parameters.get(name) == ParameterValue::Unknown;
        names.filter(unknown).map(str::to_owned).collect()
    }

    /// The number that a parameter has, if it has one.
    fn number(&self, term: &ParameterTerm) -> Option<Quantity> {
        let ParameterTerm::Parameter(name) = term else { return None };
        match self.world.parameters.get(name) {
            ParameterValue::Number(number) => Some(Quantity::from(*number)),
            ParameterValue::Text(_) | ParameterValue::Range(..) | ParameterValue::Unknown => None,
        }
    }

    fn cause(&self, truth: Truth, span: &Span, subject: Text, group: Option<&CauseGroup>) -> Cause {
        Cause {
            truth,
            span: span.clone(),
            subject,
            instead: None,
            actual: Quantity::NONE,
            operator: Operator::Equal,
            limit: Quantity::NONE,
            limit_words: None,
            cards: Vec::new(),
            doubtful: Vec::new(),
            adds: Vec::new(),
            group: group.cloned(),
            distance: None,
            piles: Vec::new(),
            because: Vec::new(),
            against: Vec::new(),
            ways: Vec::new(),
            counts_cards: false,
            filter: None,
            missing: Vec::new(),
            parameters: Vec::new(),
        }
    }

    fn filter_words(&self, filter: &FilterNode) -> Option<Text> {
        match &filter.kind {
            FilterKind::All(items) if items.is_empty() => None,
            _ => Some(self.both(|s| s.asked(filter))),
        }
    }

    fn compare(
        &self,
        binder: &Binder<'_>,
        (span, truth): (&Span, Truth),
        (left, operator, right): (&MeasureNode, Operator, &MeasureNode),
        group: Option<&CauseGroup>,
        causes: &mut Vec<Cause>,
    ) {
        let constant = |m: &MeasureNode| binder.measure(m).constant().is_some();
        let mirrored = match (constant(left), constant(right)) {
            (true, false) => true,
            (false, false) => is_limit(binder, left, right),
            (_, true) => false,
        };
        let (left, operator, right) =
            if mirrored { (right, operator.mirrored(), left) } else { (left, operator, right) };
        let actual = binder.measure(left).value(self.counts);
        let limit = binder.measure(right).value(self.counts);
        let mut cause = self.cause(truth, span, self.both(|s| s.measure(left)), group);
        cause.counts_cards = counts_cards(left);
        cause.piles = piles_of(binder, left);
        (cause.actual, cause.operator, cause.limit) = (actual, operator, limit);
        if !matches!(right.kind, MeasureKind::Number(_)) {
            cause.limit_words = Some(self.both(|s| s.limit(right, group.is_some())));
        }
        cause.distance = distance(&cause);
        if let MeasureKind::Count { filter, .. } = &left.kind {
            cause.filter = self.filter_words(filter);
        }
        if truth == Truth::Unknown {
            self.missing_of(binder, TreePart::Measure(left), &mut cause);
            self.missing_of(binder, TreePart::Measure(right), &mut cause);
            cause.missing.sort();
            cause.missing.dedup();
            let names =
                super::condition::parameters(&[TreePart::Measure(left), TreePart::Measure(right)]);
            cause.parameters = self.unknown(names.iter().map(String::as_str));
        }
        if let (MeasureKind::Copies { field, filter, reads }, Truth::False) = (&left.kind, truth) {
            let over = self.over_limit(binder, *field, filter, reads, &cause);
            if !over.is_empty() {
                causes.extend(over);
                return;
            }
        }
        self.measure_cards(binder, left, &mut cause);
        causes.push(cause);
    }

    fn cards_cause(
        &self,
        binder: &Binder<'_>,
        span: &Span,
        (quantifier, filter, reads): (Quantifier, &FilterNode, &Reads),
        negated: bool,
        group: Option<&CauseGroup>,
    ) -> Cause {
        let wanted = quantifier != Quantifier::All;
        let (sure, doubtful) = self.split(binder, filter, reads, wanted);
        let least = (quantifier == Quantifier::Any) != negated;
        let total =
            |cards: &[(CardIndex, u32)]| cards.iter().map(|(_, n)| i64::from(*n)).sum::<i64>();
        let low = total(&sure);
        let actual = Quantity::range(
            Some(Rational::whole(low)),
            Some(Rational::whole(low + total(&doubtful))),
        );
        let (operator, limit) = if least { (Operator::AtLeast, 1) } else { (Operator::AtMost, 0) };
        let limit = Quantity::whole(limit);
        let subject = self.both(|s| {
            let clause = if wanted { s.cards(filter) } else { other_cards(s, filter) };
            s.of("number", "nombre", &clause)
        });
        let mut cause = self.cause(actual.compare(operator, &limit), span, subject, group);
        (cause.actual, cause.operator, cause.limit) = (actual, operator, limit);
        cause.counts_cards = true;
        cause.piles = reads.clone().unwrap_or_default();
        cause.filter = self.filter_words(filter);
        cause.distance = distance(&cause);
        if cause.truth == Truth::Unknown {
            self.missing_filter(binder, filter, reads, &mut cause.missing);
        }
        (cause.cards, cause.doubtful) = (sure, doubtful);
        if cause.truth == Truth::False && !least {
            cause.against = self.against(binder, (filter, reads), wanted);
            if cause.against.len() != cause.cards.len() {
                cause.against.clear();
            }
        }
        cause
    }

    /// What stands against a zone in the cards that a filter must not, or must, let through.
    fn against(
        &self,
        binder: &Binder<'_>,
        (filter, reads): (&FilterNode, &Reads),
        outcome: bool,
    ) -> Vec<Against> {
        let mut found: Vec<Against> = Vec::new();
        if !TreePart::Filter(filter).any(|part| matches!(part, TreePart::Lying(_))) {
            return found;
        }
        for member in binder.read(reads) {
            if found.iter().all(|other| other.card != member.card) {
                found.extend(against(&binder.eye(member), self.names, filter, outcome));
            }
        }
        found
    }

    fn each(
        &self,
        binder: &Binder<'_>,
        node: &ConditionNode,
        (field, condition, reads): (Field, &ConditionNode, &Reads),
        negated: bool,
        causes: &mut Vec<Cause>,
    ) {
        let truth = self.truth(binder, node, negated);
        let before = causes.len();
        if let Node::Each(grouped) = binder.condition(node) {
            let index = binder.index(field);
            for group in &grouped.groups {
                let present = group.sure.iter().chain(&group.maybe);
                let present =
                    present.map(|s| super::bound::Grouped::count_at(self.counts, *s)).sum::<u32>()
                        > 0;
                let own = group.node.truth(self.counts);
                let own = if negated { !own } else { own };
                if present && own == truth {
                    let inside = binder.inside(&index, Some(&group.key), None, reads);
                    let its_cards = self.cards_of(binder, reads, &group.sure);
                    let group = self.group(field, &group.key);
                    let before = causes.len();
                    self.collect(&inside, condition, negated, Some(&group), causes);
                    let bare =
                        |cause: &&mut Cause| cause.cards.is_empty() && cause.because.is_empty();
                    for cause in causes.iter_mut().skip(before).filter(bare) {
                        cause.because.clone_from(&its_cards);
                    }
                }
            }
        }
        for cause in causes.iter_mut().skip(before).filter(|c| c.piles.is_empty()) {
            cause.piles = reads.clone().unwrap_or_default();
        }
        let mut missing = Vec::new();
        if truth == Truth::Unknown {
            self.missing_groups(binder, field, reads, &mut missing);
        }
        if causes.len() == before {
            let subject = self.both(|s| s.condition(node));
            causes.push(Cause { missing, ..self.cause(truth, &node.span, subject, None) });
            return;
        }
        for cause in causes.iter_mut().skip(before) {
            cause.missing.extend(missing.iter().cloned());
            cause.missing.sort();
            cause.missing.dedup();
        }
    }

    fn group(&self, field: Field, key: &GroupKey) -> CauseGroup {
        let cards = &self.world.catalog.cards;
        let card = match (field.kind, key) {
            (_, GroupKey::Card(card)) => Some(*card),
            (FieldKind::Name, GroupKey::Text(name)) => cards.find_by_name(name).first().copied(),
            _ => None,
        };
        let value = |s: &Describer<'_>| match card {
            Some(card) => cards.card(card).name(s.lang).to_owned(),
            None => s.key(field.kind, key),
        };
        CauseGroup {
            field: self.both(|s| s.field(field)),
            value: self.both(value),
            key: key.clone(),
        }
    }
}

/// The piles that a measure names; together with the default ones where it reads these too, none
/// where it reads these alone.
fn piles_of(binder: &Binder<'_>, measure: &MeasureNode) -> Vec<String> {
    let read = super::measure::PileReads::of(&[TreePart::Measure(measure)]);
    let default = read.default;
    let mut names = read.names();
    if default && !names.is_empty() {
        names.extend(binder.default_piles().iter().cloned());
        names.sort();
        names.dedup();
    }
    names
}

/// Whether the left of two measures of different piles is what limits the right one: who writes
/// `5 * count() in hero <= count()` counts the deck. The side that reads the piles of the rule is what
/// is limited, else the one that is no smallest, largest or average card, else the one that is not
/// calculated.
fn is_limit(binder: &Binder<'_>, left: &MeasureNode, right: &MeasureNode) -> bool {
    let weight = |measure: &MeasureNode| {
        let part = TreePart::Measure(measure);
        let read = super::measure::PileReads::of(&[part]);
        let totals = part.any(|part| {
            let TreePart::Measure(node) = part else { return false };
            match &node.kind {
                MeasureKind::Fold { fold, .. } => *fold == Fold::Sum,
                MeasureKind::Number(_) | MeasureKind::Parameter(_) | MeasureKind::Operation(..) => {
                    false
                }
                _ => true,
            }
        });
        let plain = !matches!(measure.kind, MeasureKind::Operation(..));
        (read.default, totals, plain)
    };
    let different = piles_of(binder, left) != piles_of(binder, right);
    different && weight(left) < weight(right)
}

fn other_cards(speaker: &Describer<'_>, filter: &FilterNode) -> String {
    let not = speaker.pick("cards other than", "cartes autres que les");
    format!("{not} {}", speaker.cards(filter))
}

fn counts_cards(measure: &MeasureNode) -> bool {
    matches!(measure.kind, MeasureKind::Count { .. } | MeasureKind::Copies { .. })
}
