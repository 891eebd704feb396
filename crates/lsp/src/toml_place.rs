//! The position of a byte in a TOML, which may be half typed, and the keys and values that its
//! schema allows there.

use serde_json::Value;
use sleeve_report::schemas::find_schema;
use std::ops::Range;
use toml_parser::{
    Source,
    lexer::{Token, TokenKind},
};

/// The part of a TOML that contains a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Part {
    /// Between the brackets of `[table]`.
    Heading,
    #[default]
    Key,
    Value,
    Comment,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct TomlPlace {
    /// The keys that lead here. In a key or a heading, without the part being typed.
    pub path: Vec<String>,
    pub part: Part,
    /// The range of the text, key or word here, without its quotes.
    pub span: Range<usize>,
    /// The quote character around it.
    pub quote: Option<char>,
    /// Whether the quote is closed.
    pub is_closed: bool,
    /// The keys of the same table on other lines, which must not be repeated.
    pub beside: Vec<String>,
}

impl TomlPlace {
    /// The number that is the value of a key.
    pub(crate) fn count(&self, text: &str) -> Option<Range<usize>> {
        let behind = text.get(self.span.end..)?;
        let start = behind.find('=')? + 1;
        let value = behind.get(start..)?.trim_start_matches(' ');
        let length = value
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(value.len());
        let start = text.len() - value.len();
        (length > 0).then(|| start..start + length)
    }
}

/// Two equal keys of one table.
pub(crate) struct Twin {
    pub first: TomlPlace,
    pub second: TomlPlace,
}

/// Finds the line above with the same card as the one at a byte, in the same zone.
pub(crate) fn find_twin(text: &str, target: usize) -> Option<Twin> {
    let second = find_key(text, target)?;
    if second.part != Part::Key || second.path.first()? != "zones" {
        return None;
    }
    let key = text.get(second.span.clone())?;
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        let start = end + line.len() - line.trim_start().len();
        end += line.len();
        if end > second.span.start {
            return None;
        }
        if line.contains(key)
            && let Some(first) = find_key(text, start)
            && (first.part, &first.path) == (second.part, &second.path)
            && text.get(first.span.clone()) == Some(key)
        {
            return Some(Twin { first, second });
        }
    }
    None
}

/// The key or value that begins at a byte.
pub(crate) fn find_key(text: &str, start: usize) -> Option<TomlPlace> {
    let is_quoted = text.get(start..)?.starts_with(['"', '\'']);
    Some(scan_place(text, start + usize::from(is_quoted))).filter(|place| !place.span.is_empty())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    /// A key's value, up to the end of the line or a comma.
    Value,
    Array,
    Table,
}

/// Finds the position of a byte, and the other keys of its table.
pub(crate) fn find_place(text: &str, target: usize) -> TomlPlace {
    let place = scan_place(text, target);
    TomlPlace { beside: keys_beside(text, &place), ..place }
}

fn bare_word(word: &str) -> String {
    word.trim().trim_matches(['"', '\'']).to_owned()
}

/// The other keys of a table, and the tables below it. They are read line by line, because the text
/// may be half typed. Inline tables have none here.
fn keys_beside(text: &str, place: &TomlPlace) -> Vec<String> {
    let (mut heading, mut keys): (Vec<String>, Vec<String>) = Default::default();
    let (mut found, mut is_around, mut at) = (Vec::new(), false, 0);
    // The file may end without a newline; the extra heading ends the last table.
    for line in text.split_inclusive('\n').chain(["\n", "["]) {
        let (start, bare) = (at, line.trim());
        at += line.len();
        let is_here = start <= place.span.start && place.span.start < at;
        if bare.starts_with('[') {
            if is_around && heading == place.path {
                found.append(&mut keys);
            }
            keys.clear();
            heading = bare
                .trim_matches(['[', ']'])
                .split('.')
                .map(bare_word)
                .collect();
            let below = heading
                .strip_prefix(place.path.as_slice())
                .and_then(<[String]>::split_first);
            if let Some((key, deeper)) = below
                && !is_here
                && !bare.starts_with("[[")
                && (deeper.is_empty() || place.part == Part::Key)
            {
                found.push(key.clone());
            }
            is_around = is_here;
        } else if is_here {
            is_around = true;
        } else if let Some((key, _)) = bare.split_once('=').filter(|_| !bare.starts_with('#')) {
            keys.push(bare_word(key));
        }
    }
    found
}

/// The lexer ends an unclosed text at the end of its line, so that a half-typed line does not
/// affect the next ones.
fn scan_place(text: &str, target: usize) -> TomlPlace {
    let (table, keys, open) = Default::default();
    let part = Part::Key;
    let mut scan = PlaceScan { text, target: target.min(text.len()), table, keys, open, part };
    for token in Source::new(text).lex() {
        if let Some(place) = scan.find_in(&token) {
            return place;
        }
        scan.follow(token.kind());
    }
    scan.place(Part::Key, text.len()..text.len())
}

/// The keys around a token of a text.
struct PlaceScan<'t> {
    text: &'t str,
    target: usize,
    /// The keys of the last heading.
    table: Vec<String>,
    /// The keys of the heading or entry that is being read.
    keys: Vec<String>,
    /// The open values and brackets, with the keys that lead there.
    open: Vec<(Vec<String>, Bracket)>,
    part: Part,
}

impl PlaceScan<'_> {
    fn path(&self) -> Vec<String> {
        let base = match self.part {
            Part::Heading => &[][..],
            _ => self.open.last().map_or(&self.table, |(path, _)| path),
        };
        [base, &self.keys].concat()
    }

    fn place(&self, part: Part, span: Range<usize>) -> TomlPlace {
        let path = self.path();
        TomlPlace { path, part, span, quote: None, is_closed: false, beside: Vec::new() }
    }

    /// The place of the target, if it is in this token or before it.
    fn find_in(&mut self, token: &Token) -> Option<TomlPlace> {
        let (kind, start, end) = (token.kind(), token.span().start(), token.span().end());
        let long = matches!(kind, TokenKind::MlBasicString | TokenKind::MlLiteralString);
        let is_text = long || matches!(kind, TokenKind::BasicString | TokenKind::LiteralString);
        if is_text || kind == TokenKind::Atom {
            let written = self.text.get(start..end).unwrap_or_default();
            let quote = written.chars().next().filter(|_| is_text);
            let length = quote.map_or(0, |_| if long { 3 } else { 1 });
            let is_closed =
                quote.is_some_and(|q| written.len() >= 2 * length && written.ends_with(q));
            let span = start + length..if is_closed { end - length } else { end };
            if span.start <= self.target && self.target <= span.end {
                return Some(TomlPlace { quote, is_closed, ..self.place(self.part, span) });
            }
            if self.part != Part::Value {
                self.keys
                    .push(self.text.get(span).unwrap_or_default().to_owned());
            }
            return None;
        }
        let here = self.target..self.target;
        if kind == TokenKind::Comment && start < self.target && self.target <= end {
            return Some(self.place(Part::Comment, here));
        }
        if self.target >= end && kind != TokenKind::Eof {
            return None;
        }
        // Between two words: a key or a value may begin here, but after a key only `=` may follow.
        let is_behind = self.part != Part::Value && !self.keys.is_empty();
        let before = self.text.get(..self.target).unwrap_or_default();
        let ends_key = is_behind && !before.trim_end().ends_with('.');
        Some(self.place(if ends_key { Part::Comment } else { self.part }, here))
    }

    /// Updates the keys behind a token that is no word.
    fn follow(&mut self, kind: TokenKind) {
        let top = self.open.last().map(|(_, bracket)| *bracket);
        match kind {
            TokenKind::Newline if top == Some(Bracket::Array) => {}
            TokenKind::Newline => {
                self.open.clear();
                self.keys.clear();
                self.part = Part::Key;
            }
            TokenKind::Equals if self.part == Part::Key => {
                self.open.push((self.path(), Bracket::Value));
                self.keys.clear();
                self.part = Part::Value;
            }
            TokenKind::LeftSquareBracket if self.part == Part::Value => {
                self.open.push((self.path(), Bracket::Array));
            }
            TokenKind::LeftCurlyBracket if self.part == Part::Value => {
                self.open.push((self.path(), Bracket::Table));
                self.part = Part::Key;
            }
            TokenKind::LeftSquareBracket if self.open.is_empty() && self.keys.is_empty() => {
                self.part = Part::Heading;
            }
            TokenKind::RightSquareBracket if self.part == Part::Heading => {
                self.table = std::mem::take(&mut self.keys);
                self.part = Part::Comment;
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket if top.is_some() => {
                self.end_value();
                self.open.pop();
                self.part = Part::Value;
            }
            TokenKind::Comma => {
                self.end_value();
                let is_array = matches!(self.open.last(), Some((_, Bracket::Array)));
                self.part = if is_array { Part::Value } else { Part::Key };
            }
            _ => {}
        }
    }

    fn end_value(&mut self) {
        self.open.pop_if(|(_, bracket)| *bracket == Bracket::Value);
        self.keys.clear();
    }
}

/// The schema nodes for a path of keys: several if a value can have several types.
pub(crate) fn schema_nodes(schema: &str, path: &[String]) -> Vec<Value> {
    nodes_at(&read_schema(schema), path)
}

fn read_schema(schema: &str) -> Value {
    let text = find_schema(schema)
        .map(|schema| schema.text)
        .unwrap_or_default();
    serde_json::from_str(text).unwrap_or_default()
}

fn nodes_at(whole: &Value, path: &[String]) -> Vec<Value> {
    let mut nodes = open_node(whole, whole);
    for key in path {
        let mut inner = Vec::new();
        for node in &nodes {
            let named = node.pointer("/properties").and_then(|of| of.get(key));
            if let Some(next) = named.or_else(|| node.get("additionalProperties")) {
                inner.extend(open_node(whole, next));
            }
        }
        nodes = inner;
    }
    nodes
}

/// A node with its references resolved, its alternatives, and the items of its lists.
fn open_node(whole: &Value, node: &Value) -> Vec<Value> {
    let mut node = node.clone();
    if let Some(to) = node.get("$ref").and_then(Value::as_str) {
        let meaning = node.get("description").cloned();
        node = whole
            .pointer(to.trim_start_matches('#'))
            .cloned()
            .unwrap_or_default();
        if let (Some(object), Some(meaning)) = (node.as_object_mut(), meaning) {
            object.insert("description".to_owned(), meaning);
        }
    }
    let shapes = node
        .get("anyOf")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let items = node.get("items").into_iter();
    let mut inner: Vec<Value> = shapes
        .chain(items)
        .flat_map(|of| open_node(whole, of))
        .collect();
    if let Some(object) = node.as_object_mut() {
        object.remove("anyOf");
    }
    inner.insert(0, node);
    inner
}

/// The description of a node; empty if it has none.
pub(crate) fn describe(node: &Value) -> &str {
    node.get("description")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// What a key's value looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum KeyShape {
    Text,
    List,
    Table,
    /// A list of tables, each below its own heading.
    Tables,
    /// A number, a date, `true`.
    Bare,
}

pub(crate) struct SchemaKey {
    pub key: String,
    pub meaning: String,
    pub shape: KeyShape,
}

/// The keys that a schema allows in the table at a path.
pub(crate) fn schema_keys(schema: &str, path: &[String]) -> Vec<SchemaKey> {
    let whole = read_schema(schema);
    let mut keys = Vec::new();
    for table in nodes_at(&whole, path) {
        let properties = table.get("properties").and_then(Value::as_object);
        for (key, node) in properties.into_iter().flatten() {
            let (key, meaning) = (key.clone(), describe(node).to_owned());
            keys.push(SchemaKey { key, meaning, shape: shape_of(&whole, node) });
        }
    }
    keys
}

fn shape_of(whole: &Value, node: &Value) -> KeyShape {
    let opened = open_node(whole, node);
    let has_keys = opened.iter().any(|node| node.get("properties").is_some());
    // The first alternative is the usual one.
    match opened.iter().find_map(|node| node.get("type")?.as_str()) {
        Some("string") => KeyShape::Text,
        Some("object") => KeyShape::Table,
        Some("array") if has_keys => KeyShape::Tables,
        Some("array") => KeyShape::List,
        _ => KeyShape::Bare,
    }
}

pub(crate) fn words_of(nodes: &[Value]) -> Vec<String> {
    let mut words = Vec::new();
    for node in nodes {
        let listed = node
            .get("enum")
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        words.extend(listed.filter_map(Value::as_str).map(str::to_owned));
        if node.get("type").and_then(Value::as_str) == Some("boolean") {
            words.extend(["true", "false"].map(str::to_owned));
        }
    }
    words
}

#[cfg(test)]
#[path = "../../../tests/unit/lsp/toml_place.rs"]
mod tests;
