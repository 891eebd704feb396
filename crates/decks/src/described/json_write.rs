//! Writes JSON files by pointers.

use super::{
    ZonePart, copy_field, head_value, json::is_index, row_id, row_name, row_set, row_state,
    zone_parts,
};
use crate::view::{DeckView, ListRow};
use serde_json::{Map, Value};
use sleeve_data::model::{
    DeckReader,
    game::AttributeType,
    reader::{CardBy, JsonLayout, Pointer},
};

/// Returns the value at a pointer within an object, creating it and the objects around it. `None`
/// if something other than an object is on the path.
fn make_value<'v>(file: &'v mut Value, pointer: &Pointer) -> Option<&'v mut Value> {
    let mut place = file;
    for key in &pointer.keys {
        if key == "*" || is_index(key) {
            if place.is_null() {
                *place = Value::Array(Vec::new());
            }
            let (items, at) = (place.as_array_mut()?, key.parse().unwrap_or(0));
            while items.len() <= at {
                items.push(Value::Null);
            }
            place = items.get_mut(at)?;
        } else {
            if place.is_null() {
                *place = Value::Object(Map::new());
            }
            place = place
                .as_object_mut()?
                .entry(key.clone())
                .or_insert(Value::Null);
        }
    }
    Some(place)
}

fn set_value(file: &mut Value, pointer: &Pointer, value: Value) {
    if let Some(place) = make_value(file, pointer) {
        *place = value;
    }
}

pub(super) fn write(view: &DeckView, layout: &JsonLayout, reader: &DeckReader) -> String {
    let mut file = Value::Null;
    for (key, pointer) in &layout.keys {
        if let Some(text) = head_value(view.deck, key) {
            set_value(&mut file, pointer, Value::from(text));
        }
    }
    for (pointer, text) in &layout.fixed {
        set_value(&mut file, pointer, Value::from(text.as_str()));
    }
    for part in zone_parts(view, reader) {
        write_part(&mut file, view, layout, reader, &part);
    }
    // Its members were set as those of an object, which now becomes a text.
    for pointer in &layout.embedded {
        if let Some(place) = make_value(&mut file, pointer) {
            *place = Value::from(if place.is_null() { String::new() } else { place.to_string() });
        }
    }
    if file.is_null() {
        file = Value::Object(Map::new());
    }
    // INVARIANT: texts and numbers can always be serialised.
    let text = serde_json::to_string_pretty(&file).unwrap_or_default();
    format!("{text}\n")
}

/// Writes the rows of a zone at the place that the form has for them.
fn write_part(
    file: &mut Value,
    view: &DeckView,
    layout: &JsonLayout,
    reader: &DeckReader,
    ZonePart { word, rows, .. }: &ZonePart,
) {
    let objects = rows
        .iter()
        .flat_map(|row| card_objects(view, layout, reader, row, word));
    if let Some(pointer) = find_zone(&layout.single, word) {
        // Embedded JSON may have several, separated by commas.
        let is_embedded = layout
            .embedded
            .iter()
            .any(|outer| pointer.keys.starts_with(&outer.keys));
        let mut keys: Vec<String> = Vec::new();
        for row in rows.iter().take(if is_embedded { rows.len() } else { 1 }) {
            let Some(key) = card_key(view, layout, reader, row) else { continue };
            keys.push(vec![key; if is_embedded { row.count as usize } else { 1 }].join(","));
        }
        if !(keys.is_empty() && is_embedded) {
            let word = if keys.is_empty() { Value::Null } else { keys.join(",").into() };
            set_value(file, pointer, word);
        }
        return;
    }
    let shared_counts = layout.counts.first().filter(|_| word.is_empty());
    if let Some(pointer) = find_zone(&layout.counts, word).or(shared_counts) {
        let mut copies: Map<String, Value> = Map::new();
        for row in rows {
            let Some(key) = card_key(view, layout, reader, row) else { continue };
            let before = copies.get(&key).and_then(Value::as_u64).unwrap_or(0);
            copies.insert(key, Value::from(before + u64::from(row.count)));
        }
        set_value(file, pointer, Value::Object(copies));
        return;
    }
    if let Some(pointer) = find_zone(&layout.objects, word) {
        let first = objects.into_iter().next();
        set_value(file, pointer, first.unwrap_or_default());
        return;
    }
    // A form with the zone in each card needs one list, and so does a form without zones.
    let is_shared = layout.zone.is_some() || word.is_empty() && layout.counts.is_empty();
    let shared_list = layout.lists.first().filter(|_| is_shared);
    if let Some(pointer) = find_zone(&layout.lists, word).or(shared_list)
        && let Some(place) = make_value(file, pointer)
    {
        match place.as_array_mut() {
            Some(list) => list.extend(objects),
            None => *place = Value::Array(objects.collect()),
        }
    }
}

fn find_zone<'p>(pointers: &'p [Pointer], word: &str) -> Option<&'p Pointer> {
    pointers.iter().find(|pointer| pointer.to_string() == word)
}

/// The id or the name of a row's card, depending on the form.
fn card_key(
    view: &DeckView,
    layout: &JsonLayout,
    reader: &DeckReader,
    row: &ListRow,
) -> Option<String> {
    match layout.by {
        CardBy::Id => row_id(view, reader, row),
        CardBy::Name => Some(row_name(view, reader, row)),
    }
}

/// The value of a field of the copy with these words.
fn state_value(view: &DeckView, field: &str, words: &[String]) -> Value {
    let word = words.concat();
    match copy_field(view, field).map(|field| &field.kind) {
        Some(AttributeType::Set { .. }) => Value::from(words),
        Some(AttributeType::Flag) => Value::from(word == "yes"),
        Some(AttributeType::Integer | AttributeType::Number) => {
            serde_json::from_str(&word).unwrap_or_else(|_| Value::from(word))
        }
        _ => Value::from(word),
    }
}

/// A row as objects of a list: one, or one per copy if the form has no counts.
fn card_objects(
    view: &DeckView,
    layout: &JsonLayout,
    reader: &DeckReader,
    row: &ListRow,
    word: &str,
) -> Vec<Value> {
    let id = layout
        .id
        .as_ref()
        .and_then(|key| Some((key, Value::from(row_id(view, reader, row)?))));
    let name = layout
        .name
        .as_ref()
        .map(|key| (key, Value::from(row_name(view, reader, row))));
    if layout.id.is_none() && layout.name.is_none() {
        let word = card_key(view, layout, reader, row).map(Value::from);
        return (0..row.count).filter_map(|_| word.clone()).collect();
    }
    if id.is_none() && name.is_none() {
        return Vec::new();
    }
    let count = layout
        .count
        .as_ref()
        .map(|key| (key, Value::from(row.count)));
    let set = layout
        .set
        .as_ref()
        .and_then(|key| Some((key, Value::from(row_set(view, row)?))));
    let zone = layout
        .zone
        .as_ref()
        .filter(|_| !word.is_empty())
        .map(|key| (key, Value::from(word)));
    let times = if count.is_some() { 1 } else { row.count };
    let members = [id, name, set, count, zone].into_iter().flatten();
    let mut object: Map<String, Value> = members.map(|(key, value)| (key.clone(), value)).collect();
    for (field, words) in row_state(view, row) {
        let member = layout.states.iter().find(|(its, _)| *its == field);
        object.extend(member.map(|(_, key)| (key.clone(), state_value(view, &field, &words))));
    }
    (0..times).map(|_| Value::Object(object.clone())).collect()
}
