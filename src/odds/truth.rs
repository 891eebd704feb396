//! Three-valued truth of a condition over drawn cards.

/// False, not known, or true.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Truth {
    /// It does not hold.
    False,
    /// It depends on facts that nobody knows.
    Unknown,
    /// It holds.
    True,
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::True } else { Truth::False }
    }
}
