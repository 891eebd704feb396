//! Checks of decks against formats. A [`Rulebook`] contains a parsed format; [`Rulebook::check`]
//! returns the findings and the verdict.
//!
//! No game is known here: rules are conditions of the query language, fixed lists, allowances,
//! carrier rules and places that cards set out, all read from the data of a game.

#[macro_use(say, worded)]
extern crate sleeve_data;

mod allowances;
mod answers;
mod budget;
pub mod card_rules;
pub mod carriers;
mod check;
mod checker;
pub mod contents;
mod cover;
mod dates;
mod finding;
mod legality;
mod messages;
mod parameters;
pub mod piles;
pub mod release_dates;
mod roles;
mod rulebook;
mod scope;
pub mod setup;
mod starting_cards;
mod zones_and_rules;

pub use budget::{ASKED_LIMIT, TooMuchWork, WorkBudget};
pub use check::CheckOptions;
pub use contents::list_prescribed_cards;
pub use dates::{NOT_IN_FORCE, NOT_RELEASED};
pub use finding::{
    Carrying, ChanceError, CheckResult, Covering, Finding, FindingProblem, FindingStatus, Label,
    LabelKind, OpeningShare, UNREAD, Uncovered, Verdict,
};
pub use legality::{Allowed, FormatLegality, find_sets_without_cards};
pub use messages::{CheckError, ContentsError, RuleError, RuleMessage, SetupMessage, SetupProblem};
pub use release_dates::Release;
pub use rulebook::{ParsedText, Rulebook, find_cards, find_cards_for_place};
pub use scope::{CARRIED, format_scope, number_condition};
pub use setup::{
    Overrides, PreparedFormat, STATED_ROLE, SetupRequest, UNNAMED_ROLE, unknown_overrides,
    unknown_role,
};
pub use starting_cards::{
    DeckStart, SetAsideError, StartError, StartingChoice, find_start, find_start_zone,
    resolve_set_aside, select_words_in_deck,
};
