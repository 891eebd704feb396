//! `[reader.xml]`: paths of an XML file.

use super::messages::ReaderMessage;
use super::paths::{check_distinct, read_fixed, read_path, read_paths};
use super::{LayeredTable, read_head_keys};
use crate::files::FileMessage;
use crate::model::path::{XmlEnd, XmlPath};
use crate::model::reader::XmlLayout;
use crate::source::keys;

/// Reads the table.
pub(super) fn read_xml(table: &LayeredTable<'_>) -> Option<XmlLayout> {
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
    let of_card = |key: &str| {
        let node = table.get(key)?;
        let found = read_path(node, parse)?;
        // The zone of a file as a whole would leave room for one zone only.
        let around = found.elements.len() > usize::from(key == "zone");
        let fits = match found.end {
            XmlEnd::Element => false,
            XmlEnd::Text => found.is_within(&card.elements),
            XmlEnd::Attribute(_) => {
                found.is_within(&card.elements) || (card.is_within(&found.elements) && around)
            }
        };
        if !fits {
            let (path, card) = (found.to_string(), card.to_string());
            node.fail(ReaderMessage::PathElsewhere { path, card });
            return None;
        }
        Some((found, node))
    };
    let [name, id, set, count, zone] = ["name", "id", "set", "count", "zone"].map(of_card);
    if table.get("name").is_none() && table.get("id").is_none() {
        table.fail(FileMessage::AnyOf { keys: &["name", "id"], place: keys::READER_XML.place });
    }
    let keys = read_head_keys(table, |_, node| Some((read_path(node, parse)?, node)));
    let fixed = read_fixed(table, parse);
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
