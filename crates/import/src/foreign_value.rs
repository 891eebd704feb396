//! Values of other files, and how they are written as TOML.

use sleeve_data::model::{
    Date, Number,
    hidden::{quoted_toml, toml_key},
};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

#[derive(Debug, Clone, PartialEq)]
pub(super) enum ForeignValue {
    Text(String),
    Number(Number),
    Flag(bool),
    Day(Date),
    List(Vec<ForeignValue>),
    Table(Vec<(String, ForeignValue)>),
}

impl ForeignValue {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub(super) fn texts(texts: Vec<String>) -> Self {
        Self::List(texts.into_iter().map(Self::Text).collect())
    }

    pub(super) fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// Appends this value in TOML's inline form.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(&quoted_toml(text)),
            Self::Number(number) => out.push_str(&number.to_string()),
            Self::Day(day) => out.push_str(&day.to_string()),
            Self::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Self::List(list) => write_list(list, out),
            Self::Table(entries) => write_table(entries, out),
        }
    }
}

/// Appends a line `key = value`. The key is quoted if necessary.
pub(super) fn write_line(key: &str, value: &ForeignValue, out: &mut String) {
    out.push_str(&toml_key(key));
    out.push_str(" = ");
    value.write(out);
    out.push('\n');
}

fn write_list(list: &[ForeignValue], out: &mut String) {
    out.push('[');
    for (index, value) in list.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        value.write(out);
    }
    out.push(']');
}

/// Appends an inline table. Keys are written unchanged, so they need to be quoted already.
fn write_table(entries: &[(String, ForeignValue)], out: &mut String) {
    out.push_str("{ ");
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        out.push_str(key);
        out.push_str(" = ");
        value.write(out);
    }
    out.push_str(" }");
}

/// Makes an id from a printed value: `Admiral's Order` becomes `admirals-order`. Empty if there is
/// no ASCII letter or digit, even without accents.
pub(super) fn slug(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !matches!(c, '\'' | '’')) {
        match ascii_letters(c) {
            Some(letters) => plain.push_str(&letters),
            None => plain.push(c),
        }
    }
    let words = plain
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_ascii_lowercase()
}

/// The ASCII letters for a letter with an accent or a ligature; `None` for ASCII and for other
/// scripts.
fn ascii_letters(c: char) -> Option<String> {
    // Decomposition (NFD) does not split these.
    let letters = match c {
        'œ' | 'Œ' => "oe",
        'æ' | 'Æ' => "ae",
        'ø' | 'Ø' => "o",
        'ß' => "ss",
        'ł' | 'Ł' => "l",
        _ => "",
    };
    if c.is_ascii() || !c.is_alphabetic() || !letters.is_empty() {
        return (!letters.is_empty()).then(|| letters.to_owned());
    }
    let plain: String = c.nfd().filter(|c| !is_combining_mark(*c)).collect();
    plain.is_ascii().then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_have_no_fraction_and_texts_are_escaped() {
        let mut out = String::new();
        let numbers = [6_000_000, 500_000]
            .map(Number::from_millionths)
            .map(ForeignValue::Number);
        let text = ForeignValue::text("a \"b\" \\ \u{7}");
        ForeignValue::List(numbers.into_iter().chain([text]).collect()).write(&mut out);
        assert_eq!(out, r#"[6, 0.5, "a \"b\" \\ \u0007"]"#);
        assert_eq!(slug("龍 ★"), "");
    }
}
