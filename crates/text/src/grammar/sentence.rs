//! Sentences with their values, which [`say!`](crate::say) calls.

use crate::Lang;
use std::fmt::{self, Display};

/// Between the texts of two languages, and between the text for one and that for many.
const LANGUAGE_END: char = '\u{1e}';
const FORM_END: char = '\u{1f}';

/// A number for the choice between one and many; one that is too large stands for many.
#[doc(hidden)]
pub fn whole<N: TryInto<i64>>(count: N) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}

/// Chooses the text of a language and a number. The texts of a call are one literal, in the order
/// of [`Lang::ALL`]. `{0}` is the first value. `{de 0}` is the first value after a word that
/// depends on it. `{{` is a brace.
#[doc(hidden)]
pub fn word(lang: Lang, count: i64, texts: &'static str) -> &'static str {
    choose(lang as usize, lang.takes_singular(count), texts)
}

/// Chooses the text of the language at a position.
#[doc(hidden)]
pub fn choose(at: usize, is_singular: bool, texts: &'static str) -> &'static str {
    let text = texts.split(LANGUAGE_END).nth(at).unwrap_or_default();
    match text.split_once(FORM_END) {
        Some((one, many)) => {
            if is_singular {
                one
            } else {
                many
            }
        }
        None => text,
    }
}

/// Fills in the values of a sentence.
#[doc(hidden)]
pub fn say(lang: Lang, count: i64, texts: &'static str, values: &[&dyn Display]) -> String {
    let mut text = String::new();
    // INVARIANT: a `String` takes everything.
    let _ = write(&mut text, lang, count, texts, values);
    text
}

/// Writes a sentence with its values, like [`say`].
///
/// # Errors
/// When `to` cannot be written.
#[doc(hidden)]
pub fn write(
    to: &mut dyn fmt::Write,
    lang: Lang,
    count: i64,
    texts: &'static str,
    values: &[&dyn Display],
) -> fmt::Result {
    let text = word(lang, count, texts);
    Filling { text, tie: &lang.grammar().tie }.write(to, values)
}

/// A text with places for values, and how a word before a value depends on it.
#[doc(hidden)]
pub struct Filling<'t> {
    pub text: &'t str,
    pub tie: &'t dyn Fn(&str, &str) -> String,
}

impl Filling<'_> {
    /// Writes the text with its values.
    ///
    /// # Errors
    /// When `to` cannot be written.
    pub fn write(&self, to: &mut dyn fmt::Write, values: &[&dyn Display]) -> fmt::Result {
        let mut rest = self.text;
        while let Some(at) = rest.find(['{', '}']) {
            let (before, after) = rest.split_at(at);
            to.write_str(before)?;
            if after.starts_with("{{") || after.starts_with("}}") {
                let (doubled, behind) = after.split_at(2);
                to.write_str(&doubled[1..])?;
                rest = behind;
                continue;
            }
            let Some((place, behind)) = after[1..].split_once('}') else { break };
            self.write_value(to, place, values)?;
            rest = behind;
        }
        to.write_str(rest)
    }

    /// Writes the value of a place: `0`, or `de 0`.
    fn write_value(
        &self,
        to: &mut dyn fmt::Write,
        place: &str,
        values: &[&dyn Display],
    ) -> fmt::Result {
        let (tie, number) = place.rsplit_once(' ').unwrap_or(("", place));
        let value = number
            .parse::<usize>()
            .ok()
            .and_then(|number| values.get(number));
        match value {
            None => Ok(()),
            Some(value) if tie.is_empty() => write!(to, "{value}"),
            Some(value) => to.write_str(&(self.tie)(tie, &value.to_string())),
        }
    }
}
