//! What a text reads of whole zones.

use crate::{
    tree::{ZoneField, ZoneNumber},
    walk::TreePart,
};

/// The fields and numbers of zones that a text compares single cards with, each once.
#[derive(Clone, Debug, Default)]
pub struct ZoneReads {
    pub fields: Vec<ZoneField>,
    pub numbers: Vec<ZoneNumber>,
}

impl ZoneReads {
    pub(super) fn from_part(part: TreePart<'_>) -> ZoneReads {
        let mut reads = ZoneReads::default();
        reads.add(part);
        reads
    }

    fn add(&mut self, part: TreePart<'_>) {
        part.walk(&mut |part| {
            match part {
                TreePart::ZoneField(field) if !self.fields.contains(field) => {
                    self.fields.push(field.clone());
                }
                TreePart::ZoneNumber(number) if !self.numbers.contains(number) => {
                    self.numbers.push(number.clone());
                    self.add(TreePart::Measure(&number.measure));
                }
                _ => {}
            }
            true
        });
    }

    /// Adds the reads of another text.
    pub fn extend(&mut self, others: ZoneReads) {
        self.fields.extend(others.fields);
        self.numbers.extend(others.numbers);
    }

    /// The zones that are read.
    pub fn zones(&self) -> impl Iterator<Item = &str> {
        let of_fields = self.fields.iter().map(|read| read.zone.as_str());
        of_fields.chain(
            self.numbers
                .iter()
                .flat_map(|n| n.zones.iter().map(String::as_str)),
        )
    }
}
