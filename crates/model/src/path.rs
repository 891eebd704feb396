//! Paths to places in XML and JSON files, in the descriptions of readers.

use serde::{Deserialize, Serialize};

/// Largest number of steps of a path.
pub const MAX_PATH_STEPS: usize = 8;
/// Largest number of bytes of a path.
pub const MAX_PATH_BYTES: usize = 200;

/// A place in an XML file, as XPath writes it: `deck/section/@name`, `deck/notes/text()`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct XmlPath {
    /// The elements from the outermost on.
    pub elements: Vec<String>,
    /// The part of the last element.
    pub end: XmlEnd,
}

/// The part of an element that a path means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum XmlEnd {
    Element,
    Text,
    Attribute(String),
}

impl XmlPath {
    /// Parses a path; `None` where the text is no path, or too long.
    pub fn parse(text: &str) -> Option<XmlPath> {
        let mut steps: Vec<&str> = text.trim().split('/').collect();
        let end = match steps.last()? {
            &"text()" => XmlEnd::Text,
            last => match last.strip_prefix('@') {
                Some(name) if is_name(name) => XmlEnd::Attribute(name.to_owned()),
                Some(_) => return None,
                None => XmlEnd::Element,
            },
        };
        if end != XmlEnd::Element {
            steps.pop();
        }
        let fits = text.len() <= MAX_PATH_BYTES && steps.len() <= MAX_PATH_STEPS;
        let named = !steps.is_empty() && steps.iter().all(|step| is_name(step));
        let elements = steps.into_iter().map(str::to_owned).collect();
        (fits && named).then_some(XmlPath { elements, end })
    }

    /// Whether the path lies at these elements or within them.
    pub fn is_within(&self, elements: &[String]) -> bool {
        self.elements.starts_with(elements)
    }
}

impl std::fmt::Display for XmlPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.elements.join("/"))?;
        match &self.end {
            XmlEnd::Element => Ok(()),
            XmlEnd::Text => f.write_str("/text()"),
            XmlEnd::Attribute(name) => write!(f, "/@{name}"),
        }
    }
}

/// Whether XML takes a word for the name of an element or attribute.
fn is_name(word: &str) -> bool {
    let inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    let first = |c: char| c.is_alphabetic() || c == '_';
    word.starts_with(first) && word.chars().all(inner)
}

/// A place in a JSON file, as RFC 6901 writes it: `/slots`, `/main/cards`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pointer {
    /// The keys from the outermost on.
    pub keys: Vec<String>,
}

impl Pointer {
    /// Parses a pointer; `None` where the text is no pointer, or too long. The whole file has no pointer here.
    pub fn parse(text: &str) -> Option<Pointer> {
        let text = text.trim();
        // In this order (RFC 6901, section 4): `~01` means `~1`.
        let unescaped = |key: &str| key.replace("~1", "/").replace("~0", "~");
        let keys: Vec<String> = text.strip_prefix('/')?.split('/').map(unescaped).collect();
        let fits = text.len() <= MAX_PATH_BYTES && keys.len() <= MAX_PATH_STEPS;
        (fits && keys.iter().all(|key| !key.is_empty())).then_some(Pointer { keys })
    }
}

impl std::fmt::Display for Pointer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.keys.iter().try_for_each(|key| {
            f.write_str("/")?;
            f.write_str(&key.replace('~', "~0").replace('/', "~1"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_read_and_shown_as_they_are_written() {
        for text in ["deck", "deck/section/@name", "a/b/text()", "a-b/c.d/x:y"] {
            assert_eq!(XmlPath::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "/deck", "deck/", "@a", "text()", "a//b", "a/@", "a/b c", "a/*", "a[1]"] {
            assert_eq!(XmlPath::parse(text), None, "{text}");
        }
        for text in ["/slots", "/main/cards", "/a~1b/~0"] {
            assert_eq!(Pointer::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "slots", "/", "/a//b"] {
            assert_eq!(Pointer::parse(text), None, "{text}");
        }
        assert_eq!(XmlPath::parse(&"a/".repeat(8)[..15]).unwrap().elements.len(), 8);
        assert_eq!(XmlPath::parse(&"a/".repeat(9)[..17]), None);
    }
}
