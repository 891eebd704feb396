//! The import: reads one source after the other, and makes cards from all of them.

use crate::{
    ImportInput, ImportNote, Imported, ImportedFile, Mapping,
    card::{self, ImportedCard},
    card_files::{self, natural_order},
    field_usage::{self, FieldUsage, MappedFields},
    links::{self, CardDirectory},
    lists::{self, CollectedLists, CollectedRules},
    mapping::{FilePatterns, JoinMapping, ListMapping, RecordsMapping},
    messages::{ImportMessage, RecordMessage, RecordPlace},
    records::{self, MAX_REWRITTEN_BYTES, Record, RefusedRecord},
    sources::{self, MAX_RECORDS, RecordContext, RecordSink},
    undeclared::WordCollector,
};
use serde_json::Value;
use sleeve_data::{
    model::Catalog,
    source::{self, DataMessage, DataProblem},
};
use sleeve_threads::prelude::*;
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::Arc,
};

/// Refused records that are listed; the rest are counted.
pub const MAX_REFUSED: usize = 100;

/// Cards listed in a note on printings.
const EXAMPLES_NAMED: usize = 5;

/// Most attempts to make the cards again, without those that keep the game from opening.
const MAX_TRIES: usize = 8;

/// The beginning of a card in a file.
const CARD_START: &str = "[[card]]\nid = \"";
/// The beginning of a rule of cards in a file.
const RULE_START: &str = "[[rule-of-cards]]\ncards = [";

/// Name of the file for lists and rules of cards.
const RULES_FILE: &str = "imported-rules.toml";

/// An import in progress. Only the fields that the mapping names are kept.
#[derive(Debug)]
pub struct Importer<'m> {
    mapping: &'m Mapping,
    fields: FieldUsage,
    records: Vec<Record>,
    /// The records of each join, in the order of the joins.
    joined: Vec<Vec<Record>>,
    /// Number of files of each join.
    join_files: Vec<usize>,
    /// The records of each list, in the order of the lists.
    of_lists: Vec<Vec<Record>>,
    /// The fields of the records of each list.
    list_fields: Vec<FieldUsage>,
    /// The most examples that a note names.
    examples: usize,
    /// The fields to keep: those of cards, then those of each join.
    mapped_fields: Vec<MappedFields>,
    card_file_count: usize,
    /// A folder in a given one, in which the patterns of card files fit.
    inner_folder: Option<String>,
    unread_files: Vec<String>,
    record_count: usize,
    refused: Vec<RefusedRecord>,
    refused_count: usize,
    /// Ids of cards to leave out.
    known: BTreeSet<String>,
    /// The game's cards, which fields of cards and lists may name.
    game_cards: CardDirectory,
}

impl<'m> Importer<'m> {
    /// An import without sources.
    #[must_use]
    pub fn new(mapping: &'m Mapping) -> Importer<'m> {
        let mut mapped_fields = vec![field_usage::needed_fields(mapping, None)];
        for join in &mapping.joins {
            mapped_fields.push(field_usage::needed_fields(mapping, Some(&join.name)));
        }
        Importer {
            mapping,
            fields: FieldUsage::default(),
            records: Vec::new(),
            joined: mapping.joins.iter().map(|_| Vec::new()).collect(),
            join_files: vec![0; mapping.joins.len()],
            of_lists: mapping.lists.iter().map(|_| Vec::new()).collect(),
            list_fields: mapping
                .lists
                .iter()
                .map(|_| FieldUsage::default())
                .collect(),
            examples: EXAMPLES_NAMED,
            mapped_fields,
            card_file_count: 0,
            inner_folder: None,
            unread_files: Vec::new(),
            record_count: 0,
            refused: Vec::new(),
            refused_count: 0,
            known: BTreeSet::new(),
            game_cards: CardDirectory::default(),
        }
    }

    /// Leaves out cards with these ids, and counts them.
    #[must_use]
    pub fn leave_out(self, known: BTreeSet<String>) -> Importer<'m> {
        Importer { known, ..self }
    }

    /// Names everything that the import does not use, up to [`MAX_FIELDS`](crate::MAX_FIELDS),
    /// instead of a few examples.
    #[must_use]
    pub fn name_all(self) -> Importer<'m> {
        Importer { examples: field_usage::MAX_FIELDS, ..self }
    }

    /// Allows fields of cards, and lists, to name cards of the game.
    #[must_use]
    pub fn know_cards(self, game: &Catalog) -> Importer<'m> {
        let game_cards = CardDirectory::from_game(game, self.mapping);
        Importer { game_cards, ..self }
    }

    /// Reads a source. A file pattern may match the end of its name.
    ///
    /// # Errors
    /// The source cannot be read at all. A single unreadable record is
    /// [refused](Imported::refused).
    pub fn add(&mut self, input: ImportInput<'_>) -> Result<(), ImportMessage> {
        self.add_matching(input, &|files| files.folder_in(input.name).is_some())
    }

    /// Reads a source in a folder. A file pattern has to match its whole `path` there.
    ///
    /// # Errors
    /// As for [`add`](Importer::add).
    pub fn add_below(&mut self, input: ImportInput<'_>, path: &str) -> Result<(), ImportMessage> {
        if let (Some(files), None) = (&self.mapping.records.files, &self.inner_folder) {
            let above = input.name.strip_suffix(path).unwrap_or_default();
            self.inner_folder = files
                .folder_in(path)
                .map(|folder| format!("{above}{folder}"));
        }
        self.add_matching(input, &|files| files.set.is_match(path))
    }

    fn add_matching(
        &mut self,
        input: ImportInput<'_>,
        is_of: &dyn Fn(&FilePatterns) -> bool,
    ) -> Result<(), ImportMessage> {
        let mapping = self.mapping;
        // One file may serve several joins and lists, and also contain cards.
        let mut uses = uses_besides_cards(mapping, is_of);
        let holds_cards = match &mapping.records.files {
            Some(files) => is_of(files),
            None => uses.is_empty(),
        };
        let is_skipped = mapping.records.not_files.as_ref().is_some_and(is_of);
        if holds_cards && !is_skipped {
            uses.push((RecordUse::Card, &mapping.records.list));
        }
        if uses.is_empty() && !is_skipped {
            self.unread_files.push(input.name.to_owned());
        }
        for (of, list) in uses {
            match of {
                RecordUse::Join(at) => {
                    if let Some(count) = self.join_files.get_mut(at) {
                        *count += 1;
                    }
                }
                RecordUse::List(_) => {}
                RecordUse::Card => self.card_file_count += 1,
            }
            let mut intake = RecordIntake { importer: self, of };
            sources::read(input.name, input.text, list, &mut intake)?;
        }
        Ok(())
    }

    /// Makes cards from all records.
    ///
    /// # Errors
    /// There are no cards, a join has no files or finds nothing, or a set is not declared.
    pub fn finish(self) -> Result<Imported, ImportMessage> {
        self.finish_as_game(&mut |_| Vec::new())
    }

    /// Makes cards from all records such that the game opens: `open` opens the game with the output
    /// and returns its mistakes. A record whose card has one is refused.
    ///
    /// # Errors
    /// Like [`finish`](Importer::finish), and [`Unopened`](ImportMessage::Unopened) if no record is
    /// at fault.
    pub fn finish_as_game(
        mut self,
        open: &mut dyn FnMut(&Imported) -> Vec<DataProblem>,
    ) -> Result<Imported, ImportMessage> {
        self.check_files_came()?;
        let mut read = Imported { records: self.record_count, ..Imported::default() };
        if let count @ 1.. = self.unread_files.len() {
            let examples = self
                .unread_files
                .iter()
                .take(self.examples)
                .cloned()
                .collect();
            read.remarks
                .push(ImportMessage::UnreadFiles { count, examples });
        }
        let mut of_lists = std::mem::take(&mut self.of_lists);
        let records = self.join_records(&mut of_lists, &mut read)?;
        read.remarks
            .extend(lists::note_unselected(&of_lists, self.mapping, self.examples));
        let mut groups = self.group_by_id(records);
        let all = groups.len();
        groups.retain(|id, _| !self.known.contains(id));
        read.known = all - groups.len();
        self.check_sets_declared(&groups)?;
        let mut groups: Vec<Vec<Record>> = groups.into_values().collect();
        for _ in 0..MAX_TRIES {
            let mut out = self.write_cards(&mut groups, &mut of_lists, read.clone())?;
            let mistakes = if out.cards > 0 { open(&out) } else { Vec::new() };
            if mistakes.is_empty() {
                (out.refused, out.refused_count) = (self.refused, self.refused_count);
                // Records are refused in several steps, but reported in the order of the files.
                out.refused.sort_by_key(|record| record.place);
                return Ok(out);
            }
            let at_fault = cards_at_fault(&mistakes, &out.files);
            if at_fault.is_empty() {
                break;
            }
            self.refuse_cards(&mut groups, &at_fault);
        }
        Err(ImportMessage::Unopened)
    }

    /// Makes cards from groups of records, and the files to write.
    fn write_cards(
        &mut self,
        groups: &mut Vec<Vec<Record>>,
        of_lists: &mut [Vec<Record>],
        mut out: Imported,
    ) -> Result<Imported, ImportMessage> {
        let mapping = self.mapping;
        let (mut words, mut rules) = (WordCollector::default(), CollectedRules::default());
        let mut cards = self.build_cards(groups, &mut words, &mut rules, &mut out);
        if cards.is_empty() && self.refused.is_empty() && out.known == 0 {
            return Err(ImportMessage::NoCard { refused: 0 });
        }
        let directory = self.game_cards.with_imported(&cards, mapping);
        out.remarks
            .extend(links::link_cards(&mut cards, &directory, mapping));
        out.cards = cards.len();
        let lists = self.collect_lists(of_lists, &mut rules, &mut out);
        if mapping.declares {
            // After those of the cards, whose printed forms become the names.
            rules.words().for_each(|word| words.add_absent(word));
            out.undeclared = words.into_undeclared(mapping)?;
        }
        card_files::write_files(cards, mapping, &mut out);
        write_rules_file(lists, rules, &directory, mapping, &mut out);
        out.notes.dedup();
        out.remarks
            .extend(self.fields.notes(mapping, self.examples));
        // One file often serves several lists, so this is only for those who ask for everything.
        if self.examples > EXAMPLES_NAMED {
            out.remarks
                .extend(field_usage::note_list_fields(mapping, &self.list_fields));
        }
        Ok(out)
    }

    /// Refuses the records of cards with mistakes in the game.
    fn refuse_cards(
        &mut self,
        groups: &mut Vec<Vec<Record>>,
        at_fault: &BTreeMap<String, DataMessage>,
    ) {
        groups.retain(|records| {
            let Some(first) = records.first() else { return false };
            let Some(why) = at_fault.get(&first.key) else { return true };
            self.refuse_record(first, RecordMessage::Game(why.clone()));
            false
        });
    }

    /// Checks that there is a file of cards, and one for each join.
    fn check_files_came(&self) -> Result<(), ImportMessage> {
        if self.card_file_count == 0 {
            return Err(ImportMessage::NoInput { inner: self.inner_folder.clone() });
        }
        let mut joins = self.mapping.joins.iter().zip(&self.join_files);
        match joins.find(|(join, files)| **files == 0 && !join.optional) {
            Some((join, _)) => {
                let (name, files) = (join.name.clone(), join.files.texts.clone());
                Err(ImportMessage::NoJoinFile { name, files })
            }
            None => Ok(()),
        }
    }

    /// The selected records of cards, with the results of joins.
    fn join_records(
        &mut self,
        of_lists: &mut [Vec<Record>],
        out: &mut Imported,
    ) -> Result<Vec<Record>, ImportMessage> {
        let mapping = self.mapping;
        let mut records = std::mem::take(&mut self.records);
        let joined = std::mem::take(&mut self.joined);
        let all = records.len();
        let mut unselected = Vec::new();
        // First by conditions that need no join: records that are left out anyway need no join.
        records.retain(|record| mapping.records.selects(record, false, &mut unselected));
        let examples = self.examples;
        let joined = records::attach_joined(&mut records, of_lists, joined, mapping, examples)?;
        out.remarks.extend(joined);
        for on in mapping.joins.iter().flat_map(JoinMapping::paths_of_cards) {
            if of_lists
                .iter()
                .flatten()
                .any(|record| !record.strings(on).is_empty())
            {
                self.fields.of_lists.push(on.clone());
            }
        }
        records.retain(|record| mapping.records.selects(record, true, &mut unselected));
        out.left_out = all - records.len();
        if self.examples > EXAMPLES_NAMED && !unselected.is_empty() {
            let (count, table) = (unselected.len(), "[records]");
            unselected.truncate(self.examples);
            out.remarks
                .push(ImportMessage::Unselected { table, count, examples: unselected });
        }
        if records.is_empty() && all > 0 {
            return Err(ImportMessage::AllLeftOut);
        }
        Ok(records)
    }

    /// Makes a card from each group of records. Collects words, rules and notes, and removes groups
    /// that are refused.
    fn build_cards(
        &mut self,
        groups: &mut Vec<Vec<Record>>,
        words: &mut WordCollector,
        rules: &mut CollectedRules,
        out: &mut Imported,
    ) -> Vec<ImportedCard> {
        let mapping = self.mapping;
        let (mut cards, mut differing) = (Vec::new(), BTreeMap::<String, Vec<String>>::new());
        // Collected in the order of ids, so that files and notes do not depend on the number of
        // threads.
        let all: Vec<&mut _> = groups.iter_mut().collect();
        let built: Vec<_> = all
            .into_par_iter()
            .map(|records| build_group(records, mapping))
            .collect();
        for (records, built) in std::mem::take(groups).into_iter().zip(built) {
            let Some((first, built)) = records.first().zip(built) else { continue };
            let card = match built {
                Ok(card) => card,
                Err(why) => {
                    self.refuse_record(first, why);
                    continue;
                }
            };
            for field in &card.differing {
                differing
                    .entry(field.clone())
                    .or_default()
                    .push(card.id.clone());
            }
            for message in collect_words_and_rules(&card, &records, mapping, words, rules) {
                out.notes
                    .push(ImportNote { card: card.id.clone(), message });
            }
            cards.push(card);
            groups.push(records);
        }
        for (field, mut examples) in differing {
            let count = examples.len();
            examples.truncate(EXAMPLES_NAMED);
            out.remarks
                .push(ImportMessage::PrintingsDiffer { field, count, examples });
        }
        cards
    }

    /// Makes lists from their records, and notes paths that no record has. Refused records are
    /// removed.
    fn collect_lists(
        &mut self,
        of_lists: &mut [Vec<Record>],
        rules: &mut CollectedRules,
        out: &mut Imported,
    ) -> CollectedLists<'m> {
        let mapping = self.mapping;
        let mut collected = CollectedLists::default();
        for (list, records) in mapping.lists.iter().zip(of_lists) {
            if records.is_empty() {
                let files = list.files.texts.clone();
                out.remarks.push(ImportMessage::EmptyList { files });
                continue;
            }
            let mut paths = Vec::new();
            for (text, path) in &list.named_paths {
                if records.iter().all(|record| record.strings(path).is_empty()) {
                    paths.push(text.clone());
                }
            }
            if !paths.is_empty() {
                out.remarks.push(ImportMessage::AbsentPaths { paths });
            }
            let face = &mapping.records.front;
            records.retain(|record| record.is_wanted(&list.when, &list.unless, face, true));
            let (mut words, mut notes) = (Vec::new(), Vec::new());
            records.retain(|record| {
                let added = collected.add(record, list, mapping, &mut out.notes, &mut words);
                let Err(why) = added else { return true };
                self.refuse_record(record, why);
                false
            });
            rules.add_words(words, mapping, &mut notes);
            for message in notes {
                out.notes
                    .push(ImportNote { card: list.files.texts.join(", "), message });
            }
        }
        collected
    }

    /// Groups records by the id of their card, each group in the order of the sources.
    fn group_by_id(&mut self, records: Vec<Record>) -> BTreeMap<String, Vec<Record>> {
        let mut groups: BTreeMap<String, Vec<Record>> = BTreeMap::new();
        for mut record in records {
            match card_id(&record, self.mapping) {
                Ok(id) => record.key = id,
                Err(why) => {
                    self.refuse_record(&record, why);
                    continue;
                }
            }
            let group = groups.entry(record.key.clone()).or_default();
            match group.first() {
                Some(other) if !self.mapping.records.printings_of_one => {
                    let (input, place) = (other.context.input.to_string(), other.place);
                    self.refuse_record(&record, RecordMessage::SameId { input, place });
                }
                _ => group.push(record),
            }
        }
        groups
    }

    /// Checks that the game declares all sets of the records; reports all missing ones at once.
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
            // A record without a set is refused later, individually.
            let codes = card::set_codes(records, self.mapping).unwrap_or_default();
            let new: Vec<String> = codes
                .into_iter()
                .filter(|code| vocabulary.set(code).is_none())
                .collect();
            count += if new.is_empty() { 0 } else { records.len() };
            unknown.extend(new);
        }
        if unknown.is_empty() {
            return Ok(());
        }
        let mut codes: Vec<String> = unknown.into_iter().collect();
        // In natural order: `2` before `10`.
        codes.sort_by_cached_key(|code| natural_order(code));
        Err(ImportMessage::UnknownSets { count, codes })
    }

    fn refuse_record(&mut self, record: &Record, why: RecordMessage) {
        let id = (!record.key.is_empty()).then(|| record.key.clone());
        self.refuse_at(record.place, &record.context, id, why);
    }

    /// Number of records taken so far. Refused ones count too, because they take time, although no
    /// memory.
    fn held_records(&self) -> usize {
        let others = self.joined.iter().chain(&self.of_lists).map(Vec::len);
        others.sum::<usize>() + self.records.len() + self.refused_count
    }

    fn refuse_at(
        &mut self,
        place: RecordPlace,
        context: &RecordContext,
        id: Option<String>,
        why: RecordMessage,
    ) {
        self.refused_count += 1;
        if self.refused.len() < MAX_REFUSED {
            let input = context.input.to_string();
            let known = id.or_else(|| context.key.as_deref().map(str::to_owned));
            self.refused
                .push(RefusedRecord { input, place, id: known, why });
        }
    }
}

/// The cards whose lines contain mistakes, each with the first one.
fn cards_at_fault(
    mistakes: &[DataProblem],
    files: &[ImportedFile],
) -> BTreeMap<String, DataMessage> {
    let mut cards = BTreeMap::new();
    for mistake in mistakes {
        let Some((source, mark)) = mistake.source().zip(mistake.mark()) else { continue };
        if !files.iter().any(|file| *file.text == *source.text) {
            continue;
        }
        for id in cards_at(&source.text, &mark.span) {
            cards
                .entry(id.to_owned())
                .or_insert_with(|| mistake.message.clone());
        }
    }
    cards
}

/// The card around a place in a file, or the cards of the rule there.
fn cards_at<'t>(text: &'t str, span: &Range<usize>) -> Vec<&'t str> {
    // A mark may be the first character of the card.
    let is_start = text
        .get(span.start..)
        .is_some_and(|rest| rest.starts_with(CARD_START));
    let end = if is_start { span.start + CARD_START.len() } else { span.end };
    let Some(before) = text.get(..end) else { return Vec::new() };
    let mut cards = cards_of_rule(before);
    if let Some(start) = before.rfind(CARD_START) {
        let id = text
            .get(start + CARD_START.len()..)
            .and_then(|rest| rest.split('"').next());
        cards.extend(id);
    }
    cards
}

/// The cards that a rule at the end of a text belongs to, if the end is in what their records ask
/// of a deck. Other lines of a rule come from the mapping.
fn cards_of_rule(text: &str) -> Vec<&str> {
    let Some((_, rule)) = text.rsplit_once(RULE_START) else { return Vec::new() };
    if !rule.contains("\nallowances = ") && !rule.contains("\nrequire = ") {
        return Vec::new();
    }
    rule.lines()
        .next()
        .unwrap_or("")
        .split('"')
        .skip(1)
        .step_by(2)
        .collect()
}

impl RecordsMapping {
    /// Whether `when` and `unless` select a record. Adds its label to `unselected` if only `when`
    /// does not, because `unless` leaves out on purpose.
    fn selects(&self, record: &Record, has_joins: bool, unselected: &mut Vec<String>) -> bool {
        if record.is_wanted(&self.when, &self.unless, &self.front, has_joins) {
            return true;
        }
        if record.is_wanted(&[], &self.unless, &self.front, has_joins) {
            unselected.push(record.label());
        }
        false
    }
}

/// Builds the card of a group of records; `None` if the group is empty.
fn build_group(
    records: &mut [Record],
    mapping: &Mapping,
) -> Option<Result<ImportedCard, RecordMessage>> {
    records::put_main_record_first(records, mapping);
    let built = card::build_card(records.first()?, records, mapping);
    let Some(pattern) = records.iter().find_map(Record::overgrown_pattern) else {
        return Some(built);
    };
    let pattern = pattern.to_owned();
    Some(Err(RecordMessage::Overgrown { pattern, limit: MAX_REWRITTEN_BYTES }))
}

/// Collects the words and the rules of a card, and returns the notes on it.
fn collect_words_and_rules(
    card: &ImportedCard,
    records: &[Record],
    mapping: &Mapping,
    words: &mut WordCollector,
    rules: &mut CollectedRules,
) -> Vec<RecordMessage> {
    let mut notes = card.notes.clone();
    words.add(card, &mut notes);
    if let Some(main) = records.first() {
        rules.add(main, mapping, &mut notes);
    }
    if !mapping.declares {
        notes.extend(
            card.words
                .iter()
                .filter_map(|word| word.note_undeclared(mapping)),
        );
        return notes;
    }
    // Each printing has the name and the date of its own set.
    for record in records {
        let codes = card::set_codes(std::slice::from_ref(record), mapping).unwrap_or_default();
        words.add_sets(record, &codes, mapping, &mut notes);
    }
    notes
}

/// Writes the file of lists and rules of cards, if there are any.
fn write_rules_file(
    lists: CollectedLists<'_>,
    rules: CollectedRules,
    directory: &CardDirectory,
    mapping: &Mapping,
    out: &mut Imported,
) {
    let mut text = String::new();
    let new_sets = out.undeclared.sets.keys().cloned().collect();
    let remark;
    (out.lists, remark) = lists.write(directory, &new_sets, mapping, &mut text);
    out.remarks.extend(remark);
    out.rules = rules.write(mapping, &mut text);
    if !text.is_empty() {
        let text = card_files::comment_header(&mapping.header) + &text;
        out.files
            .push(ImportedFile { path: RULES_FILE.to_owned(), text });
    }
}

/// Reads the id of a record's card.
fn card_id(record: &Record, mapping: &Mapping) -> Result<String, RecordMessage> {
    let shape = &mapping.records;
    let (from, id) = match (&mapping.id, &shape.key) {
        (Some(field), _) => (field.written(), card::made_id(record, field, mapping)?),
        (None, Some(key)) => {
            let written = mapping.named_paths.iter().find(|(_, path)| path == key);
            let from = written.map(|(text, _)| text.clone()).into_iter().collect();
            (from, record.first_string(key))
        }
        (None, None) => (Vec::new(), None),
    };
    match id {
        Some(id) if source::is_id(&id) => Ok(id),
        id => Err(RecordMessage::NoId { from, found: id }),
    }
}

/// The joins and lists that take records of a file.
fn uses_besides_cards<'m>(
    mapping: &'m Mapping,
    is_of: &dyn Fn(&FilePatterns) -> bool,
) -> Vec<(RecordUse, &'m ListMapping)> {
    let mut uses = Vec::new();
    for (at, join) in mapping.joins.iter().enumerate() {
        if is_of(&join.files) {
            uses.push((RecordUse::Join(at), &join.list));
        }
    }
    for (at, list) in mapping.lists.iter().enumerate() {
        if is_of(&list.files) {
            uses.push((RecordUse::List(at), &list.list));
        }
    }
    uses
}

/// What the records of a file are used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordUse {
    Card,
    /// The join at this position.
    Join(usize),
    /// The list at this position.
    List(usize),
}

struct RecordIntake<'t, 'm> {
    importer: &'t mut Importer<'m>,
    of: RecordUse,
}

impl RecordIntake<'_, '_> {
    /// The step before the fields of a join in the tree of all fields.
    fn field_prefix(&self) -> Option<String> {
        let RecordUse::Join(at) = self.of else { return None };
        self.importer
            .mapping
            .joins
            .get(at)
            .map(|join| format!("@{}", join.name))
    }

    /// Keeps the mapped fields of a record of cards or of a join.
    fn take_object(&mut self, mut record: Record) {
        let prefix: Vec<String> = self.field_prefix().into_iter().collect();
        let importer = &mut *self.importer;
        let join = if let RecordUse::Join(at) = self.of { Some(at) } else { None };
        let front = &importer.mapping.records.front;
        if let Some(join) = join.and_then(|at| importer.mapping.joins.get(at))
            && !record.is_wanted(&[], &join.unless, front, true)
        {
            return;
        }
        // Counted before the record is pruned, because the notes list what the mapping leaves out.
        importer.fields.count(&prefix, &record.value);
        if let Some(kept) = importer.mapped_fields.get(join.map_or(0, |at| at + 1)) {
            kept.prune(&mut record.value);
        }
        let records = match join {
            Some(at) => importer.joined.get_mut(at),
            None => Some(&mut importer.records),
        };
        if let Some(records) = records {
            records.push(record);
        }
    }
}

impl RecordSink for RecordIntake<'_, '_> {
    fn take_record(
        &mut self,
        place: RecordPlace,
        value: Value,
        context: &Arc<RecordContext>,
    ) -> Result<(), ImportMessage> {
        let importer = &mut *self.importer;
        if importer.held_records() >= MAX_RECORDS {
            let input = context.input.to_string();
            return Err(ImportMessage::TooManyRecords { input, limit: MAX_RECORDS });
        }
        if let RecordUse::List(at) = self.of {
            if let Some(fields) = importer.list_fields.get_mut(at) {
                fields.count(&[], &value);
            }
            if let Some(records) = importer.of_lists.get_mut(at) {
                records.push(Record::new(place, value, context));
            }
            return Ok(());
        }
        importer.record_count += usize::from(self.of == RecordUse::Card);
        if value.is_object() {
            self.take_object(Record::new(place, value, context));
        } else {
            importer.refuse_at(place, context, None, RecordMessage::NoObject);
        }
        Ok(())
    }

    fn take_enclosing(&mut self, depth: usize, value: &Value) {
        let mut prefix: Vec<String> = self.field_prefix().into_iter().collect();
        prefix.extend(std::iter::repeat_n("@up".to_owned(), depth + 1));
        let fields = match self.of {
            RecordUse::List(at) => self.importer.list_fields.get_mut(at),
            _ => Some(&mut self.importer.fields),
        };
        if let Some(fields) = fields {
            fields.count(&prefix, value);
        }
    }

    fn refuse(&mut self, place: RecordPlace, context: &Arc<RecordContext>, message: RecordMessage) {
        self.importer.record_count += usize::from(self.of == RecordUse::Card);
        self.importer.refuse_at(place, context, None, message);
    }
}
