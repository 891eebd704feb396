//! What a text mentions: the attributes whose unknown values it may depend on, and the numbers with
//! which it compares them.

use super::field::{Field, FieldKind};
use super::rational::Rational;
use super::tree::{
    CardExpr, CardExprKind, ConditionKind, ConditionNode, FilterKind, FilterNode, MeasureKind,
    MeasureNode, Pattern, Test,
};

/// Fields and numbers of a text, each once.
#[derive(Default)]
pub(super) struct Mentions {
    /// Fields that are attributes.
    pub(super) attributes: Vec<Field>,
    /// Numbers.
    pub(super) numbers: Vec<Rational>,
    /// How many fields are named in all, each as often as it stands there.
    pub(super) fields: usize,
}

impl Mentions {
    pub(super) fn of_filter(node: &FilterNode) -> Mentions {
        let mut mentions = Mentions::default();
        mentions.filter(node);
        mentions
    }

    pub(super) fn of_condition(node: &ConditionNode) -> Mentions {
        let mut mentions = Mentions::default();
        mentions.condition(node);
        mentions
    }

    fn field(&mut self, field: Field) {
        self.fields += 1;
        let known = !matches!(field.kind, FieldKind::Attribute(_));
        if !known && !self.attributes.contains(&field) {
            self.attributes.push(field);
        }
    }

    fn number(&mut self, number: Rational) {
        if !self.numbers.contains(&number) {
            self.numbers.push(number);
        }
    }

    fn filter(&mut self, node: &FilterNode) {
        match &node.kind {
            FilterKind::All(items) | FilterKind::Any(items) => {
                items.iter().for_each(|item| self.filter(item));
            }
            FilterKind::Not(inner) | FilterKind::On(_, inner) => self.filter(inner),
            FilterKind::Test(test) => self.test(test),
        }
    }

    fn test(&mut self, test: &Test) {
        match test {
            Test::Text { field, patterns, .. } => {
                self.field(*field);
                for pattern in patterns {
                    if let Pattern::Field(field) = pattern {
                        self.field(*field);
                    }
                }
            }
            Test::Values { field, .. } | Test::IsUnknown(field) | Test::IsPrinted(field) => {
                self.field(*field);
            }
            Test::SameValue { left, right, .. } => {
                self.field(*left);
                self.field(*right);
            }
            Test::Compare { left, right, .. } => {
                self.expr(left);
                self.expr(right);
            }
            Test::Cards(_) | Test::HasPart(_) | Test::Listed(_) | Test::Legal(_) => {}
        }
    }

    fn expr(&mut self, expr: &CardExpr) {
        match &expr.kind {
            CardExprKind::Number(number) => self.number(*number),
            CardExprKind::Ordinal(_, value) => self.number(Rational::whole(i64::from(value.0))),
            CardExprKind::Date(_) | CardExprKind::Parameter(_) => {}
            CardExprKind::Field(field) => self.field(*field),
            CardExprKind::Negate(inner) | CardExprKind::Round(_, inner) => self.expr(inner),
            CardExprKind::Arithmetic(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            CardExprKind::Extreme(_, items) => items.iter().for_each(|item| self.expr(item)),
        }
    }

    fn measure(&mut self, node: &MeasureNode) {
        match &node.kind {
            MeasureKind::Number(number) => self.number(*number),
            MeasureKind::Parameter(_) => {}
            MeasureKind::Negate(inner) | MeasureKind::Round(_, inner) => self.measure(inner),
            MeasureKind::Arithmetic(_, left, right) => {
                self.measure(left);
                self.measure(right);
            }
            MeasureKind::Extreme(_, items) => items.iter().for_each(|item| self.measure(item)),
            MeasureKind::Count { filter, .. } => self.filter(filter),
            MeasureKind::Fold { expr, filter, .. } => {
                self.expr(expr);
                self.filter(filter);
            }
            MeasureKind::Distinct { field, filter, .. }
            | MeasureKind::Copies { field, filter, .. } => {
                self.field(*field);
                self.filter(filter);
            }
            MeasureKind::Groups { field, condition, .. } => {
                self.field(*field);
                self.condition(condition);
            }
        }
    }

    fn condition(&mut self, node: &ConditionNode) {
        match &node.kind {
            ConditionKind::All(items) | ConditionKind::Any(items) => {
                items.iter().for_each(|item| self.condition(item));
            }
            ConditionKind::Not(inner) => self.condition(inner),
            ConditionKind::If(condition, then) => {
                self.condition(condition);
                self.condition(then);
            }
            ConditionKind::Compare { left, right, .. } => {
                self.measure(left);
                self.measure(right);
            }
            ConditionKind::Terms { .. } => {}
            ConditionKind::Cards { filter, .. } => self.filter(filter),
            ConditionKind::Each { field, condition, .. } => {
                self.field(*field);
                self.condition(condition);
            }
        }
    }
}
