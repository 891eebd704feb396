//! The query language from outside: every form, every mistake, and a naive evaluator as the oracle.

mod conditions;
mod filters;
pub mod game;
mod mistakes;
mod negation;
mod oracle;
mod quantities;
mod syntax;
mod totals;
mod words;
mod zones;
