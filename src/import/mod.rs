//! Card data from other sources: a community's card records become our card files.
//!
//! What the records look like, which of their fields are facts, which records are printings of one card and how effects show in a
//! card's text is data: a [`Mapping`], read from the `import.toml` of a game. The same sources and mapping always give the same bytes.
//! Texts of cards are used to derive effects; they are handed back apart ([`Imported::texts`]), for a user's own overlay only.

#![warn(unreachable_pub)]

mod card;
mod check;
mod declare;
mod effects;
mod fields;
mod files;
mod found;
mod joins;
mod keys;
mod mapping;
mod messages;
mod names;
mod parts;
mod path;
mod reading;
mod records;
mod sets;
mod sources;
mod summary;
mod tree;
mod unique;
mod value;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use declare::{Addition, Declared, declare};
pub use found::{Found, FoundAttribute, FoundSet};
pub use mapping::Mapping;
pub use messages::{Expected, ImportMessage, Place};
pub use records::Refused;
pub use sources::{MAX_RECORDS, holds_records};
pub use summary::{Change, Summary, compare};
pub use tree::MAX_FIELDS;
pub use vocabulary::Vocabulary;

pub(crate) use keys::IMPORT_KEYS;

use fields::Reading;
use files::natural;
use found::Words;
use records::Record;
use serde_json::Value;
use sources::{Context, Sink};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tree::{Fields, Named};

/// So many refused records are told one by one; the rest are counted.
pub const MAX_REFUSED: usize = 100;

/// One file to import.
#[derive(Debug, Clone, Copy)]
pub struct ImportInput<'a> {
    /// Its path, `/` between its parts: what errors call it, and what the patterns of the mapping are asked.
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

/// Something of a card that a person should look at; it did not stop the import.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Id of the card.
    pub card: String,
    /// What was found.
    pub message: ImportMessage,
}

/// The outcome of an import.
#[derive(Debug, Default)]
pub struct Imported {
    /// Facts: a file for each set, several where it is large.
    pub files: Vec<ImportedFile>,
    /// The same cards with nothing but their texts: for a user's overlay, never to be shipped.
    pub texts: Vec<ImportedFile>,
    /// How many cards.
    pub cards: usize,
    /// How many records were read.
    pub records: usize,
    /// What a person should look at, card by card.
    pub notes: Vec<Note>,
    /// What is to be known of the sources as a whole.
    pub remarks: Vec<ImportMessage>,
    /// The first records that did not become cards.
    pub refused: Vec<Refused>,
    /// How many there are in all.
    pub refused_count: usize,
    /// What the game does not declare; nothing unless the mapping [declares](Mapping::declaring).
    pub found: Found,
}

/// Turns card records into card files, one per set.
///
/// # Errors
/// When a source cannot be read, or nothing of it becomes a card.
pub fn import(inputs: &[ImportInput<'_>], mapping: &Mapping) -> Result<Imported, ImportMessage> {
    let mut importer = Importer::new(mapping);
    for input in inputs {
        importer.add(*input)?;
    }
    importer.finish()
}

/// The text of a source from its bytes: a sheet may be in an encoding of old programs, which is told by a line.
///
/// # Errors
/// When it is no text: the line of the first byte that tells.
pub fn source_text<'b>(
    name: &str,
    bytes: &'b [u8],
) -> Result<(std::borrow::Cow<'b, str>, Option<ImportMessage>), u32> {
    let (text, guessed) = sources::text_of(name, bytes)?;
    let input = name.to_owned();
    Ok((text, guessed.map(|line| ImportMessage::Guessed { input, line })))
}

/// Sources on their way to cards, file after file: of each only what the mapping names is kept.
#[derive(Debug)]
pub struct Importer<'m> {
    mapping: &'m Mapping,
    fields: Fields,
    records: Vec<Record>,
    /// Records of the joins, in their order.
    joined: Vec<Vec<Record>>,
    /// How many files each join had.
    join_files: Vec<usize>,
    /// What of records is kept: of cards, then of each join.
    kept: Vec<Named>,
    files: usize,
    unread: Vec<String>,
    count: usize,
    refused: Vec<Refused>,
    refused_count: usize,
}

impl<'m> Importer<'m> {
    /// No source yet.
    #[must_use]
    pub fn new(mapping: &'m Mapping) -> Importer<'m> {
        let of_joins = mapping.joins.iter().map(|join| tree::needed(mapping, Some(&join.name)));
        let kept = std::iter::once(tree::needed(mapping, None)).chain(of_joins).collect();
        Importer {
            mapping,
            fields: Fields::default(),
            records: Vec::new(),
            joined: mapping.joins.iter().map(|_| Vec::new()).collect(),
            join_files: vec![0; mapping.joins.len()],
            kept,
            files: 0,
            unread: Vec::new(),
            count: 0,
            refused: Vec::new(),
            refused_count: 0,
        }
    }

    /// Reads a source.
    ///
    /// # Errors
    /// When it cannot be read as a whole. A record that cannot is [refused](Imported::refused).
    pub fn add(&mut self, input: ImportInput<'_>) -> Result<(), ImportMessage> {
        let mapping = self.mapping;
        let joins = || mapping.joins.iter().enumerate();
        let mut roles: Vec<Option<usize>> = joins()
            .filter(|(_, join)| join.files.is_match(input.name))
            .map(|(at, _)| Some(at))
            .collect();
        let holds_cards = match &mapping.records.files {
            Some(files) => files.is_match(input.name),
            None => roles.is_empty(),
        };
        if holds_cards {
            roles.push(None);
        }
        if roles.is_empty() {
            self.unread.push(input.name.to_owned());
        }
        for join in roles {
            let list = match join.and_then(|at| mapping.joins.get(at)) {
                Some(join) => &join.list,
                None => &mapping.records.list,
            };
            match join {
                Some(at) => self.join_files.iter_mut().skip(at).take(1).for_each(|n| *n += 1),
                None => self.files += 1,
            }
            let mut taking = Taking { importer: self, join };
            sources::read(input.name, input.text, list, &mut taking)?;
        }
        Ok(())
    }

    /// Makes cards of all that was read.
    ///
    /// # Errors
    /// When there is nothing, or nothing of it becomes a card.
    pub fn finish(mut self) -> Result<Imported, ImportMessage> {
        let mapping = self.mapping;
        if self.files == 0 {
            return Err(ImportMessage::NoInput);
        }
        for (join, files) in mapping.joins.iter().zip(&self.join_files) {
            if *files == 0 {
                let (name, files) = (join.name.clone(), join.patterns.clone());
                return Err(ImportMessage::NoJoinFile { name, files });
            }
        }
        let mut out = Imported { records: self.count, ..Imported::default() };
        if let count @ 1.. = self.unread.len() {
            let examples = self.unread.iter().take(5).cloned().collect();
            out.remarks.push(ImportMessage::UnreadFiles { count, examples });
        }
        let mut records = std::mem::take(&mut self.records);
        let joined = std::mem::take(&mut self.joined);
        out.remarks.extend(joins::attach(&mut records, joined, mapping)?);
        let mut groups = self.by_id(records);
        self.sets(&groups)?;
        let mut words = Words::default();
        let mut cards = Vec::new();
        for records in groups.values_mut() {
            records::fold(records, mapping);
            let Some(first) = records.first() else { continue };
            match card::build(first, records, mapping) {
                Ok(card) => {
                    let mut notes = card.notes.clone();
                    words.add(&card, &mut notes);
                    if mapping.declares {
                        let codes = sets::codes(records, mapping).unwrap_or_default();
                        words.set(first, &codes, mapping);
                    } else {
                        notes.extend(undeclared(&card, mapping));
                    }
                    let note = |message| Note { card: card.id.clone(), message };
                    out.notes.extend(notes.into_iter().map(note));
                    cards.push(card);
                }
                Err(why) => {
                    let (place, context) = (first.place, Arc::clone(&first.context));
                    let id = Some(first.key.clone());
                    self.refuse_record(place, &context, id, why);
                }
            }
        }
        if cards.is_empty() && self.refused.is_empty() {
            return Err(ImportMessage::NoCard { refused: 0 });
        }
        out.cards = cards.len();
        if mapping.declares {
            out.found = words.found(mapping)?;
        }
        files::write(cards, mapping, &mut out);
        out.notes.dedup();
        out.remarks.extend(self.fields.notes(mapping));
        (out.refused, out.refused_count) = (self.refused, self.refused_count);
        out.refused.sort_by_key(|record| record.place);
        Ok(out)
    }

    /// The records by the ids of their cards, in the order of the sources.
    fn by_id(&mut self, records: Vec<Record>) -> BTreeMap<String, Vec<Record>> {
        let mut groups: BTreeMap<String, Vec<Record>> = BTreeMap::new();
        for mut record in records {
            let key = match id(&record, self.mapping) {
                Ok(key) => key,
                Err(why) => {
                    let (place, context) = (record.place, Arc::clone(&record.context));
                    self.refuse_record(place, &context, None, why);
                    continue;
                }
            };
            record.key.clone_from(&key);
            match groups.get(&key).and_then(|others| others.first()) {
                Some(other) if !self.mapping.records.printings_of_one => {
                    let (input, place) = (other.context.input.to_string(), other.place);
                    let why = ImportMessage::SameId { input, place };
                    let (place, context) = (record.place, Arc::clone(&record.context));
                    self.refuse_record(place, &context, Some(key), why);
                }
                _ => groups.entry(key).or_default().push(record),
            }
        }
        groups
    }

    /// All sets that records name must be declared; all that are not are reported at once.
    fn sets(&self, groups: &BTreeMap<String, Vec<Record>>) -> Result<(), ImportMessage> {
        if self.mapping.declares {
            return Ok(());
        }
        let known = &self.mapping.vocabulary;
        let (mut unknown, mut count) = (BTreeSet::new(), 0);
        for records in groups.values() {
            // One that does not say its set is refused later, by itself.
            let codes = sets::codes(records, self.mapping).unwrap_or_default();
            let new: Vec<String> =
                codes.into_iter().filter(|code| known.set(code).is_none()).collect();
            count += if new.is_empty() { 0 } else { records.len() };
            unknown.extend(new);
        }
        if unknown.is_empty() {
            return Ok(());
        }
        let mut codes: Vec<String> = unknown.into_iter().collect();
        codes.sort_by_cached_key(|code| natural(code));
        Err(ImportMessage::UnknownSets { count, codes })
    }

    fn refuse_record(
        &mut self,
        place: Place,
        context: &Context,
        id: Option<String>,
        why: ImportMessage,
    ) {
        self.refused_count += 1;
        if self.refused.len() < MAX_REFUSED {
            let input = context.input.to_string();
            let id = id.or_else(|| context.key.as_deref().map(str::to_owned));
            self.refused.push(Refused { input, place, id, why });
        }
    }
}

/// The id of the card that a record is of.
fn id(record: &Record, mapping: &Mapping) -> Result<String, ImportMessage> {
    let shape = &mapping.records;
    let (from, found) = match (&mapping.id, &shape.key) {
        (Some(field), _) => {
            let mut reading = Reading { record, mapping, words: Vec::new() };
            let found = reading.printed(field, &shape.front);
            let found =
                if found.is_empty() { field.default.clone().unwrap_or_default() } else { found };
            let found = match field.form {
                mapping::As::Word if !found.is_empty() => {
                    Some(reading.word(field, &found.join("-"))?)
                }
                _ => found.into_iter().next(),
            };
            (field.written.clone(), found)
        }
        (None, Some(key)) => {
            let written = mapping.named.iter().find(|(_, path)| path == key);
            let from = written.map(|(text, _)| text.clone()).into_iter().collect();
            (from, record.strings(key).into_iter().next())
        }
        (None, None) => (Vec::new(), None),
    };
    match found {
        Some(found) if records::is_id(&found) => Ok(found),
        found => Err(ImportMessage::NoId { from, found }),
    }
}

/// Words of a card that the game does not declare.
fn undeclared<'c>(
    card: &'c card::Card,
    mapping: &'c Mapping,
) -> impl Iterator<Item = ImportMessage> + 'c {
    let is_new = |word: &&fields::Word| {
        let declared = mapping.vocabulary.attributes.get(&word.field);
        declared.is_some_and(|declared| !declared.values.contains(&word.id))
    };
    card.words.iter().filter(is_new).map(|word| {
        let (field, value) = (word.field.clone(), word.id.clone());
        ImportMessage::Undeclared { field, value }
    })
}

/// Takes the records of one file for the cards, or for a join.
struct Taking<'t, 'm> {
    importer: &'t mut Importer<'m>,
    join: Option<usize>,
}

impl Taking<'_, '_> {
    /// What stands before the fields in the tree of all fields.
    fn before(&self) -> Option<String> {
        let join = self.join.and_then(|at| self.importer.mapping.joins.get(at));
        join.map(|join| format!("@{}", join.name))
    }
}

impl Sink for Taking<'_, '_> {
    fn record(
        &mut self,
        place: Place,
        mut value: Value,
        context: &Arc<Context>,
    ) -> Result<(), ImportMessage> {
        let before: Vec<String> = self.before().into_iter().collect();
        let importer = &mut *self.importer;
        let taken = importer.joined.iter().map(Vec::len).sum::<usize>() + importer.records.len();
        if taken + importer.refused_count >= MAX_RECORDS {
            let input = context.input.to_string();
            return Err(ImportMessage::TooManyRecords { input, limit: MAX_RECORDS });
        }
        importer.count += usize::from(self.join.is_none());
        if !value.is_object() {
            importer.refuse_record(place, context, None, ImportMessage::NoObject);
            return Ok(());
        }
        importer.fields.count(&before, &value);
        if let Some(kept) = importer.kept.get(self.join.map_or(0, |at| at + 1)) {
            kept.prune(&mut value);
        }
        let record = Record::new(place, value, context);
        let records = match self.join {
            Some(at) => importer.joined.get_mut(at),
            None => Some(&mut importer.records),
        };
        if let Some(records) = records {
            records.push(record);
        }
        Ok(())
    }

    fn enclosing(&mut self, depth: usize, value: &Value) {
        let mut before: Vec<String> = self.before().into_iter().collect();
        before.extend(std::iter::repeat_n("@up".to_owned(), depth + 1));
        self.importer.fields.count(&before, value);
    }

    fn refuse(&mut self, place: Place, context: &Arc<Context>, message: ImportMessage) {
        self.importer.count += usize::from(self.join.is_none());
        self.importer.refuse_record(place, context, None, message);
    }
}
