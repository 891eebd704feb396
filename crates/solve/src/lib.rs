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

#[macro_use(worded)]
extern crate sleeve_data;

mod arithmetic;
mod attempt;
mod cargo;
mod case;
mod certainty;
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
mod outcome;
mod parameters;
mod parts;
mod preference;
mod presolve;
mod proof;
mod reads;
mod repair;
mod request;
mod rewrite;
mod roles;
mod search;
mod several;
mod single_zone;
mod solver;
mod stages;
mod suggestion;
mod term;
mod unsat_core;
mod wishes;

pub use attempt::{ALTERNATIVES_LIMIT, REJECTED_LIMIT};
pub use certainty::Certainty;
pub use choices::solve_with_choices;
pub use collection::{Collection, CollectionError, count_needed};
pub use corpus::{CORPUS_LIMIT, DeckCorpus};
pub use ground::default_zones;
pub use likeness::{CardLikeness, Kinship, Likeness, SAME, SharedTrait};
pub use linear::MAX_COPIES;
pub use outcome::{Ending, Giver, OtherValue, Outcome, ParameterChoice, ReachedValue, Repaired};
pub use parameters::{CHOICES_LIMIT, is_solvable};
pub use proof::{Proof, prove_formats};
pub use repair::solve;
pub use request::{Aim, Effort, SearchLimit, SolveRequest};
pub use several::{DeckChoice, MAX_SEVERAL_DECKS, choose_decks};
pub use suggestion::{BEST_FIT, Suggestion, suggest_cards};
pub use unsat_core::{Core, Sum};
pub use wishes::{Direction, Objective, WishOrigin, Wishes};
