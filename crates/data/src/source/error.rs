//! A mistake in the data with the place where it stands.

use super::problem::Problem;
use crate::files::NotUtf8;
use crate::model::Lang;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// So many mistakes of a game's data are told one by one; how many more there are is said.
pub const MAX_MISTAKES: usize = 100;

/// A file of data as it was read.
#[derive(Debug, Default)]
pub struct SourceFile {
    /// Its path as messages show it, `/` between its parts.
    pub path: String,
    /// Its text; empty where it could not be read as text.
    pub text: Arc<str>,
    /// Why it is not UTF-8, where it was taken for Windows-1252.
    pub guessed: Option<NotUtf8>,
    /// Where its lines end: every card and rule asks for its line.
    ends: OnceLock<Vec<usize>>,
}

impl PartialEq for SourceFile {
    fn eq(&self, other: &SourceFile) -> bool {
        self.path == other.path && self.text == other.text
    }
}

impl Eq for SourceFile {}

impl SourceFile {
    /// A file of this path and text.
    pub fn new(path: impl Into<String>, text: impl Into<Arc<str>>) -> SourceFile {
        SourceFile { path: path.into(), text: text.into(), guessed: None, ends: OnceLock::new() }
    }

    /// The same, with why its encoding had to be guessed.
    pub(super) fn guessed_from(self, guessed: Option<NotUtf8>) -> SourceFile {
        SourceFile { guessed, ..self }
    }

    /// The line, from 1, in which a byte of the text stands.
    pub fn line(&self, offset: usize) -> u32 {
        let ends =
            self.ends.get_or_init(|| self.text.match_indices('\n').map(|(at, _)| at).collect());
        ends.partition_point(|end| *end < offset) as u32 + 1
    }

    /// The column, from 1 and in characters, at which a byte of the text stands.
    pub fn column(&self, offset: usize) -> u32 {
        let before = self.text.get(..offset).unwrap_or("");
        let line = before.rsplit('\n').next().unwrap_or("");
        line.chars().count() as u32 + 1
    }

    /// A line, from 1, without its end.
    pub fn line_text(&self, line: u32) -> &str {
        self.text.lines().nth(line.saturating_sub(1) as usize).unwrap_or("")
    }
}

/// Mistakes as they are met: the first are kept, the rest are counted, so that a file of nothing but
/// mistakes costs no more than a file of that length.
#[derive(Debug, Default)]
pub(super) struct Mistakes {
    pub(super) kept: Vec<SourceError>,
    more: usize,
    /// A file with more mistakes than were looked for.
    uncounted: bool,
}

impl Mistakes {
    pub(super) fn add(&mut self, mistake: impl FnOnce() -> SourceError) {
        match self.kept.len() < MAX_MISTAKES {
            true => self.kept.push(mistake()),
            false => self.more += 1,
        }
    }

    /// What TOML's parser says of a file.
    pub(super) fn syntax(&mut self, file: &Arc<SourceFile>, parsed: &crate::files::Parsed<'_>) {
        for mistake in &parsed.mistakes {
            self.add(|| SourceError {
                file: Arc::clone(file),
                span: mistake.span.clone(),
                problem: Problem::NotToml { message: mistake.message.clone() },
            });
        }
        self.uncounted |= parsed.more;
    }

    /// All that is to be told, in the order of these files.
    pub(super) fn in_order(mut self, files: &[Arc<SourceFile>]) -> Vec<SourceError> {
        let position = |error: &SourceError| {
            let file = files.iter().position(|file| Arc::ptr_eq(file, &error.file));
            (file, error.span.start, error.span.end)
        };
        self.kept.sort_by_cached_key(position);
        self.kept.dedup();
        if let Some(last) = self.kept.last().filter(|_| self.more > 0 || self.uncounted) {
            let count = (!self.uncounted).then_some(self.more);
            let (file, span) = (Arc::clone(&last.file), last.span.clone());
            self.kept.push(SourceError { file, span, problem: Problem::More { count } });
        }
        self.kept
    }
}

/// One mistake in the data.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceError {
    /// The file it stands in.
    pub file: Arc<SourceFile>,
    /// The bytes of the file's text that are wrong; empty at 0 for the whole file.
    pub span: Range<usize>,
    /// What is wrong.
    pub problem: Problem,
}

impl SourceError {
    /// The line, from 1.
    pub fn line(&self) -> u32 {
        if let Problem::NotUtf8 { line, .. } = self.problem {
            return line;
        }
        self.file.line(self.span.start)
    }

    /// The column, from 1.
    pub fn column(&self) -> u32 {
        self.file.column(self.span.start)
    }

    /// The kebab-case id of the mistake.
    pub fn id(&self) -> &'static str {
        self.problem.id()
    }

    /// What is wrong, in one sentence.
    pub fn title(&self, lang: Lang) -> String {
        self.problem.title().get(lang).to_owned()
    }

    /// What to write instead, if that can be told.
    pub fn help(&self, lang: Lang) -> Option<String> {
        self.problem.help().map(|text| text.get(lang).to_owned())
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (line, column) = (self.line(), self.column());
        writeln!(f, "error[{}]: {}", self.id(), self.title(Lang::En))?;
        write!(f, "  --> {}:{line}:{column}", self.file.path)?;
        let text = self.file.line_text(line);
        if !text.is_empty() && text.len() < 400 {
            write!(f, "\n   | {text}")?;
        }
        if let Some(help) = self.help(Lang::En) {
            write!(f, "\n   = help: {help}")?;
        }
        Ok(())
    }
}

impl std::error::Error for SourceError {}
