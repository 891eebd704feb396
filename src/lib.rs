//! `sleeve` builds, checks and test-draws decks for card games.
//!
//! One call judges a deck of any source. Every problem comes at once, with its line, rule and
//! citation:
//!
//! ```
//! use sleeve::check::{self, Input, CheckRequest};
//! use sleeve::project::Projects;
//! use sleeve::rules::Verdict;
//!
//! let text = "game = \"starfighter\"\nformat = \"guerre-totale\"\n[zones]\ncruiser = [\"Ares\"]\n";
//! let projects = Projects::new(&sleeve::catalog::GAMES, std::path::Path::new("."), Vec::new());
//! let batch = check::check(&projects, vec![Input::bytes("mine.toml", text.as_bytes())], &CheckRequest::default());
//! let deck = &batch.decks[0];
//! assert_eq!(deck.verdict(), Verdict::Illegal);
//! assert!(deck.result().is_some_and(|checked| !checked.findings.is_empty()));
//! ```
//!
//! The library is made of crates; each uses only those above it:
//!
//! - [`files`], [`problem`]: reading files, wording mistakes (`sleeve-text`)
//! - [`model`]: cards, games, formats, decks (`sleeve-model`, read and packed by `sleeve-data`)
//! - [`language`]: filters of cards, measures of piles, conditions on piles
//! - [`import`]: card records of other sources as card files
//! - [`decks`]: deck files of every kind, read, resolved and written
//! - [`rules`]: a deck against a format: findings, verdict
//! - [`odds`], [`draw`], [`stats`]: exact odds, seeded deals and simulations, decks in numbers
//! - [`solve`]: the nearest legal deck, the best one, or proof that there is none
//! - [`catalog`], [`project`]: the games at hand and their linter; `sleeve.toml`
//! - [`check`]: from paths, bytes or parsed decks to checked decks as one call
//! - [`event`]: a tournament day
//! - [`toml_style`]: the style of our TOML
//! - [`report`]: results in words, documents and pages
//! - [`requests`]: each question as a struct, with its answer
//! - `cli`: the command line, a feature that is on by default
//!
//! No crate knows a game: every game is data.

#![allow(unreachable_pub, reason = "subcommands are modules of one crate")]

// The messages of the command line; the engine alone has none of its own.
#[cfg(feature = "cli")]
#[macro_use(say, word, word_files)]
extern crate sleeve_data;

#[cfg(feature = "cli")]
pub mod cli;

pub use sleeve_check as check;
pub use sleeve_data::{
    Arrange, errors, files, grammar, messages, model, of_files, problem, say, terms, word,
};
pub use sleeve_decks as decks;
pub use sleeve_event as event;
#[cfg(not(target_family = "wasm"))]
pub use sleeve_fmt as toml_style;
#[cfg(not(target_family = "wasm"))]
pub use sleeve_import as import;
pub use sleeve_language as language;
pub use sleeve_library::project;
pub use sleeve_odds as odds;
pub use sleeve_odds::{draw, stats};
pub use sleeve_report as report;
pub use sleeve_requests as requests;
pub use sleeve_rules as rules;
pub use sleeve_solve as solve;

/// The games at hand: those that are shipped, under the user's files and folders.
pub mod catalog {
    use sleeve_data::model::Catalog;
    use std::path::PathBuf;

    pub use sleeve_games::{GAMES, mapping};
    pub use sleeve_library::*;

    /// Lists the shipped games in the order of their ids.
    pub fn games() -> Vec<GameHead> {
        game_heads(&GAMES)
    }

    /// Opens a game by its id, name or alias, with overlays laid over it in their order.
    ///
    /// # Errors
    /// When no game is called so, and every mistake of the overlays.
    pub fn open(game: &str, overlays: &[PathBuf]) -> Result<Catalog, CatalogError> {
        Shelf::new(&GAMES, overlays)?.open(game)
    }
}
