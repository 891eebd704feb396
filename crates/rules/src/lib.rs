//! Checks of decks against formats. A [`Rulebook`] contains a parsed format; [`Rulebook::check`]
//! returns the findings and the verdict.
//!
//! No game is known here: rules are conditions of the query language, fixed lists, allowances,
//! carrier rules and places that cards set out, all read from the data of a game.

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[macro_use(say, worded)]
extern crate sleeve_data;

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

pub use check::{ASKED_LIMIT, CheckOptions, TooMuchWork, WorkBudget};
pub use contents::{ContentsError, list_prescribed_cards};
pub use finding::{
    Carrying, ChanceError, CheckResult, Covering, Finding, FindingProblem, FindingStatus, Label,
    LabelKind, OpeningShare, UNREAD, Uncovered, Verdict,
};
pub use legality::{Allowed, FormatLegality, find_sets_without_cards};
pub use messages::{CheckError, RuleError, RuleMessage, SetupMessage, SetupProblem};
pub use release_dates::{NOT_IN_FORCE, NOT_RELEASED, Release};
pub use rulebook::{ParsedText, Rulebook};
pub use setup::{
    CARRIED, Overrides, PreparedFormat, STATED_ROLE, UNNAMED_ROLE, format_scope, unknown_overrides,
    unknown_role,
};
pub use starting_cards::{
    DeckStart, SetAsideError, StartError, StartingChoice, find_cards_for_place, find_start,
    find_start_zone, resolve_set_aside, select_words_in_deck,
};
