//! The comments of a text. They are read from the tree of its document: a `#` in a string or a key begins none.

use toml_edit::visit::{self, Visit};
use toml_edit::{Array, Decor, DocumentMut, InlineTable, RawString, Table, TableLike, Value};

/// The comments of a text, sorted: the keys that they belong to may have moved. Empty where the text is not TOML.
pub(super) fn sorted_comments(text: &str) -> Vec<String> {
    let mut comments = Comments::default();
    if let Ok(document) = text.parse::<DocumentMut>() {
        comments.visit_document(&document);
        comments.add(Some(document.trailing()));
    }
    comments.0.sort_unstable();
    comments.0
}

/// What stands around keys and values: blanks, line breaks and comments.
#[derive(Default)]
struct Comments(Vec<String>);

impl Comments {
    fn add(&mut self, around: Option<&RawString>) {
        let text = around.and_then(RawString::as_str).unwrap_or_default();
        let comments = text.lines().filter_map(|line| line.split_once('#'));
        self.0.extend(comments.map(|(_, comment)| comment.trim().to_owned()));
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
