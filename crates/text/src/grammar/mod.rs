//! Grammar that differs between languages. Each language has a file here, which [`Lang`] names in
//! its row.

pub(crate) mod french;
mod sentence;

use crate::Lang;
#[doc(hidden)]
pub use sentence::{Filling, choose, say, whole, word, write};
use std::borrow::Cow;

/// A word with a capital letter at its head.
pub fn capitalize(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(letters).collect())
}

/// The grammar of a language, as far as sentences with counts, numbers and nouns of the data need
/// it.
#[derive(Debug)]
pub(crate) struct Grammar {
    /// Whether a number takes the singular.
    pub(crate) is_singular: fn(i64) -> bool,
    /// The sign before decimals.
    pub(crate) decimal_sign: char,
    /// Forms the plural of a noun if the data gives only the singular.
    pub(crate) plural: fn(&str) -> String,
    /// Whether no-break spaces go before `: ; ! ? %` and inside quotation marks.
    pub(crate) binds_signs: bool,
    /// Ties a word such as `de` to the words after it.
    pub(crate) tie: fn(&str, &str) -> String,
}

/// English.
pub(crate) const ENGLISH: Grammar = Grammar {
    is_singular: |count| count == 1,
    decimal_sign: '.',
    plural: pluralize_english,
    binds_signs: false,
    tie: |word, after| format!("{word} {after}"),
};

impl Lang {
    /// Whether a number takes the singular: one, in French also zero.
    pub fn takes_singular<N: TryInto<i64>>(self, count: N) -> bool {
        (self.grammar().is_singular)(whole(count))
    }

    /// A number as it is printed elsewhere, with the sign of the language before its decimals.
    pub fn set_decimals(self, number: &str) -> String {
        number.replace('.', self.grammar().decimal_sign.encode_utf8(&mut [0; 4]))
    }

    /// Forms the plural of a noun that the data gives in the singular only.
    pub fn pluralize(self, noun: &str) -> String {
        (self.grammar().plural)(noun)
    }

    /// Whether no-break spaces go before `: ; ! ? %` and inside quotation marks.
    pub fn binds_signs(self) -> bool {
        self.grammar().binds_signs
    }
}

/// The last word takes the plural: `tactic cards`.
fn pluralize_english(noun: &str) -> String {
    let (head, last) = noun.rsplit_once(' ').map_or(("", noun), |(h, l)| (h, l));
    let space = if head.is_empty() { "" } else { " " };
    let plural: Cow<'_, str> = match last.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies").into(),
        _ if last.ends_with(['s', 'x', 'z']) || last.ends_with("ch") || last.ends_with("sh") => {
            format!("{last}es").into()
        }
        _ => format!("{last}s").into(),
    };
    format!("{head}{space}{plural}")
}
