//! Characters that web pages write as `&#8226;` or `&eacute;`: lists copied from a page's source.

use std::borrow::Cow;

/// The longest reference that is looked at, `&` and `;` included.
const LONGEST_REFERENCE: usize = 12;

/// The names that lists have; every character may be written by its number.
const NAMED_CHARACTERS: [(&str, char); 16] = [
    ("amp", '&'),
    ("apos", '\''),
    ("bull", '•'),
    ("ccedil", 'ç'),
    ("eacute", 'é'),
    ("Eacute", 'É'),
    ("egrave", 'è'),
    ("gt", '>'),
    ("laquo", '«'),
    ("lsquo", '‘'),
    ("lt", '<'),
    ("middot", '·'),
    ("nbsp", ' '),
    ("quot", '"'),
    ("raquo", '»'),
    ("rsquo", '’'),
];

/// A text with its references read; what is none stays as it is.
pub(super) fn decode_entities(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        shown.push_str(before);
        let end = after.bytes().take(LONGEST_REFERENCE).position(|b| b == b';');
        let found = end.and_then(|end| Some((end, decode_entity(after.get(..end)?)?)));
        rest = match found {
            Some((end, c)) => {
                shown.push(c);
                after.get(end + 1..).unwrap_or("")
            }
            None => {
                shown.push('&');
                after
            }
        };
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

fn decode_entity(name: &str) -> Option<char> {
    let code = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok(),
            None => number.parse().ok(),
        },
        None => return NAMED_CHARACTERS.iter().find(|(known, _)| *known == name).map(|(_, c)| *c),
    };
    code.and_then(char::from_u32).filter(|c| !c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_are_read_and_everything_else_is_left() {
        assert_eq!(decode_entities("&#8226;Luke &amp; &#x4C;eia"), "•Luke & Leia");
        for plain in ["Sense & Uncertain", "R&D;", "&#0;", "&#99999999;", "& ;", "&"] {
            assert_eq!(decode_entities(plain), plain);
        }
    }
}
