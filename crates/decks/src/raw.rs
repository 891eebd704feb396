//! A deck as written in its file: names are not yet looked up, and every line has its position.

use super::form::DeckForm;
use sleeve_data::model::{Number, Setting, Spanned, deck::Note};
use std::{ops::Range, sync::Arc};

/// A deck file as it was read.
#[derive(Clone, PartialEq, Debug)]
pub struct RawDeck {
    /// Path or `-`, as given.
    pub path: String,
    /// Its number in a file with several decks, from 1; the path then ends in `#` and this number.
    pub part: Option<usize>,
    /// The file's text; every span refers to it.
    pub text: Arc<str>,
    /// The text without markup, of the same length, from which names are read; `None` if it has no
    /// markup.
    pub(super) plain: Option<Arc<str>>,
    pub reader: DeckForm,
    pub game: Option<Spanned<String>>,
    pub format: Option<Spanned<String>>,
    pub role: Option<Spanned<String>>,
    pub name: Option<Spanned<String>>,
    pub player: Option<Spanned<String>>,
    /// The nonce of the deck's seal, as written.
    pub nonce: Option<Spanned<String>>,
    /// A value that all its cards share, according to the file (`Side: Dark`).
    pub side: Option<Spanned<String>>,
    pub parameters: Vec<(Spanned<String>, Spanned<Setting>)>,
    /// Headings and cards, in the order of the file.
    pub items: Vec<RawItem>,
    /// Each carrier's name with its cargo.
    pub carried: Vec<(Spanned<String>, Vec<Spanned<String>>)>,
    /// Its plans to exchange cards with its sideboard.
    pub plans: Vec<RawPlan>,
    /// The text of `notes`, which no rule uses.
    pub remarks: Option<String>,
    /// The source of the deck, from one of our own files.
    pub source: Option<String>,
    /// The heading of the column that is read as the numbers of copies, because no other contains
    /// whole numbers.
    pub(super) count_heading: Option<Spanned<String>>,
    /// Rules that a test deck claims to break.
    pub trips: Vec<String>,
    /// Assumptions of the reader, shown to the user.
    pub notes: Vec<Note>,
    /// Parts of the file that its form does not read, although rules may depend on them.
    pub unread: Option<Note>,
}

/// A plan to exchange cards with the sideboard, as written.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RawPlan {
    pub name: Spanned<String>,
    pub out: Vec<RawCard>,
    pub into: Vec<RawCard>,
}

/// A heading or a line with a card.
#[derive(Clone, PartialEq, Debug)]
pub enum RawItem {
    /// A zone's id or name, in a format that marks its zones.
    Zone(Spanned<String>),
    /// A heading, which may name a zone or be a comment.
    Heading(Spanned<String>),
    Card(RawCard),
}

impl RawItem {
    pub(super) fn into_card(self) -> Option<RawCard> {
        match self {
            RawItem::Card(card) => Some(card),
            _ => None,
        }
    }
}

/// How a line writes the number of copies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CopyNotation {
    /// No number: one copy.
    #[default]
    Absent,
    /// In a separate key, element or attribute.
    Separate,
    /// `3x Name`, `3 Name`.
    Before,
    /// `Name x3`.
    After,
    /// `Name (3)`, `Name - 3`: perhaps a heading with the size of its section.
    Loose,
    /// `Name [3]`: perhaps a heading with the size of its section.
    Bracketed,
}

/// A line that names a card.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct RawCard {
    /// The name without count and hints; empty if there is only an id.
    pub name: String,
    /// The name with the text beside it that its form ignores. If that is a card, it counts.
    pub whole: Option<String>,
    /// The id, if the file has one.
    pub id: Option<String>,
    /// Texts next to the name that distinguish cards with the same name: a set, an id, a value.
    pub hints: Vec<String>,
    /// Whether the name is a slug: only lower-case letters and digits.
    pub is_slug: bool,
    /// The first word of a remark at the end of the line. It is an id if the name has a card with
    /// that id.
    pub remark: Option<String>,
    /// The zone, if the line itself names it.
    pub zone: Option<String>,
    /// The fields of the copy in the file.
    pub state: Vec<RawField>,
    /// 0 for a number that no deck may have.
    pub count: u32,
    /// Whether the file says that there are no copies.
    pub has_no_copies: bool,
    /// Whether its cell for the number of copies is empty.
    pub lacks_count: bool,
    pub notation: CopyNotation,
    /// How many of the copies are in the zone with this name, if it is one: `x2 (1 starting)`.
    pub part: Option<(u32, String)>,
    /// Whether it is a line of a typed list, which may also be a heading or a remark.
    pub is_list_line: bool,
    /// Whether it is the first line after a blank one or a heading.
    pub starts_paragraph: bool,
    pub span: Range<usize>,
}

/// A field of the copy with its value, as written in a file.
#[derive(Clone, PartialEq, Debug)]
pub struct RawField {
    /// The id, a name or an alias of the field; empty for a mark, which names a flag or a value, or
    /// is a remark.
    pub field: Spanned<String>,
    pub value: WrittenValue,
    pub span: Range<usize>,
}

/// A value, as written in a file.
#[derive(Clone, PartialEq, Debug)]
pub enum WrittenValue {
    Number(String),
    Word(String),
    Words(Vec<String>),
    Flag(bool),
}

impl RawField {
    /// A field and its value at the same place.
    pub(super) fn new(field: &str, value: WrittenValue, span: &Range<usize>) -> RawField {
        let field = Spanned::new(field.to_owned(), span.clone());
        RawField { field, value, span: span.clone() }
    }
}

impl WrittenValue {
    /// A number, or else a word.
    pub(super) fn from_text(text: String) -> WrittenValue {
        match Number::parse(&text) {
            Some(_) => WrittenValue::Number(text),
            None => WrittenValue::Word(text),
        }
    }

    pub(super) fn to_text(&self) -> String {
        match self {
            WrittenValue::Number(text) | WrittenValue::Word(text) => text.clone(),
            WrittenValue::Words(words) => words.join(" "),
            WrittenValue::Flag(flag) => flag.to_string(),
        }
    }
}

/// Most items for which room is reserved at once. Most decks then need one allocation, which
/// matters if thousands are read. A long text that is not a deck reserves no more.
const RESERVED_ITEMS: usize = 128;
/// Most lines with a card are longer.
const BYTES_OF_ITEM: usize = 16;

impl RawDeck {
    pub(super) fn new(path: &str, text: Arc<str>, reader: impl Into<DeckForm>) -> RawDeck {
        let reserved = (text.len() / BYTES_OF_ITEM).min(RESERVED_ITEMS);
        RawDeck {
            path: path.to_owned(),
            part: None,
            text,
            plain: None,
            reader: reader.into(),
            game: None,
            format: None,
            role: None,
            name: None,
            player: None,
            nonce: None,
            side: None,
            parameters: Vec::new(),
            items: Vec::with_capacity(reserved),
            carried: Vec::new(),
            plans: Vec::new(),
            remarks: None,
            source: None,
            count_heading: None,
            trips: Vec::new(),
            notes: Vec::new(),
            unread: None,
        }
    }

    pub(super) fn begin_another(&self) -> RawDeck {
        let deck = RawDeck::new(&self.path, Arc::clone(&self.text), self.reader.clone());
        RawDeck {
            plain: self.plain.clone(),
            game: self.game.clone(),
            format: self.format.clone(),
            player: self.player.clone(),
            ..deck
        }
    }

    /// Names several decks of one file `path#1`, `path#2`.
    pub(super) fn number(mut decks: Vec<RawDeck>) -> Vec<RawDeck> {
        if decks.len() > 1 {
            for (i, deck) in decks.iter_mut().enumerate() {
                deck.path = format!("{}#{}", deck.path, i + 1);
                deck.part = Some(i + 1);
            }
        }
        decks
    }

    /// Returns the lines that name cards.
    pub fn cards(&self) -> impl Iterator<Item = &RawCard> {
        self.items.iter().filter_map(|item| match item {
            RawItem::Card(card) => Some(card),
            _ => None,
        })
    }

    /// The text at a span, without markup; empty for a span of another text.
    pub fn text_at(&self, span: &Range<usize>) -> &str {
        self.plain
            .as_ref()
            .unwrap_or(&self.text)
            .get(span.clone())
            .unwrap_or("")
    }
}
