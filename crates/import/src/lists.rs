//! Data in records other than cards. Lists of cards: bans, pools, points, each with a version for
//! each date in the records. Rules that cards bring: each object of a list is an allowance, or each
//! value is a condition.

use crate::fields::{RecordReader, Word, parse_decimal};
use crate::foreign_value::{ForeignValue, slug};
use crate::links::CardDirectory;
use crate::mapping::{
    CardRuleMapping, FieldMapping, FixedAllowance, ListOfCardsMapping, Mapping, NumberTerm,
    RULE_VALUE, TemplatePiece,
};
use crate::messages::{ImportMessage, RecordMessage, RecordPlace};
use crate::path::RecordPath;
use crate::records::Record;
use crate::{ImportNote, card, fields};
use sleeve_data::model::hidden::toml_key;
use sleeve_data::model::{Date, Number};
use std::collections::{BTreeMap, BTreeSet};

/// Examples in the message about missing cards or sets.
const EXAMPLES_NAMED: usize = 5;

#[derive(Debug, Default)]
struct ListVersion {
    name: Option<String>,
    /// Cards by id or name, in order, with their numbers if the list has numbers.
    cards: Vec<(String, Option<Number>)>,
    sets: Vec<String>,
    /// Filters for more cards.
    filters: Vec<String>,
    /// Numbers of a format.
    numbers: Vec<(String, Number)>,
    to: Option<Date>,
}

/// The versions of a list, by their first days.
type ListVersions = BTreeMap<Option<Date>, ListVersion>;

/// The versions of the lists and formats of a mapping: whether it is a format and id → first day →
/// version.
#[derive(Debug, Default)]
pub(super) struct CollectedLists<'m> {
    lists: BTreeMap<(bool, String), (ListVersions, &'m ListOfCardsMapping)>,
}

impl<'m> CollectedLists<'m> {
    /// Adds a record to its list. Collects the words in its filters.
    ///
    /// # Errors
    /// The record does not have the list's id or a number, or has an invalid date.
    pub(super) fn add(
        &mut self,
        record: &Record,
        list: &'m ListOfCardsMapping,
        mapping: &Mapping,
        notes: &mut Vec<ImportNote>,
        words: &mut Vec<Word>,
    ) -> Result<(), RecordMessage> {
        let id = card::made_id(record, &list.id, mapping)?;
        let no_id = || RecordMessage::NoId { from: list.id.written(), found: None };
        let id = id.ok_or_else(no_id)?;
        let (from, to) = (
            read_day(record, "from", list.from.as_ref())?,
            read_day(record, "to", list.to.as_ref())?,
        );
        let number = match &list.number {
            None => None,
            Some(path) => {
                let printed = record.strings(path).into_iter().next().unwrap_or_default();
                let wrong = || {
                    let (field, printed) = ("number".to_owned(), printed.clone());
                    RecordMessage::NoNumber { field, printed }
                };
                Some(fields::parse_decimal(&printed).ok_or_else(wrong)?)
            }
        };
        let (versions, _) = self
            .lists
            .entry((!list.numbers.is_empty(), id.clone()))
            .or_insert((BTreeMap::new(), list));
        let version = versions.entry(from).or_default();
        let name = list.name.as_ref().and_then(|path| record.strings(path).into_iter().next());
        version.name = version.name.take().or(name);
        version.to = version.to.max(to);
        for (number, terms) in &list.numbers {
            if version.numbers.iter().all(|(other, _)| other != number) {
                let value = first_number(record, number, terms)?;
                version.numbers.extend(value.map(|value| (number.clone(), value)));
            }
        }
        let strings = |paths: &[RecordPath]| -> Vec<String> {
            paths.iter().flat_map(|path| record.strings(path)).collect()
        };
        for card in strings(&list.cards) {
            match version.cards.iter().find(|(known, _)| *known == card) {
                Some((_, known)) if *known == number => {}
                Some(_) => {
                    let message = RecordMessage::FilledTwice { field: card };
                    notes.push(ImportNote { card: id.clone(), message });
                }
                None => version.cards.push((card, number)),
            }
        }
        for set in strings(&list.sets) {
            if !version.sets.contains(&set) {
                version.sets.push(set);
            }
        }
        let filters = list.filters.iter().filter_map(|of| fill_template(of, record, words));
        for filter in filters {
            if !version.filters.contains(&filter) {
                version.filters.push(filter);
            }
        }
        Ok(())
    }

    /// Writes the lists as entries of a file; returns their number, and missing cards and sets.
    /// `directory` has the existing cards, `sets` the ids of new sets.
    pub(super) fn write(
        self,
        directory: &CardDirectory,
        sets: &BTreeSet<String>,
        mapping: &Mapping,
        text: &mut String,
    ) -> (usize, Option<ImportMessage>) {
        let mut count = 0;
        let mut absent_sets = BTreeSet::new();
        for ((is_format, id), (versions, list)) in self.lists {
            let days: Vec<Option<Date>> = versions.keys().copied().collect();
            for (at, (from, version)) in versions.into_iter().enumerate() {
                // A version ends before the next begins, even if its records say otherwise.
                let next = days.get(at + 1).copied().flatten().map(Date::previous_day);
                let to = version.to.into_iter().chain(next).min();
                count += 1;
                text.push_str(if is_format { "\n[[format]]\n" } else { "\n[[list]]\n" });
                let mut line = |key: &str, value: ForeignValue| {
                    text.push_str(&format!("{} = ", toml_key(key)));
                    value.write(text);
                    text.push('\n');
                };
                line("id", ForeignValue::text(&id));
                line("name", ForeignValue::Text(version.name.unwrap_or_else(|| id.clone())));
                if let Some(extends) = &list.extends {
                    line("extends", ForeignValue::text(extends));
                }
                let (sets_here, others): (Vec<String>, Vec<String>) =
                    version.sets.into_iter().partition(|code| {
                        mapping.vocabulary.set(code).is_some() || sets.contains(&slug(code))
                    });
                absent_sets.extend(others);
                let sets_here = sets_here
                    .iter()
                    .map(|code| ForeignValue::Text(crate::face_texts::set_id(code, mapping)));
                let sets_here: Vec<ForeignValue> = sets_here.collect();
                if !sets_here.is_empty() {
                    line("sets", ForeignValue::List(sets_here));
                }
                if !version.filters.is_empty() {
                    line("filter", ForeignValue::Text(version.filters.join(" or ")));
                }
                let (cards, absent): (Vec<_>, Vec<_>) =
                    version.cards.into_iter().partition(|(name, _)| directory.has(name));
                if !absent.is_empty() {
                    let absent = absent.into_iter().map(|(name, _)| ForeignValue::Text(name));
                    line("absent", ForeignValue::List(absent.collect()));
                }
                for (key, day) in [("from", from), ("to", to)] {
                    if let Some(day) = day {
                        line(key, ForeignValue::Day(day));
                    }
                }
                if let Some(cite) = &list.cite {
                    line("cite", ForeignValue::text(cite));
                }
                if is_format {
                    write_numbers("format.numbers", version.numbers, text);
                } else if list.number.is_none() {
                    let cards = cards.into_iter().map(|(name, _)| ForeignValue::Text(name));
                    line("cards", ForeignValue::List(cards.collect()));
                } else {
                    let number = |number: Option<Number>| number.unwrap_or(Number::ZERO);
                    let cards = cards.into_iter().map(|(name, of)| (name, number(of)));
                    write_numbers("list.cards", cards, text);
                }
            }
        }
        let absent = absent_sets.len();
        let examples = absent_sets.into_iter().take(EXAMPLES_NAMED).collect();
        let remark =
            (absent > 0).then_some(ImportMessage::NoSetsOfLists { count: absent, examples });
        (count, remark)
    }
}

impl ListOfCardsMapping {
    /// Whether it takes the records of the same list in the same files.
    pub(super) fn has_records_of(&self, other: &ListOfCardsMapping) -> bool {
        self.files.texts == other.files.texts && self.list.steps == other.list.steps
    }
}

/// Notes records of lists that no list takes, although no `unless` leaves them out.
pub(super) fn note_unselected(
    of_lists: &[Vec<Record>],
    mapping: &Mapping,
    examples: usize,
) -> Option<ImportMessage> {
    let face = &mapping.records.front;
    // Several lists may take the records of one file.
    let mut are_used: BTreeMap<(&str, RecordPlace, &str), (bool, &Record)> = BTreeMap::new();
    for (list, records) in mapping.lists.iter().zip(of_lists) {
        for record in records {
            let key = (&*record.context.input, record.place, &*list.list.written);
            let is_used = !record.is_wanted(&[], &list.unless, face, true)
                || record.is_wanted(&list.when, &[], face, true);
            are_used.entry(key).or_insert((false, record)).0 |= is_used;
        }
    }
    let unused = are_used.into_values().filter(|(is_used, _)| !is_used);
    let mut unused: Vec<String> = unused.map(|(_, record)| record.label()).collect();
    let count = unused.len();
    unused.truncate(examples);
    let table = "[[list]]";
    (count > 0).then_some(ImportMessage::Unselected { table, count, examples: unused })
}

/// Writes a table of numbers.
fn write_numbers(
    table: &str,
    numbers: impl IntoIterator<Item = (String, Number)>,
    text: &mut String,
) {
    text.push_str(&format!("\n[{table}]\n"));
    for (name, number) in numbers {
        text.push_str(&format!("{} = ", toml_key(&name)));
        ForeignValue::Number(number).write(text);
        text.push('\n');
    }
}

/// Reads a date, if the mapping has a path to it.
fn read_day(
    record: &Record,
    field: &str,
    path: Option<&RecordPath>,
) -> Result<Option<Date>, RecordMessage> {
    let printed = path.and_then(|path| record.strings(path).into_iter().next());
    printed.map(|printed| fields::parse_day(field, &printed)).transpose()
}

/// Reads the first of these terms that has a value.
fn first_number(
    record: &Record,
    field: &str,
    terms: &[NumberTerm],
) -> Result<Option<Number>, RecordMessage> {
    for term in terms {
        let path = match term {
            NumberTerm::Number(number) => return Ok(Some(*number)),
            NumberTerm::Path(path, _) => path,
        };
        if let Some(printed) = record.strings(path).into_iter().next() {
            let number = parse_decimal(&printed);
            let field = field.to_owned();
            return number.map(Some).ok_or(RecordMessage::NoNumber { field, printed });
        }
    }
    Ok(None)
}

#[derive(Debug, Default)]
pub(super) struct CollectedRules {
    /// The position of the rule in the mapping, and its condition as a line → ids of the cards with
    /// this rule.
    rules: BTreeMap<(usize, String), Vec<String>>,
    /// Words of fields that occur in the rules, by field and id.
    words: BTreeMap<(String, String), Word>,
}

/// The conditions of one rule id for a card.
#[derive(Debug, Default)]
struct AskedOfCard {
    conditions: Vec<String>,
    allowances: Vec<ForeignValue>,
    /// The cards excluded by the objects so far.
    exceptions: String,
}

impl CollectedRules {
    /// Adds the rules of a card; notes unusable objects, and words unknown to the game.
    pub(super) fn add(
        &mut self,
        record: &Record,
        mapping: &Mapping,
        notes: &mut Vec<RecordMessage>,
    ) {
        let mut asked: BTreeMap<usize, AskedOfCard> = BTreeMap::new();
        for rule in &mapping.rules {
            let asked = asked.entry(rule.first).or_default();
            match rule.values.as_ref().zip(rule.require.as_ref()) {
                Some((values, require)) => {
                    let reader = RecordReader::new(record, mapping);
                    let values = reader.printed_values(values, &mapping.records.front);
                    asked.conditions.extend(values.iter().map(|value| {
                        let words: Vec<String> = value.split('|').map(slug).collect();
                        require.replace(RULE_VALUE, &words.join("|"))
                    }));
                }
                None => self.add_allowances(record, rule, mapping, asked, notes),
            }
        }
        for (at, mut asked) in asked {
            let tables = mapping.rules.iter().filter(|rule| rule.first == at);
            let line = if !asked.conditions.is_empty() {
                let mut line = "require = ".to_owned();
                ForeignValue::Text(asked.conditions.join(" and ")).write(&mut line);
                line
            } else if !asked.allowances.is_empty() {
                let always = tables.flat_map(|rule| &rule.always).map(fixed_allowance);
                asked.allowances.extend(always);
                let mut line = "allowances = ".to_owned();
                ForeignValue::List(asked.allowances).write(&mut line);
                line
            } else {
                continue;
            };
            self.rules.entry((at, line)).or_default().push(record.key.clone());
        }
    }

    /// Adds the allowances of a card. An object may exclude its cards from those after it.
    fn add_allowances(
        &mut self,
        record: &Record,
        rule: &CardRuleMapping,
        mapping: &Mapping,
        asked: &mut AskedOfCard,
        notes: &mut Vec<RecordMessage>,
    ) {
        for object in record.objects(&rule.each) {
            let object = Record::new(record.place, object.clone(), &record.context);
            if !object.is_wanted(&rule.when, &rule.unless, &mapping.records.front, true) {
                continue;
            }
            let mut words = Vec::new();
            let parts =
                rule.cards.iter().filter_map(|part| fill_template(part, &object, &mut words));
            let filter = parts.collect::<Vec<_>>().join(" ");
            let up_to = rule
                .up_to
                .as_ref()
                .map(|text| (fill_template(text, &object, &mut Vec::new()), text.len() > 1));
            // A measure without a value would allow too much, and so would an empty filter.
            if filter.is_empty() || up_to == Some((None, true)) {
                notes.push(RecordMessage::NoAllowance { list: rule.each.join(".") });
                continue;
            }
            self.add_words(words, mapping, notes);
            if rule.except.as_ref().is_some_and(|path| !object.strings(path).is_empty()) {
                asked.exceptions.push_str(&format!(" -({filter})"));
                continue;
            }
            let cards = ForeignValue::Text(format!("{filter}{}", asked.exceptions));
            let up_to = up_to.and_then(|(up_to, _)| up_to).map(|text| number_or_text(&text));
            asked.allowances.push(allowance(cards, up_to));
        }
    }

    /// Adds words after `FIELD:` in a filter, for fields with words; notes those unknown to the
    /// game.
    pub(super) fn add_words(
        &mut self,
        words: Vec<Word>,
        mapping: &Mapping,
        notes: &mut Vec<RecordMessage>,
    ) {
        for word in words {
            let is_its = |field: &FieldMapping| field.to == word.field && field.form.has_words();
            if !mapping.fields.iter().any(is_its) {
                continue;
            }
            let declared = mapping.vocabulary.attributes.get(&word.field);
            if declared.is_some_and(|declared| !declared.values.contains(&word.id))
                && !mapping.declares
            {
                let (field, value) = (word.field.clone(), word.id.clone());
                notes.push(RecordMessage::Undeclared { field, value });
            }
            self.words.entry((word.field.clone(), word.id.clone())).or_insert(word);
        }
    }

    /// The words of fields that occur in the rules and in filters of lists.
    pub(super) fn words(&self) -> impl Iterator<Item = &Word> {
        self.words.values()
    }

    /// Writes the rules as entries of a file, and returns their number.
    pub(super) fn write(self, mapping: &Mapping, text: &mut String) -> usize {
        let count = self.rules.len();
        for ((at, asks), cards) in self.rules {
            let Some(rule) = mapping.rules.get(at) else { continue };
            text.push_str("\n[[rule-of-cards]]\n");
            let mut line = |key: &str, value: &ForeignValue| {
                text.push_str(key);
                text.push_str(" = ");
                value.write(text);
                text.push('\n');
            };
            line("cards", &ForeignValue::List(cards.into_iter().map(ForeignValue::Text).collect()));
            for (key, value) in &rule.constants {
                line(key, value);
            }
            text.push_str(&asks);
            text.push('\n');
        }
        count
    }
}

/// An allowance that the mapping writes unchanged.
fn fixed_allowance(fixed: &FixedAllowance) -> ForeignValue {
    let up_to = fixed.up_to.iter().flatten().next();
    allowance(ForeignValue::text(&fixed.cards), up_to.map(|text| number_or_text(text)))
}

fn allowance(cards: ForeignValue, up_to: Option<ForeignValue>) -> ForeignValue {
    let up_to = up_to.map(|up_to| ("up-to".to_owned(), up_to));
    ForeignValue::Table(std::iter::once(("cards".to_owned(), cards)).chain(up_to).collect())
}

fn number_or_text(text: &str) -> ForeignValue {
    parse_decimal(text).map_or_else(|| ForeignValue::text(text), ForeignValue::Number)
}

/// Replaces paths by the values of an object; `None` if one has none. Collects the words after
/// `FIELD:`.
pub(super) fn fill_template(
    template: &[TemplatePiece],
    object: &Record,
    words: &mut Vec<Word>,
) -> Option<String> {
    let mut text = String::new();
    for piece in template {
        match piece {
            TemplatePiece::Text(piece) => text.push_str(piece),
            TemplatePiece::Path(path) => {
                let mut values = object.strings(path);
                if object.has_false(path) {
                    values.push("false".to_owned());
                }
                let is_number = |value: &String| parse_decimal(value).is_some();
                let word =
                    |value: &String| if is_number(value) { value.clone() } else { slug(value) };
                let ids: Vec<String> = values.iter().map(word).collect();
                if ids.is_empty() || ids.iter().any(String::is_empty) {
                    return None;
                }
                if let Some(field) = text.strip_suffix(':') {
                    let ends =
                        |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'));
                    let field = field.rsplit(ends).next().unwrap_or_default().to_owned();
                    words.extend(ids.iter().zip(&values).map(|(id, printed)| Word {
                        field: field.clone(),
                        id: id.clone(),
                        printed: printed.clone(),
                    }));
                }
                text.push_str(&ids.join("|"));
            }
        }
    }
    Some(text)
}
