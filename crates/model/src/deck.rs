//! A deck: cards in zones, with their places in its file.

use super::cards::CardIndex;
use super::catalog::Catalog;
use super::format::Setting;
use sleeve_text::Text;
use sleeve_text::hidden::quoted_toml;
use std::ops::Range;
use std::sync::Arc;

/// A value with the bytes of the file it was read from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spanned<T> {
    pub value: T,
    /// Where it stands in [`Deck::text`].
    pub span: Range<usize>,
}

impl<T> Spanned<T> {
    /// A value and its place.
    pub fn new(value: T, span: Range<usize>) -> Spanned<T> {
        Spanned { value, span }
    }
}

/// One line of a deck: so many copies of a card in a zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// An id where the format is known, else the word of the file.
    pub zone: Arc<str>,
    pub card: CardIndex,
    /// At least 1.
    pub count: u32,
    /// Where the line stands in the file.
    pub span: Range<usize>,
}

/// Cards carried by a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carried {
    pub carrier: Spanned<CardIndex>,
    pub cargo: Vec<Spanned<CardIndex>>,
}

/// A line whose card could not be resolved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unresolved {
    pub text: String,
    /// The id that the line gives beside a name.
    pub id: Option<String>,
    pub zone: String,
    pub count: u32,
    pub span: Range<usize>,
    /// Cards it may mean, best first.
    pub candidates: Vec<CardIndex>,
    /// Whether the candidates all fit equally (an ambiguous name) or are only near.
    pub ambiguous: bool,
    /// The line as an entry for each card that it may be; empty where these are not all known: it then may be any
    /// card, or none.
    pub readings: Vec<Entry>,
}

impl Unresolved {
    /// What the game says of the card, where it is one that the data lacks.
    pub fn find_absent<'c>(&self, catalog: &'c Catalog) -> Option<&'c Text> {
        let is_card = |name: &str| !catalog.cards.find_by_name(name).is_empty();
        let absent = || catalog.game.naming.find_absent(self.id.as_deref(), &self.text, is_card);
        if self.ambiguous { None } else { absent() }
    }
}

/// A decision that a reader took for the user, who has to be told of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub message: Text,
    pub span: Range<usize>,
    /// All lines that it is about, from 1, where its message may name only the first.
    pub lines: Vec<u32>,
}

/// How a file states a head that it lacks: its game, its format, its role.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HeadStyle {
    /// `format = "open"`
    #[default]
    Key,
    /// `# format: open`, a line of a list.
    Comment,
    /// No line of its own can be added.
    Nowhere,
}

impl HeadStyle {
    /// The line that states a value; empty where a file has no such line.
    pub fn line(self, key: &str, value: &str) -> String {
        match self {
            HeadStyle::Key => format!("{key} = {}", quoted_toml(value)),
            HeadStyle::Comment => format!("# {key}: {value}"),
            HeadStyle::Nowhere => String::new(),
        }
    }
}

/// A deck as it was read and resolved against a game's cards.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Deck {
    /// Path or `-`, as given.
    pub path: String,
    pub text: Arc<str>,
    /// How its file states what it does not state yet.
    pub heads: HeadStyle,
    pub name: Option<String>,
    pub player: Option<String>,
    /// What opens the deck's seal, as it is written.
    pub nonce: Option<String>,
    pub game: String,
    pub format: Option<Spanned<String>>,
    pub role: Option<Spanned<String>>,
    pub parameters: Vec<(Spanned<String>, Spanned<Setting>)>,
    /// The zones it names, each where its heading or key first stands; a zone without a heading of
    /// its own has an empty span at the start of its first line.
    pub zones: Vec<Spanned<String>>,
    /// In the order of the file.
    pub entries: Vec<Entry>,
    pub carried: Vec<Carried>,
    pub unresolved: Vec<Unresolved>,
    pub notes: Vec<Note>,
    /// What the file says and its reader does not read, though rules may need it.
    pub unread: Option<Note>,
    /// Notes of the file for people.
    pub remarks: Option<String>,
    /// Where the deck comes from, in words.
    pub source: Option<String>,
}

impl Deck {
    /// The name of the deck, else its path.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.path)
    }

    /// The entries of a zone, one for each line of the file.
    pub fn zone<'a>(&'a self, zone: &'a str) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |e| *e.zone == *zone)
    }
}
