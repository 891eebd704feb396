//! Deck file formats that a game describes: lines by patterns, XML and JSON by paths. One
//! description serves for reading and writing.

use super::pattern::{LinePattern, Placeholder};
use serde::{Deserialize, Serialize};
use sleeve_text::{Named, packed};

/// The names of the built-in deck file formats, which no game may use for its own.
pub const BUILT_IN: [&str; 7] =
    ["toml", "gemp-text", "holotable", "swccgdb", "json", "text", "free"];

/// The most readers that a game describes.
pub const MAX_READERS: usize = 64;
/// The most paths under one key of a reader, and the most words for zones.
pub const MAX_READER_PARTS: usize = 64;
/// The most patterns under one key of a reader. Each is tried with each word for a zone.
pub const MAX_PATTERNS_OF_A_KEY: usize = 16;

/// A described deck file format.
#[packed(Eq)]
pub struct DeckReader {
    /// The id is the value for `--from` and `--to`.
    pub named: Named,
    /// The extension of its files, without the dot; empty: none of their own.
    pub extension: String,
    /// The words for zones in the file, each with the zone's id. The first word for a zone is
    /// written. The empty word is for cards without any of the words.
    pub zones: Vec<(String, String)>,
    pub ids: IdField,
    /// Signs that may follow ids and mean nothing.
    pub id_signs: String,
    /// The ending that names lose in the file.
    pub name_without: String,
    /// Whether ids alone name cards: names do not count, and lines whose card is unknown are not
    /// written.
    pub by_id: bool,
    /// Paths that are not read although rules may need them. A `*` at the end matches any
    /// continuation.
    pub matters: Vec<String>,
    pub layout: FileLayout,
}

impl DeckReader {
    /// The zone of a word that stands for every zone without a word. Cards under it are read
    /// without a zone.
    pub const OTHER_ZONES: &str = "*";

    /// Returns the zone of a word, if the form lists it.
    pub fn zone(&self, word: &str) -> Option<&str> {
        self.zones
            .iter()
            .find(|(listed, _)| listed == word)
            .map(|(_, zone)| zone.as_str())
    }

    /// Whether decks of every game fit in, because no zone needs a word.
    pub fn takes_all_zones(&self) -> bool {
        !self.words_of(DeckReader::OTHER_ZONES).is_empty()
    }

    /// Returns an id without blanks around it and signs after it.
    pub fn trim_id(&self, id: &str) -> String {
        id.trim()
            .trim_end_matches(|c| self.id_signs.contains(c))
            .to_owned()
    }

    /// Returns the words for a zone, the one that is written first.
    pub fn words_of(&self, zone: &str) -> Vec<&str> {
        let listed = self.zones.iter().filter(|(_, listed)| listed == zone);
        listed.map(|(word, _)| word.as_str()).collect()
    }

    /// Whether rules may need the value at a path that is not read.
    pub fn is_needed(&self, path: &str) -> bool {
        self.matters.iter().any(|its| match its.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => path == its,
        })
    }
}

/// The field of cards that the file's ids refer to.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum IdField {
    #[default]
    Id,
    /// One of their aliases.
    Alias,
    /// A field of the game, by id.
    Field(String),
}

/// A key of the deck that a file may contain.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum HeadKey {
    Name,
    Player,
    Format,
    Role,
    Source,
    Notes,
    /// A parameter of a format, by id.
    Parameter(String),
}

/// The structure of a described file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum FileLayout {
    /// One card per line.
    Lines(LineLayout),
    Xml(XmlLayout),
    Json(JsonLayout),
}

/// A file of lines. Each line is tried as a key of the deck, as a heading, as a line to ignore and
/// as a card, in this order. Of several patterns, the first match counts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LineLayout {
    /// Whether the first line is the deck's name.
    pub title: bool,
    /// The sign between cards, and words of zones are signs too: `a,b|c`. Empty: each card has a
    /// line of its own.
    pub between: String,
    pub cards: Vec<CardPattern>,
    /// Headings: the cards after them are in another zone.
    pub headings: Vec<LinePattern>,
    /// Lines to ignore.
    pub ignored: Vec<LinePattern>,
    /// Lines with a key of the deck.
    pub keys: Vec<(HeadKey, LinePattern)>,
    /// Whether lines before the first heading that match nothing else are notes.
    pub preface: bool,
}

impl LineLayout {
    /// Whether the cards of a zone, by id, have their own lines.
    pub fn has_own_lines(&self, zone: &str) -> bool {
        self.cards
            .iter()
            .any(|card| card.zone.as_deref() == Some(zone))
    }
}

/// A line with a card.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CardPattern {
    pub pattern: LinePattern,
    /// The zone, by id, whose cards have this form; `None`: all other zones.
    pub zone: Option<String>,
    /// The field of copies, by id, whose value is at `{state}`; without `{state}`, the line sets
    /// the flag.
    pub state: Option<String>,
}

impl CardPattern {
    /// Whether its lines are for copies in a state.
    pub fn has_state(&self) -> bool {
        self.state.is_some() || self.pattern.has(Placeholder::State)
    }
}

/// An XML file in which each card is an element. The values of a card are attributes or text of its
/// element or of one inside it, or attributes of an element around it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct XmlLayout {
    /// The element around several decks; without it, a file has one deck.
    pub decks: Option<String>,
    /// The path of the card elements from the root; at least two elements. The last may be `*`: an
    /// element with the name of a word for a zone.
    pub card: Vec<String>,
    pub name: Option<XmlPath>,
    pub id: Option<XmlPath>,
    pub set: Option<XmlPath>,
    /// The number of copies; without it, each element is one copy.
    pub count: Option<XmlPath>,
    /// The word for its zone.
    pub zone: Option<XmlPath>,
    pub keys: Vec<(HeadKey, XmlPath)>,
    /// Constants that every file has.
    pub fixed: Vec<(XmlPath, String)>,
    /// Places without meaning.
    pub ignored: Vec<XmlPath>,
    /// Whether it is written as by Java: lines end with CRLF and begin with twice as many blanks,
    /// the first one says that the file stands alone, and apostrophes are not escaped.
    pub java: bool,
}

/// The keys of an object with cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum CardBy {
    #[default]
    Id,
    Name,
}

/// A JSON file. If no member of a card names its zone, the path of the cards is the word for the
/// zone.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct JsonLayout {
    /// Objects whose keys are cards and whose values are numbers of copies.
    pub counts: Vec<Pointer>,
    /// Values that are one card each.
    pub single: Vec<Pointer>,
    /// Lists of objects or words that are one card each.
    pub lists: Vec<Pointer>,
    /// Objects that are one card each.
    pub objects: Vec<Pointer>,
    /// How `counts`, `single` and words of `lists` name cards.
    pub by: CardBy,
    /// The member with the card's name, in objects of `lists`.
    pub name: Option<String>,
    pub id: Option<String>,
    pub set: Option<String>,
    /// The number of copies; without it, one.
    pub count: Option<String>,
    /// The word for its zone.
    pub zone: Option<String>,
    /// Fields of copies, by id, each with the member that has its value.
    pub states: Vec<(String, String)>,
    pub keys: Vec<(HeadKey, Pointer)>,
    /// Constants that every file has.
    pub fixed: Vec<(Pointer, String)>,
    /// Texts that are JSON themselves, with values of the deck's head one level down.
    pub embedded: Vec<Pointer>,
    /// Places to ignore.
    pub ignored: Vec<Pointer>,
    /// Places of single cards, and the place of the card that is then left out.
    pub instead: Vec<(Pointer, String)>,
    /// Embedded texts such as `2|1,5|4`, which tick entry 2 once and entry 5 four times for a card.
    /// The pointer ends in `*`, which is the card. The field of its copies for the sum, perhaps
    /// with a divisor: `level/2`.
    pub totals: Vec<(Pointer, String)>,
    /// The field of its copies for the entries, each as a word: `2-1`, `5-4`.
    pub marks: Vec<(Pointer, String)>,
}

/// The most steps of a path.
pub const MAX_PATH_STEPS: usize = 8;
/// The longest path, in bytes.
pub const MAX_PATH_BYTES: usize = 200;

/// A place in an XML file, in XPath notation: `deck/section/@name`, `deck/notes/text()`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct XmlPath {
    /// The elements from the root down.
    pub elements: Vec<String>,
    /// The part of the last element.
    pub end: XmlEnd,
}

/// The part of an element that a path refers to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum XmlEnd {
    Element,
    Name,
    Text,
    Attribute(String),
}

/// The step of a path for an element with any name.
pub const ANY: &str = "*";

impl XmlPath {
    /// Parses a path; `None` if the text is not a path, or is too long.
    pub fn parse(text: &str) -> Option<XmlPath> {
        XmlPath::parse_any(text).filter(|path| !path.has_any())
    }

    /// Whether the path leads to elements with any name.
    pub fn has_any(&self) -> bool {
        self.elements.last().is_some_and(|step| step == ANY)
    }

    /// Like [`parse`](Self::parse), but the last element may be `*`.
    pub fn parse_any(text: &str) -> Option<XmlPath> {
        let mut steps: Vec<&str> = text.trim().split('/').collect();
        let end = match steps.last()? {
            &"text()" => XmlEnd::Text,
            &"name()" => XmlEnd::Name,
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
        let (last, outer) = steps.split_last()?;
        let named = (is_name(last) || *last == ANY) && outer.iter().all(|step| is_name(step));
        let elements = steps.into_iter().map(str::to_owned).collect();
        (fits && named).then_some(XmlPath { elements, end })
    }

    /// Whether the path is at these elements or inside them.
    pub fn is_within(&self, elements: &[String]) -> bool {
        self.elements.starts_with(elements)
    }
}

impl std::fmt::Display for XmlPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.elements.join("/"))?;
        match &self.end {
            XmlEnd::Element => Ok(()),
            XmlEnd::Name => f.write_str("/name()"),
            XmlEnd::Text => f.write_str("/text()"),
            XmlEnd::Attribute(name) => write!(f, "/@{name}"),
        }
    }
}

/// Whether a word is a valid XML name.
fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':'))
}

/// Places in a JSON file, as in RFC 6901: `/slots`, `/main/cards`. A step `*` stands for all
/// members or items there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pointer {
    /// The keys from the root down.
    pub keys: Vec<String>,
}

impl Pointer {
    /// The whole file.
    pub const ROOT: Pointer = Pointer { keys: Vec::new() };

    /// Whether a path leads to one of its places.
    pub fn matches(&self, path: &[String]) -> bool {
        self.keys.len() == path.len() && self.fits(path)
    }

    /// Whether a path leads towards its places, but not so far.
    pub fn leads_on(&self, path: &[String]) -> bool {
        self.keys.len() > path.len() && self.fits(path)
    }

    fn fits(&self, path: &[String]) -> bool {
        self.keys
            .iter()
            .zip(path)
            .all(|(key, step)| key == "*" || key == step)
    }

    /// Parses a pointer; `None` if the text is not a pointer, or is too long.
    pub fn parse(text: &str) -> Option<Pointer> {
        let mut keys = Vec::new();
        for key in text.trim().strip_prefix('/')?.split('/') {
            // In this order (RFC 6901, section 4): `~01` means `~1`.
            keys.push(key.replace("~1", "/").replace("~0", "~"));
        }
        let fits = text.trim().len() <= MAX_PATH_BYTES && keys.len() <= MAX_PATH_STEPS;
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
