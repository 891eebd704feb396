//! What card games are and how they are written down, for the program and for its build script.
//!
//! - [`model`] what things are: cards, games, formats, decks; no files
//! - [`problem`] what every room returns when something is wrong, and how it is said
//! - [`files`] the one way in which a path is opened for reading, and what can be wrong with any file
//! - [`source`] the TOML files of a game, read into the model with every mistake at once
//! - [`packed`] a game as one run of bytes, of which a command decodes only what it looks at

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod encoding;
pub mod files;
pub mod model;
pub mod packed;
pub mod problem;
pub mod source;
