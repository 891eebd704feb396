//! The one walk over resolved trees, for readers that search them. Evaluation, explanation and
//! wording depend on the form of each node and match on the tree themselves.

use crate::{
    field::{Field, FieldKind},
    rational::Rational,
    tree::{
        CardExpr, CardExprKind, ConditionKind, ConditionNode, FilterKind, FilterNode, MeasureKind,
        MeasureNode, ParameterTerm, Reads, Test, TextPattern, WantedValue, ZoneField, ZoneNumber,
    },
};
use sleeve_data::model::Game;

/// A part of a resolved tree.
#[derive(Clone, Copy)]
pub enum TreePart<'t> {
    Condition(&'t ConditionNode),
    Measure(&'t MeasureNode),
    /// The cards that a filter accepts, in the piles that are read.
    Cards(&'t FilterNode, &'t Reads),
    /// The groups of a field, for each of which a condition is evaluated. Inside, the default piles
    /// are the groups.
    Groups(Field, &'t ConditionNode, &'t Reads),
    /// The groups of a field, for each of which a measure is evaluated; inside as in `Groups`.
    Totals(Field, &'t MeasureNode, &'t Reads),
    Filter(&'t FilterNode),
    Test(&'t Test),
    Expr(&'t CardExpr),
    Field(Field),
    /// A number, or the position of a value of an ordered field.
    Number(Rational),
    Parameter(&'t str),
    /// A field of the cards in a zone of the deck.
    ZoneField(&'t ZoneField),
    /// A number of zones of the deck in a number of one card. Only its parameters are visited: its
    /// piles and fields are not those of the tested cards.
    ZoneNumber(&'t ZoneNumber),
    /// The number that the list at this position gives.
    Listed(usize),
}

impl<'t> TreePart<'t> {
    /// Visits the part and all its descendants, in the order of the text. The children of a part
    /// are skipped if `visit` returns false for it.
    pub fn walk(self, visit: &mut dyn FnMut(TreePart<'t>) -> bool) {
        if visit(self) {
            self.visit_children(&mut |part| part.walk(visit));
        }
    }

    /// Whether `holds` is true of the part or of any descendant.
    pub fn any(self, mut holds: impl FnMut(TreePart<'t>) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |part| {
            found = found || holds(part);
            !found
        });
        found
    }

    /// Whether it compares single cards with the contents of zones of the deck.
    pub fn reads_zones(self) -> bool {
        self.any(|part| matches!(part, TreePart::ZoneField(_) | TreePart::ZoneNumber(_)))
    }

    /// Whether the answer for a copy in a state may differ from that for its card.
    pub fn reads_copies(self, game: &Game) -> bool {
        let has_copy_fields = game.copy_fields().next().is_some();
        has_copy_fields
            && self.any(|part| match part {
                TreePart::Field(Field {
                    kind: FieldKind::Attribute(id) | FieldKind::Count(id, _),
                    ..
                }) => game
                    .get_attribute(id)
                    .is_some_and(|attribute| attribute.of_copy),
                TreePart::ZoneField(_)
                | TreePart::ZoneNumber(_)
                | TreePart::Test(Test::Legal(_)) => true,
                _ => false,
            })
    }

    /// Visits the direct children of the part.
    pub fn visit_children(self, visit: &mut dyn FnMut(TreePart<'t>)) {
        match self {
            TreePart::Condition(node) => visit_condition(node, visit),
            TreePart::Measure(node) => visit_measure(node, visit),
            TreePart::Cards(filter, _) => visit(TreePart::Filter(filter)),
            TreePart::Groups(field, condition, _) => {
                visit(TreePart::Field(field));
                visit(TreePart::Condition(condition));
            }
            TreePart::Totals(field, measure, _) => {
                visit(TreePart::Field(field));
                visit(TreePart::Measure(measure));
            }
            TreePart::Filter(node) => match &node.kind {
                FilterKind::All(items) | FilterKind::Any(items) => {
                    items.iter().for_each(|item| visit(TreePart::Filter(item)));
                }
                FilterKind::Not(inner) | FilterKind::On(_, inner) => visit(TreePart::Filter(inner)),
                FilterKind::Test(test) => visit(TreePart::Test(test)),
            },
            TreePart::Test(test) => visit_test(test, visit),
            TreePart::Expr(expr) => match &expr.kind {
                CardExprKind::Number(number) => visit(TreePart::Number(*number)),
                CardExprKind::Ordinal(_, value) => {
                    visit(TreePart::Number(Rational::whole(i64::from(value.0))));
                }
                CardExprKind::Date(_) => {}
                CardExprKind::Parameter(name) => visit(TreePart::Parameter(name)),
                CardExprKind::Field(field) => visit(TreePart::Field(*field)),
                CardExprKind::Listed(list) => visit(TreePart::Listed(*list)),
                CardExprKind::ZoneNumber(number) => visit(TreePart::ZoneNumber(number)),
                CardExprKind::Indicator(filter) => visit(TreePart::Filter(filter)),
                CardExprKind::Operation(_, operands) => {
                    operands
                        .iter()
                        .for_each(|operand| visit(TreePart::Expr(operand)));
                }
            },
            TreePart::ZoneNumber(number) => TreePart::Measure(&number.measure).walk(&mut |part| {
                if let TreePart::Parameter(name) = part {
                    visit(TreePart::Parameter(name));
                }
                true
            }),
            TreePart::Field(_)
            | TreePart::Number(_)
            | TreePart::Parameter(_)
            | TreePart::ZoneField(_)
            | TreePart::Listed(_) => {}
        }
    }
}

fn visit_condition<'t>(node: &'t ConditionNode, visit: &mut dyn FnMut(TreePart<'t>)) {
    match &node.kind {
        ConditionKind::Junction(junction) => {
            junction
                .parts
                .iter()
                .for_each(|part| visit(TreePart::Condition(&part.condition)));
        }
        ConditionKind::Compare { left, right, .. } => {
            visit(TreePart::Measure(left));
            visit(TreePart::Measure(right));
        }
        ConditionKind::Terms { left, right, .. } => {
            for term in [left, right] {
                if let ParameterTerm::Parameter(name) = term {
                    visit(TreePart::Parameter(name));
                }
            }
        }
        ConditionKind::Cards { filter, reads, .. } => visit(TreePart::Cards(filter, reads)),
        ConditionKind::Each { field, condition, reads } => {
            visit(TreePart::Groups(*field, condition, reads));
        }
    }
}

fn visit_measure<'t>(node: &'t MeasureNode, visit: &mut dyn FnMut(TreePart<'t>)) {
    match &node.kind {
        MeasureKind::Number(number) => visit(TreePart::Number(*number)),
        MeasureKind::Parameter(name) => visit(TreePart::Parameter(name)),
        MeasureKind::Operation(_, operands) => {
            operands
                .iter()
                .for_each(|operand| visit(TreePart::Measure(operand)));
        }
        MeasureKind::Count { filter, reads } => visit(TreePart::Cards(filter, reads)),
        MeasureKind::Fold { expr, filter, reads, .. } => {
            visit(TreePart::Expr(expr));
            visit(TreePart::Cards(filter, reads));
        }
        MeasureKind::Distinct { field, filter, reads }
        | MeasureKind::Copies { field, filter, reads } => {
            visit(TreePart::Field(*field));
            visit(TreePart::Cards(filter, reads));
        }
        MeasureKind::Groups { field, condition, reads } => {
            visit(TreePart::Groups(*field, condition, reads));
        }
        MeasureKind::Total { field, measure, reads } => {
            visit(TreePart::Totals(*field, measure, reads));
        }
        MeasureKind::Indicator(condition) => visit(TreePart::Condition(condition)),
        MeasureKind::Whole(measure) => visit(TreePart::Measure(measure)),
        MeasureKind::Named(named) => visit(TreePart::Measure(&named.body)),
    }
}

fn visit_test<'t>(test: &'t Test, visit: &mut dyn FnMut(TreePart<'t>)) {
    match test {
        Test::Text { field, patterns, .. } => {
            visit(TreePart::Field(*field));
            for pattern in patterns {
                match pattern {
                    TextPattern::Field(field) => visit(TreePart::Field(*field)),
                    TextPattern::Parameter { name, .. } => visit(TreePart::Parameter(name)),
                    TextPattern::Contains(_) | TextPattern::Is(_) | TextPattern::Regex(_) => {}
                }
            }
        }
        Test::Values { field, wanted, .. } | Test::Sets { left: field, right: wanted, .. } => {
            visit(TreePart::Field(*field));
            for wanted in wanted {
                match wanted {
                    WantedValue::Parameter(name) => visit(TreePart::Parameter(name)),
                    WantedValue::ZoneField(right) => visit(TreePart::ZoneField(right)),
                    WantedValue::Key(_) => {}
                }
            }
        }
        Test::SameValue { left, right, .. } => {
            visit(TreePart::Field(*left));
            visit(TreePart::Field(*right));
        }
        Test::Compare { left, right, .. } => {
            visit(TreePart::Expr(left));
            visit(TreePart::Expr(right));
        }
        // A test of the cards in a field is not a test of the card itself.
        Test::Shows { field, .. }
        | Test::Holds { field, .. }
        | Test::IsUnknown(field)
        | Test::IsPrinted(field) => {
            visit(TreePart::Field(*field));
        }
        Test::Cards(_) | Test::HasPart(_) | Test::Listed(_) | Test::Legal(_) => {}
    }
}
