//! The nearest legal deck, the best one, and why there is none.
//!
//! Rules over counts of cards become whole-number rows; a presolve makes one column of cards that no row tells apart; a solver of such
//! programs stands behind a small trait. What it finds becomes a deck that the rules engine judges before anyone sees it. Why there is
//! nothing, or nothing smaller, is told by rules that contradict each other and of which none can be left out ([`Core`]).
//!
//! [`solve`] finds the nearest legal deck, or by [`Wishes`] the best one; [`solve_any`] tries the values of parameters as well; [`proofs`]
//! looks for a legal deck of every format of a game. A [`SolveRequest`] bounds the time.

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod cargo;
mod choices;
mod collection;
mod covering;
mod encode;
mod exactness;
mod ground;
mod layout;
mod linear;
mod numbers;
mod presolve;
mod proof;
mod repair;
mod request;
mod search;
mod solver;
mod stages;
mod term;
mod unsat_core;

pub use choices::{CHOICES_LIMIT, Giver, ParameterChoice, solve_any};
pub use collection::{Collection, CollectionError};
pub use encode::Certainty;
pub use ground::own_zones;
pub use linear::MAX_COPIES;
pub use proof::{Proof, ProofTime, proofs};
pub use repair::{ALTERNATIVES_LIMIT, REJECTED_LIMIT, solve};
pub use request::{Ending, Outcome, Repaired, SearchLimit, SolveRequest, WishOrigin, Wishes};
pub use unsat_core::{Core, Sum};
