//! The pile language: filters of cards, measures of piles, conditions on piles.
//!
//! A text is [parsed](parse) into one untyped tree, resolved once against a game's vocabulary (a
//! [`Scope`]) into a [`Filter`], [`Measure`] or [`Condition`], and then evaluated in a [`World`],
//! explained, put into words, or bound to the cards that piles may hold.
//!
//! Facts that are not known make answers three-valued: [`Truth`] of a filter or condition, a
//! [`Quantity`] of a measure. True and false always hold. One unknown fact that is read twice is one
//! fact: where an answer would be unknown, it is decided by cases, as long as there are no more than
//! [`CASE_LIMIT`] of them.

mod assume;
pub mod ast;
pub mod bound;
mod condition;
mod decide;
pub mod docs;
mod error;
mod error_text;
mod explain;
mod facts;
pub mod field;
mod filter;
pub(crate) mod french;
mod help;
mod lexer;
mod measure;
mod memory;
mod mentions;
mod parser;
mod print;
mod quantity;
mod rational;
mod resolve;
mod scope;
mod test;
pub mod tree;
mod truth;
mod view;
mod words;
mod world;

pub use assume::CASE_LIMIT;
pub use bound::{Bound, BoundMeasure};
pub use condition::{Condition, condition};
pub use error::{ErrorKind, Expected, LanguageError, Sort, Thing, edits, nearest};
pub use explain::{Cause, Distance, Explanation, Group};
pub use field::{Field, FieldKind};
pub use filter::{CardNumber, FieldValues, Filter, card_number, field, filter};
pub use help::{Section, sections};
pub use measure::{Measure, measure};
pub use memory::Memory;
pub use parser::{MAX_DEPTH, MAX_LENGTH, parse};
pub use quantity::{Presence, Quantity};
pub use rational::Rational;
pub use resolve::GROUPING_LIMIT;
pub use scope::{BOX, ROLE, Scope};
pub use truth::Truth;
pub use view::View;
pub use world::{
    ChoicePolicy, Legality, Missing, MissingFact, ParameterValue, Parameters, Piles, Slot, Spread,
    Universe, World,
};
