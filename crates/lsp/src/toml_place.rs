//! The position of a byte in a TOML, which may be half typed, and the keys and values that its
//! schema allows there.

use serde_json::Value;
use sleeve_report::schemas::find_schema;
use std::ops::Range;
use toml_parser::Source;
use toml_parser::lexer::TokenKind;

/// The part of a TOML that contains a byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// Between the brackets of `[table]`.
    Heading,
    Key,
    Value,
    Comment,
}

#[derive(Clone, PartialEq, Eq, Debug)]
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
        let length = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
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

/// The other keys of a table, and the tables below it. They are read line by line, because the text
/// may be half typed. Inline tables have none here.
fn keys_beside(text: &str, place: &TomlPlace) -> Vec<String> {
    let word = |word: &str| word.trim().trim_matches(['"', '\'']).to_owned();
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
            heading = bare.trim_matches(['[', ']']).split('.').map(word).collect();
            let below =
                heading.strip_prefix(place.path.as_slice()).and_then(<[String]>::split_first);
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
            keys.push(word(key));
        }
    }
    found
}

/// The lexer ends an unclosed text at the end of its line, so that a half-typed line does not
/// affect the next ones.
fn scan_place(text: &str, target: usize) -> TomlPlace {
    let target = target.min(text.len());
    let (mut table, mut keys): (Vec<String>, Vec<String>) = Default::default();
    // With the keys that lead there.
    let mut open: Vec<(Vec<String>, Bracket)> = Vec::new();
    let mut part = Part::Key;
    for token in Source::new(text).lex() {
        let (kind, start, end) = (token.kind(), token.span().start(), token.span().end());
        let top = open.last().map(|(_, bracket)| *bracket);
        let path = || {
            let base = match part {
                Part::Heading => &[][..],
                _ => open.last().map_or(&table, |(path, _)| path),
            };
            [base, &keys].concat()
        };
        let nothing = |part| {
            let span = target..target;
            TomlPlace {
                path: path(),
                part,
                span,
                quote: None,
                is_closed: false,
                beside: Vec::new(),
            }
        };
        let long = matches!(kind, TokenKind::MlBasicString | TokenKind::MlLiteralString);
        let is_text = long || matches!(kind, TokenKind::BasicString | TokenKind::LiteralString);
        if is_text || kind == TokenKind::Atom {
            let written = text.get(start..end).unwrap_or_default();
            let quote = written.chars().next().filter(|_| is_text);
            let length = quote.map_or(0, |_| if long { 3 } else { 1 });
            let ends = |quote| written.len() >= 2 * length && written.ends_with(quote);
            let is_closed = quote.is_some_and(ends);
            let span = start + length..if is_closed { end - length } else { end };
            if span.start <= target && target <= span.end {
                let beside = Vec::new();
                return TomlPlace { path: path(), part, span, quote, is_closed, beside };
            }
            if part != Part::Value {
                keys.push(text.get(span).unwrap_or_default().to_owned());
            }
            continue;
        }
        if kind == TokenKind::Comment && start < target && target <= end {
            return nothing(Part::Comment);
        }
        if target < end || kind == TokenKind::Eof {
            // Between two words: a key or a value may begin here, but after a key only `=` may
            // follow.
            let is_behind = part != Part::Value && !keys.is_empty();
            let is_dotted = text.get(..target).is_some_and(|text| text.trim_end().ends_with('.'));
            return nothing(if is_behind && !is_dotted { Part::Comment } else { part });
        }
        match kind {
            TokenKind::Newline if top == Some(Bracket::Array) => {}
            TokenKind::Newline => {
                open.clear();
                keys.clear();
                part = Part::Key;
            }
            TokenKind::Equals if part == Part::Key => {
                open.push((path(), Bracket::Value));
                keys.clear();
                part = Part::Value;
            }
            TokenKind::LeftSquareBracket | TokenKind::LeftCurlyBracket if part == Part::Value => {
                let is_array = kind == TokenKind::LeftSquareBracket;
                let bracket = if is_array { Bracket::Array } else { Bracket::Table };
                open.push((path(), bracket));
                part = if is_array { Part::Value } else { Part::Key };
            }
            TokenKind::LeftSquareBracket if open.is_empty() && keys.is_empty() => {
                part = Part::Heading;
            }
            TokenKind::RightSquareBracket if part == Part::Heading => {
                table = std::mem::take(&mut keys);
                part = Part::Comment;
            }
            TokenKind::RightSquareBracket | TokenKind::RightCurlyBracket if top.is_some() => {
                if top == Some(Bracket::Value) {
                    open.pop();
                }
                open.pop();
                keys.clear();
                part = Part::Value;
            }
            TokenKind::Comma => {
                if top == Some(Bracket::Value) {
                    open.pop();
                }
                keys.clear();
                let is_array = matches!(open.last(), Some((_, Bracket::Array)));
                part = if is_array { Part::Value } else { Part::Key };
            }
            _ => {}
        }
    }
    let span = text.len()..text.len();
    let (part, quote, is_closed, beside) = (Part::Key, None, false, Vec::new());
    TomlPlace { path: table, part, span, quote, is_closed, beside }
}

/// The schema nodes for a path of keys: several if a value can have several types.
pub(crate) fn schema_nodes(schema: &str, path: &[String]) -> Vec<Value> {
    nodes_at(&read_schema(schema), path)
}

fn read_schema(schema: &str) -> Value {
    let text = find_schema(schema).map(|schema| schema.text).unwrap_or_default();
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
        node = whole.pointer(to.trim_start_matches('#')).cloned().unwrap_or_default();
        if let (Some(object), Some(meaning)) = (node.as_object_mut(), meaning) {
            object.insert("description".to_owned(), meaning);
        }
    }
    let shapes = node.get("anyOf").and_then(Value::as_array).into_iter().flatten();
    let items = node.get("items").into_iter();
    let mut inner: Vec<Value> = shapes.chain(items).flat_map(|of| open_node(whole, of)).collect();
    if let Some(object) = node.as_object_mut() {
        object.remove("anyOf");
    }
    inner.insert(0, node);
    inner
}

/// The description of a node; empty if it has none.
pub(crate) fn describe(node: &Value) -> &str {
    node.get("description").and_then(Value::as_str).unwrap_or_default()
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
        let listed = node.get("enum").and_then(Value::as_array).into_iter().flatten();
        words.extend(listed.filter_map(Value::as_str).map(str::to_owned));
        if node.get("type").and_then(Value::as_str) == Some("boolean") {
            words.extend(["true", "false"].map(str::to_owned));
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position of `|`, as `part path span`.
    fn place(text: &str) -> String {
        let at = text.find('|').unwrap();
        let text = text.replacen('|', "", 1);
        let place = find_place(&text, at);
        let here = &text[place.span.clone()];
        format!(
            "{:?} {} <{here}> {:?} {}",
            place.part,
            place.path.join("."),
            place.quote,
            place.is_closed
        )
    }

    #[test]
    fn places_are_found_in_whole_and_in_half_typed_texts() {
        for (text, expected) in [
            ("ga|", "Key  <ga> None false"),
            ("a = 1\n|", "Key  <> None false"),
            ("a = \"x|y\" # b", "Value a <xy> Some('\"') true"),
            ("a = \"x|", "Value a <x> Some('\"') false"),
            ("a = |", "Value a <> None false"),
            ("a = \"q\\\"|\"\nb = 2", "Value a <q\\\"> Some('\"') true"),
            ("# b|c\n", "Comment  <> None false"),
            ("[zones.de|ck]\n", "Heading zones <deck> None false"),
            (
                "[[card]]\nid = 1\n[zones.deck]\n\"Na|me\" = 2\n",
                "Key zones.deck <Name> Some('\"') true",
            ),
            ("[zones.deck]\n\"Na|\n\"Other\" = 1\n", "Key zones.deck <Na> Some('\"') false"),
            ("[zones.deck]\n\"A\n\"Oth|er\" = 1\n", "Key zones.deck <Other> Some('\"') true"),
            ("[zones]\ncruiser = [\"A\",\n  'B|']\n", "Value zones.cruiser <B> Some('\\'') true"),
            ("[z]\na = { b = 1, c| = [1, 2], d = 3 }\n", "Key z.a <c> None false"),
            ("[z]\na = [{ b = 1 }, { b = tr|ue }]\nc = 1", "Value z.a.b <true> None false"),
            ("a = \"\"\"one\ntw|o\"\"\"\nb = 1", "Value a <one\ntwo> Some('\"') true"),
            ("a = \"\"\"one\ntwo\"\"\"\nb| = 1", "Key  <b> None false"),
            ("[zones]\ncruiser = [\"A\", 'B']\nx.y| = 1", "Key zones.x <y> None false"),
        ] {
            assert_eq!(place(text), expected, "{text:?}");
        }
    }

    #[test]
    fn no_text_keeps_the_search_from_an_end() {
        let signs = ["[", "]", "{", "}", "=", ",", "\"", "'", "a", "\n", "#", ".", " ", "\\"];
        let mut seed = 7_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..12 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text += signs[(seed >> 33) as usize % signs.len()];
            }
            for target in 0..=text.len() {
                let place = find_place(&text, target);
                assert!(
                    place.span.start <= target && target <= place.span.end,
                    "{text:?} {target}"
                );
            }
        }
    }

    #[test]
    fn schemas_tell_keys_and_words_of_lists_and_of_tables_with_names_of_their_own() {
        let path = |keys: &[&str]| keys.iter().map(|&key| key.to_owned()).collect::<Vec<_>>();
        let keys = |schema, of: &[&str]| schema_keys(schema, &path(of));
        let shape = |schema, of: &[&str], key: &str| {
            let found = keys(schema, of).into_iter().find(|of| of.key == key).unwrap();
            assert!(!found.meaning.is_empty(), "{key}");
            found.shape
        };
        assert_eq!(shape("deck", &[], "format"), KeyShape::Text);
        assert_eq!(shape("deck", &[], "zones"), KeyShape::Table);
        assert_eq!(shape("data", &[], "card"), KeyShape::Tables);
        assert_eq!(shape("data", &["format", "rule"], "require"), KeyShape::Text);
        assert_eq!(shape("data", &["format", "rule"], "zone"), KeyShape::Text);
        let words = words_of(&schema_nodes("data", &path(&["format", "rule", "level"])));
        assert!(words.contains(&"warning".to_owned()), "{words:?}");
    }
}
