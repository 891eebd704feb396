//! Fields of records as a tree: which there are, in how many records, and which of them a mapping names.

use super::mapping::Mapping;
use super::messages::ImportMessage;
use super::path::{Path, PathStart, written};
use serde_json::Value;
use sleeve_data::problem::{Candidates, nearest_names};
use std::collections::{BTreeMap, BTreeSet};

/// Most different fields that are counted.
pub const MAX_FIELDS: usize = 10_000;
/// So many fields are named in one note.
const NAMED: usize = 60;
/// So many are offered for one that no record has.
const NEAR: usize = 3;

/// A field that was seen, and those within it.
#[derive(Debug, Default)]
struct Seen {
    within: BTreeMap<String, Seen>,
    /// In how many records.
    count: usize,
    /// The last of them.
    last: usize,
    /// Whether it holds a value of its own somewhere.
    is_value: bool,
}

/// Fields that a mapping names.
#[derive(Debug, Default)]
pub(super) struct MappedFields {
    within: BTreeMap<String, MappedFields>,
    /// Whether the field itself is named, and not only some within it.
    is_value: bool,
}

impl MappedFields {
    fn add(&mut self, steps: impl IntoIterator<Item = String>) {
        let mut at = self;
        for step in steps {
            at = at.within.entry(step).or_default();
        }
        at.is_value = true;
    }

    /// Whether the field itself is named.
    fn has(&self, steps: &[String]) -> bool {
        match steps.split_first() {
            None => self.is_value,
            Some((step, rest)) => self.within.get(step).is_some_and(|inner| inner.has(rest)),
        }
    }

    /// Leaves out of a record what no path leads to.
    pub(super) fn prune(&self, value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.prune(item)),
            Value::Object(map) => {
                map.retain(|key, _| self.within.contains_key(key));
                for (key, value) in map {
                    if let Some(inner) = self.within.get(key) {
                        inner.prune(value);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Every field of the sources, counted.
#[derive(Debug, Default)]
pub(super) struct FieldUsage {
    root: Seen,
    records: usize,
    different: usize,
    is_uncounted: bool,
}

impl FieldUsage {
    /// Counts the fields of a record, or of what stands around or beside one (`before` says what).
    pub(super) fn count(&mut self, before: &[String], value: &Value) {
        self.records += 1;
        let (record, mut different) = (self.records, self.different);
        let mut at = &mut self.root;
        for step in before {
            at = at.within.entry(step.clone()).or_default();
        }
        let mut complete = true;
        count(at, value, record, &mut different, &mut complete);
        self.different = different;
        self.is_uncounted |= !complete;
    }

    /// What of the fields nobody maps, and what of the mapping is in no record.
    pub(super) fn notes(&self, mapping: &Mapping) -> Vec<ImportMessage> {
        let (mut named, mut ignored) = (MappedFields::default(), MappedFields::default());
        for (_, path) in &mapping.named {
            resolved(path, mapping).into_iter().for_each(|steps| named.add(steps));
        }
        mapping.records.ignore.iter().for_each(|steps| ignored.add(steps.iter().cloned()));
        let mut fields = Vec::new();
        unmapped(&self.root, &named, &ignored, &mut Vec::new(), &mut fields);
        let mut notes = Vec::new();
        if !fields.is_empty() {
            let count = fields.len();
            let more = count.saturating_sub(NAMED);
            fields.truncate(NAMED);
            let mut fields: Vec<String> =
                fields.into_iter().map(|(path, count)| format!("`{path}` ({count})")).collect();
            fields.extend((more > 0).then(|| format!("… (+{more})")));
            notes.push(ImportMessage::Unmapped { count, fields });
        }
        if self.is_uncounted {
            notes.push(ImportMessage::UncountedFields { limit: MAX_FIELDS });
        }
        notes.extend(self.absent(mapping, &named));
        notes
    }

    /// Paths of the mapping that no record has.
    fn absent(&self, mapping: &Mapping, named: &MappedFields) -> Vec<ImportMessage> {
        let mut there = Vec::new();
        values(&self.root, &mut Vec::new(), &mut there);
        let mut notes = Vec::new();
        let mut bare: Vec<String> = Vec::new();
        // What has a default may be nowhere.
        let defaulted = mapping.fields.iter().filter(|field| field.default.is_some());
        let mut told: BTreeSet<&String> = defaulted.flat_map(|field| &field.written).collect();
        for (text, path) in &mapping.named {
            let ways = resolved(path, mapping);
            if ways.is_empty() || ways.iter().any(|steps| self.has(steps)) || !told.insert(text) {
                continue;
            }
            let names = ways.first().map(|steps| near(steps, &there, named)).unwrap_or_default();
            if names.is_empty() {
                bare.push(text.clone())
            } else {
                let candidates = Candidates { names, are_near: true, ..Candidates::default() };
                notes.push(ImportMessage::Absent { path: text.clone(), candidates });
            }
        }
        if !bare.is_empty() {
            notes.push(ImportMessage::AbsentPaths { paths: bare });
        }
        notes
    }

    fn has(&self, steps: &[String]) -> bool {
        let mut at = &self.root;
        for step in steps {
            match at.within.get(step) {
                Some(inner) => at = inner,
                None => return false,
            }
        }
        at.is_value
    }
}

/// Fields that a path may have meant: a name near its own beside it that nobody maps, what stands within it, or what
/// has its name elsewhere.
fn near(asked: &[String], there: &[Vec<String>], named: &MappedFields) -> Vec<String> {
    let Some((last, parent)) = asked.split_last() else { return Vec::new() };
    let beside = there.iter().filter(|path| path.len() == asked.len() && path.starts_with(parent));
    let is_free = |path: &&Vec<String>| !named.has(path);
    let words = beside.filter(is_free).filter_map(|path| path.last()).map(String::as_str);
    let with_parent =
        |word: &String| written(&parent.iter().chain([word]).cloned().collect::<Vec<String>>());
    let names: Vec<String> = nearest_names(last, words).iter().map(with_parent).collect();
    if !names.is_empty() {
        return names;
    }
    let is_like = |path: &&Vec<String>| {
        (path.len() > asked.len() && path.starts_with(asked)) || path.last() == Some(last)
    };
    there.iter().filter(is_like).take(NEAR).map(|path| written(path)).collect()
}

/// Counts a value and what is within it; whether it says anything.
fn count(
    at: &mut Seen,
    value: &Value,
    record: usize,
    different: &mut usize,
    complete: &mut bool,
) -> bool {
    match value {
        Value::Null => return false,
        Value::String(text) if text.trim().is_empty() => return false,
        Value::Array(items) => {
            let said = items.iter().map(|item| count(at, item, record, different, complete));
            return said.fold(false, |any, one| any | one);
        }
        Value::Object(map) => {
            let mut said = false;
            for (key, value) in map {
                if !at.within.contains_key(key) {
                    if *different == MAX_FIELDS {
                        *complete = false;
                        continue;
                    }
                    *different += 1;
                    at.within.insert(key.clone(), Seen::default());
                }
                if let Some(inner) = at.within.get_mut(key) {
                    said |= count(inner, value, record, different, complete);
                }
            }
            if !said {
                return false;
            }
        }
        _ => at.is_value = true,
    }
    mark(at, record);
    true
}

fn mark(at: &mut Seen, record: usize) {
    at.count += usize::from(at.last != record);
    at.last = record;
}

/// The fields that a path leads to, one for each face where it is of a face.
fn resolved(path: &Path, mapping: &Mapping) -> Vec<Vec<String>> {
    let steps = || path.steps.iter().cloned();
    match &path.start {
        PathStart::Record => vec![path.steps.clone()],
        PathStart::Face => {
            let faces = [Some(&mapping.records.front), mapping.records.back.as_ref()];
            let within = |face: &Path| face.steps.iter().cloned().chain(steps()).collect();
            faces.into_iter().flatten().map(within).collect()
        }
        PathStart::Up(depth) => {
            vec![std::iter::repeat_n("@up".to_owned(), depth + 1).chain(steps()).collect()]
        }
        PathStart::Joined(name, inner) => {
            let within = |steps: Vec<String>| {
                std::iter::once(format!("@{name}")).chain(steps).collect::<Vec<_>>()
            };
            resolved(inner, mapping).into_iter().map(within).collect()
        }
        PathStart::Key | PathStart::File | PathStart::Folder => Vec::new(),
    }
}

/// What of records, or of the records of a join, the mapping reads.
pub(super) fn needed(mapping: &Mapping, join: Option<&str>) -> MappedFields {
    let mut named = MappedFields::default();
    let first = join.map(|join| format!("@{join}"));
    let back = mapping.records.back.as_ref().map(|back| back.steps.clone());
    for (_, path) in &mapping.named {
        for steps in resolved(path, mapping) {
            match &first {
                None => named.add(steps),
                Some(first) if steps.first() == Some(first) => named.add(steps.into_iter().skip(1)),
                Some(_) => {}
            }
        }
    }
    if let (None, Some(back)) = (&first, back) {
        named.add(back);
    }
    named
}

/// Fields that are neither named nor ignored; of an object of which nothing is named, the object.
fn unmapped(
    seen: &Seen,
    named: &MappedFields,
    ignored: &MappedFields,
    path: &mut Vec<String>,
    found: &mut Vec<(String, usize)>,
) {
    let nothing = MappedFields::default();
    for (name, inner) in &seen.within {
        let ignored = ignored.within.get(name).unwrap_or(&nothing);
        // What stands around a record or beside it is no field of its own.
        let is_place = name.starts_with('@') && path.iter().all(|step| step.starts_with('@'));
        if ignored.is_value || (inner.count == 0 && !is_place) {
            continue;
        }
        path.push(name.clone());
        match named.within.get(name) {
            None if ignored.within.is_empty() && !is_place => {
                found.push((written(path), inner.count));
            }
            within => {
                let within = within.unwrap_or(&nothing);
                if inner.is_value && !within.is_value {
                    found.push((written(path), inner.count));
                }
                unmapped(inner, within, ignored, path, found);
            }
        }
        path.pop();
    }
}

/// Every field with a value of its own.
fn values(seen: &Seen, path: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    for (name, inner) in &seen.within {
        path.push(name.clone());
        if inner.is_value {
            found.push(path.clone());
        }
        values(inner, path, found);
        path.pop();
    }
}
