//! Results as text: one file for each form of output, in both languages.
//!
//! [`Style`] holds language, width and colours; [`Diagnostic`] draws a problem with its marks. [`forms`] is the table of the forms of
//! `check`: a new form is a file and a row. [`documents`] are the structs that JSON is derived from, [`schemas`] their schemas. Nothing is
//! judged or counted here.

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod aside;
pub mod bars;
pub mod card;
pub mod card_json;
pub mod cards_json;
pub mod catalog;
pub mod cite;
pub mod collection;
pub mod config;
pub mod config_template;
pub mod csv;
pub mod data;
pub mod dealt;
pub mod diagnostic;
pub mod diff;
pub mod documents;
pub mod draws;
pub mod escape;
pub mod event;
pub mod fact;
pub mod finding;
pub mod folding;
pub mod forms;
pub mod github;
mod grid;
pub mod html;
pub mod human;
#[cfg(not(target_family = "wasm"))]
pub mod imported;
pub mod json;
pub mod junit;
pub mod language;
pub mod lines;
pub mod lint;
pub mod lint_proofs;
pub mod listing;
pub mod matched;
pub mod measured;
mod mended;
pub mod missing;
pub mod missing_sheet;
pub mod new_game;
pub mod odds;
pub mod odds_errors;
pub mod odds_model;
pub mod order;
pub mod overview;
pub mod picture;
pub mod plural;
pub mod reference;
pub mod rules;
pub mod sarif;
pub mod schemas;
pub mod set_out;
pub mod sheet;
pub mod skipped;
pub mod solved;
pub mod solved_json;
pub mod start;
pub mod starter;
pub mod stats;
pub mod style;
pub mod table;
pub mod told;
pub mod typeset;
pub mod unresolved;
mod until;
pub mod words;

pub use diagnostic::{Diagnostic, DiagnosticMark, Severity};
pub use style::Style;
