//! Forms of deck files that a game describes: lines by patterns, XML and JSON by paths to places. One description serves reading
//! and writing.

use super::game::Named;
use super::pattern::LinePattern;
use serde::{Deserialize, Serialize};

/// Names of the forms that the program knows without a description; no game may describe one of these names.
pub const BUILT_IN: [&str; 9] =
    ["toml", "gemp-xml", "gemp-line", "gemp-text", "holotable", "swccgdb", "json", "text", "free"];

/// Largest number of readers that a game describes.
pub const MAX_READERS: usize = 64;
/// Largest number of paths under one key of a reader; of its words for zones.
pub const MAX_READER_PARTS: usize = 64;
/// Largest number of patterns under one key of a reader: each is tried with each word for a zone.
pub const MAX_PATTERNS_OF_A_KEY: usize = 16;

/// A described form of deck files.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct DeckReader {
    /// The id is the value of `--from` and `--to`.
    pub named: Named,
    /// The extension of its files, without the point; empty: none of their own.
    pub extension: String,
    /// Words of the file with the zones that they mean, by id; the first of a zone's words is written.
    /// The empty word means what stands under no other.
    pub zones: Vec<(String, String)>,
    pub ids: IdField,
    /// Paths that are not read and that rules may need; one that ends in `*` stands for all that
    /// begin so.
    pub matters: Vec<String>,
    pub layout: FileLayout,
}

impl DeckReader {
    /// Whether rules may need what stands at a path that is not read.
    pub fn is_needed(&self, path: &str) -> bool {
        self.matters.iter().any(|its| match its.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => path == its,
        })
    }
}

/// The field of cards that the ids of a file are.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum IdField {
    #[default]
    Id,
    /// One of their aliases.
    Alias,
    /// A field of the game, by its id.
    Field(String),
}

/// A key of the deck that a file may state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum HeadKey {
    Name,
    Player,
    Format,
    Role,
    Source,
    Notes,
    /// A parameter of a format, by its id.
    Parameter(String),
}

impl HeadKey {
    /// The keys that have one value.
    pub const ALL: [HeadKey; 6] = [
        HeadKey::Name,
        HeadKey::Player,
        HeadKey::Format,
        HeadKey::Role,
        HeadKey::Source,
        HeadKey::Notes,
    ];

    /// The word in data files.
    pub const fn word(&self) -> &'static str {
        match self {
            HeadKey::Name => "name",
            HeadKey::Player => "player",
            HeadKey::Format => "format",
            HeadKey::Role => "role",
            HeadKey::Source => "source",
            HeadKey::Notes => "notes",
            HeadKey::Parameter(_) => "parameters",
        }
    }
}

/// The structure of a described file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FileLayout {
    /// One card a line.
    Lines(LineLayout),
    Xml(XmlLayout),
    Json(JsonLayout),
}

/// Files of lines. A line is tried as what the deck says of itself, as a heading, as a line to be passed
/// over, as a card, in this order; of several patterns the first that fits decides.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LineLayout {
    /// Whether the first line is the deck's name.
    pub title: bool,
    pub cards: Vec<CardPattern>,
    /// Lines after which cards lie in another zone.
    pub headings: Vec<LinePattern>,
    /// Lines that mean nothing.
    pub ignored: Vec<LinePattern>,
    /// Lines that say something of the deck.
    pub keys: Vec<(HeadKey, LinePattern)>,
    /// Whether lines before the first heading that fit nothing else are notes.
    pub preface: bool,
}

impl LineLayout {
    /// Whether the cards of a zone, by id, are written by lines for that zone alone.
    pub fn has_own_lines(&self, zone: &str) -> bool {
        self.cards.iter().any(|card| card.zone.as_deref() == Some(zone))
    }
}

/// A line with a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardPattern {
    pub pattern: LinePattern,
    /// The zone, by id, whose cards are written so, each by its line alone; `None`: all others.
    pub zone: Option<String>,
}

/// Files of XML: each card an element. What a card says stands at attributes or in the text of its
/// element or of one within it, or at attributes of an element around it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct XmlLayout {
    /// The elements that are cards, from the outermost on; two at least.
    pub card: Vec<String>,
    pub name: Option<XmlPath>,
    pub id: Option<XmlPath>,
    pub set: Option<XmlPath>,
    /// How many copies; without it each element is one.
    pub count: Option<XmlPath>,
    /// The word for its zone.
    pub zone: Option<XmlPath>,
    pub keys: Vec<(HeadKey, XmlPath)>,
    /// Constants that every file has.
    pub fixed: Vec<(XmlPath, String)>,
    /// Places without meaning.
    pub ignored: Vec<XmlPath>,
}

/// The keys of an object with cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum CardBy {
    #[default]
    Id,
    Name,
}

/// Files of JSON. Where no member of a card says its zone, the word for it is the place of the cards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct JsonLayout {
    /// Objects whose keys are cards and whose values numbers of copies.
    pub counts: Vec<Pointer>,
    /// One card each.
    pub single: Vec<Pointer>,
    /// Lists of objects, each a card.
    pub lists: Vec<Pointer>,
    /// How `counts` and `single` name cards.
    pub by: CardBy,
    /// The member of an object of `lists` that is a card's name.
    pub name: Option<String>,
    pub id: Option<String>,
    pub set: Option<String>,
    /// How many copies; without it one.
    pub count: Option<String>,
    /// The word for its zone.
    pub zone: Option<String>,
    pub keys: Vec<(HeadKey, Pointer)>,
    /// Constants that every file has.
    pub fixed: Vec<(Pointer, String)>,
    /// Texts that are JSON themselves, with values of the deck's head one step down.
    pub embedded: Vec<Pointer>,
    /// Places without meaning.
    pub ignored: Vec<Pointer>,
}

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
