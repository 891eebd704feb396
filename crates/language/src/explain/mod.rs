//! Why a condition is true, false or undecided: the decisive comparisons, with the actual value,
//! the limit, and the cards that make the difference.

mod cards;
mod cause;

pub(super) use cause::find_zone_conflict;
pub use cause::{Cause, CauseGroup, Distance, Explanation, NamedTerm, NamedValue, ZoneConflict};
use cause::{
    ComparedMeasures, counts_cards, distance, is_limiting_side, named_piles, turn_to_middle,
};
use sleeve_data::Arrange;

use super::{
    ast::{Arithmetic, Operator, Span},
    bound::{Binder, Lowering, Node, count_at, decide_condition},
    cases::CASE_LIMIT,
    field::{Field, FieldKind},
    operation::Operation,
    parameters::ParameterValue,
    quantity::Quantity,
    rational::Rational,
    resolved_text::parameter_names,
    tree::{
        ConditionKind, ConditionNode, FilterKind, FilterNode, GroupKey, Junction, JunctionForm,
        JunctionPart, MeasureKind, MeasureNode, NamedNode, ParameterTerm, Quantifier, Reads,
        ValueChoice,
    },
    truth::Truth,
    walk::TreePart,
    words::{Describer, ScopeNames, describe_in_both},
};
use sleeve_data::model::{CardIndex, Text};

#[derive(Clone, Copy)]
pub(super) struct Explainer<'e> {
    /// Binds to the piles, or to the group of them that is explained.
    pub(super) binder: &'e Binder<'e>,
    pub(super) names: &'e ScopeNames,
    pub(super) counts: &'e [&'e [u32]],
}

pub(super) fn explain_condition(explainer: &Explainer<'_>, node: &ConditionNode) -> Explanation {
    let truth = explainer.evaluate(node, false);
    let mut causes = Vec::new();
    explainer.collect_causes(node, false, None, &mut causes);
    if causes.is_empty() && truth != Truth::True {
        let subject = explainer.describe(|s| s.describe_condition(node));
        causes.push(explainer.new_cause(truth, &node.span, subject, None));
    }
    // An answer that was decided by cases applies to the whole only: no single fact would change
    // it, so no part of it names missing facts.
    for cause in causes.iter_mut().filter(|cause| cause.truth != truth) {
        cause.truth = truth;
        cause.missing.clear();
        cause.parameters.clear();
        cause.distance = distance(cause);
    }
    Explanation { truth, causes }
}

impl Explainer<'_> {
    fn evaluate(&self, node: &ConditionNode, negated: bool) -> Truth {
        let truth = match self.binder.bind_condition(node).truth(self.counts) {
            Truth::Unknown => decide_condition(self.binder, node, self.counts, CASE_LIMIT),
            truth => truth,
        };
        if negated { !truth } else { truth }
    }

    fn collect_causes(
        &self,
        node: &ConditionNode,
        negated: bool,
        group: Option<&CauseGroup>,
        causes: &mut Vec<Cause>,
    ) {
        match &node.kind {
            ConditionKind::Junction(junction) => {
                self.collect_junction(node, junction, negated, group, causes);
            }
            ConditionKind::Compare { left, operator, right } => {
                let truth = self.evaluate(node, negated);
                let operator = if negated { operator.opposite() } else { *operator };
                let compared = ComparedMeasures { left, operator, right };
                self.collect_comparison(&node.span, truth, compared, group, causes);
            }
            ConditionKind::Cards { quantifier, filter, reads } => {
                let span = &node.span;
                causes.push(self.quantifier_cause(
                    span,
                    *quantifier,
                    filter,
                    reads,
                    negated,
                    group,
                ));
            }
            ConditionKind::Each { field, condition, reads } => {
                let each = EachPart { field: *field, condition, reads };
                self.collect_each(node, each, negated, causes);
            }
            // Other conditions have their own words.
            kind => {
                let truth = self.evaluate(node, negated);
                let subject = self.describe(|s| s.describe_condition(node));
                let mut cause = self.new_cause(truth, &node.span, subject, group);
                if let ConditionKind::Terms { left, right, negated: unequal } = kind {
                    self.add_terms(&mut cause, left, right, *unequal != negated);
                }
                causes.push(cause);
            }
        }
    }

    /// Adds the known values of two compared terms to the cause, in words.
    fn add_terms(
        &self,
        cause: &mut Cause,
        left: &ParameterTerm,
        right: &ParameterTerm,
        is_unequal: bool,
    ) {
        let names = [left, right].into_iter().filter_map(|term| match term {
            ParameterTerm::Parameter(name) => Some(name.as_str()),
            ParameterTerm::Text(_) => None,
        });
        cause.parameters = self.unknown_parameters(names);
        if let (Some(actual), Some(limit)) =
            (self.parameter_number(left), self.parameter_number(right))
        {
            cause.subject = self.describe(|s| s.describe_term(left));
            cause.limit_words = Some(self.describe(|s| s.describe_term(right)));
            (cause.actual, cause.limit) = (actual, limit);
            if is_unequal {
                cause.operator = Operator::NotEqual;
            }
        }
        if cause.truth == Truth::False {
            cause.instead = self.compare_decks(left, right);
        }
    }

    fn collect_junction(
        &self,
        node: &ConditionNode,
        junction: &Junction,
        negated: bool,
        group: Option<&CauseGroup>,
        causes: &mut Vec<Cause>,
    ) {
        let parts = junction.parts.iter();
        let parts: Vec<_> = parts
            .map(|part| (&part.condition, part.negated != negated))
            .collect();
        let is_conjunction = junction.is_conjunction != negated;
        match (&junction.form, parts.as_slice()) {
            // The consequence fails: the condition is not at fault, it is the reason why the
            // consequence is required.
            (JunctionForm::If, [(condition, _), (then, _)])
                if !negated && self.evaluate(node, false) == Truth::False =>
            {
                let before = causes.len();
                self.collect_causes(then, false, group, causes);
                let mut holds = Vec::new();
                self.collect_causes(condition, false, group, &mut holds);
                let because = cards::gather_cards(holds.into_iter().flat_map(|cause| cause.cards));
                for cause in causes
                    .iter_mut()
                    .skip(before)
                    .filter(|c| c.reason_cards.is_empty())
                {
                    cause.reason_cards.clone_from(&because);
                }
            }
            (JunctionForm::Choice(choice), _) if !negated => {
                self.collect_nearest_choice(junction, choice, group, causes);
            }
            (_, [(only, negated)]) => self.collect_causes(only, *negated, group, causes),
            (JunctionForm::If, _) => self.collect_parts(&parts, is_conjunction, group, causes),
            _ if is_conjunction => self.collect_parts(&parts, true, group, causes),
            _ => self.collect_alternatives(node, negated, &parts, group, causes),
        }
    }

    /// The sentence about one parameter of two decks, if it is a word in each.
    fn compare_decks(&self, left: &ParameterTerm, right: &ParameterTerm) -> Option<Text> {
        let (ParameterTerm::Parameter(left), ParameterTerm::Parameter(right)) = (left, right)
        else {
            return None;
        };
        let what = left
            .strip_prefix("a.")
            .or_else(|| left.strip_prefix("b."))?;
        let other = right
            .strip_prefix("a.")
            .or_else(|| right.strip_prefix("b."))?;
        let parameters = self.binder.world().parameters;
        let ParameterValue::Text(first) = parameters.get(left) else { return None };
        let ParameterValue::Text(second) = parameters.get(right) else { return None };
        (what == other).then(|| self.describe(|s| s.describe_both_decks(what, first, second)))
    }

    /// Collects the decisive parts of a conjunction or disjunction: those with the truth of the
    /// whole.
    fn collect_parts(
        &self,
        items: &[(&ConditionNode, bool)],
        conjunction: bool,
        group: Option<&CauseGroup>,
        causes: &mut Vec<Cause>,
    ) {
        let truths: Vec<Truth> = items
            .iter()
            .map(|(n, negated)| self.evaluate(n, *negated))
            .collect();
        let all = truths.iter().copied();
        let truth = if conjunction { Truth::all(all) } else { Truth::any(all) };
        for (at, ((node, negated), part_truth)) in items.iter().zip(truths).enumerate() {
            if part_truth != truth {
                continue;
            }
            match items
                .get(at + 1)
                .and_then(|(next, _)| turn_to_middle(node, next))
            {
                Some(compared) if !negated => {
                    self.collect_comparison(&node.span, part_truth, compared, group, causes);
                }
                _ => self.collect_causes(node, *negated, group, causes),
            }
        }
    }

    /// Collects the parts of a disjunction. If it fails though there were several ways to meet it,
    /// these are one cause, as no part is required by itself.
    fn collect_alternatives(
        &self,
        node: &ConditionNode,
        negated: bool,
        items: &[(&ConditionNode, bool)],
        group: Option<&CauseGroup>,
        causes: &mut Vec<Cause>,
    ) {
        let truth = self.evaluate(node, negated);
        let truths: Vec<Truth> = items
            .iter()
            .map(|(n, not)| self.evaluate(n, *not))
            .collect();
        // If cases decide only the whole, no part has its truth: then the open parts are collected.
        let part_truth = Truth::any(truths.iter().copied());
        let mut ways = Vec::new();
        for ((item, negated), item_truth) in items.iter().zip(truths) {
            if item_truth == part_truth {
                let mut way = Vec::new();
                self.collect_causes(item, *negated, group, &mut way);
                ways.push(way);
            }
        }
        ways.retain(|way| !way.is_empty());
        // The rule's own subject goes before exceptions that look for cards elsewhere.
        ways.arrange_by_key(|way| way.iter().all(|cause| !cause.piles.is_empty()));
        if truth == Truth::True || ways.len() < 2 {
            causes.extend(ways.into_iter().flatten());
            return;
        }
        let subject = self.describe(|s| s.describe_condition(node));
        let mut cause = self.new_cause(truth, &node.span, subject, group);
        for part in ways.iter().flatten() {
            cause.missing.extend(part.missing.iter().cloned());
            cause.parameters.extend(part.parameters.iter().cloned());
            cause.piles.extend(part.piles.iter().cloned());
        }
        cause.missing.arrange();
        cause.missing.dedup();
        for names in [&mut cause.parameters, &mut cause.piles] {
            names.sort();
            names.dedup();
        }
        cause.alternatives = ways;
        causes.push(cause);
    }

    /// Collects the causes that prevent the nearest choice of values; if some choices are true or
    /// open, those of the first.
    fn collect_nearest_choice(
        &self,
        junction: &Junction,
        choice: &ValueChoice,
        group: Option<&CauseGroup>,
        causes: &mut Vec<Cause>,
    ) {
        let mut nearest: Option<ExplainedChoice<'_>> = None;
        for (JunctionPart { condition, .. }, values) in junction.parts.iter().zip(&choice.values) {
            let mut found = Vec::new();
            self.collect_causes(condition, false, group, &mut found);
            let lacking = sum_distances(&found);
            let fails = self.evaluate(condition, false) == Truth::False;
            let distance = (fails, lacking.is_none(), lacking);
            if nearest
                .as_ref()
                .is_none_or(|nearest| distance < nearest.distance)
            {
                nearest = Some(ExplainedChoice { distance, values, causes: found });
            }
        }
        let Some(ExplainedChoice { values, causes: found, .. }) = nearest else { return };
        for mut cause in found {
            // A cause within another choice has its values already.
            let inner = cause.choice.as_ref();
            let chosen = self.describe(|s| s.join_choices(choice.field.kind, values, inner));
            cause.choice = Some(chosen);
            causes.push(cause);
        }
    }

    fn describe(&self, say: impl Fn(&Describer<'_>) -> String) -> Text {
        describe_in_both(self.binder.world().catalog, self.names, say)
    }

    fn unknown_parameters<'n>(&self, names: impl Iterator<Item = &'n str>) -> Vec<String> {
        let parameters = self.binder.world().parameters;
        let unknown = names.filter(|name| *parameters.get(name) == ParameterValue::Unknown);
        unknown.map(str::to_owned).collect()
    }

    /// The number that a parameter is set to; `None` for words, ranges and unknown parameters.
    fn parameter_number(&self, term: &ParameterTerm) -> Option<Quantity> {
        let ParameterTerm::Parameter(name) = term else { return None };
        match self.binder.world().parameters.get(name) {
            ParameterValue::Number(number) => Some(Quantity::from(*number)),
            ParameterValue::Text(_) | ParameterValue::Range(..) | ParameterValue::Unknown => None,
        }
    }

    fn new_cause(
        &self,
        truth: Truth,
        span: &Span,
        subject: Text,
        group: Option<&CauseGroup>,
    ) -> Cause {
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
            contributions: Vec::new(),
            named_values: Vec::new(),
            group: group.cloned(),
            distance: None,
            piles: Vec::new(),
            reason_cards: Vec::new(),
            zone_conflicts: Vec::new(),
            alternatives: Vec::new(),
            choice: None,
            counts_cards: false,
            filter: None,
            missing: Vec::new(),
            parameters: Vec::new(),
        }
    }

    fn filter_words(&self, filter: &FilterNode) -> Option<Text> {
        match &filter.kind {
            FilterKind::All(items) if items.is_empty() => None,
            _ => Some(self.describe(|s| s.describe_filter(filter))),
        }
    }

    fn collect_comparison(
        &self,
        span: &Span,
        truth: Truth,
        compared: ComparedMeasures<'_>,
        group: Option<&CauseGroup>,
        causes: &mut Vec<Cause>,
    ) {
        let ComparedMeasures { left, operator, right } = self.limit_to_right(compared);
        let actual = self.binder.bind_measure(left).value(self.counts);
        let limit = self.binder.bind_measure(right).value(self.counts);
        let mut cause =
            self.new_cause(truth, span, self.describe(|s| s.describe_measure(left)), group);
        cause.counts_cards = counts_cards(left);
        cause.piles = named_piles(self.binder, left);
        (cause.actual, cause.operator, cause.limit) = (actual, operator, limit);
        if !matches!(right.kind, MeasureKind::Number(_)) {
            cause.limit_words = Some(self.describe(|s| s.describe_limit(right, group.is_some())));
        }
        self.add_named_values(left, &mut cause.named_values);
        self.add_named_values(right, &mut cause.named_values);
        cause.distance = distance(&cause);
        if let MeasureKind::Count { filter, .. } = &left.kind {
            cause.filter = self.filter_words(filter);
        }
        if truth == Truth::Unknown {
            let sides = [TreePart::Measure(left), TreePart::Measure(right)];
            for side in sides {
                self.add_missing_of_part(side, &mut cause);
            }
            cause.missing.arrange();
            cause.missing.dedup();
            let names = parameter_names(&sides);
            cause.parameters = self.unknown_parameters(names.iter().map(String::as_str));
        }
        if let (MeasureKind::Copies { field, filter, reads }, Truth::False) = (&left.kind, truth) {
            let over = self.causes_over_limit(*field, filter, reads, &cause);
            if !over.is_empty() {
                causes.extend(over);
                return;
            }
        }
        self.fill_measure_cards(left, &mut cause);
        causes.push(cause);
    }

    /// Moves the limit to the right, so that the cause is about the other side.
    fn limit_to_right<'n>(&self, compared: ComparedMeasures<'n>) -> ComparedMeasures<'n> {
        let ComparedMeasures { left, right, .. } = compared;
        if self.binder.bind_measure(right).constant().is_some() {
            return compared;
        }
        let left_limits = self.binder.bind_measure(left).constant().is_some()
            || is_limiting_side(self.binder, left, right);
        if left_limits { compared.mirrored() } else { compared }
    }

    /// Adds the numbers with names that a measure reads and that are a sum of several terms.
    fn add_named_values(&self, measure: &MeasureNode, found: &mut Vec<NamedValue>) {
        TreePart::Measure(measure).walk(&mut |part| match part {
            TreePart::Measure(MeasureNode { kind: MeasureKind::Named(named), .. }) => {
                if let Some(value) = self.split_named(named)
                    && !found.contains(&value)
                {
                    found.push(value);
                }
                true
            }
            // Inside groups other cards are counted.
            TreePart::Groups(..) | TreePart::Totals(..) => false,
            _ => true,
        });
    }

    /// The terms of a named number that are not zero; `None` if it is a single one that no card
    /// adds.
    fn split_named(&self, named: &NamedNode) -> Option<NamedValue> {
        let binder = self.binder.named_binder(named);
        let mut terms = Vec::new();
        let mut rest = vec![(&named.body, false)];
        while let Some((node, is_less)) = rest.pop() {
            match &node.kind {
                MeasureKind::Operation(Operation::Negate, operands) => {
                    rest.extend(operands.iter().map(|inner| (inner, !is_less)));
                }
                MeasureKind::Operation(
                    Operation::Arithmetic(sign @ (Arithmetic::Plus | Arithmetic::Minus)),
                    operands,
                ) => {
                    // A minus turns the sign of the part after it, and a minus around both turns it
                    // back.
                    let is_second_less = is_less != (*sign == Arithmetic::Minus);
                    let signs = [is_less, is_second_less];
                    // Reversed, because the last one pushed is the first one popped: terms keep the
                    // order of the text.
                    rest.extend(operands.iter().zip(signs).rev());
                }
                kind => {
                    let words = match kind {
                        MeasureKind::Number(_) => Text::default(),
                        _ => self.describe(|s| s.describe_measure(node)),
                    };
                    let unsigned = binder.bind_measure(node).value(self.counts);
                    let value = if is_less { unsigned.negated() } else { unsigned };
                    let is_of_card = matches!(kind, MeasureKind::Named(_));
                    if value.exact_value() != Some(Rational::ZERO) {
                        terms.push((is_of_card, NamedTerm { words, value }));
                    }
                }
            }
        }
        let is_told = terms.len() > 1 || terms.iter().any(|(is_of_card, _)| *is_of_card);
        is_told.then(|| NamedValue {
            name: named.name.clone(),
            value: binder.bind_measure(&named.body).value(self.counts),
            terms: terms.into_iter().map(|(_, term)| term).collect(),
        })
    }

    fn quantifier_cause(
        &self,
        span: &Span,
        quantifier: Quantifier,
        filter: &FilterNode,
        reads: &Reads,
        negated: bool,
        group: Option<&CauseGroup>,
    ) -> Cause {
        let accepted = quantifier != Quantifier::All;
        let (certain, doubtful) = self.split_cards(filter, reads, accepted);
        let least = (quantifier == Quantifier::Any) != negated;
        // Doubtful cards may add to the count.
        let low = total_copies(&certain);
        let high = low + total_copies(&doubtful);
        let actual = Quantity::range(Some(Rational::whole(low)), Some(Rational::whole(high)));
        let (operator, limit) = if least { (Operator::AtLeast, 1) } else { (Operator::AtMost, 0) };
        let limit = Quantity::whole(limit);
        let subject = self.describe(|s| {
            let clause =
                if accepted { s.describe_cards(filter) } else { describe_other_cards(s, filter) };
            s.join_with_of(word!(s.lang, "number"), &clause)
        });
        let mut cause = self.new_cause(actual.compare(operator, &limit), span, subject, group);
        (cause.actual, cause.operator, cause.limit) = (actual, operator, limit);
        cause.counts_cards = true;
        cause.piles = reads.clone().unwrap_or_default();
        cause.filter = self.filter_words(filter);
        cause.distance = distance(&cause);
        if cause.truth == Truth::Unknown {
            self.add_missing(reads, &mut cause.missing, |card, found| {
                card.add_missing(filter, found);
            });
        }
        (cause.cards, cause.doubtful) = (certain, doubtful);
        if cause.truth == Truth::False && !least {
            cause.zone_conflicts = self.zone_conflicts(filter, reads, accepted);
            // Conflicts of some cards only would not explain the others.
            if cause.zone_conflicts.len() != cause.cards.len() {
                cause.zone_conflicts.clear();
            }
        }
        cause
    }

    /// The conflicts with a zone of the cards for which a filter gives `outcome`.
    fn zone_conflicts(
        &self,
        filter: &FilterNode,
        reads: &Reads,
        outcome: bool,
    ) -> Vec<ZoneConflict> {
        let mut conflicts: Vec<ZoneConflict> = Vec::new();
        if !TreePart::Filter(filter).any(|part| matches!(part, TreePart::ZoneField(_))) {
            return conflicts;
        }
        for member in self.binder.read_members(reads) {
            if conflicts.iter().all(|other| other.card != member.card) {
                conflicts.extend(find_zone_conflict(
                    &self.binder.card_view(member),
                    self.names,
                    filter,
                    outcome,
                ));
            }
        }
        conflicts
    }

    fn collect_each(
        &self,
        node: &ConditionNode,
        each: EachPart<'_>,
        negated: bool,
        causes: &mut Vec<Cause>,
    ) {
        let truth = self.evaluate(node, negated);
        let mut found = Vec::new();
        if let Node::Each(grouped) = self.binder.bind_condition(node) {
            let index = self.binder.index_values(each.field);
            for group in &grouped.groups {
                let mut spots = group.certain.iter().chain(&group.possible);
                let is_present = spots.any(|spot| count_at(self.counts, *spot) > 0);
                let holds = group.node.truth(self.counts);
                if is_present && truth == if negated { !holds } else { holds } {
                    let binder =
                        self.binder
                            .group_binder(&index, Some(&group.key), None, each.reads);
                    let inside = Explainer { binder: &binder, ..*self };
                    let explained = self.cause_group(each.field, &group.key);
                    let mut causes = Vec::new();
                    inside.collect_causes(each.condition, negated, Some(&explained), &mut causes);
                    add_reason(&mut causes, &self.gather_spots(each.reads, &group.certain));
                    found.extend(causes);
                }
            }
        }
        let mut missing = Vec::new();
        if truth == Truth::Unknown {
            self.add_missing(each.reads, &mut missing, |card, found| {
                card.add_missing_field(each.field, found);
            });
        }
        if found.is_empty() {
            let subject = self.describe(|s| s.describe_condition(node));
            causes.push(Cause { missing, ..self.new_cause(truth, &node.span, subject, None) });
            return;
        }
        for mut cause in found {
            if cause.piles.is_empty() {
                cause.piles = each.reads.clone().unwrap_or_default();
            }
            cause.missing.extend(missing.iter().cloned());
            cause.missing.arrange();
            cause.missing.dedup();
            causes.push(cause);
        }
    }

    fn cause_group(&self, field: Field, key: &GroupKey) -> CauseGroup {
        let cards = &self.binder.world().catalog.cards;
        let card = match (field.kind, key) {
            (_, GroupKey::Card(card)) => Some(*card),
            (FieldKind::Name, GroupKey::Text(name)) => cards.find_by_name(name).first().copied(),
            _ => None,
        };
        CauseGroup {
            field: self.describe(|s| s.field_phrase(field)),
            value: self.describe(|s| match card {
                Some(card) => cards.card(card).name(s.lang).to_owned(),
                None => s.key_name(field.kind, key),
            }),
            key: key.clone(),
        }
    }
}

/// A choice of values, and why a condition is true or false for it.
struct ExplainedChoice<'n> {
    /// Whether it fails, and how far it is from being true; last if that is no number.
    distance: (bool, bool, Option<Rational>),
    values: &'n [GroupKey],
    causes: Vec<Cause>,
}

/// The parts of a condition that each group of cards has to satisfy.
#[derive(Clone, Copy)]
struct EachPart<'n> {
    field: Field,
    condition: &'n ConditionNode,
    reads: &'n Reads,
}

/// Gives the cards of a group as the reason, where none of its cards makes the difference.
fn add_reason(causes: &mut [Cause], cards: &[(CardIndex, u32)]) {
    for cause in causes {
        if cause.cards.is_empty() && cause.reason_cards.is_empty() {
            cause.reason_cards = cards.to_vec();
        }
    }
}

fn total_copies(cards: &[(CardIndex, u32)]) -> i64 {
    cards.iter().map(|(_, copies)| i64::from(*copies)).sum()
}

/// The distances of some causes together; `None` if one has none.
fn sum_distances(causes: &[Cause]) -> Option<Rational> {
    let mut sum = Rational::ZERO;
    for cause in causes {
        sum = sum.plus(cause.distance?.amount())?;
    }
    Some(sum)
}

fn describe_other_cards(describer: &Describer<'_>, filter: &FilterNode) -> String {
    let noun = word!(describer.lang, "cards other than");
    format!("{noun} {}", describer.describe_cards(filter))
}
