//! A deck against a format: what its rules ask of it, and what is found.
//!
//! Nothing here knows a game: the rules are conditions of the pile language, fixed lists and
//! carrier rules, all read from the game's data.

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod allowances;
mod aside;
pub mod card_rules;
pub mod carries;
mod check;
mod checker;
pub mod contents;
mod cover;
mod error;
mod finding;
mod legality;
mod messages;
pub mod piles;
pub mod released;
mod rulebook;
mod set_out;
pub mod setup;
mod start;
mod unheld;
mod work;

pub use aside::{AsideError, set_aside, words_in_deck};
pub use check::CheckOptions;
pub use contents::{ContentsError, prescribed};
pub use error::{CheckError, RuleError};
pub use finding::{
    Carrying, CheckResult, Covering, Finding, FindingProblem, FindingStatus, Label, LabelKind,
    NotTold, OpeningShare, Uncovered, Verdict,
};
pub use legality::FormatLegality;
pub use messages::{RuleMessage, SetupMessage, SetupProblem};
pub use released::{NOT_IN_FORCE, NOT_RELEASED, Release};
pub use rulebook::Rulebook;
pub use set_out::fills;
pub use setup::{CARRIED, Overrides, PreparedFormat, STATED_ROLE, UNTOLD_ROLE, scope};
pub use start::{DeckStart, StartError, StartingChoice, start, start_zone};
pub use unheld::unheld;
pub use work::{ASKED_LIMIT, TooMuchWork, Work};
