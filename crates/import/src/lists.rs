//! Data in records other than cards. Lists of cards: bans, pools, points, each with a version for
//! each date in the records. Rules that cards bring: each object of a list is an allowance, or each
//! value is a condition.

use crate::{
    ImportNote, card,
    face_texts::set_id,
    fields::{RecordReader, Word, parse_day, parse_decimal, read_decimal},
    foreign_value::{ForeignValue, slug, write_line},
    links::CardDirectory,
    mapping::{
        CardRuleMapping, FixedAllowance, ListOfCardsMapping, Mapping, NumberTerm, RULE_VALUE,
        TemplatePiece,
    },
    messages::{ImportMessage, RecordMessage, RecordPlace},
    path::RecordPath,
    records::Record,
};
use sleeve_data::{
    Gather,
    model::{Date, Number},
};
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
        let Some(id) = card::made_id(record, &list.id, mapping)? else {
            return Err(RecordMessage::NoId { from: list.id.written(), found: None });
        };
        let from = read_day(record, "from", list.from.as_ref())?;
        let to = read_day(record, "to", list.to.as_ref())?;
        let number = match &list.number {
            None => None,
            Some(path) => {
                let printed = record.first_string(path).unwrap_or_default();
                Some(read_decimal("number", &printed)?)
            }
        };
        let key = (!list.numbers.is_empty(), id.clone());
        let (versions, _) = self.lists.entry(key).or_insert((BTreeMap::new(), list));
        let version = versions.entry(from).or_default();
        let name = list
            .name
            .as_ref()
            .and_then(|path| record.first_string(path));
        version.name = version.name.take().or(name);
        version.to = version.to.max(to);
        version.add_numbers(record, list)?;
        for field in version.add_cards(record.all_strings(&list.cards), number) {
            let message = RecordMessage::FilledTwice { field };
            notes.push(ImportNote { card: id.clone(), message });
        }
        let sets = std::mem::take(&mut version.sets).into_iter();
        version.sets = sets.chain(record.all_strings(&list.sets)).each_once();
        let filters = std::mem::take(&mut version.filters).into_iter();
        let new = list
            .filters
            .iter()
            .filter_map(|of| fill_template(of, record, words));
        version.filters = filters.chain(new).each_once();
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
        let mut written = 0;
        let mut absent_sets = BTreeSet::new();
        for ((is_format, id), (versions, list)) in self.lists {
            let days: Vec<Option<Date>> = versions.keys().copied().collect();
            for (at, (from, mut version)) in versions.into_iter().enumerate() {
                // A version ends before the next begins, even if its records say otherwise.
                let next = days.get(at + 1).copied().flatten().map(Date::previous_day);
                version.to = version.to.into_iter().chain(next).min();
                let (known, absent) = version.sets.into_iter().partition(|code| {
                    mapping.vocabulary.set(code).is_some() || sets.contains(&slug(code))
                });
                version.sets = known;
                absent_sets.extend::<Vec<String>>(absent);
                let entry = ListEntry { id: &id, is_format, list, from, version };
                entry.write(directory, mapping, text);
                written += 1;
            }
        }
        if absent_sets.is_empty() {
            return (written, None);
        }
        let count = absent_sets.len();
        let examples = absent_sets.into_iter().take(EXAMPLES_NAMED).collect();
        (written, Some(ImportMessage::NoSetsOfLists { count, examples }))
    }
}

impl ListVersion {
    /// Adds the numbers of a format that it does not have yet.
    fn add_numbers(
        &mut self,
        record: &Record,
        list: &ListOfCardsMapping,
    ) -> Result<(), RecordMessage> {
        for (number, terms) in &list.numbers {
            if self.numbers.iter().all(|(other, _)| other != number) {
                let value = first_number(record, number, terms)?;
                self.numbers
                    .extend(value.map(|value| (number.clone(), value)));
            }
        }
        Ok(())
    }

    /// Adds cards with a number. Returns those that already have another one.
    fn add_cards(&mut self, cards: Vec<String>, number: Option<Number>) -> Vec<String> {
        let mut filled_twice = Vec::new();
        for card in cards {
            match self.cards.iter().find(|(known, _)| *known == card) {
                Some((_, known)) if *known == number => {}
                Some(_) => filled_twice.push(card),
                None => self.cards.push((card, number)),
            }
        }
        filled_twice
    }
}

/// A version of a list or of a format, ready to be written.
struct ListEntry<'l> {
    id: &'l str,
    is_format: bool,
    list: &'l ListOfCardsMapping,
    /// The first day.
    from: Option<Date>,
    version: ListVersion,
}

impl ListEntry<'_> {
    fn write(self, directory: &CardDirectory, mapping: &Mapping, text: &mut String) {
        let ListEntry { list, version, .. } = self;
        text.push_str(if self.is_format { "\n[[format]]\n" } else { "\n[[list]]\n" });
        write_line("id", &ForeignValue::text(self.id), text);
        let name = version.name.as_deref().unwrap_or(self.id);
        write_line("name", &ForeignValue::text(name), text);
        if let Some(extends) = &list.extends {
            write_line("extends", &ForeignValue::text(extends), text);
        }
        if !version.sets.is_empty() {
            let ids = version
                .sets
                .iter()
                .map(|code| set_id(code, mapping))
                .collect();
            write_line("sets", &ForeignValue::texts(ids), text);
        }
        if !version.filters.is_empty() {
            write_line("filter", &ForeignValue::Text(version.filters.join(" or ")), text);
        }
        let (cards, absent): (Vec<_>, Vec<_>) = version
            .cards
            .into_iter()
            .partition(|(name, _)| directory.has(name));
        if !absent.is_empty() {
            write_line("absent", &names_of(absent), text);
        }
        for (key, day) in [("from", self.from), ("to", version.to)] {
            if let Some(day) = day {
                write_line(key, &ForeignValue::Day(day), text);
            }
        }
        if let Some(cite) = &list.cite {
            write_line("cite", &ForeignValue::text(cite), text);
        }
        if self.is_format {
            write_numbers("format.numbers", version.numbers, text);
        } else if list.number.is_none() {
            write_line("cards", &names_of(cards), text);
        } else {
            let numbered = cards
                .into_iter()
                .map(|(name, of)| (name, of.unwrap_or(Number::ZERO)));
            write_numbers("list.cards", numbered, text);
        }
    }
}

fn names_of(cards: Vec<(String, Option<Number>)>) -> ForeignValue {
    ForeignValue::texts(cards.into_iter().map(|(name, _)| name).collect())
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
    let mut unused: Vec<String> = Vec::new();
    for (is_used, record) in are_used.into_values() {
        if !is_used {
            unused.push(record.label());
        }
    }
    if unused.is_empty() {
        return None;
    }
    let (table, count) = ("[[list]]", unused.len());
    unused.truncate(examples);
    Some(ImportMessage::Unselected { table, count, examples: unused })
}

/// Writes a table of numbers.
fn write_numbers(
    table: &str,
    numbers: impl IntoIterator<Item = (String, Number)>,
    text: &mut String,
) {
    text.push_str(&format!("\n[{table}]\n"));
    for (name, number) in numbers {
        write_line(&name, &ForeignValue::Number(number), text);
    }
}

/// Reads a date, if the mapping has a path to it.
fn read_day(
    record: &Record,
    field: &str,
    path: Option<&RecordPath>,
) -> Result<Option<Date>, RecordMessage> {
    let printed = path.and_then(|path| record.first_string(path));
    printed
        .map(|printed| parse_day(field, &printed))
        .transpose()
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
        if let Some(printed) = record.first_string(path) {
            return read_decimal(field, &printed).map(Some);
        }
    }
    Ok(None)
}

#[derive(Debug, Default)]
pub(super) struct CollectedRules {
    /// The position of the rule in the mapping, and its condition as a line → ids of the cards
    /// with this rule.
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

impl AskedOfCard {
    /// The line for the rule at this position in the mapping; `None` if nothing is asked.
    fn into_line(mut self, at: usize, mapping: &Mapping) -> Option<String> {
        let mut line = String::new();
        if !self.conditions.is_empty() {
            let condition = ForeignValue::Text(self.conditions.join(" and "));
            write_line("require", &condition, &mut line);
            return Some(line);
        }
        if self.allowances.is_empty() {
            return None;
        }
        let tables = mapping.rules.iter().filter(|rule| rule.first == at);
        self.allowances
            .extend(tables.flat_map(|rule| &rule.always).map(fixed_allowance));
        write_line("allowances", &ForeignValue::List(self.allowances), &mut line);
        Some(line)
    }
}

impl CollectedRules {
    /// Adds the rules of a card; notes unusable objects, and words unknown to the game.
    pub(super) fn add(
        &mut self,
        record: &Record,
        mapping: &Mapping,
        notes: &mut Vec<RecordMessage>,
    ) {
        let mut by_rule: BTreeMap<usize, AskedOfCard> = BTreeMap::new();
        for rule in &mapping.rules {
            let asked = by_rule.entry(rule.first).or_default();
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
        for (at, asked) in by_rule {
            if let Some(line) = asked.into_line(at, mapping) {
                self.rules
                    .entry((at, line))
                    .or_default()
                    .push(record.key.clone());
            }
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
            let parts = rule
                .cards
                .iter()
                .filter_map(|part| fill_template(part, &object, &mut words));
            let filter = parts.collect::<Vec<_>>().join(" ");
            let template = rule.up_to.as_deref().unwrap_or_default();
            let up_to = fill_template(template, &object, &mut Vec::new());
            // A measure without a value would allow too much, and so would an empty filter.
            if filter.is_empty() || (template.len() > 1 && up_to.is_none()) {
                notes.push(RecordMessage::NoAllowance { list: rule.each.join(".") });
                continue;
            }
            self.add_words(words, mapping, notes);
            if rule
                .except
                .as_ref()
                .is_some_and(|path| !object.strings(path).is_empty())
            {
                asked.exceptions.push_str(&format!(" -({filter})"));
                continue;
            }
            let cards = ForeignValue::Text(format!("{filter}{}", asked.exceptions));
            let limit = up_to.filter(|_| rule.up_to.is_some());
            asked.allowances.push(allowance(cards, limit.as_deref()));
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
            let mut fields = mapping.fields.iter();
            if !fields.any(|field| field.to == word.field && field.form.has_words()) {
                continue;
            }
            if !mapping.declares {
                notes.extend(word.note_undeclared(mapping));
            }
            self.words
                .entry((word.field.clone(), word.id.clone()))
                .or_insert(word);
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
            write_line("cards", &ForeignValue::texts(cards), text);
            for (key, value) in &rule.constants {
                write_line(key, value, text);
            }
            text.push_str(&asks);
        }
        count
    }
}

/// An allowance that the mapping writes unchanged.
fn fixed_allowance(fixed: &FixedAllowance) -> ForeignValue {
    let up_to = fixed.up_to.iter().flatten().next();
    allowance(ForeignValue::text(&fixed.cards), up_to.map(String::as_str))
}

/// An allowance of cards; `up_to` is a number or a measure.
fn allowance(cards: ForeignValue, up_to: Option<&str>) -> ForeignValue {
    let mut entries = vec![("cards".to_owned(), cards)];
    if let Some(text) = up_to {
        let limit =
            parse_decimal(text).map_or_else(|| ForeignValue::text(text), ForeignValue::Number);
        entries.push(("up-to".to_owned(), limit));
    }
    ForeignValue::Table(entries)
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
                let ids: Vec<String> = values.iter().map(|value| number_or_slug(value)).collect();
                if ids.is_empty() || ids.iter().any(String::is_empty) {
                    return None;
                }
                if let Some(field) = field_before_value(&text) {
                    for (id, printed) in ids.iter().zip(values) {
                        words.push(Word { field: field.to_owned(), id: id.clone(), printed });
                    }
                }
                text.push_str(&ids.join("|"));
            }
        }
    }
    Some(text)
}

fn number_or_slug(value: &str) -> String {
    if parse_decimal(value).is_some() { value.to_owned() } else { slug(value) }
}

/// The field whose value follows a part of a filter; `None` if it does not end with `FIELD:`.
fn field_before_value(filter: &str) -> Option<&str> {
    let text = filter.strip_suffix(':')?;
    text.rsplit(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '_' | '.'))
        .next()
}
