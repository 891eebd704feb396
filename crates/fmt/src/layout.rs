//! The lines of a document: a key with its value if that fits, otherwise the elements of an array
//! on several lines. Inline tables are never broken, because TOML 1.0 forbids it. A value with
//! comments is left unchanged, and so is an array of a deck with line breaks, because its author
//! grouped the cards.

use sleeve_data::source::MAX_WIDTH;
use toml_edit::{
    Array, Decor, DocumentMut, InlineTable, Item, KeyMut, RawString, Table, TableLike, Value,
    visit::{self, Visit},
};
use unicode_width::UnicodeWidthStr;

/// Precedes the elements of a broken array.
const INDENT: &str = "    ";

/// Formats a document. With `keeps_breaks`, arrays on several lines are left unchanged.
pub(super) fn lay_out_document(document: &mut DocumentMut, keeps_breaks: bool) {
    let end = tidy_comments(document.trailing().as_str().unwrap_or_default());
    let mut layout = DocumentLayout { keeps_breaks, is_first: true };
    layout.lay_out_table(document.as_table_mut());
    // A file with only comments begins with them, because no file begins with a blank line.
    let end = if layout.is_first { end.trim_start_matches('\n') } else { end.as_str() };
    document.set_trailing(
        end.trim_end_matches('\n').to_owned() + if end.trim().is_empty() { "" } else { "\n" },
    );
}

/// Walks a document and sets the spaces, line breaks and comments around its keys and values.
struct DocumentLayout {
    keeps_breaks: bool,
    /// Whether no line has been formatted yet, because a file begins without a blank line.
    is_first: bool,
}

impl DocumentLayout {
    /// Formats a table: its lines first, then the tables with headings.
    fn lay_out_table(&mut self, table: &mut Table) {
        self.lay_out_lines(table, "", &mut true);
        for (_, item) in table.iter_mut() {
            match item {
                Item::Table(inner) if !inner.is_dotted() => self.lay_out_headed_table(inner),
                Item::ArrayOfTables(all) => all
                    .iter_mut()
                    .for_each(|inner| self.lay_out_headed_table(inner)),
                _ => {}
            }
        }
    }

    /// Formats the lines of a table. `dotted` are the keys before each of them (`a.b.`); `opens` is
    /// whether they are the first lines of the table.
    fn lay_out_lines(&mut self, table: &mut Table, dotted: &str, opens: &mut bool) {
        for (mut key, item) in table.iter_mut() {
            match item {
                Item::Value(value) => {
                    self.lay_out_line(&mut key, value, dotted, *opens);
                    self.is_first = false;
                    *opens = false;
                }
                Item::Table(inner) if inner.is_dotted() => {
                    key.dotted_decor_mut().clear();
                    let dotted = format!("{dotted}{}.", key_text(&key));
                    self.lay_out_lines(inner, &dotted, opens);
                }
                _ => {}
            }
        }
    }

    /// Formats a table with a heading: a blank line before it, none after it.
    fn lay_out_headed_table(&mut self, inner: &mut Table) {
        if !inner.is_implicit() {
            let above = tidy_comments(prefix(inner.decor()));
            // Comments that touch the lines above and are separated from the heading belong to the
            // lines above.
            let belongs_above = !above.starts_with('\n') && above.contains("\n\n");
            let blank = if self.is_first || belongs_above { "" } else { "\n" };
            let above = format!("{blank}{}", above.trim_start_matches('\n'));
            *inner.decor_mut() = Decor::new(above, comment_behind(inner.decor()));
            self.is_first = false;
        }
        self.lay_out_table(inner);
    }

    fn lay_out_line(&self, key: &mut KeyMut<'_>, value: &mut Value, dotted: &str, opens: bool) {
        let above = tidy_comments(prefix(key.leaf_decor()));
        let above = if opens { above.trim_start_matches('\n') } else { &above };
        *key.leaf_decor_mut() = Decor::new(above, " ");
        key.dotted_decor_mut().clear();
        let behind = comment_behind(value.decor());
        let before = format!("{dotted}{} = ", key_text(key));
        // The space before the value belongs to its key.
        *value.decor_mut() = Decor::new("", behind.as_str());
        if !(self.keeps_breaks && is_broken(value)) {
            fit_value(value, before.width());
        }
        *value.decor_mut() = Decor::new(" ", behind);
    }
}

/// Whether a value spans several lines.
fn is_broken(value: &Value) -> bool {
    value.is_array() && value.to_string().trim().contains('\n')
}

fn key_text(key: &KeyMut<'_>) -> String {
    key.display_repr().into_owned()
}

fn prefix(decor: &Decor) -> &str {
    decor
        .prefix()
        .and_then(RawString::as_str)
        .unwrap_or_default()
}

/// The comment after a value or heading, with its spaces, because comments on several lines may be
/// aligned. At least one space comes before it.
fn comment_behind(decor: &Decor) -> String {
    let comment = decor
        .suffix()
        .and_then(RawString::as_str)
        .unwrap_or_default()
        .trim_end();
    if comment.starts_with('#') { format!(" {comment}") } else { comment.to_owned() }
}

/// Comments without trailing spaces, and with at most one blank line in a row.
fn tidy_comments(text: &str) -> String {
    let mut lines = String::new();
    let mut blank = false;
    for line in text.lines().map(str::trim) {
        if line.is_empty() {
            blank = true;
            continue;
        }
        if std::mem::take(&mut blank) {
            lines.push('\n');
        }
        lines.push_str(line);
        lines.push('\n');
    }
    if blank {
        lines.push('\n');
    }
    lines
}

/// Writes a value on one line; breaks an array that does not fit after the `taken` columns.
fn fit_value(value: &mut Value, taken: usize) {
    // A comment continues to the end of its line, so lines with comments cannot be joined.
    if holds_comments(value) {
        return;
    }
    join_lines(value);
    let Value::Array(array) = value else { return };
    if taken + array.to_string().width() <= MAX_WIDTH || array.is_empty() {
        return;
    }
    // Plain values fill lines, like words; tables and arrays get one line each.
    let fills = array
        .iter()
        .all(|element| !element.is_inline_table() && !element.is_array());
    let mut column = 0;
    for element in array.iter_mut() {
        // The element and its comma.
        let wide = element.to_string().trim().width() + 1;
        let follows = fills && column > 0 && column + 1 + wide <= MAX_WIDTH;
        column = if follows { column + 1 + wide } else { INDENT.len() + wide };
        let before = if follows { " ".to_owned() } else { format!("\n{INDENT}") };
        *element.decor_mut() = Decor::new(before, "");
    }
    array.set_trailing_comma(true);
    array.set_trailing("\n");
}

/// Whether there are comments inside a value. TOML 1.1 allows them in inline tables too.
fn holds_comments(value: &Value) -> bool {
    match value {
        Value::Array(array) => {
            is_comment(Some(array.trailing())) || array.iter().any(has_comments_around_or_inside)
        }
        Value::InlineTable(table) => {
            let mut keys = table.iter().filter_map(|(name, _)| table.key(name));
            is_comment(Some(table.trailing()))
                || keys.any(|key| is_marked(key.leaf_decor()) || is_marked(key.dotted_decor()))
                || table
                    .iter()
                    .any(|(_, value)| has_comments_around_or_inside(value))
        }
        _ => false,
    }
}

fn has_comments_around_or_inside(value: &Value) -> bool {
    is_marked(value.decor()) || holds_comments(value)
}

/// Whether there is a comment before or after a value or a key.
fn is_marked(decor: &Decor) -> bool {
    is_comment(decor.prefix()) || is_comment(decor.suffix())
}

fn is_comment(raw: Option<&RawString>) -> bool {
    raw.and_then(RawString::as_str)
        .is_some_and(|text| text.contains('#'))
}

/// Writes a value without comments on one line.
fn join_lines(value: &mut Value) {
    match value {
        Value::Array(array) => {
            for (at, element) in array.iter_mut().enumerate() {
                join_lines(element);
                *element.decor_mut() = Decor::new(if at == 0 { "" } else { " " }, "");
            }
            array.set_trailing_comma(false);
            array.set_trailing("");
        }
        Value::InlineTable(table) => space_inline_table(table, true),
        _ => {}
    }
}

/// Sets the spaces in an inline table, or around its dotted keys; `ends` is whether the last entry
/// is followed by the brace.
fn space_inline_table(table: &mut InlineTable, ends: bool) {
    let last = table.len().saturating_sub(1);
    for (at, (mut key, value)) in table.iter_mut().enumerate() {
        let is_end = ends && at == last;
        *key.leaf_decor_mut() = Decor::new(" ", " ");
        key.dotted_decor_mut().clear();
        match value {
            Value::InlineTable(inner) if inner.is_dotted() => space_inline_table(inner, is_end),
            value => {
                join_lines(value);
                *value.decor_mut() = Decor::new(" ", if is_end { " " } else { "" });
            }
        }
    }
    table.set_trailing("");
}

/// The comments of a text, sorted, because their keys may have moved. Empty if the text is not
/// TOML.
pub(super) fn sorted_comments(text: &str) -> Vec<String> {
    let mut comments = Comments::default();
    if let Ok(document) = text.parse::<DocumentMut>() {
        comments.visit_document(&document);
        comments.add(Some(document.trailing()));
    }
    // Sorted, because formatting moves comments with their keys: the order may change, but none may
    // be lost.
    comments.0.sort_unstable();
    comments.0
}

/// The text around keys and values: spaces, line breaks and comments.
#[derive(Default)]
struct Comments(Vec<String>);

impl Comments {
    fn add(&mut self, around: Option<&RawString>) {
        let text = around.and_then(RawString::as_str).unwrap_or_default();
        let comments = text.lines().filter_map(|line| line.split_once('#'));
        self.0
            .extend(comments.map(|(_, comment)| comment.trim().to_owned()));
    }

    fn add_decor(&mut self, decor: &Decor) {
        self.add(decor.prefix());
        self.add(decor.suffix());
    }
}

impl<'d> Visit<'d> for Comments {
    fn visit_table(&mut self, table: &'d Table) {
        self.add_decor(table.decor());
        visit::visit_table(self, table);
    }

    fn visit_inline_table(&mut self, table: &'d InlineTable) {
        self.add(Some(table.trailing()));
        visit::visit_inline_table(self, table);
    }

    fn visit_table_like(&mut self, table: &'d dyn TableLike) {
        for key in table.iter().filter_map(|(name, _)| table.key(name)) {
            self.add_decor(key.leaf_decor());
            self.add_decor(key.dotted_decor());
        }
        visit::visit_table_like(self, table);
    }

    fn visit_array(&mut self, array: &'d Array) {
        self.add(Some(array.trailing()));
        visit::visit_array(self, array);
    }

    fn visit_value(&mut self, value: &'d Value) {
        self.add_decor(value.decor());
        visit::visit_value(self, value);
    }
}
