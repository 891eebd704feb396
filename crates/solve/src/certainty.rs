//! How far answers may rest on unknown facts.

use sleeve_language::Truth;

/// The demand on answers that depend on unknown facts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Certainty {
    /// An answer must be right for all values of the unknown facts.
    Certain,
    /// An answer must be right for some values of the facts.
    Possible,
}

impl Certainty {
    /// Whether an answer meets the demand.
    pub fn accepts(self, truth: Truth) -> bool {
        match self {
            Certainty::Certain => truth == Truth::True,
            Certainty::Possible => truth != Truth::False,
        }
    }
}
