//! Reads the TOML of a mapping into a [`Mapping`] and reports every mistake with its place.

use super::values::{ValueReader, first_byte};
use crate::keys;
use crate::mapping::{
    EffectsMapping, FieldMapping, Mapping, MappingMessage, NumberMapping, PatternSieve,
    ProvenanceMapping, Rewrite,
};
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
        let mut records = self.read_records(top.get("records"))?;
        let id = top.get("id").and_then(|entry| self.read_id(entry));
        let variants: Vec<Rewrite> = self.read(top.get("variant"))?;
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
        let mut effects: Option<EffectsMapping> = self.read(top.get("effects"));
        if let Some(of) = &mut effects {
            for effect in of.effects.iter_mut().filter(|effect| effect.from.is_empty()) {
                effect.from.push(of.from.clone());
            }
        }
        self.sieve.close();
        let numbers = self.read_numbers(top.get("number"));
        let texts = self.read(top.get("text"))?;
        let lists = self.read_lists_of_cards(top.get("list"));
        let rules = self.read_card_rules(top.get("rule"));
        let part = self.read(top.get("part"));
        let (name, clean) = (self.read(top.get("name"))?, self.read(top.get("clean"))?);
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
            sieve: std::mem::take(&mut self.sieve),
            aliases,
            tags,
            vocabulary,
            declares,
            named_paths: std::mem::take(&mut self.named_paths),
        })
    }

    fn read_text_lists(&mut self, entry: Option<&Located<'_>>) -> Vec<(String, Vec<String>)> {
        let all = self.read_entries(entry);
        all.iter()
            .map(|entry| (entry.key.to_owned(), self.read(Some(entry)).unwrap_or_default()))
            .collect()
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
