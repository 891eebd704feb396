//! Our own TOML.

use super::DeckView;
use super::rows::ListRow;
use crate::error::{MAX_COUNT, MAX_ENTRIES};
use sleeve_data::model::card::Value;
use sleeve_data::model::{CopyState, Setting, ValueId, hidden};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

const WIDTH: usize = 100;

pub(super) fn write(w: &DeckView) -> String {
    let mut out = String::new();
    let deck = w.deck;
    let value =
        |slot: &Option<sleeve_data::model::Spanned<String>>| slot.as_ref().map(|s| s.value.clone());
    let heads = [
        ("game", Some(deck.game.clone())),
        ("format", value(&deck.format)),
        ("name", deck.name.clone()),
        ("player", deck.player.clone()),
        ("role", value(&deck.role)),
        ("source", deck.source.clone()),
        ("notes", deck.remarks.clone()),
    ];
    for (key, value) in heads {
        if let Some(value) = value {
            let _ = writeln!(out, "{key} = {}", quote(&value));
        }
    }
    if !deck.parameters.is_empty() {
        out.push_str("\n[parameters]\n");
        for (name, value) in &deck.parameters {
            let value = match &value.value {
                Setting::Number(number) => number.to_string(),
                Setting::Word(word) => quote(word),
            };
            let _ = writeln!(out, "{} = {value}", format_key(&name.value));
        }
    }
    write_zones(w, &mut out);
    if !deck.carried.is_empty() {
        out.push_str("\n[carried]\n");
        for carried in &deck.carried {
            let cargo =
                carried.cargo.iter().map(|card| quote(&w.names.unique_name_of_copy(card.value)));
            let cargo = cargo.collect::<Vec<_>>().join(", ");
            let carrier = quote(&w.names.unique_name_of_copy(carried.carrier.value));
            let _ = writeln!(out, "{carrier} = [{cargo}]");
        }
    }
    out
}

fn write_zones(w: &DeckView, out: &mut String) {
    let zones: Vec<(&str, Vec<ListRow>)> =
        w.zones().into_iter().map(|z| (z, zone_rows(w, z))).collect();
    let counted = |row: &ListRow| row.count > 1 || is_in_state(w, row);
    let (tables, arrays): (Vec<_>, Vec<_>) =
        zones.into_iter().partition(|(_, rows)| rows.iter().any(counted));
    if !arrays.is_empty() || tables.is_empty() {
        out.push_str("\n[zones]\n");
    }
    for (zone, rows) in &arrays {
        write_array(w, zone, rows, out);
    }
    for (zone, rows) in &tables {
        let _ = writeln!(out, "\n[zones.{}]", format_key(zone));
        if rows.iter().any(|row| is_in_state(w, row)) {
            write_states(w, rows, out);
            continue;
        }
        for row in rows {
            let _ = writeln!(out, "{} = {}{}", quoted_name(w, row), row.count, name_remark(w, row));
        }
    }
}

fn is_in_state(w: &DeckView, row: &ListRow) -> bool {
    row.card.is_ok_and(|card| w.catalog.cards.state(card).is_some())
}

/// The rows of a zone with copies in a state, those of one card under one key.
fn write_states(w: &DeckView, rows: &[ListRow], out: &mut String) {
    let mut cards: Vec<(String, Vec<&ListRow>)> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows {
        let name = quoted_name(w, row);
        let at = *places.entry(name.clone()).or_insert(cards.len());
        match cards.get_mut(at) {
            Some((_, rows)) => rows.push(row),
            None => cards.push((name, vec![row])),
        }
    }
    for (name, rows) in cards {
        let remark = rows.first().map(|row| name_remark(w, row)).unwrap_or_default();
        let copies: Vec<String> = rows.iter().map(|row| format_state(w, row)).collect();
        let _ = match rows.as_slice() {
            [one] if !is_in_state(w, one) => writeln!(out, "{name} = {}{remark}", one.count),
            [_] => writeln!(out, "{name} = {}{remark}", copies.concat()),
            _ => {
                let line = format!("{name} = [{}]", copies.join(", "));
                if line.chars().count() <= WIDTH {
                    writeln!(out, "{line}{remark}")
                } else {
                    writeln!(out, "{name} = [{remark}\n    {},\n]", copies.join(",\n    "))
                }
            }
        };
    }
}

/// `{ count = 2, level = 4, tags = ["hh"] }`.
fn format_state(w: &DeckView, row: &ListRow) -> String {
    let mut out = format!("{{ count = {}", row.count);
    let state = row.card.ok().and_then(|card| w.catalog.cards.state(card));
    let values = state.map(CopyState::values).unwrap_or_default();
    for (id, value) in values {
        let Some(attribute) = w.catalog.game.attribute_of(*id) else { continue };
        let word = |value: &ValueId| {
            attribute.values().get(value.index()).map(|named| quote(&named.id)).unwrap_or_default()
        };
        let value = match value {
            Value::Number(number) => number.to_string(),
            Value::Flag(flag) => flag.to_string(),
            Value::Enum(value) => word(value),
            Value::Set(values) => {
                let words: Vec<String> = values.iter().map(|(value, _)| word(value)).collect();
                format!("[{}]", words.join(", "))
            }
            // No deck says these of copies.
            Value::Unknown(_) | Value::Choice(_) | Value::Text(_) | Value::Date(_) => continue,
        };
        let _ = write!(out, ", {} = {value}", format_key(&attribute.named.id));
    }
    out.push_str(" }");
    out
}

/// The rows of a zone. A key stands once in a table, with a count that is read back: a card of which
/// there are more copies stands as often as it is held.
fn zone_rows<'a>(w: &DeckView<'a>, zone: &str) -> Vec<ListRow<'a>> {
    let rows = w.rows(zone);
    if rows.iter().any(|row| is_in_state(w, row)) {
        return rows;
    }
    let mut held: BTreeSet<String> = BTreeSet::new();
    let fits = rows.iter().all(|row| held.insert(quoted_name(w, row)));
    let copies: u64 = rows.iter().map(|row| u64::from(row.count)).sum();
    if fits && rows.iter().all(|row| row.count <= MAX_COUNT) || copies > MAX_ENTRIES as u64 {
        return rows;
    }
    let copies =
        |row: ListRow<'a>| std::iter::repeat_n(ListRow { count: 1, ..row }, row.count as usize);
    rows.into_iter().flat_map(copies).collect()
}

fn write_array(w: &DeckView, zone: &str, rows: &[ListRow], out: &mut String) {
    let names: Vec<String> = rows.iter().map(|row| quoted_name(w, row)).collect();
    let line = format!("{} = [{}]\n", format_key(zone), names.join(", "));
    let remarks = rows.iter().any(|row| !name_remark(w, row).is_empty());
    if line.chars().count() <= WIDTH && !remarks {
        out.push_str(&line);
        return;
    }
    let _ = write!(out, "{} = [", format_key(zone));
    let mut used = WIDTH;
    for (row, name) in rows.iter().zip(&names) {
        let length = name.chars().count() + 2;
        let remark = name_remark(w, row);
        if used + length > WIDTH || !remark.is_empty() {
            out.push_str("\n   ");
            used = 3;
        }
        let _ = write!(out, " {name},{remark}");
        used = if remark.is_empty() { used + length } else { WIDTH };
    }
    out.push_str("\n]\n");
}

fn quoted_name(w: &DeckView, row: &ListRow) -> String {
    quote(row.card.map_or_else(|text| text, |card| w.names.unique_name(card)))
}

/// The name behind an id.
fn name_remark(w: &DeckView, row: &ListRow) -> String {
    match row.card {
        Ok(card) if w.names.by_id.contains(&card) && w.names.name(card) != w.names.id(card) => {
            format!("  # {}", drop_hidden(w.names.name(card)))
        }
        _ => String::new(),
    }
}

fn drop_hidden(text: &str) -> String {
    text.chars().filter(|c| !hidden::is_hidden(*c)).collect()
}

fn format_key(name: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(bare) { name.to_owned() } else { quote(name) }
}

/// A basic string on one line.
fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if hidden::is_hidden(c) => {
                let _ = match c as u32 {
                    code @ 0x1_0000.. => write!(out, "\\U{code:08X}"),
                    code => write!(out, "\\u{code:04X}"),
                };
            }
            c => out.push(c),
        }
    }
    out.push('"');
    // No build server sees a command in it.
    out.replace("##[", "\\u0023#[")
}
