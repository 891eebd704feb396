//! Sentences in all languages of the program. The code contains the English sentence. Translations
//! are in a folder for each language below `words/`, in one file per crate, below the English
//! sentence. The macros look them up at compile time. So a sentence without a translation does not
//! compile, and nothing is looked up at run time.
//!
//! Use the macros through `sleeve_text`, as `say!`, `word!` and, inside tables of messages,
//! `write_words`. It passes `$crate` as the first argument, because a procedural macro cannot name
//! the crate that it is called through.

mod call;
mod emit;
mod files;

use proc_macro::TokenStream;

/// A text with its values filled in: `(krate, lang, "…{name}…", name = value)`. With a number
/// before two sentences, the number chooses the singular or the plural.
#[proc_macro]
pub fn say(input: TokenStream) -> TokenStream {
    emit::expand(input, emit::say)
}

/// A word or sentence without values, as a `&'static str`: `(krate, lang, "…")`. Without a
/// language, a `Phrase` with all languages.
#[proc_macro]
pub fn word(input: TokenStream) -> TokenStream {
    emit::expand(input, emit::word)
}

/// Writes one item of a message: `(krate, lang, formatter, item)`. The item is a sentence, a number
/// with two sentences in parentheses, or a value that implements `Words`.
#[proc_macro]
pub fn write_words(input: TokenStream) -> TokenStream {
    emit::expand(input, emit::write_words)
}

/// The texts of a file in each folder below `words/`, with the folder's name: `(name)` expands to
/// `[("fr", "…")]`.
#[proc_macro]
pub fn word_files(input: TokenStream) -> TokenStream {
    emit::expand(input, emit::word_files)
}

/// Derives what a type in a packed game needs, and the traits in parentheses. Its texts may borrow
/// from the bytes of the game, which live as long as the program.
#[proc_macro_attribute]
pub fn packed(traits: TokenStream, item: TokenStream) -> TokenStream {
    let head = format!(
        "#[derive(Clone, PartialEq, Debug, ::serde::Serialize, ::serde::Deserialize, {traits})]
         #[serde(bound(deserialize = \"'de: 'static\"))]"
    );
    let head: TokenStream = head.parse().unwrap_or_default();
    head.into_iter().chain(item).collect()
}
