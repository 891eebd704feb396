//! The one walk over resolved trees, for readers that look for something wherever it stands. What
//! evaluates, explains or words a tree reads it by itself.

use crate::field::{Field, FieldKind};
use crate::rational::Rational;
use crate::tree::{
    CardExpr, CardExprKind, ConditionKind, ConditionNode, FilterKind, FilterNode, MeasureKind,
    MeasureNode, ParameterTerm, Reads, Test, TextPattern, WantedValue,
};
use crate::zone_contents::{ZoneField, ZoneNumber};
use sleeve_data::model::{AttributeId, Game};

/// A part of a resolved tree.
#[derive(Clone, Copy)]
pub enum TreePart<'t> {
    Condition(&'t ConditionNode),
    Measure(&'t MeasureNode),
    /// The cards that a filter lets through, of the piles that are read.
    Cards(&'t FilterNode, &'t Reads),
    /// The groups of a field's values, of each of which a condition is asked. Inside, the piles that
    /// are read by default are those of the groups.
    Groups(Field, &'t ConditionNode, &'t Reads),
    /// The groups of a field's values, of each of which a measure is asked; inside as above.
    Totals(Field, &'t MeasureNode, &'t Reads),
    Filter(&'t FilterNode),
    Test(&'t Test),
    Expr(&'t CardExpr),
    Field(Field),
    /// A number; a value of an ordered field is its place.
    Number(Rational),
    Parameter(&'t str),
    /// What the cards of a zone of the deck have.
    Lying(&'t ZoneField),
    /// A number of zones of the deck, read of a card. Only its parameters are shown: its piles and fields
    /// are not those of the cards that are asked.
    OfZone(&'t ZoneNumber),
    /// The number that a list gives.
    Listed,
}

impl<'t> TreePart<'t> {
    /// Shows the part and all that it consists of, in the order in which it is written. What `see`
    /// says false of is not opened.
    pub fn walk(self, see: &mut dyn FnMut(TreePart<'t>) -> bool) {
        if see(self) {
            self.visit_children(&mut |part| part.walk(see));
        }
    }

    /// Whether something holds of the part or of any that it consists of.
    pub fn any(self, mut holds: impl FnMut(TreePart<'t>) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |part| {
            found = found || holds(part);
            !found
        });
        found
    }

    /// Whether something of it is read of single cards that depends on what lies in the zones of the deck.
    pub fn reads_zones(self) -> bool {
        self.any(|part| matches!(part, TreePart::Lying(_) | TreePart::OfZone(_)))
    }

    /// Whether what is read of single cards may be another for a copy in a state.
    pub fn reads_copies(self, game: &Game) -> bool {
        let of_copy = |id: AttributeId| game.attribute_of(id).is_some_and(|of| of.of_copy);
        let any = game.copy_fields().next().is_some();
        any && self.any(|part| match part {
            TreePart::Field(field) => match field.kind {
                FieldKind::Attribute(id) | FieldKind::Count(id, _) => of_copy(id),
                _ => false,
            },
            TreePart::Lying(_) | TreePart::OfZone(_) | TreePart::Test(Test::Legal(_)) => true,
            _ => false,
        })
    }

    /// Shows what the part directly consists of.
    pub fn visit_children(self, see: &mut dyn FnMut(TreePart<'t>)) {
        match self {
            TreePart::Condition(node) => visit_condition(node, see),
            TreePart::Measure(node) => visit_measure(node, see),
            TreePart::Cards(filter, _) => see(TreePart::Filter(filter)),
            TreePart::Groups(field, condition, _) => {
                see(TreePart::Field(field));
                see(TreePart::Condition(condition));
            }
            TreePart::Totals(field, measure, _) => {
                see(TreePart::Field(field));
                see(TreePart::Measure(measure));
            }
            TreePart::Filter(node) => match &node.kind {
                FilterKind::All(items) | FilterKind::Any(items) => {
                    items.iter().for_each(|item| see(TreePart::Filter(item)));
                }
                FilterKind::Not(inner) | FilterKind::On(_, inner) => see(TreePart::Filter(inner)),
                FilterKind::Test(test) => see(TreePart::Test(test)),
            },
            TreePart::Test(test) => visit_test(test, see),
            TreePart::Expr(expr) => match &expr.kind {
                CardExprKind::Number(number) => see(TreePart::Number(*number)),
                CardExprKind::Ordinal(_, value) => {
                    see(TreePart::Number(Rational::whole(i64::from(value.0))));
                }
                CardExprKind::Date(_) => {}
                CardExprKind::Parameter(name) => see(TreePart::Parameter(name)),
                CardExprKind::Field(field) => see(TreePart::Field(*field)),
                CardExprKind::Listed(_) => see(TreePart::Listed),
                CardExprKind::OfZone(number) => see(TreePart::OfZone(number)),
                CardExprKind::Indicator(filter) => see(TreePart::Filter(filter)),
                CardExprKind::Operation(_, operands) => {
                    operands.iter().for_each(|operand| see(TreePart::Expr(operand)));
                }
            },
            TreePart::OfZone(number) => TreePart::Measure(&number.measure).walk(&mut |part| {
                if let TreePart::Parameter(name) = part {
                    see(TreePart::Parameter(name));
                }
                true
            }),
            TreePart::Field(_)
            | TreePart::Number(_)
            | TreePart::Parameter(_)
            | TreePart::Lying(_)
            | TreePart::Listed => {}
        }
    }
}

fn visit_condition<'t>(node: &'t ConditionNode, see: &mut dyn FnMut(TreePart<'t>)) {
    match &node.kind {
        ConditionKind::All(items) | ConditionKind::Any(items) => {
            items.iter().for_each(|item| see(TreePart::Condition(item)));
        }
        ConditionKind::Not(inner) => see(TreePart::Condition(inner)),
        ConditionKind::If(condition, then) => {
            see(TreePart::Condition(condition));
            see(TreePart::Condition(then));
        }
        ConditionKind::Compare { left, right, .. } => {
            see(TreePart::Measure(left));
            see(TreePart::Measure(right));
        }
        ConditionKind::Terms { left, right, .. } => {
            for term in [left, right] {
                if let ParameterTerm::Parameter(name) = term {
                    see(TreePart::Parameter(name));
                }
            }
        }
        ConditionKind::Cards { filter, reads, .. } => see(TreePart::Cards(filter, reads)),
        ConditionKind::Each { field, condition, reads } => {
            see(TreePart::Groups(*field, condition, reads));
        }
    }
}

fn visit_measure<'t>(node: &'t MeasureNode, see: &mut dyn FnMut(TreePart<'t>)) {
    match &node.kind {
        MeasureKind::Number(number) => see(TreePart::Number(*number)),
        MeasureKind::Parameter(name) => see(TreePart::Parameter(name)),
        MeasureKind::Operation(_, operands) => {
            operands.iter().for_each(|operand| see(TreePart::Measure(operand)));
        }
        MeasureKind::Count { filter, reads } => see(TreePart::Cards(filter, reads)),
        MeasureKind::Fold { expr, filter, reads, .. } => {
            see(TreePart::Expr(expr));
            see(TreePart::Cards(filter, reads));
        }
        MeasureKind::Distinct { field, filter, reads }
        | MeasureKind::Copies { field, filter, reads } => {
            see(TreePart::Field(*field));
            see(TreePart::Cards(filter, reads));
        }
        MeasureKind::Groups { field, condition, reads } => {
            see(TreePart::Groups(*field, condition, reads));
        }
        MeasureKind::Total { field, measure, reads } => {
            see(TreePart::Totals(*field, measure, reads));
        }
        MeasureKind::Indicator(condition) => see(TreePart::Condition(condition)),
    }
}

fn visit_test<'t>(test: &'t Test, see: &mut dyn FnMut(TreePart<'t>)) {
    match test {
        Test::Text { field, patterns, .. } => {
            see(TreePart::Field(*field));
            for pattern in patterns {
                match pattern {
                    TextPattern::Field(field) => see(TreePart::Field(*field)),
                    TextPattern::Parameter { name, .. } => see(TreePart::Parameter(name)),
                    TextPattern::Contains(_) | TextPattern::Is(_) | TextPattern::Regex(_) => {}
                }
            }
        }
        Test::Values { field, wanted, .. } => {
            see(TreePart::Field(*field));
            for wanted in wanted {
                match wanted {
                    WantedValue::Parameter(name) => see(TreePart::Parameter(name)),
                    WantedValue::Lying(right) => see(TreePart::Lying(right)),
                    WantedValue::Key(_) => {}
                }
            }
        }
        Test::SameValue { left, right, .. } => {
            see(TreePart::Field(*left));
            see(TreePart::Field(*right));
        }
        Test::Sets { left, right, .. } => {
            see(TreePart::Field(*left));
            see(TreePart::Lying(right));
        }
        Test::Compare { left, right, .. } => {
            see(TreePart::Expr(left));
            see(TreePart::Expr(right));
        }
        Test::Shows { field, .. } | Test::IsUnknown(field) | Test::IsPrinted(field) => {
            see(TreePart::Field(*field));
        }
        Test::Cards(_) | Test::HasPart(_) | Test::Listed(_) | Test::Legal(_) => {}
    }
}
