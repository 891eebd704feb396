//! Values of an imported card and how they are written as TOML.

use std::fmt::Write as _;

/// A value of a card file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Text(String),
    Number(f64),
    Flag,
    List(Vec<Value>),
    Table(Vec<(String, Value)>),
}

impl Value {
    /// Text from anything that is text.
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Appends this value in TOML's inline form.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            Self::Text(text) => write_text(text, out),
            Self::Number(number) => write_number(*number, out),
            Self::Flag => out.push_str("true"),
            Self::List(list) => write_list(list, out),
            Self::Table(entries) => write_table(entries, out),
        }
    }
}

fn write_list(list: &[Value], out: &mut String) {
    out.push('[');
    for (index, value) in list.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        value.write(out);
    }
    out.push(']');
}

/// Appends an inline table; keys are written bare, so they must be kebab-case.
pub(super) fn write_table(entries: &[(String, Value)], out: &mut String) {
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

fn write_number(number: f64, out: &mut String) {
    // INVARIANT: writing to a String cannot fail, and `{}` prints a whole f64 without a fraction.
    let _ = write!(out, "{number}");
}

fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Lower-case words joined by `-`: `Admiral's Order` becomes `admirals-order`.
pub(super) fn word(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !matches!(c, '\'' | '’')) {
        let plain = plain_letter(c);
        if plain.is_ascii_alphanumeric() {
            out.push(plain.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

fn plain_letter(c: char) -> char {
    match c {
        'à' | 'á' | 'â' | 'ä' | 'ã' | 'å' => 'a',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ò' | 'ó' | 'ô' | 'ö' | 'õ' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ñ' => 'n',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_whole_numbers_without_a_fraction_and_escapes_text() {
        let mut out = String::new();
        let list = vec![Value::Number(6.0), Value::Number(0.5), Value::text("a \"b\" \\ \u{7}")];
        Value::List(list).write(&mut out);
        assert_eq!(out, r#"[6, 0.5, "a \"b\" \\ \u0007"]"#);
    }

    #[test]
    fn words_are_kebab_case_without_accents_or_apostrophes() {
        assert_eq!(word("Admiral's Order"), "admirals-order");
        assert_eq!(word("Rebel (starship)"), "rebel-starship");
        assert_eq!(word("Teräs Käsi"), "teras-kasi");
    }
}
