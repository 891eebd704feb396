//! From TOML to a [`Config`], every mistake with its place.

use super::config::ASSERT;
use super::error::{ConfigError, ConfigProblem};
use super::keys;
use super::messages::{ConfigMessage, Expected};
use super::{Assertion, AssertionBody, Config, Globs, LevelOf, Literal};
use crate::files;
use crate::model::{Level, Number, Spanned, Text};
use crate::problem::Candidates;
use crate::problem::{MAX_PROBLEMS, Problem, Problems};
use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::Spanned as Placed;
use toml::de::{DeTable, DeValue};

/// Largest number of overlays.
pub const MAX_OVERLAYS: usize = 64;
/// Largest number of levels of rules.
pub const MAX_LEVELS: usize = 1_000;
/// Largest number of assertions.
pub const MAX_ASSERTS: usize = 1_000;

type Key<'i> = Placed<Cow<'i, str>>;
type Value<'i> = Placed<DeValue<'i>>;

pub(super) fn read(path: &str, folder: &Path, text: &str) -> Result<Config, ConfigError> {
    let parsed = files::parse(text);
    let fail = |problems| ConfigError { path: path.to_owned(), text: text.into(), problems };
    if !parsed.mistakes.is_empty() {
        let mut problems: Vec<ConfigProblem> = parsed.mistakes.into_iter().map(syntax).collect();
        let more = ConfigMessage::More { count: None };
        problems.extend(parsed.more.then(|| more.into()));
        return Err(fail(problems));
    }
    let config = Config {
        path: path.to_owned(),
        folder: folder.to_owned(),
        text: Arc::from(text),
        ..Config::default()
    };
    let mut reading = Reading { text, config, problems: Problems::default(), more_keys: 0 };
    reading.top(&parsed.table);
    if let count @ 1.. = reading.more_keys {
        reading.config.unknown_keys.push(Problem::at(0..0, ConfigMessage::MoreKeys { count }));
    }
    let read = reading.problems.or(reading.config);
    read.map_err(|problems| fail(Problems::in_order(problems)))
}

fn syntax(mistake: files::Mistake) -> ConfigProblem {
    Problem::at(mistake.span, ConfigMessage::Syntax { message: mistake.message })
}

/// The entries of a table in the order of the file.
fn ordered<'a, 'i>(table: &'a DeTable<'i>) -> Vec<(&'a Key<'i>, &'a Value<'i>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    entries
}

struct Reading<'t> {
    text: &'t str,
    config: Config,
    problems: Problems<ConfigMessage>,
    /// How many unknown keys are not told one by one.
    more_keys: usize,
}

impl Reading<'_> {
    fn fail(&mut self, span: Range<usize>, message: ConfigMessage) {
        self.problems.push(Problem::at(span, message));
    }

    /// Says that there is too much of something, where there is.
    fn bounded(&mut self, key: &Key<'_>, name: &'static str, count: usize, limit: usize) {
        if count > limit {
            self.fail(key.span(), ConfigMessage::TooMany { key: name, limit });
        }
    }

    fn wrong(&mut self, key: &Key<'_>, value: &Value<'_>, expected: Expected) {
        let (key, found) = (key.get_ref().clone().into_owned(), value.get_ref().type_str());
        self.fail(value.span(), ConfigMessage::WrongType { key, expected, found });
    }

    fn unknown(&mut self, key: &Key<'_>, table: &'static str) {
        if self.config.unknown_keys.len() == MAX_PROBLEMS {
            self.more_keys += 1;
            return;
        }
        let mut known: Vec<&str> = keys::of(table).collect();
        if table.is_empty() {
            known.extend(["cards", "levels", "assert"]);
        }
        let name = key.get_ref().as_ref();
        let candidates = Candidates::of(name, known.into_iter());
        let kind = ConfigMessage::UnknownKey { key: name.to_owned(), table, candidates };
        self.config.unknown_keys.push(Problem::at(key.span(), kind));
    }

    fn top(&mut self, table: &DeTable<'_>) {
        for (key, value) in ordered(table) {
            match key.get_ref().as_ref() {
                "game" => self.config.game = self.word(key, value),
                "format" => self.config.format = self.word(key, value),
                "cards" => self.cards(key, value),
                "levels" => self.levels(key, value),
                "assert" => self.asserts(key, value),
                _ => self.unknown(key, ""),
            }
        }
    }

    fn string(&mut self, key: &Key<'_>, value: &Value<'_>) -> Option<Spanned<String>> {
        match value.get_ref() {
            DeValue::String(text) => Some(Spanned::new(text.clone().into_owned(), value.span())),
            _ => {
                self.wrong(key, value, Expected::Text);
                None
            }
        }
    }

    /// A text of which an empty one means none.
    fn word(&mut self, key: &Key<'_>, value: &Value<'_>) -> Option<Spanned<String>> {
        self.string(key, value).filter(|text| !text.value.trim().is_empty())
    }

    fn table<'a, 'i>(
        &mut self,
        key: &Key<'_>,
        value: &'a Value<'i>,
    ) -> Vec<(&'a Key<'i>, &'a Value<'i>)> {
        match value.get_ref() {
            DeValue::Table(table) => ordered(table),
            _ => {
                self.wrong(key, value, Expected::Table);
                Vec::new()
            }
        }
    }

    fn strings(
        &mut self,
        key: &Key<'_>,
        value: &Value<'_>,
        expected: Expected,
    ) -> Vec<Spanned<String>> {
        let DeValue::Array(array) = value.get_ref() else {
            self.wrong(key, value, expected);
            return Vec::new();
        };
        let mut texts = Vec::new();
        for item in array.iter() {
            match item.get_ref() {
                DeValue::String(text) => {
                    texts.push(Spanned::new(text.clone().into_owned(), item.span()));
                }
                _ => self.wrong(key, item, Expected::Text),
            }
        }
        texts
    }

    fn cards(&mut self, key: &Key<'_>, value: &Value<'_>) {
        for (key, value) in self.table(key, value) {
            match key.get_ref().as_ref() {
                "overlays" => {
                    let paths = self.strings(key, value, Expected::Texts);
                    self.bounded(key, "overlays", paths.len(), MAX_OVERLAYS);
                    let paths = paths.into_iter().take(MAX_OVERLAYS);
                    self.config.overlays =
                        paths.map(|p| Spanned::new(PathBuf::from(p.value), p.span)).collect();
                }
                _ => self.unknown(key, "cards"),
            }
        }
    }

    fn level(&mut self, key: &Key<'_>, value: &Value<'_>) -> Option<Option<Level>> {
        let word = self.string(key, value)?;
        match word.value.as_str() {
            "allow" => Some(None),
            "warn" => Some(Some(Level::Warning)),
            "deny" => Some(Some(Level::Error)),
            _ => {
                self.fail(word.span, ConfigMessage::BadLevel { found: word.value });
                None
            }
        }
    }

    fn levels(&mut self, key: &Key<'_>, value: &Value<'_>) {
        let entries = self.table(key, value);
        self.bounded(key, "levels", entries.len(), MAX_LEVELS);
        for (key, value) in entries.into_iter().take(MAX_LEVELS) {
            let Some(level) = self.level(key, value) else { continue };
            let mut parts = key.get_ref().rsplitn(3, '/').map(|part| part.trim().to_owned());
            let rule = parts.next().unwrap_or_default();
            let (format, game) = (parts.next(), parts.next());
            let (is_assertion, span) = (rule.starts_with(ASSERT), key.span());
            self.config.levels.push(LevelOf { game, format, rule, is_assertion, level, span });
        }
    }

    fn asserts(&mut self, key: &Key<'_>, value: &Value<'_>) {
        let DeValue::Array(array) = value.get_ref() else {
            return self.wrong(key, value, Expected::Tables);
        };
        self.bounded(key, "assert", array.len(), MAX_ASSERTS);
        for item in array.iter().take(MAX_ASSERTS) {
            match item.get_ref() {
                DeValue::Table(table) => self.assertion(item.span(), table),
                _ => self.wrong(key, item, Expected::Tables),
            }
        }
    }

    fn assertion(&mut self, span: Range<usize>, table: &DeTable<'_>) {
        let mut draft = Draft { level: Some(Level::Error), ..Draft::default() };
        let before = self.problems.len();
        for (key, value) in ordered(table) {
            match key.get_ref().as_ref() {
                "id" => draft.id = self.string(key, value),
                "require" => draft.require = self.literal(key, value),
                "opening" => draft.opening = self.literal(key, value),
                "at-least" => draft.at_least = self.probability(key, value),
                "zone" => draft.zones = self.zones(key, value),
                "decks" => draft.decks = self.globs(key, value),
                "game" => draft.game = self.word(key, value),
                "format" => draft.format = self.word(key, value),
                "text" => draft.text = self.localised(key, value),
                "level" => draft.level = self.level(key, value).unwrap_or_default(),
                _ => self.unknown(key, "assert"),
            }
        }
        if self.problems.len() == before {
            self.finish(span, draft);
        }
    }

    fn finish(&mut self, span: Range<usize>, draft: Draft) {
        let Some(id) = draft.id else {
            return self.fail(span, ConfigMessage::Missing { keys: "`id`" });
        };
        let body = match (draft.require, draft.opening, draft.at_least) {
            (Some(_), Some(opening), _) => {
                let kind = ConfigMessage::Both { key: "require", other: "opening" };
                return self.fail(opening.span, kind);
            }
            (Some(_), None, Some((_, place))) => {
                let kind = ConfigMessage::Without { key: "at-least", other: "opening" };
                return self.fail(place, kind);
            }
            (Some(condition), None, None) => AssertionBody::Require(condition),
            (None, Some(condition), Some((at_least, _))) => {
                AssertionBody::Opening { condition, at_least }
            }
            (None, Some(opening), None) => {
                let kind = ConfigMessage::Without { key: "opening", other: "at-least" };
                return self.fail(opening.span, kind);
            }
            (None, None, _) => {
                return self.fail(span, ConfigMessage::Missing { keys: "`require` or `opening`" });
            }
        };
        if let (AssertionBody::Opening { .. }, Some(zone)) = (&body, draft.zones.first()) {
            let kind = ConfigMessage::Without { key: "zone", other: "require" };
            return self.fail(zone.span.clone(), kind);
        }
        if !is_kebab(&id.value) {
            return self.fail(id.span, ConfigMessage::BadId { id: id.value });
        }
        let full = match id.value.starts_with(ASSERT) {
            true => id.value,
            false => format!("{ASSERT}{}", id.value),
        };
        if let Some(first) = self.config.asserts.iter().find(|a| a.id == full) {
            let line = self.text.get(..first.span.start).unwrap_or("").matches('\n').count() + 1;
            return self.fail(id.span, ConfigMessage::Duplicate { id: full, line });
        }
        self.config.asserts.push(Assertion {
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

    fn literal(&mut self, key: &Key<'_>, value: &Value<'_>) -> Option<Literal> {
        let text = self.string(key, value)?;
        Some(Literal::new(self.text, &text.value, text.span))
    }

    fn probability(&mut self, key: &Key<'_>, value: &Value<'_>) -> Option<(Number, Range<usize>)> {
        let found = match value.get_ref() {
            DeValue::Integer(n) if n.radix() == 10 => n.as_str(),
            DeValue::Float(n) => n.as_str(),
            _ => {
                self.wrong(key, value, Expected::Number);
                return None;
            }
        };
        let number = Number::parse(found).filter(|n| (Number::ZERO..=Number::ONE).contains(n));
        if number.is_none() {
            self.fail(value.span(), ConfigMessage::BadProbability { found: found.to_owned() });
        }
        number.map(|n| (n, value.span()))
    }

    fn zones(&mut self, key: &Key<'_>, value: &Value<'_>) -> Vec<Spanned<String>> {
        match value.get_ref() {
            DeValue::String(_) => self.word(key, value).into_iter().collect(),
            _ => self.strings(key, value, Expected::TextOrTexts),
        }
    }

    fn globs(&mut self, key: &Key<'_>, value: &Value<'_>) -> Globs {
        let texts = self.strings(key, value, Expected::Texts);
        let patterns: Vec<String> = texts.iter().map(|t| t.value.clone()).collect();
        Globs::new(&patterns).unwrap_or_else(|(at, message)| {
            let span = texts.get(at).map_or(value.span(), |t| t.span.clone());
            let pattern = patterns.get(at).cloned().unwrap_or_default();
            self.fail(span, ConfigMessage::BadPattern { pattern, message });
            Globs::default()
        })
    }

    fn localised(&mut self, key: &Key<'_>, value: &Value<'_>) -> Text {
        match value.get_ref() {
            DeValue::String(text) => Text::same(text.clone().into_owned()),
            DeValue::Table(table) => {
                let mut words = Text::default();
                for (key, value) in ordered(table) {
                    let text = self.string(key, value).map(|t| t.value).unwrap_or_default();
                    match key.get_ref().as_ref() {
                        "en" => words.en = text.into(),
                        "fr" => words.fr = text.into(),
                        _ => self.unknown(key, "assert"),
                    }
                }
                if words.en.is_empty() {
                    words.en.clone_from(&words.fr);
                }
                words
            }
            _ => {
                self.wrong(key, value, Expected::Localised);
                Text::default()
            }
        }
    }
}

/// What has been read of an assertion.
#[derive(Default)]
struct Draft {
    id: Option<Spanned<String>>,
    require: Option<Literal>,
    opening: Option<Literal>,
    at_least: Option<(Number, Range<usize>)>,
    zones: Vec<Spanned<String>>,
    decks: Globs,
    game: Option<Spanned<String>>,
    format: Option<Spanned<String>>,
    text: Text,
    level: Option<Level>,
}

fn is_kebab(id: &str) -> bool {
    let part =
        |p: &str| !p.is_empty() && p.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
    id.len() <= 100 && id.split('-').all(part)
}
