//! Words in two languages and the reading of text files, on which every other crate builds.
//!
//! - [`Text`] and [`Lang`]: words in English and French; [`Named`] and [`Noun`]: names of things, and nouns for counts
//! - [`problem`]: a message with typed arguments and marks in sources, of which [`messages!`] makes tables; names near a misspelt one
//! - [`files`]: the one way in which a path is opened for reading, and TOML with every mistake at its place
//! - [`fold`]: comparison of names whatever their spelling; [`hidden`]: characters that terminals obey rather than show
//!
//! A message becomes words where it is shown, in the language of its reader; until then it is compared by its arguments.
//!
//! ```
//! use sleeve_text::Lang;
//! use sleeve_text::files::{self, FileMessage};
//! use sleeve_text::problem::{Candidates, Message, nearest_names};
//!
//! let parsed = files::parse("zone = 3\nzone = 4\n");
//! assert_eq!(parsed.mistakes[0].span, 9..13);
//!
//! assert_eq!(nearest_names("destny", ["destiny", "deploy"]), ["destiny"]);
//! let (form, message) = (files::TOML, "duplicate key".to_owned());
//! let message = FileMessage::Syntax { form, message };
//! assert!(message.title(Lang::Fr).contains("une clé est donnée deux fois"));
//! ```
//!
//! Nothing here knows what a card, a game or a deck is; values that others put into messages say themselves how
//! ([`problem::Words`]).

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod encoding;
pub mod files;
pub mod fold;
pub mod hidden;
pub mod problem;
mod text;

pub use text::{Gender, Lang, Named, Noun, Str, Text, deserialize_id};
