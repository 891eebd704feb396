//! Sentences in every language of the program. English stands in the code; what it is in another language stands in a folder
//! of that language below `words/`, in one file for each crate, below the English sentence. The macros look it up while the
//! program is compiled, so that a sentence without its translation does not compile and nothing is looked up when it runs.
//!
//! `sleeve_text` offers the macros under the names by which they are called: `say!`, `word!` and, within tables of messages,
//! `write_words`. `$crate` comes first in what they hand on, for a macro of this kind cannot name the crate that it is used through.

mod call;
mod emit;
mod files;

use proc_macro::TokenStream;

/// A text with its values filled in: `(krate, lang, "…{name}…", name = value)`; with a number before two sentences, the one for
/// that number.
#[proc_macro]
pub fn say(input: TokenStream) -> TokenStream {
    emit::expand(input, emit::say)
}

/// A word or sentence without values, as a `&'static str`: `(krate, lang, "…")`; without a language, in all of them: a `Phrase`.
#[proc_macro]
pub fn word(input: TokenStream) -> TokenStream {
    emit::expand(input, emit::word)
}

/// Writes one item of a message: `(krate, lang, formatter, item)`, where the item is a sentence, a number with two sentences
/// in parentheses, or a value that has words.
#[proc_macro]
pub fn write_words(input: TokenStream) -> TokenStream {
    emit::expand(input, emit::write_words)
}

/// The texts of a file of each folder below `words/`, with the folder's name: `(name)` expands to `[("fr", "…")]`.
#[proc_macro]
pub fn word_files(input: TokenStream) -> TokenStream {
    emit::expand(input, emit::word_files)
}
