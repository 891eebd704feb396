//! Tables of a mapping that describe records: `[records]` and `[[join]]`, the files and their lists; `[[field]]`, and
//! the id, the sets and the kind, which are computed as fields are.

use super::values::{CONTEXT_WORDS, CheckedTable, ValueReader, first_byte};
use crate::keys::{self, FORMS, SAME, TAKE};
use crate::mapping::{
    CardRuleMapping, FieldCondition, FieldForm, FieldMapping, JoinMapping, ListMapping,
    ListOfCardsMapping, MappingMessage, RecordConditions, RecordsMapping, SetMapping, SplitChoice,
    TemplatePiece,
};
use crate::path::{self, RecordPath};
use sleeve_data::files::{FileMessage, Located, find};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::de::DeTable;

/// Most fields that are joined to one title.
const MAX_TITLE_PARTS: usize = 16;

impl ValueReader {
    pub(super) fn has_same_key(&self, root: &DeTable<'_>) -> bool {
        let records = find(root, "records").and_then(|entry| entry.table().ok());
        records.is_some_and(|records| records.iter().any(|entry| entry.key == "same"))
    }

    pub(super) fn read_joins(&mut self, entry: Option<&Located<'_>>) -> Vec<JoinMapping> {
        let tables = self.read_tables(entry, &keys::JOIN);
        // Every other path of the mapping may begin with a name.
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
            // What a join finds its records by stands in them alone; where a card says it, joins above may be named. Both
            // paths are noted below, as the tree of all fields has them.
            let name = self.read_text(table.get("name"));
            let files = self.read_globs(table.get("file"));
            let list = self.read_list(table.get("list"));
            let named = self.named_paths.len();
            let key = self.read_path(table.get("key"));
            self.join_names = joins.iter().map(|join: &JoinMapping| join.name.clone()).collect();
            let on = self.read_path(table.get("on"));
            self.join_names.clear();
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
        let (keys, span) = (&keys::RECORDS, entry.map_or(0..0, Located::span));
        let table = entry.and_then(|entry| self.read_table(entry, keys));
        let table = table.unwrap_or(CheckedTable { entries: Vec::new(), span, keys });
        let face = |steps: Vec<String>| RecordPath { steps, ..RecordPath::record_itself() };
        let title_of = |path: RecordPath| match path.start {
            // Titles are those of a face, even without `face.` before them.
            path::PathStart::Record => RecordPath { start: path::PathStart::Face, ..path },
            _ => path,
        };
        let home_set = self.read_regex(table.get("home-set"));
        let front = self.read_steps(table.get("front"));
        let back = self.read_steps(table.get("back"));
        let named = self.named_paths.len();
        let mut title = self.read_paths(table.get("title"));
        if let Some(entry) = table.get("title").filter(|_| title.len() > MAX_TITLE_PARTS) {
            let (count, limit) = (title.len(), MAX_TITLE_PARTS);
            self.problems.fail(entry.span(), MappingMessage::ManyTitles { count, limit });
            title.truncate(MAX_TITLE_PARTS);
        }
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
            not_files: self.read_globs(table.get("not-files")).map(|(files, _)| files),
            list: self.read_list(table.get("list")),
            conditions: self.read_record_conditions(&table),
            key: self.read_path(table.get("key")),
            printings_of_one: self.read_word(table.get("same"), &SAME) == Some(0),
            front: face(front.unwrap_or_default()),
            back: back.map(face),
            title: title.into_iter().map(|(_, path)| path).collect(),
            title_join: self
                .read_short_text(table.get("title-join"))
                .unwrap_or_else(|| " ".to_owned()),
            title_separator: text(self, "title-separator"),
            title_mark: text(self, "title-mark"),
            nicknames: self
                .read_paths(table.get("nicknames"))
                .into_iter()
                .map(|(_, p)| p)
                .collect(),
            home_set,
            printings: self.read_path(table.get("printings")),
            set_name: self.read_path(table.get("set-name")),
            set_released: self.read_path(table.get("set-released")),
            ignore,
        }
    }

    pub(super) fn read_id(&mut self, entry: &Located<'_>) -> Option<FieldMapping> {
        let table = self.read_table(entry, &keys::ID)?;
        let mut field = self.read_field(&table, "id")?;
        let is_text = self.read_word(table.get("as"), &["word", "text"]) == Some(1);
        field.form = if is_text { FieldForm::Text } else { FieldForm::Word };
        Some(field)
    }

    pub(super) fn read_set(&mut self, entry: &Located<'_>) -> Option<SetMapping> {
        let table = self.read_table(entry, &keys::SET)?;
        let field = self.read_field(&table, "set");
        let released = self.read_path(table.get("released"));
        Some(SetMapping { field: field?, released })
    }

    /// Reads a field. `to` is its name where it is no attribute; empty for an attribute, which names itself.
    pub(super) fn read_field(
        &mut self,
        table: &CheckedTable<'_>,
        to: &'static str,
    ) -> Option<FieldMapping> {
        let optional = |key| table.get_optional(key);
        let paths = self.read_paths(table.get("from"));
        let value = self.read_constant(optional("value"));
        match (table.get("from"), optional("value")) {
            (Some(_), Some(value)) => {
                let (keys, place) = (&["from", "value"], table.keys.place);
                self.problems.fail(value.key_span(), FileMessage::OneOf { keys, place });
            }
            (None, None) => self.fail_missing_key(&table.span, "from", table.keys),
            _ => {}
        }
        let is_attribute = to.is_empty();
        let form = if is_attribute {
            self.read_word(table.get("as"), &FORMS)
                .and_then(|at| FieldForm::ALL.get(at).copied())?
        } else {
            FieldForm::Word
        };
        let (to, place) = match (is_attribute, optional("to")) {
            (true, Some(entry)) => (self.read_text(Some(entry))?, entry.span()),
            (true, None) => return None,
            (false, entry) => {
                self.read_word(entry, &["kind"]);
                (to.to_owned(), table.span.clone())
            }
        };
        if !is_attribute && table.keys.keys.iter().any(|key| key.name == "to") {
            self.read_word(table.get("as"), &["word"]);
        }
        let mut terms = self.read_terms(optional("plus"), false);
        terms.extend(self.read_terms(optional("minus"), true));
        if let (Some(entry), true) =
            (optional("plus").or(optional("minus")), form != FieldForm::Number)
        {
            let key = entry.key.to_owned();
            self.problems.fail(entry.key_span(), MappingMessage::OnlyNumbers { key });
        }
        let has_words = matches!(form, FieldForm::Word | FieldForm::Words | FieldForm::Counted);
        if let Some(entry) = optional("name").filter(|_| !has_words) {
            let key = entry.key.to_owned();
            self.problems.fail(entry.key_span(), MappingMessage::OnlyWords { key });
        }
        let when = self.read_conditions(optional("when"));
        let kinds = self.read_placed_texts(optional("kinds"));
        let not_kinds = self.read_placed_texts(optional("not-kinds"));
        let kind_places = kinds.iter().chain(&not_kinds).map(|(_, span)| span.clone()).collect();
        let names = |kinds: Vec<(String, Range<usize>)>| -> Vec<String> {
            kinds.into_iter().map(|(kind, _)| kind).collect()
        };
        let take = match self.read_word(optional("take"), &TAKE) {
            None => SplitChoice::All,
            Some(0) => SplitChoice::First,
            Some(_) => SplitChoice::Last,
        };
        let (written, from) = paths.into_iter().unzip();
        Some(FieldMapping {
            to,
            from,
            written,
            value,
            form,
            split: self.read_regex(table.get("split")),
            take,
            keep: self.read_regex(table.get("keep")),
            drop: self.read_regex(table.get("drop")),
            rewrite: self.read_rewrites(table.get("rewrite")),
            find: self.read_regex(table.get("find")),
            map: self.read_map(table.get("map")),
            join: self.read_text(table.get("join")),
            terms,
            default: self.read_constant(table.get("default")),
            name: self.read_path(optional("name")),
            when,
            kinds: names(kinds),
            not_kinds: names(not_kinds),
            place,
            kind_places,
        })
    }

    /// Reads lists of cards. Their paths lead into records of their own; those into joins are kept beside the paths of cards.
    pub(super) fn read_lists_of_cards(
        &mut self,
        entry: Option<&Located<'_>>,
    ) -> Vec<ListOfCardsMapping> {
        let mut lists = Vec::new();
        for table in self.read_tables(entry, &keys::LIST) {
            let of_cards = std::mem::take(&mut self.named_paths);
            let files = self.read_globs(table.get("file"));
            let list = ListMapping { is_optional: true, ..self.read_list(table.get("list")) };
            let id = table.get("id").and_then(|entry| {
                let inner = self.read_table(entry, &keys::LIST_ID)?;
                self.read_field(&inner, "id")
            });
            let name = self.read_path(table.get("name"));
            let paths = |reading: &mut Self, key| -> Vec<RecordPath> {
                reading.read_paths(table.get(key)).into_iter().map(|(_, path)| path).collect()
            };
            let (cards, sets) = (paths(self, "cards"), paths(self, "sets"));
            if cards.is_empty() && sets.is_empty() {
                let (keys, place) = (&["cards", "sets"], table.keys.place);
                self.problems.fail(first_byte(&table.span), FileMessage::AnyOf { keys, place });
            }
            let number = self.read_path(table.get("number"));
            let (from, to) = (self.read_path(table.get("from")), self.read_path(table.get("to")));
            let conditions = self.read_record_conditions(&table);
            let cite = self.read_text(table.get("cite"));
            let (joined, named_paths) = std::mem::replace(&mut self.named_paths, of_cards)
                .into_iter()
                .partition(|(_, path)| matches!(path.start, path::PathStart::Joined(..)));
            self.named_paths.extend::<Vec<_>>(joined);
            lists.extend(files.zip(id).map(|((files, patterns), id)| ListOfCardsMapping {
                files,
                patterns,
                list,
                id,
                name,
                cards,
                number,
                sets,
                from,
                to,
                conditions,
                cite,
                named_paths,
            }));
        }
        lists
    }

    pub(super) fn read_card_rules(&mut self, entry: Option<&Located<'_>>) -> Vec<CardRuleMapping> {
        let mut rules = Vec::new();
        for table in self.read_tables(entry, &keys::RULE) {
            let constants = ["id", "in", "zone", "cite", "text"].into_iter();
            let constants =
                constants.filter_map(|key| Some((key, self.read_text(table.get(key))?))).collect();
            let each = self.read_steps(table.get("each"));
            let of_cards = std::mem::take(&mut self.named_paths);
            let cards = self.read_placed_texts(table.get("cards"));
            let cards =
                cards.iter().filter_map(|(text, span)| self.read_template(text, span)).collect();
            let up_to = self.read_path(table.get("up-to"));
            let except = self.read_path(table.get("not"));
            let conditions = self.read_record_conditions(&table);
            let of_objects = std::mem::replace(&mut self.named_paths, of_cards);
            let Some(each) = each else { continue };
            // The tree of all fields has them below the list.
            self.named_paths.extend(of_objects.into_iter().map(|(_, path)| {
                let steps: Vec<String> = each.iter().chain(&path.steps).cloned().collect();
                (path::write_steps(&steps), RecordPath { steps, ..path })
            }));
            rules.push(CardRuleMapping { constants, each, cards, up_to, except, conditions });
        }
        rules
    }

    /// Reads a text with paths in `{}`.
    fn read_template(&mut self, text: &str, span: &Range<usize>) -> Option<Vec<TemplatePiece>> {
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some((before, after)) = rest.split_once('{') {
            let Some((path, behind)) = after.split_once('}') else {
                let path = format!("{{{after}");
                self.problems.fail(span.clone(), MappingMessage::BadPath { path });
                return None;
            };
            pieces.push(TemplatePiece::Text(before.to_owned()));
            pieces.push(TemplatePiece::Path(self.parse_path(path, span.clone())?));
            rest = behind;
        }
        pieces.push(TemplatePiece::Text(rest.to_owned()));
        Some(pieces)
    }

    fn read_record_conditions(&mut self, table: &CheckedTable<'_>) -> RecordConditions {
        let when = self.read_conditions(table.get("when"));
        RecordConditions { when, unless: self.read_conditions(table.get("unless")) }
    }

    fn read_conditions(&mut self, entry: Option<&Located<'_>>) -> Vec<FieldCondition> {
        let mut conditions = Vec::new();
        for table in self.read_tables(entry, &keys::WHEN) {
            let (from, pattern) =
                (self.read_path(table.get("from")), self.read_regex(table.get("match")));
            conditions
                .extend(from.zip(pattern).map(|(from, pattern)| FieldCondition { from, pattern }));
        }
        conditions
    }

    pub(super) fn read_map(&mut self, entry: Option<&Located<'_>>) -> BTreeMap<String, String> {
        let all = self.read_entries(entry);
        let pair = |entry: &Located<'_>| Some((entry.key.to_owned(), self.read_text(Some(entry))?));
        all.iter().filter_map(pair).collect()
    }
}
