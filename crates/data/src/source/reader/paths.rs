//! `[reader.xml]` and `[reader.json]`: paths into a deck file, each with one purpose.

use super::{FormatNames, LayeredTable, find_id, read_head_keys};
use crate::{
    files::FileMessage,
    model::reader::{CardBy, JsonLayout, MAX_READER_PARTS, Pointer, XmlEnd, XmlLayout, XmlPath},
    source::{
        keys::{self, names::*},
        messages::{NamedThing, ReaderMessage},
        node::TomlNode,
    },
};
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
    texts
        .filter_map(|(_, node)| read_placed_path(node, parse))
        .collect()
}

fn read_placed_path<T>(node: TomlNode<'_>, parse: Parse<T>) -> Option<(T, TomlNode<'_>)> {
    Some((read_path(node, parse)?, node))
}

/// Reads a table of paths with texts, such as `fixed`.
pub(super) fn read_texts<T>(
    table: &LayeredTable<'_>,
    key: &str,
    parse: Parse<T>,
) -> Vec<(T, String)> {
    let mut texts = Vec::new();
    for (word, span, node) in table.entries(key) {
        match parse(word) {
            Some(path) => texts.extend(node.text().map(|text| (path, text.to_owned()))),
            None => {
                node.context
                    .fail(span, ReaderMessage::BadPath { path: word.to_owned() });
            }
        }
    }
    texts
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
pub(super) fn read_xml(
    table: &LayeredTable<'_>,
    words: &[(String, String)],
    names: &FormatNames,
) -> Option<XmlLayout> {
    if let Some(own) = table.own {
        own.check_keys(&keys::READER_XML);
    }
    let Some(card_node) = table.get(CARD) else {
        table.fail(FileMessage::MissingKey { key: CARD, place: keys::READER_XML.place });
        return None;
    };
    let card = read_path(card_node, XmlPath::parse_any)?;
    if card.end != XmlEnd::Element || card.elements.len() < 2 {
        card_node.fail(ReaderMessage::CardPath { path: card.to_string() });
        return None;
    }
    let fields = [NAME, ID, SET, COUNT, ZONE];
    let of_card = fields.map(|key| read_card_field(table, key, &card));
    if table.get(NAME).is_none() && table.get(ID).is_none() {
        table.fail(FileMessage::AnyOf { keys: &[NAME, ID], place: keys::READER_XML.place });
    }
    let keys = read_head_keys(table, names, |_, node| read_placed_path(node, XmlPath::parse_any));
    let fixed = read_texts(table, FIXED, XmlPath::parse);
    let ignored = read_paths(table, IGNORED, XmlPath::parse_any);
    let all = of_card
        .iter()
        .flatten()
        .chain(keys.iter().map(|(_, key)| key))
        .chain(&ignored);
    check_distinct(all.clone().map(|(path, node)| (path.to_string(), *node)));
    for (path, node) in all.filter(|(path, _)| path.has_any()) {
        if !path.is_within(&card.elements) {
            node.fail(ReaderMessage::BadPath { path: path.to_string() });
        }
    }
    let [name, id, set, count, zone] = of_card.map(|field| field.map(|(path, _)| path));
    let names_zone = zone.as_ref().is_some_and(|zone| zone.end == XmlEnd::Name);
    if card.has_any() && (!names_zone || words.is_empty()) {
        let (key, place) = (if names_zone { ZONES } else { ZONE }, keys::READER_XML.place);
        card_node.fail(FileMessage::MissingKey { key, place });
    }
    Some(XmlLayout {
        decks: table
            .get(DECKS)
            .and_then(|node| read_path(node, parse_element)),
        java: table.read(JAVA),
        name,
        id,
        set,
        count,
        zone,
        keys: keys
            .into_iter()
            .map(|(key, (path, _))| (key, path))
            .collect(),
        fixed,
        ignored: paths_of(ignored),
        card: card.elements,
    })
}

/// Reads the path of a field within or around a card.
fn read_card_field<'d>(
    table: &LayeredTable<'d>,
    key: &str,
    card: &XmlPath,
) -> Option<(XmlPath, TomlNode<'d>)> {
    let (path, node) = read_placed_path(table.get(key)?, XmlPath::parse_any)?;
    // As zone, an attribute of the root element would put all cards of a file into one zone.
    let may_enclose = path.elements.len() > usize::from(key == ZONE);
    let fits = match path.end {
        XmlEnd::Element => false,
        XmlEnd::Name => key == ZONE && path.has_any() && path.elements == card.elements,
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
}

/// Parses the name of an element.
fn parse_element(text: &str) -> Option<String> {
    let path = XmlPath::parse(text)?;
    (path.elements == [text]).then(|| text.to_owned())
}

fn paths_of<T>(placed: Vec<(T, TomlNode<'_>)>) -> Vec<T> {
    placed.into_iter().map(|(path, _)| path).collect()
}

/// The keys for paths in `[reader.json]`, each a use of the value there.
const JSON_USES: [&str; 6] = [COUNTS, SINGLE, LISTS, OBJECTS, EMBEDDED, IGNORED];

/// Reads the paths of a JSON layout by their use, in the order of [`JSON_USES`]. A path that the
/// reader names itself loses its use in the shared reader.
fn read_uses<'d>(table: &LayeredTable<'d>) -> [Vec<(Pointer, TomlNode<'d>)>; 6] {
    let mut uses = JSON_USES.map(|key| {
        let parse = if key == LISTS { parse_list_path } else { Pointer::parse };
        read_paths(table, key, parse)
    });
    let is_own = JSON_USES.map(|key| table.own.is_some_and(|own| own.get(key).is_some()));
    let mut own_paths: Vec<Pointer> = Vec::new();
    for (paths, is_own) in uses.iter().zip(is_own) {
        if is_own {
            own_paths.extend(paths.iter().map(|(path, _)| path.clone()));
        }
    }
    for (paths, is_own) in uses.iter_mut().zip(is_own) {
        if !is_own {
            paths.retain(|(path, _)| !own_paths.contains(path));
        }
    }
    uses
}

/// Parses the path to a list, which may be the whole file.
fn parse_list_path(text: &str) -> Option<Pointer> {
    if text.trim().is_empty() { Some(Pointer::ROOT) } else { Pointer::parse(text.trim()) }
}

/// Reads the members with the values of fields of copies.
fn read_states(table: &LayeredTable<'_>, names: &FormatNames) -> Vec<(String, String)> {
    let mut states = Vec::new();
    for (word, span, node) in table.entries(STATES) {
        match find_id(word, &names.fields) {
            Some(field) => states.extend(node.text().map(|member| (field, member.to_owned()))),
            None => {
                let known = names.fields.iter().map(|field| field.id.as_str());
                node.context
                    .fail_unknown(span, NamedThing::Attribute, word, known);
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
    let [counts, single, lists, objects, embedded, mut ignored] = read_uses(table);
    if counts.is_empty() && single.is_empty() && lists.is_empty() && objects.is_empty() {
        const KEYS: &[&str] = &[COUNTS, LISTS, OBJECTS, SINGLE];
        table.fail(FileMessage::AnyOf { keys: KEYS, place: keys::READER_JSON.place });
        return None;
    }
    let members = read_members(table, names);
    if !objects.is_empty() && members.name.is_none() && members.id.is_none() {
        table.fail(FileMessage::AnyOf { keys: &[NAME, ID], place: keys::READER_JSON.place });
    }
    let keys = read_head_keys(table, names, |_, node| read_placed_path(node, Pointer::parse));
    let cards = counts.iter().chain(&single).chain(&lists).chain(&objects);
    let used = cards
        .chain(&embedded)
        .chain(keys.iter().map(|(_, key)| key));
    // A reader may use paths that its shared reader ignores.
    if table.own.is_none_or(|own| own.get(IGNORED).is_none()) {
        ignored.retain(|(path, _)| used.clone().all(|(other, _)| other != path));
    }
    check_embedded(
        &embedded,
        counts.iter().chain(&lists).chain(&embedded),
        keys.iter()
            .map(|(_, key)| key)
            .chain(&single)
            .chain(&ignored),
    );
    let all = used.chain(&ignored);
    check_distinct(all.map(|(path, node)| (path.to_string(), *node)));
    Some(JsonLayout {
        counts: paths_of(counts),
        single: paths_of(single),
        lists: paths_of(lists),
        objects: paths_of(objects),
        keys: keys
            .into_iter()
            .map(|(key, (path, _))| (key, path))
            .collect(),
        embedded: paths_of(embedded),
        ignored: paths_of(ignored),
        ..members
    })
}

/// Reads the members of cards, and the paths with texts. The paths by use stay empty.
fn read_members(table: &LayeredTable<'_>, names: &FormatNames) -> JsonLayout {
    let words = [(ID, CardBy::Id), (NAME, CardBy::Name)];
    let [name, id, set, count, zone] = [NAME, ID, SET, COUNT, ZONE].map(|key| table.read(key));
    JsonLayout {
        by: table
            .get(BY)
            .and_then(|node| node.word(&words))
            .unwrap_or(CardBy::Id),
        name,
        id,
        set,
        count,
        zone,
        states: read_states(table, names),
        fixed: read_texts(table, FIXED, Pointer::parse),
        instead: read_texts(table, INSTEAD, Pointer::parse),
        totals: read_texts(table, TOTALS, Pointer::parse),
        marks: read_texts(table, MARKS, Pointer::parse),
        ..JsonLayout::default()
    }
}

/// Reports paths into embedded texts: only `members` may lead there, and only one step.
fn check_embedded<'p, 'd: 'p>(
    embedded: &[(Pointer, TomlNode<'d>)],
    others: impl Iterator<Item = &'p (Pointer, TomlNode<'d>)> + Clone,
    members: impl Iterator<Item = &'p (Pointer, TomlNode<'d>)> + Clone,
) {
    for (outer, _) in embedded {
        let depth = outer.keys.len() + 1;
        let deep = members.clone().filter(|(path, _)| path.keys.len() > depth);
        for (path, node) in others.clone().chain(deep) {
            if path != outer && path.keys.starts_with(&outer.keys) {
                let (path, outer) = (path.to_string(), outer.to_string());
                node.fail(ReaderMessage::PathEmbedded { path, outer });
            }
        }
    }
}
