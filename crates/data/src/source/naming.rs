//! `[naming]` of a game: the choice between cards of one name on deck lists, and fields whose values are names.

use super::keys;
use super::node::{TomlNode, TomlTable};
use super::words::NamedThing;
use crate::files::FileMessage;
use crate::model::card::{CardRecord, Value};
use crate::model::naming::{AbsentCards, Heading, Prefer};
use crate::model::{FRONT, Game, fold};
use toml::de::DeValue;

/// Keys of a step, of which it has one.
const STEP_KEYS: [&str; 3] = ["same", "cards", "classes"];

/// Reads `[naming]`.
pub(super) fn read_naming(game: &mut Game, root: TomlTable<'_>) {
    let Some(table) = root.checked_table("naming", &keys::NAMING) else { return };
    table.put("brief", &mut game.naming.brief);
    if let Some(number) = table.get("number").and_then(|n| Some((n.text()?, n))) {
        game.naming.number = read_attribute_id(game, number);
    }
    if let Some(words) = table.table("words") {
        let full = |(word, _, node): (&str, _, TomlNode<'_>)| (word.to_owned(), node.strings());
        game.naming.words = words.entries().into_iter().map(full).collect::<Vec<_>>().into();
    }
    if let Some(node) = table.get("aliases") {
        game.naming.aliases =
            node.texts().into_iter().filter_map(|n| read_attribute_id(game, n)).collect();
    }
    if let Some(node) = table.get("heading") {
        game.naming.headings.clear();
        for item in node.tables() {
            let place = format!("game/naming/heading/{}", game.naming.headings.len());
            item.context.record_place(place, item.span());
            game.naming.headings.extend(read_heading(item));
        }
    }
    if let Some(node) = table.get("absent") {
        let absent = node.tables().into_iter().filter_map(read_absent_cards);
        game.naming.absent = absent.collect::<Vec<_>>().into();
    }
    if let Some(node) = table.get("prefer") {
        // An overlay replaces the steps as a whole: their order is their meaning.
        game.naming.prefer.clear();
        for item in node.array().unwrap_or_default() {
            let place = format!("game/naming/prefer/{}", game.naming.prefer.len());
            item.context.record_place(place, item.span());
            let step = read_step(game, item);
            game.naming.prefer.extend(step);
        }
    }
}

/// Reads the id of an attribute that the game declares.
fn read_attribute_id(game: &Game, (word, node): (&str, TomlNode<'_>)) -> Option<String> {
    let attribute = game.attribute(word).and_then(|id| game.get_attribute(id));
    if attribute.is_none() {
        let known = game.attributes.iter().map(|a| &a.named);
        node.fail_unknown_named(NamedThing::Attribute, word, known);
    }
    attribute.map(|attribute| attribute.named.id.to_string())
}

fn read_heading(table: TomlTable<'_>) -> Option<Heading> {
    table.check_keys(&keys::HEADING);
    Some(Heading {
        words: table.read("words")?,
        zone: table.read("zone"),
        cards: table.read("cards"),
    })
}

fn read_absent_cards(table: TomlTable<'_>) -> Option<AbsentCards> {
    table.check_keys(&keys::ABSENT_CARDS);
    let (ids, names) = (table.read_or_default("ids"), table.read_or_default("names"));
    Some(AbsentCards {
        ids,
        names,
        endings: table.read_or_default("endings"),
        text: table.read("text")?,
    })
}

fn read_step(game: &Game, node: TomlNode<'_>) -> Option<Prefer> {
    if matches!(node.value, DeValue::String(_)) {
        return node.word(&[("oldest", ())]).map(|()| Prefer::Oldest);
    }
    let table = node.checked_table(&keys::STEP)?;
    let given: Vec<(&str, TomlNode<'_>)> =
        STEP_KEYS.iter().filter_map(|key| Some((*key, table.get(key)?))).collect();
    let [(key, value)] = given.as_slice() else {
        node.fail(FileMessage::OneOf { keys: &STEP_KEYS, place: keys::STEP.place });
        return None;
    };
    match *key {
        "same" => {
            let word = value.text()?;
            if game.attribute(word).is_none() {
                let known = game.attributes.iter().map(|a| &a.named);
                value.fail_unknown_named(NamedThing::Attribute, word, known);
            }
            Some(Prefer::Same(word.to_owned()))
        }
        "cards" => {
            let zones = table.read_or_default("zones");
            Some(Prefer::Cards { zones, filter: value.text()?.to_owned() })
        }
        _ => Some(Prefer::Classes(value.strings())),
    }
}

/// Values of the fields under `aliases` by which a card may be called, other than its id.
fn field_aliases(game: &Game, record: &CardRecord) -> Vec<String> {
    let declared = game.naming.aliases.iter().filter_map(|id| game.attribute(id));
    let front = record.faces.iter().find(|f| f.face == FRONT);
    let facts = |attribute| {
        let facts = front.into_iter().flat_map(|f| &f.facts);
        facts.filter(move |(id, _)| *id == attribute).map(|(_, fact)| &fact.value)
    };
    let text_of = |value: &Value| match value {
        Value::Text(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let values = declared.flat_map(facts).filter_map(text_of);
    values.filter(|name| !fold::alike(name, &record.id)).collect()
}

/// Adds the values of the fields under `aliases` to the aliases of a card.
pub(super) fn add_field_aliases(game: &Game, record: &mut CardRecord) {
    for name in field_aliases(game, record) {
        if !record.aliases.contains(&name) {
            record.aliases.push(name);
        }
    }
}

/// Removes what [`add_field_aliases`] added, before a layer changes the fields.
pub(super) fn remove_field_aliases(game: &Game, record: &mut CardRecord) {
    let names = field_aliases(game, record);
    record.aliases.retain(|alias| !names.contains(alias));
}
