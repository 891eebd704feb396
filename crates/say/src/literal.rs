//! What a string literal of Rust says, and the holes of a text that is formatted.

/// The text of a string literal as it stands in a source; `None`: it is another literal.
pub(crate) fn unescape(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let inner = raw.trim_start_matches('#');
        let hashes = raw.len() - inner.len();
        return inner.get(1..inner.len().checked_sub(hashes + 1)?).map(str::to_owned);
    }
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match rest.next()? {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            '0' => text.push('\0'),
            'u' => {
                let code: String =
                    rest.by_ref().skip(1).take_while(|c| *c != '}').filter(|c| *c != '_').collect();
                text.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?)?);
            }
            // The line goes on where the next one has its first letter.
            '\n' => {
                let after = rest.as_str().trim_start_matches([' ', '\t', '\n', '\r']);
                rest = after.chars();
            }
            quoted @ ('"' | '\'' | '\\') => text.push(quoted),
            _ => return None,
        }
    }
    Some(text)
}

/// The names in the holes of a text, in their order; a hole without a name is an empty one.
pub(crate) fn holes(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        let after = rest.get(at..).unwrap_or_default();
        if after.starts_with("{{") || after.starts_with("}}") {
            rest = after.get(2..).unwrap_or_default();
            continue;
        }
        let Some((hole, behind)) = after.get(1..).unwrap_or_default().split_once('}') else {
            break;
        };
        let (name, form) = hole.split_once(':').unwrap_or((hole, ""));
        names.push(name.trim().to_owned());
        // A width or a number of digits may be a name as well: `{:>width$}`.
        let widths = form.split('$').rev().skip(1);
        names.extend(widths.map(|before| {
            let begins = |c: char| !(c.is_alphanumeric() || c == '_');
            before.rsplit(begins).next().unwrap_or_default().to_owned()
        }));
        rest = behind;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_literal_is_what_it_says() {
        let said = |literal: &str| unescape(literal).unwrap();
        assert_eq!(said(r#""a \"b\" \\ \u{a0}\n""#), "a \"b\" \\ \u{a0}\n");
        assert_eq!(said("\"one \\\n     two\""), "one two");
        assert_eq!(said("r#\"a \"b\"\"#"), "a \"b\"");
        assert_eq!(said("r\"a\\d\""), "a\\d");
        assert_eq!(unescape("12"), None);
        assert_eq!(unescape("b\"x\""), None);
        assert_eq!(unescape("'x'"), None);
    }

    #[test]
    fn holes_are_found_by_their_names() {
        assert_eq!(
            holes("{a} {{b}} {c:>width$} {d:.n$} {} {0}"),
            ["a", "c", "width", "d", "n", "", "0"]
        );
        assert_eq!(holes("none {{ }}"), [""; 0]);
    }
}
