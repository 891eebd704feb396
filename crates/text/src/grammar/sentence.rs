//! Sentences with their values, which [`say!`](crate::say) calls.

use crate::Lang;
use std::fmt::{self, Display};

/// The texts of a sentence in a language: for one, and for many. `{0}` is the first value, `{de 0}`
/// the same with the word before it that depends on it, `{{` a brace.
#[doc(hidden)]
pub type Forms = (&'static str, &'static str);

/// A number for the choice between one and many; one that is too large stands for many.
#[doc(hidden)]
pub fn whole<N: TryInto<i64>>(count: N) -> i64 {
    count.try_into().unwrap_or(i64::MAX)
}

/// Chooses the text of a language and a number.
#[doc(hidden)]
pub fn word(lang: Lang, count: i64, forms: &[Forms]) -> &'static str {
    let (one, many) = forms.get(lang as usize).copied().unwrap_or_default();
    if lang.takes_singular(count) { one } else { many }
}

/// Fills in the values of a sentence. `forms` has the texts of each language, in the order of
/// [`Lang::ALL`].
#[doc(hidden)]
pub fn say(lang: Lang, count: i64, forms: &[Forms], values: &[&dyn Display]) -> String {
    let mut text = String::new();
    // INVARIANT: a `String` takes everything.
    let _ = write(&mut text, lang, count, forms, values);
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
    forms: &[Forms],
    values: &[&dyn Display],
) -> fmt::Result {
    let text = word(lang, count, forms);
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
        let value = number.parse::<usize>().ok().and_then(|number| values.get(number));
        match value {
            None => Ok(()),
            Some(value) if tie.is_empty() => write!(to, "{value}"),
            Some(value) => to.write_str(&(self.tie)(tie, &value.to_string())),
        }
    }
}
