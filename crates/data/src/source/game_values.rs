//! Values of `game.toml` with a form of their own, as the tables of keys name them.

use super::{
    keys::{self, names::*},
    messages::NamedThing,
    node::TomlNode,
};
use crate::{
    files::FileMessage,
    model::{
        Game, Lazy,
        game::{AbsentCards, EffectDef, Heading, NamedMeasure, Naming, Prefer, SetDef},
    },
};
use toml::de::DeValue;

pub(super) fn record_item_places(node: TomlNode<'_>, key: &str) {
    for (at, (_, item)) in node.texts().into_iter().enumerate() {
        item.context
            .record_place(format!("{key}/{at}"), item.span());
    }
}

/// Reads whether an effect has an amount, and its default.
pub(super) fn read_taken_amount(node: TomlNode<'_>, effect: &mut EffectDef) {
    let DeValue::Table(_) = node.value else { return node.put(&mut effect.amount) };
    let Some(table) = node.table() else { return };
    table.check_keys(&keys::TAKEN_AMOUNT);
    effect.amount = true;
    effect.bare_amount = table.read(DEFAULT);
}

pub(super) fn read_released(node: TomlNode<'_>, set: &mut SetDef) {
    set.released = node.date();
    node.context
        .record_place(format!("game/sets/{}/released", set.named.id), node.span());
}

pub(super) fn read_list_of_statistics(key: &str, node: TomlNode<'_>, list: &mut Vec<String>) {
    *list = node.strings();
    record_item_places(node, &format!("game/statistics/{key}"));
}

pub(super) fn read_archetype(node: TomlNode<'_>, archetype: &mut String) {
    *archetype = node.text().unwrap_or_default().to_owned();
    node.context
        .record_place("game/statistics/archetype", node.span());
}

pub(super) fn read_averages(node: TomlNode<'_>, averages: &mut Vec<NamedMeasure>) {
    averages.clear();
    for item in node.tables() {
        item.check_keys(&keys::AVERAGE);
        let measure = item
            .get(MEASURE)
            .and_then(|node| Some((node, node.measure()?)));
        if let (Some(name), Some((node, text))) = (item.read(NAME), measure) {
            let key = format!("game/statistics/averages/{}", averages.len());
            node.context.record_place(key, node.span());
            averages.push(NamedMeasure { name, measure: text });
        }
    }
}

/// The keys of a step. A step has one of them.
const STEP_KEYS: [&str; 3] = [SAME, CARDS, CLASSES];

pub(super) fn read_short_forms(node: TomlNode<'_>, naming: &mut Naming) {
    let Some(table) = node.table() else { return };
    let mut words = Vec::new();
    for (word, _, node) in table.entries() {
        words.push((word.to_owned(), node.strings()));
    }
    naming.words = words.into();
}

pub(super) fn read_headings(node: TomlNode<'_>, headings: &mut Vec<Heading>) {
    headings.clear();
    for item in node.tables() {
        item.context
            .record_place(format!("game/naming/heading/{}", headings.len()), item.span());
        let mut heading = Heading::default();
        item.read_keys(&keys::HEADING, &mut |key, n| keys::read_heading_key(key, n, &mut heading));
        headings.push(heading);
    }
}

pub(super) fn read_absent_cards(node: TomlNode<'_>) -> Lazy<Vec<AbsentCards>> {
    let mut all = Vec::new();
    for item in node.tables() {
        let mut absent = AbsentCards::default();
        item.read_keys(&keys::ABSENT_CARDS, &mut |key, n| {
            keys::read_absent_key(key, n, &mut absent)
        });
        all.push(absent);
    }
    all.into()
}

/// Reads the id of a declared attribute.
pub(super) fn read_attribute_id(game: &Game, node: TomlNode<'_>) -> Option<String> {
    find_attribute(game, node.text()?, node)
}

/// Reads patterns of names. A field alone stands for itself in braces.
pub(super) fn read_name_patterns(game: &Game, node: TomlNode<'_>) -> Vec<String> {
    let texts = node.texts().into_iter();
    texts
        .filter_map(|(text, item)| read_name_pattern(game, text, item))
        .collect()
}

fn read_name_pattern(game: &Game, text: &str, node: TomlNode<'_>) -> Option<String> {
    if !text.contains('{') {
        return Some(format!("{{{}}}", find_attribute(game, text, node)?));
    }
    let mut fields = text.split(['{', '}']).skip(1).step_by(2);
    fields
        .all(|field| find_attribute(game, field, node).is_some())
        .then(|| text.to_owned())
}

pub(super) fn find_attribute(game: &Game, word: &str, node: TomlNode<'_>) -> Option<String> {
    let attribute = game.attribute(word).and_then(|id| game.get_attribute(id));
    if attribute.is_none() {
        let known = game.attributes.iter().map(|a| &a.named);
        node.fail_unknown_named(NamedThing::Attribute, word, known);
    }
    attribute.map(|attribute| attribute.named.id.to_string())
}

/// Reads the steps of `prefer`. An overlay replaces them completely, because their order matters.
pub(super) fn read_steps(node: TomlNode<'_>, game: &mut Game) {
    game.naming.prefer.clear();
    for item in node.array().unwrap_or_default() {
        let place = format!("game/naming/prefer/{}", game.naming.prefer.len());
        item.context.record_place(place, item.span());
        let step = read_step(game, item);
        game.naming.prefer.extend(step);
    }
}

fn read_step(game: &Game, node: TomlNode<'_>) -> Option<Prefer> {
    if matches!(node.value, DeValue::String(_)) {
        return node.word(&[("oldest", ())]).map(|()| Prefer::Oldest);
    }
    let table = node.checked_table(&keys::STEP)?;
    let given: Vec<(&str, TomlNode<'_>)> = STEP_KEYS
        .iter()
        .filter_map(|key| Some((*key, table.get(key)?)))
        .collect();
    let [(key, value)] = given.as_slice() else {
        node.fail(FileMessage::OneOf { keys: &STEP_KEYS, place: keys::STEP.place });
        return None;
    };
    match *key {
        SAME => {
            let word = value.text()?;
            if word != Prefer::SET {
                find_attribute(game, word, *value);
            }
            Some(Prefer::Same(word.to_owned()))
        }
        CARDS => {
            let zones = table.read_or_default(ZONES);
            Some(Prefer::Cards { zones, filter: value.text()?.to_owned() })
        }
        _ => Some(Prefer::Classes(value.strings())),
    }
}
