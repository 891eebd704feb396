//! Quantities in an order, so that they can be counted.

use sleeve_language::Quantity;
use std::cmp::Ordering;

/// A quantity in an order: none first, then by its smallest and its largest value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderedQuantity(pub Quantity);

impl Ord for OrderedQuantity {
    fn cmp(&self, other: &OrderedQuantity) -> Ordering {
        let key = |value: &OrderedQuantity| {
            let quantity = value.0;
            (!quantity.is_none(), quantity.low(), quantity.high(), quantity.presence() as u8)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for OrderedQuantity {
    fn partial_cmp(&self, other: &OrderedQuantity) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
