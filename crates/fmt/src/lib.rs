//! One style for the TOML of data, decks, events and projects: the order of keys, line breaks and
//! blank lines. Comments stay in place, and values are unchanged.
//!
//! The result is read back. If its values or comments differ, the file is left unchanged.

mod layout;

use sleeve_data::{
    files,
    files::shape::{Keys, ValueShape},
    source::keys,
};
use sleeve_decks::DECK_KEYS;
use sleeve_event::EVENT_KEYS;
use sleeve_import::IMPORT_KEYS;
use sleeve_library::project::PROJECT_KEYS;
use std::{ops::Range, path::Path};
use toml_edit::{Decor, DocumentMut, Item, KeyMut, RawString, Table, TableLike, Value};
use toml_parser::{Source, lexer::TokenKind};

/// A file with more bytes is left unchanged.
pub const MAX_STYLED_BYTES: u64 = 1 << 22;

/// A text with more parts is left unchanged, because each may take 700 bytes in the document tree.
/// Commas, opening brackets and lines count once, keys and dots twice, because each may be a table.
pub const MAX_STYLED_PARTS: usize = 300_000;

/// Why a text cannot be formatted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StyleError {
    /// The text is not TOML.
    Syntax {
        reason: String,
        /// In bytes of the text.
        span: Option<Range<usize>>,
    },
    /// The text is not card data, a deck, an event, an import mapping or a `sleeve.toml`.
    NotOurs,
    /// The text has more than [`MAX_STYLED_PARTS`].
    TooManyParts,
    /// Formatting would have changed values or comments.
    Changed,
}

/// Formats a text. A byte order mark stays, and lines end like the first one. The file name helps
/// to identify the kind of file.
///
/// ```
/// use sleeve_fmt::{StyleError, apply_style};
///
/// let text = "name=\"Mine\"\ngame = \"swccg\"\n\n\n[zones.deck]\n\"Corran Horn\"=1 # one?\n";
/// let new = apply_style("mine.toml".as_ref(), text)?;
/// assert_eq!(new, "game = \"swccg\"\nname = \"Mine\"\n\n[zones.deck]\n\"Corran Horn\" = 1 # one?\n");
/// # Ok::<(), StyleError>(())
/// ```
///
/// # Errors
/// The text is to be left unchanged.
pub fn apply_style(path: &Path, text: &str) -> Result<String, StyleError> {
    if count_parts(text) > MAX_STYLED_PARTS {
        return Err(StyleError::TooManyParts);
    }
    let plain = text
        .trim_start_matches(files::BYTE_ORDER_MARK)
        .replace("\r\n", "\n");
    // Parsed unchanged, for the spans, and because `\r\r\n` is a line end only after one part of it
    // is removed.
    if plain != text {
        parse(text)?;
    }
    let new = lay_out(path, &plain)?;
    let new = files::match_line_ends(text, &new);
    if is_same(text, &new) { Ok(new) } else { Err(StyleError::Changed) }
}

fn count_parts(text: &str) -> usize {
    let parts = Source::new(text).lex().map(|token| match token.kind() {
        TokenKind::Comma
        | TokenKind::LeftSquareBracket
        | TokenKind::LeftCurlyBracket
        | TokenKind::Newline => 1,
        TokenKind::Equals | TokenKind::Dot => 2,
        TokenKind::RightSquareBracket
        | TokenKind::RightCurlyBracket
        | TokenKind::Whitespace
        | TokenKind::Comment
        | TokenKind::LiteralString
        | TokenKind::BasicString
        | TokenKind::MlLiteralString
        | TokenKind::MlBasicString
        | TokenKind::Atom
        | TokenKind::Eof => 0,
    });
    parts.sum()
}

fn parse(text: &str) -> Result<DocumentMut, StyleError> {
    text.parse()
        .map_err(|error: toml_edit::TomlError| StyleError::Syntax {
            reason: error.message().to_owned(),
            span: error.span(),
        })
}

/// Formats a text with plain line ends.
fn lay_out(path: &Path, text: &str) -> Result<String, StyleError> {
    let mut document = parse(text)?;
    let keys = find_keys(path, &document).ok_or(StyleError::NotOurs)?;
    sort_document(&mut document, keys);
    layout::lay_out_document(&mut document, std::ptr::eq(keys, &DECK_KEYS));
    Ok(document.to_string())
}

/// The table of keys with every key of a document. Tables are tried in turn, starting with the one
/// for the file name, because a document with few keys may fit several.
fn find_keys(path: &Path, document: &DocumentMut) -> Option<&'static Keys> {
    let mut all: [&'static Keys; 6] =
        [&keys::DATA, &keys::GAME, &DECK_KEYS, &EVENT_KEYS, &IMPORT_KEYS, &PROJECT_KEYS];
    let likelier = match path.file_name().and_then(|name| name.to_str()) {
        Some("game.toml") => 1,
        Some("import.toml") => 4,
        Some("sleeve.toml") => 5,
        _ => 0,
    };
    all.swap(0, likelier);
    // An empty document would fit the keys of every table.
    if document.is_empty() {
        return None;
    }
    all.into_iter()
        .find(|keys| have_all(keys, document.as_table()))
}

/// Whether all keys of a table are known.
fn have_all(keys: &Keys, table: &dyn TableLike) -> bool {
    table
        .iter()
        .all(|(key, _)| keys.keys.iter().any(|known| known.name == key))
}

/// Whether two texts contain the same values and the same comments.
fn is_same(one: &str, other: &str) -> bool {
    let values = printed_values(one);
    values.is_some()
        && values == printed_values(other)
        && layout::sorted_comments(one) == layout::sorted_comments(other)
}

/// The values of a text, as a text, because `nan` is not equal to itself.
fn printed_values(text: &str) -> Option<String> {
    text.parse::<toml::Table>()
        .ok()
        .map(|table| format!("{table:?}"))
}

/// Sorts the keys of a document and of all tables within it.
fn sort_document(document: &mut DocumentMut, keys: &'static Keys) {
    let root = document.as_table_mut();
    // Comments above the first line are about the file, so they stay there if another key moves to
    // the top.
    let head = first_line_key(root).map(|mut key| {
        let head = text_above(key.leaf_decor());
        key.leaf_decor_mut().set_prefix("");
        head
    });
    sort_nested_keys(root, keys);
    if let Some((head, mut key)) = head.zip(first_line_key(root)) {
        let own = text_above(key.leaf_decor());
        key.leaf_decor_mut().set_prefix(head + &own);
    }
}

/// The last key of the first line of a table (`b` of `a.b = 1`); `None` if it begins with a
/// heading.
fn first_line_key(table: &mut Table) -> Option<KeyMut<'_>> {
    table.iter_mut().find_map(|(key, item)| match item {
        Item::Value(_) => Some(key),
        Item::Table(inner) if inner.is_dotted() => first_line_key(inner),
        _ => None,
    })
}

/// The blank lines and comments above a key.
fn text_above(decor: &Decor) -> String {
    decor
        .prefix()
        .and_then(RawString::as_str)
        .unwrap_or_default()
        .to_owned()
}

/// Sorts the keys of a table, then those of the tables in it.
fn sort_nested_keys(table: &mut dyn TableLike, keys: &'static Keys) {
    sort_keys(table, keys);
    for (key, item) in table.iter_mut() {
        let known = keys.keys.iter().find(|known| known.name == key.get());
        if let Some(shape) = known.map(|known| known.shape).or(keys.others) {
            self::sort_item(item, shape);
        }
    }
}

/// Sorts the keys of one table. Unknown keys come before the key that `keys` names for that, or
/// last.
fn sort_keys(table: &mut dyn TableLike, keys: &Keys) {
    let mut ranked: Vec<(usize, String)> = Vec::new();
    for (name, _) in table.iter() {
        ranked.push((rank_of_key(name, keys), name.to_owned()));
    }
    // Most tables are already sorted, so nothing has to be moved.
    if ranked.is_sorted_by_key(|(rank, _)| *rank) {
        return;
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    for (_, name) in ranked {
        // An entry that is removed and inserted again becomes the last one.
        let Some((key, item)) = take(table, &name) else { continue };
        put(table, key, item);
    }
}

/// The rank of a key in the order of its table. Known keys have odd ranks, so that there is an even
/// one between any two of them for the others.
fn rank_of_key(name: &str, keys: &Keys) -> usize {
    if let Some(at) = position_of_key(name, keys) {
        return 2 * at + 1;
    }
    let before = keys
        .others_before
        .and_then(|name| position_of_key(name, keys));
    2 * before.unwrap_or(keys.keys.len())
}

fn position_of_key(name: &str, keys: &Keys) -> Option<usize> {
    keys.keys.iter().position(|known| known.name == name)
}

fn take(table: &mut dyn TableLike, name: &str) -> Option<(toml_edit::Key, Item)> {
    let key = table.key(name)?.clone();
    Some((key, table.remove(name)?))
}

fn put(table: &mut dyn TableLike, key: toml_edit::Key, item: Item) {
    table.entry_format(&key).or_insert(item);
}

fn sort_item(item: &mut Item, shape: ValueShape) {
    match item {
        Item::None => {}
        Item::Value(value) => self::sort_value(value, shape),
        Item::Table(inner) => sort_table_of_shape(inner, shape),
        Item::ArrayOfTables(all) => {
            if let Some(shape) = element_shape(shape) {
                all.iter_mut()
                    .for_each(|inner| sort_table_of_shape(inner, shape));
            }
        }
    }
}

fn sort_value(value: &mut Value, shape: ValueShape) {
    match value {
        Value::InlineTable(inner) => sort_table_of_shape(inner, shape),
        Value::Array(all) => {
            if let Some(shape) = element_shape(shape) {
                all.iter_mut()
                    .for_each(|inner| self::sort_value(inner, shape));
            }
        }
        _ => {}
    }
}

/// The shape of the elements of a list; of several shapes, the first list counts.
fn element_shape(shape: ValueShape) -> Option<ValueShape> {
    match shape {
        ValueShape::List(inner) => Some(*inner),
        ValueShape::Either(shapes) => shapes.iter().find_map(|shape| element_shape(*shape)),
        _ => None,
    }
}

/// Sorts a table by its shape; of several shapes, the first with all of its keys counts.
fn sort_table_of_shape(inner: &mut dyn TableLike, shape: ValueShape) {
    match shape {
        ValueShape::Table(keys) => sort_nested_keys(inner, keys),
        ValueShape::By(each) => inner
            .iter_mut()
            .for_each(|(_, item)| self::sort_item(item, *each)),
        ValueShape::Either(shapes) => {
            let fitting = shapes.iter().find(|shape| match shape {
                ValueShape::Table(keys) => keys.others.is_some() || have_all(keys, inner),
                ValueShape::By(_) => true,
                _ => false,
            });
            if let Some(shape) = fitting {
                sort_table_of_shape(inner, *shape);
            }
        }
        _ => {}
    }
}
