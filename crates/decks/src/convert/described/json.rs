//! Files of JSON, written by the pointers that read them.

use super::{head_value, row_id, row_name, row_set, zone_parts};
use crate::convert::DeckView;
use crate::convert::rows::ListRow;
use serde_json::{Map, Value};
use sleeve_data::model::DeckReader;
use sleeve_data::model::path::Pointer;
use sleeve_data::model::reader::{CardBy, JsonLayout};

/// Where a pointer leads within an object, made on the way.
fn make_value<'v>(object: &'v mut Map<String, Value>, pointer: &Pointer) -> Option<&'v mut Value> {
    let (last, around) = pointer.keys.split_last()?;
    let mut object = object;
    for key in around {
        let inner = object.entry(key.clone()).or_insert_with(|| Value::Object(Map::new()));
        object = inner.as_object_mut()?;
    }
    Some(object.entry(last.clone()).or_insert(Value::Null))
}

fn set_value(object: &mut Map<String, Value>, pointer: &Pointer, value: Value) {
    if let Some(place) = make_value(object, pointer) {
        *place = value;
    }
}

pub(super) fn write(w: &DeckView, layout: &JsonLayout, reader: &DeckReader) -> String {
    let mut file = Map::new();
    for (key, pointer) in &layout.keys {
        if let Some(text) = head_value(w.deck, *key) {
            set_value(&mut file, pointer, Value::from(text));
        }
    }
    for (pointer, text) in &layout.fixed {
        set_value(&mut file, pointer, Value::from(text.as_str()));
    }
    for (word, rows) in zone_parts(w, reader) {
        let named = |pointer: &&Pointer| pointer.to_string() == word;
        let list = layout.lists.iter().find(named);
        // The zone of a listed card may be a word of its own; without zones all cards stand together.
        let list = list.or_else(|| {
            let own = layout.zone.is_some() || (word.is_empty() && layout.counts.is_empty());
            layout.lists.first().filter(|_| own)
        });
        let counts = layout.counts.iter().find(named);
        let counts = counts.or_else(|| layout.counts.first().filter(|_| word.is_empty()));
        if let Some(pointer) = layout.single.iter().find(named) {
            let first = rows.first().and_then(|row| card_key(w, layout, reader, row));
            set_value(&mut file, pointer, first.map_or(Value::Null, Value::from));
        } else if let Some(pointer) = counts {
            let mut copies: Map<String, Value> = Map::new();
            for row in &rows {
                let Some(key) = card_key(w, layout, reader, row) else { continue };
                let before = copies.get(&key).and_then(Value::as_u64).unwrap_or(0);
                copies.insert(key, Value::from(before + u64::from(row.count)));
            }
            set_value(&mut file, pointer, Value::Object(copies));
        } else if let Some(pointer) = list {
            let cards = rows.iter().flat_map(|row| card_objects(w, layout, reader, row, word));
            let cards: Vec<Value> = cards.collect();
            if let Some(place) = make_value(&mut file, pointer) {
                match place.as_array_mut() {
                    Some(list) => list.extend(cards),
                    None => *place = Value::Array(cards),
                }
            }
        }
    }
    // INVARIANT: texts and numbers are always written.
    let text = serde_json::to_string_pretty(&Value::Object(file)).unwrap_or_default();
    format!("{text}\n")
}

/// What a row's card is called where a key or a value is a card.
fn card_key(
    w: &DeckView,
    layout: &JsonLayout,
    reader: &DeckReader,
    row: &ListRow,
) -> Option<String> {
    match layout.by {
        CardBy::Id => row_id(w, reader, row),
        CardBy::Name => Some(row_name(w, row)),
    }
}

/// A row as objects of a list: one, or one for each copy where the form has no number.
fn card_objects(
    w: &DeckView,
    layout: &JsonLayout,
    reader: &DeckReader,
    row: &ListRow,
    word: &str,
) -> Vec<Value> {
    let id = layout.id.as_ref().and_then(|key| Some((key, Value::from(row_id(w, reader, row)?))));
    let name = layout.name.as_ref().map(|key| (key, Value::from(row_name(w, row))));
    if id.is_none() && name.is_none() {
        return Vec::new();
    }
    let count = layout.count.as_ref().map(|key| (key, Value::from(row.count)));
    let set = layout.set.as_ref().and_then(|key| Some((key, Value::from(row_set(w, row)?))));
    let zone = layout.zone.as_ref().filter(|_| !word.is_empty());
    let zone = zone.map(|key| (key, Value::from(word)));
    let times = if count.is_some() { 1 } else { row.count };
    let members = [id, name, set, count, zone].into_iter().flatten();
    let object: Map<String, Value> = members.map(|(key, value)| (key.clone(), value)).collect();
    (0..times).map(|_| Value::Object(object.clone())).collect()
}
