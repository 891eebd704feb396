//! A field, and what is made as fields are: the id, the sets, the kind.

use super::values::{CheckedTable, ValueReader};
use crate::keys::{self as tables, FORMS, TAKE};
use crate::mapping::{FieldCondition, FieldForm, FieldMapping, SetMapping, SplitChoice};
use crate::messages::MappingMessage;
use sleeve_data::files::{ExpectedValue, FileMessage, Located};
use std::collections::BTreeMap;
use std::ops::Range;

impl ValueReader {
    pub(super) fn read_id(&mut self, entry: &Located<'_>) -> Option<FieldMapping> {
        let table = self.read_table(entry, &tables::ID)?;
        let mut field = self.read_field(&table, "id")?;
        let is_text = self.read_word(table.get("as"), &["word", "text"]) == Some(1);
        field.form = if is_text { FieldForm::Text } else { FieldForm::Word };
        Some(field)
    }

    pub(super) fn read_set(&mut self, entry: &Located<'_>) -> Option<SetMapping> {
        let table = self.read_table(entry, &tables::SET)?;
        let field = self.read_field(&table, "set");
        let (name, released) =
            (self.read_path(table.get("name")), self.read_path(table.get("released")));
        Some(SetMapping { field: field?, name, released })
    }

    /// A field; `to` is what it is where the table does not say so.
    pub(super) fn read_field(
        &mut self,
        table: &CheckedTable<'_>,
        to: &'static str,
    ) -> Option<FieldMapping> {
        let has = |key: &str| table.entries.iter().any(|entry| entry.key == key);
        let own = |key: &str| table.entries.iter().find(|entry| entry.key == key);
        let paths = self.read_paths(table.get("from"));
        let value = self.read_constant(own("value"));
        match (has("from"), has("value")) {
            (true, true) => {
                let span = own("value").map_or(0..0, Located::key_span);
                let (keys, place) = (&["from", "value"], table.keys.place);
                self.problems.fail(span, FileMessage::OneOf { keys, place });
            }
            (false, false) => self.fail_missing_key(&table.span, "from", table.keys),
            _ => {}
        }
        let is_attribute = to.is_empty();
        let form = if is_attribute {
            self.read_word(table.get("as"), &FORMS)
                .and_then(|at| FieldForm::ALL.get(at).copied())?
        } else {
            FieldForm::Word
        };
        let (to, place) = match (is_attribute, table.get_optional("to")) {
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
        let mut terms = self.read_terms(own("plus"), false);
        terms.extend(self.read_terms(own("minus"), true));
        if let (Some(entry), true) = (own("plus").or(own("minus")), form != FieldForm::Number) {
            let key = entry.key.to_owned();
            self.problems.fail(entry.key_span(), MappingMessage::OnlyNumbers { key });
        }
        let mut when = Vec::new();
        for table in self.read_tables(own("when"), &tables::WHEN) {
            let (from, pattern) =
                (self.read_path(table.get("from")), self.read_regex(table.get("match")));
            when.extend(from.zip(pattern).map(|(from, pattern)| FieldCondition { from, pattern }));
        }
        let kinds = self.read_placed_texts(own("kinds"));
        let not_kinds = self.read_placed_texts(own("not-kinds"));
        let kind_places = kinds.iter().chain(&not_kinds).map(|(_, span)| span.clone()).collect();
        let names = |kinds: Vec<(String, Range<usize>)>| -> Vec<String> {
            kinds.into_iter().map(|(kind, _)| kind).collect()
        };
        let take = match self.read_word(own("take"), &TAKE) {
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
            when,
            kinds: names(kinds),
            not_kinds: names(not_kinds),
            place,
            kind_places,
        })
    }

    pub(super) fn read_map(&mut self, entry: Option<&Located<'_>>) -> BTreeMap<String, String> {
        let Some(entry) = entry else { return BTreeMap::new() };
        let all = self.problems.typed(entry.table(), ExpectedValue::Table).unwrap_or_default();
        let pair = |entry: &Located<'_>| Some((entry.key.to_owned(), self.read_text(Some(entry))?));
        all.iter().filter_map(pair).collect()
    }
}
