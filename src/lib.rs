//! `sleeve` builds, checks and test-draws decks for card games.
//!
//! Data flows one way, and a room uses only the rooms above it:
//!
//! - [`files`] the way in: opening paths for reading, TOML with its mistakes
//! - [`model`] what things are: cards, games, formats, decks; no files, no commands
//! - [`language`] the pile language: filters of cards, measures of piles, conditions on piles
//! - [`catalog`] from the files under `cards/` to the model, and the linter of those files
//! - [`import`] card records of other sources as card files
//! - [`decks`] from and to deck files of every kind
//! - [`project`] `sleeve.toml` and what it holds for; the game and format that a deck is for
//! - [`rules`] a deck against a format: findings, verdict, distance to legal
//! - [`solve`] the nearest legal deck, the best one, and why there is none
//! - [`stats`] decks in numbers, and what separates two
//! - [`odds`] exact probabilities of opening draws
//! - [`draw`] seeded deals and simulations
//! - [`check`] all of it as one call: from paths, bytes or parsed decks to checked decks; two decks at
//!   one table, decks described and compared
//! - [`event`] a tournament day: who brings what, what was registered, what differs
//! - [`report`] results as text and documents, one file for each form
//! - `cli` the command line, one file for each subcommand; a feature, on by default
//!
//! Nothing here knows a game: every game is data.

#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg(feature = "cli")]
pub mod cli;

pub use sleeve_check as check;
pub use sleeve_data::{errors, files, messages, model, of_files, problem, terms};
pub use sleeve_decks as decks;
pub use sleeve_event as event;
#[cfg(not(target_family = "wasm"))]
pub use sleeve_fmt as toml_style;
#[cfg(not(target_family = "wasm"))]
pub use sleeve_import as import;
pub use sleeve_language as language;
pub use sleeve_library as catalog;
pub use sleeve_library::project;
pub use sleeve_odds as odds;
pub use sleeve_odds::{draw, stats};
pub use sleeve_report as report;
pub use sleeve_rules as rules;
pub use sleeve_solve as solve;
