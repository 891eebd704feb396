//! Results as text: one file for each form of output.

pub mod bars;
pub mod card;
pub mod card_json;
pub mod cards_json;
pub mod catalog;
pub mod checked;
pub mod csv;
pub mod data;
pub mod diagnostic;
pub mod escape;
pub mod fact;
pub mod field;
pub mod finding;
pub mod github;
pub mod human;
pub mod json;
pub mod junit;
pub mod language;
pub mod lines;
pub mod listing;
pub mod matched;
pub mod missing;
pub mod order;
pub mod plural;
pub mod problem;
pub mod rules;
pub mod sarif;
pub mod setup_errors;
pub mod starter;
pub mod style;
pub mod table;
pub mod unresolved;
pub mod words;

pub use diagnostic::{Diagnostic, Mark, Severity};
pub use style::Style;
