//! The facts of a card that are not known, and which of them an answer depends on.

use super::super::facts::CardView;
use super::super::field::{Field, FieldKind};
use super::super::lying::ZoneNumber;
use super::super::quantity::Presence;
use super::super::tree::{CardExpr, FilterNode, Test};
use super::super::truth::Truth;
use super::super::walk::TreePart;
use super::super::world::{MissingFact, MissingKind};
use sleeve_data::model::Fact;

impl CardView<'_> {
    /// Whether a field is printed on the card, or may be, and not known.
    pub(crate) fn is_unknown(&self, field: Field) -> bool {
        match field.kind {
            FieldKind::Attribute(id) => matches!(self.fact(field.face, id), Fact::Unknown(_)),
            FieldKind::Effect(_) => {
                self.card.effects(self.game(), field.face, self.world.lens).open
            }
            FieldKind::Id => !self.sees_id(),
            FieldKind::Amount(..)
            | FieldKind::Count(..)
            | FieldKind::Released
            | FieldKind::Quantity => {
                let quantity = self.number(field);
                quantity.presence() != Presence::Never && quantity.exact_value().is_none()
            }
            _ => false,
        }
    }

    /// The facts on which an answer depends that is not certain.
    pub(crate) fn add_missing(&self, filter: &FilterNode, found: &mut Vec<MissingFact>) {
        if self.test(filter) != Truth::Unknown {
            return;
        }
        TreePart::Filter(filter).visit_children(&mut |part| self.add_missing_of_part(part, found));
    }

    fn add_missing_of_part(&self, part: TreePart<'_>, found: &mut Vec<MissingFact>) {
        part.walk(&mut |part| match part {
            TreePart::Filter(inner) => {
                self.add_missing(inner, found);
                false
            }
            TreePart::Test(Test::Legal(formats)) => {
                let fact = |format: &String| self.missing_fact(MissingKind::Legal(format.clone()));
                found.extend(formats.iter().map(fact));
                false
            }
            TreePart::Test(Test::IsUnknown(_)) => false,
            TreePart::Field(field) => {
                self.add_missing_field(field, found);
                false
            }
            TreePart::Lying(right) => {
                let lying = self.world.parameters.zone_contents();
                for (card, _) in lying.and_then(|l| l.cards(&right.zone)).unwrap_or_default() {
                    let eye = CardView::new(self.world, *card, Some(&right.zone));
                    eye.add_missing_field(right.field, found);
                }
                false
            }
            TreePart::OfZone(number) => {
                self.add_missing_of_zones(number, found);
                false
            }
            _ => true,
        });
    }

    /// What of the cards of some zones is not known on which a number of theirs depends.
    fn add_missing_of_zones(&self, number: &ZoneNumber, found: &mut Vec<MissingFact>) {
        if self.zone_number(number).exact_value().is_some() {
            return;
        }
        let lying = self.world.parameters.zone_contents();
        for zone in &number.zones {
            for (card, _) in lying.and_then(|l| l.cards(zone)).unwrap_or_default() {
                let eye = CardView::new(self.world, *card, Some(zone));
                TreePart::Measure(&number.measure).walk(&mut |part| {
                    if let TreePart::Field(field) = part {
                        eye.add_missing_field(field, found);
                    }
                    true
                });
            }
        }
    }

    fn missing_fact(&self, fact: MissingKind) -> MissingFact {
        MissingFact { card: self.card.index(), fact }
    }

    /// The field, if it is not known on this card.
    pub(crate) fn add_missing_field(&self, field: Field, found: &mut Vec<MissingFact>) {
        if !self.is_unknown(field) {
            return;
        }
        let kind = match field.kind {
            FieldKind::Attribute(id) | FieldKind::Count(id, _) => FieldKind::Attribute(id),
            FieldKind::Effect(_) | FieldKind::Amount(..) => FieldKind::Effect(None),
            other => other,
        };
        found.push(self.missing_fact(MissingKind::Field(Field { kind, ..field })));
    }

    /// The fields of a calculation that are not known on this card.
    pub(crate) fn add_missing_of_expr(&self, expr: &CardExpr, found: &mut Vec<MissingFact>) {
        self.add_missing_of_part(TreePart::Expr(expr), found);
    }
}
