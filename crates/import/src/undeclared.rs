//! The words of imported records that the game does not declare yet.

use crate::{
    card::ImportedCard,
    face_texts::set_id,
    fields::{AMOUNT_GROUP, Word, full_date},
    foreign_value::ForeignValue,
    mapping::{FieldForm, Mapping},
    messages::{ImportMessage, RecordMessage},
    path::RecordPath,
    records::Record,
    vocabulary::QUANTITY_KEY,
};
use sleeve_data::model::{Date, Spanned, fold::fold};
use std::collections::{BTreeMap, BTreeSet};

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
        self.kinds
            .entry(card.kind.id.clone())
            .or_insert_with(|| card.kind.printed.clone());
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
        if *first != word.printed {
            let first = first.clone();
            notes.extend(self.note_one_word(word.clone(), first));
        }
    }

    /// A note, once, that the printed form of a word and an earlier one become the same id.
    fn note_one_word(&mut self, word: Word, first: String) -> Option<RecordMessage> {
        if without_separators(&first) == without_separators(&word.printed)
            || !self.reported.insert((word.field.clone(), word.id.clone()))
        {
            return None;
        }
        let Word { field, id, printed } = word;
        Some(RecordMessage::OneWord { field, first, other: printed, word: id })
    }

    /// Adds a word of a field, unless it exists.
    pub(super) fn add_absent(&mut self, word: &Word) {
        let values = self.values.entry(word.field.clone()).or_default();
        values
            .entry(word.id.clone())
            .or_insert_with(|| word.printed.clone());
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
        let name = set
            .and_then(|set| set.field.name.as_ref())
            .or(shape.set_name.as_ref());
        let released = set
            .and_then(|set| set.released.as_ref())
            .or(shape.set_released.as_ref());
        for code in codes {
            if mapping.vocabulary.set(code).is_some() {
                continue;
            }
            let id = set_id(code, mapping);
            let mut known = mapping.vocabulary.sets.iter();
            let declared = known.find(|(_, known)| **known == id).map(|(code, _)| code);
            let earlier = self.sets.get(&id).map(|undeclared| &undeclared.code);
            if let Some(first) = declared.or(earlier).cloned() {
                let field = "set".to_owned();
                let word = Word { field, id: id.clone(), printed: code.clone() };
                notes.extend(self.note_one_word(word, first));
            }
            if declared.is_some() {
                continue;
            }
            let undeclared = self.sets.entry(id).or_insert_with(|| UndeclaredSet {
                code: code.clone(),
                ..UndeclaredSet::default()
            });
            if let (None, Some(path)) = (&undeclared.name, name) {
                undeclared.name = set_detail(record, path, code, codes, mapping);
            }
            if let (None, Some(path)) = (undeclared.released, released) {
                let printed = set_detail(record, path, code, codes, mapping);
                undeclared.released = printed.and_then(|printed| full_date(&printed));
            }
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
        let mut attributes: Vec<UndeclaredAttribute> = Vec::new();
        for field in written_fields(mapping) {
            let new = self.undeclared_attribute(&field, mapping);
            if let Some(earlier) = attributes.iter_mut().find(|earlier| earlier.id == new.id) {
                earlier.merge(new);
                continue;
            }
            if new.values.len() > MAX_VALUES_OF_FIELD {
                let (field, count, limit) = (new.id, new.values.len(), MAX_VALUES_OF_FIELD);
                return Err(ImportMessage::TooManyValues { field, count, limit });
            }
            attributes.push(new);
        }
        attributes.retain(UndeclaredAttribute::is_needed);
        let mut kinds = self.kinds;
        kinds.retain(|id, _| !mapping.vocabulary.kinds.contains(id));
        let effects = undeclared_effects(mapping);
        Ok(UndeclaredVocabulary { kinds, attributes, effects, sets: self.sets })
    }

    /// What the game does not declare of a field.
    fn undeclared_attribute(
        &self,
        field: &WrittenField<'_>,
        mapping: &Mapping,
    ) -> UndeclaredAttribute {
        let game = &mapping.vocabulary;
        let known = game.attributes.get(field.to);
        let mut values = self.values.get(field.to).cloned().unwrap_or_default();
        values.retain(|id, _| known.is_none_or(|known| !known.values.contains(id)));
        let mut kinds: Vec<String> = field.kinds.iter().map(|kind| kind.value.clone()).collect();
        kinds.retain(|id| game.kinds.contains(id) || self.kinds.contains_key(id));
        let kind = match field.form {
            FieldForm::Word => "enum",
            FieldForm::Words | FieldForm::Counted => "set",
            FieldForm::Number if self.decimals.contains(field.to) => "number",
            FieldForm::Number => "integer",
            FieldForm::Text => "text",
            FieldForm::Cards => "cards",
            FieldForm::Flag => "flag",
            FieldForm::Date => "date",
        };
        let (id, is_declared) = (field.to.to_owned(), known.is_some());
        let counts = field.form == FieldForm::Counted;
        UndeclaredAttribute { id, kind, counts, is_declared, kinds, values }
    }
}

impl UndeclaredAttribute {
    /// Adds the kinds of another field of the mapping that writes the same attribute.
    fn merge(&mut self, mut other: UndeclaredAttribute) {
        self.counts |= other.counts;
        if self.kinds.is_empty() || other.kinds.is_empty() {
            self.kinds.clear();
            return;
        }
        other.kinds.retain(|kind| !self.kinds.contains(kind));
        self.kinds.append(&mut other.kinds);
    }

    /// Whether there is something to declare. A field of words without any word cannot be declared.
    fn is_needed(&self) -> bool {
        !self.values.is_empty() || !(self.is_declared || matches!(self.kind, "enum" | "set"))
    }
}

/// A field that the mapping writes.
struct WrittenField<'m> {
    to: &'m str,
    form: FieldForm,
    /// Kinds of card with the field; empty means all.
    kinds: &'m [Spanned<String>],
}

fn written_fields(mapping: &Mapping) -> Vec<WrittenField<'_>> {
    let mut written = Vec::new();
    for field in mapping
        .fields
        .iter()
        .filter(|field| field.to != QUANTITY_KEY)
    {
        written.push(WrittenField { to: &field.to, form: field.form, kinds: &field.kinds });
    }
    for text in &mapping.texts {
        written.push(WrittenField { to: &text.to.value, form: FieldForm::Text, kinds: &[] });
    }
    let tags: BTreeSet<&String> = mapping.tags.values().flat_map(BTreeMap::keys).collect();
    for to in tags {
        if mapping.fields.iter().all(|field| field.to != *to) {
            written.push(WrittenField { to, form: FieldForm::Words, kinds: &[] });
        }
    }
    written
}

/// The effects that the game does not declare, and whether each has an amount.
fn undeclared_effects(mapping: &Mapping) -> Vec<(String, bool)> {
    let mut effects: Vec<(String, bool)> = Vec::new();
    for effect in mapping.effects() {
        let id = &effect.id.value;
        if mapping.vocabulary.effects.contains(id) {
            continue;
        }
        let mut groups = effect
            .patterns
            .iter()
            .flat_map(|p| p.regex.capture_names().flatten());
        let has_amount = groups.any(|name| name == AMOUNT_GROUP);
        match effects.iter_mut().find(|(known, _)| known == id) {
            Some((_, amount)) => *amount |= has_amount,
            None => effects.push((id.clone(), has_amount)),
        }
    }
    effects
}

/// A detail of a set at a path of one of its records.
fn set_detail(
    record: &Record,
    path: &RecordPath,
    code: &str,
    codes: &[String],
    mapping: &Mapping,
) -> Option<String> {
    let found = record.name_of_value(path, code, codes, mapping);
    found.or_else(|| record.value_beside(path, code, codes))
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
        ForeignValue::Text(_) | ForeignValue::Flag(_) | ForeignValue::Day(_) => true,
    }
}
