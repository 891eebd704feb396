//! Reads the TOML of a mapping into a [`Mapping`] and reports every mistake with its place.

use super::values::{ValueReader, first_byte};
use crate::keys::{self, EffectsMapping};
use crate::mapping::{Mapping, MappingMessage, NumberMapping, PatternSieve, ProvenanceMapping};
use crate::vocabulary::{self, Vocabulary};
use sleeve_data::files::{self, FileMessage, Located, entries};
use sleeve_data::problem::{Problem, Problems, SourceText};
use std::collections::BTreeMap;
use std::sync::Arc;
use toml::de::DeTable;

/// Remark at the top of written files where the mapping gives none.
const DEFAULT_HEADER: &str = "Facts from the records of another source, written by `sleeve import`.\n\
    Do not edit: corrections belong into an overlay (--cards), so that the next import keeps them.";

type MappingProblems = Vec<Problem<MappingMessage>>;

/// Reads a mapping and checks it against the game.
pub(super) fn read_mapping_file(
    name: &str,
    text: &str,
    vocabulary: Vocabulary,
    declares: bool,
) -> Result<Mapping, MappingProblems> {
    let source = Arc::new(SourceText::new(name, text));
    let placed = |problem: Problem<MappingMessage>| match problem.span().cloned() {
        Some(span) => {
            Problem::from_source(&source, span, problem.message).with_severity(problem.severity)
        }
        None => problem,
    };
    let all_placed = |problems: MappingProblems| -> MappingProblems {
        problems.into_iter().map(placed).collect()
    };
    let table = files::parse(text).table_or().map_err(all_placed)?;
    let mut reading = ValueReader {
        pattern_bytes: 0,
        problems: Problems::default(),
        join_names: Vec::new(),
        joins_above: Vec::new(),
        named_paths: Vec::new(),
        sieve: PatternSieve::default(),
    };
    let mapping = reading.read_mapping(&table, vocabulary, declares);
    if let Some(mapping) = &mapping {
        vocabulary::check_mapping(mapping, &mut reading.problems);
    }
    match (reading.problems.is_empty(), mapping) {
        (true, Some(mapping)) => Ok(mapping),
        (_, _) => Err(all_placed(Problems::sort_by_place(reading.problems.into_vec()))),
    }
}

impl ValueReader {
    fn read_mapping(
        &mut self,
        root: &DeTable<'_>,
        vocabulary: Vocabulary,
        declares: bool,
    ) -> Option<Mapping> {
        let top = self.check_keys(entries(root), 0..0, &keys::IMPORT_KEYS);
        let joins = self.read_joins(top.get("join"));
        let mut mapping: Mapping = self.read_fields(&top)?;
        let records = &mut mapping.records;
        // Whoever tells variants of a title apart has printings of one card, unless `same` says otherwise.
        records.printings_of_one |= !mapping.variants.is_empty() && !self.has_same_key(root);
        match (&mapping.id, &records.key) {
            (Some(_), Some(_)) => {
                let span = top.get("id").map_or(0..0, Located::key_span);
                self.problems.fail(span, MappingMessage::Both { key: "id", other: "key" });
            }
            (None, None) if top.get("id").is_none() => {
                let span = top.get("records").map_or(0..0, Located::key_span);
                self.fail_missing_key(&span, "key", &keys::RECORDS);
            }
            _ => {}
        }
        if let (Some(entry), true) = (top.get("set"), records.home_set.is_some()) {
            self.problems
                .fail(entry.key_span(), MappingMessage::Both { key: "set", other: "home-set" });
        }
        self.sieve.close();
        let named_paths = std::mem::take(&mut self.named_paths);
        let sieve = std::mem::take(&mut self.sieve);
        Some(Mapping { joins, sieve, vocabulary, declares, named_paths, ..mapping })
    }

    pub(crate) fn read_header(&mut self, entry: Option<&Located<'_>>) -> String {
        self.read_text(entry).unwrap_or_else(|| DEFAULT_HEADER.to_owned())
    }

    pub(crate) fn read_effects(&mut self, entry: Option<&Located<'_>>) -> Option<EffectsMapping> {
        let mut read: EffectsMapping = self.read(entry)?;
        for effect in read.effects.iter_mut().filter(|effect| effect.from.is_empty()) {
            effect.from.push(read.from.clone());
        }
        Some(read)
    }

    pub(crate) fn read_text_lists<T: FromIterator<(String, Vec<String>)>>(
        &mut self,
        entry: Option<&Located<'_>>,
    ) -> T {
        let all = self.read_entries(entry);
        all.iter()
            .map(|entry| (entry.key.to_owned(), self.read(Some(entry)).unwrap_or_default()))
            .collect()
    }

    pub(crate) fn read_provenance(&mut self, entry: Option<&Located<'_>>) -> ProvenanceMapping {
        let published = || ProvenanceMapping::One("published".to_owned());
        match entry {
            None => published(),
            Some(entry) if entry.text().is_ok() => {
                self.read_text(Some(entry)).map_or_else(published, ProvenanceMapping::One)
            }
            Some(entry) => ProvenanceMapping::ByField(self.read_map(Some(entry))),
        }
    }

    pub(crate) fn read_numbers(&mut self, entry: Option<&Located<'_>>) -> Vec<NumberMapping> {
        let mut numbers = Vec::new();
        for table in self.read_tables(entry, &keys::NUMBER) {
            let number: Option<NumberMapping> = self.read_fields(&table);
            let means_nothing =
                |n: &NumberMapping| n.value.is_none() && n.min.is_none() && n.choice.is_empty();
            if number.as_ref().is_some_and(means_nothing) {
                let (keys, place) = (&["value", "choice", "min"], table.keys.place);
                let message = FileMessage::AnyOf { keys, place };
                self.problems.fail(first_byte(&table.span), message);
            }
            numbers.extend(number);
        }
        numbers
    }

    /// Reads tags, which the file lists by value, by card.
    pub(crate) fn read_tags(
        &mut self,
        entry: Option<&Located<'_>>,
    ) -> BTreeMap<String, BTreeMap<String, Vec<String>>> {
        let mut cards: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
        for attribute in &self.read_entries(entry) {
            for (value, ids) in self.read_text_lists::<Vec<_>>(Some(attribute)) {
                for id in ids {
                    let card = cards.entry(id).or_default();
                    card.entry(attribute.key.to_owned()).or_default().push(value.clone());
                }
            }
        }
        cards
    }
}
