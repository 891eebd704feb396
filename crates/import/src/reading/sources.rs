//! `[records]` and `[[join]]`: which files hold what, and where in them.

use super::values::{CONTEXT_WORDS, CheckedTable, ValueReader};
use crate::keys::{self as tables, SAME};
use crate::mapping::{JoinMapping, RecordsMapping};
use crate::messages::MappingMessage;
use crate::path::{self, RecordPath};
use sleeve_data::files::{Located, find};
use toml::de::DeTable;

impl ValueReader {
    pub(super) fn has_same_key(&self, root: &DeTable<'_>) -> bool {
        let records = find(root, "records").and_then(|entry| entry.table().ok());
        records.is_some_and(|records| records.iter().any(|entry| entry.key == "same"))
    }

    pub(super) fn read_joins(&mut self, entry: Option<&Located<'_>>) -> Vec<JoinMapping> {
        let tables = self.read_tables(entry, &tables::JOIN);
        // Names first: a join may be found by what another found.
        for table in &tables {
            let Some(name) = self.read_text(table.get("name")) else { continue };
            let span = table.get("name").map_or(0..0, Located::span);
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            let is_word =
                CONTEXT_WORDS.iter().any(|word| word.trim_matches(['@', '.', '…']) == name);
            if name.is_empty() || is_word || !name.chars().all(plain) {
                self.problems.fail(span, MappingMessage::BadJoinName { name });
            } else if self.join_names.contains(&name) {
                self.problems.fail(span, MappingMessage::JoinTwice { name });
            } else {
                self.join_names.push(name);
            }
        }
        let known = std::mem::take(&mut self.join_names);
        let mut joins = Vec::new();
        for table in &tables {
            // Its own paths lead into records alone.
            let name = self.read_text(table.get("name"));
            let files = self.read_globs(table.get("file"));
            let list = self.read_list(table.get("list"));
            let named = self.named_paths.len();
            let (key, on) = (self.read_path(table.get("key")), self.read_path(table.get("on")));
            self.named_paths.truncate(named);
            let optional = self.read_flag(table.get("optional"));
            if let (Some(name), Some((files, patterns)), Some(key), Some(on)) =
                (name, files, key, on)
            {
                let written = |at: &str| {
                    table.get(at).and_then(|e| e.text().ok()).unwrap_or_default().to_owned()
                };
                let joined = crate::path::PathStart::Joined(name.clone(), Box::new(key.clone()));
                let of_key = RecordPath { start: joined, steps: Vec::new() };
                self.named_paths.push((written("on"), on.clone()));
                self.named_paths.push((format!("@{name}.{}", written("key")), of_key));
                joins.push(JoinMapping { name, files, patterns, list, key, on, optional });
            }
        }
        self.join_names = known;
        joins
    }

    pub(super) fn read_records(&mut self, entry: Option<&Located<'_>>) -> RecordsMapping {
        let Some(entry) = entry else {
            let keys = &tables::RECORDS;
            return self.read_records_table(&CheckedTable {
                entries: Vec::new(),
                span: 0..0,
                keys,
            });
        };
        let table = self.read_table(entry, &tables::RECORDS);
        let keys = &tables::RECORDS;
        let table = table.unwrap_or(CheckedTable { entries: Vec::new(), span: entry.span(), keys });
        self.read_records_table(&table)
    }

    pub(super) fn read_records_table(&mut self, table: &CheckedTable<'_>) -> RecordsMapping {
        let face = |steps: Vec<String>| RecordPath { steps, ..RecordPath::record_itself() };
        let title_of = |path: RecordPath| match path.start {
            // A title is that of a face.
            path::PathStart::Record => RecordPath { start: path::PathStart::Face, ..path },
            _ => path,
        };
        let home_set = self.read_regex(table.get("home-set"));
        let front = self.read_steps(table.get("front"));
        let back = self.read_steps(table.get("back"));
        let named = self.named_paths.len();
        let title = self.read_paths(table.get("title"));
        self.named_paths.truncate(named);
        let title: Vec<(String, RecordPath)> =
            title.into_iter().map(|(text, path)| (text, title_of(path))).collect();
        self.named_paths.extend(title.iter().cloned());
        let ignore = self.read_placed_texts(table.get("ignore"));
        let ignore = ignore.into_iter().filter_map(|(text, span)| {
            let steps = path::parse_steps(&text);
            if steps.is_none() {
                self.problems.fail(span, MappingMessage::BadPath { path: text });
            }
            steps
        });
        let ignore = ignore.collect();
        let text = |reading: &mut Self, key| reading.read_text(table.get(key)).unwrap_or_default();
        RecordsMapping {
            files: self.read_globs(table.get("files")).map(|(files, _)| files),
            list: self.read_list(table.get("list")),
            key: self.read_path(table.get("key")),
            printings_of_one: self.read_word(table.get("same"), &SAME) == Some(0),
            front: face(front.unwrap_or_default()),
            back: back.map(face),
            title: title.into_iter().map(|(_, path)| path).collect(),
            title_join: self.read_text(table.get("title-join")).unwrap_or_else(|| " ".to_owned()),
            title_separator: text(self, "title-separator"),
            title_mark: text(self, "title-mark"),
            nicknames: self
                .read_paths(table.get("nicknames"))
                .into_iter()
                .map(|(_, p)| p)
                .collect(),
            home_set,
            printings: self.read_path(table.get("printings")),
            ignore,
        }
    }
}
