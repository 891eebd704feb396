//! Results as text, in both languages. Nothing is judged or counted here.
//!
//! All reports use [`text`]: [`Style`] holds language, width and colours, [`Diagnostic`] draws a
//! problem with its marks, and there are tables, lines and escaping. [`forms`] is the table of the
//! forms of `check`: a new form is a file and a row. [`cards`] writes facts, drawings and lists of
//! cards. JSON is derived from the structs in [`documents`], and [`schemas`] has their schemas.
//! Each other module is the report of one command.

#[macro_use(say, word)]
extern crate sleeve_data;

#[macro_use]
mod rows;

pub mod cards;
pub mod collection;
pub mod documents;
pub mod draws;
pub mod event;
pub mod field;
pub mod finding;
pub mod forms;
pub mod game_data;
#[cfg(not(target_family = "wasm"))]
pub mod import_result;
pub mod lint;
pub mod odds;
pub mod picture;
pub mod reference;
pub mod schemas;
pub mod several_decks;
pub mod sheet;
pub mod solved;
pub mod stats;
pub mod templates;
pub mod text;
pub mod two_decks;

pub use text::{
    Style,
    diagnostic::{Diagnostic, DiagnosticMark, Severity},
};
