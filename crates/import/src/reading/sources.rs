//! `[records]` and `[[join]]`: which files hold what, and where in them.

use super::values::{AROUND, Entries, ValueReader};
use crate::keys::{self as tables, SAME};
use crate::mapping::{Join, Records};
use crate::messages::MappingMessage;
use crate::path::{self, Path};
use sleeve_data::files::{Located, find};
use toml::de::DeTable;

impl ValueReader {
    pub(super) fn says_same(&self, root: &DeTable<'_>) -> bool {
        let records = find(root, "records").and_then(|entry| entry.table().ok());
        records.is_some_and(|records| records.iter().any(|entry| entry.key == "same"))
    }

    pub(super) fn joins(&mut self, entry: Option<&Located<'_>>) -> Vec<Join> {
        let tables = self.tables(entry, &tables::JOIN);
        // Names first: a join may be found by what another found.
        for table in &tables {
            let Some(name) = self.text(table.get("name")) else { continue };
            let span = table.get("name").map_or(0..0, Located::span);
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            let is_word = AROUND.iter().any(|word| word.trim_matches(['@', '.', '…']) == name);
            if name.is_empty() || is_word || !name.chars().all(plain) {
                self.problems.fail(span, MappingMessage::BadJoinName { name });
            } else if self.joins.contains(&name) {
                self.problems.fail(span, MappingMessage::JoinTwice { name });
            } else {
                self.joins.push(name);
            }
        }
        let known = std::mem::take(&mut self.joins);
        let mut joins = Vec::new();
        for table in &tables {
            // Its own paths lead into records alone.
            let name = self.text(table.get("name"));
            let files = self.globs(table.get("file"));
            let list = self.list(table.get("list"));
            let named = self.named.len();
            let (key, on) = (self.path(table.get("key")), self.path(table.get("on")));
            self.named.truncate(named);
            let optional = self.flag(table.get("optional"));
            if let (Some(name), Some((files, patterns)), Some(key), Some(on)) =
                (name, files, key, on)
            {
                let written = |at: &str| {
                    table.get(at).and_then(|e| e.text().ok()).unwrap_or_default().to_owned()
                };
                let joined = crate::path::PathStart::Joined(name.clone(), Box::new(key.clone()));
                let of_key = Path { start: joined, steps: Vec::new() };
                self.named.push((written("on"), on.clone()));
                self.named.push((format!("@{name}.{}", written("key")), of_key));
                joins.push(Join { name, files, patterns, list, key, on, optional });
            }
        }
        self.joins = known;
        joins
    }

    pub(super) fn records(&mut self, entry: Option<&Located<'_>>) -> Records {
        let Some(entry) = entry else {
            let keys = &tables::RECORDS;
            return self.records_of(&Entries { all: Vec::new(), span: 0..0, keys });
        };
        let table = self.table(entry, &tables::RECORDS);
        let keys = &tables::RECORDS;
        let table = table.unwrap_or(Entries { all: Vec::new(), span: entry.span(), keys });
        self.records_of(&table)
    }

    pub(super) fn records_of(&mut self, table: &Entries<'_>) -> Records {
        let face = |steps: Vec<String>| Path { steps, ..Path::whole() };
        let title_of = |path: Path| match path.start {
            // A title is that of a face.
            path::PathStart::Record => Path { start: path::PathStart::Face, ..path },
            _ => path,
        };
        let home_set = self.regex(table.get("home-set"));
        let front = self.steps(table.get("front"));
        let back = self.steps(table.get("back"));
        let named = self.named.len();
        let title = self.paths(table.get("title"));
        self.named.truncate(named);
        let title: Vec<(String, Path)> =
            title.into_iter().map(|(text, path)| (text, title_of(path))).collect();
        self.named.extend(title.iter().cloned());
        let ignore = self.placed_texts(table.get("ignore"));
        let ignore = ignore.into_iter().filter_map(|(text, span)| {
            let steps = path::steps(&text);
            if steps.is_none() {
                self.problems.fail(span, MappingMessage::BadPath { path: text });
            }
            steps
        });
        let ignore = ignore.collect();
        let text = |reading: &mut Self, key| reading.text(table.get(key)).unwrap_or_default();
        Records {
            files: self.globs(table.get("files")).map(|(files, _)| files),
            list: self.list(table.get("list")),
            key: self.path(table.get("key")),
            printings_of_one: self.word(table.get("same"), &SAME) == Some(0),
            front: face(front.unwrap_or_default()),
            back: back.map(face),
            title: title.into_iter().map(|(_, path)| path).collect(),
            title_join: self.text(table.get("title-join")).unwrap_or_else(|| " ".to_owned()),
            title_separator: text(self, "title-separator"),
            title_mark: text(self, "title-mark"),
            nicknames: self.paths(table.get("nicknames")).into_iter().map(|(_, p)| p).collect(),
            home_set,
            printings: self.path(table.get("printings")),
            ignore,
        }
    }
}
