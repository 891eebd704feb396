//! Expressions as measures and conditions of piles, and the bound on groups within groups.
//!
//! A card with twelve icons is in twelve groups of `each(icons, …)`, and in 144 of one such
//! grouping within another; everything inside is evaluated for each of them. The number of groups
//! follows from the cards of the game, before any deck is read.

use crate::{
    ast::{Comparison, Expr, ExprKind, Name, Operator, Span},
    docs::Function,
    facts::CardView,
    field::{Field, FieldKind, find_position},
    messages::{ErrorKind, ExpectedToken, ExpressionKind, LanguageError, NameUse},
    possible_values::{OtherValues, PossibleValues},
    rational::Rational,
    resolve::{
        Resolved, Resolver, card::split_operation, compare::refuse_ordered_list, unknown_name,
        value::parse_loose_number, wrong_sort,
    },
    tree::{
        ConditionKind, ConditionNode, Fold, JunctionForm, MeasureKind, MeasureNode, ParameterTerm,
        Quantifier, Reads,
    },
    world::World,
};
use sleeve_data::{
    model::Lens,
    problem::{Candidates, nearest_names},
};
use std::{cell::Cell, rc::Rc};

impl Resolver<'_> {
    pub(super) fn resolve_piles(&self, piles: &[Name]) -> Resolved<Reads> {
        let mut zones = Vec::with_capacity(piles.len());
        for Name { text, span } in piles {
            let Some(zone) = self.scope.zone(text) else {
                let near = nearest_names(text, self.scope.zones().iter().map(|z| z.id.as_str()));
                return Err(unknown_name(NameUse::Pile, text, span, near));
            };
            zones.push(zone.to_owned());
        }
        Ok(Some(zones))
    }

    pub(super) fn resolve_measure(&self, expr: &Expr, reads: &Reads) -> Resolved<MeasureNode> {
        if let Some((operation, operands)) = split_operation(expr)? {
            let nodes = operands
                .into_iter()
                .map(|operand| self.resolve_measure(operand, reads));
            let kind = MeasureKind::Operation(operation, nodes.collect::<Resolved<_>>()?);
            return Ok(MeasureNode { span: expr.span.clone(), kind });
        }
        let kind = match &expr.kind {
            ExprKind::Number(number) => MeasureKind::Number(Rational::from(*number)),
            ExprKind::Word(word) => self.resolve_bare_word(word, expr, reads)?,
            ExprKind::Parameter(name) => {
                MeasureKind::Parameter(self.resolve_number_parameter(name, expr)?)
            }
            ExprKind::Call { function, arguments } => {
                self.resolve_measure_call(expr, *function, arguments, reads)?
            }
            ExprKind::In { inner, piles, enclosed } => {
                let mut node = self.resolve_measure(inner, &self.resolve_piles(piles)?)?;
                node.span = expr.span.clone();
                if !enclosed || matches!(self.grouping.place, GroupingPlace::Outside) {
                    return Ok(node);
                }
                MeasureKind::Whole(Box::new(node))
            }
            ExprKind::Bracket(inner) => {
                MeasureKind::Indicator(Box::new(self.resolve_condition(inner, reads)?))
            }
            ExprKind::Unknown => {
                return Err(LanguageError::missing_token(
                    expr.span.clone(),
                    ExpectedToken::Item,
                    "?",
                ));
            }
            _ => return Err(wrong_sort(expr, ExpressionKind::Measure, self.sort_of(expr))),
        };
        Ok(MeasureNode { span: expr.span.clone(), kind })
    }

    fn resolve_bare_word(&self, word: &str, expr: &Expr, reads: &Reads) -> Resolved<MeasureKind> {
        if self.scope.parameter(word).is_some() {
            return Ok(MeasureKind::Parameter(self.resolve_number_parameter(word, expr)?));
        }
        if let Some(named) = self.resolve_named(word, &expr.span, reads) {
            return Ok(MeasureKind::Named(Box::new(named?)));
        }
        if let Some(number) = parse_loose_number(word) {
            return Ok(MeasureKind::Number(Rational::from(number)));
        }
        if let Some(error) = self.field_of_card_error(expr) {
            return Err(error);
        }
        let parameters = self.scope.parameters().iter().map(|p| p.id.as_str());
        let named = self.scope.named().iter().map(|n| n.named.id.as_str());
        let near = nearest_names(word, parameters.chain(named).chain(self.field_words()));
        Err(unknown_name(NameUse::Word, word, &expr.span, near))
    }

    /// The error for a field of one card in place of a measure; `None` if the expression is not a
    /// field.
    fn field_of_card_error(&self, expr: &Expr) -> Option<LanguageError> {
        let ExprKind::Word(word) = &expr.kind else { return None };
        let field = self.resolve_field(word, &expr.span, false).ok()?;
        let numeric = self.field_sort(field.kind) == ExpressionKind::Number;
        let kind = ErrorKind::FieldOfCard { field: word.clone(), numeric };
        Some(LanguageError::new(expr.span.clone(), kind))
    }

    fn resolve_measure_call(
        &self,
        expr: &Expr,
        function: Function,
        arguments: &[Expr],
        reads: &Reads,
    ) -> Resolved<MeasureKind> {
        self.count_question(&expr.span)?;
        let reads = Reads::clone(reads);
        let fold = Fold::from_function(function);
        match (function, arguments, fold) {
            (_, [number, rest @ ..], Some(fold)) => {
                let expr = self.resolve_number(number)?;
                let filter = self.resolve_filter_argument(rest.first())?;
                Ok(MeasureKind::Fold { fold, expr, filter, reads })
            }
            (Function::Count, ..) => {
                let filter = self.resolve_filter_argument(arguments.first())?;
                Ok(MeasureKind::Count { filter, reads })
            }
            (Function::Distinct | Function::Copies, [field, rest @ ..], _) => {
                let field = self.resolve_group_field(field)?;
                let filter = self.resolve_filter_argument(rest.first())?;
                Ok(match function {
                    Function::Distinct => MeasureKind::Distinct { field, filter, reads },
                    _ => MeasureKind::Copies { field, filter, reads },
                })
            }
            (Function::Groups, ..) => {
                let (field, condition) = self.resolve_group_arguments(expr, arguments)?;
                Ok(MeasureKind::Groups { field, condition, reads })
            }
            (Function::Total, [field, measure], _) => {
                let field = self.resolve_group_field(field)?;
                let measure = Box::new(self.with_group(field).resolve_measure(measure, &None)?);
                Ok(MeasureKind::Total { field, measure, reads })
            }
            // Too few arguments, or too many.
            (Function::Distinct | Function::Copies | Function::Total, ..) | (.., Some(_)) => {
                Err(wrong_sort(expr, ExpressionKind::Measure, ExpressionKind::Measure))
            }
            _ => Err(wrong_sort(expr, ExpressionKind::Measure, self.sort_of(expr))),
        }
    }

    /// Resolves the arguments of `each` and `groups`. Inside, the default piles are those of the
    /// group.
    fn resolve_group_arguments(
        &self,
        expr: &Expr,
        arguments: &[Expr],
    ) -> Resolved<(Field, Box<ConditionNode>)> {
        let [field, condition] = arguments else {
            return Err(wrong_sort(expr, ExpressionKind::Condition, ExpressionKind::Condition));
        };
        let field = self.resolve_group_field(field)?;
        Ok((field, Box::new(self.with_group(field).resolve_condition(condition, &None)?)))
    }

    /// Resolves a field that cards can be grouped by.
    pub(super) fn resolve_group_field(&self, expr: &Expr) -> Resolved<Field> {
        let field = self.resolve_field_argument(expr)?;
        if field.kind.is_question() {
            Err(wrong_sort(expr, ExpressionKind::Field, self.field_sort(field.kind)))
        } else {
            Ok(field)
        }
    }

    fn resolve_conditions(&self, items: &[Expr], reads: &Reads) -> Resolved<Vec<ConditionNode>> {
        items
            .iter()
            .map(|item| self.resolve_condition(item, reads))
            .collect()
    }

    pub(super) fn resolve_condition(&self, expr: &Expr, reads: &Reads) -> Resolved<ConditionNode> {
        let kind = match &expr.kind {
            ExprKind::And(items) => ConditionKind::all(self.resolve_conditions(items, reads)?),
            ExprKind::Or(items) => ConditionKind::any(self.resolve_conditions(items, reads)?),
            ExprKind::Not(inner) => {
                let parts = [(self.resolve_condition(inner, reads)?, true)];
                ConditionKind::join(true, parts, JunctionForm::Plain)
            }
            ExprKind::If(condition, then) => {
                let condition = self.resolve_condition(condition, reads)?;
                let then = self.resolve_condition(then, reads)?;
                ConditionKind::join(false, [(condition, true), (then, false)], JunctionForm::If)
            }
            ExprKind::Compare { first, rest } => {
                return self.resolve_pile_comparison(expr, first, rest, reads);
            }
            ExprKind::Call { function, arguments } => {
                self.resolve_condition_call(expr, *function, arguments, reads)?
            }
            ExprKind::In { inner, piles, .. } => {
                let mut node = self.resolve_condition(inner, &self.resolve_piles(piles)?)?;
                // A message about the condition marks the piles as well.
                node.span = expr.span.clone();
                return Ok(node);
            }
            _ => {
                let found = self.sort_of(expr);
                return Err(self
                    .field_of_card_error(expr)
                    .unwrap_or_else(|| wrong_sort(expr, ExpressionKind::Condition, found)));
            }
        };
        Ok(ConditionNode { span: expr.span.clone(), kind })
    }

    fn resolve_condition_call(
        &self,
        expr: &Expr,
        function: Function,
        arguments: &[Expr],
        reads: &Reads,
    ) -> Resolved<ConditionKind> {
        let quantifier = match function {
            Function::All => Quantifier::All,
            Function::Any => Quantifier::Any,
            Function::None => Quantifier::None,
            Function::Each => {
                let (field, condition) = self.resolve_group_arguments(expr, arguments)?;
                return Ok(ConditionKind::Each { field, condition, reads: reads.clone() });
            }
            Function::Some => return self.resolve_choice(expr, arguments, reads),
            _ => return Err(wrong_sort(expr, ExpressionKind::Condition, self.sort_of(expr))),
        };
        self.count_question(&expr.span)?;
        let filter = self.resolve_filter_argument(arguments.first())?;
        Ok(ConditionKind::Cards { quantifier, filter, reads: reads.clone() })
    }

    fn resolve_pile_comparison(
        &self,
        expr: &Expr,
        first: &Expr,
        rest: &[Comparison],
        reads: &Reads,
    ) -> Resolved<ConditionNode> {
        let mut nodes = Vec::new();
        let mut left = first;
        for comparison in rest {
            let node = self
                .resolve_alternatives(left, comparison, reads)
                .map_err(|error| self.explain_range(error, left, comparison))?;
            nodes.push(node);
            let Some(last) = comparison.values.last() else { continue };
            if rest.len() > 1 && comparison.values.len() > 1 {
                return Err(LanguageError::new(comparison.span.clone(), ErrorKind::Chain));
            }
            left = last;
        }
        match nodes.pop() {
            Some(only) if nodes.is_empty() => Ok(ConditionNode { span: expr.span.clone(), ..only }),
            last => {
                nodes.extend(last);
                Ok(ConditionNode { span: expr.span.clone(), kind: ConditionKind::all(nodes) })
            }
        }
    }

    /// Resolves `count() = 1|2`: one comparison per value, all of them under `!=`, else any of
    /// them.
    fn resolve_alternatives(
        &self,
        left: &Expr,
        comparison: &Comparison,
        reads: &Reads,
    ) -> Resolved<ConditionNode> {
        let mut pairs = Vec::with_capacity(comparison.values.len());
        for value in &comparison.values {
            pairs.push(self.resolve_pair(left, comparison.operator, value, reads)?);
        }
        let span = left.span.start
            ..comparison
                .values
                .last()
                .map_or(comparison.span.end, |v| v.span.end);
        if pairs.len() == 1 {
            return pairs.pop().ok_or_else(|| {
                wrong_sort(left, ExpressionKind::Condition, ExpressionKind::Measure)
            });
        }
        refuse_ordered_list(comparison)?;
        let kind = match comparison.operator {
            Operator::NotEqual => ConditionKind::all(pairs),
            _ => ConditionKind::any(pairs),
        };
        Ok(ConditionNode { span, kind })
    }

    fn resolve_pair(
        &self,
        left: &Expr,
        operator: Operator,
        right: &Expr,
        reads: &Reads,
    ) -> Resolved<ConditionNode> {
        let span = left.span.start..right.span.end;
        // Words are equal or not; they have no order.
        let equality = !operator.is_ordering();
        if equality && let Some((left, right)) = self.resolve_terms(left, right)? {
            let negated = operator == Operator::NotEqual;
            return Ok(ConditionNode { span, kind: ConditionKind::Terms { left, negated, right } });
        }
        let left = self.resolve_measure(left, reads)?;
        let right = self.resolve_measure(right, reads)?;
        let operator = if operator == Operator::Has { Operator::Equal } else { operator };
        Ok(ConditionNode { span, kind: ConditionKind::Compare { left, operator, right } })
    }

    /// Resolves a comparison of two parameters, or of a parameter and a word. Fields and numbers
    /// are not words, unless the parameter is declared to take such a word.
    fn resolve_terms(
        &self,
        left: &Expr,
        right: &Expr,
    ) -> Resolved<Option<(ParameterTerm, ParameterTerm)>> {
        Ok(match (self.parameter_term(left), self.parameter_term(right)) {
            (Some(left), Some(right)) => Some((left, right)),
            (Some(named), None) => self
                .resolve_beside(&named, right)?
                .map(|word| (named, word)),
            (None, Some(named)) => self.resolve_beside(&named, left)?.map(|word| (word, named)),
            (None, None) => None,
        })
    }

    fn parameter_term(&self, expr: &Expr) -> Option<ParameterTerm> {
        let (ExprKind::Word(name) | ExprKind::Parameter(name)) = &expr.kind else { return None };
        Some(ParameterTerm::Parameter(self.scope.parameter(name)?.to_owned()))
    }

    /// Resolves the word that a parameter is compared with; `None` for anything but a word.
    fn resolve_beside(
        &self,
        named: &ParameterTerm,
        other: &Expr,
    ) -> Resolved<Option<ParameterTerm>> {
        if let Some(chosen) = self.resolve_parameter_word(named, other) {
            return chosen.map(Some);
        }
        Ok(match &other.kind {
            ExprKind::Phrase(text) => Some(ParameterTerm::Text(text.clone())),
            ExprKind::Word(text)
                if parse_loose_number(text).is_none()
                    // `budget = 40..50` is a range with an error of its own, not a word.
                    && !text.contains("..")
                    && self.scope.find_named(text).is_none()
                    && self.field_of_card_error(other).is_none() =>
            {
                Some(ParameterTerm::Text(text.clone()))
            }
            _ => None,
        })
    }

    /// Resolves the word compared with a parameter that takes one of a few words; `None` for other
    /// parameters.
    fn resolve_parameter_word(
        &self,
        named: &ParameterTerm,
        beside: &Expr,
    ) -> Option<Resolved<ParameterTerm>> {
        let ParameterTerm::Parameter(parameter) = named else { return None };
        let words = self.scope.words(parameter);
        if words.is_empty() {
            return None;
        }
        let Some(text) = self.value_text(beside) else {
            return Some(Err(wrong_sort(
                beside,
                ExpressionKind::Enumeration,
                self.sort_of(beside),
            )));
        };
        if let Some(named) = find_position(words, &text).and_then(|at| words.get(at)) {
            return Some(Ok(ParameterTerm::Text(named.id.to_string())));
        }
        let ids = words.iter().map(|named| named.id.as_str());
        let candidates = Candidates::nearest_or_all(&text, ids);
        let (field, sort) = (parameter.clone(), ExpressionKind::Enumeration);
        let kind = ErrorKind::UnknownValue { field, value: text, sort, candidates };
        Some(Err(LanguageError::new(beside.span.clone(), kind)))
    }
}

/// Evaluations of conditions and measures per card inside a grouping within another, summed over a
/// text.
pub(super) const GROUPING_LIMIT: u64 = 1000;

/// The groups around a part of a text, and the evaluations per card that they cause.
#[derive(Clone, Debug, Default)]
pub(super) struct GroupingScope {
    place: GroupingPlace,
    /// The sum over all parts of the text so far; shared by the resolvers of the parts.
    questions: Rc<Cell<u64>>,
}

#[derive(Clone, Copy, Debug, Default)]
enum GroupingPlace {
    #[default]
    Outside,
    Within(Field),
    /// In groups within groups, with the number of them that may contain one card.
    Deeper(u64),
}

impl Resolver<'_> {
    pub(super) fn with_group(&self, field: Field) -> Self {
        let place = match self.grouping.place {
            GroupingPlace::Outside => GroupingPlace::Within(field),
            GroupingPlace::Within(outer) => {
                let outer = self.most_groups_of_card(outer);
                GroupingPlace::Deeper(outer.saturating_mul(self.most_groups_of_card(field)))
            }
            GroupingPlace::Deeper(groups) => {
                GroupingPlace::Deeper(groups.saturating_mul(self.most_groups_of_card(field)))
            }
        };
        let grouping = GroupingScope { place, questions: Rc::clone(&self.grouping.questions) };
        Resolver { grouping, ..self.clone() }
    }

    /// Counts an evaluation per card; an error beyond the limit.
    pub(super) fn count_question(&self, span: &Span) -> Resolved<()> {
        let GroupingPlace::Deeper(groups) = self.grouping.place else { return Ok(()) };
        let questions = self.grouping.questions.get().saturating_add(groups);
        self.grouping.questions.set(questions);
        if questions > GROUPING_LIMIT {
            let kind = ErrorKind::TooManyGroups { times: questions, limit: GROUPING_LIMIT };
            return Err(LanguageError::new(span.clone(), kind));
        }
        Ok(())
    }

    /// The evaluations per card that groups within groups cause so far.
    pub(super) fn group_questions(&self) -> u64 {
        self.grouping.questions.get()
    }

    /// The most groups of a field that one card of the game can be in. Counts only attested facts,
    /// as any other may turn out to be different.
    fn most_groups_of_card(&self, field: Field) -> u64 {
        if let FieldKind::Id | FieldKind::Name | FieldKind::Kind | FieldKind::Zone = field.kind {
            return 1;
        }
        self.scope.most_groups(field, || {
            let world = World::from_catalog(self.scope.catalog).with_lens(Lens::Attested);
            let cards = self.scope.catalog.cards.iter();
            let groups = cards.map(|card| {
                count_groups(&CardView::new(world, card.index(), None).possible_values(field))
            });
            groups.max().unwrap_or(1).max(1)
        })
    }
}

fn count_groups(possible: &PossibleValues) -> u64 {
    let uncertain = match &possible.others {
        OtherValues::Nothing => 0,
        OtherValues::Anything | OtherValues::InRange(_) => 1,
        OtherValues::OneOf(keys) => keys
            .iter()
            .filter(|key| !possible.certain.contains(key))
            .count(),
    };
    (possible.certain.len() + uncertain) as u64
}
