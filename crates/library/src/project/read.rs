//! Reads a `sleeve.toml` into a [`Config`], with the places of all mistakes.

use super::{
    Assertion, AssertionBody, Config, Globs, RuleLevel, TextLiteral,
    config::{ASSERT_PREFIX, ConfigError},
    keys::{
        ASSERTION_KEYS, CARD_DATA_KEYS, PROJECT_KEYS, read_assertion_key, read_card_data_key,
        read_project_key,
    },
    messages::ConfigMessage,
};
use sleeve_data::{
    files::{self, ExpectedValue, FileMessage, Located, entries, shape::Keys},
    model::{Level, Number, Spanned, Text},
    problem::{MAX_PROBLEMS, Problem, Problems},
};
use std::{
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};
use toml::de::DeValue;

pub const MAX_OVERLAYS: usize = 64;
/// The most levels of rules.
pub const MAX_LEVELS: usize = 1_000;
pub const MAX_ASSERTS: usize = 1_000;

pub(super) fn read_config(path: &str, folder: &Path, text: &str) -> Result<Config, ConfigError> {
    let fail = |problems| ConfigError { path: path.to_owned(), text: text.into(), problems };
    let table = files::parse(text).table_or().map_err(fail)?;
    let config = Config {
        path: path.to_owned(),
        folder: folder.to_owned(),
        text: Arc::from(text),
        ..Config::default()
    };
    let mut reading = ProjectReader { text, config, problems: Problems::default(), more_keys: 0 };
    reading.read_keys(&entries(&table), &PROJECT_KEYS, |reader, entry| {
        read_project_key(entry.key, entry, reader)
    });
    if let count @ 1.. = reading.more_keys {
        let more = FileMessage::More { count: Some(count) };
        reading
            .config
            .unknown_keys
            .push(Problem::from_span(0..0, ConfigMessage::MoreKeys(more)));
    }
    let read = reading.problems.into_result(reading.config);
    read.map_err(|problems| fail(Problems::sort_by_place(problems)))
}

pub(super) struct ProjectReader<'t> {
    text: &'t str,
    pub(super) config: Config,
    problems: Problems<ConfigMessage>,
    /// The number of unknown keys beyond the limit of problems.
    more_keys: usize,
}

impl ProjectReader<'_> {
    /// Reports a key with more items than its limit.
    fn check_count(&mut self, entry: &Located<'_>, key: &'static str, count: usize, limit: usize) {
        if count > limit {
            self.problems
                .fail(entry.key_span(), FileMessage::TooMany { key, limit });
        }
    }

    fn add_unknown_key(&mut self, entry: &Located<'_>, of: &Keys) {
        if self.config.unknown_keys.len() == MAX_PROBLEMS {
            self.more_keys += 1;
            return;
        }
        let message = FileMessage::unknown_key(entry.key, of.place, of.iter_names());
        self.config
            .unknown_keys
            .push(Problem::from_span(entry.key_span(), message.into()));
    }

    /// Reads all entries of a table with `read`, which returns whether it knows the key.
    fn read_keys(
        &mut self,
        table: &[Located<'_>],
        keys: &Keys,
        mut read: impl FnMut(&mut Self, &Located<'_>) -> bool,
    ) {
        for entry in table {
            if !read(self, entry) {
                self.add_unknown_key(entry, keys);
            }
        }
    }

    pub(super) fn read_string(&mut self, entry: &Located<'_>) -> Option<Spanned<String>> {
        let text = self
            .problems
            .unwrap_or_note(entry.text(), ExpectedValue::Text)?;
        Some(Spanned::new(text.to_owned(), entry.span()))
    }

    /// Reads a text; an empty one counts as none.
    pub(super) fn read_word(&mut self, entry: &Located<'_>) -> Option<Spanned<String>> {
        self.read_string(entry)
            .filter(|text| !text.value.trim().is_empty())
    }

    fn read_table<'d>(&mut self, entry: &Located<'d>) -> Vec<Located<'d>> {
        self.problems
            .unwrap_or_note(entry.table(), ExpectedValue::Table)
            .unwrap_or_default()
    }

    fn read_strings(
        &mut self,
        entry: &Located<'_>,
        expected: ExpectedValue,
    ) -> Vec<Spanned<String>> {
        let items = self
            .problems
            .unwrap_or_note(entry.array(), expected)
            .unwrap_or_default();
        items
            .iter()
            .filter_map(|item| self.read_string(item))
            .collect()
    }

    pub(super) fn read_cards(&mut self, entry: &Located<'_>) {
        let table = self.read_table(entry);
        self.read_keys(&table, &CARD_DATA_KEYS, |reader, entry| {
            read_card_data_key(entry.key, entry, reader)
        });
    }

    pub(super) fn read_overlays(&mut self, entry: &Located<'_>) {
        let paths = self.read_strings(entry, ExpectedValue::TextList);
        self.check_count(entry, "overlays", paths.len(), MAX_OVERLAYS);
        for path in paths.into_iter().take(MAX_OVERLAYS) {
            self.config
                .overlays
                .push(Spanned::new(PathBuf::from(path.value), path.span));
        }
    }

    pub(super) fn read_level(&mut self, entry: &Located<'_>) -> Option<Option<Level>> {
        let word = self.read_string(entry)?;
        match word.value.as_str() {
            "allow" => Some(None),
            "warn" => Some(Some(Level::Warning)),
            "deny" => Some(Some(Level::Error)),
            _ => {
                self.problems
                    .fail(word.span, ConfigMessage::BadLevel { found: word.value });
                None
            }
        }
    }

    pub(super) fn read_levels(&mut self, entry: &Located<'_>) {
        let entries = self.read_table(entry);
        self.check_count(entry, "levels", entries.len(), MAX_LEVELS);
        for entry in entries.iter().take(MAX_LEVELS) {
            let Some(level) = self.read_level(entry) else { continue };
            let parts: Vec<&str> = entry.key.split('/').map(str::trim).collect();
            let (game, format, rule, card_rule) = match parts.as_slice() {
                [game, format, card, rule] => {
                    (Some(*game), Some(*format), format!("{card}/{rule}"), None)
                }
                [game, format, rule] => (Some(*game), Some(*format), (*rule).to_owned(), None),
                [of, rule] => (None, Some(*of), (*rule).to_owned(), Some(format!("{of}/{rule}"))),
                _ => (None, None, entry.key.trim().to_owned(), None),
            };
            self.config.levels.push(RuleLevel {
                game: game.map(str::to_owned),
                format: format.map(str::to_owned),
                is_assertion: rule.starts_with(ASSERT_PREFIX),
                rule,
                card_rule,
                level,
                span: entry.key_span(),
            });
        }
    }

    pub(super) fn read_assertions(&mut self, entry: &Located<'_>) {
        let items = self
            .problems
            .unwrap_or_note(entry.array(), ExpectedValue::Tables)
            .unwrap_or_default();
        self.check_count(entry, "assert", items.len(), MAX_ASSERTS);
        for item in items.iter().take(MAX_ASSERTS) {
            if let Some(entries) = self
                .problems
                .unwrap_or_note(item.table(), ExpectedValue::Tables)
            {
                self.read_assertion(item.span(), &entries);
            }
        }
    }

    fn read_assertion(&mut self, span: Range<usize>, entries: &[Located<'_>]) {
        let mut draft = AssertionDraft { level: Some(Level::Error), ..AssertionDraft::default() };
        let before = self.problems.len();
        self.read_keys(entries, &ASSERTION_KEYS, |reader, entry| {
            read_assertion_key(entry.key, entry, reader, &mut draft)
        });
        // A misspelled key would otherwise also be reported as missing.
        if self.problems.len() == before {
            self.add_assertion(span, draft);
        }
    }

    fn add_assertion(&mut self, span: Range<usize>, draft: AssertionDraft) {
        let place = ASSERTION_KEYS.place;
        let Some(id) = draft.id else {
            return self
                .problems
                .fail(span, FileMessage::MissingKey { key: "id", place });
        };
        let keys: &[&str] = &["require", "opening"];
        let body = match (draft.require, draft.opening) {
            (Some(condition), None) => self.requirement(condition, draft.at_least),
            (None, Some(condition)) => self.opening(condition, draft.at_least),
            (Some(_), Some(opening)) => {
                return self
                    .problems
                    .fail(opening.span, FileMessage::OneOf { keys, place });
            }
            (None, None) => return self.problems.fail(span, FileMessage::OneOf { keys, place }),
        };
        let Some(body) = body else { return };
        if let (AssertionBody::Opening { .. }, Some(zone)) = (&body, draft.zones.first()) {
            let kind = ConfigMessage::Without { key: "zone", other: "require" };
            return self.problems.fail(zone.span.clone(), kind);
        }
        if !is_kebab(&id.value) {
            return self
                .problems
                .fail(id.span, ConfigMessage::BadId { id: id.value });
        }
        let full = if id.value.starts_with(ASSERT_PREFIX) {
            id.value
        } else {
            format!("{ASSERT_PREFIX}{}", id.value)
        };
        if let Some(first) = self.config.assertions.iter().find(|a| a.id == full) {
            let line = self
                .text
                .get(..first.span.start)
                .unwrap_or("")
                .matches('\n')
                .count()
                + 1;
            return self
                .problems
                .fail(id.span, ConfigMessage::Duplicate { id: full, line });
        }
        self.config.assertions.push(Assertion {
            id: full,
            span: id.span,
            body,
            zones: draft.zones,
            decks: draft.decks,
            game: draft.game,
            format: draft.format,
            text: draft.text,
            level: draft.level,
        });
    }

    fn requirement(
        &mut self,
        condition: TextLiteral,
        at_least: Option<(Number, Range<usize>)>,
    ) -> Option<AssertionBody> {
        let Some((_, place)) = at_least else { return Some(AssertionBody::Require(condition)) };
        self.problems
            .fail(place, ConfigMessage::Without { key: "at-least", other: "opening" });
        None
    }

    fn opening(
        &mut self,
        condition: TextLiteral,
        at_least: Option<(Number, Range<usize>)>,
    ) -> Option<AssertionBody> {
        if let Some((at_least, _)) = at_least {
            return Some(AssertionBody::Opening { condition, at_least });
        }
        let message = ConfigMessage::Without { key: "opening", other: "at-least" };
        self.problems.fail(condition.span, message);
        None
    }

    pub(super) fn read_literal(&mut self, entry: &Located<'_>) -> Option<TextLiteral> {
        let text = self.read_string(entry)?;
        Some(TextLiteral::new(self.text, &text.value, text.span))
    }

    pub(super) fn read_probability(
        &mut self,
        entry: &Located<'_>,
    ) -> Option<(Number, Range<usize>)> {
        let found = self
            .problems
            .unwrap_or_note(entry.decimal(), ExpectedValue::Number)?;
        let number = Number::parse(found).filter(|n| (Number::ZERO..=Number::ONE).contains(n));
        if number.is_none() {
            self.problems
                .fail(entry.span(), ConfigMessage::BadProbability { found: found.to_owned() });
        }
        number.map(|n| (n, entry.span()))
    }

    pub(super) fn read_zones(&mut self, entry: &Located<'_>) -> Vec<Spanned<String>> {
        match entry.value {
            DeValue::String(_) => self.read_word(entry).into_iter().collect(),
            _ => self.read_strings(entry, ExpectedValue::Texts),
        }
    }

    pub(super) fn read_globs(&mut self, entry: &Located<'_>) -> Globs {
        let texts = self.read_strings(entry, ExpectedValue::TextList);
        let patterns: Vec<String> = texts.iter().map(|t| t.value.clone()).collect();
        Globs::new(&patterns).unwrap_or_else(|(at, message)| {
            let span = texts.get(at).map_or(entry.span(), |t| t.span.clone());
            let pattern = patterns.get(at).cloned().unwrap_or_default();
            self.problems
                .fail(span, ConfigMessage::BadPattern { pattern, message });
            Globs::default()
        })
    }

    pub(super) fn read_translations(&mut self, entry: &Located<'_>) -> Text {
        if let Ok(text) = entry.text() {
            return Text::untranslated(text.to_owned());
        }
        let mut words = Text::default();
        for entry in self
            .problems
            .unwrap_or_note(entry.table(), ExpectedValue::LocalText)
            .unwrap_or_default()
        {
            let text = self
                .read_string(&entry)
                .map(|t| t.value)
                .unwrap_or_default();
            match entry.key {
                "en" => words.en = text.into(),
                "fr" => words.fr = text.into(),
                _ => self.add_unknown_key(&entry, &ASSERTION_KEYS),
            }
        }
        // English replaces a missing translation.
        if words.en.is_empty() {
            words.en.clone_from(&words.fr);
        }
        words
    }
}

/// An assertion while its keys are read.
#[derive(Default)]
pub(super) struct AssertionDraft {
    pub(super) id: Option<Spanned<String>>,
    pub(super) require: Option<TextLiteral>,
    pub(super) opening: Option<TextLiteral>,
    pub(super) at_least: Option<(Number, Range<usize>)>,
    pub(super) zones: Vec<Spanned<String>>,
    pub(super) decks: Globs,
    pub(super) game: Option<Spanned<String>>,
    pub(super) format: Option<Spanned<String>>,
    pub(super) text: Text,
    pub(super) level: Option<Level>,
}

fn is_kebab(id: &str) -> bool {
    let part = |p: &str| {
        !p.is_empty()
            && p.bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    id.len() <= 100 && id.split('-').all(part)
}
