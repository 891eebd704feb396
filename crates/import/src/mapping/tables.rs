//! The tables of a mapping that describe records: `[records]` and `[[join]]`, the files and their
//! lists; `[[field]]`, and the id, the sets and the kind, which are computed like fields.

use super::values::{CONTEXT_WORDS, CheckedTable, NamedPath, ValueReader, first_byte};
use crate::{
    foreign_value::ForeignValue,
    keys,
    mapping::{
        CardRuleMapping, FieldCondition, FieldForm, FieldMapping, JoinMapping, ListOfCardsMapping,
        MappingMessage, NumberTerm, RecordsMapping, SetMapping, TemplatePiece,
    },
    path::{self, RecordPath},
};
use sleeve_data::files::{FileMessage, Located, find};
use std::{collections::BTreeMap, ops::Range};
use toml::de::DeTable;

/// Most fields that are joined into one title.
const MAX_TITLE_PARTS: usize = 16;

fn face(steps: Vec<String>) -> RecordPath {
    RecordPath { steps, ..RecordPath::default() }
}

/// The keys of a field that only fields of cards have.
const CARDS_KEYS: [&str; 4] = ["same", "marks", "classes", "names"];

impl ValueReader {
    pub(super) fn has_same_key(&self, root: &DeTable<'_>) -> bool {
        let records = find(root, "records").and_then(|entry| entry.table().ok());
        records.is_some_and(|records| records.iter().any(|entry| entry.key == "same"))
    }

    pub(super) fn read_joins(&mut self, entry: Option<&Located<'_>>) -> Vec<JoinMapping> {
        let tables = self.read_tables(entry, &keys::JOIN);
        // Every other path of the mapping may begin with a name.
        for table in &tables {
            self.read_join_name(table.get("name"));
        }
        let known = std::mem::take(&mut self.join_names);
        let mut joins = Vec::new();
        for table in &tables {
            // Both paths are recorded below, as they are in the tree of all fields.
            let named = self.named_paths.len();
            let join: Option<JoinMapping> = self.read_fields(table);
            self.named_paths.truncate(named);
            let Some(join) = join else { continue };
            let key = table
                .get("key")
                .and_then(|entry| entry.text().ok())
                .unwrap_or_default();
            self.named_paths.extend(join.on.iter().cloned());
            self.named_paths.push(join.path_into(key, &join.key));
            for FieldCondition { from, .. } in &join.unless {
                self.named_paths
                    .push(join.path_into(&path::write_steps(&from.steps), from));
            }
            self.joins_above.push(join.name.clone());
            joins.push(join);
        }
        self.join_names = known;
        joins
    }

    fn read_join_name(&mut self, entry: Option<&Located<'_>>) {
        let Some((entry, name)) = entry.zip(self.read_text(entry)) else { return };
        let mut reserved = CONTEXT_WORDS
            .iter()
            .map(|word| word.trim_matches(['@', '.', '…']));
        if name.is_empty()
            || reserved.any(|word| word == name)
            || !name
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        {
            self.problems
                .fail(entry.span(), MappingMessage::BadJoinName { name });
        } else if self.join_names.contains(&name) {
            self.problems
                .fail(entry.span(), MappingMessage::JoinTwice { name });
        } else {
            self.join_names.push(name);
        }
    }

    /// Reads paths of a join. Only the record itself contains its key; the key on a card may come
    /// from joins above.
    pub(crate) fn read_paths_into_joins(&mut self, entry: Option<&Located<'_>>) -> Vec<NamedPath> {
        self.join_names.clone_from(&self.joins_above);
        let paths = self.read(entry);
        self.join_names.clear();
        paths.unwrap_or_default()
    }

    pub(crate) fn read_records(&mut self, entry: Option<&Located<'_>>) -> RecordsMapping {
        let (keys, span) = (&keys::RECORDS, entry.map_or(0..0, Located::span));
        let given = entry.and_then(|entry| self.read_table(entry, keys));
        let table = given.unwrap_or(CheckedTable { entries: Vec::new(), span, keys });
        self.read_fields(&table).unwrap_or_default()
    }

    pub(crate) fn read_front(&mut self, entry: Option<&Located<'_>>) -> RecordPath {
        face(self.read_steps(entry).unwrap_or_default())
    }

    pub(crate) fn read_back(&mut self, entry: Option<&Located<'_>>) -> Option<RecordPath> {
        self.read_steps(entry).map(face)
    }

    pub(crate) fn read_title_join(&mut self, entry: Option<&Located<'_>>) -> String {
        self.read_short_text(entry)
            .unwrap_or_else(|| " ".to_owned())
    }

    pub(crate) fn read_title(&mut self, entry: Option<&Located<'_>>) -> Vec<RecordPath> {
        let named = self.named_paths.len();
        let mut title: Vec<NamedPath> = self.read(entry).unwrap_or_default();
        if let Some(entry) = entry.filter(|_| title.len() > MAX_TITLE_PARTS) {
            let (count, limit) = (title.len(), MAX_TITLE_PARTS);
            self.problems
                .fail(entry.span(), MappingMessage::ManyTitles { count, limit });
            title.truncate(MAX_TITLE_PARTS);
        }
        // Recorded below, as paths of a face.
        self.named_paths.truncate(named);
        for (_, path) in &mut title {
            // Titles belong to a face, even without `face.` before them.
            if path.start == path::PathStart::Record {
                path.start = path::PathStart::Face;
            }
        }
        self.named_paths.extend(title.iter().cloned());
        title.into_iter().map(|(_, path)| path).collect()
    }

    pub(crate) fn read_step_lists(&mut self, entry: Option<&Located<'_>>) -> Vec<Vec<String>> {
        let mut lists = Vec::new();
        for (text, span) in self.read_placed_texts(entry) {
            match path::parse_steps(&text) {
                Some(steps) => lists.push(steps),
                None => self
                    .problems
                    .fail(span, MappingMessage::BadPath { path: text }),
            }
        }
        lists
    }

    pub(crate) fn read_id(&mut self, entry: Option<&Located<'_>>) -> Option<FieldMapping> {
        let table = self.read_table(entry?, &keys::ID)?;
        let mut field = self.read_field(&table, "id")?;
        let is_text = self.read_word(table.get("as"), &["word", "text"]) == Some(1);
        field.form = if is_text { FieldForm::Text } else { FieldForm::Word };
        Some(field)
    }

    pub(crate) fn read_set(&mut self, entry: Option<&Located<'_>>) -> Option<SetMapping> {
        let table = self.read_table(entry?, &keys::SET)?;
        let field = self.read_field(&table, "set");
        let released = self.read(table.get("released"));
        Some(SetMapping { field: field?, released })
    }

    pub(crate) fn read_kind(&mut self, entry: Option<&Located<'_>>) -> FieldMapping {
        if entry.is_none() {
            self.fail_missing_key(&(0..0), "kind", &keys::IMPORT_KEYS);
        }
        let table = entry.and_then(|entry| self.read_table(entry, &keys::KIND));
        table
            .and_then(|table| self.read_field(&table, "kind"))
            .unwrap_or_default()
    }

    pub(crate) fn read_attributes(&mut self, entry: Option<&Located<'_>>) -> Vec<FieldMapping> {
        let tables = self.read_tables(entry, &keys::FIELD);
        tables
            .iter()
            .filter_map(|table| self.read_field(table, ""))
            .collect()
    }

    pub(crate) fn read_list_id(&mut self, entry: Option<&Located<'_>>) -> FieldMapping {
        let table = entry.and_then(|entry| self.read_table(entry, &keys::LIST_ID));
        table
            .and_then(|table| self.read_field(&table, "id"))
            .unwrap_or_default()
    }

    /// Reads a field. `to` is its name if it is not an attribute; empty for an attribute, which
    /// names itself.
    pub(super) fn read_field(
        &mut self,
        table: &CheckedTable<'_>,
        to: &'static str,
    ) -> Option<FieldMapping> {
        let mut field: FieldMapping = self.read_fields(table)?;
        match (table.get("from"), table.get("value")) {
            (Some(_), Some(value)) => {
                let (keys, place) = (&["from", "value"], table.keys.place);
                self.problems
                    .fail(value.key_span(), FileMessage::OneOf { keys, place });
            }
            (None, None) => self.fail_missing_key(&table.span, "from", table.keys),
            _ => {}
        }
        if to.is_empty() {
            let form = self.read_word(table.get("as"), FieldForm::WORDS);
            field.form = form.and_then(|at| FieldForm::ALL.get(at).copied())?;
            field.place = table.get("to")?.span();
            field.to = self.read_text(table.get("to"))?;
        } else {
            (field.to, field.place) = (to.to_owned(), table.span.clone());
            if to == "kind" {
                self.read_word(table.get("to"), &["kind"]);
                self.read_word(table.get("as"), &["word"]);
            }
        }
        self.check_form_keys(table, field.form);
        Some(field)
    }

    /// Reports keys that do not suit the form of a field.
    fn check_form_keys(&mut self, table: &CheckedTable<'_>, form: FieldForm) {
        if let Some(entry) = table.get("plus").or(table.get("minus"))
            && form != FieldForm::Number
        {
            let key = entry.key.to_owned();
            self.problems
                .fail(entry.key_span(), MappingMessage::OnlyNumbers { key });
        }
        if let Some(entry) = table.get("name")
            && !form.has_words()
        {
            let key = entry.key.to_owned();
            self.problems
                .fail(entry.key_span(), MappingMessage::OnlyWords { key });
        }
        if let Some(entry) = CARDS_KEYS.iter().find_map(|key| table.get(key))
            && form != FieldForm::Cards
        {
            let key = entry.key.to_owned();
            self.problems
                .fail(entry.key_span(), MappingMessage::OnlyCards { key });
        }
    }

    /// Reads lists of cards. Their paths lead into their own records; paths into joins are kept
    /// with those of cards.
    pub(crate) fn read_lists_of_cards(
        &mut self,
        entry: Option<&Located<'_>>,
    ) -> Vec<ListOfCardsMapping> {
        let mut lists = Vec::new();
        for table in self.read_tables(entry, &keys::LIST) {
            let of_cards = std::mem::take(&mut self.named_paths);
            let list: Option<ListOfCardsMapping> = self.read_fields(&table);
            let (joined, named_paths) = std::mem::replace(&mut self.named_paths, of_cards)
                .into_iter()
                .partition(|(_, path)| matches!(path.start, path::PathStart::Joined(..)));
            self.named_paths.extend::<Vec<_>>(joined);
            let Some(mut list) = list else { continue };
            if list.holds_nothing() {
                let (keys, place) = (&["cards", "sets", "filter", "numbers"], table.keys.place);
                self.problems
                    .fail(first_byte(&table.span), FileMessage::AnyOf { keys, place });
            }
            // A file may serve several lists, and contain nothing for this one.
            list.list.is_optional = true;
            list.named_paths = named_paths;
            lists.push(list);
        }
        lists
    }

    pub(crate) fn read_format_numbers(
        &mut self,
        entry: Option<&Located<'_>>,
    ) -> Vec<(String, Vec<NumberTerm>)> {
        let all = self.read_entries(entry);
        all.iter()
            .map(|entry| (entry.key.to_owned(), self.read_terms(Some(entry))))
            .collect()
    }

    pub(crate) fn read_card_rules(&mut self, entry: Option<&Located<'_>>) -> Vec<CardRuleMapping> {
        let mut rules = Vec::new();
        for table in self.read_tables(entry, &keys::RULE) {
            let of_cards = std::mem::take(&mut self.named_paths);
            let rule: Option<CardRuleMapping> = self.read_fields(&table);
            let of_objects = std::mem::replace(&mut self.named_paths, of_cards);
            let Some(mut rule) = rule else { continue };
            let needed: &[&str] =
                if rule.values.is_some() { &["require"] } else { &["each", "cards"] };
            for key in needed.iter().filter(|key| table.get(key).is_none()) {
                self.fail_missing_key(&table.span, key, table.keys);
            }
            // In the tree of all fields, they are below the list.
            self.named_paths
                .extend(of_objects.into_iter().map(|(_, path)| {
                    let steps: Vec<String> = rule.each.iter().chain(&path.steps).cloned().collect();
                    (path::write_steps(&steps), RecordPath { steps, ..path })
                }));
            for key in ["id", "in", "zone", "cite", "text"] {
                let Some(entry) = table.get(key) else { continue };
                rule.constants
                    .extend(self.read_wording(entry).map(|wording| (key, wording)));
            }
            let first = rules.iter().position(|other| rule.is_part_of(other));
            rule.first = first.unwrap_or(rules.len());
            rules.push(rule);
        }
        rules
    }

    pub(crate) fn read_rule_values(&mut self, entry: Option<&Located<'_>>) -> Option<FieldMapping> {
        let table = self.read_table(entry?, &keys::VALUES)?;
        self.read_field(&table, "values")
    }

    /// Reads a text, or one text for each language.
    fn read_wording(&mut self, entry: &Located<'_>) -> Option<ForeignValue> {
        if entry.table().is_err() {
            return self.read_text(Some(entry)).map(ForeignValue::Text);
        }
        let texts = self.read_map(Some(entry)).into_iter();
        Some(ForeignValue::Table(
            texts
                .map(|(lang, text)| (lang, ForeignValue::Text(text)))
                .collect(),
        ))
    }

    pub(crate) fn read_templates(
        &mut self,
        entry: Option<&Located<'_>>,
    ) -> Vec<Vec<TemplatePiece>> {
        let texts = self.read_placed_texts(entry);
        texts
            .iter()
            .filter_map(|(text, span)| self.read_template(text, span))
            .collect()
    }

    /// Reads a path, or a text with paths in `{}`.
    pub(crate) fn read_path_or_template(
        &mut self,
        entry: Option<&Located<'_>>,
    ) -> Option<Vec<TemplatePiece>> {
        let text = self.read_text(entry)?;
        let span = entry?.span();
        if text.contains('{') {
            return self.read_template(&text, &span);
        }
        Some(vec![TemplatePiece::Path(self.parse_path(&text, span)?)])
    }

    /// Reads a text with paths in `{}`.
    fn read_template(&mut self, text: &str, span: &Range<usize>) -> Option<Vec<TemplatePiece>> {
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some((before, after)) = rest.split_once('{') {
            let Some((path, behind)) = after.split_once('}') else {
                let path = format!("{{{after}");
                self.problems
                    .fail(span.clone(), MappingMessage::BadPath { path });
                return None;
            };
            pieces.push(TemplatePiece::Text(before.to_owned()));
            pieces.push(TemplatePiece::Path(self.parse_path(path, span.clone())?));
            rest = behind;
        }
        pieces.push(TemplatePiece::Text(rest.to_owned()));
        Some(pieces)
    }

    pub(crate) fn read_map(&mut self, entry: Option<&Located<'_>>) -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        for entry in &self.read_entries(entry) {
            if let Some(text) = self.read_text(Some(entry)) {
                texts.insert(entry.key.to_owned(), text);
            }
        }
        texts
    }
}

impl JoinMapping {
    /// A path into the records of the join, as in the tree of all fields.
    fn path_into(&self, written: &str, path: &RecordPath) -> NamedPath {
        let start = path::PathStart::Joined(self.name.clone(), Box::new(path.clone()));
        (format!("@{}.{written}", self.name), RecordPath { start, steps: Vec::new() })
    }
}

impl ListOfCardsMapping {
    fn holds_nothing(&self) -> bool {
        self.cards.is_empty()
            && self.sets.is_empty()
            && self.filters.is_empty()
            && self.numbers.is_empty()
    }
}

impl CardRuleMapping {
    /// Whether both are tables of one rule: they have the same id and the same kind of body.
    fn is_part_of(&self, other: &CardRuleMapping) -> bool {
        self.constants.first() == other.constants.first()
            && self.values.is_some() == other.values.is_some()
    }
}
