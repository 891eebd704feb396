//! The fields of one face: values of a record become values of a card file, and patterns of the
//! mapping derive effects from texts. The texts themselves are not kept.

use crate::{
    face_texts::face_texts,
    foreign_value::{ForeignValue, slug},
    mapping::{
        EffectMapping, FieldForm, FieldMapping, FoundWords, Mapping, NumberMapping, NumberTerm,
        SplitChoice,
    },
    messages::RecordMessage,
    path::RecordPath,
    records::Record,
};
use sleeve_data::{
    Gather,
    model::{Date, Number, Spanned, game::CLASS_START},
    source::is_id,
};
use std::{borrow::Cow, collections::BTreeSet};

/// A word of a card: the id of a value, and its printed form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub field: String,
    pub id: String,
    pub printed: String,
}

impl Word {
    /// A note on a word that its field does not declare; `None` if the game has no such field.
    pub(super) fn note_undeclared(&self, mapping: &Mapping) -> Option<RecordMessage> {
        if mapping
            .vocabulary
            .attributes
            .get(&self.field)?
            .values
            .contains(&self.id)
        {
            return None;
        }
        let (field, value) = (self.field.clone(), self.id.clone());
        Some(RecordMessage::Undeclared { field, value })
    }
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
        if !self
            .record
            .is_wanted(&field.when, &field.unless, face, true)
        {
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

    /// The printed values after splitting, keeping, dropping, rewriting, finding, mapping and
    /// joining.
    pub(super) fn printed_values(&self, field: &FieldMapping, face: &RecordPath) -> Vec<String> {
        if let Some(constant) = &field.value {
            return constant.clone();
        }
        let mut values = Vec::new();
        for (_, path) in &field.from {
            for printed in self.read_texts(field, path, face) {
                for part in split_parts(field, &printed) {
                    values.extend(self.transform(field, part));
                }
            }
        }
        values.retain(|value| !value.is_empty());
        match &field.join {
            Some(separator) if !values.is_empty() => vec![values.join(separator)],
            _ => values,
        }
    }

    /// Keeps or drops a part of a printed text, and rewrites, finds and maps its value.
    fn transform(&self, field: &FieldMapping, part: &str) -> Option<String> {
        if field
            .keep
            .as_ref()
            .is_some_and(|pattern| !pattern.is_match(part))
            || field
                .drop
                .as_ref()
                .is_some_and(|pattern| pattern.is_match(part))
        {
            return None;
        }
        if !field.classes.is_empty() {
            let class = self.record.rewrite(part, &field.classes);
            if class.starts_with(CLASS_START) {
                return Some(class);
            }
        }
        let mut value = self.record.rewrite(part, &field.rewrite);
        if let Some(pattern) = &field.find {
            let captures = pattern.captures(&value)?;
            value = captures
                .get(1)
                .or(captures.get(0))?
                .as_str()
                .trim()
                .to_owned();
        }
        Some(field.map.get(&value).cloned().unwrap_or(value))
    }

    /// The printed values of a field of the front, or its default.
    pub(super) fn values_or_default(&self, field: &FieldMapping) -> Vec<String> {
        let printed = self.printed_values(field, &self.mapping.records.front);
        if printed.is_empty() { field.default.clone().unwrap_or_default() } else { printed }
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
            for captures in field
                .each
                .iter()
                .flat_map(|pattern| pattern.captures_iter(&text))
            {
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
                let names = values
                    .iter()
                    .map(|name| self.record.rewrite(name, &self.mapping.name));
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
                let mut words = Vec::new();
                for value in &values {
                    words.push(self.read_word(field, value, &values)?);
                }
                ForeignValue::texts(words.into_iter().each_once())
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
        let mut name = None;
        if let Some(path) = &field.name {
            name = self
                .record
                .name_of_value(path, printed, values, self.mapping);
        }
        let printed = name.unwrap_or_else(|| printed.to_owned());
        self.words
            .push(Word { field: field.to.clone(), id: id.clone(), printed });
        Ok(id)
    }

    /// Reads words with counts: `Pilot x2`, or a repeated word. The result is a plain list if every
    /// count is 1.
    fn counted_words(
        &mut self,
        field: &FieldMapping,
        values: &[String],
    ) -> Result<ForeignValue, RecordMessage> {
        let mut counts: Vec<(String, i64)> = Vec::new();
        for printed in values {
            let split = printed.rsplit_once(" x");
            let counted = split.and_then(|(name, n)| Some((name, n.parse::<u8>().ok()?)));
            let (name, count) = counted.unwrap_or((printed.as_str(), 1));
            if count == 0 {
                let (field, printed) = (field.to.clone(), printed.clone());
                return Err(RecordMessage::CountsNothing { field, printed });
            }
            let word = self.read_word(field, name, values)?;
            match counts.iter_mut().find(|(known, _)| *known == word) {
                Some((_, sum)) => *sum += i64::from(count),
                None => counts.push((word, i64::from(count))),
            }
        }
        if counts.iter().all(|(_, count)| *count <= 1) {
            return Ok(ForeignValue::texts(counts.into_iter().map(|(word, _)| word).collect()));
        }
        let mut entries = Vec::new();
        for (word, count) in counts {
            let number = Number::from_integer(count).unwrap_or(Number::ONE);
            entries.push((word, ForeignValue::Number(number)));
        }
        Ok(ForeignValue::Table(entries))
    }

    fn number_value(
        &self,
        field: &FieldMapping,
        values: &[String],
        face: &RecordPath,
        adds: bool,
    ) -> Result<Option<ForeignValue>, RecordMessage> {
        let printed = only_value(field, values)?;
        let mut value = match parse_decimal(printed) {
            Some(plain) => ForeignValue::Number(plain),
            None => self.patterned_number(field, printed)?,
        };
        if adds && !(field.plus.is_empty() && field.minus.is_empty()) {
            let ForeignValue::Number(start) = value else {
                let (field, printed) = (field.to.clone(), printed.to_owned());
                return Err(RecordMessage::NotPlain { field, printed });
            };
            let Some(sum) = self.add_terms(field, start, face)? else { return Ok(None) };
            value = ForeignValue::Number(sum);
        }
        let declared = self.mapping.vocabulary.attributes.get(&field.to);
        if let (ForeignValue::Number(number), Some("integer")) = (&value, declared.map(|d| d.kind))
            && number.to_integer().is_none()
        {
            let (field, number) = (field.to.clone(), number.to_string());
            return Err(RecordMessage::NotWhole { field, number });
        }
        Ok(Some(value))
    }

    /// Reads a printed value that becomes a number only by a pattern of the mapping.
    fn patterned_number(
        &self,
        field: &FieldMapping,
        printed: &str,
    ) -> Result<ForeignValue, RecordMessage> {
        let mut numbers = self.mapping.numbers.iter();
        let Some(number) = numbers.find(|number| number.covers(field, printed)) else {
            return Err(no_number(&field.to, printed));
        };
        number.apply(printed).map_err(|text| {
            let (field, printed) = (field.to.clone(), printed.to_owned());
            RecordMessage::PatternNoNumber { field, printed, text }
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
                    read_decimal(written, printed)?
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
    parse_day(&field.to, only_value(field, values)?).map(|day| day.to_string())
}

/// The value of a field that may have only one.
fn only_value<'v>(field: &FieldMapping, values: &'v [String]) -> Result<&'v str, RecordMessage> {
    let [printed] = values else {
        return Err(RecordMessage::Several { field: field.to.clone(), count: values.len() });
    };
    Ok(printed)
}

/// The parts of a printed text that a field takes.
fn split_parts<'t>(field: &FieldMapping, printed: &'t str) -> Vec<&'t str> {
    let mut parts: Vec<&str> = match &field.split {
        Some(pattern) => pattern.split(printed).map(str::trim).collect(),
        None => vec![printed.trim()],
    };
    match field.take {
        SplitChoice::All => {}
        SplitChoice::First => parts.truncate(1),
        SplitChoice::Last => drop(parts.drain(..parts.len().saturating_sub(1))),
    }
    parts
}

/// Parses the date of a field.
pub(super) fn parse_day(field: &str, printed: &str) -> Result<Date, RecordMessage> {
    full_date(printed).ok_or_else(|| {
        let (field, printed) = (field.to_owned(), printed.to_owned());
        RecordMessage::NoDay { field, printed }
    })
}

/// Parses a date, optionally followed by a time: `2020-01-01T00:00:00`. A year alone is none,
/// because `Date::parse` would make up its first day.
pub(super) fn full_date(printed: &str) -> Option<Date> {
    let text = printed.split_once('T').map_or(printed, |(day, _)| day);
    Date::parse(text).filter(|_| text.len() == 10)
}

/// Parses the number of a field.
pub(super) fn read_decimal(field: &str, printed: &str) -> Result<Number, RecordMessage> {
    parse_decimal(printed).ok_or_else(|| no_number(field, printed))
}

fn no_number(field: &str, printed: &str) -> RecordMessage {
    RecordMessage::NoNumber { field: field.to_owned(), printed: printed.to_owned() }
}

/// Parses a decimal number of at most nine characters; neither `inf` nor `1e9` is printed on a
/// card.
pub(super) fn parse_decimal(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.len() > 9 { None } else { Number::parse(text) }
}

impl NumberMapping {
    fn covers(&self, field: &FieldMapping, printed: &str) -> bool {
        self.pattern.is_match(printed)
            && (self.fields.is_empty() || self.fields.contains(&field.to))
    }

    /// Applies the pattern; the error is the resulting text that is not a number.
    fn apply(&self, printed: &str) -> Result<ForeignValue, String> {
        if let (Some(value), false) = (&self.value, self.print) {
            return Ok(ForeignValue::Number(self.fill(value, printed)?));
        }
        let mut entries = Vec::new();
        if let Some(value) = &self.value {
            let number = self.fill(value, printed)?;
            entries.push(("value".to_owned(), ForeignValue::Number(number)));
        }
        if !self.choice.is_empty() {
            let mut numbers = Vec::new();
            for template in &self.choice {
                numbers.push(self.fill(template, printed)?);
            }
            // Ascending, as in the reader of card data.
            numbers.sort();
            let choice = numbers.into_iter().map(ForeignValue::Number).collect();
            entries.push(("choice".to_owned(), ForeignValue::List(choice)));
        }
        if let Some(min) = &self.min {
            entries.push(("min".to_owned(), ForeignValue::Number(self.fill(min, printed)?)));
        }
        if self.print {
            entries.push(("print".to_owned(), ForeignValue::text(printed)));
        }
        Ok(ForeignValue::Table(entries))
    }

    fn fill(&self, template: &str, printed: &str) -> Result<Number, String> {
        let filled = self.pattern.replace(printed, template).into_owned();
        parse_decimal(&filled).ok_or(filled)
    }
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
    let mut texts = CleanTexts::default();
    let mut results = Vec::new();
    let mut implied: BTreeSet<&str> = BTreeSet::new();
    for effect in mapping.effects() {
        if !effect.kinds.is_empty() && !names_kind(&effect.kinds, kind) {
            continue;
        }
        effect
            .from
            .iter()
            .for_each(|path| texts.read(path, record, face, mapping));
        let found = effect.from.iter().flat_map(|path| texts.get(path));
        let value = derive_effect(effect, found);
        if value.is_some() {
            implied.extend(effect.also.iter().map(|id| id.value.as_str()));
        }
        results.push((effect.id.value.as_str(), value));
    }
    let mut effects = Vec::new();
    for (id, value) in results {
        match value {
            Some(value) => effects.push(value),
            None if implied.contains(id) => effects.push(ForeignValue::text(id)),
            None => {}
        }
    }
    effects
}

/// Whether a list of kinds contains this one.
pub(super) fn names_kind(kinds: &[Spanned<String>], kind: &str) -> bool {
    kinds.iter().any(|known| known.value == kind)
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
        if self.0.iter().any(|(known, _)| *known == path) {
            return;
        }
        let mut clean = Vec::new();
        for text in face_texts(record, path, face, mapping) {
            let text = record.rewrite(&text, &mapping.clean);
            let words = mapping.sieve.find_words(&text);
            clean.push((text, words));
        }
        self.0.push((path, clean));
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
        let patterns = effect
            .patterns
            .iter()
            .filter(|pattern| words.allow(pattern));
        for captures in patterns.flat_map(|pattern| pattern.regex.captures_iter(&text)) {
            is_present = true;
            let captured = captures
                .name(AMOUNT_GROUP)
                .and_then(|m| m.as_str().parse().ok());
            // The largest of several amounts counts.
            amount = amount.max(captured);
        }
    }
    if !is_present {
        return None;
    }
    let id = ForeignValue::text(&effect.id.value);
    let Some(number) = amount.and_then(|amount| Number::from_integer(i64::from(amount))) else {
        return Some(id);
    };
    let amount = ("amount".to_owned(), ForeignValue::Number(number));
    Some(ForeignValue::Table(vec![("effect".to_owned(), id), amount]))
}
