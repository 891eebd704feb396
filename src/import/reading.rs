//! From the TOML of a mapping to a [`Mapping`], every mistake with its place.

use super::check;
use super::keys::{self as tables, FORMS, SAME, TAKE};
use super::mapping::{
    As, Effect, Field, Join, List, Mapping, Number, Part, Provenance, Records, Rewrite, SetField,
    Take, Term, Text, When,
};
use super::messages::{Expected, ImportMessage};
use super::path::{self, BadPath, Path};
use super::vocabulary::Vocabulary;
use crate::files::shape::Keys;
use crate::files::{self, Located, Mismatch, entries, find};
use crate::model::Number as Plain;
use crate::problem::{Candidates, Problem, Problems, Source};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use regex::Regex;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// What stands at the top of written files where the mapping says nothing.
const HEADER: &str = "Facts from the records of another source, written by `sleeve import`.\n\
    Do not edit: corrections belong into an overlay (--cards), so that the next import keeps them.";
/// What stands around a record.
const AROUND: [&str; 4] = ["@up.…", "@key", "@file", "@folder"];

type Wrong = Vec<Problem<ImportMessage>>;

pub(super) fn read(
    name: &str,
    text: &str,
    vocabulary: Vocabulary,
    declares: bool,
) -> Result<Mapping, Wrong> {
    let source = Arc::new(Source::new(name, text));
    let placed = |problem: Problem<ImportMessage>| match problem.span().cloned() {
        Some(span) => Problem::within(&source, span, problem.message).severity(problem.severity),
        None => problem,
    };
    let parsed = files::parse(text);
    if !parsed.mistakes.is_empty() {
        let syntax =
            |m: files::Mistake| Problem::at(m.span, ImportMessage::Syntax { message: m.message });
        let mut problems: Wrong = parsed.mistakes.into_iter().map(syntax).map(placed).collect();
        problems.extend(parsed.more.then(|| ImportMessage::More { count: None }.into()));
        return Err(problems);
    }
    let mut reading =
        Reading { problems: Problems::default(), joins: Vec::new(), named: Vec::new() };
    let mapping = reading.mapping(&parsed.table, vocabulary, declares);
    if let Some(mapping) = &mapping {
        check::check(mapping, &mut reading.problems);
    }
    match (reading.problems.is_empty(), mapping) {
        (true, Some(mapping)) => Ok(mapping),
        (_, _) => {
            let problems = Problems::in_order(reading.problems.into_vec());
            Err(problems.into_iter().map(placed).collect())
        }
    }
}

struct Reading {
    problems: Problems<ImportMessage>,
    /// Names of the joins.
    joins: Vec<String>,
    /// Every path that is named, as it is written.
    named: Vec<(String, Path)>,
}

/// The entries of a table by their keys; those that mean nothing were told.
struct Entries<'d> {
    all: Vec<Located<'d>>,
    span: Range<usize>,
    keys: &'static Keys,
}

impl<'d> Entries<'d> {
    fn get(&self, key: &str) -> Option<&Located<'d>> {
        debug_assert!(self.keys.keys.iter().any(|known| known.name == key), "{key}");
        self.all.iter().find(|entry| entry.key == key)
    }
}

impl Reading {
    fn fail(&mut self, span: Range<usize>, message: ImportMessage) {
        self.problems.push(Problem::at(span, message));
    }

    fn typed<T>(&mut self, found: Result<T, Mismatch>, expected: Expected) -> Option<T> {
        let wrong = |Mismatch { key, span, found }| {
            self.fail(span, ImportMessage::WrongType { key, expected, found });
        };
        found.map_err(wrong).ok()
    }

    /// The entries of a table; keys that mean nothing and keys that lack are told.
    fn known<'d>(
        &mut self,
        all: Vec<Located<'d>>,
        span: Range<usize>,
        keys: &'static Keys,
    ) -> Entries<'d> {
        let names = || keys.keys.iter().map(|key| key.name);
        for entry in all.iter().filter(|entry| !names().any(|name| name == entry.key)) {
            let candidates = Candidates::of(entry.key, names());
            let (key, place) = (entry.key.to_owned(), keys.place);
            self.fail(entry.key_span(), ImportMessage::UnknownKey { key, place, candidates });
        }
        for needed in keys.keys.iter().filter(|key| key.is_needed) {
            if !all.iter().any(|entry| entry.key == needed.name) {
                self.lacks(span.clone(), needed.name, keys);
            }
        }
        Entries { all, span, keys }
    }

    fn lacks(&mut self, span: Range<usize>, keys: &'static str, of: &'static Keys) {
        // Of a long table its beginning says where.
        let span = span.start..span.end.min(span.start + 1);
        self.fail(span, ImportMessage::Missing { keys, place: of.place });
    }

    fn table<'d>(&mut self, entry: &Located<'d>, keys: &'static Keys) -> Option<Entries<'d>> {
        let all = self.typed(entry.table(), Expected::Table)?;
        Some(self.known(all, entry.span(), keys))
    }

    fn tables<'d>(&mut self, entry: Option<&Located<'d>>, keys: &'static Keys) -> Vec<Entries<'d>> {
        let Some(entry) = entry else { return Vec::new() };
        let items = self.typed(entry.array(), Expected::Tables).unwrap_or_default();
        items.iter().filter_map(|item| self.table(item, keys)).collect()
    }

    fn text(&mut self, entry: Option<&Located<'_>>) -> Option<String> {
        self.typed(entry?.text(), Expected::Text).map(str::to_owned)
    }

    fn flag(&mut self, entry: Option<&Located<'_>>) -> bool {
        entry.and_then(|entry| self.typed(entry.boolean(), Expected::Boolean)).unwrap_or_default()
    }

    /// A text or several, each with its place.
    fn placed_texts(&mut self, entry: Option<&Located<'_>>) -> Vec<(String, Range<usize>)> {
        let Some(entry) = entry else { return Vec::new() };
        if let DeValue::String(text) = entry.value {
            return vec![(text.as_ref().to_owned(), entry.span())];
        }
        let items = self.typed(entry.array(), Expected::Texts).unwrap_or_default();
        let text = |item: &Located<'_>| {
            Some((self.typed(item.text(), Expected::Texts)?.to_owned(), item.span()))
        };
        items.iter().filter_map(text).collect()
    }

    fn texts(&mut self, entry: Option<&Located<'_>>) -> Vec<String> {
        self.placed_texts(entry).into_iter().map(|(text, _)| text).collect()
    }

    /// One of certain words.
    fn word(&mut self, entry: Option<&Located<'_>>, words: &[&str]) -> Option<usize> {
        let entry = entry?;
        let word = self.typed(entry.text(), Expected::Text)?;
        let found = words.iter().position(|known| *known == word);
        if found.is_none() {
            let candidates = Candidates::of(word, words.iter().copied());
            let (key, word) = (entry.key.to_owned(), word.to_owned());
            self.fail(entry.span(), ImportMessage::UnknownWord { key, word, candidates });
        }
        found
    }

    fn regex(&mut self, entry: Option<&Located<'_>>) -> Option<Regex> {
        let entry = entry?;
        let pattern = self.typed(entry.text(), Expected::Text)?;
        self.compiled(pattern, entry.span())
    }

    fn compiled(&mut self, pattern: &str, span: Range<usize>) -> Option<Regex> {
        let wrong = |error: regex::Error| {
            let message = error.to_string();
            let last = message.lines().last().unwrap_or_default();
            let message = last.trim_start_matches("error: ").to_owned();
            let pattern = pattern.to_owned();
            self.fail(span, ImportMessage::BadPattern { pattern, message });
        };
        Regex::new(pattern).map_err(wrong).ok()
    }

    fn regexes(&mut self, entry: Option<&Located<'_>>) -> Vec<Regex> {
        let texts = self.placed_texts(entry);
        texts.into_iter().filter_map(|(text, span)| self.compiled(&text, span)).collect()
    }

    fn globs(&mut self, entry: Option<&Located<'_>>) -> Option<(GlobSet, Vec<String>)> {
        let entry = entry?;
        let texts = self.placed_texts(Some(entry));
        let mut set = GlobSetBuilder::new();
        for (pattern, span) in &texts {
            // A pattern is the end of a path.
            let whole = format!("**/{}", pattern.trim_start_matches("./"));
            match GlobBuilder::new(&whole).literal_separator(true).build() {
                Ok(glob) => drop(set.add(glob)),
                Err(_) => {
                    let pattern = pattern.clone();
                    self.fail(span.clone(), ImportMessage::BadGlob { pattern });
                }
            }
        }
        let patterns = texts.into_iter().map(|(pattern, _)| pattern).collect();
        Some((set.build().unwrap_or_default(), patterns))
    }

    fn path(&mut self, entry: Option<&Located<'_>>) -> Option<Path> {
        let entry = entry?;
        let text = self.typed(entry.text(), Expected::Text)?;
        self.path_of(text, entry.span())
    }

    fn path_of(&mut self, text: &str, span: Range<usize>) -> Option<Path> {
        match Path::parse(text, &self.joins) {
            Ok(path) => {
                self.named.push((text.to_owned(), path.clone()));
                Some(path)
            }
            Err(BadPath::Step) => {
                self.fail(span, ImportMessage::BadPath { path: text.to_owned() });
                None
            }
            Err(BadPath::Start) => {
                let joins = self.joins.iter().map(|join| format!("@{join}"));
                let known = AROUND.iter().map(|word| (*word).to_owned()).chain(joins);
                let candidates = known.collect();
                let path = text.to_owned();
                self.fail(span, ImportMessage::BadStart { path, candidates });
                None
            }
        }
    }

    fn paths(&mut self, entry: Option<&Located<'_>>) -> Vec<(String, Path)> {
        let texts = self.placed_texts(entry);
        let path = |(text, span): (String, Range<usize>)| {
            let path = self.path_of(&text, span)?;
            Some((text, path))
        };
        texts.into_iter().filter_map(path).collect()
    }

    /// A path in the mapping that is no path into records for itself: a list, a face.
    fn steps(&mut self, entry: Option<&Located<'_>>) -> Option<Vec<String>> {
        let entry = entry?;
        let text = self.typed(entry.text(), Expected::Text)?;
        let steps = path::steps(text);
        if steps.is_none() {
            self.fail(entry.span(), ImportMessage::BadPath { path: text.to_owned() });
        }
        steps
    }

    fn list(&mut self, entry: Option<&Located<'_>>) -> List {
        let written = entry.and_then(|entry| entry.text().ok()).unwrap_or_default().to_owned();
        List { written, steps: self.steps(entry).unwrap_or_default() }
    }

    /// A constant, as it would be printed.
    fn constant(&mut self, entry: Option<&Located<'_>>) -> Option<Vec<String>> {
        let entry = entry?;
        if let Ok(number) = entry.decimal() {
            return Some(vec![number.to_owned()]);
        }
        if let Ok(flag) = entry.boolean() {
            return Some(if flag { vec!["true".to_owned()] } else { Vec::new() });
        }
        if let Ok(text) = entry.text() {
            return Some(vec![text.to_owned()]);
        }
        let items = self.typed(entry.array(), Expected::Constant)?;
        let text =
            |item: &Located<'_>| self.typed(item.text(), Expected::Constant).map(str::to_owned);
        Some(items.iter().filter_map(text).collect())
    }

    fn terms(&mut self, entry: Option<&Located<'_>>, is_minus: bool) -> Vec<(bool, Term)> {
        let Some(entry) = entry else { return Vec::new() };
        let items = entry.array().unwrap_or_else(|_| vec![*entry]);
        let mut terms = Vec::new();
        for item in items {
            let term = match (item.decimal().ok().and_then(Plain::parse), item.text()) {
                (Some(number), _) => Some(Term::Number(number)),
                (None, Ok(text)) => {
                    self.path_of(text, item.span()).map(|path| Term::Path(path, text.to_owned()))
                }
                (None, Err(mismatch)) => self.typed::<Term>(Err(mismatch), Expected::Terms),
            };
            terms.extend(term.map(|term| (is_minus, term)));
        }
        terms
    }

    fn rewrites(&mut self, entry: Option<&Located<'_>>) -> Vec<Rewrite> {
        let mut rewrites = Vec::new();
        for table in self.tables(entry, &tables::REWRITE) {
            let pattern = self.regex(table.get("match"));
            let with = self.text(table.get("with"));
            rewrites.extend(pattern.zip(with).map(|(pattern, with)| Rewrite { pattern, with }));
        }
        rewrites
    }

    fn mapping(
        &mut self,
        root: &DeTable<'_>,
        vocabulary: Vocabulary,
        declares: bool,
    ) -> Option<Mapping> {
        let top = self.known(entries(root), 0..0, &tables::IMPORT_KEYS);
        let joins = self.joins(top.get("join"));
        let mut records = self.records(top.get("records"));
        let id = top.get("id").and_then(|entry| self.id(entry));
        let variants = self.rewrites(top.get("variant"));
        records.printings_of_one |= !variants.is_empty() && !self.says_same(root);
        match (&id, &records.key) {
            (Some(_), Some(_)) => {
                let span = top.get("id").map_or(0..0, Located::key_span);
                self.fail(span, ImportMessage::Both { key: "id", other: "key" });
            }
            (None, None) if top.get("id").is_none() => {
                let span = top.get("records").map_or(0..0, Located::key_span);
                self.lacks(span, "`key`", &tables::RECORDS);
            }
            _ => {}
        }
        let set = top.get("set").and_then(|entry| self.set(entry));
        if let (Some(entry), true) = (top.get("set"), records.home_set.is_some()) {
            self.fail(entry.key_span(), ImportMessage::Both { key: "set", other: "home-set" });
        }
        let kind = match top.get("kind") {
            Some(entry) => self.table(entry, &tables::KIND).and_then(|t| self.field(&t, "kind")),
            None => {
                self.lacks(0..0, "[kind]", &tables::IMPORT_KEYS);
                None
            }
        };
        let fields = self.tables(top.get("field"), &tables::FIELD);
        let fields: Vec<Field> = fields.iter().filter_map(|table| self.field(table, "")).collect();
        let (effects_from, effects) = match top.get("effects") {
            Some(entry) => self.effects(entry),
            None => (None, Vec::new()),
        };
        let numbers = self.numbers(top.get("number"));
        let texts = self.card_texts(top.get("text"));
        let part = top.get("part").and_then(|entry| self.part(entry));
        let (name, clean) = (self.rewrites(top.get("name")), self.rewrites(top.get("clean")));
        let header = self.text(top.get("header")).unwrap_or_else(|| HEADER.to_owned());
        let provenance = self.provenance(top.get("provenance"));
        let aliases = self.by_texts(top.get("aliases")).into_iter().collect();
        let tags = self.tags(top.get("tags"));
        Some(Mapping {
            records,
            joins,
            header,
            provenance,
            name,
            variants,
            id,
            set,
            kind: kind?,
            fields,
            numbers,
            texts,
            clean,
            part,
            effects,
            effects_from,
            aliases,
            tags,
            vocabulary,
            declares,
            named: std::mem::take(&mut self.named),
        })
    }

    fn says_same(&self, root: &DeTable<'_>) -> bool {
        let records = find(root, "records").and_then(|entry| entry.table().ok());
        records.is_some_and(|records| records.iter().any(|entry| entry.key == "same"))
    }

    fn joins(&mut self, entry: Option<&Located<'_>>) -> Vec<Join> {
        let tables = self.tables(entry, &tables::JOIN);
        // Names first: a join may be found by what another found.
        for table in &tables {
            let Some(name) = self.text(table.get("name")) else { continue };
            let span = table.get("name").map_or(0..0, Located::span);
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            let is_word = AROUND.iter().any(|word| word.trim_matches(['@', '.', '…']) == name);
            if name.is_empty() || is_word || !name.chars().all(plain) {
                self.fail(span, ImportMessage::BadJoinName { name });
            } else if self.joins.contains(&name) {
                self.fail(span, ImportMessage::JoinTwice { name });
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
                let joined =
                    crate::import::path::Start::Joined(name.clone(), Box::new(key.clone()));
                let of_key = Path { start: joined, steps: Vec::new() };
                self.named.push((written("on"), on.clone()));
                self.named.push((format!("@{name}.{}", written("key")), of_key));
                joins.push(Join { name, files, patterns, list, key, on, optional });
            }
        }
        self.joins = known;
        joins
    }

    fn records(&mut self, entry: Option<&Located<'_>>) -> Records {
        let Some(entry) = entry else {
            let keys = &tables::RECORDS;
            return self.records_of(&Entries { all: Vec::new(), span: 0..0, keys });
        };
        let table = self.table(entry, &tables::RECORDS);
        let keys = &tables::RECORDS;
        let table = table.unwrap_or(Entries { all: Vec::new(), span: entry.span(), keys });
        self.records_of(&table)
    }

    fn records_of(&mut self, table: &Entries<'_>) -> Records {
        let face = |steps: Vec<String>| Path { steps, ..Path::whole() };
        let title_of = |path: Path| match path.start {
            // A title is that of a face.
            path::Start::Record => Path { start: path::Start::Face, ..path },
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
                self.fail(span, ImportMessage::BadPath { path: text });
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

    fn id(&mut self, entry: &Located<'_>) -> Option<Field> {
        let table = self.table(entry, &tables::ID)?;
        let mut field = self.field(&table, "id")?;
        let is_text = self.word(table.get("as"), &["word", "text"]) == Some(1);
        field.form = if is_text { As::Text } else { As::Word };
        Some(field)
    }

    fn set(&mut self, entry: &Located<'_>) -> Option<SetField> {
        let table = self.table(entry, &tables::SET)?;
        let field = self.field(&table, "set");
        let (name, released) = (self.path(table.get("name")), self.path(table.get("released")));
        Some(SetField { field: field?, name, released })
    }

    /// A field; `to` is what it is where the table does not say so.
    fn field(&mut self, table: &Entries<'_>, to: &'static str) -> Option<Field> {
        let has = |key: &str| table.all.iter().any(|entry| entry.key == key);
        let own = |key: &str| table.all.iter().find(|entry| entry.key == key);
        let paths = self.paths(table.get("from"));
        let value = self.constant(own("value"));
        match (has("from"), has("value")) {
            (true, true) => {
                let span = own("value").map_or(0..0, Located::key_span);
                self.fail(span, ImportMessage::Both { key: "from", other: "value" });
            }
            (false, false) => self.lacks(table.span.clone(), "`from`", table.keys),
            _ => {}
        }
        let is_attribute = to.is_empty();
        let form = match is_attribute {
            true => self.word(table.get("as"), &FORMS).and_then(|at| As::ALL.get(at).copied())?,
            false => As::Word,
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
            self.fail(entry.key_span(), ImportMessage::OnlyNumbers { key });
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
        Some(Field {
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

    fn map(&mut self, entry: Option<&Located<'_>>) -> BTreeMap<String, String> {
        let Some(entry) = entry else { return BTreeMap::new() };
        let all = self.typed(entry.table(), Expected::Table).unwrap_or_default();
        let pair = |entry: &Located<'_>| Some((entry.key.to_owned(), self.text(Some(entry))?));
        all.iter().filter_map(pair).collect()
    }

    fn by_texts(&mut self, entry: Option<&Located<'_>>) -> Vec<(String, Vec<String>)> {
        let Some(entry) = entry else { return Vec::new() };
        let all = self.typed(entry.table(), Expected::Table).unwrap_or_default();
        all.iter().map(|entry| (entry.key.to_owned(), self.texts(Some(entry)))).collect()
    }

    fn provenance(&mut self, entry: Option<&Located<'_>>) -> Provenance {
        let published = || Provenance::One("published".to_owned());
        match entry {
            None => published(),
            Some(entry) if entry.text().is_ok() => {
                self.text(Some(entry)).map_or_else(published, Provenance::One)
            }
            Some(entry) => Provenance::ByField(self.map(Some(entry))),
        }
    }

    fn numbers(&mut self, entry: Option<&Located<'_>>) -> Vec<Number> {
        let mut numbers = Vec::new();
        for table in self.tables(entry, &tables::NUMBER) {
            let pattern = self.regex(table.get("match"));
            let number = (
                self.texts(table.get("fields")),
                self.text(table.get("value")),
                self.texts(table.get("choice")),
                self.text(table.get("min")),
                self.flag(table.get("print")),
            );
            let (fields, value, choice, min, print) = number;
            if value.is_none() && min.is_none() && choice.is_empty() {
                self.lacks(table.span.clone(), "one of `value`, `choice` and `min`", table.keys);
            }
            numbers.extend(pattern.map(|pattern| Number {
                pattern,
                fields,
                value,
                choice,
                min,
                print,
            }));
        }
        numbers
    }

    fn card_texts(&mut self, entry: Option<&Located<'_>>) -> Vec<Text> {
        let mut texts = Vec::new();
        for table in self.tables(entry, &tables::TEXT) {
            let place = table.get("to").map_or(0..0, Located::span);
            let (to, from) = (self.text(table.get("to")), self.path(table.get("from")));
            texts.extend(to.zip(from).map(|(to, from)| Text { to, from, place }));
        }
        texts
    }

    fn part(&mut self, entry: &Located<'_>) -> Option<Part> {
        let table = self.table(entry, &tables::PART)?;
        let after = self.text(table.get("after"));
        let title = self.rewrites(table.get("title"));
        Some(Part { after: after?, title })
    }

    fn effects(&mut self, entry: &Located<'_>) -> (Option<Path>, Vec<Effect>) {
        let Some(table) = self.table(entry, &tables::EFFECTS) else { return (None, Vec::new()) };
        let all_from = self.path(table.get("from"));
        let mut effects = Vec::new();
        for table in self.tables(table.get("pattern"), &tables::EFFECT) {
            let from = match table.get("from") {
                None => all_from.iter().cloned().collect(),
                own => self.paths(own).into_iter().map(|(_, path)| path).collect(),
            };
            let place = table.get("id").map_or(0..0, Located::span);
            let id = self.text(table.get("id"));
            let (patterns, unless) =
                (self.regexes(table.get("match")), self.regexes(table.get("unless")));
            let (kinds, kind_places) = self.placed_texts(table.get("kinds")).into_iter().unzip();
            effects.extend(id.map(|id| Effect {
                id,
                from,
                patterns,
                unless,
                kinds,
                place,
                kind_places,
            }));
        }
        (all_from, effects)
    }

    /// Tags by card instead of by value.
    fn tags(
        &mut self,
        entry: Option<&Located<'_>>,
    ) -> BTreeMap<String, BTreeMap<String, Vec<String>>> {
        let mut cards: BTreeMap<String, BTreeMap<String, Vec<String>>> = BTreeMap::new();
        let Some(entry) = entry else { return cards };
        let all = self.typed(entry.table(), Expected::Table).unwrap_or_default();
        for attribute in &all {
            for (value, ids) in self.by_texts(Some(attribute)) {
                for id in ids {
                    let card = cards.entry(id).or_default();
                    card.entry(attribute.key.to_owned()).or_default().push(value.clone());
                }
            }
        }
        cards
    }
}

impl<'d> Entries<'d> {
    /// The entry of a key that not every table of fields has.
    fn get_if(&self, key: &str) -> Option<&Located<'d>> {
        self.all.iter().find(|entry| entry.key == key)
    }
}
