//! Effects as `show` prints them, `écran 3`, as values of the field of effects.

use super::super::ast::{Comparison, Expr, Operator, Span};
use super::super::field::{Field, FieldKind};
use super::super::tree::{FilterKind, FilterNode, GroupKey, Test, WantedValue};
use super::{Resolved, Resolver};
use sleeve_data::model::Bounds;
use sleeve_data::model::card::Value;
use sleeve_data::source;

impl Resolver<'_> {
    /// What a comparison with values asks of effects, some of which are written as they are printed,
    /// with an amount or a trigger; `None` where it is not of effects or none is.
    pub(super) fn test_printed_effects(
        &self,
        field: Field,
        word: &str,
        comparison: &Comparison,
    ) -> Option<Resolved<FilterKind>> {
        let (mut plain, mut shown) = (Vec::new(), Vec::new());
        for value in &comparison.values {
            match self.test_printed_effect(field, value, comparison.operator) {
                Some(node) => shown.push(node),
                None => plain.push(value),
            }
        }
        if shown.is_empty() {
            return None;
        }
        if !plain.is_empty() {
            let wanted =
                plain.into_iter().map(|value| self.resolve_wanted_value(field, value, word));
            let wanted = match wanted.collect::<Resolved<Vec<WantedValue>>>() {
                Ok(wanted) => wanted,
                Err(error) => return Some(Err(error)),
            };
            shown.push(values_test(&comparison.span, field, wanted, comparison.operator));
        }
        let any = match shown.pop() {
            Some(only) if shown.is_empty() => only.kind,
            last => {
                shown.extend(last);
                FilterKind::Any(shown)
            }
        };
        Some(Ok(match comparison.operator {
            Operator::NotEqual => FilterKind::Not(Box::new(filter_node(&comparison.span, any))),
            _ => any,
        }))
    }

    /// One effect as it is printed, `None` where the value is none. Under `=` the card has no other.
    fn test_printed_effect(
        &self,
        field: Field,
        value: &Expr,
        operator: Operator,
    ) -> Option<FilterNode> {
        let FieldKind::Effect(asked) = field.kind else { return None };
        let text = self.value_text(value)?;
        if self.find_declared_value(field.kind, &text).is_some() {
            return None;
        }
        let printed = source::shown_effect(self.game(), &text)?;
        let (effect, span) = (printed.effect, &value.span);
        let of = |field, operator| {
            values_test(span, field, vec![WantedValue::Key(GroupKey::Effect(effect))], operator)
        };
        let triggered = Field { kind: FieldKind::Effect(printed.trigger.or(asked)), ..field };
        let shows = match printed.amount {
            None => of(triggered, Operator::Has),
            Some(Value::Number(amount)) => {
                let test = Test::Shows { field: triggered, effect, amount: Some(amount) };
                filter_node(span, FilterKind::Test(test))
            }
            Some(Value::Unknown(Bounds::OPEN)) => {
                let test = Test::Shows { field: triggered, effect, amount: None };
                filter_node(span, FilterKind::Test(test))
            }
            Some(_) => return None,
        };
        Some(match operator {
            Operator::Equal => {
                filter_node(span, FilterKind::All(vec![of(field, Operator::Equal), shows]))
            }
            _ => shows,
        })
    }
}

fn filter_node(span: &Span, kind: FilterKind) -> FilterNode {
    FilterNode { span: span.clone(), kind }
}

/// That a field has one of some values, and under `=` no other.
fn values_test(
    span: &Span,
    field: Field,
    wanted: Vec<WantedValue>,
    operator: Operator,
) -> FilterNode {
    let exactly = operator == Operator::Equal;
    filter_node(span, FilterKind::Test(Test::Values { field, wanted, exactly, negated: false }))
}
