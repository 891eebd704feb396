//! What a text mentions: the attributes whose unknown values it may depend on, and the numbers with
//! which it compares them.

use super::field::{Field, FieldKind};
use super::rational::Rational;
use super::walk::TreePart;

/// Fields and numbers of a text, each once.
#[derive(Default)]
pub(super) struct Mentions {
    /// Fields that are attributes.
    pub(super) attributes: Vec<Field>,
    /// Numbers.
    pub(super) numbers: Vec<Rational>,
}

impl Mentions {
    pub(super) fn from_part(part: TreePart<'_>) -> Mentions {
        let mut mentions = Mentions::default();
        part.walk(&mut |part| {
            match part {
                TreePart::Field(field) => mentions.add_field(field),
                TreePart::Number(number) => mentions.add_number(number),
                _ => {}
            }
            true
        });
        mentions
    }

    fn add_field(&mut self, field: Field) {
        let is_attribute = matches!(field.kind, FieldKind::Attribute(_));
        if is_attribute && !self.attributes.contains(&field) {
            self.attributes.push(field);
        }
    }

    fn add_number(&mut self, number: Rational) {
        if !self.numbers.contains(&number) {
            self.numbers.push(number);
        }
    }
}
