//! Reads the TOML of a mapping into a [`Mapping`] and reports every mistake with its place.

use super::sieve::{PatternSieve, SievedPattern};
use super::values::{ValueReader, first_byte};
use crate::keys;
use crate::mapping::{
    EffectMapping, FaceSplit, FieldMapping, Mapping, MappingMessage, NumberMapping,
    ProvenanceMapping, TextMapping,
};
use crate::path::RecordPath;
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
        named_paths: Vec::new(),
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
        let mut records = self.read_records(top.get("records"));
        let id = top.get("id").and_then(|entry| self.read_id(entry));
        let variants = self.read_rewrites(top.get("variant"));
        records.printings_of_one |= !variants.is_empty() && !self.has_same_key(root);
        match (&id, &records.key) {
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
        let set = top.get("set").and_then(|entry| self.read_set(entry));
        if let (Some(entry), true) = (top.get("set"), records.home_set.is_some()) {
            self.problems
                .fail(entry.key_span(), MappingMessage::Both { key: "set", other: "home-set" });
        }
        let kind = match top.get("kind") {
            Some(entry) => {
                self.read_table(entry, &keys::KIND).and_then(|t| self.read_field(&t, "kind"))
            }
            None => {
                self.fail_missing_key(&(0..0), "kind", &keys::IMPORT_KEYS);
                None
            }
        };
        let fields = self.read_tables(top.get("field"), &keys::FIELD);
        let fields: Vec<FieldMapping> =
            fields.iter().filter_map(|table| self.read_field(table, "")).collect();
        let mut sieve = PatternSieve::default();
        let (effects_from, effects) = match top.get("effects") {
            Some(entry) => self.read_effects(entry, &mut sieve),
            None => (None, Vec::new()),
        };
        sieve.close();
        let numbers = self.read_numbers(top.get("number"));
        let texts = self.read_card_texts(top.get("text"));
        let lists = self.read_lists_of_cards(top.get("list"));
        let rules = self.read_card_rules(top.get("rule"));
        let part = top.get("part").and_then(|entry| self.read_face_split(entry));
        let (name, clean) =
            (self.read_rewrites(top.get("name")), self.read_rewrites(top.get("clean")));
        let header = self.read_text(top.get("header")).unwrap_or_else(|| DEFAULT_HEADER.to_owned());
        let provenance = self.read_provenance(top.get("provenance"));
        let aliases = self.read_text_lists(top.get("aliases")).into_iter().collect();
        let tags = self.read_tags(top.get("tags"));
        Some(Mapping {
            records,
            joins,
            header,
            provenance,
            name,
            variants,
            id,
            set,
            kind: kind?,
            fields,
            numbers,
            texts,
            lists,
            rules,
            clean,
            part,
            effects,
            sieve,
            effects_from,
            aliases,
            tags,
            vocabulary,
            declares,
            named_paths: std::mem::take(&mut self.named_paths),
        })
    }

    fn read_text_lists(&mut self, entry: Option<&Located<'_>>) -> Vec<(String, Vec<String>)> {
        let all = self.read_entries(entry);
        all.iter().map(|entry| (entry.key.to_owned(), self.read_texts(Some(entry)))).collect()
    }

    fn read_provenance(&mut self, entry: Option<&Located<'_>>) -> ProvenanceMapping {
        let published = || ProvenanceMapping::One("published".to_owned());
        match entry {
            None => published(),
            Some(entry) if entry.text().is_ok() => {
                self.read_text(Some(entry)).map_or_else(published, ProvenanceMapping::One)
            }
            Some(entry) => ProvenanceMapping::ByField(self.read_map(Some(entry))),
        }
    }

    fn read_numbers(&mut self, entry: Option<&Located<'_>>) -> Vec<NumberMapping> {
        let mut numbers = Vec::new();
        for table in self.read_tables(entry, &keys::NUMBER) {
            let pattern = self.read_regex(table.get("match"));
            let fields = self.read_texts(table.get("fields"));
            let value = self.read_text(table.get("value"));
            let choice = self.read_texts(table.get("choice"));
            let min = self.read_text(table.get("min"));
            let print = self.read_flag(table.get("print"));
            if value.is_none() && min.is_none() && choice.is_empty() {
                let (keys, place) = (&["value", "choice", "min"], table.keys.place);
                let message = FileMessage::AnyOf { keys, place };
                self.problems.fail(first_byte(&table.span), message);
            }
            let number = |pattern| NumberMapping { pattern, fields, value, choice, min, print };
            numbers.extend(pattern.map(number));
        }
        numbers
    }

    fn read_card_texts(&mut self, entry: Option<&Located<'_>>) -> Vec<TextMapping> {
        let mut texts = Vec::new();
        for table in self.read_tables(entry, &keys::TEXT) {
            let place = table.get("to").map_or(0..0, Located::span);
            let (to, from) = (self.read_text(table.get("to")), self.read_path(table.get("from")));
            texts.extend(to.zip(from).map(|(to, from)| TextMapping { to, from, place }));
        }
        texts
    }

    fn read_face_split(&mut self, entry: &Located<'_>) -> Option<FaceSplit> {
        let table = self.read_table(entry, &keys::PART)?;
        let after = self.read_text(table.get("after"));
        let title = self.read_rewrites(table.get("title"));
        Some(FaceSplit { after: after?, title })
    }

    fn read_effects(
        &mut self,
        entry: &Located<'_>,
        sieve: &mut PatternSieve,
    ) -> (Option<RecordPath>, Vec<EffectMapping>) {
        let Some(table) = self.read_table(entry, &keys::EFFECTS) else {
            return (None, Vec::new());
        };
        let all_from = self.read_path(table.get("from"));
        let mut effects = Vec::new();
        for table in self.read_tables(table.get("pattern"), &keys::EFFECT) {
            let from = match table.get("from") {
                None => all_from.iter().cloned().collect(),
                own => self.read_paths(own).into_iter().map(|(_, path)| path).collect(),
            };
            let place = table.get("id").map_or(0..0, Located::span);
            let id = self.read_text(table.get("id"));
            let mut sieved = |key: &str| -> Vec<SievedPattern> {
                let patterns = self.read_regexes(table.get(key)).into_iter();
                patterns.map(|pattern| sieve.add(pattern)).collect()
            };
            let (patterns, unless) = (sieved("match"), sieved("unless"));
            let (kinds, kind_places) =
                self.read_placed_texts(table.get("kinds")).into_iter().unzip();
            let also = self.read_placed_texts(table.get("also"));
            effects.extend(id.map(|id| EffectMapping {
                id,
                from,
                patterns,
                unless,
                kinds,
                also,
                place,
                kind_places,
            }));
        }
        (all_from, effects)
    }

    /// Reads tags, which the file lists by value, by card.
    fn read_tags(
        &mut self,
        entry: Option<&Located<'_>>,
    ) -> BTreeMap<String, BTreeMap<String, Vec<String>>> {
        let mut cards: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
        for attribute in &self.read_entries(entry) {
            for (value, ids) in self.read_text_lists(Some(attribute)) {
                for id in ids {
                    let card = cards.entry(id).or_default();
                    card.entry(attribute.key.to_owned()).or_default().push(value.clone());
                }
            }
        }
        cards
    }
}
