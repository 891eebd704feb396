//! Words in two languages and the reading of text files, on which every other crate builds.
//!
//! - [`Text`] and [`Lang`]: words in English and French; [`Named`] and [`Noun`]: names of things,
//!   and nouns for counts
//! - [`problem`]: messages with typed arguments and marks in sources, declared in tables by
//!   [`messages!`]; names near a misspelt one
//! - [`files`]: the one way to open a path for reading, and TOML with every mistake at its place
//! - [`grammar`]: counts, numbers and nouns of the data in each language; [`say!`]: sentences in
//!   every language
//! - [`Arrange`]: sorting in little code
//! - [`fold`]: comparison of names in any spelling; [`hidden`]: characters that terminals obey
//!   instead of showing
//!
//! A message becomes words when it is shown, in the language of its reader; until then it is
//! compared by its arguments.
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
//! Nothing here knows cards, games or decks; other values in messages bring their own words
//! ([`problem::Words`]).

mod arrange;
pub mod files;
pub mod fold;
pub mod grammar;
pub mod hidden;
pub mod problem;
mod text;

pub use arrange::{Arrange, Gather};
#[doc(hidden)]
pub use sleeve_say as say_macros;
pub use sleeve_say::packed;
pub use text::{
    Gender, Lang, Named, Noun, Phrase, Str, Text, deserialize_id, find_named, word_rows,
};

/// A sentence in a language, with its values filled in. The other languages are below the English
/// sentence in the crate's file in each folder of `words/`; a sentence without such a row does not
/// compile.
///
/// A number before two sentences chooses between one and many, by the rule of each language. Values
/// that are not plain variables follow with their names; a variable that only other languages use
/// follows alone. `context = "…"` distinguishes a sentence from the same one elsewhere.
///
/// ```
/// use sleeve_text::{Lang, say};
///
/// let said =
///     |lang, count: usize| say!(lang, count, "{count} more mistake", "{count} more mistakes");
/// assert_eq!(said(Lang::En, 0), "0 more mistakes");
/// assert_eq!(said(Lang::Fr, 0), "0 autre erreur");
/// ```
///
/// ```compile_fail
/// let _ = sleeve_text::say!(sleeve_text::Lang::Fr, "nobody has translated this");
/// ```
#[macro_export]
macro_rules! say {
    ($($args:tt)*) => { $crate::say_macros::say!($crate $($args)*) };
}

/// A word or sentence without values, looked up like [`say!`], as a `&'static str`; without a
/// language, in all of them: a [`Phrase`].
#[macro_export]
macro_rules! word {
    ($($args:tt)*) => { $crate::say_macros::word!($crate $($args)*) };
}

/// Writes a part of a message: a sentence, a number with two of them in parentheses, or anything
/// that has words of its own.
#[doc(hidden)]
#[macro_export]
macro_rules! write_words {
    ($($args:tt)*) => { $crate::say_macros::write_words!($crate $($args)*) };
}

/// The texts of the files of this name in the folders of languages, each with the code of its
/// language.
#[macro_export]
macro_rules! word_files {
    ($($args:tt)*) => { $crate::say_macros::word_files!($crate $($args)*) };
}

/// Declares an enum whose variants have words that never change, with `ALL` of them and their
/// `WORDS` in order, and with the function of this name that returns the word of one.
#[macro_export]
macro_rules! worded {
    ($(#[$meta:meta])* $vis:vis enum $name:ident, $word:ident { $($(#[$about:meta])* $variant:ident = $text:literal,)+ }) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$about])* $variant,)+
        }

        #[allow(dead_code, reason = "few enums are gone through")]
        impl $name {
            $vis const ALL: &'static [$name] = &[$($name::$variant),+];
            $vis const WORDS: &'static [&'static str] = &[$($text),+];

            /// The word, which never changes.
            $vis const fn $word(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)+
                }
            }
        }
    };
}
