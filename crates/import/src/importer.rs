//! The import: sources are read one after the other, and cards are made of all of them.

use crate::card_files::{self, natural_order};
use crate::field_usage::{self, FieldUsage, MappedFields};
use crate::fields::{self, RecordReader};
use crate::messages::{ImportMessage, RecordMessage, RecordPlace};
use crate::records::{self, Record, RefusedRecord};
use crate::sources::{self, MAX_RECORDS, RecordContext, RecordSink};
use crate::undeclared::WordCollector;
use crate::{ImportInput, ImportNote, Imported, Mapping, card, mapping, relations};
use rayon::prelude::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

/// Refused records that are listed; the rest are counted.
pub const MAX_REFUSED: usize = 100;

/// An import under way. Of each record only the fields that the mapping names are kept.
#[derive(Debug)]
pub struct Importer<'m> {
    mapping: &'m Mapping,
    fields: FieldUsage,
    records: Vec<Record>,
    /// Records of each join, in the order of the joins.
    joined: Vec<Vec<Record>>,
    /// Number of files of each join.
    join_files: Vec<usize>,
    /// Fields that are kept: of cards, then of each join.
    mapped_fields: Vec<MappedFields>,
    card_file_count: usize,
    unread_files: Vec<String>,
    record_count: usize,
    refused: Vec<RefusedRecord>,
    refused_count: usize,
    /// Ids of cards that are left out.
    known: BTreeSet<String>,
    /// Keys of the names of the game's cards.
    names: HashSet<String>,
}

impl<'m> Importer<'m> {
    /// An import without any source yet.
    #[must_use]
    pub fn new(mapping: &'m Mapping) -> Importer<'m> {
        let of_joins =
            mapping.joins.iter().map(|join| field_usage::needed_fields(mapping, Some(&join.name)));
        let kept =
            std::iter::once(field_usage::needed_fields(mapping, None)).chain(of_joins).collect();
        Importer {
            mapping,
            fields: FieldUsage::default(),
            records: Vec::new(),
            joined: mapping.joins.iter().map(|_| Vec::new()).collect(),
            join_files: vec![0; mapping.joins.len()],
            mapped_fields: kept,
            card_file_count: 0,
            unread_files: Vec::new(),
            record_count: 0,
            refused: Vec::new(),
            refused_count: 0,
            known: BTreeSet::new(),
            names: HashSet::new(),
        }
    }

    /// Leaves cards of these ids out; they are counted.
    #[must_use]
    pub fn leave_out(self, known: BTreeSet<String>) -> Importer<'m> {
        Importer { known, ..self }
    }

    /// Lets fields of cards name cards of the game as well; `names` are [keys](sleeve_data::model::fold::key).
    #[must_use]
    pub fn know_names(self, names: HashSet<String>) -> Importer<'m> {
        Importer { names, ..self }
    }

    /// Reads a source.
    ///
    /// # Errors
    /// When the source as a whole cannot be read. A single unreadable record is [refused](Imported::refused).
    pub fn add(&mut self, input: ImportInput<'_>) -> Result<(), ImportMessage> {
        let mapping = self.mapping;
        let joins = || mapping.joins.iter().enumerate();
        let mut roles: Vec<Option<usize>> = joins()
            .filter(|(_, join)| join.files.is_match(input.name))
            .map(|(at, _)| Some(at))
            .collect();
        // One file may serve several joins, and hold cards as well.
        let holds_cards = match &mapping.records.files {
            Some(files) => files.is_match(input.name),
            None => roles.is_empty(),
        };
        let is_refused =
            mapping.records.not_files.as_ref().is_some_and(|files| files.is_match(input.name));
        if holds_cards && !is_refused {
            roles.push(None);
        }
        if roles.is_empty() {
            self.unread_files.push(input.name.to_owned());
        }
        for join in roles {
            let list = match join.and_then(|at| mapping.joins.get(at)) {
                Some(join) => &join.list,
                None => &mapping.records.list,
            };
            match join {
                Some(at) => self.join_files.iter_mut().skip(at).take(1).for_each(|n| *n += 1),
                None => self.card_file_count += 1,
            }
            let mut intake = RecordIntake { importer: self, join };
            sources::read(input.name, input.text, list, &mut intake)?;
        }
        Ok(())
    }

    /// Makes cards of all records.
    ///
    /// # Errors
    /// When there are no cards, a join lacks its files or finds nothing, or a set is not declared.
    pub fn finish(mut self) -> Result<Imported, ImportMessage> {
        let mapping = self.mapping;
        if self.card_file_count == 0 {
            return Err(ImportMessage::NoInput);
        }
        for (join, files) in mapping.joins.iter().zip(&self.join_files) {
            if *files == 0 && !join.optional {
                let (name, files) = (join.name.clone(), join.patterns.clone());
                return Err(ImportMessage::NoJoinFile { name, files });
            }
        }
        let mut out = Imported { records: self.record_count, ..Imported::default() };
        if let count @ 1.. = self.unread_files.len() {
            let examples = self.unread_files.iter().take(5).cloned().collect();
            out.remarks.push(ImportMessage::UnreadFiles { count, examples });
        }
        let mut records = std::mem::take(&mut self.records);
        let joined = std::mem::take(&mut self.joined);
        let all = records.len();
        records.retain(|record| record.is_wanted(mapping, false));
        out.remarks.extend(records::attach_joined(&mut records, joined, mapping)?);
        records.retain(|record| record.is_wanted(mapping, true));
        out.left_out = all - records.len();
        if records.is_empty() && all > 0 {
            return Err(ImportMessage::AllLeftOut);
        }
        let mut groups = self.group_by_id(records);
        let all = groups.len();
        groups.retain(|id, _| !self.known.contains(id));
        out.known = all - groups.len();
        self.check_sets_declared(&groups)?;
        let mut words = WordCollector::default();
        let mut cards = Vec::new();
        let mut groups: Vec<&mut Vec<Record>> = groups.values_mut().collect();
        let build = |records: &mut &mut Vec<Record>| {
            records::put_main_record_first(records, mapping);
            let built = card::build_card(records.first()?, records, mapping);
            let pattern = records.iter().find_map(Record::overgrown_pattern);
            Some(pattern.map_or(built, |pattern| {
                Err(RecordMessage::Overgrown { pattern: pattern.to_owned() })
            }))
        };
        let built: Vec<_> = groups.par_iter_mut().map(build).collect();
        for (records, built) in groups.iter().zip(built) {
            let Some((first, built)) = records.first().zip(built) else { continue };
            match built {
                Ok(card) => {
                    let mut notes = card.notes.clone();
                    words.add(&card, &mut notes);
                    if mapping.declares {
                        // Each printing knows the name and the day of its own set.
                        for record in records.iter() {
                            let codes = card::set_codes(std::slice::from_ref(record), mapping);
                            words.add_sets(record, &codes.unwrap_or_default(), mapping, &mut notes);
                        }
                    } else {
                        notes.extend(undeclared_words(&card, mapping));
                    }
                    let note = |message| ImportNote { card: card.id.clone(), message };
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
        if cards.is_empty() && self.refused.is_empty() && out.known == 0 {
            return Err(ImportMessage::NoCard { refused: 0 });
        }
        out.remarks.extend(relations::remove_other_words(&mut cards, &self.names, mapping));
        out.cards = cards.len();
        if mapping.declares {
            out.undeclared = words.into_undeclared(mapping)?;
        }
        card_files::write_files(cards, mapping, &mut out);
        out.notes.dedup();
        out.remarks.extend(self.fields.notes(mapping));
        (out.refused, out.refused_count) = (self.refused, self.refused_count);
        out.refused.sort_by_key(|record| record.place);
        Ok(out)
    }

    /// Groups records by the ids of their cards, each group in the order of the sources.
    fn group_by_id(&mut self, records: Vec<Record>) -> BTreeMap<String, Vec<Record>> {
        let mut groups: BTreeMap<String, Vec<Record>> = BTreeMap::new();
        for mut record in records {
            let key = match card_id(&record, self.mapping) {
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
                    let why = RecordMessage::SameId { input, place };
                    let (place, context) = (record.place, Arc::clone(&record.context));
                    self.refuse_record(place, &context, Some(key), why);
                }
                _ => groups.entry(key).or_default().push(record),
            }
        }
        groups
    }

    /// Checks that the game declares all sets of the records; reports all others at once.
    fn check_sets_declared(
        &self,
        groups: &BTreeMap<String, Vec<Record>>,
    ) -> Result<(), ImportMessage> {
        if self.mapping.declares {
            return Ok(());
        }
        let vocabulary = &self.mapping.vocabulary;
        let (mut unknown, mut count) = (BTreeSet::new(), 0);
        for records in groups.values() {
            // A record without its set is refused later, by itself.
            let codes = card::set_codes(records, self.mapping).unwrap_or_default();
            let new: Vec<String> =
                codes.into_iter().filter(|code| vocabulary.set(code).is_none()).collect();
            count += if new.is_empty() { 0 } else { records.len() };
            unknown.extend(new);
        }
        if unknown.is_empty() {
            return Ok(());
        }
        let mut codes: Vec<String> = unknown.into_iter().collect();
        // As people count: `2` before `10`.
        codes.sort_by_cached_key(|code| natural_order(code));
        Err(ImportMessage::UnknownSets { count, codes })
    }

    fn refuse_record(
        &mut self,
        place: RecordPlace,
        context: &RecordContext,
        id: Option<String>,
        why: RecordMessage,
    ) {
        self.refused_count += 1;
        if self.refused.len() < MAX_REFUSED {
            let input = context.input.to_string();
            let id = id.or_else(|| context.key.as_deref().map(str::to_owned));
            self.refused.push(RefusedRecord { input, place, id, why });
        }
    }
}

/// Reads the id of the card of a record.
fn card_id(record: &Record, mapping: &Mapping) -> Result<String, RecordMessage> {
    let shape = &mapping.records;
    let (from, id) = match (&mapping.id, &shape.key) {
        (Some(field), _) => {
            let mut reading = RecordReader::new(record, mapping);
            let printed = reading.printed_values(field, &shape.front);
            let printed = if printed.is_empty() {
                field.default.clone().unwrap_or_default()
            } else {
                printed
            };
            let id = match field.form {
                mapping::FieldForm::Word if !printed.is_empty() => {
                    Some(reading.read_word(field, &printed.join("-"), &[])?)
                }
                _ => printed.into_iter().next(),
            };
            (field.written.clone(), id)
        }
        (None, Some(key)) => {
            let written = mapping.named_paths.iter().find(|(_, path)| path == key);
            let from = written.map(|(text, _)| text.clone()).into_iter().collect();
            (from, record.strings(key).into_iter().next())
        }
        (None, None) => (Vec::new(), None),
    };
    match id {
        Some(id) if records::is_card_id(&id) => Ok(id),
        id => Err(RecordMessage::NoId { from, found: id }),
    }
}

/// Notes on words of a card that the game does not declare.
fn undeclared_words<'c>(
    card: &'c card::ImportedCard,
    mapping: &'c Mapping,
) -> impl Iterator<Item = RecordMessage> + 'c {
    let is_new = |word: &&fields::Word| {
        let declared = mapping.vocabulary.attributes.get(&word.field);
        declared.is_some_and(|declared| !declared.values.contains(&word.id))
    };
    card.words.iter().filter(is_new).map(|word| {
        let (field, value) = (word.field.clone(), word.id.clone());
        RecordMessage::Undeclared { field, value }
    })
}

/// Receives the records of one file, for the cards (`None`) or for a join.
struct RecordIntake<'t, 'm> {
    importer: &'t mut Importer<'m>,
    join: Option<usize>,
}

impl RecordIntake<'_, '_> {
    /// The step before the fields of a join in the tree of all fields.
    fn field_prefix(&self) -> Option<String> {
        let join = self.join.and_then(|at| self.importer.mapping.joins.get(at));
        join.map(|join| format!("@{}", join.name))
    }
}

impl RecordSink for RecordIntake<'_, '_> {
    fn take_record(
        &mut self,
        place: RecordPlace,
        mut value: Value,
        context: &Arc<RecordContext>,
    ) -> Result<(), ImportMessage> {
        let prefix: Vec<String> = self.field_prefix().into_iter().collect();
        let importer = &mut *self.importer;
        let taken = importer.joined.iter().map(Vec::len).sum::<usize>() + importer.records.len();
        // Refused records count too: they cost time, though no memory.
        if taken + importer.refused_count >= MAX_RECORDS {
            let input = context.input.to_string();
            return Err(ImportMessage::TooManyRecords { input, limit: MAX_RECORDS });
        }
        importer.record_count += usize::from(self.join.is_none());
        if !value.is_object() {
            importer.refuse_record(place, context, None, RecordMessage::NoObject);
            return Ok(());
        }
        // Counted before the record is pruned: the notes name what the mapping leaves out.
        importer.fields.count(&prefix, &value);
        if let Some(kept) = importer.mapped_fields.get(self.join.map_or(0, |at| at + 1)) {
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

    fn take_enclosing(&mut self, depth: usize, value: &Value) {
        let mut prefix: Vec<String> = self.field_prefix().into_iter().collect();
        prefix.extend(std::iter::repeat_n("@up".to_owned(), depth + 1));
        self.importer.fields.count(&prefix, value);
    }

    fn refuse(&mut self, place: RecordPlace, context: &Arc<RecordContext>, message: RecordMessage) {
        self.importer.record_count += usize::from(self.join.is_none());
        self.importer.refuse_record(place, context, None, message);
    }
}
