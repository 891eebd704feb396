//! The words of a game that imported cards may use, the check that a mapping writes no others, and
//! the words of imported cards that the game does not declare: kinds, fields with their values,
//! effects, sets.

use crate::card::{self, ImportedCard};
use crate::card_files::ForeignValue;
use crate::fields::{AMOUNT_GROUP, Word};
use crate::mapping::{FieldForm, FieldMapping, Mapping, MappingMessage};
use crate::messages::{ImportMessage, RecordMessage};
use crate::path::RecordPath;
use crate::records::Record;
use sleeve_data::model::fold::fold;
use sleeve_data::model::game::AttributeType;
use sleeve_data::model::{Date, Game, Spanned};
use sleeve_data::problem::{Candidates, Problem, Problems};
use sleeve_data::source::attribute_fault;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Words that a game declares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Code of a set → its id; a set without a code is found by its id.
    pub sets: BTreeMap<String, String>,
    /// By id.
    pub attributes: BTreeMap<String, DeclaredAttribute>,
    /// Ids.
    pub kinds: BTreeSet<String>,
    /// Ids.
    pub effects: BTreeSet<String>,
}

/// An attribute declared by a game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeclaredAttribute {
    /// Its type in `game.toml`.
    pub kind: &'static str,
    /// Whether a card may have a value several times.
    pub counts: bool,
    /// Ids of the values of an enumeration or set.
    pub values: BTreeSet<String>,
}

impl Vocabulary {
    /// Collects the words of a game.
    #[must_use]
    pub fn from_game(game: &Game) -> Self {
        let sets = game.sets.iter().map(|set| {
            let code = set.code.as_ref().unwrap_or(&set.named.id);
            (code.to_string(), set.named.id.to_string())
        });
        let attributes = game.attributes.iter().map(|attribute| {
            let values = attribute.values().iter().map(|value| value.id.to_string());
            let (kind, counts) = attribute_type(&attribute.kind);
            let declared = DeclaredAttribute { kind, counts, values: values.collect() };
            (attribute.named.id.to_string(), declared)
        });
        Self {
            sets: sets.collect(),
            attributes: attributes.collect(),
            kinds: game.kinds.iter().map(|kind| kind.named.id.to_string()).collect(),
            effects: game.effects.iter().map(|effect| effect.named.id.to_string()).collect(),
        }
    }

    /// The id of the set with this code, or with this id.
    pub(super) fn set(&self, code: &str) -> Option<&str> {
        let by_id = || self.sets.values().find(|id| *id == code);
        self.sets.get(code).or_else(by_id).map(String::as_str)
    }
}

fn attribute_type(kind: &AttributeType) -> (&'static str, bool) {
    match kind {
        AttributeType::Integer => ("integer", false),
        AttributeType::Number => ("number", false),
        AttributeType::Text => ("text", false),
        AttributeType::Cards { .. } => ("cards", false),
        AttributeType::Date => ("date", false),
        AttributeType::Enum { .. } => ("enum", false),
        AttributeType::Set { counts, .. } => ("set", *counts),
        AttributeType::Flag => ("flag", false),
    }
}

/// The field of every card that games do not declare: copies in a box.
pub(super) const QUANTITY_KEY: &str = "quantity";

/// Reports every attribute, kind, value and effect that the mapping writes and the game does not
/// declare.
pub(super) fn check_mapping(mapping: &Mapping, problems: &mut Problems<MappingMessage>) {
    let game = &mapping.vocabulary;
    let no_attribute = |name: &str, place: &Range<usize>| {
        let candidates =
            Candidates::nearest_or_all(name, game.attributes.keys().map(String::as_str));
        let name = name.to_owned();
        Problem::from_span(place.clone(), MappingMessage::NoAttribute { name, candidates })
    };
    for field in mapping.fields.iter().filter(|field| field.to != QUANTITY_KEY) {
        match game.attributes.get(&field.to) {
            Some(declared) if !writes_type(field.form, declared) => {
                let (form, declared) = (field.form.word(), declared.kind);
                let field_id = field.to.clone();
                let message = MappingMessage::OtherType { field: field_id, form, declared };
                problems.push(Problem::from_span(field.place.clone(), message));
            }
            None if !mapping.declares => problems.push(no_attribute(&field.to, &field.place)),
            _ => {}
        }
    }
    // Everything else unknown will be declared; only a declared type cannot change.
    if mapping.declares {
        return;
    }
    for text in mapping.texts.iter().filter(|text| !game.attributes.contains_key(&text.to.value)) {
        problems.push(no_attribute(&text.to.value, &text.to.span));
    }
    for (attribute, values) in mapping.tags.values().flatten() {
        let Some(declared) = game.attributes.get(attribute) else {
            problems.push(no_attribute(attribute, &mapping.tags_place));
            continue;
        };
        for value in values.iter().filter(|value| !declared.values.contains(*value)) {
            let candidates =
                Candidates::nearest_or_all(value, declared.values.iter().map(String::as_str));
            let (field, value) = (attribute.clone(), value.clone());
            let message = MappingMessage::NoValue { field, value, candidates };
            problems.push(Problem::from_span(mapping.tags_place.clone(), message));
        }
    }
    let ids = || mapping.effects().iter().map(|effect| effect.id.value.as_str());
    for effect in mapping.effects().iter().filter(|effect| !game.effects.contains(&effect.id.value))
    {
        let Spanned { value: name, span } = effect.id.clone();
        let candidates = Candidates::nearest_or_all(&name, game.effects.iter().map(String::as_str));
        problems.push(Problem::from_span(span, MappingMessage::NoEffect { name, candidates }));
    }
    for name in mapping.effects().iter().flat_map(|effect| &effect.also) {
        if !ids().any(|id| id == name.value) {
            let candidates = Candidates::nearest_or_all(&name.value, ids());
            let message = MappingMessage::NoPattern { name: name.value.clone(), candidates };
            problems.push(Problem::from_span(name.span.clone(), message));
        }
    }
    let of_fields = mapping.fields.iter().flat_map(|f| f.kinds.iter().chain(&f.not_kinds));
    let of_effects = mapping.effects().iter().flat_map(|e| &e.kinds);
    for kind in of_fields.chain(of_effects).filter(|kind| !game.kinds.contains(&kind.value)) {
        let candidates =
            Candidates::nearest_or_all(&kind.value, game.kinds.iter().map(String::as_str));
        let message = MappingMessage::NoKind { name: kind.value.clone(), candidates };
        problems.push(Problem::from_span(kind.span.clone(), message));
    }
}

/// The fields to declare whose ids no game may have.
pub(super) fn find_field_faults(mapping: &Mapping) -> Vec<Problem<MappingMessage>> {
    let is_new = |field: &&FieldMapping| {
        field.to != QUANTITY_KEY && !mapping.vocabulary.attributes.contains_key(&field.to)
    };
    let fault = |field: &FieldMapping| {
        let message = MappingMessage::Game(attribute_fault(&field.to)?);
        Some(Problem::from_span(field.place.clone(), message))
    };
    mapping.fields.iter().filter(is_new).filter_map(fault).collect()
}

/// Whether a form of the mapping writes values of an attribute's type.
fn writes_type(form: FieldForm, declared: &DeclaredAttribute) -> bool {
    match form {
        FieldForm::Word => declared.kind == "enum",
        FieldForm::Words => declared.kind == "set",
        FieldForm::Counted => declared.kind == "set" && declared.counts,
        FieldForm::Number => matches!(declared.kind, "integer" | "number"),
        FieldForm::Text => declared.kind == "text",
        FieldForm::Cards => declared.kind == "cards",
        FieldForm::Flag => declared.kind == "flag",
        FieldForm::Date => declared.kind == "date",
    }
}

/// Most values that a field of a game may declare.
const MAX_VALUES_OF_FIELD: usize = sleeve_data::source::MAX_WORDS;

/// Words to declare, in the order of `game.toml`.
#[derive(Debug, Default, PartialEq, Eq, Clone)]
pub struct UndeclaredVocabulary {
    /// Kinds of card: id and printed form.
    pub kinds: BTreeMap<String, String>,
    /// Fields that the game does not declare, or whose values it does not declare, in the order of
    /// the mapping.
    pub attributes: Vec<UndeclaredAttribute>,
    /// Effects: id, and whether they have an amount.
    pub effects: Vec<(String, bool)>,
    /// By id.
    pub sets: BTreeMap<String, UndeclaredSet>,
}

/// A field to declare, or values to add to one.
#[derive(Debug, PartialEq, Eq, Clone)]
pub struct UndeclaredAttribute {
    pub id: String,
    /// Its type in `game.toml`.
    pub kind: &'static str,
    /// Whether a card may have a value several times.
    pub counts: bool,
    /// Whether the game declares it, so that only values are added.
    pub is_declared: bool,
    /// Kinds of card with the field; empty means all.
    pub kinds: Vec<String>,
    /// Values: id and printed form.
    pub values: BTreeMap<String, String>,
}

/// A set in records that the game does not declare, with its details from the records.
#[derive(Debug, Default, PartialEq, Eq, Clone)]
pub struct UndeclaredSet {
    /// Code of the set in records.
    pub code: String,
    pub name: Option<String>,
    pub released: Option<Date>,
}

impl UndeclaredVocabulary {
    /// Whether the game already declares every word.
    pub fn is_empty(&self) -> bool {
        *self == UndeclaredVocabulary::default()
    }
}

#[derive(Debug, Default)]
pub(super) struct WordCollector {
    kinds: BTreeMap<String, String>,
    /// Field → value → printed form.
    values: BTreeMap<String, BTreeMap<String, String>>,
    /// Fields with numbers that are not whole.
    decimals: BTreeSet<String>,
    /// Field and word of printed values that share the word, each reported once.
    reported: BTreeSet<(String, String)>,
    sets: BTreeMap<String, UndeclaredSet>,
}

impl WordCollector {
    /// Adds the words of a card; notes two printed values that become the same word.
    pub(super) fn add(&mut self, card: &ImportedCard, notes: &mut Vec<RecordMessage>) {
        self.kinds.entry(card.kind.id.clone()).or_insert_with(|| card.kind.printed.clone());
        for word in &card.words {
            self.add_word(word, notes);
        }
        self.add_entries(&card.entries);
    }

    fn add_word(&mut self, word: &Word, notes: &mut Vec<RecordMessage>) {
        let values = self.values.entry(word.field.clone()).or_default();
        let Some(first) = values.get(&word.id) else {
            values.insert(word.id.clone(), word.printed.clone());
            return;
        };
        if *first == word.printed || without_separators(first) == without_separators(&word.printed)
        {
            return;
        }
        if self.reported.insert((word.field.clone(), word.id.clone())) {
            let (field, first) = (word.field.clone(), first.clone());
            let (other, word) = (word.printed.clone(), word.id.clone());
            notes.push(RecordMessage::OneWord { field, first, other, word });
        }
    }

    /// Adds a word of a field, unless it exists.
    pub(super) fn add_absent(&mut self, word: &Word) {
        let values = self.values.entry(word.field.clone()).or_default();
        values.entry(word.id.clone()).or_insert_with(|| word.printed.clone());
    }

    fn add_entries(&mut self, entries: &[(String, ForeignValue)]) {
        for (key, value) in entries {
            if let ForeignValue::Table(inner) = value
                && key.starts_with("faces.")
            {
                self.add_entries(inner);
            }
            if !is_whole(value) && !self.decimals.contains(key) {
                self.decimals.insert(key.clone());
            }
        }
    }

    /// Adds the sets of a record; notes two codes that become the same id.
    pub(super) fn add_sets(
        &mut self,
        record: &Record,
        codes: &[String],
        mapping: &Mapping,
        notes: &mut Vec<RecordMessage>,
    ) {
        let (set, shape) = (mapping.set.as_ref(), &mapping.records);
        let name = set.and_then(|set| set.field.name.as_ref()).or(shape.set_name.as_ref());
        let released = set.and_then(|set| set.released.as_ref()).or(shape.set_released.as_ref());
        for code in codes {
            if mapping.vocabulary.set(code).is_some() {
                continue;
            }
            let id = card::set_id(code, mapping);
            let declared = mapping.vocabulary.sets.iter().find(|(_, known)| **known == id);
            let first = declared.map(|(code, _)| code);
            let first =
                first.or_else(|| self.sets.get(&id).map(|undeclared| &undeclared.code)).cloned();
            if let Some(first) =
                first.filter(|first| without_separators(first) != without_separators(code))
                && self.reported.insert(("set".to_owned(), id.clone()))
            {
                let (field, other, word) = ("set".to_owned(), code.clone(), id.clone());
                notes.push(RecordMessage::OneWord { field, first, other, word });
            }
            if declared.is_some() {
                continue;
            }
            let told = |path: Option<&RecordPath>| {
                let found = record.name_of_value(path?, code, codes, mapping);
                found.or_else(|| record.value_beside(path?, code, codes))
            };
            let released = told(released).and_then(|day| {
                let day = day.split_once('T').map_or(day.as_str(), |(day, _)| day).to_owned();
                // A year alone would become its first day, which would be made up.
                Date::parse(&day).filter(|_| day.len() == 10)
            });
            let new = || UndeclaredSet { code: code.clone(), ..UndeclaredSet::default() };
            let undeclared = self.sets.entry(id).or_insert_with(new);
            undeclared.name = undeclared.name.take().or_else(|| told(name));
            undeclared.released = undeclared.released.or(released);
        }
    }

    /// The words that the game does not declare.
    ///
    /// # Errors
    /// A field has more values than a game may declare.
    pub(super) fn into_undeclared(
        self,
        mapping: &Mapping,
    ) -> Result<UndeclaredVocabulary, ImportMessage> {
        let game = &mapping.vocabulary;
        let mut undeclared =
            UndeclaredVocabulary { sets: self.sets, ..UndeclaredVocabulary::default() };
        let is_new = |id: &String| !game.kinds.contains(id);
        undeclared.kinds = self.kinds.iter().filter(|(id, _)| is_new(id)).map(clone_pair).collect();
        let has_kind = |id: &String| game.kinds.contains(id) || self.kinds.contains_key(id);
        let declared = |to: &str, form: FieldForm, kinds: Vec<String>| {
            let known = game.attributes.get(to);
            let is_known = |id: &str| known.is_some_and(|known| known.values.contains(id));
            let values = self.values.get(to).into_iter().flatten();
            let values: BTreeMap<String, String> =
                values.filter(|(id, _)| !is_known(id)).map(clone_pair).collect();
            let kind = match form {
                FieldForm::Word => "enum",
                FieldForm::Words | FieldForm::Counted => "set",
                FieldForm::Number if self.decimals.contains(to) => "number",
                FieldForm::Number => "integer",
                FieldForm::Text => "text",
                FieldForm::Cards => "cards",
                FieldForm::Flag => "flag",
                FieldForm::Date => "date",
            };
            let (id, is_declared) = (to.to_owned(), known.is_some());
            let counts = form == FieldForm::Counted;
            UndeclaredAttribute { id, kind, counts, is_declared, kinds, values }
        };
        let texts =
            mapping.texts.iter().map(|text| (text.to.value.as_str(), FieldForm::Text, None));
        let fields = mapping.fields.iter().filter(|field| field.to != QUANTITY_KEY).map(|field| {
            let kinds = (!field.kinds.is_empty()).then_some(&field.kinds);
            (field.to.as_str(), field.form, kinds)
        });
        let tags: BTreeSet<&String> = mapping.tags.values().flat_map(BTreeMap::keys).collect();
        let is_field = |to: &&String| mapping.fields.iter().any(|field| field.to == **to);
        let tags = tags.into_iter().filter(|to| !is_field(to));
        let tags = tags.map(|to| (to.as_str(), FieldForm::Words, None));
        for (to, form, kinds) in fields.chain(texts).chain(tags) {
            let kinds = kinds
                .into_iter()
                .flatten()
                .map(|kind| &kind.value)
                .filter(|id| has_kind(id))
                .cloned();
            let mut new = declared(to, form, kinds.collect());
            if let Some(earlier) = undeclared.attributes.iter_mut().find(|earlier| earlier.id == to)
            {
                // Two fields of the mapping may write one attribute, for different kinds of card.
                let all = earlier.kinds.is_empty() || new.kinds.is_empty();
                new.kinds.retain(|kind| !earlier.kinds.contains(kind));
                earlier.kinds.append(&mut new.kinds);
                if all {
                    earlier.kinds.clear();
                }
                earlier.counts |= new.counts;
                continue;
            }
            if new.values.len() > MAX_VALUES_OF_FIELD {
                let (field, count) = (to.to_owned(), new.values.len());
                let limit = MAX_VALUES_OF_FIELD;
                return Err(ImportMessage::TooManyValues { field, count, limit });
            }
            undeclared.attributes.push(new);
        }
        // A field of words without any word cannot be declared.
        let is_needed = |new: &UndeclaredAttribute| {
            if new.is_declared || matches!(new.kind, "enum" | "set") {
                !new.values.is_empty()
            } else {
                true
            }
        };
        undeclared.attributes.retain(is_needed);
        for effect in
            mapping.effects().iter().filter(|effect| !game.effects.contains(&effect.id.value))
        {
            let has_amount = effect
                .patterns
                .iter()
                .any(|p| p.regex.capture_names().flatten().any(|n| n == AMOUNT_GROUP));
            match undeclared.effects.iter_mut().find(|(id, _)| *id == effect.id.value) {
                Some((_, amount)) => *amount |= has_amount,
                None => undeclared.effects.push((effect.id.value.clone(), has_amount)),
            }
        }
        Ok(undeclared)
    }
}

fn clone_pair((id, printed): (&String, &String)) -> (String, String) {
    (id.clone(), printed.clone())
}

/// A printed value without separators between its words: `X-Wing` and `X wing` are the same
/// spelling.
fn without_separators(printed: &str) -> String {
    fold(printed)
        .chars()
        .filter(|c| !matches!(c, ' ' | '-' | '_' | '\'' | '.' | ',' | '/'))
        .collect()
}

fn is_whole(value: &ForeignValue) -> bool {
    match value {
        ForeignValue::Number(number) => number.to_integer().is_some(),
        ForeignValue::List(items) => items.iter().all(is_whole),
        ForeignValue::Table(entries) => entries.iter().all(|(_, value)| is_whole(value)),
        ForeignValue::Text(_) | ForeignValue::Flag | ForeignValue::Day(_) => true,
    }
}
