//! A deck: cards in zones, with their places in its file.

use super::{catalog::Catalog, format::Setting, ids::CardIndex};
use sleeve_text::{Text, hidden::quoted_toml};
use std::{ops::Range, sync::Arc};

/// A value with the bytes of the file it was read from.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spanned<T> {
    pub value: T,
    /// Its place in [`Deck::text`].
    pub span: Range<usize>,
}

impl<T> Spanned<T> {
    /// A value and its place.
    pub fn new(value: T, span: Range<usize>) -> Spanned<T> {
        Spanned { value, span }
    }
}

/// One line of a deck: copies of a card in a zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The zone's id if the format is known, else the word in the file.
    pub zone: Arc<str>,
    pub card: CardIndex,
    /// At least 1.
    pub count: u32,
    /// The line's place in the file.
    pub span: Range<usize>,
}

/// Cards carried by a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Carried {
    pub carrier: Spanned<CardIndex>,
    pub cargo: Vec<Spanned<CardIndex>>,
}

/// Cards that a deck exchanges with its sideboard between two games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct SideboardPlan {
    pub name: Spanned<String>,
    /// The copies that leave the deck; `zone` is the one they leave.
    pub out: Vec<Entry>,
    /// The copies that leave the sideboard; `zone` is the one they enter.
    pub into: Vec<Entry>,
}

/// A line whose card could not be resolved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Unresolved {
    pub text: String,
    /// The id on the line, if it also has a name.
    pub id: Option<String>,
    pub zone: String,
    pub count: u32,
    pub span: Range<usize>,
    /// Cards that it may mean, best first.
    pub candidates: Vec<CardIndex>,
    /// Whether all candidates fit equally well (an ambiguous name), or are only similar.
    pub ambiguous: bool,
    /// The line as an entry for each possible card; empty if these are not all known: then it may
    /// be any card, or none.
    pub readings: Vec<Entry>,
}

impl Unresolved {
    /// The game's note on the card, if it is known to be missing from the data.
    pub fn find_absent<'c>(&self, catalog: &'c Catalog) -> Option<&'c Text> {
        if self.ambiguous {
            return None;
        }
        catalog
            .game
            .naming
            .find_absent(self.id.as_deref(), &self.text, |name| {
                !catalog.cards.find_by_name(name).is_empty()
            })
    }
}

/// A decision that a reader made for the user and has to report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    pub message: Text,
    pub span: Range<usize>,
    /// All lines that it is about, from 1; its message may name only the first.
    pub lines: Vec<u32>,
}

/// How to add a missing head (game, format or role) to a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HeadStyle {
    /// `format = "open"`
    #[default]
    Key,
    /// A line of a list: `# format: open`.
    Comment,
    /// The file has no place for it.
    Nowhere,
}

impl HeadStyle {
    /// The line that states a value; empty if a file has no such line.
    pub fn line(self, key: &str, value: &str) -> String {
        match self {
            HeadStyle::Key => format!("{key} = {}", quoted_toml(value)),
            HeadStyle::Comment => format!("# {key}: {value}"),
            HeadStyle::Nowhere => String::new(),
        }
    }
}

/// A deck whose cards are looked up in a game.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Deck {
    /// The path or `-`, as given.
    pub path: String,
    pub text: Arc<str>,
    /// How to add a missing head to its file.
    pub heads: HeadStyle,
    pub name: Option<String>,
    pub player: Option<String>,
    /// The nonce that opens the deck's seal, as written.
    pub nonce: Option<String>,
    pub game: String,
    pub format: Option<Spanned<String>>,
    pub role: Option<Spanned<String>>,
    pub parameters: Vec<(Spanned<String>, Spanned<Setting>)>,
    /// The zones it names, at the first heading or key. A zone without a heading has an empty span
    /// at the start of its first line.
    pub zones: Vec<Spanned<String>>,
    /// The places of all headings and of the keys that name zones, in the order of the file.
    pub headings: Vec<Range<usize>>,
    /// In the order of the file.
    pub entries: Vec<Entry>,
    pub carried: Vec<Carried>,
    pub plans: Vec<SideboardPlan>,
    pub unresolved: Vec<Unresolved>,
    pub notes: Vec<Note>,
    /// A part of the file that its reader ignores although rules may need it.
    pub unread: Option<Note>,
    /// The file's notes for people.
    pub remarks: Option<String>,
    /// The origin of the deck, in words.
    pub source: Option<String>,
}

impl Deck {
    /// The name of the deck, else its path.
    pub fn title(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.path)
    }

    /// The plan with this name.
    pub fn plan(&self, name: &str) -> Option<&SideboardPlan> {
        self.plans.iter().find(|plan| plan.name.value == name)
    }

    /// The entries of a zone, one per line of the file.
    pub fn zone<'a>(&'a self, zone: &'a str) -> impl Iterator<Item = &'a Entry> {
        self.entries.iter().filter(move |e| *e.zone == *zone)
    }
}
