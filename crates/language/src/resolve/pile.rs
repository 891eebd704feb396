//! Expressions as measures and conditions of piles, and the bound on groups within groups.
//!
//! A card with twelve icons is in twelve groups of `each(icons, …)`, and in 144 of one such
//! grouping within another; everything inside is evaluated for each of them. The number of groups
//! follows from the cards of the game, before any deck is read.

use crate::ast::{Comparison, Expr, ExprKind, Name, Operator, Span};
use crate::docs::Function;
use crate::facts::CardView;
use crate::field::{Field, FieldKind};
use crate::messages::{ErrorKind, ExpectedToken, ExpressionKind, LanguageError, NameUse};
use crate::possible_values::{OtherValues, PossibleValues};
use crate::rational::Rational;
use crate::resolve::card::split_operation;
use crate::resolve::value::parse_loose_number;
use crate::resolve::{Resolved, Resolver, unknown_name, wrong_sort};
use crate::tree::{
    ConditionKind, ConditionNode, Fold, JunctionForm, MeasureKind, MeasureNode, ParameterTerm,
    Quantifier, Reads,
};
use crate::world::World;
use sleeve_data::model::Lens;
use sleeve_data::problem::{Candidates, nearest_names};
use std::cell::Cell;
use std::rc::Rc;

impl Resolver<'_> {
    pub(super) fn resolve_piles(&self, piles: &[Name]) -> Resolved<Reads> {
        let pile = |name: &Name| {
            self.scope.zone(&name.text).map(str::to_owned).ok_or_else(|| {
                let names = self.scope.zones().iter().map(|z| z.id.as_str());
                unknown_name(
                    NameUse::Pile,
                    &name.text,
                    &name.span,
                    nearest_names(&name.text, names),
                )
            })
        };
        piles.iter().map(pile).collect::<Resolved<Vec<_>>>().map(Some)
    }

    pub(super) fn resolve_measure(&self, expr: &Expr, reads: &Reads) -> Resolved<MeasureNode> {
        if let Some((operation, operands)) = split_operation(expr)? {
            let operands = operands.into_iter().map(|operand| self.resolve_measure(operand, reads));
            let kind = MeasureKind::Operation(operation, operands.collect::<Resolved<_>>()?);
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
        let names = parameters.chain(self.scope.named().iter().map(|n| n.named.id.as_str()));
        let names = names.chain(self.field_words());
        Err(unknown_name(NameUse::Word, word, &expr.span, nearest_names(word, names)))
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
        let first = || {
            arguments
                .first()
                .ok_or_else(|| wrong_sort(expr, ExpressionKind::Measure, ExpressionKind::Measure))
        };
        let filter = || self.resolve_filter_argument(arguments.get(1));
        let reads_here = || reads.clone();
        self.count_question(&expr.span)?;
        if let Some(fold) = Fold::from_function(function) {
            let (expr, filter) = (self.resolve_number(first()?)?, filter()?);
            return Ok(MeasureKind::Fold { fold, expr, filter, reads: reads_here() });
        }
        Ok(match function {
            Function::Count => MeasureKind::Count {
                filter: self.resolve_filter_argument(arguments.first())?,
                reads: reads_here(),
            },
            Function::Distinct => MeasureKind::Distinct {
                field: self.resolve_group_field(first()?)?,
                filter: filter()?,
                reads: reads_here(),
            },
            Function::Copies => MeasureKind::Copies {
                field: self.resolve_group_field(first()?)?,
                filter: filter()?,
                reads: reads_here(),
            },
            Function::Groups => {
                let (field, condition) = self.resolve_group_arguments(expr, arguments)?;
                MeasureKind::Groups { field, condition, reads: reads_here() }
            }
            Function::Total => {
                let [field, measure] = arguments else {
                    return Err(wrong_sort(expr, ExpressionKind::Measure, ExpressionKind::Measure));
                };
                let field = self.resolve_group_field(field)?;
                let measure = Box::new(self.with_group(field).resolve_measure(measure, &None)?);
                MeasureKind::Total { field, measure, reads: reads_here() }
            }
            _ => return Err(wrong_sort(expr, ExpressionKind::Measure, self.sort_of(expr))),
        })
    }

    /// Resolves the arguments of `each` and `groups`. Inside, the default piles are those of the group.
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

    pub(super) fn resolve_condition(&self, expr: &Expr, reads: &Reads) -> Resolved<ConditionNode> {
        let resolve = |part: &Expr| self.resolve_condition(part, reads);
        let resolve_all = |items: &[Expr]| items.iter().map(resolve).collect::<Resolved<Vec<_>>>();
        let kind = match &expr.kind {
            ExprKind::And(items) => ConditionKind::all(resolve_all(items)?),
            ExprKind::Or(items) => ConditionKind::any(resolve_all(items)?),
            ExprKind::Not(inner) => {
                ConditionKind::join(true, [(resolve(inner)?, true)], JunctionForm::Plain)
            }
            ExprKind::If(condition, then) => {
                let parts = [(resolve(condition)?, true), (resolve(then)?, false)];
                ConditionKind::join(false, parts, JunctionForm::If)
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
            let explain = |error| self.explain_range(error, left, comparison);
            nodes.push(self.resolve_alternatives(left, comparison, reads).map_err(explain)?);
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
        let pairs = comparison
            .values
            .iter()
            .map(|v| self.resolve_pair(left, comparison.operator, v, reads));
        let mut pairs = pairs.collect::<Resolved<Vec<_>>>()?;
        let span =
            left.span.start..comparison.values.last().map_or(comparison.span.end, |v| v.span.end);
        if pairs.len() == 1 {
            return pairs.pop().ok_or_else(|| {
                wrong_sort(left, ExpressionKind::Condition, ExpressionKind::Measure)
            });
        }
        if comparison.operator.is_ordering() {
            let kind = ErrorKind::ListUnderOrder { operator: comparison.operator };
            return Err(LanguageError::new(comparison.span.clone(), kind));
        }
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
        let parameter = |expr: &Expr| match &expr.kind {
            ExprKind::Word(name) | ExprKind::Parameter(name) => {
                self.scope.parameter(name).map(|id| ParameterTerm::Parameter(id.to_owned()))
            }
            _ => None,
        };
        let word = |expr: &Expr| match &expr.kind {
            ExprKind::Phrase(text) => Some(ParameterTerm::Text(text.clone())),
            ExprKind::Word(text)
                if parse_loose_number(text).is_none()
                    // `budget = 40..50` is a range with an error of its own, not a word.
                    && !text.contains("..")
                    && self.scope.find_named(text).is_none()
                    && self.field_of_card_error(expr).is_none() =>
            {
                Some(ParameterTerm::Text(text.clone()))
            }
            _ => None,
        };
        let resolve_beside =
            |named: ParameterTerm, other: &Expr| match self.resolve_parameter_word(&named, other) {
                Some(chosen) => Ok(Some((named, chosen?))),
                None => Ok(word(other).map(|word| (named, word))),
            };
        Ok(match (parameter(left), parameter(right)) {
            (Some(left), Some(right)) => Some((left, right)),
            (Some(named), None) => resolve_beside(named, right)?,
            (None, Some(named)) => resolve_beside(named, left)?.map(|(named, word)| (word, named)),
            (None, None) => None,
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
        let found = words.iter().find(|named| named.id == text);
        let found = found.or_else(|| words.iter().find(|named| named.means(&text)));
        Some(found.map(|named| ParameterTerm::Text(named.id.to_string())).ok_or_else(|| {
            let ids = words.iter().map(|named| named.id.as_str());
            let candidates = Candidates::nearest_or_all(&text, ids);
            let (field, sort) = (parameter.clone(), ExpressionKind::Enumeration);
            let kind = ErrorKind::UnknownValue { field, value: text, sort, candidates };
            LanguageError::new(beside.span.clone(), kind)
        }))
    }
}

/// Evaluations of conditions and measures per card inside a grouping within another, summed over a text.
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
                count_groups(&CardView::from_card(world, card, None).possible_values(field))
            });
            groups.max().unwrap_or(1).max(1)
        })
    }
}

fn count_groups(possible: &PossibleValues) -> u64 {
    let uncertain = match &possible.others {
        OtherValues::Nothing => 0,
        OtherValues::Anything | OtherValues::InRange(_) => 1,
        OtherValues::OneOf(keys) => {
            keys.iter().filter(|key| !possible.certain.contains(key)).count()
        }
    };
    (possible.certain.len() + uncertain) as u64
}
