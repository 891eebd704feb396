//! The arguments of a macro, the text of string literals, and the placeholders of a format text.

use crate::files::Sentence;
use proc_macro::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};

/// A compile error and its place.
pub(crate) struct Mistake {
    pub(crate) span: Span,
    pub(crate) text: String,
}

impl Mistake {
    pub(crate) fn new(span: Span, text: impl Into<String>) -> Mistake {
        Mistake { span, text: text.into() }
    }
}

/// An English sentence with its place in the source.
pub(crate) struct English {
    pub(crate) text: String,
    pub(crate) literal: Literal,
}

/// A named value: `name = value`, or a `name` alone, which is a variable that only other languages
/// may use.
pub(crate) struct GivenValue {
    pub(crate) name: Ident,
    pub(crate) value: Option<TokenStream>,
}

/// The arguments of a call: one sentence, or a singular and a plural one.
pub(crate) struct Call {
    pub(crate) count: Option<TokenStream>,
    pub(crate) one: English,
    pub(crate) many: Option<English>,
    pub(crate) context: Option<String>,
    pub(crate) named: Vec<GivenValue>,
}

impl Call {
    /// The sentence as the key of a row.
    pub(crate) fn sentence(&self) -> Sentence {
        Sentence {
            one: self.one.text.clone(),
            many: self.many.as_ref().map(|many| many.text.clone()),
            context: self.context.clone(),
        }
    }

    /// Parses `"…"`, `count, "…"` or `count, "…", "…"`, and the named values after it.
    ///
    /// # Errors
    /// Any other arguments.
    pub(crate) fn parse(args: &[Vec<TokenTree>], end: Span) -> Result<Call, Mistake> {
        let mut rest = args;
        let count = match rest {
            [first, after @ ..] if literal(first).is_none() => {
                rest = after;
                Some(first.iter().cloned().collect())
            }
            _ => None,
        };
        let one = match rest {
            [first, after @ ..] => {
                rest = after;
                literal(first).ok_or_else(|| {
                    Mistake::new(span(first, end), "expected a sentence in quotes")
                })?
            }
            [] => return Err(Mistake::new(end, "expected a sentence in quotes")),
        };
        let mut many = None;
        if let ([second, after @ ..], true) = (rest, count.is_some())
            && let Some(second) = literal(second)
        {
            (many, rest) = (Some(second), after);
        }
        let mut call = Call { count, one, many, context: None, named: Vec::new() };
        for arg in rest {
            call.read_name(arg, end)?;
        }
        Ok(call)
    }

    fn read_name(&mut self, arg: &[TokenTree], end: Span) -> Result<(), Mistake> {
        let (name, value) = match arg {
            [TokenTree::Ident(name)] => (name, None),
            [TokenTree::Ident(name), TokenTree::Punct(sign), value @ ..]
                if sign.as_char() == '=' =>
            {
                (name, Some(value))
            }
            _ => return Err(Mistake::new(span(arg, end), "a value needs a name: `name = value`")),
        };
        match (name.to_string().as_str(), value) {
            ("context", Some(value)) => {
                let context = literal(value).ok_or_else(|| {
                    Mistake::new(span(value, end), "a context has to be a text in quotes")
                })?;
                self.context = Some(context.text);
            }
            _ => self.named.push(GivenValue {
                name: name.clone(),
                value: value.map(|value| value.iter().cloned().collect()),
            }),
        }
        Ok(())
    }
}

/// The tokens between commas, outside of brackets.
pub(crate) fn split(tokens: impl IntoIterator<Item = TokenTree>) -> Vec<Vec<TokenTree>> {
    let mut args = vec![Vec::new()];
    for token in tokens {
        match (&token, args.last_mut()) {
            (TokenTree::Punct(sign), _) if sign.as_char() == ',' => args.push(Vec::new()),
            (_, Some(arg)) => arg.push(token),
            (_, None) => {}
        }
    }
    args.retain(|arg| !arg.is_empty());
    args
}

/// The tokens in the brackets that `macro_rules!` puts around its arguments.
pub(crate) fn unwrap_group(tokens: &[TokenTree]) -> Vec<TokenTree> {
    match tokens {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            unwrap_group(&group.stream().into_iter().collect::<Vec<_>>())
        }
        _ => tokens.to_vec(),
    }
}

/// A single string literal.
pub(crate) fn literal(tokens: &[TokenTree]) -> Option<English> {
    match unwrap_group(tokens).as_slice() {
        [TokenTree::Literal(literal)] => {
            let text = unescape(&literal.to_string())?;
            Some(English { text, literal: literal.clone() })
        }
        _ => None,
    }
}

pub(crate) fn span(tokens: &[TokenTree], end: Span) -> Span {
    tokens.first().map_or(end, TokenTree::span)
}

/// The text of a string literal in source code; `None` for other literals.
pub(crate) fn unescape(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let inner = raw.trim_start_matches('#');
        let hashes = raw.len() - inner.len();
        return inner
            .get(1..inner.len().checked_sub(hashes + 1)?)
            .map(str::to_owned);
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
                let code: String = rest
                    .by_ref()
                    .skip(1)
                    .take_while(|c| *c != '}')
                    .filter(|c| *c != '_')
                    .collect();
                text.push(char::from_u32(u32::from_str_radix(&code, 16).ok()?)?);
            }
            // The text continues at the first character of the next line.
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

/// A placeholder: a value and its format, such as `>width$`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hole {
    pub(crate) name: String,
    pub(crate) form: String,
}

/// A part of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum TextPart {
    /// Text, with doubled braces.
    Text(String),
    /// A value, and the word before it that depends on it: `{de name}`.
    Hole { tie: String, hole: Hole },
}

/// Splits a text at its placeholders. A placeholder without a name has an empty one.
pub(crate) fn parts(text: &str) -> Vec<TextPart> {
    let mut parts = Vec::new();
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(['{', '}']) {
        let (before, after) = rest.split_at(at);
        plain.push_str(before);
        if after.starts_with("{{") || after.starts_with("}}") {
            let (doubled, behind) = after.split_at(2);
            plain.push_str(doubled);
            rest = behind;
            continue;
        }
        let Some((inner, behind)) = after.get(1..).unwrap_or_default().split_once('}') else {
            rest = after;
            break;
        };
        parts.push(TextPart::Text(std::mem::take(&mut plain)));
        let (name, form) = inner.split_once(':').unwrap_or((inner, ""));
        let (tie, name) = name.trim().rsplit_once(' ').unwrap_or(("", name.trim()));
        let hole = Hole { name: name.to_owned(), form: form.to_owned() };
        parts.push(TextPart::Hole { tie: tie.to_owned(), hole });
        rest = behind;
    }
    parts.push(TextPart::Text(plain + rest));
    parts
}

/// The names of the placeholders in a text, in order; a placeholder without a name is an empty
/// text.
pub(crate) fn holes(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for part in parts(text) {
        let TextPart::Hole { hole, .. } = part else { continue };
        names.push(hole.name);
        // A width or precision may be a name too: `{:>width$}`.
        for before in hole.form.split('$').rev().skip(1) {
            let name = before
                .rsplit(|c: char| !(c.is_alphanumeric() || c == '_'))
                .next();
            names.push(name.unwrap_or_default().to_owned());
        }
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
