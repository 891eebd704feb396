//! Results as text: one file for each form of output.

pub mod bars;
pub mod card;
pub mod card_json;
pub mod cards_json;
pub mod catalog;
pub mod csv;
pub mod data;
pub mod diagnostic;
pub mod escape;
pub mod fact;
pub mod field;
pub mod lines;
pub mod listing;
pub mod missing;
pub mod order;
pub mod problem;
pub mod rules;
pub mod starter;
pub mod style;
pub mod table;
pub mod words;

pub use diagnostic::{Diagnostic, Mark, Severity};
pub use style::Style;
