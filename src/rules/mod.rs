//! Checking a deck against a format, and two decks against each other.
//!
//! Nothing here knows a game: the rules are conditions of the pile language, fixed lists and
//! carrier rules, all read from the game's data.

mod assertion;
pub(crate) mod carries;
mod check;
pub(crate) mod contents;
mod finding;
mod legality;
mod matching;
pub mod piles;
pub(crate) mod released;
mod rulebook;
mod set_out;
pub(crate) mod setup;
mod start;
mod target;
mod unheld;

pub use assertion::{AssertMistake, Asserted, MistakeKind, as_rule, assertions, zones_of};
pub use check::{CheckError, CheckOptions, RuleError};
pub use contents::{ContentsError, prescribed};
pub use finding::{
    Carrying, Checked, Finding, Label, LabelKind, Opening, Problem, Status, Verdict,
};
pub use legality::FormatLegality;
pub use matching::{ILLEGAL_DECK, Matched, Seated, matches};
pub use released::{NOT_RELEASED, Release};
pub use rulebook::Rulebook;
pub use set_out::fills;
pub use setup::{CARRIED, Overrides, Setup, SetupError, scope};
pub use start::{Choice, Start, StartError, start, start_zone};
pub use target::{TargetError, Wanted, target};
pub use unheld::unheld;
