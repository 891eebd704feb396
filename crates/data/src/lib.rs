//! How card games are written down, for the program and for its build script.
//!
//! - [`source`] the TOML files of a game, read into the model with every mistake at once
//! - [`packed`] a game as one run of bytes, of which a command decodes only what it looks at
//!
//! What is read is told in the words of the two crates below, which users of this one find here too:
//!
//! - [`model`] what things are: cards, games, formats, decks; no files (`sleeve-model`)
//! - [`problem`] what every room returns when something is wrong, and how it is said (`sleeve-text`)
//! - [`files`] the one way in which a path is opened for reading, and what can be wrong with any file (`sleeve-text`)
//!
//! ```
//! use sleeve_data::{model::Catalog, packed};
//!
//! # fn main() -> Result<(), packed::PackError> {
//! let mut catalog = Catalog::default();
//! catalog.game.named.id = "tarot".into();
//! let bytes = packed::pack(&catalog)?.leak();
//! packed::verify(bytes)?;
//! assert_eq!(packed::head(bytes)?.named.id, "tarot");
//! # Ok(())
//! # }
//! ```

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod packed;
pub mod source;

pub use sleeve_text::{errors, files, messages, of_files, problem, terms};

/// What things are, with the words and spellings that they are told in.
pub mod model {
    pub use sleeve_model::*;
    pub use sleeve_text::{fold, hidden};
}
