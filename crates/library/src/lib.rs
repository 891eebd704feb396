//! The games at hand: the shipped ones, packed ones and those of the user's folder, under the user's overlays; the linter of their data
//! ([`lint`]); `sleeve.toml` and the game and format of a deck ([`project`]).
//!
//! A front end hands over the packed games that it ships ([`ShippedGames`]); nothing is shipped here. A [`Library`] opens games by id,
//! name or alias and keeps what it opened:
//!
//! ```
//! use sleeve_library::Library;
//!
//! let library = Library::new(&sleeve_games::GAMES, &[])?;
//! assert!(library.open("star-realms")?.formats().count() > 0);
//! # Ok::<(), sleeve_library::CatalogError>(())
//! ```
//!
//! Checking decks and wording findings belong to other crates.

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[macro_use(say, word)]
extern crate sleeve_data;

mod amendments;
pub mod gaps;
mod library;
pub mod lint;
mod pack;
pub mod project;
mod shelf;

pub use sleeve_data::{packed, source};

pub use library::{CatalogError, CatalogMessage, Clock, Library};
pub use pack::{pack, unpack};
pub use packed::{GameHead, PackError};
pub use shelf::{GameSources, PackStore, Shelf, ShippedGames, SupersededGame};
pub use sleeve_data::files::Links;

/// Lists packed games, each by its head; one that cannot be unpacked is left out.
pub fn game_heads(games: ShippedGames) -> Vec<GameHead> {
    games.iter().filter_map(|(_, bytes)| packed::read_head(bytes).ok()).collect()
}
