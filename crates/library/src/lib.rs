//! The games at hand: the shipped ones, packed ones and those of the user's folder, under the user's overlays; the linter of their data
//! ([`lint`]); `sleeve.toml` and what it holds for ([`project`]).
//!
//! A [`Library`] opens games by id, name or alias and keeps what it opened; [`open`] opens one, [`games`] lists the shipped ones:
//!
//! ```
//! let catalog = sleeve_library::open("star-realms", &[])?;
//! assert!(catalog.formats().count() > 0);
//! # Ok::<(), sleeve_library::CatalogError>(())
//! ```
//!
//! Decks are not judged here, and nothing is worded.

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod clock;
mod error;
pub mod gaps;
mod library;
pub mod lint;
mod messages;
mod pack;
pub mod project;
mod shelf;

pub use sleeve_data::{packed, source};

pub use clock::Clock;
pub use error::CatalogError;
pub use library::Library;
pub use messages::CatalogMessage;
pub use pack::pack;
pub use packed::{GameHead, PackError};
pub use shelf::{Compiled, Shelf, Surroundings};

use sleeve_data::model::Catalog;
use std::path::PathBuf;

/// The shipped games, by id.
pub fn games() -> Vec<GameHead> {
    // INVARIANT: the build verified what it packed, so that none is left out here.
    sleeve_games::GAMES.iter().filter_map(|(_, bytes)| packed::head(bytes).ok()).collect()
}

/// Opens a game by its id, name or alias, with overlays laid over it in their order.
pub fn open(game: &str, overlays: &[PathBuf]) -> Result<Catalog, CatalogError> {
    Shelf::new(overlays)?.open(game)
}

/// The mapping by which a shipped game imports cards, if it has one.
pub fn mapping(game: &str) -> Option<&'static str> {
    sleeve_games::mapping(game)
}
