//! Quantities in an order, so that they can be counted.

use sleeve_language::Quantity;
use std::cmp::Ordering;

/// A quantity in an order: none first, then by its smallest and its largest value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value(pub Quantity);

impl Ord for Value {
    fn cmp(&self, other: &Value) -> Ordering {
        let key = |value: &Value| {
            let quantity = value.0;
            (!quantity.is_none(), quantity.low(), quantity.high(), quantity.presence() as u8)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
