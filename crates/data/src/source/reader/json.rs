//! `[reader.json]`: pointers into a JSON file.

use super::paths::{check_distinct, read_fixed, read_paths};
use super::{LayeredTable, read_head_keys};
use crate::files::FileMessage;
use crate::model::path::Pointer;
use crate::model::reader::{CardBy, JsonLayout};
use crate::source::keys;
use crate::source::words::What;

/// Reads the table.
pub(super) fn read_json(table: &LayeredTable<'_>) -> Option<JsonLayout> {
    if let Some(own) = table.own {
        own.check_keys(&keys::READER_JSON);
    }
    let parse = Pointer::parse;
    let [counts, single, lists, ignored] =
        ["counts", "single", "lists", "ignored"].map(|key| read_paths(table, key, parse));
    if counts.is_empty() && single.is_empty() && lists.is_empty() {
        const KEYS: &[&str] = &["counts", "lists", "single"];
        table.fail(FileMessage::AnyOf { keys: KEYS, place: keys::READER_JSON.place });
        return None;
    }
    let by = match table.get("by").and_then(|node| Some((node.text()?, node))) {
        Some(("name", _)) => CardBy::Name,
        Some(("id", _)) | None => CardBy::Id,
        Some((word, node)) => {
            node.fail_unknown(What::Word, word, ["id", "name"].into_iter());
            CardBy::Id
        }
    };
    let member = |key: &str| table.get(key).and_then(|node| node.text()).map(str::to_owned);
    let [name, id, set, count, zone] = ["name", "id", "set", "count", "zone"].map(member);
    if !lists.is_empty() && name.is_none() && id.is_none() {
        table.fail(FileMessage::AnyOf { keys: &["name", "id"], place: keys::READER_JSON.place });
    }
    let keys = read_head_keys(table, |_, node| Some((super::paths::read_path(node, parse)?, node)));
    let fixed = read_fixed(table, parse);
    let all = counts.iter().chain(&single).chain(&lists).chain(&ignored);
    let all = all.chain(keys.iter().map(|(_, key)| key));
    check_distinct(all.map(|(path, node)| (path.to_string(), *node)));
    let only = |paths: Vec<(Pointer, _)>| paths.into_iter().map(|(path, _)| path).collect();
    Some(JsonLayout {
        counts: only(counts),
        single: only(single),
        lists: only(lists),
        by,
        name,
        id,
        set,
        count,
        zone,
        keys: keys.into_iter().map(|(key, (path, _))| (key, path)).collect(),
        fixed,
        ignored: only(ignored),
    })
}
