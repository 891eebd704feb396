//! The tree of all fields of the records, with the number of records that have each, compared with
//! those in the mapping. Reports unmapped fields and paths that match nothing.

use crate::{
    mapping::{Mapping, NamedPath},
    messages::ImportMessage,
    path::{PathStart, RecordPath, write_steps},
};
use serde_json::{Map, Value};
use sleeve_data::problem::{Candidates, nearest_names};
use std::collections::{BTreeMap, BTreeSet};

/// Most different fields that are counted.
pub const MAX_FIELDS: usize = 10_000;
/// Fields that one note lists unless it names more; the rest are counted.
const LISTED_FIELDS: usize = 60;
/// Paths that a note suggests for an absent one.
const SUGGESTED_PATHS: usize = 3;

/// A field of the records, with its inner fields.
#[derive(Debug, Default)]
struct FieldNode {
    children: BTreeMap<String, FieldNode>,
    /// Number of records with the field.
    count: usize,
    /// The last record counted, because a list may contain the field several times in one record.
    last_record: usize,
    /// Whether a record has a scalar here, not just inner fields.
    is_value: bool,
}

#[derive(Debug, Default)]
pub(super) struct MappedFields {
    children: BTreeMap<String, MappedFields>,
    /// Whether the mapping names the field itself, not just inner ones.
    is_named: bool,
}

impl MappedFields {
    fn add(&mut self, steps: impl IntoIterator<Item = String>) {
        let mut at = self;
        for step in steps {
            at = at.children.entry(step).or_default();
        }
        at.is_named = true;
    }

    fn add_paths(&mut self, paths: &[NamedPath], mapping: &Mapping) {
        let all = paths
            .iter()
            .flat_map(|(_, path)| resolve_path(path, mapping));
        all.for_each(|steps| self.add(steps));
    }

    /// Whether the mapping names the field itself.
    fn has(&self, steps: &[String]) -> bool {
        match steps.split_first() {
            None => self.is_named,
            Some((step, rest)) => self.children.get(step).is_some_and(|inner| inner.has(rest)),
        }
    }

    /// Removes everything from a record that no path reads, because all records stay in memory
    /// until the last source is read.
    pub(super) fn prune(&self, value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.prune(item)),
            Value::Object(map) => {
                map.retain(|key, _| self.children.contains_key(key));
                for (key, value) in map {
                    if let Some(inner) = self.children.get(key) {
                        inner.prune(value);
                    }
                }
            }
            _ => {}
        }
    }
}

/// The tree of the fields of all sources.
#[derive(Debug, Default)]
pub(super) struct FieldUsage {
    root: FieldNode,
    records: usize,
    distinct: usize,
    is_over_limit: bool,
    /// Paths that records of cards need not have, because records of lists have them.
    pub(super) of_lists: Vec<RecordPath>,
}

impl FieldUsage {
    /// Counts the fields of a record, or of an enclosing or joined value, whose place in the tree
    /// is `prefix`.
    pub(super) fn count(&mut self, prefix: &[String], value: &Value) {
        self.records += 1;
        let mut count =
            RecordCount { record: self.records, distinct: self.distinct, is_over_limit: false };
        let mut at = &mut self.root;
        for step in prefix {
            at = at.children.entry(step.clone()).or_default();
        }
        count.add(at, value);
        self.distinct = count.distinct;
        self.is_over_limit |= count.is_over_limit;
    }

    /// Notes on unmapped fields, and on paths of the mapping that no record has.
    pub(super) fn notes(&self, mapping: &Mapping, examples: usize) -> Vec<ImportMessage> {
        let mut named = MappedFields::default();
        named.add_paths(&mapping.named_paths, mapping);
        let mut fields = self.unmapped(&named, mapping);
        let mut notes = Vec::new();
        if !fields.is_empty() {
            let count = fields.len();
            let listed = examples.max(LISTED_FIELDS);
            if count > listed {
                fields.truncate(listed);
                fields.push(format!("… (+{})", count - listed));
            }
            notes.push(ImportMessage::Unmapped { count, fields });
        }
        if self.is_over_limit {
            notes.push(ImportMessage::UncountedFields { limit: MAX_FIELDS });
        }
        notes.extend(self.absent_paths(mapping, &named));
        notes
    }

    /// The fields that are neither named nor ignored, with the number of records that have each:
    /// `` `cost` (12) ``.
    fn unmapped(&self, named: &MappedFields, mapping: &Mapping) -> Vec<String> {
        let (mut ignored, mut fields) = (MappedFields::default(), Vec::new());
        mapping
            .records
            .ignore
            .iter()
            .for_each(|steps| ignored.add(steps.iter().cloned()));
        collect_unmapped(&self.root, named, &ignored, &mut Vec::new(), &mut fields);
        fields
    }

    /// Paths of the mapping that no record has.
    fn absent_paths(&self, mapping: &Mapping, named: &MappedFields) -> Vec<ImportMessage> {
        let mut known = Vec::new();
        collect_value_paths(&self.root, &mut Vec::new(), &mut known);
        let mut notes = Vec::new();
        let mut without_names: Vec<String> = Vec::new();
        // A field with a default may be absent from all records.
        let defaulted = mapping
            .fields
            .iter()
            .filter(|field| field.default.is_some());
        let mut skipped: BTreeSet<&String> = defaulted
            .flat_map(|field| field.from.iter().map(|(text, _)| text))
            .collect();
        let missing = self.missing_optional_joins(mapping);
        for (text, path) in &mapping.named_paths {
            let mut ways = resolve_path(path, mapping);
            ways.retain(|steps| steps.first().is_none_or(|first| !missing.contains(first)));
            if self.of_lists.contains(path)
                || ways.is_empty()
                || ways.iter().any(|steps| self.has(steps))
                // A path is reported once, even if the mapping contains it several times.
                || !skipped.insert(text)
            {
                continue;
            }
            let names = ways
                .first()
                .map(|steps| near_paths(steps, &known, named))
                .unwrap_or_default();
            if names.is_empty() {
                without_names.push(text.clone())
            } else {
                let candidates = Candidates { names, are_near: true, ..Candidates::default() };
                notes.push(ImportMessage::Absent { path: text.clone(), candidates });
            }
        }
        if !without_names.is_empty() {
            notes.push(ImportMessage::AbsentPaths { paths: without_names });
        }
        notes
    }

    /// The steps into optional joins that no record has, so that paths may lead into nothing.
    fn missing_optional_joins(&self, mapping: &Mapping) -> Vec<String> {
        let optional = mapping.joins.iter().filter(|join| join.optional);
        let mut steps: Vec<String> = optional.map(|join| format!("@{}", join.name)).collect();
        steps.retain(|step| !self.root.children.contains_key(step));
        steps
    }

    fn has(&self, steps: &[String]) -> bool {
        let mut at = &self.root;
        for step in steps {
            match at.children.get(step) {
                Some(inner) => at = inner,
                None => return false,
            }
        }
        at.is_value
    }
}

/// Notes on fields in the records of lists that no list with these records names. `usage` has the
/// fields of each list.
pub(super) fn note_list_fields(mapping: &Mapping, usage: &[FieldUsage]) -> Vec<ImportMessage> {
    let mut notes = Vec::new();
    for (at, (list, usage)) in mapping.lists.iter().zip(usage).enumerate() {
        if mapping
            .lists
            .iter()
            .position(|other| other.has_records_of(list))
            != Some(at)
        {
            continue;
        }
        let mut named = MappedFields::default();
        for same in mapping
            .lists
            .iter()
            .filter(|other| other.has_records_of(list))
        {
            named.add_paths(&same.named_paths, mapping);
        }
        // The keys of joins are paths in these records as well.
        mapping
            .joins
            .iter()
            .for_each(|join| named.add_paths(&join.on, mapping));
        let fields = usage.unmapped(&named, mapping);
        if !fields.is_empty() {
            let files = list.files.texts.join(", ");
            notes.push(ImportMessage::UnmappedInLists { files, fields });
        }
    }
    notes
}

/// Paths that may have been meant instead of an absent one: unmapped siblings with a near name;
/// otherwise its inner fields, and fields with its name elsewhere.
fn near_paths(absent: &[String], known: &[Vec<String>], named: &MappedFields) -> Vec<String> {
    let Some((last, parent)) = absent.split_last() else { return Vec::new() };
    let mut siblings = Vec::new();
    for path in known {
        if path.len() == absent.len() && path.starts_with(parent) && !named.has(path) {
            siblings.extend(path.last().map(String::as_str));
        }
    }
    let mut near = Vec::new();
    for word in nearest_names(last, siblings) {
        near.push(write_steps(&[parent, &[word]].concat()));
    }
    if !near.is_empty() {
        return near;
    }
    let like = known.iter().filter(|path| {
        (path.len() > absent.len() && path.starts_with(absent)) || path.last() == Some(last)
    });
    like.take(SUGGESTED_PATHS)
        .map(|path| write_steps(path))
        .collect()
}

/// Counts the fields of one record.
struct RecordCount {
    /// Number of the record, from 1.
    record: usize,
    /// Number of different fields of all records so far.
    distinct: usize,
    is_over_limit: bool,
}

impl RecordCount {
    /// Counts a value with its inner ones; returns whether it has any content.
    fn add(&mut self, at: &mut FieldNode, value: &Value) -> bool {
        match value {
            Value::Null => return false,
            Value::String(text) if text.trim().is_empty() => return false,
            Value::Array(items) => {
                // `any` would stop counting at the first item with content.
                let mut has_content = false;
                for item in items {
                    has_content |= self.add(at, item);
                }
                return has_content;
            }
            Value::Object(map) => {
                if !self.add_fields(at, map) {
                    return false;
                }
            }
            _ => at.is_value = true,
        }
        at.count += usize::from(at.last_record != self.record);
        at.last_record = self.record;
        true
    }

    fn add_fields(&mut self, at: &mut FieldNode, map: &Map<String, Value>) -> bool {
        let mut has_content = false;
        for (key, value) in map {
            if !at.children.contains_key(key) {
                if self.distinct == MAX_FIELDS {
                    self.is_over_limit = true;
                    continue;
                }
                self.distinct += 1;
                at.children.insert(key.clone(), FieldNode::default());
            }
            if let Some(inner) = at.children.get_mut(key) {
                has_content |= self.add(inner, value);
            }
        }
        has_content
    }
}

/// The fields of a path: one per face if the path belongs to a face.
fn resolve_path(path: &RecordPath, mapping: &Mapping) -> Vec<Vec<String>> {
    match &path.start {
        PathStart::Record => vec![path.steps.clone()],
        PathStart::Face => {
            let faces = [Some(&mapping.records.front), mapping.records.back.as_ref()];
            faces
                .into_iter()
                .flatten()
                .map(|face| path.resolve_face(face).steps)
                .collect()
        }
        PathStart::Up(depth) => {
            vec![[vec!["@up".to_owned(); depth + 1], path.steps.clone()].concat()]
        }
        PathStart::Joined(name, inner) => {
            let mut fields = resolve_path(inner, mapping);
            fields
                .iter_mut()
                .for_each(|steps| steps.insert(0, format!("@{name}")));
            fields
        }
        PathStart::Key | PathStart::File | PathStart::Folder => Vec::new(),
    }
}

/// The fields of the records, or of those of a join, that the mapping reads.
pub(super) fn needed_fields(mapping: &Mapping, join: Option<&str>) -> MappedFields {
    let mut named = MappedFields::default();
    let first = join.map(|join| format!("@{join}"));
    for (_, path) in &mapping.named_paths {
        for steps in resolve_path(path, mapping) {
            match &first {
                None => named.add(steps),
                Some(first) if steps.first() == Some(first) => named.add(steps.into_iter().skip(1)),
                Some(_) => {}
            }
        }
    }
    if let (None, Some(back)) = (&first, &mapping.records.back) {
        named.add(back.steps.iter().cloned());
    }
    named
}

/// Collects fields that are neither named nor ignored. For an object without any named field, this
/// is the object itself.
fn collect_unmapped(
    seen: &FieldNode,
    named: &MappedFields,
    ignored: &MappedFields,
    path: &mut Vec<String>,
    fields: &mut Vec<String>,
) {
    let nothing = MappedFields::default();
    for (name, inner) in &seen.children {
        let inner_ignored = ignored.children.get(name).unwrap_or(&nothing);
        // `@up` and the names of joins are places in the tree, not fields.
        let is_place = name.starts_with('@') && path.iter().all(|step| step.starts_with('@'));
        if inner_ignored.is_named || (inner.count == 0 && !is_place) {
            continue;
        }
        path.push(name.clone());
        match named.children.get(name) {
            None if inner_ignored.children.is_empty() && !is_place => {
                fields.push(format!("`{}` ({})", write_steps(path), inner.count));
            }
            known => {
                let inner_named = known.unwrap_or(&nothing);
                if inner.is_value && !inner_named.is_named {
                    fields.push(format!("`{}` ({})", write_steps(path), inner.count));
                }
                collect_unmapped(inner, inner_named, inner_ignored, path, fields);
            }
        }
        path.pop();
    }
}

/// Collects the paths of the fields with a scalar.
fn collect_value_paths(seen: &FieldNode, path: &mut Vec<String>, paths: &mut Vec<Vec<String>>) {
    for (name, inner) in &seen.children {
        path.push(name.clone());
        if inner.is_value {
            paths.push(path.clone());
        }
        collect_value_paths(inner, path, paths);
        path.pop();
    }
}
