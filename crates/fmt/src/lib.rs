//! One style for the TOML of data, decks, events and projects: the order of keys, line breaks and
//! blank lines. Comments stay in place, and values are unchanged.
//!
//! The result is read back. If its values or comments differ, the file is left unchanged.

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod layout;

use sleeve_data::files;
use sleeve_data::files::shape::{Keys, ValueShape};
use sleeve_data::source::keys;
use sleeve_decks::DECK_KEYS;
use sleeve_event::EVENT_KEYS;
use sleeve_import::IMPORT_KEYS;
use sleeve_library::project::PROJECT_KEYS;
use std::ops::Range;
use std::path::Path;
use toml_edit::{Decor, DocumentMut, Item, KeyMut, RawString, Table, TableLike, Value};
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

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
    let plain = text.trim_start_matches(files::BYTE_ORDER_MARK).replace("\r\n", "\n");
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
    text.parse().map_err(|error: toml_edit::TomlError| StyleError::Syntax {
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
    all.into_iter().find(|keys| have_all(keys, document.as_table()))
}

/// Whether all keys of a table are known.
fn have_all(keys: &Keys, table: &dyn TableLike) -> bool {
    table.iter().all(|(key, _)| keys.keys.iter().any(|known| known.name == key))
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
    text.parse::<toml::Table>().ok().map(|table| format!("{table:?}"))
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
    decor.prefix().and_then(RawString::as_str).unwrap_or_default().to_owned()
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
    let before = keys.others_before.and_then(|name| position_of_key(name, keys));
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
                all.iter_mut().for_each(|inner| sort_table_of_shape(inner, shape));
            }
        }
    }
}

fn sort_value(value: &mut Value, shape: ValueShape) {
    match value {
        Value::InlineTable(inner) => sort_table_of_shape(inner, shape),
        Value::Array(all) => {
            if let Some(shape) = element_shape(shape) {
                all.iter_mut().for_each(|inner| self::sort_value(inner, shape));
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
        ValueShape::By(each) => inner.iter_mut().for_each(|(_, item)| self::sort_item(item, *each)),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn data(text: &str) -> String {
        let new = apply_style("cards.toml".as_ref(), text).unwrap();
        assert_eq!(
            apply_style("cards.toml".as_ref(), &new).as_ref(),
            Ok(&new),
            "it is in the style"
        );
        new
    }

    #[test]
    fn a_number_that_is_none_stays_and_does_not_hinder() {
        assert_eq!(data("[[card]]\nid='a'\ncost =  nan\n"), "[[card]]\nid = 'a'\ncost = nan\n");
    }

    #[test]
    fn keys_stand_in_the_order_of_their_table_and_fields_before_parts() {
        let text = "[[card]]\nprovenance = \"rulebook\"\nlevel = 2 # as printed\n# its name\nname = \"A\"\nfaces.back = { effects = [\"x\"], cost = 1, name = \"B\" }\nid = \"a\"\n";
        insta::assert_snapshot!(data(text), @r#"
        [[card]]
        id = "a"
        # its name
        name = "A"
        level = 2 # as printed
        faces.back = { name = "B", cost = 1, effects = ["x"] }
        provenance = "rulebook"
        "#);
    }

    #[test]
    fn what_fits_stands_on_one_line_and_what_does_not_is_filled_or_broken() {
        let names: Vec<String> = (0..24).map(|at| format!("\"card-{at}\"")).collect();
        let cards: Vec<String> =
            (0..3).map(|at| format!("{{id=\"c{at}\",name=\"{}\"}}", "n".repeat(40))).collect();
        let text = format!(
            "list = [\n  {{ cards = [\n\"a\" ,\n \"b\"], id=\"l\" }}]\ncard = [{}]\n[file]\nset=[\n\"one\",\"two\"\n]\nwords = [{}]\n",
            cards.join(","),
            names.join(",")
        );
        insta::assert_snapshot!(data(&text), @r#"
        card = [
            { id = "c0", name = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" },
            { id = "c1", name = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" },
            { id = "c2", name = "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn" },
        ]
        list = [{ id = "l", cards = ["a", "b"] }]

        [file]
        set = ["one", "two"]
        words = [
            "card-0", "card-1", "card-2", "card-3", "card-4", "card-5", "card-6", "card-7", "card-8", "card-9", "card-10",
            "card-11", "card-12", "card-13", "card-14", "card-15", "card-16", "card-17", "card-18", "card-19", "card-20",
            "card-21", "card-22", "card-23",
        ]
        "#);
    }

    #[test]
    fn comments_and_what_is_written_by_hand_around_them_stay() {
        let text = "\n\n# The file.\n\n# Of the list.\n[[list]]   # here\nid = 'l'\n\n\n\n# Of the cards.\ncards = [\n    \"a\", # the first\n    # and\n    \"b\",\n]\n\n\n# The end.\n\n\n";
        insta::assert_snapshot!(data(text), @r##"
        # The file.

        # Of the list.
        [[list]]   # here
        id = 'l'

        # Of the cards.
        cards = [
            "a", # the first
            # and
            "b",
        ]

        # The end.
        "##);
    }

    #[test]
    fn comments_within_inline_tables_stay_as_they_are_written() {
        let text = "[[card]]\nid = \"a\"\nname = { en =    # of the sea\n \"A\", fr = \"B\" # du lac\n, # both\n}\nwords=[ {id=\"b\"   # first\n}, \"c\"]\nside=\"x\"\n";
        insta::assert_snapshot!(data(text), @r#"
        [[card]]
        id = "a"
        name = { en =    # of the sea
         "A", fr = "B" # du lac
        , # both
        }
        words = [ {id="b"   # first
        }, "c"]
        side = "x"
        "#);
        // Line ends are like the first one.
        let windows = text.replacen("[[card]]", "[[card]]\r", 1);
        assert_eq!(data(&windows), data(text).replace('\n', "\r\n"));
    }

    #[test]
    fn a_blank_before_an_array_does_not_decide_whether_it_fits() {
        for length in 90..110 {
            let list = format!("[\"{}\", \"{}\"]", "a".repeat(20), "b".repeat(length - 32));
            let fits = format!("[file]\nx = [\"c\"]\ncards = {list}\n");
            let new = data(&fits.replace("cards = ", "cards="));
            assert_eq!(new, data(&fits));
            assert_eq!(new == fits, "cards = ".len() + list.len() <= 120, "{new}");
        }
    }

    #[test]
    fn a_text_of_too_many_parts_is_left_alone_before_it_is_read() {
        let style = |text: String| apply_style("a.toml".as_ref(), &text);
        let ones = |count| format!("card = [{}]", vec!["1"; count].join(","));
        assert_eq!(style(ones(MAX_STYLED_PARTS)), Err(StyleError::TooManyParts));
        let nested =
            |times: usize| format!("card = [{}{}]", "{a=".repeat(times), "}".repeat(times));
        let dotted = |times: usize| format!("card{} = 1", ".a".repeat(times));
        let lines = "#\n".repeat(MAX_STYLED_PARTS + 1);
        for text in [nested(MAX_STYLED_PARTS / 3), dotted(MAX_STYLED_PARTS / 2), lines] {
            assert_eq!(style(text), Err(StyleError::TooManyParts));
        }
        // Text in strings and comments is not counted.
        let text = format!("name = \"{0}\" # {0}\n", ",.={[".repeat(MAX_STYLED_PARTS));
        assert_eq!(style(text.clone()), Ok(text));
    }

    #[test]
    fn an_end_of_a_line_that_toml_does_not_know_is_told_as_such() {
        let text = "game = \"g\"\n[zones.deck]\n\"A\" = 14\r\r\n\r\n";
        let error = apply_style("a.toml".as_ref(), text);
        assert!(matches!(error, Err(StyleError::Syntax { span: Some(_), .. })), "{error:?}");
    }

    #[test]
    fn what_stands_at_the_head_of_a_file_stays_there_above_dotted_keys() {
        let text =
            "# A deck.\n\nzones.deck = [\"A\"]\n# Its game.\ngame = \"g\"\nparameters.b = 1\n";
        let new = apply_style("deck.toml".as_ref(), text).unwrap();
        assert_eq!(
            apply_style("deck.toml".as_ref(), &new).as_ref(),
            Ok(&new),
            "it is in the style"
        );
        insta::assert_snapshot!(new, @r##"
        # A deck.

        # Its game.
        game = "g"
        parameters.b = 1
        zones.deck = ["A"]
        "##);
    }

    #[test]
    fn what_is_none_of_ours_or_no_toml_is_left_alone() {
        let package = "[package]\nname=\"x\"\n";
        assert_eq!(apply_style("Cargo.toml".as_ref(), package), Err(StyleError::NotOurs));
        assert_eq!(apply_style("a.toml".as_ref(), ""), Err(StyleError::NotOurs));
        assert!(matches!(apply_style("a.toml".as_ref(), "a = ["), Err(StyleError::Syntax { .. })));
    }

    #[test]
    fn a_number_sign_in_a_string_is_no_comment() {
        let text = "[file]\nset=[\n\"one#b\",\"x\"\n,\"two#d\"] # of the file\n";
        let text = format!("{text}words = \"\"\"\na # b\n\"\"\"\n");
        assert_eq!(
            data(&text),
            "[file]\nset = [\"one#b\", \"x\", \"two#d\"] # of the file\nwords = \"\"\"\na # b\n\"\"\"\n"
        );
    }
}
