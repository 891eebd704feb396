//! Data of card games, in TOML and packed, for the program and for its build script.
//!
//! - [`source`] reads the TOML files of a game into the model and reports all mistakes at once
//! - [`packed`] writes a game as one block of bytes, of which a command decodes only what it needs
//! - [`source_folders`] keeps the files of a packed game
//!
//! The crate re-exports the modules of two crates below it:
//!
//! - [`model`] defines cards, games, formats and decks, and does not read files (`sleeve-model`)
//! - [`problem`] defines the problems that every crate returns, and their words (`sleeve-text`)
//! - [`files`] opens all paths, and defines the problems of any file (`sleeve-text`)
//!
//! ```
//! use sleeve_data::{model::Catalog, packed};
//!
//! # fn main() -> Result<(), packed::PackError> {
//! let mut catalog = Catalog::default();
//! catalog.game.named.id = "tarot".into();
//! let bytes = packed::pack(&catalog)?.leak();
//! packed::verify(bytes)?;
//! assert_eq!(packed::read_head(bytes)?.named.id, "tarot");
//! # Ok(())
//! # }
//! ```

#[macro_use(word)]
extern crate sleeve_text;

pub mod packed;
pub mod source;
pub mod source_folders;

pub use sleeve_text::{
    Arrange, Gather, errors, files, grammar, keys, messages, of_files, problem, say, terms, word,
    word_files, worded,
};

/// Cards, games, formats and decks, and the comparison of their spellings.
pub mod model {
    pub use sleeve_model::*;
    pub use sleeve_text::{fold, hidden};
}
