//! The nearest legal deck, the best one, and why there is none.
//!
//! Rules over counts of cards become rows of an integer program. A presolve merges cards that no
//! row distinguishes, and a solver behind a small trait searches in stages. Its answers become
//! decks that the rules engine checks. An unsatisfiable core ([`Core`]) explains why there is no
//! deck, or none with fewer changes.
//!
//! [`solve`] finds the nearest legal deck, or by [`Wishes`] the best one; [`solve_with_choices`]
//! tries other values of parameters as well; [`prove_formats`] searches for a legal deck of each
//! format of a game. A [`SolveRequest`] bounds the time.

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[macro_use(worded)]
extern crate sleeve_data;

mod attempt;
mod cargo;
mod choices;
mod collection;
mod corpus;
mod covering;
mod encode;
mod exactness;
mod ground;
mod implied;
mod layout;
mod likeness;
mod linear;
mod numbers;
mod other_values;
mod preference;
mod presolve;
mod proof;
mod repair;
mod request;
mod rewrite;
mod roles;
mod search;
mod single_zone;
mod solver;
mod stages;
mod term;
mod unsat_core;

pub use choices::{CHOICES_LIMIT, Giver, ParameterChoice, solve_with_choices};
pub use collection::{Collection, CollectionError};
pub use corpus::{BEST_FIT, CORPUS_LIMIT, DeckCorpus, Suggestion, suggest_cards};
pub use encode::Certainty;
pub use ground::default_zones;
pub use implied::is_solvable;
pub use likeness::{CardLikeness, Kinship, Likeness, SAME, SharedTrait};
pub use linear::MAX_COPIES;
pub use other_values::OtherValue;
pub use proof::{Proof, prove_formats};
pub use repair::{ALTERNATIVES_LIMIT, REJECTED_LIMIT, solve};
pub use request::{
    Aim, Direction, Effort, Ending, Objective, Outcome, ReachedValue, Repaired, SearchLimit,
    SolveRequest, WishOrigin, Wishes,
};
pub use unsat_core::{Core, Sum};
