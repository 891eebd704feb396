//! The available games: shipped ones, packed ones, and those in the user's folder, with the user's
//! overlays. Also the linter of their data ([`lint`]), and `sleeve.toml` with the game and format
//! of a deck ([`project`]).
//!
//! This crate ships no games: a front end passes its own ([`ShippedGames`]). A [`Library`] opens
//! games by id, name or alias and keeps them open:
//!
//! ```
//! use sleeve_library::Library;
//!
//! let library = Library::new(&sleeve_games::GAMES, &[])?;
//! assert!(library.open("star-realms")?.formats().count() > 0);
//! # Ok::<(), sleeve_library::CatalogError>(())
//! ```
//!
//! Other crates check decks and word the findings.

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

pub use amendments::{MAX_FILTER_TESTS, is_too_long};
pub use library::{CatalogError, CatalogMessage, Clock, Library};
pub use pack::{pack, unpack};
pub use packed::{GameHead, PackError};
pub use shelf::{GameSources, PackStore, Shelf, ShippedGames, SupersededGame};
pub use sleeve_data::files::Links;

/// The heads of packed games. A game that cannot be unpacked is left out.
pub fn game_heads(games: ShippedGames) -> Vec<GameHead> {
    games
        .iter()
        .filter_map(|(_, bytes)| packed::read_head(bytes).ok())
        .collect()
}
