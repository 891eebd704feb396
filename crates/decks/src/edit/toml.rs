//! Edits our own TOML. Numbers, names and keys change; comments and order stay.

use super::{EditError, EditPlan, zone_id};
use crate::{toml::COUNT_KEY, view::NameStyle};
use sleeve_data::model::{Deck, Format, hidden};
use toml_edit::{Array, Decor, DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

/// Edits the text of our own deck file by a plan.
pub(super) fn edit(
    deck: &Deck,
    wanted: &Deck,
    plan: &EditPlan,
    format: &Format,
    names: &NameStyle<'_>,
) -> Result<String, EditError> {
    let mut document: DocumentMut = deck.text.parse().map_err(|_| EditError::Shape)?;
    let zones = get_table(&mut document, "zones")?;
    let keys: Vec<String> = zones.iter().map(|(key, _)| key.to_owned()).collect();
    // The plan's lines and the document's entries have the same order, zone by zone, so each entry
    // takes the next line.
    let mut lines = plan.lines.iter();
    let mut fresh = plan.new_lines.clone();
    for key in keys {
        let item = zones.get_mut(&key).ok_or(EditError::Shape)?;
        let zone_id = zone_id(format, &key);
        let coming: Vec<_> = fresh
            .iter()
            .filter(|(zone, _, _)| *zone == zone_id)
            .cloned()
            .collect();
        fresh.retain(|(zone, _, _)| *zone != zone_id);
        match item {
            Item::Value(Value::Array(array)) => edit_array(array, &mut lines, &coming, names)?,
            Item::Table(table) => edit_table(table, &mut lines, &coming, names)?,
            Item::Value(Value::InlineTable(table)) => {
                edit_table(table, &mut lines, &coming, names)?
            }
            _ => return Err(EditError::Shape),
        }
    }
    if lines.next().is_some() {
        return Err(EditError::Shape);
    }
    for (zone, card, count) in fresh {
        if zones.get(&zone).is_none() {
            zones.insert(&zone, Item::Table(Table::new()));
        }
        let table = zones.get_mut(&zone).and_then(Item::as_table_like_mut);
        let key = names.unique_name(card);
        table
            .ok_or(EditError::Shape)?
            .insert(key, value(i64::from(count)));
    }
    edit_statements(&mut document, deck, wanted)?;
    edit_carried(&mut document, deck, wanted)?;
    Ok(document.to_string())
}

fn get_table<'d>(
    document: &'d mut DocumentMut,
    key: &str,
) -> Result<&'d mut dyn TableLike, EditError> {
    document
        .get_mut(key)
        .and_then(Item::as_table_like_mut)
        .ok_or(EditError::Shape)
}

/// Writes the role and the format if they differ, and drops unwanted parameters.
fn edit_statements(
    document: &mut DocumentMut,
    deck: &Deck,
    wanted: &Deck,
) -> Result<(), EditError> {
    for (key, old, new) in
        [("role", &deck.role, &wanted.role), ("format", &deck.format, &wanted.format)]
    {
        if let (Some(old), Some(new)) = (old, new)
            && old.value != new.value
        {
            let item = document.get_mut(key).and_then(Item::as_value_mut);
            replace_value(item.ok_or(EditError::Shape)?, Value::from(new.value.as_str()));
        }
    }
    for (name, _) in &deck.parameters {
        if wanted
            .parameters
            .iter()
            .any(|(kept, _)| kept.value == name.value)
        {
            continue;
        }
        let table = get_table(document, "parameters")?;
        table.remove(&name.value);
        if table.is_empty() {
            document.remove("parameters");
        }
    }
    Ok(())
}

/// Replaces a value and keeps the spaces and comments around it.
fn replace_value(old: &mut Value, new: Value) {
    let decor = old.decor().clone();
    *old = new;
    *old.decor_mut() = decor;
}

type EditedLines<'l> = std::slice::Iter<'l, super::EditedLine>;
type NewCards = [(String, sleeve_data::model::CardIndex, u32)];

/// Edits an array of names, which repeats a card for each copy.
fn edit_array(
    array: &mut Array,
    lines: &mut EditedLines<'_>,
    coming: &NewCards,
    names: &NameStyle<'_>,
) -> Result<(), EditError> {
    let mut added: Vec<String> = Vec::new();
    let mut gone: Vec<usize> = Vec::new();
    for at in 0..array.len() {
        let line = lines.next().ok_or(EditError::Shape)?;
        let name = array
            .get(at)
            .and_then(Value::as_str)
            .ok_or(EditError::Shape)?;
        match line.after {
            0 => gone.push(at),
            n => added.extend(std::iter::repeat_n(name.to_owned(), (n - 1) as usize)),
        }
    }
    for (_, card, count) in coming {
        added.extend(std::iter::repeat_n(names.unique_name(*card).to_owned(), *count as usize));
    }
    // New names replace removed ones, in the same position on the page.
    let mut new_names = added.into_iter();
    let mut removed: Vec<usize> = Vec::new();
    for at in gone {
        match new_names.next() {
            Some(name) => {
                array.replace(at, name);
            }
            None => removed.push(at),
        }
    }
    // Backwards, so that the earlier indices stay valid.
    for at in removed.into_iter().rev() {
        array.remove(at);
    }
    for name in new_names {
        let shape = array.iter().last().map(|last| last.decor().clone());
        let mut new = Value::from(name);
        if let Some(shape) = shape {
            // A comment after the last name stays with that name.
            let lead = shape
                .prefix()
                .and_then(|p| p.as_str())
                .unwrap_or("")
                .to_owned();
            let lead = if lead.trim().is_empty() { lead } else { "\n    ".to_owned() };
            let lead = if array.len() == 1 && lead.is_empty() { " ".to_owned() } else { lead };
            new.decor_mut().set_prefix(lead);
        }
        array.push_formatted(new);
    }
    Ok(())
}

/// Edits a table of names and numbers.
fn edit_table<T: TableLike + EntryLines>(
    table: &mut T,
    lines: &mut EditedLines<'_>,
    coming: &NewCards,
    names: &NameStyle<'_>,
) -> Result<(), EditError> {
    let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    for key in keys {
        let item = table.get_mut(&key).ok_or(EditError::Shape)?;
        if !edit_copies(item, lines)? {
            table.remove(&key);
        }
    }
    for (_, card, count) in coming {
        let key = names.unique_name(*card).to_owned();
        if let Some(copies) = table.get_mut(&key) {
            // The name is already there, for copies in a state.
            add_plain_copies(copies, *count)?;
            continue;
        }
        table.insert(&key, value(i64::from(*count)));
        let card = names.catalog.cards.card(*card);
        if key == card.id() && card.name(names.lang) != key && T::HAS_LINES {
            let name = card
                .name(names.lang)
                .chars()
                .filter(|c| !hidden::is_hidden(*c));
            let remark = format!("  # {}", name.collect::<String>());
            if let Some(new) = table.get_mut(&key).and_then(Item::as_value_mut) {
                new.decor_mut().set_suffix(remark);
            }
        }
    }
    Ok(())
}

/// Edits the numbers of copies under a card's key: one number, one state, or several states.
/// Returns `false` if no copies are left.
fn edit_copies(item: &mut Item, lines: &mut EditedLines<'_>) -> Result<bool, EditError> {
    match item {
        Item::Value(Value::Array(states)) => {
            let mut gone = Vec::new();
            for at in 0..states.len() {
                let line = lines.next().ok_or(EditError::Shape)?;
                let state = states.get_mut(at).and_then(Value::as_inline_table_mut);
                if !edit_state(state.ok_or(EditError::Shape)?, line) {
                    gone.push(at);
                }
            }
            // Backwards, so that the earlier indices stay valid.
            for at in gone.into_iter().rev() {
                states.remove(at);
                if let Some(first) = states.get_mut(0).filter(|_| at == 0) {
                    drop_leading_blank(first);
                }
            }
            Ok(!states.is_empty())
        }
        Item::ArrayOfTables(states) => {
            let mut gone = Vec::new();
            for (at, state) in states.iter_mut().enumerate() {
                if !edit_state(state, lines.next().ok_or(EditError::Shape)?) {
                    gone.push(at);
                }
            }
            for at in gone.into_iter().rev() {
                states.remove(at);
            }
            Ok(!states.is_empty())
        }
        Item::Value(Value::InlineTable(state)) => {
            Ok(edit_state(state, lines.next().ok_or(EditError::Shape)?))
        }
        Item::Table(state) => Ok(edit_state(state, lines.next().ok_or(EditError::Shape)?)),
        Item::Value(old) => {
            let line = lines.next().ok_or(EditError::Shape)?;
            if line.after != line.before {
                replace_value(old, Value::from(i64::from(line.after)));
            }
            Ok(line.after > 0)
        }
        Item::None => Err(EditError::Shape),
    }
}

/// Edits the number of copies in a state. Returns `false` if none are left.
fn edit_state(state: &mut dyn TableLike, line: &super::EditedLine) -> bool {
    if line.after != line.before {
        match state.get_mut(COUNT_KEY).and_then(Item::as_value_mut) {
            Some(old) => replace_value(old, Value::from(i64::from(line.after))),
            None => {
                let mut count = Value::from(i64::from(line.after));
                // The space before `}` moves after the new last value.
                let last = state
                    .iter_mut()
                    .last()
                    .and_then(|(_, item)| item.as_value_mut());
                if let Some(last) = last.filter(|last| suffix(last) == " ") {
                    last.decor_mut().set_suffix("");
                    *count.decor_mut() = Decor::new(" ", " ");
                }
                state.insert(COUNT_KEY, Item::Value(count));
            }
        }
    }
    line.after > 0
}

fn suffix(value: &Value) -> &str {
    value
        .decor()
        .suffix()
        .and_then(|suffix| suffix.as_str())
        .unwrap_or_default()
}

/// Adds copies without a state under a key that has copies in a state.
fn add_plain_copies(copies: &mut Item, count: u32) -> Result<(), EditError> {
    let plain = InlineTable::from_iter([(COUNT_KEY, i64::from(count))]);
    match copies {
        Item::Value(Value::Array(states)) => states.push(plain),
        Item::ArrayOfTables(states) => {
            states.push(Table::from_iter([(COUNT_KEY, value(i64::from(count)))]));
        }
        Item::Value(Value::InlineTable(state)) => {
            let mut states = Array::new();
            states.push(std::mem::take(state));
            states.iter_mut().for_each(drop_leading_blank);
            states.push(plain);
            *copies = value(states);
        }
        _ => return Err(EditError::Shape),
    }
    Ok(())
}

/// Drops the space before a value that became the first of its array.
fn drop_leading_blank(first: &mut Value) {
    let decor = first.decor_mut();
    if decor
        .prefix()
        .and_then(|prefix| prefix.as_str())
        .is_some_and(|prefix| prefix == " ")
    {
        decor.set_prefix("");
    }
}

/// Whether each entry of this kind of table has its own line, where a comment may follow.
trait EntryLines {
    const HAS_LINES: bool;
}

impl EntryLines for Table {
    const HAS_LINES: bool = true;
}

impl EntryLines for InlineTable {
    const HAS_LINES: bool = false;
}

/// Removes cargo and carriers that the wanted deck no longer has.
fn edit_carried(document: &mut DocumentMut, deck: &Deck, wanted: &Deck) -> Result<(), EditError> {
    if deck.carried == wanted.carried {
        return Ok(());
    }
    let table = get_table(document, "carried")?;
    let keys: Vec<String> = table.iter().map(|(key, _)| key.to_owned()).collect();
    if keys.len() != deck.carried.len() {
        return Err(EditError::Shape);
    }
    let mut remaining = wanted.carried.iter().peekable();
    for (key, old) in keys.iter().zip(&deck.carried) {
        let matching = remaining.next_if(|new| new.carrier == old.carrier);
        let Some(new) = matching else {
            table.remove(key);
            continue;
        };
        let array = table
            .get_mut(key)
            .and_then(Item::as_array_mut)
            .ok_or(EditError::Shape)?;
        if array.len() != old.cargo.len() {
            return Err(EditError::Shape);
        }
        // Backwards, so that the earlier indices stay valid.
        for at in (0..old.cargo.len()).rev() {
            if old
                .cargo
                .get(at)
                .is_some_and(|cargo| !new.cargo.contains(cargo))
            {
                array.remove(at);
            }
        }
    }
    if table.is_empty() {
        document.remove("carried");
    }
    Ok(())
}
