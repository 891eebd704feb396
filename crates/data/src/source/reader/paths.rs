//! Paths of a reader: read where they stand, each for one thing only.

use super::LayeredTable;
use super::messages::ReaderMessage;
use crate::files::FileMessage;
use crate::model::reader::MAX_READER_PARTS;
use crate::source::node::TomlNode;
use std::collections::BTreeSet;

type Parse<T> = fn(&str) -> Option<T>;

/// One path.
pub(super) fn read_path<T>(node: TomlNode<'_>, parse: Parse<T>) -> Option<T> {
    let text = node.text()?;
    let found = parse(text);
    if found.is_none() {
        node.fail(ReaderMessage::BadPath { path: text.to_owned() });
    }
    found
}

/// The paths of a list.
pub(super) fn read_paths<'d, T>(
    table: &LayeredTable<'d>,
    key: &str,
    parse: Parse<T>,
) -> Vec<(T, TomlNode<'d>)> {
    let texts = table.texts(key, MAX_READER_PARTS).into_iter();
    texts.filter_map(|(_, node)| Some((read_path(node, parse)?, node))).collect()
}

/// Paths with what always stands there.
pub(super) fn read_fixed<T>(table: &LayeredTable<'_>, parse: Parse<T>) -> Vec<(T, String)> {
    let one = |(word, span, node): (&str, _, TomlNode<'_>)| {
        let found = parse(word);
        if found.is_none() {
            node.context.fail(span, ReaderMessage::BadPath { path: word.to_owned() });
        }
        Some((found?, node.text()?.to_owned()))
    };
    table.entries("fixed").into_iter().filter_map(one).collect()
}

/// Tells every path that was given before.
pub(super) fn check_distinct<'d>(paths: impl Iterator<Item = (String, TomlNode<'d>)>) {
    let mut seen = BTreeSet::new();
    for (path, node) in paths {
        if !seen.insert(path.clone()) {
            node.fail(FileMessage::GivenTwice { key: path });
        }
    }
}
