//! Records of the sources: values at their paths, the printings of one card, and joins, which
//! attach records of other files to cards.

use crate::{
    mapping::{FieldCondition, JoinMapping, Mapping, Rewrite},
    messages::{ImportMessage, RecordMessage, RecordPlace},
    path::{PathStart, RecordPath},
    sources::RecordContext,
};
use serde_json::Value;
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

/// Longest text that rewrites may make from a text of a record, in bytes.
pub(crate) const MAX_REWRITTEN_BYTES: usize = 65_536;

#[derive(Debug)]
pub(super) struct Record {
    pub context: Arc<RecordContext>,
    pub place: RecordPlace,
    /// The id of the card; empty until it is read, and for records of a join.
    pub key: String,
    pub value: Value,
    /// Records attached by joins, by the name of the join.
    pub joined: BTreeMap<String, Vec<Arc<Record>>>,
    /// The pattern of the first rewrite that made one of its texts too long; the card is then
    /// refused.
    overgrown: OnceLock<String>,
}

impl Record {
    pub(super) fn new(place: RecordPlace, value: Value, context: &Arc<RecordContext>) -> Record {
        let context = Arc::clone(context);
        let (joined, overgrown) = (BTreeMap::new(), OnceLock::new());
        Record { context, place, key: String::new(), value, joined, overgrown }
    }

    /// A name for messages: its id or name, else its file and place.
    pub(super) fn label(&self) -> String {
        let named = ["id", "code", "name"]
            .iter()
            .find_map(|key| self.value.get(key)?.as_str());
        if let Some(name) = named {
            return name.to_owned();
        }
        match self.place {
            RecordPlace::Record(at) => format!("{}:{at}", self.context.input),
            RecordPlace::Line(at) => format!("{}:{at}", self.context.input),
        }
    }

    /// Applies rewrites to one of its texts, one after the other. A rewrite that would exceed
    /// [`MAX_REWRITTEN_BYTES`] is not applied, but [recorded](Record::overgrown_pattern).
    pub(super) fn rewrite(&self, text: &str, rewrites: &[Rewrite]) -> String {
        let mut text = Cow::Borrowed(text);
        for rule in rewrites {
            match replace_within_limit(&text, rule) {
                Some(Cow::Owned(longer)) => text = Cow::Owned(longer),
                Some(Cow::Borrowed(_)) => {}
                None => {
                    self.overgrown
                        .get_or_init(|| rule.pattern.as_str().to_owned());
                }
            }
        }
        text.trim().to_owned()
    }

    /// The pattern of the rewrite that made one of its texts too long; `None` if there was none.
    pub(super) fn overgrown_pattern(&self) -> Option<&str> {
        self.overgrown.get().map(String::as_str)
    }

    /// Collects the scalar values at a path as they would be printed, with lists flattened. `false`
    /// is no value: flags are either printed or not.
    pub(super) fn strings(&self, path: &RecordPath) -> Vec<String> {
        let mut texts = Vec::new();
        self.collect_strings(path, &mut texts);
        texts
    }

    /// The first value at a path.
    pub(super) fn first_string(&self, path: &RecordPath) -> Option<String> {
        self.strings(path).into_iter().next()
    }

    /// The values at several paths.
    pub(super) fn all_strings(&self, paths: &[RecordPath]) -> Vec<String> {
        paths.iter().flat_map(|path| self.strings(path)).collect()
    }

    fn collect_strings(&self, path: &RecordPath, texts: &mut Vec<String>) {
        let context = &self.context;
        match &path.start {
            PathStart::Record | PathStart::Face => collect_scalars(&self.value, &path.steps, texts),
            PathStart::Key => texts.extend(context.key.as_deref().map(str::to_owned)),
            PathStart::File => texts.push(context.file.to_string()),
            PathStart::Folder => texts.push(context.folder.to_string()),
            PathStart::Up(depth) => {
                if let Some(up) = context.enclosing.get(*depth) {
                    collect_scalars(up, &path.steps, texts);
                }
            }
            PathStart::Joined(join, inner) => {
                for record in self.joined.get(join).into_iter().flatten() {
                    record.collect_strings(inner, texts);
                }
            }
        }
        texts.retain(|text| !text.is_empty());
    }

    /// The name of one of several values. If the path leads into a join, it is the name in the
    /// record found by the value; otherwise the one at the same position, if there are as many
    /// names.
    pub(super) fn name_of_value(
        &self,
        name: &RecordPath,
        value: &str,
        values: &[String],
        mapping: &Mapping,
    ) -> Option<String> {
        let PathStart::Joined(join, inner) = &name.start else {
            return self.value_beside(&name.resolve_face(&mapping.records.front), value, values);
        };
        let key = &mapping.joins.iter().find(|known| known.name == *join)?.key;
        let mut joined = self.joined.get(join)?.iter();
        let record = joined.find(|other| other.strings(key).iter().any(|text| text == value))?;
        record.first_string(inner)
    }

    /// The value at a path in the same position as another value, if there are as many.
    pub(super) fn value_beside(
        &self,
        path: &RecordPath,
        value: &str,
        values: &[String],
    ) -> Option<String> {
        let found = self.strings(path);
        let at = values.iter().position(|other| other == value)?;
        found
            .get(at)
            .filter(|_| found.len() == values.len())
            .cloned()
    }

    /// Whether one of the values of a condition matches its pattern. `^$` matches a missing value.
    pub(super) fn fits(&self, condition: &FieldCondition, face: &RecordPath) -> bool {
        let values = self.strings(&condition.from.resolve_face(face));
        let pattern = &condition.pattern;
        values.iter().any(|value| pattern.is_match(value))
            || values.is_empty() && pattern.as_str() == "^$"
    }

    /// Whether the conditions select the record. Before joins are attached, conditions on their
    /// results are ignored.
    pub(super) fn is_wanted(
        &self,
        when: &[FieldCondition],
        unless: &[FieldCondition],
        face: &RecordPath,
        has_joins: bool,
    ) -> bool {
        when.iter()
            .all(|of| !of.is_asked(has_joins) || self.fits(of, face))
            && !unless
                .iter()
                .any(|of| of.is_asked(has_joins) && self.fits(of, face))
    }

    /// The objects of the lists at a path, which may lead through other lists.
    pub(super) fn objects(&self, steps: &[String]) -> Vec<&Value> {
        let mut at = vec![&self.value];
        for step in steps {
            at = at
                .into_iter()
                .flat_map(items_of)
                .filter_map(|value| value.get(step))
                .collect();
        }
        let lists = at.into_iter().filter_map(Value::as_array).flatten();
        lists.filter(|value| value.is_object()).collect()
    }

    /// Whether there is an object at a path of the record.
    pub(super) fn has_object(&self, path: &RecordPath) -> bool {
        self.value_at(path).is_some_and(Value::is_object)
    }

    /// Whether there is `false` at a path of the record, which counts as no value.
    pub(super) fn has_false(&self, path: &RecordPath) -> bool {
        self.value_at(path) == Some(&Value::Bool(false))
    }

    fn value_at(&self, path: &RecordPath) -> Option<&Value> {
        path.steps
            .iter()
            .try_fold(&self.value, |at, step| at.get(step))
    }
}

impl FieldCondition {
    /// Whether the condition decides. Conditions on results of joins wait for these.
    fn is_asked(&self, has_joins: bool) -> bool {
        has_joins || !matches!(self.from.start, PathStart::Joined(..))
    }
}

/// The items of a list; any other value is the only item.
fn items_of(value: &Value) -> &[Value] {
    value
        .as_array()
        .map_or(std::slice::from_ref(value), Vec::as_slice)
}

fn collect_scalars(value: &Value, steps: &[String], texts: &mut Vec<String>) {
    if let Value::Array(list) = value {
        return list
            .iter()
            .for_each(|item| collect_scalars(item, steps, texts));
    }
    let Some((head, rest)) = steps.split_first() else {
        match value {
            Value::String(text) if !text.trim().is_empty() => texts.push(text.trim().to_owned()),
            Value::Number(number) => texts.push(number.to_string()),
            Value::Bool(true) => texts.push("true".to_owned()),
            _ => {}
        }
        return;
    };
    if let Some(next) = value.get(head) {
        collect_scalars(next, rest, texts);
    }
}

/// Puts the main record first, which provides the facts of the card: the one whose title has no
/// mark of a variant printing, or of several, the one with the shortest title.
pub(super) fn put_main_record_first(records: &mut [Record], mapping: &Mapping) {
    if records.len() < 2 || mapping.variants.is_empty() {
        return;
    }
    // Stable, so that of equal records the first of the sources is the main one.
    records.sort_by_cached_key(|record| {
        let title = titles(record, mapping)
            .into_iter()
            .next()
            .unwrap_or_default();
        (record.rewrite(&title, &mapping.variants) != title, title.chars().count())
    });
}

/// Titles of the front of a record; several title fields are joined.
pub(super) fn titles(record: &Record, mapping: &Mapping) -> Vec<String> {
    let shape = &mapping.records;
    match shape.title.as_slice() {
        [one] => record.strings(&one.resolve_face(&shape.front)),
        paths => {
            let mut parts = Vec::new();
            for path in paths {
                parts.extend(record.first_string(&path.resolve_face(&shape.front)));
            }
            if parts.is_empty() { parts } else { vec![parts.join(&shape.title_join)] }
        }
    }
}

/// Replaces the matches of a rewrite; `None` if the text would exceed [`MAX_REWRITTEN_BYTES`] and
/// grow.
fn replace_within_limit<'t>(text: &'t str, rule: &Rewrite) -> Option<Cow<'t, str>> {
    let most = MAX_REWRITTEN_BYTES.max(text.len());
    let (mut rewritten, mut end, mut is_found) = (String::new(), 0, false);
    for captures in rule.pattern.captures_iter(text) {
        let Some(found) = captures.get(0) else { continue };
        is_found = true;
        rewritten.push_str(text.get(end..found.start()).unwrap_or(""));
        captures.expand(&rule.with, &mut rewritten);
        end = found.end();
        if rewritten.len() > most {
            return None;
        }
    }
    if !is_found {
        return Some(Cow::Borrowed(text));
    }
    rewritten.push_str(text.get(end..).unwrap_or(""));
    (rewritten.len() <= most).then_some(Cow::Owned(rewritten))
}

/// A record that did not become a card.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedRecord {
    pub input: String,
    pub place: RecordPlace,
    /// The card's id, or the key of the record in its source; `None` if there is neither.
    pub id: Option<String>,
    pub why: RecordMessage,
}

impl JoinMapping {
    /// The paths, in records of cards, to the key of the join.
    pub(super) fn paths_of_cards(&self) -> impl Iterator<Item = &RecordPath> {
        self.on.iter().map(|(_, path)| path)
    }

    fn keys_of_card(&self, record: &Record) -> Vec<String> {
        self.paths_of_cards()
            .flat_map(|path| record.strings(path))
            .collect()
    }
}

/// Number of values that a message gives as examples.
const EXAMPLES: usize = 3;

/// Attaches the results of joins to each record, and to those of lists. Returns notes on cards
/// without a joined record, and on joined records without a card.
///
/// # Errors
/// A join finds nothing at all.
pub(super) fn attach_joined(
    records: &mut [Record],
    of_lists: &mut [Vec<Record>],
    joined: Vec<Vec<Record>>,
    mapping: &Mapping,
    examples: usize,
) -> Result<Vec<ImportMessage>, ImportMessage> {
    let mut notes = Vec::new();
    for (join, others) in mapping.joins.iter().zip(joined) {
        if join.optional && others.is_empty() {
            continue;
        }
        let mut index = JoinIndex::new(join, others);
        let mut is_for_lists = false;
        for record in of_lists.iter_mut().flatten() {
            is_for_lists |= index.attach_to(record).is_ok();
        }
        let mut misses = Vec::new();
        for record in &mut *records {
            misses.extend(index.attach_to(record).err());
        }
        let (count, of) = (misses.len(), records.len());
        let is_missed_by_all = count == of && count > 0;
        if is_missed_by_all && !is_for_lists {
            return Err(index.empty_join_message(records));
        }
        // A join that only serves lists need not find anything for cards.
        if count > 0 && !is_missed_by_all && !join.optional {
            misses.truncate(EXAMPLES);
            let name = join.name.clone();
            notes.push(ImportMessage::JoinMisses { name, count, of, examples: misses });
        }
        if is_missed_by_all || !join.optional {
            notes.extend(index.note_unused(examples));
        }
    }
    Ok(notes)
}

/// The records of a join by their keys.
struct JoinIndex<'m> {
    join: &'m JoinMapping,
    records: Vec<Arc<Record>>,
    /// Positions of records.
    by_key: HashMap<String, Vec<usize>>,
    /// Whether each record is attached to another one.
    used: Vec<bool>,
}

impl<'m> JoinIndex<'m> {
    fn new(join: &'m JoinMapping, records: Vec<Record>) -> JoinIndex<'m> {
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, record) in records.iter().enumerate() {
            for key in record.strings(&join.key) {
                by_key.entry(key).or_default().push(at);
            }
        }
        let used = vec![false; records.len()];
        JoinIndex { join, records: records.into_iter().map(Arc::new).collect(), by_key, used }
    }

    /// Attaches the records with the keys of a record to it.
    ///
    /// # Errors
    /// There are none. Returns the first key, or the file of a record without a key.
    fn attach_to(&mut self, record: &mut Record) -> Result<(), String> {
        let keys = self.join.keys_of_card(record);
        // In the order of the sources, each once, even if several keys lead to it.
        let positions: BTreeSet<usize> = keys
            .iter()
            .filter_map(|key| self.by_key.get(key))
            .flatten()
            .copied()
            .collect();
        if positions.is_empty() {
            let key = keys.into_iter().next();
            return Err(key.unwrap_or_else(|| format!("({})", record.context.input)));
        }
        let mut found = Vec::new();
        for at in positions {
            if let (Some(other), Some(used)) = (self.records.get(at), self.used.get_mut(at)) {
                found.push(Arc::clone(other));
                *used = true;
            }
        }
        record.joined.insert(self.join.name.clone(), found);
        Ok(())
    }

    /// Notes the records that belong to no card, if there are any.
    fn note_unused(&self, examples: usize) -> Option<ImportMessage> {
        let mut unused = Vec::new();
        for (record, used) in self.records.iter().zip(&self.used) {
            if !used {
                unused.push(record);
            }
        }
        if unused.is_empty() {
            return None;
        }
        let keys = unused
            .iter()
            .filter_map(|record| record.first_string(&self.join.key));
        Some(ImportMessage::JoinLeft {
            name: self.join.name.clone(),
            count: unused.len(),
            of: self.records.len(),
            examples: keys.take(examples).collect(),
        })
    }

    fn empty_join_message(&self, records: &[Record]) -> ImportMessage {
        let cards = records
            .iter()
            .flat_map(|record| self.join.keys_of_card(record));
        let joined = self
            .records
            .iter()
            .flat_map(|record| record.strings(&self.join.key));
        ImportMessage::JoinOfNothing {
            name: self.join.name.clone(),
            cards: cards.take(EXAMPLES).collect(),
            joined: joined.take(EXAMPLES).collect(),
        }
    }
}
