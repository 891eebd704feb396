//! Reads single values of a mapping: texts, patterns, paths; reports mistakes at their places.

use crate::{
    keys,
    mapping::{ListMapping, MappingMessage, NumberTerm, PatternSieve, SievedPattern, SplitChoice},
    path::{self, PathFault, RecordPath},
};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use regex::{Regex, RegexBuilder};
use sleeve_data::{
    files::{ExpectedValue, FileMessage, Located, shape::Keys},
    model::{Number, Spanned},
    problem::{Candidates, Problems},
};
use std::{iter, ops::Range};
use toml::de::DeValue;

/// First words of paths into the surroundings of a record, suggested by messages.
pub(super) const CONTEXT_WORDS: [&str; 4] = ["@up.…", "@key", "@file", "@folder"];

pub(crate) type NamedPath = (String, RecordPath);

#[derive(Debug)]
pub(crate) struct FilePatterns {
    pub set: GlobSet,
    pub texts: Vec<String>,
}

impl FilePatterns {
    /// The folder of a path in which a pattern fits the rest.
    pub(crate) fn folder_in<'p>(&self, path: &'p str) -> Option<&'p str> {
        let starts = path.match_indices('/').map(|(at, _)| at + 1);
        let splits = iter::once(0)
            .chain(starts)
            .filter_map(|at| path.split_at_checked(at));
        splits
            .into_iter()
            .find(|(_, rest)| self.set.is_match(rest))
            .map(|(folder, _)| folder)
    }
}

pub(crate) struct ValueReader {
    pub(super) problems: Problems<MappingMessage>,
    pub(super) join_names: Vec<String>,
    /// The names of the joins above the current one.
    pub(super) joins_above: Vec<String>,
    /// Every path of the mapping.
    pub(super) named_paths: Vec<NamedPath>,
    /// The words needed by the patterns of effects.
    pub(super) sieve: PatternSieve,
    /// The total size of patterns so far, at most, in bytes.
    pub(super) pattern_bytes: usize,
}

/// Largest total size of all compiled patterns of a mapping, in bytes.
pub(super) const MAX_PATTERNS_BYTES: usize = 192 * 1024 * 1024;

/// Largest size of a compiled pattern, in bytes.
pub(super) const MAX_PATTERN_BYTES: usize = 4 * 1024 * 1024;

/// Size classes of compiled patterns, because the library only reports whether a pattern exceeds a
/// limit.
const PATTERN_SIZES: [usize; 4] = [32 * 1024, 128 * 1024, 1024 * 1024, MAX_PATTERN_BYTES];

/// Longest replacement of a substitution, and longest text between parts of a title, in bytes.
pub(super) const MAX_REPLACEMENT_BYTES: usize = 1000;

/// The entries of a table; unknown and missing keys are already reported.
pub(super) struct CheckedTable<'d> {
    pub(super) entries: Vec<Located<'d>>,
    pub(super) span: Range<usize>,
    pub(super) keys: &'static Keys,
}

impl<'d> CheckedTable<'d> {
    pub(super) fn get(&self, key: &str) -> Option<&Located<'d>> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    /// The place of a key; the beginning of the file if it is missing.
    pub(super) fn key_span(&self, key: &str) -> Range<usize> {
        self.get(key).map_or(0..0, Located::key_span)
    }
}

/// A table of a mapping whose keys are each read into a field.
pub(crate) trait MappingTable: Sized {
    const KEYS: &'static Keys;

    /// Reads the table; `None` if something required is missing or wrong, which is reported.
    fn from_table(table: &mut TableEntries<'_, '_>) -> Option<Self>;
}

/// Reads the values of one table.
pub(crate) struct TableEntries<'r, 'd> {
    values: &'r mut ValueReader,
    table: &'r CheckedTable<'d>,
}

impl TableEntries<'_, '_> {
    pub(crate) fn read<T: MappingValue>(&mut self, key: &str) -> Option<T> {
        T::from_entry(self.values, self.table.get(key))
    }

    pub(crate) fn read_with<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&mut ValueReader, Option<&Located<'_>>) -> T,
    ) -> T {
        read(self.values, self.table.get(key))
    }
}

/// The value of a key in a mapping.
pub(crate) trait MappingValue: Sized {
    /// Reads the value; `None` if it is required and missing or wrong, which is reported.
    fn from_entry(values: &mut ValueReader, entry: Option<&Located<'_>>) -> Option<Self>;

    /// Reads several values: a list of tables, unless they are texts.
    fn list_from_entry(values: &mut ValueReader, entry: &Located<'_>) -> Vec<Self> {
        let items = values.read_items(entry, ExpectedValue::Tables);
        items
            .iter()
            .filter_map(|item| Self::from_entry(values, Some(item)))
            .collect()
    }
}

impl<T: MappingTable> MappingValue for T {
    fn from_entry(values: &mut ValueReader, entry: Option<&Located<'_>>) -> Option<T> {
        let table = values.read_table(entry?, T::KEYS)?;
        values.read_fields(&table)
    }
}

impl<T: MappingValue> MappingValue for Option<T> {
    fn from_entry(values: &mut ValueReader, entry: Option<&Located<'_>>) -> Option<Option<T>> {
        Some(T::from_entry(values, entry))
    }
}

impl<T: MappingValue> MappingValue for Vec<T> {
    fn from_entry(values: &mut ValueReader, entry: Option<&Located<'_>>) -> Option<Vec<T>> {
        Some(
            entry
                .map(|entry| T::list_from_entry(values, entry))
                .unwrap_or_default(),
        )
    }
}

impl MappingValue for bool {
    fn from_entry(values: &mut ValueReader, entry: Option<&Located<'_>>) -> Option<bool> {
        let flag = entry.and_then(|entry| {
            values
                .problems
                .unwrap_or_note(entry.boolean(), ExpectedValue::Boolean)
        });
        Some(flag.unwrap_or_default())
    }
}

impl MappingValue for FilePatterns {
    fn from_entry(values: &mut ValueReader, entry: Option<&Located<'_>>) -> Option<FilePatterns> {
        values.read_globs(entry)
    }
}

/// Types whose values are written as texts.
macro_rules! text_values {
    ($($type:ty: ($values:ident, $text:ident, $span:ident) => $value:expr;)*) => {
        $(impl MappingValue for $type {
            fn from_entry($values: &mut ValueReader, entry: Option<&Located<'_>>) -> Option<$type> {
                let $text = $values.problems.unwrap_or_note(entry?.text(), ExpectedValue::Text)?;
                let $span = entry?.span();
                $value
            }

            fn list_from_entry($values: &mut ValueReader, entry: &Located<'_>) -> Vec<$type> {
                let texts = $values.read_placed_texts(Some(entry)).into_iter();
                texts.filter_map(|($text, $span)| { let $text = $text.as_str(); $value }).collect()
            }
        })*
    };
}

text_values! {
    String: (_values, text, _span) => Some(text.to_owned());
    Spanned<String>: (_values, text, span) => Some(Spanned::new(text.to_owned(), span));
    Regex: (values, text, span) => values.compile_regex(text, span);
    SievedPattern: (values, text, span) => {
        let regex = values.compile_regex(text, span)?;
        Some(values.sieve.add(regex))
    };
    RecordPath: (values, text, span) => values.parse_path(text, span);
    NamedPath: (values, text, span) => Some((text.to_owned(), values.parse_path(text, span)?));
}

/// The place of a missing key: the first byte of its table, which may be long.
pub(super) fn first_byte(span: &Range<usize>) -> Range<usize> {
    span.start..span.end.min(span.start + 1)
}

impl ValueReader {
    /// Reports unknown and missing keys of a table.
    pub(super) fn check_keys<'d>(
        &mut self,
        all: Vec<Located<'d>>,
        span: Range<usize>,
        keys: &'static Keys,
    ) -> CheckedTable<'d> {
        for entry in all
            .iter()
            .filter(|entry| !keys.iter_names().any(|name| name == entry.key))
        {
            self.problems.note_unknown_key(entry, keys);
        }
        self.problems
            .note_missing_keys(&all, &first_byte(&span), keys);
        CheckedTable { entries: all, span, keys }
    }

    pub(super) fn fail_missing_key(
        &mut self,
        span: &Range<usize>,
        key: &'static str,
        of: &'static Keys,
    ) {
        self.problems
            .fail(first_byte(span), FileMessage::MissingKey { key, place: of.place });
    }

    pub(super) fn read_table<'d>(
        &mut self,
        entry: &Located<'d>,
        keys: &'static Keys,
    ) -> Option<CheckedTable<'d>> {
        let all = self
            .problems
            .unwrap_or_note(entry.table(), ExpectedValue::Table)?;
        Some(self.check_keys(all, entry.span(), keys))
    }

    pub(super) fn read_fields<T: MappingTable>(&mut self, table: &CheckedTable<'_>) -> Option<T> {
        T::from_table(&mut TableEntries { values: self, table })
    }

    pub(super) fn read<T: MappingValue>(&mut self, entry: Option<&Located<'_>>) -> Option<T> {
        T::from_entry(self, entry)
    }

    pub(super) fn read_tables<'d>(
        &mut self,
        entry: Option<&Located<'d>>,
        keys: &'static Keys,
    ) -> Vec<CheckedTable<'d>> {
        let Some(entry) = entry else { return Vec::new() };
        let items = self.read_items(entry, ExpectedValue::Tables);
        items
            .iter()
            .filter_map(|item| self.read_table(item, keys))
            .collect()
    }

    /// Reads the items of a list; reports another value.
    fn read_items<'d>(&mut self, entry: &Located<'d>, expected: ExpectedValue) -> Vec<Located<'d>> {
        self.problems
            .unwrap_or_note(entry.array(), expected)
            .unwrap_or_default()
    }

    /// Reads the entries of a table whose keys are data.
    pub(super) fn read_entries<'d>(&mut self, entry: Option<&Located<'d>>) -> Vec<Located<'d>> {
        let entries = entry.and_then(|e| {
            self.problems
                .unwrap_or_note(e.table(), ExpectedValue::Table)
        });
        entries.unwrap_or_default()
    }

    pub(super) fn read_text(&mut self, entry: Option<&Located<'_>>) -> Option<String> {
        self.read(entry)
    }

    pub(crate) fn read_text_or_empty(&mut self, entry: Option<&Located<'_>>) -> String {
        self.read_text(entry).unwrap_or_default()
    }

    pub(crate) fn read_split_choice(&mut self, entry: Option<&Located<'_>>) -> SplitChoice {
        match self.read_word(entry, &keys::TAKE) {
            None => SplitChoice::All,
            Some(0) => SplitChoice::First,
            Some(_) => SplitChoice::Last,
        }
    }

    /// Reads a text of at most [`MAX_REPLACEMENT_BYTES`].
    pub(crate) fn read_short_text(&mut self, entry: Option<&Located<'_>>) -> Option<String> {
        let text = self.read_text(entry)?;
        if text.len() <= MAX_REPLACEMENT_BYTES {
            return Some(text);
        }
        let (key, bytes) = (entry?.key.to_owned(), text.len());
        let limit = MAX_REPLACEMENT_BYTES;
        self.problems
            .fail(entry?.span(), MappingMessage::LongText { key, bytes, limit });
        None
    }

    /// Reads one text or a list of texts, each with its place.
    pub(super) fn read_placed_texts(
        &mut self,
        entry: Option<&Located<'_>>,
    ) -> Vec<(String, Range<usize>)> {
        let Some(entry) = entry else { return Vec::new() };
        if let DeValue::String(text) = entry.value {
            return vec![(text.as_ref().to_owned(), entry.span())];
        }
        let mut texts = Vec::new();
        for item in self.read_items(entry, ExpectedValue::Texts) {
            if let Some(text) = self
                .problems
                .unwrap_or_note(item.text(), ExpectedValue::Texts)
            {
                texts.push((text.to_owned(), item.span()));
            }
        }
        texts
    }

    /// Reads one of these words, as its position.
    pub(crate) fn read_word(
        &mut self,
        entry: Option<&Located<'_>>,
        words: &[&str],
    ) -> Option<usize> {
        let entry = entry?;
        let word = self
            .problems
            .unwrap_or_note(entry.text(), ExpectedValue::Text)?;
        let position = words.iter().position(|known| *known == word);
        if position.is_none() {
            let candidates = Candidates::nearest_or_all(word, words.iter().copied());
            let (key, word) = (entry.key.to_owned(), word.to_owned());
            self.problems
                .fail(entry.span(), MappingMessage::UnknownWord { key, word, candidates });
        }
        position
    }

    pub(super) fn compile_regex(&mut self, pattern: &str, span: Range<usize>) -> Option<Regex> {
        if self.pattern_bytes > MAX_PATTERNS_BYTES {
            return None;
        }
        let mut last_error = String::new();
        for size in PATTERN_SIZES {
            let regex = match RegexBuilder::new(pattern).size_limit(size).build() {
                Ok(regex) => regex,
                Err(error) => {
                    last_error = error.to_string();
                    continue;
                }
            };
            self.pattern_bytes += size;
            if self.pattern_bytes <= MAX_PATTERNS_BYTES {
                return Some(regex);
            }
            // Reported once: the patterns after this one are not compiled either.
            self.problems
                .fail(span, MappingMessage::ManyPatterns { limit: MAX_PATTERNS_BYTES });
            return None;
        }
        let last_line = last_error.lines().last().unwrap_or_default();
        let message = last_line.trim_start_matches("error: ").to_owned();
        let pattern = pattern.to_owned();
        self.problems
            .fail(span, MappingMessage::BadPattern { pattern, message });
        None
    }

    pub(super) fn read_globs(&mut self, entry: Option<&Located<'_>>) -> Option<FilePatterns> {
        let entry = entry?;
        let mut set = GlobSetBuilder::new();
        let mut texts = Vec::new();
        for (pattern, span) in self.read_placed_texts(Some(entry)) {
            let whole = pattern.trim_start_matches("./");
            if let Ok(glob) = GlobBuilder::new(whole).literal_separator(true).build() {
                set.add(glob);
            } else {
                self.problems
                    .fail(span, MappingMessage::BadGlob { pattern: pattern.clone() });
            }
            texts.push(pattern);
        }
        Some(FilePatterns { set: set.build().unwrap_or_default(), texts })
    }

    pub(super) fn parse_path(&mut self, text: &str, span: Range<usize>) -> Option<RecordPath> {
        match RecordPath::parse(text, &self.join_names) {
            Ok(path) => {
                self.named_paths.push((text.to_owned(), path.clone()));
                Some(path)
            }
            Err(PathFault::Step) => {
                self.problems
                    .fail(span, MappingMessage::BadPath { path: text.to_owned() });
                None
            }
            Err(PathFault::Start) => {
                let joins = self.join_names.iter().map(|join| format!("@{join}"));
                let known = CONTEXT_WORDS.iter().map(|word| (*word).to_owned());
                let candidates = known.chain(joins).collect();
                let path = text.to_owned();
                self.problems
                    .fail(span, MappingMessage::BadStart { path, candidates });
                None
            }
        }
    }

    /// Reads the steps of a path that does not lead to a value, but to a list or a face.
    pub(crate) fn read_steps(&mut self, entry: Option<&Located<'_>>) -> Option<Vec<String>> {
        let entry = entry?;
        let text = self
            .problems
            .unwrap_or_note(entry.text(), ExpectedValue::Text)?;
        let steps = path::parse_steps(text);
        if steps.is_none() {
            self.problems
                .fail(entry.span(), MappingMessage::BadPath { path: text.to_owned() });
        }
        steps
    }

    pub(crate) fn read_list(&mut self, entry: Option<&Located<'_>>) -> ListMapping {
        let written = entry
            .and_then(|entry| entry.text().ok())
            .unwrap_or_default()
            .to_owned();
        let steps = self.read_steps(entry).unwrap_or_default();
        ListMapping { written, steps, is_optional: false }
    }

    /// Reads a constant as it would be printed.
    pub(crate) fn read_constant(&mut self, entry: Option<&Located<'_>>) -> Option<Vec<String>> {
        let entry = entry?;
        if let Ok(number) = entry.decimal() {
            return Some(vec![number.to_owned()]);
        }
        if let Ok(flag) = entry.boolean() {
            // A flag that is not set is not printed.
            return Some(if flag { vec!["true".to_owned()] } else { Vec::new() });
        }
        if let Ok(text) = entry.text() {
            return Some(vec![text.to_owned()]);
        }
        let mut texts = Vec::new();
        for item in self
            .problems
            .unwrap_or_note(entry.array(), ExpectedValue::Constant)?
        {
            let text = self
                .problems
                .unwrap_or_note(item.text(), ExpectedValue::Constant);
            texts.extend(text.map(str::to_owned));
        }
        Some(texts)
    }

    pub(crate) fn read_terms(&mut self, entry: Option<&Located<'_>>) -> Vec<NumberTerm> {
        let Some(entry) = entry else { return Vec::new() };
        let items = entry.array().unwrap_or_else(|_| vec![*entry]);
        let mut terms = Vec::new();
        for item in items {
            terms.extend(match (item.decimal().ok().and_then(Number::parse), item.text()) {
                (Some(number), _) => Some(NumberTerm::Number(number)),
                (None, Ok(text)) => self
                    .parse_path(text, item.span())
                    .map(|path| NumberTerm::Path(path, text.to_owned())),
                (None, Err(mismatch)) => self
                    .problems
                    .unwrap_or_note(Err(mismatch), ExpectedValue::Terms),
            });
        }
        terms
    }
}
