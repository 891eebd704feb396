//! The fields of one face: values of a record become values of a card file, and patterns of the
//! mapping derive effects from texts. The texts themselves are not kept.

use crate::face_texts::face_texts;
use crate::foreign_value::{ForeignValue, slug};
use crate::mapping::{
    EffectMapping, FieldForm, FieldMapping, FoundWords, Mapping, NumberMapping, NumberTerm,
    SplitChoice,
};
use crate::messages::RecordMessage;
use crate::path::RecordPath;
use crate::records::Record;
use sleeve_data::model::game::CLASS_START;
use sleeve_data::model::{Date, Number};
use sleeve_data::source::is_id;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// A word of a card: the id of a value, and its printed form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub field: String,
    pub id: String,
    pub printed: String,
}

pub(super) struct RecordReader<'r> {
    pub record: &'r Record,
    pub mapping: &'r Mapping,
    /// Words of enumerations and sets read so far.
    pub words: Vec<Word>,
    /// Doubts for a person to check.
    pub notes: Vec<RecordMessage>,
}

impl<'r> RecordReader<'r> {
    pub(super) fn new(record: &'r Record, mapping: &'r Mapping) -> RecordReader<'r> {
        RecordReader { record, mapping, words: Vec::new(), notes: Vec::new() }
    }

    /// Reads an attribute of one face; `None` if nothing is printed.
    ///
    /// # Errors
    /// The record cannot become a card.
    pub(super) fn read_value(
        &mut self,
        field: &FieldMapping,
        face: &RecordPath,
    ) -> Result<Option<ForeignValue>, RecordMessage> {
        if !self.record.is_wanted(&field.when, &field.unless, face, true) {
            return Ok(None);
        }
        let printed = self.printed_values(field, face);
        match (printed.is_empty(), &field.default) {
            (false, _) => self.typed_value(field, printed, face, true),
            // Terms are only added to printed numbers.
            (true, Some(default)) if !default.is_empty() => {
                self.typed_value(field, default.clone(), face, false)
            }
            (true, _) => Ok(None),
        }
    }

    /// The printed values after splitting, keeping, dropping, rewriting, finding, mapping and joining.
    pub(super) fn printed_values(&self, field: &FieldMapping, face: &RecordPath) -> Vec<String> {
        if let Some(constant) = &field.value {
            return constant.clone();
        }
        let mut values = Vec::new();
        for (_, path) in &field.from {
            for printed in self.read_texts(field, path, face) {
                let parts: Vec<&str> = match &field.split {
                    Some(pattern) => pattern.split(&printed).map(str::trim).collect(),
                    None => vec![printed.trim()],
                };
                let taken = match field.take {
                    SplitChoice::All => parts,
                    SplitChoice::First => parts.first().map(|part| vec![*part]).unwrap_or_default(),
                    SplitChoice::Last => parts.last().map(|part| vec![*part]).unwrap_or_default(),
                };
                values.extend(taken.into_iter().map(str::to_owned));
            }
        }
        values.retain(|v| {
            field.keep.as_ref().is_none_or(|p| p.is_match(v))
                && !field.drop.as_ref().is_some_and(|p| p.is_match(v))
        });
        let transform = |value: &String| {
            if !field.classes.is_empty() {
                let class = self.record.rewrite(value, &field.classes);
                if class.starts_with(CLASS_START) {
                    return Some(class);
                }
            }
            let value = self.record.rewrite(value, &field.rewrite);
            let value = match &field.find {
                None => value,
                Some(pattern) => {
                    let captures = pattern.captures(&value)?;
                    captures.get(1).or(captures.get(0))?.as_str().trim().to_owned()
                }
            };
            Some(field.map.get(&value).cloned().unwrap_or(value))
        };
        let mut values: Vec<String> = values.iter().filter_map(transform).collect();
        values.retain(|value| !value.is_empty());
        match &field.join {
            Some(separator) if !values.is_empty() => vec![values.join(separator)],
            _ => values,
        }
    }

    /// The texts at a path of one face, or what `each` finds in them.
    fn read_texts(
        &self,
        field: &FieldMapping,
        path: &RecordPath,
        face: &RecordPath,
    ) -> Vec<String> {
        if field.each.is_empty() {
            return self.record.strings(&path.resolve_face(face));
        }
        let mut phrases = Vec::new();
        for text in face_texts(self.record, path, face, self.mapping) {
            let text = self.record.rewrite(&text, &self.mapping.clean);
            let text = self.record.rewrite(&text, &field.first);
            for captures in field.each.iter().flat_map(|pattern| pattern.captures_iter(&text)) {
                let phrase = captures.get(1).or(captures.get(0));
                phrases.extend(phrase.map(|phrase| phrase.as_str().to_owned()));
            }
        }
        phrases
    }

    fn typed_value(
        &mut self,
        field: &FieldMapping,
        values: Vec<String>,
        face: &RecordPath,
        adds: bool,
    ) -> Result<Option<ForeignValue>, RecordMessage> {
        let value = match field.form {
            FieldForm::Flag => ForeignValue::Flag(true),
            FieldForm::Text => ForeignValue::Text(values.join("; ")),
            FieldForm::Cards => {
                // As titles, like those of the cards.
                let names = values.iter().map(|name| self.record.rewrite(name, &self.mapping.name));
                ForeignValue::texts(names.collect())
            }
            FieldForm::Number => return self.number_value(field, &values, face, adds),
            FieldForm::Date => ForeignValue::Text(read_day(field, &values)?),
            FieldForm::Word => {
                let first = values.first().map_or("", String::as_str);
                if values.iter().any(|other| other != first) {
                    let (field, count) = (field.to.clone(), values.len());
                    self.notes.push(RecordMessage::FirstOnly { field, count });
                }
                ForeignValue::Text(self.read_word(field, first, &values)?)
            }
            FieldForm::Words => {
                let mut words: Vec<String> = Vec::new();
                for value in &values {
                    let word = self.read_word(field, value, &values)?;
                    if !words.contains(&word) {
                        words.push(word);
                    }
                }
                ForeignValue::texts(words)
            }
            FieldForm::Counted => self.counted_words(field, &values)?,
        };
        Ok(Some(value))
    }

    /// Turns one of the printed values into a word, and records it for the vocabulary.
    pub(super) fn read_word(
        &mut self,
        field: &FieldMapping,
        printed: &str,
        values: &[String],
    ) -> Result<String, RecordMessage> {
        let id = slug(printed);
        if !is_id(&id) {
            let (field, printed) = (field.to.clone(), printed.to_owned());
            return Err(RecordMessage::NoWord { field, printed });
        }
        let name = field.name.as_ref();
        let name =
            name.and_then(|path| self.record.name_of_value(path, printed, values, self.mapping));
        let (field, printed) = (field.to.clone(), name.unwrap_or_else(|| printed.to_owned()));
        self.words.push(Word { field, id: id.clone(), printed });
        Ok(id)
    }

    /// Reads words with counts: `Pilot x2`, or a repeated word. The result is a plain list if every
    /// count is 1.
    fn counted_words(
        &mut self,
        field: &FieldMapping,
        values: &[String],
    ) -> Result<ForeignValue, RecordMessage> {
        let mut order: Vec<String> = Vec::new();
        let mut counts: BTreeMap<String, i64> = BTreeMap::new();
        for printed in values {
            let (name, count) = match printed
                .rsplit_once(" x")
                .and_then(|(name, n)| Some((name, n.parse::<u8>().ok()?)))
            {
                Some((_, 0)) => {
                    let (field, printed) = (field.to.clone(), printed.clone());
                    return Err(RecordMessage::CountsNothing { field, printed });
                }
                Some((name, count)) => (name, count),
                None => (printed.as_str(), 1),
            };
            let name = self.read_word(field, name, values)?;
            if !order.contains(&name) {
                order.push(name.clone());
            }
            *counts.entry(name).or_default() += i64::from(count);
        }
        if counts.values().all(|count| *count <= 1) {
            return Ok(ForeignValue::texts(order));
        }
        let count = |name: &String| {
            let count = counts.get(name).copied().unwrap_or(1);
            ForeignValue::Number(Number::from_integer(count).unwrap_or(Number::ONE))
        };
        Ok(ForeignValue::Table(order.iter().map(|name| (name.clone(), count(name))).collect()))
    }

    fn number_value(
        &self,
        field: &FieldMapping,
        values: &[String],
        face: &RecordPath,
        adds: bool,
    ) -> Result<Option<ForeignValue>, RecordMessage> {
        let to = || field.to.clone();
        let [printed] = values else {
            return Err(RecordMessage::Several { field: to(), count: values.len() });
        };
        let plain = parse_decimal(printed);
        let value = match plain {
            Some(plain) => ForeignValue::Number(plain),
            None => self.patterned_number(field, printed)?,
        };
        let has_terms = adds && !(field.plus.is_empty() && field.minus.is_empty());
        let value = match (has_terms, value) {
            (false, value) => value,
            (true, ForeignValue::Number(start)) => match self.add_terms(field, start, face)? {
                Some(sum) => ForeignValue::Number(sum),
                None => return Ok(None),
            },
            _ => {
                return Err(RecordMessage::NotPlain { field: to(), printed: printed.clone() });
            }
        };
        let declared = self.mapping.vocabulary.attributes.get(&field.to);
        if let (ForeignValue::Number(number), Some("integer")) = (&value, declared.map(|d| d.kind))
            && number.to_integer().is_none()
        {
            return Err(RecordMessage::NotWhole { field: to(), number: number.to_string() });
        }
        Ok(Some(value))
    }

    /// Reads a printed value that becomes a number only by a pattern of the mapping.
    fn patterned_number(
        &self,
        field: &FieldMapping,
        printed: &str,
    ) -> Result<ForeignValue, RecordMessage> {
        let (to, printed_text) = (|| field.to.clone(), || printed.to_owned());
        let covers = |n: &&NumberMapping| {
            n.pattern.is_match(printed) && (n.fields.is_empty() || n.fields.contains(&field.to))
        };
        let Some(pattern) = self.mapping.numbers.iter().find(covers) else {
            return Err(RecordMessage::NoNumber { field: to(), printed: printed_text() });
        };
        apply_number_pattern(pattern, printed).map_err(|text| RecordMessage::PatternNoNumber {
            field: to(),
            printed: printed_text(),
            text,
        })
    }

    /// Adds the terms of a field to a number; `None` if the record does not have a term.
    fn add_terms(
        &self,
        field: &FieldMapping,
        start: Number,
        face: &RecordPath,
    ) -> Result<Option<Number>, RecordMessage> {
        let mut sum = start.millionths();
        let plus = field.plus.iter().map(|term| (false, term));
        for (is_minus, term) in plus.chain(field.minus.iter().map(|term| (true, term))) {
            let number = match term {
                NumberTerm::Number(number) => *number,
                NumberTerm::Path(path, written) => {
                    let values = self.record.strings(&path.resolve_face(face));
                    let Some(printed) = values.first() else { return Ok(None) };
                    let wrong = || {
                        let (field, printed) = (written.clone(), printed.clone());
                        RecordMessage::NoNumber { field, printed }
                    };
                    parse_decimal(printed).ok_or_else(wrong)?
                }
            };
            let millionths = number.millionths();
            let added =
                if is_minus { sum.checked_sub(millionths) } else { sum.checked_add(millionths) };
            sum = added.ok_or_else(|| RecordMessage::TooLarge { field: field.to.clone() })?;
        }
        Ok(Some(Number::from_millionths(sum)))
    }
}

/// Reads a date and returns it as written in card files.
fn read_day(field: &FieldMapping, values: &[String]) -> Result<String, RecordMessage> {
    let [printed] = values else {
        return Err(RecordMessage::Several { field: field.to.clone(), count: values.len() });
    };
    parse_day(&field.to, printed).map(|day| day.to_string())
}

/// Parses a date, optionally followed by a time: `2020-01-01T00:00:00`.
pub(super) fn parse_day(field: &str, printed: &str) -> Result<Date, RecordMessage> {
    // Only a full date: `Date::parse` reads `1998` as its first day.
    let text = printed.split_once('T').map_or(printed, |(day, _)| day);
    Date::parse(text).filter(|_| text.len() == 10).ok_or_else(|| {
        let (field, printed) = (field.to_owned(), printed.to_owned());
        RecordMessage::NoDay { field, printed }
    })
}

/// Parses a decimal number of at most nine characters; neither `inf` nor `1e9` is printed on a
/// card.
pub(super) fn parse_decimal(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.len() > 9 { None } else { Number::parse(text) }
}

/// Applies a number pattern; the error is the resulting text that is not a number.
fn apply_number_pattern(pattern: &NumberMapping, printed: &str) -> Result<ForeignValue, String> {
    let fill = |template: &String| {
        let filled = pattern.pattern.replace(printed, template.as_str()).into_owned();
        parse_decimal(&filled).ok_or(filled)
    };
    if let (Some(value), false) = (&pattern.value, pattern.print) {
        return Ok(ForeignValue::Number(fill(value)?));
    }
    let mut entries = Vec::new();
    if let Some(value) = &pattern.value {
        entries.push(("value".to_owned(), ForeignValue::Number(fill(value)?)));
    }
    if !pattern.choice.is_empty() {
        let mut choice = pattern.choice.iter().map(fill).collect::<Result<Vec<_>, _>>()?;
        // Ascending, as in the reader of card data.
        choice.sort();
        entries.push((
            "choice".to_owned(),
            ForeignValue::List(choice.into_iter().map(ForeignValue::Number).collect()),
        ));
    }
    if let Some(min) = &pattern.min {
        entries.push(("min".to_owned(), ForeignValue::Number(fill(min)?)));
    }
    if pattern.print {
        entries.push(("print".to_owned(), ForeignValue::text(printed)));
    }
    Ok(ForeignValue::Table(entries))
}

/// Name of the pattern group that captures the amount of an effect.
pub(super) const AMOUNT_GROUP: &str = "amount";

/// Derives the effects that patterns find on one face of a card of this kind, and those that come
/// with them (`also`).
pub(super) fn derive_effects(
    record: &Record,
    face: &RecordPath,
    kind: &str,
    mapping: &Mapping,
) -> Vec<ForeignValue> {
    let is_of_kind = |effect: &&EffectMapping| {
        effect.kinds.is_empty() || effect.kinds.iter().any(|k| k.value == kind)
    };
    let effects = mapping.effects().iter().filter(is_of_kind);
    let mut texts = CleanTexts::default();
    let results: Vec<_> = effects
        .map(|effect| {
            effect.from.iter().for_each(|path| texts.read(path, record, face, mapping));
            let found = effect.from.iter().flat_map(|path| texts.get(path));
            (effect, derive_effect(effect, found))
        })
        .collect();
    let implied = results.iter().filter(|(_, value)| value.is_some()).flat_map(|(e, _)| &e.also);
    let implied: BTreeSet<&str> = implied.map(|id| id.value.as_str()).collect();
    let with_implied = |(effect, value): &(&EffectMapping, Option<ForeignValue>)| {
        let id = effect.id.value.as_str();
        value.clone().or_else(|| implied.contains(id).then(|| ForeignValue::text(id)))
    };
    results.iter().filter_map(with_implied).collect()
}

/// The texts of one face by path, cleaned once for all effects.
#[derive(Default)]
struct CleanTexts<'p>(Vec<(&'p RecordPath, Vec<(String, FoundWords)>)>);

impl<'p> CleanTexts<'p> {
    fn read(
        &mut self,
        path: &'p RecordPath,
        record: &Record,
        face: &RecordPath,
        mapping: &Mapping,
    ) {
        if self.0.iter().all(|(known, _)| *known != path) {
            let texts = face_texts(record, path, face, mapping).into_iter();
            let clean = |text: String| {
                let text = record.rewrite(&text, &mapping.clean);
                let words = mapping.sieve.find_words(&text);
                (text, words)
            };
            self.0.push((path, texts.map(clean).collect()));
        }
    }

    fn get(&self, path: &RecordPath) -> impl Iterator<Item = &(String, FoundWords)> {
        let known = self.0.iter().find(|(known, _)| *known == path);
        known.into_iter().flat_map(|(_, texts)| texts)
    }
}

fn derive_effect<'t>(
    effect: &EffectMapping,
    texts: impl Iterator<Item = &'t (String, FoundWords)>,
) -> Option<ForeignValue> {
    let mut is_present = false;
    let mut amount: Option<u32> = None;
    for (text, words) in texts {
        let (mut text, mut words) = (Cow::Borrowed(text.as_str()), words);
        for pattern in &effect.unless {
            if words.allow(pattern) && pattern.regex.is_match(&text) {
                // Removes the match and continues, because the text may contain the effect again.
                text = Cow::Owned(pattern.regex.replace_all(&text, " ").into_owned());
                words = &FoundWords::ANY;
            }
        }
        let patterns = effect.patterns.iter().filter(|pattern| words.allow(pattern));
        for captures in patterns.flat_map(|pattern| pattern.regex.captures_iter(&text)) {
            is_present = true;
            let captured = captures.name(AMOUNT_GROUP).and_then(|m| m.as_str().parse().ok());
            // The largest of several amounts counts.
            amount = amount.max(captured);
        }
    }
    let number = |amount: u32| Number::from_integer(i64::from(amount)).map(ForeignValue::Number);
    match (is_present, amount.and_then(number)) {
        (false, _) => None,
        (true, None) => Some(ForeignValue::text(&effect.id.value)),
        (true, Some(amount)) => {
            let entries = vec![
                ("effect".to_owned(), ForeignValue::text(&effect.id.value)),
                ("amount".to_owned(), amount),
            ];
            Some(ForeignValue::Table(entries))
        }
    }
}
