//! Checks of decks against formats. A [`Rulebook`] holds a parsed format; [`Rulebook::check`] returns the
//! findings and the verdict.
//!
//! No game is known here: rules are conditions of the pile language, fixed lists, allowances, carrier rules
//! and places that cards set out, all read from the data of a game.

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod allowances;
pub mod card_rules;
pub mod carriers;
mod check;
mod checker;
pub mod contents;
mod cover;
mod finding;
mod legality;
mod messages;
pub mod piles;
pub mod release_dates;
mod rulebook;
pub mod setup;
mod starting_cards;
mod work;

pub use check::CheckOptions;
pub use contents::{ContentsError, prescribed};
pub use finding::{
    Carrying, CheckResult, Covering, Finding, FindingProblem, FindingStatus, Label, LabelKind,
    NotTold, OpeningShare, Uncovered, Verdict,
};
pub use legality::{FormatLegality, unheld};
pub use messages::{CheckError, RuleError, RuleMessage, SetupMessage, SetupProblem};
pub use release_dates::{NOT_IN_FORCE, NOT_RELEASED, Release};
pub use rulebook::Rulebook;
pub use setup::{CARRIED, Overrides, PreparedFormat, STATED_ROLE, UNTOLD_ROLE, scope};
pub use starting_cards::{
    AsideError, DeckStart, StartError, StartingChoice, fills, set_aside, start, start_zone,
    words_in_deck,
};
pub use work::{ASKED_LIMIT, TooMuchWork, Work};
