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
    pub(crate) fn missing(&self, filter: &FilterNode, found: &mut Vec<MissingFact>) {
        if self.test(filter) != Truth::Unknown {
            return;
        }
        TreePart::Filter(filter).open(&mut |part| self.missing_of(part, found));
    }

    fn missing_of(&self, part: TreePart<'_>, found: &mut Vec<MissingFact>) {
        part.walk(&mut |part| match part {
            TreePart::Filter(inner) => {
                self.missing(inner, found);
                false
            }
            TreePart::Test(Test::Legal(formats)) => {
                let fact = |format: &String| self.lacks(MissingKind::Legal(format.clone()));
                found.extend(formats.iter().map(fact));
                false
            }
            TreePart::Test(Test::IsUnknown(_)) => false,
            TreePart::Field(field) => {
                self.missing_field(field, found);
                false
            }
            TreePart::Lying(right) => {
                let lying = self.world.parameters.lying();
                for (card, _) in lying.and_then(|l| l.cards(&right.zone)).unwrap_or_default() {
                    let eye = CardView::new(self.world, *card, Some(&right.zone));
                    eye.missing_field(right.field, found);
                }
                false
            }
            TreePart::OfZone(number) => {
                self.missing_there(number, found);
                false
            }
            _ => true,
        });
    }

    /// What of the cards of some zones is not known on which a number of theirs depends.
    fn missing_there(&self, number: &ZoneNumber, found: &mut Vec<MissingFact>) {
        if self.number_there(number).exact_value().is_some() {
            return;
        }
        let lying = self.world.parameters.lying();
        for zone in &number.zones {
            for (card, _) in lying.and_then(|l| l.cards(zone)).unwrap_or_default() {
                let eye = CardView::new(self.world, *card, Some(zone));
                TreePart::Measure(&number.measure).walk(&mut |part| {
                    if let TreePart::Field(field) = part {
                        eye.missing_field(field, found);
                    }
                    true
                });
            }
        }
    }

    fn lacks(&self, fact: MissingKind) -> MissingFact {
        MissingFact { card: self.card.index(), fact }
    }

    /// The field, if it is not known on this card.
    pub(crate) fn missing_field(&self, field: Field, found: &mut Vec<MissingFact>) {
        if !self.is_unknown(field) {
            return;
        }
        let kind = match field.kind {
            FieldKind::Attribute(id) | FieldKind::Count(id, _) => FieldKind::Attribute(id),
            FieldKind::Effect(_) | FieldKind::Amount(..) => FieldKind::Effect(None),
            other => other,
        };
        found.push(self.lacks(MissingKind::Field(Field { kind, ..field })));
    }

    /// The fields of a calculation that are not known on this card.
    pub(crate) fn missing_in(&self, expr: &CardExpr, found: &mut Vec<MissingFact>) {
        self.missing_of(TreePart::Expr(expr), found);
    }
}
