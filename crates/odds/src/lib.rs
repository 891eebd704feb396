//! Exact probabilities. Cards that a condition cannot distinguish form a class, and vectors of
//! class counts are counted instead of hands, in whole numbers with one division at the end. That
//! is the multivariate hypergeometric distribution: of `C(n, k)` hands, `Π C(nᵢ, kᵢ)` have `kᵢ` of
//! the `nᵢ` cards of each class.
//!
//! A [`GameTable`] is a deck set out for play; a [`Question`] binds a condition to it and answers
//! with a [`Fraction`] within a [`Budget`] that is stated before work begins. [`draw`] deals the
//! same table by a seed, hand after hand or by the million; [`stats`] describes decks in numbers.
//! [`probability`] is the bare mathematics. Nothing here reads files or puts an answer into words.

#[macro_use(word)]
extern crate sleeve_data;

mod advice;
mod bound_questions;
mod budget;
mod copies;
mod counted;
mod deal;
mod distribution;
pub mod draw;
mod exact;
mod fairness;
mod first_time;
mod keep_conditions;
mod layout;
mod left_out;
mod messages;
mod mulligan;
mod numbers;
mod pile_reads;
mod question;
mod registers;
mod setup;
pub mod stats;
mod table;
mod tally;
mod turns;

pub use advice::{
    Advice, AdvisedTable, ClassOfCards, FurtherQuestion, HandAdvice, LISTED_HAND_LIMIT, SizeAdvice,
};
pub use budget::{Budget, CLASS_LIMIT, DRAW_LIMIT, HAND_LIMIT, ONE_HAND_LIMIT, WORK_LIMIT};
pub use copies::{CopiesOdds, VariedCards, best_copies, fewest_copies, vary_copies};
pub use counted::{CountedFilter, count_cards};
pub use deal::{Deal, SidePile, Views};
pub use distribution::{Distribution, HAND_VALUE_LIMIT, Mean, OrderedQuantity, VALUE_LIMIT};
pub use exact::probability;
pub use fairness::{Fairness, SeenCount, correct_for_all};
pub use first_time::{FirstTime, STATE_LIMIT};
pub use keep_conditions::KeepConditions;
pub use layout::DealtCards;
pub use left_out::LEFT_OUT_TURN_LIMIT;
pub use messages::{AskError, OddsError, TableError};
pub use mulligan::{Decision, Decisions, Exchanges, HandRules, HandTest, Keep, Tree, WeighedHand};
pub use numbers::{Fraction, Uncounted, binomial};
pub use question::{
    DealtHandDecider, MeasureQuestion, Question, QuestionTerms, add_candidate_card,
};
pub use registers::REGISTER_LIMIT;
pub use setup::{ClassWalk, DrawSetup, DrawSource, Pile, VECTOR_LIMIT, vectors};
pub use sleeve_data::model::{Exchange, Returned};
pub use sleeve_language::Truth;
pub use table::{
    ExchangeLimit, GameTable, HAND, MulliganOptions, OpenCards, PARTNERS, PLAYERS, ROW, SEEN,
    TableOptions, UsualDraw, exchanges,
};
pub use tally::{Judgement, Probability};
pub use turns::{Action, HandDiscard, Recycle, TURN_LIMIT, TurnCards, TurnState, Turns, moments};
