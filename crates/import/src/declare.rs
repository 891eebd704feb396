//! Adds undeclared words to the text of a `game.toml` and leaves the rest unchanged.

use crate::{
    messages::ImportMessage,
    undeclared::{UndeclaredAttribute, UndeclaredSet, UndeclaredVocabulary},
};
use sleeve_data::model::{Date, hidden::quoted_toml};
use std::collections::BTreeMap;
use toml_edit::{Array, Datetime, DocumentMut, InlineTable, Item, Table, TableLike, Value, value};

/// A `game.toml` with its new entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameDeclaration {
    pub text: String,
    /// In the order of the file.
    pub additions: Vec<Addition>,
}

/// A table added to a `game.toml`, or values added to one of its fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addition {
    /// The path of the table, such as `attributes.cost`.
    pub table: String,
    /// Ids of values added to a known field; empty if the whole table is new.
    pub values: Vec<String>,
}

/// Adds the undeclared words to the text of a `game.toml`.
///
/// # Errors
/// The text is not TOML, or another value is at the place of a table.
pub fn declare_words(
    path: &str,
    text: &str,
    undeclared: &UndeclaredVocabulary,
) -> Result<GameDeclaration, ImportMessage> {
    let game_file = path.to_owned();
    let mut document: DocumentMut = match text.parse::<DocumentMut>() {
        Ok(document) => document,
        Err(error) => {
            let message = error.message().to_owned();
            return Err(ImportMessage::GameFile { path: game_file, message });
        }
    };
    let mut writer = DeclarationWriter { document: &mut document, additions: Vec::new() };
    if let Err(place) = writer.add_words(undeclared) {
        return Err(ImportMessage::GameFile { path: game_file, message: format!("`{place}`") });
    }
    let additions = writer.additions;
    if !undeclared.sets.is_empty() {
        sort_sets_by_date(&mut document);
    }
    Ok(GameDeclaration { text: document.to_string(), additions })
}

struct DeclarationWriter<'d> {
    document: &'d mut DocumentMut,
    additions: Vec<Addition>,
}

impl DeclarationWriter<'_> {
    /// Adds all words.
    ///
    /// # Errors
    /// The name of a table with another value at its place.
    fn add_words(&mut self, undeclared: &UndeclaredVocabulary) -> Result<(), &'static str> {
        for (id, printed) in &undeclared.kinds {
            let mut table = Table::new();
            table.insert("name", text_item(printed));
            self.add_table("kinds", id, table)?;
        }
        for attribute in &undeclared.attributes {
            if attribute.is_declared {
                self.add_values(attribute)?;
            } else {
                self.add_table("attributes", &attribute.id, attribute_table(attribute))?;
            }
        }
        for (id, has_amount) in &undeclared.effects {
            let mut table = Table::new();
            table.insert("name", value(id.replace('-', " ")));
            if *has_amount {
                table.insert("amount", value(true));
            }
            self.add_table("effects", id, table)?;
        }
        let mut sets: Vec<(&String, &UndeclaredSet)> = undeclared.sets.iter().collect();
        // By date, in the usual order of games. Sets without a date come last, because their place
        // is unknown.
        sets.sort_by_key(|(id, set)| (set.released.is_none(), set.released, *id));
        for (id, set) in sets {
            self.add_table("sets", id, set_table(id, set))?;
        }
        Ok(())
    }

    /// Returns the table of tables with this name, and creates it if necessary.
    fn table_group(&mut self, group: &'static str) -> Result<&mut dyn TableLike, &'static str> {
        let mut new = Table::new();
        new.set_implicit(true);
        let item = self.document.entry(group).or_insert(Item::Table(new));
        item.as_table_like_mut().ok_or(group)
    }

    /// Adds a table unless it exists.
    fn add_table(
        &mut self,
        group: &'static str,
        id: &str,
        table: Table,
    ) -> Result<(), &'static str> {
        let is_inline = self.document.get(group).is_some_and(Item::is_inline_table);
        let tables = self.table_group(group)?;
        if tables.contains_key(id) {
            return Ok(());
        }
        // TOML does not allow `[kinds.id]` below an inline table.
        let item = if is_inline {
            Item::Value(Value::InlineTable(table.into_inline_table()))
        } else {
            Item::Table(table)
        };
        tables.insert(id, item);
        self.additions
            .push(Addition { table: format!("{group}.{id}"), values: Vec::new() });
        Ok(())
    }

    /// Adds values to a known field.
    fn add_values(&mut self, attribute: &UndeclaredAttribute) -> Result<(), &'static str> {
        let attributes = self.table_group("attributes")?;
        // The field may be declared below this file, which then only extends the game.
        if !attributes.contains_key(&attribute.id) {
            attributes.insert(&attribute.id, Item::Table(Table::new()));
        }
        let item = attributes
            .get_mut(&attribute.id)
            .and_then(Item::as_table_like_mut);
        let table = item.ok_or("attributes")?;
        let values = table
            .entry("values")
            .or_insert(Item::Value(Value::Array(Array::new())));
        append_values(values.as_array_mut().ok_or("values")?, &attribute.values);
        let added = attribute.values.keys().cloned().collect();
        let table = format!("attributes.{}", attribute.id);
        self.additions.push(Addition { table, values: added });
        Ok(())
    }
}

/// Appends values to a list, each on its own line if the others are.
fn append_values(list: &mut Array, values: &BTreeMap<String, String>) {
    let prefix = list
        .iter()
        .last()
        .and_then(|value| value.decor().prefix()?.as_str());
    let line = prefix.and_then(|prefix| prefix.get(prefix.rfind('\n')?..));
    let Some(line) = line.map(str::to_owned) else {
        values
            .iter()
            .for_each(|(id, printed)| list.push(value_entry(id, printed)));
        return;
    };
    // A comment after the last value is part of the list's trailing text and stays with that value.
    let end = list
        .trailing()
        .as_str()
        .unwrap_or_default()
        .trim_end()
        .to_owned();
    for (at, (id, printed)) in values.iter().enumerate() {
        let before = if at == 0 { format!("{end}{line}") } else { line.clone() };
        list.push_formatted(value_entry(id, printed).decorated(before, ""));
    }
    list.set_trailing("\n");
    list.set_trailing_comma(true);
}

fn attribute_table(attribute: &UndeclaredAttribute) -> Table {
    let mut table = Table::new();
    table.insert("type", value(attribute.kind));
    if attribute.counts {
        table.insert("counts", value(true));
    }
    if !attribute.kinds.is_empty() {
        table.insert("kinds", value(attribute.kinds.iter().collect::<Array>()));
    }
    if !attribute.values.is_empty() {
        let values = attribute
            .values
            .iter()
            .map(|(id, printed)| value_entry(id, printed));
        table.insert("values", value(values.collect::<Array>()));
    }
    table
}

/// A value: its id, and its name if that is more than the id with capitals.
fn value_entry(id: &str, printed: &str) -> Value {
    if printed.to_lowercase() == id {
        return Value::from(id);
    }
    let mut table = InlineTable::new();
    table.insert("id", Value::from(id));
    table.insert("name", text_value(printed));
    Value::InlineTable(table)
}

/// A text with hidden characters as escapes, as in card files.
fn text_value(text: &str) -> Value {
    quoted_toml(text)
        .parse()
        .unwrap_or_else(|_| Value::from(text))
}

fn text_item(text: &str) -> Item {
    Item::Value(text_value(text))
}

fn set_table(id: &str, set: &UndeclaredSet) -> Table {
    let mut table = Table::new();
    let name = set.name.as_ref().unwrap_or(&set.code);
    table.insert("name", text_item(name));
    if set.code != id {
        table.insert("code", text_item(&set.code));
    }
    if let Some(day) = set
        .released
        .and_then(|day| day.to_string().parse::<Datetime>().ok())
    {
        table.insert("released", value(day));
    }
    table
}

/// Sorts the sets by date. A set without a date stays after the one it follows.
fn sort_sets_by_date(document: &mut DocumentMut) {
    let Some(sets) = document.get_mut("sets").and_then(Item::as_table_mut) else { return };
    let names: Vec<String> = sets.iter().map(|(name, _)| name.to_owned()).collect();
    let position = names
        .first()
        .and_then(|name| sets.get(name)?.as_table()?.position());
    let mut ordered: Vec<(Option<Date>, String)> = Vec::new();
    for name in names {
        let day = sets.get(&name).and_then(release_day);
        let later = ordered
            .iter()
            .position(|(other, _)| day.is_some() && *other > day);
        ordered.insert(later.unwrap_or(ordered.len()), (day, name));
    }
    for (_, name) in ordered {
        let Some((key, mut item)) = sets.remove_entry(&name) else { continue };
        if let Some(table) = item.as_table_mut() {
            // Tables are written by position; those with the same position keep their order here.
            table.set_position(position);
        }
        sets.entry_format(&key).or_insert(item);
    }
}

fn release_day(set: &Item) -> Option<Date> {
    let day = set.get("released")?.as_datetime()?.date?;
    Date::from_ymd(i32::from(day.year), u32::from(day.month), u32::from(day.day))
}
