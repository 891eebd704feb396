//! A field, and what is made as fields are: the id, the sets, the kind.

use super::values::{Entries, ValueReader};
use crate::keys::{self as tables, FORMS, TAKE};
use crate::mapping::{As, FieldMapping, SetField, Take, When};
use crate::messages::MappingMessage;
use sleeve_data::files::{ExpectedValue, FileMessage, Located};
use std::collections::BTreeMap;
use std::ops::Range;

impl ValueReader {
    pub(super) fn id(&mut self, entry: &Located<'_>) -> Option<FieldMapping> {
        let table = self.table(entry, &tables::ID)?;
        let mut field = self.field(&table, "id")?;
        let is_text = self.word(table.get("as"), &["word", "text"]) == Some(1);
        field.form = if is_text { As::Text } else { As::Word };
        Some(field)
    }

    pub(super) fn set(&mut self, entry: &Located<'_>) -> Option<SetField> {
        let table = self.table(entry, &tables::SET)?;
        let field = self.field(&table, "set");
        let (name, released) = (self.path(table.get("name")), self.path(table.get("released")));
        Some(SetField { field: field?, name, released })
    }

    /// A field; `to` is what it is where the table does not say so.
    pub(super) fn field(&mut self, table: &Entries<'_>, to: &'static str) -> Option<FieldMapping> {
        let has = |key: &str| table.all.iter().any(|entry| entry.key == key);
        let own = |key: &str| table.all.iter().find(|entry| entry.key == key);
        let paths = self.paths(table.get("from"));
        let value = self.constant(own("value"));
        match (has("from"), has("value")) {
            (true, true) => {
                let span = own("value").map_or(0..0, Located::key_span);
                let (keys, place) = (&["from", "value"], table.keys.place);
                self.problems.fail(span, FileMessage::OneOf { keys, place });
            }
            (false, false) => self.lacks(&table.span, "from", table.keys),
            _ => {}
        }
        let is_attribute = to.is_empty();
        let form = if is_attribute {
            self.word(table.get("as"), &FORMS).and_then(|at| As::ALL.get(at).copied())?
        } else {
            As::Word
        };
        let (to, place) = match (is_attribute, table.get_if("to")) {
            (true, Some(entry)) => (self.text(Some(entry))?, entry.span()),
            (true, None) => return None,
            (false, entry) => {
                self.word(entry, &["kind"]);
                (to.to_owned(), table.span.clone())
            }
        };
        if !is_attribute && table.keys.keys.iter().any(|key| key.name == "to") {
            self.word(table.get("as"), &["word"]);
        }
        let mut terms = self.terms(own("plus"), false);
        terms.extend(self.terms(own("minus"), true));
        if let (Some(entry), true) = (own("plus").or(own("minus")), form != As::Number) {
            let key = entry.key.to_owned();
            self.problems.fail(entry.key_span(), MappingMessage::OnlyNumbers { key });
        }
        let mut when = Vec::new();
        for table in self.tables(own("when"), &tables::WHEN) {
            let (from, pattern) = (self.path(table.get("from")), self.regex(table.get("match")));
            when.extend(from.zip(pattern).map(|(from, pattern)| When { from, pattern }));
        }
        let kinds = self.placed_texts(own("kinds"));
        let not_kinds = self.placed_texts(own("not-kinds"));
        let kind_places = kinds.iter().chain(&not_kinds).map(|(_, span)| span.clone()).collect();
        let names = |kinds: Vec<(String, Range<usize>)>| -> Vec<String> {
            kinds.into_iter().map(|(kind, _)| kind).collect()
        };
        let take = match self.word(own("take"), &TAKE) {
            None => Take::All,
            Some(0) => Take::First,
            Some(_) => Take::Last,
        };
        let (written, from) = paths.into_iter().unzip();
        Some(FieldMapping {
            to,
            from,
            written,
            value,
            form,
            split: self.regex(table.get("split")),
            take,
            keep: self.regex(table.get("keep")),
            drop: self.regex(table.get("drop")),
            rewrite: self.rewrites(table.get("rewrite")),
            find: self.regex(table.get("find")),
            map: self.map(table.get("map")),
            join: self.text(table.get("join")),
            terms,
            default: self.constant(table.get("default")),
            when,
            kinds: names(kinds),
            not_kinds: names(not_kinds),
            place,
            kind_places,
        })
    }

    pub(super) fn map(&mut self, entry: Option<&Located<'_>>) -> BTreeMap<String, String> {
        let Some(entry) = entry else { return BTreeMap::new() };
        let all = self.problems.typed(entry.table(), ExpectedValue::Table).unwrap_or_default();
        let pair = |entry: &Located<'_>| Some((entry.key.to_owned(), self.text(Some(entry))?));
        all.iter().filter_map(pair).collect()
    }
}
