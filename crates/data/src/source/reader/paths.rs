//! `[reader.xml]` and `[reader.json]`: paths into a deck file, each with one purpose.

use super::{FormatNames, LayeredTable, find_id, read_head_keys};
use crate::files::FileMessage;
use crate::model::reader::{
    CardBy, JsonLayout, MAX_READER_PARTS, Pointer, XmlEnd, XmlLayout, XmlPath,
};
use crate::source::keys;
use crate::source::messages::{NamedThing, ReaderMessage};
use crate::source::node::TomlNode;
use std::collections::BTreeSet;

type Parse<T> = fn(&str) -> Option<T>;

pub(super) fn read_path<T>(node: TomlNode<'_>, parse: Parse<T>) -> Option<T> {
    let text = node.text()?;
    let path = parse(text);
    if path.is_none() {
        node.fail(ReaderMessage::BadPath { path: text.to_owned() });
    }
    path
}

pub(super) fn read_paths<'d, T>(
    table: &LayeredTable<'d>,
    key: &str,
    parse: Parse<T>,
) -> Vec<(T, TomlNode<'d>)> {
    let texts = table.texts(key, MAX_READER_PARTS).into_iter();
    texts.filter_map(|(_, node)| Some((read_path(node, parse)?, node))).collect()
}

/// Reads a table of paths with texts, such as `fixed`.
pub(super) fn read_texts<T>(
    table: &LayeredTable<'_>,
    key: &str,
    parse: Parse<T>,
) -> Vec<(T, String)> {
    let read_entry = |(word, span, node): (&str, _, TomlNode<'_>)| {
        let path = parse(word);
        if path.is_none() {
            node.context.fail(span, ReaderMessage::BadPath { path: word.to_owned() });
        }
        Some((path?, node.text()?.to_owned()))
    };
    table.entries(key).into_iter().filter_map(read_entry).collect()
}

/// Reports every path that is given twice.
pub(super) fn check_distinct<'d>(paths: impl Iterator<Item = (String, TomlNode<'d>)>) {
    let mut seen = BTreeSet::new();
    for (path, node) in paths {
        if !seen.insert(path.clone()) {
            node.fail(FileMessage::GivenTwice { key: path });
        }
    }
}

/// Reads `[reader.xml]`.
pub(super) fn read_xml(table: &LayeredTable<'_>, names: &FormatNames) -> Option<XmlLayout> {
    if let Some(own) = table.own {
        own.check_keys(&keys::READER_XML);
    }
    let parse = XmlPath::parse;
    let Some(card_node) = table.get("card") else {
        table.fail(FileMessage::MissingKey { key: "card", place: keys::READER_XML.place });
        return None;
    };
    let card = read_path(card_node, parse)?;
    if card.end != XmlEnd::Element || card.elements.len() < 2 {
        card_node.fail(ReaderMessage::CardPath { path: card.to_string() });
        return None;
    }
    let card_field = |key: &str| {
        let node = table.get(key)?;
        let path = read_path(node, parse)?;
        // As zone, an attribute of the root element would put all cards of a file into one zone.
        let may_enclose = path.elements.len() > usize::from(key == "zone");
        let fits = match path.end {
            XmlEnd::Element => false,
            XmlEnd::Text => path.is_within(&card.elements),
            XmlEnd::Attribute(_) => {
                path.is_within(&card.elements) || (card.is_within(&path.elements) && may_enclose)
            }
        };
        if !fits {
            let (path, card) = (path.to_string(), card.to_string());
            node.fail(ReaderMessage::PathElsewhere { path, card });
            return None;
        }
        Some((path, node))
    };
    let [name, id, set, count, zone] = ["name", "id", "set", "count", "zone"].map(card_field);
    if table.get("name").is_none() && table.get("id").is_none() {
        table.fail(FileMessage::AnyOf { keys: &["name", "id"], place: keys::READER_XML.place });
    }
    let keys = read_head_keys(table, names, |_, node| Some((read_path(node, parse)?, node)));
    let fixed = read_texts(table, "fixed", parse);
    let ignored = read_paths(table, "ignored", parse);
    let fields = [&name, &id, &set, &count, &zone].into_iter().flatten();
    let all = fields.chain(keys.iter().map(|(_, key)| key)).chain(&ignored);
    check_distinct(all.map(|(path, node)| (path.to_string(), *node)));
    let only = |field: Option<(XmlPath, _)>| field.map(|(path, _)| path);
    Some(XmlLayout {
        name: only(name),
        id: only(id),
        set: only(set),
        count: only(count),
        zone: only(zone),
        keys: keys.into_iter().map(|(key, (path, _))| (key, path)).collect(),
        fixed,
        ignored: ignored.into_iter().map(|(path, _)| path).collect(),
        card: card.elements,
    })
}

/// Reads the paths of a JSON layout by their use. A path that the reader names itself loses its use
/// in the shared reader.
fn read_uses<'d>(table: &LayeredTable<'d>) -> [Vec<(Pointer, TomlNode<'d>)>; 6] {
    let own = |key: &str| table.own.is_some_and(|own| own.get(key).is_some());
    // A list may be the whole file.
    let parse_list: Parse<Pointer> = |text| match text.trim() {
        "" => Some(Pointer::ROOT),
        text => Pointer::parse(text),
    };
    let uses = ["counts", "single", "lists", "objects", "embedded", "ignored"].map(|key| {
        let parse = if key == "lists" { parse_list } else { Pointer::parse };
        (own(key), read_paths(table, key, parse))
    });
    let is_named = |path: &Pointer| {
        uses.iter().any(|(own, paths)| *own && paths.iter().any(|(other, _)| other == path))
    };
    uses.each_ref().map(|(own, paths)| {
        paths.iter().filter(|(path, _)| *own || !is_named(path)).cloned().collect()
    })
}

/// Reads the members with the values of fields of copies.
fn read_states(table: &LayeredTable<'_>, names: &FormatNames) -> Vec<(String, String)> {
    let mut states = Vec::new();
    for (word, span, node) in table.entries("states") {
        match find_id(word, &names.fields) {
            Some(field) => states.extend(node.text().map(|member| (field, member.to_owned()))),
            None => {
                let known = names.fields.iter().map(|field| field.id.as_str());
                node.context.fail_unknown(span, NamedThing::Attribute, word, known);
            }
        }
    }
    states
}

/// Reads `[reader.json]`.
pub(super) fn read_json(table: &LayeredTable<'_>, names: &FormatNames) -> Option<JsonLayout> {
    if let Some(own) = table.own {
        own.check_keys(&keys::READER_JSON);
    }
    let parse = Pointer::parse;
    let [counts, single, lists, objects, embedded, mut ignored] = read_uses(table);
    if counts.is_empty() && single.is_empty() && lists.is_empty() && objects.is_empty() {
        const KEYS: &[&str] = &["counts", "lists", "objects", "single"];
        table.fail(FileMessage::AnyOf { keys: KEYS, place: keys::READER_JSON.place });
        return None;
    }
    let words = [("id", CardBy::Id), ("name", CardBy::Name)];
    let by = table.get("by").and_then(|node| node.word(&words)).unwrap_or(CardBy::Id);
    let member = |key: &str| table.get(key).and_then(|node| node.text()).map(str::to_owned);
    let [name, id, set, count, zone] = ["name", "id", "set", "count", "zone"].map(member);
    if !objects.is_empty() && name.is_none() && id.is_none() {
        table.fail(FileMessage::AnyOf { keys: &["name", "id"], place: keys::READER_JSON.place });
    }
    let keys = read_head_keys(table, names, |_, node| Some((read_path(node, parse)?, node)));
    let fixed = read_texts(table, "fixed", parse);
    let cards = || counts.iter().chain(&single).chain(&lists).chain(&objects);
    let [instead, totals, marks] =
        ["instead", "totals", "marks"].map(|key| read_texts(table, key, parse));
    let used = || cards().chain(&embedded).chain(keys.iter().map(|(_, key)| key));
    // A reader may use paths that its shared reader ignores.
    if table.own.is_none_or(|own| own.get("ignored").is_none()) {
        ignored.retain(|(path, _)| used().all(|(other, _)| other != path));
    }
    for (outer, _) in &embedded {
        let is_within = |path: &Pointer| path != outer && path.keys.starts_with(&outer.keys);
        let steps = outer.keys.len() + 1;
        let misplaced = counts.iter().chain(&lists).chain(&embedded);
        let misplaced = misplaced.filter(|(path, _)| is_within(path));
        let deep = keys.iter().map(|(_, key)| key).chain(&single).chain(&ignored);
        let deep = deep.filter(|(path, _)| is_within(path) && path.keys.len() > steps);
        for (path, node) in misplaced.chain(deep) {
            let (path, outer) = (path.to_string(), outer.to_string());
            node.fail(ReaderMessage::PathEmbedded { path, outer });
        }
    }
    let all = used().chain(&ignored);
    check_distinct(all.map(|(path, node)| (path.to_string(), *node)));
    let only = |paths: Vec<(Pointer, _)>| paths.into_iter().map(|(path, _)| path).collect();
    Some(JsonLayout {
        counts: only(counts),
        single: only(single),
        lists: only(lists),
        objects: only(objects),
        by,
        name,
        id,
        set,
        count,
        zone,
        states: read_states(table, names),
        keys: keys.into_iter().map(|(key, (path, _))| (key, path)).collect(),
        fixed,
        embedded: only(embedded),
        ignored: only(ignored),
        instead,
        totals,
        marks,
    })
}
