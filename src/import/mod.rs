//! Card data from other sources: a community's card records become our card files.
//!
//! What the records look like, which of their fields are facts, which records are printings of one card and how effects show in a
//! card's text is data: a [`Mapping`], read from `cards/<game>/import.toml`. The same inputs and mapping always give the same bytes.
//! Texts of cards are used to derive effects; they are handed back apart ([`Imported::texts`]), for a user's own overlay only.

#![warn(unreachable_pub)]

mod card;
mod effects;
mod error;
mod fields;
mod mapping;
mod parts;
mod raw;
mod records;
mod summary;
mod value;
mod vocabulary;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

pub use error::ImportError;
pub use mapping::Mapping;
pub use summary::{Change, Summary, compare};
pub use vocabulary::Vocabulary;

#[cfg(test)]
pub(crate) use raw::schema as mapping_schema;

use card::Card;
use value::Value;

/// One file to import.
#[derive(Debug, Clone, Copy)]
pub struct ImportInput<'a> {
    /// What errors call it, usually its path.
    pub name: &'a str,
    /// Its content.
    pub text: &'a str,
}

/// One card file, ready to be written below the game's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    /// File name.
    pub path: String,
    /// Content.
    pub text: String,
}

/// Something a person should look at; it did not stop the import.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// Id of the card.
    pub card: String,
    /// What was found.
    pub message: String,
}

/// The outcome of an import.
#[derive(Debug, Default)]
pub struct Imported {
    /// Facts: one file per set.
    pub files: Vec<ImportedFile>,
    /// The same cards with nothing but their texts: for a user's overlay, never to be shipped.
    pub texts: Vec<ImportedFile>,
    /// How many cards.
    pub cards: usize,
    /// How many records they were made from.
    pub records: usize,
    /// What a person should look at.
    pub notes: Vec<Note>,
}

/// Turns card records into card files, one per set.
pub fn import(inputs: &[ImportInput<'_>], mapping: &Mapping) -> Result<Imported, ImportError> {
    if inputs.is_empty() {
        return Err(ImportError::NoInput);
    }
    let mut groups = records::read(inputs, mapping)?;
    let mut out = Imported {
        cards: groups.len(),
        records: groups.values().map(Vec::len).sum(),
        ..Imported::default()
    };
    check_sets(&groups, mapping)?;
    let mut by_set: BTreeMap<String, Vec<Card>> = BTreeMap::new();
    for records in groups.values_mut() {
        records::fold(records, mapping);
        let card = card::build(records, mapping, &mut out.notes)?;
        by_set.entry(card.set_code.clone()).or_default().push(card);
    }
    for (code, mut cards) in by_set {
        cards.sort_by_cached_key(|card| natural(&card.id));
        let set = mapping.vocabulary.sets.get(&code).map_or(code.as_str(), String::as_str);
        let path = format!("{code}-{set}.toml");
        if cards.iter().any(|card| !card.texts.is_empty()) {
            out.texts.push(ImportedFile { path: path.clone(), text: texts_file(&cards) });
        }
        out.files.push(ImportedFile { path, text: facts_file(set, &cards, mapping) });
    }
    out.notes.sort();
    out.notes.dedup();
    Ok(out)
}

/// All sets that records name must be declared; all that are not are reported at once.
fn check_sets(
    groups: &BTreeMap<String, Vec<records::Record<'_>>>,
    mapping: &Mapping,
) -> Result<(), ImportError> {
    let mut codes: BTreeSet<String> = BTreeSet::new();
    let mut count = 0;
    for record in groups.values().flatten() {
        let unknown: Vec<String> = card::set_codes(record, mapping)?
            .into_iter()
            .filter(|c| !mapping.vocabulary.sets.contains_key(c))
            .collect();
        count += usize::from(!unknown.is_empty());
        codes.extend(unknown);
    }
    if codes.is_empty() {
        return Ok(());
    }
    let mut codes: Vec<String> = codes.into_iter().collect();
    codes.sort_by_cached_key(|code| natural(code));
    Err(ImportError::UnknownSets { count, codes })
}

fn facts_file(set: &str, cards: &[Card], mapping: &Mapping) -> String {
    let mut out = header(&mapping.header);
    let provenance = mapping.provenance.iter().map(|(field, of)| (key(field), Value::text(of)));
    let defaults = [
        ("set".to_owned(), Value::text(set)),
        ("provenance".to_owned(), Value::Table(provenance.collect())),
    ];
    out.push_str("file = ");
    value::write_table(&defaults, &mut out);
    out.push('\n');
    list(&mut out, cards.iter().map(|card| &card.entries));
    out
}

/// A field as a key of an inline table: that of a face has a dot in it.
fn key(field: &str) -> String {
    if field.contains('.') { format!("\"{field}\"") } else { field.to_owned() }
}

fn texts_file(cards: &[Card]) -> String {
    let mut out = header(
        "Texts of cards for your own use: they belong to their owners, do not pass this file on.",
    );
    let entries: Vec<_> =
        cards.iter().filter(|card| !card.texts.is_empty()).map(Card::text_entries).collect();
    list(&mut out, entries.iter());
    out
}

fn header(text: &str) -> String {
    text.trim().lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect()
}

/// One card per line: TOML allows no line break inside an inline table.
fn list<'a>(out: &mut String, cards: impl Iterator<Item = &'a Vec<(String, Value)>>) {
    out.push_str("card = [\n");
    for entries in cards {
        out.push_str("    ");
        value::write_table(entries, out);
        out.push_str(",\n");
    }
    out.push_str("]\n");
}

/// Sorts `1_9` before `1_10`.
fn natural(id: &str) -> Vec<(u64, String)> {
    id.split(['_', '-', '.'])
        .map(|part| {
            let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = part.strip_suffix(rest).unwrap_or_default();
            (digits.parse().unwrap_or(u64::MAX), rest.to_owned())
        })
        .collect()
}
