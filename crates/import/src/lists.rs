//! Lists of cards from records: bans, pools, points, each in as many versions as the records have days.

use crate::card_files::{ForeignValue, slug};
use crate::card_rules::fill_template;
use crate::fields::Word;
use crate::mapping::{ListOfCardsMapping, Mapping};
use crate::messages::{ImportMessage, RecordMessage};
use crate::path::RecordPath;
use crate::records::Record;
use crate::{ImportNote, card, fields};
use sleeve_data::model::hidden::toml_key;
use sleeve_data::model::{Date, Number, fold};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Names that the message on cards or sets that are not there gives as examples.
const EXAMPLES_NAMED: usize = 5;

/// One version of a list.
#[derive(Debug, Default)]
struct ListVersion {
    name: Option<String>,
    /// Cards by id or name, in their order, with their numbers where the list gives numbers.
    cards: Vec<(String, Option<Number>)>,
    sets: Vec<String>,
    /// Filters of further cards.
    filters: Vec<String>,
    to: Option<Date>,
}

/// The versions of the lists of one mapping: id → first day → version.
#[derive(Debug, Default)]
pub(super) struct CollectedLists<'m> {
    lists: BTreeMap<String, (BTreeMap<Option<Date>, ListVersion>, &'m ListOfCardsMapping)>,
}

impl<'m> CollectedLists<'m> {
    /// Adds what a record says of a list. Collects the words that its filters ask for.
    ///
    /// # Errors
    /// When the record lacks the list's id or a number, or has a day that is none.
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
        let (versions, _) = self.lists.entry(id.clone()).or_insert((BTreeMap::new(), list));
        let version = versions.entry(from).or_default();
        let name = list.name.as_ref().and_then(|path| record.strings(path).into_iter().next());
        version.name = version.name.take().or(name);
        version.to = version.to.max(to);
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

    /// Writes the lists as entries of a file; returns their number, and what of them is not there. `names` are the keys of all that cards
    /// are called, `sets` the ids of new sets.
    pub(super) fn write(
        self,
        names: &HashSet<String>,
        sets: &BTreeSet<String>,
        mapping: &Mapping,
        text: &mut String,
    ) -> (usize, Option<ImportMessage>) {
        let mut count = 0;
        let mut absent_sets = BTreeSet::new();
        for (id, (versions, list)) in self.lists {
            let days: Vec<Option<Date>> = versions.keys().copied().collect();
            for (at, (from, version)) in versions.into_iter().enumerate() {
                // A version ends before the next begins, whatever its records say.
                let next = days.get(at + 1).copied().flatten().map(Date::previous_day);
                let to = version.to.into_iter().chain(next).min();
                count += 1;
                text.push_str("\n[[list]]\n");
                let mut line = |key: &str, value: ForeignValue| {
                    text.push_str(&format!("{} = ", toml_key(key)));
                    value.write(text);
                    text.push('\n');
                };
                line("id", ForeignValue::text(&id));
                line("name", ForeignValue::Text(version.name.unwrap_or_else(|| id.clone())));
                let (sets_here, others): (Vec<String>, Vec<String>) =
                    version.sets.into_iter().partition(|code| {
                        mapping.vocabulary.set(code).is_some() || sets.contains(&slug(code))
                    });
                absent_sets.extend(others);
                let sets_here =
                    sets_here.iter().map(|code| ForeignValue::Text(card::set_id(code, mapping)));
                let sets_here: Vec<ForeignValue> = sets_here.collect();
                if !sets_here.is_empty() {
                    line("sets", ForeignValue::List(sets_here));
                }
                if !version.filters.is_empty() {
                    line("filter", ForeignValue::Text(version.filters.join(" or ")));
                }
                let (cards, absent): (Vec<_>, Vec<_>) = version
                    .cards
                    .into_iter()
                    .partition(|(name, _)| names.contains(&fold::key(name)));
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
                if list.number.is_none() {
                    let cards = cards.into_iter().map(|(name, _)| ForeignValue::Text(name));
                    line("cards", ForeignValue::List(cards.collect()));
                } else {
                    text.push_str("\n[list.cards]\n");
                    for (name, number) in cards {
                        let number = ForeignValue::Number(number.unwrap_or(Number::ZERO));
                        text.push_str(&format!("{} = ", toml_key(&name)));
                        number.write(text);
                        text.push('\n');
                    }
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

/// Reads a day, where the mapping has a path to one.
fn read_day(
    record: &Record,
    field: &str,
    path: Option<&RecordPath>,
) -> Result<Option<Date>, RecordMessage> {
    let printed = path.and_then(|path| record.strings(path).into_iter().next());
    printed.map(|printed| fields::parse_day(field, &printed)).transpose()
}
