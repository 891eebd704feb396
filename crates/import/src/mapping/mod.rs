//! The mapping: how one community's card records become cards of a game.
//!
//! A mapping is a TOML file (`import.toml`) next to the game. It names the fields of the records,
//! the patterns that turn printed values into typed ones, which records are printings of one card,
//! and the patterns for effects. Every mistake in it is reported with its place.

mod sieve;
mod tables;
mod values;
mod vocabulary_check;

pub use crate::messages::MappingMessage;
pub(super) use sieve::{FoundWords, PatternSieve, SievedPattern};
pub(super) use values::{FilePatterns, MappingTable, NamedPath, TableEntries, ValueReader};

pub use crate::keys::Mapping;
pub(super) use crate::keys::{
    CardRuleMapping, EffectMapping, FieldCondition, FieldMapping, FixedAllowance, JoinMapping,
    ListOfCardsMapping, NumberMapping, RecordsMapping, Rewrite,
};

use crate::{
    keys::{self, EffectsMapping},
    path::RecordPath,
    vocabulary::Vocabulary,
};
use sleeve_data::{
    files::{self, FileMessage, Located, entries},
    model::Number,
    problem::{Problem, Problems, SourceText},
    source::DataProblem,
};
use std::{collections::BTreeMap, sync::Arc};
use toml::de::DeTable;
use values::first_byte;

#[derive(Debug)]
pub(super) enum ProvenanceMapping {
    One(String),
    ByField(BTreeMap<String, String>),
}

/// The path of the list of records in a source.
#[derive(Debug, Default)]
pub(super) struct ListMapping {
    /// The text of the path; empty if the mapping has none.
    pub written: String,
    /// Names of fields; `*` means every value.
    pub steps: Vec<String>,
    /// Whether files without it simply have no records.
    pub is_optional: bool,
}

worded! {
    /// The type of a written field (`as`).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(super) enum FieldForm, word {
        /// One declared word.
        #[default]
        Word = "word",
        /// Several declared words.
        Words = "words",
        /// Several declared words, each with its number of copies.
        Counted = "counted",
        /// A number, or one of the patterns of `[[number]]`.
        Number = "number",
        /// The text; several values are joined.
        Text = "text",
        /// Names of cards.
        Cards = "cards",
        /// True if any value is left.
        Flag = "flag",
        Date = "date",
    }
}

/// The parts of a split to take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum SplitChoice {
    #[default]
    All,
    First,
    Last,
}

/// A term of a sum: a number, or a path to one with its text.
#[derive(Debug, Clone)]
pub(super) enum NumberTerm {
    Number(Number),
    Path(RecordPath, String),
}

/// `[set]`: the sets with a card, and their dates.
#[derive(Debug)]
pub(super) struct SetMapping {
    pub field: FieldMapping,
    pub released: Option<RecordPath>,
}

/// The placeholder for a value in the condition of a rule.
pub(super) const RULE_VALUE: &str = "{@value}";

/// A part of a text with placeholders.
#[derive(Debug)]
pub(super) enum TemplatePiece {
    Text(String),
    Path(RecordPath),
}

impl Mapping {
    /// Parses a mapping (`import.toml`) for the game of this vocabulary. Mistakes refer to the file
    /// as `name`.
    ///
    /// # Errors
    /// All mistakes in the mapping, and words that the game does not declare.
    pub fn parse(
        name: &str,
        text: &str,
        vocabulary: Vocabulary,
    ) -> Result<Mapping, Vec<Problem<MappingMessage>>> {
        read_mapping_file(name, text, vocabulary, false)
    }

    /// Like [`parse`](Mapping::parse), but collects undeclared words in
    /// [`Imported::undeclared`](crate::Imported::undeclared), so that they can be declared.
    ///
    /// # Errors
    /// All mistakes in the mapping.
    pub fn parse_declaring(
        name: &str,
        text: &str,
        vocabulary: Vocabulary,
    ) -> Result<Mapping, Vec<Problem<MappingMessage>>> {
        read_mapping_file(name, text, vocabulary, true)
    }
}

impl Mapping {
    /// Moves a mistake in a file that the import would write to the same words of the mapping, if
    /// they occur there once: users have no other line of theirs.
    pub fn place(&self, mistake: &mut DataProblem) {
        let Some(mark) = mistake.marks.iter_mut().find(|mark| mark.is_primary) else { return };
        let marked = mark
            .source
            .as_ref()
            .and_then(|source| source.text.get(mark.span.clone()));
        let mut places = self.source.text.match_indices(marked.unwrap_or(""));
        if let (Some((start, words)), None) = (places.next(), places.next()) {
            mark.span = start..start + words.len();
            mark.source = Some(Arc::clone(&self.source));
        }
    }

    /// The fields to declare whose ids no game may have.
    pub fn field_faults(&self) -> &[Problem<MappingMessage>] {
        &self.field_faults
    }

    pub(super) fn effects(&self) -> &[EffectMapping] {
        self.effects.as_ref().map_or(&[], |of| &of.effects)
    }
}

impl FieldMapping {
    /// Texts of the paths of `from`.
    pub(super) fn written(&self) -> Vec<String> {
        self.from.iter().map(|(text, _)| text.clone()).collect()
    }
}

impl FieldForm {
    /// Whether its values are words that a game declares.
    pub(super) fn has_words(self) -> bool {
        matches!(self, FieldForm::Word | FieldForm::Words | FieldForm::Counted)
    }
}

/// The comment at the top of written files if the mapping has none.
const DEFAULT_HEADER: &str = "Facts from the records of another source, written by `sleeve import`.\n\
    Do not edit: corrections belong into an overlay (--cards), so that the next import keeps them.";

type MappingProblems = Vec<Problem<MappingMessage>>;

/// Reads a mapping and checks it for the game.
pub(super) fn read_mapping_file(
    name: &str,
    text: &str,
    vocabulary: Vocabulary,
    declares: bool,
) -> Result<Mapping, MappingProblems> {
    let source = Arc::new(SourceText::new(name, text));
    let table = files::parse(text)
        .table_or()
        .map_err(|problems| place_all(problems, &source))?;
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
        vocabulary_check::check_mapping(mapping, &mut reading.problems);
    }
    match (reading.problems.is_empty(), mapping) {
        (true, Some(mapping)) => {
            let faults = vocabulary_check::find_field_faults(&mapping);
            let field_faults = place_all(faults, &source);
            Ok(Mapping { field_faults, source, ..mapping })
        }
        (_, _) => Err(place_all(Problems::sort_by_place(reading.problems.into_vec()), &source)),
    }
}

/// Gives problems the source that their spans refer to.
fn place_all(problems: MappingProblems, source: &Arc<SourceText>) -> MappingProblems {
    let mut placed = Vec::new();
    for problem in problems {
        placed.push(match problem.span().cloned() {
            Some(span) => {
                Problem::from_source(source, span, problem.message).with_severity(problem.severity)
            }
            None => problem,
        });
    }
    placed
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
        mapping
            .lists
            .extend(self.read_lists_of_cards(top.get("format")));
        let records = &mut mapping.records;
        // Variants of a title imply printings of one card, unless `same` says otherwise.
        records.printings_of_one |= !mapping.variants.is_empty() && !self.has_same_key(root);
        match (&mapping.id, &records.key) {
            (Some(_), Some(_)) => {
                let message = MappingMessage::Both { key: "id", other: "key" };
                self.problems.fail(top.key_span("id"), message);
            }
            (None, None) if top.get("id").is_none() => {
                self.fail_missing_key(&top.key_span("records"), "key", &keys::RECORDS);
            }
            _ => {}
        }
        if let (Some(entry), true) = (top.get("set"), records.home_set.is_some()) {
            let message = MappingMessage::Both { key: "set", other: "home-set" };
            self.problems.fail(entry.key_span(), message);
        }
        self.sieve.close();
        Some(Mapping {
            joins,
            tags_place: top.key_span("tags"),
            disputed_place: top.key_span("disputed"),
            sieve: std::mem::take(&mut self.sieve),
            vocabulary,
            declares,
            named_paths: std::mem::take(&mut self.named_paths),
            ..mapping
        })
    }

    pub(crate) fn read_header(&mut self, entry: Option<&Located<'_>>) -> String {
        self.read_text(entry)
            .unwrap_or_else(|| DEFAULT_HEADER.to_owned())
    }

    pub(crate) fn read_effects(&mut self, entry: Option<&Located<'_>>) -> Option<EffectsMapping> {
        let mut read: EffectsMapping = self.read(entry)?;
        for effect in read
            .effects
            .iter_mut()
            .filter(|effect| effect.from.is_empty())
        {
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
        match entry {
            Some(entry) if entry.text().is_err() => {
                ProvenanceMapping::ByField(self.read_map(Some(entry)))
            }
            _ => {
                let word = self.read_text(entry);
                ProvenanceMapping::One(word.unwrap_or_else(|| "published".to_owned()))
            }
        }
    }

    pub(crate) fn read_numbers(&mut self, entry: Option<&Located<'_>>) -> Vec<NumberMapping> {
        let mut numbers = Vec::new();
        for table in self.read_tables(entry, &keys::NUMBER) {
            let Some(number): Option<NumberMapping> = self.read_fields(&table) else { continue };
            if number.value.is_none() && number.min.is_none() && number.choice.is_empty() {
                let (keys, place) = (&["value", "choice", "min"], table.keys.place);
                let message = FileMessage::AnyOf { keys, place };
                self.problems.fail(first_byte(&table.span), message);
            }
            numbers.push(number);
        }
        numbers
    }

    /// Reads tags, which the file lists by value, and groups them by card.
    pub(crate) fn read_tags(
        &mut self,
        entry: Option<&Located<'_>>,
    ) -> BTreeMap<String, BTreeMap<String, Vec<String>>> {
        let mut cards: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
        for attribute in &self.read_entries(entry) {
            for (value, ids) in self.read_text_lists::<Vec<_>>(Some(attribute)) {
                for id in ids {
                    let card = cards.entry(id).or_default();
                    card.entry(attribute.key.to_owned())
                        .or_default()
                        .push(value.clone());
                }
            }
        }
        cards
    }
}
