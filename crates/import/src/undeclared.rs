//! The words of imported records that the game does not declare yet.

use crate::card::ImportedCard;
use crate::face_texts::set_id;
use crate::fields::{AMOUNT_GROUP, Word};
use crate::foreign_value::ForeignValue;
use crate::mapping::{FieldForm, Mapping};
use crate::messages::{ImportMessage, RecordMessage};
use crate::path::RecordPath;
use crate::records::Record;
use crate::vocabulary::QUANTITY_KEY;
use sleeve_data::model::Date;
use sleeve_data::model::fold::fold;
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
            let id = set_id(code, mapping);
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
        ForeignValue::Text(_) | ForeignValue::Flag(_) | ForeignValue::Day(_) => true,
    }
}
