//! Three-valued truth: true, false or unknown (the strong logic of Kleene).

use std::ops::Not;

/// The answer to a question about cards with unknown facts. The order of the variants matters:
/// `and` is the minimum, `or` the maximum, and a cache of answers counts them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Truth {
    /// Certainly false, even with unknown facts.
    False,
    /// It depends on unknown facts.
    #[default]
    Unknown,
    /// Certainly true, even with unknown facts.
    True,
}

impl Truth {
    /// Both are true. False if one is false, even if the other is unknown.
    pub fn and(self, other: Truth) -> Truth {
        self.min(other)
    }

    /// One is true. True if one is true, even if the other is unknown.
    pub fn or(self, other: Truth) -> Truth {
        self.max(other)
    }

    /// The common answer of two possible worlds; unknown if they differ.
    pub fn join(self, other: Truth) -> Truth {
        if self == other { self } else { Truth::Unknown }
    }

    /// Whether all of them are true. None at all: true.
    pub fn all(truths: impl IntoIterator<Item = Truth>) -> Truth {
        let mut result = Truth::True;
        for truth in truths {
            result = result.and(truth);
            if result == Truth::False {
                break;
            }
        }
        result
    }

    /// Whether at least one of them is true. None at all: false.
    pub fn any(truths: impl IntoIterator<Item = Truth>) -> Truth {
        let mut result = Truth::False;
        for truth in truths {
            result = result.or(truth);
            if result == Truth::True {
                break;
            }
        }
        result
    }

    /// Whether it is certainly true.
    pub fn is_true(self) -> bool {
        self == Truth::True
    }

    /// The answer, if there is one.
    pub fn as_bool(self) -> Option<bool> {
        match self {
            Truth::True => Some(true),
            Truth::False => Some(false),
            Truth::Unknown => None,
        }
    }

    /// Whether it is certainly false.
    pub fn is_false(self) -> bool {
        self == Truth::False
    }
}

impl Not for Truth {
    type Output = Truth;

    fn not(self) -> Truth {
        match self {
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
            Truth::True => Truth::False,
        }
    }
}

impl From<bool> for Truth {
    fn from(value: bool) -> Truth {
        if value { Truth::True } else { Truth::False }
    }
}
